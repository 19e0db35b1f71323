//! Modifiers: what static abilities and passing effects change, and how
//! attributes are computed: base, then set, then add, in order of time.

use arrayvec::ArrayVec;

use crate::card::{Ability, Duration, Filter, Reference, Static, When};
use crate::compile::Catalog;
use crate::event::Kind;
use crate::id::{Handle, ObjectId, PhaseId, Seat, ZoneId};
use crate::mask::{Bits, Mask};
use crate::mutate::Engine;
use crate::query::Scope;
use crate::rulebook::{OBJECTS, VALUES};
use crate::state::{Change, Game, Modifier};

/// A moment at which things can end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expiry {
    /// This player's turn is about to begin.
    TurnStart(Seat),
    /// This player's turn is over.
    TurnEnd(Seat),
    /// The round is over.
    RoundEnd,
    /// This phase begins for this player.
    Phase(PhaseId, Seat),
}

/// Whether a duration ends now. Counted turns are counted down here.
fn ends(until: Duration, turns: &mut u8, controller: Seat, affected: Seat, expiry: Expiry) -> bool {
    match (until, expiry) {
        (Duration::EndOfTurn, Expiry::TurnEnd(_)) | (Duration::EndOfRound, Expiry::RoundEnd) => {
            true
        }
        (Duration::YourNextTurn, Expiry::TurnStart(seat)) => seat == controller,
        (Duration::ItsNextTurn, Expiry::TurnEnd(seat)) if seat == affected => {
            *turns = turns.saturating_sub(1);
            *turns == 0
        }
        (Duration::Next(phase), Expiry::Phase(now, seat)) => phase == now && seat == controller,
        (Duration::Turns(_), Expiry::TurnEnd(_)) => {
            *turns = turns.saturating_sub(1);
            *turns == 0
        }
        _ => false,
    }
}

