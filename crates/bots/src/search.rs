//! The searching player: information-set Monte Carlo tree search with a guide.
//!
//! Every iteration deals the hidden cards again from the seat's view and walks one tree
//! that all deals share. Where a deal offers choices that the tree does not know yet, the
//! guide says how good each looks one decision ahead; the walk prefers what looked good
//! and what has turned out well. Behind the tree both sides play on for a few decisions,
//! each taking the better of two choices drawn by lot, and the guide judges what came of
//! it. What was tried instead is in docs/bots.md.

use web_time::Instant;

use onplay_engine::id::Seat;
use onplay_engine::play::{Table, View};
use onplay_engine::state::{Action, Dice, Game};
use onplay_games::seat::{Decider, Question};

use crate::guide::{Evaluation, Guide, SOUNDINGS};
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
    guide: Box<dyn Guide>,
    tree: Tree,
    path: Vec<u32>,
    legal: Vec<Action>,
    /// What the tree does not know yet of what is legal, and how good it looks.
    fresh: Vec<Action>,
    values: Vec<f64>,
    /// The choices of the present deal, each once.
    offered: Vec<(u32, Action)>,
    choices: Vec<Action>,
    game: Option<Game>,
    /// Room for the two choices of a step behind the tree.
    spare: Option<[Game; 2]>,
    iterations: u64,
    decisions: u64,
}

/// Decisions played on before a game is judged.
const ROLLOUT: u32 = 8;
/// No search looks further ahead than this many choices.
const DEPTH: usize = 200;
/// How much choices that looked good and were little tried are preferred.
const CURIOSITY: f64 = 1.0;
/// A choice that looks better by this much is preferred e times as much.
pub(crate) const SHARPNESS: f64 = 0.1;
/// The clock is read, or the lead checked, once in this many iterations.
const CLOCK: u64 = 32;
/// Choices tried less often are not told as expected.
const EXPECTED: u32 = 8;

impl Search {
    /// A search whose chances follow from a seed, guided by the game's own evaluation.
    pub fn new(seed: u64, limit: Limit) -> Self {
        Search {
            dice: Dice::new(seed),
            limit,
            rollout: ROLLOUT,
            curiosity: CURIOSITY,
            guide: Box::new(Evaluation::new()),
            tree: Tree::new(),
            path: Vec::new(),
            legal: Vec::new(),
            fresh: Vec::new(),
            values: Vec::new(),
            offered: Vec::new(),
            choices: Vec::new(),
            game: None,
            spare: None,
            iterations: 0,
            decisions: 0,
        }
    }

    /// Lets something else say how good positions and actions look.
    pub fn with_guide(mut self, guide: Box<dyn Guide>) -> Self {
        self.guide = guide;
        self
    }

    /// Plays this many decisions on before judging; a very large number plays to the end,
    /// and 0 judges at once.
    pub fn with_rollout(mut self, rollout: u32) -> Self {
        self.rollout = rollout;
        self
    }

    /// Prefers little-tried choices more (above 1) or less.
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

    /// How the last search expects the game to go on from an action: what it tried most
    /// often, in a game that could be the real one. `tell` is given each decision with the
    /// game before it, the first one included.
    pub fn expected(
        &mut self,
        table: &Table,
        view: &View,
        action: Action,
        most: usize,
        tell: &mut dyn FnMut(&Game, Seat, Action),
    ) {
        let mut game = view.sample(&table.catalog, &mut self.dice);
        let (mut at, mut next) = (0, Some(action));
        for _ in 0..most {
            let (Some(mover), Some(action)) = (game.to_decide(), next) else { return };
            let key = Key::of(&table.catalog, &game, action);
            let Some(child) = self.tree.find(at, key, mover) else { return };
            tell(&game, mover, action);
            table.play(&mut game, action, None, &mut self.legal);
            keep_picks(&game, &mut self.legal);
            at = child;
            let Some(mover) = game.to_decide() else { return };
            let visits = |action: &Action| {
                let key = Key::of(&table.catalog, &game, *action);
                self.tree.find(at, key, mover).map_or(0, |child| self.tree.node(child).visits)
            };
            let best = self.legal.iter().rev().max_by_key(|action| visits(action));
            next = best.copied().filter(|action| visits(action) >= EXPECTED);
        }
    }

