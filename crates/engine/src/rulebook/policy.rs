//! Policies: what comes next. The difference between the published designs is
//! data; the machine is the same. Each game's file says which policy it has.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a game orders its work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Policy {
    /// Where triggers go when they are found.
    pub placement: Placement,
    /// The order among triggers of one moment.
    pub order: Order,
    /// Whether players are asked for the order of their own simultaneous triggers.
    pub own_order: OwnOrder,
    /// When state checks run.
    pub checks: Checks,
    /// How the deaths of one check happen.
    pub deaths: Deaths,
    /// What becomes of a trigger whose source has gone.
    pub gone: Gone,
    /// What leaving objects of one batch still see.
    pub look_back: LookBack,
    /// What keeps a chain from going round for ever.
    pub guard: Guard,
    /// How many steps one decision may cause.
    pub budget: u32,
    /// What happens when the budget is spent.
    pub overflow: Overflow,
    /// How players respond to each other.
    pub responses: Responses,
    /// When the choices of an effect are made.
    pub targets: Targets,
    /// Forced answers that the engine gives by itself.
    pub auto: Auto,
    /// Moving between places is seen by the object that moves, then by the place
    /// left, then by the place entered, as three moments.
    pub split_moves: bool,
    /// What was picked for a choice of many can be taken back until it is
    /// submitted.
    pub toggle: bool,
    /// "Draw 2" is one event with amount 2 instead of two events.
    pub draw_together: bool,
    /// A search takes what it finds; elsewhere it may find nothing.
    pub must_find: bool,
    /// Whoever reveals cards is shown them and says so before they go on.
    pub acknowledge: bool,
    /// What becomes of an ability that would come to nothing, where a rulebook
    /// is the game.
    pub idle: Idle,
    /// Of several abilities of one object, the player names the object and is then
    /// asked which, where a rulebook is the game.
    pub ask_which: bool,
}

/// What becomes of an ability that must choose where there is nothing to choose,
/// or only draws where there is nothing to draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Idle {
    /// It starts and comes to nothing.
    #[default]
    Starts,
    /// It does not start, and nobody is asked.
    Silent,
}

/// Where triggers go when they are found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Placement {
    /// On top of everything, right after the effect that caused them.
    #[default]
    Front,
    /// Behind all triggers that wait already; each runs once nothing else does.
    Back,
    /// Behind the ability that is resolving, one at a time.
    Queue,
    /// On the players' stack, the next time a player would get priority.
    Stack,
}

/// The order among triggers of one moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// In the order in which their objects entered play.
    #[default]
    Entry,
    /// By place, T0 first, the turn player's before the other's on each.
    Places,
    /// The active player's first, by entry.
    Active,
    /// The object's own, then the acting player's, then the opponent's, left
    /// to right.
    Actor,
}

/// Whether players are asked for the order of their own simultaneous triggers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OwnOrder {
    /// They come in the order of entry.
    #[default]
    Never,
    /// Only if it can make a difference: two orders end differently, one of them asks
    /// something, or something is read that the player cannot see.
    Matters,
    /// Whenever there are two or more.
    Always,
}

/// When state checks run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Checks {
    /// Nothing is checked by itself.
    Never,
    /// After every effect, over one snapshot.
    #[default]
    Effect,
    /// When a player would get priority, repeated until nothing changes.
    Priority,
}

/// How the deaths that one state check finds happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Deaths {
    /// All at the same time.
    #[default]
    Together,
    /// As a sequence, by place, each with its reactions before the next.
    Sequence,
}

/// What becomes of a trigger whose source has gone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Gone {
    /// It does not fire.
    #[default]
    Silent,
    /// It resolves from last-known values.
    LastKnown,
}

/// What leaving objects still see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LookBack {
    /// Their own leaving.
    #[default]
    Own,
    /// Everything that leaves in the same batch.
    Batch,
}

/// What keeps a chain from going round for ever, besides the budget.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Guard {
    /// The budget alone.
    #[default]
    None,
    /// Each (reactor, source) pair fires once in a chain.
    Pair,
}

/// What happens when the budget is spent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Overflow {
    /// The game is a draw.
    #[default]
    Draw,
    /// The game's frame decides.
    Frame,
    /// What is left of the chain is dropped and play goes on.
    Stop,
}

/// How players respond to each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Responses {
    /// Nobody can respond.
    #[default]
    None,
    /// A stack; one pass resolves the top.
    OnePass,
    /// A stack; all pass in succession.
    AllPass,
    /// A window that the frame opens.
    Window,
}

/// When the choices of an effect are made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Targets {
    /// When the effect happens.
    #[default]
    Resolution,
    /// Every choice among objects is made when the card is played.
    Play,
    /// Those that say "target" when played, the others when they happen.
    Word,
    /// Every choice among objects that are there is made before anything of the ability
    /// happens, however it came about.
    First,
}

impl Targets {
    /// Whether every choice that can be made beforehand is.
    pub(crate) fn are_all_first(self) -> bool {
        matches!(self, Targets::Play | Targets::First)
    }

    /// Whether only what is called a target is one; elsewhere whatever is chosen is.
    pub(crate) fn are_by_word(self) -> bool {
        self == Targets::Word
    }
}

/// Forced answers that the engine gives by itself, and logs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Auto {
    /// Pass where nothing else can be done and passing has no name of its own, as
    /// ending a turn has.
    pub pass: bool,
    /// Take the only candidate of an obligatory choice.
    pub single: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Policy {
            placement: Placement::Front,
            order: Order::Entry,
            own_order: OwnOrder::Never,
            checks: Checks::Effect,
            deaths: Deaths::Together,
            gone: Gone::Silent,
            look_back: LookBack::Own,
            guard: Guard::None,
            budget: 10_000,
            overflow: Overflow::Draw,
            responses: Responses::None,
            targets: Targets::Resolution,
            auto: Auto::default(),
            split_moves: false,
            toggle: false,
            draw_together: false,
            must_find: false,
            acknowledge: false,
            idle: Idle::Starts,
            ask_which: false,
        }
    }
}
