//! Explanations: why something happened, why a trigger did not fire, the
//! tree of a chain with its blocked reactions, and the steps to animate. All
//! are read from a [`Record`]; they serve every game.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use onplay_cards::Book;
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{AbilityId, Class, Handle, Seat, ZoneId};
use onplay_engine::play::sees;
use onplay_engine::query::Reader;
use onplay_engine::rulebook::Shape;
use onplay_engine::state::{Fact, Mismatch, Record, RecordEntry, SkippedTrigger};

use crate::words::Words;

/// Deeper reactions are counted, not drawn.
const DRAWN: usize = 64;

/// Explains what a record holds, in the words of the game as it is now.
pub struct Explainer<'a> {
    words: Words<'a>,
    record: &'a Record,
    book: Option<&'a Book>,
    /// Who reads this: what others drew is not named.
    viewer: Option<Seat>,
    /// What goes back to each firing or decision, by number; 0 is the rules.
    events: BTreeMap<u32, Vec<usize>>,
    /// The reactions to each event: what fired, and what did not.
    reactions: BTreeMap<u32, Vec<Reaction>>,
}

/// One link of a chain of causes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The number of the event.
    pub ordinal: u32,
    /// How many causes lie between it and the decision.
    pub depth: u16,
    /// What happened, fired or was decided.
    pub words: String,
    /// The card behind it and what its ability says, where there is one.
    pub card: Option<Quote>,
}

/// What a card says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quote {
    /// The name of the card.
    pub card: String,
    /// The ability's own name, if the card gives it one.
    pub ability: Option<String>,
    /// The sentence on the card; empty if the ability was given as data.
    pub sentence: String,
}

/// A trigger that an event could have set off and that did not fire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    /// The number of the event.
    pub ordinal: u32,
    /// The object whose ability it is.
    pub listener: String,
    /// The ability: its name, or what it says.
    pub ability: String,
    /// The event, in words.
    pub event: String,
    /// Why it did not fire.
    pub reason: String,
}

/// One step to animate: a trigger that fires. [drones 4.9]
///
/// It carries an ordinal instead of a timestamp and a stable handle, so that
/// two machines make equal steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its place in the order of everything that happened.
    pub ordinal: u32,
    /// The object whose ability it is.
    pub source: Handle,
    /// What that object is called.
    pub source_name: String,
    /// The ability: its name, or what it says.
    pub ability: String,
    /// What it did, in words: "+1 attack".
    pub effect: String,
    /// 0 is the first trigger behind a decision.
    pub depth: u16,
    /// The lane or slot of its source, from 1.
    pub lane: Option<u8>,
}

#[derive(Clone, Copy)]
enum Reaction {
    /// An entry that fired.
    Fired(usize),
    /// A trigger that was about to fire and did not.
    Skipped(usize),
}

impl<'a> Explainer<'a> {
    /// Explains what a record holds, in the words of the game as it stands.
    pub fn new(record: &'a Record, reader: Reader<'a>) -> Self {
        let mut explainer = Explainer {
            words: Words::new(reader),
            record,
            book: None,
            viewer: None,
            events: BTreeMap::new(),
            reactions: BTreeMap::new(),
        };
        explainer.index();
        explainer
    }

    /// The same, quoting the cards' texts.
    pub fn with_book(mut self, book: &'a Book) -> Self {
        self.book = Some(book);
        self
    }

    /// The same, for the eyes of one seat.
    pub fn for_seat(mut self, seat: Seat) -> Self {
        self.viewer = Some(seat);
        self
    }

    /// What happened, as far as the reader may know.
    fn said(&self, event: &Event) -> String {
        let catalog = self.words.reader.catalog;
        let hides = |zone| self.viewer.is_some_and(|seat| !sees(catalog, seat, zone));
        let moves = event.kind.is_move() || event.kind == Kind::Drew;
        if moves && event.object.is_some() && hides(event.to) && hides(event.from) {
            let place = self.words.place(event.to);
            return match event.kind {
                Kind::Drew => format!("{} drew {}", event.player, event.amount),
                _ => format!("a card went to {place}"),
            };
        }
        self.words.event(event)
    }

    fn fact(&self, fact: &Fact) -> String {
        match fact {
            Fact::Happened { event, .. } => self.said(event),
            fact => self.words.fact(fact),
        }
    }

