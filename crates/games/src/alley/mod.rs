//! Alley: a garden to fight in, an alley to wait in, a gate between them, and
//! abilities whose every phase can be seen. See `games/alley/rules.md`.
//!
//! The turn is a machine of phases in `game.turn.phase`; triggers wait until no
//! step is left, so whatever must come after them is done by `advance`.

mod actions;
mod combat;
pub mod numbers;
mod play;
mod refuse;
mod symbols;
mod turn;

use onplay_engine::card::Timing;
use onplay_engine::compile::Catalog;
use onplay_engine::frame::{DeckList, Flow, Frame};
use onplay_engine::id::{CounterId, ObjectId, PhaseId, Seat, ZoneId};
use onplay_engine::mutate::Engine;
use onplay_engine::play::ActionSpace;
use onplay_engine::query::{Reader, Scope};
use onplay_engine::state::{Action, Game, Task, Why, Work};

use symbols::Sort;
pub use symbols::Symbols;

/// Where the turn is, in `game.turn.phase`.
pub mod phase {
    /// Both players may take a new hand, the starter first. [alley 1.1]
    pub const MULLIGAN: u8 = 0;
    /// The start of a turn is done; what it triggered comes before the main phase.
    pub const START: u8 = 1;
    pub const MAIN: u8 = 2;
    /// An attack is declared; the attacker's own abilities resolve. [alley 1.6]
    pub const ATTACK: u8 = 3;
    /// Its weapons' abilities resolve.
    pub const SWING: u8 = 4;
    /// The defending player may respond.
    pub const RESPONSE: u8 = 5;
    /// Damage is dealt next.
    pub const COMBAT: u8 = 6;
    /// The end of the turn; what it triggered comes before the clean-up. [alley 1.7]
    pub const END: u8 = 7;
    /// Damage is dealt; what it set off comes before the attack is over.
    pub const STRUCK: u8 = 8;
}

/// The special actions, by verb.
pub mod verb {
    pub const MULLIGAN: u8 = 0;
    pub const DEFEND: u8 = 1;
}

/// A card is played with the token: `at` of [`Action::Play`].
pub const TOKEN: u8 = 1;
/// A card is played without it.
pub const PLAIN: u8 = u8::MAX;

/// Slots of a garden and of an alley. [alley 1.2]
pub const SLOTS: u8 = 5;

/// In `game.turn.memo`: a Defender has been declared against this attack.
const DEFENDED: usize = 0;

/// The step that puts a resolved spell into the discard.
const DISCARD: u8 = 1;
/// The step that plays a card whose additional costs are paid.
const ENTER: u8 = 2;

/// The frame of Alley.
pub struct Alley {
    pub symbols: Symbols,
    table: numbers::Numbers,
}

impl Alley {
    /// Finds the game's words in a catalog.
    ///
    /// # Errors
    /// A word that the frame needs is missing.
    pub fn new(catalog: &Catalog) -> Result<Self, String> {
        let symbols = Symbols::find(catalog)?;
        let table = numbers::Numbers::new(catalog, &symbols);
        Ok(Alley { symbols, table })
    }

    /// The action table.
    pub fn numbers(&self) -> &numbers::Numbers {
        &self.table
    }

    /// What a card is played as.
    fn sort(&self, reader: &Reader, id: ObjectId) -> Sort {
        self.symbols.sort(reader.catalog.card(reader.game.object(id).card))
    }

    /// What stands in the slots of a row, from left to right.
    fn row<'a>(&self, game: &'a Game, first: ZoneId) -> &'a [ObjectId] {
        game.zones.row(first, SLOTS.into())
    }

    /// What stands in a slot.
    #[inline]
    fn at(&self, game: &Game, zone: ZoneId) -> Option<ObjectId> {
        game.zone(zone).first().copied()
    }

    #[inline]
    fn leader(&self, game: &Game, seat: Seat) -> Option<ObjectId> {
        self.at(game, self.symbols.leader[seat.index()])
    }

    #[inline]
    fn gate(&self, game: &Game, seat: Seat) -> Option<ObjectId> {
        self.at(game, self.symbols.gate[seat.index()])
    }

    /// What stands in both gardens, seat one's first: a seat's zones of a kind
    /// follow the other's.
    #[inline]
    fn gardens<'a>(&self, game: &'a Game) -> &'a [ObjectId] {
        game.zones.row(self.symbols.garden[0], Seat::BOTH.len() * usize::from(SLOTS))
    }

    /// IKZ that can be tapped, without the token.
    fn untapped(&self, game: &Game, seat: Seat) -> i16 {
        let (objects, tapped) = (&game.objects[..], self.symbols.tapped);
        let area = game.zone(self.symbols.area[seat.index()]);
        area.iter().map(|id| i16::from(!objects[id.index()].has(tapped))).sum()
    }

    fn token(&self, game: &Game, seat: Seat) -> i16 {
        game.counter(seat, self.symbols.token)
    }

    /// The first free slot from here, none if all five are full.
    fn free_slot(&self, game: &Game, first: ZoneId) -> Option<ZoneId> {
        (0..SLOTS).map(|slot| ZoneId(first.0 + slot)).find(|zone| game.zones.is_empty(*zone))
    }
}

