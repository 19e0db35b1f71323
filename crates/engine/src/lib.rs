//! The resolution machine of Onplay: one machine, five policies.
//!
//! A [`state::Game`] is a value. A [`play::Table`] knows a game's cards and
//! frame; [`play::Table::legal_actions`] says what can be decided and
//! [`play::Table::apply`] does it. What happens is a stream of events, each
//! with its cause, that a [`state::Record`] keeps if one is given.
//!
//! The `onplay-games` crate reads whole games from text and is where most programs begin;
//! its first example plays one.

#![deny(missing_docs)]

pub mod card;
pub mod compile;
pub mod event;
pub mod frame;
pub mod id;
pub mod mask;
pub mod mutate;
pub mod play;
pub mod query;
mod resolve;
pub mod rulebook;
pub mod state;

pub use card::Ability;
pub use compile::{Card, Catalog, CatalogError};
pub use frame::{DeckList, Frame};
pub use id::Seat;
pub use play::{Table, View, view};
pub use rulebook::{Policy, Rules};
pub use state::{Action, Game, Outcome, Record, Refusal};
