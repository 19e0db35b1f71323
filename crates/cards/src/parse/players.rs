//! What players do one after the other, or one of them who is named.

use onplay_engine::card::{Effect, Mode, Who};

use super::cursor::Parser;
use crate::bind::Say;

impl Parser<'_> {
    /// Reads what each player does, or the one who is named: they are then "they".
    pub fn loop_of_players<T>(
        &mut self,
        who: Who,
        rule: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let (start, named) = (self.at, self.bind.mentions.len());
        self.bind.player_of_loop();
        let before = std::mem::replace(&mut self.for_players, true);
        let found = self.as_player(Who::You, rule);
        self.for_players = before;
        let found = found?;
        self.refuse_you(start);
        self.bind.player(who);
        if who == Who::Each {
            // Each has named one: together they are several.
            self.bind.mentions[named..].iter_mut().for_each(|mention| mention.many = true);
        }
        Some(found)
    }

    /// "You" is you alone, also where each player does something.
    fn refuse_you(&mut self, start: usize) {
        if self.rules {
            return;
        }
        let said = &self.tokens[start..self.at];
        let is_you = |pair: &[crate::token::Token]| {
            pair[0].text == "you" && ["control", "gain", "lose"].contains(&pair[1].text.as_str())
        };
        if let Some(at) = said.windows(2).position(is_you) {
            let span = said[at].span;
            let message = "“you” is you alone, but each player does this".to_owned();
            self.bind.refuse("ambiguous", span, message, vec![Say::Words("they")], false);
        }
    }

    /// "Target player draws two cards and loses 2 life. That player …": you or your
    /// opponent, as you choose.
    pub fn either_player(&mut self) -> Option<Vec<Effect>> {
        self.need("target player")?;
        let (start, from) = (self.at, self.bind.mentions.len());
        let mut modes = Vec::new();
        for who in [Who::You, Who::Opponent] {
            self.at = start;
            let mut effects = self.as_player(who, |p| p.player_clause())?;
            while let Some(more) = self.attempt(|p| {
                if p.sees_mark('.') {
                    p.at += 1;
                    p.one_of(&["that player", "they", "then that player"])?;
                } else {
                    if !p.mark(',') {
                        p.need("and")?;
                    } else {
                        p.any(&["and then", "then", "and"]);
                    }
                    p.any(&["that player", "they"]);
                }
                p.as_player(who, |p| p.player_clause())
            }) {
                effects.extend(more);
            }
            modes.push(Mode { cost: Vec::new(), effects });
            self.bind.hide_since(from);
        }
        Some(vec![Effect::Modal { who: Who::You, count: 1, modes }])
    }

    /// What a player does, behind who it is.
    fn player_clause(&mut self) -> Option<Vec<Effect>> {
        self.attempt(Self::player_effect).or_else(|| self.attempt(Self::moving))
    }
}
