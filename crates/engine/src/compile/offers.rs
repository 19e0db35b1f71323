//! What a rulebook offers, by card: in which window, by which ability, and how two
//! ways of one shape are told apart.

use crate::card::{Ability, Condition, Cost, Deed, Filter, Quantity, Reference, Timing, Whose};
use crate::compile::compiled_filter::{is_about_object, is_printed};
use crate::compile::{Card, Program};
use crate::id::{AbilityId, CardId, Seat, ZoneKind};
use crate::mask::Bits;
use crate::rulebook::{Bar, Offer, OfferPick, OfferShape, Role, Rulebook, Rules};

/// An offer of a card, with what it asks of its object as masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardOffer {
    /// The offer, by its number in the rulebook.
    pub offer: u8,
    /// The window that it needs.
    pub window: u8,
    /// Which of the offers of its shape on the card it is, from 0.
    pub ordinal: u8,
    /// The ability that does it.
    pub ability: AbilityId,
    /// Where its object lies, a mask of places.
    pub(crate) places: u64,
    /// Statuses that are asked for, a mask, and those of them that must be there.
    pub(crate) flags: (u16, u16),
    /// Alternatives of statuses and keywords that are asked for, each of them.
    pub(crate) either: [Option<Either>; EITHERS],
    /// Statuses and keywords any of which keeps its object from it, masks.
    pub(crate) barred: (u16, u32),
    /// It blocks the attacker, which the attacker's card may forbid.
    pub(crate) blocks: bool,
    /// What it does that something may forbid.
    pub(crate) deed: Option<Deed>,
    /// It is a way to play a card.
    pub(crate) is_play: bool,
    /// Masks, prices and what is left of its condition are all that it asks for.
    pub(crate) is_settled: bool,
    /// Part of its condition is in no mask.
    pub(crate) has_condition: bool,
    /// There may be several ways to pay for it.
    pub(crate) has_ways: bool,
    /// Statuses and the price of its own card are all that it costs.
    pub(crate) is_cheap: bool,
    /// The price of its own card is paid.
    pub(crate) pays_price: bool,
    /// What is paid is chosen among the same objects whichever object it is for, and is
    /// all that it costs.
    pub(crate) shares_cost: bool,
    /// What is chosen for it is the same whichever object it is for.
    pub(crate) shares_picks: bool,
    /// What the card does when it is played, if something must be there for that.
    pub(crate) begins: Option<AbilityId>,
}

/// Most conditions of an offer that are kept as [`Either`].
const EITHERS: usize = 2;

/// Any of these: "if it is not on cooldown or has Charge".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Either {
    /// Statuses of which one is there, a mask.
    on: u16,
    /// Statuses of which one is not there, a mask.
    off: u16,
    /// Keywords of which one is there, a mask.
    pub(crate) keywords: u32,
}

impl Either {
    /// Whether statuses alone make it hold.
    #[inline]
    pub(crate) fn holds_by(&self, flags: u16) -> bool {
        flags & self.on != 0 || !flags & self.off != 0
    }
}

/// All offers, by card.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CardOffers {
    list: Vec<CardOffer>,
    /// By card: where its offers begin; one more for their end.
    starts: Vec<u16>,
    /// By seat: the places where objects with offers lie.
    pub(crate) places: [u64; 2],
    /// By offer and seat: the places of which one is chosen, near or not.
    pub(crate) picked_places: Vec<[u64; 2]>,
}

impl CardOffers {
    pub(crate) fn of_rulebook(
        rules: &Rules,
        cards: &[Card],
        program: &Program,
        rulebook: &Rulebook,
    ) -> Self {
        let mut offers = CardOffers::default();
        for (number, card) in cards.iter().enumerate() {
            offers.starts.push(offers.list.len() as u16);
            let (first, count) = program.of_card[number];
            let own = rulebook.offers_of(CardId(number as u16));
            for (offer_number, ability) in own.iter().filter(|(_, ability)| *ability < count) {
                let Some(offer) = rulebook.offer(*offer_number) else { continue };
                let is_alike = |other: &&(u8, u8)| {
                    rulebook.offer(other.0).is_some_and(|other| other.shape == offer.shape)
                };
                let ordinal =
                    own.iter().filter(is_alike).position(|(other, _)| other == offer_number);
                let plain = CardOffer {
                    offer: *offer_number,
                    window: window(rulebook, offer.shape, offer.window, card.timing),
                    ordinal: ordinal.unwrap_or(0) as u8,
                    ability: AbilityId(first + u16::from(*ability)),
                    ..CardOffer::PLAIN
                };
                let card = CardId(number as u16);
                offers.list.push(plain.compile(card, cards, (rules, program, rulebook)));
            }
        }
        offers.starts.push(offers.list.len() as u16);
        let kinds = rulebook.offers.iter().fold(0, |kinds, offer| kinds | offer.zones);
        let places = Bits(kinds).fold(0, |places, kind| places | rules.places_of(ZoneKind(kind)));
        offers.places = Seat::BOTH.map(|seat| places & rules.places_of_seat(seat));
        offers.picked_places =
            rulebook.offers.iter().map(|offer| picked_places(rules, offer)).collect();
        offers
    }

