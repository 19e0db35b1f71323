//! Loads game folders and prints what is wrong: `cargo run --example check -- games/lab`.
//! The `onplay check` command does the same for users.

use std::fs;
use std::path::Path;

use onplay_cards::{SourceFile, load_game, render};

fn main() {
    for folder in std::env::args().skip(1) {
        let files = read(Path::new(&folder));
        let loaded = load_game(&files);
        print!("{}", render(&loaded.diagnostics, &files, false));
        if let Some(book) = loaded.value {
            let abilities: usize = book.catalog.cards.iter().map(|card| card.abilities.len()).sum();
            println!(
                "{}: {} cards, {abilities} abilities, {} decks, {} problems",
                book.game.title,
                book.cards.len(),
                book.decks.len(),
                loaded.diagnostics.len()
            );
        }
    }
}

fn read(folder: &Path) -> Vec<SourceFile> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "toml") {
                let text = fs::read_to_string(&path).unwrap_or_default();
                files.push(SourceFile::new(path.to_string_lossy(), text));
            }
        }
    }
    files
}
