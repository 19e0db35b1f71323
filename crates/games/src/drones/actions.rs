//! What can be done: offers. Why something cannot be is said in
//! [`super::refuse`].
//!
//! The parts of a listing are kept apart on purpose: put into one function,
//! they have more values at hand than the processor has room for.

use onplay_engine::card::Deed;
use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::query::Reader;
use onplay_engine::state::Action;

use super::board::{Beside, Lane, PLACES, first_of};
use super::printed::TOKEN;
use super::refuse::Seen;
use super::{ACTION, DEPLOY, Drones, LANES};

/// Where the drones of a row can go and what they can attack: it is the same
/// for all of them.
struct Ways<'a> {
    /// The drones in front, then the section behind them if it can be attacked.
    targets: [ObjectId; PLACES],
    /// How many of the targets count.
    count: usize,
    /// The rows beside, and how many places they have.
    beside: (&'a Beside, [usize; 2]),
}

impl Ways<'_> {
    /// Everything, to a drone that may do it all. Whole rows are written and then as
    /// many kept as there are: how many is hard to foresee, and a processor that
    /// guesses wrong loses more.
    #[inline(always)]
    fn offer(&self, id: ObjectId, actions: &mut Vec<Action>) {
        let end = actions.len() + self.count;
        actions.extend(self.targets.map(|target| Action::Attack { attacker: id, target }));
        actions.truncate(end);
        let (beside, counts) = self.beside;
        beside.offer(id, counts, actions);
    }
}

/// The drones of a seat in the order of their rows, one bit each: from bit 0 on
/// those that are ready, from bit 32 on those of them that need a closer look.
pub(super) struct Fleet(u64);

impl Fleet {
    /// Larger ones are not looked at together, so that the halves stay apart.
    const MOST: usize = 16;
    /// All that are ready.
    const ALL: u64 = (1 << Fleet::MOST) - 1;

    /// Takes the first so many out.
    #[inline(always)]
    fn take(&mut self, count: usize) -> u64 {
        let count = count.min(31);
        let first = (1 << count) - 1;
        let row = self.0 & (first | first << 32);
        self.0 >>= count;
        row
    }
}

impl Drones {
    /// Offers the free actions of whoever decides. [drones 2.4] [drones 2.5]
    pub(super) fn offer(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let seat = reader.game.turn.decider;
        match reader.game.turn.phase {
            DEPLOY => self.offer_deployments(reader, seat, actions),
            ACTION => self.offer_deeds(reader, seat, actions),
            _ => {}
        }
        actions.push(Action::Pass);
    }

    #[inline(never)]
    fn offer_deployments(&self, reader: &Reader, seat: Seat, actions: &mut Vec<Action>) {
        if !self.has_control(reader, seat) {
            return;
        }
        let places = self.lanes_of[seat.index()].each_ref().map(|lane| &lane.deploy);
        let counts = places.map(|places| places.room(reader));
        for id in reader.game.zone(self.hangars[seat.index()]).iter().copied() {
            if self.deploy_refusal(reader, seat, id).is_none() {
                if self.is_plain {
                    for (places, count) in places.iter().zip(counts) {
                        places.offer(id, count, actions);
                    }
                } else {
                    self.offer_rooms(reader, seat, id, actions);
                }
            }
        }
    }

    /// The places where a drone of the hangar can begin to fly, however many.
    #[cold]
    fn offer_rooms(&self, reader: &Reader, seat: Seat, id: ObjectId, actions: &mut Vec<Action>) {
        for lane in 0..LANES {
            let room = self.room(reader, seat, lane);
            actions.extend(room.iter().map(|spot| spot.deploy(id)));
        }
    }

    fn offer_deeds(&self, reader: &Reader, seat: Seat, actions: &mut Vec<Action>) {
        let there = self.first_sight(reader, seat);
        self.offer_cards(reader, seat, there, actions);
        let mut fleet = self.find_ready(reader, seat);
        for lane in &self.lanes_of[seat.index()] {
            self.offer_row(reader, seat, lane, &mut fleet, actions);
            if let Some(section) = first_of(reader, lane.section) {
                self.offer_abilities(reader, seat, section, there, actions);
            }
        }
    }

    /// The cards of the hand that can be played.
    #[inline(always)]
    fn offer_cards(&self, reader: &Reader, seat: Seat, there: u64, actions: &mut Vec<Action>) {
        let energy = reader.game.counter(seat, self.energy);
        let mut seen = Seen::there(there);
        for id in reader.game.zone(self.hands[seat.index()]) {
            let demand = &self.printed(reader.game.object(*id).card).demand;
            let (is_paid, is_there) = (energy >= demand.energy, demand.wanted & !there == 0);
            let can = if is_paid & !is_there {
                self.can_play(reader, seat, *id, &mut seen)
            } else {
                is_paid
            };
            // Written in any case, and kept if it can be.
            let end = actions.len() + usize::from(can);
            actions.push(Action::Play { object: *id, place: ZoneId::OUTSIDE, at: 0 });
            actions.truncate(end);
        }
    }

    /// Whether a card can be played, everything asked.
    #[inline(always)]
    fn can_play(&self, reader: &Reader, seat: Seat, id: ObjectId, seen: &mut Seen) -> bool {
        self.play_refusal(reader, seat, id, seen).is_none()
    }

