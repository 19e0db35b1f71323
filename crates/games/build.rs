//! Lists the files of the shipped games so that they are part of the program.
//!
//! `data` is the folder `games` of the repository, and a copy of it in the package.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("data");
    let mut files = Vec::new();
    list(&root, &mut files);
    files.sort();
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    for (ending, target) in [("toml", "files.rs"), ("md", "pages.rs")] {
        let mut code = String::from("&[\n");
        for file in files.iter().filter(|file| file.extension().is_some_and(|own| own == ending)) {
            let name = file.strip_prefix(&root).expect("files lie below the root").display();
            writeln!(code, "(\"games/{name}\", include_str!({:?})),", file.display().to_string())
                .expect("strings grow");
        }
        code.push(']');
        fs::write(out.join(target), code).expect("the output folder can be written");
    }
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo:rerun-if-changed={}", folder.display());
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "scenarios") {
                list(&path, files);
            }
        } else if is_part(&path) {
            files.push(path);
        }
    }
}

/// Whether a file is part of the program: what a game is read from, what players read
/// of it, and what it demonstrates.
fn is_part(path: &Path) -> bool {
    let shows = path.parent().and_then(Path::file_name).is_some_and(|own| own == "demonstrations");
    let page =
        ["rules.md", "how-to-play.md", "rulebook.md"].iter().any(|page| path.ends_with(page));
    path.extension().is_some_and(|ending| ending == "toml" || (shows && ending == "md")) || page
}
