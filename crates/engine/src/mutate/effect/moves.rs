//! Effects that move objects: destroy, discard, return, deploy, create.

use crate::card::{
    Deed, Destination, End, Pick, Quantity, Reference, Selection, Side, Spot, Verb, Who,
};
use crate::event::{Event, Kind};
use crate::id::{CardId, Handle, ObjectId, Seat, ZoneId, ZoneKind};
use crate::mutate::{END, Engine};
use crate::query::Scope;
use crate::state::{Ask, Fact, Object, Origin, Progress, Reason, Work};

impl Engine<'_> {
    /// Gather, select, move. All at one moment, except movement between lanes,
    /// where each object's move resolves fully before the next begins.
    pub(super) fn move_selected(
        &mut self,
        at: usize,
        what: &Selection,
        slot: Option<u8>,
        verb: Verb,
        to: Option<Destination>,
    ) -> bool {
        // A place still to be chosen comes between the objects and the move:
        // the objects wait in the pool meanwhile.
        let progress = self.game.pending.work[at].progress;
        let Progress::Placing { from } = progress else {
            if !self.select(at, what, slot, Reason::Effect) {
                return false;
            }
            self.follow_moved(at, what);
            self.game.pending.work[at].result = 0;
            if to.is_some_and(|to| needs_place(&to)) || self.asks_where(verb, to) {
                return self.start_placing(at, verb, to);
            }
            self.begin_batch();
            let mut moved = 0;
            for index in 0..self.game.pending.answer.len() {
                let handle = self.game.pending.answer[index];
                self.game.pending.work[at].it = handle;
                moved += i16::from(self.move_one(at, handle, verb, to));
                let now = self.game.handle(handle.id);
                self.game.pending.follow(at, handle, now);
            }
            self.game.pending.work[at].result = moved;
            self.end_batch();
            return true;
        };
        self.place_next(at, verb, to, usize::from(from))
    }

    /// What this ability has just moved is a new object, and "it" all the same:
    /// "banish it, then put it into play".
    fn follow_moved(&mut self, at: usize, what: &Selection) {
        if !matches!(what.pick, Pick::The(Reference::This | Reference::Subject | Reference::Other))
        {
            return;
        }
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            self.game.pending.answer[index] = self.moved_on(at, handle);
        }
    }

    /// The object that this ability's "it" has become by the ability's own last
    /// move, or by the move that triggered it.
    pub(crate) fn moved_on(&self, at: usize, handle: Handle) -> Handle {
        let work = &self.game.pending.work[at];
        let next = Handle { incarnation: handle.incarnation.wrapping_add(1), ..handle };
        if self.game.is_same(handle) || !self.game.is_same(next) {
            return handle;
        }
        let own = work.it == handle && work.result > 0;
        let event = &work.event;
        let told = event.kind.is_move()
            && event.object == handle
            && !self.catalog.rules.is_in_play(event.to)
            && self.game.object(handle.id).zone == event.to;
        if own || told { next } else { handle }
    }

    fn start_placing(&mut self, at: usize, verb: Verb, to: Option<Destination>) -> bool {
        let bottom = self.game.pending.loop_objects.len();
        while let Some(handle) = self.game.pending.answer.pop() {
            self.game.pending.loop_objects.push(handle);
        }
        let work = &mut self.game.pending.work[at];
        work.progress = Progress::Placing { from: bottom as u16 };
        work.answered = false;
        self.place_next(at, verb, to, bottom)
    }

    /// Moves the next object of the pool to its lane or slot. Done when the
    /// pool is empty; otherwise the work comes back here after the reactions.
    fn place_next(
        &mut self,
        at: usize,
        verb: Verb,
        to: Option<Destination>,
        bottom: usize,
    ) -> bool {
        let Some(handle) = (self.game.pending.loop_objects.len() > bottom)
            .then(|| self.game.pending.loop_objects[self.game.pending.loop_objects.len() - 1])
        else {
            self.game.pending.work[at].progress = Progress::Start;
            return true;
        };
        self.game.pending.work[at].it = handle;
        let scope = Scope::work(&self.game.pending.work[at]);
        let options = self.reader().open_places(&scope, handle, verb, to);
        if options == 0 {
            if self.game.is_same(handle) {
                self.note(Fact::NoRoom { object: handle, card: None });
            }
            self.game.pending.loop_objects.pop();
            return self.game.pending.loop_objects.len() == bottom && self.end_placing(at);
        }
        let fixed = options.count_ones() == 1;
        if !fixed && !self.game.pending.work[at].answered {
            let controller = self.game.pending.work[at].controller;
            let mut prompt = self.prompt(at, controller, Ask::Place, Reason::Where);
            prompt.options = options;
            self.ask(prompt);
            return false;
        }
        let place = if fixed {
            ZoneId(options.trailing_zeros() as u8)
        } else {
            self.game.pending.work[at].place
        };
        self.game.pending.loop_objects.pop();
        let last = self.game.pending.loop_objects.len() == bottom;
        let work = &mut self.game.pending.work[at];
        work.answered = false;
        work.place = place;
        work.result = work.result.saturating_add(1);
        if last {
            work.progress = Progress::Start;
        }
        // One chain for each object that an action moves; a move inside a
        // chain belongs to it.
        if verb == Verb::Shift && self.game.pending.work[at].origin != Origin::Triggered {
            self.game.pending.fired_pairs.clear();
        }
        self.move_to(handle.id, verb, place, END);
        let now = self.game.handle(handle.id);
        self.game.pending.follow(at, handle, now);
        last
    }

    fn end_placing(&mut self, at: usize) -> bool {
        self.game.pending.work[at].progress = Progress::Start;
        true
    }

    /// Whether whoever moves something in this manner is asked where to: between
    /// lanes always, into play where the words leave the lane or slot open.
    fn asks_where(&self, verb: Verb, to: Option<Destination>) -> bool {
        match (verb, to) {
            (Verb::Shift, _) => true,
            (Verb::Enter | Verb::Deploy, None) => self.reader().places_to_enter().count_ones() > 2,
            (Verb::Enter | Verb::Deploy, Some(to)) => {
                let rule = &self.catalog.rules.zones[to.zone.index()];
                to.spot == Spot::Any && rule.in_play && rule.places > 1
            }
            _ => false,
        }
    }

    fn move_one(&mut self, at: usize, handle: Handle, verb: Verb, to: Option<Destination>) -> bool {
        if !self.game.is_same(handle) {
            return false;
        }
        if verb == Verb::Destroy {
            let snapshot = self.reader().snapshot(handle.id);
            if self.reader().forbidden(Deed::BeDestroyed, &snapshot, None).is_some()
                || self.frame.cannot_be_destroyed(&self.reader(), &snapshot)
            {
                return false;
            }
        }
        let Some(to) = to else { return self.move_by(handle.id, verb, None) };
        let seat = self.side(at, to.side, handle.id);
        let zone = match to.spot {
            Spot::Any => self.default_zone(handle.id, to.zone, seat),
            _ => self.catalog.rules.zone(to.zone, seat, 0),
        };
        let position = if to.end == End::Bottom { 0 } else { END };
        let moved = self.move_to(handle.id, verb, zone, position);
        if to.end == End::Shuffled {
            self.shuffle(zone);
        }
        moved
    }

    /// Where an object goes in a zone whose place the words leave open: where
    /// the frame says, if that is in this zone, or else its first free place.
    pub(crate) fn default_zone(&self, id: ObjectId, kind: ZoneKind, seat: Seat) -> ZoneId {
        let rules = &self.catalog.rules;
        let rule = &rules.zones[kind.index()];
        if rule.places <= 1 {
            return rules.zone(kind, seat, 0);
        }
        let place = self.frame.default_place(&self.reader(), id, seat);
        if rules.kind(place) == kind {
            return place;
        }
        let is_open = |place: &ZoneId| {
            rule.capacity.is_none_or(|most| self.game.zones.len(*place) < usize::from(most))
        };
        let mut places = (0..rule.places).map(|index| rules.zone(kind, seat, index));
        places.find(is_open).unwrap_or_else(|| rules.zone(kind, seat, 0))
    }

    pub(crate) fn side(&self, at: usize, side: Side, id: ObjectId) -> Seat {
        let controller = self.game.pending.work[at].controller;
        let object = self.game.object(id);
        match side {
            Side::Owner => object.owner,
            Side::You => controller,
            Side::Opponent => controller.other(),
            Side::Controller => object.controller,
        }
    }

    /// New tokens, at one moment. They enter play where the words say.
    pub(super) fn create(
        &mut self,
        at: usize,
        card: CardId,
        count: &Quantity,
        who: Who,
        to: Option<Destination>,
        mention: Option<u8>,
    ) -> bool {
        let work = self.game.pending.work[at];
        let scope = Scope::work(&work);
        let count = self.reader().quantity(count, &scope).max(0);
        let seat = self.reader().player(who, &scope);
        if let Some(to) = to
            && self.asks_where_to_create(&to)
        {
            let count = count.min(i16::MAX.into()) as u16;
            return self.create_where_chosen(at, card, count, (seat, to), mention);
        }
        let place = match to.map(|to| to.spot) {
            Some(Spot::Chosen) => {
                let rules = &self.catalog.rules;
                let own = rules.seat(work.place) == seat;
                if own { work.place } else { rules.opposite(work.place).unwrap_or(work.place) }
            }
            Some(Spot::Of(reference)) => {
                let zone = self.spot_zone(at, reference);
                let own = self.catalog.rules.seat(zone) == seat;
                if own { zone } else { self.catalog.rules.opposite(zone).unwrap_or(zone) }
            }
            Some(Spot::InFrontOf(reference)) => {
                let zone = self.spot_zone(at, reference);
                self.catalog.rules.opposite(zone).unwrap_or(zone)
            }
            _ => ZoneId::OUTSIDE,
        };
        self.begin_batch();
        let mut created = 0;
        for _ in 0..count {
            let Some(handle) = self.create_one(card, seat, place, to, false) else { break };
            if let Some(slot) = mention {
                self.game.pending.mention(at, slot, handle);
            }
            created += 1;
        }
        self.game.pending.work[at].result = created;
        self.end_batch();
        true
    }

    /// Whether the words name several places and leave the choice.
    fn asks_where_to_create(&self, to: &Destination) -> bool {
        let rule = &self.catalog.rules.zones[to.zone.index()];
        rule.places > 1 && matches!(to.spot, Spot::Adjacent | Spot::Any | Spot::AroundChosen)
    }

    /// New tokens one after the other, each where its player chooses.
    fn create_where_chosen(
        &mut self,
        at: usize,
        card: CardId,
        count: u16,
        (seat, to): (Seat, Destination),
        mention: Option<u8>,
    ) -> bool {
        let work = self.game.pending.work[at];
        let left = match work.progress {
            Progress::Creating { left } => left,
            _ => {
                self.game.pending.work[at].result = 0;
                count
            }
        };
        let options = self.places_to_create(at, seat, &to);
        if left == 0 || options == 0 {
            self.game.pending.work[at].progress = Progress::Start;
            return true;
        }
        let is_fixed = options.count_ones() == 1;
        if !is_fixed && !work.answered {
            self.game.pending.work[at].progress = Progress::Creating { left };
            let mut prompt = self.prompt(at, work.controller, Ask::Place, Reason::Where);
            prompt.options = options;
            self.ask(prompt);
            return false;
        }
        let place = if is_fixed { ZoneId(options.trailing_zeros() as u8) } else { work.place };
        let created = self.create_one(card, seat, place, Some(to), false);
        if let (Some(slot), Some(handle)) = (mention, created) {
            self.game.pending.mention(at, slot, handle);
        }
        let work = &mut self.game.pending.work[at];
        work.answered = false;
        work.place = place;
        if let Some(handle) = created {
            work.it = handle;
            work.result = work.result.saturating_add(1);
        }
        let is_last = left == 1;
        work.progress =
            if is_last { Progress::Start } else { Progress::Creating { left: left - 1 } };
        is_last
    }

    /// The places that words mean for a new object and that have room, as a mask.
    fn places_to_create(&self, at: usize, seat: Seat, to: &Destination) -> u64 {
        let rules = &self.catalog.rules;
        let named = match to.spot {
            Spot::Adjacent => rules.adjacent(self.spot_zone(at, Reference::This)),
            Spot::AroundChosen => {
                rules.near(self.game.pending.work[at].place, crate::rulebook::Near::Around)
            }
            _ => u64::MAX,
        };
        let places = named & rules.places_of(to.zone) & rules.places_of_seat(seat);
        let is_open = |place: &u16| !self.reader().is_full(ZoneId(*place as u8));
        crate::mask::Bits(places).filter(is_open).fold(0, |open, place| open | 1 << place)
    }

    fn create_one(
        &mut self,
        card: CardId,
        seat: Seat,
        place: ZoneId,
        to: Option<Destination>,
        silent: bool,
    ) -> Option<Handle> {
        let zone = match (place, to) {
            (ZoneId::OUTSIDE, Some(to))
                if self.catalog.rules.zones[to.zone.index()].places <= 1 =>
            {
                self.catalog.rules.zone(to.zone, seat, 0)
            }
            (ZoneId::OUTSIDE, _) => {
                let reader = self.reader();
                let Some(place) = reader.frame.token_place(&reader, card, seat) else {
                    self.note(Fact::NoRoom { object: Handle::NONE, card: Some(card) });
                    return None;
                };
                place
            }
            (place, _) => place,
        };
        if self.reader().is_full(zone) {
            self.note(Fact::NoRoom { object: Handle::NONE, card: Some(card) });
            return None;
        }
        if self.is_entering_replaced(card, seat, zone) {
            return None;
        }
        let id = self.create_object(card, seat, zone)?;
        let handle = self.game.handle(id);
        let kind = if self.catalog.rules.is_in_play(zone) { Kind::Entered } else { Kind::Put };
        self.emit(Event::new(Kind::Created, seat).object(handle).places(ZoneId::OUTSIDE, zone));
        if !silent {
            let entered = Event::new(kind, seat).object(handle).places(ZoneId::OUTSIDE, zone);
            self.emit(entered.what(END));
        }
        Some(handle)
    }

    /// Whether something happens instead of a new object's entering play.
    fn is_entering_replaced(&mut self, card: CardId, seat: Seat, zone: ZoneId) -> bool {
        if !self.catalog.rules.is_in_play(zone) || !self.may_be_replaced(Kind::Entered) {
            return false;
        }
        // It is matched as it would be, before anything has happened.
        let Some(id) = self.create_object(card, seat, ZoneId::OUTSIDE) else { return false };
        let event = Event::new(Kind::Entered, seat).object(self.game.handle(id));
        let is_replaced = self.replaced(&event.places(ZoneId::OUTSIDE, zone).what(END));
        let incarnation = self.game.object(id).incarnation;
        *self.game.object_mut(id) = Object { incarnation, ..Object::ABSENT };
        is_replaced
    }

    pub(super) fn copy(
        &mut self,
        at: usize,
        what: &Selection,
        slot: Option<u8>,
        who: Who,
        silent: bool,
        mention: Option<u8>,
    ) -> bool {
        if !self.select(at, what, slot, Reason::Effect) {
            return false;
        }
        let seat = self.player_at(at, who);
        self.begin_batch();
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            let Some(snapshot) = self.reader().look(handle) else { continue };
            // What waits on the stack is copied there, with its targets.
            let waiting = self.game.pending.stack.iter().rfind(|item| item.source == handle);
            if let Some(item) = waiting.copied().filter(|item| !item.ability.is_none()) {
                let keeper = self.game.pending.copy_mentions(item.keeper);
                self.game.pending.stack.push(Work { controller: seat, keeper, ..item });
                continue;
            }
            if let Some(copy) = self.create_one(snapshot.card, seat, ZoneId::OUTSIDE, None, silent)
            {
                // It is no card of a deck: it never goes back to one.
                if let Some(flag) = self.catalog.rules.banished_when_left {
                    self.game.object_mut(copy.id).flags |= 1 << flag.0;
                }
                if let Some(slot) = mention {
                    self.game.pending.mention(at, slot, copy);
                }
            }
        }
        self.end_batch();
        true
    }

    pub(super) fn control(
        &mut self,
        at: usize,
        what: &Selection,
        slot: Option<u8>,
        who: Who,
    ) -> bool {
        if !self.select(at, what, slot, Reason::Effect) {
            return false;
        }
        let seat = self.player_at(at, who);
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            if self.game.is_same(handle) && self.game.object(handle.id).controller != seat {
                self.take_control(handle.id, seat);
            }
        }
        true
    }

    pub(super) fn attach_selected(
        &mut self,
        at: usize,
        what: &Selection,
        slot: Option<u8>,
        to: &Selection,
    ) -> bool {
        // The attachment first, then what it goes on; the first waits in `it`.
        let work = self.game.pending.work[at];
        if work.progress != Progress::ChoosingHost {
            if !self.select(at, what, slot, Reason::Effect) {
                return false;
            }
            let Some(handle) = self.game.pending.answer.first().copied() else { return true };
            let work = &mut self.game.pending.work[at];
            work.it = handle;
            work.progress = Progress::ChoosingHost;
            work.answered = false;
        }
        let attachment = self.game.pending.work[at].it;
        if !self.select(at, to, None, Reason::Effect) {
            return false;
        }
        self.game.pending.work[at].progress = Progress::Start;
        let Some(host) = self.game.pending.answer.first().copied() else {
            self.note(Fact::NoRoom { object: attachment, card: None });
            return true;
        };
        if self.game.is_same(attachment) && self.game.is_same(host) {
            self.frame.equip(self, attachment.id, host.id);
        }
        true
    }
}

fn needs_place(to: &Destination) -> bool {
    matches!(to.spot, Spot::Adjacent | Spot::Chosen | Spot::Of(_) | Spot::InFrontOf(_))
}
