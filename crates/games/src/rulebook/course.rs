//! Going through the stages: one operation of the flow after the other, until
//! something is on the pile or somebody decides.

use onplay_engine::card::{Condition, Duration, Limit};
use onplay_engine::compile::Repeats;
use onplay_engine::frame;
use onplay_engine::id::{Handle, Seat};
use onplay_engine::mutate::{Engine, Expiry};
use onplay_engine::query::Scope;
use onplay_engine::rulebook::{
    Checks, Decides, Decision, Flow, Placement, Repetition, Rulebook, STAGES_DEEP,
};
use onplay_engine::state::{Change, Game, Modifier, Stage, Task, Work};

use super::place::{Progress, innermost};
use super::{actions, checks, stack};

/// Most operations between two looks at the pile.
const STEPS: usize = 4_096;

/// Where extra turns are kept among the frame's numbers, by seat.
const EXTRA_TURNS: [usize; 2] = [0, 2];
/// Where it is kept who has acted this turn, one bit a seat.
const ACTED: usize = 1;

/// A seat has done something other than pass.
pub(super) fn note_acting(engine: &mut Engine, seat: Seat) {
    engine.game.turn.memo[ACTED] |= 1 << seat.0;
}

/// Whether a seat has done anything but pass this turn.
pub(super) fn has_acted(game: &Game, seat: Seat) -> bool {
    game.turn.memo[ACTED] >> seat.0 & 1 == 1
}

/// An endless chain was broken off: the rulebook may say which stage comes then.
pub(super) fn break_chain(engine: &mut Engine) {
    let catalog = engine.catalog;
    let Some((stage, citation)) = catalog.rulebook.overflow else {
        engine.draw_game();
        return;
    };
    engine.rule(citation);
    let path = path_to(&catalog.rulebook, stage);
    let agenda = &mut engine.game.pending.agenda;
    let known =
        |work: &Work, wanted: u8| matches!(work.task, Task::Stage { stage, .. } if stage == wanted);
    let same = agenda.iter().zip(&path).take_while(|(work, wanted)| known(work, **wanted)).count();
    agenda.truncate(same.min(path.len() - 1));
    enter_path(engine, &path, same.min(path.len() - 1));
}

/// Begins the first stage of the game.
pub(super) fn begin(engine: &mut Engine) {
    ask_all_checks(engine);
    engine.game.turn.first = Seat::ONE;
    engine.game.turn.active = Seat::ONE;
    lay_rules(engine);
    push_stage(engine, 0, Seat::ONE, false);
}

/// Rules that are on no card stand from the beginning.
fn lay_rules(engine: &mut Engine) {
    let catalog = engine.catalog;
    for (number, each) in &catalog.rulebook.statics {
        let Some(ability) = catalog.clause(*number) else { continue };
        let seats = if *each { &Seat::BOTH[..] } else { &Seat::BOTH[..1] };
        for seat in seats {
            engine.modify(Modifier {
                target: Handle::NONE,
                source: Handle::NONE,
                controller: *seat,
                change: Change::Decree(ability),
                amount: 0,
                until: Duration::Forever,
                turns: 0,
                keeper: 0,
            });
        }
    }
}

/// What lies there from the beginning may be what a check waits for.
fn ask_all_checks(engine: &mut Engine) {
    engine.game.pending.mark_rules_for_check(engine.catalog.wakes.all());
}

/// A table laid out by hand starts in the first stage that takes actions.
pub(super) fn stage_by_hand(engine: &mut Engine, active: Seat) {
    ask_all_checks(engine);
    let rulebook = &engine.catalog.rulebook;
    engine.game.turn.first = active;
    lay_rules(engine);
    engine.game.turn.round = engine.game.turn.round.max(1);
    let turn = engine.game.turn.number;
    engine.begin_turn(active);
    if turn > 0 {
        engine.game.turn.number = turn;
    }
    engine.game.turn.decider = active;
    let mut current = 0;
    let mut found = None;
    for (at, flow) in rulebook.flow.iter().enumerate() {
        match flow {
            Flow::Enter(stage) => current = *stage,
            Flow::Decide(decision) if decision.windows & 1 == 1 => {
                found = Some((current, at as u16));
                break;
            }
            _ => {}
        }
    }
    let Some((stage, cursor)) = found else {
        push_stage(engine, 0, active, false);
        return;
    };
    let path = path_to(rulebook, stage);
    enter_path(engine, &path, 0);
    let round = i16::try_from(engine.game.turn.round).unwrap_or(i16::MAX);
    let turn = i16::try_from(engine.game.turn.number).unwrap_or(i16::MAX);
    let mut is_in_round = false;
    for work in engine.game.pending.agenda.iter_mut() {
        let Task::Stage { stage, .. } = work.task else { continue };
        match engine.catalog.repetition_of(stage) {
            Some(repetition) if !repetition.is_turn => {
                is_in_round = true;
                work.times = round - 1;
            }
            // Turns of a round are counted anew in each.
            Some(_) if !is_in_round => work.times = turn - 1,
            _ => {}
        }
    }
    if let Some(work) = engine.game.pending.agenda.last_mut() {
        work.cursor = cursor;
    }
}

