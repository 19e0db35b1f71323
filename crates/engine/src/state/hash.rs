//! The canonical hash of a state: the same on every platform and in every
//! version that plays the same game.
//!
//! Every field is fed by hand, in a fixed order, as 64-bit words: neither the
//! compiler's layout nor the standard library's hashing has a say. What is
//! computed from the rest (listeners, bonuses) is left out.

use crate::card::Duration;
use crate::event::Event;
use crate::id::{Handle, ObjectId, Seat, ZoneId};
use crate::mask::Mask;
use crate::rulebook::ZONES;
use crate::state::{
    Change, Clock, Combat, Delayed, Game, Goes, LastKnown, Looking, Mention, Modifier, Object,
    Outcome, Pending, Player, PlayerLoop, Progress, Prompt, Reason, Stage, Task, Turn,
    WaitingTrigger, Work,
};

/// A 64-bit hash of a game. Two equal games have equal hashes.
pub fn state_hash(game: &Game) -> u64 {
    let mut feed = Feed { state: 0x9e37_79b9_7f4a_7c15 };
    feed.game(game);
    feed.finish()
}

struct Feed {
    state: u64,
}

impl Feed {
    fn word(&mut self, word: u64) {
        self.state = (self.state.rotate_left(23) ^ word).wrapping_mul(0x9fb2_1c65_1e98_df25);
    }

    fn number(&mut self, number: impl Into<i64>) {
        self.word(number.into() as u64);
    }

    fn numbers(&mut self, numbers: &[i16]) {
        numbers.iter().for_each(|number| self.number(*number));
    }

