//! `play --json`: a program plays by the server's own messages, one on each line.

mod common;

use std::collections::BTreeSet;
use std::fs;

use common::{Machine, bad, folder, good};
use onplay_games::kit;
use onplay_games::kit::GAMES;
use onplay_games::replay::{Replay, find_action};
use onplay_wire::{Projection, Step, ToClient, View, Viewer, play};
use serde_json::{Value, json};

/// What one seat was told, put together.
#[derive(Default)]
struct Seen {
    view: Option<View>,
    last: u32,
}

impl Seen {
    fn note(&mut self, message: &ToClient) {
        match message {
            ToClient::State { n, view } => (self.last, self.view) = (*n, Some(view.clone())),
            ToClient::Steps { steps } => {
                for step in steps {
                    assert_eq!(step.n, self.last + 1, "a gap");
                    self.last = step.n;
                    self.view.as_mut().expect("a view comes first").apply(step);
                }
            }
            _ => {}
        }
    }
}

fn read(machine: &mut Machine) -> (Value, ToClient) {
    let said = machine.read();
    let message = serde_json::from_value(said.clone());
    let message = message.unwrap_or_else(|error| panic!("{error}: {said}"));
    (said, message)
}

/// The table at the end of a replay, as a seat sees it.
fn local_view(replay: &Replay, viewer: Viewer) -> View {
    let projection = Projection::new(kit::load(&replay.header.game).expect("a shipped game"));
    let mut game = replay.begin(projection.kit(), None).expect("it begins");
    let mut eyes = projection.eyes(&game, viewer);
    for step in &replay.steps {
        let action = find_action(projection.table(), &game, step.action.as_ref().expect("a step"));
        let trace = play(projection.table(), &mut game, action.expect("it is on offer"));
        projection.steps(&trace, &mut eyes);
    }
    projection.view(&game, &eyes)
}

#[test]
fn a_program_plays_whole_games() {
    let folder = folder("lines");
    for game in GAMES {
        let path = format!("{game}.jsonl");
        let options = ["play", game, "--json", "--seed", "6", "--bot", "random", "--save", &path];
        let mut machine = Machine::in_folder(&folder, &options);
        let (hello, _) = read(&mut machine);
        assert_eq!((&hello["type"], &hello["seat"]), (&json!("hello"), &json!("p1")), "{hello}");
        let mut seen = Seen::default();
        let mut count = 0;
        let over = loop {
            let (said, message) = read(&mut machine);
            seen.note(&message);
            match message {
                ToClient::Ask { ask } => {
                    machine.decide(&json!(ask.n), 1 + count * 7 % ask.actions.len());
                    count += 1;
                    assert!(count < 5_000, "{game} does not end");
                }
                ToClient::Over { .. } => break said,
                ToClient::Error { fault } => panic!("{game}: {fault:?}"),
                _ => {}
            }
        };
        assert!(over["text"].is_string() && over["opened"]["seed"] == "6", "{over}");
        assert!(machine.child.wait().expect("it ends").success());
        let text = fs::read_to_string(folder.join(&path)).expect("it was saved");
        let replay = Replay::read(&text).expect("a replay");
        let seat = Viewer::Seat(onplay_engine::id::Seat::ONE);
        assert_eq!(seen.view, Some(local_view(&replay, seat)), "{game}");
    }
    fs::remove_dir_all(&folder).expect("it can be removed");
}

#[test]
fn a_game_is_left_saved_and_gone_on_with() {
    let folder = folder("left");
    let at = |name: &str| folder.join(name).to_str().expect("a path").to_owned();
    let file = at("a.jsonl");
    let lines: Vec<String> = (1..4)
        .map(|ask| json!({ "type": "decide", "id": ask.to_string(), "ask": ask, "action": 1 }))
        .map(|line| line.to_string())
        .collect();
    let play = ["play", "skirmish", "--json", "--seed", "4", "--save", &file];
    let out = good(&play, &lines.join("\n"));
    let last: Value = serde_json::from_str(out.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["type"], "goodbye", "{last}");
    assert!(bad(&play).1.contains("--force"), "a file is not replaced unasked");
    let mut resumed = Machine::new(&["play", "--resume", &file, "--json", "--save", &file]);
    resumed.until(&["hello"]);
    let state = resumed.until(&["state"]);
    let told: Vec<Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let turn = told.iter().rev().flat_map(|line| line["steps"].as_array().into_iter().flatten());
    let mut moments = turn.flat_map(|step| step["changes"].as_array().into_iter().flatten());
    let moment = moments.find(|change| change["change"] == "moment").expect("turns went by");
    assert!(state["view"]["turn"].as_u64() >= moment["turn"].as_u64(), "{state}");
    resumed.until(&["ask"]);
    fs::remove_dir_all(&folder).expect("it can be removed");
}

