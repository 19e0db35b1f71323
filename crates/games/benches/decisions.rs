//! Instructions of ten thousand random decisions in every shipped game:
//! `cargo bench -p onplay-games`. Games are started beforehand and not counted,
//! other than in `bench/instructions`, which measures whole games.
//!
//! This needs valgrind, and gungraun-runner in the version of gungraun.

use std::hint::black_box;

use gungraun::prelude::*;
use onplay_engine::state::{Action, Dice, Game};
use onplay_games::kit::{GAMES, Kit, deck_list, load};

const DECISIONS: u32 = 10_000;

/// Games of one kind that are about to be played.
struct Ready {
    kit: Kit,
    starts: Vec<Game>,
    game: Game,
    actions: Vec<Action>,
}

fn ready(id: &str) -> Ready {
    let kit = load(id).unwrap_or_else(|diagnostics| panic!("{id}: {diagnostics:#?}"));
    let decks: Vec<_> = kit.book.decks.iter().map(deck_list).collect();
    let pair = [decks[0].clone(), decks[decks.len() - 1].clone()];
    let starts: Vec<_> = (0..50).map(|seed| kit.table.start(seed, &pair, None)).collect();
    let game = starts[0].clone();
    let mut actions = Vec::with_capacity(256);
    kit.table.legal_actions(&game, &mut actions);
    Ready { kit, starts, game, actions }
}

#[library_benchmark]
#[benches::game(iter = GAMES, setup = ready)]
fn decisions(mut ready: Ready) -> Ready {
    let Ready { kit, starts, game, actions } = &mut ready;
    let mut dice = Dice::new(1);
    let mut next = starts.iter().cycle();
    for _ in 0..DECISIONS {
        if game.is_over() {
            game.clone_from(next.next().expect("the starts go round"));
            kit.table.legal_actions(game, actions);
        }
        let action = actions[dice.below(actions.len() as u32) as usize];
        kit.table.play(game, black_box(action), None, actions);
    }
    ready
}

library_benchmark_group!(name = games, benchmarks = decisions);

main!(library_benchmark_groups = games);
