//! What the models share: dice, how many boards, and playing a page.

use onplay_scenario::{read_page, run_page};

/// Dice of the generator: a small linear congruential sequence.
pub struct Dice(pub u64);

impl Dice {
    /// A number below this.
    pub fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % sides
    }
}

/// How many boards each model plays.
pub fn boards() -> usize {
    std::env::var("ONPLAY_BOARDS").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

/// Plays a page of one scenario, in which everything must hold.
pub fn check(board: &str, page: &str) {
    let outcomes = run_page(&read_page("oracle.md", page));
    assert_eq!(outcomes.len(), 1, "{board}\n{page}");
    let failures = &outcomes[0].failures;
    assert!(failures.is_empty(), "{board}: {failures:#?}\n{page}");
}
