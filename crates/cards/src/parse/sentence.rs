//! Sentences: clauses in order, with if, may, for each and otherwise.

use onplay_engine::card::{Effect, Filter, Pick, Reference, Selection, Who};

use super::cursor::Parser;
use crate::bind::{Deed, Made, Where};
use crate::token::Kind;
use crate::vocabulary::{Form, Sense};

impl Parser<'_> {
    /// Whether nothing more of this sentence follows.
    pub fn at_end(&self) -> bool {
        match self.peek() {
            None => true,
            Some(token) => matches!(token.kind, Kind::Mark('.' | '\n' | '"' | ']' | '•')),
        }
    }

    /// Reads the end of a sentence: a full stop, or the end of the line.
    pub fn stop(&mut self) -> Option<()> {
        if self.mark('.') || self.peek().is_none() {
            return Some(());
        }
        // A quoted sentence has ended this one: gains "When this dies, draw a card."
        let before = |back: usize| self.tokens.get(self.at.wrapping_sub(back)).map(|t| t.kind);
        if before(1) == Some(Kind::Mark('"')) && before(2) == Some(Kind::Mark('.')) {
            return Some(());
        }
        matches!(self.peek()?.kind, Kind::Mark('\n' | '"' | '•' | ']')).then_some(())
    }

    /// Sentences of one ability, as far as they are effects.
    pub fn effects(&mut self) -> Option<Vec<Effect>> {
        let sentence = if self.rules { Self::rule_sentence } else { Self::effect_sentence };
        let mut effects = sentence(self)?;
        while let Some(more) = self.attempt(|p| {
            if p.at_end() || p.begins_ability() {
                return None;
            }
            if !p.rules && p.word("then") {
                p.mark(',');
            }
            sentence(p)
        }) {
            effects.extend(more);
        }
        Some(effects)
    }

    /// Whether the next sentence is the start of a new ability.
    pub fn begins_ability(&self) -> bool {
        if ["when", "whenever", "after", "once per", "activate"].iter().any(|word| self.sees(word))
        {
            return !self.is_for_this_turn();
        }
        if !["at the start of", "at the beginning of", "at the end of"]
            .iter()
            .any(|words| self.sees(words))
        {
            return false;
        }
        // "at the end of your turn" comes again and again; "at the end of
        // your next turn" and "at the end of turn" only once.
        let word =
            |offset: usize| self.tokens.get(self.at + offset).map(|token| token.text.as_str());
        let next = [5, 6, 7].iter().any(|offset| word(*offset) == Some("next"));
        !next
            && matches!(
                word(4),
                Some("your" | "each" | "every" | "the" | "any" | "an" | "a" | "enemy")
            )
    }

    /// One sentence with its full stop, and the sentences that hang on it.
    pub fn effect_sentence(&mut self) -> Option<Vec<Effect>> {
        self.attempt(|p| {
            let from = p.bind.mentions.len();
            let mut effects = p.clauses()?;
            // A modal has read the full stop of its last mode.
            if !matches!(p.tokens.get(p.at.wrapping_sub(1)), Some(t) if t.kind == Kind::Mark('.')) {
                p.stop()?;
            }
            p.continuations(&mut effects, from);
            Some(effects)
        })
    }

    /// "If you do, …", "Otherwise, …": they complete the last effect.
    fn continuations(&mut self, effects: &mut Vec<Effect>, from: usize) {
        self.repeated(effects);
        self.upgraded(effects, from);
        self.loop_otherwise(effects);
        if let Some(Effect::May { cost, then, otherwise, .. }) = effects.last_mut() {
            let done = self.attempt(|p| {
                p.one_of(&["if", "when"])?;
                p.one_of(&["you do", "they do", "that player does"])?;
                p.mark(',');
                p.branch(|p| {
                    let more = p.clauses()?;
                    p.stop()?;
                    Some(more)
                })
            });
            if let Some(more) = done {
                // What was optional was the price of what follows.
                if cost.is_empty()
                    && let Some(price) = crate::normal::as_cost(then)
                {
                    *cost = vec![price];
                    then.clear();
                }
                then.extend(more);
            }
            let declined = self.attempt(|p| {
                if !p.word("otherwise") {
                    p.need("if")?;
                    p.one_of(&["you don't", "they don't", "you do not", "they do not"])?;
                }
                p.mark(',');
                // What was not done was not named.
                p.bind.hide_since(from);
                p.branch(|p| {
                    let more = p.clauses()?;
                    p.stop()?;
                    Some(more)
                })
            });
            otherwise.extend(declined.unwrap_or_default());
        }
        if let Some(Effect::If { otherwise, .. }) = effects.last_mut()
            && otherwise.is_empty()
        {
            let other = self.attempt(|p| {
                p.need("otherwise")?;
                p.mark(',');
                p.branch(|p| {
                    let more = p.clauses()?;
                    p.stop()?;
                    Some(more)
                })
            });
            *otherwise = other.unwrap_or_default();
        }
    }

    /// "Do this three times": the sentence before it, so often.
    fn repeated(&mut self, effects: &mut Vec<Effect>) {
        let times = self.attempt(|p| {
            p.need("do this")?;
            let times = match p.word("twice") {
                true => onplay_engine::card::Quantity::Number(2),
                false => {
                    let times = p.simple_quantity()?;
                    p.one_of(&["times", "time"])?;
                    times
                }
            };
            p.stop()?;
            Some(times)
        });
        if let Some(times) = times {
            let effects_before = std::mem::take(effects);
            effects.push(Effect::Repeat { times, effects: effects_before });
        }
    }

    /// "For each enemy, if C, A. Otherwise, B.": the loop goes on.
    fn loop_otherwise(&mut self, effects: &mut [Effect]) {
        let Some(Effect::Each { what, effects: body }) = effects.last_mut() else { return };
        let Some(Effect::If { otherwise, .. }) = body.last_mut() else { return };
        let Some(slot) = what.mention.filter(|_| otherwise.is_empty()) else { return };
        let filter = what.filter.clone();
        let more = self.attempt(|p| {
            p.need("otherwise")?;
            p.mark(',');
            p.bind.loop_goes_on(slot, &filter);
            p.branch(|p| {
                let more = p.clauses()?;
                p.stop()?;
                Some(more)
            })
        });
        let from = self.bind.mentions.len();
        *otherwise = more.unwrap_or_default();
        self.bind.hide_range(from.saturating_sub(1), from);
    }

    /// Clauses joined by "then", "and", commas.
    pub fn clauses(&mut self) -> Option<Vec<Effect>> {
        self.labelled("an effect", |p| {
            p.doer = None;
            let mut effects = p.clause()?;
            while let Some(more) = p.attempt(|p| {
                if p.mark(',') {
                    p.any(&["and then", "then", "and"]);
                } else {
                    p.one_of(&["and then", "then", "and"])?;
                }
                // "Each player draws a card, then you gain 1 life": you do it once.
                if p.for_players && p.sees("you") {
                    return None;
                }
                // "Your opponent discards a card and loses 1 life": the same player.
                match p.doer.filter(|_| p.is_third_person()) {
                    Some(who) => p.as_player(who, |p| p.clause()),
                    None => {
                        p.doer = None;
                        p.clause()
                    }
                }
            }) {
                effects.extend(more);
            }
            Some(effects)
        })
    }

    /// Whether the next word is a verb of somebody who is not you.
    fn is_third_person(&self) -> bool {
        let Some(token) = self.peek() else { return false };
        const VERBS: [&str; 12] = [
            "gains", "loses", "adds", "puts", "chooses", "searches", "shuffles", "reveals",
            "looks", "pays", "wins", "takes",
        ];
        VERBS.contains(&token.text.as_str())
            || self.vocabulary.senses(&token.text).iter().any(|sense| match sense {
                Sense::Action(_, Form::Third) => true,
                Sense::SetFlag(flag, on) => {
                    self.vocabulary.flag_verb(*flag, *on) != Some(token.text.as_str())
                }
                _ => false,
            })
    }

    /// One clause, which may be several effects ("+1/+1").
    pub fn clause(&mut self) -> Option<Vec<Effect>> {
        let vocabulary = self.vocabulary;
        let chosen = self.first.len();
        let mut effects = match self.defined(&vocabulary.effects, |p| {
            let from = p.bind.mentions.len();
            let mut effects = p.effects_to_end()?;
            p.continuations(&mut effects, from);
            Some(effects)
        }) {
            Some(effects) => effects,
            None => self.attempt(|p| p.plain_clause())?,
        };
        effects = self.where_x_is(effects);
        // What its numbers are about is chosen before it.
        let mut first = self.first.split_off(chosen);
        let is_loop =
            |one: &Effect| matches!(one, Effect::EachPlace { effects, .. } if effects.is_empty());
        if let Some(at) = first.iter().position(is_loop)
            && let Effect::EachPlace { zone, .. } = first.remove(at)
        {
            effects = vec![Effect::EachPlace { zone, effects }];
        }
        effects.splice(0..0, first);
        effects = self.put_off(effects);
        if let Some(condition) = self.attempt(|p| {
            p.need("if")?;
            if p.sees("you do") || p.sees("they do") {
                return None;
            }
            p.condition()
        }) {
            effects = vec![Effect::If { condition, then: effects, otherwise: Vec::new() }];
        }
        if let Some(unless) = self.attempt(|p| p.unless(&effects)) {
            effects = unless;
        }
        Some(effects)
    }

    /// The body of a definition: sentences, with or without full stops.
    pub fn effects_to_end(&mut self) -> Option<Vec<Effect>> {
        let mut effects = Vec::new();
        while self.peek().is_some() {
            effects.extend(self.effect_sentence()?);
        }
        (!effects.is_empty()).then_some(effects)
    }

    /// "unless its controller pays 2".
    fn unless(&mut self, effects: &[Effect]) -> Option<Vec<Effect>> {
        self.need("unless")?;
        if let Some(condition) = self.attempt(|p| p.condition()) {
            let condition = onplay_engine::card::Condition::Not(Box::new(condition));
            return Some(vec![Effect::If {
                condition,
                then: effects.to_vec(),
                otherwise: Vec::new(),
            }]);
        }
        let doers = if self.sees("they") || self.sees("that player") { effects } else { &[] };
        let who = match doers {
            [Effect::Cancel { what }] => {
                self.any(&["they", "that player"]);
                Who::Controller(match (&what.pick, what.mention) {
                    (Pick::The(reference), _) => *reference,
                    (_, Some(slot)) => Reference::Slot(slot),
                    (_, None) => return None,
                })
            }
            _ => self.who()?,
        };
        let cost = self.costs()?;
        // What is chosen is chosen before anyone pays.
        let mut result = Vec::new();
        let mut otherwise = effects.to_vec();
        for effect in &mut otherwise {
            let Some(what) = selection_mut(effect) else { continue };
            if let (Pick::Choose { .. } | Pick::Random(_), Some(slot)) = (&what.pick, what.mention)
            {
                let chosen = std::mem::replace(what, Selection::the(Reference::Slot(slot)));
                result.push(Effect::Choose { what: chosen });
            }
        }
        result.push(Effect::May { who, cost, then: Vec::new(), otherwise });
        Some(result)
    }

    fn plain_clause(&mut self) -> Option<Vec<Effect>> {
        if let Some(effect) = self.modal() {
            return Some(vec![effect]);
        }
        if self.group() {
            let from = self.bind.mentions.len();
            let mut effects = self.clauses()?;
            // A group may hold whole sentences.
            while self.mark('.') {
                self.continuations(&mut effects, from);
                if self.sees_mark(']') {
                    break;
                }
                effects.extend(self.clauses()?);
            }
            self.need_mark(']')?;
            return Some(effects);
        }
        if let Some(effect) = self.attempt(|p| p.if_clause()) {
            return Some(vec![effect]);
        }
        if let Some(effects) = self.attempt(|p| p.may_be_played()) {
            return Some(effects);
        }
        if let Some(effect) = self.attempt(|p| p.may_clause()) {
            return Some(vec![effect]);
        }
        if let Some(effect) = self.attempt(|p| p.each_place()) {
            return Some(vec![effect]);
        }
        if let Some(effect) = self.attempt(|p| p.loop_clause()) {
            return Some(vec![effect]);
        }
        if let Some(effects) = self.attempt(|p| p.later_clause()) {
            return Some(effects);
        }
        if let Some(effects) = self.attempt(|p| p.lasting_clause()) {
            return Some(effects);
        }
        self.effect()
    }

    fn if_clause(&mut self) -> Option<Effect> {
        self.need("if")?;
        let condition = self.condition()?;
        self.mark(',');
        let then = self.branch(|p| p.clauses())?;
        let otherwise = self
            .attempt(|p| {
                p.mark(',');
                p.need("otherwise")?;
                p.mark(',');
                p.branch(|p| p.clauses())
            })
            .unwrap_or_default();
        Some(Effect::If { condition, then, otherwise })
    }

    /// What a branch names is not seen behind it.
    pub(super) fn branch<T>(&mut self, rule: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let from = self.bind.mentions.len();
        let found = rule(self)?;
        self.bind.hide_since(from);
        Some(found)
    }

    fn may_clause(&mut self) -> Option<Effect> {
        let who = self.who()?;
        self.need("may")?;
        if who == Who::Each {
            // Each of them is asked.
            let then = self.loop_of_players(who, |p| p.clauses())?;
            let may = Effect::May { who: Who::You, cost: Vec::new(), then, otherwise: Vec::new() };
            return Some(Effect::EachPlayer { who: Who::Each, effects: vec![may] });
        }
        if who != Who::You {
            self.bind.player(who);
        }
        if self.word("have") {
            let then = self.clauses()?;
            return Some(Effect::May { who, cost: Vec::new(), then, otherwise: Vec::new() });
        }
        // "you may pay 1 energy: draw a card", "you may pay 2. If you do, …".
        let priced = self.attempt(|p| {
            let cost = p.costs()?;
            if p.mark(':') || p.word("to") {
                let then = p.as_player(Who::You, |p| p.clauses())?;
                return Some((cost, then));
            }
            let pays = p.sees_mark('.')
                && p.tokens.get(p.at + 1).is_some_and(|token| token.text == "if")
                && p.tokens
                    .get(p.at + 2)
                    .is_some_and(|token| token.text == "you" || token.text == "they");
            pays.then_some((cost, Vec::new()))
        });
        let (cost, then) = match priced {
            Some(found) => found,
            None => (Vec::new(), self.as_player(who, |p| p.clauses())?),
        };
        Some(Effect::May { who, cost, then, otherwise: Vec::new() })
    }

    /// Runs a rule with another player as the one who chooses.
    pub fn as_player<T>(
        &mut self,
        who: Who,
        rule: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let before = std::mem::replace(&mut self.context.who, who);
        let found = rule(self);
        self.context.who = before;
        found
    }

    fn loop_clause(&mut self) -> Option<Effect> {
        if self
            .attempt(|p| {
                p.need("for each player")?;
                p.need_mark(',')
            })
            .is_some()
        {
            return self.each_player(Who::Each);
        }
        if let Some(who) = self.attempt(|p| {
            p.need("for")?;
            let who = p.who()?;
            p.need_mark(',')?;
            (who != Who::You && who != Who::Each).then_some(who)
        }) {
            return self.each_player(who);
        }
        if self.words("each player") {
            return self.each_player(Who::Each);
        }
        if let Some(what) = self.attempt(|p| {
            p.need("for each")?;
            if p.word("of") {
                p.bind.state.quiet += 1;
                let mut what = p.selection_for(Deed::Done)?;
                p.bind.state.quiet -= 1;
                p.need_mark(',')?;
                what.mention = Some(p.loop_object(&what.filter));
                return Some(what);
            }
            if let Some(found) = p.attempt(|p| {
                let found = p.objects_this_way()?;
                p.need_mark(',')?;
                Some(found)
            }) {
                // Those that were, wherever they are now.
                let onplay_engine::card::Quantity::Done(slot) = found else { return None };
                let mut what = Selection::all(Filter::Is(Reference::Slot(slot)));
                what.mention = Some(p.loop_object(&what.filter));
                return Some(what);
            }
            let (filter, _) = p.noun_phrase()?;
            p.need_mark(',')?;
            let mut what = Selection::all(filter);
            what.mention = Some(p.loop_object(&what.filter));
            Some(what)
        }) {
            let from = self.bind.mentions.len() - 1;
            let effects = self.clauses()?;
            self.bind.hide_since(from);
            return Some(Effect::Each { what, effects });
        }
        let times = self.attempt(|p| {
            if p.any(&["do the following", "repeat the following", "repeat this"]).is_some() {
                let times = p.simple_quantity()?;
                p.one_of(&["times", "time"])?;
                p.need_mark(':')?;
                return Some(times);
            }
            p.need("do this a number of times equal to")?;
            let times = p.quantity()?;
            p.need_mark(':')?;
            Some(times)
        })?;
        Some(Effect::Repeat { times, effects: self.clauses()? })
    }

    /// The object of each round of a loop can be meant in it.
    fn loop_object(&mut self, filter: &Filter) -> u8 {
        let core = self.bind.state.core;
        self.bind.bring(filter, false, Made::Loop, Where::InPlay, core)
    }

    fn each_player(&mut self, who: Who) -> Option<Effect> {
        let effects = self.loop_of_players(who, |p| p.clauses())?;
        Some(Effect::EachPlayer { who, effects })
    }
}

/// The selection of an effect, to be changed.
pub(super) fn selection_mut(effect: &mut Effect) -> Option<&mut Selection> {
    match effect {
        Effect::Move { what, .. }
        | Effect::Copy { what, .. }
        | Effect::Damage { what, .. }
        | Effect::Heal { what, .. }
        | Effect::Change { what, .. }
        | Effect::Become { what, .. }
        | Effect::Flag { what, .. }
        | Effect::Grant { what, .. }
        | Effect::Cancel { what }
        | Effect::Control { what, .. } => Some(what),
        _ => None,
    }
}
