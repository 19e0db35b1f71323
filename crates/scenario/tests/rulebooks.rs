//! Every clause of every shipped rulebook has a scenario that cites it.

use std::fs;
use std::path::Path;

use onplay_games::kit::{self, GAMES};
use onplay_scenario::{read_page, run_page};

/// The scenario pages of a folder, as one text each.
fn pages(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder.join("scenarios")).expect("a game has scenario pages");
    let mut pages: Vec<(String, String)> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("the page is text");
            (path.display().to_string(), text)
        })
        .collect();
    pages.sort();
    pages
}

#[test]
fn every_clause_is_cited_by_a_scenario() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut rulebooks = 0;
    for game in GAMES {
        let kit = kit::load(game).expect("shipped games load");
        let Some(rulebook) = kit.book.rulebook() else { continue };
        rulebooks += 1;
        let pages: String = pages(&root.join(game)).into_iter().map(|(_, text)| text).collect();
        for (heading, clause) in rulebook.outline.clauses() {
            let number = clause.number.as_str();
            let whole = number.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
            let is_cited =
                [number, whole].iter().any(|one| pages.contains(&format!("[{game} {one}]")));
            assert!(is_cited, "{game} {number} ({}) has no scenario", heading.name);
        }
    }
    assert!(rulebooks > 0, "no shipped game has a rulebook");
}

#[test]
fn pages_of_games_that_are_not_shipped_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pebbles");
    let files: Vec<_> = ["game.toml", "rulebook.md", "cards/stones.toml", "decks/gravel.toml"]
        .into_iter()
        .map(|file| {
            let text = fs::read_to_string(folder.join(file)).expect("the file is there");
            onplay_cards::SourceFile::new(format!("pebbles/{file}"), text)
        })
        .collect();
    for (name, text) in pages(&folder) {
        for outcome in run_page(&read_page(&name, &text).about(files.clone())) {
            assert!(outcome.holds() && outcome.checks > 0, "{outcome:#?}");
        }
    }
}
