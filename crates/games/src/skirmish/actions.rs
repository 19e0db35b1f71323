//! What a player may do, and why not.

use onplay_engine::card::{Cost, Deed, Filter, Static};
use onplay_engine::compile::{Op, selection};
use onplay_engine::id::{AbilityId, ObjectId, Seat, ZoneId};
use onplay_engine::query::{Reader, Scope};
use onplay_engine::state::{Action, Game, Why};

use super::frame::{ALL, Skirmish, TERRAINS, clause, terrains};
use super::printed::{Charge, Needs, Offer, Printed, Wanted, fact, parts};

/// What the player to decide sees, as far as the offers depend on it.
struct Board<'a> {
    frame: &'a Skirmish,
    reader: &'a Reader<'a>,
    seat: Seat,
    /// Where units stand: one bit a terrain.
    own: u8,
    enemy: u8,
    guards: Guards,
    /// What is so, as a mask of facts.
    facts: u8,
}

/// Own slots about which some card in play has something to say.
#[derive(Clone, Copy, Default)]
struct Guards {
    /// Those where no unit may be deployed.
    closed: u8,
    /// Those where some may not.
    asked: u8,
}

/// Offers quick actions, the normal action and passing. [skirmish 1.3]
pub(super) fn offer(frame: &Skirmish, reader: &Reader, actions: &mut Vec<Action>) {
    let game = reader.game;
    let board = Board::new(frame, reader);
    let seat = board.seat;
    for id in game.zone(frame.hand[seat.index()]) {
        let offer = frame.offer(game.object(*id).card, board.facts);
        if offer.is_odd() {
            board.offer_odd(*id, actions);
        } else {
            frame.plays[seat.index()].offer(*id, offer, actions);
        }
    }
    let leader = game.zone(frame.leader[seat.index()]);
    for row in [frame.units(game, seat), leader] {
        for id in row {
            if frame.printed(game.object(*id).card).active != 0 {
                board.offer_abilities(*id, actions);
            }
        }
    }
    actions.push(Action::Pass);
}

impl<'a> Board<'a> {
    #[inline(always)]
    fn new(frame: &'a Skirmish, reader: &'a Reader<'a>) -> Self {
        let game = reader.game;
        let seat = game.turn.decider;
        let taken = frame.taken(game);
        let [own, enemy] = [seat, seat.other()].map(|seat| taken[seat.index()]);
        let guards = guards(frame, reader, seat);
        let facts = fact::ALWAYS
            | fact::given(own != 0, fact::OWN)
            | fact::given(enemy != 0, fact::ENEMY)
            | fact::given(guards.closed | guards.asked != 0, fact::GUARDED);
        Board { frame, reader, seat, own, enemy, guards, facts }
    }

    /// Offers to play a card that takes a closer look: where it can be deployed, or
    /// whether there is what it chooses.
    #[inline(never)]
    fn offer_odd(&self, id: ObjectId, actions: &mut Vec<Action>) {
        let printed = self.printed(id);
        if !printed.unit {
            if self.can_choose(id, printed) {
                actions.push(cast(id));
            }
            return;
        }
        // Onto an own unit it consumes; some must. [skirmish 1.8]
        let open = if printed.consumes { self.own } else { ALL } & !self.guards.closed;
        for terrain in terrains(open) {
            let place = self.frame.slots[self.seat.index()][terrain];
            let is_asked = self.guards.asked >> terrain & 1 == 1;
            if !is_asked || guard(self.reader, id, place).is_none() {
                actions.push(deploy(id, place));
            }
        }
    }

    #[inline]
    fn offer_abilities(&self, id: ObjectId, actions: &mut Vec<Action>) {
        let object = self.reader.game.object(id);
        let printed = self.frame.printed(object.card);
        // What is exhausted cannot be exhausted again.
        let tired = if object.has(self.frame.exhausted) { printed.plain } else { 0 };
        let mut left = printed.active & !tired;
        while left != 0 {
            let number = left.trailing_zeros() as u8;
            left &= left - 1;
            let is_paid = if printed.plain >> number & 1 == 1 {
                true
            } else if printed.charged >> number & 1 == 1 {
                let Charge { place, needed } = printed.charge;
                let place = usize::from(place);
                object.values[place].saturating_add(object.bonus[place]) >= needed
            } else {
                missing(self.reader, self.seat, id, number).is_none()
            };
            if is_paid && self.can_choose(id, printed) {
                actions.push(Action::Activate { object: id, ability: number });
            }
        }
    }

