//! Expectations: zones, attributes, counters, prompts, legal actions, events,
//! fired and blocked triggers, why and why not.

use onplay_cards::diagnostic::nearest;
use onplay_cards::participle;
use onplay_engine::id::{AttributeId, CardId, Class, CounterId, FlagId, Names, ObjectId, ZoneId};
use onplay_engine::state::{Action, Fact, Game, Mismatch, Outcome, RecordEntry};
use onplay_games::kit::Kit;
use onplay_games::sight;
use onplay_games::typed::{self, Typed};
use onplay_games::words::{self, Words};

use crate::layout::{self, unknown_place};
use crate::page::Line;
use crate::run::Stage;
use crate::seen;

/// Everything that a statement can begin with once the table is laid out.
const KEYWORDS: [&str; 18] = [
    "p1", "p2", "expect", "events", "never", "fired", "blocked", "legal", "illegal", "offer",
    "prompt", "why", "why-not", "log", "undo", "sees", "piles", "preview",
];

pub(crate) type Checked = Result<(), (String, String)>;

/// Checks one statement.
pub fn check(stage: &Stage, line: &Line) -> Checked {
    let rest = line.rest.as_str();
    match line.keyword.as_str() {
        "expect" => parts(rest).try_for_each(|part| expect(&stage.kit, &stage.game, part)),
        "sees" => seen::sees(stage, rest),
        "piles" => seen::piles(stage, rest),
        "preview" => seen::preview(stage, rest),
        "events" => events(stage, rest),
        "never" => parts(rest).try_for_each(|part| never(stage, part)),
        "fired" => fired(stage, rest),
        "blocked" => blocked(stage, rest),
        "legal" => parts(rest).try_for_each(|part| legal(stage, part, true)),
        "illegal" => parts(rest).try_for_each(|part| legal(stage, part, false)),
        "offer" => offer(stage, rest),
        "prompt" => prompt(stage, rest),
        "why" => why(stage, rest),
        "why-not" => why_not(stage, rest),
        "log" => log(stage, rest),
        other => {
            let near = nearest(other, KEYWORDS).map(|near| format!("; did you mean `{near}`?"));
            let actual = format!("`{other}` is not a statement{}", near.unwrap_or_default());
            Err((format!("one of {}", KEYWORDS.join(", ")), actual))
        }
    }
}

pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').map(str::trim).filter(|part| !part.is_empty())
}

pub(crate) fn compare(expected: &str, actual: String) -> Checked {
    let simple = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    if simple(expected) == simple(&actual) { Ok(()) } else { Err((expected.to_owned(), actual)) }
}

fn words(stage: &Stage) -> Words<'_> {
    Words::new(stage.kit.table.read(&stage.game))
}

