//! One database or the other behind one door.

use onplay_engine::id::Seat;

use super::postgres::PostgresStore;
use super::rows::{DecisionRow, Lease, Leased, Listed, MatchRow, SeatRow, StoreError, Stored};
use super::sqlite::SqliteStore;
use crate::config::{Config, Database};

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
