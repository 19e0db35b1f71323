//! The fingerprint of a catalog: equal exactly for equal rules and cards.

use onplay_engine::compile::Catalog;
use onplay_engine::id::{Class, with_names};

/// Hashes rules, words and cards in a canonical form that is the same on every
/// platform: abilities as JSON with names, everything else field by field.
pub fn of(catalog: &Catalog) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let mut line = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    for class in Class::ALL {
        line(class.word());
        catalog.names.all(class).iter().for_each(|word| line(word));
    }
    let rules = &catalog.rules;
    for zone in &rules.zones {
        line(&format!("{zone:?}"));
    }
    for attribute in &rules.attributes {
        line(&format!("{attribute:?}"));
    }
    for counter in &rules.counters {
        line(&format!("{counter:?}"));
    }
    for flag in &rules.flags {
        line(&format!("{flag:?}"));
    }
    for damage in &rules.damage {
        line(&format!("{damage:?}"));
    }
    line(&format!("{:?}", rules.death));
    line(&format!("{:?} {:?} {:?}", rules.exhausted, rules.life, rules.price));
    line(&format!("{:?}", rules.exiled_on_leaving));
    line(&format!("{} {:?}", rules.capacity, rules.policy));
    if catalog.rulebook.is_there() {
        line(&format!("{:?}", catalog.rulebook));
    }
    // One pass inside the names: entering them costs a copy of all words.
    with_names(&catalog.names, || {
        for card in &catalog.cards {
            line(&format!("{} {} {:?}", card.types, card.keywords, card.subtypes));
            line(&format!("{:?} {:?} {}", card.attributes, card.timing, card.token));
            let cost = serde_json::to_string(&card.cost).unwrap_or_default();
            line(&cost);
            for ability in &card.abilities {
                line(&serde_json::to_string(ability).unwrap_or_default());
            }
        }
    });
    hasher.finalize().into()
}
