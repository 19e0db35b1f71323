//! The state of a game, as a value.
//!
//! One type serves all games. It is plain data: cloning it is how bots search,
//! how undo works and how a replay branches. Cards' texts, names, logs and
//! history live outside.

use std::collections::VecDeque;

use crate::card::Static;
use crate::compile::Catalog;
use crate::event::{Event, LISTENED_AFTER_LEAVING};
use crate::id::{AbilityId, CardId, CounterId, FlagId, Handle, KeywordId, ObjectId, Seat, ZoneId};
use crate::mask::{Bits, Mask};
use crate::query::ObjectSnapshot;
use crate::rulebook::{COUNTERS, TALLIES, VALUES, ZONES};
use crate::state::{Delayed, Dice, Modifier, Prompt, Waiting, Work, Zones};

/// Beside the keywords that an object was given: the condition that alone decides
/// what its own statics do held when they were last worked out.
pub const HELD: u32 = 1 << 31;

/// One thing in one game: a card in a zone or a token.
///
/// What becomes nothing together and what is copied together lie side by side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Object {
    /// Keywords it has beyond the printed ones, a mask over [`KeywordId`], and
    /// [`HELD`].
    pub granted: u32,
    /// Statuses, a mask over [`FlagId`].
    pub flags: u16,
    /// What statics and passing effects add at the moment.
    pub bonus: [i16; VALUES],
    pub card: CardId,
    /// Its attributes that can change, statics left out.
    pub values: [i16; VALUES],
    /// Goes up when the object changes zones.
    pub incarnation: u16,
    /// When it entered play, for ordering.
    pub entered: u16,
    pub zone: ZoneId,
    pub owner: Seat,
    pub controller: Seat,
    /// Abilities used up until their limit resets, by number.
    pub used: u8,
}

/// One player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Player {
    pub counters: [i16; COUNTERS],
    /// How often each event that cards ask about happened this turn.
    pub tallies: [u8; TALLIES],
    /// Keywords that cards in play give the player.
    pub keywords: u32,
}

impl Player {
    /// Counts one more of what some tallies, as a mask, count.
    #[inline(always)]
    pub(crate) fn count(&mut self, tallies: u8) {
        for tally in Bits(tallies.into()) {
            let count = &mut self.tallies[usize::from(tally) % TALLIES];
            *count = count.saturating_add(1);
        }
    }
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Outcome {
    #[default]
    Playing,
    Won(Seat),
    Drawn,
}

/// An object as it last was in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LastKnown {
    pub handle: Handle,
    pub card: CardId,
    pub flags: u32,
    pub keywords: u32,
    pub values: [i16; VALUES],
    pub zone: ZoneId,
    pub position: u8,
    pub owner: Seat,
    pub controller: Seat,
    /// Whether it has left; before that it was only about to.
    pub left: bool,
    /// What left at the same moment has the same number.
    pub batch: u16,
    pub entered: u16,
}

/// The state of a game.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Game {
    pub objects: Vec<Object>,
    pub zones: Zones,
    pub players: [Player; 2],
    pub dice: Dice,
    pub outcome: Outcome,
    /// Whose turn it is.
    pub active: Seat,
    /// Who takes the next free decision, if no prompt waits.
    pub decider: Seat,
    /// Whose choice began what is happening.
    pub actor: Seat,
    /// The frame's own place in the turn.
    pub phase: u8,
    pub turn: u16,
    pub round: u16,
    /// Numbers that the frame keeps; what they mean is its business.
    pub memo: [i16; 8],
    /// Modifiers that belong to slots.
    pub slots: [i16; ZONES],
    pub attacker: Handle,
    pub defender: Handle,
    /// Work in progress; the last item is the one being done.
    pub work: Vec<Work>,
    /// Triggers that wait, the first `placed` of them in their final order.
    pub waiting: VecDeque<Waiting>,
    pub placed: u32,
    /// The players' stack; the last item resolves first.
    pub stack: Vec<Work>,
    /// Questions that wait; the first is the one being asked.
    pub prompts: Vec<Prompt>,
    /// What was answered, until the work that asked takes it.
    pub answer: Vec<Handle>,
    pub modifiers: Vec<Modifier>,
    pub delayed: Vec<Delayed>,
    /// What is attached to what, by the number of what is attached.
    pub hosts: Vec<(ObjectId, ObjectId)>,
    pub last_known: Vec<LastKnown>,
    /// What those that are remembered listen for, as far as what has left still can.
    pub listened_by_departed: u64,
    /// Pairs of reactor and source that have fired in this chain, in order,
    /// each with the event it fired on.
    pub fired: Vec<(Handle, Handle, u32)>,
    /// Events of the present moment, until all of them have happened.
    pub moment: Vec<(Event, u32)>,
    /// Objects of open loops.
    pub pool: Vec<Handle>,
    /// Objects in play that listen for what happens to others.
    pub listeners: Mask,
    /// What they listen for, by whose event it is and [`Event::listener_bit`].
    pub listened: [u64; 2],
    /// One of them has left or changed sides since: it may be less than that.
    pub listened_stale: bool,
    /// How many objects have each sort of static on.
    pub static_counts: [u8; Static::SORTS],
    /// How many objects in play have abilities to activate.
    pub activatable: u8,
    /// Some ability may have used up its limit.
    pub spent: bool,
    /// Objects whose static abilities are on.
    pub statics: Mask,
    /// Those of them that change what objects are.
    pub continuous_sources: Mask,
    /// Objects that statics, passing effects or slots have changed.
    pub affected: Mask,
    /// The kinds of event after which attributes may have to be worked out
    /// again, and the places where it matters what comes and leaves.
    pub dependencies: (u64, u64),
    /// Objects that changed since the last state check.
    pub(crate) to_check: Mask,
    /// Objects already marked to die.
    pub dying: Mask,
    /// Attributes must be worked out again.
    pub stale: bool,
    /// A question, a trigger, a check or the end of the game may come before the next
    /// step: whoever adds to `prompts`, `waiting` or `to_check` or sets `outcome` sets
    /// this too. While it is not set none comes, and nobody looks for them.
    pub(crate) interrupt_pending: bool,
    /// The present batch of simultaneous changes.
    pub batch: u16,
    /// Counts what enters play.
    pub clock: u16,
    /// What the clock showed when this turn began.
    pub turn_began: u16,
    /// Counts everything that is recorded.
    pub ordinal: u32,
    /// Steps taken since the last decision.
    pub steps: u32,
}

