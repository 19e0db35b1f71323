//! The searching player: information-set Monte Carlo tree search.
//!
//! Every iteration deals the hidden cards again from the seat's view, walks one
//! tree that all deals share, adds one choice, plays on at random for a while
//! and takes the result back up the tree. A choice is judged against how often
//! it could have been made, because not every deal offers it.

use web_time::Instant;

use onplay_engine::id::Seat;
use onplay_engine::play::{Table, View};
use onplay_engine::state::{Action, Dice, Game, Outcome};
use onplay_games::seat::{Decider, Question};

use crate::greedy::{COPY, Greedy};
use crate::key::Key;
use crate::kind::Limit;
use crate::random::{keep_picks, kept, pick};
use crate::tree::{NONE, Tree};

/// A search with its tree and all the room it needs.
pub struct Search {
    dice: Dice,
    limit: Limit,
    rollout: u32,
    curiosity: f64,
    tree: Tree,
    path: Vec<u32>,
    legal: Vec<Action>,
    untried: Vec<Action>,
    choices: Vec<Action>,
    game: Option<Game>,
    ahead: Greedy,
    iterations: u64,
    decisions: u64,
}

/// What an unfinished game is compared with.
#[derive(Clone, Copy)]
struct Scale {
    middle: f64,
    width: f64,
}

/// Decisions played at random before a game is judged by its evaluation.
const ROLLOUT: u32 = 24;
/// Rollouts that find out how far evaluations go apart.
const SOUNDINGS: u32 = 16;
/// No search looks further ahead than this many choices.
const DEPTH: usize = 200;
/// How much little-tried choices are preferred.
const CURIOSITY: f64 = 0.7;
/// How often an action counts as tried before the search begins.
const HEAD_START: u32 = 8;
/// How far what one decision ahead shows moves an action from an even chance.
const LEAN: f64 = 0.5;
/// The clock is read, or the lead checked, once in this many iterations.
const CLOCK: u64 = 32;

impl Search {
    /// A search whose chances follow from a seed.
    pub fn new(seed: u64, limit: Limit) -> Self {
        Search {
            dice: Dice::new(seed),
            limit,
            rollout: ROLLOUT,
            curiosity: CURIOSITY,
            tree: Tree::new(),
            path: Vec::new(),
            legal: Vec::new(),
            untried: Vec::new(),
            choices: Vec::new(),
            game: None,
            ahead: Greedy::new(seed),
            iterations: 0,
            decisions: 0,
        }
    }

    /// Plays this many decisions at random before judging; a very large number
    /// plays to the end.
    pub fn with_rollout(mut self, rollout: u32) -> Self {
        self.rollout = rollout;
        self
    }

    /// Prefers little-tried choices more (above 0.7) or less.
    pub fn with_curiosity(mut self, curiosity: f64) -> Self {
        self.curiosity = curiosity;
        self
    }

    /// Iterations since the search was made.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Decisions simulated since the search was made.
    pub fn simulated(&self) -> u64 {
        self.decisions
    }

    /// How the games that were tried after an action went in the last search, from 0
    /// for lost to 1 for won; none if it was not tried.
    pub fn judged(&self, table: &Table, view: &View, action: Action) -> Option<f64> {
        let key = Key::of(&table.catalog, &view.state, action);
        let node = self.tree.node(self.tree.find(0, key, view.seat)?);
        (node.visits > 0).then(|| node.reward / f64::from(node.visits))
    }

    /// Starts the tree with what a look one decision ahead thinks of each
    /// action, as if each had been tried a few times.
    fn plant(&mut self, table: &Table, view: &View, legal: &[Action]) {
        self.tree.clear(Key::of(&table.catalog, &view.state, Action::Pass), view.seat);
        let scores = self.ahead.scores(table, view, legal);
        let known = || scores.iter().filter(|score| **score > COPY / 2);
        let (low, high) = (known().min().copied(), known().max().copied());
        let (Some(low), Some(high)) = (low, high) else { return };
        let count = known().count() as f64;
        let mean = known().map(|score| *score as f64).sum::<f64>() / count;
        let width = ((high - low) as f64).max(1.0);
        for (action, score) in legal.iter().zip(scores).filter(|(_, score)| **score > COPY / 2) {
            let key = Key::of(&table.catalog, &view.state, *action);
            if self.tree.find(0, key, view.seat).is_some() {
                continue;
            }
            let child = self.tree.add(0, key, view.seat);
            let node = self.tree.node_mut(child);
            node.visits = HEAD_START;
            node.available = HEAD_START;
            let value = 0.5 + LEAN * (*score as f64 - mean) / width;
            node.reward = f64::from(HEAD_START) * value;
        }
    }

    fn think(&mut self, table: &Table, view: &View, game: &mut Game) {
        let began = Instant::now();
        let scale = self.sound(table, view, game);
        let mut count: u64 = 0;
        loop {
            let over = match self.limit {
                Limit::Iterations(most) => {
                    let left = u64::from(most) - count;
                    left == 0 || (count.is_multiple_of(CLOCK) && self.is_settled(left))
                }
                Limit::Time(time) => {
                    count > 0 && count.is_multiple_of(CLOCK) && began.elapsed() >= time
                }
            };
            if over {
                break;
            }
            self.iterate(table, view, game, scale);
            count += 1;
        }
        self.iterations += count;
    }

    /// Whether no other choice can catch up with the leading one any more. The
    /// iterations left would change nothing.
    fn is_settled(&self, left: u64) -> bool {
        let (mut first, mut second) = (0, 0);
        for child in self.tree.children(0) {
            let visits = self.tree.node(child).visits;
            if visits > first {
                (first, second) = (visits, first);
            } else {
                second = second.max(visits);
            }
        }
        u64::from(first - second) > left
    }

