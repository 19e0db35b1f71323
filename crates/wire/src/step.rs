//! Steps: what happened, one thing at a time, with what it changed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::names::{Handle, PlaceName, SeatName};
use crate::view::{CardView, StackItem};

/// One thing that happened, as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct Step {
    /// Its number for this viewer: 1, 2, 3, without gaps.
    pub n: u32,
    /// The number of the step it goes back to; none if the rules began it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub cause: Option<u32>,
    /// How deep in a chain of triggers; 0 is directly behind a decision.
    pub depth: u16,
    pub kind: StepKind,
    /// Who decided, or whose event it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<SeatName>,
    /// Whose ability did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub source: Option<ObjectRef>,
    /// What it happened to, or who did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub object: Option<ObjectRef>,
    /// The second object: what is attacked, what an aura is attached to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub other: Option<ObjectRef>,
    /// The ability's own name, or whose ability it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ability: Option<String>,
    /// The words on the card behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from: Option<PlaceName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub to: Option<PlaceName>,
    /// How much or how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub amount: Option<i16>,
    /// The attribute, counter, status, phase or event it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub what: Option<String>,
    /// The line of the log.
    pub text: String,
    /// What became different in the view.
    pub changes: Vec<Change>,
}

/// What a step is.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// A player decided.
    Decided,
    /// A trigger fires.
    Triggered,
    /// Something happened instead.
    Replaced,
    /// A spell or ability did nothing: all its targets were illegal.
    Fizzled,
    /// Values of something that has gone are used.
    LastKnown,
    /// A state check found something dead.
    Checked,
    /// A chain was stopped.
    Overflowed,
    /// A clause of the rules was applied.
    Ruled,
    /// The game ended.
    Finished,
    /// A decision was taken back.
    Undone,
    /// A player gave up.
    Conceded,
    /// More happened than is told one by one.
    Summary,
    /// The view changed without anything to tell.
    Changed,
    Entered,
    Deployed,
    Destroyed,
    Sacrificed,
    Discarded,
    Milled,
    Exiled,
    Returned,
    Moved,
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
    StatusSet,
    StatusCleared,
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
    /// An event that only this game has; `what` names it.
    Occasion,
}

/// An object that a step, an offer or a prompt speaks of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct ObjectRef {
    /// Its handle, if the viewer sees it now or saw it until now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub handle: Option<Handle>,
    /// The printed name of its card, if the viewer may know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub card: Option<String>,
    /// Where it is or was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub place: Option<PlaceName>,
}

/// What became different in a view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum Change {
    /// A card comes into sight or is another one than before.
    Card { card: CardView },
    /// A card goes out of sight; its handle never comes back.
    Gone { handle: Handle },
    /// What lies in a place, in order, and how many cards there are in all.
    Place { place: PlaceName, cards: Vec<Handle>, count: u16 },
    /// A place's own modifier.
    Bonus { place: PlaceName, from: i16, to: i16 },
    /// A number of a card.
    Number { handle: Handle, name: String, from: i16, to: i16 },
    /// A status of a card.
    Status { handle: Handle, name: String, on: bool },
    /// A keyword of a card.
    Keyword { handle: Handle, name: String, on: bool },
    /// Somebody else controls a card.
    Controller { handle: Handle, seat: SeatName },
    /// What a card is attached to.
    Attached { handle: Handle, to: Option<Handle> },
    /// A player's number.
    Counter { seat: SeatName, name: String, from: i16, to: i16 },
    /// A keyword that a player has.
    PlayerKeyword { seat: SeatName, name: String, on: bool },
    /// The time of play.
    Moment { turn: u16, round: u16, phase: String, active: SeatName },
    /// What waits on the stack, the next to resolve first.
    Stack { items: Vec<StackItem> },
    /// Who decides now; nobody when the game is over.
    Decides { seat: Option<SeatName> },
    /// How the game ended; no winner is a draw.
    Over { winner: Option<SeatName> },
    /// A game that was over goes on again: its end was taken back.
    Resumed,
}
