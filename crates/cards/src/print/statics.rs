//! Standing rules in words.

use onplay_engine::card::{DamageSide, Deed, Entering, Filter, Quantity, Static, Whose};
use onplay_engine::id::{Class, DamageId};

use super::Printer;
use crate::normal;
use crate::parse::{DEEDS, negative};

impl Printer<'_> {
    /// The rules of one sentence, which share what they are about.
    pub fn rules(&mut self, rules: &[Static]) -> String {
        let Some(first) = rules.first() else { return String::new() };
        let Some(what) = about(first) else { return self.lone_rule(first) };
        let (subject, plural) = match what {
            Filter::Is(reference) => (self.reference(*reference), false),
            other => (self.noun(other, true), true),
        };
        let before = match what {
            Filter::Is(_) => self.each.take(),
            noun => {
                let each =
                    format!("each {}", crate::print::names::head(self.vocabulary, noun, false));
                self.each.replace(each)
            }
        };
        let words: Vec<String> = rules.iter().map(|rule| self.rule(rule, plural)).collect();
        self.each = before;
        format!("{subject} {}", words.join(" and "))
    }

    fn lone_rule(&mut self, rule: &Static) -> String {
        match rule {
            Static::AdditionalCost(costs) => {
                format!("as an additional cost to play this, {}", self.costs(costs))
            }
            Static::Allowance { whose, counter, by } => {
                let counter = self.vocabulary.word(Class::Counter, counter.0).to_owned();
                format!("{} {}", has(*whose), self.signed(by, &counter))
            }
            Static::Player { whose, keyword } => {
                format!("{} {}", has(*whose), self.vocabulary.word(Class::Keyword, keyword.0))
            }
            Static::PlayFrom { what, zone, cost, banish, then } => {
                let what = match what {
                    Filter::Is(reference) => self.reference(*reference),
                    other => self.noun(other, true).replace("objects", "cards"),
                };
                let verb = self.vocabulary.verb("play").to_owned();
                let zone = self.vocabulary.word(Class::Zone, zone.0).to_owned();
                let mut words = format!("you may {verb} {what} from your {zone}");
                if let Some(cost) = cost {
                    words.push_str(&format!(" for {}", self.quantity(cost)));
                }
                if *banish {
                    words.push_str(", and it is banished when it leaves play");
                }
                if !then.is_empty() {
                    let mut out = Vec::new();
                    for effect in then {
                        out.push(self.effect(effect));
                    }
                    words.push_str(&format!(". If you do, {}", out.join(", then ")));
                }
                words
            }
            _ => String::new(),
        }
    }

    fn rule(&self, rule: &Static, plural: bool) -> String {
        let have = if plural { "have" } else { "has" };
        match rule {
            Static::Modify { attribute, by, .. } => {
                let word = self.vocabulary.word(Class::Attribute, attribute.0).replace('-', " ");
                format!("{have} {}", self.signed(by, &word))
            }
            Static::Base { attribute, to, .. } => {
                let word = self.vocabulary.word(Class::Attribute, attribute.0).replace('-', " ");
                format!("{have} base {word} equal to {}", self.quantity(to))
            }
            Static::Keyword { keyword, .. } => {
                format!("{have} {}", self.vocabulary.word(Class::Keyword, keyword.0))
            }
            Static::Type { add, .. } => {
                let word = self.vocabulary.word(Class::Type, add.0).to_lowercase();
                if plural {
                    format!("are also {}", crate::inflect::plural(&word))
                } else {
                    format!("is also {} {word}", crate::inflect::article(&word))
                }
            }
            Static::Cost { by, .. } => {
                let cost = if plural { "cost" } else { "costs" };
                let (by, less) = if normal::is_negative(by) {
                    (negative(by.clone()), "less")
                } else {
                    (by.clone(), "more")
                };
                match &by {
                    Quantity::Number(number) => format!("{cost} {number} {less}"),
                    Quantity::Times(left, right) => {
                        let scale = self.scale(right).unwrap_or_default();
                        format!("{cost} {} {less} {scale}", self.quantity(left))
                    }
                    other => match self.scale(other) {
                        Some(scale) => format!("{cost} 1 {less} {scale}"),
                        None => format!("{cost} {} {less}", self.quantity(other)),
                    },
                }
            }
            Static::Forbid { deed, place, by, .. } => {
                let words = match deed {
                    Deed::Untap => self.vocabulary.readying(),
                    deed => DEEDS.iter().find(|(_, known)| known == deed).map_or("", |(w, _)| w),
                };
                let mut text = format!("cannot {words}");
                if let Some(place) = place {
                    text += &format!(" {}", self.place(*place));
                }
                text += &match (deed, by) {
                    (_, None) => String::new(),
                    (Deed::Attack | Deed::Block, Some(by)) => format!(" {}", self.noun(by, true)),
                    (_, Some(Filter::Controller(Whose::Enemy))) => " by your opponent".into(),
                    (_, Some(Filter::Not(by))) => format!(" except by {}", self.noun(by, true)),
                    (_, Some(by)) => format!(" by {}", self.noun(by, true)),
                };
                text
            }
            Static::NoDamage { side, kind, .. } => {
                let word = |kind: &DamageId| self.vocabulary.word(Class::Damage, kind.0).to_owned();
                let kind = kind.as_ref().map(|kind| word(kind) + " ").unwrap_or_default();
                match side {
                    DamageSide::Dealing => format!("cannot deal {kind}damage"),
                    DamageSide::Taking => format!("cannot be dealt {kind}damage"),
                }
            }
            Static::Silence { .. } => format!("{have} no abilities"),
            Static::Enter { with, .. } => {
                let enter = if plural { "enter" } else { "enters" };
                match with {
                    Entering::Status(flag) => {
                        format!("{enter} {}", self.vocabulary.status(*flag))
                    }
                    Entering::More(attribute, by) => {
                        let word = self.vocabulary.word(Class::Attribute, attribute.0);
                        format!("{enter} with {}", self.signed(by, &word.replace('-', " ")))
                    }
                }
            }
            _ => String::new(),
        }
    }

    /// "+1 attack for each Goblin".
    fn signed(&self, by: &Quantity, noun: &str) -> String {
        let sign = |number: i16| {
            if number < 0 { format!("−{}", number.unsigned_abs()) } else { format!("+{number}") }
        };
        match by {
            Quantity::Number(number) => format!("{} {noun}", sign(*number)),
            Quantity::Times(left, right) => match (&**left, self.scale(right)) {
                (Quantity::Number(number), Some(scale)) => {
                    format!("{} {noun} {scale}", sign(*number))
                }
                _ => format!("additional {noun} equal to {}", self.quantity(by)),
            },
            other => match self.scale(other) {
                Some(scale) => format!("+1 {noun} {scale}"),
                None => format!("additional {noun} equal to {}", self.quantity(other)),
            },
        }
    }
}

fn has(whose: Whose) -> &'static str {
    match whose {
        Whose::Yours => "you have",
        Whose::Enemy => "your opponent has",
        Whose::Any => "each player has",
    }
}

/// What a rule is about, for those that are about objects.
fn about(rule: &Static) -> Option<&Filter> {
    match rule {
        Static::Modify { what, .. }
        | Static::Base { what, .. }
        | Static::Keyword { what, .. }
        | Static::Type { what, .. }
        | Static::Cost { what, .. }
        | Static::Forbid { what, .. }
        | Static::Silence { what }
        | Static::NoDamage { what, .. }
        | Static::Enter { what, .. } => Some(what),
        _ => None,
    }
}
