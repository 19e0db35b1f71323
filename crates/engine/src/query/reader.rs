//! Reading the state: references, quantities and conditions, all pure. A scope
//! says from whose point of view.

use crate::card::{
    Comparison, Condition, Filter, Happening, Pattern, Quantity, Reference, Span, Who, Whose,
};
use crate::compile::{Catalog, is_whose};
use crate::event::Event;
use crate::frame::Frame;
use crate::id::{AttributeId, Handle, ObjectId, Seat, ZoneId, ZoneKind};
use crate::rulebook::VALUES;
use crate::state::{Action, Change, Game, Modifier, Object, ObjectSnapshot, Work};

/// Everything needed to read a game.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// The state that is read.
    pub game: &'a Game,
    /// The cards that it is played with.
    pub catalog: &'a Catalog,
    /// What the game adds to the machine.
    pub frame: &'a dyn Frame,
}

/// The point of view of one ability.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The object that the ability is on.
    pub source: Handle,
    /// Who is "you".
    pub controller: Seat,
    /// What "it" means at the moment; none outside loops and rules about many.
    pub it: Handle,
    /// The event that the ability reacts to.
    pub event: Option<&'a Event>,
    /// What "that lane" means, the outside if nothing was chosen.
    pub place: ZoneId,
    /// What was chosen before an action of the rules began.
    pub chosen: &'a [Handle],
    /// Whose mentions are its own.
    pub keeper: u16,
    /// What the source has become by the event that its ability is about; none if it
    /// has not been moved.
    pub moved: Handle,
    /// What a phrase would bring in, if that is only tried.
    pub tried: Option<(u8, Handle)>,
    /// What X means.
    pub number: i16,
    /// What the last effect of the ability really did.
    pub result: i16,
    /// Whether the last optional or paid thing was done.
    pub did: bool,
}

impl<'a> Scope<'a> {
    /// The view of an object's static or activated ability.
    pub fn of(source: Handle, controller: Seat) -> Scope<'static> {
        Scope {
            source,
            controller,
            it: Handle::NONE,
            event: None,
            place: ZoneId::OUTSIDE,
            chosen: &[],
            keeper: 0,
            moved: Handle::NONE,
            tried: None,
            number: 0,
            result: 0,
            did: false,
        }
    }

    /// The view of an ability being done.
    pub fn work(work: &'a Work) -> Scope<'a> {
        Scope {
            source: work.source,
            controller: work.controller,
            it: Handle::NONE,
            event: Some(&work.event),
            place: work.place,
            chosen: &work.chosen[..usize::from(work.picks)],
            keeper: work.keeper,
            moved: moved_by(&work.event, work.source),
            tried: None,
            number: work.number,
            result: work.result,
            did: work.did,
        }
    }

    /// The view of a listener on an event.
    pub fn listener(source: Handle, controller: Seat, event: &'a Event) -> Scope<'a> {
        Scope { event: Some(event), ..Scope::of(source, controller) }
    }

    /// The view of a rule that an effect laid on the table.
    pub(crate) fn decree(modifier: &Modifier) -> Scope<'static> {
        Scope { keeper: modifier.keeper, ..Scope::of(modifier.source, modifier.controller) }
    }

    /// Whether an object is the source, or what the event has made of it.
    #[inline]
    pub(crate) fn is_source(&self, handle: Handle) -> bool {
        handle == self.source || (handle == self.moved && handle.is_some())
    }

    /// This view with an object for "it" to mean.
    pub fn with_it(mut self, it: Handle) -> Self {
        self.it = it;
        self
    }
}

impl<'a> Reader<'a> {
    /// Whether nothing comes before the next step of the pile or the frame: no
    /// trigger, no check, no question, and not the end of the game.
    #[inline]
    pub fn has_nothing_pending(&self) -> bool {
        !self.game.derived.stale && self.game.is_uninterrupted()
    }

    /// Whether everything that an action names is there.
    pub fn has_named(&self, action: Action) -> bool {
        action.is_within(self.game.objects.len(), self.catalog.rules.places())
    }

    /// An object as it is.
    #[inline]
    pub fn snapshot(&self, id: ObjectId) -> ObjectSnapshot {
        let object = self.game.object(id);
        let mut values = object.values;
        for (value, bonus) in values.iter_mut().zip(object.bonus) {
            *value = value.saturating_add(bonus);
        }
        ObjectSnapshot {
            handle: Handle { id, incarnation: object.incarnation },
            card: object.card,
            zone: object.zone,
            owner: object.owner,
            controller: object.controller,
            flags: object.flags.into(),
            keywords: self.game.keywords(self.catalog, id),
            values,
            entered: object.entered,
            position: None,
        }
    }

