//! The frame: the symbols that the game's files give, looked up once, and the
//! trait through which the machine plays the game.

use onplay_engine::card::{Ability, Happening, Verb, When};
use onplay_engine::compile::Catalog;
use onplay_engine::frame::{DeckList, Flow, Frame};
use onplay_engine::id::{
    AttributeId, CardId, Class, CounterId, FlagId, KeywordId, ObjectId, OccasionId, PhaseId, Seat,
    TypeId, ZoneId, ZoneKind,
};
use onplay_engine::mask::Bits;
use onplay_engine::mutate::{END, Engine};
use onplay_engine::query::Reader;
use onplay_engine::rulebook::{Checks, Placement, Role};
use onplay_engine::state::{Action, Game, Object, Task, Why, Work};

use super::pile::Step;
use super::{actions, play, terrain, turn};

/// Terrains in the row, T0 to T4. [skirmish 1.1]
pub(super) const TERRAINS: usize = 5;
/// Every terrain, as a mask.
pub(super) const ALL: u8 = (1 << TERRAINS) - 1;
/// Skirmishes in a match at most. [skirmish 1.1]
pub(super) const SKIRMISHES: u16 = 3;
/// Cards drawn for the first skirmish and for each later one. [skirmish 1.5]
pub(super) const OPENING: i16 = 8;
pub(super) const REFILL: i16 = 4;
/// Turns of one skirmish; then it is resolved. [skirmish 1.9]
pub(super) const TURNS: i16 = 60;

/// The frame's steps on the effect stack.
pub(super) mod step {
    /// A player's turn starts.
    pub const TURN_START: u8 = 0;
    /// A trick goes to the graveyard and does what it says.
    pub const TRICK: u8 = 1;
    /// The unit that is deployed onto dies.
    pub const SACRIFICE: u8 = 2;
    /// A unit comes from the hand to its slot.
    pub const DEPLOY: u8 = 3;
    /// The unit that died for it is told by whom.
    pub const CONSUMED: u8 = 4;
    /// Both are done: the terrains are judged.
    pub const RESOLVE: u8 = 5;
    /// The points decide the skirmish.
    pub const AWARD: u8 = 6;
    /// The board is cleared; the match ends or the next skirmish begins.
    pub const CLEAR: u8 = 7;
    /// A unit's additional costs are paid.
    pub const PAID: u8 = 8;
    /// Their names for whoever watches the stack.
    pub const NAMES: [&str; 9] = [
        "turn start",
        "play",
        "sacrifice",
        "deploy",
        "consumed",
        "resolve",
        "award",
        "clear",
        "paid",
    ];
}

/// Where the frame's own numbers are kept in `game.turn.memo`.
pub(super) mod memo {
    /// Whether the player has acted this turn.
    pub const ACTED: usize = 0;
    /// Who is done for this skirmish, one bit a seat.
    pub const DONE: usize = 1;
    /// Turns of this skirmish so far.
    pub const TURNS: usize = 2;
    /// Who began this skirmish.
    pub const STARTER: usize = 3;
}

/// The clauses that refusals and the log cite.
pub(super) mod clause {
    pub const MUST_CONSUME: u16 = 0;
    pub const OWN_SLOT: u16 = 1;
    pub const COOLING: u16 = 2;
    pub const DONE: u16 = 3;
    pub const ENDLESS: u16 = 4;
    pub const LAST_TURN: u16 = 5;
    pub const TIED: u16 = 6;
    pub const RESOLVED: u16 = 7;
    pub const WORDS: [&str; 8] = [
        "it must consume: deploy it onto one of your own units [skirmish 1.8]",
        "units are deployed to your own slots [skirmish 1.1]",
        "its ability cools down [skirmish 1.8]",
        "passed without acting: done for this skirmish [skirmish 1.3]",
        "an endless chain: the skirmish is drawn [skirmish 2.7]",
        "that was the last turn of this skirmish [skirmish 1.9]",
        "equal points: nobody wins the skirmish [skirmish 1.4]",
        "both are done: the terrains are judged [skirmish 1.4]",
    ];
}

/// The frame of Skirmish.
pub struct Skirmish {
    /// The places of power and of what wears it among the values that change.
    power_value: usize,
    worn_value: Option<usize>,
    pub(super) rest: AttributeId,
    pub(super) cooldown: AttributeId,
    pub(super) points: CounterId,
    pub(super) wins: CounterId,
    pub(super) exhausted: FlagId,
    pub(super) dominated: FlagId,
    pub(super) underdog: KeywordId,
    pub(super) conquer: KeywordId,
    pub(super) unit_type: TypeId,
    pub(super) turn: PhaseId,
    pub(super) skirmish: PhaseId,
    pub(super) consumed: OccasionId,
    pub(super) conquers: OccasionId,
    pub(super) dominates: OccasionId,
    field: ZoneKind,
    pub(super) slots: [[ZoneId; TERRAINS]; 2],
    pub(super) hand: [ZoneId; 2],
    pub(super) deck: [ZoneId; 2],
    pub(super) graveyard: [ZoneId; 2],
    pub(super) camp: [ZoneId; 2],
    pub(super) leader: [ZoneId; 2],
    /// Playing it is a quick action.
    pub(super) quick: KeywordId,
    /// It can only be deployed onto one of your units.
    pub(super) consumes: KeywordId,
    /// By card: whether it listens for dominating its terrain.
    dominant: Vec<bool>,
}

