//! Changing a game: the one commit, and everything that becomes events there.

mod commit;
mod continuous;
mod effect;
mod engine;
mod moving;
mod staleness;
mod state_check;
mod values;

pub use commit::*;
pub use continuous::*;
pub use engine::*;
