//! What can be done: offers and refusals.

use onplay_engine::ability::{Ability, Cost, Deed, Quantity, Static, When};
use onplay_engine::action::{Action, Why};
use onplay_engine::frame::Frame;
use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::scope::{Reader, Scope};

use super::board::current;
use super::printed::{Demand, Needs, Piece, TOKEN, first_choice};
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
        for id in reader.game.zone(self.hangars[seat.index()]) {
            if self.deploy_refusal(reader, seat, *id).is_some() {
                continue;
            }
            for row in self.rows[seat.index()] {
                if !self.is_full(reader, row) {
                    let deploy = |at| Action::Play { object: *id, place: row, at };
                    actions.extend(places_in(reader, row).map(deploy));
                }
            }
        }
    }

    /// The deployment budget pays first, then energy. [drones 2.4]
    #[inline]
    fn deploy_refusal(&self, reader: &Reader, seat: Seat, id: ObjectId) -> Option<Why> {
        let object = reader.game.object(id);
        if current(object, self.copies_value) < COPY {
            return Some(Why::Rule(RULE_COPIES));
        }
        let needed = self.printed(object.card).class;
        let has =
            reader.game.counter(seat, self.deployment) + reader.game.counter(seat, self.energy);
        (needed > has).then_some(Why::Cost { needed, has })
    }

    fn offer_deeds(&self, reader: &Reader, seat: Seat, actions: &mut Vec<Action>) {
        for id in reader.game.zone(self.hands[seat.index()]) {
            if self.play_refusal(reader, seat, *id).is_none() {
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
    #[inline]
    fn offer_row(&self, reader: &Reader, seat: Seat, lane: u8, actions: &mut Vec<Action>) {
        // Whether the section can be attacked is the same for all.
        let mut open = None;
        for id in reader.game.zone(self.row(seat, lane)) {
            let id = *id;
            let object = reader.game.object(id);
            let printed = self.printed(object.card);
            if printed.kind & TOKEN != 0 {
                continue;
            }
            if !object.has(self.exhausted) {
                if reader.forbidden_to(Deed::Attack, id).is_none() {
                    let attack = |target| Action::Attack { attacker: id, target };
                    let front = reader.game.zone(self.row(seat.other(), lane)).iter().copied();
                    if reader.catalog.program.forbids >> Deed::BeAttacked as u32 & 1 == 0 {
                        actions.extend(front.map(attack));
                    } else {
                        let free = |target: &ObjectId| {
                            reader.forbidden_to(Deed::BeAttacked, *target).is_none()
                        };
                        actions.extend(front.filter(free).map(attack));
                    }
                    let open = open.get_or_insert_with(|| {
                        let section = self.section(reader, seat.other(), lane);
                        section.filter(|id| self.section_refusal(reader, *id).is_none())
                    });
                    actions.extend(open.map(attack));
                }
                if (object.granted | printed.keywords) >> self.inert.0 & 1 == 0
                    && reader.forbidden_to(Deed::Move, id).is_none()
                {
                    for near in [lane.wrapping_sub(1), lane + 1] {
                        let place = self.rows[seat.index()].get(usize::from(near)).copied();
                        if let Some(place) = place.filter(|place| !self.is_full(reader, *place)) {
                            let step = |at| Action::Move { object: id, place, at };
                            actions.extend(places_in(reader, place).map(step));
                        }
                    }
                }
            }
            self.offer_abilities(reader, seat, id, actions);
        }
    }

    /// A ready Guardian protects its section; a wreck is left alone.
    /// [drones 3.1]
    fn section_refusal(&self, reader: &Reader, section: ObjectId) -> Option<Why> {
        if self.section_hull(reader.game.object(section)) <= 0 {
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

    #[inline]
    fn offer_abilities(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        actions: &mut Vec<Action>,
    ) {
        for number in Bits(self.printed(reader.game.object(id).card).active) {
            let ability = number as u8;
            if self.ability_refusal(reader, seat, id, ability).is_none() {
                actions.push(Action::Activate { object: id, ability });
            }
        }
    }

    fn ability_refusal(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        number: u8,
    ) -> Option<Why> {
        let object = reader.game.object(id);
        let ability = reader.catalog.card(object.card).abilities.get(usize::from(number))?;
        let demand = self.printed(object.card).demands.get(usize::from(number))?;
        if ability.limit.is_some() && number < 8 && object.used >> number & 1 == 1 {
            return Some(Why::Limit);
        }
        if let Some(why) = self.price_refusal(reader, seat, id, demand, &ability.cost) {
            return Some(if object.has(self.exhausted) { Why::Rule(RULE_READY) } else { why });
        }
        self.needs_refusal(reader, seat, id, demand.needs, |scope| {
            begin_refusal(reader, ability, scope)
        })
    }

    /// What a card costs and whether its words can begin. [drones 3.4]
    fn play_refusal(&self, reader: &Reader, seat: Seat, id: ObjectId) -> Option<Why> {
        let card = reader.game.object(id).card;
        let demand = &self.printed(card).demand;
        let cost = &reader.catalog.card(card).cost;
        self.price_refusal(reader, seat, id, demand, cost).or_else(|| {
            self.needs_refusal(reader, seat, id, demand.needs, |scope| {
                words_refusal(reader, &reader.catalog.card(card).abilities, scope)
            })
        })
    }

    #[inline]
    fn price_refusal(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        demand: &Demand,
        cost: &[Cost],
    ) -> Option<Why> {
        let (counter, needed) = demand.price;
        let has = reader.game.counter(seat, counter);
        if has < needed {
            return Some(Why::Cost { needed, has });
        }
        if !demand.more || reader.can_pay(cost, &Scope::of(reader.game.handle(id), seat)) {
            return None;
        }
        Some(self.too_dear(reader, seat, cost))
    }

    /// What words need to begin is not there. `ask` asks the words themselves.
    #[inline]
    fn needs_refusal(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        needs: Needs,
        ask: impl FnOnce(&Scope) -> Option<Why>,
    ) -> Option<Why> {
        let other = |card: &ObjectId| *card != id && reader.game.object(*card).owner == seat;
        match needs {
            Needs::Nothing => None,
            Needs::Piece(piece) => {
                (!self.has_piece(reader, seat, id, &piece)).then_some(Why::NoTarget)
            }
            Needs::Lanes(comparison) => {
                let lanes = self.lanes_controlled(reader).map(i32::from);
                let holds = comparison.holds(lanes[seat.index()], lanes[seat.other().index()]);
                (!holds).then_some(Why::Condition)
            }
            Needs::Card if reader.game.zone(self.hands[seat.index()]).iter().any(other) => None,
            Needs::Card | Needs::Words => ask(&Scope::of(reader.game.handle(id), seat)),
        }
    }

    /// Whether there is something on the board for an object to choose; it
    /// does not choose itself.
    fn has_piece(&self, reader: &Reader, seat: Seat, id: ObjectId, piece: &Piece) -> bool {
        let is_open = |other: ObjectId| {
            let scope = Scope::of(reader.game.handle(id), seat);
            self.can_target(reader, &scope, &reader.glimpse(other))
        };
        Bits(piece.zones[seat.index()]).any(|zone| {
            reader.game.zone(ZoneId(zone as u8)).iter().any(|other| {
                let object = reader.game.object(*other);
                piece.fits(object, self.printed(object.card).kind, seat)
                    && *other != id
                    && (!piece.target || !self.is_jammed || is_open(*other))
            })
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
                if game.object(object).zone != self.hands[seat.index()] {
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
                self.ability_refusal(reader, seat, object, ability)
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

/// The places in a row that a drone can take: the right end first, then before
/// every drone of it. [drones 1.1]
#[inline]
fn places_in(reader: &Reader, row: ZoneId) -> impl Iterator<Item = u8> {
    (0..reader.game.zones.len(row) as u8 + 1).map(|at| at.wrapping_sub(1))
}

/// Why a card's words cannot begin when it is played.
fn words_refusal(reader: &Reader, abilities: &[Ability], scope: &Scope) -> Option<Why> {
    abilities.iter().find_map(|ability| match &ability.when {
        When::Played => begin_refusal(reader, ability, scope),
        When::Static(rules) if rules.contains(&Static::PlayOnlyIf) => ability
            .condition
            .as_ref()
            .is_some_and(|condition| !reader.holds(condition, scope))
            .then_some(Why::Condition),
        _ => None,
    })
}

/// Why an ability's words cannot begin: its condition fails, or the first
/// thing that must be chosen is not there.
fn begin_refusal(reader: &Reader, ability: &Ability, scope: &Scope) -> Option<Why> {
    if ability.condition.as_ref().is_some_and(|condition| !reader.holds(condition, scope)) {
        return Some(Why::Condition);
    }
    let (what, least, target) = first_choice(&ability.effects)?;
    if reader.quantity(least, scope) <= 0 {
        return None;
    }
    // A card that is played has left the hand.
    let found = reader.find(&what.filter, scope, |id| {
        id != scope.source.id && (!target || reader.can_be_chosen(what, scope, &reader.glimpse(id)))
    });
    (!found).then_some(Why::NoTarget)
}
