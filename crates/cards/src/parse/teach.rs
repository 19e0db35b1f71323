//! Right sentences for refused ones: changes of the designer's own words, the smallest
//! first, of which the first that is understood is offered.

use std::collections::HashSet;
use std::sync::OnceLock;

use indexmap::IndexMap;
use onplay_engine::card::{Ability, When};
use serde::Deserialize;

use super::nearest::{self, Models, Offer, nearest, weigh};
use super::text::{CardContext, ParsedText, read_text};
use crate::check;
use crate::diagnostic::{Diagnostic, Span};
use crate::token::{self, Kind, Token};
use crate::vocabulary::Vocabulary;

/// What designers write, and what the language says: `synonyms.toml`.
#[derive(Debug, Default, Deserialize)]
pub struct Synonyms {
    /// Read as if the other words stood there.
    pub same: IndexMap<String, String>,
    /// Offered where a sentence is refused.
    pub near: IndexMap<String, String>,
    /// Whole sentences that are offered in place of others; each `*` is some words of the
    /// designer's, in their order.
    pub offer: IndexMap<String, String>,
    /// Words that are near the first of them when a sentence is held against models.
    pub alike: IndexMap<String, Vec<String>>,
    /// Words of which one is never offered for the other: they mean the opposite.
    pub apart: Vec<[String; 2]>,
}

/// The synonyms of all games.
pub fn synonyms() -> &'static Synonyms {
    static SYNONYMS: OnceLock<Synonyms> = OnceLock::new();
    SYNONYMS.get_or_init(|| toml::from_str(include_str!("../synonyms.toml")).unwrap_or_default())
}

/// Most changes of one sentence that are tried.
const MOST_TRIED: usize = 24;

/// How a sentence is offered that has little in common with the refused one.
const FAR: &str = "the nearest that is understood:";

/// Most sentences that are changed in a second place, and most changes of each.
const MOST_MENDED: usize = 8;

/// Most sentences changed in two places that are tried.
const MOST_TRIED_AGAIN: usize = 64;

/// Most words of a sentence that is changed.
const MOST_WORDS: usize = 60;

/// A right sentence in place of the refused one that begins somewhere, where some words were
/// `refused`; `known` are words like those.
pub fn right_sentence(
    vocabulary: &Vocabulary,
    card: CardContext<'_>,
    text: &str,
    refused: &Diagnostic,
    known: &[String],
    fits_card: &dyn Fn(&ParsedText) -> bool,
) -> Option<String> {
    let wrong = refused.span;
    let from = text.get(..wrong.start)?.rfind('\n').map_or(0, |at| at + 1);
    let to = text.get(wrong.end..)?.find('\n').map_or(text.len(), |at| wrong.end + at);
    let line = text.get(from..to)?;
    let tokens = token::tokenize(line);
    if tokens.len() > MOST_WORDS {
        return None;
    }
    let start = wrong.start - from;
    let at = tokens.iter().position(|token| token.span.end > start).unwrap_or(tokens.len());
    let trial = Trial { vocabulary, card, fits_card };
    let better = changed(vocabulary, line, &tokens, at, known, card.once);
    let good = better.iter().take(MOST_TRIED).find(|one| trial.is_understood(one));
    if let Some(good) = good {
        return Some(format!("say “{good}”"));
    }
    let whole = weigh(vocabulary, &tokens);
    let models = Models::new(vocabulary);
    let mut offers = offers(vocabulary, &models, line, &tokens, at);
    // A pronoun means no more for other words around it.
    let is_of_words = refused.code == "text";
    offers.retain(|offer| offer.is_less || is_of_words && !is_opposite(&tokens, &offer.sentence));
    for offer in &offers {
        if trial.is_understood(&offer.sentence) {
            if let Some(told) = offer.told(whole) {
                return Some(told);
            }
            break;
        }
    }
    // Where one part is right now, another may still be wrong.
    let better = better.into_iter().map(|sentence| Offer { cost: 0.3, sentence, is_less: false });
    let offers = offers.into_iter().filter(|_| is_of_words);
    let mut again: Vec<Offer> = Vec::new();
    for first in better.take(MOST_MENDED).chain(offers.take(MOST_MENDED)) {
        let Some(place) = trial.wrong_place(&first.sentence) else { continue };
        let tokens = token::tokenize(&first.sentence);
        let at = tokens.iter().position(|token| token.span.end > place).unwrap_or(0);
        let second = |more: Offer| Offer { cost: more.cost + first.cost, ..more };
        let changed = changed(vocabulary, &first.sentence, &tokens, at, &[], card.once);
        let changed =
            changed.into_iter().map(|sentence| Offer { cost: 0.3, sentence, is_less: false });
        again.extend(changed.take(MOST_MENDED).map(second));
        let more = self::offers(vocabulary, &models, &first.sentence, &tokens, at);
        let (less, mut other): (Vec<_>, Vec<_>) = more.into_iter().partition(|one| one.is_less);
        other.retain(|offer| !is_opposite(&tokens, &offer.sentence));
        again.extend(
            [less, other]
                .into_iter()
                .flat_map(|some| some.into_iter().take(MOST_MENDED))
                .map(second),
        );
    }
    let mut again = different(again).into_iter().take(MOST_TRIED_AGAIN);
    if let Some(told) =
        again.find(|offer| trial.is_understood(&offer.sentence)).and_then(|offer| offer.told(whole))
    {
        return Some(told);
    }
    // At least a sentence of the language that speaks of the same.
    let mut alike = models.alike(vocabulary, &tokens).into_iter().take(MOST_TRIED);
    let alike = alike.find(|one| !is_opposite(&tokens, one) && trial.is_understood(one))?;
    is_of_words.then(|| format!("{FAR} “{alike}”"))
}

