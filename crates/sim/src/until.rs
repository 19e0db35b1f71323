//! Playing until it is known well enough.

use std::sync::atomic::Ordering;

use crate::plan::Plan;
use crate::run::{Control, run};
use crate::shard::Shard;
use crate::stats::{Rate, Z};

/// Games of the first round, before anything is known.
const FIRST: u64 = 200;
/// No round is smaller, so that the last ones do not cost more than they say.
const LEAST: u64 = 100;

/// The rate that a run is about: of the first bot, or of the first seat where both bots
/// are the same.
pub fn main_rate(shard: &Shard) -> Rate {
    let [one, two] = &shard.bots;
    if one == two { shard.tally.first_seat().rate() } else { shard.tally.first_bot.rate() }
}

/// Plays seeds from `first` on until the interval of the main rate reaches at most
/// `margin` to either side, or `most` games are played. Every round plays each pair of
/// decks in both orders equally often. When to stop depends only on how wide the interval
/// is and not on where it lies, so it stays what it says. The result is that of a run of
/// the same seeds, and says which they are.
///
/// # Errors
/// There are too many games, or the threads cannot be started.
pub fn run_until(
    plan: &Plan,
    first: u64,
    most: u64,
    margin: f64,
    threads: Option<usize>,
    control: &Control,
) -> Result<Shard, String> {
    let cycle = (plan.pairs() as u64 * 2).max(1);
    let mut shard = Shard::empty(plan);
    loop {
        let games = shard.tally.games;
        let known = main_rate(&shard);
        let is_known = games > 0 && known.high - known.low <= 2.0 * margin;
        if is_known || games >= most || control.stop.load(Ordering::Relaxed) {
            return Ok(shard);
        }
        let wanted = match games {
            0 => FIRST,
            _ => {
                let all = Z * Z * (known.rate * (1.0 - known.rate)).max(0.01) / (margin * margin);
                // Rather in two rounds than far too many: the rate is not known yet.
                (all.ceil() as u64).saturating_sub(games).clamp(LEAST, games.max(LEAST))
            }
        };
        let round = wanted.div_ceil(cycle).saturating_mul(cycle).min(most - games);
        let from = first.saturating_add(games);
        shard.merge(&run(plan, from..from.saturating_add(round), threads, control)?)?;
    }
}
