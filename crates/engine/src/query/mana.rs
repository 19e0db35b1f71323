//! Mana: what a seat can make, and which objects pay for what.
//!
//! Payment is the same for the same table: mana that is there first, then what
//! does not hurt, then what can make the fewest kinds of mana, then what came
//! first.

use std::cell::{Cell, RefCell};

use arrayvec::ArrayVec;

use crate::compile::{Mana, ManaAbility, ManaPrice, counters};
use crate::id::{CounterId, ObjectId, Seat};
use crate::mask::Bits;
use crate::query::{Reader, Scope};
use crate::rulebook::COUNTERS;

/// Most ways of making mana that one payment looks at.
const WAYS: usize = 64;

/// One way of exhausting one object for mana.
#[derive(Clone, Copy)]
struct Way {
    object: ObjectId,
    /// Its number among the object's abilities.
    number: u8,
    /// What it hurts, and how many kinds of mana its object can make: the lowest
    /// is exhausted first.
    rank: u8,
    gives: [u8; COUNTERS],
}

/// What a seat can pay with.
pub struct Purse {
    pool: Mana,
    ways: ArrayVec<Way, WAYS>,
    /// The kinds of mana that can be made, a mask.
    kinds: u16,
    /// Everything makes one mana of one kind: as much as `plain` says of each.
    is_plain: bool,
    plain: Mana,
    /// No payment can be more than this.
    pub most: i16,
}

/// A purse that is looked into only where something costs mana.
#[derive(Default)]
pub struct LazyPurse {
    is_filled: Cell<bool>,
    purse: RefCell<Purse>,
}

impl Default for Purse {
    #[inline]
    fn default() -> Self {
        Purse {
            pool: [0; COUNTERS],
            ways: ArrayVec::new(),
            kinds: 0,
            is_plain: true,
            plain: [0; COUNTERS],
            most: 0,
        }
    }
}

impl Way {
    fn total(&self) -> i16 {
        self.gives.iter().map(|amount| i16::from(*amount)).sum()
    }
}

impl LazyPurse {
    /// Whether a seat, always the same one, can pay a price without one object.
    pub(crate) fn can_pay(
        &self,
        reader: &Reader,
        seat: Seat,
        price: &ManaPrice,
        without: ObjectId,
    ) -> bool {
        // Filled where it lies: it is large.
        if !self.is_filled.replace(true) {
            self.purse.borrow_mut().fill(reader, seat, ObjectId::NONE);
        }
        let purse = self.purse.borrow();
        let closed = if without.is_none() { 0 } else { purse.ways_of(without) };
        match closed {
            0 => purse.can_pay(price),
            // Others may have had no room for its sake.
            _ if purse.ways.is_full() => Purse::new(reader, seat, without).can_pay(price),
            _ => purse.is_enough(price) && purse.plan(price, closed).is_some(),
        }
    }
}

impl Purse {
    /// What a seat can pay with, without one object.
    pub fn new(reader: &Reader, seat: Seat, without: ObjectId) -> Self {
        let mut purse = Purse::default();
        purse.fill(reader, seat, without);
        purse
    }

    fn fill(&mut self, reader: &Reader, seat: Seat, without: ObjectId) {
        let (program, rules) = (&reader.catalog.program.mana, &reader.catalog.rules);
        for counter in counters(program.kinds) {
            let amount = reader.game.counter(seat, CounterId(counter as u16));
            if amount > 0 {
                self.pool[counter] = amount;
                self.plain[counter] = amount;
                self.most += amount;
                self.kinds |= 1 << counter;
            }
        }
        if let Some(exhausted) = rules.exhausted {
            for span in reader.game.zones.spans(rules.in_play() & rules.places_of_seat(seat)) {
                for id in span {
                    let object = reader.game.object(*id);
                    let (from, count) = program.of_card[object.card.index()];
                    if count != 0 && !object.has(exhausted) && *id != without {
                        let taps = &program.abilities[usize::from(from)..][..usize::from(count)];
                        self.add_source(reader, *id, taps);
                    }
                }
            }
        }
    }

    /// Takes up an object that is not exhausted and makes mana.
    fn add_source(&mut self, reader: &Reader, id: ObjectId, taps: &[ManaAbility]) {
        if reader.frame.exhaust_obstacle(reader, id).is_some() {
            return;
        }
        match taps {
            [ManaAbility { number, basic: Some(counter), .. }]
                if reader.attachments(id).next().is_none() =>
            {
                self.add_basic(id, *number, *counter);
            }
            _ => self.add(reader, id, taps),
        }
    }

    /// What makes one mana of one kind, as most lands do.
    fn add_basic(&mut self, id: ObjectId, number: u8, counter: CounterId) {
        let mut gives = [0; COUNTERS];
        gives[counter.index()] = 1;
        if self.ways.try_push(Way { object: id, number, rank: 1, gives }).is_ok() {
            self.plain[counter.index()] += 1;
            self.kinds |= 1 << counter.0;
            self.most += 1;
        }
    }

