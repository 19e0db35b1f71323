//! Events: what happened. Every change to a game is one of these.

use crate::card::{Happening, Verb};
use crate::id::{Handle, Seat, ZoneId};

/// The kinds of event, one bit each in listener masks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Kind {
    Entered,
    Deployed,
    Destroyed,
    Sacrificed,
    Discarded,
    Milled,
    Exiled,
    Returned,
    Shifted,
    Put,
    Drew,
    Reshuffled,
    Played,
    Activated,
    MovedOut,
    MovedIn,
    Damaged,
    HitPlayer,
    Healed,
    Gained,
    Lost,
    CounterGained,
    CounterLost,
    FlagSet,
    FlagCleared,
    Attacks,
    Attacked,
    Blocks,
    Began,
    Created,
    Targeted,
    Attached,
    Tapped,
    Shuffled,
    Revealed,
    SlotChanged,
    Controlled,
    Cancelled,
    Searched,
    Looked,
    Ended,
    /// Something only this game has; `what` says which.
    Occasion,
    /// A player passed.
    Passed,
}

/// How many kinds there are.
pub const KINDS: usize = 43;

/// How many phases and how many occasions are told apart where they are heard.
const OWN_BITS: u16 = 8;

/// The bit of one of several symbols that have bits of their own behind the kinds.
const fn symbol_bit(row: u16, what: u16) -> u64 {
    1 << (KINDS as u16 + row * OWN_BITS + what % OWN_BITS)
}

/// What can be heard by something that has left: what moves, and occasions.
pub(crate) const LISTENED_AFTER_LEAVING: u64 =
    MOVES | ((1 << OWN_BITS) - 1) << (KINDS + OWN_BITS as usize);

/// One thing that happened.
///
/// `object` is what it happened to (or who did it), `other` the second object,
/// `player` whose event it is, `what` the symbol concerned: an attribute, a
/// counter, a status, a phase, an occasion, a kind of damage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    pub kind: Kind,
    pub player: Seat,
    pub from: ZoneId,
    pub to: ZoneId,
    pub object: Handle,
    pub other: Handle,
    pub amount: i16,
    pub what: u16,
    /// How much of damage the shields took.
    pub shielded: i16,
}

impl Event {
    /// An event of this kind with everything else empty.
    pub const fn new(kind: Kind, player: Seat) -> Self {
        Event {
            kind,
            player,
            from: ZoneId::OUTSIDE,
            to: ZoneId::OUTSIDE,
            object: Handle::NONE,
            other: Handle::NONE,
            amount: 0,
            what: 0,
            shielded: 0,
        }
    }

    pub const fn object(mut self, object: Handle) -> Self {
        self.object = object;
        self
    }

    pub const fn other(mut self, other: Handle) -> Self {
        self.other = other;
        self
    }

    pub const fn amount(mut self, amount: i16) -> Self {
        self.amount = amount;
        self
    }

    pub const fn what(mut self, what: u16) -> Self {
        self.what = what;
        self
    }

    pub const fn places(mut self, from: ZoneId, to: ZoneId) -> Self {
        self.from = from;
        self.to = to;
        self
    }

    /// The bit by which it is heard: that of its kind. Phases and occasions have
    /// their own, because there are many of them and cards mean one.
    #[inline]
    pub(crate) const fn listener_bit(&self) -> u64 {
        match self.kind {
            Kind::Began => symbol_bit(0, self.what),
            Kind::Occasion => symbol_bit(1, self.what),
            kind => kind.bit(),
        }
    }
}

impl Kind {
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }

    /// Whether the event takes an object from one place to another.
    pub const fn is_move(self) -> bool {
        (self as u8) <= Kind::Put as u8
    }

    /// The event that a move of this manner makes.
    pub const fn of(verb: Verb) -> Kind {
        match verb {
            Verb::Destroy => Kind::Destroyed,
            Verb::Sacrifice => Kind::Sacrificed,
            Verb::Discard => Kind::Discarded,
            Verb::Mill => Kind::Milled,
            Verb::Exile => Kind::Exiled,
            Verb::Return => Kind::Returned,
            Verb::Enter => Kind::Entered,
            Verb::Deploy => Kind::Deployed,
            Verb::Shift => Kind::Shifted,
            Verb::Put => Kind::Put,
        }
    }
}

