//! Setup, mulligan, the start and the end of a turn, and the win.

use onplay_engine::card::{Limit, Verb};
use onplay_engine::frame::{DeckList, Flow};
use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::mutate::{END as TOP, Engine, Expiry};
use onplay_engine::query::Reader;
use onplay_engine::state::Game;

use super::{Alley, SLOTS, phase};

/// Cards in the first hand. [alley 1.1]
const HAND: i16 = 7;

impl Alley {
    /// Leader, gate, deck and IKZ of both players. [alley 1.1]
    pub(super) fn lay_cards(&self, engine: &mut Engine, decks: &[DeckList; 2]) {
        let symbols = &self.symbols;
        for seat in Seat::BOTH {
            let deck = &decks[seat.index()];
            let zones = [
                ("leader", symbols.leader[seat.index()]),
                ("gate", symbols.gate[seat.index()]),
                ("ikz", symbols.pile[seat.index()]),
                ("main", symbols.deck[seat.index()]),
            ];
            for (section, zone) in zones {
                engine.lay(deck.cards(section), seat, zone);
            }
        }
    }

    /// First hands and the second player's token; then the starter may mulligan.
    /// [alley 1.1]
    pub(super) fn begin_match(&self, engine: &mut Engine) {
        let symbols = &self.symbols;
        for seat in Seat::BOTH {
            engine.shuffle(symbols.deck[seat.index()]);
            engine.draw_cards(seat, HAND);
        }
        engine.set_counter(Seat::TWO, symbols.token, 1);
        engine.skip_pending_checks();
        engine.game.turn.phase = phase::MULLIGAN;
        engine.game.turn.active = Seat::ONE;
        engine.game.turn.decider = Seat::ONE;
    }

    /// The hand to the bottom, seven new cards, then the deck is shuffled.
    /// [alley 1.1]
    pub(super) fn mulligan(&self, engine: &mut Engine, seat: Seat) {
        let (hand, deck) = (self.symbols.hand[seat.index()], self.symbols.deck[seat.index()]);
        while let Some(id) = engine.game.zone(hand).first().copied() {
            if !engine.move_to(id, Verb::Put, deck, 0) {
                break;
            }
        }
        engine.draw_cards(seat, HAND);
        engine.shuffle(deck);
        self.after_mulligan(engine, seat);
    }

    fn after_mulligan(&self, engine: &mut Engine, seat: Seat) {
        if seat == engine.game.turn.active {
            engine.game.turn.decider = seat.other();
        } else {
            let starter = engine.game.turn.active;
            self.start_turn(engine, starter);
        }
    }

    /// Passing ends whatever is going on: the mulligan, the window, the turn.
    pub(super) fn pass(&self, engine: &mut Engine, seat: Seat) {
        match engine.game.turn.phase {
            phase::MULLIGAN => self.after_mulligan(engine, seat),
            phase::RESPONSE => engine.game.turn.phase = phase::COMBAT,
            _ => {
                engine.game.turn.phase = phase::END;
                engine.begin_phase(self.symbols.end, seat);
            }
        }
    }

    /// Goes on with the turn, at once where nothing comes between two phases.
    #[inline(never)]
    pub(super) fn go_on(&self, engine: &mut Engine) -> Flow {
        loop {
            let flow = match engine.game.turn.phase {
                phase::START => {
                    engine.game.turn.phase = phase::MAIN;
                    engine.game.turn.decider = engine.game.turn.active;
                    Flow::Wait
                }
                phase::ATTACK => self.swing(engine),
                phase::SWING | phase::RESPONSE => self.open_window(engine),
                phase::COMBAT => self.strike(engine),
                phase::STRUCK => {
                    self.finish_attack(engine);
                    Flow::Wait
                }
                phase::END => self.end_turn(engine),
                _ => Flow::Wait,
            };
            if flow == Flow::Wait
                || !engine.game.pending.work.is_empty()
                || !engine.reader().has_nothing_pending()
            {
                return flow;
            }
        }
    }

