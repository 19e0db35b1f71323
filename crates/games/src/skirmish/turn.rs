//! The match, its skirmishes and their turns.

use onplay_engine::card::Limit;
use onplay_engine::event::{Event, Kind};
use onplay_engine::frame::DeckList;
use onplay_engine::id::Seat;
use onplay_engine::mutate::{Engine, Expiry};
use onplay_engine::state::Work;

use super::frame::{OPENING, Skirmish, TURNS, clause, memo, step};
use super::pile::{Step, follow};
use super::terrain;

/// Lays out the decks and leaders.
pub(super) fn lay_out(frame: &Skirmish, engine: &mut Engine, decks: &[DeckList; 2]) {
    for seat in Seat::BOTH {
        let deck = &decks[seat.index()];
        engine.lay(deck.cards("main"), seat, frame.deck[seat.index()]);
        engine.lay(deck.cards("leader").take(1), seat, frame.leader[seat.index()]);
    }
}

/// Draws the opening hands and begins the first skirmish. [skirmish 1.5]
pub(super) fn begin_match(frame: &Skirmish, engine: &mut Engine) {
    for seat in Seat::BOTH {
        engine.shuffle(frame.deck[seat.index()]);
        engine.draw_cards(seat, OPENING);
    }
    begin_skirmish(frame, engine, Seat::ONE);
}

/// A table laid out by hand: the first turn of a skirmish has started.
pub(super) fn stage(_frame: &Skirmish, engine: &mut Engine, active: Seat) {
    engine.game.turn.round = engine.game.turn.round.max(1);
    engine.game.turn.memo[memo::STARTER] = i16::from(active.0);
    engine.game.turn.memo[memo::TURNS] = 1;
    engine.begin_turn(active);
    engine.game.turn.decider = active;
}

/// Begins the next skirmish with a player's turn. [skirmish 1.5]
pub(super) fn begin_skirmish(frame: &Skirmish, engine: &mut Engine, starter: Seat) {
    engine.game.turn.round += 1;
    engine.game.turn.memo[memo::STARTER] = i16::from(starter.0);
    engine.game.turn.memo[memo::DONE] = 0;
    engine.game.turn.memo[memo::TURNS] = 0;
    engine.reset_limits(Limit::OncePerRound);
    engine.interrupt(Work::step(step::TURN_START, starter));
    engine.begin_phase(frame.skirmish, starter);
}

/// Passing after acting hands the turn over; without acting, the player is
/// done for this skirmish. [skirmish 1.3]
pub(super) fn pass(frame: &Skirmish, engine: &mut Engine, seat: Seat) {
    if engine.game.turn.memo[memo::ACTED] == 0 {
        engine.game.turn.memo[memo::DONE] |= 1 << seat.0;
        engine.rule(clause::DONE);
    }
    follow(frame, engine, next(engine, seat), None);
}

/// What comes after a player's turn: the other's, or one's own again when the
/// other is done, or the end of the skirmish. [skirmish 1.3]
pub(super) fn next(engine: &Engine, seat: Seat) -> Step {
    let done = engine.game.turn.memo[memo::DONE];
    match done {
        3 => Step::new(step::RESOLVE, seat),
        _ if done >> seat.other().0 & 1 == 1 => Step::new(step::TURN_START, seat),
        _ => Step::new(step::TURN_START, seat.other()),
    }
}

/// A turn starts: abilities cool down, then all that listens for the start of
/// the turn and all units that dominate their terrain hear of it at one moment.
#[inline(never)]
pub(super) fn start(frame: &Skirmish, engine: &mut Engine, seat: Seat) {
    engine.expire(Expiry::TurnEnd(engine.game.turn.active));
    if engine.game.turn.memo[memo::TURNS] >= TURNS {
        // Two players who never run out of quick actions must end too.
        // [skirmish 1.9]
        engine.rule(clause::LAST_TURN);
        engine.interrupt(Work::step(step::RESOLVE, seat));
        return;
    }
    engine.game.turn.memo[memo::TURNS] += 1;
    engine.game.turn.memo[memo::ACTED] = 0;
    engine.begin_turn(seat);
    engine.game.turn.decider = seat;
    engine.expire(Expiry::TurnStart(seat));
    engine.reset_limits(Limit::OncePerTurn);
    let (mut exhausted, mut dominant) = (false, false);
    for id in frame.units(engine.game, seat) {
        let object = engine.game.object(*id);
        exhausted |= object.has(frame.exhausted);
        dominant |= frame.is_dominant(object.card);
    }
    if exhausted {
        cool_down(frame, engine, seat);
    }
    engine.begin_batch();
    if dominant {
        engine.begin_phase(frame.turn, seat);
        dominate(frame, engine, seat);
        engine.end_batch();
    } else {
        // It is alone in its moment, so that it can be heard at once.
        engine.end_batch();
        engine.begin_phase(frame.turn, seat);
    }
}

/// Exhausted units rest one turn more; after as many as their cooldown says they
/// are fresh again. [skirmish 1.8]
#[inline(never)]
fn cool_down(frame: &Skirmish, engine: &mut Engine, seat: Seat) {
    for at in 0..frame.units(engine.game, seat).len() {
        let id = frame.units(engine.game, seat)[at];
        if !engine.game.object(id).has(frame.exhausted) {
            continue;
        }
        let reader = engine.reader();
        let (rest, cooldown) = (reader.value(id, frame.rest), reader.value(id, frame.cooldown));
        if rest + 1 < cooldown {
            engine.gain(id, frame.rest, 1);
        } else {
            engine.gain(id, frame.rest, -rest);
            engine.set_flag(id, frame.exhausted, false);
        }
    }
}

/// A unit that leads its terrain dominates it, once. [skirmish 1.8]
#[inline(never)]
fn dominate(frame: &Skirmish, engine: &mut Engine, seat: Seat) {
    let led = terrain::led(frame, &engine.reader())[seat.index()];
    for at in 0..frame.units(engine.game, seat).len() {
        let id = frame.units(engine.game, seat)[at];
        let object = engine.game.object(id);
        let terrain = usize::from(engine.catalog.rules.lane(object.zone));
        if frame.is_dominant(object.card) && !object.has(frame.dominated) && led >> terrain & 1 == 1
        {
            engine.set_flag(id, frame.dominated, true);
            let unit = engine.game.handle(id);
            engine.emit(Event::new(Kind::Occasion, seat).object(unit).what(frame.dominates.0));
        }
    }
}
