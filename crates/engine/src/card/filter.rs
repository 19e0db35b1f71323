//! Filters: which objects. Closed under and, or, not.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Comparison, Happening, Quantity};
use crate::id::{AttributeId, CardId, FilterId, FlagId, KeywordId, SubtypeId, TypeId, ZoneKind};

/// Whose, seen from the ability's controller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// The controller's.
    Yours,
    /// The other player's.
    Enemy,
    /// Either player's.
    #[default]
    Any,
}

/// One particular object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reference {
    /// The object the ability is on.
    This,
    /// Each of the objects that the effect, rule or filter is about, in turn:
    /// "each unit's own hull".
    It,
    /// The object the triggering event happened to, or that did it.
    Subject,
    /// The second object of the triggering event: what was attacked, what
    /// dealt the damage, what consumed.
    Other,
    /// What the ability's phrase with this number brought in: chosen, paid,
    /// drawn, created, found. It may be several.
    Slot(u8),
    /// The n-th thing that was chosen before an action of the rules began, from 0.
    Chosen(u8),
    /// What this is attached to: the enchanted land, the wielder.
    Host,
    /// The attacker of the combat going on.
    Attacker,
    /// What is being attacked.
    Defender,
}

/// Which objects. With no zone named, a filter means objects in play.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Filter {
    /// Every object.
    #[default]
    Any,
    /// Every part matches.
    All(#[schemars(with = "Vec<Filter>")] Conjunction),
    /// At least one part matches.
    OneOf(Vec<Filter>),
    /// The part does not match.
    Not(Box<Filter>),
    /// This very object.
    Is(Reference),
    /// Is controlled by this player.
    Controller(Whose),
    /// Is owned by this player, whoever controls it.
    Owner(Whose),
    /// Lies in a zone of this kind.
    Zone(ZoneKind),
    /// Has the card type.
    Type(TypeId),
    /// Has the subtype.
    Subtype(SubtypeId),
    /// Is this printed card.
    Named(CardId),
    /// Has the same name as the reference.
    SameName(Reference),
    /// Shares at least one subtype with the reference.
    SharesSubtype(Reference),
    /// Was created during the game and is in no deck.
    Token,
    /// Has the keyword, printed or given.
    Keyword(KeywordId),
    /// The status is on.
    Flag(FlagId),
    /// An attribute of the object compared with a quantity.
    Compare(AttributeId, Comparison, Box<Quantity>),
    /// Where the object stands.
    Place(Place),
    /// Has something matching attached to it (armed, enchanted).
    Holds(Box<Filter>),
    /// Is attached to the reference.
    AttachedTo(Reference),
    /// Is attached to something, whatever it is.
    Attached,
    /// Was put away by an ability of the reference, and has stayed there since.
    ExiledWith(Reference),
    /// Has an ability of this part of speech.
    Has(Part),
    /// Entered play since the start of this turn.
    EnteredThisTurn,
    /// It is the last that came to where it lies.
    Newest,
    /// This has happened to it, or it has done this, this turn: it attacked, moved,
    /// blocked or was dealt damage.
    Did(Happening),
    /// What the rulebook says of it by an adjective of its own: the clause's
    /// number on the rulebook's card, whose condition holds of "it".
    Defined(u8),
}

/// Kinds of ability that a filter can ask for.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Has an ability that starts when something happens.
    Triggered,
    /// Has an ability that its controller uses.
    Activated,
    /// Has an ability that is always on.
    Static,
    /// A trigger on entering play ("a Materialized ability").
    Entering,
    /// A trigger on this ("a Dominant ability").
    On(Happening),
}

/// A relation between places. Lanes and slots are numbered; each seat has one
/// of each, facing the other's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In the same lane or terrain as the reference, on either side.
    Lane(Reference),
    /// Directly left or right of the reference in its row.
    Beside(Reference),
    /// The slot opposite, or left or right of it or of its own: one step away.
    Close(Reference),
    /// The slot opposite the reference.
    InFront(Reference),
    /// In a lane next to the reference's.
    Adjacent(Reference),
    /// In the place that was chosen (a slot), or on either side of it (a lane).
    Chosen,
    /// In the chosen place or close to it.
    AroundChosen,
    /// Where nothing is.
    Free,
}

impl Filter {
    /// Both filters; nested conjunctions are flattened so that equal meanings
    /// have equal data.
    pub fn and(self, other: Filter) -> Filter {
        match (self, other) {
            (Filter::Any, filter) | (filter, Filter::Any) => filter,
            (left, right) => {
                let mut parts = left.into_parts();
                parts.extend(right.into_parts());
                Filter::All(parts.into())
            }
        }
    }

    /// The parts of a conjunction; anything else is its own only part.
    pub fn into_parts(self) -> Vec<Filter> {
        match self {
            Filter::Any => Vec::new(),
            Filter::All(parts) => parts.into(),
            one => vec![one],
        }
    }

    /// Whether it leaves out the object the ability is on: "another".
    pub(crate) fn excludes_this(&self) -> bool {
        let is_not_this = |part: &Filter| match part {
            Filter::Not(inner) => **inner == Filter::Is(Reference::This),
            _ => false,
        };
        match self {
            Filter::All(parts) => parts.iter().any(is_not_this),
            one => is_not_this(one),
        }
    }

    /// Everything but the object the ability is on.
    pub fn other() -> Filter {
        Filter::Not(Box::new(Filter::Is(Reference::This)))
    }
}

/// Filters that must all match.
///
/// # Equality
/// Two are equal if their parts are; where the compiled form lies is no part of
/// what they mean.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Filter>", into = "Vec<Filter>")]
pub struct Conjunction {
    parts: Vec<Filter>,
    /// Where its compiled form lies in the catalog it belongs to.
    pub(crate) compiled: FilterId,
}

impl From<Vec<Filter>> for Conjunction {
    fn from(parts: Vec<Filter>) -> Self {
        Conjunction { parts, compiled: FilterId::NONE }
    }
}

impl From<Conjunction> for Vec<Filter> {
    fn from(conjunction: Conjunction) -> Self {
        conjunction.parts
    }
}

impl FromIterator<Filter> for Conjunction {
    fn from_iter<I: IntoIterator<Item = Filter>>(parts: I) -> Self {
        Vec::from_iter(parts).into()
    }
}

impl IntoIterator for Conjunction {
    type Item = Filter;
    type IntoIter = std::vec::IntoIter<Filter>;

    fn into_iter(self) -> Self::IntoIter {
        self.parts.into_iter()
    }
}

impl Deref for Conjunction {
    type Target = [Filter];

    #[inline]
    fn deref(&self) -> &[Filter] {
        &self.parts
    }
}

impl DerefMut for Conjunction {
    fn deref_mut(&mut self) -> &mut [Filter] {
        &mut self.parts
    }
}

impl PartialEq for Conjunction {
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts
    }
}

impl Eq for Conjunction {}

impl Hash for Conjunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts.hash(state);
    }
}
