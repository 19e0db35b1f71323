//! What designers often write first, and how it is said.

/// Words of a clause that is not understood, in small letters, and what to say instead.
const HINTS: [(&str, &str); 11] = [
    ("player shuffles", "say “For each player, shuffle your deck.”"),
    ("players shuffle", "say “For each player, shuffle your deck.”"),
    ("both decks", "say “For each player, shuffle your deck and draw 6 cards.”"),
    ("whoever has", WINNER),
    ("the player with", WINNER),
    (
        "as soon as a player",
        "it is asked of each player: “As soon as you have 4 or more points, …”",
    ),
    ("if a player", "say it for each player: “For each player, if you …, you ….”"),
    ("first player takes", "outside turns “you” are the first player: “You take one main action.”"),
    ("must take", "whoever can act must, unless it says “until …”: “You take one main action.”"),
    ("you play", "say which actions are taken: “You take one main action.”"),
    ("play this", "say where it goes: “Deploy this.” or “Put this into your discard.”"),
];

const WINNER: &str = "say it for each player: “For each player, if your points are more than your \
                      opponent's points, you win the game.”";

/// What to say instead of a clause that is not understood, if that is known.
pub fn hint(text: &str) -> Option<&'static str> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    HINTS.iter().find(|(words, _)| text.contains(words)).map(|(_, help)| *help)
}
