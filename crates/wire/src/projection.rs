//! From the state of a game to what one viewer may know of it.

use onplay_engine::id::{
    AbilityId, AttributeId, CardId, Class, CounterId, FlagId, Handle as Engine, KeywordId,
    ObjectId, Seat, ZoneId,
};
use onplay_engine::play::Table;
use onplay_engine::state::{Game, Outcome, Task, Work};
use onplay_games::kit::Kit;
use onplay_games::printed::ability_words;
use onplay_games::words::Words;

use crate::eyes::{Eyes, Viewer, in_order, is_seen};
use crate::names::{PlaceName, SeatName};
use crate::step::{Change, ObjectRef};
use crate::view::{CardView, PlaceView, PlayerView, StackItem, View};

/// One game's words for the wire, computed once and shared by all its matches.
#[derive(Clone)]
pub struct Projection {
    pub(crate) kit: Kit,
    /// By place.
    pub(crate) places: Vec<PlaceName>,
    /// Attributes that change in play.
    live: Vec<AttributeId>,
}

/// What a change is about, to find the step that it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum About {
    /// Where cards lie.
    Table,
    Object(ObjectId),
    Counter(Seat, u16),
    Other,
}

/// What became different from one covered state to the next.
#[derive(Default)]
pub(crate) struct Difference {
    pub changes: Vec<(About, Change)>,
    /// Objects that went out of sight, with the handles they had.
    pub gone: Vec<(ObjectId, u32)>,
}

impl Projection {
    /// The words of a game.
    pub fn new(kit: Kit) -> Self {
        let rules = &kit.table.catalog.rules;
        let empty = Game::new(&kit.table.catalog, 0);
        let words = Words::new(kit.table.read(&empty));
        let places = (0..rules.places() as u8).map(|zone| words.place_code(ZoneId(zone))).collect();
        let attributes = (0..rules.attributes.len() as u16).map(AttributeId);
        let live = attributes.filter(|attribute| rules.live(*attribute).is_some()).collect();
        Projection { places, live, kit }
    }

    /// The game.
    pub fn kit(&self) -> &Kit {
        &self.kit
    }

    /// The game, ready to play.
    pub fn table(&self) -> &Table {
        &self.kit.table
    }

    /// The eyes of somebody who comes to a game that has not gone on yet.
    pub fn eyes(&self, game: &Game, viewer: Viewer) -> Eyes {
        let rules = &self.table().catalog.rules;
        let mut eyes = Eyes::new(viewer, game.objects.len(), rules.places());
        let covered = viewer.cover(game, &self.table().catalog);
        for zone in (1..rules.places() as u8).map(ZoneId) {
            for id in in_order(&covered, &self.table().catalog, viewer, zone) {
                eyes.meet(id);
            }
            eyes.places[zone.index()] = self.place(&covered, &eyes, zone);
        }
        eyes.asks = u32::from(is_asked(game, viewer));
        eyes
    }

    /// The whole table as somebody sees it whose eyes have followed the game.
    pub fn view(&self, game: &Game, eyes: &Eyes) -> View {
        let covered = eyes.viewer.cover(game, &self.table().catalog);
        let rules = &self.table().catalog.rules;
        let mut view = View {
            seat: eyes.viewer.seat().map(SeatName::from),
            turn: covered.turn.number,
            round: covered.turn.round,
            phase: self.phase(&covered).to_owned(),
            active: covered.turn.active.into(),
            decides: covered.to_decide().map(SeatName::from),
            over: covered.is_over(),
            winner: winner(&covered),
            p1: self.player(&covered, eyes.viewer, Seat::ONE),
            p2: self.player(&covered, eyes.viewer, Seat::TWO),
            places: Default::default(),
            cards: Default::default(),
            stack: self.stack(&covered, eyes),
        };
        for zone in (1..rules.places() as u8).map(ZoneId) {
            let (cards, count) = self.place(&covered, eyes, zone);
            for id in covered.zone(zone).iter().filter(|id| is_seen(&covered, **id)) {
                if let Some(card) = self.card(&covered, eyes, *id) {
                    view.cards.insert(card.handle, card);
                }
            }
            let place = PlaceView { cards, count, bonus: covered.slots[zone.index()] };
            if place != PlaceView::default() {
                view.places.insert(self.places[zone.index()].clone(), place);
            }
        }
        view
    }

