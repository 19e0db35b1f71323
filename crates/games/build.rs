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
    let mut code = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&root).expect("files lie below the root").display();
        writeln!(code, "(\"games/{name}\", include_str!({:?})),", file.display().to_string())
            .expect("strings grow");
    }
    code.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("files.rs"), code).expect("the output folder can be written");
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
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path);
        }
    }
}
