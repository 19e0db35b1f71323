//! Finding games, decks and replays.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use onplay_bots::{BotKind, Limit, UnknownBot};
use onplay_cards::diagnostic::nearest;
use onplay_cards::{Diagnostic, SourceFile, render};
use onplay_engine::frame::DeckList;
use onplay_games::kit::{self, GAMES, Kit};
use onplay_games::replay::Replay;
use onplay_sim::{Existing, Shard, read_file};

use crate::Failed;
use crate::args::Setup;
use crate::text::clean;

/// A game by id, or by the folder with its files.
pub fn game(name: &str) -> Result<Kit, Failed> {
    let path = Path::new(name);
    if path.is_dir() {
        return folder(path);
    }
    shipped(name, "game or folder")
}

/// A game that is part of the program, by id.
fn shipped(name: &str, kind: &str) -> Result<Kit, Failed> {
    let known = GAMES.iter().find(|game| game.eq_ignore_ascii_case(name));
    let Some(id) = known else { return Err(unknown(kind, "games", name, &GAMES)) };
    kit::load(id).map_err(|diagnostics| Failed::Wrong(drawn(&diagnostics, &kit::files(id), false)))
}

/// Diagnostics for a terminal: the first of them, and how many more there are.
/// What the files hold reaches no terminal as a command.
pub fn drawn(diagnostics: &[Diagnostic], files: &[SourceFile], colour: bool) -> String {
    let first: Vec<Diagnostic> = diagnostics.iter().take(SHOWN).map(cleaned).collect();
    let is_named = |file: &&SourceFile| {
        let labelled = |one: &Diagnostic| one.labels.iter().any(|label| label.file == file.name);
        first.iter().any(|one| one.file == file.name || labelled(one))
    };
    let named = files.iter().filter(is_named);
    let named: Vec<SourceFile> =
        named.map(|file| SourceFile::new(file.name.clone(), still(&file.text))).collect();
    let mut text = render(&first, &named, colour);
    if diagnostics.len() > SHOWN {
        text += &format!("… and {} more\n", diagnostics.len() - SHOWN);
    }
    text
}

fn cleaned(diagnostic: &Diagnostic) -> Diagnostic {
    let mut cleaned = diagnostic.clone();
    cleaned.message = clean(&cleaned.message);
    cleaned.help = cleaned.help.as_deref().map(clean);
    cleaned.labels.iter_mut().for_each(|label| label.message = clean(&label.message));
    cleaned
}

/// Most diagnostics that are drawn; JSON has all.
const SHOWN: usize = 100;

/// A text of the same length in bytes, so that places in it stay right, with
/// nothing in it that a terminal would obey.
fn still(text: &str) -> String {
    let letter = |letter: char| {
        let shown =
            letter == '\r' || clean(letter.encode_utf8(&mut [0; 4])).len() == letter.len_utf8();
        match letter.len_utf8() {
            _ if shown => letter,
            1 => '?',
            2 => '·',
            _ => '\u{fffd}',
        }
    };
    text.chars().map(letter).collect()
}

/// That something does not exist, with the nearest that does and all others.
pub fn unknown(kind: &str, kinds: &str, name: &str, known: &[&str]) -> Failed {
    let near = nearest(name, known.iter().copied());
    let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    Failed::Missing(format!("there is no {kind} `{name}`; {near}{kinds}: {}", known.join(", ")))
}

/// A game from a folder.
pub fn folder(path: &Path) -> Result<Kit, Failed> {
    if !path.join("game.toml").is_file() {
        let text = format!("{}: there is no game.toml in this folder", path.display());
        return Err(Failed::Missing(text));
    }
    let files = files(path)?;
    kit::load_files(&files).map_err(|diagnostics| Failed::Wrong(drawn(&diagnostics, &files, false)))
}

/// The files of a game folder, in order.
pub fn files(folder: &Path) -> Result<Vec<SourceFile>, Failed> {
    let mut files = Vec::new();
    let mut left = GAME_BYTES;
    let rulebook = folder.join("rulebook.md");
    let rulebook = rulebook.is_file().then_some(rulebook);
    for path in inside(folder, "toml")?.into_iter().chain(rulebook) {
        let text = bounded(&path, left)?;
        left -= text.len() as u64;
        files.push(SourceFile::new(path.to_string_lossy(), text));
    }
    files.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(files)
}

