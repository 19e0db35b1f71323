//! What can be played and used now, for a whole listing: what is the same for all
//! cards is asked once, and most cards are settled by a few compares.

use crate::card::{Deed, Static, Timing};
use crate::compile::Requirement;
use crate::id::{ObjectId, Seat, ZoneId};
use crate::query::{Due, Reader, Scope};

/// One seat's situation while its legal actions are listed.
pub struct Listing<'a> {
    reader: &'a Reader<'a>,
    seat: Seat,
    /// By [`Timing`]: whether it is the time for it.
    is_timely: [bool; Timing::COUNT],
    /// What there is to pay prices from.
    has: i16,
    /// Nothing in play changes prices or forbids to play.
    is_plain: bool,
}

impl<'a> Reader<'a> {
    /// Begins a listing for a seat.
    pub fn listing(&'a self, seat: Seat) -> Listing<'a> {
        let is_timely = |timing| self.frame.timing_obstacle(self, seat, timing).is_none();
        let counter = self.catalog.rules.price.map(|(_, counter)| counter);
        let forbids = |deed: Deed| self.catalog.program.forbids >> deed as u32 & 1 == 1;
        let is_ruled = self.has_rule(Static::FORBID);
        Listing {
            reader: self,
            seat,
            is_timely: Timing::ALL.map(is_timely),
            has: counter.map_or(0, |counter| self.frame.counter(self, seat, counter)),
            is_plain: !self.has_rule(Static::COST) && !(is_ruled && forbids(Deed::Play)),
        }
    }
}

impl Listing<'_> {
    /// Whether a card in the seat's hand can be played. Where it goes is asked
    /// apart.
    #[inline]
    pub fn can_play(&self, id: ObjectId) -> bool {
        let reader = self.reader;
        let card = reader.game.object(id).card;
        let Some(requirement) = reader.catalog.program.to_play.get(card.index()) else {
            return false;
        };
        if !self.is_timely[requirement.timing as usize] {
            return false;
        }
        let can = if self.is_plain && requirement.is_plain {
            requirement.price <= self.has && self.can_begin(requirement, id)
        } else {
            reader.play_obstacle(self.seat, id, ZoneId::OUTSIDE).is_none()
        };
        debug_assert_eq!(
            can,
            reader.play_obstacle(self.seat, id, ZoneId::OUTSIDE).is_none(),
            "{:?}",
            reader.catalog.card(card)
        );
        can
    }

    /// Whether what a card does when it is played can begin.
    #[inline]
    fn can_begin(&self, requirement: &Requirement, id: ObjectId) -> bool {
        requirement.begins.is_none_or(|ability| {
            let scope = Scope::of(self.reader.game.handle(id), self.seat);
            let mut due = match self.reader.catalog.rules.price {
                Some((_, counter)) => Due::of(counter, requirement.price),
                None => Due::default(),
            };
            self.reader.begin_obstacle(ability, &scope, &mut due, id).is_none()
        })
    }

    /// The abilities of an object in play that can be used, by number, as a
    /// mask.
    #[inline]
    pub fn usable(&self, id: ObjectId) -> u64 {
        let reader = self.reader;
        let object = reader.game.object(id);
        let mut left =
            reader.catalog.program.activated.get(object.card.index()).copied().unwrap_or(0);
        let mut usable = 0;
        while left != 0 {
            let number = left.trailing_zeros() as u8;
            left &= left - 1;
            let can = reader.activate_obstacle(self.seat, id, number).is_none();
            usable |= u64::from(can) << number;
        }
        usable
    }
}
