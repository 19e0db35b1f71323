//! The public surface: a table to play at, what each seat sees, and numbers for
//! learning agents.

mod numbering;
mod table;
mod view;

pub use numbering::*;
pub use table::*;
pub use view::*;
