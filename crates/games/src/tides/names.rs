//! The words of the game, found once, and what the machine asks the frame.

use onplay_engine::card::{Timing, Verb};
use onplay_engine::compile::Catalog;
use onplay_engine::event::{Event, Kind};
use onplay_engine::frame::{DeckList, Flow, Frame, Grant};
use onplay_engine::id::{
    AttributeId, CardId, Class, CounterId, FlagId, ObjectId, PhaseId, Seat, TypeId, ZoneId,
    ZoneKind,
};
use onplay_engine::mutate::{END, Engine, Expiry};
use onplay_engine::query::Reader;
use onplay_engine::rulebook::Role;
use onplay_engine::state::{Action, Game, Object, ObjectSnapshot, Origin, Task, Why, Work};

use super::actions;

/// The frame of Tides, with the symbols it needs.
pub struct Tides {
    pub(super) energy: CounterId,
    pub(super) production: CounterId,
    pub(super) points: CounterId,
    /// The points that win: 12, or 25 where a game file says so.
    pub(super) goal: CounterId,
    /// Spark that outlived its character.
    pub(super) bonus: CounterId,
    /// The place of spark among the values that change.
    spark_value: usize,
    /// On dreamwell cards: 0 only comes in the first cycle, then by number.
    pub(super) cycle: AttributeId,
    /// On dreamwell cards: what production gains.
    pub(super) well: AttributeId,
    pub(super) character: TypeId,
    pub(super) reclaimed: FlagId,
    pub(super) protected: FlagId,
    pub(super) phases: Phases,
    pub(super) dreamwell: ZoneKind,
    /// Where its cards lie after they have flowed.
    pub(super) shallows: ZoneKind,
    /// By seat.
    places: [Places; 2],
    /// The dreamwell that is laid out when a deck brings none.
    pub(super) basic: Vec<CardId>,
    /// What a card costs to play.
    pub(super) cost: AttributeId,
}

/// Where the cards of one seat are; the stack is shared.
#[derive(Clone, Copy)]
pub(super) struct Places {
    pub deck: ZoneId,
    pub hand: ZoneId,
    pub battlefield: ZoneId,
    pub void: ZoneId,
    pub banished: ZoneId,
    pub stack: ZoneId,
}

/// The moments that cards can name.
pub(super) struct Phases {
    pub turn: PhaseId,
    pub judgment: PhaseId,
    pub dreamwell: PhaseId,
    pub draw: PhaseId,
    pub main: PhaseId,
    pub ending: PhaseId,
    pub end_of_turn: PhaseId,
}

// The turn machine, named as in the published design. [tides 1.3]
pub(super) const STARTING: u8 = 0;
pub(super) const JUDGMENT: u8 = 1;
pub(super) const DREAMWELL: u8 = 2;
pub(super) const DRAW: u8 = 3;
pub(super) const MAIN: u8 = 4;
pub(super) const ENDING: u8 = 5;
pub(super) const ENDING_FINISHED: u8 = 6;
pub(super) const FIRING_END: u8 = 7;

const PHASE_NAMES: [&str; 8] = [
    "starting",
    "judgment",
    "dreamwell",
    "draw",
    "main",
    "ending",
    "ending phase finished",
    "firing end of turn triggers",
];

// What the frame keeps in `game.turn.memo`.
/// Who may respond while something waits on the stack.
pub(super) const PRIORITY: usize = 0;
/// Extra Judgments, one number for each seat.
pub(super) const JUDGMENTS: usize = 4;
/// Extra turns, one number for each seat.
pub(super) const EXTRA: usize = 2;

// The verbs of special actions.
pub(super) const END_TURN: u8 = 0;
pub(super) const USE: u8 = 1;

// The clauses that refusals and the log cite.
pub(super) const NOT_NOW: u16 = 0;
pub(super) const ENERGY_SET: u16 = 1;
pub(super) const ONE_PASS: u16 = 2;
pub(super) const NO_ROOM: u16 = 3;
pub(super) const HAND_FULL: u16 = 4;
pub(super) const TURN_LIMIT: u16 = 5;
pub(super) const NO_WAY: u16 = 6;

