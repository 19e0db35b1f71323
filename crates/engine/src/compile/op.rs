//! The operations that abilities are flattened into.

use crate::card::{Condition, Cost, Effect, Manner, Quantity, Selection, Who};
use crate::id::{AbilityId, ZoneKind};

/// What an operation is, as far as it is looked at before its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Upcoming {
    Other,
    /// What has been set off is done before what follows.
    Boundary,
    /// The ability is over.
    End,
}

impl Upcoming {
    pub fn of(op: &Op) -> Self {
        match op {
            Op::Then => Upcoming::Boundary,
            Op::End => Upcoming::End,
            _ => Upcoming::Other,
        }
    }
}

/// One operation.
#[derive(Clone, PartialEq, Eq, Debug)]
// Each begins with a line of the processor's cache of its own.
#[repr(align(64))]
pub(crate) enum Op {
    /// A leaf effect. The ability is the one that it creates, if any; the slot
    /// is where its choice was stored beforehand.
    Do {
        effect: Effect,
        linked: AbilityId,
        slot: Option<u8>,
        /// The number under which what it really did is kept, if that is asked for.
        result: Option<u8>,
    },
    /// Jumps unless the condition holds.
    Unless(Condition, u16),
    Jump(u16),
    /// Asks; jumps if declined or not payable.
    May {
        who: Who,
        cost: Vec<Cost>,
        otherwise: u16,
    },
    /// Pays one part of a cost.
    Pay {
        who: Who,
        cost: Cost,
    },
    /// Asks for a mode and jumps to it.
    Modal {
        who: Who,
        modes: Vec<(Vec<Cost>, u16)>,
        end: u16,
    },
    /// Asks for another mode until as many as wanted are done.
    NextMode {
        start: u16,
        count: u8,
    },
    /// Gathers objects and starts with the first; jumps if there are none.
    Each {
        what: Selection,
        end: u16,
        slot: Option<u8>,
    },
    /// Takes the next object of the loop, or goes on behind it.
    NextObject {
        start: u16,
    },
    /// Puts a player in charge: the turn's first and then the other, or the one named.
    EachPlayer {
        who: Who,
    },
    NextPlayer {
        start: u16,
    },
    Repeat {
        times: Quantity,
        end: u16,
    },
    NextTime {
        start: u16,
    },
    /// Starts with the first lane or slot of a zone.
    EachPlace {
        zone: ZoneKind,
    },
    /// Takes the next one, or goes on behind the loop.
    NextPlace {
        start: u16,
    },
    /// What has been set off is done first.
    Then,
    /// Everything up to the end happens together.
    Together {
        manner: Manner,
        end: u16,
    },
    End,
}
