//! Reading the board: rows, sections, and what a ship gives.

use onplay_engine::id::{CardId, ObjectId, Seat, ZoneId};
use onplay_engine::query::Reader;
use onplay_engine::state::{Action, Object};

use super::printed::{CONTROL, Printed, TOKEN};
use super::{Drones, LANES};

/// A place to take in a row. [drones 1.1]
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub row: ZoneId,
    pub at: u8,
}

/// A lane as a seat sees it.
pub(super) struct Lane {
    pub number: u8,
    /// The row of the seat, and the place of its section.
    pub row: ZoneId,
    pub section: ZoneId,
    /// The same of the enemy.
    pub enemy_row: ZoneId,
    pub enemy_section: ZoneId,
    /// To deploy drones.
    pub deploy: Places,
    /// To move them to the left and to the right.
    pub beside: Beside,
}

/// The places of a row that drones can take.
pub(super) struct Places {
    row: ZoneId,
    capacity: usize,
    /// By object: how it takes each of them, in the order they are offered.
    actions: Vec<[Action; PLACES]>,
}

/// The places of the rows to the left and to the right of a lane. A row that is not
/// there has no room.
pub(super) struct Beside {
    rows: [(ZoneId, usize); 2],
    actions: Vec<[[Action; PLACES]; 2]>,
}

/// Rows as long as this are not offered in bulk.
pub(super) const PLACES: usize = 6;

impl Spot {
    /// The places of a row in the order they are offered: the right end first,
    /// then before every drone.
    pub fn all(row: ZoneId, capacity: usize) -> Vec<Spot> {
        (0..capacity).map(|place| Spot { row, at: (place as u8).wrapping_sub(1) }).collect()
    }

    #[inline(always)]
    pub fn deploy(self, object: ObjectId) -> Action {
        Action::Play { object, place: self.row, at: self.at }
    }

    #[inline(always)]
    pub fn move_to(self, object: ObjectId) -> Action {
        Action::Move { object, place: self.row, at: self.at }
    }
}

impl Lane {
    /// The lanes of each seat, with room for so many objects.
    pub fn all(
        rows: &[[ZoneId; LANES as usize]; 2],
        ships: &[[ZoneId; LANES as usize]; 2],
        capacity: impl Fn(ZoneId) -> usize,
        objects: usize,
    ) -> [[Lane; LANES as usize]; 2] {
        Seat::BOTH.map(|seat| {
            let (own, enemy) = (seat.index(), seat.other().index());
            [0, 1, 2].map(|lane: usize| Lane {
                number: lane as u8,
                row: rows[own][lane],
                section: ships[own][lane],
                enemy_row: rows[enemy][lane],
                enemy_section: ships[enemy][lane],
                deploy: Places::new(rows[own][lane], capacity(rows[own][lane]), objects),
                beside: Beside::new(
                    [lane.wrapping_sub(1), lane + 1].map(|lane| {
                        let row = rows[own].get(lane).copied();
                        row.map_or((ZoneId::OUTSIDE, 0), |row| (row, capacity(row)))
                    }),
                    objects,
                ),
            })
        })
    }
}

impl Places {
    fn new(row: ZoneId, capacity: usize, objects: usize) -> Places {
        let take = |id: u16| take_all(row, ObjectId(id), Spot::deploy);
        Places { row, capacity, actions: (0..objects as u16).map(take).collect() }
    }

    /// Offers an object the first of them.
    #[inline(always)]
    pub fn offer(&self, id: ObjectId, count: usize, actions: &mut Vec<Action>) {
        offer_first(&self.actions[id.index()], count, actions);
    }

    /// How many places there are to take.
    #[inline(always)]
    pub fn room(&self, reader: &Reader) -> usize {
        room_in(reader, self.row, self.capacity)
    }
}

impl Beside {
    fn new(rows: [(ZoneId, usize); 2], objects: usize) -> Beside {
        let take = |id: u16| rows.map(|(row, _)| take_all(row, ObjectId(id), Spot::move_to));
        Beside { rows, actions: (0..objects as u16).map(take).collect() }
    }

    /// Offers an object the first of each row.
    #[inline(always)]
    pub fn offer(&self, id: ObjectId, counts: [usize; 2], actions: &mut Vec<Action>) {
        let [left, right] = &self.actions[id.index()];
        offer_first(left, counts[0], actions);
        offer_first(right, counts[1], actions);
    }

    /// How many places there are to take in each.
    #[inline(always)]
    pub fn room(&self, reader: &Reader) -> [usize; 2] {
        self.rows.map(|(row, capacity)| room_in(reader, row, capacity))
    }
}

/// How an object takes every place of a row.
fn take_all(row: ZoneId, id: ObjectId, take: fn(Spot, ObjectId) -> Action) -> [Action; PLACES] {
    let spots = Spot::all(row, PLACES);
    std::array::from_fn(|at| take(spots[at], id))
}

/// Offers the first so many. Copying all and dropping those that are too many costs
/// less than copying some.
#[inline(always)]
fn offer_first(all: &[Action; PLACES], count: usize, actions: &mut Vec<Action>) {
    let end = actions.len() + count;
    actions.extend_from_slice(all);
    actions.truncate(end);
}

/// How many places of a row there are to take.
#[inline(always)]
fn room_in(reader: &Reader, row: ZoneId, capacity: usize) -> usize {
    let length = reader.game.zones.len(row);
    if length < capacity { length + 1 } else { 0 }
}

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

    /// Five drones fill a row, tokens counted. [drones 1.1]
    #[inline]
    pub(super) fn is_full(&self, reader: &Reader, row: ZoneId) -> bool {
        reader.game.zones.len(row) >= self.capacities[row.index()]
    }

    /// The places to take in a seat's row. A full row has none, and neither has
    /// a lane that is not there.
    #[inline]
    pub(super) fn room(&self, reader: &Reader, seat: Seat, lane: u8) -> &[Spot] {
        let lane = usize::from(lane);
        let Some(row) = self.rows[seat.index()].get(lane) else { return &[] };
        let spots = &self.spots[seat.index()][lane];
        spots.get(..=reader.game.zones.len(*row)).unwrap_or_default()
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
        self.printed(reader.game.object(id).card).kind & TOKEN != 0
    }

    /// The lanes that each seat controls: those where it has strictly more
    /// drones that are no tokens. [drones 2.2]
    pub(super) fn lanes_controlled(&self, reader: &Reader) -> [i16; 2] {
        // Drones by lane, one byte each.
        let [one, two] = self.rows.map(|rows| {
            let drones = reader.game.zones.row(rows[0], LANES.into()).iter();
            drones.fold(0u32, |counts, id| {
                let object = reader.game.object(*id);
                let is_drone = self.printed(object.card).kind & TOKEN == 0;
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
        // Only where so many stand there is it asked which are tokens.
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
