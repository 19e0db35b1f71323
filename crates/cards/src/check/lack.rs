//! What a game does not have, in words, with what it has instead.

use onplay_engine::id::Class;
use onplay_engine::rulebook::{Capabilities, Doing, Lack, Period, Role};

use super::drafts::Problem;
use crate::vocabulary::Vocabulary;

/// Why a game refuses something that it lacks.
pub(super) fn problem(lack: Lack, vocabulary: &Vocabulary, game: &str) -> Problem {
    let known = Capabilities::default();
    let can = vocabulary.rules.can.as_ref().unwrap_or(&known);
    let word = |class: Class, symbol: u16| vocabulary.word(class, symbol);
    let list = |class: Class, symbols: &mut dyn Iterator<Item = u16>| {
        listed(symbols.map(|symbol| word(class, symbol).to_owned()).collect())
    };
    match lack {
        Lack::Doing(doing) => Problem::new("never-happens", undone(doing, game), done(can, game)),
        Lack::Begins(phase) => Problem::new(
            "never-happens",
            format!("{game} never says that “{}” begins", word(Class::Phase, phase.0)),
            format!(
                "this game announces the start of: {}",
                list(Class::Phase, &mut can.begins.iter().map(|phase| phase.0))
            ),
        ),
        Lack::Knows(phase) => Problem::new(
            "never-happens",
            format!("{game} cannot say whether it is “{}” now", word(Class::Phase, phase.0)),
            format!(
                "a condition can ask about: {}",
                list(Class::Phase, &mut can.knows.iter().map(|phase| phase.0))
            ),
        ),
        Lack::Ends(period) => unending(period, can, game),
        Lack::WaitsFor(phase) => Problem::new(
            "never-ends",
            format!(
                "nothing in {game} waits for the next “{}”, so this would last for ever",
                word(Class::Phase, phase.0)
            ),
            format!(
                "this game waits for: {}",
                list(Class::Phase, &mut can.waits_for.iter().map(|phase| phase.0))
            ),
        ),
        Lack::Adds(phase) => Problem::new(
            "never-happens",
            format!("{game} has no extra “{}”", word(Class::Phase, phase.0)),
            format!(
                "this game can add: {}",
                list(Class::Phase, &mut can.adds.iter().map(|phase| phase.0))
            ),
        ),
        Lack::UsesFrom(zone) => Problem::new(
            "never-happens",
            format!("in {game} no ability can be used from the {}", word(Class::Zone, zone.0)),
            format!(
                "besides in play, abilities can be used from: {}",
                list(Class::Zone, &mut can.uses_from.iter().map(|zone| zone.0))
            ),
        ),
        Lack::PlaysFrom(zone) => Problem::new(
            "never-happens",
            format!("in {game} no card can be played from the {}", word(Class::Zone, zone.0)),
            format!(
                "besides the hand, cards can be played from: {}",
                list(Class::Zone, &mut can.plays_from.iter().map(|zone| zone.0))
            ),
        ),
        Lack::PlayerKeyword(keyword) => Problem::new(
            "never-happens",
            format!("in {game} “{}” means nothing on a player", word(Class::Keyword, keyword.0)),
            format!(
                "a player can have: {}",
                list(Class::Keyword, &mut can.player_keywords.iter().map(|keyword| keyword.0))
            ),
        ),
        Lack::Allowance(counter) => Problem::new(
            "never-happens",
            format!(
                "in {game} no rule reads how much more “{}” a player may have",
                word(Class::Counter, counter.0)
            ),
            format!(
                "say “you gain”; a standing rule can raise: {}",
                list(Class::Counter, &mut can.allowances.iter().map(|counter| counter.0))
            ),
        ),
        Lack::Role(role) => Problem::new(
            "no-zone",
            format!("{game} has no {}", zone_words(role)),
            "give a zone this role in game.toml",
        ),
        Lack::Places => Problem::new(
            "no-lanes",
            format!("{game} has no lanes or slots"),
            "give a zone the shape `lanes` or `slots` in game.toml",
        ),
        Lack::Rows => Problem::new(
            "no-lanes",
            format!("in {game} a slot holds one object, so nothing stands beside another"),
            "say “close to” it, or “in an adjacent slot”",
        ),
        Lack::Damage => Problem::new(
            "no-damage",
            format!("{game} has no damage"),
            "describe a kind of damage in game.toml",
        ),
        Lack::Life => Problem::new(
            "no-damage",
            format!("in {game} players take no damage"),
            "give the game a `life` counter in game.toml",
        ),
        Lack::Price => Problem::new(
            "never-happens",
            format!("in {game} playing a card costs nothing"),
            "give the game a `price` in game.toml",
        ),
        Lack::SlotBonus => Problem::new(
            "never-happens",
            format!("in {game} slots have no modifiers"),
            "give the game a `slot-bonus` in game.toml",
        ),
        Lack::Printed(attribute) => Problem::new(
            "printed-only",
            format!(
                "“{}” is only printed and cannot change in play",
                word(Class::Attribute, attribute.0)
            ),
            "remove `printed-only` from it in game.toml, or change something else",
        ),
        Lack::Becomes(kind) => Problem::new(
            "never-happens",
            format!("in {game} nothing can become a {}", word(Class::Type, kind.0)),
            "give a keyword `gives-type` in game.toml",
        ),
    }
}

