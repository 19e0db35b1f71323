//! From a state and its legal actions to numbers.

use onplay_engine::id::{AbilityId, CardId, CounterId, ObjectId, Seat, ZoneId};
use onplay_engine::play::{Table, sees};
use onplay_engine::query::Reader;
use onplay_engine::state::{Action, Ask, Game, Prompt};

use crate::columns::{COURSE, Section, sections};
use crate::features::Inputs;
use crate::rows::{Rows, fill_actions, fill_object, fill_work};

/// Writes observations of one game.
#[derive(Clone)]
pub struct Encoder {
    pub(crate) table: Table,
    sections: Vec<Section>,
    most_actions: usize,
    /// By seat: all places, those of the seat itself first within each kind of zone.
    places: [Vec<ZoneId>; 2],
    /// By seat and place: where it stands in that order, from 1.
    ranks: [Vec<i16>; 2],
}

/// A position offers more actions than the encoder was made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyActions {
    /// How many are on offer.
    pub offered: usize,
    /// How many there is room for.
    pub most: usize,
}

impl std::fmt::Display for TooManyActions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let TooManyActions { offered, most } = self;
        write!(f, "{offered} actions are on offer and there is room for {most}; ask for more room")
    }
}

impl std::error::Error for TooManyActions {}

/// The sections, in their order.
const COURSE_AT: usize = 0;
const QUESTION_AT: usize = 1;
const OBJECTS_AT: usize = 2;
const ACTIONS_AT: usize = 3;
const STACK_AT: usize = 4;
const WAITING_AT: usize = 5;
const UNSEEN_AT: usize = 6;

impl Encoder {
    /// An encoder for a game, with room for this number of legal actions.
    pub fn new(table: &Table, most_actions: usize) -> Self {
        let rules = &table.catalog.rules;
        let all: Vec<ZoneId> = (1..rules.places() as u8).map(ZoneId).collect();
        let places = Seat::BOTH.map(|seat| {
            let mut places = all.clone();
            places.sort_by_key(|zone| {
                let shared = rules.zone_rule(*zone).is_some_and(|rule| !rule.per_seat);
                (rules.kind(*zone), !shared && rules.seat(*zone) != seat, rules.lane(*zone))
            });
            places
        });
        let ranks = places.each_ref().map(|places| {
            let mut ranks = vec![0; rules.places()];
            for (at, zone) in places.iter().enumerate() {
                ranks[zone.index()] = at as i16 + 1;
            }
            ranks
        });
        let sections = sections(table, most_actions);
        Encoder { table: table.clone(), sections, most_actions, places, ranks }
    }

    /// Whether this is the table it was made for.
    pub fn is_for(&self, table: &Table) -> bool {
        std::sync::Arc::ptr_eq(&self.table.catalog, &table.catalog)
    }

    /// How many numbers an observation has.
    pub fn len(&self) -> usize {
        self.sections.iter().map(Section::len).sum()
    }

