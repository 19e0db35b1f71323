//! Every card that ships is understood, and its printed text means the same.

mod common;

use common::{GAMES, book, round_trip};
use onplay_engine::id::CardId;

#[test]
fn every_shipped_game_loads_and_round_trips() {
    let mut wrong = Vec::new();
    for game in GAMES {
        let book = book(game);
        for (number, text) in book.cards.iter().enumerate() {
            let card = book.printed(CardId(number as u16));
            let once = card.types & book.vocabulary.once != 0;
            for ability in &card.abilities {
                if let Err(message) = round_trip(&book, ability, once) {
                    wrong.push(format!("{game}: {}: {message}", text.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n\n"));
}
