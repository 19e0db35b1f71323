//! What playing a card and beginning an ability ask for, as far as their own
//! words tell.

use crate::card::walk::{Node, ability_nodes, selection_nodes};
use crate::card::{
    Ability, Conjunction, Cost, Effect, Filter, Gift, Pick, Quantity, Reference, Selection, Static,
    Timing, Verb, When, Who,
};
use crate::compile::compiled_filter::asks_only_object;
use crate::compile::{Card, CompiledAbility, CompiledFilter, ManaPrice, Op, Program, selection};
use crate::id::{AbilityId, AttributeId, CounterId, ZoneKind};
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
    /// A place with room for what it puts there.
    Place,
}

/// A choice that abilities begin with. Whoever of a seat makes it has the same
/// candidates, but for what is excepted by being what asks or what is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FirstChoice {
    what: Selection,
    /// Its filter as a conjunction.
    pub parts: Conjunction,
    pub compiled: CompiledFilter,
    /// It asks whether something is the object that asks.
    pub about_itself: bool,
    /// What objects have against being chosen counts.
    pub is_target: bool,
}

impl FirstChoice {
    /// The number of a choice whose candidates depend on who chooses.
    pub const OWN: u8 = u8::MAX;

    /// The number of the choice that an ability begins with, whose operations
    /// are known.
    pub fn number(
        (rules, cards): (&Rules, &[Card]),
        entry: &CompiledAbility,
        ops: &[Op],
        choices: &mut Vec<FirstChoice>,
    ) -> u8 {
        let chosen = match entry.to_begin {
            ToBegin::Choice => first_choice(&entry.ability.effects),
            ToBegin::Targets => match (&entry.targets[..], entry.modal) {
                ([op], None) => target(&ops[usize::from(*op)]),
                _ => None,
            },
            ToBegin::Nothing | ToBegin::Card | ToBegin::Place => None,
        };
        let Some((what, Quantity::Number(1..))) = chosen else { return FirstChoice::OWN };
        if mentions_room(&entry.ability) || !is_same_for_all(&what.filter) {
            return FirstChoice::OWN;
        }
        let known = choices.iter().position(|choice| choice.what == *what);
        let number = known.unwrap_or(choices.len());
        if number >= u64::BITS as usize {
            return FirstChoice::OWN;
        }
        if known.is_none() {
            let choice = FirstChoice::of(rules, cards, what);
            if !choice.compiled.is_direct() || !choice.compiled.places.is_empty() {
                return FirstChoice::OWN;
            }
            choices.push(choice);
        }
        number as u8
    }

    fn of(rules: &Rules, cards: &[Card], what: &Selection) -> Self {
        let mut about_itself = false;
        selection_nodes(what, &mut |node| {
            about_itself |= matches!(node, Node::Filter(Filter::Is(_)));
        });
        let all = rules.policy.targets == Targets::Play;
        let is_target = matches!(&what.pick, Pick::Choose { target, .. } if all || *target);
        let parts = match &what.filter {
            Filter::All(parts) => parts.clone(),
            filter => vec![filter.clone()].into(),
        };
        let compiled = CompiledFilter::of(&parts, rules, cards);
        FirstChoice { what: what.clone(), parts, compiled, about_itself, is_target }
    }
}

/// What an operation chooses beforehand, and how many at least.
pub(crate) fn target(op: &Op) -> Option<(&Selection, &Quantity)> {
    let what = match op {
        Op::Do { effect, slot: Some(_), .. } => selection(effect)?,
        Op::Each { what, slot: Some(_), .. } => what,
        _ => return None,
    };
    least_of(what)
}

/// What using an activated ability asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ToUse {
    pub timing: Timing,
    /// It works from this kind of zone, not in play.
    pub zone: Option<ZoneKind>,
    /// Statuses that its object gets for it, a mask.
    pub flags: u16,
    /// One of them is being exhausted.
    pub exhausts: bool,
    /// All of this, the limit, its condition and what begins are all that its
    /// words ask for.
    pub is_plain: bool,
    /// The price of its own card is paid.
    pub pays_price: bool,
    /// Statuses and that price are all that it costs.
    pub is_cheap: bool,
    /// What is paid from a counter.
    pub price: Option<(CounterId, i16)>,
    /// What is taken off its object.
    pub attribute: Option<(AttributeId, i16)>,
    pub mana: Option<ManaPrice>,
}

