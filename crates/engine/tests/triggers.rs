//! Triggers from being found to being done: their order and place by policy, what
//! keeps them from starting, and what keeps a chain from going on for ever.

mod small;

use onplay_engine::card::{
    Ability, Cost, Effect, Filter, Happening, Limit, Quantity, Selection, Verb, When, Who, Whose,
};
use onplay_engine::compile::Card;
use onplay_engine::event::Kind;
use onplay_engine::id::{ObjectId, Seat};
use onplay_engine::play::Table;
use onplay_engine::rulebook::{Gone, Guard, Order, Overflow, OwnOrder, Placement, Policy};
use onplay_engine::state::{Action, Ask, Fact, Game, Mismatch, Outcome, Reason, Record, Stage};
use small::*;

/// "When gems are gained, your gold becomes ten times as much plus this digit.": the
/// gold spells the order in which such triggers were done.
fn digit(number: i16) -> Ability {
    let gold = Quantity::Counter(Who::You, GOLD);
    let tenfold = Quantity::Times(Box::new(gold), Box::new(10.into()));
    let to = Quantity::Plus(Box::new(tenfold), Box::new(number.into()));
    let write = Effect::CounterBecomes { who: Who::You, counter: GOLD, to };
    when(Happening::GainedCounter(GEMS), Filter::Any, vec![write])
}

/// A spell in seat one's hand that is the first card, gold at 0, and units of seat one
/// on its places, from the last card to the second.
fn with_units(policy: Policy, cards: Vec<Card>) -> (Table, Game, ObjectId) {
    let count = cards.len() as u16;
    let table = table(policy, cards);
    let mut hand = None;
    let game = laid(&table, |engine| {
        hand = Some(put(engine, 0, Seat::ONE, HAND, 0));
        engine.set_counter(Seat::ONE, GOLD, 0);
        for card in (1..count).rev() {
            put(engine, card, Seat::ONE, BOARD, (card - 1) as u8);
        }
    });
    (table, game, hand.expect("it was put there"))
}

/// Plays an action and returns everything that was recorded.
fn recorded(table: &Table, game: &mut Game, action: Action) -> Record {
    let mut record = Record::default();
    let seat = game.to_decide().expect("somebody decides");
    table.apply(game, seat, action, Some(&mut record)).expect("the action is legal");
    record
}

/// Why triggers of a record did not fire. That a gain is of another counter than the one
/// listened for is left out: the gold of one trigger is offered to the others.
fn mismatches(record: &Record) -> Vec<Mismatch> {
    let reasons = record.skipped_triggers.iter().map(|skipped| skipped.reason);
    reasons.filter(|reason| *reason != Mismatch::WrongKind).collect()
}

#[test]
fn the_policy_orders_triggers_of_one_moment() {
    // The unit on the third place entered first.
    for (order, gold) in [(Order::Entry, 321), (Order::Places, 123), (Order::Active, 321)] {
        let cards = vec![
            spell(0, vec![gain(GEMS, 1)]),
            unit(1, 1, vec![digit(1)]),
            unit(1, 1, vec![digit(2)]),
            unit(1, 1, vec![digit(3)]),
        ];
        let policy = Policy { order, ..Policy::default() };
        let (table, mut game, id) = with_units(policy, cards);
        play(&table, &mut game, cast(id));
        assert_eq!(game.counter(Seat::ONE, GOLD), gold, "{order:?}");
    }
}

#[test]
fn players_order_their_own_triggers_where_the_policy_asks() {
    let cards = || {
        vec![spell(0, vec![gain(GEMS, 1)]), unit(1, 1, vec![digit(1)]), unit(1, 1, vec![digit(2)])]
    };
    for own_order in [OwnOrder::Matters, OwnOrder::Always] {
        let policy = Policy { own_order, placement: Placement::Back, ..Policy::default() };
        let (table, mut game, id) = with_units(policy, cards());
        play(&table, &mut game, cast(id));
        let prompt = game.pending.prompt().expect("the order is asked");
        assert_eq!((prompt.ask, prompt.reason), (Ask::Option, Reason::TriggerOrder));
        // They stand in the order of entry; the second is taken first.
        play(&table, &mut game, Action::ChooseOption(1));
        assert_eq!(game.counter(Seat::ONE, GOLD), 12, "{own_order:?}");
    }
    let policy = Policy { own_order: OwnOrder::Never, ..Policy::default() };
    let (table, mut game, id) = with_units(policy, cards());
    play(&table, &mut game, cast(id));
    assert_eq!(game.counter(Seat::ONE, GOLD), 21);
}

