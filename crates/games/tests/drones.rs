//! Drones as a whole: random games, views, replays, determinism, balance.

use onplay_engine::action::Action;
use onplay_engine::dice::Dice;
use onplay_engine::frame::DeckList;
use onplay_engine::game::{Game, Outcome};
use onplay_engine::id::{CardId, Seat, ZoneId};
use onplay_engine::policy::Policy;
use onplay_engine::record::Record;
use onplay_engine::view::{sees, view};
use onplay_games::kit::{self, Kit};

fn load() -> Kit {
    kit::load("drones").unwrap_or_else(|errors| {
        panic!("{}", onplay_cards::render(&errors, &kit::files("drones"), false))
    })
}

/// Games to play: 20,000 by `ONPLAY_GAMES=20000 cargo test --release`.
fn games() -> u64 {
    std::env::var("ONPLAY_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(300)
}

fn decks(kit: &Kit, swapped: bool) -> [DeckList; 2] {
    let (web, spear) = (kit.deck("web").expect("a deck"), kit.deck("spear").expect("a deck"));
    if swapped { [spear, web] } else { [web, spear] }
}

/// Plays at random to the end and returns the decisions.
fn play_out(
    kit: &Kit,
    game: &mut Game,
    dice: &mut Dice,
    mut each: impl FnMut(&mut Game, &[Action], Action),
) -> u64 {
    let mut actions = Vec::new();
    let mut decisions = 0;
    while !game.is_over() {
        kit.table.legal_actions(game, &mut actions);
        assert!(!actions.is_empty(), "nothing can be decided in {:?}", game.prompts.first());
        let action = actions[dice.below(actions.len() as u32) as usize];
        each(game, &actions, action);
        kit.table.apply_unchecked(game, action, None);
        decisions += 1;
        assert!(decisions < 20_000, "a game that does not end");
    }
    decisions
}

#[test]
fn the_game_loads() {
    let kit = load();
    assert_eq!(kit.book.decks.len(), 2);
    for deck in &kit.book.decks {
        assert_eq!(deck.count("main"), 40, "{}", deck.name);
        assert!(deck.section("pool").len() >= 5, "{}", deck.name);
    }
    assert_eq!(Some(kit.table.catalog.rules.policy), Policy::named("drones"));
}

#[test]
fn random_games_end_and_the_decks_are_balanced() {
    let kit = load();
    let (mut wins, mut drawn, mut decisions, mut rounds) = ([0u64; 2], 0, 0, 0u64);
    for seed in 0..games() {
        let swapped = seed % 2 == 1;
        let mut game = kit.table.start(seed, &decks(&kit, swapped), None);
        let mut dice = Dice::new(seed ^ 0x5eed);
        decisions += play_out(&kit, &mut game, &mut dice, |_, _, _| {});
        rounds += u64::from(game.round);
        match game.outcome {
            Outcome::Won(seat) => wins[seat.index() ^ usize::from(swapped)] += 1,
            _ => drawn += 1,
        }
    }
    println!(
        "{} games, {decisions} decisions, {} rounds, web {} spear {} drawn {drawn}",
        games(), rounds / games(), wins[0], wins[1]
    );
    let share = wins[0] as f64 / (wins[0] + wins[1]).max(1) as f64;
    assert!((0.35..=0.65).contains(&share), "web wins {:.1} %", 100.0 * share);
    assert!(drawn * 20 <= games(), "{drawn} games were drawn");
}
