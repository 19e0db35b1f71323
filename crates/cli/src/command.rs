//! What a person can type while playing, the same everywhere.

use std::path::Path;

use onplay_bots::{BotKind, Limit};
use onplay_engine::action::{Action, Refusal};
use onplay_engine::game::Game;
use onplay_engine::id::{CardId, Class, ObjectId, Seat};
use onplay_engine::rules::Role;
use onplay_games::typed::{self, Typed};
use onplay_games::words::Words;

use crate::board::{self, Board};
use crate::session::Session;
use crate::text::{Line, Tone, wrap};
use crate::told::{Told, What};

/// What came of something typed.
pub enum Reply {
    /// A decision was made.
    Acted,
    /// The game changed in another way: taken back.
    Changed(String),
    /// Something to read.
    Text(String, Vec<Line>),
    /// A short answer.
    Say(Tone, String),
    Quit,
}

/// Everything that can be typed, for `help`.
pub const HELP: &str = "\
NUMBER          take that action, or give that answer
WORDS           the same by its words; the beginning or any part will do
card NAME       read a card (also: ? NAME)
why [WORDS]     why the last thing happened, or the last one with these words
why not WORDS   why a trigger stayed silent or an action is not possible
log [N]         the last N lines of the log
hint            what a search would do
undo            take back, as long as nothing hidden was seen and no dice rolled
save FILE       write a replay; `onplay play --resume FILE` goes on from it
help, quit";

/// The action texts that a person chooses from, in the order of their numbers.
pub fn offers(session: &Session) -> Vec<(Action, String)> {
    let shown = session.shown();
    let words = Words::new(session.table().read(&shown));
    let mut offers: Vec<(Action, String)> = Vec::new();
    for action in session.legal() {
        let mut text = words.action(action);
        for id in objects(action) {
            // Copies of a card in a hand are one choice, by the card's name.
            if is_copy(&shown, &words, id) {
                text = text.replace(&words.full_label(id), words.card(shown.object(id).card));
            }
        }
        if !offers.iter().any(|(_, known)| *known == text) {
            offers.push((action, text));
        }
    }
    offers
}

/// Whether an object lies in a hand beside another that is just the same.
fn is_copy(game: &Game, words: &Words, id: ObjectId) -> bool {
    let Some(object) = game.objects.get(id.index()) else { return false };
    let rule = words.reader.catalog.rules.zone_rule(object.zone);
    let same = |other: &ObjectId| {
        let other = game.object(*other);
        (other.card, other.flags, other.values, other.granted)
            == (object.card, object.flags, object.values, object.granted)
    };
    rule.is_some_and(|rule| rule.role == Role::Hand)
        && game.zone(object.zone).iter().filter(|other| same(other)).count() > 1
}

/// The objects that an action names.
fn objects(action: Action) -> [ObjectId; 2] {
    match action {
        Action::Play { object, .. }
        | Action::Activate { object, .. }
        | Action::Move { object, .. }
        | Action::Choose(object) => [object, ObjectId::NONE],
        Action::Attack { attacker, target } => [attacker, target],
        Action::Special { object, other, .. } => [object, other],
        _ => [ObjectId::NONE; 2],
    }
}

/// The offers that have all typed words in them.
pub fn matching(offers: &[(Action, String)], typed: &str) -> Vec<usize> {
    let wanted: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let fits = |text: &str| {
        let text = text.to_lowercase();
        wanted.iter().all(|word| text.contains(word.as_str()))
    };
    (0..offers.len()).filter(|index| fits(&offers[*index].1)).collect()
}

/// Does what was typed.
pub fn obey(session: &mut Session, line: &str, width: usize) -> Reply {
    let line = line.trim();
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match verb {
        "quit" | "exit" | "q" if rest.is_empty() => return Reply::Quit,
        "help" | "h" => return help(session, width),
        "?" if rest.is_empty() => return help(session, width),
        "card" | "?" => return read_card(session, rest, width),
        "why" => return why(session, rest, width),
        "log" => return read_log(session, rest),
        "hint" => return hint(session),
        "undo" | "u" if rest.is_empty() => {
            return match session.undo() {
                Ok(()) => Reply::Changed("taken back".into()),
                Err(reason) => Reply::Say(Tone::Warn, reason),
            };
        }
        "save" => return save(session, rest),
        _ => {}
    }
    if line.is_empty() {
        return Reply::Say(Tone::Soft, "type a number, words of an action, or help".into());
    }
    decide(session, line)
}

