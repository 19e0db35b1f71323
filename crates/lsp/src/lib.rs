//! A language server for a game's files: what is wrong, at the words and while one
//! types; completion of the game's words; what a card reads as; where a card is defined
//! and used; renaming it; formatting; fixes that are known to help.
//!
//! [`serve`] speaks the Language Server Protocol on standard input and output.

#![deny(missing_docs)]

mod disk;
mod offset;
mod server;

pub use server::serve;
