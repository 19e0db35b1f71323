//! Rulebooks: `rulebook.md`, numbered clauses in the card language under
//! headings that are the order of play, read and compiled.

mod builder;
mod check;
mod clause;
mod decks;
mod flow;
mod hints;
mod masks;
mod outline;
mod payment;
mod say;
mod stack;
mod standing;
mod swap;
mod texts;
mod words;

pub use builder::RulebookText;
pub(crate) use builder::{Built, add_stages, build};
pub(crate) use decks::{Which, check_deck, deck_problems};
pub(crate) use outline::read_outline;
pub use outline::{Chapter, Clause, Heading, Outline};
