//! Alley as a whole: random games end, hide what they should, and replay.
//! `ONPLAY_GAMES` raises the number of games.

use onplay_engine::frame::DeckList;
use onplay_engine::id::{CardId, ObjectId, Seat, ZoneId};
use onplay_engine::play::{ActionSpace, Plain, Table, sees, view};
use onplay_engine::state::{Action, Dice, Game, Outcome, Record};
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
        turns += usize::from(game.turn.number);
        let result = match game.outcome() {
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
                    let asked = game.pending.prompts().first();
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
    let plain = Plain::new(&table.catalog.rules, table.frame.special_actions());
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
    reader: &onplay_engine::query::Reader,
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

/// Seven cards each, one mulligan each, the starter first; the second player
/// has the token, and the starter draws on the first turn. [alley 1.1, 1.3]
#[test]
fn games_begin_with_a_mulligan_each() {
    let kit = alley();
    let table = &kit.table;
    let rules = &kit.table.catalog.rules;
    let names = &kit.table.catalog.names;
    let zone = |word: &str, seat: Seat| {
        let kind = names.find(onplay_engine::id::Class::Zone, word).expect("a zone of the game");
        rules.zone(onplay_engine::id::ZoneKind(kind), seat, 0)
    };
    let token = names.find(onplay_engine::id::Class::Counter, "token").expect("a counter");
    let token = onplay_engine::id::CounterId(token);
    let mut game = table.start(5, &decks(&kit, 0), None);
    let count = |game: &Game, word: &str, seat: Seat| game.zone(zone(word, seat)).len();
    for seat in Seat::BOTH {
        assert_eq!(count(&game, "hand", seat), 7);
        assert_eq!(count(&game, "deck", seat), 43);
        assert_eq!((count(&game, "pile", seat), count(&game, "area", seat)), (10, 0));
        assert_eq!(game.counter(seat, token), i16::from(seat == Seat::TWO));
    }
    assert_eq!(table.frame.phase_name(&game), "mulligan");
    table.apply(&mut game, Seat::ONE, Action::Yes, None).expect("the starter may");
    assert_eq!(game.to_decide(), Some(Seat::TWO));
    assert_eq!((count(&game, "hand", Seat::ONE), count(&game, "deck", Seat::ONE)), (7, 43));
    assert!(table.apply(&mut game, Seat::ONE, Action::Yes, None).is_err(), "only once");
    table.apply(&mut game, Seat::TWO, Action::No, None).expect("the second keeps");
    assert_eq!((game.turn.number, game.to_decide()), (1, Some(Seat::ONE)));
    assert_eq!(table.frame.phase_name(&game), "main");
    assert_eq!((count(&game, "hand", Seat::ONE), count(&game, "area", Seat::ONE)), (8, 1));
    assert_eq!((count(&game, "hand", Seat::TWO), count(&game, "area", Seat::TWO)), (7, 0));
}

/// The bots' measure of a position, one decision ahead, ends games too. What it
/// prints is the balance of the decks in such hands.
#[test]
fn greedy_games_end() {
    let kit = alley();
    let (mut raizan, mut shao) = (0u32, 0u32);
    let count = games(60).min(2000);
    for seed in 0..count {
        let first = usize::from(seed % 2 == 1);
        let game = play_greedily(&kit.table, &decks(&kit, first as u64), seed);
        match game.outcome() {
            Outcome::Won(seat) if seat.index() == first => raizan += 1,
            Outcome::Won(_) => shao += 1,
            _ => {}
        }
    }
    println!("greedy: raizan {raizan}, shao {shao} of {count}");
    assert!(raizan + shao > 0);
}

fn play_greedily(table: &Table, decks: &[DeckList; 2], seed: u64) -> Game {
    let mut game = table.start(seed, decks, None);
    let mut dice = Dice::new(seed ^ 0x9EED);
    let mut legal = Vec::new();
    for _ in 0..MOST {
        let Some(seat) = game.to_decide() else { return game };
        table.legal_actions(&game, &mut legal);
        let worth = |action: &Action| {
            let mut copy = game.clone();
            table.apply_unchecked(&mut copy, *action, None);
            let won = match copy.outcome() {
                Outcome::Won(winner) => {
                    if winner == seat {
                        100_000
                    } else {
                        -100_000
                    }
                }
                _ => 0,
            };
            // An attack is worth what it will deal.
            let attack = match action {
                Action::Attack { .. } => 30,
                Action::Pass => -1,
                _ => 0,
            };
            won + attack + table.frame.evaluate(&table.read(&copy), seat)
        };
        let best = legal
            .iter()
            .map(|action| (worth(action), dice.below(1 << 20), *action))
            .max_by_key(|(worth, tie, _)| (*worth, *tie));
        let Some((.., action)) = best else { return game };
        table.apply_unchecked(&mut game, action, None);
    }
    panic!("seed {seed} does not end");
}
