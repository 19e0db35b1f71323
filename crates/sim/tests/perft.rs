//! Known counts of lines of play, with the hashes they end in. A change here is
//! a change of rules or cards, and is made knowingly: `ONPLAY_BLESS=1 cargo test
//! -p onplay-sim --test perft` writes `perft.txt` anew, and the difference is
//! part of the commit that causes it.

use std::fmt::Write as _;

use onplay_games::kit::{self, GAMES};
use onplay_games::replay::fingerprint_text;
use onplay_sim::{decks, perft::perft};

const KNOWN: &str = include_str!("perft.txt");
const SEED: u64 = 1;

/// How far each game is counted: as far as takes well under a second.
fn depth(game: &str) -> u32 {
    match game {
        "drones" => 2,
        _ => 3,
    }
}

fn count(game: &str) -> String {
    let kit = kit::load(game).expect("the game has no errors");
    let known = decks(&kit);
    let pair = [known[0].1.clone(), known[1 % known.len()].1.clone()];
    let start = kit.table.start(SEED, &pair, None);
    let catalog = &fingerprint_text(&kit.table.catalog.fingerprint)[..12];
    let mut text = String::new();
    for count in perft(&kit.table, &start, depth(game)) {
        let (depth, lines) = (count.depth, count.lines);
        let _ = writeln!(text, "{game} {catalog} {depth} {lines} {:016x}", count.checksum);
    }
    text
}

#[test]
fn lines_of_play_are_as_known() {
    let now: String = GAMES.iter().map(|game| count(game)).collect();
    if std::env::var_os("ONPLAY_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft.txt");
        std::fs::write(path, &now).unwrap();
        return;
    }
    for (known, now) in KNOWN.lines().zip(now.lines()) {
        assert_eq!(known, now, "game, catalog, depth, lines of play, checksum of states");
    }
    assert_eq!(KNOWN.lines().count(), now.lines().count());
}
