//! Tides, played at random: every battle ends, every promise holds.
//!
//! `ONPLAY_GAMES=20000 cargo test --release -p onplay-games --test tides`
//! plays the full set; the default is small enough for every day.

use onplay_engine::frame::DeckList;
use onplay_engine::id::{CardId, Seat};
use onplay_engine::state::{Dice, Outcome};
use onplay_games::kit::{self, Kit};
use onplay_games::promise::{Care, play};

const DECKS: [&str; 3] = ["shallows", "currents", "depths"];

/// Only plays.
const QUICK: Care = Care { every: 0, decisions: 20_000 };

fn tides() -> Kit {
    kit::load("tides").unwrap_or_else(|errors| panic!("{errors:#?}"))
}

/// How many battles: a few hundred, or what the environment says.
fn battles(usual: u64) -> u64 {
    std::env::var("ONPLAY_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn decks(kit: &Kit, first: usize, second: usize) -> [DeckList; 2] {
    [first, second].map(|deck| kit.deck(DECKS[deck % 3]).expect("the deck is shipped"))
}

#[test]
fn random_battles_keep_every_promise() {
    let kit = tides();
    let (mut decisions, mut drawn, mut turns, mut first) = (0, 0, 0, 0);
    let count = battles(300);
    for seed in 0..count {
        let lists = decks(&kit, seed as usize, seed as usize / 3);
        let played = play(&kit.table, &lists, seed, Care { every: 11, ..Care::default() })
            .unwrap_or_else(|broken| panic!("{broken}"));
        assert!(played.turns <= 50);
        decisions += played.decisions;
        turns += usize::from(played.turns);
        drawn += usize::from(played.outcome == Outcome::Drawn);
        first += usize::from(played.outcome == Outcome::Won(Seat::ONE));
    }
    println!(
        "{count} battles, {decisions} decisions, {turns} turns, {drawn} drawn, seat one won {first}"
    );
}

/// Every card of the game, in decks made at random: what no deck plays must
/// hold its promises too.
#[test]
fn all_cards_keep_every_promise() {
    let kit = tides();
    let catalog = &kit.table.catalog;
    let playable: Vec<CardId> = (0..kit.book.cards.len() as u16)
        .map(CardId)
        .filter(|card| !catalog.card(*card).token && !is_dreamwell(&kit, *card))
        .collect();
    let mut dice = Dice::new(1);
    let mut drawn = 0;
    let count = battles(300).min(5_000);
    for seed in 0..count {
        let lists = [(), ()].map(|()| {
            let cards = (0..30)
                .map(|_| (playable[dice.below(playable.len() as u32) as usize], 1))
                .collect();
            DeckList { sections: vec![("main".into(), cards)] }
        });
        let played = play(&kit.table, &lists, seed, Care { every: 13, ..Care::default() })
            .unwrap_or_else(|broken| panic!("{broken}"));
        drawn += usize::from(played.outcome == Outcome::Drawn);
    }
    println!("{count} battles of all cards, {drawn} drawn");
}

fn is_dreamwell(kit: &Kit, card: CardId) -> bool {
    kit.book.cards[card.index()].type_line.starts_with("Dreamwell")
}

/// Each deck wins between 35 and 65 of a hundred against each other, the
/// seats changed after every battle.
#[test]
fn decks_are_balanced() {
    let kit = tides();
    let count = battles(600).min(4_000);
    let mut shares = Vec::new();
    for (first, second) in [(0, 1), (0, 2), (1, 2)] {
        let (mut wins, mut decided) = (0u64, 0u64);
        for seed in 0..count {
            let swapped = seed % 2 == 1;
            let (one, two) = if swapped { (second, first) } else { (first, second) };
            let played = play(&kit.table, &decks(&kit, one, two), seed + 10_000, QUICK)
                .unwrap_or_else(|broken| panic!("{broken}"));
            if let Outcome::Won(seat) = played.outcome {
                decided += 1;
                wins += u64::from((seat == Seat::ONE) != swapped);
            }
        }
        let share = wins * 100 / decided.max(1);
        println!("{} against {}: {share} % of {decided}", DECKS[first], DECKS[second]);
        shares.push(share);
    }
    assert!(shares.iter().all(|share| (35..=65).contains(share)), "{shares:?}");
}

/// Decks of one size, and at least sixty cards to build them from.
#[test]
fn the_card_pool_is_large_enough() {
    let kit = tides();
    let playable = kit.book.cards.iter().filter(|card| !card.type_line.starts_with("Dreamwell"));
    assert!(playable.count() >= 60);
    for id in DECKS {
        let deck = kit.deck(id).expect("the deck is shipped");
        assert_eq!(deck.cards("main").count(), 30, "{id}");
    }
}

/// Every question names the ability that asks it, and that belongs to a card or to a
/// clause of the rules.
#[test]
fn questions_have_sources() {
    let kit = tides();
    let (mut of_cards, mut of_rules) = (0, 0);
    for seed in 0..60 {
        let mut game = kit.table.start(seed, &decks(&kit, 1, 2), None);
        let mut dice = Dice::new(seed);
        let mut actions = Vec::new();
        while !game.is_over() {
            if let Some(prompt) = game.pending.prompt() {
                match prompt.source.is_some() {
                    true => of_cards += 1,
                    false => {
                        let clause = kit.table.frame.clause_of(prompt.ability);
                        assert!(clause.is_some(), "{prompt:?}");
                        of_rules += 1;
                    }
                }
            }
            kit.table.legal_actions(&game, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            kit.table.apply_unchecked(&mut game, action, None);
        }
    }
    println!("{of_cards} questions of cards, {of_rules} of rules");
    assert!(of_cards > 100, "{of_cards}");
}
