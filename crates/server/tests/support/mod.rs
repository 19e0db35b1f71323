//! Servers and clients for tests.
#![allow(dead_code, reason = "each test uses a part of it")]

pub mod child;
pub mod kept;
pub mod steady;

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use onplay_server::{Config, Database, Server};
use onplay_wire::{Step, View};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A server in this process.
pub struct Running {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    done: tokio::task::JoinHandle<()>,
}

/// A configuration for tests: any port, nothing limited.
pub fn config(database: Database) -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database,
        connections_per_address: None,
        matches_per_address: None,
        requests_per_second: None,
        messages_per_second: 10_000,
        ..Config::default()
    }
}

pub async fn start(config: Config) -> Running {
    let server = Server::start(config, None).await.expect("it starts");
    let address = server.address();
    let (stop, stopped) = oneshot::channel();
    let done = tokio::spawn(async move {
        let stop = async move {
            let _ = stopped.await;
        };
        server.serve(stop).await.expect("it serves");
    });
    Running { address, stop: Some(stop), done }
}

impl Running {
    pub async fn stop(mut self) {
        let _ = self.stop.take().expect("it runs").send(());
        self.done.await.expect("it ends");
    }
}

/// A request by HTTP; the status and the body.
pub async fn http(address: SocketAddr, method: &str, path: &str, body: &str) -> (u16, String) {
    try_http(address, method, path, body).await.expect("it answers")
}

/// A request by HTTP to a server that may not be there.
pub async fn try_http(
    address: SocketAddr,
    method: &str,
    path: &str,
    body: &str,
) -> Result<(u16, String), String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut stream = TcpStream::connect(address).await.map_err(failed)?;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.map_err(failed)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.map_err(failed)?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or("no status")?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("no body")?;
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    Ok((status, if chunked { unchunked(body) } else { body.to_owned() }))
}

fn unchunked(mut body: &str) -> String {
    let mut text = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 {
            break;
        }
        text.push_str(&rest[..size]);
        body = rest[size..].trim_start_matches("\r\n");
    }
    text
}

/// A match that was made: its id and the tokens of its seats.
#[derive(Clone, Debug)]
pub struct Made {
    pub id: String,
    pub tokens: [Option<String>; 2],
    pub commitment: String,
}

pub async fn make(address: SocketAddr, wish: Value) -> Made {
    try_make(address, wish).await.expect("it is made")
}

/// Makes a match at a server that may not be there.
pub async fn try_make(address: SocketAddr, wish: Value) -> Result<Made, String> {
    let (status, body) = try_http(address, "POST", "/api/matches", &wish.to_string()).await?;
    if status != 201 {
        return Err(body);
    }
    let made: Value = serde_json::from_str(&body).map_err(|error| error.to_string())?;
    let token = |at: usize| made["seats"][at]["token"].as_str().map(str::to_owned);
    Ok(Made {
        id: made["match"].as_str().expect("an id").to_owned(),
        tokens: [token(0), token(1)],
        commitment: made["commitment"].as_str().expect("a commitment").to_owned(),
    })
}

/// Two people with links.
pub fn two_people(game: &str) -> Value {
    json!({ "game": game, "seats": [{}, {}] })
}

/// One client, with everything it was told put together.
pub struct Client {
    pub address: SocketAddr,
    pub id: String,
    pub token: Option<String>,
    socket: Option<WebSocketStream<MaybeTlsStream<TcpStream>>>,
    pub view: Option<View>,
    pub seen: u32,
    pub ask: Option<Value>,
    pub over: Option<Value>,
    /// Every message, as it came.
    pub heard: Vec<Value>,
    pub keeps: bool,
}

impl Client {
    pub fn new(address: SocketAddr, id: &str, token: Option<&str>) -> Self {
        Client {
            address,
            id: id.to_owned(),
            token: token.map(str::to_owned),
            socket: None,
            view: None,
            seen: 0,
            ask: None,
            over: None,
            heard: Vec::new(),
            keeps: false,
        }
    }

    /// Connects and joins where it was left.
    pub async fn try_join(&mut self) -> Result<(), String> {
        let url = format!("ws://{}/api/matches/{}/socket", self.address, self.id);
        let mut request = url.into_client_request().expect("an address");
        let protocol = onplay_wire::SUBPROTOCOL.parse().expect("a header");
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        let connected = tokio_tungstenite::connect_async(request);
        let (socket, _) = tokio::time::timeout(Duration::from_secs(5), connected)
            .await
            .map_err(|_| "no connection in time".to_owned())?
            .map_err(|error| error.to_string())?;
        self.socket = Some(socket);
        self.ask = None;
        let mut join = json!({ "type": "join" });
        if let Some(token) = &self.token {
            join["token"] = json!(token);
        }
        if self.view.is_some() {
            join["seen"] = json!(self.seen);
        }
        self.say(join).await
    }

    pub async fn join(&mut self) {
        self.try_join().await.expect("it joins");
    }

    pub fn is_connected(&self) -> bool {
        self.socket.is_some()
    }

    /// Ends the connection without a word.
    pub fn cut(&mut self) {
        self.socket = None;
        self.ask = None;
    }

    pub async fn say(&mut self, message: Value) -> Result<(), String> {
        self.say_text(message.to_string()).await
    }

    pub async fn say_text(&mut self, text: String) -> Result<(), String> {
        let socket = self.socket.as_mut().ok_or("not connected")?;
        socket.send(Message::Text(text.into())).await.map_err(|error| {
            self.socket = None;
            error.to_string()
        })
    }

    /// The next message, put to what is known. None if the connection has ended.
    pub async fn hear(&mut self) -> Option<Value> {
        loop {
            let socket = self.socket.as_mut()?;
            let next = tokio::time::timeout(Duration::from_secs(40), socket.next()).await;
            let message = match next.expect("somebody says something") {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                _ => {
                    self.socket = None;
                    return None;
                }
            };
            let value: Value = serde_json::from_str(&message).expect("JSON");
            self.note(&value).await;
            if self.keeps {
                self.heard.push(value.clone());
            }
            return Some(value);
        }
    }

    async fn note(&mut self, message: &Value) {
        match message["type"].as_str().expect("a type") {
            "state" => {
                self.seen = message["n"].as_u64().expect("a number") as u32;
                let view = serde_json::from_value(message["view"].clone());
                self.view = Some(view.expect("a view"));
            }
            "steps" => {
                self.ask = None;
                for step in message["steps"].as_array().expect("steps") {
                    let step: Step = serde_json::from_value(step.clone()).expect("a step");
                    assert_eq!(step.n, self.seen + 1, "a gap");
                    self.seen = step.n;
                    self.view.as_mut().expect("a view comes first").apply(&step);
                }
            }
            "ask" => self.ask = Some(message["ask"].clone()),
            "over" => self.over = Some(message.clone()),
            "ping" => {
                let _ = self.say(json!({ "type": "pong" })).await;
            }
            _ => {}
        }
    }

    /// Hears until something of a type comes; none if the connection ends before.
    pub async fn hear_until(&mut self, kind: &str) -> Option<Value> {
        loop {
            let message = self.hear().await?;
            if message["type"] == kind {
                return Some(message);
            }
        }
    }
}

/// A number that follows from another, for choices in tests.
pub fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
