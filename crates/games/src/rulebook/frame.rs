//! The general frame: everything a game adds to the machine, from its rulebook.

use onplay_engine::card::{Timing, Verb};
use onplay_engine::compile::Catalog;
use onplay_engine::frame::{DeckList, Flow, Frame, Grant};
use onplay_engine::id::{
    AbilityId, CardId, CounterId, Handle, ObjectId, PhaseId, Seat, ZoneId, ZoneKind,
};
use onplay_engine::mask::Bits;
use onplay_engine::mutate::{END, Engine};
use onplay_engine::query::{Reader, Scope};
use onplay_engine::rulebook::{Entrance, Idle, Offer, OfferShape, Role, Section, WAYS};
use onplay_engine::state::{Action, Game, Task, Why, Work};

use super::{actions, checks, course, stack};

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
    /// What the ways to pay for a card are called.
    ways: Vec<Option<String>>,
    /// The clauses that triggers and standing rules are, as citations.
    clauses: Vec<(AbilityId, usize)>,
    /// What comes of passing, by the clause that says so.
    on_passing: Vec<(AbilityId, String)>,
    /// By operation of the flow: passing there is the end of a turn.
    ends_turn: Vec<bool>,
    /// Players respond to what waits on a stack.
    has_stack: bool,
    /// Of several abilities players name the object first.
    asks_which: bool,
    /// How many verbs special actions can have.
    special_actions: usize,
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
        let price = catalog.rules.price.and_then(|(_, counter)| rulebook.payment(counter));
        let ways = price.into_iter().flat_map(|one| &one.ways).map(|way| way.words.clone());
        let on_passing = rulebook.on_passing.iter().filter_map(|(number, words)| {
            catalog.clause(*number).map(|ability| (ability, words.clone()))
        });
        let ends_turn = (0..rulebook.flow.len()).map(|at| course::ends_turn(rulebook, at));
        let clauses = rulebook.cited.iter().filter_map(|(number, citation)| {
            catalog.clause(*number).map(|ability| (ability, usize::from(*citation)))
        });
        let asks_which = catalog.rules.policy.ask_which;
        let special = |offer: &Offer| matches!(offer.shape, OfferShape::Special(_));
        let last_special = rulebook.offers.iter().rposition(special).map_or(0, |last| last + 1);
        let special_actions = if asks_which { rulebook.offers.len() + 1 } else { last_special };
        RulebookFrame {
            has_stack: stack::is_on(catalog),
            asks_which,
            special_actions,
            clauses: clauses.collect(),
            on_passing: on_passing.collect(),
            ends_turn: ends_turn.collect(),
            stages: rulebook.stages.iter().map(|stage| stage.name.to_lowercase()).collect(),
            names: rulebook.offers.iter().map(|offer| offer.name.clone()).collect(),
            citations: rulebook.citations.clone(),
            labels: catalog.rules.zones.iter().map(|zone| zone.label.clone()).collect(),
            questions: questions.collect(),
            passes: passes.collect(),
            ways: ways.collect(),
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
        for section in &catalog.rulebook.decks {
            lay_missing(engine, decks, section);
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

    /// Stages lie on the agenda; on the pile lies only what waits for the stack.
    fn step(&self, engine: &mut Engine, work: Work) {
        stack::step(engine, work);
    }

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

    fn default_place(&self, reader: &Reader, object: ObjectId, seat: Seat) -> ZoneId {
        match entrance(reader, reader.game.object(object).card).and_then(|one| one.cards) {
            Some(kind) => open_place(reader, kind, seat)
                .unwrap_or_else(|| reader.catalog.rules.zone(kind, seat, 0)),
            None => first_with_room(reader, seat).unwrap_or(ZoneId::OUTSIDE),
        }
    }

    fn token_place(&self, reader: &Reader, card: CardId, seat: Seat) -> Option<ZoneId> {
        match entrance(reader, card).and_then(|one| one.tokens) {
            Some(kind) => open_place(reader, kind, seat),
            None => first_with_room(reader, seat),
        }
    }

    /// What is attached from elsewhere comes into play where its type does, on the
    /// side of whoever it is attached to.
    fn equip(&self, engine: &mut Engine, attachment: ObjectId, host: ObjectId) {
        let object = engine.game.object(attachment);
        if !engine.catalog.rules.is_in_play(object.zone) {
            let seat = engine.game.object(host).controller;
            let place = self.default_place(&engine.reader(), attachment, seat);
            if place == ZoneId::OUTSIDE
                || !engine.move_to(attachment, Verb::Enter, place, onplay_engine::mutate::END)
            {
                return;
            }
        }
        engine.attach(attachment, host);
    }

    /// What comes into play has the statuses that the rulebook says.
    fn entered(&self, engine: &mut Engine, id: ObjectId) {
        let catalog = engine.catalog;
        if catalog.rulebook.enters.is_empty() {
            return;
        }
        let object = engine.game.object(id);
        let types = catalog.card(object.card).types;
        let kind = catalog.rules.kind(object.zone).index();
        for enters in &catalog.rulebook.enters {
            let fits = enters.types & types != 0
                && enters.zones >> kind & 1 == 1
                && (enters.unless == 0 || engine.game.keywords(catalog, id) & enters.unless == 0);
            if fits {
                engine.game.object_mut(id).flags |= 1 << enters.flag.0;
            }
        }
    }

    fn counter(&self, reader: &Reader, seat: Seat, counter: CounterId) -> i16 {
        reader.payable(seat, counter).unwrap_or_else(|| reader.game.counter(seat, counter))
    }

    fn spend(&self, engine: &mut Engine, seat: Seat, counter: CounterId, amount: i16) {
        if !engine.pay_by_rule(seat, counter, amount) {
            engine.change_counter(seat, counter, -amount);
        }
    }

    /// What must choose needs something to choose, what only draws a card to draw,
    /// where the policy says so.
    fn is_idle(&self, engine: &Engine, work: &Work) -> bool {
        engine.policy().idle == Idle::Silent
            && !engine.reader().can_begin(work.ability, &Scope::work(work))
    }

    fn can_draw(&self, reader: &Reader, seat: Seat) -> bool {
        let rules = &reader.catalog.rules;
        rules.policy.idle != Idle::Silent
            || !reader.game.zones.is_empty(rules.zone_of(Role::Deck, seat))
    }

    fn paid(&self, engine: &mut Engine, work: &Work) {
        if stack::is_on(engine.catalog) {
            stack::paid(engine, work);
        }
    }

    fn draw_from_empty(&self, engine: &mut Engine, seat: Seat) {
        course::renew_deck(engine, seat);
    }

    fn renew_deck(&self, engine: &mut Engine, seat: Seat) -> bool {
        course::renew_deck(engine, seat);
        let deck = engine.catalog.rules.zone_of(Role::Deck, seat);
        !engine.game.zones.is_empty(deck)
    }

    fn manner(&self, at: u8) -> Option<&str> {
        if at == u8::MAX {
            return None;
        }
        self.ways.get(usize::from(at % WAYS))?.as_deref()
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
        let of_several = (self.asks_which && number == self.names.len()).then_some("use");
        self.names.get(number).map(String::as_str).or(of_several)
    }

    fn special_actions(&self) -> usize {
        self.special_actions
    }

    fn questions(&self) -> &'static [&'static str] {
        &["which of its abilities?"]
    }

    fn pass_words(&self, game: &Game) -> Option<&str> {
        if self.has_stack && !game.pending.stack.is_empty() {
            return None;
        }
        let work = game.pending.agenda.last()?;
        self.passes.get(usize::from(work.cursor))?.as_deref()
    }

    fn past_pass_words(&self) -> Option<&str> {
        let mut named = self.passes.iter().flatten();
        let first = named.next()?;
        (!self.has_stack && named.all(|other| other == first)).then_some(first)
    }

    fn consequence(&self, reader: &Reader, action: Action) -> Option<&str> {
        match action {
            Action::Pass if stack::is_waiting(reader.catalog, reader.game) => {
                Some("the top of the stack resolves")
            }
            Action::Pass => {
                let scope = Scope::of(Handle::NONE, reader.game.turn.decider);
                let mut clauses = self.on_passing.iter();
                let comes = clauses.find(|(ability, _)| {
                    reader.condition_holds(reader.catalog.ability(*ability), &scope)
                });
                let cursor = reader.game.pending.agenda.last().map_or(0, |work| work.cursor);
                let ends = self.ends_turn.get(usize::from(cursor)).is_some_and(|ends| *ends);
                let plain = ends.then_some("your turn ends");
                comes.map(|(_, words)| words.as_str()).or(plain)
            }
            Action::Play { place, .. } | Action::Move { place, .. }
                if place != ZoneId::OUTSIDE && !reader.game.zones.is_empty(place) =>
            {
                actions::replaces(reader, action)
            }
            _ => None,
        }
    }

    fn action_words(&self, reader: &Reader, action: Action) -> Option<&str> {
        let name = actions::words(reader, action)?;
        self.names.iter().find(|known| *known == name).map(String::as_str)
    }

    fn question_of(&self, ability: AbilityId) -> Option<&str> {
        self.questions.iter().find(|(known, _)| *known == ability).map(|(_, words)| words.as_str())
    }

    fn clause_of(&self, ability: AbilityId) -> Option<&str> {
        let (_, citation) = self.clauses.iter().find(|(known, _)| *known == ability)?;
        self.citations.get(*citation).map(String::as_str)
    }

    /// What was stopped before it did anything goes where used cards go.
    fn cancelled(&self, engine: &mut Engine, item: Work) {
        if stack::is_on(engine.catalog) {
            stack::stopped(engine, item);
        } else if engine.game.is_same(item.source) {
            let owner = engine.game.object(item.source.id).owner;
            let discard = engine.catalog.rules.zone_of(Role::Discard, owner);
            engine.move_to(item.source.id, Verb::Put, discard, END);
        }
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

/// Lays out what stands for a section that a deck does not have. What both players
/// share is laid out once, if neither brings it.
fn lay_missing(engine: &mut Engine, decks: &[DeckList; 2], section: &Section) {
    let Some(kind) = section.otherwise else { return };
    let catalog = engine.catalog;
    let is_shared = catalog.rules.zones.get(section.zone.index()).is_some_and(|one| !one.per_seat);
    let seats = if is_shared { &Seat::BOTH[..1] } else { &Seat::BOTH[..] };
    for seat in seats {
        let has = |seat: Seat| decks[seat.index()].cards(&section.name).next().is_some();
        if has(*seat) || is_shared && has(seat.other()) {
            continue;
        }
        let cards = (0..catalog.cards.len()).map(|number| CardId(number as u16));
        let of_type = cards.filter(|card| catalog.card(*card).has_type(kind));
        let zone = catalog.rules.zone(section.zone, *seat, 0);
        engine.lay(of_type, *seat, zone);
    }
}

/// Where a card of some type comes into play.
fn entrance(reader: &Reader, card: CardId) -> Option<Entrance> {
    let types = reader.catalog.cards.get(card.index())?.types;
    Bits(types.into()).find_map(|kind| {
        let entrance = reader.catalog.rules.entrances.get(usize::from(kind))?;
        entrance.cards.or(entrance.tokens).map(|_| *entrance)
    })
}

/// The first place of a seat's zone that has room.
fn open_place(reader: &Reader, kind: ZoneKind, seat: Seat) -> Option<ZoneId> {
    let rules = &reader.catalog.rules;
    let places = rules.places_of(kind) & rules.places_of_seat(seat);
    Bits(places).map(|place| ZoneId(place as u8)).find(|place| !reader.is_full(*place))
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
        .filter(|(_, zone)| zone.in_play || zone.role == Role::Hand)
        .map(|(kind, _)| count(ZoneKind(kind as u16)))
        .sum()
}
