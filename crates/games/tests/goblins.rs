//! Goblins against Enchantress, played at random in both trigger profiles:
//! every game ends, every promise holds.
//!
//! `ONPLAY_GAMES=20000 cargo test --release -p onplay-games --test goblins`
//! plays the full set; the default is small enough for every day.

use onplay_engine::frame::DeckList;
use onplay_engine::game::Outcome;
use onplay_engine::id::Seat;
use onplay_games::kit::{self, Kit};
use onplay_games::promise::{self, Care};

const DECKS: [&str; 2] = ["goblins", "enchantress"];
const PROFILES: [&str; 2] = ["goblins", "immediate"];

fn games() -> u64 {
    std::env::var("ONPLAY_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(100)
}

fn goblins(profile: &str) -> Kit {
    let kit = kit::load("goblins").unwrap_or_else(|errors| panic!("{errors:?}"));
    if profile == "goblins" { kit } else { kit.with_policy(profile).expect("a preset of the game") }
}

fn decks(kit: &Kit, swapped: bool) -> [DeckList; 2] {
    let mut lists = DECKS.map(|id| kit.deck(id).expect("the deck is shipped"));
    if swapped {
        lists.swap(0, 1);
    }
    lists
}

#[test]
fn decks_have_sixty_cards() {
    let kit = goblins("goblins");
    for deck in decks(&kit, false) {
        assert_eq!(deck.cards("main").count(), 60);
    }
}

#[test]
fn random_games_keep_every_promise() {
    for profile in PROFILES {
        let kit = goblins(profile);
        let count = games().min(1_000) / 2;
        for seed in 0..count {
            let care = Care { every: 7, decisions: 20_000 };
            promise::play(&kit.table, &decks(&kit, seed % 2 == 1), seed, care)
                .unwrap_or_else(|broken| panic!("{profile}: {broken}"));
        }
    }
}

#[test]
fn random_games_end() {
    for profile in PROFILES {
        let kit = goblins(profile);
        let lists = [decks(&kit, false), decks(&kit, true)];
        let (mut wins, mut drawn, mut first) = ([0u32; 2], 0u32, 0u32);
        let (mut decisions, mut turns) = (0, 0);
        let begin = std::time::Instant::now();
        for seed in 0..games() {
            let swapped = seed % 2 == 1;
            let care = Care { every: 0, decisions: 20_000 };
            let played = promise::play(&kit.table, &lists[usize::from(swapped)], seed, care)
                .unwrap_or_else(|broken| panic!("{profile}: {broken}"));
            decisions += played.decisions;
            turns += usize::from(played.turns);
            match played.outcome {
                Outcome::Won(seat) => {
                    wins[seat.index() ^ usize::from(swapped)] += 1;
                    first += u32::from(seat == Seat::ONE);
                }
                Outcome::Drawn => drawn += 1,
                Outcome::Playing => panic!("seed {seed}: it is not over"),
            }
        }
        let spent = begin.elapsed();
        let decided = f64::from(wins[0] + wins[1]);
        let count = games();
        println!(
            "{profile}: {count} games, {decisions} decisions, {turns} turns, {:.1} ns per decision, {} {:.1} %, seat one {:.1} %, drawn {:.1} %",
            spent.as_nanos() as f64 / decisions as f64,
            DECKS[0],
            f64::from(wins[0]) / decided * 100.0,
            f64::from(first) / decided * 100.0,
            f64::from(drawn) / count as f64 * 100.0
        );
    }
}
