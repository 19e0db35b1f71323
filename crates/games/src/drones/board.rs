//! Reading the board: rows, sections, and what a ship gives.

use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::scope::Reader;

use super::{CONTROL, Drones, LANES};

impl Drones {
    /// A seat's row in a lane.
    #[inline]
    pub(super) fn row(&self, seat: Seat, lane: u8) -> ZoneId {
        self.rows[seat.index()][usize::from(lane)]
    }

    pub(super) fn is_lane(&self, reader: &Reader, zone: ZoneId) -> bool {
        reader.catalog.rules.places_of(self.lane) >> zone.0 & 1 == 1
    }

    /// Five drones fill a row, tokens counted. [drones 1.1]
    #[inline]
    pub(super) fn is_full(&self, reader: &Reader, row: ZoneId) -> bool {
        let capacity = reader.catalog.rules.zone_rule(row).and_then(|rule| rule.capacity);
        capacity.is_some_and(|most| reader.game.zone(row).len() >= usize::from(most))
    }

    /// The section of a seat in a lane.
    #[inline]
    pub(super) fn section(&self, reader: &Reader, seat: Seat, lane: u8) -> Option<ObjectId> {
        let place = self.ships[seat.index()].get(usize::from(lane))?;
        reader.game.zone(*place).first().copied()
    }

    /// Hull that a section has lost; it cannot lose more than it had.
    pub(super) fn lost_hull(&self, reader: &Reader, section: ObjectId) -> i16 {
        let printed = reader.catalog.card(reader.game.object(section).card).attribute(self.hull);
        printed - reader.value(section, self.hull).clamp(0, printed)
    }

    /// Hull that a ship has lost, and all it had.
    pub(super) fn ship_hull(&self, reader: &Reader, seat: Seat) -> (i16, i16) {
        let (mut lost, mut total) = (0, 0);
        for place in self.ships[seat.index()] {
            let Some(section) = reader.game.zone(place).first() else { continue };
            let object = reader.game.object(*section);
            let printed = reader.catalog.program.fresh[object.card.index()][self.hull_value];
            let hull = object.values[self.hull_value].saturating_add(object.bonus[self.hull_value]);
            lost += printed - hull.clamp(0, printed);
            total += printed;
        }
        (lost, total)
    }

    /// A ship is beaten when it has lost 60 % of its hull, rounded up.
    /// [drones 1.3]
    pub(super) fn is_beaten(&self, reader: &Reader, seat: Seat) -> bool {
        let (lost, total) = self.ship_hull(reader, seat);
        total > 0 && lost >= (total * 60 + 99) / 100
    }

    /// What the sections of a ship give together. [drones 1.2]
    pub(super) fn system(&self, reader: &Reader, seat: Seat, system: usize) -> i16 {
        let system = &self.systems[system];
        let mut sum = 0;
        for lane in 0..LANES {
            let Some(section) = self.section(reader, seat, lane) else { continue };
            let card = reader.catalog.card(reader.game.object(section).card);
            let hull = reader.value(section, self.hull);
            let state = if hull <= card.attribute(self.critical_at) {
                2
            } else {
                usize::from(hull <= card.attribute(self.damaged_at))
            };
            // A system without states gives the same in all of them.
            let given = system.states[state].or(system.states[0]);
            sum += given.map_or(0, |attribute| card.attribute(attribute));
            if lane == LANES / 2 {
                sum += system.middle.map_or(0, |attribute| card.attribute(attribute));
            }
        }
        sum
    }

    #[inline]
    pub(super) fn is_token(&self, reader: &Reader, id: ObjectId) -> bool {
        reader.catalog.card(reader.game.object(id).card).token
    }

    /// Drones of a row that are no tokens.
    pub(super) fn count(&self, reader: &Reader, row: ZoneId) -> i16 {
        reader.game.zone(row).iter().filter(|id| !self.is_token(reader, **id)).count() as i16
    }

    /// Who has strictly more drones that are no tokens controls a lane.
    /// [drones 2.2]
    pub(super) fn lanes_controlled(&self, reader: &Reader, seat: Seat) -> i16 {
        let controls = |lane: &u8| {
            self.count(reader, self.row(seat, *lane))
                > self.count(reader, self.row(seat.other(), *lane))
        };
        (0..LANES).filter(controls).count() as i16
    }

    /// Whether the hub leads one more drone. [drones 2.4]
    pub(super) fn has_control(&self, reader: &Reader, seat: Seat) -> bool {
        let flying: i16 = (0..LANES).map(|lane| self.count(reader, self.row(seat, lane))).sum();
        flying < self.system(reader, seat, CONTROL)
    }

    /// How good a seat's side looks, for bots.
    pub(super) fn standing(&self, reader: &Reader, seat: Seat) -> i32 {
        let (lost, total) = self.ship_hull(reader, seat);
        let needed = ((total * 60 + 99) / 100).max(1);
        if lost >= needed {
            return -10_000;
        }
        let mut sum = -40 * i32::from(lost);
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
        sum += 12 * i32::from(self.lanes_controlled(reader, seat));
        sum += 2 * i32::from(reader.game.counter(seat, self.energy));
        sum += 5 * i32::from(reader.game.counter(seat, self.momentum));
        let hand = reader.catalog.rules.zone_of(onplay_engine::rules::Role::Hand, seat);
        sum + 6 * reader.game.zone(hand).len() as i32
    }
}
