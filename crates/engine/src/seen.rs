//! Which moves outside play are anybody's business.

use crate::ability::Happening;
use crate::event::Kind;
use crate::id::ZoneId;
use crate::rules::Rules;

/// The moves from and to places that are not in play that somebody listens for,
/// counts or replaces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seen {
    kinds: u64,
    /// Whatever comes here is seen.
    places: u64,
}

impl Default for Seen {
    fn default() -> Self {
        // Those are announced again.
        Seen { kinds: Kind::Shifted.bit(), places: 0 }
    }
}

impl Seen {
    pub fn note(&mut self, rules: &Rules, event: Happening) {
        match event {
            // They are about leaving play.
            Happening::Left | Happening::Died => {}
            Happening::PutInto(kind) => self.places |= rules.places_of(kind),
            event => self.kinds |= event.kinds(),
        }
    }

    #[inline]
    pub fn contains(&self, kind: Kind, to: ZoneId) -> bool {
        self.kinds & kind.bit() != 0 || self.places >> to.0 & 1 == 1
    }
}
