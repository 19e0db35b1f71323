//! The frame's steps on the effect stack, and those that need not wait on it.

use onplay_engine::id::{Handle, Seat, ZoneId};
use onplay_engine::mutate::Engine;
use onplay_engine::state::Work;

use super::frame::Skirmish;

/// A step of the frame: its number, whose it is, and what it is about.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub number: u8,
    pub seat: Seat,
    pub source: Handle,
    pub it: Handle,
    pub place: ZoneId,
}

impl Step {
    pub(super) fn new(number: u8, seat: Seat) -> Self {
        Step { number, seat, source: Handle::NONE, it: Handle::NONE, place: ZoneId::OUTSIDE }
    }

    /// The step as it lies on the stack.
    pub(super) fn work(self) -> Work {
        let Step { number, seat, source, it, place } = self;
        Work::step(number, seat).source(source).it(it).place(place)
    }
}

/// Puts a step on top of the stack and another one below it, if there is one. As
/// long as nothing comes before them and nobody watches, they are done at once
/// instead, which ends in the same.
#[inline(always)]
pub(super) fn follow(frame: &Skirmish, engine: &mut Engine, step: Step, then: Option<Step>) {
    let height = engine.game.pending.work.len();
    if !is_next(engine, height) {
        then.into_iter().for_each(|then| put(engine, height, then));
        put(engine, height + usize::from(then.is_some()), step);
        return;
    }
    frame.take(engine, step);
    if let Some(then) = then {
        if is_next(engine, height) {
            frame.take(engine, then);
        } else {
            put(engine, height, then);
        }
    }
}

/// The same for one step below what has come onto the stack since it had this height.
#[inline(never)]
pub(super) fn follow_after(frame: &Skirmish, engine: &mut Engine, height: usize, step: Step) {
    if is_next(engine, height) {
        frame.take(engine, step);
    } else {
        put(engine, height, step);
    }
}

/// Whether a step on top of the stack would be done now: nothing was heard, asked
/// or found dead since it had this height. The step counts as one that lay there.
#[inline]
fn is_next(engine: &mut Engine, height: usize) -> bool {
    let next = engine.record.is_none()
        && engine.game.pending.work.len() == height
        && engine.game.clock.steps < engine.policy().budget
        && engine.reader().has_nothing_pending();
    engine.game.clock.steps += u32::from(next);
    next
}

/// Puts a step on the stack, below what has come onto it since it had this height.
#[inline(never)]
fn put(engine: &mut Engine, height: usize, step: Step) {
    engine.interrupt(step.work());
    engine.game.pending.work[height..].rotate_right(1);
}
