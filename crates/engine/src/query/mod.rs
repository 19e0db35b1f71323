//! Reading a game: references, quantities, conditions, matching. Nothing here
//! changes anything.

mod costs;
mod course;
mod explain;
mod legality;
mod listing;
mod mana;
mod matching;
mod offer_listing;
mod offers;
mod payment;
mod places;
mod prohibition;
mod reader;
mod room;
mod search;
mod sight;
mod statics;

pub(crate) use costs::Due;
pub use legality::*;
pub use listing::*;
pub use mana::*;
pub(crate) use matching::Live;
pub use offers::*;
pub(crate) use payment::ways_within;
pub use reader::*;
pub use sight::*;
