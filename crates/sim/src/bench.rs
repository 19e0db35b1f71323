//! Measuring speed, with a checksum of final states so that a faster program
//! is seen to play the same games.

use std::hint::black_box;
use std::time::{Duration, Instant};

use onplay_bots::{BotKind, Limit, Search};
use onplay_cards::SourceFile;
use onplay_engine::id::{CounterId, ObjectId, Seat, ZoneId};
use onplay_engine::mutate::Engine;
use onplay_engine::state::{Action, Delayed, Game, Modifier, Prompt, WaitingTrigger, Work};
use onplay_games::kit::{self, Kit};
use onplay_games::seat::{Decider, Question};
use rayon::prelude::*;
use serde::Serialize;

use crate::plan::Plan;
use crate::playout::{Room, playout};
use crate::tally::mix;

/// The figures of one game.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// The game's id.
    pub game: String,
    /// Games played.
    pub games: u64,
    /// Decisions made in them.
    pub decisions: u64,
    /// On one thread.
    pub decisions_per_second: f64,
    /// On one thread.
    pub games_per_second: f64,
    /// On one thread.
    pub ns_per_decision: f64,
    /// How many threads there are.
    pub threads: usize,
    /// On all threads.
    pub decisions_per_second_all: f64,
    /// Listing what is legal once.
    pub ns_per_legal_actions: f64,
    /// The state with everything it refers to, in the middle of a game.
    pub state_bytes: usize,
    /// Cloning that state.
    pub clone_ns: f64,
    /// Copying as many plain bytes.
    pub copy_ns: f64,
    /// Of a search with rollouts to the end.
    pub search_iterations_per_second: f64,
    /// Decisions that such a search simulates.
    pub search_decisions_per_second: f64,
    /// How fast it simulates decisions beside random play, measured in turn.
    pub search_share: f64,
    /// A sum over the final hashes of all games.
    pub checksum: String,
}

/// Measures one game over a number of random games.
pub fn game(kit: &Kit, games: u64) -> Figures {
    let plan = Plan::new(kit.clone(), [BotKind::Random, BotKind::Random]);
    // Once beforehand, so that the room is there and the caches are warm.
    play(&plan, 0..games.min(50));
    let began = Instant::now();
    let (decisions, checksum) = play(&plan, 0..games);
    let single = began.elapsed().as_secs_f64();
    let threads = rayon::current_num_threads();
    let began = Instant::now();
    let step = games.div_ceil(64).max(1);
    let all: u64 = (0..games.div_ceil(step))
        .into_par_iter()
        .map(|chunk| play(&plan, chunk * step..((chunk + 1) * step).min(games)).0)
        .sum();
    let parallel = began.elapsed().as_secs_f64();
    let states = middle(&plan, 32);
    let state = &states[0];
    let searched = search(&plan, &states, decisions as f64 / games.max(1) as f64);
    let [clone_ns, copy_ns] = clone_and_copy(state);
    Figures {
        game: kit.book.game.id.clone(),
        games,
        decisions,
        decisions_per_second: decisions as f64 / single,
        games_per_second: games as f64 / single,
        ns_per_decision: single * 1e9 / decisions.max(1) as f64,
        threads,
        decisions_per_second_all: all as f64 / parallel,
        ns_per_legal_actions: legal_time(&plan, &states),
        state_bytes: size(state),
        clone_ns,
        copy_ns,
        search_iterations_per_second: searched.iterations,
        search_decisions_per_second: searched.decisions,
        search_share: searched.share,
        checksum: format!("{checksum:016x}"),
    }
}

/// Plays random games of some seeds; gives their decisions and checksum.
fn play(plan: &Plan, seeds: std::ops::Range<u64>) -> (u64, u64) {
    let mut bots = Seat::BOTH.map(|seat| plan.bots[seat.index()].build(u64::from(seat.0)));
    let layouts = plan.layouts();
    let mut room = Room::new(&plan.kit.table);
    let (mut decisions, mut checksum) = (0, 0u64);
    for seed in seeds {
        let layout = &layouts[(seed % layouts.len() as u64) as usize];
        let played = playout(&plan.kit.table, layout, seed, &mut bots, &mut room, None);
        decisions += u64::from(played.decisions);
        checksum = checksum.wrapping_add(mix(played.hash ^ seed.rotate_left(32)));
    }
    (decisions, checksum)
}

