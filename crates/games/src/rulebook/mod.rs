//! The frame of every game whose rules are written as text: it goes through the
//! stages of the rulebook and offers what its clauses offer.

mod actions;
mod checks;
mod course;
mod frame;
mod place;
mod stack;

pub use frame::RulebookFrame;
