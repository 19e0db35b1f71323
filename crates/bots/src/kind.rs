//! The kinds of bot and their names: `random`, `greedy`, `search:1000`,
//! `search:200ms`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::greedy::Greedy;
use crate::random::Random;
use crate::search::Search;
use crate::sight::Bot;

/// How long a search thinks about one decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// So many iterations; the same every time.
    Iterations(u32),
    /// So long; not the same every time.
    Time(Duration),
}

/// A bot by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BotKind {
    Random,
    Greedy,
    Search(Limit),
}

/// How long a search thinks when nothing is said.
pub const ITERATIONS: u32 = 1000;

impl BotKind {
    /// A bot of this kind with its own chance.
    pub fn build(self, seed: u64) -> Box<dyn Bot> {
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
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let (name, limit) = word.split_once(':').map_or((word, None), |(n, l)| (n, Some(l)));
        match (name, limit) {
            ("random", None) => Ok(BotKind::Random),
            ("greedy", None) => Ok(BotKind::Greedy),
            ("search", None) => Ok(BotKind::Search(Limit::Iterations(ITERATIONS))),
            ("search", Some(limit)) => read_limit(limit).map(BotKind::Search).ok_or_else(|| {
                format!("`{limit}` is neither a number of iterations (1000) nor a time (200ms)")
            }),
            _ => Err(format!(
                "there is no bot `{word}`; there are random, greedy, search:1000 and search:200ms"
            )),
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
