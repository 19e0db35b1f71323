//! Players that see only what their seat may know.
//!
//! A [`Bot`] is given a [`Sight`] of a game and what it may decide, and
//! decides. The same bot with the same seed decides the same.

#![deny(missing_docs)]

mod greedy;
mod key;
mod kind;
mod random;
mod search;
mod sight;
mod tree;

pub use greedy::Greedy;
pub use kind::{BotKind, Limit, UnknownBot};
pub use random::Random;
pub use search::Search;
pub use sight::{Bot, Sight};
