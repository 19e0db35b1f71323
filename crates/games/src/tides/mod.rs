//! Tides: effects and triggers wait in queues, cards on a stack of one pass,
//! and whoever has more spark scores at Judgment.

mod actions;
mod names;
mod play;
mod source;
mod turn;

pub use names::Tides;
pub use source::Source;
