//! What is still to be done: work, triggers that wait, questions, checks.

use std::collections::VecDeque;

use super::group::group;
use super::{List, Mention, Prompt, Task, WaitingTrigger, Work};
use crate::event::Event;
use crate::id::{Handle, ObjectId};
use crate::mask::Mask;

group! {
    /// Everything that is not finished.
    ///
    /// A question, a waiting trigger, an object to check and the end of the game
    /// come before the next step of the work. Whoever adds one goes through a
    /// method that also sets `interrupt`, so that the loop need not look for
    /// them at every step.
    #[derive(Default)]
    pub struct Pending {
        /// Work in progress; the last item is the one being done.
        pub work: List<Work>,
        /// The stages that the game is in, the innermost last, and actions that
        /// wait until everything they have set off is done.
        pub agenda: List<Work>,
        /// The players' stack; the last item resolves first.
        pub stack: List<Work>,
        /// What was answered, until the work that asked takes it.
        pub answer: List<Handle>,
        /// Objects of open loops.
        pub loop_objects: List<Handle>,
        /// What abilities that are not over have brought in.
        pub mentions: List<Mention>,
        /// Pairs of reactor and source that have fired in this chain, in order,
        /// each with the event it fired on.
        pub fired_pairs: List<(Handle, Handle, u32)>,
        /// Events of the present batch, until all of them have happened.
        pub(crate) batch_events: List<(Event, u32)>,
        /// Objects already marked to die.
        pub(crate) dying: Mask,
        /// Who is behind what the next state check finds, and the depth of reactions
        /// to it.
        pub(crate) checked_by: (Handle, u16),
        /// How many of the waiting triggers are in their final order.
        pub(crate) placed: u32,
        pub(super) waiting: VecDeque<WaitingTrigger>,
        pub(super) prompts: List<Prompt>,
        pub(super) to_check: Mask,
        /// The checks of the rulebook that are to be asked again, a mask.
        pub(super) rules_to_check: u32,
        /// The checks that held when they were last asked, two bits each: each
        /// seat's.
        pub checks_held: u64,
        /// While it is not set, none of the three above holds anything and the
        /// game goes on.
        pub(super) interrupt: bool,
    }
}

impl Pending {
    /// Questions that wait; the first is the one being asked.
    #[inline]
    pub fn prompts(&self) -> &[Prompt] {
        &self.prompts
    }

    /// The question being asked.
    #[inline]
    pub fn prompt(&self) -> Option<&Prompt> {
        self.prompts.first()
    }

    #[inline]
    pub(crate) fn prompt_mut(&mut self) -> Option<&mut Prompt> {
        self.prompts.first_mut()
    }

    /// Asks one more question, behind those that wait.
    #[inline]
    pub fn push_prompt(&mut self, prompt: Prompt) {
        self.interrupt = true;
        self.prompts.push(prompt);
    }

    /// The question being asked is answered.
    #[inline]
    pub(crate) fn remove_prompt(&mut self) {
        // Mostly it is the only one.
        if self.prompts.len() == 1 {
            self.prompts.clear();
        } else {
            self.prompts.remove(0);
        }
    }

    /// What was picked becomes the answer.
    #[inline(always)]
    pub(crate) fn answer_with_picks(&mut self, handle: impl Fn(ObjectId) -> Option<Handle>) {
        self.answer.clear();
        if let Some(prompt) = self.prompts.first() {
            self.answer.extend(prompt.picks().iter().filter_map(|id| handle(*id)));
        }
    }

    /// Triggers that wait, the first `placed` of them in their final
    /// order.
    #[inline]
    pub fn waiting(&self) -> &VecDeque<WaitingTrigger> {
        &self.waiting
    }

    /// A trigger was found.
    #[inline]
    pub(crate) fn push_waiting(&mut self, trigger: WaitingTrigger) {
        self.interrupt = true;
        self.waiting.push_back(trigger);
    }

    /// The waiting triggers, to be put into order or changed in place.
    #[inline]
    pub(crate) fn waiting_mut(&mut self) -> &mut [WaitingTrigger] {
        self.waiting.make_contiguous()
    }

    /// Takes the trigger that has waited longest.
    #[inline]
    pub(crate) fn take_first_waiting(&mut self) -> Option<WaitingTrigger> {
        self.waiting.pop_front()
    }

    /// Keeps the first of the waiting triggers.
    #[inline]
    pub(crate) fn truncate_waiting(&mut self, length: usize) {
        self.waiting.truncate(length);
    }

