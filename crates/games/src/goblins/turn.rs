//! The turn: its steps, priority, mulligans and cleanup.

use onplay_engine::card::{Limit, Verb};
use onplay_engine::frame::{DeckList, Flow, Frame};
use onplay_engine::id::{PhaseId, Seat};
use onplay_engine::mask::Mask;
use onplay_engine::mutate::{Engine, Expiry};
use onplay_engine::rulebook::{Checks, Placement};
use onplay_engine::state::{Ask, PICKS, Prompt, Reason, Work};

use super::symbols::Symbols;
use super::{Goblins, combat, mana, memo, questions, steps};

// The steps of a turn, in order. In the declaring ones nobody has priority.
pub const START: u8 = 0;
pub const UPKEEP: u8 = 1;
pub const DRAW: u8 = 2;
pub const MAIN: u8 = 3;
pub const COMBAT: u8 = 4;
pub const DECLARE_ATTACKERS: u8 = 5;
pub const ATTACKERS: u8 = 6;
pub const DECLARE_BLOCKERS: u8 = 7;
pub const BLOCKERS: u8 = 8;
pub const DAMAGE: u8 = 9;
pub const END_OF_COMBAT: u8 = 10;
pub const SECOND_MAIN: u8 = 11;
pub const END_STEP: u8 = 12;
pub const CLEANUP: u8 = 13;

/// How the steps are called.
pub const NAMES: [&str; 14] = [
    "start",
    "upkeep",
    "draw",
    "main",
    "combat",
    "declare attackers",
    "attackers",
    "declare blockers",
    "blockers",
    "damage",
    "end of combat",
    "second main",
    "end",
    "cleanup",
];

/// Cards in an opening hand and the most that are kept at the end of a turn.
const HAND: usize = 7;
/// A game that goes on for this number of turns is drawn.
const TURNS: u16 = 400;

/// Decks and players. [goblins 2.1]
pub fn lay_out(symbols: &Symbols, engine: &mut Engine, decks: &[DeckList; 2]) {
    for seat in Seat::BOTH {
        let library = symbols.library[seat.index()];
        engine.lay(decks[seat.index()].cards("main"), seat, library);
    }
    seat_players(symbols, engine);
    engine.skip_pending_checks();
}

/// Opening hands, then the mulligans and the first turn. [goblins 2.1]
pub fn open_game(symbols: &Symbols, engine: &mut Engine) {
    for seat in Seat::BOTH {
        engine.shuffle(symbols.library[seat.index()]);
        engine.draw_cards(seat, HAND as i16);
    }
    engine.game.turn.phase = START;
    engine.sequence(&[
        Work::step(steps::MULLIGAN, Seat::ONE),
        Work::step(steps::MULLIGAN, Seat::TWO),
        Work::step(steps::TURN, Seat::ONE),
    ]);
}

/// The objects that stand for the players.
fn seat_players(symbols: &Symbols, engine: &mut Engine) {
    for seat in Seat::BOTH {
        let zone = symbols.players[seat.index()];
        if engine.game.zone(zone).is_empty() {
            engine.create_object(symbols.player_cards[seat.index()], seat, zone);
        }
    }
}

/// The main phase of a seat on a table laid out by hand; nothing on it is new.
pub fn stage(symbols: &Symbols, engine: &mut Engine, active: Seat) {
    seat_players(symbols, engine);
    engine.begin_turn(active);
    for zone in symbols.battlefield {
        for at in 0..engine.game.zone(zone).len() {
            let id = engine.game.zone(zone)[at];
            engine.game.object_mut(id).flags &= !(1 << symbols.sick.0);
        }
    }
    engine.game.turn.phase = MAIN;
    engine.game.turn.memo[memo::LANDS] = 0;
    engine.game.turn.memo[memo::USES] = 0;
    give_priority(engine, active);
}

/// London mulligan: seven new cards, and one to the bottom for each time.
/// [goblins 2.3]
pub fn mulligan(symbols: &Symbols, engine: &mut Engine, work: Work) {
    let seat = work.controller;
    if !work.answered {
        let prompt = Prompt::new(seat, Ask::YesNo, Reason::Frame(questions::KEEP));
        engine.interrupt(work);
        engine.ask(prompt);
        return;
    }
    let taken = work.times;
    if work.did {
        if taken > 0 {
            engine.interrupt(Work::step(steps::BOTTOM, seat).number(taken));
        }
        return;
    }
    let (hand, library) = (symbols.hand[seat.index()], symbols.library[seat.index()]);
    engine.deal(hand, library, usize::MAX);
    engine.shuffle(library);
    // With as many mulligans as cards, the hand is empty and kept.
    let next = Work { times: taken + 1, ..Work::step(steps::MULLIGAN, seat) };
    if usize::from(taken as u16) + 1 < HAND {
        engine.interrupt(next);
        engine.draw_cards(seat, HAND as i16);
    }
}

