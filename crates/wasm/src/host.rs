//! A match that speaks the wire without a server: one client, bots on the other seats.

use onplay_bots::BotKind;
use onplay_engine::id::Seat;
use onplay_engine::state::Outcome;
use onplay_games::replay::fingerprint_text;
use onplay_games::seat::Decider;
use onplay_games::words::outcome_words;
use onplay_wire::{
    Fault, FaultCode, FromClient, Given, PlayerInfo, SeatName, Session, Step, ToClient, UndoState,
    VERSION, View, Viewer, WhySubject,
};
use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Failure;
use crate::table::{Match, told};
use crate::text::{json, read};

/// Who sits where.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    /// What the match is called.
    #[serde(rename = "match")]
    table: String,
    /// The client's seat; none if it watches.
    seat: Option<SeatName>,
    names: [String; 2],
    /// By seat; none where the client sits.
    bots: [Option<String>; 2],
    #[serde(default)]
    decks: [String; 2],
    /// The policy, where it is not the game's own.
    #[serde(default)]
    policy: Option<String>,
    #[serde(default)]
    seed: u32,
}

/// One match and its only client.
#[wasm_bindgen]
pub struct Host {
    session: Session,
    wish: Wish,
    bots: [Option<Box<dyn Decider>>; 2],
    given: Given,
    /// The last step that the client was told.
    told: u32,
    /// Who gave up.
    lost: Option<Seat>,
    joined: bool,
}

#[wasm_bindgen]
impl Host {
    /// Opens a match to a client, from JSON: `{ match, seat, names, bots }`.
    #[wasm_bindgen(constructor)]
    pub fn new(game: Match, wish: &str) -> Result<Host, Failure> {
        let wish: Wish = read(wish, "a table")?;
        let mut bots = [None, None];
        for (at, word) in wish.bots.iter().enumerate() {
            let Some(word) = word else { continue };
            let kind: BotKind = word.parse().map_err(Failure::new)?;
            bots[at] = Some(kind.build(u64::from(wish.seed) ^ at as u64));
        }
        let (session, given) = (game.into_session(), Given::default());
        Ok(Host { session, wish, bots, given, told: 0, lost: None, joined: false })
    }

    /// What the client gets for a message of its own, as JSON: `ToClient[]`.
    pub fn hear(&mut self, message: &str) -> Result<String, Failure> {
        let told = FromClient::read(message).and_then(|message| self.obey(message));
        json(&told.unwrap_or_else(|fault| vec![ToClient::Error { fault }]))
    }

    /// Whether a bot must decide.
    #[wasm_bindgen(js_name = isBotsTurn)]
    pub fn is_bots_turn(&self) -> bool {
        let seat = self.session.to_decide().filter(|_| self.lost.is_none());
        seat.is_some_and(|seat| self.bots[seat.index()].is_some())
    }

    /// Lets a bot decide once, as JSON: `ToClient[]`.
    pub fn think(&mut self) -> Result<String, Failure> {
        let Some(seat) = self.session.to_decide() else { return json::<[(); 0]>(&[]) };
        let Some(bot) = &mut self.bots[seat.index()] else { return json::<[(); 0]>(&[]) };
        let n = self.session.choose(bot.as_mut()).map_err(Failure::new)?;
        self.session.decide(n).map_err(Failure::new)?;
        json(&self.news())
    }

    /// The replay so far; nothing if the table was laid out by hand.
    pub fn replay(&self) -> Option<String> {
        self.session.replay().map(|replay| replay.write())
    }

    /// How many decisions have been taken.
    pub fn decisions(&self) -> usize {
        self.session.decisions()
    }

    /// Whether the game is over.
    #[wasm_bindgen(js_name = isOver)]
    pub fn is_over(&self) -> bool {
        self.lost.is_some() || self.session.to_decide().is_none()
    }

    /// The game from its beginning, as `p1`, `p2`, a `spectator` or `everything` sees
    /// it, as JSON: `{ start, steps, decisions }`.
    pub fn told(&self, viewer: &str) -> Result<String, Failure> {
        told(&self.session, viewer)
    }

