//! The turn machine: Judgment, Dreamwell, Draw, Main, Ending, and round again.
//! Effects and triggers of a phase are done before the next begins.

use onplay_engine::card::{Limit, Verb};
use onplay_engine::event::{Event, Kind};
use onplay_engine::frame::{DeckList, Flow};
use onplay_engine::id::{Handle, ObjectId, Seat, ZoneId};
use onplay_engine::mutate::{END, Engine, Expiry};
use onplay_engine::state::{Game, Origin, Task, Work};

use super::names::{
    DRAW, DRAW_RULE, DREAMWELL, DREAMWELL_RULE, END_RULE, ENDING, ENDING_FINISHED, ENERGY_SET,
    EXTRA, FIRING_END, JUDGMENT, JUDGMENT_RULE, JUDGMENTS, MAIN, NO_ROOM, PRIORITY, STARTING,
    TURN_LIMIT, Tides,
};

// The steps of the phases.
/// The steps from here on are the rules' own doing.
pub(super) const JUDGE: u8 = 10;
pub(super) const JUDGED: u8 = 11;
pub(super) const FLOW: u8 = 12;
pub(super) const WELL_EFFECT: u8 = 13;
pub(super) const FLOWED: u8 = 14;

/// A battle is drawn after so many turns. [tides 1.1]
const TURNS: u16 = 50;
/// Characters that a battlefield holds. [tides 1.11]
pub(super) const CHARACTERS: usize = 8;
/// The cards of a first hand. [tides 1.2]
const FIRST_HAND: i16 = 5;

impl Tides {
    /// Decks and the dreamwell. [tides 1.2]
    pub(super) fn lay_cards(&self, engine: &mut Engine, decks: &[DeckList; 2]) {
        for seat in Seat::BOTH {
            engine.lay(decks[seat.index()].cards("main"), seat, self.places(seat).deck);
        }
        let well = engine.catalog.rules.zone(self.dreamwell, Seat::ONE, 0);
        engine.lay(decks[0].cards("dreamwell"), Seat::ONE, well);
        if engine.game.zones.is_empty(well) {
            engine.lay(self.basic.iter().copied(), Seat::ONE, well);
        }
    }

    /// Everything is shuffled, hands are drawn, then the first turn. [tides 1.2]
    pub(super) fn begin_battle(&self, engine: &mut Engine) {
        for seat in Seat::BOTH {
            engine.shuffle(self.places(seat).deck);
        }
        self.shuffle_well(engine);
        for seat in Seat::BOTH {
            engine.draw_cards(seat, FIRST_HAND);
        }
        engine.begin_turn(Seat::ONE);
        engine.game.turn.phase = STARTING;
        engine.game.turn.decider = Seat::ONE;
        engine.begin_phase(self.phases.turn, Seat::ONE);
    }

    /// Goes on with the turn, or waits in Main and Ending. [tides 1.3]
    #[inline(never)]
    pub(super) fn next_phase(&self, engine: &mut Engine) -> Flow {
        loop {
            self.begin_next(engine);
            // The next phase begins at once where nothing comes of this one.
            if !engine.game.pending.work.is_empty() || !engine.reader().has_nothing_pending() {
                return Flow::Go;
            }
            if self.is_waiting(engine) {
                return Flow::Wait;
            }
        }
    }

    /// The next phase begins. Not in the loop: what all phases need would be made
    /// ready before the first of them.
    #[inline(never)]
    fn begin_next(&self, engine: &mut Engine) {
        let active = engine.game.turn.active;
        match engine.game.turn.phase {
            STARTING => {
                engine.game.turn.phase = JUDGMENT;
                engine.expire(Expiry::Phase(self.phases.judgment, active));
                engine.begin_rule(JUDGMENT_RULE);
                self.judge(engine, active);
            }
            JUDGMENT => {
                engine.game.turn.phase = DREAMWELL;
                engine.expire(Expiry::Phase(self.phases.dreamwell, active));
                engine.begin_rule(DREAMWELL_RULE);
                self.next_well(engine, active);
            }
            DREAMWELL => {
                engine.game.turn.phase = DRAW;
                engine.expire(Expiry::Phase(self.phases.draw, active));
                engine.begin_rule(DRAW_RULE);
                engine.begin_phase(self.phases.draw, active);
                // Player one skips the first draw. [tides 1.2]
                if engine.game.turn.number > 1 {
                    engine.draw_cards(active, 1);
                }
            }
            DRAW => {
                engine.game.turn.phase = MAIN;
                engine.expire(Expiry::Phase(self.phases.main, active));
                engine.begin_phase(self.phases.main, active);
            }
            ENDING_FINISHED => {
                engine.game.turn.phase = FIRING_END;
                engine.expire(Expiry::Phase(self.phases.end_of_turn, active));
                engine.begin_rule(END_RULE);
                engine.begin_phase(self.phases.end_of_turn, active);
            }
            _ => self.next_turn(engine, active),
        }
    }

