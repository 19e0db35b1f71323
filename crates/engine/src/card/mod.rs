//! Cards as data: what a printed card says, and nothing that runs.
//!
//! An [`Ability`] is what a sentence on a card means. The card language parses
//! text into it and prints it back; [`crate::compile`] flattens its effects
//! into a program; the engine runs that program.

mod ability;
mod cost;
mod course;
mod effect;
mod filter;
mod form;
mod form_of;
mod pattern;
mod quantity;
mod references;
mod selection;
mod statics;
pub mod walk;

pub use ability::*;
pub use cost::*;
pub use course::*;
pub use effect::*;
pub use filter::*;
pub use form::*;
pub use pattern::*;
pub use quantity::*;
pub use references::*;
pub use selection::*;
pub use statics::*;
