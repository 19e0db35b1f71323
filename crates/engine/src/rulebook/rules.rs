//! The data of one game: its zones, attributes, counters and policy, as its
//! `game.toml` gives them, with places numbered and lookups precomputed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::id::{
    AttributeId, CounterId, DamageId, FlagId, KeywordId, PhaseId, Seat, TypeId, ZoneId, ZoneKind,
};
use crate::rulebook::{Capabilities, Policy};

pub use crate::id::OBJECTS;

/// Most attributes that can change during play. Printed ones are not counted.
pub const VALUES: usize = 5;
/// Most counters of a player.
pub const COUNTERS: usize = 16;
/// Most places (zones, slots, lanes) of a game.
pub const ZONES: usize = 48;
/// Most events per turn that cards of one game can ask about.
pub const TALLIES: usize = 8;

/// What one game is made of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// By [`ZoneKind`].
    pub zones: Vec<ZoneRule>,
    /// By [`AttributeId`].
    pub attributes: Vec<AttributeRule>,
    /// By [`CounterId`].
    pub counters: Vec<CounterRule>,
    /// By [`FlagId`].
    pub flags: Vec<FlagRule>,
    /// By [`DamageId`]; the first is the usual one.
    pub damage: Vec<DamageRule>,
    /// What kills an object.
    pub death: Option<DeathRule>,
    /// The status that tapping or exhausting sets.
    pub exhausted: Option<FlagId>,
    /// The player counter that damage to players takes away.
    pub life: Option<CounterId>,
    /// The attribute that playing a card costs, and the counter it is paid from.
    pub price: Option<(AttributeId, CounterId)>,
    /// Objects that can exist at once.
    pub capacity: usize,
    /// What comes next, and how abilities are done.
    pub policy: Policy,
    /// The status of what is exiled when it would leave play.
    pub exiled_on_leaving: Option<FlagId>,
    /// The attribute that a slot's own modifier adds to.
    pub slot_bonus: Option<AttributeId>,
    /// Keywords that stand for types given by effects.
    pub type_keywords: Vec<(TypeId, KeywordId)>,
    /// What its turn and actions do; nothing is refused where it is not known.
    pub can: Option<Capabilities>,
    /// What cards react to only in one phase.
    pub phase_bound: Vec<(PhaseId, PhaseBound)>,
    /// Where cards of a type come into play when nothing says where, and where
    /// tokens of it do; by [`TypeId`].
    pub entrances: Vec<Entrance>,
    /// How many attachments an object has room for, where that is printed.
    pub attachment_slots: Option<AttributeId>,
    layout: Layout,
}

/// Where cards of a type come into play when nothing says where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Entrance {
    /// For cards.
    pub cards: Option<ZoneKind>,
    /// For tokens; none has no place of its own.
    pub tokens: Option<ZoneKind>,
}

/// An event that cards react to only in one phase of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PhaseBound {
    /// A player draws.
    Draw,
    /// A player gains of this counter.
    Counter(CounterId),
}

/// A game has more places than there is room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyPlaces;

impl std::fmt::Display for TooManyPlaces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "more than {} places", ZONES - 1)
    }
}

impl std::error::Error for TooManyPlaces {}

/// What a zone is for; verbs find their zones by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Cards to draw from.
    Deck,
    /// Cards that their player can play.
    Hand,
    /// Where destroyed and discarded cards go.
    Discard,
    /// Out of the game, face up.
    Exile,
    /// On the board.
    Play,
    /// Cards and abilities waiting to resolve.
    Stack,
    /// Cards being looked at.
    Looking,
    /// No verb finds it: a zone of this game only.
    #[default]
    Other,
}

/// Who sees the cards in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sight {
    /// Cards here are open.
    #[default]
    Everyone,
    /// Only the player whose zone it is.
    Owner,
    /// Cards here are face down for both.
    Nobody,
}

/// How the places of a zone lie to each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// One place.
    #[default]
    Pile,
    /// Rows that face each other, several objects in each: lanes.
    Lanes,
    /// Single places that face each other: slots.
    Slots,
}

/// One kind of zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneRule {
    /// What verbs use it for.
    pub role: Role,
    /// Who sees the cards in it.
    pub sight: Sight,
    /// How its places lie to each other.
    pub shape: Shape,
    /// Each seat has its own.
    pub per_seat: bool,
    /// How many places there are (for each seat).
    pub places: u8,
    /// How many objects one place holds; none is unlimited.
    pub capacity: Option<u8>,
    /// Static and triggered abilities of cards here are on.
    pub in_play: bool,
    /// What its places are called, and the number of the first: T0.
    pub label: Option<(String, u8)>,
}