    /// The offers of a card.
    #[inline]
    pub fn of(&self, card: CardId) -> &[CardOffer] {
        match self.starts.get(card.index()..card.index() + 2) {
            Some([start, end]) => &self.list[usize::from(*start)..usize::from(*end)],
            _ => &[],
        }
    }
}

impl CardOffer {
    /// Nothing is asked.
    const PLAIN: CardOffer = CardOffer {
        offer: 0,
        window: 0,
        ordinal: 0,
        ability: AbilityId::NONE,
        places: 0,
        flags: (0, 0),
        either: [None; EITHERS],
        barred: (0, 0),
        blocks: false,
        deed: None,
        is_play: false,
        is_settled: false,
        has_condition: false,
        has_ways: false,
        is_cheap: false,
        pays_price: false,
        shares_cost: false,
        shares_picks: false,
        begins: None,
    };

    /// With everything that its ability and its clause ask of a card's object.
    fn compile(
        self,
        card: CardId,
        cards: &[Card],
        (rules, program, rulebook): (&Rules, &Program, &Rulebook),
    ) -> CardOffer {
        let Some(offer) = rulebook.offer(self.offer) else { return self };
        let entry = program.entry(self.ability);
        let places = Bits(offer.zones).fold(0, |all, kind| all | rules.places_of(ZoneKind(kind)));
        let deed = match offer.shape {
            OfferShape::Attack => Some(Deed::Attack),
            OfferShape::Move => Some(Deed::Move),
            OfferShape::Play | OfferShape::Special(_) => None,
        };
        let is_play = offer.shape == OfferShape::Play;
        let hands = rules.role(Role::Hand).map_or(0, |kind| rules.places_of(kind));
        let condition = Folded::of(&entry.ability, entry.to_use.flags, |filter| {
            is_printed(filter, rules, cards, card)
        });
        let barring = rulebook.barred.iter().filter(|one| deed.map(Bar::Deed) == Some(one.what));
        let asked = &entry.to_use;
        let is_alone = asked.price.is_none() && asked.mana.is_none();
        let is_in_hand = !asked.pays_price || places & !hands == 0;
        let is_playable = program.to_play[card.index()].is_plain && is_alone && is_in_hand;
        let shares_cost = !is_play && is_shared_cost(&entry.ability.cost);
        CardOffer {
            places,
            flags: condition.flags,
            either: condition.either,
            barred: barring
                .fold((0, 0), |(flags, words), one| (flags | one.flags, words | one.keywords)),
            blocks: offer.blocks,
            deed,
            is_play,
            // Of several costs one may take what another needs.
            is_settled: (asked.is_plain || shares_cost)
                && if is_play { is_playable } else { !asked.pays_price },
            has_condition: condition.has_rest,
            has_ways: entry.ability.cost.contains(&Cost::Price)
                && rulebook.payments.iter().any(|payment| !payment.ways.is_empty()),
            is_cheap: asked.is_cheap,
            pays_price: asked.pays_price,
            shares_cost,
            shares_picks: match &offer.pick {
                OfferPick::Object(filter) => is_about_object(filter),
                OfferPick::Nothing | OfferPick::Place { .. } => false,
            },
            begins: program.to_play[card.index()].begins,
            ..self
        }
    }
}

/// What an action's cost and condition ask of the object itself, as masks.
#[derive(Default)]
struct Folded {
    /// Statuses that are asked for, a mask, and those of them that must be there.
    flags: (u16, u16),
    either: [Option<Either>; EITHERS],
    /// Part of the condition is in no mask.
    has_rest: bool,
}

impl Folded {
    /// Folds the condition of an ability whose cost asks for these statuses to be off.
    /// `is_printed` tells what the card settles.
    fn of(ability: &Ability, cost: u16, is_printed: impl Fn(&Filter) -> Option<bool>) -> Folded {
        let mut folded = Folded { flags: (cost, 0), ..Folded::default() };
        let parts = match &ability.condition {
            None => &[][..],
            Some(Condition::All(parts)) => parts.as_slice(),
            Some(one) => std::slice::from_ref(one),
        };
        for part in parts {
            folded.has_rest |= !match alternatives(part, &is_printed) {
                Some(Alternatives::Known(holds)) => holds,
                Some(Alternatives::Any(one)) => folded.take(one),
                None => false,
            };
        }
        folded
    }

