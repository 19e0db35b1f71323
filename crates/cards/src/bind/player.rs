//! Players: *they*, *that player*.

use onplay_engine::card::{Happening, Pattern, Who, Whose};

use super::Bind;

/// A player that the text has named.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerMention {
    pub who: Who,
    /// The player of a loop, whom its clauses call "they".
    pub of_loop: bool,
}

impl Bind {
    /// The player whose event it is.
    pub(super) fn event_player(&mut self, pattern: &Pattern) {
        let of_player =
            matches!(pattern.event, Happening::Began(_)) || pattern.player != Whose::Any;
        let who = match pattern.player {
            Whose::Yours => return,
            Whose::Enemy => Who::Opponent,
            Whose::Any => Who::EventPlayer,
        };
        if of_player || is_done_by_player(pattern.event) {
            self.players.push(PlayerMention { who, of_loop: false });
        }
    }

    /// "Each player": they, one after the other.
    pub fn player_of_loop(&mut self) {
        self.players.push(PlayerMention { who: Who::You, of_loop: true });
    }

    /// The last player who is not you.
    pub fn they(&self) -> Option<Who> {
        let other = |mention: &&PlayerMention| mention.of_loop || mention.who != Who::You;
        self.players.iter().rev().find(other).map(|mention| mention.who)
    }

    /// The last player named.
    pub fn that_player(&self) -> Option<Who> {
        self.they()
    }
}

fn is_done_by_player(happening: Happening) -> bool {
    matches!(
        happening,
        Happening::Drew
            | Happening::Reshuffled
            | Happening::Played
            | Happening::Activated
            | Happening::GainedCounter(_)
            | Happening::LostCounter(_)
            | Happening::HitPlayer
            | Happening::Discarded
            | Happening::Sacrificed
    )
}
