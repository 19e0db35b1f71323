//! The sentences that designers need, each in one game: what is understood, and what is
//! refused, with a right sentence. The tables say what is expected of every one.

mod common;

use std::collections::BTreeMap;

use common::{GAMES, book};
use onplay_cards::{Book, print_ability};

fn books() -> BTreeMap<&'static str, Book> {
    GAMES.into_iter().map(|game| (game, book(game))).collect()
}

fn lines(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect::<Vec<_>>())
}

/// `works`, or the code of the refusal; and how it is told.
fn outcome(book: &Book, kind: &str, text: &str) -> (String, String) {
    let parsed = book.try_card(kind, &[], text);
    let vocabulary = parsed.vocabulary.as_deref().unwrap_or(&book.vocabulary);
    let reads: Vec<String> =
        parsed.abilities.iter().map(|one| print_ability(vocabulary, one)).collect();
    match parsed.diagnostics.first() {
        None => ("works".into(), reads.join(" / ")),
        Some(wrong) => {
            let help = wrong.help.clone().unwrap_or_default();
            (wrong.code.into(), format!("{} ({help})", wrong.message))
        }
    }
}

/// The table's last column is what becomes of a sentence today. A sentence that works
/// never stops to do so unnoticed, and none begins to without a look at how it reads.
#[test]
fn every_needed_sentence_is_understood_or_refused_as_the_table_says() {
    let books = books();
    let mut wrong = Vec::new();
    for row in lines(include_str!("sentences.tsv")) {
        let [_, game, kind, _, text, expected] = row.as_slice() else { panic!("{row:?}") };
        let (found, told) = outcome(&books[game], kind, text);
        if found != *expected {
            wrong.push(format!("{game} {kind}: {text}\n  {expected}, now {found}: {told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Of the sentences that nearly every set of cards needs, these many work.
#[test]
fn most_sentences_of_the_first_rank_work() {
    let works = |rank: &str| {
        let rows = lines(include_str!("sentences.tsv")).filter(|row| row[0] == rank);
        let (mut good, mut all) = (0, 0);
        for row in rows {
            all += 1;
            good += usize::from(row[5] == "works");
        }
        (good, all)
    };
    let (first, of_first) = works("1");
    let (second, of_second) = works("2");
    assert!(first * 100 >= of_first * 85, "{first} of {of_first}");
    assert!(second * 100 >= of_second * 60, "{second} of {of_second}");
}

/// Texts written freely in the words of the games.
#[test]
fn of_freely_written_texts_nine_in_ten_are_understood() {
    let books = books();
    let (mut good, mut all, mut refused) = (0, 0, Vec::new());
    for row in lines(include_str!("free.tsv")) {
        let [game, kind, text] = row.as_slice() else { panic!("{row:?}") };
        let (found, told) = outcome(&books[game], kind, text);
        all += 1;
        match found.as_str() {
            "works" => good += 1,
            _ => refused.push(format!("{game} {kind}: {text}\n  {told}")),
        }
    }
    assert!(good * 10 >= all * 9, "{good} of {all}\n{}", refused.join("\n"));
}

/// Texts of designers that were written before anybody looked whether they work.
#[test]
fn of_designers_texts_most_are_understood_and_read_back() {
    let books = books();
    let (mut good, mut all, mut wrong) = (0, 0, Vec::new());
    let (mut taught, mut untaught) = (0, Vec::new());
    for row in lines(include_str!("designs.tsv")) {
        let [game, kind, text] = row.as_slice() else { panic!("{row:?}") };
        let book = &books[game];
        let parsed = book.try_card(kind, &[], text);
        all += 1;
        good += usize::from(parsed.diagnostics.is_empty());
        if let Some(refused) = parsed.diagnostics.first() {
            let help = refused.help.as_deref().unwrap_or_default();
            match is_right_sentence(help) {
                true => taught += 1,
                false => untaught.push(format!("{game} {kind}: {text}\n  {help}")),
            }
            continue;
        }
        // A token that the text describes is not there for the printed words.
        if parsed.vocabulary.is_some() {
            continue;
        }
        for ability in &parsed.abilities {
            let printed = print_ability(&book.vocabulary, ability);
            let again = book.try_card(kind, &[], &printed);
            if again.abilities != std::slice::from_ref(ability) {
                wrong.push(format!("{game} {kind}: {text}\n  reads as {printed}"));
            }
        }
    }
    assert!(good * 100 >= all * 85, "{good} of {all}");
    let refused = all - good;
    assert!(taught * 100 >= refused * 90, "{taught} of {refused}:\n{}", untaught.join("\n"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How a right sentence is offered.
const RIGHT: [&str; 3] =
    ["say “", "this much of it is understood: “", "the nearest that is understood: “"];

fn is_right_sentence(help: &str) -> bool {
    RIGHT.iter().any(|lead| help.starts_with(lead))
}

/// What a refusal offers is itself understood.
#[test]
fn offered_sentences_are_understood() {
    let books = books();
    let needed = lines(include_str!("sentences.tsv")).map(|row| [row[1], row[2], row[4]]);
    let free = lines(include_str!("free.tsv")).map(|row| [row[0], row[1], row[2]]);
    let (mut offers, mut wrong) = (0, Vec::new());
    for [game, kind, text] in needed.chain(free) {
        let parsed = books[game].try_card(kind, &[], text);
        let help = parsed.diagnostics.first().and_then(|wrong| wrong.help.clone());
        let Some(help) = help.filter(|_| parsed.diagnostics[0].code != "ambiguous") else {
            continue;
        };
        let offered = RIGHT.iter().find_map(|lead| help.strip_prefix(lead));
        let Some(offered) = offered.and_then(|rest| rest.strip_suffix('”')) else { continue };
        if offered.contains('”') || offered.contains('…') {
            continue;
        }
        offers += 1;
        let (found, told) = outcome(&books[game], kind, offered);
        if found != "works" && parsed.diagnostics[0].code != "several" {
            wrong.push(format!("{game} {kind}: {text}\n  offers {offered}\n  {told}"));
        }
    }
    assert!(offers > 40, "only {offers} right sentences are offered");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
