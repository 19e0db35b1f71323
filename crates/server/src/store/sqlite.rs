//! SQLite: one thread writes, and keeps in one go what waits at the same time.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use onplay_engine::id::Seat;
use rusqlite::{Connection, ErrorCode, OptionalExtension as _, params};
use tokio::sync::oneshot;

use super::{DecisionKind, DecisionRow, Listed, MatchRow, SeatRow, StoreError, Stored};

/// The steps from an empty file to the present tables, each done once.
const MIGRATIONS: [&str; 2] = [include_str!("sqlite_1.sql"), include_str!("sqlite_2.sql")];

/// Most requests that are kept together.
const MOST_TOGETHER: usize = 2_000;

/// How many requests may wait before new ones are turned away.
const MOST_WAITING: usize = 20_000;

/// Bytes of one page of the file.
const PAGE: u64 = 4096;

/// A thread with an open file.
#[derive(Clone)]
pub(crate) struct SqliteStore {
    requests: mpsc::SyncSender<Request>,
    /// Held as long as the store is: nobody else writes this folder.
    _lock: Option<Arc<File>>,
}

type Work = Box<dyn FnOnce(&Connection) -> Result<Answer, rusqlite::Error> + Send>;

/// Something to be done by the thread, and who waits for it.
struct Request {
    work: Work,
    answer: oneshot::Sender<Result<Answer, StoreError>>,
}

/// What comes back.
enum Answer {
    Done,
    Changed(usize),
    Match(Box<Option<Stored>>),
    List(Vec<Listed>),
}

impl SqliteStore {
    /// Opens a folder's file, or one in memory.
    ///
    /// # Errors
    /// The file cannot be opened or is another program's.
    pub fn open(folder: Option<&Path>, most_data: Option<u64>) -> Result<Self, StoreError> {
        let lock = folder.map(lock).transpose()?.map(Arc::new);
        let connection = match folder {
            None => Connection::open_in_memory(),
            Some(folder) => Connection::open(folder.join("onplay.sqlite")),
        };
        let connection = connection.map_err(refused)?;
        prepare(&connection, most_data).map_err(refused)?;
        let (requests, waiting) = mpsc::sync_channel(MOST_WAITING);
        std::thread::Builder::new()
            .name("onplay-sqlite".into())
            .spawn(move || serve(connection, &waiting))
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(SqliteStore { requests, _lock: lock })
    }

    async fn ask(
        &self,
        work: impl FnOnce(&Connection) -> Result<Answer, rusqlite::Error> + Send + 'static,
    ) -> Result<Answer, StoreError> {
        let (answer, waits) = oneshot::channel();
        let request = Request { work: Box::new(work), answer };
        self.requests.try_send(request).map_err(|error| match error {
            mpsc::TrySendError::Full(_) => {
                StoreError::Unavailable("too much waits to be written".into())
            }
            mpsc::TrySendError::Disconnected(_) => {
                StoreError::Unavailable("the writer has ended".into())
            }
        })?;
        waits.await.map_err(|_| StoreError::Unsure("the writer has ended".into()))?
    }

    pub async fn create(&self, row: MatchRow) -> Result<(), StoreError> {
        self.ask(move |connection| insert_match(connection, &row)).await.map(|_| ())
    }

    pub async fn append(&self, id: &str, row: DecisionRow) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.ask(move |connection| insert_decision(connection, &id, &row)).await.map(|_| ())
    }

    pub async fn set_seat(&self, id: &str, seat: Seat, row: SeatRow) -> Result<(), StoreError> {
        let id = id.to_owned();
        let change = "UPDATE seats SET name = ?3, token = ?4, bot = ?5 \
                      WHERE match_id = ?1 AND seat = ?2";
        self.ask(move |connection| update_seat(connection, change, &id, seat, &row))
            .await
            .map(|_| ())
    }

    pub async fn take_seat(&self, id: &str, seat: Seat, row: SeatRow) -> Result<bool, StoreError> {
        let id = id.to_owned();
        let change = "UPDATE seats SET name = ?3, token = ?4, bot = ?5 \
                      WHERE match_id = ?1 AND seat = ?2 AND token IS NULL AND bot IS NULL";
        let answer =
            self.ask(move |connection| update_seat(connection, change, &id, seat, &row)).await?;
        Ok(matches!(answer, Answer::Changed(1)))
    }

    pub async fn load(&self, id: &str) -> Result<Option<Stored>, StoreError> {
        let id = id.to_owned();
        let found = self
            .ask(move |connection| {
                load(connection, &id).map(|found| Answer::Match(Box::new(found)))
            })
            .await?;
        match found {
            Answer::Match(found) => Ok(*found),
            _ => Ok(None),
        }
    }

    pub async fn list(&self, most: u32) -> Result<Vec<Listed>, StoreError> {
        match self.ask(move |connection| list(connection, most).map(Answer::List)).await? {
            Answer::List(list) => Ok(list),
            _ => Ok(Vec::new()),
        }
    }

    pub async fn ping(&self) -> Result<(), StoreError> {
        // Reading would go well on a full disk.
        let write = |connection: &Connection| {
            let beat = "INSERT INTO health (id, beat) VALUES (1, 1) \
                        ON CONFLICT (id) DO UPDATE SET beat = beat + 1";
            connection.prepare_cached(beat)?.execute([]).map(Answer::Changed)
        };
        self.ask(write).await.map(|_| ())
    }
}

