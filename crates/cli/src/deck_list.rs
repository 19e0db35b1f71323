//! Decks: their plans and what is in them.

use onplay_cards::Deck;
use onplay_games::kit::Kit;

use crate::text::{Line, Tone, wrap};

/// All decks of a game, each with its plan.
pub fn all(kit: &Kit, width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for deck in &kit.book.decks {
        lines.push(head(deck));
        lines.extend(wrap(&deck.plan, width, 0).into_iter().map(Line::plain));
    }
    lines
}

/// One deck: its plan, and its cards by section.
pub fn whole(kit: &Kit, deck: &Deck, width: usize) -> Vec<Line> {
    let mut lines = vec![head(deck)];
    lines.extend(wrap(&deck.plan, width, 0).into_iter().map(Line::plain));
    for (section, cards) in &deck.sections {
        let count: u32 = cards.iter().map(|(_, count)| u32::from(*count)).sum();
        let names = cards.iter().map(|(card, count)| {
            format!("{count} {}", kit.book.text(*card).name).replace(' ', "\u{a0}")
        });
        let text = format!("{section} ({count}): {}", names.collect::<Vec<_>>().join(", "));
        let wrapped = wrap(&text, width, 2).into_iter();
        lines.extend(wrapped.map(|line| Line::plain(line.replace('\u{a0}', " "))));
    }
    lines
}

fn head(deck: &Deck) -> Line {
    let line = Line::of(Tone::Strong, deck.name.clone());
    if deck.name.eq_ignore_ascii_case(&deck.id) {
        return line;
    }
    line.add(Tone::Soft, format!("  --deck {}", deck.id))
}
