//! Games to be looked at again: matches that are over, through any eyes, and the
//! demonstrations that the games bring. A match can be gone on with from any decision.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use onplay_engine::id::Seat;
use onplay_games::kit;
use onplay_scenario::{play_scenario, read_page};
use onplay_wire::{CardInfo, PlayerInfo, Projection, SeatName, Step, View, Viewer, play};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::told;
use crate::http::{Peer, Shared};
use crate::match_state::Match;
use crate::rest::{MadeMatch, MadeSeat, Refused, closed, in_time, refused};
use crate::rooms::Closed;
use crate::secret::{random_id, token_hash};
use crate::setup::{bot_kind, clean_name, seat_name};
use crate::store::{DecisionRow, Leased, MatchRow, SeatRow, Stored};

/// A game from its beginning to its end, as somebody sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct Story {
    pub game: String,
    #[schema(value_type = Vec<told::PlayerInfo>)]
    pub players: [PlayerInfo; 2],
    /// The whole view before the first step.
    #[schema(value_type = told::View)]
    pub start: View,
    #[schema(value_type = Vec<told::Step>)]
    pub steps: Vec<Step>,
    /// How many steps came before each decision, so that a branch can name one.
    pub decisions: Vec<u32>,
    /// The faces of cards that the game itself does not have.
    #[schema(value_type = Vec<told::CardInfo>)]
    pub cards: Vec<CardInfo>,
    /// What was opened at the end: the words of the result.
    pub result: Option<String>,
}

/// Whose eyes to look through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Gaze {
    P1,
    P2,
    /// What everybody could see while it was played.
    Spectator,
    /// Everything.
    #[default]
    Both,
}

/// How to look at a match.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Looking {
    #[serde(default)]
    eyes: Gaze,
}

/// Asks for another match that goes on from a decision of one that is over.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Branch {
    /// How many of the decisions stay, as `decisions` of the story counts them.
    after: u32,
    /// The seat that is played on.
    #[schema(value_type = told::SeatName)]
    seat: SeatName,
    #[serde(default)]
    name: Option<String>,
    /// The bot on the other seat; greedy if none is named.
    #[serde(default)]
    bot: Option<String>,
}

/// A demonstration that a game brings.
#[derive(Serialize, ToSchema)]
pub(crate) struct Demonstration {
    pub game: String,
    /// The name in the address.
    pub name: String,
    pub title: String,
    /// What there is to see, in a sentence or two.
    pub about: String,
}

impl Gaze {
    fn viewer(self) -> Viewer {
        match self {
            Gaze::P1 => Viewer::Seat(Seat::ONE),
            Gaze::P2 => Viewer::Seat(Seat::TWO),
            Gaze::Spectator => Viewer::Spectator,
            Gaze::Both => Viewer::Everything,
        }
    }
}

/// A match that is over, as steps, through the eyes of a seat or of nobody.
#[utoipa::path(get, path = "/api/matches/{match}/story",
    params(("match" = String, Path), ("eyes" = Option<Gaze>, Query)),
    responses((status = 200, body = Story), (status = 404, body = Refused),
        (status = 409, body = Refused)))]
pub(crate) async fn story(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(looking): Query<Looking>,
) -> Response {
    let state = match finished(&shared, &id).await {
        Ok(state) => state,
        Err(response) => return response,
    };
    match in_time(move || retold(&state, looking.eyes.viewer())).await {
        Some(story) => Json(story).into_response(),
        None => refused(StatusCode::REQUEST_TIMEOUT, "telling this match took too long"),
    }
}

/// A match that is over.
async fn finished(shared: &Shared, id: &str) -> Result<Match, Response> {
    let state = shared.rooms.load(id).await.map_err(closed)?;
    if state.is_over() {
        return Ok(state);
    }
    let text = "the match is not over: its story would show what is hidden";
    Err(refused(StatusCode::CONFLICT, text))
}