/// Makes a folder this program's own. The lock ends with the process, however it ends.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let failed = |error: &dyn std::fmt::Display| {
        StoreError::Unavailable(format!("{}: {error}", folder.display()))
    };
    std::fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    let file = File::create(folder.join("onplay.lock")).map_err(|error| failed(&error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(failed(&"another server keeps its matches here")),
        Err(TryLockError::Error(error)) => Err(failed(&error)),
    }
}

/// Makes the file what this program expects.
fn prepare(connection: &Connection, most_data: Option<u64>) -> Result<(), rusqlite::Error> {
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A decision is on disk, not only on its way there.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    if let Some(bytes) = most_data {
        connection.pragma_update(None, "max_page_count", (bytes / PAGE).max(16) as i64)?;
    }
    let version: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    for (number, migration) in MIGRATIONS.iter().enumerate().skip(version as usize) {
        let next = number + 1;
        connection.execute_batch(&format!(
            "BEGIN;\n{migration}\nPRAGMA user_version = {next};\nCOMMIT;"
        ))?;
    }
    Ok(())
}

/// Does what is asked, keeping together what waits at the same time.
fn serve(mut connection: Connection, waiting: &mpsc::Receiver<Request>) {
    while let Ok(first) = waiting.recv() {
        let mut group = vec![first];
        group.extend(waiting.try_iter().take(MOST_TOGETHER - 1));
        metrics::histogram!("onplay_write_group").record(group.len() as f64);
        keep(&mut connection, group);
    }
}

fn keep(connection: &mut Connection, group: Vec<Request>) {
    let mut done = Vec::with_capacity(group.len());
    let kept = connection.transaction().and_then(|transaction| {
        for request in group {
            // A full disk ends the transaction at once; nothing may be written after it
            // that would then be kept without the others.
            let result = if transaction.is_autocommit() {
                Err(rusqlite::Error::InvalidQuery)
            } else {
                (request.work)(&transaction)
            };
            done.push((request.answer, result));
        }
        transaction.commit()
    });
    for (answer, result) in done {
        let result = match (&kept, result) {
            (Ok(()), result) => result.map_err(refused),
            (Err(error), _) => Err(uncommitted(error)),
        };
        // Whoever waited may have gone.
        let _ = answer.send(result);
    }
}

/// What a commit that failed means: without room nothing was kept; when the disk itself
/// fails nobody knows.
fn uncommitted(error: &rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::SystemIoFailure) => StoreError::Unsure(error.to_string()),
        _ => StoreError::Unavailable(error.to_string()),
    }
}

fn refused(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::ConstraintViolation) => StoreError::Fenced,
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            StoreError::Corrupt(error.to_string())
        }
        _ => StoreError::Unavailable(error.to_string()),
    }
}

/// Keeps a match, whole or not at all.
fn insert_match(connection: &Connection, row: &MatchRow) -> Result<Answer, rusqlite::Error> {
    connection.execute_batch("SAVEPOINT made")?;
    let kept = insert_match_rows(connection, row);
    if kept.is_err() && !connection.is_autocommit() {
        connection.execute_batch("ROLLBACK TO made")?;
    }
    if !connection.is_autocommit() {
        connection.execute_batch("RELEASE made")?;
    }
    kept
}

