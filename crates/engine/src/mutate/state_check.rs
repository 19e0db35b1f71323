//! State checks: what is dead, and tokens that have left the board.

use crate::card::{Deed, Verb};
use crate::id::{Handle, ObjectId, ZoneId};
use crate::mask::Mask;
use crate::mutate::Engine;
use crate::rulebook::{Checks, DeathRule, Deaths, Role, VALUES};
use crate::state::{Fact, Task, Work};

impl<'a> Engine<'a> {
    /// Runs the state checks that the policy wants now. Returns whether they
    /// found anything.
    #[inline]
    pub(crate) fn settle(&mut self) -> bool {
        if !self.game.pending.has_check() || self.policy().checks == Checks::Priority {
            return false;
        }
        self.check_state()
    }

    /// A table was laid out: what changed on the way needs no check, only what lies there
    /// dead does.
    pub fn skip_pending_checks(&mut self) {
        self.game.pending.clear_checks();
        self.mark_dead();
    }

    /// Marks an object that has changed for the next state check, unless it would
    /// find nothing: most changes kill nobody.
    #[inline(always)]
    pub(crate) fn touch(&mut self, id: ObjectId) {
        self.mark(id, self.can_fall(id));
    }

    /// Marks an object that has left play: a token does not stay there.
    #[inline(always)]
    pub(crate) fn mark_departed(&mut self, id: ObjectId) {
        self.mark(id, self.catalog.card(self.game.object(id).card).token);
    }

    /// Marks an object that has just come into play: most have nothing added to
    /// what is printed on them.
    #[inline(always)]
    pub(crate) fn mark_newcomer(&mut self, id: ObjectId) {
        let object = self.game.object(id);
        let is_plain =
            object.bonus == [0; VALUES] && !self.catalog.program.dies_on_entry[object.card.index()];
        self.mark(id, !is_plain && self.can_newcomer_fall(id));
    }

    #[inline(always)]
    fn mark(&mut self, id: ObjectId, can_fall: bool) {
        if can_fall {
            self.game.pending.checked_by = self.behind();
        }
        if can_fall || self.frame.needs_full_check(&self.reader(), id) {
            self.game.pending.mark_for_check(id);
        }
    }

    #[cold]
    fn can_newcomer_fall(&self, id: ObjectId) -> bool {
        self.can_fall(id)
    }

    /// Has the next state check look at an object that has become something that
    /// can die.
    pub(crate) fn mark_if_it_can_fall(&mut self, id: ObjectId) {
        if self.can_fall(id) {
            self.game.pending.mark_for_check(id);
        }
    }

    /// Whether a state check may find an object dead, or a token off the board.
    #[inline(always)]
    fn can_fall(&self, id: ObjectId) -> bool {
        let (object, rules) = (self.game.object(id), &self.catalog.rules);
        if !rules.is_in_play(object.zone) {
            return self.catalog.card(object.card).token;
        }
        let Some(rule) = &rules.death else { return false };
        // What an object is can change before the check; its numbers are marked
        // again when they do.
        self.health(rule, id) <= 0 && (!rules.type_keywords.is_empty() || self.is_mortal(rule, id))
    }

    /// Runs the state checks once over one snapshot. Returns whether anything
    /// changed.
    pub fn check_state(&mut self) -> bool {
        self.refresh();
        let to_check = *self.game.pending.to_check();
        if to_check.is_empty() {
            return self.frame.check(self);
        }
        let by = self.game.pending.checked_by;
        self.game.pending.clear_checks();
        let (dead, tokens) = self.find_dead(&to_check);
        let mut changed = !dead.is_empty();
        if changed {
            self.bury(&dead, by);
        }
        changed |= self.frame.check(self);
        if tokens || changed {
            changed |= self.drop_tokens(&to_check);
        }
        changed
    }

    /// Which objects are dead, and whether a token has left the board.
    fn find_dead(&self, to_check: &Mask) -> (Mask, bool) {
        let (mut dead, mut tokens) = (Mask::EMPTY, false);
        let rule = self.death();
        for id in to_check.iter() {
            let object = self.game.object(id);
            if !self.catalog.rules.is_in_play(object.zone) {
                tokens |= self.catalog.card(object.card).token;
            } else if let Some(rule) = rule
                && !self.game.pending.dying.contains(id)
                && self.is_dead(rule, id)
            {
                dead.insert(id);
            }
        }
        (dead, tokens)
    }

    /// Whether everything dead is marked for the check.
    pub(crate) fn all_dead_are_marked(&self) -> bool {
        let Some(rule) = self.death() else { return true };
        let in_play = self.game.zones.spans(self.catalog.rules.in_play()).flatten();
        in_play.copied().all(|id| {
            self.game.pending.to_check().contains(id)
                || self.game.pending.dying.contains(id)
                || !self.is_dead(rule, id)
        })
    }

