//! What can be decided in a stage, and what becomes of it.

use onplay_engine::card::Timing;
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{AbilityId, ObjectId, Seat, ZoneId, ZoneKind};
use onplay_engine::mask::Bits;
use onplay_engine::mutate::Engine;
use onplay_engine::query::{Offered, Reader};
use onplay_engine::rulebook::{Decides, Decision, Offer, OfferShape};
use onplay_engine::state::{Action, Origin, Stage, Task, Why, Work};

use super::course;
use super::place::{Progress, decision};

/// Lists what a seat can do in the decision that waits.
pub(super) fn list(reader: &Reader, actions: &mut Vec<Action>) {
    let Some((decision, _)) = decision(reader.catalog, reader.game) else { return };
    let seat = reader.game.turn.decider;
    offer_all(reader, seat, decision, actions);
    offer_abilities(reader, seat, actions);
    if decision.pass.is_some() || actions.is_empty() {
        actions.push(Action::Pass);
    }
}

/// Whether a seat can do anything in a decision.
pub(super) fn can_act(reader: &Reader, seat: Seat, decision: &Decision) -> bool {
    let mut actions = Vec::new();
    offer_all(reader, seat, decision, &mut actions);
    offer_abilities(reader, seat, &mut actions);
    !actions.is_empty()
}

fn offer_all(reader: &Reader, seat: Seat, decision: &Decision, actions: &mut Vec<Action>) {
    let rules = &reader.catalog.rules;
    let rulebook = &reader.catalog.rulebook;
    let kinds = rulebook.offers.iter().fold(0, |kinds, offer| kinds | offer.zones);
    let mut places = Bits(kinds).fold(0, |places, kind| places | rules.places_of(ZoneKind(kind)));
    places &= rules.places_of_seat(seat);
    for place in Bits(places) {
        for id in reader.game.zone(ZoneId(place as u8)) {
            offer_object(reader, seat, *id, decision, actions);
        }
    }
    // What may be played from elsewhere because something says so.
    for id in reader.listing(seat).playable_elsewhere() {
        if places >> reader.game.object(id).zone.0 & 1 == 0 {
            offer_object(reader, seat, id, decision, actions);
        }
    }
}

fn offer_object(
    reader: &Reader,
    seat: Seat,
    id: ObjectId,
    decision: &Decision,
    actions: &mut Vec<Action>,
) {
    let card = reader.game.object(id).card;
    for (number, ability) in reader.catalog.rulebook.offers_of(card) {
        let Some(offer) = reader.catalog.rulebook.offer(*number) else { continue };
        if decision.windows >> reader.window_of(offer, id) & 1 == 0 {
            continue;
        }
        let Some(ability) = reader.ability_of(card, *ability) else { continue };
        let at = way_number(reader, id, *number, offer);
        reader.ways_to_use(seat, id, (*number, offer), ability, &mut |offered| {
            actions.push(offered.action(offer, at));
        });
    }
}

/// The number that tells two ways of one shape apart; none for the first.
fn way_number(reader: &Reader, id: ObjectId, number: u8, offer: &Offer) -> u8 {
    let rulebook = &reader.catalog.rulebook;
    let own = rulebook.offers_of(reader.game.object(id).card).iter();
    let same =
        |other: &&(u8, u8)| rulebook.offer(other.0).is_some_and(|other| other.shape == offer.shape);
    match own.filter(same).map(|(first, _)| *first).next() {
        Some(first) if first != number => number,
        _ => u8::MAX,
    }
}

/// Offers the abilities that cards print.
fn offer_abilities(reader: &Reader, seat: Seat, actions: &mut Vec<Action>) {
    if !reader.has_activatable() {
        return;
    }
    let rules = &reader.catalog.rules;
    let listing = reader.listing(seat);
    for place in Bits(rules.in_play() & rules.places_of_seat(seat)) {
        for id in reader.game.zone(ZoneId(place as u8)) {
            for ability in Bits(listing.usable(*id)) {
                actions.push(Action::Activate { object: *id, ability: ability as u8 });
            }
        }
    }
}

/// Why it is not the time for a card's own ability.
pub(super) fn timing_obstacle(reader: &Reader, seat: Seat, timing: Timing) -> Option<Why> {
    let Some((decision, _)) = decision(reader.catalog, reader.game) else {
        return Some(Why::Condition);
    };
    if reader.game.turn.decider != seat {
        return Some(Why::Condition);
    }
    let window = reader.catalog.rulebook.of_timing[timing as usize];
    let can = window.is_none_or(|window| decision.windows >> window & 1 == 1);
    (!can).then_some(Why::Rule(decision.citation))
}

