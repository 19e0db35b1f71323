//! The kinds of bot and their names: `random`, `greedy`, `search:1000`,
//! `search:200ms`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use onplay_games::seat::Decider;

use crate::greedy::Greedy;
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BotKind {
    /// Any legal action, each as likely as the other.
    Random,
    /// Looks one decision ahead.
    Greedy,
    /// Searches a tree of games that fit the view.
    Search(Limit),
}

/// Why a word names no bot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownBot {
    /// There is no bot of this name.
    #[error("there is no bot `{0}`; there are random, greedy, search:1000 and search:200ms")]
    Name(String),
    /// A search cannot be limited in this way.
    #[error("`{0}` is neither a number of iterations (1000) nor a time (200ms)")]
    Limit(String),
}

/// How long a search thinks when nothing is said.
pub const ITERATIONS: u32 = 1000;

impl BotKind {
    /// A bot of this kind with its own chance.
    pub fn build(self, seed: u64) -> Box<dyn Decider> {
        match self {
            BotKind::Random => Box::new(Random::new(seed)),
            BotKind::Greedy => Box::new(Greedy::new(seed)),
            BotKind::Search(limit) => Box::new(Search::new(seed, limit)),
        }
    }

    /// Whether the same seed always gives the same decisions.
    pub fn is_deterministic(self) -> bool {
        !matches!(self, BotKind::Search(Limit::Time(_)))
    }
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotKind::Random => f.write_str("random"),
            BotKind::Greedy => f.write_str("greedy"),
            BotKind::Search(Limit::Iterations(count)) => write!(f, "search:{count}"),
            BotKind::Search(Limit::Time(time)) => write!(f, "search:{}ms", time.as_millis()),
        }
    }
}

impl FromStr for BotKind {
    type Err = UnknownBot;

    fn from_str(word: &str) -> Result<Self, UnknownBot> {
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
        for wrong in ["", "Random", "search:", "search:0", "search:0ms", "greedy:3"] {
            assert!(wrong.parse::<BotKind>().is_err(), "{wrong}");
        }
    }
}
