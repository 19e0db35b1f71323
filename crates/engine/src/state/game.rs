//! The state of a game, as a value.
//!
//! One type serves all games. It is plain data: cloning it is how bots search,
//! how undo works and how a replay branches. Cards' texts, names, logs and
//! history live outside.

use super::derived::Derived;
use super::group::group;
use super::player::fresh_players;
use super::{
    Attachments, Clock, Combat, Delayed, Dice, LastKnownObjects, List, Modifier, Object, Outcome,
    Pending, Player, Prompt, Turn, Zones,
};
use crate::compile::Catalog;
use crate::id::{CounterId, FlagId, Handle, KeywordId, ObjectId, Seat, ZoneId};
use crate::rulebook::ZONES;

group! {
    /// The state of a game.
    pub struct Game {
        /// Every object that exists or can, by [`ObjectId`].
        pub objects: Vec<Object>,
        /// Where each object lies.
        pub zones: Zones,
        /// What is attached to what.
        pub attachments: Attachments,
        /// Modifiers that belong to slots.
        pub slots: [i16; ZONES],
        /// Both players, by seat.
        pub players: [Player; 2],
        /// The place in the turn.
        pub turn: Turn,
        /// Who attacks what.
        pub combat: Combat,
        /// What is still to be done.
        pub pending: Pending,
        /// Changes that pass.
        pub modifiers: List<Modifier>,
        /// Triggers that are on no card.
        pub delayed: List<Delayed>,
        /// What abilities have put away, each with what the ability was on; kept only
        /// where cards ask for it.
        pub exiled_with: List<(Handle, Handle)>,
        /// Objects as they last were in play.
        pub last_known: LastKnownObjects,
        /// Chance.
        pub dice: Dice,
        /// What only counts up.
        pub clock: Clock,
        pub(super) outcome: Outcome,
        pub(crate) derived: Derived,
    }
}

impl Game {
    /// An empty table.
    pub fn new(catalog: &Catalog, seed: u64) -> Self {
        let capacity = catalog.rules.capacity;
        let mut zones = Zones::default();
        zones.renew(capacity, catalog.rules.places());
        Game {
            objects: vec![Object::ABSENT; capacity],
            zones,
            attachments: Attachments::default(),
            slots: [0; ZONES],
            players: fresh_players(catalog),
            turn: Turn::default(),
            combat: Combat::default(),
            pending: Pending::default(),
            modifiers: List::default(),
            delayed: List::default(),
            exiled_with: List::default(),
            last_known: LastKnownObjects::default(),
            dice: Dice::new(seed),
            clock: Clock::default(),
            outcome: Outcome::Playing,
            derived: Derived::default(),
        }
    }

    /// The game as one seat knows it: with these objects, players and questions,
    /// and without the real dice. Everything else is on the table for both to
    /// see; a field that is added has to be decided on here.
    pub(crate) fn with_known(
        &self,
        objects: Vec<Object>,
        players: [Player; 2],
        prompts: impl Iterator<Item = Prompt>,
    ) -> Game {
        Game {
            objects,
            zones: self.zones.clone(),
            attachments: self.attachments.clone(),
            slots: self.slots,
            players,
            turn: self.turn,
            combat: self.combat,
            pending: self.pending.with_prompts(prompts),
            modifiers: self.modifiers.clone(),
            delayed: self.delayed.clone(),
            exiled_with: self.exiled_with.clone(),
            last_known: self.last_known.clone(),
            dice: Dice::new(0),
            clock: self.clock,
            outcome: self.outcome,
            derived: self.derived.clone(),
        }
    }

    /// How the game stands.
    #[inline]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Ends the game.
    pub(crate) fn set_outcome(&mut self, outcome: Outcome) {
        self.outcome = outcome;
        self.pending.set_interrupt();
    }