/// One attribute.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AttributeRule {
    /// Its place among the values that change, if it can change.
    pub live: Option<u8>,
    /// An attribute that counts down from this one: power is worn by damage.
    pub worn_by: Option<AttributeId>,
    /// It is never read as less than nothing.
    pub floor: bool,
    /// It is not printed on cards: it starts at 0.
    pub unprinted: bool,
}

/// One player counter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CounterRule {
    /// What it is when the game begins.
    pub start: i16,
    /// Never below this, if given.
    pub min: Option<i16>,
    /// Never above this, if given.
    pub max: Option<i16>,
    /// Only its owner sees it.
    pub hidden: bool,
    /// It is a status of players; this is what whoever has it not is.
    pub opposite: Option<String>,
}

/// One status.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FlagRule {
    /// What is not so: ready is the opposite of exhausted.
    pub opposite: Option<String>,
}

/// How one kind of damage is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamageRule {
    /// What takes the damage in the end.
    pub target: AttributeId,
    /// The target counts damage up instead of going down.
    pub wears: bool,
    /// What takes it first.
    pub shield: Option<AttributeId>,
    /// Shield points that one point of damage removes; 0 goes past shields.
    pub per_shield: i16,
    /// It never gets past shields.
    pub shield_only: bool,
    /// Any shield at all stops it.
    pub stopped_by_shield: bool,
}

/// When an object in play is dead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeathRule {
    /// Dead when this is 0 or less.
    pub attribute: AttributeId,
    /// Less this: toughness less damage.
    pub less: Option<AttributeId>,
    /// Only objects of these types, if any are named (a mask).
    pub types: u32,
}

/// Where each place is in the flat numbering, computed once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Layout {
    /// The first place of each kind.
    base: Vec<u8>,
    count: usize,
    places: Places,
    in_play: u64,
    of_kind: Vec<u64>,
    of_seat: [u64; 2],
    /// The first kind with each role, by [`Role`].
    of_role: [Option<ZoneKind>; ROLES],
    /// The zone of each seat with each role; the outside if there is none.
    by_role: [[ZoneId; 2]; ROLES],
    /// How attributes are read, by [`AttributeId`].
    reading: Vec<Reading>,
}

/// All places. There is one for every bit of a mask, so that no number needs a
/// check.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Places([Place; u64::BITS as usize]);

/// One place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    kind: ZoneKind,
    seat: Seat,
    /// Its number within its kind.
    index: u8,
    capacity: Option<u8>,
    shared: bool,
    /// The place opposite.
    front: Option<ZoneId>,
    /// The slots one step away.
    close: u64,
    /// The single places that stand along the same lane, on both sides.
    along: u64,
}

impl Default for Places {
    /// Nothing but the outside.
    fn default() -> Self {
        let outside = Place {
            kind: ZoneKind(u16::MAX),
            seat: Seat::ONE,
            index: 0,
            capacity: None,
            shared: true,
            front: None,
            close: 0,
            along: 0,
        };
        Places([outside; u64::BITS as usize])
    }
}

impl Places {
    #[inline]
    fn at(&self, zone: ZoneId) -> &Place {
        &self.0[zone.index() % self.0.len()]
    }
}

/// How an attribute is read from the values of an object. Places are numbers, past
/// the last where there is none: looking there finds nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reading {
    /// Its place among the values that change.
    live: u8,
    /// The place of what it is worn by.
    worn: u8,
    floor: bool,
}

impl Reading {
    /// The value, of those that change and what is added to them; none if it is
    /// not among them.
    #[inline(always)]
    pub fn of(&self, values: &[i16; VALUES], bonus: &[i16; VALUES]) -> Option<i16> {
        let live = usize::from(self.live);
        let mut value = values.get(live)?.saturating_add(*bonus.get(live)?);
        if let Some(worn) = values.get(usize::from(self.worn)) {
            value = value.saturating_sub(*worn);
        }
        Some(if self.floor { value.max(0) } else { value })
    }
}

const ROLES: usize = Role::Other as usize + 1;

/// How far from an object what it needs can be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Near {
    /// There is no such place.
    #[default]
    Nowhere,
    /// In its own place.
    Here,
    /// There or opposite.
    Lane,
    /// There, opposite or one step away.
    Around,
}

