//! Selections: which objects an effect is about. What is picked lies in
//! `game.pending.answer` until the effect takes it.

use arrayvec::ArrayVec;

use crate::card::{Deed, Filter, Pick, Quantity, Reference, Selection, Who};
use crate::event::{Event, Kind};
use crate::id::{AttributeId, Handle, ObjectId, Seat, ZoneId};
use crate::mask::Mask;
use crate::mutate::Engine;
use crate::query::{Reader, Scope};
use crate::rulebook::{Role, VALUES};
use crate::state::{Ask, PICKS, Reason, Stage, Work};

impl Reader<'_> {
    /// Whether an object can be chosen for this: what it has against being
    /// chosen counts only for targets.
    pub fn can_be_chosen(&self, what: &Selection, scope: &Scope, id: ObjectId) -> bool {
        !self.is_guarded(what) || self.is_open(scope, id)
    }

    /// The candidates of a choice.
    pub fn candidates(&self, what: &Selection, scope: &Scope) -> Mask {
        let mut mask = Mask::EMPTY;
        if self.is_guarded(what) {
            self.gather(&what.filter, scope, |id| {
                if self.is_open(scope, id) {
                    mask.insert(id);
                }
            });
        } else {
            self.gather(&what.filter, scope, |id| mask.insert(id));
        }
        mask
    }

    /// Whether a choice has any candidate besides one object.
    pub fn has_candidate_but(&self, what: &Selection, scope: &Scope, but: ObjectId) -> bool {
        self.has_candidate_where(what, scope, but, |_| true)
    }

    /// Whether the choice of an operation has any candidate besides one object.
    pub(crate) fn has_candidate_for(
        &self,
        op: u16,
        what: &Selection,
        scope: &Scope,
        but: ObjectId,
    ) -> bool {
        let needs_room = self.needs_room(op);
        self.has_candidate_where(what, scope, but, |id| {
            !needs_room || self.leads_somewhere(op, what, scope, id)
        })
    }

    fn has_candidate_where(
        &self,
        what: &Selection,
        scope: &Scope,
        but: ObjectId,
        accepts: impl Fn(ObjectId) -> bool,
    ) -> bool {
        let (mut found, guarded) = (false, self.is_guarded(what));
        self.walk(&what.filter, scope, |id| {
            if id == but {
                return true;
            }
            found = (!guarded || self.is_open(scope, id)) && accepts(id);
            !found
        });
        found
    }

    /// Whether an object has nothing against being a target.
    #[inline(never)]
    fn is_open(&self, scope: &Scope, id: ObjectId) -> bool {
        let forbidden = match scope.source.is_some() {
            true => self.forbidden_with(Deed::BeTargeted, id, scope.source.id),
            false => self.forbidden_to(Deed::BeTargeted, id),
        };
        forbidden.is_none() && self.frame.can_target(self, scope, id)
    }

    /// Whether objects may have something against being chosen for this.
    pub(crate) fn is_guarded(&self, what: &Selection) -> bool {
        let all = !self.catalog.rules.policy.targets.are_by_word();
        matches!(&what.pick, Pick::Choose { target, .. } if all || *target) && self.may_be_guarded()
    }

    /// Whether any object may have something against being chosen.
    #[inline]
    pub(crate) fn may_be_guarded(&self) -> bool {
        self.may_forbid(Deed::BeTargeted) || self.frame.has_guarded()
    }
}