/// One expectation on the state.
pub(crate) fn expect(kit: &Kit, game: &Game, part: &str) -> Checked {
    let words = Words::new(kit.table.read(game));
    match part {
        "no prompt" => {
            return compare("no prompt", words.prompt().unwrap_or_else(|| "no prompt".into()));
        }
        "draw" | "playing" => {
            let actual = match game.outcome() {
                Outcome::Drawn => "draw".to_owned(),
                Outcome::Playing => "playing".into(),
                Outcome::Won(seat) => format!("winner {seat}"),
            };
            return compare(part, actual);
        }
        _ => {}
    }
    if let Some(seat) = part.strip_prefix("winner ") {
        return compare(&format!("{seat} wins"), words::outcome_words(game.outcome()));
    }
    if let Some(seat) = part.strip_prefix("decider ") {
        return compare(seat, game.to_decide().map_or("nobody".into(), |seat| seat.to_string()));
    }
    if let Some(seat) = part.strip_prefix("active ") {
        return compare(seat, game.turn.active.to_string());
    }
    if let Some(phase) = part.strip_prefix("phase ") {
        return compare(phase, kit.table.frame.phase_name(game).to_owned());
    }
    if let Some(turn) = part.strip_prefix("turn ") {
        return compare(turn, game.turn.number.to_string());
    }
    if let Some(round) = part.strip_prefix("round ") {
        return compare(round, game.turn.round.to_string());
    }
    if let Some(wanted) = part.strip_prefix("stage ") {
        let actual =
            game.pending.work.last().map_or("none".into(), |work| format!("{:?}", work.stage));
        return compare(wanted, actual);
    }
    if let Some(items) = part.strip_prefix("pile:") {
        return compare(items, seen::pile(&words, game));
    }
    if let Some(items) = part.strip_prefix("stack:") {
        let names: Vec<&str> =
            game.pending.stack.iter().map(|item| words.name(item.source)).collect();
        return compare(items, listed(&names));
    }
    if let Some(slot) = part.strip_prefix("slot ") {
        return expect_slot(game, &words, slot);
    }
    if let Some((place, cards)) = part.split_once(':') {
        return match typed::find_place(&words, game, place) {
            Some(zone) => expect_zone(kit, game, &words, zone, cards.trim()),
            None => Err((part.to_owned(), unknown_place(kit, &words, place))),
        };
    }
    for relation in [" has ", " lacks "] {
        if let Some((place, card)) = part.split_once(relation)
            && let Some(zone) = typed::find_place(&words, game, place)
        {
            let there = game
                .zone(zone)
                .iter()
                .any(|id| words.card(game.object(*id).card).eq_ignore_ascii_case(card.trim()));
            let wanted = relation == " has ";
            let cards: Vec<&str> =
                game.zone(zone).iter().map(|id| words.card(game.object(*id).card)).collect();
            return if there == wanted { Ok(()) } else { Err((part.to_owned(), listed(&cards))) };
        }
    }
    expect_words(kit, game, &words, part)
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "empty".into() } else { names.join(", ") }
}

fn expect_slot(game: &Game, words: &Words, text: &str) -> Checked {
    let (place, value) = text.rsplit_once(' ').unwrap_or((text, ""));
    let Some(zone) = typed::find_place(words, game, place) else {
        return Err((format!("slot {text}"), format!("`{place}` is not a place")));
    };
    compare(value.trim_start_matches('+'), game.slots[zone.index()].to_string())
}

/// `Odin, Loki` in order; a deck is listed from the top; `3 cards`; `empty`.
fn expect_zone(kit: &Kit, game: &Game, words: &Words, zone: ZoneId, cards: &str) -> Checked {
    let objects = game.zone(zone);
    if let Some(count) = cards.strip_suffix(" cards").or_else(|| cards.strip_suffix(" card")) {
        return compare(count, objects.len().to_string());
    }
    let rule = kit.table.catalog.rules.zone_rule(zone);
    let name = |id: &ObjectId| match game.object(*id).card {
        CardId::HIDDEN => "hidden",
        card => words.card(card),
    };
    let mut names: Vec<&str> = objects.iter().map(name).collect();
    if rule.is_some_and(layout::is_from_top_down) {
        names.reverse();
    }
    let expected: Vec<&str> = cards.split(',').map(str::trim).collect();
    compare(&expected.join(", "), listed(&names))
}

