//! Rows as inputs of a network: names become switches, quantities small numbers.

use crate::columns::{Holds, Section};

/// Quantities are divided by this, and no larger than [`MOST`] afterwards.
const SCALE: f32 = 8.0;
const MOST: f32 = 8.0;

/// Where the inputs of each column begin.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    starts: Vec<(usize, Holds)>,
    count: usize,
}

impl Inputs {
    pub(crate) fn of(section: &Section) -> Self {
        let mut count = 0;
        let starts = section.columns.iter().map(|column| {
            let start = count;
            count += match column.holds {
                Holds::Quantity | Holds::Row(_) => 1,
                Holds::Category(many) => many,
            };
            (start, column.holds)
        });
        Inputs { starts: starts.collect(), count }
    }

    /// How many inputs a row has.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The inputs of a row that are not 0.
    pub(crate) fn each(&self, row: &[i16], mut tell: impl FnMut(usize, f32)) {
        for (number, (start, holds)) in row.iter().zip(&self.starts) {
            match holds {
                _ if *number == 0 => {}
                Holds::Quantity => tell(*start, (f32::from(*number) / SCALE).clamp(-MOST, MOST)),
                Holds::Row(_) => tell(*start, 1.0),
                Holds::Category(many) => {
                    if let Some(at) = usize::try_from(*number).ok().filter(|at| at < many) {
                        tell(start + at, 1.0);
                    }
                }
            }
        }
    }
}
