//! What a server is told when it starts.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Where matches are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// Nowhere: they are gone when the server stops.
    Memory,
    /// In a folder, by SQLite.
    Folder(PathBuf),
    /// In PostgreSQL, for any number of servers.
    Postgres(String),
}

/// A game from files, besides those that are part of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnGame {
    /// Its files, as `onplay_cards` reads them.
    pub files: Vec<onplay_cards::SourceFile>,
    /// Its rules as Markdown, to be read by players.
    pub rules: Option<String>,
    /// The same on one page.
    pub how_to_play: Option<String>,
}

/// Everything that can be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The address that clients connect to; with port 0 any port that is free.
    pub listen: SocketAddr,
    /// Where matches are kept while the server runs and after.
    pub database: Database,
    /// Games from files that can be played here too.
    pub games: Vec<OwnGame>,
    /// How other nodes reach this one, with PostgreSQL: `10.0.0.5:8080`.
    pub advertise: Option<String>,
    /// Origins that pages may come from, besides the server's own.
    pub origins: Vec<String>,
    /// The address of a client is in `X-Forwarded-For`: there is a proxy before us.
    pub behind_proxy: bool,
    /// Most connections of one address at once; none is unlimited.
    pub connections_per_address: Option<u32>,
    /// Most matches that one address may make in an hour; none is unlimited.
    pub matches_per_address: Option<u32>,
    /// Most requests of one address in a second; none is unlimited.
    pub requests_per_second: Option<u32>,
    /// Most messages of one connection in a second.
    pub messages_per_second: u32,
    /// Most bytes of data in the folder; none is unlimited.
    pub most_data: Option<u64>,
    /// How long a match without anybody stays in memory.
    pub idle: Duration,
    /// How long a client may say nothing at all.
    pub silence: Duration,
    /// How long a seat must have been left before a bot may play for it.
    pub grace: Duration,
    /// How many bots think at once.
    pub bot_threads: usize,
    /// How long a lease lasts that its node does not renew.
    pub lease: Duration,
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, |count| count.get());
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            database: Database::Memory,
            games: Vec::new(),
            advertise: None,
            origins: Vec::new(),
            behind_proxy: false,
            connections_per_address: Some(64),
            matches_per_address: Some(120),
            requests_per_second: Some(50),
            messages_per_second: 30,
            most_data: None,
            idle: Duration::from_secs(60),
            silence: Duration::from_secs(60),
            grace: Duration::from_secs(30),
            bot_threads: cores,
            lease: Duration::from_secs(10),
        }
    }
}
