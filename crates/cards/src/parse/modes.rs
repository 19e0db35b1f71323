//! Choices between effects: "Choose one: • … • …".

use onplay_engine::card::{Cost, Effect, Mode, Who};

use super::cursor::Parser;
use crate::token::Kind;

impl Parser<'_> {
    /// "Choose one: • … • …".
    pub(super) fn modal(&mut self) -> Option<Effect> {
        self.attempt(|p| {
            let who = p.attempt(|p| {
                let who = p.who().filter(|who| !matches!(who, Who::You | Who::Each))?;
                p.need("chooses")?;
                Some(who)
            });
            match who {
                Some(who) => p.bind.player(who),
                None => p.need("choose")?,
            }
            let who = who.unwrap_or(Who::You);
            let (least, count) = p.mode_count()?;
            if !p.mark(':') {
                p.need_mark('—')?;
            }
            let modes = match p.attempt(|p| p.modes_in_line()) {
                Some(modes) => modes,
                None => p.modes()?,
            };
            if modes.len() < 2 || modes.len() < count as usize {
                p.expect(super::Expected::Part("another “•” with something to choose"));
                return None;
            }
            if least == count {
                return Some(Effect::Modal { who, count: count.clamp(1, 9) as u8, modes });
            }
            let modal = Effect::Modal { who, count: 1, modes: combined(modes, count)? };
            if least > 0 {
                return Some(modal);
            }
            // None at all may be chosen.
            let (cost, otherwise) = (Vec::new(), Vec::new());
            Some(Effect::May { who, cost, then: vec![modal], otherwise })
        })
    }

    /// How many modes at least and at most: "one", "one or both", "up to two".
    fn mode_count(&mut self) -> Option<(i16, i16)> {
        if self.any(&["one or both", "one or more"]).is_some() {
            let more = self.tokens[self.at - 1].text == "more";
            return Some((1, if more { 9 } else { 2 }));
        }
        if self.words("up to") {
            return Some((0, self.number()?));
        }
        let count = self.number()?;
        Some((count, count))
    }

    /// Each behind a bullet.
    fn modes(&mut self) -> Option<Vec<Mode>> {
        let mut modes = Vec::new();
        let (start, from) = (self.context, self.bind.mentions.len());
        loop {
            while self.peek().is_some_and(|token| token.kind == Kind::Mark('\n')) {
                self.at += 1;
            }
            if !self.peek().is_some_and(|token| token.kind == Kind::Mark('•')) {
                break;
            }
            self.at += 1;
            self.context = start;
            let cost: Vec<Cost> = self
                .attempt(|p| {
                    let cost = p.costs()?;
                    p.need_mark(':')?;
                    Some(cost)
                })
                .unwrap_or_default();
            let effects = self.effects()?;
            self.bind.hide_since(from);
            modes.push(Mode { cost, effects });
        }
        Some(modes)
    }

    /// "draw a card; or you gain 1 energy", in one sentence.
    fn modes_in_line(&mut self) -> Option<Vec<Mode>> {
        let (start, from) = (self.context, self.bind.mentions.len());
        let mut modes = Vec::new();
        loop {
            self.context = start;
            let effects = self.clauses()?;
            self.bind.hide_since(from);
            modes.push(Mode { cost: Vec::new(), effects });
            if !self.sees_mark(';') {
                break;
            }
            self.at += 1;
            self.word("or");
        }
        self.stop()?;
        (modes.len() > 1).then_some(modes)
    }
}

/// Every choice of one and at most a number of modes, each as one mode.
fn combined(modes: Vec<Mode>, most: i16) -> Option<Vec<Mode>> {
    const MOST_MODES: usize = 8;
    let mut all = Vec::new();
    for picked in 0u32..1 << modes.len().min(MOST_MODES) {
        let count = picked.count_ones() as i16;
        if count < 1 || count > most {
            continue;
        }
        let chosen = modes.iter().enumerate().filter(|(at, _)| picked >> at & 1 == 1);
        let mut mode = Mode { cost: Vec::new(), effects: Vec::new() };
        for (_, one) in chosen {
            mode.cost.extend(one.cost.iter().cloned());
            mode.effects.extend(one.effects.iter().cloned());
        }
        all.push(mode);
    }
    (all.len() > 1 && all.len() <= MOST_MODES).then_some(all)
}
