//! The one commit: every change to a game is an event that goes through here:
//! replace → commit → record → collect triggers. What nobody can observe is cut
//! short inside [`Engine::notify`], not around it.

use crate::card::{Duration, Effect, Filter, Static, When};
use crate::event::{Event, Kind};
use crate::id::{AbilityId, AttributeId, CounterId, FlagId, Handle, Seat};
use crate::mask::Bits;
use crate::mutate::Engine;
use crate::query::Scope;
use crate::state::{Change, Fact, Modifier, Origin, RecordEntry, Stage, Task, Work};

/// The end of a zone: the right end of a row, the top of a deck.
pub const END: u16 = u16::MAX;

impl Engine<'_> {
    /// Makes an event happen, unless something replaces it. Returns the event
    /// as it happened. It is laid into whoever asks for it, because mostly the
    /// kind of event is known there: 60 to 110 instructions a decision.
    #[inline(always)]
    pub fn apply_event(&mut self, mut event: Event) -> Option<Event> {
        if self.replaced(&mut event) {
            return None;
        }
        self.count_batch();
        if !self.commit(&mut event) {
            return None;
        }
        self.notify(&event);
        if matches!(event.kind, Kind::CounterGained | Kind::CounterLost | Kind::HitPlayer) {
            self.frame.counted(self, event.player, CounterId(event.what));
        }
        Some(event)
    }

    /// Makes the change. Returns whether there was one.
    #[inline(always)]
    fn commit(&mut self, event: &mut Event) -> bool {
        match event.kind {
            kind if kind.is_move() => return self.commit_move(event),
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
            Kind::Attached => self.commit_attachment(event),
            Kind::Controlled => return self.commit_control(event),
            _ => {}
        }
        true
    }

    /// Announces an event whose change is made, or that changes nothing.
    #[inline(always)]
    pub fn emit(&mut self, event: Event) {
        self.notify(&event);
    }

    /// Records, counts and offers an event to whoever listens.
    #[inline]
    pub(crate) fn notify(&mut self, event: &Event) {
        self.game.clock.ordinal += 1;
        let program = &self.catalog.program;
        if program.remembered & event.kind.bit() != 0 {
            self.remember_deed(event);
        }
        if program.decrees_once && event.kind == Kind::Played {
            self.use_up_decrees(event);
        }
        let awaited = self.game.derived.dependencies.0 | self.catalog.wakes.kinds();
        if self.record.is_some()
            || awaited & event.kind.bit() != 0
            || program.tallied.0[event.kind as usize] != 0
            || program.can_be_listened_for(event.kind, event.what)
        {
            self.notify_observers(event);
        }
    }

    /// [`Engine::notify`] for an event that something may depend on, count or
    /// listen for.
    #[inline(never)]
    fn notify_observers(&mut self, event: &Event) {
        let ordinal = self.game.clock.ordinal;
        let woken = self.catalog.wakes.by_event(event, |id| self.game.object(id).card);
        self.game.pending.mark_rules_for_check(woken);
        if self.silent {
            self.pass_over(event, ordinal);
            return;
        }
        if self.record.is_some() {
            self.notify_recorded(event, ordinal);
            return;
        }
        if self.is_stale_after(event.kind.bit(), event.object.id) {
            self.game.derived.stale = true;
        }
        let program = &self.catalog.program;
        if !self.is_observable(event) {
            return;
        }
        if program.tallied.0[event.kind as usize] != 0 {
            self.count(event);
        }
        if !program.can_be_listened_for(event.kind, event.what) {
            // No card will ever listen to it.
        } else if self.batching {
            self.defer(event, ordinal);
        } else if self.has_listener(event, event.listener_bit()) {
            self.collect(event, ordinal);
        }
    }

    /// What happens silently is recorded and changes what it changes.
    #[cold]
    fn pass_over(&mut self, event: &Event, ordinal: u32) {
        if self.record.is_some() {
            self.record_event(*event, ordinal);
        }
        self.game.derived.stale |= self.is_stale_after(event.kind.bit(), event.object.id);
    }

    /// Whether some card can mean, count or replace such an event. Of moves that
    /// do not lead into play few are anybody's business.
    #[inline(always)]
    fn is_observable(&self, event: &Event) -> bool {
        let rules = &self.catalog.rules;
        !event.kind.is_move()
            || rules.is_in_play(event.to)
            || self.catalog.program.seen.contains(
                rules.is_in_play(event.from),
                event.kind,
                event.to,
            )
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
        // What happens within one moment is of that moment.
        if self.in_moment {
            return;
        }
        self.batching = true;
        self.game.clock.batch = self.game.clock.batch.wrapping_add(1);
    }

    /// All changes of the moment have been made; now listeners are notified.
    #[inline]
    pub fn end_batch(&mut self) {
        if self.in_moment {
            return;
        }
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

    /// Listeners are notified when everything of this moment has happened.
    #[inline(never)]
    fn defer(&mut self, event: &Event, ordinal: u32) {
        self.game.pending.batch_events.push((*event, ordinal));
    }

    /// [`Engine::notify`] where everything is recorded: who stays silent too.
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
        if tallied & program.viewed_tallies != 0 {
            self.count_viewed(event, tallied & program.viewed_tallies);
        }
        let tallied = tallied & !program.viewed_tallies;
        let (mut counted, mut open) =
            (tallied & program.plain_tallies, tallied & !program.plain_tallies);
        if open & program.carded_tallies != 0
            && let Some(object) = self.game.present(event.object)
        {
            counted |= open & program.tally_cards[object.card.index()];
            open &= !program.carded_tallies;
        }
        if open == 0 {
            let times = if event.kind == Kind::Drew { event.amount.max(1) } else { 1 };
            for _ in 0..times {
                self.game.players[event.player.index()].count(counted);
            }
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

    /// Counts an event for each player from whose view it is what a tally counts.
    #[cold]
    fn count_viewed(&mut self, event: &Event, tallies: u8) {
        for seat in Seat::BOTH {
            let (reader, scope) = (self.reader(), Scope::listener(Handle::NONE, seat, event));
            let is_seen = |tally: &u16| {
                let head = &reader.catalog.program.tally_heads[usize::from(*tally)];
                head.as_ref()
                    .is_some_and(|head| reader.pattern_mismatch(head, event, &scope).is_none())
            };
            let seen = Bits(tallies.into()).filter(is_seen).fold(0, |all, tally| all | 1 << tally);
            self.game.players[seat.index()].count(seen);
        }
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
    /// an event, because what happens instead is a new event of its own. What happens
    /// silently is not replaced either.
    #[inline]
    pub(super) fn replaced(&mut self, event: &mut Event) -> bool {
        self.may_be_replaced(event.kind) && !self.silent && self.find_replacement(event)
    }

    /// Whether something in play may replace events of this kind.
    #[inline]
    pub(crate) fn may_be_replaced(&self, kind: Kind) -> bool {
        let is_on =
            self.game.derived.rules_on & Static::INSTEAD != 0 || !self.game.delayed.is_empty();
        let by_rule = self.catalog.rulebook.replaces & kind.bit() != 0;
        (is_on && self.catalog.program.replaces & kind.bit() != 0) || by_rule
    }

    #[cold]
    fn find_replacement(&mut self, event: &mut Event) -> bool {
        for id in self.game.derived.statics.iter() {
            if self.game.is_silenced(id) {
                continue;
            }
            let object = self.game.object(id);
            let (source, controller, card) = (self.game.handle(id), object.controller, object.card);
            if self.replace_by(event, self.catalog.program.of(card), source, controller) {
                return true;
            }
        }
        if self.replaced_by_delayed(event) {
            return true;
        }
        // What the rules themselves replace comes after what cards do.
        let active = self.game.turn.active;
        let standing = &self.catalog.rulebook.replacements;
        !standing.is_empty()
            && [active, active.other()]
                .into_iter()
                .any(|seat| self.replace_by(event, standing.iter().copied(), Handle::NONE, seat))
    }

    /// Replaces an event by what one of some abilities says, if it does.
    fn replace_by(
        &mut self,
        event: &mut Event,
        abilities: impl Iterator<Item = AbilityId>,
        source: Handle,
        controller: Seat,
    ) -> bool {
        for ability in abilities {
            let work = Work { source, ..Work::new(Task::Ability, controller) };
            if self.replaces(event, ability, &work) && self.carry_out_instead(event, ability, work)
            {
                return true;
            }
        }
        false
    }

    /// Whether what is being done happens instead of something because an ability said
    /// so, directly or by way of others: it replaces nothing of that again.
    fn has_replaced(&self, ability: AbilityId, source: Handle) -> bool {
        let work = &self.game.pending.work;
        let Some(doing) = work.get(..=self.doing) else { return false };
        let is_instead = |work: &&Work| {
            work.task == Task::Ability
                && !work.ability.is_none()
                && matches!(self.catalog.ability(work.ability).when, When::Instead(_))
        };
        let mut chain = doing.iter().rev().take_while(is_instead);
        chain.any(|work| work.ability == ability && work.source == source)
    }

    /// What waits for such an event to replace it.
    fn replaced_by_delayed(&mut self, event: &mut Event) -> bool {
        let mut at = 0;
        while at < self.game.delayed.len() {
            let delayed = self.game.delayed[at];
            let work = Work {
                source: delayed.source,
                keeper: delayed.keeper,
                ..Work::new(Task::Ability, delayed.controller)
            };
            if !self.replaces(event, delayed.ability, &work) {
                at += 1;
                continue;
            }
            if delayed.once {
                self.game.delayed.remove(at);
            } else {
                if delayed.keeper != 0 {
                    self.game.delayed[at].keeper = self.game.pending.copy_mentions(delayed.keeper);
                }
                at += 1;
            }
            if self.carry_out_instead(event, delayed.ability, work) {
                return true;
            }
        }
        false
    }

    /// Whether an ability puts something in the place of an event.
    fn replaces(&self, event: &Event, ability: AbilityId, work: &Work) -> bool {
        let entry = self.catalog.program.entry(ability);
        let When::Instead(pattern) = &entry.ability.when else { return false };
        let scope =
            Scope { keeper: work.keeper, ..Scope::listener(work.source, work.controller, event) };
        if self.has_replaced(ability, work.source)
            || self.reader().pattern_mismatch(pattern, event, &scope).is_some()
        {
            return false;
        }
        let is_used = entry.limit_bit != 0
            && self.game.is_same(work.source)
            && self.reader().is_limit_used(work.source.id, entry);
        let condition = entry.ability.condition.as_ref();
        !is_used && condition.is_none_or(|condition| self.reader().holds(condition, &scope))
    }

    /// Does what happens instead of an event, or has it happen otherwise. Returns
    /// whether it does not happen.
    fn carry_out_instead(&mut self, event: &mut Event, ability: AbilityId, work: Work) -> bool {
        let entry = self.catalog.program.entry(ability);
        self.note(Fact::Replaced { event: *event, source: work.source, ability });
        if entry.limit_bit != 0 && self.game.is_same(work.source) {
            self.game.use_up(work.source.id, entry.limit_bit);
        }
        if let [Effect::Adjust { amount, to }] = entry.ability.effects.as_slice() {
            let scope = Scope {
                keeper: work.keeper,
                ..Scope::listener(work.source, work.controller, event)
            };
            let reader = self.reader();
            let amount = amount.as_ref().map(|amount| reader.amount(amount, &scope));
            let to = to.map(|to| reader.resolve(to, &scope));
            if let Some(object) = to.and_then(|to| self.game.present(to).zip(Some(to))) {
                event.player = object.0.controller;
                event.object = object.1;
            }
            event.amount = amount.unwrap_or(event.amount);
            return event.amount <= 0;
        }
        let work = Work {
            stage: Stage::Resolving,
            origin: Origin::Triggered,
            cursor: entry.start,
            event: *event,
            ..work
        };
        self.start(ability, work);
        true
    }

    /// Keeps until the end of the turn that an object did this, or had it done to it.
    #[cold]
    fn remember_deed(&mut self, event: &Event) {
        let (target, change) = (event.object, Change::Did(event.kind));
        let known = |one: &Modifier| one.target == target && one.change == change;
        if self.game.is_same(target) && !self.game.modifiers.iter().any(known) {
            let controller = event.player;
            let until = Duration::EndOfTurn;
            let source = Handle::NONE;
            self.modify(Modifier {
                target,
                source,
                controller,
                change,
                amount: 0,
                until,
                turns: 0,
                keeper: 0,
            });
        }
    }

    /// A card has been played: what was for the next one only is over.
    #[cold]
    fn use_up_decrees(&mut self, event: &Event) {
        let (reader, played) = (self.reader(), event.object);
        let is_meant = |modifier: &Modifier| {
            let Change::DecreeOnce(ability) = modifier.change else { return false };
            // A card that says so is not the next one itself, wherever it is told of.
            if modifier.source.id == played.id {
                return false;
            }
            let scope = Scope::of(modifier.source, modifier.controller);
            match &reader.catalog.ability(ability).when {
                When::Static(rules) => rules.iter().any(|rule| match rule {
                    Static::Cost { what, .. } => reader.matches(what, &scope, played.id),
                    _ => false,
                }),
                _ => false,
            }
        };
        let used: Vec<Modifier> =
            self.game.modifiers.iter().copied().filter(|one| is_meant(one)).collect();
        self.game.modifiers.retain(|modifier| !used.contains(modifier));
        self.game.derived.stale |= !used.is_empty();
    }
}
