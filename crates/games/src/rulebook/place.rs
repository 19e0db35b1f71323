//! The place in a decision, as the stage on the agenda keeps it.

use onplay_engine::compile::Catalog;
use onplay_engine::id::Seat;
use onplay_engine::rulebook::{Decision, Flow};
use onplay_engine::state::{Game, Task, Work};

/// How far a decision has come: bits of [`Work::modes`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Progress(u16);

/// Both seats that have passed.
const PASSED: u16 = 0b11;
/// The decision has begun.
const BEGUN: u16 = 1 << 2;
/// The second seat decides.
const SECOND: u16 = 1 << 3;
/// An action was taken and is being done.
const ACTED: u16 = 1 << 4;
/// What was done last ends the decision.
const ENDS: u16 = 1 << 5;
/// Whoever acted acts again.
const AGAIN: u16 = 1 << 6;

impl Progress {
    pub fn of(work: &Work) -> Self {
        Progress(work.modes)
    }

    pub fn store(self, work: &mut Work) {
        work.modes = self.0;
    }

    /// A decision that a seat begins.
    pub fn begin(seat: Seat) -> Self {
        Progress(BEGUN).with_decider(seat)
    }

    pub fn has_begun(self) -> bool {
        self.0 & BEGUN != 0
    }

    pub fn decider(self) -> Seat {
        if self.0 & SECOND != 0 { Seat::TWO } else { Seat::ONE }
    }

    pub fn with_decider(self, seat: Seat) -> Self {
        Progress(self.0 & !SECOND | if seat == Seat::TWO { SECOND } else { 0 })
    }

    pub fn has_passed(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    pub fn pass(self, seat: Seat) -> Self {
        Progress(self.0 | 1 << seat.0)
    }

    pub fn have_both_passed(self) -> bool {
        self.0 & PASSED == PASSED
    }

    /// Nobody has passed any more.
    pub fn without_passes(self) -> Self {
        Progress(self.0 & !PASSED)
    }

    /// Something is being done now.
    pub fn acting(self, ends: bool) -> Self {
        Progress(self.0 & !ENDS & !AGAIN | ACTED | if ends { ENDS } else { 0 })
    }

    pub fn has_acted(self) -> bool {
        self.0 & ACTED != 0
    }

    pub fn ends(self) -> bool {
        self.0 & ENDS != 0
    }

    pub fn again(self) -> Self {
        Progress(self.0 & !ENDS | AGAIN)
    }

    pub fn acts_again(self) -> bool {
        self.0 & AGAIN != 0
    }

    /// What was done is over.
    pub fn done(self) -> Self {
        Progress(self.0 & !(ACTED | ENDS | AGAIN))
    }
}

/// The stage on top of the agenda and its number.
pub(super) fn innermost(game: &Game) -> Option<(&Work, u8)> {
    let work = game.pending.agenda.last()?;
    match work.task {
        Task::Stage { stage, .. } => Some((work, stage)),
        _ => None,
    }
}

/// The decision that waits.
pub(super) fn decision<'a>(catalog: &'a Catalog, game: &Game) -> Option<(&'a Decision, Progress)> {
    let (work, _) = innermost(game)?;
    match catalog.rulebook.flow.get(usize::from(work.cursor))? {
        Flow::Decide(decision) => Some((decision, Progress::of(work))),
        _ => None,
    }
}