fn retold(state: &Match, viewer: Viewer) -> Story {
    let look = crate::actor::Look::of(state);
    let mut decisions = Vec::new();
    let mut steps: Vec<Step> = Vec::new();
    state.tell_again(viewer, &mut |more| {
        decisions.push(steps.len() as u32);
        steps.extend_from_slice(more);
    });
    let shipped = if state.texts.is_empty() { usize::MAX } else { 0 };
    Story {
        game: state.setup.game.clone(),
        players: look.players,
        start: state.beginning(viewer),
        steps,
        decisions,
        cards: CardInfo::all(state.projection.kit()).into_iter().skip(shipped).collect(),
        result: Some(state.result_words()),
    }
}

/// Makes a match that goes on from a decision of one that is over, against a bot.
#[utoipa::path(post, path = "/api/matches/{match}/branch", params(("match" = String, Path)),
    request_body = Branch,
    responses((status = 201, body = MadeMatch), (status = 404, body = Refused),
        (status = 409, body = Refused), (status = 422, body = Refused)))]
pub(crate) async fn branch(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    peer: Peer,
    Json(wish): Json<Branch>,
) -> Response {
    if !shared.addresses.may_make_match(peer.0) {
        let text = "your address has made too many matches; try again later";
        return refused(StatusCode::TOO_MANY_REQUESTS, text);
    }
    let state = match finished(&shared, &id).await {
        Ok(state) => state,
        Err(response) => return response,
    };
    let most = state.rows_before_the_end();
    if wish.after > most {
        let text = format!("the match can be gone on with after at most {most} decisions");
        return refused(StatusCode::UNPROCESSABLE_ENTITY, text);
    }
    let bot = wish.bot.as_deref().unwrap_or("greedy");
    if let Err(text) = bot_kind(bot) {
        return refused(StatusCode::UNPROCESSABLE_ENTITY, text);
    }
    match shared.rooms.store.load(&id).await {
        Ok(Some(stored)) => keep_branch(&shared, &state, stored, &wish, bot).await,
        Ok(None) => closed(Closed::Unknown),
        Err(error) => refused(StatusCode::SERVICE_UNAVAILABLE, error.to_string()),
    }
}

async fn keep_branch(
    shared: &Shared,
    state: &Match,
    stored: Stored,
    wish: &Branch,
    bot: &str,
) -> Response {
    let token = random_id();
    let own = Seat::from(wish.seat).index();
    let seats = [0, 1].map(|at: usize| {
        let deck = stored.row.seats[at].deck.clone();
        if at == own {
            let old = &stored.row.seats[at].name;
            let name = clean_name(wish.name.as_deref().unwrap_or(old), "Player");
            SeatRow { name, token: Some(token_hash(&token)), bot: None, deck }
        } else {
            SeatRow { name: "Rival".into(), token: None, bot: Some(bot.to_owned()), deck }
        }
    });
    let table = random_id();
    let row = MatchRow { id: table.clone(), listed: false, seats, ..stored.row };
    let kept = stored.decisions.into_iter().take(wish.after as usize);
    let rows = kept.map(|row| DecisionRow { client_id: None, spent: 0, ..row }).collect();
    if let Err(response) = keep(shared, row, rows).await {
        return response;
    }
    let seats = [0, 1].map(|at: usize| MadeSeat {
        seat: seat_name(at),
        token: (at == own).then(|| token.clone()),
    });
    let made = MadeMatch { table, commitment: state.setup.commitment(), seats };
    (StatusCode::CREATED, Json(made)).into_response()
}

async fn keep(shared: &Shared, row: MatchRow, rows: Vec<DecisionRow>) -> Result<(), Response> {
    let unavailable = |why: String| refused(StatusCode::SERVICE_UNAVAILABLE, why);
    let (store, id) = (&shared.rooms.store, row.id.clone());
    store.create(row).await.map_err(|error| unavailable(error.to_string()))?;
    let lease = match store.lease(&id).await.map_err(|error| unavailable(error.to_string()))? {
        Leased::Mine(lease) => lease,
        Leased::Theirs(address) => return Err(closed(Closed::Elsewhere(address))),
        Leased::Unknown => return Err(closed(Closed::Unknown)),
    };
    for row in rows {
        let kept = store.append(&id, lease, row).await;
        kept.map_err(|error| unavailable(error.to_string()))?;
    }
    store.release(&id, lease).await;
    Ok(())
}

