//! When what continuous effects do must be computed again: after what one of those
//! in play depends on.

use crate::compile::{FIGHT, StaticDependencies};
use crate::event::Kind;
use crate::id::{Handle, ObjectId};
use crate::mutate::Engine;
use crate::query::Scope;
use crate::rulebook::Near;
use crate::state::Change;

impl<'a> Engine<'a> {
    /// What otherwise changes by such events was changed without one.
    #[inline(always)]
    pub(crate) fn mark_stale_after(&mut self, kind: Kind) {
        if self.is_stale_after(kind.bit(), ObjectId::NONE) {
            self.game.derived.stale = true;
        }
    }

    /// Whether it can change what statics and passing effects do that such a
    /// thing happened to an object. Moves are asked about by their places.
    #[inline]
    pub(crate) fn is_stale_after(&self, kinds: u64, object: ObjectId) -> bool {
        self.game.derived.dependencies.0 & kinds != 0
            && !self.game.derived.stale
            && self.is_needed(kinds, object)
    }

    #[inline(never)]
    fn is_needed(&self, kinds: u64, object: ObjectId) -> bool {
        // What is not known to be about another object may be about this.
        self.is_needed_by(kinds, |id| object == id || object.is_none())
    }

    /// Whether it can change it that others fight than before.
    #[inline]
    pub(crate) fn is_stale_by(&self, fighters: &[Handle]) -> bool {
        self.game.derived.dependencies.0 & FIGHT != 0
            && !self.game.derived.stale
            && self.is_needed_by(FIGHT, |id| fighters.iter().any(|fighter| fighter.id == id))
    }

    /// Whether something needs what happened to itself or to anything.
    fn is_needed_by(&self, kinds: u64, is_own: impl Fn(ObjectId) -> bool) -> bool {
        self.any_continuous_source(|needs, id| {
            let concerned = needs.kinds & kinds != 0
                || (needs.own & kinds != 0 && (id.is_none() || is_own(id)));
            concerned && self.is_swayed(needs, id)
        })
    }

    /// Whether it can change it that an object has come to and left these places.
    /// One that is kept has stayed what it was.
    #[inline]
    pub(crate) fn is_stale_at(&self, places: u64, moved: ObjectId, kept: bool) -> bool {
        self.game.derived.dependencies.1 & places != 0
            && !self.game.derived.stale
            && self.is_needed_at(places, moved, kept)
    }

    #[inline(never)]
    fn is_needed_at(&self, places: u64, moved: ObjectId, kept: bool) -> bool {
        let to = 1 << self.game.object(moved).zone.0;
        self.any_continuous_source(|needs, id| {
            let within = kept && !needs.within && needs.places & places == places;
            let counts = !needs.coming || needs.places & to != 0;
            !within
                && counts
                && self.is_near(needs, id, places, moved)
                // What it needs lies elsewhere once it has moved itself.
                && (moved == id || self.is_swayed(needs, id))
        })
    }

    /// Whether an object's statics may do something else than before. Where a
    /// condition decides, it is asked.
    fn is_swayed(&self, needs: &StaticDependencies, id: ObjectId) -> bool {
        let Some(ability) = needs.decisive.filter(|_| !id.is_none()) else { return true };
        let Some(condition) = &self.catalog.ability(ability).condition else { return true };
        let object = self.game.object(id);
        let scope = Scope::of(self.game.handle(id), object.controller);
        self.reader().holds(condition, &scope) != self.game.derived.condition_held.contains(id)
    }

    /// Something that shapes objects has come into play. One that does nothing yet
    /// is only listened for.
    pub(crate) fn add_continuous_source(&mut self, id: ObjectId) {
        let needs = self.dependencies_of(id);
        if self.is_swayed(needs, id) {
            self.game.derived.stale = true;
        } else {
            self.game.derived.dependencies.0 |= needs.kinds | needs.own;
            self.game.derived.dependencies.1 |= self.places_of(needs, id);
        }
    }

    /// Puts together what all that shapes objects needs. Whatever changes that
    /// has attributes computed again, and that ends with this.
    pub(crate) fn gather_dependencies(&mut self, continuous_sources: &[ObjectId]) {
        let (mut kinds, mut places) = (0, 0);
        let mut add = |needs: &StaticDependencies, id| {
            kinds |= needs.kinds | needs.own;
            places |= self.places_of(needs, id);
            false
        };
        continuous_sources.iter().for_each(|id| {
            add(self.dependencies_of(*id), *id);
        });
        self.any_standing_rule(add);
        self.game.derived.dependencies = (kinds, places);
    }

    /// The places that needs are about, seen from the object that has them.
    #[inline]
    fn places_of(&self, needs: &StaticDependencies, id: ObjectId) -> u64 {
        let near = match needs.near {
            Near::Nowhere => 0,
            _ if id.is_none() => self.catalog.rules.in_play(),
            near => self.catalog.rules.near(self.game.object(id).zone, near),
        };
        needs.places | near
    }

    fn is_near(
        &self,
        needs: &StaticDependencies,
        id: ObjectId,
        places: u64,
        moved: ObjectId,
    ) -> bool {
        self.places_of(needs, id) & places != 0
            // Where it stands itself counts in any case.
            && (moved == id || self.counts_for(needs, id, moved))
            // The one that moved may have been there before.
            && (needs.least <= 1 || {
                let there = self.game.zones.spans(needs.places).flatten();
                let meant = there.filter(|other| self.counts_for(needs, id, **other));
                let enough = usize::from(needs.least) - 1;
                meant.take(enough).count() == enough
            })
    }

    /// Whether it counts that such an object comes or leaves.
    #[inline]
    fn counts_for(&self, needs: &StaticDependencies, id: ObjectId, other: ObjectId) -> bool {
        needs.is_about(self.catalog, self.game.object(other).card, || {
            let host = self.game.objects.get(self.game.host(id).index());
            host.map(|host| host.card)
        })
    }

    /// Whether something that shapes objects has such needs; a rule that is on
    /// no object has them wherever it came from.
    #[inline]
    fn any_continuous_source(
        &self,
        mut by: impl FnMut(&StaticDependencies, ObjectId) -> bool,
    ) -> bool {
        let mut found = false;
        self.game.derived.continuous_sources.visit_while(|id| {
            found = by(self.dependencies_of(id), id);
            !found
        });
        found || self.any_standing_rule(by)
    }

    #[inline]
    fn dependencies_of(&self, id: ObjectId) -> &'a StaticDependencies {
        &self.catalog.program.dependencies_of[self.game.object(id).card.index()]
    }

    /// Whether a rule that is on no object has such needs.
    #[inline]
    fn any_standing_rule(&self, mut by: impl FnMut(&StaticDependencies, ObjectId) -> bool) -> bool {
        self.game.modifiers.iter().any(|modifier| match modifier.change {
            Change::Decree(ability) | Change::DecreeOnce(ability) | Change::Ability(ability) => {
                by(&self.catalog.program.entry(ability).needs, ObjectId::NONE)
            }
            _ => false,
        })
    }
}
