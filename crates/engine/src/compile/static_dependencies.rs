//! What a card's words depend on, computed once when a catalog is made.

use crate::card::walk::Node;
use crate::card::{
    Ability, Comparison, Condition, Filter, Happening, Pattern, Place, Quantity, Reference, Static,
    When, Whose,
};
use crate::compile::{CardSet, Catalog, CompiledAbility, Program};
use crate::event::Kind;
use crate::id::{AbilityId, CardId, CounterId};
use crate::rulebook::{Near, Rules};

/// What must happen for a static that shapes objects to do something else than
/// before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StaticDependencies {
    /// Such events, whatever they are about.
    pub kinds: u64,
    /// Such events about the object that has it.
    pub own: u64,
    /// Something comes to or leaves one of these places.
    pub places: u64,
    /// Something comes or leaves near the object that has it.
    pub near: Near,
    /// Neither counts while there are fewer such cards in those places, before
    /// and after: it does nothing then.
    pub(crate) least: u16,
    /// The cards whose coming and leaving counts.
    pub(crate) about: CardSet,
    /// What has the same name as its host counts too.
    pub(crate) namesakes: bool,
    /// It counts, too, what only moves about within the places.
    pub(crate) within: bool,
    /// Only what comes counts: what leaves takes along what it was given, and
    /// nothing else hangs on it.
    pub(crate) coming: bool,
    /// The ability whose condition alone decides what all of them do.
    pub(crate) decisive: Option<AbilityId>,
}

const NUMBERS: u64 =
    Kind::Gained.bit() | Kind::Lost.bit() | Kind::Damaged.bit() | Kind::Healed.bit();
pub(crate) const COUNTERS: u64 =
    Kind::CounterGained.bit() | Kind::CounterLost.bit() | Kind::HitPlayer.bit();
const FLAGS: u64 = Kind::FlagSet.bit() | Kind::FlagCleared.bit();
/// Stands for a change of who attacks what.
pub(crate) const FIGHT: u64 = 1 << 63;

/// The sorts of statics that change what objects are.
pub(crate) const CONTINUOUS: u16 = Static::MODIFY | Static::SETS | Static::SILENCE;

/// Which objects a filter is asked about.
#[derive(Clone, Copy, PartialEq)]
enum Reach {
    /// All that lie in these places.
    Places(u64),
    /// All near the object that has the static.
    Near(Near),
    /// That object itself.
    Own,
    /// One other object.
    One,
}

/// How far the filters of an ability reach. A part of a filter reaches as far as the
/// whole, which is met first.
#[derive(Default)]
struct Reaches(Vec<(*const Filter, Reach)>);

impl Reaches {
    fn known(&self, filter: &Filter) -> Option<Reach> {
        self.0.iter().find(|(part, _)| std::ptr::eq(*part, filter)).map(|(_, reach)| *reach)
    }

    fn is_part(&self, filter: &Filter) -> bool {
        self.known(filter).is_some()
    }

    fn of(&mut self, rules: &Rules, filter: &Filter) -> Reach {
        let reach = self.known(filter).unwrap_or_else(|| reach(rules, filter));
        let mut pass = |part: &Filter, reach| self.0.push((part, reach));
        match filter {
            Filter::All(parts) => parts.iter().for_each(|part| pass(part, reach)),
            Filter::OneOf(parts) => parts.iter().for_each(|part| pass(part, reach)),
            Filter::Not(part) => pass(part, reach),
            Filter::Holds(part) => pass(part, Reach::One),
            _ => {}
        }
        reach
    }
}

impl StaticDependencies {
    /// What one ability needs; nothing if it shapes no objects.
    pub(crate) fn of(rules: &Rules, entry: &CompiledAbility) -> StaticDependencies {
        let mut needs = StaticDependencies::default();
        if entry.rules & CONTINUOUS == 0 {
            return needs;
        }
        let ability = &entry.ability;
        let fights = ability.condition.as_ref().is_some_and(is_about_own_fight);
        let mut reaches = Reaches::default();
        crate::card::walk::ability_nodes(ability, &mut |node| match node {
            Node::Filter(filter) => {
                if !reaches.is_part(filter) {
                    needs.mean(filter);
                }
                let reach = reaches.of(rules, filter);
                needs.ask(rules, filter, reach, fights);
            }
            Node::Condition(Condition::Is(reference, filter)) => {
                let own = *reference == Reference::This;
                reaches.0.push((filter, if own { Reach::Own } else { Reach::One }));
                needs.refer(*reference, fights);
            }
            Node::Condition(condition) => needs.kinds |= kinds_of(condition),
            Node::Quantity(quantity) => needs.count(rules, quantity, fights),
            _ => {}
        });
        needs.least = ability.condition.as_ref().map_or(0, |condition| least(rules, condition));
        needs.coming = is_plain_grant(ability);
        needs
    }

