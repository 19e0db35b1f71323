//! What the shipped games bring to be read: their rules and how they are played.

use onplay_cards::reminder;
use onplay_engine::id::{Class, KeywordId};
use onplay_games::kit::{Kit, page};

use crate::markdown;

/// One numbered clause, or what a keyword means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The number, or the keyword.
    pub number: String,
    /// Without its number, as one paragraph.
    pub text: String,
}

/// The whole rules of a game; none for a game that is not shipped.
pub fn text(game: &str) -> Option<&'static str> {
    page(game, "rules.md").or_else(|| page(game, "rulebook.md"))
}

/// How a game is played, on one screen.
pub fn how_to_play(game: &str) -> Option<&'static str> {
    page(game, "how-to-play.md")
}

/// How a game is won: the first sentence of how it is played.
pub fn goal(game: &str) -> Option<String> {
    let paragraphs = how_to_play(game)?.split("\n\n");
    let first = paragraphs.map(str::trim).find(|it| !it.is_empty() && !it.starts_with('#'))?;
    Some(first.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The clauses with this number or all of these words, and the keywords that these
/// words name.
pub fn find(kit: &Kit, words: &str) -> Vec<Clause> {
    let game = kit.book.game.id.as_str();
    // The log cites them as `[tides 1.4]`.
    let asked = words.trim_matches(|letter| matches!(letter, '[' | ']')).to_lowercase();
    let asked = asked.strip_prefix(game).unwrap_or(&asked).trim();
    let wanted: Vec<&str> = asked.split_whitespace().collect();
    let has = |clause: &Clause| {
        let text = clause.text.to_lowercase();
        wanted.iter().all(|word| text.contains(word))
    };
    let mut found = clauses(game);
    // A number without a letter means all clauses that it begins: 1.6a to 1.6z.
    let is_asked = |clause: &Clause| {
        clause.number == asked || clause.number.trim_end_matches(char::is_alphabetic) == asked
    };
    if found.iter().any(is_asked) {
        found.retain(is_asked);
        return found;
    }
    found.retain(has);
    keywords(kit, asked).into_iter().chain(found).collect()
}

/// The keywords that begin with a word, with what they mean.
fn keywords(kit: &Kit, asked: &str) -> Vec<Clause> {
    let names = kit.table.catalog.names.all(Class::Keyword).iter().enumerate();
    let fits = names.filter(|(_, name)| name.to_lowercase().starts_with(asked));
    let meaning = |number: usize| reminder(&kit.book.vocabulary, KeywordId(number as u16));
    fits.map(|(number, name)| Clause { number: name.clone(), text: meaning(number).to_owned() })
        .filter(|clause| !clause.text.is_empty())
        .collect()
}

fn clauses(game: &str) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let (mut open, mut in_remark) = (false, false);
    for line in text(game).unwrap_or("").lines() {
        // Clauses for people stand in remarks.
        let remark = line.strip_prefix('>');
        open &= remark.is_some() == in_remark;
        in_remark = remark.is_some();
        let plain = markdown::plain(remark.map_or(line, str::trim_start));
        let (first, rest) = plain.split_once(' ').unwrap_or((&plain, ""));
        let begins = first.split_once('.').is_some_and(|(left, right)| {
            left.parse::<u8>().is_ok()
                && right.trim_end_matches(char::is_alphabetic).parse::<u8>().is_ok()
        });
        // The items of a list belong to the clause that leads them in.
        let item = plain.trim_start().starts_with("- ");
        if begins {
            clauses.push(Clause { number: first.to_owned(), text: rest.trim().to_owned() });
            open = true;
        } else if plain.starts_with('#') {
            open = false;
        } else if let Some(last) = clauses.last_mut().filter(|_| open) {
            let joint = if item { "\n" } else { " " };
            if !plain.trim().is_empty() {
                last.text.push_str(joint);
                last.text.push_str(plain.trim());
            }
        }
    }
    clauses
}

#[cfg(test)]
mod tests {
    use onplay_games::{GAMES, load};

    use super::*;

    #[test]
    fn every_shipped_game_says_how_it_is_won() {
        for game in GAMES {
            let goal = goal(game).unwrap_or_default();
            assert!(goal.contains("win"), "{game}: {goal}");
        }
    }

    #[test]
    fn clauses_are_found_by_number_citation_and_words() {
        let kit = load("tides").expect("it has no errors");
        let first = |words: &str| find(&kit, words).into_iter().map(|clause| clause.number);
        assert_eq!(first("1.8").collect::<Vec<_>>(), ["1.8"]);
        assert_eq!(first("[tides 1.8]").collect::<Vec<_>>(), ["1.8"]);
        assert!(first("twelve bananas").next().is_none());
        assert!(first("judgment lead").any(|number| number == "1.4a"));
    }

    #[test]
    fn clauses_of_rulebooks_are_found_by_number_in_remarks_too() {
        let kit = load("skirmish").expect("it has no errors");
        let numbers = |words: &str| -> Vec<String> {
            find(&kit, words).into_iter().map(|clause| clause.number).collect()
        };
        assert_eq!(numbers("1.2"), ["1.2"]);
        assert_eq!(numbers("[skirmish 1.8c]"), ["1.8c"]);
        assert_eq!(numbers("1.6"), ["1.6a", "1.6b"]);
        assert!(!find(&kit, "1.9")[0].text.contains("Start"), "{:?}", find(&kit, "1.9"));
    }

    #[test]
    fn every_keyword_is_found() {
        for game in GAMES {
            let kit = load(game).expect("it has no errors");
            for keyword in kit.table.catalog.names.all(Class::Keyword) {
                assert!(!find(&kit, keyword).is_empty(), "{game}: {keyword}");
            }
        }
    }
}