impl Rules {
    /// Numbers the places.
    ///
    /// # Errors
    /// More places than there is room for.
    pub fn lay_out(&mut self) -> Result<(), TooManyPlaces> {
        let mut layout = Layout {
            // Place 0 is outside the game.
            count: 1,
            of_kind: vec![0; self.zones.len()],
            ..Layout::default()
        };
        for (number, zone) in self.zones.iter().enumerate() {
            layout.base.push(layout.count as u8);
            let seats = if zone.per_seat { 2 } else { 1 };
            for seat in 0..seats {
                for index in 0..zone.places.max(1) {
                    let place = layout.count;
                    if place >= ZONES {
                        return Err(TooManyPlaces);
                    }
                    layout.count += 1;
                    layout.places.0[place] = Place {
                        kind: ZoneKind(number as u16),
                        seat: Seat(seat),
                        index,
                        capacity: zone.capacity,
                        shared: !zone.per_seat,
                        ..layout.places.0[place]
                    };
                    layout.in_play |= u64::from(zone.in_play) << place;
                    layout.of_kind[number] |= 1 << place;
                    layout.of_seat[usize::from(seat)] |= 1 << place;
                    if !zone.per_seat {
                        layout.of_seat[1] |= 1 << place;
                    }
                }
            }
        }
        for (number, zone) in self.zones.iter().enumerate() {
            layout.of_role[zone.role as usize].get_or_insert(ZoneKind(number as u16));
        }
        layout.reading = self.attributes.iter().map(|rule| self.reading_of(rule)).collect();
        self.layout = layout;
        for place in 0..self.places() {
            self.layout.places.0[place].front = self.find_opposite(ZoneId(place as u8));
        }
        for (role, kind) in self.layout.of_role.into_iter().enumerate() {
            let zone = |seat| kind.map_or(ZoneId::OUTSIDE, |kind| self.zone(kind, seat, 0));
            self.layout.by_role[role] = Seat::BOTH.map(zone);
        }
        for place in 0..self.places() {
            self.layout.places.0[place].close = self.find_close(ZoneId(place as u8));
            self.layout.places.0[place].along = self.find_along(ZoneId(place as u8));
        }
        Ok(())
    }

    /// Slots of which there are as many as lanes stand along the lanes.
    fn find_along(&self, zone: ZoneId) -> u64 {
        let Some(rule) = self.zone_rule(zone) else { return 0 };
        let other = match rule.shape {
            Shape::Lanes => Shape::Slots,
            Shape::Slots => Shape::Lanes,
            Shape::Pile => return 0,
        };
        (0..self.places() as u8).map(ZoneId).fold(0, |along, place| {
            let is_along = self.is_in_play(place)
                && self.lane(place) == self.lane(zone)
                && self
                    .zone_rule(place)
                    .is_some_and(|one| one.shape == other && one.places == rule.places);
            along | u64::from(is_along) << place.0
        })
    }

    /// The single places that stand along the same lane, as a mask.
    #[inline]
    pub fn along(&self, zone: ZoneId) -> u64 {
        self.layout.places.at(zone).along
    }

    fn reading_of(&self, rule: &AttributeRule) -> Reading {
        let worn = rule.worn_by.and_then(|by| self.live(by)).map(|live| live as u8);
        let place = |place: Option<u8>| place.unwrap_or(VALUES as u8);
        Reading { live: place(rule.live), worn: place(worn), floor: rule.floor }
    }

    /// How an attribute is read.
    #[inline]
    pub(crate) fn reading(&self, attribute: AttributeId) -> Option<&Reading> {
        self.layout.reading.get(attribute.index())
    }

    /// The number of places, the outside included.
    pub fn places(&self) -> usize {
        self.layout.count
    }

    /// The place of a zone kind for a seat, by index within the kind.
    #[inline]
    pub fn zone(&self, kind: ZoneKind, seat: Seat, index: u8) -> ZoneId {
        let rule = &self.zones[kind.index()];
        let offset = if rule.per_seat { seat.0 * rule.places.max(1) } else { 0 };
        ZoneId(self.layout.base[kind.index()] + offset + index)
    }

    /// The first kind of zone with a role.
    #[inline]
    pub fn role(&self, role: Role) -> Option<ZoneKind> {
        self.layout.of_role[role as usize]
    }

    /// A seat's zone with a role, the outside if the game has none.
    #[inline]
    pub fn zone_of(&self, role: Role, seat: Seat) -> ZoneId {
        self.layout.by_role[role as usize][seat.index()]
    }

    /// The kind of zone that a place belongs to.
    #[inline]
    pub fn kind(&self, zone: ZoneId) -> ZoneKind {
        self.layout.places.at(zone).kind
    }

