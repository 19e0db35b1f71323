//! What goes wrong around a server: a full disk, clients that do not read or are not
//! there any more, clocks that jump. Errors say so, nothing is lost, and everything goes
//! on by itself afterwards.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use futures_util::SinkExt as _;
use onplay_server::{Config, Database};
use serde_json::{Value, json};
use support::child::{self, Folder, Node};
use support::kept::Place;
use support::steady::Playing;
use support::{Client, config, http, make, start, two_people};
use tokio::net::TcpSocket;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

/// A server with faults around it: this program again, in a process of its own.
#[test]
fn child_serves() {
    child::serve();
}

/// A small disk of its own, where the system gives us one.
struct Disk(PathBuf);

impl Disk {
    fn mount(folder: &Path) -> Option<Disk> {
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=6m", "onplay-test"])
            .arg(folder)
            .stderr(std::process::Stdio::null())
            .status();
        let mounted = mounted.is_ok_and(|status| status.success());
        mounted.then(|| Disk(folder.to_path_buf()))
    }

    /// Leaves no room.
    fn fill(&self) {
        let file = std::fs::File::create(self.0.join("ballast")).expect("a file");
        let mut file = std::io::BufWriter::with_capacity(4096, file);
        let block = [0; 4096];
        while std::io::Write::write_all(&mut file, &block).is_ok() {}
        // What could not be written is not tried again.
        let _ = file.into_parts();
    }

