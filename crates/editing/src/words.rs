//! What can be said about the words at a place: completion, hover, where a card is.

use std::path::{Path, PathBuf};

use onplay_cards::{Book, print_ability, reminder};
use onplay_engine::id::{Class, KeywordId};

use crate::folder::Folder;

/// A word that can stand here.
pub struct Suggestion {
    /// The word.
    pub word: String,
    /// What it is: `type`, `keyword`, `card`.
    pub kind: &'static str,
    /// More about it.
    pub about: Option<String>,
}

/// The kinds of word that card text is made of, with what they are called.
const KINDS: [(Class, &str); 8] = [
    (Class::Type, "type"),
    (Class::Subtype, "subtype"),
    (Class::Attribute, "attribute"),
    (Class::Counter, "counter"),
    (Class::Flag, "status"),
    (Class::Keyword, "keyword"),
    (Class::Zone, "zone"),
    (Class::Phase, "phase"),
];

/// The fields of a card that every game knows.
const FIELDS: [&str; 6] = ["name", "type", "text", "cost", "id", "token"];

/// Words that can stand at a place.
pub fn suggestions(book: &Book, path: &Path, text: &str, at: usize) -> Vec<Suggestion> {
    let line = &text[text[..at].rfind('\n').map_or(0, |at| at + 1)..at];
    let names = &book.catalog.names;
    let words = |class: Class, kind: &'static str| {
        names.all(class).iter().map(move |word| Suggestion {
            word: word.clone(),
            kind,
            about: None,
        })
    };
    let quotes = line.matches('"').count();
    let is_card_file = path.components().any(|part| part.as_os_str() == "cards");
    if is_card_file
        && quotes == 0
        && !line.trim_start().starts_with('[')
        && in_prose(text, at) == Prose::No
    {
        let fields = FIELDS.iter().map(|word| (*word).to_owned());
        let own = names.all(Class::Attribute).iter().map(|word| word.replace(' ', "-"));
        let all = fields.chain(own);
        return all.map(|word| Suggestion { word, kind: "field", about: None }).collect();
    }
    let mut found: Vec<Suggestion> = Vec::new();
    for (class, kind) in KINDS {
        found.extend(words(class, kind));
    }
    for suggestion in found.iter_mut().filter(|suggestion| suggestion.kind == "keyword") {
        let number = names.find(Class::Keyword, &suggestion.word);
        let about = number.map(|number| reminder(&book.vocabulary, KeywordId(number)).to_owned());
        suggestion.about = about.filter(|about| !about.is_empty());
    }
    let cards = book.cards.iter().map(|card| Suggestion {
        word: card.name.clone(),
        kind: "card",
        about: Some(card.type_line.clone()),
    });
    found.extend(cards);
    found
}

/// Whether a place is inside a text of several lines.
#[derive(PartialEq, Eq)]
enum Prose {
    No,
    Yes,
}

fn in_prose(text: &str, at: usize) -> Prose {
    let before = &text[..at];
    let open = before.matches("\"\"\"").count() % 2 == 1 || before.matches("'''").count() % 2 == 1;
    if open { Prose::Yes } else { Prose::No }
}

/// What is to be said about a place: a keyword's reminder, or how the card there reads.
pub fn hover(book: &Book, text: &str, at: usize) -> Option<String> {
    if let Some(word) = word_at(text, at) {
        let names = book.catalog.names.all(Class::Keyword);
        if let Some(number) = names.iter().position(|name| name.eq_ignore_ascii_case(word)) {
            let about = reminder(&book.vocabulary, KeywordId(number as u16));
            if !about.is_empty() {
                return Some(format!("**{}**: {about}", names[number]));
            }
        }
    }
    let name = card_named_at(book, text, at).map(str::to_owned).or_else(|| block_name(text, at))?;
    let card = book.card(&name)?;
    let (printed, prose) = (book.printed(card), book.text(card));
    let mut lines = vec![format!("**{}** · {}", prose.name, prose.type_line)];
    let abilities = printed.abilities.iter();
    lines.extend(
        abilities.map(|ability| format!("reads as: {}", print_ability(&book.vocabulary, ability))),
    );
    Some(lines.join("\n\n"))
}

