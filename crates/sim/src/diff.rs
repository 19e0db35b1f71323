//! The same seeds with changed cards: what changed, and where a game first
//! goes another way.

use std::ops::Range;

use onplay_engine::frame::DeckList;
use onplay_engine::id::Seat;
use onplay_engine::state::{Action, Game};
use onplay_games::replay::action_text;
use onplay_games::seat::{Decider, Question};
use onplay_games::words::Words;
use rayon::prelude::*;
use serde::Serialize;

use crate::plan::{Plan, pair_of};
use crate::playout::{DECISIONS, seat_seed};
use crate::shard::{Shard, double_points, letter};
use crate::stats::{Rate, Z, chance, difference, paired, standing, wilson};

/// What changed from one to the other.
#[derive(Clone, Debug, Serialize)]
pub struct Diff {
    /// Games compared.
    pub games: u64,
    /// Games with another winner.
    pub changed: u64,
    /// Games in which anything went differently.
    pub parted: u64,
    /// The rate of the first seat.
    pub first_seat: Change,
    /// The rate of each deck.
    pub decks: Vec<(String, Change)>,
    /// Where a game first goes differently, for the lowest such seed.
    pub parting: Option<Parting>,
}

/// A rate before and after, and the difference with its interval.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Change {
    /// The rate before.
    pub old: f64,
    /// The rate after.
    pub new: f64,
    /// The difference.
    pub change: f64,
    /// The lower end of the interval of the difference.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How likely this or more would be if nothing had changed.
    pub chance: f64,
    /// Whether it is a change, among all that are told of these games.
    pub stands_out: bool,
}

/// The first step at which a game goes differently.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Parting {
    /// The seed of the game.
    pub seed: u64,
    /// The number of the decision; 0 if only the result is known.
    pub decision: u32,
    /// The turn it is in.
    pub turn: u16,
    /// What happened before.
    pub old: String,
    /// What happens now.
    pub new: String,
}

impl Change {
    fn new(old: Rate, new: Rate, change: Rate) -> Self {
        let error = (change.high - change.low) / (2.0 * Z);
        Change {
            chance: if error > 0.0 { chance(change.rate / error) } else { 1.0 },
            stands_out: false,
            old: old.rate,
            new: new.rate,
            change: change.rate,
            low: change.low,
            high: change.high,
        }
    }
}

/// Compares two shards. Games with the same seeds are compared in pairs, which
/// says more than two rates.
///
/// # Errors
/// They are of different games or have no seeds in common.
pub fn shards(old: &Shard, new: &Shard) -> Result<Diff, String> {
    if old.game != new.game {
        return Err(format!("these are different games: {} and {}", old.game, new.game));
    }
    // The same seed stands for the same pair of decks only where the decks are
    // the same.
    let same_decks = old.decks == new.decks;
    let mut first_seat = Pairs::default();
    let mut decks = vec![Pairs::default(); old.decks.len()];
    let mut changed = 0;
    let mut parting = None;
    for part in &old.parts {
        for (index, before) in part.results.bytes().enumerate() {
            let seed = part.from + index as u64;
            let Some(after) = result(new, seed) else { continue };
            first_seat.add(double_points(before), double_points(after));
            let [one, two] = pair_of(seed, old.decks.len());
            if one != two {
                decks[one].add(double_points(before), double_points(after));
                decks[two].add(2 - double_points(before), 2 - double_points(after));
            }
            if before != after {
                changed += 1;
                parting.get_or_insert_with(|| Parting {
                    seed,
                    decision: 0,
                    turn: 0,
                    old: outcome(before),
                    new: outcome(after),
                });
            }
        }
    }
    if first_seat.games == 0 {
        return Err(format!("no seeds in common: {} and {}", old.seeds(), new.seeds()));
    }
    // Where every game ends in the same state, there is nothing to estimate.
    let equal = old.parts == new.parts && old.tally.checksum == new.tally.checksum;
    let deck_change = |(deck, name): (usize, &String)| {
        if same_decks {
            return Some((name.clone(), decks[deck].change(equal)));
        }
        let other = new.decks.iter().position(|other| other == name)?;
        let (before, after) = (old.tally.deck(deck).rate(), new.tally.deck(other).rate());
        Some((name.clone(), Change::new(before, after, difference(before, after))))
    };
    let mut diff = Diff {
        games: first_seat.games,
        changed,
        parted: changed,
        first_seat: first_seat.change(equal),
        decks: old.decks.iter().enumerate().filter_map(deck_change).collect(),
        parting,
    };
    diff.mark();
    Ok(diff)
}

impl Diff {
    /// Marks what is a change among all that is told.
    fn mark(&mut self) {
        let decks = self.decks.iter_mut().map(|(_, change)| change);
        let all: Vec<&mut Change> = std::iter::once(&mut self.first_seat).chain(decks).collect();
        let chances: Vec<f64> = all.iter().map(|change| change.chance).collect();
        for (change, stands_out) in all.into_iter().zip(standing(&chances)) {
            change.stands_out = stands_out;
        }
    }
}

