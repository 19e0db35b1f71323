//! Skirmish: the effect stack step by step, and random games in which every
//! promise holds.
//!
//! `ONPLAY_GAMES=20000 cargo test --release -p onplay-games --test skirmish`
//! plays the full set; the default is small enough for every day.

use onplay_cards::{Deck, SourceFile};
use onplay_engine::frame::{DeckList, Flow, Frame};
use onplay_engine::id::Seat;
use onplay_engine::mutate::Engine;
use onplay_engine::play::Table;
use onplay_engine::query::Reader;
use onplay_engine::state::{Action, Fact, Game, Outcome, Record, Refusal, Task, Work};
use onplay_games::kit::{self, Kit};
use onplay_games::policy::DESIGNS;
use onplay_games::promise::{Care, play};
use onplay_games::typed::{Typed, read};
use onplay_games::words::Words;

const DECKS: [&str; 2] = ["warband", "grave"];

fn games() -> u64 {
    std::env::var("ONPLAY_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

fn skirmish() -> Kit {
    kit::load("skirmish").unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// The two decks, each in either seat.
fn decks(kit: &Kit, seed: u64) -> [DeckList; 2] {
    let mut lists = DECKS.map(|id| kit.deck(id).expect("the deck is shipped"));
    if seed % 2 == 1 {
        lists.swap(0, 1);
    }
    lists
}

#[test]
fn random_games_end_and_both_decks_win() {
    let kit = skirmish();
    let (mut wins, mut drawn, mut first, mut decisions) = ([0u32; 2], 0u32, 0u32, 0);
    let quick = Care { every: 0, ..Care::default() };
    for seed in 0..games() {
        let played = play(&kit.table, &decks(&kit, seed), seed, quick).expect("a whole game");
        decisions += played.decisions;
        match played.outcome {
            Outcome::Won(seat) => {
                wins[seat.index() ^ (seed % 2) as usize] += 1;
                first += u32::from(seat == Seat::ONE);
            }
            Outcome::Drawn => drawn += 1,
            Outcome::Playing => panic!("seed {seed}: it is not over"),
        }
    }
    let decided = f64::from(wins[0] + wins[1]);
    let share = f64::from(wins[0]) / decided * 100.0;
    println!(
        "{} games, {decisions} decisions, {} {share:.1} %, seat one {:.1} %, drawn {:.1} %",
        games(),
        DECKS[0],
        f64::from(first) / decided * 100.0,
        f64::from(drawn) / games() as f64 * 100.0
    );
    assert!((35.0..=65.0).contains(&share), "{} wins {share:.1} %", DECKS[0]);
}

#[test]
fn promises_hold() {
    let kit = skirmish();
    for seed in 0..games() {
        play(&kit.table, &decks(&kit, seed), seed, Care::default())
            .unwrap_or_else(|broken| panic!("{broken}"));
    }
}

/// The same cards under the other designs' policies.
#[test]
fn other_policies_play_on() {
    let skirmish = skirmish();
    for name in DESIGNS {
        let kit = skirmish.with_policy(name).expect("a policy by name");
        for seed in 0..games().min(40) {
            play(&kit.table, &decks(&kit, seed), seed, Care::default())
                .unwrap_or_else(|broken| panic!("{name}: {broken}"));
        }
    }
}

#[test]
fn recording_changes_nothing_and_a_finished_match_refuses() {
    let kit = skirmish();
    let mut dice = onplay_engine::state::Dice::new(4);
    for seed in 0..games().min(500) {
        let decks = decks(&kit, seed);
        let mut record = Record::default();
        let mut silent = kit.table.start(seed, &decks, None);
        let mut told = kit.table.start(seed, &decks, Some(&mut record));
        let mut actions = Vec::new();
        while let Some(seat) = silent.to_decide() {
            kit.table.legal_actions(&silent, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            kit.table.apply(&mut silent, seat, action, None).expect("it is legal");
            kit.table.watch(&mut told, action, Some(&mut record), &mut |_| {});
            assert!(silent == told, "seed {seed}");
        }
        for seat in Seat::BOTH {
            let refused = kit.table.apply(&mut silent, seat, Action::Pass, None);
            assert_eq!(refused, Err(Refusal::GameOver));
        }
        assert!(silent == told, "seed {seed}");
    }
}

/// A table with these units and one card in player one's hand.
fn laid(kit: &Kit, units: &[(&str, Seat, u8)], hand: &str, record: &mut Record) -> Game {
    kit.table.arrange(1, Seat::ONE, Some(record), |engine| {
        let rules = &engine.catalog.rules;
        let field = rules.role(onplay_engine::rulebook::Role::Play).expect("there are slots");
        let hand_zone = rules.zone_of(onplay_engine::rulebook::Role::Hand, Seat::ONE);
        let card = |name: &str| kit.book.card(name).expect("a card by name");
        for (name, seat, terrain) in units {
            let slot = engine.catalog.rules.zone(field, *seat, *terrain);
            engine.create_object(card(name), *seat, slot);
        }
        engine.create_object(card(hand), Seat::ONE, hand_zone);
    })
}

/// Makes a move and lists what lies on the stack, top first, whenever that
/// changes.
fn stacks(kit: &Kit, game: &mut Game, text: &str, record: &mut Record) -> Vec<String> {
    let Typed::Legal(action) = read(&kit.table, game, text) else { panic!("cannot {text}") };
    let mut seen: Vec<String> = Vec::new();
    kit.table.watch(game, action, Some(record), &mut |game| {
        let words = Words::new(kit.table.read(game));
        // What waits until everything set off is done lies below the pile.
        let waits = game.pending.agenda.iter().filter(|work| work.task == Task::Ability);
        // What the rules themselves do is no card's.
        let pile = game.pending.work.iter().rev().chain(waits.rev());
        let pile = pile.filter(|work| work.source.is_some());
        let stack: Vec<String> = pile.map(|work| words.work(work)).collect();
        let stack = format!("[{}]", stack.join(", "));
        if seen.last() != Some(&stack) {
            seen.push(stack);
        }
    });
    seen
}

/// The design's worked example, stack by stack.
#[test]
fn fireball_stack_by_stack() {
    let kit = skirmish();
    let mut record = Record::default();
    let units = [("Champion", Seat::ONE, 2), ("Bombardier", Seat::TWO, 2)];
    let mut game = laid(&kit, &units, "Fireball", &mut record);
    let played = stacks(&kit, &mut game, "play Fireball", &mut record);
    assert_eq!(played, ["[Fireball: Play]", "[Fireball: Fireball's ability, Fireball: Play]"]);
    assert_eq!(
        stacks(&kit, &mut game, "choose p2 T2", &mut record),
        [
            "[Fireball: Fireball's ability, Fireball: Play]",
            // It has dealt its damage.
            "[Fireball: Play]",
            // The state check finds the dead unit.
            "[death of Bombardier, Fireball: Play]",
            // It dies.
            "[Fireball: Play]",
            // Its trigger goes on top.
            "[Bombardier: Powder Keg, Fireball: Play]",
            // It deals its damage.
            "[Fireball: Play]",
            // The next turn starts.
            "[]",
        ]
    );
    let words = Words::new(kit.table.read(&game));
    let told: Vec<String> = record
        .entries
        .iter()
        .filter(|entry| matches!(entry.fact, Fact::Happened { .. } | Fact::Fired { .. }))
        .map(|entry| words.fact(&entry.fact))
        .collect();
    assert_eq!(
        told,
        [
            "p1 played Fireball",
            "Fireball put into p1 graveyard",
            "Champion damaged by 2",
            "Bombardier damaged by 2",
            "Bombardier destroyed",
            "Bombardier fires: Powder Keg",
            "Champion damaged by 1",
            "p2 turn began",
        ]
    );
}

/// Consuming is a sequence with the deaths' answers in between.
#[test]
fn consuming_stack_by_stack() {
    let kit = skirmish();
    let mut record = Record::default();
    let mut game = laid(&kit, &[("Roots", Seat::ONE, 0)], "Champion", &mut record);
    assert_eq!(
        stacks(&kit, &mut game, "play Champion to T0", &mut record),
        [
            // Sacrificing sets something off: what is left waits below it.
            "[Champion: Play]",
            "[Roots: Take Hold, Champion: Play]",
            "[Champion: Play]",
            "[]",
        ]
    );
}

/// A board that is cleared is heard by whoever listens for leaving play, and by nobody
/// else; recorded or not, the game is the same.
#[test]
fn clearing_the_board_is_heard_by_those_who_listen() {
    let cards = SourceFile::new(
        "mourner.toml",
        r#"
[[card]]
name = "Mourner"
type = "Unit"
power = 1
text = "Farewell — When a unit leaves play, draw a card."
"#,
    );
    let kit = skirmish().with_cards(&cards).expect("the card is right");
    // Terrains are cleared from T0 on, so that it sees the others leave, and itself.
    for (last, hand) in [("Mourner", 4 + 3), ("Champion", 4)] {
        let mut record = Record::default();
        let start = kit.table.arrange(1, Seat::ONE, None, |engine| {
            let rules = &engine.catalog.rules;
            let field = rules.role(onplay_engine::rulebook::Role::Play).expect("there are slots");
            let deck = rules.zone_of(onplay_engine::rulebook::Role::Deck, Seat::TWO);
            let card = |name: &str| kit.book.card(name).expect("a card by name");
            for (name, seat, terrain) in
                [("Champion", Seat::ONE, 0), ("Champion", Seat::TWO, 2), (last, Seat::TWO, 4)]
            {
                engine.create_object(card(name), seat, rules.zone(field, seat, terrain));
            }
            engine.lay(std::iter::repeat_n(card("Champion"), 10), Seat::TWO, deck);
        });
        let (mut game, mut recorded) = (start.clone(), start);
        for _ in Seat::BOTH {
            kit.table.apply_unchecked(&mut game, Action::Pass, None);
            kit.table.apply_unchecked(&mut recorded, Action::Pass, Some(&mut record));
        }
        assert!(game == recorded, "{last}");
        let zone = kit.table.catalog.rules.zone_of(onplay_engine::rulebook::Role::Hand, Seat::TWO);
        assert_eq!((game.turn.round, game.zones.len(zone)), (2, hand), "{last}");
    }
}

/// A frame that writes down the order of its steps and pushes more of them.
struct Tape;

impl Tape {
    const D: u8 = 4;
}

impl Frame for Tape {
    fn lay_out(&self, _: &mut Engine, _: &[DeckList; 2]) {}

    fn begin(&self, _: &mut Engine) {}

    fn stage(&self, _: &mut Engine, _: Seat) {}

    fn actions(&self, _: &Reader, actions: &mut Vec<Action>) {
        actions.push(Action::Pass);
        actions.push(Action::Submit);
    }

    fn act(&self, engine: &mut Engine, action: Action) {
        let step = |number| Work::step(number, Seat::ONE);
        match action {
            // Sequence [A, B, C]; A is interrupted by D.
            Action::Pass => engine.sequence(&[step(1), step(2), step(3)]),
            // Interrupts X, then Y.
            _ => [5, 6].into_iter().for_each(|number| engine.interrupt(step(number))),
        }
    }

    fn step(&self, engine: &mut Engine, work: Work) {
        let Task::Step(number) = work.task else { return };
        engine.game.turn.memo[0] = engine.game.turn.memo[0] * 10 + i16::from(number);
        if number == 1 {
            engine.interrupt(Work::step(Tape::D, Seat::ONE));
        }
    }

    fn advance(&self, _: &mut Engine) -> Flow {
        Flow::Wait
    }

    fn evaluate(&self, _: &Reader, _: Seat) -> i32 {
        0
    }

    fn phase_name(&self, _: &Game) -> &'static str {
        "tape"
    }
}

/// [skirmish 4.2]
#[test]
fn interrupts_and_sequences() {
    let kit = skirmish();
    let table = Table::new(kit.table.catalog.clone(), Box::new(Tape));
    let start = table.arrange(1, Seat::ONE, None, |_| {});
    let order = |action| {
        let mut game = start.clone();
        table.apply(&mut game, Seat::ONE, action, None).expect("it is offered");
        game.turn.memo[0]
    };
    assert_eq!(order(Action::Pass), 1423, "A, D, B, C");
    assert_eq!(order(Action::Submit), 65, "Y, X");
}

#[test]
fn decks_are_judged_with_reasons() {
    let kit = skirmish();
    let problems = |deck: &Deck| -> Vec<String> {
        kit.book.deck_problems(deck).into_iter().map(|(_, message)| message).collect()
    };
    for id in DECKS {
        let deck = kit.book.deck(id).expect("the deck is shipped");
        assert_eq!(problems(deck), Vec::<String>::new(), "{id}");
    }
    let card = |name: &str| kit.book.card(name).expect("a card by name");
    let deck_of = |main: &[(&str, u16)], leader: &[(&str, u16)]| Deck {
        id: "trial".into(),
        name: "Trial".into(),
        plan: String::new(),
        sections: vec![
            ("main".into(), main.iter().map(|(name, copies)| (card(name), *copies)).collect()),
            ("leader".into(), leader.iter().map(|(name, copies)| (card(name), *copies)).collect()),
        ],
    };
    let wrong = deck_of(&[("Scout", 4), ("Dragon", 2), ("Warlord Hessa", 1)], &[("Scout", 1)]);
    assert_eq!(
        problems(&wrong),
        [
            "main has 7 cards, not 25 to 30 [skirmish 1.6a]",
            "main has 1 Leader, not 0 [skirmish 1.6a]",
            "4 copies of Scout, at most 3 of a bronze card [skirmish 1.6a]",
            "2 copies of Dragon, at most 1 of a gold card [skirmish 1.6a]",
            "leader has 0 Leaders, not 1 [skirmish 1.6b]",
        ]
    );
    let silver = [("Bard", 2), ("Turret", 2), ("Rogue", 2), ("Mimic", 2), ("Curse", 2)];
    let found = problems(&deck_of(&silver, &[]));
    let has = |words: &str| found.iter().any(|message| message.starts_with(words));
    assert!(has("main has 10 silver cards, at most 7"), "{found:?}");
    assert!(has("leader has 0 cards, not 1"), "{found:?}");
}
