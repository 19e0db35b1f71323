//! Goblins against Enchantress: priority, a stack, mana and combat.
//!
//! The rules are in `games/goblins/rules.md`; numbers in brackets are its
//! clauses. Both trigger profiles of the game run on this frame: the policy
//! says whether triggers wait for the stack or happen at once.

mod actions;
mod cast;
mod checks;
mod combat;
mod mana;
mod symbols;
mod turn;

use onplay_engine::card::{Cost, Timing};
use onplay_engine::compile::Catalog;
use onplay_engine::frame::{DeckList, Flow, Frame};
use onplay_engine::id::{AttributeId, Handle, ObjectId, PhaseId, Seat};
use onplay_engine::mutate::Engine;
use onplay_engine::query::{Reader, Scope};
use onplay_engine::state::{Action, Game, Origin, Task, Why, Work};

use symbols::{COLOURS, Symbols};

/// The frame of the game.
pub struct Goblins {
    symbols: Symbols,
}

/// The verb of blocking.
pub const BLOCK: u8 = 0;

/// What the numbers that the frame keeps mean.
mod memo {
    /// How many players have passed in succession.
    pub const PASSES: usize = 0;
    /// Lands that the active player has played this turn.
    pub const LANDS: usize = 1;
    /// Players who drew from an empty library, a mask.
    pub const EMPTY: usize = 2;
    /// Something entered or left the battlefield since the last check.
    pub const CHANGED: usize = 3;
    /// The Aura that enters has something to go on.
    pub const HOSTED: usize = 4;
    /// Something happened in this cleanup step.
    pub const AGAIN: usize = 5;
    /// How often abilities were used this turn.
    pub const USES: usize = 6;
}

/// The steps that the frame puts on the pile.
mod steps {
    pub const TAP: u8 = 1;
    pub const TAPPED: u8 = 2;
    pub const EXTRA: u8 = 3;
    pub const SPEND: u8 = 4;
    pub const PUT: u8 = 5;
    pub const ENCHANT: u8 = 6;
    pub const CAST: u8 = 7;
    pub const USED: u8 = 8;
    pub const CYCLED: u8 = 9;
    pub const RESOLVE: u8 = 10;
    pub const FINISH: u8 = 11;
    pub const HOST: u8 = 12;
    pub const ATTACH: u8 = 13;
    pub const NEXT: u8 = 14;
    pub const ENTER: u8 = 15;
    pub const DRAW_STEP: u8 = 16;
    pub const DECLARED: u8 = 17;
    pub const ASSIGN: u8 = 18;
    pub const HIT: u8 = 19;
    pub const LEGEND: u8 = 20;
    pub const DISCARD: u8 = 21;
    pub const WEAR_OFF: u8 = 22;
    pub const MULLIGAN: u8 = 23;
    pub const BOTTOM: u8 = 24;
    pub const TURN: u8 = 25;
    pub const SPEND_GENERIC: u8 = 26;
}

/// The frame's own questions.
mod questions {
    pub const KEEP: u8 = 0;
    pub const BOTTOM: u8 = 1;
    pub const DISCARD: u8 = 2;
    pub const DIVIDE: u8 = 3;
    pub const LEGEND: u8 = 4;
    pub const ENCHANT: u8 = 5;
    pub const WORDS: [&str; 6] = [
        "keep this hand?",
        "choose cards for the bottom of your library",
        "discard down to seven cards",
        "how much damage to this blocker?",
        "which one stays?",
        "what does it enchant?",
    ];
}

/// The clauses that refusals and the log cite.
mod clauses {
    pub const TIMING: u16 = 0;
    pub const LANDS: u16 = 1;
    pub const SICK: u16 = 2;
    pub const TAPPED: u16 = 3;
    pub const TWICE: u16 = 4;
    pub const CREATURES: u16 = 5;
    pub const NOT_ATTACKING: u16 = 6;
    pub const LANDWALK: u16 = 7;
    pub const PROTECTION: u16 = 8;
    pub const PAY: u16 = 9;
    pub const COLOURS: u16 = 10;
    pub const NO_LIFE: u16 = 11;
    pub const NO_CARD: u16 = 12;
    pub const ENOUGH: u16 = 13;
    pub const WORDS: [&str; 14] = [
        "not at this time [goblins 5.1]",
        "one land a turn [goblins 5.1]",
        "it is summoning sick [goblins 6.1]",
        "it is tapped [goblins 6.1]",
        "it is in this combat already [goblins 6.1]",
        "only creatures fight [goblins 6.1]",
        "it does not attack [goblins 6.3]",
        "landwalk: the defender has such a land [goblins 9.4]",
        "protection: not from this colour [goblins 9.3]",
        "the cost cannot be paid [goblins 4.3]",
        "there is no mana of the right colour [goblins 4.3]",
        "no life is left [goblins 7.1]",
        "drew from an empty library [goblins 7.1]",
        "enough has been used this turn [goblins 2.8]",
    ];
}