impl Frame for Alley {
    fn lay_out(&self, engine: &mut Engine, decks: &[DeckList; 2]) {
        self.lay_cards(engine, decks);
    }

    fn begin(&self, engine: &mut Engine) {
        self.begin_match(engine);
    }

    fn stage(&self, engine: &mut Engine, active: Seat) {
        if engine.game.turn.number == 0 {
            engine.begin_turn(active);
        }
        engine.game.turn.active = active;
        engine.game.turn.decider = active;
        engine.game.turn.phase = phase::MAIN;
    }

    fn actions(&self, reader: &Reader, actions: &mut Vec<Action>) {
        match reader.game.turn.phase {
            phase::MULLIGAN => {
                let none = ObjectId::NONE;
                actions.push(Action::Special { verb: verb::MULLIGAN, object: none, other: none });
                actions.push(Action::Pass);
            }
            phase::RESPONSE => self.offer_responses(reader, actions),
            _ => self.offer_main(reader, actions),
        }
    }

    fn act(&self, engine: &mut Engine, action: Action) {
        let seat = engine.game.turn.decider;
        match action {
            Action::Pass => self.pass(engine, seat),
            Action::Play { object, place, at } => self.play(engine, seat, object, place, at),
            Action::Move { object, place, .. } => self.portal(engine, seat, object, place),
            Action::Attack { attacker, target } => self.attack(engine, seat, attacker, target),
            Action::Activate { object, ability } => self.activate(engine, seat, object, ability),
            Action::Special { verb: verb::MULLIGAN, .. } => self.mulligan(engine, seat),
            Action::Special { verb: verb::DEFEND, object, .. } => self.defend(engine, seat, object),
            _ => {}
        }
    }

    fn step(&self, engine: &mut Engine, work: Work) {
        if !engine.game.is_same(work.source) {
            return;
        }
        match work.task {
            Task::Step(DISCARD) => {
                self.discard(engine, work.source.id);
            }
            Task::Step(ENTER) => {
                let from = ZoneId(work.number as u8);
                self.enter(engine, work.controller, work.source.id, work.place, from);
            }
            _ => {}
        }
    }

    fn advance(&self, engine: &mut Engine) -> Flow {
        match engine.game.turn.phase {
            // Most often nothing is left but to decide.
            phase::MULLIGAN | phase::MAIN => Flow::Wait,
            _ => self.go_on(engine),
        }
    }

    fn check(&self, engine: &mut Engine) -> bool {
        let dropped = self.has_weapons(engine.game) && self.drop_weapons(engine);
        let over = self.has_dead_leader(&engine.reader());
        if over {
            self.end_game(engine);
        }
        over || dropped
    }

    /// A weapon may have nobody who wears it, a leader may be at 0.
    fn needs_full_check(&self, reader: &Reader, id: ObjectId) -> bool {
        let object = reader.game.object(id);
        self.symbols.arms.contains(&object.zone)
            || (self.symbols.leader.contains(&object.zone)
                && reader.value(id, self.symbols.health) <= 0)
    }

    fn refusal(&self, reader: &Reader, action: Action) -> Option<Why> {
        self.why(reader, action)
    }

    /// IKZ are cards; what can be paid is what is untapped, and the token.
    fn counter(&self, reader: &Reader, seat: Seat, counter: CounterId) -> i16 {
        if counter == self.symbols.ikz {
            self.untapped(reader.game, seat) + self.token(reader.game, seat)
        } else {
            reader.game.counter(seat, counter)
        }
    }

    /// An ability taps IKZ and takes the token only for what is missing then,
    /// so that using it is one decision. [alley 1.4]
    fn spend(&self, engine: &mut Engine, seat: Seat, counter: CounterId, amount: i16) {
        if counter == self.symbols.ikz {
            let taps = amount.min(self.untapped(engine.game, seat));
            self.tap_ikz(engine, seat, taps, taps < amount);
        } else {
            engine.change_counter(seat, counter, -amount);
        }
    }

    /// Effect-immune: no damage from effects. [alley 1.9]
    fn can_damage(&self, reader: &Reader, target: ObjectId, kind: u16) -> bool {
        kind != self.symbols.effect.0
            || !reader.game.has_keyword(reader.catalog, target, self.symbols.immune)
    }

    /// Validation before anything is asked: an ability that can only draw
    /// needs a card to draw, and one that must choose needs something to
    /// choose. [alley 2.1]
    fn is_idle(&self, engine: &Engine, work: &Work) -> bool {
        !engine.reader().can_begin(work.ability, &Scope::work(work))
    }

