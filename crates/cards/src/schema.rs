//! JSON Schemas (draft-07) of the files, so that editors complete and check.

use indexmap::IndexMap;
use onplay_engine::card::Ability;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game_file::GameFile;
use crate::unified::UnifiedAbility;

/// A file of cards.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct CardFile {
    pub card: Vec<CardEntry>,
}

/// One card. The game's attributes (attack, hull, …) are fields too.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct CardEntry {
    /// Short and unique; made from the name if it is not given.
    pub id: Option<String>,
    pub name: String,
    /// The type line: "Creature — Goblin".
    #[serde(rename = "type")]
    pub type_line: Option<String>,
    /// The types, where there is no type line.
    pub types: Option<Vec<String>>,
    pub subtypes: Option<Vec<String>>,
    /// What it costs to play.
    pub cost: Option<CostEntry>,
    pub keywords: Option<Vec<String>>,
    /// The printed text: it is the program.
    pub text: Option<String>,
    /// Abilities as data, in the order in which they follow the text's.
    pub ability: Option<Vec<AbilityEntry>>,
    /// It is created by cards and is never in a deck.
    pub token: Option<bool>,
    /// How many copies a deck or pool may have.
    pub limit: Option<i64>,
    /// How many copies are built again each round.
    pub rebuild: Option<f64>,
    pub rarity: Option<String>,
    pub element: Option<String>,
    pub copies: Option<i64>,
    pub flavor: Option<String>,
    pub note: Option<String>,
    pub phase: Option<i64>,
    /// Its text is not understood yet, and that is known.
    pub later: Option<bool>,
    /// The game's attributes by name.
    #[serde(flatten)]
    pub attributes: IndexMap<String, i16>,
}

/// A number, mana symbols such as `{2}{R}`, or amounts by counter.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CostEntry {
    Number(i16),
    Mana(String),
    Counters(IndexMap<String, i16>),
}

/// An ability in its own form or in the unified format.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AbilityEntry {
    Ability(Box<Ability>),
    Unified(Box<UnifiedAbility>),
}

/// A deck: its sections are tables of card names and numbers of copies.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct DeckFile {
    pub id: Option<String>,
    pub name: String,
    /// How it wants to win.
    pub plan: Option<String>,
    #[serde(flatten)]
    pub sections: IndexMap<String, IndexMap<String, u16>>,
}

/// The schemas by the name of the file they are kept in.
pub fn schemas() -> Vec<(&'static str, Value)> {
    let schema = |root: fn(&mut schemars::SchemaGenerator) -> schemars::Schema| {
        let mut generator = SchemaSettings::draft07().into_generator();
        Value::from(root(&mut generator))
    };
    vec![
        ("card", schema(|generator| generator.root_schema_for::<CardFile>())),
        ("deck", schema(|generator| generator.root_schema_for::<DeckFile>())),
        ("game", schema(|generator| generator.root_schema_for::<GameFile>())),
    ]
}
