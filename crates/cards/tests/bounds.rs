//! What is too large for a game is refused when it is read, never cut short.

mod common;

use common::{book, files};
use onplay_cards::{SourceFile, load_game};

fn first_error(game: &str, text: &str) -> String {
    let loaded = book(game).with_cards(&SourceFile::new("new/cards/new.toml", text));
    let error = loaded.diagnostics.iter().find(|one| one.is_error());
    error.map_or(String::new(), |error| error.message.clone())
}

#[test]
fn a_cost_beyond_counting_is_refused() {
    let card = |cost: &str| {
        format!(
            "[[card]]\nname = \"A\"\ntype = \"Creature\"\npower = 1\ntoughness = 1\ncost = \"{cost}\"\n"
        )
    };
    for cost in ["{32767}{R}{R}", "{1000}", "{999}{R}", "{600}{600}", "{-1}"] {
        let said = first_error("goblins", &card(cost));
        assert!(said.contains("is not a cost of this game"), "{cost}: {said}");
    }
    assert_eq!(first_error("goblins", &card("{998}{R}")), "");
    let many = "{R}".repeat(1000);
    assert!(first_error("goblins", &card(&many)).contains("is not a cost of this game"));
}

#[test]
fn data_of_an_ability_has_numbers_that_can_be_added() {
    let card = |number: &str| {
        format!(
            "[[card]]\nname = \"A\"\ntype = \"Spell\"\nability = [{{ when = \"played\", effects = \
             [{{ draw = {{ who = \"you\", count = {{ number = {number} }} }} }}] }}]\n"
        )
    };
    assert_eq!(first_error("lab", &card("999")), "");
    for number in ["1000", "32767", "-32768", "9223372036854775807"] {
        let said = first_error("lab", &card(number));
        assert!(said.contains("numbers on cards go from -999 to 999"), "{number}: {said}");
    }
}

#[test]
fn a_game_has_no_more_cards_than_numbers_for_them() {
    let mut text = String::new();
    for number in 0..66_000 {
        text += &format!("[[card]]\nname = \"Card {number}\"\ntype = \"Unit\"\n");
    }
    assert_eq!(first_error("lab", &text), "a game holds at most 65534 cards");
}

#[test]
fn a_card_has_no_more_subtypes_than_fit() {
    let line = |count: usize| {
        let words: Vec<String> = (0..count).map(|number| format!("Kind{number}")).collect();
        format!("[[card]]\nname = \"A\"\ntype = \"Unit — {}\"\n", words.join(" "))
    };
    assert_eq!(first_error("lab", &line(32)), "");
    assert!(first_error("lab", &line(33)).contains("too many subtypes"));
}

#[test]
fn a_deck_that_does_not_fit_on_the_table_is_refused() {
    let mut files = files("skirmish");
    let deck = |copies: u32| format!("name = \"X\"\n[main]\n\"Scout\" = {copies}\n");
    files.push(SourceFile::new("skirmish/decks/x.toml", deck(250)));
    let loaded = load_game(&files);
    let said = loaded.diagnostics.iter().map(|one| one.message.as_str()).collect::<Vec<_>>();
    assert!(said.iter().any(|said| said.starts_with("this deck has 250 cards")), "{said:?}");
}
