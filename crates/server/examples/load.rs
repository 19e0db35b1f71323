//! How much a server carries: so many matches at once, so many decisions a second, for
//! so long. It starts servers of its own on the loopback interface, plays at them from
//! another process, prints what it measured and ends.
//!
//! ```sh
//! cargo run --release -p onplay-server --example load -- --matches 9900 --rate 3000 --seconds 120
//! cargo run --release -p onplay-server --example load -- --matches 9900 --rate 3000 --seconds 120 \
//!     --database postgres://onplay@127.0.0.1/onplay --nodes 2
//! ```
//!
//! Every match takes two connections, and each process may open as many files as
//! `ulimit -n` says. Where that is too few, `--alone N` puts a bot at the second seat of
//! N matches, which then take one.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use onplay_server::{Config, Database, Server};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{self, Message};

/// The same as the program's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const GAMES: [&str; 5] = ["skirmish", "drones", "tides", "alley", "goblins"];

/// How many matches are made and joined at the same time.
const AT_ONCE: usize = 64;

/// How many addresses of the loopback interface the clients come from: one has too few
/// ports for 20,000 connections and those that have just ended.
const SOURCES: u64 = 16;

type Failure = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<TcpStream>;

/// What is asked for.
struct Load {
    matches: u64,
    /// How many of them have a bot at the second seat.
    alone: u64,
    rate: u64,
    seconds: u64,
    database: Option<String>,
    /// How many servers share the database.
    nodes: usize,
}

/// What happens, counted.
#[derive(Default)]
struct Counts {
    decided: AtomicU64,
    refused: AtomicU64,
    broken: AtomicU64,
    over: AtomicU64,
    live: AtomicU64,
    measuring: AtomicBool,
    stop: AtomicBool,
    /// Microseconds from a decision to its acknowledgement.
    times: Mutex<Vec<u32>>,
}

/// A match that waits for a decision: it is told when to give it.
type Ready = mpsc::UnboundedSender<mpsc::Sender<()>>;

fn main() -> Result<(), Failure> {
    if std::env::var_os("ONPLAY_LOAD_SERVES").is_some() {
        return serve();
    }
    let load = arguments()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(measure(load))
}

fn arguments() -> Result<Load, Failure> {
    let mut load =
        Load { matches: 1_000, alone: 0, rate: 300, seconds: 20, database: None, nodes: 1 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or(format!("{word} needs a value"))?;
        match word.as_str() {
            "--matches" => load.matches = value.parse()?,
            "--alone" => load.alone = value.parse()?,
            "--rate" => load.rate = value.parse()?,
            "--seconds" => load.seconds = value.parse()?,
            "--database" => load.database = Some(value),
            "--nodes" => load.nodes = value.parse()?,
            _ => {
                let known = "--matches, --alone, --rate, --seconds, --database, --nodes";
                return Err(format!("`{word}` is not known; known: {known}").into());
            }
        }
    }
    if load.nodes == 0 || (load.nodes > 1 && load.database.is_none()) {
        return Err("--nodes wants 1, or more of them with --database".into());
    }
    Ok(load)
}

/// What the other process does: it serves until its input ends.
fn serve() -> Result<(), Failure> {
    let database = match std::env::var("ONPLAY_LOAD_DATABASE") {
        Ok(address) => Database::Postgres(address),
        Err(_) => Database::Folder(PathBuf::from(std::env::var("ONPLAY_LOAD_DATA")?)),
    };
    let address = std::env::var("ONPLAY_LOAD_SERVES")?;
    let config = Config {
        listen: address.parse()?,
        database,
        advertise: Some(address),
        connections_per_address: None,
        matches_per_address: None,
        requests_per_second: None,
        ..Config::default()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::start(config, None).await?;
        // If the generator is gone, so is the server.
        let (end, ended) = tokio::sync::oneshot::channel();
        std::thread::spawn(move || {
            let _ = std::io::read_to_string(std::io::stdin());
            let _ = end.send(());
        });
        let stop = async move {
            let _ = ended.await;
        };
        Ok(server.serve(stop).await?)
    })
}

fn start_server(load: &Load, folder: &std::path::Path) -> Result<(Child, SocketAddr), Failure> {
    let address = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let mut command = Command::new(std::env::current_exe()?);
    command.env("ONPLAY_LOAD_SERVES", address.to_string()).env("ONPLAY_LOAD_DATA", folder);
    if let Some(database) = &load.database {
        command.env("ONPLAY_LOAD_DATABASE", database);
    }
    Ok((command.stdin(Stdio::piped()).spawn()?, address))
}

