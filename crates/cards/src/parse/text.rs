//! A card's whole text: keywords, names of abilities, one ability after
//! another, and every error.

use onplay_engine::card::{Ability, Timing};
use onplay_engine::id::{Class, KeywordId};

use super::alternatives::two_events;
use super::cursor::{Expected, Parser};
use super::teach::right_sentence;
use crate::bind::{Link, Problem, Say, number_slots};
use crate::diagnostic::{Diagnostic, Span, nearest};
use crate::token::{self, Kind, Token};
use crate::vocabulary::{Label, Sense, Vocabulary};

/// What the grammar must know about the card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CardContext<'a> {
    /// The name of the card, which its text may use for itself.
    pub name: &'a str,
    /// Its text happens once: a spell.
    pub once: bool,
}

/// What was read from a text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ParsedText {
    /// The abilities, in the order of the text.
    pub abilities: Vec<Ability>,
    /// By ability: where its words are.
    pub spans: Vec<Span>,
    /// Keywords that stand alone.
    pub keywords: Vec<KeywordId>,
    /// When the card can be played, if a keyword or label says so.
    pub timing: Option<Timing>,
    /// Everything that was not understood.
    pub diagnostics: Vec<Diagnostic>,
    /// How many sentences were read.
    pub sentences: usize,
    /// Each pronoun and what it means, in the order of the text.
    pub links: Vec<Link>,
}

/// Errors in one text after which no more are looked for.
const MOST_ERRORS: usize = 20;

/// Refused sentences of one text for which a right one is looked for.
const MOST_TAUGHT: usize = 3;

/// Words of a game among which the nearest is looked for.
const MOST_PHRASES: usize = 4_000;

/// Reads text that is on no card in particular.
pub fn parse_text(vocabulary: &Vocabulary, text: &str) -> (Vec<Ability>, Vec<Diagnostic>) {
    let parsed = parse_card_text(vocabulary, CardContext::default(), text);
    (parsed.abilities, parsed.diagnostics)
}

/// Reads the text of a card. What is refused is refused with a right sentence, where
/// one can be made of the same words.
pub fn parse_card_text(vocabulary: &Vocabulary, card: CardContext<'_>, text: &str) -> ParsedText {
    let mut parsed = read_text(vocabulary, card, text);
    // In a game of many thousand words it takes too long to try them.
    if parsed.diagnostics.is_empty() || vocabulary.all_phrases().nth(MOST_PHRASES).is_some() {
        return parsed;
    }
    for wrong in parsed.diagnostics.iter_mut().take(MOST_TAUGHT) {
        let nearest: Vec<String> = match &wrong.help {
            Some(help) if help.starts_with("did you mean") => {
                help.split(['“', '”']).nth(1).map(str::to_owned).into_iter().collect()
            }
            Some(help) if help.starts_with("say ") => continue,
            _ => Vec::new(),
        };
        if let Some(help) = right_sentence(vocabulary, card, text, wrong.span, &nearest) {
            wrong.help = Some(help);
        }
    }
    parsed
}

/// [`parse_card_text`] without right sentences for refused ones.
pub(crate) fn read_text(vocabulary: &Vocabulary, card: CardContext<'_>, text: &str) -> ParsedText {
    let tokens = prepare(vocabulary, text);
    let own = own_names(vocabulary, card.name);
    let mut parsed = ParsedText::default();
    if tokens.len() >= token::MOST {
        let span = Span::new(0, text.len());
        parsed.diagnostics.push(Diagnostic::error("too-long", span, "this text is too long"));
        return parsed;
    }
    let mut at = 0;
    while at < tokens.len() {
        if parsed.diagnostics.len() >= MOST_ERRORS {
            let span = Span::new(tokens[at].span.start, text.len());
            let message = "the rest of this text was not read: it has too many errors";
            parsed.diagnostics.push(Diagnostic::error("too-many", span, message));
            break;
        }
        if tokens[at].kind == Kind::Mark('\n') {
            at += 1;
            continue;
        }
        let mut parser = Parser::new(vocabulary, &tokens, &own);
        parser.once = card.once;
        parser.at = at;
        parser.furthest = at;
        at = read_one(&mut parser, &mut parsed, text);
    }
    parsed
}

