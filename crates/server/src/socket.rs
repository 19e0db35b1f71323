//! One client's connection: from its first message to its end.

mod relay;

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use onplay_wire::{Fault, FaultCode, FromClient, ToClient};
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite;

use crate::actor::{Command, Join};
use crate::audience::{MOST_WAITING, written};
use crate::limits::{Admission, Bucket};
use crate::rooms::{Closed, Rooms};

/// Most bytes of one message.
pub(crate) const MOST_BYTES: usize = 64 * 1024;

/// How many faults in a row a client may make before it is cut off.
const MOST_FAULTS: u32 = 50;

/// How long a client may take to join.
const JOINING: Duration = Duration::from_secs(10);

/// How long a client that is cut off has to hear why.
const LAST_WORDS: Duration = Duration::from_secs(2);

static NEXT: AtomicU64 = AtomicU64::new(1);

/// Everything a connection needs.
pub(crate) struct Line {
    pub rooms: Rooms,
    pub table: String,
    pub address: IpAddr,
    pub rate: u32,
    /// How long the client may say nothing.
    pub silence: Duration,
    /// Another node has passed the client on; it is not passed on again.
    pub relayed: bool,
}

/// Serves one connection until it ends; so long it counts for its address.
pub(crate) async fn serve(socket: WebSocket, line: Line, _counted: Option<Admission>) {
    metrics::gauge!("onplay_connections").increment(1.0);
    let (sink, stream) = socket.split();
    converse(sink, stream, &line).await;
    metrics::gauge!("onplay_connections").decrement(1.0);
}

async fn converse(
    mut sink: SplitSink<WebSocket, Message>,
    mut stream: SplitStream<WebSocket>,
    line: &Line,
) {
    let joined = tokio::time::timeout(JOINING, join(&mut sink, &mut stream, line)).await;
    let (client, commands, outbox) = match joined {
        Ok(Some(Joined::Here(client, commands, outbox))) => (client, commands, outbox),
        Ok(Some(Joined::Elsewhere(address, first))) => {
            relay::relay(sink, stream, line, &address, first).await;
            return;
        }
        Ok(None) | Err(_) => {
            let _ = sink.close().await;
            return;
        }
    };
    tracing::debug!(id = line.table, client, address = %line.address, "joined");
    // Speaking and hearing go on side by side: a client that does not read is noticed
    // by the match, one that does not speak by the pings. The last words are still
    // passed on to a client that has gone too far.
    let mut writer = tokio::spawn(speak(sink, outbox, line.silence));
    tokio::select! {
        () = hear(&mut stream, client, &commands, line) => {
            let _ = commands.send(Command::Leave { client }).await;
            let _ = tokio::time::timeout(LAST_WORDS, &mut writer).await;
            writer.abort();
        }
        _ = &mut writer => {
            let _ = commands.send(Command::Leave { client }).await;
        }
    }
    tracing::debug!(id = line.table, client, "left");
}

/// Where a client's match is.
enum Joined {
    /// Here, under this number.
    Here(u64, mpsc::Sender<Command>, mpsc::Receiver<Utf8Bytes>),
    /// At another node; the first message is still to be passed on.
    Elsewhere(String, Utf8Bytes),
}

/// Waits for the first message, which says who comes.
async fn join(
    sink: &mut SplitSink<WebSocket, Message>,
    stream: &mut SplitStream<WebSocket>,
    line: &Line,
) -> Option<Joined> {
    let first = loop {
        match stream.next().await? {
            Ok(Message::Text(text)) => break text,
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            _ => return None,
        }
    };
    let (token, seen, name) = match FromClient::read(&first) {
        Ok(FromClient::Join { token, seen, name }) => (token, seen, name),
        Ok(_) => {
            let fault = Fault::new(FaultCode::NotJoined, "the first message must be `join`");
            refuse(sink, fault.nearest("{\"type\":\"join\"}")).await;
            return None;
        }
        Err(fault) => {
            refuse(sink, fault).await;
            return None;
        }
    };
    // A match that just left memory is made again; more than twice is odd.
    for _ in 0..3 {
        let commands = match line.rooms.open(&line.table).await {
            Ok(commands) => commands,
            Err(Closed::Elsewhere(address)) if !line.relayed => {
                return Some(Joined::Elsewhere(address, first));
            }
            Err(closed) => {
                refuse(sink, closed_fault(closed)).await;
                return None;
            }
        };
        let client = NEXT.fetch_add(1, Ordering::Relaxed);
        let (outbox, waiting) = mpsc::channel(MOST_WAITING);
        let (answer, waits) = oneshot::channel();
        let join = Join { client, outbox, token: token.clone(), seen, name: name.clone() };
        if commands.send(Command::Join { join, answer }).await.is_err() {
            continue;
        }
        match waits.await {
            Ok(Ok(())) => return Some(Joined::Here(client, commands, waiting)),
            Ok(Err(fault)) if fault.code == FaultCode::Unavailable => {}
            Ok(Err(fault)) => {
                refuse(sink, fault).await;
                return None;
            }
            Err(_) => {}
        }
    }
    let fault = Fault::new(FaultCode::Unavailable, "the match cannot be come to now; try again");
    refuse(sink, fault).await;
    None
}

