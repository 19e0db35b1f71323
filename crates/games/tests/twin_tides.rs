//! Tides as a rulebook is the twin of its frame in Rust.
//!
//! `ONPLAY_TWINS=10000 cargo test --profile profiling -p onplay-games --test twin_tides`
//! plays the full set for every pair of decks.

#[path = "twin/harness.rs"]
mod harness;

use std::sync::Arc;

use harness::{Twins, games};
use onplay_cards::render;
use onplay_engine::frame::DeckList;
use onplay_engine::id::{CardId, ObjectId, ZoneId};
use onplay_engine::play::Table;
use onplay_engine::rulebook::Rulebook;
use onplay_engine::state::{Action, Dice, Game};
use onplay_games::SourceFile;
use onplay_games::kit::{self, Kit};
use onplay_games::tides::Tides;

/// Tides with its shipped cards and decks, played from text.
fn tides() -> Kit {
    let text = |name: &str| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/twin/tides/").to_owned() + name;
        std::fs::read_to_string(path).expect("the file is there")
    };
    let mut files = kit::files("tides");
    files.retain(|file| !file.name.ends_with("/game.toml"));
    files.push(SourceFile::new("games/tides/game.toml", text("game.toml")));
    files.push(SourceFile::new("games/tides/rulebook.md", text("rulebook.md")));
    kit::load_files(&files).unwrap_or_else(|errors| panic!("{}", render(&errors, &files, false)))
}

#[test]
fn the_rulebook_is_the_twin_of_the_frame() {
    let kit = tides();
    let catalog = &kit.table.catalog;
    let frame = Tides::new(catalog).expect("the frame finds its words");
    let mut plain = (**catalog).clone();
    plain.rulebook = Rulebook::default();
    let rust = Table::new(Arc::new(plain), Box::new(frame));
    // Tokens that make room cease to exist one after the other there, together here.
    let forget = |code: &mut Game, text: &Game| {
        let mut theirs = text.zone(ZoneId::OUTSIDE).to_vec();
        let ours = code.zones.reorder(ZoneId::OUTSIDE);
        let order = theirs.clone();
        theirs.sort_unstable();
        let mut sorted = ours.to_vec();
        sorted.sort_unstable();
        if sorted == theirs {
            ours.copy_from_slice(&order);
        }
    };
    let which = catalog.rulebook.offers.len() as u8;
    let rename = |_: &Game, action: Action| match action {
        Action::Special { verb: 0, .. } => Action::Pass,
        Action::Special { verb: 1, object, .. } => {
            Action::Special { verb: which, object, other: ObjectId::NONE }
        }
        Action::Play { object, place: ZoneId::OUTSIDE, at: u8::MAX } => {
            Action::Play { object, place: ZoneId::OUTSIDE, at: 0 }
        }
        other => other,
    };
    let twins = Twins { text: &kit.table, code: &rust, forget: &forget, rename: &rename };
    let decks =
        ["shallows", "currents", "depths"].map(|id| kit.deck(id).expect("the deck is shipped"));
    let mut decisions = 0;
    for one in &decks {
        for other in &decks {
            let pair = [one.clone(), other.clone()];
            decisions += (0..games()).map(|seed| twins.play(&pair, seed)).sum::<u64>();
        }
    }
    println!("{} games for each pair of decks, {decisions} decisions", games());
    // Cards that no deck has meet each other here.
    let is_played = |card: &CardId| !catalog.card(*card).token && catalog.card(*card).types != 0;
    let is_well = |card: &CardId| kit.book.text(*card).type_line.starts_with("Dreamwell");
    let all = (0..kit.book.cards.len() as u16).map(CardId);
    let playable: Vec<CardId> = all.filter(|card| is_played(card) && !is_well(card)).collect();
    let mut dice = Dice::new(1);
    for seed in 0..games() * 3 {
        let pair = [(), ()].map(|()| {
            let one = |_| (playable[dice.below(playable.len() as u32) as usize], 1);
            DeckList { sections: vec![("main".into(), (0..30).map(one).collect())] }
        });
        twins.play(&pair, seed);
    }
}
