//! What a player may do, and why not.

use onplay_engine::card::Deed;
use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::query::Reader;
use onplay_engine::state::{Action, Game, Why};

use super::frame::{Skirmish, clause};

/// Offers quick actions, the normal action and passing. [skirmish 1.3]
pub(super) fn offer(frame: &Skirmish, reader: &Reader, actions: &mut Vec<Action>) {
    let game = reader.game;
    let seat = game.turn.decider;
    let listing = reader.listing(seat);
    let is_guarded = listing.may_forbid(Deed::Deploy);
    for id in game.zone(frame.hand[seat.index()]).iter().copied() {
        if !listing.can_play(id) {
            continue;
        }
        if !frame.is_unit(reader.catalog, game.object(id).card) {
            actions.push(cast(id));
            continue;
        }
        let must_consume = game.has_keyword(reader.catalog, id, frame.consumes);
        let slots = frame.slots[seat.index()];
        if !must_consume && !is_guarded {
            actions.extend(slots.map(|place| deploy(id, place)));
            continue;
        }
        let is_filled = |place: &ZoneId| !must_consume || !game.zones.is_empty(*place);
        let is_open = |place: &ZoneId| listing.deploy_obstacle(id, *place).is_none();
        let open = slots.into_iter().filter(is_filled).filter(is_open);
        actions.extend(open.map(|place| deploy(id, place)));
    }
    let leader = game.zone(frame.leader[seat.index()]);
    for object in frame.units(game, seat).iter().chain(leader).copied() {
        for ability in Bits(listing.usable(object)) {
            actions.push(Action::Activate { object, ability: ability as u8 });
        }
    }
    actions.push(Action::Pass);
}

/// Why a unit cannot be deployed to one of its player's slots: onto an own unit
/// it consumes, and some must. [skirmish 1.8]
fn slot_obstacle(frame: &Skirmish, reader: &Reader, id: ObjectId, slot: ZoneId) -> Option<Why> {
    let must_consume = reader.game.has_keyword(reader.catalog, id, frame.consumes);
    if must_consume && reader.game.zones.is_empty(slot) {
        return Some(Why::Rule(clause::MUST_CONSUME));
    }
    reader.deploy_obstacle(id, slot)
}

fn deploy(object: ObjectId, place: ZoneId) -> Action {
    Action::Play { object, place, at: u8::MAX }
}

/// Plays a trick.
fn cast(object: ObjectId) -> Action {
    Action::Play { object, place: ZoneId::OUTSIDE, at: 0 }
}

/// Why an action is not offered.
pub(super) fn refusal(frame: &Skirmish, reader: &Reader, action: Action) -> Option<Why> {
    let seat = reader.game.turn.decider;
    match action {
        Action::Play { object, place, .. } => {
            let why = reader.play_obstacle(seat, object, ZoneId::OUTSIDE);
            why.or_else(|| why_not_there(frame, reader, seat, object, place))
        }
        Action::Activate { object, ability } => {
            if !is_own(frame, reader.game, seat, object) {
                return Some(Why::Absent);
            }
            match reader.activate_obstacle(seat, object, ability) {
                Some(Why::Status(_)) => Some(Why::Rule(clause::COOLING)),
                why => why,
            }
        }
        _ => None,
    }
}

fn why_not_there(
    frame: &Skirmish,
    reader: &Reader,
    seat: Seat,
    id: ObjectId,
    place: ZoneId,
) -> Option<Why> {
    if !frame.is_unit(reader.catalog, reader.game.object(id).card) {
        return None;
    }
    if !frame.slots[seat.index()].contains(&place) {
        return Some(Why::Rule(clause::OWN_SLOT));
    }
    slot_obstacle(frame, reader, id, place)
}

/// Whether an object is one of a player's units or their leader.
fn is_own(frame: &Skirmish, game: &Game, seat: Seat, id: ObjectId) -> bool {
    let zone = game.objects.get(id.index()).map_or(ZoneId::OUTSIDE, |object| object.zone);
    zone == frame.leader[seat.index()] || frame.slots[seat.index()].contains(&zone)
}