impl Engine<'_> {
    /// Finds the objects of a selection and lays them into `game.pending.answer`.
    /// Returns whether they are there; otherwise somebody is being asked. Every
    /// way to pick is out of line: most selections need little of the stack.
    #[inline(always)]
    pub(crate) fn select(
        &mut self,
        at: usize,
        what: &Selection,
        slot: Option<u8>,
        reason: Reason,
    ) -> bool {
        let work = &self.game.pending.work[at];
        let (answered, resolving) = (work.answered, work.stage == Stage::Resolving);
        if answered && matches!(what.pick, Pick::Choose { .. } | Pick::Most(_) | Pick::Least(_)) {
            self.remember_choice(at, reason);
            self.announce_targets(at, what, reason);
            return self.note_mention(at, what, reason);
        }
        self.game.pending.answer.clear();
        if let Some(slot) = slot
            && resolving
        {
            self.take_targets(at, slot);
            return self.note_mention(at, what, reason);
        }
        match &what.pick {
            Pick::All => self.fill(at, &what.filter),
            Pick::The(reference) => self.pick_one(at, *reference, &what.filter),
            Pick::Choose { who, min, max, .. } => {
                if !self.let_choose(at, what, *who, min, max, reason) {
                    return false;
                }
                self.announce_targets(at, what, reason);
            }
            Pick::Random(count) => self.pick_random(at, &what.filter, count),
            Pick::Top(count) => self.pick_top(at, &what.filter, count),
            Pick::Bottom(count) => self.pick_bottom(at, &what.filter, count),
            Pick::First => self.pick_bottom(at, &what.filter, &Quantity::ONE),
            Pick::Lowest(attributes) => self.pick_lowest(at, &what.filter, attributes),
            Pick::Most(attribute) => {
                if !self.extreme(at, &what.filter, *attribute, 1, reason) {
                    return false;
                }
            }
            Pick::Least(attribute) => {
                if !self.extreme(at, &what.filter, *attribute, -1, reason) {
                    return false;
                }
            }
        }
        self.note_mention(at, what, reason)
    }

    /// What was selected is what the selection's number means. Targets are noted
    /// when they are stored.
    #[inline(always)]
    fn note_mention(&mut self, at: usize, what: &Selection, reason: Reason) -> bool {
        if let Some(slot) = what.mention
            && reason != Reason::Target
        {
            self.mention_answer(at, slot);
        }
        true
    }

    /// What was answered is what a number means.
    #[inline(never)]
    pub(crate) fn mention_answer(&mut self, at: usize, slot: u8) {
        self.game.pending.forget(at, slot);
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            self.game.pending.mention(at, slot, handle);
        }
    }

    /// One particular object, if it matches as it is or last was.
    #[inline(never)]
    fn pick_one(&mut self, at: usize, reference: Reference, filter: &Filter) {
        if let Reference::Slot(slot) = reference {
            self.pick_mentioned(at, slot, filter);
            return;
        }
        let (reader, scope) = (self.reader(), Scope::work(&self.game.pending.work[at]));
        let mut handle = reader.resolve(reference, &scope);
        if !self.game.is_same(handle) {
            // What the ability has just put into play is "it" there.
            let moved = self.moved_on(at, handle);
            let zone = self.game.objects.get(moved.id.index()).map(|object| object.zone);
            if zone.is_some_and(|zone| self.catalog.rules.is_in_play(zone)) {
                handle = moved;
            }
        }
        if reader.matches_handle(filter, &scope, handle) {
            self.game.pending.answer.push(handle);
        }
    }

    /// What a phrase brought in, where the ability itself has put it since.
    #[inline(never)]
    fn pick_mentioned(&mut self, at: usize, slot: u8, filter: &Filter) {
        let mut answer = std::mem::take(&mut self.game.pending.answer);
        let (reader, scope) = (self.reader(), Scope::work(&self.game.pending.work[at]));
        let found = reader.game.pending.mentioned(scope.keeper, slot);
        for one in found.filter(|one| one.object.is_some()) {
            if reader.matches_handle(filter, &scope, one.now) {
                answer.push(one.now);
            }
        }
        self.game.pending.answer = answer;
    }

    /// Asks a player for some of the candidates.
    #[inline(never)]
    fn let_choose(
        &mut self,
        at: usize,
        what: &Selection,
        who: Who,
        min: &Quantity,
        max: &Quantity,
        reason: Reason,
    ) -> bool {
        let (reader, scope) = (self.reader(), Scope::work(&self.game.pending.work[at]));
        let chooser = reader.player(who, &scope);
        let (min, mut max) = (reader.quantity(min, &scope), reader.quantity(max, &scope));
        let mut candidates = reader.candidates(what, &scope);
        if let Some(op) = self.choosing_op(at) {
            if reader.needs_room(op) {
                let is_open = |id: &ObjectId| reader.leads_somewhere(op, what, &scope, *id);
                candidates = candidates.iter().filter(is_open).collect();
            }
            max = reader.room_for_loop(op, &scope).map_or(max, |room| max.min(room as i32));
        }
        self.choose(at, chooser, &candidates, min, max, reason)
    }

    /// The operation that a piece of work is choosing for.
    fn choosing_op(&self, at: usize) -> Option<u16> {
        let work = &self.game.pending.work[at];
        match work.stage {
            Stage::Resolving => Some(work.cursor),
            Stage::Targeting => {
                let targets = &self.catalog.program.entry(work.ability).targets;
                targets.get(usize::from(work.cursor)).copied()
            }
            _ => None,
        }
    }

    #[inline(never)]
    fn pick_random(&mut self, at: usize, filter: &Filter, count: &Quantity) {
        let count = self.count_of(at, count);
        self.fill(at, filter);
        self.keep_random(count);
    }

    #[inline(never)]
    fn pick_bottom(&mut self, at: usize, filter: &Filter, count: &Quantity) {
        let count = self.count_of(at, count);
        self.fill(at, filter);
        self.game.pending.answer.truncate(count);
    }

    /// How many objects a quantity means.
    fn count_of(&self, at: usize, count: &Quantity) -> usize {
        self.amount_at(at, count).max(0) as usize
    }

    #[inline(never)]
    fn fill(&mut self, at: usize, filter: &Filter) {
        // The answer buffer is taken out so that the game can be read.
        let mut answer = std::mem::take(&mut self.game.pending.answer);
        let (reader, scope) = (self.reader(), Scope::work(&self.game.pending.work[at]));
        reader.gather(filter, &scope, |id| answer.push(reader.game.handle(id)));
        self.game.pending.answer = answer;
    }

    /// The topmost that match, from the top down: the last of the last place.
    #[inline(never)]
    fn pick_top(&mut self, at: usize, filter: &Filter, count: &Quantity) {
        let count = self.count_of(at, count);
        self.take_top(at, filter, count);
    }

    /// [`Engine::pick_top`] for a number of them. An empty deck is renewed first.
    pub(crate) fn take_top(&mut self, at: usize, filter: &Filter, count: usize) {
        self.renew_empty_decks(at, filter);
        let mut answer = std::mem::take(&mut self.game.pending.answer);
        let (reader, scope) = (self.reader(), Scope::work(&self.game.pending.work[at]));
        let mut zones = reader.zones_of(filter, &scope);
        let fits = |id: &&ObjectId| reader.matches(filter, &scope, **id);
        while zones != 0 && answer.len() < count {
            let zone = ZoneId(zones.ilog2() as u8);
            zones &= !(1 << zone.0);
            let fitting = reader.game.zones.of(zone).iter().rev().filter(fits);
            let left = count - answer.len();
            answer.extend(fitting.take(left).map(|id| reader.game.handle(*id)));
        }
        self.game.pending.answer = answer;
    }

    /// What is taken from the top of an empty deck is taken from the renewed one, as
    /// where cards are drawn.
    fn renew_empty_decks(&mut self, at: usize, filter: &Filter) {
        let (reader, scope) = (self.reader(), Scope::work(&self.game.pending.work[at]));
        let rules = &self.catalog.rules;
        let mut zones = reader.zones_of(filter, &scope);
        while zones != 0 {
            let zone = ZoneId(zones.trailing_zeros() as u8);
            zones &= zones - 1;
            let is_deck = rules.zone_rule(zone).is_some_and(|rule| rule.role == Role::Deck);
            if is_deck && self.game.zones.is_empty(zone) {
                self.frame.renew_deck(self, rules.seat(zone));
            }
        }
    }

    fn keep_random(&mut self, count: usize) {
        let mut answer = std::mem::take(&mut self.game.pending.answer);
        for at in 0..count.min(answer.len()) {
            let left = answer.len() - at;
            let other = at + self.game.dice.below(left as u32) as usize;
            answer.swap(at, other);
        }
        answer.truncate(count);
        self.game.pending.answer = answer;
    }

    /// The objects with the highest or lowest value; a tie is the controller's
    /// choice.
    #[inline(never)]
    fn extreme(
        &mut self,
        at: usize,
        filter: &Filter,
        attribute: AttributeId,
        sign: i16,
        reason: Reason,
    ) -> bool {
        self.fill(at, filter);
        let value = |engine: &Self, index: usize| {
            engine
                .reader()
                .value(engine.game.pending.answer[index].id, attribute)
                .saturating_mul(sign)
        };
        let best = (0..self.game.pending.answer.len()).map(|index| value(self, index)).max();
        let Some(best) = best else { return true };
        let mut tied = Mask::EMPTY;
        for index in 0..self.game.pending.answer.len() {
            if value(self, index) == best {
                tied.insert(self.game.pending.answer[index].id);
            }
        }
        self.game.pending.answer.clear();
        if tied.len() == 1 {
            let only = tied.iter().next().map(|id| self.game.handle(id));
            self.game.pending.answer.extend(only);
            return true;
        }
        let controller = self.game.pending.work[at].controller;
        self.choose(at, controller, &tied, 1, 1, reason)
    }

    /// The object with the lowest values, one attribute after the other, then the
    /// leftmost.
    #[inline(never)]
    fn pick_lowest(&mut self, at: usize, filter: &Filter, attributes: &[AttributeId]) {
        self.fill(at, filter);
        let reader = self.reader();
        let weight = |handle: &Handle| -> (ArrayVec<i16, VALUES>, Option<usize>) {
            let values = attributes.iter().map(|attribute| reader.value(handle.id, *attribute));
            let zone = self.game.object(handle.id).zone;
            (values.take(VALUES).collect(), self.game.zones.position(zone, handle.id))
        };
        let lowest = self.game.pending.answer.iter().copied().min_by_key(weight);
        self.game.pending.answer.clear();
        self.game.pending.answer.extend(lowest);
    }

    /// The targets chosen beforehand that are still legal.
    #[inline(never)]
    fn take_targets(&mut self, at: usize, slot: u8) {
        let work = self.game.pending.work[at];
        let op = self.catalog.program.entry(work.ability).targets.get(usize::from(slot)).copied();
        for handle in work.chosen(slot) {
            let legal = match op {
                // A target is lost only by changing zone, except where the
                // game looks at it again.
                Some(op) if self.policy().targets == crate::rulebook::Targets::Word => {
                    self.is_legal_target(&work, op, handle)
                }
                _ => self.game.is_same(handle),
            };
            if legal {
                self.game.pending.answer.push(handle);
            }
        }
    }

    /// Asks for objects, unless there is nothing to decide.
    #[inline(always)]
    pub(crate) fn choose(
        &mut self,
        at: usize,
        seat: Seat,
        candidates: &Mask,
        min: i32,
        max: i32,
        reason: Reason,
    ) -> bool {
        // More than can be picked are as good as one more.
        let most = min.max(max).clamp(0, PICKS as i32) + 1;
        let available = candidates.len_up_to(most as usize) as i32;
        let max = max.min(available).min(PICKS as i32);
        let min = min.clamp(0, max);
        if max <= 0 {
            return true;
        }
        // The only candidate is still offered, so that the log shows the choice
        // that was made for the player.
        if self.policy().auto.single && min == available && available > 1 {
            let picks = candidates.iter();
            for id in picks {
                let handle = self.game.handle(id);
                self.game.pending.answer.push(handle);
            }
            self.remember_choice(at, reason);
            return true;
        }
        let mut prompt = self.prompt(at, seat, Ask::Objects, reason);
        prompt.candidates = *candidates;
        prompt.min = min as u8;
        prompt.max = max as u8;
        self.ask(prompt);
        false
    }

    /// Later words can say "the chosen one"; targets are stored elsewhere.
    fn remember_choice(&mut self, at: usize, reason: Reason) {
        if matches!(reason, Reason::Target | Reason::Cost) {
            return;
        }
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            self.game.pending.work[at].choose(u8::MAX, handle);
        }
    }

    /// What is chosen as a target while an effect is done reacts to it, as what is
    /// chosen beforehand does.
    #[inline]
    fn announce_targets(&mut self, at: usize, what: &Selection, reason: Reason) {
        if reason != Reason::Effect || !matches!(what.pick, Pick::Choose { target: true, .. }) {
            return;
        }
        let Work { controller, source, .. } = self.game.pending.work[at];
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            self.emit(Event::new(Kind::Targeted, controller).object(handle).other(source));
        }
    }

    /// The place that a spot means for an object being moved, if there is no
    /// choice about it.
    pub(crate) fn spot_zone(&self, at: usize, reference: Reference) -> ZoneId {
        let work = &self.game.pending.work[at];
        let reader = self.reader();
        let handle = reader.resolve(reference, &Scope::work(work));
        reader.look(handle).map_or(ZoneId::OUTSIDE, |snapshot| snapshot.zone)
    }
}
