//! Replays: a game as a text that a person can read and a program can check.
//!
//! JSON Lines: a header, one decision per line in its text form with the hash
//! of the state after it, and a last line that says how the game stands. The
//! same file is a save and a bug report. See `docs/replay.md`.

use std::fmt;

use onplay_engine::frame::DeckList;
use onplay_engine::id::{Class, Seat};
use onplay_engine::play::{Table, view};
use onplay_engine::state::{Action, Dice, Game, Record};
use serde::{Deserialize, Serialize};

use crate::kit::{Kit, KitError};
use crate::typed;
use crate::words::{self, Words, outcome_words};

/// The version of the format that this program writes and reads.
pub const VERSION: u32 = 1;

/// A whole replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// What the game started from.
    pub header: Header,
    /// The decisions, in order.
    pub steps: Vec<Step>,
    /// How the game stood when the replay was written; none if it was cut off.
    pub end: Option<End>,
}

/// The first line: everything needed to begin the same game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub onplay: u32,
    /// The game's id.
    pub game: String,
    /// The policy, where it is not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// The fingerprint of rules and cards.
    pub catalog: String,
    /// The seed of its dice.
    pub seed: u64,
    /// The decks, by seat.
    pub decks: [DeckText; 2],
    /// Who played: `human`, `random`, `search:1000`.
    pub seats: [String; 2],
    /// The hash of the state before the first decision.
    pub hash: String,
}

/// A deck with its cards, in the order in which they are laid out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeckText {
    /// The deck's id.
    pub name: String,
    /// The cards of each section, with how many of each.
    pub sections: Vec<(String, Vec<(String, u16)>)>,
}

/// One decision, or hidden cards being dealt again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Its number, from 1.
    pub n: usize,
    /// Who decided: `p1` or `p2`.
    pub seat: String,
    /// The decision in its text form.
    #[serde(default, rename = "do", skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The hidden cards are dealt again, as far as the seat does not know them,
    /// with dice of this seed: a branch begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resample: Option<u64>,
    /// The hash of the state after it.
    pub hash: String,
}

/// The last line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// How the game stands, in words.
    pub end: String,
    /// How many steps there are.
    pub decisions: usize,
    /// The hash of the last state.
    pub hash: String,
}

/// What is wrong with a replay, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReplayError {}

fn wrong<T>(line: usize, message: impl Into<String>) -> Result<T, ReplayError> {
    Err(ReplayError { line, message: message.into() })
}

/// A hash as replays write it.
pub fn hash_text(table: &Table, game: &Game) -> String {
    format!("{:016x}", table.hash(game))
}

