//! The rules: what a pronoun, *that unit* and *another* mean.

use onplay_engine::card::{Filter, Reference, Whose};
use onplay_engine::id::AttributeId;

use super::mention::{Bind, Made, Mention, Where};
use super::slots::UNBOUND;
use crate::diagnostic::Span;

/// What the words do with a pronoun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Something is done to it that can be done to what is in play.
    DoneInPlay,
    /// Something is done to it that can be done to a card in hand.
    DoneInHand,
    /// Something is done to it, or said of it, wherever it is.
    Done,
    /// It does something itself.
    Does,
    /// Something of it: "its attack".
    Its(Option<AttributeId>),
}

/// A pronoun and what it means, for readers of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// Where the pronoun stands.
    pub from: Span,
    /// The phrase that is meant; none for the card itself.
    pub to: Option<Span>,
}

/// What to say instead of a pronoun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Say {
    This,
    /// "that", with the noun that stands here, or this one if it stands nowhere.
    That(Span, Filter),
    Words(&'static str),
}

/// A pronoun that means nothing, or two things.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub code: &'static str,
    pub span: Span,
    pub message: String,
    /// What to say in its place.
    pub say: Vec<Say>,
    /// The pronoun is a possessive.
    pub owns: bool,
}

/// What the rules found.
enum Found {
    This,
    At(usize),
    Refused(&'static str, String, Vec<Say>),
}

impl Bind {
    /// "it", "its".
    pub fn it(&mut self, deed: Deed, span: Span, words: &str) -> Reference {
        let owns = matches!(deed, Deed::Its(_));
        if let (Deed::Its(Some(owned)), Some(compared)) = (deed, self.state.describing) {
            let earlier = self.last_single(deed);
            if owned != compared {
                match earlier {
                    None => return Reference::It,
                    Some(at) => {
                        let message =
                            format!("“{words}” could be of what is described or of what was named");
                        let say = vec![Say::Words("its own"), self.say_that(at)];
                        return self.refuse("ambiguous", span, message, say, true);
                    }
                }
            }
        }
        if owns && let Some(subject) = self.state.subject {
            return subject;
        }
        match self.find_single(deed, words) {
            Found::This => {
                self.links.push(Link { from: span, to: None });
                Reference::This
            }
            Found::At(at) => self.link(at, span),
            Found::Refused(code, message, say) => self.refuse(code, span, message, say, owns),
        }
    }

    fn fits(&self, at: usize, deed: Deed) -> bool {
        match deed {
            Deed::DoneInPlay | Deed::Does => self.place_of(at) == Where::InPlay,
            Deed::DoneInHand => self.place_of(at) == Where::Hand,
            Deed::Done | Deed::Its(_) => true,
        }
    }

    fn is_open(&self, at: usize) -> bool {
        !self.is_hidden(at) && !self.mentions[at].asked
    }

    fn last_single(&self, deed: Deed) -> Option<usize> {
        let single = |at: &usize| self.is_open(*at) && !self.mentions[*at].many;
        let mut all = (0..self.mentions.len()).rev();
        let fitting = all.clone().filter(single).find(|at| self.fits(*at, deed));
        fitting.or_else(|| all.find(single))
    }