    fn index(&mut self) {
        let mut found: BTreeMap<u32, Vec<(u32, u8, Reaction)>> = BTreeMap::new();
        for (at, entry) in self.record.entries.iter().enumerate() {
            match entry.fact {
                Fact::Happened { .. } => {
                    let owner = self.owner(entry).map_or(0, |owner| owner.ordinal);
                    self.events.entry(owner).or_default().push(at);
                }
                Fact::Fired { .. } => {
                    let reaction = (entry.ordinal, 0, Reaction::Fired(at));
                    found.entry(entry.cause).or_default().push(reaction);
                }
                _ => {}
            }
        }
        for (at, skipped) in self.record.skipped_triggers.iter().enumerate() {
            if was_about_to_fire(skipped.reason) {
                let reaction = (skipped.after, 1, Reaction::Skipped(at));
                found.entry(skipped.ordinal).or_default().push(reaction);
            }
        }
        for (event, mut list) in found {
            list.sort_by_key(|(ordinal, tier, _)| (*ordinal, *tier));
            let list = list.into_iter().map(|(_, _, reaction)| reaction).collect();
            self.reactions.insert(event, list);
        }
    }

    /// The firing or decision that an entry goes back to.
    fn owner(&self, entry: &RecordEntry) -> Option<&'a RecordEntry> {
        let mut next = self.record.entry(entry.cause);
        while let Some(cause) = next {
            if matches!(cause.fact, Fact::Fired { .. } | Fact::Decided { .. } | Fact::Forced { .. })
            {
                return Some(cause);
            }
            next = if cause.cause < cause.ordinal { self.record.entry(cause.cause) } else { None };
        }
        None
    }

    /// The number of the last event with these words; the whole of them, or
    /// else a part.
    pub fn find(&self, text: &str) -> Option<u32> {
        let wanted = text.trim().to_lowercase();
        let spoken = |entry: &&RecordEntry| match &entry.fact {
            Fact::Happened { event, .. } => Some(self.said(event).to_lowercase()),
            _ => None,
        };
        let newest = || self.record.entries.iter().rev();
        newest()
            .find(|entry| spoken(entry).is_some_and(|words| words == wanted))
            .or_else(|| newest().find(|entry| spoken(entry).is_some_and(|w| w.contains(&wanted))))
            .map(|entry| entry.ordinal)
    }

    /// Why something happened: from it down to the player's choice, or to the
    /// rule of the game that began it.
    pub fn why(&self, ordinal: u32) -> Vec<Link> {
        let chain = self.record.chain(ordinal);
        let link = |(at, entry): (usize, &&RecordEntry)| {
            let fired =
                chain.get(at + 1).is_some_and(|cause| matches!(cause.fact, Fact::Fired { .. }));
            let ability = match entry.fact {
                // What a trigger did is quoted with the trigger, below.
                Fact::Happened { ability, .. } if !fired => ability,
                Fact::Fired { ability, .. } => ability,
                _ => AbilityId::NONE,
            };
            Link {
                ordinal: entry.ordinal,
                depth: entry.depth,
                words: self.fact(&entry.fact),
                card: self.quote(ability),
            }
        };
        chain.iter().enumerate().map(link).collect()
    }

    /// The same as lines, each cause below what it caused.
    pub fn why_text(&self, ordinal: u32) -> String {
        let mut text = String::new();
        for (number, link) in self.why(ordinal).iter().enumerate() {
            let lead = if number == 0 { "" } else { "because " };
            let _ = write!(text, "{lead}{}", link.words);
            if let Some(quote) = &link.card
                && !quote.sentence.is_empty()
            {
                let _ = write!(text, " — {}: “{}”", quote.card, quote.sentence);
            }
            text.push('\n');
        }
        text
    }

    /// What an ability's card says.
    pub fn quote(&self, ability: AbilityId) -> Option<Quote> {
        if ability.is_none() {
            return None;
        }
        let entry = self.words.reader.catalog.program.entry(ability);
        let sentence = self.book.and_then(|book| {
            let text = book.cards.get(entry.card.index())?;
            let span = text.abilities.get(usize::from(entry.number))?;
            text.text.get(span.start..span.end)
        });
        Some(Quote {
            card: self.words.card(entry.card).to_owned(),
            ability: entry.ability.name.clone(),
            sentence: sentence.unwrap_or_default().trim().to_owned(),
        })
    }

    /// Why the triggers of a card did not fire, oldest first. Those that were
    /// about to fire come before those that listen for something else.
    pub fn why_not(&self, name: &str) -> Vec<Skipped> {
        let named = |skipped: &&SkippedTrigger| {
            self.words.name(skipped.listener).eq_ignore_ascii_case(name.trim())
        };
        let about = |fire: bool| {
            let skipped_triggers = self.record.skipped_triggers.iter().filter(named);
            skipped_triggers.filter(move |skipped| was_about_to_fire(skipped.reason) == fire)
        };
        about(true).chain(about(false)).map(|skipped| self.skipped(skipped)).collect()
    }

    fn skipped(&self, skipped: &SkippedTrigger) -> Skipped {
        let event = self.record.entry(skipped.ordinal).map(|entry| self.fact(&entry.fact));
        Skipped {
            ordinal: skipped.ordinal,
            listener: self.words.name(skipped.listener).to_owned(),
            ability: self.words.ability(skipped.ability),
            event: event.unwrap_or_default(),
            reason: self.words.mismatch(skipped.reason, skipped.by),
        }
    }

    /// The steps to animate since an ordinal, in the order in which they fire.
    pub fn steps(&self, since: u32) -> Vec<Step> {
        let after = self.record.entries.iter().filter(|entry| entry.ordinal >= since);
        after
            .filter_map(|entry| match entry.fact {
                Fact::Fired { source, ability } => Some(Step {
                    ordinal: entry.ordinal,
                    source,
                    source_name: self.words.name(source).to_owned(),
                    ability: self.words.ability(ability),
                    effect: self.effect(entry.ordinal, source),
                    depth: entry.depth,
                    lane: self.lane(source, entry.ordinal),
                }),
                _ => None,
            })
            .collect()
    }

    /// Where an object stood when it fired: the zone it last came to, or from
    /// which it went later.
    fn lane(&self, source: Handle, at: u32) -> Option<u8> {
        let rules = &self.words.reader.catalog.rules;
        let moves = || {
            self.record.entries.iter().filter_map(|entry| match entry.fact {
                Fact::Happened { event, .. } if event.kind.is_move() && event.object == source => {
                    Some((entry.ordinal, event))
                }
                _ => None,
            })
        };
        let came = moves().take_while(|(ordinal, _)| *ordinal <= at);
        let came = came.fold(None, |_, (_, event)| Some(event.to));
        let went = || moves().find(|(ordinal, _)| *ordinal > at).map(|(_, event)| event.from);
        let now = || self.words.reader.look(source).map(|snapshot| snapshot.zone);
        let zone: ZoneId = came.or_else(went).or_else(now)?;
        let rule = rules.zone_rule(zone)?;
        (rules.is_in_play(zone) && rule.shape != Shape::Pile).then(|| rules.lane(zone) + 1)
    }

    /// What a firing or decision did itself, in short words.
    fn effect(&self, owner: u32, source: Handle) -> String {
        let Some(events) = self.events.get(&owner) else { return "no effect".into() };
        let short = |at: &usize| match &self.record.entries[*at].fact {
            Fact::Happened { event, .. } if !is_echo(event.kind) => Some(self.short(event, source)),
            _ => None,
        };
        let parts: Vec<String> = events.iter().filter_map(short).collect();
        if parts.is_empty() { "no effect".into() } else { parts.join(", ") }
    }

    fn short(&self, event: &Event, source: Handle) -> String {
        let names = &self.words.reader.catalog.names;
        let whose = |text: String| {
            if event.object == source {
                text
            } else {
                format!("{}: {text}", self.words.name(event.object))
            }
        };
        match event.kind {
            Kind::Drew if event.amount == 1 => "draws a card".into(),
            Kind::Drew => format!("draws {} cards", event.amount),
            Kind::Gained | Kind::Lost => {
                let sign = if event.kind == Kind::Gained { '+' } else { '−' };
                let word = names.word(Class::Attribute, event.what);
                whose(format!("{sign}{} {word}", event.amount))
            }
            Kind::CounterGained | Kind::CounterLost => {
                let sign = if event.kind == Kind::CounterGained { '+' } else { '−' };
                format!("{sign}{} {}", event.amount, names.word(Class::Counter, event.what))
            }
            _ => self.said(event),
        }
    }

    /// The chains behind one decision (or behind the rules, for 0) as an
    /// indented tree, blocked reactions included.
    pub fn tree(&self, decision: u32) -> String {
        let mut tree = String::new();
        let by = match self.record.entry(decision).map(|entry| &entry.fact) {
            Some(fact @ (Fact::Decided { seat, .. } | Fact::Forced { seat, .. })) => {
                let _ = writeln!(tree, "{} [CHAIN STARTS]", self.words.fact(fact));
                format!("{seat}'s action")
            }
            _ => {
                tree.push_str("the rules [CHAIN STARTS]\n");
                "the rules".into()
            }
        };
        for at in self.events.get(&decision).into_iter().flatten() {
            self.draw_event(&mut tree, *at, &by, 0);
        }
        tree.push_str("CHAIN COMPLETE.\n");
        tree
    }

    /// An event, who scans it, and their reactions.
    fn draw_event(&self, tree: &mut String, at: usize, by: &str, level: usize) {
        let entry = &self.record.entries[at];
        let Fact::Happened { event, .. } = &entry.fact else { return };
        let reactions = self.reactions.get(&entry.ordinal).map_or(&[][..], Vec::as_slice);
        if reactions.is_empty() && (level > 0 || is_echo(event.kind)) {
            return;
        }
        let rail = "  │  ".repeat(level);
        let _ = writeln!(tree, "{rail}EVENT: {} (source: {by})", self.said(event));
        if reactions.is_empty() {
            return;
        }
        let names: Vec<&str> = reactions.iter().map(|reaction| self.reactor(*reaction)).collect();
        let _ = writeln!(tree, "{rail}  Scan: {}", names.join(", "));
        if level >= DRAWN {
            let _ = writeln!(tree, "{rail}  … deeper reactions are not drawn");
            return;
        }
        for reaction in reactions {
            self.draw_reaction(tree, *reaction, by, level);
        }
        if !reactions.iter().any(|reaction| matches!(reaction, Reaction::Fired(_))) {
            let _ = writeln!(tree, "{rail}  [Dead end]");
        }
    }

    fn reactor(&self, reaction: Reaction) -> &'a str {
        let handle = match reaction {
            Reaction::Fired(at) => match self.record.entries[at].fact {
                Fact::Fired { source, .. } => source,
                _ => Handle::NONE,
            },
            Reaction::Skipped(at) => self.record.skipped_triggers[at].listener,
        };
        self.words.name(handle)
    }

    fn draw_reaction(&self, tree: &mut String, reaction: Reaction, by: &str, level: usize) {
        let rail = "  │  ".repeat(level);
        let name = self.reactor(reaction);
        match reaction {
            Reaction::Skipped(at) => {
                let skipped = &self.record.skipped_triggers[at];
                let (mark, reason) = match skipped.reason {
                    Mismatch::PairFired => ("BLOCKED", "already fired".into()),
                    miss => ("SILENT", self.words.mismatch(miss, skipped.by)),
                };
                let _ = writeln!(tree, "{rail}  ▸ {name} ← {by}: {mark} ✗ ({reason})");
            }
            Reaction::Fired(at) => {
                let entry = &self.record.entries[at];
                let Fact::Fired { source, .. } = entry.fact else { return };
                let effect = self.effect(entry.ordinal, source);
                let _ = writeln!(tree, "{rail}  ▸ {name} reacts ({name} ← {by}: NEW ✓) → {effect}");
                for at in self.events.get(&entry.ordinal).into_iter().flatten() {
                    self.draw_event(tree, *at, name, level + 1);
                }
            }
        }
    }
}

/// Whether a trigger matched and was stopped only when its turn came.
fn was_about_to_fire(miss: Mismatch) -> bool {
    matches!(
        miss,
        Mismatch::Left
            | Mismatch::PairFired
            | Mismatch::LimitUsed
            | Mismatch::ConditionFailed
            | Mismatch::NothingToDo
            | Mismatch::CannotPay
            | Mismatch::NoTarget
            | Mismatch::Declined
    )
}

/// Events that only repeat another for the lanes concerned.
fn is_echo(kind: Kind) -> bool {
    matches!(kind, Kind::MovedOut | Kind::MovedIn | Kind::Targeted)
}
