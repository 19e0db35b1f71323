//! What a clause of a stage says: effects, decisions, repetition, triggers.

use onplay_engine::card::{Ability, Condition, Effect, When};
use onplay_engine::rulebook::{Decides, Repetition};

use super::builder::Builder;
use super::outline::Clause;
use crate::bind::{Bind, number_effects};
use crate::parse::{Parser, prepare, refusal};

/// One part of a stage's clause, in order.
pub(super) enum Part {
    /// Something happens.
    Effects(Vec<Effect>),
    /// Somebody decides.
    Decide(Decides, Kinds, Option<String>),
    /// The stage repeats.
    Repeat(Repetition),
    /// The stage is left when this holds.
    BreakOff(Condition),
    /// Listens while the stage is on.
    Trigger(Box<Ability>),
    /// How often the stage repeats at most.
    AtMost(u16),
    /// An endless chain is broken off and goes on with the stage.
    Overflow,
}

/// The kinds of action that a decision takes, and those that end it once there
/// were so many.
#[derive(Default)]
pub(super) struct Kinds {
    pub any: Vec<String>,
    pub counted: Vec<String>,
    pub count: u8,
}

impl Builder<'_> {
    /// Reads a clause of a stage. What cannot be read is reported.
    pub(super) fn parts(&mut self, clause: &Clause) -> Vec<Part> {
        let tokens = prepare(self.vocabulary, &clause.text);
        let mut parser = Parser::new(self.vocabulary, &tokens, &[]);
        parser.rules = true;
        let mut parts = Vec::new();
        while parser.peek().is_some() {
            match part(&mut parser) {
                Some(part) => parts.push(part),
                None => {
                    let error = refusal(&parser);
                    self.report_at(clause, error);
                    return parts;
                }
            }
        }
        parts
    }
}

