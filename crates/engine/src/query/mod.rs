//! Reading a game: references, quantities, conditions, matching. Nothing here
//! changes anything.

mod matching;
mod reader;

pub(crate) use matching::*;
pub use reader::*;