/// Reads keywords or one ability; returns where to go on.
fn read_one(parser: &mut Parser<'_>, parsed: &mut ParsedText, text: &str) -> usize {
    let start = parser.at;
    if let Some(keywords) = parser.attempt(keyword_line) {
        for keyword in keywords {
            if let Some(timing) = parser.vocabulary.timings.get(keyword.index()).copied().flatten()
            {
                parsed.timing = Some(timing);
            }
            parsed.keywords.push(keyword);
        }
        parsed.sentences += 1;
        return parser.at;
    }
    let name = parser.attempt(|p| ability_name(p, text));
    if parser.once
        && let Some(timing) = spell_timing(parser)
    {
        parsed.timing = Some(timing);
    }
    if let Some(next) = several_labels(parser, parsed, start) {
        return next;
    }
    let body = parser.at;
    match parser.ability() {
        Some(_) if !parser.bind.problems.is_empty() => {
            let problems = std::mem::take(&mut parser.bind.problems);
            parsed
                .diagnostics
                .extend(problems.iter().map(|problem| unbound(parser.vocabulary, problem, text)));
            parser.at
        }
        Some(mut ability) => {
            ability.name = name;
            if !number_slots(&mut ability) {
                let span = parser.span_since(start);
                let message = "something is meant here that the rules cannot keep";
                parsed.diagnostics.push(Diagnostic::error("no-antecedent", span, message));
                return parser.at;
            }
            parsed.links.append(&mut parser.bind.links);
            let last = parser.tokens[parser.at - 1].span;
            parsed.spans.push(Span::new(parser.tokens[start].span.start, last.end));
            parsed.sentences += parser.tokens[body..parser.at]
                .iter()
                .filter(|token| token.kind == Kind::Mark('.'))
                .count()
                .max(1);
            parsed.abilities.push(ability);
            parser.at
        }
        None => {
            parser.at = body;
            if let Some(next) = two_events(parser, parsed, start, name.as_ref()) {
                return next;
            }
            parsed.diagnostics.push(refusal(parser));
            // The next line is read as if this one had been right.
            let rest = parser.tokens[start..].iter();
            let length = rest.take_while(|token| token.kind != Kind::Mark('\n')).count();
            let mut next = start + length;
            // A modal's bullets belong to the sentence that failed.
            while parser.tokens.get(next + 1).is_some_and(|t| t.kind == Kind::Mark('•')) {
                let more = parser.tokens[next + 1..].iter();
                next += 1 + more.take_while(|token| token.kind != Kind::Mark('\n')).count();
            }
            next
        }
    }
}

/// "Materialized, Judgment: …": the same ability for each of the labels.
fn several_labels(parser: &mut Parser<'_>, parsed: &mut ParsedText, start: usize) -> Option<usize> {
    let vocabulary = parser.vocabulary;
    let mut at = parser.at;
    let mut labels: Vec<(usize, usize)> = Vec::new();
    loop {
        let here = parser.tokens.get(at..)?;
        let found = vocabulary.labels.iter().find(|(words, _)| {
            here.len() > words.len()
                && here.iter().zip(words).all(|(token, word)| token.text == *word)
        });
        let length = found?.0.len();
        labels.push((at, at + length));
        at += length;
        match parser.tokens.get(at)?.kind {
            Kind::Mark(',') => at += 1,
            Kind::Mark(':') if labels.len() > 1 => break,
            _ => return None,
        }
    }
    let mut abilities = Vec::new();
    let mut end = at;
    for (from, to) in labels {
        let mut tokens = parser.tokens[from..to].to_vec();
        tokens.extend_from_slice(&parser.tokens[at..]);
        let mut inner = Parser::new(vocabulary, &tokens, parser.own);
        let mut ability = inner.ability()?;
        number_slots(&mut ability).then_some(())?;
        abilities.push(ability);
        let problems = std::mem::take(&mut inner.bind.problems);
        parser.bind.problems.extend(problems);
        end = at + inner.at - (to - from);
    }
    let last = parser.tokens[end - 1].span;
    let span = Span::new(parser.tokens[start].span.start, last.end);
    parsed.spans.extend(abilities.iter().map(|_| span));
    parsed.abilities.extend(abilities);
    parsed.sentences += 1;
    Some(end)
}

