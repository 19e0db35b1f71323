//! Boards: scenarios of pages, laid out with one more card, to be played on or shown under
//! several policies.

use onplay_cards::SourceFile;
use onplay_engine::state::{Fact, Game};
use onplay_games::words::{self, Words};
use onplay_scenario::page::Line;
use onplay_scenario::{Scenario, Stage, play_scenario, read_page};
use onplay_wire::{Change, Projection, Session, View, Viewer};
use serde::{Deserialize, Serialize};

use crate::error::Failure;

/// A board and what is put on it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wish {
    /// A page of scenarios.
    page: String,
    /// Which of its scenarios.
    #[serde(default)]
    index: usize,
    /// A card to put on it, and where: `p1 hand`.
    #[serde(default)]
    card: Option<String>,
    #[serde(default)]
    place: Option<String>,
    /// Whether the scenario's own moves are made.
    #[serde(default)]
    moves: bool,
}

/// What a page offers.
#[derive(Serialize)]
pub(crate) struct Board {
    title: String,
    /// What lies where, in the page's words.
    setup: Vec<String>,
    /// The moves, in the page's words.
    moves: Vec<String>,
}

/// A board under one policy.
#[derive(Serialize)]
pub(crate) struct Resolution {
    policy: String,
    /// Which triggers fired, in order, with how deep in the chain.
    fired: Vec<Fired>,
    /// What happened, by depth.
    lines: Vec<Told>,
    /// What is different in the end.
    changes: Vec<String>,
    /// The question that it stops at.
    #[serde(skip_serializing_if = "Option::is_none")]
    asks: Option<String>,
    /// Why a move could not be made, or the cards cannot be played like this.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

#[derive(Serialize)]
struct Fired {
    name: String,
    depth: u16,
}

#[derive(Serialize)]
struct Told {
    depth: u16,
    text: String,
}

/// The boards of a page.
pub(crate) fn boards(page: &str) -> Vec<Board> {
    let page = read_page("board.md", page);
    let board = |scenario: &Scenario| {
        let lines = |wanted: &dyn Fn(&Line) -> bool| -> Vec<String> {
            let lines = scenario.lines.iter().filter(|line| wanted(line));
            lines.map(|line| format!("{} {}", line.keyword, line.rest)).collect()
        };
        Board {
            title: scenario.title.clone(),
            setup: lines(&|line| line.keyword == "setup"),
            moves: lines(&is_move),
        }
    };
    page.scenarios.iter().map(board).collect()
}

fn is_move(line: &Line) -> bool {
    words::seat(&line.keyword).is_some() && !line.rest.contains(" refused")
}

/// The scenario that a wish names, about these files, with the card in its place. Cards
/// that the files define are theirs, not the page's.
fn scenario(wish: &Wish, files: &[SourceFile], own: &[String]) -> Result<Scenario, Failure> {
    let page = read_page("board.md", &wish.page).about(files.to_vec());
    if let Some((line, message)) = page.errors.first() {
        return Err(Failure::new(format!("line {line} of the board: {message}")));
    }
    let found = page.scenarios.into_iter().nth(wish.index);
    let mut scenario = found.ok_or_else(|| Failure::new("the page has no such board"))?;
    scenario.cards = without(&scenario.cards, own);
    if let Some(card) = &wish.card {
        let place = wish.place.as_deref().unwrap_or("p1 hand");
        let number = scenario.lines.first().map_or(scenario.line, |line| line.number);
        let rest = format!("{place}: {card}");
        let at = scenario.lines.len().min(1);
        scenario.lines.insert(at, Line { number, keyword: "setup".into(), rest });
    }
    if !wish.moves {
        let stays = |line: &Line| {
            matches!(
                line.keyword.as_str(),
                "game" | "seed" | "moment" | "dice" | "active" | "setup"
            )
        };
        scenario.lines.retain(stays);
    }
    Ok(scenario)
}

/// Card texts without the cards of these names; lines stay where they are.
fn without(cards: &str, names: &[String]) -> String {
    let mut blocks: Vec<String> = Vec::new();
    for line in cards.split_inclusive('\n') {
        if line.trim_start().starts_with("[[card]]") || blocks.is_empty() {
            blocks.push(String::new());
        }
        if let Some(last) = blocks.last_mut() {
            last.push_str(line);
        }
    }
    let is_known = |block: &str| {
        let name = block.lines().find_map(|line| {
            let value = line.trim().strip_prefix("name")?.trim_start().strip_prefix('=')?;
            Some(value.trim().trim_matches(['"', '\'']).to_owned())
        });
        name.is_some_and(|name| names.contains(&name))
    };
    let kept = |block: String| match is_known(&block) {
        true => "\n".repeat(block.matches('\n').count()),
        false => block,
    };
    blocks.into_iter().map(kept).collect()
}

/// A match that begins on a board, with the board's own moves made if wished.
pub(crate) fn session(
    wish: &Wish,
    files: &[SourceFile],
    own: &[String],
) -> Result<Session, Failure> {
    let scenario = scenario(wish, files, own)?;
    let (stage, stopped) = play_scenario(&scenario, None).map_err(failed)?;
    if let Some(stop) = stopped {
        return Err(failed(stop));
    }
    let begun = stage.beginning().ok_or_else(|| Failure::new("the board cannot be laid out"))?;
    let moves: Vec<_> = stage.moves().collect();
    let mut session = Session::laid_out(Projection::new(stage.kit), begun);
    for (_, action) in moves {
        session.take(action).map_err(Failure::new)?;
    }
    Ok(session)
}

fn failed(failure: onplay_scenario::Failure) -> Failure {
    Failure::new(format!("{}: {}", failure.statement, failure.actual))
}

/// A board under several policies.
pub(crate) fn under_policies(
    wish: &Wish,
    files: &[SourceFile],
    own: &[String],
    policies: &[String],
) -> Result<Vec<Resolution>, Failure> {
    let wish = Wish { moves: true, ..wish.clone() };
    let scenario = scenario(&wish, files, own)?;
    policies.iter().map(|policy| resolve(&scenario, policy)).collect()
}

fn resolve(scenario: &Scenario, policy: &str) -> Result<Resolution, Failure> {
    let (stage, stopped) = match play_scenario(scenario, Some(policy)) {
        Ok(played) => played,
        // A card may not fit a policy; that is worth showing beside the others.
        Err(failure) if failure.expected == "a policy" => {
            return Ok(Resolution {
                policy: policy.to_owned(),
                fired: Vec::new(),
                lines: Vec::new(),
                changes: Vec::new(),
                asks: None,
                stopped: Some(failure.actual),
            });
        }
        Err(failure) => return Err(failed(failure)),
    };
    let (mut fired, mut lines) = (Vec::new(), Vec::new());
    let words = Words::new(stage.kit.table.read(&stage.game));
    let decided = |fact: &Fact| matches!(fact, Fact::Decided { .. });
    let entries = &stage.record.entries;
    let first = entries.iter().position(|entry| decided(&entry.fact)).unwrap_or(entries.len());
    for entry in &entries[first..] {
        let depth = entry.depth;
        match &entry.fact {
            Fact::Reached { .. } | Fact::Asked { .. } => {}
            Fact::Fired { source, .. } => {
                let name = words.name(*source).to_owned();
                lines.push(Told { depth, text: format!("{name} fires") });
                fired.push(Fired { name, depth });
            }
            fact => lines.push(Told { depth, text: words.fact(fact) }),
        }
    }
    let (changes, asks) = outcome(stage)?;
    Ok(Resolution {
        policy: policy.to_owned(),
        fired,
        lines,
        changes,
        asks,
        stopped: stopped.map(|failure| format!("{}: {}", failure.statement, failure.actual)),
    })
}

/// What is different on the table in the end, and what is asked.
fn outcome(stage: Stage) -> Result<(Vec<String>, Option<String>), Failure> {
    let begun = stage.beginning().ok_or_else(|| Failure::new("the board cannot be laid out"))?;
    let end = stage.game.clone();
    let projection = Projection::new(stage.kit);
    let eyes = projection.eyes(&begun, Viewer::Everything);
    let (before, mut told) = (projection.view(&begun, &eyes), eyes.clone());
    let step = projection.jump(&begun, &end, (begun.turn.active, String::new()), &mut told);
    let changes = step.changes.iter().filter_map(|change| change_words(change, &before)).collect();
    Ok((changes, asked(&projection, &end)))
}

fn asked(projection: &Projection, game: &Game) -> Option<String> {
    let seat = game.to_decide()?;
    let eyes = projection.eyes(game, Viewer::Seat(seat));
    projection.ask(game, &eyes)?.prompt.map(|prompt| prompt.text)
}

fn change_words(change: &Change, before: &View) -> Option<String> {
    match change {
        Change::Number { handle, name, from, to } => {
            let card = &before.cards.get(handle)?.card;
            Some(format!("{card} {name} {:+}", to - from))
        }
        Change::Counter { seat, name, from, to } => {
            Some(format!("{} {name} {:+}", name_of(*seat), to - from))
        }
        Change::Place { place, count, .. } => {
            let old = before.places.get(place).map_or(0, |place| place.count);
            let by = i32::from(*count) - i32::from(old);
            (by != 0).then(|| format!("{} {by:+}", place.replace('.', " ")))
        }
        Change::Gone { handle } => {
            let card = &before.cards.get(handle)?.card;
            Some(format!("{card} gone"))
        }
        _ => None,
    }
}

fn name_of(seat: onplay_wire::SeatName) -> &'static str {
    match seat {
        onplay_wire::SeatName::P1 => "p1",
        onplay_wire::SeatName::P2 => "p2",
    }
}
