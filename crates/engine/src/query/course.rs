//! What a rulebook asks about the course of the game.

use crate::card::{Condition, Whose};
use crate::id::{Handle, Seat, ZoneKind};
use crate::query::{Reader, Scope};
use crate::state::{Task, Work};

impl Reader<'_> {
    /// Whether a player has passed in the decision going on.
    pub(crate) fn has_passed(&self, whose: Whose, scope: &Scope) -> bool {
        let stage = self.game.pending.agenda.iter().rev();
        let mut stages = stage.filter(|work| matches!(work.task, Task::Stage { .. }));
        let passed = stages.next().map_or(0, |stage| stage.modes);
        Seat::BOTH
            .iter()
            .any(|seat| self.is_whose(whose, *seat, scope) && passed >> seat.0 & 1 == 1)
    }

    /// Whether a player has acted this turn.
    pub(crate) fn has_acted(&self, whose: Whose, scope: &Scope) -> bool {
        let has_acted = |seat: &Seat| self.frame.has_acted(self.game, *seat);
        let mut seats = Seat::BOTH.iter().filter(|seat| self.is_whose(whose, **seat, scope));
        seats.any(has_acted)
    }

    /// Whether what a clause of the rulebook says of "it" holds of an object.
    pub(crate) fn is_defined(&self, clause: u8, scope: &Scope, object: Handle) -> bool {
        let condition = self.catalog.clause(clause).and_then(|ability| {
            let ability = self.catalog.ability(ability);
            ability.condition.as_ref()
        });
        condition.is_some_and(|condition| self.holds(condition, &scope.with_it(object)))
    }

    /// In how many places of a zone something is so.
    pub(crate) fn count_places(&self, kind: ZoneKind, test: &Condition, scope: &Scope) -> i32 {
        let rules = &self.catalog.rules;
        let places = rules.zones.get(kind.index()).map_or(0, |rule| rule.places);
        let holds = |index: &u8| {
            let place = rules.zone(kind, scope.controller, *index);
            self.holds(test, &Scope { place, ..*scope })
        };
        (0..places).filter(holds).count() as i32
    }

    /// Whether what happens now is done by the rules of fighting and not by an ability of
    /// a card.
    pub(crate) fn is_fought(&self) -> bool {
        let work = self.game.pending.work.last();
        let is_of_card = |work: &Work| {
            work.task == Task::Ability
                && !work.ability.is_none()
                && !self.catalog.is_by_rule(work.ability)
        };
        !work.is_some_and(is_of_card)
    }
}
