//! Setting up a match: what was asked for, checked, and what is kept of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use onplay_bots::{BotKind, Limit};
use onplay_engine::id::Seat;
use onplay_games::replay::DeckText;
use onplay_wire::{Projection, SeatName};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::library::{Library, Unfit, Variant};
use crate::secret::{commitment, random_id, random_seed, token_hash};
use crate::store::{MatchRow, SeatRow};

/// Most letters of a name.
const MOST_NAME: usize = 40;
/// Most bytes of the texts that a table brings.
pub(crate) const MOST_TEXT: usize = 32 * 1024;
/// Most cards of one deck.
const MOST_CARDS: u32 = 100;
/// Most iterations of a search that plays at a table.
const MOST_ITERATIONS: u32 = 5_000;
/// Most milliseconds of a search that plays at a table.
const MOST_THINKING: u128 = 3_000;

/// Asks for a match.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMatch {
    /// The id of a game.
    pub game: String,
    /// Another policy than the game's own.
    #[serde(default)]
    pub policy: Option<String>,
    /// Who plays, the first seat first.
    pub seats: [NewSeat; 2],
    /// Everybody may find the match in the list.
    #[serde(default)]
    pub listed: bool,
    /// Nobody may watch without a seat.
    #[serde(default)]
    pub private: bool,
    #[serde(default)]
    pub clock: Clock,
    /// Milliseconds that pass between two decisions of bots.
    #[serde(default)]
    pub pace: u32,
    /// Cards that the table brings, as the text of a card file.
    #[serde(default)]
    pub cards: Option<String>,
}

/// Asks for a seat.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSeat {
    /// Who plays: a person with the link, whoever comes first, or a bot.
    #[serde(default)]
    pub kind: SeatKind,
    #[serde(default)]
    pub name: Option<String>,
    /// The id of a deck; the game's own if none is given.
    #[serde(default)]
    pub deck: Option<String>,
    /// The text of a deck file, instead of the id of a deck.
    #[serde(default)]
    pub deck_text: Option<String>,
    /// The bot: `random`, `greedy`, `search:1000`.
    #[serde(default)]
    pub bot: Option<String>,
}

/// Who may sit at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SeatKind {
    /// Whoever has the link.
    #[default]
    Link,
    /// Whoever takes it first.
    Open,
    Bot,
}

/// How much time there is. Without anything there is no clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Clock {
    /// Milliseconds for one decision.
    #[serde(default)]
    pub decision: Option<u32>,
    /// Milliseconds of each seat for the whole game, beyond those.
    #[serde(default)]
    pub bank: Option<u32>,
    /// Whoever is away for so many milliseconds while it is their turn loses.
    #[serde(default)]
    pub away: Option<u32>,
}

/// What is kept of a match's beginning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub game: String,
    pub policy: Option<String>,
    pub catalog: String,
    /// 64 bits do not fit into every reader's numbers.
    pub seed: String,
    pub salt: String,
    pub decks: [DeckText; 2],
    pub private: bool,
    pub clock: Clock,
    pub pace: u32,
}

/// A match that is ready to begin.
pub(crate) struct Prepared {
    pub row: MatchRow,
    pub commitment: String,
    /// The tokens of seats with a link.
    pub tokens: [Option<String>; 2],
}

/// Why a match cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Objection {
    /// What it is about: `game`, `seats.0.deck`, `cards`.
    pub field: String,
    pub text: String,
}

fn objection<T>(field: impl Into<String>, text: impl Into<String>) -> Result<T, Objection> {
    Err(Objection { field: field.into(), text: text.into() })
}

impl Setup {
    pub fn seed(&self) -> u64 {
        self.seed.parse().unwrap_or(0)
    }

    pub fn commitment(&self) -> String {
        commitment(self.seed(), &self.salt)
    }
}

