//! What a client must know of a game before it draws it: zones, words, faces,
//! decks. It is the same for everybody.

use std::collections::BTreeMap;

use onplay_cards::{print_cost, reminder};
use onplay_engine::id::{CardId, Class, FlagId, KeywordId, TypeId, ZoneId, ZoneKind};
use onplay_engine::rulebook::{Role, Shape, Sight};
use onplay_games::kit::Kit;
use onplay_games::replay::fingerprint_text;
use onplay_games::words::Words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::names::{PlaceName, SeatName};

/// A game in a list of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameSummary {
    /// Its id, as matches name it.
    pub id: String,
    /// Its name.
    pub title: String,
    /// What it is like, in one line.
    pub tagline: String,
    /// How many cards it has.
    pub cards: usize,
    /// The ids of its decks.
    pub decks: Vec<String>,
}

/// Everything needed to draw a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameInfo {
    /// Its id, as matches name it.
    pub id: String,
    /// Its name.
    pub title: String,
    /// What it is like, in one line.
    pub tagline: String,
    /// The fingerprint of rules and cards.
    pub catalog: String,
    /// In the order of the game's file.
    pub zones: Vec<ZoneInfo>,
    /// Every place of every zone.
    pub places: Vec<PlaceInfo>,
    /// The numbers on cards.
    pub attributes: Vec<AttributeInfo>,
    /// The numbers of players.
    pub counters: Vec<CounterInfo>,
    /// What cards can be for a while.
    pub statuses: Vec<StatusInfo>,
    /// The keywords.
    pub keywords: Vec<KeywordInfo>,
    /// The types of cards.
    pub types: Vec<TypeInfo>,
    /// The attribute that playing a card costs, and the counter it is paid from.
    pub price: Option<(String, String)>,
    /// The counter that damage to players takes away.
    pub life: Option<String>,
    /// The status of a card that has been used.
    pub exhausted: Option<String>,
    /// The two attributes that are written as one, `1/1`.
    pub pair: Option<(String, String)>,
    /// The attribute that a place's own modifier adds to.
    pub slot_bonus: Option<String>,
    /// The attribute that kills at 0, and the types that it kills (all if none).
    pub death: Option<(String, Vec<String>)>,
    /// Other policies the game can be played under.
    pub policies: Vec<String>,
    /// The decks that the game brings.
    pub decks: Vec<DeckInfo>,
    /// The rules as Markdown, if the game brings them.
    pub rules: Option<String>,
    /// The same on one page, for whoever plays for the first time.
    pub how_to_play: Option<String>,
}

/// What a zone is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ZoneRole {
    /// Cards are drawn from it.
    Deck,
    /// What a player holds.
    Hand,
    /// Used and destroyed cards.
    Discard,
    /// Cards that are out of the game.
    Exile,
    /// The board.
    Play,
    /// What waits to resolve.
    Stack,
    /// Cards that somebody looks at.
    Looking,
    /// Something that only this game has.
    Other,
}

/// Who sees the cards in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ZoneSight {
    /// Both players and those who watch.
    Everyone,
    /// The player whose zone it is.
    Owner,
    /// Nobody.
    Nobody,
}

/// How the places of a zone lie to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ZoneShape {
    /// One place.
    Pile,
    /// Rows that face each other, several cards in each.
    Lanes,
    /// Single places that face each other.
    Slots,
}

/// One kind of zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct ZoneInfo {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub role: ZoneRole,
    /// Who sees the cards in it.
    pub sight: ZoneSight,
    /// How its places lie to each other.
    pub shape: ZoneShape,
    /// Both seats use the same one.
    pub shared: bool,
    /// How many places there are, for each seat.
    pub places: u8,
    /// How many cards one place holds; none is unlimited.
    pub capacity: Option<u8>,
    /// Abilities of cards here are on.
    pub in_play: bool,
}

/// One place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlaceInfo {
    /// Its name on the wire.
    pub place: PlaceName,
    /// The zone it belongs to.
    pub zone: String,
    /// Whose it is; none if it is shared.
    pub seat: Option<SeatName>,
    /// Its number among the places of its zone, from 0.
    pub index: u8,
    /// What it is called beside the others: `T2`, `lane 1`.
    pub label: String,
    /// The place it faces.
    pub opposite: Option<PlaceName>,
}

/// A number on cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct AttributeInfo {
    /// Its name.
    pub name: String,
    /// It never changes in play.
    pub fixed: bool,
    /// It is not printed on cards: it starts at 0.
    pub unprinted: bool,
}

/// A number of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct CounterInfo {
    /// Its name.
    pub name: String,
    /// What it is at the start of a game.
    pub start: i16,
    /// It never falls below this.
    pub min: Option<i16>,
    /// It never rises above this.
    pub max: Option<i16>,
    /// Only its owner sees it.
    pub hidden: bool,
    /// Its letter in costs: `R` for `{R}`.
    pub symbol: Option<String>,
}

/// Something a card is or is not at the moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct StatusInfo {
    /// The word for being it.
    pub name: String,
    /// How it stands behind *is*: `on cooldown`.
    pub words: String,
    /// The word for not being it.
    pub opposite: Option<String>,
}

