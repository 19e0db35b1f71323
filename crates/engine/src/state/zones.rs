//! Zones: which objects are where, in order.
//!
//! All zones share one array, each a consecutive part of it, so that a state
//! is one block and any zone is a slice. Within a zone the first object is the
//! leftmost; of a deck, the last is the top.

use crate::id::{ObjectId, ZoneId};
use crate::rulebook::ZONES;

/// Where every object is. Invariant: `starts` never falls, its last entry is
/// the number of objects, and every object stands in `order` exactly once.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Zones {
    starts: [u16; ZONES + 1],
    /// Zones up to the last may be used, not only the first [`NEAR`].
    far: bool,
    order: Vec<ObjectId>,
}

/// Most games have no more zones than these, and the others' beginnings never change.
const NEAR: usize = 3 * LANES;

impl Clone for Zones {
    fn clone(&self) -> Self {
        Zones { starts: self.starts, far: self.far, order: self.order.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.starts = source.starts;
        self.far = source.far;
        self.order.clone_from(&source.order);
    }
}

impl Default for Zones {
    /// No objects at all.
    fn default() -> Self {
        Zones { starts: [0; ZONES + 1], far: true, order: Vec::new() }
    }
}

impl Zones {
    /// Puts everything outside a game that uses this many zones.
    pub(crate) fn renew(&mut self, objects: usize, zones: usize) {
        self.far = zones > NEAR;
        self.starts = [objects as u16; ZONES + 1];
        self.starts[0] = 0;
        self.order.clear();
        self.order.extend((0..objects as u16).map(ObjectId));
    }

    /// The objects of a zone, in order.
    #[inline]
    pub fn of(&self, zone: ZoneId) -> &[ObjectId] {
        let zone = zone.index();
        // One look for both ends needs one check.
        match self.starts.get(zone..zone + 2) {
            Some([start, end]) => &self.order[usize::from(*start)..usize::from(*end)],
            _ => &[],
        }
    }

    /// The objects of a row of zones, from one on.
    #[inline]
    pub fn row(&self, first: ZoneId, count: usize) -> &[ObjectId] {
        let first = first.index();
        &self.order[usize::from(self.starts[first])..usize::from(self.starts[first + count])]
    }

    /// Which zones of a row, from one on, hold something, one bit each.
    #[inline(always)]
    pub fn filled(&self, first: ZoneId, count: usize) -> u64 {
        let starts = &self.starts[first.index()..=first.index() + count];
        let held = starts.windows(2).map(|ends| u64::from(ends[0] != ends[1]));
        held.enumerate().fold(0, |mask, (at, held)| mask | held << at)
    }

    /// The objects of several zones, given as a mask, in the order of places.
    /// Zones that lie side by side come in one piece.
    #[inline]
    pub fn spans(&self, zones: u64) -> Spans<'_> {
        Spans { zones: self, left: zones }
    }

    /// The objects of a zone, to be put into another order.
    pub fn reorder(&mut self, zone: ZoneId) -> &mut [ObjectId] {
        let zone = zone.index();
        &mut self.order[usize::from(self.starts[zone])..usize::from(self.starts[zone + 1])]
    }

    /// How many objects are in a place.
    #[inline]
    pub fn len(&self, zone: ZoneId) -> usize {
        usize::from(self.starts[zone.index() + 1] - self.starts[zone.index()])
    }

    /// Whether nothing is in a place.
    #[inline]
    pub fn is_empty(&self, zone: ZoneId) -> bool {
        self.len(zone) == 0
    }

    /// The place of an object in its zone, from 0.
    #[inline(always)]
    pub fn position(&self, zone: ZoneId, object: ObjectId) -> Option<usize> {
        let objects = self.of(zone);
        let start = usize::from(self.starts[zone.index()]);
        if objects.len() <= LANES
            && let Some(near) = self.order[start..].first_chunk()
        {
            return place_among(near, object).filter(|at| *at < objects.len());
        }
        // The top of a deck is asked for most.
        if objects.last() == Some(&object) {
            return Some(objects.len() - 1);
        }
        objects.iter().position(|other| *other == object)
    }

    /// Moves the first of those outside to the end of a zone, all at once and
    /// in order.
    pub(crate) fn bring(&mut self, count: usize, to: ZoneId) {
        let end = usize::from(self.starts[to.index() + 1]);
        self.order[..end].rotate_left(count);
        for start in &mut self.starts[1..=to.index()] {
            *start -= count as u16;
        }
    }

    /// Moves an object from a place in one zone to a place in another.
    /// Positions past the end mean the end.
    #[inline(always)]
    pub fn shift(&mut self, from: ZoneId, position: usize, to: ZoneId, at: usize) {
        let (from, to) = (from.index(), to.index());
        let (left, joined) = (&BEHIND[from], &BEHIND[to]);
        debug_assert!(self.far || from.max(to) < NEAR, "no zone of this game");
        let source = usize::from(self.starts[from]) + position;
        let (start, end) = (usize::from(self.starts[to]), usize::from(self.starts[to + 1]));
        // Without the object itself, what lies to its right is one nearer.
        let last = if from == to { end - 1 } else { end };
        let target = start.saturating_add(at).min(last) - usize::from(from < to);
        displace(&mut self.starts[1..], left, joined, self.far);
        rotate(&mut self.order, source, target);
    }
}

/// The place of an object among several; none if it is not there. All are looked at,
/// because where in a hand a card lies is hard to foresee.
#[inline(always)]
fn place_among(objects: &[ObjectId; LANES], object: ObjectId) -> Option<usize> {
    // Numbers that are no powers of two are compared and added eight at a time.
    const FIRST: u16 = 17;
    let hits: [u16; LANES] =
        std::array::from_fn(|at| if objects[at] == object { FIRST + at as u16 } else { 0 });
    hits.iter().sum::<u16>().checked_sub(FIRST).map(usize::from)
}

