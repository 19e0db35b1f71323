//! How generously the table is drawn, from all of it to what fits on the screen.

/// How much room there is.
#[derive(Clone, Copy)]
pub struct Room {
    pub width: usize,
    /// Most rows of objects in one lane.
    pub rows: usize,
    /// Places have a line for their names; without it only empty places are
    /// named.
    pub heads: bool,
    /// Rows of places in which nothing lies are shown.
    pub empty: bool,
    pub tall: Tall,
}

/// How many lines an object takes that is too long for its column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tall {
    /// As many as it needs.
    Whole,
    /// One for its name and one for the rest.
    Two,
    One,
}

impl Room {
    /// All there is room for.
    pub fn whole(width: usize) -> Room {
        Room { width, rows: 64, heads: true, empty: true, tall: Tall::Whole }
    }

    /// Ever less generous ways to draw in a width. Objects are the last thing
    /// to be left out.
    pub fn choices(width: usize) -> impl Iterator<Item = Room> {
        (1..=8).rev().flat_map(move |rows| {
            let whole = Room { rows, ..Room::whole(width) };
            let bare = Room { heads: false, ..whole };
            let filled = Room { empty: false, ..bare };
            let low = move |tall| [whole, bare, filled].map(|room| Room { tall, ..room });
            [low(Tall::Whole), low(Tall::Two), low(Tall::One)].concat()
        })
    }
}
