//! From a typed line to what comes of it.

use std::path::Path;

use onplay_engine::state::Action;
use onplay_games::words::Words;

use super::{decide, read, why};
use crate::offer::{Offer, cards_only, offers};
use crate::session::{Advice, Session};
use crate::text::{Line, Tone, wrap};

/// What came of something typed.
pub enum Reply {
    /// A decision was made.
    Acted,
    /// The card was chosen; the place is asked for next.
    Narrowed,
    /// The game changed in another way: taken back.
    Changed(String),
    /// Something to read.
    Text(String, Vec<Line>),
    /// A short answer.
    Say(Tone, String),
    Quit,
}

/// Does what was typed.
pub fn obey(session: &mut Session, line: &str, width: usize) -> Reply {
    let line = line.trim();
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match verb {
        "quit" | "exit" | "q" if rest.is_empty() => return Reply::Quit,
        "help" | "h" => return read::help(session, width),
        "?" if rest.is_empty() => return read::help(session, width),
        "card" | "?" => return read::card(session, rest, width),
        "board" if rest.is_empty() => return read::board(session, width),
        "how" if rest.is_empty() => return read::how_to_play(session, width),
        "rules" => return read::rules(session, rest, width),
        "deck" | "decks" => return read::deck(session, rest, width),
        "piles" if rest.is_empty() => return read::piles(session, "", width),
        "why" => return why::why(session, rest, width),
        "log" => return read_log(session, rest),
        "hint" => return hint(session),
        "undo" | "u" if rest.is_empty() => {
            return match session.undo() {
                Ok(()) => Reply::Changed("taken back".into()),
                Err(reason) => Reply::Say(Tone::Warn, reason),
            };
        }
        "save" => return save(session, rest),
        "back" if rest.is_empty() && session.within.take().is_some() => return Reply::Narrowed,
        "back" if rest.is_empty() => {
            let text = "no card is chosen; `undo` takes back a decision";
            return Reply::Say(Tone::Soft, text.into());
        }
        _ => {}
    }
    if read::is_pile(session, line) {
        return read::piles(session, line, width);
    }
    if line.is_empty() {
        return Reply::Say(Tone::Soft, "type a number, words of an action, or help".into());
    }
    decide::decide(session, line)
}

fn read_log(session: &Session, rest: &str) -> Reply {
    let lines: Vec<Line> = session.log.read(0);
    let count = rest.parse().unwrap_or(lines.len());
    let from = lines.len().saturating_sub(count);
    Reply::Text("log".into(), lines[from..].to_vec())
}

/// What a search would do, and how much better its trials went than the next best.
fn hint(session: &Session) -> Reply {
    let advice = if session.waits_for_human() { session.advice() } else { None };
    let Some(Advice { action, judged, line }) = advice else {
        return Reply::Say(Tone::Warn, "there is nothing to decide".into());
    };
    let offers = offers(session);
    // Copies of a card are one offer, so the very action may not be among them.
    let shown = session.shown();
    let words = Words::new(session.table().read(&shown));
    let said = |action: Action| {
        let same = |offer: &&Offer| {
            offer.action == action || cards_only(&words, offer.action) == cards_only(&words, action)
        };
        offers.iter().find(same).map(|offer| offer.said.as_str())
    };
    let Some(best) = said(action) else {
        return Reply::Say(Tone::Warn, "no advice".into());
    };
    let worth = |wanted: Action| judged.iter().find(|(one, _)| *one == wanted).map(|it| it.1);
    let others = judged.iter().filter(|(other, _)| said(*other) != Some(best));
    let next = others.max_by_key(|(_, percent)| *percent);
    let reason = match (worth(action), next.and_then(|it| Some((said(it.0)?, it.1)))) {
        (Some(worth), Some((other, less))) => {
            format!(": it went well in {worth} of 100 tries, the next best ({other}) in {less}")
        }
        (Some(worth), None) => format!(": it went well in {worth} of 100 tries"),
        _ => String::new(),
    };
    if let [only] = offers.as_slice() {
        return Reply::Say(Tone::Good, format!("there is nothing else to do: `{}`", only.said));
    }
    let seat = session.game.to_decide();
    let then = line.iter().map(|(mover, said)| {
        let who = if Some(*mover) == seat { "you" } else { "they" };
        format!("{who} `{said}`")
    });
    let then = then.collect::<Vec<_>>().join(", ");
    let then = if then.is_empty() { then } else { format!("; it expects then: {then}") };
    Reply::Say(Tone::Good, format!("a search would take `{best}`{reason}{then}"))
}

fn save(session: &mut Session, rest: &str) -> Reply {
    let (file, force) = match rest.strip_suffix("--force") {
        Some(file) => (file.trim_end(), true),
        None => (rest, false),
    };
    if file.is_empty() {
        return Reply::Say(Tone::Warn, "save FILE, for example: save game.jsonl".into());
    }
    let path = Path::new(file);
    if path.is_file() && !force && !session.saves.may_replace(path) {
        let text = format!("{file} is there already; `save {file} --force` replaces it");
        return Reply::Say(Tone::Warn, text);
    }
    if force {
        session.saves.allow(path);
    }
    match session.keep(path) {
        Ok(()) => Reply::Say(Tone::Good, format!("saved; go on with: onplay play --resume {file}")),
        Err(error) => Reply::Say(Tone::Warn, format!("not saved: {error}")),
    }
}

/// Lines broken at a width, with their tone kept.
pub fn wrapped(lines: Vec<Line>, width: usize) -> Vec<Line> {
    let broken = |line: Line| -> Vec<Line> {
        match line.0.as_slice() {
            [(tone, text)] => {
                wrap(text, width, 2).into_iter().map(|text| Line::of(*tone, text)).collect()
            }
            _ => vec![line],
        }
    };
    lines.into_iter().flat_map(broken).collect()
}
