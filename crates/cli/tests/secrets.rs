//! What is secret stays secret until the game is over.

mod common;

use std::collections::HashSet;

use common::{Machine, good};

#[test]
fn a_seed_that_nobody_asked_for_is_told_at_the_end() {
    let mut seeds = HashSet::new();
    for _ in 0..3 {
        let mut machine = Machine::new(&["play", "skirmish", "--json", "--bot", "random"]);
        let start = machine.read();
        assert!(start["seed"].is_null(), "{start}");
        let mut said = machine.read();
        while said["type"] == "decision" {
            assert!(said.get("seed").is_none(), "{said}");
            said = machine.send("{\"action\":1}");
        }
        assert_eq!(said["over"], true, "{said}");
        seeds.insert(said["seed"].as_u64().expect("the game is over"));
    }
    // From the system, not from the clock: no two alike, and not all short.
    assert_eq!(seeds.len(), 3, "{seeds:?}");
    assert!(seeds.iter().any(|seed| *seed > u64::from(u32::MAX)), "{seeds:?}");
}

#[test]
fn leaving_early_tells_no_seed() {
    let mut machine = Machine::new(&["play", "lab", "--json"]);
    machine.read();
    machine.read();
    let left = machine.send("{\"quit\":true}");
    assert!(left["over"] == false && left["seed"].is_null(), "{left}");
    let text = good(&["play", "lab", "--plain"], "pass\nquit\n");
    assert!(!text.contains("seed"), "{text}");
    // Whoever asked for a seed knows it anyway.
    assert!(good(&["play", "lab", "--plain", "--seed", "3"], "quit\n").contains("seed 3"));
    let watched = good(&["watch", "lab", "--json"], "");
    let lines: Vec<&str> = watched.lines().collect();
    assert!(lines[0].contains("\"seed\":null"), "{}", lines[0]);
    assert!(!lines[lines.len() - 1].contains("\"seed\":null"), "{}", lines[lines.len() - 1]);
}
