//! Numbers for learning agents: every action has a stable number, what is on
//! offer is a mask over the numbers, and what a seat may know is a row of
//! numbers whose length never changes.
//!
//! A game can bring its own table; [`Plain`] serves those that do not.

use crate::id::{CardId, ObjectId, Seat, ZoneId};
use crate::play::{Table, sees, shown};
use crate::query::Reader;
use crate::rulebook::{Rules, VALUES};
use crate::state::{Action, PICKS};

/// The numbers of one game. For the seat that decides, `number` and `action`
/// are each other's inverse on everything that can be on offer.
pub trait ActionSpace: Sync + Send {
    /// How many numbers there are: the length of a mask.
    fn size(&self) -> usize;

    /// The number of an action, none if the game can never offer it.
    fn number(&self, reader: &Reader, action: Action) -> Option<usize>;

    /// The action with this number; it need not be on offer.
    fn action(&self, reader: &Reader, number: usize) -> Option<Action>;

    /// How long an observation is.
    fn observation_size(&self) -> usize;

    /// Writes what a seat may know, and nothing else. `out` is as long as
    /// [`ActionSpace::observation_size`] says and is written completely.
    fn observe(&self, reader: &Reader, seat: Seat, out: &mut [i16]);
}

impl Table {
    /// Runs `work` with the numbers of the game: its own or the plain ones.
    pub fn with_numbers<T>(&self, work: impl FnOnce(&dyn ActionSpace) -> T) -> T {
        match self.frame.action_space() {
            Some(space) => work(space),
            None => work(&Plain::new(&self.catalog.rules, self.frame.special_actions())),
        }
    }

    /// Sets a bit for every action on offer; the mask is cleared first and is
    /// made as long as needed.
    pub fn legal_mask(&self, game: &crate::state::Game, mask: &mut Vec<u64>) {
        self.with_numbers(|space| {
            mask.clear();
            mask.resize(space.size().div_ceil(64), 0);
            let reader = self.read(game);
            self.with_actions(game, |actions| {
                for number in actions.iter().filter_map(|action| space.number(&reader, *action)) {
                    mask[number / 64] |= 1 << (number % 64);
                }
            });
        });
    }

    /// What a seat may know, as numbers.
    pub fn observe(&self, game: &crate::state::Game, seat: Seat, out: &mut Vec<i16>) {
        self.with_numbers(|space| {
            out.clear();
            out.resize(space.observation_size(), 0);
            space.observe(&self.read(game), seat, out);
        });
    }
}

/// Numbers for games that bring no table: mixed digits over objects, places
/// and options. They are many, but they need nothing from the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plain {
    objects: usize,
    places: usize,
    verbs: usize,
}

/// Positions in a row that [`Action::Play`] and [`Action::Move`] can name; the
/// last stands for the end.
const POSITIONS: usize = 18;
/// Activated abilities of a card, options of a choice, and the numbers from
/// `-NUMBERS / 2` on that can be chosen.
const ABILITIES: usize = 8;
const OPTIONS: usize = 64;
const NUMBERS: usize = 512;
/// Numbers for each object, for each seat and for the game in an observation.
const PER_OBJECT: usize = 8 + VALUES;
const PER_SEAT: usize = crate::rulebook::COUNTERS;
const PER_GAME: usize = 12 + PICKS;

impl Plain {
    /// The numbering for a game with these places, whose frame has this number of verbs.
    pub fn new(rules: &Rules, verbs: usize) -> Self {
        Plain { objects: rules.capacity, places: rules.places(), verbs }
    }

    /// The number of objects, no object included.
    fn targets(&self) -> usize {
        self.objects + 1
    }

