//! The games that can be played, read once and shared by all matches.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use onplay_cards::{Diagnostic, SourceFile};
use onplay_games::kit::{self, GAMES};
use onplay_wire::{CardInfo, GameInfo, GameSummary, Projection};

/// Most tables with cards of their own that are kept read at once.
const MOST_OWN: usize = 256;

/// One shipped game, with what is said about it.
pub(crate) struct Shipped {
    pub projection: Arc<Projection>,
    pub summary: GameSummary,
    pub info: GameInfo,
    pub cards: Vec<CardInfo>,
}

/// All games.
pub(crate) struct Library {
    games: BTreeMap<&'static str, Shipped>,
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

impl Library {
    /// Reads the shipped games.
    ///
    /// # Panics
    /// A shipped game has errors; the tests rule that out.
    pub fn new() -> Self {
        let shipped = |game: &&'static str| {
            let kit = kit::load(game).unwrap_or_else(|errors| panic!("{game}: {errors:?}"));
            let shipped = Shipped {
                summary: GameSummary::new(&kit),
                info: GameInfo::new(&kit),
                cards: CardInfo::all(&kit),
                projection: Arc::new(Projection::new(kit)),
            };
            (*game, shipped)
        };
        Library { games: GAMES.iter().map(shipped).collect(), others: Mutex::default() }
    }

    pub fn games(&self) -> impl Iterator<Item = &Shipped> {
        GAMES.iter().filter_map(|game| self.games.get(game))
    }

    pub fn game(&self, id: &str) -> Option<&Shipped> {
        self.games.get(id)
    }

    /// A game as a table wants to play it. It may take a while: texts are read.
    ///
    /// # Errors
    /// There is no such game or policy, or the texts have errors.
    pub fn projection(&self, game: &str, variant: &Variant) -> Result<Arc<Projection>, Unfit> {
        let shipped = self.games.get(game).ok_or_else(|| {
            let near = onplay_cards::diagnostic::nearest(game, GAMES);
            let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
            Unfit::UnknownGame(format!(
                "there is no game `{game}`; {near}games: {}",
                GAMES.join(", ")
            ))
        })?;
        if *variant == Variant::default() {
            return Ok(shipped.projection.clone());
        }
        let key = format!("{game}\n{:?}", variant);
        if let Some(known) = self.others().get(&key) {
            return Ok(known.clone());
        }
        let mut kit = shipped.projection.kit().clone();
        if !variant.texts.is_empty() {
            let mut files = kit::files(game);
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
