//! What a view and a sample must not hold, in every game.

use std::collections::HashSet;

use onplay_engine::id::{CardId, ObjectId, Seat};
use onplay_engine::mask::Mask;
use onplay_engine::play::{sees, view};
use onplay_engine::state::{Dice, Game, Prompt};
use onplay_games::kit::{GAMES, Kit, deck_list, load};
use onplay_games::promise::{Care, play};

fn start(id: &str, seed: u64) -> (Kit, Game) {
    let kit = load(id).unwrap_or_else(|errors| panic!("{id}: {errors:#?}"));
    let decks: Vec<_> = kit.book.decks.iter().map(deck_list).collect();
    let pair = [decks[0].clone(), decks[decks.len() - 1].clone()];
    let game = kit.table.start(seed, &pair, None);
    (kit, game)
}

/// Looks at many moments of random games.
fn at_moments(mut look: impl FnMut(&str, &Kit, &Game)) {
    for id in GAMES {
        for seed in 0..4 {
            let (kit, mut game) = start(id, seed);
            let (mut dice, mut legal) = (Dice::new(seed), Vec::new());
            for _ in 0..150 {
                kit.table.legal_actions(&game, &mut legal);
                if legal.is_empty() {
                    break;
                }
                look(id, &kit, &game);
                let action = legal[dice.below(legal.len() as u32) as usize];
                kit.table.apply_unchecked(&mut game, action, None);
            }
        }
    }
}

#[test]
fn a_question_to_the_other_seat_does_not_say_what_is_on_offer() {
    let mut asked = 0;
    at_moments(|id, kit, game| {
        let Some(prompt) = game.pending.prompt() else { return };
        let seen = view(game, &kit.table.catalog, prompt.seat.other());
        let known = seen.state.pending.prompt().expect("that somebody is asked is known");
        asked += usize::from(prompt.candidates != Mask::EMPTY);
        let told = (known.candidates, known.options, known.low, known.high, known.picks());
        assert_eq!(told, (Mask::EMPTY, 0, 0, 0, &[][..]), "{id}: {prompt:?}");
        let own = view(game, &kit.table.catalog, prompt.seat);
        let whole: Option<Prompt> = own.state.pending.prompt().copied();
        assert_eq!(whole, Some(*prompt), "{id}: whoever is asked sees all of it");
    });
    assert!(asked > 50, "only {asked} questions had candidates");
}

#[test]
fn hands_and_decks_are_hidden_and_dice_are_not_shown() {
    at_moments(|id, kit, game| {
        for seat in Seat::BOTH {
            let seen = view(game, &kit.table.catalog, seat);
            assert_ne!(seen.state.dice, game.dice, "{id}: the dice are in a view");
            for zone in ["hand", "deck"] {
                let role = if zone == "hand" {
                    onplay_engine::rulebook::Role::Hand
                } else {
                    onplay_engine::rulebook::Role::Deck
                };
                let place = kit.table.catalog.rules.zone_of(role, seat.other());
                assert!(!sees(&kit.table.catalog, seat, place), "{id}: {zone}");
            }
        }
    });
}

#[test]
fn a_sample_deals_the_hidden_cards_anew_with_other_dice() {
    for id in GAMES {
        let (kit, game) = start(id, 7);
        let catalog = &kit.table.catalog;
        let seen = view(&game, catalog, Seat::ONE);
        let hidden: Vec<ObjectId> = (0..game.objects.len() as u16)
            .map(ObjectId)
            .filter(|object| seen.state.object(*object).card == CardId::HIDDEN)
            .collect();
        let (mut deals, mut dice_seen) = (HashSet::new(), HashSet::new());
        let mut dice = Dice::new(1);
        for _ in 0..20 {
            let sample = seen.sample(catalog, &mut dice);
            let deal: Vec<CardId> = hidden.iter().map(|id| sample.object(*id).card).collect();
            let sorted = |mut cards: Vec<CardId>| {
                cards.sort_unstable();
                cards
            };
            let real = hidden.iter().map(|id| game.object(*id).card).collect();
            assert_eq!(sorted(deal.clone()), sorted(real), "{id}: other cards than there are");
            deals.insert(deal);
            dice_seen.insert(sample.dice);
            assert_ne!(sample.dice, game.dice, "{id}: a sample has the real dice");
        }
        assert!(deals.len() > 15, "{id}: only {} different deals", deals.len());
        assert_eq!(dice_seen.len(), 20, "{id}: samples share their dice");
    }
}

#[test]
fn every_game_keeps_its_promises_whatever_is_sent() {
    for id in GAMES {
        let kit = load(id).unwrap_or_else(|errors| panic!("{id}: {errors:#?}"));
        let decks: Vec<_> = kit.book.decks.iter().map(deck_list).collect();
        let pair = [decks[0].clone(), decks[decks.len() - 1].clone()];
        for seed in 0..3 {
            let care = Care { every: 11, ..Care::default() };
            play(&kit.table, &pair, seed, care).unwrap_or_else(|broken| panic!("{id}: {broken}"));
        }
    }
}
