//! The agenda: stages in progress, and actions that wait until everything they
//! have set off is done. It lies under the pile and under the waiting triggers.

use crate::card::Manner;
use crate::id::{AbilityId, PhaseId, ZoneId, ZoneKind};
use crate::mutate::Engine;
use crate::rulebook::STAGES_DEEP;
use crate::state::{Origin, Stage, Task, Work};

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
        // What lies under other work is done in one go, as on a card.
        if at != 0 || self.game.pending.work.len() != 1 || !self.has_set_off() {
            return true;
        }
        if let Some(mut work) = self.game.pending.work.pop() {
            work.cursor += 1;
            work.answered = false;
            self.game.pending.agenda.push(work);
        }
        false
    }

    fn has_set_off(&self) -> bool {
        self.game.derived.stale || !self.game.is_uninterrupted()
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
        if !self.catalog.program.ends[usize::from(caller.cursor)] {
            self.game.pending.agenda.push(caller);
        }
        self.game.pending.agenda.push(called);
        false
    }

    /// Starts a clause of the stage on top of the agenda: it shares what the
    /// clauses before it chose. What follows goes back to it.
    pub fn start_clause(&mut self, ability: AbilityId, citation: u16) {
        self.cause = self.rule(citation);
        let Some(stage) = self.game.pending.agenda.last() else { return };
        let work = Work {
            task: Task::Ability,
            stage: Stage::Resolving,
            origin: Origin::Clause,
            cursor: self.catalog.program.entry(ability).start,
            answered: false,
            times: 0,
            modes: 0,
            number: 0,
            ..*stage
        };
        self.start(ability, Work { cause: self.cause, ..work });
    }

    /// A clause is over: its stage learns what it chose and did.
    pub(crate) fn end_clause(&mut self) {
        let Some(ended) = self.game.pending.work.pop() else { return };
        let innermost = self.game.pending.agenda.iter_mut().rev();
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
