//! Costs: what must be paid before an effect happens.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Filter, Quantity, Verb};
use crate::id::{AttributeId, CounterId, FlagId};

/// One part of a cost. A list of costs is paid in order, all or nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cost {
    /// Pay from a player counter: "2 energy", "4 life".
    Counter(CounterId, Quantity),
    /// Choose an amount from a counter, at least this much: "one or more
    /// energy". The amount becomes the ability's chosen number.
    Some(CounterId, i16),
    /// Pay all that is left of a counter; it becomes the chosen number.
    AllOf(CounterId),
    /// Coloured mana, in the game's notation: one entry per counter, and the
    /// generic part.
    Mana(Vec<(CounterId, i16)>, i16),
    /// Turn this on: exhaust or tap the source. It must be off.
    Flag(FlagId),
    /// Take the number off the source's attribute: "remove a fade counter".
    Attribute(AttributeId, i16),
    /// Move objects you choose: "sacrifice a creature", "discard a card",
    /// "banish a card from your void".
    Move {
        /// How they move: given up, discarded, exiled.
        verb: Verb,
        /// How many must be moved.
        count: Quantity,
        /// Which objects may be chosen.
        filter: Filter,
        /// The number under which later words mean what was paid with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mention: Option<u8>,
    },
    /// Move the source itself: "sacrifice this".
    This(Verb),
    /// Move all that match: "discard your hand".
    All {
        /// How they move: given up, discarded, exiled.
        verb: Verb,
        /// What is moved; it may be nothing.
        filter: Filter,
        /// The number under which later words mean what was paid with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mention: Option<u8>,
    },
    /// Turn a flag on for objects you choose: "tap an untapped ally".
    FlagOther {
        /// The status that is turned on.
        flag: FlagId,
        /// How many objects must pay.
        count: Quantity,
        /// Which objects may be chosen, the status still being off.
        filter: Filter,
        /// The number under which later words mean what was paid with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mention: Option<u8>,
    },
    /// What playing the source costs, with everything that changes it.
    Price,
    /// Any one of these.
    OneOf(Vec<Cost>),
}
