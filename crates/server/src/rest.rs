//! REST: games, cards, decks, matches, replays.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use onplay_wire::{CardInfo, GameInfo, GameSummary, PlayerInfo, SeatName};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use utoipa::ToSchema;

use crate::actor::{Command, Look, take_seat};
use crate::api::told;
use crate::http::{Peer, Shared};
use crate::rooms::Closed;
use crate::setup::{NewMatch, Objection, Setup, prepare, seat_name};
use crate::store::Listed;

/// Most matches in the list.
const MOST_LISTED: u32 = 50;

/// How long texts of a table may take to be read.
const READING: Duration = Duration::from_secs(5);

/// A match that was made.
#[derive(Serialize, ToSchema)]
pub(crate) struct MadeMatch {
    /// The id of the match; it is also the link for who only watches.
    #[serde(rename = "match")]
    pub table: String,
    /// blake3 of seed and salt; the end of the match opens it.
    pub commitment: String,
    pub seats: [MadeSeat; 2],
}

/// A seat of a match that was made.
#[derive(Serialize, ToSchema)]
pub(crate) struct MadeSeat {
    #[schema(value_type = told::SeatName)]
    pub seat: SeatName,
    /// The secret of the seat; it is shown only here.
    pub token: Option<String>,
}

/// How a match stands, for everybody.
#[derive(Serialize, ToSchema)]
pub(crate) struct MatchInfo {
    #[serde(rename = "match")]
    pub table: String,
    pub game: String,
    pub policy: Option<String>,
    pub commitment: String,
    #[schema(value_type = Vec<told::PlayerInfo>)]
    pub players: Vec<PlayerInfo>,
    /// The seats that anybody may take.
    #[schema(value_type = Vec<told::SeatName>)]
    pub open: Vec<SeatName>,
    pub private: bool,
    pub turn: Option<u16>,
    pub over: bool,
    #[schema(value_type = Option<told::SeatName>)]
    pub winner: Option<SeatName>,
    /// The faces of cards that the game itself does not have; not in lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<told::CardInfo>)]
    pub cards: Vec<CardInfo>,
}

/// Asks for an open seat.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TakeSeat {
    #[serde(default)]
    pub name: Option<String>,
}

/// Card texts to be checked.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckCards {
    /// The text of a card file.
    pub cards: String,
}

/// What a card text means, or what is wrong with it.
#[derive(Serialize, ToSchema)]
pub(crate) struct CheckedCards {
    /// The faces of the cards in it.
    #[schema(value_type = Vec<told::CardInfo>)]
    pub cards: Vec<CardInfo>,
    /// Errors and warnings, each with its place in the text.
    #[schema(value_type = Vec<told::Diagnostic>)]
    pub diagnostics: Vec<onplay_cards::Diagnostic>,
}

/// Why something was refused.
#[derive(Serialize, ToSchema)]
pub(crate) struct Refused {
    pub error: String,
    /// The part of the request that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

pub(crate) fn refused(status: StatusCode, error: impl Into<String>) -> Response {
    (status, Json(Refused { error: error.into(), field: None })).into_response()
}

fn objected(objection: Objection) -> Response {
    let refused = Refused { error: objection.text, field: Some(objection.field) };
    (StatusCode::UNPROCESSABLE_ENTITY, Json(refused)).into_response()
}

pub(crate) fn closed(closed: Closed) -> Response {
    match closed {
        Closed::Unknown => refused(StatusCode::NOT_FOUND, "there is no such match"),
        Closed::Elsewhere(address) => {
            let text = format!("another server has this match: {address}");
            refused(StatusCode::MISDIRECTED_REQUEST, text)
        }
        Closed::Unavailable(why) => refused(StatusCode::SERVICE_UNAVAILABLE, why),
    }
}

fn unknown_game(shared: &Shared, id: &str) -> Response {
    let known = shared.library.ids();
    let near = onplay_cards::diagnostic::nearest(id, known.iter().copied());
    let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    let text = format!("there is no game `{id}`; {near}games: {}", known.join(", "));
    refused(StatusCode::NOT_FOUND, text)
}

/// The games that can be played.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<told::GameSummary>)))]
pub(crate) async fn games(State(shared): State<Shared>) -> Json<Vec<GameSummary>> {
    Json(shared.library.games().map(|game| game.summary.clone()).collect())
}

/// Everything needed to draw a game: zones, words, decks, rules.
#[utoipa::path(get, path = "/api/games/{game}", params(("game" = String, Path)),
    responses((status = 200, body = told::GameInfo), (status = 404, body = Refused)))]
pub(crate) async fn game(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    match shared.library.game(&id) {
        Some(game) => Json::<&GameInfo>(&game.info).into_response(),
        None => unknown_game(&shared, &id),
    }
}

