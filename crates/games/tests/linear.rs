//! Cost grows linearly: twice the listeners, cards or steps are at most about
//! twice the operations. Counted are the events and other recorded facts, the
//! listeners that were asked in vain, and the actions offered; never time.

mod growth;

use growth::{Board, Growth};
use onplay_engine::state::Record;
use onplay_games::policy::DESIGNS;

/// Most growth when the size doubles: linear, with room for a logarithm.
const MOST: f64 = 2.2;

fn operations(board: Board, policy: &str, size: u32) -> f64 {
    let mut growth = Growth::new(board, policy, size);
    let mut game = growth.start.clone();
    let mut record = Record::default();
    let offered = growth.decide(&mut game, Some(&mut record));
    (offered + record.entries.len() + record.skipped_triggers.len()) as f64
}

/// The slope of the logarithms: 1 is linear, 2 quadratic.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logarithms: Vec<_> = points.iter().map(|(size, count)| (size.ln(), count.ln())).collect();
    let count = logarithms.len() as f64;
    let (x, y) = logarithms.iter().fold((0.0, 0.0), |sum, (x, y)| (sum.0 + x, sum.1 + y));
    let (x, y) = (x / count, y / count);
    let over: f64 = logarithms.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let under: f64 = logarithms.iter().map(|point| (point.0 - x).powi(2)).sum();
    over / under
}

fn check(board: Board) {
    for policy in DESIGNS {
        let points: Vec<_> = board
            .sizes()
            .iter()
            .map(|size| (f64::from(*size), operations(board, policy, *size)))
            .collect();
        let fitted = exponent(&points);
        assert!(fitted <= MOST.log2(), "{board:?}, {policy}: exponent {fitted:.2} of {points:?}");
        for pair in points.windows(2) {
            let grown = pair[1].1 / pair[0].1;
            assert!(grown <= MOST, "{board:?}, {policy}: {grown:.2} times in {points:?}");
        }
        assert!(
            points[points.len() - 1].1 > points[0].1,
            "{board:?}, {policy}: the size does not matter in {points:?}"
        );
    }
}

#[test]
fn listeners_that_react() {
    check(Board::Listeners);
}

#[test]
fn listeners_that_stay_silent() {
    check(Board::Bystanders);
}

#[test]
fn cards_in_play() {
    check(Board::Cards);
}

#[test]
fn steps_of_a_chain() {
    check(Board::Chain);
}

#[test]
fn sizes_double() {
    for board in Board::ALL {
        assert!(board.sizes().windows(2).all(|pair| pair[1] == 2 * pair[0]), "{board:?}");
    }
}

#[test]
fn the_fit_finds_the_exponent() {
    let square: Vec<_> = [1.0, 2.0, 4.0, 8.0].map(|size: f64| (size, 3.0 * size * size)).to_vec();
    assert!((exponent(&square) - 2.0).abs() < 1e-9);
}
