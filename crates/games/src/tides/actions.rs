//! What can be done now: playing, activating, ending, passing. Nothing here
//! changes anything.

use onplay_engine::card::{Cost, Deed, Pick, Static, Timing, When, Whose};
use onplay_engine::compile::{Entry, Op};
use onplay_engine::id::{AbilityId, Handle, ObjectId, Seat, ZoneId};
use onplay_engine::query::{Reader, Scope};
use onplay_engine::state::{Action, Change, Modifier, Why};

use super::facts::{Bar, Least, NEVER, Needs, Surcharge, chosen, is_itself};
use super::names::{END_TURN, MAIN, NO_WAY, NOT_NOW, Places, Tides, USE};

/// How a card can be played from where it lies.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub price: i16,
    /// It is banished when it leaves play.
    pub banish: bool,
    /// What happens if it is played this way, and whose doing that is.
    pub then: Option<(AbilityId, Handle)>,
}

/// What a seat can pay for now.
struct Reach<'a> {
    seat: Seat,
    places: &'a Places,
    least: &'a Least,
    energy: i16,
    /// Printed costs above this can never be paid.
    most: i16,
    /// Printed costs up to this can always be paid, and nothing forbids it.
    sure: i16,
}

impl Tides {
    pub(super) fn offer(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let seat = reader.game.turn.decider;
        let open = is_open(reader, seat);
        let reach = self.reach(reader, seat, open);
        // Most seats that may respond can only pass.
        if reach.least.hand.any <= reach.most {
            self.offer_hand(reader, &reach, actions);
        }
        let ways = reader.has_rule(Static::PLAY_FROM)
            || reader.game.modifiers.iter().any(|modifier| self.lets_play(modifier));
        // A way may cost anything, so that only what is too slow is ruled out.
        let (least, most) =
            if ways { (&reach.least.hand, NEVER - 1) } else { (&reach.least.void, reach.most) };
        if least.any <= most {
            self.offer_void(reader, &reach, least, most, actions);
        }
        if reader.has_activatable() && reach.least.play.any <= reach.energy {
            self.offer_abilities(reader, &reach, actions);
        }
        let none = ObjectId::NONE;
        let end = Action::Special { verb: END_TURN, object: none, other: none };
        actions.push(if open { end } else { Action::Pass });
    }

