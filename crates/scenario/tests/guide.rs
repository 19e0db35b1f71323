//! Every example of the designers' guide is a card of some type, and games are played with
//! all of them in which every promise of the engine holds.

use onplay_cards::{SourceFile, untitled};
use onplay_games::kit::load;
use onplay_games::promise::{Care, play};

/// Cards with text in one deck; the rest are the lab's own.
const IN_ONE_DECK: usize = 12;

fn examples() -> Vec<&'static str> {
    let guide = include_str!("../../../docs/card-language.md");
    let mut found = Vec::new();
    let mut is_text = false;
    for line in guide.lines() {
        match line.strip_prefix("```") {
            Some(info) => is_text = info == "text lab",
            None if is_text => found.push(line),
            None => {}
        }
    }
    found
}

#[test]
fn every_example_is_a_card_that_is_played() {
    let lab = load("lab").expect("the lab has no errors");
    let fields = [("cost".to_owned(), "1".to_owned()), ("hull".to_owned(), "3".to_owned())];
    let (mut cards, mut wrong) = (String::new(), Vec::new());
    let mut names = Vec::new();
    for (number, text) in examples().into_iter().enumerate() {
        let fits = |kind: &&str| lab.book.try_card(kind, &fields, text).diagnostics.is_empty();
        let Some(kind) = ["Unit", "Spell"].iter().find(|kind| fits(kind)) else {
            let told = lab.book.try_card("Unit", &fields, text).diagnostics;
            wrong.push(format!("{text}\n  {}", told[0].message));
            continue;
        };
        let name = format!("Example {number}");
        let card = untitled(kind, &fields, Some(text)).text;
        cards.push_str(&card.replace("\"Untitled\"", &format!("\"{name}\"")));
        names.push(name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(names.len() > 100, "only {} examples", names.len());
    let kit = lab.with_cards(&SourceFile::new("lab/cards/guide.toml", cards));
    let kit = kit.unwrap_or_else(|found| panic!("{found:#?}"));
    for (seed, some) in names.chunks(IN_ONE_DECK).enumerate() {
        let mut deck = kit.deck("trials").expect("the lab ships this deck");
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
}
