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

use super::board::Spot;
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
    /// The places to take in the rows beside.
    beside: [&'a [Spot]; 2],
    /// No card can forbid any of it.
    is_free: bool,
}

/// The deeds of an attack or a move that cards can forbid.
const WATCHED: u32 =
    1 << Deed::Attack as u32 | 1 << Deed::BeAttacked as u32 | 1 << Deed::Move as u32;

impl Ways<'_> {
    /// Everything, to a drone that may do it all.
    #[inline(never)]
    fn offer(&self, id: ObjectId, actions: &mut Vec<Action>) {
        let attacks = self.targets().map(|target| Action::Attack { attacker: id, target });
        actions.extend(attacks.chain(self.moves(id)));
    }

    #[inline(always)]
    fn targets(&self) -> impl Iterator<Item = ObjectId> {
        self.front.iter().copied().chain(self.section)
    }

    #[inline(always)]
    fn moves(&self, id: ObjectId) -> impl Iterator<Item = Action> {
        let [left, right] = self.beside;
        left.iter().chain(right).map(move |spot| spot.move_to(id))
    }
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

    #[inline(never)]
    fn offer_deployments(&self, reader: &Reader, seat: Seat, actions: &mut Vec<Action>) {
        if !self.has_control(reader, seat) {
            return;
        }
        let rooms = [0, 1, 2].map(|lane| self.room(reader, seat, lane));
        for id in reader.game.zone(self.hangars[seat.index()]).iter().copied() {
            if self.deploy_refusal(reader, seat, id).is_none() {
                offer_rooms(rooms, id, actions);
            }
        }
    }

    fn offer_deeds(&self, reader: &Reader, seat: Seat, actions: &mut Vec<Action>) {
        let there = self.first_sight(reader, seat);
        self.offer_cards(reader, seat, there, actions);
        for lane in 0..LANES {
            self.offer_row(reader, seat, lane, actions);
            if let Some(section) = self.section(reader, seat, lane) {
                self.offer_abilities(reader, seat, section, there, actions);
            }
        }
    }

    /// The cards of the hand that can be played.
    #[inline(never)]
    fn offer_cards(&self, reader: &Reader, seat: Seat, there: u64, actions: &mut Vec<Action>) {
        let energy = reader.game.counter(seat, self.energy);
        let mut seen = Seen::there(there);
        for id in reader.game.zone(self.hands[seat.index()]) {
            let demand = &self.printed(reader.game.object(*id).card).demand;
            if energy < demand.energy {
                continue;
            }
            if demand.wanted & !there == 0 || self.can_play(reader, seat, *id, &mut seen) {
                actions.push(Action::Play { object: *id, place: ZoneId::OUTSIDE, at: 0 });
            }
        }
    }

    /// Whether a card can be played, everything asked.
    #[inline(never)]
    fn can_play(&self, reader: &Reader, seat: Seat, id: ObjectId, seen: &mut Seen) -> bool {
        self.play_refusal(reader, seat, id, seen).is_none()
    }

    /// What the drones of a row can do: attack, move, use abilities.
    #[inline]
    fn offer_row(&self, reader: &Reader, seat: Seat, lane: u8, actions: &mut Vec<Action>) {
        let mut ways = None;
        for id in reader.game.zone(self.row(seat, lane)).iter().copied() {
            let object = reader.game.object(id);
            let is_ready = !object.has(self.exhausted);
            if !is_ready && !self.is_tireless {
                continue;
            }
            let printed = self.printed(object.card);
            if printed.kind & TOKEN != 0 {
                continue;
            }
            if is_ready {
                let ways = ways.get_or_insert_with(|| self.ways(reader, seat, lane));
                let keywords = object.granted | printed.keywords;
                if ways.is_free && keywords >> self.inert.0 & 1 == 0 {
                    ways.offer(id, actions);
                } else {
                    self.offer_some_ways(reader, id, keywords, ways, actions);
                }
            }
            if printed.active != 0 {
                self.offer_drone(reader, seat, id, actions);
            }
        }
    }

    /// The abilities of a drone. It does not choose itself, so that what was
    /// seen at first sight does not count.
    #[cold]
    fn offer_drone(&self, reader: &Reader, seat: Seat, id: ObjectId, actions: &mut Vec<Action>) {
        self.offer_abilities(reader, seat, id, 0, actions);
    }

    #[inline(never)]
    fn ways<'a>(&'a self, reader: &Reader<'a>, seat: Seat, lane: u8) -> Ways<'a> {
        let front = reader.game.zone(self.row(seat.other(), lane));
        let section = self.section(reader, seat.other(), lane);
        let is_open = |section: &ObjectId| self.section_refusal(reader, *section, front).is_none();
        let beside = [lane.wrapping_sub(1), lane + 1].map(|near| self.room(reader, seat, near));
        let is_free = reader.catalog.program.forbids & WATCHED == 0;
        Ways { front, section: section.filter(is_open), beside, is_free }
    }

    /// What a ready drone can attack, and where it can move, if some of it is
    /// forbidden.
    #[cold]
    fn offer_some_ways(
        &self,
        reader: &Reader,
        id: ObjectId,
        keywords: u32,
        ways: &Ways,
        actions: &mut Vec<Action>,
    ) {
        if reader.forbidden_to(Deed::Attack, id).is_none() {
            let is_open = |target: &ObjectId| {
                ways.section == Some(*target)
                    || reader.forbidden_to(Deed::BeAttacked, *target).is_none()
            };
            let attack = |target| Action::Attack { attacker: id, target };
            actions.extend(ways.targets().filter(is_open).map(attack));
        }
        if self.move_refusal(reader, id, keywords).is_none() {
            actions.extend(ways.moves(id));
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

/// The places where a drone of the hangar can begin to fly.
#[inline(never)]
fn offer_rooms(rooms: [&[Spot]; LANES as usize], id: ObjectId, actions: &mut Vec<Action>) {
    let [left, middle, right] = rooms.map(<[Spot]>::iter);
    actions.extend(left.chain(middle).chain(right).map(|spot| spot.deploy(id)));
}
