//! Skirmish as a rulebook and as a frame in Rust, move by move: the same offers
//! in the same order, and the same state after every decision.
//!
//! `ONPLAY_TWINS=10000 cargo test --release -p onplay-games --test twin` plays the
//! full set for every pair of decks.

use onplay_engine::frame::DeckList;
use onplay_engine::id::{Class, CounterId, Seat};
use onplay_engine::play::Table;
use onplay_engine::state::{Dice, Game};
use onplay_games::SourceFile;
use onplay_games::kit::{self, Kit};
use onplay_games::skirmish::Skirmish;

/// The rules of skirmish as text, and its nouns as they are then.
const RULEBOOK: &str = include_str!("twin/rulebook.md");
const GAME: &str = include_str!("twin/game.toml");

/// Skirmish with its shipped cards and decks, played from text.
fn skirmish() -> Kit {
    let mut files = kit::files("skirmish");
    files.retain(|file| !file.name.ends_with("/game.toml"));
    files.push(SourceFile::new("games/skirmish/game.toml", GAME));
    files.push(SourceFile::new("games/skirmish/rulebook.md", RULEBOOK));
    kit::load_files(&files).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn games() -> u64 {
    std::env::var("ONPLAY_TWINS").ok().and_then(|text| text.parse().ok()).unwrap_or(60)
}

/// What both must agree about: everything but where each keeps its place in the
/// turn, and what only counts steps.
fn compared(game: &Game, like: &Game, done: CounterId) -> Game {
    let mut game = game.clone();
    game.turn.memo = like.turn.memo;
    game.turn.first = like.turn.first;
    game.pending.agenda = like.pending.agenda.clone();
    game.pending.answer = like.pending.answer.clone();
    game.pending.work = like.pending.work.clone();
    game.pending.mentions = like.pending.mentions.clone();
    game.clock = like.clock;
    game.last_known = like.last_known.clone();
    game.turn.began = like.turn.began;
    game.modifiers = like.modifiers.clone();
    for seat in Seat::BOTH {
        game.players[seat.index()].counters[done.index()] =
            like.players[seat.index()].counters[done.index()];
    }
    game
}

fn play(kit: &Kit, rust: &Table, decks: &[DeckList; 2], seed: u64, done: CounterId) -> u64 {
    let mut dice = Dice::new(seed ^ 0x9e37);
    let mut text = kit.table.start(seed, decks, None);
    let mut code = rust.start(seed, decks, None);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut decisions = 0;
    loop {
        assert_eq!(text.outcome(), code.outcome(), "seed {seed}, decision {decisions}");
        assert_eq!(text.to_decide(), code.to_decide(), "seed {seed}, decision {decisions}");
        let Some(seat) = text.to_decide() else { return decisions };
        let wanted = compared(&code, &text, done);
        if text != wanted {
            panic!("seed {seed}, decision {decisions}: {}", difference(&text, &wanted));
        }
        kit.table.legal_actions(&text, &mut left);
        rust.legal_actions(&code, &mut right);
        assert_eq!(left, right, "seed {seed}, decision {decisions}");
        let action = left[dice.below(left.len() as u32) as usize];
        kit.table.apply(&mut text, seat, action, None).expect("it is legal");
        rust.apply(&mut code, seat, action, None).expect("it is legal");
        decisions += 1;
    }
}

fn difference(one: &Game, other: &Game) -> String {
    let (one, other) = (format!("{one:#?}"), format!("{other:#?}"));
    let lines = one.lines().zip(other.lines()).enumerate();
    let found: Vec<String> = lines
        .filter(|(_, (one, other))| one != other)
        .take(12)
        .map(|(at, (one, other))| format!("{at}: {one} | {other}"))
        .collect();
    found.join("\n")
}

#[test]
fn the_rulebook_is_the_twin_of_the_frame() {
    let kit = skirmish();
    let frame = Skirmish::new(&kit.table.catalog).expect("the frame finds its words");
    let rust = Table::new(kit.table.catalog.clone(), Box::new(frame));
    let done = kit.table.catalog.names.find(Class::Counter, "done").map(CounterId);
    let done = done.expect("players can be done");
    let decks = ["warband", "grave"].map(|id| kit.deck(id).expect("the deck is shipped"));
    let mut decisions = 0;
    for one in &decks {
        for other in &decks {
            let pair = [one.clone(), other.clone()];
            decisions += (0..games()).map(|seed| play(&kit, &rust, &pair, seed, done)).sum::<u64>();
        }
    }
    println!("{} games for each pair of decks, {decisions} decisions", games());
}

/// Seven terrains, and any number of normal actions a turn: two changed lines.
#[test]
fn a_variant_is_a_changed_line() {
    let game = GAME.replace("places = 5", "places = 7");
    let rulebook = RULEBOOK.replace(
        "You take any number of quick actions and one normal action until you pass.",
        "You take any number of quick and normal actions until you pass.",
    );
    assert!(game != GAME && rulebook != RULEBOOK);
    let mut files = kit::files("skirmish");
    files.retain(|file| !file.name.ends_with("/game.toml"));
    files.push(SourceFile::new("games/skirmish/game.toml", game));
    files.push(SourceFile::new("games/skirmish/rulebook.md", rulebook));
    let kit = kit::load_files(&files).unwrap_or_else(|errors| panic!("{errors:?}"));
    let decks = ["warband", "grave"].map(|id| kit.deck(id).expect("the deck is shipped"));
    let mut farthest = 0;
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        let mut game = kit.table.start(seed, &decks, None);
        let mut actions = Vec::new();
        while let Some(seat) = game.to_decide() {
            kit.table.legal_actions(&game, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            if let onplay_engine::state::Action::Play { place, .. } = action {
                farthest = farthest.max(kit.table.catalog.rules.lane(place));
            }
            kit.table.apply(&mut game, seat, action, None).expect("it is legal");
        }
    }
    assert_eq!(farthest, 6, "units go to all seven terrains");
}
