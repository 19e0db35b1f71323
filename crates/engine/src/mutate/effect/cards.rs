//! Effects on decks and hands: draw, look, search, shuffle.

use crate::card::{Destination, Effect, End, Quantity, Rest, Selection, Verb, Who};
use crate::event::{Event, Kind};
use crate::id::{AttributeId, Handle, Seat, ZoneId, ZoneKind};
use crate::mask::Mask;
use crate::mutate::{END, Engine};
use crate::query::Scope;
use crate::rulebook::{Placement, Role};
use crate::state::{Ask, Looking, Progress, Reason};

impl Engine<'_> {
    pub(super) fn draw(
        &mut self,
        at: usize,
        who: Who,
        count: &Quantity,
        mention: Option<u8>,
    ) -> bool {
        let count = match self.game.pending.work[at].progress {
            Progress::Drawing { left } => left,
            _ => self.amount_at(at, count),
        };
        if self.draws_one_by_one(who) {
            return self.draw_next(at, who, count, mention);
        }
        let (seats, players) = self.players(at, who);
        for seat in &seats[..players] {
            let drawn = self.draw_cards(*seat, count);
            self.game.pending.work[at].result = drawn;
            if let Some(slot) = mention {
                self.mention_drawn(at, *seat, drawn, slot);
            }
        }
        true
    }

    /// Whether drawing several cards is a sequence with reactions in between. Where
    /// triggers wait until the effect is over, it makes no difference.
    fn draws_one_by_one(&self, who: Who) -> bool {
        let policy = self.policy();
        who != Who::Each && policy.placement == Placement::Front && !policy.draw_together
    }

    /// Draws one card and leaves the rest for when everybody has reacted to it.
    fn draw_next(&mut self, at: usize, who: Who, left: i16, mention: Option<u8>) -> bool {
        let is_first = self.game.pending.work[at].progress == Progress::Start;
        let seat = self.player_at(at, who);
        let drawn = self.draw_cards(seat, left.min(1));
        if let Some(slot) = mention {
            self.mention_drawn(at, seat, drawn, slot);
        }
        let work = &mut self.game.pending.work[at];
        work.result = if is_first { drawn } else { work.result.saturating_add(drawn) };
        let is_last = left <= 1;
        work.progress =
            if is_last { Progress::Start } else { Progress::Drawing { left: left - 1 } };
        is_last
    }

    /// The cards just drawn are the last of the hand.
    #[inline(never)]
    fn mention_drawn(&mut self, at: usize, seat: Seat, drawn: i16, slot: u8) {
        let (_, hand) = self.deck_and_hand(seat);
        let first = self.game.zones.len(hand).saturating_sub(drawn.max(0) as usize);
        for index in first..self.game.zones.len(hand) {
            let handle = self.game.handle(self.game.zones.of(hand)[index]);
            self.game.pending.mention(at, slot, handle);
        }
    }

    /// Searches a whole zone. Finding nothing is allowed; it is shuffled.
    pub(super) fn search(&mut self, at: usize, effect: &Effect) -> bool {
        let Effect::Search { who, zone, filter, count, to, reveal, mention } = effect else {
            return true;
        };
        let (who, zone, to, reveal) = (*who, *zone, *to, *reveal);
        let work = self.game.pending.work[at];
        let scope = Scope::work(&work);
        let seat = self.reader().player(who, &scope);
        let place = self.catalog.rules.zone(zone, seat, 0);
        if !work.answered {
            let mut found = Mask::EMPTY;
            let reader = self.reader();
            for id in self.game.zones.of(place) {
                if reader.matches(filter, &scope, *id) {
                    found.insert(*id);
                }
            }
            let count = reader.quantity(count, &scope);
            self.game.pending.answer.clear();
            self.emit(
                Event::new(Kind::Searched, seat).places(place, place).amount(found.len() as i16),
            );
            // A search for a stated quality may find nothing. [701.23b]
            let least = if self.policy().must_find { count } else { 0 };
            if !found.is_empty() && !self.choose(at, seat, &found, least, count, Reason::Take) {
                return false;
            }
        }
        if let Some(slot) = mention {
            self.mention_answer(at, *slot);
        }
        let mut moved = 0;
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            if reveal {
                self.emit(Event::new(Kind::Revealed, seat).object(handle));
            }
            // Put on top of the searched zone, it must survive the shuffle.
            if to.zone == zone {
                self.game.pending.loop_objects.push(handle);
            } else {
                moved += i16::from(self.take_card(at, handle, to));
            }
        }
        if to.zone != zone {
            self.shuffle(place);
        } else {
            moved += self.shuffle_below(place);
        }
        self.game.pending.work[at].result = moved;
        true
    }

    /// Shuffles a zone and puts the found cards of the pool on top of it.
    fn shuffle_below(&mut self, place: ZoneId) -> i16 {
        let mut kept = 0;
        while let Some(handle) = self.game.pending.loop_objects.pop() {
            // Out of the way during the shuffle, then back on top.
            if let Some(position) = self.game.zones.position(place, handle.id) {
                self.game.zones.shift(place, position, ZoneId::OUTSIDE, usize::MAX);
                self.shuffle(place);
                let outside = self.game.zones.len(ZoneId::OUTSIDE) - 1;
                self.game.zones.shift(ZoneId::OUTSIDE, outside, place, usize::MAX);
                kept += 1;
            }
        }
        if kept == 0 {
            self.shuffle(place);
        }
        kept
    }

    fn take_card(&mut self, at: usize, handle: Handle, to: Destination) -> bool {
        let seat = self.side(at, to.side, handle.id);
        let zone = self.default_zone(handle.id, to.zone, seat);
        let verb = if self.catalog.rules.is_in_play(zone) { Verb::Enter } else { Verb::Put };
        let position = if to.end == End::Bottom { 0 } else { END };
        let moved = self.move_to(handle.id, verb, zone, position);
        let now = self.game.handle(handle.id);
        self.game.pending.follow(at, handle, now);
        moved
    }

    /// Looks at the top of a zone: first what is taken, then what becomes of
    /// the rest. The cards wait in the pool; the progress says which part is next.
    pub(super) fn look_at(&mut self, at: usize, effect: &Effect) -> bool {
        let Effect::Look { who, zone, count, take, up_to, must, to, rest, reveal, mention } =
            effect
        else {
            return true;
        };
        let seat = self.player_at(at, *who);
        let place = self.catalog.rules.zone(*zone, seat, 0);
        let most = up_to.as_ref().map(|most| self.amount_at(at, most));
        let progress = self.game.pending.work[at].progress;
        if progress == Progress::Start {
            self.begin_look(at, seat, place, count, *reveal);
            if *reveal && self.policy().acknowledge && self.show(at) {
                return false;
            }
        }
        if matches!(progress, Progress::Start | Progress::Looking(Looking::Showing)) {
            self.game.pending.work[at].answered = false;
            let mut candidates = Mask::EMPTY;
            let reader = self.reader();
            for handle in
                &self.game.pending.loop_objects[usize::from(self.game.pending.work[at].pool)..]
            {
                if reader.matches(take, &Scope::work(&self.game.pending.work[at]), handle.id) {
                    candidates.insert(handle.id);
                }
            }
            self.game.pending.answer.clear();
            self.game.pending.work[at].progress = Progress::Looking(Looking::Taking);
            match most {
                Some(most) => {
                    let controller = self.game.pending.work[at].controller;
                    let least = if *must { most.into() } else { 0 };
                    if !self.choose(at, controller, &candidates, least, most.into(), Reason::Take) {
                        return false;
                    }
                }
                None => {
                    for id in candidates.iter() {
                        let handle = self.game.handle(id);
                        self.game.pending.answer.push(handle);
                    }
                }
            }
        }
        if self.game.pending.work[at].progress == Progress::Looking(Looking::Taking) {
            if let Some(slot) = mention {
                self.mention_answer(at, *slot);
            }
            self.take_looked_at(at, *to, *reveal, seat);
            self.game.pending.work[at].answered = false;
            self.game.pending.work[at].progress = if *rest == Rest::TopOrDiscard {
                Progress::Looking(Looking::Binning)
            } else {
                Progress::Looking(Looking::Arranging)
            };
        }
        if self.game.pending.work[at].progress == Progress::Looking(Looking::Binning)
            && !self.bin(at, seat)
        {
            return false;
        }
        if self.game.pending.work[at].progress == Progress::Looking(Looking::Arranging)
            && !self.arrange(at, seat, place, *rest)
        {
            return false;
        }
        self.game.pending.work[at].progress = Progress::Start;
        self.game.pending.loop_objects.truncate(usize::from(self.game.pending.work[at].pool));
        true
    }

    fn begin_look(&mut self, at: usize, seat: Seat, place: ZoneId, count: &Quantity, reveal: bool) {
        let count = self.amount_at(at, count).max(0) as usize;
        if count > 0 && self.game.zones.is_empty(place) {
            self.frame.renew_deck(self, seat);
        }
        self.game.pending.work[at].pool = self.game.pending.loop_objects.len() as u16;
        self.game.pending.work[at].result = 0;
        let looking = self
            .catalog
            .rules
            .role(Role::Looking)
            .map(|kind| self.catalog.rules.zone(kind, seat, 0));
        for _ in 0..count.min(self.game.zones.len(place)) {
            match looking {
                Some(looking) => {
                    let Some(top) = self.game.zones.of(place).last().copied() else { break };
                    let last = self.game.zones.len(place) - 1;
                    self.game.zones.shift(place, last, looking, usize::MAX);
                    self.game.object_mut(top).zone = looking;
                    let handle = self.game.handle(top);
                    self.game.pending.loop_objects.push(handle);
                }
                None => {
                    let taken = self.game.pending.loop_objects.len()
                        - usize::from(self.game.pending.work[at].pool);
                    let cards = self.game.zones.of(place);
                    let handle = self.game.handle(cards[cards.len() - 1 - taken]);
                    self.game.pending.loop_objects.push(handle);
                }
            }
        }
        let shown =
            self.game.pending.loop_objects.len() - usize::from(self.game.pending.work[at].pool);
        self.emit(Event::new(Kind::Looked, seat).places(place, place).amount(shown as i16));
        if reveal {
            for index in
                usize::from(self.game.pending.work[at].pool)..self.game.pending.loop_objects.len()
            {
                let object = self.game.pending.loop_objects[index];
                self.emit(Event::new(Kind::Revealed, seat).object(object));
            }
        }
    }

    /// Shows cards where they are: to everybody, or to whoever looks at them.
    pub(super) fn see(
        &mut self,
        at: usize,
        what: &Selection,
        slot: Option<u8>,
        everybody: bool,
    ) -> bool {
        if self.game.pending.work[at].progress == Progress::Looking(Looking::Showing) {
            self.game.pending.work[at].progress = Progress::Start;
            return true;
        }
        if !self.select(at, what, slot, Reason::Effect) {
            return false;
        }
        let seat = self.game.pending.work[at].controller;
        let mut shown = Mask::EMPTY;
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            shown.insert(handle.id);
            if everybody {
                self.emit(Event::new(Kind::Revealed, seat).object(handle));
            }
        }
        if shown.is_empty() || (everybody && !self.policy().acknowledge) {
            return true;
        }
        let mut prompt = self.prompt(at, seat, Ask::Acknowledge, Reason::Reveal);
        prompt.candidates = shown;
        self.game.pending.work[at].progress = Progress::Looking(Looking::Showing);
        self.ask(prompt);
        false
    }

    /// Shows revealed cards to whoever reveals them. Returns whether there are
    /// any.
    fn show(&mut self, at: usize) -> bool {
        let work = self.game.pending.work[at];
        let mut prompt = self.prompt(at, work.controller, Ask::Acknowledge, Reason::Reveal);
        for handle in &self.game.pending.loop_objects[usize::from(work.pool)..] {
            prompt.candidates.insert(handle.id);
        }
        if prompt.candidates.is_empty() {
            return false;
        }
        self.game.pending.work[at].progress = Progress::Looking(Looking::Showing);
        self.ask(prompt);
        true
    }

    fn take_looked_at(&mut self, at: usize, to: Destination, reveal: bool, seat: Seat) {
        let bottom = usize::from(self.game.pending.work[at].pool);
        let mut taken = 0;
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            if reveal {
                self.emit(Event::new(Kind::Revealed, seat).object(handle));
            }
            if self.take_card(at, handle, to) {
                taken += 1;
                if let Some(found) = self.game.pending.loop_objects[bottom..]
                    .iter()
                    .position(|looked| looked.id == handle.id)
                {
                    self.game.pending.loop_objects.remove(bottom + found);
                }
            }
        }
        self.game.pending.work[at].result = taken;
        self.game.pending.work[at].did = taken > 0;
        self.game.pending.answer.clear();
    }

    /// Foresee: which of the cards go to the discard zone.
    fn bin(&mut self, at: usize, seat: Seat) -> bool {
        let bottom = usize::from(self.game.pending.work[at].pool);
        if !self.game.pending.work[at].answered {
            let mut candidates = Mask::EMPTY;
            self.game.pending.loop_objects[bottom..]
                .iter()
                .for_each(|handle| candidates.insert(handle.id));
            self.game.pending.answer.clear();
            let most = candidates.len() as i32;
            if !self.choose(at, seat, &candidates, 0, most, Reason::Bin) {
                return false;
            }
        }
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            if let Some(found) = self.game.pending.loop_objects[bottom..]
                .iter()
                .position(|looked| looked.id == handle.id)
            {
                self.game.pending.loop_objects.remove(bottom + found);
            }
            self.move_by(handle.id, Verb::Mill, None);
        }
        self.game.pending.work[at].answered = false;
        self.game.pending.work[at].progress = Progress::Looking(Looking::Arranging);
        true
    }

    /// Puts back what was not taken.
    fn arrange(&mut self, at: usize, seat: Seat, place: ZoneId, rest: Rest) -> bool {
        let bottom = usize::from(self.game.pending.work[at].pool);
        let left = self.game.pending.loop_objects.len() - bottom;
        let ordered = matches!(rest, Rest::Bottom | Rest::Top | Rest::TopOrDiscard);
        if ordered && left > 1 && !self.game.pending.work[at].answered {
            let controller = self.game.pending.work[at].controller;
            let mut prompt = self.prompt(at, controller, Ask::Order, Reason::Arrange);
            self.game.pending.loop_objects[bottom..]
                .iter()
                .for_each(|handle| prompt.candidates.insert(handle.id));
            (prompt.min, prompt.max) = (left as u8, left as u8);
            self.ask(prompt);
            return false;
        }
        if ordered && left > 1 {
            // The answer lists them from the top downwards.
            self.game.pending.loop_objects.truncate(bottom);
            for index in 0..self.game.pending.answer.len() {
                let handle = self.game.pending.answer[index];
                self.game.pending.loop_objects.push(handle);
            }
        }
        let count = self.game.pending.loop_objects.len();
        match rest {
            Rest::Top | Rest::TopOrDiscard => {
                for index in (bottom..count).rev() {
                    self.put_back(index, place, usize::MAX);
                }
            }
            Rest::Bottom | Rest::BottomRandom => {
                if rest == Rest::BottomRandom {
                    let mut pool = std::mem::take(&mut self.game.pending.loop_objects);
                    self.game.dice.shuffle(&mut pool[bottom..]);
                    self.game.pending.loop_objects = pool;
                }
                for index in bottom..count {
                    self.put_back(index, place, 0);
                }
            }
            Rest::Discard => {
                for index in bottom..count {
                    let handle = self.game.pending.loop_objects[index];
                    self.move_by(handle.id, Verb::Mill, None);
                }
            }
            Rest::Shuffle => {
                for index in bottom..count {
                    self.put_back(index, place, usize::MAX);
                }
                self.shuffle(place);
            }
        }
        let _ = seat;
        true
    }

    fn put_back(&mut self, index: usize, place: ZoneId, to: usize) {
        let id = self.game.pending.loop_objects[index].id;
        let zone = self.game.object(id).zone;
        if let Some(position) = self.game.zones.position(zone, id) {
            self.game.zones.shift(zone, position, place, to);
            self.game.object_mut(id).zone = place;
        }
    }

    pub(super) fn shuffle_zone(
        &mut self,
        at: usize,
        who: Who,
        zone: ZoneKind,
        by: Option<AttributeId>,
    ) -> bool {
        let (seats, count) = self.players(at, who);
        for seat in &seats[..count] {
            let place = self.catalog.rules.zone(zone, *seat, 0);
            self.shuffle(place);
            if let Some(attribute) = by {
                self.sort_zone(place, attribute);
            }
        }
        true
    }
}
