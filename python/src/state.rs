//! One position of one game.

use std::sync::Arc;

use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1};
use onplay_engine::id::Seat;
use onplay_engine::play::view;
use onplay_engine::state::{Action, Game as Position, Outcome};
use onplay_games::replay::{Replay, hash_text};
use onplay_games::seat::Question;
use onplay_games::words::Words;
use onplay_wire::{Projection, Session, Viewer};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::game::{Shared, bot, value};

/// One position, with how it came about.
#[pyclass(module = "onplay._native")]
pub struct State {
    shared: Arc<Shared>,
    position: Position,
    /// What can be decided, in the order of the action rows.
    legal: Vec<Action>,
    seed: u64,
    decks: [usize; 2],
    line: Vec<(Seat, Action)>,
    /// The same as positions in the legal lists.
    history: Vec<u32>,
    /// When hidden cards were dealt anew: after how many decisions, for which player's
    /// view, by which seed.
    redealt: Vec<(usize, usize, u64)>,
}

impl State {
    pub fn new(shared: Arc<Shared>, seed: u64, decks: [usize; 2]) -> Self {
        let lists = decks.map(|deck| shared.decks[deck].1.clone());
        let position = shared.kit.table.start(seed, &lists, None);
        let mut state = State {
            shared,
            position,
            legal: Vec::new(),
            seed,
            decks,
            line: Vec::new(),
            history: Vec::new(),
            redealt: Vec::new(),
        };
        state.list();
        state
    }

    pub fn replayed(shared: Arc<Shared>, replay: &Replay) -> PyResult<Self> {
        replay.begin(&shared.kit, None).map_err(value)?;
        let mut decks = [0; 2];
        for (at, deck) in replay.header.decks.iter().enumerate() {
            let list = deck.list(&shared.kit).map_err(value)?;
            let known = shared.decks.iter().position(|(_, known)| *known == list);
            decks[at] = known.ok_or_else(|| {
                PyValueError::new_err(format!("the game has no deck like `{}`", deck.name))
            })?;
        }
        let mut state = State::new(shared, replay.header.seed, decks);
        for (index, step) in replay.steps.iter().enumerate() {
            let wrong = || PyValueError::new_err(format!("line {}: not on offer", index + 2));
            let text = step.action.as_deref().ok_or_else(wrong)?;
            let table = &state.shared.kit.table;
            let action = onplay_games::replay::find_action(table, &state.position, text);
            let at = action.and_then(|action| state.legal.iter().position(|one| *one == action));
            state.step(at.ok_or_else(wrong)?)?;
        }
        Ok(state)
    }

    fn list(&mut self) {
        self.shared.kit.table.legal_actions(&self.position, &mut self.legal);
        self.shared.sort(&self.position, &mut self.legal);
    }

    fn session(&self) -> PyResult<Session> {
        let replay = self.written()?;
        Session::from_replay(Projection::new(self.shared.kit.clone()), &replay).map_err(value)
    }

    fn written(&self) -> PyResult<Replay> {
        if !self.redealt.is_empty() {
            let message = "cards were dealt anew, so that no replay leads here";
            return Err(PyValueError::new_err(message));
        }
        let Shared { kit, policy, decks, .. } = &*self.shared;
        let named = self.decks.map(|deck| (decks[deck].0.as_str(), &decks[deck].1));
        let lists = self.decks.map(|deck| decks[deck].1.clone());
        let mut game = kit.table.start(self.seed, &lists, None);
        let seats = ["agent".to_owned(), "agent".to_owned()];
        let mut replay = Replay::new(kit, self.seed, named, seats, &game);
        replay.header.policy.clone_from(policy);
        for (seat, action) in &self.line {
            let before = game.clone();
            kit.table.apply_unchecked(&mut game, *action, None);
            replay.push(&kit.table, &before, *seat, *action, &game);
        }
        replay.finish(&kit.table, &game);
        Ok(replay)
    }
}