async fn measure(load: Load) -> Result<(), Failure> {
    let folder = std::env::temp_dir().join(format!("onplay-load-{}", std::process::id()));
    let (mut servers, mut addresses) = (Vec::new(), Vec::new());
    for _ in 0..load.nodes {
        let (server, address) = start_server(&load, &folder)?;
        while TcpStream::connect(address).await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        servers.push(server);
        addresses.push(address);
    }
    let counts = Arc::new(Counts::default());
    let doors = Arc::new(Semaphore::new(AT_ONCE));
    let (ready, mut waiting) = mpsc::unbounded_channel();
    let begun = Instant::now();
    for at in 0..load.matches {
        let address = addresses[at as usize % addresses.len()];
        let seat = Seat { address, at, is_alone: at < load.alone };
        tokio::spawn(table(seat, counts.clone(), doors.clone(), ready.clone()));
    }
    while counts.live.load(Ordering::Relaxed) < load.matches {
        tokio::time::sleep(Duration::from_millis(100)).await;
        if begun.elapsed() > Duration::from_secs(300) {
            break;
        }
    }
    let live = counts.live.load(Ordering::Relaxed);
    println!("{live} matches are joined after {:.1} s", begun.elapsed().as_secs_f64());
    // A while to warm up, then what counts.
    pace(&mut waiting, load.rate, Duration::from_secs(5)).await;
    counts.measuring.store(true, Ordering::Relaxed);
    let before: Vec<f64> = servers.iter().map(|server| processor_time(server.id())).collect();
    let begun = Instant::now();
    let given = pace(&mut waiting, load.rate, Duration::from_secs(load.seconds)).await;
    let took = begun.elapsed().as_secs_f64();
    counts.measuring.store(false, Ordering::Relaxed);
    report(&counts, given, took);
    for (server, before) in servers.iter().zip(before) {
        let cores = (processor_time(server.id()) - before) / took;
        println!("server: {cores:.2} cores, {}", memory(server.id()));
    }
    counts.stop.store(true, Ordering::Relaxed);
    for server in &mut servers {
        drop(server.stdin.take());
        server.wait()?;
    }
    std::fs::remove_dir_all(folder).ok();
    Ok(())
}

/// Lets so many matches a second decide, the longest waiting first.
async fn pace(
    waiting: &mut mpsc::UnboundedReceiver<mpsc::Sender<()>>,
    rate: u64,
    time: Duration,
) -> u64 {
    let begun = Instant::now();
    let mut given = 0;
    let mut tick = tokio::time::interval(Duration::from_millis(2));
    while begun.elapsed() < time {
        tick.tick().await;
        let due = (begun.elapsed().as_secs_f64() * rate as f64) as u64;
        while given < due {
            let Ok(one) = waiting.try_recv() else { break };
            given += u64::from(one.try_send(()).is_ok());
        }
    }
    given
}

fn report(counts: &Counts, given: u64, took: f64) {
    let mut times = counts.times.lock().expect("nobody panics with it").clone();
    times.sort_unstable();
    let at = |part: f64| {
        let index = (times.len() as f64 * part) as usize;
        times.get(index.min(times.len().saturating_sub(1))).map_or(0.0, |it| f64::from(*it) / 1e3)
    };
    let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
    println!(
        "{given} decisions given in {took:.1} s, {:.0} a second acknowledged; \
         p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
        times.len() as f64 / took,
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0),
    );
    println!(
        "{} matches live, {} played to the end, {} refused, {} connections broken",
        count(&counts.live),
        count(&counts.over),
        count(&counts.refused),
        count(&counts.broken),
    );
}

/// Where one table is played.
#[derive(Clone, Copy)]
struct Seat {
    address: SocketAddr,
    at: u64,
    /// Whether a bot has the second seat.
    is_alone: bool,
}

/// Plays match after match at one table.
async fn table(seat: Seat, counts: Arc<Counts>, doors: Arc<Semaphore>, ready: Ready) {
    for round in 0u64.. {
        if counts.stop.load(Ordering::Relaxed) {
            return;
        }
        let Ok(door) = doors.acquire().await else { return };
        let opened = open(seat, round).await;
        drop(door);
        let Ok(sockets) = opened else {
            counts.broken.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(500)).await;
            continue;
        };
        counts.live.fetch_add(1, Ordering::Relaxed);
        let played = play(sockets, &counts, &ready).await;
        counts.live.fetch_sub(1, Ordering::Relaxed);
        let count = if played.is_ok() { &counts.over } else { &counts.broken };
        count.fetch_add(1, Ordering::Relaxed);
    }
}

