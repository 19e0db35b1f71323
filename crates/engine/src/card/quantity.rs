//! Quantities (how much), conditions (whether) and players (who).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Filter, Happening, Pattern, Reference, Whose};
use crate::id::{AttributeId, CounterId, MeasureId, PhaseId, ZoneKind};

/// How much.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// Exactly this.
    Number(i16),
    /// How many objects match.
    Count(Box<Filter>),
    /// An attribute of one object, last-known if it is gone.
    Attribute(Reference, AttributeId),
    /// An attribute added up over all that match.
    Total(AttributeId, Box<Filter>),
    /// The highest value of an attribute among all that match; 0 if none does.
    Highest(AttributeId, Box<Filter>),
    /// The lowest one.
    Lowest(AttributeId, Box<Filter>),
    /// What is printed on an object's card, whatever has changed since.
    Printed(Reference, AttributeId),
    /// A player's counter.
    Counter(Who, CounterId),
    /// The amount of the triggering event: "that much".
    Amount,
    /// What the last effect of this ability really did: damage dealt, cards
    /// moved, energy paid.
    Result,
    /// What the effect with this number really did: damage dealt, cards moved.
    Done(u8),
    /// The number that was chosen: X.
    Chosen,
    /// A number that the game's frame computes for a player.
    Measure(Who, MeasureId),
    /// How many turns or rounds have begun.
    Begun(Span),
    /// In how many lanes or slots of a zone something is so; each is "that
    /// lane" in turn.
    Places(ZoneKind, Box<Condition>),
    /// How many of those that a reference means are gone.
    Gone(Reference),
    /// How many of your cards lie on top of a zone down to the first that matches, with
    /// it; all of them if none does.
    TopUntil(ZoneKind, Box<Filter>),
    /// How often such an event happened this turn, the present one included.
    ThisTurn(Box<Pattern>),
    /// The sum of both.
    Plus(Box<Quantity>, Box<Quantity>),
    /// The first less the second; it may be negative.
    Minus(Box<Quantity>, Box<Quantity>),
    /// The product of both.
    Times(Box<Quantity>, Box<Quantity>),
    /// Floor division: "for every 2".
    Per(Box<Quantity>, i16),
    /// The smaller of the two: "up to".
    AtMost(Box<Quantity>, Box<Quantity>),
}

/// A stretch of a game that is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Span {
    /// Turns of either player.
    Turn,
    /// Rounds of both.
    Round,
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Comparison {
    /// `≥`
    AtLeast,
    /// `≤`
    AtMost,
    /// `=`
    Equal,
    /// `>`
    More,
    /// `<`
    Less,
}

impl Comparison {
    /// Whether `left` stands in this relation to `right`.
    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Comparison::AtLeast => left >= right,
            Comparison::AtMost => left <= right,
            Comparison::Equal => left == right,
            Comparison::More => left > right,
            Comparison::Less => left < right,
        }
    }

    /// The sign for explanations: `attack 1 < 2`.
    pub fn sign(self) -> &'static str {
        match self {
            Comparison::AtLeast => "≥",
            Comparison::AtMost => "≤",
            Comparison::Equal => "=",
            Comparison::More => ">",
            Comparison::Less => "<",
        }
    }
}

/// Whether.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Two quantities stand in this relation.
    Compare(Quantity, Comparison, Quantity),
    /// One object matches; it is read as it last was if it is gone.
    Is(Reference, Filter),
    /// The optional or paid thing before this was done.
    Did,
    /// The thing before this destroyed its object.
    Gone(Reference),
    /// It is this player's turn.
    Turn(Whose),
    /// The game is in this phase.
    Phase(PhaseId),
    /// A player has passed in the decision going on.
    Passed(Whose),
    /// Nobody has won or lost yet.
    Undecided,
    /// A player has acted this turn: has done anything but pass.
    Acted(Whose),
    /// Such an event has happened this turn.
    Happened(Happening, Whose),
    /// The condition does not hold.
    Not(Box<Condition>),
    /// Each of them holds.
    All(Vec<Condition>),
    /// At least one of them holds.
    OneOf(Vec<Condition>),
}

/// Which player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The ability's controller.
    You,
    /// The other player.
    Opponent,
    /// Both, the turn's player first.
    Each,
    /// Who controls the object, or last did.
    Controller(Reference),
    /// Who owns the object.
    Owner(Reference),
    /// The player of the triggering event: "that player".
    EventPlayer,
    /// Whoever acts: the player whose choice began this.
    Actor,
    /// Whose turn it is.
    Active,
    /// Who begins, by the rulebook.
    First,
    /// The other one.
    Second,
}

impl Quantity {
    /// The quantity of words without a number: "a card".
    pub const ONE: Quantity = Quantity::Number(1);
}

impl From<i16> for Quantity {
    fn from(number: i16) -> Self {
        Quantity::Number(number)
    }
}
