//! `docs/game-file.md` is made from the schema of `game.toml` and from the shipped
//! games. Run with `ONPLAY_WRITE_GAME_FILE=1` to renew it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

const INTRODUCTION: &str = "# What game.toml can say

Everything that a game is made of: zones, numbers, statuses, types and words. What happens
in it is in its [rulebook](new-game.md). A key that is not in these tables is an error, and
`onplay check` says which would be right.

This page is made from the program itself (`ONPLAY_WRITE_GAME_FILE=1 cargo test -p
onplay-cards --test game_file_page`); the examples stand in shipped games.
";

/// The games whose files are searched for examples, the plainest first.
const GAMES: [&str; 7] = ["fords", "skirmish", "tides", "alley", "drones", "goblins", "lab"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A part of the schema that a reference leads to.
fn resolve<'a>(schema: &'a Value, part: &'a Value) -> &'a Value {
    let all_of = part["allOf"].get(0);
    let any_of = part["anyOf"].as_array().and_then(|list| list.first());
    let part = all_of.or(any_of).unwrap_or(part);
    match part["$ref"].as_str() {
        Some(path) => &schema["definitions"][path.trim_start_matches("#/definitions/")],
        None => part,
    }
}

/// What a value can be, in a word or two.
fn kind(schema: &Value, part: &Value) -> String {
    let words = choices(resolve(schema, part));
    if !words.is_empty() {
        return words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    }
    let part = resolve(schema, part);
    let name = part["type"].as_str().or_else(|| part["type"][0].as_str()).unwrap_or("table");
    let name = match name {
        "string" => "text",
        "integer" | "number" => "number",
        "boolean" => "true or false",
        "array" => "list",
        _ => "table",
    };
    name.to_owned()
}

/// The words that a value can be.
fn choices(part: &Value) -> Vec<String> {
    let words = |list: &Value| -> Vec<String> {
        let list = list.as_array().into_iter().flatten();
        list.filter_map(|one| one.as_str().map(str::to_owned)).collect()
    };
    let one_of = part["oneOf"].as_array().into_iter().flatten();
    let mut all = words(&part["enum"]);
    for one in one_of {
        all.extend(one["const"].as_str().map(str::to_owned));
        all.extend(words(&one["enum"]));
    }
    all
}

fn description(part: &Value) -> String {
    part["description"].as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|")
}

/// The first value that a shipped game gives to a key of a table, or of any table
/// below it if `inner`.
fn example(games: &[toml::Table], table: Option<&str>, inner: bool, key: &str) -> Option<String> {
    let shown = |value: &toml::Value| {
        let text = value.to_string();
        (text.len() < 70 && !text.contains('\n')).then(|| format!("`{key} = {text}`"))
    };
    games.iter().find_map(|game| match table {
        None => game.get(key).and_then(shown),
        Some(table) if inner => {
            let entries = game.get(table)?.as_table()?.values();
            { entries }.find_map(|entry| entry.get(key).and_then(shown))
        }
        Some(table) => game.get(table)?.get(key).and_then(shown),
    })
}

fn rows(
    out: &mut String,
    schema: &Value,
    properties: &Value,
    games: &[toml::Table],
    table: Option<&str>,
    inner: bool,
) {
    out.push_str("\n| key | what it says | value | example |\n|---|---|---|---|\n");
    for (key, part) in properties.as_object().into_iter().flatten() {
        let is_table = table.is_none() && section(schema, part).is_some();
        if is_table {
            continue;
        }
        let said = match description(part) {
            text if text.is_empty() => description(resolve(schema, part)),
            text => text,
        };
        let example = example(games, table, inner, key).unwrap_or_default();
        let kind = kind(schema, part);
        writeln!(out, "| `{key}` | {said} | {kind} | {example} |").unwrap();
    }
}

/// The entries of a table, and whether the table has names of the designer's own.
fn section<'a>(schema: &'a Value, part: &'a Value) -> Option<(&'a Value, bool)> {
    let inner = &part["additionalProperties"];
    let entry = if inner.is_object() { resolve(schema, inner) } else { resolve(schema, part) };
    entry["properties"].is_object().then_some((entry, inner.is_object()))
}

fn page() -> String {
    let schemas = onplay_cards::schemas();
    let (_, schema) = schemas.iter().find(|(name, _)| *name == "game").unwrap();
    let text = |game: &str| {
        let path = root().join("games").join(game).join("game.toml");
        fs::read_to_string(path).unwrap().parse::<toml::Table>().unwrap()
    };
    let games = GAMES.map(text);
    let mut out = INTRODUCTION.to_owned();
    out.push_str("\n## At the top\n");
    rows(&mut out, schema, &schema["properties"], &games, None, false);
    for (table, part) in schema["properties"].as_object().unwrap() {
        let Some((entry, is_named)) = section(schema, part) else { continue };
        let name = if is_named { ".name" } else { "" };
        write!(out, "\n## `[{table}{name}]`\n").unwrap();
        let about = match description(part) {
            text if text.is_empty() => description(entry),
            text => text,
        };
        if !about.is_empty() {
            write!(out, "\n{about}\n").unwrap();
        }
        rows(&mut out, schema, &entry["properties"], &games, Some(table), is_named);
    }
    out
}

#[test]
fn the_page_about_game_files_is_current() {
    let path = root().join("docs/game-file.md");
    let page = page();
    if std::env::var_os("ONPLAY_WRITE_GAME_FILE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/game-file.md is out of date: ONPLAY_WRITE_GAME_FILE=1");
}

#[test]
fn every_key_is_explained() {
    let page = page();
    let bare: Vec<&str> =
        page.lines().filter(|line| line.starts_with("| `") && line.contains("|  |")).collect();
    let unexplained: Vec<&&str> =
        bare.iter().filter(|line| line.split(" | ").nth(1).is_none_or(str::is_empty)).collect();
    assert!(unexplained.is_empty(), "{unexplained:#?}");
}
