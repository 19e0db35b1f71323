//! Scenario pages: a setup, the players' moves, and what follows, in Markdown
//! that reads as documentation. See `docs/scenarios.md`.

#![deny(missing_docs)]

mod check;
mod from_replay;
mod inline_cards;
mod layout;
pub mod moment;
pub mod page;
pub mod run;
mod seen;

pub use from_replay::{Unwritable, Written, write_page};
pub use page::{Page, Scenario, read_page};
pub use run::{Failure, Outcome, Stage, play_scenario, run_page, run_scenario};
