//! Actions: what a seat can decide. Small, `Copy`, and the same for all games.

use crate::id::{FlagId, ObjectId, Seat, ZoneId};

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
// Eight bytes, so that a listing writes each with one store.
#[repr(align(8))]
pub enum Action {
    /// End, pass, do nothing.
    Pass,
    /// Play a card, to a place if it needs one.
    Play {
        /// The card that is played.
        object: ObjectId,
        /// Where it goes, the outside if it needs no place.
        place: ZoneId,
        /// Where in the row, from 0.
        at: u8,
    },
    /// Use an activated ability, by its number on the card.
    Activate {
        /// The object that has it.
        object: ObjectId,
        /// Its number on the card, from 0.
        ability: u8,
    },
    /// Attack something with one object.
    Attack {
        /// What attacks.
        attacker: ObjectId,
        /// What is attacked.
        target: ObjectId,
    },
    /// Move an object to another lane or slot.
    Move {
        /// What moves.
        object: ObjectId,
        /// The lane or slot it goes to.
        place: ZoneId,
        /// Where in the row, from 0.
        at: u8,
    },
    /// Something only this game has; the frame names its verbs.
    Special {
        /// Which of the frame's verbs.
        verb: u8,
        /// What it is done with, if anything.
        object: ObjectId,
        /// What it is done to, if anything.
        other: ObjectId,
    },
    /// Pick or unpick an object.
    Choose(ObjectId),
    /// Pick the lane or slot asked for.
    ChoosePlace(ZoneId),
    /// Pick an option, by its number in the prompt.
    ChooseOption(u8),
    /// Name a number within the prompt's bounds.
    ChooseNumber(i16),
    /// That is enough.
    Submit,
    /// Accept what is offered.
    Yes,
    /// Decline what is offered.
    No,
}

impl Action {
    /// Whether everything that it names exists. An action that the game did not
    /// list may name anything.
    pub fn is_within(self, objects: usize, places: usize) -> bool {
        let object = |id: ObjectId| id.index() < objects;
        let place = |zone: ZoneId| zone.index() < places;
        match self {
            Action::Play { object: id, place: zone, .. }
            | Action::Move { object: id, place: zone, .. } => object(id) && place(zone),
            Action::Activate { object: id, .. } | Action::Choose(id) => object(id),
            Action::Attack { attacker, target } => object(attacker) && object(target),
            Action::Special { object: one, other, .. } => {
                [one, other].into_iter().all(|id| id.is_none() || object(id))
            }
            Action::ChoosePlace(zone) => place(zone),
            Action::Pass
            | Action::ChooseOption(_)
            | Action::ChooseNumber(_)
            | Action::Submit
            | Action::Yes
            | Action::No => true,
        }
    }
}

/// Why an action was refused. The game is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Someone else is being asked.
    NotYourDecision {
        /// Who has to decide.
        asked: Seat,
    },
    /// The prompt does not offer this answer.
    NotOffered,
    /// A rule or card refuses it.
    Forbidden(Why),
    /// There is nothing left to decide.
    GameOver,
}

/// The rule or card behind a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// A clause of the game's rules, by its number in the frame's list.
    Rule(u16),
    /// A card forbids it.
    Card(ObjectId),
    /// It costs more than there is.
    Cost {
        /// What it costs.
        needed: i16,
        /// What could be paid.
        has: i16,
    },
    /// A part of its cost cannot be paid: there is nothing to pay with.
    Unpayable,
    /// It has a status that keeps it from paying: it is exhausted.
    Status(FlagId),
    /// There is nothing to choose.
    NoTarget,
    /// The object does not match the words.
    Mismatch,
    /// It has lost its abilities.
    Silenced,
    /// Its limit is used up.
    Limit,
    /// The condition of the card does not hold.
    Condition,
    /// The place is full.
    Full,
    /// It is not there.
    Absent,
    /// The ability does not work from where its object is.
    WrongPlace,
}
