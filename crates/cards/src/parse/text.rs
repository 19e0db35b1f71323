//! A card's whole text: keywords, names of abilities, one ability after
//! another, and every error.

use onplay_engine::card::{Ability, Timing};
use onplay_engine::id::KeywordId;

use super::alternatives::{occasion_behind, two_events};
use super::cursor::Parser;
use super::refusal::{MOST_PHRASES, refusal, unbound};
use super::teach::{is_far, right_sentence};
use crate::bind::{Link, number_slots};
use crate::diagnostic::{Diagnostic, Span};
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
    /// The words with which it is printed, where the text describes tokens that the game
    /// does not have.
    pub vocabulary: Option<Box<Vocabulary>>,
}

/// Errors in one text after which no more are looked for.
const MOST_ERRORS: usize = 20;

/// Refused sentences of one text for which a right one is looked for.
const MOST_TAUGHT: usize = 3;

/// Reads text that is on no card in particular.
pub fn parse_text(vocabulary: &Vocabulary, text: &str) -> (Vec<Ability>, Vec<Diagnostic>) {
    let parsed = parse_card_text(vocabulary, CardContext::default(), text);
    (parsed.abilities, parsed.diagnostics)
}

/// Reads the text of a card. What is refused is refused with a right sentence, where
/// one can be made of the same words.
pub fn parse_card_text(vocabulary: &Vocabulary, card: CardContext<'_>, text: &str) -> ParsedText {
    parse_and_teach(vocabulary, card, text, &|_| true)
}

/// [`parse_card_text`] with right sentences only that fit the card.
pub(crate) fn parse_and_teach(
    vocabulary: &Vocabulary,
    card: CardContext<'_>,
    text: &str,
    fits: &dyn Fn(&ParsedText) -> bool,
) -> ParsedText {
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
            Some(help) if help.starts_with("say “") => continue,
            _ => Vec::new(),
        };
        let help = right_sentence(vocabulary, card, text, wrong, &nearest, fits);
        // A word that is nearly right, or the words that the game has, are told beside a
        // sentence that is far away.
        let Some(help) = help else { continue };
        wrong.help = match wrong.help.take() {
            Some(words) if is_far(&help) => Some(format!("{help}; {words}")),
            _ => Some(help),
        };
    }
    parsed
}

/// [`parse_card_text`] without right sentences for refused ones.
pub(crate) fn read_text(vocabulary: &Vocabulary, card: CardContext<'_>, text: &str) -> ParsedText {
    let tokens = prepare(vocabulary, text);
    let parsed = read_tokens(vocabulary, card, text, &tokens);
    // What was paid to play a spell can be spoken of in the rest of its text.
    if card.once
        && parsed.diagnostics.iter().any(|wrong| wrong.code == "no-antecedent")
        && let Some(linked) = with_cost_in_front(&tokens)
    {
        let linked = read_tokens(vocabulary, card, text, &linked);
        if linked.diagnostics.is_empty() {
            return linked;
        }
    }
    parsed
}

/// "As an additional cost to play this, C. E." as "C: E.", which says the same of a spell.
fn with_cost_in_front(tokens: &[Token]) -> Option<Vec<Token>> {
    const BEGINNING: [&str; 5] = ["as", "an", "additional", "cost", "to"];
    let begins = BEGINNING.iter().zip(tokens).all(|(word, token)| token.text == *word);
    let this = tokens.iter().take(9).position(|token| token.text == "this")?;
    let cost = this + 1 + usize::from(tokens.get(this + 1)?.kind == Kind::Mark(','));
    let stop = cost + tokens[cost..].iter().position(|token| token.kind == Kind::Mark('.'))?;
    let effects = tokens[stop + 1..].iter().skip_while(|token| token.kind == Kind::Mark('\n'));
    let colon = Token { kind: Kind::Mark(':'), text: ":".into(), ..tokens[stop].clone() };
    let cost = tokens[cost..stop].iter().chain(std::iter::once(&colon));
    begins.then(|| cost.chain(effects).cloned().collect())
}

fn read_tokens(
    vocabulary: &Vocabulary,
    card: CardContext<'_>,
    text: &str,
    tokens: &[Token],
) -> ParsedText {
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
        let mut parser = Parser::new(vocabulary, tokens, &own);
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
            if let Some(next) = two_events(parser, parsed, start, name.as_ref())
                .or_else(|| occasion_behind(parser, parsed, start, name.as_ref()))
            {
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
    // "When this enters, choose one — …" has no name.
    if parser.tokens[start..parser.at].iter().any(|token| token.text == "choose") {
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
