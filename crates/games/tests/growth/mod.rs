//! Boards that grow: one decision whose cost depends on a size. The test counts
//! what the engine does there, `bench/linear` the instructions it takes.

use onplay_cards::SourceFile;
use onplay_engine::id::Seat;
use onplay_engine::rulebook::{Guard, Role};
use onplay_engine::state::{Action, Game, Record};
use onplay_games::kit::{Kit, load};
use onplay_games::policy::policy_named;
use onplay_games::typed::{Typed, read};

/// What grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Board {
    /// Units that all react to one event.
    Listeners,
    /// Units that hear every event of a chain and react to none.
    Bystanders,
    /// Units that listen to nothing, beside a chain and a static ability.
    Cards,
    /// The steps of a chain of two units.
    Chain,
}

impl Board {
    pub const ALL: [Board; 4] = [Board::Listeners, Board::Bystanders, Board::Cards, Board::Chain];

    /// Sizes, each double the one before. Players are asked for the order of up
    /// to 24 triggers of their own, so that the listeners begin above that.
    pub fn sizes(self) -> &'static [u32] {
        match self {
            Board::Listeners => &[28, 56, 112, 224],
            Board::Bystanders | Board::Cards => &[14, 28, 56, 112, 224],
            Board::Chain => &[1_000, 2_000, 4_000, 8_000],
        }
    }
}

/// Steps of the chain where something else grows.
const STEPS: u32 = 200;

const CARDS: &str = r#"
[[card]]
name = "Listener"
type = "Unit"
hull = 1
text = "When you gain energy, this gains 1 attack."

[[card]]
name = "Bystander"
type = "Unit"
hull = 1
text = "When your opponent gains energy, gain 1 life."

[[card]]
name = "Ping"
type = "Unit"
hull = 1
text = "When you gain energy, gain 1 points."

[[card]]
name = "Pong"
type = "Unit"
hull = 1
text = "When you gain points, gain 1 energy."
"#;

/// A board of some size under some policy, and the decision to be measured.
pub struct Growth {
    pub kit: Kit,
    pub start: Game,
    action: Action,
    actions: Vec<Action>,
}

impl Growth {
    pub fn new(board: Board, policy: &str, size: u32) -> Growth {
        let cards = SourceFile::new("growth.toml", CARDS);
        let lab = load("lab").expect("the lab loads").with_cards(&cards).expect("the cards fit");
        let mut policy = policy_named(policy).expect("a policy by name");
        policy.budget = match board {
            Board::Listeners => 100_000,
            Board::Bystanders | Board::Cards => STEPS,
            Board::Chain => size,
        };
        if board != Board::Listeners {
            // The guard would end the chain after one round.
            policy.guard = Guard::None;
        }
        let book = lab.book.with_policy(policy).expect("the cards fit every policy");
        let kit = Kit::new(book).expect("the lab has a frame");
        let chain: &[(&str, u32)] = &[("Ping", 1), ("Pong", 1)];
        let rest: &[(&str, u32)] = match board {
            Board::Listeners => &[("Listener", size)],
            Board::Bystanders => &[("Bystander", size)],
            Board::Cards => &[("Captain", 1), ("Pebble", size)],
            Board::Chain => &[],
        };
        let chain = if board == Board::Listeners { &[] } else { chain };
        let start = kit.table.arrange(1, Seat::ONE, None, |engine| {
            let rules = &engine.catalog.rules;
            let hand = rules.zone_of(Role::Hand, Seat::ONE);
            let lane = rules.zone_of(Role::Play, Seat::ONE);
            let front = rules.zone_of(Role::Play, Seat::TWO);
            let card = |name| kit.book.card(name).expect("the lab has it");
            engine.create_object(card("Well"), Seat::ONE, hand);
            engine.create_object(card("Boulder"), Seat::TWO, front);
            for (name, count) in chain.iter().chain(rest) {
                for _ in 0..*count {
                    engine.create_object(card(name), Seat::ONE, lane).expect("there is room");
                }
            }
        });
        let Typed::Legal(action) = read(&kit.table, &start, "play Well") else {
            panic!("the spell can be played")
        };
        Growth { kit, start, action, actions: Vec::new() }
    }

    /// Makes the decision in `game`; returns how many actions were offered.
    pub fn decide(&mut self, game: &mut Game, record: Option<&mut Record>) -> usize {
        game.clone_from(&self.start);
        self.kit.table.legal_actions(game, &mut self.actions);
        self.kit.table.apply_unchecked(game, self.action, record);
        self.actions.len()
    }
}
