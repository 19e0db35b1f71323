//! When the checks of a rulebook are asked again: after what their conditions depend
//! on, computed once with the catalog.

use crate::card::walk::{Node, condition as condition_nodes};
use crate::card::{Condition, Quantity};
use crate::compile::compiled_filter::is_about_object;
use crate::compile::{COUNTERS, Card, can_match, counter_bit, dependencies_of_condition, has_card};
use crate::event::{Event, Kind, MOVES};
use crate::id::{CardId, ObjectId};
use crate::rulebook::{Rulebook, Rules};

/// Moves of any kind, drawing and creating among them.
const PLACING: u64 = MOVES
    | Kind::Drew.bit()
    | Kind::Reshuffled.bit()
    | Kind::Created.bit()
    | Kind::Controlled.bit();

/// What must happen for a check to be asked again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Wake {
    /// Such events.
    kinds: u64,
    /// Of changes of counters, those of these counters, a mask.
    counters: u64,
    /// Something comes to or leaves one of these places.
    places: u64,
    /// What continuous effects do is computed again; passing changes end then, too.
    computed: bool,
    /// The cards that it is about, one bit each; all if there are none.
    cards: Vec<u64>,
}

/// What wakes each check of a rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wakes {
    checks: Vec<Wake>,
    /// All of them together; only the kinds of event are exact.
    any: Wake,
}

impl Wakes {
    /// What wakes the checks with these conditions, in their order.
    pub(crate) fn of<'a>(
        (rules, cards): (&Rules, &[Card]),
        rulebook: &Rulebook,
        conditions: impl Iterator<Item = Option<&'a Condition>>,
    ) -> Wakes {
        let wake = |condition: Option<&Condition>| match condition {
            Some(condition) => Wake::of(rules, cards, rulebook, condition),
            None => Wake::ALWAYS,
        };
        let checks: Vec<Wake> = conditions.map(wake).collect();
        let any = checks.iter().fold(Wake::default(), |any, one| any.join(one));
        Wakes { checks, any }
    }

    /// The kinds of event that may wake a check, a mask.
    #[inline]
    pub(crate) fn kinds(&self) -> u64 {
        self.any.kinds
    }

    /// The checks that an event wakes, a mask. `card` tells what card an object is.
    #[inline]
    pub(crate) fn by_event(&self, event: &Event, card: impl Fn(ObjectId) -> CardId) -> u32 {
        if !self.any.is_woken_by(event) {
            return 0;
        }
        let card = event.object.is_some().then(|| card(event.object.id));
        let is_about =
            |one: &Wake| one.cards.is_empty() || card.is_none_or(|card| has_card(&one.cards, card));
        self.find(|one| one.is_woken_by(event) && is_about(one))
    }

    /// The checks that are woken when continuous effects are computed again, a mask.
    #[inline]
    pub(crate) fn by_computing(&self) -> u32 {
        if self.any.computed { self.find(|one| one.computed) } else { 0 }
    }

    /// All checks, a mask.
    pub fn all(&self) -> u32 {
        self.find(|_| true)
    }

    fn find(&self, is_woken: impl Fn(&Wake) -> bool) -> u32 {
        let woken = self.checks.iter().enumerate().filter(|(_, one)| is_woken(one));
        woken.fold(0, |woken, (number, _)| woken | 1 << number)
    }
}

impl Wake {
    /// Anything that happens.
    const ALWAYS: Wake = Wake {
        kinds: u64::MAX,
        counters: u64::MAX,
        places: u64::MAX,
        computed: true,
        cards: Vec::new(),
    };

    fn of(rules: &Rules, cards: &[Card], rulebook: &Rulebook, condition: &Condition) -> Wake {
        let Some((needs, counters)) = dependencies_of_condition(rules, condition) else {
            return Wake::ALWAYS;
        };
        let mut wake = Wake {
            kinds: needs.kinds,
            counters: 0,
            places: needs.places,
            computed: needs.places != 0,
            cards: cards_meant(rules, cards, condition),
        };
        for counter in counters {
            wake.kinds |= COUNTERS;
            wake.counters |= counter_bit(counter.0);
            // What pays for a counter may be cards that come, go and are exhausted.
            if rulebook.payment(counter).is_some() {
                return Wake::ALWAYS;
            }
        }
        if wake.places != 0 {
            wake.kinds |= PLACING;
        }
        wake
    }

    fn join(self, other: &Wake) -> Wake {
        Wake {
            kinds: self.kinds | other.kinds,
            counters: self.counters | other.counters,
            places: self.places | other.places,
            computed: self.computed | other.computed,
            cards: Vec::new(),
        }
    }

    #[inline]
    fn is_woken_by(&self, event: &Event) -> bool {
        let kind = event.kind.bit();
        self.kinds & kind != 0
            && match event.kind {
                _ if COUNTERS & kind != 0 => self.counters & counter_bit(event.what) != 0,
                Kind::Controlled | Kind::Created => true,
                _ if PLACING & kind != 0 => {
                    self.places & (1 << event.from.0 | 1 << event.to.0) != 0
                }
                _ => true,
            }
    }
}

/// The cards that can change whether a condition holds, one bit each; nothing if any may.
fn cards_meant(rules: &Rules, cards: &[Card], condition: &Condition) -> Vec<u64> {
    let (mut filters, mut is_known) = (Vec::new(), true);
    condition_nodes(condition, &mut |node| match node {
        Node::Quantity(
            Quantity::Count(filter)
            | Quantity::Total(_, filter)
            | Quantity::Highest(_, filter)
            | Quantity::Lowest(_, filter),
        ) => {
            is_known &= is_about_object(filter);
            filters.push(filter);
        }
        Node::Condition(condition) => is_known &= !matches!(condition, Condition::Is(..)),
        _ => {}
    });
    if !is_known || filters.is_empty() {
        return Vec::new();
    }
    let mut set = vec![0; cards.len().div_ceil(64)];
    for number in 0..cards.len() {
        let id = CardId(number as u16);
        let is_in = filters.iter().any(|filter| can_match(filter, rules, cards, id));
        set[number / 64] |= u64::from(is_in) << (number % 64);
    }
    set
}
