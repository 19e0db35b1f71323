//! What a rulebook lets players do: one answer for listing and for refusing,
//! part by part in the order in which the clause has them.

use crate::card::{Ability, Condition, Deed, Timing, When};
use crate::id::{AbilityId, ObjectId, Seat, ZoneId};
use crate::mask::Bits;
use crate::query::{Due, Reader, Scope};
use crate::rulebook::{Offer, OfferPick, OfferShape, Room};
use crate::state::{Action, Why};

/// An action of the rulebook with everything that was chosen for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offered {
    pub object: ObjectId,
    /// The offer, by its number in the rulebook.
    pub offer: u8,
    /// The ability that does it.
    pub ability: AbilityId,
    /// The object that was chosen.
    pub other: ObjectId,
    /// The place that was chosen.
    pub place: ZoneId,
}

impl<'a> Reader<'a> {
    /// The window that an offer needs for an object: a card's own timing takes
    /// the place of the rulebook's.
    pub fn window_of(&self, offer: &Offer, id: ObjectId) -> u8 {
        let card = self.game.object(id).card;
        let timing = self.catalog.cards.get(card.index()).map_or(Timing::Main, |card| card.timing);
        let own = match timing {
            Timing::Main => None,
            timing => self.catalog.rulebook.of_timing[timing as usize],
        };
        own.filter(|_| offer.shape == OfferShape::Play).unwrap_or(offer.window)
    }

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
        let forbidden = match offer.shape {
            OfferShape::Attack => self.forbidden_to(Deed::Attack, id),
            OfferShape::Move => self.forbidden_to(Deed::Move, id),
            OfferShape::Play | OfferShape::Special(_) => None,
        };
        if let Some(by) = forbidden {
            return Some(Why::Card(by));
        }
        let mut due = Due::default();
        let without = if is_play { id } else { ObjectId::NONE };
        self.cost_obstacle(&entry.ability.cost, &scope, &mut due, without)
            .or_else(|| is_play.then(|| self.own_words_obstacle(id, &scope, &mut due)).flatten())
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
                let deed = match offer.shape {
                    OfferShape::Attack => Deed::BeAttacked,
                    _ => Deed::BeTargeted,
                };
                self.forbidden_to(deed, offered.other).map(Why::Card)
            }
            OfferPick::Place { room, .. } => {
                let places = self.offered_places(seat, id, offer);
                if places >> offered.place.0 & 1 == 0 {
                    return Some(Why::Rule(offer.wrong_pick));
                }
                let is_full = match room {
                    Room::Any => false,
                    Room::Some => self.is_full(offered.place),
                    Room::Empty => !self.game.zones.is_empty(offered.place),
                };
                if is_full {
                    return Some(Why::Full);
                }
                let rulebook = &self.catalog.rulebook;
                if rulebook.only_onto != 0
                    && offer.shape == OfferShape::Play
                    && self.game.zones.is_empty(offered.place)
                    && self.game.keywords(self.catalog, id) & rulebook.only_onto != 0
                {
                    return Some(Why::Rule(rulebook.only_onto_citation));
                }
                match offer.shape {
                    OfferShape::Play => self.deploy_obstacle(id, offered.place),
                    _ => self.shift_obstacle(id, offered.place),
                }
            }
        }
    }

    /// The places that an offer names for an object, free or not, as a mask.
    fn offered_places(&self, seat: Seat, id: ObjectId, offer: &Offer) -> u64 {
        let OfferPick::Place { zone, whose, near, .. } = &offer.pick else { return 0 };
        let rules = &self.catalog.rules;
        let side = match whose {
            crate::card::Whose::Enemy => rules.places_of_seat(seat.other()),
            _ => rules.places_of_seat(seat),
        };
        let scope = Scope::of(self.game.handle(id), seat);
        let near = near.map_or(u64::MAX, |near| self.zones_at(near, &scope));
        rules.places_of(*zone) & side & near & !(1 << self.game.object(id).zone.0)
    }

    /// Calls `visit` for each way in which a seat can use an offer of an object.
    pub fn ways_to_use(
        &self,
        seat: Seat,
        id: ObjectId,
        (offer_number, offer): (u8, &Offer),
        ability: AbilityId,
        visit: &mut dyn FnMut(Offered),
    ) {
        if self.offer_obstacle(seat, id, offer, ability).is_some() {
            return;
        }
        let plain = Offered {
            object: id,
            offer: offer_number,
            ability,
            other: ObjectId::NONE,
            place: ZoneId::OUTSIDE,
        };
        match &offer.pick {
            OfferPick::Nothing => visit(plain),
            OfferPick::Object(filter) => {
                let scope = Scope::of(self.game.handle(id), seat);
                self.gather(filter, &scope, |other| {
                    let offered = Offered { other, ..plain };
                    if self.pick_obstacle(seat, &offered, offer).is_none() {
                        visit(offered);
                    }
                });
            }
            OfferPick::Place { .. } => {
                for place in Bits(self.offered_places(seat, id, offer)) {
                    let offered = Offered { place: ZoneId(place as u8), ..plain };
                    if self.pick_obstacle(seat, &offered, offer).is_none() {
                        visit(offered);
                    }
                }
            }
        }
    }
}

impl Offered {
    /// The action that decides it. The number of an offer that is not the first
    /// of its shape on its card goes with it.
    pub fn action(&self, offer: &Offer, at: u8) -> Action {
        let Offered { object, other, place, .. } = *self;
        match offer.shape {
            // Nothing is said of a place where there is none.
            OfferShape::Play if place == ZoneId::OUTSIDE && at == u8::MAX => {
                Action::Play { object, place, at: 0 }
            }
            OfferShape::Play => Action::Play { object, place, at },
            OfferShape::Move => Action::Move { object, place, at },
            OfferShape::Attack => Action::Attack { attacker: object, target: other },
            OfferShape::Special(verb) => Action::Special { verb, object, other },
        }
    }
}
