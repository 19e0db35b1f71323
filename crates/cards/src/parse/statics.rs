//! Statics: sentences that are true while a card is in play.

use onplay_engine::card::{
    Comparison, Condition, DamageSide, Deed, Entering, Filter, Happening, Pattern, Place, Quantity,
    Reference, Static, Whose,
};
use onplay_engine::id::AttributeId;

use super::cursor::Parser;
use super::quantity::{negative, scaled};
use crate::normal;
use crate::vocabulary::{Action, Sense};

/// What can be forbidden, in the words after "cannot".
pub const DEEDS: [(&str, Deed); 12] = [
    ("attack", Deed::Attack),
    ("block", Deed::Block),
    ("move", Deed::Move),
    ("deploy", Deed::Deploy),
    ("be played", Deed::Play),
    ("activate abilities", Deed::Activate),
    ("be targeted", Deed::BeTargeted),
    ("be attacked", Deed::BeAttacked),
    ("be blocked", Deed::BeBlocked),
    ("be destroyed", Deed::BeDestroyed),
    ("be readied", Deed::BeReadied),
    ("be cancelled", Deed::BeCancelled),
];

impl Parser<'_> {
    /// The standing rules of one sentence.
    pub fn static_rules(&mut self) -> Option<Vec<Static>> {
        self.labelled("a rule", |p| {
            if let Some(found) = p.attempt(|p| p.player_static()) {
                return Some(vec![found]);
            }
            if let Some(found) = p.attempt(|p| p.additional_cost()) {
                return Some(vec![found]);
            }
            let what = p.static_subject()?;
            // "its" in what follows is each of them.
            if let Filter::Is(reference) = what {
                p.rule_subject = Some(reference);
            }
            let before = p.bind.state.subject.replace(match what {
                Filter::Is(reference) => reference,
                _ => Reference::It,
            });
            let rules = p.rules_about(what);
            p.bind.state.subject = before;
            rules
        })
    }

    /// "other Goblins you control", "this", "your Goblin spells".
    fn static_subject(&mut self) -> Option<Filter> {
        self.attempt(|p| {
            if let Some(reference) = p.attempt(|p| {
                let reference = p.reference()?;
                let owns =
                    p.sees("'s") && !p.tokens.iter().skip(p.at).take(6).any(|t| t.text == "equal");
                (!owns).then_some(reference)
            }) {
                return Some(Filter::Is(reference));
            }
            // "the unit in front of this": whichever stands there.
            if let Some(filter) = p.attempt(|p| {
                p.need("the")?;
                let (filter, _) = p.noun_phrase()?;
                let parts = filter.clone().into_parts();
                let is_there =
                    parts.iter().any(|part| matches!(part, Filter::Place(Place::InFront(_))));
                is_there.then_some(filter)
            }) {
                return Some(normal::filter(filter));
            }
            p.any(&["all", "each", "every"]);
            let mine = p.yours();
            let (filter, _) = p.noun_phrase()?;
            Some(normal::filter(filter.and(mine)))
        })
    }

    fn rules_about(&mut self, what: Filter) -> Option<Vec<Static>> {
        let mut rules = self.one_rule(&what)?;
        while let Some(more) = self.attempt(|p| {
            p.need("and")?;
            p.one_rule(&what)
        }) {
            rules.extend(more);
        }
        Some(rules)
    }

    fn one_rule(&mut self, what: &Filter) -> Option<Vec<Static>> {
        if let Some(found) = self.attempt(|p| p.cost_rule(what)) {
            return Some(vec![found]);
        }
        if let Some(found) = self.attempt(|p| p.forbid(what)) {
            let mut all = vec![found];
            // "can't attack or block".
            while let Some(more) = self.attempt(|p| {
                p.one_of(&["or", "and"])?;
                p.forbidden_deed(what)
            }) {
                all.push(more);
            }
            return Some(all);
        }
        if let Some(found) = self.attempt(|p| {
            p.one_of(&["is also a", "is also an", "are also"])?;
            let add = p.sense("a type", |sense| match sense {
                Sense::Type(kind) => Some(*kind),
                _ => None,
            })?;
            Some(Static::Type { what: what.clone(), add })
        }) {
            return Some(vec![found]);
        }
        if let Some(found) = self.attempt(|p| {
            p.one_of(&[
                "has no abilities",
                "have no abilities",
                "loses all abilities",
                "lose all abilities",
            ])?;
            Some(Static::Silence { what: what.clone() })
        }) {
            return Some(vec![found]);
        }
        if let Some(found) = self.attempt(|p| p.entering(what)) {
            return Some(found);
        }
        // "have base power and toughness 1/1".
        if let Some(found) = self.attempt(|p| {
            p.one_of(&["has base", "have base"])?;
            let pair = [p.attribute()?, {
                p.need("and")?;
                p.attribute()?
            }];
            let first = p.number()?;
            p.need_mark('/')?;
            let values = [first, p.number()?];
            let base = |(attribute, to)| Static::Base {
                what: what.clone(),
                attribute,
                to: Quantity::Number(to),
            };
            Some(pair.into_iter().zip(values).map(base).collect())
        }) {
            return Some(found);
        }
        if let Some(found) = self.attempt(|p| {
            p.one_of(&["has base", "have base"])?;
            let attribute = p.attribute()?;
            p.words("equal to");
            let to = p.quantity()?;
            Some(Static::Base { what: what.clone(), attribute, to })
        }) {
            return Some(vec![found]);
        }
        // "This creature's power is equal to the number of creatures you control."
        if let Some(found) = self.attempt(|p| {
            p.need("'s")?;
            let attribute = p.attribute()?;
            p.need("is equal to")?;
            let to = p.quantity()?;
            Some(Static::Base { what: what.clone(), attribute, to })
        }) {
            return Some(vec![found]);
        }
        self.one_of(&["gets", "get", "has", "have", "gains", "gain"])?;
        if self.once_gain() {
            return None;
        }
        self.modifiers(what)
    }

    /// "enters exhausted", "enter with 2 shields and 1 attack".
    fn entering(&mut self, what: &Filter) -> Option<Vec<Static>> {
        self.one_of(&["enters play", "enter play", "enters", "enter"])?;
        // "enters the garden on cooldown": only there.
        let here = self.attempt(|p| {
            p.need("this")?;
            p.place_word()
        });
        let there = self.attempt(|p| {
            p.one_of(&["the", "your"])?;
            p.zone().filter(|zone| p.rules || p.vocabulary.is_in_play(*zone))
        });
        let what = match there {
            Some(zone) => &normal::filter(what.clone().and(Filter::Zone(zone))),
            None if here.is_some() => {
                let here = Filter::Place(Place::Lane(Reference::This));
                &normal::filter(what.clone().and(here))
            }
            None => what,
        };
        let rule = |with: Entering| Static::Enter { what: what.clone(), with };
        if !self.word("with") {
            let flag = self.sense("a status", |sense| match sense {
                Sense::Flag(flag, true) => Some(*flag),
                _ => None,
            })?;
            return Some(vec![rule(Entering::Status(flag))]);
        }
        // "with three +1/+1 counters".
        if let Some((count, first, second)) = self.attempt(|p| {
            let count = p.number()?;
            let (first, second) = p.pair()?;
            p.one_of(&["counters", "counter"])?;
            p.any(&["on it", "on them"]);
            Some((count, first, second))
        }) {
            let (power, toughness) = self.vocabulary.pair?;
            let scale = self.attempt(|p| p.scale());
            let more = |(attribute, by): (AttributeId, i16)| {
                let by = Quantity::Number(by.saturating_mul(count));
                rule(Entering::More(attribute, scaled(by, scale.clone())))
            };
            return Some([(power, first), (toughness, second)].into_iter().map(more).collect());
        }
        let mut rules = Vec::new();
        loop {
            let (by, attribute) = self.modifier()?;
            self.attempt(|p| {
                p.one_of(&["counters", "counter"])?;
                p.one_of(&["on it", "on them"])
            });
            rules.push(rule(Entering::More(attribute, by)));
            if self
                .attempt(|p| {
                    p.need("and")?;
                    let at = p.at;
                    p.modifier()?;
                    p.at = at;
                    Some(())
                })
                .is_none()
            {
                return Some(rules);
            }
        }
    }

    /// "gains" in a sentence of its own is something that happens, not a rule.
    fn once_gain(&self) -> bool {
        matches!(self.tokens[self.at - 1].text.as_str(), "gains" | "gain")
    }

    fn modifiers(&mut self, what: &Filter) -> Option<Vec<Static>> {
        if let Some((first, second)) = self.pair() {
            let (power, toughness) = self.vocabulary.pair?;
            let scale = self.attempt(|p| p.scale());
            let list = [(power, first), (toughness, second)];
            let mut rules: Vec<Static> = list
                .into_iter()
                .filter(|(_, by)| *by != 0)
                .map(|(attribute, by)| Static::Modify {
                    what: what.clone(),
                    attribute,
                    by: scaled(Quantity::Number(by), scale.clone()),
                })
                .collect();
            // "has +1/+1 and Defender".
            while let Some(keyword) = self.attempt(|p| {
                if p.mark(',') {
                    p.word("and");
                } else {
                    p.need("and")?;
                }
                p.keyword()
            }) {
                rules.push(Static::Keyword { what: what.clone(), keyword });
            }
            return Some(rules);
        }
        let mut rules = Vec::new();
        let is_had = matches!(self.tokens[self.at - 1].text.as_str(), "has" | "have");
        loop {
            let found = self.attempt(|p| {
                // "has attack equal to …" is what it is, "gets attack equal to …" is more.
                if let Some((attribute, to)) = p.attempt(|p| {
                    is_had.then_some(())?;
                    let attribute = p.attribute()?;
                    p.need("equal to")?;
                    Some((attribute, p.quantity()?))
                }) {
                    return Some(Static::Base { what: what.clone(), attribute, to });
                }
                if let Some((by, attribute)) = p.attempt(|p| p.modifier()) {
                    return Some(Static::Modify { what: what.clone(), attribute, by });
                }
                Some(Static::Keyword { what: what.clone(), keyword: p.keyword()? })
            });
            match found {
                Some(rule) => rules.push(rule),
                None => return None,
            }
            let more = self.attempt(|p| {
                if p.mark(',') {
                    p.word("and");
                } else {
                    p.need("and")?;
                }
                let at = p.at;
                (p.attempt(|p| p.modifier()).is_some() || p.keyword().is_some()).then_some(at)
            });
            match more {
                Some(at) => self.at = at,
                None => return Some(rules),
            }
        }
    }

    fn modifier(&mut self) -> Option<(Quantity, AttributeId)> {
        let (by, attribute) = self.attempt(|p| {
            // "+attack equal to its cost".
            p.word("additional");
            let fewer = p.attempt(|p| {
                let number = p.number()?;
                p.one_of(&["less", "fewer"])?;
                Some((Quantity::Number(-number), p.attribute()?))
            });
            fewer.or_else(|| {
                p.amount_of(|p| {
                    p.any(&["additional", "more"]);
                    p.attribute()
                })
            })
        })?;
        let scale = self.attempt(|p| p.scale());
        Some((scaled(by, scale), attribute))
    }

    /// "cost 1 less".
    pub(super) fn cost_rule(&mut self, what: &Filter) -> Option<Static> {
        self.one_of(&["costs", "cost"])?;
        let by = match self.attempt(|p| {
            let quantity = p.simple_quantity()?;
            p.attempt(|p| p.counter());
            Some(quantity)
        }) {
            Some(quantity) => quantity,
            None => match self.mana()? {
                onplay_engine::card::Cost::Mana(coloured, generic) if coloured.is_empty() => {
                    Quantity::Number(generic)
                }
                _ => return None,
            },
        };
        let less = self.any(&["less", "more"])? == 0;
        self.attempt(|p| p.counter());
        self.any(&["to play", "to cast", "to deploy"]);
        let scale = self.attempt(|p| p.scale());
        let by = scaled(by, scale);
        Some(Static::Cost { what: what.clone(), by: if less { negative(by) } else { by } })
    }

    pub(super) fn forbid(&mut self, what: &Filter) -> Option<Static> {
        self.one_of(&["cannot", "can't", "can not", "doesn't", "does not", "don't"])?;
        if let Some(found) = self.attempt(|p| p.no_damage(what)) {
            return Some(found);
        }
        self.forbidden_deed(what)
    }

    /// What stands behind "cannot".
    pub(super) fn forbidden_deed(&mut self, what: &Filter) -> Option<Static> {
        let deed = match DEEDS.iter().find(|(words, _)| self.words(words)) {
            Some((_, deed)) => *deed,
            None => self.attempt(|p| p.renamed_deed())?,
        };
        let place = match self.attempt(|p| p.free_place()) {
            Some(free) => Some(free),
            None => self.attempt(|p| p.place()).or_else(|| {
                // "can't move into this lane".
                self.attempt(|p| {
                    p.one_of(&["into this", "to this"])?;
                    p.place_word()?;
                    (deed == Deed::Move).then_some(Place::Lane(Reference::This))
                })
            }),
        };
        if deed == Deed::Attack && self.word("you") {
            // Only the others could.
            let what = normal::filter(what.clone().and(Filter::Controller(Whose::Enemy)));
            return Some(Static::Forbid { what, deed, place, by: None });
        }
        let by = self.attempt(|p| p.forbidden_by(deed));
        Some(Static::Forbid { what: what.clone(), deed, place, by })
    }

    /// "deal combat damage", "be dealt damage", which only a rulebook forbids.
    fn no_damage(&mut self, what: &Filter) -> Option<Static> {
        if !self.rules {
            return None;
        }
        let side = match self.any(&["deal", "be dealt"])? {
            0 => DamageSide::Dealing,
            _ => DamageSide::Taking,
        };
        let kind = if self.sees("damage") { None } else { Some(self.damage_kind()?) };
        self.need("damage")?;
        Some(Static::NoDamage { what: what.clone(), side, kind })
    }

    /// The game's own word for a deed: "be dissolved", "materialize".
    fn renamed_deed(&mut self) -> Option<Deed> {
        if self.word("be") {
            if self.attempt(|p| p.done(Action::Move(onplay_engine::card::Verb::Destroy))).is_some()
            {
                return Some(Deed::BeDestroyed);
            }
            if self.attempt(|p| p.done(Action::Attack)).is_some() {
                return Some(Deed::BeAttacked);
            }
            if self.attempt(|p| p.done(Action::Cancel)).is_some() {
                return Some(Deed::BeCancelled);
            }
            let deploy = Action::Move(onplay_engine::card::Verb::Deploy);
            if self.attempt(|p| p.done(deploy)).is_some() {
                return Some(Deed::Deploy);
            }
            self.done(Action::Play)?;
            return Some(Deed::Play);
        }
        let is_exhausted = |flag| self.vocabulary.rules.exhausted == Some(flag);
        if self.attempt(|p| p.flag_verb()).is_some_and(|(flag, on)| !on && is_exhausted(flag)) {
            self.any(&["during your untap step", "during its controller 's untap step"]);
            return Some(Deed::Untap);
        }
        use onplay_engine::card::Verb;
        if self.attempt(|p| p.action(Action::Move(Verb::Shift))).is_some() {
            return Some(Deed::Move);
        }
        if self.attempt(|p| p.action(Action::Move(Verb::Deploy))).is_some() {
            return Some(Deed::Deploy);
        }
        self.action(Action::Attack)?;
        Some(Deed::Attack)
    }

    /// "You have shroud", "You have +1 land plays".
    fn player_static(&mut self) -> Option<Static> {
        if let Some(found) = self.attempt(|p| p.play_from()) {
            return Some(found);
        }
        let whose = match self.any(&["you have", "your opponent has", "each player has"])? {
            0 => Whose::Yours,
            1 => Whose::Enemy,
            _ => Whose::Any,
        };
        if let Some(keyword) = self.keyword() {
            return Some(Static::Player { whose, keyword });
        }
        let by = self.signed()?;
        let counter = self.counter()?;
        let scale = self.attempt(|p| p.scale());
        Some(Static::Allowance { whose, counter, by: scaled(Quantity::Number(by), scale) })
    }

    /// "You may play characters from your void for 2, banishing them. If you
    /// do, …".
    fn play_from(&mut self) -> Option<Static> {
        self.need("you may")?;
        self.action(Action::Play)?;
        let what = match self.attempt(|p| p.reference()) {
            Some(reference) => Filter::Is(reference),
            None => {
                self.one_of(&["a", "an", "any"]);
                self.core_of_play_from()?
            }
        };
        self.need("from")?;
        self.any(&["your", "the"]);
        let zone = self.zone()?;
        let cost = self.price()?;
        let banish = self.banished_afterwards();
        let then = self
            .attempt(|p| {
                p.need_mark('.')?;
                p.need("if you do")?;
                p.mark(',');
                p.clauses()
            })
            .unwrap_or_default();
        Some(Static::PlayFrom { what, zone, cost, banish, then })
    }

    /// ", and it is banished when it leaves play".
    pub(super) fn banished_afterwards(&mut self) -> bool {
        let found = self.attempt(|p| {
            p.mark(',');
            p.one_of(&[
                "and it is banished when it leaves play",
                "banishing it when it leaves play",
            ])
        });
        found.is_some()
    }

    fn core_of_play_from(&mut self) -> Option<Filter> {
        // The zone is part of the rule, not of the noun.
        let start = self.at;
        let from = (start..self.tokens.len()).find(|at| self.tokens[*at].text == "from")?;
        let tokens = self.tokens;
        let (found, ended) = self.within(&tokens[..from], |inner| {
            inner.at = start;
            inner.noun_phrase()
        });
        let (filter, _) = found?;
        if ended.at != from {
            return None;
        }
        self.at = from;
        Some(filter)
    }

    /// "The first event you play each turn costs 1 less": as long as none was played.
    pub(super) fn first_costs(&mut self) -> Option<(Static, Condition)> {
        if let Some(noun) = self.attempt(|p| {
            p.need("your first")?;
            let noun = normal::filter(p.core()?);
            p.one_of(&["each turn", "in a turn"])?;
            Some(noun)
        }) {
            return self.first_of_turn_costs(noun);
        }
        self.need("the first")?;
        let start = self.at;
        let you = (start..self.tokens.len()).find(|at| self.tokens[*at].text == "you")?;
        let tokens = self.tokens;
        let (found, ended) = self.within(&tokens[..you], |inner| {
            inner.at = start;
            inner.noun_phrase()
        });
        let (noun, _) = found.filter(|_| ended.at == you)?;
        self.at = you;
        self.need("you")?;
        self.action(Action::Play)?;
        self.one_of(&["each turn", "in a turn"])?;
        self.first_of_turn_costs(noun)
    }

    fn first_of_turn_costs(&mut self, noun: Filter) -> Option<(Static, Condition)> {
        let what = normal::filter(noun.clone().and(Filter::Controller(Whose::Yours)));
        let rule = self.cost_rule(&what)?;
        let played =
            Pattern { player: Whose::Yours, subject: noun, ..Pattern::new(Happening::Played) };
        let times = Quantity::ThisTurn(Box::new(played));
        let none = Condition::Compare(times, Comparison::Equal, Quantity::Number(0));
        Some((rule, none))
    }

    pub(super) fn additional_cost(&mut self) -> Option<Static> {
        if !self.words("as an additional cost to") {
            self.need("to")?;
        }
        if self.one_of(&["play", "cast"]).is_none() {
            self.action(Action::Play)?;
        }
        self.reference().filter(|reference| *reference == Reference::This)?;
        self.mark(',');
        self.word("also");
        Some(Static::AdditionalCost(self.costs()?))
    }
}
