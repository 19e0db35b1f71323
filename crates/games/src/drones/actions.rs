//! What can be done: offers. Why something cannot be is said in
//! [`super::refuse`].
//!
//! The parts of a listing are kept apart on purpose: put into one function,
//! they have more values at hand than the processor has room for.

use onplay_engine::ability::Deed;
use onplay_engine::action::Action;
use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::scope::Reader;

use super::printed::TOKEN;
use super::refuse::Seen;
use super::{ACTION, DEPLOY, Drones, LANES};

/// Where the drones of a row can go and what they can attack: it is the same
/// for all of them.
struct Ways<'a> {
    /// The drones in front.
    front: &'a [ObjectId],
    /// The section behind them, if it can be attacked.
    section: Option<ObjectId>,
    /// The rows beside, each with the number of places to take there.
    beside: [(ZoneId, u8); 2],
}

impl Drones {
    /// Offers the free actions of whoever decides. [drones 2.4] [drones 2.5]
    pub(super) fn offer(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let seat = reader.game.decider;
        match reader.game.phase {
            DEPLOY => self.offer_deployments(reader, seat, actions),
            ACTION => self.offer_deeds(reader, seat, actions),
            _ => {}
        }
        actions.push(Action::Pass);
    }

    fn offer_deployments(&self, reader: &Reader, seat: Seat, actions: &mut Vec<Action>) {
        if !self.has_control(reader, seat) {
            return;
        }
        let rows = self.rows[seat.index()].map(|row| (row, self.places_in(reader, row)));
        for id in reader.game.zone(self.hangars[seat.index()]) {
            if self.deploy_refusal(reader, seat, *id).is_some() {
                continue;
            }
            for (row, places) in rows {
                let deploy = |at| Action::Play { object: *id, place: row, at };
                actions.extend(each_place(places).map(deploy));
            }
        }
    }

    fn offer_deeds(&self, reader: &Reader, seat: Seat, actions: &mut Vec<Action>) {
        self.offer_cards(reader, seat, actions);
        for lane in 0..LANES {
            self.offer_row(reader, seat, lane, actions);
            if let Some(section) = self.section(reader, seat, lane) {
                let active = self.printed(reader.game.object(section).card).active;
                if active != 0 {
                    self.offer_abilities(reader, seat, section, active, actions);
                }
            }
        }
    }

    /// The cards of the hand that can be played.
    #[inline(never)]
    fn offer_cards(&self, reader: &Reader, seat: Seat, actions: &mut Vec<Action>) {
        let mut seen = Seen::default();
        for id in reader.game.zone(self.hands[seat.index()]) {
            if self.play_refusal(reader, seat, *id, &mut seen).is_none() {
                actions.push(Action::Play { object: *id, place: ZoneId::OUTSIDE, at: 0 });
            }
        }
    }

    /// What the drones of a row can do: attack, move, use abilities.
    #[inline]
    fn offer_row(&self, reader: &Reader, seat: Seat, lane: u8, actions: &mut Vec<Action>) {
        let mut ways = None;
        for id in reader.game.zone(self.row(seat, lane)) {
            let object = reader.game.object(*id);
            let printed = self.printed(object.card);
            if printed.kind & TOKEN != 0 {
                continue;
            }
            if !object.has(self.exhausted) {
                let ways = ways.get_or_insert_with(|| self.ways(reader, seat, lane));
                let keywords = object.granted | printed.keywords;
                self.offer_ways(reader, *id, keywords, ways, actions);
            }
            if printed.active != 0 {
                self.offer_abilities(reader, seat, *id, printed.active, actions);
            }
        }
    }

    #[inline(never)]
    fn ways<'a>(&self, reader: &Reader<'a>, seat: Seat, lane: u8) -> Ways<'a> {
        let front = reader.game.zone(self.row(seat.other(), lane));
        let section = self.section(reader, seat.other(), lane);
        let beside = [lane.wrapping_sub(1), lane + 1].map(|near| {
            let row = self.rows[seat.index()].get(usize::from(near));
            row.map_or((ZoneId::OUTSIDE, 0), |row| (*row, self.places_in(reader, *row)))
        });
        let is_open = |section: &ObjectId| self.section_refusal(reader, *section, front).is_none();
        Ways { front, section: section.filter(is_open), beside }
    }

    /// What a ready drone can attack, and where it can move.
    #[inline(never)]
    fn offer_ways(
        &self,
        reader: &Reader,
        id: ObjectId,
        keywords: u32,
        ways: &Ways,
        actions: &mut Vec<Action>,
    ) {
        let attack = |target| Action::Attack { attacker: id, target };
        if reader.forbidden_to(Deed::Attack, id).is_none() {
            let front = ways.front.iter().copied();
            if reader.catalog.program.forbids >> Deed::BeAttacked as u32 & 1 == 0 {
                actions.extend(front.map(attack));
            } else {
                let is_open =
                    |target: &ObjectId| reader.forbidden_to(Deed::BeAttacked, *target).is_none();
                actions.extend(front.filter(is_open).map(attack));
            }
            if let Some(section) = ways.section {
                actions.push(attack(section));
            }
        }
        if self.move_refusal(reader, id, keywords).is_none() {
            for (place, places) in ways.beside {
                let step = |at| Action::Move { object: id, place, at };
                actions.extend(each_place(places).map(step));
            }
        }
    }

    /// What an object in play can be used for.
    #[inline(never)]
    fn offer_abilities(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        active: u64,
        actions: &mut Vec<Action>,
    ) {
        for number in Bits(active) {
            let ability = number as u8;
            if self.ability_refusal(reader, seat, id, ability).is_none() {
                actions.push(Action::Activate { object: id, ability });
            }
        }
    }

    /// How many places there are to take in a row; a full one has none.
    #[inline]
    fn places_in(&self, reader: &Reader, row: ZoneId) -> u8 {
        if self.is_full(reader, row) { 0 } else { reader.game.zones.len(row) as u8 + 1 }
    }
}

/// The places to take in a row: the right end first, then before every drone
/// of it. [drones 1.1]
#[inline]
fn each_place(places: u8) -> impl Iterator<Item = u8> {
    (0..places).map(|place| place.wrapping_sub(1))
}
