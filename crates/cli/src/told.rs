//! The log: what happened, put into words as it happened, each with its cause.

use onplay_engine::event::Kind;
use onplay_engine::id::{AbilityId, CardId, Handle, ObjectId, Seat};
use onplay_engine::state::{
    Action, Fact, Game, Mismatch, Reason, Record, RecordEntry, SkippedTrigger, Stage,
};
use onplay_games::kit::Kit;
use onplay_games::printed::{ability_words, choice_words, mode_words};
use onplay_games::words::Words;

use crate::offer::objects;
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
    /// After how many decisions it was told, forced ones included.
    pub decision: usize,
    /// It can decide a game: a score, damage, a death, a clause of the rules.
    pub weighty: bool,
    /// Its number for programs, and that of what it goes back to. Players count
    /// only what they are told, because the others' secrets have numbers too.
    pub number: u32,
    pub because: u32,
    /// Cards that lie hidden were shown: that cannot be taken back.
    pub shows: bool,
    /// The objects that it names: of a decision those that were chosen, of
    /// anything else its source.
    pub names: [ObjectId; 2],
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

/// Who reads the log, and so whose forced decisions it may tell from given
/// ones: that nothing else could be done says what a hand holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// Nobody who plays: everything is told.
    Onlooker,
    /// One player.
    Player(Seat),
    /// Both players, at one keyboard.
    Players,
}

impl Reader {
    fn may_know_forced(self, seat: Seat) -> bool {
        match self {
            Reader::Onlooker => true,
            Reader::Player(reader) => reader == seat,
            Reader::Players => false,
        }
    }
}

/// What a record is put into words with.
pub struct Telling<'a> {
    pub kit: &'a Kit,
    pub reader: Reader,
    /// The game before the decision and what was decided.
    pub decided: Option<&'a (Game, Action)>,
    /// The game after it, with what is hidden covered.
    pub now: &'a Game,
    /// The same with nothing covered: what was revealed to everyone is named
    /// from it.
    pub real: &'a Game,
    /// How many decisions were told before, forced ones included.
    pub decisions: usize,
}

