//! What an effect is about.

use crate::card::walk::Node;
use crate::card::{Effect, Filter, Pick, Quantity, Reference, Selection, Verb, Who};
use crate::rulebook::{Rules, Sight};

/// The selection of a leaf effect.
pub fn selection(effect: &Effect) -> Option<&Selection> {
    match effect {
        Effect::Move { what, .. }
        | Effect::Copy { what, .. }
        | Effect::Damage { what, .. }
        | Effect::Heal { what, .. }
        | Effect::Change { what, .. }
        | Effect::Become { what, .. }
        | Effect::Flag { what, .. }
        | Effect::Grant { what, .. }
        | Effect::Attach { what, .. }
        | Effect::Cancel { what }
        | Effect::Control { what, .. }
        | Effect::See { what, .. }
        | Effect::Choose { what }
        | Effect::Trigger { what, .. } => Some(what),
        _ => None,
    }
}

pub(super) fn is_target(pick: &Pick) -> bool {
    matches!(pick, Pick::Choose { target: true, .. })
}

/// Giving up one's own is not aimed at anything: it is chosen as it happens.
pub(super) fn is_own_loss(effect: &Effect) -> bool {
    matches!(effect, Effect::Move { verb: Verb::Sacrifice, .. })
}

/// Whether a choice can be made on playing: it is one's own, among cards that
/// everybody sees, and asks for nothing that is known only later.
pub(super) fn is_beforehand(rules: &Rules, what: &Selection) -> bool {
    let Pick::Choose { who: Who::You, .. } = &what.pick else { return false };
    let mut known = true;
    crate::card::walk::selection_nodes(what, &mut |node| {
        known &= match node {
            Node::Filter(Filter::Zone(kind)) => {
                rules.zones.get(kind.index()).is_some_and(|zone| zone.sight == Sight::Everyone)
            }
            Node::Filter(Filter::Is(Reference::Slot(_))) => false,
            Node::Quantity(Quantity::Result | Quantity::Done(_) | Quantity::Chosen) => false,
            Node::Quantity(Quantity::Attribute(Reference::Slot(_), _)) => false,
            _ => true,
        };
    });
    known
}
