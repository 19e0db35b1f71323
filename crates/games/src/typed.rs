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
    let begins: Vec<&(Action, String, String)> = forms
        .iter()
        .filter(|(_, short, full)| {
            simple(short).starts_with(&wanted) || simple(full).starts_with(&wanted)
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
        Some(action) => Typed::Illegal(action),
        None => Typed::Unknown { nearest: nearest(&wanted, &forms) },
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
        _ => special(words, game, text),
    }
}

/// The number of an object's first activated ability.
fn first_activated(words: &Words, game: &Game, id: ObjectId) -> u8 {
    let card = words.reader.catalog.card(game.object(id).card);
    let activated = |ability: &Ability| matches!(ability.when, When::Activated(_));
    card.abilities.iter().position(activated).unwrap_or(0) as u8
}

/// A special action of the game, by its words.
fn special(words: &Words, game: &Game, text: &str) -> Option<Action> {
    let verbs = words.reader.frame.verbs().iter().enumerate();
    verbs.rev().find_map(|(verb, word)| {
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
