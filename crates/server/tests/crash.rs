//! `kill -9` at random moments while many matches are played: every acknowledged
//! decision is there afterwards and every match goes on at the same question.
//!
//! `ONPLAY_KILLS=200 cargo test -p onplay-server --test crash` is the full set.

mod support;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use onplay_games::kit;
use onplay_games::replay::Replay;
use onplay_server::{Config, Database, Server};
use serde_json::{Value, json};
use support::{Client, Made, config, http, make, mixed, two_people};

const GAMES: [&str; 5] = ["skirmish", "drones", "tides", "alley", "goblins"];

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The server that is killed: this program again, in a process of its own.
#[test]
fn child_serves() {
    let Ok(listen) = std::env::var("ONPLAY_CHILD_LISTEN") else { return };
    let database = match std::env::var("ONPLAY_CHILD_DATABASE") {
        Ok(address) => Database::Postgres(address),
        Err(_) => {
            Database::Folder(PathBuf::from(std::env::var("ONPLAY_CHILD_DATA").expect("data")))
        }
    };
    let listen: SocketAddr = listen.parse().expect("an address");
    let config = Config { listen, lease: Duration::from_secs(2), ..config(database) };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let server = Server::start(config, None).await.expect("it starts");
        server.serve(std::future::pending()).await.expect("it serves");
    });
}

fn spawn(listen: SocketAddr, place: (&str, &str)) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "child_serves", "--nocapture"])
        .env("ONPLAY_CHILD_LISTEN", listen.to_string())
        .env(place.0, place.1)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts")
}

async fn ready(address: SocketAddr) {
    for _ in 0..600 {
        if tokio::net::TcpStream::connect(address).await.is_ok()
            && http(address, "GET", "/readyz", "").await.0 == 200
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the server does not come up");
}

fn free_address() -> SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address")
}

/// What all players share.
#[derive(Default)]
struct Shared {
    acknowledged: AtomicU64,
    resumed: AtomicU64,
    stop: AtomicBool,
}

/// Plays a seat through every crash. Whatever was acknowledged must still be so.
async fn play(
    mut client: Client,
    addresses: Vec<SocketAddr>,
    seed: u64,
    shared: Arc<Shared>,
) -> Client {
    // The last ask, whether it was answered, and the step before it.
    let mut last: Option<(Value, bool, u32)> = None;
    let mut tries = 0;
    for turn in 0u64.. {
        while client.ask.is_none() && client.over.is_none() {
            if shared.stop.load(Ordering::Relaxed) {
                return client;
            }
            if client.is_connected() {
                client.hear().await;
                continue;
            }
            // The same server again, or any other.
            client.address = addresses[tries % addresses.len()];
            tries += 1;
            if client.try_join().await.is_err() {
                tokio::time::sleep(Duration::from_millis(30)).await;
                continue;
            }
            while client.is_connected() && client.ask.is_none() && client.over.is_none() {
                match client.hear().await {
                    Some(message) if message["type"] == "players" => break,
                    Some(message) if message["type"] == "error" => client.cut(),
                    _ => {}
                }
            }
            if !client.is_connected() {
                tokio::time::sleep(Duration::from_millis(30)).await;
                continue;
            }
            shared.resumed.fetch_add(1, Ordering::Relaxed);
            if let (Some((asked, answered, seen)), Some(ask)) = (&last, &client.ask)
                && *seen == client.seen
            {
                assert_eq!(asked, ask, "the match goes on at another question");
                assert!(!answered, "an acknowledged decision is lost");
            }
        }
        if client.over.is_some() || shared.stop.load(Ordering::Relaxed) {
            return client;
        }
        let ask = client.ask.take().expect("it is asked");
        let id = format!("d{}", ask["n"]);
        let offers = ask["actions"].as_array().expect("offers").len() as u64;
        let action = 1 + mixed(seed ^ mixed(ask["n"].as_u64().expect("a number"))) % offers;
        last = Some((ask.clone(), false, client.seen));
        let decide = json!({ "type": "decide", "id": id, "ask": ask["n"], "action": action });
        if client.say(decide).await.is_err() {
            continue;
        }
        while client.is_connected() {
            match client.hear().await {
                Some(message) if message["type"] == "decided" => {
                    shared.acknowledged.fetch_add(1, Ordering::Relaxed);
                    if let Some((_, answered, _)) = &mut last {
                        *answered = true;
                    }
                    break;
                }
                // Nothing has changed; the same question comes again.
                Some(message) if message["type"] == "error" => client.cut(),
                _ => {}
            }
        }
        tokio::time::sleep(Duration::from_millis(mixed(seed ^ turn) % 15)).await;
    }
    client
}

