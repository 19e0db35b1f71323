//! The printer: abilities to text that parses back to the same ability.
//!
//! It writes no pronouns: what is meant is described, "that enemy unit", "the
//! sacrificed unit", as plainly as it must be to be read back as the same.

mod ability;
mod condition;
mod cost;
mod course;
mod effect;
mod event;
mod later;
mod moving;
mod names;
mod noun;
mod printer;
mod quantity;
mod statics;

pub use names::head_noun;
pub use printer::{
    Printer, print_ability, print_condition, print_cost, print_effect, print_filter, print_pattern,
    print_quantity, reminder,
};
