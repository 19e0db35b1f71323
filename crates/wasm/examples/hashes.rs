//! Plays games with random bots and prints how each ended, for comparison with the same
//! games played by the engine in Node and in a browser: `hashes 20`.

use std::process::ExitCode;

use onplay_bots::BotKind;
use onplay_games::kit::{self, GAMES, Kit};
use onplay_wire::{Projection, Session, Start};

fn main() -> ExitCode {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok());
    let Some(count) = count else {
        eprintln!("how many games of each game? `hashes 20`");
        return ExitCode::FAILURE;
    };
    for game in GAMES {
        if let Err(why) = play_all(game, count) {
            eprintln!("{game}: {why}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Plays the first `count` games of a game and prints a line for each.
fn play_all(game: &str, count: u64) -> Result<(), String> {
    let kit = kit::load(game).map_err(|wrong| format!("{wrong:?}"))?;
    for seed in 0..count {
        println!("{}", played(game, &kit, seed)?);
    }
    Ok(())
}

/// One game: its id, its seed, how many decisions it took and its last state's hash.
fn played(game: &str, kit: &Kit, seed: u64) -> Result<String, String> {
    let names: Vec<String> = kit.book.decks.iter().map(|deck| deck.id.clone()).collect();
    let deck = |seat: u64| {
        let id = names[(seed + seat) as usize % names.len()].clone();
        let list = kit.deck(&id).ok_or_else(|| format!("there is no deck {id}"))?;
        Ok::<_, String>((id, list))
    };
    let start = Start { seed, decks: [deck(0)?, deck(1)?], policy: None };
    let session = Session::new(Projection::new(kit.clone()), start);
    let mut session = session.map_err(|error| error.to_string())?;
    let mut bots = [0, 1].map(|_| BotKind::Random.build(seed));
    while let Some(seat) = session.to_decide() {
        let n = session.choose(bots[seat.index()].as_mut()).map_err(|error| error.to_string())?;
        session.decide(n).map_err(|error| error.to_string())?;
    }
    Ok(format!("{game} {seed} {} {}", session.decisions(), session.hash()))
}