/// Two triggers that each add the same come out alike in any order.
#[test]
fn an_order_that_makes_no_difference_is_not_asked() {
    let paying = || when(Happening::GainedCounter(GEMS), Filter::Any, vec![gain(GOLD, 1)]);
    let cards =
        vec![spell(0, vec![gain(GEMS, 1)]), unit(1, 1, vec![paying()]), unit(1, 1, vec![paying()])];
    let policy =
        Policy { own_order: OwnOrder::Matters, placement: Placement::Back, ..Policy::default() };
    let (table, mut game, id) = with_units(policy, cards);
    let record = recorded(&table, &mut game, cast(id));
    let said = Fact::OrderIrrelevant { seat: Seat::ONE, count: 2 };
    assert!(record.entries.iter().any(|entry| entry.fact == said));
    assert_eq!((game.pending.prompt(), game.counter(Seat::ONE, GOLD)), (None, 2));
}

/// What one effect does to several at once is one occasion for "one or more".
#[test]
fn what_happens_together_triggers_once_for_one_or_more() {
    for (together, gems) in [(false, 3), (true, 1)] {
        let mut watcher = when(Happening::Damaged, Filter::Any, vec![gain(GEMS, 1)]);
        if let When::Event(pattern) = &mut watcher.when {
            pattern.together = together;
        }
        let blast = damage(Selection::all(Filter::Type(UNIT)), 1);
        let cards = vec![
            spell(0, vec![blast]),
            unit(5, 1, vec![watcher]),
            unit(5, 1, Vec::new()),
            unit(5, 1, Vec::new()),
        ];
        let (table, mut game, id) = with_units(Policy::default(), cards);
        play(&table, &mut game, cast(id));
        assert_eq!(game.counter(Seat::ONE, GEMS), gems, "together: {together}");
    }
}

/// The first trigger destroys the unit whose trigger waits behind it.
#[test]
fn a_trigger_whose_source_has_gone_fires_by_policy() {
    for (gone, gold) in [(Gone::Silent, 0), (Gone::LastKnown, 1)] {
        let destroy = Effect::Move {
            what: Selection::all(Filter::Type(UNIT).and(Filter::Not(Box::new(this())))),
            verb: Verb::Destroy,
            to: None,
        };
        let first = when(Happening::GainedCounter(GEMS), Filter::Any, vec![destroy]);
        let second = when(Happening::GainedCounter(GEMS), Filter::Any, vec![gain(GOLD, 1)]);
        let cards =
            vec![spell(0, vec![gain(GEMS, 1)]), unit(1, 1, vec![second]), unit(1, 1, vec![first])];
        let policy = Policy { gone, placement: Placement::Back, ..Policy::default() };
        let (table, mut game, id) = with_units(policy, cards);
        let record = recorded(&table, &mut game, cast(id));
        assert_eq!(game.counter(Seat::ONE, GOLD), gold, "{gone:?}");
        let is_last_known = |fact: &Fact| matches!(fact, Fact::LastKnown { .. });
        let told = record.entries.iter().any(|entry| is_last_known(&entry.fact));
        assert_eq!((told, mismatches(&record).contains(&Mismatch::Left)), (gold == 1, gold == 0));
    }
}

/// A unit with this trigger on gaining gems, and what came of it.
fn tried(ability: Ability) -> (Game, Vec<Mismatch>) {
    let cards = vec![spell(0, vec![gain(GEMS, 1)]), unit(1, 1, vec![ability])];
    let (table, mut game, id) = with_units(Policy::default(), cards);
    let record = recorded(&table, &mut game, cast(id));
    (game, mismatches(&record))
}

#[test]
fn a_trigger_that_does_not_start_says_why() {
    let paid = || when(Happening::GainedCounter(GEMS), Filter::Any, vec![gain(GOLD, 1)]);
    let (game, reasons) = tried(paid());
    assert_eq!((game.counter(Seat::ONE, GOLD), reasons), (1, vec![]));

    let choosy = Ability { condition: Some(has_gold(1)), ..paid() };
    assert_eq!(tried(choosy).1, [Mismatch::ConditionFailed]);

    let dear = Ability { cost: vec![Cost::Counter(GOLD, 1.into())], ..paid() };
    assert_eq!(tried(dear).1, [Mismatch::CannotPay]);

    let mut enemy = paid();
    if let When::Event(pattern) = &mut enemy.when {
        pattern.player = Whose::Enemy;
    }
    assert_eq!(tried(enemy).1, [Mismatch::WrongPlayer]);

    let mut late = paid();
    if let When::Event(pattern) = &mut late.when {
        pattern.nth = Some(2);
    }
    assert_eq!(tried(late).1, [Mismatch::WrongTime]);
}

