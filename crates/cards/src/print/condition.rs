//! Conditions in words.

use onplay_engine::card::{Comparison, Condition, Filter, Pattern, Quantity, Span, Who, Whose};
use onplay_engine::id::Class;

use super::Printer;
use crate::inflect::is_plural;
use crate::parse::ORDINALS;

impl Printer<'_> {
    pub fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Compare(Quantity::Count(filter), comparison, Quantity::Number(number))
                if *number >= 0 =>
            {
                self.counted(filter, *comparison, *number)
            }
            Condition::Compare(Quantity::Begun(span), Comparison::Equal, Quantity::Number(nth))
                if self.nth(*span, *nth).is_some() =>
            {
                format!("it is {}", self.nth(*span, *nth).unwrap_or_default())
            }
            Condition::Compare(Quantity::Counter(who, counter), Comparison::Equal, right)
                if self.player_status(*counter, right).is_some() =>
            {
                let be = if *who == Who::You { "are" } else { "is" };
                let status = self.player_status(*counter, right).unwrap_or_default();
                format!("{} {be} {status}", self.who(*who))
            }
            Condition::Compare(left, comparison, right) => {
                let be = if self.is_plural(left) { "are" } else { "is" };
                format!("{} {be} {}", self.quantity(left), self.compared(*comparison, right))
            }
            Condition::Is(reference, filter) => {
                format!("{} {}", self.reference(*reference), self.predicate(filter))
            }
            Condition::Did if self.after_may => "[you do]".into(),
            Condition::Did => "you do".into(),
            Condition::Gone(reference) => format!("{} was destroyed", self.reference(*reference)),
            Condition::Turn(Whose::Enemy) => "it is your opponent's turn".into(),
            Condition::Turn(_) => "it is your turn".into(),
            Condition::Phase(phase) => {
                format!("it is the {} phase", self.vocabulary.word(Class::Phase, phase.0))
            }
            Condition::Passed(whose) => match whose {
                Whose::Yours => "you have passed".into(),
                Whose::Enemy => "your opponent has passed".into(),
                Whose::Any => "a player has passed".into(),
            },
            Condition::Undecided => "nobody has won".into(),
            Condition::Acted(whose) => match whose {
                Whose::Yours => "you have acted this turn".into(),
                Whose::Enemy => "your opponent has acted this turn".into(),
                Whose::Any => "a player has acted this turn".into(),
            },
            Condition::Happened(event, player) => {
                let pattern = Pattern { player: *player, ..Pattern::new(*event) };
                format!("{} this turn", self.event(&pattern))
            }
            Condition::Not(inner) => self.not_so(inner),
            Condition::All(list) => {
                let inner = |one: &Condition| match one {
                    Condition::All(_) | Condition::OneOf(_) => format!("[{}]", self.condition(one)),
                    _ => self.condition(one),
                };
                list.iter().map(inner).collect::<Vec<_>>().join(" and ")
            }
            Condition::OneOf(list) => {
                let inner = |one: &Condition| match one {
                    Condition::OneOf(_) => format!("[{}]", self.condition(one)),
                    _ => self.condition(one),
                };
                list.iter().map(inner).collect::<Vec<_>>().join(" or ")
            }
        }
    }

    fn not_so(&self, condition: &Condition) -> String {
        let has_not = |whose: Whose| match whose {
            Whose::Yours => "you have not",
            Whose::Enemy => "your opponent has not",
            Whose::Any => "a player has not",
        };
        match condition {
            Condition::Compare(Quantity::Begun(span), Comparison::Equal, Quantity::Number(nth)) => {
                match self.nth(*span, *nth) {
                    Some(nth) => format!("it is not {nth}"),
                    None => format!("not [{}]", self.condition(condition)),
                }
            }
            Condition::Passed(whose @ (Whose::Yours | Whose::Enemy)) => {
                format!("{} passed", has_not(*whose))
            }
            Condition::Acted(whose @ (Whose::Yours | Whose::Enemy)) => {
                format!("{} acted this turn", has_not(*whose))
            }
            other => format!("not [{}]", self.condition(other)),
        }
    }

    /// "the first turn".
    fn nth(&self, span: Span, nth: i16) -> Option<String> {
        let ordinal = ORDINALS.get(usize::try_from(nth).ok()?.checked_sub(1)?)?;
        let span = if span == Span::Turn { "turn" } else { "round" };
        Some(format!("the {ordinal} {span}"))
    }

    /// Whether what is counted is called by a plural: "your points are".
    fn is_plural(&self, quantity: &Quantity) -> bool {
        let Quantity::Counter(_, counter) = quantity else { return false };
        is_plural(self.vocabulary.word(Class::Counter, counter.0))
    }

    fn counted(&self, filter: &Filter, comparison: Comparison, number: i16) -> String {
        // "you control a Goblin" is how players say it.
        let without = match filter {
            Filter::All(parts) if parts.contains(&Filter::Controller(Whose::Yours)) => {
                let zoned = parts.iter().any(|part| matches!(part, Filter::Zone(_)));
                let rest = parts.iter().filter(|part| **part != Filter::Controller(Whose::Yours));
                let rest = crate::normal::filter(Filter::All(rest.cloned().collect()));
                (!zoned && has_head(&rest)).then_some(rest)
            }
            _ => None,
        };
        let (start, filter, control) = match &without {
            Some(rest) => ("you control", rest, true),
            None => ("there is", filter, false),
        };
        let are = if control { "you control" } else { "there are" };
        match (comparison, number) {
            (Comparison::AtLeast, 1) => format!("{start} {}", self.one(filter)),
            (Comparison::Equal, 0) => format!("{start} no {}", self.noun(filter, false)),
            (Comparison::AtLeast, _) => {
                format!("{are} {number} or more {}", self.noun(filter, true))
            }
            (Comparison::AtMost, _) => {
                format!("{are} {number} or fewer {}", self.noun(filter, true))
            }
            (Comparison::Equal, _) => format!("{are} exactly {number} {}", self.noun(filter, true)),
            (Comparison::More, _) => {
                format!("{are} more than {number} {}", self.noun(filter, true))
            }
            (Comparison::Less, _) => {
                format!("{are} fewer than {number} {}", self.noun(filter, true))
            }
        }
    }
}

fn has_head(filter: &Filter) -> bool {
    match filter {
        Filter::Type(_) | Filter::Subtype(_) => true,
        Filter::All(parts) => {
            parts.iter().any(has_head)
                && !parts.iter().any(|part| matches!(part, Filter::Controller(_)))
        }
        _ => false,
    }
}
