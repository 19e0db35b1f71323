//! Alley's action table for learning agents: {type, s1, s2, s3}, its flat
//! index, and the observation of a seat. [alley 3]
//!
//! Slots count from 0; 5 is the leader. `token` is 1 where the token pays.
//!
//! | type | action | s1 | s2 | s3 |
//! |---|---|---|---|---|
//! | 0 | nothing: pass, decline, enough | | | |
//! | 1, 2 | to the garden, to the alley | hand | slot | token |
//! | 4 | a number | above the lowest | | |
//! | 5 | a place | its number | | |
//! | 6 | attack | attacker 0–5 | target 0–5 | |
//! | 7 | weapon | hand | slot 0–5 | token |
//! | 8 | spell | hand | | token |
//! | 9 | Defender | slot | | |
//! | 10 | portal | alley slot | garden slot | |
//! | 11 | ability of garden or leader; 6 is the gate | slot 0–6 | ability | |
//! | 12 | ability of the alley | ability | slot | |
//! | 13, 14 | what to pay with, what the effect is about | position | zone | |
//! | 15 | an option: order of triggers, modes | option | | |
//! | 16 | confirm | | | |
//! | 17 | mulligan | | | |
//! | 18 | pick a looked-at card | selection | | |
//! | 19 | the next card for the bottom | selection | | |
//!
//! Types 3, 20, 21 and 22 have their rows but are never offered: the engine
//! asks for the order one card at a time, and for a place after the card.

use onplay_engine::compile::Catalog;
use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::play::ActionSpace;
use onplay_engine::query::Reader;
use onplay_engine::state::{Action, Ask, Game, Outcome, Prompt, Reason, Stage, Task};

use super::{PLAIN, SLOTS, Symbols, TOKEN, phase, verb};

/// One action as a row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Row {
    pub kind: u8,
    pub s1: u8,
    pub s2: u8,
    pub s3: u8,
}

/// Cards that a pile can hold: a deck. [alley 1.1]
const PILE: usize = 50;
/// Types of the table.
const KINDS: usize = 23;
/// The slot number of a leader, and of a gate.
const LEADER: u8 = SLOTS;
const GATE: u8 = SLOTS + 1;

/// The types by name.
pub mod kind {
    pub const NOOP: u8 = 0;
    pub const GARDEN: u8 = 1;
    pub const ALLEY: u8 = 2;
    pub const NUMBER: u8 = 4;
    pub const PLACE: u8 = 5;
    pub const ATTACK: u8 = 6;
    pub const WEAPON: u8 = 7;
    pub const SPELL: u8 = 8;
    pub const DEFENDER: u8 = 9;
    pub const PORTAL: u8 = 10;
    pub const ABILITY: u8 = 11;
    pub const ALLEY_ABILITY: u8 = 12;
    pub const COST: u8 = 13;
    pub const EFFECT: u8 = 14;
    pub const OPTION: u8 = 15;
    pub const CONFIRM: u8 = 16;
    pub const MULLIGAN: u8 = 17;
    pub const PICK: u8 = 18;
    pub const BOTTOM: u8 = 19;
}

/// The phase of the ability that waits, as the published plan numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum AbilityPhase {
    #[default]
    None,
    Confirmation,
    CostSelection,
    EffectSelection,
}

/// Which phase of its lifecycle the ability that asks is in. [alley 2.1]
pub fn ability_phase(game: &Game) -> AbilityPhase {
    let asks = game.pending.work.last().filter(|work| work.task == Task::Ability);
    match asks.zip(game.pending.prompts().first()) {
        None => AbilityPhase::None,
        Some((work, _)) => match work.stage {
            Stage::Confirming => AbilityPhase::Confirmation,
            Stage::PayingCost => AbilityPhase::CostSelection,
            _ => AbilityPhase::EffectSelection,
        },
    }
}

/// The table with its flat numbering.
pub struct Numbers {
    symbols: Symbols,
    /// By type: its sizes in s1, s2 and s3, and where it starts.
    sizes: [[u16; 3]; KINDS],
    starts: [usize; KINDS + 1],
    /// The zones as a seat counts them: its own hand first, then its other
    /// zones, then the other seat's in the same order.
    zones: [Vec<ZoneId>; 2],
    cards: usize,
}

