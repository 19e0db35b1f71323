//! Typed actions: from the words a person or a scenario writes to an action,
//! also to one that is not legal, so that the reason can be given.

use onplay_engine::card::{Ability, When};
use onplay_engine::id::{CardId, ObjectId, ZoneId};
use onplay_engine::play::Table;
use onplay_engine::rulebook::Role;
use onplay_engine::state::{Action, Game};

use crate::words::Words;

/// What some typed words mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// An action on offer.
    Legal(Action),
    /// An action that is not on offer.
    Illegal(Action),
    /// Several actions on offer begin like this.
    Ambiguous(Vec<String>),
    /// Nothing; the nearest action on offer may help.
    Unknown {
        /// The action on offer whose words are most like it.
        nearest: Option<String>,
    },
}

/// The longest words that an action may be near to, in bytes.
pub(crate) const LONGEST: usize = 400;

/// Reads typed words in a game.
pub fn read(table: &Table, game: &Game, text: &str) -> Typed {
    let mut legal = Vec::new();
    table.legal_actions(game, &mut legal);
    read_among(table, game, text, &legal)
}

/// Reads typed words where these actions are on offer; the game may be what
/// one seat knows of it.
pub fn read_among(table: &Table, game: &Game, text: &str, legal: &[Action]) -> Typed {
    let words = Words::new(table.read(game));
    let wanted = simple(text);
    let forms: Vec<(Action, String, String)> = legal
        .iter()
        .map(|action| (*action, words.action(*action), words.full_action(*action)))
        .collect();
    let exact =
        forms.iter().find(|(_, short, full)| simple(short) == wanted || simple(full) == wanted);
    if let Some((action, ..)) = exact {
        return Typed::Legal(*action);
    }
    let named = named_card(&words, &wanted);
    let begins: Vec<&(Action, String, String)> = forms
        .iter()
        .filter(|(_, short, full)| {
            simple(short).starts_with(&wanted) || simple(full).starts_with(&wanted)
        })
        // Where the words name a card, one whose name only begins like it is not meant.
        .filter(|(action, ..)| {
            let object = subject(*action).and_then(|id| game.objects.get(id.index()));
            named.is_none_or(|card| object.is_none_or(|object| object.card == card))
        })
        .collect();
    match begins.as_slice() {
        [(action, ..)] if !wanted.is_empty() => return Typed::Legal(*action),
        [_, ..] if !wanted.is_empty() => {
            return Typed::Ambiguous(begins.iter().map(|(_, short, _)| short.clone()).collect());
        }
        _ => {}
    }
    match guess(&words, game, &wanted) {
        // A rulebook may have its own word for it.
        Some(action) if legal.contains(&action) => Typed::Legal(action),
        Some(action) => Typed::Illegal(action),
        None => Typed::Unknown { nearest: nearest(&wanted, &forms) },
    }
}

/// The card whose whole name follows the verb.
fn named_card(words: &Words, text: &str) -> Option<CardId> {
    let (_, name) = text.split_once(' ')?;
    let cards = words.reader.catalog.cards.len() as u16;
    (0..cards).map(CardId).find(|card| simple(words.card(*card)) == name)
}

/// The object that an action is first of all about.
fn subject(action: Action) -> Option<ObjectId> {
    match action {
        Action::Play { object, .. }
        | Action::Move { object, .. }
        | Action::Activate { object, .. }
        | Action::Choose(object) => Some(object),
        Action::Attack { target, .. } => Some(target),
        _ => None,
    }
}

