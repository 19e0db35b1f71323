//! Filters compiled with the catalog: the parts of a conjunction that need
//! nothing but the object's own record are folded into a few masks, so that
//! searching a zone costs little for each object.

use std::collections::HashMap;

use crate::card::walk::{cost_filters_mut, filters_mut};
use crate::card::{Conjunction, Filter, Happening, Part, Place, Quantity, Reference, When, Whose};
use crate::compile::{Card, CatalogError};
use crate::id::{CardId, FilterId, Seat};
use crate::rulebook::Rules;

/// Gives every conjunction on some cards its number and compiles it; equal ones
/// share a number.
///
/// # Errors
/// More different conjunctions than there are numbers.
pub(crate) fn compile_filters(
    rules: &Rules,
    cards: &mut [Card],
) -> Result<Vec<CompiledFilter>, CatalogError> {
    let mut numbers: HashMap<Conjunction, FilterId> = HashMap::new();
    let mut number = |filter: &mut Filter| {
        if let Filter::All(conjunction) = filter {
            let next = FilterId(numbers.len().min(FilterId::NONE.index()) as u16);
            conjunction.compiled = match numbers.get(conjunction) {
                Some(known) => *known,
                None => *numbers.entry(conjunction.clone()).or_insert(next),
            };
        }
    };
    for card in cards.iter_mut() {
        card.abilities.iter_mut().for_each(|ability| filters_mut(ability, &mut number));
        card.cost.iter_mut().for_each(|cost| cost_filters_mut(cost, &mut number));
    }
    if numbers.len() >= FilterId::NONE.index() {
        return Err(CatalogError::TooManyFilters);
    }
    let mut ordered: Vec<_> = numbers.into_iter().collect();
    ordered.sort_by_key(|(_, number)| number.index());
    Ok(ordered.iter().map(|(parts, _)| CompiledFilter::of(parts, rules, cards)).collect())
}

/// Compiles a filter that is on no card, if it is a conjunction.
pub(crate) fn compile_filter(
    filter: &mut Filter,
    filters: &mut Vec<CompiledFilter>,
    (rules, cards): (&Rules, &[Card]),
) {
    if let Filter::All(parts) = filter
        && filters.len() < FilterId::NONE.index()
    {
        parts.compiled = FilterId(filters.len() as u16);
        filters.push(CompiledFilter::of(parts, rules, cards));
    }
}

/// A conjunction as masks, and what is left of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CompiledFilter {
    /// The cards whose printed side matches, one bit each.
    cards: Vec<u64>,
    /// Statuses that are asked for, and what they must be.
    flags: (u32, u32),
    keywords: (u32, u32),
    /// Keywords or types that effects can give are asked for.
    pub(crate) is_keyed: bool,
    /// Types that effects can give, each with the keyword that stands for it.
    types: Vec<(u32, u32)>,
    /// Whose objects match, seen from each seat: a bit for each [`side`].
    sides: [u8; 2],
    /// Not the object that asks.
    pub(crate) other: bool,
    /// The places of the zones named; all if none is.
    pub(crate) kinds: u64,
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
    pub(crate) settled: Vec<u8>,
    /// Only what has the same name as this matches.
    pub(crate) same_name: Option<Reference>,
    /// Only those beside this match.
    pub(crate) beside: Option<Reference>,
    /// Parts that are neither in the masks nor settled beforehand.
    pub(crate) rest: Vec<u8>,
    /// Besides places and names, only the card and the sides are asked for.
    pub(crate) is_plain: bool,
}

