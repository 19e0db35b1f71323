//! One ability: the shape that every sentence of every card compiles to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Condition, Cost, Effect, Pattern, Static};
use crate::id::ZoneKind;

/// One ability: when · if · may · cost · do · limit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// The ability's own name, if the card gives it one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What makes it start, or that it is always on.
    pub when: When,
    /// Checked when the ability would start, and again for "while" statics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// "You may": its controller is asked first.
    #[serde(default, skip_serializing_if = "is_false")]
    pub optional: bool,
    /// Paid in order, all or nothing, before anything happens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cost: Vec<Cost>,
    /// What it does, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// How often one object may use it; none is without limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
}

/// What starts an ability.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// The card's own effect when it is played and resolves.
    Played,
    /// A trigger: something happened.
    Event(Pattern),
    /// Its controller chooses to, for the cost.
    Activated(Activation),
    /// Always on while the card is in play (or where the static says).
    Static(Vec<Static>),
    /// A replacement: the effects happen instead of the event.
    Instead(Pattern),
}

/// When and from where an activated ability may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Activation {
    /// When its controller may use it.
    #[serde(default)]
    pub timing: Timing,
    /// The kind of zone it works in; none means wherever it is in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<ZoneKind>,
    /// The rulebook offers it as an action of its own.
    #[serde(default, skip_serializing_if = "is_false")]
    pub by_rule: bool,
}

/// When a player may act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Timing {
    /// In one's own main phase or action.
    #[default]
    Main,
    /// In a response window.
    Response,
    /// Whenever one may act at all.
    Fast,
    /// A mana ability: at once, never on the stack.
    Mana,
}

impl Timing {
    /// How many there are.
    pub const COUNT: usize = Timing::ALL.len();

    /// All of them, in order.
    pub const ALL: [Timing; 4] = [Timing::Main, Timing::Response, Timing::Fast, Timing::Mana];
}

/// How often an ability may be used by one object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Reset when a turn begins, whoever's turn it is.
    OncePerTurn,
    /// Reset when a round begins.
    OncePerRound,
    /// Never reset.
    OncePerGame,
}

impl Ability {
    /// An ability with nothing but its occasion and effects.
    pub fn new(when: When, effects: Vec<Effect>) -> Self {
        Ability {
            name: None,
            when,
            condition: None,
            optional: false,
            cost: Vec::new(),
            effects,
            limit: None,
        }
    }

    /// Whether everything that it does scales with something, so that it may come to
    /// nothing.
    pub(crate) fn can_be_idle(&self) -> bool {
        !self.effects.is_empty() && self.effects.iter().all(|effect| effect.scale().is_some())
    }
}

pub(crate) fn is_false(value: &bool) -> bool {
    !value
}