/// States from the middle of random games.
fn middle(plan: &Plan, count: u64) -> Vec<Game> {
    let table = &plan.kit.table;
    let mut legal = Vec::new();
    let mut states = Vec::new();
    for seed in 0..count {
        let decks = plan.pair(seed).map(|deck| plan.decks[deck].1.clone());
        let mut bot = BotKind::Random.build(seed);
        let mut line = vec![table.start(seed, &decks, None)];
        while line.len() < 400 {
            let mut game = line[line.len() - 1].clone();
            let Some(seat) = game.to_decide() else { break };
            table.legal_actions(&game, &mut legal);
            if legal.is_empty() {
                break;
            }
            let question = Question::new(table, &game, seat, &legal);
            let Some(action) = bot.decide(&question) else { break };
            table.apply_unchecked(&mut game, action, None);
            line.push(game);
        }
        states.push(line.swap_remove(line.len() / 2));
    }
    states
}

fn legal_time(plan: &Plan, states: &[Game]) -> f64 {
    const ROUNDS: usize = 2000;
    let mut legal: Vec<Action> = Vec::new();
    let began = Instant::now();
    for _ in 0..ROUNDS {
        for game in states {
            plan.kit.table.legal_actions(black_box(game), &mut legal);
            black_box(&legal);
        }
    }
    began.elapsed().as_nanos() as f64 / (ROUNDS * states.len()) as f64
}

/// Bytes of a state: the struct and what its lists hold.
pub fn size(game: &Game) -> usize {
    fn list<T>(count: usize) -> usize {
        count * std::mem::size_of::<T>()
    }
    std::mem::size_of::<Game>()
        + list::<onplay_engine::state::Object>(game.objects.len())
        + list::<ObjectId>(game.objects.len())
        + list::<Work>(game.pending.work.len() + game.pending.stack.len())
        + list::<WaitingTrigger>(game.pending.waiting().len())
        + list::<Prompt>(game.pending.prompts().len())
        + list::<Modifier>(game.modifiers.len())
        + list::<Delayed>(game.delayed.len())
        + list::<onplay_engine::state::LastKnown>(game.last_known.list().len())
}

const COPIES: u32 = 10_000;
const ROUNDS: usize = 21;

/// Nanoseconds of cloning a state and of copying as many bytes, in turn; the
/// medians, because neighbours on a busy machine disturb single rounds.
fn clone_and_copy(game: &Game) -> [f64; 2] {
    let mut clone = game.clone();
    let bytes = size(game);
    let (from, mut to) = (vec![1u8; bytes], vec![0u8; bytes]);
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        times[0].push(each(|| {
            clone.clone_from(black_box(game));
            black_box(&clone);
        }));
        times[1].push(each(|| {
            to.copy_from_slice(black_box(&from));
            black_box(&to);
        }));
    }
    times.map(median)
}

/// Nanoseconds that something takes, often repeated.
fn each(mut work: impl FnMut()) -> f64 {
    let began = Instant::now();
    (0..COPIES).for_each(|_| work());
    began.elapsed().as_nanos() as f64 / f64::from(COPIES)
}

/// How fast a search is: iterations and simulated decisions per second, and those
/// beside the decisions of random play.
struct Searched {
    iterations: f64,
    decisions: f64,
    share: f64,
}

