//! Goblins against Enchantress, played at random in both trigger profiles:
//! every game ends, every promise holds.
//!
//! `ONPLAY_GAMES=20000 cargo test --release -p onplay-games --test goblins`
//! plays the full set; the default is small enough for every day.

use onplay_engine::frame::DeckList;
use onplay_engine::id::Seat;
use onplay_engine::rulebook::Role;
use onplay_engine::state::{Action, Dice, Fact, Game, Outcome, Record, RecordEntry};
use onplay_games::kit::{self, Kit};
use onplay_games::promise::{self, Care};
use onplay_games::seat::{self, Decider, Interactive, Question, Script, Stopped};

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
        let count = games().min(5_000) / 2;
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

fn hand(kit: &Kit, game: &Game, seat: Seat) -> usize {
    game.zone(kit.book.catalog.rules.zone_of(Role::Hand, seat)).len()
}

/// London mulligan: seven new cards each time, then one to the bottom for
/// each. [goblins 2.3]
#[test]
fn mulligans_cost_a_card_each() {
    let kit = goblins("stack");
    let mut game = kit.table.start(3, &decks(&kit, false), None);
    for action in [Action::No, Action::No] {
        kit.table.apply(&mut game, Seat::ONE, action, None).expect("a hand may be refused");
        assert_eq!(hand(&kit, &game, Seat::ONE), 7);
    }
    kit.table.apply(&mut game, Seat::ONE, Action::Yes, None).expect("a hand may be kept");
    let mut actions = Vec::new();
    for left in [6, 5] {
        kit.table.legal_actions(&game, &mut actions);
        kit.table.apply(&mut game, Seat::ONE, actions[0], None).expect("it is on offer");
        let _ = left;
    }
    assert_eq!(hand(&kit, &game, Seat::ONE), 5);
    assert_eq!(game.to_decide(), Some(Seat::TWO));
    kit.table.apply(&mut game, Seat::TWO, Action::Yes, None).expect("a hand may be kept");
    assert_eq!(hand(&kit, &game, Seat::TWO), 7);
    // The first player's first draw step is without a card. [goblins 2.5]
    assert_eq!((game.turn.number, game.turn.active), (1, Seat::ONE));
}

#[test]
fn seven_mulligans_leave_no_hand() {
    let kit = goblins("stack");
    let mut game = kit.table.start(3, &decks(&kit, false), None);
    for _ in 0..7 {
        kit.table.apply(&mut game, Seat::ONE, Action::No, None).expect("a hand may be refused");
    }
    assert_eq!(hand(&kit, &game, Seat::ONE), 0);
    assert_eq!(game.to_decide(), Some(Seat::TWO));
}

/// A player who takes any action.
fn random(seed: u64) -> impl Decider {
    let mut dice = Dice::new(seed);
    move |question: &Question| {
        let actions = question.actions();
        Some(actions[dice.below(actions.len() as u32) as usize])
    }
}

/// The same seed and answers give identical logs and hashes. [brief 5.13]
#[test]
fn same_answers_give_the_same_log() {
    for profile in PROFILES {
        let kit = goblins(profile);
        let run = || {
            let mut record = Record::default();
            let mut game = kit.table.start(5, &decks(&kit, false), Some(&mut record));
            let (mut one, mut two) = (random(1), random(2));
            let end =
                seat::play(&kit.table, &mut game, [&mut one, &mut two], 20_000, Some(&mut record));
            (end, kit.table.hash(&game), record)
        };
        let (one, two) = (run(), run());
        assert!(one.0.is_ok(), "{:?}", one.0);
        assert!(one == two);
    }
}

/// A scripted player answers from its queue, and takes the first option when
/// the queue is empty.
#[test]
fn scripts_answer_in_turn_then_take_the_first() {
    let kit = goblins("stack");
    let mut game = kit.table.start(3, &decks(&kit, false), None);
    let (mut one, mut two) = (Script::new(["no", "yes"]), Script::default());
    let end = seat::play(&kit.table, &mut game, [&mut one, &mut two], 6, None);
    assert_eq!(end, Err(Stopped::TooLong));
    assert_eq!(one.left(), 0);
    assert_eq!(hand(&kit, &game, Seat::ONE) + hand(&kit, &game, Seat::TWO), 13);
}

/// A person's answer comes when it comes: until then the game stands still.
#[test]
fn a_person_is_waited_for_and_an_odd_answer_is_refused() {
    let kit = goblins("stack");
    let mut game = kit.table.start(3, &decks(&kit, false), None);
    let before = game.clone();
    let (mut person, mut bot) = (Interactive::default(), random(1));
    let waiting = seat::play(&kit.table, &mut game, [&mut person, &mut bot], 10, None);
    assert_eq!(waiting, Err(Stopped::Waiting(Seat::ONE)));
    person.submit(Action::ChooseNumber(99));
    let refused = seat::play(&kit.table, &mut game, [&mut person, &mut bot], 10, None);
    assert!(matches!(refused, Err(Stopped::Refused(Seat::ONE, _))), "{refused:?}");
    assert!(game == before);
    person.submit(kit.table.with_actions(&game, |actions| actions[0]));
    let waiting = seat::play(&kit.table, &mut game, [&mut person, &mut bot], 10, None);
    assert_eq!(waiting, Err(Stopped::Waiting(Seat::ONE)));
    assert!(game != before);
}

/// Every forced pass is in the log.
#[test]
fn forced_passes_are_logged() {
    let kit = goblins("goblins");
    let mut record = Record::default();
    let mut game = kit.table.start(5, &decks(&kit, false), Some(&mut record));
    let (mut one, mut two) = (random(1), random(2));
    seat::play(&kit.table, &mut game, [&mut one, &mut two], 20_000, Some(&mut record))
        .expect("it ends");
    let forced = record
        .entries
        .iter()
        .filter(|entry| matches!(entry.fact, Fact::Forced { action: Action::Pass, .. }));
    assert!(forced.count() > 10);
}

/// Whoever watches sees forced decisions being carried out too.
#[test]
fn forced_passes_are_watched() {
    let kit = goblins("goblins");
    let mut game = kit.table.start(5, &decks(&kit, false), None);
    let mut dice = onplay_engine::state::Dice::new(5);
    let (mut actions, mut forced) = (Vec::new(), 0);
    while !game.is_over() {
        kit.table.legal_actions(&game, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        let (mut record, mut last) = (Record::default(), 0);
        kit.table
            .watch(&mut game, action, Some(&mut record), &mut |game| last = game.clock.ordinal);
        assert_eq!(last, game.clock.ordinal, "something happened unseen");
        let is_forced = |entry: &&RecordEntry| matches!(entry.fact, Fact::Forced { .. });
        forced += record.entries.iter().filter(is_forced).count();
    }
    assert!(forced > 10);
}

/// Every card is understood in full; none is left for later.
#[test]
fn no_card_is_left_for_later() {
    let kit = goblins("goblins");
    let later = |card: &onplay_cards::CardText| card.extra.contains_key("later");
    assert_eq!(kit.book.cards.iter().filter(|card| later(card)).count(), 0);
    for deck in &kit.book.decks {
        for (card, _) in deck.sections.iter().flat_map(|(_, cards)| cards) {
            assert!(!later(kit.book.text(*card)), "{}", kit.book.text(*card).name);
        }
    }
}
