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
    /// What it is.
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
    /// Where from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from: Option<PlaceName>,
    /// Where to.
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
    /// A card came into play.
    Entered,
    /// A card was deployed.
    Deployed,
    /// A card was destroyed.
    Destroyed,
    /// A card was sacrificed.
    Sacrificed,
    /// A card was discarded.
    Discarded,
    /// A card went from a deck to the discard.
    Milled,
    /// A card was exiled.
    Exiled,
    /// A card returned to a hand.
    Returned,
    /// A card moved to another place in play.
    Moved,
    /// A card was put somewhere.
    Put,
    /// A card was drawn.
    Drew,
    /// A discard became the deck.
    Reshuffled,
    /// A card was played.
    Played,
    /// An ability was used.
    Activated,
    /// A card left its place.
    MovedOut,
    /// A card arrived in its place.
    MovedIn,
    /// A card was dealt damage.
    Damaged,
    /// A player was dealt damage.
    HitPlayer,
    /// A card was healed.
    Healed,
    /// A number of a card grew.
    Gained,
    /// A number of a card fell.
    Lost,
    /// A counter of a player grew.
    CounterGained,
    /// A counter of a player fell.
    CounterLost,
    /// A card got a status.
    StatusSet,
    /// A card lost a status.
    StatusCleared,
    /// An attack was declared.
    Attacks,
    /// An attack was carried out.
    Attacked,
    /// A block was declared.
    Blocks,
    /// A phase, turn or round began.
    Began,
    /// A token was created.
    Created,
    /// A card was chosen as a target.
    Targeted,
    /// A card was attached to another.
    Attached,
    /// A card was tapped for mana.
    Tapped,
    /// A deck was shuffled.
    Shuffled,
    /// A card was revealed.
    Revealed,
    /// The modifier of a place changed.
    SlotChanged,
    /// Control of a card changed.
    Controlled,
    /// A card was cancelled.
    Cancelled,
    /// A zone was searched.
    Searched,
    /// Somebody looked at cards.
    Looked,
    /// A passing change ended.
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
    Card {
        /// The card.
        card: CardView,
    },
    /// A card goes out of sight; its handle never comes back.
    Gone {
        /// The card.
        handle: Handle,
    },
    /// What lies in a place, in order, and how many cards there are in all.
    Place {
        /// The place.
        place: PlaceName,
        /// The cards in sight there, in order.
        cards: Vec<Handle>,
        /// How many cards there are, those out of sight included.
        count: u16,
    },
    /// A place's own modifier.
    Bonus {
        /// The place.
        place: PlaceName,
        /// What it was.
        from: i16,
        /// What it is now.
        to: i16,
    },
    /// A number of a card.
    Number {
        /// The card.
        handle: Handle,
        /// Its name.
        name: String,
        /// What it was.
        from: i16,
        /// What it is now.
        to: i16,
    },
    /// A status of a card.
    Status {
        /// The card.
        handle: Handle,
        /// Its name.
        name: String,
        /// Whether it is there now.
        on: bool,
    },
    /// A keyword of a card.
    Keyword {
        /// The card.
        handle: Handle,
        /// Its name.
        name: String,
        /// Whether it is there now.
        on: bool,
    },
    /// Somebody else controls a card.
    Controller {
        /// The card.
        handle: Handle,
        /// The seat.
        seat: SeatName,
    },
    /// What a card is attached to.
    Attached {
        /// The card.
        handle: Handle,
        /// What it is now.
        to: Option<Handle>,
    },
    /// A player's number.
    Counter {
        /// The seat.
        seat: SeatName,
        /// Its name.
        name: String,
        /// What it was.
        from: i16,
        /// What it is now.
        to: i16,
    },
    /// A keyword that a player has.
    PlayerKeyword {
        /// The seat.
        seat: SeatName,
        /// Its name.
        name: String,
        /// Whether it is there now.
        on: bool,
    },
    /// The time of play.
    Moment {
        /// The number of the turn.
        turn: u16,
        /// The number of the round.
        round: u16,
        /// The phase.
        phase: String,
        /// Whose turn it is.
        active: SeatName,
    },
    /// What waits on the stack, the next to resolve first.
    Stack {
        /// The whole stack, the next to resolve first.
        items: Vec<StackItem>,
    },
    /// Who decides now; nobody when the game is over.
    Decides {
        /// The seat.
        seat: Option<SeatName>,
    },
    /// How the game ended; no winner is a draw.
    Over {
        /// Who won; none after a draw.
        winner: Option<SeatName>,
    },
    /// A game that was over goes on again: its end was taken back.
    Resumed,
}
