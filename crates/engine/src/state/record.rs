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
    /// Everything that happened, by ordinal.
    pub entries: Vec<RecordEntry>,
    /// The triggers that were offered an event and did not fire, in order.
    pub skipped_triggers: Vec<SkippedTrigger>,
}

/// One recorded thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordEntry {
    /// Its number in the game.
    pub ordinal: u32,
    /// The number of what it goes back to; 0 is the start of the game.
    pub cause: u32,
    /// How deep in the chain it is; 0 is directly behind a decision.
    pub depth: u16,
    /// What was recorded.
    pub fact: Fact,
}

/// What can be recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A player decided.
    Decided {
        /// Who decided.
        seat: Seat,
        /// What was decided.
        action: Action,
    },
    /// The engine took a forced decision.
    Forced {
        /// Whose decision it would have been.
        seat: Seat,
        /// The only one there was.
        action: Action,
    },
    /// Something happened, by an ability (or by a rule, where there is none).
    Happened {
        /// What was committed, as it was after replacements.
        event: Event,
        /// The object whose ability did it.
        source: Handle,
        /// The ability, none for a rule.
        ability: AbilityId,
        /// The operation of the ability, for pointing at its words.
        cursor: u16,
    },
    /// A trigger was found and fires.
    Fired {
        /// The object whose ability it is.
        source: Handle,
        /// The ability that fires.
        ability: AbilityId,
    },
    /// An ability entered a phase of its lifecycle.
    Reached {
        /// The object whose ability it is.
        source: Handle,
        /// The ability in progress.
        ability: AbilityId,
        /// The phase that it entered.
        stage: Stage,
    },
    /// A player was asked.
    Asked {
        /// Who was asked.
        seat: Seat,
        /// What sort of answer is wanted.
        ask: Ask,
        /// What the answer is for.
        reason: Reason,
        /// The object whose ability asks, none for a rule.
        source: Handle,
    },
    /// A state check found something.
    Checked {
        /// The object that is dead.
        object: Handle,
    },
    /// An ability used last-known values because its source has gone.
    LastKnown {
        /// The object that has gone.
        source: Handle,
        /// The ability that went on without it.
        ability: AbilityId,
    },
    /// A spell or ability did nothing: all its targets were illegal.
    Fizzled {
        /// The object whose ability it is.
        source: Handle,
        /// The ability that came to nothing.
        ability: AbilityId,
    },
    /// A trigger did nothing: its condition no longer held when it resolved.
    ConditionFailed {
        /// The object whose ability it is.
        source: Handle,
        /// The ability that came to nothing.
        ability: AbilityId,
    },
    /// An ability happens because a card was played in a way that something opened.
    Consequence {
        /// The object whose ability opened the way.
        source: Handle,
        /// The ability with what happens on top.
        ability: AbilityId,
    },
    /// There was no room for an object, or for a new one of a card.
    NoRoom {
        /// What had no room, none for a new object.
        object: Handle,
        /// The card of a new object.
        card: Option<CardId>,
    },
    /// Something could not be stopped.
    NotCancelled {
        /// What stays on the stack.
        object: Handle,
    },
    /// A player's triggers keep the order of entry: another would make no difference.
    OrderIrrelevant {
        /// Whose triggers they are.
        seat: Seat,
        /// How many of them there are.
        count: u8,
    },
    /// A chain went over the budget.
    Overflowed {
        /// How many steps it had taken.
        steps: u32,
    },
    /// An event was replaced.
    Replaced {
        /// What would have happened.
        event: Event,
        /// The object whose ability replaced it.
        source: Handle,
        /// The ability that replaced it.
        ability: AbilityId,
    },
    /// A clause of the frame's rules was applied.
    Ruled {
        /// Its number in the frame's list.
        clause: u16,
    },
    /// The game is over.
    Finished {
        /// How it ended.
        outcome: Outcome,
    },
}

/// A trigger that was offered an event and did not fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SkippedTrigger {
    /// The event it was offered.
    pub ordinal: u32,
    /// The last thing that was recorded before it was skipped.
    pub after: u32,
    /// The chain depth it would have had.
    pub depth: u16,
    /// The object whose ability it is.
    pub listener: Handle,
    /// The ability that listened.
    pub ability: AbilityId,
    /// The source of the event, for the pair guard.
    pub by: Handle,
    /// Why it did not fire.
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
    Compared {
        /// The attribute that was compared.
        attribute: AttributeId,
        /// What it is.
        has: i16,
        /// How the two must compare.
        comparison: Comparison,
        /// What it is compared with.
        needs: i16,
    },
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
    /// Such an event triggers only in another phase.
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
