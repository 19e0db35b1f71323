//! Positions of random games, for tests that hold tables against words.

use onplay_engine::frame::DeckList;
use onplay_engine::play::Table;
use onplay_engine::query::Reader;
use onplay_engine::state::{Action, Dice};

/// Plays random games, each deck against the next, and shows every position with
/// what can be decided in it.
pub(crate) fn each(
    table: &Table,
    decks: &[DeckList],
    games: u64,
    mut show: impl FnMut(&Reader, &[Action]),
) {
    let mut actions = Vec::new();
    for seed in 0..games {
        let pair = [0, 1].map(|seat| decks[(seed as usize + seat) % decks.len()].clone());
        let mut game = table.start(seed, &pair, None);
        let mut dice = Dice::new(seed);
        table.legal_actions(&game, &mut actions);
        while !game.is_over() {
            show(&table.read(&game), &actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            table.play(&mut game, action, None, &mut actions);
        }
    }
}