/// A fingerprint as replays write it.
pub fn fingerprint_text(fingerprint: &[u8; 32]) -> String {
    fingerprint.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The text form of an action on offer, different from that of every other.
pub fn action_text(table: &Table, game: &Game, action: Action) -> String {
    let texts = action_texts(table, game);
    let known = texts.into_iter().find(|(other, _)| *other == action);
    known.map_or_else(|| Words::new(table.read(game)).full_action(action), |(_, text)| text)
}

/// The action on offer with this text form.
pub fn find_action(table: &Table, game: &Game, text: &str) -> Option<Action> {
    action_texts(table, game).into_iter().find(|(_, known)| known == text).map(|(action, _)| action)
}

/// Every action on offer with its text form; those that read the same are
/// numbered.
fn action_texts(table: &Table, game: &Game) -> Vec<(Action, String)> {
    let words = Words::new(table.read(game));
    let texts: Vec<_> = table.with_actions(game, |actions| {
        actions.iter().map(|action| (*action, words.full_action(*action))).collect()
    });
    let numbered = |at: usize| {
        let same = |other: &&(Action, String)| other.1 == texts[at].1;
        let before = texts[..at].iter().filter(same).count();
        let alike = before + texts[at..].iter().filter(same).count();
        if alike > 1 { format!("{} #{}", texts[at].1, before + 1) } else { texts[at].1.clone() }
    };
    (0..texts.len()).map(|at| (texts[at].0, numbered(at))).collect()
}

impl DeckText {
    /// A deck under a name.
    pub fn new(kit: &Kit, name: &str, deck: &DeckList) -> Self {
        let names = &kit.table.catalog.names;
        let card = |(card, count): &(onplay_engine::id::CardId, u16)| {
            (names.word(Class::Card, card.0).to_owned(), *count)
        };
        let sections = deck.sections.iter();
        let sections =
            sections.map(|(name, cards)| (name.clone(), cards.iter().map(card).collect()));
        DeckText { name: name.to_owned(), sections: sections.collect() }
    }

    /// The deck as the frame wants it.
    ///
    /// # Errors
    /// A card that the game does not have.
    pub fn list(&self, kit: &Kit) -> Result<DeckList, KitError> {
        let card = |(name, count): &(String, u16)| {
            let card = kit.book.card(name);
            card.map(|card| (card, *count)).ok_or_else(|| {
                let known = kit.table.catalog.names.all(Class::Card).iter().map(String::as_str);
                let near = onplay_cards::nearest(name, known).map(str::to_owned);
                KitError::UnknownCard { deck: self.name.clone(), card: name.clone(), near }
            })
        };
        let section = |(name, cards): &(String, Vec<(String, u16)>)| {
            let cards: Result<Vec<_>, KitError> = cards.iter().map(card).collect();
            cards.map(|cards| (name.clone(), cards))
        };
        let sections: Result<Vec<_>, KitError> = self.sections.iter().map(section).collect();
        sections.map(|sections| DeckList { sections })
    }
}

impl Replay {
    /// An empty replay of a game that starts now.
    pub fn new(
        kit: &Kit,
        seed: u64,
        decks: [(&str, &DeckList); 2],
        seats: [String; 2],
        start: &Game,
    ) -> Self {
        let header = Header {
            onplay: VERSION,
            game: kit.book.game.id.clone(),
            policy: None,
            catalog: fingerprint_text(&kit.table.catalog.fingerprint),
            seed,
            decks: decks.map(|(name, deck)| DeckText::new(kit, name, deck)),
            seats,
            hash: hash_text(&kit.table, start),
        };
        Replay { header, steps: Vec::new(), end: None }
    }

    /// Adds a decision that took one state to the next.
    pub fn push(&mut self, table: &Table, before: &Game, seat: Seat, action: Action, after: &Game) {
        self.steps.push(Step {
            n: self.steps.len() + 1,
            seat: seat.to_string(),
            action: Some(action_text(table, before, action)),
            resample: None,
            hash: hash_text(table, after),
        });
    }

    /// Adds a branch: hidden cards dealt again.
    pub fn push_resample(&mut self, table: &Table, seat: Seat, seed: u64, after: &Game) {
        self.steps.push(Step {
            n: self.steps.len() + 1,
            seat: seat.to_string(),
            action: None,
            resample: Some(seed),
            hash: hash_text(table, after),
        });
    }

    /// Closes the replay with how the game stands.
    pub fn finish(&mut self, table: &Table, game: &Game) {
        self.end = Some(End {
            end: outcome_words(game.outcome()),
            decisions: self.steps.len(),
            hash: hash_text(table, game),
        });
    }

    /// The file.
    pub fn write(&self) -> String {
        let mut text = String::new();
        let mut line = |json: Result<String, serde_json::Error>| {
            text.push_str(&json.expect("strings and numbers can be written"));
            text.push('\n');
        };
        line(serde_json::to_string(&self.header));
        self.steps.iter().for_each(|step| line(serde_json::to_string(step)));
        self.end.iter().for_each(|end| line(serde_json::to_string(end)));
        text
    }

    /// Reads a file without playing it.
    ///
    /// # Errors
    /// The first line that is not as it should be.
    pub fn read(text: &str) -> Result<Self, ReplayError> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let Some((_, first)) = lines.next() else { return wrong(1, "the file is empty") };
        let version: Result<serde_json::Value, _> = serde_json::from_str(first);
        let version = version.ok().and_then(|header| header.get("onplay")?.as_u64());
        match version {
            Some(known) if known == u64::from(VERSION) => {}
            Some(other) => {
                return wrong(
                    1,
                    format!("format version {other}; this program reads version {VERSION}"),
                );
            }
            None => {
                return wrong(1, "this is not a replay: the header `{\"onplay\":1,…}` is missing");
            }
        }
        let header: Header = match serde_json::from_str(first) {
            Ok(header) => header,
            Err(error) => return wrong(1, format!("the header cannot be read: {error}")),
        };
        let mut replay = Replay { header, steps: Vec::new(), end: None };
        for (number, line) in lines {
            if replay.end.is_some() {
                return wrong(number, "something follows the last line");
            }
            replay.read_line(number, line)?;
        }
        if replay.end.is_none() {
            let number = text.lines().count() + 1;
            return wrong(number, "the file was cut off: its last line `{\"end\":…}` is missing");
        }
        Ok(replay)
    }

    fn read_line(&mut self, number: usize, line: &str) -> Result<(), ReplayError> {
        if line.starts_with("{\"end\"") {
            let end: End = match serde_json::from_str(line) {
                Ok(end) => end,
                Err(error) => return wrong(number, format!("the last line: {error}")),
            };
            if end.decisions != self.steps.len() {
                return wrong(
                    number,
                    format!(
                        "{} decisions are announced, {} are here",
                        end.decisions,
                        self.steps.len()
                    ),
                );
            }
            self.end = Some(end);
            return Ok(());
        }
        let step: Step = match serde_json::from_str(line) {
            Ok(step) => step,
            Err(error) if error.is_eof() => {
                return wrong(number, "the file was cut off in this line");
            }
            Err(error) => return wrong(number, format!("this is not a decision: {error}")),
        };
        if step.n != self.steps.len() + 1 {
            return wrong(
                number,
                format!("decision {} where {} should be", step.n, self.steps.len() + 1),
            );
        }
        if step.action.is_some() == step.resample.is_some() {
            return wrong(number, "a line holds either `do` or `resample`");
        }
        self.steps.push(step);
        Ok(())
    }

    /// The game before the first decision, checked against the header.
    ///
    /// # Errors
    /// Other cards, unknown cards in a deck, or another state.
    pub fn begin(&self, kit: &Kit, record: Option<&mut Record>) -> Result<Game, ReplayError> {
        let known = fingerprint_text(&kit.table.catalog.fingerprint);
        if self.header.game != kit.book.game.id {
            return wrong(
                1,
                format!(
                    "a replay of `{}` cannot be played with `{}`",
                    self.header.game, kit.book.game.id
                ),
            );
        }
        if self.header.catalog != known {
            return wrong(
                1,
                format!(
                    "made with other cards or rules: the file says catalog {}, these are {}; \
                     --game FOLDER names the files it was made with",
                    short(&self.header.catalog),
                    short(&known)
                ),
            );
        }
        let [one, two] = &self.header.decks;
        let decks = match (one.list(kit), two.list(kit)) {
            (Ok(one), Ok(two)) => [one, two],
            (Err(message), _) | (_, Err(message)) => return wrong(1, message.to_string()),
        };
        if let Err(message) = kit.check_decks(&decks) {
            return wrong(1, message.to_string());
        }
        let game = kit.table.start(self.header.seed, &decks, record);
        let hash = hash_text(&kit.table, &game);
        if hash != self.header.hash {
            return wrong(
                1,
                format!(
                    "the game starts differently: hash {hash}, the file says {}",
                    self.header.hash
                ),
            );
        }
        Ok(game)
    }

    /// Makes one step of the replay, checked.
    ///
    /// # Errors
    /// A decision of another seat, one that is not on offer, or another hash.
    pub fn step(
        &self,
        kit: &Kit,
        game: &mut Game,
        index: usize,
        record: Option<&mut Record>,
    ) -> Result<Option<Action>, ReplayError> {
        let (step, line, table) = (&self.steps[index], index + 2, &kit.table);
        let Some(seat) = words::seat(&step.seat) else {
            return wrong(line, format!("`{}` is not a seat: p1 or p2", step.seat));
        };
        let mut made = None;
        if let Some(seed) = step.resample {
            *game = resampled(table, game, seat, seed);
        }
        if let Some(text) = &step.action {
            match game.to_decide() {
                None => return wrong(line, "the game is over already"),
                Some(asked) if asked != seat => {
                    return wrong(line, format!("{asked} decides here, not {seat}"));
                }
                Some(_) => {}
            }
            let Some(action) = find_action(table, game, text) else {
                return wrong(line, not_offered(table, game, text));
            };
            table.apply_unchecked(game, action, record);
            made = Some(action);
        }
        let hash = hash_text(table, game);
        if hash != step.hash {
            let what = step.action.as_deref().unwrap_or("dealing again");
            return wrong(
                line,
                format!(
                    "after `{}: {what}` the state is another: hash {hash}, the file says {}",
                    step.seat, step.hash
                ),
            );
        }
        Ok(made)
    }

    /// Plays the whole replay, checked to the last hash.
    ///
    /// # Errors
    /// The first line that does not fit.
    pub fn play(&self, kit: &Kit, mut record: Option<&mut Record>) -> Result<Game, ReplayError> {
        let mut game = self.begin(kit, record.as_deref_mut())?;
        for index in 0..self.steps.len() {
            self.step(kit, &mut game, index, record.as_deref_mut())?;
        }
        self.check_end(kit, &game)?;
        Ok(game)
    }

    /// Checks the last line against the game it should describe.
    ///
    /// # Errors
    /// It says something else.
    pub fn check_end(&self, kit: &Kit, game: &Game) -> Result<(), ReplayError> {
        let Some(end) = &self.end else { return Ok(()) };
        let (says, hash) = (outcome_words(game.outcome()), hash_text(&kit.table, game));
        if end.end != says || end.hash != hash {
            return wrong(
                self.steps.len() + 2,
                format!("the game stands at `{says}` ({hash}), the file says `{}`", end.end),
            );
        }
        Ok(())
    }
}

/// The game with its hidden cards dealt again, as far as a seat does not know
/// them.
pub fn resampled(table: &Table, game: &Game, seat: Seat, seed: u64) -> Game {
    view(game, &table.catalog, seat).sample(&table.catalog, &mut Dice::new(seed))
}

fn short(fingerprint: &str) -> &str {
    fingerprint.get(..12).unwrap_or(fingerprint)
}

fn not_offered(table: &Table, game: &Game, text: &str) -> String {
    let texts: Vec<String> = action_texts(table, game).into_iter().map(|(_, text)| text).collect();
    let near = |known: &&String| strsim::jaro_winkler(text, known);
    let fits = |_: &&String| text.len() <= typed::LONGEST;
    let nearest =
        texts.iter().filter(fits).max_by(|left, right| near(left).total_cmp(&near(right)));
    let nearest = nearest.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    let more = if texts.len() > 8 { " | …" } else { "" };
    let few: Vec<&str> = texts.iter().take(8).map(String::as_str).collect();
    format!("`{text}` is not on offer; {nearest}on offer: {}{more}", few.join(" | "))
}