const CLAUSES: [&str; 11] = [
    "only fast cards can be played now [tides 1.9]",
    "energy becomes production [tides 1.5]",
    "one pass resolves the top of the stack [tides 1.8]",
    "there is room for eight: the weakest is abandoned and its spark stays [tides 1.11]",
    "a hand holds ten: the draw becomes 1 energy [tides 1.6]",
    "after turn 50 the battle is a draw [tides 1.1]",
    "nothing lets it be played from there [tides 1.12]",
    "a rule: Judgment [tides 1.4]",
    "a rule: the draw of the turn [tides 1.3]",
    "the dreamwell [tides 1.5]",
    "a rule: the end of the turn [tides 1.3]",
];
/// Clauses that are behind what the rules do by themselves.
pub(super) const JUDGMENT_RULE: u16 = 7;
pub(super) const DRAW_RULE: u16 = 8;
pub(super) const DREAMWELL_RULE: u16 = 9;
pub(super) const END_RULE: u16 = 10;

impl Tides {
    /// Finds the game's words in a catalog.
    ///
    /// # Errors
    /// A word that the frame needs is missing, or a card has more than one
    /// text of its own to resolve.
    pub fn new(catalog: &Catalog) -> Result<Self, String> {
        let find = |class: Class, word: &str| {
            let missing = || format!("tides needs the {} `{word}`", class.word());
            catalog.names.find(class, word).ok_or_else(missing)
        };
        let counter = |word| find(Class::Counter, word).map(CounterId);
        let attribute = |word| find(Class::Attribute, word).map(AttributeId);
        let phase = |word| find(Class::Phase, word).map(PhaseId);
        let well_type = TypeId(find(Class::Type, "Dreamwell")?);
        let cards = || (0..catalog.cards.len()).map(|index| CardId(index as u16));
        let rules = &catalog.rules;
        let spark = rules.attributes.get(attribute("spark")?.index());
        let spark_value = spark.filter(|rule| rule.floor && rule.worn_by.is_none());
        let spark_value = spark_value.and_then(|rule| rule.live).map(usize::from);
        let frame = Tides {
            energy: counter("energy")?,
            production: counter("production")?,
            points: counter("points")?,
            goal: counter("goal")?,
            bonus: counter("spark-bonus")?,
            spark_value: spark_value.ok_or("tides needs a spark that changes, with a floor")?,
            cycle: attribute("cycle")?,
            well: attribute("flow")?,
            character: TypeId(find(Class::Type, "Character")?),
            reclaimed: FlagId(find(Class::Flag, "fleeting")?),
            protected: FlagId(find(Class::Flag, "protected")?),
            phases: Phases {
                turn: phase("turn")?,
                judgment: phase("judgment")?,
                dreamwell: phase("dreamwell")?,
                draw: phase("draw")?,
                main: phase("main")?,
                ending: phase("ending")?,
                end_of_turn: phase("end-of-turn")?,
            },
            dreamwell: ZoneKind(find(Class::Zone, "dreamwell")?),
            shallows: ZoneKind(find(Class::Zone, "shallows")?),
            places: Seat::BOTH.map(|seat| Places {
                deck: rules.zone_of(Role::Deck, seat),
                hand: rules.zone_of(Role::Hand, seat),
                battlefield: rules.zone_of(Role::Play, seat),
                void: rules.zone_of(Role::Discard, seat),
                banished: rules.zone_of(Role::Exile, seat),
                stack: rules.zone_of(Role::Stack, seat),
            }),
            basic: cards().filter(|card| catalog.card(*card).has_type(well_type)).collect(),
            cost: attribute("cost")?,
        };
        frame.check_cards(catalog)?;
        Ok(frame)
    }

    /// A card resolves once, so it has one text to resolve.
    fn check_cards(&self, catalog: &Catalog) -> Result<(), String> {
        // Clauses of a rulebook are on a card without a type.
        let cards = catalog.cards.iter().enumerate();
        for (index, card) in cards.filter(|(_, card)| card.types != 0) {
            let texts = card
                .abilities
                .iter()
                .filter(|ability| ability.when == onplay_engine::card::When::Played)
                .count();
            if texts > usize::from(!card.has_type(self.character)) {
                let name = catalog.names.word(Class::Card, index as u16);
                return Err(format!("`{name}` has a text that is neither trigger nor rule"));
            }
        }
        Ok(())
    }

    #[inline]
    pub(super) fn places(&self, seat: Seat) -> &Places {
        &self.places[seat.index()]
    }

    /// The spark of an object, as a reader works it out.
    #[inline]
    pub(super) fn spark_of(&self, object: &Object) -> i16 {
        let (value, bonus) = (object.values[self.spark_value], object.bonus[self.spark_value]);
        (i32::from(value) + i32::from(bonus)).clamp(0, i16::MAX.into()) as i16
    }

