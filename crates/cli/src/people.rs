//! What the people at a table are called.

use onplay_engine::id::Seat;
use onplay_games::spoken::Names;

use crate::session::Session;

/// The names of whoever plays: "You" and "Bot" if one person does, else by what sits
/// where.
pub fn names(session: &Session) -> Names {
    let you = session.viewer().filter(|_| session.humans() == 1);
    let seats = &session.replay.header.seats;
    let names = Seat::BOTH.map(|seat| {
        let kind = kind(&seats[seat.index()]);
        let alike = kind == self::kind(&seats[seat.other().index()]) && you.is_none();
        if alike { format!("{kind} {}", seat.index() + 1) } else { kind.to_owned() }
    });
    let names = Names::new(names);
    match you {
        Some(seat) => names.with_you(seat),
        None => names,
    }
}

fn kind(seat: &str) -> &'static str {
    if seat == "human" { "Player" } else { "Bot" }
}
