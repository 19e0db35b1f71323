//! Explanations of the cascade of Drones' design: the tree with its
//! blocked reactions, the steps to animate, why and why not.

use onplay_cards::SourceFile;
use onplay_engine::id::{ObjectId, Seat};
use onplay_engine::mutate::Engine;
use onplay_engine::rulebook::Role;
use onplay_engine::state::{Action, Game, Record};
use onplay_games::explain::Explainer;
use onplay_games::kit::{self, Kit};
use onplay_games::typed::{Typed, read};

const CARDS: &str = r#"
[[card]]
name = "HypoDrone"
type = "Drone"
class = 1
hull = 3
text = "Echo — When an ally gains attack, draw a card."

[[card]]
name = "Allfather"
type = "Drone"
class = 1
hull = 3
text = "All-Seeing Eye — When you draw a card, this gains +1 attack."

[[card]]
name = "Loki"
type = "Drone"
class = 1
hull = 3
text = "Mischief — When you draw a card, gain 1 energy."

[[card]]
name = "Hammer"
type = "Drone"
class = 1
hull = 3
text = "Storm — When you gain energy, this gains +1 attack."

[[card]]
name = "MovedDrone"
type = "Drone"
class = 1
hull = 3
text = "Arrival — When this moves, draw a card."
"#;

