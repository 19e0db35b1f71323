//! Sixty wrong inputs and what designers are told about them. The snapshot is
//! read by people: every message must help.

mod common;

use std::fmt::Write;

use common::{book, files};
use onplay_cards::{CardContext, SourceFile, load_game, parse_card_text, render};

/// Wrong sentences: game, text.
const TEXTS: [(&str, &str); 40] = [
    ("drones", "When this moves, it gains 1 hul."),
    ("drones", "When this moves, it gains 1."),
    ("drones", "When this mvoes, draw a card."),
    ("drones", "Draw a crad."),
    ("drones", "Deal 2 damage"),
    ("drones", "Deal damage to a drone."),
    ("drones", "Deal 2 plasma damage to a drone."),
    ("drones", "Deal 2 damage to a goblin."),
    ("drones", "Destroy the drone with the highest mood."),
    ("drones", "When you gain mana, draw a card."),
    ("drones", "When this is deployed draw a card and then"),
    ("drones", "1 energy, exhaust this Heal 3 hull on a drone."),
    ("drones", "At the start of each fight, draw a card."),
    ("drones", "This has +2 attack while."),
    ("drones", "This has +2 attack while it is happy."),
    ("drones", "Allies beside this have +2."),
    ("drones", "Create a Proximty Mine token."),
    ("drones", "Choose a slot. Destroy all drones in that slot."),
    ("drones", "If it is marked deal 4 damage."),
    (
        "drones",
        "Look at the top five cards of your deck. Put one card from among them into your garden.",
    ),
    ("skirmish", "Deploy: Deal 2 damage to a close enmy."),
    ("skirmish", "Deplo: Draw a card."),
    ("skirmish", "When a close unit dies, Ghoul gains 2 pwer."),
    ("skirmish", "Enemies cannot fly."),
    ("skirmish", "Choose a slot. That slot gains 2 shield."),
    ("skirmish", "At the start of your turn, tap all units."),
    ("alley", "On Play: You may discard 1 Draw 1."),
    ("alley", "Main: In the attic, sacrifice this: Draw 3 cards."),
    ("alley", "This has +1 attack while it is armd."),
    ("goblins", "Whenever you cast an enchantment spell draw."),
    ("goblins", "{X}{Q}: Deal 1 damage to any target."),
    ("goblins", "Other Goblins get +1/+1 and have flyng."),
    ("goblins", "Search your library for a Goblin card and put it into your hand."),
    ("goblins", "Choose a lane. Destroy all creatures in that lane."),
    ("tides", "Materialized: Dissolve an enemy with sprak 2 or less."),
    ("tides", "Prevent a card unless pays 2 energy."),
    ("tides", "Foresee."),
    ("tides", "Choose one: • Draw a card."),
    ("tides", "You gain 99999 energy."),
    ("tides", "Whenever an ally enters, it gains Flying."),
];

/// Wrong card files for the lab.
const CARDS: [&str; 14] = [
    "[[card]]\nname = \"A\"\ntype = \"Unit\"\natack = 1\nhull = 1\n",
    "[[card]]\nname = \"A\"\ntype = \"Unti\"\n",
    "[[card]]\nname = \"A\"\ntype = \"Unit - Golem\"\n",
    "[[card]]\nname = \"A\"\n",
    "[[card]]\ntype = \"Unit\"\n",
    "[[card]]\nname = \"A\"\ntype = \"Unit\"\nattack = -3\n",
    "[[card]]\nname = \"A\"\ntype = \"Unit\"\nattack = \"many\"\n",
    "[[card]]\nname = \"A\"\ntype = \"Unit\"\ncost = \"{R}\"\n",
    "[[card]]\nname = \"A\"\ntype = \"Unit\"\nkeywords = [\"Gardian\"]\n",
    "[[card]]\nid = \"a\"\nname = \"A\"\ntype = \"Unit\"\n[[card]]\nid = \"a\"\nname = \"B\"\ntype = \"Unit\"\n",
    "[[card]]\nname = \"Pebble\"\ntype = \"Unit\"\n",
    "[[card]]\nname = \"A\"\ntype = \"Spell\"\ntext = \"When this attacks, draw a card.\"\n",
    "[[card]]\nname = \"A\"\ntype = \"Unit\"\ntext = \"This gains 1 cost.\"\n",
    "[[card]]\nname = \"A\ntype = \"Unit\"\n",
];

/// Wrong structured abilities for drones.
const ABILITIES: [&str; 6] = [
    "{ type = \"TRIGGERED\", trigger = \"ON_SNEEZE\", effects = [] }",
    "{ type = \"TRIGGERED\", trigger = \"ON_MOVE\", effects = [{ type = \"FLY\" }] }",
    "{ type = \"TRIGGERED\", trigger = \"ON_MOVE\", efects = [] }",
    "{ type = \"TRIGGERED\", trigger = \"ON_CARD_PLAY\", triggerOwner = \"ME\" }",
    "{ when = \"played\", effects = [{ draw = { who = \"you\", count = { number = \"two\" } } }] }",
    "{ when = { event = { event = { gained-counter = \"mana\" } } }, effects = [] }",
];

#[test]
fn wrong_inputs_are_explained() {
    let mut out = String::new();
    for (game, text) in TEXTS {
        let book = book(game);
        let parsed =
            parse_card_text(&book.vocabulary, CardContext { name: "Ghoul", once: false }, text);
        assert!(!parsed.diagnostics.is_empty(), "{game}: {text}");
        let found: Vec<_> = parsed.diagnostics.into_iter().map(|d| d.in_file(game)).collect();
        let file = [SourceFile::new(game, text)];
        write!(out, "{}", render(&found, &file, false)).unwrap();
    }
    let lab = book("lab");
    for text in CARDS {
        let file = SourceFile::new("lab/cards/new.toml", text);
        let loaded = lab.with_cards(&file);
        assert!(!loaded.diagnostics.is_empty(), "{text}");
        let files = [file, files("lab").remove(1)];
        write!(out, "{}", render(&loaded.diagnostics, &files, false)).unwrap();
    }
    let drones = book("drones");
    for ability in ABILITIES {
        let text = format!(
            "[[card]]\nname = \"A\"\ntype = \"Drone\"\nclass = 1\nhull = 1\nability = [{ability}]\n"
        );
        let file = SourceFile::new("drones/cards/new.toml", text);
        let loaded = drones.with_cards(&file);
        assert!(!loaded.diagnostics.is_empty(), "{ability}");
        write!(out, "{}", render(&loaded.diagnostics, &[file], false)).unwrap();
    }
    insta::assert_snapshot!(out);
}

#[test]
fn a_broken_deck_names_the_card() {
    let mut files = files("skirmish");
    files.push(SourceFile::new(
        "skirmish/decks/x.toml",
        "name = \"X\"\n[main]\n\"Scuot\" = 3\n\"Archer\" = 0\n",
    ));
    let loaded = load_game(&files);
    insta::assert_snapshot!(render(&loaded.diagnostics, &files, false));
}

#[test]
fn a_named_policy_cannot_take_the_games_own_name() {
    let mut files = files("goblins");
    for file in files.iter_mut().filter(|file| file.name.ends_with("game.toml")) {
        file.text = file.text.replace("[policies.stack]", "[policies.goblins]");
    }
    let loaded = load_game(&files);
    let in_file = loaded.diagnostics.iter().filter(|one| one.code == "game-file");
    let found: Vec<_> = in_file.map(|one| one.message.as_str()).collect();
    assert_eq!(found, ["`goblins` is the game's own policy"]);
}
