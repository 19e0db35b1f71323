//! Why something cannot be done. Offers and refusals ask the same questions.

use onplay_engine::card::{Ability, Comparison, Cost, Deed, Quantity, Static, When};
use onplay_engine::compile::Card;
use onplay_engine::frame::Frame;
use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::query::{Reader, Scope};
use onplay_engine::state::{Action, Why};

use super::board::current;
use super::needs::{Demand, Needs, ONE_CARD, Piece, Sight, TWO_CARDS, first_choice};
use super::{
    ACTION, DEPLOY, Drones, LANES, RULE_ADJACENT, RULE_CONTROL, RULE_COPIES, RULE_GUARDIAN,
    RULE_INERT, RULE_LANE, RULE_PHASE, RULE_READY, RULE_TOKEN, RULE_WRECK,
};

/// A whole copy, in the hundredths that the hangar counts in.
pub(super) const COPY: i16 = 100;

/// The pieces that were looked for, by number, and those that are there.
#[derive(Default)]
pub(super) struct Seen {
    asked: u64,
    there: u64,
}

impl Seen {
    /// Some are known to be there.
    #[inline(always)]
    pub fn there(there: u64) -> Seen {
        Seen { asked: there, there }
    }
}

/// Who wants to begin: a card that is played, or an ability by its number.
#[derive(Clone, Copy)]
struct Asker {
    seat: Seat,
    id: ObjectId,
    ability: Option<u8>,
}

impl Asker {
    fn card<'a>(&self, reader: &Reader<'a>) -> &'a Card {
        reader.catalog.card(reader.game.object(self.id).card)
    }

    fn scope(&self, reader: &Reader) -> Scope<'static> {
        Scope::of(reader.game.handle(self.id), self.seat)
    }
}

