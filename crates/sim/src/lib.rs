//! Playouts, match-ups, statistics and reports.
//!
//! A [`Plan`] says who plays what; [`run`] plays a range of seeds on all cores
//! and gives a [`Shard`]. Everything counted is a whole number that is added
//! up, so results do not depend on threads or on how seeds are cut into shards.

#![deny(missing_docs)]

pub mod balance;
pub mod bench;
pub mod diff;
#[cfg(not(target_family = "wasm"))]
mod file;
pub mod perft;
mod plan;
mod playout;
mod report;
mod run;
mod shard;
pub mod stats;
mod svg;
mod tally;
mod until;

#[cfg(not(target_family = "wasm"))]
pub use file::{Existing, read_file, write_file};
pub use plan::{Plan, decks};
pub use playout::{Notes, Played, Room, playout, seat_seed};
pub use report::report;
pub use run::{Control, MOST_GAMES, run, run_here};
pub use shard::{Part, Shard};
pub use tally::{CardScore, Score, Tally};
pub use until::{main_rate, run_until};