/// The manners in which an object can go from play to the discard zone.
const LEAVING: u64 =
    Kind::Destroyed.bit() | Kind::Sacrificed.bit() | Kind::Discarded.bit() | Kind::Put.bit();

/// Every kind of move.
pub(crate) const MOVES: u64 = (1 << (Kind::Put as u8 + 1)) - 1;

impl Happening {
    /// The symbol that it is about, if it names one.
    pub(crate) const fn named(self) -> Option<u16> {
        match self {
            Happening::Gained(id) | Happening::Lost(id) => Some(id.0),
            Happening::GainedCounter(id) | Happening::LostCounter(id) => Some(id.0),
            Happening::FlagSet(id) | Happening::FlagCleared(id) => Some(id.0),
            Happening::Began(id) => Some(id.0),
            Happening::Occasion(id) => Some(id.0),
            _ => None,
        }
    }

    /// The bits by which events that can be this happening are heard.
    pub(crate) const fn listener_bit(self) -> u64 {
        match self {
            Happening::Began(id) => symbol_bit(0, id.0),
            Happening::Occasion(id) => symbol_bit(1, id.0),
            other => other.kinds(),
        }
    }

    /// Whether every event of its kinds is this happening.
    pub(crate) const fn is_plain(self) -> bool {
        use Happening::{Died, Left, PutInto, Tapped};
        self.named().is_none() && !matches!(self, Left | Died | PutInto(_) | Tapped(_))
    }

    /// The kinds of event that can be this happening.
    pub const fn kinds(self) -> u64 {
        match self {
            Happening::Entered => Kind::Entered.bit() | Kind::Deployed.bit(),
            Happening::Deployed => Kind::Deployed.bit(),
            Happening::Left => LEAVING | Kind::Exiled.bit() | Kind::Returned.bit(),
            Happening::Died => LEAVING,
            Happening::PutInto(_) => MOVES,
            Happening::Destroyed => Kind::Destroyed.bit(),
            Happening::Sacrificed => Kind::Sacrificed.bit(),
            Happening::Exiled => Kind::Exiled.bit(),
            Happening::Returned => Kind::Returned.bit(),
            Happening::Discarded => Kind::Discarded.bit(),
            Happening::Milled => Kind::Milled.bit(),
            Happening::Drew => Kind::Drew.bit(),
            Happening::Reshuffled => Kind::Reshuffled.bit(),
            Happening::Played => Kind::Played.bit(),
            Happening::Activated => Kind::Activated.bit(),
            Happening::Moved => Kind::Shifted.bit(),
            Happening::MovedOut => Kind::MovedOut.bit(),
            Happening::MovedIn => Kind::MovedIn.bit(),
            Happening::Damaged => Kind::Damaged.bit(),
            Happening::DealtDamage => Kind::Damaged.bit() | Kind::HitPlayer.bit(),
            Happening::HitPlayer => Kind::HitPlayer.bit(),
            Happening::Healed => Kind::Healed.bit(),
            Happening::Gained(_) => Kind::Gained.bit(),
            Happening::Lost(_) => Kind::Lost.bit(),
            Happening::GainedCounter(_) => Kind::CounterGained.bit(),
            Happening::LostCounter(_) => Kind::CounterLost.bit(),
            Happening::FlagSet(_) => Kind::FlagSet.bit(),
            Happening::FlagCleared(_) => Kind::FlagCleared.bit(),
            Happening::Attacks => Kind::Attacks.bit(),
            Happening::Attacked => Kind::Attacked.bit(),
            Happening::Blocks => Kind::Blocks.bit(),
            Happening::Began(_) => Kind::Began.bit(),
            Happening::Created => Kind::Created.bit(),
            Happening::Targeted => Kind::Targeted.bit(),
            Happening::Attached => Kind::Attached.bit(),
            Happening::Occasion(_) => Kind::Occasion.bit(),
            Happening::Tapped(_) => Kind::Tapped.bit(),
            Happening::Passed => Kind::Passed.bit(),
        }
    }
}
