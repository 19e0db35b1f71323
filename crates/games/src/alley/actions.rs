//! What can be decided in the main phase and in the response window.

use onplay_engine::ability::{Condition, Cost, Static, When};
use onplay_engine::action::Action;
use onplay_engine::game::{Game, Object};
use onplay_engine::id::{AbilityId, ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::scope::{Reader, Scope};

use super::symbols::{Facts, Sort};
use super::{Alley, DEFENDED, PLAIN, SLOTS, TOKEN, verb};

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
        let play = |place: ZoneId, at: u8| Action::Play { object, place, at };
        if !self.has_token_for(cost) {
            actions.extend(places.iter().map(|place| play(*place, PLAIN)));
            return;
        }
        for place in places {
            if cost <= self.untapped {
                actions.push(play(*place, PLAIN));
            }
            actions.push(play(*place, TOKEN));
        }
    }
}

/// Room for the slots of a row and a leader; a power of two costs no check.
const ROOM: usize = 8;

/// The slots of a garden or an alley.
#[derive(Clone, Copy)]
struct Row<'a> {
    first: ZoneId,
    /// What stands in them, from left to right; a slot holds one.
    occupants: &'a [ObjectId],
    /// Those that are taken, as a mask.
    taken: u64,
}

impl Row<'_> {
    #[inline]
    fn place(self, slot: u16) -> ZoneId {
        ZoneId(self.first.0 + slot as u8)
    }

    /// The slots that an entity may enter: the free ones, or all five when
    /// none is free. [alley 1.4]
    #[inline]
    fn open(self) -> u64 {
        let free = !self.taken & ALL;
        if free == 0 { ALL } else { free }
    }

    /// Lists the places of some slots.
    #[inline]
    fn list<const ROOM: usize>(self, slots: u64, places: &mut Few<ZoneId, ROOM>) {
        for slot in 0..u16::from(SLOTS) {
            places.add_if(slots >> slot & 1 == 1, self.place(slot));
        }
    }
}

/// All slots of a row.
const ALL: u64 = (1 << SLOTS) - 1;

/// A short list, in order.
struct Few<T, const ROOM: usize> {
    items: [T; ROOM],
    count: usize,
}

impl<T: Copy, const ROOM: usize> Few<T, ROOM> {
    #[inline]
    fn of(filler: T) -> Self {
        Few { items: [filler; ROOM], count: 0 }
    }

    /// Adds what is wanted, without a jump.
    #[inline]
    fn add_if(&mut self, wanted: bool, item: T) {
        self.items[self.count % ROOM] = item;
        self.count += usize::from(wanted);
    }

    #[inline]
    fn all(&self) -> &[T] {
        &self.items[..self.count.min(ROOM)]
    }
}

impl Alley {
    pub(super) fn purse(&self, game: &Game, seat: Seat) -> Purse {
        let (untapped, token) = (self.untapped(game, seat), self.token(game, seat));
        // What costs nothing is in reach either way.
        Purse { untapped, token, reach: untapped + i16::from(token > 0) }
    }

