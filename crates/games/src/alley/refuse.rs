//! Why an action is refused.

use onplay_engine::card::When;
use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::query::Reader;
use onplay_engine::state::{Action, Why};

use super::symbols::Sort;
use super::{Alley, DEFENDED, TOKEN, phase, verb};

/// The clauses that refusals cite, by number.
pub(super) const CLAUSES: [&str; 19] = [
    "this is not the time for it [alley 1.4]",
    "only what is in your hand can be played [alley 1.4]",
    "an entity enters your garden or your alley [alley 1.4]",
    "the slot is taken while another is free [alley 1.4]",
    "a weapon goes to one of your garden entities or your leader [alley 1.4]",
    "there is no token left [alley 1.4]",
    "it can be played only in a response window [alley 1.6]",
    "it can be played only in your main phase [alley 1.4]",
    "the gate is tapped [alley 1.5]",
    "only an untapped entity of your alley can be moved, to your garden [alley 1.5]",
    "it is tapped [alley 1.6]",
    "it is on cooldown [alley 1.6]",
    "it is frozen [alley 1.9]",
    "a leader needs attack to attack [alley 1.6]",
    "only the enemy leader and tapped garden entities can be attacked [alley 1.6]",
    "only an untapped Defender of your garden can be declared [alley 1.6]",
    "a Defender has been declared already [alley 1.6]",
    "no Defender can be declared against Infiltrate [alley 1.9]",
    "it does not work from there [alley 2.1]",
];

const TIME: u16 = 0;
const HAND: u16 = 1;
const ROWS: u16 = 2;
const TAKEN: u16 = 3;
const WIELDER: u16 = 4;
const NO_TOKEN: u16 = 5;
const RESPONSE: u16 = 6;
const MAIN: u16 = 7;
const GATE: u16 = 8;
const PORTAL: u16 = 9;
const TAPPED: u16 = 10;
const COOLDOWN: u16 = 11;
const FROZEN: u16 = 12;
const NO_ATTACK: u16 = 13;
const TARGET: u16 = 14;
const DEFENDER: u16 = 15;
const DECLARED: u16 = 16;
const INFILTRATE: u16 = 17;
const ELSEWHERE: u16 = 18;

fn rule(clause: u16) -> Option<Why> {
    Some(Why::Rule(clause))
}

impl Alley {
    pub(super) fn why(&self, reader: &Reader, action: Action) -> Option<Why> {
        let seat = reader.game.turn.decider;
        match action {
            Action::Play { object, place, at } => {
                self.why_not_play(reader, seat, object, place, at)
            }
            Action::Move { object, place, .. } => self.why_no_portal(reader, seat, object, place),
            Action::Attack { attacker, target } => {
                self.why_no_attack(reader, seat, attacker, target)
            }
            Action::Activate { object, ability } => self.why_not_use(reader, seat, object, ability),
            Action::Special { verb: verb::DEFEND, object, .. } => {
                self.why_no_defence(reader, seat, object)
            }
            _ => rule(TIME),
        }
    }

    fn why_not_play(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        place: ZoneId,
        at: u8,
    ) -> Option<Why> {
        let (game, symbols) = (reader.game, &self.symbols);
        if id.index() >= game.objects.len() || game.object(id).zone != symbols.hand[seat.index()] {
            return rule(HAND);
        }
        let facts = *self.facts(game, id);
        let window = game.turn.phase == phase::RESPONSE;
        match (facts.sort, game.turn.phase) {
            (Sort::Other, _) | (_, phase::MULLIGAN) => return rule(TIME),
            (Sort::ResponseSpell, _) if !window => return rule(RESPONSE),
            (Sort::ResponseSpell, _) => {}
            _ if window => return rule(MAIN),
            _ => {}
        }
        let token = self.token(game, seat);
        if at == TOKEN && token == 0 {
            return rule(NO_TOKEN);
        }
        let has = self.untapped(game, seat) + i16::from(at == TOKEN);
        if facts.cost > has {
            return Some(Why::Cost { needed: facts.cost, has });
        }
        let kind = reader.catalog.rules.kind(place);
        let own = reader.catalog.rules.seat(place) == seat;
        match facts.sort {
            Sort::Entity => {
                let row = kind == symbols.garden_kind || kind == symbols.alley_kind;
                if !(row && own) { rule(ROWS) } else { rule(TAKEN) }
            }
            Sort::Weapon => rule(WIELDER),
            _ => self.why_not_cast(reader, seat, id),
        }
    }

