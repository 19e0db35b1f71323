//! What observations promise, in random games of every shipped game.

use std::collections::{HashMap, HashSet};

use onplay_engine::id::Seat;
use onplay_engine::play::view;
use onplay_engine::state::{Action, Dice, Game};
use onplay_games::kit::{self, GAMES, Kit};
use onplay_learn::Encoder;

/// Plays random games and shows every position with what can be decided there.
fn positions(kit: &Kit, games: u64, mut look: impl FnMut(&Game, Seat, &mut [Action])) {
    let ids: Vec<String> = kit.book.decks.iter().map(|deck| deck.id.clone()).collect();
    let mut legal = Vec::new();
    for seed in 0..games {
        let deck = |seat: u64| kit.deck(&ids[(seed + seat) as usize % ids.len()]);
        let decks = [deck(0), deck(1)].map(|deck| deck.expect("a shipped deck"));
        let mut game = kit.table.start(seed, &decks, None);
        let mut dice = Dice::new(seed);
        for _ in 0..600 {
            let Some(seat) = game.to_decide() else { break };
            kit.table.legal_actions(&game, &mut legal);
            look(&game, seat, &mut legal);
            let action = legal[dice.below(legal.len() as u32) as usize];
            kit.table.apply_unchecked(&mut game, action, None);
        }
    }
}

fn kits() -> impl Iterator<Item = (&'static str, Kit)> {
    GAMES.iter().map(|game| (*game, kit::load(game).expect("a shipped game")))
}

#[test]
fn hidden_cards_change_nothing() {
    for (name, kit) in kits() {
        let encoder = Encoder::new(&kit.table, 256);
        let mut dice = Dice::new(5);
        let (mut real, mut other) = (vec![0; encoder.len()], vec![0; encoder.len()]);
        positions(&kit, 4, |game, decides, _| {
            for seat in Seat::BOTH {
                let twin =
                    view(game, &kit.table.catalog, seat).sample(&kit.table.catalog, &mut dice);
                let (mut one, mut two) = (Vec::new(), Vec::new());
                if seat == decides {
                    kit.table.legal_actions(game, &mut one);
                    kit.table.legal_actions(&twin, &mut two);
                }
                encoder.observe(game, seat, &mut one, &mut real);
                encoder.observe(&twin, seat, &mut two, &mut other);
                assert_eq!(real, other, "{name}: {seat} sees what it may not know");
            }
        });
    }
}

#[test]
fn actions_can_be_told_apart_and_fit() {
    for (name, kit) in kits() {
        let encoder = Encoder::new(&kit.table, 256);
        let actions = encoder.section("actions").expect("there are actions").clone();
        let mut numbers = vec![0; encoder.len()];
        positions(&kit, 6, |game, seat, legal| {
            assert_eq!(encoder.fits(legal), Ok(()), "{name}");
            encoder.observe(game, seat, legal, &mut numbers);
            let rows: HashSet<&[i16]> =
                (0..legal.len()).map(|at| actions.row(&numbers, at)).collect();
            assert_eq!(rows.len(), legal.len(), "{name}: {legal:?}");
        });
    }
}

#[test]
fn equal_observations_offer_equally_many_actions() {
    for (name, kit) in kits() {
        let encoder = Encoder::new(&kit.table, 256);
        let mut known: HashMap<Vec<i16>, usize> = HashMap::new();
        let mut numbers = vec![0; encoder.len()];
        positions(&kit, 6, |game, seat, legal| {
            encoder.observe(game, seat, legal, &mut numbers);
            let before = known.insert(numbers.clone(), legal.len());
            assert!(before.is_none_or(|before| before == legal.len()), "{name}");
        });
    }
}

#[test]
fn a_seat_that_does_not_decide_is_offered_nothing() {
    let kit = kit::load("skirmish").expect("a shipped game");
    let encoder = Encoder::new(&kit.table, 256);
    let actions = encoder.section("actions").expect("there are actions").clone();
    let mut numbers = vec![0; encoder.len()];
    positions(&kit, 1, |game, seat, legal| {
        encoder.observe(game, seat.other(), legal, &mut numbers);
        assert!(actions.row(&numbers, 0).iter().all(|number| *number == 0));
    });
}

#[test]
fn categories_are_as_large_as_declared() {
    for (name, kit) in kits() {
        let encoder = Encoder::new(&kit.table, 256);
        let mut numbers = vec![0; encoder.len()];
        positions(&kit, 3, |game, seat, legal| {
            encoder.observe(game, seat, legal, &mut numbers);
            for section in encoder.sections() {
                for row in 0..section.rows {
                    for (value, column) in section.row(&numbers, row).iter().zip(&section.columns) {
                        if let Some(most) = column.categories() {
                            let within = usize::try_from(*value).is_ok_and(|value| value < most);
                            assert!(within, "{name} {} {}: {value}", section.name, column.name);
                        }
                    }
                }
            }
        });
    }
}
