//! Combat: declaring attackers and blockers one at a time, and damage at one
//! moment.

use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{Handle, ObjectId, Seat};
use onplay_engine::mutate::Engine;
use onplay_engine::query::Reader;
use onplay_engine::state::{Action, Ask, Prompt, Reason, Task, Why, Work};

use super::symbols::Symbols;
use super::{clauses, questions, steps};

/// Why a creature cannot attack a player; nothing if it can. [goblins 6.1]
#[inline(always)]
pub fn attack_obstacle(
    symbols: &Symbols,
    reader: &Reader,
    attacker: ObjectId,
    target: ObjectId,
) -> Option<Why> {
    let clause = cannot_attack(symbols, reader, attacker);
    clause.map(Why::Rule).or_else(|| reader.attack_obstacle(attacker, target))
}

#[inline(always)]
fn cannot_attack(symbols: &Symbols, reader: &Reader, id: ObjectId) -> Option<u16> {
    let object = reader.game.object(id);
    if !symbols.is_creature(reader, id) {
        return Some(clauses::CREATURES);
    }
    if object.has(symbols.tapped) {
        return Some(clauses::TAPPED);
    }
    if object.has(symbols.attacking) {
        return Some(clauses::TWICE);
    }
    if symbols.is_sick(reader, id) {
        return Some(clauses::SICK);
    }
    None
}

/// Why a creature cannot block another; nothing if it can. [goblins 6.3]
#[inline(always)]
pub fn block_obstacle(
    symbols: &Symbols,
    reader: &Reader,
    blocker: ObjectId,
    attacker: ObjectId,
) -> Option<Why> {
    let clause = cannot_block(symbols, reader, blocker, attacker);
    clause.map(Why::Rule).or_else(|| reader.block_obstacle(blocker, attacker))
}

#[inline(always)]
fn cannot_block(
    symbols: &Symbols,
    reader: &Reader,
    blocker: ObjectId,
    attacker: ObjectId,
) -> Option<u16> {
    let object = reader.game.object(blocker);
    if !symbols.is_creature(reader, blocker) {
        return Some(clauses::CREATURES);
    }
    if object.has(symbols.tapped) {
        return Some(clauses::TAPPED);
    }
    if object.has(symbols.blocking) {
        return Some(clauses::TWICE);
    }
    let against = reader.game.object(attacker);
    if !against.has(symbols.attacking) {
        return Some(clauses::NOT_ATTACKING);
    }
    let keywords = against.granted | reader.catalog.card(against.card).keywords;
    for (walk, land) in &symbols.walks {
        if keywords >> walk.0 & 1 == 1 && controls_land(symbols, reader, object.controller, *land) {
            return Some(clauses::LANDWALK);
        }
    }
    if symbols.is_protected(keywords, symbols.cards[object.card.index()].colours) {
        return Some(clauses::PROTECTION);
    }
    None
}

fn controls_land(
    symbols: &Symbols,
    reader: &Reader,
    seat: Seat,
    subtype: onplay_engine::id::SubtypeId,
) -> bool {
    reader.game.zone(symbols.battlefield[seat.index()]).iter().any(|id| {
        let card = reader.catalog.card(reader.game.object(*id).card);
        card.has_type(symbols.land) && card.subtypes.contains(&subtype)
    })
}

pub fn offer_attackers(symbols: &Symbols, reader: &Reader, actions: &mut Vec<Action>) {
    let Some(target) = symbols.player(reader.game, reader.game.turn.active.other()) else { return };
    let attack = |attacker| Action::Attack { attacker, target };
    actions.extend(attackers(symbols, reader, target).map(attack));
}

/// Whether the active player has anything to attack with.
pub fn any_attacker(symbols: &Symbols, reader: &Reader) -> bool {
    let target = symbols.player(reader.game, reader.game.turn.active.other());
    target.is_some_and(|target| attackers(symbols, reader, target).next().is_some())
}

/// What can attack a player.
fn attackers<'a>(
    symbols: &'a Symbols,
    reader: &'a Reader,
    target: ObjectId,
) -> impl Iterator<Item = ObjectId> + 'a {
    let own = reader.game.zone(symbols.battlefield[reader.game.turn.active.index()]);
    let can = move |id: &ObjectId| attack_obstacle(symbols, reader, *id, target).is_none();
    own.iter().copied().filter(can)
}

pub fn offer_blockers(symbols: &Symbols, reader: &Reader, actions: &mut Vec<Action>) {
    find_block(symbols, reader, |object, other| {
        actions.push(Action::Special { verb: super::BLOCK, object, other });
        false
    });
}

