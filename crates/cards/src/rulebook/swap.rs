//! A definition is written for you; for your opponent it means the same with
//! the players exchanged.

use onplay_engine::card::{Condition, Filter, Pattern, Quantity, Who, Whose};

/// A quantity as your opponent would say it.
pub fn quantity(one: &Quantity) -> Quantity {
    let boxed = |inner: &Quantity| Box::new(quantity(inner));
    match one {
        Quantity::Count(of) => Quantity::Count(Box::new(filter(of))),
        Quantity::Total(attribute, of) => Quantity::Total(*attribute, Box::new(filter(of))),
        Quantity::Highest(attribute, of) => Quantity::Highest(*attribute, Box::new(filter(of))),
        Quantity::Lowest(attribute, of) => Quantity::Lowest(*attribute, Box::new(filter(of))),
        Quantity::TopUntil(zone, of) => Quantity::TopUntil(*zone, Box::new(filter(of))),
        Quantity::Counter(who, counter) => Quantity::Counter(player(*who), *counter),
        Quantity::Measure(who, measure) => Quantity::Measure(player(*who), *measure),
        Quantity::ThisTurn(on) => Quantity::ThisTurn(Box::new(pattern(on))),
        Quantity::Places(zone, test) => Quantity::Places(*zone, Box::new(condition(test))),
        Quantity::Plus(left, right) => Quantity::Plus(boxed(left), boxed(right)),
        Quantity::Minus(left, right) => Quantity::Minus(boxed(left), boxed(right)),
        Quantity::Times(left, right) => Quantity::Times(boxed(left), boxed(right)),
        Quantity::AtMost(left, right) => Quantity::AtMost(boxed(left), boxed(right)),
        Quantity::Per(of, by) => Quantity::Per(boxed(of), *by),
        other => other.clone(),
    }
}

fn filter(one: &Filter) -> Filter {
    match one {
        Filter::All(parts) => Filter::All(parts.iter().map(filter).collect()),
        Filter::OneOf(parts) => Filter::OneOf(parts.iter().map(filter).collect()),
        Filter::Not(part) => Filter::Not(Box::new(filter(part))),
        Filter::Holds(part) => Filter::Holds(Box::new(filter(part))),
        Filter::Controller(whose) => Filter::Controller(side(*whose)),
        Filter::Owner(whose) => Filter::Owner(side(*whose)),
        Filter::Compare(attribute, comparison, amount) => {
            Filter::Compare(*attribute, *comparison, Box::new(quantity(amount)))
        }
        other => other.clone(),
    }
}

fn condition(one: &Condition) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(condition).collect();
    match one {
        Condition::Compare(left, comparison, right) => {
            Condition::Compare(quantity(left), *comparison, quantity(right))
        }
        Condition::Is(reference, test) => Condition::Is(*reference, filter(test)),
        Condition::Turn(whose) => Condition::Turn(side(*whose)),
        Condition::Passed(whose) => Condition::Passed(side(*whose)),
        Condition::Happened(event, whose) => Condition::Happened(*event, side(*whose)),
        Condition::Not(part) => Condition::Not(Box::new(condition(part))),
        Condition::All(parts) => Condition::All(all(parts)),
        Condition::OneOf(parts) => Condition::OneOf(all(parts)),
        other => other.clone(),
    }
}

fn pattern(one: &Pattern) -> Pattern {
    Pattern {
        subject: filter(&one.subject),
        other: one.other.as_ref().map(filter),
        player: side(one.player),
        turn: side(one.turn),
        ..one.clone()
    }
}

fn side(whose: Whose) -> Whose {
    match whose {
        Whose::Yours => Whose::Enemy,
        Whose::Enemy => Whose::Yours,
        Whose::Any => Whose::Any,
    }
}

fn player(who: Who) -> Who {
    match who {
        Who::You => Who::Opponent,
        Who::Opponent => Who::You,
        other => other,
    }
}
