//! Every example of the designers' guide is a card of some type, and games are played with
//! all of them in which every promise of the engine holds.

use onplay_cards::{SourceFile, untitled};
use onplay_games::kit::load;
use onplay_games::promise::{Care, play};

/// Cards with text in one deck; the rest are the lab's own.
const IN_ONE_DECK: usize = 12;

/// A game of the guide: the types of card that its examples may be, and what is printed
/// on those.
struct Game {
    id: &'static str,
    kinds: &'static [&'static str],
    fields: &'static [(&'static str, &'static str)],
}

const GAMES: [Game; 5] = [
    Game { id: "lab", kinds: &["Unit", "Spell"], fields: &[("cost", "1"), ("hull", "3")] },
    Game { id: "alley", kinds: &["Spell"], fields: &[("cost", "1")] },
    Game { id: "drones", kinds: &["Ordnance"], fields: &[("cost", "1")] },
    Game {
        id: "goblins",
        kinds: &["Creature"],
        fields: &[("cost", "{1}"), ("power", "1"), ("toughness", "1")],
    },
    Game { id: "tides", kinds: &["Event"], fields: &[("cost", "1")] },
];

/// The lines of the guide that are card texts of a game.
fn examples(game: &str) -> Vec<&'static str> {
    let guide = include_str!("../../../docs/card-language.md");
    let mut found = Vec::new();
    let mut is_text = false;
    for line in guide.lines() {
        match line.strip_prefix("```") {
            Some(info) => is_text = info.strip_prefix("text ") == Some(game),
            None if is_text => found.push(line),
            None => {}
        }
    }
    found
}

#[test]
fn every_example_is_a_card_that_is_played() {
    let told: usize = GAMES.iter().map(play_examples).sum();
    assert!(told > 100, "only {told} examples");
    let guide = include_str!("../../../docs/card-language.md");
    let games = guide.lines().filter_map(|line| line.strip_prefix("```text "));
    for game in games {
        assert!(GAMES.iter().any(|known| known.id == game), "nobody plays the cards of {game}");
    }
}

/// Plays games with the examples of one game, and says how many there are.
fn play_examples(game: &Game) -> usize {
    let plain = load(game.id).expect("a shipped game has no errors");
    let fields = game.fields.iter().map(|(field, value)| (field.to_string(), value.to_string()));
    let fields: Vec<(String, String)> = fields.collect();
    let (mut cards, mut wrong) = (String::new(), Vec::new());
    let mut names = Vec::new();
    for (number, text) in examples(game.id).into_iter().enumerate() {
        let tried = |kind: &str| plain.book.try_card(kind, &fields, text).diagnostics;
        let Some(kind) = game.kinds.iter().find(|kind| tried(kind).is_empty()) else {
            wrong.push(format!("{text}\n  {}", tried(game.kinds[0])[0].message));
            continue;
        };
        let name = format!("Example {number}");
        let card = untitled(kind, &fields, Some(text)).text;
        cards.push_str(&card.replace("\"Untitled\"", &format!("\"{name}\"")));
        names.push(name);
    }
    assert!(wrong.is_empty(), "{}:\n{}", game.id, wrong.join("\n"));
    let file = format!("{}/cards/guide.toml", game.id);
    let kit = plain.with_cards(&SourceFile::new(file, cards));
    let kit = kit.unwrap_or_else(|found| panic!("{found:#?}"));
    for (seed, some) in names.chunks(IN_ONE_DECK).enumerate() {
        let mut deck = kit.deck(&kit.book.decks[0].id).expect("the game ships it");
        let examples = some.iter().map(|name| (kit.book.card(name).expect("it was read"), 3));
        let (_, cards) = deck.sections.first_mut().expect("it has a main section");
        cards.truncate(4);
        cards.extend(examples);
        let care = Care { every: 19, ..Care::default() };
        for round in 0..2 {
            play(&kit.table, &[deck.clone(), deck.clone()], (seed * 10 + round) as u64, care)
                .unwrap_or_else(|broken| panic!("{some:?}: {broken}"));
        }
    }
    names.len()
}
