//! Pages: finding the scenarios in Markdown.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use onplay_cards::SourceFile;

/// One Markdown page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// The name of the file.
    pub file: String,
    /// Its scenarios, in order.
    pub scenarios: Vec<Scenario>,
    /// What is wrong with the page itself, with the line.
    pub errors: Vec<(usize, String)>,
}

/// One scenario: a heading and its blocks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scenario {
    /// The heading.
    pub title: String,
    /// The line of the heading.
    pub line: usize,
    /// Cards defined inline, as card files are written.
    pub cards: String,
    /// The line of the page that each line of the cards stands on.
    pub card_lines: Vec<usize>,
    /// The files of games that are named by their folder, as the page writes it.
    pub folders: Arc<BTreeMap<String, Vec<SourceFile>>>,
    /// Its statements, in order.
    pub lines: Vec<Line>,
    /// The files of the game that it is about, if that is not a shipped one.
    pub files: Arc<Vec<SourceFile>>,
}

/// One statement of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The line of the page, from 1.
    pub number: usize,
    /// The first word: `setup`, `p1`, `events`.
    pub keyword: String,
    /// What follows it.
    pub rest: String,
}

impl Page {
    /// The same page about the game in some files, where a scenario names that.
    pub fn about(mut self, files: Vec<SourceFile>) -> Self {
        let files = Arc::new(files);
        for scenario in &mut self.scenarios {
            scenario.files = files.clone();
        }
        self
    }
}

impl Page {
    /// The folders that it names as games. Nothing is read here: whoever may read them
    /// gives their files by [`Page::with_folders`].
    pub fn folders(&self) -> BTreeSet<&str> {
        self.scenarios.iter().filter_map(Scenario::folder).collect()
    }

    /// The same page with the files of the folders that it names.
    pub fn with_folders(mut self, folders: BTreeMap<String, Vec<SourceFile>>) -> Self {
        let folders = Arc::new(folders);
        for scenario in &mut self.scenarios {
            scenario.folders = folders.clone();
        }
        self
    }
}

impl Scenario {
    /// The folder that it names as its game.
    pub fn folder(&self) -> Option<&str> {
        let line = self.lines.iter().find(|line| line.keyword == "game")?;
        line.rest.split_whitespace().next().filter(|game| is_folder(game))
    }
}

/// Whether a game is named by its folder: no game's id has any of these.
pub(crate) fn is_folder(game: &str) -> bool {
    game.contains(['/', '\\', '.'])
}

enum Fence {
    None,
    Cards,
    Scenario,
    Other,
}

/// Reads a page. Blocks fenced as `cards` define cards for the scenario under
/// the same heading, or for the whole page if they come before the first; blocks
/// fenced as `scenario` are statements.
pub fn read_page(file: &str, text: &str) -> Page {
    let mut page = Page { file: file.to_owned(), ..Page::default() };
    let mut shared = Scenario::default();
    let mut current: Option<Scenario> = None;
    let mut fence = Fence::None;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let trimmed = line.trim();
        if let Some(info) = trimmed.strip_prefix("```") {
            fence = match fence {
                Fence::None => match info.trim() {
                    "cards" => Fence::Cards,
                    "scenario" => Fence::Scenario,
                    _ => Fence::Other,
                },
                _ => Fence::None,
            };
            continue;
        }
        match fence {
            Fence::None => {
                if trimmed.starts_with("## ") || trimmed.starts_with("### ") {
                    finish(&mut page, current.take());
                    let title = trimmed.trim_start_matches('#').trim().to_owned();
                    current = Some(Scenario { title, line: number, ..shared.clone() });
                }
            }
            Fence::Cards => {
                let scenario = current.as_mut().unwrap_or(&mut shared);
                scenario.cards.push_str(line);
                scenario.cards.push('\n');
                scenario.card_lines.push(number);
            }
            Fence::Scenario => match &mut current {
                Some(scenario) => statement(scenario, number, line),
                None => page
                    .errors
                    .push((number, "a scenario needs a heading (`## …`) above it".into())),
            },
            Fence::Other => {}
        }
    }
    if !matches!(fence, Fence::None) {
        page.errors.push((text.lines().count(), "a fenced block is not closed".into()));
    }
    finish(&mut page, current);
    page
}

/// Adds a statement, or continues the last one if the line is indented.
fn statement(scenario: &mut Scenario, number: usize, line: &str) {
    let trimmed = line.trim();
    if trimmed.is_empty() || trimmed.starts_with('#') {
        return;
    }
    if line.starts_with(char::is_whitespace)
        && let Some(last) = scenario.lines.last_mut()
    {
        last.rest.push(' ');
        last.rest.push_str(trimmed);
        return;
    }
    let (keyword, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
    scenario.lines.push(Line { number, keyword: keyword.to_owned(), rest: rest.trim().to_owned() });
}

fn finish(page: &mut Page, scenario: Option<Scenario>) {
    if let Some(scenario) = scenario.filter(|scenario| !scenario.lines.is_empty()) {
        page.scenarios.push(scenario);
    }
}
