//! Random games of Rust peers: `peers ENGINE MILLISECONDS`.
//!
//! Prints the decisions made, the moves made and the seconds taken, separated by
//! tabs. A decision is one player's choice among legal moves; both engines have
//! no other moves.

mod chess;
mod dice;
mod poke;

use std::process::ExitCode;

use dice::Dice;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let engine = arguments.next().unwrap_or_default();
    let milliseconds: f64 = arguments.next().and_then(|number| number.parse().ok()).unwrap_or(1e3);
    let budget = milliseconds / 1e3;
    let mut dice = Dice::new(1);
    match engine.as_str() {
        "cozy-chess" => measure(budget, || chess::play(&mut dice)),
        "poke-engine" => {
            let start = poke::start();
            measure(budget, || poke::play(&start, &mut dice));
        }
        _ => {
            eprintln!("usage: peers cozy-chess|poke-engine MILLISECONDS");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Plays whole games until the budget of seconds is spent. Ten games warm up.
fn measure(budget: f64, mut play: impl FnMut() -> u64) {
    for _ in 0..10 {
        play();
    }
    let (mut decisions, begin) = (0, on_processor());
    let mut seconds = 0.0;
    while seconds < budget {
        for _ in 0..50 {
            decisions += play();
        }
        seconds = on_processor() - begin;
    }
    println!("{decisions}\t{decisions}\t{seconds}");
}

/// The seconds this thread has run.
fn on_processor() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")
        .expect("Linux tells how long a thread has run");
    let nanoseconds = text.split(' ').next().and_then(|number| number.parse::<f64>().ok());
    nanoseconds.expect("the first field is a number") / 1e9
}
