//! What a card's words depend on, worked out once when a catalog is made.

use crate::ability::{Ability, Condition, Filter, Pattern, Quantity, Reference, Whose};
use crate::catalog::Card;
use crate::event::{BOARD, Kind};
use crate::id::AttributeId;
use crate::rules::{Rules, VALUES};
use crate::walk::Node;

/// The printed values of a card, by their place among those that change.
pub(crate) fn fresh(rules: &Rules, card: &Card) -> [i16; VALUES] {
    let mut values = [0; VALUES];
    for (index, rule) in rules.attributes.iter().enumerate() {
        if let Some(live) = rule.live
            && !rule.unprinted
        {
            values[usize::from(live)] = card.attribute(AttributeId(index as u16));
        }
    }
    values
}

/// The kinds of event, besides moves, that can change what a static does.
pub(crate) fn dependencies(rules: &Rules, ability: &Ability) -> u64 {
    const NUMBERS: u64 =
        Kind::Gained.bit() | Kind::Lost.bit() | Kind::Damaged.bit() | Kind::Healed.bit();
    const COUNTERS: u64 =
        Kind::CounterGained.bit() | Kind::CounterLost.bit() | Kind::HitPlayer.bit();
    const FLAGS: u64 = Kind::FlagSet.bit() | Kind::FlagCleared.bit();
    const COMBAT: u64 = Kind::Attacks.bit() | Kind::Attacked.bit();
    let mut mask = 0;
    // What lies out of play is watched by its places.
    let mut apart: Vec<*const Filter> = Vec::new();
    crate::walk::ability_nodes(ability, &mut |node| {
        // Where the words are about more than the object itself, what comes and
        // goes counts.
        if let Node::Filter(filter) = node {
            let parts = match filter {
                Filter::All(parts) => parts,
                one => std::slice::from_ref(one),
            };
            let away = |part: &Filter| matches!(part, Filter::Zone(kind) if rules.places_of(*kind) & rules.in_play() == 0);
            if parts.iter().any(away) {
                apart.extend(parts.iter().map(std::ptr::from_ref));
            } else if *filter != Filter::Is(Reference::This)
                && !apart.contains(&std::ptr::from_ref(filter))
            {
                mask |= BOARD;
            }
        }
        mask |= match node {
            Node::Filter(Filter::Compare(..)) => NUMBERS,
            Node::Filter(Filter::Flag(_)) => FLAGS,
            Node::Filter(Filter::Holds(_) | Filter::AttachedTo(_)) => Kind::Attached.bit(),
            Node::Quantity(Quantity::Attribute(..) | Quantity::Total(..)) => NUMBERS,
            // A frame may count what is ready as a player's counter.
            Node::Quantity(Quantity::Counter(..)) => COUNTERS | FLAGS | BOARD,
            Node::Quantity(Quantity::Measure(..)) => NUMBERS | BOARD,
            Node::Quantity(Quantity::ThisTurn(pattern)) => pattern.event.kinds(),
            Node::Condition(Condition::Is(..)) => COMBAT | BOARD,
            Node::Condition(Condition::Gone(..)) => BOARD,
            Node::Condition(Condition::Turn(_) | Condition::Phase(_)) => Kind::Began.bit(),
            _ => 0,
        };
    });
    mask
}

/// The places out of play that a static looks at.
pub(crate) fn watched_places(rules: &Rules, ability: &Ability) -> u64 {
    let mut places = 0;
    crate::walk::ability_nodes(ability, &mut |node| {
        if let Node::Filter(Filter::Zone(kind)) = node {
            places |= rules.places_of(*kind) & !rules.in_play();
        }
    });
    places
}

pub(crate) fn tally_head(pattern: &Pattern) -> Pattern {
    let head = Pattern::new(pattern.event);
    Pattern { from: pattern.from, turn: pattern.turn, player: Whose::Any, ..head }
}
