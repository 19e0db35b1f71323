//! Laying out a table by hand: `p1 lane 1: Odin, Loki [exhausted, attack=3]`.

use onplay_engine::id::{AttributeId, Class, CounterId, FlagId, ObjectId, Seat, ZoneId};
use onplay_engine::mutate::{Engine, fresh_values};
use onplay_engine::rulebook::{Role, Shape, Sight, ZoneRule};
use onplay_games::kit::Kit;
use onplay_games::words::{self, Words};

use crate::moment::{self, Moment, Passing};

/// One thing to lay out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lay {
    Cards { zone: ZoneId, seat: Seat, cards: Vec<LaidCard> },
    Counter { seat: Seat, counter: CounterId, value: i16 },
    Slot { zone: ZoneId, value: i16 },
    Turn(u16),
    Round(u16),
}

/// One card with what it has beyond the printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaidCard {
    card: onplay_engine::id::CardId,
    copies: usize,
    flags: Vec<FlagId>,
    values: Vec<(AttributeId, i16)>,
    /// The name of what it is attached to.
    host: Option<String>,
    /// It belongs to the other player.
    owner: Option<Seat>,
    /// Abilities whose limit is used up, by bit.
    used: u8,
    /// Which of all objects in play it was to enter, from 1.
    entered: Option<u16>,
    passing: Vec<Passing>,
}

/// What was laid out, with the object it became.
pub type Laid<'a> = Vec<(ObjectId, &'a LaidCard)>;

/// Reads the parts of a setup line, separated by semicolons.
///
/// # Errors
/// The words that are not understood.
pub fn read(kit: &Kit, text: &str) -> Result<Vec<Lay>, String> {
    text.split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(|part| read_part(kit, part))
        .collect()
}

fn read_part(kit: &Kit, part: &str) -> Result<Lay, String> {
    let (head, tail) = part.split_once(':').ok_or_else(|| {
        format!("`{part}` has no colon: write `p1 hand: Card, Card` or `p1 energy: 3`")
    })?;
    let (head, tail) = (head.trim(), tail.trim());
    match head {
        "turn" => return number(tail).map(|turn| Lay::Turn(turn as u16)),
        "round" => return number(tail).map(|round| Lay::Round(round as u16)),
        _ => {}
    }
    let game = onplay_engine::state::Game::new(&kit.table.catalog, 0);
    let words = Words::new(kit.table.read(&game));
    if let Some(place) = head.strip_prefix("slot ") {
        let zone = onplay_games::typed::find_place(&words, &game, place)
            .ok_or_else(|| unknown_place(kit, &words, place))?;
        return Ok(Lay::Slot { zone, value: number(tail)? });
    }
    if let Some(zone) = onplay_games::typed::find_place(&words, &game, head) {
        let seat = kit.table.catalog.rules.seat(zone);
        let cards = split_cards(kit, tail)
            .into_iter()
            .map(|card| read_card(kit, &card))
            .collect::<Result<_, _>>()?;
        return Ok(Lay::Cards { zone, seat, cards });
    }
    let (seat, name) = head.split_once(' ').ok_or_else(|| unknown_place(kit, &words, head))?;
    let seat = words::seat(seat).ok_or_else(|| format!("`{seat}` is not a seat: p1 or p2"))?;
    match kit.table.catalog.names.find(Class::Counter, name) {
        Some(counter) => {
            Ok(Lay::Counter { seat, counter: CounterId(counter), value: number(tail)? })
        }
        None => Err(unknown_place(kit, &words, head)),
    }
}

pub(crate) fn unknown_place(kit: &Kit, words: &Words, text: &str) -> String {
    let places: Vec<String> =
        (1..kit.table.catalog.rules.places() as u8).map(|zone| words.place(ZoneId(zone))).collect();
    let counters = kit.table.catalog.names.all(Class::Counter);
    let of_seats = Seat::BOTH
        .iter()
        .flat_map(|seat| counters.iter().map(move |counter| format!("{seat} {counter}")));
    let known: Vec<String> = places.iter().cloned().chain(of_seats).collect();
    let near = onplay_cards::diagnostic::nearest(text, known.iter().map(String::as_str));
    let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    format!(
        "`{text}` is not a place or counter of this game; {near}places: {}; counters: {}",
        places.join(", "),
        counters.join(", ")
    )
}

