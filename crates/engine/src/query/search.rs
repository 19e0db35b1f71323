//! Finding objects: which match a filter, and where they can be.

use arrayvec::ArrayVec;

use crate::card::{Conjunction, Filter, Whose};
use crate::compile::{CompiledFilter, searched, types_of};
use crate::id::{Handle, ObjectId, ZoneId};
use crate::query::{Live, Reader, Scope};
use crate::rulebook::Shape;

/// Most alternatives that are settled by masks.
const ALTERNATIVES: usize = 4;

/// Conjunctions of which one must match, each with the places where it can.
type Alternatives<'f> = ArrayVec<(&'f Conjunction, &'f CompiledFilter, u64), ALTERNATIVES>;

impl<'a> Reader<'a> {
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
                let both = |(mask, named), part| {
                    let (more, here) = self.zones_for(part, scope);
                    (mask & more, named | here)
                };
                match self.compiled(parts) {
                    Some(compiled) => {
                        let known = (compiled.zones[scope.controller.index()], compiled.named);
                        let narrowing = compiled.places.iter();
                        narrowing.map(|part| &parts[usize::from(*part)]).fold(known, both)
                    }
                    None => parts.iter().fold((u64::MAX, false), both),
                }
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
        let Some((parts, compiled)) = self.direct(filter) else {
            return self.walk_otherwise(filter, scope, &mut found);
        };
        for span in self.game.zones.spans(self.zones_of_all(parts, compiled, scope)) {
            for id in span {
                // The places are right already.
                let fits = self.passes(parts, compiled, scope, Live::new(self, *id));
                debug_assert_eq!(fits, self.matches_by_parts(filter, scope, *id), "{filter:?}");
                if fits && !found(*id) {
                    return;
                }
            }
        }
    }

    /// Whether any object but one matches a conjunction that no place narrows.
    pub(crate) fn has_match(
        &self,
        parts: &Conjunction,
        compiled: &CompiledFilter,
        scope: &Scope,
        but: ObjectId,
    ) -> bool {
        debug_assert!(compiled.is_direct() && compiled.places.is_empty(), "{parts:?}");
        let fits =
            |id: &ObjectId| *id != but && self.passes(parts, compiled, scope, Live::new(self, *id));
        let places = compiled.searched[scope.controller.index()];
        self.game.zones.spans(places).any(|span| span.iter().any(fits))
    }

    /// [`Reader::walk`] for filters that are not settled by masks.
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
            Filter::All(parts) => match self.compiled(parts) {
                Some(compiled) => self.walk_related(filter, (parts, compiled), scope, found),
                None => self.walk_plainly(filter, scope, found),
            },
            Filter::OneOf(parts) => match self.alternatives(parts, scope) {
                Some(parts) => self.walk_alternatives(filter, &parts, scope, found),
                None => self.walk_plainly(filter, scope, found),
            },
            _ => self.walk_plainly(filter, scope, found),
        }
    }

    /// Alternatives that are conjunctions which [`Reader::passes`] settles, each with the
    /// places where it can match.
    fn alternatives<'f>(&self, parts: &'f [Filter], scope: &Scope) -> Option<Alternatives<'f>>
    where
        'a: 'f,
    {
        if parts.len() > ALTERNATIVES {
            return None;
        }
        let of = |part: &'f Filter| {
            let (parts, compiled) = self.direct(part)?;
            Some((parts, compiled, self.zones_of_all(parts, compiled, scope)))
        };
        parts.iter().map(of).collect()
    }

    /// [`Reader::walk`] for several conjunctions of which one must match.
    fn walk_alternatives(
        &self,
        filter: &Filter,
        alternatives: &Alternatives,
        scope: &Scope,
        found: &mut impl FnMut(ObjectId) -> bool,
    ) {
        for id in self.game.zones.spans(self.compute_zones(filter, scope)).flatten() {
            let subject = Live::new(self, *id);
            let zone = self.game.object(*id).zone;
            let fits = alternatives.iter().any(|(parts, compiled, places)| {
                places >> zone.0 & 1 == 1 && self.passes(parts, compiled, scope, subject)
            });
            debug_assert_eq!(fits, self.matches_by_parts(filter, scope, *id), "{filter:?}");
            if fits && !found(*id) {
                return;
            }
        }
    }

    /// [`Reader::walk`] for anything else: every object of the places is asked.
    fn walk_plainly(
        &self,
        filter: &Filter,
        scope: &Scope,
        found: &mut impl FnMut(ObjectId) -> bool,
    ) {
        let types = match filter {
            Filter::OneOf(parts) => types_of(parts, &self.catalog.rules),
            _ => types_of(std::slice::from_ref(filter), &self.catalog.rules),
        };
        for id in self.game.zones.spans(self.compute_zones(filter, scope)).flatten() {
            let fits = match types {
                Some(types) => self.is_of(types, *id),
                None => self.matches(filter, scope, *id),
            };
            debug_assert_eq!(fits, self.matches_by_parts(filter, scope, *id), "{filter:?}");
            if fits && !found(*id) {
                return;
            }
        }
    }

    /// [`Reader::walk`] for a conjunction that asks for the neighbours of
    /// something or for what has the same name as something.
    #[inline]
    fn walk_related(
        &self,
        filter: &Filter,
        (parts, compiled): (&Conjunction, &CompiledFilter),
        scope: &Scope,
        found: &mut impl FnMut(ObjectId) -> bool,
    ) {
        let name = match compiled.same_name {
            Some(reference) => match self.card_of(self.resolve(reference, scope)) {
                None => return,
                known => known,
            },
            None => None,
        };
        let called = |id| name.is_none_or(|name| self.game.object(id).card == name);
        if let Some(reference) = compiled.beside {
            let handle = self.resolve(reference, scope);
            // Where nothing else narrows the places, it stands in them itself.
            let zones = if compiled.places.len() == 1 {
                compiled.zones[scope.controller.index()] & !(1 << ZoneId::OUTSIDE.0)
            } else {
                self.zones_of_all(parts, compiled, scope)
            };
            return self.walk_beside(handle, zones, |id| {
                let fits = called(id) && self.passes(parts, compiled, scope, Live::new(self, id));
                debug_assert_eq!(fits, self.matches_by_parts(filter, scope, id), "{filter:?}");
                !fits || found(id)
            });
        }
        for span in self.game.zones.spans(self.zones_of_all(parts, compiled, scope)) {
            for id in span {
                let fits = called(*id) && self.passes(parts, compiled, scope, Live::new(self, *id));
                debug_assert_eq!(fits, self.matches_by_parts(filter, scope, *id), "{filter:?}");
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
            Filter::All(parts) => match self.compiled(parts) {
                Some(compiled) => self.zones_of_all(parts, compiled, scope),
                None => self.compute_zones(filter, scope),
            },
            _ => self.compute_zones(filter, scope),
        }
    }

    /// [`Reader::zones_of`] for a compiled conjunction.
    #[inline]
    fn zones_of_all(&self, parts: &Conjunction, compiled: &CompiledFilter, scope: &Scope) -> u64 {
        if compiled.places.is_empty() {
            return compiled.searched[scope.controller.index()];
        }
        self.narrow(parts, compiled, scope)
    }

    /// The places of a conjunction that says where something stands.
    fn narrow(&self, parts: &Conjunction, compiled: &CompiledFilter, scope: &Scope) -> u64 {
        let (mut mask, mut named) = (compiled.zones[scope.controller.index()], compiled.named);
        for part in &compiled.places {
            let (more, here) = match &parts[usize::from(*part)] {
                Filter::Place(place) => (self.zones_at(*place, scope), true),
                part => self.zones_for(part, scope),
            };
            mask &= more;
            named |= here;
        }
        searched(&self.catalog.rules, mask, named)
    }

    #[inline(always)]
    fn compute_zones(&self, filter: &Filter, scope: &Scope) -> u64 {
        let (mask, named) = self.zones_for(filter, scope);
        searched(&self.catalog.rules, mask, named)
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

    /// Whether anything matches.
    pub fn any(&self, filter: &Filter, scope: &Scope) -> bool {
        self.find(filter, scope, |_| true)
    }

    /// Whether an object is of one of the types of [`types_of`].
    #[inline]
    fn is_of(&self, types: (u32, u32), id: ObjectId) -> bool {
        let printed = self.catalog.card(self.game.object(id).card).types;
        // Few types can be given.
        printed & types.0 != 0
            || types.1 != 0 && self.game.keywords(self.catalog, id) & types.1 != 0
    }
}
