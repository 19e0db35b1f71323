//! Why something cannot be done. Offers and refusals ask the same questions.

use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::query::Reader;
use onplay_engine::state::{Action, Why};

use super::board::current;
use super::{
    ACTION, DEPLOY, Drones, RULE_ADJACENT, RULE_CONTROL, RULE_COPIES, RULE_GUARDIAN, RULE_INERT,
    RULE_LANE, RULE_PHASE, RULE_READY, RULE_TOKEN, RULE_WRECK,
};

/// A whole copy, in the hundredths that the hangar counts in.
pub(super) const COPY: i16 = 100;

impl Drones {
    /// Why an action is not on offer.
    pub(super) fn why_not(&self, reader: &Reader, action: Action) -> Option<Why> {
        let seat = reader.game.turn.decider;
        let phase = match action {
            Action::Play { object, .. } if self.is_in_hangar(reader, object) => DEPLOY,
            _ => ACTION,
        };
        if action != Action::Pass && reader.game.turn.phase != phase {
            return Some(Why::Rule(RULE_PHASE));
        }
        match action {
            Action::Play { object, place, .. } if phase == DEPLOY => {
                if !self.has_control(reader, seat) {
                    return Some(Why::Rule(RULE_CONTROL));
                }
                if !self.rows[seat.index()].contains(&place) {
                    return Some(Why::Absent);
                }
                let why = self.deployment_obstacle(reader, seat, object);
                why.or_else(|| reader.place_obstacle(object, place))
            }
            Action::Play { object, .. } => {
                match reader.play_obstacle(seat, object, ZoneId::OUTSIDE) {
                    Some(Why::Unpayable) => Some(Why::NoTarget),
                    why => why,
                }
            }
            Action::Attack { attacker, target } => self
                .actor_obstacle(reader, seat, attacker)
                .or_else(|| self.target_obstacle(reader, attacker, target))
                .or_else(|| reader.attack_obstacle(attacker, target)),
            Action::Move { object, place, .. } => self
                .actor_obstacle(reader, seat, object)
                .or_else(|| self.way_obstacle(reader, object, place))
                .or_else(|| reader.move_obstacle(object, place)),
            Action::Activate { object, ability } => {
                match reader.activate_obstacle(seat, object, ability) {
                    Some(Why::Status(_)) => Some(Why::Rule(RULE_READY)),
                    Some(Why::Unpayable) => Some(Why::NoTarget),
                    why => why,
                }
            }
            _ => None,
        }
    }

    pub(super) fn is_in_hangar(&self, reader: &Reader, id: ObjectId) -> bool {
        let zone =
            reader.game.objects.get(id.index()).map_or(ZoneId::OUTSIDE, |object| object.zone);
        reader.catalog.rules.places_of(self.hangar) >> zone.0 & 1 == 1
    }

    /// Why an object cannot act at all.
    fn actor_obstacle(&self, reader: &Reader, seat: Seat, id: ObjectId) -> Option<Why> {
        let Some(object) = reader.game.objects.get(id.index()) else { return Some(Why::Absent) };
        if !self.is_lane(reader, object.zone) || object.controller != seat {
            return Some(Why::Absent);
        }
        if self.is_token(reader, id) {
            return Some(Why::Rule(RULE_TOKEN));
        }
        object.has(self.exhausted).then_some(Why::Rule(RULE_READY))
    }

    /// The deployment budget pays first, then energy. [drones 2.4]
    pub(super) fn deployment_obstacle(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
    ) -> Option<Why> {
        let object = reader.game.object(id);
        if current(object, self.copies_value) < COPY.into() {
            return Some(Why::Rule(RULE_COPIES));
        }
        let needed = self.deployment_price(reader, seat, id);
        let has =
            reader.game.counter(seat, self.deployment) + reader.game.counter(seat, self.energy);
        (needed > has).then_some(Why::Cost { needed, has })
    }

    /// What deploying a drone costs now.
    pub(super) fn deployment_price(&self, reader: &Reader, seat: Seat, id: ObjectId) -> i16 {
        reader.price(seat, id, self.printed(reader.game.object(id).card).class)
    }

    /// An attack stays in its lane. [drones 3.1]
    fn target_obstacle(
        &self,
        reader: &Reader,
        attacker: ObjectId,
        target: ObjectId,
    ) -> Option<Why> {
        let (game, rules) = (reader.game, &reader.catalog.rules);
        let to = game.objects.get(target.index())?.zone;
        let from = game.object(attacker).zone;
        if rules.lane(from) != rules.lane(to) || rules.seat(from) == rules.seat(to) {
            return Some(Why::Rule(RULE_LANE));
        }
        let is_section = self.section(reader, rules.seat(to), rules.lane(to)) == Some(target);
        let row = self.row(rules.seat(to), rules.lane(to));
        is_section.then(|| self.section_obstacle(reader, target, game.zone(row))).flatten()
    }

    /// A ready Guardian of its row protects a section; a wreck is left alone.
    /// [drones 3.1]
    #[inline]
    pub(super) fn section_obstacle(
        &self,
        reader: &Reader,
        section: ObjectId,
        row: &[ObjectId],
    ) -> Option<Why> {
        if self.section_hull(reader.game.object(section)) <= 0 {
            return Some(Why::Rule(RULE_WRECK));
        }
        let is_guard = |id: &ObjectId| {
            !reader.game.object(*id).has(self.exhausted)
                && reader.game.has_keyword(reader.catalog, *id, self.guardian)
        };
        row.iter().any(is_guard).then_some(Why::Rule(RULE_GUARDIAN))
    }

    /// A move goes to an adjacent lane; an Inert drone does not move.
    /// [drones 3.3] [drones 3.6]
    fn way_obstacle(&self, reader: &Reader, id: ObjectId, place: ZoneId) -> Option<Why> {
        if self.is_inert(reader, id) {
            return Some(Why::Rule(RULE_INERT));
        }
        let beside = reader.catalog.rules.adjacent(reader.game.object(id).zone);
        (beside >> place.0 & 1 == 0).then_some(Why::Rule(RULE_ADJACENT))
    }

    #[inline]
    pub(super) fn is_inert(&self, reader: &Reader, id: ObjectId) -> bool {
        reader.game.has_keyword(reader.catalog, id, self.inert)
    }
}