    fn find_single(&self, deed: Deed, words: &str) -> Found {
        let last = self.last_single(deed);
        let asked = (0..self.mentions.len())
            .rev()
            .find(|at| self.mentions[*at].asked && !self.is_hidden(*at));
        if let Some(asked) = asked
            && last.is_none_or(|last| last < asked)
        {
            let message = format!("“{words}” cannot be what a condition only asks about");
            let say = Vec::new();
            return Found::Refused("no-antecedent", message, say);
        }
        let Some(last) = last else { return self.nothing_named(words) };
        let mention = &self.mentions[last];
        // A drawn card cannot be readied: what else was meant is to be said.
        if deed == Deed::DoneInPlay && self.place_of(last) == Where::Hand && !self.state.once {
            let message = format!("“{words}” cannot be what is not in play");
            return Found::Refused("ambiguous", message, vec![Say::This]);
        }
        if mention.of_this && !matches!(deed, Deed::DoneInPlay | Deed::DoneInHand | Deed::Done) {
            let message = format!("“{words}” could be this card or the other one");
            return Found::Refused("ambiguous", message, vec![Say::This, self.say_that(last)]);
        }
        let rival = (0..last).rev().find(|at| {
            let other = &self.mentions[*at];
            let one_clause = other.clause == mention.clause;
            let earlier =
                mention.level > 0 && other.level < mention.level && is_of_event(mention.made);
            self.is_open(*at)
                && !other.many
                && other.target != mention.target
                && self.fits(*at, deed)
                && (one_clause || earlier)
        });
        // A delayed trigger's own event names something too.
        let level = self.state.level;
        let own = (0..self.mentions.len()).find(|at| {
            let other = &self.mentions[*at];
            mention.level < level && other.level == level && is_of_event(other.made)
        });
        if let Some(rival) = rival.or(own) {
            let message = format!("“{words}” could be either of two things");
            let say = vec![self.say_that(rival), self.say_that(last)];
            return Found::Refused("ambiguous", message, say);
        }
        Found::At(last)
    }

    /// No single thing can be meant.
    fn nothing_named(&self, words: &str) -> Found {
        let several =
            (0..self.mentions.len()).rev().find(|at| self.is_open(*at) && self.mentions[*at].many);
        if several.is_some() {
            let message = format!("“{words}” is one, but several were named");
            let say = if words == "its" {
                "their"
            } else if words == "it" {
                "they"
            } else {
                "them"
            };
            return Found::Refused("several", message, vec![Say::Words(say)]);
        }
        let hidden = (0..self.mentions.len()).rev().find(|at| self.is_hidden(*at));
        if let Some(hidden) = hidden {
            let over = self.mentions[hidden].made == Made::Loop;
            let message = if over {
                format!("“{words}” cannot be what the loop went through: the loop is over")
            } else {
                format!("“{words}” cannot be what only one of several branches names")
            };
            return Found::Refused("no-antecedent", message, vec![Say::This]);
        }
        if self.state.once {
            let message = format!("nothing has been named that “{words}” could be");
            return Found::Refused("no-antecedent", message, Vec::new());
        }
        Found::This
    }

    /// "they", "them", "their", of objects.
    pub fn them(&mut self, span: Span, words: &str, owns: bool) -> Reference {
        if owns && let Some(subject) = self.state.subject {
            return subject;
        }
        let open = |at: &usize| self.is_open(*at);
        let mut all = (0..self.mentions.len()).rev();
        let several = all.clone().filter(open).find(|at| self.mentions[*at].many);
        let found = several.or_else(|| all.find(open));
        match found {
            Some(at) => self.link(at, span),
            None => {
                let message = format!("nothing has been named that “{words}” could be");
                self.refuse("no-antecedent", span, message, Vec::new(), owns)
            }
        }
    }

    /// "their", before an attribute where one number is needed or before anything else.
    pub fn their(&mut self, span: Span, one_number: bool) -> Reference {
        let owns_each = self.state.subject.is_some();
        let found = self.them(span, "their", true);
        let is_many = |one: &Mention| one.target == found && one.many;
        if one_number && !owns_each && self.mentions.iter().any(is_many) {
            let message = "“their” means several, and one number is needed".to_owned();
            return self.refuse("ambiguous", span, message, vec![Say::Words("their total")], false);
        }
        found
    }

    /// "those units": the last mention of several of the noun.
    pub fn those(&mut self, noun: &Filter, span: Span, words: &str) -> Reference {
        let fits = |at: &usize| {
            self.is_open(*at)
                && self.mentions[*at].many
                && !contradict(&self.mentions[*at].noun, noun)
        };
        match (0..self.mentions.len()).rev().find(fits) {
            Some(at) => self.link(at, span),
            None => {
                let message = format!("nothing has been named that “{words}” could be");
                self.refuse("no-antecedent", span, message, Vec::new(), false)
            }
        }
    }

