//! What the phrases of an ability have brought in, for its later words to mean.

use crate::id::Handle;
use crate::state::{Delayed, Modifier, Pending};

/// An object or number that a phrase brought in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mention {
    /// The work, or what waits to become work, that it belongs to.
    pub keeper: u16,
    /// The number of the phrase.
    pub slot: u8,
    /// The object as it was brought in; none for a number.
    pub object: Handle,
    /// What the object has become by this ability's own moves.
    pub now: Handle,
    /// How much was done, for a number.
    pub amount: i16,
}

impl Pending {
    /// What a phrase of some work has brought in.
    pub fn mentioned(&self, keeper: u16, slot: u8) -> impl Iterator<Item = &Mention> {
        self.mentions.iter().filter(move |one| one.keeper == keeper && one.slot == slot)
    }

    /// How much the effect with this number really did.
    pub fn amount_done(&self, keeper: u16, slot: u8) -> i16 {
        let numbers = self.mentioned(keeper, slot).filter(|one| one.object.is_none());
        numbers.last().map_or(0, |one| one.amount)
    }

    /// Notes an object that a phrase of the work brought in.
    pub(crate) fn mention(&mut self, at: usize, slot: u8, object: Handle) {
        self.add_mention(at, Mention { keeper: 0, slot, object, now: object, amount: 0 });
    }

    /// Notes how much the effect with this number really did.
    pub(crate) fn note_amount(&mut self, at: usize, slot: u8, amount: i16) {
        let keeper = self.work[at].keeper;
        self.mentions
            .retain(|one| one.keeper != keeper || one.slot != slot || one.object.is_some());
        let (object, now) = (Handle::NONE, Handle::NONE);
        self.add_mention(at, Mention { keeper: 0, slot, object, now, amount });
    }

    fn add_mention(&mut self, at: usize, mention: Mention) {
        if self.work[at].keeper == 0 {
            self.work[at].keeper = self.free_keeper();
        }
        self.mentions.push(Mention { keeper: self.work[at].keeper, ..mention });
    }

    /// Forgets what a phrase of the work has brought in, to bring it in anew.
    pub(crate) fn forget(&mut self, at: usize, slot: u8) {
        let keeper = self.work[at].keeper;
        self.mentions.retain(|one| one.keeper != keeper || one.slot != slot);
    }

    /// An ability's own move is followed: what it meant is still meant.
    pub(crate) fn follow(&mut self, at: usize, from: Handle, to: Handle) {
        let keeper = self.work[at].keeper;
        for one in self.mentions.iter_mut().filter(|one| one.keeper == keeper) {
            if one.now == from {
                one.now = to;
            }
        }
    }

    /// Copies a keeper's mentions for another one; returns the number of the copy's keeper.
    pub(crate) fn copy_mentions(&mut self, keeper: u16) -> u16 {
        if !self.mentions.iter().any(|one| one.keeper == keeper) {
            return 0;
        }
        let copy = self.free_keeper();
        for at in 0..self.mentions.len() {
            if self.mentions[at].keeper == keeper {
                let one = Mention { keeper: copy, ..self.mentions[at] };
                self.mentions.push(one);
            }
        }
        copy
    }

    /// Drops what nobody can mean any more.
    #[inline(always)]
    pub(crate) fn drop_mentions(&mut self, delayed: &[Delayed], modifiers: &[Modifier]) {
        if !self.mentions.is_empty() {
            self.keep_reachable(delayed, modifiers);
        }
    }

    #[cold]
    fn keep_reachable(&mut self, delayed: &[Delayed], modifiers: &[Modifier]) {
        let Pending { work, stack, waiting, mentions, .. } = self;
        mentions.retain(|one| {
            work.iter().chain(stack.iter()).any(|work| work.keeper == one.keeper)
                || waiting.iter().any(|waiting| waiting.keeper == one.keeper)
                || delayed.iter().any(|delayed| delayed.keeper == one.keeper)
                || modifiers.iter().any(|modifier| modifier.keeper == one.keeper)
        });
    }

    fn free_keeper(&self) -> u16 {
        self.mentions.iter().map(|one| one.keeper).max().unwrap_or(0).wrapping_add(1)
    }
}
