//! What playing a card and beginning an ability ask for, as far as their own
//! words tell.

use crate::card::walk::{Node, ability_nodes};
use crate::card::{
    Ability, Cost, Effect, Gift, Pick, Quantity, Selection, Static, Timing, When, Who,
};
use crate::compile::{Card, CompiledAbility, selection};
use crate::id::AbilityId;
use crate::rulebook::{Rules, Targets};

/// What must be there for an ability to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum ToBegin {
    #[default]
    Nothing,
    /// A card to draw: it does nothing but draw.
    Card,
    /// Something to choose for its first effect. What comes later depends on
    /// what has happened by then.
    Choice,
    /// Targets, or a mode that can be chosen.
    Targets,
}

impl ToBegin {
    /// What an ability needs whose operations are known.
    pub fn of(rules: &Rules, entry: &CompiledAbility) -> Self {
        let effects = &entry.ability.effects;
        let has_targets = !entry.targets.is_empty() || entry.modal.is_some();
        let draws = |effect: &Effect| matches!(effect, Effect::Draw { who: Who::You, .. });
        match rules.policy.targets {
            _ if !effects.is_empty() && effects.iter().all(draws) => ToBegin::Card,
            Targets::Play | Targets::Word if has_targets => ToBegin::Targets,
            Targets::Play | Targets::Word => ToBegin::Nothing,
            Targets::Resolution => match first_choice(effects) {
                None | Some((_, Quantity::Number(..=0))) => ToBegin::Nothing,
                Some(_) => ToBegin::Choice,
            },
        }
    }
}

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
        let begins = |entry: &CompiledAbility| entry.to_begin != ToBegin::Nothing;
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
                && played().count() <= 1
                && played().all(|(_, entry)| entry.ability.cost.is_empty()),
            begins: played().find(|(_, entry)| begins(entry)).map(|(at, _)| AbilityId(at as u16)),
        }
    }
}

/// What the first of some effects must choose, and how many at least.
pub(crate) fn first_choice(effects: &[Effect]) -> Option<(&Selection, &Quantity)> {
    let what = match effects.first()? {
        Effect::Each { what, .. } => what,
        effect => selection(effect)?,
    };
    match &what.pick {
        Pick::Choose { min, .. } => Some((what, min)),
        _ => None,
    }
}

/// Whether an ability lets a card be played from elsewhere than the hand.
pub(crate) fn opens_a_way(ability: &Ability) -> bool {
    let mut opens = false;
    ability_nodes(ability, &mut |node| {
        opens |= matches!(
            node,
            Node::Static(Static::PlayFrom { .. })
                | Node::Effect(Effect::Grant { gift: Gift::PlayFrom(..), .. })
        );
    });
    opens
}