impl Object {
    /// An unused place for an object.
    pub const ABSENT: Object = Object {
        card: CardId(0),
        incarnation: 0,
        entered: 0,
        flags: 0,
        granted: 0,
        values: [0; VALUES],
        bonus: [0; VALUES],
        zone: ZoneId::OUTSIDE,
        owner: Seat::ONE,
        controller: Seat::ONE,
        used: 0,
    };

    /// What has come to another place is a new object of its card.
    #[inline(always)]
    pub(crate) fn renew(&mut self, zone: ZoneId, fresh: &[[i16; VALUES]]) {
        self.values = fresh[self.card.index()];
        self.granted = 0;
        self.flags = 0;
        self.bonus = [0; VALUES];
        self.incarnation = self.incarnation.wrapping_add(1);
        self.zone = zone;
        self.used = 0;
    }

    #[inline]
    pub fn has(&self, flag: FlagId) -> bool {
        self.flags >> flag.0 & 1 == 1
    }
}

impl LastKnown {
    /// An object as it is seen now, still in play.
    pub fn of(snapshot: &ObjectSnapshot, position: usize) -> Self {
        LastKnown {
            handle: snapshot.handle,
            card: snapshot.card,
            flags: snapshot.flags,
            keywords: snapshot.keywords & !HELD,
            values: snapshot.values,
            zone: snapshot.zone,
            position: position as u8,
            owner: snapshot.owner,
            controller: snapshot.controller,
            left: false,
            batch: 0,
            entered: snapshot.entered,
        }
    }
}

impl Game {
    /// An empty table.
    pub fn new(catalog: &Catalog, seed: u64) -> Self {
        let mut game = Game::bare(fresh_players(catalog), Dice::new(seed));
        game.make_room(catalog);
        game
    }

    /// Places for all objects, all of them unused.
    fn make_room(&mut self, catalog: &Catalog) {
        let capacity = catalog.rules.capacity;
        self.objects.resize(capacity, Object::ABSENT);
        self.zones.renew(capacity, catalog.rules.places());
    }

    /// A table without room for objects; it has allocated nothing.
    pub(crate) fn bare(players: [Player; 2], dice: Dice) -> Self {
        Game {
            objects: Vec::new(),
            zones: Zones::default(),
            players,
            dice,
            outcome: Outcome::Playing,
            active: Seat::ONE,
            decider: Seat::ONE,
            actor: Seat::ONE,
            phase: 0,
            turn: 0,
            round: 0,
            memo: [0; 8],
            slots: [0; ZONES],
            attacker: Handle::NONE,
            defender: Handle::NONE,
            work: Vec::new(),
            waiting: VecDeque::new(),
            placed: 0,
            stack: Vec::new(),
            prompts: Vec::new(),
            answer: Vec::new(),
            modifiers: Vec::new(),
            delayed: Vec::new(),
            hosts: Vec::new(),
            last_known: Vec::new(),
            listened_by_departed: 0,
            fired: Vec::new(),
            moment: Vec::new(),
            pool: Vec::new(),
            listeners: Mask::EMPTY,
            listened: [0; 2],
            listened_stale: false,
            static_counts: [0; Static::SORTS],
            activatable: 0,
            spent: false,
            statics: Mask::EMPTY,
            continuous_sources: Mask::EMPTY,
            affected: Mask::EMPTY,
            dependencies: (0, 0),
            to_check: Mask::EMPTY,
            dying: Mask::EMPTY,
            stale: false,
            interrupt_pending: false,
            batch: 0,
            clock: 0,
            turn_began: 0,
            ordinal: 0,
            steps: 0,
        }
    }

