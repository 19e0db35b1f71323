//! Rows of slots and short lists of places, for listing what can be done.

use onplay_engine::id::{ObjectId, ZoneId};
use onplay_engine::state::{Game, Object};

use super::SLOTS;

/// Room for the slots of a row and a leader; a power of two costs no check.
pub(super) const ROOM: usize = 8;

/// All slots of a row, as a mask.
const ALL: u64 = (1 << SLOTS) - 1;

/// The slots of a garden or an alley.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub first: ZoneId,
    /// What stands in them, from left to right; a slot holds one.
    pub occupants: &'a [ObjectId],
}

/// A short list, in order.
pub(super) struct Few<T, const ROOM: usize> {
    items: [T; ROOM],
    count: usize,
}

/// Places of two rows.
pub(super) type Places = Few<ZoneId, { 2 * ROOM }>;

impl<'a> Row<'a> {
    #[inline]
    pub(super) fn of(game: &'a Game, first: ZoneId) -> Self {
        Row { first, occupants: game.zones.row(first, SLOTS.into()) }
    }

    /// The slot of an object of this row.
    #[inline]
    pub(super) fn slot(self, object: &Object) -> u32 {
        u32::from(object.zone.0.wrapping_sub(self.first.0)) % u64::BITS
    }

    /// The slots that are taken, as a mask.
    #[inline]
    pub(super) fn taken(self, game: &Game) -> u64 {
        game.zones.filled(self.first, SLOTS.into())
    }
}

/// The slots that an entity may enter: the free ones, or all five when none is
/// free. [alley 1.4]
#[inline]
pub(super) fn open(taken: u64) -> u64 {
    let free = !taken & ALL;
    if free == 0 { ALL } else { free }
}

impl<T: Copy, const ROOM: usize> Few<T, ROOM> {
    #[inline]
    pub(super) fn of(filler: T) -> Self {
        Few { items: [filler; ROOM], count: 0 }
    }

    /// Adds what is wanted, without a jump.
    #[inline]
    pub(super) fn add_if(&mut self, wanted: bool, item: T) {
        self.items[self.count % ROOM] = item;
        self.count += usize::from(wanted);
    }

    #[inline]
    pub(super) fn all(&self) -> &[T] {
        &self.items[..self.count.min(ROOM)]
    }
}

impl Places {
    /// Adds the places of some slots of a row, given as a mask.
    #[inline]
    pub(super) fn add(&mut self, row: Row, slots: u64) {
        let (listed, count) = LISTS[(slots & ALL) as usize];
        let places = (listed + EACH * u64::from(row.first.0)).to_le_bytes().map(ZoneId);
        let at = self.count % ROOM;
        self.items[at..at + ROOM].copy_from_slice(&places);
        self.count += count;
    }
}

/// A one in every byte.
const EACH: u64 = u64::MAX / 0xff;

/// For each set of slots: which they are, from left to right, a byte each from
/// the lowest on, and how many. Places are named in every listing, and this is
/// quicker than a loop over the slots.
const LISTS: [(u64, usize); 1 << SLOTS] = {
    let mut lists = [(0, 0); 1 << SLOTS];
    let mut set = 0;
    while set < lists.len() {
        let mut slot = 0;
        while slot < SLOTS {
            if set >> slot & 1 == 1 {
                let (slots, count) = &mut lists[set];
                *slots |= (slot as u64) << (8 * *count);
                *count += 1;
            }
            slot += 1;
        }
        set += 1;
    }
    lists
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of every set of slots, after none or all of another row.
    #[test]
    fn sets_of_slots_are_listed_in_order() {
        let row = |first| Row { first: ZoneId(first), occupants: &[] };
        for set in 0..=ALL {
            for before in [0, ALL] {
                let mut places = Places::of(ZoneId::OUTSIDE);
                places.add(row(10), before);
                places.add(row(30), set);
                let named = |first: u8, set: u64| {
                    (0..SLOTS).filter(move |slot| set >> slot & 1 == 1).map(move |at| first + at)
                };
                let expected = named(10, before).chain(named(30, set)).map(ZoneId);
                assert!(places.all().iter().copied().eq(expected), "{before:b} and {set:b}");
            }
        }
    }
}
