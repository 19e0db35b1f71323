//! Triggers that were found: putting them into order and where the policy says.

use crate::event::Kind;
use crate::id::{AbilityId, Handle, Seat};
use crate::mutate::Engine;
use crate::rulebook::{Guard, Order, OwnOrder, Placement};
use crate::state::{Ask, Fact, Goes, Origin, Prompt, Reason, Task, WaitingTrigger, Work};

/// Most triggers of one player that are put into an order by asking; more
/// than that keep the order of entry.
pub(super) const ASKED: usize = 24;

impl WaitingTrigger {
    /// Triggers of one event lie together, in the policy's order; two of one
    /// card are in printed order.
    fn by_event(&self) -> (u32, u64, Handle, AbilityId) {
        (self.cause, self.key, self.listener, self.ability)
    }

    /// The active player's come first, whatever they react to.
    fn by_player(&self) -> (u64, u32, u64, Handle, AbilityId) {
        (self.key >> 32, self.cause, self.key, self.listener, self.ability)
    }
}

impl Engine<'_> {
    /// Puts the triggers found since the last time where the policy says.
    /// Returns whether there were any.
    #[inline]
    pub(crate) fn place_triggers(&mut self) -> bool {
        self.game.pending.waiting().len() != self.game.pending.placed as usize && self.place_fresh()
    }

    fn place_fresh(&mut self) -> bool {
        let policy = self.policy();
        if policy.placement == Placement::Stack {
            return false;
        }
        let placed = self.game.pending.placed as usize;
        let is_alone = self.game.pending.waiting().len() == placed + 1;
        if !is_alone && self.order_fresh(placed) {
            return true;
        }
        self.settle_order();
        true
    }

    /// Puts several fresh triggers into order. Returns whether somebody is asked for it.
    #[inline(never)]
    fn order_fresh(&mut self, placed: usize) -> bool {
        let policy = self.policy();
        let fresh = &mut self.game.pending.waiting_mut()[placed..];
        if policy.order == Order::Active {
            fresh.sort_unstable_by_key(WaitingTrigger::by_player);
        } else {
            fresh.sort_unstable_by_key(WaitingTrigger::by_event);
        }
        self.ask_order(placed)
    }

    /// The fresh triggers are in their final order: they go to their place.
    #[inline(always)]
    pub(crate) fn settle_order(&mut self) {
        let placed = self.game.pending.placed as usize;
        if self.policy().placement == Placement::Front {
            for at in (placed..self.game.pending.waiting().len()).rev() {
                let work = Work::from(self.game.pending.waiting()[at]);
                self.game.pending.work.push(work);
            }
            self.game.pending.truncate_waiting(placed);
        } else {
            self.game.pending.placed = self.game.pending.waiting().len() as u32;
        }
    }

    /// Asks a player for the order of their own fresh triggers, one at a time:
    /// which comes next? Returns whether somebody is asked.
    pub(crate) fn ask_order(&mut self, from: usize) -> bool {
        if self.policy().own_order == OwnOrder::Never {
            return false;
        }
        let mut start = from;
        while start < self.game.pending.waiting().len() {
            let seat = self.game.pending.waiting()[start].controller;
            let end = self
                .game
                .pending
                .waiting()
                .iter()
                .skip(start)
                .position(|waiting| waiting.controller != seat)
                .map_or(self.game.pending.waiting().len(), |length| start + length);
            if self.ask_group(seat, start, end) {
                return true;
            }
            start = end;
        }
        false
    }

    /// Asks a player which of these triggers comes next, if that is a question at all.
    /// Returns whether the player is asked.
    fn ask_group(&mut self, seat: Seat, start: usize, end: usize) -> bool {
        let group = &self.game.pending.waiting_mut()[start..end];
        let count = group.len();
        let alike = group.iter().all(|waiting| {
            waiting.ability == group[0].ability && waiting.listener == group[0].listener
        });
        if !(2..=ASKED).contains(&count) || alike {
            return false;
        }
        // A question on the way is all that a trial has to know.
        let is_asked = self.is_trial
            || self.policy().own_order == OwnOrder::Always
            || self.order_matters(start, end);
        if !is_asked {
            self.note(Fact::OrderIrrelevant { seat, count: count as u8 });
            return false;
        }
        let mut prompt = Prompt::new(seat, Ask::Option, Reason::TriggerOrder);
        prompt.options = (1 << count) - 1;
        prompt.answers = Goes::Triggers;
        prompt.low = start as i16;
        prompt.high = end as i16;
        self.ask(prompt);
        true
    }

    /// A player has said which of their triggers comes next.
    pub(crate) fn order_answered(&mut self, prompt: &Prompt, option: u8) {
        let (start, end) = (prompt.low as usize, prompt.high as usize);
        let chosen = start + usize::from(option);
        self.game.pending.waiting_mut()[start..=chosen].rotate_right(1);
        if !self.ask_group(prompt.seat, start + 1, end) && !self.ask_order(end) {
            self.order_settled();
        }
    }

    fn order_settled(&mut self) {
        match self.policy().placement {
            Placement::Stack => self.game.pending.placed = self.game.pending.waiting().len() as u32,
            _ => self.settle_order(),
        }
    }

    /// Puts waiting triggers onto the players' stack: the active player's
    /// first, so that they resolve last. Returns whether there were any.
    pub fn stack_triggers(&mut self) -> bool {
        if self.game.pending.waiting().is_empty() {
            return false;
        }
        if (self.game.pending.placed as usize) < self.game.pending.waiting().len() {
            let placed = self.game.pending.placed as usize;
            let fresh = &mut self.game.pending.waiting_mut()[placed..];
            fresh.sort_unstable_by_key(WaitingTrigger::by_player);
            if self.ask_order(placed) {
                return true;
            }
            self.game.pending.placed = self.game.pending.waiting().len() as u32;
        }
        // Each chooses its targets as it is put there, so they go one by one:
        // pushed in reverse, the first is handled first and lies deepest.
        for at in (0..self.game.pending.waiting().len()).rev() {
            let mut work = Work::from(self.game.pending.waiting()[at]);
            work.to_stack = true;
            self.game.pending.work.push(work);
        }
        self.game.pending.truncate_waiting(0);
        self.game.pending.placed = 0;
        true
    }

    /// Starts those of the waiting triggers that do not wait for the stack.
    pub fn start_waiting(&mut self, mut wanted: impl FnMut(&WaitingTrigger) -> bool) {
        while let Some(trigger) = self.game.pending.take_unplaced(&mut wanted) {
            self.game.pending.work.push(Work::from(trigger));
        }
    }

    /// What a player's action sets off directly begins a chain, which ends when
    /// everything that followed has resolved. What a move sets off at the places it
    /// leaves and enters belongs to the chain of the move.
    #[inline]
    pub(crate) fn begin_chain(&mut self, at: usize) {
        let work = &self.game.pending.work[at];
        if self.policy().guard == Guard::Pair
            && work.origin == Origin::Triggered
            && work.by.is_none()
            && !matches!(work.event.kind, Kind::MovedOut | Kind::MovedIn)
            && !self.game.pending.has_begun_with(work.cause)
        {
            self.game.pending.fired_pairs.clear();
        }
    }

    /// Starts the trigger that has waited longest. Returns whether there was
    /// one.
    #[inline]
    pub(crate) fn fire_next(&mut self) -> bool {
        if self.game.pending.placed == 0 || self.policy().placement == Placement::Stack {
            return false;
        }
        let Some(waiting) = self.game.pending.take_first_waiting() else { return false };
        let work = Work::from(waiting);
        self.game.pending.placed -= 1;
        self.game.pending.work.push(work);
        true
    }
}

impl From<WaitingTrigger> for Work {
    fn from(waiting: WaitingTrigger) -> Work {
        Work {
            origin: Origin::Triggered,
            ability: waiting.ability,
            depth: waiting.depth,
            source: waiting.listener,
            by: waiting.by,
            event: waiting.event,
            cause: waiting.cause,
            keeper: waiting.keeper,
            is_delayed: waiting.delayed,
            ..Work::new(Task::Ability, waiting.controller)
        }
    }
}
