//! Seats: who decides.
//!
//! The game asks; whoever sits there sees the seat's view and answers with one of
//! the actions on offer. People at a terminal, programs on a line, bots and scripts
//! for tests are all [`Decider`]s.

use std::collections::VecDeque;

use onplay_engine::id::Seat;
use onplay_engine::play::{Table, View, view};
use onplay_engine::state::{Action, Game, Outcome, Record, Refusal};

use crate::typed::{self, Typed};

/// What is asked of a seat.
///
/// The game behind it is private, so that nothing but the view can be had. The
/// view is built when it is asked for, because a random player never looks.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    table: &'a Table,
    game: &'a Game,
    seat: Seat,
    actions: &'a [Action],
}

/// Whoever decides for a seat.
pub trait Decider: Send + Sync {
    /// One of the actions on offer, of which there is at least one; none if there
    /// is no answer yet.
    fn decide(&mut self, question: &Question) -> Option<Action>;

    /// Begins a game with fresh chance, so that its decisions depend on this seed
    /// and not on the games before.
    fn begin(&mut self, _seed: u64) {}
}

/// Someone outside the program: a person at a terminal, a program on a line. The
/// answer comes when it comes, and is kept until the game asks for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interactive {
    answer: Option<Action>,
}

/// A scripted player: answers in turn, in the words of actions, and the first
/// action on offer when there is no answer left or the next one does not fit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    answers: VecDeque<String>,
}

/// Why a game stopped before its end. The game is as it was before the decision
/// that is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// Whoever is asked has no answer yet.
    #[error("{0} has not decided yet")]
    Waiting(Seat),
    /// The answer was not on offer.
    #[error("{0} answered with what is not on offer: {1:?}")]
    Refused(Seat, Refusal),
    /// As many decisions as allowed were made.
    #[error("the game is not over after as many decisions as allowed")]
    TooLong,
}

impl<'a> Question<'a> {
    /// Asks a seat to choose one of the actions, all of which are legal.
    pub fn new(table: &'a Table, game: &'a Game, seat: Seat, actions: &'a [Action]) -> Self {
        Question { table, game, seat, actions }
    }

    /// The cards and rules, which everybody knows.
    pub fn table(&self) -> &'a Table {
        self.table
    }

    /// Who is asked.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What may be answered.
    pub fn actions(&self) -> &'a [Action] {
        self.actions
    }

    /// What the seat knows.
    pub fn view(&self) -> View {
        view(self.game, &self.table.catalog, self.seat)
    }
}

/// A function that answers is a decider.
impl<F: FnMut(&Question) -> Option<Action> + Send + Sync> Decider for F {
    fn decide(&mut self, question: &Question) -> Option<Action> {
        self(question)
    }
}

impl Interactive {
    /// Gives the answer to the next question, in place of one that was not used.
    pub fn submit(&mut self, action: Action) {
        self.answer = Some(action);
    }
}

impl Decider for Interactive {
    fn decide(&mut self, _question: &Question) -> Option<Action> {
        self.answer.take()
    }
}

impl Script {
    /// A player who gives these answers, one after another.
    pub fn new<T: Into<String>>(answers: impl IntoIterator<Item = T>) -> Self {
        Script { answers: answers.into_iter().map(Into::into).collect() }
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
                typed::read_among(question.table, &question.view().state, next, question.actions)
        {
            self.answers.pop_front();
            return Some(action);
        }
        question.actions.first().copied()
    }
}

/// Lets two seats play a game to its end, or to the first question that nobody
/// answers yet.
///
/// # Errors
/// Somebody has no answer, answers with what is not on offer, or `most` decisions
/// were made. Called again, it goes on from there.
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
        let question = Question::new(table, game, seat, &actions);
        let action = seats[seat.index()].decide(&question).ok_or(Stopped::Waiting(seat))?;
        table
            .apply(game, seat, action, record.as_deref_mut())
            .map_err(|refusal| Stopped::Refused(seat, refusal))?;
    }
    if game.is_over() { Ok(game.outcome()) } else { Err(Stopped::TooLong) }
}
