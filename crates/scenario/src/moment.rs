//! A moment of a real game, for tables that are taken from a replay: what the
//! game keeps beyond the cards on the table, and changes that pass.
//!
//! Deliberately absent: work in progress, questions, the stack, delayed
//! triggers and abilities that were given. A table cannot be laid out while
//! there are any.

use onplay_engine::card::Duration;
use onplay_engine::id::{AttributeId, Class, FlagId, Handle, KeywordId, ObjectId, Seat};
use onplay_engine::mutate::Engine;
use onplay_engine::state::{Change, Dice, Game, Modifier};
use onplay_games::kit::Kit;
use onplay_games::words::{self, Words};

/// More rolls than any game makes.
const MOST_ROLLS: u32 = 2_000_000;

/// What the game keeps beyond the cards on the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moment {
    phase: u8,
    decider: Option<Seat>,
    memo: Vec<i16>,
    tallies: [Vec<u8>; 2],
    /// How many objects had entered play when the turn began.
    began: Option<u16>,
    attack: Option<(String, String)>,
}

/// A change that passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passing {
    change: Change,
    amount: i16,
    until: Duration,
    turns: u8,
    /// Whose it is; none for the controller of what is changed.
    by: Option<Seat>,
}

/// Reads the parts of a `moment` line.
///
/// # Errors
/// The words that are not understood.
pub(crate) fn read(text: &str) -> Result<Moment, String> {
    let mut moment = Moment::default();
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let (word, rest) = part.split_once(' ').unwrap_or((part, ""));
        match word {
            "phase" => moment.phase = number(rest)?,
            "decider" => {
                moment.decider = Some(words::seat(rest).ok_or_else(|| no_seat(rest))?);
            }
            "memo" => moment.memo = numbers(rest)?,
            "began" => moment.began = Some(number(rest)?),
            "attack" => {
                let (target, attacker) = rest
                    .split_once(" with ")
                    .ok_or_else(|| format!("`{part}`: write `attack TARGET with ATTACKER`"))?;
                moment.attack = Some((target.to_owned(), attacker.to_owned()));
            }
            "tallies" => {
                let (seat, rest) = rest.split_once(' ').unwrap_or((rest, ""));
                let seat = words::seat(seat).ok_or_else(|| no_seat(seat))?;
                moment.tallies[seat.index()] = numbers(rest)?;
            }
            _ => {
                return Err(format!(
                    "`{part}` is not a part of a moment; parts: phase, decider, memo, tallies, \
                     began, attack"
                ));
            }
        }
    }
    Ok(moment)
}

fn no_seat(text: &str) -> String {
    format!("`{text}` is not a seat: p1 or p2")
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("`{text}` is not a number"))
}

fn numbers<T: std::str::FromStr>(text: &str) -> Result<Vec<T>, String> {
    text.split_whitespace().map(number).collect()
}

impl Moment {
    /// Puts a staged table into this moment.
    ///
    /// # Errors
    /// An object that is not there.
    pub(crate) fn settle(&self, engine: &mut Engine) -> Result<(), String> {
        if let Some(decider) = self.decider {
            engine.game.turn.decider = decider;
        }
        engine.game.turn.phase = self.phase;
        engine.game.turn.memo = Default::default();
        for (memo, value) in engine.game.turn.memo.iter_mut().zip(&self.memo) {
            *memo = *value;
        }
        for (player, tallies) in engine.game.players.iter_mut().zip(&self.tallies) {
            player.tallies = Default::default();
            for (tally, value) in player.tallies.iter_mut().zip(tallies) {
                *tally = *value;
            }
        }
        if let Some(began) = self.began {
            engine.game.turn.began = began.saturating_add(1);
        }
        (engine.game.combat.attacker, engine.game.combat.defender) = (Handle::NONE, Handle::NONE);
        if let Some((target, attacker)) = &self.attack {
            let handle = |name: &str| {
                let words = Words::new(engine.reader());
                onplay_games::typed::find_object(&words, engine.game, name)
                    .map(|id| engine.game.handle(id))
                    .ok_or_else(|| format!("there is no `{name}` in an attack"))
            };
            (engine.game.combat.attacker, engine.game.combat.defender) =
                (handle(attacker)?, handle(target)?);
        }
        Ok(())
    }