/// A stage and all that it is a part of, the outermost first.
fn path_to(rulebook: &Rulebook, stage: u8) -> Vec<u8> {
    let mut path = vec![stage];
    while let Some(parent) = rulebook.stage(path[0]).and_then(|stage| stage.parent) {
        path.insert(0, parent);
    }
    if path[0] != 0 {
        path.insert(0, 0);
    }
    path
}

/// Puts stages on the agenda, each in the one before it, behind those that lie
/// there already.
fn enter_path(engine: &mut Engine, path: &[u8], already: usize) {
    let rulebook = &engine.catalog.rulebook;
    let active = engine.game.turn.active;
    for (depth, stage) in path.iter().enumerate() {
        if depth >= already {
            push_stage(engine, *stage, active, false);
        }
        let Some(next) = path.get(depth + 1) else { return };
        let call = rulebook.flow.iter().position(|flow| *flow == Flow::Call(*next));
        if let Some(work) = engine.game.pending.agenda.get_mut(depth) {
            work.cursor = call.map_or(0, |call| call as u16 + 1);
        }
    }
}

fn push_stage(engine: &mut Engine, stage: u8, controller: Seat, called: bool) {
    let start = engine.catalog.rulebook.stage(stage).map_or(0, |stage| stage.start);
    let work = Work {
        stage: Stage::Resolving,
        cursor: start,
        ..Work::new(Task::Stage { stage, called }, controller)
    };
    engine.game.pending.agenda.push(work);
}

/// Goes on until something happens or somebody decides.
pub(super) fn advance(engine: &mut Engine) -> frame::Flow {
    let policy = engine.policy();
    let found = (policy.checks == Checks::Priority && engine.check_state())
        || (policy.placement == Placement::Stack && engine.stack_triggers())
        || (!stack::is_on(engine.catalog)
            && !engine.game.pending.stack.is_empty()
            && engine.resolve_top());
    if found {
        return frame::Flow::Go;
    }
    for _ in 0..STEPS {
        match step(engine) {
            Some(frame::Flow::Go) if goes_on(engine) => {}
            Some(flow) => return flow,
            None => {}
        }
    }
    engine.draw_game();
    frame::Flow::Go
}

/// Whether the next operation can be done at once: nothing triggered, was asked or put
/// on the pile. It counts as a step of its own.
fn goes_on(engine: &mut Engine) -> bool {
    engine.game.pending.work.is_empty()
        && engine.reader().has_nothing_pending()
        && engine.takes_step()
}

/// Does one operation. Nothing is returned where the next can be done at once.
fn step(engine: &mut Engine) -> Option<frame::Flow> {
    let catalog = engine.catalog;
    let Some((work, _)) = innermost(engine.game) else {
        // The outline is at its end and nobody has won.
        engine.draw_game();
        return Some(frame::Flow::Go);
    };
    let (cursor, controller) = (work.cursor, work.controller);
    if catalog.rulebook.can_break_off
        && let Some(broken) = broken_off(engine)
    {
        while engine.game.pending.agenda.len() > broken {
            leave(engine);
        }
        return None;
    }
    match catalog.rulebook.flow.get(usize::from(cursor)) {
        None | Some(Flow::Leave) => {
            leave(engine);
            None
        }
        Some(Flow::Enter(stage)) => {
            go_on(engine, cursor + 1);
            enter(engine, *stage);
            Some(frame::Flow::Go)
        }
        Some(Flow::Do { ability, citation }) => {
            go_on(engine, cursor + 1);
            if let Some(ability) = catalog.clause(*ability) {
                engine.start_clause(ability, *citation);
            }
            Some(frame::Flow::Go)
        }
        Some(Flow::Call(stage)) => {
            go_on(engine, cursor + 1);
            if engine.game.pending.agenda.len() >= STAGES_DEEP {
                return None;
            }
            // Entering it is its first operation.
            push_stage(engine, *stage, controller, false);
            go_on_by_one(engine);
            enter(engine, *stage);
            Some(frame::Flow::Go)
        }
        Some(Flow::Loop(repetition)) => {
            repeat(engine, repetition);
            Some(frame::Flow::Go)
        }
        Some(Flow::Decide(decision)) => decide(engine, decision),
    }
}