impl Goblins {
    /// Finds the game's words in a catalog.
    ///
    /// # Errors
    /// A word that the frame needs and the files do not have.
    pub fn new(catalog: &Catalog) -> Result<Self, String> {
        Ok(Goblins { symbols: Symbols::new(catalog)? })
    }
}

impl Symbols {
    /// Whether an object is a creature at the moment.
    fn is_creature(&self, reader: &Reader, id: ObjectId) -> bool {
        let object = reader.game.object(id);
        reader.catalog.card(object.card).has_type(self.creature)
            || self.creature_keyword.is_some_and(|keyword| object.granted >> keyword.0 & 1 == 1)
    }

    /// Whether a creature came under its controller's control too late to
    /// attack or tap. [goblins 6.1]
    #[inline(always)]
    fn is_sick(&self, reader: &Reader, id: ObjectId) -> bool {
        reader.game.object(id).has(self.sick)
            && self.is_creature(reader, id)
            && !self.haste.is_some_and(|haste| reader.game.has_keyword(reader.catalog, id, haste))
    }

    /// Whether keywords protect from something of these colours. [goblins 9.3]
    #[inline(always)]
    fn is_protected(&self, keywords: u32, colours: u8) -> bool {
        (0..COLOURS).any(|colour| {
            colours >> colour & 1 == 1
                && self.protection[colour].is_some_and(|keyword| keywords >> keyword.0 & 1 == 1)
        })
    }

    /// The object that stands for a player.
    fn player(&self, game: &Game, seat: Seat) -> Option<ObjectId> {
        game.zone(self.players[seat.index()]).first().copied()
    }

    /// Shroud and protection. [goblins 9.2]
    #[inline(always)]
    fn can_target(&self, reader: &Reader, scope: &Scope, id: ObjectId) -> bool {
        let object = reader.game.object(id);
        let mut keywords = object.granted | reader.catalog.card(object.card).keywords;
        if self.players.contains(&object.zone) {
            keywords |= reader.game.players[object.controller.index()].keywords;
        }
        if self.shroud.is_some_and(|shroud| keywords >> shroud.0 & 1 == 1) {
            return false;
        }
        let colours = reader
            .look(scope.source)
            .and_then(|source| self.cards.get(source.card.index()))
            .map_or(0, |facts| facts.colours);
        !self.is_protected(keywords, colours)
    }
}

impl Frame for Goblins {
    fn lay_out(&self, engine: &mut Engine, decks: &[DeckList; 2]) {
        turn::lay_out(&self.symbols, engine, decks);
    }

    fn begin(&self, engine: &mut Engine) {
        turn::open_game(&self.symbols, engine);
    }

    fn stage(&self, engine: &mut Engine, active: Seat) {
        turn::stage(&self.symbols, engine, active);
    }

    fn actions(&self, reader: &Reader, actions: &mut Vec<Action>) {
        actions::offer(&self.symbols, reader, actions);
    }

    fn act(&self, engine: &mut Engine, action: Action) {
        let (symbols, seat) = (&self.symbols, engine.game.turn.decider);
        if action != Action::Pass {
            engine.game.turn.memo[memo::PASSES] = 0;
        }
        match action {
            Action::Pass => turn::pass(engine, seat),
            Action::Play { object, .. } => {
                let card = engine.game.object(object).card;
                if symbols.cards[card.index()].is_land {
                    cast::play_land(symbols, engine, seat, object);
                } else {
                    cast::cast(symbols, engine, seat, object);
                }
            }
            Action::Activate { object, ability } => {
                cast::activate(symbols, engine, seat, object, ability);
            }
            Action::Attack { attacker, .. } => combat::declare_attacker(symbols, engine, attacker),
            Action::Special { verb: BLOCK, object, other } => {
                combat::declare_blocker(symbols, engine, object, other);
            }
            _ => {}
        }
    }

