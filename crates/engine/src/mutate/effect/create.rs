//! Effects that bring objects into the game: create, copy.

use crate::card::{Destination, End, Quantity, Reference, Selection, Side, Spot, Who};
use crate::event::{Event, Kind};
use crate::id::{CardId, Handle, Seat, ZoneId};
use crate::mutate::{END, Engine};
use crate::query::Scope;
use crate::state::{Ask, Fact, Object, Progress, Reason, Work};

impl Engine<'_> {
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
        let to = to.or_else(|| self.open_destination(card, seat));
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

    /// Where a new token goes when the words do not say: to any lane or slot of the zone
    /// that the game has for it.
    fn open_destination(&self, card: CardId, seat: Seat) -> Option<Destination> {
        let reader = self.reader();
        let place = reader.frame.token_place(&reader, card, seat)?;
        let (zone, side) = (self.catalog.rules.kind(place), Side::You);
        let has_places = self.catalog.rules.zones[zone.index()].places > 1;
        has_places.then_some(Destination { zone, side, spot: Spot::Any, end: End::Top })
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
            if left > 0 {
                self.note(Fact::NoRoom { object: Handle::NONE, card: Some(card) });
            }
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
        let is_replaced = self.replaced(&mut event.places(ZoneId::OUTSIDE, zone).what(END));
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
        let seat = self.player_at(at, who);
        if let Progress::Placing { from } = self.game.pending.work[at].progress {
            return self.copy_next(at, seat, silent, mention, usize::from(from));
        }
        if !self.select(at, what, slot, Reason::Effect) {
            return false;
        }
        // Copies in play come one after the other where each is asked its place.
        let from = self.game.pending.loop_objects.len();
        self.begin_batch();
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            // What waits on the stack is copied there, with its targets.
            let waiting = self.game.pending.stack.iter().rfind(|item| item.source == handle);
            if let Some(item) = waiting.copied().filter(|item| !item.ability.is_none()) {
                let keeper = self.game.pending.copy_mentions(item.keeper);
                self.game.pending.stack.push(Work { controller: seat, keeper, ..item });
                continue;
            }
            let Some(snapshot) = self.reader().look(handle) else { continue };
            if self.open_destination(snapshot.card, seat).is_some() {
                self.game.pending.loop_objects.push(handle);
            } else {
                self.copy_one(at, snapshot.card, (seat, ZoneId::OUTSIDE), silent, mention);
            }
        }
        self.end_batch();
        if self.game.pending.loop_objects.len() == from {
            return true;
        }
        self.game.pending.loop_objects[from..].reverse();
        self.game.pending.work[at].progress = Progress::Placing { from: from as u16 };
        self.game.pending.work[at].answered = false;
        self.copy_next(at, seat, silent, mention, from)
    }

    /// A token copy of the next object of the pool, where its player chooses. Done when the
    /// pool is empty.
    fn copy_next(
        &mut self,
        at: usize,
        seat: Seat,
        silent: bool,
        mention: Option<u8>,
        from: usize,
    ) -> bool {
        let Some(handle) =
            self.game.pending.loop_objects.get(from..).and_then(<[_]>::last).copied()
        else {
            return self.end_placing(at);
        };
        let work = self.game.pending.work[at];
        let card = self.reader().look(handle).map(|snapshot| snapshot.card);
        let to = card.and_then(|card| self.open_destination(card, seat));
        let options = to.map_or(0, |to| self.places_to_create(at, seat, &to));
        if options.count_ones() > 1 && !work.answered {
            let mut prompt = self.prompt(at, work.controller, Ask::Place, Reason::Where);
            prompt.options = options;
            self.ask(prompt);
            return false;
        }
        let place = match options.count_ones() {
            1 => ZoneId(options.trailing_zeros() as u8),
            _ => work.place,
        };
        self.game.pending.loop_objects.pop();
        self.game.pending.work[at].answered = false;
        match card {
            Some(card) if options != 0 => self.copy_one(at, card, (seat, place), silent, mention),
            card => {
                self.note(Fact::NoRoom { object: Handle::NONE, card });
            }
        }
        self.game.pending.loop_objects.len() == from && self.end_placing(at)
    }

    fn copy_one(
        &mut self,
        at: usize,
        card: CardId,
        (seat, place): (Seat, ZoneId),
        silent: bool,
        mention: Option<u8>,
    ) {
        let Some(copy) = self.create_one(card, seat, place, None, silent) else { return };
        // It is no card of a deck: it never goes back to one.
        if let Some(flag) = self.catalog.rules.exiled_on_leaving {
            self.game.object_mut(copy.id).flags |= 1 << flag.0;
        }
        if let Some(slot) = mention {
            self.game.pending.mention(at, slot, copy);
        }
    }
}
