//! Why an object does not match a filter: the slow twin of
//! [`Reader::matches`], part by part, for explanations and to hold the compiled
//! form against.

use crate::card::{Comparison, Filter, Quantity};
use crate::compile::has_part;
use crate::id::{AttributeId, ObjectId};
use crate::query::{Reader, Scope};
use crate::state::{Mismatch, ObjectSnapshot};

impl Reader<'_> {
    /// Whether an object matches, part by part. What is compiled is held against
    /// this wherever debug assertions are on.
    pub(crate) fn matches_by_parts(&self, filter: &Filter, scope: &Scope, id: ObjectId) -> bool {
        self.explain_mismatch(filter, scope, &self.snapshot(id)).is_none()
    }

    /// Why an object does not match; nothing if it does.
    pub fn explain_mismatch(
        &self,
        filter: &Filter,
        scope: &Scope,
        snapshot: &ObjectSnapshot,
    ) -> Option<Mismatch> {
        let unless = |holds: bool, mismatch: Mismatch| (!holds).then_some(mismatch);
        let card = self.catalog.card(snapshot.card);
        match filter {
            Filter::Any => None,
            Filter::All(parts) => {
                parts.iter().find_map(|part| self.explain_mismatch(part, scope, snapshot))
            }
            Filter::OneOf(parts) => {
                let mut first = None;
                for part in parts {
                    let mismatch = self.explain_mismatch(part, scope, snapshot)?;
                    first.get_or_insert(mismatch);
                }
                first
            }
            Filter::Not(part) => {
                let mismatch = match **part {
                    Filter::Is(_) => Mismatch::WrongObject,
                    Filter::Place(_) => Mismatch::WrongPlace,
                    Filter::Controller(_) | Filter::Owner(_) => Mismatch::WrongPlayer,
                    _ => Mismatch::WrongKind,
                };
                unless(self.explain_mismatch(part, scope, snapshot).is_some(), mismatch)
            }
            Filter::Is(reference) => {
                unless(self.is_meant(*reference, scope, snapshot.handle), Mismatch::WrongObject)
            }
            Filter::Controller(whose) => {
                unless(self.is_whose(*whose, snapshot.controller, scope), Mismatch::WrongPlayer)
            }
            Filter::Owner(whose) => {
                unless(self.is_whose(*whose, snapshot.owner, scope), Mismatch::WrongPlayer)
            }
            Filter::Zone(kind) => {
                unless(self.catalog.rules.kind(snapshot.zone) == *kind, Mismatch::WrongPlace)
            }
            Filter::Type(kind) => {
                let given = self.catalog.rules.type_keyword(*kind);
                let granted = given.is_some_and(|keyword| snapshot.keywords >> keyword.0 & 1 == 1);
                unless(card.has_type(*kind) || granted, Mismatch::WrongKind)
            }
            Filter::Subtype(kind) => unless(card.subtypes.contains(kind), Mismatch::WrongKind),
            Filter::Named(name) => unless(snapshot.card == *name, Mismatch::WrongKind),
            Filter::SameName(reference) => {
                let name = self.card_of(self.resolve(*reference, scope));
                unless(name == Some(snapshot.card), Mismatch::WrongKind)
            }
            Filter::SharesSubtype(reference) => {
                let other = self.card_of(self.resolve(*reference, scope));
                let shares = other.is_some_and(|other| self.share_subtype(other, snapshot.card));
                unless(shares, Mismatch::WrongKind)
            }
            Filter::Token => unless(card.token, Mismatch::WrongKind),
            Filter::Keyword(keyword) => {
                unless(snapshot.keywords >> keyword.0 & 1 == 1, Mismatch::WrongKind)
            }
            Filter::Flag(flag) => unless(snapshot.flags >> flag.0 & 1 == 1, Mismatch::WrongKind),
            Filter::Compare(attribute, comparison, quantity) => {
                self.compared(snapshot, *attribute, *comparison, quantity, scope)
            }
            Filter::Place(place) => {
                unless(self.is_at(*place, scope, snapshot), Mismatch::WrongPlace)
            }
            Filter::Holds(filter) => {
                let held = self
                    .attachments(snapshot.handle.id)
                    .any(|id| self.explain_mismatch(filter, scope, &self.snapshot(id)).is_none());
                unless(held, Mismatch::WrongKind)
            }
            Filter::AttachedTo(reference) => {
                let host = self.resolve(*reference, scope);
                let attached = self.game.is_same(snapshot.handle)
                    && self.game.host(snapshot.handle.id) == host.id
                    && host.is_some();
                unless(attached, Mismatch::WrongObject)
            }
            Filter::Attached => {
                let attached = self.game.is_same(snapshot.handle)
                    && !self.game.host(snapshot.handle.id).is_none();
                unless(attached, Mismatch::WrongObject)
            }
            Filter::ExiledWith(reference) => {
                let by = self.resolve(*reference, scope);
                let is_kept = self.game.exiled_with.contains(&(snapshot.handle, by));
                unless(is_kept, Mismatch::WrongObject)
            }
            Filter::Has(part) => unless(has_part(card, part), Mismatch::WrongKind),
            Filter::EnteredThisTurn => {
                unless(snapshot.entered >= self.game.turn.began, Mismatch::WrongTime)
            }
            Filter::Newest => unless(self.is_newest(snapshot.handle), Mismatch::WrongObject),
            Filter::Did(event) => {
                unless(self.has_done(*event, snapshot.handle), Mismatch::WrongTime)
            }
            Filter::Defined(clause) => {
                unless(self.is_defined(*clause, scope, snapshot.handle), Mismatch::WrongKind)
            }
        }
    }

    fn compared(
        &self,
        snapshot: &ObjectSnapshot,
        attribute: AttributeId,
        comparison: Comparison,
        quantity: &Quantity,
        scope: &Scope,
    ) -> Option<Mismatch> {
        let has = self.read(snapshot, attribute);
        let needs = self.needed(quantity, scope, snapshot.handle);
        (!comparison.holds(has.into(), needs)).then(|| Mismatch::Compared {
            attribute,
            has,
            comparison,
            needs: needs.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
        })
    }
}
