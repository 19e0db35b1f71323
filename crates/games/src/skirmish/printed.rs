//! What the frame needs to know of a card, worked out once, so that most offers
//! are settled without a look at its words.

use onplay_engine::card::{
    Ability, Comparison, Cost, Filter, Happening, Pick, Place, Quantity, Reference, When, Whose,
};
use onplay_engine::compile::{Card, Catalog, Op, selection};
use onplay_engine::id::{AbilityId, CardId, KeywordId};
use onplay_engine::rulebook::Rules;

use super::frame::{Skirmish, TERRAINS};

/// What the frame needs to know of one card, worked out once.
#[derive(Clone, Copy)]
// A power of two in size, so that a card's is found by a shift.
#[repr(align(32))]
pub(super) struct Printed {
    pub unit: bool,
    /// Playing it is a quick action.
    pub quick: bool,
    /// It can only be deployed onto one of your units.
    pub consumes: bool,
    /// It listens for dominating its terrain.
    pub dominant: bool,
    /// Its abilities that happen when it is played, and those that can be
    /// activated, by number.
    pub played: u8,
    pub active: u8,
    /// Those of the latter that ask for nothing but to be exhausted, and those
    /// that ask for nothing but a charge: so much of one attribute.
    pub plain: u8,
    pub charged: u8,
    pub charge: Charge,
    /// What must be there for it to be played.
    pub needs: Needs,
    /// The facts of which one is enough for that; none if it is not as simple.
    pub wants: u8,
    /// Whether it can be played takes a closer look.
    pub odd: bool,
}

/// So much of an attribute, as a cost.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Charge {
    /// The attribute's place among the values that change.
    pub place: u8,
    pub needed: i16,
}

/// Facts of the board by which most needs are settled, for masks.
pub(super) mod fact {
    /// Nothing is needed.
    pub const ALWAYS: u8 = 1;
    /// The player has a unit.
    pub const OWN: u8 = 2;
    /// The other one has.
    pub const ENEMY: u8 = 4;
    /// Some card in play has something to say about where units are deployed.
    pub const GUARDED: u8 = 8;
    /// As many masks there are.
    pub const MASKS: usize = 16;

    /// A fact, if it is so.
    #[inline]
    pub fn given(so: bool, fact: u8) -> u8 {
        if so { fact } else { 0 }
    }
}

/// How a card is offered from the hand, by the facts of the board.
#[derive(Clone, Copy)]
pub(super) struct Offers([Offer; fact::MASKS]);

/// How often a card is offered, the bit [`UNIT`] if as a unit, or [`ODD`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Offer(u8);

const UNIT: u8 = 8;
const ODD: Offer = Offer(u8::MAX);

impl Offer {
    /// That of a hidden card.
    pub const HIDDEN: Offer = Offer(1);

    /// Whether it takes a closer look.
    #[inline]
    pub fn is_odd(self) -> bool {
        self == ODD
    }

    #[inline]
    pub fn is_unit(self) -> bool {
        self.0 & UNIT != 0
    }

    /// How often it is offered.
    #[inline]
    pub fn count(self) -> usize {
        usize::from(self.0 & (UNIT - 1))
    }
}

impl Offers {
    pub fn of(printed: &Printed) -> Self {
        Offers(std::array::from_fn(|facts| {
            let facts = facts as u8;
            if printed.odd || (printed.unit && facts & fact::GUARDED != 0) {
                ODD
            } else if printed.unit {
                Offer(UNIT | TERRAINS as u8)
            } else {
                Offer(u8::from(printed.wants & facts != 0))
            }
        }))
    }

    #[inline]
    pub fn by(&self, facts: u8) -> Offer {
        self.0[usize::from(facts) % fact::MASKS]
    }
}

/// What the frame knows of a card that is hidden.
pub(super) const HIDDEN: Printed = Printed {
    unit: false,
    quick: false,
    consumes: false,
    dominant: false,
    played: 0,
    active: 0,
    plain: 0,
    charged: 0,
    charge: Charge { place: 0, needed: 0 },
    needs: Needs::Nothing,
    wants: fact::ALWAYS,
    odd: false,
};

/// What a card's first choice is made among.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    Nothing,
    /// Units on the board.
    Unit(Wanted),
    /// A unit in one's own graveyard.
    Buried,
    /// Something else: the choice of this operation.
    Choice(u16),
}

/// Which units on the board can be chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Wanted {
    pub own: bool,
    pub enemy: bool,
    /// Only those close to where the card stands.
    pub close: bool,
    /// Only those with at least this much power.
    pub power: Option<i16>,
}

/// The words that only this needs.
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub quick: KeywordId,
    pub consumes: KeywordId,
}

