//! Which node may write which match.
//!
//! Every node has one row that it renews. A match belongs to a node as long as that
//! node is alive: its row has not run out by the database's clock, and it was renewed
//! in the last while by ours. Two measures, so that a clock that jumps forward costs a
//! change of hands at most, and one that jumps back does not keep a dead node's matches
//! locked. Whoever is wrong about another's death does no harm: the fence decides.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::Row as _;
use tokio::sync::mpsc;

use super::{PostgresStore, unavailable};
use crate::store::{Lease, Leased, StoreError};

/// The channel on which nodes hear that a lease has changed hands.
const CHANNEL: &str = "onplay_lease";

/// How often a lease is asked for that is being given back just now.
const TRIES: u32 = 3;

/// When other nodes last showed life, by our own clock.
#[derive(Clone, Default)]
pub(super) struct Pulse {
    nodes: Arc<Mutex<HashMap<String, (i64, Instant)>>>,
}

impl Pulse {
    /// Notes the beats of all other nodes.
    fn note(&self, beats: Vec<(String, i64)>, now: Instant) {
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        let mut noted = HashMap::with_capacity(beats.len());
        for (node, beat) in beats {
            let known = nodes.get(&node).filter(|(known, _)| *known == beat);
            let since = known.map_or(now, |(_, since)| *since);
            noted.insert(node, (beat, since));
        }
        *nodes = noted;
    }

    /// The nodes that have shown no life for so long.
    fn silent(&self, longest: Duration, now: Instant) -> Vec<String> {
        let nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        let silent = nodes.iter().filter(|(_, (_, since))| now - *since > longest);
        silent.map(|(node, _)| node.clone()).collect()
    }
}

impl PostgresStore {
    /// Takes the lease of a match if no other living node holds it.
    pub async fn lease(&self, id: &str) -> Result<Leased, StoreError> {
        for _ in 0..TRIES {
            if let Some(lease) = self.take(id).await? {
                return Ok(Leased::Mine(lease));
            }
            let found = sqlx::query(
                "SELECT nodes.address FROM matches LEFT JOIN leases ON match_id = id \
                 LEFT JOIN nodes ON nodes.node = leases.node WHERE id = $1",
            )
            .bind(id)
            .fetch_optional(&self.pool)
            .await
            .map_err(unavailable)?;
            match found.map(|row| row.get::<Option<String>, _>(0)) {
                None => return Ok(Leased::Unknown),
                Some(Some(address)) => return Ok(Leased::Theirs(address)),
                // It was given back in between.
                Some(None) => {}
            }
        }
        Err(StoreError::Unavailable("the match is changing hands".into()))
    }

    async fn take(&self, id: &str) -> Result<Option<Lease>, StoreError> {
        let silent = self.pulse.silent(self.lease, Instant::now());
        let taken = sqlx::query(
            "WITH taken AS (INSERT INTO leases (match_id, node, fence) \
             SELECT id, $2, 1 FROM matches WHERE id = $1 \
             ON CONFLICT (match_id) DO UPDATE SET node = $2, fence = leases.fence + 1 \
             WHERE leases.node = $2 OR leases.node = ANY($3::text[]) OR NOT EXISTS \
             (SELECT 1 FROM nodes WHERE nodes.node = leases.node AND nodes.until > now()) \
             RETURNING fence) SELECT fence, \
             CASE WHEN fence > 1 THEN pg_notify($4, $1 || ' ' || $2) END FROM taken",
        )
        .bind(id)
        .bind(&self.node)
        .bind(silent)
        .bind(CHANNEL)
        .fetch_optional(&self.pool)
        .await
        .map_err(unavailable)?;
        Ok(taken.map(|row| Lease { fence: row.get(0) }))
    }

    /// Gives a lease back so that another node can take it at once.
    pub async fn release(&self, id: &str, lease: Lease) {
        // The fence must never go back, so the row stays.
        let given = sqlx::query(
            "UPDATE leases SET node = '' WHERE match_id = $1 AND fence = $2 AND node = $3",
        )
        .bind(id)
        .bind(lease.fence)
        .bind(&self.node)
        .execute(&self.pool)
        .await;
        if let Err(error) = given {
            tracing::warn!(%error, "a lease was not given back; other nodes pass on to us");
        }
    }

