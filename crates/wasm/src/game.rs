//! A game: its words, cards and decks, from the program or from texts.

use onplay_cards::{Diagnostic, SourceFile, print_ability};
use onplay_games::kit::{self, GAMES, Kit, deck_list};
use onplay_games::replay::{DeckText, Replay};
use onplay_wire::{CardInfo, GameInfo, GameSummary, Projection, Session, Start};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Failure;
use crate::table::Match;
use crate::text::{Problem, json, read, sources};

/// What a match starts from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Setup {
    /// A whole number as text or number; JavaScript's numbers hold 53 bits.
    #[serde(default)]
    seed: Seed,
    /// The ids of shipped decks, or decks by their cards.
    decks: [Deck; 2],
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Seed {
    Number(u64),
    Text(String),
}

impl Default for Seed {
    fn default() -> Self {
        Seed::Number(0)
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Deck {
    Id(String),
    Cards(DeckText),
}

/// What a card's sentences mean.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Reading {
    card: CardInfo,
    /// Each ability as it was understood, in the language's own words.
    reads_as: Vec<String>,
}

/// A game that can be played.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Game {
    kit: Kit,
    policy: Option<String>,
}

#[wasm_bindgen]
impl Game {
    /// The shipped games as JSON: `GameSummary[]`.
    pub fn shipped() -> Result<String, Failure> {
        let kits = GAMES.iter().filter_map(|game| kit::load(game).ok());
        json(&kits.map(|kit| GameSummary::new(&kit)).collect::<Vec<_>>())
    }

    /// A shipped game by its id.
    pub fn load(id: &str) -> Result<Game, Failure> {
        if !GAMES.contains(&id) {
            let message = format!("there is no game `{id}`; games: {}", GAMES.join(", "));
            return Err(Failure::new(message));
        }
        let files = kit::files(id);
        let kit = kit::load(id).map_err(|wrong| Failure::texts(&wrong, &files))?;
        Ok(Game { kit, policy: None })
    }

    /// The files of a shipped game as JSON: `{ name, text }[]`.
    pub fn files(id: &str) -> Result<String, Failure> {
        let files = kit::files(id);
        if files.is_empty() {
            return Err(Failure::new(format!("there is no game `{id}`")));
        }
        let file = |file: &SourceFile| serde_json::json!({ "name": file.name, "text": file.text });
        json(&files.iter().map(file).collect::<Vec<_>>())
    }

    /// A game from the texts of its files, as JSON: `{ name, text }[]`.
    #[wasm_bindgen(js_name = fromFiles)]
    pub fn from_files(files: &str) -> Result<Game, Failure> {
        let files = sources(files)?;
        let kit = kit::load_files(&files).map_err(|wrong| Failure::texts(&wrong, &files))?;
        Ok(Game { kit, policy: None })
    }

    /// Everything that is wrong with the texts of a game, as JSON: `Problem[]`.
    pub fn check(files: &str) -> Result<String, Failure> {
        let files = sources(files)?;
        let mut found = onplay_cards::load_game(&files).diagnostics;
        if !found.iter().any(Diagnostic::is_error)
            && let Err(more) = kit::load_files(&files)
        {
            found.extend(more);
        }
        json(&found.iter().map(|wrong| Problem::new(wrong, &files)).collect::<Vec<_>>())
    }

    /// Everything that is wrong with a file of cards for this game, as JSON.
    #[wasm_bindgen(js_name = checkCards)]
    pub fn check_cards(&self, name: &str, text: &str) -> Result<String, Failure> {
        let file = SourceFile::new(name, text);
        let found = self.kit.book.with_cards(&file).diagnostics;
        let files = [file];
        json(&found.iter().map(|wrong| Problem::new(wrong, &files)).collect::<Vec<_>>())
    }

    /// What the cards of a file mean in this game, as JSON: `Reading[]`.
    #[wasm_bindgen(js_name = readCards)]
    pub fn read_cards(&self, name: &str, text: &str) -> Result<String, Failure> {
        let known = self.kit.book.cards.len();
        let kit = self.add(name, text)?;
        let ids = (known..kit.book.cards.len()).map(|id| onplay_engine::id::CardId(id as u16));
        let reading = |id| {
            let abilities = &kit.book.printed(id).abilities;
            let words = &kit.book.vocabulary;
            Reading {
                card: CardInfo::new(&kit, id),
                reads_as: abilities.iter().map(|ability| print_ability(words, ability)).collect(),
            }
        };
        json(&ids.map(reading).collect::<Vec<_>>())
    }

