//! Puts what happened into words while they are still right.

use onplay_engine::event::Kind;
use onplay_engine::id::{AbilityId, CardId, Class, Handle, ObjectId, Seat};
use onplay_engine::state::{
    Action, Fact, Game, Mismatch, Reason, Record, RecordEntry, SkippedTrigger, Stage,
};
use onplay_games::kit::Kit;
use onplay_games::printed::{ability_words, choice_words, mode_words};
use onplay_games::spoken::{Names, Spoken};
use onplay_games::words::Words;

use super::minor::{decision_of, is_minor, is_ruled, mute_clauses};
use super::{Log, Quiet, Told, What};
use crate::offer::objects;

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
    /// What the people at the table are called.
    pub names: &'a Names,
    /// The game before the decision and what was decided.
    pub decided: Option<&'a (Game, Action)>,
    /// The game after it, with what is hidden covered.
    pub now: &'a Game,
    /// The same with nothing covered: what was revealed to everyone is named
    /// from it.
    pub real: &'a Game,
    /// What holds of the first part, if something was shuffled.
    pub earlier: Option<&'a Earlier>,
    /// How many decisions were told before, forced ones included.
    pub decisions: usize,
}

/// The game as it is told up to the first shuffle, which makes other cards of the objects.
pub struct Earlier {
    /// The number of what was shuffled first.
    pub until: u32,
    /// With what is hidden covered.
    pub now: Game,
    /// With nothing covered.
    pub real: Game,
}

impl Telling<'_> {
    /// The game from which something is named: covered, and not.
    fn games(&self, entry: &RecordEntry) -> [&Game; 2] {
        match self.earlier.filter(|earlier| entry.ordinal < earlier.until) {
            Some(earlier) => [&earlier.now, &earlier.real],
            None => [self.now, self.real],
        }
    }
}

