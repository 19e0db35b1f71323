//! Reading the shipped games from disk, for tests.

use std::fs;
use std::path::{Path, PathBuf};

use onplay_cards::{
    Book, CardContext, SourceFile, load_game, parse_card_text, print_ability, render,
};

#[allow(dead_code)]
pub const GAMES: [&str; 7] = ["lab", "skirmish", "drones", "alley", "goblins", "tides", "fords"];

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// All files of a game, named from the game's own folder.
pub fn files(game: &str) -> Vec<SourceFile> {
    let root = folder().join(game);
    let mut files = Vec::new();
    for part in ["", "cards", "decks"] {
        let mut paths: Vec<PathBuf> = fs::read_dir(root.join(part))
            .into_iter()
            .flatten()
            .flatten()
            .map(|e| e.path())
            .collect();
        paths.sort();
        for path in paths {
            let name = path.strip_prefix(folder()).unwrap().to_string_lossy().into_owned();
            if !name.ends_with(".toml") && !name.ends_with("/rulebook.md") {
                continue;
            }
            files.push(SourceFile::new(name, fs::read_to_string(&path).unwrap()));
        }
    }
    files
}

/// A shipped game, which must load without a word of complaint.
#[allow(dead_code)]
pub fn book(game: &str) -> Book {
    let files = files(game);
    let loaded = load_game(&files);
    assert!(!loaded.has_errors(), "{game}\n{}", render(&loaded.diagnostics, &files, false));
    loaded.value.unwrap()
}

/// Checks that an ability's printed text is read as the same ability.
#[allow(dead_code)]
pub fn round_trip(
    book: &Book,
    ability: &onplay_engine::card::Ability,
    once: bool,
) -> Result<(), String> {
    let text = print_ability(&book.vocabulary, ability);
    let parsed = parse_card_text(&book.vocabulary, CardContext { name: "", once }, &text);
    if !parsed.diagnostics.is_empty() {
        let file = [SourceFile::new("printed", text.clone())];
        let found: Vec<_> = parsed.diagnostics.into_iter().map(|d| d.in_file("printed")).collect();
        return Err(format!("{text}\n{}\n{ability:?}", render(&found, &file, false)));
    }
    if parsed.abilities != [ability.clone()] {
        return Err(format!("{text}\nprinted {ability:?}\n\nread {:?}", parsed.abilities));
    }
    Ok(())
}
