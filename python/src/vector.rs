//! Many games behind one call.

use std::sync::Arc;

use numpy::{PyArray1, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use onplay_bots::BotKind;
use onplay_engine::id::Seat;
use onplay_engine::play::Layout;
use onplay_engine::state::{Action, Game as Position};
use onplay_games::seat::{Decider, Question};
use onplay_learn::TooManyActions;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::game::{Game, Shared, bot, value};
use crate::state::returns;

/// Games that go on side by side. Those that end begin anew by themselves.
#[pyclass(module = "onplay._native")]
pub struct Vector {
    shared: Arc<Shared>,
    /// By pair of decks.
    layouts: Vec<Layout>,
    slots: Vec<Slot>,
    pool: Option<rayon::ThreadPool>,
    truncate: u32,
    /// Whether the bot decides the same every time.
    deterministic: bool,
}

/// One of the games.
struct Slot {
    position: Position,
    legal: Vec<Action>,
    /// The seed of its first game, and how many it has begun.
    seed: u64,
    episode: u64,
    decisions: u32,
    /// What the agent decided in this game, as positions in the legal lists.
    history: Vec<u32>,
    /// What the agent saw last of the game before.
    last: Vec<i16>,
    /// A bot in one seat, and which.
    bot: Option<Box<dyn Decider>>,
    bot_seat: Seat,
}

/// What a game makes of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// It begins anew.
    Begin,
    /// It takes an action.
    Act,
    /// It is only looked at.
    Look,
}

/// A game as it can be taken up again: its first seed, which game it is, and what the
/// agent decided in it.
type Written = (u64, u64, Vec<u32>);

/// What one step of a game gives back.
struct Row<'a> {
    action: i32,
    observation: &'a mut [i16],
    player: &'a mut i8,
    legal: &'a mut i32,
    reward: &'a mut [f32],
    ended: &'a mut u8,
}

/// How a game ended with a step: not at all, by its rules, or cut short.
const ENDED: u8 = 1;
const CUT_SHORT: u8 = 2;