/// Whether a sentence says the opposite of some words in a line.
fn is_opposite(tokens: &[Token], sentence: &str) -> bool {
    let offered = token::words(sentence);
    let is_written = |word: &String| tokens.iter().any(|token| token.text == *word);
    let turns = |from: &String, to: &String| {
        is_written(from) && !is_written(to) && offered.contains(to) && !offered.contains(from)
    };
    synonyms().apart.iter().any(|[one, other]| turns(one, other) || turns(other, one))
}

/// Whether help is a sentence that has little in common with the refused one.
pub fn is_far(help: &str) -> bool {
    help.starts_with(FAR)
}

/// Sentences that are nearest to a line or left of it without some of its words, the
/// nearest first.
fn offers(
    vocabulary: &Vocabulary,
    models: &Models,
    line: &str,
    tokens: &[Token],
    at: usize,
) -> Vec<Offer> {
    let whole = weigh(vocabulary, tokens);
    let shorter = shortened(line, tokens, at).into_iter().take(MOST_TRIED).map(|sentence| {
        let cost = whole - weigh(vocabulary, &token::tokenize(&sentence));
        Offer { cost, sentence, is_less: true }
    });
    different(shorter.chain(nearest(vocabulary, models, line, tokens, at)).collect())
}

/// Each sentence once, the nearest first.
fn different(mut offers: Vec<Offer>) -> Vec<Offer> {
    offers.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    let mut seen = HashSet::new();
    offers.retain(|offer| seen.insert(offer.sentence.clone()));
    offers
}

impl Offer {
    /// How a sentence is offered in place of one that weighs so much; not at all if
    /// they have too little in common.
    fn told(&self, whole: f32) -> Option<String> {
        let sentence = &self.sentence;
        match self.is_less {
            _ if self.cost >= whole => None,
            true => Some(format!("this much of it is understood: “{sentence}”")),
            false if self.cost * 2.0 <= whole => Some(format!("say “{sentence}”")),
            false => Some(format!("{FAR} “{sentence}”")),
        }
    }
}

/// A card that sentences are tried on.
struct Trial<'a> {
    vocabulary: &'a Vocabulary,
    card: CardContext<'a>,
    fits_card: &'a dyn Fn(&ParsedText) -> bool,
}

impl Trial<'_> {
    fn is_understood(&self, candidate: &str) -> bool {
        self.wrong_place(candidate).is_none()
    }

    /// Where a sentence is not understood, or the start of one that this card cannot
    /// have.
    fn wrong_place(&self, candidate: &str) -> Option<usize> {
        let parsed = read_text(self.vocabulary, self.card, candidate);
        if let Some(wrong) = parsed.diagnostics.first() {
            return Some(wrong.span.start);
        }
        let fits = |ability: &Ability| match ability.when {
            When::Played => self.card.once,
            When::Static(_) => true,
            When::Event(_) | When::Instead(_) | When::Activated(_) => !self.card.once,
        };
        let says = !(parsed.abilities.is_empty() && parsed.keywords.is_empty());
        let is_right = says
            && parsed.abilities.iter().all(fits)
            && (self.fits_card)(&parsed)
            && check::abilities(&parsed.abilities, &parsed.spans, self.vocabulary, "").is_empty();
        (!is_right).then_some(0)
    }
}

