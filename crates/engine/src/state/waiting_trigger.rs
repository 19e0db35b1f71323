//! Triggers that were found and wait for their turn.

use crate::event::Event;
use crate::id::{AbilityId, Handle, Seat};

/// A trigger that was found and waits for its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WaitingTrigger {
    pub listener: Handle,
    pub ability: AbilityId,
    pub controller: Seat,
    pub depth: u16,
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
