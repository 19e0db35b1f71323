//! State checks that the machine does not know: players, legends, Auras.
//! [goblins 7]

use onplay_engine::card::Verb;
use onplay_engine::id::{Handle, ObjectId, Seat};
use onplay_engine::mutate::Engine;
use onplay_engine::state::{Ask, Fact, Prompt, Reason, Task, Work};

use super::symbols::Symbols;
use super::{cast, clauses, memo, questions, steps};

/// Runs the checks once. Returns whether anything changed. Mostly nothing has.
#[inline]
pub fn check(symbols: &Symbols, engine: &mut Engine) -> bool {
    let losers = Seat::BOTH.map(|seat| is_dead(symbols, engine, seat) || is_empty(engine, seat));
    if losers != [false, false] {
        lose(symbols, engine, losers);
        return true;
    }
    engine.game.turn.memo[memo::CHANGED] != 0 && look_over(symbols, engine)
}

/// Looks at all Auras and legends.
#[inline(never)]
fn look_over(symbols: &Symbols, engine: &mut Engine) -> bool {
    engine.game.turn.memo[memo::CHANGED] = 0;
    stray_auras(symbols, engine) | legends(symbols, engine)
}

fn is_dead(symbols: &Symbols, engine: &Engine, seat: Seat) -> bool {
    engine.game.counter(seat, symbols.life) <= 0
}

/// Whether a player drew from an empty library.
fn is_empty(engine: &Engine, seat: Seat) -> bool {
    engine.game.turn.memo[memo::EMPTY] >> seat.0 & 1 == 1
}

/// A player with no life, or who drew from an empty library, loses.
/// [goblins 7.1]
#[inline(never)]
fn lose(symbols: &Symbols, engine: &mut Engine, losers: [bool; 2]) {
    for seat in Seat::BOTH.into_iter().filter(|seat| losers[seat.index()]) {
        let dead = is_dead(symbols, engine, seat);
        engine.rule(if dead { clauses::NO_LIFE } else { clauses::NO_CARD });
    }
    match losers {
        [true, true] => engine.draw_game(),
        [first, _] => engine.win_game(if first { Seat::TWO } else { Seat::ONE }),
    }
}

/// An Aura on nothing, or on what it cannot enchant, goes to the graveyard.
/// [goblins 7.4]
fn stray_auras(symbols: &Symbols, engine: &mut Engine) -> bool {
    let mut found = false;
    for zone in symbols.battlefield {
        for at in 0..engine.game.zone(zone).len() {
            let id = engine.game.zone(zone)[at];
            let object = engine.game.object(id);
            let stray = symbols.cards[object.card.index()].enchants.is_some_and(|kind| {
                !cast::can_host(symbols, &engine.reader(), kind, engine.game.host(id))
                    && !is_being_attached(engine, id)
            });
            if stray {
                let (controller, handle) = (object.controller, engine.game.handle(id));
                let cause = engine.note(Fact::Checked { object: handle });
                let put = Work { cause, ..Work::step(steps::FINISH, controller) };
                engine.interrupt(put.source(handle));
                found = true;
            }
        }
    }
    found
}

/// Whether what an Aura goes on is still being settled.
fn is_being_attached(engine: &Engine, id: ObjectId) -> bool {
    engine.game.pending.work.iter().any(|work| {
        work.source.id == id
            && matches!(work.task, Task::Step(steps::HOST) | Task::Step(steps::ATTACH))
    })
}

fn object_owner(engine: &Engine, id: ObjectId) -> Seat {
    engine.game.object(id).owner
}

/// Of several legends with one name that a player controls, one stays.
/// [goblins 7.3]
fn legends(symbols: &Symbols, engine: &mut Engine) -> bool {
    for seat in [engine.game.turn.active, engine.game.turn.active.other()] {
        if let Some(id) = doubled(symbols, engine, seat) {
            let legend = engine.game.handle(id);
            engine.interrupt(Work::step(steps::LEGEND, seat).source(legend));
            return true;
        }
    }
    false
}

fn doubled(symbols: &Symbols, engine: &Engine, seat: Seat) -> Option<ObjectId> {
    let objects = engine.game.zone(symbols.battlefield[seat.index()]);
    objects.iter().enumerate().find_map(|(at, id)| {
        let card = engine.game.object(*id).card;
        let again = symbols.cards[card.index()].is_legendary
            && objects[at + 1..].iter().any(|other| engine.game.object(*other).card == card);
        again.then_some(*id)
    })
}

/// The player says which legend stays; the others go to the graveyard.
pub fn keep_legend(symbols: &Symbols, engine: &mut Engine, work: Work) {
    let seat = work.controller;
    let zone = symbols.battlefield[seat.index()];
    let card = engine.game.object(work.source.id).card;
    if !work.answered {
        let mut prompt = Prompt::new(seat, Ask::Objects, Reason::Frame(questions::LEGEND));
        for id in engine.game.zone(zone) {
            if engine.game.object(*id).card == card {
                prompt.candidates.insert(*id);
            }
        }
        engine.interrupt(work);
        engine.ask(prompt);
        return;
    }
    let kept = engine.game.pending.answer.first().copied().unwrap_or(Handle::NONE);
    engine.game.pending.answer.clear();
    engine.begin_batch();
    let mut at = 0;
    while let Some(id) = engine.game.zone(zone).get(at).copied() {
        if engine.game.object(id).card == card && id != kept.id {
            engine.move_to(
                id,
                Verb::Put,
                symbols.graveyard[object_owner(engine, id).index()],
                onplay_engine::mutate::END,
            );
        } else {
            at += 1;
        }
    }
    engine.end_batch();
}
