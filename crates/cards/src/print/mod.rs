//! The printer: abilities to text that parses back to the same ability.
//!
//! It follows the pronouns exactly as the grammar does: at every point it
//! knows what "it" and "that much" would be read as, and uses the short word
//! only where it is right.

mod ability;
mod condition;
mod cost;
mod effect;
mod event;
mod moving;
mod noun;
mod printer;
mod quantity;
mod statics;

pub use printer::{
    Printer, print_ability, print_condition, print_cost, print_effect, print_filter, print_pattern,
    print_quantity, reminder,
};
