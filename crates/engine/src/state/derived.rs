//! What follows from the rest of the state and is kept so that nobody has to
//! look for it: who listens, whose statics are on, who can be used.

use super::{Object, Zones};
use crate::card::Static;
use crate::compile::{CONTINUOUS, Catalog};
use crate::id::ObjectId;
use crate::mask::{Bits, Mask};
use crate::rulebook::VALUES;

/// Derived state. It is changed only by [`Derived::on_enter`],
/// [`Derived::on_leave`], [`Derived::on_new_controller`] and by working out the
/// continuous effects; [`Derived::rebuild`] says what it must be.
///
/// # Equality
/// Two are always equal and hash alike: games differ by what they are made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derived {
    /// Objects in play that listen for what happens to others.
    pub listeners: Mask,
    /// What they listen for, by whose event it is and
    /// [`listener_bit`](crate::event::Event::listener_bit).
    pub listened: [u64; 2],
    /// One of them has left or changed sides since: `listened` may be less than
    /// that.
    pub listened_stale: bool,
    /// How many objects have each sort of static on.
    pub static_counts: [u8; Static::SORTS],
    /// The sorts that any object has on, by [`Static::bit`].
    pub rules_on: u16,
    /// The deeds that statics of some object may forbid, a mask over
    /// [`crate::card::Deed`].
    pub forbidden_deeds: u16,
    /// How many objects in play have abilities to activate.
    pub activatable: u8,
    /// Objects whose static abilities are on.
    pub statics: Mask,
    /// Those of them that change what objects are.
    pub continuous_sources: Mask,
    /// Those whose one condition, which alone decides what they do, held when
    /// it was last asked.
    pub condition_held: Mask,
    /// Objects that statics, passing effects or slots have changed.
    pub affected: Mask,
    /// Objects that have lost their abilities.
    pub silenced: Mask,
    /// The kinds of event after which continuous effects may have to be worked
    /// out again, and the places where it matters what comes and leaves.
    pub dependencies: (u64, u64),
    /// Something may have kept objects from being destroyed since continuous effects
    /// were last computed.
    pub spares: bool,
    /// Continuous effects must be computed again.
    pub stale: bool,
    /// Some ability may have used up its limit.
    pub any_limit_used: bool,
}

impl PartialEq for Derived {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Derived {}

impl std::hash::Hash for Derived {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// Where a count cannot go on it stays, and what it counts is counted again
/// when one of them goes.
const SATURATED: u8 = u8::MAX;

impl Derived {
    /// Registers the abilities of an object that is in play now. Returns
    /// whether it changes what objects are.
    #[inline]
    pub fn on_enter(&mut self, catalog: &Catalog, object: &Object, id: ObjectId) -> bool {
        catalog.program.reaches_out[object.card.index()] && self.register(catalog, object, id)
    }

    #[inline(never)]
    fn register(&mut self, catalog: &Catalog, object: &Object, id: ObjectId) -> bool {
        let (program, card) = (&catalog.program, object.card.index());
        if program.listens_to_others[card] != [0; 2] {
            self.listeners.insert(id);
            self.add_listener(catalog, object);
        }
        if program.has_statics[card] {
            self.statics.insert(id);
            self.rules_on |= program.rules[card];
            self.forbidden_deeds |= program.forbidden_by[card];
            for sort in Bits(program.rules[card].into()) {
                count_one(&mut self.static_counts[usize::from(sort)]);
            }
        }
        if program.activated[card] != 0 {
            count_one(&mut self.activatable);
        }
        let is_continuous = program.rules[card] & CONTINUOUS != 0;
        if is_continuous {
            self.continuous_sources.insert(id);
        }
        is_continuous
    }

    /// The opposite of [`Derived::on_enter`], while the object is still in its
    /// place.
    #[inline(always)]
    pub fn on_leave(&mut self, catalog: &Catalog, objects: &[Object], zones: &Zones, id: ObjectId) {
        if catalog.program.reaches_out[objects[id.index()].card.index()] {
            self.unregister(catalog, objects, zones, id);
        }
    }

