//! `kill -9` at random moments while many matches are played: every acknowledged
//! decision is there afterwards, once, and every match goes on at the same question.
//!
//! `ONPLAY_KILLS=200 cargo test -p onplay-server --test crash` is the full set.

mod support;

use std::sync::atomic::Ordering;
use std::time::Duration;

use support::child::{self, Folder, Node, number};
use support::kept::Place;
use support::mixed;
use support::steady::Playing;

/// The server that is killed: this program again, in a process of its own.
#[test]
fn child_serves() {
    child::serve();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_when_the_server_is_killed() {
    let (kills, tables) = (number("ONPLAY_KILLS", 6), number("ONPLAY_MATCHES", 50));
    let folder = Folder::new("crash");
    let mut server = Node::in_folder(&folder.0).await;
    let playing = Playing::begin(&[server.address], tables);
    for kill in 0..kills {
        tokio::time::sleep(Duration::from_millis(200 + mixed(kill) % 900)).await;
        server.kill();
        server.start_again().await;
    }
    playing.moves_on(Duration::from_secs(60)).await;
    let told = playing.shared.acknowledged.load(Ordering::Relaxed);
    let resumed = playing.shared.resumed.load(Ordering::Relaxed);
    assert!(told > 100 && resumed > kills, "too little happened: {told}, {resumed}");
    playing.end(&Place::Folder(&folder.0)).await;
}
