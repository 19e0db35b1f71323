//! Triggers that were found and wait for their turn.

use crate::event::Event;
use crate::id::{AbilityId, Handle, Seat};

/// A trigger that was found and waits for its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WaitingTrigger {
    /// The object whose ability fires.
    pub listener: Handle,
    /// The ability that fires.
    pub ability: AbilityId,
    /// Who controls it, and orders it among their own.
    pub controller: Seat,
    /// How deep in the chain it is.
    pub depth: u16,
    /// What it reacts to.
    pub event: Event,
    /// The object behind the event, none for a player's action.
    pub by: Handle,
    /// The recorded event.
    pub cause: u32,
    /// Smaller comes first.
    pub(crate) key: u64,
    /// Whose mentions are its own; 0 if it has none.
    pub keeper: u16,
    /// The moment of the event: what happens together has one number.
    pub(crate) batch: u16,
    /// It is not on a card in play: a delayed trigger, by its place.
    pub delayed: bool,
}
