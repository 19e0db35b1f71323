//! Runs every scenario page of the repository.

use std::fs;
use std::path::{Path, PathBuf};

use onplay_cards::SourceFile;
use onplay_scenario::{read_page, run_page};

fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "md")
            && path.parent().is_some_and(|parent| parent.ends_with("scenarios"))
        {
            found.push(path);
        }
    }
}

/// The files of the game in a folder.
fn game_files(folder: &Path) -> Vec<SourceFile> {
    let mut files = Vec::new();
    for part in ["", "cards", "decks"] {
        for entry in fs::read_dir(folder.join(part)).expect("a folder").flatten() {
            let (path, name) = (entry.path(), entry.file_name().into_string().expect("a name"));
            if name.ends_with(".toml") || name == "rulebook.md" {
                let name = if part.is_empty() { name } else { format!("{part}/{name}") };
                files.push(SourceFile::new(name, fs::read_to_string(path).expect("text")));
            }
        }
    }
    files
}

#[test]
fn all_pages_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut found = Vec::new();
    pages(&root, &mut found);
    found.sort();
    let (mut scenarios, mut failures) = (0, String::new());
    for path in found {
        let text = fs::read_to_string(&path).expect("a page that was just found can be read");
        let page = read_page(&path.display().to_string(), &text);
        let folders = page.folders().into_iter().map(|name| {
            let folder = path.parent().expect("a page lies in a folder").join(name);
            (name.to_owned(), game_files(&folder))
        });
        let folders = folders.collect();
        let page = page.with_folders(folders);
        for outcome in run_page(&page) {
            scenarios += 1;
            for failure in &outcome.failures {
                failures += &format!(
                    "{}:{}: {}\n  {}\n  expected: {}\n  actual:   {}\n",
                    page.file,
                    failure.line,
                    outcome.title,
                    failure.statement,
                    failure.expected,
                    failure.actual
                );
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(scenarios > 0, "there are no scenarios");
}
