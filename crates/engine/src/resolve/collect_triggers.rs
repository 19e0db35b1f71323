//! Hearing: matching what happened against what cards listen for. Matching
//! changes nothing; what matched waits in [`crate::resolve`].

use crate::card::{Filter, Happening, Pattern, Reference, Static, When};
use crate::compile::CompiledAbility;
use crate::event::{Event, Kind};
use crate::id::{AbilityId, CounterId, Handle, ObjectId, PhaseId, Seat, ZoneId};
use crate::mask::Mask;
use crate::mutate::Engine;
use crate::query::{Reader, Scope};
use crate::rulebook::{Gone, LookBack, Order, PhaseBound, Role};
use crate::state::{
    LastKnown, Mismatch, Modifier, Object, Origin, SkippedTrigger, Task, WaitingTrigger,
};

/// Who listens: what the policy's order asks about it.
#[derive(Clone, Copy)]
struct Listener {
    handle: Handle,
    controller: Seat,
    zone: ZoneId,
    entered: u16,
    /// Whose mentions its words mean; 0 if it keeps none.
    keeper: u16,
}

impl Listener {
    /// Its view of an event.
    fn scope<'a>(&self, event: &'a Event) -> Scope<'a> {
        Scope { keeper: self.keeper, ..Scope::listener(self.handle, self.controller, event) }
    }
}

impl Reader<'_> {
    /// Why an event is not what a pattern listens for; nothing if it is.
    #[inline(always)]
    pub fn pattern_mismatch(
        &self,
        pattern: &Pattern,
        event: &Event,
        scope: &Scope,
    ) -> Option<Mismatch> {
        if pattern.event.kinds() & event.kind.bit() == 0 {
            return Some(Mismatch::WrongKind);
        }
        let rules = &self.catalog.rules;
        let named = match pattern.event {
            Happening::Gained(attribute) | Happening::Lost(attribute) => event.what == attribute.0,
            Happening::GainedCounter(CounterId(counter))
            | Happening::LostCounter(CounterId(counter)) => event.what == counter,
            Happening::FlagSet(flag) | Happening::FlagCleared(flag) => event.what == flag.0,
            Happening::Began(phase) => event.what == phase.0,
            Happening::Occasion(occasion) => event.what == occasion.0,
            Happening::Left => rules.is_in_play(event.from) && !rules.is_in_play(event.to),
            Happening::Died => {
                rules.is_in_play(event.from)
                    && rules.zone_rule(event.to).is_some_and(|zone| zone.role == Role::Discard)
            }
            Happening::PutInto(kind) => event.to != ZoneId::OUTSIDE && rules.kind(event.to) == kind,
            Happening::Tapped(kind) => {
                let snapshot = self.look(event.object);
                snapshot.is_some_and(|snapshot| self.catalog.card(snapshot.card).has_type(kind))
            }
            _ => true,
        };
        if !named {
            return Some(Mismatch::WrongKind);
        }
        if pattern.combat && !self.is_fought() {
            return Some(Mismatch::WrongKind);
        }
        if !self.is_whose(pattern.player, event.player, scope) {
            return Some(Mismatch::WrongPlayer);
        }
        if !self.is_whose(pattern.turn, self.game.turn.active, scope) {
            return Some(Mismatch::WrongTime);
        }
        if pattern
            .from
            .is_some_and(|kind| event.from == ZoneId::OUTSIDE || rules.kind(event.from) != kind)
        {
            return Some(Mismatch::WrongPlace);
        }
        if let Some(place) = pattern.place {
            let at = match event.kind {
                Kind::MovedOut
                | Kind::Destroyed
                | Kind::Sacrificed
                | Kind::Exiled
                | Kind::Returned => event.from,
                _ if event.to != ZoneId::OUTSIDE => event.to,
                _ => self.look(event.object).map_or(ZoneId::OUTSIDE, |snapshot| snapshot.zone),
            };
            if at == ZoneId::OUTSIDE || self.zones_at(place, scope) >> at.0 & 1 == 0 {
                return Some(Mismatch::WrongPlace);
            }
        }
        let (subject, other) = match pattern.event {
            // Of damage to a player the object is what deals it.
            Happening::DealtDamage if event.kind == Kind::HitPlayer => (event.object, Handle::NONE),
            Happening::DealtDamage => (event.other, event.object),
            _ => (event.object, event.other),
        };
        if let Some(mismatch) = self.object_mismatch(&pattern.subject, subject, scope) {
            return Some(mismatch);
        }
        if let Some(filter) = &pattern.other
            && let Some(mismatch) = self.object_mismatch(filter, other, scope)
        {
            return Some(mismatch);
        }
        if let Some(nth) = pattern.nth {
            let count = self.count_this_turn(pattern, scope)?;
            return (count != i32::from(nth)).then_some(Mismatch::WrongTime);
        }
        None
    }

    fn object_mismatch(&self, filter: &Filter, handle: Handle, scope: &Scope) -> Option<Mismatch> {
        match filter {
            Filter::Any => None,
            Filter::Is(Reference::This) => {
                (handle != scope.source).then_some(Mismatch::WrongObject)
            }
            filter => match self.look(handle) {
                Some(snapshot) => self.explain_mismatch(filter, scope, &snapshot),
                None => Some(Mismatch::WrongObject),
            },
        }
    }
}

