//! Texts that cross the border: JSON in and out, places in UTF-16 units there and in bytes
//! here, and what is wrong with texts.

use onplay_cards::{Diagnostic, Label, Severity, SourceFile};
use onplay_editing::Finding;
use serde::{Deserialize, Serialize};

use crate::error::Failure;

/// A text with its name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub name: String,
    pub text: String,
}

/// Something that is wrong with a text, for an editor: places are counted in UTF-16
/// units, as JavaScript counts them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Problem {
    severity: Severity,
    code: String,
    message: String,
    file: String,
    from: usize,
    to: usize,
    /// From 1.
    line: usize,
    /// From 1.
    column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<Mark>,
}

/// A second place that helps to understand the first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Mark {
    file: String,
    from: usize,
    to: usize,
    message: String,
}

impl Problem {
    pub(crate) fn new(diagnostic: &Diagnostic, files: &[SourceFile]) -> Self {
        let text = |name: &str| {
            files.iter().find(|file| file.name == name).map_or("", |file| file.text.as_str())
        };
        let own = text(&diagnostic.file);
        let mark = |label: &Label| {
            let of = text(&label.file);
            let (from, to) = (units(of, label.span.start), units(of, label.span.end));
            Mark { file: label.file.clone(), from, to, message: label.message.clone() }
        };
        let (line, column) = place(own, diagnostic.span.start);
        Problem {
            severity: diagnostic.severity,
            code: diagnostic.code.to_owned(),
            message: diagnostic.message.clone(),
            file: diagnostic.file.clone(),
            from: units(own, diagnostic.span.start),
            to: units(own, diagnostic.span.end),
            line,
            column,
            help: diagnostic.help.clone(),
            labels: diagnostic.labels.iter().map(mark).collect(),
        }
    }

    /// What an editor shows at a place of a file.
    pub(crate) fn found(finding: &Finding, file: &str, text: &str) -> Self {
        let (line, column) = place(text, finding.from);
        Problem {
            severity: finding.severity,
            code: finding.code.clone(),
            message: finding.message.clone(),
            file: file.to_owned(),
            from: units(text, finding.from),
            to: units(text, finding.to),
            line,
            column,
            help: finding.help.clone(),
            labels: Vec::new(),
        }
    }

    pub(crate) fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The problem in one line.
    pub(crate) fn in_one_line(&self) -> String {
        if self.file.is_empty() {
            return self.message.clone();
        }
        format!("{}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}

/// The line and column of a byte, both from 1.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..boundary(text, byte)];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

/// A byte as UTF-16 units.
pub(crate) fn units(text: &str, byte: usize) -> usize {
    text[..boundary(text, byte)].encode_utf16().count()
}

/// UTF-16 units as a byte; past the end it is the end.
pub(crate) fn byte(text: &str, units: usize) -> usize {
    let mut seen = 0;
    for (at, letter) in text.char_indices() {
        if seen >= units {
            return at;
        }
        seen += letter.len_utf16();
    }
    text.len()
}

fn boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

pub(crate) fn sources(files: &str) -> Result<Vec<SourceFile>, Failure> {
    let files: Vec<File> = read(files, "a list of files")?;
    Ok(files.into_iter().map(|file| SourceFile::new(file.name, file.text)).collect())
}

/// Reads what JavaScript sent.
pub(crate) fn read<'a, T: Deserialize<'a>>(text: &'a str, what: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| Failure::new(format!("{what}: {error}")))
}

/// Writes what JavaScript gets.
pub(crate) fn json<T: Serialize + ?Sized>(value: &T) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(Failure::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_javascript_counts() {
        let text = "a — 🂡 b";
        for (at, _) in text.char_indices() {
            assert_eq!(byte(text, units(text, at)), at);
        }
        assert_eq!(units(text, text.len()), 8);
        assert_eq!(place("one\ntwo — x", 4 + 8), (2, 7));
    }
}