/// The faces of a game's cards.
#[utoipa::path(get, path = "/api/games/{game}/cards", params(("game" = String, Path)),
    responses((status = 200, body = Vec<told::CardInfo>), (status = 404, body = Refused)))]
pub(crate) async fn cards(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    match shared.library.game(&id) {
        Some(game) => Json(&game.cards).into_response(),
        None => unknown_game(&shared, &id),
    }
}

/// The decks of a game.
#[utoipa::path(get, path = "/api/games/{game}/decks", params(("game" = String, Path)),
    responses((status = 200, body = Vec<told::DeckInfo>), (status = 404, body = Refused)))]
pub(crate) async fn decks(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    match shared.library.game(&id) {
        Some(game) => Json(&game.info.decks).into_response(),
        None => unknown_game(&shared, &id),
    }
}

/// Reads card texts without keeping them.
#[utoipa::path(post, path = "/api/games/{game}/check", params(("game" = String, Path)),
    request_body = CheckCards,
    responses((status = 200, body = CheckedCards), (status = 404, body = Refused)))]
pub(crate) async fn check(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Json(text): Json<CheckCards>,
) -> Response {
    let Some(game) = shared.library.game(&id) else { return unknown_game(&shared, &id) };
    if text.cards.len() > crate::setup::MOST_TEXT {
        let most = format!("there is room for {} bytes of text", crate::setup::MOST_TEXT);
        return refused(StatusCode::PAYLOAD_TOO_LARGE, most);
    }
    let projection = game.projection.clone();
    let reading = in_time(move || {
        let kit = projection.kit();
        let file = onplay_cards::SourceFile::new("cards.toml", text.cards);
        let loaded = kit.book.with_cards(&file);
        let before = kit.book.cards.len();
        let cards = match &loaded.value {
            Some(book) => match onplay_games::kit::Kit::new(book.clone()) {
                Ok(kit) => CardInfo::all(&kit).split_off(before),
                Err(_) => Vec::new(),
            },
            None => Vec::new(),
        };
        CheckedCards { cards, diagnostics: loaded.diagnostics }
    });
    match reading.await {
        Some(checked) => Json(checked).into_response(),
        None => refused(StatusCode::REQUEST_TIMEOUT, "reading the text took too long"),
    }
}

/// Does something that may take a while beside everything else; none if it takes
/// too long.
pub(crate) async fn in_time<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let working = tokio::task::spawn_blocking(work);
    tokio::time::timeout(READING, working).await.ok()?.ok()
}

/// Makes a match. The tokens in the answer are the only copies there are.
#[utoipa::path(post, path = "/api/matches", request_body = NewMatch,
    responses((status = 201, body = MadeMatch), (status = 422, body = Refused),
        (status = 429, body = Refused), (status = 503, body = Refused)))]
pub(crate) async fn make_match(
    State(shared): State<Shared>,
    peer: Peer,
    Json(new): Json<NewMatch>,
) -> Response {
    if !shared.addresses.may_make_match(peer.0) {
        let text = "your address has made too many matches; try again later";
        return refused(StatusCode::TOO_MANY_REQUESTS, text);
    }
    let library = shared.library.clone();
    let prepared = match in_time(move || prepare(&library, &new)).await {
        Some(Ok(prepared)) => prepared,
        Some(Err(objection)) => return objected(objection),
        None => return refused(StatusCode::REQUEST_TIMEOUT, "reading the texts took too long"),
    };
    let table = prepared.row.id.clone();
    if let Err(error) = shared.rooms.store.create(prepared.row).await {
        return refused(StatusCode::SERVICE_UNAVAILABLE, error.to_string());
    }
    metrics::counter!("onplay_matches_made").increment(1);
    let [one, two] = prepared.tokens;
    let seats =
        [MadeSeat { seat: seat_name(0), token: one }, MadeSeat { seat: seat_name(1), token: two }];
    let made = MadeMatch { table, commitment: prepared.commitment, seats };
    (StatusCode::CREATED, Json(made)).into_response()
}

/// The matches that everybody may find, the newest first.
#[utoipa::path(get, path = "/api/matches",
    responses((status = 200, body = Vec<MatchInfo>), (status = 503, body = Refused)))]
pub(crate) async fn list(State(shared): State<Shared>) -> Response {
    match shared.rooms.store.list(MOST_LISTED).await {
        Ok(found) => {
            let list: Vec<MatchInfo> = found.into_iter().filter_map(listed).collect();
            Json(list).into_response()
        }
        Err(error) => refused(StatusCode::SERVICE_UNAVAILABLE, error.to_string()),
    }
}