/// Games of the same seeds, two by two: doubled points before and after.
#[derive(Clone, Copy, Default)]
struct Pairs {
    games: u64,
    old: u64,
    new: u64,
    /// The sum of the squares of what changed.
    squares: u64,
}

impl Pairs {
    fn add(&mut self, before: u64, after: u64) {
        self.games += 1;
        self.old += before;
        self.new += after;
        self.squares += before.abs_diff(after).pow(2);
    }

    fn change(&self, equal: bool) -> Change {
        let (old, new) = (wilson(self.old, self.games), wilson(self.new, self.games));
        let sum = self.new as i64 - self.old as i64;
        let change = match equal {
            true => Rate { rate: 0.0, low: 0.0, high: 0.0 },
            false => paired(self.games, sum, self.squares),
        };
        Change::new(old, new, change)
    }
}

fn result(shard: &Shard, seed: u64) -> Option<u8> {
    let part = shard.parts.iter().find(|part| (part.from..part.to()).contains(&seed))?;
    part.results.as_bytes().get((seed - part.from) as usize).copied()
}

fn outcome(letter: u8) -> String {
    match letter {
        b'1' => "p1 wins".into(),
        b'2' => "p2 wins".into(),
        b'd' => "a draw".into(),
        _ => "not finished".into(),
    }
}

/// Plays the same seeds with two versions of a game's cards, side by side.
///
/// # Errors
/// The decks differ, so that seeds stand for other pairs.
pub fn plans(old: &Plan, new: &Plan, seeds: Range<u64>) -> Result<(Diff, [Shard; 2]), String> {
    let names = |plan: &Plan| plan.decks.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    if names(old) != names(new) {
        return Err(format!(
            "the decks differ: {} and {}",
            names(old).join(", "),
            names(new).join(", ")
        ));
    }
    let control = crate::run::Control::default();
    let before = crate::run::run(old, seeds.clone(), None, &control)?;
    let after = crate::run::run(new, seeds.clone(), None, &control)?;
    let mut diff = shards(&before, &after)?;
    let partings: Vec<Parting> =
        seeds.into_par_iter().filter_map(|seed| part_ways(old, new, seed)).collect();
    diff.parted = partings.len() as u64;
    diff.parting = partings.into_iter().min_by_key(|parting| parting.seed);
    Ok((diff, [before, after]))
}

/// Plays a seed with both, step by step, until they differ.
fn part_ways(old: &Plan, new: &Plan, seed: u64) -> Option<Parting> {
    let mut sides = [Side::new(old, seed), Side::new(new, seed)];
    for decision in 1..=DECISIONS {
        let turn = sides[0].game.turn.number;
        let [one, two] = sides.each_mut().map(Side::step);
        if one != two {
            let words = |text: Option<String>| text.unwrap_or_else(|| "the game is over".into());
            return Some(Parting { seed, decision, turn, old: words(one), new: words(two) });
        }
        one?;
    }
    None
}

/// One game of a pair being compared.
struct Side<'a> {
    plan: &'a Plan,
    game: Game,
    bots: [Box<dyn Decider>; 2],
    legal: Vec<Action>,
}

impl<'a> Side<'a> {
    fn new(plan: &'a Plan, seed: u64) -> Self {
        let decks: [DeckList; 2] = plan.pair(seed).map(|deck| plan.decks[deck].1.clone());
        let mut kinds = plan.bots.clone();
        if plan.swaps(seed) {
            kinds.swap(0, 1);
        }
        let bots = Seat::BOTH.map(|seat| kinds[seat.index()].build(seat_seed(seed, seat)));
        let game = plan.kit.table.start(seed, &decks, None);
        Side { plan, game, bots, legal: Vec::new() }
    }

    /// Decides once and tells in words what was decided and what it led to;
    /// nothing when the game is over.
    fn step(&mut self) -> Option<String> {
        let table = &self.plan.kit.table;
        let seat = self.game.to_decide()?;
        table.legal_actions(&self.game, &mut self.legal);
        if self.legal.is_empty() {
            return None;
        }
        let question = Question::new(table, &self.game, seat, &self.legal);
        let action = self.bots[seat.index()].decide(&question)?;
        let decided = action_text(table, &self.game, action);
        let mut record = onplay_engine::state::Record::default();
        table.apply_unchecked(&mut self.game, action, Some(&mut record));
        let words = Words::new(table.read(&self.game));
        let events: Vec<String> = record
            .entries
            .iter()
            .filter_map(|entry| match &entry.fact {
                onplay_engine::state::Fact::Happened { event, .. } => Some(words.event(event)),
                onplay_engine::state::Fact::Finished { outcome } => {
                    Some(format!("result {}", letter(*outcome)))
                }
                _ => None,
            })
            .collect();
        Some(format!("{seat}: {decided} → {}", events.join("; ")))
    }
}
