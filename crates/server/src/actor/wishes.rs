//! What players may want besides deciding: taking back, giving up, another game,
//! explanations.

use std::time::Duration;

use onplay_engine::id::Seat;
use onplay_wire::{Fault, FaultCode, SeatName, ToClient, UndoState, Viewer, WhySubject};

use super::Actor;
use crate::audience::written;
use crate::bots::Player;
use crate::secret::{random_id, random_seed, token_hash};
use crate::setup::{Setup, bot_kind};
use crate::store::{DecisionKind, MatchRow, SeatRow};

impl Actor {
    /// Takes back a seat's last decision, or asks the other seat to allow it.
    pub(super) async fn undo(&mut self, seat: Seat) -> Result<(), Fault> {
        if self.state.is_over() {
            return Err(Fault::new(FaultCode::CannotUndo, "the game is over"));
        }
        let allowed = self.state.may_undo(seat);
        if allowed == Err(None) {
            return Err(Fault::new(FaultCode::CannotUndo, "there is nothing to take back"));
        }
        let bot = self.players[seat.other().index()].is_some();
        if allowed.is_ok() || bot {
            return self.take_back(seat).await;
        }
        self.wish = Some(seat);
        let text =
            allowed.err().flatten().map(|why| format!("{why}; the other seat must allow it"));
        self.tell_undo(seat, UndoState::Asked, text);
        Ok(())
    }

    async fn take_back(&mut self, seat: Seat) -> Result<(), Fault> {
        let Some(next) = self.state.undo(seat) else {
            return Err(Fault::new(FaultCode::CannotUndo, "there is nothing to take back"));
        };
        self.put(next).await?;
        self.tell_undo(seat, UndoState::Done, None);
        Ok(())
    }

    fn tell_undo(&mut self, seat: Seat, state: UndoState, text: Option<String>) {
        self.audience.tell_all(written(&ToClient::Undo { seat: seat.into(), state, text }));
    }

    /// The other seat allows it or not.
    pub(super) async fn consent(&mut self, seat: Seat, yes: bool) -> Result<(), Fault> {
        let Some(wish) = self.wish.filter(|wish| *wish != seat) else {
            return Err(Fault::new(FaultCode::WrongTime, "nobody waits for your consent"));
        };
        self.wish = None;
        if yes {
            return self.take_back(wish).await;
        }
        self.tell_undo(wish, UndoState::Refused, Some("the other seat does not allow it".into()));
        Ok(())
    }

    /// A seat gives up or has been away for too long.
    pub(super) async fn lose(&mut self, seat: Seat, kind: DecisionKind) -> Result<(), Fault> {
        match self.state.lose(seat, kind) {
            Some(next) => self.put(next).await,
            None => Err(Fault::new(FaultCode::WrongTime, "the game is over")),
        }
    }

    /// A bot plays for a seat while nobody is there.
    pub(super) async fn substitute(
        &mut self,
        seat: Seat,
        bot: Option<String>,
    ) -> Result<(), Fault> {
        if self.audience.is_here(seat) || self.players[seat.index()].is_some() {
            return Err(Fault::new(FaultCode::WrongTime, "somebody plays there"));
        }
        let taken = self.state.seats[seat.index()].token.is_some();
        let away = self.away[seat.index()].map_or(Duration::ZERO, |since| since.elapsed());
        if let Some(left) = self.rooms.grace.checked_sub(away).filter(|_| taken) {
            let left = left.as_secs() + 1;
            let text = format!("whoever sits there may come back; ask again in {left} s");
            return Err(Fault::new(FaultCode::WrongTime, text));
        }
        let word = bot.as_deref().unwrap_or("greedy");
        let kind = bot_kind(word)
            .map_err(|text| Fault::new(FaultCode::BadMessage, text).nearest("greedy"))?;
        let row = SeatRow { bot: Some(kind.to_string()), ..self.state.seats[seat.index()].clone() };
        self.rooms
            .store
            .set_seat(&self.state.id, seat, row.clone())
            .await
            .map_err(|error| Fault::new(FaultCode::Unavailable, error.to_string()))?;
        self.state.seats[seat.index()] = row;
        self.players[seat.index()] = Some(Player::new(kind));
        self.offered = None;
        let players = self.player_infos();
        self.audience.tell_all(written(&ToClient::Players { players }));
        self.begin_ask(None);
        self.wake_bots();
        Ok(())
    }