    /// Whether somebody may act now, and who: the active player in Main, the
    /// opponent in Ending [tides 1.9], and with something on the stack,
    /// whoever has priority [tides 1.8].
    #[inline]
    pub(super) fn is_waiting(&self, engine: &mut Engine) -> bool {
        let game = &mut *engine.game;
        let seat = match game.turn.phase {
            MAIN => game.turn.active,
            ENDING => game.turn.active.other(),
            _ => return false,
        };
        let responding = !game.pending.stack.is_empty();
        game.turn.decider =
            if responding { Seat(game.turn.memo[PRIORITY] as u8 & 1) } else { seat };
        true
    }

    fn next_turn(&self, engine: &mut Engine, active: Seat) {
        engine.expire(Expiry::TurnEnd(active));
        if engine.game.turn.number >= TURNS {
            engine.rule(TURN_LIMIT);
            engine.draw_game();
            return;
        }
        // An extra turn comes before the other player's. [tides 2.4]
        let mut next = active.other();
        for seat in [active, active.other()] {
            let extra = &mut engine.game.turn.memo[EXTRA + seat.index()];
            if *extra > 0 {
                *extra -= 1;
                next = seat;
                break;
            }
        }
        engine.begin_turn(next);
        engine.game.turn.phase = STARTING;
        engine.game.turn.decider = next;
        engine.expire(Expiry::TurnStart(next));
        engine.reset_limits(Limit::OncePerTurn);
        engine.begin_phase(self.phases.turn, next);
    }

    /// More spark than the enemy is so many points; then Judgment triggers.
    /// [tides 1.4]
    #[inline(always)]
    pub(super) fn judge(&self, engine: &mut Engine, seat: Seat) {
        let game = &*engine.game;
        let more = self.total_spark(game, seat) - self.total_spark(game, seat.other());
        if more > 0 {
            engine.interrupt(Work::step(JUDGED, seat));
            let pile = engine.game.pending.work.len();
            engine.change_counter(seat, self.points, more);
            if !is_next(engine, pile) {
                return;
            }
            engine.game.pending.work.pop();
        }
        engine.begin_phase(self.phases.judgment, seat);
    }

    /// Shuffled within the numbers of its cards, the lowest on top. [tides 1.5]
    fn shuffle_well(&self, engine: &mut Engine) {
        let well = engine.catalog.rules.zone(self.dreamwell, Seat::ONE, 0);
        engine.shuffle(well);
        engine.sort_zone(well, self.cycle);
    }

    /// The next card of the dreamwell. [tides 1.5]
    fn next_well(&self, engine: &mut Engine, seat: Seat) {
        let well = engine.catalog.rules.zone(self.dreamwell, Seat::ONE, 0);
        if engine.game.zones.is_empty(well) {
            self.renew_well(engine);
        }
        let card = engine.game.zones.of(well).last().copied();
        let handle = card.map_or(Handle::NONE, |id| engine.game.handle(id));
        engine.begin_phase(self.phases.dreamwell, seat);
        engine.interrupt(Work::step(WELL_EFFECT, seat).source(handle));
        if handle.is_some() {
            engine.emit(Event::new(Kind::Revealed, seat).object(handle));
        }
        if !engine.reader().has_nothing_pending() {
            engine.interrupt(Work::step(FLOW, seat).source(handle));
            return;
        }
        let pile = engine.game.pending.work.len();
        self.flow(engine, seat, handle);
        if is_next(engine, pile) {
            engine.game.pending.work.pop();
            self.well_effect(engine, seat, handle);
        }
    }

