//! Events in words.

use onplay_engine::card::{Filter, Happening, Pattern, Place, Reference, Whose};
use onplay_engine::id::{Class, TypeId};

use super::Printer;
use crate::inflect::{article, base, participle, third};
use crate::parse::ORDINALS;

impl Printer<'_> {
    /// An event or moment, after "when" or "at".
    pub fn trigger(&self, pattern: &Pattern) -> String {
        match pattern.event {
            Happening::Began(_) => format!("at {}", self.moment(pattern)),
            _ => format!("when {}", self.event(pattern)),
        }
    }

    /// "the start of your turn".
    pub fn moment(&self, pattern: &Pattern) -> String {
        let Happening::Began(phase) = pattern.event else { return self.event(pattern) };
        let whose = match pattern.player {
            Whose::Yours => "your",
            Whose::Enemy => "your opponent's",
            Whose::Any => "each",
        };
        match self.ends(phase.index()) {
            Some(word) => format!("the end of {whose} {word}"),
            None => {
                format!("the start of {whose} {}", self.vocabulary.word(Class::Phase, phase.0))
            }
        }
    }

    pub fn ends(&self, phase: usize) -> Option<&str> {
        self.vocabulary.ends.get(phase).and_then(Option::as_deref)
    }

    /// An event in the present tense, with its details.
    pub fn event(&self, pattern: &Pattern) -> String {
        let mut out = self.clause(pattern);
        if pattern.combat {
            out = out.replacen("damage", "combat damage", 1);
        }
        if pattern.together {
            // "one or more units die".
            let one = self.subject(&pattern.subject);
            let rest = out.strip_prefix(&one).unwrap_or(&out).trim_start();
            let (verb, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            let verb = if verb == "is" { "are".to_owned() } else { base(verb) };
            let many = self.noun(&pattern.subject, true);
            out = format!("one or more {many} {verb} {rest}").trim_end().to_owned();
        }
        if let Some(zone) = pattern.from {
            out.push_str(&format!(" from the {}", self.vocabulary.word(Class::Zone, zone.0)));
        }
        let lane = matches!(pattern.event, Happening::MovedIn | Happening::MovedOut)
            && matches!(pattern.place, Some(Place::Lane(_) | Place::Adjacent(_)));
        if let Some(place) = pattern.place
            && !lane
        {
            out.push_str(&format!(" {}", self.place(place)));
        }
        match pattern.turn {
            Whose::Yours => out.push_str(" during your turn"),
            Whose::Enemy => out.push_str(" during your opponent's turn"),
            Whose::Any => {}
        }
        if let Some(nth) = pattern.nth {
            let word = ORDINALS[usize::from(nth.clamp(1, 5)) - 1];
            out.push_str(&format!(" for the {word} time each turn"));
        }
        out
    }

    fn clause(&self, pattern: &Pattern) -> String {
        let verb = |name: &'static str| self.vocabulary.verb(name).to_owned();
        let counter = |id: u16| self.vocabulary.word(Class::Counter, id).to_owned();
        match pattern.event {
            Happening::Drew => self.player(pattern.player, &format!("{} a card", verb("draw"))),
            Happening::Reshuffled => self.player(pattern.player, "run out of cards"),
            Happening::Passed => self.player(pattern.player, "pass"),
            Happening::GainedCounter(id) => {
                self.player(pattern.player, &format!("gain {}", counter(id.0)))
            }
            Happening::LostCounter(id) => {
                self.player(pattern.player, &format!("lose {}", counter(id.0)))
            }
            Happening::Activated => {
                let of = match &pattern.subject {
                    Filter::Any => String::new(),
                    other => format!(" of {}", self.subject(other)),
                };
                self.player(pattern.player, &format!("activate an ability{of}"))
            }
            Happening::Created if pattern.player != Whose::Any => {
                let what = self.subject(&pattern.subject);
                self.player(pattern.player, &format!("{} {what}", verb("create")))
            }
            Happening::Occasion(id) => self.occasion(pattern, id.index()),
            Happening::Attacks
                if pattern.player != Whose::Any
                    && pattern.subject == Filter::Any
                    && pattern.other.is_none() =>
            {
                self.player(pattern.player, verb("attack").as_str())
            }
            Happening::Attached if pattern.player != Whose::Any => {
                let what = self.subject(&pattern.subject);
                let to = pattern.other.as_ref().map(|other| self.subject(other));
                let to = to.unwrap_or_else(|| "an object".into());
                self.player(pattern.player, &format!("{} {what} to {to}", verb("attach")))
            }
            event => {
                let active = match event {
                    Happening::Destroyed => Some("destroy"),
                    Happening::Sacrificed => Some("sacrifice"),
                    Happening::Discarded => Some("discard"),
                    Happening::Milled => Some("mill"),
                    Happening::Exiled => Some("exile"),
                    Happening::Deployed => Some("deploy"),
                    Happening::Played => Some("play"),
                    Happening::Entered if pattern.player != Whose::Any => Some("enter"),
                    Happening::Returned if pattern.player != Whose::Any => Some("return"),
                    _ => None,
                };
                match active {
                    Some(name) if pattern.player != Whose::Any => {
                        let what = self.subject(&pattern.subject);
                        self.player(pattern.player, &format!("{} {what}", verb(name)))
                    }
                    Some(name) => {
                        // A game may say "is dissolved" of whatever dies.
                        let dies = |(words, _): &(Vec<String>, Vec<String>)| matches!(&words[..], [is, done] if is == "is" && *done == participle(&verb(name)));
                        let shared = name == "destroy"
                            && (verb("die") == verb("destroy")
                                || self.vocabulary.same.iter().any(dies));
                        let done = participle(&if shared { name.to_owned() } else { verb(name) });
                        format!("{} is {done}", self.subject(&pattern.subject))
                    }
                    None => self.object(pattern),
                }
            }
        }
    }

    /// "you draw a card", "a player draws a card".
    fn player(&self, player: Whose, verb: &str) -> String {
        match player {
            Whose::Yours => format!("you {verb}"),
            Whose::Enemy => format!("your opponent {}", third(verb)),
            Whose::Any => format!("a player {}", third(verb)),
        }
    }

    pub fn subject(&self, filter: &Filter) -> String {
        match filter {
            Filter::Is(reference) => self.reference(*reference),
            Filter::Any => "an object".into(),
            other => self.one(other),
        }
    }

    fn occasion(&self, pattern: &Pattern, id: usize) -> String {
        let Some(occasion) = self.vocabulary.occasions.get(id) else { return "?".into() };
        if occasion.player {
            let what = match (&occasion.other, &pattern.subject) {
                (Some(_), subject) if *subject != Filter::Any => {
                    format!(" {}", self.subject(subject))
                }
                _ => String::new(),
            };
            return self.player(pattern.player, &format!("{}{what}", occasion.verb));
        }
        let mut out = format!("{} {}", self.subject(&pattern.subject), occasion.verb);
        if let (Some(preposition), Some(other)) = (&occasion.other, &pattern.other) {
            if !preposition.is_empty() {
                out.push_str(&format!(" {preposition}"));
            }
            out.push_str(&format!(" {}", self.subject(other)));
        }
        out
    }

    fn object(&self, pattern: &Pattern) -> String {
        let subject = self.subject(&pattern.subject);
        let other = pattern.other.as_ref().map(|other| self.subject(other));
        let with = |verb: &str| match &other {
            Some(other) => format!("{subject} {verb} {other}"),
            None => format!("{subject} {verb}"),
        };
        let attribute = |id: u16| self.vocabulary.word(Class::Attribute, id).replace('-', " ");
        match pattern.event {
            Happening::Entered => format!("{subject} enters"),
            Happening::Left => format!("{subject} leaves play"),
            Happening::Died => match other {
                Some(other) => format!("{subject} is killed by {other}"),
                None => format!("{subject} {}", third(self.vocabulary.verb("die"))),
            },
            Happening::Returned => {
                format!("{subject} is {}", participle(self.vocabulary.verb("return")))
            }
            Happening::PutInto(zone) => {
                format!("{subject} is put into the {}", self.vocabulary.word(Class::Zone, zone.0))
            }
            Happening::Moved => format!("{subject} {}", third(self.vocabulary.verb("move"))),
            Happening::MovedIn => self.lane_move(pattern, &subject, "into", "in"),
            Happening::MovedOut => self.lane_move(pattern, &subject, "out of", "out"),
            Happening::Damaged => match other {
                Some(other) => format!("{subject} is dealt damage by {other}"),
                None => format!("{subject} is dealt damage"),
            },
            Happening::DealtDamage => match other {
                Some(other) => format!("{subject} deals damage to {other}"),
                None => format!("{subject} deals damage"),
            },
            Happening::HitPlayer => {
                let player = match pattern.player {
                    Whose::Yours => "you",
                    Whose::Enemy => "your opponent",
                    Whose::Any => "a player",
                };
                format!("{subject} deals damage to {player}")
            }
            Happening::Healed => format!("{subject} is healed"),
            Happening::Gained(id) => format!("{subject} gains {}", attribute(id.0)),
            Happening::Lost(id) => format!("{subject} loses {}", attribute(id.0)),
            Happening::FlagSet(flag) => {
                format!("{subject} becomes {}", self.vocabulary.word(Class::Flag, flag.0))
            }
            Happening::FlagCleared(flag) => {
                let rule = self.vocabulary.rules.flags.get(flag.index());
                match rule.and_then(|rule| rule.opposite.clone()) {
                    Some(word) => format!("{subject} becomes {word}"),
                    None => format!(
                        "{subject} is no longer {}",
                        self.vocabulary.word(Class::Flag, flag.0)
                    ),
                }
            }
            Happening::Attacks => with(&third(self.vocabulary.verb("attack"))),
            Happening::Attacked => with("finishes attacking"),
            Happening::Blocks => with("blocks"),
            Happening::Created => format!("{subject} is created"),
            Happening::Targeted => format!("{subject} is targeted"),
            Happening::Attached => match other {
                Some(other) => format!("{subject} is attached to {other}"),
                None => format!("{subject} is attached"),
            },
            Happening::Tapped(kind) => self.tapped(pattern, kind),
            Happening::Began(_) => self.moment(pattern),
            _ => subject,
        }
    }

    fn tapped(&self, pattern: &Pattern, kind: TypeId) -> String {
        let filter = pattern.subject.clone().and(Filter::Type(kind));
        format!("{} is tapped for mana", self.one(&crate::normal::filter(filter)))
    }

    fn lane_move(&self, pattern: &Pattern, subject: &str, into: &str, plain: &str) -> String {
        let moves = third(self.vocabulary.verb("move"));
        let word = self.place_word(None);
        match pattern.place {
            Some(Place::Lane(Reference::This)) => format!("{subject} {moves} {into} this {word}"),
            Some(Place::Lane(reference)) => {
                format!("{subject} {moves} {into} the {word} of {}", self.reference(reference))
            }
            Some(Place::Adjacent(reference)) => format!(
                "{subject} {moves} {into} {} {word} adjacent to {}",
                article(&word),
                self.reference(reference)
            ),
            _ => format!("{subject} {moves} {plain}"),
        }
    }
}
