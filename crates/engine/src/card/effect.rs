//! Effects: what an ability does. Few primitives, composed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Ability, Condition, Cost, Course, Filter, Manner, Pattern, Place, Quantity, Reference, Static,
    Who, Whose, is_false,
};
use crate::id::{AttributeId, CardId, CounterId, DamageId, FlagId, KeywordId, PhaseId, ZoneKind};

/// One step of an ability.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// A player draws.
    Draw {
        who: Who,
        count: Quantity,
        /// The number under which later words mean the drawn cards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mention: Option<u8>,
    },
    /// Gather, select, move: destroy, discard, mill, banish, return, deploy.
    Move {
        what: Selection,
        verb: Verb,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Destination>,
    },
    /// New tokens or cards from outside the game.
    Create {
        card: CardId,
        count: Quantity,
        who: Who,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Destination>,
        /// The number under which later words mean what was created.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mention: Option<u8>,
    },
    /// A token copy of each selected object.
    Copy {
        what: Selection,
        who: Who,
        /// Its entering triggers nothing.
        #[serde(default, skip_serializing_if = "is_false")]
        silent: bool,
        /// The number under which later words mean the copies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mention: Option<u8>,
    },
    Damage {
        what: Selection,
        amount: Quantity,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<DamageId>,
        /// What deals it; the ability's own object if none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Reference>,
    },
    /// Damage to a player, where players have life.
    DamagePlayer {
        who: Who,
        amount: Quantity,
        /// What deals it; the ability's own object if none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Reference>,
    },
    /// Takes back damage, up to the printed value.
    Heal {
        what: Selection,
        attribute: AttributeId,
        amount: Quantity,
    },
    /// Adds to an attribute; a negative quantity takes away.
    Change {
        what: Selection,
        attribute: AttributeId,
        by: Quantity,
        until: Duration,
    },
    /// Makes an attribute exactly this.
    Become {
        what: Selection,
        attribute: AttributeId,
        to: Quantity,
        until: Duration,
    },
    /// Changes a player's counter.
    Counter {
        who: Who,
        counter: CounterId,
        by: Quantity,
    },
    /// Makes a player's counter exactly this.
    CounterBecomes {
        who: Who,
        counter: CounterId,
        to: Quantity,
    },
    /// Turns a status on or off.
    Flag {
        what: Selection,
        flag: FlagId,
        on: bool,
        #[serde(default, skip_serializing_if = "Duration::is_forever")]
        until: Duration,
    },
    /// Gives a keyword, an ability or a rule for a while.
    Grant {
        what: Selection,
        gift: Gift,
        until: Duration,
    },
    /// Puts a rule on the table for a while, bound to no object.
    Decree {
        rule: Static,
        until: Duration,
        /// A rule about playing cards, for the next one only.
        #[serde(default, skip_serializing_if = "is_false")]
        once: bool,
    },
    Attach {
        what: Selection,
        to: Selection,
    },
    /// Two objects in play take each other's places, if both can; of a phrase that brought
    /// in several, the first two.
    Swap {
        one: Reference,
        other: Reference,
    },
    /// Stops something on the stack: counter, prevent.
    Cancel {
        what: Selection,
    },
    /// Looks through a whole zone, takes what is chosen, shuffles.
    Search {
        who: Who,
        zone: ZoneKind,
        filter: Filter,
        count: Quantity,
        to: Destination,
        /// Shown to everyone.
        #[serde(default, skip_serializing_if = "is_false")]
        reveal: bool,
        /// The number under which later words mean what was found.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mention: Option<u8>,
    },
    /// Looks at the top of a zone, takes some, puts the rest somewhere.
    Look {
        who: Who,
        zone: ZoneKind,
        count: Quantity,
        /// What may be taken.
        take: Filter,
        /// How many may be taken; none takes all that match, without asking.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        up_to: Option<Quantity>,
        /// As many as that are taken if they are there.
        #[serde(default, skip_serializing_if = "is_false")]
        must: bool,
        to: Destination,
        rest: Rest,
        /// Shown to everyone.
        #[serde(default, skip_serializing_if = "is_false")]
        reveal: bool,
        /// The number under which later words mean what was taken.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mention: Option<u8>,
    },
    Shuffle {
        who: Who,
        zone: ZoneKind,
        /// Then the cards lie in the order of this attribute, the lowest on top.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<AttributeId>,
    },
    /// Somebody else controls it, for good or for a while.
    Control {
        what: Selection,
        who: Who,
        #[serde(default, skip_serializing_if = "Duration::is_forever")]
        until: Duration,
    },
    /// What would happen happens otherwise, as the only effect of a replacement: with
    /// another amount, or to another object. With an amount of 0 it does not happen.
    Adjust {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<Quantity>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Reference>,
    },
    /// Cards are shown: to everybody, or to whoever looks. They stay where they are.
    See {
        what: Selection,
        #[serde(default, skip_serializing_if = "is_false")]
        everybody: bool,
    },
    /// Adds to a slot's own modifier.
    Slot {
        spot: Spot,
        by: Quantity,
    },
    /// Its controller chooses a lane or slot; later words say "that lane".
    ChoosePlace {
        zone: ZoneKind,
        whose: Whose,
        near: Option<Place>,
    },
    /// Its controller chooses a number: X.
    ChooseNumber {
        min: Quantity,
        max: Quantity,
    },
    /// Chooses without doing anything yet.
    Choose {
        what: Selection,
    },
    If {
        condition: Condition,
        then: Vec<Effect>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Effect>,
    },
    /// A player may do this, paying the cost; otherwise the other thing.
    May {
        who: Who,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cost: Vec<Cost>,
        then: Vec<Effect>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Effect>,
    },
    /// Choose this many of these; whoever is named chooses.
    Modal {
        #[serde(default = "you", skip_serializing_if = "is_you")]
        who: Who,
        count: u8,
        modes: Vec<Mode>,
    },
    /// For each selected object in turn, which is then what the selection's
    /// number means.
    Each {
        what: Selection,
        effects: Vec<Effect>,
    },
    /// For each player in turn, or for the one named, who is then "you".
    EachPlayer {
        #[serde(default = "both", skip_serializing_if = "is_both")]
        who: Who,
        effects: Vec<Effect>,
    },
    Repeat {
        times: Quantity,
        effects: Vec<Effect>,
    },
    /// Later: a trigger that is not on a card. It is gone after it fired once,
    /// or at the end of the duration if it may fire more often.
    Later {
        on: Pattern,
        effects: Vec<Effect>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Duration>,
        /// It is gone after it fired, also where it has a duration.
        #[serde(default, skip_serializing_if = "is_false")]
        once: bool,
        /// The effects happen in place of the event.
        #[serde(default, skip_serializing_if = "is_false")]
        instead: bool,
    },
    /// What was to be replaced happens after all.
    Proceed,
    /// The acting player may act again.
    GoAgain,
    ExtraTurn {
        who: Who,
    },
    ExtraPhase {
        phase: PhaseId,
    },
    /// The abilities of these that listen for such an event, as if it happened.
    Trigger {
        what: Selection,
        on: Pattern,
    },
    /// A step of a rulebook.
    Course(Course),
    /// These happen together, in a manner.
    Together {
        manner: Manner,
        effects: Vec<Effect>,
    },
    /// For each lane or slot of a zone, which is then "that lane".
    EachPlace {
        zone: ZoneKind,
        effects: Vec<Effect>,
    },
    Win {
        who: Who,
    },
    Lose {
        who: Who,
    },
}