    /// The rule of a place; none outside.
    #[inline]
    pub fn zone_rule(&self, zone: ZoneId) -> Option<&ZoneRule> {
        self.zones.get(self.kind(zone).index())
    }

    /// How many objects a place holds; none is unlimited.
    #[inline]
    pub(crate) fn capacity_of(&self, zone: ZoneId) -> Option<u8> {
        self.layout.places.at(zone).capacity
    }

    /// Whether a place belongs to both seats, as the outside does.
    #[inline]
    pub(crate) fn is_shared(&self, zone: ZoneId) -> bool {
        self.layout.places.at(zone).shared
    }

    /// Whose place it is; the first seat's where it is shared.
    #[inline]
    pub fn seat(&self, zone: ZoneId) -> Seat {
        self.layout.places.at(zone).seat
    }

    /// The lane or slot number of a place.
    #[inline]
    pub fn lane(&self, zone: ZoneId) -> u8 {
        self.layout.places.at(zone).index
    }

    /// Whether static and triggered abilities of cards at this place are on.
    #[inline]
    pub fn is_in_play(&self, zone: ZoneId) -> bool {
        self.layout.in_play >> zone.0 & 1 == 1
    }

    /// All places in play, as a mask.
    #[inline]
    pub fn in_play(&self) -> u64 {
        self.layout.in_play
    }

    /// All places of a kind, as a mask.
    #[inline]
    pub fn places_of(&self, kind: ZoneKind) -> u64 {
        self.layout.of_kind[kind.index()]
    }

    /// All places of a seat, as a mask; shared ones belong to both.
    #[inline]
    pub fn places_of_seat(&self, seat: Seat) -> u64 {
        self.layout.of_seat[seat.index()]
    }

    /// The lanes or slots next to this one, on both sides.
    pub fn adjacent(&self, zone: ZoneId) -> u64 {
        match self.opposite(zone) {
            Some(front) => self.close(zone) & !(1 << front.0),
            None => self.close(zone),
        }
    }

    /// The keyword that stands for being of a type by an effect.
    pub fn type_keyword(&self, kind: TypeId) -> Option<KeywordId> {
        self.type_keywords.iter().find(|(known, _)| *known == kind).map(|(_, keyword)| *keyword)
    }

    /// The place opposite: the same kind and number, the other seat's.
    #[inline]
    pub fn opposite(&self, zone: ZoneId) -> Option<ZoneId> {
        self.layout.places.at(zone).front
    }

    fn find_opposite(&self, zone: ZoneId) -> Option<ZoneId> {
        let rule = self.zone_rule(zone)?;
        if !rule.per_seat || rule.shape == Shape::Pile {
            return None;
        }
        Some(self.zone(self.kind(zone), self.seat(zone).other(), self.lane(zone)))
    }

    /// The slots one step away: left and right on both sides, and opposite.
    #[inline]
    pub fn close(&self, zone: ZoneId) -> u64 {
        self.layout.places.at(zone).close
    }

    /// The places that are this near to one, itself included.
    #[inline]
    pub(crate) fn near(&self, zone: ZoneId, near: Near) -> u64 {
        match near {
            Near::Nowhere => 0,
            Near::Here => 1 << zone.0,
            Near::Lane => 1 << zone.0 | self.opposite(zone).map_or(0, |front| 1 << front.0),
            Near::Around => 1 << zone.0 | self.close(zone),
        }
    }

    fn find_close(&self, zone: ZoneId) -> u64 {
        let Some(rule) = self.zone_rule(zone) else { return 0 };
        if rule.shape == Shape::Pile {
            return 0;
        }
        let (kind, lane) = (self.kind(zone), self.lane(zone));
        let mut mask = 0;
        for seat in Seat::BOTH {
            if lane > 0 {
                mask |= 1 << self.zone(kind, seat, lane - 1).0;
            }
            if lane + 1 < rule.places {
                mask |= 1 << self.zone(kind, seat, lane + 1).0;
            }
        }
        if let Some(front) = self.opposite(zone) {
            mask |= 1 << front.0;
        }
        mask
    }

    /// The damage rule of a kind, or the usual one.
    pub fn damage(&self, kind: Option<DamageId>) -> Option<&DamageRule> {
        self.damage.get(kind.map_or(0, DamageId::index))
    }

    /// The index of an attribute among the values that change.
    #[inline]
    pub fn live(&self, attribute: AttributeId) -> Option<usize> {
        self.attributes.get(attribute.index())?.live.map(usize::from)
    }
}
