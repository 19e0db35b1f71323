//! Room: where something can be put, and which choices would lead nowhere.

use crate::card::{
    Destination, Effect, Pick, Place, Reference, Selection, Side, Spot, Verb, Whose,
};
use crate::compile::Op;
use crate::id::{Handle, ObjectId, Seat, ZoneId, ZoneKind};
use crate::mask::Bits;
use crate::query::{Reader, Scope};
use crate::rulebook::{Role, Shape};

impl Reader<'_> {
    /// Whether choosing an object for an operation leads anywhere: what moves needs
    /// a place to go to, what is attached a host that has room.
    pub(crate) fn leads_somewhere(
        &self,
        op: u16,
        what: &Selection,
        scope: &Scope,
        id: ObjectId,
    ) -> bool {
        match &self.catalog.program.ops[usize::from(op)] {
            Op::Do { effect: Effect::Move { verb: Verb::Shift, to, .. }, .. } => {
                self.open_places(scope, self.game.handle(id), Verb::Shift, *to) != 0
            }
            Op::Do { effect: Effect::Attach { to, .. }, .. } if std::ptr::eq(what, to) => {
                self.has_free_slot(id)
            }
            Op::Do { effect: Effect::Choose { .. }, .. } => {
                let mut scope = *scope;
                scope.tried = what.mention.map(|slot| (slot, self.game.handle(id)));
                let scope = scope;
                self.places_to_choose(op + 1, &scope).is_none_or(|places| places != 0)
            }
            _ => true,
        }
    }

    /// Whether some objects may be no choice for an operation for want of room.
    pub(crate) fn needs_room(&self, op: u16) -> bool {
        let ops = &self.catalog.program.ops;
        match &ops[usize::from(op)] {
            Op::Do { effect: Effect::Move { verb: Verb::Shift, .. }, .. } => true,
            Op::Do { effect: Effect::Attach { .. }, .. } => {
                self.catalog.rules.attachment_slots.is_some()
            }
            Op::Do { effect: Effect::Choose { .. }, .. } => matches!(
                ops.get(usize::from(op) + 1),
                Some(Op::Do { effect: Effect::ChoosePlace { near: Some(_), .. }, .. })
            ),
            _ => false,
        }
    }

    /// Whether an object has room for one more attachment.
    pub fn has_free_slot(&self, host: ObjectId) -> bool {
        self.catalog.rules.attachment_slots.is_none_or(|slots| {
            let most = self.value(host, slots).max(0) as usize;
            self.game.attachments.attached_to(host).count() < most
        })
    }

    /// How many objects a loop can move to the place that was chosen, if that is
    /// what the operation does with each of them.
    pub(crate) fn room_for_loop(&self, op: u16, scope: &Scope) -> Option<usize> {
        let ops = &self.catalog.program.ops;
        let Op::Each { what: each, .. } = &ops[usize::from(op)] else { return None };
        let one = Selection::the(Reference::Slot(each.mention?));
        match ops.get(usize::from(op) + 1)? {
            Op::Do { effect: Effect::Move { what, to: Some(to), .. }, .. }
                if to.spot == Spot::Chosen && *what == one =>
            {
                let most = self.catalog.rules.capacity_of(scope.place)?;
                Some(usize::from(most).saturating_sub(self.game.zones.len(scope.place)))
            }
            _ => None,
        }
    }

    /// The places that an operation offers, if it has its player choose one.
    pub(crate) fn places_to_choose(&self, op: u16, scope: &Scope) -> Option<u64> {
        match self.catalog.program.ops.get(usize::from(op))? {
            Op::Do { effect: Effect::ChoosePlace { zone, whose, near }, .. } => {
                let places = self.places_near(*zone, *whose, *near, scope);
                Some(self.places_with_room(op + 1, places, scope))
            }
            _ => None,
        }
    }

    fn places_near(&self, zone: ZoneKind, whose: Whose, near: Option<Place>, scope: &Scope) -> u64 {
        let rules = &self.catalog.rules;
        let mut places = rules.places_of(zone);
        places &= match whose {
            Whose::Yours => rules.places_of_seat(scope.controller),
            Whose::Enemy => rules.places_of_seat(scope.controller.other()),
            Whose::Any => u64::MAX,
        };
        // A lane has two sides; naming it once is enough.
        if rules.zones[zone.index()].shape == Shape::Lanes && whose == Whose::Any {
            places &= rules.places_of_seat(scope.controller);
        }
        near.map_or(places, |near| places & self.zones_at(near, scope))
    }

    /// Of some places, those with room for what the operations from this one on put
    /// there.
    fn places_with_room(&self, from: u16, places: u64, scope: &Scope) -> u64 {
        let ops = &self.catalog.program.ops[usize::from(from)..];
        let rest = ops.iter().take_while(|op| !matches!(op, Op::End));
        rest.fold(places, |places, op| {
            let seat = match op {
                Op::Do { effect: Effect::Create { who, to: Some(to), .. }, .. }
                    if to.spot == Spot::Chosen =>
                {
                    self.player(*who, scope)
                }
                Op::Do { effect: Effect::Move { what, to: Some(to), .. }, .. }
                    if to.spot == Spot::Chosen =>
                {
                    let moved = match what.pick {
                        Pick::The(reference) => self.game.present(self.resolve(reference, scope)),
                        _ => None,
                    };
                    moved.map_or(scope.controller, |object| object.controller)
                }
                _ => return places,
            };
            Bits(places)
                .filter(|place| !self.is_full(self.side_of(ZoneId(*place as u8), seat)))
                .fold(0, |open, place| open | 1 << place)
        })
    }

    /// A seat's side of a place.
    fn side_of(&self, place: ZoneId, seat: Seat) -> ZoneId {
        let rules = &self.catalog.rules;
        let is_own = rules.seat(place) == seat;
        if is_own { place } else { rules.opposite(place).unwrap_or(place) }
    }

    /// The places that an object may be put to and that have room, as a mask.
    pub(crate) fn open_places(
        &self,
        scope: &Scope,
        handle: Handle,
        verb: Verb,
        to: Option<Destination>,
    ) -> u64 {
        let Some(object) = self.game.present(handle) else { return 0 };
        let rules = &self.catalog.rules;
        let zone_of = |reference| {
            let handle = self.resolve(reference, scope);
            self.look(handle).map_or(ZoneId::OUTSIDE, |snapshot| snapshot.zone)
        };
        let places = match to.map_or(Spot::Adjacent, |to| to.spot) {
            Spot::Adjacent if to.is_none() && verb != Verb::Shift => {
                self.places_to_enter() & rules.places_of_seat(object.owner)
            }
            Spot::Adjacent => {
                rules.adjacent(object.zone) & rules.places_of_seat(rules.seat(object.zone))
            }
            Spot::Chosen => {
                let is_named = to.is_some_and(|to| to.side != Side::Owner);
                let place = if is_named {
                    scope.place
                } else {
                    self.side_of(scope.place, object.controller)
                };
                1 << place.0
            }
            Spot::Of(reference) => 1 << zone_of(reference).0,
            Spot::InFrontOf(reference) => {
                rules.opposite(zone_of(reference)).map_or(0, |front| 1 << front.0)
            }
            Spot::Any | Spot::AroundChosen => to.map_or(0, |to| {
                let seat = match to.side {
                    Side::Owner => object.owner,
                    Side::You => scope.controller,
                    Side::Opponent => scope.controller.other(),
                    Side::Controller => object.controller,
                };
                rules.places_of(to.zone) & rules.places_of_seat(seat)
            }),
        };
        let is_open = |place: &u16| {
            let place = ZoneId(*place as u8);
            !self.is_full(place)
                && match verb {
                    Verb::Shift => self.shift_obstacle(handle.id, place).is_none(),
                    Verb::Deploy => self.deploy_obstacle(handle.id, place).is_none(),
                    _ => true,
                }
        };
        // What moves goes elsewhere.
        let places = if verb == Verb::Shift { places & !(1 << object.zone.0) } else { places };
        // The outside is no place to go to.
        Bits(places & !1).filter(is_open).fold(0, |open, place| open | 1 << place)
    }

    /// The places of both seats into which objects come, as a mask.
    pub(crate) fn places_to_enter(&self) -> u64 {
        let rules = &self.catalog.rules;
        let kinds = rules.zones.iter().enumerate().filter(|(_, rule)| rule.role == Role::Play);
        kinds.fold(0, |places, (kind, _)| places | rules.places_of(ZoneKind(kind as u16)))
    }
}
