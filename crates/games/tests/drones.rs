//! Drones as a whole: random games, promises, determinism, balance, and the
//! design's structured abilities.
//!
//! `ONPLAY_GAMES=20000 cargo test --release -p onplay-games --test drones`
//! plays the full set; the default is small enough for every day.

use std::collections::BTreeSet;

use onplay_cards::SourceFile;
use onplay_engine::frame::DeckList;
use onplay_engine::state::{Dice, Fact, Outcome, Record};
use onplay_games::kit::{self, Kit};
use onplay_games::promise::{self, Care};

fn load() -> Kit {
    kit::load("drones").unwrap_or_else(|errors| {
        panic!("{}", onplay_cards::render(&errors, &kit::files("drones"), false))
    })
}

fn games() -> u64 {
    std::env::var("ONPLAY_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(300)
}

fn decks(kit: &Kit, swapped: bool) -> [DeckList; 2] {
    let mut pair = ["web", "spear"].map(|id| kit.deck(id).expect("the deck is shipped"));
    if swapped {
        pair.swap(0, 1);
    }
    pair
}

#[test]
fn the_decks_are_as_the_rules_say() {
    let kit = load();
    for deck in &kit.book.decks {
        assert_eq!(deck.count("main"), 40, "{}", deck.name);
        assert_eq!(deck.section("pool").len(), 7, "{}", deck.name);
    }
}

/// Every game ends; every 20th is watched closely: each legal action applies,
/// refusals change nothing, views leak nothing, replays are equal.
#[test]
fn random_games_end_and_the_decks_are_balanced() {
    let kit = load();
    let (mut wins, mut drawn, mut decisions, mut seats) = ([0u64; 2], 0, 0, [0u64; 2]);
    for seed in 0..games() {
        let swapped = seed % 2 == 1;
        let care = Care { every: if seed % 20 == 0 { 17 } else { 997 }, ..Care::default() };
        let played = promise::play(&kit.table, &decks(&kit, swapped), seed, care)
            .unwrap_or_else(|broken| panic!("{broken}"));
        decisions += played.decisions;
        match played.outcome {
            Outcome::Won(seat) => {
                wins[seat.index() ^ usize::from(swapped)] += 1;
                seats[seat.index()] += 1;
            }
            _ => drawn += 1,
        }
    }
    println!(
        "{} games, {decisions} decisions, web {} spear {} drawn {drawn}, seats {seats:?}",
        games(),
        wins[0],
        wins[1]
    );
    let share = wins[0] as f64 / (wins[0] + wins[1]).max(1) as f64;
    assert!((0.35..=0.65).contains(&share), "web wins {:.1} %", 100.0 * share);
    assert!(drawn * 20 <= games(), "{drawn} games were drawn");
}

/// Seed 12: the same state and action on two independently built games give
/// equal events and hashes.
#[test]
fn two_machines_agree_for_fifty_thousand_actions() {
    let (one, two) = (load(), load());
    let (mut actions, mut others) = (Vec::new(), Vec::new());
    let (mut count, mut seed) = (0u32, 0);
    let mut dice = Dice::new(12);
    while count < 50_000 {
        let mut left = one.table.start(seed, &decks(&one, false), None);
        let mut right = two.table.start(seed, &decks(&two, false), None);
        seed += 1;
        while !left.is_over() && count < 50_000 {
            one.table.legal_actions(&left, &mut actions);
            two.table.legal_actions(&right, &mut others);
            assert_eq!(actions, others);
            let action = actions[dice.below(actions.len() as u32) as usize];
            let (mut said, mut heard) = (Record::default(), Record::default());
            one.table.apply_unchecked(&mut left, action, Some(&mut said));
            two.table.apply_unchecked(&mut right, action, Some(&mut heard));
            assert_eq!(said, heard);
            assert_eq!(one.table.hash(&left), two.table.hash(&right));
            count += 1;
        }
    }
}

/// Chains of real games can be explained: every firing is in the tree of some
/// decision or of the rules.
#[test]
fn every_chain_of_a_game_has_a_tree() {
    use onplay_games::explain::Explainer;
    let kit = load();
    let mut game = kit.table.start(7, &decks(&kit, false), None);
    let mut dice = Dice::new(7);
    let mut actions = Vec::new();
    let (mut fired, mut drawn) = (0, 0);
    for _ in 0..3_000 {
        if game.is_over() {
            break;
        }
        kit.table.legal_actions(&game, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        let mut record = Record::default();
        kit.table.apply_unchecked(&mut game, action, Some(&mut record));
        let explainer = Explainer::new(&record, kit.table.read(&game)).with_book(&kit.book);
        let count =
            |entry: &&onplay_engine::state::RecordEntry| matches!(entry.fact, Fact::Fired { .. });
        fired += record.entries.iter().filter(count).count();
        assert_eq!(explainer.steps(0).len(), record.entries.iter().filter(count).count());
        let trees = explainer.tree(record.entries[0].ordinal) + &explainer.tree(0);
        drawn += trees.matches(" reacts (").count();
    }
    assert!(fired > 50, "only {fired} triggers fired");
    assert!(drawn * 10 >= fired * 9, "{drawn} of {fired} firings are drawn");
}

/// The design's own format, for its drones and tokens.
const UNIFIED: &str = r#"
[[card]]
name = "Specter U"
type = "Drone"
class = 1
hull = 1
ability = { name = "Phase Shift", type = "TRIGGERED", trigger = "ON_MOVE", effects = [
  { type = "PERMANENT_STAT_MOD", mod = { stat = "attack", value = 1, type = "permanent" } },
  { type = "PERMANENT_STAT_MOD", mod = { stat = "speed", value = 1, type = "permanent" } } ] }
[[card]]
name = "Osiris U"
type = "Drone"
class = 1
hull = 1
ability = { name = "Regeneration Protocol", type = "TRIGGERED", trigger = "ON_MOVE", effects = [
  { type = "HEAL_HULL", value = 4, scope = "SELF" } ] }
[[card]]
name = "Scanner U"
type = "Drone"
class = 1
hull = 1
ability = { name = "Target Scanner", type = "TRIGGERED", trigger = "ON_DEPLOY", effects = [
  { type = "MARK_RANDOM_ENEMY", scope = "SAME_LANE" } ] }
[[card]]
name = "Signal Beacon U"
type = "Drone"
class = 1
hull = 1
ability = { name = "Threat Signal", type = "TRIGGERED", trigger = "ON_ROUND_START", effects = [
  { type = "INCREASE_THREAT", value = 2 } ] }
[[card]]
name = "War Machine U"
type = "Drone"
class = 1
hull = 1
ability = { name = "Combat Escalation", type = "TRIGGERED", trigger = "ON_ROUND_START", effects = [
  { type = "PERMANENT_STAT_MOD", mod = { stat = "attack", value = 1, type = "permanent" } } ] }
[[card]]
name = "Threat Transmitter U"
type = "Drone"
class = 1
hull = 1
ability = { name = "Alert Broadcast", type = "TRIGGERED", trigger = "ON_ATTACK", conditionalEffects = [
  { condition = { type = "ON_SECTION_DAMAGE" }, effect = { type = "INCREASE_THREAT", value = 4 } } ] }
[[card]]
name = "Odin U"
type = "Drone"
class = 1
hull = 1
ability = { name = "All-Seeing Eye", type = "TRIGGERED", trigger = "ON_CARD_DRAWN", triggerOwner = "CONTROLLER", scalingDivisor = 1, effects = [
  { type = "PERMANENT_STAT_MOD", mod = { stat = "attack", value = 1, type = "permanent" } } ] }
[[card]]
name = "Thor U"
type = "Drone"
class = 1
hull = 1
ability = { name = "Storm Surge", type = "TRIGGERED", trigger = "ON_ENERGY_GAINED", triggerOwner = "CONTROLLER", scalingDivisor = 2, effects = [
  { type = "PERMANENT_STAT_MOD", mod = { stat = "attack", value = 1, type = "permanent" } } ] }
[[card]]
name = "Firefly U"
type = "Drone"
class = 1
hull = 1
ability = { name = "Self-Destruct", type = "TRIGGERED", trigger = "ON_ATTACK", effects = [
  { type = "DESTROY", scope = "SELF" } ] }
[[card]]
name = "Gladiator U"
type = "Drone"
class = 1
hull = 1
ability = { name = "Veteran Instincts", type = "TRIGGERED", trigger = "ON_ATTACK", effects = [
  { type = "PERMANENT_STAT_MOD", mod = { stat = "attack", value = 1, type = "permanent" } } ] }
[[card]]
name = "Anansi U"
type = "Drone"
class = 1
hull = 1
ability = { name = "Web Sensor", description = "When you play a 'Mine' card in this lane, draw a card.", type = "TRIGGERED", trigger = "ON_CARD_PLAY", triggerOwner = "CONTROLLER", triggerScope = "SAME_LANE", triggerFilter = { cardSubType = "Mine" }, effects = [
  { type = "DRAW", value = 1 } ] }
[[card]]
name = "Proximity Mine U"
type = "Token Drone — Mine"
hull = 1
ability = { type = "TRIGGERED", trigger = "ON_LANE_MOVEMENT_IN", triggerOwner = "LANE_OWNER", effects = [
  { type = "DAMAGE", value = 4, scope = "TRIGGERING_DRONE" } ], destroyAfterTrigger = true }
[[card]]
name = "Inhibitor Mine U"
type = "Token Drone — Mine"
hull = 1
ability = { type = "TRIGGERED", trigger = "ON_LANE_DEPLOYMENT", triggerOwner = "LANE_OWNER", effects = [
  { type = "EXHAUST_DRONE", scope = "TRIGGERING_DRONE" } ], destroyAfterTrigger = true }
[[card]]
name = "Jitter Mine U"
type = "Token Drone — Mine"
hull = 1
ability = { type = "TRIGGERED", trigger = "ON_LANE_ATTACK", triggerOwner = "LANE_OWNER", effects = [
  { type = "PERMANENT_STAT_MOD", scope = "TRIGGERING_DRONE", mod = { stat = "attack", value = -4, type = "permanent" } } ], destroyAfterTrigger = true }
[[card]]
name = "Rally Beacon U"
type = "Token Drone — Beacon"
hull = 1
ability = { name = "Rally Point", type = "TRIGGERED", trigger = "ON_LANE_MOVEMENT_IN", triggerOwner = "LANE_OWNER", effects = [], grantsGoAgain = true }
"#;

/// An ability is data, and equal data behaves equally.
#[test]
fn the_seeds_format_means_the_same_as_the_cards_text() {
    let kit = load();
    let kit = kit.with_cards(&SourceFile::new("unified.toml", UNIFIED)).unwrap_or_else(|errors| {
        panic!("{:?}", errors.iter().map(|error| &error.message).collect::<Vec<_>>())
    });
    let mut different = BTreeSet::new();
    let mut compared = 0;
    for text in &kit.book.cards {
        let Some(name) = text.name.strip_suffix(" U") else { continue };
        let card = |name: &str| kit.book.printed(kit.book.card(name).expect("a shipped card"));
        compared += 1;
        if card(name).abilities != card(&text.name).abilities {
            different.insert(format!(
                "{name}\n  text {:?}\n  data {:?}",
                card(name).abilities,
                card(&text.name).abilities
            ));
        }
    }
    assert_eq!(compared, 15);
    assert!(different.is_empty(), "{}", different.into_iter().collect::<Vec<_>>().join("\n"));
}
