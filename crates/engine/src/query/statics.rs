//! Reading the static rules that are on: those of objects in play and those that effects
//! have laid on the table.

use crate::card::{Quantity, Static, When};
use crate::id::{AbilityId, CounterId, ObjectId, Seat};
use crate::mask::Mask;
use crate::query::{Reader, Scope};

impl Reader<'_> {
    /// Calls `visit` for every static rule that is on, of cards that have one
    /// of the wanted sorts.
    #[inline]
    pub fn statics(&self, wanted: u16, mut visit: impl FnMut(&Static, ObjectId, &Scope)) {
        let mut of = |ability: AbilityId, scope: &Scope| {
            let entry = self.catalog.program.entry(ability);
            let When::Static(statics) = &entry.ability.when else { return };
            if entry.rules & wanted == 0 {
                return;
            }
            if entry
                .ability
                .condition
                .as_ref()
                .is_some_and(|condition| !self.holds(condition, scope))
            {
                return;
            }
            statics.iter().for_each(|rule| visit(rule, scope.source.id, scope));
        };
        self.game.derived.statics.visit(|id| {
            let object = self.game.object(id);
            if self.catalog.program.rules[object.card.index()] & wanted != 0
                && !self.game.is_silenced(id)
            {
                for ability in self.catalog.program.of(object.card) {
                    of(ability, &Scope::of(self.game.handle(id), object.controller));
                }
            }
        });
        for modifier in self.game.modifiers.iter() {
            if let Some(ability) = modifier.decree() {
                of(ability, &Scope::decree(modifier));
            } else if let Some(ability) = modifier.ability()
                && let Some(object) = self.game.present(modifier.target)
            {
                of(ability, &Scope::of(modifier.target, object.controller));
            }
        }
    }

    /// Objects whose static abilities are on.
    #[inline]
    pub fn static_sources(&self) -> &Mask {
        &self.game.derived.statics
    }

    /// Whether any object in play has an ability to activate.
    #[inline]
    pub fn has_activatable(&self) -> bool {
        self.game.derived.activatable > 0
    }

    /// Whether a static of one of these sorts may be on.
    #[inline]
    pub fn has_rule(&self, wanted: u16) -> bool {
        self.game.derived.rules_on & wanted != 0
            || (self.catalog.program.decreed_rules & wanted != 0 && self.is_decreed(wanted))
    }

    /// Whether a passing effect has decreed a static of one of these sorts.
    #[inline(never)]
    pub(super) fn is_decreed(&self, wanted: u16) -> bool {
        self.game.modifiers.iter().any(|modifier| {
            let rules = |ability| self.catalog.program.entry(ability).rules & wanted != 0;
            modifier.decree().or(modifier.ability()).is_some_and(rules)
        })
    }

    /// What statics add to the price of a card for its player.
    pub fn surcharge(&self, id: ObjectId) -> i16 {
        if !self.has_rule(Static::COST) {
            return 0;
        }
        let (mut more, mut less) = (0i16, 0i16);
        self.statics(Static::COST, |rule, _, scope| {
            if let Static::Cost { what, by } = rule
                && self.matches(what, scope, id)
            {
                let by = self.amount_of(by, scope, id);
                if by > 0 { more = more.saturating_add(by) } else { less = less.saturating_add(by) }
            }
        });
        more.saturating_add(less)
    }

    /// What statics add to what a player may do of something.
    pub fn allowance(&self, seat: Seat, counter: CounterId) -> i16 {
        let mut sum = 0i16;
        self.statics(Static::ALLOWANCE, |rule, _, scope| {
            if let Static::Allowance { whose, counter: of, by } = rule
                && *of == counter
                && self.is_whose(*whose, seat, scope)
            {
                sum = sum.saturating_add(self.amount(by, scope));
            }
        });
        sum
    }

    /// What a quantity is worth where an object is "it".
    #[inline]
    pub(crate) fn amount_of(&self, quantity: &Quantity, scope: &Scope, id: ObjectId) -> i16 {
        match quantity {
            Quantity::Number(number) => *number,
            _ => self.amount(quantity, &scope.with_it(self.game.handle(id))),
        }
    }
}