/// How many stages are left on the agenda once those are left that are broken off;
/// none if there is nothing to break off. What a stage goes through ends with it.
fn broken_off(engine: &Engine) -> Option<usize> {
    let agenda = &engine.game.pending.agenda;
    for (depth, work) in agenda.iter().enumerate().rev() {
        let Task::Stage { stage, called } = work.task else { continue };
        let break_off = engine.catalog.rulebook.stage(stage).and_then(|one| one.break_off.as_ref());
        if let Some((condition, from)) = break_off
            && work.cursor > *from
            && engine.reader().holds(condition, &Scope::work(work))
        {
            return Some(depth);
        }
        if called {
            break;
        }
    }
    None
}

fn go_on(engine: &mut Engine, cursor: u16) {
    if let Some(work) = engine.game.pending.agenda.last_mut() {
        work.cursor = cursor;
    }
}

fn go_on_by_one(engine: &mut Engine) {
    if let Some(work) = engine.game.pending.agenda.last_mut() {
        work.cursor += 1;
    }
}

fn leave(engine: &mut Engine) {
    let agenda = &mut engine.game.pending.agenda;
    let Some(left) = agenda.last() else { return };
    let was_called = matches!(left.task, Task::Stage { called: true, .. });
    let rest = agenda.len() - 1;
    agenda.truncate(rest);
    if was_called {
        engine.engage(Handle::NONE, Handle::NONE);
    }
}

/// A stage begins, for the first time or again.
fn enter(engine: &mut Engine, stage: u8) {
    let catalog = engine.catalog;
    let Some(entered) = catalog.rulebook.stage(stage) else { return };
    match catalog.repeats(stage) {
        Repeats::ByTurns => begin_turn(engine, stage),
        Repeats::ByRounds => begin_round(engine),
        Repeats::Never => {}
    }
    let seat = engine.game.pending.agenda.last().map_or(Seat::ONE, |work| work.controller);
    engine.expire(Expiry::Phase(entered.phase, seat));
    if entered.is_announced {
        engine.begin_phase(entered.phase, seat);
    }
}

/// The next player's turn: the first player's, then each other's.
fn begin_turn(engine: &mut Engine, stage: u8) {
    let left_out = engine.catalog.repetition_of(stage).and_then(|repetition| repetition.without);
    let extra = take_extra_turn(engine.game);
    let is_first = engine.game.pending.agenda.last().is_none_or(|work| work.times == 0);
    let (first, active) = (engine.game.turn.first, engine.game.turn.active);
    let is_out = |seat: Seat| left_out.is_some_and(|status| engine.game.counter(seat, status) > 0);
    let next = match extra {
        Some(seat) => seat,
        _ if is_first && is_out(first) => first.other(),
        _ if is_first => first,
        _ if is_out(active.other()) => active,
        _ => active.other(),
    };
    engine.game.turn.memo[ACTED] = 0;
    engine.begin_turn(next);
    engine.expire(Expiry::TurnStart(next));
    engine.reset_limits(Limit::OncePerTurn);
    give_stage_to(engine, next);
}

/// An extra turn comes before the next player's, the active player's first.
fn take_extra_turn(game: &mut Game) -> Option<Seat> {
    let active = game.turn.active;
    let mut seats = [active, active.other()].into_iter();
    let seat = seats.find(|seat| game.turn.memo[EXTRA_TURNS[seat.index()]] > 0)?;
    game.turn.memo[EXTRA_TURNS[seat.index()]] -= 1;
    Some(seat)
}

/// The next round: whoever is the first player begins.
fn begin_round(engine: &mut Engine) {
    let first = engine.game.turn.first;
    engine.game.turn.round = engine.game.turn.round.saturating_add(1);
    let has_turns = engine.catalog.rulebook.flow.iter().any(|flow| match flow {
        Flow::Loop(repetition) => repetition.is_turn,
        _ => false,
    });
    // Where nobody takes turns, a round is as long as one.
    if !has_turns {
        engine.game.turn.memo[ACTED] = 0;
        engine.begin_turn(first);
        engine.reset_limits(Limit::OncePerTurn);
    }
    engine.game.turn.active = first;
    engine.reset_limits(Limit::OncePerRound);
    give_stage_to(engine, first);
}

fn give_stage_to(engine: &mut Engine, seat: Seat) {
    if let Some(work) = engine.game.pending.agenda.last_mut() {
        work.controller = seat;
    }
}

/// A stage has been gone through: it begins again or is left.
fn repeat(engine: &mut Engine, repetition: &Repetition) {
    let active = engine.game.turn.active;
    if repetition.is_turn {
        engine.expire(Expiry::TurnEnd(active));
    } else {
        engine.expire(Expiry::RoundEnd);
        engine.expire(Expiry::TurnEnd(active));
    }
    if let Some(work) = engine.game.pending.agenda.last_mut() {
        work.times = work.times.saturating_add(1);
    }
    let Some((work, stage)) = innermost(engine.game) else { return };
    let is_enough = repetition.most.is_some_and(|most| work.times >= most as i16);
    let holds = |until: &Condition| engine.reader().holds(until, &Scope::work(work));
    if is_enough || repetition.until.as_ref().is_some_and(holds) {
        leave(engine);
    } else if let Some(stage) = engine.catalog.rulebook.stage(stage) {
        go_on(engine, stage.start);
    }
}

