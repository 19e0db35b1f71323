//! What an ability needs before it can be used, worked out once, so that the
//! usual costs and choices are settled without a search.

use onplay_engine::card::{
    Ability, Comparison, Cost, Effect, Filter, Pick, Quantity, Reference, Selection, When, Who,
    Whose,
};
use onplay_engine::compile;
use onplay_engine::compile::Catalog;
use onplay_engine::id::{AbilityId, Handle, ObjectId, Seat, TypeId, ZoneKind};
use onplay_engine::query::{Reader, Scope};
use onplay_engine::rulebook::Targets;

use super::actions::Purse;
use super::places::Row;
use super::symbols::Sort;
use super::{Alley, Symbols};

/// What one ability needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Use {
    /// The only kind of zone it can be activated in, if there is one.
    zone: Option<ZoneKind>,
    activated: bool,
    /// It can be used up.
    limited: bool,
    conditional: bool,
    price: Price,
    needs: Needs,
}

/// What an ability costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Price {
    /// Nothing, or the object itself.
    Free,
    /// So many IKZ, the token counted.
    Ikz(i16),
    /// Something else: its costs are looked at one by one.
    Other,
}

/// What must be there for an ability to do something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Needs {
    Nothing,
    /// A card to draw.
    Card,
    /// An entity of a garden.
    Entity(Wanted),
    /// The enemy leader, who is always there, or else something to search for.
    EnemyLeader(TypeId),
    /// Something else: it is searched for.
    Choice,
}

/// Which entities can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wanted {
    whose: Whose,
    /// Statuses that it must have, as a mask.
    flags: u16,
    /// At most this cost.
    most: i16,
    /// Not the object that asks.
    other: bool,
    /// Only those with something of this type attached.
    holds: Option<TypeId>,
}

impl Use {
    pub(super) fn of(catalog: &Catalog, symbols: &Symbols, ability: &Ability) -> Use {
        let price = match &ability.cost[..] {
            [] | [Cost::This(_)] => Price::Free,
            [Cost::Counter(counter, Quantity::Number(amount))] if *counter == symbols.ikz => {
                Price::Ikz((*amount).max(0))
            }
            _ => Price::Other,
        };
        let activation = match &ability.when {
            When::Activated(activation) => Some(activation),
            _ => None,
        };
        Use {
            zone: activation.and_then(|activation| activation.zone),
            activated: activation.is_some(),
            limited: ability.limit.is_some(),
            conditional: ability.condition.is_some(),
            price,
            needs: needs_of(catalog, symbols, ability),
        }
    }
}

/// Whether all that an ability does is to draw.
fn only_draws(ability: &Ability) -> bool {
    let draws = |effect: &Effect| matches!(effect, Effect::Draw { who: Who::You, .. });
    !ability.effects.is_empty() && ability.effects.iter().all(draws)
}

/// An ability that can only draw needs a card to draw, and one that must
/// choose needs something to choose. [alley 2.1]
fn needs_of(catalog: &Catalog, symbols: &Symbols, ability: &Ability) -> Needs {
    let Some(first) = ability.effects.first() else { return Needs::Nothing };
    if only_draws(ability) {
        return Needs::Card;
    }
    let Some(what) = compile::selection(first) else { return Needs::Nothing };
    match &what.pick {
        Pick::Choose { min: Quantity::Number(..=0), .. } => Needs::Nothing,
        // What has something against being chosen is searched for.
        Pick::Choose { min: Quantity::Number(_), target: false, .. }
            if catalog.rules.policy.targets != Targets::Play =>
        {
            needs_for(catalog, symbols, what)
        }
        Pick::Choose { .. } => Needs::Choice,
        _ => Needs::Nothing,
    }
}

/// The usual filters are taken apart here.
fn needs_for(catalog: &Catalog, symbols: &Symbols, what: &Selection) -> Needs {
    let Filter::All(parts) = &what.filter else { return Needs::Choice };
    let is_fixed = |kind: TypeId| catalog.rules.type_keyword(kind).is_none();
    if let [Filter::Controller(Whose::Enemy), Filter::OneOf(either)] = &parts[..]
        && let Some(Filter::Type(kind)) = either.first()
        && is_fixed(*kind)
    {
        return Needs::EnemyLeader(*kind);
    }
    let mut wanted =
        Wanted { whose: Whose::Any, flags: 0, most: i16::MAX, other: false, holds: None };
    let (mut is_entity, mut in_garden) = (false, false);
    for part in parts.iter() {
        match part {
            Filter::Type(kind) if *kind == symbols.entity && is_fixed(*kind) => is_entity = true,
            Filter::Zone(kind) if *kind == symbols.garden_kind => in_garden = true,
            Filter::Controller(whose) if wanted.whose == Whose::Any => wanted.whose = *whose,
            Filter::Flag(flag) => wanted.flags |= 1 << flag.0,
            Filter::Not(part) if **part == Filter::Is(Reference::This) => wanted.other = true,
            Filter::Compare(attribute, Comparison::AtMost, number)
                if *attribute == symbols.cost && catalog.rules.live(*attribute).is_none() =>
            {
                let Quantity::Number(number) = **number else { return Needs::Choice };
                wanted.most = wanted.most.min(number);
            }
            Filter::Holds(part) if wanted.holds.is_none() => match **part {
                Filter::Type(kind) if is_fixed(kind) => wanted.holds = Some(kind),
                _ => return Needs::Choice,
            },
            _ => return Needs::Choice,
        }
    }
    if is_entity && in_garden { Needs::Entity(wanted) } else { Needs::Choice }
}