    /// Another game with the sides changed, once both want it.
    pub(super) async fn rematch(&mut self, seat: Seat) -> Result<(), Fault> {
        if !self.state.is_over() {
            return Err(Fault::new(FaultCode::WrongTime, "the game is not over yet"));
        }
        self.rematch[seat.index()] = true;
        let other = seat.other().index();
        if !self.rematch[other] && self.players[other].is_none() {
            let wish = ToClient::Rematch { seat: seat.into(), table: None, token: None };
            self.audience.tell_all(written(&wish));
            return Ok(());
        }
        let (row, tokens) = self.next_match();
        let table = row.id.clone();
        self.rooms
            .store
            .create(row)
            .await
            .map_err(|error| Fault::new(FaultCode::Unavailable, error.to_string()))?;
        self.rematch = [false; 2];
        for viewer in super::viewers() {
            // Who sat first sits second now.
            let token = viewer.seat().and_then(|seat| tokens[seat.other().index()].clone());
            let by: SeatName = seat.into();
            let message = ToClient::Rematch { seat: by, table: Some(table.clone()), token };
            self.audience.tell_viewer(viewer, written(&message));
        }
        Ok(())
    }

    /// The next match between the same players, with the sides changed.
    fn next_match(&self) -> (MatchRow, [Option<String>; 2]) {
        let old = &self.state.setup;
        let [one, two] = old.decks.clone();
        let setup = Setup {
            decks: [two, one],
            seed: random_seed().to_string(),
            salt: random_id(),
            ..old.clone()
        };
        let tokens = [1, 0].map(|at: usize| self.state.seats[at].bot.is_none().then(random_id));
        let seats = [0, 1].map(|at: usize| {
            let token = tokens[at].as_deref().map(token_hash);
            SeatRow { token, ..self.state.seats[1 - at].clone() }
        });
        let row = MatchRow {
            id: random_id(),
            setup: serde_json::to_string(&setup).expect("strings and numbers can be written"),
            listed: false,
            seats,
            texts: self.state.texts.clone(),
        };
        (row, tokens)
    }

    /// Why something happened, from what the viewer was told.
    pub(super) fn why(
        &mut self,
        client: u64,
        viewer: Viewer,
        id: String,
        about: Result<WhySubject, Fault>,
    ) -> Result<(), Fault> {
        let about = about.map_err(|fault| fault.about(&id))?;
        let steps = self.state.all_steps(viewer);
        let links = about.links(&steps);
        if links.is_empty() && matches!(about, WhySubject::Step(_)) {
            let last = steps.last().map_or(0, |step| step.n);
            let text = format!("there are steps 1 to {last}");
            return Err(Fault::new(FaultCode::NotFound, text).about(id).nearest(last.to_string()));
        }
        self.audience.tell(client, written(&ToClient::Why { id, links }));
        Ok(())
    }

    pub(super) fn why_not(&mut self, client: u64, viewer: Viewer, id: String, handle: u32) {
        let mut reasons = self.state.skipped_triggers(viewer, handle);
        self.state.follow(viewer);
        if let Some(follower) = self.state.follower(viewer) {
            let projection = &self.state.projection;
            reasons.extend(projection.why_not(&self.state.game, &follower.eyes, handle));
        }
        self.audience.tell(client, written(&ToClient::WhyNot { id, reasons }));
    }

    /// What an action would do.
    pub(super) fn preview(
        &mut self,
        client: u64,
        seat: Seat,
        (id, ask, action): (String, u32, u32),
    ) -> Result<(), Fault> {
        let action = self.answered(seat, ask, action).map_err(|fault| fault.about(&id))?;
        self.state.follow(Viewer::Seat(seat));
        let Some(follower) = self.state.follower(Viewer::Seat(seat)) else { return Ok(()) };
        let projection = &self.state.projection;
        let (steps, uncertain) = projection.preview(&self.state.game, &follower.eyes, action);
        self.audience.tell(client, written(&ToClient::Preview { id, steps, uncertain }));
        Ok(())
    }
}
