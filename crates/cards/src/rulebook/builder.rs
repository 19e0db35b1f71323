//! Building: from the outline to the course of a game, with everything that is
//! wrong with it.

use onplay_engine::card::walk::{Node, ability_nodes};
use onplay_engine::card::{Ability, Course, Effect, Happening, Quantity, Span as Round};
use onplay_engine::compile::Card;
use onplay_engine::id::{CardId, Class, FlagId, KeywordId, PhaseId};
use onplay_engine::rulebook::Rulebook;
use serde::Serialize;

use super::decks::DeckRule;
use super::hints::hint;
use super::outline::{Chapter, Clause, Heading, Outline};
use super::words::key;
use crate::diagnostic::{Diagnostic, Span};
use crate::game_file::GameFile;
use crate::print::{print_effect, print_quantity};
use crate::vocabulary::{Sense, Vocabulary};

/// A rulebook that was read, for whoever shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct RulebookText {
    /// Its headings and clauses as written.
    pub outline: Outline,
    /// By clause, in the order of the file: its number and how it was read.
    pub read: Vec<(String, String)>,
}

/// Whose text a clause of the chapter about cards is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// Cards of these types, a mask.
    Types(u32),
    /// What has the keyword.
    Keyword(KeywordId),
    /// What has the status.
    Flag(FlagId),
}

/// A text that cards have without printing it.
#[derive(Clone, PartialEq, Debug)]
pub struct HeldText {
    pub holder: Holder,
    pub ability: Ability,
    /// The offer that it is, if it is an action.
    pub offer: Option<u8>,
}

/// What building a rulebook gives.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Built {
    pub rulebook: Rulebook,
    /// The clauses as abilities of a card of their own.
    pub abilities: Vec<Ability>,
    /// What cards have of it.
    pub texts: Vec<HeldText>,
    /// What decks must be.
    pub decks: Vec<DeckRule>,
    /// How it was read.
    pub text: RulebookText,
    /// The moments that the game's file names.
    pub named: Vec<PhaseId>,
}

/// Reads what the clauses of an outline say. The vocabulary learns the
/// rulebook's own words.
pub fn build(
    outline: &Outline,
    file: &GameFile,
    vocabulary: &mut Vocabulary,
    diagnostics: &mut Vec<Diagnostic>,
) -> Built {
    let game = &file.id;
    let mut builder = Builder { outline, game, vocabulary, diagnostics, built: Built::default() };
    builder.built.text.outline = outline.clone();
    builder.define();
    builder.read_decks(&file.traits);
    builder.read_stages();
    builder.name_windows(&file.windows);
    builder.read_texts();
    builder.read_standing_rules();
    builder.note_announcements();
    builder.built.named = file
        .phases
        .keys()
        .filter_map(|word| builder.vocabulary.names.find(Class::Phase, word).map(PhaseId))
        .collect();
    builder.check();
    builder.built
}

/// Every stage is a moment that cards can name.
pub fn add_stages(outline: &Outline, vocabulary: &mut Vocabulary) {
    for heading in outline.headings.iter().filter(|heading| heading.is_stage()) {
        let word = key(&heading.name);
        let known = vocabulary.names.all(Class::Phase).len();
        let id = PhaseId(vocabulary.names.intern(Class::Phase, &word));
        if id.index() == known {
            vocabulary.add(&word, Sense::Phase(id));
            vocabulary.ends.push(None);
        }
        let begins = |words: &str| {
            heading.clauses.iter().any(|clause| clause.text.trim_start().starts_with(words))
        };
        if begins("Repeat") {
            vocabulary.spans.push((id, Round::Round));
        } else if begins("Players take turns") {
            vocabulary.spans.push((id, Round::Turn));
        }
    }
}

impl Heading {
    /// Whether it is a stage: a part of the order of play, or one that is called.
    pub fn is_stage(&self) -> bool {
        match self.chapter {
            Chapter::Stage => true,
            Chapter::Called => self.level > 2,
            _ => false,
        }
    }
}

pub(super) struct Builder<'a> {
    pub outline: &'a Outline,
    pub game: &'a str,
    pub vocabulary: &'a mut Vocabulary,
    pub diagnostics: &'a mut Vec<Diagnostic>,
    pub built: Built,
}

