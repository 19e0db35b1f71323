//! After warming up, playing allocates nothing: starting a game, legal actions,
//! prompts and triggers included.

use allocation_counter::measure;
use onplay_cards::SourceFile;
use onplay_engine::id::Seat;
use onplay_engine::play::Layout;
use onplay_engine::state::{Action, Dice};
use onplay_games::kit::{GAMES, Kit, load};
use onplay_games::policy::policy_named;
use onplay_games::typed::{Typed, read};

/// Plays random games one after the other in the same memory.
fn play(
    kit: &Kit,
    layout: &Layout,
    game: &mut onplay_engine::state::Game,
    actions: &mut Vec<Action>,
) -> u64 {
    let mut decisions = 0;
    for seed in 0..20 {
        kit.table.restart(game, seed, layout, None);
        let mut dice = Dice::new(seed);
        kit.table.legal_actions(game, actions);
        while !game.is_over() {
            let action = actions[dice.below(actions.len() as u32) as usize];
            kit.table.play(game, action, None, actions);
            decisions += 1;
        }
    }
    decisions
}

#[test]
fn random_play_does_not_allocate() {
    for id in GAMES {
        let kit = load(id).unwrap_or_else(|diagnostics| panic!("{id}: {diagnostics:#?}"));
        let decks: Vec<_> = kit.book.decks.iter().map(onplay_games::kit::deck_list).collect();
        let pair = [decks[0].clone(), decks[decks.len() - 1].clone()];
        let mut game = kit.table.start(0, &pair, None);
        let mut actions = Vec::new();
        let layout = kit.table.lay_out(&pair);
        play(&kit, &layout, &mut game, &mut actions);
        let mut decisions = 0;
        let info = measure(|| decisions = play(&kit, &layout, &mut game, &mut actions));
        assert_eq!(
            info.count_total, 0,
            "{id}: {} allocations in {decisions} decisions",
            info.count_total
        );
    }
}

#[test]
fn a_chain_of_ten_thousand_triggers_does_not_allocate() {
    let cards = SourceFile::new(
        "chain.toml",
        r#"
[[card]]
name = "Ping"
type = "Unit"
hull = 1
text = "When you gain energy, gain 1 points."

[[card]]
name = "Pong"
type = "Unit"
hull = 1
text = "When you gain points, gain 1 energy."
"#,
    );
    let lab = load("lab").expect("the lab loads").with_cards(&cards).expect("the cards are right");
    for name in ["skirmish", "tides", "alley"] {
        let mut policy = policy_named(name).expect("a policy by name");
        policy.budget = 60_000;
        let kit =
            Kit::new(lab.book.with_policy(policy).expect("it fits")).expect("the lab has a frame");
        let start = kit.table.arrange(1, Seat::ONE, None, |engine| {
            let rules = &engine.catalog.rules;
            let (hand, lane) = (
                rules.zone_of(onplay_engine::rulebook::Role::Hand, Seat::ONE),
                rules.zone_of(onplay_engine::rulebook::Role::Play, Seat::ONE),
            );
            for (card, zone) in [("Ping", lane), ("Pong", lane), ("Well", hand)] {
                let card = kit.book.card(card).expect("it was just defined");
                engine.create_object(card, Seat::ONE, zone);
            }
        });
        let Typed::Legal(action) = read(&kit.table, &start, "play Well") else {
            panic!("the spell can be played")
        };
        let mut game = start.clone();
        kit.table.apply_unchecked(&mut game, action, None);
        assert!(game.is_over(), "{name}: the endless chain is drawn");
        game.clone_from(&start);
        let info = measure(|| kit.table.apply_unchecked(&mut game, action, None));
        assert!(game.is_over());
        assert_eq!(info.count_total, 0, "{name}: the chain allocates");
        assert!(game.clock.ordinal > 20_000, "{name}: only {} things happened", game.clock.ordinal);
    }
}
