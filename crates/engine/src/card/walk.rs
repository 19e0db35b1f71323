//! Walks over the data of an ability: to read it, and to number its filters.

use crate::card::{
    Ability, Condition, Cost, Effect, Entering, Filter, Gift, Pattern, Pick, Quantity, Selection,
    Static, When,
};

/// One node of an ability that a walk can stop at.
pub enum Node<'a> {
    /// One step of what it does, before the parts of it.
    Effect(&'a Effect),
    /// Words for objects; the parts of a filter are nodes too.
    Filter(&'a Filter),
    /// Words for a number.
    Quantity(&'a Quantity),
    /// Words that hold or do not.
    Condition(&'a Condition),
    /// What a trigger or replacement listens for.
    Pattern(&'a Pattern),
    /// One part of a cost.
    Cost(&'a Cost),
    /// One standing rule.
    Static(&'a Static),
    /// The objects of an effect, before its filter.
    Selection(&'a Selection),
}

/// One node of an ability that a walk can change.
pub enum NodeMut<'a> {
    /// See [`Node::Effect`].
    Effect(&'a mut Effect),
    /// See [`Node::Filter`].
    Filter(&'a mut Filter),
    /// See [`Node::Quantity`].
    Quantity(&'a mut Quantity),
    /// See [`Node::Condition`].
    Condition(&'a mut Condition),
    /// See [`Node::Pattern`].
    Pattern(&'a mut Pattern),
    /// See [`Node::Cost`].
    Cost(&'a mut Cost),
    /// See [`Node::Static`].
    Static(&'a mut Static),
    /// See [`Node::Selection`].
    Selection(&'a mut Selection),
}

/// Calls `visit` for every quantity of an ability.
pub fn quantities<'a>(ability: &'a Ability, visit: &mut dyn FnMut(&'a Quantity)) {
    ability_nodes(ability, &mut |node| {
        if let Node::Quantity(quantity) = node {
            visit(quantity);
        }
    });
}
/// Passes a node to a visitor that reads it.
macro_rules! show {
    ($visit:ident, $kind:ident, $node:ident) => {
        $visit(Node::$kind($node))
    };
}

/// Passes a node to a visitor that may change it.
macro_rules! hand_on {
    ($visit:ident, $kind:ident, $node:ident) => {
        $visit(NodeMut::$kind(&mut *$node))
    };
}

/// The walk, once for shared and once for exclusive references.
macro_rules! walk {
    (
        $module:ident, $visitor:ty, $announce:ident, $iter:ident,
        [$($generics:tt)*], [$($reference:tt)*], [$($borrow:tt)*]
    ) => {
        mod $module {
            #[allow(clippy::wildcard_imports)]
            use super::*;

            /// Calls `visit` for every node of an ability, outside in.
            pub fn ability_nodes$($generics)*(ability: $($reference)* Ability, visit: &mut $visitor) {
                match $($borrow)* ability.when {
                    When::Event(on) | When::Instead(on) => pattern(on, visit),
                    When::Static(statics) => statics.$iter().for_each(|rule| statics_of(rule, visit)),
                    When::Played | When::Activated(_) => {}
                }
                ability.condition.$iter().for_each(|test| condition(test, visit));
                ability.cost.$iter().for_each(|part| cost(part, visit));
                effects($($borrow)* ability.effects, visit);
            }

            fn effects$($generics)*(list: $($reference)* [Effect], visit: &mut $visitor) {
                list.$iter().for_each(|one| effect(one, visit));
            }

            fn effect$($generics)*(one: $($reference)* Effect, visit: &mut $visitor) {
                $announce!(visit, Effect, one);
                match one {
                    Effect::Draw { count, .. } | Effect::Create { count, .. } => quantity(count, visit),
                    Effect::Move { what, .. }
                    | Effect::Copy { what, .. }
                    | Effect::Flag { what, .. }
                    | Effect::Cancel { what }
                    | Effect::Control { what, .. }
                    | Effect::See { what, .. }
                    | Effect::Choose { what } => selection(what, visit),
                    Effect::Adjust { amount, .. } => {
                        amount.$iter().for_each(|amount| quantity(amount, visit));
                    }
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
                            Gift::PlayFrom { cost: Some(price), .. } => quantity(price, visit),
                            Gift::Prevent(amount) => quantity(amount, visit),
                            Gift::Keyword(_) | Gift::PlayFrom { cost: None, .. } => {}
                        }
                    }
                    Effect::Decree { rule, .. } => statics_of(rule, visit),
                    Effect::Swap { .. } => {}
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
                        up_to.$iter().for_each(|most| quantity(most, visit));
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
                        price.$iter().for_each(|part| cost(part, visit));
                        effects(then, visit);
                        effects(otherwise, visit);
                    }
                    Effect::Modal { modes, .. } => modes.$iter().for_each(|mode| {
                        mode.cost.$iter().for_each(|part| cost(part, visit));
                        effects($($borrow)* mode.effects, visit);
                    }),
                    Effect::Each { what, effects: list } => {
                        selection(what, visit);
                        effects(list, visit);
                    }
                    Effect::EachPlayer { effects: list, .. }
                    | Effect::Together { effects: list, .. }
                    | Effect::EachPlace { effects: list, .. } => effects(list, visit),
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
                    | Effect::Proceed
                    | Effect::GoAgain
                    | Effect::Course(_)
                    | Effect::ExtraTurn { .. }
                    | Effect::ExtraPhase { .. }
                    | Effect::Win { .. }
                    | Effect::Lose { .. } => {}
                }
            }

            /// Calls `visit` for a selection and for every node of it, outside in.
            pub fn selection$($generics)*(what: $($reference)* Selection, visit: &mut $visitor) {
                $announce!(visit, Selection, what);
                match $($borrow)* what.pick {
                    Pick::Choose { min, max, .. } => {
                        quantity(min, visit);
                        quantity(max, visit);
                    }
                    Pick::Random(count) | Pick::Top(count) | Pick::Bottom(count) => quantity(count, visit),
                    Pick::All
                    | Pick::The(_)
                    | Pick::Most(_)
                    | Pick::Least(_)
                    | Pick::Lowest(_)
                    | Pick::First => {}
                }
                filter($($borrow)* what.filter, visit);
            }

            pub fn filter$($generics)*(one: $($reference)* Filter, visit: &mut $visitor) {
                $announce!(visit, Filter, one);
                match one {
                    Filter::All(list) => list.$iter().for_each(|part| filter(part, visit)),
                    Filter::OneOf(list) => list.$iter().for_each(|part| filter(part, visit)),
                    Filter::Not(part) | Filter::Holds(part) => filter(part, visit),
                    Filter::Compare(_, _, amount) => quantity(amount, visit),
                    _ => {}
                }
            }

            pub fn quantity$($generics)*(one: $($reference)* Quantity, visit: &mut $visitor) {
                $announce!(visit, Quantity, one);
                match one {
                    Quantity::Count(of)
                    | Quantity::Total(_, of)
                    | Quantity::Highest(_, of)
                    | Quantity::Lowest(_, of)
                    | Quantity::TopUntil(_, of) => filter(of, visit),
                    Quantity::ThisTurn(on) => pattern(on, visit),
                    Quantity::Places(_, test) => condition(test, visit),
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
            pub fn condition$($generics)*(one: $($reference)* Condition, visit: &mut $visitor) {
                $announce!(visit, Condition, one);
                match one {
                    Condition::Compare(left, _, right) => {
                        quantity(left, visit);
                        quantity(right, visit);
                    }
                    Condition::Is(_, test) => filter(test, visit),
                    Condition::Not(part) => condition(part, visit),
                    Condition::All(list) | Condition::OneOf(list) => {
                        list.$iter().for_each(|part| condition(part, visit));
                    }
                    _ => {}
                }
            }

            fn pattern$($generics)*(one: $($reference)* Pattern, visit: &mut $visitor) {
                $announce!(visit, Pattern, one);
                filter($($borrow)* one.subject, visit);
                one.other.$iter().for_each(|test| filter(test, visit));
            }

            pub fn cost$($generics)*(one: $($reference)* Cost, visit: &mut $visitor) {
                $announce!(visit, Cost, one);
                match one {
                    Cost::Counter(_, amount) => quantity(amount, visit),
                    Cost::Move { count, filter: what, .. } | Cost::FlagOther { count, filter: what, .. } => {
                        quantity(count, visit);
                        filter(what, visit);
                    }
                    Cost::All { filter: what, .. } => filter(what, visit),
                    Cost::OneOf(list) => list.$iter().for_each(|part| cost(part, visit)),
                    _ => {}
                }
            }

            fn statics_of$($generics)*(one: $($reference)* Static, visit: &mut $visitor) {
                $announce!(visit, Static, one);
                match one {
                    Static::Modify { what, by: amount, .. }
                    | Static::Base { what, to: amount, .. }
                    | Static::Cost { what, by: amount } => {
                        filter(what, visit);
                        quantity(amount, visit);
                    }
                    Static::Keyword { what, .. }
                    | Static::Type { what, .. }
                    | Static::NoDamage { what, .. }
                    | Static::Silence { what } => filter(what, visit),
                    Static::Forbid { what, by, .. } => {
                        filter(what, visit);
                        by.$iter().for_each(|other| filter(other, visit));
                    }
                    Static::AdditionalCost(costs) => costs.$iter().for_each(|part| cost(part, visit)),
                    Static::Allowance { by, .. } => quantity(by, visit),
                    Static::PlayFrom { what, cost: price, then, .. } => {
                        filter(what, visit);
                        price.$iter().for_each(|amount| quantity(amount, visit));
                        effects(then, visit);
                    }
                    Static::Enter { what, with } => {
                        filter(what, visit);
                        if let Entering::More(_, amount) = with {
                            quantity(amount, visit);
                        }
                    }
                    Static::PlayOnlyIf | Static::Player { .. } => {}
                }
            }
        }
    };
}

walk!(shared, dyn FnMut(Node<'a>), show, iter, [<'a>], [&'a], [&]);
walk!(exclusive, dyn FnMut(NodeMut<'_>), hand_on, iter_mut, [], [&mut], [&mut]);

pub use shared::{ability_nodes, selection as selection_nodes};
pub(crate) use shared::{condition, filter as filter_nodes};

/// Calls `visit` for every node of an ability, to change it, outside in.
pub fn nodes_mut(ability: &mut Ability, visit: &mut dyn FnMut(NodeMut<'_>)) {
    exclusive::ability_nodes(ability, visit);
}

/// Calls `visit` for every filter of an ability, outside in.
pub(crate) fn filters_mut(ability: &mut Ability, visit: &mut dyn FnMut(&mut Filter)) {
    exclusive::ability_nodes(ability, &mut |node| {
        if let NodeMut::Filter(filter) = node {
            visit(filter);
        }
    });
}

/// Calls `visit` for every filter of a condition, outside in.
pub(crate) fn condition_filters_mut(one: &mut Condition, visit: &mut dyn FnMut(&mut Filter)) {
    exclusive::condition(one, &mut |node| {
        if let NodeMut::Filter(filter) = node {
            visit(filter);
        }
    });
}

/// Calls `visit` for every filter of a quantity, outside in.
pub(crate) fn quantity_filters_mut(one: &mut Quantity, visit: &mut dyn FnMut(&mut Filter)) {
    exclusive::quantity(one, &mut |node| {
        if let NodeMut::Filter(filter) = node {
            visit(filter);
        }
    });
}

/// Calls `visit` for every filter within a filter and for itself, outside in.
pub(crate) fn filters_within_mut(one: &mut Filter, visit: &mut dyn FnMut(&mut Filter)) {
    exclusive::filter(one, &mut |node| {
        if let NodeMut::Filter(filter) = node {
            visit(filter);
        }
    });
}

/// Calls `visit` for every filter of a cost, outside in.
pub(crate) fn cost_filters_mut(cost: &mut Cost, visit: &mut dyn FnMut(&mut Filter)) {
    exclusive::cost(cost, &mut |node| {
        if let NodeMut::Filter(filter) = node {
            visit(filter);
        }
    });
}
