//! What can be played and used now, for a whole listing: what is the same for all
//! cards is asked once, and most cards are settled by a few compares.

use std::cell::{Cell, RefCell};

use arrayvec::ArrayVec;

use crate::card::{Deed, Static, Timing};
use crate::compile::{CompiledAbility, FirstChoice, ManaPrice, Requirement, ToBegin, ToUse};
use crate::id::{AbilityId, CounterId, Handle, OBJECTS, ObjectId, Seat, ZoneId};
use crate::mask::Bits;
use crate::query::{Due, LazyPurse, Purse, Reader, Scope};
use crate::rulebook::{Bar, Role, WAYS};
use crate::state::Why;

/// One seat's situation while its legal actions are listed.
pub struct Listing<'a> {
    pub(super) reader: &'a Reader<'a>,
    pub(super) seat: Seat,
    /// The timings that were asked about and those of them that it is the time
    /// for, each a mask over [`Timing`].
    timely: Cell<(u8, u8)>,
    pub(super) hand: ZoneId,
    /// What there is to pay prices from.
    has: i16,
    /// Something in play may change prices.
    pub(super) changes_prices: bool,
    /// The deeds that something in play may forbid, a mask over [`Deed`].
    forbidden: u16,
    /// Those and the deeds that keywords and statuses keep from.
    may_keep: u16,
    /// Once it was asked: the places that some cards may not be deployed to.
    closed: Cell<Option<u64>>,
    /// The offer that was asked about last of those of which a place is chosen, and
    /// its places with room.
    pub(super) roomy: Cell<Option<(u8, u64)>>,
    /// The choices that were looked at, by number, and those of them that have
    /// candidates.
    choices: Cell<(u64, u64)>,
    /// The offer that was asked about last of those of which an object is chosen, and
    /// what can be chosen.
    pub(super) picked: RefCell<Picked>,
    /// The offers whose cost is the same for all objects and was looked at, by number,
    /// and those of them that can be paid.
    pub(super) costs: Cell<(u64, u64)>,
    /// Once it was asked: the prices that can be paid in each way.
    pub(super) ranges: Cell<Option<[(i16, i16); WAYS as usize]>>,
    purse: Option<&'a LazyPurse>,
}

/// What can be chosen for an offer.
#[derive(Default)]
pub(super) struct Picked {
    pub(super) offer: Option<u8>,
    pub(super) objects: ArrayVec<ObjectId, OBJECTS>,
}

impl<'a> Reader<'a> {
    /// Begins a listing for a seat.
    #[inline]
    pub fn listing(&'a self, seat: Seat) -> Listing<'a> {
        let counter = self.catalog.rules.price.map(|(_, counter)| counter);
        let forbidden = self.forbidden_deeds();
        Listing {
            reader: self,
            seat,
            timely: Cell::new((0, 0)),
            hand: self.catalog.rules.zone_of(Role::Hand, seat),
            has: counter.map_or(0, |counter| self.frame.counter(self, seat, counter)),
            changes_prices: self.has_rule(Static::COST),
            forbidden,
            may_keep: forbidden | self.catalog.rulebook.barred_deeds,
            closed: Cell::new(None),
            roomy: Cell::new(None),
            choices: Cell::new((0, 0)),
            picked: RefCell::default(),
            costs: Cell::new((0, 0)),
            ranges: Cell::new(None),
            purse: None,
        }
    }

    /// Begins a listing for a seat that pays with mana: what there is of it is
    /// kept in the purse.
    #[inline]
    pub fn listing_with(&'a self, seat: Seat, purse: &'a LazyPurse) -> Listing<'a> {
        Listing { purse: Some(purse), ..self.listing(seat) }
    }
}

