//! What an action is to a player who does not know every card.

use onplay_engine::compile::Catalog;
use onplay_engine::id::{CardId, ObjectId};
use onplay_engine::rulebook::Sight;
use onplay_engine::state::{Action, Game};

/// An action as a search knows it: a card in a hidden zone by what is printed
/// on it, anything else by which object it is. Two copies of a card in a hand
/// are one choice, and the same object dealt another card is another choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    shape: u64,
    first: u32,
    second: u32,
}

impl Key {
    pub(crate) fn of(catalog: &Catalog, game: &Game, action: Action) -> Key {
        let none = ObjectId::NONE;
        let place =
            |zone: onplay_engine::id::ZoneId, at: u8| u64::from(zone.0) << 8 | u64::from(at) << 16;
        let (shape, first, second) = match action {
            Action::Pass => (0, none, none),
            Action::Play { object, place: zone, at } => (1 | place(zone, at), object, none),
            Action::Activate { object, ability } => (2 | u64::from(ability) << 8, object, none),
            Action::Attack { attacker, target } => (3, attacker, target),
            Action::Move { object, place: zone, at } => (4 | place(zone, at), object, none),
            Action::Special { verb, object, other } => (5 | u64::from(verb) << 8, object, other),
            Action::Choose(object) => (6, object, none),
            Action::ChoosePlace(zone) => (7 | place(zone, 0), none, none),
            Action::ChooseOption(option) => (8 | u64::from(option) << 8, none, none),
            Action::ChooseNumber(number) => (9 | u64::from(number as u16) << 8, none, none),
            Action::Submit => (10, none, none),
            Action::Yes => (11, none, none),
            Action::No => (12, none, none),
        };
        Key { shape, first: name(catalog, game, first), second: name(catalog, game, second) }
    }
}

fn name(catalog: &Catalog, game: &Game, id: ObjectId) -> u32 {
    let Some(object) = game.objects.get(id.index()) else { return u32::MAX };
    let rule = catalog.rules.zone_rule(object.zone);
    let hidden = rule.is_some_and(|rule| rule.sight != Sight::Everyone);
    if hidden { HIDDEN | printed(object.card) } else { u32::from(id.0) }
}

fn printed(card: CardId) -> u32 {
    u32::from(card.0)
}

const HIDDEN: u32 = 1 << 16;
