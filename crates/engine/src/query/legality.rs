//! What may be done: playing a card, using an ability, attacking, blocking,
//! moving, being chosen. One answer for every game, with the reason where it is
//! no; the list of legal actions and the refusal of an illegal one ask here.

use crate::card::{Ability, Activation, DamageSide, Deed, Filter, Reference, Static, When};
use crate::compile::{CompiledAbility, Op, ToBegin, target};
use crate::id::{AbilityId, DamageId, Handle, ObjectId, Seat, ZoneId};
use crate::query::{Due, Reader, Scope};
use crate::rulebook::{Bar, Barred, Role};
use crate::state::{Change, Object, Why};

/// How a card can be played from where it lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WayToPlay {
    /// What it costs.
    pub price: i16,
    /// What cards in play and its own words have added to that.
    pub change: i16,
    /// It is exiled when it would leave play.
    pub exiled_on_leaving: bool,
    /// What happens if it is played this way, and whose doing that is.
    pub then: Option<(AbilityId, Handle)>,
}

impl<'a> Reader<'a> {
    /// Why a seat may not play a card now, to a place if it goes to one;
    /// nothing if it may. What only one game asks is left to its rules.
    pub fn play_obstacle(&self, seat: Seat, id: ObjectId, place: ZoneId) -> Option<Why> {
        self.playable(seat, id, place, Due::default()).err()
    }

    /// How a seat can play a card now, where something of what pays may be known.
    ///
    /// # Errors
    /// Why it may not, as [`Reader::play_obstacle`] says.
    pub(crate) fn playable(
        &self,
        seat: Seat,
        id: ObjectId,
        place: ZoneId,
        mut due: Due,
    ) -> Result<WayToPlay, Why> {
        let object = self.game.objects.get(id.index()).ok_or(Why::Absent)?;
        let card = self.catalog.cards.get(object.card.index()).ok_or(Why::Absent)?;
        if let Some(why) = self.frame.timing_obstacle(self, seat, card.timing) {
            return Err(why);
        }
        let way = self.way_to_play(seat, id).ok_or(Why::Absent)?;
        let scope = Scope::of(self.game.handle(id), seat);
        if let Some(why) = self.price_obstacle(&card.cost, &way, &scope, &mut due) {
            return Err(why);
        }
        let why = self.own_words_obstacle(id, &scope, &mut due);
        why.or_else(|| self.place_obstacle(id, place)).map_or(Ok(way), Err)
    }

    /// Why a card's own words, or those of others, keep it from being played,
    /// time, place and price apart.
    pub(crate) fn own_words_obstacle(
        &self,
        id: ObjectId,
        scope: &Scope,
        due: &mut Due,
    ) -> Option<Why> {
        if let Some(by) = self.forbidden_to(Deed::Play, id) {
            return Some(Why::Card(by));
        }
        let card = self.game.object(id).card;
        self.catalog.program.of(card).find_map(|ability| {
            let entry = self.catalog.program.entry(ability);
            match &entry.ability.when {
                When::Static(rules) => {
                    if rules.contains(&Static::PlayOnlyIf)
                        && !self.condition_holds(&entry.ability, scope)
                    {
                        return Some(Why::Condition);
                    }
                    self.cost_obstacle(&entry.ability.cost, scope, due, id)
                }
                When::Played => self
                    .cost_obstacle(&entry.ability.cost, scope, due, id)
                    .or_else(|| self.begin_obstacle(ability, scope, due, id)),
                _ => None,
            }
        })
    }

    /// Why a card may not be deployed to a place; the outside stands for none.
    pub fn place_obstacle(&self, id: ObjectId, place: ZoneId) -> Option<Why> {
        if place == ZoneId::OUTSIDE {
            return None;
        }
        if self.is_full(place) {
            return Some(Why::Full);
        }
        self.deploy_obstacle(id, place)
    }

    /// The card that forbids an object to be deployed to a place, if any does.
    #[inline]
    pub fn deploy_obstacle(&self, id: ObjectId, place: ZoneId) -> Option<Why> {
        self.forbidden_at(Deed::Deploy, id, place).map(Why::Card)
    }

