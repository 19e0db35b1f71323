//! The players' stack, where a game's policy has one: what is played and used waits
//! on it to be responded to, and a pass resolves the top.

use onplay_engine::card::{Timing, Verb};
use onplay_engine::compile::Catalog;
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{AbilityId, Handle, ObjectId, Seat};
use onplay_engine::mask::Bits;
use onplay_engine::mutate::{END, Engine};
use onplay_engine::query::{Listing, Reader, WayToPlay};
use onplay_engine::rulebook::{Responses, Role, Rulebook};
use onplay_engine::state::{Action, Ask, Game, Origin, Prompt, Reason, Stage, Task, Work};

/// Where it is kept among the frame's numbers who may respond, and who has passed.
const PRIORITY: usize = 3;
const PASSED: usize = 4;

// The steps of what is played and resolved.
const WAIT_ON_STACK: u8 = 0;
const USE: u8 = 1;
const PUT_AWAY: u8 = 2;

/// Whether a game has a stack that players respond to: its rules say what becomes of a
/// card that resolves.
#[inline]
pub(super) fn is_on(catalog: &Catalog) -> bool {
    !catalog.rulebook.resolves.is_empty()
}

/// Whether something waits to be responded to.
#[inline]
pub(super) fn is_waiting(catalog: &Catalog, game: &Game) -> bool {
    !game.pending.stack.is_empty() && is_on(catalog)
}

/// Who may respond.
pub(super) fn responder(game: &Game) -> Seat {
    Seat(game.turn.memo[PRIORITY] as u8 & 1)
}

fn give_priority(game: &mut Game, seat: Seat) {
    game.turn.memo[PRIORITY] = i16::from(seat.0);
    game.turn.memo[PASSED] = 0;
}

/// The kinds of action that something on the stack is responded to with, a mask.
pub(super) fn responses(rulebook: &Rulebook) -> u16 {
    rulebook.of_timing[Timing::Fast as usize].map_or(0, |window| 1 << window)
}

/// The action that names an object of which several abilities can be used.
pub(super) fn verb(rulebook: &Rulebook) -> u8 {
    rulebook.offers.len() as u8
}

/// Calls `visit` for the abilities of an object that a player can use, or for the
/// object if the player names that first.
pub(super) fn visit_abilities_of(
    reader: &Reader,
    listing: &Listing,
    id: ObjectId,
    visit: &mut impl FnMut(Action) -> bool,
) -> bool {
    let usable = listing.usable(id);
    if usable != 0 && asks_which(reader, id) {
        return visit(Action::Special {
            verb: verb(&reader.catalog.rulebook),
            object: id,
            other: ObjectId::NONE,
        });
    }
    Bits(usable).all(|ability| visit(Action::Activate { object: id, ability: ability as u8 }))
}

/// Whether a player names an object first and is then asked which of its abilities.
fn asks_which(reader: &Reader, id: ObjectId) -> bool {
    let catalog = reader.catalog;
    let printed = catalog.program.activated[reader.game.object(id).card.index()];
    catalog.rules.policy.ask_which && printed.count_ones() > 1
}

/// Asks which of an object's abilities is used.
pub(super) fn ask_which(engine: &mut Engine, seat: Seat, id: ObjectId) {
    let handle = engine.game.handle(id);
    let mut prompt = Prompt::new(seat, Ask::Option, Reason::Frame(0));
    prompt.source = handle;
    prompt.options = engine.reader().listing(seat).usable(id);
    engine.interrupt(Work::step(USE, seat).source(handle));
    engine.ask(prompt);
}

/// An ability is used: it waits on the stack, or happens at once without one.
pub(super) fn use_ability(engine: &mut Engine, seat: Seat, id: ObjectId, number: u8) {
    let handle = engine.game.handle(id);
    let used = Event::new(Kind::Activated, seat).object(handle);
    if !is_on(engine.catalog) {
        engine.start_activated(seat, id, number);
        engine.emit(used);
        return;
    }
    let card = engine.game.object(id).card;
    let Some(ability) = engine.reader().ability_of(card, number) else { return };
    give_priority(engine.game, seat.other());
    engine.emit(used);
    let work = Work { origin: Origin::Activated, to_stack: true, ..Work::new(Task::Ability, seat) };
    engine.start(ability, work.source(handle));
}

/// A card is about to be played: once its clause has put it on the stack, it waits
/// there with its own text.
pub(super) fn await_card(engine: &mut Engine, seat: Seat, id: ObjectId) {
    let Some(way) = engine.reader().way_to_play(seat, id) else { return };
    give_priority(engine.game, seat.other());
    let (then, by) = way.then.unwrap_or((AbilityId::NONE, Handle::NONE));
    let step = Work {
        ability: then,
        by,
        did: way.exiled_on_leaving,
        ..Work::step(WAIT_ON_STACK, seat).source(engine.game.handle(id))
    };
    engine.interrupt(step);
}