    /// What became different between two covered states. The eyes are then those
    /// of the later one.
    pub(crate) fn difference(&self, before: &Game, after: &Game, eyes: &mut Eyes) -> Difference {
        let mut found = Difference::default();
        self.meet_and_forget(before, after, eyes, &mut found);
        let rules = &self.table().catalog.rules;
        for zone in (1..rules.places() as u8).map(ZoneId) {
            let now = self.place(after, eyes, zone);
            if eyes.places[zone.index()] != now {
                eyes.places[zone.index()] = now.clone();
                let place = self.places[zone.index()].clone();
                let change = Change::Place { place, cards: now.0, count: now.1 };
                found.changes.push((About::Table, change));
            }
            let (from, to) = (before.slots[zone.index()], after.slots[zone.index()]);
            if from != to {
                let place = self.places[zone.index()].clone();
                found.changes.push((About::Other, Change::Bonus { place, from, to }));
            }
        }
        self.compare_players(before, after, eyes.viewer, &mut found);
        self.compare_moment(before, after, eyes, &mut found);
        found
    }

    /// Cards that come and go, and those that stay and changed.
    fn meet_and_forget(
        &self,
        before: &Game,
        after: &Game,
        eyes: &mut Eyes,
        found: &mut Difference,
    ) {
        let mut new = Vec::new();
        let mut changed = Vec::new();
        for id in (0..after.objects.len() as u16).map(ObjectId) {
            let (was, is) = (is_seen(before, id), is_seen(after, id));
            let same_card = before.object(id).card == after.object(id).card;
            let same_owner = before.object(id).owner == after.object(id).owner;
            if was && !(is && same_card) {
                let handle = eyes.forget(id);
                found.gone.push((id, handle));
                found.changes.push((About::Table, Change::Gone { handle }));
            }
            if is && !(was && same_card) {
                new.push(id);
            } else if is && !same_owner {
                changed.push(id);
            } else if is
                && (before.object(id) != after.object(id) || before.host(id) != after.host(id))
            {
                self.compare_card(before, after, eyes, id, found);
            }
        }
        if !new.is_empty() {
            let catalog = &self.table().catalog;
            for zone in (1..catalog.rules.places() as u8).map(ZoneId) {
                for id in in_order(after, catalog, eyes.viewer, zone) {
                    if new.contains(&id) {
                        eyes.meet(id);
                    }
                }
            }
        }
        for id in new.into_iter().chain(changed) {
            if let Some(card) = self.card(after, eyes, id) {
                found.changes.push((About::Table, Change::Card { card }));
            }
        }
    }

    fn compare_card(
        &self,
        before: &Game,
        after: &Game,
        eyes: &Eyes,
        id: ObjectId,
        found: &mut Difference,
    ) {
        let Some(handle) = eyes.handle(id) else { return };
        let about = About::Object(id);
        let names = &self.table().catalog.names;
        let (was, is) = (self.table().read(before), self.table().read(after));
        for attribute in &self.live {
            let (from, to) = (was.value(id, *attribute), is.value(id, *attribute));
            if from != to {
                let name = names.word(Class::Attribute, attribute.0).to_owned();
                found.changes.push((about, Change::Number { handle, name, from, to }));
            }
        }
        let (old, new) = (before.object(id), after.object(id));
        for flag in 0..names.all(Class::Flag).len() as u16 {
            let on = new.has(FlagId(flag));
            if old.has(FlagId(flag)) != on {
                let name = names.word(Class::Flag, flag).to_owned();
                found.changes.push((about, Change::Status { handle, name, on }));
            }
        }
        for keyword in (0..names.all(Class::Keyword).len() as u16).map(KeywordId) {
            let has = |game: &Game| game.has_keyword(&self.table().catalog, id, keyword);
            let on = has(after);
            if has(before) != on {
                let name = names.word(Class::Keyword, keyword.0).to_owned();
                found.changes.push((about, Change::Keyword { handle, name, on }));
            }
        }
        if old.controller != new.controller {
            let seat = new.controller.into();
            found.changes.push((about, Change::Controller { handle, seat }));
        }
        if before.host(id) != after.host(id) {
            let to = eyes.handle(after.host(id));
            found.changes.push((about, Change::Attached { handle, to }));
        }
    }

