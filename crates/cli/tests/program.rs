//! The program as a user meets it: what it prints and how it ends.

mod common;

use std::fs;

use common::{bad, err, folder, good, onplay, out, told};
use onplay_games::kit::GAMES;

#[test]
fn every_command_has_help_with_examples() {
    let commands = [
        "play",
        "watch",
        "replay",
        "explain",
        "resolve",
        "scenario",
        "check",
        "card",
        "cards",
        "schema",
        "sim",
        "diff",
        "bench",
        "perft",
        "completions",
    ];
    for command in commands {
        let help = good(&[command, "--help"], "");
        assert!(help.contains("Examples:"), "{command} shows no examples");
    }
    assert!(good(&["--help"], "").contains("Exit codes:"));
    assert!(good(&["completions", "bash"], "").contains("onplay"));
}

#[test]
fn without_a_terminal_a_demonstration_is_played() {
    let text = good(&[], "");
    assert!(text.contains("demonstration"), "{text}");
    assert!(text.contains("seed 1"));
    assert!(text.contains("» "), "no trigger is shown");
    assert_eq!(text, good(&["play"], ""), "the demonstration is always the same");
}

#[test]
fn bots_play_every_game_to_its_end_and_the_replay_fits() {
    let folder = folder("replay");
    for game in GAMES {
        let file = folder.join(format!("{game}.jsonl"));
        let path = file.to_str().unwrap();
        let text = good(
            &["watch", game, "--bots", "random", "--seed", "4", "--plain", "--save", path],
            "",
        );
        assert!(text.contains("seed 4"), "{game}");
        assert!(text.contains("wins") || text.contains("a draw"), "{game}: {text}");
        let checked = good(&["replay", path, "--plain"], "");
        assert!(checked.contains("every hash is right"), "{game}");
        let json = good(&["replay", path, "--at", "3", "--json"], "");
        assert!(json.contains("\"verified\":true"), "{json}");
        let events = good(&["explain", path], "");
        let number = events.lines().last().and_then(|line| line.split_whitespace().next());
        good(&["explain", path, "--event", number.unwrap()], "");
        good(&["explain", path, "--tree", "2"], "");
        let branch = good(&["replay", path, "--branch", "3", "--auto", "--seed", "9"], "");
        assert!(branch.contains("branch after decision 3"), "{branch}");
        let page = folder.join(format!("{game}.md"));
        let page = page.to_str().unwrap();
        let written = good(&["replay", path, "--to-scenario", page], "");
        assert!(!written.contains(" 0 moves"), "{game}: {written}");
        good(&["scenario", page], "");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_scenario_page_holds_from_anywhere_or_the_nearest_place_is_told() {
    let folder = folder("pages");
    let name = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (file, page) = (name("a.jsonl"), name("a.md"));
    for game in GAMES {
        let watch = ["watch", game, "--bots", "random", "--seed", "8", "--plain"];
        good(&[&watch[..], &["--save", &file, "--force"]].concat(), "");
        let decisions = fs::read_to_string(&file).unwrap().lines().count() - 2;
        let (mut written, mut refused) = (0, 0);
        for from in (1..=decisions).step_by(decisions / 12 + 1) {
            let to_page = |from: usize| {
                let from = from.to_string();
                onplay(&["replay", &file, "--to-scenario", &page, "--force", "--from", &from], "")
            };
            let mut output = to_page(from);
            if !output.status.success() {
                refused += 1;
                let message = err(&output);
                assert!(message.contains(&format!("decision {from} cannot be")), "{message}");
                let near = message.trim().rsplit(' ').next().unwrap().parse().unwrap();
                output = to_page(near);
            }
            assert!(output.status.success(), "{game} {from}: {}", err(&output));
            let held = good(&["scenario", &page], "");
            assert!(held.contains("1 scenario holds, 0 do not"), "{game} {from}: {held}");
            written += 1;
        }
        assert!(written > refused, "{game}: {refused} of {written}");
    }
    let from = ["replay", &file, "--to-scenario", &page, "--from", "0"];
    told(&from, 2, &["decisions go from 1 to"]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_changed_replay_is_refused_with_its_line() {
    let folder = folder("changed");
    let file = folder.join("a.jsonl");
    let path = file.to_str().unwrap();
    good(&["watch", "skirmish", "--bots", "random", "--seed", "2", "--plain", "--save", path], "");
    let text = fs::read_to_string(&file).unwrap();
    let cut: Vec<&str> = text.lines().take(6).collect();
    fs::write(&file, cut.join("\n")).unwrap();
    let (code, message) = bad(&["replay", path]);
    assert_eq!(code, 1);
    assert!(message.contains("line 7: the file was cut off"), "{message}");
    fs::write(&file, text.replacen("\"seat\":\"p1\"", "\"seat\":\"p2\"", 1)).unwrap();
    let (code, message) = bad(&["replay", path]);
    assert_eq!(code, 1);
    assert!(message.contains("p1 decides here, not p2"), "{message}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn plain_play_decides_explains_takes_back_and_saves() {
    let folder = folder("play");
    let file = folder.join("save.jsonl");
    let path = file.to_str().unwrap();
    let input = format!("help\npass\n\nundo\n\npass\n\nwhy\nlog 3\nhint\nsave {path}\nquit\n");
    let text = good(&["play", "lab", "--plain", "--seed", "3", "--two"], &format!("\n{input}"));
    for words in ["take that action", "taken back", "a search would take", "saved; go on with"] {
        assert!(text.contains(words), "`{words}` is missing in:\n{text}");
    }
    assert!(text.contains("seed 3"));
    let resumed = good(&["play", "--resume", path, "--plain"], "\nlog\nquit\n");
    assert!(resumed.contains("· 1 decision\n"), "{resumed}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_hand_stays_hidden_from_the_log_of_the_other() {
    for game in GAMES {
        let text = good(&["play", game, "--plain", "--seed", "5"], "quit\n");
        let drew: Vec<&str> = text.lines().filter(|line| line.contains("Bot drew ")).collect();
        for line in drew {
            let hidden = line.ends_with(" a card") || line.ends_with(" cards");
            assert!(hidden, "{game}: {line}");
        }
    }
}

#[test]
fn simulations_add_up_and_do_not_depend_on_threads() {
    let folder = folder("sim");
    let name = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let one =
        good(&["sim", "skirmish", "--games", "40", "--threads", "1", "--out", &name("w")], "");
    let two = good(&["sim", "skirmish", "--seeds", "0..40", "--threads", "2", "--json"], "");
    let sum = one.lines().find_map(|line| line.strip_prefix("checksum ")).unwrap();
    assert!(two.contains(sum), "{sum} is not in {two}");
    good(&["sim", "skirmish", "--seeds", "0..15", "--out", &name("a")], "");
    good(&["sim", "skirmish", "--seeds", "15..40", "--out", &name("b")], "");
    good(
        &["sim", "merge", &name("b"), &name("a"), "--out", &name("m"), "--report", &name("r.html")],
        "",
    );
    assert_eq!(fs::read(name("w")).unwrap(), fs::read(name("m")).unwrap());
    assert!(fs::read_to_string(name("r.html")).unwrap().contains("<svg"));
    let same = good(&["diff", &name("a"), &name("w")], "");
    assert!(same.contains("no game goes differently"), "{same}");
    let (code, message) = bad(&["sim", "merge", &name("a"), &name("w")]);
    assert_eq!(code, 1);
    assert!(message.contains("seeds 0..15 are in both"), "{message}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn pages_and_cards_are_checked() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    assert!(good(&["scenario", &format!("{root}/lab/scenarios")], "").contains(" 0 do not"));
    assert!(good(&["check", &format!("{root}/skirmish")], "").contains("cards"));
    let page = format!("{root}/lab/scenarios/chains.md");
    let resolved = good(&["resolve", &page, "--only", "cascade"], "");
    assert!(resolved.contains("drones") && resolved.contains("tides"), "{resolved}");
    let card = good(&["card", "Draw 2 cards.", "--game", "lab"], "");
    assert!(card.contains("reads as: "), "{card}");
    let (code, message) = bad(&["card", "Draw two bananas.", "--game", "lab"]);
    assert_eq!((code, message.contains("not understood")), (1, true), "{message}");
    assert!(good(&["cards", "skirmish", "Scout"], "").contains("Draw a card"));
    assert!(good(&["schema"], "").contains("card"));
    assert!(good(&["schema", "card"], "").contains("$schema"));
}

#[test]
fn mistakes_are_told_with_the_right_code() {
    told(&["play", "chess", "--plain"], 3, &["no game or folder `chess`; games: skirmish"]);
    told(&["watch", "drone"], 3, &["did you mean `drones`?"]);
    told(&["watch", "lab", "--bots", "clever"], 2, &["there is no bot `clever`"]);
    told(&["sim", "lab", "--seeds", "9..3"], 2, &["holds no seed"]);
    told(&["play", "lab", "--seed", "x"], 2, &["`x` is no seed", "whole number"]);
    told(&["play", "lab", "--seed", "-4"], 2, &["`-4` is no seed"]);
    told(&["play", "skirmish", "--plain", "--deck", "grav"], 3, &["did you mean `grave`?"]);
    told(&["sim", "skirmish", "--decks", "grve"], 3, &["did you mean `grave`?"]);
    told(&["watch", "lab", "--policy", "drone"], 3, &["did you mean `drones`?"]);
    told(&["watch", "lab", "--save", "/nowhere/a"], 3, &["there is no folder /nowhere"]);
    told(&["cards", "skirmish", "Scuot"], 3, &["there is no card `Scuot`", "`Scout`?"]);
    told(&["schema", "crd"], 3, &["did you mean `card`?"]);
    told(&["bench", "drone"], 3, &["did you mean `drones`?"]);
}

#[test]
fn broken_replays_are_told_with_their_line() {
    let folder = folder("broken");
    let file = folder.join("a.jsonl");
    let path = file.to_str().unwrap();
    good(&["watch", "skirmish", "--bots", "random", "--seed", "1", "--plain", "--save", path], "");
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let check = |name: &str, text: &str, code: i32, words: &[&str]| {
        let broken = folder.join(name);
        fs::write(&broken, text).unwrap();
        let broken = broken.to_str().unwrap();
        for arguments in
            [vec!["replay", broken], vec!["explain", broken], vec!["play", "--resume", broken]]
        {
            told(&arguments, code, &[&[broken][..], words].concat());
        }
    };
    check("empty", "", 1, &["line 1: the file is empty"]);
    check("prose", "hello\n", 1, &["line 1: this is not a replay"]);
    let in_line = &text[..text.len() / 2 - 7];
    let cut = format!("line {}: the file was cut off", in_line.lines().count());
    check("cut", in_line, 1, &[&cut]);
    let action = lines[4].split("\"do\":\"").nth(1).unwrap().split('"').next().unwrap();
    let edited = text.replacen(action, &format!("{action}x"), 1);
    check(
        "action",
        &edited,
        1,
        &["line 5", "is not on offer", &format!("did you mean `{action}`?")],
    );
    let hash = text.replacen(&lines[3][lines[3].len() - 18..], "0000000000000000\"}", 1);
    check("hash", &hash, 1, &["line 4: after `", "the file says 0000000000000000"]);
    let catalog = text.replacen("\"catalog\":\"", "\"catalog\":\"0", 1);
    check("catalog", &catalog, 1, &["line 1: made with other cards or rules", "--game FOLDER"]);
    let game = text.replacen("\"game\":\"skirmish", "\"game\":\"skirmsh", 1);
    check("game", &game, 3, &["line 1: there is no game", "did you mean `skirmish`?"]);
    let card = text.replacen("[\"Ghoul\"", "[\"Goul\"", 1);
    check("card", &card, 1, &["line 1: deck grave: there is no card `Goul`", "`Ghoul`?"]);
    told(&["replay", folder.to_str().unwrap()], 3, &["this is a folder, not a file"]);
    told(&["replay", &format!("{path}x")], 3, &["there is no such file", "a.jsonl`?"]);
    told(&["explain", path, "--event", "99999"], 2, &["events go from 1 to"]);
    told(&["explain", path, "--tree", "0"], 2, &["decisions go from 1 to"]);
    told(&["replay", path, "--at", "9999"], 2, &["there are only"]);
    told(&["explain", path, "--why", "Scuot"], 3, &["did you mean `Scout`?"]);
    told(&["explain", path, "--why-not", "Scuot"], 3, &["did you mean `Scout`?"]);
    told(&["explain", path, "--why-not", "Dragon"], 1, &["`Dragon`: no trigger stayed silent"]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_replay_of_changed_cards_needs_their_folder() {
    let folder = folder("changed-cards");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/lab");
    let cards = folder.join("game/cards");
    fs::create_dir_all(&cards).unwrap();
    fs::copy(format!("{root}/game.toml"), folder.join("game/game.toml")).unwrap();
    for part in ["cards", "decks"] {
        fs::create_dir_all(folder.join("game").join(part)).unwrap();
        for entry in fs::read_dir(format!("{root}/{part}")).unwrap().flatten() {
            fs::copy(entry.path(), folder.join("game").join(part).join(entry.file_name())).unwrap();
        }
    }
    fs::write(cards.join("more.toml"), "[[card]]\nname = \"Extra\"\ntype = \"Unit\"\n").unwrap();
    let (game, file) = (folder.join("game"), folder.join("a.jsonl"));
    let (game, path) = (game.to_str().unwrap(), file.to_str().unwrap());
    good(&["play", game, "--plain", "--seed", "3"], &format!("pass\nsave {path}\nquit\n"));
    told(&["replay", path], 1, &["made with other cards or rules"]);
    assert!(good(&["replay", path, "--plain", "--game", game], "").contains("hash is right"));
    good(&["explain", path, "--game", game], "");
    good(&["play", game, "--resume", path, "--plain"], "quit\n");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn broken_pages_and_shards_are_told_with_their_place() {
    let folder = folder("pages-broken");
    let name = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let page = name("bad.md");
    let scenario = |lines: &str, place: usize, words: &[&str]| {
        fs::write(&page, format!("## a\n```scenario\n{lines}\n```\n")).unwrap();
        let output = onplay(&["scenario", &page], "");
        assert_eq!(output.status.code(), Some(1), "{lines}");
        let text = out(&output);
        assert!(text.contains(&format!("bad.md:{place} a")), "{lines}: {text}");
        for word in words {
            assert!(text.contains(word), "{lines}: `{word}` is not in: {text}");
        }
    };
    scenario("game skirmsh", 3, &["did you mean `skirmish`?"]);
    scenario("game skirmish policy tdes", 3, &["did you mean `tides`?"]);
    scenario("setup p1 hand: Scout", 3, &["`game NAME` as the first line"]);
    scenario("game skirmish\nsetup p1 hnd: Scout", 4, &["did you mean `p1 hand`?"]);
    scenario("game skirmish\nsetup p1 hand: Scuot", 4, &["did you mean `Scout`?"]);
    scenario("game skirmish\np1 pss", 4, &["nearest: pass"]);
    scenario("game skirmish\nexpct p1 hand: empty", 4, &["did you mean `expect`?"]);
    scenario("game skirmish\nexpect p1 hnd: empty", 4, &["did you mean `p1 hand`?"]);
    scenario("game skirmish\nmoment weather fine", 4, &["is not a part of a moment"]);
    scenario("game skirmish\nseed x after 3", 4, &["`x` is not a number"]);
    fs::write(&page, "nothing\n").unwrap();
    told(&["scenario", &page], 3, &["bad.md: there are no scenarios"]);
    let chains = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/lab/scenarios/chains.md");
    told(&["resolve", chains, "--policy", "drons"], 3, &["did you mean `drones`?"]);
    told(&["resolve", chains, "--only", "zzz"], 3, &["no scenario has the words `zzz`"]);
    good(&["sim", "skirmish", "--games", "4", "--out", &name("s")], "");
    good(&["sim", "tides", "--games", "4", "--out", &name("t")], "");
    told(&["sim", "merge", &name("s"), &name("t")], 1, &["the game differs", "skirmish", "tides"]);
    told(&["diff", &name("s"), &name("t")], 1, &["different games: skirmish and tides"]);
    let whole = fs::read_to_string(name("s")).unwrap();
    fs::write(name("half"), &whole[..whole.len() / 2]).unwrap();
    let shard = "a shard is what `onplay sim GAME --out FILE` writes";
    told(&["sim", "merge", &name("half")], 3, &["half: this is not a whole shard", shard]);
    told(&["sim", "merge", &name("none")], 3, &["there is no such file"]);
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let (one, two) = (format!("{games}/skirmish"), format!("{games}/tides"));
    told(&["diff", &one, &two], 1, &["different games", "is skirmish", "is tides"]);
    told(&["diff", &one, &name("s")], 2, &["two folders with game files or two shards"]);
    fs::write(name("s.toml"), "x").unwrap();
    told(&["check", &name("s.toml")], 3, &["there is no game.toml in or above it"]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn lines_of_play_are_counted() {
    let text = good(&["perft", "lab", "--depth", "2", "--seed", "1", "--json"], "");
    assert!(text.contains("\"depth\":0,\"lines\":1"), "{text}");
}

#[test]
fn modes_are_offered_and_logged_with_the_words_of_the_card() {
    // With this seed the first hand holds a card of two modes; one of them can
    // be paid on the first turn, both on the fifth.
    let folder = folder("modes");
    let file = folder.join("modes.jsonl");
    let path = file.to_str().unwrap();
    let forced = good(&["play", "tides", "--plain", "--seed", "101"], "play Fork\nquit\n");
    assert!(forced.contains("▸ You choose: 1 energy: Draw a card. (no other choice)"), "{forced}");
    let input = format!("end turn\nend turn\nplay Fork\n1\nsave {path}\nquit\n");
    let text = good(&["play", "tides", "--plain", "--seed", "101", "--bot", "random"], &input);
    assert!(text.contains("  1 1 energy: Draw a card."), "{text}");
    assert!(text.contains("  2 3 energy: Dissolve an enemy."), "{text}");
    assert!(text.contains("▸ You choose: 1 energy: Draw a card."), "{text}");
    // The file keeps the short form, which is what can be typed.
    assert!(fs::read_to_string(&file).unwrap().contains("\"do\":\"option 1\""));
    for explained in [good(&["replay", path, "--plain"], ""), good(&["explain", path], "")] {
        assert!(explained.contains("Player chooses: 1 energy: Draw a card."), "{explained}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_end_says_who_won_and_why() {
    for game in GAMES {
        let text = good(&["watch", game, "--bots", "random", "--seed", "4", "--plain"], "");
        let (before, after) = text.split_once("What led to it:").expect(game);
        assert!(before.contains(" win"), "{game}: {before}");
        assert!(after.contains("▸ "), "{game}: {after}");
    }
}

#[test]
fn rules_and_the_whole_board_can_be_read_while_playing() {
    let input = "rules\nrules [tides 1.4]\nrules bananas\nboard\nquit\n";
    let text = good(&["play", "tides", "--plain", "--seed", "3"], input);
    assert!(text.contains("Two players raise characters"), "{text}");
    assert!(text.contains("1.4a If your lead is 1 or more"), "{text}");
    assert!(text.contains("no clause of the rules has the words `bananas`"), "{text}");
}

#[test]
fn a_card_in_hand_is_meant_before_its_copies_elsewhere() {
    let text = good(
        &["play", "skirmish", "--plain", "--seed", "7"],
        "why not play Dragon to p2 T0\nquit\n",
    );
    assert!(text.contains("play Dragon to p2 T0: "), "{text}");
}

#[test]
fn schemas_are_named_as_json_too() {
    assert_eq!(good(&["schema", "--json"], "").trim(), "[\"card\",\"deck\",\"game\"]");
}
