//! Prompts: questions to a seat, as data.

use crate::id::{AbilityId, Handle, ObjectId, Seat};
use crate::mask::Mask;

/// Most picks of one answer.
pub const PICKS: usize = 16;

/// The few kinds of question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ask {
    /// Accept or decline.
    YesNo,
    /// Objects, between `min` and `max` of them, one pick at a time.
    Objects,
    /// One of the options whose bits are set.
    Option,
    /// A place whose bit is set.
    Place,
    /// A number from `low` to `high`.
    Number,
    /// All candidates, in an order: one pick at a time.
    Order,
    /// Look at what is shown.
    Acknowledge,
}

/// Why it is asked; what the answer is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// "You may": confirm or decline.
    Confirm,
    /// "You may pay": pay or not.
    Pay,
    /// What to pay with.
    Cost,
    /// What the effect is about.
    Effect,
    /// A target, chosen before the effect.
    Target,
    /// Which mode.
    Mode,
    /// Which part of a choice of costs.
    CostOption,
    /// How much.
    Amount,
    /// Where.
    Where,
    /// What to take of the cards looked at.
    Take,
    /// What becomes of the cards that were not taken: the order.
    Arrange,
    /// What goes to the discard zone of the cards looked at.
    Bin,
    /// Which of one's own triggers comes first.
    TriggerOrder,
    /// Cards are shown.
    Reveal,
    /// A question of the frame; the number is its own.
    Frame(u8),
}

/// One question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Prompt {
    /// Who is asked.
    pub seat: Seat,
    /// What sort of answer is wanted.
    pub ask: Ask,
    /// What the answer is for.
    pub reason: Reason,
    /// Where the answer goes: the work on top, or an item of the stack.
    pub answers: Goes,
    /// The object whose ability asks, none for a rule.
    pub source: Handle,
    /// The ability that asks, none for a rule.
    pub ability: AbilityId,
    /// Objects on offer.
    pub candidates: Mask,
    /// Options or places on offer.
    pub options: u64,
    /// The fewest picks that are enough.
    pub min: u8,
    /// The most picks.
    pub max: u8,
    /// The lowest number on offer.
    pub low: i16,
    /// The highest number on offer.
    pub high: i16,
    /// What was picked so far, filled up to `picked`.
    pub picks: [ObjectId; PICKS],
    /// How many are picked so far.
    pub picked: u8,
}

/// Where an answer goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goes {
    /// To the work on top, which waits for it.
    Work,
    /// To the trigger order.
    Triggers,
}

impl Reason {
    /// Its number in the canonical hash and in observations.
    pub fn number(self) -> u8 {
        match self {
            Reason::Confirm => 0,
            Reason::Pay => 1,
            Reason::Cost => 2,
            Reason::Effect => 3,
            Reason::Target => 4,
            Reason::Mode => 5,
            Reason::CostOption => 6,
            Reason::Amount => 7,
            Reason::Where => 8,
            Reason::Take => 9,
            Reason::Arrange => 10,
            Reason::Bin => 11,
            Reason::TriggerOrder => 12,
            Reason::Reveal => 13,
            Reason::Frame(_) => 14,
        }
    }
}

impl Prompt {
    /// A question for one pick, with nothing on offer yet.
    pub fn new(seat: Seat, ask: Ask, reason: Reason) -> Self {
        Prompt {
            seat,
            ask,
            reason,
            answers: Goes::Work,
            source: Handle::NONE,
            ability: AbilityId::NONE,
            candidates: Mask::EMPTY,
            options: 0,
            min: 1,
            max: 1,
            low: 0,
            high: 0,
            picks: [ObjectId::NONE; PICKS],
            picked: 0,
        }
    }

    /// What was picked so far, in order.
    pub fn picks(&self) -> &[ObjectId] {
        &self.picks[..usize::from(self.picked)]
    }

    /// Whether the object is among the picks so far.
    pub fn is_picked(&self, object: ObjectId) -> bool {
        self.picks().contains(&object)
    }

    /// Whether as many as asked for are picked.
    pub fn is_enough(&self) -> bool {
        self.picked >= self.min
    }
}
