//! Rows: objects, actions and entries of the stack as numbers.

use onplay_engine::id::{AbilityId, AttributeId, CardId, Class, Handle, ObjectId, Seat, ZoneId};
use onplay_engine::mask::Mask;
use onplay_engine::query::Reader;
use onplay_engine::rulebook::{Role, Rules, ZoneRule};
use onplay_engine::state::{Action, Game, Prompt};

use crate::columns::{ACTION, ACTION_LANE, OBJECT, SHOWN_WORK, WORK, lane};
use crate::encoder::ability_number_of;

/// Most objects of a game: as many as a set of them can hold.
const MOST: usize = 256;

/// This number of actions is put in order without asking for memory.
const NEAR: usize = 48;
/// Columns of an action that tell it from all others.
const NAMED: usize = 8;

/// The objects in sight and the rows they have. It lies on the stack, because it is
/// made anew for every observation.
pub(crate) struct Rows {
    ids: [ObjectId; MOST],
    /// By row: where the object stands in its place, from 1; 0 where that is not known.
    positions: [i16; MOST],
    len: usize,
    /// By object: its row from 1; 0 is none.
    places: [i16; MOST],
    actors: Mask,
}

impl Rows {
    pub(crate) fn new() -> Self {
        Rows {
            ids: [ObjectId::NONE; MOST],
            positions: [0; MOST],
            len: 0,
            places: [0; MOST],
            actors: Mask::EMPTY,
        }
    }

    /// Gives the next rows to the objects of a place, in their order.
    pub(crate) fn add_all(&mut self, ids: &[ObjectId]) {
        for (at, id) in ids.iter().enumerate() {
            self.add(*id, at as i16 + 1);
        }
    }

