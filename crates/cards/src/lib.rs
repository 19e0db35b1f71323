//! Card text and game files: read, checked, printed back.
//!
//! [`load_game`] turns the texts of a game's files into a [`Book`]: rules,
//! words, cards with abilities as data, and decks, with every error found.
//! [`parse_text`] reads sentences, [`print_ability`] writes them.

pub mod book;
pub mod card_file;
pub mod check;
pub mod deck_file;
pub mod diagnostic;
pub mod fingerprint;
pub mod game;
pub mod game_file;
pub mod inflect;
pub mod load;
pub mod normal;
pub mod parse;
pub mod print;
pub mod schema;
pub mod source;
pub mod token;
pub mod toml_tree;
pub mod type_line;
pub mod unified;
pub mod vocabulary;

pub use book::{Book, CardText, Deck, GameInfo};
pub use diagnostic::{Diagnostic, Label, Severity, Span, render};
pub use load::load_game;
pub use parse::{CardContext, ParsedText, parse_card_text, parse_text};
pub use print::{
    print_ability, print_condition, print_cost, print_effect, print_filter, print_pattern,
    print_quantity, reminder,
};
pub use schema::schemas;
pub use source::{Loaded, SourceFile};
pub use type_line::{TypeLine, type_line};
pub use vocabulary::Vocabulary;
