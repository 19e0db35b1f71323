//! Random battles of Tides: they end, they replay, they hide what is hidden.

use onplay_engine::action::{Action, Refusal};
use onplay_engine::dice::Dice;
use onplay_engine::frame::DeckList;
use onplay_engine::game::{Game, Outcome};
use onplay_engine::id::{CardId, ObjectId, Seat, ZoneId};
use onplay_engine::rules::Sight;
use onplay_engine::view::view;
use onplay_games::kit::{self, Kit};

const DECKS: [&str; 3] = ["shallows", "currents", "depths"];

fn tides() -> Kit {
    match kit::load("tides") {
        Ok(kit) => kit,
        Err(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

/// How many battles: a few hundred, or what the environment says.
fn battles(usual: u64) -> u64 {
    std::env::var("ONPLAY_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn decks(kit: &Kit, first: &str, second: &str) -> [DeckList; 2] {
    [first, second].map(|id| kit.deck(id).unwrap_or_else(|| panic!("no deck {id}")))
}

/// Plays at random; `look` sees the game before each decision.
fn play(
    kit: &Kit,
    decks: &[DeckList; 2],
    seed: u64,
    look: &mut dyn FnMut(&Game, &[Action], Action),
) -> Game {
    let mut game = kit.table.start(seed, decks, None);
    let mut dice = Dice::new(seed ^ 0x5eed);
    let mut actions = Vec::new();
    let mut decisions = 0;
    while let Some(seat) = game.to_decide() {
        kit.table.legal_actions(&game, &mut actions);
        assert!(!actions.is_empty(), "seed {seed}: nobody can do anything");
        let action = actions[dice.below(actions.len() as u32) as usize];
        look(&game, &actions, action);
        kit.table
            .apply(&mut game, seat, action, None)
            .unwrap_or_else(|refusal| panic!("seed {seed}: {action:?} is refused: {refusal:?}"));
        decisions += 1;
        assert!(decisions < 20_000, "seed {seed}: the battle does not end");
    }
    game
}

#[test]
fn random_battles_end() {
    let kit = tides();
    let (mut decisions, mut drawn, mut turns) = (0u64, 0, 0u64);
    let count = battles(300);
    for seed in 0..count {
        let pair = [DECKS[seed as usize % 3], DECKS[seed as usize / 3 % 3]];
        let game = play(&kit, &decks(&kit, pair[0], pair[1]), seed, &mut |_, _, _| decisions += 1);
        assert!(game.is_over());
        assert!(game.turn <= 50);
        drawn += u64::from(game.outcome == Outcome::Drawn);
        turns += u64::from(game.turn);
    }
    println!("{count} battles, {decisions} decisions, {turns} turns, {drawn} drawn");
}

#[test]
fn replays_give_equal_hashes() {
    let kit = tides();
    for seed in 0..battles(60).min(500) {
        let lists = decks(&kit, DECKS[seed as usize % 3], DECKS[(seed as usize + 1) % 3]);
        let mut moves = Vec::new();
        play(&kit, &lists, seed, &mut |game, _, action| {
            moves.push((kit.table.hash(game), action));
        });
        let mut game = kit.table.start(seed, &lists, None);
        for (hash, action) in moves {
            assert_eq!(kit.table.hash(&game), hash, "seed {seed}");
            let seat = game.to_decide().expect("the battle goes on");
            kit.table.apply(&mut game, seat, action, None).expect("the same move is legal");
        }
        assert!(game.is_over());
    }
}

#[test]
fn refused_actions_change_nothing() {
    let kit = tides();
    for seed in 0..battles(20).min(200) {
        let lists = decks(&kit, DECKS[seed as usize % 3], DECKS[(seed as usize + 2) % 3]);
        play(&kit, &lists, seed, &mut |game, legal, _| {
            let Some(seat) = game.to_decide() else { return };
            let mut tried = game.clone();
            let wrong = kit.table.apply(&mut tried, seat.other(), legal[0], None);
            assert_eq!(wrong, Err(Refusal::NotYourDecision { asked: seat }));
            for action in [Action::Yes, Action::Submit, Action::Pass, Action::ChooseNumber(99)] {
                if !legal.contains(&action) {
                    assert!(kit.table.apply(&mut tried, seat, action, None).is_err());
                }
            }
            for zone in 1..kit.table.catalog.rules.places() as u8 {
                for object in game.zone(ZoneId(zone)) {
                    let action = Action::Play { object: *object, place: ZoneId::OUTSIDE, at: 0 };
                    if !legal.contains(&action) {
                        assert!(kit.table.apply(&mut tried, seat, action, None).is_err());
                    }
                }
            }
            assert_eq!(tried, *game);
        });
    }
}

#[test]
fn views_hide_what_is_hidden() {
    let kit = tides();
    let rules = &kit.table.catalog.rules;
    for seed in 0..battles(30).min(300) {
        let lists = decks(&kit, DECKS[seed as usize % 3], DECKS[(seed as usize + 1) % 3]);
        play(&kit, &lists, seed, &mut |game, _, _| {
            for seat in Seat::BOTH {
                let seen = view(game, &kit.table.catalog, seat);
                for (index, object) in game.objects.iter().enumerate() {
                    let Some(rule) = rules.zone_rule(object.zone) else { continue };
                    let hidden = match rule.sight {
                        Sight::Everyone => false,
                        Sight::Owner => rules.seat(object.zone) != seat,
                        Sight::Nobody => true,
                    };
                    // What a prompt shows to this seat may be known.
                    let id = ObjectId(index as u16);
                    let shown = game
                        .prompts
                        .first()
                        .is_some_and(|prompt| prompt.seat == seat && prompt.candidates.contains(id));
                    if hidden && !shown {
                        assert_eq!(seen.state.objects[index].card, CardId::HIDDEN);
                    }
                }
                if game.to_decide() != Some(seat)
                    && let Some(prompt) = seen.state.prompts.first()
                {
                    assert!(prompt.candidates.is_empty() && prompt.options == 0);
                }
            }
        });
    }
}

#[test]
fn samples_of_a_view_can_be_played() {
    let kit = tides();
    let mut dice = Dice::new(7);
    for seed in 0..battles(6).min(60) {
        let lists = decks(&kit, "currents", "depths");
        let mut number = 0;
        play(&kit, &lists, seed, &mut |game, legal, _| {
            number += 1;
            if number % 7 != 0 || !game.prompts.is_empty() {
                return;
            }
            let Some(seat) = game.to_decide() else { return };
            let seen = view(game, &kit.table.catalog, seat);
            let sample = seen.sample(&kit.table.catalog, &mut dice);
            let mut actions = Vec::new();
            kit.table.legal_actions(&sample, &mut actions);
            assert_eq!(actions, legal, "the seat knows what it may do");
        });
    }
}

/// Each deck wins between 35 and 65 of a hundred against each other, the
/// seats changed after every battle.
#[test]
fn decks_are_balanced() {
    let kit = tides();
    let count = battles(400).min(4_000);
    for (first, second) in [(0, 1), (0, 2), (1, 2)] {
        let (mut wins, mut decided) = (0u64, 0u64);
        for seed in 0..count {
            let swapped = seed % 2 == 1;
            let (one, two) = if swapped { (second, first) } else { (first, second) };
            let lists = decks(&kit, DECKS[one], DECKS[two]);
            let game = play(&kit, &lists, seed + 10_000, &mut |_, _, _| {});
            if let Outcome::Won(seat) = game.outcome {
                decided += 1;
                wins += u64::from((seat == Seat::ONE) != swapped);
            }
        }
        let share = wins * 100 / decided.max(1);
        println!("{} against {}: {share} % of {decided}", DECKS[first], DECKS[second]);
        assert!((35..=65).contains(&share), "{} {share} %", DECKS[first]);
    }
}
