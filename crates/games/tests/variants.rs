//! Variants of shipped games: a line or two of their files is changed, and they
//! play.

use onplay_cards::{SourceFile, render};
use onplay_engine::id::{Class, CounterId, Seat, ZoneId};
use onplay_engine::rulebook::Role;
use onplay_engine::state::{Action, Dice, Game};
use onplay_games::kit::{self, Kit};
use onplay_games::promise::{Care, play};

/// A shipped game with some words of its files replaced; each must stand there.
fn variant(game: &str, changes: &[(&str, &str)]) -> Kit {
    let mut files = kit::files(game);
    for (old, new) in changes {
        let holds = |file: &&mut SourceFile| file.text.contains(old);
        let file = files.iter_mut().find(holds).unwrap_or_else(|| panic!("no file says `{old}`"));
        file.text = file.text.replace(old, new);
    }
    kit::load_files(&files).unwrap_or_else(|found| panic!("{}", render(&found, &files, false)))
}

/// Plays random games and shows each position with what is decided in it.
fn watch(kit: &Kit, games: u64, mut see: impl FnMut(&Game, Seat, Action)) {
    let decks = [0, kit.book.decks.len() - 1].map(|at| kit::deck_list(&kit.book.decks[at]));
    for seed in 0..games {
        play(&kit.table, &decks, seed, Care::default()).unwrap_or_else(|broken| panic!("{broken}"));
        let mut dice = Dice::new(seed);
        let mut game = kit.table.start(seed, &decks, None);
        let mut actions = Vec::new();
        while let Some(seat) = game.to_decide() {
            kit.table.legal_actions(&game, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            see(&game, seat, action);
            kit.table.apply(&mut game, seat, action, None).expect("it is legal");
        }
    }
}

#[test]
fn skirmish_has_seven_terrains_and_two_actions_a_turn() {
    let kit = variant(
        "skirmish",
        &[("places = 5", "places = 7"), ("one normal action until", "two normal actions until")],
    );
    let (mut farthest, mut turn, mut cards, mut most) = (0, 0, 0, 0);
    watch(&kit, 20, |game, _, action| {
        let Action::Play { place, .. } = action else { return };
        // Tricks may be quick.
        if place == ZoneId::OUTSIDE {
            return;
        }
        farthest = farthest.max(kit.table.catalog.rules.lane(place));
        cards = if game.turn.number == turn { cards + 1 } else { 1 };
        turn = game.turn.number;
        most = most.max(cards);
    });
    assert_eq!(farthest, 6, "units go to all seven terrains");
    assert_eq!(most, 2, "two units are deployed in a turn");
}

#[test]
fn tides_goes_to_twenty_five_points_with_seven_cards_in_hand() {
    let changes = [("start = 12", "start = 25"), ("10 or more cards in", "7 or more cards in")];
    let kit = variant("tides", &changes);
    let rules = &kit.table.catalog.rules;
    let points = kit.table.catalog.names.find(Class::Counter, "points").map(CounterId);
    let points = points.expect("players have points");
    let (mut most_cards, mut most_points) = (0, 0);
    watch(&kit, 20, |game, seat, _| {
        most_cards = most_cards.max(game.zones.len(rules.zone_of(Role::Hand, seat)));
        most_points = most_points.max(game.counter(seat, points));
    });
    // Cards that return to a hand are not drawn.
    assert!((7..10).contains(&most_cards), "{most_cards} cards in a hand");
    assert!((12..25).contains(&most_points), "the game goes on with {most_points} points");
}

/// Nobody responds to attacks: the clause that opens the window and the one about what
/// is done in it are gone.
#[test]
fn alley_is_played_without_response_windows() {
    let mut files = kit::files("alley");
    let rulebook = files.iter_mut().find(|file| file.name.ends_with("rulebook.md"));
    let text = &mut rulebook.expect("alley has a rulebook").text;
    let clauses: Vec<&str> = text.split("\n\n").collect();
    let is_about_responses =
        |clause: &&&str| clause.starts_with("1.6d") || clause.starts_with("1.6g");
    assert_eq!(clauses.iter().filter(is_about_responses).count(), 2);
    let left = clauses.iter().filter(|clause| !is_about_responses(clause));
    *text = left.copied().collect::<Vec<_>>().join("\n\n");
    let kit =
        kit::load_files(&files).unwrap_or_else(|found| panic!("{}", render(&found, &files, false)));
    let mut attacks = 0;
    watch(&kit, 20, |game, seat, action| {
        attacks += u32::from(matches!(action, Action::Attack { .. }));
        let asked = game.pending.prompt().is_some();
        assert!(asked || game.turn.active == seat, "nobody responds");
    });
    assert!(attacks > 100, "{attacks}");
}
