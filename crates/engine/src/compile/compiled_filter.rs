//! What can be seen of a filter at a glance: the parts of a conjunction that
//! need nothing but the object's own record are folded into a few masks, once
//! for each filter, so that searching a zone costs little for each object.

use std::ops::Deref;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::card::{Filter, Place, Quantity, Reference, Whose};
use crate::compile::{Card, Catalog};
use crate::id::{CardId, Handle, ObjectId, Seat};
use crate::query::{Reader, Scope, has_part, searched};
use crate::rulebook::Rules;
use crate::state::{Object, ObjectSnapshot};

/// The parts of a conjunction.
#[derive(Default, Serialize, Deserialize)]
#[serde(from = "Vec<Filter>", into = "Vec<Filter>")]
pub struct Parts {
    list: Vec<Filter>,
    /// Worked out when it is first needed, for the catalog it belongs to.
    quick: OnceLock<Box<CompiledFilter>>,
}

impl Parts {
    #[inline]
    pub(crate) fn quick(&self, catalog: &Catalog) -> &CompiledFilter {
        self.quick.get_or_init(|| Box::new(CompiledFilter::of(&self.list, catalog)))
    }
}

impl From<Vec<Filter>> for Parts {
    fn from(list: Vec<Filter>) -> Self {
        Parts { list, quick: OnceLock::new() }
    }
}

impl From<Parts> for Vec<Filter> {
    fn from(parts: Parts) -> Self {
        parts.list
    }
}

impl FromIterator<Filter> for Parts {
    fn from_iter<I: IntoIterator<Item = Filter>>(parts: I) -> Self {
        Vec::from_iter(parts).into()
    }
}

impl IntoIterator for Parts {
    type Item = Filter;
    type IntoIter = std::vec::IntoIter<Filter>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl Deref for Parts {
    type Target = [Filter];

    #[inline]
    fn deref(&self) -> &[Filter] {
        &self.list
    }
}

impl Clone for Parts {
    fn clone(&self) -> Self {
        self.list.clone().into()
    }
}

impl PartialEq for Parts {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Eq for Parts {}

impl std::fmt::Debug for Parts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.list.fmt(formatter)
    }
}

/// A conjunction as masks, and what is left of it.
pub(crate) struct CompiledFilter {
    /// The cards whose printed side matches, one bit each.
    cards: Vec<u64>,
    /// Statuses that are asked for, and what they must be.
    flags: (u32, u32),
    keywords: (u32, u32),
    /// Keywords or types that effects can give are asked for.
    is_keyed: bool,
    /// Types that effects can give, each with the keyword that stands for it.
    types: Vec<(u32, u32)>,
    /// Whose objects match, seen from each seat: a bit for each [`side`].
    sides: [u8; 2],
    /// Not the object that asks.
    other: bool,
    /// The places of the zones named; all if none is.
    kinds: u64,
    /// The places to search, seen from each seat.
    pub(crate) zones: [u64; 2],
    /// Whether a zone is named at all.
    pub(crate) named: bool,
    /// Parts that narrow the places by where something stands.
    pub(crate) places: Vec<u8>,
    /// The places that a search goes through where no such part narrows them,
    /// seen from each seat.
    pub(crate) searched: [u64; 2],
    /// Parts that are settled before a search begins.
    settled: Vec<u8>,
    /// Only what is called the same as this matches.
    pub(crate) same_name: Option<Reference>,
    /// Only those beside this match.
    pub(crate) beside: Option<Reference>,
    /// Parts that are neither in the masks nor settled beforehand.
    rest: Vec<u8>,
    /// Besides places and names, only the card and the sides are asked for.
    is_plain: bool,
}

