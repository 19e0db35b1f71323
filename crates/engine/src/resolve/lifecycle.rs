//! How one ability resolves: detected → validated → confirmed → cost chosen
//! and paid → targets chosen → effects applied → cleaned up. The same for
//! every game.

use crate::card::{Ability, Cost, Effect, Pick, Selection, When};
use crate::compile::{CompiledAbility, Op};
use crate::id::{Handle, ObjectId, Seat};
use crate::mutate::Engine;
use crate::query::{Due, Scope};
use crate::rulebook::{Gone, Guard, Targets};
use crate::state::{Ask, Fact, Mismatch, Origin, Prompt, Reason, SkippedTrigger, Stage, Work};

/// The phases between being found and choosing: confirmed or not, paid.
const UNPAID: u32 = 2;
/// Those between being found and resolving: chosen as well.
const SKIPPED: u32 = UNPAID + 1;
/// No mode could be chosen; above the bits of the modes.
const NO_MODE: u16 = 1 << 14;

impl<'a> Engine<'a> {
    /// Does the next step of the ability on top of the pile.
    pub(crate) fn step_ability(&mut self, at: usize) {
        let stage = match self.game.pending.work[at].stage {
            Stage::Detected => self.validate(at),
            Stage::PayingCost => {
                (self.pay_cost(at) && self.takes_step()).then_some(Stage::Targeting)
            }
            Stage::Confirming => {
                self.confirm(at);
                None
            }
            Stage::Done => {
                self.end_ability();
                None
            }
            stage => Some(stage),
        };
        match stage {
            Some(Stage::Resolving) => self.operate(at),
            Some(_) if self.choose_targets(at) && self.takes_step() => self.operate(at),
            _ => {}
        }
    }

