//! `play` and `watch`.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use onplay_bots::BotKind;
use onplay_engine::id::Seat;
use onplay_games::kit::{GAMES, Kit};
use serde_json::json;

use crate::args::{Play, Setup, Watch};
use crate::input::{self, Input};
use crate::plain::{self, Out};
use crate::saves::{Place, Saves};
use crate::screen::{self, Mode};
use crate::session::{Session, Start};
use crate::text::{Line, Tone};
use crate::told::{Told, What};
use crate::unfinished::Unfinished;
use crate::{Failed, command, load, menu, people, protocol};

/// Plays a game with people in it.
pub fn play(args: Play) -> Result<(), Failed> {
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let way = if args.json {
        Way::Json
    } else if terminal && !args.plain {
        Way::Screen
    } else {
        Way::Lines
    };
    if let Some(file) = args.save.as_deref().filter(|file| args.resume.as_deref() != Some(file)) {
        load::writable(file, args.force)?;
    }
    if let Some(file) = &args.resume {
        let saves = Saves::new(args.force, Place::Anywhere).and_to(file);
        let session = resume(file, args.game.as_deref(), args.bot, saves)?;
        return begin(session, way, args.save.as_deref());
    }
    if args.json && args.game.is_none() {
        let games = GAMES.join(", ");
        return Err(Failed::Usage(format!("--json needs a game or --resume FILE; games: {games}")));
    }
    if way == Way::Lines && !args.plain {
        let game = args.game.unwrap_or_else(|| demonstrated().to_owned());
        return demonstrate(load::game(&game)?, &args.setup);
    }
    let unfinished = if terminal { Unfinished::of_person() } else { Unfinished::nowhere() };
    let chooses = args.game.is_none();
    let name = match args.game.clone() {
        Some(name) => name,
        None => match menu::choose_game(&unfinished)? {
            Some(name) => name,
            None => return Ok(()),
        },
    };
    if let Some((file, decided)) = unfinished.find(&name)
        && args.setup.seed.is_none()
        && wants_to_go_on(&name, decided)?
    {
        let session = resume(&file, None, None, Saves::new(args.force, Place::Anywhere))?;
        return begin(session, way, None);
    }
    let kit = load::game(&name)?;
    let args = match chooses {
        true => match menu::choose_rest(args, &kit)? {
            Some(args) => args,
            None => return Ok(()),
        },
        false => args,
    };
    let bot = args.bot.unwrap_or(BotKind::Greedy);
    let bot = (!args.two).then_some(bot);
    let mut bots = [bot.clone(), bot];
    let seat = usize::from(args.seat.as_deref() == Some("p2"));
    bots[seat] = None;
    let mut session = start(kit, &args.setup, bots)?;
    session.saves = Saves::new(args.force, Place::Anywhere);
    begin(session, way, args.save.as_deref())
}

/// Goes on with a saved game.
fn resume(
    file: &Path,
    game: Option<&str>,
    bot: Option<BotKind>,
    saves: Saves,
) -> Result<Session, Failed> {
    let (kit, replay) = load::replay(file, game)?;
    let wrong = |message| Failed::Wrong(format!("{}: {message}", file.display()));
    let bots = match bot {
        // Seats of people stay theirs.
        Some(bot) => {
            load::fitting(&kit, [&bot])?;
            [0, 1].map(|seat: usize| (replay.header.seats[seat] != "human").then(|| bot.clone()))
        }
        None => load::bots(&replay).map_err(wrong)?,
    };
    let mut session = Session::resume(kit, replay, None, bots).map_err(wrong)?;
    session.saves = saves;
    Ok(session)
}

/// Asks whether to go on with an unfinished game.
fn wants_to_go_on(game: &str, decided: usize) -> Result<bool, Failed> {
    say!(
        "There is an unfinished game of {game}, {} long. Go on with it? [Y/n]",
        decisions(decided)
    );
    say_raw!("> ");
    io::stdout().flush()?;
    Ok(match input::line(&mut io::stdin().lock(), 1 << 10)? {
        Input::Line(line) => !line.trim().to_lowercase().starts_with('n'),
        Input::TooLong | Input::End => false,
    })
}

/// How a person, or a program in their place, plays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Screen,
    Lines,
    Json,
}

