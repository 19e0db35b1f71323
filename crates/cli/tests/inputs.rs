//! Nothing that a person or a program can type ends the program.

mod common;

use common::{GAMES, Machine, good, told};

#[test]
fn a_hidden_card_has_no_name_to_call_it_by() {
    let typed =
        ["use a hidden card", "play a hidden card", "attack a hidden card with a hidden card"];
    for game in GAMES.into_iter().chain(["lab"]) {
        let lines = format!("{}\nwhy not {}\nquit\n", typed.join("\n"), typed.join("\nwhy not "));
        let text = good(&["play", game, "--plain", "--seed", "1"], &lines);
        assert!(text.contains("the game goes on"), "{game}: {text}");
        let mut machine = Machine::new(&["play", game, "--json", "--seed", "1"]);
        machine.read();
        machine.read();
        for words in typed {
            let asked = machine.send(&format!("{{\"why_not\":\"{words}\"}}"));
            assert_eq!(asked["type"], "error", "{game}: {asked}");
            let played = machine.send(&format!("{{\"action\":\"{words}\"}}"));
            assert_eq!(played["type"], "error", "{game}: {played}");
        }
        assert_eq!(machine.send("{\"quit\":true}")["type"], "result");
    }
}

#[test]
fn a_card_text_may_end_in_any_letter() {
    for text in
        ["Verdict —", "Verdict — ", "Draw a card •", "Draw —", "Choose one —\n•", "Ä", "—", "•"]
    {
        told(&["card", text, "--game", "lab"], 1, &["the text is not understood"]);
    }
}