    /// What kills, where the policy has it checked.
    fn death(&self) -> Option<&'a DeathRule> {
        match self.policy().checks {
            Checks::Never => None,
            _ => self.catalog.rules.death.as_ref(),
        }
    }

    #[inline]
    fn is_dead(&self, rule: &DeathRule, id: ObjectId) -> bool {
        self.health(rule, id) <= 0
            && (self.is_mortal(rule, id) || self.is_made_mortal(rule, id))
            && !self.is_spared(rule, id)
    }

    /// Whether something keeps an object from being destroyed. Where damage is counted
    /// apart, what has nothing left without any damage dies all the same.
    #[inline]
    fn is_spared(&self, rule: &DeathRule, id: ObjectId) -> bool {
        let reader = self.reader();
        reader.may_forbid(Deed::BeDestroyed)
            && (rule.less.is_none() || reader.value(id, rule.attribute) > 0)
            && reader.forbidden_to(Deed::BeDestroyed, id).is_some()
    }

    /// Has the next state check look at all that is dead: what was kept from being
    /// destroyed may not be so any longer.
    #[cold]
    pub(crate) fn mark_dead(&mut self) {
        let Some(rule) = self.death() else { return };
        let in_play = self.game.zones.spans(self.catalog.rules.in_play()).flatten();
        let dead: Mask = in_play.copied().filter(|id| self.is_dead(rule, *id)).collect();
        for id in dead.iter() {
            self.game.pending.mark_for_check(id);
        }
    }

    /// Whether something may keep objects from being destroyed now.
    #[inline]
    pub(crate) fn spares_now(&self) -> bool {
        let can_spare = self.catalog.program.forbids >> Deed::BeDestroyed as u16 & 1 == 1;
        can_spare && self.reader().may_forbid(Deed::BeDestroyed)
    }

    /// Whether an object dies when it has nothing left of what kills. What does not
    /// cannot lose more of it than it had.
    pub(crate) fn can_die(&self, id: ObjectId) -> bool {
        let rule = self.catalog.rules.death.as_ref();
        rule.is_some_and(|rule| self.is_mortal(rule, id) || self.is_made_mortal(rule, id))
    }

    /// What an object has left of what it dies without.
    #[inline]
    fn health(&self, rule: &DeathRule, id: ObjectId) -> i32 {
        let reader = self.reader();
        let less = rule.less.map_or(0, |less| reader.value(id, less));
        i32::from(reader.value(id, rule.attribute)) - i32::from(less)
    }

    /// Whether an object is of a type that can die.
    #[inline]
    fn is_mortal(&self, rule: &DeathRule, id: ObjectId) -> bool {
        rule.types == 0 || self.catalog.card(self.game.object(id).card).types & rule.types != 0
    }

    /// Whether an object has such a type by a keyword.
    fn is_made_mortal(&self, rule: &DeathRule, id: ObjectId) -> bool {
        self.catalog.rules.type_keywords.iter().any(|(kind, keyword)| {
            rule.types >> kind.0 & 1 == 1 && self.game.has_keyword(self.catalog, id, *keyword)
        })
    }

    #[inline(never)]
    fn bury(&mut self, dead: &Mask, by: (Handle, u16)) {
        self.game.clock.batch = self.game.clock.batch.wrapping_add(1);
        match self.policy().deaths {
            Deaths::Together => {
                self.batching = true;
                // The dead are the doing of whoever dealt the blow.
                self.announced = Some(by);
                for id in dead.iter() {
                    self.die(self.game.handle(id));
                }
                self.end_batch();
                self.announced = None;
            }
            Deaths::Sequence => self.queue_deaths(dead, by),
        }
    }

    /// Marks the dead and puts their deaths on the pile, by place, seat one's
    /// first on each.
    fn queue_deaths(&mut self, dead: &Mask, (by, depth): (Handle, u16)) {
        let batch = self.game.clock.batch as i16;
        let rules = &self.catalog.rules;
        let mut left = *dead;
        while !left.is_empty() {
            // The last in order goes on the pile first.
            let last = left
                .iter()
                .max_by_key(|id| {
                    let zone = self.game.object(*id).zone;
                    (rules.lane(zone), rules.seat(zone), *id)
                })
                .expect("the set is not empty");
            left.remove(last);
            self.game.pending.dying.insert(last);
            let handle = self.game.handle(last);
            let cause = self.note(Fact::Checked { object: handle });
            let controller = self.game.object(last).controller;
            let work = Work { cause, by, depth, ..Work::new(Task::Die, controller) };
            self.interrupt(work.source(handle).number(batch));
        }
    }

    pub(crate) fn die(&mut self, handle: Handle) {
        if !self.game.is_same(handle) {
            return;
        }
        if !self.game.pending.dying.contains(handle.id) {
            let cause = self.cause;
            self.cause = self.note(Fact::Checked { object: handle });
            self.move_by(handle.id, Verb::Destroy, None);
            self.cause = cause;
        } else {
            self.game.pending.dying.remove(handle.id);
            self.move_by(handle.id, Verb::Destroy, None);
        }
    }

    /// Tokens off the board cease to exist.
    #[inline(never)]
    fn drop_tokens(&mut self, to_check: &Mask) -> bool {
        let mut dropped = false;
        for id in to_check.iter() {
            let object = self.game.object(id);
            if !self.catalog.rules.is_in_play(object.zone)
                && self.catalog.card(object.card).token
                && object.zone != ZoneId::OUTSIDE
                && !self
                    .catalog
                    .rules
                    .zone_rule(object.zone)
                    .is_some_and(|zone| zone.role == Role::Stack)
            {
                self.remove_object(id);
                dropped = true;
            }
        }
        dropped
    }
}
