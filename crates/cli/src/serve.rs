//! `onplay serve`: matches in a browser or for programs, over the network.

use std::io::IsTerminal as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use onplay_server::{Config, Database, OwnGame, Server};

use crate::{Failed, load};

/// Serve matches over WebSocket and HTTP
///
/// Players come by links, watch, reconnect and play against bots. Every decision is
/// on disk before anybody hears of it. Every option can be given by the environment
/// too: ONPLAY_LISTEN, ONPLAY_DATA, ONPLAY_DATABASE and so on.
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay serve                                  at 127.0.0.1:8080, kept in ./onplay-data
  onplay serve --listen 0.0.0.0:80 --data /var/lib/onplay
  onplay serve --memory                         nothing is kept
  onplay serve --game mygame                    with a game of your own, from its folder
  onplay serve --database postgres://onplay@db/onplay --advertise 10.0.0.5:8080

See docs/deploy.md for proxies, several nodes, systemd and backups.")]
pub struct Serve {
    /// The address to listen at
    #[arg(long, default_value = "127.0.0.1:8080", env = "ONPLAY_LISTEN")]
    listen: SocketAddr,
    /// The folder in which matches are kept
    #[arg(long, value_name = "DIR", default_value = "onplay-data", env = "ONPLAY_DATA")]
    data: PathBuf,
    /// A folder with a game of your own, to be played beside the shipped ones; can be
    /// given several times
    #[arg(long, value_name = "DIR", value_delimiter = ',', env = "ONPLAY_GAMES")]
    game: Vec<PathBuf>,
    /// Keep nothing: matches are gone when the server stops
    #[arg(long, conflicts_with = "database", env = "ONPLAY_MEMORY")]
    memory: bool,
    /// Keep matches in PostgreSQL, for any number of nodes: postgres://USER@HOST/NAME
    #[arg(long, value_name = "URL", env = "ONPLAY_DATABASE")]
    database: Option<String>,
    /// How other nodes reach this one
    #[arg(long, value_name = "HOST:PORT", requires = "database", env = "ONPLAY_ADVERTISE")]
    advertise: Option<String>,
    /// Origins whose pages may play here, besides the server's own
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',', env = "ONPLAY_ORIGINS")]
    origins: Vec<String>,
    /// A proxy stands before the server: clients' addresses are in X-Forwarded-For
    #[arg(long, env = "ONPLAY_BEHIND_PROXY")]
    behind_proxy: bool,
    /// Most connections of one address; 0 is unlimited
    #[arg(long, value_name = "N", default_value_t = 64, env = "ONPLAY_CONNECTIONS_PER_ADDRESS")]
    connections_per_address: u32,
    /// Most new matches of one address in an hour; 0 is unlimited
    #[arg(long, value_name = "N", default_value_t = 120, env = "ONPLAY_MATCHES_PER_ADDRESS")]
    matches_per_address: u32,
    /// Most requests of one address in a second; 0 is unlimited
    #[arg(long, value_name = "N", default_value_t = 50, env = "ONPLAY_REQUESTS_PER_SECOND")]
    requests_per_second: u32,
    /// Most messages of one connection in a second
    #[arg(long, value_name = "N", default_value_t = 30, env = "ONPLAY_MESSAGES_PER_SECOND")]
    messages_per_second: u32,
    /// Most megabytes in the data folder; 0 is unlimited
    #[arg(long, value_name = "MB", default_value_t = 0, env = "ONPLAY_MOST_DATA")]
    most_data: u64,
    /// Seconds that a match without anybody stays in memory
    #[arg(long, value_name = "S", default_value_t = 60, env = "ONPLAY_IDLE")]
    idle: u64,
    /// Seconds that a client may say nothing, not even that it is there
    #[arg(long, value_name = "S", default_value_t = 60, env = "ONPLAY_SILENCE")]
    silence: u64,
    /// Seconds that a seat must have been left before a bot may play for it
    #[arg(long, value_name = "S", default_value_t = 30, env = "ONPLAY_GRACE")]
    grace: u64,
    /// Bots that think at once; as many as there are cores if not given
    #[arg(long, value_name = "N", env = "ONPLAY_BOT_THREADS")]
    bot_threads: Option<usize>,
    /// Seconds after which a node that does not answer loses its matches
    #[arg(long, value_name = "S", default_value_t = 10, env = "ONPLAY_LEASE")]
    lease: u64,
    /// What is logged: error, warn, info, debug, or by module
    #[arg(long, value_name = "LEVEL", default_value = "info", env = "ONPLAY_LOG")]
    log: String,
}