    /// One object.
    #[inline]
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    /// One object, to be changed without an event.
    #[inline]
    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        &mut self.objects[id.index()]
    }

    /// Abilities of an object, a mask of their numbers, use up their limits.
    #[inline]
    pub fn use_up(&mut self, id: ObjectId, abilities: u8) {
        self.object_mut(id).used |= abilities;
        self.derived.any_limit_used |= abilities != 0;
    }

    /// Registers the abilities of an object that is in play now. Returns
    /// whether it changes what objects are.
    #[inline]
    pub(crate) fn register_abilities(&mut self, catalog: &Catalog, id: ObjectId) -> bool {
        self.derived.on_enter(catalog, &self.objects[id.index()], id)
    }

    /// An object is about to leave play.
    #[inline(always)]
    pub(crate) fn unregister_abilities(&mut self, catalog: &Catalog, id: ObjectId) {
        self.derived.on_leave(catalog, &self.objects, &self.zones, id);
        self.pending.dying.remove(id);
    }

    /// An object in play has changed sides.
    pub(crate) fn change_listener_side(&mut self, catalog: &Catalog, id: ObjectId) {
        self.derived.on_new_controller(catalog, &self.objects[id.index()], id);
    }

    /// What an object is attached to.
    #[inline]
    pub fn host(&self, id: ObjectId) -> ObjectId {
        self.attachments.host(id)
    }

    /// Gives an object a status or takes it. Returns whether that changed
    /// anything.
    #[inline]
    pub(crate) fn set_flag(&mut self, id: ObjectId, flag: FlagId, on: bool) -> bool {
        let object = self.object_mut(id);
        let changed = object.has(flag) != on;
        object.flags ^= u16::from(changed) << flag.0;
        changed
    }

    /// The object as it is now, to be recognised later.
    #[inline]
    pub fn handle(&self, id: ObjectId) -> Handle {
        match self.objects.get(id.index()) {
            Some(object) => Handle { id, incarnation: object.incarnation },
            None => Handle::NONE,
        }
    }

    /// The object, if it has not changed zones since.
    #[inline]
    pub fn present(&self, handle: Handle) -> Option<&Object> {
        self.objects
            .get(handle.id.index())
            .filter(|object| object.incarnation == handle.incarnation)
    }

    /// Whether the object is still the same: it has not changed zones.
    #[inline]
    pub fn is_same(&self, handle: Handle) -> bool {
        self.present(handle).is_some()
    }

    /// A player's counter.
    #[inline]
    pub fn counter(&self, seat: Seat, counter: CounterId) -> i16 {
        self.players[seat.index()].counters[counter.index()]
    }

    /// The keywords of an object, printed or given, as a mask. What has lost its
    /// abilities has only those that it was given.
    #[inline]
    pub fn keywords(&self, catalog: &Catalog, id: ObjectId) -> u32 {
        let object = self.object(id);
        let printed = catalog.card(object.card).keywords;
        object.granted | if self.derived.silenced.contains(id) { 0 } else { printed }
    }

    /// Whether an object has lost its abilities.
    #[inline]
    pub fn is_silenced(&self, id: ObjectId) -> bool {
        self.derived.silenced.contains(id)
    }

    /// Whether the object has a keyword, printed or given.
    #[inline]
    pub fn has_keyword(&self, catalog: &Catalog, id: ObjectId, keyword: KeywordId) -> bool {
        self.keywords(catalog, id) >> keyword.0 & 1 == 1
    }

    /// The objects of a zone, in order.
    #[inline]
    pub fn zone(&self, zone: ZoneId) -> &[ObjectId] {
        self.zones.of(zone)
    }

    /// Whether nothing is left to decide.
    pub fn is_over(&self) -> bool {
        self.outcome != Outcome::Playing
    }

    /// Whether no question, trigger or check waits and the game goes on.
    #[inline(always)]
    pub(crate) fn is_uninterrupted(&self) -> bool {
        let finds_none = || !self.pending.has_interrupt() && !self.is_over();
        debug_assert!(
            self.pending.may_be_interrupted() || finds_none(),
            "something was added without its method"
        );
        !self.pending.may_be_interrupted() || finds_none()
    }

    /// [`Game::is_uninterrupted`], and the next call need not look.
    #[inline(always)]
    pub(crate) fn clear_if_idle(&mut self) -> bool {
        let is_idle = self.is_uninterrupted();
        if is_idle {
            self.pending.clear_interrupt();
        }
        is_idle
    }

    /// Whoever must decide now; nobody when the game is over.
    pub fn to_decide(&self) -> Option<Seat> {
        if self.is_over() {
            return None;
        }
        Some(self.pending.prompt().map_or(self.turn.decider, |prompt| prompt.seat))
    }

    /// Whether derived state is what computing it again would give.
    pub fn derived_is_right(&self, catalog: &Catalog) -> bool {
        let rebuilt = Derived::rebuild(catalog, &self.objects, &self.zones);
        self.derived.agrees_with(&rebuilt)
    }

    /// Computes everything derived again, after objects were changed by hand.
    pub fn rebuild_derived(&mut self, catalog: &Catalog) {
        self.derived = Derived::rebuild(catalog, &self.objects, &self.zones);
    }
}
