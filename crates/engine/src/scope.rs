//! Reading the state: references, filters, quantities and conditions, all
//! pure. A scope says from whose point of view.

use crate::ability::Happening;
use crate::ability::{
    Comparison, Condition, Filter, Part, Place, Quantity, Reference, When, Who, Whose,
};
use crate::catalog::{Card, Catalog};
use crate::event::Event;
use crate::frame::Frame;
use crate::game::{Game, Object};
use crate::id::{AttributeId, CardId, Handle, ObjectId, Seat, ZoneId};
use crate::mask::Bits;
use crate::record::Miss;
use crate::rules::{Shape, VALUES};
use crate::work::Work;

/// Everything needed to read a game.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    pub game: &'a Game,
    pub catalog: &'a Catalog,
    pub frame: &'a dyn Frame,
}

/// The point of view of one ability.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    pub source: Handle,
    pub controller: Seat,
    pub it: Handle,
    pub event: Option<&'a Event>,
    pub place: ZoneId,
    pub chosen: &'a [Handle],
    pub number: i16,
    pub result: i16,
    pub did: bool,
}

/// One object, now or as it last was.
#[derive(Clone, Copy, Debug)]
pub struct Glimpse {
    pub handle: Handle,
    pub card: CardId,
    pub zone: ZoneId,
    pub owner: Seat,
    pub controller: Seat,
    pub flags: u32,
    pub keywords: u32,
    pub values: [i16; VALUES],
    pub entered: u16,
    /// Its place in its zone, for one that is gone.
    pub position: Option<u8>,
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
            it: work.it,
            event: Some(&work.event),
            place: work.place,
            chosen: &work.chosen[..usize::from(work.picks)],
            number: work.number,
            result: work.result,
            did: work.did,
        }
    }

    /// The view of a listener on an event.
    pub fn listener(source: Handle, controller: Seat, event: &'a Event) -> Scope<'a> {
        Scope { event: Some(event), ..Scope::of(source, controller) }
    }

    pub fn with_it(mut self, it: Handle) -> Self {
        self.it = it;
        self
    }
}

impl<'a> Reader<'a> {
    /// An object as it is.
    #[inline]
    pub fn glimpse(&self, id: ObjectId) -> Glimpse {
        let object = self.game.object(id);
        let mut values = object.values;
        for (value, bonus) in values.iter_mut().zip(object.bonus) {
            *value = value.saturating_add(bonus);
        }
        Glimpse {
            handle: Handle { id, incarnation: object.incarnation },
            card: object.card,
            zone: object.zone,
            owner: object.owner,
            controller: object.controller,
            flags: object.flags.into(),
            keywords: object.granted | self.catalog.card(object.card).keywords,
            values,
            entered: object.entered,
            position: None,
        }
    }

    /// An object as it is, or as it last was in play if it has moved since.
    pub fn look(&self, handle: Handle) -> Option<Glimpse> {
        if self.game.is_same(handle) {
            return Some(self.glimpse(handle.id));
        }
        if let Some(memory) = self.game.remembered(handle) {
            return Some(Glimpse {
                handle,
                card: memory.card,
                zone: memory.zone,
                owner: memory.owner,
                controller: memory.controller,
                flags: memory.flags,
                keywords: memory.keywords,
                values: memory.values,
                entered: memory.entered,
                position: Some(memory.position),
            });
        }
        // A card that moved between hidden zones is still that card.
        (handle.id.index() < self.game.objects.len()).then(|| self.glimpse(handle.id))
    }

    /// The current value of an attribute of an object.
    #[inline]
    pub fn value(&self, id: ObjectId, attribute: AttributeId) -> i16 {
        let object: &Object = self.game.object(id);
        let Some(rule) = self.catalog.rules.reading(attribute) else { return 0 };
        let Some(live) = rule.live else {
            return self.catalog.card(object.card).attribute(attribute);
        };
        let live = usize::from(live);
        let mut value = object.values[live].saturating_add(object.bonus[live]);
        if let Some(worn) = rule.worn {
            value = value.saturating_sub(object.values[usize::from(worn)]);
        }
        if rule.floor { value.max(0) } else { value }
    }

