//! One thing in one game.

use crate::id::{CardId, FlagId, Handle, Seat, ZoneId};
use crate::rulebook::VALUES;

/// One thing in one game: a card in a zone or a token.
///
/// What becomes nothing together and what is copied together lie side by side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Object {
    /// Keywords it has beyond the printed ones, a mask over
    /// [`KeywordId`](crate::id::KeywordId).
    pub granted: u32,
    /// Statuses, a mask over [`FlagId`].
    pub flags: u16,
    /// What statics and passing effects add at the moment.
    pub bonus: [i16; VALUES],
    /// The printed card it is of.
    pub card: CardId,
    /// Its attributes that can change, statics left out.
    pub values: [i16; VALUES],
    /// Goes up when the object changes zones.
    pub incarnation: u16,
    /// When it entered play, for ordering.
    pub entered: u16,
    /// Where it is; the outside where it is in no zone.
    pub zone: ZoneId,
    /// Whose card it is, for the whole game.
    pub owner: Seat,
    /// Who decides about it at the moment.
    pub controller: Seat,
    /// Abilities used up until their limit resets, by number.
    pub used: u8,
}

/// One object, now or as it last was.
#[derive(Clone, Copy, Debug)]
pub struct ObjectSnapshot {
    /// Which object it is or was.
    pub handle: Handle,
    /// The printed card it is of.
    pub card: CardId,
    /// Where it is or was.
    pub zone: ZoneId,
    /// Whose card it is.
    pub owner: Seat,
    /// Who controls it or did.
    pub controller: Seat,
    /// Statuses, a mask over [`FlagId`].
    pub flags: u32,
    /// Keywords with those given to it, a mask over [`KeywordId`](crate::id::KeywordId).
    pub keywords: u32,
    /// Its attributes that can change, statics included.
    pub values: [i16; VALUES],
    /// When it entered play, for ordering.
    pub entered: u16,
    /// Its place in its zone, for one that is gone.
    pub position: Option<u8>,
}

impl Object {
    /// An unused place for an object.
    pub const ABSENT: Object = Object {
        card: CardId(0),
        incarnation: 0,
        entered: 0,
        flags: 0,
        granted: 0,
        values: [0; VALUES],
        bonus: [0; VALUES],
        zone: ZoneId::OUTSIDE,
        owner: Seat::ONE,
        controller: Seat::ONE,
        used: 0,
    };

    /// What has come to another place is a new object of its card.
    #[inline(always)]
    pub(crate) fn renew(&mut self, zone: ZoneId, fresh: &[[i16; VALUES]]) {
        self.values = fresh[self.card.index()];
        self.granted = 0;
        self.flags = 0;
        self.bonus = [0; VALUES];
        self.incarnation = self.incarnation.wrapping_add(1);
        self.zone = zone;
        self.used = 0;
    }

    /// Whether the status is on.
    #[inline]
    pub fn has(&self, flag: FlagId) -> bool {
        self.flags >> flag.0 & 1 == 1
    }
}
