//! The frames of the games that Onplay ships, and the words for playing them.

pub mod goblins;
pub mod kit;
pub mod lab;
pub mod promise;
pub mod seat;
pub mod skirmish;
pub mod typed;
pub mod words;