    /// The two single things that one clause named: "both".
    pub fn both(&mut self, span: Span) -> Option<[Reference; 2]> {
        let open: Vec<usize> = (0..self.mentions.len())
            .filter(|at| self.is_open(*at) && !self.mentions[*at].many)
            .collect();
        // "When an ally enters next to this, both …": the one of the event, and this.
        if let [only] = open.as_slice()
            && !self.state.once
            && matches!(self.mentions[*only].made, Made::Doer(_) | Made::DoneTo(_))
        {
            return Some([self.link(*only, span), Reference::This]);
        }
        let [.., first, second] = open.as_slice() else { return None };
        (self.mentions[*first].clause == self.mentions[*second].clause)
            .then(|| [self.link(*first, span), self.link(*second, span)])
    }

    /// "that unit", "the sacrificed unit": the last mention of the noun, made so.
    pub fn that(
        &mut self,
        noun: &Filter,
        made: impl Fn(Made) -> bool,
        span: Span,
        words: &str,
    ) -> Reference {
        // "That unit" is one; "the discarded cards" may be several.
        let single = words.starts_with("that ");
        let fits = |at: &usize| {
            let mention = &self.mentions[*at];
            self.is_open(*at) && made(mention.made) && !(single && mention.many)
        };
        let mut named: Vec<usize> = (0..self.mentions.len())
            .filter(fits)
            .filter(|at| is_kind_of(&self.mentions[*at].noun, noun))
            .collect();
        // "That card" is rather what was called a card than what was called a unit.
        let is_card = |at: &usize| !has_kind(&self.mentions[*at].noun);
        if *noun == Filter::Any && named.iter().any(is_card) {
            named.retain(is_card);
        }
        let loose = || {
            let mut all = (0..self.mentions.len()).filter(fits);
            all.rfind(|at| !contradict(&self.mentions[*at].noun, noun))
        };
        let Some(last) = named.last().copied().or_else(loose) else {
            let message = format!("nothing has been named that “{words}” could be");
            return self.refuse("no-antecedent", span, message, Vec::new(), false);
        };
        let rival = named.iter().rev().nth(1).filter(|at| {
            self.mentions[**at].clause == self.mentions[last].clause
                && self.mentions[**at].target != self.mentions[last].target
        });
        if rival.is_some() {
            let message = format!("“{words}” could be either of two things");
            let say = vec![Say::Words("the first named"), Say::Words("the second named")];
            return self.refuse("ambiguous", span, message, say, false);
        }
        self.link(last, span)
    }

    /// "the first chosen unit", counted among those that fit.
    pub fn ordinal(
        &mut self,
        number: usize,
        noun: &Filter,
        made: impl Fn(Made) -> bool,
        span: Span,
        words: &str,
    ) -> Reference {
        let mut fitting = (0..self.mentions.len()).filter(|at| {
            self.is_open(*at)
                && made(self.mentions[*at].made)
                && !contradict(&self.mentions[*at].noun, noun)
        });
        match fitting.nth(number) {
            Some(at) => self.link(at, span),
            None => {
                let message = format!("so many have not been named before “{words}”");
                self.refuse("no-antecedent", span, message, Vec::new(), false)
            }
        }
    }

    /// What "another" excludes: every earlier mention of such a thing, or else this.
    pub fn others(&mut self, noun: &Filter, span: Span) -> Vec<Reference> {
        let mut found: Vec<Reference> = Vec::new();
        for at in 0..self.mentions.len() {
            let mention = &self.mentions[at];
            let is_named = matches!(
                mention.target,
                Reference::Host | Reference::Attacker | Reference::Defender
            );
            if !self.is_open(at)
                || is_named
                || contradict(&mention.noun, noun)
                || is_elsewhere(&mention.noun, noun)
                || (mention.made.is_of_cards() && !crate::parse::has_zone(noun))
            {
                continue;
            }
            let target = self.keep_if_past(at);
            if !found.contains(&target) {
                found.push(target);
            }
        }
        if found.is_empty() {
            if self.state.once && !crate::parse::has_zone(noun) {
                let message = "other than what? nothing has been named".to_owned();
                self.refuse("no-antecedent", span, message, Vec::new(), false);
            }
            found.push(Reference::This);
        }
        found
    }

