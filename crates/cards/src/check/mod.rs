//! Checks of meaning: texts that can be read and still cannot work.

mod counted;
mod drafts;
mod lack;
mod nowhere;
mod shape;

pub(crate) use drafts::{abilities, drafts, fits, of_card};
