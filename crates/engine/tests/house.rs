//! The order of the house: which folder of the engine may import which, how long
//! a file may be, what `lib.rs` and `mod.rs` may hold, that the engine names no
//! game, and that ARCHITECTURE.md lists its modules.
//!
//! What breaks a rule today is listed beside it. The lists only shrink: an entry
//! that is no longer needed fails the test as a new violation does.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder or root module of the engine, and what it may import besides itself.
/// `play` and `frame` may import anything.
const MAY_IMPORT: [(&str, &[&str]); 10] = [
    ("id", &[]),
    ("mask", &["id"]),
    ("event", &["id", "mask", "card"]),
    ("card", &["id"]),
    ("rulebook", &["id", "mask", "event", "card"]),
    ("compile", &["id", "mask", "event", "card", "rulebook"]),
    ("state", &["id", "mask", "event", "card", "rulebook", "compile"]),
    ("query", &["id", "mask", "event", "card", "rulebook", "compile", "state", "frame"]),
    ("mutate", &["id", "mask", "event", "card", "rulebook", "compile", "state", "query", "frame"]),
    (
        "resolve",
        &[
            "id", "mask", "event", "card", "rulebook", "compile", "state", "query", "mutate",
            "frame",
        ],
    ),
];

/// The most lines of a file that is written by hand.
const LINES: usize = 600;

/// `lib.rs` and `mod.rs` files that hold more than declarations.
const MODULES_TO_EMPTY: [&str; 3] = [
    "crates/engine/src/mutate/effect/mod.rs",
    // The frames in Rust give way to rulebooks in text.
    "crates/games/src/drones/mod.rs",
    "crates/games/src/goblins/mod.rs",
];

#[test]
fn folders_import_only_what_they_may() {
    let source = engine().join("src");
    let mut found = BTreeSet::new();
    for path in files(&source, &["rs"]) {
        let file = name(&path, &source);
        let room = file.split('/').next().expect("a path has parts").trim_end_matches(".rs");
        let Some((_, allowed)) = MAY_IMPORT.iter().find(|(known, _)| *known == room) else {
            assert!(matches!(room, "lib" | "play" | "frame"), "{file} is in no known folder");
            continue;
        };
        for imported in imports(&read(&path)) {
            if imported != room && !allowed.contains(&imported.as_str()) {
                found.insert((file.clone(), imported));
            }
        }
    }
    compare("imports that the folders' rules forbid", &found, &BTreeSet::new());
}

#[test]
fn files_are_short() {
    let root = workspace();
    let endings = ["rs", "md", "toml", "js", "mjs", "ts", "tsx", "css", "html", "py", "sh"];
    // A copy of the bindings that building the package leaves there.
    let copied = root.join("packages/onplay/src/wire.ts");
    let long = files(&root, &endings)
        .into_iter()
        .filter(|path| *path != copied && read(path).lines().count() > LINES)
        .map(|path| name(&path, &root))
        .collect();
    compare("files over 600 lines", &long, &BTreeSet::new());
}

#[test]
fn module_files_hold_only_declarations() {
    let root = workspace();
    let is_module = |path: &PathBuf| {
        let file = name(path, &root);
        file.contains("/src/") && (file.ends_with("/lib.rs") || file.ends_with("/mod.rs"))
    };
    let full = files(&root.join("crates"), &["rs"])
        .into_iter()
        .filter(is_module)
        .filter(|path| !holds_only_declarations(&read(path)))
        .map(|path| name(&path, &root))
        .collect();
    let listed = MODULES_TO_EMPTY.map(str::to_owned).into();
    compare("lib.rs and mod.rs files with code", &full, &listed);
}

#[test]
fn the_engine_names_no_game() {
    let games = fs::read_dir(workspace().join("games")).expect("the games can be read").flatten();
    let games: Vec<String> =
        games.map(|game| game.file_name().to_string_lossy().into_owned()).collect();
    assert!(games.len() >= 5, "the shipped games are missing: {games:?}");
    for path in files(&engine().join("src"), &["rs"]) {
        let text = read(&path).to_lowercase();
        for word in text.split(|letter: char| !letter.is_alphanumeric()) {
            assert!(!games.iter().any(|game| game == word), "{} says {word}", path.display());
        }
    }
}

#[test]
fn the_architecture_lists_every_module() {
    let page = read(&workspace().join("ARCHITECTURE.md"));
    let listed = listed_modules(&page);
    let source = engine().join("src");
    let modules = files(&source, &["rs"])
        .into_iter()
        .map(|path| name(&path, &source).trim_end_matches(".rs").to_owned())
        .filter(|module| module.contains('/') && !module.ends_with("/mod"))
        .map(|module| match module.split('/').collect::<Vec<_>>()[..] {
            // A folder within a folder is listed as one.
            [outer, inner, _] => format!("{outer}/{inner}/"),
            _ => module,
        })
        .collect();
    compare("modules of the engine that ARCHITECTURE.md does not list", &modules, &listed);
}

