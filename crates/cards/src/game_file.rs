//! `game.toml`: what a game is made of and the words its cards use.

use indexmap::IndexMap;
use onplay_engine::card::Timing;
use onplay_engine::rulebook::{Doing, Period, Policy, Role, Shape, Sight};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A `game.toml`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GameFile {
    /// The game's short name: letters, digits and hyphens.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What it is about, in one line.
    #[serde(default)]
    pub tagline: String,
    /// Objects that can exist at once.
    #[serde(default = "default_capacity")]
    pub capacity: usize,
    /// The status that exhausting or tapping sets; `{T}` in costs.
    pub exhausted: Option<String>,
    /// The status of what is banished when it would leave play.
    pub banished: Option<String>,
    /// The counter that damage to players takes away.
    pub life: Option<String>,
    /// What playing a card costs and what it is paid from.
    pub price: Option<PriceEntry>,
    /// The two attributes of "+1/+1".
    pub pair: Option<(String, String)>,
    /// When activated abilities can be used, if a card does not say.
    #[serde(default)]
    pub activation: Timing,
    pub zones: IndexMap<String, ZoneEntry>,
    #[serde(default)]
    pub attributes: IndexMap<String, AttributeEntry>,
    #[serde(default)]
    pub counters: IndexMap<String, CounterEntry>,
    #[serde(default)]
    pub flags: IndexMap<String, FlagEntry>,
    /// Kinds of damage; the first is the usual one.
    #[serde(default)]
    pub damage: IndexMap<String, DamageEntry>,
    pub death: Option<DeathEntry>,
    /// The attribute that a slot's own modifier adds to.
    pub slot_bonus: Option<String>,
    /// What happens in the game at all. A card that speaks of anything else is
    /// refused when it is read.
    pub can: Option<CanEntry>,
    /// The attribute that says how many attachments an object has room for.
    pub attachment_slots: Option<String>,
    /// The kinds of action of the rulebook that cards of a timing are: `fast =
    /// "quick"`.
    #[serde(default)]
    pub windows: IndexMap<Timing, String>,
    /// Fields of cards whose values are words in rules about decks: `rarity =
    /// ["bronze", "gold"]`.
    #[serde(default)]
    pub traits: IndexMap<String, Vec<String>>,
    #[serde(default)]
    pub policy: Policy,
    /// Named policies; what they leave out is as in `policy`.
    #[serde(default)]
    #[schemars(with = "IndexMap<String, Policy>")]
    pub policies: IndexMap<String, toml::Table>,
    #[serde(default)]
    pub phases: IndexMap<String, PhaseEntry>,
    /// Events that only this game has.
    #[serde(default)]
    pub occasions: IndexMap<String, OccasionEntry>,
    /// Numbers that the game's frame works out for a player.
    #[serde(default)]
    pub measures: IndexMap<String, MeasureEntry>,
    #[serde(default)]
    pub types: IndexMap<String, TypeEntry>,
    /// Words before the types: Legendary, Basic.
    #[serde(default)]
    pub supertypes: Vec<String>,
    #[serde(default)]
    pub keywords: IndexMap<String, KeywordEntry>,
    #[serde(default)]
    pub words: WordsEntry,
    /// A word and a colon that stand for the start of a sentence.
    #[serde(default)]
    pub labels: IndexMap<String, LabelEntry>,
    #[serde(default)]
    pub define: DefineEntry,
}

fn default_capacity() -> usize {
    256
}

