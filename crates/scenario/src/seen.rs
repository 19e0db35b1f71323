//! What a seat sees, what lies on the pile, and what a move would do.

use onplay_engine::play::view;
use onplay_engine::state::{Fact, Game, Record, Stage as Phase};
use onplay_games::typed::{self, Typed};
use onplay_games::words::{self, Words};

use crate::check::{Checked, compare, expect, match_list, neutral, parts};
use crate::run::Stage;

/// `p2 hand: 3 cards; p1 hand: hidden, hidden`: what a seat may know, in the words of
/// `expect`. The first word is the seat that looks; a place without a seat is its own.
pub(crate) fn sees(stage: &Stage, rest: &str) -> Checked {
    let (name, seen) = rest.split_once(' ').unwrap_or((rest, ""));
    let Some(seat) = words::seat(name) else {
        return Err(("`sees p1 …` or `sees p2 …`".into(), rest.to_owned()));
    };
    let table = &stage.kit.table;
    let state = view(&stage.game, &table.catalog, seat).state;
    parts(seen).try_for_each(|part| {
        let owned = part.split_once(' ').is_some_and(|(first, _)| words::seat(first).is_some());
        let is_place = typed::find_place(
            &Words::new(table.read(&state)),
            &state,
            &format!("{seat} {}", part.split([':']).next().unwrap_or(part)),
        );
        let full = match is_place {
            Some(_) if !owned => format!("{seat} {part}"),
            _ => part.to_owned(),
        };
        expect(&stage.kit, &state, &full)
    })
}

/// The pile of work, bottom to top, in words. What is over is no longer on it.
pub(crate) fn pile(words: &Words, game: &Game) -> String {
    let left = game.pending.work.iter().filter(|work| work.stage != Phase::Done);
    let names: Vec<String> = left.map(|work| words.work(work)).collect();
    if names.is_empty() { "empty".into() } else { names.join(", ") }
}

/// `A, B; A; empty`: the piles that the last move went through, each once, in order;
/// `...` stands for any number of them.
pub(crate) fn piles(stage: &Stage, rest: &str) -> Checked {
    let (Some(before), Some((_, action))) = (stage.before.last(), stage.moves().last()) else {
        return Err((rest.to_owned(), "no move has been made".into()));
    };
    let mut game = before.clone();
    let mut seen: Vec<String> = Vec::new();
    let table = &stage.kit.table;
    let mut record = Record::default();
    table.watch(&mut game, action, Some(&mut record), &mut |game| {
        let now = pile(&Words::new(table.read(game)), game);
        if seen.last() != Some(&now) {
            seen.push(now);
        }
    });
    match_list(rest, &seen)
}

/// `p1 WORDS: EVENTS`: what a move would do. Nothing changes.
pub(crate) fn preview(stage: &Stage, rest: &str) -> Checked {
    let Some((text, events)) = rest.split_once(':') else {
        return Err((rest.to_owned(), "write `preview p1 MOVE: EVENTS`".into()));
    };
    let (seat, text) = text.split_once(' ').unwrap_or((text, ""));
    let asked = stage.game.to_decide().map_or("nobody".into(), |seat| seat.to_string());
    compare(seat, asked)?;
    let Typed::Legal(action) = typed::read(&stage.kit.table, &stage.game, text.trim()) else {
        return Err((format!("{seat} can {}", text.trim()), stage.on_offer()));
    };
    let (mut game, mut record) = (stage.game.clone(), Record::default());
    stage.kit.table.apply_unchecked(&mut game, action, Some(&mut record));
    let after = Words::new(stage.kit.table.read(&game));
    let actual: Vec<String> = record
        .entries
        .iter()
        .filter_map(|entry| match &entry.fact {
            Fact::Happened { event, .. } => Some(after.event(event)),
            _ => None,
        })
        .collect();
    match_list(&neutral(&stage.kit, events), &actual)
}
