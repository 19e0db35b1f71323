//! A game's rules as data: its zones, attributes, counters, and its policy of
//! what comes next.

mod capabilities;
mod course;
mod policy;
mod rules;

pub use capabilities::*;
pub use course::*;
pub use policy::*;
pub use rules::*;
