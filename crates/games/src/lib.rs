//! The frames of the games that Onplay ships, and the words for playing them.

pub mod goblins;
pub mod lab;
pub mod words;
