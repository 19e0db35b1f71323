//! Whether an object matches a filter, as it is or as it last was: the one
//! matcher. [`Reader::explain_mismatch`] says why not.

use crate::card::{Conjunction, Filter, Happening, Place, Quantity};
use crate::compile::{CompiledFilter, has_part};
use crate::id::{AttributeId, CardId, Handle, ObjectId, Seat, TypeId, ZoneId};
use crate::query::{Reader, Scope};
use crate::state::{Change, Object, ObjectSnapshot};

/// What a filter can ask of one object.
pub(crate) trait Subject: Copy {
    fn handle(self) -> Handle;
    fn card(self) -> CardId;
    fn zone(self) -> ZoneId;
    fn owner(self) -> Seat;
    fn controller(self) -> Seat;
    fn flags(self) -> u32;
    /// Keywords, printed or given.
    fn keywords(self, reader: &Reader) -> u32;
    fn value(self, reader: &Reader, attribute: AttributeId) -> i16;
    fn entered(self) -> u16;
    fn snapshot(self, reader: &Reader) -> ObjectSnapshot;
}

/// An object as it is.
#[derive(Clone, Copy)]
pub(crate) struct Live<'a> {
    id: ObjectId,
    object: &'a Object,
}

impl<'a> Live<'a> {
    #[inline(always)]
    pub fn new(reader: &Reader<'a>, id: ObjectId) -> Self {
        Live { id, object: reader.game.object(id) }
    }
}

impl Subject for Live<'_> {
    #[inline(always)]
    fn handle(self) -> Handle {
        Handle { id: self.id, incarnation: self.object.incarnation }
    }

    #[inline(always)]
    fn card(self) -> CardId {
        self.object.card
    }

    #[inline(always)]
    fn zone(self) -> ZoneId {
        self.object.zone
    }

    #[inline(always)]
    fn owner(self) -> Seat {
        self.object.owner
    }

    #[inline(always)]
    fn controller(self) -> Seat {
        self.object.controller
    }

    #[inline(always)]
    fn flags(self) -> u32 {
        self.object.flags.into()
    }

    #[inline(always)]
    fn keywords(self, reader: &Reader) -> u32 {
        reader.game.keywords(reader.catalog, self.id)
    }

    #[inline(always)]
    fn value(self, reader: &Reader, attribute: AttributeId) -> i16 {
        reader.value(self.id, attribute)
    }

    #[inline(always)]
    fn entered(self) -> u16 {
        self.object.entered
    }

    fn snapshot(self, reader: &Reader) -> ObjectSnapshot {
        reader.snapshot(self.id)
    }
}

impl Subject for &ObjectSnapshot {
    fn handle(self) -> Handle {
        self.handle
    }

    fn card(self) -> CardId {
        self.card
    }

    fn zone(self) -> ZoneId {
        self.zone
    }

    fn owner(self) -> Seat {
        self.owner
    }

    fn controller(self) -> Seat {
        self.controller
    }

    fn flags(self) -> u32 {
        self.flags
    }

    fn keywords(self, _: &Reader) -> u32 {
        self.keywords
    }

    fn value(self, reader: &Reader, attribute: AttributeId) -> i16 {
        reader.read(self, attribute)
    }

    fn entered(self) -> u16 {
        self.entered
    }

    fn snapshot(self, _: &Reader) -> ObjectSnapshot {
        *self
    }
}

impl<'a> Reader<'a> {
    /// Whether an object matches as it is, wherever it is.
    pub fn matches(&self, filter: &Filter, scope: &Scope, id: ObjectId) -> bool {
        self.matches_subject(filter, scope, Live::new(self, id))
    }

    /// Whether an object matches as it was seen.
    pub fn matches_snapshot(
        &self,
        filter: &Filter,
        scope: &Scope,
        snapshot: &ObjectSnapshot,
    ) -> bool {
        self.matches_subject(filter, scope, snapshot)
    }

