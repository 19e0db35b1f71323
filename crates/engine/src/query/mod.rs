//! Reading a game: references, quantities, conditions, matching. Nothing here
//! changes anything.

mod explain;
mod matching;
mod places;
mod reader;
mod search;

pub use reader::*;