    /// A new cycle: cards of the first cycle only stay in the shallows. [tides 1.5]
    fn renew_well(&self, engine: &mut Engine) {
        let rules = &engine.catalog.rules;
        let well = rules.zone(self.dreamwell, Seat::ONE, 0);
        let shallows = rules.zone(self.shallows, Seat::ONE, 0);
        let mut stays = 0;
        for _ in 0..engine.game.zones.len(shallows) {
            let Some(id) = engine.game.zones.of(shallows).get(stays).copied() else { break };
            let flows_again = engine.reader().value(id, self.cycle) > 0;
            stays += usize::from(!(flows_again && engine.move_to(id, Verb::Put, well, END)));
        }
        self.shuffle_well(engine);
    }

    /// What has flowed lies in the shallows. [tides 1.5]
    pub(super) fn put_away_well(&self, engine: &mut Engine, card: Handle) {
        let shallows = engine.catalog.rules.zone(self.shallows, Seat::ONE, 0);
        if engine.game.is_same(card) {
            engine.move_to(card.id, Verb::Put, shallows, END);
        }
    }

    /// An extra Judgment comes once everything that waits is done.
    pub(super) fn judge_again(&self, engine: &mut Engine) -> bool {
        let active = engine.game.turn.active;
        for seat in [active, active.other()] {
            let left = &mut engine.game.turn.memo[JUDGMENTS + seat.index()];
            if *left > 0 {
                *left -= 1;
                self.judge(engine, seat);
                return true;
            }
        }
        false
    }

    #[inline(always)]
    pub(super) fn flow(&self, engine: &mut Engine, seat: Seat, card: Handle) {
        if card.is_some() {
            let flow = engine.reader().value(card.id, self.well);
            engine.change_counter(seat, self.production, flow);
        }
    }

    /// Energy becomes production, then the card's own effect. [tides 1.5]
    pub(super) fn well_effect(&self, engine: &mut Engine, seat: Seat, card: Handle) {
        let production = engine.game.counter(seat, self.production);
        engine.rule(ENERGY_SET);
        engine.set_counter(seat, self.energy, production);
        if card.is_none() {
            return;
        }
        engine.interrupt(Work::step(FLOWED, seat).source(card));
        let number = engine.game.object(card.id).card;
        if let Some(text) = engine.catalog.program.played[number.index()] {
            let work = Work { origin: Origin::Rule, ..Work::new(Task::Ability, seat) }
                .source(engine.game.handle(card.id));
            engine.start(text, work);
        }
    }

    /// Effects may bring a ninth character: the weakest of the others goes.
    /// [tides 1.11]
    pub(super) fn keep_eight(&self, engine: &mut Engine) -> bool {
        let mut changed = false;
        for seat in Seat::BOTH {
            let zone = self.places(seat).battlefield;
            while self.is_crowded(engine.game, zone) {
                let others = engine.game.zones.len(zone) - 1;
                if !self.abandon_weakest(engine, seat, others) {
                    break;
                }
                changed = true;
            }
        }
        changed
    }

    /// Whether more stand on a battlefield than it has room for.
    #[inline]
    pub(super) fn is_crowded(&self, game: &Game, zone: ZoneId) -> bool {
        game.zones.len(zone) > CHARACTERS
            && Seat::BOTH.iter().any(|seat| self.places(*seat).battlefield == zone)
    }

    /// The lowest spark, then the lowest cost, then the leftmost of the first
    /// so many is abandoned, and its spark stays. [tides 1.11]
    pub(super) fn abandon_weakest(&self, engine: &mut Engine, seat: Seat, of: usize) -> bool {
        let zone = self.places(seat).battlefield;
        let game = &*engine.game;
        let weight = |id: &&ObjectId| {
            let object = game.object(**id);
            (self.spark_of(object), engine.catalog.card(object.card).attribute(self.cost))
        };
        let Some(weakest) = game.zone(zone).iter().take(of).min_by_key(weight).copied() else {
            return false;
        };
        let spark = self.spark_of(game.object(weakest));
        engine.rule(NO_ROOM);
        if spark > 0 {
            engine.change_counter(seat, self.bonus, spark);
        }
        engine.move_by(weakest, Verb::Sacrifice, None)
    }
}

/// Whether the step that was on top of a pile of this height would be done next,
/// so that it can be done at once: nothing has come of what was done since.
fn is_next(engine: &Engine, pile: usize) -> bool {
    engine.game.pending.work.len() == pile && engine.reader().has_nothing_pending()
}
