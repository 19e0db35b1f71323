//! The state of a game, as a value: objects, zones, players, work in progress,
//! chance, and what is recorded of it.

mod action;
mod copy;
mod dice;
mod game;
mod hash;
mod modifier;
mod prompt;
mod record;
mod waiting;
mod work;
mod zones;

pub use action::*;
pub use dice::*;
pub use game::*;
pub use hash::*;
pub use modifier::*;
pub use prompt::*;
pub use record::*;
pub use waiting::*;
pub use work::*;
pub use zones::*;
