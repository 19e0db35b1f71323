//! What can be decided in the main phase and in the response window.

use onplay_engine::card::{Cost, Static, When};
use onplay_engine::id::{AbilityId, ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::query::{Reader, Scope};
use onplay_engine::state::{Action, Game, Object};

use super::places::{Few, Places, ROOM, Row, open};
use super::symbols::{Facts, Sort};
use super::{Alley, DEFENDED, PLAIN, TOKEN, verb};

/// What a seat can pay with, worked out once per decision.
#[derive(Clone, Copy)]
pub(super) struct Purse {
    untapped: i16,
    token: i16,
    /// The most that one card may cost.
    reach: i16,
}

impl Purse {
    /// What abilities can be paid from. [alley 1.4]
    #[inline]
    pub(super) fn funds(self) -> i16 {
        self.untapped + self.token
    }

    /// Whether the token may pay for a part of this.
    #[inline]
    fn has_token_for(self, cost: i16) -> bool {
        self.token > 0 && cost > 0
    }

    /// Offers to play a card to each of these places, for each way to pay for
    /// it, if it can be paid at all. [alley 1.4]
    #[inline]
    fn offer(self, object: ObjectId, cost: i16, places: &[ZoneId], actions: &mut Vec<Action>) {
        if self.has_token_for(cost) {
            self.offer_token(object, cost, places, actions);
        } else {
            let play = |place: &ZoneId| Action::Play { object, place: *place, at: PLAIN };
            actions.extend(places.iter().map(play));
        }
    }

    /// The same with a token, which only one player has, and only once.
    #[inline(never)]
    fn offer_token(
        self,
        object: ObjectId,
        cost: i16,
        places: &[ZoneId],
        actions: &mut Vec<Action>,
    ) {
        for place in places.iter().copied() {
            if cost <= self.untapped {
                actions.push(Action::Play { object, place, at: PLAIN });
            }
            actions.push(Action::Play { object, place, at: TOKEN });
        }
    }
}

/// One listing: what it is about, and where it goes.
struct Listing<'a> {
    frame: &'a Alley,
    reader: &'a Reader<'a>,
    seat: Seat,
    purse: Purse,
    garden: Row<'a>,
    actions: &'a mut Vec<Action>,
}