/// `p1 energy 3`, `Odin attack 2`, `Odin exhausted`, `Odin not exhausted`,
/// `Odin in p1 lane 2`, `Odin nowhere`.
fn expect_words(kit: &Kit, game: &Game, words: &Words, part: &str) -> Checked {
    let names = &kit.table.catalog.names;
    let reader = kit.table.read(game);
    if let Some((head, value)) = part.rsplit_once(' ') {
        if let Some((seat, counter)) = head.split_once(' ')
            && let Some(seat) = words::seat(seat)
            && let Some(counter) = names.find(Class::Counter, counter)
        {
            return compare(
                value,
                reader.frame.counter(&reader, seat, CounterId(counter)).to_string(),
            );
        }
        if value.parse::<i16>().is_ok()
            && let Some((object, attribute)) = head.rsplit_once(' ')
            && let Some(attribute) = names.find(Class::Attribute, attribute)
        {
            let id = typed::find_object(words, game, object).ok_or_else(|| absent(part, object))?;
            return compare(value, reader.value(id, AttributeId(attribute)).to_string());
        }
    }
    if let Some(object) = part.strip_suffix(" nowhere") {
        return match typed::find_object(words, game, object) {
            None => Ok(()),
            Some(id) => Err((part.to_owned(), words.place(game.object(id).zone))),
        };
    }
    if let Some((object, place)) = part.split_once(" in ") {
        let id = typed::find_object(words, game, object).ok_or_else(|| absent(part, object))?;
        return compare(place, words.place(game.object(id).zone));
    }
    if let Some((object, host)) = part.split_once(" on ") {
        let id = typed::find_object(words, game, object).ok_or_else(|| absent(part, object))?;
        return compare(host, words.name(game.handle(game.host(id))).to_owned());
    }
    let (subject, wanted) = match part.split_once(" not ") {
        Some((object, flag)) => ((object, flag), false),
        None => (split_status(names, part), true),
    };
    let (object, word) = subject;
    let id = typed::find_object(words, game, object).ok_or_else(|| absent(part, object))?;
    let has = if let Some(flag) = names.find(Class::Flag, word) {
        game.object(id).has(FlagId(flag))
    } else if let Some(keyword) = names.find(Class::Keyword, word) {
        game.has_keyword(&kit.table.catalog, id, onplay_engine::id::KeywordId(keyword))
    } else {
        return Err((
            part.to_owned(),
            "this expectation is not understood; see docs/scenarios.md".into(),
        ));
    };
    if has == wanted {
        Ok(())
    } else {
        Err((part.to_owned(), format!("{object} {} {word}", if has { "is" } else { "is not" })))
    }
}

/// An object and a status or keyword, which may be several words: "Bear summoning sick".
fn split_status<'a>(names: &Names, part: &'a str) -> (&'a str, &'a str) {
    let is_known = |word: &str| {
        names.find(Class::Flag, word).or_else(|| names.find(Class::Keyword, word)).is_some()
    };
    let spaces = part.match_indices(' ').map(|(at, _)| (&part[..at], &part[at + 1..]));
    let mut known = spaces.filter(|(_, word)| is_known(word));
    known.next().unwrap_or_else(|| part.rsplit_once(' ').unwrap_or((part, "")))
}

fn absent(part: &str, object: &str) -> (String, String) {
    (part.to_owned(), format!("there is no `{object}` in the game"))
}

/// The events of the last move, in words.
fn happened(stage: &Stage) -> Vec<String> {
    let words = words(stage);
    let entries = &stage.record.entries[stage.since..];
    entries
        .iter()
        .filter_map(|entry| match &entry.fact {
            Fact::Happened { event, .. } => Some(words.event(event)),
            _ => None,
        })
        .collect()
}

/// An exact list, or with `...` for gaps.
fn events(stage: &Stage, rest: &str) -> Checked {
    match_list(&neutral(&stage.kit, rest), &happened(stage))
}

/// Events in the words that all games share, where a page has the game's own: "dissolved"
/// for "destroyed".
pub(crate) fn neutral(kit: &Kit, rest: &str) -> String {
    let own = |verb: &'static str| participle(kit.book.vocabulary.verb(verb));
    let words = [("destroy", "destroyed"), ("sacrifice", "sacrificed"), ("exile", "banished")];
    let mut parts: Vec<String> = rest.split(';').map(str::to_owned).collect();
    for part in &mut parts {
        for (verb, shared) in words {
            let spaced = format!(" {}", own(verb));
            if let Some(head) = part.trim_end().strip_suffix(&spaced) {
                *part = format!("{head} {shared}");
            }
        }
    }
    parts.join(";")
}

