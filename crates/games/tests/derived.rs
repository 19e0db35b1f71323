//! What is stored although it follows from the rest is always what it would be
//! if it were computed again, and shorter ways lead to the same as longer ones.
//! `ONPLAY_GAMES` plays more games.

use onplay_cards::SourceFile;
use onplay_engine::card::{Static, Verb};
use onplay_engine::frame::DeckList;
use onplay_engine::id::{Class, CounterId, Seat};
use onplay_engine::mutate::Engine;
use onplay_engine::rulebook::{OBJECTS, Role};
use onplay_engine::state::{Dice, Game, Record};
use onplay_games::kit::{GAMES, Kit, deck_list, load};

/// How many games are wanted.
fn games() -> Option<u64> {
    std::env::var("ONPLAY_GAMES").ok().and_then(|count| count.parse().ok())
}

/// The game with everything derived computed again.
fn rebuilt(kit: &Kit, game: &Game) -> Game {
    let mut again = game.clone();
    again.rebuild_derived(&kit.table.catalog);
    Engine::new(&mut again, &kit.table.catalog, &**kit.table.frame, None).run();
    again
}

/// Plays a random game and compares after every decision.
fn compare(kit: &Kit, decks: &[DeckList; 2], seed: u64) {
    let id = &kit.book.game.id;
    let mut game = kit.table.start(seed, decks, None);
    let (mut dice, mut actions) = (Dice::new(seed), Vec::new());
    kit.table.legal_actions(&game, &mut actions);
    for decision in 1..3_000 {
        let action = actions[dice.below(actions.len() as u32) as usize];
        kit.table.play(&mut game, action, None, &mut actions);
        if game.is_over() {
            break;
        }
        let again = rebuilt(kit, &game);
        let place = format!("{id}, seed {seed}, after decision {decision}: {action:?}");
        assert_eq!(game.objects, again.objects, "{place}");
        assert_eq!(game.players, again.players, "{place}");
        assert!(game.derived_is_right(&kit.table.catalog), "{place}");
    }
}

#[test]
fn statics_are_computed_whenever_something_they_need_changes() {
    for id in GAMES {
        let kit = load(id).unwrap_or_else(|diagnostics| panic!("{id}: {diagnostics:#?}"));
        let decks: Vec<_> = kit.book.decks.iter().map(deck_list).collect();
        for seed in 0..games().unwrap_or(60) {
            let one = seed as usize % decks.len();
            let pair = [decks[one].clone(), decks[(one + seed as usize) % decks.len()].clone()];
            compare(&kit, &pair, seed);
        }
    }
}

/// Nothing is left out or done at once while a game is recorded.
#[test]
fn recorded_games_are_the_same() {
    for id in GAMES {
        let kit = load(id).unwrap_or_else(|diagnostics| panic!("{id}: {diagnostics:#?}"));
        let decks: Vec<_> = kit.book.decks.iter().map(deck_list).collect();
        for seed in 0..games().unwrap_or(20) {
            let pair = [0, 1].map(|seat| decks[(seed as usize + seat) % decks.len()].clone());
            let mut game = kit.table.start(seed, &pair, None);
            let mut recorded = kit.table.start(seed, &pair, Some(&mut Record::default()));
            let (mut dice, mut actions, mut others) = (Dice::new(seed), Vec::new(), Vec::new());
            kit.table.legal_actions(&game, &mut actions);
            for decision in 1..1_000 {
                let action = actions[dice.below(actions.len() as u32) as usize];
                kit.table.play(&mut game, action, None, &mut actions);
                kit.table.play(&mut recorded, action, Some(&mut Record::default()), &mut others);
                assert_eq!(game, recorded, "{id}, seed {seed}, decision {decision}: {action:?}");
                if game.is_over() {
                    break;
                }
            }
        }
    }
}

/// Statics that look at their own place, at the turn, at other zones, at what
/// happens to them and at what they are attached to, on cards that they do not mean
/// themselves.
const CONTINUOUS: &str = r#"
[[card]]
name = "Standard"
type = "Unit"
hull = 2
text = "Hounds in this lane have +1 attack."

[[card]]
name = "Crier"
type = "Unit"
hull = 2
text = "This has +2 attack while it is marked."

[[card]]
name = "Packmate"
type = "Unit — Hound"
hull = 3
attack = 1
text = "This has +1 attack for each unit beside this."

[[card]]
name = "Pathfinder"
type = "Unit — Hound"
hull = 1
attack = 1
text = "When this enters, mark a unit."

[[card]]
name = "Herald"
type = "Unit"
hull = 1
text = """
When this enters, attach it to another unit.
Units with the same name as the host have +1 attack."""

[[card]]
name = "Reaper"
type = "Unit"
hull = 1
text = "When this enters, destroy another unit."
"#;

#[test]
fn statics_about_their_own_place_follow_it() {
    let cards = SourceFile::new("continuous.toml", CONTINUOUS);
    let lab = load("lab").unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"));
    let kit = lab.with_cards(&cards).unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"));
    let names = ["Standard", "Crier", "Packmate", "Pathfinder", "Herald", "Reaper"];
    let main = names.map(|name| (kit.book.card(name).expect("it was just read"), 6));
    let deck = DeckList { sections: vec![("main".into(), main.to_vec())] };
    for seed in 0..40 {
        compare(&kit, &[deck.clone(), deck.clone()], seed);
    }
}

/// A byte counts to 255, and 256 objects can be in play.
#[test]
fn everybody_is_heard_where_every_object_is_in_play() {
    let text = r#"
[[card]]
name = "Chorus"
type = "Unit"
hull = 1
text = """
When you gain energy, gain 1 life.
Other allies have +1 attack.
2 energy: Draw a card."""
"#;
    let lab = load("lab").unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"));
    let kit = lab
        .with_cards(&SourceFile::new("chorus.toml", text))
        .unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"));
    let card = kit.book.card("Chorus").expect("it was just read");
    let catalog = &kit.table.catalog;
    let energy = catalog.names.find(Class::Counter, "energy").expect("lab has energy");
    let lane = catalog.rules.zone_of(Role::Play, Seat::ONE);
    kit.table.arrange(1, Seat::ONE, None, |engine| {
        while engine.create_object(card, Seat::ONE, lane).is_some() {}
        for singers in (250..=OBJECTS).rev() {
            assert_eq!(engine.game.zones.len(lane), singers);
            assert!(engine.game.derived_is_right(&kit.table.catalog), "with {singers}");
            assert!(engine.reader().has_rule(Static::MODIFY), "with {singers}");
            engine.change_counter(Seat::ONE, CounterId(energy), 1);
            assert_eq!(engine.game.pending.waiting().len(), singers);
            engine.drop_work();
            engine.move_by(engine.game.zone(lane)[7], Verb::Exile, None);
        }
    });
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
        kit.table.restart(&mut used, 2, &kit.table.lay_out(&pair), None);
        assert_eq!(used, kit.table.start(2, &pair, None), "{id}");
    }
}
