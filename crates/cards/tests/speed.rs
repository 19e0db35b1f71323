//! Compiling is quick and linear. The numbers are for release builds; debug
//! builds get ten times as long. A busy machine spoils single timings, so the
//! best of several counts, and they end with the first that is good enough.

mod common;

use std::fmt::Write;
use std::time::Instant;

use common::{GAMES, files};
use onplay_cards::{SourceFile, load_game};

const ROUNDS: usize = 5;

fn slack() -> u128 {
    if cfg!(debug_assertions) { 10 } else { 1 }
}

#[test]
fn all_shipped_cards_in_50_ms() {
    let games: Vec<_> = GAMES.iter().map(|game| files(game)).collect();
    let mut best = u128::MAX;
    let is_quick = (0..ROUNDS).any(|_| {
        let start = Instant::now();
        games.iter().for_each(|files| assert!(load_game(files).value.is_some()));
        best = best.min(start.elapsed().as_millis());
        best < 50 * slack()
    });
    println!("all shipped games: {best} ms");
    assert!(is_quick, "{best} ms");
}

#[test]
fn ten_thousand_cards_in_3_s() {
    let time = |count: usize| {
        let mut text = String::new();
        for number in 0..count {
            let power = number % 7 + 1;
            writeln!(
                text,
                "[[card]]\nname = \"Unit number {number}\"\ntype = \"Unit\"\ncost = {power}\nattack = {power}\nhull = 2\ntext = \"When this moves, deal {power} damage to an enemy in this lane.\\nOther allies have +1 attack while you control {power} or more units.\""
            )
            .unwrap();
        }
        let mut files = files("lab");
        files.push(SourceFile::new("lab/cards/many.toml", text));
        let start = Instant::now();
        let loaded = load_game(&files);
        assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics[0]);
        start.elapsed().as_millis()
    };
    let (mut quarter, mut whole) = (u128::MAX, u128::MAX);
    let is_quick = (0..ROUNDS).any(|_| {
        quarter = quarter.min(time(2_500));
        whole = whole.min(time(10_000));
        // Four times as many take four times as long; sixteen would be a square.
        whole < 3_000 * slack() && whole < quarter.max(20) * 8
    });
    println!("2,500 cards: {quarter} ms; 10,000 cards: {whole} ms");
    assert!(is_quick, "2,500 cards take {quarter} ms, 10,000 take {whole} ms");
}
