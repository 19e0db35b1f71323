//! Drones as a whole: random games, views, replays, determinism, balance.

use onplay_games::kit::{self, Kit};

fn load() -> Kit {
    kit::load("drones").unwrap_or_else(|errors| {
        panic!("{}", onplay_cards::render(&errors, &kit::files("drones"), false))
    })
}

#[test]
fn the_game_loads() {
    let kit = load();
    assert_eq!(kit.book.decks.len(), 2);
}
