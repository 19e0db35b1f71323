//! The examples in `docs/protocol.md` are messages of the protocol.

use onplay_wire::{FromClient, ToClient};

/// The lines of all blocks with this heading.
fn examples(kind: &str) -> Vec<String> {
    let text = include_str!("../../../docs/protocol.md");
    let fence = format!("```json {kind}\n");
    let blocks = text.split(&fence).skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap_or_default());
    blocks.flat_map(str::lines).map(str::to_owned).collect()
}

#[test]
fn what_clients_say_can_be_read() {
    let lines = examples("in");
    assert!(lines.len() >= 12, "{} examples", lines.len());
    for line in lines {
        let read: Result<FromClient, _> = serde_json::from_str(&line);
        let read = read.unwrap_or_else(|error| panic!("{line}: {error}"));
        let again = serde_json::to_value(&read).expect("it can be written");
        let known: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(again, known, "something in it is ignored");
    }
}

#[test]
fn what_clients_hear_can_be_read() {
    let lines = examples("out");
    assert!(lines.len() >= 12, "{} examples", lines.len());
    for line in lines {
        let read: Result<ToClient, _> = serde_json::from_str(&line);
        let read = read.unwrap_or_else(|error| panic!("{line}: {error}"));
        let again = serde_json::to_value(&read).expect("it can be written");
        let known: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(again, known, "something in it is ignored");
    }
}