async fn connect(address: SocketAddr, at: u64) -> Result<TcpStream, Failure> {
    let socket = TcpSocket::new_v4()?;
    let source = std::net::Ipv4Addr::new(127, 0, 0, (2 + at % SOURCES) as u8);
    socket.bind(SocketAddr::from((source, 0)))?;
    let stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Makes a match and joins the seats that no bot has.
async fn open(seat: Seat, round: u64) -> Result<(Socket, Option<Socket>), Failure> {
    let Seat { address, at, is_alone } = seat;
    let game = GAMES[((at + round) % GAMES.len() as u64) as usize];
    let second = if is_alone { "{\"kind\":\"bot\",\"bot\":\"random\"}" } else { "{}" };
    let body = format!("{{\"game\":\"{game}\",\"seats\":[{{}},{second}]}}");
    let mut stream = connect(address, at).await?;
    let request = format!(
        "POST /api/matches HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    let made: serde_json::Value = serde_json::from_str(body)?;
    let id = made["match"].as_str().ok_or("no match")?;
    let join = async |seat: usize| -> Result<Socket, Failure> {
        let token = made["seats"][seat]["token"].as_str().ok_or("no token")?;
        let mut request =
            format!("ws://{address}/api/matches/{id}/socket").into_client_request()?;
        let protocol = onplay_wire::SUBPROTOCOL.parse()?;
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        let stream = connect(address, at).await?;
        let (mut socket, _) = tokio_tungstenite::client_async(request, stream).await?;
        let join = format!("{{\"type\":\"join\",\"token\":\"{token}\"}}");
        socket.send(Message::Text(join.into())).await?;
        Ok(socket)
    };
    let one = join(0).await?;
    Ok((one, if is_alone { None } else { Some(join(1).await?) }))
}

/// What a message is, as far as this needs to know.
enum Heard {
    /// The number of the ask and of its offers.
    Ask(u64, u64),
    Decided,
    Refused,
    Over,
    Ping,
    Other,
}

fn heard(text: &str) -> Heard {
    let begins = |kind: &str| text.starts_with(&format!("{{\"type\":\"{kind}\""));
    if let Some(rest) = text.strip_prefix("{\"type\":\"ask\",\"ask\":{\"n\":") {
        let number = rest.split(',').next().and_then(|word| word.parse().ok()).unwrap_or(0);
        Heard::Ask(number, rest.matches("\"verb\":").count() as u64)
    } else if begins("decided") {
        Heard::Decided
    } else if begins("error") {
        Heard::Refused
    } else if begins("over") {
        Heard::Over
    } else if begins("ping") {
        Heard::Ping
    } else {
        Heard::Other
    }
}

/// The next message for a seat; for ever none where a bot has it.
async fn heard_by(socket: Option<&mut Socket>) -> Option<Result<Message, tungstenite::Error>> {
    match socket {
        Some(socket) => socket.next().await,
        None => std::future::pending().await,
    }
}

/// Plays a match to its end, deciding when it is told to.
async fn play(
    (mut one, mut two): (Socket, Option<Socket>),
    counts: &Counts,
    ready: &Ready,
) -> Result<(), Failure> {
    let (turn, mut turns) = mpsc::channel(1);
    // Which seat must decide what, and since when its decision is on the way.
    let mut asked: Option<(usize, u64, u64)> = None;
    let mut said: Option<Instant> = None;
    loop {
        let (at, message) = tokio::select! {
            message = one.next() => (0, message),
            message = heard_by(two.as_mut()) => (1, message),
            _ = turns.recv() => {
                if counts.stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let Some((at, number, offers)) = asked.take() else { continue };
                let action = 1 + (number * 7 + at as u64) % offers.max(1);
                let text = format!(
                    "{{\"type\":\"decide\",\"id\":\"{number}\",\"ask\":{number},\"action\":{action}}}"
                );
                said = Some(Instant::now());
                let Some(socket) = (if at == 0 { Some(&mut one) } else { two.as_mut() }) else {
                    continue;
                };
                socket.send(Message::Text(text.into())).await?;
                continue;
            }
        };
        let Message::Text(text) = message.ok_or("the connection has ended")?? else { continue };
        match heard(text.as_str()) {
            Heard::Ask(number, offers) => {
                asked = Some((at, number, offers));
                ready.send(turn.clone())?;
            }
            Heard::Decided => {
                counts.decided.fetch_add(1, Ordering::Relaxed);
                if let Some(since) = said.take()
                    && counts.measuring.load(Ordering::Relaxed)
                {
                    let time = since.elapsed().as_micros() as u32;
                    counts.times.lock().expect("nobody panics with it").push(time);
                }
            }
            Heard::Refused => {
                counts.refused.fetch_add(1, Ordering::Relaxed);
            }
            Heard::Over => return Ok(()),
            Heard::Ping => {
                let Some(socket) = (if at == 0 { Some(&mut one) } else { two.as_mut() }) else {
                    continue;
                };
                socket.send(Message::Text("{\"type\":\"pong\"}".into())).await?;
            }
            Heard::Other => {}
        }
    }
}

/// Seconds of processor time that a process has used.
fn processor_time(id: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let rest = text.rsplit(')').next().unwrap_or_default();
    let ticks: Vec<f64> = rest.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    // The state before the numbers is a letter, so user and system time are the 11th and 12th.
    let at = |index: usize| ticks.get(index).copied().unwrap_or(0.0);
    (at(10) + at(11)) / 100.0
}

/// Memory of a process, now and at most.
fn memory(id: u32) -> String {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let megabytes = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name));
        let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
        number.map_or(0, |kilobytes| kilobytes / 1024)
    };
    format!("{} MB of memory, {} MB at most", megabytes("VmRSS"), megabytes("VmHWM"))
}
