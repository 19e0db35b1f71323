//! The lines of the log and how they are read.

use onplay_engine::id::{ObjectId, Seat};
use onplay_engine::state::Action;

use super::Reader;
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
    /// As programs read it.
    pub text: String,
    /// As people read it.
    pub said: String,
    /// The words of the card behind it.
    pub words: Option<String>,
    /// After how many decisions it was told, forced ones included.
    pub decision: usize,
    /// It can decide a game: a score, damage, a death, a clause of the rules.
    pub weighty: bool,
    /// It says no more than the decision before it, or that a phase began: people
    /// need not read it.
    pub minor: bool,
    /// People want a moment to look: a fight, the end of a round.
    pub pauses: bool,
    /// What was decided, if it is a decision.
    pub decided: Option<Action>,
    /// Its number for programs, and that of what it goes back to. Players count
    /// only what they are told, because the others' secrets have numbers too.
    pub number: u32,
    pub because: u32,
    /// Cards that lie hidden were shown: that cannot be taken back.
    pub shows: bool,
    /// The objects that it names: of a decision those that were chosen, of anything
    /// else its source and what it happened to.
    pub names: [ObjectId; 2],
    /// A turn, a round or a phase began: what was decided before is over.
    pub begins: bool,
}

/// For whom things are put into words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Voice {
    People,
    /// The text forms that do not change.
    Programs,
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

/// The lines a player reads; later effects further in, repetitions counted.
pub fn read(told: &[Told]) -> Vec<Line> {
    let shown = |told: &&Told| told.what != What::Inner && !told.minor;
    let told: Vec<&Told> = told.iter().filter(shown).collect();
    let same = |one: &&Told, other: &&Told| {
        (one.what, one.depth, &one.said, &one.words)
            == (other.what, other.depth, &other.said, &other.words)
    };
    let chunks = told.chunk_by(same);
    chunks
        .filter_map(|alike| match alike {
            [one] => Some(one.line()),
            [one, ..] => Some(Line::of(one.what.tone(), counted(&one.line().text(), alike.len()))),
            [] => None,
        })
        .collect()
}

/// A line that stands for several equal ones.
fn counted(line: &str, count: usize) -> String {
    match line.strip_suffix(" drew a card") {
        Some(who) => format!("{who} drew {count} cards"),
        None => format!("{line} ×{count}"),
    }
}

/// What happened, short: the decisions that did something, what abilities did, and what
/// else is weighty of what followed.
pub fn story(told: &[Told]) -> Vec<Line> {
    let mut kept: Vec<Told> = Vec::new();
    for one in told.iter().filter(|told| told.what != What::Inner && !told.minor) {
        let decided = matches!(one.what, What::Decision(_)) && one.decided != Some(Action::Pass);
        let happened =
            matches!(one.what, What::Event | What::End) && (one.weighty || one.words.is_some());
        if decided || happened || one.what == What::Trigger {
            kept.push(Told { depth: one.depth.min(2), ..one.clone() });
        }
    }
    read(&kept)
}

impl Log {
    /// How many decisions were told, forced ones included.
    pub fn decisions(&self) -> usize {
        self.lines.last().map_or(0, |told| told.decision)
    }

    /// Adds a line with its numbers.
    pub(super) fn add(&mut self, mut told: Told, reader: Reader) {
        if reader == Reader::Onlooker {
            (told.number, told.because) = (told.ordinal, told.cause);
        } else {
            let last = self.lines.last().map_or(0, |last| last.number);
            told.number = last + u32::from(told.what != What::Inner);
            // What is not told has the number of what was told before it, so a
            // cause leads to something that was told, or to the beginning.
            let mut cause = self.find(told.cause);
            while let Some(hidden) = cause.filter(|cause| cause.what == What::Inner) {
                cause = if hidden.cause < hidden.ordinal { self.find(hidden.cause) } else { None };
            }
            told.because = cause.map_or(0, |cause| cause.number);
        }
        self.lines.push(told);
    }

    /// The lines a player reads, from one on.
    pub fn read(&self, from: usize) -> Vec<Line> {
        read(self.lines.get(from..).unwrap_or(&[]))
    }

    /// What has this number in the game. What was put in beside it, so that it
    /// looks like something else, has the same and stands after it.
    pub fn find(&self, ordinal: u32) -> Option<&Told> {
        let at = self.lines.partition_point(|told| told.ordinal < ordinal);
        self.lines.get(at).filter(|told| told.ordinal == ordinal)
    }

    /// The last thing told with all these words in it.
    pub fn last_with(&self, words: &str) -> Option<&Told> {
        let wanted: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let has = |text: &str| {
            let text = text.to_lowercase();
            wanted.iter().all(|word| text.contains(word.as_str()))
        };
        let told = self.lines.iter().rev().filter(|told| told.what != What::Inner);
        { told }.find(|told| has(&told.said) || has(&told.text))
    }
}

impl Told {
    /// What happened, in the words of a voice.
    pub fn words_for(&self, voice: Voice) -> &str {
        match voice {
            Voice::People => &self.said,
            Voice::Programs => &self.text,
        }
    }

    /// The line of the log: `▸` for a decision, further in for what follows.
    pub fn line(&self) -> Line {
        match self.what {
            What::Decision(_) => Line::of(self.what.tone(), format!("▸ {}", self.said)),
            What::Forced => Line::of(Tone::Soft, format!("▸ {}", self.said)),
            _ => {
                // What an ability does stands below the line that it triggers.
                let below = u16::from(self.what == What::Event && self.words.is_some());
                let inset = "  ".repeat(usize::from(self.depth.min(12) + below) + 1);
                let mark = if self.what == What::Trigger { "» " } else { "" };
                Line::of(self.what.tone(), format!("{inset}{mark}{}", self.said))
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
