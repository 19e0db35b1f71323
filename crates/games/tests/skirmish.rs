//! Skirmish, played at random: every game ends, every promise holds.
//!
//! `ONPLAY_GAMES=20000 cargo test --release -p onplay-games --test skirmish`
//! plays the full set; the default is small enough for every day.

use onplay_engine::action::{Action, Refusal};
use onplay_engine::dice::Dice;
use onplay_engine::frame::DeckList;
use onplay_engine::game::{Game, Outcome};
use onplay_engine::id::{CardId, ObjectId, Seat, ZoneId};
use onplay_engine::view::{sees, view};
use onplay_games::kit::{self, Kit};
use onplay_games::skirmish::deck;

const DECKS: [&str; 2] = ["warband", "grave"];

/// More decisions than any match can take.
const DECISIONS: usize = 4_000;

fn games() -> u64 {
    std::env::var("ONPLAY_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

fn skirmish() -> Kit {
    kit::load("skirmish").unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn decks(kit: &Kit, swapped: bool) -> [DeckList; 2] {
    let mut lists = DECKS.map(|id| kit.deck(id).expect("the deck is shipped"));
    if swapped {
        lists.swap(0, 1);
    }
    lists
}

/// Plays one game at random and calls `watch` before every decision.
fn play(
    kit: &Kit,
    seed: u64,
    decks: &[DeckList; 2],
    mut watch: impl FnMut(&Game, Seat, &[Action], Action),
) -> Game {
    let mut dice = Dice::new(seed ^ 0x5eed);
    let mut game = kit.table.start(seed, decks, None);
    let mut actions = Vec::new();
    for _ in 0..DECISIONS {
        let Some(seat) = game.to_decide() else { return game };
        kit.table.legal_actions(&game, &mut actions);
        assert!(!actions.is_empty(), "seed {seed}: {seat} must decide and cannot");
        let action = actions[dice.below(actions.len() as u32) as usize];
        watch(&game, seat, &actions, action);
        kit.table.apply_unchecked(&mut game, action, None);
    }
    panic!("seed {seed}: the game does not end");
}

#[test]
fn random_games_end_and_both_decks_win() {
    let kit = skirmish();
    let (mut wins, mut drawn, mut first, mut decisions) = ([0u32; 2], 0u32, 0u32, 0u64);
    let count = games();
    for seed in 0..count {
        let swapped = seed % 2 == 1;
        let game = play(&kit, seed, &decks(&kit, swapped), |_, _, _, _| decisions += 1);
        match game.outcome {
            Outcome::Won(seat) => {
                wins[seat.index() ^ usize::from(swapped)] += 1;
                first += u32::from(seat == Seat::ONE);
            }
            Outcome::Drawn => drawn += 1,
            Outcome::Playing => panic!("seed {seed}: nobody decides and it is not over"),
        }
    }
    let decided = f64::from(wins[0] + wins[1]);
    let share = f64::from(wins[0]) / decided;
    println!(
        "{count} games, {decisions} decisions, {} {:.1} %, seat one {:.1} %, drawn {:.1} %",
        DECKS[0],
        share * 100.0,
        f64::from(first) / decided * 100.0,
        f64::from(drawn) / count as f64 * 100.0
    );
    assert!((0.35..=0.65).contains(&share), "{} wins {:.1} %", DECKS[0], share * 100.0);
}

#[test]
fn replays_are_equal() {
    let kit = skirmish();
    for seed in 0..games() {
        let decks = decks(&kit, seed % 2 == 1);
        let mut moves = Vec::new();
        let game = play(&kit, seed, &decks, |game, seat, _, action| {
            moves.push((seat, action, kit.table.hash(game)));
        });
        let mut again = kit.table.start(seed, &decks, None);
        for (seat, action, hash) in moves {
            assert_eq!(kit.table.hash(&again), hash, "seed {seed}");
            kit.table.apply(&mut again, seat, action, None).expect("it was legal before");
        }
        assert!(again == game, "seed {seed}");
    }
}

#[test]
fn recording_changes_nothing() {
    let kit = skirmish();
    for seed in 0..games().min(200) {
        let decks = decks(&kit, seed % 2 == 1);
        let mut moves = Vec::new();
        let game = play(&kit, seed, &decks, |_, seat, _, action| moves.push((seat, action)));
        let mut record = onplay_engine::record::Record::default();
        let mut again = kit.table.start(seed, &decks, Some(&mut record));
        for (seat, action) in moves {
            kit.table.apply(&mut again, seat, action, Some(&mut record)).expect("it was legal");
        }
        assert!(again == game, "seed {seed}");
    }
}

#[test]
fn views_hide_what_they_should() {
    let kit = skirmish();
    let catalog = &kit.table.catalog;
    for seed in 0..games() {
        let decks = decks(&kit, seed % 2 == 1);
        play(&kit, seed, &decks, |game, decider, legal, _| {
            for seat in Seat::BOTH {
                let seen = view(game, catalog, seat);
                for index in 0..game.objects.len() {
                    let id = ObjectId(index as u16);
                    let zone = game.object(id).zone;
                    let hidden = zone != ZoneId::OUTSIDE && !sees(catalog, seat, zone);
                    let shown = seen.state.object(id).card != CardId::HIDDEN;
                    assert!(!(hidden && shown), "seed {seed}: {seat} sees {id:?}");
                }
                // What a seat is offered follows from what it sees; the other
                // seat's view offers none of the cards it cannot see.
                let mut offered = Vec::new();
                if seat == decider {
                    kit.table.legal_actions(&seen.state, &mut offered);
                    assert_eq!(offered, legal, "seed {seed}");
                }
                assert!(seen.state.dice != game.dice, "seed {seed}: the dice can be seen");
            }
        });
    }
}

#[test]
fn refused_actions_change_nothing() {
    let kit = skirmish();
    let mut dice = Dice::new(7);
    for seed in 0..games().min(2_000) {
        let decks = decks(&kit, seed % 2 == 1);
        let last = play(&kit, seed, &decks, |game, seat, legal, _| {
            let object = ObjectId(dice.below(game.objects.len() as u32) as u16);
            let place = ZoneId(dice.below(20) as u8);
            for action in [
                Action::Play { object, place, at: u8::MAX },
                Action::Activate { object, ability: dice.below(9) as u8 },
                Action::Move { object, place, at: 0 },
                Action::Choose(object),
                Action::ChoosePlace(place),
                Action::Submit,
                Action::Yes,
            ] {
                let mut same = game.clone();
                if legal.contains(&action) {
                    continue;
                }
                assert!(kit.table.apply(&mut same, seat, action, None).is_err());
                let not_yours = kit.table.apply(&mut same, seat.other(), legal[0], None);
                assert_eq!(not_yours, Err(Refusal::NotYourDecision { asked: seat }));
                assert!(same == *game, "seed {seed}: {action:?} was refused and changed the game");
            }
        });
        // A finished match refuses everything. [skirmish 1.4]
        let mut over = last.clone();
        for seat in Seat::BOTH {
            let refused = kit.table.apply(&mut over, seat, Action::Pass, None);
            assert_eq!(refused, Err(Refusal::GameOver));
        }
        assert!(over == last);
    }
}

#[test]
fn shipped_decks_are_legal() {
    let kit = skirmish();
    for id in DECKS {
        let deck_file = kit.book.deck(id).expect("the deck is shipped");
        assert_eq!(deck::problems(&kit.book, deck_file), Vec::<String>::new(), "{id}");
    }
}
