//! The one commit: what is replaced, what is one moment, what is remembered.

mod small;

use onplay_engine::card::{
    Ability, Effect, Filter, Happening, Pattern, Reference, Selection, Verb, When, Who, Whose,
};
use onplay_engine::event::Kind;
use onplay_engine::id::{Handle, Seat};
use onplay_engine::rulebook::{Deaths, LookBack, Overflow, Placement, Policy};
use onplay_engine::state::Action;
use small::*;

#[test]
fn a_counter_stays_within_its_bounds_and_the_event_says_by_how_much() {
    let table = table(Policy::default(), vec![spell(0, vec![gain(GEMS, 12)])]);
    let mut hand = None;
    let mut game = laid(&table, |engine| hand = Some(put(engine, 0, Seat::ONE, HAND, 0)));
    let events = play(&table, &mut game, cast(hand.unwrap()));
    let gained: Vec<i16> =
        events.iter().filter(|event| event.kind == Kind::CounterGained).map(|e| e.amount).collect();
    assert_eq!((game.counter(Seat::ONE, GEMS), gained), (9, vec![9]));
}

/// "If this would be destroyed, gain a gem instead."
fn survivor() -> onplay_engine::compile::Card {
    let pattern = Pattern { subject: this(), ..Pattern::new(Happening::Destroyed) };
    unit(1, 1, vec![Ability::new(When::Instead(pattern), vec![gain(GEMS, 1)])])
}

#[test]
fn a_replaced_event_never_happened() {
    let destroy = Effect::Move { what: one_of(Filter::Type(UNIT)), verb: Verb::Destroy, to: None };
    let watcher = unit(3, 1, vec![when(Happening::Died, Filter::Any, vec![gain(GOLD, 1)])]);
    let table = table(Policy::default(), vec![spell(0, vec![destroy]), survivor(), watcher]);
    let (mut hand, mut target) = (None, None);
    let mut game = laid(&table, |engine| {
        hand = Some(put(engine, 0, Seat::ONE, HAND, 0));
        target = Some(put(engine, 1, Seat::ONE, BOARD, 0));
        put(engine, 2, Seat::ONE, BOARD, 1);
    });
    play(&table, &mut game, cast(hand.unwrap()));
    play(&table, &mut game, Action::Choose(target.unwrap()));
    let events = play_submit(&table, &mut game);
    assert!(!has(&events, Kind::Destroyed));
    assert_eq!((game.counter(Seat::ONE, GEMS), game.counter(Seat::ONE, GOLD)), (1, 5));
}

fn play_submit(
    table: &onplay_engine::play::Table,
    game: &mut onplay_engine::state::Game,
) -> Vec<onplay_engine::event::Event> {
    if game.pending.prompt().is_some() { play(table, game, Action::Submit) } else { Vec::new() }
}

/// "If you would draw a card, gain a gem instead."
#[test]
fn a_draw_can_be_replaced() {
    let pattern = Pattern { player: Whose::Yours, ..Pattern::new(Happening::Drew) };
    let hoarder = unit(1, 1, vec![Ability::new(When::Instead(pattern), vec![gain(GEMS, 1)])]);
    let draw = Effect::Draw { who: Who::You, count: 2.into(), mention: None };
    let table = table(Policy::default(), vec![spell(0, vec![draw]), hoarder]);
    let mut hand = None;
    let mut game = laid(&table, |engine| {
        hand = Some(put(engine, 0, Seat::ONE, HAND, 0));
        put(engine, 1, Seat::ONE, BOARD, 0);
        for _ in 0..3 {
            put(engine, 0, Seat::ONE, DECK, 0);
        }
    });
    let events = play(&table, &mut game, cast(hand.unwrap()));
    assert!(!has(&events, Kind::Drew));
    assert_eq!(game.counter(Seat::ONE, GEMS), 2);
    assert_eq!(game.zone(table.catalog.rules.zone(DECK, Seat::ONE, 0)).len(), 3);
}

/// Two units that each gain a gem when any unit dies.
#[test]
fn what_leaves_together_sees_each_other_where_the_policy_says_so() {
    let mourner = || unit(1, 1, vec![when(Happening::Died, Filter::Any, vec![gain(GEMS, 1)])]);
    let all =
        Effect::Move { what: Selection::all(Filter::Type(UNIT)), verb: Verb::Destroy, to: None };
    for (look_back, gems) in [(LookBack::Own, 2), (LookBack::Batch, 4)] {
        let policy = Policy {
            look_back,
            gone: onplay_engine::rulebook::Gone::LastKnown,
            ..Policy::default()
        };
        let table = table(policy, vec![spell(0, vec![all.clone()]), mourner()]);
        let mut hand = None;
        let mut game = laid(&table, |engine| {
            hand = Some(put(engine, 0, Seat::ONE, HAND, 0));
            put(engine, 1, Seat::ONE, BOARD, 0);
            put(engine, 1, Seat::ONE, BOARD, 1);
        });
        play(&table, &mut game, cast(hand.unwrap()));
        assert_eq!(game.counter(Seat::ONE, GEMS), gems, "{look_back:?}");
    }
}

