//! The code of `docs/rust-frame.md`: a small game of one's own, and the proof
//! that the walk shows nothing but real code.

use std::fs;
use std::path::{Path, PathBuf};

use onplay_cards::{SourceFile, load_game};
use onplay_engine::card::Verb;
use onplay_engine::compile::Catalog;
use onplay_engine::frame::{DeckList, Flow, Frame};
use onplay_engine::id::{AttributeId, Class, Seat, ZoneId};
use onplay_engine::mutate::{END, Engine};
use onplay_engine::play::Table;
use onplay_engine::query::Reader;
use onplay_engine::rulebook::Role;
use onplay_engine::state::{Action, Game, Task, Why, Work};
use onplay_games::promise::{Care, play};

const GAME: &str = r#"
id = "pebbles"
title = "Pebbles"

[zones.deck]
role = "deck"
sight = "nobody"
[zones.hand]
role = "hand"
sight = "owner"
[zones.discard]
role = "discard"
[zones.table]
role = "play"

[attributes.weight]

[types.Stone]
needs = ["weight"]
"#;

const CARDS: &str = r#"
[[card]]
name = "Pebble"
type = "Stone"
weight = 2

[[card]]
name = "Magnet"
type = "Stone"
weight = 1
text = "When this is deployed, draw a card."

[[card]]
name = "Moss"
type = "Stone"
weight = 1
text = "When you draw a card, this gains 1 weight."
"#;

const DECK: &str = r#"
name = "Gravel"

[main]
"Pebble" = 6
"Magnet" = 4
"Moss" = 2
"#;

/// Players lay stones in turn; when both pass, the heavier table wins.
struct Pebbles {
    weight: AttributeId,
    hand: [ZoneId; 2],
    table: [ZoneId; 2],
}

impl Pebbles {
    fn new(catalog: &Catalog) -> Result<Self, String> {
        let weight = catalog.names.find(Class::Attribute, "weight");
        let zones = |role| Seat::BOTH.map(|seat| catalog.rules.zone_of(role, seat));
        Ok(Pebbles {
            weight: AttributeId(weight.ok_or("pebbles needs the attribute `weight`")?),
            hand: zones(Role::Hand),
            table: zones(Role::Play),
        })
    }

    fn weigh(&self, reader: &Reader, seat: Seat) -> i32 {
        let stones = reader.game.zone(self.table[seat.index()]).iter();
        stones.map(|id| i32::from(reader.value(*id, self.weight))).sum()
    }
}

/// The one step of this frame: the other player's turn.
const TURN: u8 = 0;
/// Where the passes in a row are kept.
const PASSES: usize = 0;

impl Frame for Pebbles {
    fn lay_out(&self, engine: &mut Engine, decks: &[DeckList; 2]) {
        for seat in Seat::BOTH {
            let deck = engine.catalog.rules.zone_of(Role::Deck, seat);
            engine.lay(decks[seat.index()].cards("main"), seat, deck);
        }
    }

    fn begin(&self, engine: &mut Engine) {
        for seat in Seat::BOTH {
            engine.shuffle(engine.catalog.rules.zone_of(Role::Deck, seat));
            engine.draw_cards(seat, 4);
        }
        self.stage(engine, Seat::ONE);
    }

    fn stage(&self, engine: &mut Engine, active: Seat) {
        engine.begin_turn(active);
        engine.game.turn.decider = active;
    }

    fn actions(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let seat = reader.game.turn.decider.index();
        for id in reader.game.zone(self.hand[seat]) {
            actions.push(Action::Play { object: *id, place: self.table[seat], at: u8::MAX });
        }
        actions.push(Action::Pass);
    }

    fn act(&self, engine: &mut Engine, action: Action) {
        let seat = engine.game.turn.decider;
        engine.interrupt(Work::step(TURN, seat.other()));
        match action {
            Action::Play { object, place, .. } => {
                engine.game.turn.memo[PASSES] = 0;
                engine.move_to(object, Verb::Deploy, place, END);
            }
            _ => engine.game.turn.memo[PASSES] += 1,
        }
    }

