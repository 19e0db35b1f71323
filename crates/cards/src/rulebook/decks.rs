//! What a deck is: where its sections go, how many cards they have.

use indexmap::IndexMap;
use onplay_engine::id::{CardId, Class, TypeId};
use onplay_engine::rulebook::Section;

use super::builder::Builder;
use super::outline::{Chapter, Clause};
use crate::book::Deck;
use crate::diagnostic::{Diagnostic, Span};
use crate::inflect;
use crate::parse::{Parser, prepare, refusal};
use crate::source::SourceFile;
use crate::vocabulary::Sense;

/// What a section of a deck must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckRule {
    /// The section, in small letters.
    pub section: String,
    /// The cards that it is about.
    pub which: Which,
    pub bound: Bound,
    /// The clause that says so.
    pub clause: String,
}

/// Cards that a rule about decks counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Which {
    All,
    /// Those of which a field of their file says this: `rarity`, `bronze`.
    Trait {
        field: String,
        word: String,
    },
    Type {
        kind: TypeId,
        word: String,
    },
}

/// How many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The fewest and the most cards.
    Size(u16, u16),
    /// The most copies of one card.
    Copies(u16),
}

/// What is said of decks where it is not understood.
const HELP: &str = "decks are “Main goes to your deck.” and “Main has 24 cards and at most 3 copies \
                    of a card.”";

impl Builder<'_> {
    /// Reads the chapter about decks.
    pub(super) fn read_decks(&mut self, traits: &IndexMap<String, Vec<String>>) {
        for (_, clause) in self.clauses_of(Chapter::Decks) {
            let tokens = prepare(self.vocabulary, &clause.text);
            let mut parser = Parser::new(self.vocabulary, &tokens, &[]);
            let (mut sections, mut rules) = (Vec::<Section>::new(), Vec::new());
            while parser.peek().is_some() {
                let read = parser.attempt(|p| {
                    if let Some(kind) = p.attempt(otherwise) {
                        sections.last_mut()?.otherwise = Some(kind);
                        return Some(());
                    }
                    let name = p.peek()?.text.clone();
                    p.at += 1;
                    if p.any(&["goes to", "go to", "lies in"]).is_some() {
                        p.any(&["your", "the"]);
                        let zone = p.zone()?;
                        p.any(&["zone"]);
                        p.stop()?;
                        sections.push(Section { name, zone, otherwise: None });
                        return Some(());
                    }
                    p.one_of(&["has", "have"])?;
                    let found = bounds(p, traits)?;
                    p.stop()?;
                    rules.extend(found.into_iter().map(|(which, bound)| DeckRule {
                        section: name.clone(),
                        which,
                        bound,
                        clause: clause.number.clone(),
                    }));
                    Some(())
                });
                if read.is_none() {
                    let error = refusal(&parser).help(HELP);
                    self.report_at(&clause, error);
                    break;
                }
            }
            self.take_deck(&clause, sections, rules);
        }
    }

    fn take_deck(&mut self, clause: &Clause, sections: Vec<Section>, rules: Vec<DeckRule>) {
        self.read_back(clause, clause.text.trim().to_owned());
        self.built.rulebook.decks.extend(sections);
        self.built.decks.extend(rules);
    }
}

/// "If it is missing, it is one of each Dreamwell.", behind a section of the deck.
fn otherwise(parser: &mut Parser<'_>) -> Option<TypeId> {
    parser.need("if it is missing")?;
    parser.mark(',');
    parser.need("it is one of each")?;
    let kind = parser.sense("a type", |sense| match sense {
        Sense::Type(kind) => Some(*kind),
        _ => None,
    })?;
    parser.any(&["card"]);
    parser.stop()?;
    Some(kind)
}

type Traits = IndexMap<String, Vec<String>>;

/// "24 cards, at most 3 copies of a bronze card and no Leader".
fn bounds(parser: &mut Parser<'_>, traits: &Traits) -> Option<Vec<(Which, Bound)>> {
    let mut found = Vec::new();
    loop {
        let copies = parser.attempt(|p| {
            p.need("at most")?;
            let copies = u16::try_from(p.number()?).ok()?;
            p.one_of(&["copies of", "copy of"])?;
            p.one_of(&["a", "an", "each"])?;
            Some((which(p, traits)?, Bound::Copies(copies)))
        });
        found.push(match copies {
            Some(found) => found,
            None => size(parser, traits)?,
        });
        let comma = parser.mark(',');
        if !(parser.word("and") || comma) {
            return Some(found);
        }
    }
}