/// The game that is shown to someone who names none.
fn demonstrated() -> &'static str {
    GAMES.iter().find(|game| **game != "lab").copied().unwrap_or("lab")
}

/// A session from the options.
pub fn start(kit: Kit, setup: &Setup, bots: [Option<BotKind>; 2]) -> Result<Session, Failed> {
    let kit = load::with_policy(kit, setup.policy.as_deref())?;
    load::fitting(&kit, bots.iter().flatten())?;
    let decks = load::decks(&kit, setup)?;
    let (policy, seed_known) = (setup.policy.clone(), setup.seed.is_some());
    let seed = seed(setup.seed)?;
    Ok(Session::start(kit, Start { seed, decks, bots, policy, seed_known }))
}

/// The seed that was asked for, or one that nobody can guess.
pub fn seed(asked: Option<u64>) -> Result<u64, Failed> {
    let any = || getrandom::u64().map_err(|error| Failed::Missing(format!("no chance: {error}")));
    asked.map_or_else(any, Ok)
}

/// Lets a program play a session by JSON Lines, then writes the replay if it is wanted.
fn begin_json(mut session: Session, save: Option<&Path>) -> Result<(), Failed> {
    let salt = format!("{:016x}{:016x}", seed(None)?, seed(None)?);
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    protocol::play(&mut session, &salt, &mut input, &mut out)?;
    save.map_or(Ok(()), |file| session.keep(file)).map_err(Failed::Missing)
}

/// Plays a session, then says how it ended.
pub fn begin(session: Session, way: Way, save: Option<&Path>) -> Result<(), Failed> {
    if way == Way::Json {
        return begin_json(session, save);
    }
    let person = io::stdin().is_terminal() && session.humans() > 0;
    let unfinished = if person { Unfinished::of_person() } else { Unfinished::nowhere() };
    let session = if way == Way::Screen {
        screen::run(session, Mode::Play, unfinished.clone())?
    } else {
        let mut session = session;
        let mut lock = io::stdout().lock();
        let colour = crate::text::colour();
        let mut out = Out { out: &mut lock, colour, width: 80 };
        out.line(&heading(&session))?;
        if person {
            ask_before_leaving();
        }
        plain::play(&mut session, &mut io::stdin().lock(), &mut out, &unfinished)?;
        session
    };
    farewell(&session);
    let game = &session.kit.book.game.id;
    if !session.game.is_over() && unfinished.find(game).is_some() {
        say!("the game is kept: `onplay play {game}` offers it again");
    }
    Ok(())
}

/// Ctrl-C asks once before a game that goes on is left.
fn ask_before_leaving() {
    let asked = AtomicBool::new(false);
    let _ = ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        note!("\nLeave? The game is kept. Ctrl-C again leaves, Enter goes on.");
    });
}

fn heading(session: &Session) -> Line {
    let header = &session.replay.header;
    let names = people::names(session);
    let who = |seat: Seat| match header.seats[seat.index()].as_str() {
        "human" => names.subject(seat).to_owned(),
        kind => format!("{} ({kind})", names.subject(seat)),
    };
    let seed = session.told_seed().map_or(String::new(), |seed| format!(" · seed {seed}"));
    Line::of(Tone::Strong, session.kit.book.game.title.clone()).add(
        Tone::Plain,
        format!(
            "{seed} · {} with {} · {} with {}",
            who(Seat::ONE),
            header.decks[0].name,
            who(Seat::TWO),
            header.decks[1].name
        ),
    )
}

fn farewell(session: &Session) {
    let seed = session.told_seed().map_or(String::new(), |seed| format!(" · seed {seed}"));
    let outcome = people::names(session).outcome(session.game.outcome());
    say!("{outcome} · {}{seed}", decisions(session.decisions()));
}

/// So many decisions, in words.
pub fn decisions(count: usize) -> String {
    if count == 1 { "1 decision".into() } else { format!("{count} decisions") }
}