    /// Whether a place has no room left.
    #[inline]
    pub fn is_full(&self, place: ZoneId) -> bool {
        let most = self.catalog.rules.capacity_of(place);
        most.is_some_and(|most| self.game.zones.len(place) >= usize::from(most))
    }

    /// Why a seat may not use an ability of an object now, by its number on the
    /// card; nothing if it may.
    pub fn activate_obstacle(&self, seat: Seat, id: ObjectId, number: u8) -> Option<Why> {
        let Some((ability, activation)) = self.activation(seat, id, number) else {
            let is_theirs = |object: &Object| {
                let known = self.catalog.program.activated_at.get(object.card.index());
                let has = |[here, there]: &[u64; 2]| {
                    (here | there).checked_shr(number.into()).unwrap_or(0) & 1 == 1
                };
                object.controller == seat && known.is_some_and(has)
            };
            let is_theirs = self.game.objects.get(id.index()).is_some_and(is_theirs);
            return Some(if is_theirs { Why::WrongPlace } else { Why::Absent });
        };
        self.frame
            .timing_obstacle(self, seat, activation.timing)
            .or_else(|| self.use_obstacle(seat, id, ability, Due::default()))
    }

    /// An activated ability of an object, by its number on the card, where it is
    /// a seat's and works from where it is.
    #[inline]
    pub(crate) fn activation(
        &self,
        seat: Seat,
        id: ObjectId,
        number: u8,
    ) -> Option<(AbilityId, &'a Activation)> {
        let object = self.game.objects.get(id.index())?;
        let ability = self.ability_of(object.card, number)?;
        // What a rulebook offers is done by the action that it names.
        let [elsewhere, in_play] = *self.catalog.program.activated_at.get(object.card.index())?;
        if (elsewhere | in_play) >> number & 1 == 0 {
            return None;
        }
        let When::Activated(activation) = &self.catalog.ability(ability).when else { return None };
        let rules = &self.catalog.rules;
        let is_here = match activation.zone {
            Some(kind) => rules.kind(object.zone) == kind,
            None => rules.is_in_play(object.zone),
        };
        (is_here && object.controller == seat).then_some((ability, activation))
    }

    /// Why an activated ability cannot be used, where it is the time and place
    /// for it: limit, prohibition, condition, cost, choices.
    pub(crate) fn use_obstacle(
        &self,
        seat: Seat,
        id: ObjectId,
        ability: AbilityId,
        mut due: Due,
    ) -> Option<Why> {
        let entry = self.catalog.program.entry(ability);
        if self.game.is_silenced(id) {
            return Some(Why::Silenced);
        }
        if self.is_limit_used(id, entry) {
            return Some(Why::Limit);
        }
        if let Some(why) = self.deed_obstacle(Deed::Activate, id) {
            return Some(why);
        }
        let scope = Scope::of(self.game.handle(id), seat);
        if !self.condition_holds(&entry.ability, &scope) {
            return Some(Why::Condition);
        }
        let why = self.cost_obstacle(&entry.ability.cost, &scope, &mut due, ObjectId::NONE);
        why.or_else(|| self.begin_obstacle(ability, &scope, &mut due, ObjectId::NONE))
    }

    /// Whether an ability can begin, its condition and cost apart.
    pub fn can_begin(&self, ability: AbilityId, scope: &Scope) -> bool {
        self.begin_obstacle(ability, scope, &mut Due::default(), ObjectId::NONE).is_none()
    }

    /// Why an ability cannot begin, its condition and cost apart: nothing to
    /// choose, or nothing that it could do.
    #[inline]
    pub(crate) fn begin_obstacle(
        &self,
        ability: AbilityId,
        scope: &Scope,
        due: &mut Due,
        without: ObjectId,
    ) -> Option<Why> {
        let entry = self.catalog.program.entry(ability);
        let can = match entry.to_begin {
            ToBegin::Nothing => true,
            ToBegin::Place => {
                let places = self.places_to_choose(entry.start, scope).unwrap_or_default();
                return (places == 0).then_some(Why::Full);
            }
            ToBegin::Card => self.frame.can_draw(self, scope.controller),
            ToBegin::Choice => self.can_make_first_choice(entry, scope, without),
            ToBegin::Targets => self.has_targets(entry, scope, *due, without),
        };
        (!can).then_some(Why::NoTarget)
    }

