//! Every card's abilities, held against the game.

use onplay_engine::card::walk::{Node, ability_nodes};
use onplay_engine::card::{Ability, Filter, Quantity};

use super::{lack, shape};
use crate::card_file::Draft;
use crate::diagnostic::{Diagnostic, Span};
use crate::parse::{CardContext, ParsedText, read_text};
use crate::source::SourceFile;
use crate::vocabulary::Vocabulary;

/// Something that cannot work.
pub(super) struct Problem {
    pub code: &'static str,
    pub message: String,
    pub help: String,
}

impl Problem {
    pub fn new(code: &'static str, message: impl Into<String>, help: impl Into<String>) -> Problem {
        Problem { code, message: message.into(), help: help.into() }
    }
}

/// Checks every card's abilities against the game.
pub fn drafts(
    drafts: &[Draft],
    sources: &[&SourceFile],
    vocabulary: &Vocabulary,
    game: &str,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for draft in drafts {
        let file = sources[draft.file];
        for problem in of_card(draft, vocabulary, game) {
            let span = draft.place(problem.span);
            diagnostics.push(Diagnostic { span, ..problem }.in_file(&file.name));
        }
    }
}

/// Whether nothing is wrong with a card of this text.
pub fn fits(draft: &Draft, parsed: &ParsedText, vocabulary: &Vocabulary, game: &str) -> bool {
    let mut other = draft.clone();
    other.text.text = String::new();
    other.take(parsed);
    problems(&other, vocabulary, game).is_empty()
}

/// Checks one card's abilities against the game; the places are in its text.
pub fn of_card(draft: &Draft, vocabulary: &Vocabulary, game: &str) -> Vec<Diagnostic> {
    let mut problems = problems(draft, vocabulary, game);
    for problem in problems.iter_mut().take(3) {
        let Some(words) = draft.text.text.get(problem.span.start..problem.span.end) else {
            continue;
        };
        let is_right = |sentence: &String| {
            let context = CardContext { name: &draft.text.name, once: draft.once };
            let parsed = read_text(vocabulary, context, sentence);
            let mut other = draft.clone();
            other.take(&parsed);
            parsed.diagnostics.is_empty()
                && !parsed.abilities.is_empty()
                && self::problems(&other, vocabulary, game).is_empty()
        };
        if let Some(sentence) = shape::instead(words, vocabulary).into_iter().find(is_right) {
            problem.help = Some(format!("say “{sentence}”"));
        }
    }
    problems
}

fn problems(draft: &Draft, vocabulary: &Vocabulary, game: &str) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut tell = |span: Span, problem: Problem| {
        diagnostics.push(Diagnostic::error(problem.code, span, problem.message).help(problem.help));
    };
    if let Some(lack) = vocabulary.rules.lacks_timing(draft.card.timing) {
        tell(Span::default(), lack::problem(lack, vocabulary, game));
    }
    for (number, ability) in draft.card.abilities.iter().enumerate() {
        let mut found: Vec<Problem> = Vec::new();
        shape::check(draft, ability, vocabulary, &mut found);
        meaning(ability, vocabulary, game, &mut found);
        let words = draft.text.abilities.get(number).copied().unwrap_or_default();
        found.into_iter().for_each(|problem| tell(words, problem));
    }
    diagnostics
}

/// Checks abilities that are on no card in particular.
pub fn abilities(
    abilities: &[Ability],
    spans: &[Span],
    vocabulary: &Vocabulary,
    game: &str,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (number, ability) in abilities.iter().enumerate() {
        let mut found = Vec::new();
        shape::sources(ability, abilities, &mut found);
        meaning(ability, vocabulary, game, &mut found);
        let span = spans.get(number).copied().unwrap_or_default();
        let errors = found.into_iter().map(|problem| {
            Diagnostic::error(problem.code, span, problem.message).help(problem.help)
        });
        diagnostics.extend(errors);
    }
    diagnostics
}

/// What no card of the game can mean, whatever its type.
fn meaning(ability: &Ability, vocabulary: &Vocabulary, game: &str, found: &mut Vec<Problem>) {
    let lacks = vocabulary.rules.lacks(ability);
    found.extend(lacks.into_iter().map(|lack| lack::problem(lack, vocabulary, game)));
    ability_nodes(ability, &mut |node| nodes(node, found));
}

fn nodes(node: Node<'_>, found: &mut Vec<Problem>) {
    match node {
        Node::Filter(Filter::All(parts)) => {
            let zones = parts.iter().filter(|part| matches!(part, Filter::Zone(_))).count();
            let sides = |part: &&Filter| matches!(part, Filter::Controller(_));
            if zones > 1 || parts.iter().filter(sides).count() > 1 {
                found.push(Problem::new(
                    "impossible",
                    "nothing can be all of this at once",
                    "name one zone and one side only",
                ));
            }
        }
        Node::Quantity(Quantity::Number(number)) if number.unsigned_abs() > 999 => {
            found.push(Problem::new(
                "number",
                format!("{number} is beyond what the game counts to"),
                "numbers in card text go to 999",
            ));
        }
        _ => {}
    }
}

impl Draft {
    /// A place in the text as a place in the file.
    pub(crate) fn place(&self, words: Span) -> Span {
        match self.text_place() {
            Some(offset) if words.end > 0 => words.shifted(offset),
            _ => self.span,
        }
    }
}