#[test]
fn a_limit_counts_triggers_and_is_reset() {
    let once = Ability {
        limit: Some(Limit::OncePerTurn),
        ..when(Happening::GainedCounter(GEMS), Filter::Any, vec![gain(GOLD, 1)])
    };
    let twice = spell(0, vec![gain(GEMS, 1), gain(GEMS, 1)]);
    let table = table(Policy::default(), vec![twice, unit(1, 1, vec![once])]);
    let mut hand = Vec::new();
    let mut game = laid(&table, |engine| {
        hand.extend([(); 2].map(|()| put(engine, 0, Seat::ONE, HAND, 0)));
        put(engine, 1, Seat::ONE, BOARD, 0);
        engine.set_counter(Seat::ONE, GOLD, 0);
    });
    let record = recorded(&table, &mut game, cast(hand[0]));
    assert_eq!(mismatches(&record), [Mismatch::LimitUsed]);
    assert_eq!(game.counter(Seat::ONE, GOLD), 1);
    play(&table, &mut game, Action::Pass);
    play(&table, &mut game, Action::Pass);
    play(&table, &mut game, cast(hand[1]));
    assert_eq!(game.counter(Seat::ONE, GOLD), 2, "it counts anew in another turn");
}

/// "You may" is asked before the cost is paid, and declining pays nothing.
#[test]
fn an_optional_trigger_is_confirmed_then_paid_then_done() {
    let ability = Ability {
        optional: true,
        cost: vec![Cost::Flag(TIRED)],
        ..when(Happening::GainedCounter(GEMS), Filter::Any, vec![gain(GOLD, 1)])
    };
    for accepts in [true, false] {
        let cards = vec![spell(0, vec![gain(GEMS, 1)]), unit(1, 1, vec![ability.clone()])];
        let (table, mut game, id) = with_units(Policy::default(), cards);
        play(&table, &mut game, cast(id));
        let object = game.zone(table.catalog.rules.zone(BOARD, Seat::ONE, 0))[0];
        let prompt = game.pending.prompt().expect("it is asked");
        assert_eq!((prompt.ask, prompt.reason), (Ask::YesNo, Reason::Confirm));
        assert!(!game.object(object).has(TIRED), "nothing is paid yet");
        let record = recorded(&table, &mut game, if accepts { Action::Yes } else { Action::No });
        assert_eq!(game.object(object).has(TIRED), accepts);
        assert_eq!(game.counter(Seat::ONE, GOLD), i16::from(accepts));
        let stages: Vec<Stage> = record
            .entries
            .iter()
            .filter_map(|entry| match entry.fact {
                Fact::Reached { source, stage, .. } if source.id == object => Some(stage),
                _ => None,
            })
            .collect();
        if accepts {
            let whole = [Stage::PayingCost, Stage::Targeting, Stage::Resolving];
            assert_eq!(stages, whole);
            let paid = events(&record);
            let at = |kind| paid.iter().position(|event| event.kind == kind);
            assert!(at(Kind::FlagSet) < at(Kind::CounterGained), "paid before it is done");
        } else {
            assert_eq!((stages, mismatches(&record)), (vec![], vec![Mismatch::Declined]));
        }
    }
}

/// "When you gain gold, gain 1 gold."
fn endless(policy: Policy) -> (Table, Game, ObjectId) {
    let echo = when(Happening::GainedCounter(GOLD), Filter::Any, vec![gain(GOLD, 1)]);
    let cards = vec![spell(0, vec![gain(GOLD, 1)]), unit(1, 1, vec![echo])];
    with_units(policy, cards)
}

#[test]
fn a_chain_without_end_is_stopped_by_budget_or_guard() {
    let (table, mut game, id) = endless(Policy { budget: 100, ..Policy::default() });
    let record = recorded(&table, &mut game, cast(id));
    assert_eq!(game.outcome(), Outcome::Drawn);
    assert!(record.entries.iter().any(|entry| matches!(entry.fact, Fact::Overflowed { .. })));

    let stop = Policy { budget: 100, overflow: Overflow::Stop, ..Policy::default() };
    let (table, mut game, id) = endless(stop);
    play(&table, &mut game, cast(id));
    assert_eq!(game.outcome(), Outcome::Playing);
    assert!(game.pending.waiting().is_empty(), "nothing is left of the chain");

    let guarded = Policy { guard: Guard::Pair, ..Policy::default() };
    let (table, mut game, id) = endless(guarded);
    let record = recorded(&table, &mut game, cast(id));
    assert_eq!(game.outcome(), Outcome::Playing);
    assert!(mismatches(&record).contains(&Mismatch::PairFired));
}