/// Puts cards of the opening hand to the bottom of the library.
pub fn bottom(symbols: &Symbols, engine: &mut Engine, work: Work) {
    let seat = work.controller;
    if !work.answered {
        ask_hand(symbols, engine, work, work.number as usize, questions::BOTTOM);
        return;
    }
    let library = symbols.library[seat.index()];
    while let Some(handle) = engine.game.pending.answer.pop() {
        engine.move_to(handle.id, Verb::Put, library, 0);
    }
}

/// Asks for cards of the own hand; the step comes back with the answer.
fn ask_hand(symbols: &Symbols, engine: &mut Engine, work: Work, count: usize, question: u8) {
    let seat = work.controller;
    let mut prompt = Prompt::new(seat, Ask::Objects, Reason::Frame(question));
    prompt.candidates = hand_mask(symbols, engine, seat);
    let count = count.min(prompt.candidates.len()).min(PICKS) as u8;
    if count == 0 {
        return;
    }
    (prompt.min, prompt.max) = (count, count);
    engine.interrupt(work);
    engine.ask(prompt);
}

fn hand_mask(symbols: &Symbols, engine: &Engine, seat: Seat) -> Mask {
    engine.game.zone(symbols.hand[seat.index()]).iter().copied().collect()
}

/// A turn begins: untap, then the upkeep. [goblins 2.4]
pub fn begin(symbols: &Symbols, engine: &mut Engine, seat: Seat) {
    if engine.game.turn.number >= TURNS {
        engine.draw_game();
        return;
    }
    engine.begin_turn(seat);
    engine.expire(Expiry::TurnStart(seat));
    engine.reset_limits(Limit::OncePerTurn);
    engine.game.turn.memo[memo::LANDS] = 0;
    engine.game.turn.memo[memo::USES] = 0;
    engine.interrupt(Work::step(steps::ENTER, seat).number(i16::from(UPKEEP)));
    untap(symbols, engine, seat);
    if let Some(turn) = symbols.turn {
        engine.begin_phase(turn, seat);
    }
}

fn untap(symbols: &Symbols, engine: &mut Engine, seat: Seat) {
    let zone = symbols.battlefield[seat.index()];
    engine.begin_batch();
    for at in 0..engine.game.zone(zone).len() {
        let id = engine.game.zone(zone)[at];
        engine.game.object_mut(id).flags &= !(1 << symbols.sick.0);
        if engine.game.object(id).has(symbols.tapped)
            && engine.reader().ready_obstacle(id).is_none()
        {
            engine.set_flag(id, symbols.tapped, false);
        }
    }
    engine.end_batch();
}

/// Both have passed on an empty stack: the next step of the turn.
pub fn next(symbols: &Symbols, engine: &mut Engine) {
    let active = engine.game.turn.active;
    mana::empty_pools(symbols, engine);
    if engine.game.turn.phase == END_OF_COMBAT {
        combat::end(symbols, engine);
    }
    // Something happened in the cleanup, so there is another. [goblins 2.6]
    let to = if engine.game.turn.phase == CLEANUP { CLEANUP } else { engine.game.turn.phase + 1 };
    enter(symbols, engine, active, to);
}

/// Enters a step of the turn.
pub fn enter(symbols: &Symbols, engine: &mut Engine, active: Seat, phase: u8) {
    engine.game.turn.phase = phase;
    give_priority(engine, active);
    match phase {
        UPKEEP => announce(engine, symbols.upkeep, active),
        DRAW => draw_step(symbols, engine, active),
        COMBAT => announce(engine, symbols.combat, active),
        DECLARE_ATTACKERS if !combat::any_attacker(symbols, &engine.reader()) => {
            enter(symbols, engine, active, END_OF_COMBAT);
        }
        DECLARE_BLOCKERS => {
            if combat::any_blocker(symbols, &engine.reader()) {
                engine.game.turn.decider = active.other();
            } else {
                enter(symbols, engine, active, BLOCKERS);
            }
        }
        DAMAGE => engine.interrupt(Work::step(steps::ASSIGN, active)),
        END_STEP => announce(engine, symbols.end_step, active),
        CLEANUP => {
            engine.game.turn.memo[memo::AGAIN] = 0;
            let discard = Work::step(steps::DISCARD, active);
            engine.sequence(&[discard, Work::step(steps::WEAR_OFF, active)]);
        }
        _ => {}
    }
}

