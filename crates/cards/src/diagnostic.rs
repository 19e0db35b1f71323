//! Diagnostics: what is wrong with a file, where, and what would be right.

use std::ops::Range;

use ariadne::{CharSet, Color, Config, IndexType, Label as Mark, Report, ReportKind, sources};
use serde::Serialize;

use crate::source::SourceFile;

/// How bad it is. Errors keep a card out of the book; warnings do not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The file cannot be used as it is.
    Error,
    /// The file can be used, but probably does not mean this.
    Warning,
}

/// A range of bytes in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
}

/// A second place that helps to understand the first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Label {
    /// The file it is in.
    pub file: String,
    /// Where in the file.
    pub span: Span,
    /// What is to be seen there.
    pub message: String,
}

/// One thing that is wrong, underlined.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A stable short name for tools.
    pub code: &'static str,
    /// What is wrong, in one lowercase sentence without a full stop.
    pub message: String,
    /// The file it is in; empty if no file is meant.
    pub file: String,
    /// Where in the file.
    pub span: Span,
    /// Other places that matter.
    pub labels: Vec<Label>,
    /// What would be right.
    pub help: Option<String>,
    /// Everything that would have been understood there, where that is a long list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<String>,
}

impl Span {
    /// A range from one byte up to another.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// The same range, further on in a file.
    pub fn shifted(self, by: usize) -> Self {
        Span { start: self.start + by, end: self.end + by }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Span { start: range.start, end: range.end }
    }
}

impl Diagnostic {
    /// An error, in no file yet.
    pub fn error(code: &'static str, span: impl Into<Span>, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            file: String::new(),
            span: span.into(),
            labels: Vec::new(),
            help: None,
            expected: Vec::new(),
        }
    }

    /// A warning, in no file yet.
    pub fn warning(code: &'static str, span: impl Into<Span>, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Adds what would be right.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds what would be right, if it is known.
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// Adds another place that matters.
    pub fn label(mut self, file: &str, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { file: file.to_owned(), span, message: message.into() });
        self
    }

    /// Says which file it is in.
    pub fn in_file(mut self, file: &str) -> Self {
        self.file = file.to_owned();
        self
    }

    /// Whether it is an error rather than a warning.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The longest word that another may be near to, in bytes.
const LONGEST: usize = 200;

/// The nearest of some words to one that is not known, if any is near.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    // One slip for every three letters.
    let allowed = (word.chars().count() / 3).max(1);
    known
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST)
        .map(|candidate| (strsim::damerau_levenshtein(&word, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| {
            *distance > 0 && *distance <= allowed && *distance < candidate.chars().count()
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The beginning of the letter that this byte belongs to; the end of the text
/// for what lies behind it.
fn boundary(text: &str, byte: usize) -> usize {
    let inside = (0..byte.min(text.len())).rev();
    if text.is_char_boundary(byte) {
        return byte;
    }
    inside.into_iter().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Draws diagnostics for a terminal, each with its lines and underlined words.
pub fn render(diagnostics: &[Diagnostic], files: &[SourceFile], colour: bool) -> String {
    let mut out = Vec::new();
    let known = |name: &str| files.iter().any(|file| file.name == name);
    // A file that is not at hand is drawn as empty rather than dropped.
    let missing = diagnostics.iter().filter(|one| !known(&one.file));
    let missing = missing.map(|one| (one.file.clone(), String::new()));
    let texts = files.iter().map(|file| (file.name.clone(), file.text.clone()));
    // Lines are looked for once, not once for each diagnostic.
    let mut texts = sources(texts.chain(missing));
    for diagnostic in diagnostics {
        let kind = match diagnostic.severity {
            Severity::Error => ReportKind::Error,
            Severity::Warning => ReportKind::Warning,
        };
        let text = |name: &str| {
            files.iter().find(|file| file.name == name).map_or("", |file| file.text.as_str())
        };
        let clamp = |name: &str, span: Span| {
            let text = text(name);
            let start = boundary(text, span.start);
            (name.to_owned(), start..boundary(text, span.end).max(start))
        };
        let place = clamp(&diagnostic.file, diagnostic.span);
        let mut report = Report::build(kind, place.clone())
            .with_config(
                Config::default()
                    .with_color(colour)
                    .with_index_type(IndexType::Byte)
                    .with_char_set(CharSet::Unicode),
            )
            .with_message(&diagnostic.message)
            .with_code(diagnostic.code)
            .with_label(Mark::new(place).with_message("here").with_color(Color::Red));
        for label in &diagnostic.labels {
            report = report.with_label(
                Mark::new(clamp(&label.file, label.span))
                    .with_message(&label.message)
                    .with_color(Color::Blue),
            );
        }
        if let Some(help) = &diagnostic.help {
            report = report.with_help(help);
        }
        if report.finish().write(&mut texts, &mut out).is_err() {
            out.extend_from_slice(diagnostic.message.as_bytes());
            out.push(b'\n');
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