fn closed_fault(closed: Closed) -> Fault {
    match closed {
        Closed::Unknown => Fault::new(FaultCode::NotFound, "there is no such match"),
        Closed::Elsewhere(address) => {
            Fault::new(FaultCode::Unavailable, "another server has this match").nearest(address)
        }
        Closed::Unavailable(why) => Fault::new(FaultCode::Unavailable, why),
    }
}

async fn refuse(sink: &mut SplitSink<WebSocket, Message>, fault: Fault) {
    metrics::counter!("onplay_refused").increment(1);
    let _ = sink.send(Message::Text(written(&ToClient::Error { fault }))).await;
}

/// Passes on what the match says, and asks from time to time whether anybody is
/// there.
async fn speak(
    mut sink: SplitSink<WebSocket, Message>,
    mut outbox: mpsc::Receiver<Utf8Bytes>,
    silence: Duration,
) {
    let mut ping = tokio::time::interval(silence / 3);
    ping.tick().await;
    loop {
        let text = tokio::select! {
            text = outbox.recv() => text,
            _ = ping.tick() => Some(written(&ToClient::Ping {})),
        };
        let Some(text) = text else {
            // Goodbye was said, or the client read too slowly.
            let frame =
                CloseFrame { code: 1001, reason: "come back with the last step seen".into() };
            let _ = sink.send(Message::Close(Some(frame))).await;
            return;
        };
        // A client that takes nothing for this long is not there.
        match tokio::time::timeout(silence, sink.send(Message::Text(text))).await {
            Ok(Ok(())) => {}
            _ => return,
        }
    }
}

/// Passes on what the client says, until it ends or goes too far.
async fn hear(
    stream: &mut SplitStream<WebSocket>,
    client: u64,
    commands: &mpsc::Sender<Command>,
    line: &Line,
) {
    let mut bucket = Bucket::per_second(line.rate);
    let mut faults = 0;
    while let Ok(Some(message)) = tokio::time::timeout(line.silence, stream.next()).await {
        let text = match message {
            Ok(Message::Text(text)) => text,
            Ok(Message::Binary(_)) => Utf8Bytes::from_static("a binary message"),
            Ok(Message::Ping(_) | Message::Pong(_)) => continue,
            Ok(Message::Close(_)) => return,
            Err(error) => {
                if is_too_long(error) {
                    let text = format!("a message has at most {MOST_BYTES} bytes");
                    let fault = Fault::new(FaultCode::TooLong, text);
                    let _ = commands.send(Command::Refuse { client, fault }).await;
                }
                return;
            }
        };
        let fault = if bucket.take(Instant::now()) {
            match FromClient::read(&text) {
                Ok(message) => {
                    faults = 0;
                    if commands.send(Command::Say { client, message }).await.is_err() {
                        return;
                    }
                    continue;
                }
                Err(fault) => fault,
            }
        } else {
            let text = format!("more than {} messages a second", line.rate);
            Fault::new(FaultCode::TooFast, text)
        };
        faults += 1;
        if commands.send(Command::Refuse { client, fault }).await.is_err() || faults > MOST_FAULTS {
            return;
        }
    }
}

/// Whether a client sent more than fits into a message.
fn is_too_long(error: axum::Error) -> bool {
    let error = error.into_inner().downcast::<tungstenite::Error>();
    error.is_ok_and(|error| matches!(*error, tungstenite::Error::Capacity(_)))
}
