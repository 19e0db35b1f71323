//! The promises of the engine, over random games in the lab under random
//! policies.

use onplay_engine::frame::DeckList;
use onplay_engine::rulebook::{
    Auto, Checks, Deaths, Gone, Guard, LookBack, Order, Overflow, OwnOrder, Placement, Policy,
    Targets,
};
use onplay_engine::state::Dice;
use onplay_games::kit::{Kit, load};
use onplay_games::policy::DESIGNS;
use onplay_games::promise::{Care, play};

fn lab() -> Kit {
    load("lab").unwrap_or_else(|diagnostics| panic!("the lab has errors: {diagnostics:#?}"))
}

fn decks(kit: &Kit) -> [DeckList; 2] {
    let deck = kit.deck("trials").expect("the lab ships this deck");
    [deck.clone(), deck]
}

fn count(default: u64) -> u64 {
    std::env::var("ONPLAY_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(default)
}

#[test]
fn promises_hold_under_the_five_policies() {
    let lab = lab();
    for name in DESIGNS {
        let kit = lab.with_policy(name).expect("a policy by name");
        for seed in 0..count(12) {
            play(&kit.table, &decks(&kit), seed, Care::default())
                .unwrap_or_else(|broken| panic!("{name}: {broken}"));
        }
    }
}

#[test]
fn promises_hold_under_any_policy() {
    let lab = lab();
    let mut dice = Dice::new(2026);
    for seed in 0..count(40) {
        let policy = any_policy(&mut dice);
        let book = lab.book.with_policy(policy).expect("the cards fit any policy");
        let kit = Kit::new(book).expect("the lab has a frame");
        play(&kit.table, &decks(&kit), seed, Care::default())
            .unwrap_or_else(|broken| panic!("{policy:?}: {broken}"));
    }
}

fn any_policy(dice: &mut Dice) -> Policy {
    let mut pick = |count: u32| dice.below(count) as usize;
    Policy {
        placement: [Placement::Front, Placement::Back, Placement::Queue, Placement::Stack][pick(4)],
        order: [Order::Entry, Order::Places, Order::Active, Order::Actor][pick(4)],
        own_order: [OwnOrder::Never, OwnOrder::Matters, OwnOrder::Always][pick(3)],
        checks: [Checks::Never, Checks::Effect, Checks::Priority][pick(3)],
        deaths: [Deaths::Together, Deaths::Sequence][pick(2)],
        gone: [Gone::Silent, Gone::LastKnown][pick(2)],
        look_back: [LookBack::Own, LookBack::Batch][pick(2)],
        guard: [Guard::None, Guard::Pair][pick(2)],
        budget: [200, 2_000, 10_000][pick(3)],
        overflow: [Overflow::Draw, Overflow::Frame, Overflow::Stop][pick(3)],
        targets: [Targets::Resolution, Targets::Play, Targets::Word][pick(3)],
        auto: Auto { pass: false, single: pick(2) == 0 },
        split_moves: pick(2) == 0,
        draw_together: pick(2) == 0,
        toggle: pick(4) == 0,
        ..Policy::default()
    }
}

#[test]
fn threads_do_not_matter() {
    let kit = lab();
    let hashes = || -> Vec<u64> {
        let quick = Care { every: 0, ..Care::default() };
        (0..20)
            .map(|seed| play(&kit.table, &decks(&kit), seed, quick).expect("a game").hash)
            .collect()
    };
    let alone = hashes();
    let (one, two) = std::thread::scope(|scope| {
        let (one, two) = (scope.spawn(hashes), scope.spawn(hashes));
        (one.join().expect("no panic"), two.join().expect("no panic"))
    });
    assert_eq!(alone, one);
    assert_eq!(alone, two);
}
