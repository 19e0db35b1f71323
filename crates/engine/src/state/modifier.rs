//! Changes that pass and triggers that wait, bound to no printed card.

use crate::card::Duration;
use crate::event::Kind;
use crate::id::{AbilityId, FlagId, Handle, KeywordId, Seat, ZoneKind};

/// A change that passes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Modifier {
    /// What is changed; none for a rule laid on the whole table.
    pub target: Handle,
    /// The object whose ability made it.
    pub source: Handle,
    /// Who controlled that ability.
    pub controller: Seat,
    /// What it does to the target.
    pub change: Change,
    /// The number of the change, where it has one.
    pub amount: i16,
    /// When it ends.
    pub until: Duration,
    /// Turns left, for a duration counted in turns.
    pub turns: u8,
    /// Whose mentions its words mean; 0 if it keeps none.
    pub keeper: u16,
}

/// What a modifier changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// Adds to a value, by its place among the live ones.
    Add(u8),
    /// Makes a value exactly the amount, by its place among the live ones.
    Set(u8),
    /// A keyword in addition to those it has.
    Keyword(KeywordId),
    /// A status that ends with the modifier.
    Flag(FlagId),
    /// An ability in addition to those it has.
    Ability(AbilityId),
    /// It may be played from this zone, for this price instead of its own if there
    /// is one.
    PlayFrom {
        /// Where it has to lie.
        zone: ZoneKind,
        /// The price instead of its own.
        price: Option<i16>,
        /// It is exiled when it would leave play.
        banish: bool,
    },
    /// A static ability that is on no card.
    Decree(AbilityId),
    /// The same, for the next card that is played and meant by it.
    DecreeOnce(AbilityId),
    /// Whoever controlled it before does so again when the modifier ends.
    Control(Seat),
    /// As much damage as the amount says is still prevented.
    Prevent,
    /// It did this, or this was done to it.
    Did(Kind),
    /// What dealt damage to it last is the source.
    HitBy,
}

/// A trigger that is on no card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Delayed {
    /// What happens when it fires.
    pub ability: AbilityId,
    /// The object whose ability made it.
    pub source: Handle,
    /// Who controlled that ability, and controls this.
    pub controller: Seat,
    /// Whose mentions it keeps; 0 if it keeps none.
    pub keeper: u16,
    /// Gone after it fired.
    pub once: bool,
    /// When it ends without having fired.
    pub until: Duration,
    /// Turns left, for a duration counted in turns.
    pub turns: u8,
}

impl Modifier {
    /// The rule that it lays on the whole table.
    pub fn decree(&self) -> Option<AbilityId> {
        match self.change {
            Change::Decree(ability) | Change::DecreeOnce(ability) => Some(ability),
            _ => None,
        }
    }

    /// The triggered or activated ability it gives.
    pub fn ability(&self) -> Option<AbilityId> {
        match self.change {
            Change::Ability(ability) => Some(ability),
            _ => None,
        }
    }
}
