//! Whole abilities in words.

use onplay_engine::card::{Ability, Effect, Limit, Static, Timing, When, Who};
use onplay_engine::id::Class;

use super::Printer;
use super::names::event_names;
use crate::inflect::capital;

impl Printer<'_> {
    pub fn ability(&mut self, ability: &Ability) -> String {
        let body = capital(&self.body(ability));
        match &ability.name {
            Some(name) => format!("{name} — {body}"),
            None => body,
        }
    }

    fn body(&mut self, ability: &Ability) -> String {
        match &ability.when {
            When::Played if !ability.cost.is_empty() => {
                let cost = self.costs(&ability.cost);
                format!("{cost}: {}", capital(&self.sentences(&ability.effects, None)))
            }
            When::Played => self.sentences(&ability.effects, None),
            When::Event(pattern) => {
                let event = self.trigger(pattern);
                self.event_names = event_names(self.vocabulary, pattern, self.level);
                let condition = match &ability.condition {
                    Some(condition) => format!(" if {},", self.condition(condition)),
                    None => String::new(),
                };
                let effects = if ability.optional || !ability.cost.is_empty() {
                    let may = Effect::May {
                        who: Who::You,
                        cost: ability.cost.clone(),
                        then: ability.effects.clone(),
                        otherwise: Vec::new(),
                    };
                    self.sentences(&[may], None)
                } else {
                    self.sentences(&ability.effects, Some(ability.condition.is_some()))
                };
                format!("{}{event},{condition} {effects}", limit(ability.limit))
            }
            When::Activated(activation) => {
                let mut prefix = limit(ability.limit).to_owned();
                // The words of the effects say the usual timing, as they do
                // when they are read; what they refer to comes later.
                let mut ahead = self.clone();
                ahead.costs(&ability.cost);
                let adds = ahead.sentences(&ability.effects, None).starts_with("add ");
                let usual = if adds { Timing::Mana } else { self.vocabulary.activation };
                match activation.timing {
                    timing if timing == usual => {}
                    Timing::Main => prefix.push_str("in main, "),
                    Timing::Response => prefix.push_str("as a response, "),
                    Timing::Fast => prefix.push_str("any time, "),
                    Timing::Mana => prefix.push_str("as mana, "),
                }
                if let Some(zone) = activation.zone {
                    let zone = self.vocabulary.word(Class::Zone, zone.0);
                    prefix.push_str(&format!("in the {zone}, "));
                }
                if let Some(condition) = &ability.condition {
                    prefix.push_str(&format!("if {}, ", self.condition(condition)));
                }
                let cost = self.costs(&ability.cost);
                let effects = capital(&self.sentences(&ability.effects, None));
                if cost.is_empty() {
                    prefix.truncate(prefix.trim_end_matches([',', ' ']).len());
                }
                format!("{prefix}{cost}: {effects}")
            }
            When::Static(rules) => {
                if let [Static::PlayOnlyIf] = rules.as_slice() {
                    let verb = self.vocabulary.verb("play");
                    let condition = ability.condition.as_ref().map(|test| self.condition(test));
                    return format!("{verb} this only if {}.", condition.unwrap_or_default());
                }
                let words = self.rules(rules);
                match &ability.condition {
                    Some(condition) => format!("{words} while {}.", self.condition(condition)),
                    None => format!("{words}."),
                }
            }
            When::Instead(pattern) if ability.effects.is_empty() => {
                let words = self.cannot_happen(pattern);
                match &ability.condition {
                    Some(condition) => format!("{words} while {}.", self.condition(condition)),
                    None => format!("{words}."),
                }
            }
            When::Instead(pattern) => {
                let event = self.would(pattern);
                let event = match &ability.condition {
                    Some(condition) => format!("{event} while {}", self.condition(condition)),
                    None => event,
                };
                self.event_names = event_names(self.vocabulary, pattern, self.level);
                let mut words = Vec::new();
                for effect in &ability.effects {
                    match effect {
                        // Whoever declines lets it happen, which goes without saying.
                        Effect::May { who: Who::You, cost, then, otherwise }
                            if *otherwise == [Effect::Proceed] && cost.is_empty() =>
                        {
                            let then: Vec<_> = then.iter().map(|one| self.effect(one)).collect();
                            let then = then.join(", then ");
                            words.push(format!("you may {}", then.trim_start_matches("you ")));
                        }
                        Effect::May { who: Who::You, cost, then, otherwise }
                            if *otherwise == [Effect::Proceed] && then.is_empty() =>
                        {
                            use onplay_engine::card::Cost;
                            let pays = matches!(cost[..], [Cost::Counter(..) | Cost::Mana(..)]);
                            let pay = if pays { "pay " } else { "" };
                            words.push(format!("you may {pay}{}", self.costs(cost)));
                        }
                        effect => words.push(self.effect(effect)),
                    }
                }
                let limit = limit(ability.limit);
                format!("{limit}if {event}, {} instead.", words.join(", then "))
            }
        }
    }

    /// "your opponent cannot draw cards".
    fn cannot_happen(&self, pattern: &onplay_engine::card::Pattern) -> String {
        use onplay_engine::card::{Happening, Verb, Whose};
        let moved = match pattern.event {
            Happening::Returned => Some(Verb::Return),
            Happening::Exiled => Some(Verb::Exile),
            Happening::Discarded => Some(Verb::Discard),
            _ => None,
        };
        let done = match pattern.event {
            Happening::FlagSet(flag) => Some(self.vocabulary.word(Class::Flag, flag.0)),
            Happening::Healed => Some("healed"),
            _ => None,
        };
        if let Some(done) = done {
            return format!("{} cannot be {done}", self.subject(&pattern.subject));
        }
        if let Some(verb) = moved {
            let done = crate::inflect::participle(self.verb(verb));
            let to = if verb == Verb::Return { " to its owner's hand" } else { "" };
            return format!("{} cannot be {done}{to}", self.subject(&pattern.subject));
        }
        let player = match pattern.player {
            Whose::Yours => "you",
            Whose::Enemy => "your opponent",
            Whose::Any => "players",
        };
        match pattern.event {
            Happening::GainedCounter(counter) => {
                let counter = self.vocabulary.word(Class::Counter, counter.0);
                format!("{player} cannot gain {counter}")
            }
            _ => format!("{player} cannot {} cards", self.vocabulary.verb("draw")),
        }
    }

    /// "this would die": the event with "would" before its verb.
    pub(super) fn would(&self, pattern: &onplay_engine::card::Pattern) -> String {
        let bare = match &pattern.subject {
            onplay_engine::card::Filter::Any => None,
            other => Some(self.subject(other)),
        };
        let event = self.event(pattern);
        let subject = match &bare {
            Some(subject) if event.starts_with(subject.as_str()) => subject.clone(),
            _ => event.split(' ').take(player_words(&event)).collect::<Vec<_>>().join(" "),
        };
        let rest = event[subject.len()..].trim_start();
        let (verb, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let verb = crate::inflect::base(verb);
        format!("{subject} would {verb} {rest}").trim_end().to_owned()
    }
}

fn player_words(event: &str) -> usize {
    if event.starts_with("you ") { 1 } else { 2 }
}

fn limit(limit: Option<Limit>) -> &'static str {
    match limit {
        Some(Limit::OncePerTurn) => "once per turn, ",
        Some(Limit::OncePerRound) => "once per round, ",
        Some(Limit::OncePerGame) => "once per game, ",
        None => "",
    }
}
