//! What words bind to: sentences with what their pronouns mean, told without any
//! pronoun, and those that are refused with sentences that have one meaning.

mod common;

use common::book;
use onplay_cards::{Book, CardContext, ParsedText, parse_card_text, print_ability};

fn read(book: &Book, kind: &str, text: &str) -> ParsedText {
    parse_card_text(&book.vocabulary, CardContext { name: "", once: kind == "spell" }, text)
}

/// The sentence is understood, and read as these words.
fn check(game: &str, kind: &str, text: &str, words: &[&str]) -> Result<(), String> {
    let book = book(game);
    let parsed = read(&book, kind, text);
    if let Some(wrong) = parsed.diagnostics.first() {
        return Err(format!("{text}\n  refused: {}", wrong.message));
    }
    let printed: Vec<String> =
        parsed.abilities.iter().map(|one| print_ability(&book.vocabulary, one)).collect();
    let printed = printed.join(" ");
    for word in words {
        if !printed.contains(word) {
            return Err(format!("{text}\n  reads as: {printed}\n  without: {word}"));
        }
    }
    Ok(())
}

/// The sentence is refused; what is offered instead is understood, each differently.
fn refuse(game: &str, kind: &str, text: &str, offers: usize) -> Result<(), String> {
    let book = book(game);
    let parsed = read(&book, kind, text);
    let Some(wrong) = parsed.diagnostics.first() else {
        let printed: Vec<String> =
            parsed.abilities.iter().map(|one| print_ability(&book.vocabulary, one)).collect();
        return Err(format!("{text}\n  is understood: {}", printed.join(" ")));
    };
    let help = wrong.help.clone().unwrap_or_default();
    let offered: Vec<&str> = help.split('“').skip(1).filter_map(|s| s.split('”').next()).collect();
    if offered.len() != offers {
        return Err(format!("{text}\n  {}\n  offers: {help}", wrong.message));
    }
    let start = text.rfind(". ").map_or(0, |at| at + 2);
    let mut seen = Vec::new();
    for offer in offered {
        let whole = format!("{}{offer}", &text[..start]);
        let parsed = read(&book, kind, &whole);
        if !parsed.diagnostics.is_empty() || seen.contains(&parsed.abilities) {
            return Err(format!("{text}\n  offers “{offer}”, which does not help"));
        }
        seen.push(parsed.abilities);
    }
    Ok(())
}