    fn ability_of(&self, at: usize) -> &'a Ability {
        self.catalog.ability(self.game.pending.work[at].ability)
    }

    /// Checks everything before anything is asked or paid. Returns the phase that
    /// the ability is in at once.
    fn validate(&mut self, at: usize) -> Option<Stage> {
        let catalog = self.catalog;
        let entry = catalog.program.entry(self.game.pending.work[at].ability);
        self.begin_chain(at);
        if let Some(mismatch) = self.cannot_start(&self.game.pending.work[at], entry) {
            self.skip(at, mismatch);
            self.game.pending.work.pop();
            return None;
        }
        let work = &self.game.pending.work[at];
        if work.origin == Origin::Triggered {
            let (source, ability, by, cause) = (work.source, work.ability, work.by, work.cause);
            if self.policy().guard == Guard::Pair {
                self.game.pending.note_fired(source, by, cause);
            }
            let fired = self.note_with(|| Fact::Fired { source, ability });
            self.game.pending.work[at].cause = fired;
            self.cause = fired;
            if source.is_some() && !self.game.is_same(source) {
                self.note(Fact::LastKnown { source, ability });
            }
        }
        let direct = self.is_direct(entry);
        let work = &mut self.game.pending.work[at];
        work.it = Handle::NONE;
        work.did = direct;
        if direct {
            let chooses = work.to_stack
                || (!entry.targets.is_empty() && catalog.rules.policy.chooses_first(work.origin));
            let (stage, cursor, skipped) = if chooses {
                (Stage::Targeting, 0, UNPAID)
            } else {
                (Stage::Resolving, entry.start, SKIPPED)
            };
            work.stage = stage;
            work.cursor = cursor;
            work.answered = false;
            self.game.clock.ordinal += skipped;
            self.game.clock.steps += skipped;
            return Some(stage);
        }
        // On a stack, "you may" is asked when the trigger resolves, and what it
        // costs is paid then.
        let stage = match (entry.ability.optional, work.to_stack) {
            (true, false) => Stage::Confirming,
            (true, true) if !entry.ability.cost.is_empty() => Stage::Targeting,
            _ => self.first_stage(at),
        };
        self.reach(at, stage);
        None
    }

    /// Whether nothing is asked or paid before the ability chooses its targets or
    /// resolves, and nobody watches it go through its phases one by one.
    #[inline]
    fn is_direct(&self, entry: &CompiledAbility) -> bool {
        entry.is_direct
            && self.record.is_none()
            && self.game.clock.steps + SKIPPED <= self.policy().budget
    }

    /// Why the ability does not start; nothing if it does.
    #[inline]
    fn cannot_start(&self, work: &Work, entry: &CompiledAbility) -> Option<Mismatch> {
        let own_leaving = work.event.object == work.source;
        if work.origin == Origin::Triggered {
            let here = self.game.is_same(work.source)
                || own_leaving
                || work.is_delayed
                || work.source.is_none();
            if !here && self.policy().gone == Gone::Silent {
                return Some(Mismatch::Left);
            }
            if self.policy().guard == Guard::Pair {
                let spent = self.game.pending.fired_on(work.source, work.by);
                if spent.is_some_and(|event| event != work.cause) {
                    return Some(Mismatch::PairFired);
                }
            }
        }
        if entry.is_unconditional {
            if self.frame.is_idle(self, work) {
                return Some(Mismatch::NothingToDo);
            }
        } else if let Some(mismatch) = self.fails(work, entry) {
            return Some(mismatch);
        }
        if self.policy().chooses_first(work.origin) && !self.has_targets(work, entry) {
            return Some(Mismatch::NoTarget);
        }
        None
    }

    /// What of its own words keeps an ability from starting, or a rule of the game.
    #[inline(never)]
    fn fails(&self, work: &Work, entry: &CompiledAbility) -> Option<Mismatch> {
        let (ability, reader, scope) = (&entry.ability, self.reader(), &Scope::work(work));
        if self.game.is_same(work.source) && reader.is_limit_used(work.source.id, entry) {
            return Some(Mismatch::LimitUsed);
        }
        if ability.condition.as_ref().is_some_and(|condition| !reader.holds(condition, scope)) {
            return Some(Mismatch::ConditionFailed);
        }
        let is_idle = work.origin == Origin::Triggered && self.is_idle(ability, scope);
        if is_idle || self.frame.is_idle(self, work) {
            return Some(Mismatch::NothingToDo);
        }
        if !ability.cost.is_empty() && !reader.can_pay(&ability.cost, scope) {
            return Some(Mismatch::CannotPay);
        }
        None
    }

    /// An effect that scales to nothing did not fire.
    fn is_idle(&self, ability: &Ability, scope: &Scope) -> bool {
        ability.can_be_idle()
            && ability
                .effects
                .iter()
                .filter_map(Effect::scale)
                .all(|amount| self.reader().quantity(amount, scope) == 0)
    }

    /// Whether everything that must be targeted can be.
    #[inline]
    fn has_targets(&self, work: &Work, entry: &CompiledAbility) -> bool {
        (entry.targets.is_empty() && entry.modal.is_none()) || self.finds_targets(work, entry)
    }

    #[inline(never)]
    fn finds_targets(&self, work: &Work, entry: &CompiledAbility) -> bool {
        let reader = self.reader();
        reader.has_targets(entry, &Scope::work(work), Due::default(), ObjectId::NONE)
    }

    fn skip(&mut self, at: usize, reason: Mismatch) {
        let work = self.game.pending.work[at];
        if let Some(record) = &mut self.record {
            record.skipped_triggers.push(SkippedTrigger {
                ordinal: work.cause,
                after: self.game.clock.ordinal,
                depth: work.depth,
                listener: work.source,
                ability: work.ability,
                by: work.by,
                reason,
            });
        }
    }

    /// Goes to a phase of the lifecycle, which the log can show.
    fn reach(&mut self, at: usize, stage: Stage) {
        let start = self.catalog.program.entry(self.game.pending.work[at].ability).start;
        let work = &mut self.game.pending.work[at];
        work.stage = stage;
        work.cursor = if stage == Stage::Resolving { start } else { 0 };
        work.answered = false;
        let (source, ability) = (work.source, work.ability);
        self.note_with(|| Fact::Reached { source, ability, stage });
    }

    /// Where targets are named by their word, a player chooses them before paying
    /// [601.2, 602.2]; elsewhere what is paid comes first.
    fn first_stage(&self, at: usize) -> Stage {
        if self.targets_come_first(at) { Stage::Targeting } else { Stage::PayingCost }
    }

    fn targets_come_first(&self, at: usize) -> bool {
        let work = &self.game.pending.work[at];
        let entry = self.catalog.program.entry(work.ability);
        self.policy().targets == Targets::Word
            && matches!(work.origin, Origin::Played | Origin::Activated)
            && !(entry.targets.is_empty() || entry.ability.cost.is_empty())
    }

    fn confirm(&mut self, at: usize) {
        let work = self.game.pending.work[at];
        let cost = &self.catalog.ability(work.ability).cost;
        if !work.answered {
            if work.to_stack && !self.reader().can_pay(cost, &Scope::work(&work)) {
                self.skip(at, Mismatch::CannotPay);
                self.game.pending.work.pop();
                return;
            }
            let prompt = self.prompt(at, work.controller, Ask::YesNo, Reason::Confirm);
            self.ask(prompt);
        } else if work.did && work.to_stack {
            self.game.pending.work[at].to_stack = false;
            self.reach(at, if cost.is_empty() { Stage::Resolving } else { Stage::PayingCost });
        } else if work.did {
            self.game.pending.work[at].did = false;
            self.reach(at, self.first_stage(at));
        } else {
            self.skip(at, Mismatch::Declined);
            self.game.pending.work.pop();
        }
    }

    /// A prompt of the work on top.
    pub(crate) fn prompt(&self, at: usize, seat: Seat, ask: Ask, reason: Reason) -> Prompt {
        let work = &self.game.pending.work[at];
        let mut prompt = Prompt::new(seat, ask, reason);
        prompt.source = work.source;
        prompt.ability = work.ability;
        prompt
    }

    /// Pays the next part of the cost. Returns whether all is paid and what is to be
    /// chosen comes next.
    fn pay_cost(&mut self, at: usize) -> bool {
        let ability = self.ability_of(at);
        if !self.choose_mode(at) {
            return false;
        }
        let cursor = usize::from(self.game.pending.work[at].cursor);
        let more = self.mode_costs(at);
        let cost = ability.cost.get(cursor);
        if let Some(cost) = cost.or_else(|| more.get(cursor.saturating_sub(ability.cost.len()))) {
            if self.pay(at, cost) {
                let work = &mut self.game.pending.work[at];
                work.cursor += 1;
                work.answered = false;
            }
            return false;
        }
        let work = self.game.pending.work[at];
        let entry = self.catalog.program.entry(work.ability);
        if entry.limit_bit != 0 && self.game.is_same(work.source) {
            self.game.use_up(work.source.id, entry.limit_bit);
        }
        self.game.pending.work[at].did = true;
        if matches!(ability.when, When::Static(_)) {
            self.frame.paid(self, &work);
        }
        let is_next = !self.targets_come_first(at);
        if is_next {
            self.reach(at, Stage::Targeting);
        } else {
            self.end_choices(at);
        }
        is_next
    }

    /// Asks for the mode of an ability whose mode is chosen beforehand. Returns
    /// whether that is settled.
    fn choose_mode(&mut self, at: usize) -> bool {
        let work = &self.game.pending.work[at];
        let entry = self.catalog.program.entry(work.ability);
        if entry.modal.is_none() || work.modes != 0 {
            return true;
        }
        if work.answered {
            let work = &mut self.game.pending.work[at];
            work.modes = 1 << (work.number & 7);
            work.answered = false;
            work.number = 0;
            return true;
        }
        let controller = work.controller;
        let options =
            self.reader().open_modes(entry, &Scope::work(work), Due::default(), ObjectId::NONE);
        if options == 0 {
            self.game.pending.work[at].modes = NO_MODE;
            return true;
        }
        let mut prompt = self.prompt(at, controller, Ask::Option, Reason::Mode);
        prompt.options = options;
        self.ask(prompt);
        false
    }

    /// The mode chosen beforehand.
    pub(super) fn chosen_mode(&self, work: &Work) -> Option<(u16, usize)> {
        let modal = self.catalog.program.entry(work.ability).modal?;
        let modes = work.modes & (NO_MODE - 1);
        (modes != 0).then(|| (modal, modes.trailing_zeros() as usize))
    }

    fn mode_costs(&self, at: usize) -> &'a [Cost] {
        let Some((modal, mode)) = self.chosen_mode(&self.game.pending.work[at]) else { return &[] };
        match &self.catalog.program.ops[usize::from(modal)] {
            Op::Modal { modes, .. } => modes.get(mode).map_or(&[], |(cost, _)| cost.as_slice()),
            _ => &[],
        }
    }

    /// Whether an operation belongs to a mode that was not chosen.
    fn is_other_mode(&self, work: &Work, op: u16) -> bool {
        let entry = self.catalog.program.entry(work.ability);
        let Some(modal) = entry.modal else { return false };
        let Op::Modal { end, .. } = &self.catalog.program.ops[usize::from(modal)] else {
            return false;
        };
        let chosen = self.chosen_mode(work);
        let range = chosen.map_or(0..0, |(_, mode)| self.catalog.program.mode(modal, mode));
        (modal..*end).contains(&op) && !range.contains(&op)
    }

    /// Chooses the next target. Returns whether all are chosen and the ability
    /// resolves.
    #[inline(always)]
    fn choose_targets(&mut self, at: usize) -> bool {
        let work = &self.game.pending.work[at];
        let entry = self.catalog.program.entry(work.ability);
        let number = usize::from(work.cursor);
        let pays_later = !work.did && self.targets_come_first(at);
        if pays_later && !self.choose_mode(at) {
            return false;
        }
        let work = &self.game.pending.work[at];
        // What was chosen before the ability waited on the stack stays chosen.
        let is_chosen = number == 0 && work.picks > 0 && !pays_later;
        let first = self.policy().chooses_first(work.origin) && !is_chosen;
        let targets = if first { entry.targets.as_slice() } else { &[] };
        if let Some(op) = targets.get(number) {
            if self.is_other_mode(work, *op) {
                self.game.pending.work[at].cursor += 1;
                return false;
            }
            let Some(what) = self.target_of(*op) else { return false };
            if self.select(at, what, None, Reason::Target) {
                self.store_targets(at, number as u8);
                let work = &mut self.game.pending.work[at];
                work.cursor += 1;
                work.answered = false;
            }
            return false;
        }
        if pays_later {
            self.reach(at, Stage::PayingCost);
            return false;
        }
        self.end_choices(at)
    }

    /// Everything is chosen and paid: the ability resolves, or goes to the players'
    /// stack. Returns whether it resolves.
    fn end_choices(&mut self, at: usize) -> bool {
        let to_stack = self.game.pending.work[at].to_stack;
        self.reach(at, Stage::Resolving);
        if to_stack && let Some(work) = self.game.pending.work.pop() {
            // Still to be confirmed, it stays marked.
            let to_stack = self.catalog.program.entry(work.ability).is_optional;
            self.game.pending.stack.push(Work { to_stack, ..work });
        }
        !to_stack
    }

    fn target_of(&self, op: u16) -> Option<&'a Selection> {
        match &self.catalog.program.ops[usize::from(op)] {
            Op::Do { effect, .. } => crate::compile::selection(effect),
            Op::Each { what, .. } => Some(what),
            _ => None,
        }
    }

    fn store_targets(&mut self, at: usize, slot: u8) {
        let entry = self.catalog.program.entry(self.game.pending.work[at].ability);
        let target = entry.targets.get(usize::from(slot)).and_then(|op| self.target_of(*op));
        let mention = target.and_then(|what| what.mention);
        for picked in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[picked];
            self.game.pending.work[at].choose(slot, handle);
            if let Some(mention) = mention {
                self.game.pending.mention(at, mention, handle);
            }
            // Where choosing is no more than a phase, only what the words call a target is
            // one.
            let is_named =
                matches!(target.map(|what| &what.pick), Some(Pick::Choose { target: true, .. }));
            if self.policy().targets == Targets::First && !is_named {
                continue;
            }
            let controller = self.game.pending.work[at].controller;
            let event = crate::event::Event::new(crate::event::Kind::Targeted, controller)
                .object(handle)
                .other(self.game.pending.work[at].source);
            self.emit(event);
        }
        self.game.pending.answer.clear();
    }

    /// Resolves the top of the players' stack. A spell or ability whose
    /// targets are all illegal does nothing. Returns whether there was one.
    pub fn resolve_top(&mut self) -> bool {
        let Some(work) = self.game.pending.stack.pop() else { return false };
        if work.ability.is_none() {
            return true;
        }
        let entry = self.catalog.program.entry(work.ability);
        // Where a target is lost only by moving away, the rest still happens.
        let targeted =
            !entry.targets.is_empty() && work.picks > 0 && !self.policy().targets.are_all_first();
        if targeted && !self.any_target_legal(&work) {
            self.note(Fact::Fizzled { source: work.source, ability: work.ability });
            return true;
        }
        // An "if" between the event and the effect is asked again. [603.4]
        let fails = work.origin == Origin::Triggered
            && !self.reader().condition_holds(&entry.ability, &Scope::work(&work));
        if fails {
            self.note(Fact::ConditionFailed { source: work.source, ability: work.ability });
            return true;
        }
        let stage = if work.to_stack { Stage::Confirming } else { work.stage };
        self.game.pending.work.push(Work { stage, answered: false, ..work });
        true
    }

    /// Whether any target of a waiting spell or ability is still legal.
    pub fn any_target_legal(&self, work: &Work) -> bool {
        let entry = self.catalog.program.entry(work.ability);
        entry.targets.iter().enumerate().any(|(slot, op)| {
            work.chosen(slot as u8).any(|handle| self.is_legal_target(work, *op, handle))
        })
    }

    pub(crate) fn is_legal_target(&self, work: &Work, op: u16, handle: Handle) -> bool {
        if !self.game.is_same(handle) {
            return false;
        }
        let Some(what) = self.target_of(op) else { return false };
        let reader = self.reader();
        reader.matches(&what.filter, &Scope::work(work), handle.id)
            && reader.can_be_chosen(what, &Scope::work(work), handle.id)
    }
}
