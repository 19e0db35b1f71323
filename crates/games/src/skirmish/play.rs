//! Playing cards and using abilities, as effects on the stack.

use onplay_engine::ability::Verb;
use onplay_engine::door::END;
use onplay_engine::engine::Engine;
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{Handle, ObjectId, Seat, ZoneId};
use onplay_engine::work::{Origin, Task, Work};

use super::actions::ability_of;
use super::frame::{Skirmish, memo, step};
use super::turn;

/// Plays a card. The start of the next turn goes on the stack first, so that
/// it lies below everything the card causes. [skirmish 1.3]
pub(super) fn play(frame: &Skirmish, engine: &mut Engine, seat: Seat, id: ObjectId, place: ZoneId) {
    let printed = frame.printed(engine.game.object(id).card);
    engine.game.memo[memo::ACTED] = 1;
    if !printed.quick {
        engine.interrupt(turn::next(engine, seat));
    }
    let card = engine.game.handle(id);
    if !printed.unit {
        engine.interrupt(Work::step(step::TRICK, seat).source(card));
    } else if let Some(old) = engine.game.zone(place).first() {
        // Consuming is a sequence: sacrifice the old, deploy the new. What
        // dies has its say before the new unit arrives. [skirmish 1.8]
        let old = engine.game.handle(*old);
        engine.sequence(&[
            Work::step(step::SACRIFICE, seat).source(old),
            Work::step(step::DEPLOY, seat).source(card).place(place),
            Work::step(step::CONSUMED, seat).source(old).it(card).place(place),
        ]);
    } else {
        engine.interrupt(Work::step(step::DEPLOY, seat).source(card).place(place));
    }
    engine.emit(Event::new(Kind::Played, seat).object(card));
}

/// A trick lies in the graveyard while it does what it says, so that both
/// players see what is being done.
pub(super) fn trick(frame: &Skirmish, engine: &mut Engine, work: Work) {
    let id = work.source.id;
    if !engine.game.is_same(work.source) {
        return;
    }
    engine.move_to(id, Verb::Put, frame.graveyard[work.controller.index()], END);
    let mut left = frame.printed(engine.game.object(id).card).played;
    // The last is pushed first, so that they happen in printed order.
    while left != 0 {
        let number = 7 - left.leading_zeros() as u8;
        left ^= 1 << number;
        start(engine, work.controller, id, number, Origin::Played);
    }
}

/// Uses an ability: a quick action. [skirmish 1.3]
pub(super) fn activate(engine: &mut Engine, seat: Seat, id: ObjectId, number: u8) {
    engine.game.memo[memo::ACTED] = 1;
    start(engine, seat, id, number, Origin::Activated);
    engine.emit(Event::new(Kind::Activated, seat).object(engine.game.handle(id)));
}

fn start(engine: &mut Engine, seat: Seat, id: ObjectId, number: u8, origin: Origin) {
    let ability = ability_of(&engine.reader(), id, number);
    let source = engine.game.handle(id);
    let work = Work { origin, ..Work::new(Task::Ability, seat) }.source(source);
    engine.start(ability, work);
}

pub(super) fn sacrifice(engine: &mut Engine, work: Work) {
    if engine.game.is_same(work.source) {
        engine.move_by(work.source.id, Verb::Sacrifice, None);
    }
}

pub(super) fn deploy(engine: &mut Engine, work: Work) {
    if engine.game.is_same(work.source) {
        engine.move_to(work.source.id, Verb::Deploy, work.place, END);
    }
}

/// Tells the unit that died who it died for, once that one has arrived. It
/// answers from its last-known values. [skirmish 2.6]
pub(super) fn consumed(frame: &Skirmish, engine: &mut Engine, work: Work) {
    let id = work.it.id;
    let arrived = engine.game.object(id).zone == work.place;
    let consumer = if arrived { engine.game.handle(id) } else { Handle::NONE };
    let event = Event::new(Kind::Occasion, work.controller)
        .object(work.source)
        .other(consumer)
        .what(frame.consumed.0);
    engine.emit(event);
}
