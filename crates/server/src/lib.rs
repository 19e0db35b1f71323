//! Matches over WebSocket and HTTP, kept in a database.
//!
//! A match is an actor (`rooms`) that owns a game and its decisions. A decision is
//! in the database before anybody hears of it; after a crash a match is made again
//! from its decisions and goes on at the same question. Clients get nothing but
//! what `onplay_wire` makes from their seat's view.

#![deny(missing_docs)]

mod actor;
mod api;
mod audience;
mod bots;
mod config;
mod error;
mod http;
mod library;
mod limits;
mod match_state;
mod page;
mod rest;
mod rooms;
mod run;
mod secret;
mod setup;
mod socket;
mod store;
mod story;

pub use config::{Config, Database, OwnGame};
pub use error::ServerError;
pub use run::{Server, run};
pub use secret::{commitment, is_commitment};
pub use store::StoreError;
