//! Changes that pass and triggers that wait, bound to no printed card.

use crate::card::Duration;
use crate::id::{AbilityId, FlagId, Handle, KeywordId, Seat, ZoneKind};

/// A change that passes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Modifier {
    /// What is changed; none for a rule laid on the whole table.
    pub target: Handle,
    pub source: Handle,
    pub controller: Seat,
    pub change: Change,
    pub amount: i16,
    pub until: Duration,
    /// Turns left, for a duration counted in turns.
    pub turns: u8,
}

/// What a modifier changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// Adds to a value, by its place among the live ones.
    Add(u8),
    Set(u8),
    Keyword(KeywordId),
    /// A status that ends with the modifier.
    Flag(FlagId),
    Ability(AbilityId),
    /// It may be played from this zone for the amount.
    PlayFrom(ZoneKind),
    /// A static ability that is on no card.
    Decree(AbilityId),
}

/// A trigger that is on no card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Delayed {
    pub ability: AbilityId,
    pub source: Handle,
    pub controller: Seat,
    /// Whose mentions it keeps; 0 if it keeps none.
    pub keeper: u16,
    /// Gone after it fired.
    pub once: bool,
    pub until: Duration,
    pub turns: u8,
}

impl Modifier {
    /// The triggered or activated ability it gives.
    pub fn ability(&self) -> Option<AbilityId> {
        match self.change {
            Change::Ability(ability) => Some(ability),
            _ => None,
        }
    }
}
