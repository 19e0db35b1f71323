//! Why a text is refused, in words, and what would be right.

use onplay_engine::id::Class;

use super::cursor::{Expected, Parser};
use crate::bind::{Problem, Say};
use crate::diagnostic::{Diagnostic, Span, nearest};
use crate::token::{Kind, Token};
use crate::vocabulary::{Sense, Vocabulary};

/// Alternatives that are told in a refusal; more are left to whoever asks for all.
const MOST_EXPECTED: usize = 4;

/// Words of a game among which the nearest is looked for.
pub(super) const MOST_PHRASES: usize = 4_000;

/// What went wrong at the furthest word that was reached.
pub fn refusal(parser: &Parser<'_>) -> Diagnostic {
    if let Some(problem) = parser.bind.problems.first() {
        return Diagnostic::error(problem.code, problem.span, problem.message.clone());
    }
    if parser.is_over_budget() {
        let span = parser.tokens.get(parser.at).map_or(Span::default(), |token| token.span);
        return Diagnostic::error("too-deep", span, "this sentence is too complicated to read");
    }
    let at = parser.furthest.min(parser.tokens.len());
    let (span, found) = match parser.tokens.get(at) {
        Some(token) if token.kind != Kind::Mark('\n') => (token.span, format!("“{}”", token.text)),
        _ => {
            let last = parser.tokens.get(at.wrapping_sub(1));
            (last.map_or(Span::default(), last_letter), "the end of the line".to_owned())
        }
    };
    if let Some(diagnostic) = not_of_this_game(parser, at) {
        return diagnostic;
    }
    let mut expected: Vec<String> = Vec::new();
    for one in &parser.expected {
        let words = match one {
            Expected::Word(word) if is_noise(word, &parser.expected) => continue,
            Expected::Word("equal") => "“equal to …”".to_owned(),
            Expected::Word(word) => format!("“{word}”"),
            Expected::Part(part) => (*part).to_owned(),
        };
        if !expected.contains(&words) {
            expected.push(words);
        }
    }
    // Parts of speech say more than single words.
    expected.sort_by_key(|words| words.starts_with('“'));
    // A long list helps nobody who writes; it is kept for whoever asks.
    if expected.len() > MOST_EXPECTED {
        let message = match parser.tokens.get(at) {
            Some(token)
                if token.kind == Kind::Word && is_unknown(parser.vocabulary, &token.text) =>
            {
                format!("this game and its language have no word {found}")
            }
            _ => format!("{found} is not understood here"),
        };
        let mut diagnostic = Diagnostic::error("text", span, message);
        diagnostic.expected = expected;
        return diagnostic.maybe_help(suggestion(parser, at));
    }
    let wanted = match expected.len() {
        0 => "something else".to_owned(),
        1 => expected.swap_remove(0),
        _ => {
            let last = expected.pop().unwrap_or_default();
            format!("{} or {last}", expected.join(", "))
        }
    };
    let message = format!("expected {wanted}, found {found}");
    Diagnostic::error("text", span, message).maybe_help(suggestion(parser, at))
}

/// Whether neither the game nor the language has a word.
fn is_unknown(vocabulary: &Vocabulary, word: &str) -> bool {
    let known = |phrase: &str| phrase.split(' ').any(|part| part == word);
    let in_game = vocabulary.all_phrases().any(|(phrase, _)| known(phrase));
    !in_game && !WORDS.split_whitespace().any(|part| part == word)
}

/// Words of the language itself that any game may use.
const WORDS: &str = "a an the this that it its they them their those these each every all any no \
    not one two three four five six seven eight nine ten x you your opponent opponents player \
    players enemy ally target another other others rest both random of in on to into onto from \
    at as by with without for until while if unless when whenever after before instead then and \
    or but may can cannot can't must would is are was were be been has have had gain gains lose \
    loses get gets give gives put puts deal deals dealt damage draw discard choose chooses chosen \
    reveal look search shuffle create copy card cards token tokens unit units object top bottom \
    cost costs less more than equal number total highest lowest most least half twice double \
    next first second third time times turn round start end beginning during end step phase \
    control controls controller owner own play plays played enter enters dies die attack attacks \
    block blocks move moves prevent counter counters spell ability abilities only also once fight fights \
    front beside close adjacent heal heals among \
    per able if able same different up down rounded minus plus where how many much way so long";

