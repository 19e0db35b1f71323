//! The log: what happened, put into words as it happened, each with its cause.

use onplay_engine::event::Kind;
use onplay_engine::id::{AbilityId, CardId, Seat};
use onplay_engine::state::{Action, Fact, Game, Mismatch, Reason, Record};
use onplay_games::kit::Kit;
use onplay_games::printed::{ability_words, choice_words, mode_words};
use onplay_games::words::Words;

use crate::text::{Line, Tone};

/// Everything told so far.
#[derive(Clone, Default)]
pub struct Log {
    pub lines: Vec<Told>,
    pub skipped_triggers: Vec<Quiet>,
}

/// One thing that happened.
#[derive(Clone, Debug)]
pub struct Told {
    pub ordinal: u32,
    pub cause: u32,
    pub depth: u16,
    pub what: What,
    pub text: String,
    /// The words of the card behind it.
    pub words: Option<String>,
    /// After which decision of the replay it was told.
    pub decision: usize,
    /// It can decide a game: a score, damage, a death, a clause of the rules.
    pub weighty: bool,
}

/// Which kind of thing it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    Decision(Seat),
    Forced,
    Event,
    Trigger,
    Note,
    End,
    /// Only of interest when asked for.
    Inner,
}

/// A trigger that heard something and did not fire.
#[derive(Clone, Debug)]
pub struct Quiet {
    pub name: String,
    pub heard: u32,
    pub reason: String,
    pub words: Option<String>,
    /// Nothing but the reaction to another kind of event.
    pub far: bool,
}

/// Puts a record into words and adds it to the log. What is hidden is covered
/// in `now`; what was revealed to everyone is named from the real game.
pub fn tell(
    log: &mut Log,
    kit: &Kit,
    record: &Record,
    decided: Option<&(Game, Action)>,
    [now, real]: [&Game; 2],
    decision: usize,
) {
    let words = Words::new(kit.table.read(now));
    let mut asked = None;
    for entry in &record.entries {
        let (what, ability) = kind(&entry.fact);
        let text = match (&entry.fact, decided) {
            // Where things were when it was decided, not where they are now.
            (Fact::Decided { seat, action }, Some((before, made))) if action == made => {
                let text = Words::new(kit.table.read(before)).action(*action);
                let about = match action {
                    Action::ChooseOption(_) => choice_words(&kit.book, before, *action),
                    _ => None,
                };
                let about = about.map_or(String::new(), |words| format!(": {words}"));
                format!("{seat}: {text}{about}")
            }
            (Fact::Forced { seat, action: action @ Action::ChooseOption(option) }, _) => {
                let about = asked.and_then(|card| mode_words(&kit.book, card, *option));
                let about = about.map_or(String::new(), |words| format!(": {words}"));
                format!("{seat}: {}{about} (forced)", words.action(*action))
            }
            (fact @ Fact::Happened { event, .. }, _) if event.kind == Kind::Revealed => {
                Words::new(kit.table.read(real)).fact(fact)
            }
            // An ability without a name of its own says nothing more.
            (Fact::Fired { source, ability }, _) => {
                let name = words.name(*source);
                let text = words.fact(&Fact::Fired { source: *source, ability: *ability });
                text.strip_suffix(&format!(": {name}'s ability"))
                    .map_or(text.clone(), str::to_owned)
            }
            (fact, _) => words.fact(fact),
        };
        asked = match entry.fact {
            Fact::Asked { reason: Reason::Mode, source, .. } => {
                now.objects.get(source.id.index()).map(|object| object.card)
            }
            _ => None,
        };
        log.lines.push(Told {
            ordinal: entry.ordinal,
            cause: entry.cause,
            depth: entry.depth,
            what,
            text,
            words: card_words(kit, ability),
            decision,
            weighty: is_weighty(&entry.fact),
        });
    }
    for silence in &record.skipped_triggers {
        let object = now.objects.get(silence.listener.id.index());
        if object.is_some_and(|object| object.card == CardId::HIDDEN) {
            continue;
        }
        log.skipped_triggers.push(Quiet {
            name: words.name(silence.listener).to_owned(),
            heard: silence.ordinal,
            reason: words.miss(silence.reason, silence.by),
            words: card_words(kit, silence.ability),
            far: matches!(
                silence.reason,
                Mismatch::WrongPlayer
                    | Mismatch::WrongKind
                    | Mismatch::WrongObject
                    | Mismatch::WrongTime
            ),
        });
    }
}

fn is_weighty(fact: &Fact) -> bool {
    match fact {
        Fact::Happened { event, .. } => matches!(
            event.kind,
            Kind::CounterGained
                | Kind::CounterLost
                | Kind::HitPlayer
                | Kind::Damaged
                | Kind::Lost
                | Kind::Destroyed
                | Kind::Played
                | Kind::Attacks
                | Kind::Occasion
        ),
        Fact::Ruled { .. } | Fact::Decided { .. } | Fact::Fired { .. } => true,
        _ => false,
    }
}

