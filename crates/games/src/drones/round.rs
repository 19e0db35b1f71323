//! The round: discards, start, shields, deployment, action. [drones 2]

use arrayvec::ArrayVec;
use onplay_engine::card::Limit;
use onplay_engine::event::{Event, Kind};
use onplay_engine::frame::{DeckList, Flow};
use onplay_engine::id::{CardId, ObjectId, Seat, ZoneId};
use onplay_engine::mask::Mask;
use onplay_engine::mutate::{Engine, Expiry};
use onplay_engine::rulebook::{OBJECTS, Role};
use onplay_engine::state::{Ask, PICKS, Prompt, Reason, Work};

use super::printed::{BUDGET, DISCARDS, HAND_SIZE, INCOME, INITIAL, RECHARGE};
use super::refuse::COPY;
use super::{
    ACTION, AGAIN, ALLOCATED, ASK_DOWN, ASK_OPTIONAL, ASK_PLACEMENT, ASK_POOL, ASK_SHIELD,
    CHOSE_POOL, DEPLOY, DISCARDED, DONE, Drones, FIRST, FLOWN, HAND, LANES, LEAVER, LEFT, OPENED,
    OPTIONAL, PASSED, PLACED, PLACEMENT, POOL, ROUNDS, SHIELDS, START, TAKEN,
};

impl Drones {
    /// The pool waits in the hangar and the sections in the order of the deck file.
    pub(super) fn lay_cards(&self, engine: &mut Engine, decks: &[DeckList; 2]) {
        for seat in Seat::BOTH {
            let deck = &decks[seat.index()];
            let rules = &engine.catalog.rules;
            let (pile, hangar) = (rules.zone_of(Role::Deck, seat), self.hangars[seat.index()]);
            engine.lay(deck.cards("main"), seat, pile);
            for (_, cards) in deck.sections.iter().filter(|(name, _)| name == "pool") {
                for (card, _) in cards {
                    self.stock(engine, *card, seat, hangar);
                }
            }
            for (lane, card) in (0..LANES).zip(deck.cards("ship")) {
                let slot = self.ships[seat.index()][usize::from(lane)];
                engine.create_object(card, seat, slot);
            }
            self.fill_ship(engine, seat);
        }
        engine.skip_pending_checks();
    }

    /// The decks are shuffled, and the dice say who is first.
    pub(super) fn begin_game(&self, engine: &mut Engine) {
        for seat in Seat::BOTH {
            engine.shuffle(engine.catalog.rules.zone_of(Role::Deck, seat));
        }
        let first = Seat(engine.game.dice.below(2) as u8);
        engine.game.turn.memo[FIRST] = i16::from(first.0);
        engine.game.turn.actor = first;
        engine.game.turn.phase = POOL;
    }

    /// A table laid out by hand is in the action phase, with a ship for
    /// everybody and all copies ready.
    pub(super) fn stage_action(&self, engine: &mut Engine, active: Seat) {
        for seat in Seat::BOTH {
            self.fill_ship(engine, seat);
            let hangar = self.hangars[seat.index()];
            for at in 0..engine.game.zone(hangar).len() {
                let id = engine.game.zone(hangar)[at];
                if engine.reader().value(id, self.copies) == 0 {
                    let limit = engine.reader().value(id, self.limit);
                    self.add_copies(engine, id, limit * COPY);
                }
            }
        }
        engine.skip_pending_checks();
        let round = engine.game.turn.round.max(1);
        engine.begin_turn(active);
        engine.game.turn.round = round;
        engine.game.turn.memo[FIRST] = i16::from(active.0);
        engine.game.turn.phase = ACTION;
        engine.game.turn.decider = active;
        engine.game.turn.actor = active;
    }

    fn stock(&self, engine: &mut Engine, card: CardId, seat: Seat, hangar: ZoneId) {
        if let Some(id) = engine.create_object(card, seat, hangar) {
            let limit = engine.catalog.card(card).attribute(self.limit);
            self.add_copies(engine, id, limit * COPY);
        }
    }

    /// A ship without sections gets the game's own, in their order.
    fn fill_ship(&self, engine: &mut Engine, seat: Seat) {
        if (0..LANES).any(|lane| self.section(&engine.reader(), seat, lane).is_some()) {
            return;
        }
        let mut lane = 0;
        for number in 0..engine.catalog.cards.len() {
            if lane < LANES && engine.catalog.cards[number].has_type(self.section) {
                let slot = self.ships[seat.index()][usize::from(lane)];
                engine.create_object(CardId(number as u16), seat, slot);
                lane += 1;
            }
        }
    }

