//! The loop: does the work on top of the pile, places triggers where the policy
//! says, and stops at every question.

use crate::frame::Flow;
use crate::id::Seat;
use crate::mutate::Engine;
use crate::rulebook::Overflow;
use crate::state::{Action, Fact, Game, Task, Work};

/// How often chains may be stopped between two decisions.
const OVERFLOWS: u8 = 8;

impl Engine<'_> {
    /// Turns a decision into work, without doing it yet. What follows goes back
    /// to it.
    #[inline]
    pub(crate) fn begin(&mut self, seat: Seat, action: Action, forced: bool) {
        self.game.clock.steps = 0;
        self.game.clock.overflows = 0;
        self.cause = self.note_with(|| {
            if forced { Fact::Forced { seat, action } } else { Fact::Decided { seat, action } }
        });
        if self.game.pending.prompts().is_empty() {
            self.game.turn.actor = seat;
            self.frame.act(self, action);
        } else {
            self.answer(action);
        }
    }

    /// Runs until somebody must decide or the game is over.
    pub fn run(&mut self) {
        while self.tick() {}
    }

    /// Does the next thing: one step of the pile, or what comes between two.
    /// Returns whether there is more; nothing is when somebody must decide.
    ///
    /// [`Engine::run`] is this repeated. A debugger or a lesson can look at
    /// the pile in between.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.refresh();
        let is_uninterrupted = self.game.clear_if_idle();
        if !is_uninterrupted {
            if self.game.is_over() {
                self.clear();
                return false;
            }
            if !self.game.pending.prompts().is_empty() {
                return false;
            }
        }
        self.game.clock.steps += 1;
        if self.game.clock.steps > self.policy().budget {
            self.overflow();
            return true;
        }
        if !is_uninterrupted && (self.place_triggers() || self.settle()) {
            return true;
        }
        if !self.game.pending.work.is_empty() {
            self.step();
        } else if self.fire_next() {
            // The trigger is on the pile now.
        } else if self.resume() {
            // What waited for everything it had set off goes on.
        } else {
            if !self.game.pending.is_mid_action() {
                self.rest();
            }
            self.cause = 0;
            let waits = self.frame.advance(self) == Flow::Wait;
            if waits && self.game.pending.work.is_empty() && self.game.clear_if_idle() {
                self.refresh();
                return false;
            }
        }
        true
    }

    /// Counts a step that is taken at once, because nothing comes before it; not where
    /// the budget is used up.
    #[inline]
    pub fn takes_step(&mut self) -> bool {
        let is_left = self.game.clock.steps < self.policy().budget;
        self.game.clock.steps += u32::from(is_left);
        is_left
    }

    /// Nothing refers to the past any more.
    fn rest(&mut self) {
        debug_assert!(self.all_dead_are_marked(), "who is dead was not marked for the check");
        self.game.pending.fired_pairs.clear();
        self.game.pending.loop_objects.clear();
        self.game.pending.answer.clear();
        let Game { derived, objects, .. } = &mut *self.game;
        derived.refresh_listened(self.catalog, objects);
        if self.game.pending.stack.is_empty() {
            self.game.last_known.clear();
            self.drop_given_to_departed();
        }
    }

    #[inline]
    fn step(&mut self) {
        let at = self.game.pending.work.len() - 1;
        let work = &self.game.pending.work[at];
        self.cause = work.cause;
        self.doing = at;
        match work.task {
            Task::Ability => self.step_ability(at),
            Task::Step(_) => {
                if let Some(work) = self.game.pending.work.pop() {
                    self.frame.step(self, work);
                }
            }
            Task::Announce => {
                if let Some(work) = self.game.pending.work.pop() {
                    self.announce(work);
                }
            }
            // Stages lie on the agenda.
            Task::Stage { .. } => {
                self.game.pending.work.pop();
            }
            Task::Die => {
                if let Some(work) = self.game.pending.work.pop() {
                    // Numbers used since the check must not be used again.
                    let latest = self.game.clock.batch;
                    self.game.clock.batch = work.number as u16;
                    self.batching = true;
                    // The dead are the doing of whoever dealt the blow.
                    self.announced = Some((work.by, work.depth));
                    self.die(work.source);
                    self.end_batch();
                    self.announced = None;
                    self.game.clock.batch = latest;
                }
            }
        }
    }

    /// What happens is still the doing of whoever began it.
    fn announce(&mut self, work: Work) {
        self.announced = Some((work.source, work.depth));
        self.emit(work.event);
        self.announced = None;
    }

    pub(crate) fn overflow(&mut self) {
        let steps = self.game.clock.steps;
        self.note(Fact::Overflowed { steps });
        // Who was to be checked or to die is not forgotten with the rest of the chain.
        let mut left = *self.game.pending.to_check();
        self.game.pending.dying.visit(|id| left.insert(id));
        self.clear();
        left.visit(|id| self.game.pending.mark_for_check(id));
        self.game.clock.steps = 0;
        self.game.clock.overflows = self.game.clock.overflows.saturating_add(1);
        // A course that goes on and on without a decision has no other end.
        if self.game.clock.overflows > OVERFLOWS {
            self.draw_game();
            return;
        }
        match self.policy().overflow {
            Overflow::Draw => self.draw_game(),
            Overflow::Frame => self.frame.overflow(self),
            Overflow::Stop => {}
        }
    }
}
