//! Playing and resolving: pay, go to the stack, be heard, choose, resolve.

use onplay_engine::card::Verb;
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{Handle, ObjectId, Seat};
use onplay_engine::mutate::{END, Engine};
use onplay_engine::state::{Ask, Origin, Prompt, Reason, Stage, Task, Work};

use super::actions::usable;
use super::names::{ONE_PASS, PRIORITY, Tides};
use super::turn::CHARACTERS;

// The steps of playing and resolving.
pub(super) const WHICH: u8 = 1;
pub(super) const FINISH: u8 = 2;
pub(super) const ARRIVE: u8 = 3;

impl Tides {
    /// Pays, moves the card to the stack, is heard, then the questions: mode,
    /// targets, additional cost. The opponent gets priority. [tides 1.7]
    pub(super) fn play(&self, engine: &mut Engine, seat: Seat, id: ObjectId) {
        let Some(way) = engine.reader().way_to_play(seat, id) else { return };
        let from = engine.game.object(id).zone;
        engine.game.turn.memo[PRIORITY] = i16::from(seat.other().0);
        engine.pay_for_card(seat, id, way.price);
        let stack = self.places(seat).stack;
        engine.move_to(id, Verb::Put, stack, END);
        if way.exiled_on_leaving {
            engine.set_flag(id, self.reclaimed, true);
        }
        let handle = engine.game.handle(id);
        let played = Event::new(Kind::Played, seat).object(handle).places(from, stack);
        engine.emit(played.amount(way.price));
        // What is done first goes on the pile last.
        engine.start_consequence(seat, &way);
        // The card's additional costs are paid once its targets are chosen.
        engine.start_additional_costs(seat, id);
        self.put_on_stack(engine, seat, handle);
    }

    fn put_on_stack(&self, engine: &mut Engine, seat: Seat, handle: Handle) {
        let card = engine.game.object(handle.id).card;
        let text = engine.catalog.program.played[card.index()];
        let work = Work {
            origin: Origin::Played,
            to_stack: true,
            ..Work::new(Task::Ability, seat).source(handle)
        };
        match text {
            Some(ability) => engine.start(ability, work),
            None => engine.game.pending.stack.push(Work { stage: Stage::Resolving, ..work }),
        }
    }

    /// Activated abilities are items of the stack. [tides 1.8]
    pub(super) fn activate(&self, engine: &mut Engine, seat: Seat, id: ObjectId, number: u8) {
        let card = engine.game.object(id).card;
        let Some(ability) = engine.catalog.program.of(card).nth(usize::from(number)) else {
            return;
        };
        engine.game.turn.memo[PRIORITY] = i16::from(seat.other().0);
        let handle = engine.game.handle(id);
        engine.emit(Event::new(Kind::Activated, seat).object(handle));
        let work =
            Work { origin: Origin::Activated, to_stack: true, ..Work::new(Task::Ability, seat) };
        engine.start(ability, work.source(handle));
    }

    /// A character with several abilities: which one? [tides 2.1]
    pub(super) fn ask_ability(&self, engine: &mut Engine, seat: Seat, id: ObjectId) {
        let handle = engine.game.handle(id);
        let mut prompt = Prompt::new(seat, Ask::Option, Reason::Frame(0));
        prompt.source = handle;
        prompt.options = usable(&engine.reader(), seat, id);
        engine.interrupt(Work::step(WHICH, seat).source(handle));
        engine.ask(prompt);
    }

    /// One pass resolves the top; its controller then has priority.
    /// [tides 1.8]
    pub(super) fn resolve(&self, engine: &mut Engine) {
        let Some(item) = engine.game.pending.stack.last() else { return };
        let (controller, source) = (item.controller, item.source);
        let (played, silent) = (item.origin == Origin::Played, item.ability.is_none());
        engine.rule(ONE_PASS);
        engine.game.turn.memo[PRIORITY] = i16::from(controller.0);
        if played {
            let here = engine.game.is_same(source);
            let card = engine.catalog.card(engine.game.object(source.id).card);
            let arrives = here && card.has_type(self.character);
            if silent {
                // It has no text, so nothing comes before what becomes of it.
                engine.game.pending.stack.pop();
                if arrives {
                    self.arrive(engine, controller, source);
                } else {
                    self.finish_card(engine, source);
                }
                return;
            }
            let step = if arrives { ARRIVE } else { FINISH };
            engine.interrupt(Work::step(step, controller).source(source));
        }
        engine.resolve_top();
    }

    /// An event that has resolved goes to the void.
    pub(super) fn finish_card(&self, engine: &mut Engine, card: Handle) {
        let awaited = engine.game.pending.stack.iter().any(|item| item.source == card);
        if engine.game.is_same(card) && !awaited {
            self.put_away(engine, card.id);
        }
    }

    /// A character enters the battlefield; a ninth needs room. [tides 1.11]
    pub(super) fn arrive(&self, engine: &mut Engine, seat: Seat, card: Handle) {
        if !engine.game.is_same(card) {
            return;
        }
        let zone = self.places(seat).battlefield;
        let count = engine.game.zones.len(zone);
        if count >= CHARACTERS {
            engine.interrupt(Work::step(ARRIVE, seat).source(card));
            self.abandon_weakest(engine, seat, count);
            return;
        }
        let id = card.id;
        let reclaimed = engine.game.object(id).has(self.reclaimed);
        engine.move_to(id, Verb::Enter, zone, END);
        if reclaimed {
            engine.set_flag(id, self.reclaimed, true);
        }
    }
}
