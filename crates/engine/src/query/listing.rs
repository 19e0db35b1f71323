//! What can be played and used now, for a whole listing: what is the same for all
//! cards is asked once, and most cards are settled by a few compares.

use std::cell::Cell;

use crate::card::{Deed, Static, Timing};
use crate::compile::{Requirement, ToBegin};
use crate::id::{AbilityId, ObjectId, Seat, ZoneId, ZoneKind};
use crate::mask::Bits;
use crate::query::{Due, LazyPurse, Purse, Reader, Scope};
use crate::rulebook::Role;

/// One seat's situation while its legal actions are listed.
pub struct Listing<'a> {
    reader: &'a Reader<'a>,
    seat: Seat,
    /// By [`Timing`]: whether it is the time for it, once that was asked.
    timely: Cell<[Option<bool>; Timing::COUNT]>,
    hand: ZoneId,
    /// What there is to pay prices from.
    has: i16,
    /// Nothing in play changes prices or forbids to play.
    is_plain: bool,
    /// Something in play may forbid to use abilities.
    forbids_use: bool,
    /// The choices that were looked at, by number, and those of them that have
    /// candidates.
    choices: Cell<(u64, u64)>,
    purse: Option<&'a LazyPurse>,
}

impl<'a> Reader<'a> {
    /// Begins a listing for a seat.
    pub fn listing(&'a self, seat: Seat) -> Listing<'a> {
        let counter = self.catalog.rules.price.map(|(_, counter)| counter);
        let forbids = |deed: Deed| self.catalog.program.forbids >> deed as u32 & 1 == 1;
        let is_ruled = self.has_rule(Static::FORBID);
        Listing {
            reader: self,
            seat,
            timely: Cell::default(),
            hand: self.catalog.rules.zone_of(Role::Hand, seat),
            has: counter.map_or(0, |counter| self.frame.counter(self, seat, counter)),
            is_plain: !(self.has_rule(Static::COST) || is_ruled && forbids(Deed::Play)),
            forbids_use: is_ruled && forbids(Deed::Activate),
            choices: Cell::new((0, 0)),
            purse: None,
        }
    }

    /// Begins a listing for a seat that pays with mana: what there is of it is
    /// kept in the purse.
    pub fn listing_with(&'a self, seat: Seat, purse: &'a LazyPurse) -> Listing<'a> {
        Listing { purse: Some(purse), ..self.listing(seat) }
    }
}