pub(crate) fn match_list(rest: &str, actual: &[String]) -> Checked {
    let expected: Vec<&str> = parts(rest).collect();
    let simple = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let mut at = 0;
    let mut gap = false;
    let wrong = || (expected.join("; "), actual.join("; "));
    for part in &expected {
        if *part == "..." {
            gap = true;
            continue;
        }
        let found = actual[at..].iter().position(|text| simple(text) == simple(part));
        match found {
            Some(0) => at += 1,
            Some(skip) if gap => at += skip + 1,
            _ => return Err(wrong()),
        }
        gap = false;
    }
    if at < actual.len() && !gap { Err(wrong()) } else { Ok(()) }
}

fn never(stage: &Stage, part: &str) -> Checked {
    let actual = happened(stage);
    let wanted = neutral(&stage.kit, part);
    match actual.iter().find(|text| text.eq_ignore_ascii_case(&wanted)) {
        Some(_) => Err((format!("never {part}"), actual.join("; "))),
        None => Ok(()),
    }
}

/// `Odin 1; Hypo 2`: every trigger of a card that fired, with its depth.
fn fired(stage: &Stage, rest: &str) -> Checked {
    let words = words(stage);
    let actual: Vec<String> = stage.record.entries[stage.since..]
        .iter()
        .filter_map(|entry| match &entry.fact {
            Fact::Fired { source, .. } if source.is_some() => {
                Some(format!("{} {}", words.name(*source), entry.depth))
            }
            _ => None,
        })
        .collect();
    if rest == "nothing" {
        return compare(
            "nothing",
            if actual.is_empty() { "nothing".into() } else { actual.join("; ") },
        );
    }
    match_list(rest, &actual)
}

/// `Hypo by Odin`: every pair that the guard blocked, in order.
fn blocked(stage: &Stage, rest: &str) -> Checked {
    let words = words(stage);
    let actual: Vec<String> = stage.record.skipped_triggers[stage.skipped_since..]
        .iter()
        .filter(|skipped| skipped.reason == Mismatch::PairFired)
        .map(|skipped| format!("{} by {}", words.name(skipped.listener), words.name(skipped.by)))
        .collect();
    match_list(rest, &actual)
}

fn legal(stage: &Stage, part: &str, wanted: bool) -> Checked {
    let is_legal = matches!(
        typed::read(&stage.kit.table, &stage.game, part),
        Typed::Legal(_) | Typed::Ambiguous(_)
    );
    let word = if wanted { "legal" } else { "illegal" };
    if is_legal == wanted { Ok(()) } else { Err((format!("{word}: {part}"), stage.on_offer())) }
}

/// Exactly these actions are on offer.
fn offer(stage: &Stage, rest: &str) -> Checked {
    let mut expected: Vec<String> = parts(rest).map(str::to_owned).collect();
    let mut actions: Vec<Action> = Vec::new();
    stage.kit.table.legal_actions(&stage.game, &mut actions);
    let words = words(stage);
    let mut actual: Vec<String> = actions.iter().map(|action| words.action(*action)).collect();
    expected.sort();
    actual.sort();
    compare(&expected.join("; "), actual.join("; "))
}

/// `p1: choose one` or `p1: choose one: Odin, Loki`.
fn prompt(stage: &Stage, rest: &str) -> Checked {
    let words = words(stage);
    let Some(prompt) = stage.game.pending.prompts().first() else {
        return Err((rest.to_owned(), "no prompt".into()));
    };
    let (seat, wanted) = rest.split_once(':').unwrap_or((rest, ""));
    compare(seat, prompt.seat.to_string())?;
    let (question, candidates) = match wanted.rsplit_once(" from ") {
        Some((question, candidates)) => (question.trim(), Some(candidates.trim())),
        None => (wanted.trim(), None),
    };
    let actual = words.prompt().unwrap_or_default();
    if !actual.to_lowercase().contains(&question.to_lowercase()) {
        return Err((question.to_owned(), actual));
    }
    if let Some(candidates) = candidates {
        let mut names: Vec<&str> =
            prompt.candidates.iter().map(|id| words.card(stage.game.object(id).card)).collect();
        let mut expected: Vec<&str> = candidates.split(',').map(str::trim).collect();
        names.sort_unstable();
        expected.sort_unstable();
        return compare(&expected.join(", "), listed(&names));
    }
    Ok(())
}

