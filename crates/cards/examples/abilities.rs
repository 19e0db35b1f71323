//! Prints what the texts of a game folder mean: `cargo run --example abilities -- games/lab`.

use std::fs;
use std::path::Path;

use onplay_cards::{SourceFile, load_game};
use onplay_engine::id::with_names;

fn main() {
    for folder in std::env::args().skip(1) {
        let mut files = vec![];
        for part in ["", "cards", "decks"] {
            for entry in fs::read_dir(Path::new(&folder).join(part)).into_iter().flatten().flatten()
            {
                let path = entry.path();
                if path.extension().is_some_and(|end| end == "toml") {
                    let text = fs::read_to_string(&path).unwrap_or_default();
                    files.push(SourceFile::new(path.to_string_lossy(), text));
                }
            }
        }
        let Some(book) = load_game(&files).value else { continue };
        with_names(&book.catalog.names, || {
            for (card, text) in book.catalog.cards.iter().zip(&book.cards) {
                println!("{}", text.name);
                for ability in &card.abilities {
                    println!("  {}", serde_json::to_string(ability).unwrap_or_default());
                }
            }
        });
    }
}
