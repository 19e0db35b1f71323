//! Whatever is typed, at any moment of any game, is answered.

use onplay_bots::BotKind;
use onplay_games::kit::{GAMES, load};

use super::obey;
use crate::session::{Session, Start};

/// What is typed at every decision.
const TYPED: [&str; 33] = [
    "",
    "help",
    "?",
    "how",
    "rules",
    "rules 1",
    "rules turn",
    "card",
    "card a",
    "deck",
    "deck all",
    "board",
    "piles",
    "why",
    "why a",
    "why not",
    "why not a",
    "why not play a",
    "why not attack a",
    "log",
    "log 3",
    "log -1",
    "undo no",
    "back",
    "save",
    "save /nowhere/at/all",
    "0",
    "-1",
    "99999999999999999999",
    "use a hidden card",
    "play a hidden card to lane 9",
    "\u{202e}",
    "p1",
];

/// Decisions of each game.
const MOST: usize = 60;

#[test]
fn nothing_that_can_be_typed_ends_the_program() {
    for game in GAMES {
        let kit = load(game).expect("the game has no errors");
        let decks = onplay_sim::decks(&kit);
        let decks = [decks[0].clone(), decks[decks.len() - 1].clone()];
        let bots = [None, Some(BotKind::Random)];
        let start = Start { seed: 11, decks, bots, policy: None, seed_known: true };
        let mut session = Session::start(kit, start);
        for number in 0..MOST {
            while !session.waits_for_human() && session.step_bot() {}
            for line in TYPED {
                obey(&mut session, line, 80);
            }
            let legal = session.legal();
            // A search takes its time where it has something to find out.
            if legal.len() < 2 || number % 20 == 0 {
                obey(&mut session, "hint", 80);
            }
            if legal.is_empty() {
                break;
            }
            session.decide(legal[number * 13 % legal.len()]);
        }
    }
}
