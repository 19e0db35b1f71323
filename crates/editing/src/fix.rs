//! Fixes: what a refusal says would be right, offered only if it helps.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::folder::{Finding, Folder};

/// Words to put in place of others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// Where, in bytes.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// What to write there.
    pub words: String,
}

/// A fix for a finding, tried out: the game has fewer errors with it.
pub fn fix(folder: &Folder, path: &Path, finding: &Finding) -> Option<Fix> {
    let text = folder.files.get(path)?;
    let before = folder.errors();
    let mut tried = 0;
    for words in proposals(finding.help.as_deref()?) {
        for (from, to) in places(text, finding) {
            tried += 1;
            if tried > MOST_TRIES {
                return None;
            }
            let fix = Fix { from, to, words: words.clone() };
            let mut files: BTreeMap<PathBuf, String> = folder.files.clone();
            let mut changed = text.clone();
            changed.replace_range(from..to, &fix.words);
            files.insert(path.to_owned(), changed);
            if Folder::of(files).errors() < before {
                return Some(fix);
            }
        }
    }
    None
}

/// Most ways that are tried for one fix.
const MOST_TRIES: usize = 8;

/// What a help text puts between quotes.
fn proposals(help: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (open, close) in [('“', '”'), ('`', '`')] {
        let mut rest = help;
        while let Some((_, after)) = rest.split_once(open) {
            let Some((inside, behind)) = after.split_once(close) else { break };
            if !inside.contains('…') {
                found.push(inside.to_owned());
            }
            rest = behind;
        }
    }
    found
}

/// What a proposal may stand in place of: the words, or the sentence or line around them.
fn places(text: &str, finding: &Finding) -> Vec<(usize, usize)> {
    let (from, to) = (finding.from.min(text.len()), finding.to.min(text.len()));
    if !text.is_char_boundary(from) || !text.is_char_boundary(to) || from > to {
        return Vec::new();
    }
    let ends = |letter: char| matches!(letter, '.' | '"' | '\n');
    let start = text[..from].rfind(ends).map_or(0, |at| at + 1);
    let start = start + (text[start..].len() - text[start..].trim_start().len()).min(from - start);
    let end = text[to..].find(ends).map_or(text.len(), |at| to + at);
    let stop = end + usize::from(text[end..].starts_with('.'));
    let quoted = to - from > 1 && text[from..to].starts_with('"') && text[from..to].ends_with('"');
    let inner = if quoted { (from + 1, to - 1) } else { (from, to) };
    let mut places = vec![inner, (start, stop), (start, end)];
    places.dedup();
    places
}
