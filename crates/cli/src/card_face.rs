//! A card as it is printed.

use onplay_cards::{print_cost, reminder};
use onplay_engine::card::Cost;
use onplay_engine::id::{AttributeId, CardId, Class, KeywordId};
use onplay_games::kit::Kit;

use crate::text::{Line, Tone, wrap};

/// What a card costs to play, as it is printed: `3`, `{1}{R}`.
pub fn cost(kit: &Kit, card: CardId) -> Option<String> {
    if card == CardId::HIDDEN {
        return None;
    }
    let printed = kit.table.catalog.card(card);
    let is_mana = |cost: &&Cost| matches!(cost, Cost::Mana(..));
    if let Some(mana) = printed.cost.iter().find(is_mana) {
        return Some(print_cost(&kit.book.vocabulary, mana));
    }
    let (attribute, _) = kit.table.catalog.rules.price?;
    let price = printed.attribute(attribute);
    (price != 0 || !printed.cost.is_empty()).then(|| price.to_string())
}

/// A card as it is printed: name, cost, type, numbers, text, and what its keywords
/// mean.
pub fn card(kit: &Kit, card: CardId, width: usize) -> Vec<Line> {
    let (text, printed) = (kit.book.text(card), kit.book.printed(card));
    let mut head = Line::of(Tone::Strong, text.name.clone());
    if let Some(cost) = cost(kit, card) {
        head = head.add(Tone::Plain, "  ").join(coloured(kit, &cost));
    }
    let mut lines = vec![head];
    lines.push(Line::of(Tone::Soft, text.type_line.clone()));
    let numbers = printed_numbers(kit, card);
    if !numbers.is_empty() {
        let numbers = numbers.join(" · ");
        lines.extend(wrap(&numbers, width, 2).into_iter().map(Line::plain));
    }
    if !text.text.is_empty() {
        lines.extend(wrap(&text.text, width, 0).into_iter().map(Line::plain));
    }
    let names = kit.table.catalog.names.all(Class::Keyword);
    for (number, word) in names.iter().enumerate() {
        let keyword = KeywordId(number as u16);
        let meaning = reminder(&kit.book.vocabulary, keyword);
        if printed.has_keyword(keyword) && !meaning.is_empty() {
            let said = format!("{word}: {meaning}");
            lines.extend(wrap(&said, width, 2).into_iter().map(|it| Line::of(Tone::Soft, it)));
        }
    }
    lines
}

/// The numbers on a card that are printed, 0 among them where a card of its type
/// must have one.
fn printed_numbers(kit: &Kit, card: CardId) -> Vec<String> {
    let (printed, vocabulary) = (kit.book.printed(card), &kit.book.vocabulary);
    let names = &kit.table.catalog.names;
    let price = kit.table.catalog.rules.price.map(|(attribute, _)| attribute);
    let shown = |id: AttributeId, value: i16| {
        let pair = vocabulary.pair.is_some_and(|(one, two)| {
            (id == one || id == two) && [one, two].iter().any(|it| printed.attribute(*it) != 0)
        });
        (value != 0 || pair || vocabulary.must_print(printed.types, id)) && Some(id) != price
    };
    let numbers = printed.attributes.iter().enumerate();
    let numbers = numbers.map(|(id, value)| (AttributeId(id as u16), *value));
    numbers
        .filter(|(id, value)| shown(*id, *value))
        .map(|(id, value)| {
            let word = names.word(Class::Attribute, id.0).replace('-', " ");
            format!("{word} {value}")
        })
        .collect()
}

/// A cost with its symbols in their colours.
fn coloured(kit: &Kit, cost: &str) -> Line {
    let names = kit.table.catalog.names.all(Class::Counter);
    let mut line = Line::new();
    for symbol in cost.split_inclusive('}') {
        let letter = symbol.trim_matches(|it| matches!(it, '{' | '}'));
        let counter =
            kit.book.vocabulary.symbols.iter().position(|it| it.as_deref() == Some(letter));
        let tone = match counter.and_then(|at| names.get(at)).map(String::as_str) {
            Some("red") => Tone::Red,
            Some("green") => Tone::Green,
            Some("blue") => Tone::Blue,
            _ => Tone::Strong,
        };
        line = line.add(tone, symbol);
    }
    line
}