    /// Nothing is left to do: closes a turn or goes on with the round.
    pub(super) fn next(&self, engine: &mut Engine) -> Flow {
        if engine.game.turn.phase >= DEPLOY {
            return self.close_turn(engine);
        }
        self.go_through(engine);
        Flow::Go
    }

    /// What comes before the turns of a round. Seats and phases that nobody is
    /// asked in follow at once.
    #[inline(never)]
    fn go_through(&self, engine: &mut Engine) {
        while engine.game.turn.phase < DEPLOY && engine.game.pending.work.is_empty() {
            match engine.game.turn.phase {
                POOL => self.for_each_seat(engine, PLACEMENT, |frame, engine, seat| {
                    frame.ask_pool(engine, seat)
                }),
                PLACEMENT => {
                    self.for_each_seat(engine, HAND, |frame, engine, seat| {
                        frame.ask_placement(engine, seat)
                    });
                    if engine.game.turn.phase == HAND {
                        self.open_round(engine);
                    }
                }
                HAND => self.for_each_seat(engine, OPTIONAL, |frame, engine, seat| {
                    frame.ask_down(engine, seat)
                }),
                OPTIONAL => self.for_each_seat(engine, START, |frame, engine, seat| {
                    frame.ask_optional(engine, seat)
                }),
                START => {
                    engine.game.turn.phase = SHIELDS;
                    engine.game.turn.memo[DONE] = 0;
                    let first = self.first(engine);
                    engine.game.turn.actor = first;
                    engine.interrupt(Work::step(OPENED, first));
                }
                _ => {
                    self.for_each_seat(engine, DEPLOY, |frame, engine, seat| {
                        frame.ask_shields(engine, seat)
                    });
                    if engine.game.turn.phase == DEPLOY {
                        self.open_deployment(engine);
                    }
                }
            }
        }
    }

    fn first(&self, engine: &Engine) -> Seat {
        Seat(engine.game.turn.memo[FIRST] as u8 & 1)
    }

    /// Asks one seat after the other, the first player first. `ask` says
    /// whether it asked; one that did not is done with this phase.
    fn for_each_seat(
        &self,
        engine: &mut Engine,
        then: u8,
        ask: impl Fn(&Self, &mut Engine, Seat) -> bool,
    ) {
        let done = engine.game.turn.memo[DONE];
        let first = self.first(engine);
        match done {
            0 | 1 => {
                let seat = if done == 0 { first } else { first.other() };
                engine.game.turn.actor = seat;
                if !ask(self, engine, seat) {
                    engine.game.turn.memo[DONE] += 1;
                }
            }
            _ => {
                engine.game.turn.memo[DONE] = 0;
                engine.game.turn.memo[LEFT] = 0;
                engine.game.turn.phase = then;
            }
        }
    }

    /// The pool of a deck may have more types than fly. [drones 5]
    fn ask_pool(&self, engine: &mut Engine, seat: Seat) -> bool {
        let hangar = self.hangars[seat.index()];
        if engine.game.zone(hangar).len() <= FLOWN {
            return false;
        }
        engine.interrupt(Work::step(CHOSE_POOL, seat).place(hangar));
        let mut prompt = Prompt::new(seat, Ask::Objects, Reason::Frame(ASK_POOL));
        prompt.candidates = engine.game.zone(hangar).iter().copied().collect();
        (prompt.min, prompt.max) = (FLOWN as u8, FLOWN as u8);
        engine.ask(prompt);
        true
    }

    /// Whatever was not chosen stays at home.
    pub(super) fn pool_chosen(&self, engine: &mut Engine, work: Work) {
        let mut chosen = Mask::EMPTY;
        engine.game.pending.answer.iter().for_each(|handle| chosen.insert(handle.id));
        engine.game.pending.answer.clear();
        for at in (0..engine.game.zone(work.place).len()).rev() {
            let id = engine.game.zone(work.place)[at];
            if !chosen.contains(id) {
                engine.remove_object(id);
            }
        }
    }

    /// A seat places its sections once: the memo's count goes on when it has.
    fn ask_placement(&self, engine: &mut Engine, seat: Seat) -> bool {
        let mut sections = Mask::EMPTY;
        for lane in 0..LANES {
            let section = self.section(&engine.reader(), seat, lane);
            section.into_iter().for_each(|section| sections.insert(section));
        }
        if sections.len() != usize::from(LANES)
            || engine.game.turn.memo[LEFT] == i16::from(seat.0) + 1
        {
            return false;
        }
        engine.game.turn.memo[LEFT] = i16::from(seat.0) + 1;
        engine.interrupt(Work::step(PLACED, seat));
        let mut prompt = Prompt::new(seat, Ask::Order, Reason::Frame(ASK_PLACEMENT));
        prompt.candidates = sections;
        (prompt.min, prompt.max) = (LANES, LANES);
        engine.ask(prompt);
        true
    }

