//! A game as a rulebook and as a frame in Rust, move by move: the same offers, and
//! the same state after every decision.

use onplay_engine::frame::DeckList;
use onplay_engine::play::Table;
use onplay_engine::state::{Action, Dice, Game, Record};
use onplay_games::words::Words;

/// A game played from text and from Rust.
pub struct Twins<'a> {
    /// The game as a rulebook.
    pub text: &'a Table,
    /// The same cards with the frame in Rust.
    pub code: &'a Table,
    /// Makes what only one of them keeps in the second game as it is in the first.
    pub forget: &'a dyn Fn(&mut Game, &Game),
    /// The rulebook's action for one of the frame's, given the rulebook's game.
    pub rename: &'a dyn Fn(&Game, Action) -> Action,
}

/// How many games are played for each pair of decks: `ONPLAY_TWINS`, or as many as a
/// test has time for.
pub fn games() -> u64 {
    std::env::var("ONPLAY_TWINS").ok().and_then(|text| text.parse().ok()).unwrap_or(60)
}

/// What both must agree about: everything but where each keeps its place in the
/// turn, what is pending in the middle of an action, and what only counts steps.
fn without_course(code: &Game, text: &Game) -> Game {
    let mut game = code.clone();
    game.turn.memo = text.turn.memo;
    game.turn.first = text.turn.first;
    game.turn.phase = text.turn.phase;
    game.pending = text.pending.clone();
    game.clock = text.clock;
    game.last_known = text.last_known.clone();
    if !text.pending.prompts().is_empty() {
        game.turn.decider = text.turn.decider;
    }
    game
}

impl Twins<'_> {
    /// Plays one game on both tables. Returns the number of decisions.
    pub fn play(&self, decks: &[DeckList; 2], seed: u64) -> u64 {
        let mut dice = Dice::new(seed ^ 0x9e37);
        let mut text = self.text.start(seed, decks, None);
        let mut code = self.code.start(seed, decks, None);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let mut decisions = 0;
        let (mut played, mut all) = (Vec::new(), Vec::new());
        loop {
            let at = || format!("seed {seed}, decision {decisions}, after {played:?}");
            assert_eq!(text.outcome(), code.outcome(), "{}", at());
            assert_eq!(text.to_decide(), code.to_decide(), "{}", at());
            let Some(seat) = text.to_decide() else { return decisions };
            let mut wanted = without_course(&code, &text);
            (self.forget)(&mut wanted, &text);
            if text != wanted {
                let told = self.tell(decks, seed, &all);
                panic!("{}: {}\n{told}", at(), difference(&text, &wanted));
            }
            self.text.legal_actions(&text, &mut left);
            self.code.legal_actions(&code, &mut right);
            let mut pairs: Vec<(Action, Action)> =
                right.iter().map(|action| ((self.rename)(&text, *action), *action)).collect();
            left.sort_unstable();
            pairs.sort_unstable();
            let renamed: Vec<Action> = pairs.iter().map(|(renamed, _)| *renamed).collect();
            assert_eq!(left, renamed, "{}", at());
            let (one, other) = pairs[dice.below(pairs.len() as u32) as usize];
            self.text.apply(&mut text, seat, one, None).expect("it is legal");
            self.code.apply(&mut code, seat, other, None).expect("it is legal");
            played.push(one);
            all.push((one, other));
            let late = played.len().saturating_sub(4);
            played.drain(..late);
            decisions += 1;
        }
    }
}

impl Twins<'_> {
    /// What both told of the last two decisions.
    fn tell(&self, decks: &[DeckList; 2], seed: u64, all: &[(Action, Action)]) -> String {
        let mut told = String::new();
        for (table, is_text) in [(self.text, true), (self.code, false)] {
            let mut record = Record::default();
            let mut game = table.start(seed, decks, Some(&mut record));
            let mut from = 0;
            for (number, (one, other)) in all.iter().enumerate() {
                if number + 2 == all.len() {
                    from = record.entries.len();
                }
                let action = if is_text { *one } else { *other };
                table.apply_unchecked(&mut game, action, Some(&mut record));
            }
            let words = Words::new(table.read(&game));
            told += &format!(
                "\n{} is in {}:\n",
                if is_text { "text" } else { "code" },
                table.frame.phase_name(&game)
            );
            for entry in &record.entries[from..] {
                told += &format!("  {}\n", words.fact(&entry.fact));
            }
        }
        told
    }
}

/// Where two games differ, line by line.
fn difference(one: &Game, other: &Game) -> String {
    let (one, other) = (format!("{one:#?}"), format!("{other:#?}"));
    let lines: Vec<(&str, &str)> = one.lines().zip(other.lines()).collect();
    let mut found = Vec::new();
    for (at, (left, right)) in lines.iter().enumerate().filter(|(_, (one, other))| one != other) {
        let before = lines[at.saturating_sub(3)..at].iter().map(|(line, _)| line.trim());
        let before = before.collect::<Vec<_>>().join(" ");
        found.push(format!("{at}: {before} … {} | {}", left.trim(), right.trim()));
    }
    found.truncate(12);
    found.join("\n")
}
