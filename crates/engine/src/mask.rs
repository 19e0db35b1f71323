//! A set of objects, one bit each.

use crate::id::{OBJECTS, ObjectId};

const WORDS: usize = OBJECTS / 64;

/// A set of objects, iterated in the order of their ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mask([u64; WORDS]);

impl Mask {
    /// A set without objects.
    pub const EMPTY: Mask = Mask([0; WORDS]);

    /// Adds an object; nothing changes if it is in the set already.
    #[inline]
    pub fn insert(&mut self, object: ObjectId) {
        self.0[object.index() >> 6 & (WORDS - 1)] |= 1 << (object.0 & 63);
    }

    /// Takes an object out; nothing changes if it is not in the set.
    #[inline]
    pub fn remove(&mut self, object: ObjectId) {
        self.0[object.index() >> 6 & (WORDS - 1)] &= !(1 << (object.0 & 63));
    }

    /// Whether the object is in the set; no object never is.
    #[inline]
    pub fn contains(&self, object: ObjectId) -> bool {
        object.index() < OBJECTS && self.0[object.index() >> 6] >> (object.0 & 63) & 1 == 1
    }

    /// Whether no object is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// How many objects are in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many objects there are, counted up to a bound.
    #[inline]
    pub fn len_up_to(&self, most: usize) -> usize {
        let mut count = 0;
        for word in self.0 {
            let mut left = word;
            while left != 0 && count < most {
                left &= left - 1;
                count += 1;
            }
        }
        count
    }

    /// Takes all objects out.
    pub fn clear(&mut self) {
        *self = Mask::EMPTY;
    }

    /// Those of the objects that are not in another set.
    #[inline]
    pub fn without(&self, other: &Mask) -> Mask {
        Mask(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// Calls `visit` for every object, lowest id first. Where the set is gone
    /// through to its end, this is shorter than an iterator.
    #[inline(always)]
    pub fn visit(&self, mut visit: impl FnMut(ObjectId)) {
        for (at, word) in self.0.iter().enumerate() {
            Bits(*word).for_each(|bit| visit(ObjectId((at as u16) << 6 | bit)));
        }
    }

    /// Calls `visit` for each object, lowest first, as long as it says so.
    #[inline(always)]
    pub fn visit_while(&self, mut visit: impl FnMut(ObjectId) -> bool) {
        for (at, word) in self.0.iter().enumerate() {
            for bit in Bits(*word) {
                if !visit(ObjectId((at as u16) << 6 | bit)) {
                    return;
                }
            }
        }
    }

    /// The objects of the set as it is now, lowest id first.
    #[inline]
    pub fn iter(&self) -> Members {
        let mut filled = 0;
        for (at, word) in self.0.iter().enumerate() {
            filled |= u32::from(*word != 0) << at;
        }
        Members { words: self.0, filled, word: 0, at: 0 }
    }
}

/// The objects of a set, lowest id first.
#[derive(Clone, Copy)]
pub struct Members {
    words: [u64; WORDS],
    /// The words still to come that are not empty: most are.
    filled: u32,
    /// What is left of the present word.
    word: u64,
    at: u16,
}

impl Iterator for Members {
    type Item = ObjectId;

    #[inline]
    fn next(&mut self) -> Option<ObjectId> {
        if self.word == 0 {
            if self.filled == 0 {
                return None;
            }
            self.at = self.filled.trailing_zeros() as u16;
            self.filled &= self.filled - 1;
            self.word = self.words[usize::from(self.at) & (WORDS - 1)];
        }
        let bit = self.word.trailing_zeros() as u16;
        self.word &= self.word.wrapping_sub(1);
        Some(ObjectId(self.at << 6 | bit))
    }
}

impl FromIterator<ObjectId> for Mask {
    fn from_iter<I: IntoIterator<Item = ObjectId>>(objects: I) -> Self {
        let mut mask = Mask::EMPTY;
        objects.into_iter().for_each(|object| mask.insert(object));
        mask
    }
}

/// The set bits of a word, lowest first.
#[derive(Clone, Copy)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as u16;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
