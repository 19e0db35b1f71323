//! Playing by JSON Lines: for programs that take a person's place. The messages are
//! those of the server's sockets, one on each line. See `docs/protocol.md`.

use std::io::{BufRead, Write};

use onplay_engine::id::Seat;
use onplay_engine::state::{Action, Outcome};
use onplay_games::words::outcome_words;
use onplay_wire::{
    Eyes, Fault, FaultCode, FromClient, Given, Opened, PlayerInfo, Projection, SeatName, Step,
    ToClient, Trace, UndoState, Viewer, WhySubject,
};
use serde_json::{Map, Value};

use crate::input::{self, Input};
use crate::session::Session;

/// The longest line that is read.
const LONGEST: usize = 1 << 16;

/// The name of the field that says whose line it is where one program plays both seats.
const CLIENT: &str = "client";

/// Plays until the game is over, the input ends or the program gives up.
///
/// # Errors
/// The output cannot be written or the input cannot be read.
pub fn play(
    session: &mut Session,
    salt: &str,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let projection = Projection::new(session.kit.clone());
    let people = Seat::BOTH.into_iter().filter(|seat| session.players[seat.index()].is_human());
    let client = |seat: Seat| {
        let eyes = projection.eyes(&session.game, Viewer::Seat(seat));
        Client { seat, first: eyes.steps, eyes, steps: Vec::new(), given: Given::default() }
    };
    let clients = people.map(client).collect();
    let salt = salt.to_owned();
    Play { session, projection, clients, salt, out, lost: None, last: None }.run(input)
}

/// Everything that a seat gets before it answers, for tests that compare two games.
#[cfg(test)]
pub fn shown(session: &Session, seat: Seat) -> String {
    let projection = Projection::new(session.kit.clone());
    let eyes = projection.eyes(&session.game, Viewer::Seat(seat));
    let shown = (projection.view(&session.game, &eyes), projection.ask(&session.game, &eyes));
    serde_json::to_string(&shown).expect("a view can be written")
}

/// A game that a program plays.
struct Play<'a> {
    session: &'a mut Session,
    projection: Projection,
    clients: Vec<Client>,
    /// What the commitment to the seed was made with.
    salt: String,
    out: &'a mut dyn Write,
    /// Who gave up.
    lost: Option<Seat>,
    /// The last decision.
    last: Option<Trace>,
}

/// One seat of the program.
struct Client {
    seat: Seat,
    eyes: Eyes,
    /// What it was told since the beginning.
    steps: Vec<Step>,
    /// The number of the step before these.
    first: u32,
    given: Given,
}