impl Skirmish {
    /// Finds the game's words in a catalog.
    ///
    /// # Errors
    /// A word that the game's files lack.
    pub fn new(catalog: &Catalog) -> Result<Self, String> {
        let find = |class: Class, word: &str| {
            catalog
                .names
                .find(class, word)
                .ok_or_else(|| format!("skirmish needs the {} `{word}`", class.word()))
        };
        let rules = &catalog.rules;
        let field = ZoneKind(find(Class::Zone, "field")?);
        if usize::from(rules.zones[field.index()].places) != TERRAINS {
            return Err(format!("skirmish is played on {TERRAINS} terrains"));
        }
        let camp = ZoneKind(find(Class::Zone, "camp")?);
        let leader = ZoneKind(find(Class::Zone, "leader")?);
        let of_role = |role| Seat::BOTH.map(|seat| rules.zone_of(role, seat));
        let of_kind = |kind| Seat::BOTH.map(|seat| rules.zone(kind, seat, 0));
        let slots = Seat::BOTH
            .map(|seat| std::array::from_fn(|terrain| rules.zone(field, seat, terrain as u8)));
        let power = AttributeId(find(Class::Attribute, "power")?);
        let rule = rules.attributes.get(power.index()).filter(|rule| !rule.floor);
        let power_value = rule.and_then(|rule| rule.live).map(usize::from);
        let worn_by = rule.and_then(|rule| rule.worn_by);
        let mut frame = Skirmish {
            power_value: power_value
                .ok_or("skirmish needs a power that changes, without a floor")?,
            worn_value: worn_by.and_then(|damage| rules.live(damage)),
            rest: AttributeId(find(Class::Attribute, "rest")?),
            cooldown: AttributeId(find(Class::Attribute, "cooldown")?),
            points: CounterId(find(Class::Counter, "points")?),
            wins: CounterId(find(Class::Counter, "wins")?),
            exhausted: FlagId(find(Class::Flag, "exhausted")?),
            dominated: FlagId(find(Class::Flag, "dominant")?),
            underdog: KeywordId(find(Class::Keyword, "Underdog")?),
            conquer: KeywordId(find(Class::Keyword, "Conquer")?),
            unit_type: TypeId(find(Class::Type, "Unit")?),
            turn: PhaseId(find(Class::Phase, "turn")?),
            skirmish: PhaseId(find(Class::Phase, "skirmish")?),
            consumed: OccasionId(find(Class::Occasion, "consumed by")?),
            conquers: OccasionId(find(Class::Occasion, "conquers")?),
            dominates: OccasionId(find(Class::Occasion, "dominates")?),
            field,
            slots,
            hand: of_role(Role::Hand),
            deck: of_role(Role::Deck),
            graveyard: of_role(Role::Discard),
            camp: of_kind(camp),
            leader: of_kind(leader),
            quick: KeywordId(find(Class::Keyword, "Quick")?),
            consumes: KeywordId(find(Class::Keyword, "Consumes")?),
            dominant: Vec::new(),
        };
        let dominates = Happening::Occasion(frame.dominates);
        let is_on = |ability: &Ability| matches!(&ability.when, When::Event(pattern) if pattern.event == dominates);
        frame.dominant =
            catalog.cards.iter().map(|card| card.abilities.iter().any(is_on)).collect();
        Ok(frame)
    }

    /// Whether a card listens for dominating its terrain.
    #[inline]
    pub(super) fn is_dominant(&self, card: CardId) -> bool {
        self.dominant.get(card.index()).is_some_and(|dominant| *dominant)
    }

    /// Whether a card is a unit; others are tricks.
    #[inline]
    pub(super) fn is_unit(&self, catalog: &Catalog, card: CardId) -> bool {
        catalog.cards.get(card.index()).is_some_and(|card| card.has_type(self.unit_type))
    }

    /// Where the units of each seat stand, one bit a terrain.
    #[inline(always)]
    pub(super) fn taken(&self, game: &Game) -> [u8; 2] {
        // The slots of seat two follow those of seat one.
        let taken = game.zones.filled(self.slots[0][0], 2 * TERRAINS);
        [taken as u8 & ALL, (taken >> TERRAINS) as u8 & ALL]
    }

