//! The cards that a page defines itself. One that is wrong fails the scenarios that it is
//! written for or that name it, and no others.

use onplay_cards::{Diagnostic, SourceFile};
use onplay_games::kit::Kit;

use crate::page::Scenario;
use crate::run::{Failure, failure, told};

/// The game with the cards of a scenario. What is wrong with cards that are of no concern to
/// it is added to `skipped`.
///
/// # Errors
/// A card that the scenario needs is wrong.
pub(crate) fn add(
    kit: Kit,
    scenario: &Scenario,
    skipped: &mut Vec<Failure>,
) -> Result<Kit, Failure> {
    if scenario.cards.trim().is_empty() {
        return Ok(kit);
    }
    let source = SourceFile::new("inline cards", scenario.cards.clone());
    let found = match kit.with_cards(&source) {
        Ok(kit) => return Ok(kit),
        Err(found) => found,
    };
    let blocks = blocks(scenario);
    let mut wrong: Vec<(Option<&Block>, Failure)> = Vec::new();
    for diagnostic in &found {
        let row = row(scenario, diagnostic);
        let block = blocks.iter().rfind(|block| block.rows.start <= row);
        wrong.push((block, told_of(scenario, row, block, diagnostic)));
    }
    let is_needed = |block: &Option<&Block>| block.is_none_or(|block| block.is_for(scenario));
    if let Some(first) = wrong.iter().position(|(block, _)| is_needed(block)) {
        let needed = wrong.iter().filter(|(block, _)| is_needed(block));
        let texts: Vec<&str> = needed.map(|(_, failure)| failure.actual.as_str()).collect();
        return Err(Failure { actual: texts.join("; "), ..wrong[first].1.clone() });
    }
    let rows = scenario.cards.lines().enumerate();
    let is_left = |row: &usize| {
        !wrong.iter().any(|(block, _)| block.is_some_and(|block| block.rows.contains(row)))
    };
    // What is left out leaves empty lines, so that the others stay where they are.
    let rest = rows.map(|(row, line)| if is_left(&row) { line } else { "" });
    let rest = SourceFile::new("inline cards", rest.collect::<Vec<_>>().join("\n"));
    match kit.with_cards(&rest) {
        Ok(kit) => {
            skipped.extend(wrong.into_iter().map(|(_, failure)| failure));
            Ok(kit)
        }
        // A card that is right may need one that is not.
        Err(_) => Err(wrong.swap_remove(0).1),
    }
}

/// One card as it is written on the page.
struct Block {
    name: String,
    /// The lines of the cards' text that it takes.
    rows: std::ops::Range<usize>,
    /// It stands under a heading, not above all of them.
    is_own: bool,
}

impl Block {
    /// Whether a scenario is about the card: it stands under its heading, or is named.
    fn is_for(&self, scenario: &Scenario) -> bool {
        let name = self.name.to_lowercase();
        self.is_own || scenario.lines.iter().any(|line| line.rest.to_lowercase().contains(&name))
    }
}

fn blocks(scenario: &Scenario) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for (row, line) in scenario.cards.lines().enumerate() {
        if line.trim() == "[[card]]" {
            let at = scenario.card_lines.get(row).copied().unwrap_or_default();
            let is_own = at > scenario.line;
            blocks.push(Block { name: "a card".into(), rows: row..row, is_own });
        }
        let Some(block) = blocks.last_mut() else { continue };
        block.rows.end = row + 1;
        let named = line.trim().strip_prefix("name").map(str::trim_start);
        if let Some(name) = named.and_then(|rest| rest.strip_prefix('='))
            && block.name == "a card"
        {
            block.name = name.trim_matches(|c: char| " \"'".contains(c)).to_owned();
        }
    }
    blocks
}

/// The line of the cards' text that something is wrong with, from 0.
fn row(scenario: &Scenario, diagnostic: &Diagnostic) -> usize {
    let start = diagnostic.span.start.min(scenario.cards.len());
    scenario.cards.get(..start).unwrap_or_default().matches('\n').count()
}

/// Which card is wrong, and on which line of the page.
fn told_of(
    scenario: &Scenario,
    row: usize,
    block: Option<&Block>,
    diagnostic: &Diagnostic,
) -> Failure {
    let line = scenario.card_lines.get(row).copied().unwrap_or(scenario.line);
    let name = block.map_or("a card", |block| &block.name);
    let actual = format!("{name}, line {line}: {}", told(diagnostic));
    failure(line, "cards", "cards without errors", &actual)
}