/// The offer that an action means, as far as it names one of its object.
fn meant(reader: &Reader, action: Action) -> Option<Offered> {
    let (object, other, place, at) = match action {
        Action::Play { object, place, at } | Action::Move { object, place, at } => {
            (object, ObjectId::NONE, place, at)
        }
        Action::Attack { attacker, target } => (attacker, target, ZoneId::OUTSIDE, u8::MAX),
        Action::Special { object, other, .. } => (object, other, ZoneId::OUTSIDE, u8::MAX),
        _ => return None,
    };
    let card = reader.game.objects.get(object.index())?.card;
    let rulebook = &reader.catalog.rulebook;
    let fits = |number: u8, offer: &Offer| match (action, offer.shape) {
        (Action::Play { .. }, OfferShape::Play) | (Action::Move { .. }, OfferShape::Move) => {
            let is_first = at == 0 && place == ZoneId::OUTSIDE;
            at == u8::MAX || at == number || is_first
        }
        (Action::Attack { .. }, OfferShape::Attack) => true,
        (Action::Special { verb, .. }, OfferShape::Special(own)) => {
            // A name may stand for the actions of several types.
            let named = |verb: u8| rulebook.offer(verb).map(|offer| &offer.name);
            verb == own || named(verb) == named(own)
        }
        _ => false,
    };
    let found = rulebook
        .offers_of(card)
        .iter()
        .find(|(number, _)| rulebook.offer(*number).is_some_and(|offer| fits(*number, offer)))?;
    let ability = reader.ability_of(card, found.1)?;
    Some(Offered { object, offer: found.0, ability, other, place })
}

/// Why an action is not offered: the first part of its clause that fails.
pub(super) fn refusal(reader: &Reader, action: Action) -> Option<Why> {
    let seat = reader.game.turn.decider;
    match action {
        Action::Activate { object, ability } => {
            return reader.activate_obstacle(seat, object, ability);
        }
        Action::Pass => {
            return decision(reader.catalog, reader.game)
                .map(|(decision, _)| Why::Rule(decision.citation));
        }
        _ => {}
    }
    let Some(offered) = meant(reader, action) else {
        return match action {
            Action::Play { object, place, .. } => reader.play_obstacle(seat, object, place),
            _ => None,
        };
    };
    let offer = reader.catalog.rulebook.offer(offered.offer)?;
    let (decision, _) = decision(reader.catalog, reader.game)?;
    if decision.windows >> reader.window_of(offer, offered.object) & 1 == 0 {
        return Some(Why::Rule(offer.wrong_window));
    }
    reader
        .offer_obstacle(seat, offered.object, offer, offered.ability)
        .or_else(|| reader.pick_obstacle(seat, &offered, offer))
}

/// What an action of the rulebook is called.
pub(super) fn words<'a>(reader: &Reader<'a>, action: Action) -> Option<&'a str> {
    let offered = meant(reader, action)?;
    reader.catalog.rulebook.offer(offered.offer).map(|offer| offer.name.as_str())
}

/// Turns a decision into work.
pub(super) fn act(engine: &mut Engine, action: Action) {
    let seat = engine.game.turn.decider;
    let catalog = engine.catalog;
    let Some((decision, progress)) = decision(catalog, engine.game) else { return };
    match action {
        Action::Pass => pass(engine, seat, decision, progress),
        Action::Activate { object, ability } => {
            let window = engine.reader().window_of_ability(object, ability);
            take(engine, decision, progress, window);
            course::note_acting(engine, seat);
            let handle = engine.game.handle(object);
            engine.start_activated(seat, object, ability);
            engine.emit(Event::new(Kind::Activated, seat).object(handle));
        }
        action => {
            let Some(offered) = meant(&engine.reader(), action) else { return };
            let Some(offer) = catalog.rulebook.offer(offered.offer) else { return };
            let window = engine.reader().window_of(offer, offered.object);
            take(engine, decision, progress, Some(window));
            course::note_acting(engine, seat);
            engine.rule(offer.citation);
            engine.start(offered.ability, begun(engine, seat, &offered));
            if offer.shape == OfferShape::Play {
                engine.start_additional_costs(seat, offered.object);
            }
        }
    }
}

/// The work of an action with everything that was chosen for it.
fn begun(engine: &Engine, seat: Seat, offered: &Offered) -> Work {
    let other = engine.game.handle(offered.other);
    let mut work = Work {
        stage: Stage::PayingCost,
        origin: Origin::Activated,
        place: offered.place,
        ability: AbilityId::NONE,
        ..Work::new(Task::Ability, seat)
    };
    work = work.source(engine.game.handle(offered.object)).it(other);
    if other.is_some() {
        work.choose(0, other);
    }
    work
}

/// An action of a window is taken: some end the decision.
fn take(engine: &mut Engine, decision: &Decision, progress: Progress, window: Option<u8>) {
    let ends = match decision.who {
        Decides::You | Decides::Opponent => {
            window.is_some_and(|window| decision.ending >> window & 1 == 1)
        }
        Decides::UntilBothPassed | Decides::UntilPassesInARow => false,
    };
    let progress = match decision.who {
        Decides::UntilPassesInARow => progress.without_passes(),
        _ => progress,
    };
    keep(engine, progress.acting(ends));
}

fn pass(engine: &mut Engine, seat: Seat, decision: &Decision, progress: Progress) {
    let progress = progress.pass(seat);
    let ends = match decision.who {
        Decides::You | Decides::Opponent => true,
        _ => progress.have_both_passed(),
    };
    keep(engine, progress.acting(ends));
    engine.emit(Event::new(Kind::Passed, seat));
}

fn keep(engine: &mut Engine, progress: Progress) {
    if let Some(work) = engine.game.pending.agenda.last_mut() {
        progress.store(work);
        work.number = work.number.saturating_add(1);
    }
}
