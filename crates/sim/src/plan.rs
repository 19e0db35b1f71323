//! Plans: which decks and bots meet, and which game a seed stands for.

use onplay_bots::BotKind;
use onplay_engine::frame::DeckList;
use onplay_engine::id::CardId;
use onplay_engine::play::Layout;
use onplay_games::kit::{Kit, deck_list};

/// Who plays what against whom.
#[derive(Clone)]
pub struct Plan {
    /// The game.
    pub kit: Kit,
    /// By id; every deck meets every deck, itself included, in both seats.
    pub decks: Vec<(String, DeckList)>,
    /// The two players; they change seats from game to game.
    pub bots: [BotKind; 2],
}

/// The decks of a game, by id. A game without decks has one with two of every
/// card, so that it can be tried out.
pub fn decks(kit: &Kit) -> Vec<(String, DeckList)> {
    if kit.book.decks.is_empty() {
        let cards = &kit.table.catalog.cards;
        let all = (0..cards.len() as u16).map(CardId).filter(|card| !cards[card.index()].token);
        let cards = all.take(30).map(|card| (card, 2)).collect();
        return vec![("all".into(), DeckList { sections: vec![("main".into(), cards)] })];
    }
    kit.book.decks.iter().map(|deck| (deck.id.clone(), deck_list(deck))).collect()
}

impl Plan {
    /// All decks of a game against each other.
    pub fn new(kit: Kit, bots: [BotKind; 2]) -> Self {
        let decks = decks(&kit);
        Plan { kit, decks, bots }
    }

    /// How many pairs of decks there are; A against B and B against A are two.
    pub fn pairs(&self) -> usize {
        self.decks.len() * self.decks.len()
    }

    /// The tables of all pairs, ready for their games.
    pub fn layouts(&self) -> Vec<Layout> {
        let decks = |pair| self.pair(pair).map(|deck| self.decks[deck].1.clone());
        (0..self.pairs() as u64).map(|pair| self.kit.table.lay_out(&decks(pair))).collect()
    }

    /// Whether the bots change seats in the game of a seed: half of the games
    /// of each pair of decks, so that what a bot is worth does not depend on
    /// where it sits.
    pub fn swaps(&self, seed: u64) -> bool {
        self.bots[0] != self.bots[1] && seed / self.pairs().max(1) as u64 % 2 == 1
    }

    /// The decks of the first and second seat in the game of a seed. Seeds in
    /// a row go through all pairs.
    pub fn pair(&self, seed: u64) -> [usize; 2] {
        pair_of(seed, self.decks.len())
    }
}

/// The decks of the first and second seat in the game of a seed, given the number of decks.
pub(crate) fn pair_of(seed: u64, decks: usize) -> [usize; 2] {
    let count = decks.max(1) as u64;
    [(seed / count % count) as usize, (seed % count) as usize]
}
