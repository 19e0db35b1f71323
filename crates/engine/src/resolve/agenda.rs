//! The agenda: stages in progress, and actions that wait until everything they
//! have set off is done. It lies under the pile and under the waiting triggers.

use crate::card::Manner;
use crate::compile::{Op, Upcoming};
use crate::id::{AbilityId, PhaseId, Seat, ZoneId, ZoneKind};
use crate::mutate::Engine;
use crate::query::Scope;
use crate::rulebook::STAGES_DEEP;
use crate::state::{Origin, Pending, Stage, Task, Work};

/// Most steps of effects that happen together.
const TOGETHER: usize = 4_096;

impl Engine<'_> {
    /// Goes on with an action that waited. Returns whether there was one.
    #[inline]
    pub(super) fn resume(&mut self) -> bool {
        match self.game.pending.agenda.last() {
            Some(work) if work.task == Task::Ability => {
                let work = self.game.pending.agenda.pop();
                work.into_iter().for_each(|work| self.game.pending.work.push(work));
                true
            }
            _ => false,
        }
    }

    /// The ability on top waits on the agenda until everything set off is done.
    /// Returns whether nothing was, so that it goes on at once.
    pub(crate) fn wait_for_all(&mut self, at: usize) -> bool {
        if self.has_nothing_to_wait_for(at) {
            return true;
        }
        if let Some(mut work) = self.game.pending.work.pop() {
            work.cursor += 1;
            work.answered = false;
            self.game.pending.agenda.push(work);
        }
        false
    }

    /// Whether nothing was set off that comes before what follows a boundary of an
    /// ability. What lies under other work is done in one go, as on a card.
    #[inline]
    pub(crate) fn has_nothing_to_wait_for(&self, at: usize) -> bool {
        at != 0 || self.game.pending.work.len() != 1 || self.reader().has_nothing_pending()
    }

    /// Goes through a stage; what is left of the ability waits under it.
    pub(crate) fn go_through(&mut self, at: usize, phase: PhaseId) -> bool {
        let Some(stage) = self.catalog.rulebook.stage_of(phase) else { return true };
        if self.game.pending.agenda.len() >= STAGES_DEEP || at + 1 != self.game.pending.work.len() {
            self.overflow();
            return false;
        }
        let Some(mut caller) = self.game.pending.work.pop() else { return false };
        let start = self.catalog.rulebook.stage(stage).map_or(0, |stage| stage.start);
        let called = Work {
            task: Task::Stage { stage, called: true },
            stage: Stage::Resolving,
            ability: AbilityId::NONE,
            cursor: start,
            answered: false,
            times: 0,
            modes: 0,
            number: 0,
            ..caller
        };
        caller.cursor += 1;
        caller.answered = false;
        if self.catalog.program.upcoming[usize::from(caller.cursor)] != Upcoming::End {
            self.game.pending.agenda.push(caller);
        }
        self.game.pending.agenda.push(called);
        false
    }

    /// Starts a clause of the stage on top of the agenda: it shares what the
    /// clauses before it chose. What follows goes back to it.
    pub fn start_clause(&mut self, ability: AbilityId, citation: u16) {
        let before = self.cause;
        self.cause = self.rule(citation);
        let Some(stage) = self.game.pending.agenda.last() else { return };
        let entry = self.catalog.program.entry(ability);
        if entry.is_about_each && self.finds_none(entry.start, stage) {
            // Nothing comes of it, so nothing that follows goes back to it.
            self.cause = before;
            return;
        }
        let work = Work {
            task: Task::Ability,
            stage: Stage::Resolving,
            origin: Origin::Clause,
            ability,
            cursor: entry.start,
            answered: false,
            times: 0,
            modes: 0,
            number: 0,
            cause: self.cause,
            ..*stage
        };
        self.game.pending.work.push(work);
    }

    /// Whether the objects that an operation goes through are none.
    fn finds_none(&self, op: u16, stage: &Work) -> bool {
        match &self.catalog.program.ops[usize::from(op)] {
            Op::Each { what, .. } => !self.reader().any(&what.filter, &Scope::work(stage)),
            _ => false,
        }
    }

    /// A clause is over: its stage learns what it chose and did.
    pub(crate) fn end_clause(&mut self) {
        let Pending { work, agenda, .. } = &mut self.game.pending;
        let Some(ended) = work.last() else { return };
        let innermost = agenda.iter_mut().rev();
        let stage = innermost.into_iter().find(|work| matches!(work.task, Task::Stage { .. }));
        if let Some(stage) = stage {
            stage.it = ended.it;
            stage.chosen = ended.chosen;
            stage.slots = ended.slots;
            stage.picks = ended.picks;
            stage.place = ended.place;
            stage.result = ended.result;
            stage.did = ended.did;
        }
        let left = work.len() - 1;
        work.truncate(left);
    }

    /// Starts with the first lane or slot of a zone.
    pub(crate) fn each_place(&mut self, at: usize, zone: ZoneKind) {
        let seat = self.game.pending.work[at].controller;
        self.game.pending.work[at].place = self.catalog.rules.zone(zone, seat, 0);
        let next = self.game.pending.work[at].cursor + 1;
        self.jump(at, next);
    }

    /// Takes the next lane or slot, or goes on behind the loop.
    pub(crate) fn next_place(&mut self, at: usize, start: u16) {
        let rules = &self.catalog.rules;
        let (place, cursor) = {
            let work = &self.game.pending.work[at];
            (work.place, work.cursor)
        };
        let places = rules.zone_rule(place).map_or(0, |rule| rule.places);
        if rules.lane(place) + 1 < places {
            self.game.pending.work[at].place = ZoneId(place.0 + 1);
            self.jump(at, start);
        } else {
            self.game.pending.work[at].place = ZoneId::OUTSIDE;
            self.jump(at, cursor + 1);
        }
    }

    /// Does an ability of the rules from its first to its last effect, whatever is going
    /// on. It asks nothing; the text is refused when it is read. What it sets off
    /// waits as always.
    pub fn carry_out(&mut self, ability: AbilityId, seat: Seat) {
        let (at, doing, in_moment) = (self.game.pending.work.len(), self.doing, self.in_moment);
        let start = self.catalog.program.entry(ability).start;
        let work =
            Work { stage: Stage::Resolving, cursor: start, ..Work::new(Task::Ability, seat) };
        self.start(ability, work);
        self.doing = at;
        // A moment that is going on is not over with this.
        self.in_moment |= self.batching;
        for _ in 0..TOGETHER {
            let is_on = |work: &Work| work.ability == ability && work.stage == Stage::Resolving;
            if self.game.is_over() || !self.game.pending.work.get(at).is_some_and(is_on) {
                break;
            }
            self.operate(at);
        }
        (self.doing, self.in_moment) = (doing, in_moment);
        self.game.pending.answer.clear();
    }

    /// Does everything up to the end together. Questions cannot be asked in it;
    /// the text is refused when it is read.
    pub(crate) fn together(&mut self, at: usize, manner: Manner, end: u16) {
        let next = self.game.pending.work[at].cursor + 1;
        match manner {
            Manner::AtOnce => {
                self.begin_batch();
                self.in_moment = true;
            }
            Manner::Silently => self.silent = true,
        }
        self.jump(at, next);
        for _ in 0..TOGETHER {
            let inside = |work: &Work| (next..end).contains(&work.cursor);
            let goes_on = self.game.pending.work.get(at).is_some_and(inside);
            if !goes_on || self.game.is_over() || !self.game.pending.prompts().is_empty() {
                break;
            }
            self.operate(at);
        }
        match manner {
            Manner::AtOnce => {
                self.in_moment = false;
                self.end_batch();
            }
            Manner::Silently => self.silent = false,
        }
    }
}
