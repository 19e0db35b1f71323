//! The record: everything that happened, each with its cause.
//!
//! Recording is off unless someone listens; the state counts ordinals all the
//! same, so a recorded game and an unrecorded one are equal.

use crate::card::Comparison;
use crate::event::{Event, Kind};
use crate::id::{AbilityId, AttributeId, CardId, Handle, PhaseId, Seat};
use crate::state::{Action, Ask, Outcome, Reason, Stage};

/// What was recorded since the record was started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    pub entries: Vec<RecordEntry>,
    pub skipped_triggers: Vec<SkippedTrigger>,
}

/// One recorded thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordEntry {
    /// Its number in the game.
    pub ordinal: u32,
    /// The number of what it goes back to; 0 is the start of the game.
    pub cause: u32,
    pub depth: u16,
    pub fact: Fact,
}

/// What can be recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A player decided.
    Decided {
        seat: Seat,
        action: Action,
    },
    /// The engine took a forced decision.
    Forced {
        seat: Seat,
        action: Action,
    },
    /// Something happened, by an ability (or by a rule, where there is none).
    Happened {
        event: Event,
        source: Handle,
        ability: AbilityId,
        cursor: u16,
    },
    /// A trigger was found and fires.
    Fired {
        source: Handle,
        ability: AbilityId,
    },
    /// An ability entered a phase of its lifecycle.
    Reached {
        source: Handle,
        ability: AbilityId,
        stage: Stage,
    },
    /// A player was asked.
    Asked {
        seat: Seat,
        ask: Ask,
        reason: Reason,
        source: Handle,
    },
    /// A state check found something.
    Checked {
        object: Handle,
    },
    /// An ability used last-known values because its source has gone.
    LastKnown {
        source: Handle,
        ability: AbilityId,
    },
    /// A spell or ability did nothing: all its targets were illegal.
    Fizzled {
        source: Handle,
        ability: AbilityId,
    },
    /// A trigger did nothing: its condition no longer held when it resolved.
    ConditionFailed {
        source: Handle,
        ability: AbilityId,
    },
    /// An ability happens because a card was played in a way that something opened.
    Consequence {
        source: Handle,
        ability: AbilityId,
    },
    /// There was no room for an object, or for a new one of a card.
    NoRoom {
        object: Handle,
        card: Option<CardId>,
    },
    /// Something could not be stopped.
    NotCancelled {
        object: Handle,
    },
    /// A player's triggers keep the order of entry: another would make no difference.
    OrderIrrelevant {
        seat: Seat,
        count: u8,
    },
    /// A chain went over the budget.
    Overflowed {
        steps: u32,
    },
    /// An event was replaced.
    Replaced {
        event: Event,
        source: Handle,
        ability: AbilityId,
    },
    /// A clause of the frame's rules was applied.
    Ruled {
        clause: u16,
    },
    Finished {
        outcome: Outcome,
    },
}

/// A trigger that heard an event and did not fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SkippedTrigger {
    /// The event it heard.
    pub ordinal: u32,
    /// The last thing that was recorded before it stayed silent.
    pub after: u32,
    /// The chain depth it would have had.
    pub depth: u16,
    pub listener: Handle,
    pub ability: AbilityId,
    /// The source of the event, for the pair guard.
    pub by: Handle,
    pub reason: Mismatch,
}

/// Why something did not match, fire or start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mismatch {
    /// The listener has left play.
    Left,
    /// The pair has fired already in this chain.
    PairFired,
    /// Its limit is used up.
    LimitUsed,
    /// Its condition does not hold.
    ConditionFailed,
    /// It scaled to nothing.
    NothingToDo,
    /// Its cost cannot be paid.
    CannotPay,
    /// It has no target.
    NoTarget,
    /// Its controller declined.
    Declined,
    /// An attribute is not as asked for.
    Compared { attribute: AttributeId, has: i16, comparison: Comparison, needs: i16 },
    /// Not the player asked for.
    WrongPlayer,
    /// Not in the place asked for.
    WrongPlace,
    /// Not the object asked for.
    WrongObject,
    /// Not of the type, subtype, keyword or status asked for.
    WrongKind,
    /// Not the n-th this turn.
    WrongTime,
    /// Such an event is heard only in another phase.
    OutOfPhase(PhaseId),
}

impl Record {
    /// The entry with this number.
    pub fn entry(&self, ordinal: u32) -> Option<&RecordEntry> {
        self.entries
            .binary_search_by_key(&ordinal, |entry| entry.ordinal)
            .ok()
            .map(|index| &self.entries[index])
    }

    /// The last recorded change of an object's numbers; 0 if there is none.
    pub fn last_change(&self, object: Handle) -> u32 {
        let changed = |entry: &&RecordEntry| match &entry.fact {
            Fact::Happened { event, .. } => {
                event.object == object
                    && matches!(event.kind, Kind::Damaged | Kind::Lost | Kind::Gained)
            }
            _ => false,
        };
        self.entries.iter().rev().find(changed).map_or(0, |entry| entry.ordinal)
    }

    /// An entry and everything it goes back to, nearest first.
    pub fn chain(&self, ordinal: u32) -> Vec<&RecordEntry> {
        let mut chain = Vec::new();
        let mut next = self.entry(ordinal);
        while let Some(entry) = next {
            chain.push(entry);
            // A cause is always older, so this ends.
            next = if entry.cause < entry.ordinal { self.entry(entry.cause) } else { None };
        }
        chain
    }

    /// The triggers that go round and round before this entry, once each, in
    /// order: the repeating part of a chain that was stopped. Empty if the last
    /// triggers do not repeat.
    pub fn repeating(&self, ordinal: u32) -> Vec<&RecordEntry> {
        let fired: Vec<&RecordEntry> = self
            .entries
            .iter()
            .filter(|entry| entry.ordinal < ordinal)
            .rev()
            .take_while(|entry| !matches!(entry.fact, Fact::Decided { .. }))
            .filter(|entry| matches!(entry.fact, Fact::Fired { .. }))
            .take(ROUNDS * LONGEST)
            .collect();
        let same = |at: usize, other: usize| fired[at].fact == fired[other].fact;
        let round = (1..=LONGEST.min(fired.len() / ROUNDS))
            .find(|round| (*round..round * ROUNDS).all(|at| same(at, at - round)));
        let mut part = fired[..round.unwrap_or(0)].to_vec();
        part.reverse();
        part
    }
}

/// How often a part must come in a row to be called repeating, and the longest
/// part that is looked for.
const ROUNDS: usize = 4;
const LONGEST: usize = 64;
