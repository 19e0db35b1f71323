//! The engine for browsers and Node.
//!
//! What crosses the border is text: JSON in the shapes of the wire
//! (`crates/wire/bindings`), so that a page draws a local game exactly as it draws
//! one of the server's. `packages/onplay` wraps these classes with types.

#![deny(missing_docs)]

mod balance;
mod board;
mod error;
mod game;
mod host;
mod table;
mod text;
mod workshop;

pub use balance::Balance;
pub use error::Failure;
pub use game::Game;
pub use host::Host;
pub use table::Match;
pub use workshop::Workshop;
