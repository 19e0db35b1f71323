//! The frames of the games that Onplay ships, and the words for playing them.

#![deny(missing_docs)]

#[doc(hidden)]
pub mod alley;
#[doc(hidden)]
pub mod drones;
pub mod explain;
#[doc(hidden)]
pub mod goblins;
pub mod kit;
#[doc(hidden)]
pub mod lab;
pub mod policy;
pub mod printed;
pub mod promise;
pub mod replay;
pub mod seat;
#[doc(hidden)]
pub mod skirmish;
#[doc(hidden)]
pub mod tides;
pub mod typed;
pub mod words;
