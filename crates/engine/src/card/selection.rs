//! What effects are about: which objects, where they go, what they are given and
//! for how long.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Ability, Filter, Quantity, Reference, Who, is_false};
use crate::id::{AttributeId, KeywordId, PhaseId, ZoneKind};

/// Objects that an effect is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// How many of those that match, and who chooses them.
    pub pick: Pick,
    /// Which objects match.
    #[serde(default)]
    pub filter: Filter,
    /// The number under which later words mean these objects; none if no word
    /// does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mention: Option<u8>,
}

/// How the objects of a selection are picked from those that match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pick {
    /// All that match, at the same time.
    All,
    /// This very object, if it matches.
    The(Reference),
    /// A player chooses, at least `min` and at most `max`.
    Choose {
        /// The player who chooses.
        who: Who,
        /// The fewest; fewer are chosen where fewer match.
        min: Quantity,
        /// The most that may be chosen.
        max: Quantity,
        /// Chosen when the card is played, and lost if it moves ("target").
        target: bool,
    },
    /// This many, chosen at random.
    Random(Quantity),
    /// From the top of an ordered zone.
    Top(Quantity),
    /// From the bottom of an ordered zone.
    Bottom(Quantity),
    /// The one with the highest value; its controller breaks ties.
    Most(AttributeId),
    /// The one with the lowest value.
    Least(AttributeId),
    /// The one with the lowest first value, of several the one with the lowest
    /// second, and so on; of those still left, the leftmost.
    Lowest(Vec<AttributeId>),
    /// The leftmost.
    First,
}

/// The manner of a move. Each game has its own words for these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verb {
    /// To the discard zone, by a rule or effect that can be prevented.
    Destroy,
    /// To the discard zone, given up by its controller.
    Sacrifice,
    /// From the hand to the discard zone.
    Discard,
    /// From the deck to the discard zone.
    Mill,
    /// Out of the game.
    Exile,
    /// Back to its owner's hand.
    Return,
    /// Into play.
    Enter,
    /// Into play as if it had been played there.
    Deploy,
    /// From one lane or slot to another.
    Shift,
    /// To some other zone.
    Put,
}

/// Where a move ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Destination {
    /// The kind of zone.
    pub zone: ZoneKind,
    /// Whose zone.
    #[serde(default)]
    pub side: Side,
    /// Which of its places, where there are several.
    #[serde(default)]
    pub spot: Spot,
    /// Where in the order, where there is one.
    #[serde(default)]
    pub end: End,
}

/// Whose zone a move ends in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Its owner.
    #[default]
    Owner,
    /// The ability's controller.
    You,
    /// The other player.
    Opponent,
    /// Its present controller.
    Controller,
}

/// Which lane or slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// The player moving it chooses where there is a choice.
    #[default]
    Any,
    /// Where the reference stands, or last stood.
    Of(Reference),
    /// The slot opposite it.
    InFrontOf(Reference),
    /// The place that was chosen.
    Chosen,
    /// The chosen place and the slots close to it.
    AroundChosen,
    /// A lane next to where the moved object stands, chosen.
    Adjacent,
}

/// Which end of an ordered zone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Drawn next.
    #[default]
    Top,
    /// Drawn last.
    Bottom,
    /// Somewhere, then shuffled.
    Shuffled,
}

/// What happens to looked-at cards that were not taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rest {
    /// To the bottom, in an order the looker chooses.
    Bottom,
    /// To the bottom in random order.
    BottomRandom,
    /// Back on top, in an order the looker chooses.
    Top,
    /// Each is put back on top or into the discard zone, as the looker
    /// chooses, in any order: foresee.
    TopOrDiscard,
    /// All to the discard zone.
    Discard,
    /// Shuffled back.
    Shuffle,
}

/// How long something lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Duration {
    /// It does not end by itself.
    #[default]
    Forever,
    /// Until this turn ends.
    EndOfTurn,
    /// Until the round ends.
    EndOfRound,
    /// Until the controller's next turn starts.
    YourNextTurn,
    /// Until the end of the affected player's next turn.
    ItsNextTurn,
    /// Until the controller's next phase of this name.
    Next(PhaseId),
    /// As long as the source stays in play.
    WhileHere,
    /// For this many turns, counting each player's.
    Turns(u8),
}

/// What can be given to an object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Gift {
    /// A keyword, in addition to those it has.
    Keyword(KeywordId),
    /// A triggered, activated or static ability, in addition to those it has.
    Ability(Box<Ability>),
    /// It may be played from where it lies, for this cost or its own.
    PlayFrom {
        /// Where it has to lie to be played so.
        zone: ZoneKind,
        /// What it costs then; none is its own price.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost: Option<Quantity>,
        /// It is exiled when it would leave play.
        #[serde(default, skip_serializing_if = "is_false")]
        banish: bool,
    },
    /// The next damage to it, up to this much, is prevented.
    Prevent(Quantity),
}

impl Duration {
    /// Whether nothing ends it.
    pub fn is_forever(&self) -> bool {
        *self == Duration::Forever
    }
}

impl Selection {
    /// Objects that no later word means.
    pub fn new(pick: Pick, filter: Filter) -> Self {
        Selection { pick, filter, mention: None }
    }

    /// One particular object.
    pub fn the(reference: Reference) -> Self {
        Selection::new(Pick::The(reference), Filter::Any)
    }

    /// Everything that matches.
    pub fn all(filter: Filter) -> Self {
        Selection::new(Pick::All, filter)
    }

    /// One of your choice.
    pub fn one(filter: Filter) -> Self {
        let pick =
            Pick::Choose { who: Who::You, min: Quantity::ONE, max: Quantity::ONE, target: false };
        Selection::new(pick, filter)
    }
}
