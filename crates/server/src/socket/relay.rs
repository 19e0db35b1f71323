//! Passing a client on to the node that holds its match.

use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use onplay_wire::{Fault, FaultCode};
use tokio_tungstenite::tungstenite::Message as Passed;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use super::{Line, refuse};
use crate::http::NODE_HEADER;

/// How long another node may take to answer.
const CONNECTING: Duration = Duration::from_secs(3);

/// Connects to the other node and passes on what both sides say, until one ends.
pub(super) async fn relay(
    mut sink: SplitSink<WebSocket, Message>,
    mut stream: SplitStream<WebSocket>,
    line: &Line,
    address: &str,
    first: Utf8Bytes,
) {
    let connected = tokio::time::timeout(CONNECTING, connect(address, line)).await;
    let Some((mut there, mut from_there)) = connected.ok().flatten() else {
        let text = "the server that has this match does not answer; try again";
        refuse(&mut sink, Fault::new(FaultCode::Unavailable, text)).await;
        let _ = sink.close().await;
        return;
    };
    metrics::counter!("onplay_relayed").increment(1);
    if there.send(Passed::Text(first.as_str().into())).await.is_err() {
        return;
    }
    loop {
        tokio::select! {
            said = tokio::time::timeout(line.silence, stream.next()) => match said {
                Ok(Some(Ok(Message::Text(text)))) => {
                    if there.send(Passed::Text(text.as_str().into())).await.is_err() {
                        break;
                    }
                }
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
                _ => break,
            },
            heard = from_there.next() => match heard {
                Some(Ok(Passed::Text(text))) => {
                    let text = Message::Text(text.as_str().into());
                    let sent = tokio::time::timeout(line.silence, sink.send(text)).await;
                    if !matches!(sent, Ok(Ok(()))) {
                        break;
                    }
                }
                Some(Ok(Passed::Ping(_) | Passed::Pong(_))) => {}
                _ => break,
            },
        }
    }
    let _ = there.close().await;
    let _ = sink.close().await;
}

type There =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

async fn connect(
    address: &str,
    line: &Line,
) -> Option<(SplitSink<There, Passed>, SplitStream<There>)> {
    let url = format!("ws://{address}/api/matches/{}/socket", line.table);
    let mut request = url.into_client_request().ok()?;
    let protocol = onplay_wire::SUBPROTOCOL.parse().ok()?;
    request.headers_mut().insert("sec-websocket-protocol", protocol);
    let node = line.rooms.store.node()?.parse().ok()?;
    request.headers_mut().insert(NODE_HEADER, node);
    let (socket, _) = tokio_tungstenite::connect_async(request).await.ok()?;
    Some(socket.split())
}
