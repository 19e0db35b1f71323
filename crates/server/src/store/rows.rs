//! What a database keeps of a match.

use std::fmt;

use onplay_engine::id::Seat;

/// A match when it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchRow {
    pub id: String,
    /// What it is played with, as JSON.
    pub setup: String,
    /// Everybody may find it.
    pub listed: bool,
    pub seats: [SeatRow; 2],
    /// Card and deck texts that the table brought, by file name.
    pub texts: Vec<(String, String)>,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatRow {
    pub name: String,
    /// The hash of the seat's token; none while the seat is open or a bot's.
    pub token: Option<String>,
    /// The bot that plays.
    pub bot: Option<String>,
    pub deck: String,
}

/// One decision, or something else that changes how a match stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecisionRow {
    /// Its number, from 1.
    pub n: u32,
    pub seat: Seat,
    pub kind: DecisionKind,
    /// The text form of the action; for an undo, how many decisions are left.
    pub action: String,
    /// The hash of the state after it.
    pub hash: String,
    /// The client's own name for it.
    pub client_id: Option<String>,
    /// How long it took, in milliseconds.
    pub spent: u32,
    /// The game is over after it.
    pub over: bool,
}

/// What a row stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionKind {
    /// A player or bot decided.
    Decided,
    /// The time ran out and the usual thing was done.
    Late,
    /// Decisions were taken back.
    Undone,
    /// A player gave up.
    Conceded,
    /// A player stayed away for too long.
    Forfeited,
}

/// A match with everything that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    pub row: MatchRow,
    pub decisions: Vec<DecisionRow>,
}

/// A match in the list of those that everybody may find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    pub id: String,
    pub setup: String,
    pub seats: [SeatRow; 2],
    pub decisions: u32,
    pub over: bool,
}

/// The right to write a match's decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease {
    /// Goes up whenever the lease goes to somebody; older ones cannot write.
    pub fence: i64,
}

/// Who may write a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leased {
    /// This node.
    Mine(Lease),
    /// Another node, at this address.
    Theirs(String),
    /// Nobody: there is no such match.
    Unknown,
}

/// Why something could not be kept or found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// Nothing was changed; it may work later.
    Unavailable(String),
    /// Nobody knows whether it was kept.
    Unsure(String),
    /// Another node writes this match now.
    Fenced,
    /// What is kept cannot be read.
    Corrupt(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Unavailable(why) => write!(f, "nothing can be kept now: {why}"),
            StoreError::Unsure(why) => write!(f, "it is not known whether it was kept: {why}"),
            StoreError::Fenced => f.write_str("another server has taken over this match"),
            StoreError::Corrupt(why) => write!(f, "what is kept cannot be read: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl DecisionKind {
    const ALL: [(DecisionKind, &str); 5] = [
        (DecisionKind::Decided, "decided"),
        (DecisionKind::Late, "late"),
        (DecisionKind::Undone, "undone"),
        (DecisionKind::Conceded, "conceded"),
        (DecisionKind::Forfeited, "forfeited"),
    ];

    pub(super) fn word(self) -> &'static str {
        let known = DecisionKind::ALL.iter().find(|(kind, _)| *kind == self);
        known.map_or("decided", |(_, word)| word)
    }

    pub(super) fn read(word: &str) -> Result<Self, StoreError> {
        let known = DecisionKind::ALL.iter().find(|(_, known)| *known == word);
        known
            .map(|(kind, _)| *kind)
            .ok_or_else(|| StoreError::Corrupt(format!("`{word}` is no kind of decision")))
    }
}
