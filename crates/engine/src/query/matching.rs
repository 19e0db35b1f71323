//! Finding objects: whether one matches a filter and why not, which do, and
//! where they can be. All of it is pure.

use crate::card::{Comparison, Filter, Happening, Part, Place, Quantity, Reference, When, Whose};
use crate::compile::{Card, CompiledFilter, Parts, is_one_of, types_of};
use crate::id::{AttributeId, CardId, Handle, ObjectId, TypeId, ZoneId};
use crate::query::{Reader, Scope};
use crate::rulebook::{Rules, Shape};
use crate::state::{Mismatch, Object, ObjectSnapshot};

impl<'a> Reader<'a> {
    /// Whether an object matches.
    #[inline]
    pub fn matches(&self, filter: &Filter, scope: &Scope, snapshot: &ObjectSnapshot) -> bool {
        match filter {
            Filter::Any => true,
            Filter::All(parts) => self.matches_all(parts, scope, snapshot),
            _ => self.explain_mismatch(filter, scope, snapshot).is_none(),
        }
    }

    /// Whether an object matches, wherever it is at the moment.
    #[inline(never)]
    pub fn matches_in_place(&self, filter: &Filter, scope: &Scope, id: ObjectId) -> bool {
        self.matches(filter, scope, &self.snapshot(id))
    }

    /// Why an object does not match; nothing if it does.
    pub fn explain_mismatch(
        &self,
        filter: &Filter,
        scope: &Scope,
        snapshot: &ObjectSnapshot,
    ) -> Option<Mismatch> {
        let unless = |holds: bool, mismatch: Mismatch| (!holds).then_some(mismatch);
        let card = self.catalog.card(snapshot.card);
        match filter {
            Filter::Any => None,
            Filter::All(parts) => {
                parts.iter().find_map(|part| self.explain_mismatch(part, scope, snapshot))
            }
            Filter::OneOf(parts) => {
                let mut first = None;
                for part in parts {
                    let mismatch = self.explain_mismatch(part, scope, snapshot)?;
                    first.get_or_insert(mismatch);
                }
                first
            }
            Filter::Not(part) => {
                let mismatch = match **part {
                    Filter::Is(_) => Mismatch::WrongObject,
                    Filter::Place(_) => Mismatch::WrongPlace,
                    Filter::Controller(_) | Filter::Owner(_) => Mismatch::WrongPlayer,
                    _ => Mismatch::WrongKind,
                };
                unless(self.explain_mismatch(part, scope, snapshot).is_some(), mismatch)
            }
            Filter::Is(reference) => {
                unless(self.resolve(*reference, scope) == snapshot.handle, Mismatch::WrongObject)
            }
            Filter::Controller(whose) => {
                unless(self.is_whose(*whose, snapshot.controller, scope), Mismatch::WrongPlayer)
            }
            Filter::Owner(whose) => {
                unless(self.is_whose(*whose, snapshot.owner, scope), Mismatch::WrongPlayer)
            }
            Filter::Zone(kind) => {
                unless(self.catalog.rules.kind(snapshot.zone) == *kind, Mismatch::WrongPlace)
            }
            Filter::Type(kind) => {
                let given = self.catalog.rules.type_keyword(*kind);
                let granted = given.is_some_and(|keyword| snapshot.keywords >> keyword.0 & 1 == 1);
                unless(card.has_type(*kind) || granted, Mismatch::WrongKind)
            }
            Filter::Subtype(kind) => unless(card.subtypes.contains(kind), Mismatch::WrongKind),
            Filter::Named(name) => unless(snapshot.card == *name, Mismatch::WrongKind),
            Filter::SameName(reference) => {
                let name = self.card_of(self.resolve(*reference, scope));
                unless(name == Some(snapshot.card), Mismatch::WrongKind)
            }
            Filter::SharesSubtype(reference) => {
                let other = self.card_of(self.resolve(*reference, scope));
                let shares = other.is_some_and(|other| {
                    let other = self.catalog.card(other);
                    card.subtypes.iter().any(|kind| other.subtypes.contains(kind))
                });
                unless(shares, Mismatch::WrongKind)
            }
            Filter::Token => unless(card.token, Mismatch::WrongKind),
            Filter::Keyword(keyword) => {
                unless(snapshot.keywords >> keyword.0 & 1 == 1, Mismatch::WrongKind)
            }
            Filter::Flag(flag) => unless(snapshot.flags >> flag.0 & 1 == 1, Mismatch::WrongKind),
            Filter::Compare(attribute, comparison, quantity) => {
                self.compared(snapshot, *attribute, *comparison, quantity, scope)
            }
            Filter::Place(place) => {
                unless(self.is_at(*place, scope, snapshot), Mismatch::WrongPlace)
            }
            Filter::Holds(filter) => {
                let held = self
                    .attachments(snapshot.handle.id)
                    .any(|id| self.matches(filter, scope, &self.snapshot(id)));
                unless(held, Mismatch::WrongKind)
            }
            Filter::AttachedTo(reference) => {
                let host = self.resolve(*reference, scope);
                let attached = self.game.is_same(snapshot.handle)
                    && self.game.host(snapshot.handle.id) == host.id
                    && host.is_some();
                unless(attached, Mismatch::WrongObject)
            }
            Filter::Has(part) => unless(has_part(card, part), Mismatch::WrongKind),
            Filter::EnteredThisTurn => {
                unless(snapshot.entered >= self.game.turn.began, Mismatch::WrongTime)
            }
        }
    }

