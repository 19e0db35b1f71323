//! Changes of place: moving, drawing, creating, attaching, control.

use arrayvec::ArrayVec;

use crate::card::{Entering, Static, Verb};
use crate::event::{Event, Kind};
use crate::id::{AttributeId, CardId, Handle, ObjectId, Seat, ZoneId};
use crate::mask::Bits;
use crate::mutate::{END, Engine, fresh_values};
use crate::rulebook::Role;
use crate::state::{Change, Game, LastKnown, Modifier, Object, Task, Work};

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
        let (mut to, mut kind) = (to, Kind::of(verb));
        // What has this status is exiled instead of leaving play, or the stack for
        // anywhere else.
        let bound = rules.exiled_on_leaving.filter(|flag| object.has(*flag));
        let comes_from_stack = bound.is_some() && self.is_on_stack(object.zone);
        if bound.is_some()
            && !rules.is_in_play(to)
            && (comes_from_stack || rules.is_in_play(object.zone))
        {
            (to, kind) = self.exile_instead(object.owner, kind);
        }
        let player = if rules.is_in_play(to) { rules.seat(to) } else { object.controller };
        let by = self.game.pending.work.last().map_or(Handle::NONE, |work| work.source);
        let by = if self.catalog.program.asks_killer { self.killer(id, by) } else { by };
        let event = Event::new(kind, player)
            .object(self.game.handle(id))
            .other(by)
            .places(object.zone, to)
            .what(at);
        let Some(event) = self.apply_event(event) else { return false };
        if let Some(flag) = bound.filter(|_| comes_from_stack && rules.is_in_play(event.to)) {
            self.set_flag(id, flag, true);
        }
        if event.kind == Kind::Shifted && self.announces_lanes() {
            self.announce_move(event);
        }
        true
    }

    /// What an object is killed by: what dealt it the last blow, where one killed it.
    #[cold]
    fn killer(&self, id: ObjectId, by: Handle) -> Handle {
        let is_dead = self.catalog.rules.death.as_ref().is_some_and(|death| {
            let value = |attribute| self.reader().value(id, attribute);
            value(death.attribute) <= death.less.map_or(0, value)
        });
        let handle = self.game.handle(id);
        let hit = |one: &&Modifier| one.target == handle && one.change == Change::HitBy;
        let blow = self.game.modifiers.iter().rev().find(hit).filter(|_| is_dead);
        blow.map_or(by, |blow| blow.source)
    }

    /// Moves the object of an event to where it says.
    pub(super) fn commit_move(&mut self, event: &mut Event) -> bool {
        let (id, to) = (event.object.id, event.to);
        let from = self.game.object(id).zone;
        let Some(position) = self.game.zones.position(from, id) else { return false };
        if from != to && self.reader().is_full(to) {
            return false;
        }
        let is_entering = {
            let rules = &self.catalog.rules;
            rules.is_in_play(to) && !rules.is_in_play(from)
        };
        if is_entering && !self.frame.can_enter(&self.reader(), id, to) {
            return false;
        }
        event.from = from;
        self.game.zones.shift(from, position, to, usize::from(event.what));
        let rules = &self.catalog.rules;
        match (rules.is_in_play(from), rules.is_in_play(to)) {
            (false, false) => {
                self.renew(id, to);
                self.mark_stale_at(event, false);
            }
            (false, true) => {
                self.renew(id, to);
                self.arrive(event);
                self.mark_newcomer(id);
            }
            (true, false) => {
                self.depart(event, position);
                self.mark_stale_at(event, false);
                self.mark_departed(id);
            }
            (true, true) if event.kind == Kind::Shifted => {
                self.game.object_mut(id).zone = to;
                self.mark_stale_at(event, true);
                self.shift_slot_bonus(id, from, to);
                self.touch(id);
            }
            (true, true) => {
                self.depart(event, position);
                self.arrive(event);
                self.touch(id);
            }
        }
        true
    }

    /// What continuous effects do may depend on who stands in the places of a
    /// move. An object that is kept has stayed what it was.
    #[inline]
    fn mark_stale_at(&mut self, event: &Event, kept: bool) {
        if self.is_stale_at(1 << event.from.0 | 1 << event.to.0, event.object.id, kept) {
            self.game.derived.stale = true;
        }
    }

    /// An object that has been moved out of play is remembered as it was there.
    fn depart(&mut self, event: &Event, position: usize) {
        let spares = self.spares_now();
        self.remember_leaving(event.object.id, position, self.catalog.rules.is_in_play(event.to));
        self.renew(event.object.id, event.to);
        self.drop_modifiers(event.object);
        // What it may have kept from being destroyed is looked at again.
        self.game.derived.stale |= spares;
        self.game.derived.spares |= spares;
        self.frame.left(self, event.object);
    }

    /// An object that has been moved into play. From here on the event is about it
    /// as it is there.
    #[inline]
    fn arrive(&mut self, event: &mut Event) {
        let id = event.object.id;
        self.enter_play(id);
        event.object = self.game.handle(id);
        self.mark_stale_at(event, false);
        self.shift_slot_bonus(id, ZoneId::OUTSIDE, event.to);
    }

    /// What has come to another place is a new object of its card, attached to
    /// nothing.
    #[inline]
    fn renew(&mut self, id: ObjectId, to: ZoneId) {
        let rules = &self.catalog.rules;
        let (seat, is_shared) = (rules.seat(to), rules.is_shared(to));
        let is_in_play = rules.is_in_play(to);
        let object = self.game.object_mut(id);
        object.renew(to, &self.catalog.program.fresh);
        if !is_shared {
            object.controller = if is_in_play { seat } else { object.owner };
        }
        if !self.game.attachments.is_empty() {
            self.detach_moved(id);
        }
    }

    /// Puts as many cards as wanted from the top of a place to the end of
    /// another, one after the other.
    pub fn deal(&mut self, from: ZoneId, to: ZoneId, count: usize) {
        for _ in 0..count.min(self.game.zones.len(from)) {
            let Some(top) = self.game.zone(from).last().copied() else { return };
            self.move_to(top, Verb::Put, to, END);
        }
    }

    /// A player draws; returns how many cards they got.
    pub fn draw_cards(&mut self, seat: Seat, count: i16) -> i16 {
        let (deck, hand) = self.deck_and_hand(seat);
        let by = self.game.pending.work.last().map_or(Handle::NONE, |work| work.source);
        let event = Event::new(Kind::Drew, seat).other(by).places(deck, hand).amount(1);
        let is_together = self.policy().draw_together;
        let (mut drawn, mut last) = (0, Handle::NONE);
        for _ in 0..count {
            if self.game.is_over() {
                break;
            }
            let Some(object) = self.draw_one(seat, &event) else { continue };
            drawn += 1;
            last = object;
            if !is_together {
                self.count_batch();
                self.notify(&event.object(object));
            }
        }
        if is_together && drawn > 0 {
            self.count_batch();
            self.notify(&event.object(last).amount(drawn));
        }
        drawn
    }

    /// Takes the top card of the deck into the hand, unless something replaces
    /// that. Nobody is notified yet.
    fn draw_one(&mut self, seat: Seat, event: &Event) -> Option<Handle> {
        if self.replaced(&mut event.clone()) {
            return None;
        }
        if self.frame.room_in_hand(self.game, seat) == 0 {
            self.frame.draw_into_full(self, seat);
            return None;
        }
        let (deck, hand) = (event.from, event.to);
        if self.game.zones.is_empty(deck) {
            self.frame.draw_from_empty(self, seat);
        }
        let top = *self.game.zones.of(deck).last()?;
        let position = self.game.zones.len(deck) - 1;
        self.game.zones.shift(deck, position, hand, usize::MAX);
        let object = self.game.object_mut(top);
        object.zone = hand;
        object.incarnation = object.incarnation.wrapping_add(1);
        if self.catalog.program.asks_what_came {
            self.game.clock.entered = self.game.clock.entered.saturating_add(1);
            self.game.object_mut(top).entered = self.game.clock.entered;
        }
        if self.is_stale_at(1 << deck.0 | 1 << hand.0, top, false) {
            self.game.derived.stale = true;
        }
        Some(self.game.handle(top))
    }

    /// Where a player draws from, and to.
    #[inline]
    pub(crate) fn deck_and_hand(&self, seat: Seat) -> (ZoneId, ZoneId) {
        let rules = &self.catalog.rules;
        (rules.zone_of(Role::Deck, seat), rules.zone_of(Role::Hand, seat))
    }

    /// Gives an object in play to a seat.
    pub(crate) fn take_control(&mut self, id: ObjectId, seat: Seat) {
        self.apply_event(Event::new(Kind::Controlled, seat).object(self.game.handle(id)));
    }

    /// Control changes without leaving play: the object goes over to the other
    /// side's zone and stays the same object.
    pub(super) fn commit_control(&mut self, event: &Event) -> bool {
        let (id, seat) = (event.object.id, event.player);
        let (zone, rules) = (self.game.object(id).zone, &self.catalog.rules);
        let Some(rule) = rules.zone_rule(zone) else { return false };
        if rule.per_seat {
            let opposite = rules.zone(rules.kind(zone), seat, rules.lane(zone));
            let places = rules.places_of(rules.kind(zone)) & rules.places_of_seat(seat);
            let open = |place: &ZoneId| !self.reader().is_full(*place);
            // Where the place opposite is taken, the first that is free.
            let mut free = Bits(places).map(|place| ZoneId(place as u8)).filter(open);
            let to = if open(&opposite) { Some(opposite) } else { free.next() };
            let Some(to) = to else { return false };
            let Some(position) = self.game.zones.position(zone, id) else { return false };
            self.game.zones.shift(zone, position, to, usize::MAX);
            self.game.object_mut(id).zone = to;
        }
        self.game.object_mut(id).controller = seat;
        // Its new side may have no room for it.
        self.touch(id);
        self.game.change_listener_side(self.catalog, id);
        self.game.derived.stale = true;
        true
    }

    /// Attaches one object to another.
    pub fn attach(&mut self, id: ObjectId, host: ObjectId) {
        let controller = self.game.object(id).controller;
        let event = Event::new(Kind::Attached, controller)
            .object(self.game.handle(id))
            .other(self.game.handle(host));
        self.apply_event(event);
    }

    pub(super) fn commit_attachment(&mut self, event: &Event) {
        self.game.attachments.attach(event.object.id, event.other.id);
        self.game.derived.stale = true;
        self.touch(event.object.id);
    }

    #[cold]
    fn is_on_stack(&self, zone: ZoneId) -> bool {
        self.catalog.rules.zone_rule(zone).is_some_and(|rule| rule.role == Role::Stack)
    }

    /// Where it goes then, and what happens to it.
    #[cold]
    fn exile_instead(&self, owner: Seat, kind: Kind) -> (ZoneId, Kind) {
        // Giving it up is still giving it up.
        let kind = if kind == Kind::Sacrificed { kind } else { Kind::Exiled };
        (self.catalog.rules.zone_of(Role::Exile, owner), kind)
    }

    /// Whether the lane left and the lane entered are told of a move: as the
    /// policy says, and wherever a card listens for it.
    fn announces_lanes(&self) -> bool {
        let listens = |kind| self.catalog.program.any_can_be_listened_for(kind, u64::MAX);
        self.policy().split_moves || listens(Kind::MovedOut) || listens(Kind::MovedIn)
    }

    /// Two objects in play take each other's places, at one moment; neither does if
    /// something replaces the move of one.
    pub(crate) fn swap_places(&mut self, one: ObjectId, other: ObjectId) {
        let place = |id: ObjectId| {
            let zone = self.game.object(id).zone;
            (zone, self.game.zones.position(zone, id).unwrap_or(0))
        };
        let ((here, first), (there, second)) = (place(one), place(other));
        let by = self.game.pending.work.last().map_or(Handle::NONE, |work| work.source);
        let event = |id: ObjectId, from: ZoneId, to: ZoneId, at: usize| {
            Event::new(Kind::Shifted, self.catalog.rules.seat(to))
                .object(self.game.handle(id))
                .other(by)
                .places(from, to)
                .what(at as u16)
        };
        let mut moves = [event(one, here, there, second), event(other, there, here, first)];
        if moves.iter_mut().any(|event| self.replaced(event)) {
            return;
        }
        self.begin_batch();
        self.game.zones.shift(here, first, there, second);
        let back = self.game.zones.position(there, other).unwrap_or(0);
        self.game.zones.shift(there, back, here, first);
        for event in moves {
            let id = event.object.id;
            self.game.object_mut(id).zone = event.to;
            self.mark_stale_at(&event, true);
            self.shift_slot_bonus(id, event.from, event.to);
            self.touch(id);
        }
        for event in moves {
            self.emit(event);
            if self.announces_lanes() {
                self.announce_move(event);
            }
        }
        self.end_batch();
    }

    /// The lane left and the lane entered see a move after its own drone has.
    fn announce_move(&mut self, event: Event) {
        let (by, depth) = self.behind();
        let work = Work { depth, ..Work::new(Task::Announce, event.player).source(by) };
        let out = Work { event: Event { kind: Kind::MovedOut, ..event }, ..work };
        let into = Work { event: Event { kind: Kind::MovedIn, ..event }, ..work };
        self.sequence(&[out, into]);
    }

    /// What is moved is attached to nothing any more.
    #[inline(never)]
    fn detach_moved(&mut self, id: ObjectId) {
        if self.game.attachments.detach(id) {
            self.mark_stale_after(Kind::Attached);
        }
    }

    /// Remembers an object that is about to leave, and takes its abilities off.
    fn remember_leaving(&mut self, id: ObjectId, position: usize, stays: bool) {
        let snapshot = self.reader().snapshot(id);
        let batch = self.game.clock.batch;
        let known = self.game.last_known.find_mut(snapshot.handle);
        match known {
            // It was remembered when the blow fell that kills it.
            Some(known) => {
                known.left = !stays;
                known.batch = batch;
                known.flags = snapshot.flags;
                known.zone = snapshot.zone;
                known.position = position as u8;
            }
            None => {
                let known = LastKnown { left: !stays, batch, ..LastKnown::of(&snapshot, position) };
                self.game.last_known.push(self.catalog, known);
            }
        }
        self.game.unregister_abilities(self.catalog, id);
        self.detach_all_from(id);
    }

    /// What was attached to a leaving object is attached to nothing; the
    /// frame's checks find it.
    fn detach_all_from(&mut self, host: ObjectId) {
        let Game { attachments, pending, .. } = &mut *self.game;
        if !attachments.is_empty()
            && attachments.remove_host(host, |attached| pending.mark_for_check(attached))
        {
            self.mark_stale_after(Kind::Attached);
        }
    }

    #[inline(always)]
    pub(crate) fn enter_play(&mut self, id: ObjectId) {
        self.game.clock.entered = self.game.clock.entered.saturating_add(1);
        let clock = self.game.clock.entered;
        self.game.object_mut(id).entered = clock;
        let shapes = self.game.register_abilities(self.catalog, id);
        self.frame.entered(self, id);
        if self.reader().has_rule(Static::ENTER) {
            self.enter_as_ruled(id);
        }
        if shapes && !self.game.derived.stale {
            self.add_continuous_source(id);
        }
    }

    /// Has an object that is entering play enter as cards say. It is so from the
    /// first moment: nobody is notified of a change.
    #[cold]
    fn enter_as_ruled(&mut self, id: ObjectId) {
        // Hardly ever more than a few; the rest has room elsewhere.
        let mut ruled = ArrayVec::<_, 16>::new();
        let mut rest = Vec::new();
        let reader = self.reader();
        reader.statics(Static::ENTER, |rule, _, scope| {
            if let Static::Enter { what, with } = rule
                && reader.matches(what, scope, id)
            {
                let it = scope.with_it(reader.game.handle(id));
                let entering = match with {
                    Entering::Status(flag) => (Some(*flag), None),
                    Entering::More(attribute, amount) => {
                        (None, Some((*attribute, reader.amount(amount, &it))))
                    }
                };
                if let Err(full) = ruled.try_push(entering) {
                    rest.push(full.element());
                }
            }
        });
        for (status, more) in ruled.into_iter().chain(rest) {
            if let Some(flag) = status {
                self.game.set_flag(id, flag, true);
            }
            if let Some((attribute, amount)) = more
                && let Some(live) = self.catalog.rules.live(attribute)
            {
                let value = &mut self.game.object_mut(id).values[live];
                *value = value.saturating_add(amount);
            }
        }
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
}

impl Engine<'_> {
    /// Lays the cards of a zone in the order of an attribute, the lowest on top.
    /// Those of one number stay in their order.
    pub fn sort_zone(&mut self, zone: ZoneId, attribute: AttributeId) {
        let (catalog, Game { zones, objects, .. }) = (self.catalog, &mut *self.game);
        let number = |id: ObjectId| catalog.card(objects[id.index()].card).attribute(attribute);
        let cards = zones.reorder(zone);
        for last in 1..cards.len() {
            let own = number(cards[last]);
            let behind = cards[..last].iter().rposition(|id| number(*id) >= own);
            cards[behind.map_or(0, |at| at + 1)..=last].rotate_right(1);
        }
    }
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
