//! A rulebook that was written as text: its stages as a program, what the rules
//! let players do, and what is checked all the time.

use crate::card::{Condition, DamageSide, Deed, Filter, Place, Quantity, Timing, Whose};
use crate::id::{AbilityId, CardId, CounterId, DamageId, FlagId, PhaseId, TypeId, ZoneKind};

/// Most operations of one rulebook's flow.
pub const FLOW: usize = 1_024;
/// Most checks: each has a bit for either seat.
pub const CHECKS: usize = 32;
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
    /// The standing rules that listen for events.
    pub listeners: Vec<AbilityId>,
    /// The kinds of event that standing rules replace.
    pub replaces: u64,
    /// The standing rules that replace events.
    pub replacements: Vec<AbilityId>,
    /// Stages, outermost first; the first is the whole game.
    pub stages: Vec<Stage>,
    /// What the stages do.
    pub flow: Vec<Flow>,
    /// Some stage can be broken off.
    pub can_break_off: bool,
    /// The words for kinds of action: main, quick, response.
    pub windows: Vec<String>,
    /// By [`Timing`]: the kind of action that cards of this timing are; none
    /// where they can be used in every decision.
    pub of_timing: [Option<u8>; Timing::COUNT],
    /// What the rules let players do.
    pub offers: Vec<Offer>,
    /// By card: its offers and the numbers of their abilities on it.
    pub of_card: Vec<Vec<(u8, u8)>>,
    /// What happens as soon as something is so; at most [`CHECKS`].
    pub checks: Vec<u8>,
    /// Those of them, by their bits, that happen again as long as it is so.
    pub checks_again: u64,
    /// Statics that are on no card, and whether each player has their own.
    pub statics: Vec<(u8, bool)>,
    /// Keywords, a mask, of what can be played only to where something is.
    pub only_onto: u32,
    /// The clause that says so.
    pub only_onto_citation: u16,
    /// What keywords and statuses keep whoever has them from.
    pub barred: Vec<Barred>,
    /// The deeds among that, a mask over [`Deed`].
    pub barred_deeds: u16,
    /// Statuses that cards of some types come into play with.
    pub enters: Vec<EntersWith>,
    /// How counters are paid that are not simply taken from.
    pub payments: Vec<Payment>,
    /// The stage that an endless chain is broken off with, and the clause that
    /// says so.
    pub overflow: Option<(u8, u16)>,
    /// What becomes of a card on the stack that resolves, by its type.
    pub resolves: Vec<Resolves>,
    /// What makes an empty deck anew when a card of it is needed, and the clause that
    /// says so.
    pub renewal: Option<(u8, u16)>,
    /// What is said where something on the stack is responded to with what needs an
    /// empty one.
    pub stack_is_not_empty: Option<u16>,
    /// What bots weigh.
    pub worth: Option<Quantity>,
    /// Where the sections of a deck go.
    pub decks: Vec<Section>,
    /// Everything that the log and refusals cite, each with its clause.
    pub citations: Vec<String>,
    /// The citations of standing rules and triggers, by ability.
    pub cited: Vec<(u8, u16)>,
    /// What comes of passing, by the clause that says so, in words.
    pub on_passing: Vec<(u8, String)>,
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
    /// It is left as soon as this holds between two of its clauses, from an
    /// operation on.
    pub break_off: Option<(Condition, u16)>,
    /// The stage that it is a part of.
    pub parent: Option<u8>,
}

/// One operation of the course.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flow {
    /// The stage begins, again if it repeats.
    Enter(u8),
    /// A clause, by its ability, with its citation.
    Do {
        /// What the clause does, by its number on the rulebook's card.
        ability: u8,
        /// What the log calls the clause.
        citation: u16,
    },
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
    /// Whose decision it is.
    pub who: Decides,
    /// The windows that are open, a mask.
    pub windows: u16,
    /// Those of them whose actions end the decision, a mask.
    pub ending: u16,
    /// How many of those actions are taken until it ends.
    pub most: u8,
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
    /// The other player.
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
    /// The sort of action that stands for it.
    pub shape: OfferShape,
    /// What has to be chosen with it.
    pub pick: OfferPick,
    /// It blocks what attacks.
    pub blocks: bool,
    /// What becomes of whatever is where it goes, in words: "which dies".
    pub replaces: Option<&'static str>,
    /// What the parts of its condition are called where they fail, as citations.
    pub conditions: Vec<u16>,
    /// The citations for a wrong window, by the window that is needed.
    pub wrong_windows: Vec<u16>,
    /// The citations for a wrong zone and a wrong choice.
    pub wrong_zone: u16,
    /// What is said where the choice is wrong.
    pub wrong_pick: u16,
    /// The clause.
    pub citation: u16,
}

