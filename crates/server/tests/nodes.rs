//! Two nodes on one PostgreSQL: either can be killed, put to sleep or misled by a
//! clock, and the other goes on with its matches; nothing is lost or done twice.
//!
//! `ONPLAY_KILLS=40 ONPLAY_GONE=30 cargo test -p onplay-server --test nodes` is the
//! full set.

mod support;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::child::{self, Cluster, Node, number};
use support::kept::Place;
use support::steady::Playing;
use support::{Client, Made, make, mixed, two_people};

/// A node that is killed: this program again, in a process of its own.
#[test]
fn child_serves() {
    child::serve();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn either_node_can_be_killed_and_the_database_can_go_away() {
    let Some(cluster) = Cluster::start("nodes") else { return };
    let mut nodes = [Node::on(&cluster, 1_000).await, Node::on(&cluster, 1_000).await];
    let addresses = [nodes[0].address, nodes[1].address];
    let playing = Playing::begin(&addresses, number("ONPLAY_MATCHES", 10));
    playing.moves_on(Duration::from_secs(60)).await;
    for kill in 0..number("ONPLAY_KILLS", 4) {
        tokio::time::sleep(Duration::from_millis(mixed(kill) % 900)).await;
        // Each in turn, so that all matches have to change hands.
        let at = (kill % 2) as usize;
        nodes[at].kill();
        // The other one alone goes on with every match.
        playing.moves_on(Duration::from_secs(60)).await;
        nodes[at].start_again().await;
    }
    cluster.stop();
    tokio::time::sleep(Duration::from_secs(number("ONPLAY_GONE", 5))).await;
    cluster.start_again();
    playing.moves_on(Duration::from_secs(90)).await;
    playing.end(&Place::Postgres(cluster.url())).await;
}

/// Both seats of some matches, joined at one node.
async fn joined(node: &Node, count: usize) -> Vec<(Made, [Client; 2])> {
    let mut matches = Vec::new();
    for _ in 0..count {
        let made = make(node.address, two_people("skirmish")).await;
        let mut clients =
            [0, 1].map(|at: usize| Client::new(node.address, &made.id, made.tokens[at].as_deref()));
        for client in &mut clients {
            client.join().await;
            client.hear_until("players").await.expect("it is let in");
        }
        let [first, second] = &mut clients;
        who_decides([first, second]).await;
        matches.push((made, clients));
    }
    matches
}

/// Which of the two is asked. That somebody has come may be told before the question is.
async fn who_decides(mut clients: [&mut Client; 2]) -> usize {
    for _ in 0..600 {
        for (at, client) in clients.iter_mut().enumerate() {
            if client.ask.is_some() {
                return at;
            }
            let _ = tokio::time::timeout(Duration::from_millis(50), client.hear()).await;
        }
    }
    panic!("nobody is asked");
}

/// Joins at a node, as often as it takes.
async fn come(client: &mut Client) {
    for _ in 0..400 {
        if client.try_join().await.is_ok() {
            while let Some(message) = client.hear().await {
                match message["type"].as_str() {
                    Some("players") => return,
                    Some("error") => client.cut(),
                    _ => {}
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("nobody takes over");
}

/// Joins at a node as the seat that decides, and returns what it is asked. On a loaded
/// machine the question takes its time, and the match may change hands before it comes:
/// whoever was sent away comes again.
async fn come_to_question(client: &mut Client) -> Option<Value> {
    let begun = Instant::now();
    while client.ask.is_none() && begun.elapsed() < Duration::from_secs(120) {
        client.cut();
        come(client).await;
        if client.ask.is_none() {
            let asked = client.hear_until("ask");
            let _ = tokio::time::timeout(Duration::from_secs(20), asked).await;
        }
    }
    client.ask.clone()
}

fn decide(id: &str, ask: &Value) -> Value {
    json!({ "type": "decide", "id": id, "ask": ask["n"], "action": 1 })
}

/// The lease's number stands in every write: what a node was told while it slept and
/// another took over is not written when it wakes, whatever it still believes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_slept_cannot_write() {
    let Some(cluster) = Cluster::start("fence") else { return };
    let nodes = [Node::on(&cluster, 4_000).await, Node::on(&cluster, 4_000).await];
    let mut matches = joined(&nodes[0], 12).await;
    nodes[0].sleep().await;
    let mut elsewhere = Vec::new();
    for (made, clients) in &mut matches {
        let at = usize::from(clients[0].ask.is_none());
        let ask = clients[at].ask.clone().expect("it was asked");
        // It lies in the sleeping node's buffers.
        clients[at].say(decide("asleep", &ask)).await.expect("it is connected");
        let token = made.tokens[at].as_deref();
        let mut moved = Client::new(nodes[1].address, &made.id, token);
        assert_eq!(
            come_to_question(&mut moved).await,
            Some(ask),
            "the same question at the other node"
        );
        elsewhere.push((at, moved));
    }
    nodes[0].signal("CONT");
    for ((made, mut clients), (at, mut moved)) in matches.into_iter().zip(elsewhere) {
        while let Some(message) = clients[at].hear().await {
            assert_ne!(message["type"], "decided", "{message}");
            assert_ne!(message["type"], "steps", "{message}");
        }
        let rows = Place::Postgres(cluster.url()).read(&made.id).await.rows;
        assert!(rows.is_empty(), "written without the lease: {rows:?}");
        let ask = moved.ask.take().expect("it is still asked");
        moved.say(decide("awake", &ask)).await.expect("it is connected");
        moved.hear_until("decided").await.expect("the other node decides");
        let kept = Place::Postgres(cluster.url()).read(&made.id).await;
        let mut acknowledged = [vec![], vec![]];
        acknowledged[at].push("awake".to_owned());
        kept.check(&acknowledged);
        assert_eq!(kept.rows.len(), 1);
    }
}

/// A database clock that jumps forward ends every lease: the match changes hands, and
/// the node that had it hears of it at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_hears_that_its_match_was_taken() {
    let Some(cluster) = Cluster::start("notify") else { return };
    // Nobody renews or looks around in the time that this takes.
    let nodes = [Node::on(&cluster, 60_000).await, Node::on(&cluster, 60_000).await];
    let mut matches = joined(&nodes[0], 1).await;
    let (made, clients) = &mut matches[0];
    cluster.execute("UPDATE nodes SET until = '-infinity'").await;
    let mut moved = Client::new(nodes[1].address, &made.id, made.tokens[0].as_deref());
    come(&mut moved).await;
    let told = tokio::time::timeout(Duration::from_secs(20), clients[0].hear_until("goodbye"));
    let told = told.await.expect("it is told at once").expect("a goodbye");
    assert!(told["reconnect"].is_u64(), "{told}");
    // The first node passes its clients on to the second.
    cluster.execute("UPDATE nodes SET until = now() + interval '1 hour'").await;
    clients[1].cut();
    come(&mut clients[1]).await;
    let at = who_decides([&mut moved, &mut clients[1]]).await;
    let decider = if at == 0 { &mut moved } else { &mut clients[1] };
    let ask = decider.ask.clone().expect("it was asked");
    decider.say(decide("there", &ask)).await.expect("it is connected");
    decider.hear_until("decided").await.expect("it is kept");
}

/// A database clock that jumps back would keep a dead node's leases for long; that its
/// row is not renewed any more is seen without clocks.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dead_node_loses_its_matches_whatever_the_clock_says() {
    let Some(cluster) = Cluster::start("clock") else { return };
    let mut nodes = [Node::on(&cluster, 600).await, Node::on(&cluster, 600).await];
    let matches = joined(&nodes[0], 1).await;
    nodes[0].kill();
    cluster.execute("UPDATE nodes SET until = now() + interval '1 day'").await;
    let (made, _) = &matches[0];
    for token in &made.tokens {
        let mut moved = Client::new(nodes[1].address, &made.id, token.as_deref());
        come(&mut moved).await;
    }
}

/// A node that is told to stop gives everything back at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_stops_gives_its_matches_back() {
    let Some(cluster) = Cluster::start("stop") else { return };
    let mut nodes = [Node::on(&cluster, 600_000).await, Node::on(&cluster, 600_000).await];
    let mut matches = joined(&nodes[0], 3).await;
    nodes[0].signal("TERM");
    for (made, clients) in &mut matches {
        for (client, token) in clients.iter_mut().zip(&made.tokens) {
            let told = client.hear_until("goodbye").await.expect("a goodbye");
            assert!(told["reconnect"].is_u64(), "{told}");
            let mut moved = Client::new(nodes[1].address, &made.id, token.as_deref());
            come(&mut moved).await;
        }
    }
    assert!(nodes[0].wait(), "it ends in order");
}
