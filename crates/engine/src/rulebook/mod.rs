//! A game's rules as data: its zones, attributes, counters, and its policy of
//! what comes next.

mod policy;
mod rules;

pub use policy::*;
pub use rules::*;
