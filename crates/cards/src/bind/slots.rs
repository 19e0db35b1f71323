//! Numbers of phrases: only those that some word means get one, in their order.

use onplay_engine::card::{Ability, Effect, Filter, Link, Reference, When, links_mut};

/// The filter that "other" stands for until the whole phrase has been read.
pub const OTHER: Reference = Reference::Slot(u8::MAX);
/// What a pronoun means that means nothing; the text is refused.
pub const UNBOUND: Reference = Reference::Slot(u8::MAX - 1);

/// Numbers the phrases of an ability from 0, those that words mean, and leaves the
/// others without a number. Returns whether every number that is meant was brought in.
pub fn number_slots(ability: &mut Ability) -> bool {
    let mut meant: Vec<u8> = Vec::new();
    let mut brought: Vec<u8> = Vec::new();
    links_mut(ability, &mut |link| match link {
        Link::Reference(Reference::Slot(slot)) | Link::Done(slot) => meant.push(*slot),
        Link::Reference(_) => {}
        Link::Mention(slot) => brought.extend(*slot),
    });
    brought.retain(|slot| meant.contains(slot));
    brought.sort_unstable();
    brought.dedup();
    let complete = meant.iter().all(|slot| brought.contains(slot));
    let number = |slot: u8| brought.iter().position(|known| *known == slot).map(|at| at as u8);
    links_mut(ability, &mut |link| match link {
        Link::Reference(Reference::Slot(slot)) | Link::Done(slot) => {
            *slot = number(*slot).unwrap_or(*slot);
        }
        Link::Reference(_) => {}
        Link::Mention(slot) => *slot = slot.and_then(number),
    });
    complete
}

/// [`number_slots`] for effects that are no ability yet.
pub fn number_effects(effects: &mut Vec<Effect>) -> bool {
    let mut ability = Ability::new(When::Played, std::mem::take(effects));
    let complete = number_slots(&mut ability);
    *effects = ability.effects;
    complete
}

/// Whether a filter still has the stand-in for "other".
pub(crate) fn is_other(filter: &Filter) -> bool {
    matches!(filter, Filter::Not(inner) if **inner == Filter::Is(OTHER))
}