    fn say_that(&self, at: usize) -> Say {
        Say::That(self.mentions[at].core, self.mentions[at].noun.clone())
    }

    /// The reference to a mention, noted for readers.
    fn link(&mut self, at: usize, span: Span) -> Reference {
        self.links.push(Link { from: span, to: Some(self.mentions[at].span) });
        self.keep_if_past(at)
    }

    /// An object of an event before a delayed trigger is not the trigger's own: it is
    /// kept under a number.
    fn keep_if_past(&mut self, at: usize) -> Reference {
        let (target, level) = (self.mentions[at].target, self.mentions[at].level);
        if matches!(target, Reference::Slot(_)) || level == self.state.level {
            return target;
        }
        if let Some((_, slot)) = self.kept.iter().find(|(kept, _)| *kept == target) {
            return Reference::Slot(*slot);
        }
        let slot = self.next_slot();
        self.kept.push((target, slot));
        Reference::Slot(slot)
    }

    /// What a delayed trigger keeps of the event before it, since some point.
    pub fn kept_since(&self, from: usize) -> &[(Reference, u8)] {
        &self.kept[from.min(self.kept.len())..]
    }

    /// How much is kept so far.
    pub fn kept_count(&self) -> usize {
        self.kept.len()
    }

    pub fn refuse(
        &mut self,
        code: &'static str,
        span: Span,
        message: String,
        say: Vec<Say>,
        owns: bool,
    ) -> Reference {
        self.problems.push(Problem { code, span, message, say, owns });
        UNBOUND
    }
}

fn is_of_event(made: Made) -> bool {
    matches!(made, Made::Doer(_) | Made::DoneTo(_))
}

/// Whether everything that matches the first filter is of the kind of the second.
pub(super) fn is_kind_of(noun: &Filter, kind: &Filter) -> bool {
    let parts = |filter: &Filter| filter.clone().into_parts();
    let has = parts(noun);
    parts(kind).iter().all(|part| has.contains(part))
}

/// Whether a filter says of what kind its objects are.
fn has_kind(noun: &Filter) -> bool {
    noun.clone().into_parts().iter().any(|part| {
        matches!(part, Filter::Type(_) | Filter::Subtype(_) | Filter::Token | Filter::OneOf(_))
    })
}

/// Whether nothing can match both filters, as far as they say.
fn contradict(one: &Filter, other: &Filter) -> bool {
    let (one, other) = (one.clone().into_parts(), other.clone().into_parts());
    let side = |parts: &[Filter]| {
        parts.iter().find_map(|part| match part {
            Filter::Controller(whose) => Some(*whose),
            _ => None,
        })
    };
    let kinds = |parts: &[Filter]| -> Vec<onplay_engine::id::TypeId> {
        parts
            .iter()
            .flat_map(|part| match part {
                Filter::Type(kind) => vec![*kind],
                Filter::OneOf(list) => list
                    .iter()
                    .filter_map(|part| match part {
                        Filter::Type(kind) => Some(*kind),
                        _ => None,
                    })
                    .collect(),
                _ => Vec::new(),
            })
            .collect()
    };
    let sides = matches!(
        (side(&one), side(&other)),
        (Some(Whose::Yours), Some(Whose::Enemy)) | (Some(Whose::Enemy), Some(Whose::Yours))
    );
    let (left, right) = (kinds(&one), kinds(&other));
    sides
        || (!left.is_empty() && !right.is_empty() && !left.iter().any(|kind| right.contains(kind)))
}

/// Whether the two are looked for in different zones.
fn is_elsewhere(one: &Filter, other: &Filter) -> bool {
    let zone = |filter: &Filter| {
        filter.clone().into_parts().into_iter().find_map(|part| match part {
            Filter::Zone(zone) => Some(zone),
            _ => None,
        })
    };
    zone(one) != zone(other)
}
