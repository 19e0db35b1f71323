//! What can be decided in a stage, and what becomes of it.

use onplay_engine::card::Timing;
use onplay_engine::compile::CardOffer;
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{AbilityId, ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::mutate::Engine;
use onplay_engine::query::{Listing, Offered, Reader};
use onplay_engine::rulebook::{Decides, Decision, Offer, OfferPick, OfferShape, WAYS};
use onplay_engine::state::{Action, Origin, Stage, Task, Why, Work};

use super::place::{Progress, decision};
use super::{course, stack};

/// Lists what a seat can do in the decision that waits.
pub(super) fn list(reader: &Reader, actions: &mut Vec<Action>) {
    let Some((decision, _)) = decision(reader.catalog, reader.game) else { return };
    let windows = windows(reader, decision);
    visit_all(reader, reader.game.turn.decider, windows, &mut |action| {
        actions.push(action);
        true
    });
    let responds = stack::is_waiting(reader.catalog, reader.game);
    if responds || decision.pass.is_some() || actions.is_empty() {
        actions.push(Action::Pass);
    }
}

/// The kinds of action that can be taken now: while something waits on the stack, only
/// those that respond to it.
fn windows(reader: &Reader, decision: &Decision) -> u16 {
    if stack::is_waiting(reader.catalog, reader.game) {
        stack::responses(&reader.catalog.rulebook)
    } else {
        decision.windows
    }
}

/// Whether a seat can do anything in a decision.
pub(super) fn can_act(reader: &Reader, seat: Seat, decision: &Decision) -> bool {
    !visit_all(reader, seat, decision.windows, &mut |_| false)
}

/// Calls `visit` for everything that a seat can do in a decision but pass, as long
/// as it says so. Returns whether it always did.
fn visit_all(
    reader: &Reader,
    seat: Seat,
    windows: u16,
    visit: &mut impl FnMut(Action) -> bool,
) -> bool {
    let listing = reader.listing(seat);
    listing.visit_offers(windows, visit)
        && (!reader.has_activatable() || visit_abilities(reader, seat, &listing, visit))
}

/// Visits the abilities that cards print and that can be used.
fn visit_abilities(
    reader: &Reader,
    seat: Seat,
    listing: &Listing,
    visit: &mut impl FnMut(Action) -> bool,
) -> bool {
    let rules = &reader.catalog.rules;
    let places = rules.in_play() & rules.places_of_seat(seat);
    let mut objects = reader.game.zones.spans(places).flatten();
    objects.all(|id| stack::visit_abilities_of(reader, listing, *id, visit))
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
    let windows = windows(reader, decision);
    let can = window.is_none_or(|window| windows >> window & 1 == 1);
    (!can).then(|| Why::Rule(wrong_time(reader, decision.citation)))
}

/// What is said where it is not the time for something: the stack is not empty, or
/// this clause.
fn wrong_time(reader: &Reader, citation: u16) -> u16 {
    let responds = stack::is_waiting(reader.catalog, reader.game);
    let by_stack = reader.catalog.rulebook.stack_is_not_empty.filter(|_| responds);
    by_stack.unwrap_or(citation)
}

/// The offer that an action means, as far as it names one of its object.
fn meant(reader: &Reader, action: Action) -> Option<Offered> {
    let (object, other, place, at) = match action {
        Action::Play { object, place, at } | Action::Move { object, place, at } => {
            (object, ObjectId::NONE, place, at)
        }
        Action::Attack { attacker, target } => (attacker, target, ZoneId::OUTSIDE, 0),
        Action::Special { object, other, .. } => (object, other, ZoneId::OUTSIDE, 0),
        _ => return None,
    };
    let at = if at == u8::MAX { 0 } else { at };
    let card = reader.game.objects.get(object.index())?.card;
    let rulebook = &reader.catalog.rulebook;
    let fits = |offer: &Offer| match (action, offer.shape) {
        (Action::Play { .. }, OfferShape::Play)
        | (Action::Move { .. }, OfferShape::Move)
        | (Action::Attack { .. }, OfferShape::Attack) => true,
        (Action::Special { verb, .. }, OfferShape::Special(own)) => {
            // A name may stand for the actions of several types.
            let named = |verb: u8| rulebook.offer(verb).map(|offer| &offer.name);
            verb == own || named(verb) == named(own)
        }
        _ => false,
    };
    let CardOffer { offer: number, window, ability, .. } = *reader
        .catalog
        .offers
        .of(card)
        .iter()
        .filter(|one| rulebook.offer(one.offer).is_some_and(fits))
        .nth(usize::from(at / WAYS))?;
    let offer = rulebook.offer(number)?;
    // What lies alone in a place is chosen by naming the place.
    let other = match (&offer.pick, action) {
        (OfferPick::Object(_), Action::Play { .. }) => {
            reader.game.zone(place).first().copied().unwrap_or(ObjectId::NONE)
        }
        _ => other,
    };
    let way = match offer.shape {
        OfferShape::Play => at % WAYS,
        _ => {
            let seat = reader.game.turn.decider;
            reader.ways_to_pay_for(seat, object, offer, ability).trailing_zeros() as u8 % WAYS
        }
    };
    Some(Offered { object, offer: number, window, ability, other, place, way })
}

/// Why an action is not offered: the first part of its clause that fails.
pub(super) fn refusal(reader: &Reader, action: Action) -> Option<Why> {
    let seat = reader.game.turn.decider;
    match action {
        Action::Activate { object, ability } => {
            return reader.activate_obstacle(seat, object, ability);
        }
        Action::Special { verb, object, .. } if verb == stack::verb(&reader.catalog.rulebook) => {
            let card = reader.game.objects.get(object.index())?.card;
            let mut numbers = Bits(reader.catalog.program.activated[card.index()]);
            return numbers.find_map(|number| reader.activate_obstacle(seat, object, number as u8));
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
    if windows(reader, decision) >> offered.window & 1 == 0 {
        let citation = offer.wrong_windows.get(usize::from(offered.window)).copied();
        let citation = citation.unwrap_or(decision.citation);
        return Some(Why::Rule(wrong_time(reader, citation)));
    }
    reader
        .offer_obstacle(seat, offered.object, offer, offered.ability)
        .or_else(|| reader.pick_obstacle(seat, &offered, offer))
        .or_else(|| reader.pay_obstacle(seat, &offered, offer))
}

/// What an action of the rulebook is called.
pub(super) fn words<'a>(reader: &Reader<'a>, action: Action) -> Option<&'a str> {
    let offered = meant(reader, action)?;
    reader.catalog.rulebook.offer(offered.offer).map(|offer| offer.name.as_str())
}

/// What becomes of whatever is where an action goes.
pub(super) fn replaces(reader: &Reader, action: Action) -> Option<&'static str> {
    let offered = meant(reader, action)?;
    reader.catalog.rulebook.offer(offered.offer)?.replaces
}

