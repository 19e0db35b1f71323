//! Shards: the result of a range of seeds, as a file.
//!
//! A shard's file is whole or not there at all. The same seeds give the same
//! bytes.

#[cfg(not(target_family = "wasm"))]
use std::path::Path;

use onplay_engine::id::{Class, Seat};
use onplay_engine::state::Outcome;
use onplay_games::replay::fingerprint_text;
use serde::{Deserialize, Serialize};

#[cfg(not(target_family = "wasm"))]
use crate::file::{Existing, read_file, write_file};
use crate::plan::Plan;
use crate::tally::{Score, Tally};

/// The version of the file format.
const VERSION: u32 = 1;

/// The longest file: far more than all the seeds of a run.
#[cfg(not(target_family = "wasm"))]
const LONGEST: u64 = 128 << 20;

/// What came of some seeds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// The version of the format.
    pub onplay_shard: u32,
    /// The game's id.
    pub game: String,
    /// The fingerprint of rules and cards.
    pub catalog: String,
    /// The names of the two players.
    pub bots: [String; 2],
    /// The ids of the decks.
    pub decks: Vec<String>,
    /// The names of the cards, as the tally numbers them.
    pub cards: Vec<String>,
    /// Sorted, and no two touch each other.
    pub parts: Vec<Part>,
    /// What was counted in these games.
    pub tally: Tally,
}

/// A run of seeds, with one letter for each game: `1` and `2` for the winner,
/// `d` for a draw, `s` for a game that was stopped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The first seed.
    pub from: u64,
    /// One letter for each game.
    pub results: String,
}

impl Part {
    /// The seed after the last.
    pub fn to(&self) -> u64 {
        self.from + self.results.len() as u64
    }
}

/// The letter of an outcome.
pub(crate) fn letter(outcome: Outcome) -> char {
    match outcome {
        Outcome::Won(Seat::ONE) => '1',
        Outcome::Won(_) => '2',
        Outcome::Drawn => 'd',
        Outcome::Playing => 's',
    }
}

/// Twice the points of the first seat for a letter.
pub(crate) fn double_points(letter: u8) -> u64 {
    match letter {
        b'1' => 2,
        b'2' => 0,
        _ => 1,
    }
}

impl Shard {
    /// A shard of no seeds.
    pub fn empty(plan: &Plan) -> Self {
        let catalog = &plan.kit.table.catalog;
        Shard {
            onplay_shard: VERSION,
            game: plan.kit.book.game.id.clone(),
            catalog: fingerprint_text(&catalog.fingerprint),
            bots: plan.bots.each_ref().map(ToString::to_string),
            decks: plan.decks.iter().map(|(name, _)| name.clone()).collect(),
            cards: (0..catalog.cards.len() as u16)
                .map(|card| catalog.names.word(Class::Card, card).to_owned())
                .collect(),
            parts: Vec::new(),
            tally: Tally::new(plan.pairs(), catalog.cards.len()),
        }
    }

    /// Adds the games of another shard of the same plan.
    ///
    /// # Errors
    /// It is of another plan, or has seeds that are here already.
    pub fn merge(&mut self, other: &Shard) -> Result<(), String> {
        for (what, own, new) in [
            ("game", &self.game, &other.game),
            ("catalog", &self.catalog, &other.catalog),
            ("first bot", &self.bots[0], &other.bots[0]),
            ("second bot", &self.bots[1], &other.bots[1]),
        ] {
            if own != new {
                return Err(format!("the {what} differs: `{own}` and `{new}`"));
            }
        }
        if self.decks != other.decks {
            return Err(format!(
                "the decks differ: {} and {}",
                self.decks.join(", "),
                other.decks.join(", ")
            ));
        }
        let twice = |part: &Part| {
            other.parts.iter().find(|new| new.from < part.to() && part.from < new.to())
        };
        if let Some((part, new)) = self.parts.iter().find_map(|part| Some((part, twice(part)?))) {
            let (from, to) = (part.from.max(new.from), part.to().min(new.to()));
            return Err(format!("seeds {from}..{to} are in both"));
        }
        self.parts.extend(other.parts.iter().cloned());
        self.tidy();
        self.tally.merge(&other.tally);
        Ok(())
    }

    /// Sorts the parts and joins those that touch.
    pub(crate) fn tidy(&mut self) {
        self.parts.retain(|part| !part.results.is_empty());
        self.parts.sort_by_key(|part| part.from);
        let mut joined: Vec<Part> = Vec::new();
        for part in self.parts.drain(..) {
            match joined.last_mut() {
                Some(last) if last.to() == part.from => last.results.push_str(&part.results),
                _ => joined.push(part),
            }
        }
        self.parts = joined;
    }

    /// The seeds in words: `0..1000, 2000..3000`.
    pub fn seeds(&self) -> String {
        let parts: Vec<String> =
            self.parts.iter().map(|part| format!("{}..{}", part.from, part.to())).collect();
        parts.join(", ")
    }

    /// Reads a shard file.
    ///
    /// # Errors
    /// It cannot be read, or is not a whole shard.
    #[cfg(not(target_family = "wasm"))]
    pub fn read(path: &Path) -> Result<Self, String> {
        let text =
            read_file(path, LONGEST).map_err(|error| format!("{}: {error}", path.display()))?;
        Shard::parse(&text).map_err(|message| format!("{}: {message}", path.display()))
    }

    /// Reads a shard.
    ///
    /// # Errors
    /// It is not a whole shard, or what it counts cannot be.
    pub fn parse(text: &str) -> Result<Self, String> {
        let shard: Shard = serde_json::from_str(text)
            .map_err(|error| format!("this is not a whole shard: {error}"))?;
        if shard.onplay_shard != VERSION {
            return Err(format!(
                "format version {}; this program reads version {VERSION}",
                shard.onplay_shard
            ));
        }
        shard.check().map_err(|wrong| format!("its counts do not fit together: {wrong}"))?;
        Ok(shard)
    }

    /// Whether the counts can be of the games whose results are here.
    fn check(&self) -> Result<(), String> {
        let mut next = 0;
        for part in &self.parts {
            let length = part.results.len() as u64;
            if part.from < next || length == 0 || part.from.checked_add(length).is_none() {
                return Err(format!("the part from seed {} is out of order", part.from));
            }
            if let Some(wrong) = part.results.bytes().find(|letter| !b"12ds".contains(letter)) {
                return Err(format!("`{}` is not a result", wrong.escape_ascii()));
            }
            next = part.to();
        }
        let letters = || self.parts.iter().flat_map(|part| part.results.bytes());
        let count =
            |wanted: &[u8]| letters().filter(|letter| wanted.contains(letter)).count() as u64;
        let results = Score { games: count(b"12ds"), won: count(b"1"), drawn: count(b"ds") };
        let square = self.decks.len() * self.decks.len();
        if self.tally.pairs.len() != square || self.tally.cards.len() != self.cards.len() {
            return Err("decks or cards are missing".into());
        }
        self.tally.check(results, count(b"s"))
    }

    /// Writes the shard whole, or not at all.
    ///
    /// # Errors
    /// The file cannot be written.
    #[cfg(not(target_family = "wasm"))]
    pub fn write(&self, path: &Path, existing: Existing) -> Result<(), String> {
        let mut text = serde_json::to_string(self).map_err(|error| error.to_string())?;
        text.push('\n');
        write_file(path, &text, existing)
    }
}
