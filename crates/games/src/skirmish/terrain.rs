//! Terrains: who leads them, and what that is worth in the end.

use onplay_engine::ability::Verb;
use onplay_engine::door::END;
use onplay_engine::engine::Engine;
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{ObjectId, Seat};
use onplay_engine::scope::Reader;
use onplay_engine::work::Work;

use super::frame::{REFILL, SKIRMISHES, Skirmish, TERRAINS, clause, memo, step};
use super::turn;

/// Who leads a terrain: the higher power, or the lower one where a unit says
/// so; a lone unit in any case; nobody if equal or empty. [skirmish 1.4]
#[inline(always)]
pub(super) fn leader(frame: &Skirmish, reader: &Reader, terrain: usize) -> Option<Seat> {
    let game = reader.game;
    let units = Seat::BOTH.map(|seat| frame.unit(game, seat, terrain));
    match units {
        [Some(one), Some(two)] => {
            let [left, right] = [one, two].map(|id| frame.power_of(game.object(id)));
            if left == right {
                return None;
            }
            let low_wins =
                [one, two].iter().any(|id| game.has_keyword(reader.catalog, *id, frame.underdog));
            Some(if (left > right) != low_wins { Seat::ONE } else { Seat::TWO })
        }
        [Some(_), None] => Some(Seat::ONE),
        [None, Some(_)] => Some(Seat::TWO),
        [None, None] => None,
    }
}

/// Judges all terrains from one snapshot: one point each, Conquer adds one.
/// [skirmish 1.4]
pub(super) fn resolve(frame: &Skirmish, engine: &mut Engine) {
    engine.interrupt(Work::step(step::AWARD, engine.game.active));
    engine.rule(clause::RESOLVED);
    engine.begin_batch();
    for terrain in 0..TERRAINS {
        let Some(seat) = leader(frame, &engine.reader(), terrain) else { continue };
        let Some(id) = frame.unit(engine.game, seat, terrain) else { continue };
        let unit = engine.game.handle(id);
        engine.emit(Event::new(Kind::Occasion, seat).object(unit).what(frame.conquers.0));
        let more = engine.game.has_keyword(engine.catalog, id, frame.conquer);
        engine.change_counter(seat, frame.points, 1 + i16::from(more));
    }
    engine.end_batch();
}

/// More points win the skirmish; a tie gives it to nobody. [skirmish 1.4]
pub(super) fn award(frame: &Skirmish, engine: &mut Engine) {
    engine.interrupt(Work::step(step::CLEAR, engine.game.active));
    let [one, two] = Seat::BOTH.map(|seat| engine.game.counter(seat, frame.points));
    match one.cmp(&two) {
        std::cmp::Ordering::Greater => engine.change_counter(Seat::ONE, frame.wins, 1),
        std::cmp::Ordering::Less => engine.change_counter(Seat::TWO, frame.wins, 1),
        std::cmp::Ordering::Equal => {
            engine.rule(clause::TIED);
            0
        }
    };
}

/// Units leave the board without dying and slots are as they were; then the
/// match ends or the next skirmish begins. [skirmish 1.5]
pub(super) fn clear(frame: &Skirmish, engine: &mut Engine) {
    for terrain in 0..TERRAINS {
        for seat in Seat::BOTH {
            let slot = frame.slots[seat.index()][terrain];
            if let Some(id) = frame.unit(engine.game, seat, terrain) {
                let owner = engine.game.object(id).owner;
                engine.move_to(id, Verb::Put, frame.camp[owner.index()], END);
            }
            let modifier = engine.game.slots[slot.index()];
            if modifier != 0 {
                let by = modifier.saturating_neg();
                let event = Event::new(Kind::SlotChanged, seat).amount(by).places(slot, slot);
                engine.happen(event);
            }
        }
    }
    for seat in Seat::BOTH {
        engine.set_counter(seat, frame.points, 0);
    }
    if !end_match(frame, engine) {
        for seat in Seat::BOTH {
            engine.draw_cards(seat, REFILL);
        }
        let starter = Seat(engine.game.memo[memo::STARTER] as u8 & 1).other();
        turn::begin_skirmish(frame, engine, starter);
    }
}

/// Two wins end the match; after three skirmishes it goes to whoever won more,
/// else it is drawn. [skirmish 1.4] Returns whether it ended.
fn end_match(frame: &Skirmish, engine: &mut Engine) -> bool {
    let [one, two] = Seat::BOTH.map(|seat| engine.game.counter(seat, frame.wins));
    if one < 2 && two < 2 && engine.game.round < SKIRMISHES {
        return false;
    }
    match one.cmp(&two) {
        std::cmp::Ordering::Greater => engine.win_game(Seat::ONE),
        std::cmp::Ordering::Less => engine.win_game(Seat::TWO),
        std::cmp::Ordering::Equal => engine.draw_game(),
    }
    true
}

/// How well one player stands, for bots.
pub(super) fn evaluate(frame: &Skirmish, reader: &Reader, seat: Seat) -> i32 {
    let game = reader.game;
    let mut sum = i32::from(game.counter(seat, frame.wins)) * 200;
    for terrain in 0..TERRAINS {
        let unit: Option<ObjectId> = frame.unit(game, seat, terrain);
        sum += unit.map_or(0, |id| i32::from(frame.power_of(game.object(id))).min(12));
        if leader(frame, reader, terrain) == Some(seat) {
            let worth = unit.is_some_and(|id| game.has_keyword(reader.catalog, id, frame.conquer));
            sum += 12 + 12 * i32::from(worth);
        }
    }
    // A card in hand is worth about what it would add to the board.
    sum + 5 * game.zone(frame.hand[seat.index()]).len() as i32
}
