//! The lab: a neutral sandbox with lanes, for trying cards and policies.
//!
//! Players take turns; in a turn they play, move, attack and activate as long
//! as they like, then pass. Nothing is drawn and nothing regrows, so that a
//! scenario sees only what it set up.

use onplay_engine::card::{Limit, Timing, Verb};
use onplay_engine::compile::Catalog;
use onplay_engine::event::{Event, Kind};
use onplay_engine::frame::{DeckList, Flow, Frame};
use onplay_engine::id::{AttributeId, Class, ObjectId, PhaseId, Seat, TypeId, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::mutate::{END, Engine, Expiry};
use onplay_engine::query::{Listing, Reader};
use onplay_engine::rulebook::{Checks, Placement, Role};
use onplay_engine::state::{Action, Game, Task, Why, Work};

/// The frame of the lab, with the symbols it needs.
pub struct Lab {
    attack: Option<AttributeId>,
    spell: Option<TypeId>,
    turn: Option<PhaseId>,
}

impl Lab {
    /// Finds the lab's words in a catalog.
    pub fn new(catalog: &Catalog) -> Self {
        let names = &catalog.names;
        Lab {
            attack: names.find(Class::Attribute, "attack").map(AttributeId),
            spell: names.find(Class::Type, "Spell").map(TypeId),
            turn: names.find(Class::Phase, "turn").map(PhaseId),
        }
    }

    fn is_spell(&self, reader: &Reader, id: ObjectId) -> bool {
        let card = reader.catalog.card(reader.game.object(id).card);
        self.spell.is_some_and(|spell| card.has_type(spell))
    }
}

/// A game in the lab ends drawn after this number of turns.
const TURNS: u16 = 60;

/// The clause about responses.
const NO_RESPONSES: u16 = 0;

// The steps of an attack and of playing a card.
const STRIKE: u8 = 1;
const STRUCK: u8 = 2;
const PLAYED: u8 = 3;
const DISCARD: u8 = 4;
const RESOLVED: u8 = 5;
const ENTER: u8 = 6;

impl Frame for Lab {
    fn lay_out(&self, engine: &mut Engine, decks: &[DeckList; 2]) {
        for seat in Seat::BOTH {
            let deck = engine.catalog.rules.zone_of(Role::Deck, seat);
            engine.lay(decks[seat.index()].cards("main"), seat, deck);
        }
    }

    fn begin(&self, engine: &mut Engine) {
        for seat in Seat::BOTH {
            engine.shuffle(engine.catalog.rules.zone_of(Role::Deck, seat));
            engine.draw_cards(seat, 5);
        }
        self.stage(engine, Seat::ONE);
    }

    fn stage(&self, engine: &mut Engine, active: Seat) {
        engine.begin_turn(active);
        engine.game.turn.decider = active;
    }

    fn actions(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let seat = reader.game.turn.decider;
        let hand = reader.catalog.rules.zone_of(Role::Hand, seat);
        let listing = reader.listing(seat);
        for id in reader.game.zone(hand).iter().filter(|id| listing.can_play(**id)) {
            offer_play(self, reader, &listing, seat, *id, actions);
        }
        for id in listing.playable_elsewhere() {
            offer_play(self, reader, &listing, seat, id, actions);
        }
        for zone in own_lanes(reader, seat) {
            for id in reader.game.zone(zone) {
                offer_unit(reader, &listing, seat, *id, actions);
            }
        }
        actions.push(Action::Pass);
    }

    fn act(&self, engine: &mut Engine, action: Action) {
        let seat = engine.game.turn.decider;
        match action {
            Action::Pass => next_turn(self, engine, seat),
            Action::Play { object, place, .. } => play(self, engine, seat, object, place),
            Action::Move { object, place, .. } => {
                engine.move_to(object, Verb::Shift, place, END);
                exhaust(engine, object);
            }
            Action::Attack { attacker, target } => {
                let (one, two) = (engine.game.handle(attacker), engine.game.handle(target));
                engine.engage(one, two);
                let strike = Work::step(STRIKE, seat).source(one).it(two);
                let struck = Work::step(STRUCK, seat).source(one).it(two);
                engine.sequence(&[strike, struck]);
                engine.emit(Event::new(Kind::Attacks, seat).object(one).other(two));
            }
            Action::Activate { object, ability } => {
                let handle = engine.game.handle(object);
                engine.start_activated(seat, object, ability);
                engine.emit(Event::new(Kind::Activated, seat).object(handle));
            }
            _ => {}
        }
    }

    fn step(&self, engine: &mut Engine, work: Work) {
        match work.task {
            Task::Step(STRIKE) => strike(self, engine, work),
            Task::Step(STRUCK) => {
                let event = Event::new(Kind::Attacked, work.controller)
                    .object(work.source)
                    .other(work.it)
                    .amount(engine.game.turn.memo[0]);
                engine.emit(event);
            }
            Task::Step(PLAYED) => {
                let event = Event::new(Kind::Played, work.controller).object(work.source);
                engine.emit(event.places(work.place, ZoneId::OUTSIDE));
            }
            Task::Step(ENTER) => enter(engine, &work),
            Task::Step(DISCARD) => {
                let rules = &engine.catalog.rules;
                let rule = rules.zone_rule(engine.game.object(work.source.id).zone);
                // What it has done with itself stays so.
                if rule.is_some_and(|rule| rule.role == Role::Stack) {
                    let to = rules.zone_of(Role::Discard, work.controller);
                    engine.move_to(work.source.id, Verb::Put, to, END);
                }
            }
            Task::Step(RESOLVED) => {
                engine.resolve_top();
            }
            _ => {}
        }
    }

    fn advance(&self, engine: &mut Engine) -> Flow {
        if engine.policy().checks == Checks::Priority && engine.check_state() {
            return Flow::Go;
        }
        if engine.policy().placement == Placement::Stack && engine.stack_triggers() {
            return Flow::Go;
        }
        // Nobody responds in the lab: the top resolves at once.
        if !engine.game.pending.stack.is_empty() {
            engine.resolve_top();
            return Flow::Go;
        }
        Flow::Wait
    }

    fn refusal(&self, reader: &Reader, action: Action) -> Option<Why> {
        let seat = reader.game.turn.decider;
        match action {
            Action::Play { object, place, .. } => reader.play_obstacle(seat, object, place),
            Action::Activate { object, ability } => reader.activate_obstacle(seat, object, ability),
            Action::Move { object, place, .. } => reader.move_obstacle(object, place),
            Action::Attack { attacker, target } => reader.attack_obstacle(attacker, target),
            _ => None,
        }
    }

    /// Nobody responds in the lab.
    fn timing_obstacle(&self, _reader: &Reader, _seat: Seat, timing: Timing) -> Option<Why> {
        (timing == Timing::Response).then_some(Why::Rule(NO_RESPONSES))
    }

    fn clauses(&self) -> &'static [&'static str] {
        &["nobody responds in the lab"]
    }

    fn token_place(
        &self,
        reader: &Reader,
        _card: onplay_engine::id::CardId,
        seat: Seat,
    ) -> Option<ZoneId> {
        own_lanes(reader, seat).find(|zone| !reader.is_full(*zone))
    }

    fn default_place(&self, reader: &Reader, _object: ObjectId, seat: Seat) -> ZoneId {
        own_lanes(reader, seat).find(|zone| !reader.is_full(*zone)).unwrap_or(ZoneId::OUTSIDE)
    }

    fn evaluate(&self, reader: &Reader, seat: Seat) -> i32 {
        let count = |seat| {
            own_lanes(reader, seat).map(|zone| reader.game.zone(zone).len() as i32).sum::<i32>()
        };
        count(seat) - count(seat.other())
    }

    fn consequence(&self, _reader: &Reader, action: Action) -> Option<&str> {
        (action == Action::Pass).then_some("your turn ends")
    }

    fn phase_name(&self, _game: &Game) -> &'static str {
        "main"
    }
}

