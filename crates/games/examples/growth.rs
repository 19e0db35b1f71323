//! Makes one decision on a board of some size again and again, for profilers:
//! `growth BOARD POLICY SIZE COUNT`. Alone, it lists boards, policies and sizes.

#[path = "../tests/growth/mod.rs"]
mod growth;

use growth::{Board, Growth};
use onplay_games::policy::DESIGNS;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, policy, size, count] = &arguments[..] else {
        for (board, policy) in Board::ALL.iter().flat_map(|board| DESIGNS.map(|it| (board, it))) {
            let sizes: Vec<_> = board.sizes().iter().map(u32::to_string).collect();
            println!("{board:?} {policy} {}", sizes.join(" "));
        }
        return;
    };
    let board = Board::ALL.into_iter().find(|known| format!("{known:?}") == *board);
    let (Some(board), Ok(size), Ok(count)) = (board, size.parse(), count.parse::<u32>()) else {
        eprintln!("usage: growth BOARD POLICY SIZE COUNT");
        std::process::exit(2);
    };
    let mut growth = Growth::new(board, policy, size);
    let mut game = growth.start.clone();
    for _ in 0..count {
        growth.decide(&mut game, None);
    }
    println!("{} things happened", game.clock.ordinal - growth.start.clock.ordinal);
}
