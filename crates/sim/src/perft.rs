//! Counting every line of play: what catches a change in the rules that no
//! test names.

use std::sync::atomic::{AtomicBool, Ordering};

use onplay_engine::play::Table;
use onplay_engine::state::{Action, Game};
use serde::Serialize;

use crate::tally::mix;

/// How many lines of play there are to a depth, and a sum over the hashes of
/// the states they end in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Count {
    /// Decisions in a line.
    pub depth: u32,
    /// How many lines there are.
    pub lines: u64,
    /// The sum over the hashes.
    pub checksum: u64,
}

/// Counts from a state, for every depth up to this one.
pub fn perft(table: &Table, game: &Game, depth: u32) -> Vec<Count> {
    let stop = AtomicBool::new(false);
    (0..=depth).filter_map(|depth| count(table, game, depth, &stop)).collect()
}

/// Counts from a state to one depth; nothing if it was stopped.
pub fn count(table: &Table, game: &Game, depth: u32, stop: &AtomicBool) -> Option<Count> {
    let mut count = Count { depth, lines: 0, checksum: 0 };
    walk(table, game, depth, &mut count, stop);
    (!stop.load(Ordering::Relaxed)).then_some(count)
}

fn walk(table: &Table, game: &Game, depth: u32, count: &mut Count, stop: &AtomicBool) {
    if stop.load(Ordering::Relaxed) {
        return;
    }
    if depth == 0 || game.is_over() {
        count.lines += 1;
        count.checksum = count.checksum.wrapping_add(mix(table.hash(game)));
        return;
    }
    let mut legal = Vec::new();
    table.legal_actions(game, &mut legal);
    for action in legal {
        walk(table, &after(table, game, action), depth - 1, count, stop);
    }
}

fn after(table: &Table, game: &Game, action: Action) -> Game {
    let mut next = game.clone();
    table.apply_unchecked(&mut next, action, None);
    next
}
