//! What can be done: offers and refusals.

use onplay_engine::ability::{Ability, Cost, Deed, Effect, Pick, Quantity, Static, Timing, When};
use onplay_engine::action::{Action, Why};
use onplay_engine::catalog::Card;
use onplay_engine::id::{CounterId, ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::program::selection;
use onplay_engine::rules::Role;
use onplay_engine::scope::{Reader, Scope};

use super::{
    ACTION, DEPLOY, Drones, LANES, RULE_ADJACENT, RULE_CONTROL, RULE_COPIES, RULE_GUARDIAN,
    RULE_INERT, RULE_LANE, RULE_PHASE, RULE_READY, RULE_TOKEN, RULE_WRECK,
};

/// A whole copy, in the hundredths that the hangar counts in.
pub(super) const COPY: i16 = 100;

impl Drones {
    /// Offers the free actions of whoever decides. [drones 2.4] [drones 2.5]
    pub(super) fn offer(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let seat = reader.game.decider;
        match reader.game.phase {
            DEPLOY => self.offer_deployments(reader, seat, actions),
            ACTION => self.offer_deeds(reader, seat, actions),
            _ => {}
        }
        actions.push(Action::Pass);
    }

    /// The right end of a row first, then every place before a drone of it.
    /// [drones 1.1]
    fn offer_deployments(&self, reader: &Reader, seat: Seat, actions: &mut Vec<Action>) {
        if !self.has_control(reader, seat) {
            return;
        }
        let hangar = reader.catalog.rules.zone(self.hangar, seat, 0);
        for id in reader.game.zone(hangar) {
            if self.deploy_refusal(reader, seat, *id).is_some() {
                continue;
            }
            for lane in 0..LANES {
                let row = self.row(seat, lane);
                if !self.is_full(reader, row) {
                    actions.push(Action::Play { object: *id, place: row, at: u8::MAX });
                    let places = 0..reader.game.zones.len(row) as u8;
                    actions.extend(places.map(|at| Action::Play { object: *id, place: row, at }));
                }
            }
        }
    }

    /// The deployment budget pays first, then energy. [drones 2.4]
    fn deploy_refusal(&self, reader: &Reader, seat: Seat, id: ObjectId) -> Option<Why> {
        if reader.value(id, self.copies) < COPY {
            return Some(Why::Rule(RULE_COPIES));
        }
        let needed = reader.value(id, self.class);
        let has =
            reader.game.counter(seat, self.deployment) + reader.game.counter(seat, self.energy);
        (needed > has).then_some(Why::Cost { needed, has })
    }

    fn offer_deeds(&self, reader: &Reader, seat: Seat, actions: &mut Vec<Action>) {
        let hand = reader.game.zone(reader.catalog.rules.zone_of(Role::Hand, seat));
        let card = |id: &ObjectId| reader.game.object(*id).card;
        // Copies of a card can be played or not alike.
        let mut playable = 0u64;
        for (at, id) in hand.iter().enumerate() {
            let alike = hand[..at.min(64)].iter().position(|other| card(other) == card(id));
            let can = match (alike, self.plain[card(id).index()]) {
                (Some(before), _) => playable >> before & 1 == 1,
                (None, Some((counter, price))) => reader.game.counter(seat, counter) >= price,
                (None, None) => self.play_refusal(reader, seat, *id).is_none(),
            };
            if can {
                playable |= 1 << (at & 63);
                actions.push(Action::Play { object: *id, place: ZoneId::OUTSIDE, at: 0 });
            }
        }
        for lane in 0..LANES {
            self.offer_row(reader, seat, lane, actions);
            if let Some(section) = self.section(reader, seat, lane) {
                self.offer_abilities(reader, seat, section, actions);
            }
        }
    }

    /// What the drones of a row can do: attack, move, use abilities.
    fn offer_row(&self, reader: &Reader, seat: Seat, lane: u8, actions: &mut Vec<Action>) {
        let row = self.row(seat, lane);
        let front = reader.game.zone(self.row(seat.other(), lane));
        let section = self.section(reader, seat.other(), lane);
        // Whether the section can be attacked is the same for all.
        let mut open = None;
        for id in reader.game.zone(row) {
            let id = *id;
            let object = reader.game.object(id);
            let card = reader.catalog.card(object.card);
            if card.token {
                continue;
            }
            if !object.has(self.exhausted) {
                if reader.forbidden_to(Deed::Attack, id).is_none() {
                    for target in front {
                        if reader.forbidden_to(Deed::BeAttacked, *target).is_none() {
                            actions.push(Action::Attack { attacker: id, target: *target });
                        }
                    }
                    let refused = |section| self.section_refusal(reader, section).is_some();
                    let open = open.get_or_insert_with(|| section.filter(|id| !refused(*id)));
                    if let Some(target) = *open {
                        actions.push(Action::Attack { attacker: id, target });
                    }
                }
                if (object.granted | card.keywords) >> self.inert.0 & 1 == 0
                    && reader.forbidden_to(Deed::Move, id).is_none()
                {
                    let near = [lane.checked_sub(1), (lane + 1 < LANES).then_some(lane + 1)];
                    for place in near.into_iter().flatten().map(|lane| self.row(seat, lane)) {
                        if !self.is_full(reader, place) {
                            actions.push(Action::Move { object: id, place, at: u8::MAX });
                            let places = 0..reader.game.zones.len(place) as u8;
                            actions.extend(places.map(|at| Action::Move { object: id, place, at }));
                        }
                    }
                }
            }
            if reader.catalog.program.activated[object.card.index()] != 0 {
                self.offer_abilities(reader, seat, id, actions);
            }
        }
    }

    /// A ready Guardian protects its section; a wreck is left alone.
    /// [drones 3.1]
    fn section_refusal(&self, reader: &Reader, section: ObjectId) -> Option<Why> {
        if reader.value(section, self.hull) <= 0 {
            return Some(Why::Rule(RULE_WRECK));
        }
        let zone = reader.game.object(section).zone;
        let rules = &reader.catalog.rules;
        let row = self.row(rules.seat(zone), rules.lane(zone));
        let guarded = reader.game.zone(row).iter().any(|id| {
            !reader.game.object(*id).has(self.exhausted)
                && reader.game.has_keyword(reader.catalog, *id, self.guardian)
        });
        guarded.then_some(Why::Rule(RULE_GUARDIAN))
    }

    fn move_refusal(&self, reader: &Reader, id: ObjectId) -> Option<Why> {
        if reader.game.has_keyword(reader.catalog, id, self.inert) {
            return Some(Why::Rule(RULE_INERT));
        }
        reader.forbidden_to(Deed::Move, id).map(Why::Card)
    }

    fn offer_abilities(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        actions: &mut Vec<Action>,
    ) {
        let program = &reader.catalog.program;
        let card = reader.game.object(id).card;
        for number in Bits(program.activated[card.index()]) {
            let Some(ability) = program.of(card).nth(usize::from(number)) else { continue };
            let data = reader.catalog.ability(ability);
            let When::Activated(activation) = &data.when else { continue };
            if activation.timing != Timing::Response
                && self.ability_refusal(reader, seat, id, usize::from(number), data).is_none()
            {
                actions.push(Action::Activate { object: id, ability: number as u8 });
            }
        }
    }

    fn ability_refusal(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        number: usize,
        ability: &Ability,
    ) -> Option<Why> {
        let scope = Scope::of(reader.game.handle(id), seat);
        if ability.limit.is_some() && number < 8 && reader.game.object(id).used >> number & 1 == 1 {
            return Some(Why::Limit);
        }
        if !reader.can_pay(&ability.cost, &scope) {
            let tired = reader.game.object(id).has(self.exhausted);
            return Some(if tired {
                Why::Rule(RULE_READY)
            } else {
                self.too_dear(reader, seat, &ability.cost)
            });
        }
        begin_refusal(reader, ability, &scope)
    }

    /// What a card costs and whether its words can begin. [drones 3.4]
    fn play_refusal(&self, reader: &Reader, seat: Seat, id: ObjectId) -> Option<Why> {
        let card = reader.catalog.card(reader.game.object(id).card);
        let scope = Scope::of(reader.game.handle(id), seat);
        if !reader.can_pay(&card.cost, &scope) {
            return Some(self.too_dear(reader, seat, &card.cost));
        }
        card.abilities.iter().find_map(|ability| match &ability.when {
            When::Played => begin_refusal(reader, ability, &scope),
            When::Static(rules) if rules.contains(&Static::PlayOnlyIf) => ability
                .condition
                .as_ref()
                .is_some_and(|condition| !reader.holds(condition, &scope))
                .then_some(Why::Condition),
            _ => None,
        })
    }

    fn too_dear(&self, reader: &Reader, seat: Seat, cost: &[Cost]) -> Why {
        for part in cost {
            if let Cost::Counter(counter, Quantity::Number(needed)) = part {
                let has = reader.game.counter(seat, *counter);
                if has < *needed {
                    return Why::Cost { needed: *needed, has };
                }
            }
        }
        Why::NoTarget
    }

    /// Why an action is not on offer.
    pub(super) fn why_not(&self, reader: &Reader, action: Action) -> Option<Why> {
        let seat = reader.game.decider;
        let game = reader.game;
        if !exists(reader, action) {
            return Some(Why::Absent);
        }
        let in_phase = match action {
            Action::Play { object, .. } if self.is_in_hangar(reader, object) => {
                game.phase == DEPLOY
            }
            Action::Pass => true,
            _ => game.phase == ACTION,
        };
        if !in_phase {
            return Some(Why::Rule(RULE_PHASE));
        }
        match action {
            Action::Play { object, place, .. } if self.is_in_hangar(reader, object) => {
                if !self.has_control(reader, seat) {
                    return Some(Why::Rule(RULE_CONTROL));
                }
                let refusal = self.deploy_refusal(reader, seat, object);
                refusal.or_else(|| self.is_full(reader, place).then_some(Why::Full))
            }
            Action::Play { object, .. } => {
                let hand = reader.catalog.rules.zone_of(Role::Hand, seat);
                if game.object(object).zone != hand {
                    return Some(Why::Absent);
                }
                self.play_refusal(reader, seat, object)
            }
            Action::Attack { attacker, target } => {
                self.actor_refusal(reader, attacker).or_else(|| {
                    let rules = &reader.catalog.rules;
                    let (from, to) = (game.object(attacker).zone, game.object(target).zone);
                    if rules.lane(from) != rules.lane(to) || rules.seat(from) == rules.seat(to) {
                        return Some(Why::Rule(RULE_LANE));
                    }
                    let is_section = self.section(reader, rules.seat(to), rules.lane(to));
                    if is_section == Some(target) {
                        return self.section_refusal(reader, target);
                    }
                    let glimpse = reader.glimpse(target);
                    reader.forbidden(Deed::BeAttacked, &glimpse, None).map(Why::Card)
                })
            }
            Action::Move { object, place, .. } => self
                .actor_refusal(reader, object)
                .or_else(|| self.move_refusal(reader, object))
                .or_else(|| {
                    let rules = &reader.catalog.rules;
                    let near = rules.adjacent(game.object(object).zone) >> place.0 & 1 == 1;
                    if !near {
                        return Some(Why::Rule(RULE_ADJACENT));
                    }
                    self.is_full(reader, place).then_some(Why::Full)
                }),
            Action::Activate { object, ability } => {
                let card = game.object(object).card;
                let id = reader.catalog.program.of(card).nth(usize::from(ability))?;
                let data = reader.catalog.ability(id);
                self.ability_refusal(reader, seat, object, usize::from(ability), data)
            }
            _ => None,
        }
    }

    fn is_in_hangar(&self, reader: &Reader, id: ObjectId) -> bool {
        let zone = reader.game.object(id).zone;
        reader.catalog.rules.places_of(self.hangar) >> zone.0 & 1 == 1
    }

    fn actor_refusal(&self, reader: &Reader, id: ObjectId) -> Option<Why> {
        let object = reader.game.object(id);
        if !self.is_lane(reader, object.zone) || object.controller != reader.game.decider {
            return Some(Why::Absent);
        }
        if self.is_token(reader, id) {
            return Some(Why::Rule(RULE_TOKEN));
        }
        if object.has(self.exhausted) {
            return Some(Why::Rule(RULE_READY));
        }
        reader.forbidden_to(Deed::Attack, id).map(Why::Card)
    }
}

/// Whether the objects and places of an action are there at all.
fn exists(reader: &Reader, action: Action) -> bool {
    let is_object = |id: ObjectId| id.index() < reader.game.objects.len();
    let is_place = |zone: ZoneId| zone.index() < reader.catalog.rules.places();
    match action {
        Action::Play { object, place, .. } | Action::Move { object, place, .. } => {
            is_object(object) && is_place(place)
        }
        Action::Attack { attacker, target } => is_object(attacker) && is_object(target),
        Action::Activate { object, .. } => is_object(object),
        _ => true,
    }
}

/// What a card costs, where nothing but one counter is asked for: its words
/// can always begin.
pub(super) fn plain_price(card: &Card) -> Option<(CounterId, i16)> {
    let [Cost::Counter(counter, Quantity::Number(price))] = card.cost[..] else { return None };
    let always = |ability: &Ability| match &ability.when {
        When::Played => ability.condition.is_none() && is_free(&ability.effects),
        When::Static(rules) => !rules.contains(&Static::PlayOnlyIf),
        _ => true,
    };
    card.abilities.iter().all(always).then_some((counter, price))
}

/// Whether effects begin without a choice that must be made.
fn is_free(effects: &[Effect]) -> bool {
    for effect in effects {
        let what = match effect {
            Effect::ChoosePlace { .. } => return true,
            Effect::Each { what, .. } => Some(what),
            effect => selection(effect),
        };
        if let Some(Pick::Choose { .. }) = what.map(|what| &what.pick) {
            return false;
        }
    }
    true
}

/// Why an ability's words cannot begin: its condition fails, or the first
/// thing that must be chosen is not there.
fn begin_refusal(reader: &Reader, ability: &Ability, scope: &Scope) -> Option<Why> {
    if ability.condition.as_ref().is_some_and(|condition| !reader.holds(condition, scope)) {
        return Some(Why::Condition);
    }
    for effect in &ability.effects {
        if matches!(effect, Effect::ChoosePlace { .. }) {
            return None;
        }
        let what = match effect {
            Effect::Each { what, .. } => Some(what),
            effect => selection(effect),
        };
        let Some(what) = what else { continue };
        if let Pick::Choose { min, target, .. } = &what.pick {
            if reader.quantity(min, scope) <= 0 {
                return None;
            }
            // A card that is played has left the hand.
            let found = reader.find(&what.filter, scope, |id| {
                id != scope.source.id
                    && (!target || reader.can_be_chosen(what, scope, &reader.glimpse(id)))
            });
            return (!found).then_some(Why::NoTarget);
        }
    }
    None
}