    /// Gives the next row to an object.
    pub(crate) fn add(&mut self, id: ObjectId, position: i16) {
        if self.len < MOST {
            self.ids[self.len] = id;
            self.positions[self.len] = position;
            self.len += 1;
            self.places[id.index()] = self.len as i16;
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Puts the rows from one on, of objects at unknown positions, into another order.
    pub(crate) fn sort_from<K: Ord>(&mut self, from: usize, key: impl Fn(ObjectId) -> K) {
        self.ids[from..self.len].sort_by_key(|id| key(*id));
        for at in from..self.len {
            self.places[self.ids[at].index()] = at as i16 + 1;
        }
    }

    /// Notes which objects can do something.
    pub(crate) fn mark_actors(&mut self, legal: &[Action]) {
        for action in legal {
            let (object, _) = objects(*action);
            if !object.is_none() {
                self.actors.insert(object);
            }
        }
    }

    /// Puts actions into the order of their rows.
    pub(crate) fn order(&self, ranks: &[i16], legal: &mut [Action]) {
        let mut near = [(0, Action::Pass); NEAR];
        let mut far = Vec::new();
        let keyed = match legal.len() {
            0 | 1 => return,
            few if few <= NEAR => &mut near[..few],
            many => {
                far.resize(many, (0, Action::Pass));
                &mut far
            }
        };
        for (keyed, action) in keyed.iter_mut().zip(&*legal) {
            *keyed = (self.key(ranks, *action), *action);
        }
        keyed.sort_unstable_by_key(|(key, _)| *key);
        legal.iter_mut().zip(keyed).for_each(|(action, keyed)| *action = keyed.1);
    }

    /// The row of an action as one number that is larger where the row comes later.
    fn key(&self, ranks: &[i16], action: Action) -> u128 {
        let mut row = [0; ACTION];
        fill_action(self, ranks, action, &mut row);
        let order = |number: i16| u128::from(number as u16 ^ 1 << 15);
        row[..NAMED].iter().fold(0, |key, number| key << 16 | order(*number))
    }

    /// The row of an object, from 1; none if it is not in sight.
    pub(crate) fn row(&self, id: ObjectId) -> Option<i16> {
        self.places.get(id.index()).copied().filter(|row| *row != 0)
    }

    /// The row of an object that may be none or gone, 0 then.
    pub(crate) fn of(&self, id: ObjectId) -> i16 {
        if id.is_none() { 0 } else { self.row(id).unwrap_or(0) }
    }

    pub(crate) fn of_handle(&self, game: &Game, handle: Handle) -> i16 {
        if handle.id.is_none() || !game.is_same(handle) { 0 } else { self.of(handle.id) }
    }
}

/// A card in sight.
pub(crate) fn fill_object(
    reader: &Reader,
    seat: Seat,
    rows: &Rows,
    prompt: Option<&Prompt>,
    at: usize,
    out: &mut [i16],
) {
    let (id, position) = (rows.ids[at], rows.positions[at]);
    let (game, catalog) = (reader.game, reader.catalog);
    let (object, rules) = (game.object(id), &catalog.rules);
    let shared = rules.zone_rule(object.zone).is_some_and(|rule| !rule.per_seat);
    let side = match shared {
        true => 3,
        false => 1 + i16::from(rules.seat(object.zone) != seat),
    };
    let common = is_common(rules, object.zone);
    let pick = prompt.and_then(|prompt| prompt.picks().iter().position(|picked| *picked == id));
    out[..OBJECT].copy_from_slice(&[
        object.card.0 as i16 + 1,
        i16::from(!common && object.owner == seat),
        i16::from(!common && object.controller == seat),
        rules.kind(object.zone).0 as i16 + 1,
        side,
        lane(rules, object.zone),
        position,
        rows.of(game.host(id)),
        pick.map_or(0, |at| at as i16 + 1),
        i16::from(prompt.is_some_and(|prompt| prompt.candidates.contains(id))),
        i16::from(rows.actors.contains(id)),
        i16::from(object.used),
        age(reader, object.zone, id),
    ]);
    let (flags, keywords) =
        (catalog.names.all(Class::Flag).len(), catalog.names.all(Class::Keyword).len());
    let (statuses, rest) = out[OBJECT..].split_at_mut(flags);
    let (words, numbers) = rest.split_at_mut(keywords);
    set(statuses, u32::from(object.flags));
    set(words, game.keywords(catalog, id));
    for (attribute, out) in numbers.iter_mut().enumerate() {
        let attribute = AttributeId(attribute as u16);
        let value = reader.value(id, attribute);
        *out = match reader.frame.names_object(attribute) {
            true => named(value).map_or(0, |object| rows.of(object)),
            false => value,
        };
    }
}

/// The object that an attribute names.
fn named(value: i16) -> Option<ObjectId> {
    u16::try_from(value).ok()?.checked_sub(1).map(ObjectId)
}

/// Whether cards in a place are nobody's: it belongs to both seats, and nothing there is
/// anyone's doing. Somebody laid them there, but that says no more than who sits where.
fn is_common(rules: &Rules, zone: ZoneId) -> bool {
    let shared = |rule: &ZoneRule| !rule.per_seat && !rule.in_play && rule.role != Role::Stack;
    rules.zone_rule(zone).is_some_and(shared)
}

/// Writes 1 for each bit that is set.
fn set(out: &mut [i16], mut bits: u32) {
    while bits != 0 {
        if let Some(out) = out.get_mut(bits.trailing_zeros() as usize) {
            *out = 1;
        }
        bits &= bits - 1;
    }
}

/// How many objects in play entered after this one; 0 outside play.
fn age(reader: &Reader, zone: ZoneId, id: ObjectId) -> i16 {
    if !reader.catalog.rules.is_in_play(zone) {
        return 0;
    }
    let entered = reader.game.object(id).entered;
    reader.game.clock.entered.wrapping_sub(entered).min(i16::MAX as u16) as i16
}

/// The legal actions, one row each.
pub(crate) fn fill_actions(
    reader: &Reader,
    rows: &Rows,
    ranks: &[i16],
    legal: &[Action],
    out: &mut [i16],
) {
    for (action, out) in legal.iter().zip(out.chunks_exact_mut(ACTION)) {
        fill_action(rows, ranks, *action, out);
        let (object, _) = objects(*action);
        let rules = &reader.catalog.rules;
        if rows.row(object).is_some() {
            let object = reader.game.object(object);
            out[8] = object.card.0 as i16 + 1;
            out[ACTION_LANE] = lane(rules, object.zone);
        }
        if let Some(place) = place(*action).filter(|place| *place != ZoneId::OUTSIDE) {
            out[ACTION_LANE] = lane(rules, place);
        }
    }
}

/// One action; its card and lane follow from the rest.
fn fill_action(rows: &Rows, ranks: &[i16], action: Action, out: &mut [i16]) {
    let place = |zone: ZoneId| ranks.get(zone.index()).copied().unwrap_or(0);
    let at = |at: u8| if at == u8::MAX { 0 } else { i16::from(at) + 1 };
    let (object, target) = objects(action);
    out[1] = rows.of(object);
    out[2] = rows.of(target);
    out[0] = match action {
        Action::Pass => 1,
        Action::Play { place: zone, at: position, .. } => {
            out[3] = place(zone);
            out[4] = at(position);
            2
        }
        Action::Activate { ability, .. } => {
            out[6] = i16::from(ability) + 1;
            3
        }
        Action::Attack { .. } => 4,
        Action::Move { place: zone, at: position, .. } => {
            out[3] = place(zone);
            out[4] = at(position);
            5
        }
        Action::Special { verb, .. } => {
            out[5] = i16::from(verb) + 1;
            6
        }
        Action::Choose(_) => 7,
        Action::ChoosePlace(zone) => {
            out[3] = place(zone);
            8
        }
        Action::ChooseOption(option) => {
            out[7] = i16::from(option);
            9
        }
        Action::ChooseNumber(number) => {
            out[7] = number;
            10
        }
        Action::Submit => 11,
        Action::Yes => 12,
        Action::No => 13,
    };
}

/// The place that an action names.
fn place(action: Action) -> Option<ZoneId> {
    match action {
        Action::Play { place, .. } | Action::Move { place, .. } | Action::ChoosePlace(place) => {
            Some(place)
        }
        _ => None,
    }
}

/// The two objects that an action names.
fn objects(action: Action) -> (ObjectId, ObjectId) {
    match action {
        Action::Play { object, .. }
        | Action::Activate { object, .. }
        | Action::Move { object, .. }
        | Action::Choose(object) => (object, ObjectId::NONE),
        Action::Attack { attacker, target } => (attacker, target),
        Action::Special { object, other, .. } => (object, other),
        Action::Pass
        | Action::ChoosePlace(_)
        | Action::ChooseOption(_)
        | Action::ChooseNumber(_)
        | Action::Submit
        | Action::Yes
        | Action::No => (ObjectId::NONE, ObjectId::NONE),
    }
}

/// Entries of the stack or waiting triggers, next first.
pub(crate) fn fill_work(
    reader: &Reader,
    rows: &Rows,
    seat: Seat,
    entries: impl Iterator<Item = (Handle, AbilityId, Seat)>,
    out: &mut [i16],
) {
    for ((source, ability, controller), out) in
        entries.take(SHOWN_WORK).zip(out.chunks_exact_mut(WORK))
    {
        let row = rows.of_handle(reader.game, source);
        let card = match row {
            0 => CardId::HIDDEN,
            _ => reader.game.object(source.id).card,
        };
        out[0] = if card == CardId::HIDDEN { 0 } else { card.0 as i16 + 1 };
        out[1] = i16::from(controller == seat);
        out[2] = if card == CardId::HIDDEN { 0 } else { ability_number_of(reader, card, ability) };
        out[3] = row;
    }
}
