//! Events: what happened. Every change to a game is one of these.

use crate::card::{Happening, Verb};
use crate::id::{Handle, Seat, ZoneId};

/// The kinds of event, one bit each in listener masks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Came into play otherwise than by being played or deployed.
    Entered,
    /// Came into play by being played or deployed.
    Deployed,
    /// Went to the discard zone, destroyed by a rule or effect.
    Destroyed,
    /// Went to the discard zone, given up by its controller.
    Sacrificed,
    /// Went from a hand to the discard zone.
    Discarded,
    /// Went from a deck to the discard zone.
    Milled,
    /// Left the game, face up.
    Exiled,
    /// Went back to its owner's hand.
    Returned,
    /// Went from one lane or slot to another.
    Shifted,
    /// Went to some other zone.
    Put,
    /// A player drew the object.
    Drew,
    /// A player's empty deck was made anew.
    Reshuffled,
    /// A player played the card.
    Played,
    /// A player used an activated ability of the object.
    Activated,
    /// Shifted, announced again as seen from the place that was left.
    MovedOut,
    /// Shifted, announced again as seen from the place that was entered.
    MovedIn,
    /// The object was dealt damage by the other; the amount is what got through.
    Damaged,
    /// A player was dealt damage by the object.
    HitPlayer,
    /// The object got back what damage had taken.
    Healed,
    /// The attribute `what` of the object went up by the amount.
    Gained,
    /// The attribute `what` of the object went down by the amount.
    Lost,
    /// The counter `what` of the player went up by the amount.
    CounterGained,
    /// The counter `what` of the player went down by the amount.
    CounterLost,
    /// The status `what` of the object was turned on.
    FlagSet,
    /// The status `what` of the object was turned off.
    FlagCleared,
    /// The object declared an attack on the other.
    Attacks,
    /// The object finished an attack on the other; the amount is what got through.
    Attacked,
    /// The object was declared as a blocker of the other.
    Blocks,
    /// The phase `what` began for the player.
    Began,
    /// The object was made during the game.
    Created,
    /// The object was chosen as a target by the other.
    Targeted,
    /// The object was attached to the other.
    Attached,
    /// The object was tapped for mana.
    Tapped,
    /// The order of a zone became random.
    Shuffled,
    /// The object was shown to both players.
    Revealed,
    /// The modifier of a slot went up or down by the amount.
    SlotChanged,
    /// The player took control of the object.
    Controlled,
    /// The object was stopped on the stack.
    Cancelled,
    /// The player looked through a whole zone; the amount is how many cards matched.
    Searched,
    /// The player looked at the top of a zone; the amount is the number of cards.
    Looked,
    /// The game ended; the player won, if it has a winner.
    Ended,
    /// Something only this game has; `what` says which.
    Occasion,
    /// A player passed.
    Passed,
}

/// How many kinds there are.
pub const KINDS: usize = 43;

/// How many phases and how many occasions are told apart by listeners.
const OWN_BITS: u16 = 8;

/// The bit of one of several symbols that have bits of their own behind the kinds.
const fn symbol_bit(row: u16, what: u16) -> u64 {
    1 << (KINDS as u16 + row * OWN_BITS + what % OWN_BITS)
}

/// What something that has left can still react to: what moves, and occasions.
pub(crate) const LISTENED_AFTER_LEAVING: u64 =
    MOVES | ((1 << OWN_BITS) - 1) << (KINDS + OWN_BITS as usize);

/// One thing that happened.
///
/// `object` is what it happened to (or who did it), `other` the second object,
/// `player` whose event it is, `what` the symbol concerned: an attribute, a
/// counter, a status, a phase, an occasion, a kind of damage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// Which sort of event it is.
    pub kind: Kind,
    /// Whose event it is: who draws, whose turn begins, whose place is entered.
    pub player: Seat,
    /// Where the object came from, for events that are about places.
    pub from: ZoneId,
    /// Where the object went, for events that are about places.
    pub to: ZoneId,
    /// What it happened to, or who did it.
    pub object: Handle,
    /// The second object: the target of an attack, the source of damage or of a move.
    pub other: Handle,
    /// How much or how many, where the kind counts something.
    pub amount: i16,
    /// The symbol that it is about; for moves, the position in the row.
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

    /// The event with what it happened to.
    pub const fn object(mut self, object: Handle) -> Self {
        self.object = object;
        self
    }

    /// The event with its second object.
    pub const fn other(mut self, other: Handle) -> Self {
        self.other = other;
        self
    }

    /// The event with how much or how many.
    pub const fn amount(mut self, amount: i16) -> Self {
        self.amount = amount;
        self
    }

    /// The event with the symbol that it is about.
    pub const fn what(mut self, what: u16) -> Self {
        self.what = what;
        self
    }

    /// The event with the places it leads from and to.
    pub const fn places(mut self, from: ZoneId, to: ZoneId) -> Self {
        self.from = from;
        self.to = to;
        self
    }

    /// The bit by which listeners know it: that of its kind. Phases and occasions have
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
    /// The bit of the kind in masks over kinds.
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

    /// The bits by which listeners know events that can be this happening.
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
