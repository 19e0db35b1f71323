//! A rulebook that was written as text: its stages as a program, what the rules
//! let players do, and what is checked all the time.

use crate::card::{Condition, Filter, Place, Quantity, Timing, Whose};
use crate::id::{CardId, CounterId, PhaseId, ZoneKind};

/// Most operations of one rulebook's flow.
pub const FLOW: usize = 1_024;
/// Most stages that can be in progress at once.
pub const STAGES_DEEP: usize = 16;

/// The course of a game, compiled from its rulebook. Abilities are named by
/// their numbers on the rulebook's own card, the last of the catalog.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rulebook {
    /// The card whose abilities are the clauses; on no table.
    pub card: Option<CardId>,
    /// The events that standing rules listen for, by the bit of their kind.
    pub listens_for: u64,
    /// The kinds of event that standing rules replace.
    pub replaces: u64,
    /// The kinds of event after which the checks are asked again.
    pub wakes: u64,
    /// Stages, outermost first; the first is the whole game.
    pub stages: Vec<Stage>,
    /// What the stages do.
    pub flow: Vec<Flow>,
    /// The words for kinds of action: main, quick, response.
    pub windows: Vec<String>,
    /// By [`Timing`]: the kind of action that cards of this timing are; none
    /// where they can be used in every decision.
    pub of_timing: [Option<u8>; Timing::COUNT],
    /// What the rules let players do.
    pub offers: Vec<Offer>,
    /// By card: its offers and the numbers of their abilities on it.
    pub of_card: Vec<Vec<(u8, u8)>>,
    /// What happens as soon as something is so.
    pub checks: Vec<u8>,
    /// Statics that are on no card, and whether each player has their own.
    pub statics: Vec<(u8, bool)>,
    /// Keywords, a mask, of what can be played only to where something is.
    pub only_onto: u32,
    /// The clause that says so.
    pub only_onto_citation: u16,
    /// The stage that an endless chain is broken off with, and the clause that
    /// says so.
    pub overflow: Option<(u8, u16)>,
    /// What bots weigh.
    pub worth: Option<Quantity>,
    /// Where the sections of a deck go.
    pub decks: Vec<Section>,
    /// Everything that the log and refusals cite, each with its clause.
    pub citations: Vec<String>,
    /// By question that a clause asks: the ability and the words.
    pub questions: Vec<(u8, String)>,
}

/// One stage of the outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Its heading.
    pub name: String,
    /// The moment that entering it is; cards can listen for it.
    pub phase: PhaseId,
    /// Where its operations begin.
    pub start: u16,
    /// It is announced when it is entered.
    pub is_announced: bool,
    /// It is left as soon as this holds between two of its clauses.
    pub break_off: Option<Condition>,
    /// The stage that it is a part of.
    pub parent: Option<u8>,
}

/// One operation of the course.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flow {
    /// The stage begins, again if it repeats.
    Enter(u8),
    /// A clause, by its ability, with its citation.
    Do { ability: u8, citation: u16 },
    /// Somebody decides.
    Decide(Decision),
    /// A stage within this one.
    Call(u8),
    /// The stage begins again, unless it has been gone through often enough.
    Loop(Repetition),
    /// The stage is over.
    Leave,
}

/// A decision among the clauses of a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    pub who: Decides,
    /// The windows that are open, a mask.
    pub windows: u16,
    /// Those of them whose action ends the decision, a mask.
    pub ending: u16,
    /// What passing is called; without it whoever can act must.
    pub pass: Option<String>,
    /// The clause that opens it.
    pub citation: u16,
}

/// Who decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decides {
    /// The player whose stage it is.
    You,
    Opponent,
    /// Both in turn until both have passed; a passer is out.
    UntilBothPassed,
    /// Both in turn until both pass in a row.
    UntilPassesInARow,
}

/// How a stage repeats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// Each time is a turn of the next player.
    pub is_turn: bool,
    /// How often at most.
    pub most: Option<u16>,
    /// Until when.
    pub until: Option<Condition>,
    /// Who has this status, a counter above 0, is left out.
    pub without: Option<CounterId>,
}

/// Something that the rules let players do with their cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// What it is called.
    pub name: String,
    /// The window it needs.
    pub window: u8,
    /// The kinds of zones where its object lies, a mask.
    pub zones: u64,
    pub shape: OfferShape,
    pub pick: OfferPick,
    /// What the parts of its condition are called where they fail, as citations.
    pub conditions: Vec<u16>,
    /// The citations for a wrong window, a wrong zone and a wrong choice.
    pub wrong_window: u16,
    pub wrong_zone: u16,
    pub wrong_pick: u16,
    /// The clause.
    pub citation: u16,
}

/// As which action it is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferShape {
    Play,
    Move,
    Attack,
    /// With the number of its verb.
    Special(u8),
}

/// What is chosen as a part of the action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OfferPick {
    Nothing,
    Object(Filter),
    Place { zone: ZoneKind, whose: Whose, near: Option<Place>, room: Room },
}

/// What room a place needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Room {
    Any,
    /// At least one more object fits.
    Some,
    /// Nothing is there.
    Empty,
}

/// Where a section of a deck goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    pub name: String,
    pub zone: ZoneKind,
}

impl Rulebook {
    /// Whether there is one: a game may be written in Rust instead.
    pub fn is_there(&self) -> bool {
        !self.stages.is_empty()
    }

    /// The stage that a moment is the beginning of.
    pub fn stage_of(&self, phase: PhaseId) -> Option<u8> {
        self.stages.iter().position(|stage| stage.phase == phase).map(|at| at as u8)
    }

    /// A stage.
    pub fn stage(&self, stage: u8) -> Option<&Stage> {
        self.stages.get(usize::from(stage))
    }

    /// An offer.
    pub fn offer(&self, offer: u8) -> Option<&Offer> {
        self.offers.get(usize::from(offer))
    }

    /// The offers of a card and the numbers of their abilities.
    pub fn offers_of(&self, card: CardId) -> &[(u8, u8)] {
        self.of_card.get(card.index()).map_or(&[], Vec::as_slice)
    }
}
