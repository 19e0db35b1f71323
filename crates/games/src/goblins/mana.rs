//! Mana: what a player can make, which lands pay for what, and paying.
//!
//! Payment is automatic and always the same for the same table: mana in the
//! pool first, then lands that do not hurt, then those that can make the
//! fewest kinds of mana, then those that came first. A player who wants other
//! lands taps them by hand before. [goblins 4.3]

use arrayvec::ArrayVec;
use onplay_engine::card::Cost;
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{ObjectId, Seat};
use onplay_engine::mutate::Engine;
use onplay_engine::query::{Reader, Scope};
use onplay_engine::rulebook::Placement;
use onplay_engine::state::{Origin, Task, Work};

use super::steps;
use super::symbols::{COLOURLESS, COLOURS, Mana, Symbols, TAPS};

/// Most ways of making mana that one payment looks at.
const WAYS: usize = 64;

/// One way of tapping one permanent for mana.
#[derive(Clone, Copy)]
struct Way {
    object: ObjectId,
    /// Its number among the object's abilities.
    number: u8,
    /// What it hurts, and how many kinds of mana its object can make: the
    /// lowest is tapped first.
    rank: u8,
    gives: [u8; COLOURS],
}

/// What a player can pay with.
pub struct Purse {
    pool: Mana,
    ways: ArrayVec<Way, WAYS>,
    /// A mask of the kinds of mana that can be made.
    pub kinds: u8,
    /// Everything makes one mana of one kind: as much as `plain` says of each.
    is_plain: bool,
    plain: Mana,
    /// No payment can be more than this.
    pub most: i16,
}

/// The ways that pay for something, as a mask.
type Plan = u64;

impl Way {
    fn total(&self) -> i16 {
        self.gives.iter().map(|amount| i16::from(*amount)).sum()
    }
}

impl Purse {
    /// Nothing. As a constant it would be copied whole, room for ways included.
    #[inline]
    fn empty() -> Purse {
        Purse {
            pool: [0; COLOURS],
            ways: ArrayVec::new(),
            kinds: 0,
            is_plain: true,
            plain: [0; COLOURS],
            most: 0,
        }
    }

    /// What a seat can pay with, without one object.
    pub fn new(symbols: &Symbols, reader: &Reader, seat: Seat, without: ObjectId) -> Self {
        let mut purse = Purse::empty();
        purse.fill(symbols, reader, seat, without);
        purse
    }

    fn fill(&mut self, symbols: &Symbols, reader: &Reader, seat: Seat, without: ObjectId) {
        for (colour, counter) in symbols.pool.iter().enumerate() {
            let amount = reader.game.counter(seat, *counter);
            if amount > 0 {
                self.pool[colour] = amount;
                self.plain[colour] = amount;
                self.most += amount;
                self.kinds |= 1 << colour;
            }
        }
        for id in reader.game.zone(symbols.battlefield[seat.index()]) {
            let object = reader.game.object(*id);
            if object.has(symbols.tapped)
                || symbols.uses[object.card.index()] & TAPS == 0
                || *id == without
                || symbols.is_sick(reader, *id)
            {
                continue;
            }
            let facts = &symbols.cards[object.card.index()];
            match facts.basic {
                Some((number, colour)) if reader.attachments(*id).next().is_none() => {
                    self.add_basic(*id, number, colour);
                }
                _ => self.add(symbols, reader, *id, facts.taps),
            }
        }
    }

    /// A land that makes one mana of one kind, as most do.
    fn add_basic(&mut self, id: ObjectId, number: u8, colour: u8) {
        let mut gives = [0; COLOURS];
        gives[usize::from(colour)] = 1;
        if self.ways.try_push(Way { object: id, number, rank: 1, gives }).is_ok() {
            self.plain[usize::from(colour)] += 1;
            self.kinds |= 1 << colour;
            self.most += 1;
        }
    }

