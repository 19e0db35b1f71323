//! Playing many seeds on all cores.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use onplay_engine::id::Seat;
use onplay_engine::play::Layout;
use rayon::prelude::*;

use crate::plan::Plan;
use crate::playout::{Notes, Played, Room, playout, seat_seed};
use crate::shard::{Part, Shard, letter};
use crate::tally::{Counted, Tally};

/// A run seen from outside: how far it is, and a way to end it early.
#[derive(Default)]
pub struct Control {
    /// Games that are finished.
    pub done: AtomicU64,
    /// Decisions made in them.
    pub decisions: AtomicU64,
    /// Set to end after the games that are being played.
    pub stop: AtomicBool,
}

/// Most games of one run; more are several shards.
pub const MOST_GAMES: u64 = 100_000_000;

/// Plays the games of all seeds of a range. When it is stopped, the result
/// holds the games that were finished and says which.
///
/// # Errors
/// There are too many games, or the threads cannot be started.
pub fn run(
    plan: &Plan,
    seeds: Range<u64>,
    threads: Option<usize>,
    control: &Control,
) -> Result<Shard, String> {
    Ok(run_noting(plan, seeds, threads, control, |(): &mut (), _, _, _| {})?.0)
}

/// The same, and shows every game to `note`, which counts what it wants to know; there is
/// one count for each of the parts in which the seeds are played, in their order.
pub(crate) fn run_noting<C: Default + Send>(
    plan: &Plan,
    seeds: Range<u64>,
    threads: Option<usize>,
    control: &Control,
    note: impl Fn(&mut C, Counted, &Played, &Notes) + Sync,
) -> Result<(Shard, Vec<C>), String> {
    let total = seeds.end.saturating_sub(seeds.start);
    if total > MOST_GAMES {
        return Err(format!("{total} games are too many: one run plays {MOST_GAMES}"));
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .build()
        .map_err(|error| error.to_string())?;
    let step = (total / 256).clamp(1, 256);
    let chunks: Vec<Range<u64>> = (0..total.div_ceil(step))
        .map(|chunk| {
            let from = seeds.start + chunk * step;
            from..(from + step).min(seeds.end)
        })
        .collect();
    let mut shard = Shard::empty(plan);
    let layouts = plan.layouts();
    let play = |chunk| {
        let mut count = C::default();
        let (part, tally) = play_chunk(plan, &layouts, chunk, control, |game, played, notes| {
            note(&mut count, game, played, notes);
        });
        (part, tally, count)
    };
    let results: Vec<(Part, Tally, C)> =
        pool.install(|| chunks.into_par_iter().map(play).collect());
    let mut counts = Vec::new();
    for (part, tally, count) in results {
        shard.parts.push(part);
        shard.tally.merge(&tally);
        counts.push(count);
    }
    shard.tidy();
    Ok((shard, counts))
}

/// Plays the games of all seeds of a range on the thread that asks, where there are no
/// others. The result is that of [`run`].
pub fn run_here(plan: &Plan, seeds: Range<u64>, control: &Control) -> Shard {
    let mut shard = Shard::empty(plan);
    let (part, tally) = play_chunk(plan, &plan.layouts(), seeds, control, |_, _, _| {});
    shard.parts.push(part);
    shard.tally.merge(&tally);
    shard.tidy();
    shard
}

fn play_chunk(
    plan: &Plan,
    layouts: &[Layout],
    seeds: Range<u64>,
    control: &Control,
    mut note: impl FnMut(Counted, &Played, &Notes),
) -> (Part, Tally) {
    let table = &plan.kit.table;
    let mut part = Part { from: seeds.start, results: String::new() };
    let mut tally = Tally::new(plan.pairs(), table.catalog.cards.len());
    let mut bots =
        Seat::BOTH.map(|seat| plan.bots[seat.index()].build(seat_seed(seeds.start, seat)));
    let (mut room, mut notes) = (Room::new(table), Notes::default());
    for seed in seeds {
        if control.stop.load(Ordering::Relaxed) {
            break;
        }
        let [one, two] = plan.pair(seed);
        let swapped = plan.swaps(seed);
        if swapped {
            bots.swap(0, 1);
        }
        let pair = one * plan.decks.len() + two;
        let layout = &layouts[pair];
        let played = playout(table, layout, seed, &mut bots, &mut room, Some(&mut notes));
        if swapped {
            bots.swap(0, 1);
        }
        let game = Counted { pair, seed, swapped };
        tally.add(game, &played, &notes);
        note(game, &played, &notes);
        part.results.push(letter(played.outcome));
        control.done.fetch_add(1, Ordering::Relaxed);
        control.decisions.fetch_add(u64::from(played.decisions), Ordering::Relaxed);
    }
    (part, tally)
}

#[cfg(test)]
mod tests {
    use super::*;
    use onplay_bots::BotKind;

    #[test]
    fn one_thread_counts_what_many_count() {
        let kit = onplay_games::kit::load("lab").expect("a shipped game");
        let plan = Plan::new(kit, [BotKind::Random, BotKind::Random]);
        let mut here = run_here(&plan, 0..3, &Control::default());
        here.merge(&run_here(&plan, 3..8, &Control::default())).expect("the same plan");
        assert_eq!(Ok(here), run(&plan, 0..8, Some(2), &Control::default()));
    }
}
