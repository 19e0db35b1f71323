//! What the frame knows of each card, worked out once: what is asked before
//! its words can begin, and what it gives as a section.

use onplay_engine::ability::{
    Ability, Comparison, Condition, Cost, Deed, Effect, Filter, Gift, Pick, Quantity, Selection,
    Static, Timing, When, Who, Whose,
};
use onplay_engine::catalog::{Card, Catalog};
use onplay_engine::game::Object;
use onplay_engine::id::{AttributeId, Class, CounterId, KeywordId, MeasureId, Seat, TypeId};
use onplay_engine::program::selection;
use onplay_engine::rules::Role;
use onplay_engine::walk::{Node, ability_nodes};

/// One card.
#[derive(Clone)]
pub(super) struct Printed {
    /// [`DRONE`] and [`TOKEN`].
    pub kind: u16,
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

/// What is asked before words can begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Demand {
    /// The counter that pays first, and how much of it.
    pub price: (CounterId, i16),
    /// The price has other parts, which must be asked.
    pub more: bool,
    pub needs: Needs,
}

/// What must be there for words to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Needs {
    Nothing,
    /// Something on the board to choose.
    Piece(Piece),
    /// Another card in one's hand.
    Card,
    /// Lanes controlled, compared with those of the opponent.
    Lanes(Comparison),
    /// Anything else: the words themselves are asked.
    Words,
}

/// Which objects in play can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    /// The places to search, seen from each seat.
    pub zones: [u64; 2],
    /// The kinds that are asked for, and what they must be.
    kinds: (u16, u16),
    /// The same for statuses.
    flags: (u16, u16),
    /// Bit 0: one's own; bit 1: the enemy's.
    sides: u8,
    /// Objects may have something against being chosen.
    pub target: bool,
}

impl Piece {
    #[inline]
    pub fn fits(&self, object: &Object, kind: u16, seat: Seat) -> bool {
        kind & self.kinds.0 == self.kinds.1
            && object.flags & self.flags.0 == self.flags.1
            && self.sides >> u8::from(object.controller != seat) & 1 == 1
    }
}

/// The words that cards are read by.
pub(super) struct Words {
    pub drone: TypeId,
    pub class: AttributeId,
    pub hull: AttributeId,
    pub damaged_at: AttributeId,
    pub critical_at: AttributeId,
    pub lanes: MeasureId,
}

/// Reads all cards of a catalog.
pub(super) fn read_cards(words: &Words, catalog: &Catalog) -> Vec<Printed> {
    let systems = SYSTEM_NAMES.map(|name| System::named(catalog, name));
    catalog.cards.iter().map(|card| read_card(words, catalog, &systems, card)).collect()
}