/// Checks what was asked for and makes a match of it. It may take a while.
///
/// # Errors
/// The first thing that is not as it should be.
pub(crate) fn prepare(library: &Library, new: &NewMatch) -> Result<Prepared, Objection> {
    let texts = texts(new)?;
    let variant = Variant { policy: new.policy.as_deref(), texts: &texts };
    let projection = library.projection(&new.game, &variant).map_err(|unfit| match unfit {
        Unfit::UnknownGame(text) => Objection { field: "game".into(), text },
        Unfit::UnknownPolicy(text) => Objection { field: "policy".into(), text },
        Unfit::Texts(errors) => {
            let error = errors.iter().find(|error| error.severity == onplay_cards::Severity::Error);
            let field = error.map_or("cards", |error| match error.file.rsplit('/').next() {
                Some("~own-1.toml") => "seats.0.deck_text",
                Some("~own-2.toml") => "seats.1.deck_text",
                _ => "cards",
            });
            let text = error.map_or("it has errors".into(), |error| {
                let help = error.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
                format!("at {}: {}{help}", error.span.start, error.message)
            });
            Objection { field: field.into(), text }
        }
    })?;
    let [one, two] = [deck(&projection, new, 0)?, deck(&projection, new, 1)?];
    let mut tokens = [None, None];
    let mut seats = [SeatRow::default(), SeatRow::default()];
    for (at, seat) in new.seats.iter().enumerate() {
        let deck = [&one, &two][at].name.clone();
        let bot = bot(seat, at)?;
        let default = bot.clone().unwrap_or_else(|| format!("Player {}", at + 1));
        let name = clean_name(seat.name.as_deref().unwrap_or(&default), &default);
        if seat.kind == SeatKind::Link {
            tokens[at] = Some(random_id());
        }
        let token = tokens[at].as_deref().map(token_hash);
        seats[at] = SeatRow { name, token, bot, deck };
    }
    let setup = Setup {
        game: new.game.clone(),
        policy: new.policy.clone(),
        catalog: onplay_games::replay::fingerprint_text(&projection.table().catalog.fingerprint),
        seed: random_seed().to_string(),
        salt: random_id(),
        decks: [one, two],
        private: new.private,
        clock: new.clock,
        pace: new.pace.min(10_000),
    };
    let row = MatchRow {
        id: random_id(),
        setup: serde_json::to_string(&setup).expect("strings and numbers can be written"),
        listed: new.listed,
        seats,
        texts,
    };
    Ok(Prepared { row, commitment: setup.commitment(), tokens })
}

/// The files that the table brings.
fn texts(new: &NewMatch) -> Result<Vec<(String, String)>, Objection> {
    let mut texts = Vec::new();
    if let Some(cards) = &new.cards {
        texts.push(("cards/own.toml".to_owned(), cards.clone()));
    }
    for (at, seat) in new.seats.iter().enumerate() {
        if let Some(text) = &seat.deck_text {
            // Decks are read in the order of their files' names: these come last.
            texts.push((format!("decks/~own-{}.toml", at + 1), text.clone()));
        }
    }
    let size: usize = texts.iter().map(|(_, text)| text.len()).sum();
    if size > MOST_TEXT {
        return objection("cards", format!("{size} bytes of text; there is room for {MOST_TEXT}"));
    }
    Ok(texts)
}

fn deck(projection: &Projection, new: &NewMatch, at: usize) -> Result<DeckText, Objection> {
    let kit = projection.kit();
    let seat = &new.seats[at];
    let field = format!("seats.{at}.deck");
    let found = match (&seat.deck, &seat.deck_text) {
        (Some(_), Some(_)) => {
            return objection(field, "either the id of a deck or its text, not both");
        }
        (None, Some(text)) => {
            // Own decks come last, in the order of the seats.
            let own = new.seats.iter().filter(|seat| seat.deck_text.is_some()).count();
            let before = new.seats[..at].iter().filter(|seat| seat.deck_text.is_some()).count();
            let found = kit.book.decks.iter().rev().take(own).rev().nth(before);
            if text.trim().is_empty() || found.is_none() {
                return objection(format!("seats.{at}.deck_text"), "there is no deck in it");
            }
            found
        }
        (Some(id), None) => kit.book.deck(id),
        (None, None) if kit.book.decks.is_empty() => None,
        (None, None) => kit.book.decks.get(at % kit.book.decks.len()),
    };
    let Some(deck) = found else {
        let known: Vec<&str> = kit.book.decks.iter().map(|deck| deck.id.as_str()).collect();
        let wanted = seat.deck.as_deref().unwrap_or_default();
        let near = onplay_cards::diagnostic::nearest(wanted, known.iter().copied());
        let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
        let text = format!("there is no deck `{wanted}`; {near}decks: {}", known.join(", "));
        return objection(field, text);
    };
    if seat.deck_text.is_some() {
        check_deck(kit, deck)
            .map_err(|text| Objection { field: format!("seats.{at}.deck_text"), text })?;
    }
    Ok(DeckText::new(kit, &deck.id, &onplay_games::kit::deck_list(deck)))
}

