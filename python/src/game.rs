//! A game: its cards, decks and the shape of its observations.

use std::sync::Arc;

use onplay_bots::BotKind;
use onplay_cards::{Diagnostic, SourceFile, render};
use onplay_engine::frame::DeckList;
use onplay_engine::play::Table;
use onplay_engine::state::{Action, Game as Position};
use onplay_games::kit::{self, GAMES, Kit};
use onplay_games::replay::Replay;
use onplay_learn::{Encoder, Holds};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;

use crate::state::State;

/// What every position of one game shares.
pub struct Shared {
    pub kit: Kit,
    pub encoder: Encoder,
    pub policy: Option<String>,
    /// The decks by id, in the order of the game's files.
    pub decks: Vec<(String, DeckList)>,
}

impl Shared {
    /// Puts legal actions into the order in which an agent is offered them.
    pub fn sort(&self, position: &Position, legal: &mut [Action]) {
        if let Some(seat) = position.to_decide() {
            self.encoder.order(position, seat, legal);
        }
    }
}

/// A game that can be played.
#[pyclass(module = "onplay._native", frozen)]
pub struct Game {
    pub shared: Arc<Shared>,
}

/// A section of an observation: name, start, rows, and its columns with how many
/// categories each has and whether they are rows of `objects`.
type Described = (String, usize, usize, Vec<(String, Option<usize>, bool)>);

/// The ids of the games that come with the package.
#[pyfunction]
pub fn shipped() -> Vec<&'static str> {
    GAMES.to_vec()
}

#[pymethods]
impl Game {
    /// A shipped game by its id, or a game from the texts of its files.
    #[new]
    #[pyo3(signature = (id=None, files=None, policy=None, cards=None, max_actions=512))]
    fn new(
        id: Option<&str>,
        files: Option<Vec<(String, String)>>,
        policy: Option<String>,
        cards: Option<String>,
        max_actions: usize,
    ) -> PyResult<Self> {
        let kit = match (id, files) {
            (Some(id), None) => {
                if !GAMES.contains(&id) {
                    let known = GAMES.join(", ");
                    let message = format!("there is no game `{id}`; games: {known}");
                    return Err(PyKeyError::new_err(message));
                }
                kit::load(id).map_err(|wrong| texts(&wrong, &kit::files(id)))?
            }
            (None, Some(files)) => {
                let files: Vec<SourceFile> =
                    files.into_iter().map(|(name, text)| SourceFile::new(name, text)).collect();
                kit::load_files(&files).map_err(|wrong| texts(&wrong, &files))?
            }
            _ => return Err(PyValueError::new_err("a game is an id or its files")),
        };
        let kit = match cards {
            Some(text) => {
                let file = SourceFile::new("cards.toml", text);
                kit.with_cards(&file).map_err(|wrong| texts(&wrong, &[file]))?
            }
            None => kit,
        };
        let kit = match &policy {
            Some(name) => kit.with_policy(name).map_err(value)?,
            None => kit,
        };
        if max_actions == 0 || max_actions > 65_535 {
            return Err(PyValueError::new_err("max_actions goes from 1 to 65535"));
        }
        let decks = onplay_sim::decks(&kit);
        let encoder = Encoder::new(&kit.table, max_actions);
        Ok(Game { shared: Arc::new(Shared { kit, encoder, policy, decks }) })
    }

    #[getter]
    fn id(&self) -> String {
        self.shared.kit.book.game.id.clone()
    }

    #[getter]
    fn title(&self) -> String {
        self.shared.kit.book.game.title.clone()
    }

    /// The fingerprint of rules and cards.
    #[getter]
    fn catalog(&self) -> String {
        onplay_games::replay::fingerprint_text(&self.shared.kit.table.catalog.fingerprint)
    }

    #[getter]
    fn decks(&self) -> Vec<String> {
        self.shared.decks.iter().map(|(id, _)| id.clone()).collect()
    }

    #[getter]
    fn cards(&self) -> Vec<String> {
        let names = &self.shared.kit.table.catalog.names;
        names.all(onplay_engine::id::Class::Card).to_vec()
    }

    #[getter]
    fn max_actions(&self) -> usize {
        self.shared.encoder.most_actions()
    }

    /// Names the meaning of observations: equal where they mean the same.
    #[getter]
    fn layout(&self) -> String {
        self.shared.encoder.layout()
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        self.shared.encoder.len()
    }

    fn describe(&self) -> Vec<Described> {
        let sections = self.shared.encoder.sections().iter();
        let described = sections.map(|section| {
            let columns = section.columns.iter();
            let columns = columns.map(|column| {
                let refers = matches!(column.holds, Holds::Row(_));
                (column.name.clone(), column.categories(), refers)
            });
            let columns = columns.collect();
            (section.name.to_owned(), section.start, section.rows, columns)
        });
        described.collect()
    }

    /// Deals a game.
    fn start(&self, seed: u64, first: &str, second: &str) -> PyResult<State> {
        let deck = |id: &str| {
            let at = self.shared.decks.iter().position(|(known, _)| known == id);
            at.ok_or_else(|| {
                let known: Vec<&str> =
                    self.shared.decks.iter().map(|(id, _)| id.as_str()).collect();
                let known = known.join(", ");
                PyKeyError::new_err(format!("there is no deck `{id}`; decks: {known}"))
            })
        };
        Ok(State::new(Arc::clone(&self.shared), seed, [deck(first)?, deck(second)?]))
    }

    /// The position at the end of a replay.
    fn replay(&self, text: &str) -> PyResult<State> {
        let replay = Replay::read(text).map_err(value)?;
        State::replayed(Arc::clone(&self.shared), &replay)
    }
}

/// A bot by its name; files are read, because who runs Python may read them.
pub fn bot(name: &str, table: &Table) -> PyResult<BotKind> {
    let read = |file: &str| std::fs::read(file).map_err(|error| format!("{file}: {error}"));
    let kind = BotKind::named(name, read).map_err(value)?;
    kind.fits(table).map_err(value)?;
    Ok(kind)
}

/// What cannot be used, as Python tells it.
pub fn value(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn texts(wrong: &[Diagnostic], files: &[SourceFile]) -> PyErr {
    PyValueError::new_err(render(wrong, files, false))
}