    /// What is printed on an object's card.
    #[inline]
    fn printed(&self, id: ObjectId) -> &'a Printed {
        self.frame.printed(self.reader.game.object(id).card)
    }

    /// Whether what a card chooses first can be chosen.
    #[inline]
    fn can_choose(&self, id: ObjectId, printed: &Printed) -> bool {
        if printed.wants != 0 {
            return printed.wants & self.facts != 0;
        }
        match printed.needs {
            Needs::Nothing => true,
            Needs::Unit(wanted) => self.has_wanted(id, wanted),
            Needs::Buried => {
                let mut buried =
                    self.reader.game.zone(self.frame.graveyard[self.seat.index()]).iter();
                buried.any(|id| self.printed(*id).unit)
            }
            Needs::Choice(op) => self.has_choice(id, op),
        }
    }

    /// Whether the choice of an operation can be made, by a search.
    #[inline(never)]
    fn has_choice(&self, id: ObjectId, op: u16) -> bool {
        let Op::Do { effect, .. } = &self.reader.catalog.program.ops[usize::from(op)] else {
            return true;
        };
        let Some(what) = selection(effect) else { return true };
        self.reader.any(&what.filter, &Scope::of(self.reader.game.handle(id), self.seat))
    }

    /// Whether one of the units on the board is wanted. [skirmish 1.2]
    #[inline(never)]
    fn has_wanted(&self, id: ObjectId, wanted: Wanted) -> bool {
        let (game, rules) = (self.reader.game, &self.reader.catalog.rules);
        let (mut own, mut enemy) = (self.own, self.enemy);
        if wanted.close {
            let here = 1u8 << rules.lane(game.object(id).zone);
            let beside = here << 1 | here >> 1;
            (own, enemy) = (own & beside, enemy & (beside | here));
        }
        own = if wanted.own { own } else { 0 };
        enemy = if wanted.enemy { enemy } else { 0 };
        let Some(least) = wanted.power else { return own | enemy != 0 };
        [(self.seat, own), (self.seat.other(), enemy)].into_iter().any(|(seat, mask)| {
            mask != 0
                && self.frame.units(game, seat).iter().any(|unit| {
                    let object = game.object(*unit);
                    let terrain = rules.lane(object.zone);
                    let is_there = !wanted.close || mask >> terrain & 1 == 1;
                    is_there && self.frame.power_of(object) >= least
                })
        })
    }

    /// Why an ability cannot be activated now; nothing if it can. [skirmish 1.8]
    fn cannot_activate(&self, id: ObjectId, number: u8) -> Option<Why> {
        let found = || self.can_choose(id, self.printed(id));
        missing(self.reader, self.seat, id, number).or_else(|| (!found()).then_some(Why::NoTarget))
    }

    /// Why a card cannot be played there.
    fn why_not_play(&self, id: ObjectId, place: ZoneId) -> Option<Why> {
        let (frame, game, seat) = (self.frame, self.reader.game, self.seat);
        if !game.zone(frame.hand[seat.index()]).contains(&id) {
            return Some(Why::Absent);
        }
        let printed = self.printed(id);
        if !printed.unit {
            return (!self.can_choose(id, printed)).then_some(Why::NoTarget);
        }
        if !frame.slots[seat.index()].contains(&place) {
            return Some(Why::Rule(clause::OWN_SLOT));
        }
        if printed.consumes && game.zone(place).is_empty() {
            return Some(Why::Rule(clause::MUST_CONSUME));
        }
        guard(self.reader, id, place).map(Why::Card)
    }
}

/// How a seat plays cards from its hand, by object.
pub(super) struct Plays(Vec<Row>);

/// As a trick, and behind that as a unit to every slot; the rest is never kept. It all
/// lies in one line of the cache.
#[repr(align(64))]
struct Row([Action; 8]);

