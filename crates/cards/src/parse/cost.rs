//! Costs: what stands before a colon, after "pay" or after "you may".

use onplay_engine::card::{Cost, Filter, Quantity, Reference, Verb, Whose};
use onplay_engine::id::CounterId;
use onplay_engine::rulebook::Role;

use super::cursor::Parser;
use crate::bind::{Made, Where};
use crate::normal;
use crate::token::Kind;
use crate::vocabulary::{Action, Sense};

/// The largest cost in mana.
const MOST_MANA: i16 = 999;

/// The verbs that can be costs.
const COSTS: [Verb; 5] = [Verb::Sacrifice, Verb::Discard, Verb::Exile, Verb::Return, Verb::Destroy];

impl Parser<'_> {
    /// A list of costs: "2 energy, exhaust this".
    pub fn costs(&mut self) -> Option<Vec<Cost>> {
        self.labelled("a cost", |p| {
            p.bind.next_clause();
            let mut costs = vec![p.cost_or()?];
            while let Some(next) = p.attempt(|p| {
                if p.mark(',') {
                    p.word("and");
                } else {
                    p.need("and")?;
                }
                p.bind.next_clause();
                p.cost_or()
            }) {
                costs.push(next);
            }
            Some(costs)
        })
    }

    pub fn cost_or(&mut self) -> Option<Cost> {
        let mut alternatives = vec![self.cost()?];
        while let Some(next) = self.attempt(|p| {
            p.need("or")?;
            p.cost()
        }) {
            alternatives.push(next);
        }
        Some(match alternatives.len() {
            1 => alternatives.swap_remove(0),
            _ => Cost::OneOf(alternatives),
        })
    }

    pub fn cost(&mut self) -> Option<Cost> {
        self.attempt(|p| {
            if let Some(mana) = p.mana() {
                return Some(mana);
            }
            if p.symbol("t") {
                return Some(Cost::Flag(p.vocabulary.rules.exhausted?));
            }
            p.one_of(&["pay", "pays", "spend", "spends"]);
            if let Some(mana) = p.mana() {
                return Some(mana);
            }
            if let Some(counter) = p.attempt(|p| {
                p.need("all")?;
                p.one_of(&["your", "their", "the"]);
                let counter = p.counter()?;
                p.bind.number_chosen();
                Some(counter)
            }) {
                return Some(Cost::AllOf(counter));
            }
            if let Some(found) = p.attempt(|p| {
                let least = p.number()?;
                p.need("or more")?;
                let found = Cost::Some(p.counter()?, least);
                p.bind.number_chosen();
                Some(found)
            }) {
                return Some(found);
            }
            if let Some(counter) = p.attempt(|p| {
                p.need("x")?;
                p.counter()
            }) {
                return Some(Cost::Some(counter, 0));
            }
            if let Some((quantity, counter)) = p.attempt(|p| {
                let (quantity, counter) = p.amount_of(|p| p.counter())?;
                let scale = p.attempt(|p| p.scale());
                Some((super::quantity::scaled(quantity, scale), counter))
            }) {
                return Some(Cost::Counter(counter, quantity));
            }
            if let Some((count, counter)) = p.attempt(|p| {
                p.one_of(&["lose", "loses"])?;
                p.amount_of(|p| p.counter())
            }) {
                return Some(Cost::Counter(counter, count));
            }
            if let Some(found) = p.attempt(|p| p.flag_cost()) {
                return Some(found);
            }
            if let Some(found) = p.attempt(|p| {
                p.one_of(&["remove", "removes"])?;
                let number = p.number()?;
                let attribute = p.attribute()?;
                p.one_of(&["counter", "counters"]);
                if p.word("from") {
                    p.reference().filter(|reference| *reference == Reference::This)?;
                }
                Some(Cost::Attribute(attribute, number))
            }) {
                return Some(found);
            }
            p.move_cost()
        })
    }

    fn flag_cost(&mut self) -> Option<Cost> {
        let (flag, on) = self.flag_verb()?;
        if !on {
            return None;
        }
        if let Some(reference) = self.attempt(|p| p.reference()) {
            return (reference == Reference::This).then_some(Cost::Flag(flag));
        }
        let start = self.at;
        let count = self.count_before()?;
        let (filter, _) = self.noun_phrase()?;
        let filter = mine(filter);
        let span = self.span_since(start);
        let many = count != Quantity::ONE;
        let mention = Some(self.bind.bring(&filter, many, Made::Chosen, Where::InPlay, span));
        Some(Cost::FlagOther { flag, count, filter, mention })
    }

    /// The number before a noun: "a", "two", "another".
    fn count_before(&mut self) -> Option<Quantity> {
        if self.sees("another") {
            return Some(Quantity::ONE);
        }
        self.simple_quantity()
    }

    fn move_cost(&mut self) -> Option<Cost> {
        for verb in COSTS {
            let found = self.attempt(|p| {
                p.action(Action::Move(verb))?;
                p.cost_of(verb)
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn cost_of(&mut self, verb: Verb) -> Option<Cost> {
        let start = self.at;
        if let Some(reference) = self.attempt(|p| {
            let reference = p.reference()?;
            Some(reference)
        }) {
            if verb == Verb::Return {
                self.read_to_hand();
            }
            return (reference == Reference::This).then_some(Cost::This(verb));
        }
        if let Some(filter) = self.attempt(|p| {
            p.one_of(&["your", "their"])?;
            let hand = p.zone()?;
            Some(p.zone_filter(hand, Some(Whose::Yours)))
        }) {
            let filter = normal::filter(filter);
            let mention = self.paid_with(verb, &filter, true, start);
            return Some(Cost::All { verb, filter, mention });
        }
        if self.word("all") {
            let (filter, _) = self.noun_phrase()?;
            let filter = self.cost_filter(verb, filter);
            let mention = self.paid_with(verb, &filter, true, start);
            return Some(Cost::All { verb, filter, mention });
        }
        let count = self.count_before()?;
        // "discard 1" means a card.
        let filter = match self.attempt(|p| p.noun_phrase()) {
            Some((filter, _)) => filter,
            None if verb == Verb::Discard => Filter::Any,
            None => return None,
        };
        let filter = self.cost_filter(verb, filter);
        let enemy = Filter::Controller(Whose::Enemy);
        if self.own_costs && filter.clone().into_parts().contains(&enemy) {
            let span = self.span_since(start);
            let message = "a cost is paid with what is one's own".to_owned();
            self.bind.refuse("not-yours", span, message, Vec::new(), false);
        }
        let mention = self.paid_with(verb, &filter, count != Quantity::ONE, start);
        if verb == Verb::Return {
            self.read_to_hand();
        }
        Some(Cost::Move { verb, count, filter, mention })
    }

    /// What was paid with can be meant.
    fn paid_with(&mut self, verb: Verb, filter: &Filter, many: bool, start: usize) -> Option<u8> {
        let span = self.span_since(start);
        let place = if verb == Verb::Return { Where::Hand } else { Where::Elsewhere };
        let made = Made::By(Action::Move(verb));
        let slot = self.bind.bring(filter, many, made, place, span);
        self.bind.paid(Some(verb), Some(slot));
        Some(slot)
    }

    fn read_to_hand(&mut self) {
        self.attempt(|p| {
            p.need("to")?;
            p.any(&["its owner 's", "your", "their owner 's", "the"]);
            p.zone()
        });
    }

    /// What can be paid with: cards of one's own, from hand if discarded.
    pub fn cost_filter(&self, verb: Verb, filter: Filter) -> Filter {
        let zoned = has_zone(&filter);
        normal::filter(match (verb, self.role(Role::Hand)) {
            (Verb::Discard, Some(hand)) if !zoned => {
                filter.and(self.zone_filter(hand, Some(Whose::Yours)))
            }
            // Only sacrificing says whose by itself.
            (Verb::Sacrifice, _) if !zoned => mine(filter),
            // What is given up is one's own.
            (Verb::Return | Verb::Destroy | Verb::Exile, _) if !zoned && self.own_costs => {
                mine(filter)
            }
            _ => filter,
        })
    }

    /// `{2}{R}`.
    pub fn mana(&mut self) -> Option<Cost> {
        let mut generic = 0;
        let mut coloured: Vec<(CounterId, i16)> = Vec::new();
        let start = self.at;
        while let Some(token) = self.peek() {
            if token.kind != Kind::Symbol {
                break;
            }
            if let Ok(number) = token.text.parse::<i16>() {
                if !(0..=MOST_MANA - generic).contains(&number) {
                    self.expect(super::Expected::Part("a cost of at most 999"));
                    return None;
                }
                generic += number;
            } else {
                let symbols = &self.vocabulary.symbols;
                let Some(at) = symbols.iter().position(|symbol| {
                    symbol.as_deref().is_some_and(|symbol| symbol.eq_ignore_ascii_case(&token.text))
                }) else {
                    break;
                };
                let counter = CounterId(at as u16);
                match coloured.iter_mut().find(|(known, _)| *known == counter) {
                    Some((_, count)) => *count += 1,
                    None => coloured.push((counter, 1)),
                }
            }
            self.at += 1;
        }
        if self.at == start {
            self.expect(super::Expected::Part("a cost"));
            return None;
        }
        if coloured.iter().map(|(_, count)| count).sum::<i16>() > MOST_MANA - generic {
            self.expect(super::Expected::Part("a cost of at most 999"));
            return None;
        }
        coloured.sort();
        Some(Cost::Mana(coloured, generic))
    }

    fn symbol(&mut self, wanted: &str) -> bool {
        let here =
            self.peek().is_some_and(|token| token.kind == Kind::Symbol && token.text == wanted);
        self.at += usize::from(here);
        here
    }

    /// The verb of a status: exhaust, ready, mark.
    pub fn flag_verb(&mut self) -> Option<(onplay_engine::id::FlagId, bool)> {
        self.sense("a verb", |sense| match sense {
            Sense::SetFlag(flag, on) => Some((*flag, *on)),
            _ => None,
        })
    }
}

/// Whether a filter names a zone.
pub fn has_zone(filter: &Filter) -> bool {
    match filter {
        Filter::Zone(_) => true,
        Filter::All(parts) => parts.iter().any(has_zone),
        Filter::OneOf(parts) => parts.iter().all(has_zone),
        _ => false,
    }
}

/// Whether a filter says whose.
pub fn has_side(filter: &Filter) -> bool {
    match filter {
        Filter::Controller(_) | Filter::Owner(_) => true,
        Filter::All(parts) => parts.iter().any(has_side),
        _ => false,
    }
}

fn mine(filter: Filter) -> Filter {
    if has_side(&filter) {
        return normal::filter(filter);
    }
    normal::filter(filter.and(Filter::Controller(Whose::Yours)))
}