/// A word on cards that rules know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct KeywordInfo {
    /// The word.
    pub name: String,
    /// What it means.
    pub reminder: String,
}

/// A card type.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct TypeInfo {
    /// Its name.
    pub name: String,
    /// Its text happens once, when it is played; it does not stay in play.
    pub once: bool,
}

/// The face of a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct CardInfo {
    /// Its id in the card file.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The whole type line.
    pub type_line: String,
    /// Its types.
    pub types: Vec<String>,
    /// Its subtypes.
    pub subtypes: Vec<String>,
    /// Its supertypes.
    pub supertypes: Vec<String>,
    /// What it costs to play, in words or symbols; empty if its price is a number.
    pub cost: String,
    /// Printed numbers that are not 0.
    pub numbers: BTreeMap<String, i16>,
    /// Its printed keywords.
    pub keywords: Vec<String>,
    /// What is printed on it.
    pub text: String,
    /// It is made by other cards and in no deck.
    pub token: bool,
    /// The names of its abilities, where they have one, in the order of the text.
    pub abilities: Vec<Option<String>>,
}

/// A deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct DeckInfo {
    /// Its id, as matches name it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How it wants to win.
    pub plan: String,
    /// Its cards, by section.
    pub sections: Vec<DeckSection>,
}

/// A part of a deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct DeckSection {
    /// Its name.
    pub name: String,
    /// The cards in it.
    pub cards: Vec<DeckCard>,
}

/// A card of a deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct DeckCard {
    /// The name of the card.
    pub card: String,
    /// How many copies.
    pub count: u16,
}

impl GameSummary {
    /// Sums up a game.
    pub fn new(kit: &Kit) -> Self {
        GameSummary {
            id: kit.book.game.id.clone(),
            title: kit.book.game.title.clone(),
            tagline: kit.book.game.tagline.clone(),
            cards: kit.book.cards.len(),
            decks: kit.book.decks.iter().map(|deck| deck.id.clone()).collect(),
        }
    }
}

impl GameInfo {
    /// Describes a game.
    pub fn new(kit: &Kit) -> Self {
        let (catalog, vocabulary) = (&kit.table.catalog, &kit.book.vocabulary);
        let (rules, names) = (&catalog.rules, &catalog.names);
        let word = |class, symbol: u16| names.word(class, symbol).to_owned();
        let all = |class: Class| names.all(class).iter().cloned();
        let attributes = all(Class::Attribute).zip(&rules.attributes).map(|(name, rule)| {
            AttributeInfo { name, fixed: rule.live.is_none(), unprinted: rule.unprinted }
        });
        let counters = all(Class::Counter).zip(&rules.counters).enumerate();
        let counters = counters.map(|(number, (name, rule))| CounterInfo {
            name,
            start: rule.start,
            min: rule.min,
            max: rule.max,
            hidden: rule.hidden,
            symbol: vocabulary.symbols.get(number).cloned().flatten(),
        });
        let statuses = all(Class::Flag).zip(&rules.flags).enumerate();
        let statuses = statuses.map(|(number, (name, rule))| StatusInfo {
            name,
            words: vocabulary.status(FlagId(number as u16)),
            opposite: rule.opposite.clone(),
        });
        let keywords = all(Class::Keyword).enumerate().map(|(number, name)| KeywordInfo {
            name,
            reminder: reminder(vocabulary, KeywordId(number as u16)).to_owned(),
        });
        let types = all(Class::Type).enumerate();
        let types =
            types.map(|(number, name)| TypeInfo { name, once: vocabulary.once >> number & 1 == 1 });
        let mortal = |types: u32| {
            let named = (0..32u16).filter(|number| types >> number & 1 == 1);
            named.map(|number| word(Class::Type, number)).collect()
        };
        GameInfo {
            id: kit.book.game.id.clone(),
            title: kit.book.game.title.clone(),
            tagline: kit.book.game.tagline.clone(),
            catalog: fingerprint_text(&catalog.fingerprint),
            zones: zones(kit),
            places: places(kit),
            attributes: attributes.collect(),
            counters: counters.collect(),
            statuses: statuses.collect(),
            keywords: keywords.collect(),
            types: types.collect(),
            price: rules.price.map(|(attribute, counter)| {
                (word(Class::Attribute, attribute.0), word(Class::Counter, counter.0))
            }),
            life: rules.life.map(|counter| word(Class::Counter, counter.0)),
            exhausted: rules.exhausted.map(|flag| word(Class::Flag, flag.0)),
            pair: vocabulary
                .pair
                .map(|(one, two)| (word(Class::Attribute, one.0), word(Class::Attribute, two.0))),
            slot_bonus: rules.slot_bonus.map(|attribute| word(Class::Attribute, attribute.0)),
            death: rules
                .death
                .as_ref()
                .map(|death| (word(Class::Attribute, death.attribute.0), mortal(death.types))),
            policies: kit.book.policies.keys().cloned().collect(),
            decks: decks(kit),
            rules: rules_text(&kit.book.game.id).map(str::to_owned),
            how_to_play: onplay_games::kit::page(&kit.book.game.id, "how-to-play.md")
                .map(str::to_owned),
        }
    }
}

