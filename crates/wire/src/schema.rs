//! The protocol described for machines: JSON Schema of the messages, and the
//! TypeScript types in one file.

use schemars::schema_for;
use serde_json::Value;
use ts_rs::{Config, TS};

use crate::ask::{Ask, Cost, Offer, OptionText, Prompt, PromptKind, Verb};
use crate::explain::{Link, Reason, Uncertain};
use crate::info::{
    AttributeInfo, CardInfo, CounterInfo, DeckCard, DeckInfo, DeckSection, GameInfo, GameSummary,
    KeywordInfo, PlaceInfo, StatusInfo, TypeInfo, ZoneInfo, ZoneRole, ZoneShape, ZoneSight,
};
use crate::message::{Fault, FaultCode, FromClient, Opened, PlayerInfo, ToClient, UndoState};
use crate::names::SeatName;
use crate::step::{Change, ObjectRef, Step, StepKind};
use crate::view::{CardView, PlaceView, PlayerView, StackItem, View};

/// The JSON Schemas of the protocol, by name.
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("from-client", schema_for!(FromClient).to_value()),
        ("to-client", schema_for!(ToClient).to_value()),
        ("game-info", schema_for!(GameInfo).to_value()),
        ("card-info", schema_for!(CardInfo).to_value()),
    ]
}

/// The types of the protocol for TypeScript, as one module.
pub fn typescript() -> String {
    let config = Config::default();
    let mut text = String::from(
        "// Made from crates/wire by its tests; `ONPLAY_WRITE=1 cargo test -p onplay-wire`\n\
         // writes it again.\n",
    );
    let declarations = [
        SeatName::decl(&config),
        ObjectRef::decl(&config),
        StepKind::decl(&config),
        Change::decl(&config),
        Step::decl(&config),
        CardView::decl(&config),
        PlaceView::decl(&config),
        PlayerView::decl(&config),
        StackItem::decl(&config),
        View::decl(&config),
        PromptKind::decl(&config),
        OptionText::decl(&config),
        Prompt::decl(&config),
        Verb::decl(&config),
        Cost::decl(&config),
        Offer::decl(&config),
        Ask::decl(&config),
        Link::decl(&config),
        Reason::decl(&config),
        Uncertain::decl(&config),
        PlayerInfo::decl(&config),
        UndoState::decl(&config),
        Opened::decl(&config),
        FaultCode::decl(&config),
        Fault::decl(&config),
        FromClient::decl(&config),
        ToClient::decl(&config),
        GameSummary::decl(&config),
        ZoneRole::decl(&config),
        ZoneSight::decl(&config),
        ZoneShape::decl(&config),
        ZoneInfo::decl(&config),
        PlaceInfo::decl(&config),
        AttributeInfo::decl(&config),
        CounterInfo::decl(&config),
        StatusInfo::decl(&config),
        KeywordInfo::decl(&config),
        TypeInfo::decl(&config),
        CardInfo::decl(&config),
        DeckCard::decl(&config),
        DeckSection::decl(&config),
        DeckInfo::decl(&config),
        GameInfo::decl(&config),
    ];
    for declaration in declarations {
        text.push_str("\nexport ");
        text.push_str(&declaration);
        text.push('\n');
    }
    text
}