    /// The spark of a seat's characters with its bonus. [tides 1.4]
    #[inline(always)]
    pub(super) fn total_spark(&self, game: &Game, seat: Seat) -> i16 {
        let characters = game.zone(self.places(seat).battlefield).iter();
        let spark: i32 = characters.map(|id| i32::from(self.spark_of(game.object(*id)))).sum();
        let total = spark + i32::from(game.counter(seat, self.bonus));
        total.clamp(i16::MIN.into(), i16::MAX.into()) as i16
    }

    /// Where a card goes that has done its work or was prevented.
    pub(super) fn put_away(&self, engine: &mut Engine, id: ObjectId) {
        let object = engine.game.object(id);
        // Played by reclaim, it is banished when it leaves. [tides 1.12]
        if object.has(self.reclaimed) {
            let banished = self.places(object.owner).banished;
            engine.move_to(id, Verb::Exile, banished, END);
        } else {
            let void = self.places(object.owner).void;
            engine.move_to(id, Verb::Put, void, END);
        }
    }
}

impl Frame for Tides {
    fn lay_out(&self, engine: &mut Engine, decks: &[DeckList; 2]) {
        self.lay_cards(engine, decks);
    }

    fn begin(&self, engine: &mut Engine) {
        self.begin_battle(engine);
    }

    fn stage(&self, engine: &mut Engine, active: Seat) {
        let turn = engine.game.turn.number;
        engine.begin_turn(active);
        if turn > 0 {
            engine.game.turn.number = turn;
        }
        engine.game.turn.phase = MAIN;
        engine.game.turn.decider = active;
    }

    fn actions(&self, reader: &Reader, actions: &mut Vec<Action>) {
        self.offer(reader, actions);
    }

    fn act(&self, engine: &mut Engine, action: Action) {
        let seat = engine.game.turn.decider;
        match action {
            Action::Play { object, .. } => self.play(engine, seat, object),
            Action::Activate { object, ability } => self.activate(engine, seat, object, ability),
            Action::Special { verb: USE, object, .. } => self.ask_ability(engine, seat, object),
            Action::Special { verb: END_TURN, .. } => {
                engine.game.turn.phase = ENDING;
                engine.expire(Expiry::Phase(self.phases.ending, seat));
                engine.begin_phase(self.phases.ending, seat);
            }
            Action::Pass if !engine.game.pending.stack.is_empty() => self.resolve(engine),
            Action::Pass => engine.game.turn.phase = ENDING_FINISHED,
            _ => {}
        }
    }

    fn step(&self, engine: &mut Engine, work: Work) {
        self.do_step(engine, work);
    }

    fn advance(&self, engine: &mut Engine) -> Flow {
        if self.judge_again(engine) {
            Flow::Go
        } else if self.is_waiting(engine) {
            Flow::Wait
        } else {
            self.next_phase(engine)
        }
    }

    fn check(&self, engine: &mut Engine) -> bool {
        self.keep_eight(engine)
    }

    fn needs_full_check(&self, reader: &Reader, id: ObjectId) -> bool {
        self.is_crowded(reader.game, reader.game.object(id).zone)
    }

    fn refusal(&self, reader: &Reader, action: Action) -> Option<Why> {
        self.why_not(reader, action)
    }

    fn timing_obstacle(&self, reader: &Reader, seat: Seat, timing: Timing) -> Option<Why> {
        actions::timing_obstacle(reader, seat, timing)
    }

    fn is_phase(&self, reader: &Reader, phase: PhaseId) -> bool {
        let phases = &self.phases;
        let now = match reader.game.turn.phase {
            STARTING => phases.turn,
            JUDGMENT => phases.judgment,
            DREAMWELL => phases.dreamwell,
            DRAW => phases.draw,
            MAIN => phases.main,
            ENDING => phases.ending,
            _ => phases.end_of_turn,
        };
        now == phase
    }

    /// What is protected cannot be dissolved. [tides 1.12]
    fn cannot_be_destroyed(&self, _reader: &Reader, snapshot: &ObjectSnapshot) -> bool {
        snapshot.flags >> self.protected.0 & 1 == 1
    }

    fn cancelled(&self, engine: &mut Engine, item: Work) {
        if item.origin == Origin::Played && engine.game.is_same(item.source) {
            self.put_away(engine, item.source.id);
        }
    }

    /// First to the goal wins at once. [tides 1.1]
    fn counted(&self, engine: &mut Engine, seat: Seat, counter: CounterId) {
        if counter == self.points
            && engine.game.counter(seat, self.points) >= engine.game.counter(seat, self.goal)
        {
            engine.win_game(seat);
        }
    }

