//! What players can pay with where a rulebook says how a counter is paid.

use crate::id::{CounterId, ObjectId, Seat};
use crate::query::Reader;
use crate::rulebook::{PaySource, PayWay, WAYS};

impl Reader<'_> {
    /// What a seat can pay of a counter, where the rulebook says how it is paid.
    pub fn payable(&self, seat: Seat, counter: CounterId) -> Option<i16> {
        let payment = self.catalog.rulebook.payment(counter)?;
        let of = |source: &PaySource| self.payable_from(seat, *source);
        Some(payment.sources.iter().map(of).fold(0, i16::saturating_add))
    }

    /// How much one source can pay.
    pub(crate) fn payable_from(&self, seat: Seat, source: PaySource) -> i16 {
        match source {
            PaySource::Counter(counter) => self.game.counter(seat, counter).max(0),
            PaySource::Status { zone, .. } => {
                let zone = self.catalog.rules.zone(zone, seat, 0);
                let objects = self.game.zone(zone).iter();
                objects.filter(|id| self.can_pay_with(source, **id)).count() as i16
            }
        }
    }

    /// Whether an object can pay for one.
    pub(crate) fn can_pay_with(&self, source: PaySource, id: ObjectId) -> bool {
        let PaySource::Status { flag, types, .. } = source else { return false };
        let object = self.game.object(id);
        !object.has(flag) && self.catalog.card(object.card).types & types != 0
    }

    /// The lowest and the highest price that can be paid in one of the ways; the first is
    /// above the second where none can be.
    pub(crate) fn payable_range(&self, seat: Seat, way: &PayWay) -> (i16, i16) {
        let (fixed, is_there) = match way.fixed {
            Some((counter, amount)) => (amount, self.game.counter(seat, counter) >= amount),
            None => (0, true),
        };
        match is_there {
            true => (fixed, fixed.saturating_add(self.payable_from(seat, way.rest))),
            false => (1, 0),
        }
    }

    /// How much a seat can pay for a card in one of the ways.
    pub(crate) fn payable_in(&self, seat: Seat, way: u8) -> i16 {
        let counter = self.catalog.rules.price.map(|(_, counter)| counter);
        let payment = counter.and_then(|counter| self.catalog.rulebook.payment(counter));
        let Some(way) = payment.and_then(|payment| payment.ways.get(usize::from(way))) else {
            return counter.map_or(0, |counter| self.frame.counter(self, seat, counter));
        };
        let fixed =
            way.fixed.map_or(0, |(counter, most)| self.game.counter(seat, counter).min(most));
        self.payable_from(seat, way.rest).saturating_add(fixed)
    }

    /// The ways in which a seat can pay a price, a mask; the first where there
    /// are none to choose from.
    pub fn ways_to_pay(&self, seat: Seat, price: i16) -> u8 {
        ways_within(&self.payable_ranges(seat), price)
    }

    /// For each way to pay a price, the lowest and the highest that can be paid; any
    /// price in one way where there are none to choose from.
    pub(crate) fn payable_ranges(&self, seat: Seat) -> [(i16, i16); WAYS as usize] {
        let counter = self.catalog.rules.price.map(|(_, counter)| counter);
        let payment = counter.and_then(|counter| self.catalog.rulebook.payment(counter));
        let mut ranges = [(1, 0); WAYS as usize];
        match payment {
            Some(payment) if !payment.ways.is_empty() => {
                for (range, way) in ranges.iter_mut().zip(&payment.ways) {
                    *range = self.payable_range(seat, way);
                }
            }
            _ => ranges[0] = (i16::MIN, i16::MAX),
        }
        ranges
    }
}

/// The ways whose range a price is in, a mask.
#[inline]
pub(crate) fn ways_within(ranges: &[(i16, i16)], price: i16) -> u8 {
    let within = ranges.iter().enumerate();
    within.fold(0, |ways, (way, (least, most))| {
        ways | u8::from((*least..=*most).contains(&price)) << way
    })
}
