//! PostgreSQL: the same tables for any number of nodes. A match is written by the
//! node that holds its lease; the lease's fencing number stands in every write, so
//! that a node that lost it without noticing cannot write any more.

mod leases;

use std::time::Duration;

use onplay_engine::id::Seat;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{PgPool, Row as _};
use tokio::sync::{mpsc, oneshot};

use self::leases::Pulse;
use super::{DecisionKind, DecisionRow, Lease, Listed, MatchRow, SeatRow, StoreError, Stored};
use crate::config::Config;
use crate::secret::random_id;

/// The steps from an empty database to the present tables, each done once.
const MIGRATIONS: [&str; 2] = [include_str!("postgres_1.sql"), include_str!("postgres_2.sql")];

/// The number under which nodes take turns in bringing the tables up to date.
const MIGRATION_LOCK: i64 = 0x6f6e_706c_6179;

/// Most decisions that are kept together.
const MOST_TOGETHER: usize = 1_000;

/// How many decisions may wait before new ones are turned away.
const MOST_WAITING: usize = 20_000;

/// How long a group may take to be written before nobody knows whether it was.
const WRITING: Duration = Duration::from_secs(15);

/// A pool of connections.
#[derive(Clone)]
pub(crate) struct PostgresStore {
    pool: PgPool,
    /// This node's own name, new at each start.
    node: String,
    /// How other nodes reach this one.
    address: String,
    pub lease: Duration,
    pulse: Pulse,
    appends: mpsc::Sender<Append>,
}

/// A decision to be kept, and who waits for it.
struct Append {
    id: String,
    fence: i64,
    row: DecisionRow,
    answer: oneshot::Sender<Result<(), StoreError>>,
}

fn unavailable(error: sqlx::Error) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

impl PostgresStore {
    /// Connects and brings the tables up to date.
    ///
    /// # Errors
    /// The database cannot be reached, or its tables are newer than this program.
    pub async fn open(address: &str, config: &Config) -> Result<Self, StoreError> {
        let options: PgConnectOptions = address.parse().map_err(unavailable)?;
        let pool = PgPoolOptions::new()
            .max_connections(8)
            .acquire_timeout(Duration::from_secs(5))
            .connect_with(options)
            .await
            .map_err(unavailable)?;
        migrate(&pool).await.map_err(unavailable)?;
        let (appends, waiting) = mpsc::channel(MOST_WAITING);
        let node = random_id();
        tokio::spawn(write(pool.clone(), node.clone(), waiting));
        let address = config.advertise.clone().unwrap_or_else(|| config.listen.to_string());
        let lease = config.lease;
        let store = PostgresStore { pool, node, address, lease, pulse: Pulse::default(), appends };
        // Without its row a node would lose what it takes at once.
        store.renew().await?;
        Ok(store)
    }

    pub async fn create(&self, row: MatchRow) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await.map_err(unavailable)?;
        sqlx::query("INSERT INTO matches (id, setup, listed) VALUES ($1, $2, $3)")
            .bind(&row.id)
            .bind(&row.setup)
            .bind(row.listed)
            .execute(&mut *transaction)
            .await
            .map_err(unavailable)?;
        for (number, seat) in row.seats.iter().enumerate() {
            sqlx::query(
                "INSERT INTO seats (match_id, seat, name, token, bot, deck) \
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(&row.id)
            .bind(number as i16)
            .bind(&seat.name)
            .bind(&seat.token)
            .bind(&seat.bot)
            .bind(&seat.deck)
            .execute(&mut *transaction)
            .await
            .map_err(unavailable)?;
        }
        for (name, text) in &row.texts {
            sqlx::query("INSERT INTO texts (match_id, name, text) VALUES ($1, $2, $3)")
                .bind(&row.id)
                .bind(name)
                .bind(text)
                .execute(&mut *transaction)
                .await
                .map_err(unavailable)?;
        }
        let unsure = |error: sqlx::Error| StoreError::Unsure(error.to_string());
        transaction.commit().await.map_err(unsure)
    }

    pub async fn append(&self, id: &str, lease: Lease, row: DecisionRow) -> Result<(), StoreError> {
        let (answer, waits) = oneshot::channel();
        let append = Append { id: id.to_owned(), fence: lease.fence, row, answer };
        self.appends.try_send(append).map_err(|_| {
            StoreError::Unavailable("too much waits to be written, or the writer has ended".into())
        })?;
        waits.await.map_err(|_| StoreError::Unsure("the writer has ended".into()))?
    }

