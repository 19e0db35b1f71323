//! `replay` and `explain`.

use std::io::{self, IsTerminal as _, Write as _};

use onplay_bots::BotKind;
use onplay_engine::id::Seat;
use onplay_engine::state::{Fact, Record};
use onplay_games::explain::Explainer;
use onplay_games::kit::Kit;
use onplay_games::printed::choice_words;
use onplay_games::replay::{Replay as Played, ReplayError, hash_text};
use serde_json::json;

use crate::args::{Explain, Replay};
use crate::board::Board;
use crate::room::Room;
use crate::session::Session;
use crate::text::{Line, Tone, colour};
use crate::told::{Voice, What};
use crate::{Failed, command, load, people, play, viewer};

/// Bots at both seats, so that everything is shown.
const OPEN: [Option<BotKind>; 2] = [Some(BotKind::Random), Some(BotKind::Random)];

/// Checks a replay and shows it.
pub fn replay(args: Replay) -> Result<(), Failed> {
    let (kit, replay) = load::replay(&args.file, args.game.as_deref())?;
    let wrong = |message: String| Failed::Wrong(format!("{}: {message}", args.file.display()));
    if let Some(at) = args.branch {
        return branch(&args, at);
    }
    let (steps, seed) = (replay.steps.len(), replay.header.seed);
    let session = Session::resume(kit, replay, None, OPEN).map_err(wrong)?;
    if let (Some(commitment), Some(salt)) = (&args.verify_seed, &args.salt) {
        return crate::serve::verify_seed(seed, commitment, salt);
    }
    if let Some(path) = &args.to_scenario {
        if let Some(from) = args.from.filter(|from| *from == 0 || *from > steps) {
            return Err(Failed::Usage(format!("--from {from}: decisions go from 1 to {steps}")));
        }
        load::writable(path, args.force)?;
        let page = onplay_scenario::write_page(&session.kit, &session.replay, args.from);
        let page = page.map_err(|error| Failed::Wrong(error.to_string()))?;
        onplay_sim::write_file(path, &page.text, load::existing(args.force))
            .map_err(Failed::Missing)?;
        say!("{}: {}", path.display(), page.about);
        return Ok(());
    }
    let timeline = session.timeline();
    let at = match (args.at, args.turn) {
        (Some(at), _) if at > steps => {
            return Err(Failed::Usage(format!("--at {at}: there are only {steps} decisions")));
        }
        (Some(at), _) => Some(at),
        (None, Some(turn)) => {
            let found = timeline.iter().position(|(game, _)| game.turn.number >= turn);
            let last = timeline.last().map_or(0, |(game, _)| game.turn.number);
            Some(found.ok_or_else(|| {
                Failed::Usage(format!("--turn {turn}: the game ends in turn {last}"))
            })?)
        }
        (None, None) => None,
    };
    if args.json {
        say!("{}", replay_json(&session, &timeline, at));
        return Ok(());
    }
    let full = io::stdout().is_terminal() && io::stdin().is_terminal() && !args.plain;
    if full && at.is_none() {
        return viewer::run(&session, &timeline).map_err(Failed::from);
    }
    let mut out = io::stdout().lock();
    match at {
        Some(at) => {
            let (game, from) = &timeline[at];
            let board = Board::new(&session.kit, game, Seat::ONE, people::names(&session));
            writeln!(out, "{}", board.title().ansi(colour()))?;
            let hands = board.hands(80, None);
            for line in board.lines(Room::whole(80)).iter().chain(&hands) {
                writeln!(out, "{}", line.ansi(colour()))?;
            }
            if let Some((_, to)) = timeline.get(at + 1) {
                let next = session.log.lines.get(*from..*to).unwrap_or(&[]);
                writeln!(out, "what follows:")?;
                for told in next.iter().filter(|told| told.what != What::Inner && !told.minor) {
                    writeln!(out, "{}", told.line().ansi(colour()))?;
                }
            }
        }
        None => {
            for line in session.log.read(0) {
                writeln!(out, "{}", line.ansi(colour()))?;
            }
            let good = format!("{}, every hash is right", play::decisions(steps));
            writeln!(out, "{}", Line::of(Tone::Good, good).ansi(colour()))?;
        }
    }
    Ok(())
}

fn replay_json(
    session: &Session,
    timeline: &[(onplay_engine::state::Game, usize)],
    at: Option<usize>,
) -> serde_json::Value {
    let table = session.table();
    let state = |at: usize| {
        let (game, _) = &timeline[at];
        let board = Board::new(&session.kit, game, Seat::ONE, people::names(session));
        let lines: Vec<String> = board
            .lines(Room::whole(100))
            .iter()
            .map(|line| line.text().trim_end().to_owned())
            .collect();
        json!({
            "decision": at,
            "turn": game.turn.number,
            "round": game.turn.round,
            "decider": game.to_decide().map(|seat| seat.to_string()),
            "outcome": onplay_games::words::outcome_words(game.outcome()),
            "hash": hash_text(table, game),
            "board": lines,
        })
    };
    json!({
        "header": session.replay.header,
        "decisions": session.replay.steps.len(),
        "verified": true,
        "state": state(at.unwrap_or(timeline.len() - 1)),
    })
}

