//! The random player.

use onplay_engine::state::{Action, Dice, Game};
use onplay_games::seat::{Decider, Question};

/// Takes any legal action, each as likely as the other.
pub struct Random {
    dice: Dice,
}

impl Random {
    /// A random player whose choices follow from a seed.
    pub fn new(seed: u64) -> Self {
        Random { dice: Dice::new(seed) }
    }
}

impl Decider for Random {
    fn decide(&mut self, question: &Question) -> Option<Action> {
        Some(pick(&mut self.dice, question.actions()))
    }

    fn begin(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
    }
}

/// One of the actions; passing where there is none.
pub(crate) fn pick(dice: &mut Dice, legal: &[Action]) -> Action {
    legal.get(dice.below(legal.len() as u32) as usize).copied().unwrap_or(Action::Pass)
}

/// The legal actions without taking back, in the room that is lent.
pub(crate) fn kept(game: &Game, legal: &[Action], room: &mut Vec<Action>) -> Vec<Action> {
    let mut choices = std::mem::take(room);
    choices.clear();
    choices.extend_from_slice(legal);
    keep_picks(game, &mut choices);
    choices
}

/// Leaves out taking back what was picked, where anything else can be done: a
/// player who looks ahead would pick and take back for ever.
pub(crate) fn keep_picks(game: &Game, legal: &mut Vec<Action>) {
    let Some(prompt) = game.pending.prompts().first().filter(|prompt| prompt.picked > 0) else {
        return;
    };
    let takes_back =
        |action: &Action| matches!(action, Action::Choose(id) if prompt.is_picked(*id));
    if !legal.iter().all(takes_back) {
        legal.retain(|action| !takes_back(action));
    }
}
