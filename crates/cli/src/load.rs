//! Finding games, decks and replays.

use std::fs;
use std::path::Path;

use onplay_bots::BotKind;
use onplay_cards::{SourceFile, render};
use onplay_engine::frame::DeckList;
use onplay_games::kit::{self, GAMES, Kit};
use onplay_games::replay::Replay;

use crate::Failed;
use crate::args::Setup;

/// A game by id, or by the folder with its files.
pub fn game(name: &str) -> Result<Kit, Failed> {
    let path = Path::new(name);
    if path.is_dir() {
        return folder(path);
    }
    let known = GAMES.iter().find(|game| game.eq_ignore_ascii_case(name));
    let Some(id) = known else {
        let near = onplay_cards::diagnostic::nearest(name, GAMES);
        let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        return Err(Failed::Missing(format!(
            "there is no game or folder `{name}`{near} Games: {}",
            GAMES.join(", ")
        )));
    };
    kit::load(id).map_err(|diagnostics| {
        Failed::Wrong(render(&diagnostics, &kit::files(id), crate::text::colour()))
    })
}

/// A game from a folder.
pub fn folder(path: &Path) -> Result<Kit, Failed> {
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
    fs::read_to_string(path)
        .map_err(|error| Failed::Missing(format!("{}: {error}", path.display())))
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
                Failed::Missing(format!("there is no deck `{name}`; decks: {}", ids.join(", ")))
            })
        }
        None => Ok(known[default % known.len()].clone()),
    };
    Ok([find(&setup.deck, 0)?, find(&setup.deck2, 1)?])
}

/// A replay with the game it needs.
pub fn replay(path: &Path) -> Result<(Kit, Replay), Failed> {
    let read = Replay::read(&text(path)?);
    let replay = read.map_err(|error| Failed::Wrong(format!("{}: {error}", path.display())))?;
    let kit = game(&replay.header.game)?;
    let kit = with_policy(kit, replay.header.policy.as_deref())?;
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