impl Listing<'_> {
    /// What a card costs, where the seat can play it. Where it goes is asked
    /// apart.
    #[inline]
    pub fn price_to_play(&self, id: ObjectId) -> Option<i16> {
        let reader = self.reader;
        let requirement =
            reader.catalog.program.to_play.get(reader.game.object(id).card.index())?;
        if !self.is_timely(requirement.timing) {
            return None;
        }
        let price = if self.is_plain && requirement.is_plain && self.is_in_hand(id) {
            let can = self.can_pay(requirement) && self.can_begin(requirement, id);
            can.then_some(requirement.price)
        } else {
            self.price_plainly(id, Due::from_purse(self.purse))
        };
        debug_assert_eq!(
            price,
            self.price_plainly(id, Due::default()),
            "{:?}",
            self.reader.game.object(id)
        );
        price
    }

    /// Whether the seat can play a card. Where it goes is asked apart.
    #[inline]
    pub fn can_play(&self, id: ObjectId) -> bool {
        self.price_to_play(id).is_some()
    }

    /// What the seat has to pay prices from.
    #[inline]
    pub fn funds(&self) -> i16 {
        self.has
    }

    #[inline]
    fn is_timely(&self, timing: Timing) -> bool {
        let mut timely = self.timely.get();
        if let Some(known) = timely[timing as usize] {
            return known;
        }
        let is_timely = self.reader.frame.timing_obstacle(self.reader, self.seat, timing).is_none();
        timely[timing as usize] = Some(is_timely);
        self.timely.set(timely);
        is_timely
    }

    fn is_in_hand(&self, id: ObjectId) -> bool {
        self.reader.game.object(id).zone == self.hand
    }

    /// [`Listing::price_to_play`] with nothing known beforehand.
    fn price_plainly(&self, id: ObjectId, due: Due) -> Option<i16> {
        let (reader, seat) = (self.reader, self.seat);
        match reader.play_obstacle_with(seat, id, ZoneId::OUTSIDE, due) {
            None => reader.way_to_play(seat, id).map(|way| way.price),
            Some(_) => None,
        }
    }

    /// The cards of the seat that lie elsewhere than in its hand and that it
    /// can play because something says so.
    pub fn playable_elsewhere(&self) -> impl Iterator<Item = ObjectId> + '_ {
        let (game, catalog) = (self.reader.game, self.reader.catalog);
        let opened = Bits(catalog.program.opened_zones)
            .fold(0, |places, kind| places | catalog.rules.places_of(ZoneKind(kind)));
        let places = opened & catalog.rules.places_of_seat(self.seat) & !(1 << self.hand.0);
        // Mostly only cards that say so themselves can be.
        let is_open = places != 0 && self.reader.opens_ways();
        let says_so = move |id: &ObjectId| {
            is_open || catalog.program.rules[game.object(*id).card.index()] & Static::PLAY_FROM != 0
        };
        let cards = game.zones.spans(places).flatten().copied();
        cards.filter(move |id| says_so(id) && self.can_play(*id))
    }

    /// Whether a card's price can be paid, if nothing changes it.
    #[inline]
    fn can_pay(&self, requirement: &Requirement) -> bool {
        let Some((mana, generic)) = &requirement.mana else {
            return requirement.price <= self.has;
        };
        match self.purse {
            Some(purse) => purse.can_pay(self.reader, self.seat, mana, *generic),
            None => Purse::new(self.reader, self.seat, ObjectId::NONE).can_pay(mana, *generic),
        }
    }

    /// Whether what a card costs besides its price is there, and what it does
    /// when it is played can begin.
    #[inline]
    fn can_begin(&self, requirement: &Requirement, id: ObjectId) -> bool {
        requirement.second.is_none_or(|(counter, amount)| {
            self.reader.frame.counter(self.reader, self.seat, counter) >= amount
        }) && requirement
            .begins
            .is_none_or(|ability| self.can_begin_played(requirement, ability, id))
    }

    fn can_begin_played(
        &self,
        requirement: &Requirement,
        ability: AbilityId,
        id: ObjectId,
    ) -> bool {
        let due = match self.reader.catalog.rules.price {
            Some((_, counter)) => Due::of(counter, requirement.price),
            None => Due::default(),
        };
        self.can_begin_ability(ability, id, due, id)
    }

    /// Whether what must be there for an ability of an object is, besides one
    /// object and what is due.
    #[inline]
    fn can_begin_ability(
        &self,
        ability: AbilityId,
        id: ObjectId,
        mut due: Due,
        without: ObjectId,
    ) -> bool {
        let (reader, entry) = (self.reader, self.reader.catalog.program.entry(ability));
        let number = match entry.to_begin {
            ToBegin::Nothing => return true,
            ToBegin::Choice(number) => number,
            _ => {
                let scope = Scope::of(reader.game.handle(id), self.seat);
                return reader.begin_obstacle(ability, &scope, &mut due, without).is_none();
            }
        };
        let (asked, there) = self.choices.get();
        let bit = 1u64.checked_shl(number.into()).unwrap_or(0);
        if asked & bit != 0 {
            return there & bit != 0;
        }
        let scope = Scope::of(reader.game.handle(id), self.seat);
        let can = reader.can_make_first_choice(entry, &scope, without);
        if bit != 0 && !reader.is_first_choice_guarded(entry) {
            self.choices.set((asked | bit, if can { there | bit } else { there }));
        }
        can
    }

    /// The abilities of an object that can be used, by number, as a mask.
    #[inline]
    pub fn usable(&self, id: ObjectId) -> u64 {
        let card = self.reader.game.object(id).card;
        match self.reader.catalog.program.activated.get(card.index()) {
            None | Some(0) => 0,
            Some(_) if self.reader.game.is_silenced(id) => 0,
            Some(numbers) => self.usable_of(id, *numbers),
        }
    }

    #[inline(never)]
    fn usable_of(&self, id: ObjectId, numbers: u64) -> u64 {
        Bits(numbers)
            .filter(|number| self.can_use(id, *number as u8))
            .fold(0, |usable, number| usable | 1 << number)
    }

    fn can_use(&self, id: ObjectId, number: u8) -> bool {
        let (reader, seat) = (self.reader, self.seat);
        let can = reader.activation(seat, id, number).is_some_and(|(ability, activation)| {
            self.is_timely(activation.timing) && self.can_use_now(id, ability)
        });
        debug_assert_eq!(
            can,
            reader.activate_obstacle(seat, id, number).is_none(),
            "{:?}",
            reader.game.object(id)
        );
        can
    }

    /// Whether an ability can be used, where it is the time and place for it.
    fn can_use_now(&self, id: ObjectId, ability: AbilityId) -> bool {
        let (reader, seat) = (self.reader, self.seat);
        let (entry, object) = (reader.catalog.program.entry(ability), reader.game.object(id));
        let asked = &entry.to_use;
        if !asked.is_plain || self.forbids_use {
            let due = Due::from_purse(self.purse);
            return reader.use_obstacle(seat, id, ability, due).is_none();
        }
        let price = reader.catalog.rules.price.map(|(_, counter)| counter);
        object.used & entry.limit_bit == 0
            && object.flags & asked.flags == 0
            && asked.price.is_none_or(|(counter, amount)| {
                let is_price = Some(counter) == price;
                let has = || reader.frame.counter(reader, seat, counter);
                amount <= if is_price { self.has } else { has() }
            })
            && (!self.exhausts(asked.flags) || reader.frame.exhaust_obstacle(reader, id).is_none())
            && self.can_begin_ability(
                ability,
                id,
                asked.price.map_or_else(Due::default, |(counter, amount)| Due::of(counter, amount)),
                ObjectId::NONE,
            )
    }

    /// Whether one of some statuses, a mask, is being exhausted.
    fn exhausts(&self, flags: u16) -> bool {
        flags != 0
            && self.reader.catalog.rules.exhausted.is_some_and(|flag| flags >> flag.0 & 1 == 1)
    }
}
