//! The cards that filters can mean, as a set that is made when it is first
//! asked: most cards of a large catalog are never in one game together.

use std::sync::OnceLock;

use crate::card::Filter;
use crate::compile::{Catalog, can_match, has_card};
use crate::id::CardId;

/// Which cards match one of several filters by what is printed on them.
#[derive(Clone, Debug, Default)]
pub(crate) struct CardSet {
    filters: Vec<Filter>,
    /// Every card is meant.
    all: bool,
    /// One bit for each card.
    cards: OnceLock<Vec<u64>>,
}

impl CardSet {
    /// Takes up a filter.
    pub(crate) fn add(&mut self, filter: &Filter) {
        if !self.filters.contains(filter) {
            self.filters.push(filter.clone());
        }
    }

    pub(crate) fn add_all(&mut self) {
        self.all = true;
    }

    /// Takes up what another one means.
    pub(crate) fn join(&mut self, other: &CardSet) {
        other.filters.iter().for_each(|filter| self.add(filter));
        self.all |= other.all;
    }

    #[inline]
    pub(crate) fn contains(&self, catalog: &Catalog, card: CardId) -> bool {
        has_card(self.cards.get_or_init(|| self.make(catalog)), card)
    }

    #[cold]
    fn make(&self, catalog: &Catalog) -> Vec<u64> {
        let mut cards = vec![0; catalog.cards.len().div_ceil(64)];
        for card in 0..catalog.cards.len() {
            let id = CardId(card as u16);
            let can = |filter| can_match(filter, &catalog.rules, &catalog.cards, id);
            cards[card / 64] |= u64::from(self.all || self.filters.iter().any(can)) << (card % 64);
        }
        cards
    }
}

/// Two are equal if they were made of the same filters, whether asked yet or not.
impl PartialEq for CardSet {
    fn eq(&self, other: &Self) -> bool {
        (&self.filters, self.all) == (&other.filters, other.all)
    }
}

impl Eq for CardSet {}
