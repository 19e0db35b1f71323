//! The vocabulary of one game: every word its cards may use, and what it is.

use std::collections::HashMap;

use onplay_engine::card::{Filter, Happening, Quantity, Reference, Span, Timing, Verb, Who};
use onplay_engine::id::{
    AttributeId, CardId, Class, CounterId, DamageId, FlagId, KeywordId, MeasureId, Names,
    OccasionId, PhaseId, SubtypeId, TypeId, ZoneKind,
};
use onplay_engine::rulebook::{Role, Rules, Shape};

use crate::inflect;
use crate::inline_token::Described;
use crate::parse::Parser;
use crate::token::{self, Token};

/// What a word or phrase of the game can be.
#[derive(Clone, PartialEq, Debug)]
pub enum Sense {
    Attribute(AttributeId),
    Counter(CounterId),
    /// What a player is or is not.
    PlayerStatus(CounterId, bool),
    Flag(FlagId, bool),
    /// The verb that sets or clears a status.
    SetFlag(FlagId, bool),
    Keyword(KeywordId),
    Type(TypeId),
    Subtype(SubtypeId),
    Zone(ZoneKind),
    /// One place of a zone: lane, slot.
    Place(ZoneKind),
    Phase(PhaseId),
    /// How this ends: the phase that is "the end of the turn".
    EndOf(PhaseId),
    Damage(DamageId),
    Measure(Who, MeasureId),
    /// A quantity that the rulebook names.
    Quantity(Box<Quantity>),
    Card(CardId),
    Noun(Filter),
    Adjective(Filter),
    Reference(Reference),
    Action(Action, Form),
    Occasion(OccasionId),
}

/// What a verb does, whatever the game calls it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    Move(Verb),
    Cancel,
    Draw,
    Play,
    Create,
    Attach,
    Die,
    Attack,
}

/// The form of a verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Base,
    Third,
    Participle,
}

/// A game-only event and how it is said.
#[derive(Clone, PartialEq, Debug)]
pub struct Occasion {
    pub verb: String,
    pub other: Option<String>,
    pub player: bool,
}

/// A sentence that stands for another.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    pub pattern: Vec<Piece>,
    pub body: Vec<Token>,
}

/// A word of a definition's pattern, or a hole in it.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    Word(String),
    Number,
    Cost,
    Thing,
}

/// What a label before a colon stands for.
#[derive(Clone, PartialEq, Debug)]
pub enum Label {
    Start(Vec<Token>),
    Timing(Timing),
}

/// All words of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Vocabulary {
    pub(crate) names: Names,
    pub(crate) rules: Rules,
    /// The attributes of "+1/+1".
    pub pair: Option<(AttributeId, AttributeId)>,
    /// When activated abilities can be used, if a card does not say.
    pub(crate) activation: Timing,
    /// A mask of types whose text happens once.
    pub once: u32,
    pub(crate) supertypes: Vec<String>,
    /// A mask of types whose cards never come into play.
    pub(crate) out_of_play: u32,
    /// By counter: it is only paid.
    pub(crate) only_paid: Vec<bool>,
    /// By type: the attributes that its cards must print.
    pub(crate) needs: Vec<Vec<String>>,
    /// By type: the timing that it gives its cards.
    pub(crate) type_timings: Vec<Option<Timing>>,
    /// Reminder text by keyword.
    pub(crate) reminders: Vec<String>,
    /// Timing that a keyword gives, by keyword.
    pub(crate) timings: Vec<Option<Timing>>,
    /// By counter: its letter in mana costs.
    pub symbols: Vec<Option<String>>,
    pub(crate) occasions: Vec<Occasion>,
    pub(crate) labels: Vec<(Vec<String>, Label)>,
    pub(crate) effects: Vec<Definition>,
    pub(crate) conditions: Vec<Definition>,
    pub(crate) abilities: Vec<Definition>,
    pub(crate) quantities: Vec<Definition>,
    /// By zone: the word for one place of it.
    pub(crate) places: Vec<Option<String>>,
    /// By phase: what it is the end of.
    pub(crate) ends: Vec<Option<String>>,
    /// Stages of the rulebook that repeat, and what each time is.
    pub(crate) spans: Vec<(PhaseId, Span)>,
    /// By measure: "lanes you control" and the same for the opponent.
    pub(crate) measures: Vec<(String, String)>,
    verbs: HashMap<&'static str, Vec<String>>,
    set_verbs: HashMap<(u16, bool), String>,
    /// By first word: how many words its phrases have.
    lengths: HashMap<String, Vec<usize>>,
    senses: HashMap<String, Vec<Sense>>,
    /// The names of the game's tokens, in their order.
    pub(crate) token_names: Vec<String>,
    /// Tokens by what texts can say of them.
    pub(crate) tokens: Vec<(Described, CardId)>,
    /// Phrases that stand for others, longest first.
    pub(crate) same: Vec<(Vec<String>, Vec<String>)>,
}

impl Vocabulary {
    /// Enters a phrase in a sense, once.
    pub(crate) fn add(&mut self, phrase: &str, sense: Sense) {
        let words = token::words(phrase);
        let Some(first) = words.first().cloned() else { return };
        let senses = self.senses.entry(words.join(" ")).or_default();
        if senses.contains(&sense) {
            return;
        }
        senses.push(sense);
        let lengths = self.lengths.entry(first).or_default();
        if !lengths.contains(&words.len()) {
            lengths.push(words.len());
            lengths.sort_unstable_by(|a, b| b.cmp(a));
        }
    }

