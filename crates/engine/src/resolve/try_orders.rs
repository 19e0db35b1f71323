//! Whether it matters in which order a player's own triggers come: the orders are
//! tried on copies of the game.

use std::cell::RefCell;

use crate::card::walk::{Node, ability_nodes};
use crate::card::{Effect, Filter, Whose};
use crate::compile::Catalog;
use crate::id::{AbilityId, ObjectId, Seat};
use crate::mutate::Engine;
use crate::query::sees;
use crate::rulebook::{Placement, Sight};
use crate::state::{Action, Change, Game, Modifier, Origin, WaitingTrigger, Work};

use super::place_triggers::ASKED;

/// Most orders that are tried; with more the player is asked.
const ORDERS: usize = 24;
/// Most steps that one order may take; with more the player is asked.
const STEPS: usize = 400;

thread_local! {
    /// Two copies of the game, kept so that trying allocates nothing.
    static COPIES: RefCell<Option<Box<[Game; 2]>>> = const { RefCell::new(None) };
}

impl Engine<'_> {
    /// Whether the order of the fresh triggers from `start` to `end`, all of one player,
    /// can make a difference to that player: two orders end differently, one of them
    /// asks something, or something is read that the player cannot see.
    pub(super) fn order_matters(&self, start: usize, end: usize) -> bool {
        let waiting = self.game.pending.waiting();
        // Those of one listener and ability are not told apart.
        let mut sorts = [0u8; ASKED];
        let sorts = &mut sorts[..end - start];
        for at in 0..sorts.len() {
            let (one, earlier) = (&waiting[start + at], &waiting.range(start..start + at));
            let alike = earlier
                .clone()
                .position(|other| (other.listener, other.ability) == (one.listener, one.ability));
            sorts[at] = alike.unwrap_or(at) as u8;
        }
        let mut copies =
            COPIES.take().unwrap_or_else(|| Box::new([self.game.clone(), self.game.clone()]));
        let [first, other] = &mut *copies;
        let matters = !self.try_order(first, start, sorts) || {
            let mut left = ORDERS;
            let mut differs = false;
            while !differs && next_order(sorts) {
                left -= 1;
                differs =
                    left == 0 || !self.try_order(other, start, sorts) || !end_alike(first, other);
            }
            differs
        };
        COPIES.set(Some(copies));
        matters
    }

    /// Lets the triggers resolve in an order, in a copy. Returns whether nothing was
    /// asked and nothing hidden from their player was read.
    fn try_order(&self, copy: &mut Game, start: usize, sorts: &[u8]) -> bool {
        copy.clone_from(self.game);
        let fresh = copy.pending.waiting_mut();
        let mut used = 0u32;
        for (at, sort) in sorts.iter().enumerate() {
            let is_next = |from: &usize| {
                used >> from & 1 == 0 && {
                    let (one, kept) = (
                        &self.game.pending.waiting()[start + from],
                        &self.game.pending.waiting()[start + usize::from(*sort)],
                    );
                    (one.listener, one.ability) == (kept.listener, kept.ability)
                }
            };
            let Some(from) = (0..sorts.len()).find(is_next) else { return false };
            used |= 1 << from;
            fresh[start + at] = self.game.pending.waiting()[start + from];
        }
        let seat = self.game.pending.waiting()[start].controller;
        let (head, tail) = self.game.pending.waiting().as_slices();
        debug_assert!(tail.is_empty(), "waiting triggers were put into order in place");
        let group = &head[start..start + sorts.len()];
        let mut engine = Engine::new(copy, self.catalog, self.frame, None);
        engine.is_trial = true;
        engine.cause = self.cause;
        engine.play_out(seat, group) && !self.has_moved_hidden(copy, seat)
    }

    /// Goes on until what waited has resolved, with all it set off. Returns whether
    /// nothing was asked and no ability read what the seat cannot see.
    fn play_out(&mut self, seat: Seat, group: &[WaitingTrigger]) -> bool {
        let placement = self.policy().placement;
        let (pile, mut stack) = (self.game.pending.work.len(), self.game.pending.stack.len());
        let mut is_on_stack = false;
        match placement {
            Placement::Stack => {
                self.game.pending.placed = self.game.pending.waiting().len() as u32;
            }
            _ => self.settle_order(),
        }
        for _ in 0..STEPS {
            let pending = &self.game.pending;
            if !pending.prompts().is_empty() {
                return false;
            }
            let is_empty = match placement {
                Placement::Front => pending.work.len() <= pile,
                Placement::Back | Placement::Queue => pending.work.is_empty(),
                Placement::Stack => false,
            };
            if is_empty && pending.waiting().is_empty() {
                // What passing changes come to and who has died of it belongs to it.
                self.refresh();
                if !self.settle() {
                    return true;
                }
            }
            if self.game.is_over() {
                return true;
            }
            if let Some(work) = self.game.pending.work.last()
                && !work.ability.is_none()
                && reads_hidden(self.catalog, work.ability, work.controller == seat)
            {
                return false;
            }
            if !self.tick() && self.game.pending.prompts().is_empty() && !self.game.is_over() {
                if placement != Placement::Stack {
                    return false;
                }
                if !is_on_stack {
                    stack = self.below_group(stack, group);
                    is_on_stack = true;
                }
                if self.game.pending.stack.len() <= stack {
                    return true;
                }
                // Nobody responds.
                self.begin(self.game.turn.decider, Action::Pass, true);
            }
        }
        false
    }

    /// How high the stack is below the first trigger of a group: those of the same player
    /// that were put into order before lie there, and are no part of the question.
    fn below_group(&self, bottom: usize, group: &[WaitingTrigger]) -> usize {
        let stack = &self.game.pending.stack;
        let is_one = |item: &Work| {
            let same =
                |one: &WaitingTrigger| (one.listener, one.ability) == (item.source, item.ability);
            item.origin == Origin::Triggered && group.iter().any(same)
        };
        let first = stack.iter().skip(bottom).position(is_one);
        first.map_or(bottom, |at| bottom + at)
    }

    /// Whether an object whose face a seat cannot see went somewhere, or chance was used.
    fn has_moved_hidden(&self, end: &Game, seat: Seat) -> bool {
        let moved = |(index, before): (usize, &crate::state::Object)| {
            let after = end.object(ObjectId(index as u16));
            !sees(self.catalog, seat, before.zone)
                && (before.zone, before.incarnation) != (after.zone, after.incarnation)
        };
        self.game.dice != end.dice || self.game.objects.iter().enumerate().any(moved)
    }
}

