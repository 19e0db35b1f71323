//! What a listing says of cards and abilities is what the engine says of each
//! asked alone, in random positions of all games; and what is offered agrees.
//! `ONPLAY_GAMES` plays more games.

use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::query::{LazyPurse, Listing, Reader};
use onplay_engine::state::{Action, Dice};
use onplay_games::kit::{GAMES, deck_list, load};

fn games() -> u64 {
    std::env::var("ONPLAY_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(6)
}

/// Plays random games, each deck against the next, and shows every position with
/// what can be decided in it.
fn each_position(id: &str, mut show: impl FnMut(&Reader, &[Action])) {
    let kit = load(id).unwrap_or_else(|diagnostics| panic!("{id}: {diagnostics:#?}"));
    let decks: Vec<_> = kit.book.decks.iter().map(deck_list).collect();
    let mut actions = Vec::new();
    for seed in 0..games() {
        let pair = [0, 1].map(|seat| decks[(seed as usize + seat) % decks.len()].clone());
        let mut game = kit.table.start(seed, &pair, None);
        let mut dice = Dice::new(seed);
        kit.table.legal_actions(&game, &mut actions);
        for _ in 0..3_000 {
            if game.is_over() {
                break;
            }
            show(&kit.table.read(&game), &actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            kit.table.play(&mut game, action, None, &mut actions);
        }
    }
}

fn objects(reader: &Reader) -> impl Iterator<Item = ObjectId> + use<> {
    (0..reader.game.objects.len() as u16).map(ObjectId)
}

/// Compares a listing with plain answers; returns how many things can be done.
fn compare(reader: &Reader, listing: &Listing, seat: Seat) -> usize {
    let mut count = 0;
    for id in objects(reader) {
        let can_play = reader.play_obstacle(seat, id, ZoneId::OUTSIDE).is_none();
        let price = reader.way_to_play(seat, id).filter(|_| can_play).map(|way| way.price);
        assert_eq!(listing.price_to_play(id), price, "{:?}", reader.game.object(id));
        let abilities = reader.catalog.program.of(reader.game.object(id).card).count();
        let can_use = |number: &usize| reader.activate_obstacle(seat, id, *number as u8).is_none();
        let usable = (0..abilities).filter(can_use).fold(0u64, |all, number| all | 1 << number);
        assert_eq!(listing.usable(id), usable, "{:?}", reader.game.object(id));
        count += usize::from(can_play) + usable.count_ones() as usize;
    }
    count
}

#[test]
fn a_listing_says_what_is_said_of_each() {
    for id in GAMES {
        let mut count = 0;
        each_position(id, |reader, _| {
            for seat in Seat::BOTH {
                let purse = LazyPurse::default();
                count += compare(reader, &reader.listing(seat), seat);
                count += compare(reader, &reader.listing_with(seat, &purse), seat);
            }
        });
        assert!(count > 0, "{id}: nothing could ever be done");
    }
}

/// What is offered has no obstacle, and what a game refuses with a reason is not
/// offered.
#[test]
fn offers_agree_with_refusals() {
    for id in GAMES {
        each_position(id, |reader, actions| {
            if !reader.game.pending.prompts().is_empty() {
                return;
            }
            let seat = reader.game.turn.decider;
            for action in actions {
                let obstacle = match *action {
                    // Drones in a hangar are deployed, not played.
                    Action::Play { object, place: ZoneId::OUTSIDE, .. } => {
                        reader.play_obstacle(seat, object, ZoneId::OUTSIDE)
                    }
                    Action::Activate { object, ability } => {
                        reader.activate_obstacle(seat, object, ability)
                    }
                    Action::Attack { attacker, target } => reader.attack_obstacle(attacker, target),
                    _ => None,
                };
                assert_eq!(obstacle, None, "{id}: {action:?} is offered");
            }
            for object in objects(reader) {
                let play = Action::Play { object, place: ZoneId::OUTSIDE, at: 0 };
                if reader.play_obstacle(seat, object, ZoneId::OUTSIDE).is_some()
                    && !actions.contains(&play)
                {
                    let why = reader.frame.refusal(reader, play);
                    assert!(why.is_some(), "{id}: nothing says why {play:?} is not offered");
                }
            }
        });
    }
}
