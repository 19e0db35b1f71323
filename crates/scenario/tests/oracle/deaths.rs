//! Deaths in Goblins: who sees whom die, in both profiles.

use onplay_engine::id::{Class, CounterId, Seat};
use onplay_engine::state::Action;
use onplay_scenario::{play_scenario, read_page};

use super::boards::{Dice, boards};

/// Watchers of both players, some of whom die with the others: every watcher that was
/// there sees every death, whatever the profile.
#[test]
fn deaths_of_goblins_agree() {
    let mut dice = Dice(14);
    for number in 0..boards() {
        let mut sides = [String::new(), String::new()];
        let (mut deaths, mut watchers) = (0, [0, 0]);
        for (seat, side) in sides.iter_mut().enumerate() {
            let mut names = Vec::new();
            for _ in 0..1 + dice.below(4) {
                let (watches, frail) = (dice.below(2) == 0, dice.below(2) == 0);
                deaths += i32::from(frail);
                watchers[seat] += i32::from(watches);
                names.push(match (watches, frail) {
                    (true, true) => "Frail Watcher",
                    (true, false) => "Stout Watcher",
                    (false, true) => "Frail Bear",
                    (false, false) => "Stout Bear",
                });
            }
            *side = names.join(", ");
        }
        let profile = ["stack", "immediate"][number % 2];
        let life = watchers.map(|count| 20 + count * deaths);
        let card = |name: &str, toughness: u8, text: &str| {
            format!(
                "[[card]]\nname = \"{name}\"\ntype = \"Creature — Human\"\ncost = \"{{1}}\"\npower = 1\ntoughness = {toughness}\n{text}\n"
            )
        };
        let watch = "text = \"Whenever a creature dies, you gain 1 life.\"";
        let cards = [
            card("Frail Watcher", 2, watch),
            card("Stout Watcher", 5, watch),
            card("Frail Bear", 2, ""),
            card("Stout Bear", 5, ""),
            "[[card]]\nname = \"Quake\"\ntype = \"Sorcery\"\ncost = \"{0}\"\ntext = \"Deal 2 damage to each creature.\"\n".to_owned(),
        ]
        .concat();
        let text = format!(
            "## board\n```cards\n{cards}```\n```scenario\ngame goblins policy {profile}\nsetup p1 hand: Quake; p1 battlefield: {}; p2 battlefield: {}\np1 play Quake\np1 pass\np2 pass\n```\n",
            sides[0], sides[1]
        );
        assert_eq!(lives_after(&text), life, "{profile} board {number}\n{text}");
    }
}

/// Plays a page, then orders triggers as they lie and passes until nothing waits.
/// Returns both lives.
fn lives_after(text: &str) -> [i32; 2] {
    let page = read_page("oracle.md", text);
    let (mut stage, failure) = play_scenario(&page.scenarios[0], None).expect("a table");
    assert_eq!(failure, None);
    let mut actions = Vec::new();
    while !(stage.game.pending.prompts().is_empty() && stage.game.pending.stack.is_empty()) {
        stage.kit.table.legal_actions(&stage.game, &mut actions);
        let asked = !stage.game.pending.prompts().is_empty();
        let action = if asked { actions[0] } else { Action::Pass };
        stage.kit.table.apply_unchecked(&mut stage.game, action, None);
    }
    let life = stage.kit.table.catalog.names.find(Class::Counter, "life").expect("lives");
    Seat::BOTH.map(|seat| stage.game.counter(seat, CounterId(life)).into())
}
