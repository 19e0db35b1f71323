//! What statics forbid.

use crate::card::{Deed, Filter, Place, Static};
use crate::id::{ObjectId, ZoneId};
use crate::query::{Reader, Scope};
use crate::state::ObjectSnapshot;

impl Reader<'_> {
    /// Whether something may forbid this now.
    #[inline]
    pub fn may_forbid(&self, deed: Deed) -> bool {
        self.forbidden_deeds() >> deed as u16 & 1 == 1
    }

    /// The deeds that something may forbid now, a mask over [`Deed`].
    #[inline]
    pub(crate) fn forbidden_deeds(&self) -> u16 {
        let can_be_decreed = self.catalog.program.decreed_deeds != 0;
        let decreed = if can_be_decreed { self.decreed_deeds() } else { 0 };
        self.game.derived.forbidden_deeds | decreed
    }

    /// The deeds that passing effects and standing rules may forbid now.
    #[inline(never)]
    fn decreed_deeds(&self) -> u16 {
        let forbidden = |ability| self.catalog.program.entry(ability).forbids;
        self.game.modifiers.iter().fold(0, |deeds, modifier| {
            deeds | modifier.decree().or(modifier.ability()).map_or(0, forbidden)
        })
    }

    /// The places where something forbids this to some objects, a mask.
    pub(crate) fn forbidden_places(&self, deed: Deed) -> u64 {
        let mut places = 0;
        self.statics(Static::FORBID, |rule, _, scope| {
            if let Static::Forbid { deed: forbidden, place, .. } = rule
                && *forbidden == deed
            {
                places |= place.map_or(u64::MAX, |place| self.zones_at(place, scope));
            }
        });
        places
    }

    /// The card that forbids this to what `is_meant` says is meant, if any does.
    fn find_prohibition(
        &self,
        deed: Deed,
        place: Option<ZoneId>,
        is_meant: impl Fn(&Filter, &Scope) -> bool,
        is_opposed: impl Fn(&Filter, &Scope) -> bool,
    ) -> Option<ObjectId> {
        let mut by = None;
        self.statics(Static::FORBID, |rule, source, scope| {
            let Static::Forbid { what, deed: forbidden, place: there, by: other } = rule else {
                return;
            };
            let here = match (there, place) {
                (Some(there), Some(place)) => self.zones_at(*there, scope) >> place.0 & 1 == 1,
                (Some(Place::Lane(_)), None) => true,
                (Some(_), None) => false,
                (None, _) => true,
            };
            let is_concerned = || other.as_ref().is_none_or(|other| is_opposed(other, scope));
            if *forbidden == deed && here && is_meant(what, scope) && is_concerned() {
                by.get_or_insert(source);
            }
        });
        by
    }

    /// The card that forbids this to an object as it was seen, if any does.
    pub fn forbidden(
        &self,
        deed: Deed,
        snapshot: &ObjectSnapshot,
        place: Option<ZoneId>,
    ) -> Option<ObjectId> {
        let is_meant = |what: &Filter, scope: &Scope| self.matches_snapshot(what, scope, snapshot);
        self.may_forbid(deed)
            .then(|| self.find_prohibition(deed, place, is_meant, |_, _| false))
            .flatten()
    }

    /// The card that forbids an object this at a place, if any does.
    #[inline]
    pub fn forbidden_at(&self, deed: Deed, id: ObjectId, place: ZoneId) -> Option<ObjectId> {
        let is_meant = |what: &Filter, scope: &Scope| self.matches(what, scope, id);
        self.may_forbid(deed)
            .then(|| self.find_prohibition(deed, Some(place), is_meant, |_, _| false))
            .flatten()
    }

    /// The card that forbids an object this wherever it is, if any does.
    #[inline]
    pub fn forbidden_to(&self, deed: Deed, id: ObjectId) -> Option<ObjectId> {
        let is_meant = |what: &Filter, scope: &Scope| self.matches(what, scope, id);
        self.may_forbid(deed)
            .then(|| self.find_prohibition(deed, None, is_meant, |_, _| false))
            .flatten()
    }

    /// The card that forbids an object this with another on the other side, if any does.
    #[inline]
    pub fn forbidden_with(&self, deed: Deed, id: ObjectId, other: ObjectId) -> Option<ObjectId> {
        let is_meant = |what: &Filter, scope: &Scope| self.matches(what, scope, id);
        let is_opposed = |what: &Filter, scope: &Scope| self.matches(what, scope, other);
        self.may_forbid(deed)
            .then(|| self.find_prohibition(deed, None, is_meant, is_opposed))
            .flatten()
    }
}