    /// Where each kind of action starts; the last entry is the size.
    fn starts(&self) -> [usize; 11] {
        let sizes = [
            4,
            OPTIONS,
            NUMBERS,
            self.places,
            self.objects,
            self.objects * self.places * POSITIONS,
            self.objects * ABILITIES,
            self.objects * self.objects,
            self.objects * self.places * POSITIONS,
            self.verbs * self.targets() * self.targets(),
        ];
        let mut starts = [0; 11];
        for (at, size) in sizes.into_iter().enumerate() {
            starts[at + 1] = starts[at] + size;
        }
        starts
    }

    fn placed(&self, object: ObjectId, place: ZoneId, at: u8) -> Option<usize> {
        let at = if at == u8::MAX { POSITIONS - 1 } else { usize::from(at) };
        (at < POSITIONS).then(|| (object.index() * self.places + place.index()) * POSITIONS + at)
    }

    fn place_of(&self, number: usize) -> (ObjectId, ZoneId, u8) {
        let (rest, at) = (number / POSITIONS, number % POSITIONS);
        let at = if at == POSITIONS - 1 { u8::MAX } else { at as u8 };
        (ObjectId((rest / self.places) as u16), ZoneId((rest % self.places) as u8), at)
    }

    fn target(&self, object: ObjectId) -> usize {
        if object.is_none() { self.objects } else { object.index() }
    }

    fn target_of(&self, number: usize) -> ObjectId {
        if number == self.objects { ObjectId::NONE } else { ObjectId(number as u16) }
    }
}

impl ActionSpace for Plain {
    fn size(&self) -> usize {
        self.starts()[10]
    }

    fn number(&self, reader: &Reader, action: Action) -> Option<usize> {
        // What is not there would have the number of something else.
        if !reader.has_named(action) {
            return None;
        }
        let starts = self.starts();
        let (kind, offset) = match action {
            Action::Pass => (0, 0),
            Action::Submit => (0, 1),
            Action::Yes => (0, 2),
            Action::No => (0, 3),
            Action::ChooseOption(option) => (1, usize::from(option)),
            Action::ChooseNumber(number) => {
                (2, usize::try_from(i32::from(number) + NUMBERS as i32 / 2).ok()?)
            }
            Action::ChoosePlace(place) => (3, place.index()),
            Action::Choose(object) => (4, object.index()),
            Action::Play { object, place, at } => (5, self.placed(object, place, at)?),
            Action::Activate { object, ability } => {
                if usize::from(ability) >= ABILITIES {
                    return None;
                }
                (6, object.index() * ABILITIES + usize::from(ability))
            }
            Action::Attack { attacker, target } => {
                (7, attacker.index() * self.objects + target.index())
            }
            Action::Move { object, place, at } => (8, self.placed(object, place, at)?),
            Action::Special { verb, object, other } => {
                let pair = self.target(object) * self.targets() + self.target(other);
                (9, usize::from(verb) * self.targets() * self.targets() + pair)
            }
        };
        let number = starts[kind] + offset;
        (number < starts[kind + 1]).then_some(number)
    }

    fn action(&self, _reader: &Reader, number: usize) -> Option<Action> {
        let starts = self.starts();
        let kind = (0..10).find(|kind| number < starts[kind + 1])?;
        let offset = number - starts[kind];
        Some(match kind {
            0 => [Action::Pass, Action::Submit, Action::Yes, Action::No][offset],
            1 => Action::ChooseOption(offset as u8),
            2 => Action::ChooseNumber(offset as i16 - NUMBERS as i16 / 2),
            3 => Action::ChoosePlace(ZoneId(offset as u8)),
            4 => Action::Choose(ObjectId(offset as u16)),
            5 => {
                let (object, place, at) = self.place_of(offset);
                Action::Play { object, place, at }
            }
            6 => Action::Activate {
                object: ObjectId((offset / ABILITIES) as u16),
                ability: (offset % ABILITIES) as u8,
            },
            7 => Action::Attack {
                attacker: ObjectId((offset / self.objects) as u16),
                target: ObjectId((offset % self.objects) as u16),
            },
            8 => {
                let (object, place, at) = self.place_of(offset);
                Action::Move { object, place, at }
            }
            _ => {
                let pairs = self.targets() * self.targets();
                let pair = offset % pairs;
                Action::Special {
                    verb: (offset / pairs) as u8,
                    object: self.target_of(pair / self.targets()),
                    other: self.target_of(pair % self.targets()),
                }
            }
        })
    }

