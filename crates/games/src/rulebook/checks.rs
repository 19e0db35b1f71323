//! "As soon as …": what happens when something comes to be so.

use arrayvec::ArrayVec;
use onplay_engine::card::Effect;
use onplay_engine::id::{AbilityId, Handle, Seat};
use onplay_engine::mutate::Engine;
use onplay_engine::query::Scope;
use onplay_engine::state::{Origin, Task, Work};

/// Most checks: each has a bit for either seat.
const MOST: usize = 32;

/// Asks all checks that may have changed. Returns whether anything happened.
pub(super) fn run(engine: &mut Engine) -> bool {
    if !engine.game.pending.take_rules_to_check() || engine.game.is_over() {
        return false;
    }
    let catalog = engine.catalog;
    let mut held = engine.game.pending.checks_held;
    let active = engine.game.turn.active;
    let mut fired = ArrayVec::<(AbilityId, Seat), { 2 * MOST }>::new();
    for (number, check) in catalog.rulebook.checks.iter().enumerate().take(MOST) {
        let Some(ability) = catalog.clause(*check) else { continue };
        for seat in [active, active.other()] {
            let bit = 1u64 << (number * 2 + seat.index());
            let scope = Scope::of(Handle::NONE, seat);
            let holds = engine.reader().condition_holds(catalog.ability(ability), &scope);
            let again = catalog.rulebook.checks_again >> number & 1 == 1;
            let is_held = if again { is_under_way(engine, ability, seat) } else { held & bit != 0 };
            if holds && !is_held {
                fired.push((ability, seat));
            }
            held = if holds && !again { held | bit } else { held & !bit };
        }
    }
    engine.game.pending.checks_held = held;
    if both_end(engine, &fired) {
        engine.draw_game();
        return true;
    }
    // The last is pushed first, so that the first is done first.
    for (ability, seat) in fired.iter().rev() {
        let work = Work { origin: Origin::Rule, ..Work::new(Task::Ability, *seat) };
        engine.start(*ability, work);
    }
    !fired.is_empty()
}

/// Whether what a check does for a seat is being done.
fn is_under_way(engine: &Engine, ability: AbilityId, seat: Seat) -> bool {
    let pending = &engine.game.pending;
    let mut works = pending.work.iter().chain(pending.agenda.iter());
    works.any(|work| work.ability == ability && work.controller == seat)
}

/// Whether both players win, or both lose, at one moment.
fn both_end(engine: &Engine, fired: &[(AbilityId, Seat)]) -> bool {
    let ends = |wanted: fn(&Effect) -> bool| {
        let of = |seat: Seat| {
            fired.iter().any(|(ability, whose)| {
                *whose == seat && engine.catalog.ability(*ability).effects.iter().any(wanted)
            })
        };
        of(Seat::ONE) && of(Seat::TWO)
    };
    ends(|effect| matches!(effect, Effect::Win { .. }))
        || ends(|effect| matches!(effect, Effect::Lose { .. }))
}
