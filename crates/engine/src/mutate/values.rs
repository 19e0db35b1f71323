//! Changes of numbers and statuses: damage, attributes, counters, slots, limits.

use crate::card::{Deed, Duration, Limit};
use crate::event::{Event, Kind};
use crate::id::{AttributeId, CounterId, FlagId, Handle, ObjectId, PhaseId, Seat, ZoneId};
use crate::mask::Bits;
use crate::mutate::Engine;
use crate::query::Reader;
use crate::rulebook::{DamageRule, TALLIES, VALUES};
use crate::state::{Change, Game, LastKnown, Modifier, ObjectSnapshot};

impl Engine<'_> {
    /// Damages an object. Returns what got through.
    #[inline(always)]
    pub fn damage(&mut self, target: ObjectId, amount: i16, kind: u16, by: Handle) -> i16 {
        let reader = self.reader();
        if !self.frame.can_damage(&reader, target, kind) || reader.is_harmless(by, target, kind) {
            return 0;
        }
        if let Some(seat) = self.frame.stands_for(&self.reader(), target) {
            return self.hit_player(seat, amount, by);
        }
        let amount = self.after_prevention(self.game.handle(target), amount);
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
        let amount = self.after_prevention_for(seat, amount);
        let event = Event::new(Kind::HitPlayer, seat).object(by).amount(amount).what(life.0);
        self.apply_event(event).map_or(0, |event| event.amount)
    }

    /// How much of some damage to an object is left after what is still prevented.
    #[inline]
    fn after_prevention(&mut self, target: Handle, amount: i16) -> i16 {
        if self.game.modifiers.is_empty() || amount <= 0 {
            return amount;
        }
        self.use_up_prevention(amount, |modifier, _| modifier.target == target)
    }

    /// The same for damage to a player, where an object stands for them.
    #[inline]
    fn after_prevention_for(&mut self, seat: Seat, amount: i16) -> i16 {
        if self.game.modifiers.is_empty() || amount <= 0 {
            return amount;
        }
        self.use_up_prevention(amount, |modifier, reader| {
            reader.game.is_same(modifier.target)
                && reader.frame.stands_for(reader, modifier.target.id) == Some(seat)
        })
    }

    #[inline(never)]
    fn use_up_prevention(
        &mut self,
        amount: i16,
        is_meant: impl Fn(&Modifier, &Reader<'_>) -> bool,
    ) -> i16 {
        let mut left = amount;
        for at in 0..self.game.modifiers.len() {
            let modifier = self.game.modifiers[at];
            if modifier.change == Change::Prevent && is_meant(&modifier, &self.reader()) {
                let prevented = modifier.amount.clamp(0, left);
                left -= prevented;
                self.game.modifiers[at].amount -= prevented;
            }
        }
        self.game
            .modifiers
            .retain(|modifier| modifier.change != Change::Prevent || modifier.amount > 0);
        left
    }

    /// Keeps what dealt damage to an object last.
    #[cold]
    fn remember_blow(&mut self, event: &Event) {
        let target = event.object;
        self.game
            .modifiers
            .retain(|modifier| modifier.target != target || modifier.change != Change::HitBy);
        self.game.modifiers.push(Modifier {
            target,
            source: event.other,
            controller: event.player,
            change: Change::HitBy,
            amount: 0,
            until: Duration::EndOfTurn,
            turns: 0,
            keeper: 0,
        });
    }

    /// Changes a player's counter. Returns by how much it really did.
    pub fn change_counter(&mut self, seat: Seat, counter: CounterId, by: i16) -> i16 {
        let kind = if by >= 0 { Kind::CounterGained } else { Kind::CounterLost };
        let by_whom = self.game.pending.work.last().map_or(Handle::NONE, |work| work.source);
        let event =
            Event::new(kind, seat).amount(by.saturating_abs()).what(counter.0).other(by_whom);
        self.apply_event(event).map_or(0, |event| event.amount)
    }

    /// Gives an object a status or takes it. Returns whether that changed
    /// anything.
    pub fn set_flag(&mut self, id: ObjectId, flag: FlagId, on: bool) -> bool {
        let kind = if on { Kind::FlagSet } else { Kind::FlagCleared };
        let object = self.game.object(id);
        let event = Event::new(kind, object.controller).object(self.game.handle(id)).what(flag.0);
        self.apply_event(event).is_some()
    }

    /// Gives statuses, as a mask, to what lies in a row of zones, or takes them
    /// off, in order, until as many objects as wanted have changed.
    pub fn set_flags(&mut self, row: (ZoneId, usize), flags: u16, on: bool, most: usize) {
        let mut left = most;
        for at in 0.. {
            let Some(id) = self.game.zones.row(row.0, row.1).get(at).copied() else { return };
            let has = self.game.object(id).flags;
            let lacks = flags & if on { !has } else { has };
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

    /// Takes statuses, as a mask, off what lies in a row of zones because it is
    /// the time for it. What may not become ready stays exhausted.
    pub fn ready(&mut self, row: (ZoneId, usize), flags: u16) {
        let exhausted = self.catalog.rules.exhausted.map_or(0, |flag| 1 << flag.0);
        let reader = self.reader();
        let is_forbidden = reader.may_forbid(Deed::Untap) || reader.may_forbid(Deed::BeReadied);
        if flags & exhausted == 0 || !is_forbidden {
            self.set_flags(row, flags, false, usize::MAX);
            return;
        }
        for at in 0.. {
            let Some(id) = self.game.zones.row(row.0, row.1).get(at).copied() else { return };
            let stays = self.reader().ready_obstacle(id).is_some();
            let off = flags & self.game.object(id).flags & if stays { !exhausted } else { !0 };
            Bits(off.into()).for_each(|flag| {
                self.set_flag(id, FlagId(flag), false);
            });
        }
    }

    /// Sets a player's counter without an event, as the frame's bookkeeping.
    pub fn set_counter(&mut self, seat: Seat, counter: CounterId, to: i16) {
        self.game.players[seat.index()].counters[counter.index()] = to;
        let event = Event::new(Kind::CounterGained, seat).what(counter.0);
        let woken = self.catalog.wakes.by_event(&event, |id| self.game.object(id).card);
        self.game.pending.mark_rules_for_check(woken);
        self.mark_stale_after(Kind::CounterGained);
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

    /// Announces that a phase, turn or round began.
    pub fn begin_phase(&mut self, phase: PhaseId, player: Seat) {
        self.emit(Event::new(Kind::Began, player).what(phase.0));
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
    pub fn reset_limits(&mut self, limit: Limit) {
        if self.game.derived.any_limit_used {
            self.reset_used(limit);
        }
    }

    #[inline(never)]
    fn reset_used(&mut self, limit: Limit) {
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
            player.tallies = [0; TALLIES];
        }
    }

    /// Changes a slot's modifier; whoever stands there and dies of it is
    /// remembered as it was before.
    pub(super) fn change_slot(&mut self, zone: ZoneId, by: i16) {
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

    pub(super) fn commit_damage(&mut self, event: &mut Event) -> bool {
        let id = event.object.id;
        let Some(rule) = self.catalog.rules.damage.get(usize::from(event.what)) else {
            return false;
        };
        if event.amount <= 0 || !self.game.is_same(event.object) {
            return false;
        }
        if self.catalog.program.asks_killer {
            self.remember_blow(event);
        }
        let health = self.catalog.rules.death.as_ref().map(|death| death.attribute);
        let before = health.map_or(0, |health| self.reader().value(id, health));
        let values = self.game.object(id).values;
        let (shielded, mut through) = self.split_damage(id, rule, event.amount);
        if !rule.wears && health == Some(rule.target) && !self.can_die(id) {
            through = through.min(before.max(0));
        }
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
        event.shielded = shielded;
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

    /// [`Engine::remember_before`], with the numbers that it had.
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
        // Each point of damage removes `per_shield` shields; a last odd shield
        // still takes a whole point.
        let points = amount.min((shields + rule.per_shield - 1) / rule.per_shield);
        let removed = shields.min(points.saturating_mul(rule.per_shield));
        let through = if rule.shield_only { 0 } else { amount - points };
        (removed, through)
    }

    #[inline(always)]
    pub(super) fn add_value(&mut self, handle: Handle, attribute: AttributeId, amount: i16) {
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

    pub(super) fn commit_counter(&mut self, event: &mut Event, sign: i16) -> bool {
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
