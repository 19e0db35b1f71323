//! The compiled matcher and the slow explanation agree, over random filters and
//! boards: whoever asks, whichever object is asked about, and wherever it lies.

mod small;

use onplay_engine::card::{
    Comparison, Conjunction, Effect, Filter, Happening, Part, Place, Quantity, Reference,
    Selection, Whose,
};
use onplay_engine::compile::Card;
use onplay_engine::id::{CardId, Handle, KeywordId, ObjectId, Seat, SubtypeId, ZoneKind};
use onplay_engine::play::Table;
use onplay_engine::query::{Reader, Scope};
use onplay_engine::rulebook::Policy;
use onplay_engine::state::Game;
use proptest::prelude::*;
use small::*;

/// One object of a board: its card, owner, seat, kind of zone and place, whether it
/// is tired, and what is added to its power.
type Laid = (u16, u8, u8, u16, u8, bool, i16);

/// What differs between cards: types, subtypes, keywords, power, being a token,
/// and having abilities.
fn cards() -> Vec<Card> {
    let fox = SubtypeId(0);
    let draws = || when(Happening::Entered, Filter::Is(Reference::This), vec![gain(GOLD, 1)]);
    vec![
        unit(2, 1, Vec::new()),
        Card { subtypes: vec![fox], keywords: 1, ..unit(3, 2, vec![draws()]) },
        Card { subtypes: vec![fox, SubtypeId(1)], token: true, ..unit(1, 4, Vec::new()) },
        // It has life, so that it can lie on the board.
        Card { keywords: 2, attributes: vec![1, 0, 1], ..spell(1, vec![gain(GOLD, 1)]) },
    ]
}

/// The number of the card that carries the filter.
const CARRIER: usize = 4;

fn whose() -> impl Strategy<Value = Whose> {
    prop_oneof![Just(Whose::Any), Just(Whose::Yours), Just(Whose::Enemy)]
}

fn reference() -> impl Strategy<Value = Reference> {
    prop_oneof![Just(Reference::This), Just(Reference::Host), Just(Reference::It)]
}

fn place() -> impl Strategy<Value = Place> {
    (reference(), 0..5).prop_map(|(reference, kind)| match kind {
        0 => Place::Lane(reference),
        1 => Place::Beside(reference),
        2 => Place::Close(reference),
        3 => Place::InFront(reference),
        _ => Place::Adjacent(reference),
    })
}

fn comparison() -> impl Strategy<Value = Filter> {
    let how = prop_oneof![
        Just(Comparison::AtLeast),
        Just(Comparison::AtMost),
        Just(Comparison::Equal),
        Just(Comparison::More),
        Just(Comparison::Less)
    ];
    let what = prop_oneof![
        (0..5i16).prop_map(Quantity::Number),
        Just(Quantity::Attribute(Reference::This, POWER))
    ];
    (how, what).prop_map(|(how, what)| Filter::Compare(POWER, how, Box::new(what)))
}

fn filter() -> impl Strategy<Value = Filter> {
    let part = prop_oneof![Just(Part::Triggered), Just(Part::Entering), Just(Part::Static)];
    let leaf = prop_oneof![
        Just(Filter::Any),
        Just(Filter::other()),
        reference().prop_map(Filter::Is),
        whose().prop_map(Filter::Controller),
        whose().prop_map(Filter::Owner),
        (0..5u16).prop_map(|kind| Filter::Zone(ZoneKind(kind))),
        prop_oneof![Just(UNIT), Just(SPELL)].prop_map(Filter::Type),
        (0..2u16).prop_map(|kind| Filter::Subtype(SubtypeId(kind))),
        (0..4u16).prop_map(|card| Filter::Named(CardId(card))),
        reference().prop_map(Filter::SameName),
        reference().prop_map(Filter::SharesSubtype),
        Just(Filter::Token),
        (0..2u16).prop_map(|keyword| Filter::Keyword(KeywordId(keyword))),
        Just(Filter::Flag(TIRED)),
        comparison(),
        place().prop_map(Filter::Place),
        reference().prop_map(Filter::AttachedTo),
        part.prop_map(Filter::Has),
        Just(Filter::EnteredThisTurn),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            4 => prop::collection::vec(inner.clone(), 1..4)
                .prop_map(|parts| Filter::All(Conjunction::from(parts))),
            1 => prop::collection::vec(inner.clone(), 1..3).prop_map(Filter::OneOf),
            1 => inner.clone().prop_map(|part| Filter::Not(Box::new(part))),
            1 => inner.prop_map(|part| Filter::Holds(Box::new(part))),
        ]
    })
}

