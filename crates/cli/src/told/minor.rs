//! What people need not read in the log: what the line before it says already, what
//! happens every time, what comes to nothing.

use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{AbilityId, Class, ObjectId, Seat};
use onplay_engine::rulebook::Responses;
use onplay_engine::state::{Action, Fact, Record, RecordEntry};

use super::tell::{Telling, card_words};
use super::{Log, Told, What};
use crate::offer::objects;

/// People read a clause of the rules that says when something happens, where something
/// weighty comes of it. What a stage does every time is told by what it does.
pub(super) fn mute_clauses(lines: &mut [Told], record: &Record) {
    let ruled = record.entries.iter().filter(|entry| matches!(entry.fact, Fact::Ruled { .. }));
    for clause in ruled.map(|entry| entry.ordinal) {
        let comes_of_it = |told: &Told| {
            told.cause == clause && told.ordinal != clause && told.weighty && !told.minor
                || told.what == What::End
        };
        let is_weighty = lines.iter().any(comes_of_it);
        let own = |told: &&mut Told| told.ordinal == clause && told.what == What::Note;
        for told in lines.iter_mut().filter(own) {
            told.minor = !is_weighty || !says_when(&told.text);
        }
    }
}

/// Whether a clause begins with its condition, or is a reason rather than a sentence.
fn says_when(clause: &str) -> bool {
    let first = clause.split_whitespace().next().unwrap_or_default();
    matches!(first, "If" | "As" | "When" | "Whenever") || first.starts_with(char::is_lowercase)
}

/// What was decided, if something goes back to nothing but that and the rules.
pub(super) fn decision_of<'a>(log: &'a Log, entry: &RecordEntry) -> Option<&'a Told> {
    let mut told = log.find(entry.cause)?;
    while told.decided.is_none() && matches!(told.what, What::Note | What::Inner) {
        // A cause comes before what it causes.
        told = log.find(told.cause).filter(|cause| cause.ordinal < told.ordinal)?;
    }
    told.decided.is_some().then_some(told)
}

/// Whether people have read it already, in the decision before it, or need not.
pub(super) fn is_minor(log: &Log, telling: &Telling, entry: &RecordEntry, fact: &Fact) -> bool {
    let (event, ability) = match fact {
        Fact::Happened { event, ability, .. } => (event, *ability),
        Fact::Decided { seat, action: Action::Pass } => return is_no_response(telling, *seat),
        _ => return matches!(fact, Fact::LastKnown { .. } | Fact::Checked { .. }),
    };
    let catalog = &telling.kit.table.catalog;
    let ruled = is_ruled(telling, ability);
    let tires = catalog.rules.exhausted.is_some_and(|flag| flag.0 == event.what);
    match event.kind {
        // Turns, rounds and what the game is named after are news.
        Kind::Began => {
            let word = catalog.names.word(Class::Phase, event.what);
            !matches!(word, "turn" | "round") && word != telling.kit.book.game.id
        }
        Kind::MovedOut | Kind::MovedIn | Kind::Targeted | Kind::Tapped | Kind::Passed => true,
        // How it ended is told behind it.
        Kind::Ended => true,
        // What attacked or moved is exhausted, and statuses wear off by themselves.
        Kind::FlagSet if tires => ruled || is_playing(log),
        Kind::FlagSet if ruled => decision_of(log, entry)
            .is_some_and(|told| matches!(told.decided, Some(Action::Attack { .. }))),
        Kind::FlagCleared => ruled,
        Kind::Attacks | Kind::Attacked if ruled => last_attacker(log) == Some(event.object.id),
        // Mana that is made to be spent at once.
        Kind::CounterGained => {
            let symbol = telling.kit.book.vocabulary.symbols.get(usize::from(event.what));
            symbol.is_some_and(Option::is_some) && is_playing(log)
        }
        _ => {
            let decided = decision_of(log, entry).and_then(|told| told.decided);
            decided.is_some_and(|action| repeats(telling, action, event))
        }
    }
}

/// Whether the rules themselves did something, not what a card says.
pub(super) fn is_ruled(telling: &Telling, ability: AbilityId) -> bool {
    ability.is_none() || card_words(telling.kit, ability).is_none()
}

/// Whether a pass says no more than that somebody has nothing to answer. In games where
/// everything can be answered that is most of what happens.
fn is_no_response(telling: &Telling, seat: Seat) -> bool {
    let answers = telling.kit.table.catalog.rules.policy.responses != Responses::None;
    answers && telling.names.verb(seat, "you", "they") == "they"
}

/// Whether the last decision was to play a card.
fn is_playing(log: &Log) -> bool {
    let last = log.lines.iter().rev().find_map(|told| told.decided);
    matches!(last, Some(Action::Play { .. }))
}

/// What was sent to attack last.
fn last_attacker(log: &Log) -> Option<ObjectId> {
    log.lines.iter().rev().find_map(|told| match told.decided {
        Some(Action::Attack { attacker, .. }) => Some(attacker),
        _ => None,
    })
}

/// Whether an event only says what was decided.
fn repeats(telling: &Telling, action: Action, event: &Event) -> bool {
    let card = |id: ObjectId| telling.now.objects.get(id.index()).map(|object| object.card);
    let [first, _] = objects(action);
    let own =
        !first.is_none() && (first == event.object.id || card(first) == card(event.object.id));
    own && matches!(
        (action, event.kind),
        (Action::Play { .. }, Kind::Played | Kind::Deployed | Kind::Entered | Kind::Put)
            | (Action::Activate { .. }, Kind::Activated)
            | (Action::Move { .. }, Kind::Shifted)
            | (Action::Attack { .. }, Kind::Attacks | Kind::Attacked)
    )
}