/// A spell's own timing, said first: "Response: …".
fn spell_timing(parser: &mut Parser<'_>) -> Option<Timing> {
    parser.attempt(|p| match p.label()? {
        Label::Timing(timing) => Some(*timing),
        Label::Start(_) => None,
    })
}

/// "Guardian." "Haste, mountainwalk"
fn keyword_line(parser: &mut Parser<'_>) -> Option<Vec<KeywordId>> {
    let mut keywords = vec![parser.keyword()?];
    while parser.attempt(|p| p.need_mark(',')).is_some() {
        keywords.push(parser.keyword()?);
    }
    if parser.sees_mark('"') || parser.sees_mark('•') || parser.sees_mark(']') {
        return None;
    }
    parser.stop()?;
    Some(keywords)
}

/// "All-Seeing Eye — When …": what stands before the dash.
fn ability_name(parser: &mut Parser<'_>, text: &str) -> Option<String> {
    let start = parser.at;
    let first = parser.peek()?.span.start;
    if !text[first..].starts_with(char::is_uppercase) || parser.sees("choose") {
        return None;
    }
    while parser.peek()?.kind == Kind::Word || parser.sees_mark(',') {
        parser.at += 1;
        if parser.at - start > 10 {
            return None;
        }
    }
    if parser.at == start || !parser.sees_mark('—') {
        return None;
    }
    let end = parser.tokens[parser.at - 1].span.end;
    parser.at += 1;
    Some(text[first..end].to_owned())
}

/// Tokens with the game's stand-in phrases replaced.
pub fn prepare(vocabulary: &Vocabulary, text: &str) -> Vec<Token> {
    let tokens = token::tokenize(text);
    if vocabulary.same.is_empty() {
        return tokens;
    }
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let found = vocabulary.same.iter().find(|(from, _)| {
            tokens.len() - at >= from.len()
                && tokens[at..].iter().zip(from).all(|(token, word)| token.text == *word)
        });
        match found {
            Some((from, to)) => {
                let span = Span::new(tokens[at].span.start, tokens[at + from.len() - 1].span.end);
                for word in token::tokenize(&to.join(" ")) {
                    out.push(Token { span, ..word });
                }
                at += from.len();
            }
            None => {
                out.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    out
}

fn own_names(vocabulary: &Vocabulary, name: &str) -> Vec<Vec<String>> {
    if name.is_empty() {
        return Vec::new();
    }
    let mut names = vec![token::words(name)];
    if let Some((first, rest)) = name.split_once(',') {
        names.push(token::words(first));
        names.push(token::words(rest));
    }
    // A name that is also a subtype means the subtype, except in full.
    names.retain(|words| {
        let [word] = words.as_slice() else { return !words.is_empty() };
        !vocabulary
            .senses(word)
            .iter()
            .any(|sense| matches!(sense, Sense::Subtype(_) | Sense::Type(_) | Sense::Keyword(_)))
    });
    names
}

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
    let more = expected.len() > 7;
    expected.truncate(7);
    let wanted = match expected.len() {
        0 => "something else".to_owned(),
        1 => expected.swap_remove(0),
        _ => {
            let last = expected.pop().unwrap_or_default();
            format!("{}{} {last}", expected.join(", "), if more { "," } else { " or" })
        }
    };
    let message = format!("expected {wanted}{}, found {found}", if more { " …" } else { "" });
    Diagnostic::error("text", span, message).maybe_help(suggestion(parser, at))
}

/// A pronoun without one meaning, with sentences that have one.
fn unbound(vocabulary: &Vocabulary, problem: &Problem, text: &str) -> Diagnostic {
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
