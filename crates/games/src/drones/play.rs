//! Actions as work: deploying, moving, cards and abilities.

use onplay_engine::card::Verb;
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{AbilityId, ObjectId, Seat, ZoneId};
use onplay_engine::mutate::{END, Engine};
use onplay_engine::rulebook::Role;
use onplay_engine::state::{Action, Task, Work};

use super::refuse::COPY;
use super::{
    ACTION, ALLOCATED, CHOSE_POOL, DECLARE, DEPLOY, DISCARDED, Drones, INTERCEPT, LEAVER, MOVED,
    OPENED, PASSED, PLACED, PLAYED, PUT_AWAY, SPENT, STRIKE, STRUCK, TAKEN,
};

impl Drones {
    /// Turns an offered action into work.
    pub(super) fn take(&self, engine: &mut Engine, action: Action) {
        let seat = engine.game.turn.decider;
        engine.game.turn.memo[TAKEN] = 1;
        match action {
            Action::Pass => self.pass(engine, seat),
            Action::Play { object, place, at } if engine.game.turn.phase == DEPLOY => {
                self.deploy(engine, seat, object, place, at);
            }
            Action::Play { object, .. } => self.play(engine, seat, object),
            Action::Move { object, place, at } => self.start_move(engine, seat, object, place, at),
            Action::Attack { attacker, target } => {
                self.start_attack(engine, seat, attacker, target);
            }
            Action::Activate { object, ability } => {
                let handle = engine.game.handle(object);
                engine.start_activated(seat, object, ability);
                engine.emit(Event::new(Kind::Activated, seat).object(handle));
            }
            _ => {}
        }
    }

    /// Does a step of its own.
    pub(super) fn go_on(&self, engine: &mut Engine, work: Work) {
        match work.task {
            Task::Step(INTERCEPT) => self.intercepted(engine, work),
            Task::Step(DECLARE) => self.declare(engine, work),
            Task::Step(STRIKE) => self.strike(engine, work),
            Task::Step(SPENT) => self.spent(engine, work),
            Task::Step(STRUCK) => self.struck(engine, work),
            Task::Step(MOVED) => self.moved(engine, work),
            Task::Step(PUT_AWAY) => put_away(engine, work),
            Task::Step(PLAYED) => self.played(engine, work),
            Task::Step(CHOSE_POOL) => self.pool_chosen(engine, work),
            Task::Step(PLACED) => self.sections_placed(engine, work),
            Task::Step(DISCARDED) => discard_answer(engine),
            Task::Step(ALLOCATED) => self.allocated(engine, work),
            Task::Step(OPENED) => self.opened(engine),
            _ => {}
        }
    }

    /// A passer is out until the phase ends; who leaves the action phase first
    /// begins the next round. [drones 2.2]
    fn pass(&self, engine: &mut Engine, seat: Seat) {
        engine.game.turn.memo[PASSED] |= 1 << seat.0;
        if engine.game.turn.phase == ACTION && engine.game.turn.memo[LEAVER] == 0 {
            engine.game.turn.memo[LEAVER] = i16::from(seat.0) + 1;
        }
    }

    /// The budget pays first, then energy; a ready copy flies. [drones 2.4]
    fn deploy(&self, engine: &mut Engine, seat: Seat, id: ObjectId, row: ZoneId, at: u8) {
        let card = engine.game.object(id).card;
        let cost = self.deployment_price(&engine.reader(), seat, id);
        let budget = engine.game.counter(seat, self.deployment).clamp(0, cost);
        if budget > 0 {
            engine.change_counter(seat, self.deployment, -budget);
        }
        if cost > budget {
            engine.change_counter(seat, self.energy, budget - cost);
        }
        self.add_copies(engine, id, -COPY);
        let hangar = engine.game.object(id).zone;
        let Some(drone) = engine.create_object(card, seat, row) else { return };
        let last = engine.game.zones.len(row) - 1;
        if usize::from(at) < last {
            engine.game.zones.shift(row, last, row, usize::from(at));
        }
        // The drone's own ability, then the lane's. [drones 4.1]
        let event = Event::new(Kind::Deployed, seat)
            .object(engine.game.handle(drone))
            .places(hangar, row)
            .what(u16::from(at));
        engine.emit(event);
    }

