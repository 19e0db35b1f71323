//! Where in the game play is: whose turn, whose decision, which attack.

use crate::id::{Handle, Seat};

/// The place in the turn. Both seats know all of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Turn {
    /// Whose turn it is.
    pub active: Seat,
    /// Who takes the next free decision, if no prompt waits.
    pub decider: Seat,
    /// Who begins: the player that a rulebook calls the first.
    pub first: Seat,
    /// Whose choice began what is happening.
    pub actor: Seat,
    /// The frame's own place in the turn.
    pub phase: u8,
    /// How many turns have begun.
    pub number: u16,
    /// How many rounds have begun.
    pub round: u16,
    /// What [`Clock::entered`] showed when this turn began.
    pub began: u16,
    /// Numbers that the frame keeps; what they mean is its business.
    pub memo: [i16; 8],
}

/// Who attacks what at the moment; nobody outside an attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Combat {
    /// Who attacks.
    pub attacker: Handle,
    /// What is attacked.
    pub defender: Handle,
}

/// What only counts up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Clock {
    /// The present batch of simultaneous changes.
    pub batch: u16,
    /// How many objects have entered play.
    pub entered: u16,
    /// How many things have been recorded, or would have been.
    pub ordinal: u32,
    /// Steps taken since the last decision.
    pub steps: u32,
    /// How often they were too many since then.
    pub overflows: u8,
}
