//! What can be done: offers. Why something cannot be is said in
//! [`super::refuse`].

use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::query::{Listing, Reader};
use onplay_engine::state::Action;

use super::board::first_of;
use super::{ACTION, DEPLOY, Drones, LANES};

impl Drones {
    /// Offers the free actions of whoever decides. [drones 2.4] [drones 2.5]
    pub(super) fn offer(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let seat = reader.game.turn.decider;
        match reader.game.turn.phase {
            DEPLOY => self.offer_deployments(reader, seat, actions),
            ACTION => self.offer_turn(reader, seat, actions),
            _ => {}
        }
        actions.push(Action::Pass);
    }

    fn offer_deployments(&self, reader: &Reader, seat: Seat, actions: &mut Vec<Action>) {
        if !self.has_control(reader, seat) {
            return;
        }
        for id in reader.game.zone(self.hangars[seat.index()]).iter().copied() {
            if self.deployment_obstacle(reader, seat, id).is_some() {
                continue;
            }
            for row in self.rows[seat.index()] {
                if reader.place_obstacle(id, row).is_none() {
                    let deploy = |at| Action::Play { object: id, place: row, at };
                    actions.extend(places(reader, row).map(deploy));
                }
            }
        }
    }

    fn offer_turn(&self, reader: &Reader, seat: Seat, actions: &mut Vec<Action>) {
        let listing = reader.listing(seat);
        let play = |object: ObjectId| Action::Play { object, place: ZoneId::OUTSIDE, at: 0 };
        for id in reader.game.zone(self.hands[seat.index()]).iter().copied() {
            if listing.can_play(id) {
                actions.push(play(id));
            }
        }
        let elsewhere = listing.playable_elsewhere();
        actions.extend(elsewhere.filter(|id| !self.is_in_hangar(reader, *id)).map(play));
        for lane in 0..usize::from(LANES) {
            self.offer_row(reader, seat, lane, &listing, actions);
            if let Some(section) = first_of(reader, self.ships[seat.index()][lane]) {
                offer_uses(&listing, section, actions);
            }
        }
    }

    /// What the drones of a row can do: attack, move, use abilities.
    fn offer_row(
        &self,
        reader: &Reader,
        seat: Seat,
        lane: usize,
        listing: &Listing,
        actions: &mut Vec<Action>,
    ) {
        let (rows, enemy) = (&self.rows[seat.index()], seat.other().index());
        let row = reader.game.zone(rows[lane]);
        if row.is_empty() {
            return;
        }
        let front = reader.game.zone(self.rows[enemy][lane]);
        let section = first_of(reader, self.ships[enemy][lane])
            .filter(|section| self.section_obstacle(reader, *section, front).is_none());
        let beside = [lane.wrapping_sub(1), lane + 1]
            .map(|near| rows.get(near).copied().filter(|row| !reader.is_full(*row)));
        for id in row.iter().copied() {
            let object = reader.game.object(id);
            if self.printed(object.card).is_token {
                continue;
            }
            if !object.has(self.exhausted) {
                let is_open = |target: &ObjectId| listing.attack_obstacle(id, *target).is_none();
                let attack = |target| Action::Attack { attacker: id, target };
                let targets = front.iter().copied().chain(section);
                actions.extend(targets.filter(is_open).map(attack));
                if !self.is_inert(reader, id) {
                    for place in beside.into_iter().flatten() {
                        if listing.shift_obstacle(id, place).is_none() {
                            let step = |at| Action::Move { object: id, place, at };
                            actions.extend(places(reader, place).map(step));
                        }
                    }
                }
            }
            offer_uses(listing, id, actions);
        }
    }
}

/// The places of a row in the order they are offered: the right end first, then
/// before every drone. [drones 1.1]
#[inline]
fn places(reader: &Reader, row: ZoneId) -> impl Iterator<Item = u8> + use<> {
    std::iter::once(u8::MAX).chain(0..reader.game.zones.len(row) as u8)
}

/// What an object in play can be used for.
#[inline]
fn offer_uses(listing: &Listing, id: ObjectId, actions: &mut Vec<Action>) {
    let activate = |ability: u16| Action::Activate { object: id, ability: ability as u8 };
    actions.extend(Bits(listing.usable(id)).map(activate));
}