fn word_at(text: &str, at: usize) -> Option<&str> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '’';
    let at = at.min(text.len());
    let start = text[..at].char_indices().rev().take_while(|(_, letter)| is_part(*letter)).last();
    let start = start.map_or(at, |(start, _)| start);
    let end = text[at..].find(|letter: char| !is_part(letter)).map_or(text.len(), |end| at + end);
    Some(&text[start..end]).filter(|word| !word.is_empty())
}

/// The name of the card whose table a place is in.
fn block_name(text: &str, at: usize) -> Option<String> {
    let inside = (at + "[[card]]".len()).min(text.len());
    let start = text.get(..inside)?.rfind("[[card]]")?;
    let end = text[at..].find("\n[[").map_or(text.len(), |end| at + end);
    let line = text[start..end].lines().find(|line| line.trim_start().starts_with("name"))?;
    let name = line.split_once('=')?.1.trim();
    Some(name.trim_matches(['"', '\'']).to_owned())
}

/// The card whose name stands at a place; the longest, where several fit.
pub fn card_named_at<'a>(book: &'a Book, text: &str, at: usize) -> Option<&'a str> {
    let fits =
        |name: &&str| occurrences(text, name).any(|from| (from..=from + name.len()).contains(&at));
    book.cards.iter().map(|card| card.name.as_str()).filter(fits).max_by_key(|name| name.len())
}

/// Where a name stands as a whole in a text.
pub fn occurrences<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_whole = move |from: &usize| {
        let before = text[..*from].chars().next_back();
        let after = text[from + name.len()..].chars().next();
        let outside = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        outside(before) && outside(after)
    };
    text.match_indices(name).map(|(from, _)| from).filter(is_whole)
}

/// Where a card is defined.
pub fn definition(folder: &Folder, name: &str) -> Option<(PathBuf, usize)> {
    let is_name = |line: &str| {
        let value = line
            .trim_start()
            .strip_prefix("name")
            .and_then(|rest| rest.trim_start().strip_prefix('='));
        value.is_some_and(|value| value.trim().trim_matches(['"', '\'']) == name)
    };
    for (path, text) in &folder.files {
        if !path.components().any(|part| part.as_os_str() == "cards") {
            continue;
        }
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            if is_name(line) {
                return Some((path.clone(), at + line.find(name).unwrap_or(0)));
            }
            at += line.len();
        }
    }
    None
}

/// Every place where a card's name stands, by file. Names that only begin with it, like
/// that of another card, are not it.
pub fn references(folder: &Folder, name: &str) -> Vec<(PathBuf, usize)> {
    let Some(book) = &folder.book else { return Vec::new() };
    let longer: Vec<&str> = book
        .cards
        .iter()
        .map(|card| card.name.as_str())
        .filter(|other| *other != name && other.contains(name))
        .collect();
    let mut found = Vec::new();
    for (path, text) in &folder.files {
        let covered: Vec<(usize, usize)> = longer
            .iter()
            .flat_map(|other| occurrences(text, other).map(|from| (from, from + other.len())))
            .collect();
        let own = occurrences(text, name)
            .filter(|from| !covered.iter().any(|(start, end)| (*start..*end).contains(from)));
        found.extend(own.map(|from| (path.clone(), from)));
    }
    found
}

/// The cards that a file defines: from where to where, and the name.
pub fn card_blocks(text: &str) -> Vec<(usize, usize, String)> {
    let starts: Vec<usize> = text
        .match_indices("[[card]]")
        .map(|(at, _)| at)
        .filter(|at| *at == 0 || text[..*at].ends_with('\n'))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let blocks = starts.iter().copied().zip(ends);
    blocks.filter_map(|(from, to)| Some((from, to, block_name(text, from + 1)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_found_in_their_file() {
        let text = "# Two\n[[card]]\nname = \"A\"\ntext = \"[[card]]\"\n\n[[card]]\ntype = \"X\"\nname = 'B'\n[[card]]\n";
        let found = card_blocks(text);
        let names: Vec<&str> = found.iter().map(|(_, _, name)| name.as_str()).collect();
        assert_eq!(names, ["A", "B"]);
        assert!(text[found[1].0..found[1].1].starts_with("[[card]]\ntype"));
    }
}
