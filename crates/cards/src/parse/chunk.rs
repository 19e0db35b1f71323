//! A clause as a designer sees it: things, numbers, words of the game, and the words
//! between them.

use crate::token::{self, Token};
use crate::vocabulary::{Action, Form, Sense, Vocabulary};

/// What a few words are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// One or some: "a unit", "target enemy you control".
    Thing,
    /// Several: "all enemies", "units you control".
    Things,
    Number,
    Stat,
    Counter,
    Zone,
    Place,
    Phase,
    Keyword,
    Status,
    Word,
    Mark,
}

/// Some words of a clause that belong together.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Chunk {
    pub kind: Kind,
    /// What it is compared by.
    pub key: String,
    /// Its first token, and the one behind its last.
    pub from: usize,
    pub to: usize,
    /// A thing in its shortest form, without an article.
    pub singular: String,
}

/// Words that say little by themselves.
pub(super) fn is_light(word: &str) -> bool {
    const LIGHT: [&str; 24] = [
        "the", "a", "an", "of", "to", "in", "on", "and", "then", "you", "your", "it", "its",
        "that", "when", "whenever", "is", "are", "be", "for", "at", "from", "into", "'s",
    ];
    LIGHT.contains(&word)
}

/// What a word is compared by: verbs of the game by what they do.
pub(super) fn key(vocabulary: &Vocabulary, word: &str) -> String {
    let verb = vocabulary.senses(word).iter().find_map(|sense| match sense {
        Sense::Action(action, form) => Some(verb_key(*action, *form)),
        _ => None,
    });
    verb.unwrap_or_else(|| match word {
        "whenever" => "when".to_owned(),
        "can't" => "cannot".to_owned(),
        _ => word.to_owned(),
    })
}

fn verb_key(action: Action, form: Form) -> String {
    match form {
        Form::Participle => format!("{action:?} was"),
        Form::Base | Form::Third => format!("{action:?}"),
    }
}

/// Splits a clause.
pub(super) fn chunks(vocabulary: &Vocabulary, tokens: &[Token]) -> Vec<Chunk> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let chunk = thing(vocabulary, tokens, at)
            .or_else(|| named(vocabulary, tokens, at))
            .unwrap_or_else(|| single(vocabulary, tokens, at));
        at = chunk.to;
        all.push(chunk);
    }
    all
}

fn single(vocabulary: &Vocabulary, tokens: &[Token], at: usize) -> Chunk {
    let token = &tokens[at];
    let is_number = super::NUMBERS.contains(&token.text.as_str()) || token.text == "x";
    let (kind, key) = match token.kind {
        token::Kind::Number(_) | token::Kind::Signed(_) => (Kind::Number, String::new()),
        token::Kind::Word if is_number => (Kind::Number, String::new()),
        token::Kind::Word => (Kind::Word, key(vocabulary, &token.text)),
        token::Kind::Symbol | token::Kind::Mark(_) => (Kind::Mark, token.text.clone()),
    };
    Chunk { kind, key, from: at, to: at + 1, singular: String::new() }
}

/// A word or phrase that the game has given a meaning.
fn named(vocabulary: &Vocabulary, tokens: &[Token], at: usize) -> Option<Chunk> {
    let (length, senses) = phrase(vocabulary, tokens, at)?;
    let kind = senses.iter().find_map(|sense| match sense {
        Sense::Attribute(_) => Some(Kind::Stat),
        Sense::Counter(_) => Some(Kind::Counter),
        Sense::Zone(_) => Some(Kind::Zone),
        Sense::Place(_) => Some(Kind::Place),
        Sense::Phase(_) | Sense::EndOf(_) => Some(Kind::Phase),
        Sense::Keyword(_) => Some(Kind::Keyword),
        Sense::Flag(..) => Some(Kind::Status),
        _ => None,
    })?;
    let to = at + length;
    Some(Chunk { kind, key: String::new(), from: at, to, singular: String::new() })
}

/// The longest phrase of the game that begins at a token.
fn phrase<'a>(
    vocabulary: &'a Vocabulary,
    tokens: &[Token],
    at: usize,
) -> Option<(usize, &'a [Sense])> {
    let lengths = vocabulary.lengths(&tokens.get(at)?.text);
    lengths.iter().find_map(|length| {
        let words: Vec<&str> =
            tokens.get(at..at + length)?.iter().map(|token| token.text.as_str()).collect();
        let senses = vocabulary.senses(&words.join(" "));
        (!senses.is_empty()).then_some((*length, senses))
    })
}

