//! Which decks and cards stand out, with care for how many were looked at, and what other
//! numbers printed on a card would change.

use std::ops::Range;

use onplay_cards::{PrintedNumber, SourceFile, printed_numbers};
use onplay_engine::id::Seat;
use onplay_engine::state::Outcome;
use onplay_games::kit::Kit;
use serde::Serialize;

use crate::diff::{self, Change};
use crate::plan::{Plan, pair_of};
use crate::playout::{Notes, Played};
use crate::run::{Control, run_noting};
use crate::shard::Shard;
use crate::stats::{Rate, Z, chance, standing};
use crate::tally::{Counted, Score};

/// What came of some games, and how it went for those who drew each card.
pub struct Sample {
    /// The games.
    pub shard: Shard,
    /// By number of the card.
    leads: Vec<Option<Lead>>,
}

/// A deck, or the first seat, and whether it wins more or less often than others.
#[derive(Clone, Debug, Serialize)]
pub struct Side {
    /// The deck's id; `first seat` for the seat.
    pub name: String,
    /// How often it wins; a draw is half a win.
    pub rate: Rate,
    /// The number of games it was counted in.
    pub games: u64,
    /// How likely this or more would be if nothing stood out.
    pub chance: f64,
    /// Whether it stands out among all that were looked at.
    pub stands_out: bool,
}

/// A card, and how much more often its deck wins when it is drawn.
#[derive(Clone, Debug, Serialize)]
pub struct CardLead {
    /// The card's name.
    pub card: String,
    /// The decks that have it.
    pub decks: Vec<String>,
    /// What drawing it changes.
    #[serde(flatten)]
    pub lead: Lead,
    /// Whether it stands out among all cards.
    pub stands_out: bool,
}

/// What drawing a card changes: the win rate of those who drew it less that of those who
/// did not, with the same deck, against the same deck, in the same seat.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Lead {
    /// The difference with its interval.
    pub rate: Rate,
    /// Games in which it was drawn, and in which it was not.
    pub drawn: u64,
    /// See `drawn`.
    pub missing: u64,
    /// How likely this or more would be if drawing it changed nothing.
    pub chance: f64,
}

/// The same games with another number on a card.
#[derive(Clone, Debug, Serialize)]
pub struct Trial {
    /// The card.
    pub card: String,
    /// Where the number stands: a field, or the words around it.
    pub place: String,
    /// The printed number.
    pub old: i64,
    /// The number that was tried.
    pub new: i64,
    /// What drawing the card changes with this number.
    pub lead: Option<Lead>,
    /// How the rates of the decks with this card change, in the same games.
    pub decks: Vec<(String, Change)>,
}

/// Points in some games, doubled because a draw is half a point.
#[derive(Clone, Copy, Default)]
struct Points {
    games: u64,
    sum: u64,
    squares: u64,
}

/// By group of games that can be compared, and card: points with the card drawn and not.
#[derive(Default)]
struct Counts(Vec<[Points; 2]>);

/// Fewer games of a group say nothing about how far they vary.
const FEW: u64 = 5;

/// Plays the games of all seeds of a range and notes who drew what.
///
/// # Errors
/// There are too many games, or the threads cannot be started.
pub fn sample(
    plan: &Plan,
    seeds: Range<u64>,
    threads: Option<usize>,
    control: &Control,
) -> Result<Sample, String> {
    let holds = holds(plan);
    let (cards, groups) = (plan.kit.table.catalog.cards.len(), plan.pairs() * 2);
    let note = |counts: &mut Counts, game: Counted, played: &Played, notes: &Notes| {
        counts.0.resize(groups * cards, Default::default());
        let decks = pair_of(game.seed, plan.decks.len());
        for seat in Seat::BOTH {
            let group = (game.pair * 2 + seat.index()) * cards;
            for (card, held) in holds[decks[seat.index()]].iter().enumerate() {
                if *held {
                    let missing = usize::from(!notes.drawn[card][seat.index()]);
                    counts.0[group + card][missing].add(played.outcome, seat);
                }
            }
        }
    };
    let (shard, parts) = run_noting(plan, seeds, threads, control, note)?;
    let mut all = Counts(vec![Default::default(); groups * cards]);
    parts.iter().for_each(|part| all.merge(part));
    let leads = (0..cards).map(|card| all.lead(card, cards)).collect();
    Ok(Sample { shard, leads })
}

/// By deck and card, whether the deck has the card.
fn holds(plan: &Plan) -> Vec<Vec<bool>> {
    let decks = plan.decks.iter().map(|(_, deck)| {
        let mut holds = vec![false; plan.kit.table.catalog.cards.len()];
        for (card, _) in deck.sections.iter().flat_map(|(_, cards)| cards) {
            holds[card.index()] = true;
        }
        holds
    });
    decks.collect()
}

impl Sample {
    /// The first seat and the decks, which of them stand out.
    pub fn sides(&self) -> Vec<Side> {
        let tally = &self.shard.tally;
        let mut scores = vec![("first seat".to_owned(), tally.first_seat())];
        if self.shard.decks.len() > 1 {
            let decks = self.shard.decks.iter().enumerate();
            scores.extend(decks.map(|(at, deck)| (deck.clone(), tally.deck(at))));
        }
        let chances: Vec<f64> = scores.iter().map(|(_, score)| score.even_chance()).collect();
        let marks = standing(&chances);
        let sides = scores.into_iter().zip(chances).zip(marks);
        let side = |(((name, score), chance), stands_out): (((String, Score), f64), bool)| Side {
            name,
            rate: score.rate(),
            games: score.games,
            chance,
            stands_out,
        };
        sides.map(side).collect()
    }

