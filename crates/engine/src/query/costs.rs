//! Whether costs can be paid, and what a card costs.

use crate::card::{Cost, Filter, Quantity, Reference, Static, When};
use crate::compile::ManaPrice;
use crate::id::{CounterId, ObjectId, Seat};
use crate::mask::Mask;
use crate::query::{LazyPurse, Purse, Reader, Scope, WayToPlay};
use crate::state::Why;

/// What has to be paid from counters so far, because several parts of a cost
/// may draw on the same one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Due<'a> {
    list: [Option<(CounterId, i32)>; 4],
    /// What mana is paid from, if it is known already. Then nobody asks why it
    /// cannot be.
    purse: Option<&'a LazyPurse>,
}

impl<'a> Due<'a> {
    /// An amount of one counter is spoken for.
    pub fn of(counter: CounterId, amount: i16) -> Self {
        Due { list: [Some((counter, amount.into())), None, None, None], purse: None }
    }

    /// Nothing is, and mana is paid from this.
    pub fn from_purse(purse: Option<&'a LazyPurse>) -> Self {
        Due { list: [None; 4], purse }
    }

    /// Adds an amount and returns all that is due of its counter.
    fn add(&mut self, counter: CounterId, amount: i32) -> i32 {
        let known =
            |entry: &&mut Option<(CounterId, i32)>| entry.is_none_or(|(known, _)| known == counter);
        match self.list.iter_mut().find(known) {
            Some(entry) => {
                let sum = entry.map_or(0, |(_, sum)| sum).saturating_add(amount);
                *entry = Some((counter, sum));
                sum
            }
            None => amount,
        }
    }
}