/// The files with an ending in a folder and the folders in it, in order. Each
/// folder is entered once, whatever links lead to it.
pub fn inside(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, Failed> {
    let told =
        |path: &Path, error: &io::Error| Failed::Missing(format!("{}: {error}", path.display()));
    let mut found = Vec::new();
    let mut entered = HashSet::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        let real = fs::canonicalize(&next).map_err(|error| told(&next, &error))?;
        if !entered.insert(real) {
            continue;
        }
        let entries = fs::read_dir(&next).map_err(|error| told(&next, &error))?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if path.is_file() && path.extension().is_some_and(|end| end == ending) {
                found.push(path);
            }
        }
        if found.len() > MOST_FILES || entered.len() > MOST_FILES {
            let text = format!("{}: more than {MOST_FILES} files or folders", folder.display());
            return Err(Failed::Missing(text));
        }
    }
    found.sort();
    Ok(found)
}

/// Most files of a folder that are read, and most bytes of all files of a game
/// and of one other file.
const MOST_FILES: usize = 4096;
const GAME_BYTES: u64 = 32 << 20;
const FILE_BYTES: u64 = 32 << 20;

/// A file's text.
pub fn text(path: &Path) -> Result<String, Failed> {
    bounded(path, FILE_BYTES)
}

fn bounded(path: &Path, most: u64) -> Result<String, Failed> {
    read_file(path, most).map_err(|error| unreadable(path, &error))
}

/// Why a file cannot be read, with a file beside it that has nearly its name.
fn unreadable(path: &Path, error: &io::Error) -> Failed {
    let reason = match error.kind() {
        _ if path.is_dir() => "this is a folder, not a file".to_owned(),
        io::ErrorKind::InvalidData => "this is no text: it is not UTF-8".to_owned(),
        io::ErrorKind::NotFound => {
            let near = beside(path).map(|near| format!("; did you mean `{near}`?"));
            format!("there is no such file{}", near.unwrap_or_default())
        }
        _ => error.to_string(),
    };
    Failed::Missing(format!("{}: {reason}", path.display()))
}

/// A file in the same folder with nearly this name.
fn beside(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let name = path.file_name()?.to_string_lossy().into_owned();
    let same = names.iter().find(|known| known.eq_ignore_ascii_case(&name));
    let near =
        same.map(String::as_str).or_else(|| nearest(&name, names.iter().map(String::as_str)));
    near.map(|near| path.with_file_name(near).display().to_string())
}

/// A shard of a simulation.
pub fn shard(path: &Path) -> Result<Shard, Failed> {
    if let Err(error) = fs::metadata(path) {
        return Err(unreadable(path, &error));
    }
    let hint = |message: String| {
        Failed::Missing(format!("{message}; a shard is what `onplay sim GAME --out FILE` writes"))
    };
    Shard::read(path).map_err(hint)
}