/// The demonstrations of all games.
#[utoipa::path(get, path = "/api/demonstrations",
    responses((status = 200, body = Vec<Demonstration>)))]
pub(crate) async fn demonstrations(State(shared): State<Shared>) -> Json<Vec<Demonstration>> {
    let games = shared.library.games().map(|game| game.summary.id.as_str());
    let all = games
        .flat_map(|game| kit::demonstrations(game).map(move |(name, text)| (game, name, text)));
    Json(all.map(|(game, name, text)| demonstration(game, name, text)).collect())
}

fn demonstration(game: &str, name: &str, text: &str) -> Demonstration {
    let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(name);
    let prose = text.lines().skip_while(|line| line.starts_with('#') || line.trim().is_empty());
    let about: Vec<&str> = prose.take_while(|line| !line.trim().is_empty()).collect();
    let (title, about) = (title.trim().to_owned(), about.join(" "));
    Demonstration { game: game.to_owned(), name: name.to_owned(), title, about }
}

/// A demonstration as steps.
#[utoipa::path(get, path = "/api/demonstrations/{game}/{name}",
    params(("game" = String, Path), ("name" = String, Path)),
    responses((status = 200, body = Story), (status = 404, body = Refused)))]
pub(crate) async fn demonstrate(Path((game, name)): Path<(String, String)>) -> Response {
    let missing = || refused(StatusCode::NOT_FOUND, "there is no such demonstration");
    let found = kit::demonstrations(&game).find(|(known, _)| *known == name);
    let Some((_, text)) = found else { return missing() };
    match in_time(move || staged(&game, text)).await.flatten() {
        Some(story) => Json(story).into_response(),
        None => missing(),
    }
}

/// Plays the first scenario of a page before everybody's eyes.
fn staged(game: &str, text: &str) -> Option<Story> {
    let page = read_page("demonstration.md", text);
    let (stage, _) = play_scenario(page.scenarios.first()?, None).ok()?;
    let mut now = stage.beginning()?;
    let shipped = kit::load(game).ok()?.book.cards.len();
    let moves: Vec<_> = stage.moves().collect();
    let projection = Projection::new(stage.kit);
    let viewer = Viewer::Seat(moves.first().map_or(Seat::ONE, |(seat, _)| *seat));
    let mut eyes = projection.eyes(&now, viewer);
    let start = projection.view(&now, &eyes);
    let (mut steps, mut decisions) = (Vec::new(), Vec::new());
    for (_, action) in moves {
        decisions.push(steps.len() as u32);
        let trace = play(projection.table(), &mut now, action);
        steps.extend(projection.steps(&trace, &mut eyes));
    }
    let player = |at: usize, name: &str| PlayerInfo {
        seat: seat_name(at),
        name: name.to_owned(),
        bot: None,
        here: true,
        deck: String::new(),
    };
    Some(Story {
        game: game.to_owned(),
        players: [player(0, "You"), player(1, "Rival")],
        start,
        steps,
        decisions,
        cards: CardInfo::all(projection.kit()).split_off(shipped),
        result: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_demonstration_can_be_played() {
        let mut found = 0;
        for game in kit::GAMES {
            for (name, text) in kit::demonstrations(game) {
                found += 1;
                let story = staged(game, text).unwrap_or_else(|| panic!("{game}/{name}"));
                let chain = story.steps.iter().filter(|step| step.depth > 0).count();
                assert!(chain > 0, "{game}/{name} shows no chain");
                let told = demonstration(game, name, text);
                assert!(!told.about.is_empty() && told.title != name, "{game}/{name}");
            }
        }
        assert!(found > 0, "there are demonstrations");
    }
}
