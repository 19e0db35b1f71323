//! Rules that no page of a game needs to mention, each proved by a scenario of
//! the lab.

use onplay_scenario::{read_page, run_page};

#[track_caller]
fn holds(scenario: &str, cards: &str) {
    let text = format!("## rule\n```cards\n{cards}\n```\n```scenario\n{scenario}\n```\n");
    let outcomes = run_page(&read_page("rule.md", &text));
    assert_eq!(outcomes.len(), 1);
    assert!(outcomes[0].checks > 0 && outcomes[0].failures.is_empty(), "{:#?}", outcomes[0]);
}

#[test]
fn until_your_next_turn_lasts_through_the_turn_of_the_other() {
    let scenario = "\
game lab
setup p1 lane 1: Pebble [+2 attack until your next turn]
setup p2 lane 2: Pebble [+3 attack until your next turn]
setup p1 deck: Boulder x3; p2 deck: Boulder x3
expect Pebble@p1.lane1.1 attack 3; Pebble@p2.lane2.1 attack 4
p1 pass
expect active p2; Pebble@p1.lane1.1 attack 3; Pebble@p2.lane2.1 attack 1
p2 pass
expect active p1; Pebble@p1.lane1.1 attack 1";
    holds(scenario, "[[card]]\nname = \"Unused\"\ntype = \"Unit\"\n");
}

#[test]
fn two_costs_on_one_counter_add_up() {
    let cards = "\
[[card]]
name = \"Mill\"
type = \"Unit\"
hull = 2
text = \"2 energy, 2 energy: Draw a card.\"";
    let with = |energy: u8| {
        format!("game lab\nsetup p1 lane 1: Mill; p1 energy: {energy}; p1 deck: Boulder x3\n")
    };
    holds(&format!("{}illegal use Mill", with(3)), cards);
    holds(&format!("{}p1 use Mill\nexpect p1 energy 0; p1 hand: Boulder", with(4)), cards);
}
