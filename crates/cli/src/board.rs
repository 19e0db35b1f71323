//! The table drawn in text: any game, by the shape of its zones.

use onplay_engine::id::{
    AttributeId, CardId, Class, CounterId, FlagId, ObjectId, Seat, ZoneId, ZoneKind,
};
use onplay_engine::query::Reader;
use onplay_engine::rulebook::{Role, Shape};
use onplay_engine::state::{Game, Object};
use onplay_games::kit::Kit;
use onplay_games::spoken::Names;
use onplay_games::words::Words;

use crate::card_face;
use crate::room::{Room, Tall};
use crate::text::{Line, Tone, cut, wrap};

/// Draws a game that may be shown. Hidden cards in it are covered.
pub struct Board<'a> {
    kit: &'a Kit,
    game: &'a Game,
    reader: Reader<'a>,
    /// Whose side is at the bottom.
    near: Seat,
    names: Names,
}

impl<'a> Board<'a> {
    pub fn new(kit: &'a Kit, game: &'a Game, near: Seat, names: Names) -> Self {
        Board { kit, game, reader: kit.table.read(game), near, names }
    }

    fn words(&self) -> Words<'a> {
        Words::new(self.reader)
    }

    fn tone(&self, seat: Seat) -> Tone {
        if seat == Seat::ONE { Tone::One } else { Tone::Two }
    }

    /// One line about the moment.
    pub fn title(&self) -> Line {
        let game = self.game;
        let phase = self.kit.table.frame.phase_name(game);
        let round = if game.turn.round > 0 {
            format!(" · round {}", game.turn.round)
        } else {
            String::new()
        };
        // Before the first turn there is only the phase.
        let turn = match game.turn.number {
            0 => String::new(),
            number => format!(" · turn {number}"),
        };
        let line = Line::of(Tone::Strong, self.kit.book.game.title.clone())
            .add(Tone::Plain, format!("{round}{turn} · {phase} · "));
        match game.to_decide() {
            Some(seat) => {
                let verb = self.names.verb(seat, "decide", "decides");
                line.add(self.tone(seat), format!("{} {verb}", self.names.subject(seat)))
            }
            None => line.add(Tone::Good, self.names.outcome(game.outcome())),
        }
    }

    /// The whole table: far side, stack, near side.
    pub fn lines(&self, room: Room) -> Vec<Line> {
        let (far, near) = (self.near.other(), self.near);
        let mut lines = self.player(far, room.width);
        let kinds = self.kinds();
        let (grids, piles): (Vec<ZoneKind>, Vec<ZoneKind>) =
            kinds.into_iter().partition(|kind| self.is_grid(*kind));
        // Beside lanes or slots an empty zone is not worth a line.
        let only = piles.len() == 1 && grids.is_empty();
        lines.extend(self.piles(&piles, far, room.width, only));
        self.grids(&grids, room, &mut lines);
        lines.extend(self.stack(room.width));
        lines.extend(self.piles(&piles, near, room.width, only));
        lines.extend(self.player(near, room.width));
        lines
    }

    /// Kinds of zones on the board, in the order of the game's file.
    fn kinds(&self) -> Vec<ZoneKind> {
        let zones = &self.kit.table.catalog.rules.zones;
        let on_board = |kind: &ZoneKind| {
            let zone = &zones[kind.index()];
            zone.role == Role::Play
                || zone.in_play
                || (zone.role == Role::Other && zone.shape != Shape::Pile)
        };
        (0..zones.len() as u16).map(ZoneKind).filter(on_board).collect()
    }

    fn is_grid(&self, kind: ZoneKind) -> bool {
        let zone = &self.kit.table.catalog.rules.zones[kind.index()];
        zone.shape != Shape::Pile && zone.places > 1
    }

    /// Lanes and slots: the far side's rows above, the near side's below, one
    /// column for each place.
    fn grids(&self, kinds: &[ZoneKind], room: Room, lines: &mut Vec<Line>) {
        if kinds.is_empty() {
            return;
        }
        for kind in kinds.iter().rev() {
            self.grid_side(*kind, self.near.other(), room, lines);
        }
        lines.push(Line::of(Tone::Soft, "─".repeat(room.width)));
        for kind in kinds {
            if self.kit.table.catalog.rules.zones[kind.index()].per_seat {
                self.grid_side(*kind, self.near, room, lines);
            }
        }
    }

    fn grid_side(&self, kind: ZoneKind, seat: Seat, room: Room, lines: &mut Vec<Line>) {
        let rules = &self.kit.table.catalog.rules;
        let places = usize::from(rules.zones[kind.index()].places);
        // Places that do not fit beside each other go below each other.
        let columns = places.min((room.width / MIN_CELL).max(1));
        let zones: Vec<ZoneId> =
            (0..places as u8).map(|index| rules.zone(kind, seat, index)).collect();
        for row in zones.chunks(columns) {
            self.grid_row(row, columns, seat, room, lines);
        }
    }

    fn grid_row(
        &self,
        zones: &[ZoneId],
        columns: usize,
        seat: Seat,
        room: Room,
        lines: &mut Vec<Line>,
    ) {
        let is_empty =
            |zone: &ZoneId| self.game.zone(*zone).is_empty() && self.game.slots[zone.index()] == 0;
        if !room.empty && zones.iter().all(is_empty) {
            return;
        }
        let cell = room.width / columns;
        let mut heads = Line::new();
        for zone in zones {
            heads = heads.join(Line::of(Tone::Soft, self.head(*zone)).fit(cell));
        }
        let columns: Vec<Vec<Line>> =
            zones.iter().map(|zone| self.cell(*zone, seat, cell, room)).collect();
        let tall = columns.iter().map(Vec::len).max().unwrap_or(0);
        let mut body = vec![Line::new(); tall];
        for column in columns {
            // What is missing is missing on the outer side.
            let lead = if seat == self.near { 0 } else { tall - column.len() };
            let blank = || std::iter::repeat_with(Line::new);
            let filled = blank().take(lead).chain(column).chain(blank());
            for (line, piece) in body.iter_mut().zip(filled) {
                let piece = piece.fit(cell.saturating_sub(1)).fit(cell);
                *line = std::mem::take(line).join(piece);
            }
        }
        // Each side's cards lie nearer to the middle than their places' names.
        if seat == self.near {
            lines.extend(body);
            lines.extend(room.heads.then_some(heads));
        } else {
            lines.extend(room.heads.then_some(heads));
            lines.extend(body);
        }
    }

    /// What lies in one place, the first object nearest to the middle.
    fn cell(&self, zone: ZoneId, seat: Seat, width: usize, room: Room) -> Vec<Line> {
        let objects = self.game.zone(zone);
        if objects.is_empty() {
            let text = if room.heads { "·".into() } else { self.head(zone) };
            return vec![Line::of(Tone::Soft, text)];
        }
        let shown = if objects.len() > room.rows { room.rows - 1 } else { objects.len() };
        let mut pieces: Vec<Vec<Line>> = objects[..shown]
            .iter()
            .map(|id| self.object_lines(*id, width.saturating_sub(1), room.tall))
            .collect();
        if shown < objects.len() {
            let more = format!("+ {} more: `board`", objects.len() - shown);
            pieces.push(vec![Line::of(Tone::Soft, more)]);
        }
        if seat != self.near {
            pieces.reverse();
        }
        pieces.concat()
    }

    /// The name of a place on its side, with what the place itself adds.
    fn head(&self, zone: ZoneId) -> String {
        let place = self.words().place(zone);
        let place = place.trim_start_matches("p1 ").trim_start_matches("p2 ");
        match self.game.slots[zone.index()] {
            0 => place.to_owned(),
            bonus => format!("{place} {bonus:+}"),
        }
    }

    /// The boards without places of one side; short ones share a line.
    fn piles(&self, kinds: &[ZoneKind], seat: Seat, width: usize, only: bool) -> Vec<Line> {
        let zones = &self.kit.table.catalog.rules.zones;
        let mut lines: Vec<Line> = Vec::new();
        for kind in kinds {
            let shared = !zones[kind.index()].per_seat;
            if shared && seat == self.near {
                continue;
            }
            let rows = self.pile(*kind, seat, width, only);
            if let ([row], Some(last)) = (rows.as_slice(), lines.last_mut())
                && last.width() + row.width() + 3 <= width
            {
                *last = std::mem::take(last).add(Tone::Plain, "   ").join(row.clone());
            } else {
                lines.extend(rows);
            }
        }
        lines
    }

    /// A board without places: objects side by side.
    fn pile(&self, kind: ZoneKind, seat: Seat, width: usize, only: bool) -> Vec<Line> {
        let rules = &self.kit.table.catalog.rules;
        let zone = rules.zone(kind, seat, 0);
        let word = self.kit.table.catalog.names.word(Class::Zone, kind.0);
        let objects = self.game.zone(zone);
        let count = usize::from(rules.zones[kind.index()].places.max(1));
        if count > 1 {
            let zones = (0..count as u8).map(|index| rules.zone(kind, seat, index));
            let all: Vec<ObjectId> = zones.flat_map(|zone| self.game.zone(zone).to_vec()).collect();
            return self.row(word, &all, width, seat, only);
        }
        self.row(word, objects, width, seat, only)
    }

    fn row(
        &self,
        word: &str,
        objects: &[ObjectId],
        width: usize,
        seat: Seat,
        only: bool,
    ) -> Vec<Line> {
        let head = format!("{word}: ");
        let objects = self.beside_hosts(objects);
        if objects.is_empty() && !only {
            return Vec::new();
        }
        if objects.is_empty() {
            return vec![Line::of(Tone::Soft, format!("{head}empty"))];
        }
        let mut lines = Vec::new();
        let mut line = Line::of(self.tone(seat), head.clone());
        let mut first = true;
        for id in &objects {
            let mut piece = self.object(*id, width.saturating_sub(head.len()));
            let host = self.game.host(*id);
            if !host.is_none() && !objects.contains(&host) {
                let name = self.words().card(self.game.object(host).card);
                piece = piece.add(Tone::Soft, format!(" on {name}"));
            }
            if !first && line.width() + piece.width() + 3 > width {
                lines.push(std::mem::replace(&mut line, Line::plain(" ".repeat(head.len()))));
                first = true;
            }
            if !first {
                line = line.add(Tone::Soft, " │ ");
            }
            line = line.join(piece);
            first = false;
        }
        lines.push(line);
        lines
    }

    /// Objects in their order, each followed by what is attached to it. What
    /// only stands for a player and has nothing to show is left out.
    fn beside_hosts(&self, objects: &[ObjectId]) -> Vec<ObjectId> {
        let host = |id: ObjectId| self.game.host(id);
        let free = |id: &ObjectId| host(*id).is_none() || !objects.contains(&host(*id));
        let mut row = Vec::new();
        for id in objects.iter().copied().filter(free).filter(|id| !self.is_stand_in(*id)) {
            row.push(id);
            row.extend(objects.iter().copied().filter(|other| host(*other) == id));
        }
        // What hangs on something attached keeps its place at the end.
        let rest: Vec<ObjectId> = objects
            .iter()
            .copied()
            .filter(|id| !row.contains(id) && !self.is_stand_in(*id))
            .collect();
        row.extend(rest);
        row
    }

    /// Whether an object has neither words nor numbers: it stands for a player,
    /// whose own line tells all.
    fn is_stand_in(&self, id: ObjectId) -> bool {
        let object = self.game.object(id);
        let rule = self.kit.table.catalog.rules.zone_rule(object.zone);
        object.card != CardId::HIDDEN
            && rule.is_some_and(|rule| rule.role == Role::Other && rule.in_play)
            && self.kit.book.text(object.card).text.is_empty()
            && self.numbers(id, object).is_empty()
    }

    /// An object in one line, or in several if it is too long for one and may
    /// take them.
    fn object_lines(&self, id: ObjectId, width: usize, tall: Tall) -> Vec<Line> {
        let object = self.game.object(id);
        let details = self.details(id, object, true);
        let name = self.words().card(object.card);
        let length = name.chars().count() + details.chars().count() + 1;
        let fits = object.card == CardId::HIDDEN || details.is_empty() || length <= width;
        if tall == Tall::One || fits {
            return vec![self.object(id, width)];
        }
        let tone = self.object_tone(object);
        if tall == Tall::Two {
            return [name, &details].map(|text| Line::of(tone, cut(text, width))).to_vec();
        }
        let mut lines = wrap(name, width, 1);
        lines.extend(wrap(&details, width.saturating_sub(1), 0).iter().map(|it| format!(" {it}")));
        lines.into_iter().map(|line| Line::of(tone, cut(&line, width))).collect()
    }

    fn object_tone(&self, object: &Object) -> Tone {
        let tired = self.kit.table.catalog.rules.exhausted.is_some_and(|flag| object.has(flag));
        if tired { Tone::Soft } else { Tone::Plain }
    }

    /// An object in few letters: `Dart a2 h3 exh`.
    pub fn object(&self, id: ObjectId, width: usize) -> Line {
        let object = self.game.object(id);
        if object.card == CardId::HIDDEN {
            return Line::of(Tone::Soft, cut("face down", width));
        }
        let name = self.words().card(object.card);
        // Statuses are cut short only where there is no room for the whole words.
        let whole = self.details(id, object, true);
        let fits = name.chars().count() + whole.chars().count() < width;
        let details = if fits { whole } else { self.details(id, object, false) };
        let host = self.game.host(id);
        let beside = !host.is_none() && self.game.object(host).zone == object.zone;
        let prefix = if beside { "└" } else { "" };
        let tone = self.object_tone(object);
        let left = width.saturating_sub(details.chars().count() + 1).max(3);
        let name = cut(&format!("{prefix}{name}"), left);
        if details.is_empty() {
            Line::of(tone, name)
        } else {
            Line::of(tone, name).add(Tone::Plain, " ").add(tone, details)
        }
    }

    fn details(&self, id: ObjectId, object: &Object, whole: bool) -> String {
        let names = &self.kit.table.catalog.names;
        let mut parts = self.numbers(id, object);
        for (flag, word) in names.all(Class::Flag).iter().enumerate() {
            let flag = FlagId(flag as u16);
            if object.has(flag) {
                let status = self.kit.book.vocabulary.status(flag);
                parts.push(if whole { status } else { word.chars().take(3).collect() });
            }
        }
        parts.join(" ")
    }

    fn numbers(&self, id: ObjectId, object: &Object) -> Vec<String> {
        let number = |(attribute, short): &(AttributeId, String)| {
            let value = self.reader.value(id, *attribute);
            let printed = self.kit.table.catalog.card(object.card).attribute(*attribute);
            let types = self.kit.table.catalog.card(object.card).types;
            let needed = self.kit.book.vocabulary.must_print(types, *attribute);
            (value != 0 || printed != 0 || needed).then(|| format!("{short}{value}"))
        };
        let mut numbers: Vec<String> = self.pair(id, object).into_iter().collect();
        numbers.extend(self.attributes().iter().filter_map(number));
        numbers
    }

    /// Two attributes that players write as one: `1/1`.
    fn pair(&self, id: ObjectId, object: &Object) -> Option<String> {
        let (first, second) = self.kit.book.vocabulary.pair?;
        let printed = self.kit.table.catalog.card(object.card);
        let [one, two] = [first, second].map(|it| self.reader.value(id, it));
        let needed_second = self.kit.book.vocabulary.must_print(printed.types, second);
        let needed =
            needed_second || printed.attribute(first) != 0 || printed.attribute(second) != 0;
        // A weapon has only one of the two.
        if printed.attribute(second) == 0 && !needed_second && two == 0 {
            let word = self.kit.table.catalog.names.word(Class::Attribute, first.0);
            return (one != 0).then(|| format!("{word} {one}"));
        }
        (needed || one != 0 || two != 0).then(|| format!("{one}/{two}"))
    }

    /// The attributes that change in play, with their short names.
    fn attributes(&self) -> Vec<(AttributeId, String)> {
        let catalog = &self.kit.table.catalog;
        let all = catalog.names.all(Class::Attribute);
        let live: Vec<u16> = (0..catalog.rules.attributes.len() as u16)
            .filter(|id| catalog.rules.attributes[usize::from(*id)].live.is_some())
            .filter(|id| !self.is_in_pair(AttributeId(*id)))
            .collect();
        live.iter()
            .map(|id| {
                let word = &all[usize::from(*id)];
                let unique = |length: usize| {
                    let start: String = word.chars().take(length).collect();
                    let alike =
                        live.iter().filter(|other| all[usize::from(**other)].starts_with(&start));
                    (alike.count() == 1).then_some(start)
                };
                let short = (1..=word.chars().count()).find_map(unique);
                (AttributeId(*id), short.unwrap_or_else(|| word.clone()))
            })
            .collect()
    }

    fn is_in_pair(&self, id: AttributeId) -> bool {
        self.kit.book.vocabulary.pair.is_some_and(|(first, second)| id == first || id == second)
    }

    /// Whether several cards stand in one place, beside each other.
    pub fn has_lanes(&self) -> bool {
        self.kit.table.catalog.rules.zones.iter().any(|zone| zone.shape == Shape::Lanes)
    }

    /// What the short names on the board stand for.
    pub fn legend(&self) -> String {
        let names = &self.kit.table.catalog.names;
        let word = |id: AttributeId| names.word(Class::Attribute, id.0);
        let pair = self.kit.book.vocabulary.pair;
        let pair = pair.map(|(one, two)| format!("2/3 is {} 2, {} 3", word(one), word(two)));
        let attributes = self.attributes().into_iter();
        let attributes = attributes.map(|(id, short)| format!("{short} is {}", word(id)));
        pair.into_iter().chain(attributes).collect::<Vec<_>>().join(", ")
    }

    /// What the players' stack holds, the next to resolve first.
    pub fn stack(&self, width: usize) -> Vec<Line> {
        let words = self.words();
        let items: Vec<&str> =
            self.game.pending.stack.iter().rev().map(|item| words.name(item.source)).collect();
        if items.is_empty() {
            return Vec::new();
        }
        let text = format!("stack, next first: {}", items.join(" ← "));
        wrap(&text, width, 2).into_iter().map(|line| Line::of(Tone::Warn, line)).collect()
    }

    /// A player: counters, then what lies hidden or aside.
    fn player(&self, seat: Seat, width: usize) -> Vec<Line> {
        let catalog = &self.kit.table.catalog;
        let mut parts = Vec::new();
        for (number, word) in catalog.names.all(Class::Counter).iter().enumerate() {
            let Some(rule) = catalog.rules.counters.get(number) else { continue };
            // As costs read it: some games pay with cards.
            let value = self.kit.table.frame.counter(&self.reader, seat, CounterId(number as u16));
            let unseen = rule.hidden && seat != self.near;
            let id = CounterId(number as u16);
            // Mana of each colour is there only while there is some.
            let is_mana = self.kit.book.vocabulary.symbols.get(number).is_some_and(Option::is_some);
            let pays = !is_mana && catalog.rules.price.is_some_and(|(_, counter)| counter == id);
            if unseen {
                continue;
            }
            match &rule.opposite {
                // Something that a player is or is not.
                Some(opposite) if value == 0 && rule.start != 0 => parts.push(opposite.clone()),
                Some(_) if value == 0 => {}
                Some(_) => parts.push(word.clone()),
                None if value != 0 || rule.start != 0 || pays => {
                    parts.push(format!("{word} {value}"));
                }
                None => {}
            }
        }
        for (number, zone) in catalog.rules.zones.iter().enumerate() {
            let kind = ZoneKind(number as u16);
            let aside = matches!(zone.role, Role::Deck | Role::Hand | Role::Discard | Role::Exile)
                || (zone.role == Role::Other && zone.shape == Shape::Pile && !zone.in_play);
            if !aside || !zone.per_seat {
                continue;
            }
            let count: usize = (0..zone.places.max(1))
                .map(|index| self.game.zone(catalog.rules.zone(kind, seat, index)).len())
                .sum();
            if count > 0 || matches!(zone.role, Role::Deck | Role::Hand) {
                parts.push(format!("{} {count}", catalog.names.word(Class::Zone, kind.0)));
            }
        }
        let mark = if self.game.to_decide() == Some(seat) { "▶ " } else { "  " };
        let name = format!("{mark}{}", self.names.subject(seat));
        let mut lines = Vec::new();
        let mut line = Line::of(self.tone(seat), format!("{name}  "));
        let lead = line.width();
        for (number, part) in parts.iter().enumerate() {
            if number > 0 && line.width() + part.chars().count() + 3 > width {
                lines.push(std::mem::replace(&mut line, Line::plain(" ".repeat(lead))));
            } else if number > 0 {
                line = line.add(Tone::Plain, " · ");
            }
            line = line.add(Tone::Plain, part.clone());
        }
        lines.push(line);
        lines
    }

    /// The hands that may be seen: that of whoever looks, or both if nobody plays.
    pub fn hands(&self, width: usize, viewer: Option<Seat>) -> Vec<Line> {
        match viewer {
            Some(seat) => self.hand(seat, "hand", width),
            None => Seat::BOTH
                .into_iter()
                .flat_map(|seat| {
                    self.hand(seat, &format!("{} hand", self.names.owner(seat)), width)
                })
                .collect(),
        }
    }

    fn hand(&self, seat: Seat, word: &str, width: usize) -> Vec<Line> {
        let rules = &self.kit.table.catalog.rules;
        let hand = rules.zone_of(Role::Hand, seat);
        if hand == ZoneId::OUTSIDE {
            return Vec::new();
        }
        let name = |id: &ObjectId| {
            let card = self.game.object(*id).card;
            let text = self.object(*id, width).text();
            match card_face::cost(self.kit, card) {
                Some(cost) => format!("{text} ({cost})"),
                None => text,
            }
        };
        // Equal cards are one entry, where the first of them lies.
        let mut counted: Vec<(String, usize)> = Vec::new();
        for name in self.game.zone(hand).iter().map(name) {
            match counted.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counted.push((name, 1)),
            }
        }
        let entry = |(name, count): (String, usize)| match count {
            1 => name,
            _ => format!("{name} ×{count}"),
        };
        // A card stays on one line.
        let names: Vec<String> =
            counted.into_iter().map(entry).map(|name| name.replace(' ', "\u{a0}")).collect();
        let text = if names.is_empty() { "empty".into() } else { names.join(", ") };
        let lines = wrap(&format!("{word}: {text}"), width, 6).into_iter();
        lines.map(|line| Line::of(self.tone(seat), line.replace('\u{a0}', " "))).collect()
    }
}

/// The narrowest column that can be read.
const MIN_CELL: usize = 15;
