//! The table as one viewer may know it, and keeping it up to date by steps.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;

use crate::names::{Handle, PlaceName, SeatName};
use crate::step::{Change, Step};

/// The whole table as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct View {
    /// Whose eyes these are; none for a spectator.
    pub seat: Option<SeatName>,
    /// The number of the turn.
    pub turn: u16,
    /// 0 in games without rounds.
    pub round: u16,
    /// The phase that goes on.
    pub phase: String,
    /// Whose turn it is.
    pub active: SeatName,
    /// Who decides now; nobody when the game is over.
    pub decides: Option<SeatName>,
    /// Whether the game is over.
    pub over: bool,
    /// Who won; none while it goes on and after a draw.
    pub winner: Option<SeatName>,
    /// The first seat's numbers.
    pub p1: PlayerView,
    /// The second seat's numbers.
    pub p2: PlayerView,
    /// Places with something in them or a modifier; all others are empty.
    pub places: BTreeMap<PlaceName, PlaceView>,
    /// Every card in sight.
    #[serde(deserialize_with = "read_cards")]
    pub cards: BTreeMap<Handle, CardView>,
    /// What waits on the stack, the next to resolve first.
    pub stack: Vec<StackItem>,
}

/// A player's numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerView {
    /// By name; counters that only their owner sees are left out for others.
    pub counters: BTreeMap<String, i16>,
    /// Keywords that the player has.
    pub keywords: Vec<String>,
}

/// What lies in a place.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlaceView {
    /// The cards in sight, in order: of a row the leftmost first, of a deck the
    /// top one first.
    pub cards: Vec<Handle>,
    /// How many cards there are, those out of sight included.
    pub count: u16,
    /// The place's own modifier.
    pub bonus: i16,
}

/// A card in sight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct CardView {
    /// How this viewer knows it.
    pub handle: Handle,
    /// The printed name; the face is in the game's list of cards.
    pub card: String,
    /// Whose card it is.
    pub owner: SeatName,
    /// Who controls it.
    pub controller: SeatName,
    /// Attributes that can change and are not 0, as they are now.
    pub numbers: BTreeMap<String, i16>,
    /// What it is at the moment.
    pub statuses: Vec<String>,
    /// All keywords it has now.
    pub keywords: Vec<String>,
    /// What it is attached to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub on: Option<Handle>,
}

/// One item of the stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct StackItem {
    /// The card that it comes from.
    pub source: crate::step::ObjectRef,
    /// Who controls it.
    pub controller: SeatName,
    /// The name of the ability.
    pub ability: Option<String>,
    /// The words on the card.
    pub words: Option<String>,
    /// What it is aimed at.
    pub targets: Vec<crate::step::ObjectRef>,
    /// The same as one line.
    pub text: String,
}

impl View {
    /// The same view of a game that a player has given up.
    pub fn conceded(mut self, by: SeatName) -> View {
        self.decides = None;
        self.over = true;
        self.winner = Some(match by {
            SeatName::P1 => SeatName::P2,
            SeatName::P2 => SeatName::P1,
        });
        self
    }

    /// Brings the view up to date with a step.
    pub fn apply(&mut self, step: &Step) {
        step.changes.iter().for_each(|change| self.change(change));
    }

    fn change(&mut self, change: &Change) {
        match change {
            Change::Card { card } => {
                self.cards.insert(card.handle, card.clone());
            }
            Change::Gone { handle } => {
                self.cards.remove(handle);
            }
            Change::Place { place, cards, count } => {
                let known = self.places.entry(place.clone()).or_default();
                known.cards.clone_from(cards);
                known.count = *count;
                self.drop_empty(place);
            }
            Change::Bonus { place, to, .. } => {
                self.places.entry(place.clone()).or_default().bonus = *to;
                self.drop_empty(place);
            }
            Change::Number { handle, name, to, .. } => {
                if let Some(card) = self.cards.get_mut(handle) {
                    if *to == 0 {
                        card.numbers.remove(name);
                    } else {
                        card.numbers.insert(name.clone(), *to);
                    }
                }
            }
            Change::Status { handle, name, on } => {
                if let Some(card) = self.cards.get_mut(handle) {
                    set_word(&mut card.statuses, name, *on);
                }
            }
            Change::Keyword { handle, name, on } => {
                if let Some(card) = self.cards.get_mut(handle) {
                    set_word(&mut card.keywords, name, *on);
                }
            }
            Change::Controller { handle, seat } => {
                if let Some(card) = self.cards.get_mut(handle) {
                    card.controller = *seat;
                }
            }
            Change::Attached { handle, to } => {
                if let Some(card) = self.cards.get_mut(handle) {
                    card.on = *to;
                }
            }
            Change::Counter { seat, name, to, .. } => {
                self.player_mut(*seat).counters.insert(name.clone(), *to);
            }
            Change::PlayerKeyword { seat, name, on } => {
                set_word(&mut self.player_mut(*seat).keywords, name, *on);
            }
            Change::Moment { turn, round, phase, active } => {
                (self.turn, self.round, self.active) = (*turn, *round, *active);
                self.phase.clone_from(phase);
            }
            Change::Stack { items } => self.stack.clone_from(items),
            Change::Decides { seat } => self.decides = *seat,
            Change::Over { winner } => {
                self.over = true;
                self.winner = *winner;
            }
            Change::Resumed => {
                self.over = false;
                self.winner = None;
            }
        }
    }

    fn drop_empty(&mut self, place: &str) {
        if self.places.get(place).is_some_and(|known| *known == PlaceView::default()) {
            self.places.remove(place);
        }
    }

    fn player_mut(&mut self, seat: SeatName) -> &mut PlayerView {
        match seat {
            SeatName::P1 => &mut self.p1,
            SeatName::P2 => &mut self.p2,
        }
    }
}

/// Handles are strings as keys of a JSON object, which an enum told apart by its
/// `type` does not turn back into numbers by itself.
fn read_cards<'de, D: Deserializer<'de>>(input: D) -> Result<BTreeMap<Handle, CardView>, D::Error> {
    let cards = BTreeMap::<String, CardView>::deserialize(input)?;
    let read = |(key, card): (String, CardView)| match key.parse() {
        Ok(handle) => Ok((handle, card)),
        Err(_) => Err(serde::de::Error::custom(format!("`{key}` is no handle"))),
    };
    cards.into_iter().map(read).collect()
}

/// Adds a word to a sorted list or takes it out.
fn set_word(words: &mut Vec<String>, word: &str, on: bool) {
    match (words.binary_search_by(|known| known.as_str().cmp(word)), on) {
        (Err(at), true) => words.insert(at, word.to_owned()),
        (Ok(at), false) => {
            words.remove(at);
        }
        _ => {}
    }
}
