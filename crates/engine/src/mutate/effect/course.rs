//! The steps of a rulebook: saying that something happens, going through
//! stages, waiting for what was set off.

use crate::card::{Course, Happening, Reference, Who};
use crate::event::{Event, Kind};
use crate::id::{Handle, PhaseId, Seat, ZoneId, ZoneKind};
use crate::mask::Bits;
use crate::mutate::Engine;
use crate::query::Scope;
use crate::state::Origin;

impl Engine<'_> {
    /// Does one step. Returns whether the ability goes on behind it at once.
    pub(super) fn course(&mut self, at: usize, course: &Course) -> bool {
        match course {
            // An operation of its own.
            Course::Then => {}
            Course::Through(stage) => return self.go_through(at, *stage),
            Course::Say { event, subject, other, who } => {
                self.say(at, *event, *subject, *other, *who);
            }
            Course::Text(reference) => {
                // The card may lie elsewhere by now: its text is the same.
                let card = self.object_at(at, *reference);
                let object = self.game.objects.get(card.id.index());
                if object.is_some_and(|object| object.zone != ZoneId::OUTSIDE) {
                    let work = &self.game.pending.work[at];
                    // Outside an action nobody has played it.
                    let is_played = work.origin == Origin::Activated;
                    let origin = if is_played { Origin::Played } else { Origin::Rule };
                    self.start_text(work.controller, card.id, origin);
                }
            }
            Course::Against(reference) => {
                let defender = self.object_at(at, *reference);
                self.engage(self.game.combat.attacker, defender);
            }
            Course::First(who) => self.game.turn.first = self.player_at(at, *who),
            Course::Clear(zone) => self.clear_places(*zone),
            Course::Draw => self.draw_game(),
        }
        true
    }

    /// Takes back what was added to the places of a zone. It triggers nothing.
    fn clear_places(&mut self, kind: ZoneKind) {
        for place in Bits(self.catalog.rules.places_of(kind)) {
            let place = ZoneId(place as u8);
            let modifier = self.game.slots[place.index()];
            if modifier != 0 {
                let seat = self.catalog.rules.seat(place);
                let by = modifier.saturating_neg();
                self.apply_event(
                    Event::new(Kind::SlotChanged, seat).amount(by).places(place, place),
                );
            }
        }
    }

    /// What a reference means. An action goes on about its own card where it has
    /// brought it.
    fn object_at(&self, at: usize, reference: Reference) -> Handle {
        let work = &self.game.pending.work[at];
        if reference == Reference::This && work.origin == Origin::Activated {
            return self.moved_on(at, work.source);
        }
        self.reader().resolve(reference, &Scope::work(work))
    }

    /// Says that something happens, to whoever listens.
    fn say(
        &mut self,
        at: usize,
        event: Happening,
        subject: Option<Reference>,
        other: Option<Reference>,
        who: Who,
    ) {
        let object = |reference: Option<Reference>| {
            reference.map_or(Handle::NONE, |reference| self.object_at(at, reference))
        };
        let is_about = subject.is_some();
        let (subject, other) = (object(subject), object(other));
        if is_about && subject.is_none() {
            return;
        }
        let player = match self.game.present(subject) {
            Some(object) if who == Who::You => object.controller,
            _ => self.player_at(at, who),
        };
        let said = |kind: Kind| Event::new(kind, player).object(subject).other(other);
        match event {
            Happening::Began(phase) => self.say_began(phase, player),
            Happening::Occasion(occasion) => self.emit(said(Kind::Occasion).what(occasion.0)),
            Happening::Attacks => {
                self.engage(subject, other);
                self.emit(said(Kind::Attacks));
            }
            Happening::Attacked => {
                let result = self.game.pending.work[at].result;
                self.emit(said(Kind::Attacked).amount(result));
            }
            Happening::Played => {
                let work = &self.game.pending.work[at];
                let from = if work.origin == Origin::Activated {
                    work.event.from
                } else {
                    ZoneId::OUTSIDE
                };
                self.emit(said(Kind::Played).places(from, ZoneId::OUTSIDE));
            }
            Happening::Blocks => self.emit(said(Kind::Blocks)),
            Happening::Reshuffled => self.emit(said(Kind::Reshuffled)),
            // Whatever else happens is an effect; the text is refused when it is read.
            _ => {}
        }
    }

    fn say_began(&mut self, phase: PhaseId, player: Seat) {
        self.expire(crate::mutate::Expiry::Phase(phase, player));
        self.begin_phase(phase, player);
    }
}
