//! `onplay rulebook`: the rules as they are read, and which of them no page proves.

use std::path::{Path, PathBuf};

use onplay_cards::RulebookText;
use onplay_engine::rulebook::Flow;
use onplay_engine::state::{Fact, Record};
use onplay_games::kit::{Kit, deck_list};
use onplay_games::words::Words;
use serde_json::json;

use crate::args::Rulebook;
use crate::text::{Line, Tone};
use crate::{Failed, load};

/// How much of a game is shown.
const SHOWN: usize = 40;

/// Shows a game's rulebook.
pub fn rulebook(args: Rulebook) -> Result<(), Failed> {
    let kit = load::game(&args.game)?;
    let Some(rulebook) = kit.book.rulebook() else {
        return Err(Failed::Missing(format!("{}: this game has no rulebook.md", args.game)));
    };
    let folder = scenarios_of(&args.game);
    let uncited = uncited(rulebook, &kit.book.game.id, folder.as_deref())?;
    if args.json {
        say!(
            "{}",
            json!({
                "game": kit.book.game.id,
                "rulebook": rulebook,
                "windows": windows(&kit),
                "uncited": uncited,
                "beginning": beginning(&kit, args.seed),
            })
        );
        return Ok(());
    }
    if args.uncited {
        uncited.iter().for_each(|number| say!("{number}"));
        say!("{} of {} clauses are cited by no scenario", uncited.len(), count(rulebook));
        return Ok(());
    }
    outline(rulebook);
    say!("");
    windows(&kit).iter().for_each(|line| say!("{line}"));
    crate::output::put_line(&Line::of(
        Tone::Strong,
        format!("A game with seed {} begins:", args.seed),
    ));
    beginning(&kit, args.seed).iter().for_each(|line| say!("  {line}"));
    Ok(())
}

/// One line for `check`.
pub fn summarize(rulebook: &RulebookText, folder: &Path) {
    let game = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let scenarios = folder.join("scenarios");
    let pages = scenarios.is_dir().then_some(scenarios);
    let open = uncited(rulebook, &game.unwrap_or_default(), pages.as_deref());
    let open = open.map_or(0, |open| open.len());
    say!("  rulebook: {} clauses, {open} of them cited by no scenario", count(rulebook));
}

fn count(rulebook: &RulebookText) -> usize {
    rulebook.outline.clauses().count()
}

/// Where the scenario pages of a game are, if they are at hand.
fn scenarios_of(game: &str) -> Option<PathBuf> {
    let own = Path::new(game).join("scenarios");
    let shipped = Path::new("games").join(game).join("scenarios");
    [own, shipped].into_iter().find(|folder| folder.is_dir())
}

/// The clauses that no page cites; `[game 1.6]` cites 1.6a as well.
fn uncited(
    rulebook: &RulebookText,
    game: &str,
    folder: Option<&Path>,
) -> Result<Vec<String>, Failed> {
    let mut pages = String::new();
    if let Some(folder) = folder {
        for path in load::inside(folder, "md")? {
            pages += &load::text(&path)?;
        }
    }
    let is_cited = |number: &str| {
        let whole = number.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
        [number, whole].iter().any(|number| pages.contains(&format!("[{game} {number}]")))
    };
    let numbers = rulebook.outline.clauses().map(|(_, clause)| clause.number.clone());
    Ok(numbers.filter(|number| !is_cited(number)).collect())
}

/// The headings with every clause as it was read.
fn outline(rulebook: &RulebookText) {
    for heading in &rulebook.outline.headings {
        let inset = "  ".repeat(heading.level - 2);
        crate::output::put_line(&Line::of(Tone::Strong, format!("{inset}{}", heading.name)));
        for clause in &heading.clauses {
            let read = rulebook.read.iter().find(|(number, _)| *number == clause.number);
            let words = read.map_or("(not read)", |(_, words)| words.as_str());
            say!("{inset}  {} {words}", clause.number);
        }
    }
}

/// Who takes which actions where.
fn windows(kit: &Kit) -> Vec<String> {
    let rulebook = &kit.table.catalog.rulebook;
    let mut stage = "";
    let mut lines = Vec::new();
    for flow in &rulebook.flow {
        match flow {
            Flow::Enter(at) => stage = rulebook.stage(*at).map_or("", |stage| &stage.name),
            Flow::Decide(decision) => {
                let named = |at: &usize| decision.windows >> at & 1 == 1;
                let words: Vec<String> = (0..rulebook.windows.len())
                    .filter(named)
                    .map(|at| {
                        let offers = rulebook.offers.iter();
                        let own = offers.filter(|offer| usize::from(offer.window) == at);
                        let mut names: Vec<&str> = own.map(|offer| offer.name.as_str()).collect();
                        names.dedup();
                        format!("{} ({})", rulebook.windows[at], names.join(", "))
                    })
                    .collect();
                lines.push(format!("{stage} takes {} actions", words.join(" and ")));
            }
            _ => {}
        }
    }
    lines
}

/// The beginning of a game whose players take the first action each time.
fn beginning(kit: &Kit, seed: u64) -> Vec<String> {
    let Some(first) = kit.book.decks.first() else { return Vec::new() };
    let decks = [deck_list(first), deck_list(kit.book.decks.get(1).unwrap_or(first))];
    let mut record = Record::default();
    let mut game = kit.table.start(seed, &decks, Some(&mut record));
    let mut actions = Vec::new();
    for _ in 0..SHOWN {
        kit.table.legal_actions(&game, &mut actions);
        let Some(action) = actions.first().copied() else { break };
        kit.table.apply_unchecked(&mut game, action, Some(&mut record));
        if record.entries.len() > SHOWN * 2 {
            break;
        }
    }
    let words = Words::new(kit.table.read(&game));
    let told = record
        .entries
        .iter()
        .filter(|entry| !matches!(entry.fact, Fact::Reached { .. } | Fact::Asked { .. }));
    told.take(SHOWN)
        .map(|entry| {
            format!("{}{}", "  ".repeat(usize::from(entry.depth.min(8))), words.fact(&entry.fact))
        })
        .collect()
}
