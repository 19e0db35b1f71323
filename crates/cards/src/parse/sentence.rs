//! Sentences: clauses in order, with if, may, for each and otherwise.

use onplay_engine::card::{Cost, Duration, Effect, Mode, Pick, Reference, Selection, Who};

use super::cursor::Parser;
use crate::token::Kind;

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
        matches!(self.peek()?.kind, Kind::Mark('\n' | '"' | '•' | ']')).then_some(())
    }

    /// Sentences of one ability, as far as they are effects.
    pub fn effects(&mut self) -> Option<Vec<Effect>> {
        let mut effects = self.effect_sentence()?;
        while let Some(more) = self.attempt(|p| {
            if p.at_end() || p.begins_ability() {
                return None;
            }
            p.effect_sentence()
        }) {
            effects.extend(more);
        }
        Some(effects)
    }

    /// Whether the next sentence is the start of a new ability.
    pub fn begins_ability(&self) -> bool {
        if ["when", "whenever", "after", "once per", "activate"].iter().any(|word| self.sees(word))
        {
            return true;
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
            let mut effects = p.clauses()?;
            // A modal has read the full stop of its last mode.
            if !matches!(p.tokens.get(p.at.wrapping_sub(1)), Some(t) if t.kind == Kind::Mark('.')) {
                p.stop()?;
            }
            p.continuations(&mut effects);
            Some(effects)
        })
    }

    /// "If you do, …", "Otherwise, …": they complete the last effect.
    fn continuations(&mut self, effects: &mut [Effect]) {
        if let Some(Effect::May { cost, then, otherwise, .. }) = effects.last_mut() {
            let done = self.attempt(|p| {
                p.need("if")?;
                p.one_of(&["you do", "they do", "that player does"])?;
                p.mark(',');
                let more = p.clauses()?;
                p.stop()?;
                Some(more)
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
                let more = p.clauses()?;
                p.stop()?;
                Some(more)
            });
            otherwise.extend(declined.unwrap_or_default());
        }
        if let Some(Effect::If { otherwise, .. }) = effects.last_mut()
            && otherwise.is_empty()
        {
            let other = self.attempt(|p| {
                p.need("otherwise")?;
                p.mark(',');
                let more = p.clauses()?;
                p.stop()?;
                Some(more)
            });
            *otherwise = other.unwrap_or_default();
        }
    }

    /// Clauses joined by "then", "and", commas.
    pub fn clauses(&mut self) -> Option<Vec<Effect>> {
        self.labelled("an effect", |p| {
            let mut effects = p.clause()?;
            while let Some(more) = p.attempt(|p| {
                if p.mark(',') {
                    p.any(&["and then", "then", "and"]);
                } else {
                    p.one_of(&["and then", "then", "and"])?;
                }
                p.clause()
            }) {
                effects.extend(more);
            }
            Some(effects)
        })
    }

    /// One clause, which may be several effects ("+1/+1").
    pub fn clause(&mut self) -> Option<Vec<Effect>> {
        let vocabulary = self.vocabulary;
        let mut effects = match self.defined(&vocabulary.effects, |p| {
            let mut effects = p.effects_to_end()?;
            p.continuations(&mut effects);
            Some(effects)
        }) {
            Some(effects) => effects,
            None => self.attempt(|p| p.plain_clause())?,
        };
        self.context.done = true;
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
        let who = if self.any(&["they", "that player"]).is_some() {
            match effects {
                [Effect::Cancel { what }] => match what.pick {
                    Pick::The(reference) => Who::Controller(reference),
                    _ => Who::Controller(Reference::It),
                },
                _ => Who::EventPlayer,
            }
        } else {
            self.who()?
        };
        let cost = self.costs()?;
        // What is chosen is chosen before anyone pays.
        let mut result = Vec::new();
        let mut otherwise = effects.to_vec();
        if let [Effect::Cancel { what }] = effects
            && !matches!(what.pick, Pick::The(_))
        {
            result.push(Effect::Choose { what: what.clone() });
            otherwise = vec![Effect::Cancel { what: Selection::the(Reference::It) }];
        }
        result.push(Effect::May { who, cost, then: Vec::new(), otherwise });
        Some(result)
    }

    fn plain_clause(&mut self) -> Option<Vec<Effect>> {
        if let Some(effect) = self.modal() {
            return Some(vec![effect]);
        }
        if self.group() {
            let mut effects = self.clauses()?;
            // A group may hold whole sentences.
            while self.mark('.') {
                self.continuations(&mut effects);
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
        if let Some(effect) = self.attempt(|p| p.may_clause()) {
            return Some(vec![effect]);
        }
        if let Some(effect) = self.attempt(|p| p.loop_clause()) {
            return Some(vec![effect]);
        }
        if let Some(effect) = self.attempt(|p| p.later_clause()) {
            return Some(vec![effect]);
        }
        self.effect()
    }

    fn if_clause(&mut self) -> Option<Effect> {
        self.need("if")?;
        let condition = self.condition()?;
        self.mark(',');
        let context = self.context;
        let then = self.clauses()?;
        let _ = context;
        let otherwise = self
            .attempt(|p| {
                p.mark(',');
                p.need("otherwise")?;
                p.mark(',');
                p.clauses()
            })
            .unwrap_or_default();
        Some(Effect::If { condition, then, otherwise })
    }

    fn may_clause(&mut self) -> Option<Effect> {
        let who = self.who()?;
        self.need("may")?;
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
            return Some(Effect::EachPlayer { effects: self.clauses()? });
        }
        if self.words("each player") {
            return Some(Effect::EachPlayer { effects: self.clauses()? });
        }
        if let Some(what) = self.attempt(|p| {
            p.need("for each")?;
            if p.word("of") {
                let what = p.selection()?;
                p.need_mark(',')?;
                return Some(what);
            }
            let (filter, _) = p.noun_phrase()?;
            p.need_mark(',')?;
            Some(Selection::all(filter))
        }) {
            self.context.it = Reference::It;
            return Some(Effect::Each { what, effects: self.clauses()? });
        }
        let times = self.attempt(|p| {
            if p.words("do the following") {
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

    /// "At the start of the next turn, …", "The next time …", "Until end of
    /// turn, whenever …".
    fn later_clause(&mut self) -> Option<Effect> {
        let outer = self.context;
        let (on, until) = if let Some(until) = self.attempt(|p| {
            let until = p.duration()?;
            p.mark(',');
            p.one_of(&["whenever", "when"])?;
            Some(until)
        }) {
            (self.event()?, Some(until))
        } else if let Some((until, on)) = self.attempt(|p| {
            let until = p.duration()?;
            p.mark(',');
            p.need("at")?;
            Some((until, p.moment()?))
        }) {
            (on, Some(until))
        } else if self.words("the next time") {
            (self.event()?, None)
        } else {
            self.need("at")?;
            let moments = ["the start of", "the beginning of", "the end of", "end of"];
            let end = self.any(&moments)? > 1;
            let player = match self.any(&["the next", "your next", "your opponent 's next"]) {
                Some(1) => onplay_engine::card::Whose::Yours,
                Some(2) => onplay_engine::card::Whose::Enemy,
                _ => onplay_engine::card::Whose::Any,
            };
            let phase = if end {
                self.sense("a phase", |sense| match sense {
                    crate::vocabulary::Sense::EndOf(phase) => Some(*phase),
                    _ => None,
                })?
            } else {
                let phase = self.phase()?;
                self.any(&["phase", "step"]);
                phase
            };
            let on = onplay_engine::card::Pattern {
                player,
                ..onplay_engine::card::Pattern::new(onplay_engine::card::Happening::Began(phase))
            };
            (on, None)
        };
        self.mark(',');
        self.context.event = true;
        self.context.done = false;
        // What was chosen before is still "it", unless the event has a subject.
        let moment = matches!(on.event, onplay_engine::card::Happening::Began(_));
        if moment || self.context.it == Reference::This || outer.it == Reference::It {
            self.context.it = outer.it;
        }
        let effects = self.clauses()?;
        self.context = outer;
        Some(Effect::Later { on, effects, until })
    }

    /// "Choose one: • … • …".
    fn modal(&mut self) -> Option<Effect> {
        self.attempt(|p| {
            p.need("choose")?;
            let count = p.number()?;
            if !p.mark(':') {
                p.need_mark('—')?;
            }
            let mut modes = Vec::new();
            let start = p.context;
            loop {
                while p.peek().is_some_and(|token| token.kind == Kind::Mark('\n')) {
                    p.at += 1;
                }
                if !p.peek().is_some_and(|token| token.kind == Kind::Mark('•')) {
                    break;
                }
                p.at += 1;
                p.context = start;
                let cost: Vec<Cost> = p
                    .attempt(|p| {
                        let cost = p.costs()?;
                        p.need_mark(':')?;
                        Some(cost)
                    })
                    .unwrap_or_default();
                let effects = p.effects()?;
                modes.push(Mode { cost, effects });
            }
            if modes.len() < 2 || modes.len() < count as usize {
                p.expect(super::Expected::Part("another “•” with something to choose"));
                return None;
            }
            Some(Effect::Modal { count: count.clamp(1, 9) as u8, modes })
        })
    }

    /// How long: "until end of turn", "this round".
    pub fn duration(&mut self) -> Option<Duration> {
        self.attempt(|p| {
            if let Some(found) = p.any(&[
                "until end of turn",
                "until the end of the turn",
                "this turn",
                "until end of round",
                "until the end of the round",
                "this round",
                "until your next turn",
                "until the end of its next turn",
                "until the end of its controller 's next turn",
                "through its next turn",
                "while this is in play",
                "as long as this is in play",
                "until this leaves play",
                "permanently",
            ]) {
                return Some(match found {
                    0..=2 => Duration::EndOfTurn,
                    3..=5 => Duration::EndOfRound,
                    6 => Duration::YourNextTurn,
                    7..=9 => Duration::ItsNextTurn,
                    10..=12 => Duration::WhileHere,
                    _ => Duration::Forever,
                });
            }
            if p.word("for") {
                let turns = p.number()?;
                p.one_of(&["turns", "turn"])?;
                return Some(Duration::Turns(turns.clamp(0, 99) as u8));
            }
            p.need("until your next")?;
            Some(Duration::Next(p.phase()?))
        })
    }

    /// A duration, forever if none is said.
    pub fn until(&mut self) -> Duration {
        self.duration().unwrap_or(Duration::Forever)
    }
}
