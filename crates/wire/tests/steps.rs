//! Steps, put together, are the view: for every game and every viewer.

use onplay_engine::id::Seat;
use onplay_engine::state::Dice;
use onplay_games::kit::{self, GAMES};
use onplay_wire::{Change, Projection, Step, View, Viewer, play};

const VIEWERS: [Viewer; 3] = [Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO), Viewer::Spectator];

fn projection(game: &str) -> Projection {
    Projection::new(kit::load(game).unwrap_or_else(|errors| panic!("{game}: {errors:?}")))
}

fn start(projection: &Projection, seed: u64) -> onplay_engine::state::Game {
    let kit = projection.kit();
    let decks = [0, 1].map(|seat| {
        let deck = &kit.book.decks[seat % kit.book.decks.len()];
        kit.deck(&deck.id).expect("a deck of the game")
    });
    kit.table.start(seed, &decks, None)
}

/// Every handle in the view is that of a card in it, and lies in one place.
fn check_handles(view: &View, told: &str) {
    let mut placed: Vec<u32> = view.places.values().flat_map(|place| place.cards.clone()).collect();
    placed.sort_unstable();
    let known: Vec<u32> = view.cards.keys().copied().collect();
    assert_eq!(placed, known, "{told}");
}

#[test]
fn steps_put_together_are_the_view() {
    for game in GAMES {
        let projection = projection(game);
        for seed in 0..3 {
            let mut state = start(&projection, seed);
            let mut dice = Dice::new(seed);
            let mut eyes = VIEWERS.map(|viewer| projection.eyes(&state, viewer));
            let mut views: Vec<View> =
                eyes.iter().map(|eyes| projection.view(&state, eyes)).collect();
            let mut last = [0; 3];
            for decision in 0..400 {
                let Some(seat) = state.to_decide() else { break };
                let ask = projection.ask(&state, &eyes[seat.index()]).expect("it is asked");
                assert!(!ask.actions.is_empty(), "{game} {seed}: nothing is on offer");
                let action = ask.actions[dice.below(ask.actions.len() as u32) as usize].action;
                let trace = play(projection.table(), &mut state, action);
                for (at, view) in views.iter_mut().enumerate() {
                    let told = format!("{game}, seed {seed}, decision {decision}, viewer {at}");
                    for step in projection.steps(&trace, &mut eyes[at]) {
                        assert_eq!(step.n, last[at] + 1, "{told}: a gap");
                        assert!(step.cause.is_none_or(|cause| cause < step.n), "{told}");
                        last[at] = step.n;
                        view.apply(&step);
                    }
                    assert_eq!(*view, projection.view(&state, &eyes[at]), "{told}");
                    check_handles(view, &told);
                }
            }
        }
    }
}

/// The same state made by playing or at one go has the same asks and steps.
#[test]
fn steps_are_the_same_when_played_again() {
    let told = || {
        let projection = projection("goblins");
        let mut state = start(&projection, 4);
        let mut eyes = projection.eyes(&state, Viewer::Seat(Seat::TWO));
        let mut steps: Vec<Step> = Vec::new();
        let mut dice = Dice::new(9);
        for _ in 0..200 {
            let actions = projection.table().with_actions(&state, <[_]>::to_vec);
            let Some(count) = std::num::NonZeroU32::new(actions.len() as u32) else { break };
            let action = actions[dice.below(count.get()) as usize];
            let trace = play(projection.table(), &mut state, action);
            steps.extend(projection.steps(&trace, &mut eyes));
        }
        steps
    };
    assert_eq!(told(), told());
}

/// A card that goes into a hidden zone never comes back under its handle.
#[test]
fn handles_do_not_survive_a_hidden_zone() {
    let projection = projection("goblins");
    let mut gone_at_all = 0;
    for seed in 0..4 {
        let mut state = start(&projection, seed);
        let mut eyes = projection.eyes(&state, Viewer::Seat(Seat::ONE));
        let mut dice = Dice::new(seed);
        let mut gone = std::collections::BTreeSet::new();
        while !state.is_over() && eyes.steps < 3_000 {
            let actions = projection.table().with_actions(&state, <[_]>::to_vec);
            let action = actions[dice.below(actions.len() as u32) as usize];
            let trace = play(projection.table(), &mut state, action);
            for change in projection.steps(&trace, &mut eyes).into_iter().flat_map(|it| it.changes)
            {
                match change {
                    Change::Gone { handle } => assert!(gone.insert(handle), "gone twice"),
                    Change::Card { card } => assert!(!gone.contains(&card.handle)),
                    _ => {}
                }
            }
        }
        gone_at_all += gone.len();
    }
    assert!(gone_at_all > 10, "nothing went out of sight");
}