    /// What the drones of a row can do: attack, move, use abilities. In most rows
    /// all that are ready can do the same.
    #[inline]
    pub(super) fn offer_row(
        &self,
        reader: &Reader,
        seat: Seat,
        lane: &Lane,
        fleet: &mut Fleet,
        actions: &mut Vec<Action>,
    ) {
        let row = reader.game.zone(lane.row);
        match fleet.take(row.len()) {
            0 => {}
            ready if ready <= Fleet::ALL => {
                self.offer_plain(reader, seat, lane, (row, ready), actions)
            }
            _ => self.offer_drones(reader, seat, lane, actions),
        }
    }

    /// Looks through the drones of a seat.
    #[inline(always)]
    pub(super) fn find_ready(&self, reader: &Reader, seat: Seat) -> Fleet {
        let drones = reader.game.zones.row(self.rows[seat.index()][0], LANES.into());
        if !self.is_plain || drones.len() > Fleet::MOST {
            return Fleet(u64::MAX);
        }
        let (mut ready, mut differing) = (0u32, 0u32);
        for (at, id) in drones.iter().enumerate() {
            let object = reader.game.object(*id);
            let printed = self.printed(object.card);
            ready |= u32::from(!object.has(self.exhausted) & printed.flies) << at;
            let differs = printed.differs | (object.granted >> self.inert.0 & 1 == 1);
            differing |= u32::from(differs) << at;
        }
        Fleet(u64::from(ready) | u64::from(ready & differing) << 32)
    }

    /// Offers everything to drones of a row that may do it all.
    #[inline(always)]
    fn offer_plain(
        &self,
        reader: &Reader,
        seat: Seat,
        lane: &Lane,
        (row, ready): (&[ObjectId], u64),
        actions: &mut Vec<Action>,
    ) {
        let front = reader.game.zone(lane.enemy_row);
        if front.len() >= PLACES {
            return self.offer_drones(reader, seat, lane, actions);
        }
        let (mut targets, mut is_guarded) = ([ObjectId::NONE; PLACES], false);
        for (target, id) in targets.iter_mut().zip(front) {
            *target = *id;
            is_guarded |= self.is_guard(reader, *id);
        }
        let mut count = front.len();
        if let Some(section) = first_of(reader, lane.enemy_section) {
            targets[front.len()] = section;
            count += usize::from(!is_guarded & !self.is_wreck(reader, section));
        }
        let beside = (&lane.beside, lane.beside.room(reader));
        let ways = Ways { targets, count, beside };
        Bits(ready).for_each(|at| ways.offer(row[usize::from(at)], actions));
    }

    /// What the drones of a row can do where they differ: each is asked.
    #[cold]
    pub(super) fn offer_drones(
        &self,
        reader: &Reader,
        seat: Seat,
        lane: &Lane,
        actions: &mut Vec<Action>,
    ) {
        let front = reader.game.zone(lane.enemy_row);
        let section = first_of(reader, lane.enemy_section)
            .filter(|section| self.section_refusal(reader, *section, front).is_none());
        for id in reader.game.zone(lane.row).iter().copied() {
            let object = reader.game.object(id);
            let is_ready = !object.has(self.exhausted);
            let printed = self.printed(object.card);
            if !is_ready && !self.is_tireless || printed.kind & TOKEN != 0 {
                continue;
            }
            if is_ready {
                if reader.forbidden_to(Deed::Attack, id).is_none() {
                    let is_open = |target: &ObjectId| {
                        section == Some(*target)
                            || reader.forbidden_to(Deed::BeAttacked, *target).is_none()
                    };
                    let attack = |target| Action::Attack { attacker: id, target };
                    let targets = front.iter().copied().chain(section);
                    actions.extend(targets.filter(is_open).map(attack));
                }
                let keywords = object.granted | printed.keywords;
                if self.move_refusal(reader, id, keywords).is_none() {
                    for near in [lane.number.wrapping_sub(1), lane.number + 1] {
                        let room = self.room(reader, seat, near);
                        actions.extend(room.iter().map(|spot| spot.move_to(id)));
                    }
                }
            }
            // Few drones have any: nothing is looked for beforehand.
            self.offer_abilities(reader, seat, id, 0, actions);
        }
    }

    /// What an object in play can be used for. Some pieces are known to be
    /// there.
    #[inline(always)]
    fn offer_abilities(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        there: u64,
        actions: &mut Vec<Action>,
    ) {
        let object = reader.game.object(id);
        let printed = self.printed(object.card);
        for number in Bits(printed.active) {
            let demand = &printed.demands[usize::from(number)];
            let energy = reader.game.counter(seat, self.energy);
            if energy < demand.energy || object.used & demand.limit != 0 {
                continue;
            }
            let ability = number as u8;
            if demand.wanted & !there == 0 || self.can_use(reader, seat, id, ability, there) {
                actions.push(Action::Activate { object: id, ability });
            }
        }
    }

    /// Whether an ability can be used, everything asked.
    #[inline(never)]
    fn can_use(&self, reader: &Reader, seat: Seat, id: ObjectId, ability: u8, there: u64) -> bool {
        let seen = &mut Seen::there(there);
        self.ability_refusal(reader, seat, id, ability, seen).is_none()
    }
}