#[test]
fn the_rules_see_what_they_should() {
    let text = "use crate::{id::Seat, mask, state::{Game, Work}};\n\
                // crate::play\nfn f() { crate::query::g(); let _ = super::super::mutate::H; }\n";
    let found: Vec<String> = imports(text).into_iter().collect();
    assert_eq!(found, ["id", "mask", "mutate", "query", "state"]);
    let declarations = "//! What it is.\n#![deny(missing_docs)]\n\nmod a;\n#[cfg(test)]\npub(crate) mod b;\n\
                        pub use a::{\n    One, Two,\n};\n";
    assert!(holds_only_declarations(declarations));
    assert!(!holds_only_declarations("mod a;\n\npub const N: u8 = 1;\n"));
    assert!(!holds_only_declarations("pub use a::A;\nfn f() {\n}\n"));
    let page = "| module | what |\n|---|---|\n| `a/b`, `c` | d |\n\n| `e/f` | g |\n";
    assert_eq!(listed_modules(page), ["a/b", "a/c"].map(str::to_owned).into());
}

/// The modules in the first cells of a table whose head is `module`; the folder is
/// said once in a row.
fn listed_modules(page: &str) -> BTreeSet<String> {
    let rows = page.lines().skip_while(|line| !line.starts_with("| module |")).skip(2);
    let mut listed = BTreeSet::new();
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cell = row.split('|').nth(1).expect("a row has cells");
        let names: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
        let (folder, first) = names[0].split_once('/').expect("a row begins with a folder");
        listed.extend([first].iter().chain(&names[1..]).map(|name| format!("{folder}/{name}")));
    }
    listed
}

/// Fails with what is new and with what is listed in vain.
fn compare<T: Ord + std::fmt::Debug>(what: &str, found: &BTreeSet<T>, listed: &BTreeSet<T>) {
    let new: Vec<_> = found.difference(listed).collect();
    assert!(new.is_empty(), "{what}: {new:#?}");
    let mended: Vec<_> = listed.difference(found).collect();
    assert!(mended.is_empty(), "{what}, listed but mended (take them off the list): {mended:#?}");
}

/// The root modules that a text names by `crate::…` or by climbing out with
/// `super::super::…`.
fn imports(text: &str) -> BTreeSet<String> {
    let code: String = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n");
    let mut found = BTreeSet::new();
    for (at, root) in ["crate::", "super::super::"]
        .iter()
        .flat_map(|root| code.match_indices(root).map(|(at, root)| (at + root.len(), root)))
    {
        let before = code[..at - root.len()].chars().next_back();
        if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_') {
            continue;
        }
        match code[at..].strip_prefix('{') {
            Some(group) => found.extend(group_members(group)),
            None => found.extend(first_word(&code[at..])),
        }
    }
    found
}

/// The first words of the members of a group in braces, which starts behind its
/// opening brace.
fn group_members(group: &str) -> Vec<String> {
    let (mut depth, mut start, mut members) = (0, 0, Vec::new());
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => {
                members.extend(first_word(&group[start..at]));
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                members.extend(first_word(&group[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    members
}

fn first_word(text: &str) -> Option<String> {
    let text = text.trim_start();
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let word = &text[..end.unwrap_or(text.len())];
    (!word.is_empty()).then(|| word.to_owned())
}

/// Whether a text is comments, attributes, `mod` and `use` alone.
fn holds_only_declarations(text: &str) -> bool {
    let mut inside_use = false;
    text.lines().map(str::trim).all(|line| {
        if inside_use {
            inside_use = !line.ends_with(';');
            return true;
        }
        if line.is_empty() || line.starts_with("//") || line.starts_with('#') {
            return true;
        }
        let item = line.strip_prefix("pub(crate) ").or(line.strip_prefix("pub ")).unwrap_or(line);
        inside_use = item.starts_with("use ") && !line.ends_with(';');
        item.starts_with("use ") || (item.starts_with("mod ") && line.ends_with(';'))
    })
}

fn engine() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn workspace() -> PathBuf {
    engine().join("../..").canonicalize().expect("the engine lies in the workspace")
}

/// All files with these endings, sorted; what is built or fetched is left out.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be read").flatten() {
            let (path, file) = (entry.path(), entry.file_name());
            let file = file.to_string_lossy();
            let kind = entry.file_type().expect("the entry can be read");
            if kind.is_dir() {
                let made = ["target", "node_modules", "dist", "pkg", "bindings"];
                if !file.starts_with('.') && !made.contains(&file.as_ref()) {
                    open.push(path);
                }
            } else if kind.is_file()
                && path.extension().is_some_and(|ending| endings.iter().any(|one| ending == *one))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "{} has no such files", folder.display());
    found
}

fn name(path: &Path, root: &Path) -> String {
    let inside = path.strip_prefix(root).expect("files lie below their root");
    inside.to_string_lossy().replace('\\', "/")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
