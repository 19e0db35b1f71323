//! Standing rules and changes that pass.

mod small;

use onplay_engine::card::{
    Duration, Effect, Entering, Filter, Happening, Quantity, Static, Verb, Whose,
};
use onplay_engine::id::{ObjectId, PhaseId, Seat};
use onplay_engine::mutate::{Engine, Expiry};
use onplay_engine::play::Table;
use onplay_engine::rulebook::Policy;
use onplay_engine::state::{Action, Change, Game, Modifier, Why};
use small::*;

fn object(table: &Table, game: &Game, seat: Seat, place: u8) -> ObjectId {
    game.zone(table.catalog.rules.zone(BOARD, seat, place))[0]
}

/// "Your other units have +2 power", and one that sets power first.
#[test]
fn what_sets_comes_before_what_adds() {
    let others = units(Whose::Yours).and(Filter::other());
    let lord = unit(
        2,
        1,
        vec![standing(Static::Modify { what: others.clone(), attribute: POWER, by: 2.into() })],
    );
    let leveller =
        unit(2, 1, vec![standing(Static::Base { what: others, attribute: POWER, to: 7.into() })]);
    let table = table(Policy::default(), vec![unit(2, 1, Vec::new()), lord, leveller]);
    let game = laid(&table, |engine| {
        put(engine, 0, Seat::ONE, BOARD, 0);
        put(engine, 1, Seat::ONE, BOARD, 1);
        put(engine, 2, Seat::ONE, BOARD, 2);
        put(engine, 0, Seat::TWO, BOARD, 0);
    });
    let power = |seat, place| table.read(&game).value(object(&table, &game, seat, place), POWER);
    assert_eq!([0, 1, 2].map(|place| power(Seat::ONE, place)), [9, 7, 3]);
    assert_eq!(power(Seat::TWO, 0), 1);
    assert!(game.derived_is_right(&table.catalog));
}

/// A unit with +1 power while its player has six gold.
#[test]
fn a_condition_switches_a_rule_on_and_off() {
    let rich = onplay_engine::card::Ability {
        condition: Some(has_gold(6)),
        ..standing(Static::Modify { what: this(), attribute: POWER, by: 1.into() })
    };
    let cards = vec![spell(0, vec![gain(GOLD, 1)]), unit(2, 1, vec![rich])];
    let table = table(Policy::default(), cards);
    let mut hand = None;
    let mut game = laid(&table, |engine| {
        hand = Some(put(engine, 0, Seat::ONE, HAND, 0));
        put(engine, 1, Seat::ONE, BOARD, 0);
    });
    let power = |game: &Game| table.read(game).value(object(&table, game, Seat::ONE, 0), POWER);
    assert_eq!(power(&game), 1);
    play(&table, &mut game, cast(hand.unwrap()));
    assert_eq!(power(&game), 2);
}

#[test]
fn what_a_static_gave_goes_with_it() {
    let lord = unit(
        1,
        1,
        vec![standing(Static::Modify {
            what: units(Whose::Yours).and(Filter::other()),
            attribute: LIFE,
            by: 1.into(),
        })],
    );
    let kill = damage(one_of(units(Whose::Yours)), 1);
    let cards = vec![spell(0, vec![kill]), lord, unit(0, 1, Vec::new())];
    let table = table(Policy::default(), cards);
    let mut hand = None;
    let mut game = laid(&table, |engine| {
        hand = Some(put(engine, 0, Seat::ONE, HAND, 0));
        put(engine, 1, Seat::ONE, BOARD, 0);
        put(engine, 2, Seat::ONE, BOARD, 1);
    });
    let lord = object(&table, &game, Seat::ONE, 0);
    play(&table, &mut game, cast(hand.unwrap()));
    play(&table, &mut game, Action::Choose(lord));
    if game.pending.prompt().is_some() {
        play(&table, &mut game, Action::Submit);
    }
    let board = |place| game.zone(table.catalog.rules.zone(BOARD, Seat::ONE, place)).len();
    assert_eq!((board(0), board(1)), (0, 0), "without the lord the other has no life left");
}