impl Listing<'_> {
    /// The cards in hand, each to wherever it can go. [alley 1.4]
    fn offer_hand(&mut self, alley: Row) {
        let (game, garden) = (self.reader.game, self.garden);
        let symbols = &self.frame.symbols;
        let taken = garden.taken(game);
        let mut entrances = Places::of(ZoneId::OUTSIDE);
        entrances.add(garden, open(taken));
        entrances.add(alley, open(alley.taken(game)));
        let mut wielders = Places::of(ZoneId::OUTSIDE);
        wielders.add(garden, taken);
        let leader = symbols.leader[self.seat.index()];
        wielders.add_if(!game.zones.is_empty(leader), leader);
        for id in game.zone(symbols.hand[self.seat.index()]).iter().copied() {
            let facts = self.frame.facts(game, id);
            if facts.in_main > self.purse.reach {
                continue;
            }
            let places = match facts.sort {
                Sort::Entity => entrances.all(),
                Sort::Weapon => wielders.all(),
                _ if self.frame.can_cast(self.reader, self.seat, id) => &[ZoneId::OUTSIDE],
                _ => continue,
            };
            self.purse.offer(id, facts.cost, places, self.actions);
        }
    }

    /// The gate takes an untapped entity from the alley to the garden.
    /// [alley 1.5]
    #[inline(always)]
    fn offer_portals(&mut self, alley: Row) {
        let game = self.reader.game;
        let mut entrances = Places::of(ZoneId::OUTSIDE);
        entrances.add(self.garden, open(self.garden.taken(game)));
        for object in alley.occupants.iter().copied() {
            if !game.object(object).has(self.frame.symbols.tapped) {
                let to = |place: &ZoneId| Action::Move { object, place: *place, at: u8::MAX };
                self.actions.extend(entrances.all().iter().map(to));
            }
        }
    }

    /// Attacks and abilities, slot by slot, those of the garden before those of
    /// the alley; the leader's last.
    #[inline(always)]
    fn offer_fighters(&mut self, alley: Row) {
        let game = self.reader.game;
        // The slots of the alley whose occupants have abilities; few have.
        let mut able = 0u64;
        for id in alley.occupants {
            let object = game.object(*id);
            let has_use = self.frame.cards[object.card.index()].in_alley != 0;
            able |= u64::from(has_use) << alley.slot(object);
        }
        let mut targets = Few::of(ObjectId::NONE);
        for id in self.garden.occupants.iter().copied() {
            if able != 0 {
                let left = able & ((1 << self.garden.slot(game.object(id))) - 1);
                self.offer_alley(alley, left);
                able &= !left;
            }
            self.offer_fighter(id, &mut targets);
        }
        if able != 0 {
            self.offer_alley(alley, able);
        }
        if let Some(id) = self.frame.leader(game, self.seat) {
            self.offer_fighter(id, &mut targets);
        }
    }

    #[inline(always)]
    fn offer_fighter(&mut self, id: ObjectId, targets: &mut Few<ObjectId, ROOM>) {
        let object = self.reader.game.object(id);
        let facts = &self.frame.cards[object.card.index()];
        if self.frame.is_ready(object, facts) {
            self.offer_attacks(id, targets);
        }
        if facts.main != 0 {
            self.offer_uses(id, facts.main);
        }
    }

    /// What can be attacked is looked for when the first one can attack.
    #[inline(always)]
    fn offer_attacks(&mut self, attacker: ObjectId, targets: &mut Few<ObjectId, ROOM>) {
        if targets.all().is_empty() {
            self.frame.add_targets(self.reader.game, self.seat.other(), targets);
        }
        let attack = |target: &ObjectId| Action::Attack { attacker, target: *target };
        self.actions.extend(targets.all().iter().map(attack));
    }

    /// The abilities of what stands in some slots of the alley.
    #[inline(never)]
    fn offer_alley(&mut self, alley: Row, slots: u64) {
        for slot in Bits(slots) {
            let place = ZoneId(alley.first.0 + slot as u8);
            if let Some(id) = self.frame.at(self.reader.game, place) {
                self.offer_uses(id, self.frame.facts(self.reader.game, id).in_alley);
            }
        }
    }

    #[inline(never)]
    fn offer_uses(&mut self, id: ObjectId, numbers: u8) {
        for number in Bits(numbers.into()) {
            let ability = number as u8;
            if self.frame.can_activate(self.reader, self.seat, id, ability, self.purse) {
                self.actions.push(Action::Activate { object: id, ability });
            }
        }
    }

    /// The response spells in hand.
    fn offer_spells(&mut self) {
        let game = self.reader.game;
        for id in game.zone(self.frame.symbols.hand[self.seat.index()]).iter().copied() {
            let facts = self.frame.facts(game, id);
            if facts.in_response <= self.purse.reach
                && self.frame.can_cast(self.reader, self.seat, id)
            {
                self.purse.offer(id, facts.cost, &[ZoneId::OUTSIDE], self.actions);
            }
        }
    }

    /// The response abilities of the leader and the garden, and the Defenders.
    fn offer_defence(&mut self) {
        let game = self.reader.game;
        if let Some(id) = self.frame.leader(game, self.seat) {
            let response = self.frame.facts(game, id).response;
            if response != 0 {
                self.offer_uses(id, response);
            }
        }
        for id in self.garden.occupants.iter().copied() {
            if self.frame.can_defend(self.reader, id) {
                let other = ObjectId::NONE;
                self.actions.push(Action::Special { verb: verb::DEFEND, object: id, other });
            }
            let response = self.frame.facts(game, id).response;
            if response != 0 {
                self.offer_uses(id, response);
            }
        }
    }
}

impl Alley {
    #[inline(always)]
    pub(super) fn purse(&self, game: &Game, seat: Seat) -> Purse {
        let (untapped, token) = (self.untapped(game, seat), self.token(game, seat));
        // What costs nothing is in reach either way.
        Purse { untapped, token, reach: untapped + i16::from(token > 0) }
    }

