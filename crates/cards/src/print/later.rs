//! What slots, options and later moments do, in words.

use onplay_engine::card::{Duration, Effect, Happening, Quantity, Reference, Spot, Who, Whose};
use onplay_engine::id::Class;

use super::Printer;
use super::names::event_names;
use crate::normal;
use crate::parse::negative;

impl Printer<'_> {
    pub(super) fn slot(&self, spot: Spot, by: &Quantity) -> String {
        let word = self.place_word(None);
        let many = spot == Spot::AroundChosen;
        let subject = match spot {
            Spot::Of(Reference::This) => format!("this {word}"),
            Spot::Of(reference) => format!("the {word} of {}", self.reference(reference)),
            Spot::InFrontOf(reference) => {
                format!("the {word} in front of {}", self.reference(reference))
            }
            Spot::AroundChosen => {
                format!("that {word} and the {} close to it", crate::inflect::plural(&word))
            }
            _ => format!("that {word}"),
        };
        let rules = &self.vocabulary.rules;
        let attribute = rules.death.as_ref().map_or(0, |death| death.attribute.0);
        let attribute = self.vocabulary.word(Class::Attribute, attribute);
        let (verb, by) = if normal::is_negative(by) {
            ("lose", negative(by.clone()))
        } else {
            ("gain", by.clone())
        };
        let s = if many { "" } else { "s" };
        format!("{subject} {verb}{s} {}", self.amount(&by, attribute, attribute))
    }

    pub(super) fn may(
        &mut self,
        who: Who,
        cost: &[onplay_engine::card::Cost],
        then: &[Effect],
        otherwise: &[Effect],
    ) -> String {
        let is_you = who == Who::You && !self.for_players;
        let they = if is_you { "you" } else { "they" };
        let doer = match who {
            Who::You if self.for_players => "the player".to_owned(),
            other => self.who(other),
        };
        let mut words = format!("{doer} may ");
        if cost.is_empty() {
            let before = std::mem::replace(&mut self.who, who);
            words.push_str(&self.block(then));
            self.who = before;
        } else {
            use onplay_engine::card::Cost;
            if matches!(
                cost.first(),
                Some(Cost::Counter(..) | Cost::Mana(..) | Cost::Some(..) | Cost::AllOf(_))
            ) {
                words.push_str("pay ");
            }
            words.push_str(&self.costs(cost));
            if !then.is_empty() {
                words.push_str(&format!(". If {they} do, {}", self.block(then)));
            }
        }
        if !otherwise.is_empty() {
            words.push_str(&format!(". If {they} don't, {}", self.block(otherwise)));
        }
        words
    }

    /// What waits to happen in place of something.
    pub(super) fn later_instead(
        &mut self,
        on: &onplay_engine::card::Pattern,
        effects: &[Effect],
        until: Option<Duration>,
        once: bool,
    ) -> String {
        let outer = self.event_names.clone();
        let event = self.would(on);
        let header = match until {
            None => format!("the next time {event}"),
            Some(until) if once => {
                format!("{}, the next time {event}", self.duration(until))
            }
            Some(until) => format!("{}, if {event}", self.duration(until)),
        };
        self.event_names = event_names(self.vocabulary, on, self.level);
        let body = self.block(effects);
        self.event_names = outer;
        format!("{header}, {body} instead")
    }

    pub(super) fn later(
        &mut self,
        on: &onplay_engine::card::Pattern,
        effects: &[Effect],
        until: Option<Duration>,
        once: bool,
    ) -> String {
        let outer = self.event_names.clone();
        let header = match (on.event, until) {
            (Happening::Began(phase), None) => {
                let next = match on.player {
                    Whose::Yours => "your next",
                    Whose::Enemy => "your opponent's next",
                    Whose::Any => "the next",
                };
                match self.ends(phase.index()) {
                    Some(word) if on.player == Whose::Any => format!("at the end of {word}"),
                    Some(word) => format!("at the end of {next} {word}"),
                    None => format!(
                        "at the start of {next} {}",
                        self.vocabulary.word(Class::Phase, phase.0)
                    ),
                }
            }
            (Happening::Began(_), Some(until)) => {
                format!("{}, at {}", self.duration(until), self.moment(on))
            }
            (_, None) => format!("the next time {}", self.event(on)),
            (_, Some(until)) if once => {
                format!("{}, the next time {}", self.duration(until), self.event(on))
            }
            (_, Some(until)) => format!("{}, whenever {}", self.duration(until), self.event(on)),
        };
        self.event_names = event_names(self.vocabulary, on, self.level);
        let body = self.block(effects);
        self.event_names = outer;
        format!("{header}, {body}")
    }
}
