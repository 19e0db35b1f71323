//! The matches in memory: made from what is kept of them when somebody comes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use crate::actor::{self, Command};
use crate::bots::BotPool;
use crate::config::Config;
use crate::library::Library;
use crate::match_state::Match;
use crate::setup::{Setup, projection_of};
use crate::store::{Lease, Leased, Store, StoreError};

/// Most commands that wait for one match.
const MOST_WAITING: usize = 64;

/// All matches that are in memory.
#[derive(Clone)]
pub(crate) struct Rooms {
    pub store: Store,
    pub library: Arc<Library>,
    pub bots: BotPool,
    pub idle: Duration,
    /// How long a seat must have been left before a bot may play for it.
    pub grace: Duration,
    matches: Arc<Mutex<HashMap<String, mpsc::Sender<Command>>>>,
    /// One at a time makes a match that is not there.
    opening: Arc<Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>>,
}

/// Why a match cannot be come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Closed {
    /// There is no such match.
    Unknown,
    /// Another node has it, at this address.
    Elsewhere(String),
    /// The database does not answer, or what it holds cannot be read.
    Unavailable(String),
}

impl Rooms {
    pub fn new(store: Store, library: Arc<Library>, config: &Config) -> Self {
        let bots = BotPool::new(config.bot_threads);
        let (idle, grace) = (config.idle, config.grace);
        let (matches, opening) = (Arc::default(), Arc::default());
        Rooms { store, library, bots, idle, grace, matches, opening }
    }

    fn matches(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Command>>> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The matches in memory.
    pub fn ids(&self) -> Vec<String> {
        self.matches().keys().cloned().collect()
    }

    /// How many matches are in memory.
    pub fn count(&self) -> usize {
        self.matches().len()
    }

    /// The way to a match, which is made if it is not in memory.
    ///
    /// # Errors
    /// There is none, another node has it, or it cannot be made.
    pub async fn open(&self, id: &str) -> Result<mpsc::Sender<Command>, Closed> {
        if let Some(known) = self.known(id) {
            return Ok(known);
        }
        let turn = {
            let mut opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
            opening.entry(id.to_owned()).or_default().clone()
        };
        let result = {
            let _turn = turn.lock().await;
            match self.known(id) {
                Some(known) => Ok(known),
                None => self.make(id).await,
            }
        };
        let mut opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        if opening.get(id).is_some_and(|turn| Arc::strong_count(turn) <= 2) {
            opening.remove(id);
        }
        result
    }

    fn known(&self, id: &str) -> Option<mpsc::Sender<Command>> {
        self.matches().get(id).filter(|sender| !sender.is_closed()).cloned()
    }

    async fn make(&self, id: &str) -> Result<mpsc::Sender<Command>, Closed> {
        let lease = match self.store.lease(id).await.map_err(unavailable)? {
            Leased::Mine(lease) => lease,
            Leased::Theirs(address) => return Err(Closed::Elsewhere(address)),
            Leased::Unknown => return Err(Closed::Unknown),
        };
        match self.load(id).await {
            Ok(state) => Ok(self.start(state, lease)),
            Err(closed) => {
                self.store.release(id, lease).await;
                Err(closed)
            }
        }
    }

    /// A match as it is kept, to be looked at only.
    ///
    /// # Errors
    /// There is none, or it cannot be made.
    pub async fn load(&self, id: &str) -> Result<Match, Closed> {
        let stored = self.store.load(id).await.map_err(unavailable)?.ok_or(Closed::Unknown)?;
        let library = self.library.clone();
        let made = tokio::task::spawn_blocking(move || {
            let setup: Setup = serde_json::from_str(&stored.row.setup)
                .map_err(|error| StoreError::Corrupt(error.to_string()))?;
            let projection =
                projection_of(&library, &setup, &stored.row.texts).map_err(StoreError::Corrupt)?;
            Match::new(stored, setup, projection)
        });
        let made = made.await.map_err(|error| Closed::Unavailable(error.to_string()))?;
        made.map_err(|error| {
            tracing::error!(id, %error, "a match cannot be made from what is kept");
            unavailable(error)
        })
    }

    fn start(&self, state: Match, lease: Lease) -> mpsc::Sender<Command> {
        let (sender, commands) = mpsc::channel(MOST_WAITING);
        let id = state.id.clone();
        let mut matches = self.matches();
        matches.insert(id, sender.clone());
        metrics::gauge!("onplay_matches").set(matches.len() as f64);
        drop(matches);
        tokio::spawn(actor::run(state, lease, self.clone(), commands));
        sender
    }

    /// A match has ended its work; it is not in memory any more.
    pub async fn closed(&self, id: &str, lease: Lease) {
        {
            let mut matches = self.matches();
            if matches.get(id).is_some_and(mpsc::Sender::is_closed) {
                matches.remove(id);
            }
            metrics::gauge!("onplay_matches").set(matches.len() as f64);
        }
        self.store.release(id, lease).await;
    }

    /// Another node has taken over a match.
    pub async fn lose(&self, id: &str) {
        if let Some(known) = self.known(id) {
            let (done, waits) = oneshot::channel();
            if known.send(Command::Lost { done }).await.is_ok() {
                let _ = waits.await;
            }
        }
    }

    /// Lets every match finish what it is doing, and says goodbye.
    pub async fn close_all(&self) {
        let all: Vec<mpsc::Sender<Command>> = self.matches().values().cloned().collect();
        let mut waiting = Vec::new();
        for sender in all {
            let (done, waits) = oneshot::channel();
            if sender.send(Command::Shutdown { done }).await.is_ok() {
                waiting.push(waits);
            }
        }
        for waits in waiting {
            let _ = waits.await;
        }
    }
}

fn unavailable(error: StoreError) -> Closed {
    Closed::Unavailable(error.to_string())
}
