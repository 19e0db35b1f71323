//! "As soon as …": what happens when something comes to be so.

use arrayvec::ArrayVec;
use onplay_engine::card::Effect;
use onplay_engine::id::{AbilityId, Handle, Seat};
use onplay_engine::mask::Bits;
use onplay_engine::mutate::Engine;
use onplay_engine::query::Scope;
use onplay_engine::rulebook::CHECKS;
use onplay_engine::state::{Origin, Task, Work};

/// Asks the checks that may have changed. Returns whether anything happened.
pub(super) fn run(engine: &mut Engine) -> bool {
    let woken = engine.game.pending.take_rules_to_check();
    if woken == 0 || engine.game.is_over() {
        return false;
    }
    let catalog = engine.catalog;
    let active = engine.game.turn.active;
    let mut fired = ArrayVec::<(AbilityId, Seat), { 2 * CHECKS }>::new();
    let mut ask_again = 0;
    for number in Bits(woken.into()) {
        let check = catalog.rulebook.checks[usize::from(number)];
        let Some(ability) = catalog.clause(check) else { continue };
        let again = catalog.rulebook.checks_again >> number & 1 == 1;
        for seat in [active, active.other()] {
            let holds = holds(engine, ability, seat);
            let held = &mut engine.game.pending.checks_held;
            let bit = 1u64 << (number * 2 + seat.index() as u16);
            let was_held = *held & bit != 0;
            *held = if holds && !again { *held | bit } else { *held & !bit };
            if holds && again && is_under_way(engine, ability, seat) {
                ask_again |= 1 << number;
            } else if holds && !was_held {
                fired.push((ability, seat));
            }
        }
    }
    engine.game.pending.mark_rules_for_check(ask_again);
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

fn holds(engine: &Engine, ability: AbilityId, seat: Seat) -> bool {
    let scope = Scope::of(Handle::NONE, seat);
    engine.reader().condition_holds(engine.catalog.ability(ability), &scope)
}

/// Whether no check would find anything that is not known: what wakes them has missed
/// nothing.
pub(super) fn are_settled(engine: &Engine) -> bool {
    let (rulebook, pending) = (&engine.catalog.rulebook, &engine.game.pending);
    rulebook.checks.iter().enumerate().all(|(number, check)| {
        let Some(ability) = engine.catalog.clause(*check) else { return true };
        let again = rulebook.checks_again >> number & 1 == 1;
        Seat::BOTH.iter().all(|seat| {
            let held = pending.checks_held >> (number * 2 + seat.index()) & 1 == 1;
            let known = if again { is_under_way(engine, ability, *seat) } else { held };
            known || !holds(engine, ability, *seat)
        })
    })
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
