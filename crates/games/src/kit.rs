//! Kits: a game's book and table together, loaded from the files that are part
//! of the program or from a folder's texts.

use onplay_cards::{Book, BookError, Deck, Diagnostic, SourceFile, load_game, nearest};
use onplay_engine::compile::Catalog;
use onplay_engine::frame::{DeckList, Frame};
use onplay_engine::play::Table;
use onplay_engine::rulebook::Policy;

use crate::drones::Drones;
use crate::goblins::Goblins;
use crate::lab::Lab;
use crate::policy::{policy_named, policy_names};
use crate::rulebook::RulebookFrame;

/// The files of all shipped games, by name.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// What can be read or shown of the shipped games, by name: rules, how they are played,
/// demonstrations.
const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The shipped games, in the order of the menu.
pub const GAMES: [&str; 7] = ["skirmish", "drones", "tides", "alley", "goblins", "fords", "lab"];

/// Everything needed to play one game.
#[derive(Clone)]
pub struct Kit {
    /// The game's files, read.
    pub book: Book,
    /// The same, ready to play.
    pub table: Table,
}

/// Why a game cannot be played as asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KitError {
    /// Nothing in this program can run the game.
    #[error("`{game}` has no rulebook.md; frames in Rust: {}", GAMES.join(", "))]
    NoFrame {
        /// The id that the game's file gives.
        game: String,
    },
    /// The game's files lack something that its frame needs, in words.
    #[error("{0}")]
    Incomplete(String),
    /// Neither the game nor a shipped one has a policy of this name.
    #[error("there is no policy `{name}`; {}policies: {}", did_you_mean(near), known.join(", "))]
    UnknownPolicy {
        /// The name that was asked for.
        name: String,
        /// The name that is most like it, if one is.
        near: Option<String>,
        /// All names there are.
        known: Vec<String>,
    },
    /// A deck names a card that the game does not have.
    #[error("deck {deck}: there is no card `{card}`{}", near.as_ref().map_or(String::new(), |near| format!("; did you mean `{near}`?")))]
    UnknownCard {
        /// The deck.
        deck: String,
        /// The name that no card has.
        card: String,
        /// The card with the name most like it, if there is one.
        near: Option<String>,
    },
    /// Both decks together are too large.
    #[error("the decks have {count} cards together; a table holds {most}")]
    TooManyCards {
        /// The cards of both decks.
        count: usize,
        /// How many objects can exist at once.
        most: usize,
    },
    /// The cards do not fit the policy.
    #[error(transparent)]
    Book(#[from] BookError),
}

fn did_you_mean(near: &Option<String>) -> String {
    near.as_ref().map_or(String::new(), |near| format!("did you mean `{near}`? "))
}

/// The files of a shipped game; empty if there is no such game.
pub fn files(game: &str) -> Vec<SourceFile> {
    let folder = format!("games/{game}/");
    let rulebook = format!("{folder}rulebook.md");
    FILES
        .iter()
        .filter(|(name, _)| name.starts_with(&folder))
        .chain(PAGES.iter().filter(|(name, _)| *name == rulebook))
        .map(|(name, text)| SourceFile::new(*name, *text))
        .collect()
}

/// The demonstrations that a shipped game brings: names, and scenario pages whose first
/// scenario is what is shown.
pub fn demonstrations(game: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let folder = format!("games/{game}/demonstrations/");
    PAGES.iter().filter_map(move |(path, text)| {
        let name = path.strip_prefix(&folder)?.strip_suffix(".md")?;
        Some((name, *text))
    })
}

/// A page of a shipped game that players read: `rules.md`, `how-to-play.md`.
pub fn page(game: &str, page: &str) -> Option<&'static str> {
    let wanted = format!("games/{game}/{page}");
    PAGES.iter().find(|(name, _)| *name == wanted).map(|(_, text)| *text)
}

/// Loads a shipped game.
///
/// # Errors
/// There is no such game, or its files have errors.
pub fn load(game: &str) -> Result<Kit, Vec<Diagnostic>> {
    load_files(&files(game))
}

