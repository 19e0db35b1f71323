//! One match at work: it hears clients, bots and the clock one after the other, and
//! nobody hears of anything before it is kept.

mod time;
mod wishes;

use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use onplay_engine::id::Seat;
use onplay_engine::state::Action;
use onplay_wire::{
    CardInfo, Fault, FaultCode, FromClient, Opened, PlayerInfo, ToClient, Viewer, WhySubject,
};
use tokio::sync::{mpsc, oneshot};

use crate::audience::{Audience, Client, written};
use crate::bots::{Player, Thought};
use crate::match_state::{Match, Next};
use crate::rooms::Rooms;
use crate::secret::{random_id, token_hash};
use crate::setup::{Setup, bot_kind, clean_name, seat_name};
use crate::store::{DecisionKind, Lease, SeatRow, Store, StoreError};

/// How long a client should wait before it comes back.
const COME_BACK: u64 = 500;

/// Most connections with one seat's token.
const MOST_AT_SEAT: usize = 8;

/// Most connections that only watch one match.
const MOST_WATCHING: usize = 500;

fn most_of(viewer: Viewer) -> usize {
    if viewer.seat().is_some() { MOST_AT_SEAT } else { MOST_WATCHING }
}

/// What a match is told.
pub(crate) enum Command {
    /// Somebody comes.
    Join { join: Join, answer: oneshot::Sender<Result<(), Fault>> },
    /// A client says something.
    Say { client: u64, message: FromClient },
    /// A client said something that cannot be understood.
    Refuse { client: u64, fault: Fault },
    /// A connection has ended.
    Leave { client: u64 },
    /// Somebody wants an open seat; the answer is the seat's token.
    Take { name: Option<String>, answer: oneshot::Sender<Result<(Seat, String), Fault>> },
    /// How the match stands, for everybody.
    Look { answer: oneshot::Sender<Look> },
    /// The replay, once the match is over.
    Replay { answer: oneshot::Sender<Option<String>> },
    /// Another node has taken over.
    Lost { done: oneshot::Sender<()> },
    /// The server stops.
    Shutdown { done: oneshot::Sender<()> },
}

/// Who comes.
pub(crate) struct Join {
    pub client: u64,
    pub outbox: mpsc::Sender<Utf8Bytes>,
    pub token: Option<String>,
    pub seen: Option<u32>,
    pub name: Option<String>,
}

/// How a match stands, for everybody.
pub(crate) struct Look {
    pub setup: Setup,
    pub players: [PlayerInfo; 2],
    pub open: [bool; 2],
    pub turn: u16,
    pub over: bool,
    pub winner: Option<Seat>,
    /// The faces of all cards, at a table that brought texts of its own.
    pub cards: Vec<CardInfo>,
}

struct Actor {
    state: Match,
    lease: Lease,
    rooms: Rooms,
    audience: Audience,
    players: [Option<Player>; 2],
    thoughts: mpsc::Sender<Option<Thought>>,
    /// What the present ask offers, with its seat and number.
    offered: Option<(Seat, u32, Vec<Action>)>,
    /// When the present decision was asked for.
    asked: Instant,
    /// Since when a seat has been away.
    away: [Option<Instant>; 2],
    /// When bots may decide again.
    rested: Instant,
    /// Which seat waits for the other's consent.
    wish: Option<Seat>,
    rematch: [bool; 2],
    /// Since when nobody has been here.
    empty: Option<Instant>,
    ended: bool,
}

/// Runs a match until nobody needs it any more.
pub(crate) async fn run(
    state: Match,
    lease: Lease,
    rooms: Rooms,
    mut commands: mpsc::Receiver<Command>,
) {
    let (thoughts, mut thought) = mpsc::channel(4);
    let players = [0, 1].map(|at: usize| {
        let word = state.seats[at].bot.as_deref()?;
        bot_kind(word).ok().map(Player::new)
    });
    let now = Instant::now();
    let mut actor = Actor {
        state,
        lease,
        rooms,
        audience: Audience::default(),
        players,
        thoughts,
        offered: None,
        asked: now,
        away: [Some(now), Some(now)],
        rested: now,
        wish: None,
        rematch: [false; 2],
        empty: Some(now),
        ended: false,
    };
    let id = actor.state.id.clone();
    while !actor.ended {
        let alarm = actor.alarm();
        tokio::select! {
            command = commands.recv() => match command {
                Some(command) => actor.obey(command).await,
                None => actor.ended = true,
            },
            Some(come) = thought.recv() => actor.hear_thought(come).await,
            () = tokio::time::sleep_until(alarm.into()) => actor.wake().await,
        }
    }
    commands.close();
    // Whoever is still on the way finds the match again.
    while let Some(command) = commands.recv().await {
        turn_away(command);
    }
    actor.audience.clear();
    let (rooms, lease) = (actor.rooms.clone(), actor.lease);
    drop(actor);
    rooms.closed(&id, lease).await;
}

