//! One ability with what is asked about it most, computed once.

use crate::card::{
    Ability, Effect, Filter, Happening, Pattern, Pick, Reference, Selection, Static, When, Whose,
};
use crate::compile::{CatalogError, FirstChoice, StaticDependencies, ToBegin, ToUse, is_whose};
use crate::event::Event;
use crate::id::{CardId, Handle, Seat};

/// One ability with its program. What is asked most comes first and lies in one line of
/// the processor's cache.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct CompiledAbility {
    /// The events it listens for, by `Event::listener_bit`.
    pub(crate) listens_for: u64,
    /// The operations whose choices are made before it resolves.
    pub targets: Vec<u16>,
    /// It listens only for this counter, attribute, status, phase or occasion.
    named: Option<u16>,
    /// The operation that asks for a mode, if the mode is chosen before the
    /// ability resolves.
    pub modal: Option<u16>,
    /// Where its operations start.
    pub start: u16,
    /// The card it is printed on; for a granted or delayed ability, the card
    /// that gives it.
    pub card: CardId,
    /// The sorts of its statics, by [`Static::bit`].
    pub rules: u16,
    /// The deeds that its statics forbid, a mask over [`crate::card::Deed`].
    pub(crate) forbids: u16,
    /// Its number on the card, from 0.
    pub number: u8,
    /// Its bit among what an object has used up; none if it has no limit.
    pub limit_bit: u8,
    /// It listens only for what happens to its own object.
    pub(crate) own: bool,
    /// Whose events it listens for.
    whose: Whose,
    /// It matches every event that it does not [rule out](CompiledAbility::rules_out).
    pub(crate) takes_every_event: bool,
    /// Nothing is asked or paid before it resolves; targets are another matter.
    pub(crate) is_direct: bool,
    /// "You may": its controller is asked first.
    pub(crate) is_optional: bool,
    /// It has no limit, no condition and no cost, and does something in any case: only
    /// its targets can keep it from starting, or a rule of the game.
    pub(crate) is_unconditional: bool,
    /// It does something to each of some objects and nothing else: where there are
    /// none, nothing happens.
    pub(crate) is_about_each: bool,
    /// What must be there for it to begin.
    pub(crate) to_begin: ToBegin,
    /// The number of the choice that it begins with, if whoever makes it has the
    /// same candidates.
    pub(crate) choice: u8,
    /// What the card says, as the parser made it.
    pub ability: Ability,
    /// What using it asks for.
    pub(crate) to_use: ToUse,
    /// What can change what it does to objects.
    pub(crate) needs: StaticDependencies,
}

const _: () =
    assert!(std::mem::offset_of!(CompiledAbility, ability) <= 64, "the line has room for it");

impl CompiledAbility {
    pub(crate) fn new(card: CardId, number: u8, mut ability: Ability) -> Self {
        // Something more to pay is paid as any ability's cost is.
        if let When::Static(rules) = &ability.when {
            for rule in rules {
                if let Static::AdditionalCost(costs) = rule {
                    ability.cost.extend(costs.iter().cloned());
                }
            }
        }
        let listens_for = match &ability.when {
            When::Event(pattern) => pattern.event.listener_bit(),
            _ => 0,
        };
        let rules = match &ability.when {
            When::Static(rules) => rules.iter().fold(0, |all, rule| all | rule.bit()),
            When::Instead(_) => Static::INSTEAD,
            _ => 0,
        };
        let pattern = match &ability.when {
            When::Event(pattern) => Some(pattern),
            _ => None,
        };
        let own = pattern.is_some_and(|pattern| {
            pattern.subject == Filter::Is(Reference::This)
                // The frame asks whether anybody listens for what is tapped.
                && !matches!(pattern.event, Happening::DealtDamage | Happening::Tapped(_))
        });
        let named = pattern.and_then(|pattern| pattern.event.named());
        CompiledAbility {
            listens_for,
            targets: Vec::new(),
            named,
            modal: None,
            start: 0,
            card,
            rules,
            forbids: forbidden_deeds(&ability),
            number,
            limit_bit: 0,
            own,
            whose: pattern.map_or(Whose::Any, |pattern| pattern.player),
            takes_every_event: pattern.is_some_and(|pattern| asks_no_more(pattern, own)),
            is_direct: false,
            is_optional: ability.optional,
            is_unconditional: ability.limit.is_none()
                && ability.condition.is_none()
                && ability.cost.is_empty()
                && !ability.can_be_idle(),
            is_about_each: is_about_each(&ability),
            to_begin: ToBegin::Nothing,
            choice: FirstChoice::OWN,
            to_use: ToUse::default(),
            ability,
            needs: StaticDependencies::default(),
        }
    }

