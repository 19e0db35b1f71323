//! The shape of an observation: sections, rows and named columns.

use onplay_engine::id::{AttributeId, Class, ZoneId};
use onplay_engine::play::Table;
use onplay_engine::rulebook::{Rules, Shape};

/// One number of every row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name: `mine power`, `card`.
    pub name: String,
    /// What its numbers mean.
    pub holds: Holds,
}

/// What the numbers of a column mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// A quantity.
    Quantity,
    /// The name of something, one of this number; 0 is none.
    Category(usize),
    /// A row of `objects`, from 1, one of this number; 0 is none.
    Row(usize),
}

impl Column {
    /// How many values a number that only names something can have.
    pub fn categories(&self) -> Option<usize> {
        match self.holds {
            Holds::Quantity => None,
            Holds::Category(count) | Holds::Row(count) => Some(count),
        }
    }
}

/// A table of numbers inside an observation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its name: `objects`, `actions`.
    pub name: &'static str,
    /// Where it begins.
    pub start: usize,
    /// How many rows it has; rows that stand for nothing are 0.
    pub rows: usize,
    /// What the numbers of a row mean.
    pub columns: Vec<Column>,
}

impl Section {
    /// How many numbers it takes.
    pub fn len(&self) -> usize {
        self.rows * self.columns.len()
    }

    /// Whether it takes none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of its rows in an observation.
    ///
    /// # Panics
    /// There is no such row, or the numbers are no observation of this game.
    pub fn row<'a>(&self, numbers: &'a [i16], row: usize) -> &'a [i16] {
        assert!(row < self.rows, "{} has {} rows", self.name, self.rows);
        let from = self.start + row * self.columns.len();
        &numbers[from..from + self.columns.len()]
    }
}

impl Section {
    /// Makes the rows 0 that stand for something; a row of 0 in its first column, and
    /// every row after it, stands for nothing.
    pub(crate) fn clear(&self, out: &mut [i16]) {
        let out = &mut out[self.start..self.start + self.len()];
        if self.rows < FEW_ROWS {
            out.fill(0);
            return;
        }
        for row in out.chunks_exact_mut(self.columns.len()) {
            if row[0] == 0 {
                return;
            }
            row.fill(0);
        }
    }
}

/// Sections with fewer rows are cleared whole.
const FEW_ROWS: usize = 32;

/// How many entries of the stack and of the waiting triggers are shown.
pub(crate) const SHOWN_WORK: usize = 16;
/// Kinds of action, none included.
const ACTION_KINDS: usize = 14;
/// Kinds of question and reasons for it, none included.
const ASK_KINDS: usize = 8;
const ASK_REASONS: usize = 16;
/// Columns before the counters of the first section.
pub(crate) const COURSE: usize = 8;
/// Columns of an object before its statuses.
pub(crate) const OBJECT: usize = 13;
/// Columns of an action.
pub(crate) const ACTION: usize = 10;
/// The columns of an object and of an action that say which lane.
pub(crate) const OBJECT_LANE: usize = 5;
pub(crate) const ACTION_LANE: usize = 9;
/// Columns of an entry of the stack.
pub(crate) const WORK: usize = 4;

/// The lane or slot of a place, from 1; 0 where there are none.
pub(crate) fn lane(rules: &Rules, zone: ZoneId) -> i16 {
    match rules.zone_rule(zone).map(|rule| rule.shape) {
        Some(Shape::Lanes | Shape::Slots) => i16::from(rules.lane(zone)) + 1,
        Some(Shape::Pile) | None => 0,
    }
}

/// The sections of a game's observations.
pub(crate) fn sections(table: &Table, most_actions: usize) -> Vec<Section> {
    let (rules, names) = (&table.catalog.rules, &table.catalog.names);
    let words = |class: Class| names.all(class).iter().cloned();
    let rows = rules.capacity;
    let (cards, places) = (table.catalog.cards.len(), rules.places());
    let kinds = rules.zones.len();
    let lanes = (0..places as u8).map(|place| lane(rules, ZoneId(place))).max().unwrap_or(0);
    let lanes = usize::try_from(lanes).unwrap_or(0);
    let number = |name: &str| Column { name: name.to_owned(), holds: Holds::Quantity };
    let choice =
        |name: &str, count| Column { name: name.to_owned(), holds: Holds::Category(count) };
    let row = |name: &str| Column { name: name.to_owned(), holds: Holds::Row(rows + 1) };

    let mut course = vec![
        choice("my turn", 2),
        choice("i decide", 2),
        choice("phase", 256),
        number("turn"),
        number("round"),
        row("attacker"),
        row("defender"),
        choice("over", 2),
    ];
    for side in ["mine", "theirs"] {
        course.extend(words(Class::Counter).map(|word| number(&format!("{side} {word}"))));
        course.extend(words(Class::Keyword).map(|word| choice(&format!("{side} has {word}"), 2)));
    }
    let place = |at: usize, what: &str| number(&format!("place {at} {what}"));
    course.extend((1..places).map(|at| place(at, "cards")));
    course.extend((1..places).map(|at| place(at, "modifier")));

    let question = vec![
        choice("kind", ASK_KINDS),
        choice("reason", ASK_REASONS),
        row("source"),
        choice("ability", 65),
        number("min"),
        number("max"),
        number("low"),
        number("high"),
        number("picked"),
        choice("mine", 2),
    ];

    let mut object = vec![
        choice("card", cards + 1),
        choice("mine", 2),
        choice("controlled by me", 2),
        choice("zone", kinds + 1),
        choice("side", 4),
        choice("lane", lanes + 1),
        number("position"),
        row("attached to"),
        number("pick"),
        choice("candidate", 2),
        choice("can act", 2),
        number("used"),
        number("age"),
    ];
    object.extend(words(Class::Flag).map(|word| choice(&word, 2)));
    object.extend(words(Class::Keyword).map(|word| choice(&format!("has {word}"), 2)));
    object.extend(words(Class::Attribute).enumerate().map(|(attribute, word)| {
        let names_object = table.frame.names_object(AttributeId(attribute as u16));
        if names_object { row(&word) } else { number(&word) }
    }));

    let action = vec![
        choice("kind", ACTION_KINDS),
        row("object"),
        row("target"),
        choice("place", places + 1),
        number("position"),
        choice("verb", 65),
        choice("ability", 65),
        number("number"),
        choice("card", cards + 1),
        choice("lane", lanes + 1),
    ];

    let work =
        || vec![choice("card", cards + 1), choice("mine", 2), choice("ability", 65), row("source")];

    let unseen = words(Class::Card).map(|word| number(&word)).collect();
    let mut start = 0;
    let mut sections = Vec::new();
    let mut add = |name: &'static str, rows: usize, columns: Vec<Column>| {
        let section = Section { name, start, rows, columns };
        start += section.len();
        sections.push(section);
    };
    add("course", 1, course);
    add("question", 1, question);
    add("objects", rows, object);
    add("actions", most_actions, action);
    add("stack", SHOWN_WORK, work());
    add("waiting", SHOWN_WORK, work());
    // Mine, theirs, and those of zones that are nobody's.
    add("unseen", 3, unseen);
    sections
}
