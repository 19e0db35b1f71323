//! What can be decided in the main phase and in the response window.

use arrayvec::ArrayVec;
use onplay_engine::card::Timing;
use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::query::{Listing, Reader};
use onplay_engine::state::{Action, Game, Why};

use super::refuse::{
    COOLDOWN, DECLARED, DEFENDER, FROZEN, INFILTRATE, MAIN, NO_ATTACK, RESPONSE, TAPPED, TIME,
};
use super::symbols::Sort;
use super::{Alley, DEFENDED, PLAIN, SLOTS, TOKEN, phase, verb};

/// Places of both rows, or of a row and the leader.
type Places = ArrayVec<ZoneId, { 2 * SLOTS as usize }>;

/// What stands in a garden, and a leader.
type Targets = ArrayVec<ObjectId, { SLOTS as usize + 1 }>;

impl Alley {
    /// What can be decided in the main phase. [alley 1.4]
    pub(super) fn offer_main(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let seat = reader.game.turn.decider;
        let listing = reader.listing(seat);
        self.offer_cards(reader, seat, &listing, actions);
        self.offer_portals(reader, seat, actions);
        self.offer_fighters(reader, seat, &listing, actions);
        if let Some(gate) = self.gate(reader.game, seat) {
            self.offer_uses(reader, &listing, gate, actions);
        }
        actions.push(Action::Pass);
    }

    /// Response spells, response abilities, and one Defender. [alley 1.6]
    pub(super) fn offer_responses(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let (game, seat) = (reader.game, reader.game.turn.decider);
        let listing = reader.listing(seat);
        self.offer_cards(reader, seat, &listing, actions);
        if let Some(leader) = self.leader(game, seat) {
            self.offer_uses(reader, &listing, leader, actions);
        }
        for id in self.row(game, self.symbols.garden[seat.index()]).iter().copied() {
            if self.defence_obstacle(reader, id).is_none() {
                let other = ObjectId::NONE;
                actions.push(Action::Special { verb: verb::DEFEND, object: id, other });
            }
            self.offer_uses(reader, &listing, id, actions);
        }
        actions.push(Action::Pass);
    }

    /// The cards that can be played, each to wherever it can go. [alley 1.4]
    fn offer_cards(
        &self,
        reader: &Reader,
        seat: Seat,
        listing: &Listing,
        actions: &mut Vec<Action>,
    ) {
        let (game, symbols) = (reader.game, &self.symbols);
        let token = self.token(game, seat);
        let untapped = listing.funds() - token;
        let (mut entrances, mut wielders) = (None, None);
        let mut offer = |id: ObjectId| {
            let Some(price) = listing.price_to_play(id) else { return };
            let places = match self.sort(reader, id) {
                Sort::Entity => &entrances.get_or_insert_with(|| self.entrances(game, seat))[..],
                Sort::Weapon => &wielders.get_or_insert_with(|| self.wielders(game, seat))[..],
                Sort::Spell => &[ZoneId::OUTSIDE],
                Sort::Other => &[],
            };
            for place in places.iter().copied() {
                if listing.deploy_obstacle(id, place).is_some() {
                    continue;
                }
                if price <= untapped {
                    actions.push(Action::Play { object: id, place, at: PLAIN });
                }
                if token > 0 && price > 0 {
                    actions.push(Action::Play { object: id, place, at: TOKEN });
                }
            }
        };
        game.zone(symbols.hand[seat.index()]).iter().copied().for_each(&mut offer);
        listing.playable_elsewhere().for_each(offer);
    }

    /// Where an entity may enter. [alley 1.4]
    fn entrances(&self, game: &Game, seat: Seat) -> Places {
        let mut entrances = Places::new();
        self.add_entrances(game, self.symbols.garden[seat.index()], &mut entrances);
        self.add_entrances(game, self.symbols.alley[seat.index()], &mut entrances);
        entrances
    }

    /// Where somebody can wield a weapon: the garden, and the leader last.
    /// [alley 1.4]
    fn wielders(&self, game: &Game, seat: Seat) -> Places {
        let garden = self.row(game, self.symbols.garden[seat.index()]).iter();
        let leader = game.zone(self.symbols.leader[seat.index()]);
        garden.chain(leader).map(|id| game.object(*id).zone).collect()
    }

    /// The slots of a row that an entity may enter: the free ones, or all five
    /// when none is free. [alley 1.4]
    fn add_entrances(&self, game: &Game, first: ZoneId, entrances: &mut Places) {
        const ALL: u64 = (1 << SLOTS) - 1;
        let taken = game.zones.filled(first, SLOTS.into()) & ALL;
        let open = if taken == ALL { ALL } else { !taken & ALL };
        entrances.extend(Bits(open).map(|slot| ZoneId(first.0 + slot as u8)));
    }

    /// The gate takes an untapped entity from the alley to the garden.
    /// [alley 1.5]
    fn offer_portals(&self, reader: &Reader, seat: Seat, actions: &mut Vec<Action>) {
        let (game, symbols) = (reader.game, &self.symbols);
        let alley = self.row(game, symbols.alley[seat.index()]);
        if alley.is_empty() || self.is_gate_tapped(game, seat) {
            return;
        }
        let mut entrances = Places::new();
        self.add_entrances(game, symbols.garden[seat.index()], &mut entrances);
        for object in alley.iter().copied() {
            if game.object(object).has(symbols.tapped) {
                continue;
            }
            let is_open = |place: &ZoneId| reader.shift_obstacle(object, *place).is_none();
            let to = |place| Action::Move { object, place, at: u8::MAX };
            actions.extend(entrances.iter().copied().filter(is_open).map(to));
        }
    }