/// Counters and tokens that designers name and the game does not have.
fn not_of_this_game(parser: &Parser<'_>, at: usize) -> Option<Diagnostic> {
    let token = parser.tokens.get(at)?;
    let has = |part: &'static str| parser.expected.contains(&Expected::Part(part));
    let word = |offset: usize| parser.tokens.get(at + offset).map(|token| token.text.as_str());
    if token.kind == Kind::Word
        && matches!(word(1), Some("counter" | "counters"))
        && is_unknown(parser.vocabulary, &token.text)
    {
        let words = some(parser.vocabulary.names.all(Class::Attribute));
        let message = format!("this game has no {} counters", token.text);
        let help = format!(
            "a game gets them with [attributes.{}] in its game.toml; it has: {words}",
            token.text
        );
        return Some(Diagnostic::error("no-counter", token.span, message).help(help));
    }
    if has("the name of a token") && matches!(token.kind, Kind::Number(_)) {
        let message = "a token is a card of the game with a name of its own";
        let help = match parser.vocabulary.token_names.as_slice() {
            [] => "give the game a [[card]] with token = true, and create it by its name".into(),
            names => format!("this game's tokens: {}", some(names)),
        };
        return Some(Diagnostic::error("no-token", token.span, message).help(help));
    }
    None
}

/// A pronoun without one meaning, with sentences that have one.
pub(super) fn unbound(vocabulary: &Vocabulary, problem: &Problem, text: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error(problem.code, problem.span, problem.message.clone());
    let say: Vec<String> = problem
        .say
        .iter()
        .filter_map(|say| instead(vocabulary, problem, say, text))
        .map(|sentence| format!("“{sentence}”"))
        .collect();
    match say.as_slice() {
        [] => diagnostic,
        list => diagnostic.help(format!("say {}", list.join(" or "))),
    }
}

/// The sentence around a pronoun with other words in its place.
fn instead(vocabulary: &Vocabulary, problem: &Problem, say: &Say, text: &str) -> Option<String> {
    let words = match say {
        Say::This if problem.owns => "this card's".to_owned(),
        Say::This => "this".to_owned(),
        Say::That(span, noun) => {
            let printed = crate::print::head_noun(vocabulary, noun);
            let written = text.get(span.start..span.end).filter(|words| !words.is_empty());
            let noun = written.unwrap_or(&printed);
            let noun =
                noun.strip_prefix("another ").or(noun.strip_prefix("other ")).unwrap_or(noun);
            format!("that {noun}{}", if problem.owns { "'s" } else { "" })
        }
        Say::Words(words) => (*words).to_owned(),
    };
    let Span { start, end } = problem.span;
    let before = text.get(..start)?;
    let from = before.rfind(['.', '\n', '•', '"', '“']).map_or(0, |at| at + 1);
    let from = from
        + text[from..]
            .chars()
            .take_while(|c| !c.is_alphanumeric())
            .map(char::len_utf8)
            .sum::<usize>();
    let to = text[end..].find(['.', '\n']).map_or(text.len(), |at| end + at);
    let first = from >= start;
    let words = if first { crate::inflect::capital(&words) } else { words };
    Some(format!("{}{words}{}.", &text[from.min(start)..start], &text[end..to]))
}

/// The last letter of a token, or all of it where letters take several bytes.
fn last_letter(token: &Token) -> Span {
    let Span { start, end } = token.span;
    if token.text.is_ascii() && token.text.len() == end - start {
        Span::new(end - 1, end)
    } else {
        token.span
    }
}

/// Words that a part of speech says already.
fn is_noise(word: &str, expected: &[Expected]) -> bool {
    let has = |part: &'static str| expected.contains(&Expected::Part(part));
    match word {
        "card" | "cards" | "object" | "objects" | "token" | "tokens" | "other" | "another"
        | "enemy" | "opposing" | "friendly" | "allied" => {
            has("a type") || has("which cards or units")
        }
        "x" | "twice" | "that" | "as" | "the" => has("a number"),
        _ => false,
    }
}

