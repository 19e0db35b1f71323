//! The book of a game: its rules, cards, decks and words, ready to play.

use std::sync::Arc;

use indexmap::IndexMap;
use onplay_engine::compile::{Card, Catalog};
use onplay_engine::id::{CardId, Class};
use onplay_engine::rulebook::Policy;
use serde::Serialize;

use crate::diagnostic::Span;
use crate::fingerprint;
use crate::vocabulary::Vocabulary;

/// Everything a game needs that is written in files.
#[derive(Clone, Debug)]
pub struct Book {
    pub game: GameInfo,
    pub catalog: Arc<Catalog>,
    /// By [`CardId`].
    pub cards: Vec<CardText>,
    pub decks: Vec<Deck>,
    /// The policies that the game's file defines; its own has the game's id.
    pub policies: IndexMap<String, Policy>,
    pub vocabulary: Vocabulary,
}

/// What the game is called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameInfo {
    pub id: String,
    pub title: String,
    pub tagline: String,
}

/// A printed card's prose.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct CardText {
    pub id: String,
    pub name: String,
    pub type_line: String,
    pub text: String,
    /// By ability number: where its words are in `text`. Empty for abilities
    /// that were given as data.
    pub abilities: Vec<Span>,
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
    pub id: String,
    pub name: String,
    /// How it wants to win.
    pub plan: String,
    /// Main, leader, pool, gate, … with the cards and how many of each.
    pub sections: Vec<(String, Vec<(CardId, u16)>)>,
}

impl Book {
    /// The same cards under another policy.
    ///
    /// # Errors
    /// What does not fit the machine's bounds, in words.
    pub fn with_policy(&self, policy: Policy) -> Result<Book, String> {
        let mut book = self.clone();
        let mut rules = self.catalog.rules.clone();
        rules.policy = policy;
        book.vocabulary.rules = rules.clone();
        let mut catalog =
            Catalog::new(rules, self.catalog.names.clone(), self.catalog.cards.clone())?;
        catalog.fingerprint = fingerprint::of(&catalog);
        book.catalog = Arc::new(catalog);
        Ok(book)
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

    pub fn text(&self, card: CardId) -> &CardText {
        &self.cards[card.index()]
    }

    pub fn printed(&self, card: CardId) -> &Card {
        self.catalog.card(card)
    }

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
