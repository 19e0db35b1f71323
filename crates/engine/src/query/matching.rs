//! Finding objects: whether one matches a filter and why not, which do, and
//! where they can be. All of it is pure.

use crate::card::{Comparison, Filter, Happening, Part, Place, Quantity, Reference, When, Whose};
use crate::compile::{Card, Parts, Quick, is_one_of, types_of};
use crate::id::{AttributeId, CardId, Handle, ObjectId, TypeId, ZoneId};
use crate::query::{Glimpse, Reader, Scope};
use crate::rulebook::{Rules, Shape};
use crate::state::{Miss, Object};

impl<'a> Reader<'a> {
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
    #[inline(never)]
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
                let name = self.card_of(self.resolve(*reference, scope));
                unless(name == Some(glimpse.card), Miss::WrongKind)
            }
            Filter::SharesSubtype(reference) => {
                let other = self.card_of(self.resolve(*reference, scope));
                let shares = other.is_some_and(|other| {
                    let other = self.catalog.card(other);
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

    /// Which card an object is or last was.
    fn card_of(&self, handle: Handle) -> Option<CardId> {
        match self.game.present(handle) {
            Some(object) => Some(object.card),
            None => self.look(handle).map(|past| past.card),
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

    fn position(&self, glimpse: &Glimpse) -> Option<usize> {
        match glimpse.position {
            Some(position) => Some(usize::from(position)),
            None => self.game.zones.position(glimpse.zone, glimpse.handle.id),
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
                debug_assert_eq!(fits, self.is_meant(filter, scope, *id), "{filter:?}");
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
                let zones = self.zones_worked_out(filter, scope);
                for id in self.game.zones.spans(zones).flatten() {
                    let fits = match types {
                        Some(types) => self.is_of(types, *id),
                        None => self.fits(filter, scope, *id),
                    };
                    debug_assert_eq!(fits, self.is_meant(filter, scope, *id), "{filter:?}");
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
        (parts, quick): (&Parts, &Quick),
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
                debug_assert_eq!(fits, self.is_meant(filter, scope, id), "{filter:?}");
                !fits || found(id)
            });
        }
        for span in self.game.zones.spans(self.zones_of_all(filter, quick, scope)) {
            for id in span {
                let fits = called(*id) && self.passes(parts, quick, scope, *id);
                debug_assert_eq!(fits, self.is_meant(filter, scope, *id), "{filter:?}");
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
            _ => self.zones_worked_out(filter, scope),
        }
    }

    /// The same for a conjunction whose quick form is at hand.
    #[inline]
    fn zones_of_all(&self, filter: &Filter, quick: &Quick, scope: &Scope) -> u64 {
        if quick.places.is_empty() {
            return quick.searched[scope.controller.index()];
        }
        self.zones_worked_out(filter, scope)
    }

    #[inline(always)]
    fn zones_worked_out(&self, filter: &Filter, scope: &Scope) -> u64 {
        let (mask, named) = self.zones_for(filter, scope);
        searched(&self.catalog.rules, mask, named)
    }

    /// Whether an object matches the words of a filter, taken one by one. What
    /// is quicker is held against this wherever debug assertions are on.
    pub(crate) fn is_meant(&self, filter: &Filter, scope: &Scope, id: ObjectId) -> bool {
        self.miss(filter, scope, &self.glimpse(id)).is_none()
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
