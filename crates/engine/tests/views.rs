//! What a seat may know, and that a state is a value.

mod small;

use onplay_engine::frame::DeckList;
use onplay_engine::id::{CardId, Seat};
use onplay_engine::play::{Table, view};
use onplay_engine::rulebook::Policy;
use onplay_engine::state::{Dice, Game};
use small::*;

fn duel() -> (Table, [DeckList; 2]) {
    let cards = (0..6).map(|number| unit(number + 1, 1, Vec::new())).collect();
    let deck = (0..6).map(|card| (CardId(card), 2)).collect();
    let list = DeckList { sections: vec![("main".into(), deck)] };
    (table(Policy::default(), cards), [list.clone(), list])
}

/// Two games that differ only in what a seat may not know look the same to it.
#[test]
fn a_view_does_not_depend_on_what_is_hidden() {
    let (table, decks) = duel();
    let game = table.start(7, &decks, None);
    let mut twin = game.clone();
    let deck = table.catalog.rules.zone(DECK, Seat::ONE, 0);
    let hand = table.catalog.rules.zone(HAND, Seat::TWO, 0);
    for zone in [deck, hand] {
        let ids = game.zone(zone).to_vec();
        let cards: Vec<CardId> = ids.iter().map(|id| game.object(*id).card).collect();
        for (id, card) in ids.iter().zip(cards.iter().cycle().skip(1)) {
            twin.object_mut(*id).card = *card;
        }
    }
    assert_ne!(game, twin);
    let (seen, other) =
        (view(&game, &table.catalog, Seat::ONE), view(&twin, &table.catalog, Seat::ONE));
    assert_eq!(seen.state, other.state);
    assert_eq!(seen.unseen[0], other.unseen[0]);
}

#[test]
fn a_sample_fits_what_was_seen_and_nothing_else_is_fixed() {
    let (table, decks) = duel();
    let game = table.start(7, &decks, None);
    let seen = view(&game, &table.catalog, Seat::ONE);
    let hand = table.catalog.rules.zone(HAND, Seat::TWO, 0);
    let own = table.catalog.rules.zone(HAND, Seat::ONE, 0);
    let cards = |game: &Game, zone| -> Vec<CardId> {
        game.zone(zone).iter().map(|id| game.object(*id).card).collect()
    };
    let samples: Vec<Game> =
        (0..20).map(|seed| seen.sample(&table.catalog, &mut Dice::new(seed))).collect();
    assert!(samples.iter().all(|sample| cards(sample, own) == cards(&game, own)));
    let first = cards(&samples[0], hand);
    assert!(samples.iter().any(|sample| cards(sample, hand) != first), "hidden cards are dealt");
    assert!(samples.iter().any(|sample| sample.dice != samples[0].dice), "the dice are not known");
}

#[test]
fn equal_games_have_equal_hashes_and_copies_go_their_own_way() {
    let (table, decks) = duel();
    let mut game = table.start(3, &decks, None);
    let copy = game.clone();
    assert_eq!(table.hash(&game), table.hash(&copy));
    let mut actions = Vec::new();
    table.legal_actions(&game, &mut actions);
    play(&table, &mut game, actions[0]);
    assert_ne!(game, copy);
    assert_ne!(table.hash(&game), table.hash(&copy));
    let mut reused = game.clone();
    reused.clone_from(&copy);
    assert_eq!(reused, copy);
}

#[test]
fn the_same_seed_and_decisions_give_the_same_game() {
    let (table, decks) = duel();
    let run = || {
        let mut game = table.start(11, &decks, None);
        let (mut dice, mut actions) = (Dice::new(5), Vec::new());
        for _ in 0..40 {
            table.legal_actions(&game, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            table.apply_unchecked(&mut game, action, None);
        }
        table.hash(&game)
    };
    assert_eq!(run(), run());
}