    /// Whether what the first effect of an ability must choose is there, besides
    /// one object.
    pub(crate) fn can_make_first_choice(
        &self,
        entry: &CompiledAbility,
        scope: &Scope,
        without: ObjectId,
    ) -> bool {
        let Some((what, least)) = self.catalog.program.first_choice(entry) else { return true };
        self.quantity(least, scope) <= 0
            || self.has_candidate_for(entry.start, what, scope, without)
    }

    /// Whether the condition of an ability holds, if it has one.
    #[inline]
    pub fn condition_holds(&self, ability: &Ability, scope: &Scope) -> bool {
        ability.condition.as_ref().is_none_or(|condition| self.holds(condition, scope))
    }

    /// Whether an object has used an ability up until its limit resets.
    #[inline]
    pub fn is_limit_used(&self, id: ObjectId, entry: &CompiledAbility) -> bool {
        self.game.object(id).used & entry.limit_bit != 0
    }

    /// The ability of a card by its number.
    #[inline]
    pub fn ability_of(&self, card: crate::id::CardId, number: u8) -> Option<AbilityId> {
        let (first, count) = *self.catalog.program.of_card.get(card.index())?;
        (number < count).then(|| AbilityId(first + u16::from(number)))
    }

    /// How a card can be played from where it lies: from one's hand for its
    /// price, or from elsewhere where something says so.
    #[inline]
    pub fn way_to_play(&self, seat: Seat, id: ObjectId) -> Option<WayToPlay> {
        let zone = self.game.object(id).zone;
        if zone == self.catalog.rules.zone_of(Role::Hand, seat) {
            return Some(self.way_for(seat, id, self.base_price(id)));
        }
        self.way_from_elsewhere(seat, id)
    }

    /// A way to play a card for a price that changes as cards say.
    #[inline]
    fn way_for(&self, seat: Seat, id: ObjectId, base: i16) -> WayToPlay {
        let change = self.price_change(seat, id);
        let price = base.saturating_add(change).max(0);
        WayToPlay { price, change, exiled_on_leaving: false, then: None }
    }

    /// The printed price, where cards have one.
    #[inline]
    pub(crate) fn base_price(&self, id: ObjectId) -> i16 {
        self.catalog.rules.price.map_or(0, |(attribute, _)| self.value(id, attribute))
    }

    #[inline(never)]
    fn way_from_elsewhere(&self, seat: Seat, id: ObjectId) -> Option<WayToPlay> {
        let (game, rules) = (self.game, &self.catalog.rules);
        let zone = game.object(id).zone;
        if zone == ZoneId::OUTSIDE || rules.is_in_play(zone) || rules.seat(zone) != seat {
            return None;
        }
        let kind = rules.kind(zone);
        let handle = game.handle(id);
        let granted = game.modifiers.iter().find_map(|modifier| match modifier.change {
            Change::PlayFrom { zone, price, banish }
                if zone == kind && modifier.target == handle =>
            {
                Some((price, banish))
            }
            _ => None,
        });
        if let Some((price, exiled_on_leaving)) = granted {
            let base = price.unwrap_or_else(|| self.base_price(id));
            return Some(WayToPlay { exiled_on_leaving, ..self.way_for(seat, id, base) });
        }
        self.way_by(seat, id, handle, true).or_else(|| {
            if !self.has_rule(Static::PLAY_FROM) {
                return None;
            }
            let own = |source: &ObjectId| game.object(*source).controller == seat;
            let by_object = self
                .static_sources()
                .iter()
                .filter(own)
                .find_map(|source| self.way_by(seat, id, game.handle(source), false));
            by_object.or_else(|| self.way_by_decree(seat, id))
        })
    }

    /// A way that an effect has opened for a while.
    fn way_by_decree(&self, seat: Seat, id: ObjectId) -> Option<WayToPlay> {
        let own = self.game.modifiers.iter().filter(|modifier| modifier.controller == seat);
        own.filter_map(|modifier| match modifier.change {
            Change::Decree(ability) => Some((ability, Scope::decree(modifier))),
            _ => None,
        })
        .find_map(|(ability, scope)| self.way_by_ability(seat, id, ability, &scope, false))
    }

