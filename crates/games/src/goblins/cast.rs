//! Lands, spells and abilities: putting them on the stack and resolving them.

use onplay_engine::card::{Happening, Pattern, Verb, When};
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{ObjectId, Seat, TypeId, ZoneId};
use onplay_engine::mask::Mask;
use onplay_engine::mutate::{END, Engine};
use onplay_engine::query::{Reader, Scope};
use onplay_engine::rulebook::Placement;
use onplay_engine::state::{Ask, Fact, Object, Origin, Prompt, Reason, Stage, Task, Why, Work};

use super::symbols::Symbols;
use super::{mana, memo, questions, steps};

/// Playing a land uses no stack. [goblins 5.1]
pub fn play_land(symbols: &Symbols, engine: &mut Engine, seat: Seat, id: ObjectId) {
    engine.game.turn.memo[memo::LANDS] += 1;
    engine.move_to(id, Verb::Enter, symbols.battlefield[seat.index()], END);
}

/// Casting: the card goes to the stack, gets its targets, is paid for, and
/// then everyone is notified that it was cast. [goblins 5.2]
pub fn cast(symbols: &Symbols, engine: &mut Engine, seat: Seat, id: ObjectId) {
    let Some(way) = engine.reader().way_to_play(seat, id) else { return };
    let Object { card, zone: from, .. } = *engine.game.object(id);
    engine.move_to(id, Verb::Put, symbols.stack, END);
    engine.game.object_mut(id).controller = seat;
    let handle = engine.game.handle(id);
    engine.start_consequence(seat, &way);
    engine.interrupt(Work::step(steps::CAST, seat).source(handle).place(from));
    engine.start_additional_costs(seat, id);
    engine.pay_for_card(seat, id, way.price);
    let work = Work { origin: Origin::Played, to_stack: true, ..Work::new(Task::Ability, seat) };
    match engine.catalog.program.played[card.index()] {
        Some(ability) => engine.start(ability, work.source(handle)),
        None => {
            let is_aura = symbols.cards[card.index()].enchants.is_some();
            let step = if is_aura { steps::ENCHANT } else { steps::PUT };
            engine.interrupt(Work::step(step, seat).source(handle));
        }
    }
}

/// A permanent spell waits on the stack without an ability of its own.
pub fn put_on_stack(engine: &mut Engine, work: &Work) {
    let item = Work {
        origin: Origin::Played,
        stage: Stage::Resolving,
        cause: work.cause,
        ..Work::new(Task::Ability, work.controller)
    };
    engine.game.pending.stack.push(item.source(work.source).it(work.it));
}

/// An Aura spell targets what it will enchant. [goblins 5.4]
pub fn choose_host(symbols: &Symbols, engine: &mut Engine, work: Work) {
    if !work.answered {
        let card = engine.game.object(work.source.id).card;
        let Some(kind) = symbols.cards[card.index()].enchants else { return };
        let candidates = hosts(symbols, &engine.reader(), kind, work.source.id, true);
        ask_host(engine, work, candidates, Reason::Target);
        return;
    }
    let host = engine.game.pending.answer.first().copied().unwrap_or_default();
    engine.game.pending.answer.clear();
    put_on_stack(engine, &work.it(host));
    if host.is_some() {
        let event = Event::new(Kind::Targeted, work.controller).object(host).other(work.source);
        engine.emit(event);
    }
}

/// An Aura that comes into play without being cast enchants what its
/// controller chooses; nothing is targeted.
pub fn attach_entering(symbols: &Symbols, engine: &mut Engine, work: Work) {
    if !engine.game.is_same(work.source) {
        return;
    }
    if !work.answered {
        let card = engine.game.object(work.source.id).card;
        let Some(kind) = symbols.cards[card.index()].enchants else { return };
        let candidates = hosts(symbols, &engine.reader(), kind, work.source.id, false);
        if !candidates.is_empty() {
            ask_host(engine, work, candidates, Reason::Frame(questions::ENCHANT));
        }
        engine.game.turn.memo[memo::CHANGED] = 1;
        return;
    }
    let host = engine.game.pending.answer.first().copied().unwrap_or_default();
    engine.game.pending.answer.clear();
    if engine.game.is_same(host) {
        engine.attach(work.source.id, host.id);
    }
}

fn ask_host(engine: &mut Engine, work: Work, candidates: Mask, reason: Reason) {
    let mut prompt = Prompt::new(work.controller, Ask::Objects, reason);
    prompt.source = work.source;
    prompt.candidates = candidates;
    engine.interrupt(work);
    engine.ask(prompt);
}

/// What an Aura can enchant.
pub fn hosts(
    symbols: &Symbols,
    reader: &Reader,
    kind: TypeId,
    aura: ObjectId,
    target: bool,
) -> Mask {
    let mut mask = Mask::EMPTY;
    let object = reader.game.object(aura);
    let scope = Scope::of(reader.game.handle(aura), object.controller);
    for zone in symbols.battlefield {
        for id in reader.game.zone(zone) {
            if can_host(symbols, reader, kind, *id)
                && *id != aura
                && (!target || symbols.can_target(reader, &scope, *id))
            {
                mask.insert(*id);
            }
        }
    }
    mask
}

/// Why an Aura cannot be cast: there is nothing that it can enchant.
/// [goblins 5.4]
#[inline]
pub fn host_obstacle(symbols: &Symbols, reader: &Reader, id: ObjectId) -> Option<Why> {
    let kind = symbols.cards[reader.game.object(id).card.index()].enchants?;
    hosts(symbols, reader, kind, id, true).is_empty().then_some(Why::NoTarget)
}