fn number(text: &str) -> Result<i16, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}

/// Splits at commas that are not inside brackets and not in a card's name.
fn split_cards(kit: &Kit, text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for letter in text.chars() {
        match letter {
            '[' => depth += 1,
            ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(letter);
        }
    }
    let trimmed = parts.iter().map(|part| part.trim().to_owned());
    let parts = trimmed.filter(|part| !part.is_empty() && part != "empty");
    let mut cards: Vec<String> = Vec::new();
    for part in parts {
        let joined = cards.last().map(|last| format!("{last}, {part}"));
        let known = |text: &str| kit.book.card(split_details(text).0).is_some();
        match (joined, cards.last_mut()) {
            (Some(joined), Some(last)) if !known(last) && known(&joined) => *last = joined,
            _ => cards.push(part),
        }
    }
    cards
}

/// The name of a card without how many, and its details.
fn split_details(text: &str) -> (&str, usize, &str) {
    let (name, details) = match text.split_once('[') {
        Some((name, details)) => (name.trim(), details.trim_end_matches(']')),
        None => (text, ""),
    };
    // A number at the end is how many of them, unless it is part of the name.
    match name.rsplit_once(" x") {
        Some((name, count)) if count.parse::<usize>().is_ok() => {
            (name.trim(), count.parse().unwrap_or(1), details)
        }
        _ => (name, 1, details),
    }
}

fn read_card(kit: &Kit, text: &str) -> Result<LaidCard, String> {
    let (name, copies, details) = split_details(text);
    let card = kit.book.card(name).ok_or_else(|| {
        let known = kit.table.catalog.names.all(Class::Card);
        match onplay_cards::diagnostic::nearest(name, known.iter().map(String::as_str)) {
            Some(near) => format!("there is no card `{name}`; did you mean `{near}`?"),
            None => format!("there is no card `{name}`"),
        }
    })?;
    let mut laid = LaidCard {
        card,
        copies,
        flags: Vec::new(),
        values: Vec::new(),
        host: None,
        owner: None,
        used: 0,
        entered: None,
        passing: Vec::new(),
    };
    for detail in split_hosts(kit, details) {
        read_detail(kit, &mut laid, &detail)?;
    }
    Ok(laid)
}

/// Splits details at commas that are not in the name of a host.
fn split_hosts(kit: &Kit, details: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for part in details.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let open = all.last_mut().filter(|last| {
            let host = last.strip_prefix("on ").map(|host| host.split('@').next().unwrap_or(host));
            host.is_some_and(|host| kit.book.card(host).is_none())
        });
        match open {
            Some(last) => *last = format!("{last}, {part}"),
            None => all.push(part.to_owned()),
        }
    }
    all
}

fn read_detail(kit: &Kit, laid: &mut LaidCard, detail: &str) -> Result<(), String> {
    let names = &kit.table.catalog.names;
    if let Some(host) = detail.strip_prefix("on ") {
        laid.host = Some(host.to_owned());
        return Ok(());
    }
    if let Some(owner) = detail.strip_prefix("owned by ") {
        laid.owner = Some(words::seat(owner).ok_or_else(|| format!("`{owner}` is not a seat"))?);
        return Ok(());
    }
    if let Some(ability) = detail.strip_prefix("used ") {
        let number = number(ability)?;
        if !(1..=8).contains(&number) {
            return Err(format!("`{detail}`: abilities are counted from 1 to 8"));
        }
        laid.used |= 1 << (number - 1);
        return Ok(());
    }
    if let Some(rank) = detail.strip_prefix("entered ") {
        laid.entered = Some(number(rank)? as u16);
        return Ok(());
    }
    if let Some((change, until)) = detail.split_once(" until ") {
        laid.passing.push(moment::read_passing(kit, change, until)?);
        return Ok(());
    }
    if let Some((attribute, value)) = detail.split_once('=') {
        let attribute = attribute.trim();
        let id = names.find(Class::Attribute, attribute).ok_or_else(|| {
            format!(
                "`{attribute}` is not an attribute; attributes: {}",
                names.all(Class::Attribute).join(", ")
            )
        })?;
        laid.values.push((AttributeId(id), number(value.trim())?));
        return Ok(());
    }
    let id = names.find(Class::Flag, detail).ok_or_else(|| {
        format!(
            "`{detail}` is not a status; statuses: {}; write `attack=3` for an attribute",
            names.all(Class::Flag).join(", ")
        )
    })?;
    laid.flags.push(FlagId(id));
    Ok(())
}

