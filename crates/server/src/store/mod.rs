//! Where matches are kept. Everything is only ever added; a decision is kept before
//! anybody hears of it.

mod postgres;
mod sqlite;

use std::fmt;

use onplay_engine::id::Seat;

use crate::config::{Config, Database};
pub(crate) use postgres::PostgresStore;
pub(crate) use sqlite::SqliteStore;

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

    fn word(self) -> &'static str {
        let known = DecisionKind::ALL.iter().find(|(kind, _)| *kind == self);
        known.map_or("decided", |(_, word)| word)
    }

    fn read(word: &str) -> Result<Self, StoreError> {
        let known = DecisionKind::ALL.iter().find(|(_, known)| *known == word);
        known
            .map(|(kind, _)| *kind)
            .ok_or_else(|| StoreError::Corrupt(format!("`{word}` is no kind of decision")))
    }
}

/// A database.
#[derive(Clone)]
pub(crate) enum Store {
    Sqlite(SqliteStore),
    Postgres(PostgresStore),
}

impl Store {
    /// Opens the database that the configuration names.
    ///
    /// # Errors
    /// It cannot be opened or brought up to date.
    pub async fn open(config: &Config) -> Result<Store, StoreError> {
        match &config.database {
            Database::Memory => SqliteStore::open(None, None).map(Store::Sqlite),
            Database::Folder(folder) => {
                SqliteStore::open(Some(folder), config.most_data).map(Store::Sqlite)
            }
            Database::Postgres(address) => {
                PostgresStore::open(address, config).await.map(Store::Postgres)
            }
        }
    }

    /// Keeps a new match.
    pub async fn create(&self, row: MatchRow) -> Result<(), StoreError> {
        match self {
            Store::Sqlite(store) => store.create(row).await,
            Store::Postgres(store) => store.create(row).await,
        }
    }

    /// Keeps a decision; it is on disk when this returns.
    pub async fn append(&self, id: &str, lease: Lease, row: DecisionRow) -> Result<(), StoreError> {
        match self {
            Store::Sqlite(store) => store.append(id, row).await,
            Store::Postgres(store) => store.append(id, lease, row).await,
        }
    }

    /// Changes who sits at a seat.
    pub async fn set_seat(&self, id: &str, seat: Seat, row: SeatRow) -> Result<(), StoreError> {
        match self {
            Store::Sqlite(store) => store.set_seat(id, seat, row).await,
            Store::Postgres(store) => store.set_seat(id, seat, row).await,
        }
    }

    /// Gives an open seat to somebody. Returns whether it was open.
    pub async fn take_seat(&self, id: &str, seat: Seat, row: SeatRow) -> Result<bool, StoreError> {
        match self {
            Store::Sqlite(store) => store.take_seat(id, seat, row).await,
            Store::Postgres(store) => store.take_seat(id, seat, row).await,
        }
    }

    /// A match with everything that happened in it.
    pub async fn load(&self, id: &str) -> Result<Option<Stored>, StoreError> {
        match self {
            Store::Sqlite(store) => store.load(id).await,
            Store::Postgres(store) => store.load(id).await,
        }
    }

    /// Matches that everybody may find, the newest first.
    pub async fn list(&self, most: u32) -> Result<Vec<Listed>, StoreError> {
        match self {
            Store::Sqlite(store) => store.list(most).await,
            Store::Postgres(store) => store.list(most).await,
        }
    }

    /// Whether anything can be kept now.
    pub async fn ping(&self) -> Result<(), StoreError> {
        match self {
            Store::Sqlite(store) => store.ping().await,
            Store::Postgres(store) => store.ping().await,
        }
    }

    /// Asks for the right to write a match. One process on one file always has it.
    pub async fn lease(&self, id: &str) -> Result<Leased, StoreError> {
        match self {
            Store::Sqlite(_) => Ok(Leased::Mine(Lease { fence: 0 })),
            Store::Postgres(store) => store.lease(id).await,
        }
    }

    /// Gives the right back.
    pub async fn release(&self, id: &str, lease: Lease) {
        if let Store::Postgres(store) = self {
            store.release(id, lease).await;
        }
    }

    /// This node ends and holds nothing any more.
    pub async fn retire(&self) {
        if let Store::Postgres(store) = self {
            store.retire().await;
        }
    }

    /// The name by which other nodes know this one; none if there are no others.
    pub fn node(&self) -> Option<&str> {
        match self {
            Store::Sqlite(_) => None,
            Store::Postgres(store) => Some(store.node()),
        }
    }

    /// Whether a name is that of a node on this database.
    pub async fn is_node(&self, name: &str) -> bool {
        match self {
            Store::Sqlite(_) => false,
            Store::Postgres(store) => store.is_node(name).await,
        }
    }
}
