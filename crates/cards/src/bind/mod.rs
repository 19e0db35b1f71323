//! Binding: what *it*, *that unit*, *another* and *that much* mean.
//!
//! The grammar tells of every phrase that brings something into the text (a
//! *mention*) in the order of the words, and asks here what a pronoun means. This
//! is the only place that answers. What has two answers, or none, is refused with
//! words that have one. The rules are in `docs/card-language.md`, "How *it* works".

mod mention;
mod number;
mod player;
mod resolve;
mod slots;

pub use mention::{Bind, Made, Where, is_many};
pub use number::Counted;
pub use resolve::{Deed, Link, Problem, Say};
pub(crate) use slots::is_other;
pub use slots::{OTHER, number_effects, number_slots};