#[pymethods]
impl Vector {
    #[new]
    #[pyo3(signature = (game, count, seed=0, decks=None, opponent=None, threads=1, truncate=10_000))]
    fn new(
        game: &Game,
        count: usize,
        seed: u64,
        decks: Option<[String; 2]>,
        opponent: Option<&str>,
        threads: usize,
        truncate: u32,
    ) -> PyResult<Self> {
        let shared = Arc::clone(&game.shared);
        if count == 0 || count > 1 << 20 {
            return Err(PyValueError::new_err("a vector holds 1 to 1048576 games"));
        }
        let known = |id: &String| {
            let at = shared.decks.iter().position(|(known, _)| known == id);
            at.ok_or_else(|| PyValueError::new_err(format!("there is no deck `{id}`")))
        };
        let pairs: Vec<[usize; 2]> = match decks {
            Some([one, two]) => vec![[known(&one)?, known(&two)?]],
            None => {
                let all = 0..shared.decks.len();
                all.clone().flat_map(|one| all.clone().map(move |two| [one, two])).collect()
            }
        };
        let layouts = pairs.iter().map(|pair| {
            let lists = pair.map(|deck| shared.decks[deck].1.clone());
            shared.kit.table.lay_out(&lists)
        });
        let layouts: Vec<Layout> = layouts.collect();
        let kind = opponent.map(|name| bot(name, &shared.kit.table)).transpose()?;
        let empty = Position::new(&shared.kit.table.catalog, 0);
        let slot = |index: usize| Slot {
            position: empty.clone(),
            legal: Vec::new(),
            seed: mixed(seed ^ mixed(index as u64 + 1)),
            episode: 0,
            decisions: 0,
            history: Vec::new(),
            last: Vec::new(),
            bot: kind.as_ref().map(|kind| kind.build(0)),
            bot_seat: Seat::TWO,
        };
        let slots = (0..count).map(slot).collect();
        let pool = match threads {
            0 | 1 => None,
            _ => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.min(256)).build();
                Some(pool.map_err(value)?)
            }
        };
        let deterministic = kind.as_ref().is_none_or(BotKind::is_deterministic);
        Ok(Vector { shared, layouts, slots, pool, truncate, deterministic })
    }

    #[getter]
    fn count(&self) -> usize {
        self.slots.len()
    }

    /// Begins all games anew.
    #[expect(clippy::too_many_arguments, reason = "one array for each thing that is told")]
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: Option<u64>,
        observations: PyReadwriteArray2<'_, i16>,
        players: PyReadwriteArray1<'_, i8>,
        legal: PyReadwriteArray1<'_, i32>,
        rewards: PyReadwriteArray2<'_, f32>,
        ended: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        if let Some(seed) = seed {
            for (index, slot) in self.slots.iter_mut().enumerate() {
                slot.seed = mixed(seed ^ mixed(index as u64 + 1));
                slot.episode = 0;
            }
        }
        let actions = vec![0; self.slots.len()];
        self.drive(py, &actions, observations, players, legal, rewards, ended, Turn::Begin)
    }

    /// Takes one action in every game. All actions are looked at before any is taken.
    #[expect(clippy::too_many_arguments, reason = "one array for each thing that is told")]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i32>,
        observations: PyReadwriteArray2<'_, i16>,
        players: PyReadwriteArray1<'_, i8>,
        legal: PyReadwriteArray1<'_, i32>,
        rewards: PyReadwriteArray2<'_, f32>,
        ended: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let actions = actions.as_slice().map_err(value)?;
        if actions.len() != self.slots.len() {
            let (given, count) = (actions.len(), self.slots.len());
            return Err(PyValueError::new_err(format!("{given} actions for {count} games")));
        }
        for (at, (slot, action)) in self.slots.iter().zip(actions).enumerate() {
            let count = slot.legal.len();
            if usize::try_from(*action).map_or(true, |action| action >= count) {
                let message = format!("game {at}: action {action} is not legal; there are {count}");
                return Err(PyIndexError::new_err(message));
            }
        }
        self.drive(py, actions, observations, players, legal, rewards, ended, Turn::Act)
    }

    /// The actions that a bot would take in every game.
    #[pyo3(signature = (name, out, seed=0))]
    fn bots(
        &mut self,
        py: Python<'_>,
        name: &str,
        mut out: PyReadwriteArray1<'_, i32>,
        seed: u64,
    ) -> PyResult<()> {
        let kind = bot(name, &self.shared.kit.table)?;
        let out = out.as_slice_mut().map_err(value)?;
        if out.len() != self.slots.len() {
            return Err(PyValueError::new_err("an action for every game"));
        }
        let table = &self.shared.kit.table;
        let slots = &self.slots;
        py.detach(|| {
            let choose = |(slot, out): (&Slot, &mut i32)| {
                let Some(seat) = slot.position.to_decide() else { return };
                let question = Question::new(table, &slot.position, seat, &slot.legal);
                let mut bot = kind.build(mixed(seed ^ slot.seed ^ u64::from(slot.decisions)));
                let chosen = bot.decide(&question);
                let at = chosen.and_then(|one| slot.legal.iter().position(|legal| *legal == one));
                *out = at.unwrap_or(0) as i32;
            };
            match &self.pool {
                Some(pool) => {
                    pool.install(|| slots.par_iter().zip(out.par_iter_mut()).for_each(choose));
                }
                None => slots.iter().zip(out.iter_mut()).for_each(choose),
            }
        });
        Ok(())
    }

    /// What the agent saw last of a game that ended: of the one before the present one.
    fn last<'py>(&self, py: Python<'py>, at: usize) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let slot = self.slots.get(at).filter(|slot| !slot.last.is_empty());
        let slot = slot.ok_or_else(|| PyIndexError::new_err(format!("no game {at} has ended")))?;
        Ok(PyArray1::from_slice(py, &slot.last))
    }

    /// The games as they can be taken up again.
    fn written(&self) -> PyResult<Vec<Written>> {
        if !self.deterministic {
            let message = "a bot that stops after a time cannot be taken up again";
            return Err(PyTypeError::new_err(message));
        }
        let written = |slot: &Slot| (slot.seed, slot.episode, slot.history.clone());
        Ok(self.slots.iter().map(written).collect())
    }

    /// Takes games up again.
    #[expect(clippy::too_many_arguments, reason = "one array for each thing that is told")]
    fn take_up(
        &mut self,
        py: Python<'_>,
        games: Vec<Written>,
        observations: PyReadwriteArray2<'_, i16>,
        players: PyReadwriteArray1<'_, i8>,
        legal: PyReadwriteArray1<'_, i32>,
        rewards: PyReadwriteArray2<'_, f32>,
        ended: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        if games.len() != self.slots.len() {
            return Err(PyValueError::new_err("a game for each place"));
        }
        for (slot, (seed, episode, history)) in self.slots.iter_mut().zip(games) {
            slot.seed = seed;
            // Nothing has begun yet.
            let Some(before) = episode.checked_sub(1) else { return Ok(()) };
            slot.episode = before;
            slot.begin(&self.shared, &self.layouts);
            for at in history {
                self.shared.sort(&slot.position, &mut slot.legal);
                if at as usize >= slot.legal.len() {
                    return Err(PyValueError::new_err(format!("action {at} was not legal")));
                }
                slot.act(&self.shared, at);
            }
        }
        let actions = vec![0; self.slots.len()];
        self.drive(py, &actions, observations, players, legal, rewards, ended, Turn::Look)
    }

    /// The hash of every position.
    fn hashes(&self) -> Vec<String> {
        let table = &self.shared.kit.table;
        let hash = |slot: &Slot| onplay_games::replay::hash_text(table, &slot.position);
        self.slots.iter().map(hash).collect()
    }
}