impl Numbers {
    pub(super) fn new(catalog: &Catalog, symbols: &Symbols) -> Self {
        let rules = &catalog.rules;
        let zones = Seat::BOTH.map(|seat| {
            let mut zones: Vec<ZoneId> = (1..rules.places() as u8).map(ZoneId).collect();
            let hand = symbols.hand[seat.index()];
            zones.sort_by_key(|zone| (rules.seat(*zone) != seat, *zone != hand, *zone));
            zones
        });
        let pile = PILE as u16;
        let slots = u16::from(SLOTS);
        let mut sizes = [[0; 3]; KINDS];
        sizes[0] = [1, 1, 1];
        sizes[1] = [pile, slots, 2];
        sizes[2] = [pile, slots, 2];
        sizes[4] = [64, 1, 1];
        sizes[5] = [64, 1, 1];
        sizes[6] = [slots + 1, slots + 1, 1];
        sizes[7] = [pile, slots + 1, 2];
        sizes[8] = [pile, 1, 2];
        sizes[9] = [slots, 1, 1];
        sizes[10] = [slots, slots, 1];
        sizes[11] = [slots + 2, 8, 1];
        sizes[12] = [8, slots, 1];
        sizes[13] = [pile, zones[0].len() as u16, 1];
        sizes[14] = [pile, zones[0].len() as u16, 1];
        sizes[15] = [64, 1, 1];
        sizes[16] = [1, 1, 1];
        sizes[17] = [1, 1, 1];
        sizes[18] = [pile, 1, 1];
        sizes[19] = [pile, 1, 1];
        sizes[20] = [1, 1, 1];
        sizes[21] = [pile, slots, 1];
        sizes[22] = [pile, slots + 1, 1];
        let mut starts = [0; KINDS + 1];
        for (kind, size) in sizes.iter().enumerate() {
            starts[kind + 1] =
                starts[kind] + size.iter().map(|size| *size as usize).product::<usize>();
        }
        Numbers { symbols: symbols.clone(), sizes, starts, zones, cards: catalog.cards.len() }
    }

    /// The flat number of a row, none if it is out of bounds.
    pub fn index(&self, row: Row) -> Option<usize> {
        let size = self.sizes.get(usize::from(row.kind))?;
        let parts = [row.s1, row.s2, row.s3].map(u16::from);
        let fits = parts.iter().zip(size).all(|(part, size)| part < size);
        let [s1, s2, s3] = parts.map(usize::from);
        let offset = (s1 * usize::from(size[1]) + s2) * usize::from(size[2]) + s3;
        fits.then(|| self.starts[usize::from(row.kind)] + offset)
    }

    /// The row with a flat number.
    pub fn row_at(&self, number: usize) -> Option<Row> {
        let kind = (0..KINDS).find(|kind| number < self.starts[kind + 1])?;
        let size = self.sizes[kind].map(usize::from);
        let offset = number - self.starts[kind];
        let (rest, s3) = (offset / size[2], offset % size[2]);
        let (s1, s2) = (rest / size[1], rest % size[1]);
        Some(Row { kind: kind as u8, s1: s1 as u8, s2: s2 as u8, s3: s3 as u8 })
    }

