//! What the frame knows of each card, worked out once.

use onplay_engine::card::walk::Node;
use onplay_engine::card::walk::ability_nodes;
use onplay_engine::card::{Ability, Cost, Effect, Gift, Static, Timing, When};
use onplay_engine::compile::{Card, Catalog};
use onplay_engine::id::{AttributeId, Class, FlagId, KeywordId};
use onplay_engine::mask::Bits;

use super::needs::{Demand, Needed};

/// One card.
pub(super) struct Printed {
    /// [`DRONE`] and [`TOKEN`].
    pub kind: u16,
    /// It is no token, and it has abilities to use or stays where it is.
    pub flies: bool,
    pub differs: bool,
    pub keywords: u32,
    pub class: i16,
    pub hull: i16,
    /// Its abilities that can be used as an action, by their numbers.
    pub active: u64,
    /// What playing it asks.
    pub demand: Demand,
    /// What its abilities ask, by their numbers.
    pub demands: Vec<Demand>,
    /// The hull at which a section is damaged, and critical.
    pub damaged_at: i16,
    pub critical_at: i16,
    /// What a section gives healthy, damaged and critical, by system.
    pub given: [[i16; 3]; SYSTEMS],
    /// How much more in the middle lane.
    pub middle: [i16; SYSTEMS],
}

pub(super) const DRONE: u16 = 1;
pub(super) const TOKEN: u16 = 2;

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
    pub inert: KeywordId,
}

/// Reads all cards of a catalog.
pub(super) fn read_cards(needed: &mut Needed, columns: &Columns) -> Vec<Printed> {
    let catalog = needed.catalog;
    let systems = SYSTEM_NAMES.map(|name| System::named(catalog, name));
    catalog.cards.iter().map(|card| read_card(needed, columns, &systems, card)).collect()
}

fn read_card(
    needed: &mut Needed,
    columns: &Columns,
    systems: &[System; SYSTEMS],
    card: &Card,
) -> Printed {
    let numbered = || card.abilities.iter().enumerate();
    let kind = needed.kind(card);
    Printed {
        kind,
        flies: kind & TOKEN == 0,
        differs: card.has_keyword(columns.inert) || card.abilities.iter().any(is_active),
        keywords: card.keywords,
        class: card.attribute(columns.class),
        hull: card.attribute(columns.hull),
        active: numbered()
            .take(64)
            .filter(|(_, ability)| is_active(ability))
            .fold(0, |mask, (number, _)| mask | 1 << number),
        demand: needed.play_demand(card),
        demands: numbered().map(|(number, ability)| needed.use_demand(number, ability)).collect(),
        damaged_at: card.attribute(columns.damaged_at),
        critical_at: card.attribute(columns.critical_at),
        given: systems.each_ref().map(|system| system.given(card)),
        middle: systems.each_ref().map(|system| printed(card, system.middle)),
    }
}

/// Whether an ability can be used as an action.
fn is_active(ability: &Ability) -> bool {
    match &ability.when {
        When::Activated(activation) => activation.timing != Timing::Response,
        _ => false,
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

/// Whether some card has a keyword or gives it.
pub(super) fn is_used(catalog: &Catalog, keyword: KeywordId) -> bool {
    let mut given = false;
    for entry in &catalog.program.abilities {
        ability_nodes(&entry.ability, &mut |node| {
            given |= match node {
                Node::Static(Static::Keyword { keyword: one, .. }) => *one == keyword,
                Node::Effect(Effect::Grant { gift: Gift::Keyword(one), .. }) => *one == keyword,
                _ => false,
            }
        });
    }
    given || catalog.cards.iter().any(|card| card.has_keyword(keyword))
}

/// Whether some drone has an ability to use that does not exhaust it.
pub(super) fn is_tireless(catalog: &Catalog, printed: &[Printed], exhausted: FlagId) -> bool {
    catalog.cards.iter().zip(printed).any(|(card, printed)| {
        let mut used = Bits(printed.active).filter_map(|at| card.abilities.get(usize::from(at)));
        printed.kind & DRONE != 0
            && used.any(|ability| !ability.cost.contains(&Cost::Flag(exhausted)))
    })
}