impl Vector {
    #[expect(clippy::too_many_arguments, reason = "one array for each thing that is told")]
    fn drive(
        &mut self,
        py: Python<'_>,
        actions: &[i32],
        mut observations: PyReadwriteArray2<'_, i16>,
        mut players: PyReadwriteArray1<'_, i8>,
        mut legal: PyReadwriteArray1<'_, i32>,
        mut rewards: PyReadwriteArray2<'_, f32>,
        mut ended: PyReadwriteArray1<'_, u8>,
        turn: Turn,
    ) -> PyResult<()> {
        let (count, width) = (self.slots.len(), self.shared.encoder.len());
        let observations = observations.as_slice_mut().map_err(value)?;
        let players = players.as_slice_mut().map_err(value)?;
        let legal = legal.as_slice_mut().map_err(value)?;
        let rewards = rewards.as_slice_mut().map_err(value)?;
        let ended = ended.as_slice_mut().map_err(value)?;
        let fits = observations.len() == count * width
            && players.len() == count
            && legal.len() == count
            && rewards.len() == count * 2
            && ended.len() == count;
        if !fits {
            return Err(PyValueError::new_err("the arrays do not have the shape of this vector"));
        }
        let (shared, layouts, truncate) = (&self.shared, &self.layouts, self.truncate);
        let (slots, pool) = (&mut self.slots, &self.pool);
        let done = py.detach(|| {
            type Parts<'a> = (&'a mut Slot, &'a i32, &'a mut [i16], &'a mut i8, &'a mut i32);
            let work = |(slot, action, observation, player, legal): Parts, reward, ended| {
                let row = Row { action: *action, observation, player, legal, reward, ended };
                slot.turn(shared, layouts, truncate, turn, row)
            };
            match pool {
                Some(pool) => pool.install(|| {
                    slots
                        .par_iter_mut()
                        .zip(actions)
                        .zip(observations.par_chunks_exact_mut(width))
                        .zip(players)
                        .zip(legal)
                        .zip(rewards.par_chunks_exact_mut(2))
                        .zip(ended)
                        .map(|((((((slot, action), seen), player), legal), reward), ended)| {
                            work((slot, action, seen, player, legal), reward, ended)
                        })
                        .find_any(Result::is_err)
                }),
                None => slots
                    .iter_mut()
                    .zip(actions)
                    .zip(observations.chunks_exact_mut(width))
                    .zip(players)
                    .zip(legal)
                    .zip(rewards.chunks_exact_mut(2))
                    .zip(ended)
                    .map(|((((((slot, action), seen), player), legal), reward), ended)| {
                        work((slot, action, seen, player, legal), reward, ended)
                    })
                    .find(Result::is_err),
            }
        });
        match done {
            Some(Err(error)) => Err(value(error)),
            _ => Ok(()),
        }
    }
}

