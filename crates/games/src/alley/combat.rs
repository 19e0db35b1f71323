//! Attacks, the response window, and damage.

use onplay_engine::event::{Event, Kind};
use onplay_engine::frame::Flow;
use onplay_engine::id::{Handle, ObjectId, Seat};
use onplay_engine::mutate::Engine;

use super::{Alley, DEFENDED, phase};

impl Alley {
    /// The attacker taps; its own abilities come first. [alley 1.6]
    pub(super) fn attack(
        &self,
        engine: &mut Engine,
        seat: Seat,
        attacker: ObjectId,
        target: ObjectId,
    ) {
        let (one, two) = (engine.game.handle(attacker), engine.game.handle(target));
        engine.engage(one, two);
        engine.game.turn.memo[DEFENDED] = 0;
        engine.game.turn.phase = phase::ATTACK;
        engine.set_flag(attacker, self.symbols.tapped, true);
        engine.emit(Event::new(Kind::Attacks, seat).object(one).other(two));
    }

    /// The attacker's abilities have resolved: now its weapons', at one
    /// moment. [alley 1.6]
    #[inline(never)]
    pub(super) fn swing(&self, engine: &mut Engine) -> Flow {
        engine.game.turn.phase = phase::SWING;
        let attacker = engine.game.combat.attacker;
        if !engine.game.is_same(attacker) || engine.game.attachments.is_empty() {
            return Flow::Go;
        }
        let seat = engine.game.turn.active;
        let arms = self.symbols.arms[seat.index()];
        engine.begin_batch();
        for at in 0..engine.game.zones.len(arms) {
            let id = engine.game.zone(arms)[at];
            if engine.game.host(id) == attacker.id {
                let event = Event::new(Kind::Occasion, seat)
                    .object(engine.game.handle(id))
                    .other(attacker)
                    .what(self.symbols.swings.0);
                engine.emit(event);
            }
        }
        engine.end_batch();
        Flow::Go
    }

    /// The other player may respond as long as the attack stands. If attacker
    /// or target is gone, nothing happens. [alley 1.6]
    pub(super) fn open_window(&self, engine: &mut Engine) -> Flow {
        let game = &mut *engine.game;
        if !(game.is_same(game.combat.attacker) && game.is_same(game.combat.defender)) {
            self.finish_attack(engine);
            return Flow::Wait;
        }
        game.turn.phase = phase::RESPONSE;
        game.turn.decider = game.turn.active.other();
        Flow::Wait
    }

    /// A Defender taps and becomes the target. [alley 1.6]
    pub(super) fn defend(&self, engine: &mut Engine, seat: Seat, id: ObjectId) {
        let handle = engine.game.handle(id);
        engine.game.turn.memo[DEFENDED] = 1;
        engine.engage(engine.game.combat.attacker, handle);
        engine.set_flag(id, self.symbols.tapped, true);
        let attacker = engine.game.combat.attacker;
        engine.emit(Event::new(Kind::Blocks, seat).object(handle).other(attacker));
    }

    /// Damage both ways at once; the frozen deal and take none. [alley 1.6]
    #[inline(never)]
    pub(super) fn strike(&self, engine: &mut Engine) -> Flow {
        let (one, two) = (engine.game.combat.attacker, engine.game.combat.defender);
        if !(engine.game.is_same(one) && engine.game.is_same(two)) {
            self.finish_attack(engine);
            return Flow::Wait;
        }
        engine.game.turn.phase = phase::STRUCK;
        let frozen = |handle: Handle| engine.game.object(handle.id).has(self.symbols.frozen);
        let through = if frozen(one) || frozen(two) {
            0
        } else {
            let reader = engine.reader();
            let attack = reader.value(one.id, self.symbols.attack);
            let back = reader.value(two.id, self.symbols.attack);
            let combat = self.symbols.combat.0;
            engine.begin_batch();
            let through = engine.damage(two.id, attack, combat, one);
            engine.damage(one.id, back, combat, two);
            engine.end_batch();
            through
        };
        let seat = engine.game.turn.active;
        engine.emit(Event::new(Kind::Attacked, seat).object(one).other(two).amount(through));
        Flow::Go
    }

    /// Back to the main phase.
    pub(super) fn finish_attack(&self, engine: &mut Engine) {
        engine.game.turn.phase = phase::MAIN;
        engine.game.turn.decider = engine.game.turn.active;
        engine.engage(Handle::NONE, Handle::NONE);
    }
}