    /// Objects that changed since the last state check.
    #[inline]
    pub(crate) fn to_check(&self) -> &Mask {
        &self.to_check
    }

    /// Marks an object for the next state check.
    #[inline]
    pub(crate) fn mark_for_check(&mut self, id: ObjectId) {
        self.interrupt = true;
        self.to_check.insert(id);
    }

    /// Marks checks of the rulebook, a mask, for the next state check.
    #[inline]
    pub fn mark_rules_for_check(&mut self, checks: u32) {
        self.interrupt |= checks != 0;
        self.rules_to_check |= checks;
    }

    /// The checks of the rulebook that are to be asked again, a mask; they will have
    /// been.
    #[inline]
    pub fn take_rules_to_check(&mut self) -> u32 {
        std::mem::take(&mut self.rules_to_check)
    }

    /// Whether a state check has something to look at.
    #[inline]
    pub(crate) fn has_check(&self) -> bool {
        self.rules_to_check != 0 || !self.to_check.is_empty()
    }

    /// Nothing is marked for the next state check any more.
    #[inline]
    pub(crate) fn clear_checks(&mut self) {
        self.to_check.clear();
        self.checked_by = Default::default();
    }

    /// Something comes before the next step, such as the end of the game.
    #[inline]
    pub(crate) fn set_interrupt(&mut self) {
        self.interrupt = true;
    }

    #[inline(always)]
    pub(crate) fn clear_interrupt(&mut self) {
        self.interrupt = false;
    }

    /// Whether something may come before the next step of the work.
    #[inline(always)]
    pub(crate) fn may_be_interrupted(&self) -> bool {
        self.interrupt
    }

    /// Whether a question, a trigger or a check waits.
    #[inline(always)]
    pub(crate) fn has_interrupt(&self) -> bool {
        !(self.waiting.is_empty() && !self.has_check() && self.prompts.is_empty())
    }

    /// Takes a waiting trigger that has no final order yet out of the queue.
    pub(crate) fn take_unplaced(
        &mut self,
        mut wanted: impl FnMut(&WaitingTrigger) -> bool,
    ) -> Option<WaitingTrigger> {
        let placed = self.placed as usize;
        let at = (placed..self.waiting.len()).rev().find(|at| wanted(&self.waiting[*at]))?;
        self.waiting.remove(at)
    }

    /// What can be seen of it while `prompts` stand for the questions.
    pub(crate) fn with_prompts(&self, prompts: impl Iterator<Item = Prompt>) -> Pending {
        let mut seen = self.clone();
        seen.prompts = prompts.collect();
        seen.answer.clear();
        seen.batch_events.clear();
        seen
    }

    /// Whether an action is being done: nothing that it refers to may be
    /// forgotten.
    #[inline]
    pub(crate) fn is_mid_action(&self) -> bool {
        self.agenda.iter().any(|work| !matches!(work.task, Task::Stage { called: false, .. }))
    }

    /// Drops everything but the players' stack and the stages of the outline.
    pub(crate) fn clear(&mut self) {
        self.agenda.retain(|work| matches!(work.task, Task::Stage { called: false, .. }));
        self.work.clear();
        self.waiting.clear();
        self.placed = 0;
        self.prompts.clear();
        self.fired_pairs.clear();
        self.loop_objects.clear();
        let stack = &self.stack;
        self.mentions.retain(|one| stack.iter().any(|item| item.keeper == one.keeper));
        self.answer.clear();
        self.batch_events.clear();
        self.to_check.clear();
        self.dying.clear();
    }

    /// The event that a reactor has already answered to this source.
    pub(crate) fn fired_on(&self, reactor: Handle, source: Handle) -> Option<u32> {
        let found = self.find_pair(reactor, source);
        found.ok().map(|at| self.fired_pairs[at].2)
    }

    /// A reactor answers a source, in this chain only once.
    pub(crate) fn note_fired(&mut self, reactor: Handle, source: Handle, event: u32) {
        if let Err(at) = self.find_pair(reactor, source) {
            self.fired_pairs.insert(at, (reactor, source, event));
        }
    }

    /// Whether somebody has answered this event as the beginning of a chain.
    pub(crate) fn has_begun_with(&self, event: u32) -> bool {
        self.fired_pairs.iter().any(|(_, source, on)| source.is_none() && *on == event)
    }

    fn find_pair(&self, reactor: Handle, source: Handle) -> Result<usize, usize> {
        self.fired_pairs.binary_search_by_key(&(reactor, source), |(one, two, _)| (*one, *two))
    }
}
