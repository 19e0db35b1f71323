//! The state of a game, as a value: objects, zones, players, work in progress,
//! chance, and what is recorded of it.

mod action;
mod attachments;
mod derived;
mod dice;
mod game;
mod group;
mod hash;
mod last_known;
mod list;
mod mention;
mod modifier;
mod object;
mod pending;
mod player;
mod prompt;
mod record;
mod turn;
mod waiting_trigger;
mod work;
mod zones;

pub use action::*;
pub use attachments::*;
pub use dice::*;
pub use game::*;
pub use hash::*;
pub use last_known::*;
pub use list::*;
pub use mention::*;
pub use modifier::*;
pub use object::*;
pub use pending::*;
pub use player::*;
pub use prompt::*;
pub use record::*;
pub use turn::*;
pub use waiting_trigger::*;
pub use work::*;
pub use zones::*;
