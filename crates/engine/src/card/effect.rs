//! Effects: what an ability does. Few primitives, composed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Condition, Cost, Course, Destination, Duration, Filter, Gift, Manner, Pattern, Place, Quantity,
    Reference, Rest, Selection, Spot, Static, Verb, Who, Whose, is_false,
};
use crate::id::{AttributeId, CardId, CounterId, DamageId, FlagId, PhaseId, ZoneKind};

/// One step of an ability.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// A player draws.
    Draw {
        /// Whose deck is drawn from.
        who: Who,
        /// How many cards, one after another.
        count: Quantity,
        /// The number under which later words mean the drawn cards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mention: Option<u8>,
    },
    /// Gather, select, move: destroy, discard, mill, banish, return, deploy.
    Move {
        /// The objects that are moved.
        what: Selection,
        /// The manner, which decides the event and the zone where none is given.
        verb: Verb,
        /// Where they go, if not where the verb takes them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Destination>,
    },
    /// New tokens or cards from outside the game.
    Create {
        /// The card that each new object is one of.
        card: CardId,
        /// How many; each needs room of its own.
        count: Quantity,
        /// Who owns and controls them.
        who: Who,
        /// Where they go, if not where tokens of the card enter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Destination>,
        /// The number under which later words mean what was created.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mention: Option<u8>,
    },
    /// A token copy of each selected object.
    Copy {
        /// The objects that are copied.
        what: Selection,
        /// Who owns and controls the copies.
        who: Who,
        /// Its entering triggers nothing.
        #[serde(default, skip_serializing_if = "is_false")]
        silent: bool,
        /// The number under which later words mean the copies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mention: Option<u8>,
    },
    /// Damage to objects; shields take their share first.
    Damage {
        /// The objects that are dealt damage.
        what: Selection,
        /// The damage to each.
        amount: Quantity,
        /// The game's first kind if none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<DamageId>,
        /// What deals it; the ability's own object if none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Reference>,
    },
    /// Damage to a player, where players have life.
    DamagePlayer {
        /// The player whose life goes down.
        who: Who,
        /// The damage to the player.
        amount: Quantity,
        /// What deals it; the ability's own object if none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Reference>,
    },
    /// Takes back damage, up to the printed value.
    Heal {
        /// The objects that are healed.
        what: Selection,
        /// The attribute that damage wears down.
        attribute: AttributeId,
        /// The most that each gets back.
        amount: Quantity,
    },
    /// Adds to an attribute; a negative quantity takes away.
    Change {
        /// The objects that change.
        what: Selection,
        /// The attribute that is changed.
        attribute: AttributeId,
        /// Computed when the effect happens.
        by: Quantity,
        /// When the change ends by itself.
        until: Duration,
    },
    /// Makes an attribute exactly this.
    Become {
        /// The objects that change.
        what: Selection,
        /// The attribute that is set.
        attribute: AttributeId,
        /// Computed when the effect happens.
        to: Quantity,
        /// When the attribute goes back.
        until: Duration,
    },
    /// Changes a player's counter.
    Counter {
        /// Whose counter it is.
        who: Who,
        /// The counter that goes up or down.
        counter: CounterId,
        /// Negative takes away, down to the counter's minimum.
        by: Quantity,
    },
    /// Makes a player's counter exactly this.
    CounterBecomes {
        /// Whose counter it is.
        who: Who,
        /// The counter that is set.
        counter: CounterId,
        /// Kept within the counter's minimum and maximum.
        to: Quantity,
    },
    /// Turns a status on or off.
    Flag {
        /// The objects that change.
        what: Selection,
        /// The status that is set or cleared.
        flag: FlagId,
        /// Whether it is set.
        on: bool,
        /// When it goes back to what it was.
        #[serde(default, skip_serializing_if = "Duration::is_forever")]
        until: Duration,
    },
    /// Gives a keyword, an ability or a rule for a while.
    Grant {
        /// The objects that receive it.
        what: Selection,
        /// What they receive.
        gift: Gift,
        /// When it is taken away again.
        until: Duration,
    },
    /// Puts a rule on the table for a while, bound to no object.
    Decree {
        /// The standing rule, as if a card in play had it.
        rule: Static,
        /// When it ends.
        until: Duration,
        /// A rule about playing cards, for the next one only.
        #[serde(default, skip_serializing_if = "is_false")]
        once: bool,
    },
    /// Attaches one object to another.
    Attach {
        /// What is attached: the first object of it.
        what: Selection,
        /// The host: the first object of it.
        to: Selection,
    },
    /// Two objects in play take each other's places, if both can; of a phrase that brought
    /// in several, the first two.
    Swap {
        /// The first of the two.
        one: Reference,
        /// The object that it changes places with.
        other: Reference,
    },
    /// Stops something on the stack: counter, prevent.
    Cancel {
        /// The spells and abilities that wait on the stack.
        what: Selection,
    },
    /// Looks through a whole zone, takes what is chosen, shuffles.
    Search {
        /// Who searches, in a zone of their own.
        who: Who,
        /// The zone that is looked through.
        zone: ZoneKind,
        /// What may be taken.
        filter: Filter,
        /// The most cards that may be taken.
        count: Quantity,
        /// Where what is taken goes.
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
        /// Who looks, in a zone of their own.
        who: Who,
        /// The zone whose top is looked at.
        zone: ZoneKind,
        /// How many cards are looked at.
        count: Quantity,
        /// What may be taken.
        take: Filter,
        /// How many may be taken; none takes all that match, without asking.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        up_to: Option<Quantity>,
        /// As many as that are taken if they are there.
        #[serde(default, skip_serializing_if = "is_false")]
        must: bool,
        /// Where what is taken goes.
        to: Destination,
        /// What becomes of the cards that were not taken.
        rest: Rest,
        /// Shown to everyone.
        #[serde(default, skip_serializing_if = "is_false")]
        reveal: bool,
        /// The number under which later words mean what was taken.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mention: Option<u8>,
    },
    /// Puts a zone into random order.
    Shuffle {
        /// Whose zone it is.
        who: Who,
        /// The zone that is shuffled.
        zone: ZoneKind,
        /// Then the cards lie in the order of this attribute, the lowest on top.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<AttributeId>,
    },
    /// Somebody else controls it, for good or for a while.
    Control {
        /// The objects that change sides.
        what: Selection,
        /// Who controls them from now on.
        who: Who,
        /// When the former controller has them back.
        #[serde(default, skip_serializing_if = "Duration::is_forever")]
        until: Duration,
    },
    /// What would happen happens otherwise, as the only effect of a replacement: with
    /// another amount, or to another object. With an amount of 0 it does not happen.
    Adjust {
        /// The new amount; none leaves it as it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<Quantity>,
        /// The object it is diverted to; none leaves it where it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Reference>,
    },
    /// Cards are shown: to everybody, or to whoever looks. They stay where they are.
    See {
        /// The cards that are shown.
        what: Selection,
        /// Both players see them.
        #[serde(default, skip_serializing_if = "is_false")]
        everybody: bool,
    },
    /// Adds to a slot's own modifier.
    Slot {
        /// The slots whose modifier changes.
        spot: Spot,
        /// What is added to it; negative takes away.
        by: Quantity,
    },
    /// Its controller chooses a lane or slot; later words say "that lane".
    ChoosePlace {
        /// The kind of place to choose from.
        zone: ZoneKind,
        /// On whose side.
        whose: Whose,
        /// Only places in this relation to something, if given.
        near: Option<Place>,
    },
    /// Its controller chooses a number: X.
    ChooseNumber {
        /// The least that may be chosen.
        min: Quantity,
        /// The most that may be chosen.
        max: Quantity,
    },
    /// Chooses without doing anything yet.
    Choose {
        /// What is chosen, for later words to mean.
        what: Selection,
    },
    /// Does one thing or the other.
    If {
        /// Asked once, before either.
        condition: Condition,
        /// Done where it holds.
        then: Vec<Effect>,
        /// Done where it does not.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Effect>,
    },
    /// A player may do this, paying the cost; otherwise the other thing.
    May {
        /// Who is asked and pays.
        who: Who,
        /// Paid on accepting; whoever cannot pay is not asked.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cost: Vec<Cost>,
        /// Done if the player accepts.
        then: Vec<Effect>,
        /// Done if the player declines or cannot pay.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Effect>,
    },
    /// Choose this many of these; whoever is named chooses.
    Modal {
        /// Who chooses the modes.
        #[serde(default = "you", skip_serializing_if = "is_you")]
        who: Who,
        /// How many different modes are chosen.
        count: u8,
        /// The alternatives, in the order of the text.
        modes: Vec<Mode>,
    },
    /// For each selected object in turn, which is then what the selection's
    /// number means.
    Each {
        /// The objects, gathered before the first.
        what: Selection,
        /// Done once for each of them.
        effects: Vec<Effect>,
    },
    /// For each player in turn, or for the one named, who is then "you".
    EachPlayer {
        /// The players it is done for.
        #[serde(default = "both", skip_serializing_if = "is_both")]
        who: Who,
        /// Done once for each player.
        effects: Vec<Effect>,
    },
    /// Does the same several times.
    Repeat {
        /// How often; computed before the first time.
        times: Quantity,
        /// Done each time.
        effects: Vec<Effect>,
    },
    /// Later: a trigger that is not on a card. It is gone after it fired once,
    /// or at the end of the duration if it may fire more often.
    Later {
        /// The event that it waits for.
        on: Pattern,
        /// What it does then.
        effects: Vec<Effect>,
        /// How long it listens; none is until it has fired.
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
    /// An extra turn; the game says when it is taken.
    ExtraTurn {
        /// Whose turn it is.
        who: Who,
    },
    /// The present turn has a phase once more.
    ExtraPhase {
        /// The phase that is added.
        phase: PhaseId,
    },
    /// The abilities of these that listen for such an event, as if it happened.
    Trigger {
        /// The objects whose abilities start.
        what: Selection,
        /// The event that is pretended.
        on: Pattern,
    },
    /// A step of a rulebook.
    Course(Course),
    /// These happen together, in a manner.
    Together {
        /// Whether it is one moment, and whether anything may trigger.
        manner: Manner,
        /// What happens together.
        effects: Vec<Effect>,
    },
    /// For each lane or slot of a zone, which is then "that lane".
    EachPlace {
        /// The kind of zone whose places are gone through.
        zone: ZoneKind,
        /// Done once for each place.
        effects: Vec<Effect>,
    },
    /// The game ends at once.
    Win {
        /// The winner.
        who: Who,
    },
    /// The game ends at once, and the other player has won.
    Lose {
        /// The loser.
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
    /// To be paid when the mode is chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cost: Vec<Cost>,
    /// What the mode does.
    pub effects: Vec<Effect>,
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
