//! Rows: objects, actions and entries of the stack as numbers.

use onplay_engine::id::{AbilityId, AttributeId, CardId, Class, Handle, ObjectId, Seat, ZoneId};
use onplay_engine::mask::Mask;
use onplay_engine::query::Reader;
use onplay_engine::state::{Action, Game, Prompt};

use crate::columns::{ACTION, OBJECT, SHOWN_WORK, WORK};
use crate::encoder::ability_number_of;

/// Most objects of a game: as many as a set of them can hold.
const MOST: usize = 256;

/// The objects in sight and the rows they have. It lies on the stack, because it is
/// made anew for every observation.
pub(crate) struct Rows {
    ids: [ObjectId; MOST],
    len: usize,
    /// By object: its row from 1; 0 is none.
    places: [i16; MOST],
    actors: Mask,
}

impl Rows {
    pub(crate) fn new() -> Self {
        Rows { ids: [ObjectId::NONE; MOST], len: 0, places: [0; MOST], actors: Mask::EMPTY }
    }

    /// Gives the next row to an object.
    pub(crate) fn add(&mut self, id: ObjectId) {
        if self.len < MOST {
            self.ids[self.len] = id;
            self.len += 1;
            self.places[id.index()] = self.len as i16;
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Puts the rows from one on into another order.
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
        legal.sort_unstable_by_key(|action| {
            let mut row = [0; ACTION];
            fill_action(self, ranks, *action, &mut row);
            row
        });
    }

    pub(crate) fn ids(&self) -> &[ObjectId] {
        &self.ids[..self.len]
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
    id: ObjectId,
    out: &mut [i16],
) {
    let (game, catalog) = (reader.game, reader.catalog);
    let (object, rules) = (game.object(id), &catalog.rules);
    let shared = rules.zone_rule(object.zone).is_some_and(|rule| !rule.per_seat);
    let side = match shared {
        true => 3,
        false => 1 + i16::from(rules.seat(object.zone) != seat),
    };
    let listed = onplay_engine::play::sees(catalog, seat, object.zone);
    let position = if listed { game.zones.position(object.zone, id) } else { None };
    let pick = prompt.and_then(|prompt| prompt.picks().iter().position(|picked| *picked == id));
    out[..OBJECT].copy_from_slice(&[
        object.card.0 as i16 + 1,
        i16::from(object.owner == seat),
        i16::from(object.controller == seat),
        rules.kind(object.zone).0 as i16 + 1,
        side,
        i16::from(rules.lane(object.zone)),
        position.map_or(0, |at| at as i16 + 1),
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
    for (flag, out) in statuses.iter_mut().enumerate() {
        *out = (object.flags >> flag & 1) as i16;
    }
    let (words, numbers) = rest.split_at_mut(keywords);
    let has = game.keywords(catalog, id);
    for (keyword, out) in words.iter_mut().enumerate() {
        *out = (has >> keyword & 1) as i16;
    }
    for (attribute, out) in numbers.iter_mut().enumerate() {
        *out = reader.value(id, AttributeId(attribute as u16));
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
    game: &Game,
    rows: &Rows,
    ranks: &[i16],
    legal: &[Action],
    out: &mut [i16],
) {
    for (action, out) in legal.iter().zip(out.chunks_exact_mut(ACTION)) {
        fill_action(rows, ranks, *action, out);
        let (object, _) = objects(*action);
        if rows.row(object).is_some() {
            out[8] = game.object(object).card.0 as i16 + 1;
        }
    }
}

/// One action, its card left out.
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
