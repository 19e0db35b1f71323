//! What a deck is: where its sections go, how many cards they have.

use onplay_engine::id::{CardId, ZoneKind};
use onplay_engine::rulebook::Section;

use super::builder::Builder;
use super::outline::{Chapter, Clause};
use crate::book::Deck;
use crate::diagnostic::{Diagnostic, Span};
use crate::parse::{Parser, prepare, refusal};
use crate::source::SourceFile;

/// How many cards a section of a deck has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckRule {
    /// The section, in small letters.
    pub section: String,
    /// How many cards it has at least and at most.
    pub size: Option<(u16, u16)>,
    /// How many copies of one card at most.
    pub copies: Option<u16>,
    /// The clause that says so.
    pub clause: String,
}

impl Builder<'_> {
    /// Reads the chapter about decks.
    pub(super) fn read_decks(&mut self) {
        for (_, clause) in self.clauses_of(Chapter::Decks) {
            let tokens = prepare(self.vocabulary, &clause.text);
            let mut parser = Parser::new(self.vocabulary, &tokens, &[]);
            let (mut sections, mut rules) = (Vec::new(), Vec::new());
            while parser.peek().is_some() {
                let read = parser.attempt(|p| {
                    let name = p.peek()?.text.clone();
                    p.at += 1;
                    if p.any(&["goes to", "go to", "lies in"]).is_some() {
                        p.any(&["your", "the"]);
                        let zone = p.zone()?;
                        p.stop()?;
                        return Some((Some((name, zone)), None));
                    }
                    p.one_of(&["has", "have"])?;
                    let rule = deck_rule(p, name, &clause)?;
                    p.stop()?;
                    Some((None, Some(rule)))
                });
                match read {
                    Some((section, rule)) => {
                        sections.extend(section);
                        rules.extend(rule);
                    }
                    None => {
                        let error = refusal(&parser).help(
                            "decks are “Main goes to your deck.” and “Main has 24 cards and at \
                             most 3 copies of a card.”",
                        );
                        self.report_at(&clause, error);
                        break;
                    }
                }
            }
            self.take_deck(&clause, sections, rules);
        }
    }

    fn take_deck(
        &mut self,
        clause: &Clause,
        sections: Vec<(String, ZoneKind)>,
        rules: Vec<DeckRule>,
    ) {
        self.read_back(clause, clause.text.trim().to_owned());
        for (name, zone) in sections {
            self.built.rulebook.decks.push(Section { name, zone });
        }
        self.built.decks.extend(rules);
    }
}

fn deck_rule(parser: &mut Parser<'_>, section: String, clause: &Clause) -> Option<DeckRule> {
    let mut rule = DeckRule { section, size: None, copies: None, clause: clause.number.clone() };
    loop {
        let copies = parser.attempt(|p| {
            p.need("at most")?;
            let copies = p.number()?;
            p.one_of(&["copies of a card", "copies of each card", "copy of a card"])?;
            Some(copies)
        });
        if let Some(copies) = copies {
            rule.copies = u16::try_from(copies).ok();
        } else {
            let bound = parser.any(&["at least", "at most", "exactly"]);
            let first = u16::try_from(parser.number()?).ok()?;
            let last = match parser.attempt(|p| {
                p.need("to")?;
                p.number()
            }) {
                Some(last) => u16::try_from(last).ok()?,
                None => first,
            };
            parser.one_of(&["cards", "card"])?;
            rule.size = Some(match bound {
                Some(0) => (first, u16::MAX),
                Some(1) => (0, first),
                _ => (first, last),
            });
        }
        if !parser.word("and") {
            return Some(rule);
        }
    }
}

/// Holds a deck against the rulebook.
pub fn check_deck(
    deck: &Deck,
    source: &SourceFile,
    sections: &[Section],
    rules: &[DeckRule],
    game: &str,
    name_of: &dyn Fn(CardId) -> String,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut report = |near: &str, message: String| {
        let start = source.text.find(near).unwrap_or(0);
        let span = Span::new(start, start + if start > 0 { near.len() } else { 0 });
        diagnostics.push(Diagnostic::error("deck", span, message).in_file(&source.name));
    };
    for (section, _) in &deck.sections {
        if !sections.iter().any(|known| known.name.eq_ignore_ascii_case(section)) {
            report(&format!("[{section}]"), format!("Decks does not say where “{section}” goes"));
        }
    }
    for rule in rules {
        let count = deck.count(&rule.section);
        let cite = format!("[{game} {}]", rule.clause);
        let near = format!("[{}]", rule.section);
        if let Some((least, most)) = rule.size
            && !(usize::from(least)..=usize::from(most)).contains(&count)
        {
            let wanted = match (least, most) {
                (least, most) if least == most => format!("{least}"),
                (least, u16::MAX) => format!("at least {least}"),
                (least, most) => format!("{least} to {most}"),
            };
            let section = &rule.section;
            report(&near, format!("{section} has {count} cards, not {wanted} {cite}"));
        }
        for (card, copies) in deck.section(&rule.section) {
            if rule.copies.is_some_and(|most| *copies > most) {
                let most = rule.copies.unwrap_or_default();
                let name = name_of(*card);
                let message = format!("{copies} copies of {name}, at most {most} {cite}");
                report(&format!("\"{name}\""), message);
            }
        }
    }
}