/// Puts a record into words and adds it to the log.
pub fn tell(log: &mut Log, record: &Record, telling: &Telling) {
    let Telling { kit, reader, decided, now, real, .. } = *telling;
    let mut decision = telling.decisions;
    let words = Words::new(kit.table.read(now));
    let mut asked = None;
    let mut idle = Idle::default();
    let mut unused =
        record.skipped_triggers.iter().filter(|one| is_veiled(telling, one)).peekable();
    for entry in &record.entries {
        while let Some(silence) = unused.next_if(|silence| silence.after < entry.ordinal) {
            not_used(log, telling, &words, silence, &mut decision);
        }
        let fact = match entry.fact {
            Fact::Forced { seat, action } if !reader.may_know_forced(seat) => {
                Fact::Decided { seat, action }
            }
            fact => fact,
        };
        // Whether somebody said "enough" or had nothing to choose from looks the
        // same to the others: what was chosen is told, that no more was is not.
        let enough = matches!(fact, Fact::Decided { seat, action: Action::Submit }
            if !reader.may_know_forced(seat));
        let decided_now = matches!(fact, Fact::Decided { .. } | Fact::Forced { .. });
        decision += usize::from(decided_now && !enough);
        let (what, ability) = kind(&fact);
        let what = if enough { What::Inner } else { what };
        let text = match (&fact, decided) {
            // Where things were when it was decided, not where they are now.
            (Fact::Decided { seat, action }, Some((before, made)))
                if action == made && matches!(entry.fact, Fact::Decided { .. }) =>
            {
                let text = Words::new(kit.table.read(before)).action(*action);
                let about = match action {
                    Action::ChooseOption(_) => choice_words(&kit.book, before, *action),
                    _ => None,
                };
                let about = about.map_or(String::new(), |words| format!(": {words}"));
                format!("{seat}: {text}{about}")
            }
            (
                Fact::Forced { seat, action: action @ Action::ChooseOption(option) }
                | Fact::Decided { seat, action: action @ Action::ChooseOption(option) },
                _,
            ) => {
                let about = asked.and_then(|card| mode_words(&kit.book, card, *option));
                let about = about.map_or(String::new(), |words| format!(": {words}"));
                let forced = if matches!(fact, Fact::Forced { .. }) { " (forced)" } else { "" };
                format!("{seat}: {}{about}{forced}", words.action(*action))
            }
            (fact @ Fact::Happened { event, .. }, _) if event.kind == Kind::Revealed => {
                Words::new(kit.table.read(real)).fact(fact)
            }
            (Fact::Fired { source, ability }, _) => fired(&words, *source, *ability),
            (fact, _) => words.fact(fact),
        };
        asked = match entry.fact {
            Fact::Asked { reason: Reason::Mode, source, .. } => {
                now.objects.get(source.id.index()).map(|object| object.card)
            }
            _ => None,
        };
        let told = Told {
            ordinal: entry.ordinal,
            cause: entry.cause,
            depth: entry.depth,
            number: 0,
            because: 0,
            what,
            text,
            words: card_words(kit, ability),
            decision,
            weighty: is_weighty(&fact),
            shows: matches!(fact, Fact::Happened { event, .. }
                if matches!(event.kind, Kind::Revealed | Kind::Looked)),
            names: named(&fact),
        };
        log.add(told, reader);
        if idle.ends_with(&fact) {
            log.add(idle.line(&words, entry, decision), reader);
        }
    }
    for silence in unused {
        not_used(log, telling, &words, silence, &mut decision);
    }
    for silence in &record.skipped_triggers {
        let object = now.objects.get(silence.listener.id.index());
        if object.is_some_and(|object| object.card == CardId::HIDDEN) {
            continue;
        }
        log.skipped_triggers.push(Quiet {
            name: words.name(silence.listener).to_owned(),
            heard: silence.ordinal,
            reason: if is_veiled(telling, silence) || silence.reason == Mismatch::Declined {
                words.mismatch(Mismatch::Declined, silence.by)
            } else {
                words.mismatch(silence.reason, silence.by)
            },
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

/// Whether an ability could have been used if its player had other cards: to
/// the others it looks as if it was not wanted.
fn is_veiled(telling: &Telling, silence: &SkippedTrigger) -> bool {
    let entry = telling.kit.table.catalog.program.entry(silence.ability);
    let seat = controller(telling.real, silence);
    let secret = matches!(silence.reason, Mismatch::CannotPay | Mismatch::NoTarget);
    secret && entry.ability.optional && !telling.reader.may_know_forced(seat)
}

fn controller(game: &Game, silence: &SkippedTrigger) -> Seat {
    game.objects.get(silence.listener.id.index()).map_or(Seat::ONE, |object| object.controller)
}

/// Tells of an ability that fires and is not used.
fn not_used(
    log: &mut Log,
    telling: &Telling,
    words: &Words,
    silence: &SkippedTrigger,
    decision: &mut usize,
) {
    let seat = controller(telling.real, silence);
    let fires = Told {
        ordinal: silence.after,
        cause: silence.ordinal,
        depth: silence.depth,
        number: 0,
        because: 0,
        what: What::Trigger,
        text: fired(words, silence.listener, silence.ability),
        words: card_words(telling.kit, silence.ability),
        decision: *decision,
        weighty: true,
        shows: false,
        names: [silence.listener.id, ObjectId::NONE],
    };
    *decision += 1;
    let declined = Told {
        cause: 0,
        what: What::Decision(seat),
        text: format!("{seat}: no"),
        words: None,
        decision: *decision,
        names: [ObjectId::NONE; 2],
        ..fires.clone()
    };
    log.add(fires, telling.reader);
    log.add(declined, telling.reader);
}

/// That a trigger fires; an ability without a name of its own says nothing more.
fn fired(words: &Words, source: Handle, ability: AbilityId) -> String {
    let name = words.name(source);
    let text = words.fact(&Fact::Fired { source, ability });
    text.strip_suffix(&format!(": {name}'s ability")).map_or(text.clone(), str::to_owned)
}

/// The objects that a fact names.
fn named(fact: &Fact) -> [ObjectId; 2] {
    match fact {
        Fact::Decided { action, .. } | Fact::Forced { action, .. } => objects(*action),
        Fact::Happened { source, .. } | Fact::Fired { source, .. } => [source.id, ObjectId::NONE],
        _ => [ObjectId::NONE; 2],
    }
}

/// Abilities that are resolving and have changed nothing so far.
#[derive(Default)]
struct Idle {
    resolving: Vec<(Handle, AbilityId)>,
    ended: Option<Handle>,
}

impl Idle {
    /// Whether an ability ends here that did nothing and said nothing.
    fn ends_with(&mut self, fact: &Fact) -> bool {
        self.ended = None;
        match fact {
            Fact::Reached { source, ability, stage: Stage::Resolving } => {
                self.resolving.push((*source, *ability));
            }
            Fact::Reached { source, ability, stage: Stage::Done } => {
                let idle = |one: &(Handle, AbilityId)| *one == (*source, *ability);
                if let Some(at) = self.resolving.iter().rposition(idle) {
                    self.resolving.truncate(at);
                    self.ended = Some(*source);
                }
            }
            // Whatever is said while something resolves may be its doing.
            Fact::Reached { .. } => {}
            _ => self.resolving.clear(),
        }
        self.ended.is_some()
    }

    fn line(&self, words: &Words, entry: &RecordEntry, decision: usize) -> Told {
        let source = self.ended.unwrap_or(Handle::NONE);
        Told {
            ordinal: entry.ordinal,
            cause: entry.cause,
            depth: entry.depth,
            number: 0,
            because: 0,
            what: What::Note,
            text: format!("{}: nothing comes of it", words.name(source)),
            words: None,
            decision,
            weighty: false,
            shows: false,
            names: [source.id, ObjectId::NONE],
        }
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
    /// How many decisions were told, forced ones included.
    pub fn decisions(&self) -> usize {
        self.lines.last().map_or(0, |told| told.decision)
    }

    /// Adds a line with its numbers.
    fn add(&mut self, mut told: Told, reader: Reader) {
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
        self.lines.iter().rev().filter(|told| told.what != What::Inner).find(|told| {
            let text = told.text.to_lowercase();
            wanted.iter().all(|word| text.contains(word.as_str()))
        })
    }

    /// The decision behind something that goes back to no decision by itself,
    /// because the rules went on: the one that chose what did it, or the last.
    fn behind(&self, first: &Told) -> Option<&Told> {
        let is_decision = |told: &Told| matches!(told.what, What::Decision(_) | What::Forced);
        if is_decision(first) {
            return None;
        }
        let before = self.lines.partition_point(|told| told.ordinal < first.ordinal);
        let decided = || self.lines[..before].iter().rev().filter(|told| is_decision(told));
        let source = first.names[0];
        let chose = |told: &&Told| !source.is_none() && told.names.contains(&source);
        decided().find(chose).or_else(|| decided().next())
    }

    /// The causes of something, from a player's choice down to it.
    pub fn why(&self, asked: &Told) -> Vec<Line> {
        let mut chain: Vec<&Told> = Vec::new();
        let mut next = self.lines.iter().find(|told| std::ptr::eq(*told, asked));
        while let Some(told) = next {
            chain.push(told);
            // A cause is always older, so this ends.
            next = if told.cause < told.ordinal { self.find(told.cause) } else { None };
        }
        let began = chain.last().and_then(|first| self.behind(first));
        let mut lines = Vec::new();
        let mut cited: Option<&str> = None;
        let mut inset = 0;
        let links = chain.iter().rev().copied().filter(|told| told.what != What::Inner);
        for (at, told) in began.into_iter().chain(links).enumerate() {
            let arrow = match at {
                0 => "",
                1 if began.is_some() => "└ then the rules: ",
                _ => "└ ",
            };
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

    /// The reasons why triggers of a card stayed silent, newest first: those
    /// that were about to fire, or else those that heard something else.
    pub fn why_not(&self, name: &str) -> Vec<Line> {
        let wanted = name.to_lowercase();
        let named = |quiet: &&Quiet| quiet.name.to_lowercase().contains(&wanted);
        let near: Vec<&Quiet> = self
            .skipped_triggers
            .iter()
            .rev()
            .filter(named)
            .filter(|one| !one.far)
            .take(8)
            .collect();
        let far = self.skipped_triggers.iter().rev().filter(named).take(3).collect();
        let chosen: Vec<&Quiet> = if near.is_empty() { far } else { near };
        let mut lines = Vec::new();
        for quiet in chosen {
            let heard = self.find(quiet.heard);
            // One that fired and was not used heard what made it fire.
            let fired = heard.filter(|told| told.what == What::Trigger);
            let heard = fired.and_then(|told| self.find(told.cause)).or(heard);
            let heard = heard.map_or("", |told| told.text.as_str());
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

#[cfg(test)]
mod tests {
    use onplay_engine::id::ZoneId;
    use onplay_engine::rulebook::Role;
    use onplay_games::kit::load;

    use super::*;

    #[test]
    fn a_forced_decision_looks_like_a_given_one_to_the_other() {
        let kit = load("lab").expect("the lab has no errors");
        let decks = onplay_sim::decks(&kit);
        let game = kit.table.start(1, &[decks[0].1.clone(), decks[0].1.clone()], None);
        let told = |fact: Fact, reader: Reader| {
            let mut record = Record::default();
            record.entries.push(RecordEntry { ordinal: 9, cause: 0, depth: 0, fact });
            let mut log = Log::default();
            let (now, real) = (&game, &game);
            let telling = Telling { kit: &kit, reader, decided: None, now, real, decisions: 4 };
            tell(&mut log, &record, &telling);
            format!("{:?} {}", log.lines, log.decisions())
        };
        let seat = Seat::TWO;
        for action in [Action::Pass, Action::ChooseOption(0), Action::Yes, Action::Submit] {
            let (given, forced) = (Fact::Decided { seat, action }, Fact::Forced { seat, action });
            for reader in [Reader::Player(Seat::ONE), Reader::Players] {
                assert_eq!(told(given, reader), told(forced, reader), "{action:?}");
            }
            let own = Reader::Player(seat);
            assert_ne!(told(given, own), told(forced, own), "one's own is told");
        }
    }

    #[test]
    fn a_hidden_listener_says_nothing_about_itself() {
        let kit = load("lab").expect("the lab has no errors");
        let decks = onplay_sim::decks(&kit);
        let decks = [decks[0].1.clone(), decks[0].1.clone()];
        let game = kit.table.start(1, &decks, None);
        let hand = kit.table.catalog.rules.zone_of(Role::Hand, Seat::TWO);
        assert_ne!(hand, ZoneId::OUTSIDE);
        let held = game.zone(hand)[0];
        let mut record = Record::default();
        record.skipped_triggers.push(SkippedTrigger {
            ordinal: 1,
            after: 1,
            depth: 0,
            listener: game.handle(held),
            ability: AbilityId(0),
            by: Handle::NONE,
            reason: Mismatch::ConditionFailed,
        });
        let silences = |now: &Game| {
            let mut log = Log::default();
            let reader = Reader::Player(Seat::ONE);
            let telling =
                Telling { kit: &kit, reader, decided: None, now, real: &game, decisions: 0 };
            tell(&mut log, &record, &telling);
            log.skipped_triggers.len()
        };
        let covered = onplay_engine::play::view(&game, &kit.table.catalog, Seat::ONE).state;
        assert_eq!(silences(&covered), 0);
        assert_eq!(silences(&game), 1, "to whoever sees it, it is told");
    }
}