fn insert_match_rows(connection: &Connection, row: &MatchRow) -> Result<Answer, rusqlite::Error> {
    connection
        .prepare_cached("INSERT INTO matches (id, setup, listed) VALUES (?1, ?2, ?3)")?
        .execute(params![row.id, row.setup, row.listed])?;
    for (number, seat) in row.seats.iter().enumerate() {
        connection
            .prepare_cached(
                "INSERT INTO seats (match_id, seat, name, token, bot, deck) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![row.id, number as i64, seat.name, seat.token, seat.bot, seat.deck])?;
    }
    for (name, text) in &row.texts {
        connection
            .prepare_cached("INSERT INTO texts (match_id, name, text) VALUES (?1, ?2, ?3)")?
            .execute(params![row.id, name, text])?;
    }
    Ok(Answer::Done)
}

fn insert_decision(
    connection: &Connection,
    id: &str,
    row: &DecisionRow,
) -> Result<Answer, rusqlite::Error> {
    connection
        .prepare_cached(
            "INSERT INTO decisions (match_id, n, seat, kind, action, hash, client_id, spent, over) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            id,
            row.n,
            row.seat.0,
            row.kind.word(),
            row.action,
            row.hash,
            row.client_id,
            row.spent,
            row.over
        ])?;
    Ok(Answer::Done)
}

fn update_seat(
    connection: &Connection,
    change: &str,
    id: &str,
    seat: Seat,
    row: &SeatRow,
) -> Result<Answer, rusqlite::Error> {
    let changed = connection
        .prepare_cached(change)?
        .execute(params![id, seat.0, row.name, row.token, row.bot])?;
    Ok(Answer::Changed(changed))
}

fn load(connection: &Connection, id: &str) -> Result<Option<Stored>, rusqlite::Error> {
    let found = connection
        .prepare_cached("SELECT setup, listed FROM matches WHERE id = ?1")?
        .query_row([id], |row| Ok((row.get::<_, String>(0)?, row.get::<_, bool>(1)?)))
        .optional()?;
    let Some((setup, listed)) = found else { return Ok(None) };
    let seats = seats(connection, id)?;
    let texts = connection
        .prepare_cached("SELECT name, text FROM texts WHERE match_id = ?1 ORDER BY name")?
        .query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<Vec<_>, _>>()?;
    let decisions = connection
        .prepare_cached(
            "SELECT n, seat, kind, action, hash, client_id, spent, over FROM decisions \
             WHERE match_id = ?1 ORDER BY n",
        )?
        .query_map([id], |row| {
            let kind: String = row.get(2)?;
            let kind = DecisionKind::read(&kind).map_err(|error| {
                rusqlite::Error::FromSqlConversionFailure(
                    2,
                    rusqlite::types::Type::Text,
                    Box::new(error),
                )
            })?;
            Ok(DecisionRow {
                n: row.get(0)?,
                seat: Seat(row.get(1)?),
                kind,
                action: row.get(3)?,
                hash: row.get(4)?,
                client_id: row.get(5)?,
                spent: row.get(6)?,
                over: row.get(7)?,
            })
        })?
        .collect::<Result<Vec<_>, _>>()?;
    let row = MatchRow { id: id.to_owned(), setup, listed, seats, texts };
    Ok(Some(Stored { row, decisions }))
}

fn seats(connection: &Connection, id: &str) -> Result<[SeatRow; 2], rusqlite::Error> {
    let mut found = connection
        .prepare_cached(
            "SELECT name, token, bot, deck FROM seats WHERE match_id = ?1 ORDER BY seat",
        )?
        .query_map([id], |row| {
            Ok(SeatRow {
                name: row.get(0)?,
                token: row.get(1)?,
                bot: row.get(2)?,
                deck: row.get(3)?,
            })
        })?
        .collect::<Result<Vec<_>, _>>()?
        .into_iter();
    Ok([found.next().unwrap_or_default(), found.next().unwrap_or_default()])
}

fn list(connection: &Connection, most: u32) -> Result<Vec<Listed>, rusqlite::Error> {
    let found = connection
        .prepare_cached(
            "SELECT id, setup, (SELECT count(*) FROM decisions WHERE match_id = id), \
             (SELECT coalesce(max(over), 0) FROM decisions WHERE match_id = id) \
             FROM matches WHERE listed ORDER BY created DESC, rowid DESC LIMIT ?1",
        )?
        .query_map([most], |row| {
            Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?
        .collect::<Result<Vec<_>, _>>()?;
    found
        .into_iter()
        .map(|(id, setup, decisions, over)| {
            Ok(Listed { seats: seats(connection, &id)?, id, setup, decisions, over })
        })
        .collect()
}
