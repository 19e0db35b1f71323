//! Card text and game files: read, checked, printed back.
//!
//! [`load_game`] turns the texts of a game's files into a [`Book`]: rules,
//! words, cards with abilities as data, and decks, with every error found.
//! [`parse_text`] reads sentences, [`print_ability`] writes them.

#![deny(missing_docs)]

mod bind;
mod book;
mod card_file;
mod check;
mod deck_file;
pub mod diagnostic;
mod fingerprint;
mod game;
mod game_can;
mod game_file;
mod game_words;
mod inflect;
mod inline_token;
mod load;
#[doc(hidden)]
pub mod normal;
mod parse;
mod print;
mod printed_number;
mod rulebook;
mod schema;
mod source;
mod token;
mod toml_tree;
mod trial;
mod type_line;
mod unified;
mod vocabulary;

pub use bind::Link;
pub use book::{Book, BookError, CardText, Deck, GameInfo};
pub use diagnostic::{Diagnostic, Label, Severity, Span, nearest, render};
pub use game::read_policies;
pub use inflect::{capital, participle, plural, third};
pub use load::load_game;
pub use parse::{CardContext, ParsedText, parse_card_text, parse_text};
pub use print::{
    print_ability, print_condition, print_cost, print_effect, print_filter, print_pattern,
    print_quantity, reminder,
};
pub use printed_number::{PrintedNumber, printed_numbers};
pub use rulebook::{Chapter, Clause, Heading, Outline, RulebookText};
pub use schema::schemas;
pub use source::{Loaded, SourceFile};
pub use trial::untitled;
pub use type_line::{TypeLine, type_line};
pub use vocabulary::Vocabulary;