fn decide(session: &mut Session, line: &str) -> Reply {
    let offers = offers(session);
    if session.game.is_over() {
        return Reply::Say(Tone::Warn, "the game is over: save FILE, why, log or quit".into());
    }
    if let Ok(number) = line.parse::<usize>() {
        return match number.checked_sub(1).and_then(|index| offers.get(index)) {
            Some((action, _)) => {
                session.decide(*action);
                Reply::Acted
            }
            None => Reply::Say(Tone::Warn, format!("choose a number from 1 to {}", offers.len())),
        };
    }
    let fitting = matching(&offers, line);
    let exact = fitting.iter().find(|index| offers[**index].1.eq_ignore_ascii_case(line));
    if let Some(index) = exact.or(if fitting.len() == 1 { fitting.first() } else { None }) {
        session.decide(offers[*index].0);
        return Reply::Acted;
    }
    if fitting.len() > 1 {
        let some: Vec<String> = fitting
            .iter()
            .take(4)
            .map(|index| format!("{} {}", index + 1, offers[*index].1))
            .collect();
        return Reply::Say(Tone::Warn, format!("which one? {}", some.join(" | ")));
    }
    match typed::read(session.table(), &session.game, line) {
        Typed::Legal(action) => {
            session.decide(action);
            Reply::Acted
        }
        Typed::Illegal(action) => match refusal(session, action) {
            Some(reason) => Reply::Say(Tone::Warn, format!("not possible: {reason}")),
            None => Reply::Say(Tone::Warn, format!("`{line}` is not understood; try help")),
        },
        Typed::Ambiguous(several) => {
            Reply::Say(Tone::Warn, format!("which one? {}", several.join(" | ")))
        }
        Typed::Unknown { nearest: Some(near) } => {
            Reply::Say(Tone::Warn, format!("`{line}` is not on offer; did you mean `{near}`?"))
        }
        Typed::Unknown { nearest: None } => {
            Reply::Say(Tone::Warn, format!("`{line}` is not understood; try help"))
        }
    }
}

/// Why an action is refused, unless the answer would tell of hidden cards.
fn refusal(session: &Session, action: Action) -> Option<String> {
    let hidden = session.is_hidden(&session.game);
    let covered = |id: ObjectId| hidden.get(id.index()).copied().unwrap_or(false);
    if objects(action).into_iter().any(covered) {
        return None;
    }
    let refusal = session.table().why_refused(&session.game, action);
    if refusal == Refusal::NotOffered && !session.game.prompts.is_empty() {
        return Some("a question must be answered first".into());
    }
    Some(Words::new(session.table().read(&session.game)).refusal(refusal))
}

fn help(session: &Session, width: usize) -> Reply {
    let mut lines: Vec<Line> = HELP.lines().map(Line::plain).collect();
    let shown = session.shown();
    let board = Board::new(&session.kit, &shown, Seat::ONE, Default::default());
    lines.push(Line::new());
    let legend = format!("On the board: {}.", board.legend());
    lines.extend(wrap(&legend, width, 0).into_iter().map(Line::plain));
    Reply::Text("help".into(), lines)
}

/// The card that a name or the beginning of one means.
pub fn find_card(session: &Session, name: &str) -> Result<CardId, String> {
    if let Some(card) = session.kit.book.card(name) {
        return Ok(card);
    }
    let names = session.kit.table.catalog.names.all(Class::Card);
    let wanted = name.to_lowercase();
    let fits: Vec<usize> =
        (0..names.len()).filter(|at| names[*at].to_lowercase().contains(&wanted)).collect();
    match fits.as_slice() {
        [one] => Ok(CardId(*one as u16)),
        [] => {
            let near = onplay_cards::diagnostic::nearest(name, names.iter().map(String::as_str));
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            Err(format!("there is no card `{name}`{near}"))
        }
        many => {
            let some: Vec<&str> = many.iter().take(6).map(|at| names[*at].as_str()).collect();
            Err(format!("which one? {}", some.join(" | ")))
        }
    }
}

