//! What a person can type while playing, the same everywhere.

use std::path::Path;

use onplay_bots::{BotKind, Limit};
use onplay_engine::id::{CardId, Class, ObjectId, Seat};
use onplay_engine::state::{Action, Outcome, Refusal};
use onplay_games::typed::{self, Typed};
use onplay_games::words::Words;

use crate::board::{self, Board, Room};
use crate::offer::{cards_only, entries, matching, objects, offers};
use crate::rules;
use crate::session::Session;
use crate::text::{Line, Tone, wrap};
use crate::told::{Told, What};

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

/// Everything that can be typed, for `help`.
pub const HELP: &str = "\
NUMBER          take that action, or give that answer; a card with several
                places comes first, then the place (`back` for another card)
WORDS           the same by its words; the beginning or any part will do
card NAME       read a card (also: ? NAME)
board           the whole table, nothing cut short
rules [WORDS]   the rules, or the clauses with these words or this number
why [WORDS]     why the last thing happened, or the last one with these words
why not WORDS   why a trigger stayed silent or an action is not possible
log [N]         the last N lines of the log
hint            what a search would do
undo            take back, as long as nothing hidden was seen and no dice rolled
save FILE       write a replay; `onplay play --resume FILE` goes on from it
                (save FILE --force replaces a file that is there already)
help, quit

In the full screen: ↑ ↓ scroll the actions, PgUp PgDn the log, Tab completes,
Esc clears. While you type, the card you mean is shown.";

/// Most lines about how a game came to its end.
const MOST_TOLD: usize = 8;

/// How the game ended and what led there; empty while it goes on.
pub fn ending(session: &Session, width: usize) -> Vec<Line> {
    if !session.game.is_over() {
        return Vec::new();
    }
    let outcome = onplay_games::words::outcome_words(session.game.outcome());
    let you = match (session.viewer().filter(|_| session.humans() == 1), session.game.outcome()) {
        (Some(seat), Outcome::Won(winner)) if seat == winner => "You win: ",
        (Some(_), Outcome::Won(_)) => "You lose: ",
        _ => "The game is over: ",
    };
    let headline = format!("{you}{outcome} in turn {}.", session.game.turn.number);
    let mut lines = vec![Line::of(Tone::Good, headline)];
    if let Some(clause) = rules::goal(&session.kit.book.game.id) {
        lines.push(Line::of(Tone::Soft, format!("Rule {}: {}", clause.number, clause.text)));
    }
    let log = &session.log.lines;
    let decided = |told: &Told| matches!(told.what, What::Decision(_));
    let from = log.iter().rposition(decided).unwrap_or(0);
    let weighty = |told: &&Told| told.weighty && told.what != What::Inner;
    let last: Vec<Told> = log[from..].iter().filter(weighty).cloned().collect();
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
        "board" if rest.is_empty() => return whole_board(session, width),
        "rules" => return read_rules(session, rest, width),
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
        "back" if rest.is_empty() && session.within.is_some() => {
            session.within = None;
            return Reply::Narrowed;
        }
        _ => {}
    }
    if line.is_empty() {
        return Reply::Say(Tone::Soft, "type a number, words of an action, or help".into());
    }
    decide(session, line)
}

/// Why something typed is no decision. Nothing has changed.
pub struct Mistake {
    pub message: String,
    /// The nearest thing that can be decided.
    pub nearest: Option<String>,
}

impl Mistake {
    pub fn new(message: impl Into<String>) -> Self {
        Mistake { message: message.into(), nearest: None }
    }
}

fn decide(session: &mut Session, line: &str) -> Reply {
    let action = match line.parse::<usize>() {
        Ok(number) if session.waits_for_human() => match pick(session, number) {
            Ok(Some(action)) => Ok(action),
            Ok(None) => return Reply::Narrowed,
            Err(mistake) => Err(mistake),
        },
        _ => chosen(session, line),
    };
    match action {
        Ok(action) => {
            session.decide(action);
            Reply::Acted
        }
        Err(Mistake { message, nearest: Some(near) }) => {
            Reply::Say(Tone::Warn, format!("{message}; did you mean `{near}`?"))
        }
        Err(Mistake { message, nearest: None }) => Reply::Say(Tone::Warn, message),
    }
}

/// The action with this number in the list of a person; nothing if the number is
/// a card's, whose places are listed next.
fn pick(session: &mut Session, number: usize) -> Result<Option<Action>, Mistake> {
    let offers = offers(session);
    let entries = entries(&offers, session.within.as_deref());
    let found = number.checked_sub(1).and_then(|at| entries.get(at));
    let Some(entry) = found else {
        return Err(Mistake::new(format!("choose a number from 1 to {}", entries.len())));
    };
    if let [one] = entry.offers.as_slice() {
        return Ok(Some(offers[*one].action));
    }
    let first = entry.offers.first().map(|index| offers[*index].text.clone()).unwrap_or_default();
    session.within = first.rfind(" to ").map(|at| first[..at].to_owned());
    Ok(None)
}

