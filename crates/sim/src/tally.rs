//! Tallies: everything counted over many games, in whole numbers.

use onplay_engine::id::Seat;
use onplay_engine::state::Outcome;
use serde::{Deserialize, Serialize};

use crate::playout::{DECISIONS, Notes, Played};
use crate::stats::{Rate, chance, wilson};

/// How many games were won and drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// Games counted.
    pub games: u64,
    /// Those that were won.
    pub won: u64,
    /// Those that were drawn or did not end.
    pub drawn: u64,
}

/// How games went for whoever drew or played a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardScore {
    /// For whoever drew it.
    pub drawn: Score,
    /// For whoever played it.
    pub played: Score,
}

/// What was counted. Two tallies of the same plan add up to the tally of their
/// games together, in any order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Games counted.
    pub games: u64,
    /// Games that were stopped because they did not end.
    pub unfinished: u64,
    /// Decisions in all of them.
    pub decisions: u64,
    /// Turns in all of them.
    pub turns: u64,
    /// How the first bot did, in both seats.
    pub first_bot: Score,
    /// How the first seat did, by pair of decks.
    pub pairs: Vec<Score>,
    /// By card.
    pub cards: Vec<CardScore>,
    /// Games by number of turns.
    pub turns_of: Vec<u64>,
    /// Games by tens of decisions.
    pub decisions_of: Vec<u64>,
    /// Games by deepest chain.
    pub depth_of: Vec<u64>,
    /// A sum over the final hashes.
    pub checksum: u64,
}

/// Which game it was that is counted.
#[derive(Clone, Copy)]
pub struct Counted {
    pub pair: usize,
    pub seed: u64,
    /// The bots changed seats.
    pub swapped: bool,
}

impl Score {
    /// Counts a game for a seat.
    pub fn add(&mut self, outcome: Outcome, seat: Seat) {
        self.games += 1;
        match outcome {
            Outcome::Won(winner) => self.won += u64::from(winner == seat),
            Outcome::Drawn | Outcome::Playing => self.drawn += 1,
        }
    }

    /// Adds the games of another score.
    pub fn merge(&mut self, other: &Score) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
    }

    /// The same games from the other side.
    pub fn other_side(&self) -> Score {
        Score { won: self.games - self.won - self.drawn, ..*self }
    }

    /// The rate of points; a draw is half a point.
    pub fn rate(&self) -> Rate {
        wilson(2 * self.won + self.drawn, self.games)
    }
}

impl Score {
    /// How likely a rate at least so far from even is between equals.
    pub fn even_chance(&self) -> f64 {
        if self.games == 0 {
            return 1.0;
        }
        // Draws make games vary less.
        let decided = (self.games - self.drawn).max(1) as f64;
        let error = (decided / 4.0).sqrt() / self.games as f64;
        chance((self.rate().rate - 0.5) / error)
    }
}

impl Tally {
    /// A tally of no games.
    pub fn new(pairs: usize, cards: usize) -> Self {
        Tally {
            pairs: vec![Score::default(); pairs],
            cards: vec![CardScore::default(); cards],
            ..Tally::default()
        }
    }

    /// Counts one game.
    pub fn add(&mut self, game: Counted, played: &Played, notes: &Notes) {
        let Counted { pair, seed, swapped } = game;
        self.games += 1;
        self.first_bot.add(played.outcome, if swapped { Seat::TWO } else { Seat::ONE });
        self.unfinished += u64::from(played.outcome == Outcome::Playing);
        self.decisions += u64::from(played.decisions);
        self.turns += u64::from(played.turns);
        self.pairs[pair].add(played.outcome, Seat::ONE);
        for (card, score) in self.cards.iter_mut().enumerate() {
            for seat in Seat::BOTH {
                if notes.drawn[card][seat.index()] {
                    score.drawn.add(played.outcome, seat);
                }
                if notes.played[card][seat.index()] {
                    score.played.add(played.outcome, seat);
                }
            }
        }
        count(&mut self.turns_of, usize::from(played.turns));
        count(&mut self.decisions_of, (played.decisions / 10) as usize);
        count(&mut self.depth_of, usize::from(played.depth));
        // Mixed with the seed, so that two games that change places are seen.
        self.checksum = self.checksum.wrapping_add(mix(played.hash ^ seed.rotate_left(32)));
    }

