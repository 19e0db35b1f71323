//! Quantities: numbers, counts, sums, "that much".

use onplay_engine::card::{Comparison, Happening, Quantity, Who};
use onplay_engine::id::{AttributeId, CounterId, DamageId};

use super::cursor::{Expected, Parser};
use crate::bind::Counted;
use crate::token::Kind;
use crate::vocabulary::{Form, Sense};

/// The words for small numbers.
pub const NUMBERS: [&str; 11] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

impl Parser<'_> {
    pub fn number(&mut self) -> Option<i16> {
        if let Some(token) = self.peek() {
            let number = match token.kind {
                Kind::Number(number) => Some(number),
                Kind::Word => match token.text.as_str() {
                    "a" | "an" => Some(1),
                    word => {
                        NUMBERS.iter().position(|known| *known == word).map(|index| index as i16)
                    }
                },
                _ => None,
            };
            if let Some(number) = number {
                self.at += 1;
                return Some(number);
            }
        }
        self.expect(Expected::Part("a number"));
        None
    }

    /// A quantity that stands before its noun: 2, X, that much.
    pub fn simple_quantity(&mut self) -> Option<Quantity> {
        self.attempt(|p| {
            if let Some(number) = p.number() {
                return Some(Quantity::Number(number));
            }
            if p.word("x") {
                return Some(Quantity::Chosen);
            }
            if p.word("twice") {
                let inner = p.simple_quantity()?;
                return Some(times(2, inner));
            }
            p.that_much()
        })
    }

    fn that_much(&mut self) -> Option<Quantity> {
        if self.any(&["that much", "that many", "as many"]).is_some() {
            let span = self.span_since(self.at - 2);
            let found = self.bind.that_much();
            if found.is_none() {
                let message = "no number has been named that this could be".to_owned();
                self.bind.refuse("no-antecedent", span, message, Vec::new(), false);
            }
            return Some(found.unwrap_or(Quantity::Result));
        }
        if self.words("the triggering amount") {
            return Some(Quantity::Amount);
        }
        self.need("the result")?;
        let slot = self.attempt(|p| {
            p.need("for")?;
            match p.reference()? {
                onplay_engine::card::Reference::Slot(slot) => Some(slot),
                _ => None,
            }
        });
        Some(slot.map_or(Quantity::Result, Quantity::Done))
    }

    /// Any quantity.
    pub fn quantity(&mut self) -> Option<Quantity> {
        self.labelled("an amount", |p| {
            let mut left = p.term()?;
            loop {
                let sign = p.attempt(|p| {
                    if p.sees_mark(',') {
                        p.at += 1;
                    }
                    p.any(&["plus", "minus"])
                });
                let right = match sign {
                    Some(_) => Box::new(p.term()?),
                    None => return Some(left),
                };
                left = match sign {
                    Some(0) => Quantity::Plus(Box::new(left), right),
                    _ => Quantity::Minus(Box::new(left), right),
                };
            }
        })
    }

    fn term(&mut self) -> Option<Quantity> {
        self.attempt(|p| {
            if p.word("half") {
                let inner = p.term()?;
                p.attempt(|p| {
                    p.need_mark(',')?;
                    p.sees("rounded").then_some(())
                });
                if p.words("rounded up") {
                    let more = Quantity::Plus(Box::new(inner), Box::new(Quantity::ONE));
                    return Some(Quantity::Per(Box::new(more), 2));
                }
                p.words("rounded down");
                return Some(Quantity::Per(Box::new(inner), 2));
            }
            if p.words("the lesser of") {
                let left = p.quantity()?;
                p.need("and")?;
                let right = p.quantity()?;
                return Some(Quantity::AtMost(Box::new(left), Box::new(right)));
            }
            if p.word("twice") {
                let inner = p.term()?;
                return Some(times(2, inner));
            }
            let scaled = p.attempt(|p| {
                let factor = p.number_or_signed()?;
                p.need("times")?;
                let inner = p.term()?;
                Some(times(factor, inner))
            });
            if scaled.is_some() {
                return scaled;
            }
            let mut base = p.primary()?;
            while p.words("divided by") {
                base = Quantity::Per(Box::new(base), p.number()?);
            }
            Some(base)
        })
    }

    fn number_or_signed(&mut self) -> Option<i16> {
        if let Some(token) = self.peek()
            && let Kind::Signed(number) = token.kind
        {
            self.at += 1;
            return Some(number);
        }
        self.number()
    }

    fn primary(&mut self) -> Option<Quantity> {
        let vocabulary = self.vocabulary;
        if let Some(found) = self.defined(&vocabulary.quantities, |p| p.quantity()) {
            return Some(found);
        }
        self.attempt(|p| {
            if p.peek().is_some_and(|token| token.kind == Kind::Mark('[')) {
                p.at += 1;
                let inner = p.quantity()?;
                p.need_mark(']')?;
                return Some(inner);
            }
            if let Some(number) = p.number_or_signed() {
                return Some(Quantity::Number(number));
            }
            if p.word("x") {
                return Some(Quantity::Chosen);
            }
            if let Some(found) = p.that_much() {
                return Some(found);
            }
            if let Some(found) = p.this_turn() {
                return Some(found);
            }
            if let Some(found) = p.named_quantity().or_else(|| p.places_where()) {
                return Some(found);
            }
            let measured = p.attempt(|p| {
                p.words("the number of");
                p.measure()
            });
            if measured.is_some() {
                return measured;
            }
            if let Some(found) = p.attempt(|p| p.done_this_way()) {
                return Some(found);
            }
            if let Some(found) = p.attempt(|p| {
                p.need("the number of")?;
                let reference = p.reference()?;
                p.need("that were destroyed")?;
                Some(Quantity::Gone(reference))
            }) {
                return Some(found);
            }
            if let Some(found) = p.attempt(|p| {
                p.need("the number of")?;
                p.gone_this_turn()
            }) {
                return Some(found);
            }
            if p.words("the number of") {
                let (filter, _) = p.noun_phrase()?;
                return Some(Quantity::Count(Box::new(filter)));
            }
            let total = p.attempt(|p| {
                p.need("the total")?;
                let attribute = p.attribute()?;
                p.need("of")?;
                p.word("all");
                let (filter, _) = p.noun_phrase()?;
                Some(Quantity::Total(attribute, Box::new(filter)))
            });
            if total.is_some() {
                return total;
            }
            if let Some(found) = p.attempt(|p| p.extreme_value()) {
                return Some(found);
            }
            let counter = p.attempt(|p| {
                let who = p.owner_of_counter()?;
                Some(Quantity::Counter(who, p.counter()?))
            });
            if counter.is_some() {
                return counter;
            }
            let attribute = p.attempt(|p| {
                let reference = p.possessive()?;
                if p.word("printed") {
                    return Some(Quantity::Printed(reference, p.attribute()?));
                }
                Some(Quantity::Attribute(reference, p.attribute()?))
            });
            if attribute.is_some() {
                return attribute;
            }
            if let Some(found) = p.attempt(|p| {
                p.word("the");
                let attribute = p.attribute()?;
                p.need("of")?;
                Some(Quantity::Attribute(p.reference()?, attribute))
            }) {
                return Some(found);
            }
            p.attempt(|p| p.of_chosen())
        })
    }

    /// "the highest spark among allies".
    fn extreme_value(&mut self) -> Option<Quantity> {
        self.need("the")?;
        let most = self.any(&["highest", "greatest", "lowest", "least"])? < 2;
        let attribute = self.attribute()?;
        self.one_of(&["among", "of"])?;
        self.any(&["all", "the"]);
        let mine = self.yours();
        let (filter, _) = self.noun_phrase()?;
        let filter = Box::new(crate::normal::filter(filter.and(mine)));
        Some(if most {
            Quantity::Highest(attribute, filter)
        } else {
            Quantity::Lowest(attribute, filter)
        })
    }

    /// "the damage dealt this way", "the number of units destroyed this way".
    fn done_this_way(&mut self) -> Option<Quantity> {
        let start = self.at;
        if self.any(&["the damage dealt", "damage dealt"]).is_some() {
            self.words("this way");
            let found = self.bind.this_way(|counted| {
                matches!(
                    counted,
                    Counted::Damage | Counted::Event(Happening::Damaged | Happening::DealtDamage)
                )
            });
            return self.number_or_refusal(found, start);
        }
        self.need("the number of")?;
        self.objects_this_way()
    }

    /// "units destroyed this way".
    pub(super) fn objects_this_way(&mut self) -> Option<Quantity> {
        let start = self.at;
        let noun = crate::normal::filter(self.core()?);
        let action = self.sense("a verb", |sense| match sense {
            Sense::Action(action, Form::Participle) => Some(*action),
            _ => None,
        })?;
        self.need("this way")?;
        let found = self.bind.objects_this_way(action, &noun);
        self.number_or_refusal(found, start)
    }

    fn number_or_refusal(&mut self, found: Option<Quantity>, start: usize) -> Option<Quantity> {
        if found.is_none() {
            let span = self.span_since(start);
            let message = "nothing was done before that this could count".to_owned();
            self.bind.refuse("no-antecedent", span, message, Vec::new(), false);
        }
        Some(found.unwrap_or(Quantity::Result))
    }

    /// "the number of times you drew a card this turn".
    fn this_turn(&mut self) -> Option<Quantity> {
        self.attempt(|p| {
            p.need("the number of times")?;
            let pattern = p.event_of_nobody(Self::event)?;
            p.need("this turn")?;
            Some(Quantity::ThisTurn(Box::new(pattern)))
        })
    }

    fn owner_of_counter(&mut self) -> Option<Who> {
        match self.any(&[
            "your opponent 's",
            "the opponent 's",
            "the enemy 's",
            "your",
            "that player 's",
            "each player 's",
            "the acting player 's",
            "the active player 's",
        ]) {
            Some(0..=2) => return Some(Who::Opponent),
            Some(3) => return Some(Who::You),
            Some(4) => return Some(Who::EventPlayer),
            Some(5) => return Some(Who::Each),
            Some(6) => return Some(Who::Actor),
            Some(7) => return Some(Who::Active),
            _ => {}
        }
        self.attempt(|p| {
            let reference = p.possessive()?;
            let who = match p.any(&["controller 's", "owner 's"])? {
                0 => Who::Controller(reference),
                _ => Who::Owner(reference),
            };
            Some(who)
        })
    }

    pub fn measure(&mut self) -> Option<Quantity> {
        self.sense("a number of this game", |sense| match sense {
            Sense::Measure(who, measure) => Some(Quantity::Measure(*who, *measure)),
            _ => None,
        })
    }

    pub fn attribute(&mut self) -> Option<AttributeId> {
        self.sense("an attribute", |sense| match sense {
            Sense::Attribute(attribute) => Some(*attribute),
            _ => None,
        })
    }

    pub fn counter(&mut self) -> Option<CounterId> {
        self.sense("a counter", |sense| match sense {
            Sense::Counter(counter) => Some(*counter),
            _ => None,
        })
    }

    pub fn damage_kind(&mut self) -> Option<DamageId> {
        self.sense("a kind of damage", |sense| match sense {
            Sense::Damage(kind) => Some(*kind),
            _ => None,
        })
    }

    /// An amount of something: "2 attack", "attack equal to its cost", "1
    /// energy for each Goblin".
    pub fn amount_of<T>(&mut self, noun: impl Fn(&mut Self) -> Option<T>) -> Option<(Quantity, T)> {
        let first = self.attempt(|p| {
            let quantity = match p.signed() {
                Some(number) => Quantity::Number(number),
                None => p.simple_quantity()?,
            };
            let what = noun(p)?;
            Some((quantity, what))
        });
        if first.is_some() {
            return first;
        }
        let equal = self.attempt(|p| {
            let what = noun(p)?;
            p.need("equal to")?;
            Some((p.quantity()?, what))
        });
        if equal.is_some() {
            return equal;
        }
        // "its power": as much as that one has.
        self.attempt(|p| {
            let reference = p.possessive()?;
            let at = p.at;
            let what = noun(p)?;
            p.at = at;
            Some((Quantity::Attribute(reference, p.attribute()?), what))
        })
    }

    pub fn signed(&mut self) -> Option<i16> {
        if let Some(token) = self.peek()
            && let Kind::Signed(number) = token.kind
        {
            self.at += 1;
            return Some(number);
        }
        None
    }

    /// "for each Goblin", "for every 2 gained": what an amount is multiplied
    /// with.
    pub fn scale(&mut self) -> Option<Quantity> {
        if self.words("for each") {
            if let Some(measure) = self.measure() {
                return Some(measure);
            }
            if let Some(found) = self.attempt(|p| p.counter_had()) {
                return Some(found);
            }
            if self.happened() {
                return Some(Quantity::Amount);
            }
            if let Some(found) = self.attempt(|p| p.objects_this_way()) {
                return Some(found);
            }
            if let Some(found) = self
                .attempt(|p| p.gone_this_turn())
                .or_else(|| self.attempt(|p| p.done_this_turn()))
            {
                return Some(found);
            }
            let (filter, _) = self.noun_phrase()?;
            return Some(Quantity::Count(Box::new(filter)));
        }
        self.need("for every")?;
        let divisor = self.number()?;
        if divisor < 1 {
            return None;
        }
        let base = if self.word("of") {
            self.quantity()?
        } else if let Some(found) = self.attempt(|p| p.counter_had()) {
            found
        } else if self.happened() {
            Quantity::Amount
        } else {
            let (filter, _) = self.noun_phrase()?;
            Quantity::Count(Box::new(filter))
        };
        Some(Quantity::Per(Box::new(base), divisor))
    }

    /// "energy you have", behind "for each".
    fn counter_had(&mut self) -> Option<Quantity> {
        let counter = self.counter()?;
        let who = match self.any(&["you have", "your opponent has"])? {
            0 => Who::You,
            _ => Who::Opponent,
        };
        Some(Quantity::Counter(who, counter))
    }

    /// "gained", "cards drawn", "energy gained": the amount of the event.
    fn happened(&mut self) -> bool {
        let read = self.attempt(|p| {
            if !p.bind.has_event_number() {
                return None;
            }
            let named = p.any(&["card", "cards", "damage", "point of damage"]).is_some()
                || p.attempt(|p| p.counter()).is_some()
                || p.attempt(|p| p.attribute()).is_some();
            let _ = named;
            p.one_of(&["gained", "lost", "drawn", "dealt", "taken", "discarded"])
        });
        read.is_some()
    }

    /// A comparison: "3 or more", "less than its attack".
    pub fn comparison(&mut self) -> Option<(Comparison, Quantity)> {
        self.labelled("a comparison such as “3 or more”", |p| {
            let plain = p.attempt(|p| {
                // "has a shield": one or more.
                let article = p.sees("a") || p.sees("an");
                let number = match p.number_or_signed() {
                    Some(number) => Quantity::Number(number),
                    None => {
                        p.need("x")?;
                        Quantity::Chosen
                    }
                };
                let comparison = match p.any(&[
                    "or more",
                    "or greater",
                    "or higher",
                    "or less",
                    "or lower",
                    "or fewer",
                ]) {
                    Some(0..=2) => Comparison::AtLeast,
                    Some(_) => Comparison::AtMost,
                    None if article => Comparison::AtLeast,
                    None => Comparison::Equal,
                };
                // "3 times …" is a quantity, not a comparison with 3.
                (!p.sees("times")).then_some((comparison, number))
            });
            if plain.is_some() {
                return plain;
            }
            let comparison = match p.any(&[
                "at least",
                "at most",
                "equal to",
                "exactly",
                "more than or equal to",
                "greater than or equal to",
                "less than or equal to",
                "more than",
                "greater than",
                "higher than",
                "less than",
                "lower than",
                "fewer than",
            ])? {
                0 | 4 | 5 => Comparison::AtLeast,
                1 | 6 => Comparison::AtMost,
                2 | 3 => Comparison::Equal,
                7..=9 => Comparison::More,
                _ => Comparison::Less,
            };
            Some((comparison, p.quantity()?))
        })
    }
}

/// A multiple of a quantity, in the simplest form.
pub fn times(factor: i16, quantity: Quantity) -> Quantity {
    match quantity {
        Quantity::Number(number) => Quantity::Number(factor.saturating_mul(number)),
        Quantity::Times(left, right) => match *left {
            Quantity::Number(number) => times(factor.saturating_mul(number), *right),
            left => Quantity::Times(
                Box::new(Quantity::Number(factor)),
                Box::new(Quantity::Times(Box::new(left), right)),
            ),
        },
        other if factor == 1 => other,
        other => Quantity::Times(Box::new(Quantity::Number(factor)), Box::new(other)),
    }
}

/// The quantity with the other sign.
pub fn negative(quantity: Quantity) -> Quantity {
    times(-1, quantity)
}

/// A quantity multiplied by a scale.
pub fn scaled(quantity: Quantity, scale: Option<Quantity>) -> Quantity {
    match (quantity, scale) {
        (quantity, None) => quantity,
        (Quantity::Number(number), Some(scale)) => times(number, scale),
        (quantity, Some(scale)) => Quantity::Times(Box::new(quantity), Box::new(scale)),
    }
}