impl ToUse {
    /// What an ability asks for.
    pub fn of(rules: &Rules, ability: &Ability) -> Self {
        let When::Activated(activation) = &ability.when else { return ToUse::default() };
        let mut asked = ToUse {
            timing: activation.timing,
            zone: activation.zone,
            is_plain: true,
            ..ToUse::default()
        };
        for cost in &ability.cost {
            match cost {
                Cost::This(_) => {}
                Cost::Flag(flag) => {
                    asked.flags |= 1 << flag.0;
                    asked.exhausts |= rules.exhausted == Some(*flag);
                }
                Cost::Counter(counter, Quantity::Number(amount)) if asked.price.is_none() => {
                    asked.price = Some((*counter, *amount));
                }
                Cost::Attribute(attribute, amount) if asked.attribute.is_none() => {
                    asked.attribute = Some((*attribute, *amount));
                }
                Cost::Mana(..) if asked.mana.is_none() => asked.mana = ManaPrice::of(cost),
                Cost::Price if !asked.pays_price => asked.pays_price = true,
                _ => asked.is_plain = false,
            }
        }
        asked.is_cheap = !asked.exhausts
            && asked.price.is_none()
            && asked.attribute.is_none()
            && asked.mana.is_none();
        asked
    }
}

impl ToBegin {
    /// What an ability needs whose operations are known.
    pub fn of(rules: &Rules, entry: &CompiledAbility) -> Self {
        let effects = &entry.ability.effects;
        let has_targets = !entry.targets.is_empty() || entry.modal.is_some();
        let draws = |effect: &Effect| matches!(effect, Effect::Draw { who: Who::You, .. });
        match rules.policy.targets {
            _ if !effects.is_empty() && effects.iter().all(draws) => ToBegin::Card,
            Targets::Play | Targets::Word | Targets::First if has_targets => ToBegin::Targets,
            _ if matches!(effects.first(), Some(Effect::ChoosePlace { .. })) => ToBegin::Place,
            Targets::Play | Targets::Word | Targets::First => ToBegin::Nothing,
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
    /// What is paid in mana instead.
    pub mana: Option<ManaPrice>,
    /// What is paid from another counter besides.
    pub second: Option<(CounterId, i16)>,
    /// Price, timing and what begins are all that its words ask for.
    pub is_plain: bool,
    /// So are price and timing alone.
    pub has_only_price: bool,
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
        let is_plain = second != Some(None)
            && third.is_none()
            && is_priced
            && entries.iter().all(|entry| entry.rules & asked == 0)
            && played().count() <= 1
            && played().all(|(_, entry)| entry.ability.cost.is_empty());
        let mana = card.cost.iter().find_map(ManaPrice::of);
        let begins = played().find(|(_, entry)| begins(entry));
        Requirement {
            timing: card.timing,
            price: price.max(0),
            has_only_price: is_plain && mana.is_none() && second.is_none() && begins.is_none(),
            mana,
            second: second.flatten(),
            is_plain,
            begins: begins.map(|(at, _)| AbilityId(at as u16)),
        }
    }
}

/// Whether a filter means the same objects whoever of a seat asks, but for the
/// one that asks.
fn is_same_for_all(filter: &Filter) -> bool {
    asks_only_object(filter, &|part| matches!(part, Filter::Is(Reference::This)))
}

/// Whether choices of an ability may depend on where there is room.
fn mentions_room(ability: &Ability) -> bool {
    let mut found = false;
    ability_nodes(ability, &mut |node| {
        found |= matches!(
            node,
            Node::Effect(
                Effect::Move { verb: Verb::Shift, .. }
                    | Effect::Attach { .. }
                    | Effect::ChoosePlace { .. }
            )
        );
    });
    found
}

/// What the first of some effects must choose, and how many at least.
fn first_choice(effects: &[Effect]) -> Option<(&Selection, &Quantity)> {
    let what = match effects.first()? {
        Effect::Each { what, .. } => what,
        effect => choice_of(effect)?,
    };
    least_of(what)
}

/// What an effect chooses first: what it is about, or what it attaches that to.
fn choice_of(effect: &Effect) -> Option<&Selection> {
    match effect {
        Effect::Attach { what: Selection { pick: Pick::The(_), .. }, to } => Some(to),
        effect => selection(effect),
    }
}

fn least_of(what: &Selection) -> Option<(&Selection, &Quantity)> {
    match &what.pick {
        Pick::Choose { min, .. } => Some((what, min)),
        _ => None,
    }
}

impl Program {
    /// What the first operation of an ability must choose, and how many at least.
    pub(crate) fn first_choice(&self, entry: &CompiledAbility) -> Option<(&Selection, &Quantity)> {
        let what = match self.ops.get(usize::from(entry.start))? {
            Op::Each { what, .. } => what,
            Op::Do { effect, .. } => choice_of(effect)?,
            _ => return None,
        };
        least_of(what)
    }
}

/// The places besides the hands that an ability lets cards be played from, a
/// mask.
pub(crate) fn opened_places(rules: &Rules, ability: &Ability) -> u64 {
    let mut opened = 0;
    ability_nodes(ability, &mut |node| {
        opened |= match node {
            Node::Static(Static::PlayFrom { zone, .. })
            | Node::Effect(Effect::Grant { gift: Gift::PlayFrom { zone, .. }, .. }) => {
                rules.places_of(*zone)
            }
            _ => 0,
        };
    });
    opened
}