impl Plays {
    pub(super) fn new(slots: &[ZoneId; TERRAINS], objects: usize) -> Plays {
        let row = |id| {
            let mut row = [cast(id); 8];
            for (action, slot) in row[1..].iter_mut().zip(slots) {
                *action = deploy(id, *slot);
            }
            Row(row)
        };
        Plays((0..objects as u16).map(ObjectId).map(row).collect())
    }

    /// Offers as many as there are. Writing all and dropping those that are too many
    /// costs less than to go by a number that is hard to foresee.
    #[inline(always)]
    fn offer(&self, id: ObjectId, offer: Offer, actions: &mut Vec<Action>) {
        let end = actions.len() + offer.count();
        let first = usize::from(offer.is_unit());
        actions.extend_from_slice(&self.0[id.index()].0[first..first + TERRAINS + 1]);
        actions.truncate(end);
    }
}

fn deploy(object: ObjectId, place: ZoneId) -> Action {
    Action::Play { object, place, at: u8::MAX }
}

/// Plays a trick.
fn cast(object: ObjectId) -> Action {
    Action::Play { object, place: ZoneId::OUTSIDE, at: 0 }
}

/// The own slots where cards in play forbid to deploy. Whether they mean a unit
/// is asked only where they do not mean every unit.
#[inline(always)]
fn guards(frame: &Skirmish, reader: &Reader, seat: Seat) -> Guards {
    let mut guards = Guards::default();
    if !reader.has_rule(Static::FORBID) {
        return guards;
    }
    reader.statics(Static::FORBID, &mut |rule, _, scope| {
        let Static::Forbid { what, deed: Deed::Deploy, place } = rule else { return };
        let there = place.map_or(u64::MAX, |place| reader.zones_at(place, scope));
        let is_meant = |part: &Filter| match part {
            Filter::Type(kind) => *kind == frame.unit_type,
            Filter::Controller(whose) => reader.is_whose(*whose, seat, scope),
            _ => false,
        };
        let mask =
            if parts(what).iter().all(is_meant) { &mut guards.closed } else { &mut guards.asked };
        for (terrain, slot) in frame.slots[seat.index()].iter().enumerate() {
            *mask |= ((there >> slot.0 & 1) as u8) << terrain;
        }
    });
    guards
}

/// The card that forbids deploying a unit there.
fn guard(reader: &Reader, id: ObjectId, place: ZoneId) -> Option<ObjectId> {
    reader.forbidden(Deed::Deploy, &reader.snapshot(id), Some(place))
}

/// The ability of an object with this number on its card.
pub(super) fn ability_of(reader: &Reader, id: ObjectId, number: u8) -> AbilityId {
    let (first, _) = reader.catalog.program.of_card[reader.game.object(id).card.index()];
    AbilityId(first + u16::from(number))
}

/// What an ability asks for and does not get: its cost, its limit, its
/// condition.
fn missing(reader: &Reader, seat: Seat, id: ObjectId, number: u8) -> Option<Why> {
    let object = reader.game.object(id);
    let ability = reader.catalog.ability(ability_of(reader, id, number));
    let scope = || Scope::of(reader.game.handle(id), seat);
    let mut checked = true;
    for cost in &ability.cost {
        match cost {
            Cost::Flag(flag) if object.has(*flag) => {
                return Some(Why::Rule(clause::COOLING));
            }
            Cost::Flag(_) => {}
            Cost::Attribute(attribute, needed) => {
                let has = reader.value(id, *attribute);
                if has < *needed {
                    return Some(Why::Cost { needed: *needed, has });
                }
            }
            _ => checked = false,
        }
    }
    if ability.limit.is_some() && object.used >> number & 1 == 1 {
        return Some(Why::Limit);
    }
    if ability.condition.as_ref().is_some_and(|condition| !reader.holds(condition, &scope())) {
        return Some(Why::Condition);
    }
    if !checked && !reader.can_pay(&ability.cost, &scope()) {
        return Some(Why::Cost { needed: 1, has: 0 });
    }
    None
}