    /// Whether something may let cards be played from elsewhere than the hand
    /// that do not say so themselves.
    pub(crate) fn opens_ways(&self) -> bool {
        self.has_rule(Static::PLAY_FROM)
            || self.game.modifiers.iter().any(|one| matches!(one.change, Change::PlayFrom { .. }))
    }

    /// A way that a static ability opens: the card's own, or that of an object
    /// in play.
    fn way_by(&self, seat: Seat, id: ObjectId, source: Handle, own: bool) -> Option<WayToPlay> {
        let card = self.game.object(source.id).card;
        if self.catalog.program.rules[card.index()] & Static::PLAY_FROM == 0 {
            return None;
        }
        let scope = Scope::of(source, seat);
        let mut abilities = self.catalog.program.of(card);
        abilities.find_map(|ability| self.way_by_ability(seat, id, ability, &scope, own))
    }

    fn way_by_ability(
        &self,
        seat: Seat,
        id: ObjectId,
        ability: AbilityId,
        scope: &Scope,
        own: bool,
    ) -> Option<WayToPlay> {
        let here = self.catalog.rules.kind(self.game.object(id).zone);
        let entry = self.catalog.program.entry(ability);
        let When::Static(rules) = &entry.ability.when else { return None };
        rules.iter().find_map(|rule| {
            let Static::PlayFrom { what, zone, cost, banish, then } = rule else { return None };
            let about_itself = *what == Filter::Is(Reference::This);
            if *zone != here
                || own != about_itself
                || !self.matches(what, scope, id)
                || !self.condition_holds(&entry.ability, scope)
            {
                return None;
            }
            let base = cost.as_ref().map(|cost| self.amount(cost, scope));
            let way = self.way_for(seat, id, base.unwrap_or_else(|| self.base_price(id)));
            let then = (!then.is_empty()).then_some((ability, scope.source));
            Some(WayToPlay { exiled_on_leaving: *banish, then, ..way })
        })
    }

    /// Why an object may not do something, wherever it is: a keyword or status of
    /// its own, or a card.
    #[inline]
    pub(crate) fn deed_obstacle(&self, deed: Deed, id: ObjectId) -> Option<Why> {
        match self.barred(Bar::Deed(deed), id) {
            Some(clause) => Some(Why::Rule(clause)),
            None => self.forbidden_to(deed, id).map(Why::Card),
        }
    }

    /// The clause by which a keyword or status of its own keeps an object from
    /// something.
    #[inline]
    pub(crate) fn barred(&self, what: Bar, id: ObjectId) -> Option<u16> {
        let barred = &self.catalog.rulebook.barred;
        let object = self.game.object(id);
        let is_kept = |barred: &&Barred| {
            barred.what == what
                && (barred.flags & object.flags != 0
                    || barred.keywords != 0
                        && barred.keywords & self.game.keywords(self.catalog, id) != 0)
        };
        barred.iter().find(is_kept).map(|barred| barred.citation)
    }

    /// Whether a keyword or status keeps one object from dealing another this kind
    /// of damage.
    pub(crate) fn is_harmless(&self, by: Handle, target: ObjectId, kind: u16) -> bool {
        if self.catalog.rulebook.barred.is_empty() {
            return false;
        }
        let is_barred = |side: DamageSide, id: ObjectId| {
            self.barred(Bar::Damage(side, Some(DamageId(kind))), id).is_some()
                || self.barred(Bar::Damage(side, None), id).is_some()
        };
        is_barred(DamageSide::Taking, target)
            || self.game.is_same(by) && is_barred(DamageSide::Dealing, by.id)
    }

    /// The card that forbids one object to attack another, if any does.
    #[inline]
    pub fn attack_obstacle(&self, attacker: ObjectId, target: ObjectId) -> Option<Why> {
        let why = self.deed_obstacle(Deed::Attack, attacker);
        why.or_else(|| self.forbidden_with(Deed::Attack, attacker, target).map(Why::Card))
            .or_else(|| self.forbidden_with(Deed::BeAttacked, target, attacker).map(Why::Card))
    }

    /// The card that forbids one object to block another, if any does.
    #[inline]
    pub fn block_obstacle(&self, blocker: ObjectId, attacker: ObjectId) -> Option<Why> {
        let by = self.forbidden_with(Deed::Block, blocker, attacker);
        by.or_else(|| self.forbidden_with(Deed::BeBlocked, attacker, blocker)).map(Why::Card)
    }

