//! Finding games, decks and replays.

use std::path::Path;
use std::{fs, io};

use onplay_bots::BotKind;
use onplay_cards::diagnostic::nearest;
use onplay_cards::{SourceFile, render};
use onplay_engine::frame::DeckList;
use onplay_games::kit::{self, GAMES, Kit};
use onplay_games::replay::Replay;
use onplay_sim::Shard;

use crate::Failed;
use crate::args::Setup;

/// A game by id, or by the folder with its files.
pub fn game(name: &str) -> Result<Kit, Failed> {
    let path = Path::new(name);
    if path.is_dir() {
        return folder(path);
    }
    let known = GAMES.iter().find(|game| game.eq_ignore_ascii_case(name));
    let Some(id) = known else { return Err(unknown("game or folder", "games", name, &GAMES)) };
    kit::load(id).map_err(|diagnostics| {
        Failed::Wrong(render(&diagnostics, &kit::files(id), crate::text::colour()))
    })
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
    kit::load_files(&files)
        .map_err(|diagnostics| Failed::Wrong(render(&diagnostics, &files, crate::text::colour())))
}

/// The files of a game folder, in order.
pub fn files(folder: &Path) -> Result<Vec<SourceFile>, Failed> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        let entries = fs::read_dir(&next)
            .map_err(|error| Failed::Missing(format!("{}: {error}", next.display())))?;
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "toml") {
                files.push(SourceFile::new(path.to_string_lossy(), text(&path)?));
            }
        }
    }
    files.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(files)
}

/// A file's text.
pub fn text(path: &Path) -> Result<String, Failed> {
    fs::read_to_string(path).map_err(|error| unreadable(path, &error))
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
    text(path)?;
    let hint = |message: String| {
        Failed::Missing(format!("{message}; a shard is what `onplay sim GAME --out FILE` writes"))
    };
    Shard::read(path).map_err(hint)
}

/// Whether a file can be written where it should go, before work is done.
pub fn writable(path: &Path) -> Result<(), Failed> {
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
        _ => Ok(()),
    }
}

/// A game under the policy that was asked for.
pub fn with_policy(kit: Kit, policy: Option<&str>) -> Result<Kit, Failed> {
    match policy {
        Some(policy) => kit.with_policy(policy).map_err(Failed::Missing),
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
    Ok([find(&setup.deck, 0)?, find(&setup.deck2, 1)?])
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
        None => game(&replay.header.game).map_err(place)?,
    };
    let kit = with_policy(kit, replay.header.policy.as_deref()).map_err(place)?;
    Ok((kit, replay))
}

/// The bots that a replay names; seats of people stay theirs.
pub fn bots(replay: &Replay) -> [Option<BotKind>; 2] {
    [0, 1].map(|seat: usize| replay.header.seats[seat].parse().ok())
}

/// Two bots from an option with one or two names.
pub fn pair(bots: &[BotKind]) -> Result<[BotKind; 2], Failed> {
    match bots {
        [both] => Ok([*both; 2]),
        [one, two] => Ok([*one, *two]),
        _ => Err(Failed::Usage("--bots takes one or two bots: greedy,search:500".into())),
    }
}
