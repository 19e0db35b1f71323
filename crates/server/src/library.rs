//! The games that can be played, read once and shared by all matches.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use onplay_cards::{Diagnostic, SourceFile};
use onplay_games::kit::{self, GAMES, Kit};
use onplay_wire::{CardInfo, GameInfo, GameSummary, Projection};

use crate::config::OwnGame;

/// Most tables with cards of their own that are kept read at once.
const MOST_OWN: usize = 256;

/// One game, with what is said about it.
pub(crate) struct Offered {
    pub projection: Arc<Projection>,
    pub summary: GameSummary,
    pub info: GameInfo,
    pub cards: Vec<CardInfo>,
    files: Vec<SourceFile>,
}

/// All games.
pub(crate) struct Library {
    /// The shipped games in the order of the menu, then those from files.
    games: Vec<Offered>,
    /// Games under other policies or with texts of their own, by both.
    others: Mutex<HashMap<String, Arc<Projection>>>,
}

/// What a match is played with, besides its game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Variant<'a> {
    pub policy: Option<&'a str>,
    /// Card and deck files of the table, by name.
    pub texts: &'a [(String, String)],
}

/// Why a game cannot be played like this.
#[derive(Debug)]
pub(crate) enum Unfit {
    UnknownGame(String),
    UnknownPolicy(String),
    Texts(Vec<Diagnostic>),
}

impl Offered {
    fn new(kit: Kit, files: Vec<SourceFile>) -> Self {
        Offered {
            summary: GameSummary::new(&kit),
            info: GameInfo::new(&kit),
            cards: CardInfo::all(&kit),
            projection: Arc::new(Projection::new(kit)),
            files,
        }
    }
}

impl Library {
    /// Reads the shipped games and those from files.
    ///
    /// # Errors
    /// A game from files has errors, or the id of another one.
    ///
    /// # Panics
    /// A shipped game has errors; the tests rule that out.
    pub fn new(own: &[OwnGame]) -> Result<Self, String> {
        let shipped = |game: &&'static str| {
            let kit = kit::load(game).unwrap_or_else(|errors| panic!("{game}: {errors:?}"));
            Offered::new(kit, kit::files(game))
        };
        let mut games: Vec<Offered> = GAMES.iter().map(shipped).collect();
        for OwnGame { files, rules, how_to_play } in own {
            let kit = kit::load_files(files).map_err(|errors| {
                let first = errors.first().map_or("it has errors", |error| &error.message);
                format!("a game from files cannot be read: {first}")
            })?;
            let mut offered = Offered::new(kit, files.clone());
            if let Some(other) = games.iter().find(|it| it.summary.id == offered.summary.id) {
                return Err(format!("there is a game `{}` already", other.summary.id));
            }
            offered.info.rules.clone_from(rules);
            offered.info.how_to_play.clone_from(how_to_play);
            games.push(offered);
        }
        Ok(Library { games, others: Mutex::default() })
    }

    pub fn games(&self) -> impl Iterator<Item = &Offered> {
        self.games.iter()
    }

    pub fn game(&self, id: &str) -> Option<&Offered> {
        self.games.iter().find(|game| game.summary.id == id)
    }

    /// The ids of all games.
    pub fn ids(&self) -> Vec<&str> {
        self.games.iter().map(|game| game.summary.id.as_str()).collect()
    }

    /// A game as a table wants to play it. It may take a while: texts are read.
    ///
    /// # Errors
    /// There is no such game or policy, or the texts have errors.
    pub fn projection(&self, game: &str, variant: &Variant) -> Result<Arc<Projection>, Unfit> {
        let offered = self.game(game).ok_or_else(|| {
            let known = self.ids();
            let near = onplay_cards::diagnostic::nearest(game, known.iter().copied());
            let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
            Unfit::UnknownGame(format!(
                "there is no game `{game}`; {near}games: {}",
                known.join(", ")
            ))
        })?;
        if *variant == Variant::default() {
            return Ok(offered.projection.clone());
        }
        let key = format!("{game}\n{:?}", variant);
        if let Some(known) = self.others().get(&key) {
            return Ok(known.clone());
        }
        let mut kit = offered.projection.kit().clone();
        if !variant.texts.is_empty() {
            let mut files = offered.files.clone();
            let own = variant.texts.iter();
            files.extend(
                own.map(|(name, text)| {
                    SourceFile::new(format!("games/{game}/{name}"), text.clone())
                }),
            );
            kit = kit::load_files(&files).map_err(Unfit::Texts)?;
        }
        if let Some(policy) = variant.policy {
            kit =
                kit.with_policy(policy).map_err(|error| Unfit::UnknownPolicy(error.to_string()))?;
        }
        let projection = Arc::new(Projection::new(kit));
        let mut others = self.others();
        if others.len() >= MOST_OWN {
            // Those that no match uses are read again when they are needed.
            others.retain(|_, known| Arc::strong_count(known) > 1);
        }
        others.insert(key, projection.clone());
        Ok(projection)
    }

    fn others(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Projection>>> {
        self.others.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