#[test]
fn words_bind_as_the_rules_say() {
    let results = [
        check(
            "lab",
            "spell",
            "Deal 2 damage to an enemy. Exhaust it.",
            &["Exhaust that enemy unit"],
        ),
        check(
            "lab",
            "unit",
            "When this enters, exhaust an enemy. This gains 1 attack. Mark it.",
            &["Mark that enemy unit"],
        ),
        check(
            "lab",
            "spell",
            "Destroy an ally. Deal damage equal to its attack to an enemy. Mark it.",
            &["that unit's attack", "Mark that enemy unit"],
        ),
        check("lab", "spell", "Deal damage to an enemy equal to its attack.", &["own attack"]),
        check(
            "lab",
            "unit",
            "Deploy: Deal damage equal to its attack to an enemy.",
            &["this card's attack"],
        ),
        refuse("lab", "spell", "Deal damage equal to its attack to an enemy.", 0),
        check("tides", "spell", "An ally gains spark equal to its cost.", &["own cost"]),
        check(
            "lab",
            "spell",
            "Destroy each unit with attack greater than its hull.",
            &["more than its own hull"],
        ),
        refuse(
            "lab",
            "spell",
            "Choose an ally. Destroy each unit with attack greater than its hull.",
            2,
        ),
        check(
            "lab",
            "spell",
            "Choose an ally. Destroy an enemy with attack less than its attack.",
            &["less than that unit's attack"],
        ),
        check("drones", "unit", "When this attacks a drone, mark it.", &["mark that drone"]),
        refuse("drones", "unit", "When this attacks a drone, it gains 1 attack.", 2),
        check("drones", "unit", "When this attacks, it gains 1 attack.", &["this gains 1 attack"]),
        check(
            "lab",
            "unit",
            "When this deals damage to an enemy, destroy it.",
            &["destroy that enemy unit"],
        ),
        check(
            "lab",
            "unit",
            "When an enemy attacks this, exhaust it. It loses 1 attack.",
            &["exhaust that enemy unit", "That enemy unit loses 1 attack"],
        ),
        check(
            "goblins",
            "unit",
            "Whenever this blocks a creature, destroy that creature.",
            &["destroy that creature"],
        ),
        check(
            "lab",
            "unit",
            "When an ally enters, another ally gains 1 attack.",
            &["another unit you control gains"],
        ),
        check(
            "lab",
            "unit",
            "When an ally dies, return it to its owner's hand.",
            &["return that unit"],
        ),
        check(
            "lab",
            "unit",
            "When this dies, deal 2 damage to an enemy. Return it to your hand.",
            &["Return that enemy unit"],
        ),
        check(
            "tides",
            "unit",
            "When you draw a card, you may discard it.",
            &["discard the drawn card"],
        ),
        check(
            "tides",
            "spell",
            "Draw a card. If it is an event, you gain 1 energy.",
            &["If the drawn card is an event"],
        ),
        check(
            "lab",
            "spell",
            "Deal 2 damage to an enemy. Draw a card. Exhaust it.",
            &["Exhaust that enemy unit"],
        ),
        check(
            "goblins",
            "unit",
            "Whenever a player draws a card, that player loses 1 life.",
            &["that player loses 1 life"],
        ),
        check(
            "lab",
            "unit",
            "Sacrifice another ally: Deal damage equal to its attack to an enemy.",
            &["the sacrificed unit's attack"],
        ),
        check(
            "lab",
            "unit",
            "Exhaust this, sacrifice an ally: Return it to your hand.",
            &["Return the sacrificed unit"],
        ),
        refuse("lab", "spell", "Exhaust an ally and an enemy. Mark it.", 2),
        check(
            "lab",
            "spell",
            "Exhaust an ally and an enemy. Mark that enemy.",
            &["Mark that enemy unit"],
        ),
        refuse("lab", "spell", "Choose up to two allies. It gains 1 attack.", 1),
        check("lab", "spell", "Choose up to two allies. They gain 1 attack.", &["Those units"]),
        check(
            "lab",
            "spell",
            "For each enemy, deal 1 damage to it, then mark it.",
            &["deal 1 damage to that enemy unit, then mark that enemy unit"],
        ),
        refuse("lab", "spell", "For each ally, draw a card. It gains 1 attack.", 1),
        check("lab", "spell", "All enemies lose 1 attack. Exhaust them.", &["Exhaust those"]),
        check(
            "lab",
            "spell",
            "Choose a unit. If it is marked, destroy it. Otherwise, mark it.",
            &["If that unit is marked, destroy that unit", "mark that unit"],
        ),
        check(
            "lab",
            "spell",
            "Your opponent discards a card. If it is a unit, they lose 1 energy.",
            &["your opponent loses 1 energy"],
        ),
        check(
            "lab",
            "spell",
            "Exhaust an enemy. At the start of your next turn, destroy it.",
            &["destroy that enemy unit"],
        ),
        refuse(
            "lab",
            "spell",
            "Choose an ally. Until end of turn, whenever an enemy dies, it gains 1 attack.",
            2,
        ),
        check(
            "lab",
            "unit",
            "When this is dealt damage, deal that much damage to a random enemy.",
            &["equal to the triggering amount"],
        ),
        check(
            "lab",
            "spell",
            "Destroy all units. Draw a card for each unit destroyed this way.",
            &["equal to the result"],
        ),
    ];
    let wrong: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// Words that stand for others in the same place do not change what is meant.
#[test]
fn naming_this_again_binds_nothing() {
    let book = book("lab");
    let pairs = [
        (
            "When this enters, exhaust an enemy. Mark it.",
            "When this enters, exhaust an enemy. This gains 0 attack. Mark it.",
        ),
        (
            "Choose an ally. Deal 1 damage to it.",
            "Choose an ally. This gains 0 attack. Deal 1 damage to it.",
        ),
    ];
    for (plain, longer) in pairs {
        let (plain, longer) = (read(&book, "unit", plain), read(&book, "unit", longer));
        let last = |parsed: &ParsedText| parsed.abilities[0].effects.last().cloned();
        assert_eq!(last(&plain), last(&longer));
    }
}