    /// An object as it is, or as it last was in play if it has moved since.
    #[inline(always)]
    pub fn look(&self, handle: Handle) -> Option<ObjectSnapshot> {
        if self.game.is_same(handle) {
            return Some(self.snapshot(handle.id));
        }
        if let Some(known) = self.game.last_known.find(handle) {
            return Some(ObjectSnapshot {
                handle,
                card: known.card,
                zone: known.zone,
                owner: known.owner,
                controller: known.controller,
                flags: known.flags,
                keywords: known.keywords,
                values: known.values,
                entered: known.entered,
                position: Some(known.position),
            });
        }
        // A card that moved between hidden zones is still that card.
        (handle.id.index() < self.game.objects.len()).then(|| self.snapshot(handle.id))
    }

    /// The current value of an attribute of an object.
    #[inline(always)]
    pub fn value(&self, id: ObjectId, attribute: AttributeId) -> i16 {
        let object: &Object = self.game.object(id);
        let Some(reading) = self.catalog.rules.reading(attribute) else { return 0 };
        let printed = || self.catalog.card(object.card).attribute(attribute);
        reading.of(&object.values, &object.bonus).unwrap_or_else(printed)
    }

    /// The value of an attribute in a snapshot.
    pub fn read(&self, snapshot: &ObjectSnapshot, attribute: AttributeId) -> i16 {
        let Some(reading) = self.catalog.rules.reading(attribute) else { return 0 };
        let printed = || self.catalog.card(snapshot.card).attribute(attribute);
        reading.of(&snapshot.values, &[0; VALUES]).unwrap_or_else(printed)
    }

    /// The object a reference means.
    #[inline]
    pub fn resolve(&self, reference: Reference, scope: &Scope) -> Handle {
        match reference {
            Reference::This => scope.source,
            Reference::It => scope.it,
            Reference::Subject => scope.event.map_or(Handle::NONE, |event| event.object),
            Reference::Other => scope.event.map_or(Handle::NONE, |event| event.other),
            Reference::Slot(slot) => self.resolve_slot(slot, scope),
            Reference::Chosen(number) => {
                scope.chosen.get(usize::from(number)).copied().unwrap_or(Handle::NONE)
            }
            Reference::Host => {
                if self.game.is_same(scope.source) {
                    self.game.handle(self.game.host(scope.source.id))
                } else {
                    Handle::NONE
                }
            }
            Reference::Attacker => self.game.combat.attacker,
            Reference::Defender => self.game.combat.defender,
        }
    }

    /// The object that a phrase brought in, as it is if the ability itself has put it
    /// into play since, and as it was brought in otherwise.
    #[inline(never)]
    fn resolve_slot(&self, slot: u8, scope: &Scope) -> Handle {
        if let Some((tried, handle)) = scope.tried
            && tried == slot
        {
            return handle;
        }
        let found = self.game.pending.mentioned(scope.keeper, slot);
        let Some(found) = found.filter(|one| one.object.is_some()).last() else {
            return Handle::NONE;
        };
        let in_play = |object: &Object| self.catalog.rules.is_in_play(object.zone);
        let here = self.game.present(found.now).is_some_and(in_play);
        if here { found.now } else { found.object }
    }

    /// Whether an object is the one that a reference means, or one of several.
    #[inline]
    pub fn is_meant(&self, reference: Reference, scope: &Scope, handle: Handle) -> bool {
        match reference {
            Reference::Slot(slot) => self
                .game
                .pending
                .mentioned(scope.keeper, slot)
                .any(|one| one.object == handle || one.now == handle),
            Reference::This => scope.is_source(handle),
            other => self.resolve(other, scope) == handle,
        }
    }

    /// An attribute of what a reference means, as it last was if it is gone; of
    /// several, all together.
    fn attribute_of(&self, reference: Reference, attribute: AttributeId, scope: &Scope) -> i32 {
        let one = |handle: Handle| {
            if self.game.is_same(handle) {
                return self.value(handle.id, attribute).into();
            }
            self.look(handle).map_or(0, |past| self.read(&past, attribute).into())
        };
        let Reference::Slot(slot) = reference else { return one(self.resolve(reference, scope)) };
        let found = self.game.pending.mentioned(scope.keeper, slot);
        let objects = found.filter(|found| found.object.is_some());
        let in_play = |object: &Object| self.catalog.rules.is_in_play(object.zone);
        objects
            .map(|found| {
                let here = self.game.present(found.now).is_some_and(in_play);
                one(if here { found.now } else { found.object })
            })
            .sum()
    }

