//! Alley as a rulebook is the twin of its frame in Rust.
//!
//! `ONPLAY_TWINS=10000 cargo test --profile profiling -p onplay-games --test twin_alley`
//! plays the full set for every pair of decks.

#[path = "twin/harness.rs"]
mod harness;

use std::sync::Arc;

use harness::{Twins, games};
use onplay_cards::render;
use onplay_engine::id::{Class, FlagId, ObjectId, ZoneId};
use onplay_engine::play::Table;
use onplay_engine::rulebook::{OfferShape, Rulebook};
use onplay_engine::state::{Action, Dice, Game};
use onplay_games::SourceFile;
use onplay_games::alley::{Alley, verb};
use onplay_games::kit::{self, Kit};

/// A file of alley as a rulebook.
fn text(name: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/twin/alley/").to_owned() + name;
    std::fs::read_to_string(path).expect("the file is there")
}

/// Alley with its shipped cards and decks, played from text.
fn alley(game: &str, rulebook: &str) -> Kit {
    let mut files = kit::files("alley");
    files.retain(|file| !file.name.ends_with("/game.toml"));
    files.push(SourceFile::new("games/alley/game.toml", game));
    files.push(SourceFile::new("games/alley/rulebook.md", rulebook));
    kit::load_files(&files).unwrap_or_else(|errors| panic!("{}", render(&errors, &files, false)))
}

#[test]
fn the_rulebook_is_the_twin_of_the_frame() {
    let kit = alley(&text("game.toml"), &text("rulebook.md"));
    let catalog = &kit.table.catalog;
    let frame = Alley::new(catalog).expect("the frame finds its words");
    let mut plain = (**catalog).clone();
    plain.rulebook = Rulebook::default();
    let rust = Table::new(Arc::new(plain), Box::new(frame));
    let defending = catalog.names.find(Class::Flag, "defending").map(FlagId);
    let defending = defending.expect("entities can be defending");
    let defend = catalog.rulebook.offers.iter().find_map(|offer| match offer.shape {
        OfferShape::Special(number) if offer.name == "defend with" => Some(number),
        _ => None,
    });
    let defend = defend.expect("defenders defend");
    let forget = |code: &mut Game, text: &Game| {
        for (object, other) in code.objects.iter_mut().zip(&text.objects) {
            let bit = 1 << defending.0;
            object.flags = object.flags & !bit | other.flags & bit;
        }
        // The mulligan is a question of the rules there, an action here.
        if text.turn.number <= 1 {
            code.turn.actor = text.turn.actor;
        }
    };
    let rename = |text: &Game, action: Action| match action {
        Action::Special { verb: verb::MULLIGAN, .. } => Action::Yes,
        Action::Pass if text.turn.number == 0 => Action::No,
        Action::Special { verb: verb::DEFEND, object, .. } => {
            Action::Special { verb: defend, object, other: ObjectId::NONE }
        }
        Action::Play { object, place: ZoneId::OUTSIDE, at: u8::MAX } => {
            Action::Play { object, place: ZoneId::OUTSIDE, at: 0 }
        }
        other => other,
    };
    let twins = Twins { text: &kit.table, code: &rust, forget: &forget, rename: &rename };
    let decks = ["raizan", "shao"].map(|id| kit.deck(id).expect("the deck is shipped"));
    let mut decisions = 0;
    for one in &decks {
        for other in &decks {
            let pair = [one.clone(), other.clone()];
            decisions += (0..games()).map(|seed| twins.play(&pair, seed)).sum::<u64>();
        }
    }
    println!("{} games for each pair of decks, {decisions} decisions", games());
}

/// Nobody responds to attacks: the clause that opens the window and the one about what
/// is done in it are gone.
#[test]
fn a_variant_without_response_windows_is_a_changed_line() {
    let with = text("rulebook.md");
    let is_about_responses =
        |clause: &&str| clause.starts_with("1.6d") || clause.starts_with("1.6g");
    let clauses: Vec<&str> = with.split("\n\n").collect();
    let left: Vec<&str> = clauses.iter().copied().filter(|one| !is_about_responses(one)).collect();
    assert_eq!(left.len() + 2, clauses.len());
    let without = left.join("\n\n");
    let kit = alley(&text("game.toml"), &without);
    let decks = ["raizan", "shao"].map(|id| kit.deck(id).expect("the deck is shipped"));
    let mut attacks = 0;
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        let mut game = kit.table.start(seed, &decks, None);
        let mut actions = Vec::new();
        while let Some(seat) = game.to_decide() {
            kit.table.legal_actions(&game, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            kit.table.apply(&mut game, seat, action, None).expect("it is legal");
            if let Action::Attack { .. } = action {
                attacks += 1;
                let asked = game.pending.prompt().is_some();
                assert!(asked || game.is_over() || game.turn.decider == seat, "nobody responds");
            }
        }
    }
    assert!(attacks > 100, "{attacks}");
}
