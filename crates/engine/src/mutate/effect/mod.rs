//! What effects do, one family per file.

mod cards;
mod course;
mod create;
mod moves;
mod numbers;
mod table;

use crate::card::{Effect, Quantity, Who};
use crate::compile::Upcoming;
use crate::id::{AbilityId, Handle, Seat};
use crate::mutate::Engine;
use crate::query::Scope;

impl<'a> Engine<'a> {
    /// Applies one leaf effect of the ability on top, and goes on behind it
    /// unless somebody is asked first.
    pub(crate) fn apply_effect(
        &mut self,
        at: usize,
        effect: &'a Effect,
        linked: AbilityId,
        slot: Option<u8>,
        result: Option<u8>,
    ) {
        let done = match effect {
            Effect::Draw { who, count, mention } => self.draw(at, *who, count, *mention),
            Effect::Move { what, verb, to } => self.move_selected(at, what, slot, *verb, *to),
            Effect::Create { card, count, who, to, mention } => {
                self.create(at, *card, count, *who, *to, *mention)
            }
            Effect::Copy { what, who, silent, mention } => {
                self.copy(at, what, slot, *who, *silent, *mention)
            }
            Effect::Damage { what, amount, kind, by } => {
                self.damage_selected(at, what, slot, amount, *kind, *by)
            }
            Effect::DamagePlayer { who, amount, by } => self.damage_player(at, *who, amount, *by),
            Effect::Heal { what, attribute, amount } => {
                self.heal(at, what, slot, *attribute, amount)
            }
            Effect::Change { what, attribute, by, until } => {
                self.change(at, what, slot, *attribute, by, *until)
            }
            Effect::Become { what, attribute, to, until } => {
                self.become_value(at, what, slot, *attribute, to, *until)
            }
            Effect::Counter { who, counter, by } => self.counter(at, *who, *counter, by),
            Effect::CounterBecomes { who, counter, to } => {
                self.counter_becomes(at, *who, *counter, to)
            }
            Effect::Flag { what, flag, on, until } => self.flag(at, what, slot, *flag, *on, *until),
            Effect::Grant { what, gift, until } => self.grant(at, what, slot, gift, *until, linked),
            Effect::Decree { until, once, .. } => self.decree(at, linked, *until, *once),
            Effect::Swap { one, other } => self.swap(at, *one, *other),
            Effect::Attach { what, to } => self.attach_selected(at, what, slot, to),
            Effect::Cancel { what } => self.cancel(at, what, slot),
            Effect::Search { .. } => self.search(at, effect),
            Effect::Look { .. } => self.look_at(at, effect),
            Effect::Shuffle { who, zone, by } => self.shuffle_zone(at, *who, *zone, *by),
            Effect::Control { what, who, until } => self.control(at, what, slot, *who, *until),
            Effect::See { what, everybody } => self.see(at, what, slot, *everybody),
            // A replacement has taken it into account before anything was done.
            Effect::Adjust { .. } => true,
            Effect::Slot { spot, by } => self.slot(at, *spot, by),
            Effect::ChoosePlace { .. } => self.choose_place(at),
            Effect::ChooseNumber { min, max } => self.choose_number(at, min, max),
            Effect::Choose { what } => self.choose_only(at, what, slot),
            Effect::Later { until, once, .. } => self.later(at, linked, *until, *once),
            Effect::Proceed => self.proceed(at),
            Effect::GoAgain => self.go_again(),
            Effect::ExtraTurn { who } => self.extra_turn(at, *who),
            Effect::ExtraPhase { phase } => self.extra_phase(at, *phase),
            Effect::Trigger { what, on } => self.trigger(at, what, slot, on),
            Effect::Course(course) => self.course(at, course),
            Effect::Win { who } => self.win(at, *who, true),
            Effect::Lose { who } => self.win(at, *who, false),
            // Control flow was flattened away.
            Effect::If { .. }
            | Effect::May { .. }
            | Effect::Modal { .. }
            | Effect::Each { .. }
            | Effect::EachPlayer { .. }
            | Effect::EachPlace { .. }
            | Effect::Together { .. }
            | Effect::Repeat { .. } => true,
        };
        if done {
            if let Some(slot) = result
                && let Some(work) = self.game.pending.work.get(at)
            {
                let amount = work.result;
                self.game.pending.note_amount(at, slot, amount);
            }
            self.finish_effect(at);
        }
    }

    /// Goes on behind an effect. What it set off may lie above it by now.
    fn finish_effect(&mut self, at: usize) {
        if at >= self.game.pending.work.len() {
            return;
        }
        let is_on_top = at + 1 == self.game.pending.work.len();
        let upcoming = &self.catalog.program.upcoming;
        let mut next = self.game.pending.work[at].cursor + 1;
        // A boundary that nothing waits at is passed at once, as a step of its own.
        if upcoming[usize::from(next)] == Upcoming::Boundary
            && is_on_top
            && self.has_nothing_to_wait_for(at)
            && self.takes_step()
        {
            next += 1;
        }
        let ends = upcoming[usize::from(next)] == Upcoming::End;
        if ends && is_on_top {
            self.end_ability();
            return;
        }
        let work = &mut self.game.pending.work[at];
        work.cursor = next;
        work.answered = false;
        if ends {
            // Something lies above; it pops itself when its turn comes.
            work.stage = crate::state::Stage::Done;
        }
    }

    /// The players meant: both for "each player", the turn's player first.
    #[inline(always)]
    fn players(&self, at: usize, who: Who) -> ([Seat; 2], usize) {
        let active = self.game.turn.active;
        match who {
            Who::Each => ([active, active.other()], 2),
            who => {
                let seat = self.player_at(at, who);
                ([seat, seat], 1)
            }
        }
    }

    /// The player meant by an ability. Mostly that is its own.
    #[inline(always)]
    fn player_at(&self, at: usize, who: Who) -> Seat {
        match who {
            Who::You => self.game.pending.work[at].controller,
            who => self.find_player(at, who),
        }
    }

    #[inline(never)]
    fn find_player(&self, at: usize, who: Who) -> Seat {
        self.reader().player(who, &Scope::work(&self.game.pending.work[at]))
    }

    /// How much an ability means. Mostly that is printed, and nothing has to be looked at.
    #[inline(always)]
    pub(crate) fn amount_at(&self, at: usize, quantity: &Quantity) -> i16 {
        self.amount_with(at, quantity, Handle::NONE)
    }

    /// [`Engine::amount_at`] where "it" is another object.
    #[inline(always)]
    fn amount_with(&self, at: usize, quantity: &Quantity, it: Handle) -> i16 {
        match quantity {
            Quantity::Number(number) => *number,
            quantity => self.compute_amount(at, quantity, it),
        }
    }

    #[inline(never)]
    fn compute_amount(&self, at: usize, quantity: &Quantity, it: Handle) -> i16 {
        self.reader().amount(quantity, &Scope::work(&self.game.pending.work[at]).with_it(it))
    }
}