impl Engine<'_> {
    /// Adds a passing change and computes the attributes again.
    pub fn modify(&mut self, mut modifier: Modifier) {
        modifier.turns = match modifier.until {
            Duration::Turns(turns) => turns,
            // Cast in the affected player's own turn, that turn does not count.
            Duration::ItsNextTurn => {
                let target = self.game.objects.get(modifier.target.id.index());
                1 + u8::from(
                    target.is_some_and(|object| object.controller == self.game.turn.active),
                )
            }
            _ => 0,
        };
        if let Change::Flag(flag) = modifier.change
            && self.game.is_same(modifier.target)
        {
            self.game.object_mut(modifier.target.id).flags |= 1 << flag.0;
        }
        self.game.modifiers.push(modifier);
        self.game.derived.stale = true;
    }

    /// Ends what ends now.
    #[inline]
    pub fn expire(&mut self, expiry: Expiry) {
        if !self.game.modifiers.is_empty() || !self.game.delayed.is_empty() {
            self.end_some(expiry);
        }
    }

    #[inline(never)]
    fn end_some(&mut self, expiry: Expiry) {
        let game = &mut *self.game;
        let mut given_back = Vec::new();
        if !game.modifiers.is_empty() {
            let (objects, mut gone) = (&mut game.objects, false);
            game.modifiers.retain_mut(|modifier| {
                let affected = objects
                    .get(modifier.target.id.index())
                    .map_or(modifier.controller, |object| object.controller);
                let here = modifier.target.is_none()
                    || objects
                        .get(modifier.target.id.index())
                        .is_some_and(|object| object.incarnation == modifier.target.incarnation);
                let over = ends(
                    modifier.until,
                    &mut modifier.turns,
                    modifier.controller,
                    affected,
                    expiry,
                );
                if over
                    && here
                    && let Change::Flag(flag) = modifier.change
                {
                    objects[modifier.target.id.index()].flags &= !(1 << flag.0);
                }
                if over
                    && here
                    && let Change::Control(seat) = modifier.change
                {
                    given_back.push((modifier.target, seat));
                }
                gone |= over || !here;
                here && !over
            });
            game.derived.stale |= gone;
        }
        game.delayed.retain_mut(|delayed| {
            !ends(delayed.until, &mut delayed.turns, delayed.controller, delayed.controller, expiry)
        });
        self.give_back(given_back);
    }

    /// Objects whose control was for a while only go back.
    fn give_back(&mut self, objects: Vec<(Handle, Seat)>) {
        for (handle, seat) in objects {
            if self.game.is_same(handle) && self.game.object(handle.id).controller != seat {
                self.take_control(handle.id, seat);
            }
        }
    }

    /// Drops changes of objects that have gone, or whose source had to stay.
    #[inline(always)]
    pub(crate) fn drop_modifiers(&mut self, left: Handle) {
        if !self.game.modifiers.is_empty() {
            self.drop_modifiers_of(left);
        }
    }

    #[inline(never)]
    fn drop_modifiers_of(&mut self, left: Handle) {
        let before = self.game.modifiers.len();
        let game = &mut *self.game;
        let (objects, mut given_back) = (&mut game.objects, Vec::new());
        game.modifiers.retain(|modifier| {
            let ends = modifier.source == left && modifier.until == Duration::WhileHere;
            if ends && let Change::Flag(flag) = modifier.change {
                objects[modifier.target.id.index()].flags &= !(1 << flag.0);
            }
            if ends && let Change::Control(seat) = modifier.change {
                given_back.push((modifier.target, seat));
            }
            // What was given still reacts to its object's leaving.
            let listens = modifier.ability().is_some();
            // That it was played is still so when it comes into play.
            let stays = matches!(modifier.change, Change::Did(Kind::Played));
            (modifier.target != left || listens || stays) && !ends
        });
        self.game.derived.stale |= self.game.modifiers.len() != before;
        self.give_back(given_back);
    }

    /// Drops abilities that were given to objects which have gone since.
    #[inline]
    pub(crate) fn drop_given_to_departed(&mut self) {
        if !self.game.modifiers.is_empty() {
            let Game { modifiers, objects, .. } = &mut *self.game;
            let is_here = |handle: Handle| {
                objects.get(handle.id.index()).is_some_and(|object| {
                    object.incarnation == handle.incarnation && object.zone != ZoneId::OUTSIDE
                })
            };
            modifiers.retain(|modifier| modifier.ability().is_none() || is_here(modifier.target));
        }
    }

    /// Computes what statics and passing effects add, if something they
    /// depend on has changed.
    #[inline]
    pub(crate) fn refresh(&mut self) {
        if self.game.derived.stale {
            self.compute_attributes();
        }
    }

    fn compute_attributes(&mut self) {
        self.game.derived.stale = false;
        self.game.pending.mark_rules_for_check(self.catalog.wakes.by_computing());
        let old = self.game.derived.affected;
        let mut before = ArrayVec::<[i16; VALUES], OBJECTS>::new();
        old.visit(|id| {
            let object = self.game.object_mut(id);
            before.push(std::mem::take(&mut object.bonus));
            object.granted = 0;
        });
        self.game.derived.condition_held.clear();
        self.game.derived.affected.clear();
        let rules = &self.catalog.rules;
        if let Some(slot) = rules.slot_bonus.and_then(|attribute| rules.live(attribute)) {
            self.apply_slots(slot);
        }
        for player in &mut self.game.players {
            player.keywords = 0;
        }
        let mut continuous_sources = ArrayVec::<ObjectId, OBJECTS>::new();
        self.game.derived.continuous_sources.visit(|id| continuous_sources.push(id));
        self.silence(&continuous_sources);
        // Sets come before adds; within each, older sources first.
        self.apply_modifiers(true);
        self.apply_statics(&continuous_sources, true);
        self.apply_modifiers(false);
        self.apply_statics(&continuous_sources, false);
        self.mark_changed(&old, &before);
        let spares = self.spares_now();
        if std::mem::replace(&mut self.game.derived.spares, spares) || spares {
            self.mark_dead();
        }
        self.gather_dependencies(&continuous_sources);
    }

    /// What has other numbers than before must be checked.
    fn mark_changed(&mut self, old: &Mask, before: &[[i16; VALUES]]) {
        for (id, bonus) in old.iter().zip(before) {
            if self.game.object(id).bonus != *bonus {
                self.touch(id);
            }
        }
        self.game.derived.affected.without(old).visit(|id| {
            if self.game.object(id).bonus != [0; VALUES] {
                self.touch(id);
            }
        });
    }

    /// What slots add to whoever stands there.
    fn apply_slots(&mut self, slot: usize) {
        for zone in Bits(self.catalog.rules.in_play()) {
            let modifier = self.game.slots[usize::from(zone)];
            if modifier == 0 {
                continue;
            }
            for at in 0..self.game.zones.len(ZoneId(zone as u8)) {
                let id = self.game.zones.of(ZoneId(zone as u8))[at];
                self.game.derived.affected.insert(id);
                self.game.object_mut(id).bonus[slot] = modifier;
            }
        }
    }

    /// Finds out who has lost its abilities. The oldest source comes first, and
    /// one that has lost its own takes nobody else's.
    fn silence(&mut self, sources: &[ObjectId]) {
        if self.game.derived.silenced.is_empty() && !self.reader().has_rule(Static::SILENCE) {
            return;
        }
        self.game.derived.silenced.clear();
        let program = &self.catalog.program;
        let is_silencing = |id: &ObjectId| {
            program.rules[self.game.object(*id).card.index()] & Static::SILENCE != 0
        };
        let mut silencing: ArrayVec<ObjectId, OBJECTS> =
            sources.iter().copied().filter(is_silencing).collect();
        silencing.sort_by_key(|id| self.game.object(*id).entered);
        for id in silencing {
            if self.game.is_silenced(id) {
                continue;
            }
            let object = self.game.object(id);
            let scope = Scope::of(self.game.handle(id), object.controller);
            for ability in program.of(object.card) {
                self.silence_by(&program.entry(ability).ability, &scope);
            }
        }
        for at in 0..self.game.modifiers.len() {
            let modifier = self.game.modifiers[at];
            if let Change::Decree(ability) = modifier.change {
                self.silence_by(&program.entry(ability).ability, &Scope::decree(&modifier));
            }
        }
    }

    /// Takes the abilities of whatever a static ability says has none.
    fn silence_by(&mut self, ability: &Ability, scope: &Scope) {
        let When::Static(rules) = &ability.when else { return };
        if !self.reader().condition_holds(ability, scope) {
            return;
        }
        for rule in rules {
            if let Static::Silence { what } = rule {
                let found = self.reader().matching(what, scope);
                found.visit(|id| self.game.derived.silenced.insert(id));
            }
        }
    }

    #[inline(always)]
    fn apply_modifiers(&mut self, sets: bool) {
        for at in 0..self.game.modifiers.len() {
            let modifier = self.game.modifiers[at];
            if !self.game.is_same(modifier.target) {
                continue;
            }
            let object = self.game.object_mut(modifier.target.id);
            match modifier.change {
                Change::Set(live) if sets => {
                    let live = usize::from(live);
                    object.bonus[live] = modifier.amount.saturating_sub(object.values[live]);
                }
                Change::Add(live) if !sets => {
                    let bonus = &mut object.bonus[usize::from(live)];
                    *bonus = bonus.saturating_add(modifier.amount);
                }
                Change::Keyword(keyword) if sets => object.granted |= 1 << keyword.0,
                _ => continue,
            }
            self.game.derived.affected.insert(modifier.target.id);
        }
    }

    #[inline(always)]
    fn apply_statics(&mut self, continuous_sources: &[ObjectId], sets: bool) {
        let program = &self.catalog.program;
        let wanted = if sets { Static::SETS } else { Static::MODIFY };
        if !self.reader().has_rule(wanted) {
            return;
        }
        for id in continuous_sources {
            let object = self.game.object(*id);
            let (card, controller) = (object.card, object.controller);
            if program.rules[card.index()] & wanted != 0 && !self.game.is_silenced(*id) {
                let source = Handle { id: *id, incarnation: object.incarnation };
                for ability in program.of(card) {
                    let entry = program.entry(ability);
                    if entry.rules & wanted != 0
                        && self.apply_static(&entry.ability, &Scope::of(source, controller), sets)
                        && program.dependencies_of[card.index()].decisive == Some(ability)
                    {
                        self.game.derived.condition_held.insert(*id);
                    }
                }
            }
        }
        for at in 0..self.game.modifiers.len() {
            let modifier = self.game.modifiers[at];
            if let Change::Decree(ability) = modifier.change {
                let entry = program.entry(ability);
                if entry.rules & wanted != 0 {
                    self.apply_static(&entry.ability, &Scope::decree(&modifier), sets);
                }
            }
        }
    }

    /// Does what a static ability says. Returns whether its condition holds.
    fn apply_static(&mut self, ability: &Ability, scope: &Scope, sets: bool) -> bool {
        let When::Static(statics) = &ability.when else { return false };
        if let Some(condition) = &ability.condition
            && !self.reader().holds(condition, scope)
        {
            return false;
        }
        for rule in statics {
            match rule {
                Static::Modify { what, attribute, by } if !sets => {
                    let Some(live) = self.catalog.rules.live(*attribute) else { continue };
                    self.for_matching(what, scope, |engine, id| {
                        let by = engine.reader().amount_of(by, scope, id);
                        let bonus = &mut engine.game.object_mut(id).bonus[live];
                        *bonus = bonus.saturating_add(by);
                        engine.game.derived.affected.insert(id);
                    });
                }
                Static::Base { what, attribute, to } if sets => {
                    let Some(live) = self.catalog.rules.live(*attribute) else { continue };
                    self.for_matching(what, scope, |engine, id| {
                        let to = engine.reader().amount_of(to, scope, id);
                        let object = engine.game.object_mut(id);
                        object.bonus[live] = to.saturating_sub(object.values[live]);
                        engine.game.derived.affected.insert(id);
                    });
                }
                Static::Keyword { what, keyword } if sets => {
                    self.for_matching(what, scope, |engine, id| {
                        engine.game.object_mut(id).granted |= 1 << keyword.0;
                        engine.game.derived.affected.insert(id);
                    });
                }
                Static::Type { what, add } if sets => {
                    let Some(keyword) = self.catalog.rules.type_keyword(*add) else { continue };
                    self.for_matching(what, scope, |engine, id| {
                        engine.game.object_mut(id).granted |= 1 << keyword.0;
                        engine.game.derived.affected.insert(id);
                        engine.mark_if_it_can_fall(id);
                    });
                }
                Static::Player { whose, keyword } if sets => {
                    for seat in Seat::BOTH {
                        if self.reader().is_whose(*whose, seat, scope) {
                            self.game.players[seat.index()].keywords |= 1 << keyword.0;
                        }
                    }
                }
                _ => {}
            }
        }
        true
    }

    fn for_matching(
        &mut self,
        what: &Filter,
        scope: &Scope,
        mut change: impl FnMut(&mut Self, ObjectId),
    ) {
        // Most statics are about their own object.
        if let Filter::Is(reference) = what
            && !matches!(reference, Reference::Slot(_))
        {
            let handle = self.reader().resolve(*reference, scope);
            let object = self.game.present(handle);
            if object.is_some_and(|object| self.catalog.rules.is_in_play(object.zone)) {
                change(self, handle.id);
            }
            return;
        }
        let mut found = Mask::EMPTY;
        self.reader().gather(what, scope, |id| found.insert(id));
        found.visit(|id| change(self, id));
    }
}

/// Gives an object the printed values of its card.
#[inline]
pub fn fresh_values(game: &mut Game, catalog: &Catalog, id: ObjectId) {
    let card = game.object(id).card;
    game.object_mut(id).values = catalog.program.fresh[card.index()];
}