    #[inline(never)]
    fn unregister(&mut self, catalog: &Catalog, objects: &[Object], zones: &Zones, id: ObjectId) {
        let (card, program) = (objects[id.index()].card, &catalog.program);
        if self.listeners.contains(id) {
            self.listeners.remove(id);
            self.listened_stale = true;
        }
        if self.statics.contains(id) {
            self.statics.remove(id);
            for sort in Bits(program.rules[card.index()].into()) {
                let has_sort = |card: usize| program.rules[card] >> sort & 1 == 1;
                let count = &mut self.static_counts[usize::from(sort)];
                *count = match *count {
                    SATURATED => recount(objects, self.statics.iter(), has_sort),
                    count => count - 1,
                };
                self.rules_on &= !(u16::from(*count == 0) << sort);
            }
            if program.forbidden_by[card.index()] != 0 {
                let forbidden_by =
                    |id: ObjectId| program.forbidden_by[objects[id.index()].card.index()];
                self.forbidden_deeds =
                    self.statics.iter().fold(0, |deeds, id| deeds | forbidden_by(id));
            }
        }
        if self.continuous_sources.contains(id) {
            self.continuous_sources.remove(id);
            self.condition_held.remove(id);
            // What it did only to itself is gone with it.
            self.stale |= program.dependencies_of[card.index()].decisive.is_none();
        }
        let can_be_used = |card: usize| program.activated[card] != 0;
        self.activatable = match self.activatable {
            SATURATED => {
                let in_play = zones.spans(catalog.rules.in_play()).flatten().copied();
                recount(objects, in_play.filter(|other| *other != id), can_be_used)
            }
            count => count - u8::from(can_be_used(card.index())),
        };
    }

    /// An object in play has changed sides.
    pub fn on_new_controller(&mut self, catalog: &Catalog, object: &Object, id: ObjectId) {
        if self.listeners.contains(id) {
            self.add_listener(catalog, object);
            self.listened_stale = true;
        }
    }

    #[inline]
    fn add_listener(&mut self, catalog: &Catalog, object: &Object) {
        let [own, enemy] = catalog.program.listens_to_others[object.card.index()];
        self.listened[object.controller.index()] |= own;
        self.listened[object.controller.other().index()] |= enemy;
    }

    /// Forgets what only those listened for who have left.
    #[inline]
    pub fn refresh_listened(&mut self, catalog: &Catalog, objects: &[Object]) {
        if self.listened_stale {
            self.listened = [0; 2];
            self.listened_stale = false;
            let listeners = self.listeners;
            listeners.visit(|id| self.add_listener(catalog, &objects[id.index()]));
        }
    }

    /// Derived state from nothing but objects in play. What continuous effects
    /// do is computed when the game goes on.
    pub fn rebuild(catalog: &Catalog, objects: &[Object], zones: &Zones) -> Derived {
        let mut derived = Derived { stale: true, spares: true, ..Derived::default() };
        for id in zones.spans(catalog.rules.in_play()).flatten().copied() {
            let object = &objects[id.index()];
            derived.on_enter(catalog, object, id);
            // What was added to it has to be taken off first.
            if object.granted != 0 || object.bonus != [0; VALUES] {
                derived.affected.insert(id);
            }
            derived.any_limit_used |= object.used != 0;
        }
        derived
    }

    /// Whether this says the same of who listens, rules and can be used as one
    /// that was just rebuilt. Until it is refreshed it may think that somebody
    /// listens who has left, never the other way round.
    pub fn agrees_with(&self, rebuilt: &Derived) -> bool {
        let listened = |seat: usize| {
            let (mine, theirs) = (self.listened[seat], rebuilt.listened[seat]);
            mine == theirs || (self.listened_stale && theirs & !mine == 0)
        };
        self.listeners == rebuilt.listeners
            && listened(0)
            && listened(1)
            && self.static_counts == rebuilt.static_counts
            && self.rules_on == rebuilt.rules_on
            && self.forbidden_deeds == rebuilt.forbidden_deeds
            && self.activatable == rebuilt.activatable
            && self.statics == rebuilt.statics
            && self.continuous_sources == rebuilt.continuous_sources
            && (self.any_limit_used || !rebuilt.any_limit_used)
    }
}

#[inline]
fn count_one(count: &mut u8) {
    *count = count.saturating_add(1);
}

/// How many of some objects have a card that is counted.
#[cold]
fn recount(
    objects: &[Object],
    ids: impl Iterator<Item = ObjectId>,
    is_counted: impl Fn(usize) -> bool,
) -> u8 {
    let mut count = 0;
    ids.filter(|id| is_counted(objects[id.index()].card.index()))
        .for_each(|_| count_one(&mut count));
    count
}
