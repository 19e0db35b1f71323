//! What a rulebook offers a seat, for a whole listing.

use arrayvec::ArrayVec;

use crate::card::{Deed, Filter, Place};
use crate::compile::CardOffer;
use crate::id::{CardId, OBJECTS, ObjectId, ZoneId};
use crate::mask::Bits;
use crate::query::{Due, Listing, Offered, Scope, picking, place_in_row, ways_within};
use crate::rulebook::{Offer, OfferPick, OfferShape, Room};
use crate::state::{Action, Object};

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
        let object = game.object(id);
        let offers = catalog.offers.of(object.card).iter();
        let is_open = |one: &&CardOffer| {
            windows >> one.window & 1 == 1 && self.may_be_offered(id, object, one)
        };
        offers.filter(is_open).all(|one| {
            let offer = &catalog.rulebook.offers[usize::from(one.offer)];
            !self.can_use_offer(id, object, offer, one) || self.visit_ways(id, offer, one, visit)
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
        let plainly = || self.reader.ways_to_pay_for(self.seat, id, offer, one.ability);
        if one.has_ways {
            let ways = self.ways_to_pay(id, offer).unwrap_or_else(plainly);
            debug_assert_eq!(ways, plainly(), "{offer:?}");
            return self.visit_picks(id, offer, one, &mut |other, place| {
                Bits(ways.into())
                    .all(|way| visit(offer.shape.action(id, other, place, one.ordinal, way as u8)))
            });
        }
        debug_assert_eq!(plainly(), 1, "{offer:?}");
        if let (OfferPick::Place { near, room, .. }, OfferShape::Play) = (&offer.pick, offer.shape)
        {
            // Actions that differ in their places only are written one after the other.
            let at = place_in_row(one.ordinal, 0);
            return Bits(self.open_places(id, one, offer, *near, *room))
                .all(|place| visit(Action::Play { object: id, place: ZoneId(place as u8), at }));
        }
        self.visit_picks(id, offer, one, &mut |other, place| {
            visit(offer.shape.action(id, other, place, one.ordinal, 0))
        })
    }

    /// The ways in which a card that lies in the hand and asks for no more than its price
    /// can be paid for, a mask: what there is to pay with is counted once.
    #[inline]
    fn ways_to_pay(&self, id: ObjectId, offer: &Offer) -> Option<u8> {
        let object = self.reader.game.object(id);
        let asked = &self.reader.catalog.program.to_play[object.card.index()];
        let is_plain = object.zone == self.hand && asked.is_plain && !self.changes_prices;
        if !is_plain || offer.shape != OfferShape::Play {
            return None;
        }
        let ranges = self.ranges.get().unwrap_or_else(|| {
            let ranges = self.reader.payable_ranges(self.seat);
            self.ranges.set(Some(ranges));
            ranges
        });
        Some(ways_within(&ranges, asked.price))
    }

    /// Calls `visit` for everything that can be chosen for an offer: an object, a
    /// place, or both at once.
    #[inline]
    fn visit_picks(
        &self,
        id: ObjectId,
        offer: &Offer,
        one: &CardOffer,
        visit: &mut impl FnMut(ObjectId, ZoneId) -> bool,
    ) -> bool {
        match &offer.pick {
            OfferPick::Nothing => visit(ObjectId::NONE, ZoneId::OUTSIDE),
            OfferPick::Object(filter) => {
                let mut picked = self.picked.borrow_mut();
                let is_known = one.shares_picks && picked.offer == Some(one.offer);
                if !is_known {
                    picked.offer = Some(one.offer);
                    self.find_objects(id, offer, filter, &mut picked.objects);
                }
                picked.objects.iter().all(|other| {
                    debug_assert!(self.is_open_plainly(id, offer, one, *other), "{offer:?}");
                    let place = match offer.shape {
                        OfferShape::Play => self.reader.game.object(*other).zone,
                        _ => ZoneId::OUTSIDE,
                    };
                    visit(*other, place)
                })
            }
            OfferPick::Place { near, room, .. } => {
                Bits(self.open_places(id, one, offer, *near, *room))
                    .all(|place| visit(ObjectId::NONE, ZoneId(place as u8)))
            }
        }
    }

    /// The objects that can be chosen for an offer of an object, in the order of places.
    #[inline(never)]
    fn find_objects(
        &self,
        id: ObjectId,
        offer: &Offer,
        filter: &Filter,
        found: &mut ArrayVec<ObjectId, OBJECTS>,
    ) {
        let (reader, deed) = (self.reader, picking(offer.shape));
        let scope = Scope::of(reader.game.handle(id), self.seat);
        found.clear();
        reader.gather(filter, &scope, |other| {
            if !self.may_forbid(deed) || reader.forbidden_to(deed, other).is_none() {
                found.push(other);
            }
        });
    }

    /// Whether an object can be chosen for an offer, as refusals answer it.
    fn is_open_plainly(
        &self,
        id: ObjectId,
        offer: &Offer,
        one: &CardOffer,
        other: ObjectId,
    ) -> bool {
        let offered = Offered {
            object: id,
            offer: one.offer,
            window: one.window,
            ability: one.ability,
            other,
            place: ZoneId::OUTSIDE,
            way: 0,
        };
        self.reader.pick_obstacle(self.seat, &offered, offer).is_none()
    }

    /// The places that an object can go to by an offer, as a mask. What is the same
    /// for all objects is asked once.
    #[inline]
    fn open_places(
        &self,
        id: ObjectId,
        one: &CardOffer,
        offer: &Offer,
        near: Option<Place>,
        room: Room,
    ) -> u64 {
        let (reader, rulebook) = (self.reader, &self.reader.catalog.rulebook);
        let mut open = match self.roomy.get() {
            Some((known, places)) if known == one.offer => places,
            _ => self.find_room(one.offer, room),
        };
        open &= !(1 << reader.game.object(id).zone.0);
        if let Some(near) = near {
            open &= reader.zones_at(near, &Scope::of(reader.game.handle(id), self.seat));
        }
        let is_play = offer.shape == OfferShape::Play;
        let keywords = || reader.game.keywords(reader.catalog, id);
        if is_play && rulebook.only_onto != 0 && keywords() & rulebook.only_onto != 0 {
            open = keep(open, |place| !reader.game.zones.is_empty(place));
        }
        if is_play && self.may_forbid(Deed::Deploy) {
            open = keep(open, |place| self.deploy_obstacle(id, place).is_none());
        }
        // What is on the object itself was asked with the offer where it is a move.
        let may_be_kept = match one.deed {
            Some(Deed::Move) => self.may_forbid(Deed::Move),
            _ => self.may_be_kept_from(Deed::Move, id),
        };
        if !is_play && may_be_kept {
            open = keep(open, |place| self.shift_obstacle(id, place).is_none());
        }
        debug_assert_eq!(
            open,
            keep(reader.offered_places(self.seat, id, offer), |place| {
                reader.room_obstacle(id, offer.shape, room, place).is_none()
            }),
            "{offer:?}"
        );
        open
    }

    /// Of the places of which one is chosen for an offer, those with room, a mask.
    #[inline(never)]
    fn find_room(&self, number: u8, room: Room) -> u64 {
        let (reader, zones) = (self.reader, &self.reader.game.zones);
        let picked = &reader.catalog.offers.picked_places;
        let named = picked[usize::from(number)][self.seat.index()];
        let open = match room {
            Room::Any => named,
            Room::Some => keep(named, |place| !reader.is_full(place)),
            Room::Empty => keep(named, |place| zones.is_empty(place)),
            Room::EmptyFirst => {
                keep(named, |place| zones.is_empty(place) || reader.is_zone_full(place))
            }
        };
        self.roomy.set(Some((number, open)));
        open
    }

    /// Whether an object lies where an offer may be open to it: from elsewhere only
    /// cards out of play can be played.
    #[inline]
    fn may_be_offered(&self, id: ObjectId, object: &Object, one: &CardOffer) -> bool {
        let may_be = one.places >> object.zone.0 & 1 == 1
            || one.is_play && !self.reader.catalog.rules.is_in_play(object.zone);
        debug_assert!(
            may_be || {
                let offer = &self.reader.catalog.rulebook.offers[usize::from(one.offer)];
                !self.can_use_plainly(id, offer, one)
            },
            "{object:?}"
        );
        may_be
    }

    /// Whether the seat can use an offer of an object that may be open to it, whatever
    /// it chooses. As calls, this and what it asks take 160 instructions more for a
    /// decision of random play.
    #[inline(always)]
    fn can_use_offer(&self, id: ObjectId, object: &Object, offer: &Offer, one: &CardOffer) -> bool {
        let is_here = one.places >> object.zone.0 & 1 == 1 && object.controller == self.seat;
        let can = match is_here && one.is_settled {
            true => self.can_use_settled(id, object, offer, one),
            false => self.can_use_plainly(id, offer, one),
        };
        debug_assert_eq!(can, self.can_use_plainly(id, offer, one), "{offer:?} of {object:?}");
        can
    }

    #[inline(never)]
    fn can_use_plainly(&self, id: ObjectId, offer: &Offer, one: &CardOffer) -> bool {
        self.reader.offer_obstacle(self.seat, id, offer, one.ability).is_none()
    }

    /// [`Listing::can_use_offer`] where the tables know everything that is asked of an
    /// object that lies there.
    #[inline(always)]
    fn can_use_settled(
        &self,
        id: ObjectId,
        object: &Object,
        offer: &Offer,
        one: &CardOffer,
    ) -> bool {
        let reader = self.reader;
        let entry = || reader.catalog.program.entry(one.ability);
        let (flags, keywords) = one.barred;
        let has_any = |keywords: u32| reader.game.keywords(reader.catalog, id) & keywords != 0;
        object.flags & one.flags.0 == one.flags.1
            && object.flags & flags == 0
            && one.either.iter().flatten().all(|either| {
                either.holds_by(object.flags) || either.keywords != 0 && has_any(either.keywords)
            })
            && (keywords == 0 || !has_any(keywords))
            && !one.deed.is_some_and(|deed| {
                self.may_forbid(deed) && reader.forbidden_to(deed, id).is_some()
            })
            && !(one.blocks && reader.offered_deed_obstacle(id, offer).is_some())
            && (!one.has_condition || {
                let scope = Scope::of(reader.game.handle(id), self.seat);
                reader.condition_holds(&entry().ability, &scope)
            })
            && (one.is_cheap || self.can_pay_to_use(id, &entry().to_use))
            && (!one.shares_cost || self.can_pay_shared(id, one))
            && (!one.is_play || self.can_play_for(id, object.card, one))
    }

    /// Whether what an offer costs can be paid, where that is the same for all objects.
    #[inline]
    fn can_pay_shared(&self, id: ObjectId, one: &CardOffer) -> bool {
        let bit = 1u64.checked_shl(one.offer.into()).unwrap_or(0);
        let (asked, payable) = self.costs.get();
        if asked & bit != 0 {
            return payable & bit != 0;
        }
        let reader = self.reader;
        let scope = Scope::of(reader.game.handle(id), self.seat);
        let cost = &reader.catalog.program.entry(one.ability).ability.cost;
        let obstacle = reader.cost_obstacle(cost, &scope, &mut Due::default(), ObjectId::NONE);
        let can = obstacle.is_none();
        self.costs.set((asked | bit, if can { payable | bit } else { payable }));
        can
    }

    /// Whether a card's own words let it be played, and its price can be paid
    /// where it is.
    #[inline]
    fn can_play_for(&self, id: ObjectId, card: CardId, one: &CardOffer) -> bool {
        let (reader, program) = (self.reader, &self.reader.catalog.program);
        if one.pays_price {
            return self.price_at_hand(id, &program.to_play[card.index()]).is_some();
        }
        !(self.may_forbid(Deed::Play) && reader.forbidden_to(Deed::Play, id).is_some())
            && one.begins.is_none_or(|ability| self.can_begin_ability(ability, id, None, id))
    }
}

/// The places of a mask that something holds of.
#[inline]
fn keep(places: u64, is_kept: impl Fn(ZoneId) -> bool) -> u64 {
    Bits(places).fold(0, |kept, place| kept | u64::from(is_kept(ZoneId(place as u8))) << place)
}
