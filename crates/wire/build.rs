//! Makes the rules of the shipped games part of the program, to be read by players.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

/// What the rules may be called, in the order of preference.
const NAMES: [&str; 2] = ["rulebook.md", "rules.md"];

fn main() {
    let root =
        PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../games");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut code = String::from("&[\n");
    let mut games: Vec<PathBuf> =
        fs::read_dir(&root).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    games.sort();
    for game in games {
        let Some(file) = NAMES.iter().map(|name| game.join(name)).find(|file| file.is_file())
        else {
            continue;
        };
        println!("cargo:rerun-if-changed={}", file.display());
        let name = game.file_name().expect("a folder has a name").to_string_lossy();
        writeln!(code, "({name:?}, include_str!({:?})),", file.display().to_string())
            .expect("strings grow");
    }
    code.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("rules.rs"), code).expect("the output folder can be written");
}
