//! What a player may do, and why not.

use std::cell::OnceCell;

use onplay_engine::card::{Cost, Deed, Static, When};
use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::query::{Reader, Scope};
use onplay_engine::state::{Action, Why};

use super::mana::{Lazy, Purse};
use super::symbols::{ACTIVATED, FROM_HAND, INSTANT, LAND, Symbols};
use super::{BLOCK, cast, clauses, combat, mana, memo, turn};

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

/// Whether lands, creatures and sorceries may be played. [goblins 5.1]
fn is_main(reader: &Reader, seat: Seat) -> bool {
    matches!(reader.game.turn.phase, turn::MAIN | turn::SECOND_MAIN)
        && reader.game.turn.active == seat
        && reader.game.pending.stack.is_empty()
}

fn offer_priority(symbols: &Symbols, reader: &Reader, actions: &mut Vec<Action>) {
    let seat = reader.game.turn.decider;
    let main = is_main(reader, seat);
    let mut purse = Lazy::new();
    let lands = main && land_left(symbols, reader, seat);
    let priced = OnceCell::new();
    let priced = || *priced.get_or_init(|| reader.has_rule(Static::COST));
    // Mana is worth making only where something can be paid with it.
    let mut paid = false;
    for id in reader.game.zone(symbols.hand[seat.index()]) {
        let card = reader.game.object(*id).card.index();
        let uses = symbols.uses[card];
        if uses & LAND != 0 {
            if lands {
                actions.push(play(*id));
            }
            continue;
        }
        if !main && uses & (INSTANT | FROM_HAND) == 0 {
            continue;
        }
        let facts = &symbols.cards[card];
        if (main || facts.is_instant)
            && can_cast(symbols, reader, purse.get(symbols, reader, seat), priced(), *id)
        {
            paid = true;
            actions.push(play(*id));
        }
        for number in Bits(facts.from_hand.into()) {
            let known = (facts.paid >> number & 1 == 1).then_some(&mut purse);
            if why_not_use(symbols, reader, seat, *id, number as u8, known).is_none() {
                paid = true;
                actions.push(Action::Activate { object: *id, ability: number as u8 });
            }
        }
    }
    let battlefield = reader.game.zone(symbols.battlefield[seat.index()]);
    for id in battlefield {
        let card = reader.game.object(*id).card.index();
        if symbols.uses[card] & ACTIVATED == 0 {
            continue;
        }
        let facts = &symbols.cards[card];
        for number in Bits(facts.in_play().into()) {
            let costs_mana = facts.paid >> number & 1 == 1;
            let known = costs_mana.then_some(&mut purse);
            if why_not_use(symbols, reader, seat, *id, number as u8, known).is_none() {
                paid |= costs_mana;
                actions.push(Action::Activate { object: *id, ability: number as u8 });
            }
        }
    }
    if !paid {
        return;
    }
    for id in battlefield {
        let object = reader.game.object(*id);
        let tap_mana = symbols.cards[object.card.index()].tap_mana;
        if tap_mana != 0 && !object.has(symbols.tapped) && !symbols.is_sick(reader, *id) {
            for number in Bits(tap_mana.into()) {
                actions.push(Action::Activate { object: *id, ability: number as u8 });
            }
        }
    }
}

fn play(object: ObjectId) -> Action {
    Action::Play { object, place: ZoneId::OUTSIDE, at: 0 }
}

/// One land a turn, and as many more as cards allow. [goblins 5.1]
fn land_left(symbols: &Symbols, reader: &Reader, seat: Seat) -> bool {
    let mut most = reader.game.counter(seat, symbols.land_plays);
    if reader.game.turn.memo[memo::LANDS] < most {
        return true;
    }
    if !reader.static_sources().is_empty() {
        most += reader.allowance(seat, symbols.land_plays);
    }
    reader.game.turn.memo[memo::LANDS] < most
}

/// Whether a card in hand can be paid for and has its targets. Only where a
/// card changes prices is the price worked out.
fn can_cast(symbols: &Symbols, reader: &Reader, purse: &Purse, priced: bool, id: ObjectId) -> bool {
    let facts = &symbols.cards[reader.game.object(id).card.index()];
    if facts.colours & !purse.kinds != 0 {
        return false;
    }
    let generic = if priced { cast::generic(symbols, reader, id) } else { facts.generic };
    purse.can_pay(&facts.mana, generic) && has_targets(symbols, reader, id)
}

#[inline(always)]
fn has_targets(symbols: &Symbols, reader: &Reader, id: ObjectId) -> bool {
    let object = reader.game.object(id);
    let facts = &symbols.cards[object.card.index()];
    if let Some(kind) = facts.enchants {
        return !cast::hosts(symbols, reader, kind, id, true).is_empty();
    }
    facts.spell.is_none_or(|spell| {
        let scope = Scope::of(reader.game.handle(id), object.controller);
        reader.can_begin(spell, &scope)
    })
}

