//! Names of seats, objects and places on the wire.

use onplay_engine::id::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An object as one viewer knows it. Another viewer knows it by another number,
/// and a card that goes out of sight comes back as another one.
pub type Handle = u32;

/// One place cards can be: `p1.hand`, `p2.lane1`, `stack`.
pub type PlaceName = String;

/// One of the two seats.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "lowercase")]
pub enum SeatName {
    /// The first seat.
    P1,
    /// The second seat.
    P2,
}

impl From<Seat> for SeatName {
    fn from(seat: Seat) -> Self {
        if seat == Seat::ONE { SeatName::P1 } else { SeatName::P2 }
    }
}

impl From<SeatName> for Seat {
    fn from(seat: SeatName) -> Self {
        match seat {
            SeatName::P1 => Seat::ONE,
            SeatName::P2 => Seat::TWO,
        }
    }
}

impl std::fmt::Display for SeatName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            SeatName::P1 => "p1",
            SeatName::P2 => "p2",
        })
    }
}