    fn add(&mut self, reader: &Reader, id: ObjectId, taps: &[ManaAbility]) {
        self.is_plain = false;
        let extra = extra(reader, id);
        let (first, mut most, mut kinds) = (self.ways.len(), 0, 0u16);
        for tap in taps {
            let made = if tap.varies { varying(reader, id, tap) } else { tap.gives };
            let (mut gives, mut total) = ([0; COUNTERS], 0);
            for counter in counters(reader.catalog.program.mana.kinds) {
                gives[counter] = (made[counter] + extra[counter]).clamp(0, 255) as u8;
                total += i16::from(gives[counter]);
                kinds |= u16::from(gives[counter] > 0) << counter;
            }
            let rank = u8::from(tap.hurts) << 5;
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

    /// The ways of exhausting an object, a mask.
    fn ways_of(&self, id: ObjectId) -> u64 {
        let ways = self.ways.iter().enumerate();
        ways.fold(0, |mask, (at, way)| mask | u64::from(way.object == id) << at)
    }

    /// Whether a price can be paid.
    pub fn can_pay(&self, price: &ManaPrice) -> bool {
        if !self.is_enough(price) {
            return false;
        }
        if self.is_plain {
            return counters(price.kinds)
                .all(|counter| price.coloured[counter] <= self.plain[counter]);
        }
        self.plan(price, 0).is_some()
    }

    /// Whether there is as much mana as a price asks for, of whatever kinds, and
    /// some of each kind.
    #[inline]
    fn is_enough(&self, price: &ManaPrice) -> bool {
        price.total() <= self.most && price.kinds & !self.kinds == 0
    }

    /// The objects and their abilities that pay a price; none if it cannot be
    /// paid.
    pub fn payers(
        &self,
        price: &ManaPrice,
    ) -> Option<impl DoubleEndedIterator<Item = (ObjectId, u8)> + '_> {
        let plan = self.plan(price, 0)?;
        let ways = self.ways.iter().enumerate().filter(move |(way, _)| plan >> way & 1 == 1);
        Some(ways.map(|(_, way)| (way.object, way.number)))
    }

    /// The ways that pay a price without those that are closed, a mask; none if it
    /// cannot be paid.
    fn plan(&self, price: &ManaPrice, closed: u64) -> Option<u64> {
        let (mut need, mut left) = (price.coloured, self.pool);
        let mut open = u64::MAX.checked_shr((WAYS - self.ways.len()) as u32).unwrap_or(0) & !closed;
        let mut plan = 0;
        settle(&mut need, &mut left);
        // The kind that the fewest ways can make comes first.
        while let Some(counter) = counters(price.kinds)
            .filter(|counter| need[*counter] > 0)
            .min_by_key(|counter| self.makers(open, *counter).count())
        {
            let way = self.makers(open, counter).min_by_key(|way| self.ways[*way].rank)?;
            self.take(way, &mut open, &mut plan, &mut left);
            settle(&mut need, &mut left);
        }
        let mut due = price.generic.max(0) - left.iter().sum::<i16>();
        while due > 0 {
            let way = Bits(open).map(usize::from).min_by_key(|way| self.ways[*way].rank)?;
            due -= self.ways[way].total();
            self.take(way, &mut open, &mut plan, &mut left);
        }
        Some(plan)
    }

    fn makers(&self, open: u64, counter: usize) -> impl Iterator<Item = usize> + '_ {
        Bits(open).map(usize::from).filter(move |way| self.ways[*way].gives[counter] > 0)
    }

    /// Takes one way; the other ways of its object are closed.
    fn take(&self, way: usize, open: &mut u64, plan: &mut u64, left: &mut Mana) {
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

/// Pays what is there.
fn settle(need: &mut Mana, left: &mut Mana) {
    for (need, left) in need.iter_mut().zip(left) {
        let paid = (*need).min(*left);
        *need -= paid;
        *left -= paid;
    }
}

/// What is attached to an object adds this when it is exhausted for mana.
fn extra(reader: &Reader, host: ObjectId) -> Mana {
    let mut extra = [0; COUNTERS];
    for id in reader.attachments(host) {
        let adds = &reader.catalog.program.mana.extra[reader.game.object(id).card.index()];
        extra.iter_mut().zip(adds).for_each(|(sum, more)| *sum += more);
    }
    extra
}

/// The amounts of an ability that depend on the table.
fn varying(reader: &Reader, id: ObjectId, tap: &ManaAbility) -> Mana {
    let scope = Scope::of(reader.game.handle(id), reader.game.object(id).controller);
    let mut gives = [0; COUNTERS];
    for effect in &reader.catalog.ability(tap.ability).effects {
        if let Some((counter, by)) = reader.catalog.program.mana.adds(effect) {
            gives[counter.index()] += reader.amount(by, &scope).max(0);
        }
    }
    gives
}
