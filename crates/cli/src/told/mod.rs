//! The log: what happened, put into words as it happened, each with its cause.

mod log;
mod minor;
mod tell;
mod why;

pub use log::{Log, Quiet, Told, Voice, What, read, story};
pub use tell::{Earlier, Reader, Telling, tell};
