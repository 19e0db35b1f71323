//! The random player.

use onplay_engine::action::Action;
use onplay_engine::dice::Dice;

use crate::sight::{Bot, Sight};

/// Takes any legal action, each as likely as the other.
pub struct Random {
    dice: Dice,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Random { dice: Dice::new(seed) }
    }
}

impl Bot for Random {
    fn decide(&mut self, _sight: &Sight, legal: &[Action]) -> Action {
        pick(&mut self.dice, legal)
    }

    fn begin(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
    }
}

/// One of the actions; passing where there is none.
pub(crate) fn pick(dice: &mut Dice, legal: &[Action]) -> Action {
    legal.get(dice.below(legal.len() as u32) as usize).copied().unwrap_or(Action::Pass)
}
