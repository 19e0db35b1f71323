//! Reading a game: references, quantities, conditions, matching. Nothing here
//! changes anything.

mod costs;
mod course;
mod explain;
mod legality;
mod listing;
mod mana;
mod matching;
mod offers;
mod places;
mod reader;
mod room;
mod search;

pub(crate) use costs::Due;
pub use legality::*;
pub use listing::*;
pub use mana::*;
pub(crate) use matching::Live;
pub use offers::*;
pub use reader::*;
