//! Drones: two ships, three lanes, and chains of reactions that resolve depth
//! first. The clauses are those of `games/drones/rules.md`.

mod actions;
mod attack;
mod board;
mod play;
mod printed;
mod refuse;
mod round;

use onplay_engine::card::Timing;
use onplay_engine::compile::Catalog;
use onplay_engine::event::{Event, Kind};
use onplay_engine::frame::{DeckList, Flow, Frame, Grant};
use onplay_engine::id::{
    AttributeId, CardId, Class, CounterId, DamageId, FlagId, Handle, KeywordId, MeasureId,
    ObjectId, OccasionId, PhaseId, Seat, TypeId, ZoneId, ZoneKind,
};
use onplay_engine::mutate::Engine;
use onplay_engine::query::{Reader, Scope};
use onplay_engine::rulebook::Role;
use onplay_engine::state::{Action, Game, Why, Work};

use printed::{Columns, Printed};

/// The frame of the game, with the symbols it needs.
pub struct Drones {
    pub(crate) attack: AttributeId,
    pub(crate) hull: AttributeId,
    /// The place of the hull among the values that change.
    pub(crate) hull_value: usize,
    pub(crate) shields: AttributeId,
    pub(crate) speed: AttributeId,
    pub(crate) limit: AttributeId,
    pub(crate) rebuild: AttributeId,
    /// Copies that are ready, in hundredths, on the drone in the hangar.
    pub(crate) copies: AttributeId,
    /// The place of the copies among the values that change.
    pub(crate) copies_value: usize,
    pub(crate) energy: CounterId,
    pub(crate) momentum: CounterId,
    pub(crate) deployment: CounterId,
    pub(crate) exhausted: FlagId,
    pub(crate) snared: FlagId,
    pub(crate) suppressed: FlagId,
    pub(crate) blinded: FlagId,
    pub(crate) steady: FlagId,
    pub(crate) piercing: KeywordId,
    pub(crate) guardian: KeywordId,
    pub(crate) jammer: KeywordId,
    pub(crate) passive: KeywordId,
    pub(crate) inert: KeywordId,
    pub(crate) pierces: DamageId,
    pub(crate) drone: TypeId,
    pub(crate) section: TypeId,
    pub(crate) upgrade: TypeId,
    pub(crate) lane: ZoneKind,
    /// By seat and lane: the row of drones, and the place of the section.
    pub(crate) rows: [[ZoneId; LANES as usize]; 2],
    pub(crate) ships: [[ZoneId; LANES as usize]; 2],
    /// By seat.
    pub(crate) hands: [ZoneId; 2],
    pub(crate) hangars: [ZoneId; 2],
    pub(crate) hangar: ZoneKind,
    pub(crate) playing: ZoneKind,
    pub(crate) upgrades: ZoneKind,
    pub(crate) round: PhaseId,
    pub(crate) action: PhaseId,
    pub(crate) intercepts: OccasionId,
    pub(crate) again: OccasionId,
    pub(crate) lanes: MeasureId,
    pub(crate) section_damage: MeasureId,
    /// Whether some card can be a Jammer.
    pub(crate) is_jammed: bool,
    /// The most hull that a card has.
    pub(crate) largest_hull: i32,
    /// By card.
    printed: Vec<Printed>,
}

// Places in the round, kept in `game.turn.phase`. [drones 2.1]
pub(crate) const POOL: u8 = 0;
pub(crate) const PLACEMENT: u8 = 1;
pub(crate) const HAND: u8 = 2;
pub(crate) const OPTIONAL: u8 = 3;
pub(crate) const START: u8 = 4;
pub(crate) const SHIELDS: u8 = 5;
pub(crate) const DEPLOY: u8 = 6;
pub(crate) const ACTION: u8 = 7;

// What the numbers in `game.turn.memo` mean.
/// The first player of the round.
pub(crate) const FIRST: usize = 0;
/// Who has passed, one bit each.
pub(crate) const PASSED: usize = 1;
/// Who passed first in the action phase: seat + 1, or nobody.
pub(crate) const LEAVER: usize = 2;
/// The acting player goes again.
pub(crate) const AGAIN: usize = 3;
/// An action was made; the turn has to be closed.
pub(crate) const TAKEN: usize = 4;
/// How far the present phase has come: seats that are done with it.
pub(crate) const DONE: usize = 5;
/// Shields left to allocate.
pub(crate) const LEFT: usize = 6;