    /// What was chosen for an additional cost belongs to the card. [tides 1.7]
    fn paid(&self, engine: &mut Engine, work: &Work) {
        let item = engine.game.pending.stack.iter_mut().rfind(|item| item.source == work.source);
        if let Some(item) = item {
            item.number = work.number;
            item.result = work.result;
            item.it = work.it;
        }
    }

    fn draw_from_empty(&self, engine: &mut Engine, seat: Seat) {
        self.renew_from_void(engine, seat);
    }

    fn renew_deck(&self, engine: &mut Engine, seat: Seat) -> bool {
        self.renew_from_void(engine, seat);
        !engine.game.zones.is_empty(self.places(seat).deck)
    }

    /// Ten cards are a full hand; a further draw is energy. [tides 1.6]
    fn room_in_hand(&self, game: &Game, seat: Seat) -> usize {
        HAND.saturating_sub(game.zones.len(self.places(seat).hand))
    }

    fn draw_into_full(&self, engine: &mut Engine, seat: Seat) {
        engine.rule(HAND_FULL);
        engine.change_counter(seat, self.energy, 1);
    }

    fn grant(&self, engine: &mut Engine, grant: Grant) {
        match grant {
            Grant::ExtraTurn(seat) => engine.game.turn.memo[EXTRA + seat.index()] += 1,
            Grant::ExtraPhase(seat, phase) if phase == self.phases.judgment => {
                engine.game.turn.memo[JUDGMENTS + seat.index()] += 1;
            }
            _ => {}
        }
    }

    fn evaluate(&self, reader: &Reader, seat: Seat) -> i32 {
        let side = |seat: Seat| {
            let count = |counter| i32::from(reader.game.counter(seat, counter));
            let hand = reader.game.zones.len(self.places(seat).hand);
            count(self.points) * 12
                + i32::from(self.total_spark(reader.game, seat)) * 10
                + count(self.production) * 4
                + count(self.energy) * 2
                + hand as i32 * 5
        };
        side(seat) - side(seat.other())
    }

    fn verbs(&self) -> &'static [&'static str] {
        &["end turn", "use"]
    }

    fn questions(&self) -> &'static [&'static str] {
        &["which of its abilities?"]
    }

    /// One pass resolves the top of the stack; in Ending it lets the turn end.
    /// [tides 1.8] [tides 1.9]
    fn consequence(&self, reader: &Reader, action: Action) -> Option<&str> {
        match action {
            Action::Pass if !reader.game.pending.stack.is_empty() => {
                Some("the top of the stack resolves")
            }
            Action::Pass => Some("the turn ends"),
            _ => None,
        }
    }

    fn phase_name(&self, game: &Game) -> &'static str {
        PHASE_NAMES.get(usize::from(game.turn.phase)).copied().unwrap_or("main")
    }

    fn clauses(&self) -> &'static [&'static str] {
        &CLAUSES
    }
}

/// Cards that a hand holds.
pub(super) const HAND: usize = 10;

impl Tides {
    pub(super) fn do_step(&self, engine: &mut Engine, work: Work) {
        use super::{play, turn};
        match work.task {
            Task::Step(play::WHICH) => {
                self.activate(engine, work.controller, work.source.id, work.number as u8);
            }
            Task::Step(play::FINISH) => self.finish_card(engine, work.source),
            Task::Step(play::ARRIVE) => self.arrive(engine, work.controller, work.source),
            Task::Step(turn::JUDGED) => {
                engine.begin_phase(self.phases.judgment, work.controller);
            }
            Task::Step(turn::FLOWED) => self.put_away_well(engine, work.source),
            Task::Step(turn::FLOW) => self.flow(engine, work.controller, work.source),
            Task::Step(turn::WELL_EFFECT) => {
                self.well_effect(engine, work.controller, work.source);
            }
            _ => {}
        }
    }

    /// The deck is empty: the void becomes the deck, shuffled. [tides 1.6]
    fn renew_from_void(&self, engine: &mut Engine, seat: Seat) {
        let Places { void, deck, .. } = *self.places(seat);
        if engine.game.zones.is_empty(void) {
            return;
        }
        let mut stays = 0;
        for _ in 0..engine.game.zones.len(void) {
            let Some(id) = engine.game.zones.of(void).get(stays).copied() else { break };
            stays += usize::from(!engine.move_to(id, Verb::Put, deck, END));
        }
        engine.shuffle(deck);
        engine.emit(Event::new(Kind::Reshuffled, seat).places(void, deck));
    }
}
