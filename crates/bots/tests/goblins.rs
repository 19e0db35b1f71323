//! No bot gives something up for nothing.

use onplay_bots::{BotKind, Limit};
use onplay_engine::id::Seat;
use onplay_engine::rulebook::Role;
use onplay_engine::state::Action;
use onplay_games::kit;
use onplay_games::seat::Question;
use onplay_games::words::Words;

/// With nothing but itself to destroy, Wasteland stays where it is.
#[test]
fn wasteland_is_not_sacrificed_for_nothing() {
    let kit = kit::load("goblins").expect("the game has no errors");
    let table = &kit.table;
    let game = table.arrange(7, Seat::ONE, None, |engine| {
        let lay = [
            (Seat::ONE, Role::Play, &["Wasteland", "Mountain"][..]),
            (Seat::ONE, Role::Deck, &["Mountain", "Goblin Lackey", "Mogg Fanatic"][..]),
            (Seat::TWO, Role::Play, &["Forest", "Forest"][..]),
            (Seat::TWO, Role::Deck, &["Forest", "Exploration", "Forest"][..]),
        ];
        for (seat, role, cards) in lay {
            let zone = engine.catalog.rules.zone_of(role, seat);
            for name in cards {
                let card = kit.book.card(name).expect("a card of the game");
                engine.create_object(card, seat, zone);
            }
        }
    });
    let mut legal = Vec::new();
    table.legal_actions(&game, &mut legal);
    let words = Words::new(table.read(&game));
    let told = |action: &Action| words.action(*action);
    assert!(legal.iter().any(|action| told(action).contains("Wasteland")), "it can be used");
    for kind in [BotKind::Greedy, BotKind::Search(Limit::Iterations(300))] {
        for seed in 0..20 {
            let question = Question::new(table, &game, Seat::ONE, &legal);
            let action = kind.build(seed).decide(&question).expect("bots always decide");
            assert!(
                !told(&action).contains("Wasteland"),
                "{kind:?}, seed {seed}: {}",
                told(&action)
            );
        }
    }
}
