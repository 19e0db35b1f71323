//! What happens later, and how long something lasts.

use onplay_engine::card::{Duration, Effect, Reference, Selection};

use super::cursor::Parser;
use crate::token::{Kind, Token};

impl Parser<'_> {
    /// "At the start of the next turn, …", "The next time …", "Until end of
    /// turn, whenever …".
    pub fn later_clause(&mut self) -> Option<Vec<Effect>> {
        if let Some(effects) = self.attempt(|p| p.next_one()) {
            return Some(effects);
        }
        if let Some(effects) = self.attempt(|p| p.later_instead()) {
            return Some(effects);
        }
        let outer = self.context;
        let (from, kept) = (self.bind.mentions.len(), self.bind.kept_count());
        self.bind.state.level += 1;
        let mut once = false;
        let (on, until) = if let Some(until) = self.attempt(|p| {
            let until = p.duration()?;
            p.mark(',');
            p.need("the next time")?;
            Some(until)
        }) {
            once = true;
            (self.event()?, Some(until))
        } else if let Some(until) = self.attempt(|p| {
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
        } else if self.is_for_this_turn() {
            self.one_of(&["whenever", "when"])?;
            let on = self.event()?;
            self.need("this turn")?;
            (on, Some(Duration::EndOfTurn))
        } else if self.words("the next time") {
            let on = self.event()?;
            let until = self.duration();
            once = until.is_some();
            (on, until)
        } else {
            self.need("at")?;
            (self.next_moment()?, None)
        };
        if self.event_condition.is_some() {
            return None;
        }
        self.mark(',');
        let effects = self.clauses()?;
        self.context = outer;
        self.bind.state.level -= 1;
        self.bind.hide_since(from);
        // Objects of the event before are kept for it.
        let keep = |(reference, slot): &(Reference, u8)| Effect::Choose {
            what: Selection { mention: Some(*slot), ..Selection::the(*reference) },
        };
        let mut all: Vec<Effect> = self.bind.kept_since(kept).iter().map(keep).collect();
        all.push(Effect::Later { on, effects, until, once, instead: false });
        Some(all)
    }

    /// "The next unit you deploy this turn gains 2 power": the next time you deploy a unit
    /// this turn, it gains 2 power.
    fn next_one(&mut self) -> Option<Vec<Effect>> {
        self.need("the next")?;
        let noun = self.at;
        self.core()?;
        let verb = self.at;
        self.need("you")?;
        let is_verb = |sense: &crate::vocabulary::Sense| {
            matches!(sense, crate::vocabulary::Sense::Action(..)).then_some(())
        };
        self.sense("a verb", is_verb)?;
        let within = self.at;
        self.duration()?;
        let rest = self.at;
        if self.at_end() || self.sees("costs") || self.sees("cost") {
            return None;
        }
        let tokens = self.tokens;
        let end = rest
            + tokens[rest..]
                .iter()
                .position(|token| matches!(token.kind, Kind::Mark('.' | '\n' | '"' | ']' | '•')))?;
        let word =
            |text: &str| Token { kind: Kind::Word, text: text.into(), span: tokens[noun].span };
        let comma = Token { kind: Kind::Mark(','), ..word(",") };
        let mut all: Vec<Token> = ["the", "next", "time"].map(word).into();
        all.extend_from_slice(&tokens[verb..within]);
        all.push(word("a"));
        all.extend_from_slice(&tokens[noun..verb]);
        all.extend_from_slice(&tokens[within..rest]);
        all.extend([comma, word("it")]);
        all.extend_from_slice(&tokens[rest..end]);
        let (found, ended) = self.within(&all, |inner| inner.later_clause());
        let found = found.filter(|_| ended.at == all.len())?;
        self.at = end;
        Some(found)
    }

    /// "When it dies this turn, …": whether the event that begins here ends so.
    pub fn is_for_this_turn(&self) -> bool {
        if !self.sees("when") && !self.sees("whenever") {
            return false;
        }
        let rest = &self.tokens[self.at.min(self.tokens.len())..];
        let comma = rest.iter().position(|token| matches!(token.kind, Kind::Mark(',' | '.')));
        comma.is_some_and(|comma| {
            comma > 3 && rest[comma - 2].text == "this" && rest[comma - 1].text == "turn"
        })
    }

    /// A moment that comes once: "the start of your next turn", "end of turn".
    pub fn next_moment(&mut self) -> Option<onplay_engine::card::Pattern> {
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
        let player = self.whose_phase(phase, player);
        Some(onplay_engine::card::Pattern {
            player,
            ..onplay_engine::card::Pattern::new(onplay_engine::card::Happening::Began(phase))
        })
    }

    /// "at the beginning of the next end step", behind a clause: it happens then.
    pub fn put_off(&mut self, effects: Vec<Effect>) -> Vec<Effect> {
        let on = self.attempt(|p| {
            p.need("at")?;
            p.next_moment()
        });
        match on {
            Some(on) => {
                let (until, once, instead) = (None, false, false);
                vec![Effect::Later { on, effects, until, once, instead }]
            }
            None => effects,
        }
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
                "until this leaves the battlefield",
                "permanently",
                "for the rest of the game",
            ]) {
                return Some(match found {
                    0..=2 => Duration::EndOfTurn,
                    3..=5 => Duration::EndOfRound,
                    6 => Duration::YourNextTurn,
                    7..=9 => Duration::ItsNextTurn,
                    10..=13 => Duration::WhileHere,
                    _ => Duration::Forever,
                });
            }
            if let Some(found) = p.attempt(|p| {
                p.one_of(&["until", "for as long as"])?;
                p.reference().filter(|reference| *reference == Reference::This)?;
                p.one_of(&[
                    "leaves play",
                    "leaves the battlefield",
                    "remains in play",
                    "is in play",
                ])?;
                Some(Duration::WhileHere)
            }) {
                return Some(found);
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
