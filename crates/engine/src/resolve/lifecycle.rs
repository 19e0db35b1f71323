//! How one ability resolves: detected → validated → confirmed → cost chosen
//! and paid → targets chosen → effects applied → cleaned up. The same for
//! every game.

use crate::card::{Ability, Cost, Effect, Selection, When, Who};
use crate::compile::{CompiledAbility, Op};
use crate::id::{Handle, ObjectId, Seat};
use crate::mutate::Engine;
use crate::query::{Due, Scope};
use crate::rulebook::{Gone, Guard, Targets};
use crate::state::{
    Ask, Fact, Mismatch, Origin, PlayerLoop, Prompt, Reason, SkippedTrigger, Stage, Task, Work,
};

/// The phases between being found and choosing: confirmed or not, paid.
const UNPAID: u32 = 2;
/// Those between being found and resolving: chosen as well.
const SKIPPED: u32 = UNPAID + 1;
/// No mode could be chosen; above the bits of the modes.
const NO_MODE: u16 = 1 << 14;

impl<'a> Engine<'a> {
    /// Does the next step of the ability on top of the pile.
    pub(crate) fn step_ability(&mut self, at: usize) {
        match self.game.pending.work[at].stage {
            Stage::Detected => match self.validate(at) {
                Some(Stage::Resolving) => self.operate(at),
                Some(_) => self.choose_targets(at),
                None => {}
            },
            Stage::Confirming => self.confirm(at),
            Stage::PayingCost => self.pay_cost(at),
            Stage::Targeting => self.choose_targets(at),
            Stage::Resolving => self.operate(at),
            Stage::Done => self.end_ability(),
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
            if !self.game.is_same(source) {
                self.note(Fact::LastKnown { source, ability });
            }
        }
        let direct = self.is_direct(entry);
        let work = &mut self.game.pending.work[at];
        // A delayed trigger is about what it was made for.
        work.it = if work.is_delayed { work.event.other } else { Handle::NONE };
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
        // On a stack, "you may" is asked when the trigger resolves.
        let optional = entry.ability.optional && !work.to_stack;
        self.reach(at, if optional { Stage::Confirming } else { Stage::PayingCost });
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
            let here = self.game.is_same(work.source) || own_leaving || work.is_delayed;
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
        let (ability, reader, scope) = (&entry.ability, self.reader(), &Scope::starting(work));
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
        reader.has_targets(entry, &Scope::starting(work), Due::default(), ObjectId::NONE)
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

    fn confirm(&mut self, at: usize) {
        let work = self.game.pending.work[at];
        if !work.answered {
            let prompt = self.prompt(at, work.controller, Ask::YesNo, Reason::Confirm);
            self.ask(prompt);
        } else if work.did && work.to_stack {
            self.game.pending.work[at].to_stack = false;
            self.reach(at, Stage::Resolving);
        } else if work.did {
            self.reach(at, Stage::PayingCost);
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

    fn pay_cost(&mut self, at: usize) {
        let ability = self.ability_of(at);
        if !self.choose_mode(at) {
            return;
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
            return;
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
        self.reach(at, Stage::Targeting);
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
    fn chosen_mode(&self, work: &Work) -> Option<(u16, usize)> {
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

    #[inline(always)]
    fn choose_targets(&mut self, at: usize) {
        let work = &self.game.pending.work[at];
        let entry = self.catalog.program.entry(work.ability);
        let (number, to_stack) = (usize::from(work.cursor), work.to_stack);
        let first = self.policy().chooses_first(work.origin);
        let targets = if first { entry.targets.as_slice() } else { &[] };
        if let Some(op) = targets.get(number) {
            if self.is_other_mode(work, *op) {
                self.game.pending.work[at].cursor += 1;
                return;
            }
            let Some(what) = self.target_of(*op) else { return };
            if self.select(at, what, None, Reason::Target) {
                self.store_targets(at, number as u8);
                let work = &mut self.game.pending.work[at];
                work.cursor += 1;
                work.answered = false;
            }
            return;
        }
        self.reach(at, Stage::Resolving);
        if to_stack && let Some(work) = self.game.pending.work.pop() {
            // Still to be confirmed, it stays marked.
            let to_stack = self.catalog.program.entry(work.ability).is_optional;
            self.game.pending.stack.push(Work { to_stack, ..work });
        }
    }

    fn target_of(&self, op: u16) -> Option<&'a Selection> {
        match &self.catalog.program.ops[usize::from(op)] {
            Op::Do { effect, .. } => crate::compile::selection(effect),
            Op::Each { what, .. } => Some(what),
            _ => None,
        }
    }

    fn store_targets(&mut self, at: usize, slot: u8) {
        for picked in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[picked];
            self.game.pending.work[at].choose(slot, handle);
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
            !entry.targets.is_empty() && work.picks > 0 && self.policy().targets != Targets::Play;
        if targeted && !self.any_target_legal(&work) {
            self.note(Fact::Fizzled { source: work.source, ability: work.ability });
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

    /// Does one operation of the ability.
    #[inline(always)]
    fn operate(&mut self, at: usize) {
        let cursor = self.game.pending.work[at].cursor;
        match &self.catalog.program.ops[usize::from(cursor)] {
            Op::Do { effect, linked, slot } => {
                let slot =
                    slot.filter(|_| self.policy().chooses_first(self.game.pending.work[at].origin));
                self.apply_effect(at, effect, *linked, slot)
            }
            Op::Unless(condition, otherwise) => {
                let holds =
                    self.reader().holds(condition, &Scope::work(&self.game.pending.work[at]));
                self.jump(at, if holds { cursor + 1 } else { *otherwise });
            }
            Op::Jump(to) => self.jump(at, *to),
            Op::May { who, cost, otherwise } => self.may(at, *who, cost, *otherwise),
            Op::Pay { who, cost } => self.pay_part(at, *who, cost),
            Op::Modal { modes, end } => self.modal(at, modes, *end),
            Op::NextMode { start, count } => {
                let again = self.game.pending.work[at].modes.count_ones() < u32::from(*count);
                if !again {
                    self.game.pending.work[at].modes = 0;
                }
                self.jump(at, if again { *start } else { cursor + 1 });
            }
            Op::Each { what, end, slot } => {
                let slot =
                    slot.filter(|_| self.policy().chooses_first(self.game.pending.work[at].origin));
                self.each(at, what, *end, slot)
            }
            Op::NextObject { start } => self.next_object(at, *start),
            Op::EachPlayer => self.each_player(at),
            Op::NextPlayer { start } => self.next_player(at, *start),
            Op::Repeat { times, end } => {
                let times = self.amount_at(at, times);
                self.game.pending.work[at].times = times;
                self.jump(at, if times > 0 { cursor + 1 } else { *end });
            }
            Op::NextTime { start } => {
                let work = &mut self.game.pending.work[at];
                work.times -= 1;
                let to = if work.times > 0 { *start } else { cursor + 1 };
                self.jump(at, to);
            }
            Op::End => self.end_ability(),
        }
    }

    /// Goes on with another operation.
    pub(crate) fn jump(&mut self, at: usize, to: u16) {
        let work = &mut self.game.pending.work[at];
        work.cursor = to;
        work.answered = false;
        // Returning before the end is reached would cost one more turn of the
        // loop for every ability.
        if self.catalog.program.ends[usize::from(to)] && at + 1 == self.game.pending.work.len() {
            self.end_ability();
        }
    }

    /// The ability on top is over. A step of the frame that waits for it, by
    /// naming it and its source, learns what it chose.
    pub(crate) fn end_ability(&mut self) {
        let Some(ended) = self.game.pending.work.last() else { return };
        if matches!(ended.origin, Origin::Played | Origin::Activated) {
            self.tell_choices();
        } else {
            let left = self.game.pending.work.len() - 1;
            self.game.pending.work.truncate(left);
        }
    }

    /// [`Engine::end_ability`] for one that was played or activated: a step of the
    /// frame may wait for it.
    fn tell_choices(&mut self) {
        let Some(ended) = self.game.pending.work.pop() else { return };
        let waits = self.game.pending.work.iter_mut().rev().find(|step| {
            matches!(step.task, Task::Step(_))
                && step.ability == ended.ability
                && step.source == ended.source
        });
        if let Some(step) = waits {
            step.place = ended.place;
            step.chosen = ended.chosen;
            step.slots = ended.slots;
            step.picks = ended.picks;
        }
    }

    #[inline(never)]
    fn each(&mut self, at: usize, what: &'a Selection, end: u16, slot: Option<u8>) {
        if !self.select(at, what, slot, Reason::Effect) {
            return;
        }
        let cursor = self.game.pending.work[at].cursor;
        if self.game.pending.answer.is_empty() {
            self.jump(at, end);
            return;
        }
        // The first is taken from the end, so the pool holds them in reverse.
        self.game.pending.work[at].pool = self.game.pending.loop_objects.len() as u16;
        while let Some(handle) = self.game.pending.answer.pop() {
            self.game.pending.loop_objects.push(handle);
        }
        self.game.pending.work[at].it =
            self.game.pending.loop_objects.pop().unwrap_or(Handle::NONE);
        self.jump(at, cursor + 1);
    }

    fn next_object(&mut self, at: usize, start: u16) {
        let bottom = usize::from(self.game.pending.work[at].pool);
        let cursor = self.game.pending.work[at].cursor;
        if self.game.pending.loop_objects.len() > bottom {
            self.game.pending.work[at].it =
                self.game.pending.loop_objects.pop().unwrap_or(Handle::NONE);
            self.jump(at, start);
        } else {
            self.jump(at, cursor + 1);
        }
    }

    /// The turn's player comes first; the controller is changed for the body
    /// and given back afterwards.
    fn each_player(&mut self, at: usize) {
        let active = self.game.turn.active;
        let work = &mut self.game.pending.work[at];
        work.players = Some(PlayerLoop { controller: work.controller, has_next: true });
        work.controller = active;
        let next = work.cursor + 1;
        self.jump(at, next);
    }

    fn next_player(&mut self, at: usize, start: u16) {
        let work = &mut self.game.pending.work[at];
        let cursor = work.cursor;
        match &mut work.players {
            Some(players) if players.has_next => {
                players.has_next = false;
                work.controller = work.controller.other();
                self.jump(at, start);
            }
            players => {
                if let Some(players) = players.take() {
                    work.controller = players.controller;
                }
                self.jump(at, cursor + 1);
            }
        }
    }

    /// Asks whether to do the optional thing; what it costs is paid by the
    /// operations that follow.
    #[inline(never)]
    fn may(&mut self, at: usize, who: Who, cost: &'a [Cost], otherwise: u16) {
        let work = self.game.pending.work[at];
        let scope = Scope::work(&work);
        let seat = self.reader().player(who, &scope);
        if work.answered {
            self.jump(at, if work.did { work.cursor + 1 } else { otherwise });
            return;
        }
        let payer = Scope { controller: seat, ..scope };
        if !cost.is_empty() && !self.reader().can_pay(cost, &payer) {
            self.game.pending.work[at].did = false;
            self.jump(at, otherwise);
            return;
        }
        let reason = if cost.is_empty() { Reason::Confirm } else { Reason::Pay };
        let prompt = self.prompt(at, seat, Ask::YesNo, reason);
        self.ask(prompt);
    }

    /// Pays one part of a cost; whoever pays is in charge meanwhile.
    #[inline(never)]
    fn pay_part(&mut self, at: usize, who: Who, cost: &'a Cost) {
        let work = self.game.pending.work[at];
        let seat = self.reader().player(who, &Scope::work(&work));
        self.game.pending.work[at].controller = seat;
        let paid = self.pay(at, cost);
        let top = &mut self.game.pending.work[at];
        top.controller = work.controller;
        if paid {
            top.did = true;
            self.jump(at, work.cursor + 1);
        }
    }

    #[inline(never)]
    fn modal(&mut self, at: usize, modes: &'a [(Vec<Cost>, u16)], end: u16) {
        let work = self.game.pending.work[at];
        if self.catalog.program.entry(work.ability).modal == Some(work.cursor) {
            // It was chosen and paid for beforehand.
            let chosen = self.chosen_mode(&work).and_then(|(_, mode)| modes.get(mode));
            self.jump(at, chosen.map_or(end, |(cost, start)| start + cost.len() as u16));
            return;
        }
        if work.answered {
            let mode = work.number as usize;
            self.game.pending.work[at].modes |= 1 << mode;
            self.jump(at, modes.get(mode).map_or(end, |(_, start)| *start));
            return;
        }
        let scope = Scope::work(&work);
        let reader = self.reader();
        let mut options = 0;
        for (mode, (cost, start)) in modes.iter().enumerate() {
            let fresh = work.modes >> mode & 1 == 0;
            if fresh
                && reader.can_pay(cost, &scope)
                && reader.has_target(*start, &scope, ObjectId::NONE)
            {
                options |= 1 << mode;
            }
        }
        if options == 0 {
            self.jump(at, end);
            return;
        }
        let mut prompt = self.prompt(at, work.controller, Ask::Option, Reason::Mode);
        prompt.options = options;
        self.ask(prompt);
    }
}
