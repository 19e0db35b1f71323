//! Playing by JSON Lines: for programs that take a person's place. One object
//! out for each decision, one object in for each answer. See `docs/protocol.md`.

use std::io::{BufRead, Write};
use std::path::Path;

use onplay_engine::id::{AttributeId, CardId, Class, CounterId, FlagId, ObjectId, Seat, ZoneId};
use onplay_engine::rulebook::Role;
use onplay_engine::state::{Game, Outcome};
use onplay_games::replay::hash_text;
use onplay_games::words::{Words, outcome_words};
use serde_json::{Map, Value, json};

use crate::command::{self, Mistake, Reply};
use crate::input::{self, Input};
use crate::offer;
use crate::play::told_json;
use crate::session::Session;
use crate::text::Line;
use crate::told::What;

/// The version of the protocol.
const VERSION: u32 = 1;

/// Everything that can be asked for in a line.
const KEYS: [&str; 6] = ["action", "undo", "why", "why_not", "save", "quit"];

/// The longest line that is read.
const LONGEST: usize = 1 << 16;

/// Wide enough that nothing in an explanation is broken into lines.
const WIDTH: usize = 10_000;

/// Plays until the game is over, the input ends or the program quits.
///
/// # Errors
/// The output cannot be written or the input cannot be read.
pub fn play(
    session: &mut Session,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let header = &session.replay.header;
    let decks = [&header.decks[0].name, &header.decks[1].name];
    put(
        out,
        &json!({
            "type": "start", "protocol": VERSION, "game": header.game, "policy": header.policy,
            "seed": session.told_seed(), "seats": header.seats, "decks": decks,
        }),
    )?;
    let mut told = 0;
    let mut undone = false;
    loop {
        while !session.waits_for_human() && session.step_bot() {}
        if session.game.is_over() {
            return put(out, &result(session, told));
        }
        put(out, &decision(session, told, undone))?;
        told = session.log.lines.len();
        loop {
            let answer = match input::line(input, LONGEST)? {
                Input::End => return put(out, &result(session, told)),
                Input::Line(line) => obey(session, line.trim()),
                Input::TooLong => {
                    Err(Mistake::new(format!("this line is longer than {LONGEST} bytes")))
                }
            };
            match answer {
                Ok(Next::Decided) => {
                    undone = false;
                    break;
                }
                Ok(Next::Undone) => {
                    undone = true;
                    told = session.log.lines.len();
                    break;
                }
                Ok(Next::Answer(answer)) => put(out, &answer)?,
                Ok(Next::Quit) => return put(out, &result(session, told)),
                Err(mistake) => {
                    let Mistake { message, nearest } = mistake;
                    put(out, &json!({ "type": "error", "error": message, "nearest": nearest }))?;
                }
            }
        }
    }
}

enum Next {
    Decided,
    Undone,
    Answer(Value),
    Quit,
}

fn put(out: &mut dyn Write, value: &Value) -> std::io::Result<()> {
    writeln!(out, "{value}")?;
    out.flush()
}

