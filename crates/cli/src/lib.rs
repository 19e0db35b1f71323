//! The `onplay` program: play, watch, explain, replay, simulate.
//!
//! It is a library so that what reads other people's files can be fuzzed; see
//! [`readers`].

#![deny(missing_docs)]

#[macro_use]
mod output;

mod args;
mod balance;
mod board;
mod card_face;
mod command;
mod count;
mod deck_list;
mod input;
mod load;
mod look;
mod markdown;
mod menu;
mod new_game;
mod offer;
mod pages;
mod people;
mod plain;
mod play;
mod program;
mod protocol;
pub mod readers;
mod room;
mod rulebook;
mod rules;
mod saves;
mod screen;
mod serve;
mod session;
mod text;
mod told;
#[cfg(test)]
mod twins;
mod unfinished;
mod viewer;

use output::Failed;
pub use program::run_program;
