//! The references of an ability and the numbers of its phrases, to be changed.

use crate::card::walk::{NodeMut, nodes_mut};
use crate::card::{
    Ability, Condition, Cost, Course, Effect, Filter, Pattern, Pick, Place, Quantity, Reference,
    Selection, Spot, Who,
};

/// Something of an ability that has to do with phrases and what they mean.
pub enum Link<'a> {
    /// Words that mean an object.
    Reference(&'a mut Reference),
    /// The number of a phrase that brings something in.
    Mention(&'a mut Option<u8>),
    /// Words that mean how much a phrase's effect did.
    Done(&'a mut u8),
}

/// Calls `visit` for every reference and every number of a phrase in an ability.
pub fn links_mut(ability: &mut Ability, visit: &mut dyn FnMut(Link<'_>)) {
    nodes_mut(ability, &mut |node| match node {
        NodeMut::Effect(one) => effect(one, visit),
        NodeMut::Filter(one) => filter(one, visit),
        NodeMut::Quantity(one) => quantity(one, visit),
        NodeMut::Condition(one) => condition(one, visit),
        NodeMut::Pattern(Pattern { place, .. }) => {
            place.iter_mut().for_each(|at| at_place(at, visit))
        }
        NodeMut::Cost(one) => cost(one, visit),
        NodeMut::Static(one) => {
            if let crate::card::Static::Forbid { place: Some(at), .. } = one {
                at_place(at, visit);
            }
        }
        NodeMut::Selection(one) => selection(one, visit),
    });
}

fn effect(one: &mut Effect, visit: &mut dyn FnMut(Link<'_>)) {
    match one {
        Effect::Draw { who: by, mention, .. } => {
            who(by, visit);
            visit(Link::Mention(mention));
        }
        Effect::Create { who: by, to, mention, .. } => {
            who(by, visit);
            to.iter_mut().for_each(|to| spot(&mut to.spot, visit));
            visit(Link::Mention(mention));
        }
        Effect::Copy { who: by, mention, .. } => {
            who(by, visit);
            visit(Link::Mention(mention));
        }
        Effect::Search { who: by, to, mention, .. } | Effect::Look { who: by, to, mention, .. } => {
            who(by, visit);
            spot(&mut to.spot, visit);
            visit(Link::Mention(mention));
        }
        Effect::Swap { one, other } => {
            visit(Link::Reference(one));
            visit(Link::Reference(other));
        }
        Effect::Damage { by: Some(reference), .. } => visit(Link::Reference(reference)),
        Effect::Adjust { to: Some(reference), .. } => visit(Link::Reference(reference)),
        Effect::Move { to: Some(to), .. } => spot(&mut to.spot, visit),
        Effect::Course(course) => said(course, visit),
        Effect::Slot { spot: at, .. } => spot(at, visit),
        Effect::ChoosePlace { near: Some(at), .. } => at_place(at, visit),
        Effect::DamagePlayer { who: by, by: source, .. } => {
            who(by, visit);
            source.iter_mut().for_each(|reference| visit(Link::Reference(reference)));
        }
        Effect::Counter { who: by, .. }
        | Effect::CounterBecomes { who: by, .. }
        | Effect::Shuffle { who: by, .. }
        | Effect::Control { who: by, .. }
        | Effect::May { who: by, .. }
        | Effect::Modal { who: by, .. }
        | Effect::EachPlayer { who: by, .. }
        | Effect::ExtraTurn { who: by }
        | Effect::Win { who: by }
        | Effect::Lose { who: by } => who(by, visit),
        _ => {}
    }
}

fn said(one: &mut Course, visit: &mut dyn FnMut(Link<'_>)) {
    match one {
        Course::Say { subject, other, who: by, .. } => {
            subject.iter_mut().chain(other).for_each(|reference| visit(Link::Reference(reference)));
            who(by, visit);
        }
        Course::Text(reference) | Course::Against(reference) => visit(Link::Reference(reference)),
        Course::First(by) => who(by, visit),
        Course::Then | Course::Through(_) | Course::Clear(_) | Course::Draw => {}
    }
}

fn selection(one: &mut Selection, visit: &mut dyn FnMut(Link<'_>)) {
    match &mut one.pick {
        Pick::The(reference) => visit(Link::Reference(reference)),
        Pick::Choose { who: by, .. } => who(by, visit),
        _ => {}
    }
    visit(Link::Mention(&mut one.mention));
}

fn filter(one: &mut Filter, visit: &mut dyn FnMut(Link<'_>)) {
    match one {
        Filter::Is(reference)
        | Filter::SameName(reference)
        | Filter::SharesSubtype(reference)
        | Filter::AttachedTo(reference)
        | Filter::ExiledWith(reference) => visit(Link::Reference(reference)),
        Filter::Place(at) => at_place(at, visit),
        _ => {}
    }
}

fn quantity(one: &mut Quantity, visit: &mut dyn FnMut(Link<'_>)) {
    match one {
        Quantity::Attribute(reference, _)
        | Quantity::Printed(reference, _)
        | Quantity::Gone(reference) => {
            visit(Link::Reference(reference));
        }
        Quantity::Counter(by, _) | Quantity::Measure(by, _) => who(by, visit),
        Quantity::Done(slot) => visit(Link::Done(slot)),
        _ => {}
    }
}

fn condition(one: &mut Condition, visit: &mut dyn FnMut(Link<'_>)) {
    match one {
        Condition::Is(reference, _) | Condition::Gone(reference) => {
            visit(Link::Reference(reference));
        }
        _ => {}
    }
}

fn cost(one: &mut Cost, visit: &mut dyn FnMut(Link<'_>)) {
    match one {
        Cost::Move { mention, .. }
        | Cost::All { mention, .. }
        | Cost::FlagOther { mention, .. } => {
            visit(Link::Mention(mention));
        }
        _ => {}
    }
}

fn who(one: &mut Who, visit: &mut dyn FnMut(Link<'_>)) {
    if let Who::Controller(reference) | Who::Owner(reference) = one {
        visit(Link::Reference(reference));
    }
}

fn spot(one: &mut Spot, visit: &mut dyn FnMut(Link<'_>)) {
    if let Spot::Of(reference) | Spot::InFrontOf(reference) = one {
        visit(Link::Reference(reference));
    }
}

fn at_place(one: &mut Place, visit: &mut dyn FnMut(Link<'_>)) {
    match one {
        Place::Lane(reference)
        | Place::Beside(reference)
        | Place::Close(reference)
        | Place::InFront(reference)
        | Place::Adjacent(reference) => visit(Link::Reference(reference)),
        Place::Chosen | Place::AroundChosen | Place::Free => {}
    }
}
