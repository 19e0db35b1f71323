//! Two events in one sentence: "When this enters or attacks, …" is one ability for
//! each.

use onplay_engine::card::Ability;

use super::cursor::Parser;
use super::text::ParsedText;
use crate::bind::number_slots;
use crate::diagnostic::Span;
use crate::token::{Kind, Token};

/// Most words of an event in which alternatives are looked for.
const MOST_WORDS: usize = 24;

/// Reads a sentence with two events, as an ability for each; returns where to go on.
pub(super) fn two_events(
    parser: &mut Parser<'_>,
    parsed: &mut ParsedText,
    start: usize,
    name: Option<&String>,
) -> Option<usize> {
    let (tokens, from) = (parser.tokens, parser.at);
    if !parser.sees("when") && !parser.sees("whenever") {
        return None;
    }
    let ends = |token: &Token| matches!(token.kind, Kind::Mark(_));
    let comma = from + tokens[from..].iter().take(MOST_WORDS).position(ends)?;
    if tokens[comma].kind != Kind::Mark(',') {
        return None;
    }
    if let Some(found) = into_this_place(parser, parsed, start, name, comma) {
        return Some(found);
    }
    let or = from + tokens[from..comma].iter().position(|token| token.text == "or")?;
    let join = |parts: &[&[Token]]| [parts.concat(), tokens[comma..].to_vec()].concat();
    // "this or another ally dies": two subjects of one verb, which stands last.
    let subjects = (or + 2..comma).rev().map(|verb| {
        (
            join(&[&tokens[from..or], &tokens[verb..comma]]),
            join(&[&tokens[from..=from], &tokens[or + 1..comma]]),
        )
    });
    // "this enters or attacks": two verbs of one subject, which stands first.
    let verbs = (from + 2..or).map(|end| {
        (join(&[&tokens[from..or]]), join(&[&tokens[from..end], &tokens[or + 1..comma]]))
    });
    let (one, other, left) = subjects.chain(verbs).find_map(|(one, other)| {
        let (one, left) = read(parser, &one)?;
        let (other, same) = read(parser, &other)?;
        (left == same && one != other).then_some((one, other, left))
    })?;
    Some(both(parser, parsed, start, name, [one, other], left))
}

/// "This gains 1 attack whenever an ally dies.": the occasion may stand behind.
pub(super) fn occasion_behind(
    parser: &mut Parser<'_>,
    parsed: &mut ParsedText,
    start: usize,
    name: Option<&String>,
) -> Option<usize> {
    let (tokens, from) = (parser.tokens, parser.at);
    let ends = |token: &Token| matches!(token.kind, Kind::Mark(_));
    let stop = from + tokens[from..].iter().take(MOST_WORDS).position(ends)?;
    if parser.once || tokens[stop].kind != Kind::Mark('.') {
        return None;
    }
    let is_when = |at: &usize| ["when", "whenever"].contains(&tokens[*at].text.as_str());
    let when = (from + 1..stop).find(is_when)?;
    let comma = Token { kind: Kind::Mark(','), text: ",".into(), ..tokens[when].clone() };
    let words =
        [&tokens[when..stop], std::slice::from_ref(&comma), &tokens[from..when], &tokens[stop..]];
    let (mut ability, left) = read(parser, &words.concat())?;
    ability.name = name.cloned();
    let end = tokens.len() - left;
    let last = tokens[end - 1].span;
    parsed.spans.push(Span::new(tokens[start].span.start, last.end));
    parsed.abilities.push(ability);
    parsed.sentences += 1;
    Some(end)
}

/// "an enemy enters this lane": it comes into play there, or moves there.
fn into_this_place(
    parser: &mut Parser<'_>,
    parsed: &mut ParsedText,
    start: usize,
    name: Option<&String>,
    comma: usize,
) -> Option<usize> {
    let (tokens, from) = (parser.tokens, parser.at);
    let enters = (from..comma.saturating_sub(2)).find(|at| {
        ["enters", "enter"].contains(&tokens[*at].text.as_str()) && tokens[at + 1].text == "this"
    })?;
    let say = |words: [&str; 2]| {
        let mut all = tokens[from..enters].to_vec();
        for word in words.iter().flat_map(|words| crate::token::tokenize(words)) {
            all.push(Token { span: tokens[enters].span, ..word });
        }
        all.extend_from_slice(&tokens[enters + 1..]);
        all
    };
    let moves = parser.vocabulary.verb("move");
    let (one, left) = read(parser, &say(["enters", "in"]))?;
    let (other, same) = read(parser, &say([&crate::inflect::third(moves), "into"]))?;
    (left == same && one != other).then(|| both(parser, parsed, start, name, [one, other], left))
}

/// The two abilities of one sentence.
fn both(
    parser: &Parser<'_>,
    parsed: &mut ParsedText,
    start: usize,
    name: Option<&String>,
    abilities: [Ability; 2],
    left: usize,
) -> usize {
    let tokens = parser.tokens;
    let end = tokens.len() - left;
    let last = tokens[end - 1].span;
    let span = Span::new(tokens[start].span.start, last.end);
    for mut ability in abilities {
        ability.name = name.cloned();
        parsed.spans.push(span);
        parsed.abilities.push(ability);
    }
    parsed.sentences += 1;
    end
}

/// Reads one of the sentences; the number is how much of the text is left behind it.
fn read(parser: &Parser<'_>, tokens: &[Token]) -> Option<(Ability, usize)> {
    let mut inner = Parser::new(parser.vocabulary, tokens, parser.own);
    inner.once = parser.once;
    let mut ability = inner.ability()?;
    (inner.bind.problems.is_empty() && number_slots(&mut ability)).then_some(())?;
    Some((ability, tokens.len() - inner.at))
}
