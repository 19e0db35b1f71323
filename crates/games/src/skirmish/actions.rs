//! What a player may do, and why not.

use onplay_engine::ability::{Cost, Deed, Static};
use onplay_engine::action::{Action, Why};
use onplay_engine::game::Game;
use onplay_engine::id::{AbilityId, ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::program::{Op, selection};
use onplay_engine::scope::{Reader, Scope};

use super::frame::{Needs, Printed, Skirmish, TERRAINS, Wanted, clause};

/// What of the board the offers depend on: one bit a terrain.
struct Board {
    own: u8,
    enemy: u8,
    /// Own slots about which some card in play has something to say.
    guarded: u8,
}

/// Offers quick actions, the normal action and passing. [skirmish 1.3]
pub(super) fn offer(frame: &Skirmish, reader: &Reader, actions: &mut Vec<Action>) {
    let game = reader.game;
    let seat = game.decider;
    let slots = &frame.slots[seat.index()];
    let board = look(frame, reader, seat);
    for id in game.zone(frame.hand[seat.index()]) {
        let printed = frame.printed(game.object(*id).card);
        if printed.unit {
            // Onto an own unit it consumes; some must. [skirmish 1.8]
            let open = if printed.consumes { board.own } else { ALL };
            if open == ALL && board.guarded == 0 {
                actions.extend(slots.map(|place| deploy(*id, place)));
                continue;
            }
            for terrain in terrains(open) {
                let place = slots[terrain];
                if board.guarded >> terrain & 1 == 0 || guard(reader, *id, place).is_none() {
                    actions.push(deploy(*id, place));
                }
            }
        } else if can_choose(frame, reader, *id, seat, printed, &board) {
            actions.push(Action::Play { object: *id, place: ZoneId::OUTSIDE, at: 0 });
        }
    }
    for id in frame.units(game, seat) {
        offer_abilities(frame, reader, seat, *id, &board, actions);
    }
    for id in game.zone(frame.leader[seat.index()]) {
        offer_abilities(frame, reader, seat, *id, &board, actions);
    }
    actions.push(Action::Pass);
}

fn deploy(object: ObjectId, place: ZoneId) -> Action {
    Action::Play { object, place, at: u8::MAX }
}

/// Every terrain.
const ALL: u8 = (1 << TERRAINS) - 1;

/// The terrains of a mask, T0 first.
#[inline]
fn terrains(mask: u8) -> impl Iterator<Item = usize> {
    Bits(u64::from(mask & ALL)).map(usize::from)
}

#[inline]
fn look(frame: &Skirmish, reader: &Reader, seat: Seat) -> Board {
    let taken = |seat: Seat| reader.game.zones.taken(frame.slots[seat.index()][0], TERRAINS) as u8;
    let guarded = guarded(frame, reader, seat);
    Board { own: taken(seat), enemy: taken(seat.other()), guarded }
}

/// The own slots where a card in play forbids someone to deploy. Whom is asked
/// only there.
fn guarded(frame: &Skirmish, reader: &Reader, seat: Seat) -> u8 {
    if reader.game.statics.is_empty() && reader.game.modifiers.is_empty() {
        return 0;
    }
    let mut mask = 0;
    reader.statics(Static::FORBID, &mut |rule, _, scope| {
        let Static::Forbid { deed: Deed::Deploy, place, .. } = rule else { return };
        let there = place.map_or(u64::MAX, |place| reader.zones_at(place, scope));
        for terrain in 0..TERRAINS {
            let slot = frame.slots[seat.index()][terrain];
            mask |= ((there >> slot.0 & 1) as u8) << terrain;
        }
    });
    mask
}

/// The card that forbids deploying a unit there.
fn guard(reader: &Reader, id: ObjectId, place: ZoneId) -> Option<ObjectId> {
    reader.forbidden(Deed::Deploy, &reader.glimpse(id), Some(place))
}

/// Whether what a card chooses first can be chosen.
#[inline]
fn can_choose(
    frame: &Skirmish,
    reader: &Reader,
    id: ObjectId,
    seat: Seat,
    printed: Printed,
    board: &Board,
) -> bool {
    let game = reader.game;
    match printed.needs {
        Needs::Nothing => true,
        Needs::Unit(wanted) => has_wanted(frame, reader, id, seat, wanted, board),
        Needs::Buried => {
            let mut buried = game.zone(frame.graveyard[seat.index()]).iter();
            buried.any(|id| frame.printed(game.object(*id).card).unit)
        }
        Needs::Choice(op) => {
            let Op::Do { effect, .. } = &reader.catalog.program.ops[usize::from(op)] else {
                return true;
            };
            let Some(what) = selection(effect) else { return true };
            reader.any(&what.filter, &Scope::of(game.handle(id), seat))
        }
    }
}

/// Whether one of the units on the board is wanted. [skirmish 1.2]
fn has_wanted(
    frame: &Skirmish,
    reader: &Reader,
    id: ObjectId,
    seat: Seat,
    wanted: Wanted,
    board: &Board,
) -> bool {
    let (mut own, mut enemy) = (board.own, board.enemy);
    if wanted.close {
        let here = 1u8 << reader.catalog.rules.lane(reader.game.object(id).zone);
        let beside = here << 1 | here >> 1;
        (own, enemy) = (own & beside, enemy & (beside | here));
    }
    own = if wanted.own { own } else { 0 };
    enemy = if wanted.enemy { enemy } else { 0 };
    let Some(least) = wanted.power else { return own | enemy != 0 };
    [(seat, own), (seat.other(), enemy)].into_iter().any(|(seat, mask)| {
        terrains(mask).any(|terrain| {
            frame
                .unit(reader.game, seat, terrain)
                .is_some_and(|unit| reader.value(unit, frame.power) >= least)
        })
    })
}

#[inline]
fn offer_abilities(
    frame: &Skirmish,
    reader: &Reader,
    seat: Seat,
    id: ObjectId,
    board: &Board,
    actions: &mut Vec<Action>,
) {
    let mut left = frame.printed(reader.game.object(id).card).active;
    while left != 0 {
        let number = left.trailing_zeros() as u8;
        left &= left - 1;
        if cannot_activate(frame, reader, seat, id, number, board).is_none() {
            actions.push(Action::Activate { object: id, ability: number });
        }
    }
}

/// The ability of an object with this number on its card.
pub(super) fn ability_of(reader: &Reader, id: ObjectId, number: u8) -> AbilityId {
    let (first, _) = reader.catalog.program.of_card[reader.game.object(id).card.index()];
    AbilityId(first + u16::from(number))
}

/// Why an ability cannot be activated now; nothing if it can. [skirmish 1.8]
fn cannot_activate(
    frame: &Skirmish,
    reader: &Reader,
    seat: Seat,
    id: ObjectId,
    number: u8,
    board: &Board,
) -> Option<Why> {
    let object = reader.game.object(id);
    let printed = frame.printed(object.card);
    let missing = if printed.plain >> number & 1 == 0 {
        missing(reader, seat, id, number)
    } else if object.has(frame.exhausted) {
        Some(Why::Rule(clause::COOLING))
    } else {
        None
    };
    if missing.is_some() {
        return missing;
    }
    (!can_choose(frame, reader, id, seat, printed, board)).then_some(Why::NoTarget)
}

/// What an ability asks for and does not get: its cost, its limit, its
/// condition.
fn missing(reader: &Reader, seat: Seat, id: ObjectId, number: u8) -> Option<Why> {
    let object = reader.game.object(id);
    let ability = reader.catalog.ability(ability_of(reader, id, number));
    let scope = Scope::of(reader.game.handle(id), seat);
    let mut checked = true;
    for cost in &ability.cost {
        match cost {
            Cost::Flag(flag) if object.has(*flag) => {
                return Some(Why::Rule(clause::COOLING));
            }
            Cost::Flag(_) => {}
            Cost::Attribute(attribute, needed) => {
                let has = reader.value(id, *attribute);
                if has < *needed {
                    return Some(Why::Cost { needed: *needed, has });
                }
            }
            _ => checked = false,
        }
    }
    if ability.limit.is_some() && object.used >> number & 1 == 1 {
        return Some(Why::Limit);
    }
    if ability.condition.as_ref().is_some_and(|condition| !reader.holds(condition, &scope)) {
        return Some(Why::Condition);
    }
    if !checked && !reader.can_pay(&ability.cost, &scope) {
        return Some(Why::Cost { needed: 1, has: 0 });
    }
    None
}

/// Why an action is not offered.
pub(super) fn refusal(frame: &Skirmish, reader: &Reader, action: Action) -> Option<Why> {
    let game = reader.game;
    let seat = game.decider;
    match action {
        Action::Play { object, place, .. } => why_not_play(frame, reader, seat, object, place),
        Action::Activate { object, ability } => {
            if !is_own(frame, game, seat, object) {
                return Some(Why::Absent);
            }
            let active = frame.printed(game.object(object).card).active;
            if ability > 7 || active >> ability & 1 == 0 {
                return Some(Why::Absent);
            }
            let board = look(frame, reader, seat);
            cannot_activate(frame, reader, seat, object, ability, &board)
        }
        _ => None,
    }
}

fn why_not_play(
    frame: &Skirmish,
    reader: &Reader,
    seat: Seat,
    object: ObjectId,
    place: ZoneId,
) -> Option<Why> {
    let game = reader.game;
    if !game.zone(frame.hand[seat.index()]).contains(&object) {
        return Some(Why::Absent);
    }
    let printed = frame.printed(game.object(object).card);
    let board = look(frame, reader, seat);
    if !printed.unit {
        let chosen = can_choose(frame, reader, object, seat, printed, &board);
        return (!chosen).then_some(Why::NoTarget);
    }
    if !frame.slots[seat.index()].contains(&place) {
        return Some(Why::Rule(clause::OWN_SLOT));
    }
    if printed.consumes && game.zone(place).is_empty() {
        return Some(Why::Rule(clause::MUST_CONSUME));
    }
    guard(reader, object, place).map(Why::Card)
}

/// Whether an object is one of a player's units or their leader.
fn is_own(frame: &Skirmish, game: &Game, seat: Seat, id: ObjectId) -> bool {
    let zone = game.objects.get(id.index()).map_or(ZoneId::OUTSIDE, |object| object.zone);
    zone == frame.leader[seat.index()] || frame.slots[seat.index()].contains(&zone)
}
