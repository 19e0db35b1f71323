//! Ids: small newtypes for everything a game names.
//!
//! Symbols (an attribute, a zone, a card, …) are interned: the state and the
//! programs hold numbers, and [`Names`] holds the words. Inside [`with_names`]
//! symbols are read and written as their words, so that structured card files
//! and `--json` output stay readable.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// One of the two seats at the table. Onplay plays two-player games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat listed first in a setup, which need not begin.
    pub const ONE: Seat = Seat(0);
    /// The seat across the table.
    pub const TWO: Seat = Seat(1);
    /// Both, in the order of their indices.
    pub const BOTH: [Seat; 2] = [Seat::ONE, Seat::TWO];

    /// The other seat.
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// Its place in arrays of two, within bounds for any number.
    pub const fn index(self) -> usize {
        (self.0 & 1) as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0 + 1)
    }
}

/// Most objects of a game.
pub const OBJECTS: usize = 256;

/// One thing in one game: a card in a zone or a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjectId(pub u16);

impl ObjectId {
    /// No object at all.
    pub const NONE: ObjectId = ObjectId(u16::MAX);

    /// Its place in the list of objects; past the end for none.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is no object at all.
    pub fn is_none(self) -> bool {
        self == ObjectId::NONE
    }
}

/// An object as it was at one time: it stops matching once the object has
/// changed zones, because a moved card is a new object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Handle {
    /// Which place in the list of objects it is in.
    pub id: ObjectId,
    /// Which of the objects that were in this place one after another.
    pub incarnation: u16,
}

impl Handle {
    /// No object at all.
    pub const NONE: Handle = Handle { id: ObjectId::NONE, incarnation: 0 };

    /// Whether it is no object at all.
    pub fn is_none(self) -> bool {
        self.id.is_none()
    }

    /// Whether it is an object, which may be gone by now.
    pub fn is_some(self) -> bool {
        !self.id.is_none()
    }
}

impl Default for Handle {
    fn default() -> Self {
        Handle::NONE
    }
}

/// One place cards can be: a zone of one seat, one slot, one lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct ZoneId(pub u8);

impl ZoneId {
    /// Where objects are that are not in the game.
    pub const OUTSIDE: ZoneId = ZoneId(0);

    /// Its place in the list of places.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A compiled filter of a catalog.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FilterId(pub u16);

impl FilterId {
    /// A filter that belongs to no catalog.
    pub const NONE: FilterId = FilterId(u16::MAX);

    /// Its place in the catalog's list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for FilterId {
    fn default() -> Self {
        FilterId::NONE
    }
}

/// An ability in the catalog.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AbilityId(pub u16);

impl AbilityId {
    /// No ability at all.
    pub const NONE: AbilityId = AbilityId(u16::MAX);

    /// Its place in the program's list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is no ability at all.
    pub fn is_none(self) -> bool {
        self == AbilityId::NONE
    }
}

/// The classes of words that a game defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Numbers on objects.
    Attribute,
    /// Numbers of players.
    Counter,
    /// What objects are or are not at the moment.
    Flag,
    /// Words on cards that rules know.
    Keyword,
    /// Types of cards.
    Type,
    /// Subtypes of cards.
    Subtype,
    /// Kinds of zones.
    Zone,
    /// Moments of a turn or round.
    Phase,
    /// Events that only this game has.
    Occasion,
    /// Kinds of damage.
    Damage,
    /// Numbers that the frame computes.
    Measure,
    /// Printed cards.
    Card,
}

impl Class {
    /// In the order of their numbers.
    pub const ALL: [Class; 12] = [
        Class::Attribute,
        Class::Counter,
        Class::Flag,
        Class::Keyword,
        Class::Type,
        Class::Subtype,
        Class::Zone,
        Class::Phase,
        Class::Occasion,
        Class::Damage,
        Class::Measure,
        Class::Card,
    ];

    /// The word for this class in messages.
    pub fn word(self) -> &'static str {
        match self {
            Class::Attribute => "attribute",
            Class::Counter => "counter",
            Class::Flag => "status",
            Class::Keyword => "keyword",
            Class::Type => "type",
            Class::Subtype => "subtype",
            Class::Zone => "zone",
            Class::Phase => "phase",
            Class::Occasion => "event",
            Class::Damage => "kind of damage",
            Class::Measure => "measure",
            Class::Card => "card",
        }
    }
}

