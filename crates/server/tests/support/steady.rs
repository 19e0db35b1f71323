//! Players that go on through every crash, and keep account of what was acknowledged.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use onplay_games::kit::GAMES;
use serde_json::{Value, json};

use super::kept::Place;
use super::{Client, mixed, try_make, two_people};

/// What all players share.
#[derive(Default)]
pub struct Shared {
    pub acknowledged: AtomicU64,
    pub resumed: AtomicU64,
    pub over: AtomicU64,
    stop: AtomicBool,
    /// By table that is played at: acknowledged decisions.
    tables: Vec<AtomicU64>,
}

/// One match that was played, and what its players were told.
struct Account {
    table: String,
    acknowledged: [Vec<String>; 2],
}

/// Tables at which matches are played one after the other.
pub struct Playing {
    pub shared: Arc<Shared>,
    tables: Vec<tokio::task::JoinHandle<Vec<Account>>>,
}

impl Playing {
    /// Begins to play at so many tables, with whichever server answers.
    pub fn begin(addresses: &[SocketAddr], count: u64) -> Self {
        let tables = (0..count).map(|_| AtomicU64::new(0)).collect();
        let shared = Arc::new(Shared { tables, ..Shared::default() });
        let one = |at: u64| tokio::spawn(table(addresses.to_vec(), at, shared.clone()));
        Playing { tables: (0..count).map(one).collect(), shared: shared.clone() }
    }

    /// Waits until something was acknowledged at every table.
    pub async fn moves_on(&self, longest: Duration) {
        let before: Vec<u64> =
            self.shared.tables.iter().map(|table| table.load(Ordering::Relaxed)).collect();
        let moved = async {
            for (table, before) in self.shared.tables.iter().zip(before) {
                while table.load(Ordering::Relaxed) == before {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
        };
        tokio::time::timeout(longest, moved).await.expect("every match goes on");
    }

    /// Lets everybody stop, and compares what they were told with what is kept.
    pub async fn end(self, place: &Place<'_>) {
        self.shared.stop.store(true, Ordering::Relaxed);
        let (mut matches, mut decisions) = (0, 0);
        for table in self.tables {
            let ended = tokio::time::timeout(Duration::from_secs(90), table).await;
            for account in ended.expect("it ends").expect("no promise is broken") {
                let kept = place.read(&account.table).await;
                kept.check(&account.acknowledged);
                matches += 1;
                decisions += kept.rows.len();
            }
        }
        let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
        println!(
            "{matches} matches, {} to the end; {} decisions acknowledged, {decisions} kept, {} resumed",
            count(&self.shared.over),
            count(&self.shared.acknowledged),
            count(&self.shared.resumed),
        );
    }
}

impl Shared {
    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Plays match after match at one table.
async fn table(addresses: Vec<SocketAddr>, at: u64, shared: Arc<Shared>) -> Vec<Account> {
    let mut accounts = Vec::new();
    for round in 0u64.. {
        let game = GAMES[(at + round) as usize % GAMES.len()];
        let made = loop {
            if shared.stops() {
                return accounts;
            }
            let address = addresses[(mixed(at ^ round) % addresses.len() as u64) as usize];
            match try_make(address, two_people(game)).await {
                Ok(made) => break made,
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        };
        let seats = [0, 1].map(|seat: usize| {
            let address = addresses[seat % addresses.len()];
            let client = Client::new(address, &made.id, made.tokens[seat].as_deref());
            let seed = mixed(at * 2 + seat as u64 + round * 1_000);
            let player = Player {
                client,
                addresses: addresses.clone(),
                seed,
                at: at as usize,
                shared: shared.clone(),
                acknowledged: Vec::new(),
                said: None,
                last: None,
                tries: seat,
            };
            tokio::spawn(player.play())
        });
        let [one, two] = seats;
        let (one, two) = tokio::join!(one, two);
        let acknowledged = [one.expect("p1 plays"), two.expect("p2 plays")];
        accounts.push(Account { table: made.id, acknowledged });
    }
    accounts
}

/// One seat, through every crash.
struct Player {
    client: Client,
    addresses: Vec<SocketAddr>,
    seed: u64,
    at: usize,
    shared: Arc<Shared>,
    acknowledged: Vec<String>,
    /// What was said and not answered; it is said again until it is.
    said: Option<Value>,
    /// The last ask, the step before it, and whether its answer was acknowledged.
    last: Option<(Value, u32, bool)>,
    tries: usize,
}

impl Player {
    async fn play(mut self) -> Vec<String> {
        while !self.shared.stops() && self.client.over.is_none() {
            if !self.client.is_connected() {
                self.rejoin().await;
            } else if self.said.is_some() {
                self.hear_answer().await;
            } else if let Some(ask) = self.client.ask.take() {
                self.decide(ask).await;
            } else {
                self.client.hear().await;
            }
        }
        if self.client.over.is_some() {
            self.shared.over.fetch_add(1, Ordering::Relaxed);
        }
        self.acknowledged
    }

    async fn decide(&mut self, ask: Value) {
        let number = ask["n"].as_u64().expect("a number");
        let chance = mixed(self.seed ^ mixed(number));
        tokio::time::sleep(Duration::from_millis(chance % 15)).await;
        let offers = ask["actions"].as_array().expect("offers").len() as u64;
        let decide = json!({
            "type": "decide", "id": format!("d{number}"), "ask": number,
            "action": 1 + chance % offers,
        });
        self.last = Some((ask, self.client.seen, false));
        let _ = self.client.say(decide.clone()).await;
        self.said = Some(decide);
    }

    /// What was said must be acknowledged, also when it is said again.
    async fn hear_answer(&mut self) {
        let Some(message) = self.client.hear().await else { return };
        match message["type"].as_str() {
            Some("decided") => {
                let said = self.said.take().expect("something was said");
                assert_eq!(message["id"], said["id"]);
                self.acknowledged.push(said["id"].as_str().expect("an id").to_owned());
                self.shared.acknowledged.fetch_add(1, Ordering::Relaxed);
                self.shared.tables[self.at].fetch_add(1, Ordering::Relaxed);
                if let Some((.., answered)) = &mut self.last {
                    *answered = true;
                }
            }
            Some("error") => {
                assert_eq!(message["code"], "unavailable", "{message}");
                self.client.cut();
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            _ => {}
        }
    }

    /// The same server again, or any other; the match goes on where it was.
    async fn rejoin(&mut self) {
        self.client.address = self.addresses[self.tries % self.addresses.len()];
        self.tries += 1;
        if self.client.try_join().await.is_err() {
            return tokio::time::sleep(Duration::from_millis(30)).await;
        }
        loop {
            match self.client.hear().await {
                None => return tokio::time::sleep(Duration::from_millis(30)).await,
                Some(message) if message["type"] == "players" => break,
                Some(message) if message["type"] == "error" => {
                    assert_eq!(message["code"], "unavailable", "{message}");
                    self.client.cut();
                }
                Some(_) => {}
            }
        }
        self.shared.resumed.fetch_add(1, Ordering::Relaxed);
        if let (Some((asked, seen, answered)), Some(ask)) = (&self.last, &self.client.ask)
            && *seen == self.client.seen
        {
            assert_eq!(asked, ask, "the match goes on at another question");
            assert!(!answered, "an acknowledged decision is lost");
        }
        if let Some(said) = self.said.clone() {
            let _ = self.client.say(said).await;
        }
    }
}
