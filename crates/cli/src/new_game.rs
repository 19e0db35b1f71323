//! `onplay new`: a small game that plays, to be changed into another.

use std::fs;
use std::path::Path;

use crate::args::New;
use crate::{Failed, load};

/// The files of a new game, with `{id}` and `{title}` in them.
const FILES: [(&str, &str); 5] = [
    ("game.toml", include_str!("../template/game.toml")),
    ("rulebook.md", include_str!("../template/rulebook.md")),
    ("cards/cards.toml", include_str!("../template/cards/cards.toml")),
    ("decks/first.toml", include_str!("../template/decks/first.toml")),
    ("scenarios/first.md", include_str!("../template/scenarios/first.md")),
];

/// Writes a new game into a folder that is not there yet.
pub fn new(args: New) -> Result<(), Failed> {
    let name = args.name.file_name().map(|name| name.to_string_lossy().into_owned());
    let id = name.unwrap_or_default();
    let fits =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if id.is_empty()
        || !id.chars().all(fits)
        || !id.starts_with(|one: char| one.is_ascii_lowercase())
    {
        return Err(Failed::Usage(format!(
            "`{id}` cannot name a game: small letters, digits and hyphens, a letter first"
        )));
    }
    if args.name.exists() {
        return Err(Failed::Missing(format!("{}: this is there already", args.name.display())));
    }
    let title = title(&id);
    for (file, text) in FILES {
        let text = text.replace("{id}", &id).replace("{title}", &title);
        write(&args.name.join(file), &text)?;
    }
    load::folder(&args.name)?;
    let folder = args.name.display();
    say!("{folder}: a game that plays. Next:");
    say!("  onplay play {folder}        play it");
    say!("  onplay rulebook {folder}    see how every clause is read");
    say!("  onplay check {folder}       after every change");
    say!("  onplay scenario {folder}/scenarios");
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Failed> {
    let told = |error: std::io::Error| Failed::Missing(format!("{}: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(told)?;
    }
    fs::write(path, text).map_err(told)
}

/// The name that players see: words with capital letters.
fn title(id: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    id.split('-').map(word).collect::<Vec<_>>().join(" ")
}
