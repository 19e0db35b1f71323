//! Chance for generated abilities.

/// A small generator of its own: one number decides the whole ability.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides.max(1)
    }

    pub fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.roll(list.len())].clone()
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.roll(one_in) == 0
    }
}