    /// Whether it counts that an object which is this card comes or leaves; the
    /// host is what the object that has the static is attached to.
    #[inline]
    pub(crate) fn is_about(
        &self,
        catalog: &Catalog,
        card: CardId,
        host: impl FnOnce() -> Option<CardId>,
    ) -> bool {
        self.about.contains(catalog, card)
            || (self.namesakes && host().is_none_or(|host| host == card))
    }

    /// Takes up the cards that a filter can mean.
    fn mean(&mut self, filter: &Filter) {
        if is_known(filter) {
            return;
        }
        let namesakes = Filter::SameName(Reference::Host);
        if matches!(filter, Filter::All(parts) if parts.contains(&namesakes)) {
            self.namesakes = true;
            return;
        }
        self.about.add(filter);
    }

    /// Whatever comes and leaves in these places counts.
    fn mean_all(&mut self, places: u64) {
        self.places |= places;
        self.within = true;
        self.about.add_all();
    }

    /// What can change the answer of one filter.
    fn ask(&mut self, rules: &Rules, filter: &Filter, reach: Reach, fights: bool) {
        let kinds = match filter {
            Filter::Compare(..) => NUMBERS,
            Filter::Flag(_) => FLAGS,
            Filter::Holds(_) | Filter::AttachedTo(_) | Filter::Attached => Kind::Attached.bit(),
            Filter::EnteredThisTurn => Kind::Began.bit(),
            Filter::ExiledWith(_) => Kind::Exiled.bit(),
            // What it did is kept as a passing change, which makes everything stale.
            Filter::Did(event) => event.kinds(),
            // Its condition may ask about anything.
            Filter::Defined(_) => u64::MAX,
            _ => 0,
        };
        match reach {
            Reach::Own => self.own |= kinds,
            _ => self.kinds |= kinds,
        }
        self.within |= matches!(filter, Filter::Place(_) | Filter::Zone(_) | Filter::Newest);
        match filter {
            Filter::Is(reference)
            | Filter::SameName(reference)
            | Filter::SharesSubtype(reference)
            | Filter::AttachedTo(reference)
            | Filter::ExiledWith(reference) => self.refer(*reference, fights),
            _ => {}
        }
        match reach {
            _ if is_known(filter) => {}
            Reach::Places(places) => {
                self.places |= places;
                // An alternative may name a zone of its own.
                if let Filter::Zone(kind) = filter {
                    self.places |= rules.places_of(*kind);
                }
            }
            Reach::Near(near) => self.near = self.near.max(near),
            Reach::Own | Reach::One if matches!(filter, Filter::Place(_) | Filter::Zone(_)) => {
                self.near = Near::Around;
                self.mean_all(0);
            }
            Reach::Own | Reach::One => {}
        }
        if let Filter::Place(place) = filter
            && !is_around_itself(*place)
        {
            self.mean_all(0);
        }
    }

    /// What can change which object a reference means.
    fn refer(&mut self, reference: Reference, fights: bool) {
        match reference {
            Reference::Attacker | Reference::Defender if fights => self.own |= FIGHT,
            Reference::Attacker | Reference::Defender => self.kinds |= FIGHT,
            Reference::Host => self.kinds |= Kind::Attached.bit(),
            _ => {}
        }
    }

    /// What can change an amount; what it counts is asked apart.
    fn count(&mut self, rules: &Rules, quantity: &Quantity, fights: bool) {
        match quantity {
            Quantity::Attribute(Reference::This, _) => self.own |= NUMBERS,
            Quantity::Attribute(reference, _) => {
                self.kinds |= NUMBERS;
                self.refer(*reference, fights);
            }
            Quantity::Total(..) | Quantity::Highest(..) | Quantity::Lowest(..) => {
                self.kinds |= NUMBERS;
            }
            // A frame may count what is ready as a player's counter.
            Quantity::Counter(..) => {
                self.kinds |= COUNTERS | FLAGS;
                self.mean_all(rules.in_play());
            }
            Quantity::Measure(..) => {
                self.kinds |= NUMBERS;
                self.mean_all(rules.in_play());
            }
            Quantity::ThisTurn(pattern) => self.kinds |= pattern.event.kinds() | Kind::Began.bit(),
            _ => {}
        }
    }

    /// Whether it counts at all what comes and leaves.
    fn has_places(&self) -> bool {
        self.places != 0 || self.near != Near::Nowhere
    }

