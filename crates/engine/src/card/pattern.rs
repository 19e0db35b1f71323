//! Patterns: which events a trigger listens for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Filter, Place, Whose};
use crate::id::{AttributeId, CounterId, FlagId, OccasionId, PhaseId, TypeId, ZoneKind};

/// What a trigger listens for. One happening can match several kinds of event
/// and one event several happenings.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    /// What must happen.
    pub event: Happening,
    /// The object that it happens to, or that does it. It is read as it last
    /// was in play where the event took it away.
    #[serde(default, skip_serializing_if = "is_any")]
    pub subject: Filter,
    /// The second object: the target of an attack, the source of damage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<Filter>,
    /// Whose event it is, for what players do: draw, gain, play, begin.
    #[serde(default, skip_serializing_if = "is_anyone")]
    pub player: Whose,
    /// Where: against the place entered (or left, for leaving happenings).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The zone it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<ZoneKind>,
    /// Only the n-th time in a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<u8>,
    /// Only during this player's turn.
    #[serde(default, skip_serializing_if = "is_anyone")]
    pub turn: Whose,
    /// Once for all that happen together: "one or more". The amount is how many.
    #[serde(default, skip_serializing_if = "crate::card::is_false")]
    pub together: bool,
    /// Only damage that fighting deals, not what an ability of a card deals.
    #[serde(default, skip_serializing_if = "crate::card::is_false")]
    pub combat: bool,
}

/// What happened, in the words that cards use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Happening {
    /// Came into play, however.
    Entered,
    /// Came into play by being played or deployed.
    Deployed,
    /// Left play, however.
    Left,
    /// Went from play to the discard zone.
    Died,
    /// Was destroyed, by a rule or effect.
    Destroyed,
    /// Was given up by its controller.
    Sacrificed,
    /// Was moved out of the game.
    Exiled,
    /// Went back to its owner's hand.
    Returned,
    /// Went from a hand to the discard zone.
    Discarded,
    /// Went from a deck to the discard zone.
    Milled,
    /// Came to this kind of zone from anywhere.
    PutInto(ZoneKind),
    /// A player drew; the amount is the number of cards.
    Drew,
    /// A player's deck ran out and was renewed.
    Reshuffled,
    /// A card was played; for cards of a stack, when it was put there.
    Played,
    /// An activated ability was used.
    Activated,
    /// Moved from one lane or slot to another.
    Moved,
    /// Moved, seen from the lane that was left.
    MovedOut,
    /// Moved, seen from the lane that was entered.
    MovedIn,
    /// Was dealt damage; the amount is what it took.
    Damaged,
    /// Dealt damage; the other object is what it hit.
    DealtDamage,
    /// Dealt combat damage to a player.
    HitPlayer,
    /// Was healed; the amount is what it got back.
    Healed,
    /// An attribute went up; the amount is by how much.
    Gained(AttributeId),
    /// An attribute went down.
    Lost(AttributeId),
    /// A player's counter went up.
    GainedCounter(CounterId),
    /// A player's counter went down.
    LostCounter(CounterId),
    /// A status was turned on.
    FlagSet(FlagId),
    /// A status was turned off.
    FlagCleared(FlagId),
    /// Declared an attack; nothing has been dealt yet.
    Attacks,
    /// Finished an attack; the amount is the damage that got through.
    Attacked,
    /// Was declared as a blocker of the other object.
    Blocks,
    /// A phase, turn or round began.
    Began(PhaseId),
    /// A token was created.
    Created,
    /// Was chosen as a target.
    Targeted,
    /// Was attached to the other object.
    Attached,
    /// An event that only this game has.
    Occasion(OccasionId),
    /// A player passed.
    Passed,
    /// A card of this type was tapped for mana.
    Tapped(TypeId),
}

impl Pattern {
    /// The happening with nothing else asked.
    pub fn new(event: Happening) -> Self {
        Pattern {
            event,
            subject: Filter::Any,
            other: None,
            player: Whose::Any,
            place: None,
            from: None,
            nth: None,
            turn: Whose::Any,
            together: false,
            combat: false,
        }
    }
}

fn is_any(filter: &Filter) -> bool {
    *filter == Filter::Any
}

fn is_anyone(whose: &Whose) -> bool {
    *whose == Whose::Any
}