fn announce(engine: &mut Engine, phase: Option<PhaseId>, active: Seat) {
    if let Some(phase) = phase {
        engine.begin_phase(phase, active);
    }
}

/// The draw step; the first player's first one is without a card.
fn draw_step(symbols: &Symbols, engine: &mut Engine, active: Seat) {
    let skipped = symbols
        .no_draw
        .is_some_and(|keyword| engine.game.players[active.index()].keywords >> keyword.0 & 1 == 1);
    if skipped {
        enter(symbols, engine, active, MAIN);
        return;
    }
    if engine.game.turn.number > 1 {
        engine.interrupt(Work::step(steps::DRAW_STEP, active));
        engine.draw_cards(active, 1);
    } else {
        announce(engine, symbols.draw_step, active);
    }
}

/// The declaration is done: attackers or blockers are announced, and the active
/// player has priority.
pub fn declared(symbols: &Symbols, engine: &mut Engine) {
    let active = engine.game.turn.active;
    if engine.game.turn.phase == DECLARE_ATTACKERS {
        let any = combat::attack(symbols, engine);
        engine.game.turn.phase = if any { ATTACKERS } else { END_OF_COMBAT };
    } else {
        combat::block(symbols, engine);
        engine.game.turn.phase = BLOCKERS;
    }
    give_priority(engine, active);
}

pub fn give_priority(engine: &mut Engine, seat: Seat) {
    engine.game.turn.decider = seat;
    engine.game.turn.memo[memo::PASSES] = 0;
}

/// All pass in succession: the top resolves or the step ends. [goblins 3.2]
pub fn pass(engine: &mut Engine, seat: Seat) {
    if matches!(engine.game.turn.phase, DECLARE_ATTACKERS | DECLARE_BLOCKERS) {
        engine.interrupt(Work::step(steps::DECLARED, seat));
        return;
    }
    engine.game.turn.memo[memo::PASSES] += 1;
    if engine.game.turn.memo[memo::PASSES] < 2 {
        engine.game.turn.decider = seat.other();
        return;
    }
    let active = engine.game.turn.active;
    give_priority(engine, active);
    let step = if engine.game.pending.stack.is_empty() { steps::NEXT } else { steps::RESOLVE };
    engine.interrupt(Work::step(step, active));
}

/// Down to seven cards. [goblins 2.6]
pub fn discard(symbols: &Symbols, engine: &mut Engine, work: Work) {
    let hand = engine.game.zone(symbols.hand[work.controller.index()]).len();
    if !work.answered {
        ask_hand(symbols, engine, work, hand.saturating_sub(HAND), questions::DISCARD);
        return;
    }
    engine.interrupt(Work::step(steps::DISCARD, work.controller));
    engine.begin_batch();
    for at in 0..engine.game.pending.answer.len() {
        let handle = engine.game.pending.answer[at];
        engine.move_by(handle.id, Verb::Discard, None);
    }
    engine.game.pending.answer.clear();
    engine.end_batch();
}

/// Damage and what lasts until end of turn wear off at the same time.
/// [goblins 2.6]
pub fn wear_off(symbols: &Symbols, engine: &mut Engine) {
    if let Some(live) = engine.catalog.rules.live(symbols.damage) {
        for zone in symbols.battlefield {
            for at in 0..engine.game.zone(zone).len() {
                let id = engine.game.zone(zone)[at];
                engine.game.object_mut(id).values[live] = 0;
            }
        }
    }
    engine.expire(Expiry::TurnEnd(engine.game.turn.active));
    mana::empty_pools(symbols, engine);
}

impl Goblins {
    /// Nothing is left to do: checks, triggers, then priority. [goblins 3.1]
    pub(super) fn proceed(&self, engine: &mut Engine) -> Flow {
        let phase = engine.game.turn.phase;
        if matches!(phase, DECLARE_ATTACKERS | DECLARE_BLOCKERS) {
            return Flow::Wait;
        }
        let changed = match engine.policy().checks {
            Checks::Priority => engine.check_state(),
            _ => self.check(engine),
        };
        if changed || engine.policy().placement == Placement::Stack && engine.stack_triggers() {
            engine.game.turn.memo[memo::AGAIN] = 1;
            return Flow::Go;
        }
        if phase == CLEANUP && engine.game.turn.memo[memo::AGAIN] == 0 {
            let next = engine.game.turn.active.other();
            begin(&self.symbols, engine, next);
            return Flow::Go;
        }
        Flow::Wait
    }
}
