//! The players, and how a game stands for them.

use crate::compile::Catalog;
use crate::id::Seat;
use crate::mask::Bits;
use crate::rulebook::{COUNTERS, TALLIES};

/// One player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Player {
    /// By [`CounterId`](crate::id::CounterId).
    pub counters: [i16; COUNTERS],
    /// How often each event that cards ask about happened this turn.
    pub tallies: [u8; TALLIES],
    /// Keywords that cards in play give the player.
    pub keywords: u32,
}

impl Player {
    /// Counts one more of what some tallies, as a mask, count.
    #[inline(always)]
    pub(crate) fn count(&mut self, tallies: u8) {
        for tally in Bits(tallies.into()) {
            let count = &mut self.tallies[usize::from(tally) % TALLIES];
            *count = count.saturating_add(1);
        }
    }
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Outcome {
    /// Nobody has won or lost yet.
    #[default]
    Playing,
    /// This player has won, and the other has lost.
    Won(Seat),
    /// It ended without a winner.
    Drawn,
}

/// Both players before anything has happened.
pub(crate) fn fresh_players(catalog: &Catalog) -> [Player; 2] {
    let mut player = Player::default();
    for (counter, rule) in player.counters.iter_mut().zip(&catalog.rules.counters) {
        *counter = rule.start;
    }
    [player; 2]
}