#[test]
fn bad_lines_are_told_and_change_nothing() {
    let mut machine = Machine::new(&["play", "skirmish", "--json", "--seed", "7"]);
    let ask = machine.until(&["ask"])["ask"].clone();
    let most = ask["actions"].as_array().expect("offers").len();
    let number = ask["n"].as_u64().expect("a number");
    let decide = |ask: u64, action: u64| {
        json!({ "type": "decide", "id": "x", "ask": ask, "action": action }).to_string()
    };
    let example = "{\"type\":\"decide\",\"id\":\"d1\",\"ask\":1,\"action\":1}";
    let wrong = [
        ("hello".to_owned(), "bad-message", example),
        ("{}".to_owned(), "bad-message", example),
        ("{\"type\":\"decid\"}".to_owned(), "bad-message", example),
        ("{\"type\":\"undo\",\"now\":1}".to_owned(), "bad-message", "{\"type\":\"undo\"}"),
        (decide(number, 9_999), "no-such-action", &most.to_string()),
        (decide(number, 0), "no-such-action", "1"),
        (decide(number + 1, 1), "stale-ask", &number.to_string()),
        ("{\"type\":\"join\",\"token\":\"1\"}".to_owned(), "bad-token", "{\"type\":\"join\"}"),
        ("{\"type\":\"why\",\"id\":\"w\",\"step\":99}".to_owned(), "not-found", "0"),
    ];
    for (line, code, nearest) in wrong {
        let error = machine.send(&line);
        assert_eq!((&error["type"], &error["code"]), (&json!("error"), &json!(code)), "{line}");
        assert_eq!(error["nearest"], nearest, "{line}: {error}");
    }
    for (line, code) in [
        ("{\"type\":\"undo\"}", "cannot-undo"),
        ("{\"type\":\"consent\",\"yes\":true}", "wrong-time"),
        ("{\"type\":\"rematch\"}", "wrong-time"),
        ("{\"type\":\"substitute\"}", "wrong-time"),
        ("{\"type\":\"pong\"}", "wrong-time"),
    ] {
        assert_eq!(machine.send(line)["code"], code, "{line}");
    }
    assert_eq!(bad(&["play", "--json"]).0, 2);
}

#[test]
fn a_decision_is_repeated_asked_about_taken_back_and_given_up() {
    let mut machine = Machine::new(&["play", "lab", "--json", "--two", "--seed", "3"]);
    let mut clients = BTreeSet::new();
    let ask = loop {
        let said = machine.read();
        clients.insert(said["client"].as_str().expect("a client").to_owned());
        if said["type"] == "ask" {
            break said;
        }
    };
    assert_eq!(clients.into_iter().collect::<Vec<_>>(), ["p1", "p2"]);
    let client = ask["client"].clone();
    let say = |rest: Value| {
        let mut line = rest;
        line["client"] = client.clone();
        line.to_string()
    };
    let number = &ask["ask"]["n"];
    let offers = ask["ask"]["actions"].as_array().expect("offers").len();
    let preview = machine
        .send(&say(json!({ "type": "preview", "id": "p", "ask": number, "action": offers })));
    assert_eq!((&preview["type"], &preview["id"]), (&json!("preview"), &json!("p")), "{preview}");
    let decide = json!({ "type": "decide", "id": "d", "ask": number, "action": offers });
    assert_eq!(machine.send(&decide.to_string())["code"], "bad-message", "whose line is it?");
    machine.send(&say(decide.clone()));
    let decided = machine.until(&["decided"]);
    assert_eq!(decided["id"], "d");
    machine.until(&["ask"]);
    // Saying it again is harmless.
    assert_eq!(machine.send(&say(decide))["type"], "decided");
    let why = machine.send(&say(json!({ "type": "why", "id": "w", "step": 1 })));
    assert_eq!(why["links"][0]["step"], 1, "{why}");
    // Whoever joins again gets what it missed.
    let hello = machine.send(&say(json!({ "type": "join", "seen": 0 })));
    assert_eq!(hello["type"], "hello");
    let missed: Vec<Step> = serde_json::from_value(machine.read()["steps"].clone()).expect("steps");
    assert_eq!(missed[0].n, 1);
    machine.until(&["ask"]);
    machine.send(&say(json!({ "type": "undo" })));
    assert_eq!(machine.until(&["undo"])["state"], "done");
    assert_eq!(machine.until(&["ask"])["client"], client);
    machine.send(&say(json!({ "type": "concede" })));
    let over = machine.until(&["over"]);
    assert_ne!(over["winner"], client, "{over}");
}

/// The example in docs/protocol.md says what happens.
#[test]
fn the_documented_example_is_what_happens() {
    let page = include_str!("../../../docs/protocol.md");
    let part = page.split("## JSON Lines in the terminal").nth(1).expect("the chapter");
    let block = |kind: &str| {
        let fence = format!("```{kind}\n");
        part.split(&fence).nth(1).and_then(|rest| rest.split("```").next()).expect("a block")
    };
    let lines: Vec<&str> = block("sh").split('\'').filter(|word| word.starts_with('{')).collect();
    let told = good(&["play", "skirmish", "--json", "--seed", "7"], &lines.join("\n"));
    let told: Vec<Value> =
        told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let wanted: Vec<&str> = block("text").lines().collect();
    let kind = |line: &&str| line.split('"').nth(3).expect("a type").to_owned();
    let kinds: Vec<&str> = told.iter().map(|line| line["type"].as_str().expect("a type")).collect();
    assert_eq!(kinds, wanted.iter().map(kind).collect::<Vec<_>>());
    for (line, wanted) in told.iter().zip(wanted) {
        // Where nothing is left out, every word is right.
        if !wanted.contains('…') {
            assert_eq!(line.to_string(), wanted);
        }
    }
}
