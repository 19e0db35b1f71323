//! What a rulebook lets players do: one answer for listing and for refusing,
//! part by part in the order in which the clause has them.

use crate::card::{Ability, Condition, Cost, Deed, When};
use crate::id::{AbilityId, ObjectId, Seat, ZoneId, ZoneKind};
use crate::mask::Bits;
use crate::query::{Due, Reader, Scope};
use crate::rulebook::{Offer, OfferPick, OfferShape, Room, WAYS};
use crate::state::{Action, Why};

/// An action of the rulebook with everything that was chosen for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offered {
    /// The object that does it.
    pub object: ObjectId,
    /// The offer, by its number in the rulebook.
    pub offer: u8,
    /// The window that it needs.
    pub window: u8,
    /// The ability that does it.
    pub ability: AbilityId,
    /// The object that was chosen.
    pub other: ObjectId,
    /// The place that was chosen.
    pub place: ZoneId,
    /// Which of the ways to pay for it was chosen.
    pub way: u8,
}

impl<'a> Reader<'a> {
    /// The window that an ability of an object needs, by its number on the card;
    /// none if every decision will do.
    pub fn window_of_ability(&self, id: ObjectId, number: u8) -> Option<u8> {
        let ability = self.ability_of(self.game.object(id).card, number)?;
        match &self.catalog.ability(ability).when {
            When::Activated(activation) => {
                self.catalog.rulebook.of_timing[activation.timing as usize]
            }
            _ => None,
        }
    }

    /// Why a seat cannot use an offer of an object, whatever it chooses; the
    /// window apart.
    pub fn offer_obstacle(
        &self,
        seat: Seat,
        id: ObjectId,
        offer: &Offer,
        ability: AbilityId,
    ) -> Option<Why> {
        let object = self.game.objects.get(id.index())?;
        let rules = &self.catalog.rules;
        let is_play = offer.shape == OfferShape::Play;
        let is_here = object.zone != ZoneId::OUTSIDE
            && offer.zones >> rules.kind(object.zone).index() & 1 == 1
            && object.controller == seat;
        if !(is_here || is_play && self.way_to_play(seat, id).is_some()) {
            return Some(Why::Rule(offer.wrong_zone));
        }
        let entry = self.catalog.program.entry(ability);
        let scope = Scope::of(self.game.handle(id), seat);
        if let Some(why) = self.condition_obstacle(&entry.ability, offer, &scope) {
            return Some(why);
        }
        let forbidden = self.offered_deed_obstacle(id, offer);
        if forbidden.is_some() {
            return forbidden;
        }
        let mut due = Due::default();
        let without = if is_play { id } else { ObjectId::NONE };
        self.cost_obstacle(&entry.ability.cost, &scope, &mut due, without)
            .or_else(|| is_play.then(|| self.own_words_obstacle(id, &scope, &mut due)).flatten())
    }

    /// Why an object may not do what an offer has it do, playing apart.
    #[inline]
    pub(crate) fn offered_deed_obstacle(&self, id: ObjectId, offer: &Offer) -> Option<Why> {
        match offer.shape {
            OfferShape::Attack => self.deed_obstacle(Deed::Attack, id),
            OfferShape::Move => self.deed_obstacle(Deed::Move, id),
            OfferShape::Special(_) if offer.blocks => {
                let attacker = self.game.combat.attacker;
                let by = attacker.is_some().then(|| self.block_obstacle(id, attacker.id)).flatten();
                by.or_else(|| self.deed_obstacle(Deed::Block, id))
            }
            OfferShape::Play | OfferShape::Special(_) => None,
        }
    }

    /// The first part of an offer's condition that does not hold.
    fn condition_obstacle(&self, ability: &Ability, offer: &Offer, scope: &Scope) -> Option<Why> {
        let parts = match &ability.condition {
            None => return None,
            Some(Condition::All(parts)) => parts.as_slice(),
            Some(one) => std::slice::from_ref(one),
        };
        let failing = parts.iter().position(|part| !self.holds(part, scope))?;
        Some(offer.conditions.get(failing).map_or(Why::Condition, |citation| Why::Rule(*citation)))
    }

    /// Why something cannot be chosen for an offer of an object.
    pub fn pick_obstacle(&self, seat: Seat, offered: &Offered, offer: &Offer) -> Option<Why> {
        let id = offered.object;
        let scope = Scope::of(self.game.handle(id), seat);
        match &offer.pick {
            OfferPick::Nothing => None,
            OfferPick::Object(filter) => {
                if offered.other.is_none() || !self.matches(filter, &scope, offered.other) {
                    return Some(Why::Rule(offer.wrong_pick));
                }
                self.forbidden_to(picking(offer.shape), offered.other).map(Why::Card)
            }
            OfferPick::Place { room, .. } => {
                let places = self.offered_places(seat, id, offer);
                if places >> offered.place.0 & 1 == 0 {
                    return Some(Why::Rule(offer.wrong_pick));
                }
                match self.room_obstacle(id, offer.shape, *room, offered.place) {
                    // It is taken while another is free.
                    Some(Why::Full) if *room == Room::EmptyFirst => {
                        Some(Why::Rule(offer.wrong_pick))
                    }
                    obstacle => obstacle,
                }
            }
        }
    }