/// Serves until it is told to stop.
pub fn serve(args: Serve) -> Result<(), Failed> {
    let filter = tracing_subscriber::EnvFilter::try_new(&args.log)
        .map_err(|error| Failed::Usage(format!("--log {}: {error}", args.log)))?;
    // Colours are for people: a journal or a file gets plain lines.
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(colour)
        .init();
    let games = args.game.iter().map(|folder| own_game(folder)).collect::<Result<_, _>>()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let metrics = metrics_exporter_prometheus::PrometheusBuilder::new()
        .install_recorder()
        .map_err(|error| Failed::Wrong(error.to_string()))?;
    runtime.block_on(async move {
        let failed = |error: onplay_server::ServerError| Failed::Missing(error.to_string());
        let server = Server::start(config(args, games), Some(metrics)).await.map_err(failed)?;
        say!("http://{}", server.address());
        server.serve(stopped()).await.map_err(failed)
    })
}

/// Tells whether a seed is the one that a commitment stood for.
pub fn verify_seed(seed: u64, commitment: &str, salt: &str) -> Result<(), Failed> {
    if !onplay_server::is_commitment(commitment) {
        let text = format!("`{commitment}` is no commitment: it has 64 hexadecimal digits");
        return Err(Failed::Usage(text));
    }
    if onplay_server::commitment(seed, salt) != commitment.to_lowercase() {
        let text = "this seed was not committed to: the cards may have been shuffled later";
        return Err(Failed::Wrong(text.into()));
    }
    say!("seed {seed} was settled before the first card was seen");
    Ok(())
}

/// What a game's rules may be called, in the order of preference.
const RULES: [&str; 2] = ["rulebook.md", "rules.md"];

/// A game from its folder.
fn own_game(folder: &Path) -> Result<OwnGame, Failed> {
    // Errors are told as everywhere, at the words.
    load::folder(folder)?;
    let page = |names: &[&str]| {
        let path = names.iter().map(|name| folder.join(name)).find(|path| path.is_file());
        path.map(|path| load::text(&path)).transpose()
    };
    let (rules, how_to_play) = (page(&RULES)?, page(&["how-to-play.md"])?);
    Ok(OwnGame { files: load::files(folder)?, rules, how_to_play })
}

fn config(args: Serve, games: Vec<OwnGame>) -> Config {
    let unlimited = |most: u32| (most > 0).then_some(most);
    let defaults = Config::default();
    Config {
        listen: args.listen,
        database: match args.database {
            Some(address) => Database::Postgres(address),
            None if args.memory => Database::Memory,
            None => Database::Folder(args.data),
        },
        games,
        advertise: args.advertise,
        origins: args.origins,
        behind_proxy: args.behind_proxy,
        connections_per_address: unlimited(args.connections_per_address),
        matches_per_address: unlimited(args.matches_per_address),
        requests_per_second: unlimited(args.requests_per_second),
        messages_per_second: args.messages_per_second.max(1),
        most_data: (args.most_data > 0).then(|| args.most_data.saturating_mul(1024 * 1024)),
        idle: Duration::from_secs(args.idle),
        silence: Duration::from_secs(args.silence.max(3)),
        grace: Duration::from_secs(args.grace),
        bot_threads: args.bot_threads.unwrap_or(defaults.bot_threads),
        lease: Duration::from_secs(args.lease.max(1)),
    }
}

/// Waits for Ctrl-C or SIGTERM.
async fn stopped() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminated) => tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            },
            Err(_) => {
                let _ = interrupted.await;
            }
        }
    }
    #[cfg(not(unix))]
    let _ = interrupted.await;
}
