//! What the people at a table are called, as a sentence needs it.

use onplay_engine::id::Seat;
use onplay_engine::state::Outcome;

/// What the people at a table are called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names {
    names: [String; 2],
    pub(crate) you: Option<Seat>,
}

impl Names {
    /// Both seats by name.
    pub fn new(names: [String; 2]) -> Self {
        Names { names, you: None }
    }

    /// These names for whoever sits in a seat, who is called "you".
    pub fn with_you(self, seat: Seat) -> Self {
        Names { you: Some(seat), ..self }
    }

    /// At the beginning of a sentence: `You`, `Bot`.
    pub fn subject(&self, seat: Seat) -> &str {
        if self.you == Some(seat) { "You" } else { &self.names[seat.index()] }
    }

    /// Inside a sentence: `you`, `Bot`.
    pub fn object(&self, seat: Seat) -> &str {
        if self.you == Some(seat) { "you" } else { &self.names[seat.index()] }
    }

    /// Before a thing: `your`, `Bot's`.
    pub fn owner(&self, seat: Seat) -> String {
        if self.you == Some(seat) {
            "your".into()
        } else {
            format!("{}'s", self.names[seat.index()])
        }
    }

    /// The form of a verb that goes with a seat: `win` for you, `wins` for others.
    pub fn verb<'a>(&self, seat: Seat, you: &'a str, others: &'a str) -> &'a str {
        if self.you == Some(seat) { you } else { others }
    }

    /// How a game ended.
    pub fn outcome(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Playing => "the game goes on".into(),
            Outcome::Won(seat) => {
                format!("{} {}", self.subject(seat), self.verb(seat, "win", "wins"))
            }
            Outcome::Drawn => "a draw".into(),
        }
    }

    /// A text of [`crate::words`] that begins with a seat, with its owner instead.
    pub(crate) fn owned(&self, text: &str) -> Option<String> {
        let (seat, rest) = text.split_once(' ')?;
        Some(format!("{} {rest}", self.owner(crate::words::seat(seat)?)))
    }
}
