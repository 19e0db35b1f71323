//! The full screen: board, hand, actions, log, and one line to type in.

mod draw;
mod keys;
mod panels;
mod run;

pub use run::{Mode, run};
#[cfg(test)]
mod tests;