    /// How evaluations lie around the present game.
    fn sound(&mut self, table: &Table, view: &View, game: &mut Game) -> Scale {
        let (mut sum, mut count) = (0.0, 0.0);
        let mut found = [0.0; SOUNDINGS as usize];
        for value in &mut found {
            view.sample_into(&table.catalog, &mut self.dice, game);
            table.legal_actions(game, &mut self.legal);
            self.roll(table, game);
            if game.is_over() {
                *value = f64::NAN;
                continue;
            }
            *value = f64::from(table.frame.evaluate(&table.read(game), view.seat));
            sum += *value;
            count += 1.0;
        }
        if count < 1.0 {
            return Scale { middle: 0.0, width: 1.0 };
        }
        let middle = sum / count;
        let spread: f64 =
            found.iter().filter(|value| !value.is_nan()).map(|value| (value - middle).abs()).sum();
        Scale { middle, width: (spread / count).max(1.0) * 2.0 }
    }

    fn iterate(&mut self, table: &Table, view: &View, game: &mut Game, scale: Scale) {
        view.sample_into(&table.catalog, &mut self.dice, game);
        self.path.clear();
        self.path.push(0);
        let mut at = 0;
        table.legal_actions(game, &mut self.legal);
        keep_picks(game, &mut self.legal);
        while self.path.len() < DEPTH {
            let Some(mover) = game.to_decide() else { break };
            if self.legal.is_empty() {
                break;
            }
            let (child, action) = self.step(table, game, at, mover);
            let new = self.tree.node(child).visits == 0;
            table.play(game, action, None, &mut self.legal);
            keep_picks(game, &mut self.legal);
            self.decisions += 1;
            self.path.push(child);
            at = child;
            if new {
                break;
            }
        }
        self.roll(table, game);
        let value = judge(table, game, view.seat, scale);
        for at in &self.path {
            let node = self.tree.node_mut(*at);
            node.visits += 1;
            node.reward += if node.mover == view.seat { value } else { 1.0 - value };
        }
    }

    /// The choice to follow from a node: one that was never tried, or the most
    /// promising.
    fn step(&mut self, table: &Table, game: &Game, at: u32, mover: Seat) -> (u32, Action) {
        self.untried.clear();
        let mut best = (NONE, Action::Pass, f64::NEG_INFINITY);
        for action in &self.legal {
            let key = Key::of(&table.catalog, game, *action);
            let Some(child) = self.tree.find(at, key, mover) else {
                self.untried.push(*action);
                continue;
            };
            if best.0 != child {
                self.tree.node_mut(child).available += 1;
            }
            let promise = self.tree.promise(child, self.curiosity);
            if promise > best.2 {
                best = (child, *action, promise);
            }
        }
        if self.untried.is_empty() {
            return (best.0, best.1);
        }
        let action = pick(&mut self.dice, &self.untried);
        let key = Key::of(&table.catalog, game, action);
        (self.tree.add(at, key, mover), action)
    }

    /// Plays on at random from what is legal now.
    fn roll(&mut self, table: &Table, game: &mut Game) {
        // Questions in the middle of something are always answered, since an
        // evaluation in between would judge half a move.
        let most = self.rollout.saturating_add(64);
        for count in 0..most {
            let enough = count >= self.rollout && game.pending.prompts().is_empty();
            if enough || self.legal.is_empty() {
                return;
            }
            let action = pick(&mut self.dice, &self.legal);
            table.play(game, action, None, &mut self.legal);
            keep_picks(game, &mut self.legal);
            self.decisions += 1;
        }
    }
}

/// What a game is worth to a seat, from 0 to 1.
fn judge(table: &Table, game: &Game, seat: Seat, scale: Scale) -> f64 {
    match game.outcome() {
        Outcome::Won(winner) => f64::from(u8::from(winner == seat)),
        Outcome::Drawn => 0.5,
        Outcome::Playing => {
            let value = f64::from(table.frame.evaluate(&table.read(game), seat));
            let far = (value - scale.middle) / scale.width;
            // Between a loss and a win, and never as good as one.
            0.5 + 0.45 * far / (1.0 + far.abs())
        }
    }
}

impl Decider for Search {
    fn decide(&mut self, question: &Question) -> Option<Action> {
        let view = question.view();
        let choices = kept(&view.state, question.actions(), &mut self.choices);
        let chosen = self.choose(question.table(), &view, &choices);
        self.choices = choices;
        Some(chosen)
    }

    fn begin(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
        self.ahead.begin(seed);
    }
}

impl Search {
    fn choose(&mut self, table: &Table, view: &View, legal: &[Action]) -> Action {
        if legal.len() < 2 {
            return pick(&mut self.dice, legal);
        }
        let mut game = self.game.take().unwrap_or_else(|| view.state.clone());
        self.plant(table, view, legal);
        self.think(table, view, &mut game);
        view.sample_into(&table.catalog, &mut self.dice, &mut game);
        let visits = |action: &Action| {
            let key = Key::of(&table.catalog, &game, *action);
            self.tree.find(0, key, view.seat).map_or(0, |child| self.tree.node(child).visits)
        };
        // The first of the most visited, so that copies do not matter.
        let best = legal.iter().rev().max_by_key(|action| visits(action));
        let chosen = best.copied().unwrap_or(legal[0]);
        self.game = Some(game);
        chosen
    }
}
