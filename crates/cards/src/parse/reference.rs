//! Pronouns and players: this, it, that unit, its controller, you.

use onplay_engine::card::{Filter, Happening, Reference, Verb, Who, Whose};

use super::cursor::Parser;
use super::event::{ORDINALS, PASSIVES};
use crate::bind::{Deed, Made};
use crate::token::Kind;
use crate::vocabulary::{Action, Form, Sense};

impl Parser<'_> {
    /// One particular object, of which something is said or to which something is
    /// done wherever it is.
    pub fn reference(&mut self) -> Option<Reference> {
        self.reference_for(Deed::Done)
    }

    /// One particular object that the words do this with.
    pub fn reference_for(&mut self, deed: Deed) -> Option<Reference> {
        self.labelled("“this” or “it”", |p| {
            if let Some(reference) = p.own_name() {
                return Some(reference);
            }
            let start = p.at;
            if p.word("this") {
                if p.sees("turn") || p.sees("round") || p.place_word_here() {
                    return None;
                }
                p.attempt(|p| p.head_noun());
                return Some(Reference::This);
            }
            if p.word("it") {
                let span = p.span_since(start);
                return Some(p.bind.it(deed, span, "it"));
            }
            if p.word("those") {
                let noun = p.named_noun()?;
                let (span, words) = (p.span_since(start), p.words_since(start));
                return Some(p.bind.those(&noun, span, &words));
            }
            if let Some(found) = p.any(&["them", "they"]) {
                let span = p.span_since(start);
                return Some(p.bind.them(span, ["them", "they"][found], false));
            }
            if p.word("that") {
                if p.sees("player") || p.place_word_here() {
                    return None;
                }
                let noun = p.named_noun()?;
                let span = p.span_since(start);
                let words = p.words_since(start);
                return Some(p.bind.that(&noun, |_| true, span, &words));
            }
            let the = p.word("the");
            if let Some(found) = p.sense("an object", |sense| match sense {
                Sense::Reference(reference) => Some(*reference),
                _ => None,
            }) {
                let span = p.span_since(start);
                return Some(if p.rules { found } else { p.bind.name(found, span) });
            }
            // Rules choose before the colon, and mean that.
            if p.rules && p.words("chosen one") {
                return Some(Reference::Chosen(0));
            }
            if the && let Some(found) = p.attempt(|p| p.described(start)) {
                return Some(found);
            }
            match p.any(&["triggering", "other one", "host", "attacker", "defender"])? {
                0 => {
                    if !p.word("one") {
                        p.head_noun()?;
                    }
                    Some(Reference::Subject)
                }
                1 => Some(Reference::Other),
                2 => Some(Reference::Host),
                3 => Some(Reference::Attacker),
                _ => Some(Reference::Defender),
            }
        })
    }

    /// "the sacrificed unit", "the first chosen unit", behind "the".
    fn described(&mut self, start: usize) -> Option<Reference> {
        let ordinal = self.any(&ORDINALS);
        let named = ordinal.is_some() && self.word("named");
        let made = if named { None } else { Some(self.manner()?) };
        let noun = self.named_noun()?;
        let (span, words) = (self.span_since(start), self.words_since(start));
        let fits = move |kind: Made| made.is_none_or(|made| made.fits(kind));
        Some(match ordinal {
            Some(number) => self.bind.ordinal(number, &noun, fits, span, &words),
            None => self.bind.that(&noun, fits, span, &words),
        })
    }

    /// How something came into the text: "sacrificed", "chosen", "attacking".
    fn manner(&mut self) -> Option<Manner> {
        if let Some(found) = self.any(&[
            "chosen",
            "revealed",
            "found",
            "attacked",
            "blocked",
            "attacking",
            "blocking",
        ]) {
            return Some(match found {
                0 => Manner::Chosen,
                1 | 2 => Manner::Revealed,
                3 => Manner::DoneTo(Happening::Attacks),
                4 => Manner::DoneTo(Happening::Blocks),
                5 => Manner::Doer(Happening::Attacks),
                _ => Manner::Doer(Happening::Blocks),
            });
        }
        self.sense("a verb", |sense| match sense {
            Sense::Action(action, Form::Participle) => Some(Manner::By(*action)),
            _ => None,
        })
    }

    /// The noun behind "that": adjectives and a type, or "one".
    fn named_noun(&mut self) -> Option<Filter> {
        if self.any(&["ones", "one"]).is_some() {
            return Some(Filter::Any);
        }
        let start = self.at;
        let found = self.core()?;
        if self.tokens[start..self.at].iter().any(|token| token.text == "other") {
            return None;
        }
        Some(crate::normal::filter(found))
    }

    /// The words since some token, as they are told in refusals.
    pub fn words_since(&self, start: usize) -> String {
        let words: Vec<&str> =
            self.tokens[start..self.at].iter().map(|token| token.text.as_str()).collect();
        words.join(" ").replace(" 's", "'s")
    }

    /// Somebody's: "its", "this card's", "each unit's own".
    pub fn possessive(&mut self) -> Option<Reference> {
        self.attempt(|p| {
            let start = p.at;
            if p.any(&["its own", "their own"]).is_some() {
                return Some(Reference::It);
            }
            if let Some(own) = p.attempt(|p| {
                p.one_of(&["each", "that"])?;
                p.core()?;
                p.need("'s own")?;
                Some(Reference::It)
            }) {
                return Some(own);
            }
            if p.word("its") {
                let span = p.span_since(start);
                let owned = p.attribute_ahead();
                return Some(p.bind.it(Deed::Its(owned), span, "its"));
            }
            if p.word("their") {
                let span = p.span_since(start);
                let is_total = p.word("total");
                let one_number = !is_total && p.attribute_ahead().is_some();
                return Some(p.bind.their(span, one_number));
            }
            let reference = p.reference_for(Deed::Done)?;
            p.need("'s")?;
            p.word("total");
            Some(reference)
        })
    }

    /// The attribute that the next words name, without reading them.
    fn attribute_ahead(&mut self) -> Option<onplay_engine::id::AttributeId> {
        let (at, furthest, expected) = (self.at, self.furthest, self.expected.len());
        let found = self.attribute();
        self.at = at;
        if found.is_none() && self.furthest == furthest {
            self.expected.truncate(expected);
        }
        found
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
            // Whoever is in charge, where players are gone through.
            if p.for_players && p.words("the player") {
                return Some(Who::You);
            }
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
                "they",
                "the first player",
                "the second player",
            ]);
            match found {
                Some(0..=5) => return Some(Who::Opponent),
                Some(6) => return Some(Who::You),
                Some(7) => return Some(Who::Each),
                Some(8) => {
                    let found = p.bind.that_player();
                    if found.is_none() && !p.bind.state.has_event && !p.rules {
                        let span = p.span_since(p.at - 2);
                        let message = "no player has been named that this could be".to_owned();
                        p.bind.refuse("no-antecedent", span, message, Vec::new(), false);
                    }
                    return Some(found.unwrap_or(Who::EventPlayer));
                }
                Some(9) => return Some(Who::Actor),
                Some(10) => return Some(Who::Active),
                Some(11) => return p.bind.they(),
                Some(12) if p.rules => return Some(Who::First),
                Some(13) if p.rules => return Some(Who::Second),
                Some(_) => return None,
                None => {}
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
        if self.words("an opponent 's") {
            return Some(Whose::Enemy);
        }
        match self.any(&[
            "your opponent 's",
            "the opponent 's",
            "each opponent 's",
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

/// How words say that something came into the text.
#[derive(Clone, Copy)]
enum Manner {
    Chosen,
    Revealed,
    By(Action),
    DoneTo(Happening),
    Doer(Happening),
}

impl Manner {
    fn fits(self, made: Made) -> bool {
        match (self, made) {
            (Manner::Chosen, Made::Chosen | Made::By(_) | Made::Loop) => true,
            (Manner::Revealed, Made::Revealed) => true,
            (Manner::By(wanted), Made::By(action)) => wanted == action,
            (Manner::By(wanted), Made::DoneTo(happening) | Made::Doer(happening)) => {
                let passive =
                    PASSIVES.iter().any(|(action, event)| *action == wanted && *event == happening);
                let dead = wanted == Action::Move(Verb::Destroy) && happening == Happening::Died;
                let drawn = wanted == Action::Draw && happening == Happening::Drew;
                let created = wanted == Action::Create && happening == Happening::Created;
                passive || dead || drawn || created
            }
            (Manner::DoneTo(Happening::Attacks), Made::DoneTo(event)) => {
                matches!(event, Happening::Attacks | Happening::Attacked)
            }
            (Manner::Doer(Happening::Attacks), Made::Doer(event)) => {
                matches!(event, Happening::Attacks | Happening::Attacked)
            }
            (Manner::DoneTo(wanted), Made::DoneTo(event)) => wanted == event,
            (Manner::Doer(wanted), Made::Doer(event)) => wanted == event,
            _ => false,
        }
    }
}
