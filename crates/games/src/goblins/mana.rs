//! Mana: paying with it, making it, losing it. What can be made, and which
//! lands pay for what, the engine knows: mana in the pool first, then lands that
//! do not hurt, then those that can make the fewest kinds of mana, then those
//! that came first. A player who wants other lands taps them by hand before.
//! [goblins 4.3]

use onplay_engine::card::Cost;
use onplay_engine::compile::ManaPrice;
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{CounterId, ObjectId, Seat};
use onplay_engine::mutate::Engine;
use onplay_engine::query::Purse;
use onplay_engine::rulebook::Placement;
use onplay_engine::state::Work;

use super::steps;
use super::symbols::{COLOURLESS, Symbols};

/// Taps what the price needs and takes the mana; all of it is work that is
/// done before anything below goes on.
pub fn pay(
    symbols: &Symbols,
    engine: &mut Engine,
    seat: Seat,
    cost: &Cost,
    more: i16,
    without: ObjectId,
) {
    let Some(price) = ManaPrice::of(cost).map(|price| price.plus(more)) else { return };
    if price.total() == 0 {
        return;
    }
    let purse = Purse::new(&engine.reader(), seat, without);
    let Some(payers) = purse.payers(&price) else { return };
    if price.generic > 0 {
        engine.interrupt(Work::step(steps::SPEND_GENERIC, seat).number(price.generic));
    }
    // The last is put on the pile first.
    for counter in symbols.pool.iter().rev() {
        let amount = price.coloured[counter.index()];
        if amount > 0 {
            let event = Event::new(Kind::CounterLost, seat).what(counter.0).amount(amount);
            engine.interrupt(Work { event, ..Work::step(steps::SPEND, seat) });
        }
    }
    for (object, number) in payers.rev() {
        let tap = Work::step(steps::TAP, seat).source(engine.game.handle(object));
        engine.interrupt(tap.number(i16::from(number)));
    }
}

/// Taps one permanent for a payment.
pub fn tap(engine: &mut Engine, work: &Work) {
    if engine.game.is_same(work.source) {
        use_ability(engine, work.controller, work.source.id, work.number as u8);
    }
}

/// Uses a mana ability at once; whatever listens for the tapping of the land adds
/// their mana before anything else. [goblins 4.1]
pub fn use_ability(engine: &mut Engine, seat: Seat, id: ObjectId, number: u8) {
    let card = engine.game.object(id).card;
    if engine.catalog.program.mana.by_exhausting[card.index()] >> number & 1 == 1 {
        engine.interrupt(Work::step(steps::TAPPED, seat).source(engine.game.handle(id)));
    }
    engine.start_activated(seat, id, number);
}

/// Says that a permanent was tapped for mana.
pub fn tapped(engine: &mut Engine, work: &Work) {
    if engine.policy().placement == Placement::Stack && engine.is_listened_to(Kind::Tapped) {
        engine.interrupt(Work::step(steps::EXTRA, work.controller));
    }
    engine.emit(Event::new(Kind::Tapped, work.controller).object(work.source));
}

/// Triggered mana abilities do not wait for the stack.
pub fn extra_mana(engine: &mut Engine) {
    let catalog = engine.catalog;
    engine.start_waiting(|trigger| catalog.program.mana.is_mana[trigger.ability.index()]);
}

/// Takes mana of one colour out of the pool, as the step's event says.
pub fn spend(engine: &mut Engine, work: &Work) {
    engine.change_counter(work.controller, CounterId(work.event.what), -work.event.amount);
}

/// Takes what mana of any colour can pay out of the pool, colourless first.
pub fn spend_generic(symbols: &Symbols, engine: &mut Engine, work: &Work) {
    let (seat, mut due) = (work.controller, work.number);
    for colour in [COLOURLESS, 0, 1, 2, 3, 4] {
        let paid = due.min(engine.game.counter(seat, symbols.pool[colour]));
        if paid > 0 {
            engine.change_counter(seat, symbols.pool[colour], -paid);
            due -= paid;
        }
    }
}

/// Mana is lost between steps and phases. [goblins 2.2]
#[inline(always)]
pub fn empty_pools(symbols: &Symbols, engine: &mut Engine) {
    for seat in Seat::BOTH {
        for counter in symbols.pool {
            if engine.game.counter(seat, counter) != 0 {
                engine.set_counter(seat, counter, 0);
            }
        }
    }
}
