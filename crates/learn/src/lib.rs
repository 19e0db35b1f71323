//! What a learning agent sees: one seat's knowledge and everything it can decide, as
//! small whole numbers of a shape that never changes within a game.
//!
//! An observation is made of [`Section`]s, each a table of named columns: the course of
//! the game, the question, a row for each card in sight, a row for each legal action,
//! the stack, waiting triggers, and the cards that are not in sight, counted. It is the
//! same from both seats: *mine* and *theirs*, never first and second player. It holds no
//! object ids and nothing that the seat may not know.
//!
//! An action is chosen by its position in the legal list, which is also its row.
//!
//! ```
//! use onplay_games::kit;
//! use onplay_learn::Encoder;
//!
//! let kit = kit::load("skirmish").expect("a shipped game");
//! let decks = ["warband", "grave"].map(|id| kit.deck(id).expect("a shipped deck"));
//! let game = kit.table.start(7, &decks, None);
//! let encoder = Encoder::new(&kit.table, 256);
//! let seat = game.to_decide().expect("somebody begins");
//! let mut legal = Vec::new();
//! kit.table.legal_actions(&game, &mut legal);
//! let mut numbers = vec![0; encoder.len()];
//! encoder.observe(&game, seat, &mut legal, &mut numbers);
//! let actions = encoder.section("actions").expect("every game has actions");
//! let first = actions.row(&numbers, 0);
//! assert_ne!(first[0], 0, "the first legal action has a kind");
//! ```

#![deny(missing_docs)]

mod columns;
mod encoder;
mod features;
mod policy;
mod rows;

pub use columns::{Column, Holds, Section};
pub use encoder::{Encoder, TooManyActions};
pub use policy::{Judged, Judgement, Policy, PolicyError};
