//! The numbers printed on cards and where they stand in the files, so that others can be
//! tried.

use toml::de::DeTable;

use crate::diagnostic::Span;
use crate::source::SourceFile;
use crate::toml_tree::{node, parse};

/// A number printed on a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintedNumber {
    /// The name of the card.
    pub card: String,
    /// The field that holds it; of a text, the words around the number.
    pub place: String,
    /// The number, without its sign.
    pub value: i64,
    /// Which of the files it stands in.
    file: usize,
    span: Span,
}

/// How many words of a text are told on each side of a number.
const AROUND: usize = 3;

/// The numbers printed on the card of this name or id: those of its fields, then those of
/// its text, in their order.
pub fn printed_numbers(files: &[SourceFile], card: &str) -> Vec<PrintedNumber> {
    let mut found = Vec::new();
    for (file, source) in files.iter().enumerate() {
        if source.name.rsplit('/').nth(1) != Some("cards") {
            continue;
        }
        let tree = parse(source, &mut Vec::new());
        let entries = tree.get_ref().get("card").and_then(|entries| node(entries).list());
        for entry in entries.unwrap_or_default() {
            let Some(table) = entry.table() else { continue };
            let text = |field: &str| Some(node(table.get(field)?).string()?.to_owned());
            let names = [text("name"), text("id")];
            let is_it = |name: &String| name.eq_ignore_ascii_case(card);
            if !names.iter().flatten().any(is_it) {
                continue;
            }
            let name = names.into_iter().flatten().next().unwrap_or_default();
            Numbers { source, file, name, found: &mut found }.read(table);
        }
    }
    found
}

impl PrintedNumber {
    /// The files with another number in this place.
    pub fn replaced(&self, files: &[SourceFile], value: i64) -> Vec<SourceFile> {
        let mut files = files.to_vec();
        if let Some(file) = files.get_mut(self.file) {
            file.text.replace_range(self.span.start..self.span.end, &value.to_string());
        }
        files
    }
}

/// The numbers of one card being read.
struct Numbers<'a> {
    source: &'a SourceFile,
    file: usize,
    name: String,
    found: &'a mut Vec<PrintedNumber>,
}

impl Numbers<'_> {
    fn read(&mut self, table: &DeTable) {
        for (key, value) in table {
            let value = node(value);
            if let Some(number) = value.integer() {
                let digits = self.source.text.get(value.span.start..value.span.end);
                let sign = usize::from(digits.is_some_and(|digits| digits.starts_with(['-', '+'])));
                let span = Span { start: value.span.start + sign, end: value.span.end };
                self.add(key.get_ref().to_string(), number.saturating_abs(), span);
            }
        }
        let text = table.get("text").map(node);
        let place = text.as_ref().and_then(|text| text.text_offset(self.source));
        if let Some((start, text)) = place.zip(text.and_then(|text| text.string())) {
            self.read_text(text, start);
        }
    }

    fn read_text(&mut self, text: &str, start: usize) {
        let mut at = 0;
        while let Some(first) = text[at..].find(|letter: char| letter.is_ascii_digit()) {
            let from = at + first;
            let rest = &text[from..];
            let length = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
            at = from + length;
            if let Ok(value) = text[from..at].parse() {
                let span = Span { start: start + from, end: start + at };
                self.add(around(text, from, at), value, span);
            }
        }
    }

    fn add(&mut self, place: String, value: i64, span: Span) {
        let Numbers { file, name, .. } = self;
        self.found.push(PrintedNumber { card: name.clone(), place, value, file: *file, span });
    }
}

/// The words on both sides of a number, within its sentence.
fn around(text: &str, from: usize, to: usize) -> String {
    let is_end = |letter: char| matches!(letter, '.' | ':' | '—' | '\n');
    let before = text[..from].rsplit(is_end).next().unwrap_or("");
    let after = text[to..].split(is_end).next().unwrap_or("");
    // What stands right beside the number belongs to its word.
    let before: Vec<&str> = before.split(' ').collect();
    let after: Vec<&str> = after.split(' ').collect();
    let before = before[before.len().saturating_sub(AROUND + 1)..].join(" ");
    let after = after[..after.len().min(AROUND + 1)].join(" ");
    format!("{before}{}{after}", &text[from..to]).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARDS: &str = "\
[[card]]
name = \"Archer\"
power = 3
text = \"Volley — Deploy: Deal 12 damage to a close enemy. Draw 2 cards.\"

[[card]]
name = \"Rider\"
power = -2
";

    fn files() -> Vec<SourceFile> {
        vec![SourceFile::new("a/game.toml", ""), SourceFile::new("a/cards/units.toml", CARDS)]
    }

    fn told(card: &str) -> Vec<(String, i64)> {
        let numbers = printed_numbers(&files(), card).into_iter();
        numbers.map(|number| (number.place, number.value)).collect()
    }

    #[test]
    fn numbers_are_found_in_fields_and_texts() {
        let expected = [("power", 3), ("Deal 12 damage to a", 12), ("Draw 2 cards", 2)];
        assert_eq!(told("archer"), expected.map(|(place, value)| (place.to_owned(), value)));
        assert_eq!(told("Rider"), [("power".to_owned(), 2)]);
        assert!(told("Nobody").is_empty());
    }

    #[test]
    fn a_number_is_replaced_where_it_stands() {
        for (at, expected) in [(0, "power = 14"), (1, "Deal 14 damage"), (2, "Draw 14 cards")] {
            let number = &printed_numbers(&files(), "Archer")[at];
            let changed = &number.replaced(&files(), 14)[1].text;
            assert!(changed.contains(expected), "{changed}");
            let apart = changed.bytes().filter(u8::is_ascii_digit).count();
            assert_eq!(
                apart,
                CARDS.bytes().filter(u8::is_ascii_digit).count() + 2
                    - number.value.to_string().len()
            );
        }
        let rider = &printed_numbers(&files(), "Rider")[0];
        assert!(rider.replaced(&files(), 5)[1].text.contains("power = -5"));
    }
}