impl Printed {
    /// Works out what the frame needs to know of a card.
    pub(super) fn of(frame: &Skirmish, catalog: &Catalog, number: CardId, words: Words) -> Self {
        let card = catalog.card(number);
        let needs = needs_of(frame, catalog, number);
        let charge_of = |ability: &Ability| charge_of(&catalog.rules, ability);
        let charge = card.abilities.iter().find_map(charge_of);
        let (unit, consumes) = (card.has_type(frame.unit_type), card.has_keyword(words.consumes));
        Printed {
            unit,
            quick: card.has_keyword(words.quick),
            consumes,
            odd: if unit { consumes } else { wants_of(needs) == 0 },
            dominant: card.abilities.iter().any(|ability| {
                matches!(&ability.when, When::Event(pattern)
                    if pattern.event == Happening::Occasion(frame.dominates))
            }),
            played: abilities(card, |ability| ability.when == When::Played),
            active: abilities(card, |ability| matches!(ability.when, When::Activated(_))),
            plain: abilities(card, |ability| {
                only_cost(ability) == Some(&Cost::Flag(frame.exhausted))
            }),
            charged: abilities(card, |ability| charge.is_some() && charge_of(ability) == charge),
            charge: charge.unwrap_or(HIDDEN.charge),
            needs,
            wants: wants_of(needs),
        }
    }
}

/// The numbers of a card's abilities of one kind, as a mask.
fn abilities(card: &Card, wanted: impl Fn(&Ability) -> bool) -> u8 {
    let numbered = card.abilities.iter().take(8).enumerate();
    numbered.fold(0, |mask, (number, ability)| mask | u8::from(wanted(ability)) << number)
}

/// The cost of an ability, if it is one and nothing else is asked for.
fn only_cost(ability: &Ability) -> Option<&Cost> {
    match &ability.cost[..] {
        [cost] if ability.limit.is_none() && ability.condition.is_none() => Some(cost),
        _ => None,
    }
}

/// The attribute that an activated ability takes from, if it asks for nothing
/// else.
fn charge_of(rules: &Rules, ability: &Ability) -> Option<Charge> {
    let (When::Activated(_), Some(Cost::Attribute(attribute, needed))) =
        (&ability.when, only_cost(ability))
    else {
        return None;
    };
    let rule = rules.attributes.get(attribute.index())?;
    let plain = rule.worn_by.is_none() && !rule.floor;
    rule.live.filter(|_| plain).map(|place| Charge { place, needed: *needed })
}

/// What the first choice of a card is made among, if it must be made. The usual
/// filters are taken apart here, so that legal actions need not match them.
fn needs_of(frame: &Skirmish, catalog: &Catalog, card: CardId) -> Needs {
    let unit = frame.unit_type;
    let first: Option<AbilityId> = catalog.program.of(card).find(|ability| {
        matches!(catalog.ability(*ability).when, When::Played | When::Activated(_))
    });
    let Some(first) = first else { return Needs::Nothing };
    let start = catalog.program.entry(first).start;
    let Op::Do { effect, .. } = &catalog.program.ops[usize::from(start)] else {
        return Needs::Nothing;
    };
    let Some(what) = selection(effect) else { return Needs::Nothing };
    match &what.pick {
        Pick::Choose { min: Quantity::Number(1..), .. } => {}
        _ => return Needs::Nothing,
    }
    let parts = parts(&what.filter);
    let grave = catalog.rules.kind(frame.graveyard[0]);
    if parts.len() == 3
        && parts.contains(&Filter::Type(unit))
        && parts.contains(&Filter::Zone(grave))
        && (parts.contains(&Filter::Owner(Whose::Yours))
            || parts.contains(&Filter::Controller(Whose::Yours)))
    {
        return Needs::Buried;
    }
    let mut wanted = Wanted { own: true, enemy: true, close: false, power: None };
    let mut is_unit = false;
    for part in parts {
        match part {
            Filter::Type(kind) if *kind == unit => is_unit = true,
            Filter::Controller(Whose::Yours) => wanted.enemy = false,
            Filter::Controller(Whose::Enemy) => wanted.own = false,
            Filter::Place(Place::Close(Reference::This)) => wanted.close = true,
            Filter::Compare(attribute, Comparison::AtLeast, least)
                if *attribute == frame.power && wanted.power.is_none() =>
            {
                let Quantity::Number(least) = **least else { return Needs::Choice(start) };
                wanted.power = Some(least);
            }
            _ => return Needs::Choice(start),
        }
    }
    if is_unit { Needs::Unit(wanted) } else { Needs::Choice(start) }
}

/// What a filter asks for, all of it.
pub(super) fn parts(filter: &Filter) -> &[Filter] {
    match filter {
        Filter::All(parts) => parts,
        filter => std::slice::from_ref(filter),
    }
}

/// The facts of which one is enough for a need; none where it takes a look at
/// the units themselves or a search.
fn wants_of(needs: Needs) -> u8 {
    match needs {
        Needs::Nothing => fact::ALWAYS,
        Needs::Unit(Wanted { own, enemy, close: false, power: None }) => {
            fact::given(own, fact::OWN) | fact::given(enemy, fact::ENEMY)
        }
        _ => 0,
    }
}
