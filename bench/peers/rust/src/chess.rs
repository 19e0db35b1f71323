//! cozy-chess: one ply is one decision.

use cozy_chess::{Board, GameStatus, Move};

use crate::dice::Dice;

/// Plays a random game to its end; returns the plies.
pub fn play(dice: &mut Dice) -> u64 {
    let mut board = Board::default();
    // No position has more than 218 legal moves.
    let mut moves: Vec<Move> = Vec::with_capacity(218);
    let mut plies = 0;
    while board.status() == GameStatus::Ongoing {
        moves.clear();
        board.generate_moves(|piece| {
            moves.extend(piece);
            false
        });
        board.play_unchecked(moves[dice.below(moves.len())]);
        plies += 1;
    }
    plies
}
