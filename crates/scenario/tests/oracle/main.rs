//! Small models of how the designs resolve, written apart from the engine. Random boards
//! are played by both, and the order of the triggers, their depth and the totals must
//! agree. `ONPLAY_BOARDS=10000 cargo test -p onplay-scenario --test oracle` plays more.

mod boards;
mod chains;
mod deaths;
mod moves;
mod stack;
