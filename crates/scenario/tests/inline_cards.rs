//! A card of a page that is wrong fails the scenarios that it is written for or that name
//! it, and no others.

use onplay_scenario::{Outcome, read_page, run_page};

const RIGHT: &str =
    "[[card]]\nname = \"Right\"\ntype = \"Spell\"\ncost = 0\ntext = \"Draw a card.\"\n";
const WRONG: &str =
    "[[card]]\nname = \"Wrong\"\ntype = \"Spell\"\ncost = 0\ntext = \"Drew a bird.\"\n";

fn scenario(title: &str, cards: &str, card: &str) -> String {
    format!(
        "## {title}\n```cards\n{cards}```\n```scenario\ngame lab\nsetup p1 hand: {card}; p1 deck: Pebble\np1 play {card}\nexpect p1 hand: Pebble\n```\n"
    )
}

fn run(page: &str) -> Vec<Outcome> {
    run_page(&read_page("page.md", page))
}

#[test]
fn a_wrong_card_fails_the_scenarios_that_name_it() {
    let (one, two) = (scenario("one", "", "Right"), scenario("two", "", "Wrong"));
    let outcomes = run(&format!("```cards\n{RIGHT}{WRONG}```\n{one}{two}"));
    assert_eq!(outcomes.len(), 2, "{outcomes:#?}");
    assert!(outcomes[0].holds(), "{:#?}", outcomes[0]);
    let failure = &outcomes[1].failures[0];
    assert_eq!(failure.line, 11);
    assert!(failure.actual.starts_with("Wrong, line 11: "), "{}", failure.actual);
}

#[test]
fn a_wrong_card_under_a_heading_fails_that_scenario_alone() {
    let (one, two) = (scenario("one", WRONG, "Right"), scenario("two", "", "Right"));
    let outcomes = run(&format!("```cards\n{RIGHT}```\n{one}{two}"));
    assert!(!outcomes[0].holds());
    assert!(outcomes[1].holds(), "{:#?}", outcomes[1]);
}

#[test]
fn a_wrong_card_that_nobody_names_is_told_once_for_the_page() {
    let (one, two) = (scenario("one", "", "Right"), scenario("two", "", "Right"));
    let outcomes = run(&format!("```cards\n{WRONG}{RIGHT}```\n{one}{two}"));
    let holding = outcomes.iter().filter(|outcome| outcome.holds()).count();
    assert_eq!((outcomes.len(), holding), (3, 2), "{outcomes:#?}");
    assert_eq!((outcomes[2].title.as_str(), outcomes[2].failures.len()), ("page.md", 1));
}