    /// What a seat's energy pays for, whatever cards in play say about prices.
    fn reach(&self, reader: &Reader, seat: Seat, open: bool) -> Reach<'_> {
        let energy = self.energy(reader.game, seat);
        let Surcharge { less, more } = self.surcharges(reader);
        let places = self.places(seat);
        let stacked = !reader.game.zones.is_empty(places.stack);
        let may_forbid = reader.catalog.program.forbids >> Deed::Play as u32 & 1 == 1
            && reader.has_rule(Static::FORBID);
        Reach {
            seat,
            places,
            least: &self.least[usize::from(open)][usize::from(stacked)],
            energy,
            most: energy.saturating_sub(less),
            sure: if may_forbid { i16::MIN } else { energy.saturating_sub(more) },
        }
    }

    /// What cards in play may add to the price of a card at most, whether or not
    /// they mean it.
    fn surcharges(&self, reader: &Reader) -> Surcharge {
        let mut sum = Surcharge::default();
        if reader.has_rule(Static::COST) {
            for id in reader.static_sources().iter() {
                sum.add(self.facts(reader.game.object(id)).surcharge);
            }
            for modifier in reader.game.modifiers.iter() {
                if let Change::Decree(ability) = modifier.change {
                    sum.add(Surcharge::of(reader.catalog.ability(ability)));
                }
            }
        }
        sum
    }

    fn offer_hand(&self, reader: &Reader, reach: &Reach, actions: &mut Vec<Action>) {
        let (game, seat) = (reader.game, reach.seat);
        for id in reach.least.hand.within(game, reach.places.hand, reach.most) {
            let facts = self.facts(game.object(id));
            let can = if facts.plain && facts.cost <= reach.sure {
                facts.needs == Needs::Nothing || self.has_choices(reader, seat, id, facts.cost)
            } else {
                self.why_not_play(reader, seat, id).is_none()
            };
            if can {
                actions.push(play(id));
            }
        }
    }

    /// Cards that say so can be played from the void, and others where something
    /// opens a way. [tides 1.12]
    fn offer_void(
        &self,
        reader: &Reader,
        reach: &Reach,
        least: &Bar,
        most: i16,
        actions: &mut Vec<Action>,
    ) {
        for id in least.within(reader.game, reach.places.void, most) {
            if self.why_not_play(reader, reach.seat, id).is_none() {
                actions.push(play(id));
            }
        }
    }

    fn offer_abilities(&self, reader: &Reader, reach: &Reach, actions: &mut Vec<Action>) {
        for id in reach.least.play.within(reader.game, reach.places.battlefield, reach.energy) {
            self.offer_abilities_of(reader, reach.seat, id, actions);
        }
    }

    /// One ability is used at once; of several, one is asked for. [tides 2.1]
    #[inline(never)]
    fn offer_abilities_of(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        actions: &mut Vec<Action>,
    ) {
        let usable = self.usable(reader, seat, id);
        if usable == 0 {
            return;
        }
        let printed = reader.catalog.program.activated[reader.game.object(id).card.index()];
        if printed.count_ones() > 1 {
            actions.push(Action::Special { verb: USE, object: id, other: ObjectId::NONE });
        } else {
            actions.push(Action::Activate { object: id, ability: usable.trailing_zeros() as u8 });
        }
    }

    /// The activated abilities that can be used now, as a mask.
    pub(super) fn usable(&self, reader: &Reader, seat: Seat, id: ObjectId) -> u64 {
        let object = reader.game.object(id);
        let mut usable = 0;
        for (number, ability) in reader.catalog.program.of(object.card).enumerate() {
            let entry = reader.catalog.program.entry(ability);
            let When::Activated(activation) = &entry.ability.when else { continue };
            let scope = Scope::of(reader.game.handle(id), seat);
            let timely = activation.timing == Timing::Fast || is_open(reader, seat);
            let used = entry.ability.limit.is_some() && object.used >> number & 1 == 1;
            let holds = entry.ability.condition.as_ref();
            let can = timely
                && !used
                && holds.is_none_or(|condition| reader.holds(condition, &scope))
                && self.affords(reader, &entry.ability.cost, &scope, 0, ObjectId::NONE)
                && self.can_choose(reader, entry, &scope, 0, ObjectId::NONE)
                && reader.forbidden_to(Deed::Activate, id).is_none();
            usable |= u64::from(can) << number;
        }
        usable
    }

    /// Why a card cannot be played now; nothing if it can. [tides 1.7]
    fn why_not_play(&self, reader: &Reader, seat: Seat, id: ObjectId) -> Option<Why> {
        let object = reader.game.object(id);
        let card = reader.catalog.card(object.card);
        if card.timing != Timing::Fast && !is_open(reader, seat) {
            return Some(Why::Rule(NOT_NOW));
        }
        let Some(way) = self.way(reader, seat, id) else {
            return Some(Why::Rule(NO_WAY));
        };
        let has = self.energy(reader.game, seat);
        if way.price > has {
            return Some(Why::Cost { needed: way.price, has });
        }
        if let Some(by) = reader.forbidden_to(Deed::Play, id) {
            return Some(Why::Card(by));
        }
        let scope = Scope::of(reader.game.handle(id), seat);
        for ability in reader.catalog.program.of(object.card) {
            let entry = reader.catalog.program.entry(ability);
            match &entry.ability.when {
                When::Static(rules) => {
                    let only = rules.contains(&Static::PlayOnlyIf);
                    let condition = entry.ability.condition.as_ref();
                    if only && condition.is_some_and(|test| !reader.holds(test, &scope)) {
                        return Some(Why::Condition);
                    }
                    if !self.affords(reader, &entry.ability.cost, &scope, way.price, id) {
                        return Some(Why::Cost { needed: way.price, has });
                    }
                }
                When::Played if !self.has_choices(reader, seat, id, way.price) => {
                    return Some(Why::NoTarget);
                }
                _ => {}
            }
        }
        None
    }

    /// How a card can be played from its zone, the cheapest way first found:
    /// from hand for its cost, from the void by reclaim. [tides 1.12]
    #[inline]
    pub(super) fn way(&self, reader: &Reader, seat: Seat, id: ObjectId) -> Option<Way> {
        let object = reader.game.object(id);
        let places = self.places(seat);
        if object.zone == places.hand {
            let price = self.price(reader, seat, id, self.facts(object).cost);
            return Some(Way { price, banish: false, then: None });
        }
        if object.zone == places.void { self.way_from_void(reader, seat, id) } else { None }
    }

    #[inline(never)]
    fn way_from_void(&self, reader: &Reader, seat: Seat, id: ObjectId) -> Option<Way> {
        let game = reader.game;
        let handle = game.handle(id);
        let mut granted = game.modifiers.iter().filter(|modifier| self.lets_play(modifier));
        if let Some(modifier) = granted.find(|modifier| modifier.target == handle) {
            let printed = self.facts(game.object(id)).cost;
            let price = if modifier.amount < 0 { printed } else { modifier.amount };
            let price = self.price(reader, seat, id, price);
            return Some(Way { price, banish: true, then: None });
        }
        self.static_way(reader, seat, id, handle, true).or_else(|| {
            if !reader.has_rule(Static::PLAY_FROM) {
                return None;
            }
            let own = reader
                .static_sources()
                .iter()
                .filter(|source| game.object(*source).controller == seat);
            own.map(|source| self.static_way(reader, seat, id, game.handle(source), false))
                .find(Option::is_some)
                .flatten()
        })
    }

    /// Whether a passing effect lets a card be played from the void.
    fn lets_play(&self, modifier: &Modifier) -> bool {
        modifier.change == Change::PlayFrom(self.void)
    }

    /// A way that a static ability opens: the card's own, or that of a
    /// character in play.
    fn static_way(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        source: Handle,
        own: bool,
    ) -> Option<Way> {
        let card = reader.game.object(source.id).card;
        if reader.catalog.program.rules[card.index()] & Static::PLAY_FROM == 0 {
            return None;
        }
        let scope = Scope::of(source, seat);
        for ability in reader.catalog.program.of(card) {
            let entry = reader.catalog.program.entry(ability);
            let When::Static(rules) = &entry.ability.when else { continue };
            for rule in rules {
                let Static::PlayFrom { what, zone, cost, banish, then } = rule else { continue };
                let about_itself = is_itself(what);
                let condition = entry.ability.condition.as_ref();
                if *zone != self.void
                    || own != about_itself
                    || !reader.matches(what, &scope, id)
                    || condition.is_some_and(|test| !reader.holds(test, &scope))
                {
                    continue;
                }
                let printed = self.facts(reader.game.object(id)).cost;
                let price = cost.as_ref().map_or(printed, |cost| reader.amount(cost, &scope));
                let price = self.price(reader, seat, id, price);
                let then = (!then.is_empty()).then_some((ability, source));
                return Some(Way { price, banish: *banish, then });
            }
        }
        None
    }

    /// A price with what cards in play and the card itself add or take.
    fn price(&self, reader: &Reader, seat: Seat, id: ObjectId, base: i16) -> i16 {
        // Mostly nothing does.
        if self.facts(reader.game.object(id)).reprices || reader.has_rule(Static::COST) {
            self.changed_price(reader, seat, id, base)
        } else {
            base.max(0)
        }
    }

    #[inline(never)]
    fn changed_price(&self, reader: &Reader, seat: Seat, id: ObjectId, base: i16) -> i16 {
        let object = reader.game.object(id);
        let mut price = base.saturating_add(reader.surcharge(id));
        if self.facts(object).reprices {
            let scope = Scope::of(reader.game.handle(id), seat);
            for ability in reader.catalog.program.of(object.card) {
                let entry = reader.catalog.program.entry(ability);
                let When::Static(rules) = &entry.ability.when else { continue };
                let condition = entry.ability.condition.as_ref();
                if condition.is_some_and(|test| !reader.holds(test, &scope)) {
                    continue;
                }
                for rule in rules {
                    if let Static::Cost { what, by } = rule
                        && is_itself(what)
                    {
                        price = price.saturating_add(reader.amount(by, &scope));
                    }
                }
            }
        }
        price.max(0)
    }

    /// Whether a cost can be paid on top of a price, without the card itself.
    /// [tides 1.13]
    fn affords(
        &self,
        reader: &Reader,
        costs: &[Cost],
        scope: &Scope,
        price: i16,
        card: ObjectId,
    ) -> bool {
        let mut due = i32::from(price);
        for cost in costs {
            let can = match cost {
                Cost::Counter(counter, amount) if *counter == self.energy => {
                    due += reader.quantity(amount, scope).max(0);
                    true
                }
                Cost::Some(counter, least) if *counter == self.energy => {
                    due += i32::from(*least);
                    true
                }
                Cost::Move { count, filter, .. } => {
                    let mut payers = 0;
                    reader.gather(filter, scope, |id| payers += i32::from(id != card));
                    payers >= reader.quantity(count, scope)
                }
                Cost::OneOf(parts) => parts.iter().any(|part| {
                    self.affords(reader, std::slice::from_ref(part), scope, price, card)
                }),
                other => reader.can_pay(std::slice::from_ref(other), scope),
            };
            if !can {
                return false;
            }
        }
        due <= i32::from(self.energy(reader.game, scope.controller))
    }

    /// Whether there is what the choices of a card need. [tides 1.7]
    fn has_choices(&self, reader: &Reader, seat: Seat, id: ObjectId, price: i16) -> bool {
        let game = reader.game;
        let object = game.object(id);
        match self.facts(object).needs {
            Needs::Nothing => true,
            Needs::Character { whose, most } => {
                let fits = |id: &ObjectId| {
                    let object = game.object(*id);
                    self.facts(object).is_character && self.spark_of(object) <= most
                };
                let has = |seat| game.zone(self.places(seat).battlefield).iter().any(fits);
                (whose != Whose::Enemy && has(seat)) || (whose != Whose::Yours && has(seat.other()))
            }
            Needs::Stacked(kind) => game.zone(self.places(seat).stack).iter().any(|id| {
                let object = game.object(*id);
                let card = reader.catalog.card(object.card);
                object.controller != seat && kind.is_none_or(|kind| card.has_type(kind))
            }),
            Needs::Choices => {
                let scope = Scope::of(game.handle(id), seat);
                let text = reader.catalog.program.played[object.card.index()];
                text.is_none_or(|text| {
                    let entry = reader.catalog.program.entry(text);
                    self.can_choose(reader, entry, &scope, price, id)
                })
            }
        }
    }

    /// Whether every targeted part has a target and some mode can be chosen.
    fn can_choose(
        &self,
        reader: &Reader,
        entry: &Entry,
        scope: &Scope,
        price: i16,
        card: ObjectId,
    ) -> bool {
        let fits = |op: &u16| has_candidate(reader, *op, scope, card);
        let Some(modal) = entry.modal else { return entry.targets.iter().all(fits) };
        let program = &reader.catalog.program;
        let Op::Modal { modes, end } = &program.ops[usize::from(modal)] else { return true };
        let outside = |op: &&u16| !(modal..*end).contains(*op);
        entry.targets.iter().filter(outside).all(fits)
            && modes.iter().enumerate().any(|(mode, (cost, _))| {
                let range = program.mode(modal, mode);
                self.affords(reader, cost, scope, price, card)
                    && entry.targets.iter().filter(|op| range.contains(op)).all(fits)
            })
    }

    /// Why an action is not on offer.
    pub(super) fn why_not(&self, reader: &Reader, action: Action) -> Option<Why> {
        let seat = reader.game.turn.decider;
        match action {
            Action::Play { object, .. } => self.why_not_play(reader, seat, object),
            Action::Activate { object, ability } => self.why_not_use(reader, seat, object, ability),
            Action::Special { verb: USE, object, .. } => {
                let card = reader.game.object(object).card;
                let mut numbers = 0..reader.catalog.card(card).abilities.len() as u8;
                numbers.find_map(|number| self.why_not_use(reader, seat, object, number))
            }
            Action::Special { verb: END_TURN, .. } => Some(Why::Rule(NOT_NOW)),
            _ => None,
        }
    }

    fn why_not_use(&self, reader: &Reader, seat: Seat, id: ObjectId, number: u8) -> Option<Why> {
        let object = reader.game.object(id);
        let ability = reader.catalog.program.of(object.card).nth(usize::from(number))?;
        let entry = reader.catalog.program.entry(ability);
        let When::Activated(activation) = &entry.ability.when else { return None };
        if object.zone != self.places(seat).battlefield {
            return Some(Why::Absent);
        }
        if activation.timing != Timing::Fast && !is_open(reader, seat) {
            return Some(Why::Rule(NOT_NOW));
        }
        if entry.ability.limit.is_some() && object.used >> number.min(7) & 1 == 1 {
            return Some(Why::Limit);
        }
        if let Some(by) = reader.forbidden_to(Deed::Activate, id) {
            return Some(Why::Card(by));
        }
        let scope = Scope::of(reader.game.handle(id), seat);
        if entry.ability.condition.as_ref().is_some_and(|test| !reader.holds(test, &scope)) {
            return Some(Why::Condition);
        }
        if !self.affords(reader, &entry.ability.cost, &scope, 0, ObjectId::NONE) {
            let needed = entry.ability.cost.iter().fold(0, |sum, cost| match cost {
                Cost::Counter(counter, amount) if *counter == self.energy => {
                    reader.amount(amount, &scope).saturating_add(sum)
                }
                _ => sum,
            });
            return Some(Why::Cost { needed, has: self.energy(reader.game, seat) });
        }
        let chooses = self.can_choose(reader, entry, &scope, 0, ObjectId::NONE);
        (!chooses).then_some(Why::NoTarget)
    }
}

