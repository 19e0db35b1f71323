//! Static abilities: what is true while a card is in play.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Cost, Effect, Filter, Place, Quantity, Whose};
use crate::id::{AttributeId, CounterId, DamageId, FlagId, KeywordId, TypeId, ZoneKind};

/// One standing rule of a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Static {
    /// Adds to an attribute of all that match.
    Modify { what: Filter, attribute: AttributeId, by: Quantity },
    /// Sets the base value of an attribute of all that match; the quantity is
    /// computed for each ("it").
    Base { what: Filter, attribute: AttributeId, to: Quantity },
    /// All that match have the keyword.
    Keyword { what: Filter, keyword: KeywordId },
    /// All that match are of this type too.
    Type { what: Filter, add: TypeId },
    /// Playing what matches costs this much more (negative: less).
    Cost { what: Filter, by: Quantity },
    /// What matches cannot do this (or have this done by anyone).
    Forbid {
        what: Filter,
        deed: Deed,
        place: Option<Place>,
        /// Only with these on the other side: what blocks it, what it blocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Filter>,
    },
    /// This card can be played only if this holds: "only if you control fewer
    /// lanes" is the ability's condition.
    PlayOnlyIf,
    /// Something more to pay when this card is played.
    AdditionalCost(Vec<Cost>),
    /// A player's counter is so much higher: an extra land each turn.
    Allowance { whose: Whose, counter: CounterId, by: Quantity },
    /// A player has the keyword: shroud, "skip your draw step".
    Player { whose: Whose, keyword: KeywordId },
    /// You may play what matches from this zone, for this cost or its own;
    /// if you do, the effects happen.
    PlayFrom {
        what: Filter,
        zone: ZoneKind,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost: Option<Quantity>,
        /// It is exiled when it would leave play.
        banish: bool,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        then: Vec<Effect>,
    },
    /// What matches has no abilities.
    Silence { what: Filter },
    /// What matches enters play like this.
    Enter { what: Filter, with: Entering },
    /// What matches deals no damage, or is dealt none, of this kind or of any.
    NoDamage { what: Filter, side: DamageSide, kind: Option<DamageId> },
}

/// Which side of a blow a rule is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DamageSide {
    /// Whoever deals it.
    Dealing,
    /// Whoever is dealt it.
    Taking,
}

/// How something enters play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Entering {
    /// With this status.
    Status(FlagId),
    /// With so much more of an attribute; the quantity is computed for what
    /// enters ("it").
    More(AttributeId, Quantity),
}

impl Static {
    pub const MODIFY: u16 = 1 << 0;
    pub const BASE: u16 = 1 << 1;
    pub const KEYWORD: u16 = 1 << 2;
    pub const TYPE: u16 = 1 << 3;
    pub const COST: u16 = 1 << 4;
    pub const FORBID: u16 = 1 << 5;
    pub const PLAY_ONLY_IF: u16 = 1 << 6;
    pub const ADDITIONAL_COST: u16 = 1 << 7;
    pub const ALLOWANCE: u16 = 1 << 8;
    pub const PLAYER: u16 = 1 << 9;
    pub const PLAY_FROM: u16 = 1 << 10;
    pub const SILENCE: u16 = 1 << 11;
    /// Not a static, but on as long as one: something else happens instead.
    pub const INSTEAD: u16 = 1 << 12;
    pub const ENTER: u16 = 1 << 13;
    pub const NO_DAMAGE: u16 = 1 << 14;
    /// How many sorts there are.
    pub const SORTS: usize = 15;
    /// What sets something about objects or players.
    pub const SETS: u16 = Static::BASE | Static::KEYWORD | Static::TYPE | Static::PLAYER;

    /// The bit of its sort.
    pub const fn bit(&self) -> u16 {
        match self {
            Static::Modify { .. } => Static::MODIFY,
            Static::Base { .. } => Static::BASE,
            Static::Keyword { .. } => Static::KEYWORD,
            Static::Type { .. } => Static::TYPE,
            Static::Cost { .. } => Static::COST,
            Static::Forbid { .. } => Static::FORBID,
            Static::PlayOnlyIf => Static::PLAY_ONLY_IF,
            Static::AdditionalCost(_) => Static::ADDITIONAL_COST,
            Static::Allowance { .. } => Static::ALLOWANCE,
            Static::Player { .. } => Static::PLAYER,
            Static::PlayFrom { .. } => Static::PLAY_FROM,
            Static::Silence { .. } => Static::SILENCE,
            Static::Enter { .. } => Static::ENTER,
            Static::NoDamage { .. } => Static::NO_DAMAGE,
        }
    }
}

/// Things that can be forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    Attack,
    Block,
    Move,
    Deploy,
    Play,
    Activate,
    /// Being chosen.
    BeTargeted,
    BeAttacked,
    BeBlocked,
    BeDestroyed,
    /// Becoming ready by itself when it is the time for it.
    Untap,
    /// Becoming ready by anything.
    BeReadied,
    /// Being stopped on the stack.
    BeCancelled,
}