    /// Takes the first decisions of this match in another one, as long as they are on
    /// offer there in the same words. Nothing, or as JSON the first that is not:
    /// `{ after, seat, action }`.
    #[wasm_bindgen(js_name = repeatIn)]
    pub fn repeat_in(
        &self,
        other: &mut Match,
        decisions: usize,
    ) -> Result<Option<String>, Failure> {
        other.take_over(&self.session, decisions)
    }
}

impl Host {
    fn viewer(&self) -> Viewer {
        self.wish.seat.map_or(Viewer::Spectator, |seat| Viewer::Seat(seat.into()))
    }

    fn seat(&self) -> Result<Seat, Fault> {
        let text = "spectators cannot do this";
        self.wish.seat.map(Seat::from).ok_or_else(|| Fault::new(FaultCode::NotSeated, text))
    }

    fn obey(&mut self, message: FromClient) -> Result<Vec<ToClient>, Fault> {
        let wrong_time = |text: &str| Err(Fault::new(FaultCode::WrongTime, text));
        if !self.joined && !matches!(message, FromClient::Join { .. }) {
            return Err(Fault::new(FaultCode::NotJoined, "the first message is `join`"));
        }
        match message {
            FromClient::Join { name, seen, .. } => {
                if let (Some(seat), Some(name)) = (self.wish.seat, name) {
                    self.wish.names[Seat::from(seat).index()] = name;
                }
                Ok(self.greet(seen))
            }
            FromClient::Decide { id, ask, action } => self.decide(&id, ask, action),
            FromClient::Undo {} => self.undo(),
            FromClient::Concede {} => {
                let seat = self.seat()?;
                if self.is_over() {
                    return wrong_time("the game is over");
                }
                self.lost = Some(seat);
                self.session.concede(self.viewer(), seat);
                Ok(self.news())
            }
            FromClient::Consent { .. } => wrong_time("nobody waits for your consent"),
            FromClient::Substitute { .. } => wrong_time("somebody plays there"),
            FromClient::Rematch {} => wrong_time("another game is made by the page"),
            FromClient::Why { id, step, handle, seat, name } => {
                let about = WhySubject::new(step, handle, seat, name);
                let about = about.map_err(|fault| fault.about(&id))?;
                let steps = self.session.steps(self.viewer(), 0);
                let links = about.links(steps);
                Ok(vec![ToClient::Why { id, links }])
            }
            FromClient::WhyNot { id, handle } => {
                let seat = self.seat()?;
                let reasons = self.session.why_not(seat, handle);
                Ok(vec![ToClient::WhyNot { id, reasons }])
            }
            FromClient::Preview { id, ask, action } => {
                self.fits(ask).map_err(|fault| fault.about(id.clone()))?;
                let (steps, uncertain) = self
                    .session
                    .preview(action)
                    .map_err(|why| no_such_action(&why.to_string()).about(id.clone()))?;
                Ok(vec![ToClient::Preview { id, steps, uncertain }])
            }
            FromClient::Pong {} => Ok(Vec::new()),
        }
    }

    fn greet(&mut self, seen: Option<u32>) -> Vec<ToClient> {
        self.joined = true;
        let kit = self.session.projection().kit();
        let hello = ToClient::Hello {
            protocol: VERSION,
            program: env!("CARGO_PKG_VERSION").into(),
            table: self.wish.table.clone(),
            game: kit.book.game.id.clone(),
            policy: self.wish.policy.clone(),
            catalog: fingerprint_text(&kit.table.catalog.fingerprint),
            seat: self.wish.seat,
            players: self.players(),
            commitment: None,
        };
        let last = self.steps(0).last().map_or(0, |step| step.n);
        let mut all = vec![hello];
        match seen.filter(|seen| *seen <= last) {
            Some(seen) => all.push(ToClient::Steps { steps: self.steps(seen) }),
            None => all.push(ToClient::State { n: last, view: self.view() }),
        }
        self.told = last;
        all.extend(self.question());
        all
    }

