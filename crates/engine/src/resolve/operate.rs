//! One operation after the other of a resolving ability: effects, loops, jumps,
//! questions, and the end.

use crate::card::{Cost, Selection, Who};
use crate::compile::{Op, Upcoming};
use crate::id::{Handle, ObjectId};
use crate::mutate::Engine;
use crate::query::Scope;

use crate::state::{Ask, Game, Origin, PlayerLoop, Reason, Task};

impl<'a> Engine<'a> {
    /// Does one operation of the ability.
    #[inline(always)]
    pub(crate) fn operate(&mut self, at: usize) {
        let cursor = self.game.pending.work[at].cursor;
        match &self.catalog.program.ops[usize::from(cursor)] {
            Op::Do { effect, linked, slot, result } => {
                let slot =
                    slot.filter(|_| self.policy().chooses_first(self.game.pending.work[at].origin));
                self.apply_effect(at, effect, *linked, slot, *result)
            }
            Op::Unless(condition, otherwise) => {
                let holds =
                    self.reader().holds(condition, &Scope::work(&self.game.pending.work[at]));
                self.jump(at, if holds { cursor + 1 } else { *otherwise });
            }
            Op::Jump(to) => self.jump(at, *to),
            Op::May { who, cost, otherwise } => self.may(at, *who, cost, *otherwise),
            Op::Pay { who, cost } => self.pay_part(at, *who, cost),
            Op::Modal { who, modes, end } => self.modal(at, *who, modes, *end),
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
            Op::EachPlayer { who } => self.each_player(at, *who),
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
            Op::EachPlace { zone } => self.each_place(at, *zone),
            Op::NextPlace { start } => self.next_place(at, *start),
            Op::Then => {
                if self.wait_for_all(at) {
                    self.jump(at, cursor + 1);
                }
            }
            Op::Together { manner, end } => self.together(at, *manner, *end),
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
        if self.catalog.program.upcoming[usize::from(to)] == Upcoming::End
            && at + 1 == self.game.pending.work.len()
        {
            self.end_ability();
        }
    }

    /// The ability on top is over. A step of the frame that waits for it, by
    /// naming it and its source, learns what it chose.
    pub(crate) fn end_ability(&mut self) {
        let Some(ended) = self.game.pending.work.last() else { return };
        if matches!(ended.origin, Origin::Played | Origin::Activated) {
            self.tell_choices();
        } else if ended.origin == Origin::Clause {
            self.end_clause();
        } else {
            let left = self.game.pending.work.len() - 1;
            self.game.pending.work.truncate(left);
        }
        let Game { pending, delayed, modifiers, .. } = &mut *self.game;
        pending.drop_mentions(delayed, modifiers);
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
        self.take_next(at, what.mention);
        self.jump(at, cursor + 1);
    }

    /// The next object of a loop is what the loop's number means.
    fn take_next(&mut self, at: usize, mention: Option<u8>) {
        let next = self.game.pending.loop_objects.pop().unwrap_or(Handle::NONE);
        if let Some(slot) = mention {
            self.game.pending.forget(at, slot);
            self.game.pending.mention(at, slot, next);
        }
    }

    fn next_object(&mut self, at: usize, start: u16) {
        let bottom = usize::from(self.game.pending.work[at].pool);
        let cursor = self.game.pending.work[at].cursor;
        if self.game.pending.loop_objects.len() > bottom {
            let mention = match &self.catalog.program.ops[usize::from(start) - 1] {
                Op::Each { what, .. } => what.mention,
                _ => None,
            };
            self.take_next(at, mention);
            self.jump(at, start);
        } else {
            self.jump(at, cursor + 1);
        }
    }

    /// The turn's player comes first; the controller is changed for the body
    /// and given back afterwards.
    fn each_player(&mut self, at: usize, who: Who) {
        let seat = match who {
            Who::Each => self.game.turn.active,
            who => self.reader().player(who, &Scope::work(&self.game.pending.work[at])),
        };
        let work = &mut self.game.pending.work[at];
        let has_next = who == Who::Each;
        work.players = Some(PlayerLoop { controller: work.controller, has_next });
        work.controller = seat;
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
    fn modal(&mut self, at: usize, who: Who, modes: &'a [(Vec<Cost>, u16)], end: u16) {
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
        let chooser = reader.player(who, &scope);
        let mut prompt = self.prompt(at, chooser, Ask::Option, Reason::Mode);
        prompt.options = options;
        self.ask(prompt);
    }
}