/// Measures a search that plays every rollout to the end. After every state about as
/// many decisions are played at random, so that both see the machine equally busy;
/// the median of the shares counts.
fn search(plan: &Plan, states: &[Game], game_length: f64) -> Searched {
    let table = &plan.kit.table;
    let mut search = Search::new(1, Limit::Iterations(100)).with_rollout(u32::MAX - 64);
    let (mut legal, mut shares) = (Vec::new(), Vec::new());
    let (mut searching, mut seed) = (0.0, 0);
    let end = Instant::now() + Duration::from_secs(4);
    for game in states {
        let Some(seat) = game.to_decide() else { continue };
        table.legal_actions(game, &mut legal);
        if legal.len() < 2 {
            continue;
        }
        let (before, began) = (search.simulated(), Instant::now());
        search.decide(&Question::new(table, game, seat, &legal));
        let time = began.elapsed().as_secs_f64();
        searching += time;
        let simulated = (search.simulated() - before) as f64;
        let games = (simulated / game_length).ceil().max(1.0) as u64;
        let began = Instant::now();
        let (decisions, _) = play(plan, seed..seed + games);
        shares.push(simulated / time * began.elapsed().as_secs_f64() / decisions.max(1) as f64);
        seed += games;
        if Instant::now() > end {
            break;
        }
    }
    Searched {
        iterations: search.iterations() as f64 / searching,
        decisions: search.simulated() as f64 / searching,
        share: median(shares),
    }
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

/// The cascade of Drones' design: five drones in a lane, one of which
/// moves in and draws. Gives cascades per second and the events of one.
pub fn cascade() -> Option<(f64, usize)> {
    // The page that demonstrates the cascade defines its cards.
    let (_, page) = kit::demonstrations("lab").find(|(name, _)| *name == "chain")?;
    let cards = page.split("```cards").nth(1)?.split("```").next()?;
    let source = SourceFile::new("chain.md", cards);
    let kit = kit::load("lab").ok()?.with_cards(&source).ok()?.with_policy("drones").ok()?;
    let card = |name| kit.book.card(name);
    let row = [card("HypoDrone")?, card("Odin")?, card("Loki")?, card("Thor")?];
    let mover = card("MovedDrone")?;
    // What is drawn does not matter.
    let filler = onplay_engine::id::CardId(0);
    let rules = &kit.table.catalog.rules;
    let lane = rules.role(onplay_engine::rulebook::Role::Play)?;
    let deck = rules.zone_of(onplay_engine::rulebook::Role::Deck, Seat::ONE);
    let lay = |engine: &mut Engine| {
        for card in row {
            engine.create_object(card, Seat::ONE, rules.zone(lane, Seat::ONE, 0));
        }
        engine.create_object(mover, Seat::ONE, rules.zone(lane, Seat::ONE, 1));
        for _ in 0..10 {
            engine.create_object(filler, Seat::ONE, deck);
        }
        engine.set_counter(Seat::ONE, CounterId(0), 0);
    };
    let start = kit.table.arrange(1, Seat::ONE, None, lay);
    let object = start
        .objects
        .iter()
        .position(|object| object.card == mover && object.zone != ZoneId::OUTSIDE)?;
    let to = rules.zone(lane, Seat::ONE, 0);
    let action = Action::Move { object: ObjectId(object as u16), place: to, at: u8::MAX };
    let mut legal = Vec::new();
    kit.table.legal_actions(&start, &mut legal);
    if !legal.contains(&action) {
        return None;
    }
    let mut record = onplay_engine::state::Record::default();
    kit.table.apply_unchecked(&mut start.clone(), action, Some(&mut record));
    let mut game = start.clone();
    let rounds = 50_000;
    let began = Instant::now();
    for _ in 0..rounds {
        game.clone_from(&start);
        kit.table.apply_unchecked(&mut game, action, None);
        black_box(&game);
    }
    let fired = record
        .entries
        .iter()
        .filter(|entry| matches!(entry.fact, onplay_engine::state::Fact::Fired { .. }))
        .count();
    Some((f64::from(rounds) / began.elapsed().as_secs_f64(), fired))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cascade_fires_eight_triggers() {
        assert_eq!(cascade().map(|(_, fired)| fired), Some(8));
    }
}
