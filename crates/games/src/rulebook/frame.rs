//! The general frame: everything a game adds to the machine, from its rulebook.

use onplay_engine::card::Timing;
use onplay_engine::compile::Catalog;
use onplay_engine::frame::{DeckList, Flow, Frame, Grant};
use onplay_engine::id::{AbilityId, CardId, Handle, ObjectId, PhaseId, Seat, ZoneId, ZoneKind};
use onplay_engine::mask::Bits;
use onplay_engine::mutate::Engine;
use onplay_engine::query::{Reader, Scope};
use onplay_engine::state::{Action, Game, Task, Why, Work};

use super::{actions, checks, course};

/// The frame of a game whose rules are text.
pub struct RulebookFrame {
    /// Names of stages in small letters, by number.
    stages: Vec<String>,
    /// Names of actions, by offer.
    names: Vec<String>,
    citations: Vec<String>,
    /// The words of questions, by the ability that asks.
    questions: Vec<(AbilityId, String)>,
    /// By zone: what its places are called.
    labels: Vec<Option<(String, u8)>>,
    /// What passing is called, by the operation of the flow that decides.
    passes: Vec<Option<String>>,
}

impl RulebookFrame {
    /// The frame of a catalog that has a rulebook.
    pub fn new(catalog: &Catalog) -> Self {
        use onplay_engine::rulebook::Flow;
        let rulebook = &catalog.rulebook;
        let questions = rulebook.questions.iter().filter_map(|(number, words)| {
            catalog.clause(*number).map(|ability| (ability, words.clone()))
        });
        let passes = rulebook.flow.iter().map(|flow| match flow {
            Flow::Decide(decision) => decision.pass.clone(),
            _ => None,
        });
        RulebookFrame {
            stages: rulebook.stages.iter().map(|stage| stage.name.to_lowercase()).collect(),
            names: rulebook.offers.iter().map(|offer| offer.name.clone()).collect(),
            citations: rulebook.citations.clone(),
            labels: catalog.rules.zones.iter().map(|zone| zone.label.clone()).collect(),
            questions: questions.collect(),
            passes: passes.collect(),
        }
    }
}

impl Frame for RulebookFrame {
    fn lay_out(&self, engine: &mut Engine, decks: &[DeckList; 2]) {
        let catalog = engine.catalog;
        for seat in Seat::BOTH {
            for section in &catalog.rulebook.decks {
                let zone = catalog.rules.zone(section.zone, seat, 0);
                engine.lay(decks[seat.index()].cards(&section.name), seat, zone);
            }
        }
    }

    fn begin(&self, engine: &mut Engine) {
        course::begin(engine);
    }

    fn stage(&self, engine: &mut Engine, active: Seat) {
        course::stage_by_hand(engine, active);
    }

    fn actions(&self, reader: &Reader, actions: &mut Vec<Action>) {
        actions::list(reader, actions);
    }

    fn act(&self, engine: &mut Engine, action: Action) {
        actions::act(engine, action);
    }

    /// Stages lie on the agenda; nothing of this frame lies on the pile.
    fn step(&self, _engine: &mut Engine, _work: Work) {}

    fn advance(&self, engine: &mut Engine) -> Flow {
        course::advance(engine)
    }

    fn overflow(&self, engine: &mut Engine) {
        course::break_chain(engine);
    }

    fn has_acted(&self, game: &Game, seat: Seat) -> bool {
        course::has_acted(game, seat)
    }

    fn check(&self, engine: &mut Engine) -> bool {
        checks::run(engine)
    }

    fn refusal(&self, reader: &Reader, action: Action) -> Option<Why> {
        actions::refusal(reader, action)
    }

    fn timing_obstacle(&self, reader: &Reader, seat: Seat, timing: Timing) -> Option<Why> {
        actions::timing_obstacle(reader, seat, timing)
    }

    fn is_phase(&self, reader: &Reader, phase: PhaseId) -> bool {
        let Some(wanted) = reader.catalog.rulebook.stage_of(phase) else { return false };
        reader
            .game
            .pending
            .agenda
            .iter()
            .any(|work| matches!(work.task, Task::Stage { stage, .. } if stage == wanted))
    }

    fn default_place(&self, reader: &Reader, _object: ObjectId, seat: Seat) -> ZoneId {
        first_with_room(reader, seat).unwrap_or(ZoneId::OUTSIDE)
    }

    fn token_place(&self, reader: &Reader, _card: CardId, seat: Seat) -> Option<ZoneId> {
        first_with_room(reader, seat)
    }

    fn grant(&self, engine: &mut Engine, grant: Grant) {
        course::grant(engine, grant);
    }

    fn evaluate(&self, reader: &Reader, seat: Seat) -> i32 {
        let Some(worth) = &reader.catalog.rulebook.worth else {
            return plain_worth(reader, seat) - plain_worth(reader, seat.other());
        };
        let of = |seat| reader.quantity(worth, &Scope::of(Handle::NONE, seat));
        of(seat) - of(seat.other())
    }

    fn verb(&self, number: usize) -> Option<&str> {
        self.names.get(number).map(String::as_str)
    }

    fn pass_words(&self, game: &Game) -> Option<&str> {
        let work = game.pending.agenda.last()?;
        self.passes.get(usize::from(work.cursor))?.as_deref()
    }

    fn action_words(&self, reader: &Reader, action: Action) -> Option<&str> {
        let name = actions::words(reader, action)?;
        self.names.iter().find(|known| *known == name).map(String::as_str)
    }

    fn question_of(&self, ability: AbilityId) -> Option<&str> {
        self.questions.iter().find(|(known, _)| *known == ability).map(|(_, words)| words.as_str())
    }

    fn phase_name(&self, game: &Game) -> &str {
        let stages = game.pending.agenda.iter().rev();
        let stage = { stages }.find_map(|work| match work.task {
            Task::Stage { stage, .. } => Some(usize::from(stage)),
            _ => None,
        });
        stage.and_then(|stage| self.stages.get(stage)).map_or("the end", String::as_str)
    }

    fn place_word(&self, kind: ZoneKind) -> Option<(&str, u8)> {
        let (letters, first) = self.labels.get(kind.index())?.as_ref()?;
        Some((letters, *first))
    }

    fn clause(&self, number: usize) -> Option<&str> {
        self.citations.get(number).map(String::as_str)
    }
}

/// The first place in play of a seat that has room.
fn first_with_room(reader: &Reader, seat: Seat) -> Option<ZoneId> {
    let rules = &reader.catalog.rules;
    let places = rules.in_play() & rules.places_of_seat(seat);
    Bits(places).map(|place| ZoneId(place as u8)).find(|place| !reader.is_full(*place))
}

/// What a rulebook without a worth weighs: cards in play and in hand.
fn plain_worth(reader: &Reader, seat: Seat) -> i32 {
    let rules = &reader.catalog.rules;
    let count = |kind: ZoneKind| {
        let places = rules.places_of(kind) & rules.places_of_seat(seat);
        Bits(places).map(|place| reader.game.zones.len(ZoneId(place as u8)) as i32).sum::<i32>()
    };
    let zones = rules.zones.iter().enumerate();
    zones
        .filter(|(_, zone)| zone.in_play || zone.role == onplay_engine::rulebook::Role::Hand)
        .map(|(kind, _)| count(ZoneKind(kind as u16)))
        .sum()
}