/// Shows every possible block until `wanted` says yes to one.
fn find_block(
    symbols: &Symbols,
    reader: &Reader,
    mut wanted: impl FnMut(ObjectId, ObjectId) -> bool,
) -> bool {
    let active = reader.game.turn.active;
    let attackers = reader.game.zone(symbols.battlefield[active.index()]);
    reader.game.zone(symbols.battlefield[active.other().index()]).iter().any(|blocker| {
        symbols.is_creature(reader, *blocker)
            && attackers.iter().any(|attacker| {
                block_obstacle(symbols, reader, *blocker, *attacker).is_none()
                    && wanted(*blocker, *attacker)
            })
    })
}

/// Whether the defending player has anything to block with.
pub fn any_blocker(symbols: &Symbols, reader: &Reader) -> bool {
    find_block(symbols, reader, |_, _| true)
}

/// One more attacker; the declaration is announced as a whole when it is done.
pub fn declare_attacker(symbols: &Symbols, engine: &mut Engine, attacker: ObjectId) {
    engine.set_flag(attacker, symbols.attacking, true);
}

/// All attackers are declared: they tap and attack at one moment. Returns
/// whether there are any. [goblins 6.2]
pub fn attack(symbols: &Symbols, engine: &mut Engine) -> bool {
    let active = engine.game.turn.active;
    let zone = symbols.battlefield[active.index()];
    let target = symbols.player(engine.game, active.other());
    let target = target.map_or(Handle::NONE, |id| engine.game.handle(id));
    let mut any = false;
    engine.begin_batch();
    for at in 0..engine.game.zone(zone).len() {
        let id = engine.game.zone(zone)[at];
        if engine.game.object(id).has(symbols.attacking) {
            any = true;
            engine.set_flag(id, symbols.tapped, true);
            let attacker = engine.game.handle(id);
            engine.emit(Event::new(Kind::Attacks, active).object(attacker).other(target));
        }
    }
    engine.end_batch();
    any
}

pub fn declare_blocker(
    symbols: &Symbols,
    engine: &mut Engine,
    blocker: ObjectId,
    attacker: ObjectId,
) {
    let live = engine.catalog.rules.live(symbols.blocks);
    if let Some(live) = live {
        engine.game.object_mut(blocker).values[live] = attacker.0 as i16 + 1;
    }
    engine.set_flag(blocker, symbols.blocking, true);
}

/// All blockers are declared and announced at one moment. [goblins 6.4]
pub fn block(symbols: &Symbols, engine: &mut Engine) {
    let seat = engine.game.turn.active.other();
    let zone = symbols.battlefield[seat.index()];
    engine.begin_batch();
    for at in 0..engine.game.zone(zone).len() {
        let id = engine.game.zone(zone)[at];
        let Some(attacker) = blocked_by(symbols, &engine.reader(), id) else { continue };
        engine.set_flag(attacker, symbols.blocked, true);
        let (blocker, attacker) = (engine.game.handle(id), engine.game.handle(attacker));
        engine.emit(Event::new(Kind::Blocks, seat).object(blocker).other(attacker));
    }
    engine.end_batch();
}

/// The attacker that a creature blocks, if it still attacks.
pub fn blocked_by(symbols: &Symbols, reader: &Reader, id: ObjectId) -> Option<ObjectId> {
    let object = reader.game.object(id);
    if !object.has(symbols.blocking) {
        return None;
    }
    let live = reader.catalog.rules.live(symbols.blocks)?;
    let attacker = ObjectId((object.values[live] - 1).max(0) as u16);
    reader.game.object(attacker).has(symbols.attacking).then_some(attacker)
}

/// The blockers of an attacker, in the order of their places.
fn blockers<'a>(
    symbols: &'a Symbols,
    reader: &Reader<'a>,
    attacker: ObjectId,
) -> impl Iterator<Item = ObjectId> + use<'a> {
    let reader = *reader;
    let zone = symbols.battlefield[reader.game.turn.active.other().index()];
    reader
        .game
        .zone(zone)
        .iter()
        .copied()
        .filter(move |id| blocked_by(symbols, &reader, *id) == Some(attacker))
}

