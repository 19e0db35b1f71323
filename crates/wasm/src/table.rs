//! A match: one game from deal to end, with what everybody was told.

use std::collections::BTreeMap;

use onplay_bots::BotKind;
use onplay_engine::id::Seat;
use onplay_games::seat::Decider;
use onplay_games::words;
use onplay_wire::{CardInfo, Session, Viewer};
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Failure;
use crate::text::json;

/// One game being played.
#[wasm_bindgen]
pub struct Match {
    session: Session,
    bots: BTreeMap<(Seat, String), Box<dyn Decider>>,
}

#[wasm_bindgen]
impl Match {
    /// Who must decide, `p1` or `p2`; nothing once the game is over.
    #[wasm_bindgen(js_name = toDecide)]
    pub fn to_decide(&self) -> Option<String> {
        self.session.to_decide().map(|seat| seat.to_string())
    }

    /// How the game stands, in words.
    pub fn outcome(&self) -> String {
        words::outcome_words(self.session.outcome())
    }

    /// How many decisions have been taken.
    pub fn decisions(&self) -> usize {
        self.session.decisions()
    }

    /// The hash of the state.
    pub fn hash(&self) -> String {
        self.session.hash()
    }

    /// The table as `p1`, `p2` or a `spectator` sees it, as JSON: `View`.
    pub fn view(&mut self, viewer: &str) -> Result<String, Failure> {
        json(&self.session.view(looking(viewer)?))
    }

    /// What a viewer was told after this step, as JSON: `Step[]`.
    pub fn steps(&mut self, viewer: &str, after: u32) -> Result<String, Failure> {
        json(self.session.steps(looking(viewer)?, after))
    }

    /// What a seat is asked, as JSON: `Ask`, or nothing if another decides.
    pub fn ask(&mut self, seat: &str) -> Result<Option<String>, Failure> {
        let ask = self.session.ask(sitting(seat)?);
        ask.map(|ask| json(&ask)).transpose()
    }

    /// Takes the offer with this number for whoever must decide.
    pub fn decide(&mut self, n: u32) -> Result<(), Failure> {
        self.session.decide(n).map_err(Failure::new)
    }

    /// The number of the offer that a bot would take for whoever must decide. The same
    /// bot with the same seed decides the same.
    pub fn choose(&mut self, bot: &str, seed: u32) -> Result<u32, Failure> {
        let kind: BotKind = bot.parse().map_err(Failure::new)?;
        let seat = self.session.to_decide().ok_or_else(|| Failure::new("the game is over"))?;
        let key = (seat, format!("{bot} {seed}"));
        let mut player = match self.bots.remove(&key) {
            Some(player) => player,
            None => kind.build(u64::from(seed)),
        };
        let chosen = self.session.choose(player.as_mut());
        self.bots.insert(key, player);
        chosen.map_err(Failure::new)
    }

    /// The causes of a step, nearest first, as JSON: `Link[]`.
    pub fn why(&mut self, viewer: &str, step: u32) -> Result<String, Failure> {
        json(&self.session.why(looking(viewer)?, step))
    }

    /// What changed a number or status of a card, newest first, as JSON: `Link[]`.
    #[wasm_bindgen(js_name = whyNumber)]
    pub fn why_number(
        &mut self,
        viewer: &str,
        handle: u32,
        name: Option<String>,
    ) -> Result<String, Failure> {
        json(&self.session.why_number(looking(viewer)?, handle, name.as_deref()))
    }

    /// What changed a number of a player, newest first, as JSON: `Link[]`.
    #[wasm_bindgen(js_name = whyCounter)]
    pub fn why_counter(&mut self, viewer: &str, seat: &str, name: &str) -> Result<String, Failure> {
        json(&self.session.why_counter(looking(viewer)?, sitting(seat)?, name))
    }

    /// Why a card cannot be played or used and its triggers stayed silent, as JSON:
    /// `Reason[]`.
    #[wasm_bindgen(js_name = whyNot)]
    pub fn why_not(&mut self, seat: &str, handle: u32) -> Result<String, Failure> {
        json(&self.session.why_not(sitting(seat)?, handle))
    }