/// The next order of a list in which equal things may stand, in the order of their
/// numbers. Returns whether there is one.
fn next_order(order: &mut [u8]) -> bool {
    let Some(pivot) = (1..order.len()).rev().find(|at| order[at - 1] < order[*at]) else {
        return false;
    };
    let larger = (pivot..order.len()).rev().find(|at| order[*at] > order[pivot - 1]);
    order.swap(pivot - 1, larger.unwrap_or(pivot));
    order[pivot..].reverse();
    true
}

/// Whether two games have come to the same end. How many things were recorded on the way
/// and in which order passing changes were added makes no difference.
fn end_alike(one: &mut Game, other: &mut Game) -> bool {
    other.clock.ordinal = one.clock.ordinal;
    other.clock.steps = one.clock.steps;
    other.clock.batch = one.clock.batch;
    // What was chosen last and who did what is of no use to anybody any more.
    for game in [&mut *one, &mut *other] {
        game.pending.answer.clear();
        game.pending.clear_checks();
        game.pending.clear_interrupt();
    }
    if !are_same_changes(&one.modifiers, &other.modifiers) {
        return false;
    }
    other.modifiers.clone_from(&one.modifiers);
    one == other
}

/// Whether two lists hold the same changes; the order counts only where one of them sets
/// a value.
fn are_same_changes(one: &[Modifier], other: &[Modifier]) -> bool {
    if one == other {
        return true;
    }
    let sets = |change: &Modifier| matches!(change.change, Change::Set(_));
    let count =
        |list: &[Modifier], change: &Modifier| list.iter().filter(|known| *known == change).count();
    one.len() == other.len()
        && !one.iter().any(sets)
        && one.iter().all(|change| count(one, change) == count(other, change))
}

/// Whether an ability, a player's own or another's, looks at cards that this player cannot
/// see. How many there are everybody can see.
fn reads_hidden(catalog: &Catalog, ability: AbilityId, is_own: bool) -> bool {
    let mut reads = false;
    ability_nodes(catalog.ability(ability), &mut |node| {
        reads |= match node {
            Node::Effect(Effect::Search { .. } | Effect::Look { .. }) => true,
            Node::Filter(Filter::All(parts)) => {
                let is_seen = is_own
                    && parts.iter().any(|part| {
                        matches!(
                            part,
                            Filter::Owner(Whose::Yours) | Filter::Controller(Whose::Yours)
                        )
                    });
                let is_hidden = |part: &Filter| match part {
                    Filter::Zone(kind) => match catalog.rules.zones[kind.index()].sight {
                        Sight::Everyone => false,
                        Sight::Owner => !is_seen,
                        Sight::Nobody => true,
                    },
                    _ => false,
                };
                let is_counted = |part: &Filter| {
                    matches!(part, Filter::Zone(_) | Filter::Owner(_) | Filter::Controller(_))
                };
                parts.iter().any(is_hidden) && !parts.iter().all(is_counted)
            }
            _ => false,
        };
    });
    reads
}

#[cfg(test)]
mod tests {
    use super::next_order;

    #[test]
    fn orders_come_once_each() {
        let mut order = [0, 0, 2];
        let mut seen = vec![order];
        while next_order(&mut order) {
            seen.push(order);
        }
        assert_eq!(seen, [[0, 0, 2], [0, 2, 0], [2, 0, 0]]);
    }
}
