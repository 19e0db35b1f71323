//! The rules of the shipped games, to be read while playing.

/// A game, its rules, and the clause that says how it is won.
const RULES: [(&str, &str, &str); 5] = [
    ("skirmish", include_str!("../../../games/skirmish/rules.md"), "1.4"),
    ("drones", include_str!("../../../games/drones/rules.md"), "1.3"),
    ("tides", include_str!("../../../games/tides/rules.md"), "1.1"),
    ("alley", include_str!("../../../games/alley/rules.md"), "1.8"),
    ("goblins", include_str!("../../../games/goblins/rules.md"), "7.1"),
];

/// One numbered clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    pub number: String,
    /// Without its number, as one paragraph.
    pub text: String,
}

/// The whole rules of a game as lines; none for a game that is not shipped.
pub fn text(game: &str) -> Option<&'static str> {
    RULES.iter().find(|(id, ..)| *id == game).map(|(_, text, _)| *text)
}

/// The clause that says how a game is won, cut down to those sentences.
pub fn goal(game: &str) -> Option<Clause> {
    let (_, _, number) = RULES.iter().find(|(id, ..)| *id == game)?;
    let mut clause = clauses(game).into_iter().find(|clause| clause.number == *number)?;
    let about = |sentence: &&str| {
        ["win", "won", "lose", "beaten", "draw"].iter().any(|word| sentence.contains(word))
    };
    let sentences: Vec<&str> = clause.text.split_inclusive(". ").filter(about).collect();
    clause.text = sentences.concat().trim().to_owned();
    Some(clause)
}

/// The clauses with this number or all of these words.
pub fn find(game: &str, words: &str) -> Vec<Clause> {
    // The log cites them as `[tides 1.4]`.
    let asked = words.trim_matches(|letter| matches!(letter, '[' | ']')).to_lowercase();
    let asked = asked.strip_prefix(game).unwrap_or(&asked).trim();
    let wanted: Vec<&str> = asked.split_whitespace().collect();
    let has = |clause: &Clause| {
        let text = clause.text.to_lowercase();
        clause.number == asked || wanted.iter().all(|word| text.contains(word))
    };
    let mut found = clauses(game);
    if found.iter().any(|clause| clause.number == asked) {
        found.retain(|clause| clause.number == asked);
    } else {
        found.retain(has);
    }
    found
}

fn clauses(game: &str) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let mut open = false;
    for line in text(game).unwrap_or("").lines() {
        let plain = line.replace("**", "");
        let (first, rest) = plain.split_once(' ').unwrap_or((&plain, ""));
        let begins = first.split_once('.').is_some_and(|(left, right)| {
            left.parse::<u8>().is_ok()
                && right.trim_end_matches(char::is_alphabetic).parse::<u8>().is_ok()
        });
        if begins {
            clauses.push(Clause { number: first.to_owned(), text: rest.trim().to_owned() });
            open = true;
        } else if plain.trim().is_empty() || plain.starts_with('#') {
            open = false;
        } else if let Some(last) = clauses.last_mut().filter(|_| open) {
            last.text.push(' ');
            last.text.push_str(plain.trim());
        }
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_game_says_how_it_is_won() {
        for (game, ..) in RULES {
            let goal = goal(game).map(|clause| clause.text).unwrap_or_default();
            let words = ["wins", "win ", "loses", "beaten"];
            assert!(words.iter().any(|word| goal.contains(word)), "{game}: {goal}");
        }
    }

    #[test]
    fn clauses_are_found_by_number_citation_and_words() {
        let first = |words: &str| find("tides", words).into_iter().map(|clause| clause.number);
        assert_eq!(first("1.8").collect::<Vec<_>>(), ["1.8"]);
        assert_eq!(first("[tides 1.8]").collect::<Vec<_>>(), ["1.8"]);
        assert!(first("twelve bananas").next().is_none());
        assert!(first("judgment spark").any(|number| number == "1.4"));
    }
}
