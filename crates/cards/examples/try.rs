//! Reads sentences from standard input for one game and prints what they mean.

use std::io::Read;
use std::path::Path;

use onplay_cards::{SourceFile, load_game, parse_text, print_ability};

fn main() {
    let game = std::env::args().nth(1).unwrap_or_else(|| "lab".into());
    let mut files = Vec::new();
    for part in ["", "cards"] {
        for entry in std::fs::read_dir(Path::new("games").join(&game).join(part))
            .into_iter()
            .flatten()
            .flatten()
        {
            if let Ok(text) = std::fs::read_to_string(entry.path()) {
                files.push(SourceFile::new(entry.path().to_string_lossy(), text));
            }
        }
    }
    let Some(book) = load_game(&files).value else { return };
    let mut input = String::new();
    let _ = std::io::stdin().read_to_string(&mut input);
    for line in input.lines() {
        let (abilities, wrong) = parse_text(&book.vocabulary, line);
        println!("{line}");
        abilities.iter().for_each(|one| println!("   = {}", print_ability(&book.vocabulary, one)));
        wrong.iter().for_each(|one| {
            println!("   ! {} {}", one.message, one.help.clone().unwrap_or_default())
        });
    }
}