/// Passing changes end when their words say, and at no other moment.
#[test]
fn durations_end_when_they_say() {
    // After: one's own pass, the other's pass, one's own second pass.
    for (until, powers) in [
        (Duration::EndOfTurn, [1, 1, 1]),
        (Duration::YourNextTurn, [4, 1, 1]),
        (Duration::Turns(2), [4, 1, 1]),
        (Duration::ItsNextTurn, [4, 4, 1]),
        (Duration::Forever, [4, 4, 4]),
    ] {
        let boost = Effect::Change {
            what: one_of(units(Whose::Yours)),
            attribute: POWER,
            by: Quantity::Number(3),
            until,
        };
        let table = table(Policy::default(), vec![spell(0, vec![boost]), unit(2, 1, Vec::new())]);
        let mut hand = None;
        let mut game = laid(&table, |engine| {
            hand = Some(put(engine, 0, Seat::ONE, HAND, 0));
            put(engine, 1, Seat::ONE, BOARD, 0);
        });
        let id = object(&table, &game, Seat::ONE, 0);
        play(&table, &mut game, cast(hand.unwrap()));
        play(&table, &mut game, Action::Choose(id));
        if game.pending.prompt().is_some() {
            play(&table, &mut game, Action::Submit);
        }
        assert_eq!(table.read(&game).value(id, POWER), 4);
        let after = [(); 3].map(|()| {
            play(&table, &mut game, Action::Pass);
            table.read(&game).value(id, POWER)
        });
        assert_eq!(after, powers, "{until:?}");
    }
}

/// What waits for a round or a phase ends with that one and with no other.
#[test]
fn rounds_and_phases_end_what_waits_for_them() {
    let (dusk, dawn) = (PhaseId(0), PhaseId(1));
    let end = Expiry::RoundEnd;
    let phase = |phase, seat| Expiry::Phase(phase, seat);
    for (until, others, own) in [
        (Duration::EndOfRound, vec![phase(dusk, Seat::ONE), Expiry::TurnEnd(Seat::ONE)], end),
        (
            Duration::Next(dusk),
            vec![end, phase(dawn, Seat::ONE), phase(dusk, Seat::TWO)],
            phase(dusk, Seat::ONE),
        ),
    ] {
        let table = table(Policy::default(), vec![unit(2, 1, Vec::new())]);
        let mut game = laid(&table, |engine| {
            let id = put(engine, 0, Seat::ONE, BOARD, 0);
            let target = engine.game.handle(id);
            engine.modify(Modifier {
                target,
                source: target,
                controller: Seat::ONE,
                change: Change::Add(1),
                amount: 3,
                until,
                turns: 0,
                keeper: 0,
            });
        });
        let id = object(&table, &game, Seat::ONE, 0);
        let mut after = |expiry| {
            let mut engine = Engine::new(&mut game, &table.catalog, &**table.frame, None);
            engine.expire(expiry);
            engine.run();
            table.read(&game).value(id, POWER)
        };
        for other in others {
            assert_eq!(after(other), 4, "{until:?} goes on after {other:?}");
        }
        assert_eq!(after(own), 1, "{until:?} ends with {own:?}");
    }
}

/// "As long as this is in play, that unit has +3 power."
#[test]
fn what_lasts_while_its_source_is_here_ends_with_it() {
    let boost = Effect::Change {
        what: one_of(units(Whose::Yours)),
        attribute: POWER,
        by: Quantity::Number(3),
        until: Duration::WhileHere,
    };
    let helper = unit(2, 1, vec![activated(Vec::new(), vec![boost])]);
    let table = table(Policy::default(), vec![unit(2, 1, Vec::new()), helper]);
    let mut game = laid(&table, |engine| {
        put(engine, 0, Seat::ONE, BOARD, 0);
        put(engine, 1, Seat::ONE, BOARD, 1);
    });
    let [id, helper] = [0, 1].map(|place| object(&table, &game, Seat::ONE, place));
    play(&table, &mut game, Action::Activate { object: helper, ability: 0 });
    play(&table, &mut game, Action::Choose(id));
    if game.pending.prompt().is_some() {
        play(&table, &mut game, Action::Submit);
    }
    play(&table, &mut game, Action::Pass);
    assert_eq!(table.read(&game).value(id, POWER), 4);
    let mut engine = Engine::new(&mut game, &table.catalog, &**table.frame, None);
    engine.move_by(helper, Verb::Return, None);
    engine.run();
    assert_eq!(table.read(&game).value(id, POWER), 1);
}

