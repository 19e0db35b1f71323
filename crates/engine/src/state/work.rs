//! Work: what is being done, as data. Abilities and steps of the frame lie on
//! one pile; the top one is done next.

use crate::event::Event;
use crate::id::{AbilityId, Handle, Seat, ZoneId};
use crate::rulebook::{Policy, Targets};

/// Most objects one ability can have chosen at once.
pub const CHOSEN: usize = 8;

/// What a piece of work is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Task {
    /// An ability, from its detection to its cleanup.
    Ability,
    /// A step of the game's frame; the number is its own.
    Step(u8),
    /// A unit found dead by a state check.
    Die,
    /// An event that is announced now although its change was made before.
    Announce,
    /// A stage of the rulebook in progress, on the agenda. One that was called
    /// is gone through because a sentence says so.
    Stage {
        /// Its number in the rulebook.
        stage: u8,
        /// It belongs to what called it.
        called: bool,
    },
}

/// The lifecycle of one ability; every phase can be seen in the state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// Found, not yet looked at.
    Detected,
    /// Its controller is asked whether to use it.
    Confirming,
    /// What to pay with is being chosen; then it is paid.
    PayingCost,
    /// Its targets are being chosen.
    Targeting,
    /// Its effects are happening.
    Resolving,
    /// Over; it leaves the pile.
    Done,
}

/// How an ability came to be done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// The card was played.
    Played,
    /// It was activated by its player.
    Activated,
    /// It triggered.
    Triggered,
    /// A rule of the game did it.
    Rule,
    /// A clause of the stage on top of the agenda, which learns what it chose.
    Clause,
}

/// How far an operation has come that takes several steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Progress {
    /// It begins.
    #[default]
    Start,
    /// Objects wait for their places, in the list of loop objects from here on.
    Placing {
        /// Where they begin.
        from: u16,
    },
    /// What is attached is known; now its host.
    ChoosingHost,
    /// This many new objects still need a place.
    Creating {
        /// How many are still to come.
        left: u16,
    },
    /// Cards are being looked at.
    Looking(Looking),
    /// Cards are being drawn one by one.
    Drawing {
        /// How many are still to come.
        left: i16,
    },
    /// One of several costs was chosen, by its number.
    PayingOption(u8),
}

/// How far looking at cards has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Looking {
    /// What may be taken is being chosen.
    Taking,
    /// What goes to the discard zone is being chosen.
    Binning,
    /// The order of the rest is being chosen.
    Arranging,
    /// They are being shown.
    Showing,
}

/// A loop over both players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayerLoop {
    /// Whose ability it is once the loop is over.
    pub controller: Seat,
    /// The second player is still to come.
    pub has_next: bool,
}

impl Policy {
    /// Whether an ability that came about in this way makes its choices before it
    /// resolves. Where they are made on playing, abilities that nobody plays choose as
    /// they happen.
    pub(crate) fn chooses_first(&self, origin: Origin) -> bool {
        self.targets != Targets::Play || matches!(origin, Origin::Played | Origin::Activated)
    }
}

/// One piece of work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Work {
    /// What sort of work it is.
    pub task: Task,
    /// How far it has come in its lifecycle.
    pub stage: Stage,
    /// How it came to be done.
    pub origin: Origin,
    /// Whose ability or step it is.
    pub controller: Seat,
    /// The ability that is done, none for steps and checks.
    pub ability: AbilityId,
    /// The next operation, or the next part of the cost, or the next target.
    pub cursor: u16,
    /// How deep in the chain it is; 0 is directly behind a decision.
    pub depth: u16,
    /// The object whose ability this is.
    pub source: Handle,
    /// What it last moved; for a step of the frame, the second object that it is
    /// about.
    pub it: Handle,
    /// The object behind the event that triggered it, none for a player's
    /// action: the pair guard asks for it.
    pub by: Handle,
    /// The event that triggered it.
    pub event: Event,
    /// The place that was chosen.
    pub place: ZoneId,
    /// What was chosen so far, each with the number of its choice.
    pub chosen: [Handle; CHOSEN],
    /// For each of them, the number of its choice.
    pub slots: [u8; CHOSEN],
    /// How many objects are chosen so far.
    pub picks: u8,
    /// Whose mentions are its own; 0 while it has none.
    pub keeper: u16,
    /// The number that was chosen: X.
    pub number: i16,
    /// What the last effect really did.
    pub result: i16,
    /// Whether the last optional or paid thing was done.
    pub did: bool,
    /// The prompt of the present operation has been answered.
    pub answered: bool,
    /// When it is ready it goes to the players' stack instead of resolving.
    pub to_stack: bool,
    /// It is a delayed trigger, which is about what it was made for.
    pub is_delayed: bool,
    /// How far the present operation has come.
    pub progress: Progress,
    /// The open loop over players.
    pub players: Option<PlayerLoop>,
    /// The open loop over objects: what is left of the pool.
    pub pool: u16,
    /// What is left of an open loop over times.
    pub times: i16,
    /// Modes already chosen.
    pub modes: u16,
    /// Which of the ways to pay for the card was chosen.
    pub way: u8,
    /// The recorded thing that this goes back to.
    pub cause: u32,
}

impl Work {
    /// A piece of work with nothing chosen yet.
    pub fn new(task: Task, controller: Seat) -> Self {
        Work {
            task,
            stage: Stage::Detected,
            origin: Origin::Rule,
            controller,
            ability: AbilityId::NONE,
            cursor: 0,
            depth: 0,
            source: Handle::NONE,
            it: Handle::NONE,
            by: Handle::NONE,
            event: Event::new(crate::event::Kind::Began, controller),
            place: ZoneId::OUTSIDE,
            chosen: [Handle::NONE; CHOSEN],
            slots: [0; CHOSEN],
            picks: 0,
            keeper: 0,
            number: 0,
            result: 0,
            did: false,
            answered: false,
            to_stack: false,
            is_delayed: false,
            progress: Progress::Start,
            players: None,
            pool: 0,
            times: 0,
            modes: 0,
            way: 0,
            cause: 0,
        }
    }

    /// A step of the frame.
    pub fn step(number: u8, controller: Seat) -> Self {
        Work { stage: Stage::Resolving, ..Work::new(Task::Step(number), controller) }
    }

    /// The work with the object whose ability it is.
    pub fn source(mut self, source: Handle) -> Self {
        self.source = source;
        self
    }

    /// The work with the object that it moved, or is about.
    pub fn it(mut self, it: Handle) -> Self {
        self.it = it;
        self
    }

    /// The work with a place chosen.
    pub fn place(mut self, place: ZoneId) -> Self {
        self.place = place;
        self
    }

    /// The work with a number chosen.
    pub fn number(mut self, number: i16) -> Self {
        self.number = number;
        self
    }

    /// The objects of one of its choices.
    pub fn chosen(&self, slot: u8) -> impl Iterator<Item = Handle> + '_ {
        (0..usize::from(self.picks))
            .filter(move |at| self.slots[*at] == slot)
            .map(|at| self.chosen[at])
    }

    /// Remembers a chosen object. Choices past the room are refused.
    pub fn choose(&mut self, slot: u8, object: Handle) -> bool {
        let at = usize::from(self.picks);
        if at == CHOSEN {
            return false;
        }
        self.chosen[at] = object;
        self.slots[at] = slot;
        self.picks += 1;
        true
    }
}