    /// The same game with more cards.
    #[wasm_bindgen(js_name = withCards)]
    pub fn with_cards(&self, name: &str, text: &str) -> Result<Game, Failure> {
        Ok(Game { kit: self.add(name, text)?, policy: self.policy.clone() })
    }

    /// The same game under another policy, by its name.
    #[wasm_bindgen(js_name = withPolicy)]
    pub fn with_policy(&self, name: &str) -> Result<Game, Failure> {
        let kit = self.kit.with_policy(name).map_err(Failure::new)?;
        Ok(Game { kit, policy: Some(name.to_owned()) })
    }

    /// The names of all policies, as JSON.
    pub fn policies() -> Result<String, Failure> {
        json(&onplay_games::policy_names())
    }

    /// Everything needed to draw the game, as JSON: `GameInfo`.
    pub fn info(&self) -> Result<String, Failure> {
        json(&GameInfo::new(&self.kit))
    }

    /// The faces of all cards, as JSON: `CardInfo[]`.
    pub fn cards(&self) -> Result<String, Failure> {
        json(&CardInfo::all(&self.kit))
    }

    /// Deals a match, from JSON: `{ seed, decks }`.
    pub fn start(&self, setup: &str) -> Result<Match, Failure> {
        let setup: Setup = read(setup, "a setup")?;
        let seed = match setup.seed {
            Seed::Number(seed) => seed,
            Seed::Text(text) => {
                text.parse().map_err(|_| Failure::new(format!("`{text}` is no seed")))?
            }
        };
        let [one, two] = setup.decks;
        let decks = [self.deck(one)?, self.deck(two)?];
        let start = Start { seed, decks, policy: self.policy.clone() };
        let session = Session::new(Projection::new(self.kit.clone()), start);
        Ok(Match::new(session.map_err(Failure::new)?))
    }

    /// The demonstrations that come with a shipped game, as JSON: `{ name, text }[]`.
    pub fn demonstrations(id: &str) -> Result<String, Failure> {
        let page = |(name, text)| serde_json::json!({ "name": name, "text": text });
        json(&kit::demonstrations(id).map(page).collect::<Vec<_>>())
    }

    /// The match that a replay tells of, at its end.
    pub fn replay(&self, text: &str) -> Result<Match, Failure> {
        let replay = Replay::read(text).map_err(Failure::new)?;
        let kit = match &replay.header.policy {
            Some(name) if self.policy.as_ref() != Some(name) => {
                self.kit.with_policy(name).map_err(Failure::new)?
            }
            _ => self.kit.clone(),
        };
        let session = Session::from_replay(Projection::new(kit), &replay);
        Ok(Match::new(session.map_err(Failure::new)?))
    }
}

impl Game {
    fn add(&self, name: &str, text: &str) -> Result<Kit, Failure> {
        let file = SourceFile::new(name, text);
        let kit = self.kit.with_cards(&file);
        kit.map_err(|wrong| Failure::texts(&wrong, std::slice::from_ref(&file)))
    }

    pub(crate) fn new(kit: Kit) -> Self {
        Game { kit, policy: None }
    }

    pub(crate) fn kit(&self) -> &Kit {
        &self.kit
    }

    pub(crate) fn deck(&self, deck: Deck) -> Result<(String, onplay_games::DeckList), Failure> {
        match deck {
            Deck::Id(id) => {
                let known: Vec<&str> =
                    self.kit.book.decks.iter().map(|deck| deck.id.as_str()).collect();
                let found = self.kit.book.deck(&id).map(deck_list);
                let missing = || format!("there is no deck `{id}`; decks: {}", known.join(", "));
                found.map(|list| (id.clone(), list)).ok_or_else(|| Failure::new(missing()))
            }
            Deck::Cards(deck) => {
                let list = deck.list(&self.kit).map_err(Failure::new)?;
                Ok((deck.name, list))
            }
        }
    }
}