    /// Takes up what another one needs.
    pub(crate) fn add(&mut self, other: &StaticDependencies) {
        self.least = match (self.has_places(), other.has_places()) {
            (true, true) => self.least.min(other.least),
            (true, false) => self.least,
            (false, _) => other.least,
        };
        self.coming = (self.coming || !self.has_places()) && (other.coming || !other.has_places());
        self.kinds |= other.kinds;
        self.own |= other.own;
        self.places |= other.places;
        self.near = self.near.max(other.near);
        self.namesakes |= other.namesakes;
        self.within |= other.within;
        self.about.join(&other.about);
    }
}

/// Whether a static gives objects the same whatever else there is, to each by what
/// it is itself.
fn is_plain_grant(ability: &Ability) -> bool {
    let When::Static(statics) = &ability.when else { return false };
    ability.condition.is_none()
        && statics.iter().all(|rule| match rule {
            Static::Modify { what, by: Quantity::Number(_), .. }
            | Static::Keyword { what, .. }
            | Static::Type { what, .. } => is_by_itself(what),
            _ => false,
        })
}

/// Whether a filter asks an object for nothing but what it is.
fn is_by_itself(filter: &Filter) -> bool {
    match filter {
        Filter::All(parts) => parts.iter().all(is_by_itself),
        Filter::Type(_)
        | Filter::Subtype(_)
        | Filter::Named(_)
        | Filter::Token
        | Filter::Controller(_)
        | Filter::Owner(_)
        | Filter::Zone(_)
        | Filter::SameName(Reference::Host) => true,
        _ => false,
    }
}

/// Where the objects that match can come from and go to.
fn reach(rules: &Rules, filter: &Filter) -> Reach {
    let parts = match filter {
        Filter::All(parts) => parts,
        one => std::slice::from_ref(one),
    };
    let near = parts.iter().filter_map(|part| match part {
        Filter::Place(Place::Beside(Reference::This)) => Some(Near::Here),
        Filter::Place(Place::Lane(Reference::This) | Place::InFront(Reference::This)) => {
            Some(Near::Lane)
        }
        Filter::Place(Place::Close(Reference::This) | Place::Adjacent(Reference::This)) => {
            Some(Near::Around)
        }
        _ => None,
    });
    if let Some(near) = near.min() {
        return Reach::Near(near);
    }
    let zone = parts.iter().find_map(|part| match part {
        Filter::Zone(kind) => Some(rules.places_of(*kind)),
        _ => None,
    });
    Reach::Places(zone.unwrap_or(rules.in_play()))
}

/// Whether only what comes and leaves decides who stands there, as seen from the
/// object itself. Anybody may come between neighbours, and another object that a
/// place is seen from may move.
fn is_around_itself(place: Place) -> bool {
    use Reference::This;
    matches!(
        place,
        Place::Lane(This) | Place::Close(This) | Place::InFront(This) | Place::Adjacent(This)
    )
}

/// Whether a condition holds only while its own object attacks or is attacked.
fn is_about_own_fight(condition: &Condition) -> bool {
    match condition {
        Condition::All(parts) => parts.iter().any(is_about_own_fight),
        Condition::Is(Reference::This, Filter::Is(fighter)) => {
            matches!(fighter, Reference::Attacker | Reference::Defender)
        }
        _ => false,
    }
}

/// The ability whose condition alone decides what all statics of a card do. It
/// must not ask for what changes otherwise than by events and moves.
pub(crate) fn decisive(rules: &Rules, program: &Program, card: CardId) -> Option<AbilityId> {
    let shaping = |ability: &AbilityId| program.entry(*ability).rules & CONTINUOUS != 0;
    let mut abilities = program.of(card).filter(shaping);
    let first = abilities.next()?;
    let entry = program.entry(first);
    let (When::Static(statics), Some(condition)) = (&entry.ability.when, &entry.ability.condition)
    else {
        return None;
    };
    let is_settled = abilities.next().is_none() && statics.iter().all(is_fixed);
    (is_settled && is_firm(rules, condition)).then_some(first)
}

/// Whether a static does always the same, and only to its own object.
fn is_fixed(rule: &Static) -> bool {
    let (what, fixed) = match rule {
        Static::Modify { what, by, .. } => (what, matches!(by, Quantity::Number(_))),
        Static::Keyword { what, .. } | Static::Type { what, .. } => (what, true),
        rule => return rule.bit() & CONTINUOUS == 0,
    };
    fixed && *what == Filter::Is(Reference::This)
}

