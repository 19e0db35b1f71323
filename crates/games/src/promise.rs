//! Promises: what must hold in every game, checked over random play.
//!
//! Every legal action applies; a refused one changes nothing; the same actions
//! give the same hashes; views hide what they should and a game sampled from a
//! view looks the same to its seat; every game ends.

use onplay_engine::frame::DeckList;
use onplay_engine::id::{CardId, ObjectId, Seat, ZoneId};
use onplay_engine::play::{Table, sees, view};
use onplay_engine::state::{Action, Dice, Game, Outcome};

use crate::words::Words;

/// A game that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// How many decisions were made.
    pub decisions: usize,
    /// How many turns it had.
    pub turns: u16,
    /// The hash of the final state.
    pub hash: u64,
}

/// The promise that a game broke, with the seed and the decision.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BrokenPromise(String);

/// How closely to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Care {
    /// Check views, refusals and all legal actions every this many decisions;
    /// 0 only plays.
    pub every: usize,
    /// A game with more decisions than this does not end.
    pub decisions: usize,
}

impl Default for Care {
    fn default() -> Self {
        Care { every: 7, decisions: 20_000 }
    }
}

/// Plays one random game and checks the promises on the way.
///
/// # Errors
/// The promise that was broken, with the decision.
pub fn play(
    table: &Table,
    decks: &[DeckList; 2],
    seed: u64,
    care: Care,
) -> Result<Played, BrokenPromise> {
    play_and_check(table, decks, seed, care).map_err(BrokenPromise)
}

fn play_and_check(
    table: &Table,
    decks: &[DeckList; 2],
    seed: u64,
    care: Care,
) -> Result<Played, String> {
    let start = table.start(seed, decks, None);
    let mut game = start.clone();
    let mut dice = Dice::new(seed ^ 0x5eed);
    let mut actions = Vec::new();
    let mut history: Vec<(Action, u64)> = Vec::new();
    while !game.is_over() {
        let number = history.len();
        if number >= care.decisions {
            return Err(format!("seed {seed}: no end after {number} decisions"));
        }
        table.legal_actions(&game, &mut actions);
        if actions.is_empty() {
            return Err(format!("seed {seed}, decision {number}: nothing is legal"));
        }
        if care.every > 0 && number.is_multiple_of(care.every) {
            look_closely(table, &game, &actions, &mut dice)
                .map_err(|broken| format!("seed {seed}, decision {number}: {broken}"))?;
        }
        let action = actions[dice.below(actions.len() as u32) as usize];
        table.apply_unchecked(&mut game, action, None);
        history.push((action, if care.every > 0 { table.hash(&game) } else { 0 }));
    }
    if care.every > 0 {
        replay(table, start, &history).map_err(|broken| format!("seed {seed}: {broken}"))?;
    }
    Ok(Played {
        outcome: game.outcome(),
        decisions: history.len(),
        turns: game.turn.number,
        hash: table.hash(&game),
    })
}

fn look_closely(
    table: &Table,
    game: &Game,
    actions: &[Action],
    dice: &mut Dice,
) -> Result<(), String> {
    for action in actions {
        let mut trial = game.clone();
        let seat = trial.to_decide().ok_or("nobody decides, but actions are legal")?;
        if table.apply(&mut trial, seat, *action, None).is_err() {
            return Err(format!("the legal action {action:?} is refused"));
        }
    }
    refusals(table, game, actions, dice)?;
    Seat::BOTH.into_iter().try_for_each(|seat| views(table, game, seat, dice))
}

