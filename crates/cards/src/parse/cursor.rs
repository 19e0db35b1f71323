//! The parser's cursor: reading tokens, going back, remembering what failed.

use onplay_engine::card::{Reference, Who};

use crate::bind::Bind;
use crate::diagnostic::Span;
use crate::token::{Kind, Token};
use crate::vocabulary::{Action, Definition, Form, Label, Piece, Sense, Vocabulary};

/// What would have been understood at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// Exactly this word or mark.
    Word(&'static str),
    /// A part of speech: "an attribute".
    Part(&'static str),
}

/// Who does what the words say at this point of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context {
    /// Who "you" are choosing for: the subject of the clause.
    pub who: Who,
}

/// Reads one text.
pub struct Parser<'a> {
    pub vocabulary: &'a Vocabulary,
    pub tokens: &'a [Token],
    pub at: usize,
    pub context: Context,
    /// What has been named so far, and what pronouns mean.
    pub bind: Bind,
    /// Where the nouns of the event being read stand.
    pub event_nouns: Vec<Span>,
    /// The card's own names, which mean "this".
    pub own: &'a [Vec<String>],
    /// In an event, "from your hand" says where the card came from, not where
    /// it is.
    pub in_event: bool,
    /// Costs are paid with what is one's own: they stand before a colon.
    pub own_costs: bool,
    /// The event is told in the past tense.
    pub past: bool,
    /// The player who does what the clause before said, if it named one.
    pub doer: Option<Who>,
    /// The words are about each player in turn, whom they call "they".
    pub for_players: bool,
    /// The phrase being read picks several: where they all are can be chosen.
    pub of_several: bool,
    /// When a standing rule holds, where its subject says that.
    pub meanwhile: Option<onplay_engine::card::Condition>,
    /// The event is that something lived on after it.
    pub survived: bool,
    /// What a standing rule is about, if that is one object.
    pub rule_subject: Option<Reference>,
    /// What must be chosen before the clause being read can be done.
    pub first: Vec<onplay_engine::card::Effect>,
    /// What more an event asks of its amount.
    pub event_condition: Option<onplay_engine::card::Condition>,
    /// The text's statics happen once: it is a spell's.
    pub once: bool,
    /// It is a rulebook's, which may say more than a card.
    pub rules: bool,
    pub furthest: usize,
    pub expected: Vec<Expected>,
    pub depth: usize,
    pub steps: u32,
}

/// How the reading of other tokens ended.
pub struct Within {
    pub at: usize,
    pub context: Context,
    pub furthest: usize,
    pub expected: Vec<Expected>,
}

/// Most tokens looked at for one text: bounds how long nonsense takes.
const STEPS: u32 = 150_000;
/// How deep clauses may nest.
const DEPTH: usize = 120;

impl Context {
    pub const START: Context = Context { who: Who::You };
}

impl<'a> Parser<'a> {
    pub fn new(vocabulary: &'a Vocabulary, tokens: &'a [Token], own: &'a [Vec<String>]) -> Self {
        Parser {
            vocabulary,
            tokens,
            at: 0,
            context: Context::START,
            bind: Bind::new(false),
            event_nouns: Vec::new(),
            own,
            in_event: false,
            own_costs: false,
            past: false,
            doer: None,
            for_players: false,
            of_several: false,
            meanwhile: None,
            survived: false,
            rule_subject: None,
            first: Vec::new(),
            event_condition: None,
            once: false,
            rules: false,
            furthest: 0,
            expected: Vec::new(),
            depth: 0,
            steps: 0,
        }
    }

    pub fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    pub fn is_over_budget(&self) -> bool {
        self.steps > STEPS
    }

    /// Remembers what would have been right here.
    pub fn expect(&mut self, expected: Expected) {
        self.steps += 1;
        if self.at > self.furthest {
            self.furthest = self.at;
            self.expected.clear();
        }
        if self.at == self.furthest && !self.expected.contains(&expected) {
            self.expected.push(expected);
        }
    }

    /// Runs a rule, undoing what it read if it fails.
    pub fn attempt<T>(&mut self, rule: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth > DEPTH {
            // Nothing may be read differently because it is too deep.
            self.steps = STEPS + 1;
        }
        if self.is_over_budget() {
            return None;
        }
        let (at, context, mark) = (self.at, self.context, self.bind.mark());
        let doer = self.doer;
        let first = self.first.len();
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        if result.is_none() {
            self.at = at;
            self.context = context;
            self.doer = doer;
            self.first.truncate(first);
            self.bind.go_back(mark);
        }
        result
    }