/// The words of one game, by class; a symbol is an index into its class.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    words: [Vec<String>; 12],
    /// Where each word is, in small letters.
    places: [HashMap<String, u16>; 12],
}

impl Names {
    /// The symbol for a word, entered if it is new.
    pub fn intern(&mut self, class: Class, word: &str) -> u16 {
        match self.find(class, word) {
            Some(symbol) => symbol,
            None => {
                let words = &mut self.words[class as usize];
                let symbol = words.len() as u16;
                words.push(word.to_owned());
                self.places[class as usize].insert(word.to_ascii_lowercase(), symbol);
                symbol
            }
        }
    }

    /// The symbol for a word; letter case does not matter.
    pub fn find(&self, class: Class, word: &str) -> Option<u16> {
        self.places[class as usize].get(&word.to_ascii_lowercase()).copied()
    }

    /// The word of a symbol, `?` for one that this game does not have.
    pub fn word(&self, class: Class, symbol: u16) -> &str {
        self.words[class as usize].get(symbol as usize).map_or("?", String::as_str)
    }

    /// All words of a class, in symbol order.
    pub fn all(&self, class: Class) -> &[String] {
        &self.words[class as usize]
    }
}

thread_local! {
    static NAMES: RefCell<Option<Names>> = const { RefCell::new(None) };
}

/// Runs `work` with symbols read and written as the words of `names`.
pub fn with_names<T>(names: &Names, work: impl FnOnce() -> T) -> T {
    let before = NAMES.with(|cell| cell.replace(Some(names.clone())));
    let result = work();
    NAMES.with(|cell| *cell.borrow_mut() = before);
    result
}

fn write_symbol<S: Serializer>(class: Class, symbol: u16, out: S) -> Result<S::Ok, S::Error> {
    NAMES.with(|cell| match &*cell.borrow() {
        Some(names) => out.serialize_str(names.word(class, symbol)),
        None => out.serialize_u16(symbol),
    })
}

fn read_symbol<'de, D: Deserializer<'de>>(class: Class, input: D) -> Result<u16, D::Error> {
    let word = String::deserialize(input)?;
    NAMES.with(|cell| match &*cell.borrow() {
        Some(names) => names.find(class, &word).ok_or_else(|| {
            let known = names.all(class).join(", ");
            D::Error::custom(format!("unknown {} `{word}`; this game has: {known}", class.word()))
        }),
        None => Err(D::Error::custom("symbols can only be read beside their game")),
    })
}

macro_rules! symbol {
    ($(#[$doc:meta])* $name:ident, $class:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u16);

        impl $name {
            /// The class whose words these symbols stand for.
            pub const CLASS: Class = $class;

            /// Its place in the lists that are ordered by such symbols.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                write_symbol($class, self.0, out)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
                read_symbol($class, input).map($name)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let description = format!("the name of {} {} of this game", article($class), $class.word());
                json_schema!({ "type": "string", "description": description })
            }
        }
    };
}

fn article(class: Class) -> &'static str {
    if matches!(class, Class::Attribute | Class::Occasion) { "an" } else { "a" }
}

symbol!(
    /// A number on an object: attack, hull, spark.
    AttributeId,
    Class::Attribute
);
symbol!(
    /// A number of a player: energy, life, points.
    CounterId,
    Class::Counter
);
symbol!(
    /// Something an object is or is not at the moment: exhausted, marked.
    FlagId,
    Class::Flag
);
symbol!(
    /// A word on a card that rules know: Guardian, haste.
    KeywordId,
    Class::Keyword
);
symbol!(
    /// A card type: unit, creature, spell.
    TypeId,
    Class::Type
);
symbol!(
    /// A subtype: Dwarf, Mine.
    SubtypeId,
    Class::Subtype
);
symbol!(
    /// A kind of zone: hand, lane, garden. One kind may have many places.
    ZoneKind,
    Class::Zone
);
symbol!(
    /// A named moment of a turn or round.
    PhaseId,
    Class::Phase
);
symbol!(
    /// An event that only this game has: consumed, intercepts.
    OccasionId,
    Class::Occasion
);
symbol!(
    /// A kind of damage: normal, piercing.
    DamageId,
    Class::Damage
);
symbol!(
    /// A number that the game's frame computes: lanes you control.
    MeasureId,
    Class::Measure
);
symbol!(
    /// A printed card.
    CardId,
    Class::Card
);
