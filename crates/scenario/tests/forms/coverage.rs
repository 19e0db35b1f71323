//! The page that shows what every game makes of every form.

use std::fs;
use std::path::Path;

use crate::table::{Outcome, Table, games};

const HEAD: &str = "# What each game carries out

Every form of sentence is proved in every game by a scenario, or refused by that game
when it is read. This page is made by `cargo test -p onplay-scenario --test forms` from
the table in `crates/scenario/forms` (renew it with `ONPLAY_WRITE_COVERAGE=1`).

- **yes**: the scenario of the row holds in this game.
- a number: the game refuses the sentence, for the reason below the table.
- ·: the game has no word for something in the sentence.
";

/// Compares the page with what came of the table.
pub fn check(table: &Table, outcomes: &[Vec<Outcome>]) {
    let text = page(table, outcomes);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/coverage.md");
    if std::env::var_os("ONPLAY_WRITE_COVERAGE").is_some() {
        fs::write(&path, &text).expect("the page can be written");
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    assert!(known == text, "docs/coverage.md is out of date; run with ONPLAY_WRITE_COVERAGE=1");
}

fn page(table: &Table, outcomes: &[Vec<Outcome>]) -> String {
    let mut text = HEAD.to_owned();
    let all = || outcomes.iter().flatten();
    let count = |wanted: fn(&Outcome) -> bool| all().filter(|one| wanted(one)).count();
    text += &format!(
        "\n{} forms, {} games: {} carried out, {} refused with a reason, {} without words.\n",
        table.rows.len(),
        games(table).len(),
        count(|one| *one == Outcome::Holds),
        count(|one| matches!(one, Outcome::Refused(_))),
        count(|one| matches!(one, Outcome::NoWords(_))),
    );
    let mut area = "";
    let mut reasons: Vec<&str> = Vec::new();
    for (row, outcomes) in table.rows.iter().zip(outcomes) {
        if row.area != area {
            text += &notes(&reasons);
            reasons.clear();
            area = &row.area;
            let title = area.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
            text += &format!("\n## {}\n\n| form | example | ", capital(&title.replace('-', " ")));
            text += &games(table).join(" | ");
            text += " |\n|---|---|";
            text += &"---|".repeat(games(table).len());
            text += "\n";
        }
        let sentence = row.spell.as_ref().or(row.unit.as_ref()).map_or("", String::as_str);
        text += &format!(
            "| {} | {} |",
            row.name,
            sentence.replace('\n', " ⏎ ").replace('<', "‹").replace('>', "›")
        );
        for outcome in outcomes {
            let cell = match outcome {
                Outcome::Holds => "yes".to_owned(),
                Outcome::NoWords(_) => "·".to_owned(),
                Outcome::Refused(reason) => {
                    let known = reasons.iter().position(|known| known == reason);
                    let at = known.unwrap_or_else(|| {
                        reasons.push(reason);
                        reasons.len() - 1
                    });
                    (at + 1).to_string()
                }
                Outcome::Fails(_) => "no".to_owned(),
            };
            text += &format!(" {cell} |");
        }
        text += "\n";
    }
    text + &notes(&reasons)
}

fn notes(reasons: &[&str]) -> String {
    let mut text = String::new();
    for (number, reason) in reasons.iter().enumerate() {
        if number == 0 {
            text += "\n";
        }
        text += &format!("{}. {reason}\n", number + 1);
    }
    text
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