/// The action with this number among all that are on offer.
///
/// # Errors
/// There is none.
pub fn numbered(session: &Session, number: usize) -> Result<Action, Mistake> {
    let offers = offers(session);
    let found = number.checked_sub(1).and_then(|index| offers.get(index));
    let range = || Mistake::new(format!("choose a number from 1 to {}", offers.len()));
    found.map(|offer| offer.action).ok_or_else(range)
}

/// The action that some typed words mean.
///
/// # Errors
/// None, several, or one that is not on offer.
pub fn chosen(session: &Session, line: &str) -> Result<Action, Mistake> {
    if session.game.is_over() {
        return Err(Mistake::new("the game is over: save FILE, why, log or quit"));
    }
    if !session.waits_for_human() {
        return Err(Mistake::new("the other player decides now"));
    }
    if let Ok(number) = line.parse::<usize>() {
        return numbered(session, number);
    }
    let offers = offers(session);
    let fitting = matching(&offers, line);
    let exact = fitting.iter().find(|index| offers[**index].text.eq_ignore_ascii_case(line));
    if let Some(index) = exact.or(if fitting.len() == 1 { fitting.first() } else { None }) {
        return Ok(offers[*index].action);
    }
    if fitting.len() > 1 {
        let some = fitting.iter().take(4);
        let some: Vec<&str> = some.map(|index| offers[*index].text.as_str()).collect();
        return Err(Mistake::new(format!("which one? {}", some.join(" | "))));
    }
    let lost = || Mistake::new(format!("`{line}` is not understood; try help"));
    match read_typed(session, line) {
        Typed::Legal(action) => Ok(action),
        Typed::Illegal(action) => Err(refusal(session, action)
            .map_or_else(lost, |reason| Mistake::new(format!("not possible: {reason}")))),
        Typed::Ambiguous(several) => {
            Err(Mistake::new(format!("which one? {}", several.join(" | "))))
        }
        Typed::Unknown { nearest: None } => Err(lost()),
        Typed::Unknown { nearest } => {
            Err(Mistake { message: format!("`{line}` is not on offer"), nearest })
        }
    }
}

/// Reads typed words with the eyes of whoever types.
fn read_typed(session: &Session, line: &str) -> Typed {
    let offers: Vec<Action> = offers(session).iter().map(|offer| offer.action).collect();
    typed::read_among(session.table(), &session.shown(), line, &offers)
}