/// Does what a line asks for.
fn obey(session: &mut Session, line: &str) -> Result<Next, Mistake> {
    let object: Map<String, Value> = serde_json::from_str(line).map_err(|error| Mistake {
        message: format!("this is no JSON object: {error}"),
        nearest: Some("{\"action\":1}".into()),
    })?;
    let mut fields = object.iter();
    let (Some((key, value)), None) = (fields.next(), fields.next()) else {
        let message = format!("one of these at a time: {}", KEYS.join(", "));
        return Err(Mistake { message, nearest: Some("action".into()) });
    };
    let wrong = |wanted: &str| Mistake {
        message: format!("`{key}` takes {wanted}, not {value}"),
        nearest: None,
    };
    match (key.as_str(), value) {
        ("action", Value::Number(number)) => {
            let number = number.as_u64().ok_or_else(|| wrong("a number from 1"))?;
            let action = command::numbered(session, number as usize)
                .map_err(|mistake| near_number(session, number as usize, mistake))?;
            session.decide(action);
            Ok(Next::Decided)
        }
        ("action", Value::String(text)) => {
            let action = command::chosen(session, text.trim())
                .map_err(|mistake| near_text(session, text.trim(), mistake))?;
            session.decide(action);
            Ok(Next::Decided)
        }
        ("action", _) => Err(wrong("a number or the text of an action")),
        ("undo", Value::Bool(true)) => session.undo().map(|()| Next::Undone).map_err(Mistake::new),
        ("quit", Value::Bool(true)) => Ok(Next::Quit),
        ("undo" | "quit", _) => Err(wrong("true")),
        ("why", Value::Bool(true)) => explained(session, "why", "why"),
        ("why", Value::String(words)) => explained(session, "why", &format!("why {words}")),
        ("why", _) => Err(wrong("words of the log, or true for the last thing")),
        ("why_not", Value::String(words)) => {
            explained(session, "why_not", &format!("why not {words}"))
        }
        ("why_not", _) => Err(wrong("the name of a card or the words of an action")),
        ("save", Value::String(file)) => {
            session
                .keep(Path::new(file))
                .map_err(|error| Mistake::new(format!("not saved: {error}")))?;
            let decisions = session.decisions();
            Ok(Next::Answer(json!({ "type": "saved", "file": file, "decisions": decisions })))
        }
        ("save", _) => Err(wrong("the name of a file")),
        _ => {
            let begins = KEYS.into_iter().find(|known| known.starts_with(key.as_str()));
            let nearest = onplay_cards::diagnostic::nearest(key, KEYS).or(begins);
            Err(Mistake {
                message: format!("`{key}` is not known; known: {}", KEYS.join(", ")),
                nearest: nearest.map(str::to_owned),
            })
        }
    }
}

/// A number out of range, with the action at the nearer end.
fn near_number(session: &Session, number: usize, mistake: Mistake) -> Mistake {
    let mut offers = offer::offers(session);
    let near = number.clamp(1, offers.len().max(1)) - 1;
    let nearest = (near < offers.len()).then(|| offers.swap_remove(near).text);
    Mistake { nearest, ..mistake }
}

/// Words that mean no action or several, with the first that has them.
fn near_text(session: &Session, text: &str, mistake: Mistake) -> Mistake {
    let mut offers = offer::offers(session);
    let first = offer::matching(&offers, text).first().copied();
    let nearest = mistake.nearest.or_else(|| first.map(|at| offers.swap_remove(at).text));
    Mistake { nearest, ..mistake }
}

/// An answer to `why` or `why not`, as a person would get it.
fn explained(session: &mut Session, kind: &str, typed: &str) -> Result<Next, Mistake> {
    match command::obey(session, typed, WIDTH) {
        Reply::Text(_, lines) => {
            let lines: Vec<String> = lines.iter().map(Line::text).collect();
            Ok(Next::Answer(json!({ "type": kind, "lines": lines })))
        }
        Reply::Say(crate::text::Tone::Good, text) => {
            Ok(Next::Answer(json!({ "type": kind, "lines": [text] })))
        }
        Reply::Say(_, text) => Err(Mistake::new(text)),
        _ => Err(Mistake::new("there is no answer")),
    }
}

/// What is to be decided, and all that its seat may know.
pub fn decision(session: &Session, told: usize, undone: bool) -> Value {
    let shown = session.shown();
    let prompt = offer::question(session).map(|text| {
        let prompt = &shown.pending.prompts()[0];
        json!({
            "text": text, "words": offer::question_words(session),
            "min": prompt.min, "max": prompt.max, "picked": prompt.picks().len(),
        })
    });
    let offers = offer::offers(session);
    let actions: Vec<Value> = offers
        .iter()
        .enumerate()
        .map(|(index, offer)| json!({ "n": index + 1, "text": offer.text, "about": offer.about }))
        .collect();
    json!({
        "type": "decision",
        "seat": session.game.to_decide().map(|seat| seat.to_string()),
        "decisions": session.decisions(),
        "undone": undone,
        "prompt": prompt,
        "actions": actions,
        "view": view(session, &shown),
        "log": log(session, told),
    })
}

