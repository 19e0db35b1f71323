//! What a rulebook offers, by card: in which window, by which ability, and how two
//! ways of one shape are told apart.

use crate::card::{Ability, Condition, Cost, Deed, Filter, Reference, Timing, Whose};
use crate::compile::{Card, CompiledAbility, Program};
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
    /// Statuses and keywords any of which keeps its object from it, masks.
    pub(crate) barred: (u16, u32),
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
    /// What the card does when it is played, if something must be there for that.
    pub(crate) begins: Option<AbilityId>,
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
                offers.list.push(plain.compile(CardId(number as u16), rules, program, rulebook));
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
        barred: (0, 0),
        deed: None,
        is_play: false,
        is_settled: false,
        has_condition: false,
        has_ways: false,
        is_cheap: false,
        pays_price: false,
        begins: None,
    };

    /// With everything that its ability and its clause ask of a card's object.
    fn compile(
        self,
        card: CardId,
        rules: &Rules,
        program: &Program,
        rulebook: &Rulebook,
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
        let folded = flags_of(entry);
        let barring = rulebook.barred.iter().filter(|one| deed.map(Bar::Deed) == Some(one.what));
        let asked = &entry.to_use;
        let is_alone = asked.price.is_none() && asked.mana.is_none();
        let is_in_hand = !asked.pays_price || places & !hands == 0;
        let is_playable = program.to_play[card.index()].is_plain && is_alone && is_in_hand;
        CardOffer {
            places,
            flags: folded.unwrap_or((asked.flags, 0)),
            barred: barring
                .fold((0, 0), |(flags, words), one| (flags | one.flags, words | one.keywords)),
            deed,
            is_play,
            // Of several costs one may take what another needs. What blocks is asked about
            // the attacker.
            is_settled: asked.is_plain
                && !offer.blocks
                && if is_play { is_playable } else { !asked.pays_price },
            has_condition: folded.is_none(),
            has_ways: entry.ability.cost.contains(&Cost::Price)
                && rulebook.payments.iter().any(|payment| !payment.ways.is_empty()),
            is_cheap: asked.is_cheap,
            pays_price: asked.pays_price,
            begins: program.to_play[card.index()].begins,
            ..self
        }
    }
}

/// The statuses that an action's cost and condition ask for, a mask, and those of them
/// that must be there; nothing where the condition asks for more.
fn flags_of(entry: &CompiledAbility) -> Option<(u16, u16)> {
    let mut flags = (entry.to_use.flags, 0);
    let parts = match &entry.ability {
        Ability { condition: None, .. } => return Some(flags),
        Ability { condition: Some(Condition::All(parts)), .. } => parts.as_slice(),
        Ability { condition: Some(one), .. } => std::slice::from_ref(one),
    };
    for part in parts {
        let (flag, on) = match part {
            Condition::Is(Reference::This, Filter::Flag(flag)) => (flag, true),
            Condition::Is(Reference::This, Filter::Not(part)) => match &**part {
                Filter::Flag(flag) => (flag, false),
                _ => return None,
            },
            _ => return None,
        };
        let bit = 1 << flag.0;
        let wanted = if on { bit } else { 0 };
        if flags.0 & bit != 0 && flags.1 & bit != wanted {
            return None;
        }
        flags = (flags.0 | bit, flags.1 | wanted);
    }
    Some(flags)
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
