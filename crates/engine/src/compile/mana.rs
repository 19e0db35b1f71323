//! What cards make of mana, read off their words once.

use crate::card::walk::{Node, ability_nodes};
use crate::card::{
    Ability, Cost, Effect, Filter, Happening, Quantity, Reference, Timing, When, Who,
};
use crate::compile::{Card, CompiledAbility};
use crate::id::{AbilityId, CounterId};
use crate::mask::Bits;
use crate::rulebook::{COUNTERS, Rules};

/// Amounts of mana by counter.
pub type Mana = [i16; COUNTERS];

/// What the cards of a catalog make of mana.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ManaProgram {
    /// The counters that are mana, a mask.
    pub(crate) kinds: u16,
    /// By ability: whether it is a mana ability, activated or triggered: it adds
    /// mana and has no target, so it needs no stack.
    pub is_mana: Vec<bool>,
    /// By card: its abilities that cost mana, by their numbers.
    pub costs_mana: Vec<u64>,
    /// By card: those that are paid with nothing but being exhausted, for mana.
    pub by_exhausting: Vec<u64>,
    /// By card: all other activated abilities.
    pub other_uses: Vec<u64>,
    /// By card: the latter in [`ManaProgram::abilities`]: from, count.
    pub(crate) of_card: Vec<(u16, u8)>,
    pub(crate) abilities: Vec<ManaAbility>,
    /// By card: what it adds when what it is attached to is tapped for mana.
    pub(crate) extra: Vec<Mana>,
}

/// An ability that exhausts its object for mana and costs nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ManaAbility {
    pub number: u8,
    pub ability: AbilityId,
    pub gives: Mana,
    /// Some amount depends on the table.
    pub varies: bool,
    /// It hurts its player.
    pub hurts: bool,
    /// The only kind of mana it makes, if it makes one and does nothing else.
    pub basic: Option<CounterId>,
}

impl ManaProgram {
    /// Reads all cards of a catalog, whose abilities are these.
    pub fn of(
        rules: &Rules,
        cards: &[Card],
        of_card: &[(u16, u8)],
        entries: &[CompiledAbility],
    ) -> Self {
        let mut mana = ManaProgram { kinds: kinds(rules, cards, entries), ..Default::default() };
        mana.is_mana = entries.iter().map(|entry| mana.is_mana_ability(&entry.ability)).collect();
        for (first, count) in of_card {
            mana.take_up(rules, entries, usize::from(*first), usize::from(*count));
        }
        mana
    }

    fn take_up(&mut self, rules: &Rules, entries: &[CompiledAbility], first: usize, count: usize) {
        let from = self.abilities.len();
        let (mut paid, mut by_exhausting, mut other, mut extra) = (0, 0, 0, [0; COUNTERS]);
        for (number, entry) in entries[first..first + count].iter().enumerate().take(64) {
            let ability = &entry.ability;
            let is_mana = self.is_mana[first + number];
            match &ability.when {
                When::Activated(_) => {
                    let costs_mana = ability.cost.iter().any(|cost| matches!(cost, Cost::Mana(..)));
                    paid |= u64::from(costs_mana) << number;
                    if is_mana && exhausts_only(rules, &ability.cost) {
                        by_exhausting |= 1 << number;
                        let id = AbilityId((first + number) as u16);
                        self.abilities.push(self.mana_ability(ability, number as u8, id));
                    } else {
                        other |= 1 << number;
                    }
                }
                When::Event(pattern)
                    if is_mana && pattern.subject == Filter::Is(Reference::Host) =>
                {
                    for effect in &ability.effects {
                        if let Some((counter, Quantity::Number(count))) = self.adds(effect) {
                            extra[counter.index()] += count;
                        }
                    }
                }
                _ => {}
            }
        }
        self.of_card.push((from as u16, (self.abilities.len() - from) as u8));
        self.costs_mana.push(paid);
        self.by_exhausting.push(by_exhausting);
        self.other_uses.push(other);
        self.extra.push(extra);
    }

