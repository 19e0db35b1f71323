//! Counting every line of play: what catches a change in the rules that no
//! test names.

use onplay_engine::play::Table;
use onplay_engine::state::{Action, Game};
use serde::Serialize;

use crate::tally::mix;

/// How many lines of play there are to a depth, and a sum over the hashes of
/// the states they end in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Count {
    pub depth: u32,
    pub lines: u64,
    pub checksum: u64,
}

/// Counts from a state, for every depth up to this one.
pub fn perft(table: &Table, game: &Game, depth: u32) -> Vec<Count> {
    (0..=depth)
        .map(|depth| {
            let mut count = Count { depth, lines: 0, checksum: 0 };
            walk(table, game, depth, &mut count);
            count
        })
        .collect()
}

fn walk(table: &Table, game: &Game, depth: u32, count: &mut Count) {
    if depth == 0 || game.is_over() {
        count.lines += 1;
        count.checksum = count.checksum.wrapping_add(mix(table.hash(game)));
        return;
    }
    let mut legal = Vec::new();
    table.legal_actions(game, &mut legal);
    for action in legal {
        walk(table, &after(table, game, action), depth - 1, count);
    }
}

fn after(table: &Table, game: &Game, action: Action) -> Game {
    let mut next = game.clone();
    table.apply_unchecked(&mut next, action, None);
    next
}
