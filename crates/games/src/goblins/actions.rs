//! What a player may do, and why not.

use onplay_engine::card::Timing;
use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::query::{LazyPurse, Reader};
use onplay_engine::state::{Action, Why};

use super::symbols::Symbols;
use super::{BLOCK, cast, clauses, combat, memo, turn};

/// How often abilities other than mana abilities can be used in a turn: permanents that
/// exile themselves and return could go on for ever. [goblins 2.8]
const MOST_USES: i16 = 50;

/// Offers everything that the deciding player may do.
pub fn offer(symbols: &Symbols, reader: &Reader, actions: &mut Vec<Action>) {
    match reader.game.turn.phase {
        turn::START => {}
        turn::DECLARE_ATTACKERS => combat::offer_attackers(symbols, reader, actions),
        turn::DECLARE_BLOCKERS => combat::offer_blockers(symbols, reader, actions),
        _ => offer_priority(symbols, reader, actions),
    }
    actions.push(Action::Pass);
}

/// Why it is not the time for something: lands, creatures and sorceries are
/// played in one's own main phase with nothing on the stack, the rest with
/// priority. [goblins 5.1]
pub fn timing_obstacle(reader: &Reader, seat: Seat, timing: Timing) -> Option<Why> {
    let game = reader.game;
    if game.turn.memo[memo::USES] >= MOST_USES {
        return Some(Why::Rule(clauses::ENOUGH));
    }
    let is_timely = match game.turn.phase {
        turn::START | turn::DECLARE_ATTACKERS | turn::DECLARE_BLOCKERS => false,
        turn::MAIN | turn::SECOND_MAIN if timing == Timing::Main => {
            game.turn.active == seat && game.pending.stack.is_empty()
        }
        _ => timing != Timing::Main,
    };
    (!is_timely).then_some(Why::Rule(clauses::TIMING))
}

fn offer_priority(symbols: &Symbols, reader: &Reader, actions: &mut Vec<Action>) {
    let (game, seat) = (reader.game, reader.game.turn.decider);
    let (program, purse) = (&reader.catalog.program, LazyPurse::default());
    let listing = reader.listing_with(seat, &purse);
    // Mana is worth making only where something can be paid with it.
    let mut is_paid = false;
    let mut offer_card = |id: ObjectId, actions: &mut Vec<Action>| {
        if listing.can_play(id) {
            let is_land = symbols.cards[game.object(id).card.index()].is_land;
            if (!is_land || has_land_left(symbols, reader, seat))
                && cast::host_obstacle(symbols, reader, id).is_none()
            {
                is_paid |= !is_land;
                actions.push(Action::Play { object: id, place: ZoneId::OUTSIDE, at: 0 });
            }
        }
        if program.works_elsewhere {
            for number in Bits(listing.usable(id)) {
                is_paid = true;
                actions.push(Action::Activate { object: id, ability: number as u8 });
            }
        }
    };
    for id in game.zone(symbols.hand[seat.index()]) {
        if listing.is_card_timely(*id) {
            offer_card(*id, actions);
        }
    }
    listing.playable_elsewhere().for_each(|id| offer_card(id, actions));
    if !reader.has_activatable() {
        return;
    }
    let battlefield = game.zone(symbols.battlefield[seat.index()]);
    for id in battlefield {
        let card = game.object(*id).card.index();
        let others = program.mana.other_uses[card];
        if others != 0 {
            let usable = listing.usable(*id) & others;
            is_paid |= usable & program.mana.costs_mana[card] != 0;
            let activate = |number: u16| Action::Activate { object: *id, ability: number as u8 };
            actions.extend(Bits(usable).map(activate));
        }
    }
    if !is_paid {
        return;
    }
    for id in battlefield {
        let by_exhausting = program.mana.by_exhausting[game.object(*id).card.index()];
        if by_exhausting != 0 {
            let usable = listing.usable(*id) & by_exhausting;
            let activate = |number: u16| Action::Activate { object: *id, ability: number as u8 };
            actions.extend(Bits(usable).map(activate));
        }
    }
}

/// One land a turn, and as many more as cards allow. [goblins 5.1]
fn has_land_left(symbols: &Symbols, reader: &Reader, seat: Seat) -> bool {
    let played = reader.game.turn.memo[memo::LANDS];
    let most = reader.game.counter(seat, symbols.land_plays);
    played < most
        || !reader.static_sources().is_empty()
            && played < most + reader.allowance(seat, symbols.land_plays)
}

/// Why an action is not offered.
pub fn refusal(symbols: &Symbols, reader: &Reader, action: Action) -> Option<Why> {
    let seat = reader.game.turn.decider;
    let is_own = |id: ObjectId| {
        let object = reader.game.objects.get(id.index());
        object.is_some_and(|object| object.zone == symbols.battlefield[seat.index()])
    };
    match action {
        Action::Play { object, .. } => play_refusal(symbols, reader, seat, object),
        Action::Activate { object, ability } => {
            match reader.activate_obstacle(seat, object, ability) {
                Some(Why::Status(_)) => Some(Why::Rule(clauses::TAPPED)),
                Some(Why::Unpayable | Why::Cost { .. }) => Some(Why::Rule(clauses::PAY)),
                why => why,
            }
        }
        Action::Attack { attacker, .. } if !is_own(attacker) => Some(Why::Absent),
        Action::Attack { attacker, target } => {
            if reader.game.turn.phase != turn::DECLARE_ATTACKERS {
                return Some(Why::Rule(clauses::TIMING));
            }
            reader.game.objects.get(target.index())?;
            combat::attack_obstacle(symbols, reader, attacker, target)
        }
        Action::Special { verb: BLOCK, object, .. } if !is_own(object) => Some(Why::Absent),
        Action::Special { verb: BLOCK, object, other } => {
            if reader.game.turn.phase != turn::DECLARE_BLOCKERS {
                return Some(Why::Rule(clauses::TIMING));
            }
            reader.game.objects.get(other.index())?;
            combat::block_obstacle(symbols, reader, object, other)
        }
        _ => None,
    }
}

fn play_refusal(symbols: &Symbols, reader: &Reader, seat: Seat, id: ObjectId) -> Option<Why> {
    match reader.play_obstacle(seat, id, ZoneId::OUTSIDE) {
        Some(Why::Unpayable) => return Some(Why::Rule(clauses::COLOURS)),
        None => {}
        why => return why,
    }
    let is_land = symbols.cards[reader.game.object(id).card.index()].is_land;
    if is_land && !has_land_left(symbols, reader, seat) {
        return Some(Why::Rule(clauses::LANDS));
    }
    cast::host_obstacle(symbols, reader, id)
}