fn listed(words: Vec<String>) -> String {
    if words.is_empty() { "nothing".into() } else { words.join(", ") }
}

/// What nobody does in a game.
fn undone(doing: Doing, game: &str) -> String {
    let words = match doing {
        Doing::Attack => "nothing attacks",
        Doing::FinishAttack => "nothing is told that an attack is over",
        Doing::Block => "nothing blocks",
        Doing::Move => "nothing moves by itself",
        Doing::Deploy => "nothing is deployed",
        Doing::Ready => "nothing becomes ready by itself",
        Doing::Respond => "nobody responds",
        Doing::MakeMana => "nobody makes mana",
        Doing::Cancel => "nothing waits that could be cancelled",
        Doing::Attach => "nothing is attached to anything",
        Doing::Reshuffle => "no deck is renewed",
        Doing::GoAgain => "nobody goes again",
        Doing::ExtraTurn => "nobody takes extra turns",
    };
    format!("in {game} {words}")
}

/// What is done there instead.
fn done(can: &Capabilities, game: &str) -> String {
    let words = |doing: &Doing| {
        let words = match doing {
            Doing::Attack => "attack",
            Doing::FinishAttack => "finish an attack",
            Doing::Block => "block",
            Doing::Move => "move",
            Doing::Deploy => "deploy",
            Doing::Ready => "become ready",
            Doing::Respond => "respond",
            Doing::MakeMana => "make mana",
            Doing::Cancel => "be cancelled",
            Doing::Attach => "be attached",
            Doing::Reshuffle => "renew a deck",
            Doing::GoAgain => "go again",
            Doing::ExtraTurn => "take extra turns",
        };
        words.to_owned()
    };
    format!("in {game} cards and players can: {}", listed(can.does.iter().map(words).collect()))
}

fn unending(period: Period, can: &Capabilities, game: &str) -> Problem {
    let word = |period: &Period| match period {
        Period::Turn => "turn",
        Period::Round => "round",
    };
    let help = match can.ends.first() {
        Some(other) => format!(
            "this game ends: {}; say “until end of {}”",
            listed(can.ends.iter().map(|period| word(period).to_owned()).collect()),
            word(other)
        ),
        None => "leave the time out".into(),
    };
    let message = format!("{game} never ends a {}, so this would last for ever", word(&period));
    Problem::new("never-ends", message, help)
}

fn zone_words(role: Role) -> &'static str {
    match role {
        Role::Deck => "deck",
        Role::Hand => "hand",
        Role::Discard => "discard zone",
        Role::Exile => "zone for what is out of the game",
        Role::Play => "zone in play",
        Role::Stack => "stack",
        Role::Looking => "zone for looking at cards",
        Role::Other => "such zone",
    }
}