fn turn_away(command: Command) {
    let fault = || Fault::new(FaultCode::Unavailable, "the match is being moved; try again");
    match command {
        Command::Join { answer, .. } => drop(answer.send(Err(fault()))),
        Command::Take { answer, .. } => drop(answer.send(Err(fault()))),
        Command::Lost { done } | Command::Shutdown { done } => drop(done.send(())),
        _ => {}
    }
}

impl Actor {
    async fn obey(&mut self, command: Command) {
        match command {
            Command::Join { join, answer } => {
                let result = self.join(join).await;
                let _ = answer.send(result);
            }
            Command::Say { client, message } => self.say(client, message).await,
            Command::Refuse { client, fault } => self.audience.refuse(client, fault),
            Command::Leave { client } => self.leave(client),
            Command::Take { name, answer } => {
                let result = self.take(name).await;
                let _ = answer.send(result);
            }
            Command::Look { answer } => {
                let _ = answer.send(self.look());
            }
            Command::Replay { answer } => {
                let replay = self.state.is_over().then(|| self.state.replay()).flatten();
                let _ = answer.send(replay.map(|replay| replay.write()));
            }
            Command::Lost { done } => {
                self.goodbye("another server has taken over this match");
                let _ = done.send(());
            }
            Command::Shutdown { done } => {
                self.goodbye("the server stops; your match is kept");
                let _ = done.send(());
            }
        }
    }

    fn goodbye(&mut self, text: &str) {
        let text = text.to_owned();
        self.audience.tell_all(written(&ToClient::Goodbye { text, reconnect: Some(COME_BACK) }));
        self.audience.clear();
        self.ended = true;
    }

    /// Lets somebody in who has a seat's token or only watches.
    async fn join(&mut self, join: Join) -> Result<(), Fault> {
        let mut viewer = self.viewer(join.token.as_deref());
        if viewer.is_err() && join.token.is_some() {
            // Another node may have given the seat away.
            self.read_seats().await;
            viewer = self.viewer(join.token.as_deref());
        }
        let viewer = viewer?;
        if let Viewer::Seat(seat) = viewer {
            self.sit_down(seat, join.name.as_deref()).await?;
        }
        if self.audience.count(viewer) >= most_of(viewer) {
            let text = format!("{} are connected here already", most_of(viewer));
            return Err(Fault::new(FaultCode::Busy, text));
        }
        self.empty = None;
        let seat = viewer.seat().map(Into::into);
        self.state.follow(viewer);
        let client = Client { id: join.client, viewer, outbox: join.outbox };
        self.audience.add(client);
        let players = self.player_infos();
        let hello = ToClient::Hello {
            protocol: onplay_wire::VERSION,
            program: env!("CARGO_PKG_VERSION").into(),
            table: self.state.id.clone(),
            game: self.state.setup.game.clone(),
            policy: self.state.setup.policy.clone(),
            catalog: self.state.setup.catalog.clone(),
            seat,
            players: players.clone(),
            commitment: Some(self.state.setup.commitment()),
        };
        self.audience.tell(join.client, written(&hello));
        if self.offered.is_none() {
            self.begin_ask(viewer.seat());
        }
        let follower = self.state.follow(viewer);
        let missed = join.seen.and_then(|seen| follower.since(seen));
        match missed {
            Some(steps) if steps.is_empty() => {}
            Some(steps) => self.audience.tell(join.client, steps.into()),
            None => {
                let state = self.whole(viewer);
                self.audience.tell(join.client, state);
            }
        }
        self.tell_ask_to(join.client, viewer);
        if self.state.is_over() {
            let over = self.over();
            self.audience.tell(join.client, over);
        }
        if let Some(clock) = self.clock() {
            self.audience.tell(join.client, clock);
        }
        self.audience.tell_all(written(&ToClient::Players { players }));
        self.wake_bots();
        Ok(())
    }

