//! What the frame knows of each card, computed once.

use onplay_engine::compile::{Card, Catalog};
use onplay_engine::id::{AttributeId, Class};

/// One card.
pub(super) struct Printed {
    pub is_token: bool,
    pub class: i16,
    pub hull: i16,
    /// The hull at which a section is damaged, and critical.
    pub damaged_at: i16,
    pub critical_at: i16,
    /// What a section gives healthy, damaged and critical, by system.
    pub given: [[i16; 3]; SYSTEMS],
    /// How much more in the middle lane.
    pub middle: [i16; SYSTEMS],
}

// What the sections of a ship give together.
pub(super) const HAND_SIZE: usize = 0;
pub(super) const DISCARDS: usize = 1;
pub(super) const INCOME: usize = 2;
pub(super) const RECHARGE: usize = 3;
pub(super) const INITIAL: usize = 4;
pub(super) const BUDGET: usize = 5;
pub(super) const CONTROL: usize = 6;
const SYSTEMS: usize = 7;
const SYSTEM_NAMES: [&str; SYSTEMS] = [
    "hand-size",
    "free-discards",
    "energy-income",
    "shields-per-turn",
    "initial-deployment",
    "deployment-budget",
    "cpu-limit",
];

/// The attributes that are read off cards.
pub(super) struct Columns {
    pub class: AttributeId,
    pub hull: AttributeId,
    pub damaged_at: AttributeId,
    pub critical_at: AttributeId,
}

/// Reads all cards of a catalog.
pub(super) fn read_cards(catalog: &Catalog, columns: &Columns) -> Vec<Printed> {
    let systems = SYSTEM_NAMES.map(|name| System::named(catalog, name));
    catalog.cards.iter().map(|card| read_card(columns, &systems, card)).collect()
}

fn read_card(columns: &Columns, systems: &[System; SYSTEMS], card: &Card) -> Printed {
    Printed {
        is_token: card.token,
        class: card.attribute(columns.class),
        hull: card.attribute(columns.hull),
        damaged_at: card.attribute(columns.damaged_at),
        critical_at: card.attribute(columns.critical_at),
        given: systems.each_ref().map(|system| system.given(card)),
        middle: systems.each_ref().map(|system| printed(card, system.middle)),
    }
}

/// The words for what a section gives: healthy, damaged, critical, and more in
/// the middle.
struct System {
    states: [Option<AttributeId>; 3],
    middle: Option<AttributeId>,
}

impl System {
    fn named(catalog: &Catalog, name: &str) -> System {
        let find = |word: String| catalog.names.find(Class::Attribute, &word).map(AttributeId);
        System {
            states: ["", "-damaged", "-critical"].map(|state| find(format!("{name}{state}"))),
            middle: find(format!("{name}-middle")),
        }
    }

    /// A system without states gives the same in all of them.
    fn given(&self, card: &Card) -> [i16; 3] {
        self.states.map(|state| printed(card, state.or(self.states[0])))
    }
}

fn printed(card: &Card, attribute: Option<AttributeId>) -> i16 {
    attribute.map_or(0, |attribute| card.attribute(attribute))
}
