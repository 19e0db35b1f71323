//! What can be done to a game, in the words that rules and effects use: each
//! becomes events that go through the [door](crate::mutate).

use crate::card::Verb;
use crate::event::{Event, Kind};
use crate::id::{AttributeId, CardId, CounterId, FlagId, Handle, ObjectId, PhaseId, Seat, ZoneId};
use crate::mask::Bits;
use crate::mutate::{END, Engine, fresh_values};
use crate::rulebook::Role;
use crate::state::{Game, Object, Task, Work};

impl Engine<'_> {
    /// Moves an object in some manner to where that manner leads.
    pub fn move_by(&mut self, id: ObjectId, verb: Verb, to: Option<ZoneId>) -> bool {
        let object = self.game.object(id);
        let role = match verb {
            Verb::Destroy | Verb::Sacrifice | Verb::Discard | Verb::Mill => Role::Discard,
            Verb::Exile => Role::Exile,
            Verb::Return => Role::Hand,
            Verb::Enter | Verb::Deploy => Role::Play,
            Verb::Shift | Verb::Put => Role::Other,
        };
        let to = to.unwrap_or_else(|| self.catalog.rules.zone_of(role, object.owner));
        self.move_to(id, verb, to, END)
    }

    /// Moves an object to a place in a zone.
    pub fn move_to(&mut self, id: ObjectId, verb: Verb, to: ZoneId, at: u16) -> bool {
        let (object, rules) = (self.game.object(id), &self.catalog.rules);
        let was = rules.is_in_play(object.zone);
        let (mut to, mut kind) = (to, Kind::of(verb));
        // What was played for reclaim is banished instead of leaving play.
        if was
            && let Some(flag) = rules.banished_when_left
            && object.has(flag)
            && !rules.is_in_play(to)
        {
            (to, kind) = self.banish_instead(object.owner, kind);
        }
        // Coming, leaving and staying away have little in common.
        match (was, rules.is_in_play(to)) {
            (false, false) => self.move_as::<false, false>(id, kind, to, at),
            (false, true) => self.move_as::<false, true>(id, kind, to, at),
            (true, false) => self.move_as::<true, false>(id, kind, to, at),
            (true, true) => self.move_within(id, kind, to, at),
        }
    }

    /// Where it goes then, and what happens to it.
    #[cold]
    fn banish_instead(&self, owner: Seat, kind: Kind) -> (ZoneId, Kind) {
        // Giving it up is still giving it up.
        let kind = if kind == Kind::Sacrificed { kind } else { Kind::Exiled };
        (self.catalog.rules.zone_of(Role::Exile, owner), kind)
    }

    #[inline(never)]
    fn move_within(&mut self, id: ObjectId, kind: Kind, to: ZoneId, at: u16) -> bool {
        self.move_as::<true, true>(id, kind, to, at)
    }

    /// [`Engine::move_to`] for an object that was in play or not, to a place that
    /// is or is not.
    #[inline(always)]
    fn move_as<const WAS: bool, const IS: bool>(
        &mut self,
        id: ObjectId,
        kind: Kind,
        to: ZoneId,
        at: u16,
    ) -> bool {
        let object = self.game.object(id);
        let player = if IS { self.catalog.rules.seat(to) } else { object.controller };
        let mut event = Event::new(kind, player)
            .object(self.game.handle(id))
            .other(self.game.pending.work.last().map_or(Handle::NONE, |work| work.source))
            .places(object.zone, to)
            .what(at);
        if !self.move_about::<WAS, IS>(&mut event) {
            return false;
        }
        if event.kind == Kind::Shifted && self.policy().split_moves {
            self.announce_move(event);
        }
        true
    }

    /// Puts as many cards as wanted from the top of a place to the end of another,
    /// one after the other.
    pub fn deal(&mut self, from: ZoneId, to: ZoneId, count: usize) {
        let count = count.min(self.game.zones.len(from));
        if self.is_unseen(from, to) {
            self.deal_unseen(from, to, count);
            return;
        }
        for _ in 0..count {
            let Some(top) = self.game.zone(from).last().copied() else { return };
            self.move_to(top, Verb::Put, to, END);
        }
    }

    /// Whether putting something from one place to another is nobody's business,
    /// so that only the change matters.
    fn is_unseen(&self, from: ZoneId, to: ZoneId) -> bool {
        let (rules, places) = (&self.catalog.rules, 1 << from.0 | 1 << to.0);
        self.record.is_none()
            && from != to
            && rules.in_play() & places == 0
            && rules.capacity_of(to).is_none()
            && !self.catalog.program.seen.contains(false, Kind::Put, to)
    }

    fn deal_unseen(&mut self, from: ZoneId, to: ZoneId, count: usize) {
        let shared = self.catalog.rules.is_shared(to);
        let Game { zones, objects, .. } = &mut *self.game;
        for id in zones.deal(from, to, count) {
            let object = &mut objects[id.index()];
            object.renew(to, &self.catalog.program.fresh);
            if !shared {
                object.controller = object.owner;
            }
        }
        if !self.game.attachments.is_empty() {
            let last = self.game.zones.len(to);
            for at in last - count..last {
                let id = self.game.zones.of(to)[at];
                if self.game.attachments.detach(id) {
                    self.mark_stale_after(Kind::Attached);
                }
            }
        }
        self.count_unheard(count);
        self.mark_stale_after_dealing(from, to, count, Kind::Put);
    }

    /// Whether it is nobody's business now if something is put from play to a place:
    /// nobody listens_for of it, and nothing is going on that could look back at it.
    pub fn leaves_unseen(&self, to: ZoneId) -> bool {
        let (game, rules) = (&*self.game, &self.catalog.rules);
        self.record.is_none()
            && !self.catalog.program.seen.contains(true, Kind::Put, to)
            && !self.batching
            && self.game.pending.is_empty()
            && game.attachments.is_empty()
            && game.modifiers.is_empty()
            && game.delayed.is_empty()
            && rules.banished_when_left.is_none()
            && rules.capacity_of(to).is_none()
            && !rules.is_in_play(to)
    }

    /// Puts an object that [leaves unseen](Engine::leaves_unseen) to the end of a place.
    pub fn put_unseen(&mut self, id: ObjectId, to: ZoneId) {
        let (was, object) = (self.game.handle(id), self.game.object(id));
        if self.catalog.card(object.card).token {
            self.move_to(id, Verb::Put, to, END);
            return;
        }
        let (from, shared) = (object.zone, self.catalog.rules.is_shared(to));
        let Some(position) = self.game.zones.position(from, id) else { return };
        self.game.unregister_abilities(self.catalog, id);
        self.game.zones.shift(from, position, to, usize::MAX);
        let object = self.game.object_mut(id);
        object.renew(to, &self.catalog.program.fresh);
        if !shared {
            object.controller = object.owner;
        }
        self.frame.left(self, was);
        self.count_unheard(1);
        self.game.derived.stale |= self.is_stale_at(1 << from.0 | 1 << to.0, id, false)
            || self.is_stale_after(Kind::Put.bit(), id);
    }

    /// Nothing looks back at what has left any more, unless something is still to be done
    /// that may.
    pub fn forget_past(&mut self) {
        if self.game.pending.is_empty() {
            self.game.last_known.clear();
        }
    }

    /// Counts events that nobody heard.
    pub(crate) fn count_unheard(&mut self, events: usize) {
        self.game.clock.ordinal += events as u32;
        if !self.batching {
            self.game.clock.batch = self.game.clock.batch.wrapping_add(events as u16);
        }
    }

    /// Asks whether it changes what statics do that so many objects have come to the
    /// end of a place in some way.
    #[inline(always)]
    pub(crate) fn mark_stale_after_dealing(
        &mut self,
        from: ZoneId,
        to: ZoneId,
        count: usize,
        kind: Kind,
    ) {
        let places = 1 << from.0 | 1 << to.0;
        let (kinds, needed) = self.game.derived.dependencies;
        if kinds & kind.bit() != 0 || needed & places != 0 {
            self.check_stale_after_dealing(places, to, count, kind);
        }
    }

    #[inline(never)]
    fn check_stale_after_dealing(&mut self, places: u64, to: ZoneId, count: usize, kind: Kind) {
        let last = self.game.zones.len(to);
        for at in last - count..last {
            let id = self.game.zones.of(to)[at];
            self.game.derived.stale |=
                self.is_stale_at(places, id, false) || self.is_stale_after(kind.bit(), id);
        }
    }

    /// The lane left and the lane entered see a move after its own drone has.
    fn announce_move(&mut self, event: Event) {
        let (by, depth) = self.behind();
        let work = Work { depth, ..Work::new(Task::Announce, event.player).source(by) };
        let out = Work { event: Event { kind: Kind::MovedOut, ..event }, ..work };
        let into = Work { event: Event { kind: Kind::MovedIn, ..event }, ..work };
        self.sequence(&[out, into]);
    }

    /// Damages an object. Returns what got through.
    #[inline(always)]
    pub fn damage(&mut self, target: ObjectId, amount: i16, kind: u16, by: Handle) -> i16 {
        if !self.frame.can_damage(&self.reader(), target, kind) {
            return 0;
        }
        if let Some(seat) = self.frame.stands_for(&self.reader(), target) {
            return self.hit_player(seat, amount, by);
        }
        let player = self.game.object(target).controller;
        let event = Event::new(Kind::Damaged, player)
            .object(self.game.handle(target))
            .other(by)
            .amount(amount)
            .what(kind);
        self.apply_event(event).map_or(0, |event| event.amount)
    }

    /// Damages a player, where players have life. Returns what was dealt.
    pub fn hit_player(&mut self, seat: Seat, amount: i16, by: Handle) -> i16 {
        let Some(life) = self.catalog.rules.life else { return 0 };
        if amount <= 0 || !self.frame.can_damage_player(&self.reader(), seat) {
            return 0;
        }
        let event = Event::new(Kind::HitPlayer, seat).object(by).amount(amount).what(life.0);
        self.apply_event(event).map_or(0, |event| event.amount)
    }

    /// Changes a player's counter; the event says by how much it really did.
    #[inline]
    pub fn change_counter(&mut self, seat: Seat, counter: CounterId, by: i16) -> i16 {
        let kind = if by >= 0 { Kind::CounterGained } else { Kind::CounterLost };
        if self.is_private(kind, 1 << (counter.0 & 63)) {
            self.count_quietly(seat, counter, by, kind)
        } else {
            self.count_aloud(seat, counter, by, kind)
        }
    }

    /// Changes a counter by an event.
    #[inline(never)]
    fn count_aloud(&mut self, seat: Seat, counter: CounterId, by: i16, kind: Kind) -> i16 {
        let by_whom = self.game.pending.work.last().map_or(Handle::NONE, |work| work.source);
        let event =
            Event::new(kind, seat).amount(by.saturating_abs()).what(counter.0).other(by_whom);
        self.apply_event(event).map_or(0, |event| event.amount)
    }

    /// Changes a counter that is nobody's business, as the event would.
    #[inline]
    fn count_quietly(&mut self, seat: Seat, counter: CounterId, by: i16, kind: Kind) -> i16 {
        self.count_batch();
        let changed = self.add_counter(seat, counter, by);
        if changed != 0 {
            self.game.clock.ordinal += 1;
            self.mark_stale_after(kind);
            self.frame.counted(self, seat, counter);
        }
        changed.saturating_abs()
    }

    /// Sets a player's counter without an event, as the frame's bookkeeping.
    pub fn set_counter(&mut self, seat: Seat, counter: CounterId, to: i16) {
        self.game.players[seat.index()].counters[counter.index()] = to;
        self.mark_stale_after(Kind::CounterGained);
    }

    #[inline(always)]
    pub fn set_flag(&mut self, id: ObjectId, flag: FlagId, on: bool) -> bool {
        let kind = if on { Kind::FlagSet } else { Kind::FlagCleared };
        if self.is_private(kind, 1 << flag.0) {
            return self.flip(id, flag, on, kind);
        }
        let object = self.game.object(id);
        let event = Event::new(kind, object.controller).object(self.game.handle(id)).what(flag.0);
        self.apply_event(event).is_some()
    }

    /// Gives statuses, as a mask, to what lies in so many zones, or takes them
    /// off, in order, until so many objects have changed.
    #[inline(always)]
    pub fn set_flags(&mut self, row: (ZoneId, usize), flags: u16, on: bool, most: usize) {
        let kind = if on { Kind::FlagSet } else { Kind::FlagCleared };
        if flags.count_ones() <= 2
            && self.is_private(kind, flags.into())
            && self.game.derived.dependencies.0 & kind.bit() == 0
        {
            self.flip_all(row, flags, on, most);
            return;
        }
        let mut left = most;
        for at in 0.. {
            let Some(id) = self.game.zones.row(row.0, row.1).get(at).copied() else { return };
            let lacks = missing(self.game.object(id).flags, flags, on);
            if lacks != 0 {
                if left == 0 {
                    return;
                }
                left -= 1;
                Bits(lacks.into()).for_each(|flag| {
                    self.set_flag(id, FlagId(flag), on);
                });
            }
        }
    }

    /// The same where it is nobody's business, for one status or two.
    fn flip_all(&mut self, row: (ZoneId, usize), flags: u16, on: bool, most: usize) {
        let Game { zones, objects, .. } = &mut *self.game;
        let (mut left, mut changes) = (most, 0);
        let others = flags & flags.wrapping_sub(1);
        // Without a jump: which of them change is hard to foresee.
        for id in zones.row(row.0, row.1) {
            let object = &mut objects[id.index()];
            let lacks = if left > 0 { missing(object.flags, flags, on) } else { 0 };
            left -= usize::from(lacks != 0);
            object.flags ^= lacks;
            changes += usize::from(lacks & !others != 0) + usize::from(lacks & others != 0);
        }
        self.count_unheard(changes);
    }

    /// Whether nobody can hear such events about these symbols, count them, replace
    /// them or read about them, so that only their change matters.
    #[inline]
    pub(crate) fn is_private(&self, kind: Kind, symbols: u64) -> bool {
        let program = &self.catalog.program;
        self.record.is_none()
            && !self.may_be_replaced(kind)
            && program.tallied.0[kind as usize] == 0
            && !program.any_can_be_listened_for(kind, symbols)
    }

    /// Changes a status that is nobody's business, as the event would.
    fn flip(&mut self, id: ObjectId, flag: FlagId, on: bool, kind: Kind) -> bool {
        self.count_batch();
        let changed = self.game.set_flag(id, flag, on);
        if changed {
            self.game.clock.ordinal += 1;
            self.game.derived.stale |= self.is_stale_after(kind.bit(), id);
        }
        changed
    }

    /// Changes an attribute for good.
    pub fn gain(&mut self, id: ObjectId, attribute: AttributeId, by: i16) {
        let kind = if by >= 0 { Kind::Gained } else { Kind::Lost };
        let by_whom = self.game.pending.work.last().map_or(Handle::NONE, |work| work.source);
        let object = self.game.object(id);
        let event = Event::new(kind, object.controller)
            .object(self.game.handle(id))
            .other(by_whom)
            .amount(by.saturating_abs())
            .what(attribute.0);
        self.apply_event(event);
    }

    /// Announces that a phase, turn or round began. Mostly nobody waits for it.
    #[inline]
    pub fn begin_phase(&mut self, phase: PhaseId, player: Seat) {
        if self.is_phase_awaited(phase, player) {
            self.announce_phase(phase, player);
        } else {
            self.game.clock.ordinal += 1;
            self.mark_stale_after(Kind::Began);
        }
    }

    /// Whether it is anybody's business that a phase begins.
    #[inline]
    fn is_phase_awaited(&self, phase: PhaseId, player: Seat) -> bool {
        let event = Event::new(Kind::Began, player).what(phase.0);
        self.record.is_some()
            || self.catalog.program.tallied.0[Kind::Began as usize] != 0
            || self.may_have_listener(&event)
    }

    #[inline(never)]
    fn announce_phase(&mut self, phase: PhaseId, player: Seat) {
        self.emit(Event::new(Kind::Began, player).what(phase.0));
    }

    /// Brings a new object into the game, in a zone, without an event.
    ///
    /// Returns nothing when the table is full or the card does not exist.
    pub fn create_object(&mut self, card: CardId, owner: Seat, to: ZoneId) -> Option<ObjectId> {
        if card.index() >= self.catalog.cards.len() {
            return None;
        }
        let id = *self.game.zones.of(ZoneId::OUTSIDE).first()?;
        let incarnation = self.game.object(id).incarnation.wrapping_add(1);
        *self.game.object_mut(id) =
            Object { card, owner, controller: owner, incarnation, ..Object::ABSENT };
        self.game.zones.shift(ZoneId::OUTSIDE, 0, to, usize::MAX);
        let rules = &self.catalog.rules;
        let seat = rules.seat(to);
        let shared = rules.is_shared(to);
        let object = self.game.object_mut(id);
        object.zone = to;
        object.controller = if shared { owner } else { seat };
        fresh_values(self.game, self.catalog, id);
        if rules.is_in_play(to) {
            self.enter_play(id);
            self.shift_slot_bonus(id, ZoneId::OUTSIDE, to);
            self.game.derived.stale |= self.is_stale_at(1 << to.0, id, false);
            self.touch(id);
        }
        Some(id)
    }

    /// Brings the cards of a deck into the game, in order, without events. As
    /// many come as the table has room for.
    pub fn lay(&mut self, cards: impl Iterator<Item = CardId>, owner: Seat, to: ZoneId) {
        if self.catalog.rules.is_in_play(to) {
            cards.for_each(|card| {
                self.create_object(card, owner, to);
            });
            return;
        }
        let rules = &self.catalog.rules;
        let controller = if rules.is_shared(to) { owner } else { rules.seat(to) };
        let fresh = &self.catalog.program.fresh[..];
        let Game { zones, objects, .. } = &mut *self.game;
        let (mut outside, mut count) = (zones.of(ZoneId::OUTSIDE).iter(), 0);
        // Decks repeat their cards: going through them from inside is cheaper.
        cards.for_each(|card| {
            let Some(values) = fresh.get(card.index()).copied() else { return };
            let Some(id) = outside.next() else { return };
            let object = &mut objects[id.index()];
            let incarnation = object.incarnation.wrapping_add(1);
            *object =
                Object { card, owner, controller, incarnation, values, zone: to, ..Object::ABSENT };
            count += 1;
        });
        self.game.zones.bring(count, to);
    }

    /// Takes an object out of the game without an event: a token ceases to
    /// exist.
    pub fn remove_object(&mut self, id: ObjectId) {
        let zone = self.game.object(id).zone;
        let Some(position) = self.game.zones.position(zone, id) else { return };
        if self.catalog.rules.is_in_play(zone) {
            self.game.derived.stale |= self.game.derived.continuous_sources.contains(id);
            self.game.unregister_abilities(self.catalog, id);
        }
        self.game.zones.shift(zone, position, ZoneId::OUTSIDE, usize::MAX);
        let object = self.game.object_mut(id);
        object.zone = ZoneId::OUTSIDE;
        object.incarnation = object.incarnation.wrapping_add(1);
        if self.game.attachments.detach(id) {
            self.mark_stale_after(Kind::Attached);
        }
    }

    /// Shuffles a zone: the cards change places, not the ids, so that nobody
    /// can follow a card through a shuffle.
    pub fn shuffle(&mut self, zone: ZoneId) {
        let Game { zones, objects, dice, .. } = &mut *self.game;
        let mut order = zones.of(zone);
        while let [rest @ .., last] = order
            && !rest.is_empty()
        {
            let other = dice.below(order.len() as u32) as usize;
            swap_cards(objects, *last, order[other]);
            order = rest;
        }
        let seat = self.catalog.rules.seat(zone);
        self.emit(Event::new(Kind::Shuffled, seat).places(zone, zone));
    }

    /// Takes the attachment of one object to another.
    pub fn attach(&mut self, id: ObjectId, host: ObjectId) {
        self.game.attachments.attach(id, host);
        self.game.derived.stale = true;
        self.touch(id);
        let controller = self.game.object(id).controller;
        let event = Event::new(Kind::Attached, controller)
            .object(self.game.handle(id))
            .other(self.game.handle(host));
        self.emit(event);
    }

    /// Says who attacks what from now on; none for nobody.
    #[inline(always)]
    pub fn engage(&mut self, attacker: Handle, defender: Handle) {
        let fighters = [self.game.combat.attacker, self.game.combat.defender, attacker, defender];
        self.game.combat.attacker = attacker;
        self.game.combat.defender = defender;
        if self.is_stale_by(&fighters) {
            self.game.derived.stale = true;
        }
    }

    /// Resets abilities whose limit has this length, for all in play.
    #[inline]
    pub fn reset_limits(&mut self, limit: crate::card::Limit) {
        if self.game.derived.any_limit_used {
            self.reset_used(limit);
        }
    }

    #[inline(never)]
    fn reset_used(&mut self, limit: crate::card::Limit) {
        let Game { zones, objects, derived, .. } = &mut *self.game;
        derived.any_limit_used = false;
        for span in zones.spans(self.catalog.rules.in_play()) {
            for id in span {
                let object = &mut objects[id.index()];
                if object.used != 0 {
                    object.used &= !self.catalog.program.limited(object.card, limit);
                    derived.any_limit_used |= object.used != 0;
                }
            }
        }
    }

    /// A new turn: what cards count per turn starts again.
    pub fn begin_turn(&mut self, seat: Seat) {
        self.game.turn.number += 1;
        self.game.turn.active = seat;
        self.game.turn.began = self.game.clock.entered.saturating_add(1);
        for player in &mut self.game.players {
            player.tallies = [0; crate::rulebook::TALLIES];
        }
    }
}

/// Those of some statuses that are not as they shall be.
#[inline]
fn missing(has: u16, flags: u16, on: bool) -> u16 {
    flags & if on { !has } else { has }
}

/// Exchanges which cards two hidden objects are.
#[inline]
fn swap_cards(objects: &mut [Object], left: ObjectId, right: ObjectId) {
    let (one, two) = (left.index(), right.index());
    let (first, second) = (objects[one], objects[two]);
    for (at, from) in [(one, second), (two, first)] {
        let object = &mut objects[at];
        object.card = from.card;
        object.owner = from.owner;
        object.values = from.values;
    }
}