impl Drones {
    /// Why an action is not on offer.
    pub(super) fn why_not(&self, reader: &Reader, action: Action) -> Option<Why> {
        let seat = reader.game.turn.decider;
        let game = reader.game;
        if !exists(reader, action) {
            return Some(Why::Absent);
        }
        let in_phase = match action {
            Action::Play { object, .. } if self.is_in_hangar(reader, object) => {
                game.turn.phase == DEPLOY
            }
            Action::Pass => true,
            _ => game.turn.phase == ACTION,
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
                self.play_refusal(reader, seat, object, &mut Seen::default())
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
                        let row = self.row(rules.seat(to), rules.lane(to));
                        return self.section_refusal(reader, target, game.zone(row));
                    }
                    let snapshot = reader.snapshot(target);
                    reader.forbidden(Deed::BeAttacked, &snapshot, None).map(Why::Card)
                })
            }
            Action::Move { object, place, .. } => self
                .actor_refusal(reader, object)
                .or_else(|| self.move_refusal(reader, object, reader.snapshot(object).keywords))
                .or_else(|| {
                    let rules = &reader.catalog.rules;
                    let near = rules.adjacent(game.object(object).zone) >> place.0 & 1 == 1;
                    if !near {
                        return Some(Why::Rule(RULE_ADJACENT));
                    }
                    self.is_full(reader, place).then_some(Why::Full)
                }),
            Action::Activate { object, ability } => {
                self.ability_refusal(reader, seat, object, ability, &mut Seen::default())
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
        if !self.is_lane(reader, object.zone) || object.controller != reader.game.turn.decider {
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

    /// The deployment budget pays first, then energy. [drones 2.4]
    #[inline(always)]
    pub(super) fn deploy_refusal(&self, reader: &Reader, seat: Seat, id: ObjectId) -> Option<Why> {
        let object = reader.game.object(id);
        if current(object, self.copies_value) < COPY.into() {
            return Some(Why::Rule(RULE_COPIES));
        }
        let needed = self.printed(object.card).class;
        let has =
            reader.game.counter(seat, self.deployment) + reader.game.counter(seat, self.energy);
        (needed > has).then_some(Why::Cost { needed, has })
    }

    /// A ready Guardian of its row protects a section; a wreck is left alone.
    /// [drones 3.1]
    #[inline(always)]
    pub(super) fn section_refusal(
        &self,
        reader: &Reader,
        section: ObjectId,
        row: &[ObjectId],
    ) -> Option<Why> {
        if self.is_wreck(reader, section) {
            return Some(Why::Rule(RULE_WRECK));
        }
        let guarded = row.iter().any(|id| self.is_guard(reader, *id));
        guarded.then_some(Why::Rule(RULE_GUARDIAN))
    }

    #[inline(always)]
    pub(super) fn is_wreck(&self, reader: &Reader, section: ObjectId) -> bool {
        self.section_hull(reader.game.object(section)) <= 0
    }

    /// Whether a drone keeps enemies off the section behind it. [drones 2.5]
    #[inline(always)]
    pub(super) fn is_guard(&self, reader: &Reader, id: ObjectId) -> bool {
        let object = reader.game.object(id);
        let keywords = object.granted | self.printed(object.card).keywords;
        !object.has(self.exhausted) & (keywords >> self.guardian.0 & 1 == 1)
    }

    #[inline(always)]
    pub(super) fn move_refusal(&self, reader: &Reader, id: ObjectId, keywords: u32) -> Option<Why> {
        if keywords >> self.inert.0 & 1 == 1 {
            return Some(Why::Rule(RULE_INERT));
        }
        reader.forbidden_to(Deed::Move, id).map(Why::Card)
    }

    /// Why an ability of an object in play cannot be used.
    #[inline(always)]
    pub(super) fn ability_refusal(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        number: u8,
        seen: &mut Seen,
    ) -> Option<Why> {
        let object = reader.game.object(id);
        let demand = *self.printed(object.card).demands.get(usize::from(number))?;
        if object.used & demand.limit != 0 {
            return Some(Why::Limit);
        }
        let asker = Asker { seat, id, ability: Some(number) };
        if let Some(why) = price_refusal(reader, asker, demand) {
            return Some(if object.has(self.exhausted) { Why::Rule(RULE_READY) } else { why });
        }
        self.needs_refusal(reader, asker, demand.needs, seen)
    }

    /// What a card costs and whether its words can begin. [drones 3.4]
    #[inline(always)]
    pub(super) fn play_refusal(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        seen: &mut Seen,
    ) -> Option<Why> {
        let demand = self.printed(reader.game.object(id).card).demand;
        let asker = Asker { seat, id, ability: None };
        let dear = price_refusal(reader, asker, demand);
        if dear.is_some() { dear } else { self.needs_refusal(reader, asker, demand.needs, seen) }
    }

    /// What words need to begin is not there.
    #[inline(always)]
    fn needs_refusal(
        &self,
        reader: &Reader,
        asker: Asker,
        needs: Needs,
        seen: &mut Seen,
    ) -> Option<Why> {
        match needs {
            Needs::Nothing => None,
            Needs::Piece(number) => {
                (!self.sees_piece(reader, asker, number, seen)).then_some(Why::NoTarget)
            }
            Needs::Lanes(comparison) => {
                (!self.has_lanes(reader, asker.seat, comparison)).then_some(Why::Condition)
            }
            Needs::Card if self.has_other(reader, asker.seat, asker.id) => None,
            Needs::Card | Needs::Words => {
                words_refusal(reader, asker.seat, asker.id, asker.ability)
            }
        }
    }

    #[inline(never)]
    fn has_lanes(&self, reader: &Reader, seat: Seat, comparison: Comparison) -> bool {
        let lanes = self.lanes_controlled(reader).map(i32::from);
        comparison.holds(lanes[seat.index()], lanes[seat.other().index()])
    }

    /// Whether the hand holds another card of its owner's.
    #[inline(never)]
    fn has_other(&self, reader: &Reader, seat: Seat, id: ObjectId) -> bool {
        let hand = reader.game.zone(self.hands[seat.index()]);
        hand.iter().any(|card| *card != id && reader.game.object(*card).owner == seat)
    }

    /// Whether there is something on the board to choose. The answer is the
    /// same for all cards in a hand, unless it depends on what they are.
    #[inline(always)]
    fn sees_piece(&self, reader: &Reader, asker: Asker, number: u8, seen: &mut Seen) -> bool {
        let bit = 1 << (number & 63);
        if seen.asked & bit == 0 || self.is_jammed {
            let there = self.has_piece(reader, asker.seat, asker.id, number);
            seen.asked |= bit;
            seen.there = if there { seen.there | bit } else { seen.there & !bit };
        }
        seen.there & bit != 0
    }

    /// The pieces that some drones are, and the first cards of the hand: mostly
    /// nothing else is asked for.
    #[inline(always)]
    pub(super) fn first_sight(&self, reader: &Reader, seat: Seat) -> u64 {
        let mut seen = 0;
        for (id, bit) in
            reader.game.zone(self.hands[seat.index()]).iter().zip([ONE_CARD, TWO_CARDS])
        {
            if reader.game.object(*id).owner != seat {
                break;
            }
            seen |= bit;
        }
        let [own, enemy] = &self.sights;
        seen | self.sight(reader, seat, own) | self.sight(reader, seat.other(), enemy)
    }

    /// The pieces that the last two drones of a seat are.
    #[inline(always)]
    fn sight(&self, reader: &Reader, seat: Seat, sight: &Sight) -> u64 {
        let drones = reader.game.zones.row(self.rows[seat.index()][0], LANES.into());
        drones.iter().rev().take(2).fold(0, |seen, id| {
            let drone = reader.game.object(*id);
            let pieces = sight.of(drone, self.printed(drone.card).kind);
            seen | if drone.controller == seat { pieces } else { 0 }
        })
    }

    /// Whether there is something on the board for an object to choose.
    #[inline(never)]
    fn has_piece(&self, reader: &Reader, seat: Seat, id: ObjectId, number: u8) -> bool {
        let piece = &self.pieces[usize::from(number)];
        if piece.target && self.is_jammed {
            return self.has_open_piece(reader, seat, id, piece);
        }
        self.find_piece(reader, seat, id, piece, |_| true)
    }

    /// The same where Jammers may stand before it.
    #[cold]
    fn has_open_piece(&self, reader: &Reader, seat: Seat, id: ObjectId, piece: &Piece) -> bool {
        let scope = Scope::of(reader.game.handle(id), seat);
        self.find_piece(reader, seat, id, piece, |other| self.can_target(reader, &scope, other))
    }

    /// Looks for a piece that lets itself be chosen. Nothing chooses itself.
    #[inline(always)]
    fn find_piece(
        &self,
        reader: &Reader,
        seat: Seat,
        id: ObjectId,
        piece: &Piece,
        is_open: impl Fn(ObjectId) -> bool,
    ) -> bool {
        for span in reader.game.zones.spans(piece.zones[seat.index()]) {
            for other in span {
                let object = reader.game.object(*other);
                let fits = piece.fits(object, self.printed(object.card).kind, seat);
                if fits & (*other != id) && is_open(*other) {
                    return true;
                }
            }
        }
        false
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

#[inline(always)]
fn price_refusal(reader: &Reader, asker: Asker, demand: Demand) -> Option<Why> {
    let (counter, needed) = demand.price;
    let has = reader.game.counter(asker.seat, counter);
    if has < needed {
        return Some(Why::Cost { needed, has });
    }
    if demand.more { parts_refusal(reader, asker.seat, asker.id, asker.ability) } else { None }
}

/// Why a cost cannot be paid, all of its parts asked. Who asks comes in parts
/// here and below, because nearly nobody gets here and putting it together
/// would be done for all.
#[cold]
fn parts_refusal(reader: &Reader, seat: Seat, id: ObjectId, ability: Option<u8>) -> Option<Why> {
    let asker = Asker { seat, id, ability };
    let card = asker.card(reader);
    let ability = asker.ability.and_then(|number| card.abilities.get(usize::from(number)));
    let cost = ability.map_or(&card.cost, |ability| &ability.cost);
    if reader.can_pay(cost, &asker.scope(reader)) {
        return None;
    }
    let missing = cost.iter().find_map(|part| {
        let Cost::Counter(counter, Quantity::Number(needed)) = part else { return None };
        let has = reader.game.counter(asker.seat, *counter);
        (has < *needed).then_some(Why::Cost { needed: *needed, has })
    });
    Some(missing.unwrap_or(Why::NoTarget))
}

/// Why words cannot begin: those of an ability, or all that are done when a
/// card is played.
#[cold]
fn words_refusal(reader: &Reader, seat: Seat, id: ObjectId, ability: Option<u8>) -> Option<Why> {
    let asker = Asker { seat, id, ability };
    let (abilities, scope) = (&asker.card(reader).abilities, &asker.scope(reader));
    if let Some(number) = asker.ability {
        return begin_refusal(reader, abilities.get(usize::from(number))?, scope);
    }
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
        id != scope.source.id && (!target || reader.can_be_chosen(what, scope, id))
    });
    (!found).then_some(Why::NoTarget)
}

#[cfg(test)]
mod tests {
    use onplay_engine::frame::DeckList;
    use onplay_engine::id::{CardId, Seat};
    use onplay_engine::mask::Bits;
    use onplay_engine::state::Dice;

    use super::*;
    use crate::kit::load;

    /// What was taken apart must refuse what the words refuse, and say the
    /// same.
    fn check(frame: &Drones, reader: &Reader, seen: &mut Seen, asker: Asker) {
        let Asker { seat, id, ability } = asker;
        let read = parts_refusal(reader, seat, id, ability)
            .or_else(|| words_refusal(reader, seat, id, ability));
        let object = reader.game.object(asker.id);
        let quick = match asker.ability {
            None => frame.play_refusal(reader, seat, asker.id, seen),
            Some(number) => match frame.ability_refusal(reader, seat, asker.id, number, seen) {
                Some(Why::Limit) => return,
                Some(Why::Rule(RULE_READY)) if object.has(frame.exhausted) => return,
                quick => quick,
            },
        };
        assert_eq!(quick, read, "{:?} {:?}", object.card, asker.ability);
    }

    /// What energy and first sight settle must not be settled otherwise when
    /// everything is asked.
    fn check_sight(frame: &Drones, reader: &Reader, first: u64, asker: Asker) {
        let Asker { seat, id, ability } = asker;
        let (object, seen) = (reader.game.object(id), &mut Seen::default());
        let printed = frame.printed(object.card);
        let (demand, refusal) = match ability {
            None => (printed.demand, frame.play_refusal(reader, seat, id, seen)),
            Some(number) => {
                let refusal = frame.ability_refusal(reader, seat, id, number, seen);
                (printed.demands[usize::from(number)], refusal)
            }
        };
        let is_used = object.used & demand.limit != 0;
        if is_used || reader.game.counter(seat, frame.energy) < demand.energy {
            assert!(refusal.is_some(), "{:?} {ability:?}", object.card);
        } else if demand.wanted & !first == 0 {
            assert_eq!(refusal, None, "{:?} {ability:?}", object.card);
        }
    }

    /// An exhausted drone can do nothing, unless some ability says otherwise.
    fn check_rest(frame: &Drones, reader: &Reader, asker: Asker) {
        let object = reader.game.object(asker.id);
        if object.has(frame.exhausted) && !frame.is_tireless {
            let Asker { seat, id, ability } = asker;
            assert!(parts_refusal(reader, seat, id, ability).is_some(), "{:?}", object.card);
        }
    }

    fn check_all(frame: &Drones, reader: &Reader) -> usize {
        let seat = reader.game.turn.decider;
        let (first, mut checked) = (frame.first_sight(reader, seat), 0);
        let mut seen = Seen::there(first);
        for id in reader.game.zone(frame.hands[seat.index()]) {
            let asker = Asker { seat, id: *id, ability: None };
            check(frame, reader, &mut seen, asker);
            check_sight(frame, reader, first, asker);
            checked += 1;
        }
        for place in frame.rows[seat.index()].iter().chain(&frame.ships[seat.index()]) {
            for id in reader.game.zone(*place) {
                let printed = frame.printed(reader.game.object(*id).card);
                let first = if printed.kind == 0 { first } else { 0 };
                let mut seen = Seen::there(first);
                for number in Bits(printed.active) {
                    let asker = Asker { seat, id: *id, ability: Some(number as u8) };
                    check_rest(frame, reader, asker);
                    check(frame, reader, &mut seen, asker);
                    check_sight(frame, reader, first, asker);
                    checked += 1;
                }
            }
        }
        checked
    }

    /// The places that are offered in a row are as many as it has, and one more
    /// for the right end, unless it is full.
    fn check_rooms(frame: &Drones, reader: &Reader) {
        for (seat, lane) in
            Seat::BOTH.into_iter().flat_map(|seat| [0, 1, 2].map(|lane| (seat, lane)))
        {
            let row = frame.row(seat, lane);
            let count =
                if frame.is_full(reader, row) { 0 } else { reader.game.zone(row).len() + 1 };
            let places = (0..count).map(|place| (row, (place as u8).wrapping_sub(1)));
            let offered = frame.room(reader, seat, lane).iter().map(|spot| (spot.row, spot.at));
            assert!(offered.eq(places), "seat {seat} lane {lane}");
            let (id, mut deployed) = (ObjectId(7), Vec::new());
            let lane = &frame.lanes_of[seat.index()][usize::from(lane)];
            lane.deploy.offer(id, lane.deploy.room(reader), &mut deployed);
            let room = frame.room(reader, seat, lane.number).iter();
            assert!(room.map(|spot| spot.deploy(id)).eq(deployed), "seat {seat}");
        }
    }

    /// What is offered to the drones of a row together is what each of them is
    /// offered alone.
    fn check_rows(frame: &Drones, reader: &Reader) {
        let seat = reader.game.turn.decider;
        let mut fleet = frame.find_ready(reader, seat);
        for lane in &frame.lanes_of[seat.index()] {
            let (mut together, mut alone) = (Vec::new(), Vec::new());
            frame.offer_row(reader, seat, lane, &mut fleet, &mut together);
            frame.offer_drones(reader, seat, lane, &mut alone);
            assert_eq!(together, alone);
        }
    }

    /// A deck with every card, and the drones from a place on in the catalog.
    fn everything(
        frame: &Drones,
        catalog: &onplay_engine::compile::Catalog,
        from: usize,
    ) -> DeckList {
        let all = || (0..catalog.cards.len()).map(|number| CardId(number as u16));
        let is = |id: &CardId, kind| catalog.card(*id).has_type(kind);
        let main = all()
            .filter(|id| !is(id, frame.drone) && !is(id, frame.section))
            .map(|id| (id, 2))
            .collect();
        let mut drones: Vec<_> = all()
            .filter(|id| is(id, frame.drone) && !catalog.card(*id).token)
            .map(|id| (id, 1))
            .collect();
        let count = drones.len();
        drones.rotate_left(from % count);
        drones.truncate(5);
        DeckList { sections: vec![("main".into(), main), ("pool".into(), drones)] }
    }

    #[test]
    fn what_is_taken_apart_agrees_with_the_words() {
        let Ok(kit) = load("drones") else { panic!("drones does not load") };
        let frame = Drones::new(&kit.table.catalog).expect("the game has its words");
        let (mut actions, mut checked) = (Vec::new(), 0);
        for seed in 0..24 {
            let deck = |from| everything(&frame, &kit.table.catalog, from);
            let decks = [deck(seed as usize), deck(seed as usize * 7 + 3)];
            let mut game = kit.table.start(seed, &decks, None);
            let mut dice = Dice::new(seed);
            for _ in 0..1500 {
                if game.is_over() {
                    break;
                }
                check_rooms(&frame, &kit.table.read(&game));
                if game.pending.prompts().is_empty() && game.turn.phase == ACTION {
                    checked += check_all(&frame, &kit.table.read(&game));
                    check_rows(&frame, &kit.table.read(&game));
                }
                kit.table.legal_actions(&game, &mut actions);
                let action = actions[dice.below(actions.len() as u32) as usize];
                kit.table.apply_unchecked(&mut game, action, None);
            }
        }
        assert!(checked > 10_000, "only {checked} were checked");
    }
}
