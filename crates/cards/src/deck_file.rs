//! Deck files: a name, a plan, and sections of cards.

use onplay_engine::id::CardId;

use crate::book::Deck;
use crate::card_file::slug;
use crate::diagnostic::{Diagnostic, Span, nearest};
use crate::source::SourceFile;
use crate::toml_tree::{node, parse};

/// Reads one deck, up to a number of cards. Cards that do not exist are reported
/// and left out.
pub fn read_deck(
    source: &SourceFile,
    find: &dyn Fn(&str) -> Option<CardId>,
    names: &[&str],
    most: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Deck> {
    let mut found = Vec::new();
    let tree = parse(source, diagnostics);
    let mut deck =
        Deck { id: String::new(), name: String::new(), plan: String::new(), sections: Vec::new() };
    for (key, value) in tree.get_ref().iter() {
        let (name, span) = (key.get_ref().as_ref(), Span::from(key.span()));
        let value = node(value);
        let text = value.string().map(str::to_owned);
        match (name, text) {
            ("id", Some(text)) => deck.id = text,
            ("name", Some(text)) => deck.name = text,
            ("plan", Some(text)) => deck.plan = text,
            _ => {
                let Some(table) = value.table() else {
                    let message =
                        format!("“{name}” is neither id, name or plan nor a section of cards");
                    found.push(Diagnostic::error("deck", span, message));
                    continue;
                };
                let mut cards = Vec::new();
                for (card, copies) in table.iter() {
                    let at = Span::from(card.span());
                    let copies = node(copies);
                    let Some(id) = find(card.get_ref()) else {
                        let help = nearest(card.get_ref(), names.iter().copied())
                            .map(|near| format!("did you mean “{near}”?"));
                        let message = format!("there is no card “{}”", card.get_ref());
                        found.push(Diagnostic::error("unknown-card", at, message).maybe_help(help));
                        continue;
                    };
                    match copies.integer() {
                        Some(copies @ 1..=250) => cards.push((id, copies as u16)),
                        _ => found.push(Diagnostic::error(
                            "number",
                            copies.span,
                            "how many copies: a number from 1 to 250",
                        )),
                    }
                }
                deck.sections.push((name.to_owned(), cards));
            }
        }
    }
    let count: usize = deck
        .sections
        .iter()
        .flat_map(|(_, cards)| cards)
        .map(|(_, copies)| usize::from(*copies))
        .sum();
    if count > most {
        let message = format!("this deck has {count} cards; there is room for {most} on the table");
        found.push(Diagnostic::error("too-many", Span::new(0, 0), message));
    }
    if deck.name.is_empty() {
        found.push(Diagnostic::error("deck", Span::new(0, 0), "this deck has no name"));
    }
    if deck.id.is_empty() {
        deck.id = slug(&deck.name);
    }
    let wrong = deck.name.is_empty();
    diagnostics.extend(found.into_iter().map(|diagnostic| diagnostic.in_file(&source.name)));
    (!wrong).then_some(deck)
}