/// The rules of a shipped game as Markdown.
pub fn rules_text(game: &str) -> Option<&'static str> {
    let page = |name| onplay_games::kit::page(game, name);
    page("rulebook.md").or_else(|| page("rules.md"))
}

fn zones(kit: &Kit) -> Vec<ZoneInfo> {
    let catalog = &kit.table.catalog;
    let zones = catalog.names.all(Class::Zone).iter().zip(&catalog.rules.zones);
    zones
        .map(|(name, rule)| ZoneInfo {
            name: name.clone(),
            role: match rule.role {
                Role::Deck => ZoneRole::Deck,
                Role::Hand => ZoneRole::Hand,
                Role::Discard => ZoneRole::Discard,
                Role::Exile => ZoneRole::Exile,
                Role::Play => ZoneRole::Play,
                Role::Stack => ZoneRole::Stack,
                Role::Looking => ZoneRole::Looking,
                Role::Other => ZoneRole::Other,
            },
            sight: match rule.sight {
                Sight::Everyone => ZoneSight::Everyone,
                Sight::Owner => ZoneSight::Owner,
                Sight::Nobody => ZoneSight::Nobody,
            },
            shape: match rule.shape {
                Shape::Pile => ZoneShape::Pile,
                Shape::Lanes => ZoneShape::Lanes,
                Shape::Slots => ZoneShape::Slots,
            },
            shared: !rule.per_seat,
            places: rule.places.max(1),
            capacity: rule.capacity,
            in_play: rule.in_play,
        })
        .collect()
}

fn places(kit: &Kit) -> Vec<PlaceInfo> {
    let rules = &kit.table.catalog.rules;
    let empty = onplay_engine::state::Game::new(&kit.table.catalog, 0);
    let words = Words::new(kit.table.read(&empty));
    let place = |zone: ZoneId| {
        let kind: ZoneKind = rules.kind(zone);
        let label = words.place(zone);
        let label = ["p1 ", "p2 "].iter().find_map(|seat| label.strip_prefix(seat));
        PlaceInfo {
            place: words.place_code(zone),
            zone: kit.table.catalog.names.word(Class::Zone, kind.0).to_owned(),
            seat: rules.zones[kind.index()].per_seat.then(|| rules.seat(zone).into()),
            index: rules.lane(zone),
            label: label.map_or_else(|| words.place(zone), str::to_owned),
            opposite: rules.opposite(zone).map(|zone| words.place_code(zone)),
        }
    };
    (1..rules.places() as u8).map(ZoneId).map(place).collect()
}

fn decks(kit: &Kit) -> Vec<DeckInfo> {
    let card = |(card, count): &(CardId, u16)| DeckCard {
        card: kit.table.catalog.names.word(Class::Card, card.0).to_owned(),
        count: *count,
    };
    let section = |(name, cards): &(String, Vec<(CardId, u16)>)| DeckSection {
        name: name.clone(),
        cards: cards.iter().map(card).collect(),
    };
    let deck = |deck: &onplay_cards::Deck| DeckInfo {
        id: deck.id.clone(),
        name: deck.name.clone(),
        plan: deck.plan.clone(),
        sections: deck.sections.iter().map(section).collect(),
    };
    kit.book.decks.iter().map(deck).collect()
}

impl CardInfo {
    /// The faces of all cards of a game.
    pub fn all(kit: &Kit) -> Vec<CardInfo> {
        (0..kit.book.cards.len() as u16).map(|card| CardInfo::new(kit, CardId(card))).collect()
    }

    /// The face of one card.
    pub fn new(kit: &Kit, card: CardId) -> CardInfo {
        let (text, printed) = (kit.book.text(card), kit.book.printed(card));
        let names = &kit.table.catalog.names;
        let numbers = printed.attributes.iter().enumerate().filter(|(_, value)| **value != 0);
        let types = (0..32u16).map(TypeId).filter(|kind| printed.has_type(*kind));
        let keywords = (0..31u16).map(KeywordId).filter(|keyword| printed.has_keyword(*keyword));
        let cost: Vec<String> =
            printed.cost.iter().map(|cost| print_cost(&kit.book.vocabulary, cost)).collect();
        CardInfo {
            id: text.id.clone(),
            name: text.name.clone(),
            type_line: text.type_line.clone(),
            types: types.map(|kind| names.word(Class::Type, kind.0).to_owned()).collect(),
            subtypes: printed
                .subtypes
                .iter()
                .map(|subtype| names.word(Class::Subtype, subtype.0).to_owned())
                .collect(),
            supertypes: text.supertypes.clone(),
            cost: cost.join(", "),
            numbers: numbers
                .map(|(id, value)| (names.word(Class::Attribute, id as u16).to_owned(), *value))
                .collect(),
            keywords: keywords
                .map(|keyword| names.word(Class::Keyword, keyword.0).to_owned())
                .collect(),
            text: text.text.trim().to_owned(),
            token: printed.token,
            abilities: printed.abilities.iter().map(|ability| ability.name.clone()).collect(),
        }
    }
}
