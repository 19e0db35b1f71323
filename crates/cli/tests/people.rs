//! What people read: names, sentences, prices, and everything that can be looked up.

mod common;

use common::good;
use onplay_games::kit::GAMES;

/// Ten times the first of what is on offer.
const FIRST: &str = "1\n1\n1\n1\n1\n1\n1\n1\n1\n1\nquit\n";

fn play(game: &str, input: &str) -> String {
    good(&["play", game, "--plain", "--seed", "1"], input)
}

#[test]
fn moves_say_what_they_cost_and_what_comes_of_them() {
    let skirmish = play("skirmish", FIRST);
    assert!(skirmish.contains("pass: you are done for this skirmish"), "{skirmish}");
    assert!(skirmish.contains(", which dies"), "{skirmish}");
    let drones = play("drones", FIRST);
    assert!(drones.contains("play Firefly (1 deployment)"), "{drones}");
    assert!(drones.contains("You paid 1 deployment"), "{drones}");
    let tides = play("tides", FIRST);
    assert!(tides.contains("You paid 3 energy"), "{tides}");
    let goblins = play("goblins", FIRST);
    assert!(goblins.contains("cast Exploration ({G})"), "{goblins}");
}

#[test]
fn nobody_is_a_number_and_no_place_is_a_code() {
    for game in GAMES {
        let text = play(game, FIRST);
        for line in text.lines() {
            let code = ["@p", "p1:", "p2:", "p1 drew", "p2 drew"];
            assert!(!code.iter().any(|code| line.contains(code)), "{game}: {line}");
        }
        assert!(text.contains("You"), "{game}: {text}");
    }
}