/// "up to two damaged enemies you control".
fn thing(vocabulary: &Vocabulary, tokens: &[Token], start: usize) -> Option<Chunk> {
    const ARTICLES: [&str; 22] = [
        "a", "an", "another", "target", "each", "all", "any", "your", "other", "the", "up", "to",
        "of", "one", "two", "three", "four", "every", "both", "random", "opponent", "'s",
    ];
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let mut at = start;
    let is_article = |at: usize| {
        let follows = at > start || !["to", "of", "'s", "opponent"].contains(&word(at));
        follows && (ARTICLES.contains(&word(at)) || is_number_of(tokens, at, start))
    };
    while is_article(at) {
        at += 1;
    }
    let first = at;
    while let Some(length) = adjective(vocabulary, tokens, at) {
        // The last of several is what it is, not how it is.
        if head(vocabulary, tokens, at).is_some()
            && head(vocabulary, tokens, at + length).is_none()
            && adjective(vocabulary, tokens, at + length).is_none()
        {
            break;
        }
        at += length;
    }
    let (length, singular) = head(vocabulary, tokens, at)?;
    let is_plural = singular != words_of(tokens, at, at + length);
    let described = words_of(tokens, first, at);
    at += length;
    for tail in [
        &["you", "control"][..],
        &["your", "opponent", "controls"],
        &["an", "opponent", "controls"],
        &["your", "opponents", "control"],
    ] {
        if tail.iter().enumerate().all(|(offset, part)| word(at + offset) == *part) {
            at += tail.len();
        }
    }
    let space = if described.is_empty() { "" } else { " " };
    Some(Chunk {
        kind: if is_plural { Kind::Things } else { Kind::Thing },
        key: String::new(),
        from: start,
        to: at,
        singular: format!("{described}{space}{singular}"),
    })
}

/// "2 enemies", "up to 2 enemies": a number before a thing.
fn is_number_of(tokens: &[Token], at: usize, start: usize) -> bool {
    let is_number =
        tokens.get(at).is_some_and(|token| matches!(token.kind, token::Kind::Number(_)));
    is_number
        && (at > start || tokens.get(at + 1).is_some_and(|next| next.kind == token::Kind::Word))
}

fn words_of(tokens: &[Token], from: usize, to: usize) -> String {
    let words: Vec<&str> = tokens[from..to].iter().map(|token| token.text.as_str()).collect();
    words.join(" ")
}

fn adjective(vocabulary: &Vocabulary, tokens: &[Token], at: usize) -> Option<usize> {
    const ADJECTIVES: [&str; 8] =
        ["enemy", "opposing", "friendly", "allied", "attacking", "blocking", "adjacent", "random"];
    let token = tokens.get(at)?;
    if ADJECTIVES.contains(&token.text.as_str()) {
        return Some(1);
    }
    let (length, senses) = phrase(vocabulary, tokens, at)?;
    let describes = |sense: &Sense| {
        matches!(sense, Sense::Flag(..) | Sense::Adjective(_) | Sense::Subtype(_) | Sense::Zone(_))
    };
    senses.iter().any(describes).then_some(length)
}

/// What a thing is, in the singular.
fn head(vocabulary: &Vocabulary, tokens: &[Token], at: usize) -> Option<(usize, String)> {
    let token = tokens.get(at)?;
    let plain = match token.text.as_str() {
        "ally" | "allies" => Some("ally"),
        "enemy" | "enemies" => Some("enemy"),
        "card" | "cards" => Some("card"),
        "token" | "tokens" => Some("token"),
        _ => None,
    };
    if let Some(plain) = plain {
        return Some((1, plain.to_owned()));
    }
    let (length, senses) = phrase(vocabulary, tokens, at)?;
    let is_noun =
        |sense: &Sense| matches!(sense, Sense::Type(_) | Sense::Subtype(_) | Sense::Noun(_));
    let sense = senses.iter().find(|sense| is_noun(sense))?;
    let written = words_of(tokens, at, at + length);
    // The shortest phrase of the same sense is the singular.
    let known = vocabulary.all_phrases().filter(|(_, one)| *one == sense);
    let same_word =
        |phrase: &&str| written.starts_with(*phrase) || crate::inflect::plural(phrase) == written;
    let singular = known.map(|(phrase, _)| phrase).filter(same_word).min_by_key(|one| one.len());
    Some((length, singular.unwrap_or(&written).to_owned()))
}
