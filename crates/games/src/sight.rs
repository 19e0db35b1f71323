//! What a seat could see of what happened: cards that were public at any moment of it
//! are named, others stay covered.

use onplay_engine::event::Kind;
use onplay_engine::id::{CardId, ObjectId, Seat};
use onplay_engine::play::{Table, sees, view};
use onplay_engine::state::{Fact, Game, RecordEntry};

/// The game after a move in which every card is covered that a seat saw neither before
/// nor after nor in between. A card that it saw before and no longer sees is the one
/// that it was: a shuffle may have made another card of the object since.
pub fn remembered(
    table: &Table,
    before: Option<&Game>,
    after: &Game,
    entries: &[RecordEntry],
    seat: Seat,
) -> Game {
    let now = view(after, &table.catalog, seat).state;
    let past = before.map(|before| view(before, &table.catalog, seat).state);
    let mut told = after.clone();
    for index in 0..told.objects.len() {
        let id = ObjectId(index as u16);
        if now.objects[index].card != CardId::HIDDEN {
            continue;
        }
        let was = past.as_ref().and_then(|past| past.objects.get(index));
        told.object_mut(id).card = match was.filter(|object| object.card != CardId::HIDDEN) {
            Some(object) => object.card,
            None if was_shown(table, entries, seat, (id, before)) => after.object(id).card,
            None => CardId::HIDDEN,
        };
    }
    told
}

/// The game after a move, for what happened in it before anything was shuffled: objects
/// whose cards were seen before the move are those cards. A shuffle has made others of
/// them since.
pub fn before_shuffle(after: &Game, before: &Game) -> Game {
    let mut told = after.clone();
    for (index, was) in before.objects.iter().enumerate().take(after.objects.len()) {
        if was.card != CardId::HIDDEN {
            told.object_mut(ObjectId(index as u16)).card = was.card;
        }
    }
    told
}

/// Whether something that happened showed an object to a seat, and it was not among what
/// was shuffled afterwards.
fn was_shown(
    table: &Table,
    entries: &[RecordEntry],
    seat: Seat,
    (id, before): (ObjectId, Option<&Game>),
) -> bool {
    let catalog = &table.catalog;
    let mut zone = before.and_then(|game| game.objects.get(id.index())).map(|object| object.zone);
    entries.iter().fold(false, |shown, entry| {
        let Fact::Happened { event, .. } = &entry.fact else { return shown };
        if event.kind == Kind::Shuffled {
            return shown && zone.is_some_and(|zone| zone != event.to);
        }
        if event.object.id == id && event.kind.is_move() {
            zone = Some(event.to);
        }
        let is_shown = event.kind == Kind::Revealed
            || event.kind.is_move()
                && [event.from, event.to].iter().any(|zone| {
                    catalog.rules.zone_rule(*zone).is_some() && sees(catalog, seat, *zone)
                });
        shown || event.object.id == id && is_shown
    })
}