    /// Why an object cannot go to one of the places that an offer names.
    pub(crate) fn room_obstacle(
        &self,
        id: ObjectId,
        shape: OfferShape,
        room: Room,
        place: ZoneId,
    ) -> Option<Why> {
        let is_full = match room {
            Room::Any => false,
            Room::Some => self.is_full(place),
            Room::Empty | Room::EmptyFirst => !self.game.zones.is_empty(place),
        };
        if is_full && !(room == Room::EmptyFirst && self.is_zone_full(place)) {
            return Some(Why::Full);
        }
        let rulebook = &self.catalog.rulebook;
        if rulebook.only_onto != 0
            && shape == OfferShape::Play
            && self.game.zones.is_empty(place)
            && self.game.keywords(self.catalog, id) & rulebook.only_onto != 0
        {
            return Some(Why::Rule(rulebook.only_onto_citation));
        }
        match shape {
            OfferShape::Play => self.deploy_obstacle(id, place),
            _ => self.shift_obstacle(id, place),
        }
    }

    /// Why an offer cannot be paid for in the way that was chosen, although it can
    /// be in another.
    pub fn pay_obstacle(&self, seat: Seat, offered: &Offered, offer: &Offer) -> Option<Why> {
        let ways = self.ways_to_pay_for(seat, offered.object, offer, offered.ability);
        if ways >> offered.way & 1 == 1 {
            return None;
        }
        let needed = self.way_to_play(seat, offered.object).map_or(0, |way| way.price);
        Some(Why::Cost { needed, has: self.payable_in(seat, offered.way) })
    }

    /// The places that an offer names for an object, free or not, as a mask.
    pub(crate) fn offered_places(&self, seat: Seat, id: ObjectId, offer: &Offer) -> u64 {
        let OfferPick::Place { zones, whose, near, .. } = &offer.pick else { return 0 };
        let rules = &self.catalog.rules;
        let side = match whose {
            crate::card::Whose::Enemy => rules.places_of_seat(seat.other()),
            _ => rules.places_of_seat(seat),
        };
        let scope = Scope::of(self.game.handle(id), seat);
        let near = near.map_or(u64::MAX, |near| self.zones_at(near, &scope));
        let places = |kind: u16| rules.places_of(ZoneKind(kind));
        let places = Bits(*zones).fold(0, |mask, kind| mask | places(kind));
        places & side & near & !(1 << self.game.object(id).zone.0)
    }

    /// Whether something is in every place of a seat's zone.
    pub(crate) fn is_zone_full(&self, place: ZoneId) -> bool {
        let rules = &self.catalog.rules;
        let places = rules.places_of(rules.kind(place)) & rules.places_of_seat(rules.seat(place));
        Bits(places).all(|place| !self.game.zones.is_empty(ZoneId(place as u8)))
    }

    /// The ways in which a seat can pay for an offer of an object, a mask. Only what
    /// is played from elsewhere says which; the others are paid in the first.
    pub fn ways_to_pay_for(
        &self,
        seat: Seat,
        id: ObjectId,
        offer: &Offer,
        ability: AbilityId,
    ) -> u8 {
        let entry = self.catalog.program.entry(ability);
        if !entry.ability.cost.contains(&Cost::Price) {
            return 1;
        }
        let price = self.way_to_play(seat, id).map_or(0, |way| way.price);
        let ways = self.ways_to_pay(seat, price);
        if offer.shape == OfferShape::Play { ways } else { ways & ways.wrapping_neg() }
    }
}

/// What is done to an object that is chosen for an action.
pub(crate) fn picking(shape: OfferShape) -> Deed {
    match shape {
        OfferShape::Attack => Deed::BeAttacked,
        _ => Deed::BeTargeted,
    }
}

/// What stands for the place in a row in an action that goes to a place: its ordinal
/// among the offers of its shape on its card and the way to pay.
#[inline]
pub(crate) fn place_in_row(ordinal: u8, way: u8) -> u8 {
    match ordinal * WAYS + way {
        0 => u8::MAX,
        at => at,
    }
}

impl OfferShape {
    /// The action that decides an offer of this shape. Its ordinal among the offers of
    /// its shape on its card and the way to pay go with it.
    #[inline]
    pub(crate) fn action(
        self,
        object: ObjectId,
        other: ObjectId,
        place: ZoneId,
        ordinal: u8,
        way: u8,
    ) -> Action {
        let at = match place_in_row(ordinal, way) {
            // Nothing is said of a place where there is none.
            u8::MAX if place == ZoneId::OUTSIDE => 0,
            at => at,
        };
        match self {
            OfferShape::Play => Action::Play { object, place, at },
            OfferShape::Move => Action::Move { object, place, at },
            OfferShape::Attack => Action::Attack { attacker: object, target: other },
            OfferShape::Special(verb) => Action::Special { verb, object, other },
        }
    }
}
