//! Effects on the table at large: places, numbers, later, again, win.

use crate::card::{Duration, Pattern, Quantity, Selection, When, Who};
use crate::compile::Op;
use crate::event::{Event, Kind};
use crate::frame::Grant;
use crate::id::{AbilityId, Handle, PhaseId, ZoneId};
use crate::mutate::Engine;
use crate::query::Scope;
use crate::state::{Ask, Delayed, Fact, Origin, Pending, Reason, Stage, Task, Work};

impl Engine<'_> {
    pub(super) fn choose_place(&mut self, at: usize) -> bool {
        let work = self.game.pending.work[at];
        if work.answered {
            return true;
        }
        let options = self.reader().places_to_choose(work.cursor, &Scope::work(&work));
        let options = options.unwrap_or_default();
        match options.count_ones() {
            0 => {
                self.note(Fact::NoRoom { object: Handle::NONE, card: None });
                true
            }
            1 if self.policy().auto.single => {
                self.game.pending.work[at].place = ZoneId(options.trailing_zeros() as u8);
                true
            }
            _ => {
                let mut prompt = self.prompt(at, work.controller, Ask::Place, Reason::Where);
                prompt.options = options;
                self.ask(prompt);
                false
            }
        }
    }

    pub(super) fn choose_number(&mut self, at: usize, min: &Quantity, max: &Quantity) -> bool {
        let work = self.game.pending.work[at];
        if work.answered {
            return true;
        }
        let scope = Scope::work(&work);
        let (low, high) = (self.reader().amount(min, &scope), self.reader().amount(max, &scope));
        if high <= low {
            self.game.pending.work[at].number = low;
            return true;
        }
        let mut prompt = self.prompt(at, work.controller, Ask::Number, Reason::Amount);
        prompt.low = low;
        prompt.high = high;
        self.ask(prompt);
        false
    }

    pub(super) fn choose_only(&mut self, at: usize, what: &Selection, slot: Option<u8>) -> bool {
        let earlier = self.chosen_by_first_player(at, what);
        if !self.select(at, what, slot, Reason::Effect) {
            return false;
        }
        if let Some(slot) = what.mention {
            earlier.iter().for_each(|handle| self.game.pending.mention(at, slot, *handle));
        }
        let first = self.game.pending.answer.first().copied().unwrap_or(Handle::NONE);
        let work = &mut self.game.pending.work[at];
        work.did = first.is_some();
        true
    }

    /// What the first player of a loop has chosen, where choosing is all that the loop
    /// does: both players' choices are meant behind it.
    fn chosen_by_first_player(&self, at: usize, what: &Selection) -> Vec<Handle> {
        let work = &self.game.pending.work[at];
        let ops = &self.catalog.program.ops;
        let cursor = usize::from(work.cursor);
        let is_alone = cursor > 0
            && matches!(ops[cursor - 1], Op::EachPlayer { .. })
            && matches!(ops.get(cursor + 1), Some(Op::NextPlayer { .. }));
        let is_second = work.players.is_some_and(|players| !players.has_next);
        match what.mention.filter(|_| is_alone && is_second) {
            Some(slot) => {
                let earlier = self.game.pending.mentioned(work.keeper, slot);
                earlier.map(|one| one.object).filter(|handle| handle.is_some()).collect()
            }
            None => Vec::new(),
        }
    }

    /// Something stops what waits on the stack. Its card goes where cards go.
    pub(super) fn cancel(&mut self, at: usize, what: &Selection, slot: Option<u8>) -> bool {
        if !self.select(at, what, slot, Reason::Effect) {
            return false;
        }
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            if self.game.is_same(handle) && self.reader().cancel_obstacle(handle.id).is_some() {
                self.note(Fact::NotCancelled { object: handle });
                continue;
            }
            let Some(item) = self.take_waiting(at, handle) else { continue };
            self.emit(Event::new(Kind::Cancelled, item.controller).object(item.source));
            self.frame.cancelled(self, item);
        }
        true
    }

    /// Takes what an object is about to do off the players' stack, or off the pile of
    /// work where cards are played without one.
    fn take_waiting(&mut self, at: usize, handle: Handle) -> Option<Work> {
        let catalog = self.catalog;
        let Pending { stack, work, agenda, .. } = &mut self.game.pending;
        if let Some(found) = stack.iter().position(|item| item.source.id == handle.id) {
            return Some(stack.remove(found));
        }
        let is_action = |item: &Work| {
            item.task == Task::Ability
                && !item.ability.is_none()
                && matches!(&catalog.ability(item.ability).when, When::Activated(one) if one.by_rule)
        };
        let is_meant = |item: &Work| {
            let is_step = matches!(item.task, Task::Step(_)) || item.origin == Origin::Played;
            item.source == handle && (is_step || is_action(item))
        };
        // Work keeps its place on the pile; what is over leaves it when its turn comes.
        let over = |item: &Work| Work {
            stage: Stage::Done,
            depth: item.depth,
            ..Work::new(Task::Ability, item.controller)
        };
        // An action of the rules waits on the agenda until everything set off is done.
        if let Some(found) = agenda.iter().position(is_meant) {
            return Some(agenda.remove(found));
        }
        let mut stopped = None;
        for item in work[..at].iter_mut().rev().filter(|item| is_meant(item)) {
            let instead = over(item);
            let was = std::mem::replace(item, instead);
            stopped = stopped.or(Some(was));
        }
        stopped
    }

    pub(super) fn later(
        &mut self,
        at: usize,
        linked: AbilityId,
        until: Option<Duration>,
        once: bool,
    ) -> bool {
        let work = self.game.pending.work[at];
        let keeper = self.game.pending.copy_mentions(work.keeper);
        // What this ability's event or its own move has made of its card is meant later.
        let source = self.moved_on(at, work.source);
        self.game.delayed.push(Delayed {
            ability: linked,
            source,
            controller: work.controller,
            keeper,
            once: once || until.is_none(),
            until: until.unwrap_or(Duration::Forever),
            turns: 0,
        });
        true
    }

    /// The event that the ability stands in for happens as it was. The ability does not
    /// replace it again.
    pub(super) fn proceed(&mut self, at: usize) -> bool {
        let event = self.game.pending.work[at].event;
        if event.kind == Kind::Drew {
            self.draw_cards(event.player, event.amount);
        } else if event.object.is_none() || self.game.is_same(event.object) {
            self.apply_event(event);
        }
        true
    }

    pub(super) fn go_again(&mut self) -> bool {
        self.frame.grant(self, Grant::GoAgain);
        true
    }

    pub(super) fn extra_turn(&mut self, at: usize, who: Who) -> bool {
        let seat = self.player_at(at, who);
        self.frame.grant(self, Grant::ExtraTurn(seat));
        true
    }

    pub(super) fn extra_phase(&mut self, at: usize, phase: PhaseId) -> bool {
        let seat = self.game.pending.work[at].controller;
        self.frame.grant(self, Grant::ExtraPhase(seat, phase));
        true
    }

    /// The abilities of the selected objects that listen for such an event
    /// happen as if it had.
    pub(super) fn trigger(
        &mut self,
        at: usize,
        what: &Selection,
        slot: Option<u8>,
        on: &Pattern,
    ) -> bool {
        if !self.select(at, what, slot, Reason::Effect) {
            return false;
        }
        let depth = self.game.pending.work[at].depth + 1;
        let cause = self.cause;
        for index in (0..self.game.pending.answer.len()).rev() {
            let handle = self.game.pending.answer[index];
            if !self.game.is_same(handle) {
                continue;
            }
            let object = *self.game.object(handle.id);
            for ability in self.catalog.program.of(object.card) {
                if !self.catalog.program.entry(ability).is_on(on.event) {
                    continue;
                }
                let event = Event::new(Kind::Occasion, object.controller).object(handle);
                let work = Work {
                    origin: Origin::Triggered,
                    depth,
                    event,
                    source: handle,
                    cause,
                    ..Work::new(Task::Ability, object.controller)
                };
                self.start(ability, work);
            }
        }
        true
    }

    pub(super) fn win(&mut self, at: usize, who: Who, wins: bool) -> bool {
        let seat = self.player_at(at, who);
        self.win_game(if wins { seat } else { seat.other() });
        true
    }
}