/// Whether neither statics nor what the frame does on its own can make a
/// difference to a condition.
fn is_firm(rules: &Rules, condition: &Condition) -> bool {
    let mut firm = true;
    crate::card::walk::condition(condition, &mut |node| {
        firm &= match node {
            Node::Filter(Filter::Type(kind)) => rules.type_keyword(*kind).is_none(),
            Node::Filter(
                Filter::Keyword(_)
                | Filter::Compare(..)
                | Filter::EnteredThisTurn
                | Filter::Newest
                | Filter::Did(_),
            ) => false,
            Node::Condition(Condition::Turn(_) | Condition::Phase(_) | Condition::Happened(..)) => {
                false
            }
            Node::Quantity(Quantity::Number(_) | Quantity::Count(_)) => true,
            Node::Quantity(Quantity::Plus(..) | Quantity::Minus(..)) => true,
            Node::Quantity(_) => false,
            _ => true,
        };
    });
    firm
}

/// Whether a filter names one object that stays the same: nothing else counts.
fn is_known(filter: &Filter) -> bool {
    matches!(filter, Filter::Is(Reference::This | Reference::Host))
}

/// How many objects there must be in the places that a condition asks about for
/// it to hold.
fn least(rules: &Rules, condition: &Condition) -> u16 {
    match condition {
        Condition::All(parts) => parts.iter().map(|part| least(rules, part)).max().unwrap_or(0),
        Condition::Compare(
            Quantity::Count(filter),
            Comparison::AtLeast,
            Quantity::Number(number),
        ) => {
            let Filter::All(parts) = &**filter else { return 0 };
            let zoned = parts.iter().any(|part| matches!(part, Filter::Zone(_)));
            let placed = matches!(reach(rules, filter), Reach::Places(_));
            if zoned && placed { u16::try_from(*number).unwrap_or(0) } else { 0 }
        }
        _ => 0,
    }
}

/// The events that can change whether a condition holds, its parts left out.
fn kinds_of(condition: &Condition) -> u64 {
    match condition {
        Condition::Turn(_) | Condition::Phase(_) => Kind::Began.bit(),
        Condition::Happened(happening, _) => happening.kinds() | Kind::Began.bit(),
        _ => 0,
    }
}

/// What can change whether a condition holds that belongs to no object: events, places
/// and the counters that it reads. Nothing is known of what asks for more than numbers,
/// counters, time and objects.
pub(crate) fn dependencies_of_condition(
    rules: &Rules,
    condition: &Condition,
) -> Option<(StaticDependencies, Vec<CounterId>)> {
    let (mut needs, mut counters) = (StaticDependencies::default(), Vec::new());
    let (mut reaches, mut is_known) = (Reaches::default(), true);
    crate::card::walk::condition(condition, &mut |node| match node {
        Node::Filter(filter) => {
            let reach = reaches.of(rules, filter);
            needs.ask(rules, filter, reach, false);
        }
        Node::Condition(condition) => {
            is_known &= matches!(
                condition,
                Condition::Compare(..)
                    | Condition::Undecided
                    | Condition::Not(_)
                    | Condition::All(_)
                    | Condition::OneOf(_)
            );
        }
        Node::Quantity(Quantity::Counter(_, counter)) => counters.push(*counter),
        Node::Quantity(quantity) => {
            needs.count(rules, quantity, false);
            is_known &= matches!(
                quantity,
                Quantity::Number(_)
                    | Quantity::Count(_)
                    | Quantity::Total(..)
                    | Quantity::Highest(..)
                    | Quantity::Lowest(..)
                    | Quantity::Plus(..)
                    | Quantity::Minus(..)
                    | Quantity::Times(..)
                    | Quantity::Per(..)
                    | Quantity::AtMost(..)
            );
        }
        _ => is_known = false,
    });
    let is_plain = needs.near == Near::Nowhere && needs.own == 0 && needs.kinds & FIGHT == 0;
    (is_known && is_plain).then_some((needs, counters))
}

/// The bit of a counter where there are more counters than bits.
pub(crate) const fn counter_bit(counter: u16) -> u64 {
    1 << (counter & 63)
}

pub(crate) fn tally_head(pattern: &Pattern) -> Pattern {
    let head = Pattern::new(pattern.event);
    Pattern { from: pattern.from, turn: pattern.turn, player: Whose::Any, ..head }
}

/// Whether what a tally counts depends on whose ability asks in other ways than by the
/// player whose events they are: "an enemy died this turn".
pub(crate) fn depends_on_view(pattern: &Pattern) -> bool {
    let is_relative = |filter: &Filter| {
        let mut found = false;
        crate::card::walk::filter_nodes(filter, &mut |node| {
            found |= matches!(
                node,
                Node::Filter(
                    Filter::Controller(Whose::Yours | Whose::Enemy)
                        | Filter::Owner(Whose::Yours | Whose::Enemy)
                )
            );
        });
        found
    };
    pattern.other.is_some()
        || pattern.place.is_some()
        || pattern.event == Happening::DealtDamage
        || (pattern.player != Whose::Yours
            && (pattern.turn != Whose::Any || is_relative(&pattern.subject)))
}
