//! Card games from text, and everything for playing them: who decides, what the
//! actions are called, why something happened, and replays.
//!
//! ```
//! use onplay_games::{DeckList, Outcome, Script, Seat, SourceFile, load, play};
//!
//! let cards = SourceFile::new("cards.toml", r#"
//!     [[card]]
//!     name = "Spark"
//!     type = "Spell"
//!     text = "Gain 2 points."
//!
//!     [[card]]
//!     name = "Crown"
//!     type = "Spell"
//!     text = "If you have 2 or more points, you win the game."
//! "#);
//! let kit = load("lab").and_then(|lab| lab.with_cards(&cards)).expect("the cards are right");
//! let [spark, crown] = ["Spark", "Crown"].map(|name| kit.book.card(name).expect("it is there"));
//! let deck = DeckList { sections: vec![("main".into(), vec![(spark, 1), (crown, 1)])] };
//!
//! let mut game = kit.table.start(7, &[deck.clone(), deck], None);
//! let mut one = Script::new(["play Spark", "play Crown"]);
//! let mut two = Script::default();
//! let outcome = play(&kit.table, &mut game, [&mut one, &mut two], 100, None);
//! assert_eq!(outcome, Ok(Outcome::Won(Seat::ONE)));
//! ```
//!
//! - [`load`] gives a shipped game, [`load_files`] one from the texts of its files.
//! - [`Kit::table`] starts games, lists legal actions and applies them.
//! - A [`Decider`] answers a [`Question`] from its seat's view; [`play`] asks both seats.
//! - [`words`] and [`typed`] put actions and events into words and back, [`explain`]
//!   says why and why not, [`replay`] keeps a game as text.

#![deny(missing_docs)]

#[doc(hidden)]
mod damage_words;
pub mod drones;
pub mod explain;
#[doc(hidden)]
pub mod goblins;
pub mod kit;
#[doc(hidden)]
pub mod lab;
mod names;
pub mod policy;
pub mod printed;
pub mod promise;
pub mod replay;
mod rulebook;
pub mod seat;
pub mod sight;
mod sources;
pub mod spoken;
pub mod typed;
pub mod words;

pub use kit::{GAMES, Kit, KitError, load, load_files};
pub use onplay_cards::{Book, Diagnostic, SourceFile, render};
pub use onplay_engine::frame::DeckList;
pub use onplay_engine::id::Seat;
pub use onplay_engine::play::{Table, View, view};
pub use onplay_engine::state::{Action, Game, Outcome, Record, Refusal};
pub use policy::{DESIGNS, policy_named, policy_names};
pub use seat::{Decider, Interactive, Question, Script, Stopped, play};
