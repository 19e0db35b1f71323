//! What a bot is given: a window on a game that shows one seat's view.

use onplay_engine::id::Seat;
use onplay_engine::play::{Table, View, view};
use onplay_engine::state::{Action, Game};

/// One seat's window on a game. The game behind it is private, so that nothing
/// but the view can be had; the view is built when asked for, because a random
/// player never looks.
pub struct Sight<'a> {
    table: &'a Table,
    game: &'a Game,
    seat: Seat,
}

impl<'a> Sight<'a> {
    /// The view of a seat on a game.
    pub fn new(table: &'a Table, game: &'a Game, seat: Seat) -> Self {
        Sight { table, game, seat }
    }

    /// The cards and rules, which everybody knows.
    pub fn table(&self) -> &'a Table {
        self.table
    }

    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What the seat knows.
    pub fn view(&self) -> View {
        view(self.game, &self.table.catalog, self.seat)
    }
}

/// A player.
pub trait Bot: Send {
    /// Chooses one of the legal actions, of which there is at least one.
    fn decide(&mut self, sight: &Sight, legal: &[Action]) -> Action;

    /// Begins a game with fresh chance, so that a game depends on its own seed
    /// and not on the games before it.
    fn begin(&mut self, seed: u64);
}
