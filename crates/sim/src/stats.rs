//! Intervals for rates, and which of many findings stand.

use serde::Serialize;

/// A rate with the interval it lies in, nineteen times out of twenty.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rate {
    /// The rate, from 0 to 1; of a difference, from -1 to 1.
    pub rate: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How many standard errors an interval reaches to either side.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// The Wilson interval of a number of points in a number of games. A draw is half a
/// point, so points are given doubled.
pub fn wilson(double_points: u64, games: u64) -> Rate {
    if games == 0 {
        return Rate { rate: 0.5, low: 0.0, high: 1.0 };
    }
    let n = games as f64;
    let rate = double_points as f64 / 2.0 / n;
    let z2 = Z * Z;
    let centre = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
    Rate { rate, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// The difference of two independent rates, by Newcombe's interval.
pub fn difference(old: Rate, new: Rate) -> Rate {
    let change = new.rate - old.rate;
    let low = ((new.rate - new.low).powi(2) + (old.high - old.rate).powi(2)).sqrt();
    let high = ((new.high - new.rate).powi(2) + (old.rate - old.low).powi(2)).sqrt();
    Rate { rate: change, low: change - low, high: change + high }
}

/// The mean of paired differences with its interval, from their number, sum
/// and sum of squares, all doubled points.
pub fn paired(count: u64, sum: i64, squares: u64) -> Rate {
    if count == 0 {
        return Rate { rate: 0.0, low: -1.0, high: 1.0 };
    }
    let n = count as f64;
    let mean = sum as f64 / 2.0 / n;
    let variance = (squares as f64 / 4.0 / n - mean * mean).max(0.0);
    // With no difference seen at all, one more game could have been one.
    let error = (variance / n).sqrt().max(1.0 / (n + Z * Z));
    Rate { rate: mean, low: (mean - Z * error).max(-1.0), high: (mean + Z * error).min(1.0) }
}

/// How likely a difference of at least this number of standard errors is where there is none.
pub fn chance(errors: f64) -> f64 {
    libm::erfc(errors.abs() / std::f64::consts::SQRT_2)
}

/// Which of several findings stand, given how likely each would be by chance: so many that
/// in nineteen of twenty runs not one of them is a mistake. This is Holm's method.
pub fn standing(chances: &[f64]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|left, right| chances[*left].total_cmp(&chances[*right]));
    let mut stands = vec![false; chances.len()];
    for (place, at) in order.iter().enumerate() {
        if chances[*at] > 0.05 / (chances.len() - place) as f64 {
            break;
        }
        stands[*at] = true;
    }
    stands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_intervals() {
        // 8 of 10, from the literature: 0.490 to 0.943.
        let rate = wilson(16, 10);
        assert!((rate.low - 0.4902).abs() < 1e-3 && (rate.high - 0.9433).abs() < 1e-3, "{rate:?}");
        assert_eq!(wilson(0, 0).high, 1.0);
        let none = wilson(0, 20);
        assert!(none.low == 0.0 && (0.1..0.2).contains(&none.high), "{none:?}");
        // 56 of 70 against 48 of 80, from Newcombe: 0.0524 to 0.3339.
        let change = difference(wilson(96, 80), wilson(112, 70));
        assert!((change.low - 0.0524).abs() < 1e-3, "{change:?}");
        assert!((change.high - 0.3339).abs() < 1e-3, "{change:?}");
    }

    #[test]
    fn findings_that_stand() {
        assert!((chance(Z) - 0.05).abs() < 1e-9 && (chance(0.0) - 1.0).abs() < 1e-9);
        // From Holm's own example: 0.01, 0.04, 0.03 and 0.005 leave two.
        assert_eq!(standing(&[0.01, 0.04, 0.03, 0.005]), [true, false, false, true]);
        assert_eq!(standing(&[0.04, 0.04]), [false, false]);
        assert_eq!(standing(&[0.04]), [true]);
        assert!(standing(&[]).is_empty());
    }
}