impl CompiledFilter {
    fn of(parts: &[Filter], catalog: &Catalog) -> CompiledFilter {
        let rules = &catalog.rules;
        let mut quick = CompiledFilter {
            cards: vec![0; catalog.cards.len().div_ceil(64)],
            flags: (0, 0),
            keywords: (0, 0),
            is_keyed: false,
            types: Vec::new(),
            sides: [0b1111; 2],
            other: false,
            kinds: u64::MAX,
            zones: [u64::MAX; 2],
            named: false,
            places: Vec::new(),
            searched: [0; 2],
            settled: Vec::new(),
            same_name: None,
            beside: None,
            rest: Vec::new(),
            is_plain: false,
        };
        for card in 0..catalog.cards.len() {
            let fits =
                |part| is_printed(part, rules, &catalog.cards, CardId(card as u16)) != Some(false);
            quick.cards[card / 64] |= u64::from(parts.iter().all(fits)) << (card % 64);
        }
        for (number, part) in parts.iter().enumerate() {
            let number = number as u8;
            match part {
                Filter::Zone(kind) => {
                    quick.kinds &= rules.places_of(*kind);
                    quick.named = true;
                }
                Filter::Controller(whose) => {
                    quick.keep_sides(|seat, controller, _| is_whose(*whose, controller, seat));
                    for seat in Seat::BOTH {
                        quick.zones[seat.index()] &= match whose {
                            Whose::Any => u64::MAX,
                            Whose::Yours => rules.places_of_seat(seat),
                            Whose::Enemy => rules.places_of_seat(seat.other()),
                        };
                    }
                }
                Filter::Owner(whose) => {
                    quick.keep_sides(|seat, _, owner| is_whose(*whose, owner, seat));
                }
                Filter::Place(Place::Beside(reference)) => {
                    quick.places.push(number);
                    match quick.beside {
                        Some(_) => quick.rest.push(number),
                        None => {
                            quick.beside = Some(*reference);
                            quick.settled.push(number);
                        }
                    }
                }
                Filter::SameName(reference) if quick.same_name.is_none() => {
                    quick.same_name = Some(*reference);
                    quick.settled.push(number);
                }
                Filter::Place(_) => {
                    quick.places.push(number);
                    quick.settled.push(number);
                }
                Filter::OneOf(kinds)
                    if is_printed(part, rules, &catalog.cards, CardId(0)).is_none() =>
                {
                    match types_of(kinds, rules) {
                        Some(types) => quick.types.push(types),
                        None => {
                            quick.places.push(number);
                            quick.rest.push(number);
                        }
                    }
                }
                part if is_printed(part, rules, &catalog.cards, CardId(0)).is_some() => {}
                Filter::Type(_) => {
                    quick.types.extend(types_of(std::slice::from_ref(part), rules));
                }
                part if !quick.take(part, true) => quick.rest.push(number),
                _ => {}
            }
        }
        quick.is_keyed = quick.keywords.0 != 0 || !quick.types.is_empty();
        quick.is_plain =
            quick.flags.0 == 0 && !quick.is_keyed && !quick.other && quick.rest.is_empty();
        for zones in &mut quick.zones {
            *zones &= quick.kinds;
        }
        quick.searched = quick.zones.map(|zones| searched(rules, zones, quick.named));
        quick
    }

    /// Whether the masks and the rest settle it where the places are right.
    #[inline]
    fn is_direct(&self) -> bool {
        self.beside.is_none() && self.same_name.is_none()
    }

    /// Keeps the sides that `kept` says so of: of the seat that looks, the
    /// controller and the owner.
    fn keep_sides(&mut self, kept: impl Fn(Seat, Seat, Seat) -> bool) {
        for seat in Seat::BOTH {
            for controller in Seat::BOTH {
                for owner in Seat::BOTH {
                    let out = u8::from(!kept(seat, controller, owner)) << side(controller, owner);
                    self.sides[seat.index()] &= !out;
                }
            }
        }
    }