/// Why an ability cannot be used now; nothing if it can. [goblins 5.3]
fn why_not_use(
    symbols: &Symbols,
    reader: &Reader,
    seat: Seat,
    id: ObjectId,
    number: u8,
    purse: Option<&mut Lazy>,
) -> Option<Why> {
    let object = reader.game.object(id);
    let Some(ability) = reader.catalog.program.of(object.card).nth(usize::from(number)) else {
        return Some(Why::Absent);
    };
    let data = reader.catalog.ability(ability);
    let When::Activated(_) = data.when else { return Some(Why::Absent) };
    if data.limit.is_some() && number < 8 && object.used >> number & 1 == 1 {
        return Some(Why::Limit);
    }
    let taps =
        data.cost.iter().any(|cost| matches!(cost, Cost::Flag(flag) if *flag == symbols.tapped));
    if taps && object.has(symbols.tapped) {
        return Some(Why::Rule(clauses::TAPPED));
    }
    if taps && symbols.is_sick(reader, id) {
        return Some(Why::Rule(clauses::SICK));
    }
    let scope = Scope::of(reader.game.handle(id), seat);
    if data.condition.as_ref().is_some_and(|condition| !reader.holds(condition, &scope)) {
        return Some(Why::Condition);
    }
    let paid = match purse {
        // What the object itself cannot make is there for its ability.
        Some(purse) if symbols.cards[object.card.index()].taps.1 == 0 => {
            data.cost.iter().all(|cost| match cost {
                Cost::Mana(..) => {
                    let (mana, generic) = mana::price(symbols, cost);
                    purse.get(symbols, reader, seat).can_pay(&mana, generic)
                }
                cost => reader.can_pay(std::slice::from_ref(cost), &scope),
            })
        }
        _ => reader.can_pay(&data.cost, &scope),
    };
    if !paid {
        return Some(Why::Rule(clauses::PAY));
    }
    if !reader.can_begin(ability, &scope) {
        return Some(Why::NoTarget);
    }
    reader.forbidden_to(Deed::Activate, id).map(Why::Card)
}

/// Why an action is not offered.
pub fn refusal(symbols: &Symbols, reader: &Reader, action: Action) -> Option<Why> {
    let seat = reader.game.turn.decider;
    match action {
        Action::Play { object, .. } => why_not_play(symbols, reader, seat, object),
        Action::Activate { object, ability } => {
            let place = reader.game.objects.get(object.index())?.zone;
            let own = [symbols.hand[seat.index()], symbols.battlefield[seat.index()]];
            if !own.contains(&place) {
                return Some(Why::Absent);
            }
            why_not_use(symbols, reader, seat, object, ability, None)
        }
        Action::Attack { attacker, .. } => {
            let object = reader.game.objects.get(attacker.index())?;
            if object.zone != symbols.battlefield[seat.index()] {
                return Some(Why::Absent);
            }
            if reader.game.turn.phase != turn::DECLARE_ATTACKERS {
                return Some(Why::Rule(clauses::TIMING));
            }
            let by = reader.forbidden_to(Deed::Attack, attacker);
            combat::cannot_attack(symbols, reader, attacker).map(Why::Rule).or(by.map(Why::Card))
        }
        Action::Special { verb: BLOCK, object, other } => {
            let blocker = reader.game.objects.get(object.index())?;
            reader.game.objects.get(other.index())?;
            if blocker.zone != symbols.battlefield[seat.index()] {
                return Some(Why::Absent);
            }
            if reader.game.turn.phase != turn::DECLARE_BLOCKERS {
                return Some(Why::Rule(clauses::TIMING));
            }
            combat::cannot_block(symbols, reader, object, other).map(Why::Rule)
        }
        _ => None,
    }
}

fn why_not_play(symbols: &Symbols, reader: &Reader, seat: Seat, id: ObjectId) -> Option<Why> {
    let object = reader.game.objects.get(id.index())?;
    if object.zone != symbols.hand[seat.index()] {
        return Some(Why::Absent);
    }
    let facts = &symbols.cards[object.card.index()];
    let main = is_main(reader, seat);
    if facts.is_land {
        let clause = if main { clauses::LANDS } else { clauses::TIMING };
        return Some(Why::Rule(clause));
    }
    if !main && !facts.is_instant {
        return Some(Why::Rule(clauses::TIMING));
    }
    let purse = Purse::new(symbols, reader, seat, ObjectId::NONE);
    let generic = cast::generic(symbols, reader, id);
    if !purse.can_pay(&facts.mana, generic) {
        let needed = generic + facts.mana.iter().sum::<i16>();
        let has = purse.most;
        return Some(if needed > has {
            Why::Cost { needed, has }
        } else {
            Why::Rule(clauses::COLOURS)
        });
    }
    (!has_targets(symbols, reader, id)).then_some(Why::NoTarget)
}