/// Whether an object is in play and of the type that an Aura needs.
pub fn can_host(symbols: &Symbols, reader: &Reader, kind: TypeId, id: ObjectId) -> bool {
    let Some(object) = reader.game.objects.get(id.index()) else { return false };
    let here = symbols.battlefield.contains(&object.zone);
    here && (reader.catalog.card(object.card).has_type(kind)
        || kind == symbols.creature && symbols.is_creature(reader, id))
}

/// The spell is on the stack and paid for. If it could not get there, it was
/// not cast.
pub fn was_cast(symbols: &Symbols, engine: &mut Engine, work: &Work) {
    let there = engine.game.pending.stack.iter().rev().any(|item| item.source == work.source);
    if there {
        let event = Event::new(Kind::Played, work.controller).object(work.source);
        engine.emit(event.places(work.place, ZoneId::OUTSIDE));
    } else {
        to_graveyard(symbols, engine, work);
    }
}

pub fn to_graveyard(symbols: &Symbols, engine: &mut Engine, work: &Work) {
    if engine.game.is_same(work.source) {
        let owner = engine.game.object(work.source.id).owner;
        engine.move_to(work.source.id, Verb::Put, symbols.graveyard[owner.index()], END);
    }
}

/// Using an ability that is not a mana ability: it goes to the stack when it
/// has its targets and is paid for. [goblins 5.3]
pub fn activate(symbols: &Symbols, engine: &mut Engine, seat: Seat, id: ObjectId, number: u8) {
    let object = engine.game.object(id);
    let Some(ability) = engine.reader().ability_of(object.card, number) else { return };
    let is_in_hand = object.zone == symbols.hand[seat.index()];
    if engine.catalog.program.mana.is_mana[ability.index()] {
        mana::use_ability(engine, seat, id, number);
        return;
    }
    engine.game.turn.memo[memo::USES] += 1;
    let handle = engine.game.handle(id);
    let step = if is_in_hand { steps::CYCLED } else { steps::USED };
    engine.interrupt(Work::step(step, seat).source(handle));
    let work = Work { origin: Origin::Activated, to_stack: true, ..Work::new(Task::Ability, seat) };
    engine.start(ability, work.source(handle));
}

/// A card was cycled: its own text about that triggers from the graveyard.
/// [goblins 9.7]
pub fn was_cycled(symbols: &Symbols, engine: &mut Engine, work: &Work) {
    let Some(occasion) = symbols.cycled else { return };
    let id = work.source.id;
    let handle = engine.game.handle(id);
    let event = Event::new(Kind::Occasion, work.controller).object(handle).what(occasion.0);
    let to_stack = engine.policy().placement == Placement::Stack;
    for ability in engine.catalog.program.of(engine.game.object(id).card) {
        if let When::Event(Pattern { event: Happening::Occasion(listened), .. }) =
            &engine.catalog.ability(ability).when
            && *listened == occasion
        {
            let work = Work {
                origin: Origin::Triggered,
                event,
                to_stack,
                ..Work::new(Task::Ability, work.controller)
            };
            engine.start(ability, work.source(handle));
        }
    }
    engine.emit(event);
}

/// Resolves the top of the stack. [goblins 3.3]
pub fn resolve(symbols: &Symbols, engine: &mut Engine) {
    let Some(top) = engine.game.pending.stack.last().copied() else { return };
    if top.origin != Origin::Played {
        engine.resolve_top();
        return;
    }
    if !top.ability.is_none() {
        engine.interrupt(Work::step(steps::FINISH, top.controller).source(top.source));
        engine.resolve_top();
        return;
    }
    engine.game.pending.stack.pop();
    if !engine.game.is_same(top.source) {
        return;
    }
    let id = top.source.id;
    let facts = symbols.cards[engine.game.object(id).card.index()];
    if let Some(kind) = facts.enchants {
        resolve_aura(symbols, engine, &top, kind);
        return;
    }
    engine.move_to(id, Verb::Enter, symbols.battlefield[top.controller.index()], END);
}

/// An Aura whose target has gone does nothing. [goblins 3.4]
fn resolve_aura(symbols: &Symbols, engine: &mut Engine, top: &Work, kind: TypeId) {
    let id = top.source.id;
    let reader = engine.reader();
    let scope = Scope::of(top.source, top.controller);
    let legal = reader.game.is_same(top.it)
        && can_host(symbols, &reader, kind, top.it.id)
        && symbols.can_target(&reader, &scope, top.it.id);
    if !legal {
        engine.note(Fact::Fizzled { source: top.source, ability: top.ability });
        to_graveyard(symbols, engine, top);
        return;
    }
    let attach = Work::step(steps::HOST, top.controller).it(top.it);
    engine.game.turn.memo[memo::HOSTED] = 1;
    engine.interrupt(attach.source(onplay_engine::id::Handle {
        id,
        incarnation: top.source.incarnation.wrapping_add(1),
    }));
    engine.move_to(id, Verb::Enter, symbols.battlefield[top.controller.index()], END);
}

/// The Aura of a resolved spell is on what it targeted.
pub fn attach_resolved(engine: &mut Engine, work: &Work) {
    if engine.game.is_same(work.source) && engine.game.is_same(work.it) {
        engine.attach(work.source.id, work.it.id);
    }
}
