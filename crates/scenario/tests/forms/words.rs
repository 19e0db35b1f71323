//! No word is swallowed: taking a meaningful one out of a sentence that a game accepts
//! changes what is understood, or the sentence is refused. And words that stand for
//! others do not change it.

use onplay_cards::{CardContext, parse_card_text, print_ability};
use onplay_engine::card::Ability;
use onplay_games::Kit;

use crate::drive;
use crate::table::{self, Table};

/// Words that mean something wherever they stand.
const MEANINGFUL: [&str; 9] =
    ["may", "up to", "other", "another", "instead", "unless", "each", "one or more", "only"];

/// Every text of a shipped card and of the table that a game accepts.
fn texts(table: &Table, kit: &Kit) -> Vec<(String, bool)> {
    let mut texts = Vec::new();
    for (card, text) in kit.book.catalog.cards.iter().zip(&kit.book.cards) {
        let once = card.types & kit.book.vocabulary.once != 0;
        texts.extend(text.text.lines().map(|line| (line.to_owned(), once)));
    }
    for row in &table.rows {
        texts.extend(drive::text_in(table, row, kit));
    }
    texts
}

fn read(kit: &Kit, text: &str, once: bool) -> Option<Vec<Ability>> {
    let parsed = parse_card_text(&kit.book.vocabulary, CardContext { name: "", once }, text);
    (parsed.diagnostics.is_empty() && !parsed.abilities.is_empty()).then_some(parsed.abilities)
}

/// A text without each of its meaningful words in turn, and which one that is.
fn without_each(text: &str) -> Vec<(&'static str, String)> {
    let lower = text.to_lowercase();
    let mut found = Vec::new();
    for word in MEANINGFUL {
        for (at, _) in lower.match_indices(word) {
            let end = at + word.len();
            let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let whole = !is_letter(lower[..at].chars().next_back())
                && !is_letter(lower[end..].chars().next());
            if whole && text.is_char_boundary(at) && text.is_char_boundary(end) {
                found.push((word, format!("{}{}", &text[..at], text[end..].trim_start())));
            }
        }
    }
    found
}

/// A noun alone means all of them, as it does with "each"; and where cards are drawn
/// together, drawing is drawing one or more.
fn goes_without_saying(
    kit: &Kit,
    text: &str,
    once: bool,
    word: &str,
    abilities: &[Ability],
) -> bool {
    match word {
        "each" => {
            let all = text.replacen("Each ", "All ", 1).replacen("each ", "all ", 1);
            read(kit, &all, once).as_deref() == Some(abilities)
        }
        "one or more" => kit.book.catalog.rules.policy.draw_together,
        _ => false,
    }
}

#[test]
fn no_meaningful_word_is_swallowed() {
    let table = Table::read();
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for kit in &table::kits(&table) {
        let kit = drive::with_plain_cards(&table, kit);
        for (text, once) in texts(&table, &kit) {
            let Some(abilities) = read(&kit, &text, once) else { continue };
            for (word, shorter) in without_each(&text) {
                tried += 1;
                let same = read(&kit, &shorter, once).is_some_and(|other| other == abilities);
                if same && !goes_without_saying(&kit, &text, once, word, &abilities) {
                    wrong.push(format!("{}: “{word}” in “{text}”", kit.book.game.id));
                }
            }
        }
    }
    assert!(tried > 300, "only {tried} words were tried");
    assert!(wrong.is_empty(), "{} of {tried} swallowed\n{}", wrong.len(), wrong.join("\n"));
}

/// Without any pronoun, as a game prints it, a sentence is the same ability.
#[test]
fn descriptions_mean_what_pronouns_mean() {
    let table = Table::read();
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for kit in &table::kits(&table) {
        let kit = drive::with_plain_cards(&table, kit);
        for (text, once) in texts(&table, &kit) {
            let Some(abilities) = read(&kit, &text, once) else { continue };
            for ability in &abilities {
                let printed = print_ability(&kit.book.vocabulary, ability);
                tried += 1;
                if read(&kit, &printed, once).as_deref() != Some(std::slice::from_ref(ability)) {
                    wrong.push(format!("{}: “{text}” as “{printed}”", kit.book.game.id));
                }
            }
        }
    }
    assert!(tried > 1000, "only {tried} abilities were printed");
    assert!(wrong.is_empty(), "{} of {tried} differ\n{}", wrong.len(), wrong.join("\n"));
}

/// Naming this card between two sentences changes no pronoun of the second.
#[test]
fn naming_this_between_sentences_changes_no_pronoun() {
    let table = Table::read();
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for kit in &table::kits(&table) {
        let kit = drive::with_plain_cards(&table, kit);
        let Some(stat) = table.games[&kit.book.game.id].words.get("stat") else { continue };
        let between = format!(". This gains 0 {stat}. ");
        for (text, once) in texts(&table, &kit) {
            let [first, second] = text.split(". ").collect::<Vec<_>>()[..] else { continue };
            // These stand behind what they mean.
            if second.starts_with("If you do") || second.starts_with("Otherwise") {
                continue;
            }
            let whole = read(&kit, &text, once);
            let longer = read(&kit, &format!("{first}{between}{second}"), once);
            let (Some(whole), Some(longer)) = (whole, longer) else { continue };
            let ([whole], [longer]) = (&whole[..], &longer[..]) else { continue };
            let at = longer.effects.iter().position(|effect| !whole.effects.contains(effect));
            let mut rest = longer.effects.clone();
            at.map(|at| rest.remove(at));
            tried += 1;
            if rest != whole.effects {
                wrong.push(format!("{}: “{text}”", kit.book.game.id));
            }
        }
    }
    assert!(tried > 50, "only {tried} texts have two sentences");
    assert!(wrong.is_empty(), "{} of {tried} differ\n{}", wrong.len(), wrong.join("\n"));
}