/// Wrong seats and actions that are not on offer leave the game as it was.
fn refusals(table: &Table, game: &Game, actions: &[Action], dice: &mut Dice) -> Result<(), String> {
    let wrong = [
        Action::Choose(ObjectId(0)),
        Action::Choose(ObjectId::NONE),
        Action::ChooseNumber(i16::MAX),
        Action::ChooseOption(63),
        Action::ChoosePlace(ZoneId(47)),
        Action::Play { object: ObjectId(1), place: ZoneId(1), at: 0 },
        Action::Attack { attacker: ObjectId(2), target: ObjectId(2) },
        Action::Activate { object: ObjectId(3), ability: 7 },
        Action::Move { object: ObjectId(4), place: ZoneId(2), at: 9 },
        Action::Submit,
        Action::Yes,
        Action::Pass,
    ];
    let mut trial = game.clone();
    let seat = game.to_decide().ok_or("nobody decides")?;
    for action in wrong {
        if actions.contains(&action) {
            continue;
        }
        if table.apply(&mut trial, seat, action, None).is_ok() {
            return Err(format!("{action:?} is not legal, but was applied"));
        }
        if trial != *game {
            return Err(format!("the refused {action:?} changed the game"));
        }
    }
    // Whatever bytes are sent for an action: it has words, a number or none, and
    // nobody falls over it.
    for _ in 0..24 {
        let action = any_action(dice);
        let (words, reader) = (Words::new(table.read(game)), table.read(game));
        let _ = (words.action(action), words.full_action(action));
        let size = table.with_numbers(|space| space.size());
        let number = table.with_numbers(|space| space.number(&reader, action));
        if number.is_some_and(|number| number >= size) {
            return Err(format!("{action:?} has a number beyond the last"));
        }
        if actions.contains(&action) {
            continue;
        }
        if table.apply(&mut trial, seat, action, None).is_ok() || trial != *game {
            return Err(format!("{action:?} is not legal, but changed the game"));
        }
    }
    if table.apply(&mut trial, seat.other(), actions[0], None).is_ok() || trial != *game {
        return Err("the wrong seat could decide".into());
    }
    Ok(())
}

/// Any action at all: a few of its numbers are likely to be there, most are not.
pub fn any_action(dice: &mut Dice) -> Action {
    let kind = dice.below(13) as u8;
    let bytes: Vec<u8> = (0..5)
        .map(|_| match dice.below(3) {
            0 => dice.below(3) as u8,
            1 => dice.below(64) as u8,
            _ => dice.below(256) as u8,
        })
        .collect();
    action_of([kind, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4]])
}

/// The action that some bytes stand for, for tests that make them up.
pub fn action_of([kind, a, b, c, d, e]: [u8; 6]) -> Action {
    let (one, two) = (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
    match kind % 13 {
        0 => Action::Pass,
        1 => Action::Play { object: ObjectId(one), place: ZoneId(c), at: d },
        2 => Action::Activate { object: ObjectId(one), ability: c },
        3 => Action::Attack { attacker: ObjectId(one), target: ObjectId(two) },
        4 => Action::Move { object: ObjectId(one), place: ZoneId(c), at: d },
        5 => Action::Special { verb: e, object: ObjectId(one), other: ObjectId(two) },
        6 => Action::Choose(ObjectId(one)),
        7 => Action::ChoosePlace(ZoneId(a)),
        8 => Action::ChooseOption(a),
        9 => Action::ChooseNumber(one as i16),
        10 => Action::Submit,
        11 => Action::Yes,
        _ => Action::No,
    }
}

fn views(table: &Table, game: &Game, seat: Seat, dice: &mut Dice) -> Result<(), String> {
    let seen = view(game, &table.catalog, seat);
    let shown = game.pending.prompts().first().filter(|prompt| prompt.seat == seat);
    for (index, object) in seen.state.objects.iter().enumerate() {
        let id = ObjectId(index as u16);
        let allowed = sees(&table.catalog, seat, object.zone)
            || shown.is_some_and(|prompt| prompt.candidates.contains(id));
        if !allowed && object.card != CardId::HIDDEN {
            return Err(format!("{seat} sees a hidden card"));
        }
    }
    // What the seat sees does not depend on what it cannot see.
    let sampled = seen.sample(&table.catalog, dice);
    if view(&sampled, &table.catalog, seat) != seen {
        return Err(format!("a game sampled for {seat} looks different to {seat}"));
    }
    if game.to_decide() == Some(seat) {
        let (mut real, mut other) = (Vec::new(), Vec::new());
        table.legal_actions(game, &mut real);
        table.legal_actions(&sampled, &mut other);
        if real != other {
            return Err(format!("{seat}'s legal actions depend on hidden cards"));
        }
    }
    Ok(())
}

fn replay(table: &Table, mut game: Game, history: &[(Action, u64)]) -> Result<(), String> {
    for (number, (action, hash)) in history.iter().enumerate() {
        let seat = game.to_decide().ok_or("the replay ended early")?;
        table
            .apply(&mut game, seat, *action, None)
            .map_err(|refusal| format!("replay: decision {number} is refused: {refusal:?}"))?;
        if table.hash(&game) != *hash {
            return Err(format!("replay: another hash after decision {number}"));
        }
    }
    Ok(())
}