    /// An action as a row of the table, seen by the seat that decides.
    pub fn row(&self, reader: &Reader, action: Action) -> Option<Row> {
        let game = reader.game;
        let seat = game.to_decide()?;
        let prompt = game.pending.prompts().first();
        let row = |kind, s1, s2, s3| Some(Row { kind, s1, s2, s3 });
        match action {
            Action::Pass | Action::No | Action::Submit => row(kind::NOOP, 0, 0, 0),
            Action::Yes => row(kind::CONFIRM, 0, 0, 0),
            Action::Play { object, place, at } => {
                let hand = position(game, self.symbols.hand[seat.index()], object)?;
                let token = u8::from(at == TOKEN);
                if place == ZoneId::OUTSIDE {
                    return row(kind::SPELL, hand, 0, token);
                }
                let weapon =
                    reader.catalog.card(game.object(object).card).has_type(self.symbols.weapon);
                if weapon {
                    return row(kind::WEAPON, hand, self.fighter(seat, place)?, token);
                }
                match slot(self.symbols.garden[seat.index()], place) {
                    Some(slot) => row(kind::GARDEN, hand, slot, token),
                    None => row(
                        kind::ALLEY,
                        hand,
                        slot(self.symbols.alley[seat.index()], place)?,
                        token,
                    ),
                }
            }
            Action::Move { object, place, .. } => {
                let from = slot(self.symbols.alley[seat.index()], game.object(object).zone)?;
                row(kind::PORTAL, from, slot(self.symbols.garden[seat.index()], place)?, 0)
            }
            Action::Attack { attacker, target } => {
                let one = self.fighter(seat, game.object(attacker).zone)?;
                let two = self.fighter(seat.other(), game.object(target).zone)?;
                row(kind::ATTACK, one, two, 0)
            }
            Action::Activate { object, ability } => {
                let zone = game.object(object).zone;
                if zone == self.symbols.gate[seat.index()] {
                    return row(kind::ABILITY, GATE, ability, 0);
                }
                match self.fighter(seat, zone) {
                    Some(slot) => row(kind::ABILITY, slot, ability, 0),
                    None => row(
                        kind::ALLEY_ABILITY,
                        ability,
                        slot(self.symbols.alley[seat.index()], zone)?,
                        0,
                    ),
                }
            }
            Action::Special { verb: verb::DEFEND, object, .. } => {
                let zone = game.object(object).zone;
                row(kind::DEFENDER, slot(self.symbols.garden[seat.index()], zone)?, 0, 0)
            }
            Action::Special { verb: verb::MULLIGAN, .. } => row(kind::MULLIGAN, 0, 0, 0),
            Action::Special { .. } => None,
            Action::Choose(object) => self.choice_row(game, seat, prompt?, object),
            Action::ChooseOption(option) => row(kind::OPTION, option, 0, 0),
            Action::ChoosePlace(place) => row(kind::PLACE, place.0, 0, 0),
            Action::ChooseNumber(number) => {
                let above = number.checked_sub(prompt?.low)?;
                row(kind::NUMBER, u8::try_from(above).ok()?, 0, 0)
            }
        }
    }

    /// The action of a row, for the seat that decides.
    pub fn action_of(&self, reader: &Reader, row: Row) -> Option<Action> {
        let game = reader.game;
        let seat = game.to_decide()?;
        let prompt = game.pending.prompts().first();
        let symbols = &self.symbols;
        let at = if row.s3 == 1 { TOKEN } else { PLAIN };
        let card = |zone: ZoneId| game.zone(zone).get(usize::from(row.s1)).copied();
        let hand = symbols.hand[seat.index()];
        Some(match row.kind {
            kind::NOOP => match prompt.map(|prompt| prompt.ask) {
                None => Action::Pass,
                Some(Ask::YesNo) => Action::No,
                Some(_) => Action::Submit,
            },
            kind::GARDEN | kind::ALLEY => {
                let rows = if row.kind == kind::GARDEN { symbols.garden } else { symbols.alley };
                let place = ZoneId(rows[seat.index()].0 + row.s2);
                Action::Play { object: card(hand)?, place, at }
            }
            kind::WEAPON => {
                Action::Play { object: card(hand)?, place: self.fighter_zone(seat, row.s2), at }
            }
            kind::SPELL => Action::Play { object: card(hand)?, place: ZoneId::OUTSIDE, at },
            kind::NUMBER => Action::ChooseNumber(prompt?.low.checked_add(row.s1.into())?),
            kind::PLACE => Action::ChoosePlace(ZoneId(row.s1)),
            kind::ATTACK => Action::Attack {
                attacker: first(game, self.fighter_zone(seat, row.s1))?,
                target: first(game, self.fighter_zone(seat.other(), row.s2))?,
            },
            kind::DEFENDER => Action::Special {
                verb: verb::DEFEND,
                object: first(game, self.fighter_zone(seat, row.s1))?,
                other: ObjectId::NONE,
            },
            kind::PORTAL => Action::Move {
                object: first(game, ZoneId(symbols.alley[seat.index()].0 + row.s1))?,
                place: ZoneId(symbols.garden[seat.index()].0 + row.s2),
                at: u8::MAX,
            },
            kind::ABILITY => {
                let gate = row.s1 == GATE;
                let zone =
                    if gate { symbols.gate[seat.index()] } else { self.fighter_zone(seat, row.s1) };
                Action::Activate { object: first(game, zone)?, ability: row.s2 }
            }
            kind::ALLEY_ABILITY => {
                let zone = ZoneId(symbols.alley[seat.index()].0 + row.s2);
                Action::Activate { object: first(game, zone)?, ability: row.s1 }
            }
            kind::COST | kind::EFFECT => {
                Action::Choose(card(*self.zones[seat.index()].get(usize::from(row.s2))?)?)
            }
            kind::OPTION => Action::ChooseOption(row.s1),
            kind::CONFIRM => Action::Yes,
            kind::MULLIGAN => Action::Special {
                verb: verb::MULLIGAN,
                object: ObjectId::NONE,
                other: ObjectId::NONE,
            },
            kind::PICK | kind::BOTTOM => Action::Choose(card(symbols.selection[seat.index()])?),
            _ => return None,
        })
    }

