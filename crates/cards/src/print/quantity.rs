//! Quantities in words.

use onplay_engine::card::{Quantity, Span, Who};
use onplay_engine::id::Class;

use super::Printer;

impl Printer<'_> {
    pub fn quantity(&self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::Number(number) if *number < 0 => format!("−{}", number.unsigned_abs()),
            Quantity::Number(number) => number.to_string(),
            Quantity::Count(filter) => format!("the number of {}", self.noun(filter, true)),
            Quantity::Attribute(reference, attribute) => {
                let word = self.vocabulary.word(Class::Attribute, attribute.0).replace('-', " ");
                format!("{} {word}", self.possessive(*reference))
            }
            Quantity::Total(attribute, filter) => {
                let word = self.vocabulary.word(Class::Attribute, attribute.0);
                format!("the total {word} of all {}", self.noun(filter, true))
            }
            Quantity::Highest(attribute, filter) | Quantity::Lowest(attribute, filter) => {
                let most =
                    if matches!(quantity, Quantity::Highest(..)) { "highest" } else { "lowest" };
                let word = self.vocabulary.word(Class::Attribute, attribute.0).replace('-', " ");
                format!("the {most} {word} among {}", self.noun(filter, true))
            }
            Quantity::Printed(reference, attribute) => {
                let word = self.vocabulary.word(Class::Attribute, attribute.0).replace('-', " ");
                format!("{} printed {word}", self.possessive(*reference))
            }
            Quantity::Counter(who, counter) => {
                format!("{} {}", self.whose(*who), self.vocabulary.word(Class::Counter, counter.0))
            }
            Quantity::Amount => "the triggering amount".into(),
            Quantity::Result => "the result".into(),
            Quantity::Done(slot) => match self.names.words(*slot, self.level) {
                Some(words) => format!("the result for {words}"),
                None => "the result".into(),
            },
            Quantity::Chosen => "X".into(),
            Quantity::Measure(who, measure) => {
                format!("the number of {}", self.measure(*who, measure.index()))
            }
            Quantity::Begun(Span::Turn) => "the number of the turn".into(),
            Quantity::Begun(Span::Round) => "the number of the round".into(),
            Quantity::Places(zone, condition) => {
                let places = crate::inflect::plural(&self.place_word(Some(*zone)));
                format!("the number of {places} where {}", self.condition(condition))
            }
            Quantity::ThisTurn(pattern) => {
                format!("the number of times {} this turn", self.event(pattern))
            }
            Quantity::Plus(left, right) => {
                format!("{} plus {}", self.left(left), self.operand(right))
            }
            Quantity::Minus(left, right) => {
                format!("{} minus {}", self.left(left), self.operand(right))
            }
            Quantity::Times(left, right) => match **left {
                Quantity::Number(2) => format!("twice {}", self.operand(right)),
                _ => format!("{} times {}", self.quantity(left), self.operand(right)),
            },
            Quantity::Per(base, divisor) => {
                format!("{} divided by {divisor}", self.operand(base))
            }
            Quantity::Gone(reference) => {
                format!("the number of {} that were destroyed", self.reference(*reference))
            }
            Quantity::TopUntil(zone, filter) => format!(
                "the number of cards on top of your {} down to {}",
                self.vocabulary.word(Class::Zone, zone.0),
                self.one(filter)
            ),
            Quantity::AtMost(left, right) => {
                format!("the lesser of {} and {}", self.operand(left), self.operand(right))
            }
        }
    }

    fn measure(&self, who: Who, measure: usize) -> &str {
        let words = self.vocabulary.measures.get(measure);
        words.map_or("?", |(yours, enemy)| if who == Who::You { yours } else { enemy })
    }

    /// The left side of a sum; sums are read from the left.
    fn left(&self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::AtMost(..)
            | Quantity::Count(_)
            | Quantity::Total(..)
            | Quantity::Highest(..)
            | Quantity::Lowest(..) => self.operand(quantity),
            _ => self.quantity(quantity),
        }
    }

    fn operand(&self, quantity: &Quantity) -> String {
        let inner = self.quantity(quantity);
        match quantity {
            Quantity::Plus(..)
            | Quantity::Minus(..)
            | Quantity::Times(..)
            | Quantity::Per(..)
            | Quantity::AtMost(..) => format!("[{inner}]"),
            // A comparison at the end would take in what follows.
            Quantity::Count(_)
            | Quantity::Total(..)
            | Quantity::Highest(..)
            | Quantity::Lowest(..)
                if [" than ", " equal to ", " at least ", " at most "]
                    .iter()
                    .any(|words| inner.contains(words)) =>
            {
                format!("[{inner}]")
            }
            _ => inner,
        }
    }

    /// An amount of something: "2 attack", "1 attack for each Goblin", "attack
    /// equal to its cost".
    pub fn amount(&self, quantity: &Quantity, one: &str, many: &str) -> String {
        let noun = |number: i16| if number == 1 { one } else { many };
        match quantity {
            Quantity::Number(number) => format!("{number} {}", noun(*number)),
            Quantity::Chosen => {
                format!("{} {many}", self.quantity(quantity))
            }
            Quantity::Times(left, right) => match (&**left, self.scale(right)) {
                (Quantity::Number(number), Some(scale)) if *number > 0 => {
                    format!("{number} {} {scale}", noun(*number))
                }
                _ => format!("{many} equal to {}", self.quantity(quantity)),
            },
            other => match self.scale(other) {
                Some(scale) => format!("1 {one} {scale}"),
                None => format!("{many} equal to {}", self.quantity(other)),
            },
        }
    }

    /// "for each Goblin", for quantities that can be said so.
    pub fn scale(&self, quantity: &Quantity) -> Option<String> {
        match quantity {
            Quantity::Count(filter) => Some(format!("for each {}", self.noun(filter, false))),
            Quantity::Measure(who, measure) => {
                Some(format!("for each {}", self.measure(*who, measure.index())))
            }
            Quantity::Per(base, divisor) => Some(match &**base {
                Quantity::Amount => format!("for every {divisor} gained"),
                Quantity::Count(filter) => {
                    format!("for every {divisor} {}", self.noun(filter, *divisor != 1))
                }
                other => format!("for every {divisor} of {}", self.quantity(other)),
            }),
            _ => None,
        }
    }
}