#[test]
fn a_menu_asks_for_game_deck_opponent_and_seat() {
    let text = good(&["play", "--plain", "--seed", "1"], "1\n\n2\n\n2\nquit\n");
    for words in [
        "which game?",
        "You win by winning two of three skirmishes.",
        "Which deck do you play?",
        "Whom do you play against?",
        "Who sits first?",
        "Bot (greedy) with grave · You with warband",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let text = good(&["play", "--plain"], "9\nq\n");
    assert!(text.contains("type a number from 1 to 7, a name, or q"), "{text}");
}

#[test]
fn everything_public_can_be_looked_up_while_playing() {
    let text = play("skirmish", "how\ndeck\ngraveyard\npiles\nhint\nrules quick\nquit\n");
    for words in [
        "How Skirmish is played",
        "main (30): 3 Acolyte",
        "Bot's graveyard: empty",
        "Your leader: Gravedigger Morn",
        "a search would take `",
        " of 100 tries",
        "Quick: Playing it is a quick action.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn both_hands_are_shown_where_nobody_plays() {
    let text = good(&["watch", "lab", "--seed", "1", "--plain"], "");
    assert!(text.contains("Bot 1's hand: ") && text.contains("Bot 2's hand: "), "{text}");
}

#[test]
fn decks_are_listed_with_their_plans() {
    let text = good(&["decks", "drones"], "");
    assert!(text.contains("Web of Storms  --deck web"), "{text}");
    assert!(good(&["decks", "drones", "web"], "").contains("pool (11): 1 Odin"));
    assert!(good(&["decks", "lab", "--json"], "").contains("\"id\":\"trials\""));
}

#[test]
fn cards_are_shown_whole() {
    let card = good(&["cards", "goblins", "Argothian Enchantress"], "");
    assert!(card.contains("Argothian Enchantress  {1}{G}"), "{card}");
    assert!(card.contains("power 0 · toughness 1"), "{card}");
    let keyword = good(&["cards", "drones", "Aegis"], "");
    assert!(keyword.lines().count() > 3, "{keyword}");
}

/// What people need not read is left out of the log: clauses of which nothing comes,
/// passes of somebody who has nothing to answer, names of places and seats for programs.
#[test]
fn the_log_tells_what_matters() {
    let skirmish = play("skirmish", FIRST);
    assert!(!skirmish.contains("[skirmish 1.8"), "{skirmish}");
    for game in ["goblins", "tides", "alley"] {
        let text = play(game, FIRST);
        assert!(!text.contains("Bot passes") && !text.contains("Player 1"), "{game}: {text}");
    }
    let fords = play("fords", FIRST);
    assert!(fords.contains("You paid "), "{fords}");
    assert!(!fords.contains("You lost 1 supply"), "{fords}");
    let watched = good(&["watch", "skirmish", "--seed", "3", "--plain"], "");
    assert!(watched.contains(" conquers its terrain"), "{watched}");
    assert!(watched.contains("[skirmish 1."), "what decides a skirmish is cited: {watched}");
}

/// What begins a turn every time is not read out: the clauses behind it can be looked up.
#[test]
fn the_course_of_a_turn_is_no_noise() {
    for (game, noise) in [("tides", "dreamwell by cycle"), ("alley", "Untap"), ("fords", "Ready")] {
        let watched = good(&["watch", game, "--seed", "3", "--plain"], "");
        assert!(!watched.contains(noise), "{game}: {watched}");
        for words in ["no longer cooldown", "no longer tapped", "became cooldown"] {
            assert!(!watched.contains(words), "{game}: {words}: {watched}");
        }
    }
    let tides = good(&["watch", "tides", "--seed", "3", "--plain"], "");
    // A clause says “you” of whoever has the turn, so it stands in quotation marks.
    let scored = "“If your lead is 1 or more, you gain points equal to your lead” [tides 1.4a]";
    assert!(tides.contains(scored), "{tides}");
    let alley = play("alley", "no\n1\n1\nend your turn\nquit\n");
    assert!(alley.contains("(1 IKZ)") && alley.contains("▸ You end your turn"), "{alley}");
    // What was decided is not said again when it happens, nor when it is paid for.
    let alley = good(&["watch", "alley", "--seed", "3", "--plain"], "");
    assert!(alley.contains(" attacks Leader "), "{alley}");
    for noise in ["attacked Leader", "IKZ became tapped"] {
        assert!(!alley.contains(noise), "{noise}: {alley}");
    }
}

/// Cards that go back into a deck are named by what they were before it was shuffled.
#[test]
fn a_shuffle_renames_nothing_that_came_before() {
    let watched = good(&["watch", "alley", "--seed", "3", "--plain"], "");
    let began = watched.split("says yes").next().expect("there is a mulligan");
    let returned: Vec<&str> = watched
        .lines()
        .filter_map(|line| line.strip_suffix(" was put into Bot 1's deck"))
        .collect();
    assert!(returned.len() >= 7, "{watched}");
    for card in &returned[..7] {
        let drew = format!("Bot 1 drew {}\n", card.trim());
        assert!(began.contains(&drew), "{card} was never drawn: {began}");
    }
}

/// Two people at one keyboard read the same log: no card is named in it that one of them
/// may not see.
#[test]
fn the_log_of_two_people_names_no_card_that_one_of_them_may_not_see() {
    for game in GAMES {
        let text = good(&["play", game, "--two", "--plain", "--seed", "5"], &"1\n\n".repeat(30));
        let drew: Vec<&str> = text.lines().filter(|line| line.contains(" drew ")).collect();
        assert!(game == "drones" || !drew.is_empty(), "{game}: {text}");
        for line in drew {
            let hidden = line.ends_with(" a card") || line.ends_with(" cards");
            assert!(hidden, "{game}: {line}");
        }
    }
}

/// Asking about a card that one does not have is no mistake in its name.
#[test]
fn a_card_that_one_does_not_have_is_known() {
    let text =
        play("alley", "no\nwhy not play Young Shao\nwhy not play Tenshn\nwhy not fly\nquit\n");
    assert!(text.contains("and nothing of yours could do that"), "{text}");
    assert!(text.contains("; did you mean `Tenshin`?"), "{text}");
    assert_eq!(text.matches("no card has that name").count(), 1, "{text}");
}

/// Damage of a fight goes back to who attacked, not to who passed in between.
#[test]
fn why_leads_from_damage_to_the_attack() {
    let folder = common::folder("why-attack");
    let file = folder.join("a.jsonl");
    let path = file.to_str().expect("a path");
    good(&["watch", "alley", "--seed", "3", "--plain", "--save", path], "");
    let why = good(&["explain", path, "--why", "Leader took damage"], "");
    let first = why.lines().next().expect("a decision");
    assert!(first.contains(" attacks Leader "), "{why}");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}
