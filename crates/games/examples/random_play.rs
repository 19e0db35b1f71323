//! Plays random games of one kind, for profilers: `random_play GAME COUNT`.
//! With `--unchecked` behind it nothing but playing is done: final states are
//! not hashed. `random_play --games` lists the games.

use std::time::Instant;

use onplay_engine::state::Dice;
use onplay_games::kit::{GAMES, deck_list, load};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| "lab".into());
    if game == "--games" {
        GAMES.iter().for_each(|game| println!("{game}"));
        return;
    }
    let count: u64 = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(100);
    let checked = arguments.next().is_none_or(|option| option != "--unchecked");
    let kit = match load(&game) {
        Ok(kit) => kit,
        Err(diagnostics) => {
            diagnostics.iter().for_each(|diagnostic| eprintln!("{}", diagnostic.message));
            std::process::exit(2);
        }
    };
    let decks: Vec<_> = kit.book.decks.iter().map(deck_list).collect();
    let pair = [decks[0].clone(), decks[decks.len() - 1].clone()];
    let (mut decisions, mut forced, mut checksum) = (0u64, 0, 0u64);
    let mut actions = Vec::new();
    let layout = kit.table.lay_out(&pair);
    let mut game = kit.table.start(0, &pair, None);
    let (start, processor) = (Instant::now(), on_processor());
    for seed in 0..count {
        kit.table.restart(&mut game, seed, &layout, None);
        let mut dice = Dice::new(seed);
        kit.table.legal_actions(&game, &mut actions);
        while !game.is_over() {
            let action = actions[dice.below(actions.len() as u32) as usize];
            forced += kit.table.play(&mut game, action, None, &mut actions);
            decisions += 1;
        }
        if checked {
            checksum = checksum.rotate_left(1) ^ kit.table.hash(&game);
        }
    }
    let seconds = match (processor, on_processor()) {
        (Some(before), Some(after)) if after > before => after - before,
        _ => start.elapsed().as_secs_f64(),
    };
    println!(
        "{count} games, {decisions} decisions, {:.0} decisions/s, {forced} more were forced, \
         checksum {checksum:016x}",
        decisions as f64 / seconds
    );
}

/// The seconds this thread has run, where Linux tells; on a busy machine the
/// clock on the wall measures the neighbours.
fn on_processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds as f64 / 1e9)
}