    /// The cards about which something can be said, the strongest first, and which of them
    /// stand out.
    pub fn cards(&self, plan: &Plan) -> Vec<CardLead> {
        let holds = holds(plan);
        let known = self.leads.iter().enumerate().filter_map(|(card, lead)| Some((card, (*lead)?)));
        let known: Vec<(usize, Lead)> = known.collect();
        let chances: Vec<f64> = known.iter().map(|(_, lead)| lead.chance).collect();
        let mut cards: Vec<CardLead> = known
            .iter()
            .zip(standing(&chances))
            .map(|((card, lead), stands_out)| {
                let decks = plan.decks.iter().zip(&holds).filter(|(_, holds)| holds[*card]);
                CardLead {
                    card: self.shard.cards[*card].clone(),
                    decks: decks.map(|((id, _), _)| id.clone()).collect(),
                    lead: *lead,
                    stands_out,
                }
            })
            .collect();
        cards.sort_by(|left, right| right.lead.rate.rate.total_cmp(&left.lead.rate.rate));
        cards
    }

    fn lead(&self, card: &str) -> Option<Lead> {
        let at = self.shard.cards.iter().position(|known| known == card)?;
        self.leads[at]
    }
}

/// The numbers that could be tried on a card: each printed one, a little less and a little
/// more.
pub fn candidates(files: &[SourceFile], card: &str) -> Vec<(PrintedNumber, i64)> {
    let numbers = printed_numbers(files, card);
    let both = |number: PrintedNumber| {
        let values = [number.value - 1, number.value + 1];
        values.into_iter().filter(|value| *value >= 0).map(move |value| (number.clone(), value))
    };
    numbers.into_iter().flat_map(both).collect()
}

/// Plays the same seeds with another number on a card. Nothing comes of a number that the
/// game does not allow, or does not play with.
///
/// # Errors
/// There are too many games, or the threads cannot be started.
pub fn trial(
    plan: &Plan,
    before: &Sample,
    changed: Kit,
    (number, value): &(PrintedNumber, i64),
    threads: Option<usize>,
    control: &Control,
) -> Result<Option<Trial>, String> {
    let mut other = Plan::new(changed, plan.bots.clone());
    other.decks.retain(|(id, _)| plan.decks.iter().any(|(known, _)| known == id));
    let same = other.kit.table.catalog.fingerprint == plan.kit.table.catalog.fingerprint;
    if same || other.decks.len() != plan.decks.len() {
        return Ok(None);
    }
    let (Some(first), Some(last)) = (before.shard.parts.first(), before.shard.parts.last()) else {
        return Ok(None);
    };
    let after = sample(&other, first.from..last.to(), threads, control)?;
    let diff = diff::shards(&before.shard, &after.shard)?;
    let holds = holds(plan);
    let at = before.shard.cards.iter().position(|known| *known == number.card);
    let has = |deck: &str| {
        let deck = plan.decks.iter().position(|(id, _)| id == deck);
        deck.zip(at).is_some_and(|(deck, card)| holds[deck][card])
    };
    Ok(Some(Trial {
        card: number.card.clone(),
        place: number.place.clone(),
        old: number.value,
        new: *value,
        lead: after.lead(&number.card),
        decks: diff.decks.into_iter().filter(|(deck, _)| has(deck)).collect(),
    }))
}

impl Points {
    fn add(&mut self, outcome: Outcome, seat: Seat) {
        let points = match outcome {
            Outcome::Won(winner) if winner == seat => 2,
            Outcome::Won(_) => 0,
            Outcome::Drawn | Outcome::Playing => 1,
        };
        self.games += 1;
        self.sum += points;
        self.squares += points * points;
    }

    fn merge(&mut self, other: &Points) {
        self.games += other.games;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean of a game's points, and how much it varies.
    fn mean(&self) -> (f64, f64) {
        let n = self.games as f64;
        let mean = self.sum as f64 / n;
        let variance = (self.squares as f64 / n - mean * mean).max(0.0) * n / (n - 1.0);
        (mean / 2.0, variance / 4.0 / n)
    }
}

impl Counts {
    fn merge(&mut self, other: &Counts) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            own.iter_mut().zip(other).for_each(|(own, other)| own.merge(other));
        }
    }

    /// What drawing a card changes: the differences within groups, weighed by how much each
    /// can say.
    fn lead(&self, card: usize, cards: usize) -> Option<Lead> {
        let (mut weights, mut sum, mut variance) = (0.0, 0.0, 0.0);
        let (mut drawn_games, mut missing_games) = (0, 0);
        for group in self.0.chunks_exact(cards) {
            let [drawn, missing] = group[card];
            if drawn.games < FEW || missing.games < FEW {
                continue;
            }
            let (one, two) = (drawn.games as f64, missing.games as f64);
            let weight = one * two / (one + two);
            let ((with, its), (without, other)) = (drawn.mean(), missing.mean());
            weights += weight;
            sum += weight * (with - without);
            variance += weight * weight * (its + other);
            drawn_games += drawn.games;
            missing_games += missing.games;
        }
        if weights == 0.0 || variance == 0.0 {
            return None;
        }
        let (lead, error) = (sum / weights, variance.sqrt() / weights);
        let (low, high) = ((lead - Z * error).max(-1.0), (lead + Z * error).min(1.0));
        Some(Lead {
            rate: Rate { rate: lead, low, high },
            drawn: drawn_games,
            missing: missing_games,
            chance: chance(lead / error),
        })
    }
}
