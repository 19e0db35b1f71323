//! Playing cards and using abilities, as effects on the stack.

use onplay_engine::card::Verb;
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{Handle, ObjectId, Seat, ZoneId};
use onplay_engine::mutate::{END, Engine};

use super::frame::{Skirmish, memo, step};
use super::pile::{Step, follow};
use super::turn;

/// Plays a card. The start of the next turn comes after everything that the
/// card causes. [skirmish 1.3]
pub(super) fn play(frame: &Skirmish, engine: &mut Engine, seat: Seat, id: ObjectId, place: ZoneId) {
    let is_unit = frame.is_unit(engine.catalog, engine.game.object(id).card);
    let is_quick = engine.game.has_keyword(engine.catalog, id, frame.quick);
    engine.game.turn.memo[memo::ACTED] = 1;
    let card = engine.game.handle(id);
    let from = engine.game.object(id).zone;
    engine.emit(Event::new(Kind::Played, seat).object(card).places(from, ZoneId::OUTSIDE));
    let next = (!is_quick).then(|| turn::next(engine, seat));
    let deploy = Step { source: card, place, ..Step::new(step::DEPLOY, seat) };
    if engine.has_additional_costs(id) {
        next.into_iter().for_each(|next| engine.interrupt(next.work()));
        let paid = if is_unit { step::PAID } else { step::TRICK };
        engine.interrupt(Step { number: paid, ..deploy }.work());
        engine.start_additional_costs(seat, id);
        return;
    }
    arrive(frame, engine, deploy, next, is_unit);
}

/// A unit whose additional costs are paid goes to its slot.
pub(super) fn paid(frame: &Skirmish, engine: &mut Engine, step: Step) {
    if engine.game.is_same(step.source) {
        arrive(frame, engine, Step { number: step::DEPLOY, ..step }, None, true);
    }
}

/// A card that is paid for goes to its slot or does what it says; then comes the
/// next turn, if one does.
fn arrive(frame: &Skirmish, engine: &mut Engine, deploy: Step, next: Option<Step>, is_unit: bool) {
    let Step { seat, source: card, place, .. } = deploy;
    if is_unit && engine.game.zones.is_empty(place) {
        follow(frame, engine, deploy, next);
        return;
    }
    next.into_iter().for_each(|next| engine.interrupt(next.work()));
    if !is_unit {
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
    engine.start_played(step.seat, id);
}

/// Uses an ability: a quick action. [skirmish 1.3]
pub(super) fn activate(engine: &mut Engine, seat: Seat, id: ObjectId, number: u8) {
    engine.game.turn.memo[memo::ACTED] = 1;
    engine.start_activated(seat, id, number);
    engine.emit(Event::new(Kind::Activated, seat).object(engine.game.handle(id)));
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