/// Puts a record into words and adds it to the log.
pub fn tell(log: &mut Log, record: &Record, telling: &Telling) {
    let Telling { kit, reader, now, .. } = *telling;
    let first = log.lines.len();
    let mut decision = telling.decisions;
    let words = Words::new(kit.table.read(now));
    let mut context = Context::after(telling);
    let mut idle = Idle::default();
    let mut unused =
        record.skipped_triggers.iter().filter(|one| is_veiled(telling, one)).peekable();
    for entry in &record.entries {
        while let Some(skipped) = unused.next_if(|skipped| skipped.after < entry.ordinal) {
            not_used(log, telling, &words, skipped, &mut decision);
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
        let [text, said] = context.put(log, telling, entry, &fact);
        let told = Told {
            ordinal: entry.ordinal,
            cause: entry.cause,
            depth: entry.depth,
            number: 0,
            because: 0,
            what,
            text,
            said,
            words: card_words(kit, ability),
            decision,
            weighty: is_weighty(&fact),
            minor: is_minor(log, telling, entry, &fact)
                || context.is_tapped_for_cost(log, telling, entry, &fact),
            pauses: pauses(telling, &fact),
            decided: match fact {
                Fact::Decided { action, .. } | Fact::Forced { action, .. } => Some(action),
                _ => None,
            },
            shows: matches!(fact, Fact::Happened { event, .. }
                if matches!(event.kind, Kind::Revealed | Kind::Looked)),
            names: named(&fact),
            begins: matches!(fact, Fact::Happened { event, .. } if event.kind == Kind::Began),
        };
        context.remember(now, entry);
        log.add(told, reader);
        if idle.ends_with(&fact) {
            log.add(idle.line(&words, entry, decision), reader);
        }
    }
    for skipped in unused {
        not_used(log, telling, &words, skipped, &mut decision);
    }
    mute_clauses(&mut log.lines[first..], record);
    for skipped in &record.skipped_triggers {
        let object = now.objects.get(skipped.listener.id.index());
        if object.is_some_and(|object| object.card == CardId::HIDDEN) {
            continue;
        }
        log.skipped_triggers.push(Quiet {
            name: words.name(skipped.listener).to_owned(),
            heard: skipped.ordinal,
            reason: if is_veiled(telling, skipped) || skipped.reason == Mismatch::Declined {
                words.mismatch(Mismatch::Declined, skipped.by)
            } else {
                words.mismatch(skipped.reason, skipped.by)
            },
            words: card_words(kit, skipped.ability),
            far: matches!(
                skipped.reason,
                Mismatch::WrongPlayer
                    | Mismatch::WrongKind
                    | Mismatch::WrongObject
                    | Mismatch::WrongTime
            ),
        });
    }
}

/// What came before, as far as the next line depends on it.
#[derive(Default)]
struct Context {
    /// The card whose modes were asked for.
    asked: Option<CardId>,
    /// The ability that is being paid for.
    paying: Option<AbilityId>,
}

impl Context {
    /// What an answer goes on with: a question about a cost was asked before.
    fn after(telling: &Telling) -> Self {
        let prompt = telling.decided.and_then(|(before, _)| before.pending.prompts().first());
        let about_cost = |reason: Reason| {
            matches!(reason, Reason::Cost | Reason::Amount | Reason::CostOption | Reason::Pay)
        };
        let asked = prompt.filter(|prompt| about_cost(prompt.reason));
        Context { asked: None, paying: asked.map(|prompt| prompt.ability) }
    }

    fn remember(&mut self, now: &Game, entry: &RecordEntry) {
        self.asked = match entry.fact {
            Fact::Asked { reason: Reason::Mode, source, .. } => {
                now.objects.get(source.id.index()).map(|object| object.card)
            }
            _ => None,
        };
        if let Fact::Reached { ability, stage, .. } = entry.fact {
            self.paying = (stage == Stage::PayingCost).then_some(ability);
        }
    }

    /// Whether something was given up as a cost: of an ability, or of playing a card.
    fn is_payment(&self, log: &Log, telling: &Telling, entry: &RecordEntry, fact: &Fact) -> bool {
        let Fact::Happened { event, ability, .. } = fact else { return false };
        let playing = is_ruled(telling, *ability)
            && event.kind == Kind::CounterLost
            && decision_of(log, entry).is_some_and(|told| {
                told.what == What::Decision(event.player)
                    && matches!(
                        told.decided,
                        Some(Action::Play { .. } | Action::Move { .. } | Action::Special { .. })
                    )
            });
        playing || (!ability.is_none() && self.paying == Some(*ability))
    }

    /// Whether something is exhausted to pay for what was decided.
    fn is_tapped_for_cost(
        &self,
        log: &Log,
        telling: &Telling,
        entry: &RecordEntry,
        fact: &Fact,
    ) -> bool {
        matches!(fact, Fact::Happened { event, .. } if event.kind == Kind::FlagSet)
            && self.is_payment(log, telling, entry, fact)
    }

    /// The fact as programs and as people read it.
    fn put(&self, log: &Log, telling: &Telling, entry: &RecordEntry, fact: &Fact) -> [String; 2] {
        let Telling { kit, names, decided, .. } = *telling;
        let [now, real] = telling.games(entry);
        let spoken = |game| Spoken::new(Words::new(kit.table.read(game)), &kit.book, names);
        let made = match (&entry.fact, decided) {
            (Fact::Decided { action, .. }, Some((before, made))) if action == made => Some(before),
            _ => None,
        };
        let (game, about) = match (fact, made) {
            // Where things were when it was decided, not where they are now.
            (Fact::Decided { action, .. }, Some(before)) => {
                let option = matches!(action, Action::ChooseOption(_));
                (before, option.then(|| choice_words(&kit.book, before, *action)).flatten())
            }
            (
                Fact::Forced { action: Action::ChooseOption(option), .. }
                | Fact::Decided { action: Action::ChooseOption(option), .. },
                _,
            ) => (now, self.asked.and_then(|card| mode_words(&kit.book, card, *option))),
            (Fact::Happened { event, .. }, _) if event.kind == Kind::Revealed => (real, None),
            _ => (now, None),
        };
        let spoken = spoken(game);
        let text = match (fact, &about) {
            (Fact::Decided { seat, action }, Some(about)) => {
                format!("{seat}: {}: {about}", spoken.words.action(*action))
            }
            (Fact::Forced { seat, action }, Some(about)) => {
                format!("{seat}: {}: {about} (forced)", spoken.words.action(*action))
            }
            (Fact::Fired { source, ability }, _) => fired(&spoken.words, *source, *ability),
            (fact, _) => spoken.words.fact(fact),
        };
        let said = match (fact, about) {
            (Fact::Decided { seat, .. } | Fact::Forced { seat, .. }, Some(about)) => {
                let verb = names.verb(*seat, "choose", "chooses");
                let forced = matches!(fact, Fact::Forced { .. });
                let forced = if forced { " (no other choice)" } else { "" };
                format!("{} {verb}: {about}{forced}", names.subject(*seat))
            }
            // To others a pass that was given and one that was forced have one name.
            (Fact::Decided { seat, action }, None)
                if made.is_some() && telling.reader == Reader::Player(*seat) =>
            {
                spoken.own_decision(*seat, *action)
            }
            (fact, _) => {
                quoted(fact, spoken.fact(fact, self.is_payment(log, telling, entry, fact)))
            }
        };
        [text, said]
    }
}

/// A clause of the rules in quotation marks: its “you” need not be whoever reads it.
fn quoted(fact: &Fact, said: String) -> String {
    let is_clause = match fact {
        Fact::Ruled { .. } => true,
        Fact::Fired { source, .. } | Fact::Replaced { source, .. } => source.is_none(),
        _ => false,
    };
    match said.rsplit_once(" [").filter(|_| is_clause) {
        Some((clause, number)) => format!("“{clause}” [{number}"),
        None => said,
    }
}

/// Whether people want a moment to look: something fought, somebody was hit, points
/// were won, a round began or ended.
fn pauses(telling: &Telling, fact: &Fact) -> bool {
    let Fact::Happened { event, .. } = fact else { return false };
    let catalog = &telling.kit.table.catalog;
    match event.kind {
        Kind::Attacks | Kind::Attacked | Kind::HitPlayer => true,
        Kind::Began => {
            let word = catalog.names.word(Class::Phase, event.what);
            telling.decided.is_some() && word != "turn" && {
                word == "round" || word == telling.kit.book.game.id
            }
        }
        _ => false,
    }
}

/// Whether an ability could have been used if its player had other cards: to
/// the others it looks as if it was not wanted.
fn is_veiled(telling: &Telling, skipped: &SkippedTrigger) -> bool {
    let entry = telling.kit.table.catalog.program.entry(skipped.ability);
    let seat = controller(telling.real, skipped);
    let secret = matches!(skipped.reason, Mismatch::CannotPay | Mismatch::NoTarget);
    secret && entry.ability.optional && !telling.reader.may_know_forced(seat)
}

fn controller(game: &Game, skipped: &SkippedTrigger) -> Seat {
    game.objects.get(skipped.listener.id.index()).map_or(Seat::ONE, |object| object.controller)
}

/// Tells of an ability that fires and is not used.
fn not_used(
    log: &mut Log,
    telling: &Telling,
    words: &Words,
    skipped: &SkippedTrigger,
    decision: &mut usize,
) {
    let seat = controller(telling.real, skipped);
    let spoken = Spoken::new(Words::new(words.reader), &telling.kit.book, telling.names);
    let fact = Fact::Fired { source: skipped.listener, ability: skipped.ability };
    let fires = Told {
        ordinal: skipped.after,
        cause: skipped.ordinal,
        depth: skipped.depth,
        number: 0,
        because: 0,
        what: What::Trigger,
        text: fired(words, skipped.listener, skipped.ability),
        said: spoken.fact(&fact, false),
        words: card_words(telling.kit, skipped.ability),
        decision: *decision,
        weighty: true,
        minor: false,
        pauses: false,
        decided: None,
        shows: false,
        names: [skipped.listener.id, ObjectId::NONE],
        begins: false,
    };
    *decision += 1;
    let declined = Told {
        cause: 0,
        what: What::Decision(seat),
        text: format!("{seat}: no"),
        said: spoken.decision(seat, Action::No),
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
        Fact::Happened { event, source, .. } => [source.id, event.object.id],
        Fact::Fired { source, .. } => [source.id, ObjectId::NONE],
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
            said: format!("Nothing comes of {}", words.name(source)),
            words: None,
            decision,
            weighty: false,
            minor: false,
            pauses: false,
            decided: None,
            shows: false,
            names: [source.id, ObjectId::NONE],
            begins: false,
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
        | Fact::ConditionFailed { ability, .. }
        | Fact::Consequence { ability, .. }
        | Fact::LastKnown { ability, .. } => (What::Note, *ability),
        Fact::Checked { .. }
        | Fact::NoRoom { .. }
        | Fact::NotCancelled { .. }
        | Fact::OrderIrrelevant { .. }
        | Fact::Overflowed { .. }
        | Fact::Ruled { .. } => (What::Note, AbilityId::NONE),
        Fact::Finished { .. } => (What::End, AbilityId::NONE),
        Fact::Reached { ability, .. } => (What::Inner, *ability),
        Fact::Asked { .. } => (What::Inner, AbilityId::NONE),
    }
}

/// The card and its words that an ability stands for.
pub(super) fn card_words(kit: &Kit, ability: AbilityId) -> Option<String> {
    let entry = kit.table.catalog.program.abilities.get(ability.index())?;
    let card = kit.book.cards.get(entry.card.index())?;
    let words = ability_words(&kit.book, ability)?;
    Some(format!("{}: “{words}”", card.name))
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
        let names = Names::new(["One".into(), "Two".into()]);
        let decks = onplay_sim::decks(&kit);
        let game = kit.table.start(1, &[decks[0].1.clone(), decks[0].1.clone()], None);
        let told = |fact: Fact, reader: Reader| {
            let mut record = Record::default();
            record.entries.push(RecordEntry { ordinal: 9, cause: 0, depth: 0, fact });
            let mut log = Log::default();
            let (now, real) = (&game, &game);
            let telling = Telling {
                kit: &kit,
                reader,
                names: &names,
                decided: None,
                now,
                real,
                earlier: None,
                decisions: 4,
            };
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
        let names = Names::new(["One".into(), "Two".into()]);
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
        let told_skipped = |now: &Game| {
            let mut log = Log::default();
            let reader = Reader::Player(Seat::ONE);
            let telling = Telling {
                kit: &kit,
                reader,
                names: &names,
                decided: None,
                now,
                real: &game,
                earlier: None,
                decisions: 0,
            };
            tell(&mut log, &record, &telling);
            log.skipped_triggers.len()
        };
        let covered = onplay_engine::play::view(&game, &kit.table.catalog, Seat::ONE).state;
        assert_eq!(told_skipped(&covered), 0);
        assert_eq!(told_skipped(&game), 1, "to whoever sees it, it is told");
    }
}
