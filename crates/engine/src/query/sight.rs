//! Which cards a seat sees.

use crate::compile::Catalog;
use crate::id::{Seat, ZoneId};
use crate::rulebook::Sight;

/// Whether a seat sees the faces of the cards in a zone.
pub fn sees(catalog: &Catalog, seat: Seat, zone: ZoneId) -> bool {
    match catalog.rules.zone_rule(zone) {
        None => true,
        Some(rule) => match rule.sight {
            Sight::Everyone => true,
            Sight::Owner => catalog.rules.seat(zone) == seat,
            Sight::Nobody => false,
        },
    }
}
