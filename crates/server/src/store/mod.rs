//! Where matches are kept. Everything is only ever added; a decision is kept before
//! anybody hears of it.

mod database;
mod postgres;
mod rows;
mod sqlite;

pub(crate) use database::Store;
pub(crate) use postgres::PostgresStore;
pub use rows::StoreError;
pub(crate) use rows::{
    DecisionKind, DecisionRow, Lease, Leased, Listed, MatchRow, SeatRow, Stored,
};