/// Does a step that was put on the pile here.
pub(super) fn step(engine: &mut Engine, work: Work) {
    match work.task {
        Task::Step(WAIT_ON_STACK) => wait(engine, work),
        Task::Step(USE) => {
            use_ability(engine, work.controller, work.source.id, work.number as u8);
        }
        Task::Step(PUT_AWAY) => put_away(engine, work),
        _ => {}
    }
}

/// A card that lies on the stack: its questions are asked, then it is responded to.
fn wait(engine: &mut Engine, work: Work) {
    let (seat, id) = (work.controller, work.source.id);
    let (catalog, object) = (engine.catalog, engine.game.object(id));
    if object.zone != catalog.rules.zone_of(Role::Stack, seat) {
        return;
    }
    let card = object.card;
    if let Some(flag) = catalog.rules.exiled_on_leaving.filter(|_| work.did) {
        engine.set_flag(id, flag, true);
    }
    // What is done first goes on the pile last.
    let then = (!work.ability.is_none()).then_some((work.ability, work.by));
    let way = WayToPlay { price: 0, change: 0, exiled_on_leaving: work.did, then };
    engine.start_consequence(seat, &way);
    engine.start_additional_costs(seat, id);
    let item = Work {
        origin: Origin::Played,
        to_stack: true,
        ..Work::new(Task::Ability, seat).source(engine.game.handle(id))
    };
    match catalog.program.played[card.index()] {
        Some(text) => engine.start(text, item),
        None => engine.game.pending.stack.push(Work { stage: Stage::Resolving, ..item }),
    }
}

/// A pass: the top of the stack resolves, where all must pass once both have.
pub(super) fn pass(engine: &mut Engine, seat: Seat) {
    engine.emit(Event::new(Kind::Passed, seat));
    let game = &mut *engine.game;
    let passed = game.turn.memo[PASSED] | 1 << seat.0;
    if engine.catalog.rules.policy.responses == Responses::AllPass && passed != 0b11 {
        game.turn.memo[PASSED] = passed;
        game.turn.memo[PRIORITY] = i16::from(seat.other().0);
        return;
    }
    resolve(engine);
}

/// Resolves the top: its own text happens, then what the rules say of its type. Its
/// controller then has priority.
fn resolve(engine: &mut Engine) {
    let Some(item) = engine.game.pending.stack.last() else { return };
    let (controller, source) = (item.controller, item.source);
    let is_card = item.origin == Origin::Played;
    let all_pass = engine.catalog.rules.policy.responses == Responses::AllPass;
    let next = if all_pass { engine.game.turn.active } else { controller };
    give_priority(engine.game, next);
    if is_card {
        engine.interrupt(Work::step(PUT_AWAY, controller).source(source));
    }
    engine.resolve_top();
}

/// What the rules say of a card that has resolved, unless a copy of it still waits.
fn put_away(engine: &mut Engine, work: Work) {
    let awaited = engine.game.pending.stack.iter().any(|item| item.source == work.source);
    if awaited || !engine.game.is_same(work.source) {
        return;
    }
    let catalog = engine.catalog;
    let types = catalog.card(engine.game.object(work.source.id).card).types;
    let Some(resolves) = catalog.rulebook.resolves(types) else { return };
    if let Some(ability) = catalog.clause(resolves.ability) {
        engine.rule(resolves.citation);
        let start = catalog.program.entry(ability).start;
        let work = Work {
            stage: Stage::Resolving,
            cursor: start,
            ..Work::new(Task::Ability, work.controller).source(work.source)
        };
        engine.start(ability, work);
    }
}

/// Something on the stack was stopped: a card goes where used cards go.
pub(super) fn stopped(engine: &mut Engine, item: Work) {
    if item.origin == Origin::Played && engine.game.is_same(item.source) {
        let owner = engine.game.object(item.source.id).owner;
        let discard = engine.catalog.rules.zone_of(Role::Discard, owner);
        engine.move_to(item.source.id, Verb::Put, discard, END);
    }
}

/// What was chosen for a card's additional cost belongs to the card on the stack.
pub(super) fn paid(engine: &mut Engine, work: &Work) {
    let item = engine.game.pending.stack.iter_mut().rfind(|item| item.source == work.source);
    if let Some(item) = item {
        item.number = work.number;
        item.result = work.result;
        item.it = work.it;
    }
}