impl Effect {
    /// By how much it does what it does, if that scales with something.
    pub(crate) fn scale(&self) -> Option<&Quantity> {
        match self {
            Effect::Change { by: amount, .. }
            | Effect::Counter { by: amount, .. }
            | Effect::Draw { count: amount, .. }
                if matches!(amount, Quantity::Per(..) | Quantity::Amount | Quantity::Times(..)) =>
            {
                Some(amount)
            }
            _ => None,
        }
    }
}

/// One alternative of a choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mode {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cost: Vec<Cost>,
    pub effects: Vec<Effect>,
}

/// Objects that an effect is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    pub pick: Pick,
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
        who: Who,
        min: Quantity,
        max: Quantity,
        /// Chosen when the card is played, and lost if it moves ("target").
        target: bool,
    },
    Random(Quantity),
    /// From the top of an ordered zone.
    Top(Quantity),
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
    pub zone: ZoneKind,
    /// Whose zone.
    #[serde(default)]
    pub side: Side,
    #[serde(default)]
    pub spot: Spot,
    #[serde(default)]
    pub end: End,
}

/// Whose zone a move ends in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    #[default]
    Owner,
    You,
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
    #[default]
    Top,
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
    Keyword(KeywordId),
    Ability(Box<Ability>),
    /// It may be played from where it lies, for this cost or its own.
    PlayFrom {
        zone: ZoneKind,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost: Option<Quantity>,
        /// It is exiled when it would leave play.
        #[serde(default, skip_serializing_if = "is_false")]
        banish: bool,
    },
    /// The next damage to it, up to so much, is prevented.
    Prevent(Quantity),
}

fn you() -> Who {
    Who::You
}

fn is_you(who: &Who) -> bool {
    *who == Who::You
}

fn both() -> Who {
    Who::Each
}

fn is_both(who: &Who) -> bool {
    *who == Who::Each
}

impl Duration {
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
