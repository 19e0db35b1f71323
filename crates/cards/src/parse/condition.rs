//! Conditions: what follows "if" and "while".

use onplay_engine::card::{Comparison, Condition, Filter, Place, Quantity, Reference, Whose};
use onplay_engine::rulebook::Role;

use super::cursor::Parser;
use crate::normal;
use crate::token::Kind;
use crate::vocabulary::Sense;

impl Parser<'_> {
    pub fn condition(&mut self) -> Option<Condition> {
        self.labelled("a condition", |p| {
            let mut alternatives = vec![p.conditions_joined()?];
            while let Some(next) = p.attempt(|p| {
                if p.rules {
                    p.mark(',');
                }
                p.need("or")?;
                p.conditions_joined()
            }) {
                alternatives.push(next);
            }
            Some(match alternatives.len() {
                1 => alternatives.swap_remove(0),
                _ => Condition::OneOf(alternatives),
            })
        })
    }

    fn conditions_joined(&mut self) -> Option<Condition> {
        let mut list = vec![self.simple_condition()?];
        while let Some(next) = self.attempt(|p| {
            p.need("and")?;
            p.simple_condition()
        }) {
            list.push(next);
        }
        Some(match list.len() {
            1 => list.swap_remove(0),
            _ => Condition::All(list),
        })
    }

    fn simple_condition(&mut self) -> Option<Condition> {
        let vocabulary = self.vocabulary;
        if let Some(found) = self.defined(&vocabulary.conditions, |p| p.condition()) {
            return Some(found);
        }
        self.attempt(|p| {
            // A bracket may also begin a quantity.
            if let Some(inner) = p.attempt(|p| {
                p.group().then_some(())?;
                let inner = p.condition()?;
                p.need_mark(']')?;
                Some(inner)
            }) {
                return Some(inner);
            }
            if p.attempt(|p| {
                p.need("not")?;
                p.group().then_some(())
            })
            .is_some()
            {
                let inner = p.condition()?;
                p.need_mark(']')?;
                return Some(Condition::Not(Box::new(inner)));
            }
            if let Some(found) = p.short_condition() {
                return Some(found);
            }
            if let Some(found) = p.attempt(|p| p.players_compared()) {
                return Some(found);
            }
            if let Some(found) = p.attempt(|p| p.control_condition()) {
                return Some(found);
            }
            // "at least one of them was destroyed".
            if let Some(found) = p.attempt(|p| {
                p.one_of(&["at least one of", "any of", "one or more of"])?;
                let reference = p.reference()?;
                if p.any(&["dies", "died"]).is_none() {
                    p.one_of(&["was", "were", "is", "are"])?;
                    let destroy = onplay_engine::card::Verb::Destroy;
                    p.done(crate::vocabulary::Action::Move(destroy))?;
                }
                p.words("this way");
                let gone = Quantity::Gone(reference);
                Some(Condition::Compare(gone, Comparison::AtLeast, Quantity::ONE))
            }) {
                return Some(found);
            }
            if let Some(found) = p.attempt(|p| p.played_so_many()) {
                return Some(found);
            }
            if let Some(found) = p.attempt(|p| p.is_attacking()) {
                return Some(found);
            }
            if let Some(found) = p.attempt(|p| {
                let reference = p.rule_subject?;
                Some(Condition::Is(reference, p.zone_part(&["in"])?))
            }) {
                return Some(found);
            }
            if let Some(found) = p.attempt(|p| p.in_front_is()) {
                return Some(found);
            }
            if let Some(found) = p.attempt(|p| p.one_of_yours()) {
                return Some(found);
            }
            if let Some(found) = p.attempt(|p| p.surrounded()) {
                return Some(found);
            }
            if let Some(found) = p.attempt(|p| {
                let reference = p.reference()?;
                p.need("entered this turn")?;
                Some(Condition::Is(reference, Filter::EnteredThisTurn))
            }) {
                return Some(found);
            }
            if let Some(found) = p.attempt(|p| {
                let reference = p.reference()?;
                Some(Condition::Is(reference, p.did_this_turn()?))
            }) {
                return Some(found);
            }
            if let Some(found) = p.attempt(|p| p.happened_condition()) {
                return Some(found);
            }
            if let Some(found) = p.attempt(|p| {
                let left = p.quantity()?;
                p.one_of(&["is", "are"])?;
                let negative = p.word("not");
                let (comparison, right) = p.comparison()?;
                let found = Condition::Compare(left, comparison, right);
                Some(if negative { Condition::Not(Box::new(found)) } else { found })
            }) {
                return Some(found);
            }
            let reference = p.reference()?;
            let filter = p.predicate()?;
            // "is not marked" negates the condition's filter.
            Some(Condition::Is(reference, filter))
        })
    }

    pub fn group(&mut self) -> bool {
        let here = self.peek().is_some_and(|token| token.kind == Kind::Mark('['));
        self.at += usize::from(here);
        here
    }

    fn short_condition(&mut self) -> Option<Condition> {
        if self.any(&["you do", "you did", "they do", "they did"]).is_some() {
            return Some(Condition::Did);
        }
        if self.any(&["you do not", "you don't", "they don't", "they do not"]).is_some() {
            return Some(Condition::Not(Box::new(Condition::Did)));
        }
        if let Some(found) = self.attempt(|p| {
            let whose = match p.any(&[
                "it is your turn",
                "it's your turn",
                "during your turn",
                "it is your opponent 's turn",
                "it is not your turn",
                "during your opponent 's turn",
            ])? {
                0..=2 => Whose::Yours,
                _ => Whose::Enemy,
            };
            Some(Condition::Turn(whose))
        }) {
            return Some(found);
        }
        if let Some(found) = self.first_of().or_else(|| self.rule_condition()) {
            return Some(found);
        }
        if let Some(found) = self.attempt(|p| {
            p.one_of(&["it is the", "during the", "it 's the"])?;
            let phase = p.phase()?;
            p.word("phase");
            Some(Condition::Phase(phase))
        }) {
            return Some(found);
        }
        self.attempt(|p| {
            let reference = p.reference()?;
            if p.any(&["was not destroyed", "wasn't destroyed", "survives", "survived"]).is_some() {
                return Some(Condition::Not(Box::new(Condition::Gone(reference))));
            }
            p.one_of(&[
                "dies this way",
                "dies",
                "died",
                "was destroyed",
                "is destroyed",
                "is gone",
            ])
            .or_else(|| {
                p.word("was").then_some(())?;
                p.done(crate::vocabulary::Action::Move(onplay_engine::card::Verb::Destroy))
            })?;
            p.words("this way");
            Some(Condition::Gone(reference))
        })
    }

    pub fn phase(&mut self) -> Option<onplay_engine::id::PhaseId> {
        self.sense("a phase", |sense| match sense {
            Sense::Phase(phase) => Some(*phase),
            _ => None,
        })
    }

    /// "you control three or more Goblins", "there is no weapon in your
    /// discard", "you have 2 or more energy".
    fn control_condition(&mut self) -> Option<Condition> {
        let whose = match self.any(&[
            "you control",
            "your opponent controls",
            "an opponent controls",
            "there is",
            "there are",
            "you have",
            "your opponent has",
            "you don't control",
            "you do not control",
            "you don't have",
            "you do not have",
        ])? {
            0 => Some(Whose::Yours),
            1 | 2 => Some(Whose::Enemy),
            3 | 4 => None,
            found @ (5 | 6) => {
                let who = if found == 5 {
                    onplay_engine::card::Who::You
                } else {
                    onplay_engine::card::Who::Opponent
                };
                if let Some(found) = self.attempt(|p| {
                    let number = p.count_comparison()?;
                    let counter = p.counter()?;
                    Some(Condition::Compare(Quantity::Counter(who, counter), number.0, number.1))
                }) {
                    return Some(found);
                }
                return self.counted(if found == 5 { Whose::Yours } else { Whose::Enemy }, true);
            }
            found => {
                self.one_of(&["a", "an", "any"])?;
                let (filter, _) = self.noun_phrase()?;
                let mine = if found < 9 {
                    filter.and(Filter::Controller(Whose::Yours))
                } else {
                    self.owned(filter, Whose::Yours)
                };
                return Some(none_of(normal::filter(mine)));
            }
        };
        match whose {
            Some(whose) => self.counted(whose, false),
            None => {
                let (comparison, number) = self.count_comparison()?;
                let (filter, _) = self.noun_phrase()?;
                Some(Condition::Compare(Quantity::Count(Box::new(filter)), comparison, number))
            }
        }
    }

    /// "this is the third card you played this turn".
    fn played_so_many(&mut self) -> Option<Condition> {
        use onplay_engine::card::{Happening, Pattern};
        self.reference().filter(|reference| *reference == Reference::This)?;
        self.need("is the")?;
        let nth = self.any(&super::ORDINALS)? as i16 + 1;
        let subject = normal::filter(self.core()?);
        self.one_of(&["you've", "you have", "you"])?;
        self.done(crate::vocabulary::Action::Play)?;
        self.one_of(&["this turn", "in this turn"])?;
        let played = Pattern { player: Whose::Yours, subject, ..Pattern::new(Happening::Played) };
        let times = Quantity::ThisTurn(Box::new(played));
        Some(Condition::Compare(times, Comparison::Equal, Quantity::Number(nth)))
    }

    /// "this is attacking a section", "attacking" of what the rule is about.
    fn is_attacking(&mut self) -> Option<Condition> {
        let reference = match self.attempt(|p| {
            let reference = p.reference()?;
            p.one_of(&["is", "'s"])?;
            Some(reference)
        }) {
            Some(reference) => reference,
            None => self.rule_subject?,
        };
        // Some games have a status for it.
        let status = self.vocabulary.senses("attacking").iter().find_map(|sense| match sense {
            Sense::Flag(flag, true) => Some(Filter::Flag(*flag)),
            _ => None,
        });
        self.need("attacking")?;
        if let Some(status) = status {
            return Some(Condition::Is(reference, status));
        }
        let attacks = Condition::Is(reference, Filter::Is(Reference::Attacker));
        let target = self.attempt(|p| {
            p.one_of(&["a", "an"])?;
            Some(p.noun_phrase()?.0)
        });
        Some(match target {
            Some(target) => {
                Condition::All(vec![attacks, Condition::Is(Reference::Defender, target)])
            }
            None => attacks,
        })
    }

    /// "your leader has 10 or less health": one of them is so.
    fn one_of_yours(&mut self) -> Option<Condition> {
        let start = self.at;
        let mine = self.yours();
        if mine == Filter::Any {
            self.one_of(&["a", "an"])?;
        }
        let (noun, _) = self.noun_phrase()?;
        let state = self.predicate()?;
        let found = normal::filter(noun.and(mine.clone()).and(state));
        // A rule is about this card: "while an enemy is marked, it has +1 attack".
        if mine != Filter::Any || self.rule_subject.is_none() {
            let span = self.span_since(start);
            self.bind.ask_about(&found, span);
        }
        let count = Quantity::Count(Box::new(found));
        Some(Condition::Compare(count, Comparison::AtLeast, Quantity::ONE))
    }

    /// "the unit in front of this is marked".
    fn in_front_is(&mut self) -> Option<Condition> {
        let start = self.at;
        self.need("the")?;
        let (noun, _) = self.noun_phrase()?;
        let parts = noun.clone().into_parts();
        parts.iter().any(|part| matches!(part, Filter::Place(Place::InFront(_)))).then_some(())?;
        let found = normal::filter(noun.and(self.predicate()?));
        let span = self.span_since(start);
        self.bind.ask_about(&found, span);
        let count = Quantity::Count(Box::new(found));
        Some(Condition::Compare(count, Comparison::AtLeast, Quantity::ONE))
    }

    /// "this is alone in its lane", "this is close to an ally".
    fn surrounded(&mut self) -> Option<Condition> {
        let reference = self.reference()?;
        self.one_of(&["is", "'s"])?;
        let count = |filter: Filter| Quantity::Count(Box::new(normal::filter(filter)));
        if self.word("alone") {
            self.attempt(|p| {
                p.need("in")?;
                p.one_of(&["its", "this", "the"])?;
                p.place_word()
            });
            let zone = self.vocabulary.place_zone()?;
            // In a slot nothing has company anyway.
            let shape = self.vocabulary.rules.zones.get(zone.index())?.shape;
            (shape == onplay_engine::rulebook::Shape::Lanes).then_some(())?;
            // What stands there for ever, such as a ship's section, is no company.
            let death = self.vocabulary.rules.death.as_ref();
            let kinds = death.map_or(0, |death| death.types);
            let kinds = (0..32).filter(|bit| kinds >> bit & 1 == 1);
            let kinds: Vec<Filter> =
                kinds.map(|bit| Filter::Type(onplay_engine::id::TypeId(bit))).collect();
            let kind = match kinds.len() {
                0 => Filter::Any,
                _ => normal::filter(Filter::OneOf(kinds)),
            };
            let others = Filter::Controller(Whose::Yours)
                .and(kind)
                .and(Filter::Place(Place::Lane(reference)))
                .and(Filter::Not(Box::new(Filter::Is(reference))));
            return Some(Condition::Compare(count(others), Comparison::Equal, Quantity::Number(0)));
        }
        // "this is the only unit you control": there is no other.
        if self.attempt(|p| p.need("the only")).is_some() {
            let (noun, _) = self.noun_phrase()?;
            let others = noun.and(Filter::Not(Box::new(Filter::Is(reference))));
            return Some(Condition::Compare(count(others), Comparison::Equal, Quantity::Number(0)));
        }
        let negative = self.word("not");
        let place = match self.any(&["close to", "next to", "beside", "in front of"])? {
            0 => Place::Close(reference),
            1 | 2 => Place::Beside(reference),
            _ => Place::InFront(reference),
        };
        self.one_of(&["a", "an", "another"])?;
        let (noun, _) = self.noun_phrase()?;
        let near = count(noun.and(Filter::Place(place)));
        let found = Condition::Compare(near, Comparison::AtLeast, Quantity::ONE);
        Some(if negative { Condition::Not(Box::new(found)) } else { found })
    }

    fn counted(&mut self, whose: Whose, having: bool) -> Option<Condition> {
        let start = self.at;
        let (comparison, number) = self.count_comparison()?;
        let (filter, _) = self.noun_phrase()?;
        if comparison == Comparison::AtLeast && number == Quantity::ONE {
            let span = self.span_since(start);
            self.bind.ask_about(&filter, span);
        }
        let filter =
            if having { self.owned(filter, whose) } else { filter.and(Filter::Controller(whose)) };
        let count = Quantity::Count(Box::new(normal::filter(filter)));
        Some(Condition::Compare(count, comparison, number))
    }

    /// Things somebody has: in a zone already named, or in play.
    fn owned(&self, filter: Filter, whose: Whose) -> Filter {
        let zoned = matches!(&filter, Filter::Zone(_))
            || matches!(&filter, Filter::All(parts) if parts.iter().any(|part| matches!(part, Filter::Zone(_))));
        let plain = matches!(&filter, Filter::Any);
        match (zoned, plain, self.role(Role::Hand)) {
            (true, ..) if super::cost::has_side(&filter) => filter,
            (true, ..) => normal::filter(filter.and(Filter::Owner(whose))),
            (false, true, Some(hand)) => self.zone_filter(hand, Some(whose)),
            _ => filter.and(Filter::Controller(whose)),
        }
    }

    /// "a", "no", "three or more", "fewer than two".
    fn count_comparison(&mut self) -> Option<(Comparison, Quantity)> {
        if self.word("no") {
            return Some((Comparison::Equal, Quantity::Number(0)));
        }
        let plain = self.attempt(|p| {
            let article = p.sees("a") || p.sees("an") || p.sees("another");
            if p.sees("another") {
                return Some((Comparison::AtLeast, Quantity::ONE));
            }
            let number = p.number()?;
            let comparison = match p.any(&["or more", "or less", "or fewer"]) {
                Some(0) => Comparison::AtLeast,
                Some(_) => Comparison::AtMost,
                // "You have 0 points" would always hold.
                None if number == 0 && !article => Comparison::Equal,
                None => Comparison::AtLeast,
            };
            Some((comparison, Quantity::Number(number)))
        });
        if plain.is_some() {
            return plain;
        }
        let comparison = match self.any(&[
            "exactly",
            "at least",
            "at most",
            "more than",
            "fewer than",
            "less than",
        ])? {
            0 => Comparison::Equal,
            1 => Comparison::AtLeast,
            2 => Comparison::AtMost,
            3 => Comparison::More,
            _ => Comparison::Less,
        };
        Some((comparison, Quantity::Number(self.number()?)))
    }

    /// "you drew a card this turn": an event with nothing more asked.
    fn happened_condition(&mut self) -> Option<Condition> {
        let past = std::mem::replace(&mut self.past, true);
        let pattern = self.event_of_nobody(Self::event);
        self.past = past;
        let pattern = pattern?;
        if self.event_condition.take().is_some() {
            return None;
        }
        self.need("this turn")?;
        let plain = onplay_engine::card::Pattern {
            player: pattern.player,
            ..onplay_engine::card::Pattern::new(pattern.event)
        };
        if plain == pattern {
            return Some(Condition::Happened(pattern.event, pattern.player));
        }
        let count = Quantity::ThisTurn(Box::new(pattern));
        Some(Condition::Compare(count, Comparison::AtLeast, Quantity::ONE))
    }
}

fn none_of(filter: Filter) -> Condition {
    Condition::Compare(Quantity::Count(Box::new(filter)), Comparison::Equal, Quantity::Number(0))
}
