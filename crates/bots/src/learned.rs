//! Players that were learned: a network in a seat, or as the guide of a search.

use onplay_engine::id::Seat;
use onplay_engine::play::Table;
use onplay_engine::state::{Action, Dice, Game, Outcome};
use onplay_games::seat::{Decider, Question};
use onplay_learn::{Encoder, Judged, Policy, PolicyError};

use crate::guide::Guide;
use crate::search::SHARPNESS;

/// Room for actions at first; a position with more gets more.
const ACTIONS: usize = 512;

/// Takes what its policy prefers.
pub struct Learned {
    eyes: Eyes,
    dice: Dice,
}

/// A policy that looks at games.
struct Eyes {
    policy: Policy,
    /// Of the table that was looked at last.
    encoder: Option<Encoder>,
    legal: Vec<Action>,
    numbers: Vec<i16>,
    judged: Judged,
}

/// A policy as what a search is told about positions.
pub struct LearnedGuide {
    eyes: Eyes,
}

/// Whether a policy was learned for a game.
///
/// # Errors
/// It was learned for another one, or with other cards.
pub fn fits(policy: &Policy, table: &Table) -> Result<(), PolicyError> {
    policy.fits(&Encoder::new(table, ACTIONS))
}

impl Learned {
    /// A player that follows a policy; the seed is for the hidden cards it imagines, on
    /// which nothing depends.
    pub fn new(policy: Policy, seed: u64) -> Self {
        Learned { eyes: Eyes::new(policy), dice: Dice::new(seed) }
    }
}

impl LearnedGuide {
    /// A guide that asks a policy.
    pub fn new(policy: Policy) -> Self {
        LearnedGuide { eyes: Eyes::new(policy) }
    }
}

impl Eyes {
    fn new(policy: Policy) -> Self {
        Eyes {
            policy,
            encoder: None,
            legal: Vec::new(),
            numbers: Vec::new(),
            judged: Judged::default(),
        }
    }

    /// Judges a position; false if the policy is for another game. Afterwards `legal` is
    /// in the order of the preferences.
    fn look(&mut self, table: &Table, game: &Game, seat: Seat, legal: &[Action]) -> bool {
        let suits =
            |encoder: &Encoder| encoder.is_for(table) && encoder.most_actions() >= legal.len();
        if !self.encoder.as_ref().is_some_and(suits) {
            let encoder = Encoder::new(table, ACTIONS.max(legal.len().next_power_of_two()));
            if self.policy.fits(&encoder).is_err() {
                return false;
            }
            self.numbers = vec![0; encoder.len()];
            self.encoder = Some(encoder);
        }
        let Some(encoder) = &self.encoder else { return false };
        self.legal.clear();
        self.legal.extend_from_slice(legal);
        encoder.observe(game, seat, &mut self.legal, &mut self.numbers);
        self.policy.judge(encoder, &self.numbers, self.legal.len(), &mut self.judged);
        true
    }

    fn preference(&self, action: Action) -> Option<f32> {
        let at = self.legal.iter().position(|legal| *legal == action)?;
        self.judged.judgement.preferences.get(at).copied()
    }
}

impl Decider for Learned {
    fn decide(&mut self, question: &Question) -> Option<Action> {
        let table = question.table();
        // The observation counts cards out of sight, so they have to lie somewhere.
        let game = question.view().sample(&table.catalog, &mut self.dice);
        if !self.eyes.look(table, &game, question.seat(), question.actions()) {
            return None;
        }
        let mut best: Option<(f32, Action)> = None;
        for action in question.actions() {
            let Some(preference) = self.eyes.preference(*action) else { continue };
            if best.is_none_or(|(most, _)| preference > most) {
                best = Some((preference, *action));
            }
        }
        best.map(|(_, action)| action)
    }

    fn begin(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
    }
}

impl Guide for LearnedGuide {
    fn begin(&mut self) {}

    fn sound(&mut self, _table: &Table, _game: &Game, _seat: Seat) {}

    fn value(&mut self, table: &Table, game: &Game, seat: Seat) -> f64 {
        match (game.outcome(), game.to_decide()) {
            (Outcome::Won(winner), _) => f64::from(u8::from(winner == seat)),
            (Outcome::Playing, Some(decides)) if self.eyes.look(table, game, decides, &[]) => {
                let value = f64::from(self.eyes.judged.judgement.value);
                0.5 + if seat == decides { value / 2.0 } else { -value / 2.0 }
            }
            _ => 0.5,
        }
    }

    fn values(
        &mut self,
        table: &Table,
        game: &Game,
        actions: &[Action],
        _dice: &mut Dice,
        values: &mut Vec<f64>,
    ) {
        values.clear();
        let Some(seat) = game.to_decide() else { return };
        if !self.eyes.look(table, game, seat, actions) {
            values.resize(actions.len(), 0.5);
            return;
        }
        let base = 0.5 + f64::from(self.eyes.judged.judgement.value) / 2.0;
        let preferences = &self.eyes.judged.judgement.preferences;
        let most = preferences.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        // The search prefers by e to the power of value / SHARPNESS, so that this makes the
        // policy's own preferences of it.
        values.extend(actions.iter().map(|action| {
            let behind = self.eyes.preference(*action).unwrap_or(most) - most;
            (base + SHARPNESS * f64::from(behind)).clamp(0.0, 1.0)
        }));
    }
}