/// Whether a file can be written where it should go, before work is done.
pub fn writable(path: &Path, force: bool) -> Result<(), Failed> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        _ if path.is_dir() => {
            Err(Failed::Missing(format!("{}: this is a folder, not a file", path.display())))
        }
        Some(folder) if !folder.is_dir() => Err(Failed::Missing(format!(
            "{}: there is no folder {}",
            path.display(),
            folder.display()
        ))),
        _ if path.is_file() && !force => Err(Failed::Missing(format!(
            "{}: this file is there already; --force replaces it",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// What becomes of a file that is there already.
pub fn existing(force: bool) -> Existing {
    if force { Existing::Replace } else { Existing::Keep }
}

/// A game under the policy that was asked for.
pub fn with_policy(kit: Kit, policy: Option<&str>) -> Result<Kit, Failed> {
    match policy {
        Some(policy) => kit.with_policy(policy).map_err(|error| Failed::Missing(error.to_string())),
        None => Ok(kit),
    }
}

/// The decks of both seats: as asked for, else the game's first two.
pub fn decks(kit: &Kit, setup: &Setup) -> Result<[(String, DeckList); 2], Failed> {
    let known = onplay_sim::decks(kit);
    let find = |name: &Option<String>, default: usize| match name {
        Some(name) => {
            known.iter().find(|(id, _)| id.eq_ignore_ascii_case(name)).cloned().ok_or_else(|| {
                let ids: Vec<&str> = known.iter().map(|(id, _)| id.as_str()).collect();
                unknown("deck", "decks", name, &ids)
            })
        }
        None => Ok(known[default % known.len()].clone()),
    };
    let decks = [find(&setup.deck, 0)?, find(&setup.deck2, 1)?];
    let lists = [decks[0].1.clone(), decks[1].1.clone()];
    kit.check_decks(&lists).map_err(|error| Failed::Wrong(error.to_string()))?;
    Ok(decks)
}

/// A replay with the game it needs: the one it names, or the one that is given.
pub fn replay(path: &Path, given: Option<&str>) -> Result<(Kit, Replay), Failed> {
    let read = Replay::read(&text(path)?);
    let replay = read.map_err(|error| Failed::Wrong(format!("{}: {error}", path.display())))?;
    let place = |failed: Failed| match failed {
        Failed::Missing(message) => {
            Failed::Missing(format!("{}: line 1: {message}", path.display()))
        }
        other => other,
    };
    let kit = match given {
        Some(given) => game(given)?,
        // A file that somebody sent does not say which folder is read.
        None => shipped(&replay.header.game, "game").map_err(place)?,
    };
    let kit = with_policy(kit, replay.header.policy.as_deref()).map_err(place)?;
    Ok((kit, replay))
}

/// The bots that a replay names; seats of people stay theirs.
///
/// # Errors
/// A seat that is neither, or a bot that thinks longer than a file may ask for.
pub fn bots(replay: &Replay) -> Result<[Option<BotKind>; 2], String> {
    let mut bots = [None, None];
    for (bot, name) in bots.iter_mut().zip(&replay.header.seats) {
        if name == "human" {
            continue;
        }
        let kind: BotKind = name.parse().map_err(|error| format!("line 1: {error}"))?;
        let long = match kind {
            BotKind::Search(Limit::Iterations(count)) => count > PATIENT_ITERATIONS,
            BotKind::Search(Limit::Time(time)) => time > PATIENT_TIME,
            _ => false,
        };
        if long {
            return Err(format!(
                "line 1: `{name}` thinks longer than a file may ask for; --bot {name} asks for it"
            ));
        }
        *bot = Some(kind);
    }
    Ok(bots)
}

/// How long the bots of a file that somebody sent may think.
const PATIENT_ITERATIONS: u32 = 20_000;
const PATIENT_TIME: Duration = Duration::from_secs(5);

/// Two bots from an option with one or two names.
pub fn pair(kit: &Kit, bots: &[BotKind]) -> Result<[BotKind; 2], Failed> {
    fitting(kit, bots)?;
    match bots {
        [both] => Ok([both.clone(), both.clone()]),
        [one, two] => Ok([one.clone(), two.clone()]),
        _ => Err(Failed::Usage("--bots takes one or two bots: greedy,search:500".into())),
    }
}

/// Most bytes of a policy's weights.
const MOST_WEIGHTS: u64 = 256 << 20;

/// A bot by the name that the command line gives it: `greedy`, `policy:FILE`.
///
/// # Errors
/// There is no such bot, or its file cannot be read or is none.
pub fn bot(word: &str) -> Result<BotKind, UnknownBot> {
    BotKind::named(word, |path| {
        let about = std::fs::metadata(path).map_err(|error| format!("{path}: {error}"))?;
        if !about.is_file() || about.len() > MOST_WEIGHTS {
            return Err(format!("{path}: a policy is a file of at most 256 MiB"));
        }
        std::fs::read(path).map_err(|error| format!("{path}: {error}"))
    })
}

/// Makes sure that bots can play a game.
///
/// # Errors
/// A policy was learned for another game.
pub fn fitting<'a>(kit: &Kit, bots: impl IntoIterator<Item = &'a BotKind>) -> Result<(), Failed> {
    let wrong = |error: onplay_bots::PolicyError| Failed::Wrong(error.to_string());
    bots.into_iter().try_for_each(|bot| bot.fits(&kit.table).map_err(wrong))
}