    /// The card that keeps something on the stack from being stopped, if any does. What is
    /// on the stack speaks for itself.
    pub fn cancel_obstacle(&self, id: ObjectId) -> Option<Why> {
        let object = self.game.object(id);
        let scope = Scope::of(self.game.handle(id), object.controller);
        let says_so = |ability: AbilityId| {
            let entry = self.catalog.program.entry(ability);
            let When::Static(rules) = &entry.ability.when else { return false };
            rules.iter().any(|rule| {
                matches!(rule, Static::Forbid { what, deed: Deed::BeCancelled, .. }
                    if self.matches(what, &scope, id))
            }) && self.condition_holds(&entry.ability, &scope)
        };
        let own = self.catalog.program.of(object.card).any(says_so).then_some(id);
        own.or_else(|| self.forbidden_to(Deed::BeCancelled, id)).map(Why::Card)
    }

    /// Why an object may not move to a place of its own accord or by an effect.
    #[inline]
    pub fn move_obstacle(&self, id: ObjectId, place: ZoneId) -> Option<Why> {
        if self.is_full(place) {
            return Some(Why::Full);
        }
        self.shift_obstacle(id, place)
    }

    /// What keeps an object from moving to a place, room apart: a keyword or status of
    /// its own, or a card.
    #[inline]
    pub fn shift_obstacle(&self, id: ObjectId, place: ZoneId) -> Option<Why> {
        match self.barred(Bar::Deed(Deed::Move), id) {
            Some(clause) => Some(Why::Rule(clause)),
            None => self.forbidden_at(Deed::Move, id, place).map(Why::Card),
        }
    }

    /// The card that keeps an object from readying itself, if any does.
    #[inline]
    pub fn ready_obstacle(&self, id: ObjectId) -> Option<Why> {
        self.forbidden_to(Deed::Untap, id).map(Why::Card).or_else(|| self.readied_obstacle(id))
    }

    /// The card that keeps an object from being readied by anything, if any does.
    #[inline]
    pub(crate) fn readied_obstacle(&self, id: ObjectId) -> Option<Why> {
        self.forbidden_to(Deed::BeReadied, id).map(Why::Card)
    }

    /// Whether every part of an ability that needs a target has one besides one
    /// object; of modes, one that can be chosen and paid for is enough.
    pub(crate) fn has_targets(
        &self,
        entry: &CompiledAbility,
        scope: &Scope,
        due: Due,
        without: ObjectId,
    ) -> bool {
        let Some(modal) = entry.modal else {
            return entry.targets.iter().all(|op| self.has_target(*op, scope, without));
        };
        let Op::Modal { end, .. } = &self.catalog.program.ops[usize::from(modal)] else {
            return true;
        };
        let outside = |op: &&u16| !(modal..*end).contains(*op);
        entry.targets.iter().filter(outside).all(|op| self.has_target(*op, scope, without))
            && self.open_modes(entry, scope, due, without) != 0
    }

    /// The modes that can be paid for and have all their targets, as a mask.
    pub(crate) fn open_modes(
        &self,
        entry: &CompiledAbility,
        scope: &Scope,
        due: Due,
        without: ObjectId,
    ) -> u64 {
        let Some(modal) = entry.modal else { return 0 };
        let Op::Modal { modes, .. } = &self.catalog.program.ops[usize::from(modal)] else {
            return 0;
        };
        modes.iter().enumerate().fold(0, |open, (mode, (cost, _))| {
            let range = self.catalog.program.mode(modal, mode);
            let mut targets = entry.targets.iter().filter(|op| range.contains(op));
            let can = self.cost_obstacle(cost, scope, &mut due.clone(), without).is_none()
                && targets.all(|op| self.has_target(*op, scope, without));
            open | u64::from(can) << mode
        })
    }

    /// Whether the choice of one operation can be made, if it has one that is
    /// made beforehand.
    pub(crate) fn has_target(&self, op: u16, scope: &Scope, without: ObjectId) -> bool {
        let Some((what, least)) = target(&self.catalog.program.ops[usize::from(op)]) else {
            return true;
        };
        self.quantity(least, scope) <= 0 || self.has_candidate_for(op, what, scope, without)
    }
}