    /// Adds the games of another tally of the same plan.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.unfinished += other.unfinished;
        self.decisions += other.decisions;
        self.turns += other.turns;
        self.first_bot.merge(&other.first_bot);
        self.pairs.iter_mut().zip(&other.pairs).for_each(|(own, other)| own.merge(other));
        for (own, other) in self.cards.iter_mut().zip(&other.cards) {
            own.drawn.merge(&other.drawn);
            own.played.merge(&other.played);
        }
        merge_counts(&mut self.turns_of, &other.turns_of);
        merge_counts(&mut self.decisions_of, &other.decisions_of);
        merge_counts(&mut self.depth_of, &other.depth_of);
        self.checksum = self.checksum.wrapping_add(other.checksum);
    }

    /// Whether everything counted can be of games with these results of the
    /// first seat.
    ///
    /// # Errors
    /// What cannot be.
    pub(crate) fn check(&self, results: Score, unfinished: u64) -> Result<(), String> {
        let sound = |score: &Score, most: u64| {
            score.games <= most
                && score.won.checked_add(score.drawn).is_some_and(|points| points <= score.games)
        };
        // Sums are made only of what is small enough to be added.
        let games = results.games;
        let pairs = self.pairs.iter().all(|pair| sound(pair, games));
        let cards =
            |card: &CardScore| sound(&card.drawn, 2 * games) && sound(&card.played, 2 * games);
        let spread = |counts: &[u64]| {
            counts.len() <= COUNTS
                && counts.iter().all(|count| *count <= games)
                && counts.iter().sum::<u64>() == games
        };
        let longest = u64::from(DECISIONS).saturating_mul(games);
        let wrong = [
            (self.games != games, "the number of games"),
            (!pairs || self.first_seat() != results, "the pairs of decks"),
            (!sound(&self.first_bot, games) || self.first_bot.games != games, "the first bot"),
            (self.unfinished != unfinished, "the unfinished games"),
            (!self.cards.iter().all(cards), "the cards"),
            (self.decisions > longest, "the decisions"),
            (self.turns > u64::from(u16::MAX).saturating_mul(games), "the turns"),
            (!spread(&self.turns_of), "the games by turns"),
            (!spread(&self.decisions_of), "the games by decisions"),
            (!spread(&self.depth_of), "the games by depth"),
        ];
        match wrong.iter().find(|(wrong, _)| *wrong) {
            Some((_, what)) => Err((*what).to_owned()),
            None => Ok(()),
        }
    }

    /// How the first seat did.
    pub fn first_seat(&self) -> Score {
        let mut score = Score::default();
        self.pairs.iter().for_each(|pair| score.merge(pair));
        score
    }

    /// How a deck did in both seats, mirror matches left out.
    pub fn deck(&self, deck: usize) -> Score {
        let count = self.pairs.len().isqrt();
        let mut score = Score::default();
        for other in (0..count).filter(|other| *other != deck) {
            score.merge(&self.pairs[deck * count + other]);
            score.merge(&self.pairs[other * count + deck].other_side());
        }
        score
    }
}

pub(crate) fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = (word ^ (word >> 29)).wrapping_mul(0x9fb2_1c65_1e98_df25);
    word ^ (word >> 32)
}

/// The longest list of counts; what is beyond is counted at its end.
const COUNTS: usize = 2000;

fn count(counts: &mut Vec<u64>, at: usize) {
    let at = at.min(COUNTS - 1);
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += 1;
}

fn merge_counts(own: &mut Vec<u64>, other: &[u64]) {
    if own.len() < other.len() {
        own.resize(other.len(), 0);
    }
    own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
}