    /// Whether it may mean what happens to others and is an event of this seat, where
    /// its controller is the first.
    pub(crate) fn listens_to_others(&self, seat: Seat) -> bool {
        let When::Event(pattern) = &self.ability.when else { return false };
        !self.own && is_whose(pattern.player, seat, Seat::ONE)
    }

    /// Whether it listens for something that happens to its own card out of play.
    pub(crate) fn is_heard_elsewhere(&self) -> bool {
        let When::Event(pattern) = &self.ability.when else { return false };
        self.own
            && matches!(
                pattern.event,
                Happening::Discarded
                    | Happening::Milled
                    | Happening::Exiled
                    | Happening::Returned
                    | Happening::PutInto(_)
            )
    }

    /// Whether it listens for this, whatever else it asks.
    pub(crate) fn is_on(&self, happening: Happening) -> bool {
        let named = happening.named();
        self.listens_for & happening.listener_bit() != 0 && (named.is_none() || self.named == named)
    }

    /// Whether it cannot mean an event of a kind it listens for, seen at a
    /// glance. Most triggers are about their own object or one counter.
    #[inline]
    pub(crate) fn rules_out(&self, event: &Event, listener: Handle, controller: Seat) -> bool {
        (self.own && event.object != listener)
            || self.named.is_some_and(|what| what != event.what)
            || !is_whose(self.whose, event.player, controller)
    }
}

/// Whether an ability does something to each of all objects of a sort and nothing else.
fn is_about_each(ability: &Ability) -> bool {
    matches!(
        ability.effects.as_slice(),
        [Effect::Each { what: Selection { pick: Pick::All, .. }, .. }]
    )
}

/// Whether a pattern asks for nothing but a kind of event, a symbol, a player and, if
/// it is about its own object, that.
fn asks_no_more(pattern: &Pattern, own: bool) -> bool {
    let Pattern { event, subject, other, player: _, place, from, nth, turn, together, combat } =
        pattern;
    (event.is_plain() || event.named().is_some())
        && (own || *subject == Filter::Any)
        && other.is_none()
        && place.is_none()
        && from.is_none()
        && nth.is_none()
        && *turn == Whose::Any
        && !together
        && !combat
}

/// The deeds that a static ability forbids, a mask over [`crate::card::Deed`].
pub(crate) fn forbidden_deeds(ability: &Ability) -> u16 {
    let When::Static(statics) = &ability.when else { return 0 };
    statics.iter().fold(0, |deeds, rule| match rule {
        Static::Forbid { deed, .. } => deeds | 1 << *deed as u16,
        _ => deeds,
    })
}

/// Gives every limited ability of a card a bit of its own: that of its number,
/// or a free one.
///
/// # Errors
/// More limited abilities than bits.
pub(crate) fn give_limit_bits(entries: &mut [CompiledAbility]) -> Result<(), CatalogError> {
    let is_limited = |entry: &&mut CompiledAbility| entry.ability.limit.is_some();
    let mut taken = 0u8;
    for entry in entries.iter_mut().filter(is_limited).filter(|entry| entry.number < 8) {
        entry.limit_bit = 1 << entry.number;
        taken |= entry.limit_bit;
    }
    for entry in entries.iter_mut().filter(is_limited).filter(|entry| entry.number >= 8) {
        if taken == u8::MAX {
            return Err(CatalogError::TooManyLimits);
        }
        entry.limit_bit = 1 << taken.trailing_ones();
        taken |= entry.limit_bit;
    }
    Ok(())
}
