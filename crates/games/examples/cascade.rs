//! How many times a second the cascade of Drones' design runs on one
//! core without recording: `cascade [SECONDS]`. The state is restored each
//! time, which is part of what is measured.

use onplay_cards::SourceFile;
use onplay_engine::id::Seat;
use onplay_engine::rulebook::Role;
use onplay_games::kit::load;
use onplay_games::typed::{Typed, read};

const CARDS: [(&str, &str); 5] = [
    ("HypoDrone", "When an ally gains attack, draw a card."),
    ("Allfather", "When you draw a card, this gains +1 attack."),
    ("Loki", "When you draw a card, gain 1 energy."),
    ("Hammer", "When you gain energy, this gains +1 attack."),
    ("MovedDrone", "When this moves, draw a card."),
];

fn main() {
    let seconds: f64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let cards: String = CARDS
        .iter()
        .map(|(name, text)| {
            format!(
                "[[card]]\nname = \"{name}\"\ntype = \"Drone\"\nclass = 1\nhull = 3\ntext = \"{text}\"\n"
            )
        })
        .collect();
    let kit = load("drones").expect("the game loads");
    let kit = kit.with_cards(&SourceFile::new("cards.toml", cards)).expect("the cards load");
    let rules = &kit.table.catalog.rules;
    let start = kit.table.arrange(1, Seat::ONE, None, |engine| {
        let lane = rules.role(Role::Play).expect("there are lanes");
        for (number, (name, _)) in CARDS.iter().enumerate() {
            let card = kit.book.card(name).expect("a card");
            engine.create_object(
                card,
                Seat::ONE,
                rules.zone(lane, Seat::ONE, u8::from(number == 4)),
            );
        }
        let card = kit.book.card("Feint").expect("a card");
        for _ in 0..9 {
            engine.create_object(card, Seat::ONE, rules.zone_of(Role::Deck, Seat::ONE));
        }
    });
    let Typed::Legal(action) = read(&kit.table, &start, "move MovedDrone to lane 1") else {
        panic!("the move is legal");
    };
    let mut game = start.clone();
    let began = std::time::Instant::now();
    let mut runs = 0u64;
    while began.elapsed().as_secs_f64() < seconds {
        for _ in 0..1000 {
            game.clone_from(&start);
            kit.table.apply_unchecked(&mut game, action, None);
        }
        runs += 1000;
    }
    let rate = runs as f64 / began.elapsed().as_secs_f64();
    println!("{rate:.0} cascades/s, final hash {:016x}", kit.table.hash(&game));
}