    fn observation_size(&self) -> usize {
        PER_GAME + 2 * PER_SEAT + self.objects * PER_OBJECT
    }

    fn observe(&self, reader: &Reader, seat: Seat, out: &mut [i16]) {
        let (head, rest) = out.split_at_mut(PER_GAME);
        let (seats, objects) = rest.split_at_mut(2 * PER_SEAT);
        observe_game(reader, seat, head);
        for (at, of) in [seat, seat.other()].into_iter().enumerate() {
            let counters = &mut seats[at * PER_SEAT..(at + 1) * PER_SEAT];
            counters.copy_from_slice(&reader.game.players[of.index()].counters);
            for (counter, rule) in reader.catalog.rules.counters.iter().enumerate() {
                if rule.hidden && of != seat {
                    counters[counter] = 0;
                }
            }
        }
        let shown = shown(reader.game, seat);
        for (index, out) in objects.chunks_exact_mut(PER_OBJECT).enumerate() {
            let id = ObjectId(index as u16);
            let zone = reader.game.object(id).zone;
            let known = sees(reader.catalog, seat, zone) || shown.contains(id);
            observe_object(reader, seat, id, known, out);
        }
    }
}

/// What everybody knows about the course of the game, and the question if it
/// is this seat's.
fn observe_game(reader: &Reader, seat: Seat, out: &mut [i16]) {
    let game = reader.game;
    out.fill(0);
    out[0] = i16::from(game.turn.active == seat);
    out[1] = game.to_decide().map_or(-1, |decides| i16::from(decides == seat));
    out[2] = i16::from(game.turn.phase);
    out[3] = game.turn.number as i16;
    out[4] = game.turn.round as i16;
    out[5] = game.pending.work.last().map_or(-1, |work| work.stage as i16);
    out[6] = game.pending.stack.len() as i16;
    out[7] = object_number(game.combat.attacker.id);
    out[8] = object_number(game.combat.defender.id);
    if let Some(prompt) = game.pending.prompts().first().filter(|prompt| prompt.seat == seat) {
        out[9] = 1 + prompt.ask as i16;
        out[10] = i16::from(prompt.min);
        out[11] = i16::from(prompt.max);
        for (out, pick) in out[12..].iter_mut().zip(prompt.picks()) {
            *out = object_number(*pick);
        }
    }
}

fn object_number(id: ObjectId) -> i16 {
    if id.is_none() { 0 } else { id.0 as i16 + 1 }
}

/// Who owns an object and where it lies can be seen from the outside; the rest
/// only by who sees its face.
fn observe_object(reader: &Reader, seat: Seat, id: ObjectId, known: bool, out: &mut [i16]) {
    let (game, rules) = (reader.game, &reader.catalog.rules);
    let object = game.object(id);
    out.fill(0);
    if object.zone == ZoneId::OUTSIDE {
        return;
    }
    out[0] = rules.kind(object.zone).0 as i16 + 1;
    out[1] = i16::from(rules.lane(object.zone));
    out[2] = i16::from(rules.seat(object.zone) == seat);
    out[3] = i16::from(object.owner == seat);
    if !known || object.card == CardId::HIDDEN {
        return;
    }
    out[4] = object.card.0 as i16 + 1;
    out[5] = object.flags as i16;
    out[6] = (object.granted | reader.catalog.card(object.card).keywords) as i16;
    out[7] = object_number(reader.game.host(id));
    for (value, out) in out[8..].iter_mut().enumerate() {
        *out = object.values[value].saturating_add(object.bonus[value]);
    }
}