fn simple(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Builds an action from words although it is not on offer.
fn guess(words: &Words, game: &Game, text: &str) -> Option<Action> {
    let object = |name: &str| find_object(words, game, name);
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    match verb {
        "pass" => Some(Action::Pass),
        "done" => Some(Action::Submit),
        "yes" => Some(Action::Yes),
        "no" => Some(Action::No),
        "play" => {
            // A card's own name may have the word in it.
            let whole = object(rest).map(|_| (rest, ""));
            let (name, place) = whole.or_else(|| rest.split_once(" to ")).unwrap_or((rest, ""));
            let place =
                if place.is_empty() { ZoneId::OUTSIDE } else { find_place(words, game, place)? };
            Some(Action::Play { object: object(name)?, place, at: u8::MAX })
        }
        "move" => {
            let (name, place) = rest.split_once(" to ")?;
            Some(Action::Move {
                object: object(name)?,
                place: find_place(words, game, place)?,
                at: u8::MAX,
            })
        }
        "attack" => {
            let (target, attacker) = rest.split_once(" with ")?;
            Some(Action::Attack { attacker: object(attacker)?, target: object(target)? })
        }
        "use" => {
            let (name, number) = match rest.split_once(" ability ") {
                Some((name, number)) => (name, number.parse::<u8>().ok()?.checked_sub(1)?),
                None => (rest, first_activated(words, game, object(rest)?)),
            };
            Some(Action::Activate { object: object(name)?, ability: number })
        }
        "choose" => rest
            .parse()
            .ok()
            .map(Action::ChooseNumber)
            .or_else(|| object(rest).map(Action::Choose))
            .or_else(|| find_place(words, game, rest).map(Action::ChoosePlace)),
        _ if is_pass(words, game, text) => Some(Action::Pass),
        _ => named(words, game, text).or_else(|| special(words, game, text)),
    }
}

/// Whether words are what passing is called here, with or without "the" and "your":
/// "end turn".
fn is_pass(words: &Words, game: &Game, text: &str) -> bool {
    let plain = |text: &str| {
        let kept = text.split_whitespace().filter(|word| !matches!(*word, "the" | "your"));
        kept.collect::<Vec<_>>().join(" ")
    };
    let called = words.reader.frame.pass_words(game);
    called.is_some_and(|called| plain(&simple(called)) == plain(text))
}

/// An action by the name that a rulebook gives it: "march Levy to ford 2", "strike Levy
/// with Pikeman".
fn named(words: &Words, game: &Game, text: &str) -> Option<Action> {
    let frame = words.reader.frame;
    let mut names: Vec<&str> = (0..).map_while(|number| frame.verb(number)).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let object = |name: &str| find_object(words, game, name);
    names.into_iter().filter(|name| !name.contains('{')).find_map(|name| {
        let rest = text.strip_prefix(&simple(name))?.strip_prefix(' ')?;
        if let Some((what, place)) = rest.split_once(" to ")
            && let (Some(id), Some(place)) = (object(what), find_place(words, game, place))
        {
            let in_play = words.reader.catalog.rules.is_in_play(game.object(id).zone);
            return Some(if in_play {
                Action::Move { object: id, place, at: u8::MAX }
            } else {
                Action::Play { object: id, place, at: u8::MAX }
            });
        }
        if let Some((target, attacker)) = rest.split_once(" with ")
            && let (Some(target), Some(attacker)) = (object(target), object(attacker))
        {
            return Some(Action::Attack { attacker, target });
        }
        let id = object(rest)?;
        let in_play = words.reader.catalog.rules.is_in_play(game.object(id).zone);
        (!in_play).then_some(Action::Play { object: id, place: ZoneId::OUTSIDE, at: u8::MAX })
    })
}

/// The number of an object's first activated ability.
fn first_activated(words: &Words, game: &Game, id: ObjectId) -> u8 {
    let card = words.reader.catalog.card(game.object(id).card);
    let activated = |ability: &Ability| matches!(ability.when, When::Activated(_));
    card.abilities.iter().position(activated).unwrap_or(0) as u8
}

/// A special action of the game, by its words.
fn special(words: &Words, game: &Game, text: &str) -> Option<Action> {
    let frame = words.reader.frame;
    let verbs: Vec<&str> = (0..).map_while(|number| frame.verb(number)).collect();
    verbs.iter().enumerate().rev().find_map(|(verb, word)| {
        if let Some((object, other)) = two_objects(words, game, word, text) {
            return Some(Action::Special { verb: verb as u8, object, other });
        }
        let rest = text.strip_prefix(&simple(word))?.trim();
        let object = if rest.is_empty() { ObjectId::NONE } else { find_object(words, game, rest)? };
        Some(Action::Special { verb: verb as u8, object, other: ObjectId::NONE })
    })
}

/// The objects in the holes of a form: "block {other} with {object}".
fn two_objects(words: &Words, game: &Game, form: &str, text: &str) -> Option<(ObjectId, ObjectId)> {
    let (first, second) = (form.find('{')?, form.rfind('{')?);
    let middle = form[first..second].split_once('}')?.1;
    let rest = text.strip_prefix(&form[..first])?;
    let (left, right) = rest.split_once(middle)?;
    let (left, right) = (find_object(words, game, left)?, find_object(words, game, right)?);
    let turned = form.find("{other}") < form.find("{object}");
    Some(if turned { (right, left) } else { (left, right) })
}

/// The object that a name or label means; what is in play comes first, then
/// the decider's hand.
pub fn find_object(words: &Words, game: &Game, name: &str) -> Option<ObjectId> {
    let wanted = simple(name);
    let rules = &words.reader.catalog.rules;
    let mut ids: Vec<ObjectId> = (0..game.objects.len() as u16)
        .map(ObjectId)
        .filter(|id| game.object(*id).zone != ZoneId::OUTSIDE)
        // A covered card has no name to call it by.
        .filter(|id| game.object(*id).card != CardId::HIDDEN)
        .collect();
    let hand = rules.zone_of(Role::Hand, game.to_decide().unwrap_or(game.turn.active));
    ids.sort_by_key(|id| {
        let zone = game.object(*id).zone;
        (!rules.is_in_play(zone), zone != hand)
    });
    ids.iter().copied().find(|id| simple(&words.full_label(*id)) == wanted).or_else(|| {
        ids.iter().copied().find(|id| simple(words.card(game.object(*id).card)) == wanted)
    })
}

/// The place that some words mean; without a seat, the decider's own.
pub fn find_place(words: &Words, game: &Game, text: &str) -> Option<ZoneId> {
    let wanted = simple(text);
    let seat = game.to_decide().unwrap_or(game.turn.active);
    let places = words.reader.catalog.rules.places();
    let named = |wanted: &str| {
        (1..places as u8).map(ZoneId).find(|zone| simple(&words.place(*zone)) == wanted)
    };
    named(&wanted).or_else(|| named(&format!("{seat} {wanted}")))
}

fn nearest(wanted: &str, forms: &[(Action, String, String)]) -> Option<String> {
    if wanted.len() > LONGEST {
        return None;
    }
    let closeness = |form: &str| strsim::jaro_winkler(wanted, &simple(form));
    forms
        .iter()
        .map(|(_, short, _)| short)
        .max_by(|left, right| closeness(left).total_cmp(&closeness(right)))
        .filter(|form| closeness(form) > 0.6)
        .cloned()
}