fn play(object: ObjectId) -> Action {
    Action::Play { object, place: ZoneId::OUTSIDE, at: 0 }
}

/// Whether it is a seat's own main phase with nothing on the stack; otherwise
/// only what is fast can be done. [tides 1.9]
fn is_open(reader: &Reader, seat: Seat) -> bool {
    let game = reader.game;
    game.turn.phase == MAIN && game.turn.active == seat && game.pending.stack.is_empty()
}

/// Whether a choice made on playing has a candidate besides the card itself.
fn has_candidate(reader: &Reader, op: u16, scope: &Scope, card: ObjectId) -> bool {
    let Some(what) = chosen(&reader.catalog.program, op) else { return true };
    let Pick::Choose { min, .. } = &what.pick else { return true };
    reader.quantity(min, scope) <= 0 || reader.has_candidate_but(what, scope, card)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use onplay_engine::compile::Catalog;
    use onplay_engine::frame::DeckList;
    use onplay_engine::id::{AttributeId, CardId, Class, TypeId};
    use onplay_engine::play::Table;
    use onplay_engine::rulebook::Auto;

    use super::*;
    use crate::kit::{deck_list, load};
    use crate::positions;

    /// What was worked out beforehand says the same as the rules, in every
    /// position of random battles between all decks and with all cards.
    #[test]
    fn tables_agree_with_rules() {
        let (mut table, decks) = table_and_decks();
        // Passes that are taken unasked would never be looked at.
        Arc::make_mut(&mut table.catalog).rules.policy.auto = Auto::default();
        let frame = Tides::new(&table.catalog).expect("the words of tides are there");
        positions::each(&table, &decks, 300, |reader, actions| {
            if reader.game.pending.prompts().is_empty() {
                check(&frame, reader, actions);
            }
        });
    }

    /// The decks of the game, and some that together hold all cards.
    fn table_and_decks() -> (Table, Vec<DeckList>) {
        let Ok(kit) = load("tides") else { panic!("the cards of tides cannot be read") };
        let mut decks: Vec<_> = kit.book.decks.iter().map(deck_list).collect();
        decks.extend((0..4).map(|part| every_fourth(&kit.table.catalog, part)));
        (kit.table, decks)
    }

    /// Two of every fourth card that can be in a deck.
    fn every_fourth(catalog: &Catalog, part: usize) -> DeckList {
        let numbers = (part..catalog.cards.len()).step_by(4);
        let well = catalog.names.find(Class::Type, "Dreamwell").map(TypeId);
        let is_main = |id: &CardId| {
            let card = catalog.card(*id);
            !card.token && !well.is_some_and(|well| card.has_type(well))
        };
        let cards = numbers.map(|number| CardId(number as u16)).filter(is_main);
        DeckList { sections: vec![("main".into(), cards.map(|id| (id, 2)).collect())] }
    }

    fn check(frame: &Tides, reader: &Reader, actions: &[Action]) {
        let seat = reader.game.turn.decider;
        let places = frame.places(seat);
        for zone in [places.hand, places.void] {
            for id in reader.game.zone(zone).iter().copied() {
                let why = frame.why_not_play(reader, seat, id);
                assert_eq!(actions.contains(&play(id)), why.is_none(), "{id:?} {why:?}");
                let object = reader.game.object(id);
                if let Some(text) = reader.catalog.program.played[object.card.index()] {
                    let entry = reader.catalog.program.entry(text);
                    let scope = Scope::of(reader.game.handle(id), seat);
                    let price = frame.facts(object).cost;
                    assert_eq!(
                        frame.has_choices(reader, seat, id, price),
                        frame.can_choose(reader, entry, &scope, price, id),
                        "{id:?}"
                    );
                }
            }
        }
        for id in reader.game.zone(places.battlefield).iter().copied() {
            let offered = actions.iter().any(|action| match action {
                Action::Activate { object, .. } => *object == id,
                Action::Special { verb: USE, object, .. } => *object == id,
                _ => false,
            });
            assert_eq!(offered, frame.usable(reader, seat, id) != 0, "{id:?}");
        }
        let spark = reader.catalog.names.find(Class::Attribute, "spark").map(AttributeId);
        let spark = spark.expect("tides has spark");
        for seat in Seat::BOTH {
            for id in reader.game.zone(frame.places(seat).battlefield) {
                assert_eq!(frame.spark_of(reader.game.object(*id)), reader.value(*id, spark));
            }
        }
    }
}