impl Reader<'_> {
    /// Whether all parts of a cost can be paid, one after the other.
    pub fn can_pay(&self, costs: &[Cost], scope: &Scope) -> bool {
        costs.is_empty()
            || self.cost_obstacle(costs, scope, &mut Due::default(), ObjectId::NONE).is_none()
    }

    /// What keeps a cost from being paid on top of what is due already, without
    /// one object that cannot help to pay.
    pub(crate) fn cost_obstacle(
        &self,
        costs: &[Cost],
        scope: &Scope,
        due: &mut Due,
        without: ObjectId,
    ) -> Option<Why> {
        costs.iter().find_map(|cost| self.part_obstacle(cost, scope, due, without))
    }

    #[inline(always)]
    fn part_obstacle(
        &self,
        cost: &Cost,
        scope: &Scope,
        due: &mut Due,
        without: ObjectId,
    ) -> Option<Why> {
        let unless = |can: bool| (!can).then_some(Why::Unpayable);
        let is_here = self.game.is_same(scope.source);
        match cost {
            Cost::Counter(counter, amount) => {
                let amount = self.quantity(amount, scope).max(0);
                self.counter_obstacle(scope.controller, *counter, amount, due)
            }
            Cost::Some(counter, least) => {
                self.counter_obstacle(scope.controller, *counter, (*least).into(), due)
            }
            Cost::AllOf(_) | Cost::All { .. } => None,
            Cost::Price => {
                let id = scope.source.id;
                let Some(way) = self.way_to_play(scope.controller, id) else {
                    return Some(Why::Unpayable);
                };
                let card = self.catalog.card(self.game.object(id).card);
                self.price_obstacle(&card.cost, &way, scope, due)
            }
            Cost::Mana(..) => {
                self.mana_obstacle(scope.controller, cost, 0, scope.source.id, due.purse)
            }
            Cost::Flag(flag) => {
                if !is_here || self.game.object(scope.source.id).has(*flag) {
                    return Some(if is_here { Why::Status(*flag) } else { Why::Unpayable });
                }
                let is_exhausting = self.catalog.rules.exhausted == Some(*flag);
                let obstacle = || self.frame.exhaust_obstacle(self, scope.source.id);
                is_exhausting.then(obstacle).flatten()
            }
            Cost::Attribute(attribute, needed) => {
                let has = if is_here { self.value(scope.source.id, *attribute) } else { 0 };
                (has < *needed).then_some(Why::Cost { needed: *needed, has })
            }
            Cost::Move { count: Quantity::ONE, filter, .. } => {
                unless(self.find(filter, scope, |id| id != without))
            }
            Cost::Move { count, filter, .. } => {
                let mut payers = 0;
                self.gather(filter, scope, |id| payers += i32::from(id != without));
                unless(self.quantity(count, scope) <= payers)
            }
            Cost::This(_) => unless(is_here),
            Cost::FlagOther { flag, count, filter, .. } => {
                let mut payers = 0;
                self.gather(filter, scope, |id| {
                    payers += i32::from(!self.game.object(id).has(*flag));
                });
                unless(self.quantity(count, scope) <= payers)
            }
            Cost::OneOf(parts) => {
                let can = |part| self.part_obstacle(part, scope, &mut due.clone(), without);
                unless(parts.iter().any(|part| can(part).is_none()))
            }
        }
    }

    /// What keeps an amount more from being paid from a player's counter.
    fn counter_obstacle(
        &self,
        seat: Seat,
        counter: CounterId,
        amount: i32,
        due: &mut Due,
    ) -> Option<Why> {
        let needed = due.add(counter, amount);
        let has = self.frame.counter(self, seat, counter);
        (needed > has.into()).then(|| Why::Cost { needed: clamp(needed), has })
    }

    /// What keeps a cost in mana from being paid, with an amount added to its
    /// generic part, without one object.
    fn mana_obstacle(
        &self,
        seat: Seat,
        cost: &Cost,
        more: i16,
        without: ObjectId,
        purse: Option<&LazyPurse>,
    ) -> Option<Why> {
        let price = ManaPrice::of(cost)?.plus(more);
        if let Some(purse) = purse {
            let can = purse.can_pay(self, seat, &price, without);
            return (!can).then_some(Why::Unpayable);
        }
        let purse = Purse::new(self, seat, without);
        let needed = price.total();
        let dear = Why::Cost { needed, has: purse.most };
        let why = || if needed > purse.most { dear } else { Why::Unpayable };
        (!purse.can_pay(&price)).then(why)
    }

    /// All objects that match.
    pub(crate) fn matching(&self, filter: &Filter, scope: &Scope) -> Mask {
        let mut mask = Mask::EMPTY;
        self.gather(filter, scope, |id| mask.insert(id));
        mask
    }

    /// What keeps a card's own cost from being paid where it is played in some
    /// way.
    pub(crate) fn price_obstacle(
        &self,
        costs: &[Cost],
        way: &WayToPlay,
        scope: &Scope,
        due: &mut Due,
    ) -> Option<Why> {
        let counter = self.catalog.rules.price.map(|(_, counter)| counter);
        let is_mana = costs.iter().any(|cost| matches!(cost, Cost::Mana(..)));
        let own = counter.filter(|_| !is_mana).and_then(|counter| {
            self.counter_obstacle(scope.controller, counter, way.price.into(), due)
        });
        own.or_else(|| {
            costs.iter().find_map(|cost| match cost {
                Cost::Counter(paid, _) if Some(*paid) == counter => None,
                Cost::Mana(..) => {
                    let (seat, id) = (scope.controller, scope.source.id);
                    self.mana_obstacle(seat, cost, way.change, id, due.purse)
                }
                cost => self.part_obstacle(cost, scope, due, scope.source.id),
            })
        })
    }

    /// What a card costs its player now: the base price with what cards in play
    /// and its own words add or take.
    #[inline]
    pub fn price(&self, seat: Seat, id: ObjectId, base: i16) -> i16 {
        base.saturating_add(self.price_change(seat, id)).max(0)
    }

    /// By how much cards in play and its own words change a card's price.
    #[inline]
    pub fn price_change(&self, seat: Seat, id: ObjectId) -> i16 {
        // Mostly nothing does.
        let own = self.catalog.program.rules[self.game.object(id).card.index()] & Static::COST;
        if own == 0 && !self.has_rule(Static::COST) { 0 } else { self.sum_changes(seat, id) }
    }

    #[inline(never)]
    fn sum_changes(&self, seat: Seat, id: ObjectId) -> i16 {
        let mut sum = self.surcharge(id);
        let scope = Scope::of(self.game.handle(id), seat);
        for ability in self.catalog.program.of(self.game.object(id).card) {
            let ability = self.catalog.ability(ability);
            let When::Static(rules) = &ability.when else { continue };
            for rule in rules {
                if let Static::Cost { what: Filter::Is(Reference::This), by } = rule
                    && self.condition_holds(ability, &scope)
                {
                    sum = sum.saturating_add(self.amount(by, &scope));
                }
            }
        }
        sum
    }
}

fn clamp(number: i32) -> i16 {
    number.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}
