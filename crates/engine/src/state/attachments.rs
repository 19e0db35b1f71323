//! What is attached to what.

use super::List;
use crate::id::ObjectId;

/// Pairs of an attached object and its host, by the number of what is attached.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub struct Attachments(List<(ObjectId, ObjectId)>);

impl Clone for Attachments {
    fn clone(&self) -> Self {
        Attachments(self.0.clone())
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

impl Attachments {
    /// What an object is attached to.
    #[inline]
    pub fn host(&self, id: ObjectId) -> ObjectId {
        let known = self.0.iter().find(|(attached, _)| *attached == id);
        known.map_or(ObjectId::NONE, |(_, host)| *host)
    }

    /// What is attached to an object.
    pub fn attached_to(&self, host: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
        self.0.iter().filter(move |(_, on)| *on == host).map(|(attached, _)| *attached)
    }

    #[inline]
    /// Whether nothing is attached to anything.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Attaches an object to another.
    pub(crate) fn attach(&mut self, id: ObjectId, host: ObjectId) {
        match self.0.binary_search_by_key(&id, |(attached, _)| *attached) {
            Ok(at) => self.0[at].1 = host,
            Err(at) => self.0.insert(at, (id, host)),
        }
    }

    /// The object is attached to nothing any more. Returns whether it was.
    #[inline]
    pub(crate) fn detach(&mut self, id: ObjectId) -> bool {
        let before = self.0.len();
        if before != 0 {
            self.0.retain(|(attached, _)| *attached != id);
        }
        self.0.len() != before
    }

    /// A host is gone: calls `loose` for what was attached to it. Returns
    /// whether anything changed.
    pub(crate) fn remove_host(&mut self, host: ObjectId, mut loose: impl FnMut(ObjectId)) -> bool {
        let before = self.0.len();
        self.0.retain(|(attached, on)| {
            if *on == host {
                loose(*attached);
            }
            *attached != host && *on != host
        });
        self.0.len() != before
    }
}
