//! Seats: who decides. A person, a script for tests, or a bot.
//!
//! The game asks; whoever sits there sees only the seat's view and answers
//! with one of the actions on offer.

use std::collections::VecDeque;

use onplay_engine::id::Seat;
use onplay_engine::play::{Table, View, view};
use onplay_engine::state::{Action, Dice, Game, Outcome, Record, Refusal};

use crate::typed::{self, Typed};

/// What is asked of a seat.
pub struct Question<'a> {
    /// The cards and rules.
    pub table: &'a Table,
    /// What the seat knows.
    pub view: &'a View,
    /// What it may answer.
    pub actions: &'a [Action],
}

/// Whoever sits at a seat.
pub trait Decider {
    /// One of the actions on offer; none leaves the table.
    fn decide(&mut self, question: &Question) -> Option<Action>;
}

/// A person: something that shows the question and brings back an answer.
pub struct Person<F: FnMut(&Question) -> Option<Action>> {
    /// Shows the question and brings back the answer.
    pub ask: F,
}

impl<F: FnMut(&Question) -> Option<Action>> Decider for Person<F> {
    fn decide(&mut self, question: &Question) -> Option<Action> {
        (self.ask)(question)
    }
}

/// A scripted player: answers in turn, in the words of actions, and the first
/// option when there is no answer left or the next one does not fit.
#[derive(Clone, Debug, Default)]
pub struct Script {
    answers: VecDeque<String>,
}

impl Script {
    /// A player who gives these answers, one after another.
    pub fn new<T: Into<String>>(answers: impl IntoIterator<Item = T>) -> Self {
        Script { answers: answers.into_iter().map(Into::into).collect() }
    }

    /// Adds an answer at the end.
    pub fn enqueue(&mut self, answer: impl Into<String>) {
        self.answers.push_back(answer.into());
    }

    /// How many answers have not been given.
    pub fn left(&self) -> usize {
        self.answers.len()
    }
}

impl Decider for Script {
    fn decide(&mut self, question: &Question) -> Option<Action> {
        if let Some(next) = self.answers.front()
            && let Typed::Legal(action) =
                typed::read_among(question.table, &question.view.state, next, question.actions)
        {
            self.answers.pop_front();
            return Some(action);
        }
        question.actions.first().copied()
    }
}

/// A bot that plays at random, or looks one decision ahead.
#[derive(Clone, Debug)]
pub struct Bot {
    dice: Dice,
    /// Games that fit the view, tried for each action; 0 plays at random.
    pub samples: u32,
}

impl Bot {
    /// A bot whose chances follow from a seed.
    pub fn new(seed: u64, samples: u32) -> Self {
        Bot { dice: Dice::new(seed), samples }
    }
}

impl Decider for Bot {
    fn decide(&mut self, question: &Question) -> Option<Action> {
        if question.actions.is_empty() {
            return None;
        }
        let count = question.actions.len() as u32;
        if self.samples == 0 || count == 1 {
            return Some(question.actions[self.dice.below(count) as usize]);
        }
        let (table, seat) = (question.table, question.view.seat);
        let mut totals = vec![0i64; question.actions.len()];
        for _ in 0..self.samples {
            let game = question.view.sample(&table.catalog, &mut self.dice);
            for (total, action) in totals.iter_mut().zip(question.actions) {
                let mut next = game.clone();
                *total += match table.apply(&mut next, seat, *action, None) {
                    Ok(()) => worth(table, &next, seat),
                    Err(_) => i64::from(i32::MIN),
                };
            }
        }
        // The last of equals, so that passing comes after doing something.
        let best = totals.iter().max().copied()?;
        let at = totals.iter().rposition(|total| *total == best)?;
        Some(question.actions[at])
    }
}

fn worth(table: &Table, game: &Game, seat: Seat) -> i64 {
    match game.outcome() {
        Outcome::Won(winner) if winner == seat => 1_000_000,
        Outcome::Won(_) => -1_000_000,
        Outcome::Drawn => 0,
        Outcome::Playing => i64::from(table.frame.evaluate(&table.read(game), seat)),
    }
}

/// Why a game stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The one to decide left.
    Left(Seat),
    /// The answer was not on offer.
    Refused(Seat, Refusal),
    /// As many decisions as allowed were taken.
    TooLong,
}

/// Lets two seats play a game to its end.
///
/// # Errors
/// Somebody left, answered with what is not on offer, or took too long; the
/// game is as it was before that decision.
pub fn play(
    table: &Table,
    game: &mut Game,
    seats: [&mut dyn Decider; 2],
    most: usize,
    mut record: Option<&mut Record>,
) -> Result<Outcome, Stopped> {
    let mut actions = Vec::new();
    for _ in 0..most {
        let Some(seat) = game.to_decide() else { return Ok(game.outcome()) };
        table.legal_actions(game, &mut actions);
        let known = view(game, &table.catalog, seat);
        let question = Question { table, view: &known, actions: &actions };
        let action = seats[seat.index()].decide(&question).ok_or(Stopped::Left(seat))?;
        table
            .apply(game, seat, action, record.as_deref_mut())
            .map_err(|refusal| Stopped::Refused(seat, refusal))?;
    }
    if game.is_over() { Ok(game.outcome()) } else { Err(Stopped::TooLong) }
}
