//! Two games that differ only in what a viewer may not know look the same to that
//! viewer, step for step, until a rule reveals it.

use onplay_engine::id::{ObjectId, Seat};
use onplay_engine::play::sees;
use onplay_engine::state::{Dice, Game};
use onplay_games::kit::{self, GAMES};
use onplay_wire::{Change, Eyes, Projection, SeatName, Step, StepKind, Viewer, play};

fn projection(game: &str) -> Projection {
    Projection::new(kit::load(game).unwrap_or_else(|errors| panic!("{game}: {errors:?}")))
}

fn start(projection: &Projection, seed: u64) -> Game {
    let kit = projection.kit();
    let known = &kit.book.decks;
    let decks = [0, 1].map(|seat| kit.deck(&known[seat % known.len()].id).expect("a deck"));
    kit.table.start(seed, &decks, None)
}

/// The same game with the hidden cards of a seat exchanged among each other; the
/// dice and everything in sight stay.
fn twin(projection: &Projection, game: &Game, of: Seat, dice: &mut Dice) -> Game {
    let catalog = &projection.table().catalog;
    let shown = game.pending.prompt().map(|prompt| prompt.candidates);
    let is_hidden = |id: &ObjectId| {
        let object = game.object(*id);
        object.owner == of
            && catalog.rules.zone_rule(object.zone).is_some_and(|rule| rule.per_seat)
            && !sees(catalog, of.other(), object.zone)
            && shown.is_none_or(|shown| !shown.contains(*id))
    };
    let hidden: Vec<ObjectId> =
        (0..game.objects.len() as u16).map(ObjectId).filter(is_hidden).collect();
    let mut twin = game.clone();
    for at in (1..hidden.len()).rev() {
        let other = dice.below(at as u32 + 1) as usize;
        let (one, two) = (hidden[at].index(), hidden[other].index());
        let (left, right) = (twin.objects[one], twin.objects[two]);
        (twin.objects[one].card, twin.objects[one].values) = (right.card, right.values);
        (twin.objects[two].card, twin.objects[two].values) = (left.card, left.values);
    }
    twin
}

/// Whether a step shows a card of a seat that was hidden before, or is a decision
/// of that seat, which may rest on its hidden cards.
fn reveals(step: &Step, of: Seat) -> bool {
    let seat = SeatName::from(of);
    let shows = |change: &Change| matches!(change, Change::Card { card } if card.owner == seat);
    step.kind == StepKind::Revealed
        || step.changes.iter().any(shows)
        || (step.kind == StepKind::Decided && step.seat == Some(seat))
}

/// The same steps, leaving out who decides next: that may rest on hidden cards.
fn comparable(step: &Step) -> Step {
    let mut step = step.clone();
    step.changes.retain(|change| !matches!(change, Change::Decides { .. }));
    step
}

fn compare(one: &[Step], two: &[Step], of: Seat, told: &str) {
    for (left, right) in one.iter().zip(two) {
        if comparable(left) != comparable(right) {
            // Numbers that change with a decision or a revealed card follow it.
            assert!(
                reveals(left, of) || reveals(right, of),
                "{told}:\n{left:#?}\nis not\n{right:#?}"
            );
            return;
        }
        if reveals(left, of) {
            return;
        }
    }
}

#[test]
fn twins_look_the_same() {
    let mut compared = 0;
    for name in GAMES {
        let projection = projection(name);
        for seed in 0..6 {
            let mut game = start(&projection, seed);
            let mut dice = Dice::new(seed);
            let viewers = [Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO), Viewer::Spectator];
            let mut eyes: [Eyes; 3] = viewers.map(|viewer| projection.eyes(&game, viewer));
            for decision in 0..300 {
                let Some(seat) = game.to_decide() else { break };
                let ask = projection.ask(&game, &eyes[seat.index()]).expect("it is asked");
                let action = ask.actions[dice.below(ask.actions.len() as u32) as usize].action;
                let told = format!("{name}, seed {seed}, decision {decision} of {seat}");
                let mut other = twin(&projection, &game, seat.other(), &mut dice);
                let asked = projection.ask(&other, &eyes[seat.index()]);
                let written = |ask| serde_json::to_string(&ask).expect("it can be written");
                assert_eq!(written(asked), written(Some(ask)), "{told}: asks");
                let before = projection.view(&game, &eyes[seat.index()]);
                assert_eq!(projection.view(&other, &eyes[seat.index()]), before, "{told}");
                let mut blind = eyes[seat.index()].clone();
                let mut outside = eyes[2].clone();
                let real = play(projection.table(), &mut game, action);
                let twin = play(projection.table(), &mut other, action);
                let watched = projection.steps(&twin, &mut outside);
                let felt = projection.steps(&twin, &mut blind);
                for (at, eyes) in eyes.iter_mut().enumerate() {
                    let steps = projection.steps(&real, eyes);
                    if at == seat.index() {
                        compare(&steps, &felt, seat.other(), &told);
                    } else if at == 2 {
                        compare(&steps, &watched, seat.other(), &format!("{told}, watched"));
                    }
                    compared += steps.len();
                }
            }
        }
    }
    assert!(compared > 10_000);
}

/// Whoever searches a deck learns what is in it, not how it lies.
#[test]
fn a_search_says_nothing_of_the_order_of_a_deck() {
    let projection = projection("goblins");
    let catalog = &projection.table().catalog;
    let mut searches = 0;
    for seed in 0..20 {
        let mut game = start(&projection, seed);
        let mut dice = Dice::new(seed);
        for _ in 0..600 {
            let Some(seat) = game.to_decide() else { break };
            let actions = projection.table().with_actions(&game, <[_]>::to_vec);
            if let Some(prompt) = game.pending.prompt()
                && prompt.ask == onplay_engine::state::Ask::Objects
            {
                let hidden = prompt.candidates.iter();
                let hidden: Vec<ObjectId> =
                    hidden.filter(|id| !sees(catalog, seat, game.object(*id).zone)).collect();
                let differ =
                    |pair: &&[ObjectId]| game.object(pair[0]).card != game.object(pair[1]).card;
                if let Some(pair) = hidden.windows(2).find(differ) {
                    let (one, two) = (pair[0].index(), pair[1].index());
                    let mut twin = game.clone();
                    let (left, right) = (game.objects[one], game.objects[two]);
                    (twin.objects[one].card, twin.objects[one].values) = (right.card, right.values);
                    (twin.objects[two].card, twin.objects[two].values) = (left.card, left.values);
                    let written = |game: &Game| {
                        let eyes = projection.eyes(game, Viewer::Seat(seat));
                        let told = (projection.view(game, &eyes), projection.ask(game, &eyes));
                        serde_json::to_string(&told).expect("it can be written")
                    };
                    assert_eq!(written(&game), written(&twin), "seed {seed}");
                    searches += 1;
                }
            }
            let action = actions[dice.below(actions.len() as u32) as usize];
            projection.table().apply_unchecked(&mut game, action, None);
        }
    }
    assert!(searches > 3, "only {searches} searches");
}
