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
    Modify {
        /// The objects that change.
        what: Filter,
        /// The attribute that is added to.
        attribute: AttributeId,
        /// How much; negative takes away.
        by: Quantity,
    },
    /// Sets the base value of an attribute of all that match; the quantity is
    /// computed for each ("it").
    Base {
        /// The objects that change.
        what: Filter,
        /// The attribute that is set.
        attribute: AttributeId,
        /// The base value, before anything is added.
        to: Quantity,
    },
    /// All that match have the keyword.
    Keyword {
        /// The objects that have it.
        what: Filter,
        /// The keyword that they have.
        keyword: KeywordId,
    },
    /// All that match are of this type too.
    Type {
        /// The objects that are of it.
        what: Filter,
        /// The type they have in addition to their own.
        add: TypeId,
    },
    /// Playing what matches costs this much more (negative: less).
    Cost {
        /// The cards whose price changes.
        what: Filter,
        /// How much; negative makes them cheaper.
        by: Quantity,
    },
    /// What matches cannot do this (or have this done by anyone).
    Forbid {
        /// The objects that are kept from it.
        what: Filter,
        /// What they are kept from.
        deed: Deed,
        /// Only at such places, for moving and deploying.
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
    /// A player's counter counts as higher: an extra land each turn.
    Allowance {
        /// Whose counter it is.
        whose: Whose,
        /// The counter that is raised.
        counter: CounterId,
        /// By how much.
        by: Quantity,
    },
    /// A player has the keyword: shroud, "skip your draw step".
    Player {
        /// The player that has it.
        whose: Whose,
        /// The keyword that the player has.
        keyword: KeywordId,
    },
    /// You may play what matches from this zone, for this cost or its own;
    /// if you do, the effects happen.
    PlayFrom {
        /// The cards that may be played.
        what: Filter,
        /// The kind of zone they may be played from.
        zone: ZoneKind,
        /// What they cost then; none is their own price.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost: Option<Quantity>,
        /// It is exiled when it would leave play.
        banish: bool,
        /// What happens when one has been played so.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        then: Vec<Effect>,
    },
    /// What matches has no abilities.
    Silence {
        /// The objects that lose theirs.
        what: Filter,
    },
    /// What matches enters play like this.
    Enter {
        /// What enters.
        what: Filter,
        /// In which state it enters.
        with: Entering,
    },
    /// What matches deals no damage, or is dealt none, of this kind or of any.
    NoDamage {
        /// The object, on the side named.
        what: Filter,
        /// Whether it deals the damage or takes it.
        side: DamageSide,
        /// Only damage of this kind; none is any.
        kind: Option<DamageId>,
    },
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
    /// With an attribute raised by this; the quantity is computed for what
    /// enters ("it").
    More(AttributeId, Quantity),
}

impl Static {
    /// The bit of [`Static::Modify`].
    pub const MODIFY: u16 = 1 << 0;
    /// The bit of [`Static::Base`].
    pub const BASE: u16 = 1 << 1;
    /// The bit of [`Static::Keyword`].
    pub const KEYWORD: u16 = 1 << 2;
    /// The bit of [`Static::Type`].
    pub const TYPE: u16 = 1 << 3;
    /// The bit of [`Static::Cost`].
    pub const COST: u16 = 1 << 4;
    /// The bit of [`Static::Forbid`].
    pub const FORBID: u16 = 1 << 5;
    /// The bit of [`Static::PlayOnlyIf`].
    pub const PLAY_ONLY_IF: u16 = 1 << 6;
    /// The bit of [`Static::AdditionalCost`].
    pub const ADDITIONAL_COST: u16 = 1 << 7;
    /// The bit of [`Static::Allowance`].
    pub const ALLOWANCE: u16 = 1 << 8;
    /// The bit of [`Static::Player`].
    pub const PLAYER: u16 = 1 << 9;
    /// The bit of [`Static::PlayFrom`].
    pub const PLAY_FROM: u16 = 1 << 10;
    /// The bit of [`Static::Silence`].
    pub const SILENCE: u16 = 1 << 11;
    /// Not a static, but on as long as one: something else happens instead.
    pub const INSTEAD: u16 = 1 << 12;
    /// The bit of [`Static::Enter`].
    pub const ENTER: u16 = 1 << 13;
    /// The bit of [`Static::NoDamage`].
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
    /// Attacking anything.
    Attack,
    /// Blocking an attacker.
    Block,
    /// Going to another lane or slot.
    Move,
    /// Coming into play by being played.
    Deploy,
    /// Being played at all.
    Play,
    /// Using its activated abilities.
    Activate,
    /// Being chosen.
    BeTargeted,
    /// Being chosen as the target of an attack.
    BeAttacked,
    /// Being blocked when it attacks.
    BeBlocked,
    /// Going to the discard zone by being destroyed.
    BeDestroyed,
    /// Becoming ready by itself when it is the time for it.
    Untap,
    /// Becoming ready by anything.
    BeReadied,
    /// Being stopped on the stack.
    BeCancelled,
}