/// A game between bots with its log explained, for whoever has no terminal.
fn demonstrate(kit: Kit, setup: &Setup) -> Result<(), Failed> {
    let setup = Setup { seed: Some(setup.seed.unwrap_or(1)), ..setup.clone() };
    let mut session = start(kit, &setup, [Some(BotKind::Greedy), Some(BotKind::Greedy)])?;
    let mut lock = io::stdout().lock();
    let mut out = Out { out: &mut lock, colour: false, width: 80 };
    out.line(&Line::plain(
        "No terminal here, so two bots play a demonstration; run this in a terminal to play.",
    ))?;
    out.line(&Line::plain(
        "▸ is a decision, » a trigger; what follows from something stands further in.",
    ))?;
    out.line(&heading(&session))?;
    run_plain(&mut session, &mut out, true)?;
    drop(lock);
    farewell(&session);
    Ok(())
}

/// Lets bots play to the end and prints what happens; on request with the
/// words of the cards behind it.
fn run_plain(session: &mut Session, out: &mut Out, explained: bool) -> Result<(), Failed> {
    let (mut told, mut turn) = (0, u16::MAX);
    loop {
        let stepped = session.step_bot();
        let mut cited: Option<String> = None;
        for entry in session.log.lines.get(told..).unwrap_or(&[]) {
            if entry.what == What::Inner || entry.minor {
                continue;
            }
            out.line(&entry.line())?;
            let fresh = entry.words.is_some() && entry.words != cited;
            if explained
                && fresh
                && entry.what == What::Trigger
                && let Some(words) = &entry.words
            {
                let inset = "  ".repeat(usize::from(entry.depth.min(12)) + 2);
                out.line(&Line::of(Tone::Soft, format!("{inset}{words}")))?;
            }
            cited.clone_from(&entry.words);
        }
        told = session.log.lines.len();
        if turn != session.game.turn.number || !stepped {
            turn = session.game.turn.number;
            out.lines(&plain::table(session, out.width))?;
            out.line(&Line::new())?;
        }
        if !stepped {
            return Ok(out.lines(&command::ending(session, out.width))?);
        }
    }
}

/// Shows two bots playing.
pub fn watch(args: Watch) -> Result<(), Failed> {
    let kit = load::game(&args.game)?;
    let bots = load::pair(&kit, &args.bots)?;
    args.save.iter().try_for_each(|file| load::writable(file, args.force))?;
    let mut session = start(kit, &args.setup, bots.map(Some))?;
    let full = io::stdout().is_terminal() && io::stdin().is_terminal() && !args.plain;
    if args.json {
        watch_json(&mut session)?;
    } else if full {
        let pause = Duration::from_millis(args.pause);
        session =
            screen::run(session, Mode::Watch { pause, stopped: false }, Unfinished::nowhere())?;
        farewell(&session);
    } else {
        let mut lock = io::stdout().lock();
        let colour = crate::text::colour();
        let mut out = Out { out: &mut lock, colour, width: 80 };
        out.line(&heading(&session))?;
        run_plain(&mut session, &mut out, false)?;
        drop(lock);
        farewell(&session);
    }
    if let Some(file) = &args.save {
        onplay_sim::write_file(file, &session.save(), load::existing(args.force))
            .map_err(Failed::Missing)?;
    }
    Ok(())
}

fn watch_json(session: &mut Session) -> Result<(), Failed> {
    let mut out = io::stdout().lock();
    let mut header = serde_json::to_value(&session.replay.header)
        .map_err(|error| Failed::Missing(error.to_string()))?;
    header["seed"] = json!(session.told_seed());
    writeln!(out, "{header}")?;
    let mut told = 0;
    loop {
        let stepped = session.step_bot();
        for entry in session.log.lines.get(told..).unwrap_or(&[]) {
            writeln!(out, "{}", told_json(entry))?;
        }
        told = session.log.lines.len();
        if !stepped {
            let outcome = onplay_games::words::outcome_words(session.game.outcome());
            let end = json!({ "end": outcome, "seed": session.told_seed() });
            return Ok(writeln!(out, "{end}")?);
        }
    }
}

/// A line of the log as data.
pub fn told_json(told: &Told) -> serde_json::Value {
    json!({
        "event": told.number,
        "cause": told.because,
        "depth": told.depth,
        "decision": told.decision,
        "kind": match told.what {
            What::Decision(_) => "decision",
            What::Forced => "forced",
            What::Event => "event",
            What::Trigger => "trigger",
            What::Note => "note",
            What::End => "end",
            What::Inner => "inner",
        },
        "text": told.text,
        "words": told.words,
    })
}
