//! What a seat is asked, and everything it can answer.

use onplay_engine::state::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::names::{Handle, PlaceName};
use crate::step::ObjectRef;

/// A decision that waits for one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct Ask {
    /// Its number for this seat; `decide` repeats it.
    pub n: u32,
    /// The question, if a card or rule asks one; none where the seat is free to act.
    pub prompt: Option<Prompt>,
    /// Everything that can be decided, in the order of the numbers.
    pub actions: Vec<Offer>,
}

/// A question of a card or rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct Prompt {
    /// How it is answered.
    pub kind: PromptKind,
    /// What the answer is for: `confirm`, `pay`, `cost`, `effect`, `target`, `mode`,
    /// `cost-option`, `amount`, `where`, `take`, `arrange`, `bin`, `trigger-order`,
    /// `reveal`, `rule`.
    pub reason: String,
    /// The question in words.
    pub text: String,
    /// The card that asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub source: Option<ObjectRef>,
    /// The words on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words: Option<String>,
    /// Cards to choose from or to look at.
    pub candidates: Vec<Handle>,
    /// Places to choose from.
    pub places: Vec<PlaceName>,
    /// Options to choose from.
    pub options: Vec<OptionText>,
    /// How many cards must be picked, and how many can be.
    pub min: u8,
    /// The most cards that can be picked.
    pub max: u8,
    /// The smallest and greatest number that can be chosen.
    pub low: i16,
    /// The greatest number that can be chosen.
    pub high: i16,
    /// What is picked so far, in order.
    pub picked: Vec<Handle>,
}

/// How a question is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum PromptKind {
    /// Yes or no.
    YesNo,
    /// Pick cards one at a time, then submit.
    Objects,
    /// One of several options.
    Option,
    /// One of several places.
    Place,
    /// A number between `low` and `high`.
    Number,
    /// All cards in an order, one pick at a time.
    Order,
    /// Look at the cards and go on.
    Acknowledge,
}

/// One option of a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct OptionText {
    /// Its number, as an offer names it.
    pub option: u8,
    /// What it says.
    pub text: String,
}

/// Something that can be decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct Offer {
    /// Its number among those on offer, from 1.
    pub n: u32,
    /// What kind of decision it is.
    pub verb: Verb,
    /// The game's own word for the verb `special`: `consume`, `block`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub word: Option<String>,
    /// What is played, used, moved or chosen, or who attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub object: Option<Handle>,
    /// The second object: what is attacked or blocked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub target: Option<Handle>,
    /// Where to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub place: Option<PlaceName>,
    /// The position in a row, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub at: Option<u8>,
    /// The way of playing it, in the game's words: `cycling`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub manner: Option<String>,
    /// The number of the ability on the card, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ability: Option<u8>,
    /// The option that is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub option: Option<u8>,
    /// The number that is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub number: Option<i16>,
    /// What the player pays at once.
    pub cost: Vec<Cost>,
    /// Own cards that leave play at once.
    pub gives_up: Vec<ObjectRef>,
    /// The text form, which can be typed: `play Warden to T2`.
    pub text: String,
    /// What the card says about it, where the text form does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub about: Option<String>,
    /// The decision itself; it never leaves the program, and one that was read is
    /// only known by its number.
    #[serde(skip, default = "unknown_action")]
    #[ts(skip)]
    pub action: Action,
}

fn unknown_action() -> Action {
    Action::Pass
}

/// What a decision does, for a client that draws it.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "kebab-case")]
pub enum Verb {
    /// Do nothing.
    Pass,
    /// Play a card.
    Play,
    /// Use an ability.
    Use,
    /// Attack something.
    Attack,
    /// Move a card to another place.
    Move,
    /// Something only this game has; `word` names it.
    Special,
    /// Pick or unpick a card.
    Choose,
    /// Choose a place.
    ChoosePlace,
    /// Choose an option.
    ChooseOption,
    /// Choose a number.
    ChooseNumber,
    /// That is enough, or go on.
    Submit,
    /// Answer yes.
    Yes,
    /// Answer no.
    No,
}

/// Something that is paid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "pays", rename_all = "kebab-case")]
pub enum Cost {
    /// From a player's counter.
    Counter {
        /// The counter.
        name: String,
        /// How much of it.
        amount: i16,
    },
    /// By giving a card of one's own a status: exhausting it, tapping it.
    Status {
        /// The status.
        name: String,
        /// The card that gets it.
        object: ObjectRef,
    },
}
