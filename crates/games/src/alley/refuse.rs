//! Why an action is refused.

use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::query::Reader;
use onplay_engine::state::{Action, Why};

use super::symbols::Sort;
use super::{Alley, TOKEN, phase, verb};

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

pub(super) const TIME: u16 = 0;
pub(super) const HAND: u16 = 1;
pub(super) const ROWS: u16 = 2;
pub(super) const TAKEN: u16 = 3;
pub(super) const WIELDER: u16 = 4;
pub(super) const NO_TOKEN: u16 = 5;
pub(super) const RESPONSE: u16 = 6;
pub(super) const MAIN: u16 = 7;
pub(super) const GATE: u16 = 8;
pub(super) const PORTAL: u16 = 9;
pub(super) const TAPPED: u16 = 10;
pub(super) const COOLDOWN: u16 = 11;
pub(super) const FROZEN: u16 = 12;
pub(super) const NO_ATTACK: u16 = 13;
pub(super) const TARGET: u16 = 14;
pub(super) const DEFENDER: u16 = 15;
pub(super) const DECLARED: u16 = 16;
pub(super) const INFILTRATE: u16 = 17;
pub(super) const ELSEWHERE: u16 = 18;

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
        match reader.play_obstacle(seat, id, ZoneId::OUTSIDE) {
            Some(Why::Absent) => return rule(HAND),
            Some(Why::Unpayable) => return Some(Why::NoTarget),
            None => {}
            why => return why,
        }
        if at == TOKEN && self.token(game, seat) == 0 {
            return rule(NO_TOKEN);
        }
        let needed = reader.way_to_play(seat, id)?.price;
        let has = self.untapped(game, seat) + i16::from(at == TOKEN);
        if needed > has {
            return Some(Why::Cost { needed, has });
        }
        let kind = reader.catalog.rules.kind(place);
        let is_own = reader.catalog.rules.seat(place) == seat;
        let in_row = kind == symbols.garden_kind || kind == symbols.alley_kind;
        match self.sort(reader, id) {
            Sort::Entity if !(in_row && is_own) => rule(ROWS),
            Sort::Entity => reader.deploy_obstacle(id, place).or(rule(TAKEN)),
            Sort::Weapon => reader.deploy_obstacle(id, place).or(rule(WIELDER)),
            Sort::Spell => None,
            Sort::Other => rule(TIME),
        }
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
        if self.is_gate_tapped(game, seat) {
            return rule(GATE);
        }
        let rules = &reader.catalog.rules;
        let object = game.objects.get(id.index())?;
        let from = rules.kind(object.zone) == symbols.alley_kind && object.controller == seat;
        let to = rules.kind(place) == symbols.garden_kind && rules.seat(place) == seat;
        if !from || !to || object.has(symbols.tapped) {
            return rule(PORTAL);
        }
        reader.shift_obstacle(id, place).or(rule(TAKEN))
    }

    fn why_no_attack(
        &self,
        reader: &Reader,
        seat: Seat,
        attacker: ObjectId,
        target: ObjectId,
    ) -> Option<Why> {
        let (game, symbols) = (reader.game, &self.symbols);
        let object = game.objects.get(attacker.index())?;
        game.objects.get(target.index())?;
        let fights = object.zone == symbols.leader[seat.index()]
            || (reader.catalog.rules.kind(object.zone) == symbols.garden_kind
                && object.controller == seat);
        if game.turn.phase != phase::MAIN || !fights {
            return rule(TIME);
        }
        let why = self.attacker_obstacle(reader, attacker);
        why.or_else(|| reader.attack_obstacle(attacker, target)).or(rule(TARGET))
    }

    fn why_not_use(&self, reader: &Reader, seat: Seat, id: ObjectId, number: u8) -> Option<Why> {
        let object = reader.game.objects.get(id.index())?;
        if object.controller != seat {
            return rule(TIME);
        }
        match reader.activate_obstacle(seat, id, number) {
            Some(Why::Absent) => rule(ELSEWHERE),
            _ if object.has(self.symbols.frozen) => rule(FROZEN),
            Some(Why::Rule(_)) | None => rule(TIME),
            Some(Why::Unpayable | Why::Status(_)) => Some(Why::NoTarget),
            why => why,
        }
    }

    fn why_no_defence(&self, reader: &Reader, seat: Seat, id: ObjectId) -> Option<Why> {
        let (game, symbols) = (reader.game, &self.symbols);
        if game.turn.phase != phase::RESPONSE {
            return rule(TIME);
        }
        let object = game.objects.get(id.index())?;
        let is_in_garden = reader.catalog.rules.kind(object.zone) == symbols.garden_kind;
        if !is_in_garden || object.controller != seat {
            return rule(DEFENDER);
        }
        self.defence_obstacle(reader, id)
    }
}
