//! What can be done now: playing, activating, ending, passing. Nothing here
//! changes anything.

use onplay_engine::card::Timing;
use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::query::{Listing, Reader};
use onplay_engine::state::{Action, Why};

use super::names::{END_TURN, MAIN, NO_WAY, NOT_NOW, Tides, USE};

impl Tides {
    pub(super) fn offer(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let seat = reader.game.turn.decider;
        let places = self.places(seat);
        let (game, listing) = (reader.game, reader.listing(seat));
        for id in game.zone(places.hand).iter().copied() {
            if listing.can_play(id) {
                actions.push(play(id));
            }
        }
        // Cards that say so can be played from the void, and others where
        // something opens a way. [tides 1.12]
        actions.extend(listing.playable_elsewhere().map(play));
        if reader.has_activatable() {
            for id in game.zone(places.battlefield).iter().copied() {
                offer_abilities_of(reader, &listing, id, actions);
            }
        }
        let none = ObjectId::NONE;
        let end = Action::Special { verb: END_TURN, object: none, other: none };
        actions.push(if is_open(reader, seat) { end } else { Action::Pass });
    }

    /// Why an action is not on offer.
    pub(super) fn why_not(&self, reader: &Reader, action: Action) -> Option<Why> {
        let seat = reader.game.turn.decider;
        match action {
            Action::Play { object, .. } => {
                match reader.play_obstacle(seat, object, ZoneId::OUTSIDE) {
                    Some(Why::Absent) => Some(Why::Rule(NO_WAY)),
                    why => why,
                }
            }
            Action::Activate { object, ability } => reader.activate_obstacle(seat, object, ability),
            Action::Special { verb: USE, object, .. } => {
                let card = reader.game.objects.get(object.index())?.card;
                let mut numbers = Bits(reader.catalog.program.activated[card.index()]);
                numbers.find_map(|number| reader.activate_obstacle(seat, object, number as u8))
            }
            Action::Special { verb: END_TURN, .. } => Some(Why::Rule(NOT_NOW)),
            _ => None,
        }
    }
}

/// One ability is used at once; of several, one is asked for. [tides 2.1]
fn offer_abilities_of(reader: &Reader, listing: &Listing, id: ObjectId, actions: &mut Vec<Action>) {
    let usable = listing.usable(id);
    if usable == 0 {
        return;
    }
    let printed = reader.catalog.program.activated[reader.game.object(id).card.index()];
    if printed.count_ones() > 1 {
        actions.push(Action::Special { verb: USE, object: id, other: ObjectId::NONE });
    } else {
        actions.push(Action::Activate { object: id, ability: usable.trailing_zeros() as u8 });
    }
}

/// The activated abilities that can be used now, as a mask.
pub(super) fn usable(reader: &Reader, seat: Seat, id: ObjectId) -> u64 {
    reader.listing(seat).usable(id)
}

/// Why it is not the time for something: in a seat's own main phase with
/// nothing on the stack all can be done, otherwise only what is fast.
/// [tides 1.9]
pub(super) fn timing_obstacle(reader: &Reader, seat: Seat, timing: Timing) -> Option<Why> {
    let is_timely = timing == Timing::Fast || is_open(reader, seat);
    (!is_timely).then_some(Why::Rule(NOT_NOW))
}

fn play(object: ObjectId) -> Action {
    Action::Play { object, place: ZoneId::OUTSIDE, at: 0 }
}

fn is_open(reader: &Reader, seat: Seat) -> bool {
    let game = reader.game;
    game.turn.phase == MAIN && game.turn.active == seat && game.pending.stack.is_empty()
}
