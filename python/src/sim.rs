//! Many games, counted.

use onplay_bots::BotKind;
use onplay_sim::{Control, Plan, Score, Shard};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::game::{Game, bot, value};

/// Plays the games of seeds from one up to another and gives what came of them, as the
/// text of a shard. The same seeds give the same text, however they are cut.
#[pyfunction]
#[pyo3(signature = (game, bots, first, last, threads=1))]
pub fn run_shard(
    py: Python<'_>,
    game: &Game,
    bots: [String; 2],
    first: u64,
    last: u64,
    threads: usize,
) -> PyResult<String> {
    let table = &game.shared.kit.table;
    let kinds = [bot(&bots[0], table)?, bot(&bots[1], table)?];
    if !kinds.iter().all(BotKind::is_deterministic) {
        return Err(PyValueError::new_err(
            "a shard needs bots that decide the same every time: search:1000, not search:200ms",
        ));
    }
    if last <= first {
        return Err(PyValueError::new_err("there is no seed to play"));
    }
    let plan = Plan::new(game.shared.kit.clone(), kinds);
    let threads = Some(threads).filter(|threads| *threads > 0);
    let shard = py.detach(|| onplay_sim::run(&plan, first..last, threads, &Control::default()));
    serde_json::to_string(&shard.map_err(value)?).map_err(value)
}

/// One shard of several, in any order.
#[pyfunction]
pub fn merge_shards(texts: Vec<String>) -> PyResult<String> {
    let mut whole: Option<Shard> = None;
    for text in &texts {
        let shard = Shard::parse(text).map_err(value)?;
        match &mut whole {
            Some(whole) => whole.merge(&shard).map_err(value)?,
            None => whole = Some(shard),
        }
    }
    let whole = whole.ok_or_else(|| PyValueError::new_err("there is no shard to merge"))?;
    serde_json::to_string(&whole).map_err(value)
}

/// What a shard says: games, win rates with their intervals by seat and deck.
#[pyfunction]
pub fn summary<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyDict>> {
    let shard = Shard::parse(text).map_err(value)?;
    let rate = |score: Score| {
        let rate = score.rate();
        let dict = PyDict::new(py);
        dict.set_item("games", score.games)?;
        dict.set_item("won", score.won)?;
        dict.set_item("drawn", score.drawn)?;
        dict.set_item("rate", rate.rate)?;
        dict.set_item("low", rate.low)?;
        dict.set_item("high", rate.high)?;
        Ok::<_, PyErr>(dict)
    };
    let dict = PyDict::new(py);
    dict.set_item("game", &shard.game)?;
    dict.set_item("bots", shard.bots.to_vec())?;
    dict.set_item("seeds", shard.seeds())?;
    dict.set_item("first_seat", rate(shard.tally.first_seat())?)?;
    dict.set_item("first_bot", rate(shard.tally.first_bot)?)?;
    let decks = PyDict::new(py);
    for (at, deck) in shard.decks.iter().enumerate() {
        decks.set_item(deck, rate(shard.tally.deck(at))?)?;
    }
    dict.set_item("decks", decks)?;
    Ok(dict)
}