/// How many objects or zones the processor takes at once.
pub const LANES: usize = 8;

/// A number for each zone but the outside.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Row([[u16; LANES]; ZONES / LANES]);

/// By zone: 1 for each that lies behind it.
static BEHIND: [Row; ZONES] = {
    let mut behind = [const { Row([[0; LANES]; ZONES / LANES]) }; ZONES];
    let mut zone = 0;
    while zone < ZONES {
        let mut other = zone;
        while other < ZONES {
            behind[zone].0[other / LANES][other % LANES] = 1;
            other += 1;
        }
        zone += 1;
    }
    behind
};

/// Whatever lies behind a zone that something has left or joined begins elsewhere.
/// All that are used are changed at once, because how many those are is hard to foresee.
#[inline(always)]
fn displace(starts: &mut [u16], left: &Row, joined: &Row, far: bool) {
    let (near, rest) = starts.as_chunks_mut::<LANES>().0.split_at_mut(NEAR / LANES);
    let move_on = |starts: &mut [[u16; LANES]], first: usize| {
        for (at, starts) in starts.iter_mut().enumerate() {
            let (left, joined) = (&left.0[first + at], &joined.0[first + at]);
            *starts = std::array::from_fn(|at| {
                starts[at].wrapping_add(joined[at]).wrapping_sub(left[at])
            });
        }
    };
    move_on(near, 0);
    if far {
        move_on(rest, NEAR / LANES);
    }
}

/// The objects of several zones, piece by piece.
#[derive(Clone)]
pub struct Spans<'a> {
    zones: &'a Zones,
    left: u64,
}

impl<'a> Iterator for Spans<'a> {
    type Item = &'a [ObjectId];

    #[inline]
    fn next(&mut self) -> Option<&'a [ObjectId]> {
        if self.left == 0 {
            return None;
        }
        let first = self.left.trailing_zeros();
        // Adding its lowest bit carries through the piece and leaves the rest.
        let rest = self.left.wrapping_add(1 << first);
        let next = if rest == 0 { u64::BITS } else { rest.trailing_zeros() };
        self.left &= rest;
        let starts = &self.zones.starts;
        let (from, to) = (starts.get(first as usize)?, starts.get(next as usize)?);
        self.zones.order.get(usize::from(*from)..usize::from(*to))
    }
}

/// Takes the object at one place to another; those between close up.
#[inline(always)]
fn rotate(order: &mut [ObjectId], source: usize, target: usize) {
    if source < target {
        let span = &mut order[source..=target];
        let (object, last) = (span[0], span.len() - 1);
        span.copy_within(1.., 0);
        span[last] = object;
    } else {
        let span = &mut order[target..=source];
        let last = span.len() - 1;
        let object = span[last];
        span.copy_within(..last, 1);
        span[0] = object;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(zones: &Zones, zone: u8) -> Vec<u16> {
        zones.of(ZoneId(zone)).iter().map(|object| object.0).collect()
    }

    #[test]
    fn objects_move_between_and_within_zones() {
        let mut zones = Zones::default();
        zones.renew(5, 4);
        zones.shift(ZoneId(0), 1, ZoneId(3), 0);
        zones.shift(ZoneId(0), 3, ZoneId(3), 9);
        zones.shift(ZoneId(0), 0, ZoneId(2), 0);
        assert_eq!(
            (ids(&zones, 0), ids(&zones, 2), ids(&zones, 3)),
            (vec![2, 3], vec![0], vec![1, 4])
        );
        zones.shift(ZoneId(3), 1, ZoneId(2), 0);
        assert_eq!((ids(&zones, 2), ids(&zones, 3)), (vec![4, 0], vec![1]));
        assert_eq!((zones.filled(ZoneId(0), 4), zones.filled(ZoneId(1), 2)), (0b1101, 0b10));
        let spans = |mask| zones.spans(mask).flatten().map(|object| object.0).collect::<Vec<_>>();
        assert_eq!((spans(0b1100), spans(0b1001)), (vec![4, 0, 1], vec![2, 3, 1]));
        zones.shift(ZoneId(2), 0, ZoneId(2), 1);
        zones.shift(ZoneId(3), 0, ZoneId(0), 1);
        zones.bring(2, ZoneId(2));
        assert_eq!((ids(&zones, 0), ids(&zones, 2)), (vec![3], vec![0, 4, 2, 1]));
        zones.shift(ZoneId(2), 2, ZoneId(0), 0);
        zones.shift(ZoneId(2), 2, ZoneId(0), 1);
        assert_eq!((ids(&zones, 0), ids(&zones, 2)), (vec![2, 1, 3], vec![0, 4]));
    }

    /// Objects of short and long zones are found where they are, and nowhere else.
    #[test]
    fn objects_are_found_in_their_zones() {
        let mut zones = Zones::default();
        zones.renew(24, 7);
        let found_as_searched = |zones: &Zones| {
            for (zone, object) in
                (0..ZONES as u8).flat_map(|zone| (0..25).map(move |id| (zone, id)))
            {
                let (zone, object) = (ZoneId(zone), ObjectId(object));
                let searched = zones.of(zone).iter().position(|other| *other == object);
                assert_eq!(zones.position(zone, object), searched);
            }
        };
        for step in 0..60u8 {
            let from = ZoneId(step % 5);
            let length = zones.len(from);
            if length > 0 {
                zones.shift(
                    from,
                    usize::from(step) % length,
                    ZoneId(step / 3 % 7),
                    usize::from(step % 4),
                );
            }
            found_as_searched(&zones);
        }
    }
}