/// Types of drones that fly in a battle. [drones 5]
pub(crate) const FLOWN: usize = 5;
/// The last round of a battle. [drones 1.5]
pub(crate) const ROUNDS: u16 = 40;

// Steps of the frame.
pub(crate) const STRUCK: u8 = 1;
pub(crate) const STRIKE: u8 = 2;
pub(crate) const SPENT: u8 = 3;
pub(crate) const DECLARE: u8 = 4;
pub(crate) const INTERCEPT: u8 = 5;
pub(crate) const MOVED: u8 = 6;
pub(crate) const PUT_AWAY: u8 = 7;
pub(crate) const PLAYED: u8 = 8;
pub(crate) const CHOSE_POOL: u8 = 9;
pub(crate) const PLACED: u8 = 10;
pub(crate) const DISCARDED: u8 = 11;
pub(crate) const ALLOCATED: u8 = 12;
pub(crate) const OPENED: u8 = 13;

// The frame's own questions.
pub(crate) const ASK_INTERCEPT: u8 = 0;
pub(crate) const ASK_POOL: u8 = 1;
pub(crate) const ASK_PLACEMENT: u8 = 2;
pub(crate) const ASK_DOWN: u8 = 3;
pub(crate) const ASK_OPTIONAL: u8 = 4;
pub(crate) const ASK_SHIELD: u8 = 5;
const QUESTIONS: [&str; 6] = [
    "intercept the attack?",
    "choose the five drones that fly",
    "place the sections, from lane 1 to lane 3",
    "discard down to hand size",
    "discard what you do not want",
    "where does a shield go?",
];

// Clauses that refusals cite.
pub(crate) const RULE_CONTROL: u16 = 0;
pub(crate) const RULE_COPIES: u16 = 1;
pub(crate) const RULE_READY: u16 = 2;
pub(crate) const RULE_GUARDIAN: u16 = 3;
pub(crate) const RULE_LANE: u16 = 4;
pub(crate) const RULE_ADJACENT: u16 = 5;
pub(crate) const RULE_INERT: u16 = 6;
pub(crate) const RULE_TOKEN: u16 = 7;
pub(crate) const RULE_WRECK: u16 = 8;
pub(crate) const RULE_PHASE: u16 = 9;
const CLAUSES: [&str; 10] = [
    "the control hub leads no more drones [drones 2.4]",
    "no copy of it is ready [drones 2.4]",
    "it is exhausted [drones 2.5]",
    "a ready Guardian protects the section [drones 3.1]",
    "an attack stays in its lane [drones 3.1]",
    "a move goes to an adjacent lane [drones 3.3]",
    "an Inert drone does not move [drones 3.6]",
    "tokens cannot act [drones 1.4]",
    "the section is a wreck [drones 3.1]",
    "not in this phase [drones 2.1]",
];