    /// Which card an object is or last was.
    fn card_of(&self, handle: Handle) -> Option<CardId> {
        match self.game.present(handle) {
            Some(object) => Some(object.card),
            None => self.look(handle).map(|past| past.card),
        }
    }

    fn compared(
        &self,
        snapshot: &ObjectSnapshot,
        attribute: AttributeId,
        comparison: Comparison,
        quantity: &Quantity,
        scope: &Scope,
    ) -> Option<Mismatch> {
        let has = self.read(snapshot, attribute);
        let scope = scope.with_it(if scope.it.is_none() { snapshot.handle } else { scope.it });
        let needs = self.quantity(quantity, &scope);
        (!comparison.holds(has.into(), needs)).then(|| Mismatch::Compared {
            attribute,
            has,
            comparison,
            needs: needs.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
        })
    }

    /// What is attached to an object.
    pub fn attachments(&self, host: ObjectId) -> impl Iterator<Item = ObjectId> + 'a {
        self.game.attachments.attached_to(host)
    }

    /// Whether an object stands there.
    fn is_at(&self, place: Place, scope: &Scope, snapshot: &ObjectSnapshot) -> bool {
        if let Place::Beside(reference) = place {
            return self.is_beside(self.resolve(reference, scope), snapshot);
        }
        self.zones_at(place, scope) >> snapshot.zone.0 & 1 == 1
    }

    fn is_beside(&self, handle: Handle, snapshot: &ObjectSnapshot) -> bool {
        let Some(of) = self.look(handle) else { return false };
        if of.zone != snapshot.zone || handle == snapshot.handle {
            return false;
        }
        let rules = &self.catalog.rules;
        let shape = rules.zone_rule(of.zone).map_or(Shape::Pile, |rule| rule.shape);
        if shape == Shape::Slots {
            return false;
        }
        let gone = of.position.is_some();
        let (Some(left), Some(right)) = (self.position(&of), self.position(snapshot)) else {
            return false;
        };
        // Where the reference has gone, those that closed up beside its old
        // place are its neighbours.
        if gone { right == left || right + 1 == left } else { left.abs_diff(right) == 1 }
    }

    /// Calls `found` for the neighbours of an object in these places, the left
    /// one first, as long as it says so.
    fn walk_beside(&self, handle: Handle, zones: u64, mut found: impl FnMut(ObjectId) -> bool) {
        let (zone, past) = match self.game.present(handle) {
            Some(object) => (object.zone, None),
            None => match self.look(handle) {
                Some(of) => (of.zone, of.position.map(usize::from)),
                None => return,
            },
        };
        let rules = &self.catalog.rules;
        let slots = rules.zone_rule(zone).is_some_and(|rule| rule.shape == Shape::Slots);
        if zones >> zone.0 & 1 == 0 || slots {
            return;
        }
        let found_at = || self.game.zones.position(zone, handle.id);
        let Some(position) = past.or_else(found_at) else { return };
        // Where it has gone, those that closed up beside its old place are its
        // neighbours.
        let right = if past.is_some() { position } else { position + 1 };
        let row = self.game.zones.of(zone);
        let left = position.checked_sub(1).and_then(|left| row.get(left));
        for id in [left, row.get(right)].into_iter().flatten() {
            if !found(*id) {
                return;
            }
        }
    }

    fn position(&self, snapshot: &ObjectSnapshot) -> Option<usize> {
        match snapshot.position {
            Some(position) => Some(usize::from(position)),
            None => self.game.zones.position(snapshot.zone, snapshot.handle.id),
        }
    }

    /// The places that a relation covers, as a mask.
    #[inline(always)]
    pub fn zones_at(&self, place: Place, scope: &Scope) -> u64 {
        let rules = &self.catalog.rules;
        let zone_of = |reference| {
            let handle = self.resolve(reference, scope);
            match self.game.present(handle) {
                Some(object) => object.zone,
                None => self.look(handle).map_or(ZoneId::OUTSIDE, |past| past.zone),
            }
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
    pub fn gather(&self, filter: &Filter, scope: &Scope, mut found: impl FnMut(ObjectId)) {
        self.walk(filter, scope, |id| {
            found(id);
            true
        });
    }

    /// Calls `found` for objects that match, in the order of places, as long
    /// as it says so.
    #[inline]
    pub(crate) fn walk(
        &self,
        filter: &Filter,
        scope: &Scope,
        mut found: impl FnMut(ObjectId) -> bool,
    ) {
        let Some((parts, quick)) = self.direct(filter) else {
            return self.walk_otherwise(filter, scope, &mut found);
        };
        for span in self.game.zones.spans(self.zones_of_all(filter, quick, scope)) {
            for id in span {
                // The places are right already.
                let fits = self.passes(parts, quick, scope, *id);
                debug_assert_eq!(fits, self.matches_plainly(filter, scope, *id), "{filter:?}");
                if fits && !found(*id) {
                    return;
                }
            }
        }
    }

    /// The same for filters that are not settled by masks.
    #[inline(never)]
    fn walk_otherwise(
        &self,
        filter: &Filter,
        scope: &Scope,
        found: &mut impl FnMut(ObjectId) -> bool,
    ) {
        match filter {
            Filter::Is(reference) => {
                let handle = self.resolve(*reference, scope);
                let object = self.game.present(handle);
                if object.is_some_and(|object| self.catalog.rules.is_in_play(object.zone)) {
                    found(handle.id);
                }
            }
            Filter::All(parts) => {
                let quick = parts.quick(self.catalog);
                self.walk_related(filter, (parts, quick), scope, found);
            }
            _ => {
                let types = match filter {
                    Filter::OneOf(parts) => types_of(parts, &self.catalog.rules),
                    _ => types_of(std::slice::from_ref(filter), &self.catalog.rules),
                };
                let zones = self.compute_zones(filter, scope);
                for id in self.game.zones.spans(zones).flatten() {
                    let fits = match types {
                        Some(types) => self.is_of(types, *id),
                        None => self.fits(filter, scope, *id),
                    };
                    debug_assert_eq!(fits, self.matches_plainly(filter, scope, *id), "{filter:?}");
                    if fits && !found(*id) {
                        return;
                    }
                }
            }
        }
    }

    /// The same for a conjunction that asks for the neighbours of something or
    /// for what is called the same as something.
    #[inline]
    fn walk_related(
        &self,
        filter: &Filter,
        (parts, quick): (&Parts, &CompiledFilter),
        scope: &Scope,
        found: &mut impl FnMut(ObjectId) -> bool,
    ) {
        let name = match quick.same_name {
            Some(reference) => match self.card_of(self.resolve(reference, scope)) {
                None => return,
                known => known,
            },
            None => None,
        };
        let called = |id| name.is_none_or(|name| self.game.object(id).card == name);
        if let Some(reference) = quick.beside {
            let handle = self.resolve(reference, scope);
            // Where nothing else narrows the places, it stands in them itself.
            let zones = if quick.places.len() == 1 {
                quick.zones[scope.controller.index()] & !(1 << ZoneId::OUTSIDE.0)
            } else {
                self.zones_of_all(filter, quick, scope)
            };
            return self.walk_beside(handle, zones, |id| {
                let fits = called(id) && self.passes(parts, quick, scope, id);
                debug_assert_eq!(fits, self.matches_plainly(filter, scope, id), "{filter:?}");
                !fits || found(id)
            });
        }
        for span in self.game.zones.spans(self.zones_of_all(filter, quick, scope)) {
            for id in span {
                let fits = called(*id) && self.passes(parts, quick, scope, *id);
                debug_assert_eq!(fits, self.matches_plainly(filter, scope, *id), "{filter:?}");
                if fits && !found(*id) {
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
        mut wanted: impl FnMut(ObjectId) -> bool,
    ) -> bool {
        let mut found = false;
        self.walk(filter, scope, |id| {
            found = wanted(id);
            !found
        });
        found
    }

    /// The places that a search for matching objects goes through.
    #[inline]
    pub(crate) fn zones_of(&self, filter: &Filter, scope: &Scope) -> u64 {
        match filter {
            Filter::All(parts) => self.zones_of_all(filter, parts.quick(self.catalog), scope),
            _ => self.compute_zones(filter, scope),
        }
    }

    /// The same for a conjunction whose quick form is at hand.
    #[inline]
    fn zones_of_all(&self, filter: &Filter, quick: &CompiledFilter, scope: &Scope) -> u64 {
        if quick.places.is_empty() {
            return quick.searched[scope.controller.index()];
        }
        self.compute_zones(filter, scope)
    }

    #[inline(always)]
    fn compute_zones(&self, filter: &Filter, scope: &Scope) -> u64 {
        let (mask, named) = self.zones_for(filter, scope);
        searched(&self.catalog.rules, mask, named)
    }

    /// Whether an object matches the words of a filter, taken one by one. What
    /// is quicker is held against this wherever debug assertions are on.
    pub(crate) fn matches_plainly(&self, filter: &Filter, scope: &Scope, id: ObjectId) -> bool {
        self.explain_mismatch(filter, scope, &self.snapshot(id)).is_none()
    }

    /// Whether an object matches as it is now. The same as
    /// [`Reader::matches`] with a snapshot of it, without taking one.
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
            Filter::Type(kind) => self.is_type(object, *kind),
            Filter::Subtype(kind) => self.catalog.card(object.card).subtypes.contains(kind),
            Filter::Named(name) => object.card == *name,
            Filter::Keyword(keyword) => self.game.has_keyword(self.catalog, id, *keyword),
            Filter::Token => self.catalog.card(object.card).token,
            Filter::Compare(attribute, comparison, quantity) => {
                let needs = match **quantity {
                    Quantity::Number(number) => number.into(),
                    _ => self.needed(quantity, scope, id),
                };
                comparison.holds(self.value(id, *attribute).into(), needs)
            }
            Filter::Place(place) if !matches!(place, Place::Beside(_)) => {
                self.zones_at(*place, scope) >> object.zone.0 & 1 == 1
            }
            Filter::Holds(filter) => {
                self.attachments(id).any(|held| self.fits(filter, scope, held))
            }
            _ => self.matches_in_place(filter, scope, id),
        }
    }

    /// Whether an object matches as it is, or as it last was if it has changed
    /// zones.
    #[inline(always)]
    pub(crate) fn fits_or_did(&self, filter: &Filter, scope: &Scope, handle: Handle) -> bool {
        if self.game.is_same(handle) {
            return matches!(filter, Filter::Any) || self.fits(filter, scope, handle.id);
        }
        self.look(handle).is_some_and(|past| self.matches(filter, scope, &past))
    }

    /// Whether an object is of one of the types of [`types_of`].
    #[inline]
    fn is_of(&self, types: (u32, u32), id: ObjectId) -> bool {
        let object = self.game.object(id);
        let card = self.catalog.card(object.card);
        is_one_of(types, card.types, object.granted | card.keywords)
    }

    /// Whether an object is of a type, printed or given.
    #[inline]
    fn is_type(&self, object: &Object, kind: TypeId) -> bool {
        let card = self.catalog.card(object.card);
        card.has_type(kind) || {
            let given = self.catalog.rules.type_keyword(kind);
            given.is_some_and(|keyword| (object.granted | card.keywords) >> keyword.0 & 1 == 1)
        }
    }

    /// How much an object is compared with that is "it" where nothing else is.
    #[inline(never)]
    fn needed(&self, quantity: &Quantity, scope: &Scope, id: ObjectId) -> i32 {
        let it = if scope.it.is_none() { self.game.handle(id) } else { scope.it };
        self.quantity(quantity, &scope.with_it(it))
    }

    /// Whether anything matches.
    pub fn any(&self, filter: &Filter, scope: &Scope) -> bool {
        self.find(filter, scope, |_| true)
    }
}

/// The places that a search goes through: those where matching objects can be,
/// and only those in play if no zone is named.
#[inline]
pub(crate) fn searched(rules: &Rules, places: u64, named: bool) -> u64 {
    let existing = (1u64 << rules.places()) - 2;
    places & if named { existing } else { rules.in_play() }
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
