//! Numbers for learning agents in every game: each action on offer has its own
//! number and comes back from it, and an observation holds nothing hidden.

use onplay_engine::id::Seat;
use onplay_engine::play::{Table, view};
use onplay_engine::state::{Action, Dice, Game};
use onplay_games::kit::{GAMES, deck_list, load};

#[test]
fn every_game_has_numbers() {
    for id in GAMES {
        let kit = load(id).unwrap_or_else(|errors| panic!("{id}: {errors:#?}"));
        let decks: Vec<_> = kit.book.decks.iter().map(deck_list).collect();
        let pair = [decks[0].clone(), decks[decks.len() - 1].clone()];
        for seed in 0..3 {
            let mut game = kit.table.start(seed, &pair, None);
            let mut dice = Dice::new(seed);
            let mut legal = Vec::new();
            while !game.is_over() {
                kit.table.legal_actions(&game, &mut legal);
                check_numbers(&kit.table, &game, &legal, id);
                if dice.below(8) == 0 {
                    check_observation(&kit.table, &game, &mut dice, id);
                }
                let action = legal[dice.below(legal.len() as u32) as usize];
                kit.table.apply_unchecked(&mut game, action, None);
            }
        }
    }
}

fn check_numbers(table: &Table, game: &Game, legal: &[Action], id: &str) {
    let reader = table.read(game);
    table.with_numbers(|space| {
        let mut numbers: Vec<usize> = Vec::new();
        for action in legal {
            let number = space.number(&reader, *action);
            let number = number.unwrap_or_else(|| panic!("{id}: {action:?} has no number"));
            assert!(number < space.size(), "{id}: {action:?}");
            assert_eq!(space.action(&reader, number), Some(*action), "{id}");
            numbers.push(number);
        }
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), legal.len(), "{id}: two actions share a number");
    });
}

fn check_observation(table: &Table, game: &Game, dice: &mut Dice, id: &str) {
    for seat in Seat::BOTH {
        let sample = view(game, &table.catalog, seat).sample(&table.catalog, dice);
        let (mut real, mut other) = (Vec::new(), Vec::new());
        table.observe(game, seat, &mut real);
        table.observe(&sample, seat, &mut other);
        assert_eq!(real, other, "{id}: the observation of {seat} knows too much");
    }
}