/// Turns a decision into work.
pub(super) fn act(engine: &mut Engine, action: Action) {
    let seat = engine.game.turn.decider;
    let catalog = engine.catalog;
    let Some((decision, progress)) = decision(catalog, engine.game) else { return };
    // A response is no action of the stage that waits below the stack.
    let responds = stack::is_waiting(catalog, engine.game);
    match action {
        Action::Pass if responds => stack::pass(engine, seat),
        Action::Pass => pass(engine, seat, decision, progress),
        Action::Activate { object, ability } => {
            let window = engine.reader().window_of_ability(object, ability);
            if !responds {
                take(engine, decision, progress, window);
            }
            course::note_acting(engine, seat);
            stack::use_ability(engine, seat, object, ability);
        }
        Action::Special { verb, object, .. } if verb == stack::verb(&catalog.rulebook) => {
            if !responds {
                take(engine, decision, progress, None);
            }
            course::note_acting(engine, seat);
            stack::ask_which(engine, seat, object);
        }
        action => {
            let Some(offered) = meant(&engine.reader(), action) else { return };
            let Some(offer) = catalog.rulebook.offer(offered.offer) else { return };
            if !responds {
                take(engine, decision, progress, Some(offered.window));
            }
            course::note_acting(engine, seat);
            engine.rule(offer.citation);
            let waits = offer.shape == OfferShape::Play && stack::is_on(catalog);
            if waits {
                stack::await_card(engine, seat, offered.object);
            }
            engine.start(offered.ability, begun(engine, seat, &offered));
            if offer.shape == OfferShape::Play && !waits {
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
        way: offered.way,
        ability: AbilityId::NONE,
        ..Work::new(Task::Ability, seat)
    };
    let source = engine.game.handle(offered.object);
    let from = engine.game.object(offered.object).zone;
    work.event = Event::new(Kind::Played, seat).object(source).places(from, ZoneId::OUTSIDE);
    work = work.source(source).it(other);
    if other.is_some() {
        work.choose(0, other);
    }
    work
}

/// An action of a window is taken: some end the decision.
fn take(engine: &mut Engine, decision: &Decision, progress: Progress, window: Option<u8>) {
    let is_counted = window.is_some_and(|window| decision.ending >> window & 1 == 1);
    let mut ends = false;
    if let Some(work) = engine.game.pending.agenda.last_mut().filter(|_| is_counted) {
        work.number = work.number.saturating_add(1);
        ends = matches!(decision.who, Decides::You | Decides::Opponent)
            && work.number >= i16::from(decision.most);
    }
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
    }
}
