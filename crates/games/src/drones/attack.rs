//! Attacks: interception, the lane's reactions, damage, exhaustion, and what
//! the attack sets off. [drones 3.1] [drones 4.1]

use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{Handle, ObjectId, Seat};
use onplay_engine::mask::Mask;
use onplay_engine::mutate::Engine;
use onplay_engine::query::Reader;
use onplay_engine::state::{Ask, Prompt, Reason, Work};

use super::{ASK_INTERCEPT, DECLARE, Drones, INTERCEPT, SPENT, STRIKE, STRUCK};

impl Drones {
    /// A suppressed drone does not attack after all. [drones 3.6]
    pub(super) fn start_attack(
        &self,
        engine: &mut Engine,
        seat: Seat,
        attacker: ObjectId,
        target: ObjectId,
    ) {
        if engine.game.object(attacker).has(self.suppressed) {
            engine.set_flag(attacker, self.suppressed, false);
            engine.set_flag(attacker, self.exhausted, true);
            return;
        }
        let (one, two) = (engine.game.handle(attacker), engine.game.handle(target));
        engine.engage(one, two);
        let able = self.interceptors(&engine.reader(), attacker, target);
        let step = |number| Work::step(number, seat).source(one).it(two);
        engine.interrupt(step(DECLARE));
        if able.is_empty() {
            return;
        }
        engine.interrupt(step(INTERCEPT));
        let mut prompt = Prompt::new(seat.other(), Ask::Objects, Reason::Frame(ASK_INTERCEPT));
        prompt.source = one;
        prompt.candidates = able;
        prompt.min = 0;
        prompt.max = 1;
        engine.ask(prompt);
    }

    /// Any other ready drone of that lane that is at least as fast.
    /// [drones 3.2]
    pub(super) fn interceptors(
        &self,
        reader: &Reader,
        attacker: ObjectId,
        target: ObjectId,
    ) -> Mask {
        let mut able = Mask::EMPTY;
        let rules = &reader.catalog.rules;
        let zone = reader.game.object(target).zone;
        let row = self.row(rules.seat(zone), rules.lane(zone));
        let speed = reader.value(attacker, self.speed);
        for id in reader.game.zone(row) {
            let object = reader.game.object(*id);
            if *id != target
                && !object.has(self.exhausted)
                && !object.has(self.blinded)
                && !self.is_token(reader, *id)
                && reader.value(*id, self.speed) >= speed
                && !reader.game.has_keyword(reader.catalog, *id, self.passive)
                && reader.block_obstacle(*id, attacker).is_none()
            {
                able.insert(*id);
            }
        }
        able
    }

    /// The interceptor becomes the target; it does not exhaust.
    pub(super) fn intercepted(&self, engine: &mut Engine, work: Work) {
        let Some(interceptor) = engine.game.pending.answer.first().copied() else { return };
        engine.game.pending.answer.clear();
        engine.engage(engine.game.combat.attacker, interceptor);
        if let Some(declare) = engine.game.pending.work.last_mut() {
            declare.it = interceptor;
        }
        let seat = work.controller.other();
        let event = Event::new(Kind::Occasion, seat)
            .object(interceptor)
            .other(work.source)
            .what(self.intercepts.0);
        engine.apply_event(event);
    }

    /// The lane is notified of the attack before anything is dealt.
    pub(super) fn declare(&self, engine: &mut Engine, work: Work) {
        if !engine.game.is_same(work.source) {
            engine.engage(Handle::NONE, Handle::NONE);
            return;
        }
        let step = |number| Work::step(number, work.controller).source(work.source).it(work.it);
        // What comes last goes on the pile first.
        [STRUCK, SPENT, STRIKE].into_iter().for_each(|number| engine.interrupt(step(number)));
        engine.apply_event(
            Event::new(Kind::Attacks, work.controller).object(work.source).other(work.it),
        );
    }

    /// Attack is read now, after the lane's reactions.
    pub(super) fn strike(&self, engine: &mut Engine, work: Work) {
        let both = engine.game.is_same(work.source) && engine.game.is_same(work.it);
        if !both {
            return;
        }
        let id = work.source.id;
        let amount = engine.reader().value(id, self.attack).max(0);
        let pierces = engine.game.has_keyword(engine.catalog, id, self.piercing);
        let kind = if pierces { self.pierces.0 } else { 0 };
        let through = engine.damage(work.it.id, amount, kind, work.source);
        // What got through is told when the attack is over.
        let struck = engine.game.pending.work.iter_mut().rev().find(|step| {
            step.task == onplay_engine::state::Task::Step(STRUCK) && step.source == work.source
        });
        if let Some(struck) = struck {
            struck.number = through;
        }
    }

    pub(super) fn spent(&self, engine: &mut Engine, work: Work) {
        if engine.game.is_same(work.source) {
            engine.set_flag(work.source.id, self.exhausted, true);
        }
    }

    pub(super) fn struck(&self, engine: &mut Engine, work: Work) {
        engine.engage(Handle::NONE, Handle::NONE);
        let event = Event::new(Kind::Attacked, work.controller)
            .object(work.source)
            .other(work.it)
            .amount(work.number);
        engine.apply_event(event);
    }
}
