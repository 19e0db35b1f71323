//! The words of Alley, found once.

use onplay_engine::card::{Timing, When};
use onplay_engine::compile::{Card, Catalog};
use onplay_engine::id::{
    AttributeId, Class, CounterId, DamageId, FlagId, KeywordId, OccasionId, PhaseId, Seat, TypeId,
    ZoneId, ZoneKind,
};
use onplay_engine::state::Object;

/// Ids of everything that the frame names. Zones are by seat; of gardens and
/// alleys the first slot, the others follow it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbols {
    pub attack: AttributeId,
    pub health: AttributeId,
    pub damage: AttributeId,
    /// The places of attack, health and damage among the values that change.
    pub attack_value: usize,
    pub health_value: usize,
    pub damage_value: usize,
    pub cost: AttributeId,
    pub points: AttributeId,
    pub ikz: CounterId,
    pub token: CounterId,
    pub tapped: FlagId,
    pub cooldown: FlagId,
    pub frozen: FlagId,
    /// The statuses with which nothing attacks at all, as a mask: tapped and frozen.
    pub hindering: u16,
    /// Those that the start of a turn takes off: tapped and cooldown.
    pub resting: u16,
    pub effect: DamageId,
    pub combat: DamageId,
    pub charge: KeywordId,
    pub defender: KeywordId,
    pub infiltrate: KeywordId,
    pub immune: KeywordId,
    pub portals: OccasionId,
    pub swings: OccasionId,
    pub turn: PhaseId,
    pub end: PhaseId,
    pub entity: TypeId,
    pub weapon: TypeId,
    pub spell: TypeId,
    pub garden_kind: ZoneKind,
    pub alley_kind: ZoneKind,
    pub deck: [ZoneId; 2],
    pub hand: [ZoneId; 2],
    pub discard: [ZoneId; 2],
    pub leader: [ZoneId; 2],
    pub gate: [ZoneId; 2],
    pub garden: [ZoneId; 2],
    pub alley: [ZoneId; 2],
    pub arms: [ZoneId; 2],
    pub pile: [ZoneId; 2],
    pub area: [ZoneId; 2],
    pub selection: [ZoneId; 2],
    pub spells: [ZoneId; 2],
}

/// What a card is played as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Entity,
    Weapon,
    MainSpell,
    ResponseSpell,
    /// It is not played: leaders, gates, IKZ.
    Other,
}

/// A cost that nobody can pay.
pub(super) const NEVER: i16 = i16::MAX;

/// What the frame must know about a card on every turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Facts {
    pub sort: Sort,
    /// The statuses with which it does not attack, as a mask: tapped, frozen, and
    /// cooldown unless it has Charge.
    pub hindering: u16,
    pub cost: i16,
    /// What it costs in the main phase and in a response window, [`NEVER`]
    /// where it is not played then.
    pub in_main: i16,
    pub in_response: i16,
    /// Activated abilities for the main phase, a mask of numbers: those that
    /// may work outside the alley, and those that may work in it.
    pub main: u8,
    pub in_alley: u8,
    /// Activated abilities for the response window.
    pub response: u8,
    /// It has a price or a condition besides its cost.
    pub tested: bool,
}