fn read_card(session: &Session, name: &str, width: usize) -> Reply {
    if name.is_empty() {
        return Reply::Say(Tone::Warn, "card NAME reads a card".into());
    }
    match find_card(session, name) {
        Ok(card) => Reply::Text("card".into(), board::card(&session.kit, card, width)),
        Err(message) => Reply::Say(Tone::Warn, message),
    }
}

fn why(session: &Session, rest: &str, width: usize) -> Reply {
    if let Some(words) = rest.strip_prefix("not") {
        return why_not(session, words.trim(), width);
    }
    let log = &session.log;
    let told = if rest.is_empty() {
        // What a card did is asked for more often than a turn's beginning.
        let lines = log.lines.iter().rev().take(40);
        let happened = |told: &&Told| {
            matches!(told.what, What::Event | What::Trigger | What::Note | What::End)
        };
        let by_card = |told: &&Told| happened(told) && told.words.is_some();
        lines.clone().find(by_card).or_else(|| lines.clone().find(happened))
    } else {
        log.last_with(rest)
    };
    match told {
        Some(told) => Reply::Text("why".into(), wrapped(log.why(told.ordinal), width)),
        None if rest.is_empty() => Reply::Say(Tone::Warn, "nothing has happened yet".into()),
        None => Reply::Say(Tone::Warn, format!("nothing in the log has the words `{rest}`")),
    }
}

fn why_not(session: &Session, words: &str, width: usize) -> Reply {
    if words.is_empty() {
        return Reply::Say(
            Tone::Warn,
            "why not NAME for a trigger, or why not WORDS OF AN ACTION".into(),
        );
    }
    let offered = matching(&offers(session), words);
    let mut lines = session.log.why_not(words);
    if lines.is_empty() && !offered.is_empty() {
        return Reply::Say(Tone::Good, format!("it is possible: number {}", offered[0] + 1));
    }
    if let Typed::Illegal(action) = typed::read(session.table(), &session.game, words)
        && let Some(reason) = refusal(session, action)
    {
        lines.push(Line::plain(format!("{words}: {reason}")));
    }
    if lines.is_empty() {
        return Reply::Say(
            Tone::Warn,
            format!("no trigger of `{words}` stayed silent, and no such action is known"),
        );
    }
    Reply::Text("why not".into(), wrapped(lines, width))
}

fn read_log(session: &Session, rest: &str) -> Reply {
    let lines: Vec<Line> = session.log.read(0).collect();
    let count = rest.parse().unwrap_or(lines.len());
    let from = lines.len().saturating_sub(count);
    Reply::Text("log".into(), lines[from..].to_vec())
}

fn hint(session: &Session) -> Reply {
    let kind = BotKind::Search(Limit::Iterations(400));
    let Some(action) = session.advice(kind) else {
        return Reply::Say(Tone::Warn, "there is nothing to decide".into());
    };
    let offers = offers(session);
    let found = offers.iter().enumerate().find(|(_, (other, _))| *other == action);
    match found {
        Some((index, (_, text))) => {
            Reply::Say(Tone::Good, format!("a search would take {}: {text}", index + 1))
        }
        None => Reply::Say(Tone::Warn, "no advice".into()),
    }
}

fn save(session: &Session, file: &str) -> Reply {
    if file.is_empty() {
        return Reply::Say(Tone::Warn, "save FILE, for example: save game.jsonl".into());
    }
    match onplay_sim::write_whole(Path::new(file), &session.save()) {
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

/// A line for newcomers that fits the moment.
pub fn tutorial(session: &Session) -> &'static str {
    if session.game.is_over() {
        return "The game is over. `save FILE` keeps it, `log` shows it, `quit` ends.";
    }
    if !session.game.prompts.is_empty() {
        return "A card asks you: type the number of your answer. `why` tells what led here.";
    }
    match session.replay.steps.len() {
        0..4 => "Type the number of an action, or some of its words. `card NAME` reads a card.",
        4..10 => "`why` explains the last thing that happened, `why not NAME` what did not.",
        10..20 => "`undo` takes back, `hint` asks a search for advice, `save FILE` keeps the game.",
        _ => "`help` lists everything you can type.",
    }
}
