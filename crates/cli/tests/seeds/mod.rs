//! Inputs that every reader takes, made from the shipped games as they are now.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use onplay_engine::id::CardId;
use onplay_engine::state::Dice;
use onplay_games::kit::{GAMES, Kit, files, load};

use crate::common::{folder, good};

/// An input with the name of its file in the corpus.
pub type Seed = (String, Vec<u8>);

/// What a reader must make sense of, for every game that has such a thing.
pub fn seeds(reader: &str) -> Vec<Seed> {
    // Tests that run at the same time share what is made on disk.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let made = GAMES.iter().enumerate().flat_map(|(number, game)| {
        let kit = load(game).expect("a shipped game");
        let texts = match reader {
            "card_text" => card_texts(&kit),
            "card_file" => vec![card_file(game)],
            "deck_file" => file(game, "/decks/"),
            "game_file" => file(game, "/game.toml"),
            "rulebook" => file(game, "/rulebook.md"),
            "json_line" => vec![json_lines()],
            "actions" => return vec![(String::from(*game), actions(number as u8))],
            "scenario" => return named(game, vec![page(game)]),
            "replay" => return named(game, vec![replay(game)]),
            "shard" => return named(game, vec![shard(game)]),
            unknown => panic!("{unknown} has no seeds"),
        };
        // The first byte says which game it is for.
        let lead = |text: String| [vec![number as u8], text.into_bytes()].concat();
        let texts = texts.into_iter().map(lead).enumerate();
        texts.map(|(at, bytes)| (format!("{game}-{at}"), bytes)).collect()
    });
    made.collect()
}

/// Inputs that are on file: what broke a reader once, and seeds of earlier days.
pub fn on_file(reader: &str) -> Vec<Seed> {
    let mut paths: Vec<PathBuf> = fs::read_dir(corpus(reader))
        .map(|entries| entries.map(|entry| entry.expect("an entry").path()).collect())
        .unwrap_or_default();
    paths.sort();
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), fs::read(path).expect("a file"))).collect()
}

/// Writes the seeds where `cargo fuzz` looks for them.
pub fn write(reader: &str) {
    fs::create_dir_all(corpus(reader)).expect("a folder");
    for (name, bytes) in seeds(reader) {
        fs::write(corpus(reader).join(name), bytes).expect("a file");
    }
}

fn corpus(reader: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(reader)
}

fn named(game: &str, texts: Vec<String>) -> Vec<Seed> {
    texts.into_iter().map(|text| (game.to_owned(), text.into_bytes())).collect()
}

/// Texts of cards from all over the game.
fn card_texts(kit: &Kit) -> Vec<String> {
    let cards = (0..kit.book.cards.len() as u16).map(CardId);
    let texts = cards.map(|card| kit.book.text(card));
    // By itself a text does not know its card: what needs its name or type is left out.
    let texts: Vec<String> = texts
        .map(|card| card.text.clone())
        .filter(|text| !text.is_empty() && kit.book.read_text(text).1.is_empty())
        .collect();
    assert!(texts.len() > 4, "{}: hardly a text is read by itself", kit.book.game.id);
    texts.iter().step_by(texts.len() / 8 + 1).cloned().collect()
}

fn file(game: &str, part: &str) -> Vec<String> {
    files(game)
        .into_iter()
        .find(|file| file.name.contains(part))
        .map(|file| file.text)
        .into_iter()
        .collect()
}

/// Some cards of the game under other names.
fn card_file(game: &str) -> String {
    let text = file(game, "/cards/").concat();
    let cards = text.split("[[card]]").skip(1).take(4).map(|card| {
        let lines = card.lines().filter(|line| !line.starts_with("id ") && !line.starts_with('#'));
        let other = |line: &str| match line.strip_prefix("name = \"") {
            Some(name) => format!("name = \"Other {name}\n"),
            None => format!("{line}\n"),
        };
        format!("[[card]]{}", lines.map(other).collect::<String>())
    });
    cards.collect()
}

/// The shortest page of the game's scenarios.
fn page(game: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(game);
    let pages = fs::read_dir(folder.join("scenarios")).expect("every game has scenarios");
    let texts = pages.map(|page| fs::read_to_string(page.expect("an entry").path()).expect("text"));
    let first = format!("```scenario\ngame {game}");
    texts.filter(|text| text.contains(&first)).min_by_key(String::len).expect("a page")
}

/// Everything that a program can say.
fn json_lines() -> String {
    let mut lines = String::new();
    for ask in 1..=12 {
        writeln!(lines, "{{\"type\":\"why\",\"id\":\"w{ask}\",\"handle\":1,\"name\":\"power\"}}")
            .expect("strings grow");
        writeln!(lines, "{{\"type\":\"preview\",\"id\":\"p\",\"ask\":{ask},\"action\":1}}")
            .expect("strings grow");
        writeln!(lines, "{{\"type\":\"decide\",\"id\":\"d{ask}\",\"ask\":{ask},\"action\":1}}")
            .expect("strings grow");
        writeln!(lines, "{{\"type\":\"why-not\",\"id\":\"n\",\"handle\":1}}")
            .expect("strings grow");
        writeln!(lines, "{{\"type\":\"why\",\"id\":\"s\",\"step\":1}}").expect("strings grow");
    }
    lines + "{\"type\":\"join\",\"seen\":2}\n{\"type\":\"concede\"}\n"
}

/// A game that somebody left after some decisions.
fn replay(game: &str) -> String {
    let folder = folder("seeds-replay");
    let file = folder.join(game);
    let path = file.to_str().expect("a path in words");
    let input = format!("{}save {path} --force\nquit\n", "1\n".repeat(12));
    good(&["play", game, "--plain", "--seed", "1", "--bot", "random"], &input);
    let text = fs::read_to_string(&file).expect("it was saved");
    fs::remove_dir_all(folder).expect("it can be removed");
    text
}

fn shard(game: &str) -> String {
    let folder = folder("seeds-shard");
    let file = folder.join(game);
    good(&["sim", game, "--games", "20", "--out", file.to_str().expect("a path in words")], "");
    let text = fs::read_to_string(&file).expect("it was written");
    fs::remove_dir_all(folder).expect("it can be removed");
    text
}

fn actions(game: u8) -> Vec<u8> {
    let mut dice = Dice::new(u64::from(game));
    // Many small numbers, so that some of them are actions and things that exist.
    let mut byte = || {
        let bits = 1 + dice.below(8);
        dice.below(1 << bits) as u8
    };
    std::iter::once(game).chain((0..240).map(|_| byte())).collect()
}