    /// Limits reset, garden, leader, gate and IKZ untap, one card, one IKZ.
    /// The alley does not untap. [alley 1.3]
    #[inline(always)]
    fn start_turn(&self, engine: &mut Engine, seat: Seat) {
        let symbols = &self.symbols;
        let at = seat.index();
        engine.begin_turn(seat);
        engine.game.turn.decider = seat;
        engine.game.turn.phase = phase::START;
        engine.expire(Expiry::TurnStart(seat));
        engine.reset_limits(Limit::OncePerTurn);
        self.ready(engine, symbols.garden[at], SLOTS.into());
        self.ready(engine, symbols.leader[at], 1);
        self.ready(engine, symbols.gate[at], 1);
        self.ready(engine, symbols.area[at], 1);
        engine.begin_phase(symbols.turn, seat);
        // Only this draw loses. [alley 1.8]
        if engine.game.zones.is_empty(symbols.deck[at]) {
            engine.win_game(seat.other());
            return;
        }
        engine.draw_cards(seat, 1);
        if let Some(id) = engine.game.zone(symbols.pile[at]).last().copied() {
            engine.move_to(id, Verb::Put, symbols.area[at], TOP);
        }
    }

    /// Untaps what is in so many zones from one on and takes its cooldown off.
    #[inline]
    fn ready(&self, engine: &mut Engine, first: ZoneId, zones: usize) {
        engine.ready((first, zones), self.symbols.resting);
    }

    /// Gardens heal, what lasted this turn ends, the active player's weapons
    /// are discarded; then the other player's turn starts. [alley 1.7]
    #[inline(never)]
    pub(super) fn end_turn(&self, engine: &mut Engine) -> Flow {
        let seat = engine.game.turn.active;
        let symbols = &self.symbols;
        for at in 0..self.gardens(engine.game).len() {
            let id = self.gardens(engine.game)[at];
            self.heal(engine, id);
        }
        while let Some(id) = engine.game.zone(symbols.arms[seat.index()]).first().copied() {
            if !self.discard(engine, id) {
                break;
            }
        }
        engine.expire(Expiry::TurnEnd(seat));
        self.start_turn(engine, seat.other());
        Flow::Go
    }

    fn heal(&self, engine: &mut Engine, id: ObjectId) {
        let damage = engine.reader().value(id, self.symbols.damage);
        if damage > 0 {
            engine.gain(id, self.symbols.damage, -damage);
        }
    }

    /// Puts a card into its owner's discard by a rule: replaced, resolved or
    /// dropped, not destroyed. [alley 1.4]
    pub(super) fn discard(&self, engine: &mut Engine, id: ObjectId) -> bool {
        let owner = engine.game.object(id).owner;
        engine.move_to(id, Verb::Put, self.symbols.discard[owner.index()], TOP)
    }

    /// A weapon whose wielder left goes to the discard. [alley 1.10]
    #[inline(never)]
    pub(super) fn drop_weapons(&self, engine: &mut Engine) -> bool {
        let mut dropped = false;
        let active = engine.game.turn.active;
        for seat in [active, active.other()] {
            let (arms, mut at) = (self.symbols.arms[seat.index()], 0);
            while let Some(id) = engine.game.zone(arms).get(at).copied() {
                if engine.game.host(id).is_none() && self.discard(engine, id) {
                    dropped = true;
                } else {
                    at += 1;
                }
            }
        }
        dropped
    }

    /// Whether there is a weapon in play.
    #[inline]
    pub(super) fn has_weapons(&self, game: &Game) -> bool {
        !game.zones.row(self.symbols.arms[0], Seat::BOTH.len()).is_empty()
    }

    /// Whether a leader is at 0.
    #[inline]
    pub(super) fn has_dead_leader(&self, reader: &Reader) -> bool {
        let leaders = reader.game.zones.row(self.symbols.leader[0], Seat::BOTH.len());
        leaders.iter().any(|id| reader.value(*id, self.symbols.health) <= 0)
    }

    /// A leader at 0 loses; both at once is a draw. [alley 1.8]
    #[cold]
    pub(super) fn end_game(&self, engine: &mut Engine) {
        let reader = engine.reader();
        let [one, two] = Seat::BOTH.map(|seat| {
            let leader = self.leader(reader.game, seat);
            leader.is_some_and(|id| reader.value(id, self.symbols.health) <= 0)
        });
        if one && two {
            engine.draw_game();
        } else {
            engine.win_game(if one { Seat::TWO } else { Seat::ONE });
        }
    }
}