impl CompiledFilter {
    pub(crate) fn of(parts: &[Filter], rules: &Rules, cards: &[Card]) -> CompiledFilter {
        let mut compiled = CompiledFilter {
            cards: vec![0; cards.len().div_ceil(64)],
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
        for card in 0..cards.len() {
            let fits = |part| is_printed(part, rules, cards, CardId(card as u16)) != Some(false);
            compiled.cards[card / 64] |= u64::from(parts.iter().all(fits)) << (card % 64);
        }
        for (number, part) in parts.iter().enumerate() {
            let number = number as u8;
            match part {
                Filter::Zone(kind) => {
                    compiled.kinds &= rules.places_of(*kind);
                    compiled.named = true;
                }
                Filter::Controller(whose) => {
                    compiled.keep_sides(|seat, controller, _| is_whose(*whose, controller, seat));
                    for seat in Seat::BOTH {
                        compiled.zones[seat.index()] &= match whose {
                            Whose::Any => u64::MAX,
                            Whose::Yours => rules.places_of_seat(seat),
                            Whose::Enemy => rules.places_of_seat(seat.other()),
                        };
                    }
                }
                Filter::Owner(whose) => {
                    compiled.keep_sides(|seat, _, owner| is_whose(*whose, owner, seat));
                }
                Filter::Place(Place::Beside(reference)) => {
                    compiled.places.push(number);
                    match compiled.beside {
                        Some(_) => compiled.rest.push(number),
                        None => {
                            compiled.beside = Some(*reference);
                            compiled.settled.push(number);
                        }
                    }
                }
                Filter::SameName(reference) if compiled.same_name.is_none() => {
                    compiled.same_name = Some(*reference);
                    compiled.settled.push(number);
                }
                Filter::Place(_) => {
                    compiled.places.push(number);
                    compiled.settled.push(number);
                }
                Filter::OneOf(kinds) if is_printed(part, rules, cards, CardId(0)).is_none() => {
                    match types_of(kinds, rules) {
                        Some(types) => compiled.types.push(types),
                        None => {
                            compiled.places.push(number);
                            compiled.rest.push(number);
                        }
                    }
                }
                part if is_printed(part, rules, cards, CardId(0)).is_some() => {}
                Filter::Type(_) => {
                    compiled.types.extend(types_of(std::slice::from_ref(part), rules));
                }
                part if !compiled.take(part, true) => compiled.rest.push(number),
                _ => {}
            }
        }
        compiled.is_keyed = compiled.keywords.0 != 0 || !compiled.types.is_empty();
        compiled.is_plain = compiled.flags.0 == 0
            && !compiled.is_keyed
            && !compiled.other
            && compiled.rest.is_empty();
        for zones in &mut compiled.zones {
            *zones &= compiled.kinds;
        }
        compiled.searched = compiled.zones.map(|zones| searched(rules, zones, compiled.named));
        compiled
    }

    /// Whether the masks and the rest settle it where the places are right.
    #[inline]
    pub fn is_direct(&self) -> bool {
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
    pub fn is_card(&self, card: CardId) -> bool {
        has_card(&self.cards, card)
    }

    #[inline]
    pub fn is_side(&self, controller: Seat, owner: Seat, you: Seat) -> bool {
        self.sides[you.index()] >> side(controller, owner) & 1 == 1
    }

    #[inline]
    pub fn has_flags(&self, flags: u32) -> bool {
        flags & self.flags.0 == self.flags.1
    }

    /// Whether it is of the types asked for, printed or given.
    #[inline]
    pub fn has_types(&self, types: u32, keywords: u32) -> bool {
        self.types.iter().all(|wanted| is_one_of(*wanted, types, keywords))
    }

    #[inline]
    pub fn has_keywords(&self, keywords: u32) -> bool {
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

/// Whether a filter asks about nothing but the object that it looks at, and whose it is:
/// the answer is the same whichever object asks.
pub(crate) fn is_about_object(filter: &Filter) -> bool {
    asks_only_object(filter, &|_| false)
}

/// [`is_about_object`] with parts of some kind besides.
pub(crate) fn asks_only_object(filter: &Filter, may_be: &dyn Fn(&Filter) -> bool) -> bool {
    match filter {
        Filter::Any
        | Filter::Controller(_)
        | Filter::Owner(_)
        | Filter::Type(_)
        | Filter::Subtype(_)
        | Filter::Named(_)
        | Filter::Token
        | Filter::Keyword(_)
        | Filter::Flag(_)
        | Filter::Zone(_)
        | Filter::Has(_)
        | Filter::EnteredThisTurn => true,
        Filter::Compare(_, _, needed) => matches!(**needed, Quantity::Number(_)),
        Filter::Not(part) => asks_only_object(part, may_be),
        Filter::All(parts) => parts.iter().all(|part| asks_only_object(part, may_be)),
        Filter::OneOf(parts) => parts.iter().all(|part| asks_only_object(part, may_be)),
        other => may_be(other),
    }
}

/// Whether a card matches a part by what is printed on it; nothing if that
/// does not settle it.
pub(crate) fn is_printed(part: &Filter, rules: &Rules, cards: &[Card], id: CardId) -> Option<bool> {
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

/// The places that a search goes through: those where matching objects can be,
/// and only those in play if no zone is named.
#[inline]
pub(crate) fn searched(rules: &Rules, places: u64, named: bool) -> u64 {
    let existing = (1u64 << rules.places()) - 2;
    places & if named { existing } else { rules.in_play() }
}

/// Whether a card has an ability of this kind.
pub(crate) fn has_part(card: &Card, part: &Part) -> bool {
    card.abilities.iter().any(|ability| match (part, &ability.when) {
        // What the rules let players do with a card is no ability of it.
        (Part::Activated, When::Activated(activation)) => !activation.by_rule,
        (Part::Triggered, When::Event(_)) | (Part::Static, When::Static(_)) => true,
        (Part::Entering, When::Event(pattern)) => {
            matches!(pattern.event, Happening::Entered | Happening::Deployed)
                && pattern.subject == Filter::Is(Reference::This)
        }
        (Part::On(event), When::Event(pattern)) => pattern.event == *event,
        _ => false,
    })
}
