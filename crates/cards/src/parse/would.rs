//! What happens in place of an event: "If this would die, exile it instead."

use onplay_engine::card::{Ability, Condition, Cost, Duration, Effect, Limit, Pattern, When, Who};

use super::cursor::Parser;
use crate::normal;
use crate::token::Token;

/// An event that would happen, what must be so meanwhile, and for how long it is waited for.
pub(super) type Would = (Pattern, Option<Condition>, Option<Duration>);

impl Parser<'_> {
    /// "If this would die, exile it instead."
    pub(super) fn replacement(&mut self) -> Option<Ability> {
        let mut limit = self.attempt(|p| {
            let limit = p.limit()?;
            p.mark(',');
            Some(limit)
        });
        if limit.is_none() && self.words("the first time each turn") {
            limit = Some(Limit::OncePerTurn);
        } else if limit.is_none() && self.words("the first time each round") {
            limit = Some(Limit::OncePerRound);
        } else {
            self.one_of(&["if", "when", "whenever"])?;
        }
        let (on, meanwhile, until) = self.would_happen()?;
        until.is_none().then_some(())?;
        let condition = self.attempt(|p| {
            p.need("if")?;
            let condition = p.condition()?;
            p.mark(',');
            Some(condition)
        });
        let condition = normal::both(meanwhile, condition);
        if let Some(effect) = self.attempt(|p| p.proceeding(&on)) {
            self.stop()?;
            let mut ability = Ability::new(When::Instead(on), vec![effect]);
            (ability.condition, ability.limit) = (condition, limit);
            return Some(ability);
        }
        // "you may pay 1 energy. If you do, prevent that."
        if let Some(cost) = self.attempt(|p| {
            p.need("you may")?;
            let cost = p.costs()?;
            p.need_mark('.')?;
            p.need("if you do")?;
            p.mark(',');
            p.one_of(&[
                "prevent that",
                "prevent it",
                "it is not destroyed",
                "that does not happen",
            ])?;
            Some(cost)
        }) {
            super::more::can_proceed(&on).then_some(())?;
            self.stop()?;
            let (then, otherwise) = (Vec::new(), vec![Effect::Proceed]);
            let may = Effect::May { who: Who::You, cost, then, otherwise };
            let mut ability = Ability::new(When::Instead(on), vec![may]);
            (ability.condition, ability.limit) = (condition, limit);
            return Some(ability);
        }
        // "you may pay 1 energy instead".
        if let Some(cost) = self.attempt(|p| {
            p.need("you may")?;
            let cost = p.costs()?;
            p.need("instead")?;
            matches!(cost.as_slice(), [Cost::Counter(..) | Cost::Mana(..)]).then_some(cost)
        }) {
            super::more::can_proceed(&on).then_some(())?;
            self.stop()?;
            let (then, otherwise) = (Vec::new(), vec![Effect::Proceed]);
            let may = Effect::May { who: Who::You, cost, then, otherwise };
            let mut ability = Ability::new(When::Instead(on), vec![may]);
            (ability.condition, ability.limit) = (condition, limit);
            return Some(ability);
        }
        let may = self.attempt(|p| {
            p.need("you may")?;
            let first = p.word("instead");
            let then = p.clauses()?;
            if !first {
                p.need("instead")?;
            }
            Some(then)
        });
        if let Some(then) = may {
            // Whoever declines lets it happen.
            super::more::can_proceed(&on).then_some(())?;
            let otherwise = vec![Effect::Proceed];
            self.stop()?;
            let may = Effect::May { who: Who::You, cost: Vec::new(), then, otherwise };
            let mut ability = Ability::new(When::Instead(on), vec![may]);
            (ability.condition, ability.limit) = (condition, limit);
            return Some(ability);
        }
        let plain = self.attempt(|p| {
            let mut effects = p.clauses()?;
            p.need("instead")?;
            while let Some(more) = p.attempt(|p| {
                if p.mark(',') {
                    p.word("then");
                } else {
                    p.one_of(&["and", "then"])?;
                }
                p.clauses()
            }) {
                effects.extend(more);
            }
            Some(effects)
        });
        let effects = match plain {
            Some(effects) => effects,
            None => vec![self.proceeding_by(&on)?],
        };
        self.stop()?;
        let mut ability = Ability::new(When::Instead(on), effects);
        (ability.condition, ability.limit) = (condition, limit);
        Some(ability)
    }

    /// "this would die,": the event, and what must be so meanwhile.
    pub(super) fn would_happen(&mut self) -> Option<Would> {
        let start = self.at;
        let would = (start..self.tokens.len()).find(|at| self.tokens[*at].text == "would")?;
        let is_mark = |token: &Token| matches!(token.kind, crate::token::Kind::Mark(_));
        if self.tokens[start..would].iter().any(is_mark) {
            return None;
        }
        let comma = (would..self.tokens.len()).find(|at| self.tokens[*at].text == ",")?;
        // Without "would" it is an event in the present tense.
        let mut body: Vec<_> = self.tokens[start..would].to_vec();
        body.extend_from_slice(&self.tokens[would + 1..comma]);
        let body: Vec<_> = body
            .into_iter()
            .map(|mut token| {
                if token.text == "be" {
                    token.text = "is".into();
                }
                token
            })
            .collect();
        let (read, ended) = self.within(&body, |inner| {
            let on = inner.event()?;
            let condition = inner.attempt(|p| {
                p.one_of(&["while", "as long as"])?;
                p.condition()
            });
            let until = inner.duration();
            inner.event_condition.is_none().then_some((on, condition, until))
        });
        let Some(would) = read.filter(|_| ended.at == body.len()) else {
            let at = start + ended.furthest + usize::from(start + ended.furthest >= would);
            if at > self.furthest {
                self.furthest = at;
                self.expected = ended.expected;
            }
            return None;
        };
        self.at = comma + 1;
        Some(would)
    }
}
