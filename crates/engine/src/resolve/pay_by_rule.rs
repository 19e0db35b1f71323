//! Paying as a rulebook says: by giving cards a status, or from other counters.

use crate::id::{CounterId, Seat};
use crate::mutate::Engine;
use crate::rulebook::PaySource;

impl Engine<'_> {
    /// Pays an amount of a counter as the rulebook says. Returns whether it does.
    pub fn pay_by_rule(&mut self, seat: Seat, counter: CounterId, amount: i16) -> bool {
        let catalog = self.catalog;
        let Some(payment) = catalog.rulebook.payment(counter) else { return false };
        let mut left = amount;
        for source in &payment.sources {
            let part = left.min(self.reader().payable_from(seat, *source));
            self.pay_from(seat, *source, part);
            left -= part;
        }
        true
    }

    /// Pays a price in a way that was chosen. Returns whether there are ways.
    pub(crate) fn pay_in_way(
        &mut self,
        seat: Seat,
        counter: CounterId,
        price: i16,
        way: u8,
    ) -> bool {
        let catalog = self.catalog;
        let payment = catalog.rulebook.payment(counter);
        let Some(way) = payment.and_then(|payment| payment.ways.get(usize::from(way))) else {
            return false;
        };
        let fixed = way.fixed.map_or(0, |(_, amount)| amount.min(price));
        self.pay_from(seat, way.rest, price - fixed);
        if let Some((counter, _)) = way.fixed.filter(|_| fixed > 0) {
            self.pay_from(seat, PaySource::Counter(counter), fixed);
        }
        true
    }

    fn pay_from(&mut self, seat: Seat, source: PaySource, amount: i16) {
        match source {
            PaySource::Counter(counter) if amount > 0 => {
                self.change_counter(seat, counter, -amount);
            }
            PaySource::Counter(_) => {}
            PaySource::Status { flag, zone, .. } => {
                let zone = self.catalog.rules.zone(zone, seat, 0);
                let mut left = amount;
                for at in 0.. {
                    let Some(id) = self.game.zone(zone).get(at).copied() else { return };
                    if left <= 0 {
                        return;
                    }
                    if self.reader().can_pay_with(source, id) {
                        self.set_flag(id, flag, true);
                        left -= 1;
                    }
                }
            }
        }
    }
}
