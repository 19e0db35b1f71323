//! The same seeds with changed cards: what changed, and where a game first
//! goes another way.

use std::ops::Range;

use onplay_bots::{Bot, Sight};
use onplay_engine::frame::DeckList;
use onplay_engine::id::Seat;
use onplay_engine::state::{Action, Game};
use onplay_games::replay::action_text;
use onplay_games::words::Words;
use rayon::prelude::*;
use serde::Serialize;

use crate::plan::Plan;
use crate::playout::{DECISIONS, seat_seed};
use crate::shard::{Shard, double_points, letter};
use crate::stats::{Rate, difference, paired};

/// What changed from one to the other.
#[derive(Clone, Debug, Serialize)]
pub struct Diff {
    pub games: u64,
    /// Games with another winner.
    pub changed: u64,
    /// Games in which anything went differently.
    pub parted: u64,
    pub first_seat: Change,
    pub decks: Vec<(String, Change)>,
    /// Where a game first goes differently, for the lowest such seed.
    pub parting: Option<Parting>,
}

/// A rate before and after, and the difference with its interval.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Change {
    pub old: f64,
    pub new: f64,
    pub change: f64,
    pub low: f64,
    pub high: f64,
}

/// The first step at which a game goes differently.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Parting {
    pub seed: u64,
    pub decision: u32,
    pub turn: u16,
    pub old: String,
    pub new: String,
}

impl Change {
    fn new(old: Rate, new: Rate, change: Rate) -> Self {
        Change {
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
    let (mut games, mut sum, mut squares, mut changed) = (0, 0i64, 0u64, 0);
    let mut parting = None;
    for part in &old.parts {
        for (index, before) in part.results.bytes().enumerate() {
            let seed = part.from + index as u64;
            let Some(after) = result(new, seed) else { continue };
            let step = double_points(after) as i64 - double_points(before) as i64;
            games += 1;
            sum += step;
            squares += (step * step) as u64;
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
    if games == 0 {
        return Err(format!("no seeds in common: {} and {}", old.seeds(), new.seeds()));
    }
    let decks = old.decks.iter().enumerate().filter_map(|(deck, name)| {
        let other = new.decks.iter().position(|other| other == name)?;
        let (before, after) = (old.tally.deck(deck).rate(), new.tally.deck(other).rate());
        Some((name.clone(), Change::new(before, after, difference(before, after))))
    });
    let (before, after) = (old.tally.first_seat().rate(), new.tally.first_seat().rate());
    Ok(Diff {
        games,
        changed,
        parted: changed,
        first_seat: Change::new(before, after, paired(games, sum, squares)),
        decks: decks.collect(),
        parting,
    })
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
            let told = |text: Option<String>| text.unwrap_or_else(|| "the game is over".into());
            return Some(Parting { seed, decision, turn, old: told(one), new: told(two) });
        }
        one?;
    }
    None
}

/// One game of a pair being compared.
struct Side<'a> {
    plan: &'a Plan,
    game: Game,
    bots: [Box<dyn Bot>; 2],
    legal: Vec<Action>,
}

impl<'a> Side<'a> {
    fn new(plan: &'a Plan, seed: u64) -> Self {
        let decks: [DeckList; 2] = plan.pair(seed).map(|deck| plan.decks[deck].1.clone());
        let mut kinds = plan.bots;
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
        let sight = Sight::new(table, &self.game, seat);
        let action = self.bots[seat.index()].decide(&sight, &self.legal);
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