    fn think(&mut self, table: &Table, view: &View, game: &mut Game) {
        let began = Instant::now();
        self.tree.clear(Key::of(&table.catalog, &view.state, Action::Pass), view.seat);
        self.sound(table, view, game);
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
            self.iterate(table, view, game);
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

    /// Shows the guide how games may go on from here.
    fn sound(&mut self, table: &Table, view: &View, game: &mut Game) {
        self.guide.begin();
        for _ in 0..SOUNDINGS {
            view.sample_into(&table.catalog, &mut self.dice, game);
            table.legal_actions(game, &mut self.legal);
            keep_picks(game, &mut self.legal);
            self.roll(table, game);
            self.guide.sound(table, game, view.seat);
        }
    }

    fn iterate(&mut self, table: &Table, view: &View, game: &mut Game) {
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
        let value = self.guide.value(table, game, view.seat);
        for at in &self.path {
            let node = self.tree.node_mut(*at);
            node.visits += 1;
            node.reward += if node.mover == view.seat { value } else { 1.0 - value };
        }
    }

    /// The most promising choice from a node.
    fn step(&mut self, table: &Table, game: &Game, at: u32, mover: Seat) -> (u32, Action) {
        self.grow(table, game, at, mover);
        self.offered.clear();
        let (mut weights, mut visits) = (0.0, 0.0);
        for action in &self.legal {
            let key = Key::of(&table.catalog, game, *action);
            let Some(child) = self.tree.find(at, key, mover) else { continue };
            // Copies of a card are one choice.
            if self.offered.iter().all(|(other, _)| *other != child) {
                let node = self.tree.node(child);
                weights += node.weight;
                visits += f64::from(node.visits);
                self.offered.push((child, *action));
            }
        }
        let urge = self.curiosity * (visits + 1.0_f64).sqrt() / weights;
        let mut best = (NONE, Action::Pass, f64::NEG_INFINITY);
        for (child, action) in &self.offered {
            let promise = self.tree.node(*child).promise(urge);
            if promise > best.2 {
                best = (*child, *action, promise);
            }
        }
        (best.0, best.1)
    }

    /// Adds the choices that a node does not know yet, with what the guide thinks of them.
    fn grow(&mut self, table: &Table, game: &Game, at: u32, mover: Seat) {
        self.fresh.clear();
        for action in &self.legal {
            let key = Key::of(&table.catalog, game, *action);
            let twice = |other: &Action| Key::of(&table.catalog, game, *other) == key;
            if self.tree.find(at, key, mover).is_none() && !self.fresh.iter().any(twice) {
                self.fresh.push(*action);
            }
        }
        if self.fresh.is_empty() {
            return;
        }
        self.guide.values(table, game, &self.fresh, &mut self.dice, &mut self.values);
        for (at_list, action) in self.fresh.iter().enumerate() {
            let value = self.values.get(at_list).copied().unwrap_or(0.5);
            let key = Key::of(&table.catalog, game, *action);
            self.tree.add(at, key, mover, value, ((value - 0.5) / SHARPNESS).exp());
        }
    }

    /// Plays on from what is legal now.
    fn roll(&mut self, table: &Table, game: &mut Game) {
        // Questions in the middle of something are always answered, since an
        // evaluation in between would judge half a move.
        let most = self.rollout.saturating_add(64);
        for count in 0..most {
            let asked = !game.pending.prompts().is_empty();
            if (count >= self.rollout && !asked) || self.legal.is_empty() {
                return;
            }
            self.decisions += 1;
            if asked || self.legal.len() < 2 {
                let action = pick(&mut self.dice, &self.legal);
                table.play(game, action, None, &mut self.legal);
            } else {
                self.better_of_two(table, game);
            }
            keep_picks(game, &mut self.legal);
        }
    }

    /// Takes the better of two choices drawn by lot.
    fn better_of_two(&mut self, table: &Table, game: &mut Game) {
        let Some(mover) = game.to_decide() else { return };
        let mut spare = self.spare.take().unwrap_or_else(|| [game.clone(), game.clone()]);
        let values = spare.each_mut().map(|after| {
            after.clone_from(game);
            table.apply_unchecked(after, pick(&mut self.dice, &self.legal), None);
            self.guide.value(table, after, mover)
        });
        std::mem::swap(game, &mut spare[usize::from(values[1] > values[0])]);
        table.legal_actions(game, &mut self.legal);
        self.spare = Some(spare);
    }

    fn choose(&mut self, table: &Table, view: &View, legal: &[Action]) -> Action {
        if legal.len() < 2 {
            // Nothing is known about it, and nothing must seem known from before.
            self.tree.clear(Key::of(&table.catalog, &view.state, Action::Pass), view.seat);
            return pick(&mut self.dice, legal);
        }
        let mut game = self.game.take().unwrap_or_else(|| view.state.clone());
        self.think(table, view, &mut game);
        let visits = |action: &Action| {
            let key = Key::of(&table.catalog, &view.state, *action);
            self.tree.find(0, key, view.seat).map_or(0, |child| self.tree.node(child).visits)
        };
        // The first of the most visited, so that copies do not matter.
        let best = legal.iter().rev().max_by_key(|action| visits(action));
        let chosen = best.copied().unwrap_or(legal[0]);
        self.game = Some(game);
        chosen
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
    }
}
