//! Terrains: who leads them, and what that is worth in the end.

use onplay_engine::card::Verb;
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{ObjectId, Seat};
use onplay_engine::mask::Bits;
use onplay_engine::mutate::{END, Engine};
use onplay_engine::query::Reader;
use onplay_engine::state::Game;

use super::frame::{REFILL, SKIRMISHES, Skirmish, TERRAINS, clause, memo, step, terrains};
use super::pile::{Step, follow_after};
use super::turn;

/// The terrains that each seat leads, one bit a terrain: those where the power is
/// higher, or lower where a unit says so, and those with a lone unit. [skirmish 1.4]
#[inline(always)]
pub(super) fn led(frame: &Skirmish, reader: &Reader) -> [u8; 2] {
    let game = reader.game;
    let [one, two] = frame.taken(game);
    let mut led = [one & !two, two & !one];
    for terrain in terrains(one & two) {
        let units = Seat::BOTH.map(|seat| frame.unit(game, seat, terrain));
        let [Some(one), Some(two)] = units else { continue };
        let [left, right] = [one, two].map(|id| frame.power_of(game.object(id)));
        let low_wins =
            [one, two].iter().any(|id| game.has_keyword(reader.catalog, *id, frame.underdog));
        let winner = usize::from((left > right) == low_wins);
        led[winner] |= u8::from(left != right) << terrain;
    }
    led
}

/// Judges all terrains from one snapshot: one point each, Conquer adds one.
/// [skirmish 1.4]
pub(super) fn resolve(frame: &Skirmish, engine: &mut Engine) {
    let height = engine.game.pending.work.len();
    engine.rule(clause::RESOLVED);
    engine.begin_batch();
    let [one, two] = led(frame, &engine.reader());
    for terrain in terrains(one | two) {
        let seat = Seat(two >> terrain & 1);
        let Some(id) = frame.unit(engine.game, seat, terrain) else { continue };
        let unit = engine.game.handle(id);
        engine.emit(Event::new(Kind::Occasion, seat).object(unit).what(frame.conquers.0));
        let more = engine.game.has_keyword(engine.catalog, id, frame.conquer);
        engine.change_counter(seat, frame.points, 1 + i16::from(more));
    }
    engine.end_batch();
    let award = Step::new(step::AWARD, engine.game.turn.active);
    follow_after(frame, engine, height, award);
}

/// More points win the skirmish; a tie gives it to nobody. [skirmish 1.4]
pub(super) fn award(frame: &Skirmish, engine: &mut Engine) {
    let height = engine.game.pending.work.len();
    let [one, two] = Seat::BOTH.map(|seat| engine.game.counter(seat, frame.points));
    match one.cmp(&two) {
        std::cmp::Ordering::Greater => engine.change_counter(Seat::ONE, frame.wins, 1),
        std::cmp::Ordering::Less => engine.change_counter(Seat::TWO, frame.wins, 1),
        std::cmp::Ordering::Equal => {
            engine.rule(clause::TIED);
            0
        }
    };
    let clear = Step::new(step::CLEAR, engine.game.turn.active);
    follow_after(frame, engine, height, clear);
}

/// Units leave the board without dying and slots are as they were; then the
/// match ends or the next skirmish begins. [skirmish 1.5]
pub(super) fn clear(frame: &Skirmish, engine: &mut Engine) {
    for place in Bits(places_in_use(frame, engine.game)) {
        let (terrain, seat) = (usize::from(place / 2), Seat(place as u8 & 1));
        let slot = frame.slots[seat.index()][terrain];
        if let Some(id) = frame.unit(engine.game, seat, terrain) {
            let owner = engine.game.object(id).owner;
            engine.move_to(id, Verb::Put, frame.camp[owner.index()], END);
        }
        let modifier = engine.game.slots[slot.index()];
        if modifier != 0 {
            let by = modifier.saturating_neg();
            let event = Event::new(Kind::SlotChanged, seat).amount(by).places(slot, slot);
            engine.apply_event(event);
        }
    }
    for seat in Seat::BOTH {
        engine.set_counter(seat, frame.points, 0);
    }
    if !end_match(frame, engine) {
        for seat in Seat::BOTH {
            engine.draw_cards(seat, REFILL);
        }
        let starter = Seat(engine.game.turn.memo[memo::STARTER] as u8 & 1).other();
        turn::begin_skirmish(frame, engine, starter);
    }
}

/// The slots with a unit or a modifier, one bit each: T0 to T4, player one's first.
fn places_in_use(frame: &Skirmish, game: &Game) -> u64 {
    let taken = frame.taken(game);
    (0..2 * TERRAINS).fold(0, |places, place| {
        let (terrain, seat) = (place / 2, place % 2);
        let is_modified = game.slots[frame.slots[seat][terrain].index()] != 0;
        let is_used = (taken[seat] >> terrain & 1 == 1) | is_modified;
        places | u64::from(is_used) << place
    })
}

/// Two wins end the match; after three skirmishes it goes to whoever won more,
/// else it is drawn. [skirmish 1.4] Returns whether it ended.
fn end_match(frame: &Skirmish, engine: &mut Engine) -> bool {
    let [one, two] = Seat::BOTH.map(|seat| engine.game.counter(seat, frame.wins));
    if one < 2 && two < 2 && engine.game.turn.round < SKIRMISHES {
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
    let led = led(frame, reader)[seat.index()];
    for terrain in 0..TERRAINS {
        let unit: Option<ObjectId> = frame.unit(game, seat, terrain);
        sum += unit.map_or(0, |id| i32::from(frame.power_of(game.object(id))).min(12));
        if led >> terrain & 1 == 1 {
            let worth = unit.is_some_and(|id| game.has_keyword(reader.catalog, id, frame.conquer));
            sum += 12 + 12 * i32::from(worth);
        }
    }
    // A card in hand is worth about what it would add to the board.
    sum + 5 * game.zone(frame.hand[seat.index()]).len() as i32
}
