//! The printer itself: what it knows while it writes, and the words for objects
//! and players.

use onplay_engine::card::{
    Ability, Condition, Cost, Effect, Filter, Pattern, Quantity, Reference, Who,
};
use onplay_engine::id::KeywordId;

use super::names::{Names, PLAINEST};
use crate::inflect;
use crate::vocabulary::Vocabulary;

/// Writes in the words of one game.
#[derive(Clone)]
pub struct Printer<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    /// What phrases bring in, and how plainly it is described.
    pub(super) names: Names,
    pub(super) level: u8,
    /// The words for the doer of the event and for what it is done to.
    pub(super) event_names: [Option<String>; 2],
    /// The words for each of those that a clause is about.
    pub(super) each: Option<String>,
    pub(super) who: Who,
    /// A player is put in charge, whom the words call "they".
    pub(super) for_players: bool,
    /// The effect before is optional, so "if you do" would belong to it.
    pub(super) after_may: bool,
}

/// An ability as card text.
pub fn print_ability(vocabulary: &Vocabulary, ability: &Ability) -> String {
    let names = Names::of(vocabulary, ability);
    let mut first = None;
    for level in 0..=PLAINEST {
        let mut printer = Printer { names: names.clone(), level, ..Printer::new(vocabulary) };
        let text = printer.ability(ability);
        if reads_back(vocabulary, ability, &text) {
            return text;
        }
        first.get_or_insert(text);
    }
    first.unwrap_or_default()
}

/// Whether a printed text is read as the same ability.
fn reads_back(vocabulary: &Vocabulary, ability: &Ability, text: &str) -> bool {
    let once = matches!(ability.when, onplay_engine::card::When::Played);
    let card = crate::parse::CardContext { name: "", once };
    let parsed = crate::parse::read_text(vocabulary, card, text);
    parsed.diagnostics.is_empty() && parsed.abilities == std::slice::from_ref(ability)
}

/// One effect in words, without a full stop: "deal 2 damage to a unit".
pub fn print_effect(vocabulary: &Vocabulary, effect: &Effect) -> String {
    Printer::for_parts(vocabulary).effect(effect)
}

/// Which objects, in the singular: "enemy unit in this lane".
pub fn print_filter(vocabulary: &Vocabulary, filter: &Filter) -> String {
    Printer::for_parts(vocabulary).noun(filter, false)
}

/// A condition in words: "there are 3 or more Goblins".
pub fn print_condition(vocabulary: &Vocabulary, condition: &Condition) -> String {
    Printer::for_parts(vocabulary).condition(condition)
}

/// A cost in words: "2 energy".
pub fn print_cost(vocabulary: &Vocabulary, cost: &Cost) -> String {
    Printer::for_parts(vocabulary).cost(cost)
}

/// A quantity in words: "the number of units you control".
pub fn print_quantity(vocabulary: &Vocabulary, quantity: &Quantity) -> String {
    Printer::for_parts(vocabulary).quantity(quantity)
}

/// An event in words: "an enemy dies".
pub fn print_pattern(vocabulary: &Vocabulary, pattern: &Pattern) -> String {
    Printer::for_parts(vocabulary).trigger(pattern)
}

/// What a keyword means, for players.
pub fn reminder(vocabulary: &Vocabulary, keyword: KeywordId) -> &str {
    vocabulary.reminders.get(keyword.index()).map_or("", String::as_str)
}

impl<'a> Printer<'a> {
    pub(super) fn new(vocabulary: &'a Vocabulary) -> Self {
        Printer {
            vocabulary,
            names: Names::default(),
            level: 0,
            event_names: [None, None],
            each: None,
            who: Who::You,
            for_players: false,
            after_may: false,
        }
    }

    /// For parts of an ability that are shown on their own.
    pub(super) fn for_parts(vocabulary: &'a Vocabulary) -> Self {
        Printer::new(vocabulary)
    }

    pub(super) fn reference(&self, reference: Reference) -> String {
        match reference {
            Reference::This => "this".into(),
            Reference::It => self.each.clone().unwrap_or_else(|| "each one".into()),
            Reference::Subject => self.event_name(0, "the triggering one"),
            Reference::Other => self.event_name(1, "the other one"),
            Reference::Slot(slot) => {
                self.names.words(slot, self.level).unwrap_or("the chosen one").to_owned()
            }
            Reference::Chosen(_) => "the chosen one".into(),
            Reference::Host => "the host".into(),
            Reference::Attacker => "the attacker".into(),
            Reference::Defender => "the defender".into(),
        }
    }

    fn event_name(&self, which: usize, plainest: &str) -> String {
        match &self.event_names[which] {
            Some(words) if self.level < 2 => words.clone(),
            _ => plainest.to_owned(),
        }
    }

    pub(super) fn possessive(&self, reference: Reference) -> String {
        match reference {
            Reference::This => "this card's".into(),
            Reference::It => match &self.each {
                Some(each) => format!("{each}'s own"),
                None => "its own".into(),
            },
            other => format!("{}'s", self.reference(other)),
        }
    }

    pub(super) fn who(&self, who: Who) -> String {
        match who {
            Who::You => "you".into(),
            Who::Opponent => "your opponent".into(),
            Who::Each => "each player".into(),
            Who::Controller(reference) => format!("{} controller", self.possessive(reference)),
            Who::Owner(reference) => format!("{} owner", self.possessive(reference)),
            Who::EventPlayer => "that player".into(),
            Who::Actor => "the acting player".into(),
            Who::Active => "the active player".into(),
            Who::First => "the first player".into(),
            Who::Second => "the second player".into(),
        }
    }

    pub(super) fn whose(&self, who: Who) -> String {
        match who {
            Who::You => "your".into(),
            other => format!("{}'s", self.who(other)),
        }
    }

    /// A verb after a player: nothing before it if the clause is theirs.
    pub(super) fn does(&self, who: Who, verb: &str) -> String {
        if who == self.who {
            return verb.to_owned();
        }
        match who {
            Who::You => format!("you {verb}"),
            other => format!("{} {}", self.who(other), inflect::third(verb)),
        }
    }
}