/// "This enters tired." and "Your units enter with 2 more life."
#[test]
fn things_enter_as_cards_say() {
    let tired = standing(Static::Enter { what: this(), with: Entering::Status(TIRED) });
    let patron =
        standing(Static::Enter { what: units(Whose::Yours), with: Entering::More(LIFE, 2.into()) });
    let watch = when(Happening::FlagSet(TIRED), Filter::Any, vec![gain(GEMS, 1)]);
    let cards = vec![unit(1, 1, vec![tired]), unit(1, 1, vec![patron, watch])];
    let table = table(Policy::default(), cards);
    let mut hand = None;
    let mut game = laid(&table, |engine| {
        hand = Some(put(engine, 0, Seat::ONE, HAND, 0));
        put(engine, 1, Seat::ONE, BOARD, 0);
    });
    let place = table.catalog.rules.zone(BOARD, Seat::ONE, 1);
    play(&table, &mut game, Action::Play { object: hand.unwrap(), place, at: u8::MAX });
    let entered = object(&table, &game, Seat::ONE, 1);
    assert!(game.object(entered).has(TIRED));
    assert_eq!(table.read(&game).value(entered, LIFE), 3);
    assert_eq!(game.counter(Seat::ONE, GEMS), 0, "it was so from the first moment");
}

/// What has no abilities neither triggers nor rules nor can be used.
#[test]
fn what_is_silenced_does_nothing() {
    let hush = standing(Static::Silence { what: units(Whose::Enemy) });
    let lord = standing(Static::Modify {
        what: units(Whose::Yours).and(Filter::other()),
        attribute: POWER,
        by: 5.into(),
    });
    let greedy = when(Happening::GainedCounter(GOLD), Filter::Any, vec![gain(GEMS, 1)]);
    let busy = activated(Vec::new(), vec![gain(GEMS, 1)]);
    let cards = vec![
        spell(0, vec![gain(GOLD, 1)]),
        unit(2, 1, vec![lord, greedy, busy]),
        unit(2, 1, Vec::new()),
        unit(2, 1, vec![hush]),
    ];
    let table = table(Policy::default(), cards);
    let mut hand = None;
    let mut lay = |with_hush: bool| {
        laid(&table, |engine| {
            hand = Some(put(engine, 0, Seat::ONE, HAND, 0));
            put(engine, 1, Seat::ONE, BOARD, 0);
            put(engine, 2, Seat::ONE, BOARD, 1);
            if with_hush {
                put(engine, 3, Seat::TWO, BOARD, 2);
            }
        })
    };
    let (free, hushed) = (lay(false), lay(true));
    let power = |game: &Game| table.read(game).value(object(&table, game, Seat::ONE, 1), POWER);
    assert_eq!((power(&free), power(&hushed)), (6, 1));
    let used = |game: &Game| {
        table.read(game).activate_obstacle(Seat::ONE, object(&table, game, Seat::ONE, 0), 2)
    };
    assert_eq!((used(&free), used(&hushed)), (None, Some(Why::Silenced)));
    for (mut game, gems) in [(free, 1), (hushed, 0)] {
        play(&table, &mut game, cast(hand.unwrap()));
        assert_eq!(game.counter(Seat::ONE, GEMS), gems);
    }
}

/// Of two that silence each other the older one wins.
#[test]
fn the_older_silence_comes_first() {
    let hush = || unit(2, 1, vec![standing(Static::Silence { what: units(Whose::Enemy) })]);
    let table = table(Policy::default(), vec![hush()]);
    let game = laid(&table, |engine| {
        put(engine, 0, Seat::TWO, BOARD, 0);
        put(engine, 0, Seat::ONE, BOARD, 0);
    });
    assert!(game.is_silenced(object(&table, &game, Seat::ONE, 0)));
    assert!(!game.is_silenced(object(&table, &game, Seat::TWO, 0)));
}