fn own_lanes<'a>(reader: &Reader<'a>, seat: Seat) -> impl Iterator<Item = ZoneId> + use<'a> {
    let rules = &reader.catalog.rules;
    Bits(rules.in_play() & rules.places_of_seat(seat)).map(|zone| ZoneId(zone as u8))
}

/// Offers the ways to play a card that can be played.
fn offer_play(
    lab: &Lab,
    reader: &Reader,
    listing: &Listing,
    seat: Seat,
    id: ObjectId,
    actions: &mut Vec<Action>,
) {
    if lab.is_spell(reader, id) {
        actions.push(Action::Play { object: id, place: ZoneId::OUTSIDE, at: 0 });
        return;
    }
    for zone in own_lanes(reader, seat) {
        if !reader.is_full(zone) && listing.deploy_obstacle(id, zone).is_none() {
            actions.push(Action::Play { object: id, place: zone, at: u8::MAX });
        }
    }
}

fn offer_unit(
    reader: &Reader,
    listing: &Listing,
    seat: Seat,
    id: ObjectId,
    actions: &mut Vec<Action>,
) {
    let object = reader.game.object(id);
    let tired = reader.catalog.rules.exhausted.is_some_and(|flag| object.has(flag));
    if !tired {
        let rules = &reader.catalog.rules;
        for zone in Bits(rules.adjacent(object.zone) & rules.places_of_seat(seat)) {
            let place = ZoneId(zone as u8);
            if !reader.is_full(place) && listing.shift_obstacle(id, place).is_none() {
                actions.push(Action::Move { object: id, place, at: u8::MAX });
            }
        }
        if let Some(front) = rules.opposite(object.zone) {
            for target in reader.game.zone(front) {
                if listing.attack_obstacle(id, *target).is_none() {
                    actions.push(Action::Attack { attacker: id, target: *target });
                }
            }
        }
    }
    for number in Bits(listing.usable(id)) {
        actions.push(Action::Activate { object: id, ability: number as u8 });
    }
}

