//! A game's files as an editor has them: what is open, else what is on the disk.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use onplay_editing::{Folder, is_of_a_game};

/// Bounds of a game's folder; more is not read.
const MOST_FILES: usize = 4096;
const MOST_BYTES: u64 = 16 << 20;
const DEEPEST: usize = 4;

/// The folder of the game that a file belongs to: the nearest one above it that has a
/// `game.toml`.
pub fn game_folder(file: &Path) -> Option<PathBuf> {
    file.ancestors()
        .skip(1)
        .take(DEEPEST)
        .find(|folder| folder.join("game.toml").is_file())
        .map(Path::to_owned)
}

/// Reads a game's files, with open ones as they are in the editor.
pub fn read(folder: &Path, open: &HashMap<PathBuf, String>) -> Folder {
    let mut files = BTreeMap::new();
    let mut left = MOST_BYTES;
    collect(folder, 0, &mut left, &mut files);
    for (path, text) in open.iter().filter(|(path, _)| path.starts_with(folder)) {
        if is_of_a_game(path) {
            files.insert(path.clone(), text.clone());
        }
    }
    Folder::of(files)
}

/// Reads what lies in a folder. Links are not followed, so that no circle is gone round.
fn collect(folder: &Path, depth: usize, left: &mut u64, files: &mut BTreeMap<PathBuf, String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let (path, Ok(about)) = (entry.path(), entry.metadata()) else { continue };
        if about.is_dir() && depth < DEEPEST {
            collect(&path, depth + 1, left, files);
        } else if about.is_file()
            && is_of_a_game(&path)
            && about.len() <= *left
            && files.len() < MOST_FILES
            && let Ok(text) = fs::read_to_string(&path)
        {
            *left -= about.len();
            files.insert(path, text);
        }
    }
}
