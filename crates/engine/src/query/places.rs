//! Where objects stand to each other.

use crate::card::Place;
use crate::id::{Handle, ZoneId};
use crate::mask::Bits;
use crate::query::{Reader, Scope};
use crate::rulebook::Shape;
use crate::state::ObjectSnapshot;

impl Reader<'_> {
    /// Whether an object stands there.
    pub(crate) fn is_at(&self, place: Place, scope: &Scope, snapshot: &ObjectSnapshot) -> bool {
        if let Place::Beside(reference) = place {
            return self.is_beside(self.resolve(reference, scope), snapshot);
        }
        self.zones_at(place, scope) >> snapshot.zone.0 & 1 == 1
    }

    pub(crate) fn is_beside(&self, handle: Handle, snapshot: &ObjectSnapshot) -> bool {
        let Some(of) = self.look(handle) else { return false };
        if of.zone != snapshot.zone || handle == snapshot.handle {
            return false;
        }
        let rules = &self.catalog.rules;
        let shape = rules.zone_rule(of.zone).map_or(Shape::Pile, |rule| rule.shape);
        if shape == Shape::Slots {
            return false;
        }
        let gone = of.position.is_some();
        let (Some(left), Some(right)) = (self.position(&of), self.position(snapshot)) else {
            return false;
        };
        // Where the reference has gone, those that closed up beside its old
        // place are its neighbours.
        if gone { right == left || right + 1 == left } else { left.abs_diff(right) == 1 }
    }

    /// The places in play where nothing is, as a mask.
    fn free_places(&self) -> u64 {
        let rules = &self.catalog.rules;
        let zones = &self.game.zones;
        let is_free = |place: &u16| zones.is_empty(ZoneId(*place as u8));
        Bits(rules.in_play()).filter(is_free).fold(0, |free, place| free | 1 << place)
    }

    fn position(&self, snapshot: &ObjectSnapshot) -> Option<usize> {
        match snapshot.position {
            Some(position) => Some(usize::from(position)),
            None => self.game.zones.position(snapshot.zone, snapshot.handle.id),
        }
    }

    /// The places that a relation covers, as a mask.
    #[inline(always)]
    pub fn zones_at(&self, place: Place, scope: &Scope) -> u64 {
        let rules = &self.catalog.rules;
        let zone_of = |reference| {
            let handle = self.resolve(reference, scope);
            match self.game.present(handle) {
                Some(object) => object.zone,
                None => self.look(handle).map_or(ZoneId::OUTSIDE, |past| past.zone),
            }
        };
        let both = |zone: ZoneId| {
            let front = rules.opposite(zone).map_or(0, |front| 1u64 << front.0);
            if zone == ZoneId::OUTSIDE { 0 } else { 1 << zone.0 | front | rules.along(zone) }
        };
        match place {
            Place::Lane(reference) => both(zone_of(reference)),
            Place::Beside(reference) => 1 << zone_of(reference).0,
            Place::Close(reference) => rules.close(zone_of(reference)),
            Place::InFront(reference) => {
                rules.opposite(zone_of(reference)).map_or(0, |front| 1 << front.0)
            }
            Place::Adjacent(reference) => rules.adjacent(zone_of(reference)),
            Place::Chosen => {
                let lanes =
                    rules.zone_rule(scope.place).is_some_and(|rule| rule.shape == Shape::Lanes);
                if lanes { both(scope.place) } else { 1 << scope.place.0 }
            }
            Place::AroundChosen => rules.close(scope.place) | 1 << scope.place.0,
            Place::Free => self.free_places(),
        }
    }
}