/// A deck of one's own has the sections of the game's decks and fits on the table.
fn check_deck(kit: &onplay_games::kit::Kit, deck: &onplay_cards::Deck) -> Result<(), String> {
    let shipped = kit.book.decks.first().ok_or("this game has no decks")?;
    let names = |deck: &onplay_cards::Deck| -> BTreeSet<String> {
        deck.sections.iter().map(|(name, _)| name.to_lowercase()).collect()
    };
    let (wanted, found) = (names(shipped), names(deck));
    if wanted != found {
        let wanted: Vec<String> = wanted.into_iter().collect();
        return Err(format!("a deck of this game has the sections: {}", wanted.join(", ")));
    }
    for (name, cards) in &deck.sections {
        let count: u32 = cards.iter().map(|(_, count)| u32::from(*count)).sum();
        let own: u32 = shipped.section(name).iter().map(|(_, count)| u32::from(*count)).sum();
        // Leaders, gates and ships come in the number the rules need.
        let most = if own <= 12 { own } else { MOST_CARDS };
        let least = if own <= 12 { own } else { own / 2 };
        if !(least..=most).contains(&count) {
            return Err(format!("section {name} has {count} cards; {least} to {most} are allowed"));
        }
    }
    Ok(())
}

fn bot(seat: &NewSeat, at: usize) -> Result<Option<String>, Objection> {
    let field = format!("seats.{at}.bot");
    match (seat.kind, &seat.bot) {
        (SeatKind::Bot, None) => Ok(Some("greedy".into())),
        (SeatKind::Bot, Some(word)) => match bot_kind(word) {
            Ok(kind) => Ok(Some(kind.to_string())),
            Err(text) => objection(field, text),
        },
        (_, None) => Ok(None),
        (_, Some(_)) => objection(field, "only a seat of the kind `bot` has a bot"),
    }
}

/// A bot by its name, within what a table may ask for.
///
/// # Errors
/// There is no such bot, or it would think for too long.
pub(crate) fn bot_kind(word: &str) -> Result<BotKind, String> {
    let kind: BotKind = word.parse().map_err(|error: onplay_bots::UnknownBot| error.to_string())?;
    match kind {
        BotKind::Search(Limit::Iterations(count)) if count > MOST_ITERATIONS => {
            Err(format!("at most search:{MOST_ITERATIONS} here"))
        }
        BotKind::Search(Limit::Time(time)) if time.as_millis() > MOST_THINKING => {
            Err(format!("at most search:{MOST_THINKING}ms here"))
        }
        kind => Ok(kind),
    }
}

/// A name without anything that does not belong into one line.
pub(crate) fn clean_name(name: &str, default: &str) -> String {
    let name: String = name.chars().filter(|letter| !is_invisible(*letter)).collect();
    let name: String = name.trim().chars().take(MOST_NAME).collect();
    if name.is_empty() { default.to_owned() } else { name }
}

/// Whether a letter is not seen itself but changes how others are: controls, and marks
/// that turn the direction of a text.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The projection that a kept match needs.
///
/// # Errors
/// It cannot be played with this program any more.
pub(crate) fn projection_of(
    library: &Library,
    setup: &Setup,
    texts: &[(String, String)],
) -> Result<Arc<Projection>, String> {
    let variant = Variant { policy: setup.policy.as_deref(), texts };
    let projection =
        library.projection(&setup.game, &variant).map_err(|unfit| format!("{unfit:?}"))?;
    let known = onplay_games::replay::fingerprint_text(&projection.table().catalog.fingerprint);
    if known != setup.catalog {
        return Err("it was made with other cards or rules than this program has".into());
    }
    Ok(projection)
}

/// The seat with this number.
pub(crate) fn seat_name(at: usize) -> SeatName {
    Seat(at as u8).into()
}
