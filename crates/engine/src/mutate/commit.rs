//! The door: every change to a game is an event that goes through here:
//! replace → commit → record → collect triggers.

use crate::card::{Filter, Static, When};
use crate::event::{Event, Kind};
use crate::id::{AbilityId, AttributeId, CounterId, FlagId, Handle, ObjectId, Seat, ZoneId};
use crate::mask::Bits;
use crate::mutate::Engine;
use crate::query::Scope;
use crate::rulebook::{DamageRule, VALUES};
use crate::state::{Fact, Game, LastKnown, ObjectSnapshot, Origin, RecordEntry, Stage, Task, Work};

/// The end of a zone: the right end of a row, the top of a deck.
pub const END: u16 = u16::MAX;

impl Engine<'_> {
    /// Makes an event happen, unless something replaces it. Returns the event
    /// as it happened. Moves are made by [`Engine::move_to`].
    #[inline]
    pub fn apply_event(&mut self, mut event: Event) -> Option<Event> {
        let bit = event.listener_bit();
        self.commit_event(&mut event, bit).then_some(event)
    }

    /// Makes an event happen that is heard by this bit, and changes it to how it
    /// happened. Returns whether it did.
    fn commit_event(&mut self, event: &mut Event, bit: u64) -> bool {
        debug_assert!(!event.kind.is_move(), "a move is made by `move_to`");
        if self.replaced(event) {
            return false;
        }
        self.count_batch();
        if !self.commit(event) {
            return false;
        }
        self.notify::<true>(event, bit);
        if matches!(event.kind, Kind::CounterGained | Kind::CounterLost | Kind::HitPlayer) {
            self.frame.counted(self, event.player, CounterId(event.what));
        }
        true
    }

    /// [`Engine::commit_event`] for an event that moves an object.
    #[inline(always)]
    pub(crate) fn move_about<const WAS: bool, const IS: bool>(
        &mut self,
        event: &mut Event,
    ) -> bool {
        if self.replaced(event) {
            return false;
        }
        self.count_batch();
        if !self.commit_move::<WAS, IS>(event) {
            return false;
        }
        if IS || self.record.is_some() || self.is_seen(WAS, event) {
            self.notify::<IS>(event, event.kind.bit());
        } else {
            self.game.clock.ordinal += 1;
            if self.is_stale_after(event.kind.bit(), event.object.id) {
                self.game.derived.stale = true;
            }
        }
        true
    }

    /// Whether a move that does not lead into play is anybody's business.
    #[inline(always)]
    fn is_seen(&self, was_in_play: bool, event: &Event) -> bool {
        self.catalog.program.seen.contains(was_in_play, event.kind, event.to)
    }

    /// What does not happen together with something else is a moment of its own.
    #[inline]
    pub(crate) fn count_batch(&mut self) {
        if !self.batching {
            self.game.clock.batch = self.game.clock.batch.wrapping_add(1);
        }
    }

    /// Starts a batch: what happens until [`Engine::end_batch`] is one moment.
    pub fn begin_batch(&mut self) {
        self.batching = true;
        self.game.clock.batch = self.game.clock.batch.wrapping_add(1);
    }

    /// All changes of the moment have been made; now they are heard.
    #[inline]
    pub fn end_batch(&mut self) {
        self.batching = false;
        if !self.game.pending.batch_events.is_empty() {
            self.notify_batch();
        }
    }

    fn notify_batch(&mut self) {
        for at in 0..self.game.pending.batch_events.len() {
            let (event, ordinal) = self.game.pending.batch_events[at];
            if self.may_be_listened_to(&event) {
                self.collect(&event, ordinal);
            }
        }
        self.game.pending.batch_events.clear();
    }

    /// Announces an event whose change is made.
    #[inline(always)]
    pub fn emit(&mut self, event: Event) {
        self.notify::<true>(&event, event.listener_bit());
    }

    /// Records, counts and offers an event that is heard by this bit. Only what is in
    /// play can hear of itself.
    #[inline(always)]
    fn notify<const IN_PLAY: bool>(&mut self, event: &Event, bit: u64) {
        self.game.clock.ordinal += 1;
        let ordinal = self.game.clock.ordinal;
        if self.record.is_some() {
            self.notify_recorded(event, ordinal);
            return;
        }
        if self.catalog.program.tallied.0[event.kind as usize] != 0 {
            self.count(event);
        }
        if self.is_stale_after(event.kind.bit(), event.object.id) {
            self.game.derived.stale = true;
        }
        if !self.catalog.program.can_be_listened_for(event.kind, event.what) {
            // No card will ever listen to it.
        } else if self.batching {
            self.defer(event, ordinal);
        } else if self.has_listener::<IN_PLAY>(event, bit) {
            self.collect(event, ordinal);
        }
    }

    /// It is heard when everything of this moment has happened.
    #[inline(never)]
    fn defer(&mut self, event: &Event, ordinal: u32) {
        self.game.pending.batch_events.push((*event, ordinal));
    }

    /// The same where everything is recorded: who stays silent too.
    #[cold]
    fn notify_recorded(&mut self, event: &Event, ordinal: u32) {
        self.record_event(*event, ordinal);
        self.count(event);
        self.game.derived.stale |= self.is_stale_after(event.kind.bit(), event.object.id);
        if self.batching {
            self.defer(event, ordinal);
        } else {
            self.collect(event, ordinal);
        }
    }

    fn record_event(&mut self, event: Event, ordinal: u32) {
        let (source, ability, cursor, depth) = match self.game.pending.work.last() {
            Some(work) if work.task == Task::Ability => {
                (work.source, work.ability, work.cursor, work.depth)
            }
            Some(work) => (Handle::NONE, AbilityId::NONE, 0, work.depth),
            None => (Handle::NONE, AbilityId::NONE, 0, 0),
        };
        let cause = self.cause;
        if let Some(record) = &mut self.record {
            let fact = Fact::Happened { event, source, ability, cursor };
            record.entries.push(RecordEntry { ordinal, cause, depth, fact });
        }
    }

    #[inline(never)]
    fn count(&mut self, event: &Event) {
        let program = &self.catalog.program;
        let tallied = program.tallied.0[event.kind as usize];
        let (mut counted, mut open) =
            (tallied & program.plain_tallies, tallied & !program.plain_tallies);
        if open & program.carded_tallies != 0
            && let Some(object) = self.game.present(event.object)
        {
            counted |= open & program.tally_cards[object.card.index()];
            open &= !program.carded_tallies;
        }
        if open == 0 {
            self.game.players[event.player.index()].count(counted);
        } else {
            self.count_closely(event, counted, open);
        }
    }

    /// Counts an event that some tallies ask more of than its kind. Few do, so it stays
    /// out of the way.
    #[inline(never)]
    fn count_closely(&mut self, event: &Event, counted: u8, open: u8) {
        let counts = |tally: &u16| self.is_counted(usize::from(*tally), event);
        let closely = Bits(open.into()).filter(counts).fold(0, |all, tally| all | 1 << tally);
        self.game.players[event.player.index()].count(counted | closely);
    }

    /// Whether an event is one that a tally counts, by a closer look.
    fn is_counted(&self, tally: usize, event: &Event) -> bool {
        let program = &self.catalog.program;
        let (subject, head) = (&program.tallies[tally].subject, &program.tally_heads[tally]);
        let scope = Scope::listener(Handle::NONE, event.player, event);
        let reader = self.reader();
        let is_subject = |snapshot| reader.matches_snapshot(subject, &scope, &snapshot);
        (matches!(subject, Filter::Any) || reader.look(event.object).is_some_and(is_subject))
            && head
                .as_ref()
                .is_none_or(|head| reader.pattern_mismatch(head, event, &scope).is_none())
    }

    /// Whether something happens instead. Each replacement is applied once to
    /// an event, because what happens instead is a new event of its own.
    #[inline]
    fn replaced(&mut self, event: &Event) -> bool {
        self.may_be_replaced(event.kind) && self.find_replacement(event)
    }

    /// Whether something in play may replace events of this kind.
    #[inline]
    pub(crate) fn may_be_replaced(&self, kind: Kind) -> bool {
        self.game.derived.static_counts[Static::INSTEAD.trailing_zeros() as usize] > 0
            && self.catalog.program.replaces & kind.bit() != 0
    }

    #[cold]
    fn find_replacement(&mut self, event: &Event) -> bool {
        for id in self.game.derived.statics.iter() {
            let object = self.game.object(id);
            let (source, controller) = (self.game.handle(id), object.controller);
            for ability in self.catalog.program.of(object.card) {
                let entry = self.catalog.program.entry(ability);
                let When::Instead(pattern) = &entry.ability.when else { continue };
                let scope = Scope::listener(source, controller, event);
                let busy = self
                    .game
                    .pending
                    .work
                    .iter()
                    .any(|work| work.ability == ability && work.source == source);
                if busy || self.reader().pattern_mismatch(pattern, event, &scope).is_some() {
                    continue;
                }
                if entry
                    .ability
                    .condition
                    .as_ref()
                    .is_some_and(|condition| !self.reader().holds(condition, &scope))
                {
                    continue;
                }
                self.note(Fact::Replaced { event: *event, source, ability });
                let work = Work {
                    stage: Stage::Resolving,
                    origin: Origin::Triggered,
                    cursor: entry.start,
                    source,
                    event: *event,
                    ..Work::new(Task::Ability, controller)
                };
                self.start(ability, work);
                return true;
            }
        }
        false
    }

    /// Makes the change. Returns whether there was one.
    fn commit(&mut self, event: &mut Event) -> bool {
        match event.kind {
            Kind::Damaged => return self.commit_damage(event),
            Kind::Gained => self.add_value(event.object, AttributeId(event.what), event.amount),
            Kind::Lost => {
                self.add_value(event.object, AttributeId(event.what), event.amount.saturating_neg())
            }
            Kind::CounterGained => return self.commit_counter(event, 1),
            Kind::CounterLost | Kind::HitPlayer => return self.commit_counter(event, -1),
            Kind::FlagSet | Kind::FlagCleared => {
                let on = event.kind == Kind::FlagSet;
                return self.game.set_flag(event.object.id, FlagId(event.what), on);
            }
            Kind::SlotChanged => self.change_slot(event.to, event.amount),
            // What was not moved is not said to have moved.
            kind => return !kind.is_move(),
        }
        true
    }

    /// Changes a slot's modifier; whoever stands there and dies of it is
    /// remembered as it was before.
    fn change_slot(&mut self, zone: ZoneId, by: i16) {
        let health = self.catalog.rules.death.as_ref().map(|death| death.attribute);
        if let (Some(health), true) = (health, by < 0 && health == self.catalog.rules.slot_bonus) {
            for at in 0..self.game.zones.len(zone) {
                let id = self.game.zones.of(zone)[at];
                let value = self.reader().value(id, health);
                if value > 0 && value.saturating_add(by) <= 0 {
                    let snapshot = self.reader().snapshot(id);
                    self.remember_before(id, snapshot);
                }
            }
        }
        let slot = &mut self.game.slots[zone.index()];
        *slot = slot.saturating_add(by);
        self.game.derived.stale = true;
    }

    /// Whether the object was in play and whether it comes into play is known
    /// beforehand: whatever does not concern it is left out.
    #[inline(always)]
    fn commit_move<const WAS: bool, const IS: bool>(&mut self, event: &mut Event) -> bool {
        let id = event.object.id;
        let from = self.game.object(id).zone;
        let rules = &self.catalog.rules;
        let Some(position) = self.game.zones.position(from, id) else { return false };
        let full = rules.capacity_of(event.to);
        if from != event.to
            && full.is_some_and(|most| self.game.zones.len(event.to) >= usize::from(most))
        {
            return false;
        }
        event.from = from;
        let kept = WAS && IS && event.kind == Kind::Shifted;
        if WAS && !kept {
            self.remember_leaving(id, position, IS);
        }
        self.game.zones.shift(from, position, event.to, usize::from(event.what));
        let seat = rules.seat(event.to);
        let shared = rules.is_shared(event.to);
        let object = self.game.object_mut(id);
        if kept {
            object.zone = event.to;
        } else {
            object.renew(event.to, &self.catalog.program.fresh);
            if !shared {
                object.controller = if IS { seat } else { object.owner };
            }
            if !self.game.attachments.is_empty() {
                self.detach_moved(id);
            }
        }
        if WAS && !kept {
            self.drop_modifiers(event.object);
            self.frame.left(self, event.object);
        }
        if IS && !kept {
            self.enter_play(id);
            // From here on the event is about the object as it is in play.
            event.object = self.game.handle(id);
        }
        if self.is_stale_at(1 << from.0 | 1 << event.to.0, id, kept) {
            self.game.derived.stale = true;
        }
        if IS {
            self.shift_slot_bonus(id, if kept { from } else { ZoneId::OUTSIDE }, event.to);
        }
        match (WAS, IS) {
            (true, true) => self.touch(id),
            (true, false) => self.mark_departed(id),
            (false, true) => self.mark_newcomer(id),
            (false, false) => {}
        }
        true
    }

    /// A slot's modifier is there for whoever stands on it.
    #[inline]
    pub(crate) fn shift_slot_bonus(&mut self, id: ObjectId, from: ZoneId, to: ZoneId) {
        let (before, after) = (self.game.slots[from.index()], self.game.slots[to.index()]);
        if before != after {
            self.change_slot_bonus(id, before, after);
        }
    }

    #[cold]
    fn change_slot_bonus(&mut self, id: ObjectId, before: i16, after: i16) {
        let rules = &self.catalog.rules;
        if let Some(live) = rules.slot_bonus.and_then(|attribute| rules.live(attribute)) {
            let bonus = &mut self.game.object_mut(id).bonus[live];
            *bonus = bonus.saturating_add(after).saturating_sub(before);
            self.game.derived.affected.insert(id);
        }
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
            Some(memory) => {
                memory.left = !stays;
                memory.batch = batch;
                memory.flags = snapshot.flags;
                memory.zone = snapshot.zone;
                memory.position = position as u8;
            }
            None => {
                let memory =
                    LastKnown { left: !stays, batch, ..LastKnown::of(&snapshot, position) };
                self.game.last_known.push(self.catalog, memory);
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
        if shapes && !self.game.derived.stale {
            self.add_continuous_source(id);
        }
    }

    fn commit_damage(&mut self, event: &mut Event) -> bool {
        let id = event.object.id;
        let Some(rule) = self.catalog.rules.damage.get(usize::from(event.what)) else {
            return false;
        };
        if event.amount <= 0 || !self.game.is_same(event.object) {
            return false;
        }
        let health = self.catalog.rules.death.as_ref().map(|death| death.attribute);
        let before = health.map_or(0, |health| self.reader().value(id, health));
        let values = self.game.object(id).values;
        let (shielded, through) = self.split_damage(id, rule, event.amount);
        if let Some(shield) = rule.shield.and_then(|shield| self.catalog.rules.live(shield)) {
            let value = &mut self.game.object_mut(id).values[shield];
            *value = value.saturating_sub(shielded);
        }
        if let Some(target) = self.catalog.rules.live(rule.target) {
            let value = &mut self.game.object_mut(id).values[target];
            *value = if rule.wears {
                value.saturating_add(through)
            } else {
                value.saturating_sub(through)
            };
        }
        self.touch(id);
        let after = health.map_or(0, |health| self.reader().value(id, health));
        if before > 0 && after <= 0 {
            self.remember_with(id, values);
        }
        event.amount = through;
        event.from = ZoneId(shielded.clamp(0, 255) as u8);
        true
    }

    /// An object is about to die of this: what it was before counts.
    fn remember_before(&mut self, id: ObjectId, snapshot: ObjectSnapshot) {
        if self.game.last_known.find(snapshot.handle).is_some() {
            return;
        }
        let position = self.game.zones.position(snapshot.zone, id).unwrap_or(0);
        self.game.last_known.push(self.catalog, LastKnown::of(&snapshot, position));
    }

    /// The same, with the numbers that it had.
    #[inline(never)]
    fn remember_with(&mut self, id: ObjectId, values: [i16; VALUES]) {
        let now = std::mem::replace(&mut self.game.object_mut(id).values, values);
        let snapshot = self.reader().snapshot(id);
        self.remember_before(id, snapshot);
        self.game.object_mut(id).values = now;
    }

    /// How much of the damage the shields take and how much gets through.
    fn split_damage(&self, id: ObjectId, rule: &DamageRule, amount: i16) -> (i16, i16) {
        let Some(shield) = rule.shield else { return (0, amount) };
        let shields = self.reader().value(id, shield).max(0);
        if rule.stopped_by_shield && shields > 0 {
            return (0, 0);
        }
        if rule.per_shield == 0 || rule.stopped_by_shield {
            return (0, amount);
        }
        // Each point of damage removes so many shields; a last odd shield
        // still takes a whole point.
        let points = amount.min((shields + rule.per_shield - 1) / rule.per_shield);
        let removed = shields.min(points.saturating_mul(rule.per_shield));
        let through = if rule.shield_only { 0 } else { amount - points };
        (removed, through)
    }

    #[inline(always)]
    fn add_value(&mut self, handle: Handle, attribute: AttributeId, amount: i16) {
        if let Some(live) = self.catalog.rules.live(attribute) {
            let id = handle.id;
            let health = self.catalog.rules.death.as_ref().filter(|_| amount < 0);
            let left = |engine: &Self| {
                health.is_some_and(|rule| engine.reader().value(id, rule.attribute) > 0)
            };
            let was_left = left(self);
            let object = self.game.object_mut(id);
            let values = object.values;
            object.values[live] = values[live].saturating_add(amount);
            self.touch(id);
            if was_left && !left(self) {
                self.remember_with(id, values);
            }
        }
    }

    fn commit_counter(&mut self, event: &mut Event, sign: i16) -> bool {
        let by = event.amount.saturating_mul(sign);
        let changed = self.add_counter(event.player, CounterId(event.what), by);
        event.amount = changed.saturating_mul(sign);
        event.amount != 0
    }

    /// Changes a player's counter as far as its bounds let it. Returns by how much it did.
    #[inline]
    pub(crate) fn add_counter(&mut self, seat: Seat, counter: CounterId, by: i16) -> i16 {
        let Some(rule) = self.catalog.rules.counters.get(counter.index()) else { return 0 };
        let counter = &mut self.game.players[seat.index()].counters[counter.index()];
        let before = *counter;
        // What is out of bounds already stays there.
        let least = i32::from(rule.min.unwrap_or(i16::MIN).min(before));
        let most = i32::from(rule.max.unwrap_or(i16::MAX).max(before));
        *counter = (i32::from(before) + i32::from(by)).clamp(least, most) as i16;
        counter.saturating_sub(before)
    }
}