/// As which action it is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferShape {
    /// A card is played.
    Play,
    /// An object goes to another place.
    Move,
    /// An object attacks another.
    Attack,
    /// With the number of its verb.
    Special(u8),
}

/// What is chosen as a part of the action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OfferPick {
    /// The action names the object alone.
    Nothing,
    /// One object that matches.
    Object(Filter),
    /// One place.
    Place {
        /// The kinds of zones it may be in, a mask.
        zones: u64,
        /// On whose side.
        whose: Whose,
        /// Only places in this relation to something, if given.
        near: Option<Place>,
        /// What must be free there.
        room: Room,
    },
}

/// What room a place needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Room {
    /// The place may be full.
    Any,
    /// At least one more object fits.
    Some,
    /// Nothing is there.
    Empty,
    /// Nothing is there, or something is in every place of its zone.
    EmptyFirst,
}

/// What a keyword or a status keeps whoever has it from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Barred {
    /// What it is kept from.
    pub what: Bar,
    /// Any of these statuses, a mask.
    pub flags: u16,
    /// Any of these keywords, a mask.
    pub keywords: u32,
    /// The clause that says so.
    pub citation: u16,
}

/// Something that can be kept from an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bar {
    /// Doing this, or having it done.
    Deed(Deed),
    /// Damage of a kind, or of every kind.
    Damage(DamageSide, Option<DamageId>),
}

/// A status that cards come into play with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntersWith {
    /// Cards of these types, a mask.
    pub types: u32,
    /// In these kinds of zones, a mask.
    pub zones: u64,
    /// The status it comes with.
    pub flag: FlagId,
    /// Whatever has none of these keywords, a mask.
    pub unless: u32,
}

/// What becomes of a card on the stack once it resolves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolves {
    /// Cards of these types, a mask.
    pub types: u32,
    /// What the rules do with it, after its own text.
    pub ability: u8,
    /// Its own text happens.
    pub with_text: bool,
    /// The clause that says so.
    pub citation: u16,
}

/// How a counter is paid that is not simply taken from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Payment {
    /// The counter that is paid.
    pub counter: CounterId,
    /// What pays, each as far as it goes before the next.
    pub sources: Vec<PaySource>,
    /// The ways in which a card can be paid for, if there are several.
    pub ways: Vec<PayWay>,
}

/// Something that pays one at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaySource {
    /// Objects of these types in a player's zone get a status.
    Status {
        /// The status that paying sets; whatever has it already pays nothing.
        flag: FlagId,
        /// Where the objects lie.
        zone: ZoneKind,
        /// Objects of these types, a mask.
        types: u32,
    },
    /// Another counter goes down.
    Counter(CounterId),
}

/// One way to pay for a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayWay {
    /// This much of the price is paid with the counter.
    pub fixed: Option<(CounterId, i16)>,
    /// What the rest is paid with.
    pub rest: PaySource,
    /// What it is called.
    pub words: Option<String>,
}

/// Most ways to pay for a card.
pub const WAYS: u8 = 4;

/// Where a section of a deck goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its heading in deck files.
    pub name: String,
    /// Where its cards lie when the game begins.
    pub zone: ZoneKind,
    /// Where no deck has the section: one of each card of this type.
    pub otherwise: Option<TypeId>,
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

    /// What becomes of a card of some types on the stack that resolves.
    pub fn resolves(&self, types: u32) -> Option<&Resolves> {
        self.resolves.iter().find(|one| one.types & types != 0)
    }

    /// How a counter is paid, if not simply taken from.
    pub fn payment(&self, counter: CounterId) -> Option<&Payment> {
        self.payments.iter().find(|payment| payment.counter == counter)
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