/// The line with other words in one place.
fn changed(
    vocabulary: &Vocabulary,
    line: &str,
    tokens: &[Token],
    at: usize,
    known: &[String],
    once: bool,
) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(wrong) = tokens.get(at) {
        all.extend(known.iter().map(|word| replaced(line, wrong.span, word)));
    }
    all.extend(synonyms().offer.iter().filter_map(|(from, to)| offered(line, tokens, from, to)));
    if let Some(pronoun) = tokens.get(at) {
        // What is played once is nothing that anything could be done to.
        let this = Some("this".to_owned()).filter(|_| !once);
        let before = &tokens[..at];
        let yours = before.windows(2).rev().find(|pair| pair[0].text == "your");
        let yours = yours.map(|pair| line[pair[0].span.start..pair[1].span.end].to_owned());
        let in_front = before
            .windows(5)
            .rev()
            .find(|five| five[0].text == "the" && five[2].text == "in" && five[3].text == "front");
        let in_front = in_front.and_then(|five| {
            let end = before.iter().find(|token| token.span.start > five[4].span.start)?;
            Some(line[five[0].span.start..end.span.end].to_owned())
        });
        let yours = in_front.or(yours);
        let meant = match pronoun.text.as_str() {
            "it" => [yours, this],
            "they" | "them" => [this, nearest::things(vocabulary)],
            _ => [None, None],
        };
        let begins = line[..pronoun.span.start].trim_end().ends_with('.');
        let cased = |words: String| if begins { crate::inflect::capital(&words) } else { words };
        let meant = meant.into_iter().flatten().map(cased);
        all.extend(meant.map(|words| replaced(line, pronoun.span, &words)));
    }
    for (from, to) in &synonyms().near {
        let words = token::words(from);
        let found = (0..tokens.len()).find(|first| {
            tokens.len() - first >= words.len()
                && tokens[*first..].iter().zip(&words).all(|(token, word)| token.text == *word)
        });
        if let Some(first) = found {
            let span =
                Span::new(tokens[first].span.start, tokens[first + words.len() - 1].span.end);
            all.push(replaced(line, span, to));
        }
    }
    all.extend(named_token(vocabulary, line, tokens));
    // "in a lane" would be a choice that nobody makes.
    for place in vocabulary.places.iter().flatten() {
        for words in [format!("in a {place} of your choice"), format!("in a {place}")] {
            if let Some(found) = line.find(&words) {
                let span = Span::new(found, found + words.len());
                let rest = replaced(line, span, &format!("in that {place}"));
                all.push(format!("Choose a {place}. {rest}"));
            }
        }
    }
    if let Some((first, second)) = named_pair(vocabulary)
        && let Some(slash) = tokens.iter().position(|token| token.kind == Kind::Mark('/'))
        && let (Some(before), Some(after)) =
            (tokens.get(slash.wrapping_sub(1)), tokens.get(slash + 1))
    {
        let span = Span::new(before.span.start, after.span.end);
        let words = format!("{} {first} and {} {second}", before.text, after.text);
        all.push(replaced(line, span, &words));
    }
    all
}

/// Another sentence with the designer's words in it, if the line is one of a shape.
fn offered(line: &str, tokens: &[Token], from: &str, to: &str) -> Option<String> {
    let pieces: Vec<Vec<String>> = from.split('*').map(token::words).collect();
    let mut kept: Vec<&str> = Vec::new();
    let (mut at, mut open): (usize, Option<usize>) = (0, None);
    for (number, piece) in pieces.iter().enumerate() {
        let fits = |first: &usize| {
            tokens.len() - first >= piece.len()
                && tokens[*first..].iter().zip(piece).all(|(token, word)| token.text == *word)
        };
        let last = number + 1 == pieces.len();
        let first = match open {
            None => fits(&at).then_some(at)?,
            // What ends the sentence takes in all that is left.
            Some(_) if last && piece.is_empty() => tokens.len(),
            Some(start) => (start + 1..=tokens.len()).find(fits)?,
        };
        if let Some(start) = open {
            let end = tokens[..first].last()?.span.end;
            kept.push(line[tokens.get(start)?.span.start..end].trim_end_matches('.'));
        }
        at = first + piece.len();
        open = Some(at);
    }
    let rest: Vec<&Token> = tokens.iter().skip(at).collect();
    let is_whole = rest.is_empty() || (rest.len() == 1 && rest[0].kind == Kind::Mark('.'));
    is_whole.then_some(())?;
    let mut kept = kept.into_iter();
    let mut out = String::new();
    for (number, piece) in to.split('*').enumerate() {
        if number > 0 {
            out.push_str(kept.next()?);
        }
        out.push_str(piece);
    }
    if !out.ends_with('.') {
        out.push('.');
    }
    Some(crate::inflect::capital(&out))
}

