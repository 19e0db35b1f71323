//! A scenario page from a replay: the table at one moment, the moves from
//! there, and what stands at the end.

use std::fmt::Write as _;

use onplay_engine::game::Game;
use onplay_engine::id::{Class, CounterId, FlagId, ObjectId, Seat, ZoneId};
use onplay_engine::modifier::fresh_values;
use onplay_engine::rules::Role;
use onplay_games::kit::Kit;
use onplay_games::words::{Words, outcome_words};
use onplay_scenario::{play_scenario, read_page, run_scenario};

use crate::session::Session;

/// A page and what can be said about it.
pub struct Written {
    pub text: String,
    pub about: String,
}

/// Moves on a page if nothing is said.
const MOVES: usize = 6;

/// Writes the page, from a decision on or from a good one near the end.
///
/// # Errors
/// No moment of the game can be laid out by hand.
pub fn write(session: &Session, from: Option<usize>) -> Result<Written, String> {
    let timeline = session.timeline();
    let steps = &session.replay.steps;
    let clean = |at: &usize| {
        let game = &timeline[*at].0;
        is_clean(game) && steps.get(*at).is_some_and(|step| step.action.is_some())
    };
    let from = match from {
        Some(from) if from >= steps.len() => {
            return Err(format!("--from {from}: there are only {} decisions", steps.len()));
        }
        Some(from) if !clean(&from) => {
            let near = (0..from).rev().find(clean);
            let near = near.map_or(String::new(), |near| format!("; {near} is the nearest before"));
            return Err(format!(
                "decision {from} is in the middle of something and cannot be laid out{near}"
            ));
        }
        Some(from) => from,
        None => {
            let wished = steps.len().saturating_sub(MOVES);
            let before = (0..=wished).rev().find(clean);
            before
                .or_else(|| (wished..steps.len()).find(clean))
                .ok_or("no decision of this game can be laid out by hand")?
        }
    };
    let game = &timeline[from].0;
    let mut body = layout(session, game);
    let to = steps.len().min(from + 3 * MOVES);
    let mut made = 0;
    for step in &steps[from..to] {
        let Some(action) = &step.action else { break };
        let action = action.split(" #").next().unwrap_or(action);
        let with = format!("{body}{} {action}\n", step.seat);
        if !holds(&with) {
            break;
        }
        body = with;
        made += 1;
    }
    let end = expectations(&body, &session.kit).unwrap_or_default();
    body.push_str(&end);
    let game_name = &session.kit.book.game.title;
    let seed = session.replay.header.seed;
    let mut text = format!(
        "# {game_name}: from a replay\n\n## Decisions {} to {} of seed {seed}\n\n",
        from + 1,
        from + made
    );
    if made < to - from {
        let _ = writeln!(
            text,
            "Decision {} comes out differently on a table laid out by hand (dice or \
             history that a layout does not hold), so the page stops before it.\n",
            from + made + 1
        );
    }
    let _ = write!(text, "```scenario\n{body}```\n");
    if !holds(&body) {
        return Err("the page does not hold; please report the replay".into());
    }
    Ok(Written { text, about: format!("{made} moves from decision {} on", from + 1) })
}

/// Whether nothing is going on that a layout could not show.
fn is_clean(game: &Game) -> bool {
    !game.is_over()
        && game.prompts.is_empty()
        && game.work.is_empty()
        && game.stack.is_empty()
        && game.waiting.is_empty()
        && game.modifiers.is_empty()
        && game.delayed.is_empty()
        && game.decider == game.active
}

/// Whether the scenario runs without a failure.
fn holds(body: &str) -> bool {
    let page = read_page("page", &format!("## page\n```scenario\n{body}```\n"));
    page.scenarios.first().is_some_and(|scenario| run_scenario(scenario, None).holds())
}

