//! Reading the board: rows, sections, and what a ship gives.

use onplay_engine::id::{CardId, ObjectId, Seat, ZoneId};
use onplay_engine::query::Reader;
use onplay_engine::state::Object;

use super::printed::{CONTROL, Printed};
use super::{Drones, LANES};

impl Drones {
    /// What is known of a card.
    #[inline]
    pub(super) fn printed(&self, card: CardId) -> &Printed {
        &self.printed[card.index()]
    }

    /// A seat's row in a lane.
    #[inline]
    pub(super) fn row(&self, seat: Seat, lane: u8) -> ZoneId {
        self.rows[seat.index()][usize::from(lane)]
    }

    pub(super) fn is_lane(&self, reader: &Reader, zone: ZoneId) -> bool {
        reader.catalog.rules.places_of(self.lane) >> zone.0 & 1 == 1
    }

    /// The section of a seat in a lane.
    #[inline]
    pub(super) fn section(&self, reader: &Reader, seat: Seat, lane: u8) -> Option<ObjectId> {
        let place = self.ships[seat.index()].get(usize::from(lane))?;
        first_of(reader, *place)
    }

    /// The hull of a section.
    #[inline]
    pub(super) fn section_hull(&self, section: &Object) -> i32 {
        current(section, self.hull_value)
    }

    /// Hull that a section has lost; it cannot lose more than it had.
    #[inline]
    pub(super) fn lost_hull(&self, section: &Object) -> i32 {
        i32::from(self.printed(section.card).hull) - self.left_hull(section)
    }

    /// Hull that a section has left of what is printed.
    #[inline]
    fn left_hull(&self, section: &Object) -> i32 {
        self.section_hull(section).min(self.printed(section.card).hull.into()).max(0)
    }

    /// Hull that a ship has lost, and all it had.
    pub(super) fn ship_hull(&self, reader: &Reader, seat: Seat) -> (i32, i32) {
        let (mut lost, mut total) = (0, 0);
        for section in reader.game.zones.row(self.ships[seat.index()][0], LANES.into()) {
            let section = reader.game.object(*section);
            lost += self.lost_hull(section);
            total += i32::from(self.printed(section.card).hull);
        }
        (lost, total)
    }

    /// A ship is beaten when it has lost 60 % of its hull, rounded up: when no
    /// more than 40 % are left. [drones 1.3]
    #[inline(always)]
    pub(super) fn is_beaten(&self, reader: &Reader, seat: Seat) -> bool {
        // Most ships are far from it, whatever they had.
        let enough = 2 * i32::from(LANES) * self.largest_hull;
        let sections = reader.game.zones.row(self.ships[seat.index()][0], LANES.into());
        let left = |id: ObjectId| self.left_hull(reader.game.object(id));
        if let [one, two, three] = *sections
            && 5 * (left(one) + left(two) + left(three)) > enough
        {
            return false;
        }
        let (lost, total) = self.ship_hull(reader, seat);
        total > 0 && 5 * (total - lost) <= 2 * total
    }

    /// What the sections of a ship give together. [drones 1.2]
    #[inline(always)]
    pub(super) fn system(&self, reader: &Reader, seat: Seat, system: usize) -> i16 {
        let ships = self.ships[seat.index()];
        let given = |id: ObjectId| {
            let section = reader.game.object(id);
            let (printed, hull) = (self.printed(section.card), self.section_hull(section));
            let state = usize::from(hull <= printed.damaged_at.into())
                .max(2 * usize::from(hull <= printed.critical_at.into()));
            let is_middle = section.zone == ships[usize::from(LANES / 2)];
            printed.given[system][state] + printed.middle[system] * i16::from(is_middle)
        };
        match *reader.game.zones.row(ships[0], LANES.into()) {
            [one, two, three] => given(one) + given(two) + given(three),
            ref sections => sections.iter().map(|id| given(*id)).sum(),
        }
    }

    #[inline]
    pub(super) fn is_token(&self, reader: &Reader, id: ObjectId) -> bool {
        self.printed(reader.game.object(id).card).is_token
    }

    /// The lanes that each seat controls: those where it has strictly more
    /// drones that are no tokens. [drones 2.2]
    pub(super) fn lanes_controlled(&self, reader: &Reader) -> [i16; 2] {
        // Drones by lane, one byte each.
        let [one, two] = self.rows.map(|rows| {
            let drones = reader.game.zones.row(rows[0], LANES.into()).iter();
            drones.fold(0u32, |counts, id| {
                let object = reader.game.object(*id);
                let is_drone = !self.printed(object.card).is_token;
                counts + (u32::from(is_drone) << (8 * (object.zone.0.wrapping_sub(rows[0].0) & 3)))
            })
        });
        let mut controlled = [0; 2];
        for (one, two) in one.to_le_bytes().iter().zip(two.to_le_bytes()) {
            controlled[0] += i16::from(*one > two);
            controlled[1] += i16::from(two > *one);
        }
        controlled
    }

    /// Whether the hub leads one more drone. [drones 2.4]
    #[inline(always)]
    pub(super) fn has_control(&self, reader: &Reader, seat: Seat) -> bool {
        let limit = self.system(reader, seat, CONTROL);
        let flying = reader.game.zones.row(self.rows[seat.index()][0], LANES.into());
        // Only where that many stand there is it asked which are tokens.
        let is_drone = |id: &&ObjectId| !self.is_token(reader, **id);
        (flying.len() as i16) < limit || (flying.iter().filter(is_drone).count() as i16) < limit
    }

    /// How good a seat's side looks, for bots.
    pub(super) fn standing(&self, reader: &Reader, seat: Seat) -> i32 {
        if self.is_beaten(reader, seat) {
            return -10_000;
        }
        let mut sum = -40 * self.ship_hull(reader, seat).0;
        for lane in 0..LANES {
            if let Some(section) = self.section(reader, seat, lane) {
                sum += 10 * i32::from(reader.value(section, self.shields));
            }
            for id in reader.game.zone(self.row(seat, lane)) {
                if self.is_token(reader, *id) {
                    continue;
                }
                let value = |attribute| i32::from(reader.value(*id, attribute));
                sum += 10
                    + 12 * value(self.attack).max(0)
                    + 6 * value(self.hull)
                    + 3 * value(self.shields)
                    + 2 * value(self.speed);
            }
        }
        sum += 12 * i32::from(self.lanes_controlled(reader)[seat.index()]);
        sum += 2 * i32::from(reader.game.counter(seat, self.energy));
        sum += 5 * i32::from(reader.game.counter(seat, self.momentum));
        sum + 6 * reader.game.zones.len(self.hands[seat.index()]) as i32
    }
}

/// The first object of a place.
#[inline(always)]
pub(super) fn first_of(reader: &Reader, place: ZoneId) -> Option<ObjectId> {
    reader.game.zone(place).first().copied()
}

/// A value that changes, with what statics and passing effects add.
#[inline]
pub(super) fn current(object: &Object, value: usize) -> i32 {
    i32::from(object.values[value]) + i32::from(object.bonus[value])
}
