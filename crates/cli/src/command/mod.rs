//! What a person can type while playing, the same everywhere.

mod decide;
mod ending;
mod obey;
mod read;
#[cfg(test)]
mod tests;
mod why;

pub use ending::{ending, tutorial};
pub use obey::{Reply, obey, wrapped};
pub use read::near_card;
