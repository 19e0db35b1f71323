//! What can be decided in the main phase and in the response window.

use onplay_engine::ability::{Condition, Cost, Static, When};
use onplay_engine::action::Action;
use onplay_engine::id::{AbilityId, ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::scope::{Reader, Scope};

use super::symbols::{Facts, Sort};
use super::{Alley, DEFENDED, PLAIN, SLOTS, TOKEN, verb};

/// What a seat can pay with, worked out once per decision.
#[derive(Clone, Copy)]
struct Purse {
    untapped: i16,
    token: bool,
}

impl Purse {
    /// Offers an action for each way to pay. [alley 1.4]
    #[inline]
    fn ways(self, cost: i16, offer: &mut dyn FnMut(u8)) {
        if cost <= self.untapped {
            offer(PLAIN);
        }
        if self.token && cost > 0 && cost - 1 <= self.untapped {
            offer(TOKEN);
        }
    }

    #[inline]
    fn reaches(self, cost: i16) -> bool {
        cost <= self.untapped + i16::from(self.token && cost > 0)
    }
}

impl Alley {
    fn purse(&self, reader: &Reader, seat: Seat) -> Purse {
        let token = self.token(reader.game, seat) > 0;
        Purse { untapped: self.untapped(reader.game, seat), token }
    }

    /// The slots that a card may enter: the free ones, or all five when none
    /// is free. [alley 1.4]
    pub(super) fn open_slots(&self, reader: &Reader, first: ZoneId) -> u64 {
        let mut open = 0;
        for slot in 0..SLOTS {
            let free = reader.game.zones.is_empty(ZoneId(first.0 + slot));
            open |= u64::from(free) << slot;
        }
        if open == 0 { (1 << SLOTS) - 1 } else { open }
    }

    pub(super) fn offer_main(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let seat = reader.game.decider;
        let symbols = &self.symbols;
        let (garden, alley) = (symbols.garden[seat.index()], symbols.alley[seat.index()]);
        let open = [self.open_slots(reader, garden), self.open_slots(reader, alley)];
        let purse = self.purse(reader, seat);
        for id in reader.game.zone(symbols.hand[seat.index()]) {
            let facts = self.facts(reader.game, *id);
            if purse.reaches(facts.cost) {
                self.offer_card(reader, seat, *id, facts, purse, open, actions);
            }
        }
        self.offer_portals(reader, seat, open[0], actions);
        let targets = self.targets(reader, seat.other());
        for slot in 0..SLOTS {
            if let Some(id) = self.at(reader.game, ZoneId(garden.0 + slot)) {
                self.offer_fighter(reader, seat, id, targets, actions);
            }
            if let Some(id) = self.at(reader.game, ZoneId(alley.0 + slot)) {
                let main = self.facts(reader.game, id).main;
                self.offer_abilities(reader, seat, id, main, actions);
            }
        }
        if let Some(id) = self.leader(reader.game, seat) {
            self.offer_fighter(reader, seat, id, targets, actions);
        }
        if let Some(id) = self.gate(reader.game, seat) {
            let main = self.facts(reader.game, id).main;
            self.offer_abilities(reader, seat, id, main, actions);
        }
        actions.push(Action::Pass);
    }

    #[allow(clippy::too_many_arguments)]
    fn offer_card(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        facts: &Facts,
        purse: Purse,
        open: [u64; 2],
        actions: &mut Vec<Action>,
    ) {
        let symbols = &self.symbols;
        let mut play = |place: ZoneId| {
            purse.ways(facts.cost, &mut |at| actions.push(Action::Play { object: id, place, at }));
        };
        match facts.sort {
            Sort::Entity => {
                for (row, open) in [symbols.garden, symbols.alley].iter().zip(open) {
                    Bits(open).for_each(|slot| play(ZoneId(row[seat.index()].0 + slot as u8)));
                }
            }
            // On a garden entity or the leader. [alley 1.4]
            Sort::Weapon => {
                for slot in 0..SLOTS {
                    let zone = ZoneId(symbols.garden[seat.index()].0 + slot);
                    if !reader.game.zones.is_empty(zone) {
                        play(zone);
                    }
                }
                if self.leader(reader.game, seat).is_some() {
                    play(symbols.leader[seat.index()]);
                }
            }
            Sort::MainSpell if self.can_cast(reader, seat, id) => play(ZoneId::OUTSIDE),
            _ => {}
        }
    }

    /// A gate that is untapped takes an untapped entity from the alley to the
    /// garden. [alley 1.5]
    fn offer_portals(&self, reader: &Reader, seat: Seat, open: u64, actions: &mut Vec<Action>) {
        let (game, symbols) = (reader.game, &self.symbols);
        let Some(gate) = self.gate(game, seat) else { return };
        if game.object(gate).has(symbols.tapped) {
            return;
        }
        let (garden, alley) = (symbols.garden[seat.index()], symbols.alley[seat.index()]);
        for slot in 0..SLOTS {
            let Some(id) = self.at(game, ZoneId(alley.0 + slot)) else { continue };
            if !game.object(id).has(symbols.tapped) {
                for to in Bits(open) {
                    let place = ZoneId(garden.0 + to as u8);
                    actions.push(Action::Move { object: id, place, at: u8::MAX });
                }
            }
        }
    }

    /// What a seat's enemy can attack: the leader, last, and tapped entities of
    /// the garden. [alley 1.6]
    fn targets(&self, reader: &Reader, seat: Seat) -> [ObjectId; SLOTS as usize + 1] {
        let mut targets = [ObjectId::NONE; SLOTS as usize + 1];
        for slot in 0..SLOTS {
            let zone = ZoneId(self.symbols.garden[seat.index()].0 + slot);
            if let Some(id) = self.at(reader.game, zone)
                && reader.game.object(id).has(self.symbols.tapped)
            {
                targets[usize::from(slot)] = id;
            }
        }
        targets[usize::from(SLOTS)] = self.leader(reader.game, seat).unwrap_or(ObjectId::NONE);
        targets
    }

    /// Whether it can attack: untapped, off cooldown or with Charge, not
    /// frozen; a leader needs attack. [alley 1.6]
    pub(super) fn can_attack(&self, reader: &Reader, id: ObjectId) -> bool {
        let (object, symbols) = (reader.game.object(id), &self.symbols);
        if object.has(symbols.tapped) || object.has(symbols.frozen) {
            return false;
        }
        if object.has(symbols.cooldown)
            && !reader.game.has_keyword(reader.catalog, id, symbols.charge)
        {
            return false;
        }
        self.is_sort(reader.game, id, Sort::Entity) || reader.value(id, symbols.attack) > 0
    }

    fn offer_fighter(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        targets: [ObjectId; SLOTS as usize + 1],
        actions: &mut Vec<Action>,
    ) {
        if self.can_attack(reader, id) {
            for target in targets {
                if !target.is_none() {
                    actions.push(Action::Attack { attacker: id, target });
                }
            }
        }
        let main = self.facts(reader.game, id).main;
        self.offer_abilities(reader, seat, id, main, actions);
    }

    fn offer_abilities(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        numbers: u8,
        actions: &mut Vec<Action>,
    ) {
        for number in Bits(numbers.into()) {
            if self.can_activate(reader, seat, id, number as u8) {
                actions.push(Action::Activate { object: id, ability: number as u8 });
            }
        }
    }

    /// The ability of a card by its number.
    pub(super) fn ability(&self, reader: &Reader, id: ObjectId, number: u8) -> Option<AbilityId> {
        let card = reader.game.object(id).card;
        let (first, count) = reader.catalog.program.of_card[card.index()];
        (number < count).then(|| AbilityId(first + u16::from(number)))
    }

    /// Validation of an activated ability: place, limit, condition, cost and
    /// something to do, before anything is paid. [alley 2.1]
    pub(super) fn can_activate(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        number: u8,
    ) -> bool {
        let object = reader.game.object(id);
        let Some(ability) = self.ability(reader, id, number) else { return false };
        let data = reader.catalog.ability(ability);
        let When::Activated(activation) = &data.when else { return false };
        if object.has(self.symbols.frozen)
            || (data.limit.is_some() && object.used >> number & 1 == 1)
            || activation.zone.is_some_and(|zone| reader.catalog.rules.kind(object.zone) != zone)
        {
            return false;
        }
        let scope = Scope::of(reader.game.handle(id), seat);
        let holds = |condition: &Condition| reader.holds(condition, &scope);
        data.condition.as_ref().is_none_or(holds)
            && reader.can_pay(&data.cost, &scope)
            && !onplay_engine::frame::Frame::is_idle(self, reader, data, &scope)
    }

    /// Validation of a spell: its conditions, the rest of its price, and
    /// something to choose where it must. [alley 2.3]
    pub(super) fn can_cast(&self, reader: &Reader, seat: Seat, id: ObjectId) -> bool {
        if !self.facts(reader.game, id).tested {
            return true;
        }
        let scope = Scope::of(reader.game.handle(id), seat);
        let card = reader.catalog.card(reader.game.object(id).card);
        card.abilities.iter().all(|ability| {
            let holds = || {
                ability.condition.as_ref().is_none_or(|condition| reader.holds(condition, &scope))
            };
            match &ability.when {
                When::Static(rules) if rules.contains(&Static::PlayOnlyIf) => holds(),
                When::Played => {
                    self.has_price(reader, &ability.cost, &scope)
                        && !onplay_engine::frame::Frame::is_idle(self, reader, ability, &scope)
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

    /// Response spells, response abilities, and one Defender. [alley 1.6]
    pub(super) fn offer_responses(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let (game, symbols) = (reader.game, &self.symbols);
        let seat = game.decider;
        let purse = self.purse(reader, seat);
        for id in game.zone(symbols.hand[seat.index()]) {
            let facts = self.facts(game, *id);
            if facts.sort == Sort::ResponseSpell
                && purse.reaches(facts.cost)
                && self.can_cast(reader, seat, *id)
            {
                purse.ways(facts.cost, &mut |at| {
                    actions.push(Action::Play { object: *id, place: ZoneId::OUTSIDE, at });
                });
            }
        }
        if let Some(id) = self.leader(game, seat) {
            let response = self.facts(game, id).response;
            self.offer_abilities(reader, seat, id, response, actions);
        }
        for slot in 0..SLOTS {
            let zone = ZoneId(symbols.garden[seat.index()].0 + slot);
            let Some(id) = self.at(game, zone) else { continue };
            if self.can_defend(reader, id) {
                let other = ObjectId::NONE;
                actions.push(Action::Special { verb: verb::DEFEND, object: id, other });
            }
            let response = self.facts(game, id).response;
            self.offer_abilities(reader, seat, id, response, actions);
        }
        actions.push(Action::Pass);
    }

    /// An untapped Defender of the garden, once per attack, and not against
    /// Infiltrate. [alley 1.6]
    pub(super) fn can_defend(&self, reader: &Reader, id: ObjectId) -> bool {
        let (game, symbols) = (reader.game, &self.symbols);
        game.memo[DEFENDED] == 0
            && !game.object(id).has(symbols.tapped)
            && game.has_keyword(reader.catalog, id, symbols.defender)
            && !(game.is_same(game.attacker)
                && game.has_keyword(reader.catalog, game.attacker.id, symbols.infiltrate))
    }
}