/// Why an action is not offered.
pub(super) fn refusal(frame: &Skirmish, reader: &Reader, action: Action) -> Option<Why> {
    let game = reader.game;
    let board = Board::new(frame, reader);
    match action {
        Action::Play { object, place, .. } => board.why_not_play(object, place),
        Action::Activate { object, ability } => {
            if !is_own(frame, game, board.seat, object) {
                return Some(Why::Absent);
            }
            let active = board.printed(object).active;
            if ability > 7 || active >> ability & 1 == 0 {
                return Some(Why::Absent);
            }
            board.cannot_activate(object, ability)
        }
        _ => None,
    }
}

/// Whether an object is one of a player's units or their leader.
fn is_own(frame: &Skirmish, game: &Game, seat: Seat, id: ObjectId) -> bool {
    let zone = game.objects.get(id.index()).map_or(ZoneId::OUTSIDE, |object| object.zone);
    zone == frame.leader[seat.index()] || frame.slots[seat.index()].contains(&zone)
}

#[cfg(test)]
mod tests {
    use onplay_engine::card::{Pick, Quantity, When};
    use onplay_engine::mask::Bits;

    use super::*;
    use crate::kit::{deck_list, load};
    use crate::positions;

    /// What is offered by masks and tables is what costs and filters say, in
    /// every position of random games between all decks.
    #[test]
    fn tables_agree_with_searches() {
        let Ok(kit) = load("skirmish") else { panic!("the cards of skirmish cannot be read") };
        let frame = Skirmish::new(&kit.table.catalog).expect("the words of skirmish are there");
        let decks: Vec<_> = kit.book.decks.iter().map(deck_list).collect();
        positions::each(&kit.table, &decks, 60, |reader, actions| {
            if reader.game.pending.prompts().is_empty() {
                check(&frame, reader, actions);
            }
        });
    }

    fn check(frame: &Skirmish, reader: &Reader, actions: &[Action]) {
        let (game, seat) = (reader.game, reader.game.turn.decider);
        let board = Board::new(frame, reader);
        for (taken, seat) in [(board.own, seat), (board.enemy, seat.other())] {
            let units = (0..TERRAINS).map(|terrain| frame.unit(game, seat, terrain));
            let is_taken = |terrain: usize| taken >> terrain & 1 == 1;
            assert!(units.map(|unit| unit.is_some()).eq((0..TERRAINS).map(is_taken)));
        }
        for object in game.zone(frame.hand[seat.index()]).iter().copied() {
            let printed = frame.printed(game.object(object).card);
            for place in frame.slots[seat.index()] {
                let can = printed.unit
                    && !(printed.consumes && game.zone(place).is_empty())
                    && guard(reader, object, place).is_none();
                let play = deploy(object, place);
                assert_eq!(actions.contains(&play), can, "{play:?}");
            }
            if !printed.unit {
                let play = cast(object);
                assert_eq!(actions.contains(&play), has_choice(reader, object, seat), "{play:?}");
            }
        }
        for object in game.zones.row(frame.slots[0][0], 2 * TERRAINS) {
            let power = frame.power_of(game.object(*object));
            assert_eq!(power, reader.value(*object, frame.power));
        }
        let leader = game.zone(frame.leader[seat.index()]);
        for object in frame.units(game, seat).iter().chain(leader).copied() {
            for ability in Bits(frame.printed(game.object(object).card).active.into()) {
                let ability = ability as u8;
                let can_use = missing(reader, seat, object, ability).is_none()
                    && has_choice(reader, object, seat);
                let used = Action::Activate { object, ability };
                assert_eq!(actions.contains(&used), can_use, "{used:?}");
                let why = board.cannot_activate(object, ability);
                assert_eq!(why.is_none(), can_use, "{used:?}");
            }
        }
    }

    /// Whether the first thing that a card must choose is there, by a search.
    fn has_choice(reader: &Reader, id: ObjectId, seat: Seat) -> bool {
        let program = &reader.catalog.program;
        let first = program.of(reader.game.object(id).card).find(|ability| {
            matches!(reader.catalog.ability(*ability).when, When::Played | When::Activated(_))
        });
        let Some(first) = first else { return true };
        let Op::Do { effect, .. } = &program.ops[usize::from(program.entry(first).start)] else {
            return true;
        };
        let Some(what) = selection(effect) else { return true };
        let Pick::Choose { min: Quantity::Number(1..), .. } = what.pick else { return true };
        reader.any(&what.filter, &Scope::of(reader.game.handle(id), seat))
    }
}
