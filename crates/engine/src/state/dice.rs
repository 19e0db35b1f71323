//! Dice: all chance of a game, in its state.
//!
//! The generator, the bounded integers and the shuffle are ours, because a
//! replay made today must give the same game for ever. The vectors in the
//! tests may never change.

/// A PCG XSH-RR generator with 64 bits of state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dice {
    state: u64,
    /// Results that a scenario laid down, smallest shift first; 0 is none.
    script: Script,
}

/// Results fixed beforehand: up to sixteen rolls of less than sixteen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Script {
    rolls: u64,
    left: u8,
}

/// Why rolls cannot be laid down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ScriptError {
    /// There are more than sixteen.
    TooLong,
    /// One is above fifteen.
    TooHigh {
        /// The first that is.
        roll: u32,
    },
}

impl std::fmt::Display for ScriptError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ScriptError::TooLong => write!(f, "at most sixteen rolls can be scripted"),
            ScriptError::TooHigh { roll } => {
                write!(f, "a scripted roll is at most 15, not {roll}")
            }
        }
    }
}

impl std::error::Error for ScriptError {}

const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;

impl Dice {
    /// Dice that give the same rolls for the same seed on every machine.
    pub fn new(seed: u64) -> Self {
        let mut dice = Dice { state: 0, script: Script::default() };
        dice.step();
        dice.state = dice.state.wrapping_add(seed);
        dice.step();
        dice
    }

    /// Lays down the next results; the rest comes from the generator.
    ///
    /// # Errors
    /// More than sixteen results, or one above fifteen.
    pub fn script(&mut self, rolls: &[u32]) -> Result<(), ScriptError> {
        if rolls.len() > 16 {
            return Err(ScriptError::TooLong);
        }
        if let Some(roll) = rolls.iter().find(|roll| **roll > 15) {
            return Err(ScriptError::TooHigh { roll: *roll });
        }
        let packed = rolls.iter().rev().fold(0, |packed, roll| packed << 4 | u64::from(*roll));
        self.script = Script { rolls: packed, left: rolls.len() as u8 };
        Ok(())
    }

    /// What the canonical hash reads.
    pub(crate) fn parts(&self) -> (u64, u64, u8) {
        (self.state, self.script.rolls, self.script.left)
    }

    /// Scripted results that have not been used.
    pub fn scripted_left(&self) -> u8 {
        self.script.left
    }

    /// A number below `bound`, each as likely as the other; 0 for a bound of
    /// 0 or 1, which rolls nothing.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound < 2 {
            return 0;
        }
        if self.script.left > 0 {
            let roll = (self.script.rolls & 15) as u32;
            self.script = Script { rolls: self.script.rolls >> 4, left: self.script.left - 1 };
            return roll % bound;
        }
        // Lemire's multiplication with rejection.
        let mut product = u64::from(self.next()) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.next()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// Puts things into a random order, each order as likely as the other.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            things.swap(last, other);
        }
    }

    #[inline]
    fn next(&mut self) -> u32 {
        let state = self.state;
        self.step();
        let mixed = (((state >> 18) ^ state) >> 27) as u32;
        mixed.rotate_right((state >> 59) as u32)
    }

    #[inline]
    fn step(&mut self) {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_never_change() {
        let mut dice = Dice::new(42);
        let rolls: Vec<u32> = (0..8).map(|_| dice.below(100)).collect();
        assert_eq!(rolls, GOLDEN_ROLLS);
        let mut cards: Vec<u32> = (0..10).collect();
        Dice::new(7).shuffle(&mut cards);
        assert_eq!(cards, GOLDEN_SHUFFLE);
    }

    const GOLDEN_ROLLS: [u32; 8] = [76, 41, 44, 26, 95, 40, 79, 83];
    const GOLDEN_SHUFFLE: [u32; 10] = [5, 4, 7, 1, 9, 0, 6, 3, 8, 2];

    #[test]
    fn scripted_rolls_come_first() {
        let mut dice = Dice::new(1);
        dice.script(&[2, 0, 1]).expect("three small rolls");
        assert_eq!([dice.below(3), dice.below(3), dice.below(3)], [2, 0, 1]);
        assert_eq!(dice.scripted_left(), 0);
    }

    #[test]
    fn rolls_are_even() {
        let mut dice = Dice::new(3);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[dice.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }
}
