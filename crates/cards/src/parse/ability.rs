//! Abilities: the whole of one, from its occasion to its limit.

use onplay_engine::card::{
    Ability, Activation, Condition, Cost, Effect, Filter, Happening, Limit, Reference, Static,
    Timing, When,
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
        let rules: [fn(&mut Self) -> Option<Ability>; 13] = [
            Self::labelled_ability,
            Self::played_for_more,
            Self::triggered,
            Self::replacement,
            Self::prevention,
            Self::taking,
            Self::dealing,
            Self::given_trigger,
            Self::player_cannot,
            Self::activated,
            Self::static_ability,
            Self::cannot_be_moved,
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

    pub(super) fn limit(&mut self) -> Option<Limit> {
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
            let before = self.one_of(&["each turn"]).is_some();
            let mut pattern = self.event()?;
            if !before {
                self.one_of(&["each turn", "in a turn"])?;
            }
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
        let survived = std::mem::take(&mut self.survived);
        let mut effects = self.effects()?;
        if survived {
            // Whether it has is known when its turn comes.
            let subject = match &when {
                When::Event(on) => match on.subject {
                    Filter::Is(reference) => reference,
                    _ => Reference::Subject,
                },
                _ => return None,
            };
            let condition = Condition::Not(Box::new(Condition::Gone(subject)));
            effects = vec![Effect::If { condition, then: effects, otherwise: Vec::new() }];
        }
        let mut ability = Ability::new(when, effects);
        ability.condition = normal::both(amount, condition);
        ability.limit = self.attempt(|p| {
            p.one_of(&[
                "this triggers only",
                "do this only",
                "this ability triggers only",
                "this can trigger only",
            ])?;
            let limit = p.limit()?;
            p.stop()?;
            Some(limit)
        });
        Some(ability)
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
        // "Once per turn: …" costs nothing.
        let is_free = prefix.limit.is_some() && self.sees_mark(':');
        self.own_costs = true;
        let cost = if is_free { Some(Vec::new()) } else { self.costs() };
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
            p.one_of(&[
                "activate only",
                "activate this only",
                "activate this ability only",
                "use this only",
                "use this ability only",
                "you may use this only",
            ])?;
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
        // "Return this from your graveyard" is used there.
        let there = ability.effects.first().and_then(left_zone);
        if let (When::Activated(activation), Some(zone)) = (&mut ability.when, there)
            && activation.zone.is_none()
            && !self.vocabulary.is_in_play(zone)
        {
            activation.zone = Some(zone);
        }
        Some(ability)
    }

    fn static_ability(&mut self) -> Option<Ability> {
        self.rule_subject = if self.once { None } else { Some(Reference::This) };
        self.meanwhile = None;
        let mut found = self.attempt(Self::standing_rule);
        self.rule_subject = None;
        if let (Some(ability), Some(meanwhile)) = (&mut found, self.meanwhile.take()) {
            ability.condition = normal::both(Some(meanwhile), ability.condition.take());
        }
        found
    }

    fn standing_rule(&mut self) -> Option<Ability> {
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
            if !p.sees("during") && (p.once || !p.word("if")) {
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
        let about_price = rules.iter().all(|rule| matches!(rule, Static::Cost { .. }));
        let after = self.attempt(|p| {
            if !p.sees("during") && (p.once && !about_price || !p.word("if")) {
                p.one_of(&["while", "as long as"])?;
            }
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

/// The zone from which an effect moves the card itself, if it does.
fn left_zone(effect: &Effect) -> Option<onplay_engine::id::ZoneKind> {
    let Effect::Move { what, .. } = effect else { return None };
    let is_this = what.pick == onplay_engine::card::Pick::The(Reference::This);
    what.filter.clone().into_parts().into_iter().find_map(|part| match part {
        Filter::Zone(zone) if is_this => Some(zone),
        _ => None,
    })
}