/// How the game stands at the end, or where it was left.
fn result(session: &Session, told: usize) -> Value {
    let winner = match session.game.outcome() {
        Outcome::Won(seat) => Some(seat.to_string()),
        _ => None,
    };
    let why: Vec<String> = command::ending(session, WIDTH).iter().map(Line::text).collect();
    json!({
        "type": "result",
        "over": session.game.is_over(),
        "outcome": outcome_words(session.game.outcome()),
        "winner": winner,
        "why": why,
        "turn": session.game.turn.number,
        "decisions": session.decisions(),
        "seed": session.told_seed(),
        "hash": hash_text(session.table(), &session.game),
        "view": view(session, &session.shown()),
        "log": log(session, told),
    })
}

fn log(session: &Session, told: usize) -> Vec<Value> {
    let lines = session.log.lines.get(told..).unwrap_or(&[]).iter();
    lines.filter(|told| told.what != What::Inner).map(told_json).collect()
}

/// The table as a seat sees it.
fn view(session: &Session, shown: &Game) -> Value {
    let rules = &session.table().catalog.rules;
    let words = Words::new(session.table().read(shown));
    let places: Vec<Value> = (1..rules.places() as u8)
        .map(ZoneId)
        .filter(|zone| !shown.zone(*zone).is_empty() || shown.slots[zone.index()] != 0)
        .map(|zone| place(session, shown, &words, zone))
        .collect();
    let stack: Vec<&str> =
        shown.pending.stack.iter().rev().map(|item| words.name(item.source)).collect();
    json!({
        "turn": shown.turn.number,
        "round": shown.turn.round,
        "phase": session.table().frame.phase_name(shown),
        "active": shown.turn.active.to_string(),
        "p1": counters(session, shown, Seat::ONE),
        "p2": counters(session, shown, Seat::TWO),
        "places": places,
        "stack": stack,
    })
}

fn counters(session: &Session, shown: &Game, seat: Seat) -> Value {
    let (catalog, frame) = (&session.table().catalog, &session.table().frame);
    let reader = session.table().read(shown);
    let foreign = session.viewer().is_some_and(|viewer| viewer != seat);
    let mut counters = Map::new();
    for (number, word) in catalog.names.all(Class::Counter).iter().enumerate() {
        let hidden = catalog.rules.counters.get(number).is_none_or(|rule| rule.hidden && foreign);
        if !hidden {
            let value = frame.counter(&reader, seat, CounterId(number as u16));
            counters.insert(word.clone(), json!(value));
        }
    }
    Value::Object(counters)
}

/// A place with its cards, as far as they can be seen; a deck from its top.
fn place(session: &Session, shown: &Game, words: &Words, zone: ZoneId) -> Value {
    let rule = session.table().catalog.rules.zone_rule(zone);
    let mut objects = shown.zone(zone).to_vec();
    if rule.is_some_and(|rule| rule.role == Role::Deck) {
        objects.reverse();
    }
    let count = objects.len();
    objects.retain(|id| shown.object(*id).card != CardId::HIDDEN);
    let cards: Vec<Value> = objects.iter().map(|id| card(session, shown, words, *id)).collect();
    let mut value = json!({ "place": words.place(zone), "count": count, "cards": cards });
    if shown.slots[zone.index()] != 0 {
        value["bonus"] = json!(shown.slots[zone.index()]);
    }
    value
}

fn card(session: &Session, shown: &Game, words: &Words, id: ObjectId) -> Value {
    let catalog = &session.table().catalog;
    let (object, reader) = (shown.object(id), session.table().read(shown));
    let mut numbers = Map::new();
    for (number, word) in catalog.names.all(Class::Attribute).iter().enumerate() {
        let value = reader.value(id, AttributeId(number as u16));
        if value != 0 {
            numbers.insert(word.clone(), json!(value));
        }
    }
    let flags = catalog.names.all(Class::Flag).iter().enumerate();
    let flags: Vec<&String> =
        flags.filter(|(flag, _)| object.has(FlagId(*flag as u16))).map(|(_, word)| word).collect();
    let mut value = json!({
        "name": words.card(object.card), "label": words.full_label(id),
        "numbers": numbers, "status": flags,
    });
    if !shown.host(id).is_none() {
        value["on"] = json!(words.full_label(shown.host(id)));
    }
    value
}