/// `EVENT: part <- part`: the parts stand in this order in the cause chain.
fn why(stage: &Stage, rest: &str) -> Checked {
    let Some((event, chain)) = rest.split_once(':') else {
        return Err((rest.to_owned(), "write `why EVENT: cause <- cause`".into()));
    };
    let event = neutral(&stage.kit, event);
    let words = words(stage);
    let entry: Option<&RecordEntry> =
        stage.record.entries.iter().rev().find(|entry| match &entry.fact {
            Fact::Happened { event: happened, .. } => {
                words.event(happened).eq_ignore_ascii_case(event.trim())
            }
            _ => false,
        });
    let Some(entry) = entry else {
        return Err((event.trim().to_owned(), happened(stage).join("; ")));
    };
    // Each event is followed by its source, where its cause does not say as much.
    let mut actual: Vec<String> = Vec::new();
    for (at, entry) in stage.record.chain(entry.ordinal).into_iter().enumerate() {
        if at > 0 {
            actual.push(words.fact(&entry.fact));
        }
        actual.extend(words.source(&stage.record, entry));
    }
    let mut at = 0;
    for part in chain.split("<-").map(str::trim) {
        let found =
            actual[at..].iter().position(|text| text.to_lowercase().contains(&part.to_lowercase()));
        match found {
            Some(skip) => at += skip + 1,
            None => return Err((chain.trim().to_owned(), actual.join(" <- "))),
        }
    }
    Ok(())
}

/// `NAME: words`: some trigger of NAME did not fire for this reason.
fn why_not(stage: &Stage, rest: &str) -> Checked {
    let Some((name, reason)) = rest.split_once(':') else {
        return Err((rest.to_owned(), "write `why-not NAME: reason`".into()));
    };
    let words = words(stage);
    let actual: Vec<String> = stage.record.skipped_triggers[stage.skipped_since..]
        .iter()
        .filter(|skipped| words.name(skipped.listener).eq_ignore_ascii_case(name.trim()))
        .map(|skipped| words.mismatch(skipped.reason, skipped.by))
        .collect();
    if actual.iter().any(|text| text.to_lowercase().contains(&reason.trim().to_lowercase())) {
        return Ok(());
    }
    Err((
        reason.trim().to_owned(),
        if actual.is_empty() {
            "nothing that happened could set it off".into()
        } else {
            actual.join("; ")
        },
    ))
}

/// `words; ...; words`: lines of the log of the last move that contain these,
/// in order.
fn log(stage: &Stage, rest: &str) -> Checked {
    let entries = &stage.record.entries[stage.since..];
    // `log p2: …` is the log as that seat may read it.
    let seat = rest.split_once(':').and_then(|(seat, _)| words::seat(seat.trim()));
    let told = seat.map(|seat| {
        let before = stage.before.last();
        sight::remembered(&stage.kit.table, before, &stage.game, entries, seat)
    });
    let rest =
        if seat.is_some() { rest.split_once(':').map_or(rest, |(_, rest)| rest) } else { rest };
    let words = Words::new(stage.kit.table.read(told.as_ref().unwrap_or(&stage.game)));
    let lines: Vec<String> =
        entries.iter().map(|entry| words.entry(&stage.record, entry)).collect();
    let mut at = 0;
    for part in parts(rest).filter(|part| *part != "...") {
        match lines[at..].iter().position(|line| line.to_lowercase().contains(&part.to_lowercase()))
        {
            Some(skip) => at += skip + 1,
            None => return Err((rest.to_owned(), lines.join("; "))),
        }
    }
    Ok(())
}