    /// Where the words since some token stand in the text.
    pub fn span_since(&self, start: usize) -> Span {
        let first = self.tokens.get(start).map_or(0, |token| token.span.start);
        let last = self.tokens.get(self.at.wrapping_sub(1)).map_or(first, |token| token.span.end);
        Span::new(first, last.max(first))
    }

    /// Reads other tokens with what has been named so far.
    pub fn within<T>(
        &mut self,
        tokens: &[Token],
        rule: impl FnOnce(&mut Parser<'_>) -> Option<T>,
    ) -> (Option<T>, Within) {
        let mut inner = Parser::new(self.vocabulary, tokens, self.own);
        inner.context = self.context;
        inner.once = self.once;
        inner.rules = self.rules;
        inner.for_players = self.for_players;
        inner.rule_subject = self.rule_subject;
        inner.depth = self.depth;
        inner.steps = self.steps;
        std::mem::swap(&mut inner.bind, &mut self.bind);
        let found = rule(&mut inner);
        std::mem::swap(&mut inner.bind, &mut self.bind);
        self.steps = inner.steps;
        self.first.append(&mut inner.first);
        self.survived |= inner.survived;
        self.event_condition = inner.event_condition.take().or(self.event_condition.take());
        let Parser { at, context, furthest, expected, .. } = inner;
        (found, Within { at, context, furthest, expected })
    }

    /// Like `attempt`; where nothing of the rule was understood, its name is
    /// expected instead of everything it could begin with.
    pub fn labelled<T>(
        &mut self,
        name: &'static str,
        rule: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let start = self.at;
        let further = self.furthest > start;
        // Expectations at one place are only ever added to.
        let before = if self.furthest == start { self.expected.len() } else { 0 };
        let result = self.attempt(rule);
        if result.is_none() && !further && self.furthest == start {
            self.expected.truncate(before);
            self.expect(Expected::Part(name));
        }
        result
    }

    /// Reads this word.
    pub fn word(&mut self, word: &'static str) -> bool {
        if self.peek().is_some_and(|token| token.kind == Kind::Word && token.text == word) {
            self.at += 1;
            self.steps += 1;
            return true;
        }
        self.expect(Expected::Word(word));
        false
    }

    /// Reads these words in a row, or none of them.
    pub fn words(&mut self, phrase: &'static str) -> bool {
        let start = self.at;
        for word in phrase.split(' ') {
            if !self.word(word) {
                self.at = start;
                return false;
            }
        }
        true
    }

    /// Reads the first of these phrases that is here.
    pub fn any(&mut self, phrases: &[&'static str]) -> Option<usize> {
        phrases.iter().position(|phrase| self.words(phrase))
    }

    pub fn one_of(&mut self, phrases: &[&'static str]) -> Option<()> {
        self.any(phrases).map(|_| ())
    }

    /// As `words`, for use with `?`.
    pub fn need(&mut self, phrase: &'static str) -> Option<()> {
        self.words(phrase).then_some(())
    }

    /// Whether these words are next, without reading or expecting them.
    pub fn sees(&self, phrase: &str) -> bool {
        phrase.split(' ').enumerate().all(|(offset, word)| {
            self.tokens.get(self.at + offset).is_some_and(|token| token.text == word)
        })
    }

    pub fn mark(&mut self, mark: char) -> bool {
        if self.peek().is_some_and(|token| token.kind == Kind::Mark(mark)) {
            self.at += 1;
            return true;
        }
        let name = match mark {
            '.' => ".",
            ',' => ",",
            ':' => ":",
            ']' => "]",
            '"' => "\"",
            '—' => "—",
            '/' => "/",
            _ => return false,
        };
        self.expect(Expected::Word(name));
        false
    }

    pub fn need_mark(&mut self, mark: char) -> Option<()> {
        self.mark(mark).then_some(())
    }

    pub fn sees_mark(&self, mark: char) -> bool {
        self.peek().is_some_and(|token| token.kind == Kind::Mark(mark))
    }

    /// Reads a phrase of the game in some sense, the longest that fits.
    pub fn sense<T>(
        &mut self,
        name: &'static str,
        pick: impl Fn(&Sense) -> Option<T>,
    ) -> Option<T> {
        let vocabulary = self.vocabulary;
        if let Some(first) = self.peek() {
            for length in vocabulary.lengths(&first.text) {
                self.steps += 1;
                let Some(words) = self.tokens.get(self.at..self.at + length) else { continue };
                let joined;
                let phrase = if *length == 1 {
                    first.text.as_str()
                } else {
                    let words: Vec<&str> = words.iter().map(|token| token.text.as_str()).collect();
                    joined = words.join(" ");
                    joined.as_str()
                };
                if let Some(found) = vocabulary.senses(phrase).iter().find_map(&pick) {
                    self.at += length;
                    return Some(found);
                }
            }
        }
        self.expect(Expected::Part(name));
        None
    }

    /// Reads a verb in its base or third-person form.
    pub fn action(&mut self, wanted: Action) -> Option<()> {
        let past = self.past;
        self.sense("a verb", |sense| match sense {
            Sense::Action(action, Form::Base | Form::Third) if *action == wanted => Some(()),
            Sense::Action(action, Form::Participle) if past && *action == wanted => Some(()),
            _ => None,
        })
    }

    /// Reads a verb as it stands after "is".
    pub fn done(&mut self, wanted: Action) -> Option<()> {
        self.sense("a verb", |sense| match sense {
            Sense::Action(action, Form::Participle) if *action == wanted => Some(()),
            _ => None,
        })
    }

    /// Reads the text of a definition and then its meaning in its place.
    pub fn defined<T>(
        &mut self,
        definitions: &'a [Definition],
        rule: impl Fn(&mut Parser<'_>) -> Option<T>,
    ) -> Option<T> {
        let start = self.peek()?;
        for definition in definitions {
            let fits = match definition.pattern.first() {
                Some(Piece::Word(word)) => *word == start.text,
                _ => true,
            };
            if !fits {
                continue;
            }
            if let Some(found) = self.attempt(|parser| parser.expand(definition, &rule)) {
                return Some(found);
            }
        }
        None
    }

    fn expand<T>(
        &mut self,
        definition: &Definition,
        rule: &impl Fn(&mut Parser<'_>) -> Option<T>,
    ) -> Option<T> {
        let mut holes: [&[Token]; 3] = [&[]; 3];
        for piece in &definition.pattern {
            let start = self.at;
            let hole = match piece {
                Piece::Word(word) => {
                    if self.peek()?.text != *word {
                        return None;
                    }
                    self.at += 1;
                    continue;
                }
                Piece::Number => {
                    self.simple_quantity()?;
                    0
                }
                Piece::Cost => {
                    self.costs()?;
                    1
                }
                Piece::Thing => {
                    self.noun_phrase()?;
                    2
                }
            };
            holes[hole] = &self.tokens[start..self.at];
        }
        let span = self.tokens[self.at.saturating_sub(1)].span;
        let mut body = Vec::with_capacity(definition.body.len());
        for token in &definition.body {
            let hole = match token.text.as_str() {
                "n" if token.kind == Kind::Word => 0,
                "c" if token.kind == Kind::Word => 1,
                "t" if token.kind == Kind::Word => 2,
                _ => {
                    body.push(Token { span, ..token.clone() });
                    continue;
                }
            };
            body.extend(holes[hole].iter().cloned());
        }
        let (found, ended) = self.within(&body, |inner| {
            inner.furthest = usize::MAX;
            rule(inner)
        });
        let found = found.filter(|_| ended.at == body.len());
        if found.is_some() {
            self.context = ended.context;
        }
        found
    }

    /// A label and its colon.
    pub fn label(&mut self) -> Option<&'a Label> {
        let vocabulary = self.vocabulary;
        for (words, label) in &vocabulary.labels {
            let rest = self.tokens.get(self.at..self.at + words.len() + 1);
            if rest.is_some_and(|rest| {
                rest.iter().zip(words).all(|(token, word)| token.text == *word)
                    && matches!(rest[words.len()].kind, Kind::Mark(':' | ';'))
            }) {
                self.at += words.len() + 1;
                return Some(label);
            }
        }
        None
    }
}
