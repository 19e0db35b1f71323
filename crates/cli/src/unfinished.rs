//! A game that a person left: kept after every decision and offered again.

use std::path::{Path, PathBuf};
use std::{env, fs};

use onplay_games::kit::GAMES;
use onplay_games::replay::Replay;
use onplay_sim::{Existing, write_file};

use crate::session::Session;

/// Where the games of one person are kept; nowhere if there is no such place, or
/// if nobody is at the keyboard.
#[derive(Clone, Debug, Default)]
pub struct Unfinished {
    folder: Option<PathBuf>,
}

impl Unfinished {
    /// The place that the system gives programs for such files.
    pub fn of_person() -> Self {
        let set = |name: &str| env::var_os(name).map(PathBuf::from).filter(|it| it.is_absolute());
        let state = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local/state")));
        Unfinished { folder: state.map(|state| state.join("onplay")) }
    }

    /// No place at all.
    pub fn nowhere() -> Self {
        Unfinished { folder: None }
    }

    fn file(&self, game: &str) -> Option<PathBuf> {
        // Only shipped games can be gone on with by name.
        let known = GAMES.contains(&game);
        self.folder.as_deref().filter(|_| known).map(|it| it.join(format!("{game}.jsonl")))
    }

    /// Keeps a game that goes on and forgets one that is over. A game that was
    /// not begun is not worth keeping, and keeping it never gets in the way of
    /// playing it.
    pub fn keep(&self, session: &Session) {
        let Some(file) = self.file(&session.kit.book.game.id) else { return };
        if session.game.is_over() {
            let _ = fs::remove_file(file);
        } else if !session.replay.steps.is_empty() {
            let _ = make_private(file.parent().unwrap_or(Path::new(".")))
                .and_then(|()| write_file(&file, &session.save(), Existing::Replace));
        }
    }

    /// The unfinished game with this id, with how many decisions it has.
    pub fn find(&self, game: &str) -> Option<(PathBuf, usize)> {
        let file = self.file(game)?;
        let replay = Replay::read(&onplay_sim::read_file(&file, 1 << 25).ok()?).ok()?;
        Some((file, replay.steps.len()))
    }

    /// All unfinished games: id, file and decisions.
    pub fn all(&self) -> Vec<(&'static str, PathBuf, usize)> {
        let found = |game: &&'static str| {
            let (file, decisions) = self.find(game)?;
            Some((*game, file, decisions))
        };
        GAMES.iter().filter_map(found).collect()
    }
}

/// Makes a folder that only its owner can look into: what is kept holds the
/// whole game, hidden cards included.
fn make_private(folder: &Path) -> Result<(), String> {
    if folder.is_dir() {
        return Ok(());
    }
    let told = |error: std::io::Error| error.to_string();
    fs::create_dir_all(folder).map_err(told)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).map_err(told)?;
    }
    Ok(())
}