    /// What an offer would do as far as its seat can know, as JSON:
    /// `{ steps, uncertain }`.
    pub fn preview(&mut self, n: u32) -> Result<String, Failure> {
        let (steps, uncertain) = self.session.preview(n).map_err(Failure::new)?;
        json(&json!({ "steps": steps, "uncertain": uncertain }))
    }

    /// Goes back to the moment after this many decisions.
    #[wasm_bindgen(js_name = backTo)]
    pub fn back_to(&mut self, decisions: usize) -> Result<(), Failure> {
        self.session.back_to(decisions).map_err(Failure::new)
    }

    /// Deals what a seat does not know anew.
    #[wasm_bindgen(js_name = dealAgain)]
    pub fn deal_again(&mut self, seat: &str, seed: u32) -> Result<(), Failure> {
        self.session.deal_again(sitting(seat)?, u64::from(seed));
        Ok(())
    }

    /// The replay of the game so far, as text; nothing if its table was laid out by hand.
    pub fn replay(&self) -> Option<String> {
        self.session.replay().map(|replay| replay.write())
    }

    /// A page of scenarios from a decision on, counted from 1, or from a good one near the
    /// end, as JSON: `{ text, about }`.
    pub fn scenario(&self, from: Option<usize>) -> Result<String, Failure> {
        let replay = self.session.replay();
        let replay =
            replay.ok_or_else(|| Failure::new("a table laid out by hand has no replay"))?;
        let kit = self.session.projection().kit();
        let page = onplay_scenario::write_page(kit, &replay, from).map_err(Failure::new)?;
        json(&json!({ "text": page.text, "about": page.about }))
    }

    /// The game from its beginning, as `p1`, `p2`, a `spectator` or `everything` sees
    /// it, as JSON: `{ start, steps, decisions }`.
    pub fn told(&self, viewer: &str) -> Result<String, Failure> {
        told(&self.session, viewer)
    }

    /// The faces of all cards of its game, as JSON: `CardInfo[]`.
    pub fn faces(&self) -> Result<String, Failure> {
        json(&CardInfo::all(self.session.projection().kit()))
    }

    /// Takes the first decisions of another match here too, as long as they are on offer
    /// in the same words. Nothing, or as JSON the first that is not:
    /// `{ after, seat, action }`.
    pub fn repeat(&mut self, other: &Match, decisions: usize) -> Result<Option<String>, Failure> {
        self.take_over(&other.session, decisions)
    }
}

impl Match {
    pub(crate) fn new(session: Session) -> Self {
        Match { session, bots: BTreeMap::new() }
    }

    /// Takes the first decisions of another game here too; the first that cannot be.
    pub(crate) fn take_over(
        &mut self,
        other: &Session,
        decisions: usize,
    ) -> Result<Option<String>, Failure> {
        let Err(stop) = self.session.repeat(other, decisions) else { return Ok(None) };
        let (after, seat) = (stop.after, stop.seat.to_string());
        json(&json!({ "after": after, "seat": seat, "action": stop.action })).map(Some)
    }

    pub(crate) fn into_session(self) -> Session {
        self.session
    }
}

/// A game from its beginning, as JSON.
pub(crate) fn told(session: &Session, viewer: &str) -> Result<String, Failure> {
    let viewer = if viewer == "everything" { Viewer::Everything } else { looking(viewer)? };
    let told = session.told(viewer);
    let (start, steps, decisions) = (&told.start, &told.steps, &told.decisions);
    json(&json!({ "start": start, "steps": steps, "decisions": decisions }))
}

fn sitting(seat: &str) -> Result<Seat, Failure> {
    words::seat(seat).ok_or_else(|| Failure::new(format!("`{seat}` is no seat: p1 or p2")))
}

fn looking(viewer: &str) -> Result<Viewer, Failure> {
    match viewer {
        "spectator" => Ok(Viewer::Spectator),
        seat => {
            let missing = || format!("`{seat}` does not look: p1, p2 or spectator");
            words::seat(seat).map(Viewer::Seat).ok_or_else(|| Failure::new(missing()))
        }
    }
}