    /// Shows that this node is alive, and looks who else is.
    pub async fn renew(&self) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO nodes (node, address, beat, until) \
             VALUES ($1, $2, 1, now() + $3 * interval '1 millisecond') \
             ON CONFLICT (node) DO UPDATE SET beat = nodes.beat + 1, until = excluded.until",
        )
        .bind(&self.node)
        .bind(&self.address)
        .bind(self.lease.as_millis() as f64)
        .execute(&self.pool)
        .await
        .map_err(unavailable)?;
        let beats = sqlx::query("SELECT node, beat FROM nodes WHERE node <> $1")
            .bind(&self.node)
            .fetch_all(&self.pool)
            .await
            .map_err(unavailable)?;
        let beats = beats.iter().map(|row| (row.get(0), row.get(1))).collect();
        self.pulse.note(beats, Instant::now());
        sqlx::query("DELETE FROM nodes WHERE until < now() - interval '1 hour'")
            .execute(&self.pool)
            .await
            .map_err(unavailable)?;
        Ok(())
    }

    /// This node ends: everything it held is free at once.
    pub async fn retire(&self) {
        let gone =
            sqlx::query("DELETE FROM nodes WHERE node = $1").bind(&self.node).execute(&self.pool);
        if let Err(error) = gone.await {
            tracing::warn!(%error, "the leases of this node run out by themselves");
        }
    }

    /// The matches whose leases this node holds.
    pub async fn held(&self) -> Result<Vec<String>, StoreError> {
        let held = sqlx::query("SELECT match_id FROM leases WHERE node = $1")
            .bind(&self.node)
            .fetch_all(&self.pool)
            .await
            .map_err(unavailable)?;
        Ok(held.iter().map(|row| row.get(0)).collect())
    }

    /// This node's own name, which only the nodes on this database know.
    pub fn node(&self) -> &str {
        &self.node
    }

    /// Whether a name is that of a node on this database.
    pub async fn is_node(&self, name: &str) -> bool {
        let found = sqlx::query("SELECT 1 FROM nodes WHERE node = $1")
            .bind(name)
            .fetch_optional(&self.pool)
            .await;
        matches!(found, Ok(Some(_)))
    }

    /// Tells of every lease that another node takes, by the match's id.
    pub async fn listen(&self) -> Result<mpsc::Receiver<String>, StoreError> {
        let mut listener =
            sqlx::postgres::PgListener::connect_with(&self.pool).await.map_err(unavailable)?;
        listener.listen(CHANNEL).await.map_err(unavailable)?;
        let (sender, receiver) = mpsc::channel(1_000);
        let node = self.node.clone();
        tokio::spawn(async move {
            loop {
                match listener.recv().await {
                    Ok(note) => {
                        let Some((id, by)) = note.payload().split_once(' ') else { continue };
                        if by != node && sender.send(id.to_owned()).await.is_err() {
                            return;
                        }
                    }
                    Err(error) => {
                        // The listener connects again by itself; fencing holds meanwhile.
                        tracing::warn!(%error, "the database tells of no leases");
                        tokio::time::sleep(Duration::from_secs(1)).await;
                    }
                }
            }
        });
        Ok(receiver)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_silent_when_its_beat_stands_still() {
        let (pulse, start) = (Pulse::default(), Instant::now());
        let lease = Duration::from_secs(10);
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let beats = |one: i64, two: i64| vec![("one".to_owned(), one), ("two".to_owned(), two)];
        pulse.note(beats(1, 1), at(0));
        pulse.note(beats(2, 1), at(6));
        assert!(pulse.silent(lease, at(9)).is_empty());
        assert_eq!(pulse.silent(lease, at(11)), ["two"]);
        pulse.note(beats(2, 2), at(12));
        assert_eq!(pulse.silent(lease, at(17)), ["one"]);
        pulse.note(vec![("two".to_owned(), 2)], at(18));
        assert!(pulse.silent(lease, at(19)).is_empty(), "who is gone from the table is forgotten");
    }
}
