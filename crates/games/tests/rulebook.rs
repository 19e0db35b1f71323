//! Games that are nothing but text: they load, play to an end and keep every
//! promise.

use std::fs;
use std::path::{Path, PathBuf};

use onplay_cards::{SourceFile, render};
use onplay_engine::frame::DeckList;
use onplay_engine::state::Dice;
use onplay_games::kit::{Kit, deck_list, load_files};
use onplay_games::promise::{Care, play};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The game in a folder.
fn folder(path: &Path) -> Kit {
    let mut files = Vec::new();
    list(path, &mut files);
    files.sort_by(|left, right| left.name.cmp(&right.name));
    load_files(&files).unwrap_or_else(|found| panic!("{}", render(&found, &files, false)))
}

fn list(path: &Path, files: &mut Vec<SourceFile>) {
    for entry in fs::read_dir(path).expect("the folder is there").flatten() {
        let path = entry.path();
        let is_game = path.extension().is_some_and(|end| end == "toml")
            || path.file_name().is_some_and(|name| name == "rulebook.md");
        if path.is_dir() {
            list(&path, files);
        } else if is_game {
            let text = fs::read_to_string(&path).expect("the file is text");
            files.push(SourceFile::new(path.to_string_lossy(), text));
        }
    }
}

fn decks(kit: &Kit, number: u64) -> [DeckList; 2] {
    let count = kit.book.decks.len() as u64;
    let deck = |at: u64| deck_list(&kit.book.decks[(at % count) as usize]);
    [deck(number), deck(number / count)]
}

#[test]
fn fords_plays() {
    let kit = folder(&workspace().join("games/fords"));
    for seed in 0..60 {
        play(&kit.table, &decks(&kit, seed), seed, Care::default())
            .unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn pebbles_plays() {
    let kit = folder(&workspace().join("docs/pebbles"));
    for seed in 0..100 {
        play(&kit.table, &decks(&kit, seed), seed, Care::default())
            .unwrap_or_else(|broken| panic!("{broken}"));
    }
}

/// Every block of the guide is an excerpt of the file that it names before it, and
/// every example in its tables is a sentence of a rulebook that plays.
#[test]
fn the_guide_shows_what_plays() {
    let root = workspace();
    let guide = fs::read_to_string(root.join("docs/new-game.md")).expect("the guide is there");
    let folders = ["docs/pebbles", "games/fords", "crates/cli/template", "games/alley"];
    let rulebooks: String = folders
        .iter()
        .map(|folder| fs::read_to_string(root.join(folder).join("rulebook.md")))
        .map(|text| plain(&text.expect("the rulebook is there")) + "\n")
        .collect();
    let (mut file, mut block, mut shown): (Option<String>, Option<String>, _) = (None, None, 0);
    for line in guide.lines() {
        match (&mut block, line.starts_with("```")) {
            (None, true) => block = Some(String::new()),
            (None, false) => {
                let named = line.strip_prefix('`').and_then(|rest| rest.strip_suffix("`:"));
                file = named.map(str::to_owned).or(file);
                let cells: Vec<&str> = line.split(" | ").collect();
                if let [_, example] = cells.as_slice()
                    && let Some(example) = example.strip_prefix('`')
                {
                    let example = plain(example.trim_end_matches([' ', '|', '`']));
                    assert!(rulebooks.contains(&example), "no rulebook says: {example}");
                    shown += 1;
                }
            }
            (Some(text), false) => *text += &format!("{line}\n"),
            (Some(text), true) => {
                if let Some(path) = file.take() {
                    let real = fs::read_to_string(root.join(&path)).expect("the file is there");
                    assert!(real.contains(text.as_str()), "{path} does not say:\n{text}");
                    shown += 1;
                }
                block = None;
            }
        }
    }
    assert!(shown > 30, "the guide shows only {shown} things");
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A rulebook with words cut out, doubled or exchanged is refused or plays to an
/// end; nothing panics and nothing goes on for ever.
#[test]
fn mutated_rulebooks_are_refused_or_play() {
    let count = std::env::var("ONPLAY_MUTATED").ok().and_then(|count| count.parse().ok());
    let games = ["fords", "skirmish"].map(|game| {
        let mut files = Vec::new();
        list(&workspace().join("games").join(game), &mut files);
        let at = files.iter().position(|file| file.name.ends_with("rulebook.md"));
        (files, at.expect("it is there"))
    });
    let (mut played, mut ended, mut dice) = (0, 0, 7u64);
    for seed in 0..count.unwrap_or(120u64) {
        let (files, at) = &games[(seed % 2) as usize];
        let mut files = files.clone();
        files[*at].text = mutated(&files[*at].text, &mut dice);
        let Ok(kit) = load_files(&files) else { continue };
        let decks = decks(&kit, seed);
        let mut game = kit.table.start(seed, &decks, None);
        let (mut actions, mut chance) = (Vec::new(), Dice::new(seed));
        for _ in 0..3_000 {
            kit.table.legal_actions(&game, &mut actions);
            if actions.is_empty() {
                assert!(game.is_over(), "nothing can be decided:\n{}", files[*at].text);
                break;
            }
            let action = actions[chance.below(actions.len() as u32) as usize];
            kit.table.apply_unchecked(&mut game, action, None);
        }
        played += 1;
        ended += usize::from(game.is_over());
    }
    println!("{played} were played, {ended} of them to an end");
    assert!(played > 0, "every mutated rulebook was refused");
    assert!(ended * 10 >= played * 9, "{ended} of {played} came to an end");
}

/// One change somewhere in a text: a word left out, said twice, or exchanged.
fn mutated(text: &str, dice: &mut u64) -> String {
    let mut roll = |below: usize| {
        *dice ^= *dice << 13;
        *dice ^= *dice >> 7;
        *dice ^= *dice << 17;
        (*dice % below.max(1) as u64) as usize
    };
    let mut words: Vec<String> = text.split_inclusive([' ', '\n']).map(str::to_owned).collect();
    for _ in 0..1 + roll(3) {
        let (one, two) = (roll(words.len()), roll(words.len()));
        match roll(4) {
            0 => words[one].clear(),
            1 => {
                let word = words[one].clone();
                words[one] += &word;
            }
            2 => words.swap(one, two),
            _ => words[one] = words[two].clone(),
        }
    }
    words.concat()
}
