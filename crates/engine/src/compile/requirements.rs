//! What playing a card asks for, as far as its own words tell.

use crate::card::{Cost, Effect, Pick, Quantity, Selection, Static, Timing, When};
use crate::compile::{Card, CompiledAbility, selection};
use crate::id::AbilityId;
use crate::rulebook::{Rules, Targets};

/// What playing a card asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Requirement {
    pub timing: Timing,
    /// What is paid from the counter that pays for cards.
    pub price: i16,
    /// Price, timing and what begins are all that its words ask for.
    pub is_plain: bool,
    /// What it does when it is played, if something must be there for that.
    pub begins: Option<AbilityId>,
}

impl Requirement {
    /// What a card asks for, of its compiled abilities from the first on.
    pub fn of(rules: &Rules, card: &Card, first: usize, entries: &[CompiledAbility]) -> Self {
        let price = rules.price.map_or(0, |(attribute, _)| card.attribute(attribute));
        let is_paid = |cost: &Cost| match cost {
            Cost::Counter(counter, Quantity::Number(_)) => {
                rules.price.is_some_and(|(_, paid)| paid == *counter)
            }
            _ => false,
        };
        let asked = Static::PLAY_ONLY_IF | Static::ADDITIONAL_COST | Static::COST;
        let played =
            || (first..).zip(entries).filter(|(_, entry)| entry.ability.when == When::Played);
        let begins = |entry: &CompiledAbility| match rules.policy.targets {
            Targets::Resolution => may_come_to_nothing(&entry.ability.effects),
            _ => !entry.targets.is_empty() || entry.modal.is_some(),
        };
        let is_priced = rules.attributes.iter().enumerate().all(|(index, rule)| {
            rules
                .price
                .is_none_or(|(attribute, _)| attribute.index() != index || rule.live.is_none())
        });
        Requirement {
            timing: card.timing,
            price: price.max(0),
            is_plain: card.cost.iter().all(is_paid)
                && is_priced
                && entries.iter().all(|entry| entry.rules & asked == 0)
                && played().count() <= 1,
            begins: played().find(|(_, entry)| begins(entry)).map(|(at, _)| AbilityId(at as u16)),
        }
    }
}

/// Whether effects may have nothing to choose, or nothing to draw.
fn may_come_to_nothing(effects: &[Effect]) -> bool {
    let only_draws = effects.iter().all(|effect| matches!(effect, Effect::Draw { .. }));
    let choice = first_choice(effects);
    choice.map_or(only_draws, |(_, least)| !matches!(least, Quantity::Number(..=0)))
}

/// The first thing that effects must choose, and how many at least.
pub(crate) fn first_choice(effects: &[Effect]) -> Option<(&Selection, &Quantity)> {
    for effect in effects {
        let what = match effect {
            Effect::ChoosePlace { .. } => return None,
            Effect::Each { what, .. } => Some(what),
            effect => selection(effect),
        };
        if let Some(what) = what
            && let Pick::Choose { min, .. } = &what.pick
        {
            return Some((what, min));
        }
    }
    None
}