    fn clear(&self) {
        std::fs::remove_file(self.0.join("ballast")).expect("it was there");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_loses_nothing_and_play_goes_on_when_there_is_room() {
    let folder = Folder::new("full");
    let Some(disk) = Disk::mount(&folder.0) else {
        println!("no disk can be mounted here; `most_data` is tried instead");
        return;
    };
    let data = folder.0.join("data");
    let server = Node::in_folder(&data).await;
    let playing = Playing::begin(&[server.address], 6);
    playing.moves_on(Duration::from_secs(30)).await;
    for _ in 0..2 {
        disk.fill();
        let told = async {
            loop {
                let (status, body) = http(server.address, "GET", "/readyz", "").await;
                if status == 503 {
                    return body;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let told = tokio::time::timeout(Duration::from_secs(30), told).await.expect("it is full");
        assert!(told.contains("full"), "{told}");
        tokio::time::sleep(Duration::from_secs(1)).await;
        disk.clear();
        playing.moves_on(Duration::from_secs(30)).await;
        assert_eq!(http(server.address, "GET", "/readyz", "").await.0, 200);
    }
    playing.end(&Place::Folder(&data)).await;
    drop(server);
    drop(disk);
}

#[tokio::test]
async fn a_bound_on_the_data_is_told_and_nothing_is_half_kept() {
    let folder = Folder::new("bound");
    let database = Database::Folder(folder.0.clone());
    let server = start(Config { most_data: Some(200_000), ..config(database) }).await;
    let wish = two_people("skirmish").to_string();
    let mut made = 0;
    let refused = loop {
        let (status, body) = http(server.address, "POST", "/api/matches", &wish).await;
        if status != 201 {
            break (status, body);
        }
        made += 1;
        assert!(made < 1_000, "there is no bound");
    };
    assert_eq!(refused.0, 503, "{}", refused.1);
    assert!(refused.1.contains("nothing can be kept now"), "{}", refused.1);
    server.stop().await;
    let file = rusqlite::Connection::open(folder.0.join("onplay.sqlite")).expect("a file");
    let count = |table: &str| -> i64 {
        let query = format!("SELECT count(*) FROM {table}");
        file.query_row(&query, [], |row| row.get(0)).expect("a count")
    };
    assert_eq!((count("matches"), count("seats")), (made, 2 * made));
}

/// Two players, joined; the one who decides comes first.
async fn two(address: std::net::SocketAddr, wish: Value) -> [Client; 2] {
    let made = make(address, wish).await;
    let mut clients =
        [0, 1].map(|at: usize| Client::new(address, &made.id, made.tokens[at].as_deref()));
    for client in &mut clients {
        client.join().await;
        client.hear_until("players").await.expect("it is let in");
    }
    let [one, two] = clients;
    if one.ask.is_some() { [one, two] } else { [two, one] }
}

async fn decide(client: &mut Client, id: &str) {
    let ask = client.ask.take().expect("it is asked");
    let decide = json!({ "type": "decide", "id": id, "ask": ask["n"], "action": 1 });
    client.say(decide).await.expect("it is connected");
    client.hear_until("decided").await.expect("it is kept");
}

/// A client that speaks and never reads is cut off; the others do not wait for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_read_is_cut_off() {
    let server = start(config(Database::Memory)).await;
    let [mut decider, other] = two(server.address, two_people("skirmish")).await;
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a small buffer");
    let stream = socket.connect(server.address).await.expect("a connection");
    let url = format!("ws://{}/api/matches/{}/socket", server.address, other.id);
    let request = url.into_client_request().expect("an address");
    let (mut deaf, _) = tokio_tungstenite::client_async(request, stream).await.expect("a socket");
    let join = json!({ "type": "join", "token": other.token }).to_string();
    deaf.send(Message::Text(join.into())).await.expect("it is let in");
    // Each gets an answer that nobody reads.
    let speaking = tokio::spawn(async move {
        let id = "x".repeat(64);
        let stale = json!({ "type": "decide", "id": id, "ask": 9_999, "action": 1 }).to_string();
        for said in 0..2_000_000u64 {
            if deaf.send(Message::Text(stale.clone().into())).await.is_err() {
                return said;
            }
        }
        u64::MAX
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    let begun = Instant::now();
    decide(&mut decider, "first").await;
    assert!(begun.elapsed() < Duration::from_secs(10), "the others wait for it");
    let said = tokio::time::timeout(Duration::from_secs(60), speaking).await;
    let said = said.expect("it is cut off").expect("it speaks");
    assert!(said > 256 && said < u64::MAX, "after {said} messages");
    // It may come back for what it missed.
    let mut back = Client::new(server.address, &other.id, other.token.as_deref());
    back.join().await;
    back.hear_until("state").await.expect("a view");
    server.stop().await;
}

/// A client that is gone without a word is noticed.
#[tokio::test]
async fn a_half_open_connection_ends() {
    let silence = Duration::from_millis(600);
    let server = start(Config { silence, ..config(Database::Memory) }).await;
    let [mut gone, mut here] = two(server.address, two_people("skirmish")).await;
    // Nothing is read or said at `gone` from here on, and its socket stays open.
    let seat = gone.view.as_ref().and_then(|view| view.seat).expect("a seat");
    let at = usize::from(seat == onplay_wire::SeatName::P2);
    let begun = Instant::now();
    loop {
        let players = here.hear_until("players").await.expect("it is connected");
        if players["players"][at]["here"] == false {
            break;
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    // Whoever answers the pings stays.
    assert!(here.is_connected());
    gone.cut();
    gone.join().await;
    gone.hear_until("ask").await.expect("the same question again");
    decide(&mut gone, "back").await;
    server.stop().await;
}

/// Builds a library that moves a program's clock by what a file says, in seconds. The
/// clock that only counts on is left alone, as the system would.
fn clock_library(folder: &Path) -> Option<PathBuf> {
    let source = r#"
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long jump(void) {
    const char *path = getenv("ONPLAY_CLOCK");
    FILE *file = path ? fopen(path, "r") : NULL;
    long seconds = 0;
    if (file) { if (fscanf(file, "%ld", &seconds) != 1) seconds = 0; fclose(file); }
    return seconds;
}
int clock_gettime(clockid_t id, struct timespec *now) {
    int result = syscall(SYS_clock_gettime, id, now);
    if (id == CLOCK_REALTIME) now->tv_sec += jump();
    return result;
}
int gettimeofday(struct timeval *now, void *zone) {
    struct timespec real;
    clock_gettime(CLOCK_REALTIME, &real);
    now->tv_sec = real.tv_sec;
    now->tv_usec = real.tv_nsec / 1000;
    return 0;
}
time_t time(time_t *to) {
    struct timespec real;
    clock_gettime(CLOCK_REALTIME, &real);
    if (to) *to = real.tv_sec;
    return real.tv_sec;
}
"#;
    let (code, library) = (folder.join("clock.c"), folder.join("clock.so"));
    std::fs::write(&code, source).ok()?;
    let built =
        Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &code]).status();
    built.is_ok_and(|status| status.success()).then_some(library)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_jumps_ends_nobodys_time() {
    let folder = Folder::new("clock");
    let Some(library) = clock_library(&folder.0) else {
        println!("there is no C compiler here; nothing was tried");
        return;
    };
    let (data, clock) = (folder.0.join("data"), folder.0.join("seconds"));
    let text = |path: &Path| path.to_string_lossy().into_owned();
    std::fs::write(&clock, "0").expect("a file");
    let mut server = Node::start(&[
        ("ONPLAY_CHILD_DATA", &text(&data)),
        ("LD_PRELOAD", &text(&library)),
        ("ONPLAY_CLOCK", &text(&clock)),
    ])
    .await;
    let wish = json!({
        "game": "skirmish", "seats": [{}, {}],
        "clock": { "decision": 60_000, "bank": 60_000, "away": 60_000 },
    });
    let [mut decider, mut other] = two(server.address, wish.clone()).await;
    for (jump, id) in [("86400", "forward"), ("-86400", "back"), ("0", "again")] {
        std::fs::write(&clock, jump).expect("a file");
        tokio::time::sleep(Duration::from_millis(300)).await;
        make(server.address, wish.clone()).await;
        decide(&mut decider, id).await;
        other.hear_until("steps").await.expect("it goes on");
        while decider.ask.is_none() && other.ask.is_none() {
            let heard = tokio::time::timeout(Duration::from_millis(200), decider.hear()).await;
            if heard.is_err() {
                other.hear().await;
            }
        }
        if decider.ask.is_none() {
            std::mem::swap(&mut decider, &mut other);
        }
    }
    server.kill();
    let kept = Place::Folder(&data).read(&decider.id).await;
    assert_eq!(kept.rows.len(), 3, "nobody decided for anybody: {:?}", kept.rows);
    // The clock did jump: the matches were made on three days.
    let file = rusqlite::Connection::open(data.join("onplay.sqlite")).expect("a file");
    let days: i64 = file
        .query_row("SELECT count(DISTINCT created / 43200) FROM matches", [], |row| row.get(0))
        .expect("a count");
    assert!(days >= 3, "{days}");
}
