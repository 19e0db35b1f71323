//! What a rulebook offers a seat, for a whole listing.

use crate::card::Deed;
use crate::compile::{CardOffer, ToUse};
use crate::id::{ObjectId, ZoneId};
use crate::mask::Bits;
use crate::query::{Listing, Offered, Scope, picking};
use crate::rulebook::{Offer, OfferPick, OfferShape, Room};
use crate::state::Action;

impl Listing<'_> {
    /// Calls `visit` for everything that the rulebook offers the seat in these
    /// windows, a mask, as long as it says so. Returns whether it always did.
    pub fn visit_offers(&self, windows: u16, visit: &mut impl FnMut(Action) -> bool) -> bool {
        let (game, offers) = (self.reader.game, &self.reader.catalog.offers);
        let places = offers.places[self.seat.index()];
        let mut cards = game.zones.spans(places).flatten();
        if !cards.all(|id| self.visit_offers_of(*id, windows, visit)) {
            return false;
        }
        // What may be played from elsewhere because something says so.
        let is_new = |id: &ObjectId| places >> game.object(*id).zone.0 & 1 == 0;
        let mut elsewhere = self.playable_elsewhere().filter(is_new);
        elsewhere.all(|id| self.visit_offers_of(id, windows, visit))
    }

    /// [`Listing::visit_offers`] for one object.
    #[inline]
    fn visit_offers_of(
        &self,
        id: ObjectId,
        windows: u16,
        visit: &mut impl FnMut(Action) -> bool,
    ) -> bool {
        let (game, catalog) = (self.reader.game, self.reader.catalog);
        let offers = catalog.offers.of(game.object(id).card).iter();
        offers.filter(|one| windows >> one.window & 1 == 1).all(|one| {
            let offer = &catalog.rulebook.offers[usize::from(one.offer)];
            !self.can_use_offer(id, offer, one) || self.visit_ways(id, offer, one, visit)
        })
    }

    /// Calls `visit` for each way of using an offer that can be used.
    #[inline]
    fn visit_ways(
        &self,
        id: ObjectId,
        offer: &Offer,
        one: &CardOffer,
        visit: &mut impl FnMut(Action) -> bool,
    ) -> bool {
        let (reader, seat) = (self.reader, self.seat);
        let plain = Offered {
            object: id,
            offer: one.offer,
            window: one.window,
            ability: one.ability,
            other: ObjectId::NONE,
            place: ZoneId::OUTSIDE,
            way: 0,
        };
        let ways = reader.ways_to_pay_for(seat, id, offer, one.ability);
        let mut visit = |offered: Offered| {
            Bits(ways.into())
                .all(|way| visit(Offered { way: way as u8, ..offered }.action(offer, one.ordinal)))
        };
        match &offer.pick {
            OfferPick::Nothing => visit(plain),
            OfferPick::Object(filter) => {
                let (deed, mut goes_on) = (picking(offer.shape), true);
                reader.walk(filter, &Scope::of(reader.game.handle(id), seat), |other| {
                    let place = match offer.shape {
                        OfferShape::Play => reader.game.object(other).zone,
                        _ => ZoneId::OUTSIDE,
                    };
                    let offered = Offered { other, place, ..plain };
                    let is_open =
                        !self.may_forbid(deed) || reader.forbidden_to(deed, other).is_none();
                    debug_assert_eq!(
                        is_open,
                        reader.pick_obstacle(seat, &offered, offer).is_none()
                    );
                    goes_on = !is_open || visit(offered);
                    goes_on
                });
                goes_on
            }
            OfferPick::Place { room, .. } => Bits(self.open_places(id, offer, *room))
                .all(|place| visit(Offered { place: ZoneId(place as u8), ..plain })),
        }
    }

    /// The places that an object can go to by an offer, as a mask. What is the same
    /// for all of them is asked once.
    #[inline]
    fn open_places(&self, id: ObjectId, offer: &Offer, room: Room) -> u64 {
        let (reader, rulebook) = (self.reader, &self.reader.catalog.rulebook);
        let zones = &reader.game.zones;
        let offered = reader.offered_places(self.seat, id, offer);
        let keep = |places: u64, is_open: &dyn Fn(ZoneId) -> bool| {
            Bits(places)
                .fold(0, |open, place| open | u64::from(is_open(ZoneId(place as u8))) << place)
        };
        let mut open = match room {
            Room::Any => offered,
            Room::Some => keep(offered, &|place| !reader.is_full(place)),
            Room::Empty => keep(offered, &|place| zones.is_empty(place)),
            Room::EmptyFirst => {
                keep(offered, &|place| zones.is_empty(place) || reader.is_zone_full(place))
            }
        };
        let is_play = offer.shape == OfferShape::Play;
        let keywords = || reader.game.keywords(reader.catalog, id);
        if is_play && rulebook.only_onto != 0 && keywords() & rulebook.only_onto != 0 {
            open = keep(open, &|place| !zones.is_empty(place));
        }
        if is_play && self.may_forbid(Deed::Deploy) {
            open = keep(open, &|place| self.deploy_obstacle(id, place).is_none());
        }
        if !is_play && self.may_forbid(Deed::Move) {
            open = keep(open, &|place| self.shift_obstacle(id, place).is_none());
        }
        debug_assert_eq!(
            open,
            keep(offered, &|place| reader.room_obstacle(id, offer.shape, room, place).is_none()),
            "{offer:?}"
        );
        open
    }

    /// Whether the seat can use an offer of an object, whatever it chooses.
    #[inline]
    fn can_use_offer(&self, id: ObjectId, offer: &Offer, one: &CardOffer) -> bool {
        let (reader, program) = (self.reader, &self.reader.catalog.program);
        let plainly = || reader.offer_obstacle(self.seat, id, offer, one.ability).is_none();
        let object = reader.game.object(id);
        let entry = program.entry(one.ability);
        let is_here = object.zone != ZoneId::OUTSIDE
            && offer.zones >> reader.catalog.rules.kind(object.zone).index() & 1 == 1
            && object.controller == self.seat;
        let can = if !is_here || !self.is_settled_by_tables(id, offer, &entry.to_use) {
            plainly()
        } else {
            object.flags & entry.to_use.flags == 0
                && !self.is_forbidden(id, offer.shape)
                && (entry.ability.condition.is_none() || {
                    let scope = Scope::of(reader.game.handle(id), self.seat);
                    reader.condition_holds(&entry.ability, &scope)
                })
                && (entry.to_use.is_cheap || self.can_pay_to_use(id, &entry.to_use))
                && (offer.shape != OfferShape::Play || self.can_play_for(id, &entry.to_use))
        };
        debug_assert_eq!(can, plainly(), "{offer:?} of {object:?}");
        can
    }

    /// Whether the tables know everything that an offer asks of an object where it
    /// lies. Of several costs one may take what another needs.
    #[inline]
    fn is_settled_by_tables(&self, id: ObjectId, offer: &Offer, asked: &ToUse) -> bool {
        let object = self.reader.game.object(id);
        let is_alone = asked.price.is_none() && asked.mana.is_none();
        let is_playable = || {
            let requirement = &self.reader.catalog.program.to_play[object.card.index()];
            requirement.is_plain && is_alone && (!asked.pays_price || object.zone == self.hand)
        };
        asked.is_plain
            && if offer.shape == OfferShape::Play { is_playable() } else { !asked.pays_price }
    }

    /// Whether something forbids what an action does, playing apart.
    #[inline]
    fn is_forbidden(&self, id: ObjectId, shape: OfferShape) -> bool {
        let deed = match shape {
            OfferShape::Attack => Deed::Attack,
            OfferShape::Move => Deed::Move,
            OfferShape::Play | OfferShape::Special(_) => return false,
        };
        self.reader.deed_obstacle(deed, id).is_some()
    }

    /// Whether a card's own words let it be played, and its price can be paid
    /// where it is.
    #[inline]
    fn can_play_for(&self, id: ObjectId, asked: &ToUse) -> bool {
        let (reader, program) = (self.reader, &self.reader.catalog.program);
        let requirement = &program.to_play[reader.game.object(id).card.index()];
        if asked.pays_price {
            return self.price_at_hand(id, requirement).is_some();
        }
        !(self.may_forbid(Deed::Play) && reader.forbidden_to(Deed::Play, id).is_some())
            && requirement
                .begins
                .is_none_or(|ability| self.can_begin_ability(ability, id, None, id))
    }
}