fn listed(found: Listed) -> Option<MatchInfo> {
    let setup: Setup = serde_json::from_str(&found.setup).ok()?;
    let player = |at: usize| {
        let row = &found.seats[at];
        PlayerInfo {
            seat: seat_name(at),
            name: row.name.clone(),
            bot: row.bot.clone(),
            here: row.bot.is_some(),
            deck: row.deck.clone(),
        }
    };
    let open = |at: &usize| found.seats[*at].token.is_none() && found.seats[*at].bot.is_none();
    Some(MatchInfo {
        table: found.id.clone(),
        commitment: setup.commitment(),
        game: setup.game,
        policy: setup.policy,
        players: vec![player(0), player(1)],
        open: (0..2).filter(open).map(seat_name).collect(),
        private: setup.private,
        turn: None,
        over: found.over,
        winner: None,
        cards: Vec::new(),
    })
}

/// How one match stands, for everybody.
#[utoipa::path(get, path = "/api/matches/{match}", params(("match" = String, Path)),
    responses((status = 200, body = MatchInfo), (status = 404, body = Refused)))]
pub(crate) async fn look(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    let asked = match ask(&shared, &id, |answer| Command::Look { answer }).await {
        Ok(Some(look)) => Ok(look),
        // Another node has it; how it stands is in the database.
        Ok(None) => shared.rooms.load(&id).await.map(|state| Look::of(&state)).map_err(closed),
        Err(response) => Err(response),
    };
    let Look { setup, players, open, turn, over, winner, cards } = match asked {
        Ok(look) => look,
        Err(response) => return response,
    };
    let shipped = shared.library.game(&setup.game);
    let is_own =
        |card: &CardInfo| shipped.is_none_or(|game| game.cards.iter().all(|it| it != card));
    let info = MatchInfo {
        table: id,
        commitment: setup.commitment(),
        game: setup.game,
        policy: setup.policy,
        players: players.into(),
        open: (0..2).filter(|at: &usize| open[*at]).map(seat_name).collect(),
        private: setup.private,
        turn: Some(turn),
        over,
        winner: winner.map(Into::into),
        cards: cards.into_iter().filter(is_own).collect(),
    };
    Json(info).into_response()
}

/// Takes an open seat.
#[utoipa::path(post, path = "/api/matches/{match}/take", params(("match" = String, Path)),
    request_body = TakeSeat,
    responses((status = 200, body = MadeSeat), (status = 409, body = Refused)))]
pub(crate) async fn take(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Json(wish): Json<TakeSeat>,
) -> Response {
    let name = wish.name;
    let wanted = name.clone();
    let taken = match ask(&shared, &id, |answer| Command::Take { name, answer }).await {
        Ok(Some(taken)) => taken,
        Ok(None) => match shared.rooms.load(&id).await {
            Ok(state) => take_seat(&shared.rooms.store, &state, wanted)
                .await
                .map(|(seat, token, _)| (seat, token)),
            Err(why) => return closed(why),
        },
        Err(response) => return response,
    };
    match taken {
        Ok((seat, token)) => {
            Json(MadeSeat { seat: seat.into(), token: Some(token) }).into_response()
        }
        Err(fault) => refused(StatusCode::CONFLICT, fault.text),
    }
}

/// The replay of a match that is over, as JSON Lines.
#[utoipa::path(get, path = "/api/matches/{match}/replay", params(("match" = String, Path)),
    responses((status = 200, body = String), (status = 404, body = Refused),
        (status = 409, body = Refused)))]
pub(crate) async fn replay(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    let found = match ask(&shared, &id, |answer| Command::Replay { answer }).await {
        Ok(Some(found)) => Ok(found),
        Ok(None) => shared
            .rooms
            .load(&id)
            .await
            .map(|state| state.is_over().then(|| state.replay()).flatten())
            .map(|replay| replay.map(|replay| replay.write()))
            .map_err(closed),
        Err(response) => Err(response),
    };
    match found {
        Ok(Some(text)) => {
            ([(header::CONTENT_TYPE, "application/jsonl; charset=utf-8")], text).into_response()
        }
        Ok(None) => {
            let text = "the match is not over: its replay would show what is hidden";
            refused(StatusCode::CONFLICT, text)
        }
        Err(response) => response,
    }
}

/// Asks a match something; none if another node has it.
async fn ask<T>(
    shared: &Shared,
    id: &str,
    command: impl FnOnce(oneshot::Sender<T>) -> Command,
) -> Result<Option<T>, Response> {
    let sender = match shared.rooms.open(id).await {
        Ok(sender) => sender,
        Err(Closed::Elsewhere(_)) => return Ok(None),
        Err(why) => return Err(closed(why)),
    };
    let (answer, waits) = oneshot::channel();
    let gone = || refused(StatusCode::SERVICE_UNAVAILABLE, "the match is being moved; try again");
    sender.send(command(answer)).await.map_err(|_| gone())?;
    waits.await.map(Some).map_err(|_| gone())
}
