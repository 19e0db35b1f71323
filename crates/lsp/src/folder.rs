//! The files of a game as an editor has them: what is open, else what is on the disk.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use onplay_cards::{Book, Diagnostic, Severity, SourceFile, load_game};
use onplay_games::Kit;
use onplay_scenario::{read_page, run_page};

/// Bounds of a game's folder; more is not read.
const MOST_FILES: usize = 4096;
const MOST_BYTES: u64 = 16 << 20;
const DEEPEST: usize = 4;

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

/// The folder of the game that a file belongs to: the nearest one above it that has a
/// `game.toml`.
pub fn game_folder(file: &Path) -> Option<PathBuf> {
    file.ancestors()
        .skip(1)
        .take(DEEPEST)
        .find(|folder| folder.join("game.toml").is_file())
        .map(Path::to_owned)
}

impl Folder {
    /// Reads a game's files, with open ones as they are in the editor.
    pub fn read(folder: &Path, open: &HashMap<PathBuf, String>) -> Folder {
        let mut files = BTreeMap::new();
        let mut left = MOST_BYTES;
        collect(folder, 0, &mut left, &mut files);
        for (path, text) in open.iter().filter(|(path, _)| path.starts_with(folder)) {
            if is_ours(path) {
                files.insert(path.clone(), text.clone());
            }
        }
        Folder::of(files)
    }

    /// Reads these files.
    pub fn of(files: BTreeMap<PathBuf, String>) -> Folder {
        let sources: Vec<SourceFile> = files
            .iter()
            .filter(|(path, _)| !is_scenario(path))
            .map(|(path, text)| SourceFile::new(path.to_string_lossy(), text.clone()))
            .collect();
        let loaded = load_game(&sources);
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
}

/// What does not hold on a page of scenarios.
pub fn scenario_findings(path: &Path, text: &str) -> Vec<Finding> {
    let page = read_page(&path.to_string_lossy(), text);
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
    seen.into_iter()
        .map(|(line, message)| {
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
        })
        .collect()
}

impl Finding {
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
fn is_ours(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "toml" || ending == "md")
}

/// Reads what lies in a folder. Links are not followed, so that no circle is gone round.
fn collect(folder: &Path, depth: usize, left: &mut u64, files: &mut BTreeMap<PathBuf, String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let (path, Ok(about)) = (entry.path(), entry.metadata()) else { continue };
        if about.is_dir() && depth < DEEPEST {
            collect(&path, depth + 1, left, files);
        } else if about.is_file()
            && is_ours(&path)
            && about.len() <= *left
            && files.len() < MOST_FILES
            && let Ok(text) = fs::read_to_string(&path)
        {
            *left -= about.len();
            files.insert(path, text);
        }
    }
}
