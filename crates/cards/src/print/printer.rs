//! The printer itself: what it knows while it writes, and the words for objects
//! and players.

use onplay_engine::card::{
    Ability, Condition, Cost, Effect, Filter, Pattern, Quantity, Reference, Who,
};
use onplay_engine::id::KeywordId;

use crate::inflect;
use crate::vocabulary::Vocabulary;

/// Writes in the words of one game.
#[derive(Clone)]
pub struct Printer<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    /// What "it" would be read as.
    pub(super) it: Reference,
    pub(super) done: bool,
    pub(super) event: bool,
    pub(super) who: Who,
    /// The effect before is optional, so "if you do" would belong to it.
    pub(super) after_may: bool,
}

/// An ability as card text.
pub fn print_ability(vocabulary: &Vocabulary, ability: &Ability) -> String {
    Printer::new(vocabulary).ability(ability)
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
            it: Reference::This,
            done: false,
            event: false,
            who: Who::You,
            after_may: false,
        }
    }

    /// For parts of an ability that are shown on their own: both pronouns can
    /// be used.
    pub(super) fn for_parts(vocabulary: &'a Vocabulary) -> Self {
        Printer { it: Reference::It, event: true, ..Printer::new(vocabulary) }
    }

    pub(super) fn reference(&self, reference: Reference) -> String {
        match reference {
            Reference::This => "this".into(),
            other if other == self.it => "it".into(),
            Reference::It => "the chosen one".into(),
            Reference::Subject => "the triggering one".into(),
            Reference::Other => "the other one".into(),
            Reference::Chosen(0) => "the first chosen one".into(),
            Reference::Chosen(1) => "the second chosen one".into(),
            Reference::Chosen(_) => "the third chosen one".into(),
            Reference::Host => "the host".into(),
            Reference::Attacker => "the attacker".into(),
            Reference::Defender => "the defender".into(),
        }
    }

    pub(super) fn possessive(&self, reference: Reference) -> String {
        match reference {
            other if other == self.it => "its".into(),
            Reference::This => "this card's".into(),
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
