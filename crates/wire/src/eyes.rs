//! What one viewer has seen so far: which handles stand for which objects, how
//! many steps were told, how often its seat was asked.

use std::collections::VecDeque;

use onplay_engine::compile::Catalog;
use onplay_engine::id::{CardId, ObjectId, Seat, ZoneId};
use onplay_engine::play::view;
use onplay_engine::rulebook::{Role, Sight};
use onplay_engine::state::{Ask, Game};

use crate::names::Handle;

/// Most causes that are remembered from one decision to the next.
const MOST_CAUSES: usize = 256;

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A player, who sees what the seat may see.
    Seat(Seat),
    /// Somebody who sees what everybody may see.
    Spectator,
    /// Somebody who looks at a game that is over and may see all of it.
    Everything,
}

/// What one viewer has seen so far.
///
/// Invariant: an object has a handle exactly while the viewer sees its card. It
/// keeps it while it goes from one place in sight to another; out of sight it
/// loses it for good, so that no card can be followed through a hidden zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Eyes {
    /// Whose eyes these are.
    pub viewer: Viewer,
    /// By object; 0 is none.
    handles: Vec<Handle>,
    next_handle: Handle,
    /// By place: the handles in it and how many cards there are.
    pub(crate) places: Vec<(Vec<Handle>, u16)>,
    /// The number of the last step.
    pub steps: u32,
    /// The number of the last ask.
    pub asks: u32,
    /// Which step stands for what was recorded, oldest first.
    causes: VecDeque<(u32, u32)>,
}

impl Viewer {
    /// The seat, if it is one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::Everything => None,
        }
    }

    /// Whether the viewer knows what only a seat's player knows.
    pub(crate) fn knows_secrets_of(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat) || self == Viewer::Everything
    }

    /// The game with everything covered that the viewer may not know.
    pub(crate) fn cover(self, game: &Game, catalog: &Catalog) -> Game {
        match self {
            Viewer::Seat(seat) => view(game, catalog, seat).state,
            // What one player sees of what the other sees is what both see.
            Viewer::Spectator => {
                view(&view(game, catalog, Seat::ONE).state, catalog, Seat::TWO).state
            }
            Viewer::Everything => game.clone(),
        }
    }

    /// Whether the viewer sees the cards of a zone.
    pub(crate) fn sees(self, catalog: &Catalog, zone: ZoneId) -> bool {
        match (catalog.rules.zone_rule(zone).map(|rule| rule.sight), self) {
            (None | Some(Sight::Everyone), _) | (_, Viewer::Everything) => true,
            (Some(Sight::Owner), Viewer::Seat(seat)) => catalog.rules.seat(zone) == seat,
            _ => false,
        }
    }
}

/// Whether a covered game shows an object's card.
pub(crate) fn is_seen(covered: &Game, id: ObjectId) -> bool {
    let object = covered.objects.get(id.index());
    object.is_some_and(|object| object.card != CardId::HIDDEN && object.zone != ZoneId::OUTSIDE)
}

impl Eyes {
    /// Whether a handle was given before now.
    pub(crate) fn has_met(&self, handle: Handle) -> bool {
        handle < self.next_handle
    }

    /// Eyes that have seen nothing yet.
    pub(crate) fn new(viewer: Viewer, objects: usize, places: usize) -> Self {
        Eyes {
            viewer,
            handles: vec![0; objects],
            next_handle: 1,
            places: vec![(Vec::new(), 0); places],
            steps: 0,
            asks: 0,
            causes: VecDeque::new(),
        }
    }

    /// The handle of an object in sight.
    pub fn handle(&self, id: ObjectId) -> Option<Handle> {
        self.handles.get(id.index()).copied().filter(|handle| *handle != 0)
    }

    /// The object with this handle.
    pub fn object(&self, handle: Handle) -> Option<ObjectId> {
        let at = (handle != 0).then(|| self.handles.iter().position(|known| *known == handle))?;
        at.map(|at| ObjectId(at as u16))
    }

    /// Gives a handle to an object that came into sight.
    pub(crate) fn meet(&mut self, id: ObjectId) -> Handle {
        let handle = self.next_handle;
        self.next_handle += 1;
        self.handles[id.index()] = handle;
        handle
    }

    /// Takes the handle of an object that went out of sight.
    pub(crate) fn forget(&mut self, id: ObjectId) -> Handle {
        std::mem::take(&mut self.handles[id.index()])
    }

    /// The step that stands for something recorded.
    pub(crate) fn cause(&self, ordinal: u32) -> Option<u32> {
        let at = self.causes.partition_point(|(known, _)| *known < ordinal);
        let found = self.causes.get(at).filter(|(known, _)| *known == ordinal);
        found.map(|(_, step)| *step).filter(|step| *step != 0)
    }

    /// Remembers which step stands for something recorded; 0 if none does.
    pub(crate) fn remember(&mut self, ordinal: u32, step: u32) {
        self.causes.push_back((ordinal, step));
    }

    /// Forgets all but the last causes.
    pub(crate) fn tidy(&mut self) {
        let old = self.causes.len().saturating_sub(MOST_CAUSES);
        self.causes.drain(..old);
    }

    /// What was recorded after this was taken back.
    pub(crate) fn rewind(&mut self, ordinal: u32) {
        let at = self.causes.partition_point(|(known, _)| *known <= ordinal);
        self.causes.truncate(at);
    }
}

/// The cards of a zone that a covered game shows, in the order in which they may
/// be shown: of a deck from its top. Cards that lie hidden and are shown for a
/// choice come by name, because the order of a deck is nobody's business.
pub(crate) fn in_order(
    covered: &Game,
    catalog: &Catalog,
    viewer: Viewer,
    zone: ZoneId,
) -> Vec<ObjectId> {
    let mut ids: Vec<ObjectId> =
        covered.zone(zone).iter().copied().filter(|id| is_seen(covered, *id)).collect();
    if catalog.rules.zone_rule(zone).is_some_and(|rule| rule.role == Role::Deck) {
        ids.reverse();
    }
    let in_place = covered.pending.prompt().is_some_and(|prompt| prompt.ask == Ask::Order);
    if !viewer.sees(catalog, zone) && !in_place {
        ids.sort_by_key(|id| covered.object(*id).card);
    }
    ids
}
