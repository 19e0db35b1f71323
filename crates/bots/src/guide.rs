//! What a search is told about a position before it has tried anything.

use onplay_engine::id::Seat;
use onplay_engine::play::Table;
use onplay_engine::state::{Action, Dice, Game, Outcome};

use crate::random::{keep_picks, pick};

/// Whoever tells a search how good positions and actions look: the game's own evaluation,
/// or something that was learned. It is asked only about games that were dealt from the
/// searching seat's view, never about the real one.
pub trait Guide: Send + Sync {
    /// A decision begins: whatever was learned from the positions of the last one is gone.
    fn begin(&mut self);

    /// One of a few games as they may go on from here, to learn what is usual.
    fn sound(&mut self, table: &Table, game: &Game, seat: Seat);

    /// What a position is worth to a seat, from 0 for lost to 1 for won.
    fn value(&mut self, table: &Table, game: &Game, seat: Seat) -> f64;

    /// What each of these legal actions is worth to whoever decides, from 0 to 1, in their
    /// order. The chances are those of the search, so that the same seed gives the same.
    fn values(
        &mut self,
        table: &Table,
        game: &Game,
        actions: &[Action],
        dice: &mut Dice,
        values: &mut Vec<f64>,
    );
}

/// Soundings that find out how far evaluations go apart.
pub(crate) const SOUNDINGS: usize = 16;
/// How many further questions are answered at random before a position is judged.
const LOOSE: usize = 64;

/// The game's own evaluation, compared with what is usual around the present position.
pub struct Evaluation {
    sounded: [f64; SOUNDINGS],
    count: usize,
    /// From whose side it was measured.
    seat: Seat,
    middle: f64,
    width: f64,
    spare: Option<Game>,
    legal: Vec<Action>,
}

impl Evaluation {
    /// A guide that knows nothing yet.
    pub fn new() -> Self {
        Evaluation {
            sounded: [0.0; SOUNDINGS],
            count: 0,
            seat: Seat::ONE,
            middle: 0.0,
            width: 1.0,
            spare: None,
            legal: Vec::new(),
        }
    }
}

impl Default for Evaluation {
    fn default() -> Self {
        Evaluation::new()
    }
}

impl Guide for Evaluation {
    fn begin(&mut self) {
        self.count = 0;
        (self.middle, self.width) = (0.0, 1.0);
    }

    fn sound(&mut self, table: &Table, game: &Game, seat: Seat) {
        if game.is_over() || self.count == SOUNDINGS {
            return;
        }
        self.seat = seat;
        self.sounded[self.count] = f64::from(table.frame.evaluate(&table.read(game), seat));
        self.count += 1;
        let known = &self.sounded[..self.count];
        self.middle = known.iter().sum::<f64>() / self.count as f64;
        let spread: f64 = known.iter().map(|value| (value - self.middle).abs()).sum();
        self.width = (spread / self.count as f64).max(1.0) * 2.0;
    }

    fn value(&mut self, table: &Table, game: &Game, seat: Seat) -> f64 {
        match game.outcome() {
            Outcome::Won(winner) => f64::from(u8::from(winner == seat)),
            Outcome::Drawn => 0.5,
            Outcome::Playing => {
                let value = f64::from(table.frame.evaluate(&table.read(game), self.seat));
                let far = (value - self.middle) / self.width;
                // Between a loss and a win, and never as good as one.
                let lead = 0.45 * far / (1.0 + far.abs());
                if seat == self.seat { 0.5 + lead } else { 0.5 - lead }
            }
        }
    }

    fn values(
        &mut self,
        table: &Table,
        game: &Game,
        actions: &[Action],
        dice: &mut Dice,
        values: &mut Vec<f64>,
    ) {
        values.clear();
        let Some(seat) = game.to_decide() else { return };
        let mut after = self.spare.take().unwrap_or_else(|| game.clone());
        let mut legal = std::mem::take(&mut self.legal);
        for action in actions {
            after.clone_from(game);
            table.play(&mut after, *action, None, &mut legal);
            // A position in the middle of something is half a move.
            for _ in 0..LOOSE {
                if after.pending.prompts().is_empty() || legal.is_empty() {
                    break;
                }
                keep_picks(&after, &mut legal);
                table.play(&mut after, pick(dice, &legal), None, &mut legal);
            }
            values.push(self.value(table, &after, seat));
        }
        self.legal = legal;
        self.spare = Some(after);
    }
}