    fn players(&self) -> [PlayerInfo; 2] {
        Seat::BOTH.map(|seat| PlayerInfo {
            seat: seat.into(),
            name: self.wish.names[seat.index()].clone(),
            bot: self.wish.bots[seat.index()].clone(),
            here: true,
            deck: self.wish.decks[seat.index()].clone(),
        })
    }

    fn view(&mut self) -> View {
        let view = self.session.view(self.viewer());
        match self.lost {
            Some(seat) => view.conceded(seat.into()),
            None => view,
        }
    }

    fn steps(&mut self, after: u32) -> Vec<Step> {
        self.session.steps(self.viewer(), after).to_vec()
    }

    /// What happened since the client was told last, and what comes next.
    fn news(&mut self) -> Vec<ToClient> {
        let steps = self.steps(self.told);
        self.told = steps.last().map_or(self.told, |step| step.n);
        let mut all = vec![ToClient::Steps { steps }];
        all.extend(self.question());
        all
    }

    fn question(&mut self) -> Option<ToClient> {
        if self.is_over() {
            return Some(self.over());
        }
        let seat = Seat::from(self.wish.seat?);
        self.session.ask(seat).map(|ask| ToClient::Ask { ask })
    }

    fn over(&self) -> ToClient {
        let outcome = match self.lost {
            Some(seat) => Outcome::Won(seat.other()),
            None => self.session.outcome(),
        };
        let winner = match outcome {
            Outcome::Won(seat) => Some(seat.into()),
            _ => None,
        };
        let clause = self.session.last_clause().filter(|_| self.lost.is_none());
        let text = outcome_words(outcome);
        ToClient::Over { winner, text, clause, opened: None, replay: None }
    }

    /// Whether this is the ask before the client.
    fn fits(&mut self, ask: u32) -> Result<(), Fault> {
        let seat = self.seat()?;
        if self.is_over() {
            return Err(Fault::new(FaultCode::WrongTime, "the game is over"));
        }
        match self.session.ask(seat) {
            None => Err(Fault::new(FaultCode::NotYourDecision, "the other decides now")),
            Some(now) if now.n != ask => {
                let text = format!("ask {ask} is not before you");
                Err(Fault::new(FaultCode::StaleAsk, text).nearest(now.n.to_string()))
            }
            Some(_) => Ok(()),
        }
    }

    fn decide(&mut self, id: &str, ask: u32, action: u32) -> Result<Vec<ToClient>, Fault> {
        let decided = ToClient::Decided { id: id.to_owned(), ask };
        if self.given.is_repeated(id, ask)? {
            return Ok(vec![decided]);
        }
        self.fits(ask).map_err(|fault| fault.about(id))?;
        let taken = self.session.decide(action);
        taken.map_err(|why| no_such_action(&why.to_string()).about(id))?;
        self.given.remember(id, ask);
        let mut all = vec![decided];
        all.extend(self.news());
        Ok(all)
    }

    /// Back to before the client's last decision; a bot has nothing against it.
    fn undo(&mut self) -> Result<Vec<ToClient>, Fault> {
        let seat = self.seat()?;
        if self.is_over() {
            return Err(Fault::new(FaultCode::CannotUndo, "the game is over"));
        }
        let Some(last) = self.session.last_decision(seat) else {
            return Err(Fault::new(FaultCode::CannotUndo, "there is nothing to take back"));
        };
        let back = self.session.back_to(last);
        back.map_err(|why| Fault::new(FaultCode::CannotUndo, why.to_string()))?;
        self.told = self.steps(0).last().map_or(0, |step| step.n);
        let (n, view) = (self.told, self.view());
        let done = ToClient::Undo { seat: seat.into(), state: UndoState::Done, text: None };
        let mut all = vec![ToClient::State { n, view }, done];
        all.extend(self.question());
        Ok(all)
    }
}

fn no_such_action(text: &str) -> Fault {
    Fault::new(FaultCode::NoSuchAction, text)
}