    #[inline]
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    #[inline]
    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        &mut self.objects[id.index()]
    }

    /// Abilities of an object, a mask of their numbers, use up their limits.
    #[inline]
    pub fn use_up(&mut self, id: ObjectId, abilities: u8) {
        self.object_mut(id).used |= abilities;
        self.spent |= abilities != 0;
    }

    /// Remembers an object as it is seen now.
    #[inline]
    pub(crate) fn remember(&mut self, catalog: &Catalog, memory: LastKnown) {
        self.listened_by_departed |=
            catalog.program.listens_for[memory.card.index()] & LISTENED_AFTER_LEAVING;
        self.last_known.push(memory);
    }

    /// Nothing refers to what was remembered any more.
    #[inline]
    pub(crate) fn forget(&mut self) {
        self.last_known.clear();
        self.listened_by_departed = 0;
    }

    /// What an object is attached to.
    #[inline]
    pub fn host(&self, id: ObjectId) -> ObjectId {
        let known = self.hosts.iter().find(|(attached, _)| *attached == id);
        known.map_or(ObjectId::NONE, |(_, host)| *host)
    }

    /// Attaches an object to another.
    pub(crate) fn set_host(&mut self, id: ObjectId, host: ObjectId) {
        match self.hosts.binary_search_by_key(&id, |(attached, _)| *attached) {
            Ok(at) => self.hosts[at].1 = host,
            Err(at) => self.hosts.insert(at, (id, host)),
        }
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

    /// The object is attached to nothing any more. Returns whether it was.
    #[inline]
    pub(crate) fn detach(&mut self, id: ObjectId) -> bool {
        let before = self.hosts.len();
        if before != 0 {
            self.hosts.retain(|(attached, _)| *attached != id);
        }
        self.hosts.len() != before
    }

    /// The event that a reactor has already answered to this source.
    pub(crate) fn spent_on(&self, reactor: Handle, source: Handle) -> Option<u32> {
        let found = self.find_pair(reactor, source);
        found.ok().map(|at| self.fired[at].2)
    }

    /// A reactor answers a source, in this chain only once.
    pub(crate) fn spend_pair(&mut self, reactor: Handle, source: Handle, event: u32) {
        if let Err(at) = self.find_pair(reactor, source) {
            self.fired.insert(at, (reactor, source, event));
        }
    }

    fn find_pair(&self, reactor: Handle, source: Handle) -> Result<usize, usize> {
        self.fired.binary_search_by_key(&(reactor, source), |(one, two, _)| (*one, *two))
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

    /// How the object last was in play.
    pub fn last_known_of(&self, handle: Handle) -> Option<&LastKnown> {
        self.last_known.iter().rev().find(|memory| memory.handle == handle)
    }

    #[inline]
    pub fn counter(&self, seat: Seat, counter: CounterId) -> i16 {
        self.players[seat.index()].counters[counter.index()]
    }

    /// Whether the object has a keyword, printed or given.
    #[inline]
    pub fn has_keyword(&self, catalog: &Catalog, id: ObjectId, keyword: KeywordId) -> bool {
        let object = self.object(id);
        (object.granted | catalog.card(object.card).keywords) >> keyword.0 & 1 == 1
    }

    /// The objects of a zone, in order.
    #[inline]
    pub fn zone(&self, zone: ZoneId) -> &[ObjectId] {
        self.zones.of(zone)
    }

    pub fn is_over(&self) -> bool {
        self.outcome != Outcome::Playing
    }

    /// Whether no question, trigger or check waits and the game goes on.
    #[inline(always)]
    pub(crate) fn is_uninterrupted(&self) -> bool {
        debug_assert!(
            self.interrupt_pending || self.finds_no_interrupt(),
            "nobody was told of what comes first"
        );
        !self.interrupt_pending || self.finds_no_interrupt()
    }

    /// The same, so that the next one need not look.
    #[inline(always)]
    pub(crate) fn clear_if_idle(&mut self) -> bool {
        let is_uninterrupted = self.is_uninterrupted();
        if is_uninterrupted && self.interrupt_pending {
            self.interrupt_pending = false;
        }
        is_uninterrupted
    }

    /// The same by a look at all of them.
    #[inline(always)]
    fn finds_no_interrupt(&self) -> bool {
        self.waiting.is_empty()
            && self.to_check.is_empty()
            && self.prompts.is_empty()
            && !self.is_over()
    }

    /// Whoever must decide now; nobody when the game is over.
    pub fn to_decide(&self) -> Option<Seat> {
        if self.is_over() {
            return None;
        }
        Some(self.prompts.first().map_or(self.decider, |prompt| prompt.seat))
    }

    /// The ability that waits for an answer or is being done.
    pub fn current_ability(&self) -> Option<AbilityId> {
        self.work.last().map(|work| work.ability).filter(|ability| !ability.is_none())
    }
}

/// Both players before anything has happened.
fn fresh_players(catalog: &Catalog) -> [Player; 2] {
    let mut player = Player::default();
    for (counter, rule) in player.counters.iter_mut().zip(&catalog.rules.counters) {
        *counter = rule.start;
    }
    [player; 2]
}