    /// Whether an object matches as it is, or as it last was if it has changed
    /// zones.
    #[inline(always)]
    pub(crate) fn matches_handle(&self, filter: &Filter, scope: &Scope, handle: Handle) -> bool {
        if self.game.is_same(handle) {
            return matches!(filter, Filter::Any) || self.matches(filter, scope, handle.id);
        }
        self.look(handle).is_some_and(|past| self.matches_snapshot(filter, scope, &past))
    }

    /// The compiled form of a conjunction; none for one that is on no card.
    #[inline]
    pub(crate) fn compiled(&self, parts: &Conjunction) -> Option<&'a CompiledFilter> {
        self.catalog.filters.get(parts.compiled.index())
    }

    /// The compiled form of a filter that [`Reader::passes`] settles where the
    /// places are right.
    #[inline]
    pub(crate) fn direct<'f>(
        &self,
        filter: &'f Filter,
    ) -> Option<(&'f Conjunction, &'a CompiledFilter)> {
        let Filter::All(parts) = filter else { return None };
        self.compiled(parts)
            .filter(|compiled| compiled.is_direct())
            .map(|compiled| (parts, compiled))
    }

    fn matches_subject<S: Subject>(&self, filter: &Filter, scope: &Scope, subject: S) -> bool {
        match filter {
            Filter::Any => true,
            Filter::All(parts) => match self.compiled(parts) {
                Some(compiled) => self.matches_compiled(parts, compiled, scope, subject),
                None => parts.iter().all(|part| self.matches_subject(part, scope, subject)),
            },
            Filter::OneOf(parts) => {
                parts.is_empty()
                    || parts.iter().any(|part| self.matches_subject(part, scope, subject))
            }
            Filter::Not(part) => !self.matches_subject(part, scope, subject),
            Filter::Is(reference) => self.is_meant(*reference, scope, subject.handle()),
            Filter::Controller(whose) => self.is_whose(*whose, subject.controller(), scope),
            Filter::Owner(whose) => self.is_whose(*whose, subject.owner(), scope),
            Filter::Zone(kind) => self.catalog.rules.kind(subject.zone()) == *kind,
            Filter::Type(kind) => self.has_type(*kind, subject),
            Filter::Subtype(kind) => self.catalog.card(subject.card()).subtypes.contains(kind),
            Filter::Named(name) => subject.card() == *name,
            Filter::SameName(reference) => {
                self.card_of(self.resolve(*reference, scope)) == Some(subject.card())
            }
            Filter::SharesSubtype(reference) => {
                let other = self.card_of(self.resolve(*reference, scope));
                other.is_some_and(|other| self.share_subtype(other, subject.card()))
            }
            Filter::Token => self.catalog.card(subject.card()).token,
            Filter::Keyword(keyword) => subject.keywords(self) >> keyword.0 & 1 == 1,
            Filter::Flag(flag) => subject.flags() >> flag.0 & 1 == 1,
            Filter::Compare(attribute, comparison, quantity) => {
                let needs = match **quantity {
                    Quantity::Number(number) => number.into(),
                    _ => self.needed(quantity, scope, subject.handle()),
                };
                comparison.holds(subject.value(self, *attribute).into(), needs)
            }
            Filter::Place(Place::Beside(reference)) => {
                let handle = self.resolve(*reference, scope);
                self.is_beside(handle, &subject.snapshot(self))
            }
            Filter::Place(place) => self.zones_at(*place, scope) >> subject.zone().0 & 1 == 1,
            Filter::Holds(filter) => {
                self.attachments(subject.handle().id).any(|held| self.matches(filter, scope, held))
            }
            Filter::AttachedTo(reference) => {
                let host = self.resolve(*reference, scope);
                self.game.is_same(subject.handle())
                    && self.game.host(subject.handle().id) == host.id
                    && host.is_some()
            }
            Filter::Attached => {
                self.game.is_same(subject.handle())
                    && !self.game.host(subject.handle().id).is_none()
            }
            Filter::ExiledWith(reference) => {
                let by = self.resolve(*reference, scope);
                self.game.exiled_with.contains(&(subject.handle(), by))
            }
            Filter::Has(part) => has_part(self.catalog.card(subject.card()), part),
            Filter::EnteredThisTurn => subject.entered() >= self.game.turn.began,
            Filter::Newest => self.is_newest(subject.handle()),
            Filter::Did(event) => self.has_done(*event, subject.handle()),
            Filter::Defined(clause) => self.is_defined(*clause, scope, subject.handle()),
        }
    }

    /// Whether an object is the last that came to where it lies.
    pub(crate) fn is_newest(&self, handle: Handle) -> bool {
        let object = self.game.present(handle);
        object.is_some_and(|object| self.game.zone(object.zone).last() == Some(&handle.id))
    }

    /// Whether an object has done this, or had it done to it, this turn.
    pub(crate) fn has_done(&self, event: Happening, handle: Handle) -> bool {
        self.game.modifiers.iter().any(|modifier| match modifier.change {
            Change::Did(kind) => modifier.target == handle && event.kinds() & kind.bit() != 0,
            _ => false,
        })
    }

    /// Whether an object matches a compiled conjunction, wherever it is.
    fn matches_compiled<S: Subject>(
        &self,
        parts: &Conjunction,
        compiled: &CompiledFilter,
        scope: &Scope,
        subject: S,
    ) -> bool {
        compiled.kinds >> subject.zone().0 & 1 == 1
            && self.passes(parts, compiled, scope, subject)
            && compiled
                .settled
                .iter()
                .all(|part| self.matches_subject(&parts[usize::from(*part)], scope, subject))
    }

    /// Whether an object that is in the right place matches the rest.
    #[inline(always)]
    pub(crate) fn passes<S: Subject>(
        &self,
        parts: &Conjunction,
        compiled: &CompiledFilter,
        scope: &Scope,
        subject: S,
    ) -> bool {
        compiled.is_card(subject.card())
            && compiled.is_side(subject.controller(), subject.owner(), scope.controller)
            && (compiled.is_plain
                || compiled.has_flags(subject.flags())
                    && self.passes_closely(parts, compiled, scope, subject))
    }

    /// Whether it also matches what costs more to look at.
    #[inline(always)]
    fn passes_closely<S: Subject>(
        &self,
        parts: &Conjunction,
        compiled: &CompiledFilter,
        scope: &Scope,
        subject: S,
    ) -> bool {
        (!compiled.is_keyed || {
            let (card, keywords) = (self.catalog.card(subject.card()), subject.keywords(self));
            compiled.has_keywords(keywords) && compiled.has_types(card.types, keywords)
        }) && (!compiled.other || !scope.is_source(subject.handle()))
            && compiled
                .rest
                .iter()
                .all(|part| self.matches_subject(&parts[usize::from(*part)], scope, subject))
    }

    /// Whether an object is of a type, printed or given.
    #[inline]
    fn has_type<S: Subject>(&self, kind: TypeId, subject: S) -> bool {
        self.catalog.card(subject.card()).has_type(kind) || {
            let given = self.catalog.rules.type_keyword(kind);
            given.is_some_and(|keyword| subject.keywords(self) >> keyword.0 & 1 == 1)
        }
    }

    /// Which card an object is or last was.
    pub(crate) fn card_of(&self, handle: Handle) -> Option<CardId> {
        match self.game.present(handle) {
            Some(object) => Some(object.card),
            None => self.look(handle).map(|past| past.card),
        }
    }

    /// Whether two cards have a subtype in common.
    pub(crate) fn share_subtype(&self, one: CardId, other: CardId) -> bool {
        let other = self.catalog.card(other);
        self.catalog.card(one).subtypes.iter().any(|kind| other.subtypes.contains(kind))
    }

    /// How much an object is compared with that is "it" where nothing else is.
    #[inline(never)]
    pub(crate) fn needed(&self, quantity: &Quantity, scope: &Scope, handle: Handle) -> i32 {
        let it = if scope.it.is_none() { handle } else { scope.it };
        self.quantity(quantity, &scope.with_it(it))
    }

    /// What is attached to an object.
    pub fn attachments(&self, host: ObjectId) -> impl Iterator<Item = ObjectId> + 'a {
        self.game.attachments.attached_to(host)
    }
}