    /// Whether it has none; it always has some.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The parts of an observation, in order.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// A part by its name.
    pub fn section(&self, name: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.name == name)
    }

    /// A text that is the same for two encoders exactly if their observations mean the
    /// same, but for the room for actions.
    pub fn layout(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for section in &self.sections {
            let rows = if section.name == "actions" { 0 } else { section.rows };
            hasher.update(format!("{} {rows}\n", section.name).as_bytes());
            for column in &section.columns {
                hasher.update(format!("{} {:?}\n", column.name, column.holds).as_bytes());
            }
        }
        hasher.finalize().to_hex()[..32].to_owned()
    }

    /// How many inputs of a network a row of a section becomes: one for a quantity or a
    /// reference to an object, one for each category of a name.
    pub fn inputs(&self, section: &str) -> Option<usize> {
        self.section(section).map(|section| Inputs::of(section).count())
    }

    /// How many legal actions there is room for.
    pub fn most_actions(&self) -> usize {
        self.most_actions
    }

    /// Puts legal actions into the order of their rows, which says nothing about where
    /// hidden cards lie and is the same from both seats.
    pub fn order(&self, game: &Game, seat: Seat, legal: &mut [Action]) {
        let rows = self.rows(&self.table.read(game), seat);
        rows.order(&self.ranks[seat.index()], legal);
    }

    /// Writes what a seat may know into `out`, completely; it holds zeros or an earlier
    /// observation of this game before. The legal actions are those of whoever decides;
    /// they are put in order, and written if that is the seat. Those for which there is no
    /// room are left out; [`Encoder::fits`] says whether there are any.
    ///
    /// # Panics
    /// `out` is not [`Encoder::len`] long.
    pub fn observe(&self, game: &Game, seat: Seat, legal: &mut [Action], out: &mut [i16]) {
        assert_eq!(out.len(), self.len(), "an observation has a fixed length");
        self.sections.iter().for_each(|section| section.clear(out));
        let reader = self.table.read(game);
        let legal: &mut [Action] = if game.to_decide() == Some(seat) { legal } else { &mut [] };
        let mut parts = Parts::new(&self.sections, out);
        let mut rows = self.rows(&reader, seat);
        rows.order(&self.ranks[seat.index()], legal);
        rows.mark_actors(legal);
        self.objects(&reader, seat, &rows, &mut parts);
        self.course(&reader, seat, &rows, parts.of(COURSE_AT));
        self.question(game, seat, &rows, parts.of(QUESTION_AT));
        fill_actions(&reader, &rows, &self.ranks[seat.index()], legal, parts.of(ACTIONS_AT));
        let stack = game.pending.stack.iter().rev();
        let stack = stack.map(|work| (work.source, work.ability, work.controller));
        fill_work(&reader, &rows, seat, stack, parts.of(STACK_AT));
        let waiting = game.pending.waiting().iter();
        let waiting =
            waiting.map(|trigger| (trigger.listener, trigger.ability, trigger.controller));
        fill_work(&reader, &rows, seat, waiting, parts.of(WAITING_AT));
        self.unseen(&reader, seat, &rows, parts.of(UNSEEN_AT));
    }

    /// Whether there is room for all legal actions.
    ///
    /// # Errors
    /// There is not.
    pub fn fits(&self, legal: &[Action]) -> Result<(), TooManyActions> {
        match legal.len() {
            offered if offered > self.most_actions => {
                Err(TooManyActions { offered, most: self.most_actions })
            }
            _ => Ok(()),
        }
    }

    /// A row for every card in sight, in the order of places.
    fn rows(&self, reader: &Reader, seat: Seat) -> Rows {
        let (game, catalog) = (reader.game, reader.catalog);
        let prompt = asked(game, seat);
        let mut rows = Rows::new();
        for zone in &self.places[seat.index()] {
            let ids = game.zone(*zone);
            if sees(catalog, seat, *zone) {
                rows.add_all(ids);
            } else if let Some(prompt) = prompt {
                // Cards that lie hidden and are shown for a choice come by name, because
                // where they lie is nobody's business, unless their order is asked for.
                let shown = ids.iter().filter(|id| prompt.candidates.contains(**id));
                let from = rows.len();
                shown.for_each(|id| rows.add(*id, 0));
                if prompt.ask != Ask::Order {
                    rows.sort_from(from, |id| game.object(id).card);
                }
            }
        }
        rows
    }

    fn objects(&self, reader: &Reader, seat: Seat, rows: &Rows, parts: &mut Parts) {
        let prompt = asked(reader.game, seat);
        let width = self.sections[OBJECTS_AT].columns.len();
        let out = parts.of(OBJECTS_AT);
        for (at, out) in out.chunks_exact_mut(width).take(rows.len()).enumerate() {
            fill_object(reader, seat, rows, prompt, at, out);
        }
    }

    fn course(&self, reader: &Reader, seat: Seat, rows: &Rows, out: &mut [i16]) {
        let game = reader.game;
        out[..COURSE].copy_from_slice(&[
            i16::from(game.turn.active == seat),
            i16::from(game.to_decide() == Some(seat)),
            i16::from(game.turn.phase),
            game.turn.number as i16,
            game.turn.round as i16,
            rows.of_handle(game, game.combat.attacker),
            rows.of_handle(game, game.combat.defender),
            i16::from(game.is_over()),
        ]);
        let names = &self.table.catalog.names;
        let counters = self.table.catalog.rules.counters.len();
        let keywords = names.all(onplay_engine::id::Class::Keyword).len();
        let mut at = COURSE;
        for of in [seat, seat.other()] {
            for counter in 0..counters {
                let hidden = self.table.catalog.rules.counters[counter].hidden && of != seat;
                let value = || self.table.frame.counter(reader, of, CounterId(counter as u16));
                out[at] = if hidden { 0 } else { value() };
                at += 1;
            }
            for keyword in 0..keywords {
                out[at] = (game.players[of.index()].keywords >> keyword & 1) as i16;
                at += 1;
            }
        }
        for zone in &self.places[seat.index()] {
            out[at] = game.zone(*zone).len() as i16;
            at += 1;
        }
        for zone in &self.places[seat.index()] {
            out[at] = game.slots[zone.index()];
            at += 1;
        }
    }

    fn question(&self, game: &Game, seat: Seat, rows: &Rows, out: &mut [i16]) {
        let Some(prompt) = game.pending.prompt() else { return };
        out[0] = 1 + prompt.ask as i16;
        out[1] = 1 + i16::from(prompt.reason.number());
        out[2] = rows.of_handle(game, prompt.source);
        if out[2] != 0 {
            let card = game.object(prompt.source.id).card;
            out[3] = ability_number_of(&self.table.read(game), card, prompt.ability);
        }
        out[4] = i16::from(prompt.min);
        out[5] = i16::from(prompt.max);
        out[9] = i16::from(prompt.seat == seat);
        if prompt.seat == seat {
            out[6] = prompt.low;
            out[7] = prompt.high;
            out[8] = i16::from(prompt.picked);
        }
    }

    /// The cards that are not in sight, counted: they lie in no order.
    fn unseen(&self, reader: &Reader, seat: Seat, rows: &Rows, out: &mut [i16]) {
        let (game, rules) = (reader.game, &reader.catalog.rules);
        let width = self.table.catalog.cards.len();
        for (index, object) in game.objects.iter().enumerate() {
            let id = ObjectId(index as u16);
            if object.zone == ZoneId::OUTSIDE || rows.row(id).is_some() {
                continue;
            }
            let shared = rules.zone_rule(object.zone).is_some_and(|rule| !rule.per_seat);
            let group = if shared { 2 } else { usize::from(object.owner != seat) };
            if object.card != CardId::HIDDEN {
                out[group * width + object.card.index()] += 1;
            }
        }
    }
}

/// The question that a seat has to answer.
fn asked(game: &Game, seat: Seat) -> Option<&Prompt> {
    game.pending.prompt().filter(|prompt| prompt.seat == seat)
}

/// The number of an ability on its card, from 1; 0 if it is not printed there.
pub(crate) fn ability_number_of(reader: &Reader, card: CardId, ability: AbilityId) -> i16 {
    let at = reader.catalog.program.of(card).position(|own| own == ability);
    at.map_or(0, |at| at as i16 + 1)
}

/// The parts of an observation being written.
struct Parts<'a> {
    sections: &'a [Section],
    out: &'a mut [i16],
}

impl<'a> Parts<'a> {
    fn new(sections: &'a [Section], out: &'a mut [i16]) -> Self {
        Parts { sections, out }
    }

    fn of(&mut self, section: usize) -> &mut [i16] {
        let Section { start, .. } = self.sections[section];
        &mut self.out[start..start + self.sections[section].len()]
    }
}
