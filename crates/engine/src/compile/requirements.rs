//! What playing a card and beginning an ability ask for, as far as their own
//! words tell.

use crate::card::walk::{Node, ability_nodes};
use crate::card::{
    Ability, Cost, Effect, Filter, Gift, Pick, Quantity, Selection, Static, Timing, When, Who,
};
use crate::compile::{Card, CompiledAbility, Mana, mana_of, selection};
use crate::id::{AbilityId, CounterId};
use crate::rulebook::{Rules, Targets};

/// What must be there for an ability to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum ToBegin {
    #[default]
    Nothing,
    /// A card to draw: it does nothing but draw.
    Card,
    /// Something to choose for its first effect. What comes later depends on
    /// what has happened by then. Choices with one number have the same
    /// candidates whoever of a seat chooses.
    Choice(u8),
    /// Targets, or a mode that can be chosen.
    Targets,
}

/// What using an activated ability asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ToUse {
    /// What is paid from a counter.
    pub price: Option<(CounterId, i16)>,
    /// Statuses that its object gets for it, a mask.
    pub flags: u16,
    /// Price, statuses, limit and what begins are all that its words ask for.
    pub is_plain: bool,
}

impl ToUse {
    /// What an ability asks for.
    pub fn of(ability: &Ability) -> Self {
        let is_plain = matches!(ability.when, When::Activated(_)) && ability.condition.is_none();
        let mut asked = ToUse { is_plain, ..ToUse::default() };
        for cost in &ability.cost {
            match cost {
                Cost::This(_) => {}
                Cost::Flag(flag) => asked.flags |= 1 << flag.0,
                Cost::Counter(counter, Quantity::Number(amount)) if asked.price.is_none() => {
                    asked.price = Some((*counter, *amount));
                }
                _ => asked.is_plain = false,
            }
        }
        asked
    }
}

impl ToBegin {
    /// The number of a choice whose candidates depend on who chooses.
    pub const OWN: u8 = u8::MAX;

    /// What an ability needs whose operations are known. The choices that are
    /// the same for all get their numbers here.
    pub fn of(rules: &Rules, entry: &CompiledAbility, choices: &mut Vec<Selection>) -> Self {
        let effects = &entry.ability.effects;
        let has_targets = !entry.targets.is_empty() || entry.modal.is_some();
        let draws = |effect: &Effect| matches!(effect, Effect::Draw { who: Who::You, .. });
        match rules.policy.targets {
            _ if !effects.is_empty() && effects.iter().all(draws) => ToBegin::Card,
            Targets::Play | Targets::Word if has_targets => ToBegin::Targets,
            Targets::Play | Targets::Word => ToBegin::Nothing,
            Targets::Resolution => match first_choice(effects) {
                None | Some((_, Quantity::Number(..=0))) => ToBegin::Nothing,
                Some((what, Quantity::Number(_))) if is_same_for_all(rules, &what.filter) => {
                    ToBegin::Choice(number_of(choices, what))
                }
                Some(_) => ToBegin::Choice(ToBegin::OWN),
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
    /// What is paid in mana instead: of each kind, and of any.
    pub mana: Option<(Mana, i16)>,
    /// What is paid from another counter besides.
    pub second: Option<(CounterId, i16)>,
    /// Price, timing and what begins are all that its words ask for.
    pub is_plain: bool,
    /// What it does when it is played, if something must be there for that.
    pub begins: Option<AbilityId>,
}

impl Requirement {
    /// What a card asks for, of its compiled abilities from the first on.
    pub fn of(rules: &Rules, card: &Card, first: usize, entries: &[CompiledAbility]) -> Self {
        let price = rules.price.map_or(0, |(attribute, _)| card.attribute(attribute));
        let is_price = |counter: CounterId| rules.price.is_some_and(|(_, paid)| paid == counter);
        let mut others = card.cost.iter().filter_map(|cost| match cost {
            Cost::Counter(counter, Quantity::Number(_)) if is_price(*counter) => None,
            Cost::Mana(..) if card.cost.len() == 1 => None,
            Cost::Counter(counter, Quantity::Number(amount)) => Some(Some((*counter, *amount))),
            _ => Some(None),
        });
        let (second, third) = (others.next(), others.next());
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
            mana: card.cost.iter().find_map(mana_of),
            second: second.flatten(),
            is_plain: second != Some(None)
                && third.is_none()
                && is_priced
                && entries.iter().all(|entry| entry.rules & asked == 0)
                && played().count() <= 1
                && played().all(|(_, entry)| entry.ability.cost.is_empty()),
            begins: played().find(|(_, entry)| begins(entry)).map(|(at, _)| AbilityId(at as u16)),
        }
    }
}

/// The number of a choice, as long as there are any left.
fn number_of(choices: &mut Vec<Selection>, what: &Selection) -> u8 {
    let known = choices.iter().position(|choice| choice == what);
    let number = known.unwrap_or(choices.len());
    if number >= u64::BITS as usize {
        return ToBegin::OWN;
    }
    if known.is_none() {
        choices.push(what.clone());
    }
    number as u8
}

/// Whether a filter means the same objects in play whoever of a seat asks.
fn is_same_for_all(rules: &Rules, filter: &Filter) -> bool {
    match filter {
        Filter::Any
        | Filter::Controller(_)
        | Filter::Owner(_)
        | Filter::Type(_)
        | Filter::Subtype(_)
        | Filter::Named(_)
        | Filter::Token
        | Filter::Keyword(_)
        | Filter::Flag(_)
        | Filter::EnteredThisTurn => true,
        Filter::Zone(kind) => rules.places_of(*kind) & !rules.in_play() == 0,
        Filter::Compare(_, _, needed) => matches!(**needed, Quantity::Number(_)),
        Filter::Not(part) => is_same_for_all(rules, part),
        Filter::All(parts) => parts.iter().all(|part| is_same_for_all(rules, part)),
        Filter::OneOf(parts) => parts.iter().all(|part| is_same_for_all(rules, part)),
        _ => false,
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

/// The kinds of zones besides the hand that an ability lets cards be played
/// from, a mask.
pub(crate) fn opened_zones(ability: &Ability) -> u64 {
    let mut opened = 0;
    ability_nodes(ability, &mut |node| {
        opened |= match node {
            Node::Static(Static::PlayFrom { zone, .. })
            | Node::Effect(Effect::Grant { gift: Gift::PlayFrom(zone, _), .. }) => {
                1 << zone.index()
            }
            _ => 0,
        };
    });
    opened
}