impl Engine<'_> {
    /// Whether anybody may listen to an event of a sort that abilities ask for.
    #[inline(always)]
    pub(crate) fn may_be_listened_to(&self, event: &Event) -> bool {
        // Who stays silent is recorded too.
        self.record.is_some() || self.has_listener(event, event.listener_bit())
    }

    /// Whether anybody listens for events of its kind now.
    #[inline(always)]
    pub(crate) fn has_listener(&self, event: &Event, bit: u64) -> bool {
        let game = &*self.game;
        game.derived.listened[event.player.index()] & bit != 0
            || self.catalog.rulebook.listens_for & bit != 0
            || self.own_object_listens(event, bit)
            || self.catalog.program.moved_elsewhere & bit != 0
            || game.last_known.listened() & bit != 0
            || ((!game.modifiers.is_empty() || !game.delayed.is_empty())
                && self.temporary_ability_listens(bit))
    }

    /// Whether anybody in play listens for events of a kind, whoever they happen to.
    pub fn is_listened_to(&self, kind: Kind) -> bool {
        let [one, two] = self.game.derived.listened;
        (one | two) & kind.bit() != 0
    }

    /// Whether abilities that were given or wait for their moment listen for
    /// events of its kind.
    #[inline(never)]
    fn temporary_ability_listens(&self, bit: u64) -> bool {
        let listens_for = |ability| self.catalog.program.entry(ability).listens_for & bit != 0;
        self.game.delayed.iter().any(|delayed| listens_for(delayed.ability))
            || self.game.modifiers.iter().filter_map(Modifier::ability).any(listens_for)
    }

    /// Whether an event's own object may listen to it, as to nobody else's.
    #[inline]
    fn own_object_listens(&self, event: &Event, bit: u64) -> bool {
        let Some(object) = self.game.objects.get(event.object.id.index()) else { return false };
        let whose = usize::from(object.controller != event.player);
        (self.catalog.rules.is_in_play(object.zone) || event.kind == Kind::Played)
            && self.catalog.program.listens_to_self[object.card.index()][whose] & bit != 0
    }

    /// The only phase in which cards react to such an event, if it is another one.
    #[inline]
    fn phase_needed(&self, event: &Event) -> Option<PhaseId> {
        let mut bound = self.catalog.rules.phase_bound.iter();
        let (phase, _) = bound.find(|(_, what)| match what {
            PhaseBound::Draw => event.kind == Kind::Drew,
            PhaseBound::Counter(counter) => {
                event.kind == Kind::CounterGained && event.what == counter.0
            }
        })?;
        (!self.frame.is_phase(&self.reader(), *phase)).then_some(*phase)
    }

    /// Finds who listens to an event that has just happened.
    pub(crate) fn collect(&mut self, event: &Event, cause: u32) {
        let bit = event.listener_bit();
        // What enters without abilities does not react to its entering.
        if self.catalog.rules.is_in_play(event.to) && self.reader().has_rule(Static::SILENCE) {
            self.refresh();
        }
        // Who stays silent is recorded too.
        if self.record.is_none() && self.phase_needed(event).is_some() {
            return;
        }
        // What enters play reacts to it as it is there, where it may have no abilities.
        if self.catalog.rules.is_in_play(event.to) && self.reader().has_rule(Static::SILENCE) {
            self.refresh();
        }
        if self.record.is_some() {
            self.collect_from_all(event, bit, cause);
        } else {
            self.collect_from_play(event, bit, cause);
        }
        if self.catalog.program.moved_elsewhere & bit != 0 {
            self.collect_from_moved(event, bit, cause);
        }
        if self.catalog.rulebook.listens_for & bit != 0 {
            self.collect_from_rulebook(event, bit, cause);
        }
        if self.game.last_known.listened() & bit != 0
            && (event.kind.is_move() || self.is_about_departed(event))
        {
            self.collect_from_last_known(event, bit, cause);
        }
        if !self.game.modifiers.is_empty() {
            self.collect_from_granted(event, bit, cause);
        }
        if !self.game.delayed.is_empty() {
            self.collect_delayed(event, bit, cause);
        }
    }

    /// The standing rules listen for both players, whoever's turn it is first.
    #[inline(never)]
    fn collect_from_rulebook(&mut self, event: &Event, bit: u64, cause: u32) {
        let active = self.game.turn.active;
        for controller in [active, active.other()] {
            let listener = Listener {
                handle: Handle::NONE,
                controller,
                zone: ZoneId::OUTSIDE,
                entered: 0,
                keeper: 0,
            };
            for ability in &self.catalog.rulebook.listeners {
                self.offer(event, bit, cause, listener, *ability);
            }
        }
    }

    /// Those who stay silent are recorded too, so that all are asked.
    #[cold]
    fn collect_from_all(&mut self, event: &Event, bit: u64, cause: u32) {
        let (zones, program) = (&self.game.zones, &self.catalog.program);
        let in_play = zones.spans(self.catalog.rules.in_play()).flatten().copied();
        let listens_for =
            |id: &ObjectId| program.listens_for[self.game.object(*id).card.index()] != 0;
        let all: Mask = in_play.filter(listens_for).collect();
        for id in all.iter() {
            self.offer_to_abilities(event, bit, cause, id);
        }
        if !all.contains(event.object.id) && self.own_object_listens(event, bit) {
            self.offer_to_abilities(event, bit, cause, event.object.id);
        }
    }

    /// Most listen only for what happens to themselves, so that the others are
    /// gone through only where one of them listens.
    #[inline]
    fn collect_from_play(&mut self, event: &Event, bit: u64, cause: u32) {
        // A card reacts to being played wherever it lies.
        if self.own_object_listens(event, bit) {
            self.offer_to_abilities(event, bit, cause, event.object.id);
        }
        if self.game.derived.listened[event.player.index()] & bit == 0 {
            return;
        }
        let listens_to_others = &self.catalog.program.listens_to_others[..];
        let listeners = self.game.derived.listeners;
        listeners.visit(|id| {
            let object = self.game.object(id);
            let whose = usize::from(object.controller != event.player);
            if listens_to_others[object.card.index()][whose] & bit != 0 {
                self.offer_to_abilities(event, bit, cause, id);
            }
        });
    }

    /// A card reacts to its own going from one place out of play to another: being
    /// discarded, milled, exiled from a hand.
    #[inline(never)]
    fn collect_from_moved(&mut self, event: &Event, bit: u64, cause: u32) {
        let (rules, program) = (&self.catalog.rules, &self.catalog.program);
        let Some(object) = self.game.objects.get(event.object.id.index()) else { return };
        let is_elsewhere = |zone: ZoneId| zone != ZoneId::OUTSIDE && !rules.is_in_play(zone);
        if !is_elsewhere(event.from)
            || !is_elsewhere(event.to)
            || program.listens_for[object.card.index()] & bit == 0
        {
            return;
        }
        let listener = Listener {
            handle: event.object,
            controller: object.controller,
            zone: object.zone,
            entered: object.entered,
            keeper: 0,
        };
        for ability in program.of(object.card) {
            if program.entry(ability).own {
                self.offer(event, bit, cause, listener, ability);
            }
        }
    }

    /// All abilities of an object in play are offered an event.
    #[inline(always)]
    fn offer_to_abilities(&mut self, event: &Event, bit: u64, cause: u32, id: ObjectId) {
        if self.game.is_silenced(id) {
            return;
        }
        let object = self.game.object(id);
        let listener = Listener {
            handle: Handle { id, incarnation: object.incarnation },
            controller: object.controller,
            zone: object.zone,
            entered: object.entered,
            keeper: 0,
        };
        for ability in self.catalog.program.of(object.card) {
            self.offer(event, bit, cause, listener, ability);
        }
    }

    /// Whether this is the game's own event about something that has gone,
    /// where what has gone still resolves: "is consumed".
    fn is_about_departed(&self, event: &Event) -> bool {
        event.kind == Kind::Occasion
            && self.policy().gone == Gone::LastKnown
            && !self.game.is_same(event.object)
    }

    /// What has left in this batch still sees what left with it, and what the
    /// game says of it later.
    fn collect_from_last_known(&mut self, event: &Event, bit: u64, cause: u32) {
        let look_back = self.policy().look_back;
        for at in 0..self.game.last_known.list().len() {
            let known = &self.game.last_known.list()[at];
            let own = known.handle == event.object;
            let told = own && event.kind == Kind::Occasion;
            let together = known.batch == self.game.clock.batch
                && event.kind.is_move()
                && (own || look_back == LookBack::Batch);
            if !known.left || !(told || together) {
                continue;
            }
            // What had lost its abilities left without them.
            if self.catalog.program.listens_for[known.card.index()] & bit == 0
                || self.game.is_silenced(known.handle.id)
            {
                continue;
            }
            let card = known.card;
            let listener = Listener {
                handle: known.handle,
                controller: known.controller,
                zone: known.zone,
                entered: known.entered,
                keeper: 0,
            };
            for ability in self.catalog.program.of(card) {
                self.offer(event, bit, cause, listener, ability);
            }
        }
    }

    fn collect_from_granted(&mut self, event: &Event, bit: u64, cause: u32) {
        for at in 0..self.game.modifiers.len() {
            let modifier = self.game.modifiers[at];
            let Some(ability) = modifier.ability() else { continue };
            let Some(listener) = self.granted_listener(modifier.target, event) else { continue };
            self.offer(event, bit, cause, listener, ability);
        }
    }

    /// What has a given ability, as it is; or as it was, where the event took it
    /// away.
    fn granted_listener(&self, handle: Handle, event: &Event) -> Option<Listener> {
        if self.game.is_same(handle) {
            let Object { controller, zone, entered, .. } = *self.game.object(handle.id);
            return Some(Listener { handle, controller, zone, entered, keeper: 0 });
        }
        let LastKnown { controller, zone, entered, left, batch, .. } =
            *self.game.last_known.find(handle)?;
        let is_own = event.object == handle || self.policy().look_back == LookBack::Batch;
        (left && batch == self.game.clock.batch && event.kind.is_move() && is_own)
            .then_some(Listener { handle, controller, zone, entered, keeper: 0 })
    }

    fn collect_delayed(&mut self, event: &Event, bit: u64, cause: u32) {
        let mut at = 0;
        while at < self.game.delayed.len() {
            let delayed = self.game.delayed[at];
            let before = self.game.pending.waiting().len();
            let listener = Listener {
                handle: delayed.source,
                controller: delayed.controller,
                zone: ZoneId::OUTSIDE,
                entered: u16::MAX,
                keeper: delayed.keeper,
            };
            self.offer(event, bit, cause, listener, delayed.ability);
            if self.game.pending.waiting().len() > before {
                let waiting =
                    self.game.pending.waiting_mut().last_mut().expect("one was just pushed");
                waiting.delayed = true;
                // What a delayed trigger is about was settled when it was made.
                waiting.keeper = delayed.keeper;
                if delayed.once {
                    self.game.delayed.remove(at);
                    continue;
                }
                // It may come again, and then mean the same.
                if delayed.keeper != 0 {
                    self.game.delayed[at].keeper = self.game.pending.copy_mentions(delayed.keeper);
                }
            }
            at += 1;
        }
    }

    /// Most abilities are seen at a glance not to mean an event.
    #[inline(always)]
    fn offer(&mut self, event: &Event, bit: u64, cause: u32, who: Listener, ability: AbilityId) {
        let entry = self.catalog.program.entry(ability);
        if entry.listens_for & bit == 0 {
            return;
        }
        // Why it stays silent is recorded.
        if self.record.is_none() {
            if entry.rules_out(event, who.handle, who.controller) {
                return;
            }
            if entry.takes_every_event {
                debug_assert!(self.matches_pattern_of(event, who, entry), "{:?}", entry.ability);
                self.add_waiting_trigger(event, cause, who, ability, false);
                return;
            }
        }
        if let When::Event(pattern) = &entry.ability.when {
            self.match_pattern(event, cause, who, ability, pattern);
        }
    }

    /// Whether an event is what an ability listens for, by its own words.
    fn matches_pattern_of(&self, event: &Event, who: Listener, entry: &CompiledAbility) -> bool {
        let When::Event(pattern) = &entry.ability.when else { return false };
        let scope = who.scope(event);
        self.reader().pattern_mismatch(pattern, event, &scope).is_none()
    }

    /// What an ability listens for has happened: it waits for its turn. That something
    /// was done comes before where it was done from.
    #[inline(never)]
    fn add_waiting_trigger(
        &mut self,
        event: &Event,
        cause: u32,
        who: Listener,
        ability: AbilityId,
        is_about_place: bool,
    ) {
        let mut event = *event;
        if self.is_together(ability) {
            event.amount = event.amount.max(1);
            if self.joins_others(&event, who.handle, ability) {
                return;
            }
        }
        let event = &event;
        let late = self.policy().order == Order::Entry && is_about_place;
        let key = self.key(event, who) | u64::from(late) << 32;
        let (by, depth) = self.behind();
        self.game.pending.push_waiting(WaitingTrigger {
            listener: who.handle,
            ability,
            controller: who.controller,
            depth,
            event: *event,
            by,
            cause,
            key,
            keeper: 0,
            batch: self.game.clock.batch,
            delayed: false,
        });
    }

    /// Whether an ability triggers only once for what happens together.
    fn is_together(&self, ability: AbilityId) -> bool {
        let entry = self.catalog.program.entry(ability);
        matches!(&entry.ability.when, When::Event(pattern) if pattern.together)
    }

    /// Adds an event to what the same ability reacts to at this very moment, if it does.
    fn joins_others(&mut self, event: &Event, listener: Handle, ability: AbilityId) -> bool {
        let batch = self.game.clock.batch;
        let same = |one: &&mut WaitingTrigger| {
            one.listener == listener && one.ability == ability && one.batch == batch
        };
        match self.game.pending.waiting_mut().iter_mut().find(same) {
            Some(waiting) => {
                waiting.event.amount = waiting.event.amount.saturating_add(event.amount);
                true
            }
            None => false,
        }
    }

    /// An ability that may mean an event is asked whether it does.
    #[inline(never)]
    fn match_pattern(
        &mut self,
        event: &Event,
        cause: u32,
        who: Listener,
        ability: AbilityId,
        pattern: &Pattern,
    ) {
        let scope = who.scope(event);
        let mismatch = self.reader().pattern_mismatch(pattern, event, &scope);
        match mismatch.or_else(|| self.phase_needed(event).map(Mismatch::OutOfPhase)) {
            None => self.add_waiting_trigger(event, cause, who, ability, pattern.from.is_some()),
            Some(reason) if self.record.is_some() => {
                let (by, depth) = self.behind();
                if let Some(record) = &mut self.record {
                    record.skipped_triggers.push(SkippedTrigger {
                        ordinal: cause,
                        after: self.game.clock.ordinal,
                        depth,
                        listener: who.handle,
                        ability,
                        by,
                        reason,
                    });
                }
            }
            Some(_) => {}
        }
    }

    /// The object behind what is happening and the depth of its reactions.
    pub(crate) fn behind(&self) -> (Handle, u16) {
        if let Some(announced) = self.announced {
            return announced;
        }
        match self.game.pending.work.last() {
            Some(work) if work.task == Task::Ability && work.origin == Origin::Triggered => {
                (work.source, work.depth + 1)
            }
            Some(work) => (Handle::NONE, work.depth),
            None => (Handle::NONE, 0),
        }
    }

    /// The place of a listener in the policy's order.
    fn key(&mut self, event: &Event, who: Listener) -> u64 {
        let Listener { handle: listener, controller, zone, entered, .. } = who;
        let rules = &self.catalog.rules;
        let entered = u64::from(entered);
        match self.policy().order {
            Order::Entry => entered,
            Order::Places => {
                let lane = u64::from(rules.lane(zone));
                lane << 32 | u64::from(controller != self.game.turn.active) << 31 | entered
            }
            Order::Active => u64::from(controller != self.game.turn.active) << 32 | entered,
            Order::Actor => {
                let tier = if event.object == listener {
                    0
                } else if controller == self.game.turn.actor {
                    1
                } else {
                    2
                };
                let lane = u64::from(rules.lane(zone));
                // Those who entered one after the other mostly stand so.
                let row = self.game.zones.of(zone);
                let next = self.last_position + 1;
                self.last_position = if row.get(next) == Some(&listener.id) {
                    next
                } else {
                    self.game.zones.position(zone, listener.id).unwrap_or(0)
                };
                tier << 32 | lane << 16 | self.last_position as u64
            }
        }
    }
}