/// Works out who deals how much to whom, asking where damage is divided. What
/// is decided waits on the pile below this step; then all of it is dealt.
/// [goblins 6.5]
pub fn assign(symbols: &Symbols, engine: &mut Engine, work: Work) {
    let zone = symbols.battlefield[engine.game.turn.active.index()];
    // `number` is asked for; `times` is what the attacker has left, `result`
    // the place of the attacker in its row.
    let mut at = work.result;
    let mut left = work.times;
    let mut after = work.it;
    if work.answered {
        let dealt = work.number.clamp(0, left);
        hit(engine, work.source, work.it, dealt);
        left -= dealt;
    }
    while let Some(id) = engine.game.zone(zone).get(at as usize).copied() {
        let attacker = engine.game.handle(id);
        if engine.game.object(id).has(symbols.attacking) {
            if after.is_none() {
                left = engine.reader().value(id, symbols.power).max(0);
            }
            if !engine.game.object(id).has(symbols.blocked) {
                hit(engine, attacker, Handle::NONE, left);
            } else if let Some(ask) = divide(symbols, engine, attacker, after, left) {
                engine.interrupt(Work { times: left, result: at, ..ask });
                let mut prompt = Prompt::new(
                    engine.game.turn.active,
                    Ask::Number,
                    Reason::Frame(questions::DIVIDE),
                );
                (prompt.source, prompt.low, prompt.high) = (attacker, 0, left);
                prompt.candidates.insert(ask.it.id);
                engine.ask(prompt);
                return;
            }
        }
        after = Handle::NONE;
        at += 1;
    }
    let zone = symbols.battlefield[engine.game.turn.active.other().index()];
    for at in 0..engine.game.zone(zone).len() {
        let id = engine.game.zone(zone)[at];
        if let Some(attacker) = blocked_by(symbols, &engine.reader(), id) {
            let amount = engine.reader().value(id, symbols.power).max(0);
            let (blocker, attacker) = (engine.game.handle(id), engine.game.handle(attacker));
            hit(engine, blocker, attacker, amount);
        }
    }
    deal(symbols, engine);
}

/// Gives what is left to the last blocker, or says which blocker to ask for.
fn divide(
    symbols: &Symbols,
    engine: &mut Engine,
    attacker: Handle,
    after: Handle,
    left: i16,
) -> Option<Work> {
    let reader = engine.reader();
    let mut rest = blockers(symbols, &reader, attacker.id)
        .skip_while(|id| after.is_some() && *id != after.id)
        .skip(usize::from(after.is_some()));
    let (next, more) = (rest.next(), rest.next().is_some());
    drop(rest);
    let next = engine.game.handle(next?);
    if more && left > 0 {
        let ask = Work::step(steps::ASSIGN, engine.game.turn.active);
        return Some(ask.source(attacker).it(next));
    }
    hit(engine, attacker, next, left);
    None
}

/// One blow that waits for the others.
fn hit(engine: &mut Engine, by: Handle, target: Handle, amount: i16) {
    if amount > 0 {
        let seat = engine.game.object(by.id).controller;
        engine.interrupt(Work::step(steps::HIT, seat).source(by).it(target).number(amount));
    }
}

/// All blows fall at one moment. [goblins 6.6]
fn deal(symbols: &Symbols, engine: &mut Engine) {
    let defender = engine.game.turn.active.other();
    // The first blow was put on the pile first.
    let is_hit = |work: &Work| work.task == Task::Step(steps::HIT);
    let first =
        engine.game.pending.work.iter().rposition(|work| !is_hit(work)).map_or(0, |at| at + 1);
    engine.begin_batch();
    for _ in first..engine.game.pending.work.len() {
        let blow = engine.game.pending.work.remove(first);
        if blow.it.is_none() {
            engine.hit_player(defender, blow.number, blow.source);
            continue;
        }
        let keywords = engine.reader().snapshot(blow.it.id).keywords;
        let colours = symbols.cards[engine.game.object(blow.source.id).card.index()].colours;
        if !symbols.is_protected(keywords, colours) {
            engine.damage(blow.it.id, blow.number, 0, blow.source);
        }
    }
    engine.end_batch();
}

/// Nothing is in combat any more.
pub fn end(symbols: &Symbols, engine: &mut Engine) {
    let flags = [symbols.attacking, symbols.blocking, symbols.blocked];
    let mask = flags.iter().fold(0, |mask, flag| mask | 1 << flag.0);
    let live = engine.catalog.rules.live(symbols.blocks);
    for zone in symbols.battlefield {
        for at in 0..engine.game.zone(zone).len() {
            let id = engine.game.zone(zone)[at];
            if engine.game.object(id).flags & mask == 0 {
                continue;
            }
            for flag in flags {
                if engine.game.object(id).has(flag) {
                    engine.set_flag(id, flag, false);
                }
            }
            if let Some(live) = live {
                engine.game.object_mut(id).values[live] = 0;
            }
        }
    }
}