fn lab_of_five() -> Kit {
    let kit = kit::load("drones").expect("the game loads");
    let cards = SourceFile::new("cards.toml", CARDS);
    kit.with_cards(&cards).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn lay(kit: &Kit, engine: &mut Engine) {
    let rules = &kit.table.catalog.rules;
    let lane = rules.role(Role::Play).expect("there are lanes");
    let mut put = |name: &str, index: u8| -> Option<ObjectId> {
        let card = kit.book.card(name)?;
        engine.create_object(card, Seat::ONE, rules.zone(lane, Seat::ONE, index))
    };
    for name in ["HypoDrone", "Allfather", "Loki", "Hammer"] {
        put(name, 0).expect("there is room");
    }
    put("MovedDrone", 1).expect("there is room");
    let deck = rules.zone_of(Role::Deck, Seat::ONE);
    let card = kit.book.card("Feint").expect("a card");
    for _ in 0..9 {
        engine.create_object(card, Seat::ONE, deck);
    }
}

fn staged(kit: &Kit) -> (Game, Action) {
    let game = kit.table.arrange(1, Seat::ONE, None, |engine| lay(kit, engine));
    let Typed::Legal(action) = read(&kit.table, &game, "move MovedDrone to lane 1") else {
        panic!("the move is legal");
    };
    (game, action)
}

fn chain() -> (Kit, Game, Record) {
    let kit = lab_of_five();
    let (mut game, action) = staged(&kit);
    let mut record = Record::default();
    kit.table.apply(&mut game, Seat::ONE, action, Some(&mut record)).expect("it is legal");
    (kit, game, record)
}

/// As the other seat reads it: what was drawn is not named.
const TREE: &str = "\
p1: move MovedDrone to lane 1 [CHAIN STARTS]
EVENT: MovedDrone moved to p1 lane 1 (source: p1's action)
  Scan: MovedDrone
  ▸ MovedDrone reacts (MovedDrone ← p1's action: NEW ✓) → draws a card
  │  EVENT: p1 drew 1 (source: MovedDrone)
  │    Scan: Allfather, Loki
  │    ▸ Allfather reacts (Allfather ← MovedDrone: NEW ✓) → +1 attack
  │    │  EVENT: Allfather gained 1 attack (source: Allfather)
  │    │    Scan: HypoDrone
  │    │    ▸ HypoDrone reacts (HypoDrone ← Allfather: NEW ✓) → draws a card
  │    │    │  EVENT: p1 drew 1 (source: HypoDrone)
  │    │    │    Scan: Allfather, Loki
  │    │    │    ▸ Allfather reacts (Allfather ← HypoDrone: NEW ✓) → +1 attack
  │    │    │    │  EVENT: Allfather gained 1 attack (source: Allfather)
  │    │    │    │    Scan: HypoDrone
  │    │    │    │    ▸ HypoDrone ← Allfather: BLOCKED ✗ (already fired)
  │    │    │    │    [Dead end]
  │    │    │    ▸ Loki reacts (Loki ← HypoDrone: NEW ✓) → +1 energy
  │    │    │    │  EVENT: p1 gained 1 energy (source: Loki)
  │    │    │    │    Scan: Hammer
  │    │    │    │    ▸ Hammer reacts (Hammer ← Loki: NEW ✓) → +1 attack
  │    │    │    │    │  EVENT: Hammer gained 1 attack (source: Hammer)
  │    │    │    │    │    Scan: HypoDrone
  │    │    │    │    │    ▸ HypoDrone reacts (HypoDrone ← Hammer: NEW ✓) → draws a card
  │    │    │    │    │    │  EVENT: p1 drew 1 (source: HypoDrone)
  │    │    │    │    │    │    Scan: Allfather, Loki
  │    │    │    │    │    │    ▸ Allfather ← HypoDrone: BLOCKED ✗ (already fired)
  │    │    │    │    │    │    ▸ Loki ← HypoDrone: BLOCKED ✗ (already fired)
  │    │    │    │    │    │    [Dead end]
  │    ▸ Loki reacts (Loki ← MovedDrone: NEW ✓) → +1 energy
  │    │  EVENT: p1 gained 1 energy (source: Loki)
  │    │    Scan: Hammer
  │    │    ▸ Hammer ← Loki: BLOCKED ✗ (already fired)
  │    │    [Dead end]
EVENT: MovedDrone became exhausted (source: p1's action)
CHAIN COMPLETE.
";

#[test]
fn the_tree_is_that_of_the_design() {
    let (kit, game, record) = chain();
    let explainer = Explainer::new(&record, kit.table.read(&game)).for_seat(Seat::TWO);
    assert_eq!(explainer.tree(record.entries[0].ordinal), TREE);
    let own = Explainer::new(&record, kit.table.read(&game)).for_seat(Seat::ONE);
    assert!(own.tree(record.entries[0].ordinal).contains("p1 drew Feint (source: MovedDrone)"));
}

#[test]
fn every_firing_is_a_step_to_animate() {
    let (kit, game, record) = chain();
    let steps = Explainer::new(&record, kit.table.read(&game)).steps(0);
    let told: Vec<String> = steps
        .iter()
        .map(|step| {
            let lane = step.lane.unwrap_or(0);
            format!("{} {} {} {} {lane}", step.depth, step.source_name, step.ability, step.effect)
        })
        .collect();
    assert_eq!(
        told,
        [
            "0 MovedDrone Arrival draws a card 1",
            "1 Allfather All-Seeing Eye +1 attack 1",
            "2 HypoDrone Echo draws a card 1",
            "3 Allfather All-Seeing Eye +1 attack 1",
            "3 Loki Mischief +1 energy 1",
            "4 Hammer Storm +1 attack 1",
            "5 HypoDrone Echo draws a card 1",
            "1 Loki Mischief +1 energy 1",
        ]
    );
    assert!(steps.windows(2).all(|pair| pair[0].ordinal < pair[1].ordinal));
    // A second machine makes the same steps.
    let (kit, game, record) = chain();
    assert_eq!(Explainer::new(&record, kit.table.read(&game)).steps(0), steps);
}

#[test]
fn why_goes_down_to_the_choice_in_the_words_of_the_cards() {
    let (kit, game, record) = chain();
    let explainer = Explainer::new(&record, kit.table.read(&game)).with_book(&kit.book);
    let event = explainer.find("Hammer gained 1 attack").expect("it happened");
    let why = explainer.why_text(event);
    let lines: Vec<&str> = why.lines().collect();
    assert_eq!(lines[0], "Hammer gained 1 attack");
    assert_eq!(
        lines[1],
        "because Hammer fires: Storm — Hammer: “Storm — When you gain energy, this gains +1 \
         attack.”"
    );
    assert_eq!(lines.last(), Some(&"because p1: move MovedDrone to lane 1"));
    assert_eq!(lines.len(), 12);
}

#[test]
fn why_not_names_the_pair_that_has_fired() {
    let (kit, game, record) = chain();
    let explainer = Explainer::new(&record, kit.table.read(&game));
    let silent = explainer.why_not("hammer");
    assert_eq!(silent.len(), 1);
    assert_eq!(silent[0].event, "p1 gained 1 energy");
    assert_eq!(silent[0].reason, "it already fired on Loki in this chain");
    assert_eq!(explainer.why_not("Allfather").len(), 1);
}