    #[inline(always)]
    fn listing<'a>(&'a self, reader: &'a Reader, actions: &'a mut Vec<Action>) -> Listing<'a> {
        let (game, seat) = (reader.game, reader.game.turn.decider);
        let purse = self.purse(game, seat);
        let garden = Row::of(game, self.symbols.garden[seat.index()]);
        Listing { frame: self, reader, seat, purse, garden, actions }
    }

    /// What can be decided in the main phase. [alley 1.4]
    pub(super) fn offer_main(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let (game, symbols) = (reader.game, &self.symbols);
        let mut listing = self.listing(reader, actions);
        let alley = Row::of(game, symbols.alley[listing.seat.index()]);
        if listing.purse.reach >= self.cheapest {
            listing.offer_hand(alley);
        }
        let gate = self.gate(game, listing.seat);
        if let Some(gate) = gate
            && !alley.occupants.is_empty()
            && !game.object(gate).has(symbols.tapped)
        {
            listing.offer_portals(alley);
        }
        listing.offer_fighters(alley);
        if let Some(gate) = gate {
            let main = self.facts(game, gate).main;
            if main != 0 {
                listing.offer_uses(gate, main);
            }
        }
        listing.actions.push(Action::Pass);
    }

    /// Response spells, response abilities, and one Defender. [alley 1.6]
    pub(super) fn offer_responses(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let mut listing = self.listing(reader, actions);
        listing.offer_spells();
        listing.offer_defence();
        listing.actions.push(Action::Pass);
    }

    /// What a seat's enemy can attack: tapped entities of the garden, and the
    /// leader, last. [alley 1.6]
    #[inline]
    fn add_targets(&self, game: &Game, seat: Seat, targets: &mut Few<ObjectId, ROOM>) {
        for id in Row::of(game, self.symbols.garden[seat.index()]).occupants {
            targets.add_if(game.object(*id).has(self.symbols.tapped), *id);
        }
        if let Some(id) = self.leader(game, seat) {
            targets.add_if(true, id);
        }
    }

    /// Whether it can attack: untapped, off cooldown or with Charge, not
    /// frozen; a leader needs attack. [alley 1.6]
    pub(super) fn can_attack(&self, reader: &Reader, id: ObjectId) -> bool {
        self.is_ready(reader.game.object(id), self.facts(reader.game, id))
    }

    /// All statuses are asked at once: who can attack is hard to foresee.
    #[inline(always)]
    fn is_ready(&self, object: &Object, facts: &Facts) -> bool {
        let symbols = &self.symbols;
        let charges = (object.granted >> symbols.charge.0 & 1) as u16;
        let hindering = facts.hindering & !(charges << symbols.cooldown.0);
        object.flags & hindering == 0
            && (facts.sort == Sort::Entity || symbols.attack_of(object) > 0)
    }

    /// The ability of a card by its number.
    pub(super) fn ability(&self, reader: &Reader, id: ObjectId, number: u8) -> Option<AbilityId> {
        let card = reader.game.object(id).card;
        let (first, count) = reader.catalog.program.of_card[card.index()];
        (number < count).then(|| AbilityId(first + u16::from(number)))
    }

    /// Validation of a spell: its conditions, the rest of its price, and
    /// something to choose where it must. [alley 2.3]
    pub(super) fn can_cast(&self, reader: &Reader, seat: Seat, id: ObjectId) -> bool {
        if !self.facts(reader.game, id).tested {
            return true;
        }
        let scope = Scope::of(reader.game.handle(id), seat);
        reader.catalog.program.of(reader.game.object(id).card).all(|number| {
            let ability = reader.catalog.ability(number);
            let holds = || {
                ability.condition.as_ref().is_none_or(|condition| reader.holds(condition, &scope))
            };
            match &ability.when {
                When::Static(rules) if rules.contains(&Static::PlayOnlyIf) => holds(),
                When::Played => {
                    self.has_price(reader, &ability.cost, &scope)
                        && self.has_use(reader, number, &scope)
                }
                _ => true,
            }
        })
    }

    /// Whether a price can be paid without the card itself. [alley 2.3]
    fn has_price(&self, reader: &Reader, costs: &[Cost], scope: &Scope) -> bool {
        let spared = |cost: &Cost| match cost {
            Cost::Move { count, filter, .. } => {
                let mut payers = 0;
                reader.gather(filter, scope, |id| payers += i32::from(id != scope.source.id));
                reader.quantity(count, scope) <= payers
            }
            _ => true,
        };
        costs.is_empty() || (reader.can_pay(costs, scope) && costs.iter().all(spared))
    }

    /// An untapped Defender of the garden, once per attack, and not against
    /// Infiltrate. [alley 1.6]
    pub(super) fn can_defend(&self, reader: &Reader, id: ObjectId) -> bool {
        let (game, symbols) = (reader.game, &self.symbols);
        game.turn.memo[DEFENDED] == 0
            && !game.object(id).has(symbols.tapped)
            && game.has_keyword(reader.catalog, id, symbols.defender)
            && !(game.is_same(game.combat.attacker)
                && game.has_keyword(reader.catalog, game.combat.attacker.id, symbols.infiltrate))
    }
}
