//! The book of a game: its rules, cards, decks and words, ready to play.

use std::sync::Arc;

use indexmap::IndexMap;
use onplay_engine::compile::{Card, Catalog, CatalogError};
use onplay_engine::id::{CardId, Class};
use onplay_engine::rulebook::Policy;
use serde::Serialize;

use crate::diagnostic::Span;
use crate::fingerprint;
use crate::rulebook::{Built, RulebookText};
use crate::vocabulary::Vocabulary;

/// Everything a game needs that is written in files.
#[derive(Clone, Debug)]
pub struct Book {
    /// What the game is called.
    pub game: GameInfo,
    /// The compiled cards and rules that the engine plays.
    pub catalog: Arc<Catalog>,
    /// By [`CardId`].
    pub cards: Vec<CardText>,
    /// The game's decks, in the order of their files.
    pub decks: Vec<Deck>,
    /// The policies that the game's file defines; its own has the game's id.
    pub policies: IndexMap<String, Policy>,
    /// The words that the game's cards may use.
    pub vocabulary: Vocabulary,
    /// The cards as printed, without what the rulebook gives them.
    pub(crate) printed: Arc<Vec<Card>>,
    /// What was read from the rulebook, if the game has one.
    pub(crate) built: Option<Arc<Built>>,
}

/// What the game is called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameInfo {
    /// The short name: letters, digits and hyphens.
    pub id: String,
    /// The name that players see.
    pub title: String,
    /// The game in one sentence.
    pub tagline: String,
}

/// A printed card's prose.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct CardText {
    /// Short and unique among the game's cards.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// The printed types: "Creature — Goblin".
    pub type_line: String,
    /// The printed text, as the file has it.
    pub text: String,
    /// By ability number: where its words are in `text`. Empty for abilities
    /// that were given as data.
    pub abilities: Vec<Span>,
    /// Words before the types: Legendary, Basic.
    pub supertypes: Vec<String>,
    /// Other fields of the card file that the game's frame reads: limit,
    /// rebuild rate, rarity.
    pub extra: IndexMap<String, serde_json::Value>,
    /// Sentences that were read.
    pub sentences: usize,
    /// The file it is in.
    pub file: String,
}

/// A deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    /// The name of its file, without the ending.
    pub id: String,
    /// The name that players see.
    pub name: String,
    /// How it wants to win.
    pub plan: String,
    /// Main, leader, pool, gate, … with the cards and how many of each.
    pub sections: Vec<(String, Vec<(CardId, u16)>)>,
}

/// Why a book cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// Something does not fit the engine's bounds.
    #[error(transparent)]
    TooLarge(#[from] CatalogError),
}

impl Book {
    /// The same cards under another policy.
    ///
    /// # Errors
    /// The rules or cards do not fit the engine's bounds.
    pub fn with_policy(&self, policy: Policy) -> Result<Book, BookError> {
        let mut book = self.clone();
        let mut rules = self.catalog.rules.clone();
        rules.policy = policy;
        book.vocabulary.rules = rules.clone();
        let mut catalog =
            Catalog::new(rules, self.catalog.names.clone(), self.catalog.cards.clone())?;
        catalog.set_rulebook(self.catalog.rulebook.clone());
        catalog.fingerprint = fingerprint::of(&catalog);
        book.catalog = Arc::new(catalog);
        Ok(book)
    }

    /// The rulebook as it was read, if the game has one.
    pub fn rulebook(&self) -> Option<&RulebookText> {
        self.built.as_ref().map(|built| &built.text)
    }

    /// The card with this name or id.
    pub fn card(&self, name: &str) -> Option<CardId> {
        let by_name = self.catalog.names.find(Class::Card, name).map(CardId);
        by_name.or_else(|| {
            self.cards
                .iter()
                .position(|card| card.id.eq_ignore_ascii_case(name))
                .map(|index| CardId(index as u16))
        })
    }

    /// The prose of a card.
    ///
    /// # Panics
    /// The card is not of this book.
    pub fn text(&self, card: CardId) -> &CardText {
        &self.cards[card.index()]
    }

    /// What is printed on a card, as data.
    ///
    /// # Panics
    /// The card is not of this book.
    pub fn printed(&self, card: CardId) -> &Card {
        &self.printed[card.index()]
    }

    /// The deck with this id or name; upper and lower case are the same.
    pub fn deck(&self, id: &str) -> Option<&Deck> {
        self.decks
            .iter()
            .find(|deck| deck.id.eq_ignore_ascii_case(id) || deck.name.eq_ignore_ascii_case(id))
    }
}

impl Deck {
    /// The cards of a section, none if the deck has no such section.
    pub fn section(&self, name: &str) -> &[(CardId, u16)] {
        self.sections
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map_or(&[], |(_, cards)| cards.as_slice())
    }

    /// How many cards a section has, copies counted.
    pub fn count(&self, name: &str) -> usize {
        self.section(name).iter().map(|(_, copies)| usize::from(*copies)).sum()
    }
}