/// Playing: out of the hand, pay, enter or resolve, then everybody is notified that it
/// was played.
fn play(lab: &Lab, engine: &mut Engine, seat: Seat, id: ObjectId, place: ZoneId) {
    let Some(way) = engine.reader().way_to_play(seat, id) else { return };
    let from = engine.game.object(id).zone;
    engine.pay_for_card(seat, id, way.price);
    let is_spell = lab.is_spell(&engine.reader(), id);
    let is_direct = !engine.has_additional_costs(id) && way.then.is_none();
    if !is_spell && is_direct {
        engine.move_to(id, Verb::Deploy, place, END);
        let handle = engine.game.handle(id);
        engine.interrupt(Work::step(PLAYED, seat).source(handle).place(from));
        return;
    }
    let stack = engine.catalog.rules.zone_of(Role::Stack, seat);
    engine.move_to(id, Verb::Put, stack, END);
    let handle = engine.game.handle(id);
    engine.start_consequence(seat, &way);
    if is_spell {
        engine.interrupt(Work::step(PLAYED, seat).source(handle).place(from));
        engine.interrupt(Work::step(DISCARD, seat).source(handle));
        engine.start_played(seat, id);
    } else {
        let number = i16::from(from.0);
        engine.interrupt(Work { number, ..Work::step(ENTER, seat).source(handle).place(place) });
    }
    engine.start_additional_costs(seat, id);
}

/// A unit whose additional costs are paid comes into play.
fn enter(engine: &mut Engine, work: &Work) {
    if !engine.game.is_same(work.source) {
        return;
    }
    let id = work.source.id;
    engine.move_to(id, Verb::Deploy, work.place, END);
    let played = Work::step(PLAYED, work.controller).source(engine.game.handle(id));
    engine.interrupt(played.place(ZoneId(work.number as u8)));
}

fn exhaust(engine: &mut Engine, id: ObjectId) {
    if let Some(flag) = engine.catalog.rules.exhausted {
        engine.set_flag(id, flag, true);
    }
}

fn strike(lab: &Lab, engine: &mut Engine, work: Work) {
    engine.game.turn.memo[0] = 0;
    let both = engine.game.is_same(work.source) && engine.game.is_same(work.it);
    if !both {
        return;
    }
    exhaust(engine, work.source.id);
    let amount = lab.attack.map_or(0, |attack| engine.reader().value(work.source.id, attack));
    let through = engine.damage(work.it.id, amount, 0, work.source);
    engine.game.turn.memo[0] = through;
}

fn next_turn(lab: &Lab, engine: &mut Engine, seat: Seat) {
    engine.expire(Expiry::TurnEnd(seat));
    if engine.game.turn.number >= TURNS {
        engine.draw_game();
        return;
    }
    let next = seat.other();
    engine.begin_turn(next);
    engine.game.turn.decider = next;
    engine.expire(Expiry::TurnStart(next));
    engine.reset_limits(Limit::OncePerTurn);
    if let Some(flag) = engine.catalog.rules.exhausted {
        // A player's lanes lie side by side.
        let rules = &engine.catalog.rules;
        let lanes = rules.in_play() & rules.places_of_seat(next);
        let first = ZoneId(lanes.trailing_zeros() as u8);
        engine.ready((first, lanes.count_ones() as usize), 1 << flag.0);
    }
    if let Some(phase) = lab.turn {
        engine.begin_phase(phase, next);
    }
}
