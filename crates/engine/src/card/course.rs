//! What the sentences of a rulebook do beyond what cards do: they say that
//! something happens, go through stages, and wait for what they have set off.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Happening, Reference, Who};
use crate::id::{PhaseId, ZoneKind};

/// One step in the course of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Course {
    /// Everything set off so far is done before the rest.
    Then,
    /// Goes through a stage, then comes back.
    Through(PhaseId),
    /// Says that something happens: "This is played."
    Say {
        /// The kind of event that listeners are told of.
        event: Happening,
        /// The object that it happens to, or that does it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subject: Option<Reference>,
        /// The second object: what is attacked or blocked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<Reference>,
        /// Whose event it is.
        who: Who,
    },
    /// What a card does when it is played happens.
    Text(Reference),
    /// The attack going on is against this object instead.
    Against(Reference),
    /// A player begins from now on.
    First(Who),
    /// The places of a zone have no modifier any more.
    Clear(ZoneKind),
    /// The game ends and nobody wins.
    Draw,
}

/// How the effects of a block happen together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// At one moment.
    AtOnce,
    /// Without anybody hearing of it.
    Silently,
}
