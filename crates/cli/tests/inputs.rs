//! Nothing that a person or a program can type or send ends the program, hangs
//! it or reaches the terminal.
#![cfg(unix)]

mod common;

use std::fs;
use std::time::Instant;

use common::{Machine, bad, err, folder, good, onplay, out, told};
use onplay_games::kit::GAMES;
use serde_json::{Value, json};

#[test]
fn a_hidden_card_has_no_name_to_call_it_by() {
    let typed =
        ["use a hidden card", "play a hidden card", "attack a hidden card with a hidden card"];
    for game in GAMES {
        let lines = format!("{}\nwhy not {}\nquit\n", typed.join("\n"), typed.join("\nwhy not "));
        let text = good(&["play", game, "--plain", "--seed", "1"], &lines);
        assert!(text.contains("the game goes on"), "{game}: {text}");
    }
}

#[test]
fn a_card_text_may_end_in_any_letter() {
    for text in
        ["Verdict —", "Verdict — ", "Draw a card •", "Draw —", "Choose one —\n•", "Ä", "—", "•"]
    {
        told(&["card", text, "--game", "lab"], 1, &["the text is not understood"]);
    }
}

#[test]
fn numbers_that_mean_nothing_are_refused() {
    let most = u64::MAX.to_string();
    for (arguments, words) in [
        (vec!["sim", "lab", "--games", &most], "is not in 1..=100000000"),
        (vec!["sim", "lab", "--games", "0"], "is not in 1..=100000000"),
        (vec!["sim", "lab", "--seed", &most, "--games", "2"], "there are no such seeds"),
        (vec!["sim", "lab", "--seeds", "0..18446744073709551615"], "at most 100000000 games"),
        (vec!["sim", "lab", "--threads", "0"], "is not in 1..=1024"),
        (vec!["sim", "lab", "--threads", "99999999"], "is not in 1..=1024"),
        (vec!["bench", "lab", "--games", "0"], "is not in 1..=100000000"),
        (vec!["diff", "a", "b", "--games", "0"], "is not in 1..=100000000"),
        (vec!["watch", "lab", "--pause", &most], "is not in 0..=60000"),
        (vec!["card", "", "--game", "lab"], "there is no text to read"),
        (vec!["card", " \n ", "--game", "lab"], "there is no text to read"),
    ] {
        told(&arguments, 2, &[words]);
    }
}

