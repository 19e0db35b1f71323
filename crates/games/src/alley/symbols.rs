//! The words of Alley, found once.

use onplay_engine::compile::{Card, Catalog};
use onplay_engine::id::{
    AttributeId, Class, CounterId, DamageId, FlagId, KeywordId, OccasionId, PhaseId, Seat, TypeId,
    ZoneId, ZoneKind,
};

/// Ids of everything that the frame names. Zones are by seat; of gardens and
/// alleys the first slot, the others follow it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbols {
    pub attack: AttributeId,
    pub health: AttributeId,
    pub damage: AttributeId,
    pub cost: AttributeId,
    pub points: AttributeId,
    pub ikz: CounterId,
    pub token: CounterId,
    pub tapped: FlagId,
    pub cooldown: FlagId,
    pub frozen: FlagId,
    /// The statuses that the start of a turn takes off: tapped and cooldown.
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
    Spell,
    /// It is not played: leaders, gates, IKZ.
    Other,
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
        Ok(Symbols {
            attack: attribute("attack")?,
            health: attribute("health")?,
            damage: attribute("damage")?,
            cost: attribute("cost")?,
            points: attribute("points")?,
            ikz: find(Class::Counter, "ikz").map(CounterId)?,
            token: find(Class::Counter, "token").map(CounterId)?,
            tapped: flag("tapped")?,
            cooldown: flag("cooldown")?,
            frozen: flag("frozen")?,
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

    /// What a card is played as.
    pub(super) fn sort(&self, card: &Card) -> Sort {
        if card.has_type(self.entity) {
            Sort::Entity
        } else if card.has_type(self.weapon) {
            Sort::Weapon
        } else if card.has_type(self.spell) {
            Sort::Spell
        } else {
            Sort::Other
        }
    }
}