    /// Counts ready copies on the drone in the hangar.
    pub(super) fn add_copies(&self, engine: &mut Engine, id: ObjectId, by: i16) {
        engine.game.object_mut(id).values[self.copies_value] += by;
    }

    /// A move exhausts after everybody has reacted, unless the drone stays
    /// steady; a snared drone stays where it is. [drones 3.3] [drones 3.6]
    fn start_move(&self, engine: &mut Engine, seat: Seat, id: ObjectId, row: ZoneId, at: u8) {
        if engine.game.object(id).has(self.snared) {
            engine.set_flag(id, self.snared, false);
            engine.set_flag(id, self.exhausted, true);
            return;
        }
        engine.game.object_mut(id).flags &= !(1 << self.steady.0);
        engine.interrupt(Work::step(MOVED, seat).source(engine.game.handle(id)));
        let at = if at == u8::MAX { END } else { u16::from(at) };
        engine.move_to(id, Verb::Shift, row, at);
    }

    fn moved(&self, engine: &mut Engine, work: Work) {
        if !engine.game.is_same(work.source) {
            return;
        }
        let id = work.source.id;
        if engine.game.object(id).has(self.steady) {
            engine.set_flag(id, self.steady, false);
        } else {
            engine.set_flag(id, self.exhausted, true);
        }
    }

    /// Pay, effects in order, put away, then everybody is notified that it was
    /// played. Upgrades stay. [drones 3.4]
    fn play(&self, engine: &mut Engine, seat: Seat, id: ObjectId) {
        let Some(way) = engine.reader().way_to_play(seat, id) else { return };
        engine.pay_for_card(seat, id, way.price);
        let catalog = engine.catalog;
        let card = engine.game.object(id).card;
        let stays = catalog.card(card).has_type(self.upgrade);
        if stays {
            let zone = catalog.rules.zone(self.upgrades, seat, 0);
            engine.move_to(id, Verb::Enter, zone, END);
        } else {
            let zone = catalog.rules.zone(self.playing, seat, 0);
            engine.move_to(id, Verb::Put, zone, END);
        }
        let handle = engine.game.handle(id);
        let ability = catalog.program.played[card.index()].unwrap_or(AbilityId::NONE);
        engine.start_consequence(seat, &way);
        engine.interrupt(Work { ability, ..Work::step(PLAYED, seat).source(handle) });
        if !stays {
            engine.interrupt(Work::step(PUT_AWAY, seat).source(handle));
        }
        engine.start_played(seat, id);
        engine.start_additional_costs(seat, id);
    }

    /// A card is played in the lane that it chose, or where what it chose
    /// stands. [drones 4.1]
    fn played(&self, engine: &mut Engine, work: Work) {
        let mut place = work.place;
        if place == ZoneId::OUTSIDE && work.picks > 0 {
            let chosen = engine.reader().look(work.chosen[0]);
            place = chosen.map_or(ZoneId::OUTSIDE, |snapshot| snapshot.zone);
        }
        if !engine.catalog.rules.is_in_play(place) {
            place = ZoneId::OUTSIDE;
        }
        let hand = self.hands[work.controller.index()];
        let event = Event::new(Kind::Played, work.controller)
            .object(engine.game.handle(work.source.id))
            .places(hand, place);
        engine.emit(event);
    }
}

/// A card that was played goes to the discard pile.
fn put_away(engine: &mut Engine, work: Work) {
    if engine.game.is_same(work.source) {
        let to = engine.catalog.rules.zone_of(Role::Discard, work.controller);
        engine.move_to(work.source.id, Verb::Put, to, END);
    }
}

/// Discards what was answered, all at one moment.
fn discard_answer(engine: &mut Engine) {
    engine.begin_batch();
    for at in 0..engine.game.pending.answer.len() {
        let id = engine.game.pending.answer[at].id;
        engine.move_by(id, Verb::Discard, None);
    }
    engine.end_batch();
    engine.game.pending.answer.clear();
}
