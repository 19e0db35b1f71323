//! The greedy player: looks one decision ahead with the game's own evaluation.

use onplay_engine::id::Seat;
use onplay_engine::play::{Table, View};
use onplay_engine::state::{Action, Dice, Game, Outcome};
use onplay_games::seat::{Decider, Question};

use crate::key::Key;
use crate::random::{keep_picks, kept, pick};

/// Tries every action on games that could be the real one and takes the one
/// that looks best on average. Questions that an action asks its own player
/// are part of the decision: the best answer counts.
pub struct Greedy {
    dice: Dice,
    levels: Vec<Level>,
    totals: Vec<i64>,
    keys: Vec<Key>,
    choices: Vec<Action>,
}

/// Room for one level of trying out.
struct Level {
    game: Game,
    legal: Vec<Action>,
}

/// How many games are sampled for one decision.
const SAMPLES: usize = 4;
/// The score of a copy.
const COPY: i64 = i64::MIN / 8;
/// How many of one's own answers in a row are tried out.
const ANSWERS: usize = 2;
/// How many further questions are answered at random.
const LOOSE: usize = 64;
/// What a won game is worth.
const WIN: i64 = 1_000_000;

impl Greedy {
    /// A greedy player whose chances follow from a seed.
    pub fn new(seed: u64) -> Self {
        Greedy {
            dice: Dice::new(seed),
            levels: Vec::new(),
            totals: Vec::new(),
            keys: Vec::new(),
            choices: Vec::new(),
        }
    }

    /// What the game at a level is worth once its questions are answered.
    fn worth(&mut self, table: &Table, seat: Seat, level: usize) -> i64 {
        let game = &self.levels[level].game;
        let own = game.pending.prompts().first().is_some_and(|prompt| prompt.seat == seat);
        if game.is_over() || !own || level > ANSWERS {
            return self.settle(table, seat, level);
        }
        let mut legal = std::mem::take(&mut self.levels[level].legal);
        table.legal_actions(&self.levels[level].game, &mut legal);
        keep_picks(&self.levels[level].game, &mut legal);
        let mut best = i64::MIN;
        for action in &legal {
            self.descend(table, level, *action);
            best = best.max(self.worth(table, seat, level + 1));
        }
        self.levels[level].legal = legal;
        if best == i64::MIN { self.settle(table, seat, level) } else { best }
    }

    /// Copies the game one level down and applies an action there.
    fn descend(&mut self, table: &Table, level: usize, action: Action) {
        let (above, below) = self.levels.split_at_mut(level + 1);
        below[0].game.clone_from(&above[level].game);
        table.apply_unchecked(&mut below[0].game, action, None);
    }

    fn settle(&mut self, table: &Table, seat: Seat, level: usize) -> i64 {
        let Level { game, legal } = &mut self.levels[level];
        if !game.pending.prompts().is_empty() {
            table.legal_actions(game, legal);
        }
        for _ in 0..LOOSE {
            if game.pending.prompts().is_empty() || legal.is_empty() {
                break;
            }
            table.play(game, pick(&mut self.dice, legal), None, legal);
            keep_picks(game, legal);
        }
        match game.outcome() {
            Outcome::Won(winner) if winner == seat => WIN,
            Outcome::Won(_) => -WIN,
            Outcome::Drawn => 0,
            Outcome::Playing => {
                i64::from(table.frame.evaluate(&table.read(game), seat)).clamp(-WIN / 2, WIN / 2)
            }
        }
    }
}

impl Greedy {
    /// How good each action looks, summed over the samples; a copy of an
    /// earlier action has [`COPY`] or less.
    fn scores(&mut self, table: &Table, view: &View, legal: &[Action]) {
        let seat = view.seat;
        while self.levels.len() < ANSWERS + 3 {
            self.levels.push(Level { game: view.state.clone(), legal: Vec::new() });
        }
        self.totals.clear();
        self.totals.resize(legal.len(), 0);
        for _ in 0..SAMPLES {
            view.sample_into(&table.catalog, &mut self.dice, &mut self.levels[0].game);
            self.keys.clear();
            for (number, action) in legal.iter().enumerate() {
                // Copies of a card are one choice.
                let key = Key::of(&table.catalog, &self.levels[0].game, *action);
                let known = self.keys.iter().position(|other| *other == key);
                self.keys.push(key);
                self.totals[number] += match known {
                    Some(_) => COPY,
                    None => {
                        self.descend(table, 0, *action);
                        self.worth(table, seat, 1)
                    }
                };
            }
        }
    }
}

impl Decider for Greedy {
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

impl Greedy {
    fn choose(&mut self, table: &Table, view: &View, legal: &[Action]) -> Action {
        if legal.len() < 2 {
            return pick(&mut self.dice, legal);
        }
        self.scores(table, view, legal);
        let best = self.totals.iter().copied().max().unwrap_or(0);
        let ties = self.totals.iter().filter(|total| **total == best).count();
        let chosen = self.dice.below(ties as u32) as usize;
        let mut tied = legal.iter().zip(&self.totals).filter(|(_, total)| **total == best);
        tied.nth(chosen).map_or(legal[0], |(action, _)| *action)
    }
}
