//! The kinds of bot and their names: `random`, `greedy`, `search:1000`,
//! `search:200ms`, `policy:FILE`, `search:1000+policy:FILE`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use onplay_engine::play::Table;
use onplay_games::seat::Decider;
use onplay_learn::{Policy, PolicyError};

use crate::greedy::Greedy;
use crate::learned::{self, Learned, LearnedGuide};
use crate::random::Random;
use crate::search::Search;

/// How long a search thinks about one decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// A number of iterations: the same decision every time.
    Iterations(u32),
    /// A time: not the same decision every time.
    Time(Duration),
}

/// A bot by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotKind {
    /// Any legal action, each as likely as the other.
    Random,
    /// Looks one decision ahead.
    Greedy,
    /// Searches a tree of games that fit the view.
    Search(Limit),
    /// Does what a learned policy prefers.
    Policy(Policy),
    /// Searches with a learned policy as its guide.
    Guided(Limit, Policy),
}

/// Why a word names no bot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownBot {
    /// There is no bot of this name.
    #[error(
        "there is no bot `{0}`; there are random, greedy, search:1000, search:200ms and policy:FILE"
    )]
    Name(String),
    /// A policy is a file, and names of files are for whoever starts the program.
    #[error("`{0}` names a file, which is read only where the command line says so")]
    File(String),
    /// A file cannot be read, or is no policy.
    #[error("{0}")]
    Policy(String),
    /// A search cannot be limited in this way.
    #[error("`{0}` is neither a number of iterations (1000) nor a time (200ms)")]
    Limit(String),
}

/// How long a search thinks when nothing is said.
pub const ITERATIONS: u32 = 1000;

impl BotKind {
    /// A bot of this kind with its own chance.
    pub fn build(&self, seed: u64) -> Box<dyn Decider> {
        match self {
            BotKind::Random => Box::new(Random::new(seed)),
            BotKind::Greedy => Box::new(Greedy::new(seed)),
            BotKind::Search(limit) => Box::new(Search::new(seed, *limit)),
            BotKind::Policy(policy) => Box::new(Learned::new(policy.clone(), seed)),
            BotKind::Guided(limit, policy) => {
                let guide = Box::new(LearnedGuide::new(policy.clone()));
                Box::new(Search::new(seed, *limit).with_guide(guide))
            }
        }
    }

    /// Whether the same seed always gives the same decisions.
    pub fn is_deterministic(&self) -> bool {
        !matches!(self, BotKind::Search(Limit::Time(_)) | BotKind::Guided(Limit::Time(_), _))
    }

    /// Whether the bot can play a game at all.
    ///
    /// # Errors
    /// Its policy was learned for another game, or with other cards.
    pub fn fits(&self, table: &Table) -> Result<(), PolicyError> {
        match self {
            BotKind::Policy(policy) | BotKind::Guided(_, policy) => learned::fits(policy, table),
            BotKind::Random | BotKind::Greedy | BotKind::Search(_) => Ok(()),
        }
    }

    /// A bot by its name; the bytes of a file that it names are read by `read`.
    ///
    /// # Errors
    /// There is no such bot, or the file holds no policy.
    pub fn named(
        word: &str,
        read: impl Fn(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Self, UnknownBot> {
        let Some((before, file)) = word.split_once("policy:") else { return word.parse() };
        let bytes = read(file).map_err(UnknownBot::Policy)?;
        let policy = Policy::read(file, &bytes);
        let policy = policy.map_err(|error| UnknownBot::Policy(error.to_string()))?;
        match before.strip_suffix('+').map(str::parse) {
            None if before.is_empty() => Ok(BotKind::Policy(policy)),
            Some(Ok(BotKind::Search(limit))) => Ok(BotKind::Guided(limit, policy)),
            _ => Err(UnknownBot::Name(word.to_owned())),
        }
    }
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotKind::Random => f.write_str("random"),
            BotKind::Greedy => f.write_str("greedy"),
            BotKind::Search(limit) => write!(f, "search:{limit}"),
            BotKind::Policy(policy) => write!(f, "policy:{}", policy.name()),
            BotKind::Guided(limit, policy) => write!(f, "search:{limit}+policy:{}", policy.name()),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Iterations(count) => write!(f, "{count}"),
            Limit::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

impl FromStr for BotKind {
    type Err = UnknownBot;

    fn from_str(word: &str) -> Result<Self, UnknownBot> {
        if word.contains("policy:") {
            return Err(UnknownBot::File(word.to_owned()));
        }
        let (name, limit) = word.split_once(':').map_or((word, None), |(n, l)| (n, Some(l)));
        match (name, limit) {
            ("random", None) => Ok(BotKind::Random),
            ("greedy", None) => Ok(BotKind::Greedy),
            ("search", None) => Ok(BotKind::Search(Limit::Iterations(ITERATIONS))),
            ("search", Some(limit)) => read_limit(limit)
                .map(BotKind::Search)
                .ok_or_else(|| UnknownBot::Limit(limit.to_owned())),
            _ => Err(UnknownBot::Name(word.to_owned())),
        }
    }
}

fn read_limit(text: &str) -> Option<Limit> {
    if let Some(millis) = text.strip_suffix("ms") {
        let millis = millis.parse().ok().filter(|millis| *millis > 0)?;
        return Some(Limit::Time(Duration::from_millis(millis)));
    }
    text.parse().ok().filter(|count| *count > 0).map(Limit::Iterations)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for name in ["random", "greedy", "search:1000", "search:200ms"] {
            assert_eq!(name.parse::<BotKind>().map(|kind| kind.to_string()), Ok(name.to_owned()));
        }
        for wrong in
            ["", "Random", "search:", "search:0", "search:0ms", "greedy:3", "policy:weights"]
        {
            assert!(wrong.parse::<BotKind>().is_err(), "{wrong}");
        }
    }
}
