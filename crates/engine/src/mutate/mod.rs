//! Changing a game: the one commit, and everything that becomes events there.

mod changes;
mod commit;
mod continuous;
mod effect;
mod engine;
mod state_check;

pub use commit::*;
pub use continuous::*;
pub use engine::*;
pub(crate) use state_check::*;
