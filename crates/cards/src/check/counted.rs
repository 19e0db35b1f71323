//! What is counted each turn, and what a standing rule can know: both are about any
//! object, not about what one card did.

use onplay_engine::card::walk::{Node, ability_nodes};
use onplay_engine::card::{
    Ability, Condition, Filter, Happening, Pattern, Place, Quantity, Reference, When,
};

use super::drafts::Problem;

/// Checks one ability.
pub(super) fn check(ability: &Ability, found: &mut Vec<Problem>) {
    let mut one_card = false;
    ability_nodes(ability, &mut |node| {
        one_card |= match node {
            Node::Quantity(Quantity::ThisTurn(pattern)) => counts_one_card(pattern),
            Node::Pattern(pattern) => pattern.nth.is_some() && counts_one_card(pattern),
            _ => false,
        };
    });
    if one_card {
        found.push(Problem::new(
            "never-happens",
            "what happens in a turn is counted for a player, not for one card",
            "say it of any of them, “if a … attacked this turn”, or “Once per turn, when this …”",
        ));
    }
    if matches!(ability.when, When::Static(_)) && asks_what_was_done(ability) {
        found.push(Problem::new(
            "never-holds",
            "a standing rule does nothing first, so “if you do” has nothing to mean",
            "say what happens then: “If you do, this gains …”",
        ));
    }
}

/// Whether what is counted depends on the card that asks.
fn counts_one_card(pattern: &Pattern) -> bool {
    // What has gone asks nothing any more, so that "another" is anyone.
    let takes_away = matches!(
        pattern.event,
        Happening::Left
            | Happening::Died
            | Happening::Destroyed
            | Happening::Sacrificed
            | Happening::Exiled
            | Happening::Returned
            | Happening::Played
    );
    let mut means = pattern.place.is_some_and(stands_near);
    let mut visit = |filter: &Filter| means |= means_one(filter, takes_away);
    visit(&pattern.subject);
    pattern.other.iter().for_each(visit);
    means
}

fn means_one(filter: &Filter, takes_away: bool) -> bool {
    match filter {
        Filter::Is(_) | Filter::SameName(_) | Filter::SharesSubtype(_) | Filter::AttachedTo(_) => {
            true
        }
        Filter::Not(part) if matches!(**part, Filter::Is(Reference::This)) => !takes_away,
        Filter::Not(part) | Filter::Holds(part) => means_one(part, takes_away),
        Filter::All(parts) => parts.iter().any(|part| means_one(part, takes_away)),
        Filter::OneOf(parts) => parts.iter().any(|part| means_one(part, takes_away)),
        Filter::Place(place) => stands_near(*place),
        _ => false,
    }
}

fn stands_near(place: Place) -> bool {
    !matches!(place, Place::Free)
}

fn asks_what_was_done(ability: &Ability) -> bool {
    let mut asks = false;
    ability_nodes(ability, &mut |node| {
        asks |= matches!(
            node,
            Node::Condition(Condition::Did | Condition::Gone(_))
                | Node::Quantity(Quantity::Amount | Quantity::Result | Quantity::Done(_))
        );
    });
    asks && ability.effects.is_empty()
}