    /// The value of an attribute in a glimpse.
    pub fn read(&self, glimpse: &Glimpse, attribute: AttributeId) -> i16 {
        let Some(rule) = self.catalog.rules.reading(attribute) else { return 0 };
        let Some(live) = rule.live else {
            return self.catalog.card(glimpse.card).attribute(attribute);
        };
        let mut value = glimpse.values[usize::from(live)];
        if let Some(worn) = rule.worn {
            value = value.saturating_sub(glimpse.values[usize::from(worn)]);
        }
        if rule.floor { value.max(0) } else { value }
    }

    /// The object a reference means.
    #[inline]
    pub fn resolve(&self, reference: Reference, scope: &Scope) -> Handle {
        match reference {
            Reference::This => scope.source,
            Reference::It => scope.it,
            Reference::Subject => scope.event.map_or(Handle::NONE, |event| event.object),
            Reference::Other => scope.event.map_or(Handle::NONE, |event| event.other),
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
            Reference::Attacker => self.game.attacker,
            Reference::Defender => self.game.defender,
        }
    }

    /// The player meant; `Each` is answered by the caller, here it is "you".
    pub fn player(&self, who: Who, scope: &Scope) -> Seat {
        match who {
            Who::You | Who::Each => scope.controller,
            Who::Opponent => scope.controller.other(),
            Who::Controller(reference) => self
                .look(self.resolve(reference, scope))
                .map_or(scope.controller, |glimpse| glimpse.controller),
            Who::Owner(reference) => self
                .look(self.resolve(reference, scope))
                .map_or(scope.controller, |glimpse| glimpse.owner),
            Who::EventPlayer => scope.event.map_or(scope.controller, |event| event.player),
            Who::Actor => self.game.actor,
            Who::Active => self.game.active,
        }
    }

    /// Whether a seat is the one meant.
    #[inline]
    pub fn is_whose(&self, whose: Whose, seat: Seat, scope: &Scope) -> bool {
        match whose {
            Whose::Any => true,
            Whose::Yours => seat == scope.controller,
            Whose::Enemy => seat != scope.controller,
        }
    }

    /// How much.
    #[inline]
    pub fn quantity(&self, quantity: &Quantity, scope: &Scope) -> i32 {
        match quantity {
            Quantity::Number(number) => i32::from(*number),
            _ => self.work_out(quantity, scope),
        }
    }