fn read_card(
    words: &Words,
    catalog: &Catalog,
    systems: &[System; SYSTEMS],
    card: &Card,
) -> Printed {
    let kind = if card.has_type(words.drone) { DRONE } else { 0 };
    let is_active = |ability: &Ability| matches!(&ability.when, When::Activated(how) if how.timing != Timing::Response);
    let numbered = card.abilities.iter().take(64).enumerate();
    let needs = |ability| needs_of(words, catalog, ability);
    Printed {
        kind: if card.token { kind | TOKEN } else { kind },
        keywords: card.keywords,
        class: card.attribute(words.class),
        hull: card.attribute(words.hull),
        active: numbered
            .filter(|(_, ability)| is_active(ability))
            .fold(0, |mask, (number, _)| mask | 1 << number),
        demand: Demand::of(&card.cost, play_needs(words, catalog, card)),
        demands: card.abilities.iter().map(|one| Demand::of(&one.cost, needs(one))).collect(),
        damaged_at: card.attribute(words.damaged_at),
        critical_at: card.attribute(words.critical_at),
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

impl Demand {
    fn of(cost: &[Cost], needs: Needs) -> Demand {
        match cost {
            // Nobody has less of a counter than this.
            [] => Demand { price: (CounterId(0), i16::MIN), more: false, needs },
            [Cost::Counter(counter, Quantity::Number(price)), rest @ ..] => {
                Demand { price: (*counter, *price), more: !rest.is_empty(), needs }
            }
            _ => Demand { price: (CounterId(0), i16::MIN), more: true, needs },
        }
    }
}

/// What must be there for a card to be played, over all that it does then.
fn play_needs(words: &Words, catalog: &Catalog, card: &Card) -> Needs {
    let mut all = Needs::Nothing;
    for ability in &card.abilities {
        let needs = match &ability.when {
            When::Played => needs_of(words, catalog, ability),
            When::Static(rules) if rules.contains(&Static::PlayOnlyIf) => {
                ability.condition.as_ref().map_or(Needs::Nothing, |only| lanes(words, only))
            }
            _ => Needs::Nothing,
        };
        all = match (all, needs) {
            (all, Needs::Nothing) => all,
            (Needs::Nothing, needs) => needs,
            _ => Needs::Words,
        };
    }
    all
}

fn lanes(words: &Words, only: &Condition) -> Needs {
    match only {
        Condition::Compare(
            Quantity::Measure(Who::You, one),
            comparison,
            Quantity::Measure(Who::Opponent, two),
        ) if *one == words.lanes && *two == words.lanes => Needs::Lanes(*comparison),
        _ => Needs::Words,
    }
}

/// What must be there for an ability's words to begin. The usual filters are
/// taken apart here, so that legal actions need not match them.
fn needs_of(words: &Words, catalog: &Catalog, ability: &Ability) -> Needs {
    if ability.condition.is_some() {
        return Needs::Words;
    }
    let Some((what, least, target)) = first_choice(&ability.effects) else {
        return Needs::Nothing;
    };
    let parts = match &what.filter {
        Filter::All(parts) => parts,
        filter => std::slice::from_ref(filter),
    };
    let hand = catalog.rules.role(Role::Hand);
    let is_hand = |part: &Filter| matches!(part, Filter::Zone(kind) if Some(*kind) == hand);
    match least {
        Quantity::Number(..=0) => Needs::Nothing,
        Quantity::Number(_) if parts.len() == 2 && parts.iter().any(is_hand) && !target => {
            let own = parts.contains(&Filter::Owner(Whose::Yours));
            if own { Needs::Card } else { Needs::Words }
        }
        Quantity::Number(_) => {
            piece(words, catalog, parts, target).map_or(Needs::Words, Needs::Piece)
        }
        _ => Needs::Words,
    }
}

/// The first thing that effects must choose, how many at least, and whether
/// they are targets. What follows the choice of a place depends on it.
pub(super) fn first_choice(effects: &[Effect]) -> Option<(&Selection, &Quantity, bool)> {
    for effect in effects {
        let what = match effect {
            Effect::ChoosePlace { .. } => return None,
            Effect::Each { what, .. } => Some(what),
            effect => selection(effect),
        };
        if let Some(what) = what
            && let Pick::Choose { min, target, .. } = &what.pick
        {
            return Some((what, min, *target));
        }
    }
    None
}

fn piece(words: &Words, catalog: &Catalog, parts: &[Filter], target: bool) -> Option<Piece> {
    let rules = &catalog.rules;
    if target && catalog.program.forbids >> Deed::BeTargeted as u32 & 1 == 1 {
        return None;
    }
    let mut piece = Piece {
        // Where no zone is named, words mean what is in play.
        zones: [rules.in_play(); 2],
        kinds: (0, 0),
        flags: (0, 0),
        sides: 3,
        target,
    };
    for part in parts {
        let (part, on) = match part {
            Filter::Not(part) => (&**part, false),
            part => (part, true),
        };
        match part {
            Filter::Type(kind) if *kind == words.drone && rules.type_keyword(*kind).is_none() => {
                ask(&mut piece.kinds, DRONE, on)?;
            }
            Filter::Token => ask(&mut piece.kinds, TOKEN, on)?,
            Filter::Flag(flag) => ask(&mut piece.flags, 1 << flag.0, on)?,
            Filter::Controller(whose) if on => {
                let (sides, seats) = match whose {
                    Whose::Any => continue,
                    Whose::Yours => (1, Seat::BOTH),
                    Whose::Enemy => (2, Seat::BOTH.map(Seat::other)),
                };
                piece.sides &= sides;
                for (zones, seat) in piece.zones.iter_mut().zip(seats) {
                    *zones &= rules.places_of_seat(seat);
                }
            }
            _ => return None,
        }
    }
    Some(piece)
}

/// Adds to what is asked for. What is asked twice is left to the words.
fn ask(asked: &mut (u16, u16), bit: u16, on: bool) -> Option<()> {
    if asked.0 & bit != 0 {
        return None;
    }
    asked.0 |= bit;
    asked.1 |= if on { bit } else { 0 };
    Some(())
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