    /// The line that tells of a moment of a game.
    pub fn line(words: &Words, game: &Game) -> String {
        let list = |numbers: &[i16]| {
            let used = numbers.iter().rposition(|number| *number != 0).map_or(0, |at| at + 1);
            let words: Vec<String> = numbers[..used].iter().map(i16::to_string).collect();
            words.join(" ")
        };
        let mut parts = vec![format!("phase {}; decider {}", game.turn.phase, game.turn.decider)];
        let memo = list(&game.turn.memo);
        if !memo.is_empty() {
            parts.push(format!("memo {memo}"));
        }
        for seat in Seat::BOTH {
            let tallies = game.players[seat.index()].tallies.map(i16::from);
            let tallies = list(&tallies);
            if !tallies.is_empty() {
                parts.push(format!("tallies {seat} {tallies}"));
            }
        }
        let ranks = ranks(words, game);
        let old = ranks.iter().filter(|id| game.object(**id).entered < game.turn.began).count();
        parts.push(format!("began {old}"));
        if game.is_same(game.combat.attacker) && game.is_same(game.combat.defender) {
            let (target, attacker) = (game.combat.defender.id, game.combat.attacker.id);
            parts.push(format!(
                "attack {} with {}",
                words.full_label(target),
                words.full_label(attacker)
            ));
        }
        parts.join("; ")
    }
}

/// The objects in play in the order in which they entered.
pub fn ranks(words: &Words, game: &Game) -> Vec<ObjectId> {
    let rules = &words.reader.catalog.rules;
    let all = (0..game.objects.len() as u16).map(ObjectId);
    let mut ids: Vec<ObjectId> = all.filter(|id| rules.is_in_play(game.object(*id).zone)).collect();
    ids.sort_by_key(|id| game.object(*id).entered);
    ids
}

/// Reads a change that passes: `+2 attack` until `end of turn by p2`.
///
/// # Errors
/// The words that are not understood.
pub(crate) fn read_passing(kit: &Kit, change: &str, until: &str) -> Result<Passing, String> {
    let (until, by) = match until.split_once(" by ") {
        Some((until, seat)) => (until, Some(words::seat(seat).ok_or_else(|| no_seat(seat))?)),
        None => (until, None),
    };
    let (until, turns) = read_duration(kit, until.trim())?;
    let (change, amount) = read_change(kit, change.trim())?;
    Ok(Passing { change, amount, until, turns, by })
}

fn read_change(kit: &Kit, text: &str) -> Result<(Change, i16), String> {
    let (names, rules) = (&kit.table.catalog.names, &kit.table.catalog.rules);
    let live = |word: &str| {
        let id = names.find(Class::Attribute, word).map(AttributeId);
        let live = id.and_then(|id| rules.live(id)).map(|live| live as u8);
        live.ok_or_else(|| format!("`{word}` is not an attribute that changes"))
    };
    if let Some((amount, word)) = text.split_once(' ')
        && text.starts_with(['+', '-'])
    {
        return Ok((Change::Add(live(word)?), number(amount)?));
    }
    if let Some((word, amount)) = text.split_once(" is ") {
        return Ok((Change::Set(live(word)?), number(amount)?));
    }
    if let Some(keyword) = names.find(Class::Keyword, text) {
        return Ok((Change::Keyword(KeywordId(keyword as _)), 0));
    }
    let flag = names.find(Class::Flag, text);
    flag.map(|flag| (Change::Flag(FlagId(flag)), 0)).ok_or_else(|| {
        format!("`{text}` is not a change; write `+2 attack`, `attack is 3`, a keyword or a status")
    })
}

fn read_duration(kit: &Kit, text: &str) -> Result<(Duration, u8), String> {
    let counted =
        |words: &str| text.strip_suffix(words).and_then(|count| count.trim().parse().ok());
    let known = |phase: &str| kit.table.catalog.names.find(Class::Phase, phase);
    match text {
        "removed" => Ok((Duration::Forever, 0)),
        "end of turn" => Ok((Duration::EndOfTurn, 0)),
        "end of round" => Ok((Duration::EndOfRound, 0)),
        "your next turn" => Ok((Duration::YourNextTurn, 0)),
        _ => {
            if let Some(count) = counted("of its turns") {
                return Ok((Duration::ItsNextTurn, count));
            }
            if let Some(count) = counted("turns") {
                return Ok((Duration::Turns(count), count));
            }
            let phase = text.strip_prefix("your next ").and_then(known);
            phase
                .map(|phase| (Duration::Next(onplay_engine::id::PhaseId(phase)), 0))
                .ok_or_else(|| format!("`{text}` is not a duration; durations: {DURATIONS}"))
        }
    }
}

