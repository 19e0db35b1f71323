//! HTTP: routes, doors and what a browser is allowed.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use metrics_exporter_prometheus::PrometheusHandle;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::config::Config;
use crate::library::Library;
use crate::limits::Addresses;
use crate::rooms::Rooms;
use crate::socket::{self, Line, MOST_BYTES};
use crate::{api, page, rest, story};

/// What a page may load and speak to: its own server, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
frame-ancestors 'none'";

/// Bytes that are kept for reading from one client. What clients say is short, and there
/// are many of them: the usual 128 KiB are 2.5 GB for 20,000 connections.
const READ_BUFFER: usize = 4 * 1024;

/// The header in which a node says its name when it passes a client on.
pub(crate) const NODE_HEADER: &str = "x-onplay-node";

/// What all requests share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub rooms: Rooms,
    pub library: Arc<Library>,
    pub addresses: Addresses,
    pub config: Arc<Config>,
    pub metrics: Option<PrometheusHandle>,
}

/// The address of a client.
pub(crate) struct Peer(pub IpAddr);

impl FromRequestParts<Shared> for Peer {
    type Rejection = Response;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Shared,
    ) -> Result<Self, Self::Rejection> {
        // Only a proxy of our own may say where a request comes from; the last
        // address in the list is the one it saw itself.
        let told = parts.headers.get("x-forwarded-for").filter(|_| shared.config.behind_proxy);
        let told =
            told.and_then(|list| list.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        let connected = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let connected = connected.map(|ConnectInfo(address)| address.ip());
        told.or(connected).map(Peer).ok_or_else(|| StatusCode::BAD_REQUEST.into_response())
    }
}

/// All routes.
pub(crate) fn router(shared: Shared) -> Router {
    let set = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    let api = Router::new()
        .route("/api/games", get(rest::games))
        .route("/api/games/{game}", get(rest::game))
        .route("/api/games/{game}/cards", get(rest::cards))
        .route("/api/games/{game}/decks", get(rest::decks))
        .route("/api/games/{game}/check", post(rest::check))
        .route("/api/matches", get(rest::list).post(rest::make_match))
        .route("/api/matches/{match}", get(rest::look))
        .route("/api/matches/{match}/take", post(rest::take))
        .route("/api/matches/{match}/replay", get(rest::replay))
        .route("/api/matches/{match}/story", get(story::story))
        .route("/api/matches/{match}/branch", post(story::branch))
        .route("/api/demonstrations", get(story::demonstrations))
        .route("/api/demonstrations/{game}/{name}", get(story::demonstrate))
        .route("/api/matches/{match}/socket", get(connect))
        .route("/api/openapi.json", get(|| async { Json(api::openapi()) }))
        .route_layer(from_fn_with_state(shared.clone(), pace));
    Router::new()
        .merge(api)
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(measured))
        .fallback(get(page::serve))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(CompressionLayer::new())
        .layer(set(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(set(header::REFERRER_POLICY, "no-referrer"))
        .layer(set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .with_state(shared)
}

/// Lets an address ask so often and no more. Whom another node passes on has been
/// counted there.
async fn pace(State(shared): State<Shared>, peer: Peer, request: Request, next: Next) -> Response {
    if is_relayed(&shared, request.headers()).await || shared.addresses.may_ask(peer.0) {
        return next.run(request).await;
    }
    let text = "your address asks too often; try again in a second";
    let wait = [(header::RETRY_AFTER, "1")];
    (wait, rest::refused(StatusCode::TOO_MANY_REQUESTS, text)).into_response()
}

/// Whether a request comes from another node on the same database.
async fn is_relayed(shared: &Shared, headers: &HeaderMap) -> bool {
    match headers.get(NODE_HEADER).and_then(|name| name.to_str().ok()) {
        Some(name) => shared.rooms.store.is_node(name).await,
        None => false,
    }
}

/// Whether matches can be made and gone on with.
async fn ready(State(shared): State<Shared>) -> Response {
    match shared.rooms.store.ping().await {
        Ok(()) => "ready".into_response(),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, error.to_string()).into_response(),
    }
}

async fn measured(State(shared): State<Shared>) -> Response {
    metrics::gauge!("onplay_matches").set(shared.rooms.count() as f64);
    match &shared.metrics {
        Some(handle) => handle.render().into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A client wants to play or watch.
async fn connect(
    State(shared): State<Shared>,
    Path(table): Path<String>,
    peer: Peer,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_welcome(&headers, &shared.config.origins) {
        let text = "pages of other sites may not play here";
        return rest::refused(StatusCode::FORBIDDEN, text);
    }
    let relayed = is_relayed(&shared, &headers).await;
    let admission = if relayed { None } else { shared.addresses.admit(peer.0) };
    if admission.is_none() && !relayed {
        let text = "your address has too many connections";
        return rest::refused(StatusCode::TOO_MANY_REQUESTS, text);
    }
    let line = Line {
        rooms: shared.rooms.clone(),
        table,
        address: peer.0,
        rate: shared.config.messages_per_second,
        silence: shared.config.silence,
        relayed,
    };
    upgrade
        .protocols([onplay_wire::SUBPROTOCOL])
        .read_buffer_size(READ_BUFFER)
        .max_message_size(MOST_BYTES)
        .max_frame_size(MOST_BYTES)
        .on_upgrade(move |socket| socket::serve(socket, line, admission))
}

/// Whether a page from there may speak to us. Programs name no origin.
fn is_welcome(headers: &HeaderMap, origins: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = origin.split_once("://").map(|(_, host)| host);
    (own.is_some() && own == host) || origins.iter().any(|known| known == origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_other_sites_are_turned_away() {
        let check = |origin: Option<&str>, welcome: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("play.example:8080"));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_str(origin).expect("a header"));
            }
            let known = vec!["https://cards.example".to_owned()];
            assert_eq!(is_welcome(&headers, &known), welcome, "{origin:?}");
        };
        check(None, true);
        check(Some("http://play.example:8080"), true);
        check(Some("https://cards.example"), true);
        check(Some("https://evil.example"), false);
        check(Some("null"), false);
        check(Some("http://play.example:8080.evil.example"), false);
    }
}