/// Loads a game from texts.
///
/// # Errors
/// The files have errors.
pub fn load_files(files: &[SourceFile]) -> Result<Kit, Vec<Diagnostic>> {
    let loaded = load_game(files);
    if loaded.has_errors() {
        return Err(loaded.diagnostics);
    }
    let book = loaded.value.ok_or_else(|| whole("there is no game in these files"))?;
    Kit::new(book).map_err(whole)
}

/// What is wrong with the files as a whole.
fn whole(message: impl ToString) -> Vec<Diagnostic> {
    vec![Diagnostic::error("game", 0..0, message.to_string())]
}

/// The frame of a game, by its id.
fn frame(game: &str, catalog: &Catalog) -> Result<Box<dyn Frame>, KitError> {
    fn boxed<F: Frame + 'static>(frame: Result<F, String>) -> Result<Box<dyn Frame>, KitError> {
        frame.map(|frame| Box::new(frame) as Box<dyn Frame>).map_err(KitError::Incomplete)
    }
    match game {
        "drones" => boxed(Drones::new(catalog)),
        "lab" => boxed(Ok(Lab::new(catalog))),
        "goblins" => boxed(Goblins::new(catalog)),
        other => Err(KitError::NoFrame { game: other.to_owned() }),
    }
}

impl Kit {
    /// Puts a book on the table.
    ///
    /// # Errors
    /// The book's game has no frame, or lacks something its frame needs.
    pub fn new(book: Book) -> Result<Kit, KitError> {
        let frame: Box<dyn Frame> = if book.catalog.rulebook.is_there() {
            Box::new(RulebookFrame::new(&book.catalog))
        } else {
            frame(&book.game.id, &book.catalog)?
        };
        let table = Table::new(book.catalog.clone(), frame);
        Ok(Kit { book, table })
    }

    /// The same game under another policy, by its name in the game's own file or
    /// among the policies of the shipped games ([`policy_named`]).
    ///
    /// # Errors
    /// There is no such policy, or the cards do not fit it.
    pub fn with_policy(&self, name: &str) -> Result<Kit, KitError> {
        let policy = self.policy(name)?;
        Kit::new(self.book.with_policy(policy)?)
    }

    fn policy(&self, name: &str) -> Result<Policy, KitError> {
        let own = self.book.policies.get(name).copied();
        own.or_else(|| policy_named(name)).ok_or_else(|| {
            let mut known: Vec<String> = self.book.policies.keys().cloned().collect();
            known.extend(
                policy_names().into_iter().filter(|name| !self.book.policies.contains_key(name)),
            );
            let near = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
            KitError::UnknownPolicy { name: name.to_owned(), near, known }
        })
    }

    /// The same game with more cards.
    ///
    /// # Errors
    /// The cards have errors.
    pub fn with_cards(&self, extra: &SourceFile) -> Result<Kit, Vec<Diagnostic>> {
        let loaded = self.book.with_cards(extra);
        if loaded.has_errors() {
            return Err(loaded.diagnostics);
        }
        let book = loaded.value.ok_or_else(|| whole("no cards could be read"))?;
        Kit::new(book).map_err(whole)
    }

    /// Whether both decks fit on the table together.
    ///
    /// # Errors
    /// They are too large, with what fits.
    pub fn check_decks(&self, decks: &[DeckList; 2]) -> Result<(), KitError> {
        let cards = decks.iter().flat_map(|deck| &deck.sections).flat_map(|(_, cards)| cards);
        let count: usize = cards.map(|(_, copies)| usize::from(*copies)).sum();
        let most = self.table.catalog.rules.capacity;
        if count > most {
            return Err(KitError::TooManyCards { count, most });
        }
        Ok(())
    }

    /// A deck of the game as its frame wants it.
    pub fn deck(&self, id: &str) -> Option<DeckList> {
        self.book.deck(id).map(deck_list)
    }
}

/// A deck file's cards by section.
pub fn deck_list(deck: &Deck) -> DeckList {
    DeckList { sections: deck.sections.clone() }
}
