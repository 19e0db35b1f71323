//! The unified ability format of seed 004, field by field, as an `Ability`.

use onplay_engine::ability::Ability;
use serde_json::Value;

use crate::vocabulary::Vocabulary;

/// Reads one ability in the unified format.
///
/// # Errors
/// The field that is not understood, in words.
pub fn ability(_vocabulary: &Vocabulary, _data: &Value) -> Result<Ability, String> {
    Err("the unified format is not read yet".into())
}