    /// A player's units, T0 first.
    #[inline]
    pub(super) fn units<'a>(&self, game: &'a Game, seat: Seat) -> &'a [ObjectId] {
        game.zones.row(self.slots[seat.index()][0], TERRAINS)
    }

    /// The power of an object, as a reader works it out.
    #[inline]
    pub(super) fn power_of(&self, object: &Object) -> i16 {
        let (value, bonus) = (object.values[self.power_value], object.bonus[self.power_value]);
        let worn = self.worn_value.map_or(0, |worn| object.values[worn]);
        let power = i32::from(value) + i32::from(bonus) - i32::from(worn);
        power.clamp(i16::MIN.into(), i16::MAX.into()) as i16
    }

    /// Does a step whose time has come.
    #[inline(always)]
    pub(super) fn take(&self, engine: &mut Engine, step: Step) {
        match step.number {
            step::TURN_START => turn::start(self, engine, step.seat),
            step::TRICK => play::trick(self, engine, step),
            step::SACRIFICE => play::sacrifice(engine, step),
            step::DEPLOY => play::deploy(engine, step),
            step::PAID => play::paid(self, engine, step),
            step::CONSUMED => play::consumed(self, engine, step),
            step::RESOLVE => terrain::resolve(self, engine),
            step::AWARD => terrain::award(self, engine),
            step::CLEAR => terrain::clear(self, engine),
            _ => {}
        }
    }

    /// The unit on a player's slot of a terrain.
    #[inline]
    pub(super) fn unit(&self, game: &Game, seat: Seat, terrain: usize) -> Option<ObjectId> {
        game.zone(self.slots[seat.index()][terrain]).first().copied()
    }
}

/// The terrains of a mask, T0 first.
#[inline]
pub(super) fn terrains(mask: u8) -> impl Iterator<Item = usize> {
    Bits(u64::from(mask & ALL)).map(usize::from)
}

impl Frame for Skirmish {
    fn lay_out(&self, engine: &mut Engine, decks: &[DeckList; 2]) {
        turn::lay_out(self, engine, decks);
    }

    fn begin(&self, engine: &mut Engine) {
        turn::begin_match(self, engine);
    }

    fn stage(&self, engine: &mut Engine, active: Seat) {
        turn::stage(self, engine, active);
    }

    fn actions(&self, reader: &Reader, actions: &mut Vec<Action>) {
        actions::offer(self, reader, actions);
    }

    fn act(&self, engine: &mut Engine, action: Action) {
        let seat = engine.game.turn.decider;
        match action {
            Action::Pass => turn::pass(self, engine, seat),
            Action::Play { object, place, .. } => play::play(self, engine, seat, object, place),
            Action::Activate { object, ability } => play::activate(engine, seat, object, ability),
            _ => {}
        }
    }

    fn step(&self, engine: &mut Engine, work: Work) {
        let Task::Step(number) = work.task else { return };
        let Work { controller: seat, source, it, place, .. } = work;
        self.take(engine, Step { number, seat, source, it, place });
    }

    /// Everything lies on the effect stack, so an empty one means that the
    /// turn's player decides. Under another policy the checks and triggers that
    /// it keeps for this moment come first.
    fn advance(&self, engine: &mut Engine) -> Flow {
        let policy = engine.policy();
        let found = (policy.checks == Checks::Priority && engine.check_state())
            || (policy.placement == Placement::Stack && engine.stack_triggers())
            || (!engine.game.pending.stack.is_empty() && engine.resolve_top());
        if found { Flow::Go } else { Flow::Wait }
    }

    /// An endless chain draws the skirmish: nobody wins it. [skirmish 2.7]
    fn overflow(&self, engine: &mut Engine) {
        engine.rule(clause::ENDLESS);
        engine.interrupt(Work::step(step::CLEAR, engine.game.turn.active));
    }

    /// A card that was stopped goes to the graveyard. [skirmish 2.1]
    fn cancelled(&self, engine: &mut Engine, item: Work) {
        if engine.game.is_same(item.source) {
            let graveyard = self.graveyard[item.controller.index()];
            engine.move_to(item.source.id, Verb::Put, graveyard, END);
        }
    }

    fn refusal(&self, reader: &Reader, action: Action) -> Option<Why> {
        actions::refusal(self, reader, action)
    }

    /// Who leads where, by how much, and what is left to play.
    fn evaluate(&self, reader: &Reader, seat: Seat) -> i32 {
        terrain::evaluate(self, reader, seat) - terrain::evaluate(self, reader, seat.other())
    }

    fn phase_name(&self, game: &Game) -> &'static str {
        match game.turn.memo[memo::DONE] {
            0 => "skirmish",
            _ => "alone",
        }
    }

    fn place_word(&self, kind: ZoneKind) -> Option<(&'static str, u8)> {
        (kind == self.field).then_some(("T", 0))
    }

    /// Passing without having acted is for good, and a unit deployed onto another
    /// consumes it. [skirmish 1.3] [skirmish 1.8]
    fn consequence(&self, reader: &Reader, action: Action) -> Option<&'static str> {
        match action {
            Action::Pass if reader.game.turn.memo[memo::ACTED] == 0 => {
                Some("you are done for this skirmish")
            }
            Action::Pass => Some("your turn ends"),
            Action::Play { place, .. } if place != ZoneId::OUTSIDE => {
                (!reader.game.zones.is_empty(place)).then_some("which dies")
            }
            _ => None,
        }
    }

    fn steps(&self) -> &'static [&'static str] {
        &step::NAMES
    }

    fn clauses(&self) -> &'static [&'static str] {
        &clause::WORDS
    }
}
