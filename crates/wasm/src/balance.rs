//! Many games between bots, a few at a time, so that whoever waits sees how it stands.

use onplay_bots::BotKind;
use onplay_sim::stats::Rate;
use onplay_sim::{Control, Plan, Score, Shard, main_rate, run_here};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Failure;
use crate::game::{Deck, Game};
use crate::text::{json, read};

/// Who plays what.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    bots: [String; 2],
    /// All of the game's own if none are named.
    #[serde(default)]
    decks: Vec<Deck>,
}

/// A rate with the interval it lies in, nineteen times out of twenty.
#[derive(Serialize)]
struct Share {
    games: u64,
    rate: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct Named {
    name: String,
    #[serde(flatten)]
    share: Share,
}

/// How games went for whoever drew or played a card.
#[derive(Serialize)]
struct OfCard {
    name: String,
    drawn: Share,
    played: Share,
}

/// How it stands.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    games: u64,
    unfinished: u64,
    decisions: u64,
    bots: [String; 2],
    /// Of the first bot, or of the first seat where both bots are the same.
    main: Share,
    decks: Vec<Named>,
    /// The row's deck in the first seat against the column's.
    pairs: Vec<Vec<Share>>,
    cards: Vec<OfCard>,
    /// Games by number of turns.
    turns: Vec<u64>,
    /// Games by deepest chain.
    depths: Vec<u64>,
    /// A sum over the final states, equal wherever the same games were played.
    checksum: String,
}

/// A balance test that is going on: all decks against each other.
#[wasm_bindgen]
pub struct Balance {
    plan: Plan,
    shard: Shard,
    next: u64,
}

#[wasm_bindgen]
impl Balance {
    /// Prepares a test, from JSON: `{ bots, decks }`.
    #[wasm_bindgen(constructor)]
    pub fn new(game: &Game, wish: &str) -> Result<Balance, Failure> {
        let wish: Wish = read(wish, "a balance test")?;
        let bot = |word: &str| word.parse::<BotKind>().map_err(Failure::new);
        let bots = [bot(&wish.bots[0])?, bot(&wish.bots[1])?];
        let mut plan = Plan::new(game.kit().clone(), bots);
        if !wish.decks.is_empty() {
            let decks = wish.decks.into_iter().map(|deck| game.deck(deck));
            plan.decks = decks.collect::<Result<_, _>>()?;
        }
        for (_, one) in &plan.decks {
            for (_, two) in &plan.decks {
                let fits = plan.kit.check_decks(&[one.clone(), two.clone()]);
                fits.map_err(Failure::new)?;
            }
        }
        let shard = Shard::empty(&plan);
        Ok(Balance { plan, shard, next: 0 })
    }

    /// How many games every pair of decks needs to have met in both seats.
    pub fn round(&self) -> u32 {
        self.plan.pairs() as u32 * 2
    }

    /// Plays this number of games more.
    pub fn play(&mut self, games: u32) -> Result<(), Failure> {
        let seeds = self.next..self.next + u64::from(games);
        self.next = seeds.end;
        let played = run_here(&self.plan, seeds, &Control::default());
        self.shard.merge(&played).map_err(Failure::new)
    }

    /// How it stands, as JSON: `BalanceReport`.
    pub fn report(&self) -> Result<String, Failure> {
        let (shard, tally) = (&self.shard, &self.shard.tally);
        let count = shard.decks.len();
        let deck =
            |at: usize| Named { name: shard.decks[at].clone(), share: share(&tally.deck(at)) };
        let row = |one: usize| {
            (0..count).map(|two| share(&tally.pairs[one * count + two])).collect::<Vec<_>>()
        };
        let cards = shard.cards.iter().zip(&tally.cards);
        let cards = cards.filter(|(_, score)| score.drawn.games + score.played.games > 0);
        json(&Report {
            games: tally.games,
            unfinished: tally.unfinished,
            decisions: tally.decisions,
            bots: shard.bots.clone(),
            main: interval(tally.games, main_rate(shard)),
            decks: (0..count).map(deck).collect(),
            pairs: (0..count).map(row).collect(),
            cards: cards
                .map(|(name, score)| OfCard {
                    name: name.clone(),
                    drawn: share(&score.drawn),
                    played: share(&score.played),
                })
                .collect(),
            turns: tally.turns_of.clone(),
            depths: tally.depth_of.clone(),
            checksum: format!("{:016x}", tally.checksum),
        })
    }
}

fn share(score: &Score) -> Share {
    interval(score.games, score.rate())
}

fn interval(games: u64, rate: Rate) -> Share {
    Share { games, rate: rate.rate, low: rate.low, high: rate.high }
}
