//! Objects as they last were in play, while something may still refer to them.

use super::group::group;
use super::{List, ObjectSnapshot};
use crate::compile::Catalog;
use crate::event::LISTENED_AFTER_LEAVING;
use crate::id::{CardId, Handle, Seat, ZoneId};
use crate::rulebook::VALUES;

/// An object as it last was in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LastKnown {
    /// Which object it was.
    pub handle: Handle,
    /// The card it was of.
    pub card: CardId,
    /// Its statuses, a mask over [`FlagId`](crate::id::FlagId).
    pub flags: u32,
    /// Its keywords with those given to it, a mask over [`KeywordId`](crate::id::KeywordId).
    pub keywords: u32,
    /// Its attributes that can change, statics included.
    pub values: [i16; VALUES],
    /// Where it was.
    pub zone: ZoneId,
    /// Where in its row it was, from 0.
    pub position: u8,
    /// Whose card it was.
    pub owner: Seat,
    /// Who controlled it.
    pub controller: Seat,
    /// Whether it has left; before that it was only about to.
    pub left: bool,
    /// What left at the same moment has the same number.
    pub batch: u16,
    /// When it entered play, for ordering.
    pub entered: u16,
}

impl LastKnown {
    /// An object as it is seen now, still in play.
    pub fn of(snapshot: &ObjectSnapshot, position: usize) -> Self {
        LastKnown {
            handle: snapshot.handle,
            card: snapshot.card,
            flags: snapshot.flags,
            keywords: snapshot.keywords,
            values: snapshot.values,
            zone: snapshot.zone,
            position: position as u8,
            owner: snapshot.owner,
            controller: snapshot.controller,
            left: false,
            batch: 0,
            entered: snapshot.entered,
        }
    }
}

group! {
    /// What left, or is about to.
    #[derive(Default)]
    pub struct LastKnownObjects {
        list: List<LastKnown>,
        /// What their cards listen for, as far as what has left still can.
        listened: u64,
    }
}

impl LastKnownObjects {
    /// All of them, in the order in which they were noted.
    #[inline]
    pub fn list(&self) -> &[LastKnown] {
        &self.list
    }

    /// How an object last was in play.
    pub fn find(&self, handle: Handle) -> Option<&LastKnown> {
        self.list.iter().rev().find(|known| known.handle == handle)
    }

    #[inline]
    pub(crate) fn find_mut(&mut self, handle: Handle) -> Option<&mut LastKnown> {
        self.list.iter_mut().find(|known| known.handle == handle)
    }

    /// Notes how an object is now.
    #[inline]
    pub(crate) fn push(&mut self, catalog: &Catalog, known: LastKnown) {
        self.listened |= catalog.program.listens_for[known.card.index()] & LISTENED_AFTER_LEAVING;
        self.list.push(known);
    }

    /// What cards of departed objects listen for.
    #[inline]
    pub(crate) fn listened(&self) -> u64 {
        self.listened
    }

    /// Nothing refers to them any more.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.listened = 0;
    }
}