    /// Attacks and abilities, slot by slot, that of the garden before that of
    /// the alley; the leader's last.
    fn offer_fighters(
        &self,
        reader: &Reader,
        seat: Seat,
        listing: &Listing,
        actions: &mut Vec<Action>,
    ) {
        let (game, symbols) = (reader.game, &self.symbols);
        let mut targets = None;
        let mut offer = |id: ObjectId, is_fighter: bool| {
            if is_fighter && self.attacker_obstacle(reader, id).is_none() {
                let targets = targets.get_or_insert_with(|| self.targets(game, seat.other()));
                let is_open = |target: &ObjectId| listing.attack_obstacle(id, *target).is_none();
                let attack = |target| Action::Attack { attacker: id, target };
                actions.extend(targets.iter().copied().filter(is_open).map(attack));
            }
            self.offer_uses(reader, listing, id, actions);
        };
        for slot in 0..SLOTS {
            for (row, is_fighter) in [(symbols.garden, true), (symbols.alley, false)] {
                let place = ZoneId(row[seat.index()].0 + slot);
                self.at(game, place).into_iter().for_each(|id| offer(id, is_fighter));
            }
        }
        self.leader(game, seat).into_iter().for_each(|id| offer(id, true));
    }

    /// What a seat's enemy can attack: tapped entities of the garden, and the
    /// leader, last. [alley 1.6]
    fn targets(&self, game: &Game, seat: Seat) -> Targets {
        let garden = self.row(game, self.symbols.garden[seat.index()]).iter().copied();
        let is_tapped = |id: &ObjectId| game.object(*id).has(self.symbols.tapped);
        garden.filter(is_tapped).chain(self.leader(game, seat)).collect()
    }

    /// What an object can be used for; the frozen cannot be. [alley 1.9]
    fn offer_uses(
        &self,
        reader: &Reader,
        listing: &Listing,
        id: ObjectId,
        actions: &mut Vec<Action>,
    ) {
        let usable = listing.usable(id);
        if usable != 0 && !reader.game.object(id).has(self.symbols.frozen) {
            let activate = |ability: u16| Action::Activate { object: id, ability: ability as u8 };
            actions.extend(Bits(usable).map(activate));
        }
    }

    pub(super) fn is_gate_tapped(&self, game: &Game, seat: Seat) -> bool {
        self.gate(game, seat).is_none_or(|gate| game.object(gate).has(self.symbols.tapped))
    }

    /// Why it cannot attack: tapped, frozen, on cooldown without Charge, a
    /// leader without attack. [alley 1.6]
    pub(super) fn attacker_obstacle(&self, reader: &Reader, id: ObjectId) -> Option<Why> {
        let (game, symbols) = (reader.game, &self.symbols);
        let object = game.object(id);
        let has_charge = || game.has_keyword(reader.catalog, id, symbols.charge);
        let clause = if object.has(symbols.tapped) {
            TAPPED
        } else if object.has(symbols.frozen) {
            FROZEN
        } else if object.has(symbols.cooldown) && !has_charge() {
            COOLDOWN
        } else if symbols.leader.contains(&object.zone) && reader.value(id, symbols.attack) <= 0 {
            NO_ATTACK
        } else {
            return None;
        };
        Some(Why::Rule(clause))
    }

    /// Why it cannot be declared as a Defender: an untapped one of the garden,
    /// once per attack, and not against Infiltrate. [alley 1.6]
    pub(super) fn defence_obstacle(&self, reader: &Reader, id: ObjectId) -> Option<Why> {
        let (game, symbols) = (reader.game, &self.symbols);
        let attacker = game.combat.attacker;
        let has = |id, keyword| game.has_keyword(reader.catalog, id, keyword);
        let clause = if game.object(id).has(symbols.tapped) || !has(id, symbols.defender) {
            DEFENDER
        } else if game.turn.memo[DEFENDED] != 0 {
            DECLARED
        } else if game.is_same(attacker) && has(attacker.id, symbols.infiltrate) {
            INFILTRATE
        } else {
            return reader.block_obstacle(id, attacker.id);
        };
        Some(Why::Rule(clause))
    }

    /// Why it is not the time for something: one's own main phase, or the
    /// window that an attack opens for the other player. [alley 1.4]
    pub(super) fn timing_clause(&self, game: &Game, seat: Seat, timing: Timing) -> Option<u16> {
        match (game.turn.phase, timing) {
            (phase::MAIN, Timing::Main | Timing::Fast | Timing::Mana) => {
                (game.turn.active != seat).then_some(TIME)
            }
            (phase::RESPONSE, Timing::Response | Timing::Fast | Timing::Mana) => {
                (game.turn.active == seat).then_some(TIME)
            }
            (phase::MAIN, Timing::Response) => Some(RESPONSE),
            (phase::RESPONSE, Timing::Main) => Some(MAIN),
            _ => Some(TIME),
        }
    }
}
