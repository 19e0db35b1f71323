//! Which moves that do not lead into play are anybody's business.

use crate::card::Happening;
use crate::event::Kind;
use crate::id::ZoneId;
use crate::rulebook::{Role, Rules, ZONES};

/// The moves to places that are not in play that somebody listens for, counts or
/// replaces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seen {
    kinds: u64,
    /// Whatever comes here is seen.
    places: u64,
    /// Whatever comes here from play is.
    left_to: u64,
}

impl Default for Seen {
    fn default() -> Self {
        // Those are announced again.
        Seen { kinds: Kind::Shifted.bit(), places: 0, left_to: 0 }
    }
}

impl Seen {
    pub fn note(&mut self, rules: &Rules, event: Happening) {
        match event {
            // They are about leaving play.
            Happening::Left => self.left_to = u64::MAX,
            Happening::Died => self.left_to |= discards(rules),
            Happening::PutInto(kind) => self.places |= rules.places_of(kind),
            event => self.kinds |= event.kinds(),
        }
    }

    /// Whether a move is seen, from play or from elsewhere.
    #[inline(always)]
    pub fn contains(&self, from_play: bool, kind: Kind, to: ZoneId) -> bool {
        let places = if from_play { self.places | self.left_to } else { self.places };
        self.kinds & kind.bit() != 0 || places >> (to.0 & 63) & 1 == 1
    }
}

/// The places where what dies goes to.
fn discards(rules: &Rules) -> u64 {
    let is_discard =
        |zone: u8| rules.zone_rule(ZoneId(zone)).is_some_and(|rule| rule.role == Role::Discard);
    (0..ZONES as u8).fold(0, |places, zone| places | u64::from(is_discard(zone)) << zone)
}
