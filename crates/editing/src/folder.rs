//! The files of a game and what is wrong with them.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use onplay_cards::{Book, Diagnostic, Severity, SourceFile, load_game};
use onplay_games::Kit;
use onplay_scenario::{read_page, run_page};

/// Something to show at a place of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Error or warning.
    pub severity: Severity,
    /// A stable short name.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
    /// Where, in bytes.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
}

/// One game's files and what could be read of them.
pub struct Folder {
    /// By path, in order.
    pub files: BTreeMap<PathBuf, String>,
    /// What could be read.
    pub book: Option<Book>,
    /// By path.
    pub findings: HashMap<PathBuf, Vec<Finding>>,
}

impl Folder {
    /// Reads these files.
    pub fn of(files: BTreeMap<PathBuf, String>) -> Folder {
        let loaded = load_game(&sources(&files));
        let mut findings: HashMap<PathBuf, Vec<Finding>> = HashMap::new();
        let game =
            files.keys().find(|path| path.file_name().is_some_and(|name| name == "game.toml"));
        let mut add = |found: &Diagnostic| {
            // What is wrong with the whole game stands in its own file.
            let known = Path::new(&found.file);
            let path =
                if files.contains_key(known) { Some(known.to_owned()) } else { game.cloned() };
            if let Some(path) = path {
                findings.entry(path).or_default().push(Finding::new(found));
            }
        };
        loaded.diagnostics.iter().for_each(&mut add);
        if !loaded.has_errors()
            && let Some(book) = &loaded.value
            && let Err(error) = Kit::new(book.clone())
        {
            add(&Diagnostic::error("game", 0..0, error.to_string()));
        }
        Folder { files, book: loaded.value, findings }
    }

    /// How many errors there are.
    pub fn errors(&self) -> usize {
        let all = self.findings.values().flatten();
        all.filter(|finding| finding.severity == Severity::Error).count()
    }

    /// The files that the game itself is read from.
    pub fn sources(&self) -> Vec<SourceFile> {
        sources(&self.files)
    }

    /// What does not hold on a page of scenarios, which is played for it.
    pub fn scenario_findings(&self, path: &Path) -> Vec<Finding> {
        let Some(text) = self.files.get(path) else { return Vec::new() };
        let mut page = read_page(&path.to_string_lossy(), text).about(self.sources());
        // Games in other folders are not at hand here.
        page.scenarios.retain(|scenario| scenario.folder().is_none());
        let wrong = page.errors.iter().map(|(line, message)| (*line, message.clone()));
        let failed = run_page(&page).into_iter().flat_map(|outcome| outcome.failures);
        let failed = failed.map(|failure| {
            let (expected, actual) = (&failure.expected, &failure.actual);
            (failure.line, format!("expected {expected}, found {actual}"))
        });
        let mut seen: Vec<(usize, String)> = Vec::new();
        for one in wrong.chain(failed) {
            if !seen.contains(&one) {
                seen.push(one);
            }
        }
        seen.into_iter().map(|(line, message)| Finding::at_line(text, line, message)).collect()
    }
}

fn sources(files: &BTreeMap<PathBuf, String>) -> Vec<SourceFile> {
    let own = files.iter().filter(|(path, _)| !is_scenario(path));
    own.map(|(path, text)| SourceFile::new(path.to_string_lossy(), text.clone())).collect()
}

impl Finding {
    /// An error in a line, from 1, of a page of scenarios.
    fn at_line(text: &str, line: usize, message: String) -> Self {
        let start = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let words: &str = text[start..].lines().next().unwrap_or("");
        let indent = words.len() - words.trim_start().len();
        Finding {
            severity: Severity::Error,
            code: "scenario".into(),
            message,
            help: None,
            from: start + indent,
            to: start + words.trim_end().len().max(indent),
        }
    }

    fn new(found: &Diagnostic) -> Self {
        Finding {
            severity: found.severity,
            code: found.code.to_owned(),
            message: found.message.clone(),
            help: found.help.clone(),
            from: found.span.start,
            to: found.span.end,
        }
    }
}

/// Whether a file is a page of scenarios.
pub fn is_scenario(path: &Path) -> bool {
    let page = path.extension().is_some_and(|ending| ending == "md");
    page && path.file_name().is_none_or(|name| name != "rulebook.md")
}

/// Whether a file can belong to a game.
pub fn is_of_a_game(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "toml" || ending == "md")
}