    fn choice_row(
        &self,
        game: &Game,
        seat: Seat,
        prompt: &Prompt,
        object: ObjectId,
    ) -> Option<Row> {
        let zone = game.object(object).zone;
        let at = position(game, zone, object)?;
        if zone == self.symbols.selection[seat.index()] {
            let kind = if prompt.ask == Ask::Order { kind::BOTTOM } else { kind::PICK };
            return Some(Row { kind, s1: at, s2: 0, s3: 0 });
        }
        let place = self.zones[seat.index()].iter().position(|known| *known == zone)?;
        let kind = if prompt.reason == Reason::Cost { kind::COST } else { kind::EFFECT };
        Some(Row { kind, s1: at, s2: place as u8, s3: 0 })
    }

    /// The slot number of a garden slot or a leader.
    fn fighter(&self, seat: Seat, zone: ZoneId) -> Option<u8> {
        if zone == self.symbols.leader[seat.index()] {
            return Some(LEADER);
        }
        slot(self.symbols.garden[seat.index()], zone)
    }

    fn fighter_zone(&self, seat: Seat, slot: u8) -> ZoneId {
        if slot == LEADER {
            self.symbols.leader[seat.index()]
        } else {
            ZoneId(self.symbols.garden[seat.index()].0 + slot)
        }
    }
}

fn slot(first: ZoneId, zone: ZoneId) -> Option<u8> {
    zone.0.checked_sub(first.0).filter(|slot| *slot < SLOTS)
}

fn first(game: &Game, zone: ZoneId) -> Option<ObjectId> {
    game.zone(zone).first().copied()
}

fn position(game: &Game, zone: ZoneId, object: ObjectId) -> Option<u8> {
    let at = game.zones.position(zone, object)?;
    (at < PILE).then_some(at as u8)
}

/// Numbers of an observation for the game, for each seat and for each slot.
const PER_GAME: usize = 14;
const PER_SEAT: usize = 11;
const PER_SLOT: usize = 8;
/// Looked-at cards in an observation.
const LOOKED: usize = 10;

impl ActionSpace for Numbers {
    fn size(&self) -> usize {
        self.starts[KINDS]
    }

    fn number(&self, reader: &Reader, action: Action) -> Option<usize> {
        if !reader.has_named(action) {
            return None;
        }
        self.index(self.row(reader, action)?)
    }

    fn action(&self, reader: &Reader, number: usize) -> Option<Action> {
        self.action_of(reader, self.row_at(number)?)
    }

    fn observation_size(&self) -> usize {
        let slots = 2 * 2 * usize::from(SLOTS) * PER_SLOT;
        PER_GAME + 2 * PER_SEAT + slots + 2 * self.cards + PILE + LOOKED
    }

    /// The course of the game, both sides of the table, both discards by card,
    /// the own hand by position, and the cards this seat is looking at.
    fn observe(&self, reader: &Reader, seat: Seat, out: &mut [i16]) {
        out.fill(0);
        let mut out = Writer { out, at: 0 };
        self.observe_game(reader, seat, &mut out);
        for side in [seat, seat.other()] {
            self.observe_side(reader, side, &mut out);
        }
        for side in [seat, seat.other()] {
            let start = out.at;
            for id in reader.game.zone(self.symbols.discard[side.index()]) {
                out.out[start + reader.game.object(*id).card.index()] += 1;
            }
            out.at += self.cards;
        }
        self.observe_cards(reader, self.symbols.hand[seat.index()], PILE, &mut out);
        self.observe_cards(reader, self.symbols.selection[seat.index()], LOOKED, &mut out);
    }
}

struct Writer<'a> {
    out: &'a mut [i16],
    at: usize,
}

