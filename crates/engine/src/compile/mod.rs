//! What is computed once, when a catalog is made: programs, compiled
//! filters, what each ability listens for and what each static depends on.

mod card_set;
mod catalog;
mod compiled_ability;
mod compiled_filter;
mod error;
mod flatten;
mod fresh;
mod mana;
mod observable;
mod offers;
mod op;
mod program;
mod requirements;
mod selection;
mod static_dependencies;
mod wakes;

pub(crate) use card_set::*;
pub use catalog::*;
pub use compiled_ability::*;
pub(crate) use compiled_filter::*;
pub use error::*;
pub(crate) use flatten::*;
pub(crate) use fresh::*;
pub use mana::*;
pub(crate) use observable::*;
pub use offers::*;
pub(crate) use op::*;
pub use program::*;
pub(crate) use requirements::*;
pub use selection::*;
pub use static_dependencies::*;
pub use wakes::*;
