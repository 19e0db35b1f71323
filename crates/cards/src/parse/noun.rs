//! Noun phrases: which objects.

use onplay_engine::card::{Comparison, Filter, Part, Place, Quantity, Reference, Verb, Whose};
use onplay_engine::id::ZoneKind;
use onplay_engine::rulebook::Role;

use super::cost::has_side;
use super::cursor::Parser;
use crate::bind::{OTHER, is_other};
use crate::normal;
use crate::vocabulary::{Action, Form, Sense};

/// A word of a noun phrase's core.
enum Core {
    Adjective(Filter),
    Head(Filter),
}

impl Parser<'_> {
    /// Objects without an article: "other Goblins you control". The second
    /// value says whether the phrase ended in a zone.
    pub fn noun_phrase(&mut self) -> Option<(Filter, bool)> {
        self.labelled("which cards or units", |p| {
            let start = p.at;
            let mut filter = p.core()?;
            let core = p.span_since(start);
            let mut alternatives = vec![filter];
            let mut whole = false;
            alternatives.extend(p.attempt(|p| p.listed_cores()).unwrap_or_default());
            loop {
                let more = p.attempt(|p| {
                    let and = p.any(&["or", "and"])? == 1;
                    let article = p.one_of(&["a", "an"]).is_some();
                    // "an ally and an enemy" are two phrases.
                    if and && article {
                        return None;
                    }
                    let next = p.core()?;
                    whole |= article || has_side(&next);
                    Some(next)
                });
                match more {
                    Some(next) => alternatives.push(next),
                    None => break,
                }
            }
            filter = if alternatives.len() == 1 {
                alternatives.swap_remove(0)
            } else if whole {
                Filter::OneOf(alternatives)
            } else {
                distribute(alternatives)
            };
            let mut zoned = false;
            while let Some((part, zone)) = p.post_modifier() {
                zoned |= zone;
                filter = filter.and(part);
            }
            p.bind.state.core = core;
            let filter = p.settle_other(normal::filter(filter), start);
            Some((filter, zoned))
        })
    }

    /// ", enchantment, or land", behind the first of a list.
    fn listed_cores(&mut self) -> Option<Vec<Filter>> {
        let mut list = Vec::new();
        loop {
            self.need_mark(',')?;
            let is_last = self.word("or");
            let next = self.core()?;
            (!has_side(&next)).then_some(())?;
            list.push(next);
            if is_last {
                return Some(list);
            }
            if self.attempt(|p| p.need("or")).is_some() {
                list.push(self.core()?);
                return Some(list);
            }
        }
    }

    /// What "other" excludes is known when the whole phrase has been read.
    pub(super) fn settle_other(&mut self, filter: Filter, start: usize) -> Filter {
        let mut parts = filter.into_parts();
        for part in &mut parts {
            if let Filter::OneOf(list) = part {
                for one in list {
                    *one = self.settle_other(std::mem::take(one), start);
                }
            }
        }
        if !parts.iter().any(is_other) {
            return normal::filter(Filter::All(parts.into()));
        }
        parts.retain(|part| !is_other(part));
        let noun = normal::filter(Filter::All(parts.clone().into()));
        let span = self.span_since(start);
        for other in self.bind.others(&noun, span) {
            parts.push(Filter::Not(Box::new(Filter::Is(other))));
        }
        normal::filter(Filter::All(parts.into()))
    }

    /// Adjectives and the nouns they belong to.
    pub(super) fn core(&mut self) -> Option<Filter> {
        self.attempt(|p| {
            let mut filter = Filter::Any;
            // The phrase ends with its last noun; adjectives behind it belong
            // to what follows.
            let mut last: Option<(usize, Filter)> = None;
            while let Some(part) = p.core_word(last.is_some()) {
                match part {
                    Core::Adjective(part) => filter = filter.and(part),
                    Core::Head(part) => {
                        filter = filter.and(part);
                        last = Some((p.at, filter.clone()));
                    }
                }
            }
            let (at, filter) = last?;
            p.at = at;
            Some(filter)
        })
    }

    fn core_word(&mut self, headed: bool) -> Option<Core> {
        if let Some(part) = self.negated_word() {
            return Some(Core::Adjective(part));
        }
        if self.sees("enemy")
            && let Some(part) = self.attempt(|p| {
                p.need("enemy")?;
                let at = p.at;
                p.core()?;
                p.at = at;
                Some(Filter::Controller(Whose::Enemy))
            })
        {
            return Some(Core::Adjective(part));
        }
        if !headed && self.any(&["other", "another"]).is_some() {
            return Some(Core::Adjective(Filter::Not(Box::new(Filter::Is(OTHER)))));
        }
        if let Some(noun) = self.head() {
            return Some(Core::Head(noun));
        }
        if let Some(part) = self.adjective() {
            return Some(Core::Adjective(part));
        }
        if self.any(&["enemy", "opposing"]).is_some() {
            return Some(Core::Adjective(Filter::Controller(Whose::Enemy)));
        }
        // "a Fast card": whatever has the keyword.
        if let Some(part) = self.attempt(|p| {
            let keyword = p.keyword()?;
            let at = p.at;
            p.core()?;
            p.at = at;
            Some(Filter::Keyword(keyword))
        }) {
            return Some(Core::Adjective(part));
        }
        if let Some(part) = self.attempt(|p| p.damaged_word()) {
            return Some(Core::Adjective(part));
        }
        if self
            .attempt(|p| {
                p.need("adjacent")?;
                let at = p.at;
                p.core()?;
                p.at = at;
                Some(())
            })
            .is_some()
        {
            return Some(Core::Adjective(Filter::Place(Place::Adjacent(Reference::This))));
        }
        if self.any(&["friendly", "allied"]).is_some() {
            return Some(Core::Adjective(Filter::Controller(Whose::Yours)));
        }
        None
    }

    /// "nontoken", "non-Aura".
    fn negated_word(&mut self) -> Option<Filter> {
        let token = self.peek()?;
        let rest = token.text.strip_prefix("non")?.trim_start_matches('-');
        let known = self.vocabulary.senses(rest).iter().find_map(|sense| match sense {
            Sense::Type(kind) => Some(Filter::Type(*kind)),
            Sense::Subtype(kind) => Some(Filter::Subtype(*kind)),
            Sense::Noun(filter) | Sense::Adjective(filter) => Some(filter.clone()),
            _ => None,
        });
        let inner = match known {
            Some(filter) => filter,
            None if rest == "token" || rest == "tokens" => Filter::Token,
            None => return None,
        };
        self.at += 1;
        Some(Filter::Not(Box::new(inner)))
    }

    /// One noun: a type, a subtype, a noun of the game, card, token.
    pub fn head_noun(&mut self) -> Option<Filter> {
        self.head()
    }

    pub(super) fn head(&mut self) -> Option<Filter> {
        let found = self.sense("a type", |sense| match sense {
            Sense::Type(kind) => Some(Filter::Type(*kind)),
            Sense::Subtype(kind) => Some(Filter::Subtype(*kind)),
            Sense::Noun(filter) => Some(filter.clone()),
            _ => None,
        });
        if found.is_some() {
            return found;
        }
        if self.any(&["card", "cards", "object", "objects"]).is_some() {
            return Some(Filter::Any);
        }
        if self.any(&["token", "tokens"]).is_some() {
            return Some(Filter::Token);
        }
        None
    }

    /// A status or another adjective of the game.
    pub fn adjective(&mut self) -> Option<Filter> {
        self.sense("an adjective", |sense| match sense {
            Sense::Flag(flag, true) => Some(Filter::Flag(*flag)),
            Sense::Flag(flag, false) => Some(Filter::Not(Box::new(Filter::Flag(*flag)))),
            Sense::Adjective(filter) => Some(filter.clone()),
            _ => None,
        })
    }

    pub(super) fn post_modifier(&mut self) -> Option<(Filter, bool)> {
        if self.any(&["except", "except for", "other than"]).is_some()
            && let Some(reference) = self.reference()
        {
            return Some((Filter::Not(Box::new(Filter::Is(reference))), false));
        }
        if self.words("they control")
            && let Some(who) = self.bind.they()
        {
            let whose =
                if who == onplay_engine::card::Who::Opponent { Whose::Enemy } else { Whose::Yours };
            return Some((Filter::Controller(whose), false));
        }
        if self.for_players && self.words("the player controls") {
            return Some((Filter::Controller(Whose::Yours), false));
        }
        if self.any(&["you control"]).is_some() {
            return Some((Filter::Controller(Whose::Yours), false));
        }
        if self
            .any(&[
                "you don't control",
                "you do not control",
                "your opponent controls",
                "an opponent controls",
                "the opponent controls",
                "your opponents control",
                "opponents control",
                "each opponent controls",
            ])
            .is_some()
        {
            return Some((Filter::Controller(Whose::Enemy), false));
        }
        // "spells you cast".
        if let Some(whose) = self.attempt(|p| {
            let players = ["your opponents", "your opponent", "opponents", "an opponent", "you"];
            let whose = match p.any(&players)? {
                4 => Whose::Yours,
                _ => Whose::Enemy,
            };
            p.action(crate::vocabulary::Action::Play)?;
            if !p.in_event
                && let Some(condition) = p.attempt(|p| {
                    p.sees("during").then_some(())?;
                    p.condition()
                })
            {
                p.meanwhile = Some(condition);
            }
            (!p.sees("this turn") && !p.in_event).then_some(whose)
        }) {
            return Some((Filter::Controller(whose), false));
        }
        // "cards your opponent has in hand".
        if let Some(part) = self.attempt(|p| {
            let whose = match p.any(&["your opponent has in", "they have in", "you have in"])? {
                0 => Whose::Enemy,
                1 if p.bind.they() == Some(onplay_engine::card::Who::Opponent) => Whose::Enemy,
                _ => Whose::Yours,
            };
            p.any(&["your", "their", "the"]);
            let zone = p.zone()?;
            Some(p.zone_filter(zone, Some(whose)))
        }) {
            return Some((part, true));
        }
        // What was drawn came to the hand by that.
        if self.words("drawn this turn") {
            return Some((Filter::EnteredThisTurn, false));
        }
        if self.words("you own") {
            return Some((Filter::Owner(Whose::Yours), false));
        }
        if self.words("your opponent owns") {
            return Some((Filter::Owner(Whose::Enemy), false));
        }
        if self.rules && self.words("but the newest") {
            return Some((Filter::Not(Box::new(Filter::Newest)), false));
        }
        if let Some(place) = self.attempt(|p| p.place()) {
            return Some((Filter::Place(place), false));
        }
        if let Some(part) = self.attempt(|p| {
            let all: &[&'static str] =
                if p.in_event { &["in", "on"] } else { &["in", "from", "on"] };
            p.zone_part(all)
        }) {
            return Some((part, true));
        }
        let with = self.attempt(|p| {
            if p.word("with") {
                return p.property();
            }
            p.need("without")?;
            Some(Filter::Not(Box::new(p.property()?)))
        });
        if let Some(part) = with {
            return Some((part, false));
        }
        if let Some(part) = self.attempt(|p| {
            p.need("named")?;
            Some(Filter::Named(p.card_name()?))
        }) {
            return Some((part, false));
        }
        if let Some(part) = self.attempt(|p| {
            p.need("costing")?;
            p.price_comparison()
        }) {
            return Some((part, false));
        }
        if let Some(part) = self.attempt(|p| {
            p.need("holding")?;
            p.one_of(&["a", "an"]);
            Some(Filter::Holds(Box::new(p.noun_phrase()?.0)))
        }) {
            return Some((part, false));
        }
        if self.rules
            && let Some(found) = self.any(&["attached to something", "attached to nothing"])
        {
            let part = Filter::Attached;
            let part = if found == 0 { part } else { Filter::Not(Box::new(part)) };
            return Some((part, false));
        }
        let exiled = Sense::Action(Action::Move(Verb::Exile), Form::Participle);
        let is_exiled =
            self.peek().is_some_and(|token| self.vocabulary.senses(&token.text).contains(&exiled));
        if is_exiled
            && let Some(part) = self.attempt(|p| {
                p.at += 1;
                p.need("with")?;
                let reference = p.reference()?;
                let zone = p.role(Role::Exile)?;
                Some(Filter::Zone(zone).and(Filter::ExiledWith(reference)))
            })
        {
            return Some((part, true));
        }
        if let Some(part) = self.attempt(|p| {
            p.need("attached to")?;
            Some(Filter::AttachedTo(p.reference()?))
        }) {
            return Some((part, false));
        }
        self.attempt(|p| {
            p.need("that")?;
            Some((p.predicate()?, false))
        })
    }

    /// What follows "with" or "has".
    pub fn property(&mut self) -> Option<Filter> {
        if let Some(keyword) = self.keyword() {
            return Some(Filter::Keyword(keyword));
        }
        if self.words("the same name as") {
            return Some(Filter::SameName(self.reference()?));
        }
        let part = self.attempt(|p| {
            p.one_of(&["a", "an"])?;
            let part =
                match p.any(&["triggered", "activated", "static", "entering", "materialized"])? {
                    0 => Part::Triggered,
                    1 => Part::Activated,
                    2 => Part::Static,
                    _ => Part::Entering,
                };
            p.need("ability")?;
            Some(Filter::Has(part))
        });
        if part.is_some() {
            return part;
        }
        let on = self.attempt(|p| {
            p.one_of(&["a", "an"])?;
            let pattern = p.labelled_event()?;
            p.need("ability")?;
            Some(Filter::Has(Part::On(pattern.event)))
        });
        if on.is_some() {
            return on;
        }
        let after = self.attempt(|p| {
            let attribute = p.attribute()?;
            p.word("of");
            let (comparison, quantity) = p.comparing(attribute)?;
            Some(Filter::Compare(attribute, comparison, Box::new(quantity)))
        });
        if after.is_some() {
            return after;
        }
        // "with more attack than this", "with less speed than it".
        let than = self.attempt(|p| {
            let comparison = match p.any(&["more", "less"])? {
                0 => Comparison::More,
                _ => Comparison::Less,
            };
            let attribute = p.attribute()?;
            p.need("than")?;
            // "than an ally": than any of them, whichever it is.
            if let Some(noun) = p.attempt(|p| {
                p.one_of(&["an", "a"])?;
                Some(Box::new(p.noun_phrase()?.0))
            }) {
                let other = match comparison {
                    Comparison::More => Quantity::Lowest(attribute, noun),
                    _ => Quantity::Highest(attribute, noun),
                };
                return Some(Filter::Compare(attribute, comparison, Box::new(other)));
            }
            // "more attack than hull": than its own.
            let other = match p.attempt(|p| p.attribute()) {
                Some(own) => Quantity::Attribute(Reference::It, own),
                None => Quantity::Attribute(p.reference()?, attribute),
            };
            Some(Filter::Compare(attribute, comparison, Box::new(other)))
        });
        if than.is_some() {
            return than;
        }
        let before = self.attempt(|p| {
            let (comparison, quantity) = p.comparison()?;
            let attribute = p.attribute()?;
            Some(Filter::Compare(attribute, comparison, Box::new(quantity)))
        });
        if before.is_some() {
            return before;
        }
        // "with shields": any at all.
        self.attempt(|p| {
            let attribute = p.attribute()?;
            p.word("left");
            let compared = ["of", "equal", "less", "more", "greater", "at"];
            (!compared.iter().any(|word| p.sees(word))).then_some(())?;
            Some(Filter::Compare(attribute, Comparison::AtLeast, Box::new(Quantity::ONE)))
        })
    }

    /// A comparison that describes an object by this attribute of it.
    fn comparing(
        &mut self,
        attribute: onplay_engine::id::AttributeId,
    ) -> Option<(Comparison, Quantity)> {
        let before = self.bind.state.describing.replace(attribute);
        let found = self.comparison();
        self.bind.state.describing = before;
        found
    }

    /// "2 or less", of the attribute that cards cost.
    pub fn price_comparison(&mut self) -> Option<Filter> {
        let (attribute, _) = self.vocabulary.rules.price?;
        let (comparison, quantity) = self.comparing(attribute)?;
        Some(Filter::Compare(attribute, comparison, Box::new(quantity)))
    }

    pub fn card_name(&mut self) -> Option<onplay_engine::id::CardId> {
        self.sense("the name of a card", |sense| match sense {
            Sense::Card(card) => Some(*card),
            _ => None,
        })
    }

    pub fn keyword(&mut self) -> Option<onplay_engine::id::KeywordId> {
        self.sense("a keyword", |sense| match sense {
            Sense::Keyword(keyword) => Some(*keyword),
            _ => None,
        })
    }

    /// The zone with a role, if the game has one.
    pub fn role(&self, role: Role) -> Option<ZoneKind> {
        self.vocabulary.rules.role(role)
    }
}

/// "artifact or enchantment you control": what the alternatives share stands
/// once. "other Goblin or Elf" keeps its adjectives on the first only.
fn distribute(alternatives: Vec<Filter>) -> Filter {
    let mut shared = Filter::Any;
    let mut alternatives = alternatives;
    // Leading adjectives belong to all alternatives.
    if let Some(first) = alternatives.first_mut()
        && matches!(first, Filter::All(_))
    {
        let mut parts = std::mem::take(first).into_parts();
        let heads = parts.iter().rposition(|part| !is_head(part)).map_or(0, |at| at + 1);
        for part in parts.drain(..heads) {
            shared = shared.and(part);
        }
        *first = match parts.len() {
            1 => parts.swap_remove(0),
            _ => Filter::All(parts.into()),
        };
    }
    shared.and(Filter::OneOf(alternatives))
}

fn is_head(filter: &Filter) -> bool {
    matches!(filter, Filter::Type(_) | Filter::Subtype(_) | Filter::Token)
}