/// The lines that lay the table out.
fn layout(session: &Session, game: &Game) -> String {
    let kit = &session.kit;
    let (rules, names) = (&kit.table.catalog.rules, &kit.table.catalog.names);
    let words = Words::new(kit.table.read(game));
    let mut text = format!("game {}", kit.book.game.id);
    if let Some(policy) = &session.replay.header.policy {
        let _ = write!(text, " policy {policy}");
    }
    let _ = write!(text, "\nactive {}\n", game.active);
    let _ = writeln!(text, "setup turn: {}; round: {}", game.turn, game.round);
    for seat in Seat::BOTH {
        for (number, rule) in rules.counters.iter().enumerate() {
            let value = game.counter(seat, CounterId(number as u16));
            if value != rule.start {
                let word = names.word(Class::Counter, number as u16);
                let _ = writeln!(text, "setup {seat} {word}: {value}");
            }
        }
    }
    for zone in (1..rules.places() as u8).map(ZoneId) {
        let mut objects: Vec<ObjectId> = game.zone(zone).to_vec();
        if objects.is_empty() {
            continue;
        }
        if rules.zone_rule(zone).is_some_and(|rule| rule.role == Role::Deck) {
            objects.reverse();
        }
        let cards: Vec<String> = objects.iter().map(|id| laid(kit, game, &words, *id)).collect();
        let _ = writeln!(text, "setup {}: {}", words.place(zone), cards.join(", "));
        if game.slots[zone.index()] != 0 {
            let _ =
                writeln!(text, "setup slot {}: {}", words.place(zone), game.slots[zone.index()]);
        }
    }
    text
}

/// One card with what it has beyond the printed.
fn laid(kit: &Kit, game: &Game, words: &Words, id: ObjectId) -> String {
    let (rules, names) = (&kit.table.catalog.rules, &kit.table.catalog.names);
    let object = game.object(id);
    let mut details = Vec::new();
    for flag in 0..names.all(Class::Flag).len() as u16 {
        if object.has(FlagId(flag)) {
            details.push(names.word(Class::Flag, flag).to_owned());
        }
    }
    let mut fresh = game.clone();
    fresh_values(&mut fresh, &kit.table.catalog, id);
    for (number, rule) in rules.attributes.iter().enumerate() {
        let Some(live) = rule.live else { continue };
        let value = object.values[usize::from(live)];
        if value != fresh.object(id).values[usize::from(live)] {
            details.push(format!("{}={value}", names.word(Class::Attribute, number as u16)));
        }
    }
    if !game.host(id).is_none() {
        details.push(format!("on {}", words.card(game.object(game.host(id)).card)));
    }
    if rules.zone_rule(object.zone).is_some_and(|rule| rule.per_seat)
        && rules.seat(object.zone) != object.owner
    {
        details.push(format!("owned by {}", object.owner));
    }
    let name = words.card(object.card);
    if details.is_empty() { name.to_owned() } else { format!("{name} [{}]", details.join(", ")) }
}

/// What stands on the board after the moves.
fn expectations(body: &str, kit: &Kit) -> Option<String> {
    let page = read_page("page", &format!("## page\n```scenario\n{body}```\n"));
    let (stage, stopped) = play_scenario(page.scenarios.first()?, None).ok()?;
    if stopped.is_some() {
        return None;
    }
    let game = &stage.game;
    let words = Words::new(kit.table.read(game));
    let mut text = String::new();
    let rules = &kit.table.catalog.rules;
    for zone in (1..rules.places() as u8).map(ZoneId) {
        let objects = game.zone(zone);
        if rules.is_in_play(zone) && !objects.is_empty() {
            let cards: Vec<&str> =
                objects.iter().map(|id| words.card(game.object(*id).card)).collect();
            let _ = writeln!(text, "expect {}: {}", words.place(zone), cards.join(", "));
        }
    }
    match game.to_decide() {
        Some(seat) => {
            let _ = writeln!(text, "expect turn {}; decider {seat}; playing", game.turn);
        }
        None => {
            let end = outcome_words(game.outcome);
            let end = match end.strip_suffix(" wins") {
                Some(seat) => format!("winner {seat}"),
                None => "draw".into(),
            };
            let _ = writeln!(text, "expect {end}");
        }
    }
    Some(text)
}