impl Builder<'_> {
    /// Something is wrong in the rulebook.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic.in_file(&self.outline.file));
    }

    /// Something is wrong in a clause, at a place of its text.
    pub fn report_at(&mut self, clause: &Clause, mut diagnostic: Diagnostic) {
        if let Some(told) = self.unknown_stage(clause, &diagnostic) {
            diagnostic = told;
        }
        if diagnostic.code == "text"
            && let Some(help) = hint(&clause.text)
        {
            diagnostic.help = Some(help.to_owned());
        }
        diagnostic.span = diagnostic.span.shifted(clause.start);
        self.report(diagnostic);
    }

    /// What is said where a clause goes through a stage that is not there.
    fn unknown_stage(&self, clause: &Clause, refused: &Diagnostic) -> Option<Diagnostic> {
        let before = clause.text.get(..refused.span.start)?.trim_end().to_lowercase();
        let before = before.strip_suffix(" the").unwrap_or(&before);
        if !before.ends_with("go through") {
            return None;
        }
        let rest = clause.text.get(refused.span.start..)?;
        let name = rest.split(['.', ',', ';', ':', '(']).next()?.trim();
        let stages = |chapter: Chapter| -> Vec<String> {
            let own = self.outline.headings.iter().filter(|one| one.is_stage());
            own.filter(|one| one.chapter == chapter).map(|one| format!("“{}”", one.name)).collect()
        };
        let called = stages(Chapter::Called);
        let known = match called.is_empty() {
            true => format!("stages are {}", stages(Chapter::Stage).join(", ")),
            false => format!("Called has {}", called.join(", ")),
        };
        let message = format!("there is no stage “{name}”; {known}");
        let span = Span::new(refused.span.start, refused.span.start + name.len());
        Some(Diagnostic::error("no-stage", span, message))
    }

    /// All of a clause's words.
    pub fn whole(clause: &Clause) -> Span {
        let lead = clause.text.len() - clause.text.trim_start().len();
        Span::new(clause.start + lead, clause.start + clause.text.trim_end().len())
    }

    /// The clauses of a chapter with their headings.
    pub fn clauses_of(&self, chapter: Chapter) -> Vec<(usize, Clause)> {
        let headings = self.outline.headings.iter().enumerate();
        headings
            .filter(|(_, heading)| heading.chapter == chapter)
            .flat_map(|(at, heading)| heading.clauses.iter().map(move |one| (at, one.clone())))
            .collect()
    }

    /// How a clause was read.
    pub fn read_back(&mut self, clause: &Clause, words: String) {
        self.built.text.read.push((clause.number.clone(), words));
    }

    pub fn print_quantity(&self, quantity: &Quantity) -> String {
        print_quantity(self.vocabulary, quantity)
    }

    pub fn print_effects(&self, effects: &[Effect]) -> String {
        let words: Vec<String> =
            effects.iter().map(|effect| print_effect(self.vocabulary, effect)).collect();
        words.join(", then ")
    }

    /// Something that the log and refusals say, with its clause.
    pub fn cite(&mut self, words: &str, clause: &Clause) -> u16 {
        let citation = format!("{words} [{} {}]", self.game, clause.number);
        self.built.rulebook.citations.push(citation);
        (self.built.rulebook.citations.len() - 1) as u16
    }

    /// A clause becomes an ability of the rulebook's card.
    pub fn add_ability(&mut self, clause: &Clause, ability: Ability) -> u8 {
        let number = self.built.abilities.len();
        if number > usize::from(u8::MAX) {
            let message = "this rulebook has too many sentences of its own";
            self.report(Diagnostic::error("too-many", clause.at, message));
            return u8::MAX;
        }
        for question in &clause.questions {
            self.built.rulebook.questions.push((number as u8, question.clone()));
        }
        self.built.abilities.push(ability);
        number as u8
    }

    /// A stage whose beginning a sentence says is not announced when it is entered.
    fn note_announcements(&mut self) {
        let mut said = Vec::new();
        let held = self.built.texts.iter().map(|text| &text.ability);
        for ability in self.built.abilities.iter().chain(held) {
            ability_nodes(ability, &mut |node| {
                if let Node::Effect(Effect::Course(Course::Say {
                    event: Happening::Began(phase),
                    ..
                })) = node
                {
                    said.push(*phase);
                }
            });
        }
        for stage in &mut self.built.rulebook.stages {
            stage.is_announced &= !said.contains(&stage.phase);
        }
    }
}

impl Built {
    /// The cards of a game with the texts that the rulebook gives them, and the
    /// rulebook's own card behind them.
    pub fn apply(&self, printed: &[Card]) -> (Vec<Card>, Rulebook) {
        let mut rulebook = self.rulebook.clone();
        let mut cards = printed.to_vec();
        for card in &mut cards {
            let mut offers = Vec::new();
            for text in &self.texts {
                let has = match text.holder {
                    Holder::Types(types) => card.types & types != 0,
                    Holder::Keyword(_) | Holder::Flag(_) => true,
                };
                if !has || card.abilities.len() >= usize::from(u8::MAX) {
                    continue;
                }
                if let Some(offer) = text.offer {
                    offers.push((offer, card.abilities.len() as u8));
                }
                card.abilities.push(text.ability.clone());
            }
            rulebook.of_card.push(offers);
        }
        rulebook.card = Some(CardId(cards.len() as u16));
        cards.push(Card { abilities: self.abilities.clone(), ..Card::default() });
        self.keep_announced(&cards, &mut rulebook);
        (cards, rulebook)
    }

    /// A stage is announced when it is entered if the game's file names it or
    /// somebody may listen for it.
    fn keep_announced(&self, cards: &[Card], rulebook: &mut Rulebook) {
        let mut listened = self.named.clone();
        for ability in cards.iter().flat_map(|card| &card.abilities) {
            ability_nodes(ability, &mut |node| {
                if let Node::Pattern(pattern) = node
                    && let Happening::Began(phase) = pattern.event
                {
                    listened.push(phase);
                }
            });
        }
        for stage in &mut rulebook.stages {
            stage.is_announced &= listened.contains(&stage.phase);
        }
    }
}
