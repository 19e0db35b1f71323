//! Walks over the data of an ability.

use crate::card::{
    Ability, Condition, Cost, Effect, Filter, Gift, Pattern, Pick, Quantity, Selection, Static,
    When,
};

/// One node of an ability that a walk can stop at.
pub enum Node<'a> {
    Effect(&'a Effect),
    Filter(&'a Filter),
    Quantity(&'a Quantity),
    Condition(&'a Condition),
    Pattern(&'a Pattern),
    Cost(&'a Cost),
    Static(&'a Static),
}

/// Calls `visit` for every quantity of an ability.
pub fn quantities<'a>(ability: &'a Ability, visit: &mut dyn FnMut(&'a Quantity)) {
    ability_nodes(ability, &mut |node| {
        if let Node::Quantity(quantity) = node {
            visit(quantity);
        }
    });
}

/// Calls `visit` for every pattern of an ability.
pub fn patterns<'a>(ability: &'a Ability, visit: &mut dyn FnMut(&'a Pattern)) {
    ability_nodes(ability, &mut |node| {
        if let Node::Pattern(pattern) = node {
            visit(pattern);
        }
    });
}

/// Calls `visit` for every node of an ability, outside in.
pub fn ability_nodes<'a>(ability: &'a Ability, visit: &mut dyn FnMut(Node<'a>)) {
    match &ability.when {
        When::Event(on) | When::Instead(on) => pattern(on, visit),
        When::Static(statics) => statics.iter().for_each(|rule| statics_of(rule, visit)),
        When::Played | When::Activated(_) => {}
    }
    ability.condition.iter().for_each(|test| condition(test, visit));
    ability.cost.iter().for_each(|part| cost(part, visit));
    effects(&ability.effects, visit);
}

fn effects<'a>(list: &'a [Effect], visit: &mut dyn FnMut(Node<'a>)) {
    list.iter().for_each(|one| effect(one, visit));
}

fn effect<'a>(one: &'a Effect, visit: &mut dyn FnMut(Node<'a>)) {
    visit(Node::Effect(one));
    match one {
        Effect::Draw { count, .. } | Effect::Create { count, .. } => quantity(count, visit),
        Effect::Move { what, .. }
        | Effect::Copy { what, .. }
        | Effect::Flag { what, .. }
        | Effect::Cancel { what }
        | Effect::Control { what, .. }
        | Effect::Choose { what } => selection(what, visit),
        Effect::Damage { what, amount, .. } | Effect::Heal { what, amount, .. } => {
            selection(what, visit);
            quantity(amount, visit);
        }
        Effect::DamagePlayer { amount, .. } => quantity(amount, visit),
        Effect::Change { what, by, .. } => {
            selection(what, visit);
            quantity(by, visit);
        }
        Effect::Become { what, to, .. } => {
            selection(what, visit);
            quantity(to, visit);
        }
        Effect::Counter { by, .. } | Effect::Slot { by, .. } => quantity(by, visit),
        Effect::CounterBecomes { to, .. } => quantity(to, visit),
        Effect::Grant { what, gift, .. } => {
            selection(what, visit);
            match gift {
                Gift::Ability(given) => ability_nodes(given, visit),
                Gift::PlayFrom(_, Some(price)) => quantity(price, visit),
                Gift::Keyword(_) | Gift::PlayFrom(_, None) => {}
            }
        }
        Effect::Decree { rule, .. } => statics_of(rule, visit),
        Effect::Attach { what, to } => {
            selection(what, visit);
            selection(to, visit);
        }
        Effect::Search { filter: wanted, count, .. } => {
            filter(wanted, visit);
            quantity(count, visit);
        }
        Effect::Look { count, take, up_to, .. } => {
            quantity(count, visit);
            filter(take, visit);
            up_to.iter().for_each(|most| quantity(most, visit));
        }
        Effect::ChooseNumber { min, max } => {
            quantity(min, visit);
            quantity(max, visit);
        }
        Effect::If { condition: test, then, otherwise } => {
            condition(test, visit);
            effects(then, visit);
            effects(otherwise, visit);
        }
        Effect::May { cost: price, then, otherwise, .. } => {
            price.iter().for_each(|part| cost(part, visit));
            effects(then, visit);
            effects(otherwise, visit);
        }
        Effect::Modal { modes, .. } => modes.iter().for_each(|mode| {
            mode.cost.iter().for_each(|part| cost(part, visit));
            effects(&mode.effects, visit);
        }),
        Effect::Each { what, effects: list } => {
            selection(what, visit);
            effects(list, visit);
        }
        Effect::EachPlayer { effects: list } => effects(list, visit),
        Effect::Repeat { times, effects: list } => {
            quantity(times, visit);
            effects(list, visit);
        }
        Effect::Later { on, effects: list, .. } => {
            pattern(on, visit);
            effects(list, visit);
        }
        Effect::Trigger { what, on } => {
            selection(what, visit);
            pattern(on, visit);
        }
        Effect::Shuffle { .. }
        | Effect::ChoosePlace { .. }
        | Effect::GoAgain
        | Effect::ExtraTurn { .. }
        | Effect::ExtraPhase { .. }
        | Effect::Win { .. }
        | Effect::Lose { .. } => {}
    }
}

/// Calls `visit` for every node of a selection.
pub fn selection_nodes<'a>(what: &'a Selection, visit: &mut dyn FnMut(Node<'a>)) {
    selection(what, visit);
}

fn selection<'a>(what: &'a Selection, visit: &mut dyn FnMut(Node<'a>)) {
    match &what.pick {
        Pick::Choose { min, max, .. } => {
            quantity(min, visit);
            quantity(max, visit);
        }
        Pick::Random(count) | Pick::Top(count) | Pick::Bottom(count) => quantity(count, visit),
        Pick::All | Pick::The(_) | Pick::Most(_) | Pick::Least(_) | Pick::First => {}
    }
    filter(&what.filter, visit);
}

fn filter<'a>(one: &'a Filter, visit: &mut dyn FnMut(Node<'a>)) {
    visit(Node::Filter(one));
    match one {
        Filter::All(list) => list.iter().for_each(|part| filter(part, visit)),
        Filter::OneOf(list) => list.iter().for_each(|part| filter(part, visit)),
        Filter::Not(part) | Filter::Holds(part) => filter(part, visit),
        Filter::Compare(_, _, amount) => quantity(amount, visit),
        _ => {}
    }
}

fn quantity<'a>(one: &'a Quantity, visit: &mut dyn FnMut(Node<'a>)) {
    visit(Node::Quantity(one));
    match one {
        Quantity::Count(of) | Quantity::Total(_, of) => filter(of, visit),
        Quantity::ThisTurn(on) => pattern(on, visit),
        Quantity::Plus(left, right)
        | Quantity::Minus(left, right)
        | Quantity::Times(left, right)
        | Quantity::AtMost(left, right) => {
            quantity(left, visit);
            quantity(right, visit);
        }
        Quantity::Per(of, _) => quantity(of, visit),
        _ => {}
    }
}

/// Calls `visit` for every node of a condition, outside in.
pub(crate) fn condition<'a>(one: &'a Condition, visit: &mut dyn FnMut(Node<'a>)) {
    visit(Node::Condition(one));
    match one {
        Condition::Compare(left, _, right) => {
            quantity(left, visit);
            quantity(right, visit);
        }
        Condition::Is(_, test) => filter(test, visit),
        Condition::Not(part) => condition(part, visit),
        Condition::All(list) | Condition::OneOf(list) => {
            list.iter().for_each(|part| condition(part, visit));
        }
        _ => {}
    }
}

fn pattern<'a>(one: &'a Pattern, visit: &mut dyn FnMut(Node<'a>)) {
    visit(Node::Pattern(one));
    filter(&one.subject, visit);
    one.other.iter().for_each(|test| filter(test, visit));
}

fn cost<'a>(one: &'a Cost, visit: &mut dyn FnMut(Node<'a>)) {
    visit(Node::Cost(one));
    match one {
        Cost::Counter(_, amount) => quantity(amount, visit),
        Cost::Move { count, filter: what, .. } | Cost::FlagOther { count, filter: what, .. } => {
            quantity(count, visit);
            filter(what, visit);
        }
        Cost::All { filter: what, .. } => filter(what, visit),
        Cost::OneOf(list) => list.iter().for_each(|part| cost(part, visit)),
        _ => {}
    }
}

fn statics_of<'a>(one: &'a Static, visit: &mut dyn FnMut(Node<'a>)) {
    visit(Node::Static(one));
    match one {
        Static::Modify { what, by: amount, .. }
        | Static::Base { what, to: amount, .. }
        | Static::Cost { what, by: amount } => {
            filter(what, visit);
            quantity(amount, visit);
        }
        Static::Keyword { what, .. }
        | Static::Type { what, .. }
        | Static::Forbid { what, .. }
        | Static::Silence { what } => filter(what, visit),
        Static::AdditionalCost(costs) => costs.iter().for_each(|part| cost(part, visit)),
        Static::Allowance { by, .. } => quantity(by, visit),
        Static::PlayFrom { what, cost: price, then, .. } => {
            filter(what, visit);
            price.iter().for_each(|amount| quantity(amount, visit));
            effects(then, visit);
        }
        Static::PlayOnlyIf | Static::Player { .. } => {}
    }
}