    /// Folds a part into the masks, as it is or turned round. Returns whether
    /// it could be.
    fn take(&mut self, part: &Filter, on: bool) -> bool {
        let (masks, bit) = match part {
            Filter::Not(inner) if **inner == Filter::Is(Reference::This) && on => {
                self.other = true;
                return true;
            }
            Filter::Not(inner) => return self.take(inner, !on),
            Filter::Flag(flag) => (&mut self.flags, 1 << flag.0),
            Filter::Keyword(keyword) => (&mut self.keywords, 1 << keyword.0),
            _ => return false,
        };
        let wanted = if on { bit } else { 0 };
        if masks.0 & bit != 0 && masks.1 & bit != wanted {
            // It must be so and must not: nothing matches, as the rest will say.
            return false;
        }
        masks.0 |= bit;
        masks.1 |= wanted;
        true
    }

    #[inline]
    fn is_card(&self, card: CardId) -> bool {
        has_card(&self.cards, card)
    }

    #[inline]
    fn is_side(&self, controller: Seat, owner: Seat, scope: &Scope) -> bool {
        self.sides[scope.controller.index()] >> side(controller, owner) & 1 == 1
    }

    #[inline]
    fn has_flags(&self, flags: u32) -> bool {
        flags & self.flags.0 == self.flags.1
    }

    /// Whether it is of the types asked for, printed or given.
    #[inline]
    fn has_types(&self, types: u32, keywords: u32) -> bool {
        self.types.iter().all(|wanted| is_one_of(*wanted, types, keywords))
    }

    #[inline]
    fn has_keywords(&self, keywords: u32) -> bool {
        keywords & self.keywords.0 == self.keywords.1
    }
}

/// The number of one controller together with one owner.
#[inline]
fn side(controller: Seat, owner: Seat) -> usize {
    controller.index() | owner.index() << 1
}

/// Whether a seat is the one meant by somebody.
#[inline]
pub(crate) fn is_whose(whose: Whose, seat: Seat, you: Seat) -> bool {
    match whose {
        Whose::Any => true,
        Whose::Yours => seat == you,
        Whose::Enemy => seat != you,
    }
}

/// The types that alternatives ask for and the keywords that stand for them;
/// nothing if they ask for something else.
#[inline]
pub(crate) fn types_of(parts: &[Filter], rules: &Rules) -> Option<(u32, u32)> {
    let (mut types, mut keywords) = (0, 0);
    for part in parts {
        let Filter::Type(kind) = part else { return None };
        types |= 1 << kind.0;
        keywords |= rules.type_keyword(*kind).map_or(0, |keyword| 1 << keyword.0);
    }
    (!parts.is_empty()).then_some((types, keywords))
}

/// Whether what has these types and keywords is of one of the types wanted.
#[inline]
pub(crate) fn is_one_of(wanted: (u32, u32), types: u32, keywords: u32) -> bool {
    types & wanted.0 != 0 || keywords & wanted.1 != 0
}

/// Whether an object that is this card can match a filter at all.
pub(crate) fn can_match(filter: &Filter, rules: &Rules, cards: &[Card], id: CardId) -> bool {
    match filter {
        Filter::All(parts) => parts.iter().all(|part| can_match(part, rules, cards, id)),
        filter => is_printed(filter, rules, cards, id) != Some(false),
    }
}

/// The cards that match a filter, one bit each, if what is printed settles it for all.
pub(crate) fn printed_cards(filter: &Filter, rules: &Rules, cards: &[Card]) -> Option<Vec<u64>> {
    let mut matching = vec![0; cards.len().div_ceil(64)];
    for card in 0..cards.len() {
        let matches = is_printed(filter, rules, cards, CardId(card as u16))?;
        matching[card / 64] |= u64::from(matches) << (card % 64);
    }
    Some(matching)
}

/// Whether a card is one of a set.
#[inline]
pub(crate) fn has_card(cards: &[u64], card: CardId) -> bool {
    cards.get(card.index() / 64).is_some_and(|word| word >> (card.index() % 64) & 1 == 1)
}