#[test]
fn a_moved_card_is_a_new_object() {
    let back = Effect::Move { what: one_of(units(Whose::Yours)), verb: Verb::Return, to: None };
    let table = table(Policy::default(), vec![spell(0, vec![back]), unit(4, 1, Vec::new())]);
    let (mut hand, mut moved, mut before) = (None, None, Handle::NONE);
    let mut game = laid(&table, |engine| {
        hand = Some(put(engine, 0, Seat::ONE, HAND, 0));
        let id = put(engine, 1, Seat::ONE, BOARD, 0);
        engine.damage(id, 3, 0, Handle::NONE);
        (moved, before) = (Some(id), engine.game.handle(id));
    });
    let id = moved.unwrap();
    assert_eq!(table.read(&game).value(id, LIFE), 1);
    play(&table, &mut game, cast(hand.unwrap()));
    play(&table, &mut game, Action::Choose(id));
    play_submit(&table, &mut game);
    assert!(!game.is_same(before));
    assert_eq!(game.object(id).zone, table.catalog.rules.zone(HAND, Seat::ONE, 0));
    assert_eq!(table.read(&game).value(id, LIFE), 4, "damage does not come along");
}

/// A trigger of something that died reads it as it last was.
#[test]
fn last_known_values_are_read_where_the_source_is_gone() {
    let power = onplay_engine::card::Quantity::Attribute(Reference::This, POWER);
    let last_words = Effect::Counter { who: Who::You, counter: GEMS, by: power };
    let dying = unit(1, 4, vec![when(Happening::Died, this(), vec![last_words])]);
    let kill = damage(one_of(Filter::Type(UNIT)), 2);
    let policy = Policy { gone: onplay_engine::rulebook::Gone::LastKnown, ..Policy::default() };
    let table = table(policy, vec![spell(0, vec![kill]), dying]);
    let (mut hand, mut target) = (None, None);
    let mut game = laid(&table, |engine| {
        hand = Some(put(engine, 0, Seat::ONE, HAND, 0));
        target = Some(put(engine, 1, Seat::ONE, BOARD, 0));
    });
    play(&table, &mut game, cast(hand.unwrap()));
    play(&table, &mut game, Action::Choose(target.unwrap()));
    play_submit(&table, &mut game);
    assert_eq!(game.counter(Seat::ONE, GEMS), 4);
}

/// "When you gain gold, gain a gem." and "When you gain gold, gain 1 gold, once
/// a turn." under the placements.
#[test]
fn placement_decides_what_comes_next() {
    // The unit that entered first doubles what it sees later than the second.
    let first =
        when(Happening::GainedCounter(GOLD), Filter::Any, vec![gain(GEMS, 1), gain(GEMS, 1)]);
    let second = when(
        Happening::GainedCounter(GOLD),
        Filter::Any,
        vec![Effect::CounterBecomes { who: Who::You, counter: GEMS, to: 0.into() }],
    );
    for placement in [Placement::Front, Placement::Back, Placement::Queue, Placement::Stack] {
        let policy = Policy { placement, ..Policy::default() };
        let cards = vec![
            spell(0, vec![gain(GOLD, 1), gain(GEMS, 5)]),
            unit(1, 1, vec![first.clone()]),
            unit(1, 1, vec![second.clone()]),
        ];
        let table = table(policy, cards);
        let mut hand = None;
        let mut game = laid(&table, |engine| {
            hand = Some(put(engine, 0, Seat::ONE, HAND, 0));
            put(engine, 1, Seat::ONE, BOARD, 0);
            put(engine, 2, Seat::ONE, BOARD, 1);
        });
        play(&table, &mut game, cast(hand.unwrap()));
        // In front, both triggers come before the spell's second half; behind
        // it they come after; on the stack the last to be put there is first.
        let expected = match placement {
            Placement::Front => 5,
            Placement::Back | Placement::Queue => 0,
            Placement::Stack => 2,
        };
        assert_eq!(game.counter(Seat::ONE, GEMS), expected, "{placement:?}");
    }
}

/// Wherever the budget ends, nothing dead stays in play.
#[test]
fn a_chain_that_is_stopped_leaves_no_dead_in_play() {
    for deaths in [Deaths::Together, Deaths::Sequence] {
        for budget in 1..40 {
            let policy = Policy { budget, deaths, overflow: Overflow::Stop, ..Policy::default() };
            let blast = damage(Selection::all(Filter::Type(UNIT)), 1);
            let mourner = unit(1, 1, vec![when(Happening::Died, Filter::Any, vec![gain(GOLD, 1)])]);
            let table = table(policy, vec![spell(0, vec![blast]), mourner]);
            let mut hand = None;
            let mut game = laid(&table, |engine| {
                hand = Some(put(engine, 0, Seat::ONE, HAND, 0));
                for place in 0..SLOTS {
                    put(engine, 1, Seat::ONE, BOARD, place);
                    put(engine, 1, Seat::TWO, BOARD, place);
                }
            });
            play(&table, &mut game, cast(hand.unwrap()));
            let is_dead = |object: &&onplay_engine::state::Object| {
                table.catalog.rules.is_in_play(object.zone) && object.values[0] <= 0
            };
            let dead = game.objects.iter().filter(is_dead).count();
            assert!(
                dead == 0 || game.is_over(),
                "{deaths:?}, budget {budget}: {dead} dead in play"
            );
        }
    }
}
