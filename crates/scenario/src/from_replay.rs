//! A scenario page from a replay: the table at one moment, the moves from
//! there, and what stands at the end.

use std::fmt::{self, Write as _};

use onplay_engine::card::Duration;
use onplay_engine::id::{Class, CounterId, FlagId, ObjectId, Seat, ZoneId};
use onplay_engine::mutate::fresh_values;
use onplay_engine::play::Table;
use onplay_engine::rulebook::Role;
use onplay_engine::state::{Game, Modifier};
use onplay_games::kit::Kit;
use onplay_games::replay::{Replay, ReplayError};
use onplay_games::words::{Words, outcome_words};

use crate::moment::{Moment, Passing, ranks, rolls_of};
use crate::{play_scenario, read_page, run_scenario};

/// A page and what can be said about it.
#[derive(Clone, Debug)]
pub struct Written {
    /// The page.
    pub text: String,
    /// Which decisions it holds, and why it stops where it does.
    pub about: String,
}

/// Why no page can be written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Unwritable {
    /// The replay does not fit the game's files.
    Replay(ReplayError),
    /// There is no decision of this number.
    NoSuchDecision {
        /// The number, counted from 1.
        from: usize,
        /// How many there are.
        decisions: usize,
    },
    /// A moment that cannot be laid out by hand.
    Moment {
        /// The decision that was asked for, counted from 1.
        from: usize,
        /// Why it cannot.
        reason: String,
        /// The nearest decision that can.
        nearest: Option<usize>,
    },
    /// None of its moments can be laid out by hand.
    NoMoment,
    /// A page was written that does not hold, which is a mistake of ours.
    DoesNotHold,
}

impl std::error::Error for Unwritable {}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unwritable::Replay(error) => write!(f, "{error}"),
            Unwritable::NoSuchDecision { from, decisions } => {
                write!(f, "--from {from}: decisions go from 1 to {decisions}")
            }
            Unwritable::Moment { from, reason, nearest } => {
                write!(f, "decision {from} cannot be laid out: {reason}; ")?;
                match nearest {
                    Some(near) => write!(f, "the nearest that can is --from {near}"),
                    None => write!(f, "no decision of this game can"),
                }
            }
            Unwritable::NoMoment => write!(f, "no decision of this game can be laid out by hand"),
            Unwritable::DoesNotHold => {
                write!(f, "the page does not hold; please report the replay")
            }
        }
    }
}

/// A replay, and its game before each decision and at the end.
struct Session<'a> {
    kit: &'a Kit,
    replay: &'a Replay,
    timeline: Vec<Game>,
}

impl<'a> Session<'a> {
    fn new(kit: &'a Kit, replay: &'a Replay) -> Result<Self, ReplayError> {
        let mut game = replay.begin(kit, None)?;
        let mut timeline = vec![game.clone()];
        for index in 0..replay.steps.len() {
            replay.step(kit, &mut game, index, None)?;
            timeline.push(game.clone());
        }
        Ok(Session { kit, replay, timeline })
    }

    fn table(&self) -> &Table {
        &self.kit.table
    }
}

/// Moves on a page if nothing is said.
const MOVES: usize = 6;