impl Symbols {
    /// Finds every word, or says which is missing.
    pub(super) fn find(catalog: &Catalog) -> Result<Self, String> {
        let find = |class: Class, word: &str| {
            let missing = || format!("Alley needs the {} “{word}” in its game.toml", class.word());
            catalog.names.find(class, word).ok_or_else(missing)
        };
        let attribute = |word| find(Class::Attribute, word).map(AttributeId);
        let flag = |word| find(Class::Flag, word).map(FlagId);
        let keyword = |word| find(Class::Keyword, word).map(KeywordId);
        let kind = |word: &str, places: u8| {
            let kind = find(Class::Zone, word).map(ZoneKind)?;
            let rule = &catalog.rules.zones[kind.index()];
            if rule.per_seat && rule.places == places {
                Ok(kind)
            } else {
                Err(format!("the zone “{word}” must have {places} places for each player"))
            }
        };
        let zone = |word: &str, places: u8| {
            kind(word, places).map(|kind| Seat::BOTH.map(|seat| catalog.rules.zone(kind, seat, 0)))
        };
        let (attack, health) = (attribute("attack")?, attribute("health")?);
        let damage = attribute("damage")?;
        let value = |attribute: AttributeId| {
            let missing = || String::from("Alley needs attack, health and damage that can change");
            catalog.rules.live(attribute).ok_or_else(missing)
        };
        if catalog.rules.attributes[attack.index()].worn_by.is_some() {
            return Err("Alley needs attack that nothing wears".into());
        }
        let [worn, wears] = [health, damage].map(|of| &catalog.rules.attributes[of.index()]);
        if worn.worn_by != Some(damage) || wears.worn_by.is_some() || worn.floor || wears.floor {
            return Err("Alley needs health that damage wears, both without a floor".into());
        }
        Ok(Symbols {
            attack,
            health,
            damage,
            attack_value: value(attack)?,
            health_value: value(health)?,
            damage_value: value(damage)?,
            cost: attribute("cost")?,
            points: attribute("points")?,
            ikz: find(Class::Counter, "ikz").map(CounterId)?,
            token: find(Class::Counter, "token").map(CounterId)?,
            tapped: flag("tapped")?,
            cooldown: flag("cooldown")?,
            frozen: flag("frozen")?,
            hindering: 1 << flag("tapped")?.0 | 1 << flag("frozen")?.0,
            resting: 1 << flag("tapped")?.0 | 1 << flag("cooldown")?.0,
            effect: find(Class::Damage, "effect").map(DamageId)?,
            combat: find(Class::Damage, "combat").map(DamageId)?,
            charge: keyword("Charge")?,
            defender: keyword("Defender")?,
            infiltrate: keyword("Infiltrate")?,
            immune: keyword("Effect-immune")?,
            portals: find(Class::Occasion, "portals").map(OccasionId)?,
            swings: find(Class::Occasion, "swings").map(OccasionId)?,
            turn: find(Class::Phase, "turn").map(PhaseId)?,
            end: find(Class::Phase, "end").map(PhaseId)?,
            entity: find(Class::Type, "Entity").map(TypeId)?,
            weapon: find(Class::Type, "Weapon").map(TypeId)?,
            spell: find(Class::Type, "Spell").map(TypeId)?,
            garden_kind: kind("garden", super::SLOTS)?,
            alley_kind: kind("alley", super::SLOTS)?,
            deck: zone("deck", 1)?,
            hand: zone("hand", 1)?,
            discard: zone("discard", 1)?,
            leader: zone("leader", 1)?,
            gate: zone("gate", 1)?,
            garden: zone("garden", super::SLOTS)?,
            alley: zone("alley", super::SLOTS)?,
            arms: zone("arms", 1)?,
            pile: zone("pile", 1)?,
            area: zone("area", 1)?,
            selection: zone("selection", 1)?,
            spells: zone("spell", 1)?,
        })
    }

    /// The attack of an object, as a reader works it out, but without a floor.
    #[inline]
    pub(super) fn attack_of(&self, object: &Object) -> i16 {
        object.values[self.attack_value].saturating_add(object.bonus[self.attack_value])
    }

    /// The health of an object, as a reader works it out.
    #[inline]
    pub(super) fn health_of(&self, object: &Object) -> i16 {
        let health =
            object.values[self.health_value].saturating_add(object.bonus[self.health_value]);
        health.saturating_sub(object.values[self.damage_value])
    }

    /// The damage on an object, as a reader works it out.
    #[inline]
    pub(super) fn damage_of(&self, object: &Object) -> i16 {
        object.values[self.damage_value].saturating_add(object.bonus[self.damage_value])
    }

    /// Works out what the frame must know about a card.
    pub(super) fn facts(&self, card: &Card) -> Facts {
        let sort = if card.has_type(self.entity) {
            Sort::Entity
        } else if card.has_type(self.weapon) {
            Sort::Weapon
        } else if !card.has_type(self.spell) {
            Sort::Other
        } else if card.timing == Timing::Response {
            Sort::ResponseSpell
        } else {
            Sort::MainSpell
        };
        let cost = card.attribute(self.cost);
        let (in_main, in_response) = match sort {
            Sort::Entity | Sort::Weapon | Sort::MainSpell => (cost, NEVER),
            Sort::ResponseSpell => (NEVER, cost),
            Sort::Other => (NEVER, NEVER),
        };
        let mut facts = Facts {
            sort,
            hindering: self.hindering
                | u16::from(!card.has_keyword(self.charge)) << self.cooldown.0,
            cost,
            in_main,
            in_response,
            main: 0,
            in_alley: 0,
            response: 0,
            tested: false,
        };
        for (number, ability) in card.abilities.iter().enumerate().take(8) {
            match &ability.when {
                When::Activated(activation) if activation.timing == Timing::Response => {
                    facts.response |= 1 << number;
                }
                When::Activated(activation) => {
                    let (zone, bit) = (activation.zone, 1 << number);
                    if zone != Some(self.alley_kind) {
                        facts.main |= bit;
                    }
                    if zone.is_none_or(|zone| zone == self.alley_kind) {
                        facts.in_alley |= bit;
                    }
                }
                When::Played | When::Static(_) => facts.tested = true,
                _ => {}
            }
        }
        facts
    }
}