/// Lays things out. What does not fit is an error.
///
/// # Errors
/// No room, or a host that is not there.
pub fn lay<'a>(engine: &mut Engine, parts: &'a [Lay]) -> Result<Laid<'a>, String> {
    let mut objects: Laid = Vec::new();
    let mut attached: Vec<(ObjectId, String)> = Vec::new();
    for part in parts {
        match part {
            Lay::Turn(turn) => engine.game.turn.number = *turn,
            Lay::Round(round) => engine.game.turn.round = *round,
            Lay::Slot { zone, value } => engine.game.slots[zone.index()] = *value,
            Lay::Counter { seat, counter, value } => engine.set_counter(*seat, *counter, *value),
            Lay::Cards { zone, seat, cards } => {
                for laid in cards {
                    for _ in 0..laid.copies {
                        let id = engine
                            .create_object(laid.card, laid.owner.unwrap_or(*seat), *zone)
                            .ok_or("there is no room for more objects")?;
                        if let Some(host) = &laid.host {
                            attached.push((id, host.clone()));
                        }
                        dress(engine, id, laid);
                        objects.push((id, laid));
                    }
                }
            }
        }
    }
    for (id, host) in attached {
        let words = Words::new(engine.reader());
        let host = onplay_games::typed::find_object(&words, engine.game, &host)
            .ok_or_else(|| format!("there is no `{host}` to attach to"))?;
        engine.attach(id, host);
    }
    for zone in 1..engine.catalog.rules.places() as u8 {
        if engine.catalog.rules.zone_rule(ZoneId(zone)).is_some_and(is_from_top_down) {
            engine.game.zones.reorder(ZoneId(zone)).reverse();
        }
    }
    Ok(objects)
}

/// Whether a zone is written from the top down, its last card being its top: decks, and
/// other piles that nobody sees into.
pub fn is_from_top_down(zone: &ZoneRule) -> bool {
    zone.role == Role::Deck || (zone.sight == Sight::Nobody && zone.shape == Shape::Pile)
}

/// Puts right, after the game has taken the table over, what it does not take
/// from a layout: the moment of a real game, and changes that pass.
///
/// # Errors
/// An object that is not there.
pub fn settle(
    engine: &mut Engine,
    parts: &[Lay],
    laid: &Laid,
    moment: Option<&Moment>,
) -> Result<(), String> {
    if let Some(moment) = moment {
        for part in parts {
            match part {
                Lay::Turn(turn) => engine.game.turn.number = *turn,
                Lay::Round(round) => engine.game.turn.round = *round,
                Lay::Counter { seat, counter, value } => {
                    engine.set_counter(*seat, *counter, *value);
                }
                Lay::Cards { .. } | Lay::Slot { .. } => {}
            }
        }
        for (id, laid) in laid {
            fresh_values(engine.game, engine.catalog, *id);
            dress(engine, *id, laid);
            if let Some(rank) = laid.entered {
                engine.game.object_mut(*id).entered = rank;
            }
        }
        moment.settle(engine)?;
    }
    for (id, laid) in laid {
        laid.passing.iter().for_each(|passing| passing.settle(engine, *id));
    }
    engine.skip_pending_checks();
    engine.game.rebuild_derived(engine.catalog);
    Ok(())
}

fn dress(engine: &mut Engine, id: ObjectId, laid: &LaidCard) {
    let mut flags = 0;
    for flag in &laid.flags {
        flags |= 1 << flag.0;
    }
    for (attribute, value) in &laid.values {
        if let Some(live) = engine.catalog.rules.live(*attribute) {
            engine.game.object_mut(id).values[live] = *value;
        }
    }
    engine.game.object_mut(id).flags = flags;
    engine.game.use_up(id, laid.used);
}

impl LaidCard {
    pub fn is_passing(&self) -> bool {
        !self.passing.is_empty()
    }
}