const DURATIONS: &str = "end of turn, end of round, your next turn, your next PHASE, 2 turns, \
                         1 of its turns, removed";

impl Passing {
    /// Lays the change on an object.
    pub(crate) fn settle(&self, engine: &mut Engine, id: ObjectId) {
        let target = engine.game.handle(id);
        let controller = self.by.unwrap_or(engine.game.object(id).controller);
        let Passing { change, amount, until, turns, .. } = *self;
        let source = Handle::NONE;
        engine.modify(Modifier {
            target,
            source,
            controller,
            change,
            amount,
            until,
            turns,
            keeper: 0,
        });
        if turns > 0
            && let Some(last) = engine.game.modifiers.last_mut()
        {
            last.turns = turns;
        }
    }

    /// A change in words; none if it cannot be written down.
    pub fn words(kit: &Kit, game: &Game, modifier: &Modifier) -> Option<String> {
        let (names, rules) = (&kit.table.catalog.names, &kit.table.catalog.rules);
        let attribute = |live: u8| {
            let all = 0..rules.attributes.len() as u16;
            let mut all = all.filter(|id| rules.live(AttributeId(*id)) == Some(usize::from(live)));
            all.next().map(|id| names.word(Class::Attribute, id))
        };
        let amount = modifier.amount;
        let change = match modifier.change {
            Change::Add(live) => format!("{amount:+} {}", attribute(live)?),
            Change::Set(live) => format!("{} is {amount}", attribute(live)?),
            Change::Keyword(keyword) => names.word(Class::Keyword, keyword.0).to_owned(),
            Change::Flag(flag) => names.word(Class::Flag, flag.0).to_owned(),
            Change::Ability(_)
            | Change::PlayFrom { .. }
            | Change::Decree(_)
            | Change::DecreeOnce(_)
            | Change::Control(_)
            | Change::Prevent
            | Change::Did(_)
            | Change::HitBy => return None,
        };
        let until = match modifier.until {
            Duration::Forever => "removed".to_owned(),
            Duration::EndOfTurn => "end of turn".into(),
            Duration::EndOfRound => "end of round".into(),
            Duration::YourNextTurn => "your next turn".into(),
            Duration::ItsNextTurn => format!("{} of its turns", modifier.turns),
            Duration::Next(phase) => format!("your next {}", names.word(Class::Phase, phase.0)),
            Duration::Turns(_) => format!("{} turns", modifier.turns),
            Duration::WhileHere => return None,
        };
        let own = game.objects.get(modifier.target.id.index())?.controller;
        let by = if own == modifier.controller {
            String::new()
        } else {
            format!(" by {}", modifier.controller)
        };
        Some(format!("{change} until {until}{by}"))
    }
}

/// The dice of a seed after a number of rolls.
pub(crate) fn dice_after(seed: u64, rolls: u32) -> Dice {
    let mut dice = Dice::new(seed);
    for _ in 0..rolls.min(MOST_ROLLS) {
        // A coin never rolls twice.
        dice.below(2);
    }
    dice
}

/// After how many rolls dice of a seed are these; none if they never are.
pub fn rolls_of(seed: u64, dice: Dice) -> Option<u32> {
    let mut now = Dice::new(seed);
    for rolls in 0..MOST_ROLLS {
        if now == dice {
            return Some(rolls);
        }
        now.below(2);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_found_again() {
        let mut dice = Dice::new(9);
        let mut cards: Vec<u32> = (0..40).collect();
        dice.shuffle(&mut cards);
        let rolls = rolls_of(9, dice).expect("they come from this seed");
        assert_eq!(dice_after(9, rolls), dice);
        assert_eq!(dice_after(9, 0), Dice::new(9));
    }

    #[test]
    fn what_is_no_part_of_a_moment_is_told() {
        assert!(read("phase 3; decider p2; memo 1 0 -2; tallies p1 0 1; began 4").is_ok());
        for wrong in ["phase x", "decider p3", "weather sunny", "attack Odin", "memo 1 a"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
