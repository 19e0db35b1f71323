//! Players that see only what their seat may know.
//!
//! A bot is a [`Decider`](onplay_games::seat::Decider): it is asked a question,
//! looks at its seat's view and decides. The same bot with the same seed decides
//! the same.

#![deny(missing_docs)]

mod greedy;
mod guide;
mod key;
mod kind;
mod learned;
mod random;
mod search;
mod tree;

pub use greedy::Greedy;
pub use guide::{Evaluation, Guide};
pub use kind::{BotKind, Limit, UnknownBot};
pub use learned::{Learned, LearnedGuide};
pub use onplay_learn::PolicyError;
pub use random::Random;
pub use search::Search;
