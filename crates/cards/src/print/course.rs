//! The steps of a rulebook in words.

use onplay_engine::card::{Course, Filter, Happening, Pattern, Quantity, Who, Whose};
use onplay_engine::id::{Class, CounterId};

use super::Printer;
use crate::inflect::is_plural;

/// What a sentence begins with that waits for everything before it.
pub const THEN: &str = "then";

impl Printer<'_> {
    pub fn course(&mut self, course: &Course) -> String {
        match course {
            Course::Then => THEN.into(),
            Course::Through(stage) => {
                format!("go through {}", self.vocabulary.word(Class::Phase, stage.0))
            }
            Course::Say { event: Happening::Began(phase), .. } => {
                format!("the {} begins", self.vocabulary.word(Class::Phase, phase.0))
            }
            Course::Say {
                event: Happening::Attacked,
                subject: Some(subject),
                other: Some(other),
                ..
            } => {
                format!("{} has attacked {}", self.reference(*subject), self.reference(*other))
            }
            Course::Say { event, subject, other, who } => {
                let player = match who {
                    _ if subject.is_some() => Whose::Any,
                    Who::Opponent => Whose::Enemy,
                    _ => Whose::Yours,
                };
                let pattern = Pattern {
                    subject: subject.map_or(Filter::Any, Filter::Is),
                    other: other.map(Filter::Is),
                    player,
                    ..Pattern::new(*event)
                };
                self.event(&pattern)
            }
            Course::Text(reference) => format!("{} text happens", self.possessive(*reference)),
            Course::Against(reference) => {
                format!("the attack is against {} instead", self.reference(*reference))
            }
            Course::First(who) => self.does(*who, "become") + " the first player",
            Course::Clear(zone) => {
                format!("clear all {}", crate::inflect::plural(&self.place_word(Some(*zone))))
            }
            Course::Draw => "the game is drawn".into(),
        }
    }

    /// What a player's counter is from now on: "you become done", "your points become 0".
    pub fn counter_becomes(&self, who: Who, counter: CounterId, to: &Quantity) -> String {
        if let Some(status) = self.player_status(counter, to) {
            return format!("{} {status}", self.does(who, "become"));
        }
        let counter = self.vocabulary.word(Class::Counter, counter.0);
        let verb = if is_plural(counter) { "become" } else { "becomes" };
        format!("{} {counter} {verb} {}", self.whose(who), self.quantity(to))
    }

    /// What a player is whose counter is so much, where it stands for a status.
    pub fn player_status(&self, counter: CounterId, is: &Quantity) -> Option<String> {
        let rule = self.vocabulary.rules.counters.get(counter.index())?;
        let opposite = rule.opposite.as_deref()?;
        match is {
            Quantity::Number(0) => Some(opposite.to_owned()),
            Quantity::Number(1) => Some(self.vocabulary.word(Class::Counter, counter.0).to_owned()),
            _ => None,
        }
    }
}