    fn step(&self, engine: &mut Engine, work: Work) {
        let (symbols, seat) = (&self.symbols, work.controller);
        let Task::Step(step) = work.task else { return };
        match step {
            steps::TAP => mana::tap(engine, &work),
            steps::TAPPED => mana::tapped(engine, &work),
            steps::EXTRA => mana::extra_mana(engine),
            steps::SPEND => mana::spend(engine, &work),
            steps::SPEND_GENERIC => mana::spend_generic(symbols, engine, &work),
            steps::PUT => cast::put_on_stack(engine, &work),
            steps::ENCHANT => cast::choose_host(symbols, engine, work),
            steps::CAST => cast::was_cast(symbols, engine, &work),
            steps::USED => {
                let event =
                    onplay_engine::event::Event::new(onplay_engine::event::Kind::Activated, seat);
                engine.emit(event.object(work.source));
            }
            steps::CYCLED => cast::was_cycled(symbols, engine, &work),
            steps::RESOLVE => cast::resolve(symbols, engine),
            steps::FINISH => cast::to_graveyard(symbols, engine, &work),
            steps::HOST => cast::attach_resolved(engine, &work),
            steps::ATTACH => cast::attach_entering(symbols, engine, work),
            steps::NEXT => turn::next(symbols, engine),
            steps::ENTER => turn::enter(symbols, engine, seat, work.number as u8),
            steps::DRAW_STEP => {
                if let Some(phase) = symbols.draw_step {
                    engine.begin_phase(phase, seat);
                }
            }
            steps::DECLARED => turn::declared(symbols, engine),
            steps::ASSIGN => combat::assign(symbols, engine, work),
            steps::LEGEND => checks::keep_legend(symbols, engine, work),
            steps::DISCARD => turn::discard(symbols, engine, work),
            steps::WEAR_OFF => turn::wear_off(symbols, engine),
            steps::MULLIGAN => turn::mulligan(symbols, engine, work),
            steps::BOTTOM => turn::bottom(symbols, engine, work),
            steps::TURN => turn::begin(symbols, engine, seat),
            _ => {}
        }
    }

    fn advance(&self, engine: &mut Engine) -> Flow {
        self.proceed(engine)
    }

    fn check(&self, engine: &mut Engine) -> bool {
        checks::check(&self.symbols, engine)
    }

    fn refusal(&self, reader: &Reader, action: Action) -> Option<Why> {
        actions::refusal(&self.symbols, reader, action)
    }

    fn timing_obstacle(&self, reader: &Reader, seat: Seat, timing: Timing) -> Option<Why> {
        actions::timing_obstacle(reader, seat, timing)
    }

    fn exhaust_obstacle(&self, reader: &Reader, id: ObjectId) -> Option<Why> {
        self.symbols.is_sick(reader, id).then_some(Why::Rule(clauses::SICK))
    }

    fn pay_mana(&self, engine: &mut Engine, seat: Seat, cost: &Cost, more: i16, source: ObjectId) {
        mana::pay(&self.symbols, engine, seat, cost, more, source);
    }

    fn has_guarded(&self) -> bool {
        true
    }

    fn can_target(&self, reader: &Reader, scope: &Scope, id: ObjectId) -> bool {
        self.symbols.can_target(reader, scope, id)
    }

    fn is_phase(&self, reader: &Reader, phase: PhaseId) -> bool {
        let now = match reader.game.turn.phase {
            turn::UPKEEP => self.symbols.upkeep,
            turn::DRAW => self.symbols.draw_step,
            turn::COMBAT..=turn::END_OF_COMBAT => self.symbols.combat,
            turn::END_STEP => self.symbols.end_step,
            _ => None,
        };
        now == Some(phase)
    }