/// What the game's turn and actions do that cards can speak of.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct CanEntry {
    /// What objects do.
    #[serde(rename = "do")]
    pub does: Vec<Doing>,
    /// Phases whose beginning cards can listen for.
    pub begin: Vec<String>,
    /// Those of them that begin for both players at once.
    pub begin_for_both: Vec<String>,
    /// Phases that a condition can ask about.
    pub know: Vec<String>,
    /// What "until end of …" and "once per …" can wait for.
    pub end: Vec<Period>,
    /// Phases that "until your next …" can wait for.
    pub wait_for: Vec<String>,
    /// Phases of which an effect can add one.
    pub add: Vec<String>,
    /// Zones besides those in play where abilities can be used.
    pub use_from: Vec<String>,
    /// Zones besides the hand from which cards can be played.
    pub play_from: Vec<String>,
    /// Keywords that mean something on a player.
    pub give_players: Vec<String>,
    /// Counters that a standing rule can raise.
    pub allow: Vec<String>,
    /// Types and keywords of cards that come into play attached to something.
    pub attach: Vec<String>,
    /// Types of cards that come into the game otherwise than by being played.
    pub unplayed: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriceEntry {
    /// The number on the card.
    pub attribute: String,
    /// What players pay with.
    pub counter: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ZoneEntry {
    pub role: Role,
    pub sight: Sight,
    pub shape: Shape,
    /// All players use the same one.
    pub shared: bool,
    /// How many places there are, for each player.
    pub places: Option<u8>,
    /// How many objects one place holds.
    pub capacity: Option<u8>,
    /// Abilities of cards here are on; as for the role `play` if not given.
    pub in_play: Option<bool>,
    /// Other words for the zone.
    pub words: Vec<String>,
    /// The word for one of its places: lane, slot.
    pub place: Option<String>,
    /// What the first of its places is called in actions and the log: T0.
    pub label: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct AttributeEntry {
    /// It never changes during play.
    pub printed_only: bool,
    /// An attribute that counts down from this one.
    pub worn_by: Option<String>,
    /// Never read as less than nothing.
    pub floor: bool,
    /// Not printed on cards: it starts at 0.
    pub unprinted: bool,
    /// Other words for it.
    pub words: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct CounterEntry {
    /// What each player begins with.
    pub start: i16,
    /// It never becomes less.
    pub min: Option<i16>,
    /// It never becomes more.
    pub max: Option<i16>,
    /// Only the player who has it sees it.
    pub hidden: bool,
    /// Other words for it.
    pub words: Vec<String>,
    /// Its letter in mana costs: `R` for `{R}`.
    pub symbol: Option<String>,
    /// It is a status that players have or have not: 0 or 1. This is what
    /// whoever has it not is.
    pub opposite: Option<String>,
    /// It is only paid, with cards, and nobody has so many of it.
    pub only_paid: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct FlagEntry {
    /// What is not so: ready is the opposite of exhausted.
    pub opposite: Option<String>,
    /// The verb that turns it on: exhaust.
    pub set: Option<String>,
    /// The verb that turns it off: ready.
    pub clear: Option<String>,
    /// Other words for it.
    pub words: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DamageEntry {
    /// What takes the damage in the end.
    pub target: String,
    /// The target counts damage up instead of going down.
    #[serde(default)]
    pub wears: bool,
    /// What takes it first.
    pub shield: Option<String>,
    /// Shield points that one point of damage removes; 0 goes past shields.
    #[serde(default = "one")]
    pub per_shield: i16,
    /// It never gets past shields.
    #[serde(default)]
    pub shield_only: bool,
    /// Any shield at all stops it.
    #[serde(default)]
    pub stopped_by_shield: bool,
    /// Other words for it.
    #[serde(default)]
    pub words: Vec<String>,
}

fn one() -> i16 {
    1
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DeathEntry {
    /// Dead when this is 0 or less.
    pub attribute: String,
    /// Less this: toughness less damage.
    pub less: Option<String>,
    /// Only objects of these types; all if none are named.
    #[serde(default)]
    pub types: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct PhaseEntry {
    /// Other words for it.
    pub words: Vec<String>,
    /// It is how this ends: "at the end of your turn" for `turn`.
    pub ends: Option<String>,
    /// What cards hear only in this phase: `draw`, or a counter that players gain.
    pub hears_alone: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OccasionEntry {
    /// What happens, said of the object or player: "is consumed", "intercept".
    /// For what players do, the form after "you".
    pub verb: String,
    /// The word before the second object: "by" for "is consumed by a unit";
    /// empty for "intercepts a drone"; none if there is no second object.
    pub other: Option<String>,
    /// Players do it, not objects.
    #[serde(default)]
    pub player: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MeasureEntry {
    /// "lanes you control".
    pub yours: String,
    /// "lanes your opponent controls".
    pub enemy: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct TypeEntry {
    /// Its text happens once, when it is played: spells, events.
    pub once: bool,
    /// Other words for it.
    pub words: Vec<String>,
    /// Attributes that every card of this type must print.
    pub needs: Vec<String>,
    /// Cards of this type can be played then.
    pub timing: Option<Timing>,
    /// The zone where a card of this type comes into play when nothing says where.
    pub enters: Option<String>,
    /// The zone where a token of this type does.
    pub tokens: Option<String>,
    /// Its cards never come into play: texts have to say where they lie.
    pub out_of_play: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct KeywordEntry {
    /// What it means, for players.
    pub reminder: String,
    /// Cards with it can be played then.
    pub timing: Option<Timing>,
    /// What has it is of this type, by an effect that says so.
    pub gives_type: Option<String>,
    /// Other words for it.
    pub words: Vec<String>,
}

/// The game's words for what the language already knows.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct WordsEntry {
    /// Nouns, written in the language: `ally = "unit you control"`.
    pub nouns: IndexMap<String, String>,
    /// Adjectives, written in the language: `armed = "is holding a weapon"`.
    pub adjectives: IndexMap<String, String>,
    /// Verbs: `destroy = ["dissolve"]`. The first is used in print.
    pub verbs: IndexMap<String, Vec<String>>,
    /// Particular objects: `wielder = "host"`.
    pub references: IndexMap<String, String>,
    /// Words on cards that stand for others: `"battlefield" = "play"`.
    pub same: IndexMap<String, String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum LabelEntry {
    /// The start of a sentence: "When this is deployed".
    Start(String),
    Timing(TimingEntry),
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TimingEntry {
    pub timing: Timing,
}

/// Sentences that stand for others. `N` is a number, `C` a cost, `T` a thing.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct DefineEntry {
    /// What happens: `"Kindle N" = "The leftmost character you control gains N spark."`
    pub effects: IndexMap<String, String>,
    /// What can be so.
    pub conditions: IndexMap<String, String>,
    /// Whole abilities, such as a keyword with a number.
    pub abilities: IndexMap<String, String>,
    /// Amounts.
    pub quantities: IndexMap<String, String>,
}

impl WordsEntry {
    /// The verbs that games have their own words for.
    pub const VERBS: [&'static str; 16] = [
        "destroy",
        "sacrifice",
        "discard",
        "mill",
        "exile",
        "return",
        "enter",
        "deploy",
        "move",
        "cancel",
        "draw",
        "play",
        "create",
        "attach",
        "die",
        "attack",
    ];
}
