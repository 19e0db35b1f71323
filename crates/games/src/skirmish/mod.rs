//! Skirmish: five terrains, one unit a side on each, best of three, and a
//! last-in-first-out effect stack. The rules are `games/skirmish/rules.md`;
//! a walk through these files is `docs/rust-frame.md`.
//!
//! The words of the effect stack in this code: `engine.interrupt` puts one
//! effect on top so that it runs next, `engine.sequence` puts several so that
//! the first runs first, the *state check* after every effect finds dead units
//! and pushes their deaths as one sequence, and what a card does in answer is
//! a *named trigger step* that the log shows. [skirmish 2.1]

mod actions;
pub mod deck;
mod frame;
mod pile;
mod play;
mod terrain;
mod turn;

pub use frame::Skirmish;
