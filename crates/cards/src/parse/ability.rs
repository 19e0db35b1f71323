//! Abilities: the whole of one, from its occasion to its limit.

use onplay_engine::card::{
    Ability, Activation, Condition, Cost, Effect, Happening, Limit, Pattern, Static, Timing, When,
    Who,
};

use super::cursor::{Context, Parser};
use super::instead::refers_to;
use crate::bind::{Bind, number_slots};
use crate::diagnostic::Span;
use crate::normal;
use crate::token::Token;
use crate::vocabulary::{Action, Label};

/// What stands before an ability's costs or event.
#[derive(Default)]
struct Prefix {
    limit: Option<Limit>,
    timing: Option<Timing>,
    zone: Option<onplay_engine::id::ZoneKind>,
    condition: Option<Condition>,
}

impl Parser<'_> {
    /// One ability. "It" means nothing yet.
    pub fn ability(&mut self) -> Option<Ability> {
        self.context = Context::START;
        let vocabulary = self.vocabulary;
        if let Some(ability) = self.defined(&vocabulary.abilities, |p| {
            let ability = p.ability()?;
            p.mark('.');
            Some(ability)
        }) {
            self.mark('.');
            return Some(ability);
        }
        let rules: [fn(&mut Self) -> Option<Ability>; 9] = [
            Self::labelled_ability,
            Self::played_for_more,
            Self::triggered,
            Self::replacement,
            Self::prevention,
            Self::player_cannot,
            Self::activated,
            Self::static_ability,
            Self::played,
        ];
        for rule in rules {
            self.bind.state.once = self.once;
            if let Some(ability) = self.attempt(|p| {
                let ability = rule(p)?;
                p.first.is_empty().then_some(ability)
            }) {
                return Some(normal::ability(ability));
            }
            self.context = Context::START;
        }
        None
    }

    /// One ability of a rulebook, with what its words mean.
    pub fn whole_ability(&mut self) -> Option<Ability> {
        self.bind = Bind::new(self.once);
        let mut ability = self.ability()?;
        (self.bind.problems.is_empty() && number_slots(&mut ability)).then_some(ability)
    }

    /// "Deploy: …": the label is the start of a sentence.
    fn labelled_ability(&mut self) -> Option<Ability> {
        let limit = self.attempt(|p| p.limit());
        if limit.is_some() {
            self.mark(',');
        }
        match self.label()? {
            Label::Start(body) => {
                // The label's words stand nowhere in the text.
                let nowhere = |token: &Token| Token { span: Span::default(), ..token.clone() };
                let body: Vec<Token> = body.iter().map(nowhere).collect();
                let (on, _) = self.within(&body, |inner| {
                    inner.one_of(&["when", "whenever", "at"]);
                    inner.trigger_event()
                });
                let on = on?;
                let mut ability = self.after_event(When::Event(on))?;
                ability.limit = limit.or(ability.limit);
                Some(ability)
            }
            Label::Timing(timing) => {
                let timing = *timing;
                if self.once {
                    return self.played();
                }
                let mut ability = self.activated()?;
                if let When::Activated(activation) = &mut ability.when {
                    activation.timing = timing;
                }
                ability.limit = limit.or(ability.limit);
                Some(ability)
            }
        }
    }

    fn limit(&mut self) -> Option<Limit> {
        match self.any(&[
            "once per turn",
            "once each turn",
            "once per round",
            "once each round",
            "once per game",
        ])? {
            0 | 1 => Some(Limit::OncePerTurn),
            2 | 3 => Some(Limit::OncePerRound),
            _ => Some(Limit::OncePerGame),
        }
    }

    fn triggered(&mut self) -> Option<Ability> {
        let limit = self.attempt(|p| {
            let limit = p.limit()?;
            p.mark(',');
            Some(limit)
        });
        let on = if self.words("the first time") {
            let mut pattern = self.event()?;
            self.one_of(&["each turn", "in a turn"])?;
            pattern.nth = Some(1);
            pattern
        } else if let Some(word) = self.any(&["when", "whenever", "after", "each time"]) {
            let mut pattern = self.event()?;
            if word == 2 && pattern.event == Happening::Attacks {
                pattern.event = Happening::Attacked;
                self.bind.event_number(Happening::Attacked);
            }
            pattern
        } else {
            self.need("at")?;
            self.labelled("a moment of the game", |p| p.moment())?
        };
        let mut ability = self.after_event(When::Event(on))?;
        ability.limit = limit.or(ability.limit);
        Some(ability)
    }

    /// The condition and effects after an event.
    fn after_event(&mut self, when: When) -> Option<Ability> {
        self.mark(',');
        // "When …, if C, A. Otherwise, B." chooses between two effects.
        let choice = self.attempt(|p| {
            p.sees("if").then_some(())?;
            let effects = p.effects()?;
            let choice = matches!(
                effects.first(),
                Some(Effect::If { otherwise, .. }) if !otherwise.is_empty()
            );
            choice.then_some(effects)
        });
        if let Some(effects) = choice {
            let mut ability = Ability::new(when, effects);
            ability.condition = self.event_condition.take();
            return Some(ability);
        }
        let condition = self.attempt(|p| {
            p.need("if")?;
            let condition = p.condition()?;
            p.mark(',');
            Some(condition)
        });
        let amount = self.event_condition.take();
        let effects = self.effects()?;
        let mut ability = Ability::new(when, effects);
        ability.condition = normal::both(amount, condition);
        ability.limit = self.attempt(|p| {
            p.one_of(&["this triggers only", "do this only", "this ability triggers only"])?;
            let limit = p.limit()?;
            p.stop()?;
            Some(limit)
        });
        Some(ability)
    }

    /// "If this would die, exile it instead."
    fn replacement(&mut self) -> Option<Ability> {
        self.one_of(&["if", "when", "whenever"])?;
        let (on, meanwhile) = self.would_happen()?;
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
            ability.condition = condition;
            return Some(ability);
        }
        let may = self.attempt(|p| {
            p.need("you may")?;
            let then = p.clauses()?;
            p.need("instead")?;
            Some(then)
        });
        if let Some(then) = may {
            // Whoever declines lets it happen.
            super::more::can_proceed(&on).then_some(())?;
            let otherwise = vec![Effect::Proceed];
            self.stop()?;
            let may = Effect::May { who: Who::You, cost: Vec::new(), then, otherwise };
            let mut ability = Ability::new(When::Instead(on), vec![may]);
            ability.condition = condition;
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
        ability.condition = condition;
        Some(ability)
    }

    /// "this would die,": the event, and what must be so meanwhile.
    pub(super) fn would_happen(&mut self) -> Option<(Pattern, Option<Condition>)> {
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
            inner.event_condition.is_none().then_some((on, condition))
        });
        let Some((on, meanwhile)) = read.filter(|_| ended.at == body.len()) else {
            let at = start + ended.furthest + usize::from(start + ended.furthest >= would);
            if at > self.furthest {
                self.furthest = at;
                self.expected = ended.expected;
            }
            return None;
        };
        self.at = comma + 1;
        Some((on, meanwhile))
    }

    fn prefix(&mut self) -> Prefix {
        let mut prefix = Prefix::default();
        loop {
            if prefix.limit.is_none()
                && let Some(limit) = self.attempt(|p| p.limit())
            {
                prefix.limit = Some(limit);
            } else if prefix.timing.is_none()
                && let Some(timing) =
                    self.any(&["as a response", "any time", "at any time", "as mana", "in main"])
            {
                prefix.timing = Some(match timing {
                    0 => Timing::Response,
                    1 | 2 => Timing::Fast,
                    3 => Timing::Mana,
                    _ => Timing::Main,
                });
            } else if prefix.zone.is_none()
                && let Some(zone) = self.attempt(|p| {
                    p.one_of(&["from", "in"])?;
                    p.any(&["your", "the"]);
                    let zone = p.zone()?;
                    p.sees_mark(',').then_some(zone)
                })
            {
                prefix.zone = Some(zone);
            } else if prefix.condition.is_none()
                && let Some(condition) = self.attempt(|p| {
                    p.need("if")?;
                    let condition = p.condition()?;
                    p.sees_mark(',').then_some(condition)
                })
            {
                prefix.condition = Some(condition);
            } else {
                return prefix;
            }
            self.mark(',');
        }
    }

    /// "Once per turn, 1 energy: draw a card."
    fn activated(&mut self) -> Option<Ability> {
        let prefix = self.prefix();
        // A spell's price is part of playing it.
        if self.once && prefix.zone.is_none() {
            return None;
        }
        self.own_costs = true;
        let cost = self.costs();
        self.own_costs = false;
        let cost = cost?;
        self.need_mark(':')?;
        // What adds mana is a mana ability, whatever else it does.
        let mana = if self.sees("add") { Timing::Mana } else { self.vocabulary.activation };
        let effects = self.effects()?;
        let timing = prefix.timing.unwrap_or(mana);
        let activation = Activation { timing, zone: prefix.zone, ..Activation::default() };
        let mut ability = Ability::new(When::Activated(activation), effects);
        ability.cost = cost;
        ability.condition = prefix.condition;
        ability.limit = prefix.limit;
        while let Some(done) = self.attempt(|p| {
            p.need("activate only")?;
            if let Some(limit) = p.limit() {
                p.stop()?;
                return Some((Some(limit), None));
            }
            if !p.sees("during") {
                p.need("if")?;
            }
            let condition = p.condition()?;
            p.stop()?;
            Some((None, Some(condition)))
        }) {
            ability.limit = done.0.or(ability.limit);
            ability.condition = normal::both(ability.condition, done.1);
        }
        Some(ability)
    }

    fn static_ability(&mut self) -> Option<Ability> {
        if let Some(condition) = self.attempt(|p| {
            p.action(Action::Play)?;
            p.reference();
            p.need("only if")?;
            let condition = p.condition()?;
            p.stop()?;
            Some(condition)
        }) {
            let mut ability = Ability::new(When::Static(vec![Static::PlayOnlyIf]), Vec::new());
            ability.condition = Some(condition);
            return Some(ability);
        }
        let before = self.attempt(|p| {
            if p.once || !p.word("if") {
                p.one_of(&["while", "as long as"])?;
            }
            let condition = p.condition()?;
            p.need_mark(',')?;
            Some(condition)
        });
        let (rules, first) = match self.attempt(|p| p.first_costs()) {
            Some((rule, condition)) => (vec![rule], Some(condition)),
            None => (self.static_rules()?, None),
        };
        if self.once
            && rules.iter().any(|rule| {
                matches!(rule, Static::Modify { .. } | Static::Keyword { .. } | Static::Base { .. })
            })
        {
            // On a spell, "get" is what happens when it resolves.
            return None;
        }
        let after = self.attempt(|p| {
            p.one_of(&["while", "as long as"])?;
            p.condition()
        });
        let unless = self.attempt(|p| {
            p.need("unless")?;
            Some(Condition::Not(Box::new(p.condition()?)))
        });
        self.stop()?;
        let mut ability = Ability::new(When::Static(rules), Vec::new());
        ability.condition = normal::both(normal::both(normal::both(first, before), after), unless);
        Some(ability)
    }

    /// "As an additional cost to play this, sacrifice an ally. Draw cards equal to its
    /// attack.": what was paid is meant by what the card does.
    fn played_for_more(&mut self) -> Option<Ability> {
        if !self.once {
            return None;
        }
        let Static::AdditionalCost(cost) = self.additional_cost()? else { return None };
        self.stop()?;
        while self.peek().is_some_and(|token| token.kind == crate::token::Kind::Mark('\n')) {
            self.at += 1;
        }
        let effects = self.effects()?;
        let is_meant = |cost: &Cost| match cost {
            Cost::Move { mention: Some(slot), .. } | Cost::All { mention: Some(slot), .. } => {
                effects.iter().any(|effect| refers_to(effect, *slot))
            }
            _ => false,
        };
        if !cost.iter().any(is_meant) {
            return None;
        }
        let mut ability = Ability::new(When::Played, effects);
        ability.cost = cost;
        Some(ability)
    }

    /// What a card does when it is played, and what more that costs: "Discard
    /// a card: draw 2 cards".
    fn played(&mut self) -> Option<Ability> {
        let cost = self.attempt(|p| {
            if !p.once {
                return None;
            }
            let cost = p.costs()?;
            p.need_mark(':')?;
            Some(cost)
        });
        let effects = self.effects()?;
        let mut ability = Ability::new(When::Played, effects);
        ability.cost = cost.unwrap_or_default();
        Some(ability)
    }
}