fn size(parser: &mut Parser<'_>, traits: &Traits) -> Option<(Which, Bound)> {
    if parser.word("no") {
        return Some((which(parser, traits)?, Bound::Size(0, 0)));
    }
    let bound = parser.any(&["at least", "at most", "exactly"]);
    let first = u16::try_from(parser.number()?).ok()?;
    let last = match parser.attempt(|p| {
        p.need("to")?;
        p.number()
    }) {
        Some(last) => u16::try_from(last).ok()?,
        None => first,
    };
    let which = which(parser, traits)?;
    Some(match bound {
        Some(0) => (which, Bound::Size(first, u16::MAX)),
        Some(1) => (which, Bound::Size(0, first)),
        _ => (which, Bound::Size(first, last)),
    })
}

/// "cards", "bronze card", "Leader".
fn which(parser: &mut Parser<'_>, traits: &Traits) -> Option<Which> {
    let here = parser.peek().map(|token| token.text.clone())?;
    let has = |words: &Vec<String>| words.iter().any(|word| word.eq_ignore_ascii_case(&here));
    if let Some((field, _)) = traits.iter().find(|(_, words)| has(words)) {
        parser.at += 1;
        parser.one_of(&["cards", "card"])?;
        return Some(Which::Trait { field: field.clone(), word: here });
    }
    if parser.any(&["cards", "card"]).is_some() {
        return Some(Which::All);
    }
    let kind = parser.sense("a type", |sense| match sense {
        Sense::Type(kind) => Some(*kind),
        _ => None,
    })?;
    let word = parser.vocabulary.names.word(Class::Type, kind.0).to_owned();
    Some(Which::Type { kind, word })
}

impl Which {
    /// What they are called: "bronze cards".
    fn words(&self, count: usize) -> String {
        let noun = match self {
            Which::All => "card".to_owned(),
            Which::Trait { word, .. } => format!("{word} card"),
            Which::Type { word, .. } => word.clone(),
        };
        if count == 1 { noun } else { inflect::plural(&noun) }
    }
}

/// Everything that is wrong with a deck, in words, each with what it is about in
/// the deck's file.
pub fn deck_problems(
    deck: &Deck,
    (sections, rules): (&[Section], &[DeckRule]),
    game: &str,
    name_of: &dyn Fn(CardId) -> String,
    is: &dyn Fn(CardId, &Which) -> bool,
) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (section, _) in &deck.sections {
        if !sections.iter().any(|known| known.name.eq_ignore_ascii_case(section)) {
            let message = format!("Decks does not say where “{section}” goes");
            found.push((format!("[{section}]"), message));
        }
    }
    for rule in rules {
        let cite = format!("[{game} {}]", rule.clause);
        let cards = deck.section(&rule.section);
        let mut counted = cards.iter().filter(|(card, _)| is(*card, &rule.which));
        match rule.bound {
            Bound::Size(least, most) => {
                let count: usize = counted.map(|(_, copies)| usize::from(*copies)).sum();
                if (usize::from(least)..=usize::from(most)).contains(&count) {
                    continue;
                }
                let wanted = match (least, most) {
                    (least, most) if least == most => format!("not {least}"),
                    (least, u16::MAX) => format!("at least {least}"),
                    (0, most) => format!("at most {most}"),
                    (least, most) => format!("not {least} to {most}"),
                };
                let words = rule.which.words(count);
                let message = format!("{} has {count} {words}, {wanted} {cite}", rule.section);
                found.push((format!("[{}]", rule.section), message));
            }
            Bound::Copies(most) => {
                for (card, copies) in counted.by_ref().filter(|(_, copies)| *copies > most) {
                    let name = name_of(*card);
                    let of = match &rule.which {
                        Which::All => String::new(),
                        which => format!(" of a {}", which.words(1)),
                    };
                    let message = format!("{copies} copies of {name}, at most {most}{of} {cite}");
                    found.push((format!("\"{name}\""), message));
                }
            }
        }
    }
    found
}

/// Holds the file of a deck against the rulebook.
pub fn check_deck(
    problems: Vec<(String, String)>,
    source: &SourceFile,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (near, message) in problems {
        let start = source.text.find(&near).unwrap_or(0);
        let span = Span::new(start, start + if start > 0 { near.len() } else { 0 });
        diagnostics.push(Diagnostic::error("deck", span, message).in_file(&source.name));
    }
}