impl Slot {
    /// One decision of the agent, and all decisions of the bot after it.
    fn turn(
        &mut self,
        shared: &Shared,
        layouts: &[Layout],
        truncate: u32,
        turn: Turn,
        row: Row,
    ) -> Result<(), TooManyActions> {
        row.reward.fill(0.0);
        *row.ended = 0;
        match turn {
            Turn::Begin => self.begin(shared, layouts),
            Turn::Look => {}
            Turn::Act => {
                let agent = self.position.to_decide().unwrap_or_default();
                self.act(shared, row.action as u32);
                if self.position.is_over() {
                    row.reward.copy_from_slice(&returns(self.position.outcome()));
                    *row.ended = ENDED;
                } else if self.decisions >= truncate {
                    *row.ended = CUT_SHORT;
                }
                if *row.ended != 0 {
                    self.last.resize(shared.encoder.len(), 0);
                    let encoder = &shared.encoder;
                    encoder.observe(&self.position, agent, &mut self.legal, &mut self.last);
                    self.begin(shared, layouts);
                }
            }
        }
        let seat = self.position.to_decide().unwrap_or_default();
        shared.encoder.fits(&self.legal)?;
        shared.encoder.observe(&self.position, seat, &mut self.legal, row.observation);
        *row.player = seat.index() as i8;
        *row.legal = self.legal.len() as i32;
        Ok(())
    }

    /// Deals the next game in which the agent has something to decide.
    fn begin(&mut self, shared: &Shared, layouts: &[Layout]) {
        // A game that a bot ends before the agent's first decision is not one to learn
        // from; there are never many in a row.
        for _ in 0..100 {
            let seed = mixed(self.seed.wrapping_add(self.episode));
            self.episode += 1;
            self.decisions = 0;
            self.history.clear();
            let layout = &layouts[(seed >> 32) as usize % layouts.len()];
            shared.kit.table.restart(&mut self.position, seed, layout, None);
            shared.kit.table.legal_actions(&self.position, &mut self.legal);
            if let Some(bot) = &mut self.bot {
                self.bot_seat = if self.episode % 2 == 0 { Seat::ONE } else { Seat::TWO };
                bot.begin(seed);
            }
            self.answer(shared);
            if !self.position.is_over() {
                return;
            }
        }
    }

    /// One decision of the agent, and those of the bot after it.
    fn act(&mut self, shared: &Shared, at: u32) {
        let action = self.legal[at as usize];
        self.decisions += 1;
        self.history.push(at);
        shared.kit.table.play(&mut self.position, action, None, &mut self.legal);
        self.answer(shared);
    }

    /// Lets the bot decide until the agent must.
    fn answer(&mut self, shared: &Shared) {
        let Some(bot) = &mut self.bot else { return };
        let table = &shared.kit.table;
        while self.position.to_decide() == Some(self.bot_seat) {
            let question = Question::new(table, &self.position, self.bot_seat, &self.legal);
            let chosen = bot.decide(&question).or(self.legal.first().copied());
            let Some(chosen) = chosen else { return };
            table.play(&mut self.position, chosen, None, &mut self.legal);
        }
    }
}

/// A seed that looks nothing like its neighbours.
fn mixed(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