    fn why_not_cast(&self, reader: &Reader, seat: Seat, id: ObjectId) -> Option<Why> {
        if self.can_cast(reader, seat, id) {
            return None;
        }
        let scope = onplay_engine::query::Scope::of(reader.game.handle(id), seat);
        let card = reader.catalog.card(reader.game.object(id).card);
        for ability in &card.abilities {
            let holds =
                ability.condition.as_ref().is_none_or(|condition| reader.holds(condition, &scope));
            if !holds {
                return Some(Why::Condition);
            }
        }
        Some(Why::NoTarget)
    }

    fn why_no_portal(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        place: ZoneId,
    ) -> Option<Why> {
        let (game, symbols) = (reader.game, &self.symbols);
        if game.turn.phase != phase::MAIN {
            return rule(TIME);
        }
        if self.gate(game, seat).is_none_or(|gate| game.object(gate).has(symbols.tapped)) {
            return rule(GATE);
        }
        let rules = &reader.catalog.rules;
        let object = game.object(id);
        let from = rules.kind(object.zone) == symbols.alley_kind && object.controller == seat;
        let to = rules.kind(place) == symbols.garden_kind && rules.seat(place) == seat;
        if !from || !to || object.has(symbols.tapped) {
            return rule(PORTAL);
        }
        rule(TAKEN)
    }

    fn why_no_attack(
        &self,
        reader: &Reader,
        seat: Seat,
        attacker: ObjectId,
        target: ObjectId,
    ) -> Option<Why> {
        let (game, symbols) = (reader.game, &self.symbols);
        let object = game.object(attacker);
        let fights = object.zone == symbols.leader[seat.index()]
            || (reader.catalog.rules.kind(object.zone) == symbols.garden_kind
                && object.controller == seat);
        if game.turn.phase != phase::MAIN || !fights {
            return rule(TIME);
        }
        let charge = game.has_keyword(reader.catalog, attacker, symbols.charge);
        if object.has(symbols.tapped) {
            rule(TAPPED)
        } else if object.has(symbols.frozen) {
            rule(FROZEN)
        } else if object.has(symbols.cooldown) && !charge {
            rule(COOLDOWN)
        } else if !self.can_attack(reader, attacker) {
            rule(NO_ATTACK)
        } else {
            let _ = target;
            rule(TARGET)
        }
    }

    fn why_not_use(&self, reader: &Reader, seat: Seat, id: ObjectId, number: u8) -> Option<Why> {
        let game = reader.game;
        let object = game.object(id);
        let ability = self.ability(reader, id, number)?;
        let data = reader.catalog.ability(ability);
        let When::Activated(activation) = &data.when else { return None };
        if object.controller != seat {
            return rule(TIME);
        }
        let elsewhere =
            activation.zone.is_some_and(|zone| reader.catalog.rules.kind(object.zone) != zone);
        if elsewhere || !reader.catalog.rules.is_in_play(object.zone) {
            return rule(ELSEWHERE);
        }
        if object.has(self.symbols.frozen) {
            return rule(FROZEN);
        }
        if data.limit.is_some() && object.used >> number & 1 == 1 {
            return Some(Why::Limit);
        }
        let scope = onplay_engine::query::Scope::of(game.handle(id), seat);
        if data.condition.as_ref().is_some_and(|condition| !reader.holds(condition, &scope)) {
            return Some(Why::Condition);
        }
        for cost in &data.cost {
            if let onplay_engine::card::Cost::Counter(counter, amount) = cost {
                let has = reader.frame.counter(reader, seat, *counter);
                let needed = reader.amount(amount, &scope);
                if needed > has {
                    return Some(Why::Cost { needed, has });
                }
            }
        }
        let purse = self.purse(game, seat);
        if self.can_activate(reader, seat, id, number, purse) {
            rule(TIME)
        } else {
            Some(Why::NoTarget)
        }
    }

    fn why_no_defence(&self, reader: &Reader, seat: Seat, id: ObjectId) -> Option<Why> {
        let (game, symbols) = (reader.game, &self.symbols);
        if game.turn.phase != phase::RESPONSE {
            return rule(TIME);
        }
        let object = game.object(id);
        let guards = reader.catalog.rules.kind(object.zone) == symbols.garden_kind
            && object.controller == seat
            && !object.has(symbols.tapped)
            && game.has_keyword(reader.catalog, id, symbols.defender);
        if !guards {
            rule(DEFENDER)
        } else if game.turn.memo[DEFENDED] != 0 {
            rule(DECLARED)
        } else {
            rule(INFILTRATE)
        }
    }
}