fn laid_objects() -> impl Strategy<Value = Vec<Laid>> {
    let one = (0..4u16, 0..2u8, 0..2u8, 0..5u16, 0..SLOTS, any::<bool>(), -2..3i16);
    prop::collection::vec(one, 1..10)
}

/// The table whose last card carries the filter, and the filter as it was compiled.
fn carried(filter: &Filter) -> (Table, Filter) {
    let what = Selection::all(filter.clone());
    let mut all = cards();
    all.push(spell(0, vec![Effect::Choose { what }]));
    let table = table(Policy::default(), all);
    let compiled = match &table.catalog.cards[CARRIER].abilities[0].effects[0] {
        Effect::Choose { what } => what.filter.clone(),
        other => panic!("the carrier does {other:?}"),
    };
    (table, compiled)
}

/// The board; the second object in play is attached to the first.
fn board(table: &Table, objects: &[Laid]) -> Game {
    laid(table, |engine| {
        let mut in_play = Vec::new();
        for (card, owner, seat, kind, place, tired, more) in objects.iter().copied() {
            let place = if ZoneKind(kind) == BOARD { place } else { 0 };
            let zone = engine.catalog.rules.zone(ZoneKind(kind), Seat(seat), place);
            if ZoneKind(kind) == BOARD && !engine.game.zones.is_empty(zone) {
                continue;
            }
            let id = engine.create_object(CardId(card), Seat(owner), zone).expect("there is room");
            if ZoneKind(kind) == BOARD {
                engine.set_flag(id, TIRED, tired);
                engine.gain(id, POWER, more);
                in_play.push(id);
            }
        }
        if let [host, attached, ..] = in_play[..] {
            engine.attach(attached, host);
        }
    })
}

/// All answers about one object agree.
fn agree(
    reader: &Reader,
    filter: &Filter,
    scope: &Scope,
    id: ObjectId,
) -> Result<(), TestCaseError> {
    let snapshot = reader.snapshot(id);
    let explained = reader.explain_mismatch(filter, scope, &snapshot);
    let object = reader.game.object(id);
    prop_assert_eq!(reader.matches(filter, scope, id), explained.is_none(), "{:?}", object);
    let remembered = reader.matches_snapshot(filter, scope, &snapshot);
    prop_assert_eq!(remembered, explained.is_none(), "{:?}", object);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn the_matcher_says_what_the_explanation_says(filter in filter(), objects in laid_objects()) {
        let (table, filter) = carried(&filter);
        let game = board(&table, &objects);
        let reader = table.read(&game);
        let rules = &table.catalog.rules;
        let places = (0..5u16).fold(0, |all, kind| all | rules.places_of(ZoneKind(kind)));
        let all: Vec<ObjectId> = game.zones.spans(places).flatten().copied().collect();
        let askers = all.iter().map(|id| game.handle(*id)).chain([Handle::NONE]);
        for (source, seat) in askers.flat_map(|source| Seat::BOTH.map(|seat| (source, seat))) {
            let scope = Scope::of(source, seat);
            for id in all.iter().copied() {
                agree(&reader, &filter, &scope, id)?;
            }
            // What a search finds matches, each once.
            let mut found = Vec::new();
            reader.gather(&filter, &scope, |id| found.push(id));
            for (at, id) in found.iter().enumerate() {
                prop_assert!(reader.matches(&filter, &scope, *id), "{:?}", game.object(*id));
                prop_assert!(!found[..at].contains(id), "{:?}", game.object(*id));
            }
        }
    }
}