fn part(parser: &mut Parser<'_>) -> Option<Part> {
    type Rule = fn(&mut Parser<'_>) -> Option<Part>;
    let rules: [Rule; 7] = [repeat, turns, at_most, decision, alternating, break_off, endless];
    for rule in rules {
        // Everything set off is done before a decision anyway.
        let found = parser.attempt(|p| {
            if p.word("then") {
                p.mark(',');
            }
            rule(p)
        });
        if found.is_some() {
            return found;
        }
    }
    if parser.begins_ability() {
        let ability = parser.whole_ability()?;
        return matches!(ability.when, When::Event(_)).then(|| Part::Trigger(Box::new(ability)));
    }
    parser.bind = Bind::new(false);
    let mut effects = parser.rule_sentence()?;
    while let Some(more) = parser.attempt(|p| {
        if p.at_end() || p.begins_ability() || begins_flow(p) {
            return None;
        }
        p.rule_sentence()
    }) {
        effects.extend(more);
    }
    (parser.bind.problems.is_empty() && number_effects(&mut effects))
        .then_some(Part::Effects(effects))
}

fn begins_flow(parser: &Parser<'_>) -> bool {
    let starts = [
        "repeat",
        "there are at most",
        "an endless chain",
        "players take turns",
        "players alternate",
        "break off",
        "you take any",
        "you take one",
        "you take two",
        "you take three",
        "your opponent takes any",
        "your opponent takes one",
        "your opponent takes two",
        "your opponent takes three",
    ];
    let sees = |words: &str| {
        parser.sees(words)
            || parser.sees(&format!("then {words}"))
            || parser.sees(&format!("then , {words}"))
    };
    starts.iter().any(|words| sees(words))
}

/// "Repeat, at most 8 times, until …."
fn repeat(parser: &mut Parser<'_>) -> Option<Part> {
    parser.need("repeat")?;
    let mut repetition = Repetition { is_turn: false, most: None, until: None, without: None };
    // "Repeat 6 times" is no more than that.
    let times = parser.attempt(|p| {
        let most = u16::try_from(p.number()?).ok()?;
        p.one_of(&["times", "time"])?;
        Some(most)
    });
    limits(parser, &mut repetition)?;
    repetition.most = repetition.most.or(times);
    parser.stop()?;
    Some(Part::Repeat(repetition))
}

/// "Players take turns, without whoever is done, until …."
fn turns(parser: &mut Parser<'_>) -> Option<Part> {
    parser.need("players take turns")?;
    let mut repetition = Repetition { is_turn: true, most: None, until: None, without: None };
    repetition.without = parser.attempt(|p| {
        p.mark(',');
        p.need("without whoever is")?;
        p.player_status().filter(|(_, on)| *on).map(|(counter, _)| counter)
    });
    limits(parser, &mut repetition)?;
    parser.stop()?;
    Some(Part::Repeat(repetition))
}

/// "There are at most 50 of them."
fn at_most(parser: &mut Parser<'_>) -> Option<Part> {
    parser.need("there are at most")?;
    let most = u16::try_from(parser.number()?).ok()?;
    parser.need("of them")?;
    parser.stop()?;
    Some(Part::AtMost(most))
}

/// "An endless chain leads here."
fn endless(parser: &mut Parser<'_>) -> Option<Part> {
    parser.need("an endless chain leads here")?;
    parser.stop()?;
    Some(Part::Overflow)
}

fn limits(parser: &mut Parser<'_>, repetition: &mut Repetition) -> Option<()> {
    loop {
        if parser
            .attempt(|p| {
                p.mark(',');
                p.need("at most")
            })
            .is_some()
        {
            repetition.most = u16::try_from(parser.number()?).ok();
            parser.one_of(&["times", "time"])?;
        } else if parser
            .attempt(|p| {
                p.mark(',');
                p.need("until")
            })
            .is_some()
        {
            repetition.until = Some(parser.condition()?);
        } else {
            return Some(());
        }
    }
}

/// "You take any number of quick actions and one main action until you pass."
fn decision(parser: &mut Parser<'_>) -> Option<Part> {
    let who = match parser.any(&["you take", "your opponent takes"])? {
        0 => Decides::You,
        _ => Decides::Opponent,
    };
    let mut kinds = Kinds::default();
    loop {
        let list = if parser.any(&["any number of"]).is_some() {
            &mut kinds.any
        } else if kinds.counted.is_empty() {
            kinds.count = u8::try_from(parser.number()?).ok().filter(|count| *count > 0)?;
            &mut kinds.counted
        } else {
            return None;
        };
        loop {
            list.push(kind(parser)?);
            let at = parser.at;
            if !(parser.word("and") || parser.word("or")) {
                break;
            }
            let counts = parser.sees("any number of") || parser.attempt(Parser::number).is_some();
            if counts {
                parser.at = at;
                break;
            }
        }
        parser.one_of(&["actions", "action"])?;
        if !parser.word("and") {
            break;
        }
    }
    let pass = if parser.word("until") {
        parser.one_of(&["you", "they"])?;
        let mut words = Vec::new();
        while !parser.at_end() {
            words.push(parser.peek()?.text.clone());
            parser.at += 1;
        }
        let words = words.join(" ").replace(" 's", "'s");
        Some(if words.ends_with("passes") { "pass".to_owned() } else { words })
    } else {
        None
    };
    parser.stop()?;
    Some(Part::Decide(who, kinds, pass))
}

/// The word before "action": main, quick.
fn kind(parser: &mut Parser<'_>) -> Option<String> {
    let token = parser.peek()?;
    let is_word = token.kind == crate::token::Kind::Word;
    if !is_word || matches!(token.text.as_str(), "action" | "actions" | "and" | "or") {
        parser.expect(crate::parse::Expected::Part("a kind of action"));
        return None;
    }
    parser.at += 1;
    Some(token.text.clone())
}

/// "Players alternate, one main action each, until both have passed."
fn alternating(parser: &mut Parser<'_>) -> Option<Part> {
    parser.need("players alternate")?;
    parser.mark(',');
    parser.need("one")?;
    let mut kinds = Kinds { any: Vec::new(), counted: vec![kind(parser)?], count: 1 };
    while parser.word("or") {
        kinds.counted.push(kind(parser)?);
    }
    parser.need("action each")?;
    parser.mark(',');
    parser.need("until both")?;
    let who = match parser.any(&["have passed", "pass in a row"])? {
        0 => Decides::UntilBothPassed,
        _ => Decides::UntilPassesInARow,
    };
    parser.stop()?;
    Some(Part::Decide(who, kinds, Some("pass".into())))
}

/// "Break off when …."
fn break_off(parser: &mut Parser<'_>) -> Option<Part> {
    parser.need("break off when")?;
    let condition = parser.condition()?;
    parser.stop()?;
    Some(Part::BreakOff(condition))
}