    fn compare_players(&self, before: &Game, after: &Game, viewer: Viewer, found: &mut Difference) {
        for seat in Seat::BOTH {
            let (was, is) = (self.player(before, viewer, seat), self.player(after, viewer, seat));
            if was == is {
                continue;
            }
            for (name, to) in &is.counters {
                let from = was.counters.get(name).copied().unwrap_or(0);
                if from != *to {
                    let counter = self.table().catalog.names.find(Class::Counter, name);
                    let about = About::Counter(seat, counter.unwrap_or(u16::MAX));
                    let name = name.clone();
                    let change = Change::Counter { seat: seat.into(), name, from, to: *to };
                    found.changes.push((about, change));
                }
            }
            let words = was.keywords.iter().chain(&is.keywords);
            let moved: std::collections::BTreeSet<&String> = words
                .filter(|word| was.keywords.contains(word) != is.keywords.contains(word))
                .collect();
            for name in moved {
                let on = is.keywords.contains(name);
                let change = Change::PlayerKeyword { seat: seat.into(), name: name.clone(), on };
                found.changes.push((About::Other, change));
            }
        }
    }

    fn compare_moment(&self, before: &Game, after: &Game, eyes: &Eyes, found: &mut Difference) {
        let moment =
            |game: &Game| (game.turn.number, game.turn.round, self.phase(game), game.turn.active);
        if moment(before) != moment(after) {
            let (turn, round, phase, active) = moment(after);
            let (phase, active) = (phase.to_owned(), active.into());
            found.changes.push((About::Other, Change::Moment { turn, round, phase, active }));
        }
        let lost = found.changes.iter().any(|(about, _)| *about == About::Table);
        if before.pending.stack != after.pending.stack || (lost && !after.pending.stack.is_empty())
        {
            let items = self.stack(after, eyes);
            found.changes.push((About::Other, Change::Stack { items }));
        }
        if before.to_decide() != after.to_decide() {
            let seat = after.to_decide().map(SeatName::from);
            found.changes.push((About::Other, Change::Decides { seat }));
        }
        if before.outcome() != after.outcome() {
            let change = match after.outcome() {
                Outcome::Playing => Change::Resumed,
                _ => Change::Over { winner: winner(after) },
            };
            found.changes.push((About::Other, change));
        }
    }

    fn phase(&self, game: &Game) -> &str {
        self.table().frame.phase_name(game)
    }

    fn place(&self, covered: &Game, eyes: &Eyes, zone: ZoneId) -> (Vec<u32>, u16) {
        let ids = in_order(covered, &self.table().catalog, eyes.viewer, zone);
        let handles = ids.into_iter().filter_map(|id| eyes.handle(id)).collect();
        (handles, covered.zone(zone).len() as u16)
    }

    fn player(&self, covered: &Game, viewer: Viewer, seat: Seat) -> PlayerView {
        let catalog = &self.table().catalog;
        let reader = self.table().read(covered);
        let mut player = PlayerView::default();
        for (number, word) in catalog.names.all(Class::Counter).iter().enumerate() {
            let rule = catalog.rules.counters.get(number);
            if rule.is_some_and(|rule| !rule.hidden || viewer.knows_secrets_of(seat)) {
                let counter = CounterId(number as u16);
                let value = self.table().frame.counter(&reader, seat, counter);
                player.counters.insert(word.clone(), value);
            }
        }
        let mask = covered.players[seat.index()].keywords;
        player.keywords = self.words_of(Class::Keyword, |number| mask >> number & 1 == 1);
        player
    }

