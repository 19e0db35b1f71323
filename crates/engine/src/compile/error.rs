//! Why cards do not fit the machine.

use std::fmt;

use crate::id::FilterId;
use crate::rulebook::TALLIES;

/// What of a game's cards is more than the machine has room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CatalogError {
    /// More abilities, or operations of them, than there are numbers.
    TooManyAbilities,
    /// More filters of several parts than there are numbers.
    TooManyFilters,
    /// A card has more than eight abilities with a limit.
    TooManyLimits,
    /// Cards ask about more events of a turn than are counted.
    TooManyTallies {
        /// How many different events they ask about.
        asked: usize,
    },
    /// A loop inside another one of the same kind.
    Nested(Loop),
}

/// The kinds of loop that an ability can have open, one of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loop {
    /// Over objects.
    Objects,
    /// Over players.
    Players,
    /// A number of times.
    Times,
    /// Over lanes or slots.
    Places,
}

impl Loop {
    fn word(self) -> &'static str {
        match self {
            Loop::Objects => "for each",
            Loop::Players => "each player",
            Loop::Times => "repeat",
            Loop::Places => "for each place",
        }
    }
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CatalogError::TooManyAbilities => write!(f, "too many abilities for one game"),
            CatalogError::TooManyFilters => {
                write!(f, "more than {} different filters", FilterId::NONE.0)
            }
            CatalogError::TooManyLimits => {
                write!(f, "a card has more than 8 abilities with a limit")
            }
            CatalogError::TooManyTallies { asked } => write!(
                f,
                "cards ask about {asked} different events this turn; there is room for {TALLIES}"
            ),
            CatalogError::Nested(kind) => {
                write!(f, "\"{0}\" inside another \"{0}\"", kind.word())
            }
        }
    }
}

impl std::error::Error for CatalogError {}
