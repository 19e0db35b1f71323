//! What a rulebook's own sentences say, from their data: how clauses are read back.

use onplay_engine::id::{Class, CounterId};
use onplay_engine::rulebook::{Decides, Repetition};

use super::clause::Kinds;
use crate::print::print_condition;
use crate::vocabulary::Vocabulary;

/// "Players take turns, without whoever is done, until both players are done."
pub(super) fn repetition(vocabulary: &Vocabulary, repetition: &Repetition) -> String {
    let mut words = String::from(if repetition.is_turn { "Players take turns" } else { "Repeat" });
    if let Some(status) = repetition.without {
        words += &format!(", without whoever is {}", player_status(vocabulary, status));
    }
    if let Some(most) = repetition.most {
        words += &format!(", at most {most} {}", if most == 1 { "time" } else { "times" });
    }
    if let Some(until) = &repetition.until {
        words += &format!(", until {}", print_condition(vocabulary, until));
    }
    words + "."
}

fn player_status(vocabulary: &Vocabulary, status: CounterId) -> &str {
    vocabulary.names.word(Class::Counter, status.0)
}

/// "You take any number of quick actions and one main action until you pass."
pub(super) fn decision(who: Decides, kinds: &Kinds, pass: Option<&str>) -> String {
    let any =
        (!kinds.any.is_empty()).then(|| format!("any number of {} actions", list(&kinds.any)));
    let counted = (!kinds.counted.is_empty()).then(|| {
        let noun = if kinds.count == 1 { "action" } else { "actions" };
        format!("{} {} {noun}", number(kinds.count), list(&kinds.counted))
    });
    let (subject, passer) = match who {
        Decides::You => ("You take", "you"),
        Decides::Opponent => ("Your opponent takes", "they"),
        Decides::UntilBothPassed => return alternating(kinds, "have passed"),
        Decides::UntilPassesInARow => return alternating(kinds, "pass in a row"),
    };
    let taken: Vec<String> = any.into_iter().chain(counted).collect();
    let until = pass.map(|words| format!(" until {passer} {words}")).unwrap_or_default();
    format!("{subject} {}{until}.", taken.join(" and "))
}

/// "Players alternate, one main action each, until both have passed."
fn alternating(kinds: &Kinds, until: &str) -> String {
    format!(
        "Players alternate, one {} action each, until both {until}.",
        kinds.counted.join(" or ")
    )
}

fn list(words: &[String]) -> String {
    words.join(" and ")
}

fn number(count: u8) -> String {
    match count {
        1 => "one".into(),
        2 => "two".into(),
        3 => "three".into(),
        more => more.to_string(),
    }
}