impl Writer<'_> {
    fn push(&mut self, number: i16) {
        self.out[self.at] = number;
        self.at += 1;
    }
}

impl Numbers {
    fn observe_game(&self, reader: &Reader, seat: Seat, out: &mut Writer) {
        let game = reader.game;
        out.push(i16::from(game.turn.active == seat));
        out.push(game.to_decide().map_or(-1, |decides| i16::from(decides == seat)));
        out.push(i16::from(game.turn.phase.min(phase::END)));
        out.push(game.turn.number as i16);
        out.push(ability_phase(game) as i16);
        out.push(match game.outcome() {
            Outcome::Playing => 0,
            Outcome::Won(winner) if winner == seat => 1,
            Outcome::Won(_) => 2,
            Outcome::Drawn => 3,
        });
        let enemy = game.turn.active.other();
        let fighter = |side: Seat, handle: onplay_engine::id::Handle| {
            if !game.is_same(handle) {
                return 0;
            }
            self.fighter(side, game.object(handle.id).zone).map_or(0, |slot| i16::from(slot) + 1)
        };
        out.push(fighter(game.turn.active, game.combat.attacker));
        out.push(fighter(enemy, game.combat.defender));
        let asked = game.pending.prompts().first().filter(|prompt| prompt.seat == seat);
        out.push(asked.map_or(0, |prompt| prompt.ask as i16 + 1));
        out.push(asked.map_or(0, |prompt| i16::from(prompt.reason == Reason::Cost)));
        out.push(asked.map_or(0, |prompt| prompt.min.into()));
        out.push(asked.map_or(0, |prompt| prompt.max.into()));
        out.push(asked.map_or(0, |prompt| prompt.picked.into()));
        let source = asked.filter(|prompt| prompt.source.is_some());
        let source = source.and_then(|prompt| reader.look(prompt.source));
        out.push(source.map_or(0, |snapshot| snapshot.card.0 as i16 + 1));
    }

    fn observe_side(&self, reader: &Reader, side: Seat, out: &mut Writer) {
        let (game, symbols, at) = (reader.game, &self.symbols, side.index());
        let count = |zone: ZoneId| game.zones.len(zone) as i16;
        let tapped = |id: ObjectId| i16::from(game.object(id).has(symbols.tapped));
        let leader = first(game, symbols.leader[at]);
        out.push(leader.map_or(0, |id| reader.value(id, symbols.health)));
        out.push(leader.map_or(0, |id| reader.value(id, symbols.attack)));
        out.push(leader.map_or(0, tapped));
        out.push(first(game, symbols.gate[at]).map_or(0, tapped));
        out.push(count(symbols.hand[at]));
        out.push(count(symbols.deck[at]));
        out.push(count(symbols.discard[at]));
        out.push(count(symbols.pile[at]));
        out.push(count(symbols.area[at]));
        let area = game.zone(symbols.area[at]);
        out.push(area.iter().map(|id| 1 - tapped(*id)).sum());
        out.push(game.counter(side, symbols.token));
        for row in [symbols.garden[at], symbols.alley[at]] {
            for slot in 0..SLOTS {
                let id = first(game, ZoneId(row.0 + slot));
                self.observe_slot(reader, id, out);
            }
        }
    }

    fn observe_slot(&self, reader: &Reader, id: Option<ObjectId>, out: &mut Writer) {
        let Some(id) = id else {
            out.at += PER_SLOT;
            return;
        };
        let (game, symbols) = (reader.game, &self.symbols);
        let object = game.object(id);
        out.push(object.card.0 as i16 + 1);
        out.push(reader.value(id, symbols.attack));
        out.push(reader.value(id, symbols.health));
        out.push(i16::from(object.has(symbols.tapped)));
        out.push(i16::from(object.has(symbols.cooldown)));
        out.push(i16::from(object.has(symbols.frozen)));
        out.push((object.granted | reader.catalog.card(object.card).keywords) as i16);
        out.push(reader.attachments(id).count() as i16);
    }

    fn observe_cards(&self, reader: &Reader, zone: ZoneId, most: usize, out: &mut Writer) {
        for (at, id) in reader.game.zone(zone).iter().take(most).enumerate() {
            out.out[out.at + at] = reader.game.object(*id).card.0 as i16 + 1;
        }
        out.at += most;
    }
}
