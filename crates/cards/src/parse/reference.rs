//! Pronouns and players: this, it, its controller, you.

use onplay_engine::card::{Reference, Who, Whose};

use super::cursor::Parser;
use crate::token::Kind;
use crate::vocabulary::Sense;

impl Parser<'_> {
    /// One particular object.
    pub fn reference(&mut self) -> Option<Reference> {
        self.labelled("“this” or “it”", |p| {
            if let Some(reference) = p.own_name() {
                return Some(reference);
            }
            if p.word("this") {
                if p.sees("turn") || p.sees("round") || p.place_word_here() {
                    return None;
                }
                p.attempt(|p| p.head_noun());
                return Some(Reference::This);
            }
            if p.any(&["it", "them", "they"]).is_some() {
                return Some(p.context.it);
            }
            if p.word("that") {
                p.head_noun()?;
                return Some(p.context.it);
            }
            p.word("the");
            if let Some(found) = p.sense("an object", |sense| match sense {
                Sense::Reference(reference) => Some(*reference),
                _ => None,
            }) {
                return Some(found);
            }
            match p.any(&[
                "triggering",
                "other one",
                "chosen one",
                "first chosen one",
                "second chosen one",
                "third chosen one",
                "host",
                "attacker",
                "defender",
            ])? {
                0 => {
                    if !p.word("one") {
                        p.head_noun()?;
                    }
                    Some(Reference::Subject)
                }
                1 => Some(Reference::Other),
                2 => Some(Reference::It),
                number @ 3..=5 => Some(Reference::Chosen(number as u8 - 3)),
                6 => Some(Reference::Host),
                7 => Some(Reference::Attacker),
                _ => Some(Reference::Defender),
            }
        })
    }

    /// Somebody's: "its", "this card's".
    pub fn possessive(&mut self) -> Option<Reference> {
        self.attempt(|p| {
            if p.any(&["its", "their"]).is_some() {
                return Some(p.context.it);
            }
            let reference = p.reference()?;
            p.need("'s")?;
            Some(reference)
        })
    }

    fn own_name(&mut self) -> Option<Reference> {
        let here = &self.tokens[self.at.min(self.tokens.len())..];
        let own = self.own;
        let fits = |name: &&Vec<String>| {
            !name.is_empty()
                && here.len() >= name.len()
                && here.iter().zip(name.iter()).all(|(token, word)| token.text == *word)
        };
        let length = own.iter().filter(fits).map(Vec::len).max()?;
        self.at += length;
        Some(Reference::This)
    }

    /// Whether the next word is a lane's or slot's.
    pub fn place_word_here(&self) -> bool {
        self.peek().is_some_and(|token| {
            token.kind == Kind::Word
                && self
                    .vocabulary
                    .senses(&token.text)
                    .iter()
                    .any(|sense| matches!(sense, Sense::Place(_)))
        })
    }

    /// A player, as the subject or object of a clause.
    pub fn who(&mut self) -> Option<Who> {
        self.labelled("a player", |p| {
            let found = p.any(&[
                "your opponent",
                "the opponent",
                "an opponent",
                "opponents",
                "each opponent",
                "the enemy player",
                "you",
                "each player",
                "that player",
                "the acting player",
                "the active player",
            ]);
            match found {
                Some(0..=5) => return Some(Who::Opponent),
                Some(6) => return Some(Who::You),
                Some(7) => return Some(Who::Each),
                Some(8) => return Some(Who::EventPlayer),
                Some(9) => return Some(Who::Actor),
                Some(10) => return Some(Who::Active),
                _ => {}
            }
            let reference = p.possessive()?;
            match p.any(&["controller", "owner"])? {
                0 => Some(Who::Controller(reference)),
                _ => Some(Who::Owner(reference)),
            }
        })
    }

    /// Whose something is: "your", "your opponent's", "each".
    pub fn whose(&mut self) -> Option<Whose> {
        match self.any(&[
            "your opponent 's",
            "the opponent 's",
            "an opponent 's",
            "the enemy 's",
            "the enemy",
            "enemy",
            "your",
            "each player 's",
            "each",
            "every",
            "any",
            "the",
            "a",
        ])? {
            0..=5 => Some(Whose::Enemy),
            6 => Some(Whose::Yours),
            _ => Some(Whose::Any),
        }
    }

    /// A player who does something in an event: "you", "an opponent".
    pub fn doer(&mut self) -> Option<Whose> {
        match self.any(&["you", "your opponent", "an opponent", "the opponent", "a player"])? {
            0 => Some(Whose::Yours),
            1..=3 => Some(Whose::Enemy),
            _ => Some(Whose::Any),
        }
    }
}
