//! Alley as a whole: random games end, hide what they should, and replay.
//! `ONPLAY_GAMES` raises the number of games.

use onplay_engine::action::Action;
use onplay_engine::dice::Dice;
use onplay_engine::frame::DeckList;
use onplay_engine::game::{Game, Outcome};
use onplay_engine::id::{CardId, ObjectId, Seat, ZoneId};
use onplay_engine::numbering::{ActionSpace, Plain};
use onplay_engine::record::Record;
use onplay_engine::table::Table;
use onplay_engine::view::{sees, view};
use onplay_games::kit::{self, Kit};
use onplay_games::words::Words;

/// More decisions than any game should take.
const MOST: usize = 20_000;

fn alley() -> Kit {
    kit::load("alley").unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn games(usual: u64) -> u64 {
    std::env::var("ONPLAY_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

fn decks(kit: &Kit, seed: u64) -> [DeckList; 2] {
    let names = match seed % 4 {
        0 => ["raizan", "shao"],
        1 => ["shao", "raizan"],
        2 => ["raizan", "raizan"],
        _ => ["shao", "shao"],
    };
    names.map(|name| kit.deck(name).expect("the deck is shipped"))
}

/// Plays a random game; `look` sees every position before its decision.
fn play(
    table: &Table,
    decks: &[DeckList; 2],
    seed: u64,
    mut look: impl FnMut(&Game, &[Action], Action),
) -> (Game, usize) {
    let mut game = table.start(seed, decks, None);
    let mut dice = Dice::new(seed ^ 0xA11E);
    let mut legal = Vec::new();
    let mut decisions = 0;
    while !game.is_over() {
        table.legal_actions(&game, &mut legal);
        assert!(!legal.is_empty(), "seed {seed}: nothing to decide");
        let action = legal[dice.below(legal.len() as u32) as usize];
        look(&game, &legal, action);
        table.apply_unchecked(&mut game, action, None);
        decisions += 1;
        assert!(decisions < MOST, "seed {seed} does not end");
    }
    (game, decisions)
}

#[test]
fn random_games_end() {
    let kit = alley();
    let mut wins = [[0u32; 3]; 4];
    let (mut decisions, mut turns) = (0, 0);
    let count = games(400);
    for seed in 0..count {
        let (game, taken) = play(&kit.table, &decks(&kit, seed), seed, |_, _, _| {});
        decisions += taken;
        turns += usize::from(game.turn);
        let result = match game.outcome {
            Outcome::Won(seat) => seat.index(),
            _ => 2,
        };
        wins[(seed % 4) as usize][result] += 1;
    }
    println!("{count} games, {decisions} decisions, {turns} turns");
    println!(
        "raizan-shao {:?}, shao-raizan {:?}, raizan-raizan {:?}, shao-shao {:?}",
        wins[0], wins[1], wins[2], wins[3]
    );
    let raizan = wins[0][0] + wins[1][1];
    let shao = wins[0][1] + wins[1][0];
    let share = f64::from(raizan) / f64::from((raizan + shao).max(1));
    println!("raizan wins {:.1} % against shao", share * 100.0);
    let first: u32 = wins.iter().map(|wins| wins[0]).sum();
    let second: u32 = wins.iter().map(|wins| wins[1]).sum();
    println!(
        "the starter wins {:.1} %",
        f64::from(first) * 100.0 / f64::from((first + second).max(1))
    );
}

#[test]
fn every_legal_action_applies_and_replays_equal() {
    let kit = alley();
    for seed in 0..games(50) {
        let decks = decks(&kit, seed);
        let mut moves = Vec::new();
        let (end, _) = play(&kit.table, &decks, seed, |game, _, action| {
            moves.push((game.to_decide().expect("somebody decides"), action, kit.table.hash(game)));
        });
        let mut record = Record::default();
        let mut again = kit.table.start(seed, &decks, Some(&mut record));
        for (seat, action, hash) in moves {
            assert_eq!(kit.table.hash(&again), hash, "seed {seed}");
            let other = kit.table.apply(&mut again.clone(), seat.other(), action, None);
            assert!(other.is_err(), "the other seat cannot decide");
            kit.table.apply(&mut again, seat, action, Some(&mut record)).expect("it was legal");
        }
        assert_eq!(again, end, "a recorded game is the same game");
    }
}

#[test]
fn refused_actions_change_nothing() {
    let kit = alley();
    for seed in 0..games(10) {
        let mut dice = Dice::new(seed);
        play(&kit.table, &decks(&kit, seed), seed, |game, legal, _| {
            let action = random_action(game, &mut dice);
            let mut copy = game.clone();
            let seat = game.to_decide().expect("somebody decides");
            let applied = kit.table.apply(&mut copy, seat, action, None);
            assert_eq!(applied.is_ok(), legal.contains(&action), "seed {seed}: {action:?}");
            if applied.is_err() {
                assert_eq!(copy, *game, "seed {seed}: {action:?}");
            }
        });
    }
}

fn random_action(game: &Game, dice: &mut Dice) -> Action {
    let object = ObjectId(dice.below(game.objects.len() as u32) as u16);
    let other = ObjectId(dice.below(game.objects.len() as u32) as u16);
    let place = ZoneId(dice.below(40) as u8);
    match dice.below(10) {
        0 => Action::Pass,
        1 => Action::Play { object, place, at: if dice.below(2) == 0 { 1 } else { u8::MAX } },
        2 => Action::Attack { attacker: object, target: other },
        3 => Action::Move { object, place, at: u8::MAX },
        4 => Action::Activate { object, ability: dice.below(3) as u8 },
        5 => Action::Special { verb: dice.below(3) as u8, object, other: ObjectId::NONE },
        6 => Action::Choose(object),
        7 => Action::ChooseOption(dice.below(4) as u8),
        8 => Action::Yes,
        _ => Action::Submit,
    }
}

/// A view holds no hidden card, and changing what a seat cannot see changes
/// neither its observation nor its actions.
#[test]
fn nothing_leaks() {
    let kit = alley();
    let mut seen = Vec::new();
    for seed in 0..games(15) {
        let mut dice = Dice::new(seed);
        play(&kit.table, &decks(&kit, seed), seed, |game, legal, _| {
            for seat in Seat::BOTH {
                let known = view(game, &kit.table.catalog, seat);
                for (index, object) in known.state.objects.iter().enumerate() {
                    let id = ObjectId(index as u16);
                    let asked = game.prompts.first();
                    let shown = asked.is_some_and(|p| p.seat == seat && p.candidates.contains(id));
                    let hidden = !sees(&kit.table.catalog, seat, object.zone) && !shown;
                    assert_eq!(hidden, object.card == CardId::HIDDEN, "seed {seed}");
                }
                let sample = known.sample(&kit.table.catalog, &mut dice);
                let mut other = Vec::new();
                kit.table.observe(game, seat, &mut seen);
                kit.table.observe(&sample, seat, &mut other);
                assert_eq!(seen, other, "seed {seed}: the observation knows too much");
                if game.to_decide() == Some(seat) {
                    let mut offered = Vec::new();
                    kit.table.legal_actions(&sample, &mut offered);
                    assert_eq!(legal, offered, "seed {seed}: the actions know too much");
                }
            }
        });
    }
}

#[test]
fn numbers_are_a_bijection_with_the_text_form() {
    let kit = alley();
    let table = &kit.table;
    let plain = Plain::new(&table.catalog.rules, table.frame.verbs().len());
    let mut mask = Vec::new();
    for seed in 0..games(10) {
        play(table, &decks(&kit, seed), seed, |game, legal, _| {
            let reader = table.read(game);
            table.with_numbers(|space| check_numbers(&reader, space, legal, seed));
            check_numbers(&reader, &plain, legal, seed);
            let words = Words::new(reader);
            let mut texts: Vec<String> = legal.iter().map(|a| words.full_action(*a)).collect();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), legal.len(), "seed {seed}: {texts:?}");
            table.legal_mask(game, &mut mask);
            let bits: u32 = mask.iter().map(|word| word.count_ones()).sum();
            assert_eq!(bits as usize, legal.len());
        });
    }
}

fn check_numbers(
    reader: &onplay_engine::scope::Reader,
    space: &dyn ActionSpace,
    legal: &[Action],
    seed: u64,
) {
    for action in legal {
        let number = space.number(reader, *action);
        let number = number.unwrap_or_else(|| panic!("seed {seed}: {action:?} has no number"));
        assert!(number < space.size());
        assert_eq!(space.action(reader, number), Some(*action), "seed {seed}: {number}");
    }
}
