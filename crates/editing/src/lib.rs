//! What an editor shows of a game's texts while somebody writes them: what is wrong, at
//! the words; words that can stand at a place; what a card reads as; where a card is
//! defined and used; fixes that are known to help; tidy files.
//!
//! Texts come in and places in bytes go out: the language server and the engine in the
//! browser share it, and neither files nor a protocol are known here.

#![deny(missing_docs)]

mod fix;
mod folder;
mod format;
mod words;

pub use fix::{Fix, fix};
pub use folder::{Finding, Folder, is_of_a_game, is_scenario};
pub use format::tidy;
pub use words::{
    Suggestion, card_blocks, card_named_at, definition, hover, references, suggestions,
};