    fn step(&self, engine: &mut Engine, work: Work) {
        if work.task != Task::Step(TURN) {
            return;
        }
        if engine.game.turn.memo[PASSES] < 2 {
            self.stage(engine, work.controller);
            return;
        }
        let [one, two] = Seat::BOTH.map(|seat| self.weigh(&engine.reader(), seat));
        match one.cmp(&two) {
            std::cmp::Ordering::Greater => engine.win_game(Seat::ONE),
            std::cmp::Ordering::Less => engine.win_game(Seat::TWO),
            std::cmp::Ordering::Equal => engine.draw_game(),
        }
    }

    fn advance(&self, _engine: &mut Engine) -> Flow {
        Flow::Wait
    }

    fn refusal(&self, reader: &Reader, action: Action) -> Option<Why> {
        let hand = self.hand[reader.game.turn.decider.index()];
        match action {
            Action::Play { object, .. } if !reader.game.zone(hand).contains(&object) => {
                Some(Why::Absent)
            }
            _ => None,
        }
    }

    fn evaluate(&self, reader: &Reader, seat: Seat) -> i32 {
        self.weigh(reader, seat) - self.weigh(reader, seat.other())
    }

    fn phase_name(&self, _game: &Game) -> &'static str {
        "main"
    }
}

#[test]
fn pebbles_is_a_game() {
    let files = [
        SourceFile::new("pebbles/game.toml", GAME),
        SourceFile::new("pebbles/cards/stones.toml", CARDS),
        SourceFile::new("pebbles/decks/gravel.toml", DECK),
    ];
    let loaded = load_game(&files);
    assert!(!loaded.has_errors(), "{:#?}", loaded.diagnostics);
    let book = loaded.value.expect("a book without errors");
    let frame = Pebbles::new(&book.catalog).expect("the files have its words");
    let table = Table::new(book.catalog.clone(), Box::new(frame));
    let deck = DeckList { sections: book.decks[0].sections.clone() };
    for seed in 0..100 {
        play(&table, &[deck.clone(), deck.clone()], seed, Care::default())
            .unwrap_or_else(|broken| panic!("{broken}"));
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The lines of a text without what they are indented by in common, so that an
/// excerpt can stand at the margin.
fn lines(text: &str) -> Vec<&str> {
    let depth = |line: &&str| line.len() - line.trim_start().len();
    let least = text.lines().filter(|line| !line.trim().is_empty()).map(|line| depth(&line)).min();
    text.lines().map(|line| line.get(least.unwrap_or(0)..).unwrap_or("").trim_end()).collect()
}

/// Whether an excerpt stands in a text, line by line, at any indentation.
fn stands_in(excerpt: &[&str], text: &str) -> bool {
    let whole: Vec<&str> = text.lines().collect();
    whole.windows(excerpt.len()).any(|window| lines(&window.join("\n")) == excerpt)
}

/// Every block of the walk is an excerpt of the file that it names before it:
/// what compiles and is tested there is what the reader sees.
#[test]
fn the_walk_shows_real_code() {
    let walk = fs::read_to_string(root().join("docs/rust-frame.md")).expect("the walk is there");
    let (mut file, mut block, mut blocks): (Option<String>, Option<String>, _) = (None, None, 0);
    for line in walk.lines() {
        match (&mut block, line.starts_with("```")) {
            (None, true) => block = Some(String::new()),
            (None, false) => {
                let named = line.strip_prefix('`').and_then(|rest| rest.strip_suffix("`:"));
                file = named.map(str::to_owned).or(file);
            }
            (Some(text), false) => *text += &format!("{line}\n"),
            (Some(text), true) => {
                let path = file.take().unwrap_or_else(|| panic!("no file named before:\n{text}"));
                let real = fs::read_to_string(root().join(&path))
                    .unwrap_or_else(|_| panic!("there is no {path}"));
                assert!(stands_in(&lines(text), &real), "{path} does not say:\n{text}");
                block = None;
                blocks += 1;
            }
        }
    }
    assert!(blocks > 10, "the walk has only {blocks} blocks");
}
