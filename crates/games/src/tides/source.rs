//! Sources: who or what is behind an effect, in the seven kinds of the
//! published design. It is read off the work in progress, never stored.

use onplay_engine::card::When;
use onplay_engine::id::{Handle, Seat};
use onplay_engine::query::Reader;
use onplay_engine::state::{Game, Origin, Task, Work};

/// Who or what is behind an effect. [tides 2.1]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A rule: drawing for the turn, Judgment, the start of a turn.
    Game { controller: Seat },
    /// A player's own doing: playing a card, a character that resolves.
    Player { controller: Seat },
    /// A dreamwell card.
    Dreamwell { controller: Seat, card: Handle },
    /// An event that resolves from the stack.
    Event { controller: Seat, card: Handle, ability: u8 },
    /// An activated ability of a character.
    Activated { controller: Seat, card: Handle, ability: u8 },
    /// A triggered ability of a character.
    Triggered { controller: Seat, card: Handle, ability: u8 },
    /// "If you do", of the static ability that let a card be played.
    IfYouDo { controller: Seat, card: Handle, ability: u8 },
}

impl Source {
    /// What is behind what is being done or asked now.
    pub fn now(reader: &Reader) -> Source {
        let game: &Game = reader.game;
        match game.pending.work.last() {
            Some(work) => Source::of(reader, work),
            None => Source::Game { controller: game.turn.active },
        }
    }

    /// What is behind a piece of work.
    pub fn of(reader: &Reader, work: &Work) -> Source {
        let controller = work.controller;
        if work.task != Task::Ability || work.ability.is_none() {
            return match work.task {
                Task::Step(step) if step < super::turn::JUDGE => Source::Player { controller },
                _ => Source::Game { controller },
            };
        }
        let entry = reader.catalog.program.entry(work.ability);
        let (card, ability) = (work.source, entry.number);
        match (work.origin, &entry.ability.when) {
            (Origin::Played, _) => Source::Event { controller, card, ability },
            (Origin::Activated, _) => Source::Activated { controller, card, ability },
            (Origin::Triggered, _) => Source::Triggered { controller, card, ability },
            (Origin::Rule, When::Static(_)) if entry.ability.cost.is_empty() => {
                Source::IfYouDo { controller, card, ability }
            }
            (Origin::Rule, When::Static(_)) => Source::Player { controller },
            (Origin::Rule | Origin::Clause, _) => Source::Dreamwell { controller, card },
        }
    }

    /// Whose effect it is: "your" and "enemy" are read from here.
    pub fn controller(&self) -> Seat {
        match self {
            Source::Game { controller }
            | Source::Player { controller }
            | Source::Dreamwell { controller, .. }
            | Source::Event { controller, .. }
            | Source::Activated { controller, .. }
            | Source::Triggered { controller, .. }
            | Source::IfYouDo { controller, .. } => *controller,
        }
    }

    /// The card behind it; none for rules, players and the dreamwell.
    pub fn card(&self) -> Option<Handle> {
        match self {
            Source::Game { .. } | Source::Player { .. } | Source::Dreamwell { .. } => None,
            Source::Event { card, .. }
            | Source::Activated { card, .. }
            | Source::Triggered { card, .. }
            | Source::IfYouDo { card, .. } => Some(*card),
        }
    }

    /// The number of the ability on its card.
    pub fn ability_number(&self) -> Option<u8> {
        match self {
            Source::Game { .. } | Source::Player { .. } | Source::Dreamwell { .. } => None,
            Source::Event { ability, .. }
            | Source::Activated { ability, .. }
            | Source::Triggered { ability, .. }
            | Source::IfYouDo { ability, .. } => Some(*ability),
        }
    }
}
