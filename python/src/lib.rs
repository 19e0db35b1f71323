//! The engine for Python. What researchers import is written in Python, in `onplay/`;
//! this is the part that must be fast.

mod game;
mod sim;
mod state;
mod vector;

use pyo3::prelude::*;

/// The native part of `onplay`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<vector::Vector>()?;
    module.add_function(wrap_pyfunction!(sim::run_shard, module)?)?;
    module.add_function(wrap_pyfunction!(sim::merge_shards, module)?)?;
    module.add_function(wrap_pyfunction!(sim::summary, module)?)?;
    module.add_function(wrap_pyfunction!(game::shipped, module)?)?;
    Ok(())
}