/// Writes a page from a replay, from a decision on (counted from 1) or from a good one
/// near the end.
///
/// # Errors
/// The replay does not fit the kit, or the decision cannot be laid out by hand.
pub fn write_page(kit: &Kit, replay: &Replay, from: Option<usize>) -> Result<Written, Unwritable> {
    let session = &Session::new(kit, replay).map_err(Unwritable::Replay)?;
    let timeline = &session.timeline;
    let steps = &session.replay.steps;
    let obstacle = |at: usize| match steps.get(at) {
        Some(step) if step.action.is_some() => obstacle(session, &timeline[at]),
        Some(_) => Some("hidden cards are dealt anew there".to_owned()),
        None => Some("the game is over".to_owned()),
    };
    let from = match from {
        Some(from) if from == 0 || from > steps.len() => {
            return Err(Unwritable::NoSuchDecision { from, decisions: steps.len() });
        }
        Some(from) => match obstacle(from - 1) {
            None => from - 1,
            Some(reason) => {
                let near = nearest(from - 1, steps.len(), |at| obstacle(at).is_none());
                return Err(Unwritable::Moment { from, reason, nearest: near.map(|at| at + 1) });
            }
        },
        None => {
            let wished = steps.len().saturating_sub(MOVES);
            let before = (0..=wished).rev().find(|at| obstacle(*at).is_none());
            before
                .or_else(|| (wished..steps.len()).find(|at| obstacle(*at).is_none()))
                .ok_or(Unwritable::NoMoment)?
        }
    };
    let mut body = layout(session, &timeline[from]);
    let to = steps.len().min(from + 3 * MOVES);
    let (mut made, mut stopped) = (0, None);
    for (at, step) in steps.iter().enumerate().take(to).skip(from) {
        let Some(action) = &step.action else { break };
        let action = action.split(" #").next().unwrap_or(action);
        let with = format!("{body}{} {action}\n", step.seat);
        if let Some(difference) = differs(session, &with, &timeline[at + 1]) {
            stopped = Some(difference);
            break;
        }
        body = with;
        made += 1;
    }
    let end = expectations(&body, session.kit).unwrap_or_default();
    body.push_str(&end);
    if !holds(&body) {
        return Err(Unwritable::DoesNotHold);
    }
    let game_name = &session.kit.book.game.title;
    let seed = session.replay.header.seed;
    let heading = match made {
        0 => format!("Decision {} of seed {seed}", from + 1),
        _ => format!("Decisions {} to {} of seed {seed}", from + 1, from + made),
    };
    let mut text = format!("# {game_name}: from a replay\n\n## {heading}\n\n");
    let mut about = format!("{made} moves from decision {} on", from + 1);
    if let Some(difference) = stopped {
        let next = from + made + 1;
        let sentence = format!(
            "Decision {next} comes out differently on a table laid out by hand ({difference}), \
             so the page stops before it."
        );
        let _ = writeln!(text, "{sentence}\n");
        about = format!("{about}. {sentence}");
        if let Some(later) = (next..steps.len()).find(|at| obstacle(*at).is_none()) {
            let _ = write!(about, " A page from the next that can be: --from {}", later + 1);
        }
    }
    let _ = write!(text, "```scenario\n{body}```\n");
    Ok(Written { text, about })
}

/// The nearest index that will do, earlier ones first.
fn nearest(at: usize, count: usize, will_do: impl Fn(usize) -> bool) -> Option<usize> {
    let around = (1..count.max(1)).flat_map(|far| [at.checked_sub(far), Some(at + far)]);
    around.flatten().filter(|near| *near < count).find(|near| will_do(*near))
}

/// Why a moment cannot be laid out by hand; none if it can.
fn obstacle(session: &Session, game: &Game) -> Option<String> {
    let words = Words::new(session.table().read(game));
    let going_on = [
        (game.is_over(), "the game is over"),
        (!game.pending.prompts().is_empty(), "a question is being asked"),
        (!game.pending.work.is_empty(), "something is being resolved"),
        (!game.pending.stack.is_empty(), "something is on the stack"),
        (!game.pending.waiting().is_empty(), "triggers wait"),
    ];
    if let Some((_, reason)) = going_on.iter().find(|(holds, _)| *holds) {
        return Some((*reason).to_owned());
    }
    if let Some(delayed) = game.delayed.first() {
        return Some(format!("a delayed trigger of {} waits", words.name(delayed.source)));
    }
    // Rules that are on no card stand from the beginning, on a page as well.
    let stands = |modifier: &Modifier| {
        modifier.target.is_none()
            && modifier.source.is_none()
            && modifier.until == Duration::Forever
    };
    let unwritten = |modifier: &&Modifier| {
        let words = || Passing::words(session.kit, game, modifier);
        !stands(modifier) && (!game.is_same(modifier.target) || words().is_none())
    };
    if let Some(modifier) = game.modifiers.iter().find(unwritten) {
        let name = words.name(modifier.source);
        return Some(format!("what {name} changed for a while cannot be written down"));
    }
    let difference = differs(session, &layout(session, game), game);
    difference.map(|difference| format!("laid out by hand it is another moment ({difference})"))
}

