//! A learned policy in a seat: read from its file, refused where it does not fit.

use std::collections::HashMap;

use onplay_bots::{BotKind, Limit, UnknownBot};
use onplay_engine::id::Seat;
use onplay_engine::state::Dice;
use onplay_games::kit::{self, Kit};
use onplay_games::seat;
use onplay_learn::{Encoder, Policy, PolicyError};
use safetensors::tensor::{Dtype, TensorView, serialize};

const WIDTH: usize = 6;

/// Weights by chance, in the shape that a game asks for.
fn weights(kit: &Kit, seed: u64) -> Vec<(String, Vec<usize>, Vec<u8>)> {
    let encoder = Encoder::new(&kit.table, 64);
    let inputs = |name: &str| encoder.inputs(name).expect("a section");
    let rows = |name: &str| encoder.section(name).expect("a section").rows;
    let mut shapes = Vec::new();
    for name in ["objects", "stack", "waiting"] {
        shapes.push((name, inputs(name), WIDTH));
    }
    for name in ["course", "question", "unseen"] {
        shapes.push((name, inputs(name) * rows(name), WIDTH));
    }
    shapes.extend([
        ("lane", WIDTH, WIDTH),
        ("context", 6 * WIDTH, 2 * WIDTH),
        ("action", inputs("actions"), WIDTH),
        ("action_object", WIDTH, WIDTH),
        ("action_target", WIDTH, WIDTH),
        ("action_lane", WIDTH, WIDTH),
        ("action_context", 2 * WIDTH, WIDTH),
        ("action_hidden", WIDTH, WIDTH),
        ("preference", WIDTH, 1),
        ("value_hidden", 2 * WIDTH, WIDTH),
        ("value", WIDTH, 1),
    ]);
    let mut dice = Dice::new(seed);
    let table = |(name, inputs, outputs): (&str, usize, usize)| {
        let number = |_| (dice.below(2001) as f32 / 1000.0 - 1.0).to_le_bytes();
        let bytes = (0..inputs * outputs).flat_map(number).collect();
        (name.to_owned(), vec![inputs, outputs], bytes)
    };
    shapes.into_iter().map(table).collect()
}

fn file(layout: String, tables: &[(String, Vec<usize>, Vec<u8>)]) -> Vec<u8> {
    let views = tables.iter().map(|(name, shape, bytes)| {
        let view = TensorView::new(Dtype::F32, shape.clone(), bytes).expect("a table");
        (name.clone(), view)
    });
    serialize(views, Some(HashMap::from([("layout".to_owned(), layout)]))).expect("a file")
}

fn policy_file(kit: &Kit, seed: u64) -> Vec<u8> {
    file(Encoder::new(&kit.table, 64).layout(), &weights(kit, seed))
}

fn named(word: &str, bytes: &[u8]) -> Result<BotKind, UnknownBot> {
    BotKind::named(word, |_| Ok(bytes.to_vec()))
}

/// The decisions of a whole game between two bots.
fn played(kit: &Kit, bots: [&BotKind; 2]) -> (u64, usize) {
    let decks = [0, 1].map(|at: usize| {
        let id = &kit.book.decks[at % kit.book.decks.len()].id;
        kit.deck(id).expect("a shipped deck")
    });
    let mut game = kit.table.start(3, &decks, None);
    let mut one = bots[0].build(1);
    let mut two = bots[1].build(2);
    let mut count = 0;
    while let Some(decides) = game.to_decide() {
        let bot = if decides == Seat::ONE { &mut one } else { &mut two };
        let mut actions = Vec::new();
        kit.table.legal_actions(&game, &mut actions);
        let question = seat::Question::new(&kit.table, &game, decides, &actions);
        let action = bot.decide(&question).expect("it has an answer");
        kit.table.apply(&mut game, decides, action, None).expect("its answer is legal");
        count += 1;
        if count == 3_000 {
            break;
        }
    }
    (kit.table.hash(&game), count)
}

#[test]
fn a_policy_plays_every_game_and_the_same_every_time() {
    for id in kit::GAMES {
        let kit = kit::load(id).expect("a shipped game");
        let bot = named("policy:w", &policy_file(&kit, 7)).expect("a policy");
        assert_eq!(bot.to_string(), "policy:w");
        assert_eq!(bot.fits(&kit.table), Ok(()));
        let random = BotKind::Random;
        assert_eq!(played(&kit, [&bot, &random]), played(&kit, [&bot, &random]), "{id}");
    }
}

#[test]
fn other_weights_decide_otherwise() {
    let kit = kit::load("skirmish").expect("a shipped game");
    let of = |seed| named("policy:w", &policy_file(&kit, seed)).expect("a policy");
    let games: Vec<_> = (0..6).map(|seed| played(&kit, [&of(seed), &of(seed)])).collect();
    assert!(games.iter().any(|game| *game != games[0]), "the weights make no difference");
}

#[test]
fn a_policy_guides_a_search() {
    let kit = kit::load("skirmish").expect("a shipped game");
    let bot = named("search:30+policy:w", &policy_file(&kit, 7)).expect("a bot");
    assert!(matches!(bot, BotKind::Guided(Limit::Iterations(30), _)));
    assert_eq!(bot.to_string(), "search:30+policy:w");
    assert!(played(&kit, [&bot, &BotKind::Random]).1 > 5);
}

#[test]
fn what_is_no_policy_for_this_game_is_refused() {
    let kit = kit::load("skirmish").expect("a shipped game");
    let good = policy_file(&kit, 1);
    assert!(matches!("policy:w".parse::<BotKind>(), Err(UnknownBot::File(_))));
    assert!(matches!(named("greedy+policy:w", &good), Err(UnknownBot::Name(_))));
    for cut in [0, 7, 8, 40, good.len() - 1] {
        let read = Policy::read("w", &good[..cut]);
        assert!(matches!(read, Err(PolicyError::Unreadable(..))), "cut at {cut}");
    }
    let other = kit::load("tides").expect("a shipped game");
    let policy = Policy::read("w", &good).expect("a policy");
    let fits = policy.fits(&Encoder::new(&other.table, 64));
    assert!(matches!(fits, Err(PolicyError::OtherGame(..))));
    let layout = Encoder::new(&kit.table, 64).layout();
    let mut tables = weights(&kit, 1);
    let missing = tables.pop().expect("tables");
    let read = Policy::read("w", &file(layout.clone(), &tables));
    assert_eq!(read, Err(PolicyError::Missing("w".into(), "value")));
    tables.push((missing.0, vec![WIDTH * 2, 1], vec![0; WIDTH * 8]));
    let read = Policy::read("w", &file(layout.clone(), &tables));
    assert!(matches!(read, Err(PolicyError::Shape(_, "value", ..))), "{read:?}");
    let mut tables = weights(&kit, 1);
    tables[0].2[..4].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(matches!(Policy::read("w", &file(layout, &tables)), Err(PolicyError::Unreadable(..))));
}