/// Whether a card matches a part by what is printed on it; nothing if that
/// does not settle it.
fn is_printed(part: &Filter, rules: &Rules, cards: &[Card], id: CardId) -> Option<bool> {
    let card = cards.get(id.index())?;
    Some(match part {
        Filter::Any => true,
        Filter::Not(part) => !is_printed(part, rules, cards, id)?,
        Filter::OneOf(parts) => {
            let mut any = parts.is_empty();
            for part in parts {
                any |= is_printed(part, rules, cards, id)?;
            }
            any
        }
        Filter::All(parts) => {
            let mut all = true;
            for part in parts.iter() {
                all &= is_printed(part, rules, cards, id)?;
            }
            all
        }
        Filter::Type(kind) if rules.type_keyword(*kind).is_none() => card.has_type(*kind),
        Filter::Subtype(kind) => card.subtypes.contains(kind),
        Filter::Named(name) => id == *name,
        Filter::Token => card.token,
        Filter::Has(part) => has_part(card, part),
        Filter::Compare(attribute, comparison, quantity) => {
            let rule = rules.attributes.get(attribute.index())?;
            let Quantity::Number(number) = **quantity else { return None };
            if rule.live.is_some() {
                return None;
            }
            comparison.holds(card.attribute(*attribute).into(), number.into())
        }
        _ => return None,
    })
}

impl<'a> Reader<'a> {
    /// The quick form of a filter that [`Reader::passes`] settles where the
    /// places are right.
    #[inline]
    pub(crate) fn direct<'f>(&self, filter: &'f Filter) -> Option<(&'f Parts, &'f CompiledFilter)> {
        let Filter::All(parts) = filter else { return None };
        let quick = parts.quick(self.catalog);
        quick.is_direct().then_some((parts, quick))
    }

    /// Whether an object of the right places matches the rest.
    #[inline(always)]
    pub(crate) fn passes(
        &self,
        parts: &Parts,
        quick: &CompiledFilter,
        scope: &Scope,
        id: ObjectId,
    ) -> bool {
        let object: &Object = self.game.object(id);
        quick.is_card(object.card)
            && quick.is_side(object.controller, object.owner, scope)
            && (quick.is_plain
                || quick.has_flags(object.flags.into())
                    && self.passes_closely(parts, quick, scope, id))
    }

    /// Whether it also matches what costs more to look at.
    #[inline(always)]
    fn passes_closely(
        &self,
        parts: &Parts,
        quick: &CompiledFilter,
        scope: &Scope,
        id: ObjectId,
    ) -> bool {
        let object: &Object = self.game.object(id);
        (!quick.is_keyed || {
            let card = self.catalog.card(object.card);
            let keywords = object.granted | card.keywords;
            quick.has_keywords(keywords) && quick.has_types(card.types, keywords)
        }) && (!quick.other || scope.source != Handle { id, incarnation: object.incarnation })
            && quick.rest.iter().all(|part| self.fits(&parts[usize::from(*part)], scope, id))
    }

    /// Whether an object matches a conjunction, wherever it is.
    pub(crate) fn fits_all(&self, parts: &Parts, scope: &Scope, id: ObjectId) -> bool {
        let quick = parts.quick(self.catalog);
        quick.kinds >> self.game.object(id).zone.0 & 1 == 1
            && self.passes(parts, quick, scope, id)
            && quick.settled.iter().all(|part| self.fits(&parts[usize::from(*part)], scope, id))
    }

    /// Whether what is seen of an object matches a conjunction.
    pub(crate) fn matches_all(
        &self,
        parts: &Parts,
        scope: &Scope,
        snapshot: &ObjectSnapshot,
    ) -> bool {
        let quick = parts.quick(self.catalog);
        let part = |part: &u8| self.matches(&parts[usize::from(*part)], scope, snapshot);
        quick.is_card(snapshot.card)
            && quick.kinds >> snapshot.zone.0 & 1 == 1
            && quick.has_flags(snapshot.flags)
            && quick.has_keywords(snapshot.keywords)
            && quick.has_types(self.catalog.card(snapshot.card).types, snapshot.keywords)
            && quick.is_side(snapshot.controller, snapshot.owner, scope)
            && (!quick.other || scope.source != snapshot.handle)
            && quick.rest.iter().all(part)
            && quick.settled.iter().all(part)
    }
}