    /// The player meant; `Each` is answered by the caller, here it is "you".
    #[inline(always)]
    pub fn player(&self, who: Who, scope: &Scope) -> Seat {
        match who {
            Who::You | Who::Each => scope.controller,
            Who::Opponent => scope.controller.other(),
            Who::Controller(reference) => {
                let handle = self.resolve(reference, scope);
                match self.game.present(handle) {
                    Some(object) => object.controller,
                    None => self.look(handle).map_or(scope.controller, |past| past.controller),
                }
            }
            Who::Owner(reference) => {
                let handle = self.resolve(reference, scope);
                match self.game.present(handle) {
                    Some(object) => object.owner,
                    None => self.look(handle).map_or(scope.controller, |past| past.owner),
                }
            }
            Who::EventPlayer => scope.event.map_or(scope.controller, |event| event.player),
            Who::Actor => self.game.turn.actor,
            Who::Active => self.game.turn.active,
            Who::First => self.game.turn.first,
            Who::Second => self.game.turn.first.other(),
        }
    }

    /// Whether a seat is the one meant.
    #[inline]
    pub fn is_whose(&self, whose: Whose, seat: Seat, scope: &Scope) -> bool {
        is_whose(whose, seat, scope.controller)
    }

    /// How much.
    #[inline]
    pub fn quantity(&self, quantity: &Quantity, scope: &Scope) -> i32 {
        match quantity {
            Quantity::Number(number) => i32::from(*number),
            _ => self.compute(quantity, scope),
        }
    }

    fn compute(&self, quantity: &Quantity, scope: &Scope) -> i32 {
        match quantity {
            Quantity::Number(number) => i32::from(*number),
            Quantity::Count(filter) => {
                let mut count = 0;
                self.gather(filter, scope, |_| count += 1);
                count
            }
            Quantity::Attribute(reference, attribute) => {
                self.attribute_of(*reference, *attribute, scope)
            }
            Quantity::Total(attribute, filter) => {
                let mut total = 0;
                self.gather(filter, scope, |id| total += i32::from(self.value(id, *attribute)));
                total
            }
            Quantity::Highest(attribute, filter) => {
                let mut highest = None;
                self.gather(filter, scope, |id| {
                    highest = highest.max(Some(i32::from(self.value(id, *attribute))));
                });
                highest.unwrap_or(0)
            }
            Quantity::Lowest(attribute, filter) => {
                let mut lowest = i32::MAX;
                self.gather(filter, scope, |id| {
                    lowest = lowest.min(self.value(id, *attribute).into());
                });
                if lowest == i32::MAX { 0 } else { lowest }
            }
            Quantity::Printed(reference, attribute) => {
                let seen = self.look(self.resolve(*reference, scope));
                seen.map_or(0, |seen| self.catalog.card(seen.card).attribute(*attribute).into())
            }
            Quantity::Counter(Who::Each, counter) => {
                Seat::BOTH.iter().map(|seat| i32::from(self.game.counter(*seat, *counter))).sum()
            }
            Quantity::Counter(who, counter) => {
                i32::from(self.frame.counter(self, self.player(*who, scope), *counter))
            }
            Quantity::Amount => scope.event.map_or(0, |event| i32::from(event.amount)),
            Quantity::Result => i32::from(scope.result),
            Quantity::Done(slot) => i32::from(self.game.pending.amount_done(scope.keeper, *slot)),
            Quantity::Chosen => i32::from(scope.number),
            Quantity::Measure(who, measure) => {
                let seat = self.player(*who, scope);
                i32::from(self.frame.measure_at(self, scope, seat, *measure))
            }
            Quantity::Begun(Span::Turn) => self.game.turn.number.into(),
            Quantity::Begun(Span::Round) => self.game.turn.round.into(),
            Quantity::Places(kind, condition) => self.count_places(*kind, condition, scope),
            Quantity::ThisTurn(pattern) => self.count_this_turn(pattern, scope).unwrap_or(0),
            Quantity::Gone(reference) => self.count_gone(*reference, scope),
            Quantity::TopUntil(zone, filter) => self.count_down_to(*zone, filter, scope),
            Quantity::Plus(left, right) => {
                self.quantity(left, scope).saturating_add(self.quantity(right, scope))
            }
            Quantity::Minus(left, right) => {
                self.quantity(left, scope).saturating_sub(self.quantity(right, scope))
            }
            Quantity::Times(left, right) => {
                self.quantity(left, scope).saturating_mul(self.quantity(right, scope))
            }
            Quantity::Per(of, by) => self.quantity(of, scope).div_euclid(i32::from(*by).max(1)),
            Quantity::AtMost(left, right) => {
                self.quantity(left, scope).min(self.quantity(right, scope))
            }
        }
    }

    /// How many of what is meant have gone from where they were.
    #[inline(never)]
    fn count_gone(&self, reference: Reference, scope: &Scope) -> i32 {
        let is_gone = |handle: Handle| handle.is_some() && !self.game.is_same(handle);
        match reference {
            Reference::Slot(slot) => {
                let meant = self.game.pending.mentioned(scope.keeper, slot);
                meant.filter(|one| is_gone(one.object)).count() as i32
            }
            other => i32::from(is_gone(self.resolve(other, scope))),
        }
    }