    fn add(&mut self, symbols: &Symbols, reader: &Reader, id: ObjectId, taps: (u16, u8)) {
        self.is_plain = false;
        let extra = extra(symbols, reader, id);
        let (first, mut most, mut kinds) = (self.ways.len(), 0, 0u8);
        let from = usize::from(taps.0);
        for tap in &symbols.taps[from..from + usize::from(taps.1)] {
            let made = if tap.varies { varying(symbols, reader, id, tap) } else { tap.gives };
            let (mut gives, mut total) = ([0; COLOURS], 0);
            for colour in 0..COLOURS {
                gives[colour] = (made[colour] + extra[colour]).clamp(0, 255) as u8;
                total += i16::from(gives[colour]);
                kinds |= u8::from(gives[colour] > 0) << colour;
            }
            let rank = u8::from(tap.pain) << 4;
            let way = Way { object: id, number: tap.number, rank, gives };
            if total > 0 && self.ways.try_push(way).is_ok() {
                most = most.max(total);
            }
        }
        for way in &mut self.ways[first..] {
            way.rank |= kinds.count_ones() as u8;
        }
        self.kinds |= kinds;
        self.most += most;
    }

    /// Whether a price can be paid.
    pub fn can_pay(&self, mana: &Mana, generic: i16) -> bool {
        let total = generic.max(0) + mana.iter().sum::<i16>();
        if total > self.most {
            return false;
        }
        if self.is_plain {
            return mana.iter().zip(&self.plain).all(|(need, has)| need <= has);
        }
        total == 0 || self.plan(mana, generic).is_some()
    }

    /// The ways that pay a price; none if it cannot be paid.
    fn plan(&self, mana: &Mana, generic: i16) -> Option<Plan> {
        let (mut need, mut left) = (*mana, self.pool);
        let mut open = u64::MAX.checked_shr((WAYS - self.ways.len()) as u32).unwrap_or(0);
        let mut plan = 0;
        settle(&mut need, &mut left);
        // The kind that the fewest ways can make comes first.
        while let Some(colour) = (0..COLOURS)
            .filter(|colour| need[*colour] > 0)
            .min_by_key(|colour| self.makers(open, *colour).count())
        {
            let way = self.makers(open, colour).min_by_key(|way| self.ways[*way].rank)?;
            self.take(way, &mut open, &mut plan, &mut left);
            settle(&mut need, &mut left);
        }
        let mut due = generic.max(0) - left.iter().sum::<i16>();
        while due > 0 {
            let way = self.open(open).min_by_key(|way| self.ways[*way].rank)?;
            due -= self.ways[way].total();
            self.take(way, &mut open, &mut plan, &mut left);
        }
        Some(plan)
    }

    fn open(&self, open: u64) -> impl Iterator<Item = usize> + use<> {
        onplay_engine::mask::Bits(open).map(usize::from)
    }

    fn makers(&self, open: u64, colour: usize) -> impl Iterator<Item = usize> + '_ {
        self.open(open).filter(move |way| self.ways[*way].gives[colour] > 0)
    }

    /// Taps one way; the other ways of its object are closed.
    fn take(&self, way: usize, open: &mut u64, plan: &mut Plan, left: &mut Mana) {
        *plan |= 1 << way;
        for (kind, gives) in left.iter_mut().zip(self.ways[way].gives) {
            *kind += i16::from(gives);
        }
        for other in 0..self.ways.len() {
            if self.ways[other].object == self.ways[way].object {
                *open &= !(1 << other);
            }
        }
    }
}

/// A purse that is looked into only where something costs mana.
pub struct Lazy {
    purse: Purse,
    filled: bool,
}

impl Lazy {
    #[inline]
    pub fn new() -> Lazy {
        Lazy { purse: Purse::empty(), filled: false }
    }

    /// What a seat can pay with; it is always the same seat of the same game.
    pub fn get(&mut self, symbols: &Symbols, reader: &Reader, seat: Seat) -> &Purse {
        if !self.filled {
            self.filled = true;
            self.purse.fill(symbols, reader, seat, ObjectId::NONE);
        }
        &self.purse
    }
}

/// Pays what is there.
fn settle(need: &mut Mana, left: &mut Mana) {
    for (need, left) in need.iter_mut().zip(left) {
        let paid = (*need).min(*left);
        *need -= paid;
        *left -= paid;
    }
}

/// What Auras on a land add when it is tapped.
fn extra(symbols: &Symbols, reader: &Reader, host: ObjectId) -> Mana {
    let mut extra = [0; COLOURS];
    for id in reader.attachments(host) {
        let adds = &symbols.cards[reader.game.object(id).card.index()].extra;
        extra.iter_mut().zip(adds).for_each(|(sum, more)| *sum += more);
    }
    extra
}