impl Drones {
    /// Finds the game's words in a catalog.
    ///
    /// # Errors
    /// A word that the frame needs and the game does not have.
    pub fn new(catalog: &Catalog) -> Result<Self, String> {
        let names = &catalog.names;
        let find = |class: Class, word: &str| {
            names
                .find(class, word)
                .ok_or_else(|| format!("drones needs the {} `{word}`", class.word()))
        };
        let attribute = |word: &str| find(Class::Attribute, word).map(AttributeId);
        let counter = |word: &str| find(Class::Counter, word).map(CounterId);
        let flag = |word: &str| find(Class::Flag, word).map(FlagId);
        let keyword = |word: &str| find(Class::Keyword, word).map(KeywordId);
        let kind = |word: &str| find(Class::Type, word).map(TypeId);
        let zone = |word: &str| find(Class::Zone, word).map(ZoneKind);
        let rules = &catalog.rules;
        let changing = |word: &str| {
            rules
                .live(attribute(word)?)
                .ok_or_else(|| format!("drones needs a {word} that can change"))
        };
        let columns = Columns {
            class: attribute("class")?,
            hull: attribute("hull")?,
            damaged_at: attribute("damaged-at")?,
            critical_at: attribute("critical-at")?,
        };
        let printed = printed::read_cards(catalog, &columns);
        let (jammer, hangar) = (keyword("Jammer")?, zone("hangar")?);
        let by_lane =
            |kind| Seat::BOTH.map(|seat| [0, 1, 2].map(|lane| rules.zone(kind, seat, lane)));
        let lane = zone("lane")?;
        let (rows, ships) = (by_lane(lane), by_lane(zone("ship")?));
        Ok(Drones {
            attack: attribute("attack")?,
            hull: columns.hull,
            hull_value: changing("hull")?,
            shields: attribute("shields")?,
            speed: attribute("speed")?,
            limit: attribute("limit")?,
            rebuild: attribute("rebuild")?,
            copies: attribute("copies")?,
            copies_value: changing("copies")?,
            energy: counter("energy")?,
            momentum: counter("momentum")?,
            deployment: counter("deployment")?,
            exhausted: flag("exhausted")?,
            snared: flag("snared")?,
            suppressed: flag("suppressed")?,
            blinded: flag("blinded")?,
            steady: flag("steady")?,
            piercing: keyword("Piercing")?,
            guardian: keyword("Guardian")?,
            jammer,
            passive: keyword("Passive")?,
            inert: keyword("Inert")?,
            pierces: DamageId(find(Class::Damage, "piercing")?),
            drone: kind("Drone")?,
            section: kind("Section")?,
            upgrade: kind("Upgrade")?,
            lane,
            rows,
            ships,
            hands: Seat::BOTH.map(|seat| rules.zone_of(Role::Hand, seat)),
            hangars: Seat::BOTH.map(|seat| rules.zone(hangar, seat, 0)),
            hangar,
            playing: zone("table")?,
            upgrades: zone("upgrades")?,
            round: PhaseId(find(Class::Phase, "round")?),
            action: PhaseId(find(Class::Phase, "action")?),
            intercepts: OccasionId(find(Class::Occasion, "intercepts")?),
            again: OccasionId(find(Class::Occasion, "goes again")?),
            lanes: MeasureId(find(Class::Measure, "lanes")?),
            section_damage: MeasureId(find(Class::Measure, "section-damage")?),
            is_jammed: catalog.has_keyword_anywhere(jammer),
            largest_hull: printed.iter().map(|card| card.hull.into()).max().unwrap_or(0),
            printed,
        })
    }
}

impl Frame for Drones {
    fn lay_out(&self, engine: &mut Engine, decks: &[DeckList; 2]) {
        self.lay_cards(engine, decks);
    }

    fn begin(&self, engine: &mut Engine) {
        self.begin_game(engine);
    }

    fn stage(&self, engine: &mut Engine, active: Seat) {
        self.stage_action(engine, active);
    }

    fn actions(&self, reader: &Reader, actions: &mut Vec<Action>) {
        self.offer(reader, actions);
    }

    fn act(&self, engine: &mut Engine, action: Action) {
        self.take(engine, action);
    }

    fn step(&self, engine: &mut Engine, work: Work) {
        self.go_on(engine, work);
    }

    fn advance(&self, engine: &mut Engine) -> Flow {
        self.next(engine)
    }

    fn refusal(&self, reader: &Reader, action: Action) -> Option<Why> {
        self.why_not(reader, action)
    }

    /// Cards and abilities are actions; there are no responses. [drones 2.5]
    fn timing_obstacle(&self, reader: &Reader, _seat: Seat, timing: Timing) -> Option<Why> {
        let is_timely = reader.game.turn.phase == ACTION && timing != Timing::Response;
        (!is_timely).then_some(Why::Rule(RULE_PHASE))
    }

    fn measure(&self, reader: &Reader, seat: Seat, measure: MeasureId) -> i16 {
        if measure == self.lanes { self.lanes_controlled(reader)[seat.index()] } else { 0 }
    }

    fn measure_at(&self, reader: &Reader, scope: &Scope, seat: Seat, measure: MeasureId) -> i16 {
        if measure != self.section_damage {
            return self.measure(reader, seat, measure);
        }
        let Some(snapshot) = reader.look(scope.source) else { return 0 };
        let lane = reader.catalog.rules.lane(snapshot.zone);
        let section = self.section(reader, seat, lane);
        section.map_or(0, |section| self.lost_hull(reader.game.object(section)) as i16)
    }