    /// How many of the cards on top of a zone it takes to reach one that matches.
    #[inline(never)]
    fn count_down_to(&self, zone: ZoneKind, filter: &Filter, scope: &Scope) -> i32 {
        let cards = self.game.zone(self.catalog.rules.zone(zone, scope.controller, 0));
        let found = cards.iter().rev().position(|id| self.matches(filter, scope, *id));
        found.map_or(cards.len(), |above| above + 1) as i32
    }

    /// A quantity as the state keeps numbers.
    pub fn amount(&self, quantity: &Quantity, scope: &Scope) -> i16 {
        self.quantity(quantity, scope).clamp(i16::MIN.into(), i16::MAX.into()) as i16
    }

    /// Whether.
    pub fn holds(&self, condition: &Condition, scope: &Scope) -> bool {
        match condition {
            Condition::Compare(Quantity::Count(filter), comparison, right) => {
                // Counting stops as soon as more would make no difference.
                let (mut count, needed) = (0, self.quantity(right, scope));
                let most = match comparison {
                    Comparison::AtLeast | Comparison::Less => needed,
                    _ => needed.saturating_add(1),
                };
                if most > 0 {
                    self.walk(filter, scope, |_| {
                        count += 1;
                        count < most
                    });
                }
                comparison.holds(count, needed)
            }
            Condition::Compare(left, comparison, right) => {
                comparison.holds(self.quantity(left, scope), self.quantity(right, scope))
            }
            Condition::Is(reference, filter) => {
                self.matches_handle(filter, scope, self.resolve(*reference, scope))
            }
            Condition::Did => scope.did,
            Condition::Gone(reference) => {
                let handle = self.resolve(*reference, scope);
                handle.is_some() && !self.game.is_same(handle)
            }
            Condition::Turn(whose) => self.is_whose(*whose, self.game.turn.active, scope),
            Condition::Phase(phase) => self.frame.is_phase(self, *phase),
            Condition::Passed(whose) => self.has_passed(*whose, scope),
            Condition::Undecided => !self.game.is_over(),
            Condition::Acted(whose) => self.has_acted(*whose, scope),
            Condition::Happened(happening, whose) => self.happened(*happening, *whose, scope),
            Condition::Not(part) => !self.holds(part, scope),
            Condition::All(parts) => parts.iter().all(|part| self.holds(part, scope)),
            Condition::OneOf(parts) => parts.iter().any(|part| self.holds(part, scope)),
        }
    }

    fn happened(&self, happening: Happening, whose: Whose, scope: &Scope) -> bool {
        let pattern = Pattern { player: whose, ..Pattern::new(happening) };
        self.count_this_turn(&pattern, scope).is_some_and(|count| count > 0)
    }

    /// How often an event has happened this turn; nothing if nobody counts it.
    pub(crate) fn count_this_turn(&self, pattern: &Pattern, scope: &Scope) -> Option<i32> {
        let program = &self.catalog.program;
        let tally = program.tally(pattern)?;
        let count = |seat: &Seat| i32::from(self.game.players[seat.index()].tallies[tally]);
        let own = match pattern.subject.excludes_this() {
            true => i32::from(self.has_counted_itself(pattern, scope)),
            false => 0,
        };
        if program.viewed_tallies >> tally & 1 == 1 {
            return Some(count(&scope.controller) - own);
        }
        let is_meant = |seat: &&Seat| self.is_whose(pattern.player, **seat, scope);
        Some(Seat::BOTH.iter().filter(is_meant).map(count).sum::<i32>() - own)
    }

    /// Whether what "another" leaves out, the source itself, was counted: events are
    /// counted for players, who know no source.
    #[cold]
    fn has_counted_itself(&self, pattern: &Pattern, scope: &Scope) -> bool {
        let source = scope.source;
        let did = self.game.modifiers.iter().any(|modifier| match modifier.change {
            Change::Did(kind) => {
                // A card that was played may have come into play since.
                let age = source.incarnation.wrapping_sub(modifier.target.incarnation);
                modifier.target.id == source.id
                    && age <= 1
                    && pattern.event.kinds() & kind.bit() != 0
                    && self.is_whose(pattern.player, modifier.controller, scope)
            }
            _ => false,
        });
        let mut rest = pattern.subject.clone().into_parts().into_iter();
        did && rest.all(|part| part.excludes_this() || self.matches_handle(&part, scope, source))
    }
}

/// What an object has become by an event that took it away; none if it did not.
#[inline]
fn moved_by(event: &Event, source: Handle) -> Handle {
    if event.object == source && event.kind.is_move() {
        Handle { incarnation: source.incarnation.wrapping_add(1), ..source }
    } else {
        Handle::NONE
    }
}