    fn viewer(&self, token: Option<&str>) -> Result<Viewer, Fault> {
        let Some(token) = token else {
            if self.state.setup.private {
                let text = "this match is private; only its players' links lead to it";
                return Err(Fault::new(FaultCode::BadToken, text));
            }
            return Ok(Viewer::Spectator);
        };
        let hash = token_hash(token);
        let seat = self.state.seats.iter().position(|seat| seat.token.as_ref() == Some(&hash));
        let seat = seat.ok_or_else(|| {
            Fault::new(FaultCode::BadToken, "this token belongs to no seat of this match")
        })?;
        Ok(Viewer::Seat(Seat(seat as u8)))
    }

    async fn read_seats(&mut self) {
        let open = |row: &SeatRow| row.token.is_none() && row.bot.is_none();
        if !self.state.seats.iter().any(open) {
            return;
        }
        if let Ok(Some(stored)) = self.rooms.store.load(&self.state.id).await {
            self.state.seats = stored.row.seats;
        }
    }

    /// Somebody comes to their seat; a bot that played for them leaves it.
    async fn sit_down(&mut self, seat: Seat, name: Option<&str>) -> Result<(), Fault> {
        let known = &self.state.seats[seat.index()];
        let name = name.map_or(known.name.clone(), |name| clean_name(name, &known.name));
        let row = SeatRow { name, bot: None, ..known.clone() };
        if row != *known {
            self.rooms
                .store
                .set_seat(&self.state.id, seat, row.clone())
                .await
                .map_err(|error| Fault::new(FaultCode::Unavailable, error.to_string()))?;
            self.state.seats[seat.index()] = row;
            self.players[seat.index()] = None;
        }
        self.away[seat.index()] = None;
        Ok(())
    }

    async fn take(&mut self, name: Option<String>) -> Result<(Seat, String), Fault> {
        let (seat, token, row) = take_seat(&self.rooms.store, &self.state, name).await?;
        self.state.seats[seat.index()] = row;
        let players = self.player_infos();
        self.audience.tell_all(written(&ToClient::Players { players }));
        Ok((seat, token))
    }

    /// A connection has ended, or was cut off before because it read too slowly.
    fn leave(&mut self, client: u64) {
        self.audience.remove(client);
        for seat in Seat::BOTH {
            if !self.audience.is_here(seat) && self.away[seat.index()].is_none() {
                self.away[seat.index()] = Some(Instant::now());
            }
        }
        if self.audience.is_empty() && self.empty.is_none() {
            self.empty = Some(Instant::now());
        }
        let players = self.player_infos();
        self.audience.tell_all(written(&ToClient::Players { players }));
    }

    async fn say(&mut self, client: u64, message: FromClient) {
        let Some(viewer) = self.audience.viewer(client) else { return };
        let fault = match (message, viewer) {
            (FromClient::Join { .. }, _) => {
                Some(Fault::new(FaultCode::NotJoined, "this connection has joined already"))
            }
            (FromClient::Pong {}, _) => None,
            (FromClient::Why { id, step, handle, seat, name }, viewer) => {
                self.why(client, viewer, id, WhySubject::new(step, handle, seat, name)).err()
            }
            (_, Viewer::Spectator | Viewer::Everything) => {
                Some(Fault::new(FaultCode::NotSeated, "who only watches can ask why, and no more"))
            }
            (FromClient::Decide { id, ask, action }, Viewer::Seat(seat)) => {
                self.decide(client, seat, (id, ask, action)).await.err()
            }
            (FromClient::Undo {}, Viewer::Seat(seat)) => self.undo(seat).await.err(),
            (FromClient::Consent { yes }, Viewer::Seat(seat)) => {
                self.consent(seat, yes).await.err()
            }
            (FromClient::Concede {}, Viewer::Seat(seat)) => {
                self.lose(seat, DecisionKind::Conceded).await.err()
            }
            (FromClient::Substitute { bot }, Viewer::Seat(seat)) => {
                self.substitute(seat.other(), bot).await.err()
            }
            (FromClient::Rematch {}, Viewer::Seat(seat)) => self.rematch(seat).await.err(),
            (FromClient::WhyNot { id, handle }, Viewer::Seat(_)) => {
                self.why_not(client, viewer, id, handle);
                None
            }
            (FromClient::Preview { id, ask, action }, Viewer::Seat(seat)) => {
                self.preview(client, seat, (id, ask, action)).err()
            }
        };
        if let Some(fault) = fault {
            self.audience.refuse(client, fault);
        }
    }