fn kind(fact: &Fact) -> (What, AbilityId) {
    match fact {
        Fact::Decided { seat, .. } => (What::Decision(*seat), AbilityId::NONE),
        // Passing where nothing else can be done is no news.
        Fact::Forced { action: Action::Pass, .. } => (What::Inner, AbilityId::NONE),
        Fact::Forced { .. } => (What::Forced, AbilityId::NONE),
        Fact::Happened { ability, .. } => (What::Event, *ability),
        Fact::Fired { ability, .. } => (What::Trigger, *ability),
        Fact::Replaced { ability, .. }
        | Fact::Fizzled { ability, .. }
        | Fact::LastKnown { ability, .. } => (What::Note, *ability),
        Fact::Checked { .. } | Fact::Overflowed { .. } | Fact::Ruled { .. } => {
            (What::Note, AbilityId::NONE)
        }
        Fact::Finished { .. } => (What::End, AbilityId::NONE),
        Fact::Reached { ability, .. } => (What::Inner, *ability),
        Fact::Asked { .. } => (What::Inner, AbilityId::NONE),
    }
}

/// The card and its words that an ability stands for.
pub fn card_words(kit: &Kit, ability: AbilityId) -> Option<String> {
    let entry = kit.table.catalog.program.abilities.get(ability.index())?;
    let card = kit.book.cards.get(entry.card.index())?;
    let words = ability_words(&kit.book, ability)?;
    Some(format!("{}: “{words}”", card.name))
}

/// The lines a player reads; later effects further in, repetitions counted.
pub fn read(told: &[Told]) -> Vec<Line> {
    let told: Vec<&Told> = told.iter().filter(|told| told.what != What::Inner).collect();
    let same = |one: &&Told, other: &&Told| {
        (one.what, one.depth, &one.text, &one.words)
            == (other.what, other.depth, &other.text, &other.words)
    };
    let chunks = told.chunk_by(same);
    chunks
        .filter_map(|alike| match alike {
            [one] => Some(one.line()),
            [one, ..] => {
                let text = format!("{} ×{}", one.line().text(), alike.len());
                Some(Line::of(one.what.tone(), text))
            }
            [] => None,
        })
        .collect()
}

impl Log {
    /// The lines a player reads, from one on.
    pub fn read(&self, from: usize) -> Vec<Line> {
        read(self.lines.get(from..).unwrap_or(&[]))
    }

    pub fn find(&self, ordinal: u32) -> Option<&Told> {
        let at = self.lines.binary_search_by_key(&ordinal, |told| told.ordinal).ok()?;
        self.lines.get(at)
    }

    /// The last thing told with all these words in it.
    pub fn last_with(&self, words: &str) -> Option<&Told> {
        let wanted: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        self.lines.iter().rev().filter(|told| told.what != What::Inner).find(|told| {
            let text = told.text.to_lowercase();
            wanted.iter().all(|word| text.contains(word.as_str()))
        })
    }

    /// The causes of something, from a player's choice down to it.
    pub fn why(&self, ordinal: u32) -> Vec<Line> {
        let mut chain = Vec::new();
        let mut next = self.find(ordinal);
        while let Some(told) = next {
            chain.push(told);
            // A cause is always older, so this ends.
            next = if told.cause < told.ordinal { self.find(told.cause) } else { None };
        }
        let mut lines = Vec::new();
        let mut cited: Option<&str> = None;
        let mut inset = 0;
        for told in chain.iter().rev().filter(|told| told.what != What::Inner) {
            let arrow = if lines.is_empty() { "" } else { "└ " };
            let pad = "  ".repeat(inset);
            lines.push(Line::of(told.what.tone(), format!("{pad}{arrow}{}", told.text)));
            inset += 1;
            if told.words.as_deref() != cited
                && let Some(words) = &told.words
            {
                lines.push(Line::of(Tone::Soft, format!("{}{words}", "  ".repeat(inset))));
            }
            cited = told.words.as_deref();
        }
        lines
    }

    /// The reasons why triggers of a card stayed silent, newest first.
    pub fn why_not(&self, name: &str) -> Vec<Line> {
        let mut lines = Vec::new();
        let near =
            self.skipped_triggers.iter().rev().filter(|quiet| {
                quiet.name.to_lowercase().contains(&name.to_lowercase()) && !quiet.far
            });
        for quiet in near.take(8) {
            let heard = self.find(quiet.heard).map_or("", |told| told.text.as_str());
            lines.push(Line::plain(format!("{} heard: {heard}", quiet.name)));
            lines.push(Line::plain(format!("  and stayed silent: {}", quiet.reason)));
            if let Some(words) = &quiet.words {
                lines.push(Line::of(Tone::Soft, format!("  {words}")));
            }
        }
        lines
    }
}

impl Told {
    /// The line of the log: `▸` for a decision, further in for what follows.
    pub fn line(&self) -> Line {
        match self.what {
            What::Decision(_) => Line::of(self.what.tone(), format!("▸ {}", self.text)),
            What::Forced => Line::of(Tone::Soft, format!("▸ {}", self.text)),
            _ => {
                // What an ability does stands below the line that it fires.
                let below = u16::from(self.what == What::Event && self.words.is_some());
                let inset = "  ".repeat(usize::from(self.depth.min(12) + below) + 1);
                let mark = if self.what == What::Trigger { "» " } else { "" };
                Line::of(self.what.tone(), format!("{inset}{mark}{}", self.text))
            }
        }
    }
}

impl What {
    pub fn tone(self) -> Tone {
        match self {
            What::Decision(Seat::ONE) => Tone::One,
            What::Decision(_) => Tone::Two,
            What::Forced | What::Inner => Tone::Soft,
            What::Event => Tone::Plain,
            What::Trigger => Tone::Strong,
            What::Note => Tone::Warn,
            What::End => Tone::Good,
        }
    }
}