impl Alley {
    /// Validation of an activated ability: place, limit, condition, cost and
    /// something to do, before anything is paid. [alley 2.1]
    #[inline(always)]
    pub(super) fn can_activate(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        number: u8,
        purse: Purse,
    ) -> bool {
        let object = reader.game.object(id);
        let Some(ability) = self.ability(reader, id, number) else { return false };
        let needed = &self.uses[ability.index()];
        if !needed.activated
            || object.has(self.symbols.frozen)
            || (needed.limited && object.used >> number & 1 == 1)
            || needed.zone.is_some_and(|zone| reader.catalog.rules.kind(object.zone) != zone)
        {
            return false;
        }
        let scope = Scope::of(Handle { id, incarnation: object.incarnation }, seat);
        self.can_afford(reader, ability, &scope, purse)
            && (!needed.conditional || self.is_met(reader, ability, &scope))
            && self.has_use(reader, ability, &scope)
    }

    /// Whether the condition of an ability holds.
    fn is_met(&self, reader: &Reader, ability: AbilityId, scope: &Scope) -> bool {
        let condition = &reader.catalog.ability(ability).condition;
        condition.as_ref().is_none_or(|condition| reader.holds(condition, scope))
    }

    /// Whether the cost of an ability can be paid.
    pub(super) fn can_afford(
        &self,
        reader: &Reader,
        ability: AbilityId,
        scope: &Scope,
        purse: Purse,
    ) -> bool {
        match self.uses[ability.index()].price {
            Price::Free => true,
            Price::Ikz(amount) => amount <= purse.funds(),
            Price::Other => reader.can_pay(&reader.catalog.ability(ability).cost, scope),
        }
    }

    /// Whether an ability would come to nothing, by its words: it could only draw and
    /// there is no card, or must choose and there is nothing to choose. [alley 2.1]
    fn comes_to_nothing(&self, reader: &Reader, ability: &Ability, scope: &Scope) -> bool {
        let Some(first) = ability.effects.first() else { return false };
        if only_draws(ability) {
            return reader.game.zones.is_empty(self.symbols.deck[scope.controller.index()]);
        }
        let Some(what) = compile::selection(first) else { return false };
        let Pick::Choose { min, .. } = &what.pick else { return false };
        reader.quantity(min, scope) > 0 && !reader.has_candidate(what, scope)
    }

    /// Whether an ability has something to do: that it does not come to nothing, by what
    /// was worked out before.
    #[inline(always)]
    pub(super) fn has_use(&self, reader: &Reader, ability: AbilityId, scope: &Scope) -> bool {
        let search = || !self.comes_to_nothing(reader, reader.catalog.ability(ability), scope);
        match self.uses[ability.index()].needs {
            Needs::Nothing => true,
            Needs::Card => !reader.game.zones.is_empty(self.symbols.deck[scope.controller.index()]),
            Needs::Entity(wanted) => self.has_entity(reader, scope, wanted),
            Needs::EnemyLeader(kind) => {
                let enemy = scope.controller.other();
                let is_there = self.leader(reader.game, enemy).is_some_and(|id| {
                    let object = reader.game.object(id);
                    object.controller == enemy && reader.catalog.card(object.card).has_type(kind)
                });
                is_there || search()
            }
            Needs::Choice => search(),
        }
    }

    fn has_entity(&self, reader: &Reader, scope: &Scope, wanted: Wanted) -> bool {
        // Without weapons nobody holds one.
        if wanted.holds.is_some() && reader.game.attachments.is_empty() {
            return false;
        }
        let has = |seat: Seat| {
            let garden = Row::of(reader.game, self.symbols.garden[seat.index()]);
            garden.occupants.iter().any(|id| self.is_wanted(reader, scope, wanted, *id))
        };
        (wanted.whose != Whose::Enemy && has(scope.controller))
            || (wanted.whose != Whose::Yours && has(scope.controller.other()))
    }

