//! Costs in words.

use onplay_engine::card::{Cost, Filter, Quantity, Verb, Whose};
use onplay_engine::id::Class;
use onplay_engine::rulebook::Role;

use super::Printer;
use crate::inflect::article;
use crate::normal;

impl Printer<'_> {
    pub fn costs(&self, costs: &[Cost]) -> String {
        costs.iter().map(|cost| self.cost(cost)).collect::<Vec<_>>().join(", ")
    }

    pub fn cost(&self, cost: &Cost) -> String {
        let counter = |id: u16| self.vocabulary.word(Class::Counter, id);
        match cost {
            Cost::Counter(id, quantity) => self.amount(quantity, counter(id.0), counter(id.0)),
            Cost::Some(id, least) => format!("{least} or more {}", counter(id.0)),
            Cost::Price => "pay its cost".into(),
            Cost::AllOf(id) => format!("all your {}", counter(id.0)),
            Cost::Mana(coloured, generic) => self.mana(coloured, *generic),
            Cost::Flag(flag) => match self.vocabulary.flag_verb(*flag, true) {
                Some(verb) => format!("{verb} this"),
                None => "{T}".into(),
            },
            Cost::Attribute(id, number) => {
                format!(
                    "remove {number} {} from this",
                    self.vocabulary.word(Class::Attribute, id.0)
                )
            }
            Cost::Move { verb, count, filter, .. } => {
                let rest = self.without_default(*verb, filter);
                let noun = self.counted_noun(count, &rest);
                // Cards, not objects, are in hands.
                let noun = match (verb, noun.strip_prefix("an object")) {
                    (Verb::Discard, Some(more)) => format!("a card{more}"),
                    (Verb::Discard, None) => noun.replace("object", "card"),
                    _ => noun,
                };
                format!("{} {noun}", self.verb(*verb))
            }
            Cost::This(verb) => format!("{} this", self.verb(*verb)),
            Cost::All { verb, filter, .. } => {
                if self.role(Role::Hand).is_some_and(|hand| {
                    *filter == Filter::Zone(hand).and(Filter::Owner(Whose::Yours))
                }) {
                    let hand = self.role(Role::Hand).map_or(0, |zone| zone.0);
                    let hand = self.vocabulary.word(Class::Zone, hand);
                    return format!("{} your {hand}", self.verb(*verb));
                }
                let rest = self.without_default(*verb, filter);
                format!("{} all {}", self.verb(*verb), self.noun(&rest, true))
            }
            Cost::FlagOther { flag, count, filter, .. } => {
                let verb = self.vocabulary.flag_verb(*flag, true).unwrap_or("exhaust");
                let rest = without(filter, &[Filter::Controller(Whose::Yours)]);
                format!("{verb} {}", self.counted_noun(count, &rest))
            }
            Cost::OneOf(list) => {
                list.iter().map(|cost| self.cost(cost)).collect::<Vec<_>>().join(" or ")
            }
        }
    }

    fn counted_noun(&self, count: &Quantity, filter: &Filter) -> String {
        if *count == Quantity::ONE {
            let noun = self.noun(filter, false);
            return match noun.strip_prefix("other ") {
                Some(rest) => format!("another {rest}"),
                None => format!("{} {noun}", article(&noun)),
            };
        }
        format!("{} {}", self.simple(count), self.noun(filter, true))
    }

    /// `{2}{R}`.
    pub fn mana(&self, coloured: &[(onplay_engine::id::CounterId, i16)], generic: i16) -> String {
        let mut out = String::new();
        if generic > 0 || coloured.is_empty() {
            out.push_str(&format!("{{{generic}}}"));
        }
        for (counter, count) in coloured {
            let symbol = self.vocabulary.symbols.get(counter.index()).cloned().flatten();
            let symbol = symbol.unwrap_or_default().to_uppercase();
            for _ in 0..*count {
                out.push_str(&format!("{{{symbol}}}"));
            }
        }
        out
    }

    /// What the verb says already: one's own, from hand if discarded.
    fn without_default(&self, verb: Verb, filter: &Filter) -> Filter {
        match self.role(Role::Hand) {
            Some(hand) if verb == Verb::Discard => {
                without(filter, &[Filter::Zone(hand), Filter::Owner(Whose::Yours)])
            }
            _ if verb == Verb::Sacrifice => without(filter, &[Filter::Controller(Whose::Yours)]),
            _ => filter.clone(),
        }
    }

    pub fn verb(&self, verb: Verb) -> &str {
        self.vocabulary.verb(match verb {
            Verb::Destroy => "destroy",
            Verb::Sacrifice => "sacrifice",
            Verb::Discard => "discard",
            Verb::Mill => "mill",
            Verb::Exile => "exile",
            Verb::Return => "return",
            Verb::Enter => "enter",
            Verb::Deploy => "deploy",
            Verb::Shift => "move",
            Verb::Put => "put",
        })
    }

    pub fn role(&self, role: Role) -> Option<onplay_engine::id::ZoneKind> {
        self.vocabulary.rules.role(role)
    }
}

/// A filter less some of its parts, if it has all of them.
pub fn without(filter: &Filter, parts: &[Filter]) -> Filter {
    let list = filter.clone().into_parts();
    if !parts.iter().all(|part| list.contains(part)) {
        return filter.clone();
    }
    // A zone that remains makes whose it is part of the phrase.
    let rest: Vec<Filter> = list.iter().filter(|part| !parts.contains(part)).cloned().collect();
    if rest.iter().any(|part| matches!(part, Filter::Zone(_))) {
        return filter.clone();
    }
    normal::filter(Filter::All(rest.into()))
}
