//! The clock of a match, its bots, and when nobody needs it any more.

use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use onplay_engine::id::Seat;
use onplay_engine::state::Action;
use onplay_wire::ToClient;

use super::Actor;
use crate::audience::written;
use crate::bots::{Player, Thought};
use crate::setup::bot_kind;
use crate::store::DecisionKind;

/// When nothing else is to be done, a match looks around this often.
const LOOK_AROUND: Duration = Duration::from_secs(3600);

/// How long a match waits before it tries again what could not be kept.
const TRY_AGAIN: Duration = Duration::from_millis(250);

impl Actor {
    /// When the match must look at the clock.
    pub(super) fn alarm(&self) -> Instant {
        let now = Instant::now();
        let mut alarm = now + LOOK_AROUND;
        let mut sooner = |at: Instant| alarm = alarm.min(at);
        if let Some(since) = self.empty {
            sooner(since + self.rooms.idle);
        }
        if let Some(deadline) = self.deadline() {
            sooner(deadline);
        }
        if let Some((_, at)) = self.forfeits() {
            sooner(at);
        }
        if self.bot_waits() && self.rested > now {
            sooner(self.rested);
        }
        alarm
    }

    /// The clock has struck.
    pub(super) async fn wake(&mut self) {
        let now = Instant::now();
        if self.empty.is_some_and(|since| now >= since + self.rooms.idle) && !self.is_timed() {
            self.ended = true;
            return;
        }
        if let Some((seat, at)) = self.forfeits()
            && now >= at
        {
            if self.lose(seat, DecisionKind::Forfeited).await.is_err() {
                self.away[seat.index()] = Some(now);
            }
            return;
        }
        if self.deadline().is_some_and(|deadline| now >= deadline) {
            self.run_out().await;
            return;
        }
        self.wake_bots();
    }

    /// Whether somebody's time runs although nobody is here.
    fn is_timed(&self) -> bool {
        self.deadline().is_some() || self.forfeits().is_some()
    }

    /// When the present decision's time runs out.
    fn deadline(&self) -> Option<Instant> {
        let (seat, ..) = self.offered.as_ref()?;
        let clock = &self.state.setup.clock;
        if clock.decision.is_none() && clock.bank.is_none() {
            return None;
        }
        let own = Duration::from_millis(clock.decision.unwrap_or(0).into());
        Some(self.asked + own + self.bank(*seat))
    }

    /// What is left of a seat's time for the whole game.
    fn bank(&self, seat: Seat) -> Duration {
        let bank = u64::from(self.state.setup.clock.bank.unwrap_or(0));
        Duration::from_millis(bank.saturating_sub(self.state.overtime[seat.index()]))
    }

    /// Which seat loses by staying away, and when.
    fn forfeits(&self) -> Option<(Seat, Instant)> {
        let away = Duration::from_millis(self.state.setup.clock.away?.into());
        let seat = self.state.to_decide()?;
        let person = self.players[seat.index()].is_none();
        let taken = self.state.seats[seat.index()].token.is_some();
        let since = self.away[seat.index()].filter(|_| person && taken)?;
        // Nobody loses before it is their turn.
        Some((seat, since.max(self.asked) + away))
    }

    /// The time has run out: the usual thing is done.
    async fn run_out(&mut self) {
        let Some((_, _, offered)) = &self.offered else { return };
        let usual = [Action::Pass, Action::Submit, Action::No];
        let action = usual.into_iter().find(|action| offered.contains(action));
        let Some(action) = action.or(offered.first().copied()) else { return };
        let spent = self.thought_for();
        let Some(next) = self.state.decide(action, DecisionKind::Late, None, spent) else { return };
        if self.put(next).await.is_err() {
            tokio::time::sleep(TRY_AGAIN).await;
        }
    }

    /// The clock as a message; none at tables without one.
    pub(super) fn clock(&self) -> Option<Utf8Bytes> {
        let clock = &self.state.setup.clock;
        if clock.decision.is_none() && clock.bank.is_none() {
            return None;
        }
        let millis = |time: Duration| time.as_millis() as u64;
        let decision = self.offered.as_ref().map(|_| {
            let own = Duration::from_millis(clock.decision.unwrap_or(0).into());
            millis((self.asked + own).saturating_duration_since(Instant::now()))
        });
        let (p1, p2) = (millis(self.bank(Seat::ONE)), millis(self.bank(Seat::TWO)));
        Some(written(&ToClient::Clock { decision, p1, p2 }))
    }

    /// Whether a bot must decide and somebody is here to see it.
    fn bot_waits(&self) -> bool {
        let seat = self.state.to_decide();
        !self.audience.is_empty() && seat.is_some_and(|seat| self.players[seat.index()].is_some())
    }

    /// Lets the bot think whose turn it is.
    pub(super) fn wake_bots(&mut self) {
        if !self.bot_waits() || self.rested > Instant::now() {
            return;
        }
        let Some(seat) = self.state.to_decide() else { return };
        let Some(bot) = self.players[seat.index()].as_mut().and_then(|player| player.leave())
        else {
            return;
        };
        let (pool, projection) = (self.rooms.bots.clone(), self.state.projection.clone());
        let (game, rows) = (self.state.game.clone(), self.state.rows());
        let thoughts = self.thoughts.clone();
        tokio::spawn(async move {
            let thought = pool.think(bot, projection, game, (seat, rows)).await;
            // The match may have gone meanwhile.
            let _ = thoughts.send(thought).await;
        });
    }

    /// Puts new bots in the places of those that did not come back from thinking.
    fn replace_bots(&mut self) {
        tracing::error!(id = self.state.id, "a bot came to nothing");
        for (player, row) in self.players.iter_mut().zip(&self.state.seats) {
            let kind = row.bot.as_deref().and_then(|word| bot_kind(word).ok());
            if let (Some(gone), Some(kind)) = (player, kind)
                && gone.is_away()
            {
                *gone = Player::new(kind);
            }
        }
        self.rested = Instant::now() + TRY_AGAIN;
    }

    /// A bot has decided.
    pub(super) async fn hear_thought(&mut self, thought: Option<Thought>) {
        let Some(thought) = thought else {
            self.replace_bots();
            return;
        };
        let (seat, rows) = (thought.seat, thought.rows);
        // The seat's person may have come back.
        let Some(player) = &mut self.players[seat.index()] else { return };
        let action = player.come_back(thought);
        let current = rows == self.state.rows() && self.state.to_decide() == Some(seat);
        if !current {
            self.wake_bots();
            return;
        }
        let pace = Duration::from_millis(self.state.setup.pace.into());
        self.rested = Instant::now() + pace;
        let Some(next) = self.state.decide(action, DecisionKind::Decided, None, 0) else { return };
        if self.put(next).await.is_err() {
            self.rested = Instant::now() + TRY_AGAIN;
        }
    }
}