    /// Folds one part in. Returns whether it could be.
    fn take(&mut self, one: Either) -> bool {
        let (bit, wanted) = (one.on | one.off, one.on);
        if one.keywords == 0 && bit.is_power_of_two() {
            let is_contrary = self.flags.0 & bit != 0 && self.flags.1 & bit != wanted;
            if !is_contrary {
                self.flags = (self.flags.0 | bit, self.flags.1 | wanted);
            }
            return !is_contrary;
        }
        match self.either.iter_mut().find(|either| either.is_none()) {
            Some(free) => {
                *free = Some(one);
                true
            }
            None => false,
        }
    }
}

/// What a part of a condition comes to for one card.
enum Alternatives {
    /// What is printed on the card settles it.
    Known(bool),
    Any(Either),
}

impl Alternatives {
    fn or(self, other: Alternatives) -> Alternatives {
        match (self, other) {
            (Alternatives::Known(false), other) | (other, Alternatives::Known(false)) => other,
            (Alternatives::Known(true), _) | (_, Alternatives::Known(true)) => {
                Alternatives::Known(true)
            }
            (Alternatives::Any(one), Alternatives::Any(other)) => Alternatives::Any(Either {
                on: one.on | other.on,
                off: one.off | other.off,
                keywords: one.keywords | other.keywords,
            }),
        }
    }
}

/// Several together; nothing if one is nothing, unless another always holds.
fn any_of(parts: impl Iterator<Item = Option<Alternatives>>) -> Option<Alternatives> {
    parts.reduce(|one, other| match (one, other) {
        (Some(Alternatives::Known(true)), _) | (_, Some(Alternatives::Known(true))) => {
            Some(Alternatives::Known(true))
        }
        (one, other) => Some(one?.or(other?)),
    })?
}

/// A condition about the object itself as alternatives; nothing where it asks for more.
fn alternatives(
    condition: &Condition,
    is_printed: &dyn Fn(&Filter) -> Option<bool>,
) -> Option<Alternatives> {
    match condition {
        Condition::Is(Reference::This, filter) => filter_alternatives(filter, true, is_printed),
        Condition::OneOf(parts) => any_of(parts.iter().map(|part| alternatives(part, is_printed))),
        _ => None,
    }
}

/// [`alternatives`] for a filter that the object must match, or must not.
fn filter_alternatives(
    filter: &Filter,
    on: bool,
    is_printed: &dyn Fn(&Filter) -> Option<bool>,
) -> Option<Alternatives> {
    if let Some(matches) = is_printed(filter) {
        return Some(Alternatives::Known(matches == on));
    }
    let either = match filter {
        Filter::Flag(flag) if on => Either { on: 1 << flag.0, ..Either::default() },
        Filter::Flag(flag) => Either { off: 1 << flag.0, ..Either::default() },
        Filter::Keyword(keyword) if on => Either { keywords: 1 << keyword.0, ..Either::default() },
        Filter::Not(part) => return filter_alternatives(part, !on, is_printed),
        Filter::OneOf(parts) if on => {
            return any_of(parts.iter().map(|part| filter_alternatives(part, true, is_printed)));
        }
        _ => return None,
    };
    Some(Alternatives::Any(either))
}

/// Whether a cost is one choice among the same objects whoever pays it.
fn is_shared_cost(cost: &[Cost]) -> bool {
    match cost {
        [Cost::FlagOther { count: Quantity::Number(_), filter, .. }]
        | [Cost::Move { count: Quantity::Number(_), filter, .. }] => is_about_object(filter),
        _ => false,
    }
}

/// By seat: the places of which one is chosen for an offer, near or not.
fn picked_places(rules: &Rules, offer: &Offer) -> [u64; 2] {
    let OfferPick::Place { zones, whose, .. } = &offer.pick else { return [0; 2] };
    let places = Bits(*zones).fold(0, |all, kind| all | rules.places_of(ZoneKind(kind)));
    Seat::BOTH.map(|seat| match whose {
        Whose::Enemy => places & rules.places_of_seat(seat.other()),
        Whose::Yours | Whose::Any => places & rules.places_of_seat(seat),
    })
}

/// The window that an offer needs for a card: its own timing takes the place of
/// the rulebook's.
fn window(rulebook: &Rulebook, shape: OfferShape, window: u8, timing: Timing) -> u8 {
    let own = match timing {
        Timing::Main => None,
        timing => rulebook.of_timing[timing as usize],
    };
    own.filter(|_| shape == OfferShape::Play).unwrap_or(window)
}
