//! Playing cards, portals and activated abilities.

use onplay_engine::card::Verb;
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::mutate::{END as TOP, Engine};
use onplay_engine::state::Work;

use super::symbols::Sort;
use super::{Alley, DISCARD, ENTER, TOKEN};

impl Alley {
    /// Pays for a card and plays it. [alley 1.4]
    pub(super) fn play(
        &self,
        engine: &mut Engine,
        seat: Seat,
        id: ObjectId,
        place: ZoneId,
        at: u8,
    ) {
        let Some(way) = engine.reader().way_to_play(seat, id) else { return };
        let from = engine.game.object(id).zone;
        let token = at == TOKEN;
        self.tap_ikz(engine, seat, way.price - i16::from(token), token);
        engine.pay_rest_of_cost(seat, id);
        if way.then.is_none() && !engine.has_additional_costs(id) {
            self.enter(engine, seat, id, place, from);
            return;
        }
        // Out of the hand first: it cannot pay for itself. [alley 2.3]
        engine.move_to(id, Verb::Put, self.symbols.spells[seat.index()], TOP);
        engine.start_consequence(seat, &way);
        let handle = engine.game.handle(id);
        let number = i16::from(from.0);
        engine.interrupt(Work { number, ..Work::step(ENTER, seat).source(handle).place(place) });
        engine.start_additional_costs(seat, id);
    }

    /// A card that is paid for goes to its place or does what it says.
    pub(super) fn enter(
        &self,
        engine: &mut Engine,
        seat: Seat,
        id: ObjectId,
        place: ZoneId,
        from: ZoneId,
    ) {
        match self.sort(&engine.reader(), id) {
            Sort::Entity => {
                self.vacate(engine, place);
                engine.move_to(id, Verb::Deploy, place, TOP);
            }
            Sort::Weapon => {
                let Some(host) = self.at(engine.game, place) else { return };
                self.arm(engine, seat, id, host, Verb::Deploy);
            }
            Sort::Spell => {
                // A spell has left the hand before it resolves. [alley 2.3]
                engine.move_to(id, Verb::Put, self.symbols.spells[seat.index()], TOP);
                let handle = engine.game.handle(id);
                engine.interrupt(Work::step(DISCARD, seat).source(handle));
                engine.start_played(seat, id);
            }
            Sort::Other => return,
        }
        let handle = engine.game.handle(id);
        let event = Event::new(Kind::Played, seat).object(handle);
        engine.emit(event.places(from, ZoneId::OUTSIDE));
    }

    /// Taps so many IKZ, and uses the token up. [alley 1.4]
    pub(super) fn tap_ikz(&self, engine: &mut Engine, seat: Seat, count: i16, token: bool) {
        let area = (self.symbols.area[seat.index()], 1);
        engine.set_flags(area, 1 << self.symbols.tapped.0, true, count.max(0) as usize);
        if token {
            engine.change_counter(seat, self.symbols.token, -1);
        }
    }

    /// What stands in a slot is replaced: discarded, not destroyed. [alley 1.4]
    fn vacate(&self, engine: &mut Engine, place: ZoneId) {
        if let Some(id) = self.at(engine.game, place) {
            self.discard(engine, id);
        }
    }

    /// A weapon comes into play in its wielder's hands.
    pub(super) fn arm(
        &self,
        engine: &mut Engine,
        seat: Seat,
        weapon: ObjectId,
        host: ObjectId,
        verb: Verb,
    ) {
        if engine.move_to(weapon, verb, self.symbols.arms[seat.index()], TOP) {
            engine.attach(weapon, host);
        }
    }

    /// Taps the gate and moves an entity from the alley to the garden. It is
    /// not played; the gate's ability sees it portal. [alley 1.5]
    pub(super) fn portal(&self, engine: &mut Engine, seat: Seat, id: ObjectId, place: ZoneId) {
        let symbols = &self.symbols;
        if let Some(gate) = self.gate(engine.game, seat) {
            engine.set_flag(gate, symbols.tapped, true);
        }
        self.vacate(engine, place);
        engine.move_to(id, Verb::Shift, place, TOP);
        if !engine.game.has_keyword(engine.catalog, id, symbols.charge) {
            engine.set_flag(id, symbols.cooldown, true);
        }
        let handle = engine.game.handle(id);
        engine.emit(Event::new(Kind::Occasion, seat).object(handle).what(symbols.portals.0));
    }

    pub(super) fn activate(&self, engine: &mut Engine, seat: Seat, id: ObjectId, number: u8) {
        let handle = engine.game.handle(id);
        engine.emit(Event::new(Kind::Activated, seat).object(handle));
        engine.start_activated(seat, id, number);
    }
}
