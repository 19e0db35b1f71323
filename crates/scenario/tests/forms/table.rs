//! The table of forms as it is written, and the words that games have for it.

use std::fs;
use std::path::Path;

use indexmap::IndexMap;
use onplay_games::{GAMES, Kit, load};
use serde::Deserialize;

/// The rows and the words of the games.
pub struct Table {
    pub rows: Vec<Row>,
    pub games: IndexMap<String, Game>,
}

/// One form with its generic scenario.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub name: String,
    /// The forms of the engine's data that it proves.
    pub covers: Vec<String>,
    /// The sentence, on a card that happens once.
    pub spell: Option<String>,
    /// The sentence, on a card that stays in play.
    pub unit: Option<String>,
    /// More lines for that card.
    #[serde(default)]
    pub fields: String,
    /// The text of a second spell.
    pub help: Option<String>,
    /// The texts of other units.
    pub mate: Option<String>,
    pub foe: Option<String>,
    pub extra: Option<String>,
    /// Units in play: of the player, and of the other.
    #[serde(default)]
    pub mine: String,
    #[serde(default)]
    pub theirs: String,
    /// More cards in the player's hand.
    #[serde(default)]
    pub hand: String,
    /// Other lines to set up with.
    #[serde(default)]
    pub setup: String,
    /// What is done and expected, one step on a line.
    #[serde(default)]
    pub run: String,
    /// Words without which a game is not asked.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Lines for the helping spell.
    #[serde(default)]
    pub help_fields: String,
    /// Every game refuses it, with these words.
    pub refused: Option<String>,
    /// Instead of that, in some games.
    #[serde(default)]
    pub run_in: IndexMap<String, String>,
    #[serde(skip)]
    pub area: String,
}

/// What a game calls things.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// How a unit's card begins, and a spell's.
    pub unit_card: String,
    pub spell_card: String,
    /// Where a player's units are laid out, and the other's.
    pub mine: Vec<String>,
    pub theirs: Vec<String>,
    /// Where units are played from.
    pub from: String,
    /// The policy under which nobody passes by force.
    pub policy: Option<String>,
    /// What every table needs.
    #[serde(default)]
    pub setup: String,
    /// What the steps' verbs are called there, where they are called otherwise.
    #[serde(default)]
    pub verbs: IndexMap<String, String>,
    /// Words for the placeholders.
    pub words: IndexMap<String, String>,
    /// Where a scenario says it otherwise than a card.
    #[serde(default)]
    pub state: IndexMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    form: Vec<Row>,
}

/// What came of one form in one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Holds,
    /// The game has no word for something in it.
    NoWords(String),
    /// The game refuses it, for a reason.
    Refused(String),
    /// It is accepted and does not do what it says.
    Fails(String),
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("forms")
}

impl Table {
    /// Reads all files of the table.
    pub fn read() -> Table {
        let text = |name: &str| fs::read_to_string(folder().join(name)).expect("it is there");
        let games = toml::from_str(&text("games.toml")).expect("games.toml is right");
        let mut rows = Vec::new();
        let mut files: Vec<String> = fs::read_dir(folder())
            .expect("the folder is there")
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with(".toml") && name != "games.toml")
            .collect();
        files.sort();
        for file in files {
            let read: Rows =
                toml::from_str(&text(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
            let area = file.trim_end_matches(".toml").to_owned();
            rows.extend(read.form.into_iter().map(|row| Row { area: area.clone(), ..row }));
        }
        Table { rows, games }
    }
}

/// The shipped games that the table has words for: those whose rules are in Rust say
/// in their files what they can do. What a rulebook can do is not derived from it yet.
pub fn games(table: &Table) -> Vec<&'static str> {
    GAMES.iter().copied().filter(|game| table.games.contains_key(*game)).collect()
}

/// Those games, loaded.
pub fn kits(table: &Table) -> Vec<Kit> {
    let kit = |game: &&str| {
        let kit = load(game).expect("a shipped game loads");
        match &table.games[*game].policy {
            Some(policy) => kit.with_policy(policy).expect("its own policy"),
            None => kit,
        }
    };
    games(table).iter().map(kit).collect()
}