    fn is_mana_ability(&self, ability: &Ability) -> bool {
        let occasion = match &ability.when {
            When::Activated(activation) => activation.zone.is_none(),
            When::Event(pattern) => matches!(pattern.event, Happening::Tapped(_)),
            _ => false,
        };
        let adds = |effect: &Effect| self.adds(effect).is_some();
        let is_harmless = |effect: &Effect| matches!(effect, Effect::DamagePlayer { .. });
        occasion
            && ability.effects.iter().any(adds)
            && ability.effects.iter().all(|effect| adds(effect) || is_harmless(effect))
    }

    /// The kind and quantity of an effect that adds mana.
    pub(crate) fn adds<'a>(&self, effect: &'a Effect) -> Option<(CounterId, &'a Quantity)> {
        match effect {
            Effect::Counter { counter, by, .. } if self.kinds >> counter.0 & 1 == 1 => {
                Some((*counter, by))
            }
            _ => None,
        }
    }

    fn mana_ability(&self, ability: &Ability, number: u8, id: AbilityId) -> ManaAbility {
        let (mut gives, mut varies, mut hurts) = ([0; COUNTERS], false, false);
        for effect in &ability.effects {
            match self.adds(effect) {
                Some((counter, Quantity::Number(count))) => gives[counter.index()] += count,
                Some(_) => varies = true,
                None => hurts |= matches!(effect, Effect::DamagePlayer { who: Who::You, .. }),
            }
        }
        let only = gives.iter().position(|amount| *amount == 1);
        let is_basic = !varies && !hurts && gives.iter().sum::<i16>() == 1;
        let basic = only.filter(|_| is_basic).map(|counter| CounterId(counter as u16));
        ManaAbility { number, ability: id, gives, varies, hurts, basic }
    }
}

fn exhausts_only(rules: &Rules, cost: &[Cost]) -> bool {
    rules.exhausted.is_some_and(|exhausted| cost == [Cost::Flag(exhausted)])
}

/// The counters that are mana: those that costs in mana name, those that mana
/// abilities add, and the one that stands for a price in mana.
fn kinds(rules: &Rules, cards: &[Card], entries: &[CompiledAbility]) -> u16 {
    let mut kinds = 0;
    let mut note = |cost: &Cost| {
        if let Cost::Mana(coloured, _) = cost {
            kinds |= coloured.iter().fold(0, |kinds, (counter, _)| kinds | 1 << counter.0);
            kinds |= rules.price.map_or(0, |(_, counter)| 1 << counter.0);
        }
    };
    cards.iter().flat_map(|card| &card.cost).for_each(&mut note);
    for entry in entries {
        ability_nodes(&entry.ability, &mut |node| {
            if let Node::Cost(cost) = node {
                note(cost);
            }
        });
    }
    for entry in entries {
        let When::Activated(activation) = &entry.ability.when else { continue };
        for effect in &entry.ability.effects {
            if let Effect::Counter { counter, .. } = effect
                && activation.timing == Timing::Mana
            {
                kinds |= 1 << counter.0;
            }
        }
    }
    kinds
}

/// A cost in mana.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ManaPrice {
    /// What is paid in mana of one kind.
    pub coloured: Mana,
    /// What is paid in mana of any kind.
    pub generic: i16,
    /// How much there is of the coloured part.
    coloured_total: i16,
    /// The kinds of the coloured part, a mask.
    pub(crate) kinds: u16,
}

impl ManaPrice {
    /// What a cost asks for in mana; nothing for other costs.
    pub fn of(cost: &Cost) -> Option<Self> {
        let Cost::Mana(coloured, generic) = cost else { return None };
        let mut price =
            ManaPrice { coloured: [0; COUNTERS], generic: *generic, coloured_total: 0, kinds: 0 };
        for (counter, count) in coloured {
            price.coloured[counter.index()] += count;
            price.coloured_total += count;
            price.kinds |= u16::from(*count > 0) << counter.0;
        }
        Some(price)
    }

    /// The price with an amount added to its generic part, which is never less than
    /// nothing.
    pub fn plus(self, more: i16) -> Self {
        ManaPrice { generic: self.generic.saturating_add(more).max(0), ..self }
    }

    /// How much mana it is altogether.
    pub fn total(&self) -> i16 {
        self.coloured_total + self.generic.max(0)
    }
}

/// The counters of a mask.
pub(crate) fn counters(kinds: u16) -> impl Iterator<Item = usize> {
    Bits(kinds.into()).map(usize::from)
}