    pub async fn set_seat(&self, id: &str, seat: Seat, row: SeatRow) -> Result<(), StoreError> {
        let change = "UPDATE seats SET name = $3, token = $4, bot = $5 \
                      WHERE match_id = $1 AND seat = $2";
        self.update_seat(change, id, seat, row).await.map(|_| ())
    }

    pub async fn take_seat(&self, id: &str, seat: Seat, row: SeatRow) -> Result<bool, StoreError> {
        let change = "UPDATE seats SET name = $3, token = $4, bot = $5 \
                      WHERE match_id = $1 AND seat = $2 AND token IS NULL AND bot IS NULL";
        Ok(self.update_seat(change, id, seat, row).await? == 1)
    }

    async fn update_seat(
        &self,
        change: &'static str,
        id: &str,
        seat: Seat,
        row: SeatRow,
    ) -> Result<u64, StoreError> {
        let changed = sqlx::query(change)
            .bind(id)
            .bind(i16::from(seat.0))
            .bind(&row.name)
            .bind(&row.token)
            .bind(&row.bot)
            .execute(&self.pool)
            .await
            .map_err(unavailable)?;
        Ok(changed.rows_affected())
    }

    pub async fn load(&self, id: &str) -> Result<Option<Stored>, StoreError> {
        let found = sqlx::query("SELECT setup, listed FROM matches WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await
            .map_err(unavailable)?;
        let Some(found) = found else { return Ok(None) };
        let (setup, listed) = (found.get(0), found.get(1));
        let seats = self.seats(id).await?;
        let texts = sqlx::query("SELECT name, text FROM texts WHERE match_id = $1 ORDER BY name")
            .bind(id)
            .fetch_all(&self.pool)
            .await
            .map_err(unavailable)?;
        let texts = texts.iter().map(|row| (row.get(0), row.get(1))).collect();
        let decisions = sqlx::query(
            "SELECT n, seat, kind, action, hash, client_id, spent, over FROM decisions \
             WHERE match_id = $1 ORDER BY n",
        )
        .bind(id)
        .fetch_all(&self.pool)
        .await
        .map_err(unavailable)?;
        let decisions: Result<Vec<DecisionRow>, StoreError> = decisions
            .iter()
            .map(|row| {
                Ok(DecisionRow {
                    n: row.get::<i32, _>(0) as u32,
                    seat: Seat(row.get::<i16, _>(1) as u8),
                    kind: DecisionKind::read(row.get(2))?,
                    action: row.get(3),
                    hash: row.get(4),
                    client_id: row.get(5),
                    spent: row.get::<i32, _>(6) as u32,
                    over: row.get(7),
                })
            })
            .collect();
        let row = MatchRow { id: id.to_owned(), setup, listed, seats, texts };
        Ok(Some(Stored { row, decisions: decisions? }))
    }

    async fn seats(&self, id: &str) -> Result<[SeatRow; 2], StoreError> {
        let found = sqlx::query(
            "SELECT name, token, bot, deck FROM seats WHERE match_id = $1 ORDER BY seat",
        )
        .bind(id)
        .fetch_all(&self.pool)
        .await
        .map_err(unavailable)?;
        let mut found = found.iter().map(|row| SeatRow {
            name: row.get(0),
            token: row.get(1),
            bot: row.get(2),
            deck: row.get(3),
        });
        Ok([found.next().unwrap_or_default(), found.next().unwrap_or_default()])
    }

    pub async fn list(&self, most: u32) -> Result<Vec<Listed>, StoreError> {
        let found = sqlx::query(
            "SELECT id, setup, (SELECT count(*) FROM decisions WHERE match_id = id), \
             (SELECT coalesce(bool_or(over), false) FROM decisions WHERE match_id = id) \
             FROM matches WHERE listed ORDER BY created DESC, id LIMIT $1",
        )
        .bind(i64::from(most))
        .fetch_all(&self.pool)
        .await
        .map_err(unavailable)?;
        let mut list = Vec::with_capacity(found.len());
        for row in found {
            let id: String = row.get(0);
            let decisions = row.get::<i64, _>(2) as u32;
            let seats = self.seats(&id).await?;
            list.push(Listed { id, setup: row.get(1), seats, decisions, over: row.get(3) });
        }
        Ok(list)
    }

    pub async fn ping(&self) -> Result<(), StoreError> {
        self.renew().await
    }
}

async fn migrate(pool: &PgPool) -> Result<(), sqlx::Error> {
    let mut transaction = pool.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(MIGRATION_LOCK)
        .execute(&mut *transaction)
        .await?;
    sqlx::raw_sql("CREATE TABLE IF NOT EXISTS onplay_schema (version INTEGER NOT NULL)")
        .execute(&mut *transaction)
        .await?;
    let version: Option<i32> = sqlx::query_scalar("SELECT max(version) FROM onplay_schema")
        .fetch_one(&mut *transaction)
        .await?;
    for (number, migration) in MIGRATIONS.iter().enumerate().skip(version.unwrap_or(0) as usize) {
        sqlx::raw_sql(*migration).execute(&mut *transaction).await?;
        sqlx::query("INSERT INTO onplay_schema (version) VALUES ($1)")
            .bind(number as i32 + 1)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await
}

/// Keeps decisions, together what waits at the same time.
async fn write(pool: PgPool, node: String, mut waiting: mpsc::Receiver<Append>) {
    let mut group = Vec::new();
    while waiting.recv_many(&mut group, MOST_TOGETHER).await > 0 {
        metrics::histogram!("onplay_write_group").record(group.len() as f64);
        let writing = tokio::time::timeout(WRITING, insert(&pool, &node, &group));
        let kept = writing
            .await
            .unwrap_or_else(|_| Err(StoreError::Unsure("the database does not answer".into())));
        for append in group.drain(..) {
            let result = match &kept {
                Ok(kept) => {
                    let here = kept.iter().any(|(id, n)| *id == append.id && *n == append.row.n);
                    if here { Ok(()) } else { Err(StoreError::Fenced) }
                }
                Err(error) => Err(error.clone()),
            };
            let _ = append.answer.send(result);
        }
    }
}

/// Writes rows whose lease still holds, and returns which.
async fn insert(
    pool: &PgPool,
    node: &str,
    group: &[Append],
) -> Result<Vec<(String, u32)>, StoreError> {
    let mut connection = pool.acquire().await.map_err(unavailable)?;
    let column = |get: fn(&Append) -> String| group.iter().map(get).collect::<Vec<String>>();
    let numbers = |get: fn(&Append) -> i32| group.iter().map(get).collect::<Vec<i32>>();
    let fences: Vec<i64> = group.iter().map(|append| append.fence).collect();
    let clients: Vec<Option<String>> =
        group.iter().map(|append| append.row.client_id.clone()).collect();
    let overs: Vec<bool> = group.iter().map(|append| append.row.over).collect();
    // The lease is locked, so that nobody takes it between looking and writing.
    let rows = sqlx::query(
        "WITH given AS (SELECT * FROM UNNEST($1::text[], $2::bigint[], $3::int[], $4::int[], \
         $5::text[], $6::text[], $7::text[], $8::text[], $9::int[], $10::bool[]) \
         AS given (match_id, fence, n, seat, kind, action, hash, client_id, spent, over)), \
         held AS (SELECT match_id, fence FROM leases WHERE node = $11 \
         AND match_id = ANY($1::text[]) FOR SHARE) \
         INSERT INTO decisions (match_id, n, seat, kind, action, hash, client_id, spent, over) \
         SELECT given.match_id, n, seat, kind, action, hash, client_id, spent, over \
         FROM given JOIN held USING (match_id, fence) \
         ON CONFLICT DO NOTHING RETURNING match_id, n",
    )
    .bind(column(|append| append.id.clone()))
    .bind(fences)
    .bind(numbers(|append| append.row.n as i32))
    .bind(numbers(|append| append.row.seat.0.into()))
    .bind(column(|append| append.row.kind.word().to_owned()))
    .bind(column(|append| append.row.action.clone()))
    .bind(column(|append| append.row.hash.clone()))
    .bind(clients)
    .bind(numbers(|append| append.row.spent as i32))
    .bind(overs)
    .bind(node)
    .fetch_all(&mut *connection)
    .await
    .map_err(|error| match error {
        // The database said no: nothing is written.
        sqlx::Error::Database(error) if !is_breakdown(error.code().as_deref()) => {
            StoreError::Unavailable(error.to_string())
        }
        // The answer is lost; it may be written.
        error => StoreError::Unsure(error.to_string()),
    })?;
    Ok(rows.iter().map(|row| (row.get(0), row.get::<i32, _>(1) as u32)).collect())
}

/// Whether an error says that the database itself stops or is broken.
fn is_breakdown(code: Option<&str>) -> bool {
    code.is_none_or(|code| ["57", "58", "XX"].iter().any(|class| code.starts_with(class)))
}
