//! Texts about cards that are never in play, and about numbers that nobody has.

use onplay_engine::card::walk::{Node, ability_nodes};
use onplay_engine::card::{Ability, Cost, Effect, Filter, Happening, Pattern, Quantity, Selection};
use onplay_engine::id::{Class, CounterId, TypeId};
use onplay_engine::rulebook::Role;

use super::drafts::Problem;
use crate::vocabulary::Vocabulary;

/// Looks for what the words can never find.
pub(super) fn check(ability: &Ability, vocabulary: &Vocabulary, found: &mut Vec<Problem>) {
    let (mut kind, mut counter) = (None, None);
    ability_nodes(ability, &mut |node| match node {
        Node::Selection(Selection { filter, .. }) => kind = kind.or(lost(filter, vocabulary)),
        Node::Cost(Cost::FlagOther { filter, .. } | Cost::Move { filter, .. })
        | Node::Cost(Cost::All { filter, .. }) => kind = kind.or(lost(filter, vocabulary)),
        Node::Quantity(Quantity::Count(filter)) => kind = kind.or(lost(filter, vocabulary)),
        Node::Quantity(Quantity::Counter(_, one))
        | Node::Effect(Effect::Counter { counter: one, .. })
        | Node::Effect(Effect::CounterBecomes { counter: one, .. })
        | Node::Pattern(Pattern {
            event: Happening::GainedCounter(one) | Happening::LostCounter(one),
            ..
        }) => counter = counter.or(only_paid(*one, vocabulary)),
        _ => {}
    });
    if let Some(kind) = kind {
        let word = vocabulary.word(Class::Type, kind.0);
        let message = format!("{word} is never in play, so nothing is found");
        found.push(Problem::new("never-happens", message, "say in which zone it is"));
    }
    if let Some(counter) = counter {
        let word = vocabulary.word(Class::Counter, counter.0);
        let message = format!("{word} is only paid, with cards; nobody has, gains or loses it");
        found.push(Problem::new("never-happens", message, "do something to the cards themselves"));
    }
}

/// The type of cards that are looked for in play, where they never are.
fn lost(filter: &Filter, vocabulary: &Vocabulary) -> Option<TypeId> {
    let parts = filter.clone().into_parts();
    if parts.iter().any(|part| matches!(part, Filter::Zone(_) | Filter::Is(_))) {
        return None;
    }
    parts.into_iter().find_map(|part| match part {
        Filter::Type(kind) if vocabulary.out_of_play >> kind.0 & 1 == 1 => Some(kind),
        _ => None,
    })
}

fn only_paid(counter: CounterId, vocabulary: &Vocabulary) -> Option<CounterId> {
    vocabulary.only_paid.get(counter.index()).copied().unwrap_or_default().then_some(counter)
}

/// A sentence about such cards with a zone that is said, and about a number as about cards.
pub(super) fn instead(words: &str, vocabulary: &Vocabulary) -> Vec<String> {
    let mut all = Vec::new();
    let names = vocabulary.names.all(Class::Type).iter().enumerate();
    for (_, name) in names.filter(|(kind, _)| vocabulary.out_of_play >> kind & 1 == 1) {
        let zones = vocabulary.rules.zones.iter().zip(vocabulary.names.all(Class::Zone));
        let zones = zones.filter(|(rule, _)| rule.role == Role::Other && !rule.in_play);
        for (_, zone) in zones.collect::<Vec<_>>().into_iter().rev() {
            let there = format!("{name} in your {zone}");
            all.push(words.replacen(name.as_str(), &there, 1));
            let gained = words.find(&format!(" {name}")).and_then(|at| {
                let number = words[..at].rsplit(' ').next()?;
                let gain = words[..at].to_lowercase().rfind("gain ")?;
                let end = at + 1 + name.len();
                let verb = vocabulary.rules.exhausted?;
                let verb = vocabulary.flag_verb(verb, false)?;
                let said = format!("{verb} up to {number} {there}");
                let said = if gain == 0 { crate::inflect::capital(&said) } else { said };
                Some(format!("{}{said}{}", &words[..gain], &words[end..]))
            });
            all.extend(gained);
        }
    }
    all
}
