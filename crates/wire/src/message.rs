//! The messages, both ways. Every message is one JSON object with a `type`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ask::Ask;
use crate::explain::{Link, Reason, Uncertain};
use crate::names::{Handle, SeatName};
use crate::step::Step;
use crate::view::View;

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromClient {
    /// The first message: who comes, and the last step it has seen.
    Join {
        /// The secret of a seat's link; without one the client only watches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        token: Option<String>,
        /// The number of the last step seen; what came later is sent again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seen: Option<u32>,
        /// What the player wants to be called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        name: Option<String>,
    },
    /// Answers an ask. Sending it again with the same id is harmless.
    Decide {
        /// The client's own name for this decision.
        id: String,
        /// The number of the ask it answers.
        ask: u32,
        /// The number of the offer.
        action: u32,
    },
    /// Takes back the seat's last decision, or asks the other to allow it.
    Undo {},
    /// Answers the other seat's wish to take something back.
    Consent {
        /// Whether it is allowed.
        yes: bool,
    },
    /// Gives up.
    Concede {},
    /// Lets a bot play for the other seat while nobody is there.
    Substitute {
        /// `random`, `greedy`, `search:1000`; greedy if none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        bot: Option<String>,
    },
    /// After the end: another game with the sides changed, once both want it.
    Rematch {},
    /// Why something happened: a step, or how a number of a card or player came about.
    Why {
        /// The client's own name for this question.
        id: String,
        /// The number of a step.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        step: Option<u32>,
        /// A card; `name` is one of its numbers or statuses, or all if none is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        handle: Option<Handle>,
        /// The player who is meant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<SeatName>,
        /// The number that is meant, of the card or of the player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        name: Option<String>,
    },
    /// Why a card cannot be played or used now, and which of its triggers stayed
    /// silent.
    WhyNot {
        /// The client's own name for the question.
        id: String,
        /// The card.
        handle: Handle,
    },
    /// What an action would do, as far as the seat can know.
    Preview {
        /// The client's own name for the question.
        id: String,
        /// The number of the ask.
        ask: u32,
        /// The number of the offer.
        action: u32,
    },
    /// Answers a ping.
    Pong {},
}