/// What stands differently after a scenario than in a game; none if nothing
/// that a page could tell does.
fn differs(session: &Session, body: &str, game: &Game) -> Option<String> {
    let page = read_page("page", &format!("## page\n```scenario\n{body}```\n"));
    let stage = match play_scenario(page.scenarios.first()?, None) {
        Ok((stage, None)) => stage,
        Ok((_, Some(failure))) | Err(failure) => {
            return Some(format!("{}: {}", failure.statement, cut(&failure.actual, 200)));
        }
    };
    let [there, here] = [&stage.game, game].map(|game| told(session, game));
    let mut pairs = there.lines().zip(here.lines());
    let other = pairs.find(|(there, here)| there != here);
    match other {
        Some((there, here)) => {
            Some(format!("`{}` instead of `{}`", cut(there, 160), cut(here, 160)))
        }
        None => (there != here).then(|| "more or fewer things lie there".to_owned()),
    }
}

/// Everything that a page can tell of a game.
fn told(session: &Session, game: &Game) -> String {
    if game.is_over() {
        return outcome_words(game.outcome());
    }
    let table = session.table();
    let words = Words::new(table.read(game));
    let mut text = layout(session, game);
    let mut legal = Vec::new();
    table.legal_actions(game, &mut legal);
    let mut actions: Vec<String> = legal.iter().map(|one| words.full_action(*one)).collect();
    // In which order they are offered is nobody's business.
    actions.sort();
    let _ = writeln!(text, "{}", words.prompt().unwrap_or_default());
    let _ = writeln!(text, "{}", actions.join("; "));
    text
}

/// Whether the scenario runs without a failure.
fn holds(body: &str) -> bool {
    let page = read_page("page", &format!("## page\n```scenario\n{body}```\n"));
    page.scenarios.first().is_some_and(|scenario| run_scenario(scenario, None).holds())
}

/// The lines that lay the table out.
fn layout(session: &Session, game: &Game) -> String {
    let kit = session.kit;
    let (rules, names) = (&kit.table.catalog.rules, &kit.table.catalog.names);
    let words = Words::new(kit.table.read(game));
    let mut text = format!("game {}", kit.book.game.id);
    if let Some(policy) = &session.replay.header.policy {
        let _ = write!(text, " policy {policy}");
    }
    let seed = session.replay.header.seed;
    // A branch has other dice, which no page can name.
    if let Some(rolls) = rolls_of(seed, game.dice) {
        let _ = write!(text, "\nseed {seed} after {rolls}");
    }
    let _ = write!(text, "\nactive {}\n", game.turn.active);
    let _ = writeln!(text, "moment {}", Moment::line(&words, game));
    let _ = writeln!(text, "setup turn: {}; round: {}", game.turn.number, game.turn.round);
    for seat in Seat::BOTH {
        for (number, rule) in rules.counters.iter().enumerate() {
            let value = game.counter(seat, CounterId(number as u16));
            if value != rule.start {
                let word = names.word(Class::Counter, number as u16);
                let _ = writeln!(text, "setup {seat} {word}: {value}");
            }
        }
    }
    let zones = (1..rules.places() as u8).map(ZoneId);
    let in_play = zones.clone().filter(|zone| rules.is_in_play(*zone));
    let in_play: Vec<ObjectId> = in_play.flat_map(|zone| game.zone(zone).to_vec()).collect();
    let ranks = ranks(&words, game);
    // Things enter in the order of the page unless it says otherwise.
    let order = if ranks == in_play { Vec::new() } else { ranks };
    for zone in zones {
        let mut objects: Vec<ObjectId> = game.zone(zone).to_vec();
        if objects.is_empty() {
            // A place can have a modifier of its own with nothing in it.
            if game.slots[zone.index()] != 0 {
                let (place, bonus) = (words.place(zone), game.slots[zone.index()]);
                let _ = writeln!(text, "setup slot {place}: {bonus}");
            }
            continue;
        }
        if rules.zone_rule(zone).is_some_and(|rule| rule.role == Role::Deck) {
            objects.reverse();
        }
        let cards: Vec<String> =
            objects.iter().map(|id| laid(kit, game, &words, &order, *id)).collect();
        let _ = writeln!(text, "setup {}: {}", words.place(zone), cards.join(", "));
        if game.slots[zone.index()] != 0 {
            let _ =
                writeln!(text, "setup slot {}: {}", words.place(zone), game.slots[zone.index()]);
        }
    }
    text
}

