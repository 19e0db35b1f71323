//! How a game ended, and what to type at any moment.

use crate::people;
use crate::rules;
use crate::session::Session;
use crate::text::{Line, Tone};
use crate::told::{Told, What};

use super::wrapped;

/// Most lines about how a game came to its end.
const MOST_TOLD: usize = 8;

/// How the game ended and what led there; empty while it goes on.
pub fn ending(session: &Session, width: usize) -> Vec<Line> {
    if !session.game.is_over() {
        return Vec::new();
    }
    let outcome = people::names(session).outcome(session.game.outcome());
    let headline = format!("The game is over in turn {}: {outcome}.", session.game.turn.number);
    let mut lines = vec![Line::of(Tone::Good, headline)];
    if let Some(goal) = rules::goal(&session.kit.book.game.id) {
        lines.push(Line::of(Tone::Soft, goal));
    }
    let log = &session.log.lines;
    let decided = |told: &Told| matches!(told.what, What::Decision(_));
    let from = log.iter().rposition(decided).unwrap_or(0);
    let weighty = |told: &&Told| told.weighty && told.what != What::Inner;
    let mut last: Vec<Told> = log[from..].iter().filter(weighty).cloned().collect();
    // Even if it was only a pass.
    last.iter_mut().take(1).for_each(|told| told.minor = false);
    let last = crate::told::read(&last);
    lines.push(Line::plain("What led to it:"));
    // The decision and the end of what followed.
    let skipped = last.len().saturating_sub(MOST_TOLD).max(1);
    lines.extend(last.first().cloned());
    if skipped > 1 {
        lines.push(Line::of(Tone::Soft, "  …"));
    }
    lines.extend(last.into_iter().skip(skipped));
    wrapped(lines, width)
}

/// A line for newcomers that fits the moment.
pub fn tutorial(session: &Session) -> &'static str {
    if session.game.is_over() {
        return "The game is over. `log` shows all of it, `save FILE` keeps it, `quit` ends.";
    }
    if !session.waits_for_human() {
        return "The other player decides. Everything they do is in the log.";
    }
    if let Some(prompt) = session.game.pending.prompts().first() {
        return if prompt.source.is_some() {
            "A card asks: type the number of your answer. `why` tells what led here."
        } else {
            "Type the number of your answer. `how` tells how the game is played."
        };
    }
    match session.decisions() {
        0..4 => "Type the number of an action, or some words of it. `how`: how to play.",
        4..10 => "`why` explains the last thing that happened, `why not NAME` what did not.",
        10..16 => "`undo` takes back, `hint` asks for advice, `save FILE` keeps the game.",
        16..24 => "`card NAME` reads a card, `board` the whole table, `piles` what lies aside.",
        _ => "`help` lists everything you can type.",
    }
}