impl Listing<'_> {
    /// What a card costs, where the seat can play it. Where it goes is asked
    /// apart. As a call it takes 60 to 130 instructions more for a listing.
    #[inline(always)]
    pub fn price_to_play(&self, id: ObjectId) -> Option<i16> {
        let object = self.reader.game.object(id);
        let requirement = self.reader.catalog.program.to_play.get(object.card.index())?;
        if !self.is_timely(requirement.timing) {
            return None;
        }
        let price = self.price_at_hand(id, requirement);
        debug_assert_eq!(price, self.price_plainly(id, Due::default()), "{object:?}");
        price
    }

    /// [`Listing::price_to_play`] where it is the time for it.
    #[inline(always)]
    pub(super) fn price_at_hand(&self, id: ObjectId, requirement: &Requirement) -> Option<i16> {
        let is_alone = requirement.has_only_price && !self.changes_prices;
        let is_in_hand = self.reader.game.object(id).zone == self.hand;
        if is_alone && !self.may_forbid(Deed::Play) && is_in_hand {
            (requirement.price <= self.has).then_some(requirement.price)
        } else {
            self.price_closely(id, requirement)
        }
    }

    /// Whether it may be the time to play a card that is not in play, or to use it
    /// where it lies.
    #[inline]
    pub fn is_card_timely(&self, id: ObjectId) -> bool {
        let card = self.reader.game.object(id).card;
        let timings = self.reader.catalog.program.timings[card.index()];
        let (asked, timely) = self.timely.get();
        if timings & !asked == 0 {
            return timings & timely != 0;
        }
        Timing::ALL
            .iter()
            .any(|timing| timings >> *timing as u8 & 1 == 1 && self.is_timely(*timing))
    }

    /// Whether the seat can play a card. Where it goes is asked apart.
    #[inline]
    pub fn can_play(&self, id: ObjectId) -> bool {
        self.price_to_play(id).is_some()
    }

    /// Whether something may forbid this to anybody now.
    #[inline]
    pub fn may_forbid(&self, deed: Deed) -> bool {
        self.forbidden >> deed as u16 & 1 == 1
    }

    /// Whether something may forbid this to one object now, its own keywords and
    /// statuses included.
    #[inline]
    pub(super) fn may_be_kept_from(&self, deed: Deed, id: ObjectId) -> bool {
        self.may_keep >> deed as u16 & 1 == 1
            && (self.may_forbid(deed) || self.reader.barred(Bar::Deed(deed), id).is_some())
    }

    /// The card that forbids an object to be deployed to a place, if any does.
    #[inline]
    pub fn deploy_obstacle(&self, id: ObjectId, place: ZoneId) -> Option<Why> {
        if !self.may_forbid(Deed::Deploy) || self.closed() >> place.0 & 1 == 0 {
            return None;
        }
        self.reader.deploy_obstacle(id, place)
    }

    /// The places that some cards may not be deployed to.
    fn closed(&self) -> u64 {
        self.closed.get().unwrap_or_else(|| {
            let closed = self.reader.forbidden_places(Deed::Deploy);
            self.closed.set(Some(closed));
            closed
        })
    }

    /// The card that forbids one object to attack another, if any does.
    #[inline]
    pub fn attack_obstacle(&self, attacker: ObjectId, target: ObjectId) -> Option<Why> {
        if !self.may_be_kept_from(Deed::Attack, attacker) && !self.may_forbid(Deed::BeAttacked) {
            return None;
        }
        self.reader.attack_obstacle(attacker, target)
    }

    /// The card that forbids an object to move to a place, if any does.
    #[inline]
    pub fn shift_obstacle(&self, id: ObjectId, place: ZoneId) -> Option<Why> {
        let may_be_kept = self.may_be_kept_from(Deed::Move, id);
        may_be_kept.then(|| self.reader.shift_obstacle(id, place)).flatten()
    }

    #[inline]
    fn is_timely(&self, timing: Timing) -> bool {
        let (asked, timely) = self.timely.get();
        if asked >> timing as u8 & 1 == 1 {
            return timely >> timing as u8 & 1 == 1;
        }
        self.ask_timing(timing)
    }

    #[inline(never)]
    fn ask_timing(&self, timing: Timing) -> bool {
        let (asked, timely) = self.timely.get();
        let is_timely = self.reader.frame.timing_obstacle(self.reader, self.seat, timing).is_none();
        let bit = 1 << timing as u8;
        self.timely.set((asked | bit, if is_timely { timely | bit } else { timely }));
        is_timely
    }

    /// [`Listing::price_to_play`] for a card that asks for more than a price.
    #[inline(never)]
    fn price_closely(&self, id: ObjectId, requirement: &Requirement) -> Option<i16> {
        let reader = self.reader;
        if !requirement.is_plain || reader.game.object(id).zone != self.hand {
            return self.price_plainly(id, Due::from_purse(self.purse));
        }
        let change = if self.changes_prices { reader.surcharge(id) } else { 0 };
        let price = requirement.price.saturating_add(change).max(0);
        let can = self.can_pay(requirement, price, change)
            && !(self.may_forbid(Deed::Play) && reader.forbidden_to(Deed::Play, id).is_some())
            && requirement.begins.is_none_or(|ability| self.can_begin_played(ability, id, price));
        can.then_some(price)
    }

    /// [`Listing::price_to_play`] with nothing known beforehand.
    fn price_plainly(&self, id: ObjectId, due: Due) -> Option<i16> {
        self.reader.playable(self.seat, id, ZoneId::OUTSIDE, due).ok().map(|way| way.price)
    }

    /// The cards of the seat that lie elsewhere than in its hand and that it
    /// can play because something says so.
    #[inline]
    pub fn playable_elsewhere(&self) -> impl Iterator<Item = ObjectId> + '_ {
        let (game, catalog) = (self.reader.game, self.reader.catalog);
        let places = catalog.program.opened_places
            & catalog.rules.places_of_seat(self.seat)
            & !(1 << self.hand.0);
        // Mostly only cards that say so themselves can be.
        let is_open = places != 0 && self.reader.opens_ways();
        let says_so = move |id: &ObjectId| {
            is_open || catalog.program.rules[game.object(*id).card.index()] & Static::PLAY_FROM != 0
        };
        let cards = game.zones.spans(places).flatten().copied();
        cards.filter(move |id| says_so(id) && self.can_play_from_elsewhere(*id))
    }

    /// [`Listing::can_play`] out of the way of the many cards that do not say so.
    #[inline(never)]
    fn can_play_from_elsewhere(&self, id: ObjectId) -> bool {
        self.can_play(id)
    }

    /// Whether a card's own cost can be paid, of which the price is this now and
    /// a generic cost in mana has changed by an amount.
    #[inline]
    fn can_pay(&self, requirement: &Requirement, price: i16, change: i16) -> bool {
        let can = match &requirement.mana {
            None => price <= self.has,
            Some(price) if change == 0 => self.can_pay_mana(price, ObjectId::NONE),
            Some(price) => self.can_pay_mana(&price.plus(change), ObjectId::NONE),
        };
        let counter = |counter| self.reader.frame.counter(self.reader, self.seat, counter);
        can && requirement.second.is_none_or(|(of, amount)| counter(of) >= amount)
    }

    /// Whether mana can be paid without one object.
    fn can_pay_mana(&self, price: &ManaPrice, without: ObjectId) -> bool {
        match self.purse {
            Some(purse) => purse.can_pay(self.reader, self.seat, price, without),
            None => Purse::new(self.reader, self.seat, without).can_pay(price),
        }
    }

    /// Whether what a card does when it is played can begin, once this was paid.
    fn can_begin_played(&self, ability: AbilityId, id: ObjectId, price: i16) -> bool {
        let paid = self.reader.catalog.rules.price.map(|(_, counter)| (counter, price));
        self.can_begin_ability(ability, id, paid, id)
    }

    /// Whether what must be there for an ability of an object is, besides one
    /// object and what is paid.
    #[inline]
    pub(super) fn can_begin_ability(
        &self,
        ability: AbilityId,
        id: ObjectId,
        paid: Option<(CounterId, i16)>,
        without: ObjectId,
    ) -> bool {
        let (reader, entry) = (self.reader, self.reader.catalog.program.entry(ability));
        if entry.to_begin == ToBegin::Nothing {
            return true;
        }
        match reader.catalog.program.choices.get(usize::from(entry.choice)) {
            Some(choice) if !choice.is_target || !self.may_be_guarded() => {
                self.can_make(choice, 1 << entry.choice, id, without)
            }
            _ => {
                let scope = Scope::of(reader.game.handle(id), self.seat);
                let mut due = paid.map_or_else(Due::default, |(of, amount)| Due::of(of, amount));
                reader.begin_obstacle(ability, &scope, &mut due, without).is_none()
            }
        }
    }

    /// Whether some objects may not be targeted.
    #[inline]
    fn may_be_guarded(&self) -> bool {
        self.may_forbid(Deed::BeTargeted) || self.reader.frame.has_guarded()
    }

    /// Whether a choice has candidates for an object's ability, besides one
    /// object. The choice's bit is kept where the answer is the same for all.
    #[inline]
    fn can_make(&self, choice: &FirstChoice, bit: u64, id: ObjectId, without: ObjectId) -> bool {
        let (reader, object) = (self.reader, self.reader.game.object(id));
        let places = choice.compiled.searched[self.seat.index()];
        let is_candidate = places >> object.zone.0 & 1 == 1;
        let is_same = !(is_candidate && (choice.about_itself || !without.is_none()));
        let (asked, there) = self.choices.get();
        if is_same && asked & bit != 0 {
            return there & bit != 0;
        }
        let scope = Scope::of(Handle { id, incarnation: object.incarnation }, self.seat);
        let can = reader.has_match(&choice.parts, &choice.compiled, &scope, without);
        if is_same {
            self.choices.set((asked | bit, if can { there | bit } else { there }));
        }
        can
    }

    /// The abilities of an object that can be used, by number, as a mask.
    #[inline]
    pub fn usable(&self, id: ObjectId) -> u64 {
        let reader = self.reader;
        let object = reader.game.object(id);
        let Some(numbers) = reader.catalog.program.activated_at.get(object.card.index()) else {
            return 0;
        };
        let numbers = numbers[usize::from(reader.catalog.rules.is_in_play(object.zone))];
        if numbers == 0 { 0 } else { self.usable_of(id, numbers) }
    }

    #[inline(never)]
    fn usable_of(&self, id: ObjectId, numbers: u64) -> u64 {
        Bits(numbers)
            .filter(|number| self.can_use(id, *number as u8))
            .fold(0, |usable, number| usable | 1 << number)
    }

    #[inline]
    fn can_use(&self, id: ObjectId, number: u8) -> bool {
        let (reader, seat) = (self.reader, self.seat);
        let object = reader.game.object(id);
        let (first, _) = reader.catalog.program.of_card[object.card.index()];
        let ability = AbilityId(first + u16::from(number));
        let entry = reader.catalog.program.entry(ability);
        let asked = &entry.to_use;
        let can = object.flags & asked.flags == 0
            && object.used & entry.limit_bit == 0
            && self.is_timely(asked.timing)
            && object.controller == seat
            && asked.zone.is_none_or(|kind| reader.catalog.rules.kind(object.zone) == kind)
            && !reader.game.is_silenced(id)
            && reader.barred(Bar::Deed(Deed::Activate), id).is_none()
            && self.can_use_now(id, ability, entry);
        debug_assert_eq!(can, reader.activate_obstacle(seat, id, number).is_none(), "{object:?}");
        can
    }

    /// Whether an ability can be used, where it is the time and place for it and
    /// neither its limit nor a status is in the way.
    fn can_use_now(&self, id: ObjectId, ability: AbilityId, entry: &CompiledAbility) -> bool {
        let (reader, seat, asked) = (self.reader, self.seat, &entry.to_use);
        if !asked.is_plain || asked.pays_price || self.may_forbid(Deed::Activate) {
            let due = Due::from_purse(self.purse);
            return reader.use_obstacle(seat, id, ability, due).is_none();
        }
        let holds = || {
            let scope = Scope::of(reader.game.handle(id), seat);
            reader.condition_holds(&entry.ability, &scope)
        };
        (entry.ability.condition.is_none() || holds())
            && self.can_pay_to_use(id, asked)
            && self.can_begin_ability(ability, id, asked.price, ObjectId::NONE)
    }

    /// Whether what using an ability of an object costs can be paid, statuses and
    /// the price of its card apart.
    #[inline]
    pub(super) fn can_pay_to_use(&self, id: ObjectId, asked: &ToUse) -> bool {
        let (reader, seat) = (self.reader, self.seat);
        let price = reader.catalog.rules.price.map(|(_, counter)| counter);
        asked.attribute.is_none_or(|(attribute, amount)| reader.value(id, attribute) >= amount)
            && asked.price.is_none_or(|(counter, amount)| {
                let is_price = Some(counter) == price;
                let has = || reader.frame.counter(reader, seat, counter);
                amount <= if is_price { self.has } else { has() }
            })
            && asked.mana.as_ref().is_none_or(|price| self.can_pay_mana(price, id))
            && (!asked.exhausts || reader.frame.exhaust_obstacle(reader, id).is_none())
    }
}