    /// Exchanges sections until the first stands in lane 1, and so on.
    pub(super) fn sections_placed(&self, engine: &mut Engine, work: Work) {
        for lane in 0..LANES {
            let Some(wanted) = engine.game.pending.answer.get(usize::from(lane)).copied() else {
                break;
            };
            let slot = self.ships[work.controller.index()][usize::from(lane)];
            let from = engine.game.object(wanted.id).zone;
            if from == slot {
                continue;
            }
            let there = engine.game.zone(slot).first().copied();
            self.carry(engine, wanted.id, from, slot);
            if let Some(there) = there {
                self.carry(engine, there, slot, from);
            }
        }
        engine.game.pending.answer.clear();
    }

    /// Sections are laid down before the battle: that is no move.
    fn carry(&self, engine: &mut Engine, id: ObjectId, from: ZoneId, to: ZoneId) {
        if let Some(position) = engine.game.zones.position(from, id) {
            engine.game.zones.shift(from, position, to, usize::MAX);
            engine.game.object_mut(id).zone = to;
        }
    }

    fn open_round(&self, engine: &mut Engine) {
        engine.game.turn.round += 1;
        engine.game.turn.memo[DONE] = 0;
        engine.game.turn.memo[LEFT] = 0;
        engine.game.turn.phase = HAND;
        if engine.game.turn.round > ROUNDS {
            self.call_off(engine);
        }
    }

    /// The ship that has lost less hull wins a battle that does not end.
    /// [drones 1.5]
    fn call_off(&self, engine: &mut Engine) {
        let reader = engine.reader();
        let lost = Seat::BOTH.map(|seat| self.ship_hull(&reader, seat).0);
        match lost[0].cmp(&lost[1]) {
            std::cmp::Ordering::Less => engine.win_game(Seat::ONE),
            std::cmp::Ordering::Greater => engine.win_game(Seat::TWO),
            std::cmp::Ordering::Equal => engine.draw_game(),
        }
    }

    fn hand_size(&self, engine: &Engine, seat: Seat) -> usize {
        self.system(&engine.reader(), seat, HAND_SIZE).max(0) as usize
    }

    fn ask_down(&self, engine: &mut Engine, seat: Seat) -> bool {
        let hand = self.hands[seat.index()];
        let excess = engine.game.zone(hand).len().saturating_sub(self.hand_size(engine, seat));
        let count = excess.min(PICKS) as u8;
        count > 0 && self.ask_discard(engine, seat, count, count, ASK_DOWN)
    }

    /// From round 2, as many as the bridge allows; asked once. [drones 2.1]
    fn ask_optional(&self, engine: &mut Engine, seat: Seat) -> bool {
        if engine.game.turn.round < 2 || engine.game.turn.memo[LEFT] == i16::from(seat.0) + 1 {
            return false;
        }
        engine.game.turn.memo[LEFT] = i16::from(seat.0) + 1;
        let most = self.system(&engine.reader(), seat, DISCARDS).clamp(0, PICKS as i16) as u8;
        most > 0 && self.ask_discard(engine, seat, 0, most, ASK_OPTIONAL)
    }

    fn ask_discard(&self, engine: &mut Engine, seat: Seat, min: u8, max: u8, question: u8) -> bool {
        let hand = self.hands[seat.index()];
        if engine.game.zone(hand).is_empty() {
            return false;
        }
        engine.interrupt(Work::step(DISCARDED, seat));
        let mut prompt = Prompt::new(seat, Ask::Objects, Reason::Frame(question));
        prompt.candidates = engine.game.zone(hand).iter().copied().collect();
        (prompt.min, prompt.max) = (min, max.min(engine.game.zone(hand).len() as u8));
        engine.ask(prompt);
        true
    }