/// The nearest word that would be right here, or what the game has instead.
fn suggestion(parser: &Parser<'_>, at: usize) -> Option<String> {
    let token = parser.tokens.get(at)?;
    if token.kind == Kind::Mark('#') {
        return Some("numbers in card text go up to 999".to_owned());
    }
    if token.kind != Kind::Word {
        return None;
    }
    if let Some(help) = no_places(parser, &token.text) {
        return Some(help);
    }
    // In a game of many thousand words it takes too long to look for the nearest.
    if parser.vocabulary.all_phrases().nth(MOST_PHRASES).is_some() {
        return missing(parser);
    }
    let mut known: Vec<String> = Vec::new();
    for expected in &parser.expected {
        match expected {
            Expected::Word(word) => known.push((*word).to_owned()),
            Expected::Part(part) => known.extend(words_of(parser.vocabulary, part)),
        }
    }
    // At the start of a sentence anything may stand.
    if parser.expected.contains(&Expected::Part("an effect")) {
        known.extend(parser.vocabulary.all_phrases().map(|(phrase, _)| phrase.to_owned()));
        known.extend(parser.vocabulary.labels.iter().map(|(words, _)| words.join(" ")));
    }
    known.sort_unstable();
    nearest(&token.text, known.iter().map(String::as_str))
        .map(|word| format!("did you mean “{word}”?"))
        .or_else(|| missing(parser))
}

/// The words of a part of speech.
fn words_of(vocabulary: &Vocabulary, part: &str) -> Vec<String> {
    let fits = |sense: &Sense| match part {
        "an attribute" => matches!(sense, Sense::Attribute(_)),
        "a counter" => matches!(sense, Sense::Counter(_)),
        "a zone" | "where to" => matches!(sense, Sense::Zone(_)),
        "a keyword" => matches!(sense, Sense::Keyword(_)),
        "a phase" => matches!(sense, Sense::Phase(_) | Sense::EndOf(_)),
        "a kind of damage" => matches!(sense, Sense::Damage(_)),
        "a status" => matches!(sense, Sense::Flag(..)),
        "a lane or slot" => matches!(sense, Sense::Place(_)),
        "the name of a card" | "the name of a token" => matches!(sense, Sense::Card(_)),
        "an adjective" => matches!(sense, Sense::Flag(..) | Sense::Adjective(_)),
        "a verb" => matches!(sense, Sense::Action(..) | Sense::SetFlag(..)),
        "an event of this game" => matches!(sense, Sense::Occasion(_)),
        "a type" | "which cards or units" => matches!(
            sense,
            Sense::Type(_)
                | Sense::Subtype(_)
                | Sense::Noun(_)
                | Sense::Flag(..)
                | Sense::Adjective(_)
        ),
        _ => false,
    };
    let mut found: Vec<String> = vocabulary
        .all_phrases()
        .filter(|(_, sense)| fits(sense))
        .flat_map(|(phrase, _)| {
            let first = phrase.split(' ').next().unwrap_or(phrase);
            [phrase.to_owned(), first.to_owned()]
        })
        .collect();
    if part == "a type" || part == "which cards or units" {
        found.extend(["card", "token", "enemy", "other"].map(str::to_owned));
    }
    found
}

/// Lanes and slots in a game that has none, or calls them otherwise.
fn no_places(parser: &Parser<'_>, word: &str) -> Option<String> {
    if !matches!(word, "lane" | "lanes" | "slot" | "slots" | "terrain" | "row") {
        return None;
    }
    let places: Vec<&str> = parser.vocabulary.places.iter().flatten().map(String::as_str).collect();
    if places.is_empty() {
        return Some("this game has no lanes or slots".to_owned());
    }
    Some(format!("this game's places are called: {}", places.join(", ")))
}

/// What the game has where something else stands.
fn missing(parser: &Parser<'_>) -> Option<String> {
    let vocabulary = parser.vocabulary;
    let classes = [
        ("an attribute", "attributes", Class::Attribute),
        ("a counter", "counters", Class::Counter),
        ("a zone", "zones", Class::Zone),
        ("a phase", "phases", Class::Phase),
        ("a kind of damage", "kinds of damage", Class::Damage),
        ("which cards or units", "types", Class::Type),
        ("a type", "types", Class::Type),
    ];
    let wanted = classes.iter().find(|(part, ..)| parser.expected.contains(&Expected::Part(part)));
    wanted.map(|(_, name, class)| {
        format!("this game's {name}: {}", some(vocabulary.names.all(*class)))
    })
}

/// The first words of a list; a game may have dozens.
fn some(words: &[String]) -> String {
    const SHOWN: usize = 12;
    let mut list = words[..words.len().min(SHOWN)].join(", ");
    if words.len() > SHOWN {
        list += &format!(" and {} more", words.len() - SHOWN);
    }
    list
}
