//! A list that is empty most of the time.

use std::ops::{Deref, DerefMut};

/// A `Vec` whose copying costs next to nothing while there is nothing to copy:
/// most lists of a state are empty most of the time.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct List<T>(Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        List(Vec::new())
    }
}

impl<T: Copy> Clone for List<T> {
    fn clone(&self) -> Self {
        List(self.0.clone())
    }

    #[inline(always)]
    fn clone_from(&mut self, source: &Self) {
        self.0.clear();
        if !source.0.is_empty() {
            self.0.extend_from_slice(&source.0);
        }
    }
}

impl<T> Deref for List<T> {
    type Target = Vec<T>;

    #[inline]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for List<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        List(Vec::from_iter(items))
    }
}