    /// The start of a round. Round draw and income are no events that drones
    /// hear. [drones 2.2] [drones 2.3]
    #[inline(never)]
    pub(super) fn opened(&self, engine: &mut Engine) {
        let first = self.first(engine);
        engine.begin_turn(first);
        engine.expire(Expiry::RoundEnd);
        engine.reset_limits(Limit::OncePerRound);
        engine.reset_limits(Limit::OncePerTurn);
        for seat in [first, first.other()] {
            self.ready_drones(engine, seat);
            self.rebuild_copies(engine, seat);
            let income = self.system(&engine.reader(), seat, INCOME);
            engine.set_counter(seat, self.energy, income);
        }
        if engine.game.turn.round >= 2 {
            self.give_momentum(engine);
        }
        for seat in [first, first.other()] {
            self.draw_up(engine, seat);
        }
        engine.begin_phase(self.round, first);
    }

    /// Drones are readied and their shields refilled.
    fn ready_drones(&self, engine: &mut Engine, seat: Seat) {
        let Some(live) = engine.catalog.rules.live(self.shields) else { return };
        let rows = (self.row(seat, 0), usize::from(LANES));
        engine.ready(rows, 1 << self.exhausted.0);
        let fresh = &engine.catalog.program.fresh[..];
        let mut done = 0;
        loop {
            let drones = engine.game.zones.row(rows.0, rows.1);
            let hurt = drones.iter().enumerate().skip(done).find_map(|(at, id)| {
                let object = engine.game.object(*id);
                let missing = fresh[object.card.index()][live] - object.values[live];
                (missing > 0).then_some((at, *id, missing))
            });
            let Some((at, id, missing)) = hurt else { return };
            done = at + 1;
            engine.game.object_mut(id).values[live] += missing;
            let event = Event::new(Kind::Healed, seat)
                .object(engine.game.handle(id))
                .amount(missing)
                .what(self.shields.0);
            engine.emit(event);
        }
    }

    /// Copies come back at the rebuild rate, up to those that do not fly.
    /// [drones 2.4]
    fn rebuild_copies(&self, engine: &mut Engine, seat: Seat) {
        if engine.game.turn.round < 2 {
            return;
        }
        let hangar = self.hangars[seat.index()];
        let drones = engine.game.zones.row(self.row(seat, 0), LANES.into());
        let cards = drones.iter().map(|drone| engine.game.object(*drone).card);
        let flying: ArrayVec<CardId, OBJECTS> = cards.take(OBJECTS).collect();
        for at in 0..engine.game.zone(hangar).len() {
            let id = engine.game.zone(hangar)[at];
            let reader = engine.reader();
            let (has, limit) = (reader.value(id, self.copies), reader.value(id, self.limit));
            if has >= limit * COPY {
                continue;
            }
            let card = reader.game.object(id).card;
            let copies = flying.iter().filter(|flying| **flying == card).count() as i16;
            let most = (limit - copies).max(0) * COPY;
            let by = reader.value(id, self.rebuild).min(most - has);
            if by > 0 {
                self.add_copies(engine, id, by);
            }
        }
    }

    fn give_momentum(&self, engine: &mut Engine) {
        let lanes = self.lanes_controlled(&engine.reader());
        if lanes[0] != lanes[1] {
            let seat = if lanes[0] > lanes[1] { Seat::ONE } else { Seat::TWO };
            engine.change_counter(seat, self.momentum, 1);
        }
    }

    fn draw_up(&self, engine: &mut Engine, seat: Seat) {
        let deck = engine.catalog.rules.zone_of(Role::Deck, seat);
        let hand = self.hands[seat.index()];
        let mut missing = self.hand_size(engine, seat).saturating_sub(engine.game.zone(hand).len());
        while missing > 0 {
            if engine.game.zone(deck).is_empty() {
                self.renew_deck(engine, seat);
            }
            let count = missing.min(engine.game.zone(deck).len());
            if count == 0 {
                return;
            }
            engine.deal(deck, hand, count);
            missing -= count;
        }
    }

    /// An empty deck is made anew from the discard pile. [drones 2.6]
    pub(super) fn renew_deck(&self, engine: &mut Engine, seat: Seat) {
        let rules = &engine.catalog.rules;
        let (deck, pile) = (rules.zone_of(Role::Deck, seat), rules.zone_of(Role::Discard, seat));
        if engine.game.zone(pile).is_empty() {
            return;
        }
        engine.deal(pile, deck, usize::MAX);
        engine.shuffle(deck);
        engine.emit(Event::new(Kind::Reshuffled, seat).places(pile, deck));
    }

