//! The frames of the games that Onplay ships, and the words for playing them.

pub mod alley;
pub mod drones;
pub mod explain;
pub mod goblins;
pub mod kit;
pub mod lab;
pub mod policy;
pub mod printed;
pub mod promise;
pub mod replay;
pub mod seat;
pub mod skirmish;
pub mod tides;
pub mod typed;
pub mod words;
