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
        refuse("lab", "spell", "Deal damage equal to its attack to an enemy.", 1),
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
            "Your opponent discards a card and loses 1 life.",
            &["Your opponent loses 1 life"],
        ),
        check(
            "lab",
            "spell",
            "Each player draws a card, then you gain 1 life.",
            &["For each player, draw a card. You gain 1 life."],
        ),
        check(
            "lab",
            "unit",
            "When an enemy dies, its controller discards a card.",
            &["for that enemy unit's controller, discard a card"],
        ),
        check(
            "goblins",
            "spell",
            "Target player draws two cards and loses 2 life.",
            &["You lose 2 life. • Your opponent draws 2 cards. Your opponent loses 2 life."],
        ),
        check(
            "lab",
            "spell",
            "Deal 1 damage to an enemy. If it is marked, deal 3 instead.",
            &["Choose an enemy unit. If that enemy unit is marked, deal 3 damage to that enemy"],
        ),
        refuse("lab", "unit", "When this kills an enemy, it gains 1 attack.", 2),
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
        check(
            "lab",
            "spell",
            "Exhaust an enemy. This gains 1 attack. Mark it.",
            &["Mark that enemy unit"],
        ),
        check(
            "goblins",
            "spell",
            "Target creature you control deals damage equal to its power to target creature an \
             opponent controls.",
            &["That creature deals damage equal to that creature's power to target enemy"],
        ),
        check(
            "skirmish",
            "spell",
            "Each wounded ally gains power equal to its damage.",
            &["each unit's own damage"],
        ),
        check(
            "drones",
            "spell",
            "Choose an ally. Exhaust an enemy with less speed than it.",
            &["less than that drone's speed"],
        ),
        refuse("goblins", "unit", "Whenever a creature blocks a Goblin, it gets +1/+1.", 2),
        check(
            "tides",
            "unit",
            "When you materialize another ally, it gains 1 spark.",
            &["another character", "that character gains 1 spark"],
        ),
        refuse("tides", "unit", "Discard two cards: You gain energy equal to their cost.", 1),
        check(
            "tides",
            "unit",
            "Discard two cards: You gain energy equal to their total cost.",
            &["the discarded cards"],
        ),
        check(
            "tides",
            "spell",
            "As an additional cost to play this, abandon an ally.\nDraw cards equal to the \
             abandoned ally's spark.",
            &["Abandon a character: Draw cards equal to the abandoned character's spark"],
        ),
        check("lab", "spell", "Destroy a unit. Destroy another unit.", &["Destroy another unit"]),
        check(
            "lab",
            "spell",
            "Deal 2 damage to an enemy and 1 damage to each other enemy.",
            &["1 damage to all other enemy units"],
        ),
        check("lab", "unit", "Deploy: Destroy all other units.", &["destroy all other units"]),
        refuse("lab", "spell", "Destroy all other units.", 1),
        check(
            "lab",
            "spell",
            "Deal 2 damage to an enemy or an ally.",
            &["under your opponent's control", "under your control"],
        ),
        check(
            "lab",
            "spell",
            "Choose an enemy. Choose another enemy. The first chosen enemy deals 2 damage to the \
             second chosen enemy.",
            &["The first named one deals 2 damage to the second named one"],
        ),
        check(
            "tides",
            "spell",
            "Reveal the top three cards of your deck. Put one of them into your hand and the rest \
             into your void.",
            &["Put one card from among them into your hand and the rest into the void"],
        ),
        check(
            "goblins",
            "spell",
            "Each player discards a card. You draw a card.",
            &["For each player, discard a card. Draw a card."],
        ),
        refuse("lab", "spell", "If you control a marked unit, destroy it.", 0),
        check(
            "tides",
            "spell",
            "You may abandon an ally. If you do, draw cards equal to its spark.",
            &["the abandoned character's spark"],
        ),
        refuse("tides", "spell", "You may abandon an ally. If you don't, it gains 1 spark.", 1),
        check(
            "lab",
            "spell",
            "Choose one: • Destroy an enemy. • Exhaust an ally. Mark it.",
            &["Exhaust a unit you control. Mark that unit."],
        ),
        check(
            "lab",
            "spell",
            "An ally gains \"When this dies, return it to your hand.\" Exhaust it.",
            &["return this to", "Exhaust that unit"],
        ),
        check(
            "alley",
            "unit",
            "When swung: The wielder gains 1 attack. Untap it.",
            &["Untap the host"],
        ),
        check(
            "goblins",
            "spell",
            "Destroy target creature unless its controller pays {2}.",
            &["That creature's controller may pay {2}. If they don't, destroy that creature"],
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
