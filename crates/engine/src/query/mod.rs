//! Reading a game: references, quantities, conditions, matching. Nothing here
//! changes anything.

mod costs;
mod explain;
mod legality;
mod listing;
mod mana;
mod matching;
mod places;
mod reader;
mod search;

pub(crate) use costs::Due;
pub use legality::*;
pub use listing::*;
pub use mana::*;
pub(crate) use matching::Live;
pub use reader::*;