    /// A card in sight, with its numbers as they are.
    fn card(&self, covered: &Game, eyes: &Eyes, id: ObjectId) -> Option<CardView> {
        let handle = eyes.handle(id)?;
        let (object, reader) = (covered.object(id), self.table().read(covered));
        let names = &self.table().catalog.names;
        let numbers = self.live.iter().filter_map(|attribute| {
            let value = reader.value(id, *attribute);
            let name = || names.word(Class::Attribute, attribute.0).to_owned();
            (value != 0).then(|| (name(), value))
        });
        Some(CardView {
            handle,
            card: names.word(Class::Card, object.card.0).to_owned(),
            owner: object.owner.into(),
            controller: object.controller.into(),
            numbers: numbers.collect(),
            statuses: self.words_of(Class::Flag, |flag| object.has(FlagId(flag))),
            keywords: self.words_of(Class::Keyword, |keyword| {
                covered.has_keyword(&self.table().catalog, id, KeywordId(keyword))
            }),
            on: eyes.handle(covered.host(id)),
        })
    }

    /// The words of a class that hold, sorted.
    fn words_of(&self, class: Class, holds: impl Fn(u16) -> bool) -> Vec<String> {
        let words = self.table().catalog.names.all(class).iter().enumerate();
        let mut words: Vec<String> = words
            .filter(|(number, _)| holds(*number as u16))
            .map(|(_, word)| word.clone())
            .collect();
        words.sort_unstable();
        words
    }

    fn stack(&self, covered: &Game, eyes: &Eyes) -> Vec<StackItem> {
        let words = Words::new(self.table().read(covered));
        let item = |work: &Work| {
            let source = self.object(covered, eyes, work.source, None);
            let known = source.card.is_some() && work.task == Task::Ability;
            let targets = work.chosen[..usize::from(work.picks)].iter();
            let named = known.then(|| self.ability_name(&words, work.ability)).flatten();
            StackItem {
                text: words.name(work.source).to_owned(),
                words: known.then(|| self.sentence(work.ability)).flatten(),
                ability: named,
                controller: work.controller.into(),
                targets: targets.map(|it| self.object(covered, eyes, *it, None)).collect(),
                source,
            }
        };
        covered.pending.stack.iter().rev().map(item).collect()
    }

    /// An object as the viewer may know it; `gone` are handles that it still knew
    /// a moment ago.
    pub(crate) fn object(
        &self,
        covered: &Game,
        eyes: &Eyes,
        handle: Engine,
        gone: Option<&[(ObjectId, u32)]>,
    ) -> ObjectRef {
        let id = handle.id;
        let lost = gone.and_then(|gone| gone.iter().find(|(lost, _)| *lost == id));
        let known = eyes.handle(id).or(lost.map(|(_, handle)| *handle));
        let object = covered.objects.get(id.index());
        let remembered = covered.last_known.find(handle).filter(|_| !covered.is_same(handle));
        let card = remembered.map(|memory| memory.card).or(object.map(|object| object.card));
        let zone = object.map_or(ZoneId::OUTSIDE, |object| object.zone);
        let names = &self.table().catalog.names;
        ObjectRef {
            handle: known,
            card: card
                .filter(|card| *card != CardId::HIDDEN)
                .map(|card| names.word(Class::Card, card.0).to_owned()),
            place: (zone != ZoneId::OUTSIDE).then(|| self.places[zone.index()].clone()),
        }
    }

    /// The own name of an ability, or whose it is.
    pub(crate) fn ability_name(&self, words: &Words, ability: AbilityId) -> Option<String> {
        (!ability.is_none()).then(|| words.ability(ability))
    }

    /// What the card says, on one line.
    pub(crate) fn sentence(&self, ability: AbilityId) -> Option<String> {
        let words = ability_words(&self.kit.book, ability)?;
        Some(words.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// Whether a viewer's seat must decide.
pub(crate) fn is_asked(game: &Game, viewer: Viewer) -> bool {
    viewer.seat().is_some() && game.to_decide() == viewer.seat()
}

/// Who won; none while the game goes on and after a draw.
pub(crate) fn winner(game: &Game) -> Option<SeatName> {
    match game.outcome() {
        Outcome::Won(seat) => Some(seat.into()),
        _ => None,
    }
}
