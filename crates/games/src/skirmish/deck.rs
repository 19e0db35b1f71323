//! What a deck must be, with reasons. [skirmish 1.6]

use onplay_cards::{Book, Deck};

/// Cards of a deck at least and at most.
const SIZE: std::ops::RangeInclusive<usize> = 25..=30;

/// One rarity: copies of one card, and cards in all.
const RARITIES: [(&str, u16, usize); 3] =
    [("bronze", 3, usize::MAX), ("silver", 2, 7), ("gold", 1, 4)];

/// Everything that is wrong with a deck, in words; empty if it may be played.
pub fn problems(book: &Book, deck: &Deck) -> Vec<String> {
    let mut problems = Vec::new();
    let size = deck.count("main");
    if !SIZE.contains(&size) {
        problems.push(format!(
            "a deck has {} to {} cards; this one has {size}",
            SIZE.start(),
            SIZE.end()
        ));
    }
    let leaders = deck.count("leader");
    if leaders != 1 {
        problems.push(format!("a deck has one leader; this one has {leaders}"));
    }
    for (card, _) in deck.section("leader") {
        if book.text(*card).type_line != "Leader" {
            problems.push(format!("{} is no leader", book.text(*card).name));
        }
    }
    let mut totals = [0; RARITIES.len()];
    for (card, copies) in deck.section("main") {
        let text = book.text(*card);
        let rarity = text.extra.get("rarity").and_then(|value| value.as_str()).unwrap_or("none");
        match RARITIES.iter().position(|(name, ..)| *name == rarity) {
            Some(at) => {
                let (name, most, _) = RARITIES[at];
                if *copies > most {
                    problems.push(format!(
                        "{copies} {}: a deck has at most {most} of a {name} card",
                        text.name
                    ));
                }
                totals[at] += usize::from(*copies);
            }
            None => problems.push(format!("{} cannot be in a deck", text.name)),
        }
    }
    for ((name, _, most), total) in RARITIES.iter().zip(totals) {
        if total > *most {
            problems.push(format!("{total} {name} cards: a deck has at most {most}"));
        }
    }
    problems
}