impl Play<'_> {
    fn run(mut self, input: &mut dyn BufRead) -> std::io::Result<()> {
        for at in 0..self.clients.len() {
            self.greet(at, None)?;
        }
        loop {
            self.let_bots_play()?;
            if self.is_over() {
                return self.tell_over();
            }
            self.tell_ask()?;
            if !self.hear(input)? {
                let text = "the input has ended; the game goes on where it is resumed".into();
                let bye = ToClient::Goodbye { text, reconnect: None };
                return (0..self.clients.len()).try_for_each(|at| self.tell(at, &bye));
            }
        }
    }

    /// Reads until something has changed; false if the input ends before.
    fn hear(&mut self, input: &mut dyn BufRead) -> std::io::Result<bool> {
        loop {
            let (at, heard) = match input::line(input, LONGEST)? {
                Input::End => return Ok(false),
                Input::Line(line) => self.read(line.trim()),
                Input::TooLong => {
                    let text = format!("a line has at most {LONGEST} bytes");
                    (self.asked(), Err(Fault::new(FaultCode::TooLong, text)))
                }
            };
            match heard.and_then(|message| self.obey(at, message)) {
                Ok(Obeyed { tells, changed }) => {
                    for message in tells {
                        self.tell(at, &message)?;
                    }
                    if changed {
                        return Ok(true);
                    }
                }
                Err(fault) => self.tell(at, &ToClient::Error { fault })?,
            }
        }
    }

    /// The client that must decide, or the first.
    fn asked(&self) -> usize {
        let seat = self.session.game.to_decide();
        self.clients.iter().position(|client| Some(client.seat) == seat).unwrap_or(0)
    }

    /// Whose line it is, and what it says.
    fn read(&self, line: &str) -> (usize, Result<FromClient, Fault>) {
        if self.clients.len() < 2 {
            return (0, FromClient::read(line));
        }
        let Ok(mut object) = serde_json::from_str::<Map<String, Value>>(line) else {
            return (self.asked(), FromClient::read(line));
        };
        let named = object.remove(CLIENT);
        let name = named.as_ref().and_then(Value::as_str);
        let at = self.clients.iter().position(|client| Some(client.name()) == name);
        match at {
            Some(at) => (at, FromClient::read(&Value::Object(object).to_string())),
            None => {
                let text = "you play both seats: `client` says for which one a line is";
                let near = format!("{{\"{CLIENT}\":\"{}\", …}}", self.clients[self.asked()].name());
                let fault = Fault::new(FaultCode::BadMessage, text).nearest(near);
                (self.asked(), Err(fault))
            }
        }
    }

    fn obey(&mut self, at: usize, message: FromClient) -> Result<Obeyed, Fault> {
        let wrong_time = |text: &str| Err(Fault::new(FaultCode::WrongTime, text));
        match message {
            FromClient::Join { token: None, seen, name: None } => {
                self.greet(at, seen).map_err(broken)?;
                Ok(Obeyed { tells: Vec::new(), changed: true })
            }
            FromClient::Join { .. } => {
                let text = "here is no token and no name: the program is at its seat already";
                Err(Fault::new(FaultCode::BadToken, text).nearest("{\"type\":\"join\"}"))
            }
            FromClient::Decide { id, ask, action } => self.decide(at, &id, ask, action),
            FromClient::Undo {} => self.undo(at),
            FromClient::Concede {} => {
                self.concede(at).map_err(broken)?;
                Ok(Obeyed { tells: Vec::new(), changed: true })
            }
            FromClient::Consent { .. } => wrong_time("nobody waits for your consent"),
            FromClient::Substitute { .. } => wrong_time("somebody plays there"),
            FromClient::Rematch {} => wrong_time("the game is not over yet; start another then"),
            FromClient::Why { id, step, handle, seat, name } => {
                let about = WhySubject::new(step, handle, seat, name);
                let about = about.map_err(|fault| fault.about(&id))?;
                let steps = &self.clients[at].steps;
                let links = about.links(steps);
                if links.is_empty() && matches!(about, WhySubject::Step(_)) {
                    let (first, last) = (self.clients[at].first + 1, self.clients[at].eyes.steps);
                    let text = format!("there are steps {first} to {last}");
                    let fault = Fault::new(FaultCode::NotFound, text).nearest(last.to_string());
                    return Err(fault.about(id));
                }
                Ok(ToClient::Why { id, links }.into())
            }
            FromClient::WhyNot { id, handle } => Ok(self.why_not(at, id, handle).into()),
            FromClient::Preview { id, ask, action } => {
                let action = self.answered(at, ask, action).map_err(|fault| fault.about(&id))?;
                let eyes = &self.clients[at].eyes;
                let (steps, uncertain) = self.projection.preview(&self.session.game, eyes, action);
                Ok(ToClient::Preview { id, steps, uncertain }.into())
            }
            FromClient::Pong {} => wrong_time("nobody has pinged"),
        }
    }

    fn why_not(&self, at: usize, id: String, handle: u32) -> ToClient {
        let (game, eyes) = (&self.session.game, &self.clients[at].eyes);
        let skipped =
            |trace: &Trace| self.projection.skipped_triggers(trace.record(), game, eyes, handle);
        let mut reasons = self.last.as_ref().map(skipped).unwrap_or_default();
        reasons.extend(self.projection.why_not(game, eyes, handle));
        ToClient::WhyNot { id, reasons }
    }

    fn answered(&self, at: usize, ask: u32, action: u32) -> Result<Action, Fault> {
        let asked = self.asked();
        let eyes = &self.clients[asked].eyes;
        let offered = self.projection.offered(&self.session.game, eyes);
        let seat = self.session.game.to_decide();
        let asked = seat.map(|seat| (seat, eyes.asks, offered.as_slice()));
        onplay_wire::answered(asked, self.clients[at].seat, ask, action)
    }

    fn decide(&mut self, at: usize, id: &str, ask: u32, action: u32) -> Result<Obeyed, Fault> {
        let decided = ToClient::Decided { id: id.to_owned(), ask };
        if self.clients[at].given.is_repeated(id, ask)? {
            return Ok(decided.into());
        }
        let action = self.answered(at, ask, action).map_err(|fault| fault.about(id))?;
        self.carry_out(action).map_err(broken)?;
        self.clients[at].given.remember(id, ask);
        Ok(Obeyed { tells: vec![decided], changed: true })
    }

    /// Takes a decision of whoever must decide, and tells what it did.
    fn carry_out(&mut self, action: Action) -> std::io::Result<()> {
        let mut game = self.session.game.clone();
        let trace = onplay_wire::play(self.projection.table(), &mut game, action);
        self.session.decide(action);
        debug_assert!(game == self.session.game, "a decision has one outcome");
        for at in 0..self.clients.len() {
            let steps = self.projection.steps(&trace, &mut self.clients[at].eyes);
            self.tell_steps(at, steps)?;
        }
        self.last = Some(trace);
        Ok(())
    }

    fn undo(&mut self, at: usize) -> Result<Obeyed, Fault> {
        let seat = self.clients[at].seat;
        let before = self.session.game.clone();
        self.session.undo().map_err(|text| Fault::new(FaultCode::CannotUndo, text))?;
        self.last = None;
        let told = format!("{seat} takes back a decision");
        for at in 0..self.clients.len() {
            let after = &self.session.game;
            let eyes = &mut self.clients[at].eyes;
            let step = self.projection.jump(&before, after, (seat, told.clone()), eyes);
            self.tell_steps(at, vec![step]).map_err(broken)?;
        }
        let undone = ToClient::Undo { seat: seat.into(), state: UndoState::Done, text: None };
        Ok(Obeyed { tells: vec![undone], changed: true })
    }

    fn concede(&mut self, at: usize) -> std::io::Result<()> {
        let seat = self.clients[at].seat;
        self.lost = Some(seat);
        for at in 0..self.clients.len() {
            let text = format!("{seat} gives up");
            let step = self.projection.concession(seat, text, &mut self.clients[at].eyes);
            self.tell_steps(at, vec![step])?;
        }
        Ok(())
    }

    fn let_bots_play(&mut self) -> std::io::Result<()> {
        while !self.is_over() && !self.session.waits_for_human() {
            let Some(action) = self.session.bot_answer() else { return Ok(()) };
            self.carry_out(action)?;
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.lost.is_some() || self.session.game.is_over()
    }

    /// Says who is who, and how the table stands or what was missed since a step.
    fn greet(&mut self, at: usize, seen: Option<u32>) -> std::io::Result<()> {
        let header = &self.session.replay.header;
        let players = [0, 1].map(|at: usize| {
            let bot = Some(header.seats[at].clone()).filter(|name| name != "human");
            PlayerInfo {
                seat: SeatName::from(Seat(at as u8)),
                name: header.seats[at].clone(),
                bot,
                here: true,
                deck: header.decks[at].name.clone(),
            }
        });
        let hello = ToClient::Hello {
            protocol: onplay_wire::VERSION,
            program: env!("CARGO_PKG_VERSION").into(),
            table: "local".into(),
            game: header.game.clone(),
            policy: header.policy.clone(),
            catalog: header.catalog.clone(),
            seat: Some(self.clients[at].seat.into()),
            players,
            commitment: Some(onplay_server::commitment(header.seed, &self.salt)),
        };
        self.tell(at, &hello)?;
        let Client { eyes, steps, first, .. } = &self.clients[at];
        let missed = seen.filter(|seen| (*first..=eyes.steps).contains(seen));
        let told = match missed {
            Some(seen) => ToClient::Steps { steps: steps[(seen - *first) as usize..].to_vec() },
            None => {
                let view = self.projection.view(&self.session.game, eyes);
                ToClient::State { n: eyes.steps, view }
            }
        };
        self.tell(at, &told)
    }

    fn tell_steps(&mut self, at: usize, steps: Vec<Step>) -> std::io::Result<()> {
        if steps.is_empty() {
            return Ok(());
        }
        self.clients[at].steps.extend_from_slice(&steps);
        self.tell(at, &ToClient::Steps { steps })
    }

    fn tell_ask(&mut self) -> std::io::Result<()> {
        let at = self.asked();
        match self.projection.ask(&self.session.game, &self.clients[at].eyes) {
            Some(ask) => self.tell(at, &ToClient::Ask { ask }),
            None => Ok(()),
        }
    }

    fn tell_over(&mut self) -> std::io::Result<()> {
        let outcome = match self.lost {
            Some(seat) => Outcome::Won(seat.other()),
            None => self.session.game.outcome(),
        };
        let winner = match outcome {
            Outcome::Won(seat) => Some(seat.into()),
            _ => None,
        };
        let last = self.last.as_ref().filter(|_| self.lost.is_none());
        let seed = self.session.replay.header.seed.to_string();
        let over = ToClient::Over {
            winner,
            text: outcome_words(outcome),
            clause: last.and_then(|trace| self.projection.last_clause(trace)),
            opened: Some(Opened { seed, salt: self.salt.clone() }),
            replay: None,
        };
        (0..self.clients.len()).try_for_each(|at| self.tell(at, &over))
    }

    fn tell(&mut self, at: usize, message: &ToClient) -> std::io::Result<()> {
        let mut text = serde_json::to_string(message)?;
        if self.clients.len() > 1 {
            let name = self.clients[at].name();
            text.insert_str(1, &format!("\"{CLIENT}\":\"{name}\","));
        }
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }
}

impl Client {
    fn name(&self) -> &'static str {
        if self.seat == Seat::ONE { "p1" } else { "p2" }
    }
}

/// What came of a message.
struct Obeyed {
    tells: Vec<ToClient>,
    /// Somebody must be asked, or asked again.
    changed: bool,
}

impl From<ToClient> for Obeyed {
    fn from(message: ToClient) -> Self {
        Obeyed { tells: vec![message], changed: false }
    }
}

/// The output is gone; nobody will hear of it.
fn broken(error: std::io::Error) -> Fault {
    Fault::new(FaultCode::Unavailable, error.to_string())
}