/// Whether passing in a decision ends a turn: nothing is left of it then.
pub(super) fn ends_turn(rulebook: &Rulebook, at: usize) -> bool {
    let Some(Flow::Decide(decision)) = rulebook.flow.get(at) else { return false };
    let (mut next, mut is_over) = (at + 1, decision.who == Decides::You);
    for _ in 0..STAGES_DEEP {
        match rulebook.flow.get(next) {
            Some(Flow::Loop(repetition)) => return is_over && repetition.is_turn,
            Some(Flow::Leave) => {
                let stage = rulebook.flow[..next].iter().rev().find_map(|flow| match flow {
                    Flow::Enter(stage) => Some(*stage),
                    _ => None,
                });
                let is_call = |flow: &Flow| stage.is_some_and(|stage| *flow == Flow::Call(stage));
                match rulebook.flow.iter().position(is_call) {
                    Some(call) => next = call + 1,
                    None => is_over = false,
                }
            }
            _ => return false,
        }
    }
    false
}

/// Somebody decides, unless the decision is over or nobody can.
fn decide(engine: &mut Engine, decision: &Decision) -> Option<frame::Flow> {
    if stack::is_waiting(engine.catalog, engine.game) {
        engine.game.turn.decider = stack::responder(engine.game);
        return Some(frame::Flow::Wait);
    }
    let work = engine.game.pending.agenda.last()?;
    let (cursor, controller) = (work.cursor, work.controller);
    let mut progress = Progress::of(work);
    if !progress.has_begun() {
        let seat = match decision.who {
            Decides::Opponent => controller.other(),
            _ => controller,
        };
        progress = Progress::begin(seat);
    } else if progress.has_acted() {
        if progress.ends() {
            end_decision(engine, cursor);
            return None;
        }
        let seat = progress.decider();
        let next = match decision.who {
            Decides::You | Decides::Opponent => seat,
            _ if progress.acts_again() => seat,
            Decides::UntilBothPassed if progress.has_passed(seat.other()) => seat,
            _ => seat.other(),
        };
        progress = progress.done().with_decider(next);
    }
    let seat = progress.decider();
    // Whoever must act and cannot is passed over.
    if decision.pass.is_none() && !actions::can_act(&engine.reader(), seat, decision) {
        end_decision(engine, cursor);
        return None;
    }
    if let Some(work) = engine.game.pending.agenda.last_mut() {
        progress.store(work);
    }
    debug_assert!(checks::are_settled(engine), "a check was not woken");
    engine.game.turn.decider = seat;
    Some(frame::Flow::Wait)
}

fn end_decision(engine: &mut Engine, cursor: u16) {
    if let Some(work) = engine.game.pending.agenda.last_mut() {
        work.modes = 0;
        work.number = 0;
        work.cursor = cursor + 1;
    }
}

/// A card is needed from an empty deck: what the rules do about that.
pub(super) fn renew_deck(engine: &mut Engine, seat: Seat) {
    let catalog = engine.catalog;
    let Some((ability, citation)) = catalog.rulebook.renewal else { return };
    let Some(ability) = catalog.clause(ability) else { return };
    let scope = Scope::of(Handle::NONE, seat);
    if engine.reader().condition_holds(catalog.ability(ability), &scope) {
        engine.rule(citation);
        engine.carry_out(ability, seat);
    }
}

/// What an effect grants beyond cards and numbers.
pub(super) fn grant(engine: &mut Engine, grant: frame::Grant) {
    match grant {
        frame::Grant::GoAgain => {
            let stages = engine.game.pending.agenda.iter_mut().rev();
            let deciding = |work: &&mut Work| {
                matches!(work.task, Task::Stage { .. }) && Progress::of(work).has_acted()
            };
            if let Some(work) = { stages }.find(deciding) {
                Progress::of(work).again().store(work);
            }
        }
        frame::Grant::ExtraTurn(seat) => {
            let turns = &mut engine.game.turn.memo[EXTRA_TURNS[seat.index()]];
            *turns = turns.saturating_add(1);
        }
        frame::Grant::ExtraPhase(seat, phase) => {
            let stage = engine.catalog.rulebook.stage_of(phase);
            if let Some(stage) = stage.filter(|_| engine.game.pending.agenda.len() < STAGES_DEEP) {
                push_stage(engine, stage, seat, true);
            }
        }
    }
}