/// The amounts of an ability that depend on the table.
fn varying(
    symbols: &Symbols,
    reader: &Reader,
    id: ObjectId,
    tap: &super::symbols::TapAbility,
) -> Mana {
    let controller = reader.game.object(id).controller;
    let scope = Scope::of(reader.game.handle(id), controller);
    let mut gives = [0; COLOURS];
    for effect in &reader.catalog.ability(tap.ability).effects {
        if let Some((colour, by)) = symbols.adds(effect) {
            gives[colour] += reader.amount(by, &scope).max(0);
        }
    }
    gives
}

/// A cost in mana as amounts.
pub fn price(symbols: &Symbols, cost: &Cost) -> (Mana, i16) {
    let Cost::Mana(coloured, generic) = cost else { return ([0; COLOURS], 0) };
    let mut mana = [0; COLOURS];
    for (counter, count) in coloured {
        if let Some(colour) = symbols.colour(*counter) {
            mana[colour] += count;
        }
    }
    (mana, *generic)
}

/// Taps what the price needs and takes the mana; all of it is work that is
/// done before anything below goes on.
pub fn pay(
    symbols: &Symbols,
    engine: &mut Engine,
    seat: Seat,
    mana: &Mana,
    generic: i16,
    without: ObjectId,
) {
    let purse = Purse::new(symbols, &engine.reader(), seat, without);
    let Some(plan) = purse.plan(mana, generic) else { return };
    if generic <= 0 && mana.iter().all(|count| *count == 0) {
        return;
    }
    let nibble = |colour: usize, shift: u32| (mana[colour].clamp(0, 15) as u16) << shift;
    let spend = Work {
        modes: nibble(0, 0) | nibble(1, 4) | nibble(2, 8) | nibble(3, 12),
        pool: nibble(4, 0) | nibble(COLOURLESS, 4),
        ..Work::step(steps::SPEND, seat).number(generic.max(0))
    };
    engine.interrupt(spend);
    for way in (0..purse.ways.len()).rev().filter(|way| plan >> way & 1 == 1) {
        let way = &purse.ways[way];
        let tap = Work::step(steps::TAP, seat).source(engine.game.handle(way.object));
        engine.interrupt(tap.number(i16::from(way.number)));
    }
}

/// Taps one permanent for a payment.
pub fn tap(symbols: &Symbols, engine: &mut Engine, work: &Work) {
    if engine.game.is_same(work.source) {
        use_ability(symbols, engine, work.controller, work.source.id, work.number as u8);
    }
}

/// Uses a mana ability at once; whoever hears that the land was tapped adds
/// their mana before anything else. [goblins 4.1]
pub fn use_ability(symbols: &Symbols, engine: &mut Engine, seat: Seat, id: ObjectId, number: u8) {
    let card = engine.game.object(id).card;
    let Some(ability) = engine.catalog.program.of(card).nth(usize::from(number)) else { return };
    let handle = engine.game.handle(id);
    if symbols.cards[card.index()].tap_mana >> number & 1 == 1 {
        engine.interrupt(Work::step(steps::TAPPED, seat).source(handle));
    }
    let work = Work { origin: Origin::Activated, ..Work::new(Task::Ability, seat) };
    engine.start(ability, work.source(handle));
}

/// Says that a permanent was tapped for mana.
pub fn tapped(engine: &mut Engine, work: &Work) {
    if engine.policy().placement == Placement::Stack && engine.is_listened_to(Kind::Tapped) {
        engine.interrupt(Work::step(steps::EXTRA, work.controller));
    }
    engine.emit(Event::new(Kind::Tapped, work.controller).object(work.source));
}

/// Triggered mana abilities do not wait for the stack.
pub fn extra_mana(symbols: &Symbols, engine: &mut Engine) {
    engine.start_waiting(|trigger| symbols.is_mana[trigger.ability.index()]);
}

/// Takes the price out of the pool, colours first, then colourless.
pub fn spend(symbols: &Symbols, engine: &mut Engine, work: &Work) {
    let seat = work.controller;
    let packed = u32::from(work.modes) | u32::from(work.pool) << 16;
    for colour in 0..COLOURS {
        let count = (packed >> (4 * colour) & 15) as i16;
        if count > 0 {
            engine.change_counter(seat, symbols.pool[colour], -count);
        }
    }
    let mut due = work.number;
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