#[pymethods]
impl State {
    /// Who decides, 0 or 1; -1 once the game is over.
    #[getter]
    fn player(&self) -> i8 {
        self.position.to_decide().map_or(-1, |seat| seat.index() as i8)
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    #[getter]
    fn decks(&self) -> [String; 2] {
        self.decks.map(|deck| self.shared.decks[deck].0.clone())
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// How many actions are legal; an action is its position among them.
    #[getter]
    fn legal_count(&self) -> usize {
        self.legal.len()
    }

    /// The legal actions in words.
    fn legal_texts(&self) -> Vec<String> {
        let table = &self.shared.kit.table;
        let seat = self.position.to_decide().unwrap_or_default();
        let known = view(&self.position, &table.catalog, seat);
        let words = Words::new(table.read(&known.state));
        self.legal.iter().map(|action| words.full_action(*action)).collect()
    }

    /// The stable numbers of the legal actions, where the game has them.
    fn legal_numbers(&self) -> Vec<Option<usize>> {
        let table = &self.shared.kit.table;
        let reader = table.read(&self.position);
        table.with_numbers(|space| {
            self.legal.iter().map(|action| space.number(&reader, *action)).collect()
        })
    }

    /// Decides.
    fn step(&mut self, action: usize) -> PyResult<()> {
        let Some(chosen) = self.legal.get(action).copied() else {
            let count = self.legal.len();
            let message = match count {
                0 => "the game is over".to_owned(),
                _ => format!("action {action} is not legal; there are {count}, from 0"),
            };
            return Err(PyIndexError::new_err(message));
        };
        let Some(seat) = self.position.to_decide() else { return Ok(()) };
        self.shared.kit.table.apply_unchecked(&mut self.position, chosen, None);
        self.line.push((seat, chosen));
        self.history.push(action as u32);
        self.list();
        Ok(())
    }

    /// What a player may know, as numbers; of whoever decides if none is named.
    #[pyo3(signature = (player=None))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let out = PyArray1::<i16>::zeros(py, self.shared.encoder.len(), false);
        self.observe_into(out.readwrite(), player)?;
        Ok(out)
    }

    /// The same into an array that holds zeros or an earlier observation of this game.
    #[pyo3(signature = (out, player=None))]
    fn observe_into(
        &mut self,
        mut out: PyReadwriteArray1<'_, i16>,
        player: Option<usize>,
    ) -> PyResult<()> {
        let seat = match player {
            Some(player) => seat(player)?,
            None => self.position.to_decide().unwrap_or_default(),
        };
        let encoder = &self.shared.encoder;
        let out = out.as_slice_mut().map_err(value)?;
        if out.len() != encoder.len() {
            let message = format!("an observation has {} numbers, not {}", encoder.len(), out.len());
            return Err(PyValueError::new_err(message));
        }
        encoder.fits(&self.legal).map_err(value)?;
        encoder.observe(&self.position, seat, &mut self.legal, out);
        Ok(())
    }

    /// What the game is worth to each player: 1 for a win, -1 for a loss, 0 otherwise.
    fn returns(&self) -> [f32; 2] {
        returns(self.position.outcome())
    }

    /// The action that a bot takes, from its player's view alone.
    #[pyo3(signature = (name, seed=0))]
    fn bot(&self, py: Python<'_>, name: &str, seed: u64) -> PyResult<usize> {
        let kind = bot(name, &self.shared.kit.table)?;
        let Some(seat) = self.position.to_decide() else {
            return Err(PyIndexError::new_err("the game is over"));
        };
        let (table, position, legal) = (&self.shared.kit.table, &self.position, &self.legal);
        let chosen = py.detach(|| {
            let question = Question::new(table, position, seat, legal);
            kind.build(seed).decide(&question)
        });
        let at = chosen.and_then(|chosen| self.legal.iter().position(|one| *one == chosen));
        at.ok_or_else(|| PyValueError::new_err("the bot has no answer"))
    }

    /// A copy that goes its own way.
    fn clone(&self) -> State {
        State {
            shared: Arc::clone(&self.shared),
            position: self.position.clone(),
            legal: self.legal.clone(),
            seed: self.seed,
            decks: self.decks,
            line: self.line.clone(),
            history: self.history.clone(),
            redealt: self.redealt.clone(),
        }
    }

    /// A copy whose hidden cards are dealt anew, as far as a player does not know them.
    fn resample(&self, player: usize, seed: u64) -> PyResult<State> {
        let table = &self.shared.kit.table;
        let mut copy = self.clone();
        copy.position =
            onplay_games::replay::resampled(table, &self.position, seat(player)?, seed);
        copy.redealt.push((copy.history.len(), player, seed));
        copy.list();
        Ok(copy)
    }

    /// The hash of the position.
    fn hash(&self) -> String {
        hash_text(&self.shared.kit.table, &self.position)
    }

    /// The actions so far, as positions in the legal lists.
    #[getter]
    fn history(&self) -> Vec<u32> {
        self.history.clone()
    }

    /// When hidden cards were dealt anew: after how many decisions, for whom, by which seed.
    #[getter]
    fn redealt(&self) -> Vec<(usize, usize, u64)> {
        self.redealt.clone()
    }

    /// The game so far as a replay.
    fn replay(&self) -> PyResult<String> {
        Ok(self.written()?.write())
    }

    /// The table as a player sees it, as JSON; as a spectator if none is named.
    #[pyo3(signature = (player=None))]
    fn view(&self, player: Option<usize>) -> PyResult<String> {
        let viewer = viewer(player)?;
        serde_json::to_string(&self.session()?.view(viewer)).map_err(value)
    }

    /// What a viewer was told, step by step, as JSON.
    #[pyo3(signature = (player=None, after=0))]
    fn steps(&self, player: Option<usize>, after: u32) -> PyResult<String> {
        let viewer = viewer(player)?;
        serde_json::to_string(self.session()?.steps(viewer, after)).map_err(value)
    }

    /// The causes of a step that a viewer was told, nearest first, as JSON.
    #[pyo3(signature = (step, player=None))]
    fn why(&self, step: u32, player: Option<usize>) -> PyResult<String> {
        let viewer = viewer(player)?;
        serde_json::to_string(&self.session()?.why(viewer, step)).map_err(value)
    }
}

fn seat(player: usize) -> PyResult<Seat> {
    let seat = Seat::BOTH.get(player).copied();
    seat.ok_or_else(|| PyIndexError::new_err(format!("there is no player {player}; 0 and 1 play")))
}

fn viewer(player: Option<usize>) -> PyResult<Viewer> {
    player.map_or(Ok(Viewer::Spectator), |player| seat(player).map(Viewer::Seat))
}

/// What an outcome is worth to each player.
pub fn returns(outcome: Outcome) -> [f32; 2] {
    match outcome {
        Outcome::Won(Seat::ONE) => [1.0, -1.0],
        Outcome::Won(_) => [-1.0, 1.0],
        Outcome::Drawn | Outcome::Playing => [0.0, 0.0],
    }
}