    /// From round 2, shields go to one's own sections, one at a time.
    /// [drones 2.1]
    fn ask_shields(&self, engine: &mut Engine, seat: Seat) -> bool {
        if engine.game.turn.round < 2 {
            return false;
        }
        // The count is kept one too high, so that 0 means "not begun".
        if engine.game.turn.memo[LEFT] == 0 {
            let points = self.system(&engine.reader(), seat, RECHARGE).max(0);
            engine.game.turn.memo[LEFT] = points + 1;
        }
        let mut open = Mask::EMPTY;
        let reader = engine.reader();
        for lane in 0..LANES {
            let Some(section) = self.section(&reader, seat, lane) else { continue };
            let card = reader.game.object(section).card;
            let most = reader.catalog.card(card).attribute(self.shields);
            if reader.value(section, self.shields) < most && reader.value(section, self.hull) > 0 {
                open.insert(section);
            }
        }
        if engine.game.turn.memo[LEFT] <= 1 || open.is_empty() {
            engine.game.turn.memo[LEFT] = 0;
            return false;
        }
        engine.game.turn.memo[LEFT] -= 1;
        let step = Work::step(ALLOCATED, seat);
        if open.len() == 1 {
            let only = open.iter().next().map(|id| engine.game.handle(id));
            engine.interrupt(step.it(only.unwrap_or_default()));
            return true;
        }
        engine.interrupt(step);
        let mut prompt = Prompt::new(seat, Ask::Objects, Reason::Frame(ASK_SHIELD));
        prompt.candidates = open;
        engine.ask(prompt);
        true
    }

    pub(super) fn allocated(&self, engine: &mut Engine, work: Work) {
        let section = engine.game.pending.answer.first().copied().unwrap_or(work.it);
        engine.game.pending.answer.clear();
        if engine.game.is_same(section) {
            engine.gain(section.id, self.shields, 1);
        }
    }

    fn open_deployment(&self, engine: &mut Engine) {
        let system = if engine.game.turn.round < 2 { INITIAL } else { BUDGET };
        for seat in Seat::BOTH {
            let budget = self.system(&engine.reader(), seat, system);
            engine.set_counter(seat, self.deployment, budget);
        }
        self.open_turns(engine);
    }

    fn open_turns(&self, engine: &mut Engine) {
        let first = self.first(engine);
        engine.game.turn.memo[PASSED] = 0;
        engine.game.turn.memo[TAKEN] = 0;
        engine.game.turn.memo[AGAIN] = 0;
        engine.game.turn.decider = first;
        engine.game.turn.active = first;
    }

    /// A turn is over when its chain is: the win is tested, the acting player
    /// first; then the other's turn, unless the actor goes again or the other
    /// has passed. [drones 1.3] [drones 2.5]
    fn close_turn(&self, engine: &mut Engine) -> Flow {
        let (seat, passed) = (engine.game.turn.decider, engine.game.turn.memo[PASSED]);
        let has_passed = |seat: Seat| passed >> seat.0 & 1 == 1;
        // A pass changes nothing since the last test.
        if !has_passed(seat) && self.test_win(engine) {
            return Flow::Wait;
        }
        if engine.game.turn.memo[TAKEN] == 0 {
            return Flow::Wait;
        }
        engine.game.turn.memo[TAKEN] = 0;
        if passed == 3 {
            self.close_phase(engine);
            return Flow::Go;
        }
        let again = std::mem::take(&mut engine.game.turn.memo[AGAIN]) != 0;
        let stays = (again || has_passed(seat.other())) && !has_passed(seat);
        let next = if stays { seat } else { seat.other() };
        engine.game.turn.decider = next;
        engine.game.turn.active = next;
        Flow::Wait
    }

    /// Whether somebody has won, the acting player asked first. [drones 1.3]
    fn test_win(&self, engine: &mut Engine) -> bool {
        let actor = engine.game.turn.actor;
        for seat in [actor, actor.other()] {
            if self.is_beaten(&engine.reader(), seat.other()) {
                engine.win_game(seat);
                return true;
            }
        }
        false
    }

    fn close_phase(&self, engine: &mut Engine) {
        if engine.game.turn.phase == DEPLOY {
            for seat in Seat::BOTH {
                engine.set_counter(seat, self.deployment, 0);
            }
            engine.game.turn.memo[LEAVER] = 0;
            engine.game.turn.phase = ACTION;
            self.open_turns(engine);
            return;
        }
        if engine.game.turn.memo[LEAVER] > 0 {
            engine.game.turn.memo[FIRST] = engine.game.turn.memo[LEAVER] - 1;
        }
        engine.game.turn.memo[LEAVER] = 0;
        engine.game.turn.memo[PASSED] = 0;
        self.open_round(engine);
    }
}