    /// Enters a noun's singular and plural.
    pub(crate) fn add_noun(&mut self, phrase: &str, sense: Sense) {
        self.add(phrase, sense.clone());
        self.add(&inflect::plural(phrase), sense);
    }

    /// Enters the forms of a verb.
    pub(crate) fn add_verb(&mut self, name: &'static str, action: Action, word: &str) {
        self.add(word, Sense::Action(action, Form::Base));
        self.add(&inflect::third(word), Sense::Action(action, Form::Third));
        self.add(&inflect::participle(word), Sense::Action(action, Form::Participle));
        self.verbs.entry(name).or_default().push(word.to_owned());
    }

    /// Enters the verb that sets or clears a status.
    pub(crate) fn add_flag_verb(&mut self, flag: FlagId, on: bool, word: &str) {
        for form in [word.to_owned(), inflect::third(word)] {
            self.add(&form, Sense::SetFlag(flag, on));
        }
        self.set_verbs.entry((flag.0, on)).or_insert_with(|| word.to_owned());
    }

    /// The game's names, by their symbols.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// How many words the phrases that begin with this one have, longest first.
    pub(crate) fn lengths(&self, first: &str) -> &[usize] {
        self.lengths.get(first).map_or(&[], Vec::as_slice)
    }

    /// What a phrase can be; its words are in small letters with one space
    /// between them.
    pub(crate) fn senses(&self, phrase: &str) -> &[Sense] {
        self.senses.get(phrase).map_or(&[], Vec::as_slice)
    }

    /// Every phrase of the game with each of its senses.
    pub(crate) fn all_phrases(&self) -> impl Iterator<Item = (&str, &Sense)> {
        self.senses
            .iter()
            .flat_map(|(phrase, senses)| senses.iter().map(move |sense| (phrase.as_str(), sense)))
    }

    /// The game's own word for a verb of the language.
    pub fn verb<'a>(&'a self, name: &'a str) -> &'a str {
        self.verbs.get(name).and_then(|words| words.first()).map_or(name, String::as_str)
    }

    /// How something that only this game has is said: `is consumed`, and the word
    /// before what it is done by or to.
    pub fn occasion(&self, number: u16) -> Option<(&str, Option<&str>)> {
        let occasion = self.occasions.get(usize::from(number)).filter(|it| !it.player)?;
        Some((&occasion.verb, occasion.other.as_deref()))
    }

    /// Whether cards of these types must print an attribute, so that 0 is a value.
    pub fn must_print(&self, types: u32, attribute: AttributeId) -> bool {
        let word = self.names.word(Class::Attribute, attribute.0);
        let own = self.needs.iter().enumerate().filter(|(at, _)| types >> at & 1 == 1);
        { own }.any(|(_, needs)| needs.iter().any(|need| need == word))
    }

    /// The label of abilities that listen for something: Dominant.
    pub(crate) fn label_on(&self, event: Happening) -> Option<String> {
        let listens = |body: &[Token]| {
            let mut parser = Parser::new(self, body, &[]);
            parser.one_of(&["when", "whenever", "at"]);
            parser.trigger_event().is_some_and(|pattern| pattern.event == event)
        };
        let found = self.labels.iter().find(|(_, label)| match label {
            Label::Start(body) => listens(body),
            Label::Timing(_) => false,
        });
        found.map(|(words, _)| words.join(" "))
    }

    /// The adjective that the rulebook has given something.
    pub(crate) fn defined_word(&self, filter: &Filter) -> Option<String> {
        let means = |sense: &Sense| matches!(sense, Sense::Adjective(known) if known == filter);
        self.all_phrases().find(|(_, sense)| means(sense)).map(|(word, _)| word.to_owned())
    }

    /// Whether the game has any word for a verb.
    pub(crate) fn has_verb(&self, name: &str) -> bool {
        self.verbs.contains_key(name)
    }

    pub(crate) fn word(&self, class: Class, symbol: u16) -> &str {
        self.names.word(class, symbol)
    }

    /// A status as it stands behind "is": "on cooldown" where the game says so, else its
    /// name.
    pub fn status(&self, flag: FlagId) -> String {
        let name = self.word(Class::Flag, flag.0);
        let phrase = format!("on {name}");
        let is_known = self.senses(&phrase).contains(&Sense::Flag(flag, true));
        if is_known { phrase } else { name.to_owned() }
    }

    /// The verb for becoming ready.
    pub(crate) fn readying(&self) -> &str {
        self.rules.exhausted.and_then(|flag| self.flag_verb(flag, false)).unwrap_or("ready")
    }

    pub(crate) fn flag_verb(&self, flag: FlagId, on: bool) -> Option<&str> {
        self.set_verbs.get(&(flag.0, on)).map(String::as_str)
    }

    /// The zone whose lanes or slots "lane" and "slot" mean.
    pub fn place_zone(&self) -> Option<ZoneKind> {
        let place = |zone: &onplay_engine::rulebook::ZoneRule| {
            zone.shape != Shape::Pile && zone.role == Role::Play
        };
        let at = self
            .rules
            .zones
            .iter()
            .position(place)
            .or_else(|| self.rules.zones.iter().position(|zone| zone.shape != Shape::Pile));
        at.map(|index| ZoneKind(index as u16))
    }

    pub(crate) fn is_in_play(&self, zone: ZoneKind) -> bool {
        self.rules.zones.get(zone.index()).is_some_and(|rule| rule.in_play)
    }

    pub(crate) fn role(&self, zone: ZoneKind) -> Role {
        self.rules.zones.get(zone.index()).map_or(Role::Other, |rule| rule.role)
    }
}