/// Plays on from the middle, with what nobody knew dealt anew.
fn branch(args: &Replay, at: usize) -> Result<(), Failed> {
    let (kit, replay) = load::replay(&args.file, args.game.as_deref())?;
    let wrong = |message: String| Failed::Wrong(format!("{}: {message}", args.file.display()));
    if at > replay.steps.len() {
        return Err(Failed::Usage(format!(
            "--branch {at}: there are only {} decisions",
            replay.steps.len()
        )));
    }
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let seed = play::seed(args.seed)?;
    let probe = Session::resume(kit.clone(), replay.clone(), Some(at), OPEN).map_err(wrong)?;
    load::fitting(&kit, &args.bot)?;
    let mut bots = [args.bot.clone(), args.bot.clone()];
    if !args.auto && (terminal || args.plain) {
        // Whoever decides here is the person.
        bots[probe.game.to_decide().unwrap_or_default().index()] = None;
    }
    let mut session = Session::resume(kit, replay, Some(at), bots).map_err(wrong)?;
    session.branch(seed);
    match args.seed {
        Some(seed) => say!("branch after decision {at}, hidden cards dealt with seed {seed}"),
        None => say!("branch after decision {at}, hidden cards dealt anew"),
    }
    if session.humans() > 0 {
        let full = terminal && !args.plain;
        let way = if full { play::Way::Screen } else { play::Way::Lines };
        return play::begin(session, way, None);
    }
    let told = session.log.lines.len();
    while session.step_bot() {}
    for line in session.log.read(told) {
        crate::output::put_line(&line);
    }
    Ok(())
}

/// Tells why.
pub fn explain(args: Explain) -> Result<(), Failed> {
    let (kit, replay) = load::replay(&args.file, args.game.as_deref())?;
    if let Some(decision) = args.tree {
        return tree(&args, &kit, &replay, decision);
    }
    let session = Session::resume(kit, replay, None, OPEN)
        .map_err(|message| Failed::Wrong(format!("{}: {message}", args.file.display())))?;
    let log = &session.log;
    let voice = if args.json { Voice::Programs } else { Voice::People };
    if let Some(name) = &args.why_not {
        let lines = log.why_not(name, voice);
        if lines.is_empty() {
            return Err(nothing(&session, name, "no trigger stayed silent"));
        }
        return print(&lines, args.json);
    }
    let found = match (&args.event, &args.why) {
        (Some(number), _) => {
            let last = log.lines.last().map_or(0, |told| told.ordinal);
            Some(log.find(*number).ok_or_else(|| {
                Failed::Usage(format!(
                    "--event {number}: events go from 1 to {last}; without --event all are \
                         listed"
                ))
            })?)
        }
        (None, Some(words)) => {
            let lost = || nothing(&session, words, "nothing in the log has these words");
            Some(log.last_with(words).ok_or_else(lost)?)
        }
        (None, None) => None,
    };
    if let Some(told) = found {
        return print(&log.why(told, voice), args.json);
    }
    let mut out = io::stdout().lock();
    for told in log.lines.iter().filter(|told| told.what != What::Inner) {
        if args.json {
            writeln!(out, "{}", play::told_json(told))?;
        } else {
            writeln!(out, "{:6} {}", told.ordinal, told.line().ansi(colour()))?;
        }
    }
    Ok(())
}

/// That something asked about is not in the log, with the card that may have
/// been meant.
fn nothing(session: &Session, words: &str, what: &str) -> Failed {
    match command::near_card(session, words) {
        None => Failed::Wrong(format!("`{words}`: {what}")),
        Some(hint) => Failed::Missing(format!("`{words}`: {what}{hint}")),
    }
}

/// The chain behind one decision as a tree.
fn tree(args: &Explain, kit: &Kit, replay: &Played, decision: usize) -> Result<(), Failed> {
    let wrong = |error: ReplayError| Failed::Wrong(format!("{}: {error}", args.file.display()));
    if decision == 0 || decision > replay.steps.len() {
        return Err(Failed::Usage(format!(
            "--tree {decision}: decisions go from 1 to {}",
            replay.steps.len()
        )));
    }
    let mut game = replay.begin(kit, None).map_err(wrong)?;
    for index in 0..decision - 1 {
        replay.step(kit, &mut game, index, None).map_err(wrong)?;
    }
    let before = game.clone();
    let mut record = Record::default();
    replay.step(kit, &mut game, decision - 1, Some(&mut record)).map_err(wrong)?;
    let made = record.entries.first().and_then(|entry| match entry.fact {
        Fact::Decided { action, .. } => choice_words(&kit.book, &before, action),
        _ => None,
    });
    let first = record.entries.first().map_or(0, |entry| entry.ordinal);
    let tree = Explainer::new(&record, kit.table.read(&game)).with_book(&kit.book).tree(first);
    let mut lines: Vec<Line> = tree.lines().map(Line::plain).collect();
    if let Some(words) = made {
        lines.insert(1.min(lines.len()), Line::of(Tone::Soft, format!("  “{words}”")));
    }
    print(&lines, args.json)
}

fn print(lines: &[Line], as_json: bool) -> Result<(), Failed> {
    if as_json {
        let texts: Vec<String> = lines.iter().map(Line::text).collect();
        say!("{}", json!({ "lines": texts }));
    } else {
        lines.iter().for_each(crate::output::put_line);
    }
    Ok(())
}
