//! What is secret stays secret until the game is over.

mod common;

use std::collections::HashSet;

use common::{Machine, good};

#[test]
fn a_seed_that_nobody_asked_for_is_told_at_the_end() {
    let mut seeds = HashSet::new();
    for _ in 0..3 {
        let mut machine = Machine::new(&["play", "skirmish", "--json", "--bot", "random"]);
        let hello = machine.read();
        let commitment = hello["commitment"].as_str().expect("a commitment").to_owned();
        let mut said = machine.until(&["ask", "over"]);
        while said["type"] == "ask" {
            assert!(!said.to_string().contains("seed"), "{said}");
            machine.decide(&said["ask"]["n"], 1);
            said = machine.until(&["ask", "over"]);
        }
        let opened = &said["opened"];
        let seed = opened["seed"].as_str().and_then(|seed| seed.parse().ok()).expect("a seed");
        let salt = opened["salt"].as_str().expect("a salt");
        assert_eq!(onplay_server::commitment(seed, salt), commitment);
        seeds.insert(seed);
    }
    // From the system, not from the clock: no two alike, and not all short.
    assert_eq!(seeds.len(), 3, "{seeds:?}");
    assert!(seeds.iter().any(|seed| *seed > u64::from(u32::MAX)), "{seeds:?}");
}

#[test]
fn leaving_early_tells_no_seed() {
    let left = good(&["play", "lab", "--json"], "");
    assert!(left.contains("\"goodbye\"") && !left.contains("seed"), "{left}");
    let text = good(&["play", "lab", "--plain"], "pass\nquit\n");
    assert!(!text.contains("seed"), "{text}");
    // Whoever asked for a seed knows it anyway.
    assert!(good(&["play", "lab", "--plain", "--seed", "3"], "quit\n").contains("seed 3"));
    let watched = good(&["watch", "lab", "--json"], "");
    let lines: Vec<&str> = watched.lines().collect();
    assert!(lines[0].contains("\"seed\":null"), "{}", lines[0]);
    assert!(!lines[lines.len() - 1].contains("\"seed\":null"), "{}", lines[lines.len() - 1]);
}