/// One card with what it has beyond the printed.
fn laid(kit: &Kit, game: &Game, words: &Words, order: &[ObjectId], id: ObjectId) -> String {
    let (rules, names) = (&kit.table.catalog.rules, &kit.table.catalog.names);
    let object = game.object(id);
    let mut details = Vec::new();
    for flag in 0..names.all(Class::Flag).len() as u16 {
        if object.has(FlagId(flag)) {
            details.push(names.word(Class::Flag, flag).to_owned());
        }
    }
    let mut fresh = game.clone();
    fresh_values(&mut fresh, &kit.table.catalog, id);
    for (number, rule) in rules.attributes.iter().enumerate() {
        let Some(live) = rule.live else { continue };
        let value = object.values[usize::from(live)];
        if value != fresh.object(id).values[usize::from(live)] {
            details.push(format!("{}={value}", names.word(Class::Attribute, number as u16)));
        }
    }
    if !game.host(id).is_none() {
        details.push(format!("on {}", words.full_label(game.host(id))));
    }
    if rules.zone_rule(object.zone).is_some_and(|rule| rule.per_seat)
        && rules.seat(object.zone) != object.owner
    {
        details.push(format!("owned by {}", object.owner));
    }
    let used = (0..8).filter(|ability| object.used >> ability & 1 == 1);
    details.extend(used.map(|ability| format!("used {}", ability + 1)));
    let rank = order.iter().position(|other| *other == id);
    details.extend(rank.map(|rank| format!("entered {}", rank + 1)));
    let passing = game.modifiers.iter().filter(|modifier| modifier.target == game.handle(id));
    details.extend(passing.filter_map(|modifier| Passing::words(kit, game, modifier)));
    let name = words.card(object.card);
    if details.is_empty() { name.to_owned() } else { format!("{name} [{}]", details.join(", ")) }
}

/// What stands on the board after the moves.
fn expectations(body: &str, kit: &Kit) -> Option<String> {
    let page = read_page("page", &format!("## page\n```scenario\n{body}```\n"));
    let (stage, stopped) = play_scenario(page.scenarios.first()?, None).ok()?;
    if stopped.is_some() {
        return None;
    }
    let game = &stage.game;
    let words = Words::new(kit.table.read(game));
    let mut text = String::new();
    let rules = &kit.table.catalog.rules;
    for zone in (1..rules.places() as u8).map(ZoneId) {
        let objects = game.zone(zone);
        if rules.is_in_play(zone) && !objects.is_empty() {
            let cards: Vec<&str> =
                objects.iter().map(|id| words.card(game.object(*id).card)).collect();
            let _ = writeln!(text, "expect {}: {}", words.place(zone), cards.join(", "));
        }
    }
    match game.to_decide() {
        Some(seat) => {
            let _ = writeln!(text, "expect turn {}; decider {seat}; playing", game.turn.number);
        }
        None => {
            let end = outcome_words(game.outcome());
            let end = match end.strip_suffix(" wins") {
                Some(seat) => format!("winner {seat}"),
                None => "draw".into(),
            };
            let _ = writeln!(text, "expect {end}");
        }
    }
    Some(text)
}

/// The beginning of a text that is too long.
fn cut(text: &str, most: usize) -> String {
    let mut short: String = text.chars().take(most).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