    fn is_wanted(&self, reader: &Reader, scope: &Scope, wanted: Wanted, id: ObjectId) -> bool {
        let object = reader.game.object(id);
        let facts = self.facts(reader.game, id);
        let holds = |kind: TypeId| {
            let card = |id: ObjectId| reader.catalog.card(reader.game.object(id).card);
            reader.attachments(id).any(|held| card(held).has_type(kind))
        };
        facts.sort == Sort::Entity
            && object.flags & wanted.flags == wanted.flags
            && facts.cost <= wanted.most
            && !(wanted.other && scope.source == reader.game.handle(id))
            && wanted.holds.is_none_or(holds)
    }
}

#[cfg(test)]
mod tests {
    use onplay_engine::card::Timing;
    use onplay_engine::state::Action;

    use super::super::phase;
    use super::*;
    use crate::kit::{deck_list, load};
    use crate::positions;

    /// What was worked out beforehand says the same as the search, in every
    /// position of random games between all decks.
    #[test]
    fn tables_agree_with_searches() {
        let Ok(kit) = load("alley") else { panic!("the cards of alley cannot be read") };
        let frame = Alley::new(&kit.table.catalog).expect("the words of alley are there");
        let decks: Vec<_> = kit.book.decks.iter().map(deck_list).collect();
        positions::each(&kit.table, &decks, 60, |reader, actions| {
            check(&frame, reader);
            check_hand(&frame, reader, actions);
        });
    }

    fn check(frame: &Alley, reader: &Reader) {
        let symbols = &frame.symbols;
        for (index, object) in reader.game.objects.iter().enumerate() {
            let (id, seat) = (ObjectId(index as u16), object.controller);
            let scope = Scope::of(reader.game.handle(id), seat);
            for ability in reader.catalog.program.of(object.card) {
                let data = reader.catalog.ability(ability);
                let has_use = frame.has_use(reader, ability, &scope);
                assert_eq!(has_use, !frame.comes_to_nothing(reader, data, &scope), "{data:?}");
                let affords =
                    frame.can_afford(reader, ability, &scope, frame.purse(reader.game, seat));
                assert_eq!(affords, reader.can_pay(&data.cost, &scope), "{data:?}");
            }
            check_uses(frame, reader, id);
            assert_eq!(symbols.attack_of(object).max(0), reader.value(id, symbols.attack));
            assert_eq!(symbols.health_of(object), reader.value(id, symbols.health));
            assert_eq!(symbols.damage_of(object), reader.value(id, symbols.damage));
        }
    }

    /// Whether an ability can be activated, and by which masks it is found.
    fn check_uses(frame: &Alley, reader: &Reader, id: ObjectId) {
        let object = reader.game.object(id);
        let seat = object.controller;
        let kind = reader.catalog.rules.kind(object.zone);
        let (scope, facts) =
            (Scope::of(reader.game.handle(id), seat), frame.facts(reader.game, id));
        for (number, ability) in reader.catalog.program.of(object.card).enumerate() {
            let data = reader.catalog.ability(ability);
            let When::Activated(activation) = &data.when else { continue };
            let holds = |condition| reader.holds(condition, &scope);
            let used_up = data.limit.is_some() && object.used >> number & 1 == 1;
            let expected = !object.has(frame.symbols.frozen)
                && !used_up
                && activation.zone.is_none_or(|zone| zone == kind)
                && data.condition.as_ref().is_none_or(holds)
                && reader.can_pay(&data.cost, &scope)
                && !frame.comes_to_nothing(reader, data, &scope);
            let purse = frame.purse(reader.game, seat);
            let can_activate = frame.can_activate(reader, seat, id, number as u8, purse);
            assert_eq!(can_activate, expected, "{data:?}");
            let found = match activation.timing {
                Timing::Response => facts.response,
                _ if kind == frame.symbols.alley_kind => facts.in_alley,
                _ => facts.main,
            };
            assert!(!expected || found >> number & 1 == 1, "{data:?}");
        }
    }

    /// Which cards of the hand are offered, by their sort and cost alone.
    fn check_hand(frame: &Alley, reader: &Reader, actions: &[Action]) {
        let (game, seat) = (reader.game, reader.game.turn.decider);
        if !game.pending.prompts().is_empty() || game.turn.phase == phase::MULLIGAN {
            return;
        }
        let window = game.turn.phase == phase::RESPONSE;
        let has = frame.untapped(game, seat) + i16::from(frame.token(game, seat) > 0);
        for id in game.zone(frame.symbols.hand[seat.index()]).iter().copied() {
            let facts = frame.facts(game, id);
            let in_time = match facts.sort {
                Sort::Entity | Sort::Weapon => !window,
                Sort::MainSpell => !window && frame.can_cast(reader, seat, id),
                Sort::ResponseSpell => window && frame.can_cast(reader, seat, id),
                Sort::Other => false,
            };
            let plays =
                |action: &Action| matches!(action, Action::Play { object, .. } if *object == id);
            assert_eq!(actions.iter().any(plays), in_time && facts.cost <= has, "{id:?}");
        }
    }
}
