//! Every example of docs/card-language.md compiles, so that it cannot drift.

mod common;

use common::{book, round_trip};
use onplay_cards::{CardContext, SourceFile, parse_card_text, render};

#[test]
fn every_example_compiles() {
    let guide = include_str!("../../../docs/card-language.md");
    let mut count = 0;
    let mut wrong = Vec::new();
    let mut game = None;
    for line in guide.lines() {
        if let Some(info) = line.strip_prefix("```") {
            game = info.strip_prefix("text ").map(book);
            continue;
        }
        let Some(book) = &game else { continue };
        count += 1;
        let read = |once| {
            let card = CardContext { once, ..CardContext::default() };
            parse_card_text(&book.vocabulary, card, line)
        };
        let mut parsed = read(false);
        // Some texts stand on cards that are played once.
        if !parsed.diagnostics.is_empty() {
            parsed = read(true);
        }
        if !parsed.diagnostics.is_empty() {
            let found: Vec<_> =
                parsed.diagnostics.into_iter().map(|d| d.in_file("guide")).collect();
            wrong.push(render(&found, &[SourceFile::new("guide", line)], false));
        }
        for ability in parsed.abilities {
            if let Err(message) = round_trip(book, &ability, false) {
                wrong.push(message);
            }
        }
    }
    assert!(count > 70, "only {count} examples found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