async fn finish(addresses: &[SocketAddr], made: &[Made], clients: Vec<Client>) -> usize {
    let mut over = 0;
    for (at, client) in clients.iter().enumerate() {
        if client.over.is_none() {
            continue;
        }
        over += 1;
        let path = format!("/api/matches/{}/replay", made[at / 2].id);
        let mut body = String::new();
        for address in addresses.iter().cycle().take(40) {
            let answer = http(*address, "GET", &path, "").await;
            if answer.0 == 200 {
                body = answer.1;
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let replay = Replay::read(&body).expect("a replay");
        let kit = kit::load(&replay.header.game).expect("a shipped game");
        // Every hash is checked on the way.
        replay.play(&kit, None).expect("the replay holds");
    }
    over
}

/// Some matches being played.
struct Playing {
    made: Vec<Made>,
    shared: Arc<Shared>,
    players: Vec<tokio::task::JoinHandle<Client>>,
}

impl Playing {
    async fn begin(addresses: &[SocketAddr], count: u64) -> Self {
        let mut made = Vec::new();
        for at in 0..count {
            made.push(make(addresses[0], two_people(GAMES[at as usize % GAMES.len()])).await);
        }
        let shared = Arc::new(Shared::default());
        let mut players = Vec::new();
        for (at, made) in made.iter().enumerate() {
            for seat in 0..2 {
                let address = addresses[seat % addresses.len()];
                let client = Client::new(address, &made.id, made.tokens[seat].as_deref());
                let seed = mixed((at * 2 + seat) as u64);
                let everywhere = addresses.to_vec();
                players.push(tokio::spawn(play(client, everywhere, seed, shared.clone())));
            }
        }
        Playing { made, shared, players }
    }

    /// Lets everybody stop and checks what was played to its end.
    async fn end(self, addresses: &[SocketAddr]) -> (u64, u64, usize) {
        self.shared.stop.store(true, Ordering::Relaxed);
        let mut clients = Vec::new();
        for player in self.players {
            let ended = tokio::time::timeout(Duration::from_secs(90), player).await;
            clients.push(ended.expect("it ends").expect("no promise is broken"));
        }
        let over = finish(addresses, &self.made, clients).await;
        let told = self.shared.acknowledged.load(Ordering::Relaxed);
        (told, self.shared.resumed.load(Ordering::Relaxed), over)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_when_the_server_is_killed() {
    let (kills, count) = (number("ONPLAY_KILLS", 6), number("ONPLAY_MATCHES", 50));
    let folder = std::env::temp_dir().join(format!("onplay-crash-{}", std::process::id()));
    let data = folder.to_string_lossy().into_owned();
    let place = ("ONPLAY_CHILD_DATA", data.as_str());
    let address = free_address();
    let mut server = spawn(address, place);
    ready(address).await;
    let playing = Playing::begin(&[address], count).await;
    for kill in 0..kills {
        tokio::time::sleep(Duration::from_millis(300 + mixed(kill) % 900)).await;
        server.kill().expect("it can be killed");
        server.wait().expect("it is gone");
        server = spawn(address, place);
        ready(address).await;
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (told, resumed, over) = playing.end(&[address]).await;
    println!("{kills} kills: {told} acknowledged, {resumed} resumed, {over} seats to the end");
    assert!(told > 100 && resumed > kills, "too little happened: {told}, {resumed}");
    server.kill().expect("it can be killed");
    server.wait().expect("it is gone");
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn either_node_can_be_killed_and_the_database_can_go_away() {
    let Some(database) = Cluster::start() else {
        println!("PostgreSQL 15 is not installed here (Debian: postgresql); nothing was tried");
        return;
    };
    let url = database.url();
    let place = ("ONPLAY_CHILD_DATABASE", url.as_str());
    let addresses = [free_address(), free_address()];
    let mut nodes = addresses.map(|address| spawn(address, place));
    for address in addresses {
        ready(address).await;
    }
    let playing = Playing::begin(&addresses, number("ONPLAY_MATCHES", 10).min(20)).await;
    for kill in 0..number("ONPLAY_KILLS", 4) {
        tokio::time::sleep(Duration::from_millis(800 + mixed(kill) % 900)).await;
        let at = (mixed(kill) % 2) as usize;
        nodes[at].kill().expect("it can be killed");
        nodes[at].wait().expect("it is gone");
        // The other one goes on with its matches once the leases have run out.
        tokio::time::sleep(Duration::from_millis(2_500)).await;
        nodes[at] = spawn(addresses[at], place);
        ready(addresses[at]).await;
    }
    database.stop();
    tokio::time::sleep(Duration::from_secs(number("ONPLAY_GONE", 5))).await;
    database.start_again();
    tokio::time::sleep(Duration::from_secs(6)).await;
    let (told, resumed, over) = playing.end(&addresses).await;
    println!("two nodes: {told} acknowledged, {resumed} resumed, {over} seats to the end");
    assert!(told > 100 && resumed > 20, "too little happened: {told}, {resumed}");
    for mut node in nodes {
        node.kill().expect("it can be killed");
        node.wait().expect("it is gone");
    }
}

/// A PostgreSQL of the test's own.
struct Cluster {
    folder: PathBuf,
    port: u16,
}

impl Cluster {
    /// Starts one; none if PostgreSQL is not installed.
    fn start() -> Option<Cluster> {
        let folder = std::env::temp_dir().join(format!("onplay-postgres-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).ok()?;
        let cluster = Cluster { port: free_address().port(), folder };
        if is_root() {
            // PostgreSQL refuses to run as root.
            Command::new("chown").arg("postgres").arg(&cluster.folder).status().ok()?;
        }
        let data = cluster.folder.join("data");
        let data = data.to_string_lossy();
        let made = tool("initdb")?
            .args(["-D", &data, "-U", "onplay", "-A", "trust", "-E", "UTF8"])
            .stdout(Stdio::null())
            .status();
        made.ok().filter(|status| status.success())?;
        cluster.start_again();
        Some(cluster)
    }

    fn url(&self) -> String {
        format!("postgres://onplay@127.0.0.1:{}/postgres", self.port)
    }

    fn control(&self, words: &[&str]) {
        let data = self.folder.join("data");
        let log = self.folder.join("log");
        let mut command = tool("pg_ctl").expect("it was found before");
        command.args(["-D", &data.to_string_lossy(), "-l", &log.to_string_lossy(), "-w"]);
        let status = command.args(words).stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(status.is_ok_and(|status| status.success()), "pg_ctl {words:?}");
    }

    fn start_again(&self) {
        let folder = self.folder.to_string_lossy();
        self.control(&["-o", &format!("-p {} -k {folder} -h 127.0.0.1", self.port), "start"]);
    }

    fn stop(&self) {
        self.control(&["-m", "immediate", "stop"]);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.stop();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.starts_with(b"0\n"))
}

/// A program of PostgreSQL, run as somebody it accepts.
fn tool(name: &str) -> Option<Command> {
    let path = PathBuf::from("/usr/lib/postgresql/15/bin").join(name);
    if !path.exists() {
        return None;
    }
    if !is_root() {
        return Some(Command::new(path));
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(path);
    Some(command)
}