    fn finish(&self) -> u64 {
        let mut word = self.state;
        word = (word ^ (word >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        word = (word ^ (word >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        word ^ (word >> 32)
    }

    fn handle(&mut self, handle: Handle) {
        self.word(u64::from(handle.id.0) << 16 | u64::from(handle.incarnation));
    }

    fn seat(&mut self, seat: Seat) {
        self.number(seat.0);
    }

    fn mask(&mut self, mask: &Mask) {
        mask.iter().for_each(|id| self.number(id.0));
        self.word(u64::MAX);
    }

    /// Every group is taken apart by name, so that a field that is added does
    /// not compile until it is fed or left out on purpose.
    fn game(&mut self, game: &Game) {
        let Game {
            objects,
            zones,
            attachments,
            slots,
            players,
            turn: Turn { active, decider, first, actor, phase, number, round, began, memo },
            combat: Combat { attacker, defender },
            pending,
            modifiers,
            delayed,
            exiled_with,
            last_known,
            dice,
            clock: Clock { entered, ordinal, batch: _, steps: _, overflows: _ },
            outcome,
            derived: _,
        } = game;
        for (index, object) in objects.iter().enumerate() {
            self.object(object, attachments.host(ObjectId(index as u16)));
        }
        for zone in 0..ZONES as u8 {
            self.word(0xff00 | u64::from(zone));
            zones.of(ZoneId(zone)).iter().for_each(|id| self.number(id.0));
        }
        for Player { counters, tallies, keywords: _ } in players {
            self.numbers(counters);
            tallies.iter().for_each(|tally| self.number(*tally));
        }
        let (state, script, left) = dice.parts();
        self.word(state);
        self.word(script);
        self.number(left);
        self.number(match outcome {
            Outcome::Playing => 0,
            Outcome::Won(seat) => 1 + i64::from(seat.0),
            Outcome::Drawn => 3,
        });
        [active, decider, actor].into_iter().for_each(|seat| self.seat(*seat));
        self.number(*phase);
        self.number(*number);
        self.number(*round);
        self.numbers(memo);
        self.numbers(slots);
        self.handle(*attacker);
        self.handle(*defender);
        let Pending {
            work,
            agenda,
            stack,
            answer,
            loop_objects,
            mentions,
            fired_pairs,
            dying,
            placed,
            checks_held,
            waiting,
            prompts,
            // Nothing is left of these when a decision waits.
            batch_events: _,
            to_check: _,
            checked_by: _,
            rules_to_check: _,
            interrupt: _,
        } = pending;
        self.list(work, Feed::work);
        // Games whose course is Rust keep their place elsewhere.
        if !agenda.is_empty() {
            self.list(agenda, Feed::stage);
            self.seat(*first);
            self.word(*checks_held);
        }
        self.number(waiting.len() as i64);
        waiting.iter().for_each(|waiting| self.waiting(waiting));
        self.number(*placed);
        self.list(stack, Feed::work);
        self.list(prompts, Feed::prompt);
        self.list(answer, |feed, handle| feed.handle(*handle));
        self.list(modifiers, Feed::modifier);
        self.list(delayed, Feed::delayed);
        // Few games have any.
        for (object, by) in exiled_with.iter() {
            self.handle(*object);
            self.handle(*by);
        }
        self.list(last_known.list(), Feed::last_known);
        self.list(fired_pairs, |feed, (reactor, source, event)| {
            feed.handle(*reactor);
            feed.handle(*source);
            feed.number(*event);
        });
        self.list(loop_objects, |feed, handle| feed.handle(*handle));
        self.mentions(mentions);
        self.mask(dying);
        self.number(*entered);
        self.number(*began);
        self.number(*ordinal);
    }

    fn keeper(&mut self, keeper: u16) {
        if keeper != 0 {
            self.number(keeper);
        }
    }

    /// Nothing is fed while there are none, which is nearly always.
    fn mentions(&mut self, mentions: &[Mention]) {
        for Mention { keeper, slot, object, now, amount } in mentions {
            self.word(u64::from(*keeper) << 8 | u64::from(*slot));
            self.handle(*object);
            self.handle(*now);
            self.number(*amount);
        }
    }

    fn list<T>(&mut self, items: &[T], each: impl Fn(&mut Self, &T)) {
        self.number(items.len() as i64);
        items.iter().for_each(|item| each(self, item));
    }

    fn object(&mut self, object: &Object, host: ObjectId) {
        self.word(
            u64::from(object.card.0)
                | u64::from(object.incarnation) << 16
                | u64::from(object.entered) << 32
                | u64::from(host.0) << 48,
        );
        self.word(
            u64::from(object.flags)
                | u64::from(object.zone.0) << 32
                | u64::from(object.owner.0) << 40
                | u64::from(object.controller.0) << 44
                | u64::from(object.used) << 48,
        );
        self.numbers(&object.values);
    }

    fn event(&mut self, event: &Event) {
        self.number(event.kind as u8);
        self.seat(event.player);
        let shielded = event.shielded.clamp(0, 255) as u64;
        self.word((u64::from(event.from.0) | shielded) << 8 | u64::from(event.to.0));
        self.handle(event.object);
        self.handle(event.other);
        self.number(event.amount);
        self.number(event.what);
    }

    fn work(&mut self, work: &Work) {
        self.number(match work.task {
            Task::Ability => -1,
            Task::Die => -2,
            Task::Announce => -3,
            Task::Step(step) => i64::from(step),
            Task::Stage { stage, called } => 0x1000 + i64::from(stage) * 2 + i64::from(called),
        });
        self.word(work.stage as u64 | (work.origin as u64) << 8);
        self.seat(work.controller);
        self.word(
            u64::from(work.ability.0)
                | u64::from(work.cursor) << 16
                | u64::from(work.depth) << 32
                | u64::from(work.place.0) << 48,
        );
        self.handle(work.source);
        self.handle(if work.stage == Stage::Detected { work.by } else { work.it });
        self.event(&work.event);
        for at in 0..usize::from(work.picks) {
            self.handle(work.chosen[at]);
            self.number(work.slots[at]);
        }
        self.numbers(&[work.number, work.result, progress_number(work)]);
        self.word(
            u64::from(work.did || work.is_delayed && work.stage == Stage::Detected)
                | u64::from(work.answered) << 1
                | u64::from(work.to_stack) << 2
                | u64::from(work.picks) << 8
                | u64::from(work.pool) << 16
                | u64::from(work.modes) << 32
                | u64::from(work.way) << 48
                | u64::from(matches!(work.progress, Progress::PayingOption(_))) << 47,
        );
        self.number(work.cause);
        self.keeper(work.keeper);
    }

    /// Work on the agenda: a stage, or an action that waits.
    fn stage(&mut self, work: &Work) {
        self.work(work);
        self.number(work.times);
        self.handle(work.it);
    }

    fn waiting(&mut self, waiting: &WaitingTrigger) {
        self.handle(waiting.listener);
        self.handle(waiting.by);
        self.number(waiting.ability.0);
        self.seat(waiting.controller);
        self.number(waiting.depth);
        self.event(&waiting.event);
        self.number(waiting.cause);
        self.keeper(waiting.keeper);
        self.number(waiting.delayed);
    }

    fn prompt(&mut self, prompt: &Prompt) {
        self.seat(prompt.seat);
        self.number(prompt.ask as u8);
        self.number(match prompt.reason {
            Reason::Frame(number) => 0x100 + i64::from(number),
            reason => i64::from(reason.number()),
        });
        self.number(prompt.answers == Goes::Triggers);
        self.handle(prompt.source);
        self.number(prompt.ability.0);
        self.mask(&prompt.candidates);
        self.word(prompt.options);
        self.number(prompt.min);
        self.number(prompt.max);
        self.numbers(&[prompt.low, prompt.high]);
        prompt.picks().iter().for_each(|pick| self.number(pick.0));
    }

    fn duration(&mut self, until: Duration, turns: u8) {
        self.number(match until {
            Duration::Forever => 0,
            Duration::EndOfTurn => 1,
            Duration::EndOfRound => 2,
            Duration::YourNextTurn => 3,
            Duration::ItsNextTurn => 4,
            Duration::WhileHere => 5,
            Duration::Next(phase) => 0x100 + i64::from(phase.0),
            Duration::Turns(count) => 0x10_0000 + i64::from(count),
        });
        self.number(turns);
    }

    fn modifier(&mut self, modifier: &Modifier) {
        self.handle(modifier.target);
        self.handle(modifier.source);
        self.seat(modifier.controller);
        let (kind, what) = match modifier.change {
            Change::Add(live) => (0, u16::from(live)),
            Change::Set(live) => (1, u16::from(live)),
            Change::Keyword(keyword) => (2, keyword.0),
            Change::Flag(flag) => (3, flag.0),
            Change::Ability(ability) => (4, ability.0),
            Change::PlayFrom { zone, banish: true, .. } => (5, zone.0),
            Change::Decree(ability) => (6, ability.0),
            Change::DecreeOnce(ability) => (7, ability.0),
            Change::Control(seat) => (8, seat.0.into()),
            Change::Prevent => (9, 0),
            Change::Did(kind) => (10, kind as u16),
            Change::HitBy => (11, 0),
            Change::PlayFrom { zone, banish: false, .. } => (12, zone.0),
        };
        self.word(kind << 32 | u64::from(what));
        self.number(match modifier.change {
            Change::PlayFrom { price, .. } => price.unwrap_or(-1),
            _ => modifier.amount,
        });
        self.keeper(modifier.keeper);
        self.duration(modifier.until, modifier.turns);
    }

    fn delayed(&mut self, delayed: &Delayed) {
        self.number(delayed.ability.0);
        self.handle(delayed.source);
        self.seat(delayed.controller);
        self.keeper(delayed.keeper);
        self.number(delayed.once);
        self.duration(delayed.until, delayed.turns);
    }

    fn last_known(&mut self, known: &LastKnown) {
        self.handle(known.handle);
        self.number(known.card.0);
        self.word(u64::from(known.flags) << 32 | u64::from(known.keywords));
        self.numbers(&known.values);
        self.word(
            u64::from(known.zone.0)
                | u64::from(known.position) << 8
                | u64::from(known.owner.0) << 16
                | u64::from(known.controller.0) << 20
                | u64::from(known.left) << 24
                | u64::from(known.batch) << 32
                | u64::from(known.entered) << 48,
        );
    }
}

/// How far the present operation or loop has come, as one number.
fn progress_number(work: &Work) -> i16 {
    match (work.progress, work.players) {
        (Progress::Placing { from }, _) => i16::MIN.saturating_add(from as i16),
        (Progress::ChoosingHost, _) => i16::MIN,
        (Progress::Creating { left }, _) => i16::MAX.saturating_sub_unsigned(left),
        (Progress::Looking(Looking::Taking), _) => 1,
        (Progress::Looking(Looking::Binning), _) => 2,
        (Progress::Looking(Looking::Arranging), _) => 3,
        (Progress::Looking(Looking::Showing), _) => 4,
        (Progress::Drawing { left }, _) => i16::MAX.saturating_sub(left),
        (Progress::PayingOption(option), _) => option.into(),
        (Progress::Start, Some(PlayerLoop { controller, has_next })) => {
            i16::from(controller.0) + if has_next { 2 } else { 0 }
        }
        (Progress::Start, None) => work.times,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_never_changes() {
        let mut feed = Feed { state: 1 };
        feed.number(-7i16);
        feed.word(42);
        feed.handle(Handle::NONE);
        assert_eq!(feed.finish(), GOLDEN);
    }

    const GOLDEN: u64 = 9_439_253_518_816_139_175;
}
