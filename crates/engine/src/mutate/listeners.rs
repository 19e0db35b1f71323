//! Who in play listens, rules and can be used: kept while objects come and go, so
//! that nobody is looked through where there is nobody.

use crate::compile::{CONTINUOUS, Catalog};
use crate::id::{CardId, ObjectId};
use crate::mask::{Bits, Mask};
use crate::state::Game;

/// Registers the abilities of an object that is in play now. Returns whether
/// it changes what objects are.
#[inline]
pub(crate) fn register_abilities(
    game: &mut Game,
    catalog: &Catalog,
    card: CardId,
    id: ObjectId,
) -> bool {
    catalog.program.reaches_out[card.index()] && register(game, catalog, card, id)
}

#[inline(never)]
fn register(game: &mut Game, catalog: &Catalog, card: CardId, id: ObjectId) -> bool {
    let program = &catalog.program;
    if program.listens_to_others[card.index()] != [0; 2] {
        game.listeners.insert(id);
        add_listener(game, catalog, id);
    }
    if program.has_statics[card.index()] {
        game.statics.insert(id);
        for sort in Bits(program.rules[card.index()].into()) {
            count_one(&mut game.static_counts[usize::from(sort)]);
        }
    }
    let activatable = u8::from(program.activated[card.index()] != 0);
    game.activatable = game.activatable.saturating_add(activatable);
    let shapes = program.rules[card.index()] & CONTINUOUS != 0;
    if shapes {
        game.continuous_sources.insert(id);
    }
    shapes
}

/// The opposite of [`listen`], from the same table.
#[inline(always)]
pub(crate) fn unregister_abilities(game: &mut Game, catalog: &Catalog, id: ObjectId) {
    if catalog.program.reaches_out[game.object(id).card.index()] {
        unregister(game, catalog, id);
    }
    game.dying.remove(id);
}

#[inline(never)]
fn unregister(game: &mut Game, catalog: &Catalog, id: ObjectId) {
    let (card, program) = (game.object(id).card, &catalog.program);
    if game.listeners.contains(id) {
        game.listeners.remove(id);
        game.listened_stale = true;
    }
    if game.statics.contains(id) {
        game.statics.remove(id);
        for sort in Bits(program.rules[card.index()].into()) {
            let sort = usize::from(sort);
            game.static_counts[sort] = match game.static_counts[sort] {
                SATURATED => {
                    recount(game, &game.statics, |card| program.rules[card] >> sort & 1 == 1)
                }
                count => count - 1,
            };
        }
    }
    if game.continuous_sources.contains(id) {
        game.continuous_sources.remove(id);
        // What it did only to itself is gone with it.
        game.stale |= program.dependencies_of[card.index()].decisive.is_none();
    }
    game.activatable = match game.activatable {
        SATURATED => recount_usable(game, catalog, id),
        count => count - u8::from(program.activated[card.index()] != 0),
    };
}

/// What a listener listens for is heard from now on.
#[inline]
fn add_listener(game: &mut Game, catalog: &Catalog, id: ObjectId) {
    let object = game.object(id);
    let [own, enemy] = catalog.program.listens_to_others[object.card.index()];
    let controller = object.controller;
    game.listened[controller.index()] |= own;
    game.listened[controller.other().index()] |= enemy;
}

/// An object in play has changed sides.
pub(crate) fn change_listener_side(game: &mut Game, catalog: &Catalog, id: ObjectId) {
    if game.listeners.contains(id) {
        add_listener(game, catalog, id);
        game.listened_stale = true;
    }
}

/// Nobody listens any more for what only those listened for who have left.
#[inline(never)]
pub(crate) fn rebuild_listeners(game: &mut Game, catalog: &Catalog) {
    game.listened = [0; 2];
    game.listened_stale = false;
    game.listeners.iter().for_each(|id| add_listener(game, catalog, id));
}

/// So many, or more: where a count cannot go on it stays, and what it counts is
/// counted anew when one of them goes.
pub(crate) const SATURATED: u8 = u8::MAX;

#[inline]
fn count_one(count: &mut u8) {
    *count = count.saturating_add(1);
}

/// Those of some objects whose card is meant.
#[cold]
fn recount(game: &Game, objects: &Mask, can_be_listened_for: impl Fn(usize) -> bool) -> u8 {
    let mut count = 0;
    let meant = objects.iter().filter(|id| can_be_listened_for(game.object(*id).card.index()));
    meant.for_each(|_| count_one(&mut count));
    count
}

/// How many can be used once an object has gone, which is still in its place.
#[cold]
fn recount_usable(game: &Game, catalog: &Catalog, gone: ObjectId) -> u8 {
    let in_play = game.zones.spans(catalog.rules.in_play()).flatten().copied();
    let rest: Mask = in_play.filter(|id| *id != gone).collect();
    recount(game, &rest, |card| catalog.program.activated[card] != 0)
}