/// Why an action is refused, unless the answer would tell of hidden cards.
fn refusal(session: &Session, action: Action) -> Option<String> {
    if !session.game.is_over() && !session.waits_for_human() {
        return Some("the other player decides now".into());
    }
    let shown = session.shown();
    let card = |id: ObjectId| shown.objects.get(id.index()).map(|object| object.card);
    let covered = |id: ObjectId| card(id) == Some(CardId::HIDDEN);
    if objects(action).into_iter().any(covered) {
        return None;
    }
    let refusal = session.table().why_refused(&session.game, action);
    if refusal == Refusal::NotOffered && !session.game.pending.prompts().is_empty() {
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

/// That there is no card with such a name, with the nearest; none if there is
/// one.
pub fn near_card(session: &Session, words: &str) -> Option<String> {
    let names = session.kit.table.catalog.names.all(Class::Card);
    let wanted = words.to_lowercase();
    if names.iter().any(|name| name.to_lowercase().contains(&wanted)) {
        return None;
    }
    // Somebody may have written more than the name.
    let all = std::iter::once(words).chain(words.split_whitespace());
    let near = |word| onplay_cards::diagnostic::nearest(word, names.iter().map(String::as_str));
    let near = all.into_iter().find_map(near);
    Some(near.map_or("; no card has that name".into(), |near| format!("; did you mean `{near}`?")))
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

/// The table with nothing cut short.
fn whole_board(session: &Session, width: usize) -> Reply {
    let shown = session.shown();
    let near = session.viewer().unwrap_or(Seat::ONE);
    let board = Board::new(&session.kit, &shown, near, session.replay.header.seats.clone());
    let mut lines = board.lines(Room::whole(width));
    if session.viewer().is_some() {
        lines.extend(board.hand(width));
    }
    Reply::Text("board".into(), lines)
}

fn read_rules(session: &Session, rest: &str, width: usize) -> Reply {
    let game = session.kit.book.game.id.as_str();
    let Some(text) = rules::text(game) else {
        return Reply::Say(Tone::Warn, "this game brings no rules to read".into());
    };
    if rest.is_empty() {
        let lines = wrap(text, width, 0).into_iter().map(Line::plain).collect();
        return Reply::Text("rules".into(), lines);
    }
    let found = rules::find(game, rest);
    if found.is_empty() {
        return Reply::Say(Tone::Warn, format!("no clause of the rules has the words `{rest}`"));
    }
    let mut lines = Vec::new();
    for clause in found {
        let text = format!("{} {}", clause.number, clause.text);
        lines.extend(wrap(&text, width, 2).into_iter().map(Line::plain));
    }
    Reply::Text("rules".into(), lines)
}

fn why(session: &Session, rest: &str, width: usize) -> Reply {
    let (first, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    if first == "not" {
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
        // The end has no single cause.
        Some(told) if told.what == What::End => Reply::Text("why".into(), ending(session, width)),
        Some(told) => Reply::Text("why".into(), wrapped(log.why(told), width)),
        None if rest.is_empty() => Reply::Say(Tone::Warn, "nothing has happened yet".into()),
        None => {
            let near = near_card(session, rest).unwrap_or_default();
            Reply::Say(Tone::Warn, format!("nothing in the log has the words `{rest}`{near}"))
        }
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
        let text = &offers(session)[offered[0]].text;
        return Reply::Say(Tone::Good, format!("it is possible: {text}"));
    }
    if let Typed::Illegal(action) = read_typed(session, words)
        && let Some(reason) = refusal(session, action)
    {
        lines.push(Line::plain(format!("{words}: {reason}")));
    }
    if lines.is_empty() {
        let near = near_card(session, words).unwrap_or_default();
        let text = format!("no trigger of `{words}` stayed silent, and no such action is known");
        return Reply::Say(Tone::Warn, format!("{text}{near}"));
    }
    Reply::Text("why not".into(), wrapped(lines, width))
}

fn read_log(session: &Session, rest: &str) -> Reply {
    let lines: Vec<Line> = session.log.read(0);
    let count = rest.parse().unwrap_or(lines.len());
    let from = lines.len().saturating_sub(count);
    Reply::Text("log".into(), lines[from..].to_vec())
}

fn hint(session: &Session) -> Reply {
    let kind = BotKind::Search(Limit::Iterations(400));
    let advice = if session.waits_for_human() { session.advice(kind) } else { None };
    let Some(action) = advice else {
        return Reply::Say(Tone::Warn, "there is nothing to decide".into());
    };
    let offers = offers(session);
    // Copies of a card are one offer, so the very action may not be among them.
    let shown = session.shown();
    let words = Words::new(session.table().read(&shown));
    let found = offers.iter().position(|offer| {
        offer.action == action || cards_only(&words, offer.action) == cards_only(&words, action)
    });
    match found {
        Some(index) => {
            let text = &offers[index].text;
            Reply::Say(Tone::Good, format!("a search would take: {text}"))
        }
        None => Reply::Say(Tone::Warn, "no advice".into()),
    }
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

/// A line for newcomers that fits the moment.
pub fn tutorial(session: &Session) -> &'static str {
    if session.game.is_over() {
        return "The game is over. `save FILE` keeps it, `log` shows it, `quit` ends.";
    }
    if !session.waits_for_human() {
        return "The other player decides. Everything they do is in the log.";
    }
    if let Some(prompt) = session.game.pending.prompts().first() {
        return if prompt.source.is_some() {
            "A card asks you: type the number of your answer. `why` tells what led here."
        } else {
            "Type the number of your answer. `card NAME` reads a card, `rules` the rules."
        };
    }
    match session.decisions() {
        0..4 => "Type the number of an action, or some of its words. `card NAME` reads a card.",
        4..10 => "`why` explains the last thing that happened, `why not NAME` what did not.",
        10..16 => "`undo` takes back, `hint` asks a search for advice, `save FILE` keeps the game.",
        16..24 => "`rules` shows how the game goes and is won, `board` the whole table.",
        _ => "`help` lists everything you can type.",
    }
}

#[cfg(test)]
mod tests {
    use onplay_engine::id::ZoneId;
    use onplay_engine::rulebook::Role;
    use onplay_games::kit::load;

    use super::*;
    use crate::session::Start;

    #[test]
    fn nobody_is_told_why_a_card_they_cannot_see_is_not_played() {
        for game in onplay_games::kit::GAMES {
            let kit = load(game).expect("the game has no errors");
            let decks = onplay_sim::decks(&kit);
            let decks = [decks[0].clone(), decks[decks.len() - 1].clone()];
            let bots = [None, Some(BotKind::Random)];
            let start = Start { seed: 4, decks, bots, policy: None, seed_known: true };
            let session = Session::start(kit, start);
            let hand = session.table().catalog.rules.zone_of(Role::Hand, Seat::TWO);
            for held in session.game.zone(hand) {
                let play = Action::Play { object: *held, place: ZoneId::OUTSIDE, at: u8::MAX };
                assert_eq!(refusal(&session, play), None, "{game}");
                let attack = Action::Attack { attacker: ObjectId(0), target: *held };
                assert_eq!(refusal(&session, attack), None, "{game}");
            }
        }
    }
}