#[test]
fn shards_whose_numbers_cannot_be_are_refused() {
    let folder = folder("absurd");
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    good(&["sim", "skirmish", "--games", "12", "--out", &at("good")], "");
    let whole: Value = serde_json::from_str(&fs::read_to_string(at("good")).unwrap()).unwrap();
    good(&["sim", "merge", &at("good")], "");
    type Break = fn(&mut Value);
    let breaks: [(&str, Break); 12] = [
        ("seeds beyond the last", |shard| shard["parts"][0]["from"] = json!(u64::MAX)),
        ("seeds out of order", |shard| {
            let part = shard["parts"][0].clone();
            shard["parts"].as_array_mut().unwrap().push(part);
        }),
        ("no seeds", |shard| shard["parts"] = json!([])),
        ("a result that is none", |shard| {
            shard["parts"][0]["results"] = json!("1212x2121212");
        }),
        ("games", |shard| shard["tally"]["games"] = json!(u64::MAX)),
        ("decisions", |shard| shard["tally"]["decisions"] = json!(u64::MAX)),
        ("turns", |shard| shard["tally"]["turns"] = json!(u64::MAX)),
        ("wins", |shard| shard["tally"]["pairs"][0]["won"] = json!(u64::MAX)),
        ("first bot", |shard| shard["tally"]["first_bot"]["drawn"] = json!(u64::MAX)),
        ("cards", |shard| shard["tally"]["cards"][0]["drawn"]["games"] = json!(u64::MAX)),
        ("turns by number", |shard| shard["tally"]["turns_of"] = json!(vec![u64::MAX; 3])),
        ("unfinished", |shard| shard["tally"]["unfinished"] = json!(1)),
    ];
    for (what, spoil) in breaks {
        let mut shard = whole.clone();
        spoil(&mut shard);
        fs::write(at("bad"), shard.to_string()).unwrap();
        for arguments in [vec!["sim", "merge", &at("bad")], vec!["diff", &at("good"), &at("bad")]] {
            let (code, message) = bad(&arguments);
            assert_eq!((code, message.contains("do not fit")), (3, true), "{what}: {message}");
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_deck_of_a_replay_must_fit_on_the_table() {
    let folder = folder("wide");
    let file = folder.join("a.jsonl");
    let path = file.to_str().unwrap();
    good(&["watch", "skirmish", "--bots", "random", "--seed", "1", "--plain", "--save", path], "");
    let text = fs::read_to_string(&file).unwrap();
    let wide = text.replacen("[\"Ghoul\",", "[\"Ghoul\",60000],[\"Ghoul\",", 1);
    assert_ne!(text, wide);
    fs::write(&file, wide).unwrap();
    told(&["replay", path], 1, &["line 1: the decks have 60", "a table holds"]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn links_that_go_round_are_followed_once() {
    let folder = folder("round");
    let game = folder.join("game");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/lab");
    fs::create_dir_all(game.join("cards")).unwrap();
    fs::copy(format!("{root}/game.toml"), game.join("game.toml")).unwrap();
    fs::write(game.join("a.md"), "## a\n```scenario\ngame lab\n```\n").unwrap();
    std::os::unix::fs::symlink(".", game.join("one")).unwrap();
    std::os::unix::fs::symlink(".", game.join("two")).unwrap();
    let path = game.to_str().unwrap();
    quick(&["check", path]);
    quick(&["scenario", path]);
    fs::remove_dir_all(&folder).unwrap();
}

/// A page may say where the folder of its game lies; the files of a game are read there,
/// and nothing that would never end.
#[test]
fn a_page_makes_nobody_read_what_is_no_game() {
    let folder = folder("page-folder");
    let page = folder.join("page.md");
    let path = page.to_str().unwrap();
    fs::create_dir(folder.join("pipes")).unwrap();
    let pipe = folder.join("pipes/game.toml");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    fs::create_dir(folder.join("endless")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.join("endless/game.toml")).unwrap();
    for game in ["./pipes", "./endless", "/", "/proc/self", "../../../../etc"] {
        fs::write(&page, format!("## a\n```scenario\ngame {game}\n```\n")).unwrap();
        let output = quick(&["scenario", path]);
        assert_eq!(output.status.code(), Some(1), "{game}: {}", err(&output));
        let told = format!("there is no game in the folder `{game}`");
        assert!(out(&output).contains(&told), "{game}: {}", out(&output));
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Runs the program and fails if it takes long.
fn quick(arguments: &[&str]) -> std::process::Output {
    let began = Instant::now();
    let mut command = vec!["5", env!("CARGO_BIN_EXE_onplay")];
    command.extend(arguments);
    let output = std::process::Command::new("timeout").args(command).output().unwrap();
    assert_ne!(output.status.code(), Some(124), "{arguments:?} takes {:?}", began.elapsed());
    output
}

#[test]
fn a_replay_does_not_say_which_folder_is_read() {
    let folder = folder("named");
    let file = folder.join("a.jsonl");
    let path = file.to_str().unwrap();
    good(&["watch", "lab", "--bots", "random", "--seed", "1", "--plain", "--save", path], "");
    let text = fs::read_to_string(&file).unwrap();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/lab");
    fs::write(&file, text.replacen("\"game\":\"lab\"", &format!("\"game\":\"{root}\""), 1))
        .unwrap();
    told(&["replay", path], 3, &["line 1: there is no game `"]);
    told(&["play", "--resume", path, "--plain"], 3, &["line 1: there is no game `"]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn long_lines_are_not_kept() {
    let long = "x".repeat(3 << 20);
    let text = good(&["play", "lab", "--plain", "--seed", "1"], &format!("{long}\npass\nquit\n"));
    assert!(text.contains("▸ You pass"), "{text}");
    let mut machine = Machine::new(&["play", "lab", "--json", "--seed", "1"]);
    machine.until(&["ask"]);
    let error = machine.send(&format!("{{\"type\":\"{long}\"}}"));
    assert_eq!((&error["type"], &error["code"]), (&json!("error"), &json!("too-long")), "{error}");
    machine.decide(&json!(1), 1);
    machine.until(&["decided"]);
    let folder = folder("long");
    let file = folder.join("long.jsonl");
    fs::write(&file, "x".repeat(40 << 20)).unwrap();
    told(&["replay", file.to_str().unwrap()], 3, &["it is longer than 32 MiB"]);
    told(&["scenario", "/dev/zero"], 3, &["it is longer than 32 MiB"]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_save_does_not_say_how_long_a_bot_thinks() {
    let folder = folder("patient");
    let file = folder.join("a.jsonl");
    let path = file.to_str().unwrap();
    good(&["play", "lab", "--plain", "--seed", "1"], &format!("save {path}\nquit\n"));
    let text = fs::read_to_string(&file).unwrap();
    for name in ["search:4000000000", "search:99999999ms", "nobody"] {
        fs::write(&file, text.replacen("\"greedy\"", &format!("\"{name}\""), 1)).unwrap();
        told(&["play", "--resume", path, "--plain"], 1, &["line 1", name]);
    }
    good(&["play", "--resume", path, "--plain", "--bot", "random"], "quit\n");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn many_errors_take_no_longer_than_few() {
    let folder = folder("many");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/lab");
    fs::create_dir_all(folder.join("cards")).unwrap();
    fs::copy(format!("{root}/game.toml"), folder.join("game.toml")).unwrap();
    let card =
        |number| format!("[[card]]\nname = \"A{number}\"\ntype = \"Unti\"\ntext = \"Fly.\"\n");
    let cards: String = (0..8000).map(card).collect();
    fs::write(folder.join("cards/many.toml"), cards).unwrap();
    let path = folder.to_str().unwrap();
    let output = quick(&["check", path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("… and 8101 more"), "{}", out(&output));
    let output = quick(&["check", path, "--json"]);
    let told: Value = serde_json::from_str(&out(&output)).unwrap();
    let problems = told["folders"][0]["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 8_201);
    let last = problems[8_200]["diagnostic"]["message"].as_str().unwrap();
    assert!(last.contains("of this card and 7799 more were not read"), "{last}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn nothing_in_a_file_reaches_the_terminal_as_a_command() {
    let folder = folder("escapes");
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let odd = "\u{1b}]0;owned\u{7}\u{202e}\u{0}\u{9b}31m";
    let escaped = "\\u001b]0;owned\\u0007\\u202e\\u0000\\u009b31m";
    let is_still = |text: &str| {
        let active = |c: char| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202e}';
        !text.contains(active)
    };
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/lab");
    fs::create_dir_all(at("game/cards")).unwrap();
    fs::copy(format!("{root}/game.toml"), at("game/game.toml")).unwrap();
    let card = format!("[[card]]\nname = \"A{escaped}B\"\ntype = \"Unit\"\ntext = \"{escaped}\"\n");
    fs::write(at("game/cards/a.toml"), card).unwrap();
    fs::write(at("page.md"), format!("## {odd}\n```scenario\ngame lab\np1 {odd}\n```\n")).unwrap();
    good(&["play", "lab", "--plain", "--seed", "1"], &format!("pass\nsave {}\nquit\n", at("a")));
    let replay = fs::read_to_string(at("a")).unwrap();
    fs::write(at("b"), replay.replacen("\"do\":\"pass", &format!("\"do\":\"{escaped}"), 1))
        .unwrap();
    for arguments in [
        vec!["check", &at("game")],
        vec!["check", &at("game"), "--json"],
        vec!["cards", &at("game")],
        vec!["scenario", &at("page.md")],
        vec!["replay", &at("b")],
        vec!["card", &format!("Draw {}", odd.replace('\0', "")), "--game", "lab"],
        vec!["play", &odd.replace('\0', "")],
        vec![&odd.replace('\0', "")],
    ] {
        let output = onplay(&arguments, "");
        assert!(is_still(&out(&output)), "{arguments:?}: {:?}", out(&output));
        assert!(is_still(&err(&output)), "{arguments:?}: {:?}", err(&output));
    }
    let text =
        good(&["play", "lab", "--plain", "--seed", "1"], &format!("{odd}\ncard {odd}\nquit\n"));
    assert!(is_still(&text), "{text:?}");
    fs::remove_dir_all(&folder).unwrap();
}
