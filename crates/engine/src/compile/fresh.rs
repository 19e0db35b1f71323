//! What a fresh object of a card is like.

use crate::compile::Card;
use crate::id::AttributeId;
use crate::rulebook::{DeathRule, Rules, VALUES};

/// The printed values of a card, by their place among those that change.
pub(crate) fn fresh(rules: &Rules, card: &Card) -> [i16; VALUES] {
    let mut values = [0; VALUES];
    for (index, rule) in rules.attributes.iter().enumerate() {
        if let Some(live) = rule.live
            && !rule.unprinted
        {
            values[usize::from(live)] = card.attribute(AttributeId(index as u16));
        }
    }
    values
}

/// Whether a fresh object of a card has nothing left of what it dies without.
pub(crate) fn dies_on_entry(rules: &Rules, card: &Card, fresh: &[i16; VALUES]) -> bool {
    let value = |attribute: AttributeId| {
        let live = rules.reading(attribute).and_then(|reading| reading.of(fresh, &[0; VALUES]));
        i32::from(live.unwrap_or_else(|| card.attribute(attribute)))
    };
    let left = |rule: &DeathRule| value(rule.attribute) - rule.less.map_or(0, value);
    rules.death.as_ref().is_some_and(|rule| left(rule) <= 0)
}