    /// An Aura that is not cast and has nothing to enchant stays where it is.
    /// [goblins 5.4]
    fn can_enter(
        &self,
        reader: &Reader,
        object: ObjectId,
        _place: onplay_engine::id::ZoneId,
    ) -> bool {
        let symbols = &self.symbols;
        let card = reader.game.object(object).card;
        let is_settled =
            reader.game.turn.memo[memo::HOSTED] != 0 || reader.game.turn.phase == turn::START;
        is_settled
            || symbols.cards[card.index()]
                .enchants
                .is_none_or(|kind| !cast::hosts(symbols, reader, kind, object, false).is_empty())
    }

    fn entered(&self, engine: &mut Engine, object: ObjectId) {
        let symbols = &self.symbols;
        let card = engine.game.object(object).card;
        engine.game.object_mut(object).flags |= 1 << symbols.sick.0;
        engine.game.turn.memo[memo::CHANGED] = 1;
        if symbols.cards[card.index()].enchants.is_some()
            && std::mem::take(&mut engine.game.turn.memo[memo::HOSTED]) == 0
            && engine.game.turn.phase != turn::START
        {
            let handle = engine.game.handle(object);
            let seat = engine.game.object(object).controller;
            engine.interrupt(Work::step(steps::ATTACH, seat).source(handle));
        }
    }

    fn left(&self, engine: &mut Engine, _was: Handle) {
        engine.game.turn.memo[memo::CHANGED] = 1;
    }

    fn cancelled(&self, engine: &mut Engine, item: Work) {
        if item.origin == Origin::Played {
            cast::to_graveyard(&self.symbols, engine, &item);
        }
    }

    fn can_damage_player(&self, reader: &Reader, seat: Seat) -> bool {
        let keywords = reader.game.players[seat.index()].keywords;
        self.symbols.safe.is_none_or(|safe| keywords >> safe.0 & 1 == 0)
    }

    fn stands_for(&self, reader: &Reader, object: ObjectId) -> Option<Seat> {
        let object = reader.game.object(object);
        self.symbols.players.contains(&object.zone).then_some(object.controller)
    }

    fn draw_from_empty(&self, engine: &mut Engine, seat: Seat) {
        engine.game.turn.memo[memo::EMPTY] |= 1 << seat.0;
    }

    fn names_object(&self, attribute: AttributeId) -> bool {
        attribute == self.symbols.blocks
    }

    fn evaluate(&self, reader: &Reader, seat: Seat) -> i32 {
        self.worth(reader, seat) - self.worth(reader, seat.other())
    }

    fn verbs(&self) -> &'static [&'static str] {
        &["block {other} with {object}"]
    }

    fn questions(&self) -> &'static [&'static str] {
        &questions::WORDS
    }

    /// What passing means here. [goblins 3.3]
    fn consequence(&self, reader: &Reader, action: Action) -> Option<&str> {
        if action != Action::Pass {
            return None;
        }
        let game = reader.game;
        let own = game.turn.active == game.turn.decider;
        match game.turn.phase {
            turn::DECLARE_ATTACKERS => Some("no more attackers"),
            turn::DECLARE_BLOCKERS => Some("no more blockers"),
            _ if !game.pending.stack.is_empty() => Some("no response"),
            turn::MAIN if own => Some("go on to combat"),
            turn::SECOND_MAIN if own => Some("your turn ends"),
            _ => Some("do nothing"),
        }
    }

    fn phase_name(&self, game: &Game) -> &'static str {
        turn::NAMES.get(usize::from(game.turn.phase)).copied().unwrap_or("?")
    }

    fn clauses(&self) -> &'static [&'static str] {
        &clauses::WORDS
    }
}

impl Goblins {
    /// What a seat has: life, cards, permanents and power.
    fn worth(&self, reader: &Reader, seat: Seat) -> i32 {
        let symbols = &self.symbols;
        let mut worth = 2 * i32::from(reader.game.counter(seat, symbols.life).min(20));
        worth += 3 * reader.game.zone(symbols.hand[seat.index()]).len() as i32;
        for id in reader.game.zone(symbols.battlefield[seat.index()]) {
            worth += 3;
            if symbols.is_creature(reader, *id) {
                let power = reader.value(*id, symbols.power);
                let toughness = reader.value(*id, symbols.toughness);
                worth += 2 * i32::from(power.max(0)) + i32::from(toughness.max(0));
            }
        }
        worth
    }
}
