//! What a designer is told about a rulebook that cannot work: every kind of mistake, at
//! the words.

use std::fs;
use std::path::Path;

use onplay_cards::{Diagnostic, SourceFile, load_game};

/// Pebbles with some words of its rulebook replaced; each must stand there.
fn pebbles(changes: &[(&str, &str)]) -> (String, Vec<Diagnostic>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pebbles");
    let mut files: Vec<SourceFile> =
        ["game.toml", "rulebook.md", "cards/stones.toml", "decks/gravel.toml"]
            .into_iter()
            .map(|name| {
                let text = fs::read_to_string(folder.join(name)).expect("the file is there");
                SourceFile::new(format!("pebbles/{name}"), text)
            })
            .collect();
    for (old, new) in changes {
        let file = files.iter_mut().find(|file| file.text.contains(old)).expect("it says that");
        file.text = file.text.replace(old, new);
    }
    let rulebook = files[1].text.clone();
    (rulebook, load_game(&files).diagnostics)
}

/// Holds that the changed rulebook is told of with these words, at this text.
fn tells(changes: &[(&str, &str)], at: &str, words: &str) {
    let (rulebook, found) = pebbles(changes);
    let said = found.iter().find(|one| {
        let help = one.help.clone().unwrap_or_default();
        format!("{} {help}", one.message).contains(words)
    });
    let said = said.unwrap_or_else(|| panic!("nothing says “{words}”: {found:#?}"));
    if !at.is_empty() {
        assert_eq!(&rulebook[said.span.start..said.span.end], at, "{said:#?}");
    }
}

#[test]
fn the_game_as_it_is_has_nothing_wrong() {
    assert_eq!(pebbles(&[]).1, []);
}

#[test]
fn a_sentence_that_is_not_read_is_told_at_its_word() {
    let change = ("shuffle your deck and draw 4 cards", "shuffles your deck and draw 4 cards");
    tells(&[change], "shuffles", "shuffle");
}

#[test]
fn a_kind_of_action_that_nobody_takes() {
    tells(&[("As a main action", "As a swift action")], "swift", "nobody takes `swift` actions");
    tells(&[("As a main action", "As a swift action")], "swift", "stages take `main`");
}

#[test]
fn a_kind_of_action_that_no_card_has() {
    let change = ("one main action each", "one main or quick action each");
    tells(&[change], "## Laying", "Laying takes `quick` actions, but no card or clause has one");
}

#[test]
fn a_stage_that_is_not_there() {
    let to = "and draw 4 cards. Go through Fight.\n\n## Called\n\n### Combat\n\n9.1 Draw a card.";
    let change = ("and draw 4 cards.", to);
    tells(&[change], "Fight", "there is no stage “Fight”; Called has “Combat”");
}

#[test]
fn a_loop_without_a_decision_or_an_end() {
    let change =
        ("1.3 Players alternate, one main action each, until both pass in a row.", "1.3 Repeat.");
    tells(&[change], "## Laying", "Laying repeats without a decision and without an end");
}

#[test]
fn what_is_never_reached() {
    let to = "1.3 Players take turns. You take one main action until you pass.";
    let change = ("1.3 Players alternate, one main action each, until both pass in a row.", to);
    tells(
        &[change],
        "## Weighing",
        "Weighing comes after Laying, which never ends; say “at most …”",
    );
}

#[test]
fn two_things_chosen_before_the_colon() {
    let to = "from your hand, choose a stone you control, choose an enemy stone: Deploy this.";
    let change = ("from your hand: Deploy this.", to);
    tells(&[change], "", "one thing is chosen before the colon; the second is asked for after it");
}

#[test]
fn a_question_in_a_moment() {
    let change = ("and draw 4 cards.", "and draw 4 cards. At once: You may draw a card.");
    tells(&[change], "", "“you may” cannot be asked within “At once:”");
}

#[test]
fn a_game_that_nobody_wins() {
    let to = "1.4 For each player, draw a card.";
    let change = (
        "1.4 For each player, if your load is more than your opponent's load, you win the game. If\nnobody has won, the game is drawn.",
        to,
    );
    tells(&[change], "", "no sentence wins, loses or draws the game");
}

#[test]
fn a_number_that_stands_twice_and_a_line_without_one() {
    tells(&[("1.7 Your worth", "1.6 Your worth")], "1.6", "1.6 stands twice (line 30)");
    let change = ("## Words\n", "## Words\n\nYour load is heavy.\n");
    tells(&[change], "Your load is heavy.", "a line outside a clause");
    tells(&[change], "", "begin the line with “>” if it is a remark");
}

#[test]
fn a_section_of_a_deck_that_goes_nowhere() {
    tells(&[("[main]", "[sideboard]")], "", "Decks does not say where “sideboard” goes");
}

#[test]
fn a_type_that_nothing_plays() {
    let change = ("needs = [\"weight\"]", "needs = [\"weight\"]\n[types.Weapon]");
    tells(&[change], "## Cards", "no clause plays a `Weapon`; it can only be in play by effects");
}

#[test]
fn a_check_that_reads_hidden_cards() {
    let to = "1.7 Your worth is your load.\n\n## Always\n\n1.8 As soon as there is a stone in your opponent's hand, you lose the game.";
    let change = ("1.7 Your worth is your load.", to);
    tells(&[change], "", "“As soon as” reads a zone that its player cannot see: hand");
}

#[test]
fn what_is_often_written_first_is_told_how_to_say() {
    let setup = "For each player, shuffle your deck and draw 4 cards.";
    let laying = "Players alternate, one main action each, until both pass in a row.";
    let rows = [
        (setup, "Each player shuffles their deck and draws 4 cards.", "For each player, shuffle"),
        (setup, "Shuffle both decks.", "For each player, shuffle"),
        (laying, "The first player takes one main action.", "You take one main action"),
        (laying, "Your opponent must take one main action.", "unless it says “until …”"),
        (laying, "You play one card.", "You take one main action"),
        ("your hand: Deploy this.", "your hand: Play this to the table.", "Deploy this."),
        (
            "Your worth is your load.",
            "Your worth is your load.\n\n## Always\n\n1.8 As soon as a player has 4 stones, that player wins the game.",
            "As soon as you have",
        ),
    ];
    for (old, new, words) in rows {
        tells(&[(old, new)], "", words);
    }
}

#[test]
fn a_plain_dash_and_a_plain_number_of_times_will_do() {
    let dash = ("Lay — As", "Lay - As");
    let times = ("1.3 Players alternate", "1.3 Repeat 3 times.\n\n1.3b Players alternate");
    assert_eq!(pebbles(&[dash, times]).1, []);
}

#[test]
fn everything_is_told_at_once() {
    let (_, found) = pebbles(&[
        ("As a main action", "As a swift action"),
        ("1.7 Your worth", "1.6 Your worth"),
        ("[main]", "[sideboard]"),
    ]);
    assert!(found.len() >= 3, "{found:#?}");
}
