//! Playing cards and using abilities, as effects on the stack.

use onplay_engine::card::Verb;
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{Handle, ObjectId, Seat, ZoneId};
use onplay_engine::mutate::{END, Engine};
use onplay_engine::state::{Origin, Task, Work};

use super::actions::ability_of;
use super::frame::{Skirmish, memo, step};
use super::pile::{Step, follow};
use super::turn;

/// Plays a card. The start of the next turn comes after everything that the
/// card causes. [skirmish 1.3]
pub(super) fn play(frame: &Skirmish, engine: &mut Engine, seat: Seat, id: ObjectId, place: ZoneId) {
    let printed = frame.printed(engine.game.object(id).card);
    engine.game.turn.memo[memo::ACTED] = 1;
    let card = engine.game.handle(id);
    engine.emit(Event::new(Kind::Played, seat).object(card));
    let next = (!printed.quick).then(|| turn::next(engine, seat));
    let deploy = Step { source: card, place, ..Step::new(step::DEPLOY, seat) };
    if printed.unit && engine.game.zones.is_empty(place) {
        follow(frame, engine, deploy, next);
        return;
    }
    next.into_iter().for_each(|next| engine.interrupt(next.work()));
    if !printed.unit {
        follow(frame, engine, Step { number: step::TRICK, ..deploy }, None);
    } else if let Some(old) = engine.game.zone(place).first() {
        // Consuming is a sequence: sacrifice the old, deploy the new. What
        // dies has its say before the new unit arrives. [skirmish 1.8]
        let sacrifice =
            Step { source: engine.game.handle(*old), ..Step::new(step::SACRIFICE, seat) };
        let consumed = Step { number: step::CONSUMED, it: card, place, ..sacrifice };
        engine.sequence(&[deploy.work(), consumed.work()]);
        follow(frame, engine, sacrifice, None);
    }
}

/// A trick lies in the graveyard while it does what it says, so that both
/// players see what is being done.
pub(super) fn trick(frame: &Skirmish, engine: &mut Engine, step: Step) {
    let id = step.source.id;
    if !engine.game.is_same(step.source) {
        return;
    }
    engine.move_to(id, Verb::Put, frame.graveyard[step.seat.index()], END);
    let mut left = frame.printed(engine.game.object(id).card).played;
    // The last is pushed first, so that they happen in printed order.
    while left != 0 {
        let number = 7 - left.leading_zeros() as u8;
        left ^= 1 << number;
        start(engine, step.seat, id, number, Origin::Played);
    }
}

/// Uses an ability: a quick action. [skirmish 1.3]
pub(super) fn activate(engine: &mut Engine, seat: Seat, id: ObjectId, number: u8) {
    engine.game.turn.memo[memo::ACTED] = 1;
    start(engine, seat, id, number, Origin::Activated);
    engine.emit(Event::new(Kind::Activated, seat).object(engine.game.handle(id)));
}

#[inline(always)]
fn start(engine: &mut Engine, seat: Seat, id: ObjectId, number: u8, origin: Origin) {
    let ability = ability_of(&engine.reader(), id, number);
    let source = engine.game.handle(id);
    let work = Work { origin, ..Work::new(Task::Ability, seat) }.source(source);
    engine.start(ability, work);
}

pub(super) fn sacrifice(engine: &mut Engine, step: Step) {
    if engine.game.is_same(step.source) {
        engine.move_by(step.source.id, Verb::Sacrifice, None);
    }
}

pub(super) fn deploy(engine: &mut Engine, step: Step) {
    if engine.game.is_same(step.source) {
        engine.move_to(step.source.id, Verb::Deploy, step.place, END);
    }
}

/// Tells the unit that died who it died for, once that one has arrived. It
/// answers from its last-known values. [skirmish 2.6]
pub(super) fn consumed(frame: &Skirmish, engine: &mut Engine, step: Step) {
    let id = step.it.id;
    let arrived = engine.game.object(id).zone == step.place;
    let consumer = if arrived { engine.game.handle(id) } else { Handle::NONE };
    let event = Event::new(Kind::Occasion, step.seat)
        .object(step.source)
        .other(consumer)
        .what(frame.consumed.0);
    engine.emit(event);
}