    #[inline]
    fn row<'a>(&self, game: &'a Game, first: ZoneId) -> Row<'a> {
        let occupants = game.zones.row(first, SLOTS.into());
        let taken = occupants.iter().fold(0, |taken, id| {
            taken | 1u64 << (game.object(*id).zone.0.wrapping_sub(first.0) & 63)
        });
        Row { first, occupants, taken }
    }

    pub(super) fn offer_main(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let (game, seat, symbols) = (reader.game, reader.game.decider, &self.symbols);
        let purse = self.purse(game, seat);
        let garden = self.row(game, symbols.garden[seat.index()]);
        let alley = self.row(game, symbols.alley[seat.index()]);
        // Where entities can enter, those of the garden first.
        let mut open = Few::<ZoneId, { 2 * ROOM }>::of(ZoneId::OUTSIDE);
        garden.list(garden.open(), &mut open);
        let of_garden = open.count;
        alley.list(alley.open(), &mut open);
        let open = open.all();
        for id in game.zone(symbols.hand[seat.index()]).iter().copied() {
            let facts = self.facts(game, id);
            if facts.cost > purse.reach {
                continue;
            }
            match facts.sort {
                Sort::Entity => purse.offer(id, facts.cost, open, actions),
                Sort::Weapon => {
                    let wielders = self.wielders(game, seat, garden);
                    purse.offer(id, facts.cost, wielders.all(), actions);
                }
                Sort::MainSpell if self.can_cast(reader, seat, id) => {
                    purse.offer(id, facts.cost, &[ZoneId::OUTSIDE], actions);
                }
                _ => {}
            }
        }
        self.offer_portals(game, seat, alley, open.get(..of_garden).unwrap_or(open), actions);
        let targets = self.targets(game, seat.other());
        let targets = targets.all();
        let (mut fighters, mut others) = (garden.occupants.iter(), alley.occupants.iter());
        for slot in Bits(garden.taken | alley.taken) {
            if garden.taken >> slot & 1 == 1
                && let Some(id) = fighters.next().copied()
            {
                self.offer_fighter(reader, seat, id, purse, targets, actions);
            }
            if alley.taken >> slot & 1 == 1
                && let Some(id) = others.next().copied()
            {
                self.offer_abilities(reader, seat, id, purse, actions);
            }
        }
        if let Some(id) = self.leader(game, seat) {
            self.offer_fighter(reader, seat, id, purse, targets, actions);
        }
        if let Some(id) = self.gate(game, seat) {
            self.offer_abilities(reader, seat, id, purse, actions);
        }
        actions.push(Action::Pass);
    }

    /// Where a weapon can go: to a garden entity or the leader. [alley 1.4]
    #[inline]
    fn wielders(&self, game: &Game, seat: Seat, garden: Row) -> Few<ZoneId, ROOM> {
        let mut places = Few::of(ZoneId::OUTSIDE);
        garden.list(garden.taken, &mut places);
        let leader = self.symbols.leader[seat.index()];
        places.add_if(!game.zones.is_empty(leader), leader);
        places
    }

    /// A gate that is untapped takes an untapped entity from the alley to the
    /// garden. [alley 1.5]
    #[inline]
    fn offer_portals(
        &self,
        game: &Game,
        seat: Seat,
        alley: Row,
        open: &[ZoneId],
        actions: &mut Vec<Action>,
    ) {
        let tapped = self.symbols.tapped;
        if alley.taken == 0
            || self.gate(game, seat).is_none_or(|gate| game.object(gate).has(tapped))
        {
            return;
        }
        for object in alley.occupants.iter().copied() {
            if !game.object(object).has(tapped) {
                let to = |place: &ZoneId| Action::Move { object, place: *place, at: u8::MAX };
                actions.extend(open.iter().map(to));
            }
        }
    }

    /// What a seat's enemy can attack: tapped entities of the garden, and the
    /// leader, last. [alley 1.6]
    #[inline]
    fn targets(&self, game: &Game, seat: Seat) -> Few<ObjectId, ROOM> {
        let mut targets = Few::of(ObjectId::NONE);
        for id in game.zones.row(self.symbols.garden[seat.index()], SLOTS.into()) {
            targets.add_if(game.object(*id).has(self.symbols.tapped), *id);
        }
        if let Some(id) = self.leader(game, seat) {
            targets.add_if(true, id);
        }
        targets
    }

    /// Whether it can attack: untapped, off cooldown or with Charge, not
    /// frozen; a leader needs attack. [alley 1.6]
    pub(super) fn can_attack(&self, reader: &Reader, id: ObjectId) -> bool {
        self.is_ready(reader, id, reader.game.object(id), self.facts(reader.game, id))
    }

    #[inline(always)]
    fn is_ready(&self, reader: &Reader, id: ObjectId, object: &Object, facts: &Facts) -> bool {
        let symbols = &self.symbols;
        object.flags & symbols.hindering == 0
            && (!object.has(symbols.cooldown)
                || reader.game.has_keyword(reader.catalog, id, symbols.charge))
            && (facts.sort == Sort::Entity || reader.value(id, symbols.attack) > 0)
    }

    #[inline(always)]
    fn offer_fighter(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        purse: Purse,
        targets: &[ObjectId],
        actions: &mut Vec<Action>,
    ) {
        let (object, facts) = (reader.game.object(id), self.facts(reader.game, id));
        if self.is_ready(reader, id, object, facts) {
            offer_attacks(id, targets, actions);
        }
        if facts.main != 0 {
            self.offer_uses(reader, seat, id, facts.main, purse, actions);
        }
    }

    /// The abilities of what does not fight, in the main phase.
    #[inline]
    fn offer_abilities(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        purse: Purse,
        actions: &mut Vec<Action>,
    ) {
        let main = self.facts(reader.game, id).main;
        if main != 0 {
            self.offer_uses(reader, seat, id, main, purse, actions);
        }
    }

    #[inline(never)]
    fn offer_uses(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        numbers: u8,
        purse: Purse,
        actions: &mut Vec<Action>,
    ) {
        for number in Bits(numbers.into()) {
            if self.can_activate(reader, seat, id, number as u8, purse) {
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
        purse: Purse,
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
            && self.can_afford(reader, ability, &scope, purse)
            && self.has_use(reader, ability, &scope)
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

    /// Response spells, response abilities, and one Defender. [alley 1.6]
    pub(super) fn offer_responses(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let (game, symbols) = (reader.game, &self.symbols);
        let seat = game.decider;
        let purse = self.purse(game, seat);
        for id in game.zone(symbols.hand[seat.index()]).iter().copied() {
            let facts = self.facts(game, id);
            if facts.sort == Sort::ResponseSpell
                && facts.cost <= purse.reach
                && self.can_cast(reader, seat, id)
            {
                purse.offer(id, facts.cost, &[ZoneId::OUTSIDE], actions);
            }
        }
        if let Some(id) = self.leader(game, seat) {
            let response = self.facts(game, id).response;
            if response != 0 {
                self.offer_uses(reader, seat, id, response, purse, actions);
            }
        }
        for id in game.zones.row(symbols.garden[seat.index()], SLOTS.into()).iter().copied() {
            if self.can_defend(reader, id) {
                let other = ObjectId::NONE;
                actions.push(Action::Special { verb: verb::DEFEND, object: id, other });
            }
            let response = self.facts(game, id).response;
            if response != 0 {
                self.offer_uses(reader, seat, id, response, purse, actions);
            }
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

#[inline(never)]
fn offer_attacks(attacker: ObjectId, targets: &[ObjectId], actions: &mut Vec<Action>) {
    let attack = |target: &ObjectId| Action::Attack { attacker, target: *target };
    actions.extend(targets.iter().map(attack));
}
