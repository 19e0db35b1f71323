//! Text in, values and diagnostics out.

use crate::diagnostic::Diagnostic;

/// A file's text, under the name that users see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// Its path. `game.toml` and the folders `cards` and `decks` in it say what kind
    /// of file it is.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// What could be read, and everything that is wrong with it. There is a value
/// unless nothing could be made of the files at all.
#[derive(Clone, Debug)]
pub struct Loaded<T> {
    /// What could be read.
    pub value: Option<T>,
    /// Errors and warnings, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
}

impl SourceFile {
    /// A file with this name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        SourceFile { name: name.into(), text: text.into() }
    }
}

impl<T> Loaded<T> {
    /// Whether any diagnostic is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}
