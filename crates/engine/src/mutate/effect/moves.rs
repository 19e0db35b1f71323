//! Effects that move objects: destroy, discard, return, deploy.

use crate::card::{
    Deed, Destination, Duration, End, Pick, Reference, Selection, Side, Spot, Verb, Who,
};
use crate::id::{Handle, ObjectId, Seat, ZoneId, ZoneKind};
use crate::mutate::{END, Engine};
use crate::query::Scope;
use crate::rulebook::Bar;
use crate::state::{Ask, Change, Fact, Modifier, Origin, Progress, Reason};

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
            let milled = match &what.pick {
                Pick::Top(count) if verb == Verb::Mill => self.amount_at(at, count),
                _ => 0,
            };
            self.begin_batch();
            let mut moved = 0;
            for index in 0..self.game.pending.answer.len() {
                let handle = self.game.pending.answer[index];
                self.game.pending.work[at].it = handle;
                let has_moved = self.move_one(at, handle, verb, to);
                moved += i16::from(has_moved);
                let now = self.game.handle(handle.id);
                if has_moved && verb == Verb::Exile {
                    self.keep_exiled(at, now);
                }
                self.game.pending.follow(at, handle, now);
                self.follow_source(at, handle, now);
            }
            if moved > 0 && moved < milled {
                moved += self.mill_on(at, what, milled - moved);
            }
            self.game.pending.work[at].result = moved;
            self.end_batch();
            return true;
        };
        self.place_next(at, verb, to, usize::from(from))
    }

    /// A deck ran out on the way: it is renewed as where cards are drawn, and milling goes
    /// on. Returns how many more cards were milled.
    fn mill_on(&mut self, at: usize, what: &Selection, left: i16) -> i16 {
        let mut moved = 0;
        while moved < left {
            self.game.pending.answer.clear();
            self.take_top(at, &what.filter, (left - moved) as usize);
            if self.game.pending.answer.is_empty() {
                break;
            }
            for index in 0..self.game.pending.answer.len() {
                let handle = self.game.pending.answer[index];
                moved += i16::from(self.move_by(handle.id, Verb::Mill, None));
            }
        }
        moved
    }

    /// Remembers what an ability has put away, if any card asks for that. What has gone
    /// elsewhere since is forgotten.
    fn keep_exiled(&mut self, at: usize, object: Handle) {
        if !self.catalog.program.asks_exiled_with {
            return;
        }
        let source = self.game.pending.work[at].source;
        let mut kept = std::mem::take(&mut self.game.exiled_with);
        kept.retain(|(one, _)| self.game.is_same(*one));
        kept.push((object, source));
        self.game.exiled_with = kept;
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
        self.follow_source(at, handle, now);
        last
    }

    /// An action of the rules goes on about its own card where it has brought it.
    #[inline]
    fn follow_source(&mut self, at: usize, before: Handle, now: Handle) {
        let work = &mut self.game.pending.work[at];
        if work.source == before && self.catalog.is_by_rule(work.ability) {
            work.source = now;
        }
    }

    pub(super) fn end_placing(&mut self, at: usize) -> bool {
        self.game.pending.work[at].progress = Progress::Start;
        true
    }

    /// Whether whoever moves something in this manner is asked where to: between
    /// lanes always, into play where the words leave the lane or slot open.
    pub(super) fn asks_where(&self, verb: Verb, to: Option<Destination>) -> bool {
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
            let by = self.game.pending.work[at].source.id;
            if self.reader().forbidden_with(Deed::BeDestroyed, handle.id, by).is_some()
                || self.reader().barred(Bar::Deed(Deed::BeDestroyed), handle.id).is_some()
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

    pub(super) fn control(
        &mut self,
        at: usize,
        what: &Selection,
        slot: Option<u8>,
        who: Who,
        until: Duration,
    ) -> bool {
        if !self.select(at, what, slot, Reason::Effect) {
            return false;
        }
        let seat = self.player_at(at, who);
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            let before = match self.game.present(handle) {
                Some(object) if object.controller != seat => object.controller,
                _ => continue,
            };
            self.take_control(handle.id, seat);
            if !until.is_forever() && self.game.object(handle.id).controller == seat {
                let work = self.game.pending.work[at];
                self.modify(Modifier {
                    target: handle,
                    source: work.source,
                    controller: work.controller,
                    change: Change::Control(before),
                    amount: 0,
                    until,
                    turns: 0,
                    keeper: 0,
                });
            }
        }
        true
    }

    /// Two objects take each other's places, if both are in play on one side and nothing
    /// keeps either from moving.
    pub(super) fn swap(&mut self, at: usize, one: Reference, other: Reference) -> bool {
        let work = self.game.pending.work[at];
        let (reader, scope) = (self.reader(), Scope::work(&work));
        let pair = match (one, other) {
            (Reference::Slot(slot), Reference::Slot(same)) if slot == same => {
                let named = self.game.pending.mentioned(work.keeper, slot);
                let mut named = named.map(|one| one.object).filter(|one| one.is_some());
                [named.next(), named.next()].map(|one| one.unwrap_or(Handle::NONE))
            }
            _ => [one, other].map(|reference| reader.resolve(reference, &scope)),
        };
        let [Some(here), Some(there)] =
            pair.map(|handle| self.game.present(handle).map(|object| object.zone))
        else {
            return true;
        };
        let rules = &self.catalog.rules;
        let is_possible = here != there
            && rules.is_in_play(here)
            && rules.is_in_play(there)
            && rules.seat(here) == rules.seat(there)
            && reader.shift_obstacle(pair[0].id, there).is_none()
            && reader.shift_obstacle(pair[1].id, here).is_none();
        if is_possible {
            if work.origin != Origin::Triggered {
                self.game.pending.fired_pairs.clear();
            }
            self.swap_places(pair[0].id, pair[1].id);
        }
        self.game.pending.work[at].did = is_possible;
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
