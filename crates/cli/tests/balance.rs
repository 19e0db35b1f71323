//! `onplay balance` finds the card that was made too strong, and no others.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{folder, good, told};
use serde_json::Value;

/// Pebbles with one heavy stone in every deck.
fn with_boulder(name: &str, weight: u32) -> PathBuf {
    let folder = folder(name);
    let pebbles = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pebbles");
    for file in ["game.toml", "rulebook.md"] {
        fs::copy(pebbles.join(file), folder.join(file)).expect("it is there");
    }
    for part in ["cards", "decks"] {
        fs::create_dir_all(folder.join(part)).expect("a folder");
        for entry in fs::read_dir(pebbles.join(part)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("a text");
            let text = match part {
                "cards" => format!(
                    "{text}\n[[card]]\nname = \"Boulder\"\ntype = \"Stone\"\nweight = {weight}\n"
                ),
                _ => text.replacen("\"Pebble\" = 4", "\"Pebble\" = 3\n\"Boulder\" = 1", 1),
            };
            let name = path.file_name().expect("a name");
            fs::write(folder.join(part).join(name), text).expect("it is ours");
        }
    }
    folder
}

fn balance(folder: &Path, options: &[&str]) -> Value {
    let game = folder.to_string_lossy();
    let mut arguments = vec!["balance", &game, "--games", "600", "--json"];
    arguments.extend(options);
    serde_json::from_str(&good(&arguments, "")).expect("it is JSON")
}

fn outstanding(found: &Value) -> Vec<&str> {
    let cards = found["cards"].as_array().expect("a list").iter();
    let cards = cards.filter(|card| card["stands_out"] == true);
    cards.filter_map(|card| card["card"].as_str()).collect()
}

#[test]
fn a_card_that_is_too_strong_stands_out_and_less_is_tried() {
    let folder = with_boulder("balance-strong", 9);
    let found = balance(&folder, &[]);
    assert_eq!(outstanding(&found).first(), Some(&"Boulder"), "{found}");
    let trials = found["trials"].as_array().expect("a list");
    let lead = |weight: i64| {
        let is_it = |trial: &&Value| trial["card"] == "Boulder" && trial["new"] == weight;
        let trial = trials.iter().find(is_it).expect("it was tried");
        assert_eq!((&trial["place"], &trial["old"]), (&"weight".into(), &9.into()));
        trial["lead"]["rate"]["rate"].as_f64().expect("a number")
    };
    assert!(lead(8) < lead(10), "{trials:?}");
    let game = folder.to_string_lossy();
    let said = good(&["balance", &game, "--games", "600"], "");
    for words in ["Boulder", "stands out", "weight 9 → 8", "try this"] {
        assert!(said.contains(words), "`{words}` is not in: {said}");
    }
    fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
fn the_same_seeds_say_the_same() {
    let folder = with_boulder("balance-same", 2);
    // A stone as heavy as another is no better, and nothing is tried for nothing.
    let found = balance(&folder, &["--threads", "1"]);
    assert!(!outstanding(&found).contains(&"Boulder"), "{found}");
    assert_eq!(found, balance(&folder, &["--threads", "2"]));
    let wished = balance(&folder, &["--card", "boulder", "--most", "0"]);
    assert_eq!(wished["trials"].as_array().map(Vec::len), Some(2), "{wished}");
    fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
fn what_does_not_exist_is_told() {
    told(&["balance", "nogame"], 3, &["there is no game or folder `nogame`"]);
    told(&["balance", "skirmish", "--card", "Archr"], 3, &["did you mean `Archer`?"]);
    told(&["balance", "skirmish", "--games", "0"], 2, &["is not in 1..=100000000"]);
}