    fn work_out(&self, quantity: &Quantity, scope: &Scope) -> i32 {
        match quantity {
            Quantity::Number(number) => i32::from(*number),
            Quantity::Count(filter) => {
                let mut count = 0;
                self.gather(filter, scope, &mut |_| count += 1);
                count
            }
            Quantity::Attribute(reference, attribute) => self
                .look(self.resolve(*reference, scope))
                .map_or(0, |glimpse| i32::from(self.read(&glimpse, *attribute))),
            Quantity::Total(attribute, filter) => {
                let mut total = 0;
                self.gather(filter, scope, &mut |id| {
                    total += i32::from(self.value(id, *attribute))
                });
                total
            }
            Quantity::Counter(Who::Each, counter) => {
                Seat::BOTH.iter().map(|seat| i32::from(self.game.counter(*seat, *counter))).sum()
            }
            Quantity::Counter(who, counter) => {
                i32::from(self.frame.counter(self, self.player(*who, scope), *counter))
            }
            Quantity::Amount => scope.event.map_or(0, |event| i32::from(event.amount)),
            Quantity::Result => i32::from(scope.result),
            Quantity::Chosen => i32::from(scope.number),
            Quantity::Measure(who, measure) => {
                let seat = self.player(*who, scope);
                i32::from(self.frame.measure_at(self, scope, seat, *measure))
            }
            Quantity::ThisTurn(pattern) => {
                let Some(tally) = self.catalog.program.tally(pattern) else { return 0 };
                Seat::BOTH
                    .iter()
                    .filter(|seat| self.is_whose(pattern.player, **seat, scope))
                    .map(|seat| i32::from(self.game.players[seat.index()].tallies[tally]))
                    .sum()
            }
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

    /// A quantity as the state keeps numbers.
    pub fn amount(&self, quantity: &Quantity, scope: &Scope) -> i16 {
        self.quantity(quantity, scope).clamp(i16::MIN.into(), i16::MAX.into()) as i16
    }

    /// Whether.
    pub fn holds(&self, condition: &Condition, scope: &Scope) -> bool {
        match condition {
            Condition::Compare(Quantity::Count(filter), Comparison::AtLeast, right) => {
                // Counting stops as soon as there are enough.
                let (mut count, needed) = (0, self.quantity(right, scope));
                if needed > 0 {
                    self.walk(filter, scope, &mut |_| {
                        count += 1;
                        count < needed
                    });
                }
                count >= needed
            }
            Condition::Compare(left, comparison, right) => {
                comparison.holds(self.quantity(left, scope), self.quantity(right, scope))
            }
            Condition::Is(reference, filter) => self
                .look(self.resolve(*reference, scope))
                .is_some_and(|glimpse| self.matches(filter, scope, &glimpse)),
            Condition::Did => scope.did,
            Condition::Gone(reference) => {
                let handle = self.resolve(*reference, scope);
                handle.is_some() && !self.game.is_same(handle)
            }
            Condition::Turn(whose) => self.is_whose(*whose, self.game.active, scope),
            Condition::Phase(phase) => self.frame.is_phase(self, *phase),
            Condition::Happened(happening, whose) => self.happened(*happening, *whose, scope),
            Condition::Not(part) => !self.holds(part, scope),
            Condition::All(parts) => parts.iter().all(|part| self.holds(part, scope)),
            Condition::OneOf(parts) => parts.iter().any(|part| self.holds(part, scope)),
        }
    }

    fn happened(&self, happening: Happening, whose: Whose, scope: &Scope) -> bool {
        self.catalog.program.tallies.iter().enumerate().any(|(tally, pattern)| {
            pattern.event == happening
                && Seat::BOTH.iter().any(|seat| {
                    self.is_whose(whose, *seat, scope)
                        && self.game.players[seat.index()].tallies[tally] > 0
                })
        })
    }

    /// Whether an object matches.
    #[inline]
    pub fn matches(&self, filter: &Filter, scope: &Scope, glimpse: &Glimpse) -> bool {
        match filter {
            Filter::Any => true,
            Filter::All(parts) => self.matches_all(parts, scope, glimpse),
            _ => self.miss(filter, scope, glimpse).is_none(),
        }
    }

    /// Whether an object matches, wherever it is at the moment.
    pub fn matches_in_place(&self, filter: &Filter, scope: &Scope, id: ObjectId) -> bool {
        self.matches(filter, scope, &self.glimpse(id))
    }

    /// Why an object does not match; nothing if it does.
    pub fn miss(&self, filter: &Filter, scope: &Scope, glimpse: &Glimpse) -> Option<Miss> {
        let unless = |holds: bool, miss: Miss| (!holds).then_some(miss);
        let card = self.catalog.card(glimpse.card);
        match filter {
            Filter::Any => None,
            Filter::All(parts) => parts.iter().find_map(|part| self.miss(part, scope, glimpse)),
            Filter::OneOf(parts) => {
                let mut first = None;
                for part in parts {
                    let miss = self.miss(part, scope, glimpse)?;
                    first.get_or_insert(miss);
                }
                first
            }
            Filter::Not(part) => {
                let miss = match **part {
                    Filter::Is(_) => Miss::WrongObject,
                    Filter::Place(_) => Miss::WrongPlace,
                    Filter::Controller(_) | Filter::Owner(_) => Miss::WrongPlayer,
                    _ => Miss::WrongKind,
                };
                unless(self.miss(part, scope, glimpse).is_some(), miss)
            }
            Filter::Is(reference) => {
                unless(self.resolve(*reference, scope) == glimpse.handle, Miss::WrongObject)
            }
            Filter::Controller(whose) => {
                unless(self.is_whose(*whose, glimpse.controller, scope), Miss::WrongPlayer)
            }
            Filter::Owner(whose) => {
                unless(self.is_whose(*whose, glimpse.owner, scope), Miss::WrongPlayer)
            }
            Filter::Zone(kind) => {
                unless(self.catalog.rules.kind(glimpse.zone) == *kind, Miss::WrongPlace)
            }
            Filter::Type(kind) => {
                let given = self.catalog.rules.type_keyword(*kind);
                let granted = given.is_some_and(|keyword| glimpse.keywords >> keyword.0 & 1 == 1);
                unless(card.has_type(*kind) || granted, Miss::WrongKind)
            }
            Filter::Subtype(kind) => unless(card.subtypes.contains(kind), Miss::WrongKind),
            Filter::Named(name) => unless(glimpse.card == *name, Miss::WrongKind),
            Filter::SameName(reference) => {
                let handle = self.resolve(*reference, scope);
                let same = if self.game.is_same(handle) {
                    self.game.object(handle.id).card == glimpse.card
                } else {
                    self.look(handle).is_some_and(|other| other.card == glimpse.card)
                };
                unless(same, Miss::WrongKind)
            }
            Filter::SharesSubtype(reference) => {
                let other = self.look(self.resolve(*reference, scope));
                let shares = other.is_some_and(|other| {
                    let other = self.catalog.card(other.card);
                    card.subtypes.iter().any(|kind| other.subtypes.contains(kind))
                });
                unless(shares, Miss::WrongKind)
            }
            Filter::Token => unless(card.token, Miss::WrongKind),
            Filter::Keyword(keyword) => {
                unless(glimpse.keywords >> keyword.0 & 1 == 1, Miss::WrongKind)
            }
            Filter::Flag(flag) => unless(glimpse.flags >> flag.0 & 1 == 1, Miss::WrongKind),
            Filter::Compare(attribute, comparison, quantity) => {
                self.compared(glimpse, *attribute, *comparison, quantity, scope)
            }
            Filter::Place(place) => unless(self.is_at(*place, scope, glimpse), Miss::WrongPlace),
            Filter::Holds(filter) => {
                let held = self
                    .attachments(glimpse.handle.id)
                    .any(|id| self.matches(filter, scope, &self.glimpse(id)));
                unless(held, Miss::WrongKind)
            }
            Filter::AttachedTo(reference) => {
                let host = self.resolve(*reference, scope);
                let attached = self.game.is_same(glimpse.handle)
                    && self.game.host(glimpse.handle.id) == host.id
                    && host.is_some();
                unless(attached, Miss::WrongObject)
            }
            Filter::Has(part) => unless(has_part(card, part), Miss::WrongKind),
            Filter::EnteredThisTurn => {
                unless(glimpse.entered >= self.game.turn_began, Miss::WrongTime)
            }
        }
    }

    fn compared(
        &self,
        glimpse: &Glimpse,
        attribute: AttributeId,
        comparison: Comparison,
        quantity: &Quantity,
        scope: &Scope,
    ) -> Option<Miss> {
        let has = self.read(glimpse, attribute);
        let scope = scope.with_it(if scope.it.is_none() { glimpse.handle } else { scope.it });
        let needs = self.quantity(quantity, &scope);
        (!comparison.holds(has.into(), needs)).then(|| Miss::Compared {
            attribute,
            has,
            comparison,
            needs: needs.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
        })
    }

    /// What is attached to an object.
    pub fn attachments(&self, host: ObjectId) -> impl Iterator<Item = ObjectId> + 'a {
        self.game.hosts.iter().filter(move |(_, on)| *on == host).map(|(attached, _)| *attached)
    }

    /// Whether an object stands there.
    fn is_at(&self, place: Place, scope: &Scope, glimpse: &Glimpse) -> bool {
        if let Place::Beside(reference) = place {
            return self.is_beside(self.resolve(reference, scope), glimpse);
        }
        self.zones_at(place, scope) >> glimpse.zone.0 & 1 == 1
    }

    fn is_beside(&self, handle: Handle, glimpse: &Glimpse) -> bool {
        let Some(of) = self.look(handle) else { return false };
        if of.zone != glimpse.zone || handle == glimpse.handle {
            return false;
        }
        let rules = &self.catalog.rules;
        let shape = rules.zone_rule(of.zone).map_or(Shape::Pile, |rule| rule.shape);
        if shape == Shape::Slots {
            return false;
        }
        let gone = of.position.is_some();
        let (Some(left), Some(right)) = (self.position(&of), self.position(glimpse)) else {
            return false;
        };
        // Where the reference has gone, those that closed up beside its old
        // place are its neighbours.
        if gone { right == left || right + 1 == left } else { left.abs_diff(right) == 1 }
    }

    /// Calls `found` for the neighbours of an object in these places, the left
    /// one first, as long as it says so.
    fn walk_beside(&self, handle: Handle, zones: u64, found: &mut dyn FnMut(ObjectId) -> bool) {
        let Some(of) = self.look(handle) else { return };
        let rules = &self.catalog.rules;
        let slots = rules.zone_rule(of.zone).is_some_and(|rule| rule.shape == Shape::Slots);
        if zones >> of.zone.0 & 1 == 0 || slots {
            return;
        }
        let Some(position) = self.position(&of) else { return };
        // Where it has gone, those that closed up beside its old place are its
        // neighbours.
        let right = if of.position.is_some() { position } else { position + 1 };
        let row = self.game.zones.of(of.zone);
        let left = position.checked_sub(1).and_then(|left| row.get(left));
        for id in [left, row.get(right)].into_iter().flatten() {
            if !found(*id) {
                return;
            }
        }
    }

    fn position(&self, glimpse: &Glimpse) -> Option<usize> {
        match glimpse.position {
            Some(position) => Some(usize::from(position)),
            None => self.game.zones.position(glimpse.zone, glimpse.handle.id),
        }
    }

    /// The places that a relation covers, as a mask.
    pub fn zones_at(&self, place: Place, scope: &Scope) -> u64 {
        let rules = &self.catalog.rules;
        let zone_of = |reference| {
            self.look(self.resolve(reference, scope))
                .map_or(ZoneId::OUTSIDE, |glimpse| glimpse.zone)
        };
        let both = |zone: ZoneId| {
            let front = rules.opposite(zone).map_or(0, |front| 1u64 << front.0);
            if zone == ZoneId::OUTSIDE { 0 } else { 1 << zone.0 | front }
        };
        match place {
            Place::Lane(reference) => both(zone_of(reference)),
            Place::Beside(reference) => 1 << zone_of(reference).0,
            Place::Close(reference) => rules.close(zone_of(reference)),
            Place::InFront(reference) => {
                rules.opposite(zone_of(reference)).map_or(0, |front| 1 << front.0)
            }
            Place::Adjacent(reference) => rules.adjacent(zone_of(reference)),
            Place::Chosen => {
                let lanes =
                    rules.zone_rule(scope.place).is_some_and(|rule| rule.shape == Shape::Lanes);
                if lanes { both(scope.place) } else { 1 << scope.place.0 }
            }
            Place::AroundChosen => rules.close(scope.place) | 1 << scope.place.0,
        }
    }

    /// The places where matching objects can be. Narrows the search; the
    /// filter still decides.
    fn zones_for(&self, filter: &Filter, scope: &Scope) -> (u64, bool) {
        let rules = &self.catalog.rules;
        match filter {
            Filter::Zone(kind) => (rules.places_of(*kind), true),
            Filter::Controller(whose) => match whose {
                Whose::Any => (u64::MAX, false),
                Whose::Yours => (rules.places_of_seat(scope.controller), false),
                Whose::Enemy => (rules.places_of_seat(scope.controller.other()), false),
            },
            Filter::Place(place) => (self.zones_at(*place, scope), true),
            Filter::All(parts) => {
                let quick = parts.quick(self.catalog);
                let (mut mask, mut named) = (quick.zones[scope.controller.index()], quick.named);
                for part in &quick.places {
                    let (more, here) = self.zones_for(&parts[usize::from(*part)], scope);
                    mask &= more;
                    named |= here;
                }
                (mask, named)
            }
            Filter::OneOf(parts) => {
                let (mut mask, mut named) = (0, !parts.is_empty());
                for part in parts {
                    let (more, here) = self.zones_for(part, scope);
                    mask |= more;
                    named &= here;
                }
                (mask, named)
            }
            _ => (u64::MAX, false),
        }
    }

    /// Calls `found` for every object that matches, in the order of places.
    #[inline]
    pub fn gather(&self, filter: &Filter, scope: &Scope, found: &mut dyn FnMut(ObjectId)) {
        self.walk(filter, scope, &mut |id| {
            found(id);
            true
        });
    }

    /// Calls `found` for objects that match, in the order of places, as long
    /// as it says so.
    pub(crate) fn walk(
        &self,
        filter: &Filter,
        scope: &Scope,
        found: &mut dyn FnMut(ObjectId) -> bool,
    ) {
        if let Filter::Is(reference) = filter {
            let handle = self.resolve(*reference, scope);
            if self.game.is_same(handle)
                && self.catalog.rules.is_in_play(self.game.object(handle.id).zone)
            {
                found(handle.id);
            }
            return;
        }
        let zones = Bits(self.zones_of(filter, scope));
        if let Filter::All(parts) = filter {
            // The places are right already.
            let quick = parts.quick(self.catalog);
            if let Some(reference) = quick.beside {
                let handle = self.resolve(reference, scope);
                self.walk_beside(handle, zones.0, &mut |id| {
                    let fits = match quick.same_name {
                        Some(_) => self.fits_all(parts, scope, id),
                        None => self.passes(parts, quick, scope, id),
                    };
                    !fits || found(id)
                });
                return;
            }
            let name = match quick.same_name {
                Some(reference) => match self.look(self.resolve(reference, scope)) {
                    Some(named) => Some(named.card),
                    None => return,
                },
                None => None,
            };
            let called = |id| name.is_none_or(|name| self.game.object(id).card == name);
            for zone in zones {
                for object in self.game.zones.of(ZoneId(zone as u8)) {
                    let fits = called(*object) && self.passes(parts, quick, scope, *object);
                    if fits && !found(*object) {
                        return;
                    }
                }
            }
            return;
        }
        for zone in zones {
            for object in self.game.zones.of(ZoneId(zone as u8)) {
                if self.fits(filter, scope, *object) && !found(*object) {
                    return;
                }
            }
        }
    }

    /// Whether `wanted` says yes to an object that matches; it is asked in the
    /// order of places until it does.
    pub fn find(
        &self,
        filter: &Filter,
        scope: &Scope,
        wanted: &mut dyn FnMut(ObjectId) -> bool,
    ) -> bool {
        let mut found = false;
        self.walk(filter, scope, &mut |id| {
            found = wanted(id);
            !found
        });
        found
    }

    /// The places that a search for matching objects goes through.
    pub(crate) fn zones_of(&self, filter: &Filter, scope: &Scope) -> u64 {
        let (mask, named) = self.zones_for(filter, scope);
        let existing = (1u64 << self.catalog.rules.places()) - 2;
        if named { mask & existing } else { mask & self.catalog.rules.in_play() }
    }

    /// Whether an object matches as it is now. The same as
    /// [`Reader::matches`] with a glimpse of it, without taking one.
    pub fn fits(&self, filter: &Filter, scope: &Scope, id: ObjectId) -> bool {
        let object = self.game.object(id);
        match filter {
            Filter::Any => true,
            Filter::All(parts) => self.fits_all(parts, scope, id),
            Filter::OneOf(parts) => {
                parts.is_empty() || parts.iter().any(|part| self.fits(part, scope, id))
            }
            Filter::Not(part) => !self.fits(part, scope, id),
            Filter::Is(reference) => self.resolve(*reference, scope) == self.game.handle(id),
            Filter::Controller(whose) => self.is_whose(*whose, object.controller, scope),
            Filter::Owner(whose) => self.is_whose(*whose, object.owner, scope),
            Filter::Zone(kind) => self.catalog.rules.kind(object.zone) == *kind,
            Filter::Flag(flag) => object.has(*flag),
            Filter::Type(kind) => {
                let card = self.catalog.card(object.card);
                card.has_type(*kind)
                    || self
                        .catalog
                        .rules
                        .type_keyword(*kind)
                        .is_some_and(|keyword| self.game.has_keyword(self.catalog, id, keyword))
            }
            Filter::Subtype(kind) => self.catalog.card(object.card).subtypes.contains(kind),
            Filter::Named(name) => object.card == *name,
            Filter::Keyword(keyword) => self.game.has_keyword(self.catalog, id, *keyword),
            Filter::Token => self.catalog.card(object.card).token,
            Filter::Compare(attribute, comparison, quantity) => {
                let has = self.value(id, *attribute);
                let needs = match **quantity {
                    Quantity::Number(number) => number.into(),
                    _ if scope.it.is_none() => {
                        self.quantity(quantity, &scope.with_it(self.game.handle(id)))
                    }
                    _ => self.quantity(quantity, scope),
                };
                comparison.holds(has.into(), needs)
            }
            Filter::Place(place) if !matches!(place, Place::Beside(_)) => {
                self.zones_at(*place, scope) >> object.zone.0 & 1 == 1
            }
            _ => self.miss(filter, scope, &self.glimpse(id)).is_none(),
        }
    }

    /// Whether anything matches.
    pub fn any(&self, filter: &Filter, scope: &Scope) -> bool {
        self.find(filter, scope, &mut |_| true)
    }
}

/// Whether a card has an ability of this kind.
pub(crate) fn has_part(card: &Card, part: &Part) -> bool {
    card.abilities.iter().any(|ability| match (part, &ability.when) {
        (Part::Triggered, When::Event(_))
        | (Part::Activated, When::Activated(_))
        | (Part::Static, When::Static(_)) => true,
        (Part::Entering, When::Event(pattern)) => {
            matches!(pattern.event, Happening::Entered | Happening::Deployed)
                && pattern.subject == Filter::Is(Reference::This)
        }
        _ => false,
    })
}