/// What a client hears.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToClient {
    /// The answer to `join`.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// The version of the program.
        program: String,
        /// The id of the match; `local` in the terminal.
        #[serde(rename = "match")]
        table: String,
        /// The id of the game.
        game: String,
        /// The policy, where it is not the game's own.
        policy: Option<String>,
        /// The fingerprint of rules and cards.
        catalog: String,
        /// The client's seat; none for a spectator.
        seat: Option<SeatName>,
        /// Who plays.
        players: [PlayerInfo; 2],
        /// blake3 of seed and salt, in hexadecimal digits; `over` opens it.
        commitment: Option<String>,
    },
    /// The whole view: after `hello`, and where steps are missing.
    State {
        /// The number of the last step in it.
        n: u32,
        /// The whole table.
        view: View,
    },
    /// What happened since, without gaps.
    Steps {
        /// What happened, in order.
        steps: Vec<Step>,
    },
    /// The client's seat must decide.
    Ask {
        /// What is asked.
        ask: Ask,
    },
    /// A decision is taken and kept.
    Decided {
        /// The client's own name for the decision.
        id: String,
        /// The number of the ask that it answered.
        ask: u32,
    },
    /// Who sits at the table has changed.
    Players {
        /// Both of them.
        players: [PlayerInfo; 2],
    },
    /// Time left, in milliseconds; only at tables with a clock.
    Clock {
        /// For the present decision; none if nobody decides.
        decision: Option<u64>,
        /// What the first seat has left, in milliseconds.
        p1: u64,
        /// What the second seat has left, in milliseconds.
        p2: u64,
    },
    /// A seat wants to take something back, or what came of it.
    Undo {
        /// Who wishes it.
        seat: SeatName,
        /// What has become of it.
        state: UndoState,
        /// Why not, if it was refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        text: Option<String>,
    },
    /// A seat wants another game; with `match` it is there.
    Rematch {
        /// Who wants it.
        seat: SeatName,
        /// The match, once both want it.
        #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, rename = "match")]
        table: Option<String>,
        /// The secret of the client's seat in it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        token: Option<String>,
    },
    /// The causes of something, the nearest first.
    Why {
        /// The client's own name for the question.
        id: String,
        /// The causes.
        links: Vec<Link>,
    },
    /// Why something is not possible or did not happen.
    WhyNot {
        /// The client's own name for the question.
        id: String,
        /// The reasons; empty if there is nothing to tell.
        reasons: Vec<Reason>,
    },
    /// What a decision would do, as far as the seat can know.
    Preview {
        /// The client's own name for the question.
        id: String,
        /// What would happen, numbered on from the last step.
        steps: Vec<Step>,
        /// What depends on hidden cards or dice, if anything does.
        uncertain: Option<Uncertain>,
    },
    /// Something was refused; nothing has changed.
    Error {
        /// What is wrong.
        #[serde(flatten)]
        fault: Fault,
    },
    /// The game is over.
    Over {
        /// Who won; none after a draw.
        winner: Option<SeatName>,
        /// The result in words.
        text: String,
        /// The clause of the rules that decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        clause: Option<String>,
        /// What the commitment stood for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        opened: Option<Opened>,
        /// Where the replay is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        replay: Option<String>,
    },
    /// Answer it with `pong`.
    Ping {},
    /// The connection ends; come back after so many milliseconds, if given.
    Goodbye {
        /// Why, in words.
        text: String,
        /// Milliseconds to wait before coming back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        reconnect: Option<u64>,
    },
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerInfo {
    /// Their seat.
    pub seat: SeatName,
    /// What they are called.
    pub name: String,
    /// The bot that plays, if one does.
    pub bot: Option<String>,
    /// Whether somebody is connected, or a bot plays.
    pub here: bool,
    /// The name of their deck.
    pub deck: String,
}

/// What becomes of a wish to take something back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum UndoState {
    /// The other seat must allow it.
    Asked,
    /// It is taken back.
    Done,
    /// The other seat does not allow it.
    Refused,
}

/// What a commitment stood for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct Opened {
    /// The seed of the dice, as decimal digits: it has 64 bits.
    pub seed: String,
    /// 16 random bytes in hexadecimal digits.
    pub salt: String,
}

/// Why something was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct Fault {
    /// Which kind of refusal it is.
    pub code: FaultCode,
    /// In words.
    pub text: String,
    /// The nearest thing that would be right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub nearest: Option<String>,
    /// The id of the message it is about, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<String>,
}

/// The kinds of refusal.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "kebab-case")]
pub enum FaultCode {
    /// The message cannot be read.
    BadMessage,
    /// The message is longer than allowed; the connection ends.
    TooLong,
    /// Too many messages; the connection ends if it goes on.
    TooFast,
    /// The first message must be `join`, and only the first.
    NotJoined,
    /// The token belongs to no seat of this match.
    BadToken,
    /// Spectators cannot do this.
    NotSeated,
    /// Somebody else decides now.
    NotYourDecision,
    /// The ask has been answered or is not there yet.
    StaleAsk,
    /// There is no such offer.
    NoSuchAction,
    /// The id was used for another decision.
    IdUsed,
    /// It cannot be taken back.
    CannotUndo,
    /// There is no such step, card or number.
    NotFound,
    /// The game is over, or not over yet.
    WrongTime,
    /// The server cannot keep anything now; try again.
    Unavailable,
    /// The server has too much to do.
    Busy,
}

impl Fault {
    /// A fault without anything nearer to offer.
    pub fn new(code: FaultCode, text: impl Into<String>) -> Self {
        Fault { code, text: text.into(), nearest: None, id: None }
    }

    /// The same, with what would be right.
    pub fn nearest(mut self, nearest: impl Into<String>) -> Self {
        self.nearest = Some(nearest.into());
        self
    }

    /// The same, about the message with this id.
    pub fn about(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }
}