    /// The action that an answer means.
    fn answered(&self, seat: Seat, ask: u32, action: u32) -> Result<Action, Fault> {
        let asked = self.offered.as_ref();
        let asked = asked.map(|(seat, number, offered)| (*seat, *number, offered.as_slice()));
        onplay_wire::answered(asked, seat, ask, action)
    }

    async fn decide(
        &mut self,
        client: u64,
        seat: Seat,
        (id, ask, action): (String, u32, u32),
    ) -> Result<(), Fault> {
        if self.state.given(seat).is_repeated(&id, ask)? {
            self.audience.tell(client, written(&ToClient::Decided { id, ask }));
            return Ok(());
        }
        let action = self.answered(seat, ask, action).map_err(|fault| fault.about(&id))?;
        let begun = Instant::now();
        let spent = self.thought_for();
        let next = self.state.decide(action, DecisionKind::Decided, Some(id.clone()), spent);
        let Some(next) = next else { return Ok(()) };
        self.put(next).await.map_err(|fault| fault.about(&id))?;
        self.state.given(seat).remember(&id, ask);
        self.audience.tell(client, written(&ToClient::Decided { id, ask }));
        metrics::histogram!("onplay_decision_seconds").record(begun.elapsed().as_secs_f64());
        Ok(())
    }

    /// Milliseconds since the present decision was asked for.
    fn thought_for(&self) -> u32 {
        u32::try_from(self.asked.elapsed().as_millis()).unwrap_or(u32::MAX)
    }

    /// Keeps what happens next, makes it true and tells everybody.
    async fn put(&mut self, next: Next) -> Result<(), Fault> {
        let kept = self.rooms.store.append(&self.state.id, self.lease, next.row.clone()).await;
        match kept {
            Ok(()) => {}
            Err(StoreError::Unavailable(why)) => {
                metrics::counter!("onplay_write_errors").increment(1);
                tracing::warn!(id = self.state.id, why, "a decision could not be kept");
                let text = format!("nothing can be kept now ({why}); try again");
                return Err(Fault::new(FaultCode::Unavailable, text));
            }
            Err(error) => {
                metrics::counter!("onplay_write_errors").increment(1);
                tracing::warn!(id = self.state.id, %error, "the match is read again");
                // Only the database knows how the match stands now.
                self.goodbye("the match must be read again");
                return Err(Fault::new(FaultCode::Unavailable, error.to_string()));
            }
        }
        metrics::counter!("onplay_decisions").increment(1);
        tracing::debug!(id = self.state.id, n = next.row.n, action = next.row.action, "kept");
        self.wish = None;
        let known = self.state.commit(next);
        self.offered = None;
        self.asked = Instant::now();
        let mut told = Vec::new();
        for (viewer, seen) in viewers().into_iter().zip(known) {
            if self.audience.has(viewer) {
                let steps = self.state.follower(viewer).and_then(|it| it.since(seen));
                let text = match steps {
                    // What happened is nothing that this viewer may know.
                    Some(steps) if steps.is_empty() => continue,
                    Some(steps) => steps.into(),
                    None => self.whole(viewer),
                };
                self.audience.tell_viewer(viewer, text);
                told.push(viewer);
            }
        }
        self.begin_ask(None);
        if let Some((seat, ..)) = self.offered {
            self.tell_ask(seat);
        }
        if self.state.is_over() {
            let over = self.over();
            self.audience.tell_all(over);
        }
        if let Some(clock) = self.clock() {
            // A clock that is told says that something was decided.
            told.into_iter().for_each(|viewer| self.audience.tell_viewer(viewer, clock.clone()));
        }
        self.wake_bots();
        Ok(())
    }

    /// The whole view as a message.
    fn whole(&mut self, viewer: Viewer) -> Utf8Bytes {
        let (n, view) = self.state.view(viewer);
        written(&ToClient::State { n, view })
    }

