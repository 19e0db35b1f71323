//! The resolution machine of Onplay: one machine, five policies.
//!
//! A [`game::Game`] is a value. A [`table::Table`] knows a game's cards and
//! frame; [`table::Table::legal_actions`] says what can be decided and
//! [`table::Table::apply`] does it. What happens is a stream of events, each
//! with its cause, that a [`record::Record`] keeps if one is given.

pub mod ability;
pub mod action;
pub mod catalog;
mod check;
mod choice;
mod copy;
mod cost;
mod deed;
mod depend;
pub mod dice;
pub mod door;
mod effect;
pub mod engine;
mod enlist;
pub mod event;
mod find;
mod flatten;
pub mod frame;
pub mod game;
pub mod hash;
mod hear;
pub mod id;
pub mod mask;
mod meant;
pub mod modifier;
pub mod numbering;
pub mod policy;
pub mod program;
pub mod prompt;
pub mod quick;
pub mod record;
mod resolve;
pub mod rules;
pub mod scope;
mod seen;
mod select;
pub mod table;
pub mod trigger;
pub mod view;
pub mod walk;
pub mod work;
pub mod zones;