    fn can_draw(&self, reader: &Reader, seat: Seat) -> bool {
        !reader.game.zones.is_empty(self.symbols.deck[seat.index()])
    }

    fn timing_obstacle(&self, reader: &Reader, seat: Seat, timing: Timing) -> Option<Why> {
        self.timing_clause(reader.game, seat, timing).map(Why::Rule)
    }

    fn is_phase(&self, reader: &Reader, phase: PhaseId) -> bool {
        match reader.game.turn.phase {
            phase::START => phase == self.symbols.turn,
            phase::END => phase == self.symbols.end,
            _ => false,
        }
    }

    /// Entering the garden means cooldown unless Charge. [alley 1.4]
    fn entered(&self, engine: &mut Engine, object: ObjectId) {
        let kind = engine.catalog.rules.kind(engine.game.object(object).zone);
        let charge = engine.game.has_keyword(engine.catalog, object, self.symbols.charge);
        if kind == self.symbols.garden_kind && !charge {
            engine.game.object_mut(object).flags |= 1 << self.symbols.cooldown.0;
        }
    }

    fn default_place(&self, reader: &Reader, _object: ObjectId, seat: Seat) -> ZoneId {
        let alley = self.symbols.alley[seat.index()];
        self.free_slot(reader.game, alley).unwrap_or(alley)
    }

    fn token_place(
        &self,
        reader: &Reader,
        _card: onplay_engine::id::CardId,
        seat: Seat,
    ) -> Option<ZoneId> {
        self.free_slot(reader.game, self.symbols.garden[seat.index()])
    }

    /// A weapon that an effect equips is not played. [alley 1.5]
    fn equip(&self, engine: &mut Engine, attachment: ObjectId, host: ObjectId) {
        let seat = engine.game.object(host).controller;
        self.arm(engine, seat, attachment, host, onplay_engine::card::Verb::Enter);
    }

    fn evaluate(&self, reader: &Reader, seat: Seat) -> i32 {
        self.worth(reader, seat) - self.worth(reader, seat.other())
    }

    fn verbs(&self) -> &'static [&'static str] {
        &["mulligan", "defend with"]
    }

    fn manner(&self, at: u8) -> Option<&'static str> {
        (at == TOKEN).then_some("with the token")
    }

    /// A slot that is taken can be entered when all are: its entity is discarded.
    /// [alley 1.4]
    fn consequence(&self, reader: &Reader, action: Action) -> Option<&str> {
        let game = reader.game;
        match (action, game.turn.phase) {
            (Action::Pass, phase::MULLIGAN) => Some("you keep your hand"),
            (Action::Pass, phase::RESPONSE) => Some("no response"),
            (Action::Pass, _) => Some("your turn ends"),
            (Action::Play { object, place, .. }, _) if place != ZoneId::OUTSIDE => {
                let card = reader.catalog.card(game.object(object).card);
                let replaces = card.has_type(self.symbols.entity) && !game.zones.is_empty(place);
                replaces.then_some("which is discarded")
            }
            _ => None,
        }
    }

    fn phase_name(&self, game: &Game) -> &'static str {
        match game.turn.phase {
            phase::MULLIGAN => "mulligan",
            phase::START => "start",
            phase::MAIN => "main",
            phase::ATTACK | phase::SWING => "attack",
            phase::RESPONSE => "response",
            phase::COMBAT | phase::STRUCK => "combat",
            _ => "end",
        }
    }

    fn clauses(&self) -> &'static [&'static str] {
        &refuse::CLAUSES
    }

    fn action_space(&self) -> Option<&dyn ActionSpace> {
        Some(&self.table)
    }
}

impl Alley {
    /// What a side is worth, for bots.
    fn worth(&self, reader: &Reader, seat: Seat) -> i32 {
        let (game, symbols) = (reader.game, &self.symbols);
        let health = self.leader(game, seat).map_or(0, |id| reader.value(id, symbols.health));
        let mut worth = i32::from(health) * 12;
        for slot in 0..SLOTS {
            if let Some(id) = self.at(game, ZoneId(symbols.garden[seat.index()].0 + slot)) {
                let attack = i32::from(reader.value(id, symbols.attack));
                worth += 6 + 8 * attack + 5 * i32::from(reader.value(id, symbols.health));
            }
            if let Some(id) = self.at(game, ZoneId(symbols.alley[seat.index()].0 + slot)) {
                worth += 6 + 4 * i32::from(reader.value(id, symbols.cost));
            }
        }
        worth += 7 * game.zones.len(symbols.hand[seat.index()]) as i32;
        worth += game.zones.len(symbols.deck[seat.index()]).min(5) as i32 * 4;
        worth + 4 * i32::from(self.token(game, seat))
    }
}