    /// Works out what a person is asked, if one must decide and is here or comes.
    fn begin_ask(&mut self, coming: Option<Seat>) {
        let Some(seat) = self.state.to_decide() else { return };
        let bot = self.players[seat.index()].is_some();
        if bot || !(self.audience.is_here(seat) || coming == Some(seat) || self.has_clock()) {
            return;
        }
        let number = self.state.asked(seat);
        let offered = self.state.offers(seat);
        self.offered = Some((seat, number, offered));
    }

    fn has_clock(&self) -> bool {
        let clock = &self.state.setup.clock;
        clock.decision.is_some() || clock.bank.is_some()
    }

    fn tell_ask(&mut self, seat: Seat) {
        if self.audience.is_here(seat)
            && let Some(ask) = self.state.ask(seat)
        {
            self.audience.tell_viewer(Viewer::Seat(seat), written(&ToClient::Ask { ask }));
        }
    }

    fn tell_ask_to(&mut self, client: u64, viewer: Viewer) {
        if let Viewer::Seat(seat) = viewer
            && let Some(ask) = self.state.ask(seat)
        {
            self.audience.tell(client, written(&ToClient::Ask { ask }));
        }
    }

    fn over(&self) -> Utf8Bytes {
        let winner = match self.state.outcome() {
            onplay_engine::state::Outcome::Won(seat) => Some(seat.into()),
            _ => None,
        };
        let setup = &self.state.setup;
        written(&ToClient::Over {
            winner,
            text: onplay_games::words::outcome_words(self.state.outcome()),
            clause: self.state.last_clause(),
            opened: Some(Opened { seed: setup.seed.clone(), salt: setup.salt.clone() }),
            replay: Some(format!("/api/matches/{}/replay", self.state.id)),
        })
    }

    fn player_infos(&self) -> [PlayerInfo; 2] {
        [0, 1].map(|at: usize| {
            let row = &self.state.seats[at];
            PlayerInfo {
                seat: seat_name(at),
                name: row.name.clone(),
                bot: row.bot.clone(),
                here: row.bot.is_some() || self.audience.is_here(Seat(at as u8)),
                deck: row.deck.clone(),
            }
        })
    }

    fn look(&self) -> Look {
        Look { players: self.player_infos(), ..Look::of(&self.state) }
    }
}

/// Gives an open seat of a match to somebody.
///
/// # Errors
/// No seat is open, or nothing can be kept now.
pub(crate) async fn take_seat(
    store: &Store,
    state: &Match,
    name: Option<String>,
) -> Result<(Seat, String, SeatRow), Fault> {
    let open = |row: &SeatRow| row.token.is_none() && row.bot.is_none();
    let Some(at) = state.seats.iter().position(open) else {
        return Err(Fault::new(FaultCode::WrongTime, "no seat is open at this table"));
    };
    let (seat, token) = (Seat(at as u8), random_id());
    let known = &state.seats[at];
    let name = clean_name(name.as_deref().unwrap_or(&known.name), &known.name);
    let row = SeatRow { name, token: Some(token_hash(&token)), ..known.clone() };
    match store.take_seat(&state.id, seat, row.clone()).await {
        Ok(true) => Ok((seat, token, row)),
        Ok(false) => Err(Fault::new(FaultCode::WrongTime, "somebody else took the seat")),
        Err(error) => Err(Fault::new(FaultCode::Unavailable, error.to_string())),
    }
}

impl Look {
    /// How a match stands that is not in memory.
    pub fn of(state: &Match) -> Look {
        let player = |at: usize| {
            let row = &state.seats[at];
            PlayerInfo {
                seat: seat_name(at),
                name: row.name.clone(),
                bot: row.bot.clone(),
                here: row.bot.is_some(),
                deck: row.deck.clone(),
            }
        };
        let open = |row: &SeatRow| row.token.is_none() && row.bot.is_none();
        Look {
            setup: state.setup.clone(),
            players: [player(0), player(1)],
            open: [open(&state.seats[0]), open(&state.seats[1])],
            turn: state.game.turn.number,
            over: state.is_over(),
            winner: match state.outcome() {
                onplay_engine::state::Outcome::Won(seat) => Some(seat),
                _ => None,
            },
            cards: match state.texts.is_empty() {
                true => Vec::new(),
                false => CardInfo::all(state.projection.kit()),
            },
        }
    }
}

fn viewers() -> [Viewer; 3] {
    [Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO), Viewer::Spectator]
}
