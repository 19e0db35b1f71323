//! Drones' unified format and the serde form give the identical ability as
//! the text.

mod common;

use common::{book, round_trip};
use onplay_cards::{SourceFile, parse_text};
use onplay_engine::id::{CardId, with_names};

/// The same ability three ways: text, and the unified format in TOML.
const SAME: [(&str, &str); 15] = [
    (
        "Phase Shift — When this moves, it gains 1 attack and 1 speed.",
        r#"{ name = "Phase Shift", type = "TRIGGERED", trigger = "ON_MOVE", effects = [{ type = "PERMANENT_STAT_MOD", mod = { stat = "attack", value = 1, type = "permanent" } }, { type = "PERMANENT_STAT_MOD", mod = { stat = "speed", value = 1, type = "permanent" } }] }"#,
    ),
    (
        "When this moves, heal 4 hull on it.",
        r#"{ type = "TRIGGERED", trigger = "ON_MOVE", effects = [{ type = "HEAL_HULL", value = 4, scope = "SELF" }] }"#,
    ),
    (
        "When this is deployed, mark a random unmarked enemy in this lane.",
        r#"{ type = "TRIGGERED", trigger = "ON_DEPLOY", effects = [{ type = "MARK_RANDOM_ENEMY" }] }"#,
    ),
    (
        "At the start of each round, you gain 2 threat.",
        r#"{ type = "TRIGGERED", trigger = "ON_ROUND_START", effects = [{ type = "INCREASE_THREAT", value = 2 }] }"#,
    ),
    (
        "After this attacks, if the other one is a section and that much is 1 or more, you gain 4 threat.",
        r#"{ type = "TRIGGERED", trigger = "ON_ATTACK", conditionalEffects = [{ condition = { type = "ON_SECTION_DAMAGE" }, effect = { type = "INCREASE_THREAT", value = 4 } }] }"#,
    ),
    (
        "When you draw a card, this gains that much attack.",
        r#"{ type = "TRIGGERED", trigger = "ON_CARD_DRAWN", triggerOwner = "CONTROLLER", scalingDivisor = 1, effects = [{ type = "PERMANENT_STAT_MOD", mod = { stat = "attack", value = 1, type = "permanent" } }] }"#,
    ),
    (
        "When you gain energy, this gains 1 attack for every 2 energy gained.",
        r#"{ type = "TRIGGERED", trigger = "ON_ENERGY_GAINED", triggerOwner = "CONTROLLER", scalingDivisor = 2, effects = [{ type = "PERMANENT_STAT_MOD", mod = { stat = "attack", value = 1, type = "permanent" } }] }"#,
    ),
    (
        "After this attacks, destroy it.",
        r#"{ type = "TRIGGERED", trigger = "ON_ATTACK", effects = [{ type = "DESTROY", scope = "SELF" }] }"#,
    ),
    (
        "Web Sensor — When you play a Mine card in this lane, draw a card.",
        r#"{ name = "Web Sensor", description = "When you play a 'Mine' card in this lane, draw a card.", type = "TRIGGERED", trigger = "ON_CARD_PLAY", triggerOwner = "CONTROLLER", triggerScope = "SAME_LANE", triggerFilter = { cardSubType = "Mine" }, effects = [{ type = "DRAW", value = 1 }] }"#,
    ),
    (
        "When another drone you control moves into this lane, deal 4 damage to it. Destroy this.",
        r#"{ type = "TRIGGERED", trigger = "ON_LANE_MOVEMENT_IN", triggerOwner = "LANE_OWNER", effects = [{ type = "DAMAGE", value = 4, scope = "TRIGGERING_DRONE" }], destroyAfterTrigger = true }"#,
    ),
    (
        "When another drone you control is deployed in this lane, exhaust it. Destroy this.",
        r#"{ type = "TRIGGERED", trigger = "ON_LANE_DEPLOYMENT", triggerOwner = "LANE_OWNER", effects = [{ type = "EXHAUST_DRONE" }], destroyAfterTrigger = true }"#,
    ),
    (
        "When another drone you control attacks in this lane, it loses 4 attack. Destroy this.",
        r#"{ type = "TRIGGERED", trigger = "ON_LANE_ATTACK", triggerOwner = "LANE_OWNER", effects = [{ type = "PERMANENT_STAT_MOD", scope = "TRIGGERING_DRONE", mod = { stat = "attack", value = -4, type = "permanent" } }], destroyAfterTrigger = true }"#,
    ),
    (
        "Rally Point — When another drone you control moves into this lane, go again.",
        r#"{ name = "Rally Point", type = "TRIGGERED", trigger = "ON_LANE_MOVEMENT_IN", triggerOwner = "LANE_OWNER", effects = [], grantsGoAgain = true }"#,
    ),
    (
        "When another enemy drone with class 2 or more moves out of this lane, draw 2 cards.",
        r#"{ type = "TRIGGERED", trigger = "ON_LANE_MOVEMENT_OUT", triggerOwner = "LANE_ENEMY", triggerFilter = { droneStatFilter = { stat = "cpu", comparator = ">=", value = 2 } }, effects = [{ type = "DRAW", value = 2 }] }"#,
    ),
    (
        "When your opponent plays an Ordnance card, you gain 1 energy.",
        r#"{ type = "TRIGGERED", trigger = "ON_CARD_PLAY", triggerOwner = "OPPONENT", triggerFilter = { cardType = "Ordnance" }, effects = [{ type = "GAIN_ENERGY", value = 1 }] }"#,
    ),
];

#[test]
fn unified_abilities_are_their_texts() {
    let book = book("drones");
    for (text, data) in SAME {
        let (abilities, diagnostics) = parse_text(&book.vocabulary, text);
        assert!(diagnostics.is_empty(), "{text} {diagnostics:?}");
        let file = format!(
            "[[card]]\nname = \"New\"\ntype = \"Drone\"\nclass = 1\nhull = 1\nability = [{data}]\n"
        );
        let loaded = book.with_cards(&SourceFile::new("new.toml", file));
        assert!(loaded.diagnostics.is_empty(), "{data} {:?}", loaded.diagnostics);
        let new = loaded.value.unwrap();
        let card = new.card("New").unwrap();
        assert_eq!(new.printed(card).abilities, abilities, "{text}");
    }
}

#[test]
fn the_serde_form_is_the_text_too() {
    for game in common::GAMES {
        let book = book(game);
        let names = &book.catalog.names;
        for number in 0..book.cards.len() as u16 {
            let card = book.printed(CardId(number));
            for ability in &card.abilities {
                let data = with_names(names, || serde_json::to_value(ability).unwrap());
                let back = with_names(names, || serde_json::from_value(data).unwrap());
                assert_eq!(*ability, back);
                round_trip(&book, &back, card.types & book.vocabulary.once != 0).unwrap();
            }
        }
    }
}
