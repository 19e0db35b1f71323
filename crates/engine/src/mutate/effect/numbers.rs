//! Effects on numbers: damage, healing, attributes, counters, statuses.

use crate::card::{Duration, Gift, Quantity, Reference, Selection, Spot, Who};
use crate::event::{Event, Kind};
use crate::id::{AbilityId, AttributeId, CounterId, DamageId, FlagId, Handle, ObjectId, ZoneId};
use crate::mask::Bits;
use crate::mutate::Engine;
use crate::query::Scope;
use crate::state::{Change, Modifier, Origin, Reason};

impl Engine<'_> {
    /// Damage to all selected at one moment; the result is what got through.
    pub(super) fn damage_selected(
        &mut self,
        at: usize,
        what: &Selection,
        slot: Option<u8>,
        amount: &Quantity,
        kind: Option<DamageId>,
        by: Option<Reference>,
    ) -> bool {
        if !self.select(at, what, slot, Reason::Effect) {
            return false;
        }
        let work = &self.game.pending.work[at];
        let source = match by {
            Some(by) => self.reader().resolve(by, &Scope::work(work)),
            None => work.source,
        };
        let kind = kind.map_or(0, |kind| kind.0);
        let mut through = 0i16;
        self.begin_batch();
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            if !self.game.is_same(handle) {
                continue;
            }
            let amount = self.amount_with(at, amount, handle);
            through = through.saturating_add(self.damage(handle.id, amount, kind, source));
        }
        self.game.pending.work[at].result = through;
        self.end_batch();
        true
    }

    pub(super) fn damage_player(
        &mut self,
        at: usize,
        who: Who,
        amount: &Quantity,
        by: Option<Reference>,
    ) -> bool {
        let amount = self.amount_at(at, amount);
        let work = &self.game.pending.work[at];
        let source = match by {
            Some(by) => self.reader().resolve(by, &Scope::work(work)),
            None => work.source,
        };
        let (seats, count) = self.players(at, who);
        for seat in &seats[..count] {
            let dealt = self.hit_player(*seat, amount, source);
            self.game.pending.work[at].result = dealt;
        }
        true
    }

    /// Healing stops at the printed value.
    pub(super) fn heal(
        &mut self,
        at: usize,
        what: &Selection,
        slot: Option<u8>,
        attribute: AttributeId,
        amount: &Quantity,
    ) -> bool {
        if !self.select(at, what, slot, Reason::Effect) {
            return false;
        }
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            let amount = self.amount_with(at, amount, handle);
            if self.game.is_same(handle) {
                let healed = self.heal_one(handle, attribute, amount);
                self.game.pending.work[at].result = healed;
            }
        }
        true
    }

    fn heal_one(&mut self, handle: Handle, attribute: AttributeId, amount: i16) -> i16 {
        let rules = &self.catalog.rules;
        let object = self.game.object(handle.id);
        let rule = &rules.attributes[attribute.index()];
        let death = rules.death.as_ref().filter(|death| death.attribute == attribute);
        let worn_by = rule.worn_by.or_else(|| death.and_then(|death| death.less));
        let worn = worn_by.and_then(|by| rules.live(by));
        let (live, missing) = match (worn, rules.live(attribute)) {
            (Some(worn), _) => (worn, object.values[worn]),
            (None, Some(live)) => {
                let printed = self.catalog.card(object.card).attribute(attribute);
                (live, printed.saturating_sub(object.values[live]))
            }
            (None, None) => return 0,
        };
        let healed = amount.min(missing).max(0);
        if healed == 0 {
            return 0;
        }
        let controller = object.controller;
        let value = &mut self.game.object_mut(handle.id).values[live];
        *value = if worn.is_some() { *value - healed } else { *value + healed };
        self.emit(
            Event::new(Kind::Healed, controller).object(handle).amount(healed).what(attribute.0),
        );
        healed
    }

    pub(super) fn change(
        &mut self,
        at: usize,
        what: &Selection,
        slot: Option<u8>,
        attribute: AttributeId,
        by: &Quantity,
        until: Duration,
    ) -> bool {
        if !self.select(at, what, slot, Reason::Effect) {
            return false;
        }
        self.begin_batch();
        // "That much" is how much was gained or lost, by all of them.
        let mut done = 0i16;
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            let by = self.amount_with(at, by, handle);
            if self.game.is_same(handle) && by != 0 {
                done = done.saturating_add(by.saturating_abs());
                self.change_one(at, handle, attribute, by, until);
            }
        }
        self.game.pending.work[at].result = done;
        self.end_batch();
        true
    }

    fn change_one(
        &mut self,
        at: usize,
        handle: Handle,
        attribute: AttributeId,
        by: i16,
        until: Duration,
    ) {
        if until.is_forever() {
            self.gain(handle.id, attribute, by);
            return;
        }
        let Some(live) = self.catalog.rules.live(attribute) else { return };
        let work = self.game.pending.work[at];
        self.modify(Modifier {
            target: handle,
            source: work.source,
            controller: work.controller,
            change: Change::Add(live as u8),
            amount: by,
            until,
            turns: 0,
            keeper: 0,
        });
        let kind = if by > 0 { Kind::Gained } else { Kind::Lost };
        let controller = self.game.object(handle.id).controller;
        let event = Event::new(kind, controller)
            .object(handle)
            .other(work.source)
            .amount(by.saturating_abs())
            .what(attribute.0);
        self.emit(event);
    }

    pub(super) fn become_value(
        &mut self,
        at: usize,
        what: &Selection,
        slot: Option<u8>,
        attribute: AttributeId,
        to: &Quantity,
        until: Duration,
    ) -> bool {
        if !self.select(at, what, slot, Reason::Effect) {
            return false;
        }
        let Some(live) = self.catalog.rules.live(attribute) else { return true };
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            let to = self.amount_with(at, to, handle);
            if !self.game.is_same(handle) {
                continue;
            }
            if until.is_forever() {
                let now = self.reader().value(handle.id, attribute);
                let by = to.saturating_sub(now);
                if by != 0 {
                    self.gain(handle.id, attribute, by);
                }
            } else {
                let work = self.game.pending.work[at];
                self.modify(Modifier {
                    target: handle,
                    source: work.source,
                    controller: work.controller,
                    change: Change::Set(live as u8),
                    amount: to,
                    until,
                    turns: 0,
                    keeper: 0,
                });
            }
        }
        true
    }

    pub(super) fn counter(
        &mut self,
        at: usize,
        who: Who,
        counter: CounterId,
        by: &Quantity,
    ) -> bool {
        let by = self.amount_at(at, by);
        let (seats, count) = self.players(at, who);
        let mut done = 0i16;
        for seat in &seats[..count] {
            if by != 0 {
                done = done.saturating_add(self.change_counter(*seat, counter, by));
            }
        }
        self.game.pending.work[at].result = done;
        true
    }

    pub(super) fn counter_becomes(
        &mut self,
        at: usize,
        who: Who,
        counter: CounterId,
        to: &Quantity,
    ) -> bool {
        let to = self.amount_at(at, to);
        let (seats, count) = self.players(at, who);
        for seat in &seats[..count] {
            let by = to.saturating_sub(self.game.counter(*seat, counter));
            if by != 0 {
                self.change_counter(*seat, counter, by);
            }
        }
        true
    }

    pub(super) fn flag(
        &mut self,
        at: usize,
        what: &Selection,
        slot: Option<u8>,
        flag: FlagId,
        on: bool,
        until: Duration,
    ) -> bool {
        if !self.select(at, what, slot, Reason::Effect) {
            return false;
        }
        self.begin_batch();
        let mut changed = 0;
        let readies = !on && self.catalog.rules.exhausted == Some(flag);
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            let stays = readies && self.stays_exhausted(at, handle.id);
            if !self.game.is_same(handle) || stays {
                continue;
            }
            changed += i16::from(self.set_flag(handle.id, flag, on));
            if !until.is_forever() && on {
                let work = self.game.pending.work[at];
                self.modify(Modifier {
                    target: handle,
                    source: work.source,
                    controller: work.controller,
                    change: Change::Flag(flag),
                    amount: 0,
                    until,
                    turns: 0,
                    keeper: 0,
                });
            }
        }
        self.game.pending.work[at].result = changed;
        self.end_batch();
        true
    }

    /// Whether something keeps an object from becoming ready. What a stage of the rules
    /// readies does so by itself, because it is the time for it.
    fn stays_exhausted(&self, at: usize, id: ObjectId) -> bool {
        let by_itself = self.game.pending.work[at].origin == Origin::Clause;
        let reader = self.reader();
        let by = if by_itself { reader.ready_obstacle(id) } else { reader.readied_obstacle(id) };
        by.is_some()
    }

    pub(super) fn grant(
        &mut self,
        at: usize,
        what: &Selection,
        slot: Option<u8>,
        gift: &Gift,
        until: Duration,
        linked: AbilityId,
    ) -> bool {
        if !self.select(at, what, slot, Reason::Effect) {
            return false;
        }
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            let work = self.game.pending.work[at];
            let change = match gift {
                Gift::Keyword(keyword) => Change::Keyword(*keyword),
                Gift::Ability(_) => Change::Ability(linked),
                Gift::PlayFrom { zone, cost, banish } => {
                    let price = cost.as_ref();
                    let price =
                        price.map(|price| self.reader().amount(price, &Scope::work(&work)).max(0));
                    Change::PlayFrom { zone: *zone, price, banish: *banish }
                }
                Gift::Prevent(_) => Change::Prevent,
            };
            let amount = match gift {
                Gift::Prevent(amount) => self.amount_with(at, amount, handle),
                _ => 0,
            };
            self.modify(Modifier {
                target: handle,
                source: work.source,
                controller: work.controller,
                change,
                amount,
                until,
                turns: 0,
                keeper: 0,
            });
        }
        true
    }

    pub(super) fn decree(
        &mut self,
        at: usize,
        linked: AbilityId,
        until: Duration,
        once: bool,
    ) -> bool {
        let work = self.game.pending.work[at];
        let keeper = self.game.pending.copy_mentions(work.keeper);
        self.modify(Modifier {
            target: Handle::NONE,
            source: work.source,
            controller: work.controller,
            change: if once { Change::DecreeOnce(linked) } else { Change::Decree(linked) },
            amount: 0,
            until,
            turns: 0,
            keeper,
        });
        true
    }

    pub(super) fn slot(&mut self, at: usize, spot: Spot, by: &Quantity) -> bool {
        let by = self.amount_at(at, by);
        let place = self.game.pending.work[at].place;
        let mask = match spot {
            Spot::Of(reference) => 1 << self.spot_zone(at, reference).0,
            Spot::InFrontOf(reference) => {
                let zone = self.spot_zone(at, reference);
                self.catalog.rules.opposite(zone).map_or(0, |front| 1 << front.0)
            }
            Spot::AroundChosen => self.catalog.rules.close(place) | 1 << place.0,
            Spot::Chosen | Spot::Any | Spot::Adjacent => 1 << place.0,
        };
        let seat = self.game.pending.work[at].controller;
        for zone in Bits(mask & !1) {
            let zone = ZoneId(zone as u8);
            self.apply_event(Event::new(Kind::SlotChanged, seat).amount(by).places(zone, zone));
        }
        true
    }
}