    fn has_guarded(&self) -> bool {
        self.is_jammed
    }

    /// While a Jammer stands in a row, cards of the enemy that choose a drone
    /// of that row must choose it. [drones 3.6]
    fn can_target(&self, reader: &Reader, scope: &Scope, id: ObjectId) -> bool {
        let object = reader.game.object(id);
        if !self.is_jammed
            || object.controller == scope.controller
            || !self.is_lane(reader, object.zone)
        {
            return true;
        }
        let row = reader.game.zone(object.zone);
        let jams = |id: &ObjectId| reader.game.has_keyword(reader.catalog, *id, self.jammer);
        if !row.iter().any(jams) || jams(&id) {
            return true;
        }
        !reader.look(scope.source).is_some_and(|source| {
            let card = reader.catalog.card(source.card);
            !card.has_type(self.drone) && !card.has_type(self.section)
        })
    }

    fn is_phase(&self, reader: &Reader, phase: PhaseId) -> bool {
        phase == self.round && reader.game.turn.phase >= START
            || phase == self.action && reader.game.turn.phase == ACTION
    }

    /// A drone that leaves the board is gone; its copy is built anew in the
    /// hangar. [drones 2.4]
    fn left(&self, engine: &mut Engine, was: Handle) {
        let object = engine.game.object(was.id);
        let card = engine.catalog.card(object.card);
        if card.has_type(self.drone) && !card.token && !engine.catalog.rules.is_in_play(object.zone)
        {
            engine.remove_object(was.id);
        }
    }

    fn token_place(&self, reader: &Reader, _card: CardId, seat: Seat) -> Option<ZoneId> {
        (0..LANES).map(|lane| self.row(seat, lane)).find(|row| !reader.is_full(*row))
    }

    fn default_place(&self, reader: &Reader, object: ObjectId, seat: Seat) -> ZoneId {
        let card = reader.game.object(object).card;
        self.token_place(reader, card, seat).unwrap_or(ZoneId::OUTSIDE)
    }

    fn draw_from_empty(&self, engine: &mut Engine, seat: Seat) {
        self.renew_deck(engine, seat);
    }

    fn grant(&self, engine: &mut Engine, grant: Grant) {
        // Whoever's trigger grants it, the acting player goes again.
        // [drones 4.8]
        if grant == Grant::GoAgain && engine.game.turn.phase == ACTION {
            engine.game.turn.memo[AGAIN] = 1;
            let actor = engine.game.turn.actor;
            engine.emit(Event::new(Kind::Occasion, actor).what(self.again.0));
        }
    }

    fn evaluate(&self, reader: &Reader, seat: Seat) -> i32 {
        self.standing(reader, seat) - self.standing(reader, seat.other())
    }

    fn questions(&self) -> &'static [&'static str] {
        &QUESTIONS
    }

    fn clauses(&self) -> &'static [&'static str] {
        &CLAUSES
    }

    /// A passer is out. [drones 2.4] [drones 2.5]
    fn consequence(&self, reader: &Reader, action: Action) -> Option<&str> {
        match (action, reader.game.turn.phase) {
            (Action::Pass, DEPLOY) => Some("you deploy no more this round"),
            (Action::Pass, ACTION) => Some("you act no more this round"),
            _ => None,
        }
    }

    /// The budget pays first, then energy. [drones 2.4]
    fn play_price(&self, reader: &Reader, object: ObjectId) -> Option<Vec<(CounterId, i16)>> {
        if !self.is_in_hangar(reader, object) {
            return None;
        }
        let seat = reader.game.object(object).controller;
        let cost = self.deployment_price(reader, seat, object);
        let budget = reader.game.counter(seat, self.deployment).clamp(0, cost);
        Some(vec![(self.deployment, budget), (self.energy, cost - budget)])
    }

    fn phase_name(&self, game: &Game) -> &'static str {
        match game.turn.phase {
            POOL => "pool",
            PLACEMENT => "placement",
            HAND => "discard",
            OPTIONAL => "optional discard",
            START => "start",
            SHIELDS => "shields",
            DEPLOY => "deployment",
            _ => "action",
        }
    }
}

/// Lanes of the board. [drones 1.1]
pub(crate) const LANES: u8 = 3;