/// The line with a token of the game in place of one that it describes by numbers.
fn named_token(vocabulary: &Vocabulary, line: &str, tokens: &[Token]) -> Option<String> {
    let is_number = |token: &Token| matches!(token.kind, Kind::Number(_));
    let create = tokens.iter().position(|token| token.text.starts_with("create"))?;
    let from = create + 1 + tokens[create + 1..].iter().position(is_number)?;
    let end = (from..tokens.len()).find(|at| matches!(tokens[*at].kind, Kind::Mark('.' | ',')));
    let end = end.unwrap_or(tokens.len());
    let last =
        (from..end).find(|at| tokens[*at].text.starts_with("token")).map_or(end, |at| at + 1);
    let said: Vec<&str> = tokens[from..last].iter().map(|token| token.text.as_str()).collect();
    let shares =
        |name: &&String| token::words(name).iter().any(|word| said.contains(&word.as_str()));
    let names = &vocabulary.token_names;
    let name = names.iter().find(shares).or(names.first())?;
    let span = Span::new(tokens[from].span.start, tokens[end - 1].span.end);
    let before = tokens.get(from.wrapping_sub(1)).map(|token| token.text.as_str());
    let many = if matches!(before, Some("a" | "an" | "one")) { "token" } else { "tokens" };
    let said_twice = name.to_lowercase().ends_with("token");
    let words = match (said_twice, many) {
        (true, "token") => name.clone(),
        (true, _) => format!("{name}s"),
        (false, many) => format!("{name} {many}"),
    };
    Some(replaced(line, span, &words))
}

/// What "+1/+1" would change in a game that does not write it so.
fn named_pair(vocabulary: &Vocabulary) -> Option<(&str, &str)> {
    use onplay_engine::id::Class;
    let health = vocabulary.rules.death.as_ref()?.attribute;
    let names = vocabulary.names.all(Class::Attribute);
    let strength = names.iter().find(|name| ["attack", "power"].contains(&name.as_str()))?;
    Some((strength, vocabulary.word(Class::Attribute, health.0)))
}

/// The line without words around what was not understood.
fn shortened(line: &str, tokens: &[Token], at: usize) -> Vec<String> {
    let mut all = Vec::new();
    let span = |from: usize, to: usize| Span::new(tokens[from].span.start, tokens[to - 1].span.end);
    let is_end = |token: &Token| matches!(token.kind, Kind::Mark('.' | '•'));
    let end = (at..tokens.len()).find(|next| is_end(&tokens[*next])).unwrap_or(tokens.len());
    let begin = (0..at.min(tokens.len()))
        .rev()
        .find(|last| is_end(&tokens[*last]))
        .map_or(0, |last| last + 1);
    // One to three words, then the rest of the part, then earlier and earlier parts.
    for length in 1..=3 {
        if at + length <= end {
            all.push(replaced(line, span(at, at + length), ""));
        }
    }
    let joins = |token: &Token| {
        matches!(token.kind, Kind::Mark(','))
            || [
                "and", "then", "or", "if", "unless", "until", "by", "for", "instead", "with",
                "that", "except", "at",
            ]
            .contains(&token.text.as_str())
    };
    let comma = (at..end).find(|next| tokens[*next].kind == Kind::Mark(',')).unwrap_or(end);
    let parts = (begin + 1..=at.min(tokens.len().saturating_sub(1))).rev();
    for from in parts.filter(|from| *from == at || joins(&tokens[*from])) {
        for to in [comma, end] {
            let is_between = tokens[from - 1].kind == Kind::Mark(',') && to == comma;
            if from < to {
                let from = if is_between && to < end { from - 1 } else { from };
                all.push(replaced(line, span(from, to), ""));
            }
        }
    }
    // Without the clause that the sentence begins with.
    if begin <= at && at < comma && comma < end {
        all.push(replaced(line, span(begin, comma + 1), ""));
    }
    // Without the whole sentence.
    if begin < end && (begin > 0 || end + 1 < tokens.len()) {
        all.push(replaced(line, span(begin, (end + 1).min(tokens.len())), ""));
    }
    all
}

/// A line with other words in one place, and spaces as they should be.
fn replaced(line: &str, span: Span, words: &str) -> String {
    let (before, after) = (line[..span.start].trim_end(), line[span.end..].trim_start());
    let mut out = before.to_owned();
    for part in [words, after] {
        let tight = part.starts_with(['.', ',', ':', '\'', '’', '”']);
        if !part.is_empty() && !out.is_empty() && !tight {
            out.push(' ');
        }
        out.push_str(part);
    }
    crate::inflect::capital(out.trim_start_matches([',', ' ']))
}
