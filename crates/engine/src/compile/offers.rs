//! What a rulebook offers, by card: in which window, by which ability, and how two
//! ways of one shape are told apart.

use crate::card::Timing;
use crate::compile::{Card, Program};
use crate::id::{AbilityId, CardId, Seat, ZoneKind};
use crate::mask::Bits;
use crate::rulebook::{OfferShape, Rulebook, Rules};

/// An offer of a card.
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
}

/// All offers, by card.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CardOffers {
    list: Vec<CardOffer>,
    /// By card: where its offers begin; one more for their end.
    starts: Vec<u16>,
    /// By seat: the places where objects with offers lie.
    pub(crate) places: [u64; 2],
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
                offers.list.push(CardOffer {
                    offer: *offer_number,
                    window: window(rulebook, offer.shape, offer.window, card.timing),
                    ordinal: ordinal.unwrap_or(0) as u8,
                    ability: AbilityId(first + u16::from(*ability)),
                });
            }
        }
        offers.starts.push(offers.list.len() as u16);
        let kinds = rulebook.offers.iter().fold(0, |kinds, offer| kinds | offer.zones);
        let places = Bits(kinds).fold(0, |places, kind| places | rules.places_of(ZoneKind(kind)));
        offers.places = Seat::BOTH.map(|seat| places & rules.places_of_seat(seat));
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

/// The window that an offer needs for a card: its own timing takes the place of
/// the rulebook's.
fn window(rulebook: &Rulebook, shape: OfferShape, window: u8, timing: Timing) -> u8 {
    let own = match timing {
        Timing::Main => None,
        timing => rulebook.of_timing[timing as usize],
    };
    own.filter(|_| shape == OfferShape::Play).unwrap_or(window)
}
