//! Who is connected to a match, and speaking to them.

use axum::extract::ws::Utf8Bytes;
use onplay_engine::id::Seat;
use onplay_wire::{Fault, ToClient, Viewer};
use tokio::sync::mpsc;

/// Most messages that wait for one client. Whoever reads more slowly is cut off and
/// may come back for what was missed.
pub(crate) const MOST_WAITING: usize = 256;

/// One connected client, from the match's side.
pub(crate) struct Client {
    pub id: u64,
    pub viewer: Viewer,
    pub outbox: mpsc::Sender<Utf8Bytes>,
}

/// Everybody who is connected to one match.
#[derive(Default)]
pub(crate) struct Audience {
    clients: Vec<Client>,
}

/// A message as it is sent.
pub(crate) fn written(message: &ToClient) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message can be written").into()
}

impl Audience {
    pub fn is_empty(&self) -> bool {
        self.clients.is_empty()
    }

    pub fn add(&mut self, client: Client) {
        self.clients.push(client);
    }

    /// The viewer that a connection stands for, if it is one of these.
    pub fn viewer(&self, id: u64) -> Option<Viewer> {
        self.clients.iter().find(|client| client.id == id).map(|client| client.viewer)
    }

    /// Takes a connection out, if it is still there.
    pub fn remove(&mut self, id: u64) {
        self.clients.retain(|client| client.id != id);
    }

    pub fn is_here(&self, seat: Seat) -> bool {
        self.clients.iter().any(|client| client.viewer == Viewer::Seat(seat))
    }

    pub fn has(&self, viewer: Viewer) -> bool {
        self.count(viewer) > 0
    }

    /// How many connections see with these eyes.
    pub fn count(&self, viewer: Viewer) -> usize {
        self.clients.iter().filter(|client| client.viewer == viewer).count()
    }

    /// Tells one connection.
    pub fn tell(&mut self, id: u64, text: Utf8Bytes) {
        self.send(|client| client.id == id, text);
    }

    /// Tells everybody who sees with these eyes.
    pub fn tell_viewer(&mut self, viewer: Viewer, text: Utf8Bytes) {
        self.send(|client| client.viewer == viewer, text);
    }

    /// Tells everybody.
    pub fn tell_all(&mut self, text: Utf8Bytes) {
        self.send(|_| true, text);
    }

    pub fn refuse(&mut self, id: u64, fault: Fault) {
        metrics::counter!("onplay_refused").increment(1);
        self.tell(id, written(&ToClient::Error { fault }));
    }

    /// Cuts everybody off.
    pub fn clear(&mut self) {
        self.clients.clear();
    }

    fn send(&mut self, whom: impl Fn(&Client) -> bool, text: Utf8Bytes) {
        // Who does not read is cut off: its socket sees that the outbox is gone.
        self.clients.retain(|client| !whom(client) || client.outbox.try_send(text.clone()).is_ok());
    }
}
