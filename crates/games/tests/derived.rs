//! What is stored although it follows from the rest is always what it would be
//! if it were worked out anew. `ONPLAY_GAMES` plays more games.

use onplay_engine::dice::Dice;
use onplay_engine::engine::Engine;
use onplay_engine::game::Game;
use onplay_games::kit::{GAMES, Kit, deck_list, load};

/// The game with everything that statics and passing effects do worked out
/// again.
fn worked_out(kit: &Kit, game: &Game) -> Game {
    let mut again = game.clone();
    again.stale = true;
    Engine::new(&mut again, &kit.table.catalog, &*kit.table.frame, None).run();
    again
}

#[test]
fn statics_are_worked_out_whenever_something_they_need_changes() {
    let games = std::env::var("ONPLAY_GAMES").ok().and_then(|count| count.parse().ok());
    for id in GAMES {
        let kit = load(id).unwrap_or_else(|diagnostics| panic!("{id}: {diagnostics:#?}"));
        let decks: Vec<_> = kit.book.decks.iter().map(deck_list).collect();
        for seed in 0..games.unwrap_or(60) {
            let one = seed as usize % decks.len();
            let pair = [decks[one].clone(), decks[(one + seed as usize) % decks.len()].clone()];
            let mut game = kit.table.start(seed, &pair, None);
            let mut dice = Dice::new(seed);
            let mut actions = Vec::new();
            kit.table.legal_actions(&game, &mut actions);
            let mut decision = 0;
            while !game.is_over() {
                let action = actions[dice.below(actions.len() as u32) as usize];
                kit.table.play(&mut game, action, None, &mut actions);
                decision += 1;
                if game.is_over() {
                    break;
                }
                let again = worked_out(&kit, &game);
                let place = format!("{id}, seed {seed}, after decision {decision}: {action:?}");
                assert_eq!(game.objects, again.objects, "{place}");
                assert_eq!(game.players, again.players, "{place}");
                let forgotten = again.shaped.iter().find(|id| !game.shaped.contains(*id));
                assert_eq!(forgotten, None, "{place}");
            }
        }
    }
}

#[test]
fn a_game_in_the_memory_of_another_is_the_same() {
    for id in GAMES {
        let kit = load(id).unwrap_or_else(|diagnostics| panic!("{id}: {diagnostics:#?}"));
        let decks: Vec<_> = kit.book.decks.iter().map(deck_list).collect();
        let pair = [decks[0].clone(), decks[decks.len() - 1].clone()];
        let mut used = kit.table.start(1, &pair, None);
        let (mut actions, mut dice) = (Vec::new(), Dice::new(1));
        kit.table.legal_actions(&used, &mut actions);
        while !used.is_over() {
            let action = actions[dice.below(actions.len() as u32) as usize];
            kit.table.play(&mut used, action, None, &mut actions);
        }
        kit.table.restart(&mut used, 2, &pair, None);
        assert_eq!(used, kit.table.start(2, &pair, None), "{id}");
    }
}
