//! Predicates: what is said of an object after "that" or "if it".

use onplay_engine::card::{Filter, Whose};

use super::cursor::Parser;
use crate::normal;
use crate::token::Kind;

impl Parser<'_> {
    /// "is marked and has Guardian or costs 2 or less".
    pub fn predicate(&mut self) -> Option<Filter> {
        self.labelled("what it is, has or costs", |p| {
            let mut alternatives = vec![p.conjunction()?];
            while let Some(next) = p.attempt(|p| {
                p.need("or")?;
                p.conjunction()
            }) {
                alternatives.push(next);
            }
            Some(normal::filter(match alternatives.len() {
                1 => alternatives.swap_remove(0),
                _ => Filter::OneOf(alternatives),
            }))
        })
    }

    fn conjunction(&mut self) -> Option<Filter> {
        let mut filter = self.statement()?;
        while let Some(next) = self.attempt(|p| {
            p.need("and")?;
            p.statement()
        }) {
            filter = filter.and(next);
        }
        Some(filter)
    }

    fn statement(&mut self) -> Option<Filter> {
        self.attempt(|p| {
            if p.grouped('[') {
                let inner = p.predicate()?;
                p.need_mark(']')?;
                return Some(inner);
            }
            if p.attempt(|p| {
                p.need("not")?;
                p.grouped('[').then_some(())
            })
            .is_some()
            {
                let inner = p.predicate()?;
                p.need_mark(']')?;
                return Some(Filter::Not(Box::new(inner)));
            }
            if p.any(&["entered this turn"]).is_some() {
                return Some(Filter::EnteredThisTurn);
            }
            if p.any(&["did not enter this turn"]).is_some() {
                return Some(Filter::Not(Box::new(Filter::EnteredThisTurn)));
            }
            if let Some(did) = p.attempt(|p| p.did_this_turn()) {
                return Some(did);
            }
            if p.any(&["costs", "cost"]).is_some() {
                return p.price_comparison();
            }
            if p.any(&["has", "have", "had"]).is_some() {
                // A keyword may begin with "no" itself.
                if let Some(property) = p.attempt(|p| p.property()) {
                    return Some(property);
                }
                p.need("no")?;
                return Some(Filter::Not(Box::new(p.property()?)));
            }
            if p.any(&["does not have", "doesn't have", "do not have", "don't have"]).is_some() {
                return Some(Filter::Not(Box::new(p.property()?)));
            }
            if p.any(&["shares a subtype with", "share a subtype with"]).is_some() {
                return Some(Filter::SharesSubtype(p.reference()?));
            }
            if p.any(&["does not share a subtype with"]).is_some() {
                let inner = Filter::SharesSubtype(p.reference()?);
                return Some(Filter::Not(Box::new(inner)));
            }
            if p.any(&["isn't", "aren't", "wasn't"]).is_some() {
                return Some(Filter::Not(Box::new(p.state()?)));
            }
            p.one_of(&["is", "are", "was"])?;
            if p.word("not") {
                return Some(Filter::Not(Box::new(p.state()?)));
            }
            p.state()
        })
    }

    fn grouped(&mut self, mark: char) -> bool {
        let here = self.peek().is_some_and(|token| token.kind == Kind::Mark(mark));
        self.at += usize::from(here);
        here
    }

    /// What follows "is".
    fn state(&mut self) -> Option<Filter> {
        if let Some(place) = self.attempt(|p| p.place()) {
            return Some(Filter::Place(place));
        }
        if let Some(part) = self.attempt(|p| p.zone_part(&["in", "on"])) {
            return Some(part);
        }
        if self.words("under your control") || self.word("yours") {
            return Some(Filter::Controller(Whose::Yours));
        }
        if self.words("under your opponent 's control") {
            return Some(Filter::Controller(Whose::Enemy));
        }
        if self.words("owned by you") {
            return Some(Filter::Owner(Whose::Yours));
        }
        if self.words("owned by your opponent") {
            return Some(Filter::Owner(Whose::Enemy));
        }
        if self.word("named") {
            return Some(Filter::Named(self.card_name()?));
        }
        if self.word("holding") {
            self.one_of(&["a", "an"]);
            return Some(Filter::Holds(Box::new(self.noun_phrase()?.0)));
        }
        if self.rules && self.words("attached to something") {
            return Some(Filter::Attached);
        }
        if self.rules && self.words("attached to nothing") {
            return Some(Filter::Not(Box::new(Filter::Attached)));
        }
        if self.words("attached to") {
            return Some(Filter::AttachedTo(self.reference()?));
        }
        if let Some(part) = self.attempt(|p| {
            p.one_of(&["a", "an", "another"]);
            if p.tokens[p.at - 1].text == "another" {
                p.at -= 1;
            }
            Some(p.noun_phrase()?.0)
        }) {
            return Some(part);
        }
        if let Some(part) = self.adjective().or_else(|| self.attempt(|p| p.damaged_word())) {
            return Some(part);
        }
        if self.any(&["an enemy", "an opponent 's"]).is_some() {
            return Some(Filter::Controller(Whose::Enemy));
        }
        self.attempt(|p| Some(Filter::Is(p.reference()?)))
    }
}
