//! The grammar: card text to abilities.
//!
//! A recursive descent over tokens. Every failed expectation is remembered at
//! the furthest token that was reached, so that a refused sentence can say
//! what would have been understood there.

mod ability;
mod alternatives;
mod chunk;
mod condition;
mod cost;
mod course;
mod cursor;
mod damage;
mod effect;
mod event;
mod gains;
mod given;
mod hand;
mod instead;
mod later;
mod modes;
mod more;
mod movement;
mod moving;
mod nearest;
mod noun;
mod passive;
mod place;
mod players;
mod predicate;
mod quantity;
mod reference;
mod refusal;
mod replace;
mod search;
mod selection;
mod sentence;
mod slots;
mod statics;
mod subject;
mod teach;
mod text;
mod wordings;
mod would;

pub use cost::has_zone;
pub use course::RuleAction;
pub use cursor::{Expected, Parser};
pub use event::ORDINALS;
pub(crate) use instead::refers_to;
pub use quantity::{NUMBERS, negative, times};
pub use refusal::refusal;
pub use selection::ANY_NUMBER;
pub use statics::DEEDS;
pub use teach::synonyms;
pub use text::{CardContext, ParsedText, parse_card_text, parse_text, prepare};
pub(crate) use text::{parse_and_teach, read_text};
