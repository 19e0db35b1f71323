//! What a database holds of a match, read past the server.

use std::collections::BTreeSet;
use std::path::Path;

use onplay_games::kit;
use onplay_games::replay::{DeckText, find_action, hash_text};
use serde_json::Value;
use sqlx::Row as _;

/// A decision as it is kept.
#[derive(Clone, Debug)]
pub struct Row {
    pub n: u32,
    pub seat: u8,
    pub action: String,
    pub hash: String,
    pub client_id: Option<String>,
}

/// A match as it is kept.
pub struct Kept {
    pub setup: Value,
    pub rows: Vec<Row>,
}

/// Where matches are kept.
pub enum Place<'a> {
    Folder(&'a Path),
    Postgres(String),
}

impl Place<'_> {
    pub async fn read(&self, table: &str) -> Kept {
        match self {
            Place::Folder(folder) => read_sqlite(folder, table),
            Place::Postgres(url) => read_postgres(url, table).await,
        }
    }
}

fn read_sqlite(folder: &Path, table: &str) -> Kept {
    let file = rusqlite::Connection::open(folder.join("onplay.sqlite")).expect("a file");
    let setup: String = file
        .query_row("SELECT setup FROM matches WHERE id = ?1", [table], |row| row.get(0))
        .expect("the match is kept");
    let mut query = file
        .prepare(
            "SELECT n, seat, action, hash, client_id FROM decisions WHERE match_id = ?1 ORDER BY n",
        )
        .expect("the tables are there");
    let rows = query
        .query_map([table], |row| {
            Ok(Row {
                n: row.get(0)?,
                seat: row.get(1)?,
                action: row.get(2)?,
                hash: row.get(3)?,
                client_id: row.get(4)?,
            })
        })
        .and_then(Iterator::collect);
    let setup = serde_json::from_str(&setup).expect("JSON");
    Kept { setup, rows: rows.expect("rows can be read") }
}

async fn read_postgres(url: &str, table: &str) -> Kept {
    let pool = sqlx::PgPool::connect(url).await.expect("it answers");
    let setup: String = sqlx::query_scalar("SELECT setup FROM matches WHERE id = $1")
        .bind(table)
        .fetch_one(&pool)
        .await
        .expect("the match is kept");
    let rows = sqlx::query(
        "SELECT n, seat, action, hash, client_id FROM decisions WHERE match_id = $1 ORDER BY n",
    )
    .bind(table)
    .fetch_all(&pool)
    .await
    .expect("rows can be read");
    let rows = rows.iter().map(|row| Row {
        n: row.get::<i32, _>(0) as u32,
        seat: row.get::<i16, _>(1) as u8,
        action: row.get(2),
        hash: row.get(3),
        client_id: row.get(4),
    });
    let rows = rows.collect();
    pool.close().await;
    Kept { setup: serde_json::from_str(&setup).expect("JSON"), rows }
}

impl Kept {
    /// Every acknowledged decision is here once, none is here twice, and playing them
    /// all leads through the same hashes.
    pub fn check(&self, acknowledged: &[Vec<String>; 2]) {
        let mut known = BTreeSet::new();
        for (at, row) in self.rows.iter().enumerate() {
            assert_eq!(row.n as usize, at + 1, "a gap");
            if let Some(id) = &row.client_id {
                assert!(known.insert((row.seat, id.clone())), "{id} is there twice");
            }
        }
        for (seat, ids) in acknowledged.iter().enumerate() {
            for id in ids {
                assert!(known.contains(&(seat as u8, id.clone())), "p{} {id} is lost", seat + 1);
            }
        }
        let kit = kit::load(self.setup["game"].as_str().expect("a game")).expect("it is shipped");
        let decks = [0, 1].map(|seat: usize| {
            let deck: DeckText =
                serde_json::from_value(self.setup["decks"][seat].clone()).expect("a deck");
            deck.list(&kit).expect("its cards are known")
        });
        let seed = self.setup["seed"].as_str().and_then(|seed| seed.parse().ok()).expect("a seed");
        let mut game = kit.table.start(seed, &decks, None);
        for row in &self.rows {
            assert_eq!(game.to_decide().map(|seat| seat.0), Some(row.seat), "decision {}", row.n);
            let action = find_action(&kit.table, &game, &row.action).expect("it is on offer");
            kit.table.apply_unchecked(&mut game, action, None);
            assert_eq!(hash_text(&kit.table, &game), row.hash, "decision {}", row.n);
        }
    }
}
